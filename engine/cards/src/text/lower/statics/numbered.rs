//! How much is milled, scried or proliferated instead (CR 614.1a).

use crate::ability::{NumberChange, NumberedAction, Replacement, Static};
use crate::filter::{Amount, PlayerFilter};
use crate::text::grammar::statics::{MillChange, NumberedStatic};
use crate::text::lower::decline::Lowered;
use crate::text::lower::filter::unsupported;
use crate::text::lower::player::player_filter;
use crate::text::lower::statics::replacement;

/// The replacement effect of one sentence.
pub(super) fn numbered(words: &NumberedStatic) -> Lowered<Vec<Static>> {
    let you = PlayerFilter::You;
    let plus = |n: i32| NumberChange::Plus(Amount::Const(n));
    let (player, action, change) = match words {
        NumberedStatic::Mills { who, change } => {
            let Some(player) = player_filter(who) else { return unsupported("the player", who) };
            let change = match change {
                MillChange::Twice => NumberChange::Times(2),
                MillChange::Plus { n } => plus(n.0),
            };
            (player, NumberedAction::Mill, Some(change))
        }
        NumberedStatic::ScriesMore { n } => (you, NumberedAction::Scry, Some(plus(n.0))),
        NumberedStatic::Draws => (you, NumberedAction::Scry, None),
        NumberedStatic::ProliferatesTwice => (you, NumberedAction::Proliferate, Some(NumberChange::Times(2))),
    };
    Ok(replacement(Replacement::Numbered { player, action, change }))
}
