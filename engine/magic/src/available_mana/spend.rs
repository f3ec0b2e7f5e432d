//! Paying mana (CR 106.4, 601.2g–h): carrying out the plan of a payment, and adding mana to pools.

use gauntlet_cards::ability::ActivatableKind;
use gauntlet_cards::card::AbilityId;
use gauntlet_cards::cost::CostPart;
use gauntlet_cards::effect::{SpendRule, SpentAs};
use gauntlet_cards::filter::Zone;
use gauntlet_cards::keyword::Features;
use gauntlet_cards::mana_ability::{COMPLEX, CONVERTER};
use gauntlet_core::Player;
use smallvec::SmallVec;

use super::leave_out;
use crate::available_mana::{Purpose, Sources};
use crate::engine::Engine;
use crate::mana_converters::Conversions;
use crate::mana_preference::{Leanings, plan_gently};
use crate::payment::{Bill, ManaSource, ManaTypes, Payment, SourceKey, Supply, Used};
use crate::replacement::Putting;
use crate::state::{EventData, ObjectId, PendingTrigger, Range, RestrictedMana};
use crate::task::{Resolve, Scope, Task};

impl Engine<'_> {
    /// Pays a bill with the mana that is least useful otherwise; returns whether it could be paid. `without`: objects that are not
    /// used.
    pub(crate) fn pay_bill(
        &mut self,
        player: Player,
        bill: &Bill,
        life: i32,
        without: &[ObjectId],
        purpose: Purpose<'_>,
        leanings: &Leanings,
    ) -> bool {
        if self.pay_by_tapping(player, bill, without, purpose, leanings) {
            return true;
        }
        let mut sources = self.eye().sources_for(player, purpose);
        leanings.apply(&mut sources);
        if self.plan_and_pay(player, &sources, bill, life, without, purpose) {
            return true;
        }
        // Converters first; their mana floats then.
        if self.eye().only_from(purpose).is_some()
            || !self.convert(&Conversions { player, bill, life, without, purpose }, &sources)
        {
            return false;
        }
        let mut sources = self.eye().sources_for(player, purpose);
        leanings.apply(&mut sources);
        self.plan_and_pay(player, &sources, bill, life, without, purpose)
    }

    /// Pays a bill where all that can be done for mana is to tap permanents for one each, in the same way as with all that there may be
    /// otherwise. Returns whether it did.
    fn pay_by_tapping(
        &mut self,
        player: Player,
        bill: &Bill,
        without: &[ObjectId],
        purpose: Purpose<'_>,
        leanings: &Leanings,
    ) -> bool {
        let rank_of = |id: ObjectId, rank: u8| leanings.rank(id, rank);
        let Some(plain) = self.eye().plain_sources(player, without, purpose, rank_of) else { return false };
        let mut payment = std::mem::take(self.payment);
        let left = (plain.len() as u32).saturating_sub(bill.fewest_mana());
        let paid = payment.plan_plainly(&plain, bill, || self.eye().wanted(player, left, purpose));
        if paid {
            self.s.spent_mana = 0;
            self.fact_of_mana(player, payment.spent.len());
            for spent in &payment.spent {
                let kind = spent.mana.kind.bits().trailing_zeros();
                crate::state::spend_one(&mut self.s.spent_mana, kind as usize);
            }
            for used in &payment.used {
                let id = self.s.id(plain[usize::from(used.source)].index);
                self.tap(id);
            }
        }
        *self.payment = payment;
        paid
    }

    /// Pays a bill from these sources alone, and returns whether it could be paid.
    pub(crate) fn pay_from(&mut self, player: Player, sources: &Sources, bill: &Bill) -> bool {
        let life = self.eye().life_to_pay_with(player);
        self.plan_and_pay(player, sources, bill, life, &[], Purpose::Other)
    }

    fn plan_and_pay(
        &mut self,
        player: Player,
        sources: &Sources,
        bill: &Bill,
        life: i32,
        without: &[ObjectId],
        purpose: Purpose<'_>,
    ) -> bool {
        let all: u32 = sources.iter().map(ManaSource::most_units).sum();
        let wanted = self.eye().wanted(player, all.saturating_sub(bill.fewest_mana()), purpose);
        let mut payment = std::mem::take(self.payment);
        let paid = plan_gently(sources, without, bill, life, &wanted, &mut payment)
            || leave_out(Supply::new(sources), without).plan(bill, life, &wanted, &mut payment);
        if paid {
            self.carry_out(player, sources, &payment, purpose);
        }
        *self.payment = payment;
        paid
    }

    fn carry_out(&mut self, player: Player, sources: &[ManaSource], payment: &Payment, purpose: Purpose<'_>) {
        self.s.spent_mana = 0;
        self.begin_spending();
        self.fact_of_mana(player, payment.spent.len());
        // What is spent as though it were of another type is still what it is (CR 609.4b).
        let as_other = self.eye().spent_as(player, purpose) != SpentAs::Itself;
        let real = as_other.then(|| self.eye().sources(player, purpose));
        let real_kind = |source: u16, kind: ManaTypes| {
            let key = sources[usize::from(source)].key;
            let made = real.as_ref().and_then(|real| real.iter().find(|other| other.key == key));
            let types = made.map_or(kind, ManaSource::types);
            if types.contains(kind) { kind } else { types.iter().next().unwrap_or(kind) }
        };
        for spent in &payment.spent {
            let key = sources[spent.source as usize].key;
            // CR 702.51a: what is tapped rather than mana paid isn't mana. It makes none, unless another permanent taps it for some.
            if let SourceKey::Object(index) = key
                && self.s.objects[usize::from(index)].mana_mask == 0
                && !self.pool.features.contains(Features::TAPS_OTHERS_FOR_MANA)
            {
                continue;
            }
            let kind = real_kind(spent.source, spent.mana.kind).bits().trailing_zeros();
            crate::state::spend_one(&mut self.s.spent_mana, kind as usize);
            if !self.pool.mana_origins().is_empty() {
                self.note_spent_from(self.eye().origins_of_key(key), 1);
            }
            match key {
                SourceKey::Restricted(place) => self.s.restricted_mana[usize::from(place)].count -= 1,
                SourceKey::Pool(place) => self.s.players[player].mana[usize::from(place)] -= 1,
                SourceKey::Object(_) | SourceKey::Spent(_) | SourceKey::Made(_) => {}
            }
        }
        if self.pool.has_spend_rules() {
            self.mana_was_spent(player, sources, payment, purpose);
        }
        for left in &payment.left {
            let place = real_kind(left.source, left.mana.kind).bits().trailing_zeros() as usize;
            let SourceKey::Object(index) = sources[left.source as usize].key else { continue };
            if place >= 6 {
                continue;
            }
            let used = payment.used.iter().find(|used| used.source == left.source).expect("its source was used");
            let id = self.s.id(index);
            let ability = self.used_ability(id, used, sources, purpose);
            let output = ability.and_then(|ability| self.pool.activatable(ability).mana.as_ref());
            let rule = output.and_then(|output| output.unrestricted().1);
            self.add_mana_of(player, place as u8, 1, rule, id);
        }
        let mut delved: SmallVec<[ObjectId; 8]> = SmallVec::new();
        for used in &payment.used {
            if let SourceKey::Object(index) = used.key {
                let id = self.s.id(index);
                match self.s.objects[id.index()].zone {
                    Zone::Graveyard => delved.push(id),
                    _ => self.use_source(player, id, used, sources, purpose),
                }
            }
        }
        self.delve(player, purpose, &delved);
        if !self.s.restricted_mana.is_empty() {
            self.s.restricted_mana.retain(|mana| mana.count > 0);
        }
        if payment.life > 0 {
            self.lose_life(player, payment.life as i32);
        }
    }

    /// What happens because some mana was spent on this.
    fn mana_was_spent(&mut self, player: Player, sources: &[ManaSource], payment: &Payment, purpose: Purpose<'_>) {
        let mut rules: SmallVec<[(ObjectId, SpendRule); 4]> = SmallVec::new();
        for spent in &payment.spent {
            let made = match sources[usize::from(spent.source)].key {
                SourceKey::Restricted(place) => {
                    let mana = self.s.restricted_mana[usize::from(place)];
                    Some((mana.source, mana.rule))
                }
                SourceKey::Object(index) => {
                    let id = self.s.id(index);
                    let used = payment.used.iter().find(|used| used.source == spent.source);
                    let ability = used.and_then(|used| self.used_ability(id, used, sources, purpose));
                    let output = ability.and_then(|ability| self.pool.activatable(ability).mana.as_ref());
                    output.and_then(|output| output.unrestricted().1).map(|rule| (id, rule))
                }
                SourceKey::Pool(_) | SourceKey::Spent(_) | SourceKey::Made(_) => None,
            };
            // What triggers does so for each such mana (CR 603.2c); what is said of the spell itself is said once.
            let again = |rule: SpendRule| self.pool.spend_rule(rule).then.as_ref().is_some_and(|then| !then.at_once);
            if let Some(made) = made.filter(|made| !rules.contains(made) || again(made.1)) {
                rules.push(made);
            }
        }
        for (source, rule) in rules {
            self.spent_on(player, source, rule, purpose);
        }
    }

    /// Mana that was made under a rule is spent on this: what the rule says of that happens (CR 106.6).
    pub(crate) fn spent_on(&mut self, player: Player, source: ObjectId, rule: SpendRule, purpose: Purpose<'_>) {
        let (Some(then), Purpose::For(attempt)) = (&self.pool.spend_rule(rule).then, purpose) else { return };
        let scope = Scope::of(source, player);
        let spell = attempt.activatable.kind == ActivatableKind::Cast;
        if !spell || !self.eye().matches(&scope, &then.on, attempt.id, attempt.object) {
            return;
        }
        let event = EventData { object: attempt.id, player: Some(player), ..EventData::NONE };
        if then.at_once {
            let mut task = Resolve::of_static(then.ability, source, player, self.s.scratch.len() as u16);
            task.item.event = event;
            task.scope.event = event;
            self.s.tasks.push(Task::Resolve(task));
        } else {
            let trigger = PendingTrigger {
                ability: then.ability,
                source,
                controller: player,
                event,
                memory: None,
                x: None,
                turned: None,
            };
            self.s.pending.push(trigger);
        }
    }

    /// Returns whether a payment taps a permanent for its one mana.
    fn taps_for_one(&self, id: ObjectId, alternative: usize) -> bool {
        alternative < self.simple_ways(id)
    }

    /// How many of the alternatives of a permanent are to tap it for its one mana.
    fn simple_ways(&self, id: ObjectId) -> usize {
        let object = &self.s.objects[id.index()];
        let simple = object.mana_mask & !(COMPLEX | CONVERTER) != 0 && self.eye().can_tap_for_mana(object);
        match simple {
            true if self.eye().mana_changes() => self.eye().simple_yields(id, object).len(),
            simple => usize::from(simple),
        }
    }

    /// The mana ability that a payment uses a permanent with; none if it is only tapped, for its one mana, for an ability of
    /// another permanent, or for convoke or improvise.
    fn used_ability(
        &self,
        id: ObjectId,
        used: &Used,
        sources: &[ManaSource],
        purpose: Purpose<'_>,
    ) -> Option<AbilityId> {
        let object = &self.s.objects[id.index()];
        let apart = sources[usize::from(used.source)].ability;
        if apart > 0 {
            return self.mana_abilities(id.index).get(usize::from(apart) - 1).copied();
        }
        let (alternative, ways) = (usize::from(used.alternative), self.simple_ways(id));
        if object.zone != Zone::Battlefield || alternative < ways {
            return None;
        }
        // The alternatives are in the order in which they were listed: the simple one first, then each ability's yields, then
        // those of other permanents' abilities, then convoke or improvise.
        let mut place = ways;
        for ability in self.mana_abilities(id.index) {
            let Some((_, yields)) = self.eye().complex_ability(id, object, ability, purpose) else { continue };
            if self.eye().times_besides(id, object, self.pool.activatable(ability)).is_some() {
                continue;
            }
            place += yields.len();
            if alternative < place {
                return Some(ability);
            }
        }
        None
    }

    /// Activates the mana ability of a permanent that a payment uses; its mana is already accounted for.
    fn use_source(&mut self, player: Player, id: ObjectId, used: &Used, sources: &[ManaSource], purpose: Purpose<'_>) {
        let apart = sources[usize::from(used.source)].ability > 0;
        let for_one = !apart && self.taps_for_one(id, usize::from(used.alternative));
        let Some(ability) = self.used_ability(id, used, sources, purpose) else {
            self.tap(id);
            if for_one && self.eye().mana_changes() {
                self.tapped_for_mana(id);
            }
            return;
        };
        let way = self.pool.activatable(ability);
        if self.counts_uses(way) {
            self.note_use(id, ability);
        }
        let has_script = way.script.parts.iter().any(|part| !part.code.is_empty());
        if has_script {
            let task = Resolve::of_static(ability, id, player, self.s.scratch.len() as u16);
            self.s.tasks.push(Task::Resolve(task));
        }
        for part in &way.cost.parts {
            match part {
                CostPart::Tap => {
                    self.tap(id);
                    if self.eye().mana_changes() {
                        self.tapped_for_mana(id);
                    }
                }
                CostPart::SacrificeSource => {
                    let start = self.s.scratch.len() as u16;
                    self.s.scratch.push(id);
                    self.sacrifice(Range { start, end: start + 1 });
                    self.s.scratch.truncate(start as usize);
                }
                CostPart::Life(amount) => {
                    let amount = self.eye().amount(&Scope::of(id, player), amount);
                    self.lose_life(player, amount);
                }
                CostPart::RemoveCounters(amount, kind) => {
                    let amount = self.eye().amount(&Scope::of(id, player), amount).max(0) as u16;
                    self.take_counters(id.index, *kind, amount);
                }
                CostPart::AddCounters(amount, kind) => {
                    let amount = self.eye().amount(&Scope::of(id, player), amount).max(0);
                    self.add_counters(id, *kind, amount, Putting::rule(player));
                }
                _ => unreachable!("not part of an ability that pays by itself"),
            }
        }
        self.tell_of_mana_ability(player, id, way);
    }

    /// Adds mana to a pool that may be spent on some things only (CR 106.6).
    pub(crate) fn add_restricted_mana(
        &mut self,
        player: Player,
        place: u8,
        count: u8,
        rule: SpendRule,
        source: ObjectId,
    ) {
        if count == 0 {
            return;
        }
        let origins = self.eye().origins_of(source);
        let alike = |mana: &&mut RestrictedMana| {
            (mana.player, mana.place, mana.rule, mana.source) == (player, place, rule, source)
                && mana.origins == origins
        };
        match self.s.restricted_mana.iter_mut().find(alike) {
            Some(mana) => mana.count = mana.count.saturating_add(count),
            None => self.s.restricted_mana.push(RestrictedMana { player, place, count, rule, source, origins }),
        }
    }
}
