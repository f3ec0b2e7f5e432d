//! What compiled text refers to, read off a position: which objects fit, who is meant, how many, and whether it holds.

use gauntlet_core::Player;

use crate::ability::AbilityKind;
use crate::card::{AbilityId, CardId, Pool};
use crate::filter::{Amount, Condition, CounterKind, Filter, Objects, PlayerFilter, Players, Step, Test, Zone};
use crate::mana::ManaSymbol;
use crate::state::{Defender, Flags, Object, ObjectId, State, Target};
use crate::task::Scope;
use crate::types::{CardTypes, Subtype, SubtypeKind};

/// A position and the cards that it refers to, for reading.
#[derive(Clone, Copy)]
pub(crate) struct Eye<'a> {
    pub(crate) s: &'a State,
    pub(crate) pool: &'a Pool,
    /// The targets of what is being announced, while it is asked what it costs with them (CR 601.2f).
    pub(crate) aims: &'a [Target],
}

/// A set of players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PlayerSet(pub(crate) u8);

impl PlayerSet {
    pub(crate) const EMPTY: PlayerSet = PlayerSet(0);
    pub(crate) const BOTH: PlayerSet = PlayerSet(3);

    pub(crate) fn one(player: Player) -> PlayerSet {
        PlayerSet(1 << player.index())
    }

    pub(crate) fn contains(self, player: Player) -> bool {
        self.0 & (1 << player.index()) != 0
    }

    fn or(self, other: PlayerSet) -> PlayerSet {
        PlayerSet(self.0 | other.0)
    }

    pub(crate) fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The players in turn order from `first` (CR 101.4).
    pub(crate) fn in_order(self, first: Player) -> impl Iterator<Item = Player> {
        [first, !first].into_iter().filter(move |player| self.contains(*player))
    }

    /// The first player in turn order from `first`.
    pub(crate) fn first(self, first: Player) -> Option<Player> {
        self.in_order(first).next()
    }
}

impl<'a> Eye<'a> {
    /// Whether the object fits. `object` may be a last known or a made-up one.
    pub(crate) fn matches(self, scope: &Scope, filter: &Filter, id: ObjectId, object: &Object) -> bool {
        filter.tests.iter().all(|test| self.passes(scope, test, id, object))
    }

