//! Determining and paying the cost of what is announced (CR 601.2b, f–h).

use std::cell::OnceCell;
use std::num::NonZero;

use gauntlet_cards::ability::{Activatable, ActivatableKind, KeywordAction, Named, RuleKinds};
use gauntlet_cards::card::Pool;
use gauntlet_cards::cost::{Cost, CostPart, PowerFor};
use gauntlet_cards::effect::{Destination, LibraryPosition, ModeCost, Part, SpentAs};
use gauntlet_cards::filter::{Amount, CounterKind, Filter, Players, Zone};
use gauntlet_cards::keyword::{EventKinds, Keywords, Marks};
use gauntlet_cards::mana::{ManaCost, ManaSymbol};
use gauntlet_core::Player;
use smallvec::SmallVec;

use super::price::x_in_optional;
use super::target_costs::Aiming;
use crate::available_mana::{AvailableMana, Purpose};
use crate::choosing::NO_OR_YES;
use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::{Engine, Flow};
use crate::joint_costs::{Due, Thing, by_worth, is_chosen, takes_counters, takes_more};
use crate::payment::Bill;
use crate::replacement::Putting;
use crate::state::{Flags, Noted, Object, ObjectId, Paid, Range, Target, Ways};
use crate::task::{Announce, Price, Scope, Stage};

impl<'a> Engine<'a> {
    /// Returns whether what has been chosen so far could be paid, with some X and with some targets if they are still to be chosen.
    pub(super) fn affordable(&self, task: &Announce, way: &Activatable) -> bool {
        let object = self.source_object(task);
        if task.stage > Stage::Targets || !self.eye().targets_change_cost(&self.attempt(task, way, &object)) {
            return self.affordable_with(task, way, &[]);
        }
        let scope = self.announce_scope(task);
        let payable = |aims: &[Target]| self.affordable_with(task, way, aims);
        let modes = task.item.modes.chosen();
        let aiming = Aiming { scope: &scope, script: &way.script, modes, from: &object, payable: &payable };
        self.eye().can_aim(&aiming, 0, 0, &[], &[])
    }

    /// Returns whether what has been chosen so far could be paid, with these targets.
    pub(super) fn affordable_with(&self, task: &Announce, way: &Activatable, aims: &[Target]) -> bool {
        let object = self.source_object(task);
        let scope = self.announce_scope(task);
        let attempt = self.attempt(task, way, &object);
        for (times, cost) in task.item.paid.iter().zip(&way.optional_costs) {
            if *times > 0 && !self.eye().parts_payable(&scope, attempt, &cost.cost) {
                return false;
            }
        }
        let payable = |cost| self.eye().parts_payable(&scope, attempt, cost);
        if !super::splice::splice_costs(self.pool, &task.item.modes).all(payable) {
            return false;
        }
        let payable = |part| self.eye().part_payable(&scope, attempt, part);
        let aimed = self.eye().aiming(aims).aimed_parts_payable(&scope, attempt);
        if !aimed || !task.price.parts(self.pool).iter().all(payable) {
            return false;
        }
        let sources = OnceCell::new();
        let available = AvailableMana::for_attempt(self.eye(), attempt, &sources);
        if task.stage > Stage::X || !self.asks_for_x(task, way) {
            return self.eye().payable_jointly(&self.due_with(task, way, &scope, aims), &available);
        }
        (u32::from(way.least_x)..=self.most_x(task, way, &available))
            .any(|x| self.x_is_possible_with(task, way, x as u8, &available, aims))
    }

    /// What is to be paid, and what has been chosen to pay it with.
    pub(super) fn due<'t>(&self, task: &Announce, way: &'t Activatable, scope: &'t Scope) -> Due<'t>
    where
        'a: 't,
    {
        self.due_with(task, way, scope, &self.aims(task))
    }

    fn due_with<'t>(&self, task: &Announce, way: &'t Activatable, scope: &'t Scope, aims: &[Target]) -> Due<'t>
    where
        'a: 't,
    {
        self.due_for(task, way, scope, self.bill_with(task, way, aims))
    }

    fn due_for<'t>(&self, task: &Announce, way: &'t Activatable, scope: &'t Scope, bill: Bill) -> Due<'t>
    where
        'a: 't,
    {
        let chosen = &self.s.scratch[task.payment.start as usize..task.payment.end as usize];
        let parts =
            if only_mana(self.pool, way, task) { SmallVec::new() } else { all_parts(self.pool, way, task).collect() };
        Due {
            scope,
            player: task.item.controller,
            source: task.item.source,
            from_hand: None,
            parts,
            chosen: chosen.iter().map(|id| Thing::Object(*id)).collect(),
            bill: Some(bill),
        }
    }

