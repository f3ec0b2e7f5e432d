//! Determining and paying the cost of what is announced (CR 601.2b, f–h).

use gauntlet_core::Player;

use crate::ability::Activatable;
use crate::cost::{Cost, CostPart};
use crate::decision::{Action, DecisionKind};
use crate::effect::{Destination, LibraryPosition};
use crate::engine::{Engine, Flow};
use crate::filter::{Amount, CounterKind, Filter, Zone};
use crate::mana::ManaSymbol;
use crate::purse::{Purpose, Purse};
use crate::state::{Flags, ObjectId, Range};
use crate::task::{Announce, Scope, Stage};

impl<'a> Engine<'a> {
    /// Whether what has been chosen so far could be paid.
    pub(super) fn affordable(&self, task: &Announce, way: &Activatable) -> bool {
        let object = self.source_object(task);
        let scope = self.announce_scope(task);
        let attempt = self.attempt(task, way, &object);
        for (times, cost) in task.item.paid.iter().zip(&way.optional_costs) {
            if *times > 0 && !self.eye().parts_payable(&scope, attempt, &cost.cost) {
                return false;
            }
        }
        let Some(bill) = self.bill_of(task, way) else { return true };
        let sources = std::cell::OnceCell::new();
        let purse = Purse::for_attempt(self.eye(), attempt, &sources);
        purse.can_pay(&bill, self.s.players[task.item.controller].life, self.tapped_by_cost(task, way))
    }

    /// The permanent that pays the cost by being tapped or sacrificed itself, and so can't make mana for it.
    pub(super) fn tapped_by_cost(&self, task: &Announce, way: &Activatable) -> Option<ObjectId> {
        let taps = |part: &CostPart| matches!(part, CostPart::Tap | CostPart::SacrificeSource);
        way.cost.parts.iter().any(taps).then_some(task.item.source)
    }

    pub(super) fn bill_of(&self, task: &Announce, way: &Activatable) -> Option<crate::payment::Bill> {
        let object = self.source_object(task);
        let scope = self.announce_scope(task);
        let attempt = self.attempt(task, way, &object);
        let mut bill = self.eye().bill(&scope, attempt, &task.item.paid)?;
        for _ in 0..task.life_symbols {
            let symbol = bill.open_choices().find(|(symbol, _)| is_phyrexian(*symbol)).map(|(symbol, _)| symbol);
            bill = symbol.and_then(|symbol| bill.with_life_for(symbol)).unwrap_or(bill);
        }
        Some(bill)
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
        while usize::from(task.cursor) < way.optional_costs.len() {
            // Would it still be affordable with this cost paid?
            task.item.paid[task.cursor as usize] += 1;
            let possible = self.affordable(task, way);
            task.item.paid[task.cursor as usize] -= 1;
            if possible {
                self.s.choices.clear();
                self.s.choices.extend([Action::No, Action::Yes]);
                let cursor = u16::from(task.cursor);
                return Some(self.ask_announce(*task, DecisionKind::OptionalCost, cursor));
            }
            task.cursor += 1;
        }
        task.stage = Stage::X;
        Some(Flow::Go)
    }

    pub(super) fn choose_x(&mut self, task: &mut Announce) -> Option<Flow> {
        task.stage = Stage::Phyrexian;
        let way = self.way(&task.item).expect("triggered abilities have no X of their own");
        if let Some(Action::Number(x)) = self.s.answer.take() {
            task.item.x = x as u8;
            return Some(Flow::Go);
        }
        let symbols = if task.free { 0 } else { way.cost.mana.as_ref().map_or(0, |mana| mana.x_count()) };
        let in_parts = way.cost.parts.iter().any(x_in_part);
        if symbols == 0 && !in_parts {
            return Some(Flow::Go);
        }
        let player = task.item.controller;
        let mut most = 255;
        if symbols > 0 {
            let bill = self.bill_of(task, way)?;
            let sources = std::cell::OnceCell::new();
            let object = self.source_object(task);
            let purse = Purse::for_attempt(self.eye(), self.attempt(task, way, &object), &sources);
            let supply = match self.tapped_by_cost(task, way) {
                Some(id) => {
                    let place = purse.supply().sources().iter().position(|source| source.key == id.index);
                    place.map_or(*purse.supply(), |place| purse.supply().without(place))
                }
                None => *purse.supply(),
            };
            most = supply.max_x(&bill, u32::from(symbols), self.s.players[player].life).unwrap_or(0).min(255);
        }
        for part in way.cost.parts.iter().filter(|part| x_in_number(part)) {
            most = most.min(self.most_x_of_part(task, part));
        }
        self.s.choices.clear();
        self.s.choices.extend((0..=most as u16).map(Action::Number));
        if in_parts {
            self.keep_payable_x(task, way);
        }
        self.keep_x_with_targets(task);
        task.stage = Stage::X;
        Some(self.ask_announce(*task, DecisionKind::X, most as u16))
    }

