//! Magic games with decks given card by card: recorded ones and random ones, and what is checked in them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use gauntlet_cards::card::{CardId, Pool};
use gauntlet_cards::text::{CardBase, CardSource};
use gauntlet_cards::types::{CardTypes, Colors, Supertypes};
use gauntlet_core::{Game, PerPlayer, Player, Rng, Seed};
use gauntlet_magic::decision::{Action, DecisionKind};
use gauntlet_magic::scenario::{self, Cards, RunOptions, Verdict};
use gauntlet_magic::{Options, Position, Setup};
use rand::RngExt;
use rayon::prelude::*;

use super::field::Knows;
use super::host::{ASIDE, Magic, bare, fingerprint};
use super::library::{card_base, home_cards, whole_base};
use crate::error::Error;
use crate::host::Extra;
use crate::host::options::Limits;
use crate::host::recording::{Found, FoundKind, Recording, find};
use crate::play::panics;
use crate::play::threads;

/// Cards in a random deck.
const DECK: usize = 60;
/// Cards that are read before they are compiled.
const READ_AT_ONCE: usize = 500;
/// Lands in a random deck.
const LANDS: usize = 24;
/// Cards in its sideboard, if it has one.
const SIDEBOARD: usize = 15;

/// What random decks are made of.
#[derive(Default)]
pub(super) struct Kinds {
    /// Cards that aren't lands, with their colours.
    spells: Vec<(CardId, Colors)>,
    /// Lands that aren't basic.
    lands: Vec<CardId>,
    /// Basic lands, with the colour of mana that they make.
    basics: Vec<(CardId, Colors)>,
}

/// The host for [`crate::host::parts::CardLists::with_cards`].
pub(super) fn with_cards(paths: &[PathBuf], names: Option<&[String]>) -> Result<Magic, Error> {
    let home = [home_cards()];
    let paths = if paths.is_empty() { &home } else { paths };
    if let Some(names) = names {
        return with_named(&Arc::new(whole_base(paths)?.0), paths, names, Knows::List);
    }
    let base = Arc::new(card_base(paths)?.0);
    let mut pool = Pool::new();
    let all: Vec<&str> = base.names().collect();
    // Reading is most of the work; what has been read is kept for some cards at a time only.
    for names in all.chunks(READ_AT_ONCE) {
        let read: Vec<_> = threads::on_all(|| names.par_iter().map(|name| base.read(name).ok()).collect());
        for card in read.iter().flatten() {
            // One that can't be beside the others is passed over like those that can't be read.
            let _ = card.add_to(&mut pool);
        }
    }
    let kinds = kinds(&pool);
    if kinds.spells.is_empty() || kinds.basics.is_empty() && kinds.lands.is_empty() {
        return Err(Error::input(format!(
            "{} has no cards that a deck could be made of: there must be lands and other cards that compile",
            list(paths)
        )));
    }
    Ok(Magic { kinds, ..host(base, paths, pool) })
}

/// The host for [`crate::host::parts::CardLists::with_texts`].
pub(super) fn with_texts(texts: &[String], file: &Path, names: &[String]) -> Result<Magic, Error> {
    let mut base = CardBase::new();
    let wrong = base.add_text(&file.display().to_string(), &texts.join("\n"));
    if let Some(first) = wrong.first() {
        let card = first.card.as_ref().map_or(String::new(), |card| format!("{card}: "));
        let what = &first.message;
        return Err(Error::input(format!(
            "{}:1: a card that is written in it can't be read: {card}{what}",
            file.display()
        )));
    }
    with_named(&Arc::new(base), &[file.to_owned()], names, Knows::List)
}

