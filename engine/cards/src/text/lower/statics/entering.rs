//! Entering tapped or with counters (CR 614.1c–d).

use crate::ability::{Affected, PaymentHelper, Replacement, Static, StaticEffect};
use crate::effect::{Duration, Instr, Modification};
use crate::filter::{Amount, Condition, CounterKind, Filter, Objects, Test, Zone};
use crate::keyword::Restrictions;
use crate::text::grammar::cost::Counters;
use crate::text::grammar::noun::Noun;
use crate::text::grammar::statics::{EnterCounters, EnteringStatic, EntersSo};
use crate::text::lower::casting::{Alternative, Casting};
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::Frame;
use crate::text::lower::statics::{as_enters, replacement, simple};
use crate::text::syntax::print;
use crate::walk::Walk;

impl Context<'_> {
    /// With what it enters if it was cast for the cost that was just said.
    pub(in crate::text::lower) fn enters_so(&mut self, frame: &mut Frame, so: &EntersSo) -> Lowered<Static> {
        self.named_enters_with(frame, &so.with)
    }

    /// With what it enters if it was cast for the cost that is remembered.
    fn named_enters_with(&mut self, frame: &mut Frame, with: &EnterCounters) -> Lowered<Static> {
        let (kind, amount) = self.enter_counters(frame, with)?;
        let enters = Replacement::EntersWithCounters { what: Filter::just(Test::Source), kind, amount };
        let condition = Some(Condition::CostPaid(Casting::NAMED));
        Ok(Static { zone: Zone::Battlefield, condition, effect: StaticEffect::Replacement(enters) })
    }

    /// Entering tapped or with counters.
    pub(super) fn entering_static(&mut self, frame: &mut Frame, words: &EnteringStatic) -> Lowered<Vec<Static>> {
        Ok(match words {
            EnteringStatic::EntersTapped => {
                replacement(Replacement::EntersTapped { what: Filter::just(Test::Source), unless: None })
            }
            EnteringStatic::EntersPrepared => replacement(Replacement::EntersPrepared),
            EnteringStatic::EntersTappedForGood => {
                let mut both =
                    replacement(Replacement::EntersTapped { what: Filter::just(Test::Source), unless: None });
                let stays = vec![Modification::Restrict(Restrictions::DOESNT_UNTAP)];
                both.extend(simple(StaticEffect::Continuous(Affected::Source, stays)));
                both
            }
            EnteringStatic::EntersTappedUnless { condition } => {
                let unless = Some(self.conditions(frame, condition)?);
                replacement(Replacement::EntersTapped { what: Filter::just(Test::Source), unless })
            }
            EnteringStatic::EntersTappedIf { condition } | EnteringStatic::EntersTappedIfAfter { condition } => {
                let unless = Some(Condition::Not(Box::new(self.conditions(frame, condition)?)));
                replacement(Replacement::EntersTapped { what: Filter::just(Test::Source), unless })
            }
            EnteringStatic::OthersEnterTapped { before, noun }
            | EnteringStatic::OthersEnterUntapped { before, noun } => {
                let condition = before.as_ref().map(|before| self.before(frame, before)).transpose()?;
                let zone = frame.setting.zone.take().unwrap_or(Zone::Battlefield);
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("what enters:", noun);
                }
                let effect = StaticEffect::Replacement(match words {
                    EnteringStatic::OthersEnterUntapped { .. } => Replacement::EntersUntapped(described.filter),
                    _ => Replacement::EntersTapped { what: described.filter, unless: None },
                });
                vec![Static { zone, condition, effect }]
            }
            EnteringStatic::EntersWith { with, x } => {
                if let Some(x) = x {
                    frame.discourse.x = Some(self.amount(frame, &x.amount)?);
                }
                let (kind, amount) = self.enter_counters(frame, with)?;
                let exiled = amount.has(|objects: &Objects| *objects == Objects::ExiledWithSource);
                if exiled && !self.casting.helpers.contains(&PaymentHelper::Delve) {
                    return unsupported("nothing is exiled before it enters:", with);
                }
                replacement(Replacement::EntersWithCounters { what: Filter::just(Test::Source), kind, amount })
            }
            EnteringStatic::EntersWithBoth { with, also } => {
                let mut all = Vec::new();
                for with in [with, also] {
                    all.extend(
                        self.entering_static(frame, &EnteringStatic::EntersWith { with: with.clone(), x: None })?,
                    );
                }
                all
            }
            EnteringStatic::EntersOrEscapesWith { with, escaped } => {
                let escaped = self.entering_static(frame, &EnteringStatic::EscapesWith { with: escaped.clone() })?;
                let mut usual =
                    self.entering_static(frame, &EnteringStatic::EntersWith { with: with.clone(), x: None })?;
                for ability in &mut usual {
                    ability.condition = Some(Condition::Not(Box::new(Condition::CostPaid(Casting::NAMED))));
                }
                usual.into_iter().chain(escaped).collect()
            }
            // CR 702.138c.
            EnteringStatic::EscapesWith { with } => {
                if !self.casting.alternatives.iter().any(|other| matches!(other, Alternative::Escape(_))) {
                    return decline("the card has no escape cost before");
                }
                vec![self.named_enters_with(frame, with)?]
            }
            EnteringStatic::EntersTappedWith { with } | EnteringStatic::EntersTappedAndWith { with } => {
                let (kind, amount) = self.enter_counters(frame, with)?;
                let what = Filter::just(Test::Source);
                let mut both = replacement(Replacement::EntersTapped { what: what.clone(), unless: None });
                both.extend(replacement(Replacement::EntersWithCounters { what, kind, amount }));
                both
            }
            EnteringStatic::EntersWithIf { condition, with, and } => {
                let condition = self.conditions(frame, condition)?;
                let (kind, amount) = self.enter_counters(frame, with)?;
                let what = Filter::just(Test::Source);
                let mut all = replacement(Replacement::EntersWithCounters { what, kind, amount });
                for ability in &mut all {
                    ability.condition = Some(condition.clone());
                }
                if let Some(and) = and {
                    // CR 614.1c: it enters with that and keeps it, whatever becomes of its own abilities.
                    let granted = self.grants(frame, &and.grants)?;
                    let grant = Instr::Continuous(Objects::Source, granted, Duration::Indefinite);
                    all.extend(as_enters(print(words), vec![Instr::Unless(condition, 2), grant]));
                }
                all
            }
            EnteringStatic::EntersWithIfSelf { condition, with }
            | EnteringStatic::EntersWithIfAfter { with, condition } => {
                let condition = self.conditions(frame, condition)?;
                let (kind, amount) = self.enter_counters(frame, with)?;
                let effect = Replacement::EntersWithCounters { what: Filter::just(Test::Source), kind, amount };
                vec![Static {
                    zone: Zone::Battlefield,
                    condition: Some(condition),
                    effect: StaticEffect::Replacement(effect),
                }]
            }
            EnteringStatic::OthersEnterWith { before, noun, with } => {
                let condition = before.as_ref().map(|before| self.before(frame, before)).transpose()?;
                let zone = frame.setting.zone.take().unwrap_or(Zone::Battlefield);
                let effect = StaticEffect::Replacement(self.others_enter_with(frame, noun, with)?);
                vec![Static { zone, condition, effect }]
            }
            EnteringStatic::OthersEnterAs { noun, kind, amount, sub } => {
                let with = EnterCounters::EqualTo { kind: kind.clone(), amount: amount.clone() };
                let counters = self.others_enter_with(frame, noun, &with)?;
                let Replacement::EntersWithCounters { what, .. } = &counters else {
                    unreachable!("they have counters")
                };
                let kinds = vec![Modification::AddSubtypes(vec![sub.0])];
                let gains = vec![Instr::Continuous(Objects::Event, kinds, Duration::Indefinite)];
                let text = format!("It enters as a {} in addition to its other types.", print(sub));
                let gains = self.scripted(&text, Zone::Battlefield, Vec::new(), gains);
                let entering = Replacement::EntersAs(what.clone(), gains);
                replacement(counters).into_iter().chain(replacement(entering)).collect()
            }
            EnteringStatic::CantEnter { noun } => {
                let described = self.noun_or_spell(frame, noun)?;
                let places: Vec<Zone> =
                    described.zone.into_iter().chain(described.also.map(|(second, _)| second)).collect();
                let kept = |zone: &Zone| matches!(zone, Zone::Graveyard | Zone::Library | Zone::Exile | Zone::Hand);
                if !described.card
                    || described.or_spell.is_some()
                    || described.among.is_some()
                    || described.random
                    || described.together.is_asked()
                    || places.is_empty()
                    || !places.iter().all(kept)
                {
                    return unsupported("what can't enter:", noun);
                }
                simple(StaticEffect::CantEnter { what: described.filter, from: places })
            }
            EnteringStatic::ManyEnterWith { noun, with } => replacement(self.others_enter_with(frame, noun, with)?),
        })
    }

    pub(in crate::text::lower) fn others_enter_with(
        &mut self,
        frame: &mut Frame,
        noun: &Noun,
        with: &EnterCounters,
    ) -> Lowered<Replacement> {
        let described = self.noun(frame, noun)?;
        if described.zone != Some(Zone::Battlefield) {
            return unsupported("what enters:", noun);
        }
        let (kind, amount) = self.enter_counters(frame, with)?;
        let amount = match amount {
            // "For each mana from an artifact source spent to cast it": what enters.
            Amount::ManaSpentFrom(Some(Objects::Source), origin) => {
                Amount::ManaSpentFrom(Some(Objects::Current), origin)
            }
            amount if amount.has(|part: &Amount| matches!(part, Amount::ManaSpentFrom(..))) => {
                return unsupported("the counters", with);
            }
            amount => amount,
        };
        Ok(Replacement::EntersWithCounters { what: described.filter, kind, amount })
    }

    pub(in crate::text::lower) fn enter_counters(
        &mut self,
        frame: &mut Frame,
        with: &EnterCounters,
    ) -> Lowered<(CounterKind, Amount)> {
        frame.mention_source(self.types);
        Ok(match with {
            EnterCounters::Some { counters: Counters::Some { n, kind }, each } => {
                let n = self.count(frame, n)?;
                (self.counter(kind)?, self.times(frame, n, each.as_ref())?)
            }
            EnterCounters::EqualTo { kind, amount } | EnterCounters::MoreEqualTo { kind, amount } => {
                (self.counter(kind)?, self.amount(frame, amount)?)
            }
            EnterCounters::Some { .. } => return unsupported("the counters", with),
        })
    }
}
