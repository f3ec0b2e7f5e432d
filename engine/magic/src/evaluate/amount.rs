//! How many, and whether it holds.

use std::ops::BitOrAssign;

use gauntlet_cards::ability::{AbilityKind, ActivatableKind, StaticEffect};
use gauntlet_cards::card::{AbilityId, Characteristics};
use gauntlet_cards::cost::OptionalCost;
use gauntlet_cards::designation::Alike;
use gauntlet_cards::effect::Modification;
use gauntlet_cards::filter::{Amount, Condition, CounterKind, Filter, Objects, Players, Step, Zone};
use gauntlet_cards::happening::Happening;
use gauntlet_cards::keyword::Keywords;
use gauntlet_cards::mana::ManaSymbol;
use gauntlet_cards::types::{CardTypes, Colors, Subtype, SubtypeKind};
use gauntlet_core::Player;
use smallvec::SmallVec;

use super::{Eye, PlayerSet, is_from_another_hand, was_cast};
use crate::state::{Chosen, Flags, Noted, Object, ObjectId, PlayerInfo, Target, spent_of};
use crate::task::Scope;

impl<'a> Eye<'a> {
    fn sum(self, scope: &Scope, objects: &Objects, value: impl Fn(ObjectId, &Object) -> i32) -> i32 {
        let mut sum = 0;
        self.each_object_or_last_known(scope, objects, &mut |id| {
            if let Some(object) = self.s.last_known(id) {
                sum += value(id, object);
            }
        });
        sum
    }

    /// All colors of the objects of a zone that fit.
    pub(crate) fn colors_among(self, scope: &Scope, zone: Zone, filter: &Filter) -> Colors {
        let mut colors = Colors::empty();
        self.each_in_zone(zone, &mut |id, object| {
            if self.matches(scope, filter, id, object) {
                colors |= object.characteristics.colors;
            }
        });
        colors
    }

    /// All colors of some objects.
    pub(crate) fn colors_of(self, scope: &Scope, objects: &Objects) -> Colors {
        let mut colors = Colors::empty();
        self.each_object_or_last_known(scope, objects, &mut |id| {
            colors |= self.s.last_known(id).map_or(Colors::empty(), |object| object.characteristics.colors);
        });
        colors
    }

    /// The greatest value of any of the objects, which may be negative (CR 107.1b); 0 if there are none.
    fn greatest(self, scope: &Scope, objects: &Objects, value: impl Fn(ObjectId, &Object) -> i32) -> i32 {
        self.extreme(scope, objects, value, i32::max)
    }

    /// The least value of any of the objects; 0 if there are none.
    fn least(self, scope: &Scope, objects: &Objects, value: impl Fn(ObjectId, &Object) -> i32) -> i32 {
        self.extreme(scope, objects, value, i32::min)
    }

    fn extreme(
        self,
        scope: &Scope,
        objects: &Objects,
        value: impl Fn(ObjectId, &Object) -> i32,
        of: impl Fn(i32, i32) -> i32,
    ) -> i32 {
        let mut extreme = None;
        self.each_object_or_last_known(scope, objects, &mut |id| {
            if let Some(object) = self.s.last_known(id) {
                let value = value(id, object);
                extreme = Some(extreme.map_or(value, |known| of(known, value)));
            }
        });
        extreme.unwrap_or(0)
    }

    /// The power of an object, wherever it is.
    pub(crate) fn power(self, id: ObjectId, object: &Object) -> i32 {
        self.size(id, object).0
    }

    /// The toughness of an object, wherever it is.
    pub(crate) fn toughness(self, id: ObjectId, object: &Object) -> i32 {
        self.size(id, object).1
    }

    /// Power and toughness. An ability that defines them functions in all zones (CR 604.3); on the battlefield the layers have
    /// applied it. A permanent that isn't a creature has none (CR 208.3), and what can't be determined is 0 (CR 107.2).
    #[inline]
    fn size(self, id: ObjectId, object: &Object) -> (i32, i32) {
        if object.zone == Zone::Battlefield && !object.is_creature() {
            return (0, 0);
        }
        let size = (i32::from(object.characteristics.power), i32::from(object.characteristics.toughness));
        match self.pool.card(object.card).derived.defines_size {
            Some(ability) if object.zone != Zone::Battlefield && !self.defining => {
                self.defined_size(id, object, ability, size)
            }
            _ => size,
        }
    }

