//! A small game to test the harness with: two players play cards face down in tricks, and the higher card wins.
//!
//! It has what the harness must cope with: hidden cards, chance, mulligans, several endings, draws, an advantage for one
//! seat, games that need not end, and cards that break the engine. It is also the example of plugging in a game.

#![allow(dead_code, reason = "each test uses a part of it")]
#![allow(unreachable_pub, reason = "it is written as the module of a crate would be")]

pub mod desk;

use std::path::PathBuf;
use std::sync::Arc;

use gauntlet::error::Error;
use gauntlet::host::agents::{Key, Kind, Registry};
use gauntlet::host::options::Limits;
use gauntlet::host::options::LoadArgs;
use gauntlet::host::parts::{CardLists, Luck, Parts};
use gauntlet::host::{Deck, Host};
use gauntlet_ai::Agent;
use gauntlet_core::{Game, Outcome, PerPlayer, Player, Reason, Rng, Seed, Stream, View};
use rand::RngExt;

/// Whoever plays it wins at once.
pub const BOMB: u8 = 50;
/// Lets its holder wait forever.
pub const CLOCK: u8 = 0;
/// Breaks the engine if the other card of the trick is even.
pub const BUG: u8 = 99;

const HAND: usize = 4;

/// The decks by seat.
pub type Decks = PerPlayer<Arc<Vec<u8>>>;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    Keep,
    Mulligan,
    Play(u8),
    Wait,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Phase {
    Mulligan(Player),
    Lead(Player),
    Follow(Player),
    Over(Outcome),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Tricks {
    hands: [Vec<u8>; 2],
    libraries: [Vec<u8>; 2],
    led: Option<u8>,
    won: [u32; 2],
    mulligans: [u32; 2],
    turn: u32,
    phase: Phase,
    stream: Stream,
}

/// What a player sees: the own hand, and how many cards the other has.
pub struct Seen<'a> {
    pub hand: &'a [u8],
    pub other: usize,
}

impl Tricks {
    fn deal(&mut self, player: Player, cards: usize) {
        let mut all = std::mem::take(&mut self.libraries[player.index()]);
        all.append(&mut self.hands[player.index()]);
        self.stream.with(|rng| shuffle(&mut all, rng));
        self.hands[player.index()] = all.split_off(all.len() - cards);
        self.hands[player.index()].sort_unstable();
        self.libraries[player.index()] = all;
    }

    fn resolve(&mut self, follower: Player, card: u8) {
        let led = self.led.take().expect("a card was led");
        for (one, other) in [(led, card), (card, led)] {
            assert!(one != BUG || other % 2 != 0, "card {one} met card {other}");
        }
        let over = |winner, reason| Phase::Over(Outcome { winner, reason });
        // The follower wins ties.
        let winner = if led > card { !follower } else { follower };
        self.won[winner.index()] += 1;
        self.turn += 1;
        if self.hands.iter().any(Vec::is_empty) {
            // What is left in the other hand wins its tricks unopposed: mulligans cost something.
            for player in Player::BOTH {
                self.won[player.index()] += self.hands[player.index()].len() as u32;
            }
        }
        self.phase = match () {
            () if led == BOMB || card == BOMB => over(Some(winner), Reason::Effect),
            () if self.hands.iter().any(Vec::is_empty) => match self.won {
                [a, b] if a == b => over(None, Reason::DrawByRule),
                [a, 0] if a >= 3 => over(Some(Player::FIRST), Reason::Life),
                [0, b] if b >= 3 => over(Some(Player::SECOND), Reason::Life),
                [a, b] => over(Some(if a > b { Player::FIRST } else { Player::SECOND }), Reason::Score),
            },
            () => Phase::Lead(follower),
        };
    }
}

fn shuffle(cards: &mut [u8], rng: &mut Rng) {
    for i in (1..cards.len()).rev() {
        cards.swap(i, rng.random_range(0..=i as u32) as usize);
    }
}

impl Game for Tricks {
    type Setup = Decks;
    type Action = Action;
    type Visible<'a> = Seen<'a>;

