//! What players of single positions see and can do as numbers: what `gauntlet.encoding` stands on.

use std::sync::Arc;

use gauntlet::games::magic::Magic;
use gauntlet::games::millennials::Millennials;
use gauntlet::host::Host;
use gauntlet::host::views::Views;
use gauntlet_cards::card::Pool;
use gauntlet_core::{Game, Player};
use gauntlet_encoding::layout::{self, ACTION, ACTIONS, Column, OBSERVATION, SEGMENTS, SLOTS, Segment};
use gauntlet_encoding::{Meaning, Output, Slots, millennials};
use numpy::{PyReadwriteArray1, PyReadwriteArray2};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::errors::Problem;
use crate::numbers;
use crate::position::{Position, View};
use crate::vector::lengths;

/// The sizes and columns of the encodings by game, as JSON: `gauntlet.encoding` makes tables of it.
#[pyfunction]
pub(crate) fn encoding() -> String {
    let blocks = |blocks: &[(&str, &[Column])]| -> Value {
        let all = blocks.iter().map(|(name, columns)| ((*name).to_owned(), columns.iter().map(column).collect()));
        Value::Object(all.collect())
    };
    json!({
        Magic::NAME: {
            "version": gauntlet_encoding::VERSION,
            "observation": OBSERVATION,
            "slots": SLOTS,
            "action": ACTION,
            "segments": SEGMENTS.iter().map(segment).collect::<Value>(),
            "blocks": blocks(&layout::BLOCKS),
        },
        Millennials::NAME: {
            "version": millennials::VERSION,
            "observation": millennials::layout::OBSERVATION,
            "slots": millennials::layout::SLOTS,
            "action": millennials::layout::ACTION,
            "segments": millennials::layout::SEGMENTS.iter().map(segment).collect::<Value>(),
            "blocks": blocks(&millennials::layout::BLOCKS),
        },
    })
    .to_string()
}

fn column(column: &Column) -> Value {
    json!({
        "name": column.name.to_lowercase(), "at": column.at, "count": column.count, "range": column.range,
        "meaning": column.meaning,
    })
}

fn segment(segment: &Segment) -> Value {
    let blocks: Vec<&str> = segment.blocks.iter().map(|(name, _)| *name).collect();
    json!({
        "name": segment.name, "at": segment.at, "rows": segment.rows, "width": segment.width,
        "reference": segment.reference, "blocks": blocks, "meaning": segment.meaning,
    })
}

/// Writes what players of single positions see and can do. See `gauntlet.encoding.Encoder`.
#[pyclass(frozen, module = "gauntlet._native")]
pub(crate) struct Encoder(Coder);

enum Coder {
    /// Of games whose cards are in the pool.
    Magic(gauntlet_encoding::Encoder, Arc<Pool>),
    Millennials(millennials::Encoder),
}

/// A position of one of the games.
enum Found<'a> {
    Magic(&'a gauntlet_magic::Position),
    Millennials(&'a gauntlet_millennials::Position),
}

/// The position that an object of Python's is, or stands for, and the player whose view it is, if it is one's.
fn position_of<T>(of: &Bound<'_, PyAny>, work: impl FnOnce(Found<'_>, Option<Player>) -> PyResult<T>) -> PyResult<T> {
    if let Ok(view) = of.cast::<View>() {
        let (live, viewer) = view.get().parts();
        return work(found(live)?, Some(viewer));
    }
    let Ok(position) = of.cast::<Position>() else {
        let wanted = format!("a Position or a View is wanted, not {}", of.get_type().name()?);
        return Err(PyTypeError::new_err(wanted));
    };
    work(found(position.try_borrow()?.live())?, None)
}

fn found(live: &dyn crate::live::Live) -> Result<Found<'_>, Problem> {
    let magic = live.magic().map(Found::Magic);
    magic
        .or_else(|| live.millennials().map(Found::Millennials))
        .ok_or_else(|| Problem::Usage(format!("positions of {} have no encoding", live.game())))
}

/// The legal actions of a player; none if it is the other one who is to act.
fn legal_of<G: Game>(position: &G, player: Player) -> Vec<G::Action> {
    let mut legal = Vec::new();
    if position.to_act() == Some(player) {
        position.legal_actions(&mut legal);
    }
    legal
}

impl Coder {
    /// Refuses a position that isn't of the encoder's game and cards.
    fn check(&self, position: &Found<'_>) -> PyResult<()> {
        let other = match (self, position) {
            (Coder::Magic(_, pool), Found::Magic(position)) => {
                if Arc::ptr_eq(pool, position.visible(Player::FIRST).shared_pool()) {
                    return Ok(());
                }
                "the position is of other decks, or was loaded apart from those of the encoder: make another encoder from it"
            }
            (Coder::Millennials(_), Found::Millennials(_)) => return Ok(()),
            _ => "the position is of another game than the encoder's: make another encoder from it",
        };
        Err(Problem::Usage(other.to_owned()).into())
    }
}

