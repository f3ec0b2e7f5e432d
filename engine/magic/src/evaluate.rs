//! What compiled text refers to, read off a position: which objects fit, who is meant, how many, and whether it holds.

mod amount;
mod objects;

use gauntlet_cards::ability::AbilityKind;
use gauntlet_cards::card::{AbilityId, CardId, Layout, Pool};
use gauntlet_cards::filter::{Filter, Fought, Objects, PlayerFilter, Players, Quality, Step, Test, Zone};
use gauntlet_cards::happening::Happening;
use gauntlet_cards::keyword::KeywordName;
use gauntlet_cards::types::{CardTypes, Colors, Subtype, SubtypeKind, Supertypes};
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::state::{Chosen, Defender, Flags, Noted, Object, ObjectId, State, Target};
use crate::task::Scope;

/// A position and the cards that it refers to, for reading.
#[derive(Clone, Copy)]
pub(crate) struct Eye<'a> {
    pub(crate) s: &'a State,
    pub(crate) pool: &'a Pool,
    /// The targets of what is being announced, while it is asked what it costs with them (CR 601.2f).
    pub(crate) aims: &'a [Target],
    /// The permanent that is chosen to be offered for it, likewise (CR 702.119c, 702.180b).
    pub(crate) offered: ObjectId,
    /// A card that is about to be cast, while it is asked whether it could be and what it would cost: it is on the stack then, and not where
    /// it lies (CR 601.2a). One of a hand or library is no object yet.
    pub(crate) announced: Option<(ObjectId, &'a Object)>,
    /// While power or toughness is computed that an ability defines off the battlefield.
    pub(crate) defining: bool,
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

    pub(crate) fn or(self, other: PlayerSet) -> PlayerSet {
        PlayerSet(self.0 | other.0)
    }

    pub(crate) fn without(self, other: PlayerSet) -> PlayerSet {
        PlayerSet(self.0 & !other.0)
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
    /// A position as it is, while nothing is announced or computed of it.
    #[inline]
    pub(crate) fn of(s: &'a State, pool: &'a Pool) -> Eye<'a> {
        Eye { s, pool, aims: &[], offered: ObjectId::NONE, announced: None, defining: false }
    }

    /// Returns whether an object is in the same graveyard as another one, above it or right above it (CR 404.2).
    fn lies_above(self, id: ObjectId, object: &Object, below: ObjectId, directly: bool) -> bool {
        if object.zone != Zone::Graveyard || self.s.get(below).is_none_or(|below| below.zone != Zone::Graveyard) {
            return false;
        }
        let pile = &self.s.graveyards[object.owner];
        let place = |id: ObjectId| pile.iter().position(|index| *index == id.index);
        match (place(id), place(below)) {
            (Some(upper), Some(lower)) if directly => upper == lower + 1,
            (Some(upper), Some(lower)) => upper > lower,
            _ => false,
        }
    }

    /// Returns whether it is the topmost card of its graveyard that fits (CR 404.2).
    fn tops_graveyard(self, scope: &Scope, filter: &Filter, id: ObjectId, object: &Object) -> bool {
        let fits =
            |index: &&u16| self.matches(scope, filter, self.s.id(**index), &self.s.objects[usize::from(**index)]);
        object.zone == Zone::Graveyard
            && self.s.graveyards[object.owner].iter().rev().find(fits).is_some_and(|index| *index == id.index)
    }

    /// Returns whether the object fits. `object` may be a last known or a made-up one.
    pub(crate) fn matches(self, scope: &Scope, filter: &Filter, id: ObjectId, object: &Object) -> bool {
        filter.tests.iter().all(|test| match test {
            // What is asked first of nearly all objects, and what most of them fail.
            Test::Types(types) => object.characteristics.types.intersects(*types),
            _ => self.passes(scope, test, id, object),
        })
    }

    /// What is asked of permanents' base sizes, colors and faces.
    fn has_quality(self, scope: &Scope, quality: &Quality, id: ObjectId, object: &Object) -> bool {
        let base = object.base_size();
        match quality {
            Quality::BasePower(comparison, amount) => comparison.holds(i32::from(base.0), self.amount(scope, amount)),
            Quality::BaseToughness(comparison, amount) => {
                comparison.holds(i32::from(base.1), self.amount(scope, amount))
            }
            Quality::PowerExceedsBase => self.power(id, object) > i32::from(base.0),
            Quality::ColorCount(n) => object.characteristics.colors.bits().count_ones() == u32::from(*n),
            Quality::AttackingAlone => {
                object.is(Flags::ATTACKING)
                    && self.s.permanents().filter(|(_, other)| other.is(Flags::ATTACKING)).count() == 1
            }
            Quality::DoubleFaced => !object.is_blank() && self.pool.card(object.printed).layout.is_double_faced(),
            // CR 701.27g: what is melded isn't it, nor is what has flipped.
            Quality::Transformed => {
                object.zone == Zone::Battlefield
                    && object.is(Flags::TRANSFORMED)
                    && self.pool.card(object.printed).layout == Layout::Transforming
            }
        }
    }

    pub(crate) fn passes(self, scope: &Scope, test: &Test, id: ObjectId, object: &Object) -> bool {
        let chars = &object.characteristics;
        match test {
            Test::Source => id == scope.source,
            Test::NotSource => id != scope.source && !self.is_what_became_of(scope.source, id, object),
            Test::TopOfGraveyard(filter) => self.tops_graveyard(scope, filter, id, object),
            Test::AboveSource(directly) => self.lies_above(id, object, scope.source, *directly),
            Test::MovedBy(who) => self.s.cause.is_some_and(|player| self.player_fits(scope, *who, player)),
            Test::Host => {
                self.s.last_known(scope.source).is_some_and(|source| source.attached_to == id && !id.is_none())
            }
            Test::Types(types) => chars.types.intersects(*types),
            Test::AllTypes(types) => chars.types.contains(*types),
            Test::NotTypes(types) => !chars.types.intersects(*types),
            Test::Supertype(supertype) => chars.supertypes.contains(*supertype),
            Test::NotSupertype(supertype) => !chars.supertypes.intersects(*supertype),
            Test::Subtype(subtype) => chars.subtypes.contains(self.read_subtype(scope.text, *subtype)),
            Test::Colors(colors) => chars.colors.intersects(self.read_colors(scope.text, *colors)),
            Test::NotColors(colors) => !chars.colors.intersects(self.read_colors(scope.text, *colors)),
            Test::Colorless => chars.colors.is_empty(),
            Test::Monocolored => chars.colors.bits().count_ones() == 1,
            Test::DamagedBy(sources) => self.was_damaged_by(scope, id, sources, 0),
            Test::DamagedThisWay(sources) => self.was_damaged_by(scope, id, sources, scope.history),
            Test::ManaValueIsOdd(odd) => (self.mana_value(object) % 2 != 0) == *odd,
            Test::CouldHost(objects) => !self.any_object(scope, objects, |one| !self.can_attach(one, id)),
            Test::HasKeywordNamed(keyword) => self.has_keyword_named(id, object, *keyword),
            Test::BeingCycled => object.noted == Noted::Cycled,
            Test::HasManaAbility => self.has_mana_ability(id, object),
            Test::CouldProduceColorless => self.one_could_produce(id, crate::payment::ManaTypes::COLORLESS),
            Test::EnchantsPlayer(players) => {
                self.enchanted_player(object).is_some_and(|player| self.players(scope, players).contains(player))
            }
            Test::DamagedBySourceOf(players) => self.was_damaged_by_source_of(scope, id, *players),
            Test::DealtDamageTo(players) => Player::BOTH
                .into_iter()
                .any(|player| self.player_fits(scope, *players, player) && self.dealt_damage_to(id, player)),
            Test::DealtDamageThisTurn => self.dealt_damage(id),
            Test::DiscardedThisTurn => {
                self.past(Happening::DISCARDED).any(|past| [past.id.moved(), past.id].contains(&id))
            }
            Test::PutAway(how) => object.zone == Zone::Exile && object.down == *how,
            // Of several that are alike, one that was.
            Test::DrawnThisTurn => {
                object.zone == Zone::Hand
                    && (matches!(object.noted, Noted::InHand { drawn: true, .. })
                        || self.s.drawn_in_hand(object.owner, object.card).is_some())
            }
            Test::PutThereThisTurn(from) => self.was_put_there(id, object, *from),
            Test::SharesColor(objects) => {
                self.any_known(scope, objects, |other| other.characteristics.colors.intersects(chars.colors))
            }
            Test::SharesCardType(objects) => {
                self.any_known(scope, objects, |other| other.characteristics.types.intersects(chars.types))
            }
            Test::SharesTypeOf(objects, of) => {
                let types = chars.types & *of;
                self.any_known(scope, objects, |other| other.characteristics.types.intersects(types))
            }
            Test::BlockingOne(objects) => self.any_object(scope, objects, |other| self.s.is_blocking(id, other)),
            Test::BlockedByOne(objects) => self.any_object(scope, objects, |other| self.s.is_blocking(other, id)),
            Test::Marked(marks) => object.marks.contains(*marks),
            Test::Paired => self.partner(id).is_some(),
            Test::PairedWith(objects) => {
                self.partner(id).is_some_and(|partner| self.any_object(scope, objects, |other| other == partner))
            }
            Test::RingBearer => self.bears_the_ring(id, object),
            Test::Commander => self.commander(object).is_some(),
            Test::NewSinceUpkeep => object.marks.contains(gauntlet_cards::keyword::Marks::ECHO_DUE),
            Test::AttackingPlayer(players) => match object.defender {
                Defender::Player(player) => object.is(Flags::ATTACKING) && self.player_fits(scope, *players, player),
                Defender::Permanent(_) => false,
            },
            Test::AttackingPlaneswalkerOf(players) => self.attacks_planeswalker(scope, object, *players),
            Test::Multicolored => chars.colors.bits().count_ones() > 1,
            Test::Keyword(keywords) => chars.keywords.have(self.read_keywords(scope.text, *keywords)),
            Test::NotKeyword(keywords) => chars.keywords.lack(self.read_keywords(scope.text, *keywords)),
            Test::Controller(players) => self.player_fits(scope, *players, object.controller),
            Test::Owner(players) => self.player_fits(scope, *players, object.owner),
            Test::ControllerIn(players) => self.players(scope, players).contains(object.controller),
            Test::OwnerIn(players) => self.players(scope, players).contains(object.owner),
            Test::Power(comparison, amount) => comparison.holds(self.power(id, object), self.amount(scope, amount)),
            Test::Toughness(comparison, amount) => {
                comparison.holds(self.toughness(id, object), self.amount(scope, amount))
            }
            Test::ManaValue(comparison, amount) => {
                comparison.holds(self.mana_value(object), self.amount(scope, amount))
            }
            Test::PowerAndToughness(comparison, amount) => {
                let both = self.power(id, object) + self.toughness(id, object);
                comparison.holds(both, self.amount(scope, amount))
            }
            Test::PowerExceedsToughness => self.power(id, object) > self.toughness(id, object),
            Test::ToughnessExceedsPower => self.toughness(id, object) > self.power(id, object),
            Test::Quality(quality) => self.has_quality(scope, quality, id, object),
            Test::Restricted(marks) => object.restrictions.intersects(*marks),
            Test::Tapped => object.is(Flags::TAPPED),
            Test::Untapped => !object.is(Flags::TAPPED),
            Test::Attacking => object.is(Flags::ATTACKING),
            Test::Blocking => object.is(Flags::BLOCKING),
            Test::Blocked => object.is(Flags::BLOCKED),
            // CR 509.1h: before blockers are declared an attacker is neither blocked nor unblocked.
            Test::Unblocked => {
                object.is(Flags::ATTACKING) && !object.is(Flags::BLOCKED) && self.s.step >= Step::DeclareBlockers
            }
            Test::Token | Test::Nontoken => object.is(Flags::TOKEN) == (*test == Test::Token),
            Test::Permanent => object.zone == Zone::Battlefield,
            Test::HasCounter(kind) => object.is(Flags::HAS_COUNTERS) && self.s.counters_last_known(id, *kind) > 0,
            Test::Named(name) => !object.is_blank() && self.pool.names(object.named_as()).any(|own| own == name),
            Test::DamagedThisTurn => object.is(Flags::DAMAGED),
            Test::EnteredThisTurn => object.is(Flags::ENTERED_THIS_TURN),
            Test::AttackedThisTurn => object.is(Flags::ATTACKED_THIS_TURN),
            Test::Fought(how) => self.past(Happening::FOUGHT).any(|past| {
                let blocked = past.amount > 0;
                past.id == id
                    && match how {
                        Fought::BlockedThisTurn => blocked,
                        Fought::ThisTurn => true,
                        Fought::ThisCombat => past.combat,
                    }
            }),
            Test::Spell => object.zone == Zone::Stack && !object.is(Flags::ABILITY),
            Test::Ability => object.is(Flags::ABILITY),
            Test::ActivatedAbility => object.is(Flags::ABILITY) && !self.is_triggered(id),
            Test::TriggeredAbility => object.is(Flags::ABILITY) && self.is_triggered(id),
            Test::AbilityOf(filter) => {
                let item = self.s.stack.iter().find(|item| item.object == id && object.is(Flags::ABILITY));
                item.is_some_and(|item| {
                    self.s.last_known(item.source).is_some_and(|of| self.matches(scope, filter, item.source, of))
                })
            }
            Test::HasAttached(filter) => {
                self.has_attached(id, object, |other, attached| self.matches(scope, filter, other, attached))
            }
            Test::Is(objects) => self.any_object(scope, objects, |other| other == id),
            Test::AnyOf(filters) => filters.iter().any(|filter| self.matches(scope, filter, id, object)),
            Test::Not(filter) => !self.matches(scope, filter, id, object),
            Test::Card(filter) => {
                !object.is(Flags::TOKEN) && self.matches(scope, filter, id, &self.as_its_card(id, object))
            }
            Test::SharesLandType(objects) => self.any_known(scope, objects, |other| share_land_type(object, other)),
            Test::SharesCreatureType(objects) => {
                self.any_known(scope, objects, |other| share_creature_type(object, other))
            }
            Test::SharesName(objects) => {
                !object.is_blank()
                    && self.any_known(scope, objects, |other| self.pool.same_name(object.named_as(), other.named_as()))
            }
            Test::SharesPower(objects) => {
                let own = self.power(id, object);
                self.any_object(scope, objects, |other| {
                    self.s.last_known(other).is_some_and(|one| self.power(other, one) == own)
                })
            }
            Test::SharesManaValue(objects) => {
                let own = self.mana_value(object);
                self.any_known(scope, objects, |other| self.mana_value(other) == own)
            }
            Test::ChosenColor => self.chosen_color(scope).is_some_and(|color| chars.colors.contains(color)),
            Test::ChosenType => self.chosen_type(scope).is_some_and(|chosen| chars.subtypes.contains(chosen)),
            Test::ChosenName => {
                !object.is_blank()
                    && self.chosen_name(scope).is_some_and(|chosen| self.pool.same_name(object.named_as(), chosen))
            }
            // One more, as there may be none.
            Test::NameChosenThen => match u16::try_from(scope.numbers[0] - 1) {
                Ok(chosen) => !object.is_blank() && self.pool.same_name(object.named_as(), CardId(chosen)),
                Err(_) => false,
            },
            Test::CastFrom(zones) => was_cast_from(object, zones),
            Test::CameFrom(zone) => object.came_from == *zone,
            Test::TargetsObject(filter) => self.any_target(id, |target| match target {
                Target::Object(target) => self.s.get(target).is_some_and(|object| {
                    object.zone == Zone::Battlefield && self.matches(scope, filter, target, object)
                }),
                Target::Player(_) => false,
            }),
            Test::TargetsPlayer(players) => self.any_target(id, |target| match target {
                Target::Object(_) => false,
                Target::Player(player) => self.player_fits(scope, *players, player),
            }),
            Test::SingleTarget => {
                self.s.stack.iter().any(|item| item.object == id && item.targets.end - item.targets.start == 1)
            }
            Test::OneThingTargeted => self.targets_one_thing(id),
            Test::Kicked => self.is_kicked(id, object),
            Test::Warped => self.is_warped(object),
            Test::WasBlockedBy(objects) => self
                .past(Happening::BLOCKED)
                .any(|past| past.id == id && self.any_object(scope, objects, |other| other == past.source)),
            Test::Crewed(objects, saddled) => self.has_crewed(scope, id, objects, *saddled),
            Test::TargetOf(objects) => self.s.stack.iter().chain(&self.s.left_stack).any(|item| {
                let range = item.targets.start as usize..item.targets.end as usize;
                let targets = self.s.targets.get(range).unwrap_or_default();
                targets.iter().any(|chosen| chosen.target == Target::Object(id))
                    && self.any_object(scope, objects, |other| other == item.object)
            }),
            Test::HasManaCost(costs) => {
                let own = self.pool.card(object.card).mana_cost.as_ref();
                !object.is_blank() && own.is_some_and(|own| costs.contains(own))
            }
            Test::XInCost => {
                !object.is_blank()
                    && self.pool.card(object.card).mana_cost.as_ref().is_some_and(|cost| cost.x_count() > 0)
            }
            Test::HasAdventure => {
                !object.is_blank() && self.pool.card(self.pool.whole(object.card)).layout == Layout::Adventure
            }
            Test::Prepared => self.is_prepared(id),
            Test::WasCast => was_cast(object),
            Test::IsCopy => object.is(Flags::COPY),
            Test::CastBy(who) => was_cast(object) && self.player_fits(scope, *who, object.cast_by),
            Test::CountersAtLeast(kind, n) => {
                object.is(Flags::HAS_COUNTERS) && self.s.counters_last_known(id, Some(*kind)) >= i32::from(*n)
            }
            Test::Modified => self.is_modified(id, object),
            Test::FaceDown => object.is(Flags::FACE_DOWN),
            Test::Historic => is_historic(object),
        }
    }

    /// Returns whether a creature crewed one of the objects this turn or, if so, saddled it.
    fn has_crewed(self, scope: &Scope, id: ObjectId, objects: &Objects, saddled: bool) -> bool {
        self.past(Happening::CREWED).any(|past| {
            past.id == id
                && past.amount == u16::from(saddled)
                && self.any_object(scope, objects, |other| other == past.source)
        })
    }

    /// Returns whether any of the objects, as they are or last were, is such.
    #[inline]
    fn any_known(self, scope: &Scope, objects: &Objects, is_such: impl Fn(&Object) -> bool) -> bool {
        self.any_object(scope, objects, |other| self.s.last_known(other).is_some_and(&is_such))
    }

    /// Returns whether an object attacks a planeswalker whose controller fits (CR 508.1b).
    fn attacks_planeswalker(self, scope: &Scope, object: &Object, players: PlayerFilter) -> bool {
        let Defender::Permanent(id) = object.defender else { return false };
        let theirs = |walker: &Object| {
            walker.characteristics.types.contains(CardTypes::PLANESWALKER)
                && self.player_fits(scope, players, walker.controller)
        };
        object.is(Flags::ATTACKING) && self.s.get(id).is_some_and(theirs)
    }

    /// Returns whether a player was dealt combat damage this turn by a source that fitted as it dealt it, and that had one of the creature
    /// types of a spell, if one is asked for (CR 702.76a).
    pub(crate) fn dealt_combat_damage(self, scope: &Scope, by: &Filter, alike: Option<&Object>) -> bool {
        self.past(Happening::DAMAGE).any(|past| {
            past.player.is_some()
                && past.combat
                && alike.is_none_or(|spell| share_creature_type(spell, &past.object))
                && self.matches(scope, by, past.source, &past.object)
        })
    }

    /// Returns whether a creature has counters on it, is equipped, or is enchanted by an Aura of its controller's (CR 700.9).
    fn is_modified(self, id: ObjectId, object: &Object) -> bool {
        let modifies = |attached: &Object| {
            let subtypes = &attached.characteristics.subtypes;
            subtypes.contains(Subtype::EQUIPMENT) || (attached.is_aura() && attached.controller == object.controller)
        };
        (object.is(Flags::HAS_COUNTERS) && self.s.counters_last_known(id, None) > 0)
            || self.has_attached(id, object, |_, attached| modifies(attached))
    }

    /// The colour that was chosen for an object, if one was.
    pub(crate) fn chosen_color(self, scope: &Scope) -> Option<Colors> {
        match self.choice_of(scope)? {
            Chosen::Color(color) => Some(color),
            Chosen::Subtype(_) | Chosen::Name(_) | Chosen::Player(_) | Chosen::Word(_) | Chosen::Number(_) => None,
        }
    }

    /// The type that was chosen for an object: where none was, as it became a copy of what chooses one, nothing is of it (CR 607.2d,
    /// 614.12a).
    pub(crate) fn chosen_type(self, scope: &Scope) -> Option<Subtype> {
        match self.choice_of(scope)? {
            Chosen::Subtype(subtype) => Some(subtype),
            Chosen::Color(_) | Chosen::Name(_) | Chosen::Player(_) | Chosen::Word(_) | Chosen::Number(_) => None,
        }
    }

    /// The card whose name was chosen for an object (CR 201.4): a face as it would be cast, or the object.
    pub(crate) fn chosen_name(self, scope: &Scope) -> Option<CardId> {
        match self.choice_of(scope)? {
            Chosen::Name(card) => Some(card),
            Chosen::Color(_) | Chosen::Subtype(_) | Chosen::Player(_) | Chosen::Word(_) | Chosen::Number(_) => None,
        }
    }

    /// The number that was chosen for an object, 0 where none was.
    pub(crate) fn number_chosen(self, scope: &Scope) -> i32 {
        match self.choice_of(scope) {
            Some(Chosen::Number(number)) => i32::from(number),
            _ => 0,
        }
    }

    /// Returns whether all targets of something on the stack are one and the same, and there is one.
    fn targets_one_thing(self, id: ObjectId) -> bool {
        let mut first = None;
        let one = !self.any_target(id, |target| *first.get_or_insert(target) != target);
        one && first.is_some()
    }

    /// Returns whether an object is what another one has become in the zone that it was put into as it left: a card that isn't "another" for
    /// an ability of that one (CR 400.7e, 400.7j). What has come back since is a new object, and so is a permanent.
    fn is_what_became_of(self, was: ObjectId, id: ObjectId, object: &Object) -> bool {
        id.index == was.index
            && id.generation == was.generation.wrapping_add(1)
            && matches!(object.zone, Zone::Graveyard | Zone::Exile | Zone::Command)
    }

    /// Returns whether something that fits is attached to an object, or was when that left the battlefield (CR 608.2h).
    fn has_attached(self, id: ObjectId, object: &Object, fits: impl Fn(ObjectId, &Object) -> bool) -> bool {
        if !object.is(Flags::HAS_ATTACHMENTS) {
            return false;
        }
        if self.s.get(id).is_some() {
            return self.s.permanents().any(|(other, attached)| attached.attached_to == id && fits(other, attached));
        }
        let mut own = self.s.last_attached.iter().filter(|entry| entry.0 == id);
        own.any(|(_, other, attached)| fits(*other, attached))
    }

    fn is_triggered(self, id: ObjectId) -> bool {
        self.s
            .stack
            .iter()
            .find(|item| item.object == id)
            .is_some_and(|item| matches!(self.pool.ability(item.ability).kind, AbilityKind::Triggered(_)))
    }

    pub(super) fn any_target(self, item: ObjectId, mut test: impl FnMut(Target) -> bool) -> bool {
        let Some(item) = self.s.stack.iter().find(|other| other.object == item) else {
            return self.aims.iter().any(|target| test(*target));
        };
        let range = item.targets.start as usize..item.targets.end as usize;
        self.s.targets[range].iter().any(|chosen| test(chosen.target))
    }

    /// The mana value, X counting as what was paid only on the stack (CR 202.3e).
    pub(crate) fn mana_value(self, object: &Object) -> i32 {
        let printed = i32::from(object.characteristics.mana_value);
        // A card is asked about as the spell that it would be with this X.
        if object.zone != Zone::Battlefield && object.x > 0 {
            let symbols = self.pool.card(object.card).mana_cost.as_ref().map_or(0, |cost| cost.x_count());
            return printed + i32::from(symbols) * i32::from(object.x);
        }
        printed
    }

    /// Returns whether a card of `owner` that isn't an object fits: a card in a hand or library.
    pub(crate) fn card_matches(self, scope: &Scope, filter: &Filter, card: CardId, owner: Player, zone: Zone) -> bool {
        filter.tests.is_empty() || self.matches(scope, filter, ObjectId::NONE, &self.as_object(card, owner, zone))
    }

    /// The card as an object in a zone.
    pub(crate) fn as_object(self, card: CardId, owner: Player, zone: Zone) -> Object {
        let whole = self.pool.whole(card);
        let mut object = Object {
            characteristics: self.pool.card(card).characteristics,
            base: Default::default(),
            restrictions: gauntlet_cards::keyword::Restrictions::empty(),
            flags: Flags::empty(),
            watches: self.pool.card(card).derived.watches,
            timestamp: 0,
            card,
            printed: whole,
            renamed: None,
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
            chosen: None,
            came_from: zone,
            cast_from: zone,
            cast_by: owner,
            marks: gauntlet_cards::keyword::Marks::empty(),
            spent_mana: 0,
            turned: 0,
            noted: Noted::Nothing,
            prototype: false,
            down: gauntlet_cards::face_down::FaceDown::Up,
        };
        if whole != card {
            self.show(&mut object, card);
        }
        if matches!(zone, Zone::Hand | Zone::Library)
            && self.has_rules(gauntlet_cards::ability::RuleKinds::HIDDEN_CARDS)
        {
            self.tell_of_hidden(&mut object);
        }
        object
    }

    /// Returns whether a player fits.
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
            PlayerFilter::Defending => self.defending_player(scope) == player,
            PlayerFilter::MostLife => self.s.players[player].life >= self.s.players[!player].life,
            PlayerFilter::FoughtBySource => self.damage_to(player, true).any(|past| past.source == scope.source),
            PlayerFilter::LostLife => self.s.players[player].life_lost > 0,
            PlayerFilter::Monarch => self.s.monarch == Some(player),
            PlayerFilter::Chosen => self.choice_of(scope) == Some(Chosen::Player(player)),
            PlayerFilter::Enchanted => {
                self.s.last_known(scope.source).and_then(|aura| self.enchanted_player(aura)) == Some(player)
            }
        }
    }

    /// CR 508.5: of the source's attack, or of the trigger event's object. Where neither attacks, it is asked about what could
    /// be attacked (CR 508.1c): by the player, their planeswalkers and the battles they protect, so the one opponent of the
    /// active player is meant (CR 506.2).
    fn defending_player(self, scope: &Scope) -> Player {
        let attacker = [scope.source, scope.event.object]
            .into_iter()
            .filter_map(|id| self.s.last_known(id))
            .find(|object| object.is(Flags::ATTACKING));
        match attacker {
            Some(object) => self.defender_player(object.defender),
            None => scope.event.player.unwrap_or(!self.s.active),
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
            // Of a card in a hand, that is who could cast it.
            Players::OwnerOf(objects) if **objects == Objects::Source && scope.source.is_none() => {
                PlayerSet::one(scope.you)
            }
            Players::OwnerOf(objects) => self.people_of(scope, objects, |object| object.owner),
            Players::CasterOf(objects) => self.people_of(scope, objects, |object| object.cast_by),
            Players::Active => PlayerSet::one(self.s.active),
            Players::Event => scope.event.player.map_or(PlayerSet::EMPTY, PlayerSet::one),
            Players::Defending => PlayerSet::one(self.defending_player(scope)),
            Players::Current => PlayerSet::one(scope.current_player),
            Players::TargetOrController(spec) => {
                let controllers = self.people_of(scope, &Objects::Target(*spec), |object| object.controller);
                self.players(scope, &Players::Target(*spec)).or(controllers)
            }
            Players::Both(a, b) => self.players(scope, a).or(self.players(scope, b)),
            Players::Subgame(won) => {
                PlayerSet(if *won { self.s.subgame_winners } else { !self.s.subgame_winners & PlayerSet::BOTH.0 })
            }
            Players::Such(players, condition) => {
                let mut set = PlayerSet::EMPTY;
                for player in self.players(scope, players).in_order(self.s.active) {
                    if self.holds(&Scope { current_player: player, ..*scope }, condition) {
                        set = set.or(PlayerSet::one(player));
                    }
                }
                set
            }
            Players::Noted(register) => PlayerSet(scope.numbers[usize::from(*register)] as u8 & PlayerSet::BOTH.0),
            Players::Others(players) => PlayerSet(PlayerSet::BOTH.0 & !self.players(scope, players).0),
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

    /// The abilities of a list kind that an object has now: its card's, unless lost, and those granted.
    pub(crate) fn abilities(
        self,
        object: &'a Object,
        index: u16,
        list: impl Fn(&'a gauntlet_cards::card::Derived) -> &'a [AbilityId],
        kind: impl Fn(&AbilityKind) -> bool + 'a,
    ) -> impl Iterator<Item = AbilityId> + 'a {
        let own: &[AbilityId] =
            if object.is(Flags::LOST_ABILITIES) { &[] } else { list(&self.pool.card(object.card).derived) };
        let granted = if object.is(Flags::HAS_GRANTED) { self.s.granted_to(index) } else { &[] };
        let granted = granted.iter().map(|entry| entry.1).filter(move |id| kind(&self.pool.ability(*id).kind));
        own.iter().copied().chain(granted)
    }

    /// Returns whether an object has a keyword, wherever it is: one that it has printed and not lost, or that effects give it.
    fn has_keyword_named(self, id: ObjectId, object: &'a Object, keyword: KeywordName) -> bool {
        if object.is(Flags::FACE_DOWN) {
            return false;
        }
        let is_it = |ability: &AbilityId| keyword.is_ability(self.pool.ability(*ability));
        let card = self.pool.card(object.card);
        let own =
            !object.is(Flags::LOST_ABILITIES) && (card.abilities.iter().any(is_it) || keyword.is_printed(&card.text));
        own || object.is(Flags::HAS_GRANTED) && self.s.granted_to(id.index).iter().any(|entry| is_it(&entry.1))
    }

    /// The mana abilities of a permanent that pay costs, those of basic land types apart (CR 305.6).
    pub(crate) fn mana_abilities(self, object: &'a Object, index: u16) -> impl Iterator<Item = AbilityId> + 'a {
        let is_mana = |kind: &AbilityKind| matches!(kind, AbilityKind::Activatable(way) if way.mana.is_some());
        self.abilities(object, index, |derived| &derived.mana_abilities, is_mana)
    }
}

/// Returns whether a spell was cast, or a permanent was one that was. What is copied on the stack wasn't (CR 707.10); a copy of a card
/// that was cast was (CR 707.12).
pub(crate) fn was_cast(object: &Object) -> bool {
    match object.zone {
        Zone::Stack => object.came_from != Zone::Stack && !object.is(Flags::ABILITY),
        _ => object.is(Flags::CAST),
    }
}

/// Returns whether a spell was cast from one of the zones, or a permanent was one that was; a card is where it would be cast from.
fn was_cast_from(object: &Object, zones: &[Zone]) -> bool {
    match object.zone {
        Zone::Stack => zones.contains(&object.came_from) && !is_from_another_hand(object, object.came_from),
        Zone::Battlefield => {
            let there = zones.contains(&object.cast_from) && !is_from_another_hand(object, object.cast_from);
            object.is(Flags::CAST) && there
        }
        zone => zones.contains(&zone) && !is_from_another_hand(object, zone),
    }
}

/// Returns whether something was cast from a hand that isn't its caster's: texts mean the caster's own by "your hand" and "their hand" (CR
/// 109.5).
pub(crate) fn is_from_another_hand(object: &Object, from: Zone) -> bool {
    from == Zone::Hand && object.cast_by != object.owner
}

/// Returns whether an object is an artifact, legendary or a Saga.
fn is_historic(object: &Object) -> bool {
    let chars = &object.characteristics;
    chars.types.contains(CardTypes::ARTIFACT)
        || chars.supertypes.contains(Supertypes::LEGENDARY)
        || Subtype::from_name("Saga").is_some_and(|saga| chars.subtypes.contains(saga))
}

fn share_land_type(a: &Object, b: &Object) -> bool {
    let (a, b) = (&a.characteristics.subtypes, &b.characteristics.subtypes);
    let land = |subtype: &Subtype| matches!(subtype.kind(), SubtypeKind::BasicLand | SubtypeKind::Land);
    a.iter().filter(land).any(|subtype| b.contains(subtype))
}

pub(crate) fn share_creature_type(a: &Object, b: &Object) -> bool {
    let (a, b) = (&a.characteristics.subtypes, &b.characteristics.subtypes);
    let creature = |subtype: &Subtype| subtype.kind() == SubtypeKind::Creature;
    a.iter().filter(creature).any(|subtype| b.contains(subtype))
        || b.iter().filter(creature).any(|subtype| a.contains(subtype))
        || (a.has_every_creature_type() && b.has_every_creature_type())
}

/// Returns whether there is a creature type that all objects have.
pub(crate) fn share_creature_types<'o>(objects: impl Iterator<Item = &'o Object>) -> bool {
    let mut named = objects.filter(|object| !object.characteristics.subtypes.has_every_creature_type());
    let Some(first) = named.next() else { return true };
    let others: SmallVec<[&Object; 4]> = named.collect();
    let creature = |subtype: &Subtype| subtype.kind() == SubtypeKind::Creature;
    let mut types = first.characteristics.subtypes.iter().filter(creature);
    types.any(|subtype| others.iter().all(|other| other.characteristics.subtypes.contains(subtype)))
}
