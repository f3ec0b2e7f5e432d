//! Costs in words.

use super::teller::Teller;
use super::words::{an, list_and, list_or};
use crate::ability::{Named, OtherPrice, PaymentHelper, PlayerRule, StaticEffect};
use crate::card::AbilityId;
use crate::cost::{Cost, CostChange, CostPart, PutCards};
use crate::filter::{Amount, CounterKind, Filter, Players, Zone};

impl Teller<'_> {
    /// What a static ability offers in place of a mana cost.
    pub(super) fn price(&self, ability: AbilityId) -> String {
        match &self.pool.static_ability(ability).effect {
            StaticEffect::Player(_, PlayerRule::OtherPrice(price)) => {
                let mana = price.mana.as_ref().filter(|_| price.parts.is_empty());
                let paid = || self.price_paid(price).unwrap_or_else(|| "nothing".to_owned());
                mana.map_or_else(paid, ToString::to_string)
            }
            _ => "something else".to_owned(),
        }
    }

    /// What players may pay for spells, as something that they may do.
    pub(super) fn price_offered(&self, price: &OtherPrice, mut spells: String, their: &str) -> String {
        let once = match (price.once, price.flash) {
            (true, _) => ", once each turn",
            (false, true) => ", and so as though they had flash",
            (false, false) => "",
        };
        let exiled = if price.exiled { "; they are exiled if they would be put into a graveyard then" } else { "" };
        let gains = if price.gains.is_some() { "; they gain ability A below then" } else { "" };
        let once = format!("{once}{exiled}{gains}");
        if price.from == Some(Zone::Exile) {
            spells += &format!(" from among cards exiled with {}", self.source());
        } else if let Some(zone) = price.from {
            spells += &format!(" from {their} {}", super::filter::zone_name(zone));
        }
        let escape = if price.escape { " (escape)" } else { "" };
        match self.price_paid(price) {
            Some(_) if price.parts.is_empty() => {
                let mana = price.mana.iter().map(ToString::to_string).collect::<String>();
                format!("may pay {mana} rather than the mana cost of {spells}{once}")
            }
            Some(paid) if price.own => {
                format!("may cast {spells} for their mana costs and this: {paid}{escape}{once}")
            }
            Some(paid) => format!("may, rather than the mana cost of {spells}, {paid}{once}"),
            None => format!("may cast {spells} without paying their mana costs{once}"),
        }
    }

    /// What is paid for a spell in place of its mana cost or beside it, if anything is.
    pub(super) fn price_paid(&self, price: &OtherPrice) -> Option<String> {
        let mana = price.mana.iter().map(|mana| format!("pay {mana}"));
        let part = |part: &CostPart| match part {
            CostPart::Life(Amount::Event) => "pay life equal to the mana value of the spell".to_owned(),
            CostPart::Energy(Amount::Event) => "pay energy equal to the mana value of the spell".to_owned(),
            part => self.cost_part(part),
        };
        let all: Vec<String> = mana.chain(price.parts.iter().map(part)).collect();
        (!all.is_empty()).then(|| list_and(&all))
    }

    /// What is paid: "{2}, tap ~, sacrifice a creature".
    pub(super) fn cost(&self, cost: &Cost) -> String {
        let mana = cost.mana.iter().map(|mana| format!("pay {mana}"));
        let mut all: Vec<String> = mana.collect();
        for part in &cost.parts {
            match (part, all.last_mut()) {
                (CostPart::Together(together), Some(last)) => last.push_str(&self.together(together)),
                _ => all.push(self.cost_part(part)),
            }
        }
        if all.is_empty() { "nothing".to_owned() } else { list_and(&all) }
    }

    /// What a player pays in the middle of a resolution, with what is theirs.
    pub(super) fn cost_for(&self, who: &Players, cost: &Cost) -> String {
        match who {
            Players::You => self.cost(cost),
            _ => {
                self.cost(cost).replace(" (yours)", " of their own").replace("discard your hand", "discard their hand")
            }
        }
    }

    fn mine(&self, amount: &crate::filter::Amount, filter: &Filter) -> String {
        format!("{} (yours)", self.count(amount, &self.noun(filter, Some(Zone::Battlefield))))
    }

    fn of_hand(&self, amount: &crate::filter::Amount, filter: &Filter) -> String {
        let mut noun = self.noun(filter, Some(Zone::Hand));
        noun.after.retain(|words| words != "in any hand");
        self.count(amount, &noun)
    }

    fn cost_part(&self, part: &CostPart) -> String {
        let source = self.source();
        match part {
            CostPart::Tap => format!("tap {source}"),
            CostPart::Untap => format!("untap {source}"),
            CostPart::SacrificeSource => format!("sacrifice {source}"),
            CostPart::Sacrifice(n, filter) => format!("sacrifice {}", self.mine(n, filter)),
            CostPart::DiscardSource => format!("discard {source}"),
            CostPart::Discard(n, filter) => format!("discard {}", self.of_hand(n, filter)),
            CostPart::DiscardRandom(n) => format!("discard {} at random", self.cards(n)),
            CostPart::DiscardHand => "discard your hand".to_owned(),
            CostPart::Life(n) => format!("pay {}", self.much(n, "life")),
            CostPart::OpponentGains(n) => format!("have each opponent gain {}", self.much(n, "life")),
            CostPart::ExileSource => format!("exile {source}"),
            CostPart::ExileFromGraveyard(n, filter) => {
                let mut noun = self.noun(filter, Some(Zone::Graveyard));
                noun.after.retain(|words| words != "in any graveyard");
                format!("exile {} from your graveyard", self.count(n, &noun))
            }
            CostPart::ExileTop(n) => format!("exile {} from the top of your library", self.cards(n)),
            CostPart::ExileFromHand(n, filter) => format!("exile {} from your hand", self.of_hand(n, filter)),
            CostPart::ExileMaterials(n, filter) => {
                let noun = self.noun(filter, Some(Zone::Battlefield));
                format!("exile {} from among permanents you control and cards in your graveyard", self.count(n, &noun))
            }
            CostPart::Put(n, filter, put) => match put {
                PutCards::HandOnLibrary => {
                    format!("put {} from your hand on top of your library", self.of_hand(n, filter))
                }
                PutCards::GraveyardUnderLibrary => {
                    let mut noun = self.noun(filter, Some(Zone::Graveyard));
                    noun.after.retain(|words| words != "in any graveyard");
                    format!("put {} from your graveyard on the bottom of your library", self.count(n, &noun))
                }
                PutCards::ExileIntoGraveyard => {
                    let noun = self.noun(filter, Some(Zone::Exile));
                    format!("put {} into its owner's graveyard", self.count(n, &noun))
                }
            },
            CostPart::RevealHand => "reveal your hand".to_owned(),
            CostPart::ExileSpell(n, filter) => format!("exile {}", self.mine(n, filter)),
            CostPart::ExilePermanent(n, filter) => format!("exile {}", self.mine(n, filter)),
            CostPart::ReturnSource => format!("return {source} to its owner's hand"),
            CostPart::Return(n, filter) => format!("return {} to its owner's hand", self.mine(n, filter)),
            CostPart::SourceToLibraryBottom => format!("put {source} on the bottom of its owner's library"),
            CostPart::TapPermanents(n, filter) => format!("tap untapped: {}", self.mine(n, filter)),
            CostPart::TapPower(n, filter, _) => format!(
                "tap any number of untapped {} (yours) with total power {} or greater",
                self.noun(filter, Some(Zone::Battlefield)).plural(),
                self.amount(n)
            ),
            CostPart::Evidence(n) => {
                format!("exile cards with total mana value {} or greater from your graveyard", self.amount(n))
            }
            CostPart::UntapPermanents(n, filter) => format!("untap tapped: {}", self.mine(n, filter)),
            CostPart::RemoveCounters(n, kind) => {
                format!("remove {} from {source}", self.counters(n, Some(*kind)))
            }
            CostPart::RemoveCounterFrom(n, kind, filter) => {
                format!("remove {} from each of {}", an(&self.any_counter(Some(*kind))), self.mine(n, filter))
            }
            CostPart::RemoveAllCounters(kind) => {
                format!("remove all {} counters from {source}, X being their number", self.counter(*kind))
            }
            CostPart::RemoveCountersAmong(n, kind, filter) => {
                let noun = self.noun(filter, Some(Zone::Battlefield));
                format!("remove {} from among {} (yours)", self.counters(n, *kind), noun.plural())
            }
            CostPart::PutCountersOn(n, kind, filter) => {
                format!("put {} on {}", self.counters(n, Some(*kind)), self.mine(&Amount::Const(1), filter))
            }
            CostPart::AddCounters(n, kind) => format!("put {} on {source}", self.counters(n, Some(*kind))),
            CostPart::Loyalty(n) if *n < 0 => {
                format!("remove {} from {source}", self.counters(&Amount::Const(-n), Some(CounterKind::LOYALTY)))
            }
            CostPart::Loyalty(n) => {
                format!("put {} on {source}", self.counters(&Amount::Const(*n), Some(CounterKind::LOYALTY)))
            }
            CostPart::LoyaltyMinusX => format!("remove X loyalty counters from {source}"),
            CostPart::Exert => format!("exert {source}"),
            CostPart::Unattach => format!("unattach {source}"),
            CostPart::UnattachFrom(filter) => format!("unattach {}", self.noun(filter, Some(Zone::Battlefield)).one()),
            CostPart::Mill(n) => format!("mill {}", self.cards(n)),
            CostPart::Energy(n) => format!("pay {}", self.much(n, "energy")),
            CostPart::Reveal(n, filter) => format!("reveal {} from your hand", self.of_hand(n, filter)),
            CostPart::Behold { n, what, exile } => {
                let noun = self.noun(what, None);
                let then = if *exile { ", and exile what was beheld" } else { "" };
                format!("choose {} you control or reveal it from your hand{then}", self.count(n, &noun))
            }
            CostPart::Together(together) => self.together(together),
            CostPart::OneOf(costs) => {
                let costs: Vec<String> = costs.iter().map(|cost| self.cost(cost)).collect();
                list_or(&costs)
            }
        }
    }

    /// That many counters of a kind.
    pub(super) fn counters(&self, amount: &crate::filter::Amount, kind: Option<crate::filter::CounterKind>) -> String {
        self.count(amount, &super::objects::simple(&self.any_counter(kind)))
    }

    /// What happens to what something costs: "costs {1} less".
    pub(super) fn cost_change(&self, change: &CostChange) -> String {
        match change {
            CostChange::Reduce(Amount::Const(n)) => format!("cost {{{n}}} less"),
            CostChange::Reduce(n) => format!("cost {{1}} less, this many times: {}", self.amount(n)),
            CostChange::Increase(Amount::Const(n)) => format!("cost {{{n}}} more"),
            CostChange::Increase(n) => format!("cost {{1}} more, this many times: {}", self.amount(n)),
            CostChange::ReduceSymbols(mana) => format!("cost {mana} less"),
            CostChange::ReduceTimes(mana, n) => format!("cost {mana} less, {} times", self.amount(n)),
            CostChange::ReduceByCostOf(what) => format!("cost the mana cost of {} less", self.objects(what).text),
            CostChange::ReduceOnly(mana) => format!("cost {mana} less, but no generic mana less"),
            CostChange::ReduceToOne(n) => format!("cost {} generic mana less, but at least one mana", self.amount(n)),
            CostChange::IncreaseSymbols(mana) => format!("cost {mana} more"),
            CostChange::IncreaseTimes(mana, times) => format!("cost {mana} more, {} times", self.amount(times)),
            CostChange::AtLeast(n) => format!("cost at least {n} mana"),
            CostChange::Also(cost) => format!("have an additional cost: {}", self.cost(cost)),
        }
    }

    /// How something can be paid but with mana.
    pub(super) fn helper(&self, helper: &PaymentHelper) -> String {
        match helper {
            PaymentHelper::Convoke => "convoke: each creature tapped pays for {1} or one mana of its color".to_owned(),
            PaymentHelper::Delve => "delve: each card exiled from your graveyard pays for {1}".to_owned(),
            PaymentHelper::Assist => "assist: another player may pay for any amount of its generic mana".to_owned(),
            PaymentHelper::Waterbend => "waterbend: each artifact or creature tapped pays for {1}".to_owned(),
            PaymentHelper::WaterbendCost { mana, optional } => {
                let paid = if optional.is_some() { ", if that is paid" } else { "" };
                format!("waterbend: each artifact or creature tapped pays for {{1}}, up to {mana}{paid}")
            }
            PaymentHelper::Improvise => "improvise: each artifact tapped pays for {1}".to_owned(),
            PaymentHelper::AnyColor => "mana of any color may be spent".to_owned(),
            PaymentHelper::OnlyFrom(origin) => {
                format!("only mana made by {} can be spent on it", self.mana_origin(*origin))
            }
            PaymentHelper::OnlyOnX(colors) => {
                format!("only {} mana may be spent on X", list_or(&super::words::colors(*colors)))
            }
            PaymentHelper::Affinity(filter) => {
                let noun = self.noun(filter, Some(Zone::Battlefield));
                format!("affinity: it costs {{1}} less for each {} (yours)", noun.singular())
            }
        }
    }
}

/// What an ability is called by others.
pub(super) fn named(named: Named) -> &'static str {
    match named {
        Named::Equip => "equip",
        Named::Boast => "boast",
        Named::Cycling => "cycling",
        Named::Crew => "crew",
        Named::Saddle => "saddle",
        Named::Outlast => "outlast",
        Named::Ninjutsu => "ninjutsu",
        Named::Exhaust => "exhaust",
        Named::Escape => "escape",
    }
}
