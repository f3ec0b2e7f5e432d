//! Games of Commander and Brawl from their decks (CR 903): how they begin, what is public, and that they are played to their ends.

use std::sync::Arc;

use gauntlet_cards::card::Pool;
use gauntlet_cards::text::CardBase;
use gauntlet_cards::types::Colors;
use gauntlet_core::{Game, PerPlayer, Player, Reason, Seed};
use gauntlet_magic::commander::Leader;
use gauntlet_magic::decision::{Action, DecisionKind};
use gauntlet_magic::{Options, Position, Setup};
use rand::RngExt;

const CARDS: &str = "\
name Forest
super Basic
type Land Forest

name Elk King
cost {G}
super Legendary
type Creature Elk
pt 7/7
text Haste

name Calf
cost {G}
type Creature Elk
pt 1/1

name Home Call
cost {G}
type Instant
text Return target creature to its owner's hand.

name Felling
cost {G}
type Instant
text Destroy target creature.
";

fn setup(brawl: bool) -> Setup {
    let mut base = CardBase::new();
    assert_eq!(base.add_text("cards.txt", CARDS), []);
    let mut pool = Pool::new();
    let mut card = |name: &str| base.compile(name, &mut pool).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    let leader = Leader { card: card("Elk King"), identity: Colors::GREEN };
    let counts = [("Forest", 20), ("Calf", 7), ("Home Call", 6), ("Felling", 6)];
    let deck: Vec<_> = counts.into_iter().flat_map(|(name, count)| vec![card(name); count]).collect();
    let deck = Arc::new(deck);
    let commanders = PerPlayer([[Some(leader), None]; 2]);
    let life = if brawl { 25 } else { 40 };
    let options = Options { commanders, brawl, life, ..Options::default() };
    Setup {
        pool: Arc::new(pool),
        decks: PerPlayer([Arc::clone(&deck), deck]),
        outside: PerPlayer::default(),
        options,
        told: None,
    }
}

fn legal(position: &Position) -> Vec<Action> {
    let mut legal = Vec::new();
    position.legal_actions(&mut legal);
    legal
}

/// CR 903.6, 903.7.
#[test]
fn commanders_begin_in_the_command_zone_for_all_to_see() {
    let position = Position::new(&setup(false), Seed::from_u64(3));
    for viewer in Player::BOTH {
        let seen = position.visible(viewer);
        let owners: Vec<Player> = seen.command().map(|(_, object)| object.owner).collect();
        assert_eq!(owners, Player::BOTH);
        assert!(seen.command().all(|(_, object)| seen.is_commander(object)));
        assert_eq!(seen.commanders().iter().map(|commander| commander.casts).collect::<Vec<_>>(), [0, 0]);
        assert_eq!((seen.player(viewer).life, seen.hand_size(viewer) + seen.library_size(viewer)), (40, 39));
    }
}

/// CR 903.12g: in Brawl the first mulligan costs no card.
#[test]
fn the_first_mulligan_of_brawl_is_free() {
    for (brawl, mulligans, kept) in [(false, 1, 6), (true, 1, 7), (true, 2, 6)] {
        let mut position = Position::new(&setup(brawl), Seed::from_u64(5));
        let first = position.to_act().expect("somebody begins");
        for _ in 0..mulligans {
            position.apply(Action::Mulligan);
            // The other player keeps.
            if position.to_act() != Some(first) {
                position.apply(Action::Keep);
            }
        }
        while position.decision().kind == DecisionKind::Mulligan {
            position.apply(Action::Keep);
        }
        while position.decision().kind == DecisionKind::Bottom {
            position.apply(legal(&position)[0]);
        }
        assert_eq!(position.visible(first).hand_size(first), kept, "brawl: {brawl}, {mulligans} mulligans");
    }
}

/// Random games: positions stay whole, sampled worlds look the same to their player, commanders are cast again and again, and 21 damage by one
/// ends games in which nobody is out of life (CR 704.6c, 903.8, 903.10a, 903.12h).
#[test]
fn games_are_played_to_their_ends() {
    let (mut by_commander, mut casts, mut questions) = ([0, 0], 0, [0, 0]);
    for (number, brawl) in (0..40).flat_map(|number| [(number, false), (number, true)]) {
        let setup = setup(brawl);
        let mut position = Position::new(&setup, Seed::from_u64(number));
        let mut rng = Seed::from_u64(100 + number).rng();
        let mut steps = 0;
        while let Some(player) = position.to_act() {
            let legal = legal(&position);
            if steps % 40 == 0 {
                position.check_invariants().unwrap_or_else(|broken| panic!("{broken}"));
                let mut world = position.clone();
                world.determinize(player, &mut rng);
                assert_eq!(format!("{:?}", world.visible(player)), format!("{:?}", position.visible(player)));
            }
            questions[0] += u32::from(position.decision().kind == DecisionKind::CommandZone);
            questions[1] += u32::from(position.decision().kind == DecisionKind::OrderReplacements);
            // Attack and act where one can.
            let eager = rng.random_range(0..4u32) > 0 && legal.len() > 1;
            let choice = if eager && matches!(legal[0], Action::Pass | Action::No) {
                rng.random_range(1..legal.len() as u32)
            } else {
                rng.random_range(0..legal.len() as u32)
            };
            position.apply(legal[choice as usize]);
            steps += 1;
        }
        let seen = position.visible(Player::FIRST);
        casts += seen.commanders().iter().map(|commander| u32::from(commander.casts)).sum::<u32>();
        let lethal = Player::BOTH.into_iter().any(|player| {
            seen.player(player).life > 0
                && seen.commanders().iter().any(|commander| commander.dealt[player.index()] >= 21)
        });
        let outcome = position.outcome().expect("it is over");
        assert_eq!(outcome.reason == Reason::Effect, lethal && !brawl, "game {number}: {outcome:?}");
        by_commander[usize::from(brawl)] += u32::from(lethal && outcome.reason == Reason::Effect);
    }
    assert!(by_commander[0] > 0 && by_commander[1] == 0 && casts > 80, "{by_commander:?} {casts}");
    assert!(questions.iter().all(|count| *count > 0), "{questions:?}");
}
