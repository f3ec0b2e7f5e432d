//! `gauntlet cards watch`: a card file is checked whenever it is saved, and its cards play a game.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use gauntlet_cards::mana::ManaCost;
use gauntlet_cards::text::CardBase;
use gauntlet_core::{Game as _, PerPlayer, Seed};
use gauntlet_magic::Position;

use super::check::check_files;
use super::load::load_all;
use crate::error::Error;
use crate::games::magic::field::Knows;
use crate::games::magic::{agents, checks, story};
use crate::host::options::{Limits, from_zero, whole};
use crate::output::screen::{Exit, Screen, shown};
use crate::play::game::{Trace, play_game};
use crate::play::panics;

/// `gauntlet cards watch`.
#[derive(Args, Clone, Debug)]
pub(super) struct WatchArgs {
    /// A card file.
    file: PathBuf,
    /// Check it once, play one game, and end.
    #[arg(long)]
    once: bool,
    /// The seed of the game.
    #[arg(long, default_value_t = 1, value_parser = whole, allow_negative_numbers = true)]
    seed: u64,
    /// How many lines of the game that name the cards are shown.
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = from_zero::<usize>, allow_negative_numbers = true)]
    lines: usize,
}

/// How often it is looked whether the file was saved.
const PAUSE: Duration = Duration::from_millis(300);

/// The kinds of cards of the file in a sandbox deck, copies of each together, and basic lands.
const KINDS: usize = 9;
const SPELLS: usize = 36;
const LANDS: usize = 24;

/// Checks and plays the file's cards now, and again whenever its contents are others.
pub(super) fn watch(args: &WatchArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let mut before = None;
    loop {
        match std::fs::read(&args.file) {
            Ok(contents) if before.as_ref() == Some(&contents) => {}
            Ok(contents) => {
                let exit = look(args, screen)?;
                if args.once {
                    return Ok(exit);
                }
                before = Some(contents);
            }
            // An editor may be about to put the new file in its place.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && before.is_some() => {}
            Err(cause) => return Err(Error::Read { path: args.file.clone(), cause }),
        }
        std::thread::sleep(PAUSE);
    }
}

/// What is wrong with the file, and a game of the cards that compile.
fn look(args: &WatchArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let checked = check_files(std::slice::from_ref(&args.file))?;
    let mut out = String::new();
    for problem in &checked.problems {
        out += &format!("{}\n\n", shown(&problem.to_string()));
    }
    out += &format!("{} of {} cards understood\n", checked.understood, checked.cards);
    if checked.understood > 0 {
        out += &sandbox(args)?;
    }
    screen.print(&out)?;
    Ok(if checked.problems.is_empty() { Exit::Ok } else { Exit::Problems })
}

/// A game in which both players have the cards of the file, told as far as it is about them.
fn sandbox(args: &WatchArgs) -> Result<String, Error> {
    let (own, _) = CardBase::load(std::slice::from_ref(&args.file));
    let names: Vec<&str> = own.names().filter(|name| own.check_card(name).is_ok()).take(KINDS).collect();
    let base = Arc::new(load_all(std::slice::from_ref(&args.file))?.0);
    let deck = deck(&base, &names)?;
    let host = checks::with_named(&base, std::slice::from_ref(&args.file), &deck, Knows::List)?;
    let limits = Limits::default();
    let setup = host.setup_of([&deck, &deck], limits, true);
    let played = panics::catch(|| play(&setup, args, limits));
    let (lines, ending) = played.unwrap_or_else(|panic| (Vec::new(), format!("the engine failed: {panic}")));
    let about: Vec<&String> = lines.iter().filter(|line| names.iter().any(|name| line.contains(name))).collect();
    let mut out = format!("a game of 60 cards with {}: {ending}\n", names.join(", "));
    for name in &names {
        let count = about.iter().filter(|line| line.contains(name)).count();
        out += &format!("  {name}: in {count} lines of it\n");
    }
    for line in about.iter().take(args.lines) {
        out += &format!("{line}\n");
    }
    Ok(shown(&out))
}

fn play(setup: &gauntlet_magic::Setup, args: &WatchArgs, limits: Limits) -> (Vec<String>, String) {
    let seed = Seed::from_u64(args.seed);
    let mut game = Position::new(setup, seed.derive("game", 0));
    let pilot = agents::registry().resolve(agents::DEFAULT).expect("the default is one of them");
    let (mut one, mut other) = (pilot.make(), pilot.make());
    let mut rngs = PerPlayer([seed.derive("agent", 0).rng(), seed.derive("agent", 1).rng()]);
    let mut trace = Trace::default();
    let outcome = play_game(
        &mut game,
        &mut PerPlayer([&mut *one, &mut *other]),
        &mut rngs,
        &mut Vec::new(),
        limits,
        &mut trace,
        |_, _, _| {},
    );
    let names = ["the first player", "the second player"];
    let (mut told, mut lines) = (0, Vec::new());
    story::tell(&game, None, names, &mut told, &mut lines);
    let ending = match outcome.winner {
        Some(player) => format!("{} wins in turn {}", names[player.index()], trace.turn),
        None => format!("a draw in turn {}", trace.turn),
    };
    (lines.into_iter().map(|line| line.text).collect(), ending)
}

/// Sixty cards: those of the file, and basic lands for their colours.
fn deck(base: &CardBase, names: &[&str]) -> Result<Vec<String>, Error> {
    const BASICS: [(char, &str); 5] =
        [('W', "Plains"), ('U', "Island"), ('B', "Swamp"), ('R', "Mountain"), ('G', "Forest")];
    let mut colors = gauntlet_cards::types::Colors::empty();
    for name in names {
        let cost = base.source(name).and_then(|card| card.cost.as_ref());
        colors |= cost.map_or(gauntlet_cards::types::Colors::empty(), ManaCost::colors);
    }
    let wanted =
        |letter: char| gauntlet_cards::types::Colors::from_letter(letter).is_some_and(|color| colors.contains(color));
    let mut lands: Vec<&str> = BASICS.iter().filter(|row| wanted(row.0)).map(|row| row.1).collect();
    if lands.is_empty() {
        lands.push(BASICS[0].1);
    }
    if let Some(missing) = lands.iter().find(|land| base.source(land).is_none()) {
        return Err(Error::cards(format!("there is no {missing} for a game with these cards")));
    }
    let spells = names.iter().cycle().take(SPELLS).map(|name| (*name).to_owned());
    let lands = lands.iter().cycle().take(LANDS).map(|land| (*land).to_owned());
    let mut deck: Vec<String> = spells.chain(lands).collect();
    deck.sort();
    Ok(deck)
}

#[cfg(test)]
mod tests {
    use super::deck;
    use gauntlet_cards::text::CardBase;

    #[test]
    fn sandbox_decks_have_lands_of_their_colours() {
        let mut base = CardBase::new();
        base.add_text(
            "a",
            "name Bear\ncost {G}\ntype Creature Bear\npt 2/2\n\nname Forest\nsuper Basic\ntype Land Forest\n",
        );
        let deck = deck(&base, &["Bear"]).expect("a deck");
        assert_eq!((deck.len(), deck.iter().filter(|name| *name == "Forest").count()), (60, 24));
    }
}
