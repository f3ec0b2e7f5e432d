//! What goes elsewhere, or is more, instead (CR 614).

use crate::ability::{CountersBy, Drawn, NumberChange, Replacement, Static, StaticEffect};
use crate::effect::{Destination, Instr, LibraryPosition, NewTokens, Part, Script};
use crate::filter::{Amount, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::mana::ManaSymbol;
use crate::text::grammar::effect::Clauses;
use crate::text::grammar::noun::{Noun, Np, Quant};
use crate::text::grammar::player::{OwnZone, Player, Whose, ZoneRef};
use crate::text::grammar::statics::{
    CounterKinds, CountersChange, CountersOn, Elsewhere, Going, InsteadStatic, WhileSo,
};
use crate::text::grammar::token::TokenSpec;
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::described::Described;
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::{Frame, Item, Referent};
use crate::text::lower::player::player_filter;
use crate::text::lower::statics::numbered::numbered;
use crate::text::lower::statics::replacement;
use crate::text::syntax::print;
use crate::types::{CardTypes, Colors};

impl Context<'_> {
    /// What goes elsewhere, or is more, instead (CR 614).
    pub(super) fn instead_static(&mut self, frame: &mut Frame, words: &InsteadStatic) -> Lowered<Vec<Static>> {
        Ok(match words {
            InsteadStatic::Numbered { what } => numbered(what)?,
            InsteadStatic::Discarded { with } => {
                let to = self.onto_battlefield(frame, &Players::You, None, None, with.as_ref())?;
                let effect = StaticEffect::Replacement(Replacement::Discarded(to));
                vec![Static { zone: Zone::Hand, condition: None, effect }]
            }
            InsteadStatic::WouldGo { elsewhere } => self.goes(frame, Filter::just(Test::Source), None, elsewhere)?,
            InsteadStatic::PermanentGoes { noun, elsewhere } => {
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) || described.card || described.random {
                    return unsupported("what would be put there:", noun);
                }
                self.goes(frame, described.filter, Some(Zone::Battlefield), elsewhere)?
            }
            // Colors alone are said of permanents, spells and cards in the same way.
            InsteadStatic::AnythingGoes { noun, elsewhere } => {
                let described = self.noun(frame, noun)?;
                if described.types != CardTypes::PERMANENT || described.zone != Some(Zone::Battlefield) {
                    return unsupported("what would be put there:", noun);
                }
                let mut filter = described.filter;
                filter.tests.retain(|test| *test != Test::Types(CardTypes::PERMANENT));
                if !filter.tests.iter().all(|test| matches!(test, Test::Colors(_) | Test::NotColors(_))) {
                    return unsupported("what would be put there:", noun);
                }
                self.goes(frame, filter, None, elsewhere)?
            }
            InsteadStatic::WouldLeave => {
                let goes = |to| Replacement::Moves {
                    what: Filter::just(Test::Source),
                    from: Some(Zone::Battlefield),
                    to,
                    instead: Destination::to(Zone::Exile),
                    then: None,
                };
                [Zone::Graveyard, Zone::Hand, Zone::Library].into_iter().flat_map(|to| replacement(goes(to))).collect()
            }
            // CR 614.12: what it would be there counts.
            InsteadStatic::WouldEnterUncast { noun } => {
                let described = self.noun(frame, noun)?;
                if !described.describes_permanents() {
                    return unsupported("what enters:", noun);
                }
                let what = described.filter.and(Test::Not(Box::new(Filter::just(Test::WasCast))));
                let instead = Destination::to(Zone::Exile);
                replacement(Replacement::Moves { what, from: None, to: Zone::Battlefield, instead, then: None })
            }
            InsteadStatic::WouldDie { noun: Np::Itself, elsewhere } => {
                self.goes(frame, Filter::just(Test::Source), Some(Zone::Battlefield), elsewhere)?
            }
            InsteadStatic::WouldDie { noun, elsewhere } => {
                let described = self.what_dies(frame, noun)?;
                self.goes(frame, described.filter, Some(Zone::Battlefield), elsewhere)?
            }
            InsteadStatic::WouldDieAnd { noun, and, .. } => {
                let described = self.what_dies(frame, noun)?;
                let then = Some(Box::new(self.exiled_and(&described, and, print(words))?));
                let instead = Destination { linked: self.links_exile, ..Destination::to(Zone::Exile) };
                let what = described.filter;
                let from = Some(Zone::Battlefield);
                replacement(Replacement::Moves { what, from, to: Zone::Graveyard, instead, then })
            }
            InsteadStatic::CardGoes { what, to, elsewhere } => {
                let filter = self.card_going(frame, what, to)?;
                self.goes(frame, filter, None, elsewhere)?
            }
            InsteadStatic::UncycledGoes { what, to, elsewhere } => {
                let filter = self.card_going(frame, what, to)?;
                let cycled = Test::Not(Box::new(Filter::just(Test::BeingCycled)));
                self.goes(frame, filter.and(cycled), None, elsewhere)?
            }
            InsteadStatic::CardExiledWith { what, to, counters } => {
                let filter = self.card_going(frame, what, to)?;
                let with = self.counters_of(frame, counters)?;
                let linked = self.links_exile;
                let instead = Destination { counters: vec![with], linked, ..Destination::to(Zone::Exile) };
                replacement(Replacement::Moves { what: filter, from: None, to: Zone::Graveyard, instead, then: None })
            }
            InsteadStatic::DrawsTwiceAnd { so, n } => {
                let lost = Instr::LoseLife(Players::You, self.number(frame, n)?);
                let part = Part { text: print(words), targets: Vec::new(), code: vec![lost] };
                let then = Some(Script { parts: vec![part], modes: None });
                let instead = Drawn::Number(NumberChange::Times(2));
                let draws =
                    Replacement::Draws { player: PlayerFilter::You, at_once: None, but_first: false, instead, then };
                self.only_while(frame, Some(so), replacement(draws))?
            }
            InsteadStatic::DrawsTwice { so } => self.only_while(frame, so.as_ref(), replacement(draws(words)))?,
            InsteadStatic::DrawsTwiceButFirst
            | InsteadStatic::DrawsForOpponentButFirst
            | InsteadStatic::DrawsEach
            | InsteadStatic::DrawsPlusOne { .. } => {
                let condition = match words {
                    InsteadStatic::DrawsPlusOne { before: Some(before) } => Some(self.before(frame, before)?),
                    _ => None,
                };
                let mut all = replacement(draws(words));
                all.iter_mut().for_each(|ability| ability.condition.clone_from(&condition));
                all
            }
            InsteadStatic::Draw { what } => self.draw_static(frame, what, print(words))?,
            // What leaves the battlefield otherwise is the other half's.
            InsteadStatic::DiesOrGoes { noun, what, to } => {
                let (dies, goes) = (self.noun(frame, noun)?, self.noun(frame, what)?);
                if dies.zone != Some(Zone::Battlefield) || !goes.card || goes.zone.is_some() {
                    return unsupported("what would be put there:", words);
                }
                let mut card = goes.filter.and(Test::Nontoken);
                card.tests.extend(whose_graveyard(to)?);
                let mut all = self.goes(frame, dies.filter, Some(Zone::Battlefield), &Elsewhere::Exile)?;
                for from in [Zone::Hand, Zone::Library, Zone::Stack, Zone::Exile, Zone::Command] {
                    all.extend(self.goes(frame, card.clone(), Some(from), &Elsewhere::Exile)?);
                }
                all
            }
            InsteadStatic::ManaTwice { noun } | InsteadStatic::ManaThrice { noun } => {
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("what is tapped:", noun);
                }
                let what = described.filter.and(Test::Controller(PlayerFilter::You));
                let times = if matches!(words, InsteadStatic::ManaTwice { .. }) { 2 } else { 3 };
                replacement(Replacement::Mana { what, color: None, times, one_for: None })
            }
            InsteadStatic::ManaColorless { .. }
            | InsteadStatic::ManaInstead { .. }
            | InsteadStatic::ManaOneInstead { .. }
            | InsteadStatic::ManaToOne { .. } => self.mana_instead(frame, words)?,
            InsteadStatic::LifeGainPlus { n } => replacement(Replacement::LifeGain {
                player: PlayerFilter::You,
                change: NumberChange::Plus(Amount::Const(n.0)),
            }),
            InsteadStatic::NoLifeGain { who } => life_gain(who, NumberChange::Zero)?,
            InsteadStatic::LifeGainLost { who } => life_gain(who, NumberChange::Lost)?,
            InsteadStatic::LifeGainTwice { so } => {
                let gain = Replacement::LifeGain { player: PlayerFilter::You, change: NumberChange::Times(2) };
                self.only_while(frame, so.as_ref(), replacement(gain))?
            }
            InsteadStatic::TokensTwice | InsteadStatic::EffectTokensTwice => {
                tokens_times(PlayerFilter::You, Filter::ANY, 2)
            }
            InsteadStatic::TokensTwiceForAll => tokens_times(PlayerFilter::Any, Filter::ANY, 2),
            InsteadStatic::TokensThrice { noun } => {
                let what = self.kind_of_tokens(frame, noun)?;
                tokens_times(PlayerFilter::You, what, 3)
            }
            InsteadStatic::TokensPlus { noun, more } | InsteadStatic::YouCreatePlus { noun, more } => {
                self.tokens_plus(frame, noun, more, false)?
            }
            InsteadStatic::EachTokenPlus { noun, more, .. } => self.tokens_plus(frame, noun, more, true)?,
            InsteadStatic::CountersPut { kinds, on, then } => {
                replacement(self.counters_change(frame, CountersBy::Anything, kinds, on, then)?)
            }
            InsteadStatic::EffectPuts { kinds, on, then } => {
                replacement(self.counters_change(frame, CountersBy::Effect, kinds, on, then)?)
            }
            InsteadStatic::PlayerPuts { who, kinds, on, then } => match player_filter(who) {
                Some(who) => replacement(self.counters_change(frame, CountersBy::Player(who), kinds, on, then)?),
                None => return unsupported("the player", who),
            },
            InsteadStatic::YouGet => replacement(Replacement::Counters {
                what: None,
                players: Some(PlayerFilter::You),
                by: CountersBy::Anything,
                kind: None,
                change: NumberChange::Plus(Amount::Const(1)),
            }),
        })
    }

    /// What mana lands and others produce instead of what they would (CR 106.12b).
    fn mana_instead(&mut self, frame: &mut Frame, words: &InsteadStatic) -> Lowered<Vec<Static>> {
        let (noun, color, one_for) = match words {
            InsteadStatic::ManaColorless { noun } => (noun, Colors::empty(), None),
            InsteadStatic::ManaToOne { noun, n } => (noun, Colors::empty(), Some(n.0.clamp(0, 255) as u8)),
            InsteadStatic::ManaInstead { noun, mana } | InsteadStatic::ManaOneInstead { noun, mana } => {
                let color = match mana.0.symbols.as_slice() {
                    [ManaSymbol::Colorless] => Colors::empty(),
                    [symbol] if symbol.colors().bits().count_ones() == 1 => symbol.colors(),
                    _ => return unsupported("the mana", mana),
                };
                (noun, color, matches!(words, InsteadStatic::ManaOneInstead { .. }).then_some(1))
            }
            _ => return unsupported("the mana", words),
        };
        let described = self.noun(frame, noun)?;
        if described.zone != Some(Zone::Battlefield) {
            return unsupported("what is tapped:", noun);
        }
        Ok(replacement(Replacement::Mana { what: described.filter, color: Some(color), times: 1, one_for }))
    }

    /// Only while something holds as the event would happen.
    fn only_while(&mut self, frame: &mut Frame, so: Option<&WhileSo>, mut all: Vec<Static>) -> Lowered<Vec<Static>> {
        if let Some(so) = so {
            let condition = self.condition(frame, &so.condition)?;
            all.iter_mut().for_each(|ability| ability.condition = Some(condition.clone()));
        }
        Ok(all)
    }

    /// What it is that would die.
    fn what_dies(&mut self, frame: &mut Frame, np: &Np) -> Lowered<Described> {
        let Np::Quant { quant: quant @ (Quant::A | Quant::Another), noun } = np else {
            return unsupported("what would be put there:", np);
        };
        let mut described = self.noun(frame, noun)?;
        if described.zone != Some(Zone::Battlefield) {
            return unsupported("what dies:", noun);
        }
        if *quant == Quant::Another {
            described.filter.tests.push(Test::NotSource);
        }
        Ok(described)
    }

    /// What else happens as something is exiled instead of dying.
    fn exiled_and(&mut self, dies: &Described, and: &Clauses, text: String) -> Lowered<Script> {
        let mut own = Frame::new();
        self.mention_event(&mut own, Objects::Event, dies);
        // What is done to it is done to the card in exile; what it was is asked of the creature (CR 608.2h).
        if let Some(mention) = own.discourse.mentions.last_mut() {
            mention.after = Referent::Known(Objects::Moved(Box::new(Objects::Event)));
        }
        self.clauses(&mut own, and)?;
        if !own.code.targets.is_empty() {
            return decline("what happens beside a replaced move can't have targets");
        }
        Ok(Script { parts: vec![own.finish(text)?], modes: None })
    }

    /// The cards that would be put into a graveyard.
    fn card_going(&mut self, frame: &mut Frame, what: &Going, to: &ZoneRef) -> Lowered<Filter> {
        let mut filter = match what {
            Going::CardOrToken => Filter::ANY,
            Going::Noun { noun } => {
                let described = self.noun(frame, noun)?;
                if !described.card || described.zone.is_some() {
                    return unsupported("what would be put there:", noun);
                }
                // Tokens aren't cards (CR 111.6).
                described.filter.and(Test::Nontoken)
            }
            // What is neither on the battlefield nor on the stack is controlled by nobody (CR 109.4), and what goes to a graveyard of an
            // opponent is theirs.
            Going::NotYours { noun } => {
                let filter = self.card_going(frame, &Going::Noun { noun: noun.clone() }, to)?;
                return Ok(filter.and(Test::Not(Box::new(Filter::just(Test::Controller(PlayerFilter::You))))));
            }
        };
        filter.tests.extend(whose_graveyard(to)?);
        Ok(filter)
    }

    /// How many counters are put.
    fn counters_change(
        &mut self,
        frame: &mut Frame,
        by: CountersBy,
        kinds: &CounterKinds,
        on: &CountersOn,
        then: &CountersChange,
    ) -> Lowered<Replacement> {
        let kind = kinds.kind.as_ref().map(|kind| self.counter(kind)).transpose()?;
        let (noun, players) = match on {
            CountersOn::Object { np: Np::Itself } => (None, None),
            CountersOn::Object { np: Np::Quant { quant: Quant::A | Quant::Another, noun } } => (Some(noun), None),
            CountersOn::OrYourself { noun } => (Some(noun), Some(PlayerFilter::You)),
            CountersOn::PermanentOrPlayer => (None, Some(PlayerFilter::Any)),
            CountersOn::Object { np } => return unsupported("what counters are put on:", np),
        };
        let what = match noun {
            Some(noun) => {
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("what counters are put on:", noun);
                }
                let another = matches!(on, CountersOn::Object { np: Np::Quant { quant: Quant::Another, .. } });
                if another { described.filter.and(Test::NotSource) } else { described.filter }
            }
            None if *on == CountersOn::PermanentOrPlayer => Filter::ANY,
            None => Filter::just(Test::Source),
        };
        use CountersChange as Change;
        let (said, change) = match then {
            Change::Twice { kind, .. } => (Some(kind), NumberChange::Times(2)),
            Change::TwiceThose { .. } | Change::TwiceEach { .. } | Change::ItTwice { .. } | Change::PutTwice { .. } => {
                (None, NumberChange::Times(2))
            }
            Change::PlusOne { kind, .. } | Change::PutPlusOne { kind, .. } => {
                (Some(kind), NumberChange::Plus(Amount::Const(1)))
            }
            Change::PlusEach { .. } | Change::PutPlusEach { .. } => (None, NumberChange::Plus(Amount::Const(1))),
            Change::MinusOne { kind, .. } => (Some(kind), NumberChange::Minus(Amount::Const(1))),
            Change::TheyHalf { .. } => (None, NumberChange::Half(false)),
        };
        if let Some(said) = said
            && Some(self.counter(said)?) != kind
        {
            return unsupported("the other counters", then);
        }
        Ok(Replacement::Counters { what: Some(what), players, by, kind, change })
    }

    /// What would be put into a graveyard goes elsewhere.
    fn goes(
        &mut self,
        frame: &mut Frame,
        what: Filter,
        from: Option<Zone>,
        elsewhere: &Elsewhere,
    ) -> Lowered<Vec<Static>> {
        let mut instead = elsewhere_of(elsewhere);
        if let Elsewhere::ExileWith { counters, .. } = elsewhere {
            instead.counters.push(self.counters_of(frame, counters)?);
        }
        instead.linked = self.links_exile && instead.zone == Zone::Exile;
        Ok(replacement(Replacement::Moves { what, from, to: Zone::Graveyard, instead, then: None }))
    }
}

