//! Cards that an effect lets a player cast or play, or finds from the top of a library.

use super::context::Context;
use super::decline::{Lowered, decline};
use super::depends::{On, depends};
use super::filter::unsupported;
use super::frame::{DoneThisWay, Frame, Item};
use super::noun::Use;
use crate::ability::{AbilityKind, FromExile, FromGraveyard, PlayerRule, Static, StaticEffect};
use crate::effect::{Destination, Duration, Instr, Label, LibraryPosition, Permitted, SpentAs};
use crate::filter::{Amount, Comparison, Condition, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::happening::Happening;
use crate::text::grammar::condition::{ConditionWords, Conditions, ObjectCondition, State};
use crate::text::grammar::effect::{Clause, Clauses};
use crate::text::grammar::noun::{Back, Head, HowMany, Kind, Noun, Np, Qual, Quant, Stat};
use crate::text::grammar::object::Duration as Words;
use crate::text::grammar::player::{OwnZone, Player, Possessor, Whose, ZoneRef};
use crate::text::grammar::said::begins_with;
use crate::text::grammar::tense::Be;
use crate::text::grammar::verb::{CastHow, NameOf, PlayerVerb, SpellVerb};
use crate::text::syntax::print;
use crate::types::{CardTypes, Subtype};

impl Context<'_> {
    /// Exiles cards from the top of the library until a nonland card fits, which may be cast for nothing if the resulting spell fits too.
    /// What isn't cast goes to the bottom in a random order: all of it (CR 702.85a), or all but that card, which goes to the hand
    /// (CR 701.57a).
    pub(super) fn dig(&mut self, frame: &mut Frame, limit: Test, to_hand: bool) -> Lowered<()> {
        let (found, rest) = (frame.register()?, frame.register()?);
        let bottom = Destination { position: LibraryPosition::BottomRandom, ..Destination::to(Zone::Library) };
        let end = frame.label();
        let filter = Filter { tests: vec![Test::NotTypes(CardTypes::LAND), limit.clone()] };
        let (one, others) = (Objects::Register(found), Objects::Register(rest));
        frame.emit(Instr::RevealUntil(Players::You, filter, Amount::Const(1), found, rest));
        frame.emit(Instr::Move(one.clone(), Destination::to(Zone::Exile), Some(found)));
        frame.emit(Instr::Move(others.clone(), Destination::to(Zone::Exile), Some(rest)));
        frame.emit(Instr::CastFree(Players::You, one.clone(), Some(Filter::just(limit))));
        if to_hand {
            frame.emit(Instr::Unless(Condition::Not(Box::new(Condition::Did)), end));
            frame.emit(Instr::Move(one, Destination::to(Zone::Hand), None));
            frame.mark(end);
            frame.emit(Instr::Move(others, bottom, None));
        } else {
            frame.emit(Instr::Move(Objects::Union(vec![one, others]), bottom, None));
        }
        Ok(())
    }

    /// Cards are revealed or exiled from the top of a library until one fits.
    pub(super) fn until(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        noun: &Noun,
        n: Amount,
        exile: bool,
    ) -> Lowered<()> {
        let described = self.noun(frame, noun)?;
        if !described.card || described.zone.is_some() || described.among.is_some() {
            return unsupported("the card", noun);
        }
        let (found, rest) = (frame.register()?, frame.register()?);
        frame.emit(Instr::RevealUntil(who.clone(), described.filter.clone(), n.clone(), found, rest));
        let (one, others) = (Objects::Register(found), Objects::Register(rest));
        if exile {
            let exiled = self.exile_from_here(frame);
            frame.emit(Instr::Move(one.clone(), exiled.clone(), Some(found)));
            frame.emit(Instr::Move(others.clone(), exiled, Some(rest)));
        }
        let past = if exile { DoneThisWay::Exiled } else { DoneThisWay::Revealed };
        let all = Objects::Union(vec![others, one.clone()]);
        frame.discourse.rest = Some((all.clone(), one.clone()));
        let several = n != Amount::Const(1);
        frame.discourse.found_several = several.then(|| one.clone());
        for (objects, plural, found) in [(all, true, false), (one, several, true)] {
            frame.mention(objects, plural, found.then_some(&described));
            if let Some(mention) = frame.discourse.mentions.last_mut() {
                mention.card = true;
                // "All cards revealed this way" are those that were found, too.
                mention.past = (!(found && several)).then_some(past);
            }
        }
        Ok(())
    }

    /// What may be cast that was mentioned; what was exiled from a hand to pay for the ability is another object since (CR 400.7).
    fn as_permitted(&mut self, frame: &mut Frame, what: &Np, how: Option<&CastHow>) -> Lowered<Objects> {
        match (what, how) {
            (Np::Itself, Some(CastHow::WhileItIsExiled)) => Ok(Objects::SourceNow),
            _ => self.objects(frame, what, Use::Act),
        }
    }

    /// Lets a player cast the copies of cards that were made, now: those that aren't cast cease to exist (CR 707.12).
    fn cast_copies(&mut self, frame: &mut Frame, who: &Players, what: &Np, how: Option<&CastHow>) -> Lowered<()> {
        let Some(register) = frame.discourse.copy else { return unsupported("the casting of", what) };
        let copies = Objects::Register(register);
        let instr = match (what, how) {
            (Np::TheCopy, Some(CastHow::Free)) | (Np::TheCopies, Some(CastHow::FreeMany)) => {
                Instr::CastFree(who.clone(), copies.clone(), None)
            }
            (Np::TheCopy, None) => Instr::CastNow(who.clone(), copies.clone()),
            (Np::TheCopy, Some(CastHow::By { by })) => {
                Instr::CastFor(who.clone(), copies.clone(), self.price_ability(frame, by)?)
            }
            _ => return unsupported("the casting of", what),
        };
        frame.emit(instr);
        frame.emit(Instr::EndCopies(copies));
        frame.discourse.did = true;
        Ok(())
    }

    /// Lets a player cast or play cards, at once or for a time.
    pub(super) fn cast(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        what: &Np,
        how: Option<&CastHow>,
        lands: bool,
    ) -> Lowered<()> {
        if matches!(what, Np::TheCopy | Np::TheCopies) {
            return self.cast_copies(frame, who, what, how);
        }
        // "This card" may be another one that was exiled.
        let exiles = |item: &Item| matches!(item, Item::Instr(_, Instr::Move(_, to, _)) if to.zone == Zone::Exile);
        if *what == Np::Itself && frame.code.items.iter().any(exiles) && self.types.intersects(CardTypes::PERMANENT) {
            return decline("it is unclear which card may be played");
        }
        let mut spells = None;
        let begin = frame.code.items.len();
        let mut objects = match what {
            Np::Quant { quant, .. } if quant.targets() && !lands => self.objects(frame, what, Use::Act)?,
            Np::Quant { quant: Quant::Bare, noun }
                if !lands && *who == Players::You && frame.setting.until.is_none() && are_free_now(noun, how) =>
            {
                return self.cast_some(frame, &Quant::Some { n: HowMany::AnyNumber }, noun, how);
            }
            // "Until end of turn, you may cast noncreature spells from among those cards": any of them.
            Np::Quant { quant: Quant::Bare, noun }
                if !lands
                    && noun.is_about_spells()
                    && noun
                        .quals
                        .iter()
                        .any(|qual| matches!(qual, Qual::FromAmong { .. } | Qual::FromAmongCards { .. })) =>
            {
                let (cards, mut spell) = self.cards_and_spell(frame, noun)?;
                // That lands aren't cast goes without saying.
                spell.tests.retain(|test| *test != Test::NotTypes(CardTypes::LAND));
                spells = Some(spell).filter(|spell| !spell.tests.is_empty());
                cards
            }
            // "You may play cards exiled this way"
            Np::Quant { quant: Quant::Bare, .. } => match self.objects(frame, what, Use::Act)? {
                // What is in a hand isn't on the stack, where its spells would be looked for.
                Objects::Each(Zone::Stack, _) => return unsupported("the casting of", what),
                objects => objects,
            },
            Np::Quant { quant, noun } if !lands && *who == Players::You => {
                return self.cast_some(frame, quant, noun, how);
            }
            Np::Quant { quant: Quant::A, noun } if lands && *who == Players::You && frame.setting.until.is_some() => {
                return self.may_play_one(frame, noun);
            }
            Np::Quant { .. } => return unsupported("the casting of", what),
            what => self.as_permitted(frame, what, how)?,
        };
        // What has moved since is kept in another register.
        if let Objects::Register(register) = &objects {
            let items = &frame.code.items;
            let left = |place: &usize| {
                matches!(&items[*place], Item::Instr(_, Instr::Move(Objects::Register(from), _, into))
                    if from == register && *into != Some(*register))
            };
            if (0..items.len()).filter(left).any(|place| is_followed_by_end(&items[place + 1..])) {
                return decline("the card isn't where it was when it was mentioned");
            }
        }
        let (duration, free) = match how {
            // "Until end of turn, you may cast that card without paying its mana cost"
            Some(CastHow::Free) if frame.setting.until.is_some() => {
                (frame.lasts().unwrap_or(Duration::EndOfTurn), true)
            }
            Some(CastHow::Free) => {
                frame.emit(match lands {
                    true => Instr::PlayFree(who.clone(), objects),
                    false => Instr::CastFree(who.clone(), objects, None),
                });
                frame.discourse.did = true;
                return Ok(());
            }
            Some(CastHow::By { by }) if !lands && frame.setting.until.is_none() && is_one(what) => {
                let price = self.price_ability(frame, by)?;
                frame.emit(Instr::CastFor(who.clone(), objects, price));
                frame.discourse.did = true;
                return Ok(());
            }
            Some(CastHow::For { dur: Words::ThisTurn | Words::EndOfTurn }) => (Duration::EndOfTurn, false),
            Some(CastHow::WhileExiled | CastHow::WhileItIsExiled) => (Duration::Indefinite, false),
            Some(CastHow::FreeWhileExiled) => {
                let Some(exiled) = as_exiled(objects) else { return unsupported("the casting of", what) };
                objects = exiled;
                (Duration::Indefinite, true)
            }
            Some(CastHow::FreeMany) if frame.setting.until.is_some() => {
                (frame.lasts().unwrap_or(Duration::EndOfTurn), true)
            }
            // Each of them, or not.
            Some(CastHow::FreeMany) if !lands && matches!(what, Np::Them | Np::Those { .. }) => {
                frame.emit(Instr::CastFree(who.clone(), objects, None));
                frame.discourse.did = true;
                return Ok(());
            }
            Some(CastHow::FreeThisTurn | CastHow::FreeManyThisTurn) => (Duration::EndOfTurn, true),
            Some(CastHow::For { dur: Words::YourNextTurn }) => (Duration::YourNextTurn, false),
            Some(CastHow::For { dur: Words::YourNextEndStep }) => (Duration::YourNextEndStep, false),
            Some(CastHow::For { dur: Words::YourNextUpkeep }) => (Duration::YourNextUpkeep, false),
            Some(CastHow::For { dur: Words::WhileYouControlSource }) => (Duration::WhileYouControlSource, false),
            // A spell exiles no other card with itself.
            Some(CastHow::For { dur: Words::UntilAnotherExiled }) if is_one(what) && !frame.setting.spell => {
                (Duration::UntilAnotherExiled, false)
            }
            None if frame.setting.until.is_some() => (frame.lasts().unwrap_or(Duration::EndOfTurn), false),
            // At once, as the spell or ability resolves, for what it costs (CR 608.2g).
            None if !lands => {
                if !is_one(what) {
                    return unsupported("the casting of", what);
                }
                frame.emit(Instr::CastNow(who.clone(), objects));
                frame.discourse.did = true;
                return Ok(());
            }
            Some(CastHow::For { dur: Words::EndOfYourNextTurn } | CastHow::NextTurn) => {
                (Duration::EndOfYourNextTurn, false)
            }
            Some(CastHow::FreeSpell) => (Duration::EndOfTurn, true),
            // CR 715.3a: the spell has no other characteristics than those of the Adventure.
            Some(CastHow::AsAdventure) if !lands && *what == Np::It => {
                spells = Subtype::from_name("Adventure").map(|kind| Filter::just(Test::Subtype(kind)));
                (Duration::EndOfYourNextTurn, false)
            }
            _ => return decline("casting or playing at once for its cost isn't supported"),
        };
        // What another player may do ends by that player's turns, not by yours.
        if *who != Players::You && !matches!(duration, Duration::EndOfTurn | Duration::Indefinite) {
            return decline("how long another player may play cards isn't supported");
        }
        let (objects, most) = frame.chosen_as_played(begin, who, objects);
        frame.emit(Instr::AllowPlay {
            player: who.clone(),
            cards: objects,
            most,
            spells,
            duration,
            lands,
            free,
            how: Permitted::Usual,
            mana: SpentAs::Itself,
        });
        Ok(())
    }

    /// "You may cast that card without paying its mana cost if that spell's mana value is 4 or less": what is said of the spell is said of the
    /// face or half that is cast (CR 601.3e, 709.3a). Returns whether the words are such.
    pub(super) fn cast_if_spell(
        &mut self,
        frame: &mut Frame,
        clauses: &Clauses,
        condition: &Conditions,
    ) -> Lowered<bool> {
        let Conditions::One { a: ConditionWords::Object { what } } = condition else { return Ok(false) };
        let asks_spell = match what {
            ObjectCondition::StatIs { of: Possessor::Of { np }, stat: Stat::ManaValue, be: Be::Is, .. } => {
                matches!(&**np, Np::That { head: Head::Bare { adjs, kind: Kind::Spell } } if adjs.is_empty())
            }
            // "If it's an instant or sorcery spell."
            ObjectCondition::Its { state: State::A { noun } } => noun.is_about_spells(),
            _ => false,
        };
        let (Clause::May { who: Player::You, verbs }, true) = (&clauses.0.first, clauses.0.rest.is_empty()) else {
            return Ok(false);
        };
        let casts = |verb: &PlayerVerb| matches!(verb, PlayerVerb::Spell { verb: SpellVerb::Cast { .. } });
        if !asks_spell || !verbs.rest.is_empty() || !casts(&verbs.first.verb) {
            return Ok(false);
        }
        self.clauses(frame, clauses)?;
        let place = frame.code.items.len();
        let asked = match what {
            ObjectCondition::StatIs { cmp, .. } => {
                let (comparison, n) = self.comparison(frame, cmp)?;
                Filter::just(Test::ManaValue(comparison, n))
            }
            ObjectCondition::Its { state: State::A { noun } } => self.cast_filter(frame, noun)?,
            _ => return Ok(false),
        };
        let grown = frame.code.items.len() > place;
        match frame.code.items.last_mut() {
            Some(Item::Instr(
                _,
                Instr::CastFree(_, _, spell @ None) | Instr::AllowPlay { spells: spell @ None, lands: false, .. },
            )) if !grown => {
                *spell = Some(asked);
                Ok(true)
            }
            _ => unsupported("the condition", condition),
        }
    }

    /// "You may cast a spell with mana value 3 or less from your hand without paying its mana cost."
    fn cast_some(&mut self, frame: &mut Frame, quant: &Quant, noun: &Noun, how: Option<&CastHow>) -> Lowered<()> {
        if frame.setting.until.is_none()
            && matches!((quant, how), (Quant::A, Some(CastHow::For { dur: Words::ThisTurn | Words::EndOfTurn })))
            && noun.quals.last().is_some_and(is_from_your_graveyard)
        {
            return self.may_cast_one_this_turn(frame, noun);
        }
        let (cards, spell) = self.cards_and_spell(frame, noun)?;
        // What is said of the spell is said of the face or half that is cast, not of the card (CR 601.3e, 709.3a, 715.3).
        let (cards, spell) = match cards {
            cards if noun.is_about_spells() && !matches!(cards, Objects::Each(Zone::Hand, _)) => (cards, Some(spell)),
            cards => (that_are(cards, spell), None),
        };
        let most = match quant {
            Quant::A => Some(Amount::Const(1)),
            Quant::Some { n: HowMany::UpTo { n } } => Some(Amount::Const(n.0)),
            Quant::Some { n: HowMany::AnyNumber } => None,
            _ => return unsupported("the casting of", noun),
        };
        let of_hand = matches!(cards, Objects::Each(Zone::Hand, _));
        let own = |cards: &Objects| !matches!(cards, Objects::Each(Zone::Hand, filter) if !filter.tests.contains(&Test::Owner(PlayerFilter::You)));
        // For a time, which of them is chosen as it is cast.
        let until = frame.setting.until.is_some().then(|| frame.lasts().unwrap_or(Duration::EndOfTurn));
        let for_a_time = match how {
            None => until.map(|duration| (duration, false)),
            Some(CastHow::Free | CastHow::FreeMany) => until.map(|duration| (duration, true)),
            Some(CastHow::For { dur: Words::ThisTurn | Words::EndOfTurn }) => Some((Duration::EndOfTurn, false)),
            Some(CastHow::FreeThisTurn | CastHow::FreeManyThisTurn) => Some((Duration::EndOfTurn, true)),
            _ => None,
        };
        if let Some((duration, free)) = for_a_time {
            if of_hand {
                return unsupported("the casting of", noun);
            }
            frame.emit(Instr::AllowPlay {
                player: Players::You,
                cards,
                most,
                spells: spell,
                duration,
                lands: false,
                free,
                how: Permitted::Usual,
                mana: SpentAs::Itself,
            });
            return Ok(());
        }
        // What is cast isn't found where it was any more (CR 400.7): the others are all that is.
        let among = match &cards {
            Objects::Those(among, _) => &**among,
            cards => cards,
        };
        if frame.discourse.looked.as_ref() == Some(among) || matches!(among, Objects::Register(_)) {
            frame.discourse.rest = Some((among.clone(), Objects::Union(Vec::new())));
        }
        let some = |cards, free| {
            let (spells, most) = (spell.clone(), most.clone());
            Instr::CastSome { player: Players::You, cards, spells, most, free }
        };
        let cast = match (quant, how) {
            // At once, as the spell or ability resolves, for what it costs (CR 608.2g).
            (Quant::A, None) if !of_hand && until.is_none() => some(cards, false),
            (Quant::Some { .. }, Some(CastHow::FreeMany)) if (of_hand || most.is_some()) && own(&cards) => {
                some(cards, true)
            }
            // A card of another's hand is picked out of it first.
            (Quant::A, Some(CastHow::Free)) if !own(&cards) => {
                Instr::CastFree(Players::You, self.pick(frame, cards, Amount::Const(0), Amount::Const(1))?, None)
            }
            (Quant::A, Some(CastHow::Free)) => some(cards, true),
            (Quant::Some { n: HowMany::AnyNumber }, Some(CastHow::FreeMany)) if !of_hand => {
                Instr::CastFree(Players::You, cards, spell)
            }
            _ => return unsupported("the casting of", noun),
        };
        frame.emit(cast);
        frame.discourse.did = true;
        Ok(())
    }

    /// "Until end of turn, you may play a card exiled with ~": which one is chosen as it is played.
    fn may_play_one(&mut self, frame: &mut Frame, noun: &Noun) -> Lowered<()> {
        let cards = self.set(frame, noun)?;
        let Objects::Each(Zone::Exile, _) = cards else { return unsupported("the casting of", noun) };
        let duration = frame.lasts().unwrap_or(Duration::EndOfTurn);
        frame.emit(Instr::AllowPlay {
            player: Players::You,
            cards,
            most: Some(Amount::Const(1)),
            spells: None,
            duration,
            lands: true,
            free: false,
            how: Permitted::Usual,
            mana: SpentAs::Itself,
        });
        Ok(())
    }

    /// "You may cast a creature spell from your graveyard this turn": one, which isn't chosen before it is cast.
    fn may_cast_one_this_turn(&mut self, frame: &mut Frame, noun: &Noun) -> Lowered<()> {
        let mut spell = noun.clone();
        spell.quals.pop();
        let cards = self.cast_filter(frame, &spell)?;
        if depends(&cards, &[On::Registers, On::Target, On::Event, On::Current, On::ThisWay])
            || frame.setting.asks_chosen
        {
            return decline("what only this resolution knows isn't remembered for later");
        }
        let rule = PlayerRule::PlayFromGraveyard(FromGraveyard { once: true, ..FromGraveyard::all(cards) });
        let text = format!("You may cast a {} this turn.", print(noun));
        let id = self.static_ability(text, StaticEffect::Player(PlayerFilter::You, rule))?;
        frame.emit(Instr::PlayerEffect(id, Duration::EndOfTurn));
        Ok(())
    }

    /// The cards that are described as the spells they become, "spells from among those cards", "a creature spell from your hand": the cards
    /// there are, and what is said of the spell.
    fn cards_and_spell(&mut self, frame: &mut Frame, noun: &Noun) -> Lowered<(Objects, Filter)> {
        let mut noun = noun.clone();
        let (mut from, mut among, mut those) = (None, None, None);
        noun.quals.retain(|qual| match qual {
            Qual::From { zone } => {
                from = Some(zone.clone());
                false
            }
            Qual::FromAmong { back } => {
                among = Some((**back).clone());
                false
            }
            Qual::FromAmongCards { noun } => {
                those = Some((**noun).clone());
                false
            }
            _ => true,
        });
        let mut described = self.noun(frame, &noun)?;
        described.filter.tests.retain(|test| *test != Test::Spell);
        // Lands aren't cast (CR 305.9).
        described.filter.tests.push(Test::NotTypes(CardTypes::LAND));
        match (from, among, those) {
            // "Target opponent reveals their hand. You may cast a spell from among those cards."
            (None, Some(Back::Those { head }), None)
                if frame.discourse.looked.is_none()
                    && matches!(frame.discourse.revealed, Some((_, None)))
                    && begins_with(&head, "card") =>
            {
                let Some((whose, None)) = frame.discourse.revealed.take() else {
                    return unsupported("the casting of", &noun);
                };
                let hand = Objects::Each(Zone::Hand, Filter::just(Test::OwnerIn(Box::new(whose))));
                Ok((hand, described.filter))
            }
            (None, Some(back), None) => Ok((self.back(frame, &back)?, described.filter)),
            (None, None, Some(cards)) => match self.set(frame, &cards)? {
                cards @ (Objects::Each(Zone::Exile | Zone::Graveyard, _) | Objects::Those(..)) => {
                    Ok((cards, described.filter))
                }
                _ => unsupported("the casting of", &noun),
            },
            (Some(zone), None, None) => {
                let (zone, owner) = self.zone(frame, &zone)?;
                match zone {
                    Zone::Hand | Zone::Graveyard | Zone::Exile => {
                        Ok((Objects::Each(zone, Filter { tests: owner.into_iter().collect() }), described.filter))
                    }
                    _ => unsupported("the casting of", &noun),
                }
            }
            (None, None, None) if described.card && described.zone == Some(Zone::Exile) => {
                Ok((Objects::Each(Zone::Exile, Filter::ANY), described.filter))
            }
            _ => unsupported("the casting of", &noun),
        }
    }
}