    /// The targets that have been chosen.
    fn aims(&self, task: &Announce) -> SmallVec<[Target; 8]> {
        let range = task.item.targets.start as usize..task.item.targets.end as usize;
        self.s.targets[range].iter().map(|chosen| chosen.target).collect()
    }

    pub(super) fn bill_of(&self, task: &Announce, way: &Activatable) -> Bill {
        self.bill_with(task, way, &self.aims(task))
    }

    fn bill_with(&self, task: &Announce, way: &Activatable, aims: &[Target]) -> Bill {
        let object = self.source_object(task);
        let scope = self.announce_scope(task);
        let attempt = self.attempt(task, way, &object);
        let mut bill =
            self.eye().aiming(aims).offering(self.offered(task)).bill(&scope, attempt, task.item.paid, task.item.modes);
        for _ in 0..task.life_symbols {
            let symbol = bill.open_choices().find(|(symbol, _)| is_phyrexian(*symbol)).map(|(symbol, _)| symbol);
            bill = symbol.and_then(|symbol| bill.with_life_for(symbol)).unwrap_or(bill);
        }
        bill
    }

    pub(super) fn choose_optional_costs(&mut self, task: &mut Announce) -> Option<Flow> {
        let way = self.way(&task.item);
        let Some(way) = way else {
            task.stage = Stage::Targets;
            return Some(Flow::Go);
        };
        if let Some(answer) = self.s.answer.take() {
            let cursor = task.cursor as usize;
            let again = way.optional_costs[cursor].repeat;
            if answer == Action::Yes {
                task.item.paid[cursor] += 1;
            }
            if answer == Action::No || !again {
                task.cursor += 1;
            }
        }
        let modes_ask = way.script.modes_ask_what_is_paid();
        let asks = modes_ask || way.script.targets_ask_what_was_paid() || way.costs_less_if_more_is_paid();
        while usize::from(task.cursor) < way.optional_costs.len() {
            let next = usize::from(task.cursor) + 1;
            let without = !asks || self.can_be_completed(task, way, next);
            // Would it still be affordable with this cost paid?
            let mut with = *task;
            with.item.paid[next - 1] += 1;
            let again = if way.optional_costs[next - 1].repeat { next - 1 } else { next };
            let possible = if asks { self.can_be_completed(&with, way, again) } else { self.affordable(&with, way) };
            if possible {
                self.offer_these(without.then_some(Action::No).into_iter().chain([Action::Yes]));
                let number = Particulars::OptionalCost(task.cursor);
                return Some(self.ask_announce(*task, DecisionKind::OptionalCost, number));
            }
            task.cursor += 1;
        }
        task.stage = if modes_ask { Stage::Modes } else { Stage::X };
        Some(Flow::Go)
    }

    /// Returns whether what has been chosen so far could be paid and there are modes and targets for it, with some of the optional costs
    /// from a number on.
    fn can_be_completed(&self, task: &Announce, way: &Activatable, next: usize) -> bool {
        let (scope, from) = (self.announce_scope(task), self.source_object(task));
        // Where X says what can be a target, that is looked at with each X that can be paid.
        let open = way.script.modes.is_none() && self.asks_for_x(task, way);
        let possible = |part: &Part| part.targets_use_x() || self.eye().part_possible(&scope, part, &from);
        let there = match open {
            true => way.script.parts.iter().all(possible),
            false => self.eye().script_possible(&scope, &way.script, &from),
        };
        if there && self.affordable(task, way) {
            return true;
        }
        (next..way.optional_costs.len()).any(|place| {
            let cost = &way.optional_costs[place];
            let most = self.eye().most_times(&scope, task.item.controller, cost).max(1);
            let mut with = *task;
            with.item.paid[place] += 1;
            let again = if cost.repeat && way.costs_less_if_more_is_paid() { place } else { place + 1 };
            with.item.paid[place] <= most && self.can_be_completed(&with, way, again)
        })
    }

    /// How many symbols X are to be paid.
    fn x_symbols(&self, task: &Announce, way: &Activatable) -> usize {
        self.mana_asked(task, way).map_or(0, |mana| usize::from(mana.x_count())) + x_in_optional(task, way)
    }

    /// The mana part of what is paid, as it is written.
    pub(super) fn mana_asked<'t>(&'t self, task: &Announce, way: &'t Activatable) -> Option<&'t ManaCost> {
        self.eye().mana_cost_of(way, task.price, self.item_source(&task.item).card)
    }

    /// Returns whether the player chooses X (CR 601.2b).
    pub(super) fn asks_for_x(&self, task: &Announce, way: &Activatable) -> bool {
        self.x_symbols(task, way) > 0 || way.cost.parts.iter().any(CostPart::uses_x)
    }

