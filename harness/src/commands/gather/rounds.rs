//! Versions of a deck whose bouts are played elsewhere: what `compare` and `deck tune` need of a cluster. The command stays on the driver and decides
//! which bouts are next; workers have the field, are told versions and bouts, and hand back scores.

use std::io;
use std::num::NonZeroU32;
use std::ops::Range;
use std::path::Path;

use gauntlet_core::Seed;
use serde::{Deserialize, Serialize};

use super::luggage::Luggage;
use super::notes::Notes;
use super::parcel::same_version;
use crate::PROGRAM;
use crate::commands::session::Watch;
use crate::error::Error;
use crate::host::Host;
use crate::host::knows::{Assumed, KnowsArgs, Told};
use crate::host::options::{BattleArgs, DeckArgs, Limits, LoadArgs};
use crate::play::threads;
use crate::play::versions::{Bout, Player, Score, Versions};

/// What workers need of versions and their opponents, once for all bouts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sent {
    gauntlet: String,
    /// The game's name.
    pub game: String,
    luggage: Luggage,
    /// The cards that the game has, if they were chosen; and their texts, if they aren't in the program.
    only: Option<(Vec<String>, Vec<String>)>,
    min_cards: Option<NonZeroU32>,
    manual_mana: bool,
    knows: Told,
    /// The lists that agents are told of, for a host that has no decks.
    assumed: Option<Assumed>,
    battle: BattleArgs,
    limits: (u32, u64),
    seed: String,
    cards: String,
    opponents: Vec<Player>,
    unpaired: bool,
}

/// Versions, and bouts of theirs.
#[derive(Serialize, Deserialize)]
struct Asked {
    versions: Vec<Player>,
    bouts: Vec<Bout>,
}

/// What a worker hands in.
#[derive(Serialize, Deserialize)]
struct Piece {
    scores: Vec<Score>,
    /// What the agents wrote down.
    notes: Notes,
}

fn text(value: &impl Serialize) -> Result<Vec<u8>, Error> {
    Ok(serde_json::to_vec(value).map_err(io::Error::from)?)
}

fn read<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, Error> {
    serde_json::from_slice(bytes)
        .map_err(|error| Error::input(format!("this isn't what gauntlet {PROGRAM} sends to be played: {error}")))
}

/// Versions and bouts for [`UnpackedVersions::play`].
///
/// # Errors
/// None in practice: there is only text and numbers.
pub fn request<H: Host>(versions: &Versions<H>, bouts: &[Bout]) -> Result<Vec<u8>, Error> {
    text(&Asked { versions: versions.versions.clone(), bouts: bouts.to_vec() })
}

/// The scores of that many bouts that workers handed in piece by piece. What agents wrote down there is added to what they have written down here.
///
/// # Errors
/// If they are none, or not as many, or what was written down can't be kept.
pub fn scores<H: Host>(versions: &Versions<H>, pieces: &[Vec<u8>], bouts: usize) -> Result<Vec<Score>, Error> {
    let mut scores = Vec::with_capacity(bouts);
    for piece in pieces {
        let piece: Piece = read(piece)?;
        piece.notes.add(&versions.pilots)?;
        scores.extend(piece.scores);
    }
    match scores.len() == bouts {
        true => Ok(scores),
        false => Err(Error::input(format!("there are scores of {} bouts, not of {bouts}", scores.len()))),
    }
}

impl Sent {
    /// What there is to send of versions, whose decks were read with these options.
    ///
    /// # Errors
    /// If a file can't be read, or a card can't be written.
    pub fn of<H: Host>(versions: &Versions<H>, load: &LoadArgs) -> Result<Sent, Error> {
        Ok(Sent {
            gauntlet: PROGRAM.to_owned(),
            game: H::NAME.to_owned(),
            luggage: Luggage::of(&versions.host, load, &versions.pilots)?,
            only: versions.only.as_ref().map(|names| {
                let texts = H::PARTS.lists.texts(&versions.host, &[names.clone(), Vec::new()]);
                (names.clone(), texts)
            }),
            min_cards: load.decks.min_cards,
            manual_mana: load.manual_mana,
            knows: load.knows.knows,
            assumed: versions.host.assumed(),
            battle: load.battle.clone(),
            limits: (versions.limits.turns, versions.limits.actions),
            seed: versions.seed.to_hex(),
            cards: versions.cards.clone(),
            opponents: versions.opponents.clone(),
            unpaired: versions.unpaired,
        })
    }

