//! Options that games have a say in: what their decks are made of, and when a game is a draw.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use serde::{Deserialize, Serialize};

use crate::host::knows::KnowsArgs;

/// When a game that doesn't end by itself is called a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The last turn that is played; both players' turns count.
    pub turns: u32,
    /// The most choices that both agents together are asked for.
    pub actions: u64,
}

impl Default for Limits {
    /// 200 turns, in which both players draw 100 cards, and 20,000 choices: more than games of 60-card decks need.
    fn default() -> Self {
        Limits { turns: 200, actions: 20_000 }
    }
}

/// Which cards decks are made of, and of how many: common to those that play decks and those that only look at them.
#[derive(Args, Clone, Default, Debug)]
pub struct DeckArgs {
    /// Card files or folders of them; can be given many times [default: the folder 'cards' next to the decks, or decks/cards].
    #[arg(long, value_name = "PATH")]
    pub cards: Vec<PathBuf>,
    /// The least number of cards in a deck [default: 60].
    #[arg(long, value_name = "N", value_parser = from_one::<NonZeroU32>, allow_negative_numbers = true)]
    pub min_cards: Option<NonZeroU32>,
    /// Take decks of any number of cards, with any number of copies of each.
    #[arg(long, conflicts_with = "min_cards")]
    pub any_deck: bool,
}

/// What decks are made of: common to all commands that play decks.
#[derive(Args, Clone, Default, Debug)]
pub struct LoadArgs {
    /// Which cards there are, and how many a deck has.
    #[command(flatten)]
    pub decks: DeckArgs,
    /// Play sideboards without their cards that can't be played; single games need no sideboard, and do so anyway.
    #[arg(long)]
    pub without_unplayable_sideboards: bool,
    /// What becomes of decks that can't be played.
    #[command(flatten)]
    pub skip: SkipArgs,
    /// Whether matches are played, for which sideboards are needed.
    #[arg(skip)]
    pub matches: bool,
    /// Make each mana ability that is activated for a cost, and each mana that is spent, a choice of its player.
    #[arg(long)]
    pub manual_mana: bool,
    /// What agents are told of the other's deck.
    #[command(flatten)]
    pub knows: KnowsArgs,
    /// How battles of Millennials go.
    #[command(flatten)]
    pub battle: BattleArgs,
}

impl LoadArgs {
    /// These options as words of a command line; nothing where defaults do.
    pub fn words(&self) -> Vec<String> {
        let cards = self.decks.cards.iter().flat_map(|path| ["--cards".to_owned(), path.display().to_string()]);
        let least = self.decks.min_cards.iter().flat_map(|least| ["--min-cards".to_owned(), least.to_string()]);
        let flags = [
            (self.decks.any_deck, "--any-deck"),
            (self.without_unplayable_sideboards, "--without-unplayable-sideboards"),
            (self.skip.skip_unplayable == Some(false), "--skip-unplayable=no"),
            (self.manual_mana, "--manual-mana"),
        ];
        let flags = flags.into_iter().filter(|(given, _)| *given).map(|(_, flag)| flag.to_owned());
        cards.chain(least).chain(flags).chain(self.knows.words()).chain(self.battle.words()).collect()
    }
}

/// What becomes of decks of a directory that can't be played: common to all commands that read directories of decks.
#[derive(Args, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SkipArgs {
    /// Whether decks of a directory that can't be played are left out, and counted and named in what comes out, or stop the command [default: yes].
    #[arg(long, value_name = "yes|no", num_args = 0..=1, require_equals = true, default_missing_value = "yes", value_parser = yes_or_no)]
    pub skip_unplayable: Option<bool>,
}

impl SkipArgs {
    /// Of that many files of which the first `named` are named by themselves, how many must be playable.
    pub fn needed(self, named: usize, files: usize) -> usize {
        if self.skip_unplayable.unwrap_or(true) { named.min(files) } else { files }
    }
}

fn yes_or_no(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("it must be yes or no".to_owned()),
    }
}