/// Returns whether it is one card that is cast.
fn is_one(what: &Np) -> bool {
    matches!(what, Np::Quant { quant: Quant::Target | Quant::AnotherTarget, .. } | Np::It | Np::That { .. })
}

/// Those of the cards that fit, too.
fn that_are(cards: Objects, fit: Filter) -> Objects {
    match cards {
        Objects::Each(zone, mut filter) => {
            filter.tests.extend(fit.tests);
            Objects::Each(zone, filter)
        }
        Objects::Those(all, mut filter) => {
            filter.tests.extend(fit.tests);
            Objects::Those(all, filter)
        }
        cards => Objects::Those(Box::new(cards), fit),
    }
}

impl Frame {
    /// "You may play up to two of those cards until the end of your next turn": which ones is chosen as they are played, not as the permission
    /// is given. What was to be chosen among by what is written since `begin`, and how many.
    fn chosen_as_played(&mut self, begin: usize, who: &Players, objects: Objects) -> (Objects, Option<Amount>) {
        match (self.code.items.get(begin..).and_then(<[Item]>::last), &objects) {
            (Some(Item::Instr(_, Instr::Pick(pick, into))), Objects::Register(register))
                if into == register && pick.chooser == *who && !pick.random =>
            {
                let among = (pick.from.clone(), Some(pick.max.clone()));
                self.code.items.pop();
                among
            }
            _ => (objects, None),
        }
    }