    fn passes(self, scope: &Scope, test: &Test, id: ObjectId, object: &Object) -> bool {
        let chars = &object.characteristics;
        match test {
            Test::Source => id == scope.source,
            Test::NotSource => id != scope.source,
            Test::Host => {
                self.s.last_known(scope.source).is_some_and(|source| source.attached_to == id && !id.is_none())
            }
            Test::Types(types) => chars.types.intersects(*types),
            Test::AllTypes(types) => chars.types.contains(*types),
            Test::NotTypes(types) => !chars.types.intersects(*types),
            Test::Supertype(supertype) => chars.supertypes.contains(*supertype),
            Test::NotSupertype(supertype) => !chars.supertypes.intersects(*supertype),
            Test::Subtype(subtype) => chars.subtypes.contains(*subtype),
            Test::Colors(colors) => chars.colors.intersects(*colors),
            Test::NotColors(colors) => !chars.colors.intersects(*colors),
            Test::Colorless => chars.colors.is_empty(),
            Test::Monocolored => chars.colors.bits().count_ones() == 1,
            Test::DamagedBy(sources) => self.was_damaged_by(scope, id, sources),
            Test::DealtDamageThisTurn => self.dealt_damage(id),
            Test::SharesColor(objects) => self.any_object(scope, objects, |other| {
                let other = self.s.last_known(other);
                other.is_some_and(|other| other.characteristics.colors.intersects(chars.colors))
            }),
            Test::SharesCardType(objects) => self.any_object(scope, objects, |other| {
                let other = self.s.last_known(other);
                other.is_some_and(|other| other.characteristics.types.intersects(chars.types))
            }),
            Test::BlockingOne(objects) => self.any_object(scope, objects, |other| {
                self.s.blocks.contains(&(id.index, other.index)) && self.s.get(id).is_some()
            }),
            Test::Marked(marks) => object.marks.contains(*marks),
            Test::Paired => self.partner(id).is_some(),
            Test::PairedWith(objects) => {
                self.partner(id).is_some_and(|partner| self.any_object(scope, objects, |other| other == partner))
            }
            Test::RingBearer => self.bears_the_ring(id, object),
            Test::NewSinceUpkeep => object.marks.contains(crate::keyword::Marks::ECHO_DUE),
            Test::AttackingYou => object.is(Flags::ATTACKING) && object.defender == Defender::Player(scope.you),
            Test::Multicolored => chars.colors.bits().count_ones() > 1,
            Test::Keyword(keywords) => chars.keywords.contains(*keywords),
            Test::NotKeyword(keywords) => !chars.keywords.intersects(*keywords),
            Test::Controller(players) => self.player_fits(scope, *players, object.controller),
            Test::Owner(players) => self.player_fits(scope, *players, object.owner),
            Test::ControllerIn(players) => self.players(scope, players).contains(object.controller),
            Test::OwnerIn(players) => self.players(scope, players).contains(object.owner),
            Test::Power(comparison, amount) => comparison.holds(i32::from(chars.power), self.amount(scope, amount)),
            Test::Toughness(comparison, amount) => {
                comparison.holds(i32::from(chars.toughness), self.amount(scope, amount))
            }
            Test::ManaValue(comparison, amount) => {
                comparison.holds(self.mana_value(object), self.amount(scope, amount))
            }
            Test::Restricted(marks) => object.restrictions.intersects(*marks),
            Test::Tapped => object.is(Flags::TAPPED),
            Test::Untapped => !object.is(Flags::TAPPED),
            Test::Attacking => object.is(Flags::ATTACKING),
            Test::Blocking => object.is(Flags::BLOCKING),
            Test::Blocked => object.is(Flags::BLOCKED),
            Test::Unblocked => object.is(Flags::ATTACKING) && !object.is(Flags::BLOCKED),
            Test::Token => object.is(Flags::TOKEN),
            Test::Nontoken => !object.is(Flags::TOKEN),
            Test::HasCounter(kind) => object.is(Flags::HAS_COUNTERS) && self.s.counters_last_known(id, *kind) > 0,
            Test::Named(name) => self.pool.card(object.card).name == *name,
            Test::DamagedThisTurn => object.is(Flags::DAMAGED),
            Test::EnteredThisTurn => object.is(Flags::ENTERED_THIS_TURN),
            Test::AttackedThisTurn => object.is(Flags::ATTACKED_THIS_TURN),
            Test::Spell => object.zone == Zone::Stack && !object.is(Flags::ABILITY),
            Test::Ability => object.is(Flags::ABILITY),
            Test::ActivatedAbility => object.is(Flags::ABILITY) && !self.is_triggered(id),
            Test::TriggeredAbility => object.is(Flags::ABILITY) && self.is_triggered(id),
            Test::HasAttached(filter) => {
                object.is(Flags::HAS_ATTACHMENTS)
                    && self.s.permanents().any(|(other, attached)| {
                        attached.attached_to == id && self.matches(scope, filter, other, attached)
                    })
            }
            Test::Is(objects) => self.any_object(scope, objects, |other| other == id),
            Test::AnyOf(filters) => filters.iter().any(|filter| self.matches(scope, filter, id, object)),
            Test::Not(filter) => !self.matches(scope, filter, id, object),
            Test::SharesCreatureType(objects) => self.any_object(scope, objects, |other| {
                self.s.last_known(other).is_some_and(|other| share_creature_type(object, other))
            }),
            Test::SharesName(objects) => self.any_object(scope, objects, |other| {
                self.s
                    .last_known(other)
                    .is_some_and(|other| self.pool.card(object.card).name == self.pool.card(other.card).name)
                    // What is face down has no name (CR 708.2a).
                    && !self.pool.card(object.card).name.is_empty()
            }),
            Test::ChosenColor => self
                .s
                .last_known(scope.source)
                .is_some_and(|source| source.chosen < 5 && chars.colors.bits() & (1 << source.chosen) != 0),
            Test::ChosenType => self
                .s
                .last_known(scope.source)
                .is_some_and(|source| source.chosen >= 5 && chars.subtypes.contains(Subtype(source.chosen))),
            Test::CastFrom(zones) => {
                zones.contains(if object.zone == Zone::Stack { &object.came_from } else { &object.zone })
            }
            // CR 201.4: the chosen name, of a face as it would be cast or of the object.
            Test::ChosenName => self.s.last_known(scope.source).is_some_and(|source| {
                let chosen = crate::card::CardId(source.chosen);
                source.chosen != u16::MAX
                    && !self.pool.card(object.card).name.is_empty()
                    && self.pool.card(object.card).name == self.pool.card(chosen).name
            }),
            Test::TargetsObject(filter) => self.any_target(id, |target| match target {
                Target::Object(target) => {
                    self.s.get(target).is_some_and(|object| self.matches(scope, filter, target, object))
                }
                Target::Player(_) => false,
            }),
            Test::TargetsPlayer(players) => self.any_target(id, |target| match target {
                Target::Object(_) => false,
                Target::Player(player) => self.player_fits(scope, *players, player),
            }),
            Test::SingleTarget => {
                self.s.stack.iter().any(|item| item.object == id && item.targets.end - item.targets.start == 1)
            }
            Test::Kicked => object.paid[0] > 0,
            Test::Historic => {
                chars.types.contains(CardTypes::ARTIFACT)
                    || chars.supertypes.contains(crate::types::Supertypes::LEGENDARY)
                    || Subtype::from_name("Saga").is_some_and(|saga| chars.subtypes.contains(saga))
            }
        }
    }