/// The host for [`crate::host::parts::CardLists::only`], with agents that are told this: the cards of the field's lists are there, too.
pub(super) fn with_named(
    base: &Arc<CardBase>,
    paths: &[PathBuf],
    names: &[String],
    knows: Knows,
) -> Result<Magic, Error> {
    let mut pool = Pool::new();
    let mut missing = Vec::new();
    // The same cards make the same pool, in whatever order they are listed.
    let names: BTreeSet<&str> = names
        .iter()
        .chain(knows.names())
        .map(|name| bare(name))
        .map(|name| base.source(name).map_or(name, |source| &source.name))
        .collect();
    for name in names {
        if let Err(found) = base.compile(name, &mut pool) {
            let why = found.first().map(|diagnostic| diagnostic.message.clone()).unwrap_or_default();
            let line = format!("{name} can't be played with the cards in {}: {why}", list(paths));
            if !missing.contains(&line) {
                missing.push(line);
            }
        }
    }
    if !missing.is_empty() {
        return Err(Error::cards(missing.join("\n")));
    }
    knows.prepare(&mut pool);
    Ok(Magic { knows, ..host(Arc::clone(base), paths, pool) })
}

fn host(base: Arc<CardBase>, paths: &[PathBuf], pool: Pool) -> Magic {
    Magic {
        decks: Vec::new(),
        lists: Vec::new(),
        plans: Vec::new(),
        pool: Arc::new(pool),
        pool_fingerprint: String::new(),
        base,
        card_files: paths.to_vec(),
        read: BTreeMap::new(),
        pools: Mutex::default(),
        kinds: Kinds::default(),
        manual_mana: false,
        knows: Knows::List,
        notes: Vec::new(),
    }
}