    /// The power and toughness of one of some objects that an effect or a cost names. A card that has left a graveyard or exile is
    /// meant as it last was there, whatever is counted by now (CR 608.2h, 702.97a); what is exiled with a permanent, as it is.
    fn size_of(self, objects: &Objects, id: ObjectId, object: &Object) -> (i32, i32) {
        if !self.s.last_sizes.is_empty()
            && object.zone != Zone::Battlefield
            && !matches!(objects, Objects::ExiledWithSource | Objects::Each(..))
        {
            let exiled = object.zone == Zone::Exile;
            let was = |entry: &&(ObjectId, (i32, i32))| entry.0 == id || exiled && entry.0 == id.before();
            if let Some(entry) = self.s.last_sizes.iter().rev().find(was) {
                return entry.1;
            }
        }
        self.size(id, object)
    }

    fn defined_size(self, id: ObjectId, object: &Object, ability: AbilityId, size: (i32, i32)) -> (i32, i32) {
        let StaticEffect::Continuous(_, changes) = &self.pool.static_ability(ability).effect else { return size };
        let mut size = size;
        // What is defined by the sizes of others isn't asked for in turn.
        let eye = Eye { defining: true, ..self };
        let scope = Scope { current_object: id, ..Scope::of(id, object.controller) };
        for change in changes {
            if let Modification::DefinePT(power, toughness) = change {
                size.0 = power.as_ref().map_or(size.0, |power| eye.amount(&scope, power));
                size.1 = toughness.as_ref().map_or(size.1, |toughness| eye.amount(&scope, toughness));
            }
        }
        size
    }

    fn people(self, scope: &Scope, players: &Players, value: impl Fn(Player) -> i32) -> i32 {
        self.players(scope, players).in_order(self.s.active).map(value).sum()
    }

