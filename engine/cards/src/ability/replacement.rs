//! Replacement and prevention effects of static abilities (CR 614, 615).

use crate::ability::StaticEffect;
use crate::effect::{Destination, Script};
use crate::filter::{Amount, Condition, CounterKind, Filter, PlayerFilter, Zone};
use crate::ids::{AbilityId, CardId};
use crate::types::Colors;
use crate::walk::Walk;

/// Who or what would put counters somewhere, as a replacement effect asks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum CountersBy {
    /// Whoever and whatever.
    Anything,
    /// An effect, not a cost or a rule of the game.
    Effect,
    /// Such a player (CR 122.6).
    Player(PlayerFilter),
}

/// A replacement or prevention effect of a static ability. Each applies at most once to an event (CR 614.5).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum Replacement {
    /// This card, discarded because of an opponent's spell or ability, goes there instead of to the graveyard.
    Discarded(Destination),
    /// Objects that fit enter tapped (CR 614.12), unless the condition holds.
    EntersTapped {
        /// Which objects.
        what: Filter,
        /// Unless this holds, as it enters.
        unless: Option<Condition>,
    },
    /// The permanent enters prepared (CR 614.1c).
    EntersPrepared,
    /// Objects that fit enter untapped, whatever else says that they enter tapped: their controller has this apply last (CR 616.1), and what
    /// is put onto the battlefield tapped without a replacement effect isn't tapped either.
    EntersUntapped(Filter),
    /// Objects that fit and would enter under an opponent's control enter under yours (CR 616.1b).
    EntersUnderYours(Filter),
    /// Objects that fit enter with counters.
    EntersWithCounters {
        /// Which objects.
        what: Filter,
        /// Which counters.
        kind: CounterKind,
        /// How many.
        amount: Amount,
    },
    /// Objects that fit enter as something more: what they gain is a script that begins with a continuous effect on what the event is about.
    EntersAs(Filter, AbilityId),
    /// As the source enters, a script runs (CR 614.12a): it chooses a colour, pays life or else taps the source, picks what the
    /// source becomes a copy of ([`crate::effect::Modification::CopyOf`] on the source). It runs before the source is on the battlefield.
    AsEnters(Script),
    /// As the source is turned face up, a script runs (CR 614.1e, 708.11).
    AsTurnedUp(Script),
    /// Objects that fit would be put into a zone; they go elsewhere instead.
    Moves {
        /// Which objects.
        what: Filter,
        /// From which zone.
        from: Option<Zone>,
        /// Into which zone they would go.
        to: Zone,
        /// Where they go instead.
        instead: Destination,
        /// What else happens then, with the object as the event's (CR 614.6).
        then: Option<Box<Script>>,
    },
    /// Damage is changed.
    Damage {
        /// From sources that fit.
        source: Filter,
        /// To players who fit.
        to_players: Option<PlayerFilter>,
        /// To permanents that fit.
        to_objects: Option<Filter>,
        /// Combat damage only, noncombat only.
        combat: Option<bool>,
        /// How the amount changes.
        change: NumberChange,
    },
    /// Damage is prevented, and something happens then, with the amount as the event's number (CR 615.5).
    PreventAnd {
        /// From sources that fit.
        source: Filter,
        /// To players who fit.
        to_players: Option<PlayerFilter>,
        /// To permanents that fit.
        to_objects: Option<Filter>,
        /// Combat damage only, noncombat only.
        combat: Option<bool>,
        /// Whether the damage is prevented; else the script happens instead of it (CR 614.1a).
        prevents: bool,
        /// Whether the script asks for the source or for what would have been dealt the damage, so that it happens for each.
        apart: bool,
        /// What happens.
        then: Script,
    },
    /// Damage is dealt to another instead (CR 614.9).
    Redirect {
        /// From sources that fit.
        source: Filter,
        /// To players who fit.
        to_players: Option<PlayerFilter>,
        /// To permanents that fit.
        to_objects: Option<Filter>,
        /// Combat damage only, noncombat only.
        combat: Option<bool>,
        /// To whom; the first of them.
        to: crate::effect::Recipients,
    },
    /// Life gained is changed.
    LifeGain {
        /// The players who gain life.
        player: PlayerFilter,
        /// How the amount changes.
        change: NumberChange,
    },
    /// A script instead of a draw.
    Draw {
        /// The players who would draw.
        player: PlayerFilter,
        /// Not the first card that is drawn in each of the player's own draw steps.
        but_first: bool,
        /// Whether the player may draw all the same.
        optional: bool,
        /// Only the next draw is replaced, and the effect is over then (CR 614.11).
        once: bool,
        /// What happens instead of drawing one card.
        instead: Script,
    },
    /// Draws become more, or somebody else's (CR 614.11, 121.2).
    Draws {
        /// The players who would draw.
        player: PlayerFilter,
        /// All that are drawn at one time, if they are at least that many; each card by itself, if `None`.
        at_once: Option<u8>,
        /// Not the first card that is drawn in each of the player's own draw steps.
        but_first: bool,
        /// What is drawn instead.
        instead: Drawn,
        /// What else happens after it.
        then: Option<Script>,
    },
    /// Tokens created are changed in number.
    Tokens {
        /// Created under whose control.
        player: PlayerFilter,
        /// Which tokens.
        what: Filter,
        /// How the number changes.
        change: NumberChange,
    },
    /// Other tokens are created besides (CR 701.7, 614.1).
    TokensPlus {
        /// Created under whose control.
        player: PlayerFilter,
        /// Besides which tokens.
        what: Filter,
        /// Which others.
        token: CardId,
        /// As many as there are of those; one, if not.
        as_many: bool,
    },
    /// Counters put on permanents and players that fit are changed in number.
    Counters {
        /// On which permanents.
        what: Option<Filter>,
        /// On which players.
        players: Option<PlayerFilter>,
        /// By whom or what.
        by: CountersBy,
        /// Of which kind.
        kind: Option<CounterKind>,
        /// How the number changes.
        change: NumberChange,
    },
    /// How much is milled, scried or proliferated is changed, or cards are drawn instead (CR 614.1a).
    Numbered {
        /// The players who would do it.
        player: PlayerFilter,
        /// What they would do.
        action: NumberedAction,
        /// How the number changes; cards are drawn instead, if `None`.
        change: Option<NumberChange>,
    },
    /// Mana that a permanent that fits produces is changed: this colour instead, or that many times as much.
    Mana {
        /// Tapped permanents that fit.
        what: Filter,
        /// The colour instead.
        color: Option<Colors>,
        /// Times as much.
        times: u8,
        /// If it is that much mana or more, it is one mana of that colour instead.
        one_for: Option<u8>,
    },
}