    pub(super) fn choose_x(&mut self, task: &mut Announce) -> Option<Flow> {
        task.stage = Stage::Phyrexian;
        let way = self.way(&task.item).expect("triggered abilities have no X of their own");
        if let Some(Action::Number(x)) = self.s.answer.take() {
            task.item.x = x as u8;
            return Some(Flow::Go);
        }
        if !self.asks_for_x(task, way) {
            return Some(Flow::Go);
        }
        let possible = self.possible_x(task, way);
        let most = possible.last().copied().unwrap_or(0);
        self.offer_these(possible.into_iter().map(Action::Number));
        task.stage = Stage::X;
        Some(self.ask_announce(*task, DecisionKind::X, Particulars::Most(most)))
    }

    /// What X can be.
    fn possible_x(&self, task: &Announce, way: &Activatable) -> SmallVec<[u16; 16]> {
        let least = u16::from(way.least_x);
        self.with_mana_for(task, way, 0, |available| {
            let most = self.most_x(task, way, available) as u16;
            if !self.pool.has_spend_rules() {
                return (least..=most).filter(|x| self.x_is_possible(task, way, *x as u8, available)).collect();
            }
            // Which mana may be spent on it may depend on its mana value, and so on X (CR 106.6, 202.3e).
            let most =
                most.max(self.with_mana_for(task, way, u8::MAX, |available| self.most_x(task, way, available)) as u16);
            let possible =
                |x: u8| self.with_mana_for(task, way, x, |available| self.x_is_possible(task, way, x, available));
            (least..=most).filter(|x| possible(*x as u8)).collect()
        })
    }

    /// No less than the greatest X that can be chosen.
    fn most_x(&self, task: &Announce, way: &Activatable, available: &AvailableMana<'_>) -> u32 {
        let mut most = u32::from(way.most_x);
        if let Some(symbols) = NonZero::new(self.x_symbols(task, way) as u32) {
            let (scope, object) = (self.announce_scope(task), self.source_object(task));
            let attempt = self.attempt(task, way, &object);
            let free = self.eye().offering(self.offered(task)).left_of_reductions(
                &scope,
                attempt,
                task.item.paid,
                task.item.modes,
            );
            most = most.min((available.most_mana() + free) / symbols);
            // What a source gives for others that are tapped or sacrificed is looked for with each X.
            if !available.has_converters() && !self.eye().may_give_up_for_mana() {
                let (bill, life) = (self.bill_of(task, way), self.eye().life_to_pay_with(task.item.controller));
                let paid = available.supply().max_x(&bill, symbols.get(), life).unwrap_or(0);
                most = most.min(paid + free.div_ceil(symbols.get()));
            }
        }
        let in_parts = way.cost.parts.iter().filter(|part| part.has_x());
        in_parts.fold(most, |most, part| most.min(self.most_x_of_part(task, part)))
    }

    /// Returns whether X can be this number, with some targets if they say what it costs.
    fn x_is_possible(&self, task: &Announce, way: &Activatable, x: u8, available: &AvailableMana<'_>) -> bool {
        let object = self.source_object(task);
        if !self.eye().targets_change_cost(&self.attempt(task, way, &object)) {
            return self.x_is_possible_with(task, way, x, available, &[]);
        }
        let mut task = *task;
        task.item.x = x;
        let scope = self.announce_scope(&task);
        let payable = |aims: &[Target]| self.x_is_possible_with(&task, way, x, available, aims);
        let modes = task.item.modes.chosen();
        let aiming = Aiming { scope: &scope, script: &way.script, modes, from: &object, payable: &payable };
        self.eye().can_aim(&aiming, 0, 0, &[], &[])
    }

    /// Returns whether X can be this number: it can be paid, and where X says what can be a target or how many targets there are, there
    /// are targets (CR 601.2b–c).
    fn x_is_possible_with(
        &self,
        task: &Announce,
        way: &Activatable,
        x: u8,
        available: &AvailableMana<'_>,
        aims: &[Target],
    ) -> bool {
        let mut task = *task;
        task.item.x = x;
        let scope = self.announce_scope(&task);
        let object = self.source_object(&task);
        if way.cost.parts.iter().any(CostPart::uses_x)
            && !self.eye().parts_payable(&scope, self.attempt(&task, way, &object), &way.cost)
        {
            return false;
        }
        if way.kind == ActivatableKind::Cast && self.eye().forbidden_with_x(task.item.controller, &object)
            || !self.eye().may_come_with_x(&self.attempt(&task, way, &object))
        {
            return false;
        }
        // Protection may be from some mana values (CR 202.3e, 702.16b).
        let by_value = self.eye().has_rules(RuleKinds::PROTECTION);
        task.item.modes.chosen().iter().all(|part| {
            let part = self.pool.part(&way.script, *part);
            !(by_value || part.targets_use_x()) || self.eye().part_possible(&scope, part, &object)
        }) && self.eye().payable_jointly(&self.due_with(&task, way, &scope, aims), available)
    }