    /// The same as bytes.
    ///
    /// # Errors
    /// None in practice: there is only text and numbers.
    pub fn bytes(&self) -> Result<Vec<u8>, Error> {
        text(self)
    }

    /// What these bytes are.
    ///
    /// # Errors
    /// If they are none, or another version's: versions may play differently.
    pub fn read(bytes: &[u8]) -> Result<Sent, Error> {
        let sent: Sent = read(bytes)?;
        same_version(&sent.gauntlet)?;
        Ok(sent)
    }
}

/// Versions and their opponents in a worker.
pub struct UnpackedVersions<H: Host>(Versions<H>);

impl<H: Host> UnpackedVersions<H> {
    /// Unpacks what was sent into a folder, which is only needed until this returns.
    ///
    /// # Errors
    /// If files can't be written, or what is in it isn't what was put into it.
    pub fn new(sent: Sent, folder: &Path) -> Result<UnpackedVersions<H>, Error> {
        let Sent { luggage, only, min_cards, manual_mana, knows, assumed, battle, limits, seed, cards, .. } = sent;
        let there = luggage.unpack(folder)?;
        // What decks are made of was seen to where they come from.
        let load = |cards| LoadArgs {
            decks: DeckArgs { cards, min_cards, any_deck: true },
            manual_mana,
            knows: KnowsArgs { knows, field_of: there.field.clone() },
            battle,
            ..LoadArgs::default()
        };
        let host = match &only {
            Some((names, texts)) => {
                let lists = &H::PARTS.lists;
                let host = match texts.as_slice() {
                    [] => lists.with_cards(&[], Some(names))?,
                    texts => lists.with_texts(texts, Path::new("the cards that were sent"), names)?,
                };
                let host = if manual_mana { H::PARTS.lists.with_manual_mana(host)? } else { host };
                match &assumed {
                    Some(assumed) => host.assuming(assumed)?,
                    None => host,
                }
            }
            None => H::load(&there.decks, &load(there.cards.clone()))?,
        };
        there.check(&host)?;
        // The driver has seen to it that they can play.
        let registry = H::agents().remembering(there.recorded);
        let seed = Seed::from_hex(&seed).ok_or_else(|| Error::input("there is no such seed"))?;
        Ok(UnpackedVersions(Versions {
            limits: Limits { turns: limits.0, actions: limits.1 },
            pilots: [registry.resolve(&there.agents[0])?, registry.resolve(&there.agents[1])?],
            seed,
            cards,
            opponents: sent.opponents,
            versions: Vec::new(),
            unpaired: sent.unpaired,
            left_out: Vec::new(),
            only: only.map(|(names, _)| names),
            host,
        }))
    }

    /// Plays bouts of a [`request`], by their places in it; the scores for [`scores`]. Nothing if it was stopped.
    ///
    /// # Errors
    /// If that isn't a request, threads can't be started, or no game can be played with an agent.
    pub fn play(
        &mut self,
        request: &[u8],
        bouts: Range<usize>,
        threads: usize,
        watch: Watch<'_>,
    ) -> Result<Option<Vec<u8>>, Error> {
        let asked: Asked = read(request)?;
        let own = asked.bouts.get(bouts.clone());
        let own = own.ok_or_else(|| Error::input(format!("there are no bouts {bouts:?} of {}", asked.bouts.len())))?;
        self.0.versions = asked.versions;
        let there = |bout: &Bout| bout.version < self.0.versions.len() && bout.opponent < self.0.opponents.len();
        if !own.iter().all(there) {
            return Err(Error::input("a bout is of a version or an opponent that wasn't sent"));
        }
        // What a piece that came to nothing left behind is no one's.
        Notes::taken(&self.0.pilots);
        let pool = threads::start(threads)?;
        let scores = self.0.play_all(own, &pool, watch.stop, watch.progress)?;
        let notes = Notes::taken(&self.0.pilots);
        scores.map(|scores| text(&Piece { scores, notes })).transpose()
    }
}
