//! Magic as the harness plays it: decks and cards from files, agents by name, games told.

mod agents;
mod annals;
mod board;
pub mod cards;
mod checks;
mod compare;
mod decklists;
mod decks;
mod field;
mod host;
mod library;
mod lsp;
mod luck;
mod parts;
mod scenario;
mod shelf;
mod spellbench;
mod story;
mod tactics;
mod tune;
mod views;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use gauntlet_cards::card::Pool;
use gauntlet_core::{Player, StoryLine};
use gauntlet_magic::decision::Action;
use gauntlet_magic::deck::{Catalog, DeckError, Playable, Problem, ProblemKind};
use gauntlet_magic::{Position, Setup};

use self::decklists::{construction, kind, left_out_of_field, notes, plans_for_nobody, read_deck, refusal};
use self::field::{Known, Knows};
pub use self::host::Magic;
use self::host::{fingerprint, listed};
use self::library::{card_paths, whole_base};
use self::parts::Part;
use crate::commands::export;
use crate::error::Error;
use crate::host::agents::Registry;
use crate::host::knows::{Assumed, Told};
use crate::host::options::{Limits, LoadArgs};
use crate::host::parts::Parts;
use crate::host::subcommand::Subcommand;
use crate::host::{Deck, Host};

/// How a recording says that mana was paid by hand.
const MANUAL_MANA: &str = "manual_mana";

impl Host for Magic {
    type Game = Position;