    /// Returns whether cards are cast at once before.
    pub(super) fn casts(&self) -> bool {
        let casts = |item: &Item| {
            matches!(
                item,
                Item::Instr(_, Instr::CastFree(..) | Instr::CastSome { .. } | Instr::CastNow(..) | Instr::CastFor(..))
            )
        };
        self.code.items.iter().any(casts)
    }
}

/// Which names can be chosen.
pub(super) fn named(what: &NameOf) -> Filter {
    let land = || Test::Types(CardTypes::LAND);
    let basic_land = || {
        let both = Filter::just(land()).and(Test::Supertype(crate::types::Supertypes::BASIC));
        Test::Not(Box::new(both))
    };
    Filter {
        tests: match what {
            NameOf::Any | NameOf::AnyAtAll => Vec::new(),
            NameOf::Nonland => vec![Test::NotTypes(CardTypes::LAND)],
            NameOf::Creature => vec![Test::Types(CardTypes::CREATURE)],
            NameOf::Land => vec![land()],
            NameOf::Artifact => vec![Test::Types(CardTypes::ARTIFACT)],
            NameOf::Nonartifact => vec![Test::NotTypes(CardTypes::ARTIFACT | CardTypes::LAND)],
            NameOf::NonbasicLand => vec![land(), basic_land()],
            NameOf::NotBasicLand => vec![basic_land()],
            NameOf::NoncreatureNonland => vec![Test::NotTypes(CardTypes::CREATURE | CardTypes::LAND)],
        },
    }
}

