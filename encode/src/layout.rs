//! Where each number stands, and what it means.
//!
//! An observation is a row of [`SEGMENTS`]; a segment is some rows of equal width, each made of one or two blocks of [`Column`]s. The
//! constants of the modules here are places in their block.

use gauntlet_magic::DecisionKind;

/// One number, or several of a kind that stand together.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Its name, as that of the constant.
    pub name: &'static str,
    /// Its first place in the block.
    pub at: usize,
    /// How many numbers it is.
    pub count: usize,
    /// What values it has.
    pub range: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

/// Some rows of equal width in an observation.
#[derive(Clone, Copy, Debug)]
pub struct Segment {
    /// Its name.
    pub name: &'static str,
    /// Its first place in the observation.
    pub at: usize,
    /// How many rows it has.
    pub rows: usize,
    /// How many numbers a row has.
    pub width: usize,
    /// The [`reference`](REFERENCES) of its first row; 0 if its rows have none.
    pub reference: usize,
    /// The names and columns of the blocks of a row.
    pub blocks: &'static [(&'static str, &'static [Column])],
    /// What is in it.
    pub meaning: &'static str,
}

/// Where the numbers of an encoded game stand.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// The version of the encoding: it changes whenever a number moves, means something else or is counted in another way.
    pub version: u32,
    /// How many numbers an observation has.
    pub observation: usize,
    /// How many slots for actions there are.
    pub slots: usize,
    /// How many numbers describe a slot: the block "action", then a block "card".
    pub action: usize,
    /// The segments of an observation in order.
    pub segments: &'static [Segment],
    /// The blocks that rows and slots are made of.
    pub blocks: &'static [(&'static str, &'static [Column])],
}

impl Layout {
    /// How many numbers describe all slots.
    pub const fn actions(&self) -> usize {
        self.slots * self.action
    }
}

