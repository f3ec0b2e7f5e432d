//! What allows or forbids casting a spell or playing a land, whatever it costs (CR 601.3, 305.2): times, effects, other prices.

use gauntlet_cards::ability::{
    Activatable, ActivatableKind, Affected, Named, OtherPrice, PlayerRule, RuleKinds, StaticEffect, Timing,
};
use gauntlet_cards::effect::Permitted;
use gauntlet_cards::filter::{Step, Test, Zone};
use gauntlet_cards::keyword::Keywords;
use gauntlet_cards::types::{CardTypes, Supertypes};
use gauntlet_cards::walk::Walk;
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::evaluate::Eye;
use crate::legal::Attempt;
use crate::state::{Flags, Object, ObjectId, PlayPermission};
use crate::task::{Price, Scope};

impl Eye<'_> {
    /// Returns whether it is a time at which a player could cast a sorcery (CR 307.1).
    pub(crate) fn sorcery_time(self, player: Player) -> bool {
        self.s.active == player
            && self.s.stack.is_empty()
            && matches!(self.s.step, Step::PrecombatMain | Step::PostcombatMain)
    }

    /// The alternative costs that effects offer for a spell, or a card that would be one (CR 118.9). They are for casting it for
    /// its mana cost only (CR 118.9a).
    pub(crate) fn prices(self, attempt: Attempt<'_>) -> SmallVec<[Price; 2]> {
        let mut prices = SmallVec::new();
        if !self.casts_for_mana_cost(attempt.object, attempt.activatable) {
            return prices;
        }
        self.each_rule_with_id(RuleKinds::OTHER_PRICES, &mut |scope, number, ability| {
            if let StaticEffect::Player(who, PlayerRule::OtherPrice(other)) = &ability.effect
                && self.player_fits(scope, *who, attempt.player)
                && !(other.once && self.used(scope.source, number) > 0)
                // CR 118.6: its own mana cost can't be paid if it has none.
                && !(other.own && attempt.activatable.has_no_mana_cost())
                && self.is_for(other, &attempt)
                && self.is_described_for_price(scope, other, &attempt)
            {
                prices.push(Price::Offered(scope.source, number));
            }
        });
        prices
    }

    /// Returns whether a spell is what an alternative cost is offered for, or the card that it is or was has the keyword that offers it.
    fn is_described_for_price(self, scope: &Scope, other: &OtherPrice, attempt: &Attempt<'_>) -> bool {
        let Attempt { id, object, .. } = *attempt;
        if other.keyword && object.card != object.printed {
            let card = self.as_object(object.printed, object.owner, Zone::Graveyard);
            return self.matches(scope, &other.spells, id, &card);
        }
        self.matches(scope, &other.spells, id, object)
    }

    /// Returns whether this is to cast the card for its mana cost: no other alternative cost can be paid besides one (CR 118.9a).
    pub(crate) fn casts_for_mana_cost(self, object: &Object, way: &Activatable) -> bool {
        way.kind == ActivatableKind::Cast
            && way.named_cost.is_none()
            && way.offering.is_none()
            && !way.down.is_creature()
            && (way.cost.mana.is_some() || way.has_no_mana_cost())
            && way.cost.mana == self.pool.card(way.face.unwrap_or(object.card)).mana_cost
    }

    /// Returns whether a card in a graveyard has lost the abilities that were given to it at a time: to the ability of a permanent that is
    /// newer (CR 613.1f, 613.7a).
    pub(super) fn lost_since(self, card: &Object, since: u32) -> bool {
        let takes = |permanent: &Object| {
            self.pool.card(permanent.card).derived.statics.iter().any(|id| {
                matches!(&self.pool.static_ability(*id).effect,
                    StaticEffect::Continuous(Affected::EachIn(Zone::Graveyard, _), changes)
                        if changes.iter().any(gauntlet_cards::layers::takes_abilities))
            })
        };
        card.is(Flags::LOST_ABILITIES)
            && self.s.permanents().any(|(_, permanent)| permanent.timestamp > since && takes(permanent))
    }

    /// Returns whether what a permission depends on is so.
    pub(super) fn holds_for(self, permission: &PlayPermission) -> bool {
        let Permitted::While(ability) = permission.how else { return true };
        let scope = Scope::of(permission.source, permission.player);
        self.pool.static_ability(ability).condition.as_ref().is_none_or(|asked| self.holds(&scope, asked))
    }

    /// Returns whether an effect lets a player cast a card in a graveyard for a flashback cost that is its mana cost.
    pub(crate) fn flashes_back(self, player: Player, id: ObjectId, way: &Activatable) -> bool {
        let Some(object) = self.s.get(id).filter(|object| object.zone == Zone::Graveyard) else { return false };
        if way.zone == Zone::Graveyard || !self.casts_for_mana_cost(object, way) {
            return false;
        }
        let permission = |permission: &PlayPermission| {
            permission.card == id
                && permission.player == player
                && permission.how == Permitted::Flashback
                && !self.lost_since(object, permission.since)
        };
        let mut found = self.s.permissions.iter().any(permission);
        // CR 601.3e: what it is cast as.
        let played = self.as_played(object, way);
        let played = played.as_ref().unwrap_or(object);
        self.each_rule(RuleKinds::PLAYS_FROM, &mut |scope, ability| {
            if let StaticEffect::Player(who, PlayerRule::Flashback(filter)) = &ability.effect {
                found |= self.player_fits(scope, *who, player) && self.matches(scope, filter, id, played);
            }
        });
        found
    }

    /// Returns whether a player could cast something now only for what an effect offers that lets it be cast as though it had flash
    /// (CR 601.3c).
    pub(crate) fn is_late(self, attempt: Attempt<'_>, sorcery_time: bool) -> bool {
        self.has_rules(RuleKinds::OTHER_PRICES)
            && attempt.price == Price::Own
            && attempt.activatable.kind == ActivatableKind::Cast
            && attempt.activatable.timing == Timing::Sorcery
            && !sorcery_time
            && !self.has_flash(attempt.player, attempt.object)
    }

    /// Returns whether a player may cast what they would have to wait for their main phase with.
    pub(crate) fn has_flash(self, player: Player, object: &Object) -> bool {
        object.characteristics.keywords.contains(Keywords::FLASH) || self.flash_rule(player, object)
    }

    /// Returns whether a player may activate loyalty abilities of a permanent at any time (CR 606.3).
    pub(crate) fn loyalty_any_time(self, player: Player, id: ObjectId, object: &Object) -> bool {
        self.has_rule_about(RuleKinds::LOYALTY, player, (id, object), |rule| match rule {
            PlayerRule::LoyaltyAnyTime(filter) => Some(filter),
            _ => None,
        })
    }

    /// How often an ability of a permanent can be activated each turn, or at all, if that is limited (CR 602.5b): boasting is limited to once
    /// each turn, unless a rule says twice (CR 702.142).
    pub(crate) fn limit_of_uses(self, player: Player, id: ObjectId, object: &Object, way: &Activatable) -> Option<u8> {
        if way.once {
            return Some(1);
        }
        let twice = way.named == Some(Named::Boast)
            && self.has_rule_about(RuleKinds::CANT_ACTIVATE, player, (id, object), |rule| match rule {
                PlayerRule::BoastsTwice(filter) => Some(filter),
                _ => None,
            });
        way.per_turn.map(|limit| if twice { limit.max(2) } else { limit })
    }

    pub(super) fn flash_rule(self, player: Player, object: &Object) -> bool {
        let scope = Scope::of(ObjectId::NONE, player);
        self.player_rule(
            RuleKinds::FLASH,
            player,
            |rule| matches!(rule, PlayerRule::Flash(filter) if self.matches(&scope, filter, ObjectId::NONE, object)),
        )
    }

    /// Returns whether a player can't cast a card, whatever it would cost (CR 601.3).
    pub(crate) fn cast_forbidden(self, player: Player, object: &Object) -> bool {
        self.lacks_legend(player, object) || self.cast_forbidden_by_rule(player, object)
    }

    /// Returns whether it is a legendary instant or sorcery, and the player controls neither a legendary creature nor a legendary
    /// planeswalker (CR 205.4e).
    pub(super) fn lacks_legend(self, player: Player, object: &Object) -> bool {
        let chars = &object.characteristics;
        if !chars.supertypes.contains(Supertypes::LEGENDARY)
            || !chars.types.intersects(CardTypes::INSTANT | CardTypes::SORCERY)
        {
            return false;
        }
        let is_legend = |permanent: &Object| {
            let chars = &permanent.characteristics;
            permanent.controller == player
                && chars.supertypes.contains(Supertypes::LEGENDARY)
                && chars.types.intersects(CardTypes::CREATURE | CardTypes::PLANESWALKER)
        };
        !self.s.permanents().any(|(_, permanent)| is_legend(permanent))
    }

    /// The same as far as it doesn't depend on the X that is yet to be chosen (CR 601.3a).
    pub(super) fn cast_forbidden_for_any_x(self, player: Player, object: &Object) -> bool {
        self.lacks_legend(player, object) || self.forbidden_by(player, object, |rule| !asks_for_mana_value(rule))
    }

    /// Returns whether a rule about mana values says that a player can't cast a card, with the X that the object has.
    pub(crate) fn forbidden_with_x(self, player: Player, object: &Object) -> bool {
        self.forbidden_by(player, object, asks_for_mana_value)
    }

    /// Returns whether a spell that a rule lets a player cast from a graveyard or library, as a card without an X that is chosen, may be cast so
    /// with the X that it has now (CR 202.3e, 601.3a). What else than its mana value the rule asks was so as it was there.
    pub(crate) fn may_come_with_x(self, attempt: &Attempt<'_>) -> bool {
        let Attempt { player, id, object, activatable: way, price } = *attempt;
        let from = object.came_from;
        let permitted = |allowed: &PlayPermission| [allowed.card, allowed.card.moved()].contains(&id);
        if object.x == 0
            || (way.kind, way.zone, price) != (ActivatableKind::Cast, Zone::Hand, Price::Own)
            || !matches!(from, Zone::Graveyard | Zone::Library)
            || !self.has_rules(RuleKinds::PLAYS_FROM)
            || self.s.permissions.iter().any(permitted)
        {
            return true;
        }
        let (mut may, mut asked) = (false, false);
        self.each_rule(RuleKinds::PLAYS_FROM, &mut |scope, ability| {
            let StaticEffect::Player(who, rule) = &ability.effect else { return };
            let filter = match rule {
                PlayerRule::PlayFromTop(filter) if from == Zone::Library => filter,
                PlayerRule::PlayFromGraveyard(rule) if from == Zone::Graveyard => &rule.cards,
                PlayerRule::Flashback(filter) if from == Zone::Graveyard => filter,
                PlayerRule::OtherPrice(_) => return may = true,
                _ => return,
            };
            if !self.player_fits(scope, *who, player) {
                return;
            }
            asked = true;
            let still = |test: &&Test| {
                matches!(test, Test::ManaValue(..) | Test::Types(_) | Test::NotTypes(_) | Test::Subtype(_))
            };
            may |= filter.tests.iter().filter(still).all(|test| self.passes(scope, test, id, object));
        });
        may || !asked
    }

    pub(super) fn cast_forbidden_by_rule(self, player: Player, object: &Object) -> bool {
        self.forbidden_by(player, object, |_| true)
    }

    fn forbidden_by(self, player: Player, object: &Object, such: impl Fn(&PlayerRule) -> bool) -> bool {
        if !self.has_rules(RuleKinds::CANT_CAST) {
            return false;
        }
        let cast = self.s.players[player].spells_cast;
        let mut forbidden = false;
        // "From their hands" is from the hand of whoever casts it (CR 109.5).
        let object = &Object { cast_by: player, ..*object };
        self.each_rule(RuleKinds::CANT_CAST, &mut |scope, ability| {
            if let StaticEffect::Player(who, rule) = &ability.effect
                && self.player_fits(scope, *who, player)
                && such(rule)
            {
                forbidden |= match rule {
                    PlayerRule::CantCast(filter) => self.matches(scope, filter, ObjectId::NONE, object),
                    PlayerRule::SpellsPerTurn(most, filter) if filter.tests.is_empty() => cast >= *most,
                    PlayerRule::SpellsPerTurn(most, filter) => {
                        self.matches(scope, filter, ObjectId::NONE, object)
                            && self.cast_this_turn(scope, player, filter) >= usize::from(*most)
                    }
                    PlayerRule::SorceryTimeOnly => !self.sorcery_time(player),
                    _ => false,
                };
            }
        });
        forbidden
    }

    /// Returns whether a rule says that a player can't play a card as a land.
    pub(crate) fn land_forbidden(self, player: Player, land: &Object) -> bool {
        let mut forbidden = false;
        self.each_rule(RuleKinds::CANT_PLAY_LANDS, &mut |scope, ability| {
            if let StaticEffect::Player(who, PlayerRule::CantPlayLands(filter, from)) = &ability.effect {
                forbidden |= from.is_none_or(|zone| zone == land.zone)
                    && self.player_fits(scope, *who, player)
                    && self.matches(scope, filter, ObjectId::NONE, land);
            }
        });
        forbidden
    }

    /// Returns whether a rule says that a card can't enter the battlefield from where it is (CR 614.17).
    pub(crate) fn kept_where_it_is(self, id: ObjectId, object: &Object) -> bool {
        let mut kept = false;
        self.each_rule(RuleKinds::CANT_ENTER, &mut |scope, ability| {
            if let StaticEffect::CantEnter { what, from } = &ability.effect {
                kept |= from.contains(&object.zone) && self.matches(scope, what, id, object);
            }
        });
        kept
    }

    /// Returns whether a rule says that a player can't activate an ability of an object that isn't a mana ability (CR 602.5).
    pub(crate) fn activation_forbidden(self, player: Player, id: ObjectId, object: &Object, loyalty: bool) -> bool {
        let mut forbidden = false;
        self.each_rule(RuleKinds::CANT_ACTIVATE, &mut |scope, ability| {
            if let StaticEffect::Player(who, PlayerRule::CantActivate(filter, zone)) = &ability.effect {
                forbidden |= zone.is_none_or(|zone| zone == object.zone)
                    && self.player_fits(scope, *who, player)
                    && self.matches(scope, filter, id, object);
            }
            if let StaticEffect::Player(who, PlayerRule::CantActivateLoyalty) = &ability.effect {
                forbidden |= loyalty && self.player_fits(scope, *who, player);
            }
        });
        forbidden
    }

    /// How many lands a player may play this turn (CR 305.2).
    pub(crate) fn land_plays(self, player: Player) -> u8 {
        let mut plays = 1 + self.s.players[player].extra_lands;
        self.each_rule(RuleKinds::EXTRA_LANDS, &mut |scope, ability| {
            if let StaticEffect::Player(who, PlayerRule::ExtraLands(more)) = &ability.effect
                && self.player_fits(scope, *who, player)
            {
                plays += more;
            }
        });
        plays
    }
}

/// Returns whether a rule forbids spells by their mana value, which X is part of (CR 202.3e).
fn asks_for_mana_value(rule: &PlayerRule) -> bool {
    let (PlayerRule::CantCast(filter) | PlayerRule::SpellsPerTurn(_, filter)) = rule else { return false };
    filter.has(|test: &Test| matches!(test, Test::ManaValue(..) | Test::ManaValueIsOdd(_) | Test::SharesManaValue(_)))
}