    const NAME: &'static str = "magic";
    const DECK_EXTENSIONS: &'static [&'static str] = &["txt", "dek", "cod", "dck", "dec", "mwDeck", "csv", "json"];
    const DEFAULT_AGENT: &'static str = agents::DEFAULT;
    const SHIPPED: Option<&'static str> = Some("");
    const BENCH_DECK: Option<&'static str> = Some("mono-red-aggro");
    const SUBCOMMANDS: &'static [Subcommand] = &[
        cards::COMMAND,
        lsp::COMMAND,
        scenario::COMMAND,
        scenario::PERFT,
        tactics::COMMAND,
        tune::COMMAND,
        spellbench::COMMAND,
        spellbench::CHECK,
        spellbench::BOT,
        export::command::<Magic>(),
    ];
    const PARTS: Parts<Magic> = Parts {
        lists: &Part,
        sideboards: &Part,
        luck: &Part,
        stories: &Part,
        random_games: &Part,
        positions: &Part,
        scenarios: &Part,
        boards: &Part,
        values: &Part,
        deck_files: &decks::Files,
        ..Parts::NONE
    };

    fn agents() -> Registry<Position> {
        agents::registry()
    }

    fn load(files: &[PathBuf], load: &LoadArgs) -> Result<Magic, Error> {
        Magic::load_playable(files, files.len(), load).map(|(host, _)| host)
    }

    fn load_playable(files: &[PathBuf], needed: usize, load: &LoadArgs) -> Result<(Magic, Vec<String>), Error> {
        if !load.battle.is_default() {
            return Err(Error::input(
                "--policy, --mode, --priority, --generator and --locations are for --game millennials",
            ));
        }
        let field_files = field::field_files(&load.knows)?;
        let card_files = card_paths(&[files, &field_files].concat(), &load.decks.cards);
        let (base, broken) = whole_base(&card_files)?;
        let catalog = Catalog::new(&base, &broken);
        let construction = construction(load);
        let mut host = Magic {
            decks: Vec::new(),
            lists: Vec::new(),
            plans: Vec::new(),
            pool: Arc::default(),
            read: BTreeMap::new(),
            pools: Mutex::default(),
            pool_fingerprint: String::new(),
            base: Arc::default(),
            card_files,
            kinds: checks::Kinds::default(),
            manual_mana: load.manual_mana,
            knows: Knows::List,
            notes: Vec::new(),
        };
        let (mut pool, mut names, mut errors, mut left_out) = (Pool::new(), BTreeSet::new(), Vec::new(), Vec::new());
        // Games of Commander and others don't mix.
        let mut first = None;
        let (mut field, mut not_in_field) = (Vec::new(), Vec::new());
        for (number, file) in files.iter().chain(&field_files).enumerate() {
            let plays = number < files.len();
            let list = read_deck(file);
            let resolved = list.and_then(|list| Ok((list.resolve_from(&catalog, &mut pool, construction)?, list)));
            match resolved {
                Ok((cards, deck)) => {
                    let own = kind(cards.leaders, cards.brawl);
                    let first = *first.get_or_insert(own);
                    if own != first {
                        let kind = ProblemKind::OtherKind { own, first };
                        let error =
                            DeckError { file: file.clone(), problems: vec![Problem { line: 0, column: 0, kind }] };
                        match (plays, number < needed) {
                            (true, true) => errors.push(error),
                            (true, false) => left_out.push(error),
                            (false, _) => not_in_field.push(error),
                        }
                        continue;
                    }
                    if !plays {
                        let list = listed(&pool, &cards);
                        field.push(Known { name: deck.name, list, plans: cards.plans });
                        names.extend(cards.names);
                        continue;
                    }
                    host.notes.extend(notes(&deck, &cards.left_out));
                    host.lists.push(listed(&pool, &cards));
                    let Playable { fingerprint, main_fingerprint, .. } = cards;
                    host.decks.push(Deck { name: deck.name, file: file.clone(), fingerprint, cards: main_fingerprint });
                    host.plans.push(cards.plans);
                    names.extend(cards.names);
                }
                Err(error) if !plays => not_in_field.push(error),
                Err(error) if number < needed => errors.push(error),
                Err(error) => left_out.push(error),
            }
        }
        if host.decks.is_empty() {
            errors.append(&mut left_out);
        }
        if !errors.is_empty() {
            return Err(Error::deck(refusal(&errors)));
        }
        if load.knows.knows == Told::Field && load.knows.field_of.is_none() {
            let decks = host.decks.iter().zip(&host.lists).zip(&host.plans);
            field = decks
                .map(|((deck, list), plans)| Known {
                    name: deck.name.clone(),
                    list: list.clone(),
                    plans: plans.clone(),
                })
                .collect();
        }
        if load.matches {
            host.notes.extend(plans_for_nobody(&host.decks, &host.plans));
        }
        host.notes.extend(left_out_of_field(&not_in_field, field.len()));
        host.knows = match load.knows.knows {
            Told::List => Knows::List,
            Told::Nothing => Knows::Nothing,
            Told::Field if field.is_empty() => return Err(Error::deck(refusal(&not_in_field))),
            Told::Field => {
                let field = Arc::new(field);
                Knows::Field([Arc::clone(&field), field])
            }
        };
        host.read = catalog.into_read();
        host.pool_fingerprint = fingerprint(&base, &names);
        host.knows.prepare(&mut pool);
        host.pool = Arc::new(pool);
        host.base = Arc::new(base);
        Ok((host, left_out.iter().map(DeckError::to_string).collect()))
    }

    fn decks(&self) -> &[Deck] {
        &self.decks
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }

    fn pool_fingerprint(&self) -> String {
        self.pool_fingerprint.clone()
    }

    fn setup(&self, first: usize, second: usize, limits: Limits, journal: bool) -> Setup {
        self.setup_of([&self.lists[first], &self.lists[second]], limits, journal)
    }

    fn options(&self) -> String {
        if self.manual_mana { MANUAL_MANA.to_owned() } else { String::new() }
    }

    fn with_options(self, options: &str) -> Result<Magic, Error> {
        match options {
            "" => Ok(self),
            MANUAL_MANA => Ok(Magic { manual_mana: true, ..self }),
            other => Err(Error::input(format!("{} has no options '{other}'", Self::NAME))),
        }
    }

    fn assumed(&self) -> Option<Assumed> {
        self.knows.assumed()
    }

    fn assuming(self, assumed: &Assumed) -> Result<Magic, Error> {
        self.told_that(assumed)
    }

    fn tell(
        game: &Position,
        next: Option<(Player, Action)>,
        names: [&str; 2],
        told: &mut usize,
        lines: &mut Vec<StoryLine>,
    ) {
        story::tell(game, next, names, told, lines);
    }
}
