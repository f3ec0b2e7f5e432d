//! Sentences that change what the sentence before them does.

use crate::ability::{AbilityKind, Static, StaticEffect};
use crate::effect::{
    Attacking, Destination, DiscardHow, Duration as Span, Instr, LibraryPosition, ManaOutput, Modification, NewTokens,
    Pick,
};
use crate::filter::{Amount, Condition, CounterKind, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::keyword::KeywordName;
use crate::text::grammar::effect::{Clause, Clauses, EnterAttacking, Sentence};
use crate::text::grammar::noun::{Noun, Np, Participle, Qual, Quant};
use crate::text::grammar::player::Player;
use crate::text::grammar::series::Chain;
use crate::text::grammar::words::{CounterWord, Mana};
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::{Frame, Item};
use crate::text::lower::noun::Use;
use crate::text::syntax::print;
use crate::types::{CardTypes, Subtype};

impl Context<'_> {
    /// "It can't be regenerated": said of what the sentence before destroys.
    pub(super) fn no_regeneration(&mut self, frame: &mut Frame, np: &Np, sentence: &Sentence) -> Lowered<()> {
        if let Np::Quant { quant: Quant::A | Quant::Bare, noun } = np {
            return self.destroyed_so(frame, noun, sentence);
        }
        if !matches!(np, Np::It | Np::They | Np::That { .. } | Np::Those { .. }) {
            return unsupported("the sentence", sentence);
        }
        for item in frame.code.items.iter_mut().rev() {
            if let Item::Instr(_, Instr::Destroy(_, no_regeneration)) = item {
                *no_regeneration = true;
                return Ok(());
            }
        }
        decline("no earlier sentence destroys anything")
    }

    /// "Creatures destroyed this way can't be regenerated": said of whatever is destroyed before, if those are creatures.
    fn destroyed_so(&mut self, frame: &mut Frame, noun: &Noun, sentence: &Sentence) -> Lowered<()> {
        let alone = Noun { quals: Vec::new(), ..noun.clone() };
        if !alone.is_plain_creature() || noun.quals != [Qual::ThisWay { past: Participle::Destroyed }] {
            return unsupported("the sentence", sentence);
        }
        let creatures = |filter: &Filter| filter.tests.contains(&Test::Types(CardTypes::CREATURE));
        let targets = &frame.code.targets;
        let mut found = false;
        for item in &mut frame.code.items {
            let Item::Instr(_, Instr::Destroy(objects, no_regeneration)) = item else { continue };
            let known = match objects {
                Objects::Each(Zone::Battlefield, filter) => creatures(filter),
                Objects::Target(spec) => {
                    targets[usize::from(*spec)].objects.iter().all(|(_, filter)| creatures(filter))
                }
                _ => false,
            };
            if !known {
                return unsupported("the sentence", sentence);
            }
            (*no_regeneration, found) = (true, true);
        }
        if found { Ok(()) } else { decline("no earlier sentence destroys anything") }
    }

    /// "If that spell would be put into a graveyard, exile it instead": said of a spell that the sentence before lets a player cast.
    pub(super) fn exile_afterwards(&mut self, frame: &mut Frame) -> Lowered<()> {
        // The spell is one that an effect before lets a player cast.
        let found = frame.code.items.iter().enumerate().rev().find_map(|(place, item)| match item {
            Item::Instr(
                _,
                Instr::CastFree(_, cards, _)
                | Instr::PlayFree(_, cards)
                | Instr::CastSome { cards, .. }
                | Instr::CastNow(_, cards)
                | Instr::CastFor(_, cards, _),
            )
            | Item::Instr(_, Instr::AllowPlay { cards, .. }) => Some((place, cards.clone())),
            _ => None,
        });
        // Which cards they are is fixed then, as only those that are there are told what becomes of them.
        if let Some((place, cards)) = &found
            && cards.is_asked_anew()
            && let Item::Instr(_, Instr::AllowPlay { cards, .. }) = &mut frame.code.items[*place]
        {
            *cards = Objects::Those(Box::new(cards.clone()), Filter::ANY);
        }
        match found {
            Some((_, Objects::Each(Zone::Hand, _))) | None => decline("no earlier sentence casts a spell"),
            Some((place, cards)) => {
                frame.insert(place, Instr::ExileAfterwards(cards));
                Ok(())
            }
        }
    }

    /// Auras are attached to what you choose as this resolves: another permanent that all of them could be attached to (CR 303.4j, 701.3).
    pub(super) fn auras_over(&mut self, frame: &mut Frame, noun: &Noun) -> Lowered<()> {
        let target = Np::Quant { quant: Quant::Target, noun: noun.clone() };
        let from = self.objects(frame, &target, Use::Act)?;
        let auras = frame.register()?;
        let attached = Objects::AttachedTo(Box::new(from.clone()));
        frame.emit(Instr::SetObjects(
            auras,
            Objects::Those(Box::new(attached), Filter::just(Test::Subtype(Subtype::AURA))),
        ));
        let host = Filter::just(Test::Types(CardTypes::PERMANENT))
            .and(Test::ControllerIn(Box::new(Players::ControllerOf(Box::new(from.clone())))))
            .and(Test::Not(Box::new(Filter::just(Test::Is(Box::new(from))))))
            .and(Test::CouldHost(Box::new(Objects::Register(auras))));
        let one = || Amount::Const(1);
        let chosen = frame.register()?;
        let from = Objects::Each(Zone::Battlefield, host);
        frame.emit(Instr::Pick(Pick { chooser: Players::You, from, min: one(), max: one(), random: false }, chosen));
        frame.emit(Instr::Attach(Objects::Register(auras), Objects::Register(chosen)));
        Ok(())
    }

    /// "Each player chooses a number of lands they control equal to the number of lands controlled by the player who controls the fewest,
    /// then sacrifices the rest", and what is done "the same way": each keeps as many as whoever has the fewest (CR 101.4, 608.2e).
    pub(super) fn balance(&mut self, frame: &mut Frame, sentence: &Sentence) -> Lowered<()> {
        let creatures = Filter::just(Test::Types(CardTypes::CREATURE));
        match sentence {
            Sentence::Balance { a, .. } => {
                let described = self.noun(frame, a)?;
                if !described.describes_permanents() {
                    return unsupported("what is sacrificed:", a);
                }
                frame.sacrifice_down(described.filter)
            }
            Sentence::BalanceCardsFirst => {
                frame.discard_down()?;
                frame.sacrifice_down(creatures)
            }
            Sentence::BalanceCardsLast => {
                frame.sacrifice_down(creatures)?;
                frame.discard_down()
            }
            _ => frame.discard_down(),
        }
    }

    /// Where the spell goes that the sentence before counters (CR 701.6a).
    pub(super) fn countered_to(&mut self, frame: &mut Frame, sentence: &Sentence) -> Lowered<()> {
        let zone = match sentence {
            Sentence::CounteredToExile | Sentence::CounteredToExileWith { .. } => Zone::Exile,
            Sentence::CounteredToTop | Sentence::CounteredToBottom { .. } => Zone::Library,
            _ => Zone::Hand,
        };
        let position = match sentence {
            Sentence::CounteredToBottom { .. } => LibraryPosition::Bottom,
            _ => LibraryPosition::Top,
        };
        let counters = match sentence {
            Sentence::CounteredToExileWith { counters } => vec![self.counters_of(frame, counters)?],
            _ => Vec::new(),
        };
        for item in frame.code.items.iter_mut().rev() {
            if let Item::Instr(_, Instr::Counter(_, to)) = item {
                *to = Some(Destination { position, counters, ..Destination::to(zone) });
                return Ok(());
            }
        }
        decline("no earlier sentence counters anything")
    }

    /// "Exile that card instead of putting it into your graveyard as it resolves. If you do, return it to your hand at the beginning of the next
    /// end step": of the spell that the event is about (CR 614.15).
    fn exiled_as_it_resolves(&mut self, frame: &mut Frame) -> Lowered<()> {
        if !frame.discourse.mentions.iter().any(|mention| mention.spell && mention.before == Some(Objects::Event)) {
            return decline("it is unclear which spell is exiled");
        }
        let code = vec![Instr::Move(Objects::Source, Destination::to(Zone::Hand), None)];
        let returns = self.scripted("Return it to your hand.", Zone::Exile, Vec::new(), code);
        let text = "Exile it instead of putting it into your graveyard as it resolves.".to_owned();
        let effect = StaticEffect::ExiledAsItResolves(returns);
        let given = Static { zone: Zone::Stack, condition: None, effect };
        let given = self.add(text, AbilityKind::Static(Box::new(given)));
        frame.emit(Instr::Continuous(Objects::Event, vec![Modification::AddAbility(given)], Span::Indefinite));
        Ok(())
    }

    /// "If it doesn't have suspend, it gains suspend": what was put into exile with time counters just now, or got them there (CR 702.62a).
    pub(super) fn gains_suspend(&mut self, frame: &mut Frame) -> Lowered<()> {
        let timed = |to: &Destination| to.counters.iter().any(|(kind, _)| *kind == CounterKind::TIME);
        let card = match frame.last_instr() {
            Some(Instr::AddCounters(card, CounterKind::TIME, _)) => card.clone(),
            Some(Instr::Move(moved, to, _)) if to.zone == Zone::Exile && timed(to) => {
                Objects::Moved(Box::new(moved.clone()))
            }
            Some(Instr::Counter(countered, Some(to))) if to.zone == Zone::Exile && timed(to) => {
                Objects::Moved(Box::new(countered.clone()))
            }
            _ => return decline("no card got time counters just before"),
        };
        let lacks = Test::Not(Box::new(Filter::just(Test::HasKeywordNamed(KeywordName::Suspend))));
        let (label, abilities) = (frame.label(), self.suspended());
        frame.emit(Instr::Unless(Condition::ObjectIs(card.clone(), Filter::just(lacks)), label));
        let changes = abilities.into_iter().map(Modification::AddAbility).collect();
        frame.emit(Instr::Continuous(card, changes, Span::Indefinite));
        frame.mark(label);
        Ok(())
    }

    /// "... put that card on the top or bottom of its owner's library": you choose which.
    pub(super) fn countered_to_either_end(&mut self, frame: &mut Frame) -> Lowered<()> {
        let Some(Item::Instr(_, Instr::Counter(what, None))) = frame.code.items.last().cloned() else {
            return decline("no earlier sentence counters anything");
        };
        frame.code.items.pop();
        let to = |position| Some(Destination { position, ..Destination::to(Zone::Library) });
        let (bottom, end) = (frame.label(), frame.label());
        frame.emit(Instr::May(Players::You, bottom));
        frame.emit(Instr::Counter(what.clone(), to(LibraryPosition::Top)));
        frame.emit(Instr::Jump(end));
        frame.mark(bottom);
        frame.emit(Instr::Counter(what, to(LibraryPosition::Bottom)));
        frame.mark(end);
        frame.discourse.did = false;
        Ok(())
    }

    /// "If an artifact or creature spell is countered this way, put that card onto the battlefield under your control instead of into its
    /// owner's graveyard": no other spell goes elsewhere.
    pub(super) fn countered_onto_battlefield(&mut self, frame: &mut Frame, noun: &Noun) -> Lowered<()> {
        let described = self.noun(frame, noun)?;
        let Some(Instr::Counter(what, None)) = frame.last_instr().cloned().filter(|_| described.spell) else {
            return decline("no earlier sentence counters anything");
        };
        frame.code.items.pop();
        let mut to = Destination::to(Zone::Battlefield);
        to.controller = Some(Players::You);
        let (other, end) = (frame.label(), frame.label());
        frame.emit(Instr::Unless(Condition::ObjectIs(what.clone(), described.filter), other));
        frame.emit(Instr::Counter(what.clone(), Some(to)));
        frame.emit(Instr::Jump(end));
        frame.mark(other);
        frame.emit(Instr::Counter(what, None));
        frame.mark(end);
        frame.discourse.did = false;
        Ok(())
    }

    /// What is said of the spell of an event, or of what may be cast.
    pub(super) fn cast_so(&mut self, frame: &mut Frame, sentence: &Sentence) -> Lowered<()> {
        match sentence {
            Sentence::FreeThisWay { noun } => self.free_this_way(frame, noun),
            _ => self.exiled_as_it_resolves(frame),
        }
    }

    /// "You may cast Equipment spells this way without paying their mana costs": of the cards that the sentence before lets you play.
    fn free_this_way(&mut self, frame: &mut Frame, noun: &Noun) -> Lowered<()> {
        let which = self.cast_filter(frame, noun)?;
        let Some(instr @ Instr::AllowPlay { free: false, spells: None, .. }) = frame.last_instr().cloned() else {
            return decline("no earlier sentence lets anybody cast anything");
        };
        let mut without = instr;
        if let Instr::AllowPlay { free, spells, lands, .. } = &mut without {
            (*free, *spells, *lands) = (true, Some(which), false);
        }
        frame.emit(without);
        Ok(())
    }

    /// "Then each player who searched their library this way shuffles": once, however often they have searched it.
    pub(super) fn searchers_shuffle(&mut self, frame: &mut Frame) -> Lowered<()> {
        let mut searches = frame.code.items.iter().enumerate().filter_map(|(place, item)| match item {
            Item::Instr(_, Instr::Search { player, of, zones, .. }) if player == of && *zones == [Zone::Library] => {
                Some((place, player.clone()))
            }
            _ => None,
        });
        let (Some((place, player)), None) = (searches.next(), searches.next()) else {
            return decline("it is unclear who has searched their library");
        };
        let searchers = frame.number_register()?;
        let note = frame.new_item(Instr::NotePlayer(searchers));
        let noted = frame.each_of_players(&player, vec![note]);
        frame.code.items.splice(place + 1..place + 1, noted);
        let none_yet = frame.new_item(Instr::SetNumber(searchers, Amount::Const(0)));
        frame.code.items.insert(0, none_yet);
        frame.emit(Instr::Shuffle(Players::Noted(searchers)));
        Ok(())
    }

    /// "Each opponent attacking that player does the same" as you: with two players, the opponent whose turn it is, if it is theirs
    /// (CR 508.1, 102.2). Returns whether the sentence is that one.
    pub(super) fn attackers_do_the_same(
        &mut self,
        frame: &mut Frame,
        (first, rest): (&Sentence, &[Sentence]),
        index: usize,
    ) -> Lowered<bool> {
        let before = match index {
            _ if index == 0 || rest[index - 1] != Sentence::AttackersDoTheSame => return Ok(false),
            1 => first,
            _ => &rest[index - 2],
        };
        let verbs = match before {
            Sentence::Plain { prefix: None, clauses, suffix: None, x: None } if clauses.0.rest.is_empty() => {
                match &clauses.0.first {
                    Clause::Imperative { verbs } | Clause::Player { who: Player::You, verbs } => verbs.clone(),
                    _ => return unsupported("what the others do, too:", before),
                }
            }
            _ => return unsupported("what the others do, too:", before),
        };
        let (targets, end) = (frame.code.targets.len(), frame.label());
        // Whoever has no creature left that attacks the player is no attacker any more.
        let attackers = Filter::just(Test::AttackingPlayer(PlayerFilter::Enchanted));
        let attacked = Condition::Exists(Zone::Battlefield, attackers);
        let attack = Condition::All(vec![Condition::TurnOf(PlayerFilter::Opponent), attacked]);
        frame.emit(Instr::Unless(attack, end));
        let theirs = Clause::Player { who: Player::TheActivePlayer, verbs };
        let clauses = Clauses(Chain { first: theirs, rest: Vec::new() });
        self.sentence(frame, &Sentence::Plain { prefix: None, clauses: clauses.into(), suffix: None, x: None })?;
        frame.mark(end);
        if frame.code.targets.len() > targets { decline("a target for each of them isn't supported") } else { Ok(true) }
    }

    /// What the mana that the sentence before adds can be spent on, and how long it stays (CR 106.6).
    pub(super) fn restrict_mana(&mut self, frame: &mut Frame, sentence: &Sentence) -> Lowered<()> {
        // How long it stays is said of "this mana", whatever was done after it was added.
        let mut added = frame.code.items.iter_mut().filter_map(|item| match item {
            Item::Instr(_, Instr::AddMana(_, output)) => Some(output),
            _ => None,
        });
        let (Some(output), None) = (added.next(), added.next()) else {
            return unsupported("the sentence", sentence);
        };
        let before = output.unrestricted().1;
        let Some(rule) = self.spend_rule(frame, sentence, before)? else {
            return unsupported("the sentence", sentence);
        };
        for item in &mut frame.code.items {
            if let Item::Instr(_, Instr::AddMana(_, output)) = item {
                *output = ManaOutput::Restricted(Box::new(output.unrestricted().0.clone()), rule);
            }
        }
        Ok(())
    }

    /// "You may pay {2} to end this effect": said of the effect before.
    pub(super) fn may_end(&mut self, frame: &mut Frame, mana: &Mana, sentence: &Sentence) -> Lowered<()> {
        let end = self.pool.end_of_effect(print(sentence), mana.0.clone());
        for item in frame.code.items.iter_mut().rev() {
            if let Item::Instr(_, Instr::Continuous(Objects::Source, _, span @ Span::Indefinite)) = item {
                *span = Span::UntilEnded(end);
                return Ok(());
            }
        }
        decline("no earlier effect lasts indefinitely")
    }

    /// "It's still a land": said of what the sentence before makes something else.
    pub(super) fn still_land(&mut self, frame: &mut Frame) -> Lowered<()> {
        for item in frame.code.items.iter_mut().rev() {
            if let Item::Instr(_, Instr::Continuous(_, modifications, _)) = item
                && stays_what_it_was(modifications)
            {
                return Ok(());
            }
        }
        decline("no earlier sentence says what becomes what")
    }
}

