//! Compiled cards, and the pool that holds all cards and abilities of a run.

mod derived;
mod inherent;
mod needs;
mod plain;
mod rule_kinds;
mod spent;
mod spliced;
mod wish;

pub use derived::Derived;
pub use inherent::MAX_SPEED;
pub use plain::PlainWay;
pub use spent::SpentOn;
pub use wish::{Wish, Wishes};

pub use crate::characteristics::Characteristics;
pub use crate::ids::{AbilityId, CardId, ManaOrigin};

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::ability::{Ability, AbilityKind, Activatable, ActivatableKind, Static, Triggered};
use crate::dungeon::Dungeon;
use crate::effect::{Instr, ManaOutput, Modification, Part, Script, SpendOnly, SpendRule};
use crate::face_down::FaceDown;
use crate::filter::{CounterKind, Filter, Objects, PlayerFilter, Zone};
use crate::keyword::{EventKinds, Keywords};
use crate::mana::ManaCost;
use crate::types::{CardTypes, Colors, Subtypes, Supertypes};

/// A compiled card, face or token: its copiable values (CR 707.2).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Card {
    /// The name.
    pub name: String,
    /// The mana cost; none for lands and others that can't be cast for one.
    pub mana_cost: Option<ManaCost>,
    /// What is printed in the type line, power and toughness box and so on.
    pub characteristics: Characteristics,
    /// Starting loyalty (CR 306.5a) or defense (CR 310.4a).
    pub loyalty: Option<u8>,
    /// All abilities but plain keywords, in the order in which they are printed. Keyword abilities that stand for longer
    /// ones are expanded; the ways to cast or play the card come first, also where they are implied by the type line.
    pub abilities: Vec<AbilityId>,
    /// The text as printed (in normal form), a line for each paragraph.
    pub text: Vec<String>,
    /// Whether power and toughness are printed as numbers (`false`: `*` or none).
    pub fixed_pt: bool,
    /// Whether it is a token, which is never in a deck.
    pub token: bool,
    /// How its faces or halves belong together.
    pub layout: Layout,
    /// Its other faces, on the face that the card is in every zone but the battlefield and the stack: the back of a
    /// double-faced card, the halves of a split card, the Adventure of an adventurer card.
    pub faces: Vec<CardId>,
    /// The card that this is a face of.
    pub face_of: Option<CardId>,
    /// The way to cast its back face that effects allow (CR 712.8c, 310.11b); nobody can do it by themselves.
    pub cast_back: Option<AbilityId>,
    /// What can be derived from the above; filled in by [`Pool::add_card`].
    pub derived: Derived,
}

/// How the faces or halves of a card belong together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Layout {
    /// There is just one.
    #[default]
    Single,
    /// A nonmodal double-faced card (CR 712.2).
    Transforming,
    /// A modal double-faced card (CR 712.3).
    Modal,
    /// A meld card (CR 712.4): its back face is what it becomes together with the other card of its pair.
    Meld,
    /// A split card (CR 709); also one with aftermath.
    Split,
    /// An adventurer card (CR 715).
    Adventure,
    /// An omen card (CR 720): an adventurer card whose spell is shuffled into the library.
    Omen,
    /// A preparation card: its other face is the prepare spell, of which a copy can be cast while its permanent is prepared.
    Prepare,
    /// A flip card (CR 710).
    Flip,
    /// A prototype card (CR 718): its other face is the card with the other cost, colour, power and toughness.
    Prototype,
    /// A card with bestow (CR 702.103): its other face is the Aura that it is while it is bestowed.
    Bestow,
    /// A split card that is a permanent with a shared type line (CR 709.5): its faces are the halves, each as what it is with the other
    /// one locked, and what it is with both locked. The card itself is what it is with none locked.
    Room,
}