fn elsewhere_of(elsewhere: &Elsewhere) -> Destination {
    match elsewhere {
        Elsewhere::Exile | Elsewhere::ExileWith { .. } => Destination::to(Zone::Exile),
        Elsewhere::Hand => Destination::to(Zone::Hand),
        Elsewhere::Top => Destination::to(Zone::Library),
        Elsewhere::Bottom => Destination { position: LibraryPosition::Bottom, ..Destination::to(Zone::Library) },
        Elsewhere::ShuffleIntoLibrary | Elsewhere::ShuffleItIntoLibrary => {
            Destination { position: LibraryPosition::Shuffled, ..Destination::to(Zone::Library) }
        }
    }
}

/// Draws that become more, or somebody else's.
fn draws(words: &InsteadStatic) -> Replacement {
    let (player, at_once, but_first, instead) = match words {
        InsteadStatic::DrawsPlusOne { .. } => {
            (PlayerFilter::You, Some(1), false, Drawn::Number(NumberChange::Plus(Amount::Const(1))))
        }
        InsteadStatic::DrawsEach => (PlayerFilter::Opponent, Some(2), false, Drawn::Each),
        InsteadStatic::DrawsForOpponentButFirst => (PlayerFilter::Opponent, None, true, Drawn::Yours),
        words => {
            let but_first = matches!(words, InsteadStatic::DrawsTwiceButFirst);
            (PlayerFilter::You, None, but_first, Drawn::Number(NumberChange::Times(2)))
        }
    };
    Replacement::Draws { player, at_once, but_first, instead, then: None }
}