    /// The greatest X that a part of a cost allows.
    fn most_x_of_part(&self, task: &Announce, part: &CostPart) -> u32 {
        let player = task.item.controller;
        let scope = self.announce_scope(task);
        let filtered = |filter: &Filter| {
            let own = |(id, object): &(ObjectId, &Object)| {
                object.controller == player && self.eye().matches(&scope, filter, *id, object)
            };
            self.s.permanents().filter(own).count() as u32
        };
        match part {
            CostPart::DiscardRandom(_) => self.s.hands[player].len() as u32,
            CostPart::Life(_) => self.s.players[player].life.max(0) as u32,
            CostPart::RemoveCounters(_, kind) => u32::from(self.s.counters_on(task.item.source.index, *kind)),
            CostPart::RemoveAllCounters(kind) => u32::from(self.eye().all_counters(task.item.source, *kind)),
            CostPart::RemoveCountersAmong(..) => self.eye().counters_among(&scope, player, part).unsigned_abs(),
            CostPart::LoyaltyMinusX => u32::from(self.s.counters_on(task.item.source.index, CounterKind::LOYALTY)),
            CostPart::Mill(_) | CostPart::ExileTop(_) => self.s.libraries[player].len() as u32,
            CostPart::Energy(_) => u32::from(self.s.players[player].energy),
            _ => match part.chosen() {
                Some((Zone::Battlefield, _, filter)) => filtered(filter),
                Some((Zone::Hand, ..)) => self.s.hands[player].len() as u32,
                Some((Zone::Graveyard, ..)) => self.s.graveyards[player].len() as u32,
                Some((Zone::Stack, ..)) => self.s.stack.len() as u32,
                _ => 0,
            },
        }
    }

    pub(super) fn choose_phyrexian(&mut self, task: &mut Announce) -> Option<Flow> {
        let way = self.way(&task.item).expect("triggered abilities have no mana cost");
        if let Some(answer) = self.s.answer.take() {
            task.life_symbols += u8::from(answer == Action::Yes);
            task.cursor += 1;
        }
        let symbols = self.symbols_for_life(task, way);
        while self.asks_for_life(task, way, symbols) {
            let mut with_life = *task;
            with_life.life_symbols += 1;
            if self.affordable(&with_life, way) {
                // The symbols that are not paid with life must be payable with mana: the plan sees to that and uses life as a
                // last resort, so that saying no is always possible.
                self.offer_these(NO_OR_YES);
                let symbol = Particulars::Progress(task.cursor.into());
                return Some(self.ask_announce(*task, DecisionKind::PhyrexianLife, symbol));
            }
            task.cursor += 1;
        }
        task.stage = Stage::Targets;
        Some(Flow::Go)
    }

    /// Chooses the objects that costs are paid with. They are paid after the mana, so that a permanent can make mana before it is sacrificed.
    pub(super) fn choose_payment(&mut self, task: &mut Announce) -> Option<Flow> {
        let way = self.way(&task.item).expect("triggered abilities have no costs");
        let player = task.item.controller;
        if only_mana(self.pool, way, task) {
            task.stage = Stage::Mana;
            return Some(Flow::Go);
        }
        if task.offered && task.cursor == 0 {
            task.count = 1;
        }
        let before = task.payment.end;
        let mut enough = self.take_chosen(&mut task.payment, |engine, card| {
            Some(engine.take_from_hand(player, card, player).expect("a legal card is in hand"))
        });
        task.count += (task.payment.end - before) as u8;
        let begun = *task;
        for part in all_parts(self.pool, way, &begun).skip(usize::from(begun.cursor)) {
            let scope = self.announce_scope(task);
            let left = match part {
                part if by_worth(part) => {
                    let first = task.payment.end - u16::from(task.count);
                    self.eye().asked(&scope, part) - self.worth_of(part, first, task.payment.end)
                }
                part => self.eye().asked(&scope, part) - i32::from(task.count),
            };
            let more =
                if left <= 0 && task.count > 0 && !enough { self.more_power(task, way, part) } else { SmallVec::new() };
            enough = false;
            if left > 0 || !more.is_empty() {
                let choices = if left <= 0 {
                    more
                } else if takes_counters(part) {
                    self.counters_to_take_next(task, part)
                } else {
                    self.to_pay_next(task, way, part)
                };
                self.offer_these(choices);
                return Some(self.ask_announce(*task, DecisionKind::CostChoice, Particulars::Left(left.max(0) as u16)));
            }
            task.cursor += 1;
            task.count = 0;
        }
        task.stage = Stage::Mana;
        Some(Flow::Go)
    }

