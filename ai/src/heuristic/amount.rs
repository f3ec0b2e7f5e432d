//! Numbers, players and objects that scripts refer to, as far as the agent can tell before anything is chosen.

use gauntlet_cards::card::CardId;
use gauntlet_cards::effect::{PAID_REGISTER, Recipients};
use gauntlet_cards::filter::{Amount, Condition, CounterKind, Objects, PlayerFilter, Players, Zone};
use gauntlet_cards::types::CardTypes;
use gauntlet_core::Player;
use gauntlet_magic::state::{EventData, Object, ObjectId, Target};
use gauntlet_magic::view::Standpoint;

use super::value::Judge;

/// What a script refers to: you, source, X, targets.
#[derive(Clone, Copy)]
pub(super) struct Env<'e> {
    /// Who controls the script.
    pub(super) you: Player,
    /// What it is on; none if that is a card in hand.
    pub(super) source: ObjectId,
    /// The card that it is on.
    pub(super) card: CardId,
    pub(super) x: i32,
    pub(super) paid: gauntlet_magic::state::Paid,
    /// Whether all modes are chosen.
    pub(super) all_modes: bool,
    /// The targets chosen, or thought of, for each spec.
    pub(super) targets: &'e [(u8, Target)],
    /// What is, or might be, in a register.
    pub(super) register: Option<(u8, ObjectId)>,
    /// The number that is, or might be, in a register.
    pub(super) number: Option<(u8, i32)>,
    pub(super) event: EventData,
    /// The object that a change is thought of for.
    pub(super) current: ObjectId,
}

impl Env<'static> {
    /// For a card that is not on the battlefield.
    pub(super) fn of_card(card: CardId, you: Player) -> Env<'static> {
        Env {
            you,
            source: ObjectId::NONE,
            card,
            x: 0,
            paid: Default::default(),
            all_modes: false,
            targets: &[],
            register: None,
            number: None,
            event: EventData::NONE,
            current: ObjectId::NONE,
        }
    }

    /// For an object.
    pub(super) fn of_object(id: ObjectId, object: &Object, you: Player) -> Env<'static> {
        Env { source: id, x: i32::from(object.x), paid: object.paid, ..Env::of_card(object.card, you) }
    }
}

impl Env<'_> {
    /// From where its filters are asked.
    #[inline]
    pub(super) fn standpoint(&self) -> Standpoint {
        let x = self.x.clamp(0, i32::from(u8::MAX)) as u8;
        Standpoint { you: self.you, source: self.source, x, number: self.number, target: self.targets.last().copied() }
    }

    /// Returns whether an optional cost was paid, or would be.
    pub(super) fn has_paid(&self, cost: u8) -> bool {
        self.paid.get(usize::from(cost)).is_some_and(|times| *times > 0)
    }
}

/// A set of players: bit 0 the viewer, bit 1 the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Who(u8);

impl Who {
    const NONE: Who = Who(0);

    pub(super) fn mine(self) -> bool {
        self.0 & 1 != 0
    }

    pub(super) fn theirs(self) -> bool {
        self.0 & 2 != 0
    }
}

/// The power, toughness and mana value of a card that isn't known yet.
const ORDINARY_SIZE: i32 = 3;

/// The greatest number that is reckoned with: sums and products of it with weights stay numbers.
const MOST_AMOUNT: i32 = 9_999;