impl Layout {
    /// Every layout with its name in card files, which is the one in card databases.
    pub const TABLE: [(Layout, &'static str); 10] = [
        (Layout::Single, "normal"),
        (Layout::Transforming, "transform"),
        (Layout::Modal, "modal_dfc"),
        (Layout::Meld, "meld"),
        (Layout::Split, "split"),
        (Layout::Adventure, "adventure"),
        (Layout::Omen, "omen"),
        (Layout::Prepare, "prepare"),
        (Layout::Flip, "flip"),
        (Layout::Room, "room"),
    ];

    /// Returns whether its cards have two halves of which each is cast by itself (CR 709).
    pub fn has_halves(self) -> bool {
        matches!(self, Layout::Split | Layout::Room)
    }

    /// Returns whether its cards have a face on the back (CR 712.1).
    pub fn is_double_faced(self) -> bool {
        matches!(self, Layout::Transforming | Layout::Modal | Layout::Meld)
    }

    /// Returns whether its permanents can have their other face or half up.
    pub fn turns(self) -> bool {
        self.is_double_faced() || self == Layout::Flip
    }
}

/// All cards and abilities of a run; never changed while games are played.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    cards: Vec<Card>,
    abilities: Vec<Ability>,
    by_name: BTreeMap<String, CardId>,
    /// Faces that aren't cards by themselves.
    faces_by_name: BTreeMap<String, CardId>,
    /// What face-down spells and permanents are, without and with ward (CR 708.2a, 702.168a).
    face_down: [Option<CardId>; 2],
    /// What emblems are, and what that of the Ring is, once a card speaks of them (CR 114.3, 701.54c).
    emblems: [Option<CardId>; 2],
    /// The card that stands for those of which nothing is known, if there is one.
    blank: Option<CardId>,
    ability_ids: BTreeMap<Ability, AbilityId>,
    counters: Vec<String>,
    /// What mana may be spent on, for mana that is restricted.
    spend_rules: Vec<SpendOnly>,
    /// The permanents of which it is asked how much of their mana was spent.
    mana_origins: Vec<Filter>,
    /// The keyword that each kind of counter gives (CR 122.1b).
    counter_keywords: Vec<Keywords>,
    /// What each kind of counter adds to power and toughness (CR 122.1a).
    counter_sizes: Vec<(i16, i16)>,
    /// The same as a modification.
    counter_grants: Vec<[Modification; 1]>,
    /// The intrinsic mana abilities of the basic land types (CR 305.6), in the order Plains, Island, Swamp, Mountain, Forest.
    basic_mana: Vec<AbilityId>,
    /// What the monarch has: drawing in the end step, losing the crown (CR 724.2).
    monarch: Vec<AbilityId>,
    /// The abilities of having the initiative: venturing in the upkeep, losing it, venturing on taking it (CR 725.2).
    pub(crate) initiative: Vec<AbilityId>,
    /// The dungeons, once a card speaks of them.
    pub(crate) dungeons: Vec<Dungeon>,
    /// What the Ring has with each temptation, once a card speaks of it (CR 701.54c).
    pub(crate) ring: Vec<Vec<AbilityId>>,
    /// What exerting a permanent does (CR 701.43a), if some card can.
    pub exert: Option<AbilityId>,
    /// The ability that comes with speed (CR 702.179d), if some card gives that.
    pub speed: Option<AbilityId>,
    /// The ability that comes with rad counters (CR 727.1), if some card gives those.
    pub rad: Option<AbilityId>,
    /// The cards with splice, by the numbers of the parts that stand for their text.
    pub splices: Vec<crate::splice::Splice>,
    /// The kinds of past events that some card asks for.
    pub recorded: crate::happening::Happening,
    /// What some card uses.
    pub features: crate::keyword::Features,
    /// The events that some card's ability watches from a graveyard, exile or a hand.
    pub watched_elsewhere: EventKinds,
    /// The events of which some ability asks for the first in a turn, and their kinds.
    pub firsts: (Vec<crate::ability::FirstTime>, EventKinds),
}

impl Pool {
    /// A pool without cards.
    pub fn new() -> Pool {
        static EMPTY: LazyLock<Pool> = LazyLock::new(Pool::with_what_needs_no_card);
        EMPTY.clone()
    }

