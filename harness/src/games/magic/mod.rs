//! Magic as the harness plays it: decks and cards from files, agents by name, games told.

mod agents;
mod annals;
mod board;
pub mod cards;
mod checks;
mod compare;
mod decks;
mod field;
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
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use gauntlet_cards::card::{CardId, Pool};
use gauntlet_cards::text::{CardBase, ReadCard};
use gauntlet_core::{PerPlayer, Player, StoryLine, suggest};
use gauntlet_magic::commander::{Leader, Leaders};
use gauntlet_magic::decision::Action;
use gauntlet_magic::deck::identity::color_identity;
use gauntlet_magic::deck::{Catalog, Construction, DeckError, Exchanged, Playable, Problem, ProblemKind, Sideboards};
use gauntlet_magic::{Options, Position, Setup};

use self::field::{Known, Knows};
use self::library::{card_paths, whole_base};
use self::parts::Part;
use crate::commands::export;
use crate::error::Error;
use crate::host::agents::Registry;
use crate::host::knows::{Assumed, Told};
use crate::host::options::{DeckArgs, Limits, LoadArgs};
use crate::host::parts::Parts;
use crate::host::subcommand::Subcommand;
use crate::host::{Deck, Host, shipped};

/// How the commander of a deck is marked in its list of names.
const LEADER: &str = "Commander: ";

/// How cards of its sideboard are marked there: those of a deck that may bring them in from outside the game (CR 400.11a).
const ASIDE: &str = "Sideboard: ";

/// How a recording says that mana was paid by hand.
const MANUAL_MANA: &str = "manual_mana";

/// Magic, with the decks that were loaded.
pub struct Magic {
    decks: Vec<Deck>,
    /// The cards of each deck by name, in alphabetical order.
    lists: Vec<Vec<String>>,
    /// What each deck is after sideboarding, by numbers in the pool of all decks.
    plans: Vec<Vec<Exchanged>>,
    /// The cards of all decks.
    pool: Arc<Pool>,
    /// The same as they were read, for the pools of pairings; empty if all games are played with `pool`.
    read: BTreeMap<String, ReadCard>,
    /// The pools of the pairings that are being played, by the names of their cards.
    pools: Mutex<BTreeMap<Vec<String>, Weak<Pool>>>,
    pool_fingerprint: String,
    base: Arc<CardBase>,
    card_files: Vec<PathBuf>,
    kinds: checks::Kinds,
    /// Mana is paid by hand.
    manual_mana: bool,
    /// What agents are told of the other's deck.
    knows: Knows,
    /// What was made of the decks and isn't plain to see.
    notes: Vec<String>,
}

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

impl Magic {
    fn setup_of(&self, lists: [&[String]; 2], limits: Limits, journal: bool) -> Setup {
        self.dealt(lists, self.options_of(limits, journal))
    }