/// "It's still a land": all prior card types and subtypes are retained (CR 205.1b). Whether something becomes anything.
fn stays_what_it_was(modifications: &mut [Modification]) -> bool {
    let mut becomes = false;
    for modification in modifications {
        match modification {
            Modification::SetTypes(types) => *modification = Modification::AddTypes(*types),
            Modification::AddTypes(_) => {}
            Modification::SetSubtypes(_, subtypes) => {
                *modification = Modification::AddSubtypes(std::mem::take(subtypes));
                continue;
            }
            _ => continue,
        }
        becomes = true;
    }
    becomes
}

impl Frame {
    /// Each player chooses as many permanents that fit as whoever has the fewest, and sacrifices the rest, as far as it can be: what can't
    /// be may be among it (CR 101.2, 101.4, 608.2c).
    fn sacrifice_down(&mut self, what: Filter) -> Lowered<()> {
        let of = |who| Amount::Count(Zone::Battlefield, what.clone().and(Test::ControllerIn(Box::new(who))));
        let fewest = self.fewest(of)?;
        let (kept, all, end) = (self.register()?, self.register()?, self.label());
        self.emit(Instr::ForEachPlayer(Players::Each, end));
        let theirs = what.clone().and(Test::ControllerIn(Box::new(Players::Current)));
        let from = Objects::Each(Zone::Battlefield, theirs);
        let keep = Pick { chooser: Players::Current, from, min: fewest.clone(), max: fewest, random: false };
        self.emit(Instr::Pick(keep, kept));
        self.emit(Instr::AddObjects(all, Objects::Register(kept)));
        self.mark(end);
        let rest = what.and(Test::Not(Box::new(Filter::just(Test::Is(Box::new(Objects::Register(all)))))));
        self.emit(Instr::Sacrifice(Players::Each, Objects::Each(Zone::Battlefield, rest)));
        Ok(())
    }

