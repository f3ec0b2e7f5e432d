//! A game told as a person would.

use gauntlet_core::{Player, StoryLine};
use gauntlet_magic::Position;
use gauntlet_magic::decision::Action;
use gauntlet_magic::view::PLAYER_NAMES;

/// See [`crate::host::Host::tell`]: the lines of the game's journal since the last call, with the decks' names in them.
pub(super) fn tell(
    game: &Position,
    _next: Option<(Player, Action)>,
    names: [&str; 2],
    told: &mut usize,
    lines: &mut Vec<StoryLine>,
) {
    let journal = game.journal();
    for StoryLine { audience, text } in journal.get(*told..).unwrap_or_default() {
        let (audience, text) = (*audience, named(text, names));
        match text.strip_prefix('\n') {
            Some(heading) => {
                lines.extend([StoryLine::public(""), StoryLine { audience, text: heading.to_owned() }]);
            }
            None => lines.push(StoryLine { audience, text: format!("  {text}") }),
        }
    }
    *told = journal.len();
}

/// A text of the engine with the decks' names in it.
pub(super) fn named(text: &str, names: [&str; 2]) -> String {
    PLAYER_NAMES.iter().zip(names).fold(text.to_owned(), |text, (player, name)| text.replace(player, name))
}
