//! What a player may know of a battle of Millennials, and what they can do, as numbers: small enough to be rewritten each time.

pub mod layout;

use gauntlet_core::View;
use gauntlet_millennials::options::{Mode, VILLAIN};
use gauntlet_millennials::vocabulary::{CardRule, LocationRule, Step, Verb};
use gauntlet_millennials::{Action, CardDef, CardView, Kind, Pool, Position, ROOM, Visible};

use self::layout::{
    ACTION, ACTIONS, LOCATIONS, OBSERVATION, Part, SEGMENTS, SLOTS, action, card, game, location, player,
};
use crate::Output;
use crate::catalog::{count, flag, id_of};

/// The version of the encoding: it changes whenever a number moves, means something else or is counted in another way.
pub const VERSION: u32 = 1;

/// Writes what players see and can do as numbers. One serves all battles of a pool.
pub struct Encoder {
    /// What is printed on each card, by kind.
    cards: Vec<[f32; card::WIDTH]>,
}

impl Encoder {
    /// An encoder for all battles whose cards are in this pool.
    pub fn new(pool: &Pool) -> Encoder {
        Encoder { cards: pool.kinds().map(|kind| printed(pool.card(kind))).collect() }
    }

    /// The number by which a card is known in every encoding: [`card::ID`].
    pub fn card_id(&self, kind: Kind) -> u32 {
        self.cards[usize::from(kind.0)][card::ID] as u32
    }

    /// Writes what the viewer sees ([`OBSERVATION`] numbers) and can do ([`ACTIONS`] numbers): in the slots the legal actions, which are none
    /// if it is the opponent who decides.
    ///
    /// # Panics
    /// If a slice hasn't the right length.
    pub fn encode(&self, view: View<'_, Position>, legal: &[Action], output: Output<'_>) {
        assert!(legal.len() <= SLOTS, "each card of a hand at each location, and no more cards");
        let seen = view.visible();
        if let Some(out) = output.observation {
            assert_eq!(out.len(), OBSERVATION, "an observation has a fixed length");
            out.fill(0.0);
            self.observe(seen, legal.len(), out);
        }
        if let Some(out) = output.actions {
            assert_eq!(out.len(), ACTIONS, "the descriptions of actions have a fixed length");
            out.fill(0.0);
            for (choice, row) in legal.iter().zip(out.chunks_exact_mut(ACTION)) {
                self.describe(seen, *choice, row);
            }
        }
    }

    /// Writes which slots can be chosen.
    ///
    /// # Panics
    /// If `out` hasn't [`SLOTS`] places.
    pub fn mask(legal: &[Action], out: &mut [bool]) {
        assert_eq!(out.len(), SLOTS, "a mask has a place for each slot");
        out[..legal.len()].fill(true);
        out[legal.len()..].fill(false);
    }

    fn observe(&self, seen: Visible<'_>, legal: usize, out: &mut [f32]) {
        let (viewer, players) = (seen.viewer(), [seen.viewer(), !seen.viewer()]);
        let shipped = seen.mode() == Mode::Shipped;
        let row = rows(out, Part::Game).next().expect("a row");
        row[game::TURN] = f32::from(seen.turn());
        row[game::LAST_TURN] = f32::from(seen.last_turn());
        row[game::MY_DECISION] = flag(seen.to_act() == Some(viewer));
        row[game::THEIR_DECISION] = flag(seen.to_act() == Some(!viewer));
        row[game::SHIPPED] = flag(shipped);
        row[game::VILLAIN] = flag(shipped && viewer == VILLAIN);
        row[game::ENERGY] = f32::from(seen.energy());
        row[game::ACTION_COUNT] = count(legal);
        for (of, row) in players.into_iter().zip(rows(out, Part::Players)) {
            row[player::HAND] = count(if of == viewer { seen.hand().count() } else { seen.their_hand() });
            row[player::DECK] = count(seen.deck(of));
            row[player::TRASH] = count(seen.trash(of).count());
            row[player::SCORE] = (0..LOCATIONS).map(|place| seen.score(place, of)).sum::<i32>() as f32;
        }
        for (place, row) in rows(out, Part::Locations).enumerate() {
            write_location(seen, place, row);
        }
        for (view, row) in seen.hand().zip(rows(out, Part::Hand)) {
            self.write_card(view, row);
        }
        for (kind, row) in seen.known_in_their_hand().into_iter().zip(rows(out, Part::Known)) {
            row.copy_from_slice(&self.cards[usize::from(kind.0)]);
        }
        for (of, part) in players.into_iter().zip([Part::Own, Part::Opposing]) {
            let mut rows = rows(out, part);
            for place in 0..LOCATIONS {
                let mut cards = seen.side(place, of);
                for row in rows.by_ref().take(ROOM) {
                    match cards.next() {
                        None => {}
                        Some(None) => row[card::PRESENT] = 1.0,
                        Some(Some(view)) => self.write_card(view, row),
                    }
                }
            }
        }
        for (of, part) in players.into_iter().zip([Part::OwnTrash, Part::OpposingTrash]) {
            let all = seen.trash(of).count();
            let shown = all.min(layout::TRASH);
            for (view, row) in seen.trash(of).skip(all - shown).zip(rows(out, part).take(shown).rev()) {
                self.write_card(view, row);
            }
        }
    }

