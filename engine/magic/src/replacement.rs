//! Replacement and prevention effects (CR 614, 615): asked by whatever is about to change the position.

mod asked;
mod damage;
pub(crate) mod order;

use gauntlet_cards::ability::{
    AbilityKind, Affected, Caused, CountersBy, PlayerRule, Replacement, RuleKinds, Static, StaticEffect,
};
use gauntlet_cards::card::{AbilityId, Characteristics};
use gauntlet_cards::effect::{Destination, LibraryPosition};
use gauntlet_cards::filter::{CounterKind, Filter, Zone};
use gauntlet_cards::keyword::{Features, Keywords, Marks, Restrictions};
use gauntlet_cards::types::Subtypes;
use gauntlet_core::Player;
use smallvec::SmallVec;

use self::asked::{asks_for_own_types, counts_cards, lies_open};
pub(crate) use self::order::Step;
use self::order::{Change, Changes};
use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::state::{EntersWith, Flags, Object, ObjectId, Ordered, Range, ReplacedBy, Target};
use crate::task::{Resolve, Scope, Task};

impl<'a> Eye<'a> {
    /// Returns whether there may be static abilities of these kinds in effect.
    #[inline]
    pub(crate) fn has_rules(self, kinds: RuleKinds) -> bool {
        self.s.rules.intersects(kinds)
    }

