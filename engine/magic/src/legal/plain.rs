//! What can be done with cards of a hand of which little has to be asked ([`PlainWay`]): most of what is in hands, in most windows.

use gauntlet_cards::ability::RuleKinds;
use gauntlet_cards::card::{AbilityId, CardId, PlainWay};
use gauntlet_cards::filter::Zone;
use gauntlet_cards::keyword::Features;
use gauntlet_core::Player;

use crate::available_mana::AvailableMana;
use crate::evaluate::Eye;
use crate::legal::Attempt;
use crate::state::ObjectId;
use crate::task::{Price, Scope};

/// The rules that say more about what is cast or played from a hand than is written on it.
const SAY_MORE: RuleKinds = RuleKinds::COSTS
    .union(RuleKinds::OTHER_PRICES)
    .union(RuleKinds::CANT_CAST)
    .union(RuleKinds::FLASH)
    .union(RuleKinds::CANT_PLAY_LANDS)
    .union(RuleKinds::CANT_ENTER)
    .union(RuleKinds::HIDDEN_CARDS);

impl Eye<'_> {
    /// Returns whether no effect says more about cards in hands than is written on them.
    pub(super) fn asks_nothing_more(self) -> bool {
        !self.has_rules(SAY_MORE)
            && self.s.commanders.is_empty()
            && self.s.permissions.is_empty()
            && !self.pool.features.contains(Features::SPELL_HELPERS)
    }

    /// Returns whether a card of a player's hand can be cast or played in a plain way while nothing more is asked: the same as
    /// [`Eye::can_begin`]. None, if more has to be known of the player's mana.
    pub(super) fn can_begin_plainly(
        self,
        player: Player,
        card: CardId,
        ability: AbilityId,
        plain: &PlainWay,
        available: &AvailableMana<'_>,
    ) -> Option<bool> {
        let possible = self.is_plainly_possible(player, card, ability, plain, available);
        if cfg!(debug_assertions)
            && let Some(possible) = possible
        {
            let object = self.as_object(card, player, Zone::Hand);
            let activatable = self.pool.activatable(ability);
            let attempt = Attempt { player, id: ObjectId::NONE, object: &object, activatable, price: Price::Own };
            let whole = self.can_begin(attempt, self.sorcery_time(player), available);
            assert_eq!(possible, whole, "a plain way isn't: {activatable:?}");
        }
        possible
    }

    fn is_plainly_possible(
        self,
        player: Player,
        card: CardId,
        ability: AbilityId,
        plain: &PlainWay,
        available: &AvailableMana<'_>,
    ) -> Option<bool> {
        if !plain.any_time && !self.sorcery_time(player) || plain.needs_spell && self.s.stack.is_empty() {
            return Some(false);
        }
        if plain.land {
            return Some(self.s.players[player].lands_played < self.land_plays(player));
        }
        if plain.total > 0 && !available.pays_each(&plain.each, u32::from(plain.total))? {
            return Some(false);
        }
        Some(!plain.aims || self.can_aim_plainly(player, card, ability))
    }

    /// Returns whether there are modes and targets for a card that is cast from a hand (CR 601.2b–c).
    fn can_aim_plainly(self, player: Player, card: CardId, ability: AbilityId) -> bool {
        let object = self.as_object(card, player, Zone::Hand);
        let activatable = self.pool.activatable(ability);
        let attempt = Attempt { player, id: ObjectId::NONE, object: &object, activatable, price: Price::Own };
        // CR 601.2a: it is on the stack by then.
        let eye = Eye { announced: Some((ObjectId::NONE, &object)), ..self };
        let scope = Scope { from: Zone::Hand, ..Scope::of(ObjectId::NONE, player) };
        eye.script_possible(&scope, &activatable.script, &attempt.as_spell())
    }
}