    fn is_triggered(self, id: ObjectId) -> bool {
        self.s
            .stack
            .iter()
            .find(|item| item.object == id)
            .is_some_and(|item| matches!(self.pool.ability(item.ability).kind, AbilityKind::Triggered(_)))
    }

    fn any_target(self, item: ObjectId, mut test: impl FnMut(Target) -> bool) -> bool {
        let Some(item) = self.s.stack.iter().find(|other| other.object == item) else {
            return self.aims.iter().any(|target| test(*target));
        };
        let range = item.targets.start as usize..item.targets.end as usize;
        self.s.targets[range].iter().any(|chosen| test(chosen.target))
    }

    /// The mana value, X counting as what was paid only on the stack (CR 202.3e).
    pub(crate) fn mana_value(self, object: &Object) -> i32 {
        let printed = i32::from(object.characteristics.mana_value);
        if object.zone == Zone::Stack && object.x > 0 {
            let symbols = self.pool.card(object.card).mana_cost.as_ref().map_or(0, |cost| cost.x_count());
            return printed + i32::from(symbols) * i32::from(object.x);
        }
        printed
    }

    /// Whether a card of `owner` that is no object fits: a card in a hand or library.
    pub(crate) fn card_matches(self, scope: &Scope, filter: &Filter, card: CardId, owner: Player, zone: Zone) -> bool {
        filter.tests.is_empty() || self.matches(scope, filter, ObjectId::NONE, &self.as_object(card, owner, zone))
    }

    /// The card as an object in a zone.
    pub(crate) fn as_object(self, card: CardId, owner: Player, zone: Zone) -> Object {
        let whole = self.pool.whole(card);
        let mut object = Object {
            characteristics: self.pool.card(card).characteristics,
            restrictions: crate::keyword::Restrictions::empty(),
            flags: Flags::empty(),
            watches: self.pool.card(card).derived.watches,
            timestamp: 0,
            card,
            printed: whole,
            generation: 0,
            damage: 0,
            attached_to: ObjectId::NONE,
            defender: Defender::Player(owner),
            zone,
            owner,
            controller: owner,
            base_controller: owner,
            x: 0,
            paid: Default::default(),
            shields: 0,
            mana_mask: 0,
            chosen: u16::MAX,
            came_from: zone,
            marks: crate::keyword::Marks::empty(),
            spent_mana: 0,
            turned: 0,
            level: 0,
            prototype: false,
            down: crate::face_down::FaceDown::Up,
        };
        if whole != card {
            self.show(&mut object, card);
        }
        object
    }

    /// Whether a player fits.
    pub(crate) fn player_fits(self, scope: &Scope, filter: PlayerFilter, player: Player) -> bool {
        match filter {
            PlayerFilter::Any => true,
            PlayerFilter::You => player == scope.you,
            PlayerFilter::Opponent => player != scope.you,
            PlayerFilter::Active => player == self.s.active,
            PlayerFilter::Event => scope.event.player == Some(player),
            PlayerFilter::HostController => self
                .s
                .last_known(scope.source)
                .and_then(|source| self.s.last_known(source.attached_to))
                .is_some_and(|host| host.controller == player),
            PlayerFilter::Defending => self.defending_player(scope) == Some(player),
            PlayerFilter::MostLife => self.s.players[player].life >= self.s.players[!player].life,
        }
    }

    /// CR 508.5: of the source's attack, or of the trigger event's object.
    fn defending_player(self, scope: &Scope) -> Option<Player> {
        let attacker = [scope.source, scope.event.object]
            .into_iter()
            .filter_map(|id| self.s.last_known(id))
            .find(|object| object.is(Flags::ATTACKING));
        match attacker {
            Some(object) => Some(self.defender_player(object.defender)),
            None => scope.event.player,
        }
    }

    /// The player, or the controller of the permanent, that is attacked.
    pub(crate) fn defender_player(self, defender: Defender) -> Player {
        match defender {
            Defender::Player(player) => player,
            Defender::Permanent(id) => self.s.last_known(id).map_or(!self.s.active, |object| self.protector(object)),
        }
    }

    /// Who defends a permanent that is attacked: a planeswalker's controller, the protector of a battle (CR 310.8d), who is an
    /// opponent of a Siege's controller (CR 310.11a).
    pub(crate) fn protector(self, object: &Object) -> Player {
        let siege = object.characteristics.types.contains(CardTypes::BATTLE);
        if siege { !object.controller } else { object.controller }
    }

