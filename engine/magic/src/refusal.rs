//! Why something isn't legal, by the number of the rule: for those who said what is to be done and are refused, as scenarios are.
//!
//! What is legal is offered, so nothing in a game asks. The first reason that is found is told, in the order of the rules.

use std::cell::OnceCell;
use std::fmt;

use gauntlet_cards::ability::{Activatable, ActivatableKind, Timing};
use gauntlet_cards::cost::CostPart;
use gauntlet_cards::effect::Part;
use gauntlet_cards::filter::Zone;
use gauntlet_cards::keyword::{Keywords, Restrictions};
use gauntlet_core::Player;

use crate::available_mana::AvailableMana;
use crate::evaluate::Eye;
use crate::legal::Attempt;
use crate::state::{Flags, Modes, Object, ObjectId, Target};
use crate::task::{Price, Scope};

/// Why something isn't legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// In words.
    pub words: &'static str,
    /// The number of the rule.
    pub rule: &'static str,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (CR {})", self.words, self.rule)
    }
}

pub(crate) fn because(words: &'static str, rule: &'static str) -> Refusal {
    Refusal { words, rule }
}

impl Eye<'_> {
    /// Why a permanent doesn't attack as it is said to (CR 508.1).
    pub(crate) fn why_no_attack(self, object: &Object) -> Refusal {
        let keywords = object.characteristics.keywords;
        if !object.is_creature() {
            return because("only creatures attack", "508.1a");
        }
        if object.is(Flags::TAPPED) {
            return because("tapped creatures don't attack", "508.1a");
        }
        if object.is(Flags::SICK) && !keywords.contains(Keywords::HASTE) {
            return because("summoning sickness", "302.6");
        }
        if keywords.contains(Keywords::DEFENDER) && !object.restrictions.contains(Restrictions::IGNORES_DEFENDER) {
            return because("defender", "702.3b");
        }
        if object.restrictions.contains(Restrictions::CANT_ATTACK) {
            return because("an effect says that it can't attack", "508.1c");
        }
        if object.controller != self.s.active {
            return because("only creatures of the active player attack", "508.1a");
        }
        because("the attack would disobey a restriction or a requirement, or what it costs can't be paid", "508.1d")
    }

    /// Why a permanent doesn't block an attacker as it is said to (CR 509.1).
    pub(crate) fn why_no_block(self, blocker_id: ObjectId, blocker: &Object, attacker: Option<ObjectId>) -> Refusal {
        if blocker.controller == self.s.active {
            return because("only creatures of the defending player block", "509.1a");
        }
        if !blocker.is_creature() {
            return because("only creatures block", "509.1a");
        }
        if blocker.is(Flags::TAPPED) {
            return because("tapped creatures don't block", "509.1a");
        }
        if blocker.restrictions.contains(Restrictions::CANT_BLOCK) {
            return because("an effect says that it can't block", "509.1b");
        }
        let attacking = |id: ObjectId| self.s.get(id).filter(|object| object.is(Flags::ATTACKING)).map(|it| (id, it));
        let Some((attacker_id, attacker)) = attacker.and_then(attacking) else {
            return because("what it would block doesn't attack", "509.1a");
        };
        let (a, b) = (attacker.characteristics.keywords, blocker.characteristics.keywords);
        let reaches = |past_shadow| self.reaches((blocker_id, blocker), (attacker_id, attacker), past_shadow);
        if a.contains(Keywords::FLYING) && !b.intersects(Keywords::FLYING | Keywords::REACH) && !reaches(false) {
            return because("flying", "702.9b");
        }
        let (a_shadow, b_shadow) = (a.contains(Keywords::SHADOW), b.contains(Keywords::SHADOW));
        if a_shadow != b_shadow && (b_shadow || !reaches(true)) {
            return because("shadow", "702.28b");
        }
        if !self.can_block(blocker_id, blocker, attacker_id, attacker) {
            return because("an evasion ability or an effect says that it can't block that creature", "509.1b");
        }
        because("the block would disobey a restriction or a requirement, or what it costs can't be paid", "509.1c")
    }

    /// Why a card in hand can't be cast or played, or why what can be done with a permanent or another card can't be.
    pub(crate) fn why_not(self, player: Player, id: ObjectId, object: &Object, way: &Activatable) -> Refusal {
        let face = way.face.map(|face| self.as_face(object, face));
        let object = face.as_ref().unwrap_or(object);
        let spell = way.kind == ActivatableKind::Cast;
        let attempt = Attempt { player, id, object, activatable: way, price: Price::Own };
        if self.is_split_second() && !way.is_left_by_split_second() {
            return because("split second", "702.61a");
        }
        let slow = matches!(way.timing, Timing::Sorcery | Timing::MainPhase) && !self.sorcery_time(player);
        if slow && way.timing == Timing::MainPhase {
            return because("what is plotted is cast in one's own main phase while the stack is empty", "702.170d");
        }
        let loyalty = way.kind == ActivatableKind::Loyalty && self.loyalty_any_time(player, id, object);
        if slow && !loyalty && !(spell && self.has_flash(player, object)) {
            return match way.kind {
                ActivatableKind::PlayLand => {
                    because("lands are played in one's own main phase while the stack is empty", "305.1")
                }
                ActivatableKind::Loyalty => {
                    because("loyalty abilities are activated in one's own main phase while the stack is empty", "606.3")
                }
                ActivatableKind::Cast => {
                    because("it is cast in one's own main phase while the stack is empty", "307.1")
                }
                _ => because("it is activated only when its player could cast a sorcery", "602.5d"),
            };
        }
        let scope = Scope { from: object.zone, ..Scope::of(id, player) };
        if way.condition.as_ref().is_some_and(|condition| !self.holds(&scope, condition)) {
            return match spell {
                true => because("what its text asks for doesn't hold", "601.3"),
                false => because("what its text asks for doesn't hold", "602.5"),
            };
        }
        match way.kind {
            ActivatableKind::PlayLand if self.land_forbidden(player, object) => {
                return because("an effect says that it can't be played", "305.2");
            }
            ActivatableKind::PlayLand => return because("no more lands can be played this turn", "305.2"),
            ActivatableKind::Cast if self.cast_forbidden(player, object) => {
                return because("an effect or a rule says that it can't be cast", "601.3");
            }
            ActivatableKind::Loyalty if self.loyalty_spent(player, id, object) => {
                return because("a loyalty ability of it has been activated this turn", "606.3");
            }
            ActivatableKind::Ability | ActivatableKind::Loyalty
                if way.mana.is_none()
                    && self.activation_forbidden(player, id, object, way.kind == ActivatableKind::Loyalty) =>
            {
                return because("an effect says that it can't be activated", "602.5");
            }
            _ => {}
        }
        if !spell && object.zone == Zone::Battlefield {
            if object.restrictions.contains(way.stopped_by()) {
                return because("an effect says that it can't be activated", "602.5");
            }
            let limit = self.limit_of_uses(player, id, object, way);
            if limit.is_some_and(|limit| self.uses_of(id, way) >= limit) {
                return because("it has been activated as often as it can be", "602.5b");
            }
            let turns = way.cost.parts.iter().any(|part| matches!(part, CostPart::Tap | CostPart::Untap));
            if turns && object.is_creature() && !self.not_sick(object) {
                return because("summoning sickness", "302.6");
            }
        }
        self.why_not_completed(&scope, attempt)
    }

    /// Whether there are no targets for something that may be begun, or else it can't be paid for.
    fn why_not_completed(self, scope: &Scope, attempt: Attempt<'_>) -> Refusal {
        let way = attempt.activatable;
        let as_spell = attempt.as_spell();
        let from = if way.kind == ActivatableKind::Cast { &as_spell } else { attempt.object };
        // With X, or what depends on what is paid, there may be targets for another choice.
        let open = way.script.parts.iter().any(|part| part.targets_use_x() || part.targets_ask_what_was_paid());
        if !open && !self.script_possible(scope, &way.script, from) {
            return because("there aren't enough legal targets", "601.2c");
        }
        if !self.parts_payable(scope, attempt, &way.cost) {
            return because("a part of its cost can't be paid", "601.2h");
        }
        let sources = OnceCell::new();
        let available = AvailableMana::new(self, attempt.player, &sources);
        if !self.mana_payable(scope, attempt, Modes::default(), &available) {
            return because("there isn't the mana for it", "601.2h");
        }
        because("its choices and its costs can't all be made and paid", "601.2")
    }

    /// Why an object can't be a target of what is cast or activated with this text.
    pub(crate) fn why_no_target(self, scope: &Scope, parts: &[Part], from: &Object, target: Target) -> Refusal {
        if let Target::Object(id) = target
            && let Some(object) = self.s.get(id)
            && object.zone == Zone::Battlefield
        {
            let keywords = object.characteristics.keywords;
            if keywords.contains(Keywords::SHROUD) {
                return because("shroud", "702.18a");
            }
            if keywords.contains(Keywords::HEXPROOF) && object.controller != scope.you {
                return because("hexproof", "702.11b");
            }
            let described = |part: &Part| {
                let mut objects = part.targets.iter().flat_map(|spec| &spec.objects);
                objects.any(|(zone, filter)| *zone == Zone::Battlefield && self.matches(scope, filter, id, object))
            };
            if parts.iter().any(described) && self.untargetable(id, object, scope.you, scope.source, from) {
                return because("protection, or an effect says that it can't be a target", "702.16b");
            }
        }
        because("it isn't what the text says the target is", "115.1")
    }
}