fn list(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

fn kinds(pool: &Pool) -> Kinds {
    let mut kinds = Kinds::default();
    for (id, card) in pool.cards().filter(|(_, card)| !card.token) {
        // Only the front of a card with two faces goes into a deck.
        if card.face_of.is_some() || pool.find(&card.name) != Some(id) {
            continue;
        }
        let what = &card.characteristics;
        if !what.types.contains(CardTypes::LAND) {
            let cost = card.mana_cost.as_ref().map_or(Colors::empty(), gauntlet_cards::mana::ManaCost::colors);
            kinds.spells.push((id, what.colors | cost));
        } else if what.supertypes.contains(Supertypes::BASIC) {
            let made = ["Plains", "Island", "Swamp", "Mountain", "Forest"];
            let color = made.iter().position(|name| *name == card.name).map(|place| Colors::TABLE[place].0);
            kinds.basics.extend(color.map(|color| (id, color)));
        } else {
            kinds.lands.push(id);
        }
    }
    kinds
}

impl Magic {
    /// Sixty cards of one to three colours, up to four copies of each, with the lands to cast them (CR 100.2a).
    pub(super) fn make_random_deck(&self, rng: &mut Rng) -> Vec<String> {
        let below = |rng: &mut Rng, bound: usize| rng.random_range(0..bound as u32) as usize;
        let mut colors = Colors::empty();
        for _ in 0..1 + below(rng, 3) {
            colors |= Colors::TABLE[below(rng, Colors::TABLE.len())].0;
        }
        let Kinds { spells, lands, basics } = &self.kinds;
        let fitting: Vec<CardId> =
            spells.iter().filter(|(_, needs)| colors.contains(*needs)).map(|(card, _)| *card).collect();
        let fitting = if fitting.is_empty() { spells.iter().map(|(card, _)| *card).collect() } else { fitting };
        let mut deck: Vec<CardId> = Vec::with_capacity(DECK);
        let add = |deck: &mut Vec<CardId>, card: CardId, copies: usize, most: usize| {
            let room = 4usize.saturating_sub(deck.iter().filter(|other| **other == card).count());
            let copies = copies.min(room).min(most.saturating_sub(deck.len()));
            deck.extend(std::iter::repeat_n(card, copies));
        };
        // Pools with few cards may not have enough different ones.
        for _ in 0..400 {
            let card = fitting[below(rng, fitting.len())];
            add(&mut deck, card, 1 + below(rng, 4), DECK - LANDS);
        }
        let nonlands = deck.len();
        if !lands.is_empty() {
            for _ in 0..below(rng, 5) {
                let card = lands[below(rng, lands.len())];
                add(&mut deck, card, 1 + below(rng, 3), nonlands + LANDS / 2);
            }
        }
        let own: Vec<CardId> =
            basics.iter().filter(|(_, color)| colors.contains(*color)).map(|(card, _)| *card).collect();
        let own = match (own.is_empty(), basics.first()) {
            (false, _) => own,
            (true, Some((card, _))) => vec![*card],
            // Without basic lands, whatever lands there are: nobody minds how many copies.
            (true, None) => lands.clone(),
        };
        let missing = DECK - deck.len();
        deck.extend((0..missing).map(|place| own[place % own.len()]));
        // Sideboards are there for cards that bring something in.
        let mut outside = Vec::new();
        if deck.iter().any(|card| self.pool.brings_in(*card)) {
            outside.extend((0..SIDEBOARD).map(|_| spells[below(rng, spells.len())].0));
        }
        let name = |card: &CardId| self.pool.card(*card).name.clone();
        deck.iter().map(name).chain(outside.iter().map(|card| format!("{ASIDE}{}", name(card)))).collect()
    }

    pub(super) fn fuzzed(&self) -> usize {
        self.kinds.spells.len() + self.kinds.lands.len() + self.kinds.basics.len()
    }

    pub(super) fn deal_lists(&self, lists: &[Vec<String>; 2], limits: Limits, shuffled: bool, journal: bool) -> Setup {
        let options = Options {
            max_turns: limits.turns,
            max_actions: u32::try_from(limits.actions).unwrap_or(u32::MAX),
            journal,
            stacked: !shuffled,
            manual_payment: PerPlayer([self.manual_mana; 2]),
            ..Options::default()
        };
        let source = |name: &String| {
            let (mark, bare) = name.split_at(name.len() - bare(name).len());
            format!("{mark}{}", self.base.source(bare).map_or(bare, |source| &source.name))
        };
        let lists = [0, 1].map(|seat| lists[seat].iter().map(source).collect::<Vec<String>>());
        self.dealt([&lists[0], &lists[1]], options)
    }

    /// See [`crate::host::parts::CardLists::texts`].
    pub(super) fn texts_of(&self, lists: &[Vec<String>; 2]) -> Vec<String> {
        let names = lists.iter().flatten().chain(self.knows.names());
        let sources = names.filter_map(|name| self.base.source(bare(name)));
        let sources: BTreeMap<&str, &CardSource> = sources.map(|source| (source.name.as_str(), source)).collect();
        let texts: Option<Vec<String>> = sources.values().map(|source| source.to_lines()).collect();
        texts.unwrap_or_default()
    }

    pub(super) fn fingerprint_of(&self, lists: &[Vec<String>; 2]) -> String {
        let names = lists.iter().flatten().chain(self.knows.names());
        fingerprint(&self.base, &names.map(|name| bare(name).to_owned()).collect())
    }
}

/// See [`crate::host::parts::RandomGames::random_choice`].
pub(super) fn random_choice(game: &Position, legal: &[Action], eager: Option<u32>, rng: &mut Rng) -> usize {
    let below = |rng: &mut Rng, bound: usize| rng.random_range(0..bound as u32) as usize;
    let choice = below(rng, legal.len());
    let nothing = |action: &Action| matches!(action, Action::Pass | Action::No | Action::Done);
    let Some(eager) = eager else { return legal.iter().position(nothing).unwrap_or(choice) };
    match game.decision().kind {
        // Hands of two cards play few of them.
        DecisionKind::Mulligan if below(rng, 8) > 0 => 0,
        _ if nothing(&legal[choice]) && below(rng, 9) < eager as usize => below(rng, legal.len()),
        _ => choice,
    }
}

/// See [`crate::host::parts::Positions::check`].
pub(super) fn check(game: &Position, setup: &Setup) -> Result<(), String> {
    game.check_invariants().map_err(|broken| broken.to_string())?;
    let owned = game.cards_owned();
    for player in Player::BOTH {
        let leaders = setup.options.commanders[player].into_iter().flatten().map(|leader| leader.card);
        let outside = setup.outside[player].iter().copied();
        let deck: Vec<CardId> = setup.decks[player].iter().copied().chain(leaders).chain(outside).collect();
        let (brought, now) = (Position::cards_brought(&deck), owned[player.index()]);
        if brought.0 != now.0 {
            return Err(format!("a player's cards have become more or fewer: {} of {}", now.0, brought.0));
        }
        if brought != now {
            return Err("a player's cards have become others".to_owned());
        }
    }
    Ok(())
}

/// See [`crate::host::parts::Positions::known`].
pub(super) fn known(game: &Position, viewer: Player) -> u64 {
    let hash = blake3::hash(format!("{:?}", game.visible(viewer)).as_bytes());
    u64::from_le_bytes(*hash.as_bytes().first_chunk().unwrap_or(&[0; 8]))
}

/// See [`crate::host::parts::Positions::stacked`].
pub(super) fn stacked(game: &Position) -> [Vec<String>; 2] {
    let name = |card: CardId| game.pool().card(card).name.clone();
    Player::BOTH.map(|player| {
        let cards = game.cards_as_they_lie(player).into_iter().map(name);
        let outside = game.visible(player).outside().map(|card| format!("{ASIDE}{}", name(card)));
        cards.chain(outside).collect()
    })
}

/// See [`crate::host::parts::Scenarios::scenario`].
pub(super) fn scenario(
    host: &Magic,
    id: &str,
    recording: &Recording,
    extra: Option<Extra<'_, Position>>,
) -> Result<String, String> {
    let header = &recording.header;
    let expected = header.found.as_ref().ok_or("nothing failed")?;
    if !matches!(expected.kind, FoundKind::Panic | FoundKind::Invariant) {
        return Err(format!(
            "scenarios show panics and broken invariants, not what is found as '{}'",
            expected.kind.name()
        ));
    }
    let (lists, seed) = header.lists().zip(Seed::from_hex(&header.seed)).ok_or("the recording makes no sense")?;
    let setup = host.deal_lists(&lists, header.limits(), header.shuffled, false);
    let told = panics::catch(|| {
        let (mut choices, mut legal) = (Vec::new(), Vec::new());
        let mut game = Position::new(&setup, seed);
        for (number, step) in (1..).zip(&recording.steps) {
            game.legal_actions(&mut legal);
            let choice = find(&game, &legal, step.choice, &step.action).ok_or("the recording is of another game")?;
            choices.push(legal[choice]);
            if number < recording.steps.len() {
                game.apply(legal[choice]);
            }
        }
        scenario::of_game(id, &expected.message, &setup, seed, &choices)
    });
    let scenario = told.unwrap_or_else(|panic| Err(format!("telling it panics: {panic}")))?;
    let fit = |name: &str| scenario::check(&host.base, name);
    let cards = Cards::compile(&host.base, std::iter::once(&scenario), fit);
    let sound = |position: &Position| {
        position.check_invariants().map_err(|broken| broken.to_string())?;
        extra.map_or(Ok(()), |extra| extra(position))
    };
    let ran = panics::catch(|| scenario::run_with(&scenario, &cards, RunOptions::default(), &sound));
    let found = match ran {
        Ok(Verdict::Fail(failure)) => Found { kind: FoundKind::Invariant, message: failure.found },
        Err(message) => Found { kind: FoundKind::Panic, message },
        Ok(Verdict::Unsupported(why)) => return Err(why),
        Ok(Verdict::Pass) => return Err("it doesn't fail when the game is told as one".to_owned()),
    };
    if found.signature() != expected.signature() {
        return Err(format!("it fails differently when the game is told as one: {}", found.message));
    }
    serde_json::to_string(&scenario).map(|line| line + "\n").map_err(|error| error.to_string())
}
