//! How a game begins: decks, options, opening hands (CR 103).

use gauntlet_cards::ability::RuleKinds;
use std::sync::Arc;

use gauntlet_cards::card::{CardId, Pool};
use gauntlet_cards::filter::Step;
use gauntlet_cards::keyword::EventKinds;
use gauntlet_core::suggest::list;
use gauntlet_core::{Audience, PerPlayer, Player, Seed};
use rand::Rng as _;

use crate::beliefs::Told;
use crate::choosing::NO_OR_YES;
use crate::decision::{Action, Decision, DecisionKind, Particulars};
use crate::engine::{Engine, Flow};
use crate::journal::{Journal, counted};
use crate::options::Options;
use crate::state::{Commander, Found, HiddenCard, Learned, MemoryList, ObjectId, PlayerInfo, State, for_all_fields};
use crate::task::{Mulligans, Task};

/// What the games of one pairing share: cards, decks by seat, options.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The cards that the decks refer to.
    pub pool: Arc<Pool>,
    /// The main deck of each player, one entry for each card, in the order of the deck list: shuffles are keyed by the place in it.
    pub decks: PerPlayer<Arc<Vec<CardId>>>,
    /// What each player owns from outside the game, if a card of the decks may bring it in (CR 400.11a): their sideboards.
    pub outside: PerPlayer<Arc<Vec<CardId>>>,
    /// The options.
    pub options: Options,
    /// What each player is told of the other's deck, by whose deck it is.
    pub told: Told,
}

/// A position whose lists are empty; its other fields are said.
macro_rules! with_empty_lists {
    (($($field:ident: $value:expr),* $(,)?)
        copy: $($copy:ident),*; list: $($list:ident),*; pair: $($pair:ident),*;) => {
        State {
            $($field: $value,)*
            $($list: Default::default(),)*
            $($pair: PerPlayer::default(),)*
        }
    };
}

impl PlayerInfo {
    /// How many turns are counted: nothing asks for more, and positions recur.
    pub(crate) const MOST_TURNS: u8 = 4;

    /// A player before the game begins (CR 103.4).
    fn at_start(life: i32) -> PlayerInfo {
        PlayerInfo {
            life,
            poison: 0,
            energy: 0,
            experience: 0,
            rad: 0,
            mana: [0; 6],
            lands_played: 0,
            extra_lands: 0,
            cards_drawn: 0,
            drawn_in_draw_step: false,
            expended: 0,
            spells_cast: 0,
            spells_last_turn: 0,
            turns_begun: 0,
            life_lost_last_turn: 0,
            life_gained: 0,
            life_lost: 0,
            attackers_declared: 0,
            attack_power: 0,
            mulligans: 0,
            drew_from_empty: false,
            skip_turns: 0,
            skip_steps: [0; Step::ALL.len()],
            dungeon: None,
            room: 0,
            completed: 0,
            tempted: 0,
            ring_bearer: ObjectId::NONE,
            speed: 0,
            sped_up: false,
            blessed: false,
        }
    }
}

impl State {
    /// A position without cards, before the game begins.
    pub(crate) fn empty(options: &Options, seed: Seed) -> State {
        let info = PlayerInfo::at_start(options.life);
        for_all_fields!(with_empty_lists!(
            players: PerPlayer([info, info]),
            turn: 0,
            active: Player::FIRST,
            regular: Player::FIRST,
            extra_turn: false,
            step: Step::Cleanup,
            priority: Player::FIRST,
            passes: 0,
            decision: Decision::NONE,
            outcome: None,
            rng: seed.derive("effects", 0).stream(),
            clock: 0,
            actions: 0,
            creatures_died: 0,
            next_memory: MemoryList::FIRST,
            resume: None,
            check_needed: false,
            layers_needed: false,
            arrived_from: None,
            layers_volatile: false,
            layers_read_graveyards: false,
            volatile_dirty: false,
            layers_used: false,
            watched: EventKinds::empty(),
            elsewhere: false,
            rules: RuleKinds::empty(),
            replacers: 0,
            first_strike_step: false,
            attacked: false,
            attacked_player: false,
            blocks_chosen_by: None,
            daytime: gauntlet_cards::designation::Daytime::Neither,
            // There is no turn before the first in which nobody cast anything (CR 502.2).
            active_spells_last_turn: 1,
            starting_life: options.life,
            cleanup_again: false,
            spent_mana: 0,
            entering_host: None,
            cause: None,
            arriving: None,
            starting: Player::FIRST,
            controlled: 0,
            controlled_next: 0,
            extra_after_next: PerPlayer([0; 2]),
            subgame_winners: 0,
            elsewhere_layers: false,
            other_zones: false,
            monarch: None,
            initiative: None,
            unpreventable: false,
            turn_ends: false,
            idle: 0,
            idle_mark: 0,
            answer: None,
            attackers_declared: false,
            main_phases: 0,
            combat_phases: 0,
            found: Found::default(),
            journal: options.journal.then(|| Box::new(Journal::default())),
            annals: None,
        ))
    }