    /// Who is meant.
    pub(crate) fn players(self, scope: &Scope, players: &Players) -> PlayerSet {
        match players {
            Players::You => PlayerSet::one(scope.you),
            Players::Opponents => PlayerSet::one(!scope.you),
            Players::Each => PlayerSet::BOTH,
            Players::Target(spec) => {
                let mut set = PlayerSet::EMPTY;
                self.each_target(scope, *spec, |target, _| {
                    if let Target::Player(player) = target {
                        set = set.or(PlayerSet::one(player));
                    }
                });
                set
            }
            Players::ControllerOf(objects) => self.people_of(scope, objects, |object| object.controller),
            Players::OwnerOf(objects) => self.people_of(scope, objects, |object| object.owner),
            Players::Active => PlayerSet::one(self.s.active),
            Players::Event => scope.event.player.map_or(PlayerSet::EMPTY, PlayerSet::one),
            Players::Defending => self.defending_player(scope).map_or(PlayerSet::EMPTY, PlayerSet::one),
            Players::Current => PlayerSet::one(scope.current_player),
            Players::TargetOrController(spec) => {
                let controllers = self.people_of(scope, &Objects::Target(*spec), |object| object.controller);
                self.players(scope, &Players::Target(*spec)).or(controllers)
            }
            Players::Both(a, b) => self.players(scope, a).or(self.players(scope, b)),
            Players::Subgame(won) => {
                PlayerSet(if *won { self.s.subgame_winners } else { !self.s.subgame_winners & PlayerSet::BOTH.0 })
            }
            Players::Those(filter) => {
                let mut set = PlayerSet::EMPTY;
                for player in Player::BOTH {
                    if self.player_fits(scope, *filter, player) {
                        set = set.or(PlayerSet::one(player));
                    }
                }
                set
            }
        }
    }

    fn people_of(self, scope: &Scope, objects: &Objects, who: impl Fn(&Object) -> Player) -> PlayerSet {
        let mut set = PlayerSet::EMPTY;
        self.each_object_or_last_known(scope, objects, &mut |id| {
            if let Some(object) = self.s.last_known(id) {
                set = set.or(PlayerSet::one(who(object)));
            }
        });
        set
    }

    /// Calls `f` with each target of spec number `spec` of the mode that is being carried out, and its share.
    pub(crate) fn each_target(self, scope: &Scope, spec: u8, mut f: impl FnMut(Target, u16)) {
        let range = scope.targets.start as usize..scope.targets.end as usize;
        for chosen in &self.s.targets[range] {
            if chosen.spec == spec && chosen.mode == scope.mode {
                f(chosen.target, chosen.share);
            }
        }
    }

    /// Calls `f` with each object that is meant and still there. Targets that have become illegal are not among them.
    pub(crate) fn each_object(self, scope: &Scope, objects: &Objects, f: &mut dyn FnMut(ObjectId)) {
        match objects {
            Objects::Source => self.if_there(scope.source, f),
            Objects::SourceNow => {
                let moved = ObjectId { generation: scope.source.generation.wrapping_add(1), ..scope.source };
                self.if_there(scope.source, f);
                self.if_there(moved, f);
            }
            Objects::Target(spec) => self.each_target(scope, *spec, |target, _| {
                if let Target::Object(id) = target {
                    self.if_there(id, f);
                }
            }),
            Objects::Event => self.if_there(scope.event.object, f),
            Objects::EventOther => {
                if let Some(Target::Object(id)) = scope.event.other {
                    self.if_there(id, f);
                }
            }
            Objects::Host => {
                if let Some(source) = self.s.last_known(scope.source) {
                    self.if_there(source.attached_to, f);
                }
            }
            Objects::Register(register) => {
                let range = scope.registers[*register as usize];
                for index in range.start..range.end {
                    self.if_there(self.s.scratch[index as usize], f);
                }
            }
            Objects::Each(zone, filter) => self.each_in_zone(*zone, &mut |id, object| {
                if self.matches(scope, filter, id, object) {
                    f(id);
                }
            }),
            Objects::Current => self.if_there(scope.current_object, f),
            Objects::AttachedTo(hosts) => {
                for (id, attached) in self.s.permanents() {
                    if !attached.attached_to.is_none()
                        && self.any_object(scope, hosts, |host| host == attached.attached_to)
                    {
                        f(id);
                    }
                }
            }
            Objects::PartnersOf(creatures) => self.each_object_or_last_known(scope, creatures, &mut |id| {
                if let Some(partner) = self.partner(id) {
                    self.if_there(partner, f);
                }
            }),
            Objects::Union(parts) => {
                for part in parts {
                    self.each_object(scope, part, f);
                }
            }
            Objects::Those(objects, filter) => self.each_object(scope, objects, &mut |id| {
                if self.s.last_known(id).is_some_and(|object| self.matches(scope, filter, id, object)) {
                    f(id);
                }
            }),
            Objects::Left(_) => self.each_object_or_last_known(scope, objects, f),
            Objects::ExiledWithSource => {
                for link in &self.s.links {
                    if link.source == scope.source {
                        self.if_there(link.card, f);
                    }
                }
            }
        }
    }