    /// Where X is the number of a part of the cost, only such an X can be chosen that the parts can be paid (CR 601.2b).
    fn keep_payable_x(&mut self, task: &Announce, way: &Activatable) {
        let object = self.source_object(task);
        let mut scope = self.announce_scope(task);
        let mut choices = std::mem::take(&mut self.s.choices);
        choices.retain(|choice| {
            if let Action::Number(x) = choice {
                scope.x = *x as u8;
            }
            self.eye().parts_payable(&scope, self.attempt(task, way, &object), &way.cost)
        });
        self.s.choices = choices;
    }

    /// Where X says what can be a target or how many targets there are, only such an X can be chosen that there are targets
    /// (CR 601.2c).
    fn keep_x_with_targets(&mut self, task: &Announce) {
        let script = self.script(task.item.ability);
        if !script.parts.iter().any(crate::effect::Part::targets_use_x) {
            return;
        }
        let from = self.source_object(task);
        let mut choices = std::mem::take(&mut self.s.choices);
        let mut scope = self.announce_scope(task);
        choices.retain(|choice| {
            if let Action::Number(x) = choice {
                scope.x = *x as u8;
            }
            let chosen = &task.item.modes.parts[..usize::from(task.item.modes.count)];
            chosen.iter().all(|part| self.eye().part_possible(&scope, &script.parts[usize::from(*part)], &from))
        });
        self.s.choices = choices;
    }

    /// The greatest X that a part of a cost allows.
    pub(super) fn most_x_of_part(&self, task: &Announce, part: &CostPart) -> u32 {
        let player = task.item.controller;
        let scope = self.announce_scope(task);
        let filtered = |filter: &Filter| {
            let own = |(id, object): &(ObjectId, &crate::state::Object)| {
                object.controller == player && self.eye().matches(&scope, filter, *id, object)
            };
            self.s.permanents().filter(own).count() as u32
        };
        match part {
            CostPart::Sacrifice(_, filter) | CostPart::TapPermanents(_, filter) | CostPart::Return(_, filter) => {
                filtered(filter)
            }
            CostPart::Discard(..) | CostPart::DiscardRandom(_) => self.s.hands[player].len() as u32,
            CostPart::Life(_) => self.s.players[player].life.max(0) as u32,
            CostPart::ExileFromGraveyard(..) => self.s.graveyards[player].len() as u32,
            CostPart::RemoveCounters(_, kind) => u32::from(self.s.counters_on(task.item.source.index, *kind)),
            CostPart::LoyaltyMinusX => u32::from(self.s.counters_on(task.item.source.index, CounterKind::LOYALTY)),
            CostPart::Mill(_) => self.s.libraries[player].len() as u32,
            CostPart::Energy(_) => u32::from(self.s.players[player].energy),
            _ => 0,
        }
    }