/// What is done with a number that a replacement effect may change.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum NumberedAction {
    /// Milling one or more cards (CR 701.17).
    Mill,
    /// Scrying one or more cards (CR 701.22).
    Scry,
    /// Proliferating (CR 701.34), once each time.
    Proliferate,
}

/// What is drawn instead of one or several cards.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum Drawn {
    /// Another number of cards, by the same player.
    Number(NumberChange),
    /// Nothing; you draw a card.
    Yours,
    /// The player and you draw a card each.
    Each,
}

/// How a number is replaced.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum NumberChange {
    /// Times that much.
    Times(u8),
    /// Half, rounded up (`true`) or down.
    Half(bool),
    /// That much more.
    Plus(Amount),
    /// That much less, at least 0 (prevention, for damage).
    Minus(Amount),
    /// That much less, at least 0, and of damage nothing is prevented.
    Lower(Amount),
    /// Nothing at all (prevented, for damage).
    Zero,
    /// At most that much.
    AtMost(Amount),
    /// As much is lost, for life that would be gained.
    Lost,
    /// The same by preventing the rest of the damage (CR 615.1).
    Prevents(Box<NumberChange>),
}

impl StaticEffect {
    /// Returns whether it replaces events to which another effect may apply, so that their order may matter (CR 616.1).
    pub fn may_meet_others(&self) -> bool {
        let StaticEffect::Replacement(replacement) = self else { return false };
        !matches!(
            replacement,
            Replacement::EntersTapped { .. }
                | Replacement::EntersPrepared
                | Replacement::EntersUnderYours(_)
                | Replacement::EntersUntapped(_)
                | Replacement::EntersAs(..)
                | Replacement::EntersWithCounters { .. }
                | Replacement::AsEnters(_)
                | Replacement::AsTurnedUp(_)
                | Replacement::Mana { .. }
        )
    }
}