    /// Calls `f` with each static ability of these kinds that is in effect: of permanents, of emblems, of effects on players.
    #[inline]
    pub(crate) fn each_rule(self, kinds: RuleKinds, f: &mut dyn FnMut(&Scope, &'a Static)) {
        self.each_rule_with_id(kinds, &mut |scope, _, ability| f(scope, ability));
    }

    /// The same, with the number of the ability.
    #[inline]
    pub(crate) fn each_rule_with_id(self, kinds: RuleKinds, f: &mut dyn FnMut(&Scope, AbilityId, &'a Static)) {
        if self.has_rules(kinds) {
            self.visit_rules(kinds, f);
        }
    }

    /// Returns whether an effect sends something elsewhere that would enter the battlefield.
    pub(crate) fn sends_arrivals_elsewhere(self) -> bool {
        let mut found = false;
        self.each_rule(RuleKinds::MOVES, &mut |_, ability| {
            let StaticEffect::Replacement(Replacement::Moves { to, .. }) = &ability.effect else { return };
            found |= *to == Zone::Battlefield;
        });
        found
    }

    fn visit_rules(self, kinds: RuleKinds, f: &mut dyn FnMut(&Scope, AbilityId, &'a Static)) {
        let mut visit = |id: ObjectId, controller: Player, number: AbilityId, told: [i16; 2]| {
            let ability = self.pool.static_ability(number);
            if !self.pool.rule_kinds(&ability.effect).intersects(kinds) {
                return;
            }
            let text = self.s.get(id).map_or(id, |object| self.text_of(id, object, number));
            let mut scope = Scope { text, x: told[0] as u8, ..Scope::of(id, controller) };
            scope.numbers[0] = i32::from(told[1] as u16);
            if ability.condition.as_ref().is_none_or(|condition| self.holds(&scope, condition)) {
                f(&scope, number, ability);
            }
        };
        let is_static = |kind: &AbilityKind| matches!(kind, AbilityKind::Static(_));
        for (id, object) in self.s.permanents() {
            if !object.is(Flags::HAS_GRANTED) && !self.pool.card(object.card).derived.rules.intersects(kinds) {
                continue;
            }
            for ability in self.abilities(object, id.index, |derived| &derived.statics, is_static) {
                visit(id, object.controller, ability, [0, 0]);
            }
        }
        for &index in &self.s.command {
            let object = &self.s.objects[index as usize];
            for &ability in &self.pool.card(object.card).derived.statics_elsewhere {
                visit(self.s.id(index), object.controller, ability, [0, 0]);
            }
        }
        if self.pool.features.contains(gauntlet_cards::keyword::Features::GRAVEYARD_RULES) {
            for player in Player::BOTH {
                for &index in &self.s.graveyards[player] {
                    let object = &self.s.objects[index as usize];
                    let lost = object.is(Flags::LOST_ABILITIES);
                    let own = &self.pool.card(object.card).derived.statics_elsewhere;
                    for &ability in own.iter().filter(|_| !lost) {
                        if self.pool.static_ability(ability).zone == Zone::Graveyard {
                            visit(self.s.id(index), object.owner, ability, [0, 0]);
                        }
                    }
                }
            }
        }
        for effect in &self.s.player_effects {
            visit(effect.source, effect.controller, effect.ability, [effect.numbers[0], effect.numbers[1]]);
        }
    }

    /// Returns whether an effect that another player controls can't make a player do something.
    pub(crate) fn cannot_be_caused(self, what: Caused, player: Player, by: Player) -> bool {
        player != by
            && self.player_rule(RuleKinds::NOT_CAUSED, player, |rule| *rule == PlayerRule::CannotBeCaused(what))
    }

    /// Returns whether a rule says that a player can't draw another card now.
    pub(crate) fn cannot_draw(self, player: Player) -> bool {
        let drawn = self.s.players[player].cards_drawn;
        self.player_rule(RuleKinds::DRAWS, player, |rule| matches!(rule, PlayerRule::DrawLimit(most) if drawn >= *most))
    }

    /// Returns whether a rule of these kinds holds for a player.
    pub(crate) fn player_rule(self, kinds: RuleKinds, player: Player, wanted: impl Fn(&PlayerRule) -> bool) -> bool {
        let mut found = false;
        self.each_rule(kinds, &mut |scope, ability| {
            if let StaticEffect::Player(who, rule) = &ability.effect {
                found |= wanted(rule) && self.player_fits(scope, *who, player);
            }
        });
        found
    }
}

/// Who puts counters somewhere (CR 122.6), and whether an effect does it, not a cost or a rule of the game.
#[derive(Clone, Copy)]
pub(crate) struct Putting {
    pub(crate) by: Player,
    pub(crate) effect: bool,
    /// Whether it enters the battlefield with them.
    pub(crate) entering: bool,
}

impl Putting {
    /// By an effect of a player's.
    pub(crate) fn effect(by: Player) -> Putting {
        Putting { by, effect: true, entering: false }
    }

    /// On what enters the battlefield with them under a player's control.
    pub(crate) fn as_enters(by: Player) -> Putting {
        Putting { by, effect: true, entering: true }
    }

    /// As a cost that a player pays, or because the rules say so.
    pub(crate) fn rule(by: Player) -> Putting {
        Putting { by, effect: false, entering: false }
    }
}

/// Where an object goes once replacement effects have been applied.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct ReplacedMove {
    pub(crate) zone: Zone,
    /// Where in the library, if the effect says that.
    pub(crate) position: Option<LibraryPosition>,
    /// What has exiled it, if that refers to the cards it has exiled (CR 607.2b).
    pub(crate) linked_to: Option<ObjectId>,
    /// With the counters that this ability says, of that source and player.
    pub(crate) counters: Option<(ObjectId, Player, AbilityId)>,
    /// What else happens then: the script of this ability, of that source and player.
    pub(crate) then: Option<(ObjectId, Player, AbilityId)>,
}

impl ReplacedMove {
    /// To a zone, and nothing else.
    fn to(zone: Zone) -> ReplacedMove {
        ReplacedMove { zone, position: None, linked_to: None, counters: None, then: None }
    }
}

impl Engine<'_> {
    /// The zone to which an object really goes. `by`: what moves it.
    pub(crate) fn replaced_zone(&mut self, by: &Scope, id: ObjectId, to: &Destination) -> Zone {
        self.replaced_move(by, id, to).zone
    }

    /// Where an object really goes, and how. Its controller, or its owner if it has none, chooses among effects that send it to
    /// different places (CR 616.1).
    pub(crate) fn replaced_move(&mut self, by: &Scope, id: ObjectId, to: &Destination) -> ReplacedMove {
        let replaced = self.moved_by_effects(by, id, to);
        if self.s.commanders.is_empty() || !matches!(replaced.zone, Zone::Hand | Zone::Library) {
            return replaced;
        }
        match self.commander_goes(id, replaced.zone) {
            zone if zone == replaced.zone => replaced,
            zone => ReplacedMove::to(zone),
        }
    }

    /// Where an object goes, and how, as effects say.
    fn moved_by_effects(&mut self, by: &Scope, id: ObjectId, destination: &Destination) -> ReplacedMove {
        let to = destination.zone;
        let mut replaced = ReplacedMove::to(to);
        let Some(object) = self.s.get(id).copied() else { return replaced };
        // CR 702.34a, 702.133a, 702.127a, 702.180a: wherever it would go, by its own instruction too.
        if object.zone == Zone::Stack && to != Zone::Battlefield && self.is_exiled_from_stack(id) {
            replaced.zone = Zone::Exile;
            return replaced;
        }
        let exiling = if to == Zone::Graveyard { self.exiled_by(id, &object) } else { None };
        let own = object.zone != Zone::Battlefield && self.pool.features.contains(Features::GOES_ELSEWHERE);
        if !self.eye().has_rules(RuleKinds::MOVES) && !own {
            if exiling.is_some() {
                replaced.zone = Zone::Exile;
            }
            return replaced;
        }
        let mut used: SmallVec<[Ordered; 4]> = SmallVec::new();
        let entering = to == Zone::Battlefield && object.zone != Zone::Battlefield;
        let entering = entering.then(|| {
            let mut entering = self.eye().as_entering(&object, destination);
            if self.eye().sends_arrivals_elsewhere() {
                entering.characteristics = self.characteristics_there(by, id, &entering, destination);
            }
            entering
        });
        loop {
            let there = replaced.zone == Zone::Battlefield;
            let as_it_is = entering.as_ref().filter(|_| there).unwrap_or(&object);
            let (options, moves) = self.replacing_moves(id, as_it_is, replaced.zone, &used);
            if moves.is_empty() {
                return replaced;
            }
            let public = matches!(object.zone, Zone::Battlefield | Zone::Stack);
            let player = if public { object.controller } else { object.owner };
            let place = self.choose_order(player, &options);
            used.push(options[place]);
            replaced = moves[place];
        }
    }

    /// What an object that is about to enter would be on the battlefield, as what exists already and it itself say (CR 614.12): a card
    /// that is a creature may be none there, and the other way round.
    fn characteristics_there(
        &self,
        by: &Scope,
        id: ObjectId,
        entering: &Object,
        destination: &Destination,
    ) -> Characteristics {
        let default = if entering.zone == Zone::Stack { entering.controller } else { entering.owner };
        let chosen = destination.controller.as_ref();
        let controller = chosen.and_then(|players| self.eye().players(by, players).first(by.you)).unwrap_or(default);
        self.on_a_copy(|there| {
            *there.object(id.index) =
                Object { zone: Zone::Battlefield, controller, base_controller: controller, ..*entering };
            // It is where it will be and nowhere else.
            for player in Player::BOTH {
                there.s.graveyards[player].retain(|index| *index != id.index);
            }
            there.s.exile.retain(|index| *index != id.index);
            there.arrived(id).characteristics
        })
    }

    /// The effects that would send an object elsewhere which is about to go to a zone, those that have been applied left out, and
    /// where each of them sends it: one for each place, as those that do the same are as good as one another.
    pub(crate) fn replacing_moves(
        &self,
        id: ObjectId,
        object: &Object,
        to: Zone,
        used: &[Ordered],
    ) -> (SmallVec<[Ordered; 4]>, SmallVec<[ReplacedMove; 4]>) {
        let mut options: SmallVec<[Ordered; 4]> = SmallVec::new();
        let mut moves: SmallVec<[ReplacedMove; 4]> = SmallVec::new();
        let exiling = if to == Zone::Graveyard { self.exiled_by(id, object) } else { None };
        let exiling = exiling.map(|what| Ordered { source: id, what, moves: Some(id) });
        if let Some(this) = exiling.filter(|this| !used.contains(this)) {
            options.push(this);
            moves.push(ReplacedMove::to(Zone::Exile));
        }
        let eye = self.eye();
        let mut consider = |scope: &Scope, number: AbilityId, ability: &Static| {
            let what_of = ReplacedBy::Ability(number);
            let this = Ordered { source: scope.source, what: what_of, moves: Some(id) };
            if let StaticEffect::Replacement(Replacement::Moves { what, from, to: wanted, instead, then }) =
                &ability.effect
                && to == *wanted
                && !used.contains(&this)
                && from.is_none_or(|from| from == object.zone)
                && eye.matches(scope, what, id, object)
            {
                let other = ReplacedMove {
                    zone: instead.zone,
                    position: (instead.zone == Zone::Library).then_some(instead.position),
                    linked_to: instead.linked.then_some(scope.source),
                    counters: (!instead.counters.is_empty()).then_some((scope.source, scope.you, number)),
                    then: then.as_ref().map(|_| (scope.source, scope.you, number)),
                };
                if !moves.contains(&other) {
                    options.push(this);
                    moves.push(other);
                }
            }
        };
        eye.each_rule_with_id(RuleKinds::MOVES, &mut consider);
        // What a card says of itself "from anywhere" it says wherever it is.
        if object.zone != Zone::Battlefield && self.pool.features.contains(Features::GOES_ELSEWHERE) {
            let scope = Scope::of(id, object.controller);
            for &number in &self.pool.card(object.card).derived.statics {
                let ability = self.pool.static_ability(number);
                if matches!(&ability.effect, StaticEffect::Replacement(Replacement::Moves { what, .. }) if what.speaks_of_source())
                {
                    consider(&scope, number, ability);
                }
            }
        }
        (options, moves)
    }

    /// What exiles an object that would be put into a graveyard, other than an ability: a finality counter (CR 122.1h), or the effect
    /// that let the spell be cast. A spell that is countered and put elsewhere isn't put into a graveyard at all: where it goes
    /// is said by the effect that counters it, which replaces a part of itself before anything else does (CR 614.15, 616.1a).
    fn exiled_by(&self, id: ObjectId, object: &Object) -> Option<ReplacedBy> {
        let counted = object.zone == Zone::Battlefield
            && object.is(Flags::HAS_COUNTERS)
            && self.s.counters_on(id.index, CounterKind::FINALITY) > 0;
        if counted {
            return Some(ReplacedBy::FinalityCounter);
        }
        let cast_so = object.zone == Zone::Stack && object.is(Flags::EXILED_AFTERWARDS);
        cast_so.then_some(ReplacedBy::ExileAfterwards)
    }

    /// Applies what changes how a permanent enters (CR 614.12): its own abilities, and those of others.
    pub(crate) fn replace_entering(&mut self, id: ObjectId) {
        // Its characteristics are those that it would have on the battlefield (CR 614.12): effects that exist already may have taken
        // its abilities away; those of its own abilities matter to what others say of it.
        let takes = |object: &Object| self.pool.card(object.card).derived.takes_abilities;
        let taken = || self.s.permanents().any(|(_, object)| takes(object));
        let changed = self.s.effects.iter().any(|effect| effect.object == id);
        let object = &self.s.objects[id.index()];
        let says = object.is(Flags::HAS_GRANTED)
            || self.pool.card(object.card).derived.rules.contains(RuleKinds::ENTERS_ITSELF);
        let asked = || says || self.eye().has_rules(RuleKinds::ENTERING);
        if changed || self.s.layers_used && (asked() || taken()) {
            self.see_as_it_arrives(id);
        }
        let object = &self.s.objects[id.index()];
        let has_own = !self.pool.card(object.card).derived.statics.is_empty() || object.is(Flags::HAS_GRANTED);
        if !self.eye().has_rules(RuleKinds::ENTERING) && !has_own {
            return;
        }
        // It isn't there yet for what these count and ask for.
        self.s.battlefield.retain(|index| *index != id.index);
        self.replace_entering_of_all(id);
        self.s.battlefield.push(id.index);
    }

    /// Counts what objects that are about to enter from graveyards and exile will enter with for the cards there, themselves and
    /// those that enter with them included: that is worked out before they move (CR 614.12).
    pub(crate) fn count_before_entering(&mut self, scope: &Scope, range: Range, destination: &Destination) {
        if destination.down.is_creature() || destination.transformed {
            return;
        }
        for place in range.start..range.end {
            let id = self.s.scratch[place as usize];
            let Some(object) = self.s.get(id).copied().filter(|object| lies_open(object.zone)) else { continue };
            for &number in &self.pool.card(object.card).derived.statics {
                let ability = self.pool.static_ability(number);
                let StaticEffect::Replacement(Replacement::EntersWithCounters { what, kind, amount }) = &ability.effect
                else {
                    continue;
                };
                if !(what.speaks_of_source() && counts_cards(amount)) || self.would_lose_abilities(id) {
                    continue;
                }
                let chosen = destination.controller.as_ref();
                let chosen = chosen.and_then(|players| self.eye().players(scope, players).first(scope.you));
                let own = Scope::of(id, chosen.unwrap_or(object.owner));
                if ability.condition.as_ref().is_none_or(|condition| self.eye().holds(&own, condition)) {
                    let amount = self.eye().amount(&own, amount).clamp(0, i32::from(u16::MAX));
                    // None is said too, so that they aren't counted again.
                    self.s.entering.push(EntersWith {
                        place: id.index,
                        kind: *kind,
                        amount: amount as u16,
                        by: own.you,
                        said_by: Some((id.moved(), number)),
                    });
                }
            }
        }
    }

    /// Forgets what was counted for objects that didn't enter after all.
    pub(crate) fn forget_counted(&mut self, range: Range) {
        if !self.s.entering.is_empty() {
            let moved = &self.s.scratch[range.start as usize..range.end as usize];
            self.s.entering.retain(|entry| !moved.iter().any(|id| id.index == entry.place));
        }
    }

    /// Returns whether it was counted before an object moved how many counters of a kind it enters with.
    fn is_counted(&self, id: ObjectId, kind: CounterKind) -> bool {
        lies_open(self.s.objects[id.index()].came_from)
            && self.s.entering.iter().any(|entry| entry.place == id.index && entry.kind == kind)
    }

    fn replace_entering_of_all(&mut self, id: ObjectId) {
        let object = self.s.objects[id.index()];
        let printed = &self.pool.card(object.card).derived.statics;
        let is_static = |kind: &AbilityKind| matches!(kind, AbilityKind::Static(_));
        // What it has been given as a spell, and what it is given by effects that exist already, it has too (CR 400.7a, 614.12).
        let abilities: SmallVec<[AbilityId; 8]> =
            self.eye().abilities(&object, id.index, |derived| &derived.statics, is_static).collect();
        for number in abilities {
            let ability = self.pool.static_ability(number);
            let scope = Scope::of(id, object.controller);
            // Its own abilities only as far as they speak of it, not of permanents like it (CR 614.12).
            let own = match &ability.effect {
                StaticEffect::Replacement(Replacement::EntersWithCounters { what, kind, amount }) => {
                    let counted = || printed.contains(&number) && counts_cards(amount) && self.is_counted(id, *kind);
                    what.speaks_of_source() && !counted()
                }
                StaticEffect::Replacement(
                    Replacement::EntersTapped { what, .. }
                    | Replacement::EntersUntapped(what)
                    | Replacement::EntersAs(what, _),
                ) => what.speaks_of_source(),
                _ => true,
            };
            if own && ability.condition.as_ref().is_none_or(|condition| self.eye().holds(&scope, condition)) {
                self.replace_entering_by(&scope, number, id, None);
            }
        }
        let mut applicable: SmallVec<[(Scope, AbilityId); 4]> = SmallVec::new();
        self.eye().each_rule_with_id(RuleKinds::ENTERING, &mut |scope, number, ability| {
            if let StaticEffect::Replacement(
                Replacement::EntersTapped { .. }
                | Replacement::EntersUntapped(_)
                | Replacement::EntersAs(..)
                | Replacement::EntersWithCounters { .. },
            ) = &ability.effect
            {
                applicable.push((*scope, number));
            }
        });
        // CR 616.1: what untaps it applies last, as its controller likes best.
        let untaps = |number: AbilityId| {
            let effect = &self.pool.static_ability(number).effect;
            matches!(effect, StaticEffect::Replacement(Replacement::EntersUntapped(_)))
        };
        applicable.sort_by_key(|(_, number)| untaps(*number));
        // CR 614.12, 616.1f: what it enters with is taken into account.
        let counters = !applicable.is_empty() && self.s.entering.iter().any(|entry| entry.place == id.index);
        let after = counters.then(|| self.with_what_it_enters_with(id));
        for (scope, number) in applicable {
            self.replace_entering_by(&scope, number, id, after.as_ref());
        }
    }

    /// What an object that is about to enter will be with the counters that it enters with.
    fn with_what_it_enters_with(&self, id: ObjectId) -> Object {
        self.on_a_copy(|there| {
            there.s.battlefield.push(id.index);
            there.s.arriving = Some(id.index);
            for entry in std::mem::take(&mut there.s.entering) {
                if entry.place == id.index {
                    there.put_counters(entry.place, entry.kind, entry.amount);
                }
            }
            there.touch();
            there.refresh();
            there.s.objects[id.index()]
        })
    }

    /// `after`: what it is once effects of its own have said how it enters, if they change it. Its controller chooses what applies first
    /// (CR 616.1): it is tapped by nothing that doesn't apply to it then, and has all counters that it could have.
    fn replace_entering_by(&mut self, scope: &Scope, number: AbilityId, id: ObjectId, after: Option<&Object>) {
        let object = self.s.objects[id.index()];
        let as_it_is = |eye: Eye<'_>, what: &Filter| eye.matches(scope, what, id, &object);
        let as_it_will_be =
            |eye: Eye<'_>, what: &Filter| after.is_some_and(|after| eye.matches(scope, what, id, after));
        let pool = self.pool;
        let StaticEffect::Replacement(replacement) = &pool.static_ability(number).effect else { return };
        match replacement {
            Replacement::EntersTapped { what, unless } => {
                let excused = unless.as_ref().is_some_and(|condition| self.eye().holds(scope, condition));
                let taps = if after.is_some() { as_it_will_be(self.eye(), what) } else { as_it_is(self.eye(), what) };
                if !excused && taps {
                    self.object(id.index).flags |= Flags::TAPPED;
                }
            }
            Replacement::EntersPrepared => self.prepare(id),
            Replacement::EntersUntapped(what) => {
                let fits = if after.is_some() { as_it_will_be(self.eye(), what) } else { as_it_is(self.eye(), what) };
                if fits {
                    self.object(id.index).flags -= Flags::TAPPED;
                }
            }
            Replacement::EntersAs(what, gains) if as_it_is(self.eye(), what) || as_it_will_be(self.eye(), what) => {
                self.gain_as_cast(scope.you, id, scope.source, *gains);
            }
            Replacement::EntersWithCounters { what, kind, amount }
                if as_it_is(self.eye(), what) || as_it_will_be(self.eye(), what) =>
            {
                let amount = self.eye().amount(&Scope { current_object: id, ..*scope }, amount);
                self.enter_with(id, *kind, amount, Some((scope.source, number)));
            }
            _ => {}
        }
    }

    /// Begins the choices that are made as an object enters the battlefield (CR 614.12a), unless they have been made: they are made
    /// before it enters, so that it enters as they say. Returns whether there are any. The player
    /// under whose control it will enter, `controller`, makes them.
    pub(crate) fn choose_how_to_enter(&mut self, id: ObjectId, controller: Player) -> bool {
        let Some(object) = self.s.get(id).copied() else { return false };
        if object.zone == Zone::Battlefield {
            return false;
        }
        let controller = self.enters_under(id, controller);
        let mut card = object.card;
        if object.is(Flags::READY_TO_ENTER) {
            // CR 616.1c, 707.6: what it becomes a copy of may have choices of its own.
            let Some(copied) = self.eye().will_copy(id).filter(|_| !object.marks.contains(Marks::COPY_READY)) else {
                return false;
            };
            self.object(id.index).marks |= Marks::COPY_READY;
            card = copied;
        }
        let derived = &self.pool.card(card).derived;
        let own: &[AbilityId] =
            if !derived.statics.is_empty() && self.would_lose_abilities(id) { &[] } else { &derived.statics };
        // What the spell says, it says whatever becomes of the permanent's abilities.
        let of_spell = derived.statics_elsewhere.iter().filter(|_| object.zone == Zone::Stack);
        let mut any = false;
        for &ability in own.iter().rev().chain(of_spell) {
            if let StaticEffect::Replacement(Replacement::AsEnters(script)) = &self.pool.static_ability(ability).effect
            {
                if self.s.layers_used && asks_for_own_types(script) {
                    self.object(id.index).characteristics.subtypes = self.subtypes_there(id, controller);
                }
                let task = Resolve::of_static(ability, id, controller, self.s.scratch.len() as u16);
                self.s.tasks.push(Task::Resolve(task));
                any = true;
            }
        }
        if any {
            self.object(id.index).flags |= Flags::READY_TO_ENTER;
        }
        any
    }

    /// Of a copy of the position: what an object is on the battlefield, as what exists already and it itself say (CR 614.12).
    pub(crate) fn arrived(&mut self, id: ObjectId) -> &Object {
        self.s.battlefield.push(id.index);
        self.s.arriving = Some(id.index);
        self.touch();
        self.refresh();
        &self.s.objects[id.index()]
    }

    /// The subtypes that an object will have on the battlefield under a player's control (CR 614.12).
    fn subtypes_there(&self, id: ObjectId, controller: Player) -> Subtypes {
        self.on_a_copy(|there| {
            let object = there.object(id.index);
            object.zone = Zone::Battlefield;
            (object.controller, object.base_controller) = (controller, controller);
            there.arrived(id).characteristics.subtypes
        })
    }

    /// Returns whether effects that exist already would take the abilities of an object away that is about to enter the battlefield (CR 614.12).
    fn would_lose_abilities(&self, id: ObjectId) -> bool {
        let takes = |object: &Object| self.pool.card(object.card).derived.takes_abilities;
        if !self.s.layers_used || !self.s.permanents().any(|(_, object)| takes(object)) {
            return false;
        }
        self.on_a_copy(|there| {
            there.object(id.index).zone = Zone::Battlefield;
            there.arrived(id).is(Flags::LOST_ABILITIES)
        })
    }

    /// Effects on an object that is about to be a permanent apply to the permanent (CR 400.7a).
    pub(crate) fn carry_effects(&mut self, from: ObjectId, to: ObjectId) {
        let mut any = false;
        for effect in &mut self.s.effects {
            if effect.object == from {
                effect.object = to;
                any = true;
            }
        }
        if any {
            self.apply_copies();
        }
    }

    /// How many counters are really put on a permanent or a player: that many, and those that abilities say a permanent enters with. What
    /// a permanent says of permanents like it isn't said of how it enters itself (CR 614.12).
    pub(crate) fn counters_after_replacement(
        &mut self,
        on: Target,
        kind: CounterKind,
        (amount, more): (i32, &[(ObjectId, AbilityId, i32)]),
        putting: Putting,
    ) -> i32 {
        let all = more.iter().fold(amount, |sum, (.., more)| sum.saturating_add(*more));
        if !self.eye().has_rules(RuleKinds::COUNTERS | RuleKinds::NO_COUNTERS) || all <= 0 {
            return all;
        }
        let object = match on {
            Target::Object(id) => match self.s.get(id).copied() {
                Some(object) => Some(object),
                None => return all,
            },
            Target::Player(_) => None,
        };
        let entering = object.is_some() && putting.entering;
        if !self.eye().may_get_counters(on, kind, entering) {
            return 0;
        }
        let with = |&(source, ability, more): &_| Change { source, ability, step: Step::With(more) };
        let mut changes: Changes = more.iter().map(with).collect();
        self.eye().each_rule_with_id(RuleKinds::COUNTERS, &mut |scope, number, ability| {
            if let StaticEffect::Replacement(Replacement::Counters { what, players, by, kind: wanted, change }) =
                &ability.effect
                && wanted.is_none_or(|wanted| wanted == kind)
                && match by {
                    CountersBy::Anything => true,
                    CountersBy::Effect => putting.effect,
                    CountersBy::Player(who) => self.eye().player_fits(scope, *who, putting.by),
                }
                && match (on, &object) {
                    (Target::Object(id), Some(object)) => {
                        what.as_ref().is_some_and(|what| self.eye().is_said_of(scope, what, id, object, entering))
                    }
                    (Target::Player(player), _) => {
                        players.is_some_and(|who| self.eye().player_fits(scope, who, player))
                    }
                    (Target::Object(_), None) => false,
                }
            {
                let step = self.eye().step(scope, change);
                changes.push(Change { source: scope.source, ability: number, step });
            }
        });
        let (player, affected) = match on {
            Target::Player(player) => (player, ObjectId::NONE),
            Target::Object(id) => (object.map_or(putting.by, |object| object.controller), id),
        };
        let welcome = kind != CounterKind::MINUS_ONE && kind != CounterKind::POISON;
        self.changed_by_all((player, affected), changes, amount, welcome)
    }

    /// How many tokens are really created, of a kind that this object shows.
    pub(crate) fn tokens_after_replacement(&mut self, player: Player, amount: i32, token: &Object) -> i32 {
        if !self.eye().has_rules(RuleKinds::TOKENS) || amount <= 0 {
            return amount;
        }
        let mut changes = Changes::new();
        self.eye().each_rule_with_id(RuleKinds::TOKENS, &mut |scope, number, ability| {
            if let StaticEffect::Replacement(Replacement::Tokens { player: who, what, change }) = &ability.effect
                && self.eye().player_fits(scope, *who, player)
                && self.eye().matches(scope, what, ObjectId::NONE, token)
            {
                changes.push(Change { source: scope.source, ability: number, step: self.eye().step(scope, change) });
            }
        });
        self.changed_by_all((player, ObjectId::NONE), changes, amount, true)
    }

    /// How much life is really gained; below 0, how much is lost instead.
    pub(crate) fn life_gain_after_replacement(&mut self, player: Player, amount: i32) -> i32 {
        if !self.eye().has_rules(RuleKinds::LIFE_GAIN) {
            return amount;
        }
        let mut changes = Changes::new();
        let mut cant = false;
        self.eye().each_rule_with_id(RuleKinds::LIFE_GAIN, &mut |scope, number, ability| match &ability.effect {
            StaticEffect::Player(who, PlayerRule::CantGainLife) => {
                cant |= self.eye().player_fits(scope, *who, player);
            }
            StaticEffect::Replacement(Replacement::LifeGain { player: who, change })
                if self.eye().player_fits(scope, *who, player) =>
            {
                let step = self.eye().step(scope, change);
                changes.push(Change { source: scope.source, ability: number, step });
            }
            _ => {}
        });
        if cant { 0 } else { self.changed_by_all((player, ObjectId::NONE), changes, amount, true) }
    }
}

impl Eye<'_> {
    /// Returns whether a permanent has protection from a source (CR 702.16), or, when it is to be targeted, hexproof from it.
    pub(crate) fn protected_from(self, id: ObjectId, source: ObjectId, from: &Object, targeting: bool) -> bool {
        let Some(object) = self.s.get(id) else { return false };
        let colors = from.characteristics.colors;
        if object.characteristics.keywords.bits() >> Keywords::PROTECTION_FROM_WHITE.bits().trailing_zeros()
            & 31
            & u64::from(colors.bits())
            != 0
        {
            return true;
        }
        if !object.restrictions.contains(Restrictions::PROTECTION_FILTER) {
            return false;
        }
        let mut found = false;
        self.each_rule_on(RuleKinds::PROTECTION, (id, object), &mut |scope, effect| {
            if let StaticEffect::Protection { from: filter, hexproof_only, .. } = effect {
                let hexproof = || object.characteristics.keywords.contains(Keywords::HEXPROOF_FROM);
                let counts = !hexproof_only || (targeting && from.controller != object.controller && hexproof());
                found |= counts && self.matches(scope, filter, source, from);
            }
            if let StaticEffect::CantBeTargeted { by, .. } = effect {
                found |= targeting && self.matches(scope, by, source, from);
            }
        });
        found
    }

