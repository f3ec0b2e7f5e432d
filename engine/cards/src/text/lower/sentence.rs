//! Bodies, modes and sentences → instructions.

mod earlier;
mod instead_of_hand;
mod kinds;
mod melded;
mod particular;
mod priced_modes;
mod rolls;
mod rules;
mod subgame;
mod swapped;
mod villainous;

use self::kinds::{begins_with_choice, chooses_kind};
use crate::ability::{Ability, AbilityKind, PlayerRule, StaticEffect, Triggered};
use crate::cost::{Cost, CostPart};
use crate::effect::{
    Duration as Span, Instr, ModeChoice, ModeCost, Modification, NewTokens, Part, Recipients, Script, Shield,
    TargetSpec, Unchosen,
};
use crate::filter::{Amount, Comparison, Condition, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::text::grammar::condition::{ConditionWords, Conditions, MovedCondition};
use crate::text::grammar::effect::{
    AbilityOf, Body, Choose, Clause, Clauses, Mode, MoreModes, Prefix, Sentence, Suffix,
};
use crate::text::grammar::noun::{Np, Participle, Qual};
use crate::text::grammar::object::Duration;
use crate::text::grammar::player::{DidOrNot, Player};
use crate::text::grammar::said::{begins_with, refers_back, says_any};
use crate::text::grammar::series::Chain;
use crate::text::grammar::verb::{CopyNp, LookVerb, ManaVerb, PlayerVerb, SpellVerb, Times, TokenVerb};
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::depends::{On, depends};
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::{Frame, Item};
use crate::text::lower::noun::Use;
use crate::text::syntax::{has, print};
use crate::types::CardTypes;

/// What comes of an intervening "if", apart from the script.
pub(super) struct Lowering {
    pub(super) script: Script,
    pub(super) condition: Option<Condition>,
    /// The zone in which an ability works that moves its own card from there (CR 113.6).
    pub(super) zone: Option<Zone>,
}

impl Context<'_> {
    /// What a spell or ability does. `make` gives a fresh frame that knows the trigger or cost.
    pub(super) fn body(&mut self, frame: Frame, body: &Body, triggered: bool) -> Lowered<Lowering> {
        match body {
            Body::Sentences { first, rest } => {
                let mut frame = frame;
                let (condition, first) =
                    if triggered { self.intervening(&mut frame, first)? } else { (None, first.clone()) };
                self.sentences(&mut frame, &first, rest)?;
                let zone = frame.setting.zone;
                let part = frame.finish(print(body))?;
                Ok(Lowering { script: Script { parts: vec![part], modes: None }, condition, zone })
            }
            Body::Modal { choose, modes } => {
                let script = self.modes(frame, choose, modes)?;
                Ok(Lowering { script, condition: None, zone: None })
            }
            Body::Worth { most, modes } => self.worth_modes(&frame, most.0 as u8, modes),
            Body::Spree { modes } => self.priced_modes(&frame, modes, modes.len() as u8),
            Body::Tiered { modes } => self.priced_modes(&frame, modes, 1),
            Body::IfModal { condition, choose, modes } => {
                let mut frame = frame;
                if !triggered {
                    return unsupported("the condition", body);
                }
                let condition = self.conditions(&mut frame, condition)?;
                let script = self.modes(frame, choose, modes)?;
                Ok(Lowering { script, condition: Some(condition), zone: None })
            }
        }
    }

    fn modes(&mut self, frame: Frame, choose: &Choose, modes: &[Mode]) -> Lowered<Script> {
        let count = modes.len() as u8;
        let (min, max, repeat) = match choose {
            Choose::N { n } => (n.0 as u8, n.0 as u8, false),
            Choose::OneUnless { .. } | Choose::OneUnlessCast { .. } => (1, 1, false),
            Choose::OneOrBoth | Choose::OneOrBothApart if count == 2 => (1, 2, false),
            // What was chosen is kept as a set of eight.
            Choose::OneUnchosen | Choose::OneUnchosenThisTurn if count <= 8 && !frame.setting.spell => (1, 1, false),
            Choose::OneOrMore | Choose::OneOrMoreApart => (1, count, false),
            Choose::UpTo { n } => (0, n.0 as u8, false),
            Choose::AnyNumber => (0, count, false),
            Choose::NSame { n } => (n.0 as u8, n.0 as u8, true),
            Choose::UpToNSame { n } => (0, n.0 as u8, true),
            Choose::YouMayOne => (0, 1, false),
            Choose::OneOrBoth
            | Choose::OneOrBothApart
            | Choose::OpponentOne
            | Choose::OneUnchosen
            | Choose::OneUnchosenThisTurn => {
                return unsupported("the choice of modes", choose);
            }
        };
        let unchosen = match choose {
            Choose::OneUnchosen => Some(Unchosen::Ever),
            Choose::OneUnchosenThisTurn => Some(Unchosen::ThisTurn),
            _ => None,
        };
        let instead = self.modes_instead(&frame, choose, count)?;
        if min > count && !repeat {
            return unsupported("the choice of modes", choose);
        }
        let mut parts = Vec::new();
        for mode in modes {
            parts.push(self.mode(&frame, &mode.first, &mode.rest, &print(mode))?);
        }
        if parts.iter().any(Part::targets_ask_what_was_paid) {
            return decline("a mode whose targets depend on what was paid isn't supported");
        }
        let apart = matches!(choose, Choose::OneOrBothApart | Choose::OneOrMoreApart);
        if apart && !parts.iter().all(Part::targets_one_player) {
            return unsupported("the targets of the modes", choose);
        }
        let cost = if frame.setting.spell { self.casting.modes.clone() } else { ModeCost::None };
        if matches!(cost, ModeCost::All(_)) && usize::from(count) > crate::effect::MOST_MODES {
            return decline("that many modes can't be chosen all together");
        }
        Ok(Script { parts, modes: Some(ModeChoice { min, max, repeat, unchosen, apart, cost, instead }) })
    }

    /// One mode, with the words of all of it.
    fn mode(&mut self, frame: &Frame, first: &Sentence, rest: &[Sentence], words: &str) -> Lowered<Part> {
        let mut own = frame.again();
        self.sentences(&mut own, first, rest)?;
        own.finish(words.trim_start_matches("\n• ").to_owned())
    }

    /// "When you do, choose one": modes of the ability that triggers now, chosen as it is put on the stack (CR 603.3c, 603.12).
    fn reflexive_modes(
        &mut self,
        frame: &mut Frame,
        sentence: &Sentence,
        choose: &Choose,
        modes: &[Mode],
    ) -> Lowered<()> {
        if frame.setting.spell {
            return unsupported("the choice of modes", choose);
        }
        let (condition, label) = (self.done(frame)?, frame.label());
        frame.emit(Instr::Unless(condition, label));
        let own = Context::kept(frame, refers_back(sentence), true)?;
        let mut script = self.modes(own, choose, modes)?;
        for part in &mut script.parts {
            super::stored::check_later(part)?;
        }
        let triggered = Triggered::new(Vec::new(), Zone::Battlefield, script);
        let id =
            self.pool.add_ability(Ability { text: print(sentence), kind: AbilityKind::Triggered(Box::new(triggered)) });
        frame.emit(Instr::Reflexive(id, None));
        frame.mark(label);
        Ok(())
    }

    /// How many modes are chosen if something holds as they are chosen (CR 601.2b, 603.3c).
    fn modes_instead(&mut self, frame: &Frame, choose: &Choose, count: u8) -> Lowered<Option<(Condition, u8, u8)>> {
        let (Choose::OneUnless { condition, more } | Choose::OneUnlessCast { condition, more }) = choose else {
            return Ok(None);
        };
        let words = condition;
        let condition = self.conditions(&mut frame.clone(), words)?;
        let (min, max) = match more {
            MoreModes::MayBoth | MoreModes::MayBothInstead if count == 2 => (1, 2),
            MoreModes::Both if count == 2 => (2, 2),
            MoreModes::MayTwo => (1, 2),
            MoreModes::OneOrMore => (1, count),
            MoreModes::AnyNumber => (0, count),
            MoreModes::MayBoth | MoreModes::MayBothInstead | MoreModes::Both => {
                return unsupported("the choice of modes", choose);
            }
        };
        if usize::from(max) > crate::effect::MOST_MODES {
            return decline("that many modes can't be chosen all together");
        }
        if depends(&condition, &[On::Registers, On::Target, On::Current, On::ThisWay]) {
            return unsupported("what must hold as modes are chosen:", words);
        }
        // What is paid besides is announced before modes that depend on it (CR 601.2b), so it can't depend on those.
        let asks = condition.asks_what_is_paid();
        if frame.setting.spell
            && (self.casting.modes != ModeCost::None || asks && !self.asks_for_optional_costs(&condition))
        {
            return unsupported("modes that depend on what is paid:", words);
        }
        Ok(Some((condition, min, max)))
    }

    /// The "if" right after a trigger (CR 603.4), and the sentence without it.
    fn intervening(&mut self, frame: &mut Frame, sentence: &Sentence) -> Lowered<(Option<Condition>, Sentence)> {
        let (condition, prefix) = match sentence {
            Sentence::Plain { prefix: Some(Prefix::If { condition }), .. } => (Some(condition), None),
            // What waits for something, or for a step, waits only where the condition was met before.
            Sentence::Plain { prefix: Some(Prefix::IfNext { condition, when }), .. } => {
                (Some(condition), Some(Prefix::Next { when: when.clone() }))
            }
            Sentence::Plain { prefix: Some(Prefix::IfLater { condition, later }), .. } => {
                (Some(condition), Some(Prefix::Later { later: later.clone() }))
            }
            _ => (None, None),
        };
        if let (Some(condition), Sentence::Plain { clauses, suffix, x, .. }) = (condition, sentence)
            && *suffix != Some(Suffix::Instead)
        {
            let condition = self.conditions(frame, condition)?;
            if depends(&condition, &[On::Registers]) {
                return decline("what only the resolution knows can't be asked as the event happens");
            }
            // "If ~ is in your graveyard, you may return it": that was said last.
            let of_source = |filter: &Filter| filter.tests.contains(&Test::Source);
            if matches!(&condition, Condition::Exists(Zone::Graveyard, filter) if of_source(filter)) {
                frame.mention_source(self.types);
            }
            let rest = Sentence::Plain { prefix, clauses: clauses.clone(), suffix: suffix.clone(), x: x.clone() };
            return Ok((Some(condition), rest));
        }
        if let Sentence::Melded { noun, .. } = sentence {
            return Ok((Some(self.both_there(frame, noun)?.0), sentence.clone()));
        }
        Ok((None, sentence.clone()))
    }

    /// Sentences one after the other. A card that is chosen from a hand is part of the instruction that says what becomes of it, if that is
    /// one that can choose it itself; if not, it is taken out of the hand for all that follows.
    pub(super) fn sentences(&mut self, frame: &mut Frame, first: &Sentence, rest: &[Sentence]) -> Lowered<()> {
        let chooses = |verb: &LookVerb| matches!(verb, LookVerb::ChooseFromIt { .. });
        // What is searched for in the hand would have to be found there, but for the one card of which the others have the name.
        let named = |qual: &Qual| match qual {
            Qual::SameName { with } => matches!(**with, Np::The { past: Participle::Chosen, .. }),
            _ => false,
        };
        let searches = |one: &Sentence| says_any(one, &["search", "searches"]) && !has(one, named);
        let all = || [first].into_iter().chain(rest);
        let chosen = !frame.setting.takes_chosen && all().any(|one| has(one, chooses)) && !all().any(searches);
        if !chosen {
            return self.sentences_so(frame, first, rest);
        }
        let begin = frame.clone();
        let lowered = self.sentences_so(frame, first, rest);
        if lowered.is_ok() && !matches!(frame.discourse.revealed, Some((_, Some(_)))) {
            return lowered;
        }
        let as_it_was = std::mem::replace(frame, begin);
        frame.setting.takes_chosen = true;
        match self.sentences_so(frame, first, rest) {
            Ok(()) => Ok(()),
            Err(_) => {
                *frame = as_it_was;
                lowered
            }
        }
    }

    fn sentences_so(&mut self, frame: &mut Frame, first: &Sentence, rest: &[Sentence]) -> Lowered<()> {
        if let Some(table) = rest.iter().position(|sentence| matches!(sentence, Sentence::Rolled { .. })) {
            self.sentences(frame, first, &rest[..table])?;
            return self.results_table(frame, &rest[table..]);
        }
        if let Some((Sentence::RoundEachTime { how }, before)) = rest.split_last() {
            frame.setting.rounding = Some(how.rounding());
            let lowered = self.sentences(frame, first, before);
            frame.setting.rounding = None;
            return lowered;
        }
        let mut told = false;
        for (index, sentence) in [first].into_iter().chain(rest).enumerate() {
            if std::mem::take(&mut told) {
                continue;
            }
            if self.attackers_do_the_same(frame, (first, rest), index)? {
                continue;
            }
            if let Sentence::RepeatFollowing { times } = sentence {
                return self.repeat_following(frame, times, &rest[index..]);
            }
            if let Some((kinds, may)) = chooses_kind(sentence) {
                return self.for_chosen_kind(frame, &kinds, may, &rest[index..]);
            }
            if let Some((chooses, then)) = begins_with_choice(sentence)
                && let Some((kinds, may)) = chooses_kind(&chooses)
            {
                let all: Vec<Sentence> = [then].into_iter().chain(rest[index..].iter().cloned()).collect();
                return self.for_chosen_kind(frame, &kinds, may, &all);
            }
            if !asks_if_done(sentence)
                && let Some(from) = frame.discourse.case.take()
            {
                frame.only_in_one_case(from);
            }
            match self.reflexive_sentences(frame, sentence, &rest[index..])? {
                0 => {}
                1 => continue,
                _ => return Ok(()),
            }
            // What is said next of it is part of the ability that triggers.
            let conditional = matches!(sentence, Sentence::Plain { prefix: Some(Prefix::WhenYouDoIf { .. }), .. });
            if conditional && rest.get(index).is_some_and(|next| refers_back(next)) {
                return decline("what else an ability does that triggers under a condition isn't supported");
            }
            let asked = rest.get(index).is_some_and(asks_if_done);
            frame.discourse.asked = asked;
            frame.discourse.goes_on = rest.get(index).is_some_and(goes_on_if_done);
            frame.setting.repeats = index == rest.len();
            // "Return it at the beginning of the next end step. If it entered under your control, ...": that is asked then, too.
            let enters_then = rest.get(index).is_some_and(asks_how_it_entered);
            if let Sentence::Plain { prefix: Some(Prefix::Next { when }), clauses, suffix: None, x: None } = sentence
                && (asked || enters_then)
            {
                // What is asked is done or not at that time.
                self.delayed_with(frame, when, clauses, &rest[index])?;
                told = true;
                continue;
            }
            // "When you cast your next instant spell this turn, copy it. You may choose new targets for the copy": then too.
            if let Sentence::Plain { prefix: Some(Prefix::Later { later }), clauses, suffix, x: None } = sentence
                && let Some(next) = rest.get(index).filter(|next| aims_copies(next))
            {
                self.delayed_event(frame, later, None, clauses, suffix.as_ref(), Some(next))?;
                told = true;
                continue;
            }
            if let Sentence::Plain { prefix: Some(Prefix::IfLater { condition, later }), clauses, suffix, x: None } =
                sentence
                && let Some(next) = rest.get(index).filter(|next| aims_copies(next))
            {
                self.if_later(frame, condition, later, clauses, suffix.as_ref(), Some(next))?;
                told = true;
                continue;
            }
            if let Some(next) = rest.get(index).filter(|next| speaks_of_it(next))
                && self.returns_later_and(frame, sentence, next)?
            {
                told = true;
                continue;
            }
            // "If you do, ... If you don't, ...": both ask about the same.
            if asked && !asks_if_done(sentence) {
                if !self.must_pay(frame, sentence)? {
                    frame.discourse.did = false;
                    frame.discourse.counted = None;
                    self.sentence(frame, sentence)?;
                    frame.discourse.done = frame.discourse.counted;
                }
            } else {
                let (only_there, place) = (frame.discourse.only_there.take(), frame.code.items.len());
                self.sentence(frame, sentence)?;
                if let Some((targets, condition)) = only_there {
                    frame.said_there(place, targets, condition);
                }
            }
        }
        Ok(())
    }

    /// "Repeat the following process X times": all that follows.
    fn repeat_following(&mut self, frame: &mut Frame, times: &Times, following: &[Sentence]) -> Lowered<()> {
        let times = match times {
            Times::Twice => Amount::Const(2),
            Times::Number { n } => Amount::Const(n.0),
            Times::X => self.x(frame)?,
        };
        let Some((first, rest)) = following.split_first() else { return decline("nothing follows that is repeated") };
        let (label, targets) = (frame.label(), frame.code.targets.len());
        frame.emit(Instr::Repeat(times, label));
        self.sentences(frame, first, rest)?;
        frame.mark(label);
        if frame.code.targets.len() > targets { decline("a target for each time isn't supported") } else { Ok(()) }
    }

    /// "Choose creature or land. Reveal the top four cards of your library. ...": what follows, once for each kind, of which the one is
    /// carried out that was chosen. With `may`, the choice may be left undone.
    fn for_chosen_kind(
        &mut self,
        frame: &mut Frame,
        kinds: &[(String, Filter)],
        may: bool,
        following: &[Sentence],
    ) -> Lowered<()> {
        let Some((first, rest)) = following.split_first() else { return decline("nothing follows the choice") };
        let words = kinds.iter().map(|(word, _)| word.clone()).collect();
        let register = frame.number_register()?;
        let end = frame.label();
        if may {
            if !asks_if_done(first) {
                return decline("what follows a choice that may be left undone must ask whether it was made");
            }
            frame.emit(Instr::May(Players::You, end));
            frame.discourse.did = true;
        }
        frame.emit(Instr::ChooseWord(Players::You, words, register));
        let (targets, begin, next) = (frame.code.targets.len(), frame.discourse.clone(), frame.code.next_register);
        let mut most = next;
        for (place, (_, kind)) in kinds.iter().enumerate() {
            let other = frame.label();
            let chosen = Condition::Compare(Amount::Register(register), Comparison::Equal, Amount::Const(place as i32));
            frame.emit(Instr::Unless(chosen, other));
            frame.discourse.clone_from(&begin);
            frame.code.next_register = next;
            frame.discourse.kind = Some(kind.clone());
            frame.code.sentence = frame.code.items.len();
            self.sentences(frame, first, rest)?;
            most = most.max(frame.code.next_register);
            frame.emit(Instr::Jump(end));
            frame.mark(other);
        }
        frame.mark(end);
        frame.code.next_register = most;
        if frame.code.targets.len() > targets { decline("a target for each kind isn't supported") } else { Ok(()) }
    }

    /// "Sacrifice it. When you do, ...": what must be done if possible, as a payment, which says whether it was.
    fn must_pay(&mut self, frame: &mut Frame, sentence: &Sentence) -> Lowered<bool> {
        let Sentence::Plain { prefix: None | Some(Prefix::Then), clauses, suffix: None, x: None } = sentence else {
            return Ok(false);
        };
        let (who, verbs) = match &clauses.0.first {
            Clause::Imperative { verbs } => (&Player::You, verbs),
            Clause::Player { who: who @ (Player::You | Player::ThatPlayer), verbs } => (who, verbs),
            _ => return Ok(false),
        };
        if !clauses.0.rest.is_empty() || !verbs.rest.is_empty() || verbs.first.each.is_some() {
            return Ok(false);
        }
        if *who == Player::You && matches!(verbs.first.verb, PlayerVerb::Tokens { verb: TokenVerb::Create { .. } }) {
            // Nothing keeps a player from creating tokens: paying nothing says that it was done.
            self.sentence(frame, sentence)?;
            let label = frame.label();
            // But for a token that can't be attached to what is said (CR 303.4i).
            if let Some(Item::Instr(number, Instr::CreateToken(NewTokens { attached: Some(_), .. }))) =
                frame.code.items.last()
            {
                let number = *number;
                let created = Amount::CountObjects(Objects::Register(frame.register_of(number)?));
                let any = Condition::Compare(created, Comparison::AtLeast, Amount::Const(1));
                frame.emit(Instr::Unless(any, label));
            }
            frame.emit(Instr::Pay(Players::You, Cost::default(), label));
            frame.mark(label);
            frame.discourse.did = true;
            return Ok(true);
        }
        let Some(cost) = self.verb_as_cost(frame, &verbs.first.verb)? else { return Ok(false) };
        if matches!(verbs.first.verb, PlayerVerb::Mana { verb: ManaVerb::PayMana { .. } }) && *who == Player::You {
            // Whether to pay a mana cost is always a choice (CR 118.3, 605.3a: nobody has to activate mana abilities).
            let label = frame.label();
            frame.emit(Instr::MayPay(Players::You, cost, label));
            frame.mark(label);
            frame.discourse.did = true;
            return Ok(true);
        }
        let who = self.players(frame, who)?;
        if who != Players::You && cost.parts.contains(&CostPart::SacrificeSource) {
            return Ok(false);
        }
        let label = frame.label();
        frame.emit(Instr::Pay(who, cost, label));
        frame.mark(label);
        frame.discourse.did = true;
        Ok(true)
    }

    /// "If a permanent's ability is countered this way, ...": said of that permanent, which is known before the ability leaves the stack
    /// (CR 113.7a, 608.2c).
    fn ability_countered(&mut self, frame: &mut Frame, of: &AbilityOf, then: &Clauses) -> Lowered<()> {
        let found = frame.code.items.iter().rposition(|item| matches!(item, Item::Instr(_, Instr::Counter(..))));
        let Some((place, Item::Instr(_, Instr::Counter(countered @ Objects::Target(_), None)))) =
            found.map(|place| (place, &frame.code.items[place]))
        else {
            return decline("no earlier sentence counters a target");
        };
        let countered = countered.clone();
        let described = match of {
            AbilityOf::Permanent => {
                crate::text::lower::described::Described { types: CardTypes::PERMANENT, ..Default::default() }
            }
            AbilityOf::Noun { noun } => self.noun(frame, noun)?,
        };
        if matches!(of, AbilityOf::Noun { .. }) && described.zone != Some(Zone::Battlefield) {
            return unsupported("whose ability it is:", of);
        }
        let register = frame.register()?;
        let source = Objects::PermanentsOf(Box::new(countered.clone()));
        let those = Objects::Those(Box::new(source), described.filter.clone());
        frame.insert(place, Instr::SetObjects(register, those));
        let gone = Amount::CountObjects(Objects::Left(Box::new(countered), None));
        let label = frame.label();
        let done = Condition::Compare(gone, Comparison::AtLeast, Amount::Const(1));
        frame.emit(Instr::Unless(done, label));
        frame.mention(Objects::Register(register), false, Some(&described));
        frame.setting.perhaps += 1;
        self.clauses(frame, then)?;
        frame.setting.perhaps -= 1;
        frame.mark(label);
        Ok(())
    }

    pub(super) fn sentence(&mut self, frame: &mut Frame, sentence: &Sentence) -> Lowered<()> {
        if frame.discourse.prevented.is_none() && sentence.is_about_prevention() {
            return self.after_prevention(frame, sentence);
        }
        match sentence {
            Sentence::Plain { prefix, clauses, suffix, x } => {
                if let Some(x) = x {
                    let (targets, items) = (frame.code.targets.len(), frame.code.items.len());
                    self.plain_with_x(frame, prefix.as_ref(), clauses, suffix.as_ref(), &x.amount)?;
                    // What is divided is known as the spell is cast (CR 601.2d); of anything else it isn't remembered.
                    let divides = frame.code.targets[targets..].iter().any(|spec| spec.divided.is_some());
                    let only_divides = frame.code.items[items..].iter().all(is_divided);
                    if x.then.is_some() && !(frame.setting.spell && divides && only_divides) {
                        return unsupported("what X is as the spell is cast:", x);
                    }
                    return Ok(());
                }
                self.plain(frame, prefix.as_ref(), clauses, suffix.as_ref())
            }
            Sentence::IfEach { a, first, b, second } => {
                for (clause, condition) in [(a, first), (b, second)] {
                    let suffix = Suffix::If { condition: Conditions::One { a: condition.clone() } };
                    let clauses = Clauses(Chain { first: (**clause).clone(), rest: Vec::new() });
                    self.plain(frame, None, &clauses, Some(&suffix))?;
                }
                Ok(())
            }
            Sentence::Melded { noun, into } => self.melded(frame, noun, into),
            Sentence::Villainous { who, a, b, .. } => self.villainous_choice(frame, who, [a, b]),
            Sentence::Swapped { gone, card } => self.swapped(frame, gone, card),
            Sentence::AnotherOfKind | Sentence::AnotherOfEachKind => {
                frame
                    .code
                    .targets
                    .push(TargetSpec::one(vec![(Zone::Battlefield, Filter::ANY)], Some(PlayerFilter::Any)));
                let target = Recipients::Target(frame.code.targets.len() as u8 - 1);
                frame.emit(Instr::AnotherCounter(target, *sentence == Sentence::AnotherOfEachKind));
                Ok(())
            }
            // Of the token that the sentence before creates, which says no power and toughness (CR 111.3).
            Sentence::ItsSize { power, toughness } => {
                // "That creature" is another than the token.
                let Some(token) = frame.discourse.mentions.pop().filter(|mention| mention.token) else {
                    return unsupported("of what it is said:", sentence);
                };
                let (power, toughness) = (self.amount(frame, power)?, self.amount(frame, toughness)?);
                frame.discourse.mentions.push(token);
                match frame.last_instr() {
                    Some(Instr::CreateToken(NewTokens { amount: Amount::Const(1), pt: pt @ None, .. })) => {
                        *pt = Some((power, toughness));
                        Ok(())
                    }
                    _ => unsupported("of what it is said:", sentence),
                }
            }
            // CR 502.3.
            Sentence::ReturnsAsYouUntap => {
                let id = self.static_ability(print(sentence), StaticEffect::ReturnsAsPlayerUntaps)?;
                let returns = vec![Modification::Quality(id)];
                frame.emit(Instr::Continuous(Objects::Source, returns, Span::PlayersNextUntap));
                Ok(())
            }
            Sentence::AbilityCountered { of, then } => self.ability_countered(frame, of, then),
            Sentence::Doomed => self.doomed(frame, None),
            Sentence::DoomedIf { condition } => self.doomed(frame, Some(condition)),
            // One event (CR 608.2f), of which a part is no damage at all where its condition doesn't hold (CR 120.8).
            Sentence::DamageIfEach { n, to, first, m, also, second } => {
                for (place, (n, to, condition)) in [(n, to, first), (m, also, second)].into_iter().enumerate() {
                    let condition = self.condition(frame, condition)?;
                    let n = self.number(frame, n)?;
                    let n = Amount::If(Box::new(condition), Box::new(n), Box::new(Amount::Const(0)));
                    let to = self.recipients(frame, to)?;
                    let (source, begins) = (Objects::Source, place == 0);
                    frame.emit(if begins { Instr::Damage(source, n, to) } else { Instr::AndDamage(source, n, to) });
                }
                Ok(())
            }
            Sentence::XWithin { prefix, clauses, x, join, more } => {
                let all = clauses.and_more(*join, more);
                self.with_x(frame, &x.amount, |context, frame| context.plain(frame, prefix.as_ref(), &all, None))
            }
            Sentence::NoRegeneration { np } => self.no_regeneration(frame, np, sentence),
            Sentence::DamageThisTurn { what } => self.damage_this_turn(frame, what, sentence),
            Sentence::ExileInstead { np } => self.exile_instead_of_dying(frame, np),
            Sentence::NextDraw { clauses } | Sentence::NextDrawInstead { clauses } => {
                self.next_draw(frame, clauses, print(sentence))
            }
            Sentence::ExileAfterwards { .. } => self.exile_afterwards(frame),
            Sentence::LifeForThem { .. } | Sentence::LifeForThemPaying { .. } => self.life_for_them(frame),
            Sentence::StoppedUntil { dur, a, b } => self.stopped_until(frame, dur, [a, b], sentence),
            Sentence::UncastToExile { noun, .. } | Sentence::EnterYours { noun } => self.enters(frame, noun, sentence),
            Sentence::LeaveExile { np } => self.exile_instead_of_leaving(frame, np),
            Sentence::GoesToExile { noun, whose, .. } => self.goes_to_exile(frame, noun, whose, sentence),
            Sentence::CounteredToTopOrBottom { .. } => self.countered_to_either_end(frame),
            Sentence::ExiledAsItResolves | Sentence::FreeThisWay { .. } => self.cast_so(frame, sentence),
            Sentence::GainsSuspend => self.gains_suspend(frame),
            Sentence::PreventInsteadIf { condition, n } => self.prevent_instead_if(frame, condition, n),
            Sentence::CounteredOntoBattlefield { noun } => self.countered_onto_battlefield(frame, noun),
            Sentence::CounteredToExile
            | Sentence::CounteredToExileWith { .. }
            | Sentence::CounteredToTop
            | Sentence::CounteredToBottom { .. }
            | Sentence::CounteredToHand => self.countered_to(frame, sentence),
            Sentence::Lured { np } => {
                let objects = self.objects(frame, np, Use::Act)?;
                let lure = Modification::Restrict(crate::keyword::Restrictions::LURE);
                frame.emit(Instr::Continuous(objects, vec![lure], Span::EndOfTurn));
                Ok(())
            }
            Sentence::CountersAtMost { kind, on, n } => self.counters_at_most(frame, kind, on, n.0),
            Sentence::TokensEnter { whom, .. } => frame.tokens_attack(whom),
            Sentence::AttackNextTurn { who } => self.attack_next_turn(frame, who, sentence),
            Sentence::FloorUntil { floor, .. } => {
                self.your_rule_this_turn(frame, PlayerRule::DamageLeaves(floor.n.0), sentence)
            }
            Sentence::CantLoseThisTurn => self.your_rule_this_turn(frame, PlayerRule::CantLoseGame, sentence),
            Sentence::TaxFor { dur, tax } => self.tax_for_a_time(frame, dur, tax, sentence),
            Sentence::AurasOver { noun } => self.auras_over(frame, noun),
            Sentence::Balance { .. }
            | Sentence::BalanceCardsFirst
            | Sentence::BalanceCardsLast
            | Sentence::BalanceCards => self.balance(frame, sentence),
            // What the words before pick is picked by you anyway.
            Sentence::TiedChoice { .. } => {
                let yours =
                    |item: &Item| matches!(item, Item::Instr(_, Instr::Pick(pick, _)) if pick.chooser == Players::You);
                if frame.code.items.iter().any(yours) {
                    Ok(())
                } else {
                    decline("no earlier sentence has you choose among what is tied")
                }
            }
            Sentence::NextToHand { noun } => self.next_to_hand(frame, noun, sentence),
            Sentence::NextSpell { noun, gets } => self.next_spell(frame, noun, gets),
            Sentence::NoLifeGainThisTurn { who } => self.no_life_gain_this_turn(frame, who, sentence),
            // CR 611.2, 702.8a.
            Sentence::FlashThisTurn { noun } => self.flash_this_turn(frame, noun, sentence),
            Sentence::PermitFor { dur, rule } => self.rule_for_a_time(frame, &Player::You, rule, dur, sentence),
            Sentence::PermitThisTurn { rule, .. } => {
                self.rule_for_a_time(frame, &Player::You, rule, &Duration::ThisTurn, sentence)
            }
            Sentence::RuleForIf { condition, who, rule, dur } => {
                let condition = self.conditions(frame, condition)?;
                let end = frame.label();
                frame.emit(Instr::Unless(condition, end));
                self.rule_for_a_time(frame, who, rule, dur, sentence)?;
                frame.mark(end);
                Ok(())
            }
            Sentence::RuleFor { who, rule, dur } | Sentence::RuleUntil { dur, who, rule } => {
                self.rule_for_a_time(frame, who, rule, dur, sentence)
            }
            Sentence::SpendOnly { .. }
            | Sentence::SpendFirmly { .. }
            | Sentence::ManaSpent { .. }
            | Sentence::SpendOnX
            | Sentence::LastsThroughCombat
            | Sentence::StaysThroughCombat
            | Sentence::StaysThroughTurn
            | Sentence::NoNonartifact
            | Sentence::NoNonartifacts => self.restrict_mana(frame, sentence),
            Sentence::Particular { what } => self.particular(frame, what, sentence),
            Sentence::WhenDoneChoose { choose, modes } => self.reflexive_modes(frame, sentence, choose, modes),
            Sentence::NextTime { by, kind, at, then } => self.next_time(frame, by, kind, at.as_ref(), then),
            Sentence::Redirected { n, from, to } => self.redirect_next(frame, n, from, to),
            Sentence::RedirectedFrom { n, by, at, to } => {
                let amount = Some(self.number(frame, n)?);
                let mut shield = self.shield_from(frame, by, Some(at))?;
                shield.redirect = Some(self.recipients(frame, to)?);
                frame.emit(Instr::Shield(Box::new(Shield { amount, ..shield })));
                Ok(())
            }
            Sentence::AllRedirected { what, to } => self.redirect_all(frame, what, to),
            Sentence::NextTimeRedirected { from, to } => self.redirect_next_time(frame, from, to),
            Sentence::SpellsCostThisTurn { noun, by } => {
                self.spells_cost_for_a_time(frame, noun, by, &Duration::EndOfTurn, sentence)
            }
            Sentence::SpellsCostUntil { noun, by, dur } | Sentence::UntilSpellsCost { dur, noun, by } => {
                self.spells_cost_for_a_time(frame, noun, by, dur, sentence)
            }
            // Each player pays generic mana or doesn't; what was paid is added up.
            Sentence::OneOfEachType => self.one_of_each_type(frame),
            Sentence::JoinForces => {
                let (total, own) = (frame.number_register()?, frame.number_register()?);
                let x = crate::mana::ManaCost { symbols: vec![crate::mana::ManaSymbol::X] };
                frame.emit(Instr::SetNumber(total, Amount::Const(0)));
                for who in [Players::You, Players::Opponents] {
                    let label = frame.label();
                    frame.emit(Instr::MayPayX(who, Cost::mana(x.clone()), own, label));
                    let sum = Amount::Sum(Box::new(Amount::Register(total)), Box::new(Amount::Register(own)));
                    frame.emit(Instr::SetNumber(total, sum));
                    frame.mark(label);
                }
                frame.discourse.paid_by_all = Some(total);
                Ok(())
            }
            Sentence::Vote { a, b } => {
                let words = vec![a.0.clone(), b.0.clone()];
                let first = frame.number_register()?;
                let second = frame.number_register()?;
                frame.discourse.votes = vec![(a.0.clone(), first), (b.0.clone(), second)];
                frame.emit(Instr::Vote { words, into: first });
                Ok(())
            }
            Sentence::VoteFor { noun } => self.vote_for_one(frame, noun),
            Sentence::ControlTurn { who } | Sentence::ControlTurnBefore { who } => {
                let who = self.players(frame, who)?;
                let another = matches!(sentence, Sentence::ControlTurnBefore { .. });
                frame.emit(Instr::ControlTurn(who, another));
                Ok(())
            }
            Sentence::Subgame | Sentence::SubgameAt { .. } | Sentence::SubgameTable { .. } => {
                self.subgame(frame, sentence)
            }
            Sentence::Restart { what } => self.restart(frame, what),
            Sentence::SubgameLosers => self.subgame_losers(frame),
            Sentence::SubgameSearch { n } => self.subgame_winner_searches(frame, n),
            Sentence::SearchersShuffle => self.searchers_shuffle(frame),
            Sentence::AttackersDoTheSame | Sentence::RepeatFollowing { .. } => unsupported("the place of", sentence),
            Sentence::RoundEachTime { .. } => unsupported("the place of", sentence),
            Sentence::MayEnd { mana } => self.may_end(frame, mana, sentence),
            Sentence::Rolled { .. } => decline("no earlier sentence rolls dice"),
            Sentence::ExcessTo { who } => self.excess_to(frame, who),
            Sentence::StillLand { .. } | Sentence::StillPlaneswalker => self.still_land(frame),
        }
    }
}