    /// A pool with what is there without any card: kinds of counters, the mana abilities of basic lands, those of the monarch.
    fn with_what_needs_no_card() -> Pool {
        let mut pool = Pool {
            counters: CounterKind::FIXED.map(str::to_owned).to_vec(),
            counter_keywords: CounterKind::FIXED.map(keyword_of_counter).to_vec(),
            counter_sizes: CounterKind::FIXED.map(size_of_counter).to_vec(),
            counter_grants: CounterKind::FIXED
                .map(|name| [Modification::AddKeywords(keyword_of_counter(name))])
                .to_vec(),
            ..Pool::default()
        };
        for (color, letter, _) in Colors::TABLE {
            let ability = Ability {
                text: format!("{{T}}: Add {{{letter}}}."),
                kind: AbilityKind::Activatable(Box::new(Activatable {
                    mana: Some(ManaOutput::Fixed(vec![color])),
                    cost: crate::cost::Cost { mana: None, parts: vec![crate::cost::CostPart::Tap] },
                    ..Activatable::new(ActivatableKind::Ability, Zone::Battlefield)
                })),
            };
            let id = pool.add_ability(ability);
            pool.basic_mana.push(id);
        }
        for (text, event, instr) in inherent::monarch_abilities() {
            let part = Part { text: text.to_owned(), targets: Vec::new(), code: vec![instr] };
            let id = pool.add_ability(Ability {
                text: text.to_owned(),
                kind: AbilityKind::Triggered(Box::new(Triggered::new(
                    vec![event],
                    Zone::Battlefield,
                    Script { parts: vec![part], modes: None },
                ))),
            });
            pool.monarch.push(id);
        }
        pool
    }

    /// The card.
    #[inline]
    pub fn card(&self, id: CardId) -> &Card {
        &self.cards[id.0 as usize]
    }

    /// The ability.
    #[inline]
    pub fn ability(&self, id: AbilityId) -> &Ability {
        &self.abilities[id.0 as usize]
    }

    /// All abilities, in the order of their ids.
    pub fn abilities(&self) -> &[Ability] {
        &self.abilities
    }

    /// The activatable with this id.
    ///
    /// # Panics
    /// If the ability is of another kind: ids are only kept in lists of their kind.
    #[inline]
    pub fn activatable(&self, id: AbilityId) -> &Activatable {
        match &self.ability(id).kind {
            AbilityKind::Activatable(activatable) => activatable,
            _ => unreachable!("{id:?} is no activatable"),
        }
    }

    /// The triggered ability with this id.
    ///
    /// # Panics
    /// If the ability is of another kind.
    #[inline]
    pub fn triggered(&self, id: AbilityId) -> &Triggered {
        match &self.ability(id).kind {
            AbilityKind::Triggered(triggered) => triggered,
            _ => unreachable!("{id:?} is no triggered ability"),
        }
    }

    /// The static ability with this id.
    ///
    /// # Panics
    /// If the ability is of another kind.
    #[inline]
    pub fn static_ability(&self, id: AbilityId) -> &Static {
        match &self.ability(id).kind {
            AbilityKind::Static(ability) => ability,
            _ => unreachable!("{id:?} is no static ability"),
        }
    }

    /// The intrinsic mana ability of basic land type number `index`, in the order Plains, Island, Swamp, Mountain, Forest (CR 305.6).
    #[inline]
    pub fn basic_mana_ability(&self, index: usize) -> AbilityId {
        self.basic_mana[index]
    }

    /// The abilities of being the monarch (CR 724.2).
    pub fn monarch_abilities(&self) -> [AbilityId; 2] {
        [self.monarch[0], self.monarch[1]]
    }

    /// The abilities of having the initiative (CR 725.2).
    ///
    /// # Panics
    /// If no card of the pool speaks of it.
    pub fn initiative_abilities(&self) -> [AbilityId; 3] {
        [self.initiative[0], self.initiative[1], self.initiative[2]]
    }

    /// The dungeons; none if no card of the pool speaks of them.
    pub fn dungeons(&self) -> &[Dungeon] {
        &self.dungeons
    }

    /// The abilities that the Ring has from the first temptation on, from the second, and so on.
    pub fn ring_abilities(&self) -> &[Vec<AbilityId>] {
        &self.ring
    }

    /// The card (not token) with this name.
    ///
    /// A name that only a face or half has finds that.
    pub fn find(&self, name: &str) -> Option<CardId> {
        self.by_name.get(name).or_else(|| self.faces_by_name.get(name)).copied()
    }

    /// The names of a card: of a split card those of both halves, wherever it isn't one of them (CR 709.4b). What is face down has
    /// none (CR 708.2a).
    pub fn names(&self, id: CardId) -> impl Iterator<Item = &str> {
        let card = self.card(id);
        let split = card.layout.has_halves() && card.face_of.is_none();
        let halves: &[CardId] = if split { &card.faces[..card.faces.len().min(2)] } else { &[] };
        let own = (!split).then_some(card.name.as_str()).filter(|name| !name.is_empty());
        own.into_iter().chain(halves.iter().map(|half| self.card(*half).name.as_str()))
    }