    /// How many.
    pub(crate) fn amount(self, scope: &Scope, amount: &Amount) -> i32 {
        let info = |player: Player| &self.s.players[player];
        match amount {
            Amount::Const(number) => *number,
            Amount::X => self.x(scope),
            Amount::XOf(objects) => self.sum(scope, objects, |_, object| i32::from(object.x)),
            Amount::Count(zone, filter) => self.count(scope, *zone, filter),
            Amount::CountObjects(objects) => self.sum(scope, objects, |_, _| 1),
            Amount::CountPlayers(players) => self.people(scope, players, |_| 1),
            Amount::Power(objects) => self.sum(scope, objects, |id, object| self.size_of(objects, id, object).0),
            Amount::Toughness(objects) => self.sum(scope, objects, |id, object| self.size_of(objects, id, object).1),
            Amount::ManaValue(objects) => self.sum(scope, objects, |_, object| self.mana_value(object)),
            Amount::GreatestPower(objects) => {
                self.greatest(scope, objects, |id, object| self.size_of(objects, id, object).0)
            }
            Amount::GreatestToughness(objects) => {
                self.greatest(scope, objects, |id, object| self.size_of(objects, id, object).1)
            }
            Amount::GreatestManaValue(objects) => self.greatest(scope, objects, |_, object| self.mana_value(object)),
            Amount::LeastPower(objects) => self.least(scope, objects, |id, object| self.size_of(objects, id, object).0),
            Amount::LeastToughness(objects) => {
                self.least(scope, objects, |id, object| self.size_of(objects, id, object).1)
            }
            Amount::LeastManaValue(objects) => self.least(scope, objects, |_, object| self.mana_value(object)),
            Amount::Counters(objects, kind) => self.sum(scope, objects, |id, object| self.counters(id, object, *kind)),
            Amount::PlayerCounters(players, kind) => {
                self.people(scope, players, |player| player_counters(info(player), *kind))
            }
            Amount::Life(players) => self.people(scope, players, |player| info(player).life),
            Amount::LifeToPay(players) => self.people(scope, players, |player| self.life_to_pay_with(player).max(0)),
            Amount::StartingLife => self.s.starting_life,
            Amount::HandSize(players) => self.people(scope, players, |player| self.hand_size(player)),
            Amount::LibrarySize(players) => self.people(scope, players, |player| self.s.libraries[player].len() as i32),
            Amount::Event => scope.event.amount,
            Amount::Register(register) => scope.numbers[*register as usize],
            Amount::ChosenNumber => self.number_chosen(scope),
            Amount::TimesPaid(cost) => i32::from(self.paid(scope)[usize::from(*cost)]),
            Amount::Targets => self.aimed_at(scope).count() as i32,
            Amount::TargetsThat(filter) => self.targets_that(scope, filter),
            Amount::ColorsSpent => self.s.last_known(scope.source).map_or(0, colors_spent_on),
            Amount::ManaSpent(objects, colors) => self.sum(scope, objects, |_, object| mana_spent_on(object, *colors)),
            Amount::ManaSpentFrom(objects, origin) => self.spent_from(scope, objects.as_ref(), *origin),
            Amount::ColorsSpentOn(objects) => self.sum(scope, objects, |_, object| colors_spent_on(object)),
            Amount::CastOrdinal(objects, filter) => {
                let mut place = 0;
                self.each_object(scope, objects, &mut |id| place = self.cast_ordinal(scope, id, filter));
                place
            }
            Amount::Happened(kind, filter) => self.happened(scope, *kind, filter),
            Amount::Deeds(kind, players) => self.people(scope, players, |player| self.deeds(*kind, player)),
            Amount::DamageSources(players, combat, filter) => {
                self.people(scope, players, |player| self.damage_sources(scope, player, *combat, filter))
            }
            Amount::LandsPlayed(players) => self.people(scope, players, |player| i32::from(info(player).lands_played)),
            Amount::DamageTaken(players, combat) => {
                self.people(scope, players, |player| self.damage_taken(player, *combat))
            }
            Amount::TimesMutated(objects) => self.sum(scope, objects, |id, _| self.times_mutated(id)),
            Amount::Devoured(objects) => self.sum(scope, objects, |id, _| self.devoured(id)),
            Amount::DevouredOf(objects, filter) => self.devoured_of(scope, objects, filter),
            Amount::OpponentsAttacked(players) => {
                self.people(scope, players, |player| i32::from(player == self.s.active && self.s.attacked_player))
            }
            Amount::Speed(players) => self.people(scope, players, |player| i32::from(info(player).speed)),
            Amount::TimesTempted(players) => self.people(scope, players, |player| i32::from(info(player).tempted)),
            Amount::CommanderCasts => self.commander_casts(scope.you),
            Amount::CastsOf(objects) => self.sum(scope, objects, |_, object| self.casts_of(object)),
            Amount::Party(players) => self.party(self.players(scope, players)),
            Amount::ManaSymbols(objects, colors) => {
                let colors = self.read_colors(scope.text, *colors);
                self.sum(scope, objects, |_, object| self.mana_symbols(object, colors))
            }
            Amount::CardTypesOf(objects) => {
                self.had_together(scope, objects, |chars| chars.types).bits().count_ones() as i32
            }
            Amount::CardTypesIn(zone, filter) => self.card_types_among(scope, *zone, filter).bits().count_ones() as i32,
            Amount::ColorsAmong(zone, filter) => self.colors_among(scope, *zone, filter).bits().count_ones() as i32,
            Amount::ColorsOf(objects) => {
                self.had_together(scope, objects, |chars| chars.colors).bits().count_ones() as i32
            }
            Amount::ChosenColorsOf(objects) => {
                let chosen = self.chosen_color(scope).unwrap_or_default();
                (self.had_together(scope, objects, |chars| chars.colors) & chosen).bits().count_ones() as i32
            }
            Amount::Devotion(colors) => self.devotion(scope.you, self.read_colors(scope.text, *colors)),
            Amount::Domain(players) => self.people(scope, players, |player| self.domain(player)),
            Amount::SpellsCast(players) => self.people(scope, players, |player| i32::from(info(player).spells_cast)),
            Amount::OtherSpellsCast => {
                i32::from(info(scope.you).spells_cast) - i32::from(self.was_cast_this_turn(scope.source))
            }
            // Nothing was cast or not cast before the first turn.
            Amount::SpellsCastLastTurn(_) if self.s.turn <= 1 => -1,
            Amount::SpellsCastLastTurn(players) => {
                self.people(scope, players, |player| i32::from(info(player).spells_last_turn))
            }
            Amount::TurnsBegun(players) => self.people(scope, players, |player| i32::from(info(player).turns_begun)),
            Amount::LifeLostLastTurn(players) => {
                self.people(scope, players, |player| i32::from(info(player).life_lost_last_turn))
            }
            Amount::HappenedLastTurn(kind, filter) => self.happened_last_turn(scope, *kind, filter),
            Amount::ClassLevel => match self.s.last_known(scope.source).map(|source| source.noted) {
                Some(Noted::Level(level)) => i32::from(level),
                _ => 1,
            },
            Amount::LifeGained(players) => self.people(scope, players, |player| i32::from(info(player).life_gained)),
            Amount::LifeLost(players) => self.people(scope, players, |player| i32::from(info(player).life_lost)),
            Amount::CardsDrawn(players) => self.people(scope, players, |player| i32::from(info(player).cards_drawn)),
            Amount::CreaturesDied => i32::from(self.s.creatures_died),
            Amount::AttackPower(players) => self.people(scope, players, |player| info(player).attack_power),
            Amount::AttackersDeclared(players) => {
                self.people(scope, players, |player| i32::from(info(player).attackers_declared))
            }
            Amount::DifferentNames(zone, filter) => {
                self.different(scope, *zone, filter, |_, object| i32::from(object.card.0))
            }
            Amount::DifferentPowers(zone, filter) => {
                self.different(scope, *zone, filter, |id, object| self.power(id, object))
            }
            Amount::MostAlike(zone, filter, alike) => self.most_alike(scope, *zone, filter, *alike),
            Amount::DifferentManaValues(zone, filter) => {
                self.different(scope, *zone, filter, |_, object| self.mana_value(object))
            }
            Amount::CounterKinds(zone, filter) => self.counter_kinds(scope, *zone, filter),
            Amount::Sum(a, b) => self.amount(scope, a) + self.amount(scope, b),
            Amount::Difference(a, b) => self.amount(scope, a) - self.amount(scope, b),
            Amount::Times(a, factor) => self.amount(scope, a) * factor,
            // Numbers may be negative (CR 107.1b); halves round towards plus or minus infinity.
            Amount::Product(a, b) => self.amount(scope, a).saturating_mul(self.amount(scope, b)),
            Amount::Quotient(a, b) => match self.amount(scope, b) {
                many @ 1.. => self.amount(scope, a).div_euclid(many),
                _ => 0,
            },
            Amount::CastBefore(objects, filter) => self.cast_before(scope, objects, filter),
            Amount::HalfUp(a) => (self.amount(scope, a) + 1).div_euclid(2),
            Amount::HalfDown(a) => self.amount(scope, a).div_euclid(2),
            Amount::Least(a, b) => self.amount(scope, a).min(self.amount(scope, b)),
            Amount::Greatest(a, b) => self.amount(scope, a).max(self.amount(scope, b)),
            Amount::If(condition, a, b) => self.amount(scope, if self.holds(scope, condition) { a } else { b }),
            Amount::Lethal(objects, by) => {
                let deadly = self.any_known(scope, by, |by| by.characteristics.keywords.contains(Keywords::DEATHTOUCH));
                self.sum(scope, objects, |id, _| self.lethal_damage(id, deadly).min(65_535) as i32)
            }
            Amount::ExcessThisWay(filter) => self.excess_this_way(scope, filter),
            Amount::ThisWay => scope.this_way,
        }
    }