    /// Makes this the position of [`State::empty`] with shuffled decks, using its lists again.
    pub(crate) fn begin(&mut self, setup: &Setup, seed: Seed) {
        let fresh = State::empty(&setup.options, seed);
        let annals = self.annals.take();
        self.clone_from(&fresh);
        self.begin_annals(annals, setup.options.annals);
        self.journal = fresh.journal;
        if setup.options.separate_streams {
            self.separate_streams(seed);
        }
        for player in Player::BOTH {
            let deck = &setup.decks[player];
            if setup.options.stacked {
                self.libraries[player].extend(deck.iter().rev().map(|card| HiddenCard::unknown(*card)));
            } else {
                self.shuffle_by_slot(player, deck, seed.derive("library", player.index() as u64));
            }
            // A deck may name a card by a face of it.
            for hidden in &mut self.libraries[player] {
                hidden.card = setup.pool.whole(hidden.card);
            }
            let outside = setup.outside[player].iter().map(|card| setup.pool.whole(*card));
            self.outside.add(player, outside);
            let mut all = deck.iter().chain(setup.outside[player].iter());
            self.elsewhere |= all.clone().any(|card| setup.pool.works_elsewhere(*card));
            self.elsewhere_layers |= all.any(|card| setup.pool.card(*card).derived.continuous_elsewhere);
        }
        self.commanders.extend(Commander::all(setup.options.commanders));
        self.tasks.push(Task::Mulligans(Mulligans::begin(Player::FIRST)));
    }

    /// The first shuffle. Each slot of the deck list has its own random key, so that two lists that differ in one slot are
    /// shuffled alike elsewhere.
    fn shuffle_by_slot(&mut self, player: Player, deck: &[CardId], seed: Seed) {
        let mut rng = seed.rng();
        let mut keyed = [(0u64, CardId(0)); 256];
        let library = &mut self.libraries[player];
        library.clear();
        if deck.len() <= keyed.len() {
            let keyed = &mut keyed[..deck.len()];
            for (place, card) in keyed.iter_mut().zip(deck) {
                *place = (rng.next_u64(), *card);
            }
            keyed.sort_unstable_by_key(|entry| entry.0);
            library.extend(keyed.iter().map(|entry| HiddenCard::unknown(entry.1)));
        } else {
            let mut keyed: Vec<(u64, CardId)> = deck.iter().map(|card| (rng.next_u64(), *card)).collect();
            keyed.sort_unstable_by_key(|entry| entry.0);
            library.extend(keyed.iter().map(|entry| HiddenCard::unknown(entry.1)));
        }
    }
}

