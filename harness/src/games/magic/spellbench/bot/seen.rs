//! From an observation to what our engine puts a position together from.

use std::collections::BTreeMap;

use gauntlet_cards::ability::{AbilityKind, ActivatableKind};
use gauntlet_cards::card::{AbilityId, CardId, Pool};
use gauntlet_cards::designation::Daytime;
use gauntlet_cards::filter::{CounterKind, Step, Zone};
use gauntlet_cards::keyword::{Keywords, Marks};
use gauntlet_cards::types::{CardTypes, Colors, Subtype};
use gauntlet_core::{PerPlayer, Player, Seed};
use gauntlet_magic::rebuild::{Seen, SeenCard, SeenItem, SeenObject, SeenPlayer, SeenTrigger, Shown};
use gauntlet_magic::state::{Chosen, Flags, Learned, ObjectId, Target};
use gauntlet_spellbench::observation::{
    Characteristics, KnownCard, ObjectRecord, Observation, Permanent, PlayerView, StackEntry,
};
use gauntlet_spellbench::reference::{self, ObjectRef, TargetRef};
use gauntlet_spellbench::vocabulary::{CardType, ChosenKind, Color, DayNight, How, PhaseStep, StackKind};
use rand::seq::SliceRandom as _;

use super::places::{Named, Places};
use crate::games::magic::spellbench::printed::Printed;
use crate::games::magic::spellbench::scene::Seating;
use crate::games::magic::spellbench::words::{counter_word, keywords};

/// The cards of a pool by the names that are seen.
pub(super) struct Names {
    by_name: BTreeMap<String, Vec<CardId>>,
}

impl Names {
    pub(super) fn new(pool: &Pool, printed: &Printed) -> Names {
        let mut by_name: BTreeMap<String, Vec<CardId>> = BTreeMap::new();
        for (id, _) in pool.cards() {
            for name in [printed.name(id), printed.full_name(id)].into_iter().flatten() {
                let cards = by_name.entry(name.to_owned()).or_default();
                if !cards.contains(&id) {
                    cards.push(id);
                }
            }
        }
        Names { by_name }
    }

    /// The card of this name, of several faces all of it.
    pub(super) fn card(&self, pool: &Pool, name: &str) -> Option<CardId> {
        let cards = self.by_name.get(name)?;
        let whole = cards.iter().find(|card| pool.whole(**card) == **card && !pool.card(**card).token);
        whole.copied().or_else(|| cards.iter().find(|card| !pool.card(**card).token).map(|card| pool.whole(*card)))
    }

    /// What of this name an object shows: of several it is the one that is most like it.
    fn shown(&self, pool: &Pool, name: &str, token: bool, is: Option<&Characteristics>) -> Option<CardId> {
        let cards = self.by_name.get(name)?;
        let unlike = |card: &CardId| {
            let card = pool.card(*card);
            let values = &card.characteristics;
            let differs = is.map_or(0, |is| {
                let size = match (is.power, is.toughness) {
                    (Some(power), Some(toughness)) => {
                        power.abs_diff(i32::from(values.power)) + toughness.abs_diff(i32::from(values.toughness))
                    }
                    _ => 0,
                };
                let types = (types(is) ^ values.types).bits().count_ones();
                10 * types + 3 * (colors(is) ^ values.colors).bits().count_ones() + size
            });
            // A token that is a copy of a card is no token card.
            differs + if card.token == token { 0 } else { 5 }
        };
        cards.iter().copied().min_by_key(unlike)
    }
}

fn types(is: &Characteristics) -> CardTypes {
    let named = |one: &CardType| {
        let row = CardTypes::TABLE.iter().find(|row| row.1.eq_ignore_ascii_case(one.word()));
        row.map_or(CardTypes::empty(), |row| row.0)
    };
    is.types.iter().map(named).fold(CardTypes::empty(), CardTypes::union)
}

fn colors(is: &Characteristics) -> Colors {
    let rows = Colors::TABLE.iter().zip(Color::ALL).filter(|(_, color)| is.colors.contains(color));
    rows.map(|(row, _)| row.0).fold(Colors::empty(), Colors::union)
}

