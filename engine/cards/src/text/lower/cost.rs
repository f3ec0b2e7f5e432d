//! Costs.

use super::context::Context;
use super::decline::{Lowered, decline};
use super::described::Described;
use super::filter::unsupported;
use super::frame::{DoneThisWay, Frame, Mention, Referent};
use crate::cost::{Cost, CostPart, PowerFor, PutCards};
use crate::effect::Together;
use crate::filter::{Amount, CounterKind, Filter, Objects, PlayerFilter, Test, Zone};
use crate::mana::ManaCost;
use crate::text::grammar::amount::{Count, Num};
use crate::text::grammar::cost::{Cost as Words, CostPart as Part, Counters, Discarded, SentenceCost};
use crate::text::grammar::noun::{Adj, HowMany, Np, Nps, Qual, Quant};
use crate::text::grammar::player::{OwnZone, Player, Relation, Whose, ZoneRef};
use crate::text::grammar::verb::{
    CardVerb, CountersVerb, Discard, KeywordVerb, ManaVerb, MoveVerb, PlayerVerb, ReturnDest,
};
use crate::types::{CardTypes, Subtype};

/// CR 701.61a: exile three cards from your graveyard or sacrifice a Food.
pub(super) fn forage() -> Lowered<[Cost; 2]> {
    let Some(food) = Subtype::from_name("Food") else { return decline("there is no subtype Food") };
    let one = |part| Cost { mana: None, parts: vec![part] };
    let exile = one(CostPart::ExileFromGraveyard(Amount::Const(3), Filter::ANY));
    let sacrifice = one(CostPart::Sacrifice(Amount::Const(1), Filter::just(Test::Subtype(food))));
    Ok([exile, sacrifice])
}

/// CR 701.68a: that many -1/-1 counters on a creature that the payer controls.
fn blight(n: i32) -> CostPart {
    CostPart::PutCountersOn(Amount::Const(n), CounterKind::MINUS_ONE, Filter::just(Test::Types(CardTypes::CREATURE)))
}

/// How many of what.
struct Chosen {
    amount: Amount,
    filter: Filter,
    zone: Option<Zone>,
    described: super::described::Described,
}