/// Returns whether what comes after these items may be done after them: not if they lead past it, as one of two cases does to the other.
fn is_followed_by_end(items: &[Item]) -> bool {
    let after = |label: Label, rest: &[Item]| {
        let mark = rest.iter().position(|item| matches!(item, Item::Mark(mark) if *mark == label));
        mark.is_some_and(|mark| is_followed_by_end(&rest[mark + 1..]))
    };
    for (place, item) in items.iter().enumerate() {
        let Item::Instr(_, instr) = item else { continue };
        let rest = &items[place + 1..];
        match instr {
            Instr::Jump(label) => return after(*label, rest),
            other if other.label().is_some_and(|label| after(label, rest)) => return true,
            _ => {}
        }
    }
    true
}

/// Cards of your graveyard.
fn is_from_your_graveyard(qual: &Qual) -> bool {
    matches!(qual, Qual::From { zone: ZoneRef::Of { whose: Whose::Your, zone: OwnZone::Graveyard } })
}

impl Context<'_> {
    /// "During any turn you attacked with a Rogue, you may cast that card": for good, in such turns of yours.
    pub(super) fn in_attack_turns(&mut self, frame: &mut Frame, with: &Np, clauses: &Clauses) -> Lowered<()> {
        let (noun, n) = match with {
            Np::Quant { quant: Quant::OrMore { n }, noun } => (Some(noun), n.0),
            Np::Quant { noun, .. } => (Some(noun), 1),
            _ => (None, 1),
        };
        let what = match noun {
            Some(noun) => {
                let described = self.noun(frame, noun)?;
                if !described.describes_permanents() || described.card {
                    return unsupported("what attacked:", noun);
                }
                described.filter
            }
            None => Filter::just(Test::Source),
        };
        // A creature that attacked twice is one creature (CR 508.1a); in your own turns creatures of yours don't block.
        let attacked = match noun {
            _ if n == 1 => Amount::Happened(Happening::FOUGHT, what.and(Test::Controller(PlayerFilter::You))),
            Some(noun) if noun.is_plain_creature() => Amount::AttackersDeclared(Players::You),
            _ => return unsupported("how many attacked:", with),
        };
        let asked = Condition::Compare(attacked, Comparison::AtLeast, Amount::Const(n));
        let condition = Some(Condition::All(vec![Condition::TurnOf(PlayerFilter::You), asked]));
        let effect = StaticEffect::Player(PlayerFilter::You, PlayerRule::PlayExiled(FromExile::linked(Filter::ANY)));
        let asks = Static { zone: Zone::Exile, condition, effect };
        let text = format!("You attacked with {} this turn.", print(with));
        let asks = self.add(text, AbilityKind::Static(Box::new(asks)));
        let begin = frame.code.items.len();
        frame.setting.until = Some(Duration::Indefinite);
        let result = self.clauses(frame, clauses);
        frame.setting.until = None;
        result?;
        for item in &mut frame.code.items[begin..] {
            match item {
                Item::Instr(_, Instr::AllowPlay { how: how @ Permitted::Usual, .. }) => *how = Permitted::While(asks),
                Item::Instr(..) => return unsupported("what is done in such turns:", clauses),
                Item::Mark(_) => {}
            }
        }
        Ok(())
    }
}

/// "You may cast instant and sorcery spells from among them without paying their mana costs": any number of them, as long as it isn't said that
/// they may be cast later.
fn are_free_now(noun: &Noun, how: Option<&CastHow>) -> bool {
    let among = |qual: &Qual| matches!(qual, Qual::FromAmong { .. });
    how == Some(&CastHow::FreeMany) && noun.is_about_spells() && noun.quals.iter().any(among)
}

/// What has been exiled, as it is there: of a target that is another object now (CR 400.7). What may not have been exiled isn't what may be cast.
fn as_exiled(objects: Objects) -> Option<Objects> {
    match objects {
        Objects::Union(_) => None,
        Objects::Target(_) => Some(Objects::Moved(Box::new(objects))),
        _ => Some(objects),
    }
}