impl Engine<'_> {
    /// Opening hands and mulligans: each player in turn order decides, all who take one do so at once, until all keep; then
    /// cards go to the bottom, one for each mulligan taken (CR 103.5).
    pub(crate) fn mulligans(&mut self, mut task: Mulligans) -> Flow {
        if let Some(answer) = self.s.answer.take() {
            match answer {
                Action::Keep => {
                    self.fact_of_hand(task.player, true);
                    task.kept |= 1 << task.player.index();
                    // A library may have had fewer cards than a hand.
                    let hand = self.s.hands[task.player].len();
                    let free = u8::from(self.options.brawl);
                    task.to_bottom = self.s.players[task.player].mulligans.saturating_sub(free).min(hand as u8);
                    let player = task.player;
                    self.tell(Audience::Only(player), |eye| {
                        let hand = &eye.s.hands[player];
                        let names = counted(hand.iter().map(|hidden| eye.pool.card(hidden.card).name.clone()));
                        let down = match task.to_bottom {
                            0 => String::new(),
                            1 => " (1 goes to the bottom)".to_owned(),
                            number => format!(" ({number} go to the bottom)"),
                        };
                        let names = list(&names);
                        format!("{} keeps {} cards{down}: {names}.", eye.player_name(player), hand.len())
                    });
                    if task.to_bottom == 0 {
                        task.player = !task.player;
                    }
                    task.declined = false;
                }
                Action::Mulligan => {
                    self.fact_of_hand(task.player, false);
                    task.again |= 1 << task.player.index();
                    task.player = !task.player;
                    task.declined = false;
                }
                Action::Yes => self.redraw(task.player),
                Action::No => task.declined = true,
                Action::Card(card) => {
                    let hand = &mut self.s.hands[task.player];
                    let place = hand.iter().position(|hidden| hidden.card == card).expect("a legal card is in hand");
                    let hidden = hand.remove(place);
                    let placed = HiddenCard::known_to(hidden.card, task.player, Learned::Placed);
                    self.s.libraries[task.player].insert(0, placed);
                    task.to_bottom -= 1;
                    if task.to_bottom == 0 {
                        task.player = !task.player;
                    }
                }
                _ => unreachable!("not an answer to a mulligan: {answer:?}"),
            }
        }
        loop {
            if task.to_bottom > 0 {
                self.offer_hand_cards(task.player);
                let task_player = task.player;
                return self.ask(
                    Task::Mulligans(task),
                    task_player,
                    DecisionKind::Bottom,
                    ObjectId::NONE,
                    Particulars::Nothing,
                );
            }
            // A round ends when both have decided: those who take a mulligan shuffle and draw.
            if task.kept | task.again == 3 {
                if task.kept == 3 {
                    self.facts_of_opening_hands();
                    self.begin_first_turn();
                    return Flow::Go;
                }
                for player in Player::BOTH {
                    if task.again & (1 << player.index()) != 0 {
                        self.new_hand(player);
                    }
                }
                task.again = 0;
                task.player = self.s.starting;
            }
            let decided = task.kept | task.again;
            if decided & (1 << task.player.index()) != 0 {
                task.player = !task.player;
                continue;
            }
            // CR 103.5b: before they say whether they take a mulligan.
            if !task.declined && self.may_redraw(task.player) {
                self.offer_these(NO_OR_YES);
                let task_player = task.player;
                return self.ask(
                    Task::Mulligans(task),
                    task_player,
                    DecisionKind::May,
                    ObjectId::NONE,
                    Particulars::Nothing,
                );
            }
            // CR 903.12g: in Brawl the first one doesn't count.
            let most = 7 + u8::from(self.options.brawl);
            let again = (self.s.players[task.player].mulligans < most).then_some(Action::Mulligan);
            self.offer_these(std::iter::once(Action::Keep).chain(again));
            let task_player = task.player;
            return self.ask(
                Task::Mulligans(task),
                task_player,
                DecisionKind::Mulligan,
                ObjectId::NONE,
                Particulars::Nothing,
            );
        }
    }

    /// Shuffles the hand, if there is one, into the library and draws seven. The first hand is not a mulligan.
    fn new_hand(&mut self, player: Player) {
        if !self.s.hands[player].is_empty() {
            self.s.players[player].mulligans += 1;
            let (libraries, hands) = (&mut self.s.libraries, &mut self.s.hands);
            libraries[player].append(&mut hands[player]);
            self.shuffle(player);
            self.tell(Audience::Everyone, |eye| format!("{} takes a mulligan.", eye.player_name(player)));
        }
        self.draw_opening(player, 7);
    }

    /// Draws cards before the game begins.
    pub(crate) fn draw_opening(&mut self, player: Player, count: usize) {
        for _ in 0..count {
            let Some(top) = self.s.libraries[player].pop() else {
                // They lose in the first upkeep (CR 704.5b, 728.3).
                self.s.players[player].drew_from_empty = true;
                self.s.check_needed = true;
                break;
            };
            self.s.hands[player].push(top.drawn_by(player));
        }
    }

    /// Offers each different card of a hand as a choice.
    pub(crate) fn offer_hand_cards(&mut self, player: Player) {
        self.offer(|engine, choices| {
            for hidden in &engine.s.hands[player] {
                let action = Action::Card(hidden.card);
                if !choices.contains(&action) {
                    choices.push(action);
                }
            }
        });
    }
}