impl Judge<'_> {
    fn just(self, player: Player) -> Who {
        Who(if player == self.me { 1 } else { 2 })
    }

    /// The players that are meant.
    pub(super) fn who(self, env: &Env<'_>, players: &Players) -> Who {
        match players {
            Players::You => self.just(env.you),
            Players::Opponents | Players::Defending => self.just(!env.you),
            // Who will win a subgame is open, and who will do what players may do.
            Players::Each | Players::Current | Players::Subgame(_) | Players::Noted(_) => Who(3),
            Players::Target(spec) => {
                let mut who = Who::NONE;
                for (other, target) in env.targets {
                    if other == spec
                        && let Target::Player(player) = target
                    {
                        who.0 |= self.just(*player).0;
                    }
                }
                who
            }
            Players::ControllerOf(objects) => self.people(env, objects, |object| object.controller),
            Players::OwnerOf(objects) => self.people(env, objects, |object| object.owner),
            Players::CasterOf(objects) => self.people(env, objects, |object| object.cast_by),
            Players::Active => self.just(self.see.active()),
            Players::Event => env.event.player.map_or(self.just(!env.you), |player| self.just(player)),
            Players::Those(filter) => self.fitting(env, *filter),
            Players::Such(players, _) => self.who(env, players),
            Players::Others(players) => Who(3 & !self.who(env, players).0),
            Players::TargetOrController(spec) => {
                let controllers = self.people(env, &Objects::Target(*spec), |object| object.controller);
                Who(self.who(env, &Players::Target(*spec)).0 | controllers.0)
            }
            Players::Both(a, b) => Who(self.who(env, a).0 | self.who(env, b).0),
        }
    }

    fn fitting(self, env: &Env<'_>, filter: PlayerFilter) -> Who {
        match filter {
            PlayerFilter::Any => Who(3),
            PlayerFilter::You => self.just(env.you),
            PlayerFilter::Active => self.just(self.see.active()),
            PlayerFilter::Event => env.event.player.map_or(Who::NONE, |player| self.just(player)),
            PlayerFilter::Opponent
            | PlayerFilter::Defending
            | PlayerFilter::HostController
            | PlayerFilter::MostLife
            | PlayerFilter::LostLife
            | PlayerFilter::Monarch
            | PlayerFilter::FoughtBySource
            | PlayerFilter::Chosen
            | PlayerFilter::Enchanted => self.just(!env.you),
        }
    }

    fn people(self, env: &Env<'_>, objects: &Objects, of: impl Fn(&Object) -> Player) -> Who {
        let mut who = Who::NONE;
        self.each(env, objects, &mut |_, object| who.0 |= self.just(of(object)).0);
        who
    }

    /// Returns whether a permanent is among the objects that are meant.
    pub(super) fn is_meant(self, env: &Env<'_>, objects: &Objects, id: ObjectId) -> bool {
        if let Objects::Each(Zone::Battlefield, filter) = objects {
            return self.see.fits(filter, env.standpoint(), id);
        }
        let mut meant = false;
        self.each(env, objects, &mut |other, _| meant |= other == id);
        meant
    }

    /// Calls `f` with each object that is meant and known.
    pub(super) fn each(self, env: &Env<'_>, objects: &Objects, f: &mut dyn FnMut(ObjectId, &Object)) {
        match objects {
            // What will have gone is what is there now.
            Objects::Left(inner, _) | Objects::Moved(inner) => self.each(env, inner, f),
            Objects::Source | Objects::SourceNow => self.one(env.source, f),
            Objects::Target(spec) => {
                for (other, target) in env.targets {
                    if other == spec
                        && let Target::Object(id) = target
                    {
                        self.one(*id, f);
                    }
                }
            }
            Objects::Event => self.one(env.event.object, f),
            Objects::EventOther => {
                if let Some(Target::Object(id)) = env.event.other {
                    self.one(id, f);
                }
            }
            Objects::Host => {
                if let Some(source) = self.see.last_known(env.source) {
                    self.one(source.attached_to, f);
                } else if let Some((_, Target::Object(id))) = env.targets.first() {
                    // What an Aura in hand would be attached to.
                    self.one(*id, f);
                }
            }
            Objects::Register(register) => {
                if let Some((known, id)) = env.register
                    && known == *register
                {
                    self.one(id, f);
                }
            }
            Objects::Current => self.one(env.current, f),
            Objects::Each(Zone::Battlefield, filter) => {
                for (id, object) in self.see.permanents_that_fit(filter, env.standpoint()) {
                    f(id, object);
                }
            }
            Objects::Each(Zone::Graveyard, filter) => {
                for player in Player::BOTH {
                    for (id, object) in self.see.graveyard_objects(player) {
                        if self.see.fits(filter, env.standpoint(), id) {
                            f(id, object);
                        }
                    }
                }
            }
            Objects::Each(Zone::Stack, filter) => {
                for item in self.see.stack() {
                    if self.see.fits(filter, env.standpoint(), item.object) {
                        self.one(item.object, f);
                    }
                }
            }
            Objects::Each(..)
            | Objects::DamageSources(_)
            | Objects::ExiledWithSource
            | Objects::PutWithSource
            | Objects::PermanentsOf(_)
            | Objects::PartnersOf(_)
            | Objects::Encoded(_) => {}
            Objects::AttachedTo(hosts) => self.each(env, hosts, &mut |host, _| {
                for (id, object) in self.see.permanents() {
                    if object.attached_to == host {
                        f(id, object);
                    }
                }
            }),
            Objects::Union(parts) => parts.iter().for_each(|part| self.each(env, part, f)),
            Objects::Those(inner, filter) => self.each(env, inner, &mut |id, object| {
                if self.see.fits(filter, env.standpoint(), id) {
                    f(id, object);
                }
            }),
        }
    }

    #[inline]
    fn one(self, id: ObjectId, f: &mut dyn FnMut(ObjectId, &Object)) {
        if let Some(object) = self.see.last_known(id) {
            f(id, object);
        }
    }

    fn sum(self, env: &Env<'_>, objects: &Objects, of: impl Fn(ObjectId, &Object) -> i32) -> i32 {
        let mut sum = 0;
        self.each(env, objects, &mut |id, object| sum += of(id, object));
        sum
    }

    fn greatest(self, env: &Env<'_>, objects: &Objects, of: impl Fn(&Object) -> i32) -> i32 {
        let mut greatest = 0;
        self.each(env, objects, &mut |_, object| greatest = greatest.max(of(object)));
        greatest
    }

    fn per_player(self, env: &Env<'_>, players: &Players, of: impl Fn(Player) -> i32) -> i32 {
        let who = self.who(env, players);
        (if who.mine() { of(self.me) } else { 0 }) + if who.theirs() { of(!self.me) } else { 0 }
    }

    /// The number, as far as it can be told; 2 for what can't. What is doubled often enough is no larger than all that can be added up.
    pub(super) fn amount(self, env: &Env<'_>, amount: &Amount) -> i32 {
        match amount {
            Amount::Const(number) => *number,
            _ => self.computed(env, amount).clamp(-MOST_AMOUNT, MOST_AMOUNT),
        }
    }

    fn computed(self, env: &Env<'_>, amount: &Amount) -> i32 {
        let info = |player: Player| self.see.player(player);
        match amount {
            Amount::Const(number) => *number,
            Amount::X => env.x,
            Amount::Register(register) => {
                env.number.filter(|(known, _)| known == register).map_or(2, |(_, number)| number)
            }
            Amount::Count(zone, filter) => self.count(env, *zone, filter),
            Amount::CountObjects(objects) => self.sum(env, objects, |_, _| 1),
            Amount::CountPlayers(players) => self.per_player(env, players, |_| 1),
            // What a cost will be paid with isn't known yet.
            Amount::Power(Objects::Register(PAID_REGISTER))
            | Amount::Toughness(Objects::Register(PAID_REGISTER))
            | Amount::ManaValue(Objects::Register(PAID_REGISTER))
                if env.register.is_none_or(|(register, _)| register != PAID_REGISTER) =>
            {
                ORDINARY_SIZE
            }
            Amount::Power(objects) => self.sum(env, objects, |_, object| i32::from(object.characteristics.power)),
            Amount::Toughness(objects) => {
                self.sum(env, objects, |_, object| i32::from(object.characteristics.toughness))
            }
            Amount::ManaValue(Objects::Source) if env.source.is_none() => self.facts.card(env.card).mana_value,
            Amount::ManaSymbols(objects, _) | Amount::ManaValue(objects) => {
                self.sum(env, objects, |_, object| i32::from(object.characteristics.mana_value))
            }
            Amount::GreatestPower(objects) => {
                self.greatest(env, objects, |object| i32::from(object.characteristics.power))
            }
            Amount::GreatestToughness(objects) => {
                self.greatest(env, objects, |object| i32::from(object.characteristics.toughness))
            }
            Amount::GreatestManaValue(objects) => {
                self.greatest(env, objects, |object| i32::from(object.characteristics.mana_value))
            }
            Amount::Counters(Objects::Source, Some(kind)) if env.source.is_none() => {
                let enters = self.facts.card(env.card).enters_with.iter().filter(|(other, _)| other == kind);
                enters.map(|(_, amount)| self.amount(env, amount)).sum()
            }
            Amount::Counters(objects, kind) => {
                let kind = kind.unwrap_or(CounterKind::PLUS_ONE);
                self.sum(env, objects, |id, _| i32::from(self.see.counters(id.index() as u16, kind)))
            }
            Amount::Life(players) | Amount::LifeToPay(players) => {
                self.per_player(env, players, |player| info(player).life)
            }
            Amount::StartingLife => 20,
            Amount::HandSize(players) => self.per_player(env, players, |player| self.see.hand_size(player) as i32),
            Amount::LibrarySize(players) => {
                self.per_player(env, players, |player| self.see.library_size(player) as i32)
            }
            Amount::Event => env.event.amount.max(1),
            Amount::TimesPaid(cost) => env.paid.get(usize::from(*cost)).map_or(0, |times| i32::from(*times)),
            Amount::SpellsCast(players) => self.per_player(env, players, |player| i32::from(info(player).spells_cast)),
            Amount::LifeGained(players) => self.per_player(env, players, |player| i32::from(info(player).life_gained)),
            Amount::LifeLost(players) => self.per_player(env, players, |player| i32::from(info(player).life_lost)),
            Amount::Domain(players) => self.per_player(env, players, |player| {
                let mut lands = 0;
                for (_, object) in self.see.permanents().filter(|(_, object)| object.controller == player) {
                    lands |= object.characteristics.subtypes.basic_lands();
                }
                lands.count_ones() as i32
            }),
            Amount::Sum(left, right) => self.amount(env, left) + self.amount(env, right),
            Amount::Difference(left, right) => self.amount(env, left) - self.amount(env, right),
            Amount::Times(inner, times) => self.amount(env, inner).saturating_mul(*times),
            Amount::HalfUp(inner) => (self.amount(env, inner) + 1).div_euclid(2),
            Amount::HalfDown(inner) => self.amount(env, inner).div_euclid(2),
            Amount::Quotient(left, right) => self.amount(env, left) / self.amount(env, right).max(1),
            Amount::Least(left, right) => self.amount(env, left).min(self.amount(env, right)),
            Amount::Greatest(left, right) => self.amount(env, left).max(self.amount(env, right)),
            Amount::If(condition, then, otherwise) => {
                self.amount(env, if self.holds(env, condition) { then } else { otherwise })
            }
            _ => 2,
        }
    }

    fn count(self, env: &Env<'_>, zone: Zone, filter: &gauntlet_cards::filter::Filter) -> i32 {
        match zone {
            Zone::Battlefield => self.see.permanents_that_fit(filter, env.standpoint()).count() as i32,
            Zone::Graveyard => {
                let fits = |id: ObjectId| self.see.fits(filter, env.standpoint(), id);
                let both = Player::BOTH.into_iter().flat_map(|player| self.see.graveyard_objects(player));
                both.filter(|(id, _)| fits(*id)).count() as i32
            }
            _ => 2,
        }
    }

    /// Returns whether it holds, as far as it can be told.
    pub(super) fn holds(self, env: &Env<'_>, condition: &Condition) -> bool {
        match condition {
            Condition::Kicked(cost) | Condition::CostPaid(cost) => env.has_paid(*cost),
            Condition::Compare(left, comparison, right) => {
                comparison.holds(self.amount(env, left), self.amount(env, right))
            }
            Condition::TurnOf(filter) => {
                let who = self.fitting(env, *filter);
                if self.see.active() == self.me { who.mine() } else { who.theirs() }
            }
            Condition::Exists(zone @ (Zone::Battlefield | Zone::Graveyard), filter) => {
                self.count(env, *zone, filter) > 0
            }
            Condition::ObjectIs(objects, filter) => {
                let mut holds = false;
                self.each(env, objects, &mut |id, _| holds |= self.see.fits(filter, env.standpoint(), id));
                holds
            }
            Condition::InStep(step) => self.see.step() == *step,
            Condition::WasCast => true,
            Condition::All(list) => list.iter().all(|condition| self.holds(env, condition)),
            Condition::AnyOf(list) => list.iter().any(|condition| self.holds(env, condition)),
            Condition::Not(inner) => !self.holds(env, inner),
            _ => false,
        }
    }

    /// Calls `f` with each player or damageable object that is meant.
    pub(super) fn recipients(self, env: &Env<'_>, to: &Recipients, f: &mut dyn FnMut(Target)) {
        match to {
            Recipients::Objects(objects) => self.each(env, objects, &mut |id, object| {
                if object.characteristics.types.intersects(CardTypes::CREATURE | CardTypes::PLANESWALKER) {
                    f(Target::Object(id));
                }
            }),
            Recipients::Players(players) => {
                let who = self.who(env, players);
                if who.mine() {
                    f(Target::Player(self.me));
                }
                if who.theirs() {
                    f(Target::Player(!self.me));
                }
            }
            Recipients::Target(spec) => {
                for (other, target) in env.targets {
                    if other == spec {
                        f(*target);
                    }
                }
            }
            Recipients::Both(parts) => parts.iter().for_each(|part| self.recipients(env, part, f)),
            Recipients::Event => {
                if let Some(target) = env.event.other {
                    f(target);
                }
            }
        }
    }
}