    fn write_card(&self, view: CardView, row: &mut [f32]) {
        row.copy_from_slice(&self.cards[usize::from(view.kind.0)]);
        row[card::COST] = f32::from(view.cost);
        row[card::POWER] = view.power as f32;
        row[card::PLAYED] = f32::from(view.played);
        row[card::REVEALED] = flag(view.revealed);
    }

    fn describe(&self, seen: Visible<'_>, choice: Action, row: &mut [f32]) {
        let (what, block) = row.split_at_mut(action::WIDTH);
        match choice {
            Action::Done => what[action::KIND] = 1.0,
            Action::Play { card, copy, location } => {
                what[action::KIND + 1] = 1.0;
                what[action::LOCATION + usize::from(location)] = 1.0;
                what[action::COPY] = f32::from(copy);
                let meant = seen.hand().filter(|view| view.kind == card).nth(usize::from(copy));
                self.write_card(meant.expect("a card of the hand"), block);
            }
        }
    }
}

/// The rows of a segment.
fn rows(out: &mut [f32], part: Part) -> impl DoubleEndedIterator<Item = &mut [f32]> + ExactSizeIterator {
    let segment = &SEGMENTS[part as usize];
    out[segment.at..segment.at + segment.rows * segment.width].chunks_exact_mut(segment.width)
}

fn write_location(seen: Visible<'_>, place: usize, row: &mut [f32]) {
    let viewer = seen.viewer();
    row[location::MY_SCORE] = seen.score(place, viewer) as f32;
    row[location::THEIR_SCORE] = seen.score(place, !viewer) as f32;
    row[location::MY_CARDS] = count(seen.side(place, viewer).count());
    row[location::THEIR_CARDS] = count(seen.side(place, !viewer).count());
    let Some(printed) = seen.location(place) else { return };
    row[location::REVEALED] = 1.0;
    row[location::TYPE] = f32::from(printed.number) + 1.0;
    row[location::NO_ONCE] = flag(printed.rule == Some(LocationRule::NoOnce));
    row[location::VILLAIN_ONLY] = flag(printed.rule == Some(LocationRule::VillainOnly));
    if let Some(costs) = printed.forbidden_cost {
        for (end, cost) in costs.into_iter().enumerate() {
            row[location::FORBIDDEN + end] = f32::from(cost) + 1.0;
        }
    }
    for handler in &printed.on {
        row[location::HEARS + handler.hear as usize] = 1.0;
    }
}

/// A card as it is printed.
fn printed(of: &CardDef) -> [f32; card::WIDTH] {
    let mut row = [0.0; card::WIDTH];
    row[card::PRESENT] = 1.0;
    row[card::ID] = id_of(&of.name) as f32;
    for (now, printed, number) in
        [(card::COST, card::PRINTED_COST, f32::from(of.cost)), (card::POWER, card::PRINTED_POWER, of.power as f32)]
    {
        (row[now], row[printed]) = (number, number);
    }
    row[card::ONCE] = flag(of.once);
    row[card::ONGOING] = flag(of.always.is_some() || of.on.iter().any(|handler| handler.ongoing));
    if let Some(rule) = of.rule {
        let place = match rule {
            CardRule::ProtectsFromTrash => 0,
            CardRule::DoublesScore => 1,
            CardRule::OnlyWhereWinning => 2,
            CardRule::NotAfterAPlay => 3,
        };
        row[card::RULES + place] = 1.0;
    }
    for handler in &of.on {
        row[card::HEARS + handler.hear as usize] = 1.0;
        for verb in handler.steps.iter().flat_map(verbs) {
            row[card::DOES + place_of(verb)] = 1.0;
        }
    }
    row
}

fn verbs(step: &Step) -> impl Iterator<Item = &Verb> {
    step.ops.iter().chain(&step.otherwise)
}

/// The place of what is done among [`card::DOES`].
fn place_of(verb: &Verb) -> usize {
    match verb {
        Verb::Power(_) => 0,
        Verb::Gain(_) => 1,
        Verb::GainFrom(_) => 2,
        Verb::SetPower(_) => 3,
        Verb::Cost(_) => 4,
        Verb::Switch => 5,
        Verb::Drop => 6,
        Verb::Recall => 7,
        Verb::Trash => 8,
        Verb::Move(_) => 9,
        Verb::Repeat => 10,
        Verb::Enter(_) => 11,
        Verb::ToHand(_) => 12,
        Verb::Transform(_) => 13,
        Verb::Draw(_) => 14,
        Verb::Energy(_) => 15,
        Verb::ShuffleIn(_) => 16,
        Verb::Fill => 17,
        Verb::ExtraTurn => 18,
        Verb::LocationBecomes(_) => 19,
    }
}

/// The tables of `docs/encodings.md`.
pub fn tables() -> String {
    crate::markdown::of(SEGMENTS, &layout::BLOCKS)
}
