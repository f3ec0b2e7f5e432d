//! Keyword abilities that need no parameter, and restrictions, as bits (CR 702, 508–509).

use crate::walk::{Walk, leaves};
use bitflags::bitflags;

/// Makes the bit set and the table of its printed names from one list.
macro_rules! keywords {
    ($($(#[$($doc:tt)*])* $bit:ident = $number:literal, $text:literal;)*) => {
        bitflags! {
            /// Keyword abilities whose whole meaning is in the rules of the engine. Keywords with a parameter, and those that
            /// stand for a longer ability (prowess, cycling, equip), are expanded when the card is compiled.
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
            pub struct Keywords: u64 {
                $($(#[$($doc)*])* const $bit = 1 << $number;)*
                /// Some "hexproof from" a quality: what loses hexproof, or is asked whether it has it, goes by this, too (CR 702.11e). The
                /// qualities are abilities of their own, which need it, and it is no keyword with a name.
                const HEXPROOF_FROM = 1 << 63;
            }
        }

        impl Keywords {
            /// Every keyword with its name as printed, in lower case.
            pub const TABLE: &'static [(Keywords, &'static str)] = &[$((Keywords::$bit, $text)),*];
        }
    };
}

keywords! {
    /// CR 702.2.
    DEATHTOUCH = 0, "deathtouch";
    /// CR 702.3.
    DEFENDER = 1, "defender";
    /// CR 702.4.
    DOUBLE_STRIKE = 2, "double strike";
    /// CR 702.7.
    FIRST_STRIKE = 3, "first strike";
    /// CR 702.8.
    FLASH = 4, "flash";
    /// CR 702.9.
    FLYING = 5, "flying";
    /// CR 702.10.
    HASTE = 6, "haste";
    /// CR 702.11.
    HEXPROOF = 7, "hexproof";
    /// CR 702.12.
    INDESTRUCTIBLE = 8, "indestructible";
    /// CR 702.15.
    LIFELINK = 9, "lifelink";
    /// CR 702.17.
    REACH = 10, "reach";
    /// CR 702.18.
    SHROUD = 11, "shroud";
    /// CR 702.19.
    TRAMPLE = 12, "trample";
    /// CR 702.20.
    VIGILANCE = 13, "vigilance";
    /// CR 702.28.
    SHADOW = 14, "shadow";
    /// CR 702.31.
    HORSEMANSHIP = 15, "horsemanship";
    /// CR 702.36.
    FEAR = 16, "fear";
    /// CR 702.13.
    INTIMIDATE = 17, "intimidate";
    /// CR 702.80.
    WITHER = 18, "wither";
    /// CR 702.90.
    INFECT = 19, "infect";
    /// CR 702.111.
    MENACE = 20, "menace";
    /// CR 702.118.
    SKULK = 21, "skulk";
    /// CR 702.73.
    CHANGELING = 22, "changeling";
    /// CR 702.61.
    SPLIT_SECOND = 23, "split second";
    /// CR 702.14.
    PLAINSWALK = 24, "plainswalk";
    /// CR 702.14.
    ISLANDWALK = 25, "islandwalk";
    /// CR 702.14.
    SWAMPWALK = 26, "swampwalk";
    /// CR 702.14.
    MOUNTAINWALK = 27, "mountainwalk";
    /// CR 702.14.
    FORESTWALK = 28, "forestwalk";
    /// CR 702.16, for one colour.
    PROTECTION_FROM_WHITE = 29, "protection from white";
    /// CR 702.16, for one colour.
    PROTECTION_FROM_BLUE = 30, "protection from blue";
    /// CR 702.16, for one colour.
    PROTECTION_FROM_BLACK = 31, "protection from black";
    /// CR 702.16, for one colour.
    PROTECTION_FROM_RED = 32, "protection from red";
    /// CR 702.131, on permanents.
    ASCEND = 34, "ascend";
    /// CR 702.25. Stands for a triggered ability as well.
    FLANKING = 35, "flanking";
    /// CR 702.16, for one colour.
    PROTECTION_FROM_GREEN = 33, "protection from green";
    /// CR 702.89.
    UMBRA_ARMOR = 36, "umbra armor";
    /// CR 702.151, as far as attaching goes.
    RECONFIGURE = 37, "reconfigure";
    /// CR 702.179.
    START_YOUR_ENGINES = 38, "start your engines!";
    /// CR 702.22.
    BANDING = 39, "banding";
    /// CR 702.155, of printed Sagas only.
    READ_AHEAD = 40, "read ahead";
    /// CR 702.150, of printed planeswalkers only.
    COMPLEATED = 41, "compleated";
    /// CR 702.26.
    PHASING = 60, "phasing";
    /// CR 702.145.
    DAYBOUND = 61, "daybound";
    /// CR 702.145.
    NIGHTBOUND = 62, "nightbound";
}

impl Keywords {
    /// These, and what loses them when they are lost: "hexproof from" a quality with hexproof (CR 702.11e).
    pub fn with_qualified(self) -> Keywords {
        if self.contains(Keywords::HEXPROOF) { self | Keywords::HEXPROOF_FROM } else { self }
    }

    /// Returns whether something with these keywords has all of `asked`, where "hexproof from" a quality is hexproof (CR 702.11e).
    pub fn have(self, asked: Keywords) -> bool {
        self.contains(asked) || self.contains(Keywords::HEXPROOF_FROM) && (self | Keywords::HEXPROOF).contains(asked)
    }

    /// Returns whether something with these keywords has none of `asked`, where "hexproof from" a quality is hexproof (CR 702.11e).
    pub fn lack(self, asked: Keywords) -> bool {
        !self.intersects(asked.with_qualified())
    }

    /// The keyword with this printed name, in lower case.
    pub fn named(name: &str) -> Option<Keywords> {
        Keywords::TABLE.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    /// Protection from single colours, in the order of the colours.
    pub const PROTECTION: [Keywords; 5] = [
        Keywords::PROTECTION_FROM_WHITE,
        Keywords::PROTECTION_FROM_BLUE,
        Keywords::PROTECTION_FROM_BLACK,
        Keywords::PROTECTION_FROM_RED,
        Keywords::PROTECTION_FROM_GREEN,
    ];

    /// The basic landwalks, in the order Plains, Island, Swamp, Mountain, Forest.
    pub const LANDWALK: [Keywords; 5] =
        [Keywords::PLAINSWALK, Keywords::ISLANDWALK, Keywords::SWAMPWALK, Keywords::MOUNTAINWALK, Keywords::FORESTWALK];
}

bitflags! {
    /// Restrictions, requirements and permissions that apply to a permanent without being abilities of it (CR 113.12, 508.1c–d, 509.1b–c).
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
    pub struct Restrictions: u32 {
        /// "can't attack"
        const CANT_ATTACK = 1 << 0;
        /// "can't block"
        const CANT_BLOCK = 1 << 1;
        /// "can't be blocked"
        const CANT_BE_BLOCKED = 1 << 2;
        /// "attacks each combat if able"
        const MUST_ATTACK = 1 << 3;
        /// "blocks each combat if able"
        const MUST_BLOCK = 1 << 4;
        /// "doesn't untap during its controller's untap step"
        const DOESNT_UNTAP = 1 << 5;
        /// Its mana abilities can't be activated: by those who could, who are players that a rule stops.
        const CANT_ACTIVATE_MANA = 1 << 6;
        /// "its activated abilities can't be activated"
        const CANT_ACTIVATE = Self::CANT_ACTIVATE_MANA.bits() | Self::CANT_ACTIVATE_NONMANA.bits();
        /// "can attack as though it didn't have defender"
        const IGNORES_DEFENDER = 1 << 7;
        /// "assigns combat damage equal to its toughness rather than its power"
        const TOUGHNESS_AS_DAMAGE = 1 << 8;
        /// "all creatures able to block it do so"
        const LURE = 1 << 9;
        /// "can't be countered" (spells)
        const CANT_BE_COUNTERED = 1 << 10;
        /// "can't attack alone"
        const CANT_ATTACK_ALONE = 1 << 11;
        /// "can't block alone"
        const CANT_BLOCK_ALONE = 1 << 12;
        /// "can't be sacrificed"
        const CANT_BE_SACRIFICED = 1 << 13;
        /// "can't be regenerated"
        const CANT_BE_REGENERATED = 1 << 14;
        /// "can block only creatures with flying"
        const BLOCKS_FLYERS_ONLY = 1 << 15;
        /// "must be blocked if able"
        const MUST_BE_BLOCKED = 1 << 16;
        /// "can block any number of creatures"
        const BLOCKS_ANY_NUMBER = 1 << 18;
        /// "can't be enchanted"
        const CANT_BE_ENCHANTED = 1 << 19;
        /// "can't crew vehicles"
        const CANT_CREW = 1 << 20;
        /// "its activated abilities can't be activated unless they're mana abilities"
        const CANT_ACTIVATE_NONMANA = 1 << 24;
        /// "may assign its combat damage as though it weren't blocked"
        const AS_UNBLOCKED = 1 << 25;
        /// Saddled (CR 702.171b).
        const SADDLED = 1 << 30;
        /// Suspected (CR 701.60b).
        const SUSPECTED = 1 << 31;
        /// Set while an ability with a filter restricts blocking, so that others need not look: see `ability::StaticEffect::CantBeBlockedBy`.
        const BLOCK_FILTER = 1 << 21;
        /// "can't be blocked by creatures with greater power"
        const NO_GREATER_BLOCKER = 1 << 29;
        /// "can't be blocked except by three or more creatures"
        const THREE_BLOCKERS = 1 << 17;
        /// "can't be blocked by more than one creature"
        const ONE_BLOCKER = 1 << 27;
        /// Protection from something that is not one colour (CR 702.16), so that others need not look.
        const PROTECTION_FILTER = 1 << 22;
        /// Goaded (CR 701.15).
        const GOADED = 1 << 23;
        /// "attacks that opponent this turn if able": the player, no planeswalker or battle
        const MUST_ATTACK_PLAYER = 1 << 28;
        /// "assigns no combat damage"
        const NO_COMBAT_DAMAGE = 1 << 26;
    }
}

bitflags! {
    /// Designations of permanents that aren't characteristics and end when the permanent leaves.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
    pub struct Marks: u16 {
        /// CR 701.37b.
        const MONSTROUS = 1 << 0;
        /// CR 702.112b.
        const RENOWNED = 1 << 1;
        /// Came under its controller's control since the beginning of their last upkeep.
        const NEW_CONTROL = 1 << 2;
        /// The same as that upkeep began (CR 702.30a).
        const ECHO_DUE = 1 << 3;
        /// Was exerted this turn (CR 701.43).
        const EXERTED = 1 << 4;
        /// A spell that is exiled if it would leave the stack (CR 702.34a).
        const FLASHED_BACK = 1 << 5;
        /// About to enter as a copy, it has made the choices of what it copies (CR 614.12a).
        const COPY_READY = 1 << 6;
        /// A discarded card in exile that its owner doesn't cast for its madness cost (CR 702.35c).
        const DECLINED = 1 << 7;
        /// Was harnessed: its abilities that are named so are there.
        const HARNESSED = 1 << 8;
        /// Is being exerted as it attacks (CR 701.43d): told to what is linked to that, not kept.
        const EXERTED_ATTACKING = 1 << 9;
        /// A Case that is solved (CR 719.3b).
        const SOLVED = 1 << 10;
        /// An Aura that is attached to a player (CR 303.4b).
        const ON_PLAYER = 1 << 11;
        /// Two loyalty abilities of it were activated this turn (CR 606.3).
        const LOYALTY_USED_AGAIN = 1 << 12;
        /// A spell that was a foretold card before it was cast (CR 702.143c).
        const FORETOLD = 1 << 13;
        /// A card that was milled and has stayed where that put it (CR 701.17).
        const MILLED = 1 << 14;
    }
}

bitflags! {
    /// What some cards of a pool use and must be looked for all the time if one does.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
    pub struct Features: u64 {
        /// Something has activated abilities of other cards, which are linked to each other and to nothing else (CR 607.5).
        const GAINS_ACTIVATED = 1 << 32;
        /// Ascend (CR 702.131).
        const ASCEND = 1 << 0;
        /// Toxic (CR 702.164).
        const TOXIC = 1 << 1;
        /// Something asks since when its controller has controlled it (CR 702.30, echo).
        const ECHO = 1 << 2;
        /// Permanents whose halves can be locked (CR 709.5).
        const ROOMS = 1 << 25;
        /// Madness (CR 702.35).
        const MADNESS = 1 << 3;
        /// Dungeons (CR 309).
        const DUNGEONS = 1 << 4;
        /// The Ring (CR 701.54).
        const RING = 1 << 5;
        /// Miracle (CR 702.94).
        const MIRACLE = 1 << 6;
        /// Some permanent asks for the cards that were exiled for it with delve (CR 702.66a, 607.2q).
        const DELVED = 1 << 8;
        /// An ability that triggers on one or more is told which.
        const TELLS_SEVERAL = 1 << 33;
        /// Dredge (CR 702.52).
        const DREDGE = 1 << 7;
        /// A card has bestow: what is attached may be a creature in truth (CR 702.103).
        const BESTOW = 1 << 9;
        /// A mana ability taps another permanent.
        const TAPS_OTHERS_FOR_MANA = 1 << 10;
        /// Something that is chosen is given up for a mana ability.
        const GIVES_UP_FOR_MANA = 1 << 31;
        /// What a spell costs depends on its targets by a permanent's ability.
        const COSTS_BY_TARGET = 1 << 11;
        /// An effect gives convoke, improvise, delve or affinity to spells.
        const SPELL_HELPERS = 1 << 12;
        /// A spell may say itself where it goes as it resolves: rebound, buyback, Adventures, Omens (CR 702.27a, 702.88a, 715.3d, 720.3d).
        const PUTS_ITSELF_AWAY = 1 << 13;
        /// Enlist (CR 702.154).
        const ENLIST = 1 << 18;
        /// Speed (CR 702.179).
        const SPEED = 1 << 17;
        /// A card isn't put into the graveyard where an opponent makes its owner discard it (CR 614.1a).
        const DISCARD_REPLACED = 1 << 21;
        /// An ability of a card in a hand can be activated only so often each turn (CR 702.57b, forecast).
        const LIMITED_IN_HAND = 1 << 20;
        /// Something asks which cards of a hand were drawn this turn.
        const DRAWN_THIS_TURN = 1 << 22;
        /// A player may end an effect by a special action (CR 116.2c).
        const ENDED_EFFECTS = 1 << 19;
        /// A card says where it goes instead of to a graveyard, from wherever it would go there (CR 614.1a).
        const GOES_ELSEWHERE = 1 << 30;
        /// Something regenerates (CR 701.19).
        const REGENERATION = 1 << 28;
        /// A spell that an effect lets a player cast is exiled if it would be put into a graveyard.
        const EXILES_AFTERWARDS = 1 << 27;
        /// A card has an ability that can be activated in a graveyard, in exile or in the command zone.
        const ACTIONS_ELSEWHERE = 1 << 16;
        /// Something asks which step it is, or which of the turn's main or combat phases: what players can do may change with that alone.
        const STEPS = 1 << 14;
        /// A static ability that makes rules works in graveyards.
        const GRAVEYARD_RULES = 1 << 15;
        /// Something asks what happened in the turn before.
        const LAST_TURN = 1 << 23;
        /// Activated abilities that ask how often they have been activated.
        const COUNTS_ACTIVATIONS = 1 << 24;
        /// Something lasts for as long as a permanent is tapped or a player controls it: that this wasn't so for a while before the effect
        /// would begin must be known (CR 611.2b).
        const LASTS_WHILE = 1 << 26;
        /// A card has a prepare spell.
        const PREPARES = 1 << 29;
        /// Something asks for base power or toughness (CR 208.4b).
        const BASE_SIZES = 1 << 34;
    }
}

bitflags! {
    /// Kinds of events that abilities may watch. A bit test on the union over all that is watched keeps unwatched events cheap.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
    pub struct EventKinds: u32 {
        /// An object enters the battlefield.
        const ENTERS = 1 << 0;
        /// A permanent leaves the battlefield.
        const LEAVES = 1 << 1;
        /// An object moves between other zones.
        const MOVES = 1 << 2;
        /// A creature attacks.
        const ATTACKS = 1 << 3;
        /// A creature blocks or becomes blocked, or is not blocked.
        const BLOCKS = 1 << 4;
        /// Damage is dealt.
        const DAMAGE = 1 << 5;
        /// A spell is cast.
        const CAST = 1 << 6;
        /// A step or phase begins.
        const STEP = 1 << 7;
        /// A player draws a card.
        const DRAW = 1 << 8;
        /// A player discards a card.
        const DISCARD = 1 << 9;
        /// A player gains or loses life.
        const LIFE = 1 << 10;
        /// Counters are put on something.
        const COUNTERS = 1 << 11;
        /// A permanent is sacrificed.
        const SACRIFICE = 1 << 12;
        /// Something becomes a target.
        const TARGET = 1 << 13;
        /// A permanent becomes tapped or untapped.
        const TAP = 1 << 14;
        /// An ability is activated (mana abilities included).
        const ACTIVATE = 1 << 15;
        /// A player scries, surveils, searches, shuffles or cycles.
        const LIBRARY = 1 << 16;
        /// A state trigger watches the position itself (CR 603.8).
        const STATE = 1 << 17;
        /// A player reaches something: the monarch's crown, a room, a land.
        const PLAYER = 1 << 18;
        /// A card is put into a graveyard, wherever from.
        const ARRIVES = 1 << 19;
        /// A permanent comes under another player's control.
        const CONTROL = 1 << 20;
        /// A permanent is tapped for mana.
        const MANA = 1 << 30;
    }
}

leaves!(Keywords, Marks, Restrictions);

/// A keyword that is no bit of [`Keywords`], as a property that something has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum KeywordName {
    /// CR 702.29, typecycling included (CR 702.29f).
    Cycling,
    /// CR 702.164.
    Toxic,
    /// CR 702.34.
    Flashback,
    /// CR 702.33, multikicker included (CR 702.33c).
    Kicker,
    /// CR 702.37, megamorph included (CR 702.37b).
    Morph,
    /// CR 702.146.
    Disturb,
    /// CR 702.35.
    Madness,
    /// CR 702.51.
    Convoke,
    /// CR 702.85.
    Cascade,
    /// CR 702.43.
    Modular,
    /// CR 702.32.
    Fading,
    /// CR 702.87.
    LevelUp,
    /// CR 702.114.
    Devoid,
    /// CR 702.113.
    Awaken,
    /// CR 702.95.
    Soulbond,
    /// CR 702.185.
    Warp,
    /// CR 702.62.
    Suspend,
    /// CR 702.140.
    Mutate,
}

impl KeywordName {
    /// Each with its name as printed, in lower case.
    pub const TABLE: [(KeywordName, &'static str); 18] = [
        (KeywordName::Cycling, "cycling"),
        (KeywordName::Toxic, "toxic"),
        (KeywordName::Flashback, "flashback"),
        (KeywordName::Kicker, "kicker"),
        (KeywordName::Morph, "morph"),
        (KeywordName::Disturb, "disturb"),
        (KeywordName::Madness, "madness"),
        (KeywordName::Convoke, "convoke"),
        (KeywordName::Cascade, "cascade"),
        (KeywordName::Modular, "modular"),
        (KeywordName::Fading, "fading"),
        (KeywordName::LevelUp, "level up"),
        (KeywordName::Devoid, "devoid"),
        (KeywordName::Awaken, "awaken"),
        (KeywordName::Soulbond, "soulbond"),
        (KeywordName::Warp, "warp"),
        (KeywordName::Suspend, "suspend"),
        (KeywordName::Mutate, "mutate"),
    ];

    /// The name as printed, in lower case.
    pub fn name(self) -> &'static str {
        KeywordName::TABLE[self as usize].1
    }

    /// Returns whether a paragraph, or a keyword of it, is this keyword with what follows it: a cost, a number, nothing.
    pub(crate) fn is_said_by(self, words: &str) -> bool {
        let name = self.name();
        let starts = |word: &str| {
            let rest =
                words.get(..word.len()).filter(|start| start.eq_ignore_ascii_case(word)).map(|_| &words[word.len()..]);
            rest.is_some_and(|rest| {
                let rest = rest.trim_start();
                rest.is_empty()
                    || rest.starts_with(['{', '—', '⸺', 'X'])
                    || rest.starts_with(|c: char| c.is_ascii_digit())
            })
        };
        match self {
            KeywordName::Kicker => starts(name) || starts("multikicker"),
            KeywordName::Morph => starts(name) || starts("megamorph"),
            _ => starts(name),
        }
    }

    /// Returns whether a card has it printed, whose paragraphs in normal form these are.
    pub fn is_printed(self, text: &[String]) -> bool {
        let words = text.iter().flat_map(|line| line.split(", "));
        words.map(str::trim).any(|words| self.is_said_by(words))
    }
}
