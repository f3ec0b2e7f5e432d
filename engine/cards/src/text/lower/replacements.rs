//! Replacement and prevention effects of static abilities (CR 614, 615), but for how permanents enter.

use super::filter::unsupported;
use super::statics::{replacement, simple};
use super::{Context, Frame, Lowered};
use crate::ability::{CountersBy, NumberChange, PlayerRule as Rule, Replacement, Static, StaticEffect};
use crate::effect::{Destination, Instr, LibraryPosition, Part, Script};
use crate::filter::{Amount, Comparison, Condition, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::mana::ManaSymbol;
use crate::text::grammar::noun::{Np, Quant};
use crate::text::grammar::statics::{
    CounterKinds, CountersChange, CountersOn, DamageChange, Elsewhere, Going, GraveyardOf, Static as Words,
};
use crate::text::grammar::trigger::DamageKind;
use crate::text::grammar::verb::{Recipient, Recipients};
use crate::text::syntax::print;

impl Context<'_> {
    /// What damage isn't dealt to.
    fn protected(&mut self, frame: &mut Frame, np: &Np) -> Lowered<Filter> {
        match np {
            Np::Itself => Ok(Filter::just(Test::Source)),
            Np::Host { .. } => Ok(Filter::just(Test::Host)),
            np => self.set_filter(frame, np),
        }
    }

    /// To which players and permanents all damage is prevented.
    fn always_protected(
        &mut self,
        frame: &mut Frame,
        to: &Recipients,
    ) -> Lowered<(Option<PlayerFilter>, Option<Filter>)> {
        let all = match to {
            Recipients::One { a } => vec![a],
            Recipients::Both { a, b } => vec![a, b],
        };
        let (mut players, mut objects) = (None, None);
        for one in all {
            match one {
                Recipient::Player { who } if players.is_none() => match super::player::player_filter(who) {
                    Some(filter) => players = Some(filter),
                    None => return unsupported("the player", who),
                },
                Recipient::Object { np } if objects.is_none() => {
                    objects = Some(self.protected(frame, np)?);
                }
                _ => return unsupported("the recipients", to),
            }
        }
        Ok((players, objects))
    }

    /// What is replaced by what.
    pub(super) fn replacing(&mut self, frame: &mut Frame, words: &Words) -> Lowered<Vec<Static>> {
        Ok(match words {
            Words::WouldGo { elsewhere } => {
                self.pool.uses(crate::keyword::Features::GOES_ELSEWHERE);
                self.goes(Filter::just(Test::Source), None, elsewhere)
            }
            Words::WouldDie { noun: Np::Itself, elsewhere } => {
                self.goes(Filter::just(Test::Source), Some(Zone::Battlefield), elsewhere)
            }
            Words::WouldDie { noun: Np::Quant { quant: Quant::A, noun }, elsewhere } => {
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("what dies:", noun);
                }
                self.goes(described.filter, Some(Zone::Battlefield), elsewhere)
            }
            Words::WouldDie { noun, .. } => return unsupported("what would be put there:", noun),
            Words::CardGoes { what, to, elsewhere } => {
                let mut filter = match what {
                    Going::CardOrToken => Filter::ANY,
                    Going::Noun { noun } => {
                        let described = self.noun(frame, noun)?;
                        if !described.card || described.zone.is_some() {
                            return unsupported("what would be put there:", noun);
                        }
                        // Tokens are no cards (CR 111.6).
                        described.filter.and(Test::Nontoken)
                    }
                };
                match to {
                    GraveyardOf::Any => {}
                    GraveyardOf::Your => filter.tests.push(Test::Owner(PlayerFilter::You)),
                    GraveyardOf::Opponents => filter.tests.push(Test::Owner(PlayerFilter::Opponent)),
                }
                self.goes(filter, None, elsewhere)
            }
            Words::DrawFromNothing => {
                let part = Part { text: print(words), targets: Vec::new(), code: vec![Instr::Win(Players::You)] };
                let instead = Script { parts: vec![part], modes: None };
                let mut all = replacement(Replacement::Draw { player: PlayerFilter::You, instead });
                let none = Condition::Compare(Amount::LibrarySize(Players::You), Comparison::Equal, Amount::Const(0));
                all.iter_mut().for_each(|ability| ability.condition = Some(none.clone()));
                all
            }
            Words::DamageDoubled { what, kind, change }
            | Words::DamageDoubledTo { what, kind, change }
            | Words::DamageDoubledPlayer { what, kind, change, .. } => {
                let source = match what {
                    Np::Itself => Filter::just(Test::Source),
                    Np::Host { .. } => Filter::just(Test::Host),
                    Np::Quant { quant: quant @ (Quant::A | Quant::Another), noun } => {
                        let mut filter = self.noun(frame, noun)?.filter;
                        if *quant == Quant::Another {
                            filter.tests.push(Test::NotSource);
                        }
                        filter
                    }
                    what => return unsupported("the source", what),
                };
                let change = match change {
                    DamageChange::Double | DamageChange::DoubleOld | DamageChange::DoublePlayer => {
                        NumberChange::Times(2)
                    }
                    DamageChange::Triple => NumberChange::Times(3),
                    DamageChange::Plus { n } | DamageChange::PlusTo { n } | DamageChange::PlusPlayer { n } => {
                        NumberChange::Plus(Amount::Const(n.0))
                    }
                    DamageChange::DoubleTo { .. } => return unsupported("the change", change),
                };
                let (to_players, to_objects) = match words {
                    Words::DamageDoubledTo { .. } => {
                        (PlayerFilter::Opponent, Some(Filter::just(Test::Controller(PlayerFilter::Opponent))))
                    }
                    Words::DamageDoubledPlayer { who, .. } => match super::player::player_filter(who) {
                        Some(player) => (player, None),
                        None => return unsupported("the player", who),
                    },
                    _ => (PlayerFilter::Any, Some(Filter::ANY)),
                };
                let combat = super::trigger::combat(kind);
                replacement(Replacement::Damage { source, to_players: Some(to_players), to_objects, combat, change })
            }
            Words::PreventTo { before, kind, to } => {
                let condition = before.as_ref().map(|before| self.before(frame, before)).transpose()?;
                let (to_players, to_objects) = self.always_protected(frame, to)?;
                let (combat, change) = (super::trigger::combat(kind), NumberChange::Zero);
                let damage = Replacement::Damage { source: Filter::ANY, to_players, to_objects, combat, change };
                vec![Static { zone: Zone::Battlefield, condition, effect: StaticEffect::Replacement(damage) }]
            }
            Words::PreventBy { np } => {
                let source = self.one_filter(frame, np)?;
                replacement(Replacement::Damage {
                    source,
                    to_players: Some(PlayerFilter::Any),
                    to_objects: Some(Filter::ANY),
                    combat: None,
                    change: NumberChange::Zero,
                })
            }
            Words::PreventOwn => replacement(Replacement::Damage {
                source: Filter::ANY,
                to_players: None,
                to_objects: Some(Filter::just(Test::Source)),
                combat: None,
                change: NumberChange::Zero,
            }),
            Words::PreventThen { .. } | Words::SourcePreventThen { .. } => replacement(self.prevent_then(words)?),
            Words::PreventAndRemove { kind } => {
                let kind = self.counter(kind)?;
                prevent_and(print(words), Instr::RemoveCounters(Objects::Source, Some(kind), Some(Amount::Event)))
            }
            Words::PreventAndRemoveThen { kind } => {
                let kind = self.counter(kind)?;
                let one = Some(Amount::Const(1));
                prevent_and(print(words), Instr::RemoveCounters(Objects::Source, Some(kind), one))
            }
            Words::PreventAndRemoveOne { has, kind }
            | Words::PreventAndRemoveSelf { has, kind }
            | Words::PreventAndRemoveMany { has, kind } => {
                let (has, kind) = (self.counter(has)?, self.counter(kind)?);
                let many = matches!(words, Words::PreventAndRemoveMany { .. });
                let n = if many { Amount::Event } else { Amount::Const(1) };
                let remove = Instr::RemoveCounters(Objects::Source, Some(kind), Some(n));
                let mut all = prevent_and(print(words), remove);
                for ability in &mut all {
                    let has = Filter::just(Test::HasCounter(Some(has)));
                    ability.condition = Some(Condition::ObjectIs(Objects::Source, has));
                }
                all
            }
            Words::PreventSome { noun, n } => {
                let described = self.noun(frame, noun)?;
                if !described.source && described.zone != Some(Zone::Battlefield) {
                    return unsupported("the source", noun);
                }
                replacement(Replacement::Damage {
                    source: described.filter,
                    to_players: Some(PlayerFilter::You),
                    to_objects: None,
                    combat: None,
                    change: NumberChange::Minus(Amount::Const(n.0)),
                })
            }
            Words::PreventSomeTo { noun, what, n } => {
                let (described, to) = (self.noun(frame, noun)?, self.noun(frame, what)?);
                if !described.source || to.zone != Some(Zone::Battlefield) {
                    return unsupported("the source", noun);
                }
                replacement(Replacement::Damage {
                    source: described.filter,
                    to_players: None,
                    to_objects: Some(to.filter),
                    combat: None,
                    change: NumberChange::Minus(Amount::Const(n.0)),
                })
            }
            Words::ManaTwice { noun } | Words::ManaThrice { noun } => {
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("what is tapped:", noun);
                }
                let what = described.filter.and(Test::Controller(PlayerFilter::You));
                let times = if matches!(words, Words::ManaTwice { .. }) { 2 } else { 3 };
                replacement(Replacement::Mana { what, color: None, times })
            }
            Words::ManaInstead { noun, mana } => {
                let described = self.noun(frame, noun)?;
                let color = match mana.0.symbols.as_slice() {
                    [ManaSymbol::Colorless] => crate::types::Colors::empty(),
                    [symbol] if symbol.colors().bits().count_ones() == 1 => symbol.colors(),
                    _ => return unsupported("the mana", mana),
                };
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("what is tapped:", noun);
                }
                replacement(Replacement::Mana { what: described.filter, color: Some(color), times: 1 })
            }
            Words::Unpreventable { kind } => unpreventable(Filter::ANY, kind),
            Words::UnpreventableBy { kind, np } => {
                let source = match np {
                    Np::Itself => Filter::just(Test::Source),
                    np => self.set_filter(frame, np)?,
                };
                unpreventable(source, kind)
            }
            Words::RedirectToSelf => replacement(Replacement::Redirect {
                source: Filter::ANY,
                to_players: Some(PlayerFilter::You),
                to_objects: None,
                combat: None,
                to: crate::effect::Recipients::Objects(Objects::Source),
            }),
            Words::PreventCombatBy { np } => {
                let source = self.one_filter(frame, np)?;
                replacement(prevented_from(source))
            }
            Words::PreventToAndBy { np } => {
                let what = self.one_filter(frame, np)?;
                let mut both = replacement(prevented_from(what.clone()));
                both.extend(replacement(Replacement::Damage {
                    source: Filter::ANY,
                    to_players: None,
                    to_objects: Some(what),
                    combat: Some(true),
                    change: NumberChange::Zero,
                }));
                both
            }
            Words::LifeGainPlus { n } => replacement(Replacement::LifeGain {
                player: PlayerFilter::You,
                change: NumberChange::Plus(Amount::Const(n.0)),
            }),
            Words::LifeGainTwice => {
                replacement(Replacement::LifeGain { player: PlayerFilter::You, change: NumberChange::Times(2) })
            }
            Words::TokensTwice | Words::EffectTokensTwice => {
                replacement(Replacement::Tokens { player: PlayerFilter::You, change: NumberChange::Times(2) })
            }
            Words::CountersPut { kinds, on, then } => {
                replacement(self.counters_change(frame, CountersBy::Anything, kinds, on, then)?)
            }
            Words::EffectPuts { kinds, on, then } => {
                replacement(self.counters_change(frame, CountersBy::Effect, kinds, on, then)?)
            }
            Words::PlayerPuts { who, kinds, on, then } => match super::player::player_filter(who) {
                Some(who) => replacement(self.counters_change(frame, CountersBy::Player(who), kinds, on, then)?),
                None => return unsupported("the player", who),
            },
            Words::YouGet => replacement(Replacement::Counters {
                what: None,
                players: Some(PlayerFilter::You),
                by: CountersBy::Anything,
                kind: None,
                change: NumberChange::Plus(Amount::Const(1)),
            }),
            Words::CantHaveCounters { what, kinds } => {
                let what = self.one_filter(frame, what)?;
                self.no_counters(Some(what), None, kinds)?
            }
            Words::ManyCantHaveCounters { noun, kinds } | Words::CountersCantBePut { kinds, noun } => {
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) || described.among.is_some() || described.random {
                    return unsupported("what counters can't be put on:", noun);
                }
                self.no_counters(Some(described.filter), None, kinds)?
            }
            Words::CantGetCounters { who, kinds } => match super::player::player_filter(who) {
                Some(players) => self.no_counters(None, Some(players), kinds)?,
                None => return unsupported("the player", who),
            },
            words => return unsupported("the sentence", words),
        })
    }

    /// On what, and to whom, no counters are put (CR 614.17).
    fn no_counters(
        &mut self,
        what: Option<Filter>,
        players: Option<PlayerFilter>,
        kinds: &CounterKinds,
    ) -> Lowered<Vec<Static>> {
        let kind = match kinds {
            CounterKinds::Any => None,
            CounterKinds::Kind { kind } => Some(self.counter(kind)?),
        };
        self.pool.uses(crate::keyword::Features::NO_COUNTERS);
        Ok(simple(StaticEffect::NoCounters { what, players, kind }))
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
        let kind = match kinds {
            CounterKinds::Any => None,
            CounterKinds::Kind { kind } => Some(self.counter(kind)?),
        };
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
    fn goes(&self, what: Filter, from: Option<Zone>, elsewhere: &Elsewhere) -> Vec<Static> {
        let mut instead = elsewhere_of(elsewhere);
        instead.linked = self.links_exile && instead.zone == Zone::Exile;
        replacement(Replacement::Moves { what, from, to: Zone::Graveyard, instead })
    }
}

