//! All cards, locations and villains, compiled once from their files.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use crate::vocabulary::{
    Always, Amount, CardRule, Enter, Handler, Hear, LocationRule, Select, ShuffleIn, Step, Thing, ToHand, Transform,
    Verb,
};

/// A card of the pool: its number there. For all but disguised cards it is the number in recorded battles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Kind(pub u8);

/// The most cards that a pool can have: sets of them are 128 bits.
const MOST: usize = 128;

/// What is printed on a card, and what that means.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CardDef {
    /// Its number in recorded battles.
    #[serde(rename = "type")]
    pub number: u8,
    /// It is another card of this number in disguise: recorded as that one and cloned as that one.
    #[serde(default)]
    pub disguise: bool,
    /// Its name.
    pub name: String,
    /// Its cost.
    pub cost: i16,
    /// Its power.
    pub power: i32,
    /// Its text.
    pub text: String,
    /// Whether players can have it in their decks.
    #[serde(default)]
    pub collectible: bool,
    /// A rule that it makes.
    #[serde(default)]
    pub rule: Option<CardRule>,
    /// What its ongoing ability means.
    #[serde(default)]
    pub always: Option<Always>,
    /// What it hears, and does then.
    #[serde(default)]
    pub on: Vec<Handler>,
    /// Whether its text begins with "Once".
    #[serde(skip)]
    pub once: bool,
    /// What its clones are.
    #[serde(skip)]
    pub clone: Kind,
    /// The messages about itself that it hears, as bits.
    #[serde(skip)]
    pub(crate) of_itself: u16,
    /// The messages about others (or about none) that it hears, as bits.
    #[serde(skip)]
    pub(crate) of_others: u16,
}

/// A location.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LocationDef {
    /// Its number in recorded battles, which is its place in the pool.
    #[serde(rename = "type")]
    pub number: u8,
    /// Its text.
    pub text: String,
    /// Whether battles can be fought over it.
    #[serde(default = "yes")]
    pub drawn: bool,
    /// A rule that it makes.
    #[serde(default)]
    pub rule: Option<LocationRule>,
    /// Cards whose cost is in this range, ends included, can't be played here.
    #[serde(default)]
    pub forbidden_cost: Option<[i16; 2]>,
    /// What it hears, and does then.
    #[serde(default)]
    pub on: Vec<Handler>,
    /// The messages that it hears, as bits.
    #[serde(skip)]
    pub(crate) hears: u16,
}

fn yes() -> bool {
    true
}

/// A group of villains.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct VillainDef {
    /// The name.
    pub name: String,
    /// The deck as it is listed: how many of which.
    listed: Vec<(u8, String)>,
    /// The deck that the shipped game makes, if another.
    #[serde(default)]
    built: Option<Vec<(u8, String)>>,
    /// Both as cards: listed, built.
    #[serde(skip)]
    decks: [Vec<Kind>; 2],
}

impl VillainDef {
    /// The deck, the top first: as the shipped game makes it, or as it is listed.
    pub fn deck(&self, faithful: bool) -> &[Kind] {
        &self.decks[usize::from(faithful)]
    }
}

/// Why files make no pool.
#[derive(Debug, thiserror::Error)]
pub enum PoolError {
    /// A file is no TOML, or has unknown words.
    #[error("{0}")]
    Toml(#[from] toml::de::Error),
    /// It makes no sense.
    #[error("{0}")]
    Sense(String),
}

/// All cards, locations and villains of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Pool {
    cards: Vec<CardDef>,
    locations: Vec<LocationDef>,
    villains: Vec<VillainDef>,
    starting_deck: Vec<Kind>,
    by_name: BTreeMap<String, Kind>,
    /// Collectible cards by cost, then name: what random picks count in.
    collectible: Vec<Kind>,
}