/// The keywords by their words, those with parameters left out.
fn keywords_of(is: &Characteristics) -> Option<Keywords> {
    let told = is.keywords.as_ref()?;
    let row = |row: &(Keywords, &str)| told.iter().any(|word| keywords(row.0).next().as_ref() == Some(word));
    let rows = Keywords::TABLE.iter().filter(|entry| row(&(entry.0, entry.1)));
    Some(rows.map(|row| row.0).fold(Keywords::empty(), Keywords::union))
}

/// What is the same all game long, or is remembered from one decision to the next.
pub(super) struct Reader<'g> {
    pub(super) pool: &'g Pool,
    pub(super) printed: &'g Printed,
    pub(super) names: &'g Names,
    pub(super) seating: Seating,
    pub(super) viewer: Player,
    /// The cards of the viewer's deck, and of the other one.
    pub(super) decks: &'g [Vec<CardId>; 2],
    pub(super) seed: Seed,
}

/// A step by its word; that with combat damage may be the earlier of two.
pub(super) fn step(word: PhaseStep) -> Step {
    match word {
        PhaseStep::Pregame | PhaseStep::Cleanup => Step::Cleanup,
        PhaseStep::Untap => Step::Untap,
        PhaseStep::Upkeep => Step::Upkeep,
        PhaseStep::Draw => Step::Draw,
        PhaseStep::PrecombatMain => Step::PrecombatMain,
        PhaseStep::BeginningOfCombat => Step::BeginCombat,
        PhaseStep::DeclareAttackers => Step::DeclareAttackers,
        PhaseStep::DeclareBlockers => Step::DeclareBlockers,
        PhaseStep::CombatDamage => Step::CombatDamage,
        PhaseStep::EndOfCombat => Step::EndCombat,
        PhaseStep::PostcombatMain => Step::PostcombatMain,
        PhaseStep::EndStep => Step::End,
    }
}

fn zone(zone: reference::Zone) -> Zone {
    match zone {
        reference::Zone::Library => Zone::Library,
        reference::Zone::Hand => Zone::Hand,
        reference::Zone::Battlefield => Zone::Battlefield,
        reference::Zone::Graveyard => Zone::Graveyard,
        reference::Zone::Stack => Zone::Stack,
        reference::Zone::Exile => Zone::Exile,
        reference::Zone::Command => Zone::Command,
    }
}

fn small(number: u32) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

fn medium(number: u32) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

/// What lies in zones that all see.
fn records(observation: &Observation) -> impl Iterator<Item = &ObjectRecord> {
    observation
        .players
        .iter()
        .flat_map(|player| player.battlefield.iter().chain(&player.graveyard).chain(&player.exile))
}