#[pymethods]
impl Encoder {
    #[new]
    fn new(of: &Bound<'_, PyAny>) -> PyResult<Encoder> {
        position_of(of, |position, _| {
            Ok(Encoder(match position {
                Found::Magic(position) => {
                    let pool = Arc::clone(position.visible(Player::FIRST).shared_pool());
                    Coder::Magic(gauntlet_encoding::Encoder::new(&pool), pool)
                }
                Found::Millennials(position) => {
                    Coder::Millennials(millennials::Encoder::new(position.visible(Player::FIRST).pool()))
                }
            }))
        })
    }

    /// The game whose positions are encoded.
    #[getter]
    fn game(&self) -> &'static str {
        match self.0 {
            Coder::Magic(..) => Magic::NAME,
            Coder::Millennials(_) => Millennials::NAME,
        }
    }

    /// Writes what a player sees and can do, with a page of the actions, into arrays of NumPy; a view is its own player's.
    fn encode<'py>(
        &self,
        of: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = numbers::player)] player: usize,
        #[pyo3(from_py_with = numbers::page)] page: usize,
        mut observation: PyReadwriteArray1<'py, f32>,
        mut actions: PyReadwriteArray2<'py, f32>,
        mut mask: PyReadwriteArray1<'py, bool>,
    ) -> PyResult<()> {
        position_of(of, |position, viewer| {
            self.0.check(&position)?;
            let player = viewer.unwrap_or_else(|| Player::new(player & 1));
            let (observation, actions) = (observation.as_slice_mut()?, actions.as_slice_mut()?);
            let mask = mask.as_slice_mut()?;
            match (&self.0, position) {
                (Coder::Magic(encoder, _), Found::Magic(position)) => {
                    lengths([(observation.len(), OBSERVATION), (actions.len(), ACTIONS), (mask.len(), SLOTS)])?;
                    let legal = legal_of(position, player);
                    let slots = Slots::new(legal.len(), page);
                    slots.mask(mask);
                    let output = Output { observation: Some(observation), actions: Some(actions) };
                    let view = gauntlet_core::View::new(position, player);
                    encoder.encode(view, &legal, slots, &mut gauntlet_encoding::Memory::default(), output);
                }
                (Coder::Millennials(encoder), Found::Millennials(position)) => {
                    use millennials::layout::{ACTIONS, OBSERVATION, SLOTS};
                    lengths([(observation.len(), OBSERVATION), (actions.len(), ACTIONS), (mask.len(), SLOTS)])?;
                    let legal = legal_of(position, player);
                    millennials::Encoder::mask(&legal, mask);
                    encoder.encode(gauntlet_core::View::new(position, player), &legal, observation, actions);
                }
                _ => unreachable!("the position was checked"),
            }
            Ok(())
        })
    }

    /// The slots that can be chosen by the player to act: slot, key, words; of the one that leads to the next page no key.
    fn slots(
        &self,
        of: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = numbers::page)] page: usize,
    ) -> PyResult<Vec<(usize, Option<u64>, String)>> {
        position_of(of, |position, viewer| {
            self.0.check(&position)?;
            Ok(match position {
                Found::Magic(position) => {
                    let player = viewer.or(position.to_act());
                    let legal = player.map_or_else(Vec::new, |player| legal_of(position, player));
                    let slots = Slots::new(legal.len(), page);
                    let used = (0..slots.used()).filter_map(|choice| slots.nth(choice));
                    let offered = |slot| match slots.meaning(slot) {
                        Some(Meaning::Action(number)) => {
                            (slot, Some(Magic::key(legal[number])), position.describe(legal[number]))
                        }
                        Some(Meaning::Page(_)) | None => (slot, None, gauntlet_vector::NEXT_PAGE.to_owned()),
                    };
                    used.map(offered).collect()
                }
                Found::Millennials(position) => {
                    let player = viewer.or(position.to_act());
                    let legal = player.map_or_else(Vec::new, |player| legal_of(position, player));
                    let offered = |(slot, action): (usize, &gauntlet_millennials::Action)| {
                        (slot, Some(Millennials::key(*action)), position.describe(*action))
                    };
                    legal.iter().enumerate().map(offered).collect()
                }
            })
        })
    }

    /// The cards of the game: number in encodings, name.
    fn cards(&self) -> Vec<(u32, String)> {
        let mut cards: Vec<(u32, String)> = match &self.0 {
            Coder::Magic(encoder, pool) => {
                pool.cards().map(|(id, card)| (encoder.card_id(id), card.name.clone())).collect()
            }
            Coder::Millennials(encoder) => {
                let pool = gauntlet_millennials::Pool::shipped();
                pool.kinds().map(|kind| (encoder.card_id(kind), pool.card(kind).name.clone())).collect()
            }
        };
        cards.sort_unstable();
        cards.dedup();
        cards
    }
}
