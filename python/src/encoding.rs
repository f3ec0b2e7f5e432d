//! What players of single positions see and can do as numbers: what `gauntlet.encoding` stands on.

use std::sync::Arc;

use gauntlet::games::magic::Magic;
use gauntlet::games::millennials::Millennials;
use gauntlet::host::Host;
use gauntlet_cards::card::Pool;
use gauntlet_core::{Game, Player};
use gauntlet_encoding::layout::{Column, Layout, Segment};
use gauntlet_encoding::{EncodedGame, Meaning, Output, Slots, millennials};
use numpy::{PyReadwriteArray1, PyReadwriteArray2};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::errors::Problem;
use crate::games::Served;
use crate::numbers;
use crate::position::{Position, View};
use crate::vector::{Offered, lengths};

/// The sizes and columns of the encodings by game, as JSON: `gauntlet.encoding` makes tables of it.
#[pyfunction]
pub(crate) fn encoding() -> String {
    json!({ Magic::NAME: table::<Magic>(), Millennials::NAME: table::<Millennials>() }).to_string()
}

fn table<H: Served>() -> Value {
    let Layout { version, observation, slots, action, segments, blocks } = <H::Game as EncodedGame>::LAYOUT;
    let blocks = blocks.iter().map(|(name, columns)| ((*name).to_owned(), columns.iter().map(column).collect()));
    json!({
        "version": version,
        "observation": observation,
        "slots": slots,
        "action": action,
        "segments": segments.iter().map(segment).collect::<Value>(),
        "blocks": Value::Object(blocks.collect()),
    })
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
pub(crate) struct Encoder {
    coder: Coder,
    /// The cards of the game: number in encodings, name.
    cards: Vec<(u32, String)>,
}

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

/// Who looks at a position.
#[derive(Clone, Copy)]
struct Looking {
    /// Who is to act; nobody when the game is over.
    acting: Option<Player>,
    /// Whose view it is, if it is one's.
    viewer: Option<Player>,
}

/// The position that an object of Python's is, or stands for, and who looks at it.
fn position_of<T>(of: &Bound<'_, PyAny>, work: impl FnOnce(Found<'_>, Looking) -> PyResult<T>) -> PyResult<T> {
    if let Ok(view) = of.cast::<View>() {
        let (live, viewer) = view.get().parts();
        return work(found(live)?, Looking { acting: live.to_act(), viewer: Some(viewer) });
    }
    let Ok(position) = of.cast::<Position>() else {
        let wanted = format!("a Position or a View is wanted, not {}", of.get_type().name()?);
        return Err(PyTypeError::new_err(wanted));
    };
    let position = position.try_borrow()?;
    let live = position.live();
    work(found(live)?, Looking { acting: live.to_act(), viewer: None })
}

fn found(live: &dyn crate::live::Live) -> Result<Found<'_>, Problem> {
    let magic = live.magic().map(Found::Magic);
    magic
        .or_else(|| live.millennials().map(Found::Millennials))
        .ok_or_else(|| Problem::Usage(format!("positions of {} have no encoding", live.game())))
}

/// The legal actions of a player; none if it is the other one who is to act.
fn legal_of<G: Game>(position: &G, acting: Option<Player>, player: Player) -> Vec<G::Action> {
    let mut legal = Vec::new();
    if acting == Some(player) {
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
            Ok(match position {
                Found::Magic(position) => {
                    let (encoder, pool) = (position.encoder(), position.visible(Player::FIRST).shared_pool());
                    Encoder { cards: position.card_numbers(&encoder), coder: Coder::Magic(encoder, Arc::clone(pool)) }
                }
                Found::Millennials(position) => {
                    let encoder = position.encoder();
                    Encoder { cards: position.card_numbers(&encoder), coder: Coder::Millennials(encoder) }
                }
            })
        })
    }

    /// The game whose positions are encoded.
    #[getter]
    fn game(&self) -> &'static str {
        match self.coder {
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
        position_of(of, |position, looking| {
            self.coder.check(&position)?;
            let looking = Looking { viewer: looking.viewer.or(Some(Player::new(player & 1))), ..looking };
            let arrays = (observation.as_slice_mut()?, actions.as_slice_mut()?, mask.as_slice_mut()?);
            match (&self.coder, position) {
                (Coder::Magic(encoder, _), Found::Magic(position)) => write(encoder, position, looking, page, arrays)?,
                (Coder::Millennials(encoder), Found::Millennials(position)) => {
                    write(encoder, position, looking, page, arrays)?;
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
    ) -> PyResult<Vec<Offered>> {
        position_of(of, |position, looking| {
            self.coder.check(&position)?;
            Ok(match position {
                Found::Magic(position) => offered::<Magic>(position, looking, page),
                Found::Millennials(position) => offered::<Millennials>(position, looking, page),
            })
        })
    }

    /// The cards of the game: number in encodings, name.
    fn cards(&self) -> Vec<(u32, String)> {
        self.cards.clone()
    }
}

/// Writes what a player sees and can do, with a page of the actions, into an observation, the descriptions of the slots, and a mask.
fn write<G: EncodedGame>(
    encoder: &G::Encoder,
    position: &G,
    Looking { acting, viewer }: Looking,
    page: usize,
    (observation, actions, mask): (&mut [f32], &mut [f32], &mut [bool]),
) -> Result<(), Problem> {
    let layout = G::LAYOUT;
    lengths([(observation.len(), layout.observation), (actions.len(), layout.actions()), (mask.len(), layout.slots)])?;
    let player = viewer.unwrap_or(Player::FIRST);
    let legal = legal_of(position, acting, player);
    let slots = Slots::of(layout.slots, legal.len(), page);
    slots.mask(mask);
    let output = Output { observation: Some(observation), actions: Some(actions) };
    let view = gauntlet_core::View::new(position, player);
    G::encode(encoder, view, &legal, slots, &mut G::Memory::default(), output);
    Ok(())
}

/// The slots that can be chosen by a player (by default the one to act).
fn offered<H: Served>(position: &H::Game, Looking { acting, viewer }: Looking, page: usize) -> Vec<Offered> {
    let legal = viewer.or(acting).map_or_else(Vec::new, |player| legal_of(position, acting, player));
    let slots = Slots::of(<H::Game as EncodedGame>::LAYOUT.slots, legal.len(), page);
    let used = (0..slots.used()).filter_map(|choice| slots.nth(choice));
    let offered = |slot| match slots.meaning(slot) {
        Some(Meaning::Action(number)) => (slot, Some(H::key(legal[number])), position.describe(legal[number])),
        Some(Meaning::Page(_)) | None => (slot, None, gauntlet_vector::NEXT_PAGE.to_owned()),
    };
    used.map(offered).collect()
}