    /// The setup for games after the first of a match, in which decks and the lists of the field have been sideboarded.
    fn setup_after(&self, first: usize, second: usize, limits: Limits, journal: bool) -> Setup {
        let fields = [self.field_after(0, second), self.field_after(1, first)];
        let fields = fields.each_ref().map(|field| field.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let lists = [self.after(first, second, true), self.after(second, first, false)];
        self.dealt_among([&lists[0], &lists[1]], [&fields[0], &fields[1]], self.options_of(limits, journal))
    }

    fn options_of(&self, limits: Limits, journal: bool) -> Options {
        Options {
            max_turns: limits.turns,
            max_actions: u32::try_from(limits.actions).unwrap_or(u32::MAX),
            journal,
            manual_payment: PerPlayer([self.manual_mana; 2]),
            ..Options::default()
        }
    }

    /// The setup for these lists, whose names are those of whole cards.
    fn dealt(&self, lists: [&[String]; 2], options: Options) -> Setup {
        let [first, second] = self.knows.lists();
        self.dealt_among(lists, [&first, &second], options)
    }

    /// The same where the lists of the field are these, by seat.
    fn dealt_among(&self, lists: [&[String]; 2], fields: [&[&[String]]; 2], options: Options) -> Setup {
        let pool = self.pool_of(lists.iter().chain(fields.concat().iter()).copied());
        let told = self.told(&pool, fields);
        let decks = PerPlayer(lists.map(|list| Arc::new(cards_of(&pool, list))));
        let outside = PerPlayer(lists.map(|list| Arc::new(outside_of(&pool, list))));
        let commanders = PerPlayer(lists.map(|list| self.leaders_of(&pool, list)));
        let led = commanders.0.iter().any(|leaders| leaders[0].is_some());
        let brawl = led && lists.iter().all(|list| list.len() <= BRAWL);
        let life = match (led, brawl) {
            (false, _) => options.life,
            // CR 903.7, 903.12f.
            (true, false) => 40,
            (true, true) => 25,
        };
        Setup { pool, decks, outside, options: Options { commanders, brawl, life, ..options }, told }
    }

    /// The commanders that a list has.
    fn leaders_of(&self, pool: &Pool, list: &[String]) -> Leaders {
        let mut leaders = [None; 2];
        let marked = list.iter().filter_map(|name| name.strip_prefix(LEADER));
        for (leader, name) in leaders.iter_mut().zip(marked) {
            let card = pool.find(name).unwrap_or_else(|| panic!("{name} is none of the cards that were loaded"));
            let identity = self.base.source(name).map(color_identity).unwrap_or_default();
            *leader = Some(Leader { card: pool.whole(card), identity });
        }
        leaders
    }

    /// The pool for games of these lists: it has just their cards, in alphabetical order. So nothing that depends on how cards are
    /// numbered can depend on which other decks were loaded, on how their files are called, or on the order of the lines in them.
    ///
    /// Where agents take a deck for one of a field, the lists of the field are among these: their cards are in worlds.
    fn pool_of<'l>(&self, lists: impl IntoIterator<Item = &'l [String]>) -> Arc<Pool> {
        let names: BTreeSet<&str> = lists.into_iter().flatten().map(|name| bare(name)).collect();
        let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        if !names.iter().all(|name| self.read.contains_key(name)) {
            return Arc::clone(&self.pool);
        }
        let mut pools = self.pools.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pool) = pools.get(&names).and_then(Weak::upgrade) {
            return pool;
        }
        let mut pool = Pool::new();
        for name in &names {
            let added = self.read[name].add_to(&mut pool);
            added.unwrap_or_else(|_| panic!("{name} can't be compiled beside the other cards of the two decks"));
        }
        self.knows.prepare(&mut pool);
        let pool = Arc::new(pool);
        pools.retain(|_, other| other.strong_count() > 0);
        pools.insert(names, Arc::downgrade(&pool));
        pool
    }

    /// See [`crate::host::parts::CardLists::card_file`].
    fn card_file(&self) -> Result<String, Error> {
        let text = |name: &String| {
            let text = self.base.source(name).and_then(|source| source.to_lines());
            text.ok_or_else(|| Error::cards(format!("{name} can't be written into a card file")))
        };
        Ok(self.read.keys().map(text).collect::<Result<Vec<String>, Error>>()?.join("\n"))
    }

    /// A deck after sideboarding against another.
    fn after(&self, deck: usize, opponent: usize, on_the_play: bool) -> Vec<String> {
        self.exchanged(&self.lists[deck], &self.plans[deck], &self.decks[opponent].name, on_the_play)
    }

    /// A list after sideboarding against a deck of this name.
    fn exchanged(&self, list: &[String], plans: &[Exchanged], opponent: &str, on_the_play: bool) -> Vec<String> {
        let Some(plan) = Exchanged::best(plans, opponent, on_the_play) else { return list.to_vec() };
        let leaders = list.iter().filter(|name| name.starts_with(LEADER)).cloned();
        let main = named(&self.pool, &plan.main);
        // What isn't in the deck any more is outside the game now.
        let aside = list.iter().any(|name| name.starts_with(ASIDE));
        let mut left: Vec<&str> =
            list.iter().filter(|name| aside && !name.starts_with(LEADER)).map(|name| bare(name)).collect();
        for name in &main {
            if let Some(place) = left.iter().position(|other| other == name) {
                left.remove(place);
            }
        }
        let left = left.into_iter().map(|name| format!("{ASIDE}{name}")).collect::<Vec<String>>();
        leaders.chain(main).chain(left).collect()
    }
}

/// What decks must be to be played with these options.
fn construction(load: &LoadArgs) -> Construction {
    let sideboard = match (load.matches, load.without_unplayable_sideboards) {
        (false, _) => Sideboards::Unneeded,
        (true, true) => Sideboards::Playable,
        (true, false) => Sideboards::Whole,
    };
    Construction { sideboard, ..construction_of(&load.decks) }
}

/// How many cards decks must have, and how often.
fn construction_of(decks: &DeckArgs) -> Construction {
    let whole = if decks.any_deck { Construction::ANY } else { Construction::default() };
    Construction { least: decks.min_cards.map_or(whole.least, Into::into), ..whole }
}

/// What was made of a list and isn't plain to see. `left_out` are the cards of its sideboard that it is played without.
fn notes(list: &gauntlet_magic::deck::Deck, left_out: &[String]) -> Vec<String> {
    let file = list.file.display();
    let mut notes: Vec<String> = list.notes.iter().map(|note| format!("{file}: {note}")).collect();
    if !left_out.is_empty() {
        notes.push(format!(
            "{file}: cards of the sideboard that can't be played are left out: {}",
            suggest::list(left_out)
        ));
    }
    notes
}