    fn new(setup: &Decks, seed: Seed) -> Self {
        let mut game = Tricks {
            hands: [vec![], vec![]],
            libraries: [setup[Player::FIRST].to_vec(), setup[Player::SECOND].to_vec()],
            led: None,
            won: [0; 2],
            mulligans: [0; 2],
            turn: 1,
            phase: Phase::Mulligan(Player::FIRST),
            stream: seed.stream(),
        };
        for player in Player::BOTH {
            game.deal(player, HAND);
        }
        game
    }

    fn to_act(&self) -> Option<Player> {
        match self.phase {
            Phase::Mulligan(player) | Phase::Lead(player) | Phase::Follow(player) => Some(player),
            Phase::Over(_) => None,
        }
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        match self.phase {
            Phase::Mulligan(player) => {
                out.push(Action::Keep);
                if self.hands[player.index()].len() > 1 {
                    out.push(Action::Mulligan);
                }
            }
            Phase::Lead(player) | Phase::Follow(player) => {
                let hand = &self.hands[player.index()];
                out.extend(hand.iter().map(|&card| Action::Play(card)));
                out.dedup();
                if hand.contains(&CLOCK) {
                    out.push(Action::Wait);
                }
            }
            Phase::Over(_) => {}
        }
    }

    fn apply(&mut self, action: Action) {
        match (self.phase, action) {
            (Phase::Mulligan(Player::FIRST), Action::Keep) => self.phase = Phase::Mulligan(Player::SECOND),
            (Phase::Mulligan(_), Action::Keep) => self.phase = Phase::Lead(Player::FIRST),
            (Phase::Mulligan(player), Action::Mulligan) => {
                self.mulligans[player.index()] += 1;
                let cards = self.hands[player.index()].len() - 1;
                self.deal(player, cards);
            }
            (Phase::Lead(player) | Phase::Follow(player), Action::Play(card)) => {
                let hand = &mut self.hands[player.index()];
                let at = hand.iter().position(|&held| held == card).expect("the card is in hand");
                hand.remove(at);
                if self.led.is_none() {
                    self.led = Some(card);
                    self.phase = Phase::Follow(!player);
                } else {
                    self.resolve(player, card);
                }
            }
            (_, Action::Wait) => self.turn += 1,
            (phase, action) => panic!("{action:?} in {phase:?}"),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    fn determinize(&mut self, viewer: Player, rng: &mut Rng) {
        let other = (!viewer).index();
        let mut hidden = std::mem::take(&mut self.libraries[other]);
        let cards = self.hands[other].len();
        hidden.append(&mut self.hands[other]);
        let led = matches!(self.phase, Phase::Follow(player) if player == viewer);
        hidden.extend(self.led.filter(|_| led));
        shuffle(&mut hidden, rng);
        if led {
            self.led = hidden.pop();
        }
        self.hands[other] = hidden.split_off(hidden.len() - cards);
        self.hands[other].sort_unstable();
        self.libraries[other] = hidden;
        shuffle(&mut self.libraries[viewer.index()], rng);
        self.stream = Seed::random(rng).stream();
    }

    fn fingerprint(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }

    fn visible(&self, viewer: Player) -> Seen<'_> {
        Seen { hand: &self.hands[viewer.index()], other: self.hands[(!viewer).index()].len() }
    }

    fn describe(&self, action: Action) -> String {
        match action {
            Action::Keep => "keep".into(),
            Action::Mulligan => "mulligan".into(),
            Action::Play(card) => format!("play {card}"),
            Action::Wait => "wait".into(),
        }
    }

    fn question(&self) -> String {
        match self.phase {
            Phase::Mulligan(_) => "keep or mulligan",
            Phase::Lead(_) | Phase::Follow(_) => "card to play",
            Phase::Over(_) => "",
        }
        .to_owned()
    }

    fn turn(&self) -> u32 {
        self.turn
    }

    fn counter_names() -> &'static [&'static str] {
        &["mulligans"]
    }

    fn counter(&self, player: Player, _: usize) -> u32 {
        self.mulligans[player.index()]
    }
}