    /// How many targets are objects on the battlefield that fit: one that is a target several times is one (CR 115.3).
    fn targets_that(self, scope: &Scope, filter: &Filter) -> i32 {
        let mut all: SmallVec<[ObjectId; 8]> = SmallVec::new();
        for target in self.aimed_at(scope) {
            if let Target::Object(id) = target
                && !all.contains(&id)
                && self
                    .s
                    .get(id)
                    .is_some_and(|object| object.zone == Zone::Battlefield && self.matches(scope, filter, id, object))
            {
                all.push(id);
            }
        }
        all.len() as i32
    }

    /// X: as it was announced, or, for an ability of a permanent, as it was paid for that (CR 107.3).
    fn x(self, scope: &Scope) -> i32 {
        if scope.item.is_none() && scope.x == 0 {
            self.s.last_known(scope.source).map_or(0, |source| i32::from(source.x))
        } else {
            i32::from(scope.x)
        }
    }

    /// How many of the basic land types there are among the lands of a player (CR 305.6).
    fn domain(self, player: Player) -> i32 {
        let own = self.s.permanents().filter(|(_, object)| object.controller == player);
        let lands = own.fold(0, |lands, (_, object)| lands | object.characteristics.subtypes.basic_lands());
        lands.count_ones() as i32
    }

