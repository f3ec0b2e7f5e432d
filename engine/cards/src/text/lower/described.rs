//! What a noun describes, and what of it the words after it can refer to.

use super::decline::{Lowered, decline};
use crate::effect::Together;
use crate::filter::{Filter, Objects, Test, Zone};
use crate::keyword::KeywordName;
use crate::text::grammar::noun::ZoneJoin;
use crate::types::CardTypes;
use crate::walk::Walk;

/// What a noun describes.
#[derive(Clone, Debug, Default)]
pub(super) struct Described {
    pub(super) filter: Filter,
    /// Where; `None` if the noun doesn't say ("card").
    pub(super) zone: Option<Zone>,
    pub(super) types: CardTypes,
    pub(super) card: bool,
    pub(super) spell: bool,
    pub(super) token: bool,
    pub(super) source: bool,
    /// The player that the description names as its controller or owner: "an opponent controls".
    pub(super) named: Option<Named>,
    /// Chosen at random.
    pub(super) random: bool,
    /// Or in this zone too, if that is joined to the other by this word.
    pub(super) also: Option<(Zone, ZoneJoin)>,
    /// Chosen by an opponent.
    pub(super) opponent_chooses: bool,
    /// What is said of all of them together.
    pub(super) together: Together,
    /// Or it is a spell: how many tests say what permanent it is.
    pub(super) or_spell: Option<usize>,
    /// Of which cards, if it says "from among them".
    pub(super) among: Option<Objects>,
}

/// Which player a description names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Named {
    Controller,
    Owner,
}

impl Described {
    /// Returns whether permanents are described: neither cards nor sources, which can be elsewhere (CR 109.2).
    pub(super) fn is_permanent(&self) -> bool {
        self.zone == Some(Zone::Battlefield) && !self.source && !self.card
    }

    /// Returns whether a filter and a zone say all: nothing is said of several together, of other zones or of who chooses.
    pub(super) fn is_plain(&self) -> bool {
        let several = self.or_spell.is_some() || self.also.is_some() || self.opponent_chooses;
        !several && self.among.is_none() && !self.random && !self.together.is_asked()
    }

    /// Returns whether permanents are described by a filter alone: not at random, nor from among others.
    pub(super) fn describes_permanents(&self) -> bool {
        self.zone == Some(Zone::Battlefield) && !self.random && self.among.is_none()
    }

    /// What deals damage or has an ability, described as a permanent or a source: "a creature" isn't a creature card whose ability it is
    /// (CR 109.2).
    pub(super) fn as_source(&self) -> Filter {
        let filter = self.filter.clone();
        if self.is_permanent() { filter.and(Test::Permanent) } else { filter }
    }

    /// Returns whether what is described are all cards that the source has exiled (CR 607.2a).
    pub(super) fn is_exiled_with_source(&self) -> bool {
        let with = |test: &Test| matches!(test, Test::Is(objects) if **objects == Objects::ExiledWithSource);
        self.zone == Some(Zone::Exile) && matches!(self.filter.tests.as_slice(), [only] if with(only))
    }
}

impl Described {
    /// Cards in graveyards, and spells, may have been given flashback for a turn, which isn't asked.
    pub(super) fn refuse_given_flashback(&self) -> Lowered<()> {
        let flashback = |test: &Test| *test == Test::HasKeywordNamed(KeywordName::Flashback);
        let elsewhere = self.spell || matches!(self.zone, Some(Zone::Graveyard | Zone::Stack));
        match elsewhere && self.filter.has(flashback) {
            true => decline("what was given flashback isn't asked"),
            false => Ok(()),
        }
    }
}