/// Damage to the source is prevented, and something else is done instead.
fn prevent_and(text: String, instr: Instr) -> Vec<Static> {
    let part = Part { text, targets: Vec::new(), code: vec![instr] };
    replacement(Replacement::PreventAnd {
        source: Filter::ANY,
        to_players: None,
        to_objects: Some(Filter::just(Test::Source)),
        combat: None,
        apart: false,
        then: Script { parts: vec![part], modes: None },
    })
}

/// Such damage can't be prevented.
fn unpreventable(source: Filter, kind: &DamageKind) -> Vec<Static> {
    let rule = Rule::DamageCantBePrevented(source, super::trigger::combat(kind));
    simple(StaticEffect::Player(PlayerFilter::Any, rule))
}

/// Combat damage dealt by these is prevented.
fn prevented_from(source: Filter) -> Replacement {
    Replacement::Damage {
        source,
        to_players: Some(PlayerFilter::Any),
        to_objects: Some(Filter::ANY),
        combat: Some(true),
        change: NumberChange::Zero,
    }
}

fn elsewhere_of(elsewhere: &Elsewhere) -> Destination {
    match elsewhere {
        Elsewhere::Exile => Destination::to(Zone::Exile),
        Elsewhere::Hand => Destination::to(Zone::Hand),
        Elsewhere::Top => Destination::to(Zone::Library),
        Elsewhere::ShuffleIntoLibrary | Elsewhere::ShuffleItIntoLibrary => {
            Destination { position: LibraryPosition::Shuffled, ..Destination::to(Zone::Library) }
        }
    }
}