    /// Where a cost is nothing but creatures with total power of at least that much, and that is reached: to leave it at that, or
    /// those that can be tapped all the same (CR 702.122a, 702.171a). So with cards that are exiled as evidence, whatever else is paid.
    fn more_power(&self, task: &Announce, way: &Activatable, part: &CostPart) -> SmallVec<[Action; 16]> {
        let mut more = SmallVec::new();
        if takes_more(part, all_parts(self.pool, way, task).skip(usize::from(task.cursor) + 1)) {
            let (scope, object, sources) = (self.announce_scope(task), self.source_object(task), OnceCell::new());
            let available = AvailableMana::for_attempt(self.eye(), self.attempt(task, way, &object), &sources);
            return self.eye().more_evidence(self.due(task, way, &scope), part, &available);
        }
        if !matches!(part, CostPart::TapPower(..)) {
            return more;
        }
        if way.cost.mana.is_some() || all_parts(self.pool, way, task).count() > 1 {
            return more;
        }
        let scope = self.announce_scope(task);
        let chosen = &self.s.scratch[task.payment.start as usize..task.payment.end as usize];
        self.eye().each_to_tap_for_power(&scope, task.item.controller, part, chosen, &mut |id, _| {
            more.push(Action::Object(id.index));
        });
        if !more.is_empty() {
            more.insert(0, Action::Done);
        }
        more
    }

    /// What a part of the cost can be paid with next.
    fn to_pay_next(&self, task: &Announce, way: &Activatable, part: &CostPart) -> SmallVec<[Action; 16]> {
        let (scope, object, sources) = (self.announce_scope(task), self.source_object(task), OnceCell::new());
        let available = AvailableMana::for_attempt(self.eye(), self.attempt(task, way, &object), &sources);
        self.eye().to_pay_with(self.due(task, way, &scope), part, &available)
    }

    /// What the things in a range of the scratch list are worth for a part of a cost.
    fn worth_of(&self, part: &CostPart, start: u16, end: u16) -> i32 {
        let ids = self.s.scratch[start as usize..end as usize].iter();
        ids.map(|id| self.eye().worth(part, Thing::Object(*id))).sum()
    }

    /// How many of the things in a range of the scratch list were chosen for a part of a cost, the first of which was for it.
    pub(crate) fn count_for(&self, scope: &Scope, part: &CostPart, start: u16, end: u16) -> u16 {
        if !is_chosen(part) && !takes_counters(part) {
            return 0;
        }
        let asked = self.eye().asked(scope, part);
        let mut worth = 0;
        let enough = (start..end).find(|place| {
            let enough = worth >= asked;
            worth += self.eye().worth(part, Thing::Object(self.s.scratch[usize::from(*place)]));
            enough
        });
        enough.unwrap_or(end) - start
    }

    /// CR 601.2g–h: makes mana and pays it.
    pub(super) fn pay_mana(&mut self, task: &mut Announce) -> Option<Flow> {
        let way = self.way(&task.item).expect("triggered abilities have no costs");
        let player = task.item.controller;
        if task.stage == Stage::ByHand {
            return self.go_on_by_hand(task);
        }
        if let Some(asked) = self.ask_for_assist(task, way) {
            return Some(asked);
        }
        task.stage = Stage::Rest;
        self.s.spent_mana = 0;
        self.begin_spending();
        let scope = self.announce_scope(task);
        let bill = self.bill_of(task, way);
        let bill = self.pay_assisted(task, way, bill);
        if bill.is_zero() {
            return Some(Flow::Go);
        }
        let due = self.due_for(task, way, &scope, bill);
        let (life, without) = (self.eye().life_for_mana(&due), self.eye().kept_from_mana(&due));
        let object = self.source_object(task);
        let purpose = Purpose::For(self.attempt(task, way, &object));
        let by_hand = self.pays_by_hand(player, &bill) && self.eye().spent_as(player, purpose) != SpentAs::SnowAnyColor;
        if by_hand || self.must_give_up(&due, &bill, &without, purpose) {
            let kept_life = self.eye().life_kept_from_mana(&due);
            let may_give_up = due.leaves_all_choices();
            let ways = Ways { contained: None, may_give_up, only_given_up: !by_hand, kept_life };
            self.begin_by_hand(player, bill, without, ways);
            task.stage = Stage::ByHand;
            return self.go_on_by_hand(task);
        }
        let mut leanings = self.leanings(task, way, &due);
        let bill = self.spent_well(player, bill, life, &without, purpose, &mut leanings);
        let paid = self.pay_bill(player, &bill, life, &without, purpose, &leanings);
        assert!(paid, "the mana was there when this was begun: {:?}", task.item);
        if object.characteristics.keywords.contains(Keywords::COMPLEATED) {
            self.note_life_for_symbols(task);
        }
        Some(Flow::Go)
    }

