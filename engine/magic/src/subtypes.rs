//! The lists of subtypes (CR 205.3g–q).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::types::{Subtype, SubtypeKind};

/// Every subtype in the order of its number, kind by kind.
const TABLE: &[(SubtypeKind, &[&str])] = &[
    // CR 205.3i, in the order of the colours of their mana (305.6).
    (
        SubtypeKind::BasicLand,
        &[
            "Plains", "Island", "Swamp", "Mountain", "Forest",
        ],
    ),
    // CR 205.3i.
    (
        SubtypeKind::Land,
        &[
            "Cave", "Desert", "Gate", "Lair", "Locus", "Mine", "Planet", "Power-Plant", "Sphere", "Tower", "Town",
            "Urza's",
        ],
    ),
    // CR 205.3m.
    (
        SubtypeKind::Creature,
        &[
            "Advisor", "Aetherborn", "Alien", "Ally", "Angel", "Antelope", "Ape", "Archer", "Archon", "Armadillo",
            "Army", "Artificer", "Assassin", "Assembly-Worker", "Astartes", "Atog", "Aurochs", "Avatar", "Azra",
            "Badger", "Balloon", "Barbarian", "Bard", "Basilisk", "Bat", "Bear", "Beast", "Beaver", "Beeble",
            "Beholder", "Berserker", "Bird", "Blinkmoth", "Boar", "Bringer", "Brushwagg", "C'tan", "Camarid", "Camel",
            "Capybara", "Caribou", "Carrier", "Cat", "Centaur", "Child", "Chimera", "Citizen", "Cleric", "Clown",
            "Cockatrice", "Construct", "Coward", "Coyote", "Crab", "Crocodile", "Custodes", "Cyberman", "Cyclops",
            "Dalek", "Dauthi", "Demigod", "Demon", "Deserter", "Detective", "Devil", "Dinosaur", "Djinn", "Doctor",
            "Dog", "Dragon", "Drake", "Dreadnought", "Drix", "Drone", "Druid", "Dryad", "Dwarf", "Echidna", "Efreet",
            "Egg", "Elder", "Eldrazi", "Elemental", "Elephant", "Elf", "Elk", "Employee", "Eye", "Faerie", "Ferret",
            "Fish", "Flagbearer", "Fox", "Fractal", "Frog", "Fungus", "Gamer", "Gargoyle", "Germ", "Giant", "Gith",
            "Glimmer", "Gnoll", "Gnome", "Goat", "Goblin", "God", "Golem", "Gorgon", "Graveborn", "Gremlin",
            "Griffin", "Guest", "Hag", "Halfling", "Hamster", "Harpy", "Hedgehog", "Hellion", "Hero", "Hippo",
            "Hippogriff", "Homarid", "Homunculus", "Horror", "Horse", "Human", "Hydra", "Hyena", "Illusion", "Imp",
            "Incarnation", "Inkling", "Inquisitor", "Insect", "Jackal", "Jellyfish", "Juggernaut", "Kavu", "Kirin",
            "Kithkin", "Knight", "Kobold", "Kor", "Kraken", "Lamia", "Lammasu", "Leech", "Leviathan", "Lhurgoyf",
            "Licid", "Lizard", "Llama", "Lobster", "Manticore", "Masticore", "Mercenary", "Merfolk", "Metathran",
            "Minion", "Minotaur", "Mite", "Mole", "Monger", "Mongoose", "Monk", "Monkey", "Moogle", "Moonfolk",
            "Mount", "Mouse", "Mutant", "Myr", "Mystic", "Nautilus", "Necron", "Nephilim", "Nightmare",
            "Nightstalker", "Ninja", "Noble", "Noggle", "Nomad", "Nymph", "Octopus", "Ogre", "Ooze", "Orb", "Orc",
            "Orgg", "Otter", "Ouphe", "Ox", "Oyster", "Pangolin", "Peasant", "Pegasus", "Pentavite", "Performer",
            "Pest", "Phelddagrif", "Phoenix", "Phyrexian", "Pilot", "Pincher", "Pirate", "Plant", "Porcupine",
            "Possum", "Praetor", "Primarch", "Prism", "Processor", "Qu", "Rabbit", "Raccoon", "Ranger", "Rat",
            "Rebel", "Reflection", "Rhino", "Rigger", "Robot", "Rogue", "Sable", "Salamander", "Samurai", "Sand",
            "Saproling", "Satyr", "Scarecrow", "Scientist", "Scion", "Scorpion", "Scout", "Sculpture", "Seal", "Serf",
            "Serpent", "Servo", "Shade", "Shaman", "Shapeshifter", "Shark", "Sheep", "Siren", "Skeleton", "Skunk",
            "Slith", "Sliver", "Sloth", "Slug", "Snail", "Snake", "Soldier", "Soltari", "Spawn", "Specter",
            "Spellshaper", "Sphinx", "Spider", "Spike", "Spirit", "Splinter", "Sponge", "Squid", "Squirrel",
            "Starfish", "Surrakar", "Survivor", "Symbiote", "Synth", "Tentacle", "Tetravite", "Thalakos", "Thopter",
            "Thrull", "Tiefling", "Time Lord", "Toy", "Treefolk", "Trilobite", "Triskelavite", "Troll", "Turtle",
            "Tyranid", "Unicorn", "Vampire", "Varmint", "Vedalken", "Villain", "Volver", "Wall", "Walrus", "Warlock",
            "Warrior", "Weasel", "Weird", "Werewolf", "Whale", "Wizard", "Wolf", "Wolverine", "Wombat", "Worm",
            "Wraith", "Wurm", "Yeti", "Zombie", "Zubera",
        ],
    ),
    // CR 205.3g.
    (
        SubtypeKind::Artifact,
        &[
            "Attraction", "Blood", "Bobblehead", "Clue", "Contraption", "Equipment", "Food", "Fortification", "Gold",
            "Incubator", "Infinity", "Junk", "Lander", "Map", "Powerstone", "Spacecraft", "Stone", "Treasure",
            "Vehicle",
        ],
    ),
    // CR 205.3h.
    (
        SubtypeKind::Enchantment,
        &[
            "Aura", "Background", "Cartouche", "Case", "Class", "Curse", "Role", "Room", "Rune", "Saga", "Shard",
            "Shrine",
        ],
    ),
    // CR 205.3j.
    (
        SubtypeKind::Planeswalker,
        &[
            "Ajani", "Aminatou", "Angrath", "Arlinn", "Ashiok", "Bahamut", "Basri", "Bolas", "Calix", "Chandra",
            "Comet", "Dack", "Dakkon", "Daretti", "Davriel", "Dihada", "Domri", "Dovin", "Ellywick", "Elminster",
            "Elspeth", "Estrid", "Freyalise", "Garruk", "Gideon", "Grist", "Guff", "Huatli", "Jace", "Jared", "Jaya",
            "Jeska", "Kaito", "Karn", "Kasmina", "Kaya", "Kiora", "Koth", "Liliana", "Lolth", "Lukka", "Minsc",
            "Mordenkainen", "Nahiri", "Narset", "Niko", "Nissa", "Nixilis", "Oko", "Quintorius", "Ral", "Rowan",
            "Saheeli", "Samut", "Sarkhan", "Serra", "Sivitri", "Sorin", "Szat", "Tamiyo", "Tasha", "Teferi", "Teyo",
            "Tezzeret", "Tibalt", "Tyvar", "Ugin", "Urza", "Venser", "Vivien", "Vraska", "Vronos", "Will",
            "Windgrace", "Wrenn", "Xenagos", "Yanggu", "Yanling", "Zariel",
        ],
    ),
    // CR 205.3k.
    (
        SubtypeKind::Spell,
        &[
            "Adventure", "Arcane", "Lesson", "Omen", "Trap",
        ],
    ),
    // CR 205.3q.
    (
        SubtypeKind::Battle,
        &[
            "Siege",
        ],
    ),
];

