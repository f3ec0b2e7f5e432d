//! What objects do at once: damage, fights.

use super::filter::unsupported;
use super::noun::Use;
use super::{Context, Frame, Item, Lowered, decline};
use crate::effect::{Instr, Recipients, TargetSpec};
use crate::filter::{Amount, Filter, Objects, PlayerFilter, Test, Zone};
use crate::text::grammar::amount::ForEach;
use crate::text::grammar::noun::{Np, Quant};
use crate::text::grammar::object::{Divided, ObjectVerb};
use crate::types::CardTypes;

impl Context<'_> {
    /// An object does something.
    pub(super) fn object_verb(
        &mut self,
        frame: &mut Frame,
        who: &Objects,
        verb: &ObjectVerb,
        each: Option<&ForEach>,
    ) -> Lowered<()> {
        match verb {
            ObjectVerb::Damage { n, to } => {
                let n = self.number(frame, n)?;
                let to = self.recipients(frame, to)?;
                self.damage(frame, who, n, to, each)
            }
            ObjectVerb::DamageEqual { amount, to } => {
                let n = self.amount(frame, amount)?;
                let to = self.recipients(frame, to)?;
                self.damage(frame, who, n, to, each)
            }
            ObjectVerb::DamageToEqual { to, amount } => {
                let to = self.recipients(frame, to)?;
                let n = self.amount(frame, amount)?;
                self.damage(frame, who, n, to, each)
            }
            ObjectVerb::DamageAnd { n, to, m, also } => {
                let n = self.number(frame, n)?;
                let to = self.recipients(frame, to)?;
                self.damage(frame, who, n, to, None)?;
                let m = self.number(frame, m)?;
                let also = self.recipients(frame, also)?;
                self.damage(frame, who, m, also, each)
            }
            ObjectVerb::DamageDivided { n, among } => {
                let n = self.number(frame, n)?;
                let n = self.times(frame, n, each)?;
                self.divided(frame, who, n, among)
            }
            ObjectVerb::DamageBare { .. } => decline("it is not said to whom the damage is dealt"),
            ObjectVerb::Fights { np } => {
                let other = self.objects(frame, np, Use::Act)?;
                frame.emit(Instr::Fight(who.clone(), other));
                Ok(())
            }
            ObjectVerb::PhasesOut => {
                frame.emit(Instr::PhaseOut(who.clone()));
                Ok(())
            }
            ObjectVerb::FightsEachOther | ObjectVerb::Explores => unsupported("the verb", verb),
        }
    }

    fn damage(
        &mut self,
        frame: &mut Frame,
        who: &Objects,
        n: Amount,
        to: Recipients,
        each: Option<&ForEach>,
    ) -> Lowered<()> {
        let n = self.times(frame, n, each)?;
        frame.number = Some(n.clone());
        frame.emit(Instr::Damage(who.clone(), n, to));
        Ok(())
    }

    fn divided(&mut self, frame: &mut Frame, who: &Objects, n: Amount, among: &Divided) -> Lowered<()> {
        let damageable = CardTypes::CREATURE | CardTypes::PLANESWALKER | CardTypes::BATTLE;
        let any = || {
            TargetSpec::one(vec![(Zone::Battlefield, Filter::just(Test::Types(damageable)))], Some(PlayerFilter::Any))
        };
        let number = frame.targets.len() as u8;
        match among {
            Divided::AnyNumber => {
                let mut spec = any();
                spec.min = Amount::Const(1);
                spec.max = n.clone();
                frame.targets.push(spec);
            }
            Divided::OneOrTwo | Divided::OneTwoOrThree => {
                let mut spec = any();
                spec.max = Amount::Const(if *among == Divided::OneOrTwo { 2 } else { 3 });
                frame.targets.push(spec);
            }
            Divided::Creatures { np } => {
                self.objects(frame, np, Use::Act)?;
                if let (Np::Quant { quant: Quant::AnyNumberOfTargets, .. }, Some(spec)) = (np, frame.targets.last_mut())
                {
                    spec.min = Amount::Const(1);
                    spec.max = n.clone();
                }
            }
        }
        let one = frame.targets.len() == usize::from(number) + 1;
        match frame.targets.last_mut() {
            Some(spec) if one => spec.divided = Some(n.clone()),
            _ => return decline("the damage is not divided among one set of targets"),
        }
        frame.number = Some(n);
        frame.emit(Instr::DamageDivided(who.clone(), number));
        Ok(())
    }

    /// "it deals 4 damage instead": the damage of the sentence before, with another number.
    pub(super) fn damage_instead(&mut self, frame: &mut Frame, n: Amount) -> Lowered<Instr> {
        let mut found = None;
        for item in &frame.items[frame.sentence..] {
            if let Item::Instr(_, Instr::Damage(who, _, to)) = item {
                if found.is_some() {
                    return decline("it is unclear which damage is replaced");
                }
                found = Some(Instr::Damage(who.clone(), n.clone(), to.clone()));
            }
        }
        match found {
            Some(instr) => Ok(instr),
            None => decline("there is no damage before that could be replaced"),
        }
    }
}
