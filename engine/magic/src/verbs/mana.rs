//! Adding mana (CR 106.4).

use gauntlet_cards::effect::ManaOutput;
use gauntlet_cards::filter::{Amount, Players, Zone};
use gauntlet_cards::types::Colors;

use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::Engine;
use crate::payment::ManaTypes;
use crate::resolve::After;
use crate::task::{Resolve, Scope};

impl Engine<'_> {
    /// A player adds one mana of the type that the permanent which was tapped for mana produced.
    pub(super) fn add_same_mana(&mut self, scope: &Scope, players: &Players) {
        let color = Colors::TABLE.get(scope.event.amount as usize).map_or(Colors::empty(), |row| row.0);
        if let Some(player) = self.who(scope, players).first(scope.you) {
            let place = if color.is_empty() { 5 } else { color.bits().trailing_zeros() as u8 };
            self.add_mana_of(player, place, 1, None, scope.source);
        }
    }

    pub(crate) fn add_mana_output(&mut self, task: &mut Resolve, players: &Players, output: &ManaOutput) -> After {
        let scope = task.scope;
        let Some(player) = self.who(&scope, players).first(scope.you) else { return After::Next };
        let (output, rule) = output.unrestricted();
        let add = |engine: &mut Self, color: Colors, count: u8| {
            let place = if color.is_empty() { 5 } else { color.bits().trailing_zeros() as u8 };
            engine.add_mana_of(player, place, count, rule, scope.source);
        };
        match output {
            ManaOutput::Restricted(..) => unreachable!("it was looked into"),
            ManaOutput::Fixed(list) => {
                for color in list {
                    add(self, *color, 1);
                }
            }
            ManaOutput::Amount(amount, color) => {
                let count = self.times(&scope, amount).min(255) as u8;
                add(self, *color, count);
            }
            ManaOutput::EachColorAmong(of) => {
                for color in self.eye().colors_among(&scope, Zone::Battlefield, of).iter() {
                    add(self, color, 1);
                }
            }
            ManaOutput::ChosenColor(amount) => {
                let count = self.times(&scope, amount).min(255) as u8;
                if let Some(color) = self.eye().chosen_color(&scope) {
                    add(self, color, count);
                }
            }
            ManaOutput::OneOf(lists) => {
                if let Some(Action::Number(which)) = self.s.answer.take() {
                    for color in &lists[which as usize] {
                        add(self, *color, 1);
                    }
                    return After::Next;
                }
                self.offer_these((0..lists.len() as u16).map(Action::Number));
                return After::Ask(player, DecisionKind::Number, task.item.object, Particulars::Nothing);
            }
            ManaOutput::Devotion => {
                if let Some(Action::Color(color)) = self.s.answer.take() {
                    let color = ManaTypes::EACH[usize::from(color)].colors();
                    let count = self.eye().amount(&scope, &Amount::Devotion(color)).clamp(0, 255) as u8;
                    add(self, color, count);
                    return After::Next;
                }
                self.offer_these((0..5).map(Action::Color));
                return After::Ask(player, DecisionKind::Color, task.item.object, Particulars::Left(1));
            }
            ManaOutput::AnyOneColor(_)
            | ManaOutput::AnyCombination(..)
            | ManaOutput::AnyColorAmong(..)
            | ManaOutput::CouldProduce { .. }
            | ManaOutput::Identity
            | ManaOutput::ColorOrChosen(_) => {
                let eye = self.eye();
                let (allowed, amount) = match output {
                    ManaOutput::AnyCombination(amount, colors) => (ManaTypes::from(*colors), amount),
                    ManaOutput::AnyColorAmong(amount, of) => (ManaTypes::from(eye.colors_of(&scope, of)), amount),
                    ManaOutput::CouldProduce { amount, of, any_type } => {
                        (eye.could_produce(&scope, of, *any_type), amount)
                    }
                    ManaOutput::Identity => {
                        (ManaTypes::from(eye.identity(scope.you).unwrap_or_default()), &Amount::Const(1))
                    }
                    ManaOutput::ColorOrChosen(color) => {
                        let chosen = eye.chosen_color(&scope).unwrap_or_default();
                        (ManaTypes::from(*color | chosen), &Amount::Const(1))
                    }
                    ManaOutput::AnyOneColor(amount) => (ManaTypes::COLORS, amount),
                    _ => unreachable!("its color isn't chosen"),
                };
                let together = !matches!(output, ManaOutput::AnyCombination(..));
                let mut left = match task.progress.left {
                    Some(left) => left,
                    None => self.times(&scope, amount).min(255) as u16,
                };
                if let Some(Action::Color(color)) = self.s.answer.take() {
                    let count = if together { left } else { 1 };
                    add(self, ManaTypes::EACH[usize::from(color)].colors(), count as u8);
                    left -= count;
                }
                if left == 0 || allowed.is_empty() {
                    return After::Next;
                }
                task.progress.left = Some(left);
                let fits = |place: &u8| allowed.contains(ManaTypes::EACH[usize::from(*place)]);
                self.offer_these((0..6).filter(fits).map(Action::Color));
                return After::Ask(player, DecisionKind::Color, task.item.object, Particulars::Left(left));
            }
        }
        After::Next
    }
}