    /// Returns whether two cards have a name in common (CR 201.2a).
    pub fn same_name(&self, a: CardId, b: CardId) -> bool {
        self.names(a).any(|name| self.names(b).any(|other| other == name))
    }

    /// What a face-down creature is.
    ///
    /// # Panics
    /// If no card of the pool can be face down in this way.
    pub fn face_down(&self, how: FaceDown) -> CardId {
        self.face_down[usize::from(how.has_ward())].expect("made when a card that can be so was compiled")
    }

    /// Makes the card that face-down creatures are: 2/2, no name, no text but the ward that is given (CR 708.2a).
    pub(crate) fn make_face_down(&mut self, ward: Option<AbilityId>) {
        let place = usize::from(ward.is_some());
        if self.face_down[place].is_none() {
            let characteristics =
                Characteristics { types: CardTypes::CREATURE, power: 2, toughness: 2, ..Characteristics::default() };
            let abilities = ward.into_iter().collect();
            let card = Card { characteristics, abilities, fixed_pt: true, token: true, ..Card::default() };
            self.face_down[place] = Some(self.add_card(card));
        }
    }

    /// What an emblem is: it has no characteristics but its abilities, and that of the Ring has a name (CR 114.3, 701.54c).
    ///
    /// # Panics
    /// If no card of the pool makes one.
    pub fn emblem(&self, of_the_ring: bool) -> CardId {
        self.emblems[usize::from(of_the_ring)].expect("made when a card that makes one was compiled")
    }

    /// Returns whether a card stands for emblems.
    #[inline]
    pub fn is_emblem(&self, card: CardId) -> bool {
        self.emblems.contains(&Some(card))
    }

    /// Makes the card that emblems are, or that of the Ring.
    pub(crate) fn make_emblem(&mut self, of_the_ring: bool) {
        let place = usize::from(of_the_ring);
        if self.emblems[place].is_none() {
            let name = if of_the_ring { "The Ring".to_owned() } else { String::new() };
            self.emblems[place] = Some(self.add_card(Card { name, token: true, ..Card::default() }));
        }
    }

    /// The card that stands for those of which nothing is known, if there is one.
    #[inline]
    pub fn blank(&self) -> Option<CardId> {
        self.blank
    }

    /// Makes the card that stands for those of which nothing is known: without types, so that nothing can be done with it. No deck can name it.
    pub fn add_blank(&mut self) -> CardId {
        if let Some(blank) = self.blank {
            return blank;
        }
        let blank = self.add_card(Card::default());
        self.cards[blank.index()].name = "unknown card".to_owned();
        self.blank = Some(blank);
        blank
    }

    /// The special action of turning a permanent face up for a cost.
    pub(crate) fn turn_up_for(&mut self, cost: crate::cost::Cost, more: Vec<Instr>) -> AbilityId {
        let mana = cost.mana.as_ref().map_or(String::new(), ToString::to_string);
        let text = format!("{mana}: Turn this face-down permanent face up.");
        let mut code = vec![Instr::TurnFaceUp(Objects::Source)];
        code.extend(more);
        let part = crate::effect::Part { text: text.clone(), targets: Vec::new(), code };
        let action = Activatable {
            cost,
            script: crate::effect::Script { parts: vec![part], modes: None },
            ..Activatable::new(ActivatableKind::Special, Zone::Battlefield)
        };
        self.add_ability(Ability { text, kind: AbilityKind::Activatable(Box::new(action)) })
    }

    /// The card that a face belongs to; any other card is its own.
    #[inline]
    pub fn whole(&self, id: CardId) -> CardId {
        self.card(id).face_of.unwrap_or(id)
    }

    /// The face that a permanent of a card turns to when it transforms or flips, if it has one that can be a permanent
    /// (CR 701.27d).
    pub fn other_side(&self, id: CardId) -> Option<CardId> {
        let card = self.card(id);
        // Meld cards can't transform (CR 712.4c).
        if !card.layout.turns() || card.layout == Layout::Meld {
            return None;
        }
        card.faces.first().copied().filter(|back| self.card(*back).is_permanent())
    }

    /// What a meld card becomes together with the other card of its pair (CR 712.4a): the combined back face.
    pub fn melds_into(&self, id: CardId) -> Option<CardId> {
        let card = self.card(id);
        card.faces.first().copied().filter(|_| card.layout == Layout::Meld)
    }

