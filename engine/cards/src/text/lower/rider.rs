//! Riders of sentences → instructions: conditions before and after, "instead", "unless", "otherwise", what happens later.

use super::at_one_time::or_gone;
use super::context::Context;
use super::decline::{Lowered, decline};
use super::described::Described;
use super::filter::unsupported;
use super::flow::{reads, writes};
use super::frame::{Frame, Item};
use super::instead::{as_they_were, as_they_were_otherwise, asked_of_the_same, either_way};
use crate::cost::{Cost, CostPart};
use crate::effect::{Instr, NewTokens};
use crate::filter::{Amount, Comparison, Condition, Filter, Objects, Players, Zone};
use crate::text::grammar::amount::{Counted, ForEach, Num};
use crate::text::grammar::condition::Conditions;
use crate::text::grammar::cost::CostPart as PartWords;
use crate::text::grammar::effect::{Clause, Clauses, Prefix, Suffix};
use crate::text::grammar::noun::{Np, Nps, Quant};
use crate::text::grammar::object::ObjectVerb;
use crate::text::grammar::player::{Own, Player, Relation};
use crate::text::grammar::said::{begins_with, refers_back};
use crate::text::grammar::series::{Chain, Join};
use crate::text::grammar::verb::{Discard, MoveVerb, PlayerItem, PlayerVerb, SpellVerb, TokenVerb, Unless};
use crate::text::syntax::print;
use crate::types::CardTypes;