/// Plays the highest card, or the lowest.
struct Sorted {
    highest: bool,
    mulligans: bool,
}

impl Agent<Tricks> for Sorted {
    fn choose(&mut self, _: View<'_, Tricks>, legal: &[Action], _: &mut Rng) -> usize {
        let wanted = |action: &Action| match action {
            Action::Keep => !self.mulligans,
            Action::Mulligan => self.mulligans,
            Action::Play(_) => true,
            Action::Wait => false,
        };
        let found = if self.highest { legal.iter().rposition(wanted) } else { legal.iter().position(wanted) };
        found.unwrap_or(0)
    }
}

/// Waits forever if it can.
struct Sleepy;

impl Agent<Tricks> for Sleepy {
    fn choose(&mut self, _: View<'_, Tricks>, legal: &[Action], _: &mut Rng) -> usize {
        legal.iter().position(|&action| action == Action::Wait).unwrap_or(0)
    }
}

/// Does something that no agent may do, in its second choice.
struct Wild {
    how: Folly,
    choices: usize,
}

#[derive(Clone, Copy)]
enum Folly {
    Panic,
    Illegal,
    Deep,
    Endless,
}

/// Looks at the game and calls itself.
fn deeper(view: View<'_, Tricks>, depth: usize) -> usize {
    let seen = view.visible().hand.len();
    if depth == usize::MAX {
        return seen;
    }
    seen + std::hint::black_box(deeper(view, std::hint::black_box(depth + 1)))
}

impl Agent<Tricks> for Wild {
    fn start(&mut self) {
        self.choices = 0;
    }

    fn choose(&mut self, view: View<'_, Tricks>, legal: &[Action], _: &mut Rng) -> usize {
        self.choices += 1;
        match self.how {
            _ if self.choices != 2 => 0,
            Folly::Panic => panic!("this agent has lost its head"),
            Folly::Illegal => legal.len() + 7,
            Folly::Deep => deeper(view, 0),
            Folly::Endless => {
                // As many looks as agents may have take too long for a test.
                gauntlet_core::guard::begin(100_000);
                loop {
                    std::hint::black_box(view.visible().other);
                }
            }
        }
    }
}

/// The game, and the decks that were loaded.
pub struct TricksHost {
    decks: Vec<Deck>,
    cards: Vec<Arc<Vec<u8>>>,
}

impl TricksHost {
    /// A host with decks that were never in files.
    pub fn new(decks: &[(&str, &[u8])]) -> TricksHost {
        let (decks, cards) = decks.iter().map(|(name, cards)| (deck(name, cards), Arc::new(cards.to_vec()))).unzip();
        TricksHost { decks, cards }
    }
}

fn deck(name: &str, cards: &[u8]) -> Deck {
    let fingerprint = format!("{cards:?}").replace(' ', "");
    Deck { name: name.into(), file: format!("{name}.txt").into(), cards: fingerprint.clone(), fingerprint }
}

impl Host for TricksHost {
    type Game = Tricks;