    /// All card types of the objects of a zone that fit.
    fn card_types_among(self, scope: &Scope, zone: Zone, filter: &Filter) -> CardTypes {
        let mut types = CardTypes::empty();
        self.each_in_zone(zone, &mut |id, object| {
            if self.matches(scope, filter, id, object) {
                types |= object.characteristics.types;
            }
        });
        types
    }

    /// The size of a party (CR 700.8): the most creatures that are a Cleric, a Rogue, a Warrior and a Wizard, each one of them.
    fn party(self, players: PlayerSet) -> i32 {
        let roles = ["Cleric", "Rogue", "Warrior", "Wizard"].map(Subtype::from_name);
        // For each set of roles, whether creatures seen so far can fill it.
        let mut filled: u16 = 1;
        for (_, object) in self.s.permanents() {
            if !object.is_creature() || !players.contains(object.controller) {
                continue;
            }
            let before = filled;
            for (place, role) in roles.iter().enumerate() {
                if role.is_some_and(|role| object.characteristics.subtypes.contains(role)) {
                    for set in 0..16 {
                        if before >> set & 1 != 0 && set >> place & 1 == 0 {
                            filled |= 1 << (set | 1 << place);
                        }
                    }
                }
            }
        }
        (0..16u32).filter(|set| filled >> set & 1 != 0).map(u32::count_ones).max().unwrap_or(0) as i32
    }

    fn counters(self, id: ObjectId, object: &Object, kind: Option<CounterKind>) -> i32 {
        if !object.is(Flags::HAS_COUNTERS) {
            return 0;
        }
        self.s.counters_last_known(id, kind)
    }

    fn different(self, scope: &Scope, zone: Zone, filter: &Filter, key: impl Fn(ObjectId, &Object) -> i32) -> i32 {
        let mut seen = Vec::new();
        self.each_in_zone(zone, &mut |id, object| {
            if self.matches(scope, filter, id, object) && !seen.contains(&key(id, object)) {
                seen.push(key(id, object));
            }
        });
        seen.len() as i32
    }

    /// What objects have together, as they last were: their colors, their card types.
    fn had_together<T: Default + BitOrAssign>(
        self,
        scope: &Scope,
        objects: &Objects,
        of: fn(&Characteristics) -> T,
    ) -> T {
        let mut all = T::default();
        self.each_object_or_last_known(scope, objects, &mut |id| {
            if let Some(object) = self.s.last_known(id) {
                all |= of(&object.characteristics);
            }
        });
        all
    }

    /// How many kinds of counters there are on those that fit.
    fn counter_kinds(self, scope: &Scope, zone: Zone, filter: &Filter) -> i32 {
        let mut seen = smallvec::SmallVec::<[_; 16]>::new();
        self.each_in_zone(zone, &mut |id, object| {
            if object.is(Flags::HAS_COUNTERS) && self.matches(scope, filter, id, object) {
                let kinds = self.s.all_counters_on(id.index).into_iter().map(|(kind, _)| kind);
                let new: smallvec::SmallVec<[_; 4]> = kinds.filter(|kind| !seen.contains(kind)).collect();
                seen.extend(new);
            }
        });
        seen.len() as i32
    }

    /// Of how many objects the most have a name, or a creature type, in common. What has every creature type counts with each of them.
    fn most_alike(self, scope: &Scope, zone: Zone, filter: &Filter, alike: Alike) -> i32 {
        let count = |like: &dyn Fn(&Object) -> bool| {
            let mut count = 0;
            self.each_in_zone(zone, &mut |id, object| {
                count += i32::from(like(object) && self.matches(scope, filter, id, object));
            });
            count
        };
        let mut most = 0;
        self.each_in_zone(zone, &mut |id, object| {
            if !self.matches(scope, filter, id, object) {
                return;
            }
            match alike {
                // What has no name has none in common (CR 201.2b).
                Alike::Name if object.is_blank() => {}
                Alike::Name => {
                    let same =
                        |other: &Object| !other.is_blank() && self.pool.same_name(object.named_as(), other.named_as());
                    most = most.max(count(&same));
                }
                Alike::CreatureType if object.characteristics.subtypes.has_every_creature_type() => {
                    most = most.max(count(&|other| other.characteristics.subtypes.has_every_creature_type()));
                }
                Alike::CreatureType => {
                    for own in object.characteristics.subtypes.iter() {
                        if own.kind() == SubtypeKind::Creature {
                            most = most.max(count(&|other| other.characteristics.subtypes.contains(own)));
                        }
                    }
                }
            }
        });
        most
    }

