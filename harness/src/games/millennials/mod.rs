//! *Millennials* as the harness plays it: decks from files, agents by name, battles told, and replays of the shipped game's.

mod agents;
mod annals;
mod board;
mod campaign;
mod parts;
mod policies;
mod replay;
mod views;

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gauntlet_core::{PerPlayer, Player, StoryLine, suggest};
use gauntlet_millennials::options::Options;
use gauntlet_millennials::{Action, Kind, Pool, Position, Setup};
use serde::{Deserialize, Serialize};

use self::parts::Part;
use crate::commands::export;
use crate::error::Error;
use crate::host::agents::Registry;
use crate::host::options::{BattleArgs, Limits, LoadArgs};
use crate::host::parts::Parts;
use crate::host::subcommand::Subcommand;
use crate::host::{Deck, Host, shipped};

/// The cards in a deck of the shipped game.
const DECK: usize = 12;

/// *Millennials*, with the decks that were loaded.
pub struct Millennials {
    decks: Vec<Deck>,
    lists: Vec<Arc<Vec<Kind>>>,
    battle: Battle,
}

/// What decides a battle beside decks and seed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Battle {
    options: Options,
    #[serde(skip_serializing_if = "Option::is_none")]
    locations: Option<[u8; 3]>,
}

/// A deck file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DeckFile {
    /// Runs of cards: "2 Bill", or "Bill" for one.
    cards: Vec<String>,
    /// A villain's deck may have any cards, and another number of them.
    #[serde(default)]
    villain: bool,
}

impl Battle {
    fn read(args: &BattleArgs) -> Result<Battle, Error> {
        fn word<T: std::str::FromStr<Err: Display> + Default>(name: &str, text: &Option<String>) -> Result<T, Error> {
            let bad = |error: T::Err| Error::input(format!("--{name}: {error}"));
            text.as_deref().map_or_else(|| Ok(T::default()), |text| text.parse().map_err(bad))
        }
        let options = Options {
            mode: word("mode", &args.mode)?,
            priority: word("priority", &args.priority)?,
            policy: word("policy", &args.policy)?,
            generator: word("generator", &args.generator)?,
            villain_plays: false,
        };
        let locations = args.locations.as_deref().map(locations).transpose()?;
        Ok(Battle { options, locations })
    }

    fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

fn locations(text: &str) -> Result<[u8; 3], Error> {
    let most = Pool::shipped().locations().len() as u8 - 1;
    let numbers: Option<Vec<u8>> = text.split(',').map(|word| word.trim().parse().ok()).collect();
    let three = numbers.and_then(|numbers| <[u8; 3]>::try_from(numbers).ok());
    three.filter(|three| three.iter().all(|number| *number <= most)).ok_or_else(|| {
        Error::input(format!("--locations are three numbers from 0 to {most}, like 3,13,0, not '{text}'"))
    })
}

/// The cards of a deck file.
fn read(file: &Path) -> Result<Vec<Kind>, String> {
    let pool = Pool::shipped();
    let text = shipped::read(file).map_err(|cause| format!("can't read {}: {cause}", file.display()))?;
    let deck: DeckFile = toml::from_str(&text).map_err(|error| {
        let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
        format!("{}:{line}: {}", file.display(), error.message())
    })?;
    let mut kinds = Vec::new();
    for run in &deck.cards {
        let line = 1 + text.lines().position(|line| line.contains(run.as_str())).unwrap_or_default();
        let bad = |what: String| format!("{}:{line}: {what}", file.display());
        let (count, name) = match run.split_once(' ').and_then(|(count, name)| Some((count.parse().ok()?, name))) {
            Some((count, name)) => (count, name),
            None => (1usize, run.as_str()),
        };
        let kind = pool.find(name).ok_or_else(|| {
            let near = suggest::nearest(name, pool.names());
            bad(format!(
                "there is no card '{name}'{}",
                near.map_or(String::new(), |near| format!("; did you mean '{near}'?"))
            ))
        })?;
        if !deck.villain && !pool.card(kind).collectible {
            return Err(bad(format!(
                "{name} isn't a card that players can have; a villain's deck says 'villain = true'"
            )));
        }
        if !(1..=100).contains(&count) {
            return Err(bad(format!("'{run}': a deck has from 1 to 100 of a card")));
        }
        kinds.extend(std::iter::repeat_n(kind, count));
    }
    if !deck.villain && kinds.len() != DECK {
        return Err(format!("{}: a deck has {DECK} cards, and this has {}", file.display(), kinds.len()));
    }
    Ok(kinds)
}

/// A hash of cards in order, and what they are.
fn fingerprint(kinds: impl IntoIterator<Item = Kind>) -> String {
    let pool = Pool::shipped();
    let mut hasher = blake3::Hasher::new();
    for kind in kinds {
        hasher.update(format!("{:?}\n", pool.card(kind)).as_bytes());
    }
    hasher.finalize().to_hex()[..16].to_owned()
}

/// A verb of the journal as it is said of a player with a name.
fn third_person(verb: &str) -> String {
    match verb {
        "are" => "is".into(),
        "have" => "has".into(),
        _ => format!("{verb}s"),
    }
}

impl Millennials {
    fn kinds(names: &[String]) -> Vec<Kind> {
        let deck = Pool::shipped().deck(names.iter().map(String::as_str));
        deck.unwrap_or_else(|name| panic!("{name} is none of the cards that were loaded"))
    }
}

impl Host for Millennials {
    type Game = Position;