    const NAME: &'static str = "tricks";
    const DECK_EXTENSIONS: &'static [&'static str] = &["txt"];
    const DEFAULT_AGENT: &'static str = "sorted";
    const PARTS: Parts<TricksHost> = Parts { lists: &Part, luck: &Part, ..Parts::NONE };

    fn agents() -> Registry<Tricks> {
        const KEYS: &[Key] = &[
            Key { name: "from", default: "high", help: "which card first: high or low" },
            Key { name: "mulligans", default: "0", help: "1: as many as it may take" },
        ];
        Registry::generic()
            .with(Kind::new("sorted", "plays the highest or lowest card", KEYS, |settings| {
                let highest = match settings.text("from") {
                    "high" => true,
                    "low" => false,
                    other => return Err(settings.error(format!("'from' must be high or low, not '{other}'"))),
                };
                let mulligans = settings.value("mulligans", 0..=1, "0 or 1")? == 1;
                Ok(Box::new(move || Box::new(Sorted { highest, mulligans })))
            }))
            .with(Kind::new(
                "wild",
                "does what no agent may",
                &[Key { name: "how", default: "panic", help: "" }],
                |settings| {
                    let how = match settings.text("how") {
                        "panic" => Folly::Panic,
                        "illegal" => Folly::Illegal,
                        "deep" => Folly::Deep,
                        "endless" => Folly::Endless,
                        other => return Err(settings.error(format!("there is no folly '{other}'"))),
                    };
                    Ok(Box::new(move || Box::new(Wild { how, choices: 0 })))
                },
            ))
            .with(Kind::new("sleepy", "waits forever if it can", &[], |_| Ok(Box::new(|| Box::new(Sleepy)))))
    }

    fn load(files: &[PathBuf], _: &LoadArgs) -> Result<TricksHost, Error> {
        let mut host = TricksHost::new(&[]);
        for file in files {
            let text = std::fs::read_to_string(file).map_err(|cause| Error::Read { path: file.clone(), cause })?;
            let mut cards = Vec::new();
            for (number, line) in (1..).zip(text.lines()) {
                for word in line.split_whitespace() {
                    cards.push(word.parse().map_err(|_| {
                        let place = format!("{}:{number}", file.display());
                        Error::input(format!("{place}: '{word}' isn't a card; cards are numbers from 0 to 255"))
                    })?);
                }
            }
            if cards.len() < HAND {
                let place = file.display();
                return Err(Error::input(format!("{place}: a deck needs {HAND} cards and this has {}", cards.len())));
            }
            let name = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            host.decks.push(Deck { file: file.clone(), ..deck(&name, &cards) });
            host.cards.push(Arc::new(cards));
        }
        Ok(host)
    }

    fn decks(&self) -> &[Deck] {
        &self.decks
    }

    fn setup(&self, first: usize, second: usize, _: Limits, _: bool) -> Decks {
        PerPlayer([self.cards[first].clone(), self.cards[second].clone()])
    }
}

/// What TricksHost has beside the core of a host.
struct Part;

impl CardLists<TricksHost> for Part {
    fn list(&self, host: &TricksHost, deck: usize) -> Vec<String> {
        host.cards[deck].iter().map(u8::to_string).collect()
    }

    fn with_cards(&self, _: &[PathBuf], _: Option<&[String]>) -> Result<TricksHost, Error> {
        Ok(TricksHost::new(&[]))
    }

    fn deal(&self, _: &TricksHost, lists: &[Vec<String>; 2], _: Limits, _: bool, _: bool) -> Decks {
        let cards = |list: &Vec<String>| list.iter().map(|card| card.parse().expect("a number")).collect();
        PerPlayer([Arc::new(cards(&lists[0])), Arc::new(cards(&lists[1]))])
    }
}

impl Luck<TricksHost> for Part {
    fn names(&self) -> &'static [&'static str] {
        &["odd", "high"]
    }

    fn count(&self, game: &Tricks, player: Player, to: &mut [u64]) {
        let hand = &game.hands[player.index()];
        to[0] += hand.iter().filter(|card| *card % 2 == 1).count() as u64;
        to[1] += hand.iter().map(|card| u64::from(*card)).sum::<u64>();
    }

    fn expected(&self, host: &TricksHost, deck: usize) -> Vec<f64> {
        let cards = &host.cards[deck];
        let part = HAND as f64 / cards.len() as f64;
        let odd = cards.iter().filter(|card| *card % 2 == 1).count() as f64;
        vec![part * odd, part * cards.iter().map(|card| f64::from(*card)).sum::<f64>()]
    }
}

/// Decks of rising strength, of which games have all endings.
pub const FIELD: [(&str, &[u8]); 4] = [
    ("weak", &[1, 2, 3, 4, 5, 6, 7, 8]),
    ("even", &[2, 4, 6, 8, 10, 12, 14, 16]),
    ("odd", &[3, 5, 7, 9, 11, 13, 15, 17]),
    ("bomb", &[1, 2, 3, 4, 5, 6, 7, BOMB]),
];