    /// CR 601.2h: pays everything that isn't mana.
    pub(super) fn pay_rest(&mut self, task: &mut Announce) {
        let way = self.way(&task.item).expect("triggered abilities have no costs");
        let player = task.item.controller;
        task.stage = Stage::Done;
        if only_mana(self.pool, way, task) {
            self.s.scratch.truncate(task.payment.start as usize);
            return;
        }
        let begun = *task;
        let mut next = task.payment.start;
        let scope = self.announce_scope(task);
        for (place, part) in all_parts(self.pool, way, &begun).enumerate() {
            // More may have been tapped for their power than were needed, if that is all of the cost; more cards may be evidence.
            let all = matches!(part, CostPart::TapPower(..)) && all_parts(self.pool, way, &begun).count() == 1
                || takes_more(part, all_parts(self.pool, way, &begun).skip(place + 1));
            let end = if all { task.payment.end } else { next + self.count_for(&scope, part, next, task.payment.end) };
            let chosen = Range { start: next, end };
            next = chosen.end;
            let before: SmallVec<[ObjectId; 4]> =
                self.s.scratch[chosen.start as usize..chosen.end as usize].iter().copied().collect();
            // What counts the cards in a hand has one less since the spell was put on the stack (CR 601.2a).
            if self.s.layers_volatile {
                self.touch();
                self.refresh();
            }
            // CR 702.29c: other abilities for which the card is discarded aren't cycling abilities.
            if *part == CostPart::DiscardSource && way.named == Some(Named::Cycling) {
                self.object(task.item.source.index).noted = Noted::Cycled;
            }
            self.pay_part(player, task.item.source, &scope, part, chosen);
            self.remember_payment(task, part, chosen, &before);
        }
        self.s.scratch.truncate(task.payment.start as usize);
    }

    /// Remembers what a part of the cost was paid with, for the script ("the sacrificed creature's power"): permanents as they
    /// last were, cards as what they have become.
    fn remember_payment(&mut self, task: &mut Announce, part: &CostPart, chosen: Range, before: &[ObjectId]) {
        if before.is_empty() || task.item.object.is_none() {
            return;
        }
        let list = task.item.memory.unwrap_or_else(|| self.s.new_memory());
        task.item.memory = Some(list);
        for (place, before) in (chosen.start..chosen.end).zip(before) {
            let object = if part.stays_as_it_was() { *before } else { self.s.scratch[place as usize] };
            self.s.memories.push(crate::state::Memory {
                list,
                register: gauntlet_cards::effect::PAID_REGISTER,
                object,
            });
        }
    }