    /// CR 700.5.
    fn devotion(self, player: Player, colors: gauntlet_cards::types::Colors) -> i32 {
        let there = |id: ObjectId| self.s.arriving != Some(id.index);
        let own = self.s.permanents().filter(|(id, object)| object.controller == player && there(*id));
        own.map(|(_, object)| self.mana_symbols(object, colors)).sum()
    }

    /// How many symbols in the mana cost of an object are of some of these colours.
    fn mana_symbols(self, object: &Object, colors: gauntlet_cards::types::Colors) -> i32 {
        let cost = self.pool.card(object.card).mana_cost.as_ref();
        cost.map_or(0, |cost| {
            cost.symbols
                .iter()
                .filter(|symbol| !matches!(symbol, ManaSymbol::Generic(_)) && symbol.colors().intersects(colors))
                .count() as i32
        })
    }

    /// Returns whether it holds.
    pub(crate) fn holds(self, scope: &Scope, condition: &Condition) -> bool {
        match condition {
            Condition::Compare(left, comparison, right) => {
                comparison.holds(self.amount(scope, left), self.amount(scope, right))
            }
            Condition::TurnOf(players) => self.player_fits(scope, *players, self.s.active),
            Condition::ObjectIs(objects, filter) => self.any_object(scope, objects, |id| {
                self.s.last_known(id).is_some_and(|object| self.matches(scope, filter, id, object))
            }),
            Condition::CanBeAttached(what, host) => self.any_object(scope, what, |id| {
                let now = self.s.get(id).map(|object| object.attached_to);
                self.any_object(scope, host, |host| now != Some(host) && self.can_attach(id, host))
            }),
            Condition::IsTarget(what, of) => self.any_object(scope, what, |id| {
                self.any_object(scope, of, |of| self.any_target(of, |target| target == Target::Object(id)))
            }),
            Condition::Exists(zone, filter) => self.exists(scope, *zone, filter),
            Condition::TopOfLibrary(filter) => self.s.libraries[scope.you]
                .last()
                .is_some_and(|top| self.card_matches(scope, filter, top.card, scope.you, Zone::Library)),
            Condition::Kicked(cost) => self.paid(scope)[*cost as usize] > 0,
            Condition::CostPaid(cost) => self.paid(scope)[*cost as usize] > 0,
            Condition::DealtCombatDamage { by, alike } => {
                let spell = self.s.last_known(scope.source).filter(|_| *alike);
                (spell.is_some() || !alike) && self.dealt_combat_damage(scope, by, spell)
            }
            // It is found as what it was if it went to a hidden zone.
            Condition::WasDiscarded => {
                self.past(Happening::DISCARDED).any(|past| [past.id.moved(), past.id].contains(&scope.source))
            }
            Condition::WasCast => self.s.last_known(scope.source).is_some_and(was_cast),
            Condition::CastFrom(zone) => {
                let was = |source: &Object| {
                    (scope.from == *zone || source.is(Flags::CAST) && source.cast_from == *zone)
                        && !(was_cast(source) && is_from_another_hand(source, *zone))
                };
                self.s.last_known(scope.source).map_or(scope.from == *zone, was)
            }
            Condition::Targets(filter) => self.aimed_at(scope).any(|target| match target {
                Target::Object(id) => self.s.get(id).is_some_and(|object| self.matches(scope, filter, id, object)),
                Target::Player(_) => false,
            }),
            Condition::PutAway(how) => self
                .s
                .last_known(scope.source)
                .is_some_and(|source| source.down == *how && source.noted != Noted::Turn(self.s.turn as u8)),
            Condition::Daytime(daytime) => self.s.daytime == *daytime,
            Condition::InStep(step) => self.s.step == *step,
            Condition::BeforeAttackers => !self.s.attackers_declared && self.s.step < Step::DeclareAttackers,
            Condition::CombatPhase(number) => {
                self.s.combat_phases == *number && self.holds(scope, &Condition::InCombat)
            }
            Condition::MainPhase(number) => self.s.main_phases == *number,
            Condition::ExtraTurn => self.s.extra_turn,
            Condition::InCombat => self.s.step >= Step::BeginCombat && self.s.step <= Step::EndCombat,
            Condition::Designated(players, what) => gauntlet_core::Player::BOTH
                .into_iter()
                .any(|player| self.player_fits(scope, *players, player) && self.is_designated(player, *what)),
            Condition::TributePaid => self.s.tributes.contains(&scope.source),
            Condition::ChosenWord(place, _) => self.choice_of(scope) == Some(Chosen::Word(*place)),
            Condition::Blessed => self.s.players[scope.you].blessed,
            Condition::Did => scope.did,
            Condition::PlayerAttackedThisTurn(players) => self
                .players(scope, players)
                .in_order(self.s.active)
                .any(|player| self.s.players[player].attackers_declared > 0),
            Condition::All(conditions) => conditions.iter().all(|condition| self.holds(scope, condition)),
            Condition::AnyOf(conditions) => conditions.iter().any(|condition| self.holds(scope, condition)),
            Condition::Not(condition) => !self.holds(scope, condition),
        }
    }