    /// Each player discards as many cards as they have more than the other.
    fn discard_down(&mut self) -> Lowered<()> {
        let amount = self.more_than_the_fewest(Amount::HandSize)?;
        self.emit(Instr::Discard(Players::Each, DiscardHow::Choose(amount, Filter::ANY), None));
        Ok(())
    }

    /// How many more each has, as counted before anything is done (CR 608.2h).
    fn more_than_the_fewest(&mut self, of: impl Fn(Players) -> Amount) -> Lowered<Amount> {
        let fewest = self.fewest(&of)?;
        Ok(Amount::Difference(Box::new(of(Players::Current)), Box::new(fewest)))
    }

    /// How many the player has who has the fewest, as counted now.
    fn fewest(&mut self, of: impl Fn(Players) -> Amount) -> Lowered<Amount> {
        let fewest = Amount::Least(Box::new(of(Players::You)), Box::new(of(Players::Opponents)));
        let register = self.number_register()?;
        self.emit(Instr::SetNumber(register, fewest));
        Ok(Amount::Register(register))
    }
}

impl Frame {
    /// The tokens of the last instruction that makes any, which is the last of all, enter tapped and attacking (CR 508.4).
    pub(super) fn tokens_attack(&mut self, whom: &EnterAttacking) -> Lowered<()> {
        let whom = match whom {
            EnterAttacking::Anyone => Attacking::Chosen,
            EnterAttacking::ThatPlayer => Attacking::ThatPlayer,
        };
        match self.code.items.last_mut() {
            Some(Item::Instr(_, Instr::CreateToken(NewTokens { tapped, attacking, .. })))
            | Some(Item::Instr(_, Instr::CreateCopy { tapped, attacking, .. })) => {
                (*tapped, *attacking) = (true, whom);
                Ok(())
            }
            _ => decline("it is unclear which tokens are meant"),
        }
    }
}

impl Context<'_> {
    /// Of the counters that the sentence before puts somewhere, no more may be chosen than that there are so many of them then.
    pub(super) fn counters_at_most(&mut self, frame: &mut Frame, kind: &CounterWord, on: &Np, n: i32) -> Lowered<()> {
        let (kind, on) = (self.counter(kind)?, self.objects(frame, on, Use::Read)?);
        let [
            ..,
            Item::Instr(_, Instr::ChooseNumber(_, _, most, chosen)),
            Item::Instr(_, Instr::AddCounters(to, put, number)),
        ] = frame.code.items.as_mut_slice()
        else {
            return decline("it is unclear which counters are meant");
        };
        if *to != on || *put != kind || *number != Amount::Register(*chosen) {
            return decline("it is unclear which counters are meant");
        }
        let there = Amount::Counters(on, Some(kind));
        let room = Amount::Difference(Box::new(Amount::Const(n)), Box::new(there));
        let room = Amount::Greatest(Box::new(room), Box::new(Amount::Const(0)));
        *most = Amount::Least(Box::new(most.clone()), Box::new(room));
        Ok(())
    }
}
