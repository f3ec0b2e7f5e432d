//! Where each number of a battle of Millennials stands, and what it means.

use gauntlet_millennials::{HAND, ROOM};

use crate::layout::{Column, Segment, columns};

/// The locations.
pub const LOCATIONS: usize = 3;
/// The rows for each trash.
pub const TRASH: usize = 8;
/// The slots for actions: each card of a hand at each location, and no more cards.
pub const SLOTS: usize = HAND * LOCATIONS + 1;

columns! {
    /// What there is once.
    game {
        TURN[1] "1–", "the number of the turn";
        LAST_TURN[1] "1–", "the last turn, as far as is known";
        MY_DECISION[1] "0, 1", "whether the viewer places cards";
        THEIR_DECISION[1] "0, 1", "whether the opponent does; neither does when the battle is over";
        SHIPPED[1] "0, 1", "whether the seats differ as in the shipped game";
        VILLAIN[1] "0, 1", "whether they do and the viewer is the villain";
        ENERGY[1] "0–", "the viewer's energy";
        ACTION_COUNT[1] "0–22", "how many legal actions the viewer has";
    }
}

columns! {
    /// What concerns one player.
    player {
        HAND[1] "0–", "cards in hand; in symmetric battles those that the opponent places in this turn are among theirs";
        DECK[1] "0–", "cards in the deck";
        TRASH[1] "0–", "cards in the trash";
        SCORE[1] "any", "the scores of all locations together";
    }
}

columns! {
    /// A location.
    location {
        REVEALED[1] "0, 1", "whether it is revealed";
        TYPE[1] "0–", "the number of its type and 1; 0 while it isn't revealed; for look-up tables, no quantity";
        MY_SCORE[1] "any", "the score of the viewer's side";
        THEIR_SCORE[1] "any", "the score of the opponent's side";
        MY_CARDS[1] "0–4", "cards on the viewer's side, face down or not";
        THEIR_CARDS[1] "0–4", "cards on the opponent's side, as far as the viewer sees that they lie there";
        NO_ONCE[1] "0, 1", "\"Once\" abilities are not carried out here";
        VILLAIN_ONLY[1] "0, 1", "only the villain's cards can be played here";
        FORBIDDEN[2] "0–", "the least and the greatest cost of the cards that can't be played here, and 1 each; 0: none";
        HEARS[11] "0, 1", "what it hears: its being revealed, a turn starting, ending, a card entering the table, leaving it, moving from, moving to, entering a hand, leaving it, entering a trash, leaving it";
    }
}

columns! {
    /// A card as it is now.
    card {
        PRESENT[1] "0, 1", "whether there is something: a row or slot that isn't used is all 0";
        ID[1] "0–16,777,215", "a number for the name: the same in every deck and version; 0 of a card that lies face down and isn't known; for look-up tables, no quantity";
        COST[1] "any", "its cost now; of a card of which only the kind is known, the printed one";
        POWER[1] "any", "its power now; likewise";
        PRINTED_COST[1] "any", "its printed cost";
        PRINTED_POWER[1] "any", "its printed power";
        PLAYED[1] "0–", "the turn in which it was revealed first; 0 if it wasn't";
        REVEALED[1] "0, 1", "whether it is among the revealed cards";
        ONCE[1] "0, 1", "whether it has an ability that is carried out once, as it is revealed";
        ONGOING[1] "0, 1", "whether it has an ongoing ability";
        RULES[4] "0, 1", "cards here can't be trashed, its side's score is doubled, it is played only where its owner leads, not after a play in the turn before";
        HEARS[11] "0, 1", "what it hears, as of a location";
        DOES[20] "0, 1", "what its abilities do: give power, gain power (from itself, from another), set power, change costs, switch cost and power, drop modifiers, recall them, trash, move, repeat, enter something, put something into a hand, transform, draw, give energy, shuffle cards in, fill a side, give an extra turn, change a location";
    }
}

columns! {
    /// One slot for a legal action.
    action {
        KIND[2] "0, 1", "no more cards, placing a card";
        LOCATION[3] "0, 1", "where: left, middle, right";
        COPY[1] "0–", "which of several cards of that name in the hand that aren't alike, from 0";
    }
}

/// The width of a slot's description: the action block and a card block.
pub const ACTION: usize = action::WIDTH + card::WIDTH;
/// The width of the descriptions of all slots.
pub const ACTIONS: usize = SLOTS * ACTION;

const GAME_BLOCKS: &[(&str, &[Column])] = &[("game", game::COLUMNS)];
const PLAYER_BLOCKS: &[(&str, &[Column])] = &[("player", player::COLUMNS)];
const LOCATION_BLOCKS: &[(&str, &[Column])] = &[("location", location::COLUMNS)];
const CARD_BLOCKS: &[(&str, &[Column])] = &[("card", card::COLUMNS)];

/// The blocks that rows and slots are made of.
pub const BLOCKS: [(&str, &[Column]); 5] = [
    ("game", game::COLUMNS),
    ("player", player::COLUMNS),
    ("location", location::COLUMNS),
    ("card", card::COLUMNS),
    ("action", action::COLUMNS),
];

/// The numbers of the segments in [`SEGMENTS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(usize)]
pub(crate) enum Part {
    Game,
    Players,
    Locations,
    Hand,
    Known,
    Own,
    Opposing,
    OwnTrash,
    OpposingTrash,
}

/// The segments of an observation in order.
pub const SEGMENTS: &[Segment] = &placed([
    part("game", 1, GAME_BLOCKS, "one per game"),
    part("players", 2, PLAYER_BLOCKS, "the viewer, the opponent"),
    part("locations", LOCATIONS, LOCATION_BLOCKS, "from left to right"),
    part("hand", HAND, CARD_BLOCKS, "the viewer's hand"),
    part(
        "known opposing hand",
        HAND,
        CARD_BLOCKS,
        "cards of the opponent's hand that the viewer knows, as they are printed",
    ),
    part("own sides", LOCATIONS * ROOM, CARD_BLOCKS, "the cards on the viewer's sides: four rows for each location"),
    part(
        "opposing sides",
        LOCATIONS * ROOM,
        CARD_BLOCKS,
        "the same of the opponent, as far as the viewer sees that they lie there",
    ),
    part("own trash", TRASH, CARD_BLOCKS, "the viewer's trash, the latest card first"),
    part("opposing trash", TRASH, CARD_BLOCKS, "the opponent's"),
]);

/// How many numbers an observation has.
pub const OBSERVATION: usize = {
    let last = SEGMENTS[SEGMENTS.len() - 1];
    last.at + last.rows * last.width
};

const fn part(
    name: &'static str,
    rows: usize,
    blocks: &'static [(&'static str, &'static [Column])],
    meaning: &'static str,
) -> Segment {
    Segment { name, at: 0, rows, width: 0, reference: 0, blocks, meaning }
}

/// The segments one after the other, as wide as their blocks.
const fn placed<const N: usize>(mut segments: [Segment; N]) -> [Segment; N] {
    let (mut at, mut number) = (0, 0);
    while number < N {
        let columns = segments[number].blocks[0].1;
        let last = columns[columns.len() - 1];
        segments[number].at = at;
        segments[number].width = last.at + last.count;
        at += segments[number].rows * segments[number].width;
        number += 1;
    }
    segments
}