impl Context<'_> {
    pub(super) fn plain(
        &mut self,
        frame: &mut Frame,
        prefix: Option<&Prefix>,
        clauses: &Clauses,
        suffix: Option<&Suffix>,
    ) -> Lowered<()> {
        if let (Some(Prefix::If { condition }), None) | (None, Some(Suffix::If { condition })) = (prefix, suffix)
            && self.enters_with_if(frame, condition, clauses)?
        {
            return Ok(());
        }
        match (prefix, suffix) {
            (Some(Prefix::If { condition }), Some(Suffix::Instead)) => self.instead(frame, condition, clauses, None),
            (Some(Prefix::If { condition }), Some(Suffix::IfInstead { condition: inner })) => {
                self.instead(frame, condition, clauses, Some(&Suffix::If { condition: inner.clone() }))
            }
            (Some(Prefix::If { condition }), Some(Suffix::UnlessInstead { unless })) => {
                self.instead(frame, condition, clauses, Some(&Suffix::Unless { unless: unless.clone() }))
            }
            (Some(Prefix::IfInstead { condition } | Prefix::IfInsteadOnly { condition }), None) => {
                self.instead(frame, condition, clauses, None)
            }
            (None, Some(Suffix::InsteadIf { condition })) => self.instead(frame, condition, clauses, None),
            (Some(Prefix::If { condition }), Some(Suffix::InsteadOfHand))
            | (None, Some(Suffix::InsteadOfHandIf { condition })) => self.instead_of_hand(frame, condition, clauses),
            (None, Some(Suffix::IfInsteadIf { inner, condition })) => {
                self.instead(frame, condition, clauses, Some(&Suffix::If { condition: inner.clone() }))
            }
            (
                _,
                Some(
                    Suffix::Instead
                    | Suffix::InsteadOfHand
                    | Suffix::InsteadOfHandIf { .. }
                    | Suffix::InsteadIf { .. }
                    | Suffix::IfInstead { .. }
                    | Suffix::IfInsteadIf { .. }
                    | Suffix::UnlessInstead { .. },
                ),
            )
            | (Some(Prefix::IfInstead { .. } | Prefix::IfInsteadOnly { .. }), _) => {
                decline("`instead` without a condition isn't supported")
            }
            (Some(Prefix::If { condition } | Prefix::ThenIf { condition }), suffix) => {
                self.if_it_holds(frame, condition, clauses, suffix)
            }
            (Some(Prefix::Otherwise), suffix) => self.otherwise(frame, clauses, suffix),
            (Some(Prefix::ForEach { each, .. }), suffix) => self.for_each_of(frame, each, clauses, suffix),
            (Some(Prefix::WhileExiled { .. }), None) if lets_play(clauses) => {
                frame.setting.until = Some(crate::effect::Duration::Indefinite);
                let result = self.clauses(frame, clauses);
                frame.setting.until = None;
                result
            }
            (Some(Prefix::InAttackTurns { with }), None) if lets_play(clauses) => {
                self.in_attack_turns(frame, with, clauses)
            }
            (Some(prefix @ Prefix::InAttackTurns { .. }), _) => unsupported("the turns", prefix),
            (Some(Prefix::WhileExiled { long }), _) => decline(format!("nothing takes the duration `{}`", print(long))),
            (Some(Prefix::Until { dur }), suffix) => self.until_then(frame, dur, clauses, suffix),
            (Some(Prefix::Next { when }), None) => self.delayed(frame, when, clauses),
            (Some(Prefix::Later { later }), suffix) => self.delayed_event(frame, later, None, clauses, suffix, None),
            (Some(Prefix::LaterIf { later, condition }), suffix) => {
                self.delayed_event(frame, later, Some(condition), clauses, suffix, None)
            }
            (Some(Prefix::IfLater { condition, later }), suffix) => {
                self.if_later(frame, condition, later, clauses, suffix, None)
            }
            (Some(when), None) if when.triggers_at_once() => {
                let done = self.done_before(frame, when)?;
                self.reflexive_clauses(frame, done, when, clauses)
            }
            (Some(Prefix::Next { when }), Some(suffix @ Suffix::Unless { .. })) => {
                self.delayed_unless(frame, when, clauses, suffix)
            }
            // CR 603.4: asked as it would trigger, and again as it resolves.
            (Some(Prefix::WhenYouDoIf { condition }), None) => {
                let done = self.done(frame)?;
                let asked = self.conditions(frame, condition)?;
                self.reflexive_if(frame, Condition::All(vec![done, asked]), condition, clauses)
            }
            (Some(Prefix::ThenIfForEach { condition, each }), suffix) => {
                let condition = self.conditions(frame, condition)?;
                let (label, mentions) = (frame.label(), frame.discourse.mentions.len());
                frame.emit(Instr::Unless(condition, label));
                frame.setting.perhaps += 1;
                let result = self.for_each_of(frame, each, clauses, suffix);
                frame.setting.perhaps -= 1;
                result?;
                frame.mark(label);
                frame.only_in_one_case(mentions);
                Ok(())
            }
            (Some(Prefix::IfNext { condition, when }), None) => {
                let condition = self.conditions(frame, condition)?;
                let label = frame.label();
                frame.emit(Instr::Unless(condition, label));
                self.delayed(frame, when, clauses)?;
                frame.mark(label);
                Ok(())
            }
            (
                Some(
                    Prefix::Next { .. }
                    | Prefix::WhenYouDo
                    | Prefix::WhenYouDoIf { .. }
                    | Prefix::WhenTheyDo
                    | Prefix::WhenPaidOften
                    | Prefix::WhenPrevented
                    | Prefix::WhenExcess
                    | Prefix::WhenConnives
                    | Prefix::WhenExcessTo { .. }
                    | Prefix::WhenThisWay { .. }
                    | Prefix::WhenYouThisWay { .. }
                    | Prefix::IfNext { .. },
                ),
                _,
            ) => decline("two riders on one sentence aren't supported"),
            (None | Some(Prefix::Then), suffix) => {
                let start = frame.code.items.len();
                self.with_suffix(frame, clauses, suffix)?;
                shuffle_what_was_searched(frame, start);
                frame.code.sentence = start;
                Ok(())
            }
        }
    }

    /// "If you control a Forest, draw a card."
    fn if_it_holds(
        &mut self,
        frame: &mut Frame,
        condition: &Conditions,
        clauses: &Clauses,
        suffix: Option<&Suffix>,
    ) -> Lowered<()> {
        let subject = self.it(frame).ok().filter(|_| begins_with(condition, "it"));
        let about_source = begins_with(condition, "~");
        let condition = self.conditions(frame, condition)?;
        let clauses = if about_source && condition.asks_what_is_paid() { &by_source(clauses) } else { clauses };
        // "If it shares a creature type with ~, you may reveal it": what the condition is about, not what it is compared with.
        if let Some(subject) = subject
            && frame.discourse.mentions.last().is_some_and(|last| last.source)
            && !subject.source
        {
            frame.discourse.mentions.push(subject);
        }
        let start = frame.code.items.len();
        let label = frame.label();
        let mentions = frame.discourse.mentions.len();
        // "If you do, create a token. Sacrifice it ...": there, what was made is what is meant.
        let done = condition == Condition::Did || is_done(&condition);
        let (asked, targets) = (condition.clone(), frame.code.targets.len());
        frame.emit(Instr::Unless(condition, label));
        frame.setting.perhaps += 1;
        self.with_suffix(frame, clauses, suffix)?;
        frame.setting.perhaps -= 1;
        frame.mark(label);
        if frame.setting.spell && frame.code.targets.len() > targets && asked.asks_what_is_paid() {
            self.targets_if_paid(frame, &asked, targets)?;
        }
        if done && frame.code.targets.len() > targets {
            frame.discourse.only_there = Some((targets as u8..frame.code.targets.len() as u8, asked));
        }
        match frame.discourse.goes_on {
            _ if done => {}
            // "If you control a Forest, you may sacrifice ~. When you do, it ...": there, the case was so.
            true => frame.discourse.case = Some(mentions),
            false => frame.only_in_one_case(mentions),
        }
        frame.code.otherwise = Some(label);
        frame.code.sentence = start;
        Ok(())
    }

    /// "Otherwise, ...": what follows is done where the "if" before didn't hold.
    fn otherwise(&mut self, frame: &mut Frame, clauses: &Clauses, suffix: Option<&Suffix>) -> Lowered<()> {
        // The code so far ends with the label of the "if": jump over what follows from before it.
        let Some(label) = frame.code.otherwise.take() else { return decline("`otherwise` without an `if` before") };
        let Some(at) = frame.code.items.iter().rposition(|item| matches!(item, Item::Mark(mark) if *mark == label))
        else {
            return decline("`otherwise` without an `if` before");
        };
        if at + 1 != frame.code.items.len() {
            return decline("`otherwise` is too far from its `if`");
        }
        frame.code.items.pop();
        let end = frame.label();
        let before = asked_of_the_same(frame, label);
        frame.emit(Instr::Jump(end));
        frame.mark(label);
        // "If it was a creature card, A. If it was a land card, B. Otherwise, C": where neither was so.
        if let Some(before) = before {
            frame.emit(Instr::Unless(Condition::Not(Box::new(before)), end));
        }
        // What isn't there isn't otherwise: of no card that was revealed nothing is true (CR 608.2c).
        if let Some(revealed) = revealed_that_is(frame, label) {
            frame.emit(Instr::Unless(Condition::ObjectIs(revealed, Filter::ANY), end));
        }
        frame.discourse.unclear = None;
        // In this case nothing of the sentence before has happened.
        let saved = frame.discourse.mentions.clone();
        let kept = as_they_were_otherwise(frame, label);
        let adjusted = frame.discourse.mentions.clone();
        self.with_suffix(frame, clauses, suffix)?;
        frame.mark(end);
        either_way(frame, saved, &kept, &adjusted)
    }

    /// "For each creature you control, ...": as often as that, once for each object, or by each player.
    fn for_each_of(
        &mut self,
        frame: &mut Frame,
        each: &ForEach,
        clauses: &Clauses,
        suffix: Option<&Suffix>,
    ) -> Lowered<()> {
        if matches!(each, ForEach::OpponentLives | ForEach::OtherPlayer) {
            // There is one.
            frame.discourse.players.push(Players::Opponents);
            let mentions = frame.discourse.mentions.len();
            self.with_suffix(frame, clauses, suffix)?;
            // "For each opponent, tap target creature that player controls. Those creatures ..."
            let one = frame.discourse.mentions[mentions..].iter().filter(|mention| !mention.plural);
            let several: Vec<_> = one.map(|one| super::frame::Mention { plural: true, ..one.clone() }).collect();
            frame.discourse.mentions.splice(mentions..mentions, several);
            return Ok(());
        }
        if let ForEach::OpponentWho { deed } = each {
            let did = self.opponent_did(frame, deed)?;
            let (label, targets) = (frame.label(), frame.code.targets.len());
            frame.emit(Instr::Unless(did, label));
            frame.discourse.players.push(Players::Opponents);
            frame.setting.perhaps += 1;
            let result = self.with_suffix(frame, clauses, suffix);
            frame.setting.perhaps -= 1;
            frame.mark(label);
            frame.discourse.did = false;
            result?;
            return if frame.code.targets.len() > targets {
                decline("a target for each isn't supported")
            } else {
                Ok(())
            };
        }
        if *each == ForEach::EachPlayer {
            return self.for_each_player(frame, clauses, suffix);
        }
        let of_flips = matches!(each, ForEach::FlipWon | ForEach::FlipsWon | ForEach::FlipLost);
        if refers_back(clauses) && *each != ForEach::DamagePrevented && !of_flips {
            return self.for_each_object(frame, each, clauses, suffix);
        }
        let targets = frame.code.targets.len();
        let n = self.for_each(frame, each)?;
        let (start, label) = (frame.code.items.len(), frame.label());
        let mentions = frame.discourse.mentions.len();
        frame.emit(Instr::Repeat(n, label));
        self.with_suffix(frame, clauses, suffix)?;
        frame.mark(label);
        frame.at_one_time(start)?;
        // "For each flip you won, create a token. Those tokens gain haste": all that were made at one time.
        if !matches!(frame.code.items.get(start), Some(Item::Instr(_, Instr::Repeat(..)))) {
            let made = frame.discourse.mentions.iter_mut().skip(mentions).filter(|it| it.token && !it.source);
            made.for_each(|it| it.plural = true);
        }
        if frame.code.targets.len() > targets { decline("a target for each isn't supported") } else { Ok(()) }
    }

    /// "For each creature exiled this way, its controller creates a token": once for each of the objects.
    fn for_each_object(
        &mut self,
        frame: &mut Frame,
        each: &ForEach,
        clauses: &Clauses,
        suffix: Option<&Suffix>,
    ) -> Lowered<()> {
        let (objects, described) = self.objects_for_each(frame, each)?;
        let start = frame.code.items.len();
        self.each_of(frame, objects, &described, |context, frame| context.with_suffix(frame, clauses, suffix))?;
        frame.done_together(start)?;
        frame.copies_of_each(start, true)
    }

    /// What a sentence is carried out for, one by one.
    fn objects_for_each(&mut self, frame: &mut Frame, each: &ForEach) -> Lowered<(Objects, Described)> {
        match each {
            ForEach::Counted { counted: Counted::Noun { noun } } => {
                let mut described = self.noun(frame, noun)?;
                let objects = match (&described.among, described.zone) {
                    (Some(among), _) => Objects::Those(Box::new(among.clone()), described.filter.clone()),
                    (None, Some(zone @ (Zone::Battlefield | Zone::Graveyard | Zone::Exile | Zone::Stack))) => {
                        Objects::Each(zone, described.filter.clone())
                    }
                    _ => return unsupported("the objects of", each),
                };
                // "For each token you control, ... that permanent": what is on the battlefield is one.
                if described.types.is_empty() && described.zone == Some(Zone::Battlefield) {
                    described.types = CardTypes::PERMANENT;
                }
                Ok((objects, described))
            }
            ForEach::Back { of } => {
                // What was destroyed or countered was one of them all the same (CR 608.2h).
                let objects = or_gone(self.back(frame, of)?);
                let Some(mention) = frame.discourse.mentions.iter().rev().find(|mention| mention.plural) else {
                    return unsupported("the objects of", each);
                };
                let described = Described { types: mention.types, card: mention.card, ..Described::default() };
                Ok((objects, described))
            }
            _ => decline("what `for each` refers to inside the sentence isn't supported"),
        }
    }

    /// The same for each of some objects, one after the other: they are "it" meanwhile.
    pub(super) fn each_of(
        &mut self,
        frame: &mut Frame,
        objects: Objects,
        described: &super::described::Described,
        lower: impl FnOnce(&mut Self, &mut Frame) -> Lowered<()>,
    ) -> Lowered<()> {
        let (players, mentions) = (frame.discourse.players.len(), frame.discourse.mentions.len());
        let label = frame.label();
        frame.emit(Instr::ForEachObject(objects, label));
        frame.mention(Objects::Current, false, Some(described));
        if let Some(mention) = frame.discourse.mentions.last_mut() {
            mention.card |= !described.types.is_empty();
        }
        frame.setting.perhaps += 1;
        let result = lower(self, frame);
        frame.setting.perhaps -= 1;
        frame.mark(label);
        frame.discourse.players.truncate(players);
        // A target is the same one for each of them.
        let inside = frame.discourse.mentions.split_off(mentions);
        let is_target = |mention: &super::frame::Mention| {
            matches!(&mention.before, Some(target @ Objects::Target(_))
                if mention.after == super::frame::Referent::Known(target.clone()))
        };
        frame.discourse.mentions.extend(inside.into_iter().filter(is_target));
        // It was done for each of them or not: later words can't mean one.
        frame.discourse.did = false;
        frame.discourse.counted = None;
        result
    }

    /// Clauses with what stands after them.
    pub(super) fn with_suffix(&mut self, frame: &mut Frame, clauses: &Clauses, suffix: Option<&Suffix>) -> Lowered<()> {
        // "Each player loses 2 life unless they discard a card": each in turn may do it or not.
        if let (
            Some(Suffix::Unless { .. }),
            Clause::Player { who: who @ (Player::EachPlayer | Player::EachOpponent), verbs },
        ) = (suffix, &clauses.0.first)
            && clauses.0.rest.is_empty()
        {
            let who = self.players(frame, who)?;
            let first = Clause::Player { who: Player::They, verbs: verbs.clone() };
            let own = Clauses(Chain { first, rest: Vec::new() });
            return self.each_player(frame, &who, |context, frame| context.with_suffix(frame, &own, suffix));
        }
        if matches!(suffix, Some(Suffix::If { .. } | Suffix::UnlessIf { .. } | Suffix::Unless { .. }))
            && let Some((before, last)) = split_at_then(clauses)?
        {
            self.clauses(frame, &before)?;
            return self.with_suffix(frame, &last, suffix);
        }
        match suffix {
            None => self.clauses(frame, clauses),
            Some(Suffix::If { condition }) if self.cast_if_spell(frame, clauses, condition)? => Ok(()),
            Some(Suffix::If { .. } | Suffix::UnlessIf { .. } | Suffix::Unless { .. }) => {
                frame.setting.perhaps += 1;
                let result = self.guarded(frame, clauses, suffix);
                frame.setting.perhaps -= 1;
                result
            }
            Some(Suffix::Next { when }) => self.last_of_them_later(frame, when, clauses, None),
            Some(Suffix::NextWhileThere { when }) => self.later_while_there(frame, when, clauses),
            Some(
                Suffix::Instead
                | Suffix::InsteadOfHand
                | Suffix::InsteadOfHandIf { .. }
                | Suffix::InsteadIf { .. }
                | Suffix::IfInstead { .. }
                | Suffix::IfInsteadIf { .. }
                | Suffix::UnlessInstead { .. },
            ) => decline("`instead` isn't supported here"),
        }
    }

    /// Clauses that are carried out only under a condition or if a price is not paid.
    fn guarded(&mut self, frame: &mut Frame, clauses: &Clauses, suffix: Option<&Suffix>) -> Lowered<()> {
        // Sets that were meant before may be kept before this from now on, which moves it.
        let begin = frame.label();
        frame.mark(begin);
        match suffix {
            Some(Suffix::If { condition }) => {
                self.clauses(frame, clauses)?;
                let start = frame.place_after(begin);
                let condition = self.asked_before(frame, start, condition)?;
                let start = frame.place_after(begin);
                self.guard(frame, start, condition)
            }
            Some(Suffix::UnlessIf { condition }) => {
                self.clauses(frame, clauses)?;
                let start = frame.place_after(begin);
                let condition = self.asked_before(frame, start, condition)?;
                let start = frame.place_after(begin);
                self.guard(frame, start, Condition::Not(Box::new(condition)))
            }
            // "Unless its controller has ~ deal 5 damage to them": they may choose that instead.
            Some(Suffix::Unless { unless: Unless::HasDamage { who, n, .. } }) => {
                self.clauses(frame, clauses)?;
                let start = frame.place_after(begin);
                let body = frame.code.items.split_off(start);
                let (done, end) = (frame.label(), frame.label());
                let who = self.players(frame, who)?;
                let n = self.number(frame, n)?;
                if frame.code.items.len() != frame.place_after(begin) || super::frame::several(&who) {
                    return decline("a cost that asks for a choice isn't supported here");
                }
                frame.emit(Instr::May(who.clone(), done));
                frame.emit(Instr::Damage(Objects::Source, n, crate::effect::Recipients::Players(who)));
                frame.emit(Instr::Jump(end));
                frame.mark(done);
                frame.code.items.extend(body);
                frame.mark(end);
                frame.discourse.did = true;
                Ok(())
            }
            // "Unless they sacrifice a creature or discard a card": the one, or else the other.
            Some(Suffix::Unless {
                unless:
                    unless @ (Unless::SacrificesOrDiscards { who, what, choice, .. }
                    | Unless::SacrificesOrPays { who, what, choice, .. }),
            }) => {
                let first =
                    Unless::Sacrifices { who: who.clone(), what: what.clone(), choice: choice.clone(), each: None };
                let who = who.clone();
                let second = match unless {
                    Unless::SacrificesOrPays { n, .. } => Unless::PaysLife { who, n: n.clone(), each: None },
                    Unless::SacrificesOrDiscards { discard, .. } => {
                        Unless::Discards { who, what: discard.clone(), each: None }
                    }
                    _ => return unsupported("the price", unless),
                };
                self.clauses(frame, clauses)?;
                let start = frame.place_after(begin);
                let body = frame.code.items.split_off(start);
                let players = frame.discourse.players.clone();
                let body_writes =
                    |place| body.iter().any(|item| matches!(item, Item::Instr(_, instr) if writes(instr, place)));
                frame.discourse.players.retain(|player| !reads(player, body_writes));
                let end = frame.label();
                let mut asked = None;
                for unless in [first, second] {
                    let targets = frame.code.targets.len();
                    let (who, cost, None) = self.price(frame, &unless)? else {
                        return unsupported("the price", &unless);
                    };
                    // The same player is asked for the other price, and is a target once (CR 601.2c).
                    if asked.is_some() {
                        frame.code.targets.truncate(targets);
                    }
                    let who = asked.get_or_insert(who).clone();
                    let other = frame.label();
                    frame.emit(Instr::MayPay(who, cost, other));
                    frame.emit(Instr::Jump(end));
                    frame.mark(other);
                }
                frame.discourse.players = players;
                frame.code.items.extend(body);
                frame.mark(end);
                frame.discourse.did = true;
                Ok(())
            }
            Some(Suffix::Unless { unless }) => {
                self.clauses(frame, clauses)?;
                let start = frame.place_after(begin);
                let body = frame.code.items.split_off(start);
                let (done, end) = (frame.label(), frame.label());
                let each = match unless {
                    Unless::Pays { each, .. }
                    | Unless::PaysLife { each, .. }
                    | Unless::Sacrifices { each, .. }
                    | Unless::Discards { each, .. } => each.as_ref(),
                    _ => None,
                };
                // "They" who may pay are known before: not the owner of what is chosen only if nobody pays.
                let players = frame.discourse.players.clone();
                let body_writes =
                    |place| body.iter().any(|item| matches!(item, Item::Instr(_, instr) if writes(instr, place)));
                frame.discourse.players.retain(|player| !reads(player, body_writes));
                let known = frame.discourse.players.len();
                let (who, cost, computed) = self.price(frame, unless)?;
                let payers = frame.discourse.players.split_off(known);
                frame.discourse.players = players;
                frame.discourse.players.extend(payers);
                let times = match each {
                    None => computed,
                    Some(each) if cost.can_be_multiplied() => Some(self.for_each(frame, each)?),
                    Some(_) => return unsupported("the price", unless),
                };
                if frame.code.items.len() != frame.place_after(begin) {
                    return decline("a cost that asks for a choice isn't supported here");
                }
                // "Unless any player pays": each in turn may, until one does (CR 101.4).
                let payers = match who {
                    Players::Each => in_turn().to_vec(),
                    who => vec![who],
                };
                let last = payers.len() - 1;
                for (place, who) in payers.into_iter().enumerate() {
                    let next = if place == last { done } else { frame.label() };
                    frame.emit(match times.clone() {
                        None => Instr::MayPay(who, cost.clone(), next),
                        Some(times) => Instr::MayPayTimes(who, cost.clone(), times, next),
                    });
                    frame.emit(Instr::Jump(end));
                    frame.mark(next);
                }
                frame.code.items.extend(body);
                frame.mark(end);
                frame.discourse.did = true;
                Ok(())
            }
            _ => self.clauses(frame, clauses),
        }
    }

    /// A condition that stands after what it decides about, which has not happened yet when it is asked.
    fn asked_before(&mut self, frame: &mut Frame, start: usize, condition: &Conditions) -> Lowered<Condition> {
        let mentions = frame.discourse.mentions.clone();
        as_they_were(frame, start);
        let condition = self.conditions(frame, condition)?;
        frame.discourse.mentions = mentions;
        Ok(condition)
    }

    /// Puts a condition before what was lowered since `start`.
    fn guard(&mut self, frame: &mut Frame, start: usize, condition: Condition) -> Lowered<()> {
        let mut body = frame.code.items.split_off(start);
        let label = frame.label();
        frame.emit(Instr::Unless(condition, label));
        let mut puts = false;
        // "You may put it onto the battlefield if .... Otherwise, ...": otherwise is also who may and doesn't.
        if let [Item::Instr(_, Instr::May(_, declined)), .., Item::Mark(end)] = body.as_mut_slice()
            && declined == end
        {
            *declined = label;
            body.pop();
            // Nor was it done if the card couldn't be put there (CR 608.2c, 614.17).
            let put =
                |item: &Item| matches!(item, Item::Instr(_, Instr::Move(_, to, _)) if to.zone == Zone::Battlefield);
            puts = matches!(body.as_slice(), [_, moved] if put(moved));
        }
        frame.code.items.extend(body);
        if puts {
            frame
                .emit(Instr::Unless(Condition::Compare(Amount::ThisWay, Comparison::AtLeast, Amount::Const(1)), label));
        }
        frame.mark(label);
        frame.code.otherwise = Some(label);
        Ok(())
    }

    /// "it deals 4 damage" without saying to whom, as after "if ~ was kicked".
    pub(super) fn bare_damage(&mut self, frame: &mut Frame, clauses: &Clauses) -> Lowered<Option<Instr>> {
        if let Clause::Imperative { verbs } = &clauses.0.first
            && let PlayerItem { verb: PlayerVerb::Tokens { verb: TokenVerb::CreateMore { n } }, each: None } =
                &verbs.first
            && verbs.rest.is_empty()
            && clauses.0.rest.is_empty()
        {
            // "create ten of those tokens instead"
            let mut made = frame.code.items[frame.code.sentence..].iter().filter_map(|item| match item {
                Item::Instr(_, instr @ (Instr::CreateToken(_) | Instr::CreateCopy { .. })) => Some(instr.clone()),
                _ => None,
            });
            let made = (made.next(), made.next());
            let amount = self.count(frame, n)?;
            return match made {
                (Some(Instr::CreateToken(tokens)), None) => {
                    Ok(Some(Instr::CreateToken(NewTokens { amount, ..tokens })))
                }
                (Some(Instr::CreateCopy { player, of, except, tapped, attacking, into, .. }), None) => {
                    Ok(Some(Instr::CreateCopy { player, of, amount, except, tapped, attacking, into }))
                }
                _ => decline("it is unclear which tokens are meant"),
            };
        }
        let Clause::Object { what: Nps::One { np: Np::It | Np::Itself }, verbs } = &clauses.0.first else {
            return Ok(None);
        };
        if !verbs.rest.is_empty() || !clauses.0.rest.is_empty() || verbs.first.each.is_some() {
            return Ok(None);
        }
        match &verbs.first.verb {
            ObjectVerb::DamageDouble => self.damage_instead(frame, None).map(Some),
            ObjectVerb::DamageBare { n } if *n != Num::ThatMuch => {
                let n = self.number(frame, n)?;
                self.damage_instead(frame, Some(n)).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// "unless ... pays": who may pay what.
    /// The number says how often, if that is computed.
    fn price(&mut self, frame: &mut Frame, unless: &Unless) -> Lowered<(Players, Cost, Option<Amount>)> {
        let part = |part: CostPart| Cost { mana: None, parts: vec![part] };
        let mut times = None;
        let (who, cost) = match unless {
            Unless::Pays { who, mana, .. } => {
                let x = if mana.0.x_count() > 0 { Some(self.x(frame)?) } else { None };
                match x {
                    None | Some(Amount::X) => (who, Cost::mana(mana.0.clone())),
                    Some(x) if mana.0.symbols == [crate::mana::ManaSymbol::X] => {
                        times = Some(x);
                        (who, super::cost::one_generic())
                    }
                    Some(_) => return decline("a cost of computed mana isn't supported here"),
                }
            }
            // {2} plus an additional {2} for each: so often {1}.
            Unless::PaysPlus { who, mana, more, each } => {
                let (Some(base), Some(more)) = (mana.0.only_generic(), more.0.only_generic()) else {
                    return unsupported("the price", unless);
                };
                let each = Amount::Times(Box::new(self.for_each(frame, each)?), more);
                times = Some(Amount::Sum(Box::new(Amount::Const(base)), Box::new(each)));
                (who, super::cost::one_generic())
            }
            Unless::PaysBoth { who, mana, n } if mana.0.x_count() == 0 => {
                let life = CostPart::Life(self.number(frame, n)?);
                (who, Cost { mana: Some(mana.0.clone()), parts: vec![life] })
            }
            Unless::PaysBoth { .. } => return decline("a cost of computed mana isn't supported here"),
            Unless::PaysLifeEqual { who, amount } => {
                let n = self.amount(frame, amount)?;
                (who, part(CostPart::Life(n)))
            }
            Unless::PaysLife { who, n, .. } => {
                let n = self.number(frame, n)?;
                (who, part(CostPart::Life(n)))
            }
            Unless::Discards { who, what: Discard::Hand { whose }, .. }
                if (*whose == Own::Your) == (*who == Player::You) =>
            {
                (who, part(CostPart::DiscardHand))
            }
            Unless::Discards { who, what: Discard::AtRandom { n }, .. } => {
                let n = self.count(frame, n)?;
                (who, part(CostPart::DiscardRandom(n)))
            }
            Unless::Discards { who, what: Discard::Number { n }, .. } => {
                let n = self.count(frame, n)?;
                (who, part(CostPart::Discard(n, Filter::ANY)))
            }
            Unless::Discards { who, what: Discard::What { np: Np::Quant { quant: Quant::A, noun } }, .. } => {
                let described = self.noun(frame, noun)?;
                if !described.card || described.zone.is_some() || described.among.is_some() || described.random {
                    return unsupported("the price", unless);
                }
                (who, part(CostPart::Discard(Amount::Const(1), described.filter)))
            }
            Unless::Returns { what, .. } | Unless::ReturnsMany { what, .. } if !super::cost::is_yours(what) => {
                return unsupported("a cost that returns what another player may control:", unless);
            }
            Unless::SacrificesOrDiscards { .. } | Unless::SacrificesOrPays { .. } => {
                return unsupported("the price", unless);
            }
            Unless::Sacrifices { who, what, .. }
            | Unless::Returns { who, what }
            | Unless::ReturnsMany { who, what } => {
                let verb = PlayerVerb::Move {
                    verb: MoveVerb::Sacrifice { what: Nps::One { np: what.clone() }, choice: None },
                };
                let returns = matches!(unless, Unless::Returns { .. } | Unless::ReturnsMany { .. });
                match self.verb_as_cost(frame, &verb)? {
                    Some(cost) if !returns => (who, cost),
                    Some(Cost { mana: None, parts }) => match parts.as_slice() {
                        [CostPart::Sacrifice(n, filter)] => (who, part(CostPart::Return(n.clone(), filter.clone()))),
                        _ => return unsupported("the price", unless),
                    },
                    _ => return unsupported("the price", unless),
                }
            }
            Unless::CollectsEvidence { who, n } => (who, part(CostPart::Evidence(Amount::Const(n.0)))),
            Unless::Exiles { who, what } => {
                let verb =
                    PlayerVerb::Move { verb: MoveVerb::Exile { what: Nps::One { np: what.clone() }, how: None } };
                match self.verb_as_cost(frame, &verb)? {
                    Some(cost) => (who, cost),
                    None => return unsupported("the price", unless),
                }
            }
            Unless::Part { part } => {
                let mut part = part.clone();
                // "Sacrifice ~ unless you remove a counter from it."
                if let PartWords::Remove { from: from @ Np::It, .. } = &mut part
                    && frame.discourse.mentions.last().is_some_and(|mention| mention.source)
                {
                    *from = Np::Itself;
                }
                let mut cost = Cost::default();
                self.cost_part(frame, &part, &mut cost)?;
                (&Player::You, cost)
            }
            Unless::HasDamage { .. } | Unless::Discards { .. } => return unsupported("the price", unless),
        };
        let who = match who {
            Player::You => Players::You,
            Player::AnyPlayer => return Ok((Players::Each, cost, times)),
            Player::Its { relation: Relation::Controller }
                if frame.discourse.mentions.last().is_some_and(|mention| mention.source) =>
            {
                // "Counter it unless its controller pays": the spell, not the permanent that was its target.
                match frame.discourse.mentions.iter().rev().find(|mention| mention.spell && !mention.source).cloned() {
                    Some(mention) => Players::ControllerOf(Box::new(frame.read(&mention)?)),
                    None => self.players(frame, who)?,
                }
            }
            who => self.players(frame, who)?,
        };
        if super::frame::several(&who) {
            return decline("a payment that several players may make isn't supported here");
        }
        Ok((who, cost, times))
    }
}

/// "If it's a God card, search that player's library for a card and exile it. Then that player shuffles": a shuffle right after an "if" in
/// which a library is searched belongs to that search, as it does in the same sentence (CR 701.23, 608.2c).
fn shuffle_what_was_searched(frame: &mut Frame, start: usize) {
    let searches = |item: &Item| matches!(item, Item::Instr(_, Instr::Search { .. }));
    let items = &mut frame.code.items;
    let [Item::Instr(_, Instr::Shuffle(_))] = &items[start..] else { return };
    let Some(Item::Mark(label)) = start.checked_sub(1).map(|place| &items[place]) else { return };
    let begins = |item: &Item| matches!(item, Item::Instr(_, Instr::Unless(_, end)) if end == label);
    let Some(begin) = items.iter().position(begins) else { return };
    if items[begin..].iter().any(searches) && !items[..begin].iter().any(searches) {
        items.swap(start - 1, start);
    }
}

/// Returns whether a player may cast or play cards, and nothing more is done.
fn lets_play(clauses: &Clauses) -> bool {
    let Clause::May { verbs, .. } = &clauses.0.first else { return false };
    let plays = |verb: &PlayerVerb| {
        matches!(
            verb,
            PlayerVerb::Spell { verb: SpellVerb::Cast { how: None, .. } | SpellVerb::Play { how: None, .. } }
        )
    };
    verbs.rest.is_empty()
        && plays(&verbs.first.verb)
        && clauses.0.rest.iter().all(|(_, clause)| matches!(clause, Clause::SpendAs { .. }))
}

/// Each player, the one whose turn it is first (CR 101.4).
pub(super) fn in_turn() -> [Players; 2] {
    [Players::Active, Players::Others(Box::new(Players::Active))]
}

/// "Put a +1/+1 counter on ~, then sacrifice it unless you pay {1}": what comes first is done whatever is said after the last thing
/// (CR 608.2c), which follows it.
fn split_at_then(clauses: &Clauses) -> Lowered<Option<(Clauses, Clauses)>> {
    let later = |join: &Join| matches!(join, Join::Then | Join::AndThen);
    let Clauses(chain) = clauses;
    if let Some(((join, last), before)) = chain.rest.split_last() {
        let before = Clauses(Chain { first: chain.first.clone(), rest: before.to_vec() });
        return Ok(later(join).then(|| (before, Clauses(Chain { first: last.clone(), rest: Vec::new() }))));
    }
    let (Clause::Imperative { verbs } | Clause::Player { verbs, .. } | Clause::May { verbs, .. }) = &chain.first else {
        return Ok(None);
    };
    let Some(((join, last), before)) = verbs.rest.split_last() else { return Ok(None) };
    if !later(join) {
        return Ok(None);
    }
    let of = |verbs: Chain<PlayerItem>| match &chain.first {
        Clause::Imperative { .. } => Ok(Clause::Imperative { verbs }),
        Clause::Player { who: Player::You, .. } => Ok(Clause::Player { who: Player::You, verbs }),
        _ => decline("it is unclear which of the actions the condition is about"),
    };
    let alone = |first| Clauses(Chain { first, rest: Vec::new() });
    let before = of(Chain { first: verbs.first.clone(), rest: before.to_vec() })?;
    Ok(Some((alone(before), alone(of(Chain { first: last.clone(), rest: Vec::new() })?))))
}

/// Returns whether a condition asks whether something was done that counts what it does.
fn is_done(condition: &Condition) -> bool {
    matches!(condition, Condition::Compare(Amount::Register(_), crate::filter::Comparison::AtLeast, Amount::Const(1)))
}

/// The card on top of a library of which the "if" with that label asks what it is.
fn revealed_that_is(frame: &Frame, label: crate::effect::Label) -> Option<Objects> {
    let asked = frame.code.items.iter().find_map(|item| match item {
        Item::Instr(_, Instr::Unless(Condition::ObjectIs(Objects::Register(register), _), to)) if *to == label => {
            Some(*register)
        }
        _ => None,
    })?;
    // "Exile the top card of your library. If that card is a land card, …": it has been moved since.
    let moved = frame.code.items.iter().find_map(|item| match item {
        Item::Instr(_, Instr::Move(Objects::Register(from), _, Some(into))) if *into == asked => Some(*from),
        _ => None,
    });
    let asked = moved.unwrap_or(asked);
    let top = |item: &Item| matches!(item, Item::Instr(_, Instr::LookAtTop { into, .. }) if *into == asked);
    frame.code.items.iter().any(top).then_some(Objects::Register(asked))
}

/// "If ~ was kicked, it deals 3 damage to another target": what the condition is about does it, whatever was mentioned before.
fn by_source(clauses: &Clauses) -> Clauses {
    let mut clauses = clauses.clone();
    if let Clause::Object { what: what @ Nps::One { np: Np::It }, .. } = &mut clauses.0.first {
        *what = Nps::One { np: Np::Itself };
    }
    clauses
}
