//! Abilities that are stopped, trigger again, or are had by cards in graveyards.

use crate::ability::{Affected, PlayerRule as Rule, Static, StaticEffect, TriggerEvent};
use crate::effect::Modification;
use crate::filter::{Filter, PlayerFilter, Test, Zone};
use crate::keyword::Restrictions;
use crate::text::grammar::noun::{Np, Quant};
use crate::text::grammar::statics::{AbilityStatic, Cause, Crewing, CrewingPower};
use crate::text::lower::context::Context;
use crate::text::lower::decline::Lowered;
use crate::text::lower::filter::{any_of, unsupported};
use crate::text::lower::frame::Frame;
use crate::text::lower::player::player_filter;
use crate::text::lower::statics::restrict;
use crate::text::lower::statics::simple;
use crate::text::lower::trigger::combat;

impl Context<'_> {
    /// Abilities of permanents you control trigger again because of an event (CR 603.2d).
    fn triggers_again(&mut self, frame: &mut Frame, cause: &Cause) -> Lowered<Vec<Static>> {
        let of = Filter::just(Test::Controller(PlayerFilter::You));
        if let Cause::Drawing { who } | Cause::Gaining { who } = cause {
            let Some(player) = player_filter(who) else { return unsupported("the player", who) };
            let event = match cause {
                Cause::Drawing { .. } => TriggerEvent::Draws { player, nth: None, but_first: false },
                _ => TriggerEvent::GainsLife { player },
            };
            return Ok(simple(StaticEffect::TriggersAgain { causes: vec![event], of }));
        }
        let (Cause::Entering { np }
        | Cause::EnteringOrLeaving { np }
        | Cause::Dying { np }
        | Cause::EnteringOrDying { np }
        | Cause::Attacking { np }
        | Cause::Damaging { np, .. }
        | Cause::Damaged { np }) = cause
        else {
            return unsupported("the cause", cause);
        };
        let what = self.event_subject(frame, np)?;
        let field = Some(Zone::Battlefield);
        let change = |from, to| TriggerEvent::ZoneChange { what: what.clone(), from, to, batched: false };
        let causes = match cause {
            Cause::Entering { .. } => vec![change(None, field)],
            Cause::EnteringOrLeaving { .. } => vec![change(None, field), change(field, None)],
            Cause::Dying { .. } => vec![change(field, Some(Zone::Graveyard))],
            Cause::EnteringOrDying { .. } => vec![change(None, field), change(field, Some(Zone::Graveyard))],
            Cause::Damaging { kind, who, .. } => {
                let Some(player) = player_filter(who) else {
                    return unsupported("the player", who);
                };
                vec![TriggerEvent::DealsDamage {
                    source: what.clone(),
                    to_players: Some(player),
                    to_objects: None,
                    combat: combat(kind),
                    batched: false,
                }]
            }
            Cause::Damaged { .. } => vec![TriggerEvent::DealtDamage { what: what.clone(), combat: None }],
            // "Whenever you attack" triggers on creatures' attacking too.
            Cause::Attacking { .. } => vec![
                TriggerEvent::Attacks {
                    what: what.clone(),
                    defender: None,
                    alone: false,
                    others: None,
                    planeswalkers: false,
                },
                TriggerEvent::AttackersDeclared { player: PlayerFilter::Any, what, at_least: 1, into: None },
            ],
            Cause::Drawing { .. } | Cause::Gaining { .. } => return unsupported("the cause", cause),
        };
        Ok(simple(StaticEffect::TriggersAgain { causes, of }))
    }

    /// Abilities that are stopped, trigger again, or are had by cards in graveyards.
    pub(super) fn ability_static(&mut self, frame: &mut Frame, words: &AbilityStatic) -> Lowered<Vec<Static>> {
        Ok(match words {
            AbilityStatic::TriggersAgain { cause } => self.triggers_again(frame, cause)?,
            AbilityStatic::Crews { what, with } => {
                let mounts = *what == Crewing::MountsToo;
                simple(match with {
                    CrewingPower::More { n } => StaticEffect::Crews { mounts, toughness: false, more: n.0 },
                    CrewingPower::Toughness => StaticEffect::Crews { mounts, toughness: true, more: 0 },
                })
            }
            AbilityStatic::NoTriggers { cause } | AbilityStatic::NoTriggersOf { cause, .. } => {
                let (Cause::Entering { np: Np::Quant { quant: Quant::Bare, noun } }
                | Cause::Dying { np: Np::Quant { quant: Quant::Bare, noun } }
                | Cause::EnteringOrDying { np: Np::Quant { quant: Quant::Bare, noun } }) = cause
                else {
                    return unsupported("the cause", words);
                };
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("what enters or dies:", noun);
                }
                let field = Some(Zone::Battlefield);
                let what = described.filter;
                let change = |from, to| TriggerEvent::ZoneChange { what: what.clone(), from, to, batched: false };
                let mut causes = Vec::new();
                if !matches!(cause, Cause::Dying { .. }) {
                    causes.push(change(None, field));
                }
                if !matches!(cause, Cause::Entering { .. }) {
                    causes.push(change(field, Some(Zone::Graveyard)));
                }
                let of = match words {
                    AbilityStatic::NoTriggersOf { noun, .. } => {
                        let those = self.noun(frame, noun)?;
                        if !those.describes_permanents() {
                            return unsupported("whose abilities don't trigger:", noun);
                        }
                        // Permanents: abilities of cards elsewhere trigger all the same.
                        Some(those.filter)
                    }
                    _ => None,
                };
                let silent = |cause| simple(StaticEffect::NoTriggers(cause, of.clone()));
                causes.into_iter().flat_map(silent).collect()
            }
            AbilityStatic::TriggersAgainOf { np }
            | AbilityStatic::ItTriggersAgain { np }
            | AbilityStatic::AbilityTriggersAgain { np } => {
                let of = self.event_subject(frame, np)?;
                simple(StaticEffect::TriggersAgain { causes: Vec::new(), of })
            }
            // "A Shaman or another Wizard you control": whose they are is said of both.
            AbilityStatic::AbilityOfEitherTriggers { a, b } => {
                let (either, other) = (self.noun(frame, a)?, self.noun(frame, b)?);
                if !either.describes_permanents() || !other.describes_permanents() {
                    return unsupported("whose abilities trigger again:", words);
                }
                let mut either = either.filter;
                let whose = other.filter.tests.iter().filter(|test| matches!(test, Test::Controller(_)));
                either.tests.extend(whose.cloned());
                let of = any_of(vec![either, other.filter.and(Test::NotSource)]);
                simple(StaticEffect::TriggersAgain { causes: Vec::new(), of })
            }
            AbilityStatic::AbilityTriggersWhile { np, condition } => {
                let effect = StaticEffect::TriggersAgain { causes: Vec::new(), of: self.event_subject(frame, np)? };
                let condition = Some(self.conditions(frame, condition)?);
                vec![Static { zone: Zone::Battlefield, condition, effect }]
            }
            AbilityStatic::AbilitiesStop { noun } | AbilityStatic::AbilitiesStopButMana { noun } => {
                let described = self.noun(frame, noun)?;
                let restriction = match words {
                    AbilityStatic::AbilitiesStop { .. } => Restrictions::CANT_ACTIVATE,
                    _ => Restrictions::CANT_ACTIVATE_NONMANA,
                };
                // Sources are objects in whatever zone (CR 113.7); mana abilities are those of permanents.
                if described.source && described.zone.is_none() {
                    let rule = Rule::CantActivate(described.filter.clone(), None);
                    let mut all = simple(StaticEffect::Player(PlayerFilter::Any, rule));
                    if restriction == Restrictions::CANT_ACTIVATE {
                        all.extend(restrict(Affected::Each(described.filter), restriction));
                    }
                    return Ok(all);
                }
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("what can't be activated:", noun);
                }
                restrict(Affected::Each(described.filter), restriction)
            }
            AbilityStatic::ForManaCost { before, noun, name, .. }
            | AbilityStatic::ForManaCostIts { before, noun, name, .. } => {
                let condition = before.as_ref().map(|before| self.before(frame, before)).transpose()?;
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Graveyard) {
                    return unsupported("what has the keyword:", noun);
                }
                let granted = self.for_mana_cost(*name)?.into_iter().map(Modification::AddAbility).collect();
                let affected = Affected::EachIn(Zone::Graveyard, described.filter);
                let effect = StaticEffect::Continuous(affected, granted);
                vec![Static { zone: Zone::Battlefield, condition, effect }]
            }
            AbilityStatic::Escape { before, noun, more } => {
                vec![self.escape_static(frame, before.as_ref(), noun, more)?]
            }
            AbilityStatic::Flashback { before, noun } | AbilityStatic::FlashbackIts { before, noun } => {
                let condition = before.as_ref().map(|before| self.before(frame, before)).transpose()?;
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Graveyard) {
                    return unsupported("what has flashback:", noun);
                }
                let rule = Rule::Flashback(described.filter);
                vec![Static {
                    zone: Zone::Battlefield,
                    condition,
                    effect: StaticEffect::Player(PlayerFilter::You, rule),
                }]
            }
        })
    }
}
