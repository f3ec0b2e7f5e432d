//! What must be paid for attacking and blocking (CR 508.1d, 509.1c).

use super::context::Context;
use super::decline::{Lowered, decline};
use super::filter::unsupported;
use super::frame::Frame;
use crate::ability::{Affected, Attacked, CombatTax, StaticEffect};
use crate::cost::Cost;
use crate::filter::{Filter, Objects, Test, Zone};
use crate::text::grammar::cost::CostPart as CostWords;
use crate::text::grammar::noun::Noun;
use crate::text::grammar::tax::{Payment, Tax, Taxed, TaxedDeed};
use crate::types::CardTypes;

impl Context<'_> {
    /// The static ability of a tax.
    pub(super) fn tax(&mut self, frame: &mut Frame, tax: &Tax) -> Lowered<StaticEffect> {
        let mut lowered = match tax {
            Tax::Many { noun, deed, pay, taxed, x } => {
                let who = self.taxed(frame, noun)?;
                if let Some(x) = x {
                    frame.discourse.x = Some(self.amount(frame, &x.amount)?);
                }
                let mut lowered = self.deed(frame, who, deed)?;
                if !self.is_each(frame, noun, deed, taxed)? {
                    return unsupported("what is paid for in", tax);
                }
                lowered.cost = self.payment(frame, pay)?;
                lowered
            }
            Tax::Each { noun, deed, pay, x } => {
                let who = self.taxed(frame, noun)?;
                let described = self.noun(frame, noun)?;
                frame.mention(Objects::Current, false, Some(&described));
                frame.discourse.x = Some(self.amount(frame, &x.amount)?);
                let mut lowered = self.deed(frame, who, deed)?;
                lowered.cost = self.payment(frame, pay)?;
                lowered
            }
            Tax::One { np, deed, pay, each } => {
                let who = self.affected_one(frame, np)?;
                if matches!(who, Affected::Each(_) | Affected::EachIn(..)) {
                    return unsupported("the creature", np);
                }
                let mut lowered = self.deed(frame, who, deed)?;
                lowered.cost = self.payment(frame, pay)?;
                lowered.times = each.as_ref().map(|each| self.for_each(frame, each)).transpose()?;
                lowered
            }
            Tax::Own { deed, cost, each } => {
                frame.mention_source(self.types);
                let mut lowered = self.deed(frame, Affected::Source, deed)?;
                lowered.cost = self.sentence_cost(frame, cost)?;
                lowered.times = each.as_ref().map(|each| self.for_each(frame, each)).transpose()?;
                lowered
            }
            Tax::Blockers { mana, .. } => {
                let mut lowered = untaxed(Affected::Each(Filter::just(Test::Types(CardTypes::CREATURE))));
                lowered.blocks = Some(Filter::just(Test::Host));
                lowered.cost = Cost::mana(mana.0.clone());
                lowered
            }
        };
        if lowered.cost.mana.as_ref().is_some_and(|mana| mana.x_count() > 0) {
            let Some(x) = frame.discourse.x.clone() else { return unsupported("X in", tax) };
            lowered.x = Some(x);
        }
        Ok(StaticEffect::CombatTax(Box::new(lowered)))
    }

    fn taxed(&mut self, frame: &mut Frame, noun: &Noun) -> Lowered<Affected> {
        let described = self.noun(frame, noun)?;
        if described.zone != Some(Zone::Battlefield) {
            return unsupported("the creatures", noun);
        }
        Ok(Affected::Each(described.filter))
    }

    fn payment(&mut self, frame: &mut Frame, pay: &Payment) -> Lowered<Cost> {
        let mut cost = Cost::default();
        let part = match pay {
            Payment::Mana { mana } => CostWords::PayMana { mana: mana.clone() },
            Payment::Life { n } => CostWords::Life { n: n.clone() },
            Payment::Sacrifice { what } => CostWords::Sacrifice { what: what.clone() },
        };
        self.cost_part(frame, &part, &mut cost)?;
        Ok(cost)
    }

    fn deed(&mut self, frame: &mut Frame, who: Affected, deed: &TaxedDeed) -> Lowered<CombatTax> {
        let mut lowered = untaxed(who);
        match deed {
            TaxedDeed::Attack => lowered.attacks = Some(Attacked::Anything),
            TaxedDeed::AttackYou => lowered.attacks = Some(Attacked::You),
            TaxedDeed::AttackAll => lowered.attacks = Some(Attacked::YouOrPlaneswalker),
            TaxedDeed::AttackPlaneswalkers => lowered.attacks = Some(Attacked::Planeswalker),
            TaxedDeed::AttackOrBlock => {
                lowered.attacks = Some(Attacked::Anything);
                lowered.blocks = Some(Filter::ANY);
            }
            TaxedDeed::Block => lowered.blocks = Some(Filter::ANY),
            TaxedDeed::BlockWhat { noun } => {
                let Affected::Each(filter) = self.taxed(frame, noun)? else {
                    return decline("what is blocked is on the battlefield");
                };
                lowered.blocks = Some(filter);
            }
        }
        Ok(lowered)
    }

    /// Whether what is counted is each creature of those that can't do it: then they pay one by one.
    fn is_each(&mut self, frame: &mut Frame, noun: &Noun, deed: &TaxedDeed, taxed: &Taxed) -> Lowered<bool> {
        Ok(match (taxed, deed) {
            (Taxed::Those, _)
            | (Taxed::AttackingYou, TaxedDeed::AttackYou)
            | (Taxed::AttackingPlaneswalkers, TaxedDeed::AttackPlaneswalkers)
            | (Taxed::Attacking, TaxedDeed::Attack)
            | (Taxed::Blocking, TaxedDeed::Block | TaxedDeed::BlockWhat { .. }) => true,
            (Taxed::These { noun: counted }, TaxedDeed::Attack) => {
                let (all, counted) = (self.noun(frame, noun)?, self.noun(frame, counted)?);
                all.filter == counted.filter
            }
            _ => false,
        })
    }
}

fn untaxed(who: Affected) -> CombatTax {
    CombatTax { who, attacks: None, blocks: None, cost: Cost::default(), x: None, times: None }
}