    /// Like [`Eye::each_object`], but single references also give objects that are gone, for their last known information.
    pub(crate) fn each_object_or_last_known(self, scope: &Scope, objects: &Objects, f: &mut dyn FnMut(ObjectId)) {
        let mut known = |id: ObjectId| {
            let moved = ObjectId { generation: id.generation.wrapping_add(1), ..id };
            if self.s.last_known(id).is_some() {
                f(id);
            } else if self.s.get(moved).is_some_and(|object| !matches!(object.zone, Zone::Library | Zone::Hand)) {
                // A card of a hidden zone that the same effect has moved to a public one is found there (CR 400.7j).
                f(moved);
            }
        };
        match objects {
            Objects::Source => known(scope.source),
            Objects::Target(spec) => self.each_target(scope, *spec, |target, _| {
                if let Target::Object(id) = target {
                    known(id);
                }
            }),
            Objects::Event => known(scope.event.object),
            Objects::EventOther => {
                if let Some(Target::Object(id)) = scope.event.other {
                    known(id);
                }
            }
            Objects::Host => {
                if let Some(source) = self.s.last_known(scope.source) {
                    known(source.attached_to);
                }
            }
            Objects::Register(register) => {
                let range = scope.registers[*register as usize];
                for index in range.start..range.end {
                    known(self.s.scratch[index as usize]);
                }
                if scope.memory != 0 {
                    let memories = self.s.memories.iter();
                    let own = memories.filter(|memory| memory.list == scope.memory && memory.register == *register);
                    own.for_each(|memory| known(memory.object));
                }
            }
            Objects::Left(inner) => {
                let mut gone = |id: ObjectId| {
                    if self.s.get(id).is_none() && self.s.last_known(id).is_some() {
                        f(id);
                    }
                };
                match &**inner {
                    // What has moved on is asked for itself, not for what it has become.
                    Objects::Register(register) => {
                        let range = scope.registers[*register as usize];
                        self.s.scratch[range.start as usize..range.end as usize].iter().for_each(|id| gone(*id));
                    }
                    inner => self.each_object_or_last_known(scope, inner, &mut gone),
                }
            }
            Objects::Current => known(scope.current_object),
            Objects::Union(parts) => {
                for part in parts {
                    self.each_object_or_last_known(scope, part, f);
                }
            }
            Objects::Those(inner, filter) => self.each_object_or_last_known(scope, inner, &mut |id| {
                if self.s.last_known(id).is_some_and(|object| self.matches(scope, filter, id, object)) {
                    f(id);
                }
            }),
            Objects::SourceNow
            | Objects::Each(..)
            | Objects::AttachedTo(_)
            | Objects::PartnersOf(_)
            | Objects::ExiledWithSource => self.each_object(scope, objects, f),
        }
    }

    /// Whether `test` holds for one of the objects that are meant, gone ones included.
    pub(crate) fn any_object(self, scope: &Scope, objects: &Objects, mut test: impl FnMut(ObjectId) -> bool) -> bool {
        let mut found = false;
        self.each_object_or_last_known(scope, objects, &mut |id| found |= test(id));
        found
    }

    fn if_there(self, id: ObjectId, f: &mut dyn FnMut(ObjectId)) {
        if self.s.get(id).is_some() {
            f(id);
        }
    }

    /// Calls `f` with each object of a zone. Cards in libraries and hands are no objects but for those put aside.
    pub(crate) fn each_in_zone(self, zone: Zone, f: &mut dyn FnMut(ObjectId, &Object)) {
        let mut visit = |index: u16| {
            let object = &self.s.objects[index as usize];
            f(ObjectId { index, generation: object.generation }, object);
        };
        match zone {
            Zone::Battlefield => {
                for &index in &self.s.battlefield {
                    visit(index);
                }
            }
            Zone::Graveyard => {
                for player in [self.s.active, !self.s.active] {
                    for &index in &self.s.graveyards[player] {
                        visit(index);
                    }
                }
            }
            Zone::Stack => {
                for item in &self.s.stack {
                    visit(item.object.index);
                }
            }
            Zone::Exile => {
                for &index in &self.s.exile {
                    visit(index);
                }
            }
            Zone::Command => {
                for &index in &self.s.command {
                    visit(index);
                }
            }
            Zone::Library | Zone::Hand => {
                for (index, object) in self.s.objects.iter().enumerate() {
                    if object.is(Flags::ASIDE) && object.zone == zone {
                        visit(index as u16);
                    }
                }
            }
        }
    }

