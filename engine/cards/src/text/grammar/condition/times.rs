//! Whose turn it is, and day and night (CR 731).

use crate::text::grammar::player::Player;
use crate::text::syntax::syntax;

syntax! {
    /// Whose turn it is, and day and night.
    enum TimeCondition {
        YourTurn = ["it's your turn"];
        NotYourTurn = ["it's not your turn"];
        NotTheirTurn = ["it's not their turn"];
        TurnOf { who: Player } = ["it's" who "'s turn"];
        EarlyTurn = ["it's your first, second, or third turn of the game"];
        Day = ["it's day"];
        Night = ["it's night"];
        NeitherDayNorNight = ["it's neither day nor night"];
    }
}