impl Context<'_> {
    /// A cost before a colon.
    pub(super) fn cost(&mut self, frame: &mut Frame, words: &Words) -> Lowered<Cost> {
        let mut cost = Cost::default();
        for part in &words.parts.0 {
            // What may help to pay for it is said of the ability.
            if let Part::Waterbend { mana } = part {
                self.cost_part(frame, &Part::Mana { mana: mana.clone() }, &mut cost)?;
                continue;
            }
            // To activate an ability of a card in a hand shows it (CR 602.2a).
            if *part == Part::RevealSelf {
                continue;
            }
            if let Part::RemoveAmongAndSacrifice { counters, noun } = part {
                let remove = Part::RemoveAmong { counters: counters.clone(), noun: noun.clone() };
                let Some(lowered) = self.counters_removed(frame, &remove)? else {
                    return unsupported("the cost", part);
                };
                cost.parts.extend([lowered, CostPart::SacrificeSource]);
                continue;
            }
            if let Some(lowered) = self.counters_removed(frame, part)? {
                cost.parts.push(lowered);
                continue;
            }
            self.cost_part(frame, part, &mut cost)?;
        }
        let among = cost.parts.iter().any(|part| matches!(part, CostPart::RemoveCountersAmong(..)));
        if among && cost.parts.iter().filter(|part| part.removes_counters()).count() > 1 {
            return decline("a cost that removes counters in two ways isn't supported");
        }
        Ok(cost)
    }

    /// The part of an activation cost that removes all counters of a kind, or counters that are chosen one by one.
    fn counters_removed(&mut self, frame: &mut Frame, part: &Part) -> Lowered<Option<CostPart>> {
        let (counters, from) = match part {
            // As many as there are: an X that nobody chooses and no other word stands for (CR 107.3).
            Part::Remove { counters: Counters::All { kind: Some(kind) }, from: Np::Itself } => {
                if frame.discourse.x.is_some() {
                    return decline("X and the counters that are removed can't both be numbers of one ability");
                }
                let kind = self.counter(kind)?;
                frame.discourse.removed = Some((kind, Amount::X));
                frame.discourse.number = Some(Amount::X);
                return Ok(Some(CostPart::RemoveAllCounters(kind)));
            }
            Part::Remove { counters: Counters::Some { n: Count::OneOrMore, kind }, from: Np::Itself } => {
                let counters = Counters::Some { n: Count::AnyNumber, kind: kind.clone() };
                let part = Part::Remove { counters: counters.clone(), from: Np::Itself };
                return self.counters(frame, &counters, &part).map(Some);
            }
            Part::Remove { counters: counters @ (Counters::AnyKind | Counters::Several { .. }), from } => {
                (counters, from.clone())
            }
            Part::RemoveAmong { counters, noun } => (counters, Np::Quant { quant: Quant::A, noun: noun.clone() }),
            _ => return Ok(None),
        };
        let (n, kind) = match counters {
            Counters::AnyKind => (&Count::A, None),
            Counters::Several { n } => (n, None),
            Counters::Some { n, kind } => (n, Some(self.counter(kind)?)),
            _ => return unsupported("the cost", part),
        };
        let free = matches!(n, Count::AnyNumber | Count::OneOrMore);
        if (*n == Count::X || free) && frame.discourse.x.is_some() {
            return decline("X and the counters that are removed can't both be numbers of one ability");
        }
        if *n == Count::X {
            frame.discourse.x = Some(Amount::X);
        }
        let n = if free { Amount::X } else { self.count(frame, n)? };
        let filter = match &from {
            Np::Itself => Filter::just(Test::Source),
            from @ Np::Quant { .. } if is_yours(from) => {
                let chosen = self.chosen(frame, from, Zone::Battlefield)?;
                let one = matches!(part, Part::RemoveAmong { .. }) || n == Amount::Const(1);
                if !one || chosen.zone != Some(Zone::Battlefield) || chosen.amount != Amount::Const(1) {
                    return unsupported("the cost", part);
                }
                if matches!(part, Part::Remove { .. }) {
                    Context::note_paid(frame, &chosen, None);
                } else {
                    frame.discourse.paid_parts += 1;
                }
                chosen.filter
            }
            _ => return unsupported("the cost", part),
        };
        if let Some(kind) = kind {
            frame.discourse.removed = Some((kind, n.clone()));
            frame.discourse.number = Some(n.clone());
        }
        Ok(Some(CostPart::RemoveCountersAmong(n, kind, filter)))
    }

    /// A cost inside a sentence.
    pub(super) fn sentence_cost(&mut self, frame: &mut Frame, words: &SentenceCost) -> Lowered<Cost> {
        let mut cost = Cost::default();
        match words {
            SentenceCost::One { part } => self.cost_part(frame, part, &mut cost)?,
            // "Behold a Dragon and exile it."
            SentenceCost::And { a: Part::Behold { what }, b: Part::ExileFrom { what: Np::It } } => {
                let chosen = self.chosen(frame, what, Zone::Battlefield)?;
                cost.parts.push(CostPart::Behold { n: chosen.amount, what: chosen.filter, exile: true });
            }
            SentenceCost::And { a, b } => {
                self.cost_part(frame, a, &mut cost)?;
                self.cost_part(frame, b, &mut cost)?;
            }
            SentenceCost::Or { a: Part::Choose { what: there }, b: Part::Reveal { what: card } }
            | SentenceCost::Or { a: Part::Reveal { what: card }, b: Part::Choose { what: there } } => {
                cost.parts.push(self.chosen_or_revealed(frame, there, card)?);
            }
            SentenceCost::Or { a, b } => {
                let (mut first, mut second) = (Cost::default(), Cost::default());
                self.cost_part(frame, a, &mut first)?;
                self.cost_part(frame, b, &mut second)?;
                cost.parts.push(CostPart::OneOf(vec![first, second]));
            }
        }
        Ok(cost)
    }

    fn add_mana(cost: &mut Cost, mana: &ManaCost) -> Lowered<()> {
        if cost.mana.is_some() {
            return decline("the cost has two mana parts");
        }
        cost.mana = Some(mana.clone());
        Ok(())
    }

    /// One of each of several kinds, or the source and something else, which can't be the source: a thing pays once (CR 118.3).
    fn several_given_up(&mut self, frame: &mut Frame, part: &Part, cost: &mut Cost) -> Lowered<()> {
        let kinds = match part {
            Part::SacrificeBoth { a, b } | Part::SacrificeTwoAndSelf { a, b } => vec![a, b],
            Part::SacrificeThree { a, b, c } => vec![a, b, c],
            _ => Vec::new(),
        };
        for noun in kinds {
            let what = Np::Quant { quant: Quant::A, noun: noun.clone() };
            self.cost_part(frame, &Part::Sacrifice { what }, cost)?;
        }
        if let Part::SacrificeSelfAnd { what } | Part::SacrificeAndSelf { what } = part {
            self.cost_part(frame, &Part::Sacrifice { what: what.clone() }, cost)?;
        }
        match part {
            Part::ExileAndSelf { what } => {
                self.cost_part(frame, &Part::ExileFrom { what: what.clone() }, cost)?;
                cost.parts.push(CostPart::ExileSource);
            }
            Part::SacrificeTwoAndSelf { .. } | Part::SacrificeSelfAnd { .. } | Part::SacrificeAndSelf { .. } => {
                cost.parts.push(CostPart::SacrificeSource);
            }
            _ => {}
        }
        Ok(())
    }

    /// One part of a cost.
    pub(super) fn cost_part(&mut self, frame: &mut Frame, part: &Part, cost: &mut Cost) -> Lowered<()> {
        let mut together = Together::Anything;
        let lowered = match part {
            Part::Mana { mana } | Part::PayMana { mana } => {
                if mana.0.x_count() > 0 && frame.discourse.x.is_none() {
                    frame.discourse.x = Some(Amount::X);
                }
                return Context::add_mana(cost, &mana.0);
            }
            Part::Tap => CostPart::Tap,
            Part::Untap => CostPart::Untap,
            Part::Sacrifice { what: Np::Itself } => CostPart::SacrificeSource,
            Part::Sacrifice { what } => {
                let chosen = self.chosen_together(frame, what, Zone::Battlefield)?;
                together = chosen.described.together.clone();
                Context::note_paid(frame, &chosen, Some(DoneThisWay::Sacrificed));
                CostPart::Sacrifice(chosen.amount, chosen.filter)
            }
            // Only of the first kind it must be another.
            Part::SacrificeOtherOr { a, b } => {
                let mut kinds = Vec::new();
                for (quant, noun) in [(Quant::Another, a), (Quant::A, b)] {
                    let chosen = self.chosen(frame, &Np::Quant { quant, noun: noun.clone() }, Zone::Battlefield)?;
                    if chosen.zone != Some(Zone::Battlefield) || chosen.described.card {
                        return unsupported("the cost", part);
                    }
                    kinds.push(chosen.filter);
                }
                frame.discourse.paid_parts += 1;
                CostPart::Sacrifice(Amount::Const(1), Filter::just(Test::AnyOf(kinds)))
            }
            Part::SacrificeBoth { .. }
            | Part::SacrificeThree { .. }
            | Part::SacrificeTwoAndSelf { .. }
            | Part::SacrificeSelfAnd { .. }
            | Part::SacrificeAndSelf { .. }
            | Part::ExileAndSelf { .. } => return self.several_given_up(frame, part, cost),
            Part::Discard { what } => match what {
                Discarded::Itself => CostPart::DiscardSource,
                Discarded::Hand => CostPart::DiscardHand,
                Discarded::Cards { np } => {
                    let chosen = self.chosen_together(frame, np, Zone::Hand)?;
                    together = chosen.described.together.clone();
                    Context::note_paid(frame, &chosen, Some(DoneThisWay::Discarded));
                    CostPart::Discard(chosen.amount, chosen.filter)
                }
                Discarded::AtRandom { n } => CostPart::DiscardRandom(self.count(frame, n)?),
            },
            Part::Life { n } => {
                if *n == Num::X && frame.discourse.x.is_none() {
                    frame.discourse.x = Some(Amount::X);
                }
                CostPart::Life(self.number(frame, n)?)
            }
            Part::LifeEqual { amount } => CostPart::Life(self.amount(frame, amount)?),
            Part::ExileSelf { .. } | Part::ExileFrom { what: Np::Itself } => CostPart::ExileSource,
            Part::ExileFrom { what: Np::TopCard { .. } | Np::TopCards { .. } } if self.links_exile => {
                return decline("what a cost exiles from a library isn't remembered");
            }
            Part::ExileFrom { what: Np::TopCard { zone } } if is_your_library(zone) => {
                CostPart::ExileTop(Amount::Const(1))
            }
            Part::ExileFrom { what: Np::TopCards { n, zone } } if is_your_library(zone) => {
                CostPart::ExileTop(self.count(frame, n)?)
            }
            Part::ExileFrom { what: Np::TopKind { noun, zone } } if is_your_graveyard(zone) => {
                let (mut top, _) = self.topmost(frame, noun, zone)?;
                // The payer's own are meant, and the engine offers no others.
                top.tests.retain(|test| matches!(test, Test::TopOfGraveyard(_)));
                frame.discourse.paid_parts += 1;
                CostPart::ExileFromGraveyard(Amount::Const(1), top)
            }
            Part::ExileFrom { what } => {
                let chosen = self.chosen(frame, what, Zone::Battlefield)?;
                Context::note_paid(frame, &chosen, Some(DoneThisWay::Exiled));
                match chosen.zone {
                    // From the payer's own: what lies in others' isn't offered.
                    Some(Zone::Graveyard)
                        if chosen.described.filter.tests.contains(&Test::Owner(PlayerFilter::You)) =>
                    {
                        CostPart::ExileFromGraveyard(chosen.amount, chosen.filter)
                    }
                    Some(Zone::Hand) => CostPart::ExileFromHand(chosen.amount, chosen.filter),
                    Some(Zone::Battlefield) => CostPart::ExilePermanent(chosen.amount, chosen.filter),
                    Some(Zone::Stack) if is_yours(what) => CostPart::ExileSpell(chosen.amount, chosen.filter),
                    _ => return unsupported("the cost", part),
                }
            }
            Part::Return { what: Np::Itself } => CostPart::ReturnSource,
            Part::Return { what } | Part::ReturnMany { what } => {
                if !is_yours(what) {
                    return unsupported("a cost that returns what another player may control:", part);
                }
                let chosen = self.chosen(frame, what, Zone::Battlefield)?;
                Context::note_paid(frame, &chosen, Some(DoneThisWay::Returned));
                CostPart::Return(chosen.amount, chosen.filter)
            }
            Part::ToBottom { what: Np::Itself } => CostPart::SourceToLibraryBottom,
            Part::IntoGraveyard { what } => self.put_cards(frame, part, what, PutCards::ExileIntoGraveyard)?,
            Part::IntoPlayersGraveyard { what } => self.put_cards(frame, part, what, PutCards::ExileIntoGraveyard)?,
            Part::OnLibrary { what } => self.put_cards(frame, part, what, PutCards::HandOnLibrary)?,
            Part::UnderLibrary { what } => self.put_cards(frame, part, what, PutCards::GraveyardUnderLibrary)?,
            Part::TapPower { n } => {
                let creature = Filter::just(Test::Types(CardTypes::CREATURE)).and(Test::NotSource);
                CostPart::TapPower(Amount::Const(n.0), creature, PowerFor::Other)
            }
            // What isn't there untapped can't be tapped; no more than that is said of it.
            Part::TapOther { what: what @ Np::Host { .. } } => {
                let chosen = self.chosen(frame, what, Zone::Battlefield)?;
                frame.discourse.paid_parts += 1;
                CostPart::TapPermanents(chosen.amount, chosen.filter)
            }
            Part::TapOther { what } => {
                let mut what = what.clone();
                if !strip_adjective(&mut what, &Adj::Untapped) {
                    return unsupported("the cost", part);
                }
                let chosen = self.chosen_together(frame, &what, Zone::Battlefield)?;
                together = chosen.described.together.clone();
                Context::note_paid(frame, &chosen, Some(DoneThisWay::Tapped));
                CostPart::TapPermanents(chosen.amount, chosen.filter)
            }
            Part::Remove { counters, from: Np::Itself } => self.counters(frame, counters, part)?,
            // Said of activation costs alone.
            Part::RemoveAmongAndSacrifice { .. } => return unsupported("the cost", part),
            Part::RemoveAndSacrifice { counters } => {
                let remove = self.counters(frame, counters, part)?;
                cost.parts.push(remove);
                CostPart::SacrificeSource
            }
            Part::Add { counters, to: Np::Itself } => match self.counters(frame, counters, part)? {
                CostPart::RemoveCounters(n, kind) => CostPart::AddCounters(n, kind),
                _ => return unsupported("the cost", part),
            },
            Part::Remove { counters: Counters::Some { n: Count::A, kind }, from: one @ Np::Quant { .. } }
            | Part::Add { counters: Counters::Some { n: Count::A, kind }, to: one @ Np::Quant { .. } } => {
                let kind = self.counter(kind)?;
                let chosen = self.chosen(frame, one, Zone::Battlefield)?;
                if chosen.amount != Amount::Const(1) || chosen.zone != Some(Zone::Battlefield) {
                    return unsupported("the cost", part);
                }
                Context::note_paid(frame, &chosen, None);
                let one = chosen.amount;
                if matches!(part, Part::Add { .. }) {
                    CostPart::PutCountersOn(one, kind, chosen.filter)
                } else {
                    CostPart::RemoveCounterFrom(one, kind, chosen.filter.and(Test::HasCounter(Some(kind))))
                }
            }
            Part::Remove { .. } | Part::RemoveAmong { .. } | Part::Add { .. } => return unsupported("the cost", part),
            Part::Evidence { n } => CostPart::Evidence(Amount::Const(n.0)),
            Part::Forage => CostPart::OneOf(forage()?.to_vec()),
            Part::Blight { n } => {
                frame.discourse.paid_parts += 1;
                blight(n.0)
            }
            Part::Exert => CostPart::Exert,
            Part::Unattach | Part::UnattachFrom { .. } => self.unattach(frame, part)?,
            Part::Mill { n } => CostPart::Mill(self.count(frame, n)?),
            Part::Energy { n } => CostPart::Energy(Amount::Const(n.0)),
            Part::EnergyX if frame.discourse.x.is_some() => return unsupported("the cost", part),
            Part::EnergyX => CostPart::Energy(frame.discourse.x.insert(Amount::X).clone()),
            Part::EnergyEqual { amount } => CostPart::Energy(self.amount(frame, amount)?),
            Part::EnergyMany { n } => CostPart::Energy(Amount::Const(n.0)),
            Part::RevealHand => CostPart::RevealHand,
            Part::Reveal { what } => {
                let chosen = self.chosen_together(frame, what, Zone::Hand)?;
                together = chosen.described.together.clone();
                if chosen.described.zone != Some(Zone::Hand) || !chosen.described.card {
                    return unsupported("the cost", part);
                }
                Context::note_paid(frame, &chosen, Some(DoneThisWay::Revealed));
                CostPart::Reveal(chosen.amount, chosen.filter)
            }
            Part::Behold { what } => {
                let chosen = self.chosen(frame, what, Zone::Battlefield)?;
                if chosen.zone != Some(Zone::Battlefield) || chosen.described.card {
                    return unsupported("the cost", part);
                }
                frame.discourse.paid_parts += 1;
                CostPart::Behold { n: chosen.amount, what: chosen.filter, exile: false }
            }
            Part::RevealSelf | Part::ToBottom { .. } | Part::Choose { .. } | Part::Waterbend { .. } => {
                return unsupported("the cost", part);
            }
        };
        cost.parts.push(lowered);
        cost.parts.extend(together.is_asked().then_some(CostPart::Together(together)));
        Ok(())
    }

    /// "Reveal a Dragon card from your hand or choose a Dragon you control": the same of both, so that it is one thing of either.
    fn chosen_or_revealed(&mut self, frame: &mut Frame, there: &Np, card: &Np) -> Lowered<CostPart> {
        let there = self.chosen(frame, there, Zone::Battlefield)?;
        let card = self.chosen(frame, card, Zone::Hand)?;
        let places = (there.described.zone, card.described.zone) == (Some(Zone::Battlefield), Some(Zone::Hand));
        if !places || there.filter != card.filter || there.amount != card.amount {
            return decline("what is chosen and what is revealed are described differently");
        }
        Context::note_paid(frame, &there, Some(DoneThisWay::Chosen));
        Ok(CostPart::Behold { n: there.amount, what: there.filter, exile: false })
    }

    fn counters(&mut self, frame: &mut Frame, counters: &Counters, part: &Part) -> Lowered<CostPart> {
        match counters {
            Counters::Some { n, kind } => {
                if *n == crate::text::grammar::amount::Count::X && frame.discourse.x.is_none() {
                    frame.discourse.x = Some(Amount::X);
                }
                let kind = self.counter(kind)?;
                // "Any number of" is an X that no other word stands for (CR 107.3, 601.2b).
                let n = if *n == Count::AnyNumber { Amount::X } else { self.count(frame, n)? };
                if matches!(part, Part::Remove { .. }) {
                    frame.discourse.removed = Some((kind, n.clone()));
                    frame.discourse.number = Some(n.clone());
                }
                Ok(CostPart::RemoveCounters(n, kind))
            }
            _ => unsupported("the cost", part),
        }
    }

    /// The source, or something that is attached to it, is unattached, whoever controls it (CR 701.3d).
    fn unattach(&mut self, frame: &mut Frame, part: &Part) -> Lowered<CostPart> {
        let Part::UnattachFrom { what } = part else { return Ok(CostPart::Unattach) };
        let chosen = self.chosen(frame, what, Zone::Battlefield)?;
        Context::note_paid(frame, &chosen, None);
        let attached = Objects::AttachedTo(Box::new(Objects::Source));
        Ok(CostPart::UnattachFrom(chosen.filter.and(Test::Is(Box::new(attached)))))
    }

    /// "A creature", "two other Goblins": how many of what, of those that the payer controls or owns.
    fn chosen(&mut self, frame: &mut Frame, np: &Np, default: Zone) -> Lowered<Chosen> {
        let chosen = self.chosen_together(frame, np, default)?;
        if chosen.described.together.is_asked() {
            return decline("what is said of several things together isn't supported in this cost");
        }
        Ok(chosen)
    }

    /// The same where something may be said of all of them together.
    fn chosen_together(&mut self, frame: &mut Frame, np: &Np, default: Zone) -> Lowered<Chosen> {
        if let Np::Host { head, .. } = np {
            let described = self.head(frame, head)?;
            let filter = Filter::just(Test::Host);
            return Ok(Chosen { amount: Amount::Const(1), filter, zone: Some(Zone::Battlefield), described });
        }
        let Np::Quant { quant, noun } = np else { return unsupported("the cost", np) };
        let described = self.noun_together(frame, noun)?;
        let pairwise = !matches!(
            described.together,
            Together::SameController
                | Together::DifferentControllers
                | Together::TotalPower(_)
                | Together::TotalToughness(_)
                | Together::TotalManaValue(_)
        );
        if described.together.is_asked() && !pairwise {
            return unsupported("the cost", np);
        }
        let mut filter = described.filter.clone();
        // The payer's own are meant, and the engine offers no others.
        filter
            .tests
            .retain(|test| !matches!(test, Test::Controller(PlayerFilter::You) | Test::Owner(PlayerFilter::You)));
        let amount = match quant {
            Quant::A => Amount::Const(1),
            Quant::Another => {
                filter.tests.push(self.another(frame, &described)?);
                Amount::Const(1)
            }
            Quant::Some { n: HowMany::Number { n } } => Amount::Const(n.0),
            Quant::Some { n: HowMany::X } => {
                if frame.discourse.x.is_none() {
                    frame.discourse.x = Some(Amount::X);
                }
                Amount::X
            }
            // An X that no other word stands for (CR 107.3a, 601.2b).
            Quant::Some { n: HowMany::AnyNumber } if frame.discourse.x.is_none() => Amount::X,
            _ => return unsupported("the quantity in a cost", quant),
        };
        let zone = if described.card && described.zone.is_none() { Some(default) } else { described.zone };
        if default == Zone::Hand && zone != Some(Zone::Hand) {
            return unsupported("the cost", np);
        }
        Ok(Chosen { amount, filter, zone, described })
    }

    /// Cards that are put somewhere else as a cost: the payer's own, but for those in exile.
    fn put_cards(&mut self, frame: &mut Frame, part: &Part, what: &Np, put: PutCards) -> Lowered<CostPart> {
        let chosen = self.chosen(frame, what, put.from())?;
        let yours = chosen.described.filter.tests.contains(&Test::Owner(PlayerFilter::You));
        if chosen.zone != Some(put.from()) || !yours && put == PutCards::GraveyardUnderLibrary {
            return unsupported("the cost", part);
        }
        Context::note_paid(frame, &chosen, None);
        Ok(CostPart::Put(chosen.amount, chosen.filter, put))
    }

    /// Notes what a part of the cost is paid with, to refer to: it is in the register that the engine keeps for it.
    fn note_paid(frame: &mut Frame, chosen: &Chosen, past: Option<DoneThisWay>) {
        frame.discourse.paid_parts += 1;
        let objects = Objects::Register(crate::effect::PAID_REGISTER);
        frame.discourse.paid.push(Mention {
            before: Some(objects.clone()),
            after: Referent::Known(objects),
            plural: chosen.amount != Amount::Const(1),
            types: chosen.described.types,
            card: chosen.described.card || matches!(past, Some(DoneThisWay::Exiled | DoneThisWay::Discarded)),
            spell: false,
            token: chosen.described.token,
            origin: false,
            past,
            source: false,
            since: frame.code.next_instr,
            side: None,
        });
    }

    /// That many cards are discarded, which can be referred to.
    fn discard_as_cost(frame: &mut Frame, n: i32, described: Described) -> CostPart {
        let (amount, filter) = (Amount::Const(n), described.filter.clone());
        let chosen = Chosen { amount: amount.clone(), filter: filter.clone(), zone: None, described };
        Context::note_paid(frame, &chosen, Some(DoneThisWay::Discarded));
        frame.mention_paid();
        CostPart::Discard(amount, filter)
    }

    /// Paying mana, life and energy as a cost.
    fn mana_as_cost(&mut self, frame: &mut Frame, verb: &ManaVerb) -> Lowered<Option<Cost>> {
        let part = match verb {
            ManaVerb::PayMana { mana } | ManaVerb::PayManaAndLife { mana, .. } => {
                if mana.0.x_count() > 0 {
                    return unsupported("the payment of", verb);
                }
                let mut cost = Cost::mana(mana.0.clone());
                if let ManaVerb::PayManaAndLife { n, .. } = verb {
                    cost.parts.push(CostPart::Life(self.number(frame, n)?));
                }
                return Ok(Some(cost));
            }
            ManaVerb::PayLifeEqual { amount } => {
                let n = self.amount(frame, amount)?;
                frame.says(n.clone());
                CostPart::Life(n)
            }
            ManaVerb::PayLife { n } => CostPart::Life(self.number(frame, n)?),
            ManaVerb::CollectEvidence { n } => CostPart::Evidence(Amount::Const(n.0)),
            ManaVerb::PayEnergyEqual { amount } => CostPart::Energy(self.amount(frame, amount)?),
            ManaVerb::PayEnergy { n } => CostPart::Energy(Amount::Const(n.0)),
            _ => return Ok(None),
        };
        Ok(Some(Cost { mana: None, parts: vec![part] }))
    }

    /// A verb as a cost, for "you may sacrifice a creature. If you do": not asked if it can't be paid.
    pub(super) fn verb_as_cost(&mut self, frame: &mut Frame, verb: &PlayerVerb) -> Lowered<Option<Cost>> {
        let part = match verb {
            PlayerVerb::Mana { verb } => return self.mana_as_cost(frame, verb),
            PlayerVerb::Keyword { verb: KeywordVerb::Blight { n: Num::Digits { n } } } => blight(n.0),
            PlayerVerb::Cards {
                verb: CardVerb::Discard { what: Discard::Number { n: n @ (Count::A | Count::An { .. }) } },
            } => {
                let n = if let Count::An { n } = n { n.0 } else { 1 };
                Context::discard_as_cost(frame, n, Described { card: true, ..Described::default() })
            }
            PlayerVerb::Cards {
                verb: CardVerb::Discard { what: Discard::What { np: Np::Quant { quant: Quant::A, noun } } },
            } => {
                let described = self.noun(frame, noun)?;
                if !described.card || described.zone.is_some() {
                    return Ok(None);
                }
                Context::discard_as_cost(frame, 1, described)
            }
            PlayerVerb::Counters {
                verb: CountersVerb::RemoveCounters { counters: counters @ Counters::Some { n, .. }, from },
            } => {
                let source = match from {
                    Nps::One { np: Np::Itself } => true,
                    Nps::One { np: Np::It } => self.it(frame).is_ok_and(|mention| mention.source),
                    _ => false,
                };
                if !source || matches!(n, Count::UpTo { .. } | Count::AnyNumber | Count::OneOrMore) {
                    return Ok(None);
                }
                let (kind, n) = self.counters_of(frame, counters)?;
                if matches!(from, Nps::One { np: Np::Itself }) {
                    frame.mention_source(self.types);
                }
                CostPart::RemoveCounters(n, kind)
            }
            // What is exiled so is linked to what returns it (CR 607.2a, 702.72).
            PlayerVerb::Move {
                verb: MoveVerb::Exile { what: Nps::One { np: Np::Quant { quant: Quant::Another, noun } }, how: None },
            } => {
                let described = self.noun(frame, noun)?;
                let mut filter = described.filter.clone();
                let controlled = filter.tests.len();
                filter.tests.retain(|test| !matches!(test, Test::Controller(PlayerFilter::You)));
                if described.zone != Some(Zone::Battlefield) || filter.tests.len() == controlled {
                    return Ok(None);
                }
                filter.tests.push(Test::NotSource);
                CostPart::ExilePermanent(Amount::Const(1), filter)
            }
            PlayerVerb::Move {
                verb: MoveVerb::Exile { what: Nps::One { np: what @ Np::TopKind { .. } }, how: None },
            } => {
                let mut cost = Cost::default();
                self.cost_part(frame, &Part::ExileFrom { what: what.clone() }, &mut cost)?;
                frame.mention_paid();
                return Ok(Some(cost).filter(|_| !self.links_exile));
            }
            PlayerVerb::Move {
                verb: MoveVerb::Exile { what: Nps::One { np: Np::Quant { quant, noun } }, how: None },
            } if !quant.targets() => {
                let n = match quant {
                    Quant::A => 1,
                    Quant::Some { n: HowMany::Number { n } } => n.0,
                    _ => return Ok(None),
                };
                let described = self.noun(frame, noun)?;
                let mut filter = described.filter.clone();
                let owned = filter.tests.len();
                filter.tests.retain(|test| !matches!(test, Test::Owner(PlayerFilter::You)));
                let yours = filter.tests.len() < owned;
                if described.zone != Some(Zone::Graveyard) || !yours || self.links_exile || described.random {
                    return Ok(None);
                }
                let amount = Amount::Const(n);
                let chosen = Chosen { amount: amount.clone(), filter: filter.clone(), zone: described.zone, described };
                Context::note_paid(frame, &chosen, Some(DoneThisWay::Exiled));
                frame.mention_paid();
                CostPart::ExileFromGraveyard(amount, filter)
            }
            PlayerVerb::Move {
                verb: MoveVerb::Return { what: Nps::One { np: np @ Np::Quant { quant, noun } }, to },
            } if !quant.targets() && is_yours(np) && to_owners_hand(to) => {
                let described = self.noun(frame, noun)?;
                let mut filter = described.filter.clone();
                filter.tests.retain(|test| !matches!(test, Test::Controller(PlayerFilter::You)));
                let n = match quant {
                    Quant::A => 1,
                    Quant::Another => {
                        filter.tests.push(self.another(frame, &described)?);
                        1
                    }
                    Quant::Some { n: HowMany::Number { n } } => n.0,
                    _ => return Ok(None),
                };
                if !described.describes_permanents() {
                    return Ok(None);
                }
                let (amount, zone) = (Amount::Const(n), described.zone);
                let chosen = Chosen { amount: amount.clone(), filter: filter.clone(), zone, described };
                Context::note_paid(frame, &chosen, Some(DoneThisWay::Returned));
                frame.mention_paid();
                CostPart::Return(amount, filter)
            }
            PlayerVerb::Move { verb: MoveVerb::SacrificeOtherOr { a, b } } => {
                let (mut cost, part) = (Cost::default(), Part::SacrificeOtherOr { a: a.clone(), b: b.clone() });
                self.cost_part(frame, &part, &mut cost)?;
                return Ok(Some(cost));
            }
            PlayerVerb::Move { verb: MoveVerb::Sacrifice { what: Nps::One { np: Np::Itself }, .. } } => {
                // "Create a token. You may sacrifice ~. When you do, it deals 2 damage": what was named last.
                frame.mention_source(self.types);
                CostPart::SacrificeSource
            }
            PlayerVerb::Move { verb: MoveVerb::Sacrifice { what: Nps::One { np: Np::It }, .. } } => {
                match self.it(frame) {
                    Ok(mention) if mention.source => CostPart::SacrificeSource,
                    _ => return Ok(None),
                }
            }
            PlayerVerb::Move { verb: MoveVerb::Sacrifice { what: Nps::One { np: Np::Quant { quant, noun } }, .. } }
                if !quant.targets() =>
            {
                let described = self.noun(frame, noun)?;
                let mut filter = described.filter.clone();
                filter.tests.retain(|test| !matches!(test, Test::Controller(PlayerFilter::You)));
                let n = match quant {
                    Quant::A => 1,
                    Quant::Another => {
                        filter.tests.push(self.another(frame, &described)?);
                        1
                    }
                    Quant::Some { n: HowMany::Number { n } } => n.0,
                    _ => return Ok(None),
                };
                if described.zone != Some(Zone::Battlefield) {
                    return Ok(None);
                }
                let (amount, zone) = (Amount::Const(n), described.zone);
                let chosen = Chosen { amount: amount.clone(), filter: filter.clone(), zone, described };
                Context::note_paid(frame, &chosen, Some(DoneThisWay::Sacrificed));
                frame.mention_paid();
                CostPart::Sacrifice(amount, filter)
            }
            _ => return Ok(None),
        };
        Ok(Some(Cost { mana: None, parts: vec![part] }))
    }
}

