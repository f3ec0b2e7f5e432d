//! Playing one game with everything checked that can be.

use std::collections::BTreeMap;

use gauntlet_core::{Game, Outcome, Player, Seed, guard};
use rand::RngExt;

use crate::host::recording::{Found, FoundKind};
use crate::host::{Extra, Host, Setup};
use crate::play::panics;

/// Choices in a turn that a card or other object may need, beyond those that a player makes about it: to attack, to block, to
/// divide damage, in several combats.
const CHOICES_PER_OBJECT: usize = 8;

/// How often what costs much is checked: at one decision in this many, or in one game in this many; 0 is never.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rates {
    /// What every position must be.
    pub positions: u32,
    /// That every offered choice can be carried out.
    pub offers: u32,
    /// That a copy is the same position.
    pub copies: u32,
    /// That worlds dealt for a player look to that player like the true one, with the same choices.
    pub worlds: u32,
    /// That the same choices again make the same game; of games.
    pub repeats: u32,
}

impl Rates {
    /// What keeps thousands of games in a minute.
    pub const SAMPLED: Rates = Rates { positions: 1, offers: 24, copies: 16, worlds: 24, repeats: 8 };
    /// Everything, always.
    pub const ALL: Rates = Rates { positions: 1, offers: 1, copies: 1, worlds: 1, repeats: 1 };
    /// Nothing but that the game can be played.
    pub const NONE: Rates = Rates { positions: 0, offers: 0, copies: 0, worlds: 0, repeats: 0 };

    /// What it takes to find a failure of this kind again whose last step was recorded.
    pub fn to_find(kind: FoundKind) -> Rates {
        match kind {
            FoundKind::Panic | FoundKind::Hang | FoundKind::Agent => Rates::NONE,
            FoundKind::Invariant => Rates { positions: 1, ..Rates::NONE },
            FoundKind::Copy => Rates { copies: 1, ..Rates::NONE },
            FoundKind::World => Rates { worlds: 1, ..Rates::NONE },
            FoundKind::Repeat => Rates { repeats: 1, ..Rates::NONE },
        }
    }
}

/// One game to be examined.
pub struct Subject<'a, H: Host> {
    /// Decks and options.
    pub setup: &'a Setup<H>,
    /// The seed of the game.
    pub seed: Seed,
    /// How much is checked.
    pub rates: Rates,
    /// Choices within one turn after which a game is taken to hang, if there are few objects.
    pub patience: usize,
    /// A check of the caller's own.
    pub extra: Option<Extra<'a, H::Game>>,
    /// Called before each choice is carried out, of the game or on a copy, for who watches that the engine comes back.
    pub alive: &'a dyn Fn(),
}

/// How an examined game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// By the rules or at a limit.
    Over(Outcome),
    /// Nobody wanted to choose any more.
    Stopped,
    /// With something that can't be.
    Failed(Found),
}

/// A position that came a second time in the same turn.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Loop {
    /// The names of the cards that did it.
    pub cards: Vec<String>,
    /// How many choices one round takes.
    pub choices: usize,
    /// After how many choices of the game it had gone round once.
    pub at: usize,
}

/// Offers that are tried at one choice where offers are tried at some choices only: on a table of a thousand creatures that can
/// all do something, one game would take hours.
const OFFERS_AT_ONCE: usize = 64;

/// What became of an examined game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Examined {
    /// How it ended.
    pub end: End,
    /// The first loop in it.
    pub repetition: Option<Loop>,
    /// The turn that was reached.
    pub turn: u32,
}

/// Positions and lists whose memory is used again from game to game.
pub struct Table<G: Game> {
    game: Option<G>,
    probe: Option<G>,
    legal: Vec<G::Action>,
    other: Vec<G::Action>,
    /// Who chose, and which of the legal choices; the last one may be one that was only tried.
    pub choices: Vec<(Player, usize)>,
    actions: Vec<G::Action>,
    prints: Vec<u64>,
    situations: BTreeMap<u64, usize>,
    /// What is being tried on a copy.
    trying: Option<(Player, usize)>,
    /// What a panic here would mean.
    stage: FoundKind,
    turn: u32,
}

impl<G: Game> Default for Table<G> {
    fn default() -> Self {
        Table {
            game: None,
            probe: None,
            legal: Vec::new(),
            other: Vec::new(),
            choices: Vec::new(),
            actions: Vec::new(),
            prints: Vec::new(),
            situations: BTreeMap::new(),
            trying: None,
            stage: FoundKind::Panic,
            turn: 0,
        }
    }
}

/// Stops an examination.
fn broken<T>(kind: FoundKind, message: impl Into<String>) -> Result<T, Found> {
    Err(Found { kind, message: message.into() })
}