static FLAT: LazyLock<Vec<(SubtypeKind, &'static str)>> =
    LazyLock::new(|| TABLE.iter().flat_map(|(kind, names)| names.iter().map(|name| (*kind, *name))).collect());

static BY_NAME: LazyLock<BTreeMap<&'static str, Subtype>> = LazyLock::new(|| {
    let mut map = BTreeMap::new();
    for (number, (_, name)) in FLAT.iter().enumerate() {
        map.entry(*name).or_insert(Subtype(number as u16));
    }
    map
});

/// The number of the first creature type and the number after the last, so that asking a subtype's kind is a comparison.
static CREATURES: LazyLock<(u16, u16)> = LazyLock::new(|| {
    let first = FLAT.iter().position(|row| row.0 == SubtypeKind::Creature).unwrap_or(0);
    let count = FLAT.iter().filter(|row| row.0 == SubtypeKind::Creature).count();
    (first as u16, (first + count) as u16)
});

impl Subtype {
    /// Plains.
    pub const PLAINS: Subtype = Subtype(0);
    /// Island.
    pub const ISLAND: Subtype = Subtype(1);
    /// Swamp.
    pub const SWAMP: Subtype = Subtype(2);
    /// Mountain.
    pub const MOUNTAIN: Subtype = Subtype(3);
    /// Forest.
    pub const FOREST: Subtype = Subtype(4);

    /// Aura.
    pub const AURA: Subtype = Subtype(346);
    /// Equipment.
    pub const EQUIPMENT: Subtype = Subtype(332);

    /// The subtype with this name, with capital letters and a straight apostrophe.
    pub fn from_name(name: &str) -> Option<Subtype> {
        BY_NAME.get(name).copied()
    }

    /// The name as printed on the type line.
    pub fn name(self) -> &'static str {
        FLAT[self.0 as usize].1
    }

    /// What kind of subtype it is.
    pub fn kind(self) -> SubtypeKind {
        let (first, end) = *CREATURES;
        if (first..end).contains(&self.0) { SubtypeKind::Creature } else { FLAT[self.0 as usize].0 }
    }

    /// Every subtype.
    pub fn all() -> impl Iterator<Item = Subtype> {
        (0..FLAT.len() as u16).map(Subtype)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_agree() {
        for subtype in Subtype::all() {
            let same = Subtype::from_name(subtype.name()).expect("every subtype has its name");
            assert_eq!(same.name(), subtype.name());
        }
        assert_eq!(Subtype::FOREST.name(), "Forest");
        assert_eq!(Subtype::AURA.name(), "Aura");
        assert_eq!(Subtype::EQUIPMENT.name(), "Equipment");
        assert_eq!(Subtype::from_name("Goblin").map(Subtype::kind), Some(SubtypeKind::Creature));
        assert_eq!(Subtype::from_name("Aura").map(Subtype::kind), Some(SubtypeKind::Enchantment));
    }
}