/// Makes the constants of a block and the table of its columns from one list.
macro_rules! columns {
    ($(#[$doc:meta])* $block:ident { $($name:ident[$count:expr] $range:literal, $meaning:literal;)* }) => {
        $(#[$doc])*
        pub mod $block {
            use super::*;
            columns!(@at (0) $($name[$count] $meaning;)*);

            /// The columns in order.
            pub const COLUMNS: &[Column] =
                &[$(Column { name: stringify!($name), at: $name, count: $count, range: $range, meaning: $meaning }),*];
        }
    };
    (@at ($at:expr)) => {
        /// How many numbers there are in all.
        pub const WIDTH: usize = $at;
    };
    (@at ($at:expr) $name:ident[$count:expr] $meaning:literal; $($rest:tt)*) => {
        #[doc = $meaning]
        pub const $name: usize = $at;
        columns!(@at ($name + $count) $($rest)*);
    };
}

pub(crate) use columns;

/// How many kinds of decisions there are.
pub const DECISIONS: usize = DecisionKind::TurnBegins as usize + 1;

columns! {
    /// What there is once.
    game {
        TURN[1] "1–", "the number of the turn; both players' turns count";
        MY_TURN[1] "0, 1", "whether it is the viewer's turn";
        FIRST[1] "0, 1", "whether the viewer took the first turn of the game";
        STEP[13] "0, 1", "which step it is: untap, upkeep, draw, precombat main, beginning of combat, declare attackers, declare blockers, first-strike damage, combat damage, end of combat, postcombat main, end, cleanup";
        MY_DECISION[1] "0, 1", "whether the viewer decides";
        THEIR_DECISION[1] "0, 1", "whether the opponent decides; neither does when the game is over";
        PASSED[2] "0, 1", "whether the viewer has passed in succession, whether the opponent has";
        DAYTIME[2] "0, 1", "whether it is day, whether it is night";
        STACK_SIZE[1] "0–", "how many spells and abilities are on the stack, with those being announced or resolving";
        DECISION[DECISIONS] "0, 1", "what the viewer is asked, by the number of the kind of decision; all 0 while the opponent decides, whose question may tell something";
        DETAIL[1] "0–65,535", "what the question has beside that: of targets the number of the spec, of numbers what is left to give";
        ABOUT_REFERENCE[1] "0–100", "the reference of what the question is about: the attacker, the blocker, the spell";
        ACTION_COUNT[1] "0–", "how many legal actions the viewer has";
        PAGE[1] "0–", "which page of them the slots show";
        PAGES[1] "0–", "how many pages there are";
    }
}

columns! {
    /// What concerns one player.
    player {
        LIFE[1] "any", "life total";
        POISON[1] "0–255", "poison counters";
        ENERGY[1] "0–", "energy counters";
        EXPERIENCE[1] "0–", "experience counters";
        MANA[6] "0–255", "mana in the pool: W, U, B, R, G, colorless; what may be spent on some things only isn't counted";
        SOURCES[6] "0–", "untapped permanents that make such mana by being tapped, one at a time: W, U, B, R, G, colorless; one that makes several types counts for each";
        ALL_SOURCES[1] "0–", "how many permanents these are";
        LANDS_PLAYED[1] "0–", "lands played this turn";
        EXTRA_LANDS[1] "0–", "additional land plays that effects allow this turn";
        DRAWN[1] "0–255", "cards drawn this turn";
        SPELLS[1] "0–255", "spells cast this turn";
        SPELLS_LAST_TURN[1] "0–255", "spells cast in the turn before";
        LIFE_GAINED[1] "0–", "life gained this turn";
        LIFE_LOST[1] "0–", "life lost this turn";
        ATTACKERS[1] "0–255", "creatures declared as attackers this turn";
        MULLIGANS[1] "0–", "mulligans taken";
        HAND[1] "0–", "cards in hand";
        LIBRARY[1] "0–", "cards in the library";
        GRAVEYARD[1] "0–", "cards in the graveyard";
        GRAVEYARD_TYPES[9] "0–", "cards of each type in the graveyard, in the order of the card block";
        EXILE[1] "0–", "own cards in exile, face down or not";
        EMBLEMS[1] "0–", "emblems; commanders aren't counted";
        PERMANENTS[1] "0–", "permanents controlled, those without a row too";
        CREATURES[1] "0–", "creatures among these";
        LANDS[1] "0–", "lands among these";
        PERMANENTS_LEFT_OUT[1] "0–", "permanents that have no row, as there are more than rows";
        HAND_LEFT_OUT[1] "0–", "of the hand, cards that the viewer knows and that have no row";
        SKIPPED_TURNS[1] "0–", "turns to be skipped";
        MONARCH[1] "0, 1", "is the monarch";
        INITIATIVE[1] "0, 1", "has the initiative";
        BLESSED[1] "0, 1", "has the city's blessing";
        SPEED[1] "0–4", "speed; 0: none";
        TEMPTED[1] "0–255", "how often the Ring has tempted them";
        DUNGEON[1] "0–", "the dungeon that they are in, from 1; 0: none";
        ROOM[1] "0–", "the room that they are in there, from 0";
    }
}

/// The keywords that have a number of their own, in the order of [`card::KEYWORDS`].
pub const KEYWORDS: [gauntlet_cards::keyword::Keywords; 16] = {
    use gauntlet_cards::keyword::Keywords as K;
    [
        K::FLYING,
        K::REACH,
        K::FIRST_STRIKE,
        K::DOUBLE_STRIKE,
        K::DEATHTOUCH,
        K::TRAMPLE,
        K::LIFELINK,
        K::VIGILANCE,
        K::HASTE,
        K::MENACE,
        K::DEFENDER,
        K::HEXPROOF,
        K::SHROUD,
        K::INDESTRUCTIBLE,
        K::FLASH,
        K::INFECT,
    ]
};

columns! {
    /// A card, or an object as it is now.
    card {
        PRESENT[1] "0, 1", "whether there is something: a row or slot that isn't used is all 0";
        ID[1] "1–16,777,215", "a number for the name: the same in every deck, pool and version; for look-up tables, no quantity";
        TYPES[9] "0, 1", "artifact, battle, creature, enchantment, instant, kindred, land, planeswalker, sorcery";
        SUPERTYPES[3] "0, 1", "basic, legendary, snow";
        COLORS[5] "0, 1", "white, blue, black, red, green";
        MANA_VALUE[1] "0–255", "mana value";
        COST[9] "0–", "symbols of the printed mana cost: W, U, B, R, G, colorless, generic mana, X, others (hybrid, Phyrexian, snow)";
        POWER[1] "any", "power; 0 where there is none";
        TOUGHNESS[1] "any", "toughness; 0 where there is none";
        STARTING[1] "0–", "starting loyalty or defense";
        KEYWORDS[16] "0, 1", "flying, reach, first strike, double strike, deathtouch, trample, lifelink, vigilance, haste, menace, defender, hexproof, shroud, indestructible, flash, infect";
        PROTECTED[1] "0–5", "from how many colors it has protection";
        EVASIVE[1] "0–", "how many other keywords it has that restrict what can block it: landwalk, fear, intimidate, shadow, skulk, horsemanship";
        MANA_MADE[6] "0, 1", "types of mana that it makes: W, U, B, R, G, colorless";
        INSTANT_SPEED[1] "0, 1", "whether there is a way to play it at instant speed";
        ACTIVATED[1] "0–", "how many abilities it has that players activate on the battlefield, but for those that only make mana";
        TRIGGERED[1] "0–", "triggered abilities";
        STATIC[1] "0–", "static abilities";
        EFFECTS[effect::WIDTH] "", "what its programs do, the greatest number of all its abilities; of an action or an ability on the stack, what that ability does";
    }
}

columns! {
    /// What programs do. Numbers are the greatest that is written in the program, 1 where it is computed (X, a count).
    effect {
        DAMAGE[1] "0–", "damage";
        LIFE_GAIN[1] "0–", "life gained";
        LIFE_LOSS[1] "0–", "life lost";
        DRAW[1] "0–", "cards drawn";
        DISCARD[1] "0, 1", "makes someone discard";
        SELECT[1] "0, 1", "mills, scries, surveils, looks at cards or reveals them";
        SEARCH[1] "0, 1", "searches";
        DESTROY[1] "0, 1", "destroys";
        EXILE[1] "0, 1", "puts something into exile";
        TO_HAND[1] "0, 1", "puts something into a hand";
        TO_BATTLEFIELD[1] "0, 1", "puts something onto the battlefield";
        SACRIFICE[1] "0, 1", "makes someone sacrifice";
        TAP[1] "0, 1", "taps or untaps";
        COUNTER_SPELL[1] "0, 1", "counters";
        COUNTERS[1] "0–", "counters put on something";
        TOKENS[1] "0, 1", "makes tokens";
        CHANGES[1] "0, 1", "changes characteristics or gives abilities for a time, or always";
        FIGHT[1] "0, 1", "makes creatures fight";
        PREVENT[1] "0, 1", "prevents damage or regenerates";
        COPY[1] "0, 1", "copies";
        MANA[1] "0, 1", "adds mana";
        TURNS[1] "0, 1", "gives turns or combat phases, or takes them";
        ATTACH[1] "0, 1", "attaches";
        OTHER[1] "0, 1", "does something else";
        TARGETS[1] "0–", "the most targets that a mode has, each spec counted once";
    }
}

columns! {
    /// The state of a permanent, after its card block.
    permanent {
        TAPPED[1] "0, 1", "tapped";
        SICK[1] "0, 1", "its controller has not controlled it since the turn began (whether or not it matters)";
        ATTACKING[1] "0, 1", "attacking";
        BLOCKING[1] "0, 1", "blocking";
        BLOCKED[1] "0, 1", "was blocked";
        DEFENDER[1] "0–100", "the reference of what it attacks";
        BLOCKS[1] "0–100", "the reference of the first attacker that it blocks";
        BLOCKERS[1] "0–", "how many creatures block it";
        DAMAGE[1] "0–", "marked damage";
        TOKEN[1] "0, 1", "a token";
        FACE_DOWN[1] "0, 1", "face down";
        BENEATH[1] "0–16,777,215", "the id of the card that it is face up, if the viewer may look; else 0";
        TRANSFORMED[1] "0, 1", "its other face is up";
        COPYING[1] "0, 1", "has the copiable values of something else";
        NO_ABILITIES[1] "0, 1", "has lost all its abilities";
        OWN[1] "0, 1", "its controller owns it";
        ENTERED[1] "0, 1", "entered this turn";
        ATTACKED[1] "0, 1", "attacked this turn";
        ATTACHED_TO[1] "0–100", "the reference of what it is attached to";
        HAS_ATTACHMENTS[1] "0, 1", "something is attached to it";
        PLUS_COUNTERS[1] "0–", "+1/+1 counters";
        MINUS_COUNTERS[1] "0–", "-1/-1 counters";
        LOYALTY[1] "0–", "loyalty or defense counters";
        OTHER_COUNTERS[1] "0–", "all other counters";
        SHIELDS[1] "0–255", "regeneration shields";
        X[1] "0–255", "the X with which it was cast";
        CANT_ATTACK[1] "0, 1", "can't attack";
        CANT_BLOCK[1] "0, 1", "can't block";
        MUST_ATTACK[1] "0, 1", "attacks each combat if able, or is goaded";
        CANT_BE_BLOCKED[1] "0, 1", "can't be blocked";
        DOESNT_UNTAP[1] "0, 1", "doesn't untap in its controller's untap step";
    }
}

/// How many targets of something on the stack have a number.
pub const TARGETS: usize = 3;

columns! {
    /// What is on the stack, after its card block.
    stack {
        MINE[1] "0, 1", "the viewer controls it";
        THEIRS[1] "0, 1", "the opponent controls it";
        ABILITY[1] "0, 1", "an ability; its card block is that of its source";
        COPY[1] "0, 1", "a copy of a spell";
        ASKS[1] "0, 1", "it is being announced or resolves, and the decision is part of that";
        X[1] "0–255", "X";
        TARGET_COUNT[1] "0–", "how many targets were chosen for it";
        TARGET[TARGETS] "0–100", "the references of the first targets";
    }
}

columns! {
    /// One slot for a legal action.
    action {
        KIND[KINDS] "0, 1", "pass, keep, mulligan, yes, no, done, play (from the hand), play the top card, activate, an object, a player, a card, a mode, a number, a color, a subtype, the next page";
        REFERENCE[1] "0–100", "the reference of what it names: of a card in hand that of the first such card";
        NUMBER[1] "0–65,535", "the number that it names: amount, mode from 0, color (W, U, B, R, G, colorless) from 0, number of the subtype";
        MINE[1] "0, 1", "what it names is the viewer, or something that the viewer controls";
        THEIRS[1] "0, 1", "the opponent, or something that the opponent controls";
        TAPPED[1] "0, 1", "the object that it names is tapped";
        ATTACKING[1] "0, 1", "is attacking";
        DAMAGE[1] "0–", "has that much damage marked";
        ORDINAL[1] "0–", "the place of the ability among those of the card, from 1; 0: it has it from elsewhere";
        WAY[5] "0, 1", "casting, playing a land, activating, a loyalty ability, a special action";
        MANA[1] "0–", "the mana value of the ability's cost; of a spell that of the way in which it is cast";
        COSTS[5] "0, 1", "other costs: tapping, sacrificing, discarding, life, anything else";
        LOYALTY[1] "any", "the loyalty symbol";
    }
}

/// How many kinds of actions there are, the next page among them.
pub const KINDS: usize = 17;

/// The blocks that rows and slots are made of.
pub const BLOCKS: [(&str, &[Column]); 7] = [
    ("game", game::COLUMNS),
    ("player", player::COLUMNS),
    ("card", card::COLUMNS),
    ("effects", effect::COLUMNS),
    ("permanent", permanent::COLUMNS),
    ("stack", stack::COLUMNS),
    ("action", action::COLUMNS),
];

/// The rows for permanents of each player.
pub const PERMANENTS: usize = 24;
/// The rows for the viewer's hand.
pub const HAND: usize = 12;
/// The rows for cards of the opponent's hand that the viewer has seen.
pub const KNOWN: usize = 6;
/// The rows for cards that are put aside and that the viewer sees.
pub const ASIDE: usize = 8;
/// The rows for the stack.
pub const STACK: usize = 8;
/// The rows for each graveyard.
pub const GRAVEYARD: usize = 8;
/// The rows for each player's emblems.
pub const EMBLEMS: usize = 2;
/// The rows for the top cards of the viewer's library.
pub const OWN_LIBRARY: usize = 4;
/// The rows for the top cards of the opponent's library.
pub const OPPOSING_LIBRARY: usize = 2;
/// The slots for actions.
pub const SLOTS: usize = 32;

/// The width of a slot's description: the action block and a card block.
pub const ACTION: usize = action::WIDTH + card::WIDTH;
/// The width of the descriptions of all slots.
pub const ACTIONS: usize = SLOTS * ACTION;
/// Where the card block of an action begins.
pub const ACTION_CARD: usize = action::WIDTH;

/// The number of [`reference`](Segment::reference)s: nothing (0), the viewer (1), the opponent (2), the rows of the segments in their
/// order.
pub const REFERENCES: usize = OPPOSING_GRAVEYARD_REFERENCE + GRAVEYARD;

const GAME_BLOCKS: &[(&str, &[Column])] = &[("game", game::COLUMNS)];
const CARD_BLOCKS: &[(&str, &[Column])] = &[("card", card::COLUMNS)];
const PLAYER_BLOCKS: &[(&str, &[Column])] = &[("player", player::COLUMNS)];
const PERMANENT_BLOCKS: &[(&str, &[Column])] = &[("card", card::COLUMNS), ("permanent", permanent::COLUMNS)];
const STACK_BLOCKS: &[(&str, &[Column])] = &[("card", card::COLUMNS), ("stack", stack::COLUMNS)];

/// The width of a permanent's row.
pub const PERMANENT: usize = card::WIDTH + permanent::WIDTH;
/// The width of a row of the stack.
pub const STACKED: usize = card::WIDTH + stack::WIDTH;

/// Makes the places of segments and the table of them from one list.
macro_rules! segments {
    ($($name:ident $at:ident $reference:ident[$rows:expr; $width:expr] $blocks:ident $counted:literal $label:literal $meaning:literal;)*) => {
        segments!(@at (0) (FIRST_REFERENCE) $($at $reference[$rows; $width] $counted $label;)*);

        /// The numbers of the segments in [`SEGMENTS`].
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(usize)]
        pub(crate) enum Part {
            $($name),*
        }

        /// The segments of an observation in order.
        pub const SEGMENTS: &[Segment] = &[$(Segment {
            name: $label,
            at: $at,
            rows: $rows,
            width: $width,
            reference: if $counted { $reference } else { 0 },
            blocks: $blocks,
            meaning: $meaning,
        }),*];
    };
    (@at ($at:expr) ($next:expr)) => {
        /// How many numbers an observation has.
        pub const OBSERVATION: usize = $at;
    };
    (@at ($at_now:expr) ($next:expr) $at:ident $reference:ident[$rows:expr; $width:expr] $counted:literal $label:literal; $($rest:tt)*) => {
        #[doc = concat!("Where the segment \"", $label, "\" begins.")]
        pub const $at: usize = $at_now;
        /// The reference of its first row, if they have some.
        const $reference: usize = $next;
        segments!(@at ($at + $rows * ($width)) ($reference + if $counted { $rows } else { 0 }) $($rest)*);
    };
}

/// The first reference that is that of a row.
const FIRST_REFERENCE: usize = 3;

segments! {
    Game GAME_AT GAME_REFERENCE[1; game::WIDTH] GAME_BLOCKS false "game" "one per game";
    About ABOUT_AT ABOUT_ROW_REFERENCE[1; card::WIDTH] CARD_BLOCKS false "about" "what the viewer's question is about, as it is now: the attacker, the blocker, the spell or ability; nothing while the opponent decides";
    Players PLAYERS_AT PLAYERS_REFERENCE[2; player::WIDTH] PLAYER_BLOCKS false "players" "the viewer, the opponent";
    Own OWN_AT OWN_REFERENCE[PERMANENTS; PERMANENT] PERMANENT_BLOCKS true "own permanents" "permanents that the viewer controls: first those that aren't lands, then lands, each in the order in which they entered";
    Opposing OPPOSING_AT OPPOSING_REFERENCE[PERMANENTS; PERMANENT] PERMANENT_BLOCKS true "opposing permanents" "the same for the opponent";
    Hand HAND_AT HAND_REFERENCE[HAND; card::WIDTH] CARD_BLOCKS true "hand" "the viewer's hand, in the order in which the cards came there";
    Known KNOWN_AT KNOWN_REFERENCE[KNOWN; card::WIDTH] CARD_BLOCKS true "known opposing hand" "cards in the opponent's hand that the viewer has seen there";
    Aside ASIDE_AT ASIDE_REFERENCE[ASIDE; card::WIDTH] CARD_BLOCKS true "put aside" "cards of hands and libraries that are looked at or moved while something resolves, as far as the viewer sees them: of the viewer's library and hand, then of the opponent's";
    Stack STACK_AT STACK_REFERENCE[STACK; STACKED] STACK_BLOCKS true "stack" "spells and abilities on the stack, the top one first";
    OwnGraveyard OWN_GRAVEYARD_AT OWN_GRAVEYARD_REFERENCE[GRAVEYARD; card::WIDTH] CARD_BLOCKS true "own graveyard" "the viewer's graveyard, the latest card first";
    OpposingGraveyard OPPOSING_GRAVEYARD_AT OPPOSING_GRAVEYARD_REFERENCE[GRAVEYARD; card::WIDTH] CARD_BLOCKS true "opposing graveyard" "the opponent's";
    OwnEmblems OWN_EMBLEMS_AT OWN_EMBLEMS_REFERENCE[EMBLEMS; card::WIDTH] CARD_BLOCKS false "own emblems" "the viewer's latest emblems, the latest first: the id is that of the card that made it (or of the name The Ring), the abilities are the emblem's";
    OpposingEmblems OPPOSING_EMBLEMS_AT OPPOSING_EMBLEMS_REFERENCE[EMBLEMS; card::WIDTH] CARD_BLOCKS false "opposing emblems" "the opponent's";
    OwnLibrary OWN_LIBRARY_AT OWN_LIBRARY_REFERENCE[OWN_LIBRARY; card::WIDTH] CARD_BLOCKS false "own library" "the top cards of the viewer's library, the top one first; the row of a card that the viewer doesn't know there is 0";
    OpposingLibrary OPPOSING_LIBRARY_AT OPPOSING_LIBRARY_REFERENCE[OPPOSING_LIBRARY; card::WIDTH] CARD_BLOCKS false "opposing library" "the same of the opponent's library";
}

/// Where the block of a player begins: 0 is the viewer, 1 the opponent.
pub const fn players(which: usize) -> usize {
    PLAYERS_AT + which * player::WIDTH
}