/// The cards of a deck of Brawl, its commander included (CR 903.12d).
const BRAWL: usize = 60;

/// A name of a list without the mark of commanders or of the sideboard.
fn bare(name: &str) -> &str {
    name.strip_prefix(LEADER).or_else(|| name.strip_prefix(ASIDE)).unwrap_or(name)
}

/// What a deck is, for those that it can play against.
fn kind(leaders: Leaders, brawl: bool) -> &'static str {
    match (leaders[0], brawl) {
        (None, _) => "a deck without a commander",
        (Some(_), false) => "a Commander deck",
        (Some(_), true) => "a Brawl deck",
    }
}

/// Which decks of a field can't be played, and why the first can't.
fn left_out_of_field(errors: &[DeckError], field: usize) -> Option<String> {
    let first = errors.first()?;
    let (number, all) = (errors.len(), errors.len() + field);
    Some(format!("{number} of {all} decks of the field can't be played and are left out of it; the first: {first}"))
}

/// A deck as a list of names, with what marks commanders and sideboards.
fn listed(pool: &Pool, cards: &Playable) -> Vec<String> {
    let leaders = cards.leaders.iter().flatten().map(|leader| format!("{LEADER}{}", pool.card(leader.card).name));
    leaders.chain(named(pool, &cards.main)).chain(aside(pool, cards)).collect()
}

/// The names of cards.
fn named(pool: &Pool, cards: &[CardId]) -> Vec<String> {
    cards.iter().map(|card| pool.card(*card).name.clone()).collect()
}

/// The cards of the sideboard as a list has them: those of a deck with a card that may bring them in. In games with commanders none can be
/// (CR 903.11).
fn aside(pool: &Pool, cards: &Playable) -> Vec<String> {
    let asks = cards.main.iter().chain(&cards.sideboard).any(|card| pool.brings_in(*card));
    let asks = asks && cards.leaders[0].is_none();
    let mut names = named(pool, if asks { &cards.sideboard } else { &[] });
    names.sort_unstable();
    names.iter().map(|name| format!("{ASIDE}{name}")).collect()
}

/// The cards of these names, whole cards where a name is that of a face; commanders and sideboards, which aren't in the deck, are left out.
///
/// # Panics
/// If there is none of a name.
fn cards_of(pool: &Pool, names: &[String]) -> Vec<CardId> {
    names.iter().filter(|name| bare(name) == *name).map(|name| card_of(pool, name)).collect()
}

/// The cards of the sideboard of these names.
///
/// # Panics
/// If there is none of a name.
fn outside_of(pool: &Pool, names: &[String]) -> Vec<CardId> {
    names.iter().filter_map(|name| name.strip_prefix(ASIDE)).map(|name| card_of(pool, name)).collect()
}

fn card_of(pool: &Pool, name: &str) -> CardId {
    let found = pool.find(name).unwrap_or_else(|| panic!("{name} is none of the cards that were loaded"));
    pool.whole(found)
}

/// A decklist.
fn read_deck(file: &Path) -> Result<gauntlet_magic::deck::Deck, DeckError> {
    match shipped::text(file) {
        Some(text) => Ok(gauntlet_magic::deck::Deck::parse(file, text)),
        None => gauntlet_magic::deck::Deck::read(file),
    }
}

/// The decklists of a file.
fn read_decks(file: &Path) -> Result<Vec<gauntlet_magic::deck::Deck>, DeckError> {
    match shipped::text(file) {
        Some(text) => Ok(vec![gauntlet_magic::deck::Deck::parse(file, text)]),
        None => gauntlet_magic::deck::Deck::read_all(file),
    }
}

/// Why decks can't be played: one sentence, or a line for each problem under a line that says how many there are.
fn refusal(errors: &[DeckError]) -> String {
    let lines: Vec<String> = errors.iter().map(DeckError::to_string).collect();
    let problems: usize = errors.iter().map(|error| error.problems.len()).sum();
    match (problems, errors.len()) {
        (1, _) => lines.join("\n"),
        (_, 1) => format!("a deck can't be played, for {problems} reasons:\n{}", lines.join("\n")),
        (_, decks) => format!("{decks} decks can't be played, for {problems} reasons:\n{}", lines.join("\n")),
    }
}

/// A hash of the definitions of the cards with these names.
fn fingerprint(base: &CardBase, names: &BTreeSet<String>) -> String {
    let mut hasher = blake3::Hasher::new();
    for name in names {
        hasher.update(&base.fingerprint(name).unwrap_or_default());
    }
    hasher.finalize().to_hex()[..16].to_owned()
}