impl<G: Game + 'static> Table<G> {
    /// Plays the game. `choose` is given the position, the player and the legal choices, and returns one's number, or nothing
    /// to stop here.
    ///
    /// Afterwards [`Table::choices`] are those that lead to how it ended, one that was only tried included.
    pub fn examine<H: Host<Game = G>>(
        &mut self,
        subject: &Subject<'_, H>,
        choose: impl FnMut(&G, Player, &[G::Action]) -> Option<usize>,
    ) -> Examined {
        self.choices.clear();
        self.actions.clear();
        self.prints.clear();
        self.situations.clear();
        (self.trying, self.stage, self.turn) = (None, FoundKind::Panic, 0);
        let mut repetition = None;
        let end = panics::catch(|| self.play(subject, choose, &mut repetition));
        let end = match end {
            Ok(Ok(Some(outcome))) => End::Over(outcome),
            Ok(Ok(None)) => End::Stopped,
            Ok(Err(found)) => End::Failed(found),
            Err(message) => {
                // Whatever was being changed may be half changed.
                (self.game, self.probe) = (None, None);
                End::Failed(Found { kind: self.stage, message })
            }
        };
        if matches!(end, End::Failed(_)) {
            self.choices.extend(self.trying);
        }
        Examined { end, repetition, turn: self.turn }
    }

    fn play<H: Host<Game = G>>(
        &mut self,
        subject: &Subject<'_, H>,
        mut choose: impl FnMut(&G, Player, &[G::Action]) -> Option<usize>,
        repetition: &mut Option<Loop>,
    ) -> Result<Option<Outcome>, Found> {
        let mut game = match self.game.take() {
            Some(mut game) => {
                game.restart(subject.setup, subject.seed);
                game
            }
            None => G::new(subject.setup, subject.seed),
        };
        let mut rng = subject.seed.derive("checks", 0).rng();
        let mut due = move |rate: u32| rate == 1 || (rate > 1 && rng.random_range(0..rate) == 0);
        let repeat = due(subject.rates.repeats);
        let check = |game: &G| {
            if subject.rates.positions == 0 {
                return Ok(());
            }
            let own = subject.extra.map_or(Ok(()), |extra| extra(game));
            let checked = own
                .and_then(|()| H::PARTS.positions.check(game, subject.setup))
                .and_then(|()| H::PARTS.positions.check_offered(game));
            checked.or_else(|message| broken(FoundKind::Invariant, message))
        };
        check(&game)?;
        let mut since = 0;
        self.turn = game.turn();
        while let Some(player) = game.to_act() {
            if game.turn() != self.turn {
                self.turn = game.turn();
                since = self.choices.len();
                self.situations.clear();
            }
            self.check_patience(&game, subject, self.choices.len() - since)?;
            game.legal_actions(&mut self.legal);
            if self.legal.is_empty() {
                return broken(FoundKind::Invariant, "a decision without legal actions");
            }
            if repetition.is_none() {
                *repetition = self.look_for_loop::<H>(&game);
            }
            if due(subject.rates.copies) {
                self.check_copy(&game)?;
            }
            if due(subject.rates.offers) {
                let most = if subject.rates.offers == 1 { usize::MAX } else { OFFERS_AT_ONCE };
                self.check_offers(&game, player, most, &check, subject.alive)?;
            }
            if due(subject.rates.worlds) {
                self.check_worlds::<H>(&game, player, subject)?;
            }
            let Some(choice) = choose(&game, player, &self.legal).filter(|choice| *choice < self.legal.len()) else {
                self.game = Some(game);
                return Ok(None);
            };
            let action = self.legal[choice];
            self.trying = Some((player, choice));
            if repeat {
                self.prints.push(game.fingerprint());
                self.actions.push(action);
            }
            (subject.alive)();
            guard::begin(guard::MOST_LOOKS);
            game.apply(action);
            check(&game)?;
            self.choices.extend(self.trying.take());
        }
        self.turn = game.turn();
        let Some(outcome) = game.outcome() else {
            return broken(FoundKind::Invariant, "nobody is to act and the game has no outcome");
        };
        if repeat {
            self.check_repeat(&game, subject.setup, subject.seed)?;
        }
        self.game = Some(game);
        Ok(Some(outcome))
    }

    /// A turn comes to an end. Who attacks and who blocks is asked creature by creature: a full table takes its time.
    fn check_patience<H: Host<Game = G>>(&self, game: &G, subject: &Subject<'_, H>, made: usize) -> Result<(), Found> {
        let patience = subject.patience;
        let objects = || H::PARTS.positions.objects(game);
        if made > patience && made > patience.saturating_add(CHOICES_PER_OBJECT * objects()) {
            return broken(FoundKind::Hang, format!("no progress in turn {}: {made} choices", self.turn));
        }
        Ok(())
    }

    fn probe(&mut self, game: &G) -> G {
        match self.probe.take() {
            Some(mut probe) => {
                probe.clone_from(game);
                probe
            }
            None => game.clone(),
        }
    }

    fn check_copy(&mut self, game: &G) -> Result<(), Found> {
        let probe = self.probe(game);
        probe.legal_actions(&mut self.other);
        if probe.fingerprint() != game.fingerprint() || self.other != self.legal {
            return broken(FoundKind::Copy, "a copy is not the same position");
        }
        self.probe = Some(probe);
        Ok(())
    }

    /// Every offered action completes, and leads to a position that can be. Of more than `most` only as many are tried, others
    /// at each choice.
    fn check_offers(
        &mut self,
        game: &G,
        player: Player,
        most: usize,
        check: &dyn Fn(&G) -> Result<(), Found>,
        alive: &dyn Fn(),
    ) -> Result<(), Found> {
        let step = self.legal.len().div_ceil(most);
        for choice in (self.choices.len() % step..self.legal.len()).step_by(step) {
            let mut probe = self.probe(game);
            self.trying = Some((player, choice));
            alive();
            probe.apply(self.legal[choice]);
            check(&probe)?;
            if probe.to_act().is_some() == probe.outcome().is_some() {
                return broken(FoundKind::Invariant, "the game is over and goes on, or neither");
            }
            self.probe = Some(probe);
        }
        self.trying = None;
        Ok(())
    }

    /// A world dealt for a player looks to that player like the true one.
    fn check_worlds<H: Host<Game = G>>(
        &mut self,
        game: &G,
        player: Player,
        subject: &Subject<'_, H>,
    ) -> Result<(), Found> {
        self.stage = FoundKind::World;
        for viewer in Player::BOTH {
            let mut world = self.probe(game);
            let seed = subject.seed.derive("world", self.choices.len() as u64);
            world.determinize(viewer, &mut seed.rng());
            if let Err(message) = H::PARTS.positions.check(&world, subject.setup) {
                return broken(FoundKind::World, format!("in a world dealt for a player, {message}"));
            }
            if H::PARTS.positions.known(&world, viewer) != H::PARTS.positions.known(game, viewer) {
                return broken(FoundKind::World, "a world dealt for a player looks different to that player");
            }
            if viewer == player {
                world.legal_actions(&mut self.other);
                if self.other != self.legal {
                    return broken(FoundKind::World, "a player has other choices in a world dealt for them");
                }
            }
            let print = world.fingerprint();
            world.determinize(viewer, &mut seed.rng());
            if world.fingerprint() != print {
                return broken(FoundKind::World, "a world dealt for a player depends on what they can't know");
            }
            self.probe = Some(world);
        }
        self.stage = FoundKind::Panic;
        Ok(())
    }

    /// The same choices again make the same game.
    fn check_repeat(&mut self, game: &G, setup: &G::Setup, seed: Seed) -> Result<(), Found> {
        self.stage = FoundKind::Repeat;
        let mut again = G::new(setup, seed);
        for (number, (print, action)) in self.prints.iter().zip(&self.actions).enumerate() {
            if again.fingerprint() != *print {
                self.choices.truncate(number);
                return broken(FoundKind::Repeat, "the same choices again make another game");
            }
            again.apply(*action);
        }
        if again.fingerprint() != game.fingerprint() {
            return broken(FoundKind::Repeat, "the same choices again make another game");
        }
        self.stage = FoundKind::Panic;
        Ok(())
    }

    /// Returns whether this position was there before in this turn. The cards are those that are at work when the choices since then are
    /// made once more.
    fn look_for_loop<H: Host<Game = G>>(&mut self, game: &G) -> Option<Loop> {
        let at = self.choices.len();
        let before = self.situations.insert(H::PARTS.positions.situation(game)?, at)?;
        let mut cards = Vec::new();
        let mut again = self.probe(game);
        for place in before..at {
            again.legal_actions(&mut self.other);
            let Some(action) = self.other.get(self.choices[place].1) else { break };
            cards.extend(H::PARTS.positions.at_work(&again, &[*action]));
            again.apply(*action);
            cards.extend(H::PARTS.positions.at_work(&again, &[]));
        }
        self.probe = Some(again);
        cards.sort_unstable();
        cards.dedup();
        Some(Loop { cards, choices: at - before, at })
    }
}
