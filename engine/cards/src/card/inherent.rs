//! Abilities that come with the rules and not with a card: those of the monarch, of speed, of rad counters, of exerting, of ending an effect.

use super::{AbilityId, Pool};
use crate::ability::{Ability, AbilityKind, Activatable, ActivatableKind, TriggerEvent, Triggered};
use crate::cost::Cost;
use crate::effect::{Duration, Instr, Modification, Part, Script};
use crate::filter::{
    Amount, Comparison, Condition, CounterKind, Filter, Objects, PlayerFilter, Players, Step, Test, Zone,
};
use crate::keyword::{Features, Restrictions};
use crate::mana::ManaCost;
use crate::types::CardTypes;

/// The greatest speed (CR 702.179e).
pub const MAX_SPEED: u8 = 4;

impl Pool {
    /// Some card gives speed: the pool gets the ability that comes with it (CR 702.179d).
    pub(crate) fn make_speed(&mut self) {
        self.uses(Features::SPEED);
        let text = "Whenever one or more opponents lose life during your turn, if your speed is less than 4, your speed increases by 1. This ability triggers only once each turn.";
        let slower =
            Condition::Compare(Amount::Speed(Players::You), Comparison::Less, Amount::Const(i32::from(MAX_SPEED)));
        let code = vec![Instr::GainSpeed(Players::You)];
        let part = Part { text: text.to_owned(), targets: Vec::new(), code };
        let script = Script { parts: vec![part], modes: None };
        let triggered = Triggered { condition: Some(slower), ..Triggered::new(Vec::new(), Zone::Command, script) };
        let kind = AbilityKind::Triggered(Box::new(triggered));
        self.speed = Some(self.add_ability(Ability { text: text.to_owned(), kind }));
    }

    /// Some card gives rad counters: the pool gets the ability that comes with those (CR 727.1).
    pub(crate) fn make_rad(&mut self) {
        let text = "At the beginning of each player's precombat main phase, if that player has one or more rad counters, that player mills a number of cards equal to the number of rad counters they have. For each nonland card milled this way, that player loses 1 life and removes one rad counter from themselves.";
        let counters = || Amount::PlayerCounters(Players::You, CounterKind::RAD);
        let nonland = Filter::just(Test::NotTypes(CardTypes::LAND));
        let milled = || Amount::CountObjects(Objects::Those(Box::new(Objects::Register(0)), nonland.clone()));
        let code = vec![
            Instr::Mill(Players::You, counters(), Some(0)),
            Instr::SetNumber(1, milled()),
            Instr::LoseLife(Players::You, Amount::Register(1)),
            Instr::LosePlayerCounters(Players::You, Some(CounterKind::RAD), Some(Amount::Register(1))),
        ];
        let part = Part { text: text.to_owned(), targets: Vec::new(), code };
        let script = Script { parts: vec![part], modes: None };
        let condition = Some(Condition::Compare(counters(), Comparison::AtLeast, Amount::Const(1)));
        let triggered = Triggered { condition, ..Triggered::new(Vec::new(), Zone::Command, script) };
        let kind = AbilityKind::Triggered(Box::new(triggered));
        self.rad = Some(self.add_ability(Ability { text: text.to_owned(), kind }));
    }

    /// Some card exerts: the pool gets what that does (CR 701.43a).
    pub(crate) fn make_exert(&mut self) {
        let stays = vec![Modification::Restrict(Restrictions::DOESNT_UNTAP)];
        let code = vec![Instr::Continuous(Objects::Source, stays, Duration::PlayersNextUntap)];
        let part = Part { text: "Exert ~.".to_owned(), targets: Vec::new(), code };
        let script = Script { parts: vec![part], modes: None };
        let kind = AbilityKind::Triggered(Box::new(Triggered::new(Vec::new(), Zone::Command, script)));
        let id = self.add_ability(Ability { text: "Exert ~.".to_owned(), kind });
        self.exert = Some(id);
    }

    /// The special action of paying to end an effect.
    pub(crate) fn end_of_effect(&mut self, text: String, mana: ManaCost) -> AbilityId {
        let part = Part { text: text.clone(), targets: Vec::new(), code: vec![Instr::EndThisEffect] };
        let action = Activatable {
            cost: Cost::mana(mana),
            script: Script { parts: vec![part], modes: None },
            ..Activatable::new(ActivatableKind::Special, Zone::Battlefield)
        };
        self.add_ability(Ability { text, kind: AbilityKind::Activatable(Box::new(action)) })
    }
}

/// CR 724.2: the abilities of the monarch, by their texts.
pub(super) fn monarch_abilities() -> [(&'static str, TriggerEvent, Instr); 2] {
    let creature = Filter::just(Test::Types(CardTypes::CREATURE));
    [
        (
            "At the beginning of the monarch's end step, that player draws a card.",
            TriggerEvent::StepBegins { step: Step::End, player: PlayerFilter::You },
            Instr::Draw(Players::You, Amount::Const(1)),
        ),
        (
            "Whenever a creature deals combat damage to the monarch, its controller becomes the monarch.",
            TriggerEvent::DealsDamage {
                source: creature,
                to_players: Some(PlayerFilter::You),
                to_objects: None,
                combat: Some(true),
                batched: false,
            },
            Instr::BecomeMonarch(Players::ControllerOf(Box::new(Objects::Event))),
        ),
    ]
}