fn is_your_graveyard(zone: &ZoneRef) -> bool {
    matches!(zone, ZoneRef::Of { whose: Whose::Your, zone: OwnZone::Graveyard })
}

pub(super) fn is_your_library(zone: &ZoneRef) -> bool {
    matches!(zone, ZoneRef::Of { whose: Whose::Your, zone: OwnZone::Library })
}

/// Returns whether a noun phrase says that its player controls the things.
pub(super) fn is_yours(np: &Np) -> bool {
    matches!(np, Np::Quant { noun, .. } if noun.quals.contains(&Qual::Controls { who: Player::You }))
}

/// Returns whether things are returned to their owners' hands.
fn to_owners_hand(to: &ReturnDest) -> bool {
    let owner = |whose: &Whose| {
        matches!(
            whose,
            Whose::TheirOwner | Whose::TheirOwners | Whose::Of { player: Player::Its { relation: Relation::Owner } }
        )
    };
    matches!(to, ReturnDest::Zone { zone: ZoneRef::Of { whose, zone: OwnZone::Hand } } if owner(whose))
}

/// One generic mana, to be paid that many times.
pub(super) fn one_generic() -> Cost {
    Cost::mana(ManaCost { symbols: vec![crate::mana::ManaSymbol::Generic(1)] })
}

/// Takes an adjective away from a noun phrase, and returns whether it was there.
fn strip_adjective(np: &mut Np, adj: &Adj) -> bool {
    let Np::Quant { noun, .. } = np else { return false };
    noun.strip_adjective(adj)
}