/// How battles of Millennials go: what decides them beside decks and seed. Other games refuse these options.
#[derive(Args, Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct BattleArgs {
    /// Millennials: in which order effects resolve: a name, or KEY=VALUE,... [default: location-first, as shipped].
    #[arg(long, value_name = "POLICY")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy: Option<String>,
    /// Millennials: symmetric, or shipped: the first seat is the villain [default: symmetric].
    #[arg(long, value_name = "MODE")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<String>,
    /// Millennials: whose cards are revealed first in symmetric battles: alternate, leader or first [default: alternate].
    #[arg(long, value_name = "WHO")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<String>,
    /// Millennials: where random numbers come from: mixed or shipped [default: mixed].
    #[arg(long, value_name = "NAME")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generator: Option<String>,
    /// Millennials: the types of the three locations, for example 3,13,0 [default: drawn for each battle].
    #[arg(long, value_name = "L,M,R")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locations: Option<String>,
}

impl BattleArgs {
    /// Returns whether nothing is said.
    pub fn is_default(&self) -> bool {
        *self == BattleArgs::default()
    }

    fn words(&self) -> Vec<String> {
        let BattleArgs { policy, mode, priority, generator, locations } = self;
        let all = [
            ("--policy", policy),
            ("--mode", mode),
            ("--priority", priority),
            ("--generator", generator),
            ("--locations", locations),
        ];
        let given = all.into_iter().filter_map(|(name, value)| Some([name.to_owned(), value.clone()?]));
        given.flatten().collect()
    }
}

/// Which decklists to check.
#[derive(Args, Clone, Debug)]
pub struct CheckDecksArgs {
    /// Decklists, or directories of them with those below; lists in JSON Lines, one on each line [default: decks].
    pub paths: Vec<PathBuf>,
    /// Also tell which lists are legal in this format.
    #[arg(long, value_name = "NAME")]
    pub format: Option<String>,
    /// Which cards there are, and how many a deck has.
    #[command(flatten)]
    pub decks: DeckArgs,
    /// Count lists as playable only with their whole sideboards, as matches need them.
    #[arg(long)]
    pub with_sideboards: bool,
    /// Write a JSON object to the standard output and nothing else.
    #[arg(long)]
    pub json: bool,
}

/// Which decklist to write for another program.
#[derive(Args, Clone, Debug)]
pub struct ConvertDeckArgs {
    /// The decklist, in whatever format.
    pub file: PathBuf,
    /// The format to write: text, arena, mtgo, dek, cod, forge, dec, mwdeck, csv or json.
    #[arg(long, value_name = "FORMAT")]
    pub to: String,
    /// Where to write it: a file, or for a file of several lists a directory [default: the standard output].
    #[arg(long, value_name = "PATH")]
    pub out: Option<PathBuf>,
}

/// Which recorded game to play again.
#[derive(Args, Clone, Debug)]
pub struct ReplayArgs {
    /// The recording, as fuzz, match, watch --record and replay --save write them.
    pub file: PathBuf,
    /// Stop after this many choices, and show what could be chosen there.
    #[arg(long, value_name = "STEP")]
    pub to: Option<usize>,
    /// Write the game as far as it is played again to a file of its own.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Card files or folders of them; can be given many times [default: the cards as they are written in the recording, or the files that it
    /// names].
    #[arg(long, value_name = "PATH")]
    pub cards: Vec<PathBuf>,
    /// Millennials: resolve effects in this order instead of the recorded one.
    #[arg(long, value_name = "POLICY")]
    pub policy: Option<String>,
    /// Write the game to a page for a browser, in which it can be watched step by step.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write a JSON object instead of the story.
    #[arg(long)]
    pub json: bool,
}

/// A seed, or another whole number of eight bytes.
pub(crate) fn whole(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "it must be a whole number from 0 to 2**64 - 1".to_owned())
}

/// A number of things of which there may be none.
pub(crate) fn from_zero<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("it must be a whole number from 0 to {}", greatest::<T>()))
}

/// A number of things of which there must be one.
pub(crate) fn from_one<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("it must be a whole number from 1 to {}", greatest::<T>()))
}

/// The greatest number of an unsigned type, or of one without its zero.
fn greatest<T>() -> u128 {
    (1 << (8 * size_of::<T>()).min(127)) - 1
}