    /// Returns whether a player has protection from a source (CR 702.16).
    pub(crate) fn player_protected_from(self, player: Player, source: ObjectId, from: &Object) -> bool {
        self.has_rule_about(RuleKinds::HEXPROOF, player, (source, from), |rule| match rule {
            PlayerRule::Protection(filter) => Some(filter),
            _ => None,
        })
    }

    /// Returns whether a player has hexproof from what would target them (CR 702.11d).
    pub(crate) fn player_hexproof_from(self, player: Player, source: ObjectId, from: &Object) -> bool {
        self.has_rule_about(RuleKinds::HEXPROOF, player, (source, from), |rule| match rule {
            PlayerRule::HexproofFrom(filter) => Some(filter),
            _ => None,
        })
    }

    /// Returns whether a player has a rule about an object: `about` says which objects a rule is about, if it is one of those that are
    /// meant.
    pub(crate) fn has_rule_about(
        self,
        kinds: RuleKinds,
        player: Player,
        (id, object): (ObjectId, &Object),
        about: impl Fn(&PlayerRule) -> Option<&Filter>,
    ) -> bool {
        let mut found = false;
        self.each_rule(kinds, &mut |scope, ability| {
            if let StaticEffect::Player(who, rule) = &ability.effect
                && let Some(filter) = about(rule)
            {
                found |= self.player_fits(scope, *who, player) && self.matches(scope, filter, id, object);
            }
        });
        found
    }

    /// Calls `f` with the static effects of permanents, of these kinds, that name what they affect and affect this object.
    pub(crate) fn each_rule_on(
        self,
        kinds: RuleKinds,
        (id, object): (ObjectId, &Object),
        f: &mut dyn FnMut(&Scope, &StaticEffect),
    ) {
        self.each_rule(kinds, &mut |scope, ability| {
            let (StaticEffect::CantBeBlockedBy { affected, .. }
            | StaticEffect::CantBlockThese { affected, .. }
            | StaticEffect::ReachesThese { affected, .. }
            | StaticEffect::BlocksMore { affected, .. }
            | StaticEffect::CantBeTargeted { affected, .. }
            | StaticEffect::Protection { affected, .. }) = &ability.effect
            else {
                return;
            };
            let applies = match affected {
                Affected::Source => scope.source == id,
                Affected::Host => self.s.get(scope.source).is_some_and(|source| source.attached_to == id),
                Affected::Each(filter) => object.zone == Zone::Battlefield && self.matches(scope, filter, id, object),
                Affected::EachIn(zone, filter) => object.zone == *zone && self.matches(scope, filter, id, object),
            };
            if applies {
                f(scope, &ability.effect);
            }
        });
    }
}
