//! Prevention of damage (CR 615).

use super::filter::unsupported;
use super::noun::Use;
use super::{Context, Frame, Lowered};
use crate::effect::{Instr, Recipients};
use crate::filter::{Filter, Objects, Zone};
use crate::text::grammar::verb::Prevented;

impl Context<'_> {
    pub(super) fn prevent(&mut self, frame: &mut Frame, what: &Prevented) -> Lowered<()> {
        match what {
            Prevented::AllCombat => {
                frame.emit(Instr::PreventCombatDamage(Filter::ANY));
            }
            Prevented::AllCombatBy { by } | Prevented::AllCombatByOld { by } => {
                match self.objects(frame, by, Use::Act)? {
                    // CR 611.2c: no characteristics change, so that what comes later is meant too.
                    Objects::Each(Zone::Battlefield, filter) => frame.emit(Instr::PreventCombatDamage(filter)),
                    objects => frame.emit(shield(None, Some(objects), true)),
                };
            }
            Prevented::AllCombatTo { to } => {
                let to = self.recipients(frame, to)?;
                frame.emit(shield(Some(to), None, true));
            }
            Prevented::AllBy { by } | Prevented::AllByWould { by } => {
                let objects = self.objects(frame, by, Use::Act)?;
                if matches!(objects, Objects::Each(..)) {
                    return unsupported("the prevention of", what);
                }
                frame.emit(shield(None, Some(objects), false));
            }
            Prevented::Next { n, to } | Prevented::NextOld { n, to } => {
                let n = self.number(frame, n)?;
                let to = self.recipients(frame, to)?;
                frame.emit(Instr::PreventDamage(to, Some(n)));
            }
            Prevented::AllTo { to } | Prevented::AllToOld { to } => {
                let to: Recipients = self.recipients(frame, to)?;
                frame.emit(Instr::PreventDamage(to, None));
            }
            Prevented::AllCombatToAndBy { by } => {
                let objects = self.objects(frame, by, Use::Act)?;
                if matches!(objects, Objects::Each(..)) {
                    return unsupported("the prevention of", what);
                }
                frame.emit(shield(Some(Recipients::Objects(objects.clone())), None, true));
                frame.emit(shield(None, Some(objects), true));
            }
        }
        Ok(())
    }
}

/// Prevents all such damage this turn.
pub(super) fn shield(to: Option<Recipients>, from: Option<Objects>, combat: bool) -> Instr {
    Instr::Shield { to, from, quality: None, combat, amount: None, once: false, redirect: None }
}