    /// The other card of a meld card's pair, if it is here (CR 701.42b): the card of another name with the same back face.
    pub fn meld_partner(&self, id: CardId) -> Option<CardId> {
        let own = self.card(id);
        let becomes = &self.card(self.melds_into(id)?).name;
        (0..self.cards.len() as u16).map(CardId).find(|other| {
            let same = |back: CardId| self.card(back).name == *becomes;
            self.melds_into(*other).is_some_and(same) && self.card(*other).name != own.name
        })
    }

    /// Makes cards that were added before faces of another one, with more ways to cast or play it. `cast_back`: the way
    /// to cast its back face that effects allow.
    pub(crate) fn link_faces(
        &mut self,
        whole: CardId,
        layout: Layout,
        faces: &[CardId],
        ways: &[AbilityId],
        cast_back: Option<AbilityId>,
    ) {
        for face in faces {
            let face = &mut self.cards[face.0 as usize];
            face.face_of = Some(whole);
            face.layout = layout;
        }
        let mut card = self.cards[whole.0 as usize].clone();
        self.note_needs_of_layout(layout);
        card.layout = layout;
        card.faces = faces.to_vec();
        card.cast_back = cast_back;
        let first = card.derived.ways;
        card.abilities.splice(first..first, ways.iter().copied());
        let for_mana_cost = card.derived.turn_up_for_mana_cost;
        card.derived = self.derive(&card);
        self.note_what_works_elsewhere(&card.derived);
        card.derived.turn_up_for_mana_cost = for_mana_cost;
        self.cards[whole.0 as usize] = card;
    }

    /// Adds abilities to a face that isn't linked yet.
    pub(crate) fn add_abilities(&mut self, face: CardId, more: &[AbilityId]) {
        let mut card = self.cards[face.0 as usize].clone();
        card.abilities.extend(more);
        card.derived = self.derive(&card);
        self.cards[face.0 as usize] = card;
    }

    /// All cards and tokens.
    pub fn cards(&self) -> impl Iterator<Item = (CardId, &Card)> {
        self.cards.iter().enumerate().map(|(index, card)| (CardId(index as u16), card))
    }

    /// Returns whether a card has an ability printed on it, on any of its faces (CR 607.1b).
    pub fn is_printed_on(&self, ability: AbilityId, card: CardId) -> bool {
        let has = |face: CardId| self.card(face).abilities.contains(&ability);
        has(card) || self.card(card).faces.iter().any(|face| has(*face))
    }

    /// Returns whether some card has both abilities printed on it, so that they may be linked (CR 607.1).
    pub fn are_printed_together(&self, one: AbilityId, other: AbilityId) -> bool {
        self.cards().any(|(card, _)| self.is_printed_on(one, card) && self.is_printed_on(other, card))
    }

    /// A card uses something that must be looked for.
    pub(crate) fn uses(&mut self, feature: crate::keyword::Features) {
        self.features |= feature;
    }

    /// The text of a card with splice, as the script of its first part, and what adding it to a spell costs (CR 702.47a).
    pub fn spliced_text(&self, card: CardId) -> Option<(AbilityId, &crate::cost::Cost)> {
        self.splices.iter().find(|splice| splice.card == card).map(|splice| (splice.text, &splice.cost))
    }

    /// The names of counters, by the number of their kind.
    pub fn counter_names(&self) -> &[String] {
        &self.counters
    }

    /// The keyword that a counter of this kind gives to the permanent that it is on (CR 122.1b); empty for most.
    #[inline]
    pub fn counter_keyword(&self, kind: CounterKind) -> Keywords {
        self.counter_keywords[kind.0 as usize]
    }

    /// What a counter of this kind adds to power and toughness (CR 122.1a); nothing for most.
    #[inline]
    pub fn counter_size(&self, kind: CounterKind) -> (i16, i16) {
        self.counter_sizes[kind.0 as usize]
    }

    /// The same as what an effect does in layer 6.
    #[inline]
    pub fn counter_grants(&self, kind: CounterKind) -> &[Modification] {
        &self.counter_grants[kind.0 as usize]
    }

