//! What agents are told of decks, beside the decks: the lists of a field.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use gauntlet_cards::card::{CardId, Pool};
use gauntlet_core::{PerPlayer, Player};
use gauntlet_magic::beliefs::{self, Assumed, Field, Possible};
use gauntlet_magic::deck::Exchanged;

use super::checks;
use super::host::{LEADER, Magic, bare, cards_of, outside_of};
use crate::error::Error;
use crate::host::knows::{self, KnowsArgs, Told};
use crate::host::lists::{DeckList, runs, unfold};
use crate::plan::files;

/// A list of a field.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) name: String,
    /// As those of the host's decks.
    pub(super) list: Vec<String>,
    /// What it is after sideboarding, by numbers in the pool of all decks.
    pub(super) plans: Vec<Exchanged>,
}

/// What agents are told.
#[derive(Clone, Default, Debug)]
pub(super) enum Knows {
    /// The other's list.
    #[default]
    List,
    /// Nothing.
    Nothing,
    /// The lists of which the deck of the first player may be any, and that of the second.
    Field([Arc<Vec<Known>>; 2]),
}

impl Knows {
    /// The lists, by seat.
    pub(super) fn lists(&self) -> [Vec<&[String]>; 2] {
        match self {
            Knows::List | Knows::Nothing => [Vec::new(), Vec::new()],
            Knows::Field(seats) => {
                [0, 1].map(|seat: usize| seats[seat].iter().map(|known| known.list.as_slice()).collect())
            }
        }
    }

    /// The names of all cards in them, as lists have them.
    pub(super) fn names(&self) -> BTreeSet<&String> {
        match self {
            Knows::List | Knows::Nothing => BTreeSet::new(),
            Knows::Field(seats) => seats.iter().flat_map(|seat| seat.iter()).flat_map(|known| &known.list).collect(),
        }
    }

    /// Of the pool's cards this one stands for those of which nothing is known.
    pub(super) fn prepare(&self, pool: &mut Pool) {
        if matches!(self, Knows::Nothing) {
            pool.add_blank();
        }
    }

    /// As recordings have it.
    pub(super) fn assumed(&self) -> Option<knows::Assumed> {
        let lists = |seat: &Arc<Vec<Known>>| -> Vec<DeckList> {
            seat.iter().map(|known| DeckList { name: known.name.clone(), cards: runs(&known.list) }).collect()
        };
        match self {
            Knows::List => None,
            Knows::Nothing => Some(knows::Assumed { told: Told::Nothing, ..knows::Assumed::default() }),
            Knows::Field([first, second]) => {
                let (field, second) = (lists(first), lists(second));
                let second = if second == field { Vec::new() } else { second };
                Some(knows::Assumed { told: Told::Field, field, second })
            }
        }
    }

    /// What [`Knows::assumed`] wrote.
    pub(super) fn of(assumed: &knows::Assumed) -> Result<Knows, Error> {
        let bad = |why: &str| Error::input(format!("what agents are told of decks makes no sense: {why}"));
        let read = |lists: &[DeckList]| -> Result<Arc<Vec<Known>>, Error> {
            let known = |list: &DeckList| {
                let cards = unfold(&list.cards).filter(|cards| cards.iter().any(|name| bare(name) == name));
                let cards = cards.ok_or_else(|| bad("a list's cards are written \"4 Name\", and it has some"))?;
                Ok(Known { name: list.name.clone(), list: cards, plans: Vec::new() })
            };
            Ok(Arc::new(lists.iter().map(known).collect::<Result<_, Error>>()?))
        };
        match assumed.told {
            Told::List => Ok(Knows::List),
            Told::Nothing => Ok(Knows::Nothing),
            Told::Field if assumed.field.is_empty() => Err(bad("a field has no lists")),
            Told::Field => {
                let first = read(&assumed.field)?;
                let second = if assumed.second.is_empty() { Arc::clone(&first) } else { read(&assumed.second)? };
                Ok(Knows::Field([first, second]))
            }
        }
    }
}

/// The files of the field's decks that don't play.
pub(super) fn field_files(args: &KnowsArgs) -> Result<Vec<PathBuf>, Error> {
    args.check()?;
    args.field_of.as_deref().map_or(Ok(Vec::new()), files::in_directory::<Magic>)
}

impl Magic {
    /// What each player is told of the other's deck in a game with the cards of `pool`, where the field's lists are these, by seat.
    pub(super) fn told(&self, pool: &Pool, fields: [&[&[String]]; 2]) -> beliefs::Told {
        let blank = || pool.blank().expect("it was made for the pool");
        match &self.knows {
            Knows::List => None,
            Knows::Nothing => Some(Arc::new(PerPlayer::from_fn(|_| Assumed::Nothing(blank())))),
            Knows::Field(seats) => {
                let names = |seat: usize| seats[seat].iter().map(|known| known.name.as_str());
                Some(Arc::new(PerPlayer::from_fn(|player: Player| {
                    let seat = player.index();
                    let lists = names(seat).zip(fields[seat]).map(|(name, list)| possible(pool, name, list));
                    Assumed::Field(Arc::new(Field::new(pool, lists)))
                })))
            }
        }
    }

    /// The lists of the field after sideboarding against a deck of this host: of the player in this seat.
    pub(super) fn field_after(&self, seat: usize, opponent: usize) -> Vec<Vec<String>> {
        let Knows::Field(seats) = &self.knows else { return Vec::new() };
        let opponent = &self.decks[opponent].name;
        seats[seat].iter().map(|known| self.exchanged(&known.list, &known.plans, opponent, seat == 0)).collect()
    }

    /// What agents are told in a game after the first of a match.
    pub(super) fn knows_after(&self, first: usize, second: usize) -> Knows {
        let Knows::Field(seats) = &self.knows else { return self.knows.clone() };
        let after = |seat: usize, opponent: usize| {
            let names = seats[seat].iter().map(|known| known.name.clone());
            let lists = names.zip(self.field_after(seat, opponent));
            Arc::new(lists.map(|(name, list)| Known { name, list, plans: Vec::new() }).collect())
        };
        Knows::Field([after(0, second), after(1, first)])
    }

    /// See [`crate::host::Host::assuming`].
    pub(super) fn told_that(self, assumed: &knows::Assumed) -> Result<Magic, Error> {
        let knows = Knows::of(assumed)?;
        let front = |id: CardId| self.pool.whole(id) == id;
        let cards = self.pool.cards().filter(|(id, card)| {
            !card.token && front(*id) && self.pool.blank() != Some(*id) && self.pool.find(&card.name) == Some(*id)
        });
        let names: Vec<String> = cards.map(|(_, card)| card.name.clone()).collect();
        let host = checks::with_named(&self.base, &self.card_files, &names, knows)?;
        Ok(Magic { manual_mana: self.manual_mana, ..host })
    }
}

fn possible(pool: &Pool, name: &str, list: &[String]) -> Possible {
    let leaders: Vec<String> = list.iter().filter_map(|card| card.strip_prefix(LEADER)).map(str::to_owned).collect();
    let leaders = cards_of(pool, &leaders);
    let cards = [cards_of(pool, list), leaders.clone()].concat();
    Possible { name: name.to_owned(), cards, outside: outside_of(pool, list), leaders }
}
