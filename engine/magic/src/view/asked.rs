//! What a decision is part of: the cost, the instruction or the keyword that asks, for those who tell others what is asked.

use gauntlet_cards::ability::{AbilityKind, OtherPrice};
use gauntlet_cards::card::{AbilityId, CardId};
use gauntlet_cards::cost::{Cost, CostPart, OptionalCost};
use gauntlet_cards::effect::{Instr, LibraryPosition, Part};
use gauntlet_cards::filter::Zone;

use crate::casting::all_parts;
use crate::decision::{DecisionKind, Particulars};
use crate::evaluate::Eye;
use crate::layers::script_of;
use crate::state::{ObjectId, StackItem};
use crate::task::{Stage, Task};
use crate::view::Visible;

/// What asks, as far as the kind of the decision doesn't say it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum AskedBy<'a> {
    /// A part of a cost that is paid with what is chosen.
    Cost(&'a CostPart),
    /// A cost that may be paid or not, as a spell is cast (CR 601.2b).
    Optional(&'a OptionalCost),
    /// The cost of choosing all modes (CR 702.42a).
    AllModes,
    /// What an effect offers in place of the mana cost (CR 118.9).
    Price(Option<&'a OtherPrice>),
    /// A mana ability, of what kind its mana is (CR 605.3b).
    Mana,
    /// An instruction of a part of a script, by its place there.
    Instruction(&'a Part, u16),
    /// Whether a card is shown: one with miracle as it is drawn, one of an opening hand (CR 702.94a, 103.6b).
    Reveal,
    /// Something else.
    Other,
}

impl<'a> AskedBy<'a> {
    /// The instruction that asks, and those that follow it.
    pub fn instructions(self) -> Option<(&'a Instr, &'a [Instr])> {
        match self {
            AskedBy::Instruction(part, place) => part.code.get(usize::from(place)..)?.split_first(),
            _ => None,
        }
    }
}

/// What a question is of, if it isn't the spell or ability on the stack that asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asker {
    /// An object: the spell or ability on the stack, or else the source of the ability that asks.
    Object(ObjectId),
    /// A card of the hand of the player who is asked.
    InHand(CardId),
    /// Nothing that has a name: a turn-based action.
    Nothing,
}

impl<'a> Eye<'a> {
    /// What asks.
    pub(crate) fn asked_by(self) -> AskedBy<'a> {
        let decision = self.s.decision;
        match self.s.tasks.last() {
            Some(Task::Announce(task)) => {
                let AbilityKind::Activatable(way) = &self.pool.ability(task.item.ability).kind else {
                    return AskedBy::Other;
                };
                match (decision.kind, task.stage) {
                    (DecisionKind::OtherPrice, _) => AskedBy::Price(self.price_asked(task, way)),
                    (DecisionKind::CostChoice, Stage::Offering) => {
                        way.offering.as_ref().map_or(AskedBy::Other, |offering| AskedBy::Cost(&offering.part))
                    }
                    (DecisionKind::CostChoice, _) => {
                        let part = all_parts(self.pool, way, task).nth(usize::from(task.cursor));
                        part.map_or(AskedBy::Other, AskedBy::Cost)
                    }
                    (DecisionKind::OptionalCost, Stage::Modes) => AskedBy::AllModes,
                    (DecisionKind::OptionalCost, _) => {
                        let Particulars::OptionalCost(number) = decision.detail else { return AskedBy::Other };
                        let cost = way.optional_costs.get(usize::from(number));
                        cost.map_or(AskedBy::Other, AskedBy::Optional)
                    }
                    _ => AskedBy::Other,
                }
            }
            Some(Task::Resolve(task)) => {
                let Some(script) = script_of(&self.pool.ability(task.item.ability).kind) else {
                    return AskedBy::Other;
                };
                let part = self.pool.part(script, task.item.modes.parts[usize::from(task.scope.mode)]);
                let paying = decision.kind == DecisionKind::CostChoice;
                let charge = part.code.get(usize::from(task.pc)).filter(|_| paying).and_then(charge_of);
                match charge.map(|cost| cost.parts.iter().filter(|part| part.chosen().is_some())) {
                    // Of several parts it isn't said which one is being paid.
                    Some(mut parts) => match (parts.next(), parts.next()) {
                        (Some(part), None) => AskedBy::Cost(part),
                        _ => AskedBy::Other,
                    },
                    None => AskedBy::Instruction(part, task.pc),
                }
            }
            Some(Task::Miracle(..)) => AskedBy::Reveal,
            Some(Task::OpeningHands(player, place)) if self.reveals_at_opening(*player, *place) => AskedBy::Reveal,
            Some(Task::MakeMana(_)) => AskedBy::Mana,
            _ => AskedBy::Other,
        }
    }

    /// What the question is of: where there is no spell or ability on the stack that asks, the object whose ability does (a mana ability,
    /// a replacement effect), or the card of a hand that may be used before the game or as it is drawn.
    pub(crate) fn asker(self) -> Asker {
        let decision = self.s.decision;
        let on_stack = |item: &StackItem| {
            let there = self.s.get(item.object).is_some_and(|object| object.zone == Zone::Stack);
            Asker::Object(if there || item.source.is_none() { item.object } else { item.source })
        };
        match self.s.tasks.last() {
            Some(Task::Announce(task)) => on_stack(&task.item),
            Some(Task::Resolve(task) | Task::MakeMana(task)) => on_stack(&task.item),
            Some(Task::Miracle(_, card)) => Asker::InHand(*card),
            Some(Task::OpeningHands(player, place)) => {
                let hidden = self.s.hands[*player].get(usize::from(*place));
                hidden.map_or(Asker::Nothing, |hidden| Asker::InHand(hidden.card))
            }
            Some(Task::ChooseHost(_, id, _)) => Asker::Object(*id),
            // CR 510.1: the creature whose damage is assigned.
            Some(Task::CombatDamage(task)) if decision.kind == DecisionKind::AssignDamage => {
                Asker::Object(self.s.id(self.s.battlefield[usize::from(task.cursor)]))
            }
            _ if !decision.about.is_none() => Asker::Object(decision.about),
            _ => Asker::Nothing,
        }
    }
}

impl<'a> Visible<'a> {
    /// What asks.
    pub fn asked_by(self) -> AskedBy<'a> {
        self.eye().asked_by()
    }

    /// What the question is of, if the viewer is the one who is asked.
    pub fn asker(self) -> Asker {
        if self.decision().player == self.viewer() { self.eye().asker() } else { Asker::Nothing }
    }

    /// The abilities of the card that the ability which asks is of, itself among them: those that use what it has chosen are linked to
    /// it (CR 607.2d).
    pub fn beside_asking(self) -> &'a [AbilityId] {
        let state = self.state();
        let Some(Task::Resolve(task)) = state.tasks.last() else { return &[] };
        let source = if task.item.source.is_none() { task.item.object } else { task.item.source };
        // CR 707.6: what enters as a copy of something makes the choices of that, whose card it is by then.
        let abilities = state.get(source).map(|object| self.pool().card(object.card).abilities.as_slice());
        abilities.filter(|abilities| abilities.contains(&task.item.ability)).unwrap_or_default()
    }

    /// At which end of a library cards are put in order, if that is asked: the one that is chosen last comes nearest to it.
    pub fn library_end(self) -> Option<LibraryPosition> {
        if self.decision().kind != DecisionKind::OrderCards {
            return None;
        }
        match self.asked_by().instructions()?.0 {
            Instr::Move(_, destination, _) => Some(destination.position),
            Instr::Scry(..) | Instr::Surveil(..) => Some(LibraryPosition::Top),
            _ => None,
        }
    }

    /// The word that a number stands for, of those that can be voted for or chosen (CR 701.38).
    pub fn word_of(self, number: u16) -> Option<&'a str> {
        let words: Option<&'a [String]> = match self.asked_by().instructions()?.0 {
            Instr::Vote { words, .. } | Instr::ChooseWord(_, words, _) => Some(words),
            _ => None,
        };
        words?.get(usize::from(number)).map(String::as_str)
    }
}

/// What an instruction makes a player pay.
fn charge_of(instr: &Instr) -> Option<&Cost> {
    match instr {
        Instr::MayPay(_, cost, _)
        | Instr::MayPayTimes(_, cost, ..)
        | Instr::MayPayX(_, cost, ..)
        | Instr::MayGive(_, cost, ..)
        | Instr::Pay(_, cost, _) => Some(cost),
        _ => None,
    }
}
