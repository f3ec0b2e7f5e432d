//! What can be a target, and whether there are enough targets (CR 115, 601.2c, 608.2b).

use std::cell::Cell;

use gauntlet_cards::ability::{PlayerRule, RuleKinds, StaticEffect};
use gauntlet_cards::effect::{Part, Script, TargetSpec, Together};
use gauntlet_cards::filter::{Amount, Filter, PlayerFilter, Test, Zone};
use gauntlet_cards::types::CardTypes;
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::evaluate::{Eye, share_creature_type, share_creature_types};
use crate::state::{Flags, Object, ObjectId, Target};
use crate::task::Scope;

impl Eye<'_> {
    /// Returns whether modes and targets can be chosen for a script (CR 601.2b–c).
    pub(crate) fn script_possible(self, scope: &Scope, script: &Script, from: &Object) -> bool {
        match &script.modes {
            None => script.parts.iter().all(|part| self.part_possible(scope, part, from)),
            Some(choice) => {
                let parts = script.parts.iter().enumerate();
                let open = parts.filter(|(mode, _)| !self.mode_is_taken(scope.source, script, *mode));
                let possible = open.filter(|(_, part)| self.part_possible(scope, part, from)).count();
                possible >= usize::from(choice.bounds(|condition| self.holds(scope, condition)).0)
                    || (choice.repeat && possible > 0)
            }
        }
    }

    /// Returns whether nothing is on the stack where a script needs a target there: that is quicker to say than whether it could be paid for.
    pub(super) fn lacks_spell(self, script: &Script) -> bool {
        self.s.stack.is_empty() && script.modes.is_none() && script.needs_spell()
    }

    pub(crate) fn part_possible(self, scope: &Scope, part: &Part, from: &Object) -> bool {
        part.targets.is_empty() || self.specs_possible(scope, part, 0, &[], from)
    }

    /// Returns whether the specs from number `first` on can all get their least number of targets, given those chosen before.
    pub(crate) fn specs_possible(
        self,
        scope: &Scope,
        part: &Part,
        first: usize,
        chosen: &[(u8, Target)],
        from: &Object,
    ) -> bool {
        let Some(spec) = part.targets.get(first) else { return true };
        let least = self.amount(scope, &spec.min).max(0) as usize;
        let have = chosen.iter().filter(|entry| usize::from(entry.0) == first).count();
        if have >= least {
            return self.specs_possible(scope, part, first + 1, chosen, from);
        }
        // What is asked of all together: each that is taken decides which others there are; of one controller (or owner) the first does.
        let leads = match spec.together {
            Together::Anything => false,
            Together::SameController => have == 0 && least > 1,
            _ => least - have > 1,
        };
        // Whether a later spec cares which of these candidates is taken.
        let rest = &part.targets[first + 1..];
        let cares =
            |later: &TargetSpec| later.different_from.contains(&(first as u8)) || later.asks_of == Some(first as u8);
        let free = !leads && !rest.iter().any(cares);
        if free {
            let mut count = have;
            self.each_candidate(scope, part, first as u8, chosen, from, &mut |_| {
                count += 1;
                count < least
            });
            return count >= least && self.specs_possible(scope, part, first + 1, chosen, from);
        }
        let mut possible = false;
        self.each_candidate(scope, part, first as u8, chosen, from, &mut |target| {
            let mut more: smallvec::SmallVec<[(u8, Target); 8]> = smallvec::SmallVec::from_slice(chosen);
            more.push((first as u8, target));
            possible = self.specs_possible(scope, part, first, &more, from);
            !possible
        });
        possible
    }

    /// Calls `f` with each legal candidate for a spec until it returns false. `from` is the spell or the source of the ability.
    pub(crate) fn each_candidate(
        self,
        scope: &Scope,
        part: &Part,
        number: u8,
        chosen: &[(u8, Target)],
        from: &Object,
        f: &mut dyn FnMut(Target) -> bool,
    ) {
        let spec = &part.targets[usize::from(number)];
        let tried = spec.asks_of.and_then(|asked| chosen.iter().find(|(other, _)| *other == asked).copied());
        let with;
        let scope = if tried == scope.tried {
            scope
        } else {
            with = Scope { tried, ..*scope };
            &with
        };
        // CR 115.3: the same target once for one instance of the word "target".
        let taken = |target: Target| {
            chosen
                .iter()
                .any(|(other, already)| *already == target && (*other == number || spec.different_from.contains(other)))
        };
        let astray = |id: ObjectId, object: &Object| {
            spec.together.is_asked() && !self.fits_with(scope, &spec.together, number, chosen, (id, object))
        };
        let going = Cell::new(true);
        if let Some(players) = spec.players {
            for player in [scope.you, !scope.you] {
                let target = Target::Player(player);
                if going.get() && !taken(target) && self.can_target_player(scope, players, player, from) {
                    going.set(f(target));
                }
            }
        }
        for (zone, filter) in &spec.objects {
            if !going.get() {
                return;
            }
            let fits = |id: ObjectId, object: &Object| self.matches(scope, filter, id, object);
            let mut visit = |id: ObjectId, object: &Object| {
                let target = Target::Object(id);
                // CR 601.2a: what is being cast is on the stack by then, and no longer where it was.
                let gone = from.zone == Zone::Stack && *zone != Zone::Stack && id == scope.source;
                if !gone
                    && !taken(target)
                    && !astray(id, object)
                    && self.may_be_aimed_at(scope, *zone, id, object, from)
                {
                    going.set(f(target));
                }
            };
            match zone {
                Zone::Battlefield => {
                    // Most permanents don't fit, which is quick to say.
                    let types = filter.tests.iter().find_map(|test| match test {
                        Test::Types(types) => Some(*types),
                        _ => None,
                    });
                    let typed =
                        |object: &Object| types.is_none_or(|types| object.characteristics.types.intersects(types));
                    let fitting = self.s.permanents().filter(|(id, object)| typed(object) && fits(*id, object));
                    for (id, object) in fitting {
                        visit(id, object);
                        if !going.get() {
                            return;
                        }
                    }
                }
                _ => self.each_in_zone(*zone, &mut |id, object| {
                    if going.get() && fits(id, object) {
                        visit(id, object);
                    }
                }),
            }
        }
    }

    /// Returns whether an object can be a target together with those that were chosen for its spec: "from a single graveyard",
    /// "controlled by different players", "with total mana value 6 or less" (CR 601.2c).
    pub(crate) fn fits_with(
        self,
        scope: &Scope,
        together: &Together,
        number: u8,
        chosen: &[(u8, Target)],
        (id, object): (ObjectId, &Object),
    ) -> bool {
        if *together == Together::Anything {
            return true;
        }
        let others: SmallVec<[(ObjectId, &Object); 4]> = chosen
            .iter()
            .filter_map(|(other, already)| match already {
                Target::Object(id) if *other == number => self.s.get(*id).map(|object| (*id, object)),
                _ => None,
            })
            .collect();
        self.goes_with(scope, together, &others, (id, object))
    }

    /// Returns whether what is asked of several things together holds of one and the others, if it holds of those.
    pub(crate) fn goes_with(
        self,
        scope: &Scope,
        together: &Together,
        already: &[(ObjectId, &Object)],
        (id, object): (ObjectId, &Object),
    ) -> bool {
        let others = || already.iter().copied();
        let within = |most: &Amount, value: &dyn Fn(ObjectId, &Object) -> i32| {
            let total: i32 = others().chain([(id, object)]).map(|(id, object)| value(id, object)).sum();
            total <= self.amount(scope, most)
        };
        match together {
            Together::Anything => true,
            Together::SameController => others().all(|(_, other)| other.controller == object.controller),
            Together::DifferentControllers => others().all(|(_, other)| other.controller != object.controller),
            Together::SharedCardType => {
                let of = |object: &Object| object.characteristics.types;
                !others().fold(of(object), |shared, (_, other)| shared & of(other)).is_empty()
            }
            Together::SharedPermanentType => {
                let of = |object: &Object| object.characteristics.types & CardTypes::PERMANENT;
                !others().fold(of(object), |shared, (_, other)| shared & of(other)).is_empty()
            }
            Together::SharedColor => {
                let of = |object: &Object| object.characteristics.colors;
                !others().fold(of(object), |shared, (_, other)| shared & of(other)).is_empty()
            }
            Together::NoSharedCreatureType => others().all(|(_, other)| !share_creature_type(object, other)),
            Together::SharedCreatureType => share_creature_types(others().map(|(_, other)| other).chain([object])),
            Together::DifferentNames => {
                others().all(|(_, other)| other.is_blank() || !self.pool.same_name(other.named_as(), object.named_as()))
            }
            Together::DifferentPowers => others().all(|(one, other)| self.power(one, other) != self.power(id, object)),
            Together::DifferentManaValues => {
                others().all(|(_, other)| self.mana_value(other) != self.mana_value(object))
            }
            Together::TotalPower(most) => within(most, &|id, object| self.power(id, object)),
            Together::TotalToughness(most) => within(most, &|id, object| self.toughness(id, object)),
            Together::TotalManaValue(most) => within(most, &|_, object| self.mana_value(object)),
        }
    }

    fn can_target(
        self,
        scope: &Scope,
        zone: Zone,
        filter: &Filter,
        id: ObjectId,
        object: &Object,
        from: &Object,
    ) -> bool {
        self.matches(scope, filter, id, object) && self.may_be_aimed_at(scope, zone, id, object, from)
    }

    /// Returns whether an object that fits can be a target.
    fn may_be_aimed_at(self, scope: &Scope, zone: Zone, id: ObjectId, object: &Object, from: &Object) -> bool {
        match zone {
            // A spell can't target itself (CR 115.5).
            Zone::Stack => id != scope.item && object.zone == Zone::Stack,
            // What is said of spells isn't said of their abilities, which target by themselves (CR 113.7, 115.1).
            Zone::Battlefield if scope.stays && from.zone == Zone::Stack => {
                let ability = Object { flags: from.flags | Flags::ABILITY, ..*from };
                !self.untargetable(id, object, scope.you, scope.source, &ability)
            }
            Zone::Battlefield => !self.untargetable(id, object, scope.you, scope.source, from),
            _ => !self.has_rules(RuleKinds::PROTECTION) || !self.kept_from_being_target(id, object, scope.source, from),
        }
    }

    /// Returns whether something says that an object, wherever it is, can't be the target of what a source aims at it (CR 115.1, 601.2c).
    fn kept_from_being_target(self, id: ObjectId, object: &Object, source: ObjectId, from: &Object) -> bool {
        let mut found = false;
        self.each_rule_on(RuleKinds::PROTECTION, (id, object), &mut |scope, effect| {
            if let StaticEffect::CantBeTargeted { by, .. } = effect {
                found |= self.matches(scope, by, source, from);
            }
        });
        found
    }

    fn can_target_player(self, scope: &Scope, filter: PlayerFilter, player: Player, from: &Object) -> bool {
        self.player_fits(scope, filter, player)
            && (player == scope.you || !self.player_hexproof_from(player, scope.source, from))
            && !self.player_protected_from(player, scope.source, from)
            && !self.player_rule(
                RuleKinds::HEXPROOF,
                player,
                |rule| matches!(rule, PlayerRule::Hexproof(opponents) if !opponents || player != scope.you),
            )
    }

    /// Returns whether a chosen target is still legal on resolution (CR 608.2b).
    pub(crate) fn still_legal(self, scope: &Scope, spec: &TargetSpec, target: Target, from: &Object) -> bool {
        match target {
            Target::Player(player) => {
                spec.players.is_some_and(|filter| self.can_target_player(scope, filter, player, from))
            }
            Target::Object(id) => self.s.get(id).is_some_and(|object| {
                spec.objects.iter().any(|(zone, filter)| {
                    object.zone == *zone
                        && !(object.is(Flags::ASIDE))
                        && self.can_target(scope, *zone, filter, id, object, from)
                })
            }),
        }
    }
}
