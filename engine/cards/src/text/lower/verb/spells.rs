//! Spells: casting, countering, copying them, and their targets → instructions.

use crate::effect::{Instr, Modification};
use crate::filter::{Amount, Condition, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::text::grammar::amount::ForEach;
use crate::text::grammar::noun::Np;
use crate::text::grammar::verb::{CopyNp, SpellVerb, Times};
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::several;
use crate::text::lower::frame::{Frame, Item};
use crate::text::lower::noun::Use;

/// How a spell is copied.
#[derive(Default)]
struct Copying {
    /// How often; once, if nothing is said.
    times: Option<Amount>,
    new_targets: bool,
    except: Vec<Modification>,
    /// One for each of these that it could target.
    at: Option<Objects>,
}

impl Context<'_> {
    /// What is done to spells: countering, copying, new targets; casting and playing cards.
    pub(super) fn spell_verb(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        verb: &SpellVerb,
        each: Option<&ForEach>,
    ) -> Lowered<()> {
        let you = *who == Players::You;
        let several = several(who);
        match verb {
            SpellVerb::ChangeTarget { what } | SpellVerb::ChangeTargets { what } if you => {
                let objects = self.objects(frame, what, Use::Act)?;
                frame.emit(Instr::ChangeTargets(objects, Players::You));
            }
            SpellVerb::AimAtSelf { what } if you => {
                let objects = self.objects(frame, what, Use::Act)?;
                frame.emit(Instr::AimAt(objects, Objects::Source));
            }
            SpellVerb::Counter { what: Np::It } if you => {
                // What is countered is on the stack, whatever else was mentioned.
                match frame.discourse.mentions.iter().rev().find(|mention| mention.spell && !mention.source).cloned() {
                    Some(mention) => {
                        let objects = frame.resolve(&mention)?;
                        frame.emit(Instr::Counter(objects, None));
                    }
                    None => return decline("it is unclear what is countered"),
                }
            }
            SpellVerb::Counter { what } if you => {
                let objects = self.objects(frame, what, Use::Act)?;
                frame.emit(Instr::Counter(objects, None));
            }
            // CR 707.12: a card is copied, to be cast.
            SpellVerb::CopySpell { what } if you && each.is_none() && self.means_card(frame, what)? => {
                self.copy_card(frame, what, None)?;
            }
            SpellVerb::CopyTimes { what, times } if you && self.means_card(frame, what)? => {
                let times = self.how_often(frame, times)?;
                self.copy_card(frame, what, Some(times))?;
            }
            SpellVerb::CopySpell { what } if !several => {
                let times = match each {
                    Some(each) => Some(self.for_each(frame, each)?),
                    None => None,
                };
                self.copy_spell(frame, who, verb, what, &Copying { times, ..Copying::default() })?;
            }
            SpellVerb::CopyTimes { what, times } if !several => {
                let times = self.how_often(frame, times)?;
                self.copy_spell(frame, who, verb, what, &Copying { times: Some(times), ..Copying::default() })?;
            }
            SpellVerb::CopyForEach { what, noun, .. } if !several => {
                let at = self.set(frame, noun)?;
                let mentioned = frame.discourse.mentions.len();
                self.copy_spell(frame, who, verb, what, &Copying { at: Some(at), ..Copying::default() })?;
                frame.discourse.mentions.truncate(mentioned);
            }
            SpellVerb::CopyExcept { what, except } if !several => {
                let except = self.except(frame, Some(except))?;
                self.copy_spell(frame, who, verb, what, &Copying { except, ..Copying::default() })?;
            }
            SpellVerb::CopyAndChoose { what, .. } if !several => {
                self.copy_spell(frame, who, verb, what, &Copying { new_targets: true, ..Copying::default() })?;
            }
            SpellVerb::NewTargets { what: CopyNp::TheirCopy } => match frame.last_instr() {
                Some(Instr::CopySpell { player, new_targets, .. }) if player == who => *new_targets = true,
                _ => return unsupported("the choice", verb),
            },
            SpellVerb::NewTargets { what } | SpellVerb::NewTarget { what } if you => match what {
                // The copies are made by the instruction just before, which asks for new targets itself.
                CopyNp::TheCopy | CopyNp::ThatCopy | CopyNp::TheCopies => {
                    let copies = frame.code.items.iter_mut().rev().filter_map(|item| match item {
                        Item::Instr(_, Instr::CopySpell { new_targets, .. }) => Some(new_targets),
                        _ => None,
                    });
                    // "Copy it. If ..., copy it twice instead": whichever it is.
                    let many = if *what == CopyNp::TheCopies { usize::MAX } else { 1 };
                    let mut found = false;
                    for new_targets in copies.take(many) {
                        *new_targets = true;
                        found = true;
                    }
                    if !found {
                        return unsupported("the choice", verb);
                    }
                }
                CopyNp::That { np } => {
                    let objects = self.objects(frame, np, Use::Act)?;
                    frame.emit(Instr::ChooseNewTargets(objects, Players::You));
                }
                // "Gain control of target spell. You may choose new targets for it."
                CopyNp::It => {
                    let spell = self.it(frame)?;
                    if !spell.spell {
                        return unsupported("the choice", verb);
                    }
                    let objects = frame.resolve(&spell)?;
                    frame.emit(Instr::ChooseNewTargets(objects, Players::You));
                }
                CopyNp::TheirCopy => return unsupported("the choice", verb),
            },
            // At once, as the ability resolves, for what it costs, and only if it is there (CR 608.2g).
            SpellVerb::CastFromYours { what } if you => {
                let card = self.objects(frame, what, Use::Act)?;
                if card == Objects::Source {
                    frame.setting.zone = Some(Zone::Graveyard);
                }
                let there = Filter::just(Test::Is(Box::new(card.clone()))).and(Test::Owner(PlayerFilter::You));
                let nothing = frame.label();
                frame.emit(Instr::Unless(Condition::Exists(Zone::Graveyard, there.clone()), nothing));
                // Of what was discarded it is the card that it has become there (CR 400.7j).
                let card = if card == Objects::Source { card } else { Objects::Each(Zone::Graveyard, there) };
                frame.emit(Instr::CastNow(Players::You, card));
                frame.mark(nothing);
                frame.discourse.did = true;
            }
            // Who may play a card in exile may look at it (CR 406.3b).
            SpellVerb::LookAndPlay { what, how } if you => self.cast(frame, who, what, Some(how), true)?,
            SpellVerb::Cast { what, how } | SpellVerb::Play { what, how } if !several => {
                self.cast(frame, who, what, how.as_ref(), matches!(verb, SpellVerb::Play { .. }))?;
            }
            _ => return unsupported("the verb", verb),
        }
        Ok(())
    }

    fn how_often(&mut self, frame: &mut Frame, times: &Times) -> Lowered<Amount> {
        Ok(match times {
            Times::Twice => Amount::Const(2),
            Times::Number { n } => Amount::Const(n.0),
            Times::X => self.x(frame)?,
        })
    }

    /// Returns whether a card is meant, which isn't on the stack.
    fn means_card(&mut self, frame: &mut Frame, what: &Np) -> Lowered<bool> {
        Ok(match what {
            Np::That { head } | Np::The { head, .. } => self.head(frame, head)?.card,
            // A card on which something was done to, and not as it was on the battlefield or the stack.
            Np::It => self.it(frame).is_ok_and(|it| it.card && !it.spell && !it.source),
            _ => false,
        })
    }

    /// CR 707.12: a card is copied, or so often, to be cast.
    fn copy_card(&mut self, frame: &mut Frame, what: &Np, times: Option<Amount>) -> Lowered<()> {
        let objects = self.objects(frame, what, Use::Act)?;
        let register = frame.register()?;
        match times {
            None => {
                frame.emit(Instr::CopyCards(objects, register));
            }
            Some(times) => {
                let (label, one) = (frame.label(), frame.register()?);
                frame.emit(Instr::SetObjects(register, Objects::Union(Vec::new())));
                frame.emit(Instr::Repeat(times, label));
                frame.emit(Instr::CopyCards(objects, one));
                frame.emit(Instr::AddObjects(register, Objects::Register(one)));
                frame.mark(label);
            }
        }
        frame.discourse.copy = Some(register);
        Ok(())
    }

    /// CR 707.10.
    fn copy_spell(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        verb: &SpellVerb,
        what: &Np,
        how: &Copying,
    ) -> Lowered<()> {
        let of = self.objects(frame, what, Use::Act)?;
        // "When you cast ~, copy ~": it is the spell that was cast (CR 603.2).
        let itself = *what == Np::Itself
            && (frame.setting.spell || frame.discourse.mentions.iter().any(|it| it.source && it.spell));
        let spell = frame.discourse.mentions.last().is_some_and(|mention| mention.spell);
        if !(spell || itself) {
            return unsupported("the copying", verb);
        }
        let label = how.times.as_ref().map(|times| {
            let label = frame.label();
            frame.emit(Instr::Repeat(times.clone(), label));
            label
        });
        let (new_targets, except, at) = (how.new_targets, how.except.clone(), how.at.clone());
        frame.emit(Instr::CopySpell { of, player: who.clone(), new_targets, except, at });
        if let Some(label) = label {
            frame.mark(label);
        }
        Ok(())
    }
}