    /// The targets of the spell or ability whose text is read, as it is announced or afterwards.
    fn aimed_at(self, scope: &Scope) -> impl Iterator<Item = Target> + 'a {
        let chosen = &self.s.targets[scope.targets.start as usize..scope.targets.end as usize];
        let chosen = if self.aims.is_empty() { chosen } else { &[] };
        self.aims.iter().copied().chain(chosen.iter().map(|chosen| chosen.target))
    }

    /// Returns whether a cost that kicks it was paid for a spell, or for the spell that became a permanent (CR 702.33d): what else was paid
    /// besides its cost doesn't kick it.
    pub(crate) fn is_kicked(self, id: ObjectId, object: &Object) -> bool {
        if object.paid == crate::state::Paid::default() {
            return false;
        }
        let item = self.s.stack.iter().find(|item| item.object == id).map(|item| item.ability);
        let ways = item.into_iter().chain(self.pool.card(object.card).abilities.iter().copied());
        let costs = ways.filter_map(|ability| match &self.pool.ability(ability).kind {
            AbilityKind::Activatable(way) if way.kind == ActivatableKind::Cast => Some(&way.optional_costs),
            _ => None,
        });
        let paid =
            |costs: &Vec<OptionalCost>| costs.iter().zip(object.paid).any(|(cost, times)| cost.kicks && times > 0);
        costs.take(1).any(paid)
    }

    /// Returns whether it was cast for its warp cost (CR 702.185a): a card with that has no other cost that is remembered, and a copy of a spell
    /// isn't cast (CR 707.10).
    pub(crate) fn is_warped(self, object: &Object) -> bool {
        if object.paid == crate::state::Paid::default() || !was_cast(object) {
            return false;
        }
        self.pool.card(object.card).abilities.iter().any(|ability| match &self.pool.ability(*ability).kind {
            AbilityKind::Activatable(way) if way.warp => {
                way.named_cost.is_some_and(|place| object.paid[usize::from(place)] > 0)
            }
            _ => false,
        })
    }

    /// How often optional costs were paid: for the spell itself, or for the spell that became the source permanent.
    fn paid(self, scope: &Scope) -> crate::state::Paid {
        if scope.paid == crate::state::Paid::default() {
            self.s.last_known(scope.source).map_or(Default::default(), Object::own_paid)
        } else {
            scope.paid
        }
    }
}

/// How many counters of a kind a player has (CR 122.1).
fn player_counters(info: &PlayerInfo, kind: CounterKind) -> i32 {
    match kind {
        CounterKind::POISON => i32::from(info.poison),
        CounterKind::ENERGY => i32::from(info.energy),
        CounterKind::EXPERIENCE => i32::from(info.experience),
        CounterKind::RAD => i32::from(info.rad),
        _ => 0,
    }
}

/// How much mana was spent to cast an object, of these colours if they are said.
fn mana_spent_on(object: &Object, colors: Option<Colors>) -> i32 {
    let is_of = |kind: usize, colors: Colors| match kind {
        5 => colors.is_empty(),
        kind => colors.bits() >> kind & 1 != 0,
    };
    let counts = |kind: &usize| colors.is_none_or(|colors| is_of(*kind, colors));
    (0..6).filter(counts).map(|kind| spent_of(object.spent_mana, kind) as i32).sum()
}

/// How many colours of mana were spent to cast an object.
fn colors_spent_on(object: &Object) -> i32 {
    (0..5).filter(|kind| spent_of(object.spent_mana, *kind) > 0).count() as i32
}