    /// The kind of counter with this name, made if there is none.
    pub fn counter_kind(&mut self, name: &str) -> CounterKind {
        let index = self.counters.iter().position(|counter| counter == name).unwrap_or_else(|| {
            self.counters.push(name.to_owned());
            self.counter_keywords.push(keyword_of_counter(name));
            self.counter_sizes.push(size_of_counter(name));
            self.counter_grants.push([Modification::AddKeywords(keyword_of_counter(name))]);
            self.counters.len() - 1
        });
        CounterKind(index as u16)
    }

    /// Adds an ability; the same ability again gets the same id.
    pub fn add_ability(&mut self, ability: Ability) -> AbilityId {
        if let Some(id) = self.ability_ids.get(&ability) {
            return *id;
        }
        self.note_needs(&ability);
        let id = AbilityId(self.abilities.len() as u32);
        self.ability_ids.insert(ability.clone(), id);
        self.abilities.push(ability);
        id
    }

    /// Adds a card or token and derives what can be derived. The same token again gets the same id. A card with a layout is
    /// a face of another one that will be linked to it.
    ///
    /// # Panics
    /// If the pool holds 65,535 cards.
    pub fn add_card(&mut self, mut card: Card) -> CardId {
        // It is every creature type in every zone, tokens included (CR 604.3, 702.73a).
        if card.characteristics.keywords.contains(Keywords::CHANGELING) {
            card.characteristics.subtypes.set_every_creature_type();
        }
        for &id in &card.abilities {
            if let AbilityKind::Static(ability) = &self.abilities[id.0 as usize].kind {
                ability.define_characteristics(&mut card.characteristics);
            }
        }
        card.derived = self.derive(&card);
        self.note_what_works_elsewhere(&card.derived);
        self.note_needs_of_card(&card);
        if let Some(mana) = card.mana_cost.clone()
            && card.characteristics.types.contains(CardTypes::CREATURE)
            && !card.token
        {
            let action = self.turn_up_for(crate::cost::Cost::mana(mana), Vec::new());
            card.derived.turn_up_for_mana_cost = Some(action);
        }
        if card.token
            && let Some((id, _)) = self.cards().find(|(_, other)| **other == card)
        {
            return id;
        }
        assert!(self.cards.len() < usize::from(u16::MAX), "a pool holds at most 65,535 cards");
        let id = CardId(self.cards.len() as u16);
        if card.layout != Layout::Single && !card.token && !card.name.is_empty() {
            self.faces_by_name.entry(card.name.clone()).or_insert(id);
        } else if !card.token && !card.name.is_empty() {
            self.by_name.entry(card.name.clone()).or_insert(id);
        }
        self.cards.push(card);
        id
    }

    /// A card or face with this name.
    pub fn card_called(&self, name: &str) -> Option<CardId> {
        self.by_name.get(name).or_else(|| self.faces_by_name.get(name)).copied()
    }

    /// Returns whether a card or a face of it brings cards in from outside the game (CR 400.11b), or makes something that does.
    pub fn brings_in(&self, card: CardId) -> bool {
        let whole = self.card(self.whole(card));
        let faces = whole.faces.iter().map(|face| self.card(*face));
        std::iter::once(whole).chain(faces).any(|face| face.derived.brings_in)
    }

    /// The number of what restricted mana may be spent on.
    pub fn add_spend_rule(&mut self, rule: SpendOnly) -> SpendRule {
        let place = self.spend_rules.iter().position(|known| *known == rule).unwrap_or_else(|| {
            self.spend_rules.push(rule);
            self.spend_rules.len() - 1
        });
        SpendRule(u16::try_from(place).expect("there are fewer such rules than cards"))
    }

    /// What restricted mana may be spent on.
    pub fn spend_rule(&self, rule: SpendRule) -> &SpendOnly {
        &self.spend_rules[usize::from(rule.0)]
    }

    /// The number of permanents of a kind of which it is asked how much of their mana was spent; none if there are too many kinds.
    pub fn add_mana_origin(&mut self, made_by: Filter) -> Option<ManaOrigin> {
        let place = self.mana_origins.iter().position(|known| *known == made_by).unwrap_or_else(|| {
            self.mana_origins.push(made_by);
            self.mana_origins.len() - 1
        });
        // Mana of theirs that floats is told apart from other mana, as mana is that may be spent on some things only.
        self.add_spend_rule(SpendOnly { anything: true, ..SpendOnly::default() });
        u8::try_from(place).ok().filter(|place| *place < 16).map(ManaOrigin)
    }