    /// Pays one part of a cost that isn't mana, with the objects that were chosen for it.
    pub(crate) fn pay_part(&mut self, player: Player, source: ObjectId, scope: &Scope, part: &CostPart, chosen: Range) {
        let number = |engine: &Self, amount: &Amount| engine.eye().amount(scope, amount).max(0);
        // What is done to pay for what another player's spell or ability offers is caused by that (CR 118.12).
        let cause = (scope.by != player).then_some(scope.by);
        match part {
            CostPart::Tap => {
                self.tap(source);
            }
            CostPart::Untap => {
                self.untap(source);
            }
            CostPart::SacrificeSource => self.with_one(source, Self::sacrifice),
            CostPart::Sacrifice(..) => self.sacrifice(chosen),
            CostPart::DiscardSource => self.with_one(source, |engine, one| engine.discard_range(one, cause)),
            CostPart::Discard(..) => self.discard_range(chosen, cause),
            CostPart::DiscardRandom(amount) => {
                let amount = number(self, amount) as u32;
                self.discard_aside(cause, |engine| engine.put_aside_at_random(player, amount));
            }
            CostPart::DiscardHand => self.discard_aside(cause, |engine| engine.put_hand_aside(player)),
            CostPart::Life(amount) => {
                let amount = number(self, amount);
                self.lose_life(player, amount);
            }
            CostPart::OpponentGains(amount) => {
                let amount = number(self, amount);
                self.gain_life(!player, amount);
            }
            CostPart::ExileSource => {
                self.move_object(source, &Destination::to(Zone::Exile));
            }
            CostPart::ExilePermanent(..) => {
                let linked = Destination { linked: true, ..Destination::to(Zone::Exile) };
                self.move_objects(scope, chosen, &linked);
            }
            CostPart::Together(_) => {}
            CostPart::RevealHand => self.look_at_hands(scope, &Players::Each, &Players::You),
            CostPart::ExileFromGraveyard(..)
            | CostPart::ExileFromHand(..)
            | CostPart::ExileSpell(..)
            | CostPart::ExileMaterials(..) => {
                self.move_objects(scope, chosen, &Destination::to(Zone::Exile));
            }
            CostPart::Put(_, _, put) => self.move_objects(scope, chosen, &put.to()),
            CostPart::Evidence(_) => {
                self.move_objects(scope, chosen, &Destination::to(Zone::Exile));
                if self.watches(EventKinds::LIBRARY) {
                    self.trigger_keyword_action(player, KeywordAction::CollectEvidence);
                }
            }
            CostPart::ReturnSource => {
                self.move_object(source, &Destination::to(Zone::Hand));
            }
            CostPart::Return(..) => self.move_objects(scope, chosen, &Destination::to(Zone::Hand)),
            CostPart::SourceToLibraryBottom => {
                let bottom = Destination { position: LibraryPosition::Bottom, ..Destination::to(Zone::Library) };
                self.move_object(source, &bottom);
            }
            CostPart::TapPermanents(..) => self.with_each(chosen, |engine, id| {
                engine.tap(id);
            }),
            CostPart::TapPower(_, _, what) => {
                self.with_each(chosen, |engine, id| {
                    engine.tap(id);
                });
                let done = match what {
                    PowerFor::Crew => Some(KeywordAction::Crew),
                    PowerFor::Saddle => Some(KeywordAction::Saddle),
                    PowerFor::Other => None,
                };
                if done.is_some() {
                    let saddles = *what == PowerFor::Saddle;
                    self.with_each(chosen, |engine, id| engine.note_crewed(id, source, saddles));
                }
                if let Some(done) = done.filter(|_| self.watches(EventKinds::LIBRARY)) {
                    self.with_each(chosen, |engine, id| engine.trigger_permanent_action(id, done, Some(source)));
                }
            }
            CostPart::UntapPermanents(..) => self.with_each(chosen, |engine, id| {
                engine.untap(id);
            }),
            CostPart::RemoveCounters(amount, kind) => {
                let amount = number(self, amount) as u16;
                self.take_counters(source.index, *kind, amount);
            }
            CostPart::RemoveCounterFrom(_, kind, _) => self.with_each(chosen, |engine, id| {
                engine.take_counters(id.index, *kind, 1);
            }),
            CostPart::RemoveAllCounters(kind) => {
                self.take_counters(source.index, *kind, u16::MAX);
            }
            CostPart::RemoveCountersAmong(..) => self.take_chosen_counters(chosen),
            CostPart::PutCountersOn(amount, kind, _) => {
                let amount = number(self, amount);
                self.with_each(chosen, |engine, id| {
                    engine.add_counters(id, *kind, amount, Putting::rule(player));
                });
            }
            CostPart::AddCounters(amount, kind) => {
                let amount = number(self, amount);
                self.add_counters(source, *kind, amount, Putting::rule(player));
            }
            CostPart::Loyalty(change) => self.pay_loyalty(player, source, *change),
            CostPart::LoyaltyMinusX => self.pay_loyalty(player, source, -i32::from(scope.x)),
            CostPart::Unattach => self.unattach(source),
            CostPart::UnattachFrom(_) => self.with_each(chosen, Self::unattach),
            CostPart::Exert => self.exert(player, source, Marks::EXERTED),
            CostPart::Mill(amount) => {
                self.mill(player, number(self, amount) as u32);
            }
            CostPart::ExileTop(amount) => {
                let amount = number(self, amount) as u32;
                let start = self.s.scratch.len() as u16;
                self.take_from_top(player, amount);
                let range = Range { start, end: self.s.scratch.len() as u16 };
                self.move_objects(scope, range, &Destination::to(Zone::Exile));
                self.s.scratch.truncate(start as usize);
            }
            CostPart::Energy(amount) => {
                let amount = number(self, amount) as u16;
                self.s.players[player].energy -= amount;
            }
            CostPart::Reveal(..) => self.with_each(chosen, Self::reveal_from_hand),
            // CR 701.4a: of permanents nothing is shown.
            CostPart::Behold { exile: false, .. } => self.with_each(chosen, |engine, id| {
                if engine.s.get(id).is_some_and(|object| object.zone == Zone::Hand) {
                    engine.reveal_from_hand(id);
                }
            }),
            CostPart::Behold { exile: true, .. } => {
                let linked = Destination { linked: true, ..Destination::to(Zone::Exile) };
                self.move_objects(scope, chosen, &linked);
            }
            CostPart::OneOf(costs) => {
                // Chosen as the first that can be paid; the choice itself is made when the ability is announced.
                if let Some(cost) = costs.first() {
                    for part in &cost.parts {
                        self.pay_part(player, source, scope, part, chosen);
                    }
                }
            }
        }
    }

