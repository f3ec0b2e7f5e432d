//! Paying in the middle of a resolution (CR 118.12): "you may pay", "unless that player pays".

use std::cell::OnceCell;

use gauntlet_cards::ability::{Activatable, ActivatableKind};
use gauntlet_cards::cost::{Cost, CostPart};
use gauntlet_cards::effect::{Label, PAID_REGISTER, Register};
use gauntlet_cards::filter::{Players, Zone};
use gauntlet_core::{Audience, Player};
use smallvec::SmallVec;

use crate::available_mana::{AvailableMana, Purpose};
use crate::choosing::YES_OR_NO;
use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::Engine;
use crate::joint_costs::{Due, Thing, takes_more};
use crate::legal::Attempt;
use crate::payment::Bill;
use crate::resolve::After;
use crate::state::{ObjectId, Range, Ways};
use crate::task::{PaymentStep, Price, Resolve, Scope};

/// How a player is asked to pay in the middle of a resolution.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Paying {
    /// They may.
    Optional,
    /// They may, and choose X, which is kept in the register.
    WithX(Register),
    /// They may, and what they choose joins the register, to be taken later.
    Together(Register),
    /// They must if they can.
    Forced,
}

impl Engine<'_> {
    /// "You may pay", "unless that player pays": asks if it can be paid, then takes the payment (CR 118.12).
    pub(super) fn may_pay(
        &mut self,
        task: &mut Resolve,
        players: &Players,
        cost: &Cost,
        label: Label,
        how: Paying,
    ) -> After {
        let scope = task.scope;
        let Some(player) = self.eye().players(&scope, players).first(scope.you) else {
            task.scope.did = false;
            return After::Jump(label);
        };
        let mut payer = Scope { you: player, ..scope };
        if let Paying::WithX(register) = how {
            // None is chosen until the player has said that they pay.
            let chosen = task.progress.payment != PaymentStep::Offer;
            payer.x = if chosen { scope.numbers[register as usize] as u8 } else { 0 };
        }
        if task.progress.payment == PaymentStep::Offer {
            let over = !task.begun && self.is_done_already(task);
            match if over { Some(false) } else { self.agrees_to_pay(&payer, player, cost, how) } {
                None => {
                    return After::Ask(player, DecisionKind::MayPay, task.item.object, Particulars::Progress(task.pc));
                }
                Some(false) => {
                    task.scope.did = false;
                    return After::Jump(label);
                }
                // What is paid is done.
                Some(true) => {
                    self.note_done(task);
                }
            }
            let x = matches!(how, Paying::WithX(_));
            task.progress.payment = if x { PaymentStep::X } else { PaymentStep::Objects };
            task.progress.objects = self.nothing_chosen();
        }
        if let (PaymentStep::X, Paying::WithX(register)) = (task.progress.payment, how) {
            let Some(Action::Number(x)) = self.s.answer.take() else {
                let most = self.most_x_now(payer, player, cost);
                self.offer_these((0..=most).map(Action::Number));
                return After::Ask(player, DecisionKind::Number, task.item.object, Particulars::Most(most));
            };
            task.scope.numbers[register as usize] = i32::from(x);
            payer.x = x as u8;
            task.progress.payment = PaymentStep::Objects;
        }
        if task.progress.payment == PaymentStep::Objects {
            if let Some(left) = self.choose_cost_objects(&payer, player, cost, &mut task.progress.objects) {
                return After::Ask(player, DecisionKind::CostChoice, task.item.object, Particulars::Left(left));
            }
            if let Paying::Together(register) = how {
                self.join_register(task, register);
                task.scope.did = true;
                return After::Next;
            }
            if self.begins_by_hand(&payer, player, cost, task.progress.objects) {
                task.progress.payment = PaymentStep::ByHand;
            }
        }
        if task.progress.payment == PaymentStep::ByHand {
            match self.go_on_paying() {
                None => {}
                Some(None) => {
                    return After::Ask(
                        player,
                        DecisionKind::PayMana,
                        task.item.object,
                        Particulars::Left(self.left_by_hand()),
                    );
                }
                Some(Some((id, ability))) => {
                    self.begin(player, id, ability, Price::Own);
                    return After::Again;
                }
            }
        } else {
            self.take_mana_payment(&payer, player, cost, task.progress.objects);
        }
        self.take_objects(task, &payer, player, cost);
        task.scope.did = true;
        After::Next
    }

    /// What was chosen joins what is in a register.
    fn join_register(&mut self, task: &mut Resolve, register: Register) {
        let (known, chosen) = (task.scope.registers[usize::from(register)], task.progress.objects);
        let start = self.s.scratch.len();
        for range in [known, chosen] {
            self.s.scratch.extend_from_within(usize::from(range.start)..usize::from(range.end));
        }
        let end = self.s.scratch.len() as u16;
        task.scope.registers[usize::from(register)] = Range { start: start as u16, end };
    }

    /// Returns whether a player pays, as they have answered or as there is no choice; nothing if they are to be asked.
    fn agrees_to_pay(&mut self, payer: &Scope, player: Player, cost: &Cost, how: Paying) -> Option<bool> {
        if let Some(answer) = self.s.answer.take() {
            return Some(answer != Action::No);
        }
        if !self.can_pay_now(payer, player, cost) {
            return Some(false);
        }
        if how == Paying::Forced {
            return Some(true);
        }
        self.offer_these(YES_OR_NO);
        None
    }

    /// Begins to pay the mana of a cost by hand, if the player pays by hand or must give something up for it. Returns whether they do.
    pub(crate) fn begins_by_hand(&mut self, payer: &Scope, player: Player, cost: &Cost, chosen: Range) -> bool {
        let due = self.due_now(payer, player, cost, chosen);
        let Some(bill) = due.bill.filter(|bill| !bill.is_zero()) else { return false };
        let without = self.eye().kept_from_mana(&due);
        let (by_hand, purpose) = (self.pays_by_hand(player, &bill), Purpose::of_cost(cost));
        if !by_hand && !self.must_give_up(&due, &bill, &without, purpose) {
            return false;
        }
        let contained = match purpose {
            Purpose::OtherWith(contained) => Some(contained),
            _ => None,
        };
        let kept_life = self.eye().life_kept_from_mana(&due);
        let ways = Ways { contained, may_give_up: due.leaves_all_choices(), only_given_up: !by_hand, kept_life };
        self.begin_by_hand(player, bill, without, ways);
        true
    }

    /// Takes everything but mana, and keeps in a register what was paid with: permanents as they last were, and cards as what they
    /// have become.
    fn take_objects(&mut self, task: &mut Resolve, payer: &Scope, player: Player, cost: &Cost) {
        let paid_with = task.progress.objects;
        let chosen: SmallVec<[ObjectId; 8]> =
            self.s.scratch[paid_with.start as usize..paid_with.end as usize].iter().copied().collect();
        self.take_rest_of_payment(payer, player, cost, paid_with);
        if chosen.is_empty() {
            return;
        }
        if cost.parts.iter().all(CostPart::stays_as_it_was) {
            for (place, id) in (paid_with.start..paid_with.end).zip(chosen) {
                self.s.scratch[place as usize] = id;
            }
        }
        task.scope.registers[PAID_REGISTER as usize] = paid_with;
    }

    /// The greatest X with which a player could pay a cost in the middle of a resolution: with more they can't if they can't with it.
    fn most_x_now(&self, payer: Scope, player: Player, cost: &Cost) -> u16 {
        let payable = |x: &u8| self.can_pay_now(&Scope { x: *x, ..payer }, player, cost);
        (1..=u8::MAX).take_while(payable).last().map_or(0, u16::from)
    }

    /// Returns whether a player could pay a cost in the middle of a resolution.
    pub(crate) fn can_pay_now(&self, scope: &Scope, player: Player, cost: &Cost) -> bool {
        // Mana can be paid whatever has become of the source: of a spell that set this up, nothing is left.
        if !cost.parts.is_empty() {
            let way = Activatable::new(ActivatableKind::Special, Zone::Battlefield);
            // What has gone can't be sacrificed or tapped any more.
            let there = |part: &CostPart| !part.needs_source_there() || self.s.get(scope.source).is_some();
            if !cost.parts.iter().all(there) {
                return false;
            }
            let Some(object) = self.s.last_known(scope.source).copied() else { return false };
            let attempt = Attempt { player, id: scope.source, object: &object, activatable: &way, price: Price::Own };
            if !self.eye().parts_payable(scope, attempt, cost) {
                return false;
            }
        }
        let sources = OnceCell::new();
        let due = self.due_now(scope, player, cost, Range { start: 0, end: 0 });
        self.eye().payable_jointly(&due, &AvailableMana::for_cost(self.eye(), player, cost, &sources))
    }

    /// What is to be paid in the middle of a resolution, and what of the scratch list has been chosen to pay it with.
    pub(crate) fn due_now<'t>(&self, scope: &'t Scope, player: Player, cost: &'t Cost, chosen: Range) -> Due<'t> {
        let chosen = &self.s.scratch[chosen.start as usize..chosen.end as usize];
        Due {
            scope,
            player,
            source: scope.source,
            from_hand: None,
            parts: cost.parts.iter().collect(),
            chosen: chosen.iter().map(|id| Thing::Object(*id)).collect(),
            bill: cost
                .mana
                .as_ref()
                .map(|mana| self.eye().with_life_allowed(player, Bill::new(mana, u32::from(scope.x)))),
        }
    }

    /// Pays a cost in the middle of a resolution.
    pub(crate) fn take_payment(&mut self, scope: &Scope, player: Player, cost: &Cost, chosen: Range) {
        self.take_mana_payment(scope, player, cost, chosen);
        self.take_rest_of_payment(scope, player, cost, chosen);
    }

    fn take_mana_payment(&mut self, scope: &Scope, player: Player, cost: &Cost, chosen: Range) {
        let due = self.due_now(scope, player, cost, chosen);
        if let Some(bill) = due.bill.filter(|bill| !bill.is_zero()) {
            let (life, without) = (self.eye().life_for_mana(&due), self.eye().kept_from_mana(&due));
            let leanings = self.leanings_now(&due);
            let paid = self.pay_bill(player, &bill, life, &without, Purpose::of_cost(cost), &leanings);
            assert!(paid, "the mana was there when it was asked for");
        }
    }

    fn take_rest_of_payment(&mut self, scope: &Scope, player: Player, cost: &Cost, chosen: Range) {
        let mut next = chosen.start;
        for (place, part) in cost.parts.iter().enumerate() {
            let open = takes_more(part, &cost.parts[place + 1..]);
            let end = if open { chosen.end } else { next + self.count_for(scope, part, next, chosen.end) };
            let range = Range { start: next, end };
            next = range.end;
            self.pay_part(player, scope.source, scope, part, range);
        }
        self.tell(Audience::Everyone, |eye| format!("{} pays.", eye.player_name(player)));
    }
}