    /// The permanents of which it is asked how much of their mana was spent, in the order of their numbers: no more than 16 kinds.
    #[inline]
    pub fn mana_origins(&self) -> &[Filter] {
        &self.mana_origins[..self.mana_origins.len().min(16)]
    }

    /// The permanents that are meant by a number.
    pub fn mana_origin(&self, origin: ManaOrigin) -> &Filter {
        &self.mana_origins[usize::from(origin.0)]
    }

    /// The number of the rule that mana may be spent on anything, if there is such.
    pub fn free_spend_rule(&self) -> Option<SpendRule> {
        let free = SpendOnly { anything: true, ..SpendOnly::default() };
        let place = self.spend_rules.iter().position(|known| *known == free)?;
        u16::try_from(place).ok().map(SpendRule)
    }

    /// Returns whether some card makes mana that may be spent on some things only.
    #[inline]
    pub fn has_spend_rules(&self) -> bool {
        !self.spend_rules.is_empty()
    }

    /// Returns whether a card has abilities that work in a graveyard, in exile or in a hand without being played.
    pub fn works_elsewhere(&self, card: CardId) -> bool {
        let derived = &self.card(card).derived;
        let away = |id: &AbilityId| !matches!(self.triggered(*id).zone, Zone::Battlefield | Zone::Stack);
        !derived.elsewhere.is_empty() || !derived.statics_elsewhere.is_empty() || derived.triggers.iter().any(away)
    }
}

/// CR 122.1a: counters that change power and toughness are named like the change.
fn size_of_counter(name: &str) -> (i16, i16) {
    let (power, toughness) = name.split_once('/').unwrap_or_default();
    (power.parse().unwrap_or(0), toughness.parse().unwrap_or(0))
}

/// CR 122.1b: keyword counters are named like the keyword.
fn keyword_of_counter(name: &str) -> Keywords {
    const KEYWORDS: Keywords = Keywords::FLYING
        .union(Keywords::FIRST_STRIKE)
        .union(Keywords::DOUBLE_STRIKE)
        .union(Keywords::DEATHTOUCH)
        .union(Keywords::HASTE)
        .union(Keywords::HEXPROOF)
        .union(Keywords::INDESTRUCTIBLE)
        .union(Keywords::LIFELINK)
        .union(Keywords::MENACE)
        .union(Keywords::REACH)
        .union(Keywords::SHADOW)
        .union(Keywords::TRAMPLE)
        .union(Keywords::VIGILANCE);
    Keywords::named(name).unwrap_or_default() & KEYWORDS
}

impl Activatable {
    /// An activatable of a kind that works in a zone at instant speed, costs nothing and does nothing.
    pub fn new(kind: ActivatableKind, zone: Zone) -> Activatable {
        Activatable {
            kind,
            zone,
            timing: crate::ability::Timing::Instant,
            player: PlayerFilter::You,
            condition: None,
            cost: crate::cost::Cost::default(),
            for_mana_cost: false,
            optional_costs: Vec::new(),
            offering: None,
            cost_changes: Vec::new(),
            helpers: Vec::new(),
            least_x: 0,
            most_x: u8::MAX,
            per_turn: None,
            once: false,
            script: crate::effect::Script::default(),
            afterwards: None,
            buyback: None,
            noted: None,
            rebound: None,
            mana: None,
            named_cost: None,
            warp: false,
            face: None,
            from_hand_only: false,
            down: FaceDown::Up,
            named: None,
        }
    }

    /// Returns whether it is casting a card that has no mana cost, which can't be paid but can be replaced (CR 118.6, 118.6a).
    pub fn has_no_mana_cost(&self) -> bool {
        self.kind == ActivatableKind::Cast
            && self.cost.mana.is_none()
            && self.condition == Some(crate::filter::Condition::NEVER)
    }
}

impl Card {
    /// Returns whether it is a permanent card (CR 110.4a).
    pub fn is_permanent(&self) -> bool {
        self.characteristics.types.intersects(CardTypes::PERMANENT)
    }

    /// Returns whether it has this supertype.
    pub fn has_supertype(&self, supertype: Supertypes) -> bool {
        self.characteristics.supertypes.contains(supertype)
    }

    /// The subtypes.
    pub fn subtypes(&self) -> &Subtypes {
        &self.characteristics.subtypes
    }
}
