//! Assist (CR 702.132): another player may pay for generic mana of a spell.
//!
//! Only what its player could pay for alone is begun: whether the other helps isn't known then.

use gauntlet_cards::ability::{Activatable, PaymentHelper};
use gauntlet_core::Player;

use crate::available_mana::Purpose;
use crate::choosing::NO_OR_YES;
use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::{Engine, Flow};
use crate::mana_preference::Leanings;
use crate::payment::Bill;
use crate::task::{Announce, Stage, Task};

/// How far the questions have come, in the announcement's cursor.
const CHOOSES_PLAYER: u8 = 1;
const PLAYER_PAYS: u8 = 2;
const ANSWERED: u8 = 3;

impl Engine<'_> {
    /// Before mana abilities are activated its player may choose the other player, who may pay for as much of the generic mana as they like
    /// (CR 702.132a): the question, until it is answered how much, which `count` is then.
    pub(super) fn ask_for_assist(&mut self, task: &mut Announce, way: &Activatable) -> Option<Flow> {
        if task.stage != Stage::Mana || !way.helpers.contains(&PaymentHelper::Assist) {
            return None;
        }
        match (task.cursor, self.s.answer.take()) {
            (0, _) => {
                if self.most_assisted(task, way) == 0 {
                    task.cursor = ANSWERED;
                    return None;
                }
                task.cursor = CHOOSES_PLAYER;
                self.offer_these(NO_OR_YES);
                Some(self.ask_announce(*task, DecisionKind::May, Particulars::Nothing))
            }
            (CHOOSES_PLAYER, Some(Action::Yes)) => {
                task.cursor = PLAYER_PAYS;
                let most = self.most_assisted(task, way);
                self.offer_these((0..=most).map(Action::Number));
                let helper = !task.item.controller;
                let (about, most) = (task.item.object, Particulars::Most(most));
                Some(self.ask(Task::Announce(*task), helper, DecisionKind::Number, about, most))
            }
            (PLAYER_PAYS, Some(Action::Number(paid))) => {
                (task.cursor, task.count) = (ANSWERED, paid as u8);
                None
            }
            _ => {
                task.cursor = ANSWERED;
                None
            }
        }
    }

    /// The other player pays what they have said; the bill with that much less generic mana.
    pub(super) fn pay_assisted(&mut self, task: &mut Announce, way: &Activatable, bill: Bill) -> Bill {
        if !way.helpers.contains(&PaymentHelper::Assist) || task.count == 0 {
            return bill;
        }
        let (helper, share) = (!task.item.controller, u32::from(std::mem::take(&mut task.count)));
        let paid = self.pay_generic(helper, share);
        assert!(paid, "no more was offered than they could pay: {:?}", task.item);
        bill.less_generic(share)
    }

    /// A player pays generic mana by what takes nothing else from them; returns whether they could.
    fn pay_generic(&mut self, player: Player, n: u32) -> bool {
        self.pay_bill(player, &Bill::ZERO.with_generic(n), 0, &[], Purpose::Other, &Leanings::default())
    }

    /// How much of the generic mana the other player could pay for.
    fn most_assisted(&self, task: &Announce, way: &Activatable) -> u16 {
        let generic = self.bill_of(task, way).generic().min(u32::from(u8::MAX)) as u8;
        let helper = !task.item.controller;
        let payable = |share: &u8| self.on_a_copy(|there| there.pay_generic(helper, u32::from(*share)));
        (1..=generic).take_while(payable).last().map_or(0, u16::from)
    }
}