    /// A card that was put aside out of a hand goes back there, seen by all.
    fn reveal_from_hand(&mut self, id: ObjectId) {
        self.object(id.index).flags |= Flags::SEEN_BY_ALL;
        self.move_object(id, &Destination::to(Zone::Hand));
    }

    /// Discards what `put_aside` puts aside.
    fn discard_aside(&mut self, cause: Option<Player>, put_aside: impl FnOnce(&mut Self)) {
        let start = self.s.scratch.len() as u16;
        put_aside(self);
        self.discard_together(start, cause);
        self.s.scratch.truncate(start as usize);
    }

    /// Does something with each object of a range.
    pub(crate) fn with_each(&mut self, range: Range, mut act: impl FnMut(&mut Self, ObjectId)) {
        for place in range.start..range.end {
            act(self, self.s.scratch[place as usize]);
        }
    }

    /// Runs something that takes a range of objects on one object.
    pub(crate) fn with_one(&mut self, id: ObjectId, f: impl FnOnce(&mut Self, Range)) {
        let start = self.s.scratch.len() as u16;
        self.s.scratch.push(id);
        f(self, Range { start, end: start + 1 });
        self.s.scratch.truncate(start as usize);
    }

    /// Chooses the objects that a cost in the middle of a resolution is paid with. Returns how much is still to be chosen, if the player
    /// is to be asked.
    pub(crate) fn choose_cost_objects(
        &mut self,
        scope: &Scope,
        player: Player,
        cost: &Cost,
        chosen: &mut Range,
    ) -> Option<u16> {
        let enough = self.take_chosen(chosen, |engine, card| engine.take_from_hand(player, card, player));
        let mut next = chosen.start;
        for (place, part) in cost.parts.iter().enumerate() {
            let open = takes_more(part, &cost.parts[place + 1..]);
            let count = if open { chosen.end - next } else { self.count_for(scope, part, next, chosen.end) };
            let left = self.eye().asked(scope, part) - self.worth_of(part, next, next + count);
            if is_chosen(part) && left > 0 {
                let sources = OnceCell::new();
                let due = self.due_now(scope, player, cost, *chosen);
                let available = AvailableMana::for_cost(self.eye(), player, cost, &sources);
                let choices = self.eye().to_pay_with(due, part, &available);
                self.offer_these(choices);
                return Some(left as u16);
            }
            if open && !enough {
                let sources = OnceCell::new();
                let due = self.due_now(scope, player, cost, *chosen);
                let more =
                    self.eye().more_evidence(due, part, &AvailableMana::for_cost(self.eye(), player, cost, &sources));
                if !more.is_empty() {
                    self.offer_these(more);
                    return Some(0);
                }
            }
            next += count;
        }
        None
    }
}

/// Returns whether nothing but mana is to be paid, as for most spells: that is said without looking through what might be.
#[inline]
pub(super) fn only_mana(pool: &Pool, way: &Activatable, task: &Announce) -> bool {
    way.cost.parts.is_empty()
        && !task.offered
        && !matches!(task.price, Price::Offered(..))
        && task.item.paid == Paid::default()
        && way.script.modes.as_ref().is_none_or(|choice| choice.cost == ModeCost::None)
        && pool.splices.is_empty()
}

/// All costs that are paid: the cost itself, the optional ones and the modes that were chosen, one list of parts.
pub(crate) fn all_parts<'a>(
    pool: &'a Pool,
    way: &'a Activatable,
    task: &Announce,
) -> impl Iterator<Item = &'a CostPart> {
    let item = &task.item;
    let offered = Engine::offered_part(task, way);
    let optional = item.paid.into_iter().zip(&way.optional_costs);
    let optional = optional.flat_map(|(times, cost)| std::iter::repeat_n(&cost.cost, usize::from(times)));
    let all = std::iter::once(&way.cost).chain(optional).chain(super::modes::mode_costs(pool, way, item.modes));
    let price = task.price.parts(pool);
    offered.into_iter().chain(all.flat_map(|cost: &Cost| &cost.parts)).chain(price)
}

pub(super) fn is_phyrexian(symbol: ManaSymbol) -> bool {
    matches!(symbol, ManaSymbol::Phyrexian(_) | ManaSymbol::HybridPhyrexian(..))
}