    pub(super) fn choose_phyrexian(&mut self, task: &mut Announce) -> Option<Flow> {
        let way = self.way(&task.item).expect("triggered abilities have no mana cost");
        if let Some(answer) = self.s.answer.take() {
            task.life_symbols += u8::from(answer == Action::Yes);
            task.cursor += 1;
        }
        let symbols = way.cost.mana.as_ref().filter(|_| !task.free);
        let symbols = symbols.map_or(0, |mana| mana.symbols.iter().filter(|symbol| is_phyrexian(**symbol)).count());
        while usize::from(task.cursor) < symbols {
            let mut with_life = *task;
            with_life.life_symbols += 1;
            if self.affordable(&with_life, way) {
                // The symbols that are not paid with life must be payable with mana: the plan sees to that and uses life as a
                // last resort, so that saying no is always possible.
                self.s.choices.clear();
                self.s.choices.extend([Action::No, Action::Yes]);
                let cursor = u16::from(task.cursor);
                return Some(self.ask_announce(*task, DecisionKind::PhyrexianLife, cursor));
            }
            task.cursor += 1;
        }
        task.stage = Stage::Targets;
        Some(Flow::Go)
    }

    /// All costs that are paid: the cost itself and the optional ones that were chosen, one list of parts.
    pub(super) fn all_parts(way: &'a Activatable, paid: [u8; 2]) -> impl Iterator<Item = &'a CostPart> {
        let optional = paid.into_iter().zip(&way.optional_costs);
        let optional = optional.flat_map(|(times, cost)| std::iter::repeat_n(&cost.cost, usize::from(times)));
        std::iter::once(&way.cost).chain(optional).flat_map(|cost: &Cost| &cost.parts)
    }

    /// Chooses the objects that costs are paid with. They are paid after the mana, so that a permanent can make mana before it
    /// is sacrificed.
    pub(super) fn choose_payment(&mut self, task: &mut Announce) -> Option<Flow> {
        let way = self.way(&task.item).expect("triggered abilities have no costs");
        let player = task.item.controller;
        if let Some(answer) = self.s.answer.take() {
            let id = match answer {
                Action::Object(index) => self.s.id(index),
                Action::Card(card) => {
                    let place = self.s.hands[player].iter().position(|hidden| hidden.card == card);
                    self.set_aside(player, Zone::Hand, place.expect("a legal card is in hand"))
                }
                _ => unreachable!("not something to pay with: {answer:?}"),
            };
            self.s.scratch.push(id);
            task.payment.end += 1;
            task.count += 1;
        }
        let parts = Self::all_parts(way, task.item.paid);
        for part in parts.skip(usize::from(task.cursor)) {
            let scope = self.announce_scope(task);
            if let CostPart::TapPower(amount, filter) = part {
                let needed = self.eye().amount(&scope, amount);
                let first = task.payment.end - u16::from(task.count);
                let left = needed - self.power_of(first, task.payment.end);
                if left > 0 {
                    let mut choices = std::mem::take(&mut self.s.choices);
                    choices.clear();
                    let chosen = &self.s.scratch[task.payment.start as usize..task.payment.end as usize];
                    self.eye().each_to_tap_for_power(&scope, player, filter, chosen, &mut |id, _| {
                        choices.push(Action::Object(id.index));
                    });
                    assert!(!choices.is_empty(), "costs were payable when this was begun: {part:?}");
                    self.s.choices = choices;
                    return Some(self.ask_announce(*task, DecisionKind::CostChoice, left as u16));
                }
            }
            if let Some((zone, amount, filter)) = chosen_part(part) {
                let amount = self.eye().amount(&scope, amount).max(0) as u32;
                if u32::from(task.count) < amount {
                    self.offer_payment(player, &scope, part, zone, filter, task.payment);
                    let left = amount as u16 - u16::from(task.count);
                    return Some(self.ask_announce(*task, DecisionKind::CostChoice, left));
                }
            }
            task.cursor += 1;
            task.count = 0;
        }
        task.stage = Stage::Mana;
        Some(Flow::Go)
    }

    /// The total power of the permanents in a range of the scratch list.
    fn power_of(&self, start: u16, end: u16) -> i32 {
        let ids = self.s.scratch[start as usize..end as usize].iter();
        ids.filter_map(|id| self.s.get(*id)).map(|object| i32::from(object.characteristics.power)).sum()
    }

    /// How many of the permanents chosen from a place on were chosen for their total power.
    fn count_for_power(&self, scope: &Scope, power: &Amount, start: u16, end: u16) -> u16 {
        let needed = self.eye().amount(scope, power);
        (start..=end).find(|stop| self.power_of(start, *stop) >= needed).unwrap_or(end) - start
    }

    pub(super) fn offer_payment(
        &mut self,
        player: Player,
        scope: &Scope,
        part: &CostPart,
        zone: Zone,
        filter: &Filter,
        payment: Range,
    ) {
        let mut choices = std::mem::take(&mut self.s.choices);
        choices.clear();
        let chosen = &self.s.scratch[payment.start as usize..payment.end as usize];
        let eye = self.eye();
        match zone {
            Zone::Hand => {
                for hidden in &self.s.hands[player] {
                    let action = Action::Card(hidden.card);
                    if !choices.contains(&action) && eye.card_matches(scope, filter, hidden.card, player, Zone::Hand) {
                        choices.push(action);
                    }
                }
            }
            Zone::Graveyard => {
                for &index in &self.s.graveyards[player] {
                    let id = self.s.id(index);
                    let object = &self.s.objects[index as usize];
                    if !chosen.contains(&id) && id != scope.source && eye.matches(scope, filter, id, object) {
                        choices.push(Action::Object(index));
                    }
                }
            }
            _ => {
                for (id, object) in self.s.permanents() {
                    let usable = match part {
                        CostPart::TapPermanents(..) => !object.is(Flags::TAPPED),
                        CostPart::UntapPermanents(..) => object.is(Flags::TAPPED),
                        CostPart::Sacrifice(..) => {
                            !object.restrictions.contains(crate::keyword::Restrictions::CANT_BE_SACRIFICED)
                        }
                        _ => true,
                    };
                    if usable
                        && object.controller == player
                        && !chosen.contains(&id)
                        && eye.matches(scope, filter, id, object)
                    {
                        choices.push(Action::Object(id.index));
                    }
                }
            }
        }
        assert!(!choices.is_empty(), "costs were payable when this was begun: {part:?}");
        self.s.choices = choices;
    }

    /// CR 601.2g–h: makes mana and pays everything.
    pub(super) fn pay(&mut self, task: &mut Announce) {
        let way = self.way(&task.item).expect("triggered abilities have no costs");
        let player = task.item.controller;
        task.stage = Stage::Done;
        self.s.spent_mana = 0;
        if let Some(bill) = self.bill_of(task, way)
            && !bill.is_zero()
        {
            let life = self.s.players[player].life;
            let without = self.tapped_by_cost(task, way);
            let object = self.source_object(task);
            let purpose = Purpose::For(self.attempt(task, way, &object));
            let paid = self.pay_bill(player, &bill, life, without, purpose);
            assert!(paid, "the mana was there when this was begun: {:?}", task.item);
        }
        let mut next = task.payment.start;
        let scope = self.announce_scope(task);
        for part in Self::all_parts(way, task.item.paid) {
            let amount = chosen_part(part).map_or(0, |(_, amount, _)| self.eye().amount(&scope, amount).max(0) as u16);
            let amount = match part {
                CostPart::TapPower(power, _) => self.count_for_power(&scope, power, next, task.payment.end),
                _ => amount,
            };
            let chosen = Range { start: next, end: (next + amount).min(task.payment.end) };
            next = chosen.end;
            let before: smallvec::SmallVec<[ObjectId; 4]> =
                self.s.scratch[chosen.start as usize..chosen.end as usize].iter().copied().collect();
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
        if task.item.memory == 0 {
            task.item.memory = self.s.next_memory;
            self.s.next_memory += 1;
        }
        let list = task.item.memory;
        for (place, before) in (chosen.start..chosen.end).zip(before) {
            let object = if stays_as_it_was(part) { *before } else { self.s.scratch[place as usize] };
            self.s.memories.push(crate::state::Memory { list, register: crate::task::PAID_REGISTER, object });
        }
    }

    /// Pays one part of a cost that isn't mana, with the objects that were chosen for it.
    pub(crate) fn pay_part(&mut self, player: Player, source: ObjectId, scope: &Scope, part: &CostPart, chosen: Range) {
        let number = |engine: &Self, amount: &Amount| engine.eye().amount(scope, amount).max(0);
        match part {
            CostPart::Tap => {
                self.tap(source);
            }
            CostPart::Untap => {
                self.untap(source);
            }
            CostPart::SacrificeSource => self.with_one(source, Self::sacrifice),
            CostPart::Sacrifice(..) => self.sacrifice(chosen),
            CostPart::DiscardSource => {
                if let Some(object) = self.s.get(source) {
                    let card = object.card;
                    self.trigger_discard(player, source);
                    self.tell(|eye| format!("{} discards {}.", eye.player_name(player), eye.pool.card(card).name));
                }
                self.discarded(player, source);
            }
            CostPart::Discard(..) => {
                for place in chosen.start..chosen.end {
                    let id = self.s.scratch[place as usize];
                    self.trigger_discard(player, id);
                    self.tell(|eye| format!("{} discards {}.", eye.player_name(player), eye.object_name(id)));
                    let discarded = self.discarded(player, id);
                    self.s.scratch[place as usize] = discarded.unwrap_or(ObjectId::NONE);
                }
            }
            CostPart::DiscardRandom(amount) => {
                for _ in 0..number(self, amount) {
                    self.discard_at_random(player);
                }
            }
            CostPart::DiscardHand => {
                while let Some(hidden) = self.s.hands[player].last() {
                    let card = hidden.card;
                    self.discard(player, card);
                }
            }
            CostPart::Life(amount) => {
                let amount = number(self, amount);
                self.lose_life(player, amount);
            }
            CostPart::ExileSource => {
                self.move_object(source, &Destination::to(Zone::Exile));
            }
            CostPart::ExileFromGraveyard(..) | CostPart::ExileFromHand(..) | CostPart::ExilePermanent(..) => {
                self.move_objects(scope, chosen, &Destination::to(Zone::Exile));
            }
            CostPart::ReturnSource => {
                self.move_object(source, &Destination::to(Zone::Hand));
            }
            CostPart::Return(..) => self.move_objects(scope, chosen, &Destination::to(Zone::Hand)),
            CostPart::SourceToLibraryBottom => {
                let bottom = Destination { position: LibraryPosition::Bottom, ..Destination::to(Zone::Library) };
                self.move_object(source, &bottom);
            }
            CostPart::TapPermanents(..) | CostPart::TapPower(..) => {
                for place in chosen.start..chosen.end {
                    self.tap(self.s.scratch[place as usize]);
                }
            }
            CostPart::UntapPermanents(..) => {
                for place in chosen.start..chosen.end {
                    self.untap(self.s.scratch[place as usize]);
                }
            }
            CostPart::RemoveCounters(amount, kind) => {
                let amount = number(self, amount) as u16;
                self.take_counters(source.index, *kind, amount);
            }
            CostPart::AddCounters(amount, kind) => {
                let amount = number(self, amount) as u16;
                self.put_counters(source.index, *kind, amount);
            }
            CostPart::Loyalty(change) => {
                if *change >= 0 {
                    self.put_counters(source.index, CounterKind::LOYALTY, *change as u16);
                } else {
                    self.take_counters(source.index, CounterKind::LOYALTY, change.unsigned_abs() as u16);
                }
                self.object(source.index).flags |= Flags::LOYALTY_USED;
            }
            CostPart::LoyaltyMinusX => {
                self.take_counters(source.index, CounterKind::LOYALTY, u16::from(scope.x));
                self.object(source.index).flags |= Flags::LOYALTY_USED;
            }
            CostPart::Mill(amount) => {
                let amount = number(self, amount) as u32;
                self.mill(player, amount);
            }
            CostPart::Energy(amount) => {
                let amount = number(self, amount) as u16;
                self.s.players[player].energy -= amount;
            }
            CostPart::Reveal(..) => {
                // The cards go back to the hand, seen by all.
                for place in chosen.start..chosen.end {
                    let id = self.s.scratch[place as usize];
                    self.object(id.index).flags |= Flags::SEEN_BY_FIRST | Flags::SEEN_BY_SECOND;
                    self.move_object(id, &Destination::to(Zone::Hand));
                }
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

    /// Runs something that takes a range of objects on one object.
    pub(crate) fn with_one(&mut self, id: ObjectId, f: impl FnOnce(&mut Self, Range)) {
        let start = self.s.scratch.len() as u16;
        self.s.scratch.push(id);
        f(self, Range { start, end: start + 1 });
        self.s.scratch.truncate(start as usize);
    }

    /// Discards a card at random.
    pub(crate) fn discard_at_random(&mut self, player: Player) -> Option<ObjectId> {
        let count = self.s.hands[player].len() as u32;
        if count == 0 {
            return None;
        }
        let place = self.s.rng.below(count) as usize;
        let card = self.s.hands[player][place].card;
        self.discard(player, card)
    }

    /// Chooses the objects that a cost in the middle of a resolution is paid with; what to ask for, if anything.
    pub(crate) fn choose_cost_objects(
        &mut self,
        scope: &Scope,
        player: Player,
        cost: &Cost,
        progress: &mut crate::task::Progress,
    ) -> Option<DecisionKind> {
        if let Some(answer) = self.s.answer.take() {
            let id = match answer {
                Action::Object(index) => Some(self.s.id(index)),
                Action::Card(card) => {
                    let place = self.s.hands[player].iter().position(|hidden| hidden.card == card);
                    place.map(|place| self.set_aside(player, Zone::Hand, place))
                }
                _ => None,
            };
            if let Some(id) = id {
                self.s.scratch.push(id);
                progress.objects.end += 1;
            }
        }
        let mut before = 0;
        for part in &cost.parts {
            let Some((zone, amount, filter)) = chosen_part(part) else { continue };
            let amount = self.eye().amount(scope, amount).max(0) as u16;
            let chosen = progress.objects.end - progress.objects.start;
            if chosen < before + amount {
                progress.left = before + amount - chosen;
                self.offer_payment(player, scope, part, zone, filter, progress.objects);
                return Some(DecisionKind::CostChoice);
            }
            before += amount;
        }
        None
    }
}

fn is_phyrexian(symbol: ManaSymbol) -> bool {
    matches!(symbol, ManaSymbol::Phyrexian(_) | ManaSymbol::HybridPhyrexian(..))
}

/// The zone, number and filter of a part of a cost that is paid with chosen objects.
pub(crate) fn chosen_part(part: &CostPart) -> Option<(Zone, &Amount, &Filter)> {
    match part {
        CostPart::Sacrifice(amount, filter)
        | CostPart::ExilePermanent(amount, filter)
        | CostPart::Return(amount, filter)
        | CostPart::TapPermanents(amount, filter)
        | CostPart::UntapPermanents(amount, filter) => Some((Zone::Battlefield, amount, filter)),
        CostPart::Discard(amount, filter)
        | CostPart::ExileFromHand(amount, filter)
        | CostPart::Reveal(amount, filter) => Some((Zone::Hand, amount, filter)),
        CostPart::ExileFromGraveyard(amount, filter) => Some((Zone::Graveyard, amount, filter)),
        _ => None,
    }
}

/// Whether what a part of a cost is paid with is known afterwards as it last was: permanents are, cards are what they became.
pub(crate) fn stays_as_it_was(part: &CostPart) -> bool {
    !matches!(part, CostPart::Discard(..) | CostPart::ExileFromHand(..) | CostPart::ExileFromGraveyard(..))
}

/// Whether X is the number of a part of a cost, or says what it can be paid with.
pub(crate) fn x_in_part(part: &CostPart) -> bool {
    x_in_number(part) || chosen_part(part).is_some_and(|(_, _, filter)| crate::effect::filter_uses_x(filter))
}

/// Whether X is the number of a part of a cost.
fn x_in_number(part: &CostPart) -> bool {
    let amount = match part {
        CostPart::LoyaltyMinusX => return true,
        CostPart::DiscardRandom(amount)
        | CostPart::Life(amount)
        | CostPart::RemoveCounters(amount, _)
        | CostPart::Mill(amount)
        | CostPart::Energy(amount) => amount,
        other => match chosen_part(other) {
            Some((_, amount, _)) => amount,
            None => return false,
        },
    };
    *amount == Amount::X
}