    const NAME: &'static str = "millennials";
    const DECK_EXTENSIONS: &'static [&'static str] = &["toml"];
    const DEFAULT_AGENT: &'static str = agents::DEFAULT;
    const HOME: &'static str = "decks/millennials";
    const SHIPPED: Option<&'static str> = Some("millennials");
    const BENCH_DECK: Option<&'static str> = Some("starting");
    const SUBCOMMANDS: &'static [Subcommand] =
        &[replay::SCENARIO, export::command::<Millennials>(), campaign::COMMAND, policies::COMMAND];
    const PARTS: Parts<Millennials> = Parts {
        lists: &Part,
        stories: &Part,
        random_games: &Part,
        positions: &Part,
        records: &Part,
        boards: &Part,
        ..Parts::NONE
    };

    fn agents() -> Registry<Position> {
        agents::registry()
    }

    fn load(files: &[PathBuf], load: &LoadArgs) -> Result<Millennials, Error> {
        load.knows.refuse(Self::NAME)?;
        if !load.decks.cards.is_empty() || load.decks.min_cards.is_some() || load.manual_mana {
            return Err(Error::input("--cards, --min-cards and --manual-mana are not for millennials"));
        }
        let battle = Battle::read(&load.battle)?;
        let mut host = Millennials { decks: Vec::new(), lists: Vec::new(), battle };
        let mut errors = Vec::new();
        for file in files {
            match read(file) {
                Ok(kinds) => {
                    let name = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
                    let fingerprint = fingerprint(kinds.iter().copied());
                    host.decks.push(Deck { name, file: file.clone(), cards: fingerprint.clone(), fingerprint });
                    host.lists.push(Arc::new(kinds));
                }
                Err(error) => errors.push(error),
            }
        }
        if errors.is_empty() { Ok(host) } else { Err(Error::deck(errors.join("\n"))) }
    }

    fn decks(&self) -> &[Deck] {
        &self.decks
    }

    /// All cards and locations, and the options: a run with others is another run.
    fn pool_fingerprint(&self) -> String {
        let pool = Pool::shipped();
        let cards = fingerprint(pool.kinds());
        let text = format!("{cards}\n{:?}\n{}", pool.locations(), self.battle.text());
        blake3::hash(text.as_bytes()).to_hex()[..16].to_owned()
    }

    fn setup(&self, first: usize, second: usize, _limits: Limits, journal: bool) -> Setup {
        let decks = PerPlayer([first, second].map(|deck| Arc::clone(&self.lists[deck])));
        let Battle { options, locations } = self.battle;
        Setup { pool: Pool::shipped(), decks, options, locations, stacked: false, journal, annals: false }
    }

    /// All of them, those that nobody chose too: records say under which policy they were made. Those of older versions have none
    /// where all was as it is without options.
    fn options(&self) -> String {
        self.battle.text()
    }

    fn with_options(self, options: &str) -> Result<Millennials, Error> {
        if options.is_empty() {
            return Ok(self);
        }
        let bad = |error| Error::input(format!("the options '{options}' make no sense: {error}"));
        Ok(Millennials { battle: serde_json::from_str(options).map_err(bad)?, ..self })
    }

    fn tell(
        game: &Position,
        _: Option<(Player, Action)>,
        names: [&str; 2],
        told: &mut usize,
        lines: &mut Vec<StoryLine>,
    ) {
        let Some(journal) = game.journal() else { return };
        let own = Position::seat_names(game.options().mode);
        for line in journal.lines.get(*told..).unwrap_or_default() {
            let named = own.iter().zip(names).find_map(|(own, name)| {
                let deed = line.text.strip_prefix(own)?.strip_prefix(' ')?;
                let (verb, rest) = deed.split_at(deed.find(' ').unwrap_or(deed.len()));
                // "You play" in the journal, which has the words of the shipped game: "crowd plays".
                Some(format!("{name} {}{rest}", third_person(verb)))
            });
            let text = named.unwrap_or_else(|| line.text.clone());
            let audience = line.audience;
            if text.starts_with("Turn ") {
                lines.extend([StoryLine::public(""), StoryLine { audience, text }]);
            } else {
                let text = format!("  {}{text}", "  ".repeat(line.indent));
                lines.push(StoryLine { audience, text });
            }
        }
        *told = journal.lines.len();
    }
}