impl Pool {
    /// The pool of the shipped game.
    pub fn shipped() -> &'static Pool {
        static POOL: OnceLock<Pool> = OnceLock::new();
        POOL.get_or_init(|| {
            let files = [
                include_str!("../data/cards.toml"),
                include_str!("../data/locations.toml"),
                include_str!("../data/villains.toml"),
            ];
            Pool::read(files[0], files[1], files[2]).unwrap_or_else(|error| panic!("the game's own files: {error}"))
        })
    }

    /// A pool from the contents of files of cards, locations and villains.
    ///
    /// # Errors
    /// If a file can't be read or names a card that isn't there.
    pub fn read(cards: &str, locations: &str, villains: &str) -> Result<Pool, PoolError> {
        #[derive(Deserialize)]
        struct Cards {
            card: Vec<CardDef>,
        }
        #[derive(Deserialize)]
        struct Locations {
            location: Vec<LocationDef>,
        }
        #[derive(Deserialize)]
        struct Villains {
            #[serde(default)]
            villain: Vec<VillainDef>,
            #[serde(default, rename = "starting-deck")]
            starting_deck: Vec<(u8, String)>,
        }
        let file: Villains = toml::from_str(villains)?;
        let mut pool = Pool {
            cards: toml::from_str::<Cards>(cards)?.card,
            locations: toml::from_str::<Locations>(locations)?.location,
            villains: file.villain,
            starting_deck: Vec::new(),
            by_name: BTreeMap::new(),
            collectible: Vec::new(),
        };
        pool.compile(&file.starting_deck)?;
        Ok(pool)
    }

    fn compile(&mut self, starting_deck: &[(u8, String)]) -> Result<(), PoolError> {
        let sense = |what: String| Err(PoolError::Sense(what));
        if self.cards.len() > MOST {
            return sense(format!("{} cards; a pool has at most {MOST}", self.cards.len()));
        }
        self.cards.sort_by_key(|card| (card.disguise, card.number));
        self.locations.sort_by_key(|location| location.number);
        for (place, card) in self.cards.iter().enumerate() {
            if !card.disguise && usize::from(card.number) != place {
                return sense(format!("there is no card, or more than one, of type {place}"));
            }
            if self.by_name.insert(card.name.clone(), Kind(place as u8)).is_some() {
                return sense(format!("there are two cards called {}", card.name));
            }
        }
        if let Some(place) = (0..).zip(&self.locations).position(|(place, location)| place != location.number) {
            return sense(format!("there is no location, or more than one, of type {place}"));
        }
        let names = self.by_name.clone();
        for card in &mut self.cards {
            card.once = card.text.starts_with("Once");
            card.clone = Kind(card.number);
            if !card.disguise {
                card.clone = names[&card.name];
            }
            for handler in &mut card.on {
                match (&handler.about, handler.hear) {
                    (None, Hear::TurnStarts | Hear::TurnEnds) | (Some(_), _) => card.of_others |= handler.hear.bit(),
                    (None, _) => card.of_itself |= handler.hear.bit(),
                }
                resolve(&mut handler.steps, &names)?;
            }
            if let Some(Always { set_power: Some(amount), .. }) = &mut card.always {
                resolve_amount(amount, &names)?;
            }
        }
        for location in &mut self.locations {
            for handler in &mut location.on {
                location.hears |= handler.hear.bit();
                resolve(&mut handler.steps, &names)?;
            }
        }
        let deck = |runs: &[(u8, String)]| -> Result<Vec<Kind>, PoolError> {
            let mut deck = Vec::new();
            for (count, name) in runs {
                deck.extend(std::iter::repeat_n(kind(&names, name)?, usize::from(*count)));
            }
            Ok(deck)
        };
        self.starting_deck = deck(starting_deck)?;
        for villain in &mut self.villains {
            let listed = deck(&villain.listed)?;
            let built = villain.built.as_deref().map_or_else(|| Ok(listed.clone()), &deck)?;
            villain.decks = [listed, built];
        }
        let mut collectible: Vec<Kind> = (0..self.cards.len() as u8).map(Kind).collect();
        collectible.retain(|kind| self.card(*kind).collectible);
        collectible.sort_by(|one, other| {
            let key = |kind: &Kind| (self.card(*kind).cost, self.card(*kind).name.to_lowercase());
            key(one).cmp(&key(other))
        });
        self.collectible = collectible;
        Ok(())
    }

    /// The card of this kind.
    ///
    /// # Panics
    /// If it is of another, greater pool.
    pub fn card(&self, kind: Kind) -> &CardDef {
        &self.cards[usize::from(kind.0)]
    }

    /// The location of this type.
    ///
    /// # Panics
    /// If there is none.
    pub fn location(&self, number: u8) -> &LocationDef {
        &self.locations[usize::from(number)]
    }

    /// All cards.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> + use<> {
        (0..self.cards.len() as u8).map(Kind)
    }

    /// All locations.
    pub fn locations(&self) -> &[LocationDef] {
        &self.locations
    }

    /// All groups of villains.
    pub fn villains(&self) -> &[VillainDef] {
        &self.villains
    }

    /// The deck that every run begins with.
    pub fn starting_deck(&self) -> &[Kind] {
        &self.starting_deck
    }

    /// The card of this name.
    pub fn find(&self, name: &str) -> Option<Kind> {
        self.by_name.get(name).copied()
    }

    /// The card that recorded battles call by this number.
    pub fn numbered(&self, number: u8) -> Option<Kind> {
        self.cards.get(usize::from(number)).filter(|card| !card.disguise).map(|_| Kind(number))
    }

    /// The names of all cards.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(String::as_str)
    }

    /// Collectible cards by cost, then name.
    pub fn collectible(&self) -> &[Kind] {
        &self.collectible
    }
}

fn kind(names: &BTreeMap<String, Kind>, name: &str) -> Result<Kind, PoolError> {
    names.get(name).copied().ok_or_else(|| PoolError::Sense(format!("there is no card called {name}")))
}

fn resolve(steps: &mut [Step], names: &BTreeMap<String, Kind>) -> Result<(), PoolError> {
    for step in steps {
        if let Some(select) = &mut step.each {
            resolve_select(select, names)?;
        }
        for verb in step.ops.iter_mut().chain(&mut step.otherwise) {
            match verb {
                Verb::Power(amount) | Verb::Gain(amount) | Verb::GainFrom(amount) | Verb::SetPower(amount) => {
                    resolve_amount(amount, names)?;
                }
                Verb::Enter(Enter { what, thing, .. }) | Verb::ToHand(ToHand { what, thing, .. }) => {
                    *thing = match what.as_str() {
                        "it" => Thing::It,
                        "clone" => Thing::Clone,
                        "random" => Thing::Random,
                        name => Thing::New(kind(names, name)?),
                    };
                }
                Verb::Transform(Transform { card: Some(name), kind: into, .. }) => *into = Some(kind(names, name)?),
                Verb::ShuffleIn(ShuffleIn { card, kind: added, .. }) => *added = kind(names, card)?,
                _ => {}
            }
        }
    }
    Ok(())
}

fn resolve_amount(amount: &mut Amount, names: &BTreeMap<String, Kind>) -> Result<(), PoolError> {
    match amount {
        Amount::Count { count } => resolve_select(count, names),
        _ => Ok(()),
    }
}

fn resolve_select(select: &mut Select, names: &BTreeMap<String, Kind>) -> Result<(), PoolError> {
    for name in &select.names {
        select.kinds |= 1 << kind(names, name)?.0;
    }
    Ok(())
}
