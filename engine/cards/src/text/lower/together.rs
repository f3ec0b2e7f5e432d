//! What is said of several things together: "with total mana value 6 or less", "controlled by different players". Targets keep it as it
//! is; of what is chosen otherwise it is asked as each is chosen, beside those that were chosen before (CR 608.2d).

use super::context::Context;
use super::decline::{Lowered, decline};
use super::described::Described;
use super::filter::unsupported;
use super::frame::{Frame, several};
use crate::designation::Alike;
use crate::effect::{Instr, Pick, Register, Together};
use crate::filter::{Amount, Comparison, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::happening::Happening;
use crate::text::grammar::amount::{Amount as Words, SharedQuality};
use crate::text::grammar::noun::Noun;

impl SharedQuality {
    /// That all have such a one in common.
    pub(super) fn together(&self) -> Together {
        match self {
            SharedQuality::CardType => Together::SharedCardType,
            SharedQuality::PermanentType => Together::SharedPermanentType,
            SharedQuality::Color => Together::SharedColor,
            SharedQuality::CreatureType => Together::SharedCreatureType,
        }
    }
}

impl Described {
    /// Says one thing of all of them together.
    pub(super) fn join(&mut self, together: Together) -> Lowered<()> {
        if self.together.is_asked() {
            return decline("two things that are said of all together aren't supported");
        }
        self.together = together;
        Ok(())
    }

    /// What is asked of one of them beside those that are in a register.
    pub(super) fn besides(&self, chosen: Register) -> Lowered<Option<Test>> {
        let chosen = || Objects::Register(chosen);
        let not = |test| Test::Not(Box::new(Filter::just(test)));
        let left = |most: &Amount, total| Amount::Difference(Box::new(most.clone()), Box::new(total));
        Ok(Some(match &self.together {
            Together::Anything => return Ok(None),
            Together::SameController => return decline("only targets can be asked to have the same controller"),
            Together::SharedCardType => return decline("only targets can be asked to share a card type"),
            Together::SharedPermanentType => return decline("only targets can be asked to share a permanent type"),
            Together::SharedColor => return decline("only targets can be asked to share a color"),
            Together::NoSharedCreatureType => return decline("only targets can be asked to share no creature type"),
            Together::SharedCreatureType => return decline("only targets can be asked to share a creature type"),
            Together::DifferentControllers => {
                not(Test::ControllerIn(Box::new(Players::ControllerOf(Box::new(chosen())))))
            }
            Together::DifferentNames => not(Test::SharesName(Box::new(chosen()))),
            Together::DifferentPowers => not(Test::SharesPower(Box::new(chosen()))),
            Together::DifferentManaValues => not(Test::SharesManaValue(Box::new(chosen()))),
            Together::TotalPower(most) => Test::Power(Comparison::AtMost, left(most, Amount::Power(chosen()))),
            Together::TotalToughness(most) => {
                Test::Toughness(Comparison::AtMost, left(most, Amount::Toughness(chosen())))
            }
            Together::TotalManaValue(most) => {
                Test::ManaValue(Comparison::AtMost, left(most, Amount::ManaValue(chosen())))
            }
        }))
    }
}

impl Context<'_> {
    /// A choice of several things of which something is asked together.
    pub(super) fn pick_together(
        &mut self,
        frame: &mut Frame,
        described: &Described,
        mut from: Objects,
        (min, max): (Amount, Amount),
    ) -> Lowered<Objects> {
        let register = frame.register()?;
        if several(&frame.discourse.chooser) || described.random {
            return decline("a choice by several players or at random isn't supported here");
        }
        let Some(test) = described.besides(register)? else { return decline("nothing is asked of all together") };
        let parts: &mut [Objects] = match &mut from {
            Objects::Union(parts) => parts,
            one => std::slice::from_mut(one),
        };
        for part in parts {
            let (Objects::Each(_, filter) | Objects::Those(_, filter)) = part else {
                return decline("what is asked of all together isn't supported here");
            };
            filter.tests.push(test.clone());
        }
        frame.emit(Instr::SetObjects(register, Objects::Union(Vec::new())));
        let pick = Pick { chooser: frame.discourse.chooser.clone(), from, min, max, random: false };
        frame.emit(Instr::Pick(pick, register));
        Ok(Objects::Register(register))
    }

    /// How many kinds there are among some things, or how many are of one.
    pub(super) fn kinds_among(&mut self, frame: &mut Frame, words: &Words, noun: &Noun) -> Lowered<Amount> {
        let described = self.noun(frame, noun)?;
        let Some(zone) = described.zone else { return unsupported("the zone is not said in", noun) };
        let all = described.filter;
        Ok(match words {
            Words::DifferentlyNamed { .. } => Amount::DifferentNames(zone, all),
            Words::DifferentPowers { .. } => Amount::DifferentPowers(zone, all),
            Words::MostOfAType { .. } => Amount::MostAlike(zone, all, Alike::CreatureType),
            _ => Amount::CardTypesIn(zone, all),
        })
    }

    /// How often something happened this turn to what a noun describes, under the control of such a player if so.
    pub(super) fn so_often(
        &mut self,
        frame: &mut Frame,
        kind: Happening,
        noun: &Noun,
        zone: Zone,
        whose: Option<PlayerFilter>,
    ) -> Lowered<Amount> {
        let described = self.noun(frame, noun)?;
        if described.zone.is_some_and(|other| other != zone) || described.among.is_some() {
            return unsupported("the description", noun);
        }
        let mut filter = described.filter;
        filter.tests.extend(whose.map(Test::Controller));
        Ok(Amount::Happened(kind, filter))
    }
}