/// Returns whether it deals or puts what was divided among targets.
fn is_divided(item: &Item) -> bool {
    let Item::Instr(_, instr) = item else { return false };
    matches!(instr, Instr::DamageDivided(..) | Instr::AddCountersDivided(..) | Instr::PreventDivided(..))
}

/// Returns whether a sentence begins with "if you do" or the like.
pub(super) fn asks_if_done(sentence: &Sentence) -> bool {
    use crate::text::grammar::condition::{ConditionWords as Words, Conditions, DoneCondition};
    if has(sentence, |deed| matches!(deed, DidOrNot::Does | DidOrNot::Doesnt))
        || matches!(sentence, Sentence::WhenDoneChoose { .. })
    {
        return true;
    }
    let Sentence::Plain { prefix: Some(prefix), .. } = sentence else { return false };
    let done = |condition: &Conditions| {
        matches!(condition, Conditions::One { a: Words::Done { what: DoneCondition::Do { .. } } })
    };
    match prefix {
        Prefix::WhenYouDo | Prefix::WhenYouDoIf { .. } | Prefix::WhenTheyDo => true,
        Prefix::If { condition } | Prefix::IfNext { condition, .. } => done(condition),
        _ => false,
    }
}

/// Returns whether a sentence is about the case in which what was said before it was done, not about the other.
fn goes_on_if_done(sentence: &Sentence) -> bool {
    if matches!(sentence, Sentence::WhenDoneChoose { .. }) {
        return true;
    }
    let Sentence::Plain { prefix: Some(prefix), .. } = sentence else { return false };
    let denies = match prefix {
        Prefix::If { condition } => says_any(condition, &["don't", "doesn't", "didn't", "can't", "no"]),
        _ => false,
    };
    asks_if_done(sentence) && !denies
}

