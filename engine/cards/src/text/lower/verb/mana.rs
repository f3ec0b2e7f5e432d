//! Adding mana, and what is paid → instructions.

use crate::effect::Instr;
use crate::filter::{Amount, Comparison, Condition, CounterKind, Players};
use crate::text::grammar::amount::ForEach;
use crate::text::grammar::verb::{ManaAdded, ManaVerb};
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::Frame;

impl Context<'_> {
    /// Adding mana, and paying it or something else.
    pub(super) fn mana_verb(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        verb: &ManaVerb,
        each: Option<&ForEach>,
    ) -> Lowered<()> {
        let you = *who == Players::You;
        match verb {
            ManaVerb::AddMana { mana: ManaAdded::SameType | ManaAdded::SameTypeMore } => {
                frame.emit(Instr::AddSameMana(who.clone()));
            }
            ManaVerb::AddMana { mana } => {
                let output = self.mana_output(frame, mana, each)?;
                frame.emit(Instr::AddMana(who.clone(), output));
            }
            ManaVerb::LoseUnspent => {
                frame.emit(Instr::LoseUnspentMana(who.clone()));
            }
            ManaVerb::PayMana { .. }
            | ManaVerb::PayManaOften { .. }
            | ManaVerb::PayManaAndLife { .. }
            | ManaVerb::PayLife { .. }
            | ManaVerb::PayLifeEqual { .. }
            | ManaVerb::PayEnergy { .. }
            | ManaVerb::PayEnergyEqual { .. }
            | ManaVerb::CollectEvidence { .. } => {
                return decline("a payment that nobody chooses isn't supported");
            }
            ManaVerb::PayAnyEnergy | ManaVerb::PayOneOrMoreEnergy | ManaVerb::PayAnyLife if you => {
                let register = frame.number_register()?;
                let paid = Amount::Register(register);
                let (most, part) = match verb {
                    ManaVerb::PayAnyEnergy | ManaVerb::PayOneOrMoreEnergy => (
                        Amount::PlayerCounters(Players::You, CounterKind::ENERGY),
                        crate::cost::CostPart::Energy(paid.clone()),
                    ),
                    _ => (Amount::LifeToPay(Players::You), crate::cost::CostPart::Life(paid.clone())),
                };
                let end = frame.label();
                frame.emit(Instr::ChooseNumber(Players::You, Amount::Const(0), most, register));
                frame.emit(Instr::Pay(Players::You, crate::cost::Cost { mana: None, parts: vec![part] }, end));
                frame.mark(end);
                if *verb == ManaVerb::PayOneOrMoreEnergy {
                    // None at all isn't one or more.
                    let some = Condition::Compare(paid.clone(), Comparison::AtLeast, Amount::Const(1));
                    frame.emit(Instr::DoneIf(some));
                }
                if *verb != ManaVerb::PayAnyLife {
                    frame.discourse.paid_energy = Some(paid.clone());
                }
                // Paying asks for a choice of its own: "you may pay any amount of life. If you do" is always done, of none at all too.
                frame.discourse.did |= *verb == ManaVerb::PayAnyLife;
                frame.discourse.number = Some(paid);
            }
            _ => return unsupported("the verb", verb),
        }
        Ok(())
    }
}

impl Frame {
    /// "You may pay {1}{W} any number of times": whether to pay once more is asked each time, and how often it was is "that many".
    pub(in crate::text::lower) fn may_pay_often(&mut self, who: Players, mana: &crate::mana::ManaCost) -> Lowered<()> {
        if mana.x_count() > 0 {
            return decline("an X that is paid any number of times isn't supported");
        }
        let times = self.number_register()?;
        let (again, end) = (self.label(), self.label());
        self.emit(Instr::SetNumber(times, Amount::Const(0)));
        self.mark(again);
        self.emit(Instr::MayPay(who, crate::cost::Cost::mana(mana.clone()), end));
        self.count_one_more(times);
        self.emit(Instr::Jump(again));
        self.mark(end);
        self.discourse.paid_often = Some(times);
        self.discourse.number = Some(Amount::Register(times));
        Ok(())
    }

    /// How much energy was paid "this way": none, if it was offered and nothing was paid.
    pub(in crate::text::lower) fn paid_energy(&self) -> Lowered<Amount> {
        match &self.discourse.paid_energy {
            Some(paid) => Ok(paid.clone()),
            None => decline("no earlier sentence has energy paid"),
        }
    }
}