impl Reader<'_> {
    fn deck(&self, owner: Player) -> &[CardId] {
        &self.decks[usize::from(owner != self.viewer)]
    }

    /// The card that an object shows.
    fn card_of(&self, record: &ObjectRecord) -> Option<CardId> {
        let name = record.card_name.as_deref()?;
        match record.zone {
            reference::Zone::Battlefield => {
                self.names.shown(self.pool, name, record.token, record.characteristics.as_ref())
            }
            _ => self.names.card(self.pool, record.full_name.as_deref().unwrap_or(name)),
        }
    }

    fn card_on_stack(&self, entry: &StackEntry) -> Option<CardId> {
        let name = entry.card_name.as_deref()?;
        self.names.shown(self.pool, name, false, entry.characteristics.as_ref())
    }

    /// The objects that there are, with the cards that they are.
    pub(super) fn named<'o>(&self, observation: &'o Observation) -> Vec<Named<'o>> {
        let object = |record: &'o ObjectRecord| {
            let controller = self.seating.player(record.controller_seat);
            let (zone, card) = (zone(record.zone), self.card_of(record)?);
            Some(Named { id: &record.object_id, zone, controller, card, is_ability: false })
        };
        let item = |entry: &'o StackEntry| {
            let controller = self.seating.player(entry.controller_seat);
            let (zone, card) = (Zone::Stack, self.card_on_stack(entry)?);
            let is_ability = entry.stack_kind != StackKind::Spell;
            Some(Named { id: &entry.object_id, zone, controller, card, is_ability })
        };
        records(observation).filter_map(object).chain(observation.stack.iter().filter_map(item)).collect()
    }

    /// What is seen, with the places of all objects.
    pub(super) fn read(&self, observation: &Observation, places: &Places) -> Seen {
        let active = observation.active_seat.map_or(Player::FIRST, |seat| self.seating.player(seat));
        let designated = |word: &str| {
            let has = |player: &&PlayerView| {
                player.designations.as_ref().is_some_and(|all| all.iter().any(|one| one == word))
            };
            observation.players.iter().find(has).map(|player| self.seating.player(player.seat))
        };
        let turn = u32::try_from(observation.turn).unwrap_or(u32::MAX);
        let mut players = PerPlayer::<SeenPlayer>::default();
        for player in &observation.players {
            players[self.seating.player(player.seat)] = self.player(player, observation);
        }
        Seen {
            viewer: self.viewer,
            turn,
            active,
            step: step(observation.phase_step),
            daytime: match observation.day_night {
                Some(DayNight::Day) => Daytime::Day,
                Some(DayNight::Night) => Daytime::Night,
                Some(DayNight::None) | None => Daytime::Neither,
            },
            monarch: designated("monarch"),
            initiative: designated("initiative"),
            players,
            objects: self.objects(observation, places, active),
            stack: observation.stack.iter().filter_map(|entry| self.item(entry, places)).collect(),
        }
    }

    fn objects(&self, observation: &Observation, places: &Places, active: Player) -> Vec<SeenObject> {
        let mut objects: Vec<SeenObject> =
            records(observation).filter_map(|record| self.object(record, places, active)).collect();
        let blocked: Vec<ObjectId> = objects.iter().flat_map(|object| object.blocks.iter().copied()).collect();
        for object in &mut objects {
            object.flags.set(Flags::BLOCKED, blocked.contains(&object.id));
        }
        objects
    }

    fn player(&self, see: &PlayerView, observation: &Observation) -> SeenPlayer {
        let counter = |word: &str| see.counters.as_ref().and_then(|all| all.get(word)).copied().unwrap_or(0);
        let pool = &see.mana_pool;
        let progress = see.progress.as_ref();
        let mana = [pool.w, pool.u, pool.b, pool.r, pool.g, pool.c].map(small);
        let (hand, library) = self.deal(see, observation);
        SeenPlayer {
            life: see.life,
            poison: small(see.poison.unwrap_or(0)),
            energy: medium(counter("energy")),
            experience: medium(counter("experience")),
            rad: medium(counter("rad")),
            mana,
            lands_played: small(see.lands_played_this_turn),
            mulligans: small(see.mulligans_taken),
            blessed: see.designations.as_ref().is_some_and(|all| all.iter().any(|one| one == "city_blessing")),
            tempted: small(progress.map_or(0, |progress| progress.ring_tempted)),
            speed: small(progress.and_then(|progress| progress.speed).unwrap_or(0)),
            hand,
            library,
        }
    }

    /// A hand and a library: what is known of them, and of the rest of the deck what is nowhere else, shuffled.
    fn deal(&self, see: &PlayerView, observation: &Observation) -> (Vec<SeenCard>, Vec<SeenCard>) {
        let owner = self.seating.player(see.seat);
        let mut left = self.unseen(see, observation);
        left.sort_unstable();
        let seed = self.seed.derive("deal", owner.index() as u64).derive("turn", observation.turn);
        left.shuffle(&mut seed.rng());
        let mut take = |card: CardId| {
            if let Some(place) = left.iter().position(|other| *other == card) {
                left.swap_remove(place);
            }
        };
        let known = |zone: reference::Zone| {
            let known =
                observation.known.iter().filter(move |known| known.owner_seat == see.seat && known.zone == zone);
            known.filter_map(|known| Some((known, self.names.card(self.pool, &known.card_name)?)))
        };
        let mut hand: Vec<SeenCard> = match &see.hand {
            Some(cards) => {
                cards.iter().filter_map(|record| self.card_of(record)).map(|card| seen(card, None)).collect()
            }
            None => known(reference::Zone::Hand).map(|(known, card)| seen(card, learned(known))).collect(),
        };
        hand.iter().for_each(|known| take(known.card));
        let size = see.library_count as usize;
        let mut library: Vec<Option<SeenCard>> = vec![None; size];
        for (known, card) in known(reference::Zone::Library) {
            let from_top = known.position_from_top.and_then(|above| size.checked_sub(above as usize + 1));
            let place = from_top.or(known.position_from_bottom.map(|below| below as usize));
            if let Some(slot) = place.and_then(|place| library.get_mut(place)).filter(|slot| slot.is_none()) {
                *slot = Some(seen(card, learned(known)));
                take(card);
            }
        }
        // Where the lists don't add up any card of the deck stands for what is missing.
        let deck = self.deck(owner);
        let mut spare = deck.iter().copied().cycle();
        let mut next = || left.pop().or_else(|| spare.next()).unwrap_or(CardId(0));
        while see.hand.is_none() && hand.len() < see.hand_count as usize {
            hand.push(seen(next(), None));
        }
        let library = library.into_iter().map(|slot| slot.unwrap_or_else(|| seen(next(), None))).collect();
        (hand, library)
    }

    /// The cards of a deck that lie where nobody else sees them: those of its list that aren't seen anywhere.
    fn unseen(&self, see: &PlayerView, observation: &Observation) -> Vec<CardId> {
        let owner = self.seating.player(see.seat);
        let mut left = self.deck(owner).to_vec();
        let mut take = |card: Option<CardId>| {
            let whole = card.map(|card| self.pool.whole(card));
            if let Some(place) = left.iter().position(|other| Some(*other) == whole) {
                left.swap_remove(place);
            }
        };
        for record in records(observation).filter(|record| record.owner_seat == see.seat && !record.token) {
            take(self.card_of(record));
        }
        let spells = observation.stack.iter().filter(|entry| entry.owner_seat == see.seat && !entry.copy);
        for entry in spells.filter(|entry| entry.stack_kind == StackKind::Spell) {
            take(self.card_on_stack(entry));
        }
        left
    }

    fn object(&self, record: &ObjectRecord, places: &Places, active: Player) -> Option<SeenObject> {
        let id = places.of(&record.object_id)?;
        let card = self.card_of(record)?;
        let controller = self.seating.player(record.controller_seat);
        let nothing = Permanent {
            attached_to: None,
            attack_target: None,
            attacking: false,
            blocked_attackers: Vec::new(),
            blocking: false,
            chosen: None,
            class_level: None,
            counters: BTreeMap::new(),
            damage: 0,
            phased_out: false,
            statuses: None,
            summoning_sick: false,
            tapped: false,
        };
        let on_battlefield = record.zone == reference::Zone::Battlefield;
        let permanent = record.permanent.as_ref().filter(|_| on_battlefield).unwrap_or(&nothing);
        let flags = [
            (Flags::TOKEN, record.token),
            (Flags::TAPPED, permanent.tapped),
            (Flags::SICK, permanent.summoning_sick),
            (Flags::ATTACKING, permanent.attacking),
            (Flags::BLOCKING, permanent.blocking),
            (Flags::PHASED_OUT, permanent.phased_out),
            (Flags::ENTERED_THIS_TURN, permanent.summoning_sick && controller == active),
        ];
        let status = |word: &str| permanent.statuses.as_ref().is_some_and(|all| all.iter().any(|one| one == word));
        let marks = [
            (Marks::EXERTED, status("exerted")),
            (Marks::HARNESSED, status("harnessed")),
            (Marks::MONSTROUS, status("monstrous")),
            (Marks::RENOWNED, status("renowned")),
            (Marks::SOLVED, status("solved")),
            (Marks::NEW_CONTROL, permanent.summoning_sick),
        ];
        let counters = permanent.counters.iter();
        Some(SeenObject {
            id,
            card,
            zone: zone(record.zone),
            owner: self.seating.player(record.owner_seat),
            controller,
            flags: flags.into_iter().filter(|flag| flag.1).fold(Flags::empty(), |all, flag| all | flag.0),
            marks: marks.into_iter().filter(|mark| mark.1).fold(Marks::empty(), |all, mark| all | mark.0),
            damage: medium(permanent.damage),
            counters: counters.filter_map(|(word, count)| Some((self.counter(word)?, medium(*count)))).collect(),
            attached_to: permanent
                .attached_to
                .as_ref()
                .and_then(TargetRef::object)
                .and_then(|host| self.at(host, places)),
            attacks: permanent.attack_target.as_ref().and_then(|target| self.target(target, places)),
            blocks: permanent.blocked_attackers.iter().filter_map(|attacker| self.at(attacker, places)).collect(),
            chosen: permanent
                .chosen
                .as_ref()
                .and_then(|all| all.first())
                .and_then(|one| self.chosen(one.kind, &one.value, card)),
            level: permanent.class_level.map(small),
            exiled_by: record.exiled_by.as_ref().and_then(|source| self.at(source, places)),
            shown: record.characteristics.as_ref().filter(|_| on_battlefield).map(shown),
        })
    }

    fn counter(&self, word: &str) -> Option<CounterKind> {
        let place = self.pool.counter_names().iter().position(|name| counter_word(name) == word)?;
        Some(CounterKind(u16::try_from(place).ok()?))
    }

    fn chosen(&self, kind: ChosenKind, value: &str, card: CardId) -> Option<Chosen> {
        match kind {
            ChosenKind::Color => {
                let row = Colors::TABLE.iter().find(|row| row.2.eq_ignore_ascii_case(value))?;
                Some(Chosen::Color(row.0))
            }
            ChosenKind::CreatureType | ChosenKind::LandType => {
                Subtype::all().find(|subtype| subtype.name().eq_ignore_ascii_case(value)).map(Chosen::Subtype)
            }
            ChosenKind::Player => {
                let seats = reference::Seat::ALL.iter().find(|seat| seat.word() == value)?;
                Some(Chosen::Player(self.seating.player(*seats)))
            }
            ChosenKind::CardName => self.names.card(self.pool, value).map(Chosen::Name),
            _ => {
                let mut words = (0..u8::MAX).map_while(|place| Some((place, self.printed.word(card, place)?)));
                let word = words.find(|(_, word)| *word == value).map(|(place, _)| Chosen::Word(place));
                word.or_else(|| value.parse().ok().map(Chosen::Number))
            }
        }
    }

    /// The place of an object.
    fn at(&self, object: &ObjectRef, places: &Places) -> Option<ObjectId> {
        places.of(&object.object_id)
    }

    fn target(&self, target: &TargetRef, places: &Places) -> Option<Target> {
        match target {
            TargetRef::Player(seat) => Some(Target::Player(self.seating.player(*seat))),
            TargetRef::Object(object) => self.at(object, places).map(Target::Object),
        }
    }

    fn item(&self, entry: &StackEntry, places: &Places) -> Option<SeenItem> {
        let card = self.card_on_stack(entry)?;
        let is_ability = entry.stack_kind != StackKind::Spell;
        let ability = if is_ability { self.ability(entry, card)? } else { self.way(card)? };
        Some(SeenItem {
            id: places.of(&entry.object_id)?,
            card,
            ability,
            is_ability,
            copy: entry.copy,
            owner: self.seating.player(entry.owner_seat),
            controller: self.seating.player(entry.controller_seat),
            source: entry.source.as_ref().and_then(|source| self.at(source, places)),
            targets: entry
                .targets
                .iter()
                .map(|target| target.as_ref().and_then(|target| self.target(target, places)))
                .collect(),
            shares: entry.divided.iter().flatten().map(|share| medium(*share)).collect(),
            modes: entry.modes.iter().flatten().map(|mode| small(*mode)).collect(),
            x: small(entry.x_value.unwrap_or(0)),
        })
    }

    /// The usual way in which a card or face is cast.
    fn way(&self, card: CardId) -> Option<AbilityId> {
        let whole = self.pool.card(self.pool.whole(card));
        let cast = |way: &&AbilityId| self.pool.activatable(**way).kind == ActivatableKind::Cast;
        let of_face = |way: &&AbilityId| match self.pool.activatable(**way).face {
            Some(face) => face == card,
            None => self.pool.whole(card) == card,
        };
        let ways = || whole.derived.from_hand.iter().filter(cast);
        ways().find(of_face).or_else(|| ways().next()).copied()
    }

    /// The ability on the stack that an entry is.
    fn ability(&self, entry: &StackEntry, card: CardId) -> Option<AbilityId> {
        let triggered = entry.stack_kind == StackKind::TriggeredAbility;
        self.ability_called(card, triggered, entry.card_name.as_deref(), entry.text.as_deref())
    }

    /// The ability of a card that has this text; of one that is granted, any ability of the pool.
    pub(super) fn ability_called(
        &self,
        card: CardId,
        triggered: bool,
        name: Option<&str>,
        text: Option<&str>,
    ) -> Option<AbilityId> {
        let fits = |id: &AbilityId| match &self.pool.ability(*id).kind {
            AbilityKind::Triggered(_) => triggered,
            AbilityKind::Activatable(way) => {
                !triggered && matches!(way.kind, ActivatableKind::Ability | ActivatableKind::Loyalty)
            }
            AbilityKind::Static(_) => false,
        };
        let reads = |id: &AbilityId| {
            let own = &self.pool.ability(*id).text;
            let own = own.replace('~', name.unwrap_or("this object"));
            text.is_some_and(|text| text == own)
        };
        let own: Vec<AbilityId> = self.pool.card(card).abilities.iter().copied().filter(fits).collect();
        let all = || (0..self.pool.abilities().len() as u32).map(AbilityId);
        own.iter()
            .copied()
            .find(reads)
            .or_else(|| all().find(|id| text.is_some() && fits(id) && reads(id)))
            .or_else(|| own.first().copied())
    }

    /// A triggered ability that is of an object or card, called so.
    pub(super) fn trigger(
        &self,
        source: Option<&ObjectRef>,
        name: Option<&str>,
        label: Option<&str>,
        about: Option<&ObjectRef>,
        places: &Places,
    ) -> Option<SeenTrigger> {
        let name = source.and_then(|source| source.card_name.as_deref()).or(name)?;
        let card = self.names.shown(self.pool, name, false, None)?;
        let ability = self.ability_called(card, true, Some(name), label)?;
        let source = source.and_then(|source| self.at(source, places));
        Some(SeenTrigger {
            ability,
            source: source.unwrap_or(ObjectId::NONE),
            controller: self.viewer,
            about: about.and_then(|about| self.at(about, places)),
        })
    }
}

fn seen(card: CardId, learned: Option<Learned>) -> SeenCard {
    SeenCard { card, learned }
}

fn learned(known: &KnownCard) -> Option<Learned> {
    match known.how {
        How::Revealed => Some(Learned::Revealed),
        How::LookedAt => Some(Learned::LookedAt),
        How::FromPublicZone => Some(Learned::FromPublicZone),
        How::OwnPlacement => Some(Learned::Placed),
        How::Tracked => Some(Learned::Tracked),
        How::Searching => None,
    }
}

fn shown(is: &Characteristics) -> Shown {
    let number = |number: i32| i16::try_from(number).unwrap_or(if number < 0 { i16::MIN } else { i16::MAX });
    Shown {
        types: types(is),
        colors: colors(is),
        size: is.power.zip(is.toughness).map(|(power, toughness)| (number(power), number(toughness))),
        keywords: keywords_of(is),
    }
}
