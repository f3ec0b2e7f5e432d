//! Sentences that are read as a whole.

use crate::cost::Cost;
use crate::effect::{Instr, Recipients, TargetSpec};
use crate::filter::{Amount, Objects, Zone};
use crate::text::grammar::condition::Conditions;
use crate::text::grammar::effect::{Clause, Clauses, Prefix, Sentence, Suffix};
use crate::text::grammar::noun::{Back, Np, Nps, Quant};
use crate::text::grammar::particular::Particular;
use crate::text::grammar::series::Chain;
use crate::text::grammar::verb::{CountersVerb, MoveVerb, PlayerItem, PlayerVerb, Recipient};
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::{Frame, Item};
use crate::text::lower::noun::Use;

impl Context<'_> {
    /// A sentence that is read as a whole.
    pub(super) fn particular(&mut self, frame: &mut Frame, what: &Particular, sentence: &Sentence) -> Lowered<()> {
        match what {
            Particular::OnCommander { .. } => self.restrict_mana(frame, sentence),
            Particular::CountersIfEach { a, first, b, second } => {
                let it = frame.discourse.mentions.last().cloned();
                for (counters, condition) in [(a, first), (b, second)] {
                    let on = Nps::One { np: Np::It };
                    let puts = CountersVerb::PutCounters { counters: counters.clone(), on };
                    let verb = PlayerVerb::Counters { verb: puts };
                    let verbs = Chain { first: PlayerItem { verb, each: None }, rest: Vec::new() };
                    let clauses = Clauses(Chain { first: Clause::Imperative { verbs }, rest: Vec::new() });
                    let suffix = Suffix::If { condition: Conditions::One { a: condition.clone() } };
                    self.plain(frame, None, &clauses, Some(&suffix))?;
                    frame.discourse.mentions.extend(it.clone());
                }
                Ok(())
            }
            // All is paid for before anything untaps: what untaps can't help to pay.
            Particular::UntapForEach { who, noun, mana, .. } => {
                let who = self.players(frame, who)?;
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) || described.random || described.among.is_some() {
                    return unsupported("what is untapped:", noun);
                }
                let (chosen, end) = (frame.register()?, frame.label());
                frame.emit(Instr::SetObjects(chosen, Objects::Union(Vec::new())));
                frame.emit(Instr::ForEachObject(Objects::Each(Zone::Battlefield, described.filter), end));
                let next = frame.label();
                frame.emit(Instr::MayPay(who, Cost::mana(mana.0.clone()), next));
                frame.emit(Instr::AddObjects(chosen, Objects::Current));
                frame.mark(next);
                frame.mark(end);
                frame.emit(Instr::Untap(Objects::Register(chosen)));
                Ok(())
            }
            // What was played isn't where it was exiled any more (CR 400.7): there is nothing then with which this can be done.
            Particular::LaterUnlessPlayed { when, clauses, .. } => {
                let moves = match (&clauses.0.first, clauses.0.rest.as_slice()) {
                    (Clause::Imperative { verbs } | Clause::Player { verbs, .. }, []) if verbs.rest.is_empty() => {
                        match &verbs.first.verb {
                            PlayerVerb::Move { verb: MoveVerb::Put { what, .. } | MoveVerb::Return { what, .. } } => {
                                *what == Nps::One { np: Np::It }
                            }
                            _ => false,
                        }
                    }
                    _ => false,
                };
                let exiled = frame
                    .code
                    .items
                    .iter()
                    .any(|item| matches!(item, Item::Instr(_, Instr::Move(_, to, _)) if to.zone == Zone::Exile));
                if !moves || !exiled {
                    return unsupported("what is done with a card that wasn't played:", sentence);
                }
                self.plain(frame, Some(&Prefix::Next { when: when.clone() }), clauses, None)
            }
            // What is said of "each of them" is said of players, too, so that nothing is mentioned that is one object or one player.
            Particular::AnyTargetForEachKick { .. } => {
                let (mentions, players) = (frame.discourse.mentions.len(), frame.discourse.players.len());
                self.recipient(frame, &Recipient::AnyTarget)?;
                frame.discourse.mentions.truncate(mentions);
                frame.discourse.players.truncate(players);
                self.one_more_for_each_kick(frame, sentence)
            }
            Particular::TargetForEachKick { one, .. } => {
                let target = Np::Quant { quant: Quant::Target, noun: one.clone() };
                self.objects(frame, &target, Use::Act)?;
                self.one_more_for_each_kick(frame, sentence)?;
                match frame.discourse.mentions.last_mut() {
                    Some(mention) => mention.plural = true,
                    None => return unsupported("the targets", sentence),
                }
                Ok(())
            }
        }
    }

    /// To what damage is dealt that words describe as objects, which players may be called, too.
    pub(in crate::text::lower) fn described_recipients(&mut self, frame: &mut Frame, np: &Np) -> Lowered<Recipients> {
        if self.them(frame).is_err() {
            match np {
                // "Whenever an opponent draws a card, ~ deals 1 damage to them."
                Np::Them => return Ok(Recipients::Players(self.they(frame)?)),
                // "Choose any target, then choose another target … ~ deals X damage to each of them."
                Np::EachOf { of } if **of == Back::Them => {
                    if let [TargetSpec { objects, players: Some(_), max: Amount::Sum(..), .. }] =
                        frame.code.targets.as_slice()
                        && !objects.is_empty()
                    {
                        return Ok(Recipients::Target(0));
                    }
                }
                _ => {}
            }
        }
        Ok(Recipients::Objects(self.besides_subject(frame, np)?))
    }

    /// The target that was just described is one of as many more as the spell was kicked, all of them different (CR 115.3, 601.2c): how often
    /// that is was announced before (CR 601.2b).
    fn one_more_for_each_kick(&mut self, frame: &mut Frame, sentence: &Sentence) -> Lowered<()> {
        if !frame.setting.spell {
            return decline("only a spell is kicked as its targets are chosen");
        }
        let number = Amount::Sum(Box::new(Amount::Const(1)), Box::new(self.times_kicked()?));
        let Some(spec) = frame.code.targets.last_mut() else { return unsupported("the targets", sentence) };
        (spec.min, spec.max) = (number.clone(), number);
        Ok(())
    }
}