/// Returns whether a sentence is "you may choose new targets for the copy", or for the copies.
fn aims_copies(sentence: &Sentence) -> bool {
    let Sentence::Plain { prefix: None, clauses, suffix: None, x: None } = sentence else { return false };
    let (Clause::May { who: Player::You, verbs }, []) = (&clauses.0.first, clauses.0.rest.as_slice()) else {
        return false;
    };
    let of_copies = |what: &CopyNp| matches!(what, CopyNp::TheCopy | CopyNp::ThatCopy | CopyNp::TheCopies);
    verbs.rest.is_empty()
        && matches!(&verbs.first.verb, PlayerVerb::Spell { verb: SpellVerb::NewTargets { what } } | PlayerVerb::Spell { verb: SpellVerb::NewTarget { what } } if of_copies(what))
}

/// Returns whether a sentence says what the object before does or is: "it gains haste", "that creature is a Zombie".
fn speaks_of_it(sentence: &Sentence) -> bool {
    let Sentence::Plain { prefix: None, clauses, suffix: None, x: None } = sentence else { return false };
    begins_with(clauses, "it") || begins_with(clauses, "that")
}

/// Returns whether a sentence is about the case in which what was put onto the battlefield entered under your control.
fn asks_how_it_entered(sentence: &Sentence) -> bool {
    let Sentence::Plain { prefix: Some(Prefix::If { condition }), .. } = sentence else { return false };
    let asked = ConditionWords::Moved { what: MovedCondition::ItEnteredUnderYours };
    *condition == Conditions::One { a: asked }
}