/// Whose a graveyard is.
fn whose_graveyard(to: &ZoneRef) -> Lowered<Option<Test>> {
    match to {
        ZoneRef::Of { whose: Whose::A, zone: OwnZone::Graveyard } => Ok(None),
        ZoneRef::Of { whose: Whose::Your, zone: OwnZone::Graveyard } => Ok(Some(Test::Owner(PlayerFilter::You))),
        ZoneRef::Of { whose: Whose::Of { player: Player::AnOpponent }, zone: OwnZone::Graveyard } => {
            Ok(Some(Test::Owner(PlayerFilter::Opponent)))
        }
        to => unsupported("the zone", to),
    }
}

/// That many times as many tokens are created.
fn tokens_times(player: PlayerFilter, what: Filter, times: u8) -> Vec<Static> {
    replacement(Replacement::Tokens { player, what, change: NumberChange::Times(times) })
}

impl Context<'_> {
    /// Which tokens are meant that would be created: told by what they are.
    fn kind_of_tokens(&mut self, frame: &mut Frame, noun: &Noun) -> Lowered<Filter> {
        let mut filter = self.noun(frame, noun)?.filter;
        let told = |test: &Test| matches!(test, Test::Token | Test::Types(_) | Test::AllTypes(_) | Test::Subtype(_));
        if !noun.quals.is_empty() || !filter.tests.contains(&Test::Token) || !filter.tests.iter().all(told) {
            return unsupported("what would be created:", noun);
        }
        filter.tests.retain(|test| *test != Test::Token);
        Ok(filter)
    }

    /// Other tokens are created besides, of which the sentence says how many: one, or that many.
    fn tokens_plus(
        &mut self,
        frame: &mut Frame,
        noun: &Noun,
        more: &TokenSpec,
        for_each: bool,
    ) -> Lowered<Vec<Static>> {
        let what = self.kind_of_tokens(frame, noun)?;
        let mut own = self.frame();
        own.discourse.number = Some(Amount::Event);
        self.create(&mut own, &Players::You, more, None)?;
        let [Item::Instr(_, Instr::CreateToken(tokens))] = own.code.items.as_slice() else {
            return unsupported("the tokens", more);
        };
        let plain = NewTokens::new(Players::You, tokens.token, tokens.amount.clone());
        let as_many = match tokens.amount {
            Amount::Const(1) => for_each,
            Amount::Event if !for_each => true,
            _ => return unsupported("the number of", more),
        };
        if *tokens != plain {
            return unsupported("the tokens", more);
        }
        Ok(replacement(Replacement::TokensPlus { player: PlayerFilter::You, what, token: tokens.token, as_many }))
    }
}

/// What becomes of life that a player would gain.
fn life_gain(who: &Player, change: NumberChange) -> Lowered<Vec<Static>> {
    match player_filter(who) {
        Some(player) => Ok(replacement(Replacement::LifeGain { player, change })),
        None => unsupported("the player", who),
    }
}