    /// How many objects or cards of a zone fit.
    pub(crate) fn count(self, scope: &Scope, zone: Zone, filter: &Filter) -> i32 {
        let mut count = 0;
        self.each_in_zone(zone, &mut |id, object| count += i32::from(self.matches(scope, filter, id, object)));
        let lists = match zone {
            Zone::Hand => &self.s.hands,
            Zone::Library => &self.s.libraries,
            _ => return count,
        };
        for player in Player::BOTH {
            for hidden in &lists[player] {
                count += i32::from(self.card_matches(scope, filter, hidden.card, player, zone));
            }
        }
        count
    }

    /// Whether at least one object fits.
    pub(crate) fn exists(self, scope: &Scope, zone: Zone, filter: &Filter) -> bool {
        match zone {
            Zone::Battlefield => self.s.permanents().any(|(id, object)| self.matches(scope, filter, id, object)),
            _ => self.count(scope, zone, filter) > 0,
        }
    }

    fn sum(self, scope: &Scope, objects: &Objects, value: impl Fn(ObjectId, &Object) -> i32) -> i32 {
        let mut sum = 0;
        self.each_object_or_last_known(scope, objects, &mut |id| {
            if let Some(object) = self.s.last_known(id) {
                sum += value(id, object);
            }
        });
        sum
    }

    fn greatest(self, scope: &Scope, objects: &Objects, value: impl Fn(&Object) -> i32) -> i32 {
        let mut greatest = 0;
        self.each_object_or_last_known(scope, objects, &mut |id| {
            if let Some(object) = self.s.last_known(id) {
                greatest = greatest.max(value(object));
            }
        });
        greatest
    }

    fn least(self, scope: &Scope, objects: &Objects, value: impl Fn(&Object) -> i32) -> i32 {
        let mut least = None;
        self.each_object_or_last_known(scope, objects, &mut |id| {
            if let Some(object) = self.s.last_known(id) {
                let value = value(object);
                least = Some(least.map_or(value, |least: i32| least.min(value)));
            }
        });
        least.unwrap_or(0)
    }

    fn people(self, scope: &Scope, players: &Players, value: impl Fn(Player) -> i32) -> i32 {
        self.players(scope, players).in_order(self.s.active).map(value).sum()
    }

