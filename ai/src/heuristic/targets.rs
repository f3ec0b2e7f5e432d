//! The best targets and modes of a script.

use gauntlet_cards::ability::AbilityKind;
use gauntlet_cards::card::AbilityId;
use gauntlet_cards::effect::{Script, TargetSpec};
use gauntlet_cards::filter::{Amount, Zone};
use gauntlet_core::Player;
use gauntlet_magic::state::{Object, Target};

use super::amount::Env;
use super::effects::Only;
use super::script::PartFacts;
use super::value::Judge;

/// The most targets that are thought of at once.
const MOST: usize = 6;

impl<'a> Judge<'a> {
    /// The script of a way to cast, an activated or a triggered ability.
    pub(super) fn script(self, ability: AbilityId) -> Option<&'a Script> {
        match &self.see.pool().ability(ability).kind {
            AbilityKind::Activatable(way) => Some(&way.script),
            AbilityKind::Triggered(triggered) => Some(&triggered.script),
            AbilityKind::Static(_) => None,
        }
    }

    /// What a script is worth with the best modes and targets; none if it needs targets that there are none of.
    pub(super) fn best_script(self, ability: AbilityId, env: &Env<'_>) -> Option<i32> {
        let script = self.script(ability)?;
        let Some(modes) = &script.modes else {
            // Most scripts have one part.
            return (0..script.parts.len()).map(|part| self.best_part(ability, part, env)).sum();
        };
        let mut values: [i32; 8] = [i32::MIN; 8];
        for (place, value) in values.iter_mut().enumerate().take(script.parts.len()) {
            *value = self.best_part(ability, place, env).unwrap_or(i32::MIN);
        }
        values.sort_unstable_by(|a, b| b.cmp(a));
        let (least, most) = if env.all_modes {
            (script.parts.len(), script.parts.len())
        } else {
            let (least, most) = modes.bounds(|condition| self.holds(env, condition));
            (usize::from(least), usize::from(most))
        };
        let mut sum = 0;
        for (place, value) in values.iter().enumerate().take(most.min(8)) {
            if *value == i32::MIN {
                return (place >= least.min(script.parts.len())).then_some(sum);
            }
            if place >= least && *value <= 0 {
                break;
            }
            sum += value;
        }
        Some(sum)
    }

    /// What one part is worth with the best targets; none if it can't have enough.
    pub(super) fn best_part(self, ability: AbilityId, part: usize, env: &Env<'_>) -> Option<i32> {
        let facts = self.facts.way(env.card, ability).parts.get(part)?;
        let specs: &[TargetSpec] = self.script(ability)?.parts.get(part).map_or(&[], |part| &part.targets);
        if specs.is_empty() {
            return Some(self.effects(facts, env, Only::All));
        }
        if facts.coupled && specs.len() >= 2 {
            return self.best_together(facts, specs, 0, env);
        }
        let mut sum = self.effects(facts, env, Only::Untargeted);
        for (number, spec) in specs.iter().enumerate() {
            let only = Only::Spec(number as u8);
            let best = self.best_target(spec, number as u8, env, &mut |env| self.effects(facts, env, only));
            let (least, most) = (self.amount(env, &spec.min), self.amount(env, &spec.max));
            match best {
                // Several targets are taken to be about as good.
                Some((value, _)) if value > 0 || least > 0 => {
                    sum += value * if value > 0 { most.clamp(1, 3) } else { least }
                }
                None if least > 0 => return None,
                _ => {}
            }
        }
        Some(sum)
    }

    /// What a part is worth whose specs have to do with each other, with the best target for each of those from a number on; none if one can't
    /// have a target that it needs.
    pub(super) fn best_together(self, facts: &PartFacts, specs: &[TargetSpec], from: u8, env: &Env<'_>) -> Option<i32> {
        let Some(spec) = specs.get(usize::from(from)) else { return Some(self.effects(facts, env, Only::All)) };
        let rest = |env: &Env<'_>| self.best_together(facts, specs, from + 1, env);
        let best = self.best_target(spec, from, env, &mut |env| rest(env).unwrap_or(i32::MIN));
        match best {
            Some((value, _)) if value > 0 || !matches!(spec.min, Amount::Const(0)) => Some(value),
            None if !matches!(spec.min, Amount::Const(0)) => None,
            _ => rest(env),
        }
    }

    /// The legal target for a spec that is worth most, with its value.
    pub(super) fn best_target(
        self,
        spec: &TargetSpec,
        number: u8,
        env: &Env<'_>,
        value: &mut dyn FnMut(&Env<'_>) -> i32,
    ) -> Option<(i32, Target)> {
        // Most permanents are no targets of most spells: nobody needs to know what they would be worth.
        let may_be = |zone: Zone, object: &Object| {
            spec.objects.iter().any(|(other, filter)| *other == zone && self.see.may_fit(filter, env.you, object))
        };
        // Not with less mana than it takes without a target of that kind (CR 601.2f).
        let cheap = self.facts.card(env.card).cheaper_at.as_ref();
        let only = cheap.filter(|(_, mana)| env.source.is_none() && self.open_mana(self.me) < *mana);
        let payable = |target: Target| match (only, target) {
            (Some((filter, _)), Target::Object(id)) => self.see.fits(filter, env.standpoint(), id),
            (only, _) => only.is_none(),
        };
        let mut best: Option<(i32, Target)> = None;
        let mut targets = [(0u8, Target::Player(Player::FIRST)); MOST];
        let known = env.targets.len().min(MOST - 1);
        targets[..known].copy_from_slice(&env.targets[..known]);
        let mut consider = |target: Target| {
            if env
                .targets
                .iter()
                .any(|(other, taken)| *taken == target && (*other == number || spec.different_from.contains(other)))
            {
                return;
            }
            if !self.memory.may_think() {
                return;
            }
            targets[known] = (number, target);
            let value = value(&Env { targets: &targets[..=known], ..*env });
            // Whether it is legal takes longer to say than what it is worth.
            let better = best.is_none_or(|(best, _)| value > best) && value > i32::MIN;
            if better && payable(target) && self.see.legal_target(spec, env.standpoint(), env.card, target) {
                best = Some((value, target));
            }
        };
        if spec.players.is_some() {
            // The opponent first: of equals the first is taken.
            consider(Target::Player(!self.me));
            consider(Target::Player(self.me));
        }
        for (zone, _) in &spec.objects {
            match zone {
                Zone::Battlefield => {
                    for (id, object) in self.see.permanents() {
                        if may_be(*zone, object) {
                            consider(Target::Object(id));
                        }
                    }
                }
                Zone::Graveyard => {
                    for player in [self.me, !self.me] {
                        for (id, object) in self.see.graveyard_objects(player) {
                            if may_be(*zone, object) {
                                consider(Target::Object(id));
                            }
                        }
                    }
                }
                Zone::Stack => {
                    for item in self.see.stack() {
                        consider(Target::Object(item.object));
                    }
                }
                _ => {}
            }
        }
        best
    }
}