    /// How many.
    pub(crate) fn amount(self, scope: &Scope, amount: &Amount) -> i32 {
        let info = |player: Player| &self.s.players[player];
        match amount {
            Amount::Const(number) => *number,
            Amount::X => {
                if scope.item.is_none() && scope.x == 0 {
                    self.s.last_known(scope.source).map_or(0, |source| i32::from(source.x))
                } else {
                    i32::from(scope.x)
                }
            }
            Amount::Count(zone, filter) => self.count(scope, *zone, filter),
            Amount::CountObjects(objects) => self.sum(scope, objects, |_, _| 1),
            Amount::CountPlayers(players) => self.people(scope, players, |_| 1),
            Amount::Power(objects) => self.sum(scope, objects, |_, object| i32::from(object.characteristics.power)),
            Amount::Toughness(objects) => {
                self.sum(scope, objects, |_, object| i32::from(object.characteristics.toughness))
            }
            Amount::ManaValue(objects) => self.sum(scope, objects, |_, object| self.mana_value(object)),
            Amount::GreatestPower(objects) => {
                self.greatest(scope, objects, |object| i32::from(object.characteristics.power))
            }
            Amount::GreatestToughness(objects) => {
                self.greatest(scope, objects, |object| i32::from(object.characteristics.toughness))
            }
            Amount::GreatestManaValue(objects) => self.greatest(scope, objects, |object| self.mana_value(object)),
            Amount::LeastPower(objects) => self.least(scope, objects, |object| i32::from(object.characteristics.power)),
            Amount::LeastToughness(objects) => {
                self.least(scope, objects, |object| i32::from(object.characteristics.toughness))
            }
            Amount::LeastManaValue(objects) => self.least(scope, objects, |object| self.mana_value(object)),
            Amount::Counters(objects, kind) => self.sum(scope, objects, |id, object| self.counters(id, object, *kind)),
            Amount::PlayerCounters(players, kind) => self.people(scope, players, |player| match *kind {
                CounterKind::POISON => i32::from(info(player).poison),
                CounterKind::ENERGY => i32::from(info(player).energy),
                CounterKind::EXPERIENCE => i32::from(info(player).experience),
                _ => 0,
            }),
            Amount::Life(players) => self.people(scope, players, |player| info(player).life),
            Amount::StartingLife => self.s.starting_life,
            Amount::HandSize(players) => self.people(scope, players, |player| self.s.hands[player].len() as i32),
            Amount::LibrarySize(players) => self.people(scope, players, |player| self.s.libraries[player].len() as i32),
            Amount::Event => scope.event.amount,
            Amount::Register(register) => scope.numbers[*register as usize],
            Amount::TimesKicked => i32::from(self.paid(scope)[0]),
            Amount::Targets => self.aimed_at(scope).count() as i32,
            Amount::ColorsSpent => {
                let spent = self.s.last_known(scope.source).map_or(0, |source| source.spent_mana);
                (0..5).filter(|kind| crate::state::spent_of(spent, *kind) > 0).count() as i32
            }
            Amount::ManaSpent(objects, colors) => self.sum(scope, objects, |_, object| {
                let counts = |kind: &usize| colors.is_none_or(|colors| *kind < 5 && colors.bits() >> *kind & 1 != 0);
                (0..6).filter(counts).map(|kind| crate::state::spent_of(object.spent_mana, kind) as i32).sum()
            }),
            Amount::ColorsSpentOn(objects) => self.sum(scope, objects, |_, object| {
                (0..5).filter(|kind| crate::state::spent_of(object.spent_mana, *kind) > 0).count() as i32
            }),
            Amount::Happened(kind, filter) => self.happened(scope, *kind, filter),
            Amount::DamageTaken(players, combat) => {
                self.people(scope, players, |player| self.damage_taken(player, *combat))
            }
            Amount::Devoured(objects) => self.sum(scope, objects, |id, _| self.devoured(id)),
            Amount::TimesTempted(players) => self.people(scope, players, |player| i32::from(info(player).tempted)),
            Amount::Party(players) => self.party(self.players(scope, players)),
            Amount::Devotion(colors) => self.devotion(scope.you, *colors),
            Amount::Domain => {
                let mut lands = 0;
                for (_, object) in self.s.permanents() {
                    if object.controller == scope.you {
                        lands |= object.characteristics.subtypes.basic_lands();
                    }
                }
                lands.count_ones() as i32
            }
            Amount::SpellsCast(players) => self.people(scope, players, |player| i32::from(info(player).spells_cast)),
            // Nothing was cast or not cast before the first turn.
            Amount::SpellsCastLastTurn(_) if self.s.turn <= 1 => -1,
            Amount::SpellsCastLastTurn(players) => {
                self.people(scope, players, |player| i32::from(info(player).spells_last_turn))
            }
            Amount::ClassLevel => self.s.last_known(scope.source).map_or(1, |source| i32::from(source.level.max(1))),
            Amount::LifeGained(players) => self.people(scope, players, |player| i32::from(info(player).life_gained)),
            Amount::LifeLost(players) => self.people(scope, players, |player| i32::from(info(player).life_lost)),
            Amount::CardsDrawn(players) => self.people(scope, players, |player| i32::from(info(player).cards_drawn)),
            Amount::CreaturesDied => i32::from(self.s.creatures_died),
            Amount::AttackersDeclared(players) => {
                self.people(scope, players, |player| i32::from(info(player).attackers_declared))
            }
            Amount::CardTypesIn(zone, filter) => {
                let mut types = CardTypes::empty();
                self.each_in_zone(*zone, &mut |id, object| {
                    if self.matches(scope, filter, id, object) {
                        types |= object.characteristics.types;
                    }
                });
                types.bits().count_ones() as i32
            }
            Amount::DifferentNames(zone, filter) => {
                self.different(scope, *zone, filter, |object| i32::from(object.card.0))
            }
            Amount::DifferentPowers(zone, filter) => {
                self.different(scope, *zone, filter, |object| i32::from(object.characteristics.power))
            }
            Amount::DifferentManaValues(zone, filter) => {
                self.different(scope, *zone, filter, |object| self.mana_value(object))
            }
            Amount::ColorsAmong(zone, filter) => {
                let mut colors = crate::types::Colors::empty();
                self.each_in_zone(*zone, &mut |id, object| {
                    if self.matches(scope, filter, id, object) {
                        colors |= object.characteristics.colors;
                    }
                });
                colors.bits().count_ones() as i32
            }
            Amount::Sum(a, b) => self.amount(scope, a) + self.amount(scope, b),
            Amount::Difference(a, b) => self.amount(scope, a) - self.amount(scope, b),
            Amount::Times(a, factor) => self.amount(scope, a) * factor,
            // Numbers may be negative (CR 107.1b); halves round towards plus or minus infinity.
            Amount::Product(a, b) => self.amount(scope, a).saturating_mul(self.amount(scope, b)),
            Amount::HalfUp(a) => (self.amount(scope, a) + 1).div_euclid(2),
            Amount::HalfDown(a) => self.amount(scope, a).div_euclid(2),
            Amount::Least(a, b) => self.amount(scope, a).min(self.amount(scope, b)),
            Amount::Greatest(a, b) => self.amount(scope, a).max(self.amount(scope, b)),
            Amount::If(condition, a, b) => self.amount(scope, if self.holds(scope, condition) { a } else { b }),
            Amount::ThisWay => scope.this_way,
        }
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

    fn different(self, scope: &Scope, zone: Zone, filter: &Filter, key: impl Fn(&Object) -> i32) -> i32 {
        let mut seen = Vec::new();
        self.each_in_zone(zone, &mut |id, object| {
            if self.matches(scope, filter, id, object) && !seen.contains(&key(object)) {
                seen.push(key(object));
            }
        });
        seen.len() as i32
    }

    /// CR 700.5.
    fn devotion(self, player: Player, colors: crate::types::Colors) -> i32 {
        let symbols = |object: &Object| {
            let cost = self.pool.card(object.card).mana_cost.as_ref();
            cost.map_or(0, |cost| {
                cost.symbols
                    .iter()
                    .filter(|symbol| !matches!(symbol, ManaSymbol::Generic(_)) && symbol.colors().intersects(colors))
                    .count() as i32
            })
        };
        self.s.permanents().filter(|(_, object)| object.controller == player).map(|(_, object)| symbols(object)).sum()
    }

    /// Whether it holds.
    pub(crate) fn holds(self, scope: &Scope, condition: &Condition) -> bool {
        match condition {
            Condition::Compare(left, comparison, right) => {
                comparison.holds(self.amount(scope, left), self.amount(scope, right))
            }
            Condition::TurnOf(players) => self.player_fits(scope, *players, self.s.active),
            Condition::ObjectIs(objects, filter) => self.any_object(scope, objects, |id| {
                self.s.last_known(id).is_some_and(|object| self.matches(scope, filter, id, object))
            }),
            Condition::Exists(zone, filter) => self.exists(scope, *zone, filter),
            Condition::Kicked(cost) => self.paid(scope)[*cost as usize] > 0,
            Condition::CostPaid(cost) => self.paid(scope)[*cost as usize] > 0,
            Condition::WasCast => self.s.last_known(scope.source).is_some_and(|source| source.is(Flags::CAST)),
            Condition::CastFrom(zone) => scope.from == *zone,
            Condition::Targets(filter) => self.aimed_at(scope).any(|target| match target {
                Target::Object(id) => self.s.get(id).is_some_and(|object| self.matches(scope, filter, id, object)),
                Target::Player(_) => false,
            }),
            Condition::PutAway(how) => self
                .s
                .last_known(scope.source)
                .is_some_and(|source| source.down == *how && source.level != self.s.turn as u8),
            Condition::Daytime(daytime) => self.s.daytime == *daytime,
            Condition::InStep(step) => self.s.step == *step,
            Condition::InCombat => self.s.step >= Step::BeginCombat && self.s.step <= Step::EndCombat,
            Condition::Designated(players, what) => gauntlet_core::Player::BOTH
                .into_iter()
                .any(|player| self.player_fits(scope, *players, player) && self.is_designated(player, *what)),
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

    /// How often optional costs were paid: for the spell itself, or for the spell that became the source permanent.
    fn paid(self, scope: &Scope) -> crate::state::Paid {
        if scope.item.is_none() || scope.paid == crate::state::Paid::default() {
            self.s.last_known(scope.source).map_or(Default::default(), |source| source.paid)
        } else {
            scope.paid
        }
    }

    /// The abilities of a list kind that an object has now: its card's, unless lost, and those granted.
    pub(crate) fn abilities(
        self,
        object: &'a Object,
        index: u16,
        list: impl Fn(&'a crate::card::Derived) -> &'a [AbilityId],
        kind: impl Fn(&AbilityKind) -> bool + 'a,
    ) -> impl Iterator<Item = AbilityId> + 'a {
        let own: &[AbilityId] =
            if object.is(Flags::LOST_ABILITIES) { &[] } else { list(&self.pool.card(object.card).derived) };
        let granted = if object.is(Flags::HAS_GRANTED) { self.s.granted.as_slice() } else { &[] };
        let granted = granted
            .iter()
            .filter(move |entry| entry.0 == index && kind(&self.pool.ability(entry.1).kind))
            .map(|entry| entry.1);
        own.iter().copied().chain(granted)
    }
}

fn share_creature_type(a: &Object, b: &Object) -> bool {
    let (a, b) = (&a.characteristics.subtypes, &b.characteristics.subtypes);
    let creature = |subtype: &Subtype| subtype.kind() == SubtypeKind::Creature;
    a.iter().filter(creature).any(|subtype| b.contains(subtype))
        || b.iter().filter(creature).any(|subtype| a.contains(subtype))
        || (a.has_every_creature_type() && b.has_every_creature_type())
}
