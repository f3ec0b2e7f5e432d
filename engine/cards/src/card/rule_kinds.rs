//! Which kinds of question each static ability answers.

use super::Pool;
use crate::ability::{AbilityKind, Affected, OtherPrice, PlayerRule, Replacement, RuleKinds, StaticEffect};
use crate::effect::Modification;
use crate::filter::{Test, Zone};
use crate::keyword::Keywords;

impl Pool {
    /// The kinds of a static ability: for a continuous effect those of the abilities that it gives. What an Aura can enchant isn't a rule
    /// that anybody asks all permanents for.
    pub fn rule_kinds(&self, effect: &StaticEffect) -> RuleKinds {
        match effect {
            StaticEffect::Continuous(affected, changes) => {
                let hidden = matches!(affected, Affected::EachIn(Zone::Hand | Zone::Library, _));
                let own = if hidden { RuleKinds::HIDDEN_CARDS } else { RuleKinds::empty() };
                changes.iter().fold(own, |kinds, change| match change {
                    Modification::AddKeywords(Keywords::FLASH) if hidden => kinds | RuleKinds::FLASH,
                    Modification::AddAbility(id) => match &self.ability(*id).kind {
                        AbilityKind::Static(given) => kinds | as_given(self.rule_kinds(&given.effect)),
                        _ => kinds,
                    },
                    _ => kinds,
                })
            }
            StaticEffect::CantBeBlockedBy { .. }
            | StaticEffect::CantBlockThese { .. }
            | StaticEffect::ReachesThese { .. }
            | StaticEffect::BlocksMore { .. } => RuleKinds::BLOCKS,
            StaticEffect::Protection { .. } | StaticEffect::CantBeTargeted { .. } => RuleKinds::PROTECTION,
            StaticEffect::Helper(_) => RuleKinds::HELPERS,
            StaticEffect::SpellCost { .. } | StaticEffect::AbilityCost { .. } => RuleKinds::COSTS,
            StaticEffect::CombatTax(_) => RuleKinds::COMBAT_TAX,
            StaticEffect::MustAttackSource(_) => RuleKinds::MUST_ATTACK_SOURCE,
            StaticEffect::CombatLimit(..) => RuleKinds::COMBAT_LIMIT,
            StaticEffect::Player(_, rule) => of_player_rule(rule),
            StaticEffect::Replacement(replacement) => of_replacement(replacement),
            StaticEffect::Enchant { .. } => RuleKinds::empty(),
            StaticEffect::KeepsAttached(_) | StaticEffect::LoneAura => RuleKinds::KEEPS_ATTACHED,
            StaticEffect::CounterCap(..) => RuleKinds::COUNTER_CAP,
            StaticEffect::NoCounters { .. } => RuleKinds::NO_COUNTERS,
            StaticEffect::UntapsOnOthersTurns(_) | StaticEffect::MayNotUntap | StaticEffect::ReturnsAsPlayerUntaps => {
                RuleKinds::UNTAPS
            }
            StaticEffect::CantEnter { .. } => RuleKinds::CANT_ENTER,
            StaticEffect::MaySkipTurn => RuleKinds::SKIPPED_STEPS,
            StaticEffect::LookAtExiled => RuleKinds::LOOKS,
            StaticEffect::NoLegendRule(_) => RuleKinds::LEGENDS,
            StaticEffect::Crews { .. } => RuleKinds::CREWS,
            StaticEffect::NoTriggers(..) => RuleKinds::NO_TRIGGERS,
            StaticEffect::TriggersAgain { .. } => RuleKinds::TRIGGERS_AGAIN,
            StaticEffect::Rebound(_)
            | StaticEffect::ExiledAsItResolves(_)
            | StaticEffect::OfNextSpell(..)
            | StaticEffect::MayExert
            | StaticEffect::MayEnlist(_)
            | StaticEffect::Toxic(_)
            | StaticEffect::Dredge(_)
            | StaticEffect::MayBeginOnBattlefield
            | StaticEffect::MayReveal(..)
            | StaticEffect::CantBeCopied
            | StaticEffect::MayRedraw => RuleKinds::OWN,
        }
    }
}

/// What gives others how they themselves enter says how others enter (CR 614.12).
fn as_given(kinds: RuleKinds) -> RuleKinds {
    if kinds.contains(RuleKinds::ENTERS_ITSELF) { kinds | RuleKinds::ENTERING } else { kinds }
}

fn of_player_rule(rule: &PlayerRule) -> RuleKinds {
    match rule {
        PlayerRule::NoMaximumHandSize | PlayerRule::HandSize(_) | PlayerRule::HandSizeChange(_) => RuleKinds::HAND_SIZE,
        PlayerRule::ExtraLands(_) => RuleKinds::EXTRA_LANDS,
        PlayerRule::CantGainLife => RuleKinds::LIFE_GAIN,
        PlayerRule::CantLoseLife => RuleKinds::CANT_LOSE_LIFE,
        PlayerRule::CantLoseGame | PlayerRule::LivesWithoutLife => RuleKinds::CANT_LOSE_GAME,
        PlayerRule::DamageLeaves(_) | PlayerRule::DamageTakesNoLife | PlayerRule::DamagedAsByInfect => {
            RuleKinds::DAMAGE_TAKEN
        }
        PlayerRule::CantCast(_) | PlayerRule::SpellsPerTurn(..) | PlayerRule::SorceryTimeOnly => RuleKinds::CANT_CAST,
        PlayerRule::CantPlayLands(..) => RuleKinds::CANT_PLAY_LANDS,
        PlayerRule::CantActivate(..) | PlayerRule::CantActivateLoyalty | PlayerRule::BoastsTwice(_) => {
            RuleKinds::CANT_ACTIVATE
        }
        PlayerRule::Flash(_) => RuleKinds::FLASH,
        PlayerRule::LoyaltyAnyTime(_) | PlayerRule::LoyaltyTwice(_) => RuleKinds::LOYALTY,
        PlayerRule::Hexproof(_) | PlayerRule::HexproofFrom(_) | PlayerRule::Protection(_) => RuleKinds::HEXPROOF,
        PlayerRule::SpellsUncounterableBy(..) => RuleKinds::UNCOUNTERABLE,
        PlayerRule::CantTransform(_) | PlayerRule::StayFaceDown(_) => RuleKinds::FACE_DOWN,
        PlayerRule::RevealsFirstDrawn(_) => RuleKinds::REVEALED_DRAWS,
        PlayerRule::SkipStep(_) | PlayerRule::SkipExtraTurns => RuleKinds::SKIPPED_STEPS,
        PlayerRule::HandRevealed | PlayerRule::TopCardRevealed | PlayerRule::LookAtTop => RuleKinds::LOOKS,
        PlayerRule::PlayFromTop(_) => RuleKinds::LOOKS.union(RuleKinds::PLAYS_FROM),
        PlayerRule::PlayFromGraveyard(..) | PlayerRule::PlayExiled(..) | PlayerRule::Flashback(_) => {
            RuleKinds::PLAYS_FROM
        }
        PlayerRule::OtherPrice(other) => of_price(other),
        PlayerRule::DrawLimit(_) | PlayerRule::DrawsFromBottom => RuleKinds::DRAWS,
        PlayerRule::UntapLimit(..) => RuleKinds::UNTAPS,
        PlayerRule::DamageCantBePrevented(..) => RuleKinds::UNPREVENTABLE,
        PlayerRule::WalkIgnored(_) => RuleKinds::BLOCKS,
        PlayerRule::LethalByPower => RuleKinds::LETHAL,
        PlayerRule::CantSearch
        | PlayerRule::IgnoresNoSearch
        | PlayerRule::CantSearchOnItsOwn
        | PlayerRule::SearchesTop(_) => RuleKinds::SEARCHES,
        PlayerRule::CannotBeCaused(_) => RuleKinds::NOT_CAUSED,
        PlayerRule::AbilitiesIgnoreSickness => RuleKinds::SICKNESS,
        PlayerRule::ManaDoesntEmpty(_) | PlayerRule::UnspentManaBecomes(_) => RuleKinds::MANA_STAYS,
        PlayerRule::CantBeAttackedBy(..) => RuleKinds::NOT_ATTACKED,
        PlayerRule::LifeForMana(_) => RuleKinds::COSTS,
        PlayerRule::SpendAs(..) => RuleKinds::SPENT_AS,
    }
}

fn of_price(price: &OtherPrice) -> RuleKinds {
    let more = match price.from {
        _ if price.flash => RuleKinds::FLASH,
        Some(Zone::Library) => RuleKinds::LOOKS.union(RuleKinds::PLAYS_FROM),
        Some(_) => RuleKinds::PLAYS_FROM,
        None => RuleKinds::empty(),
    };
    RuleKinds::OTHER_PRICES.union(more)
}

fn of_replacement(replacement: &Replacement) -> RuleKinds {
    match replacement {
        Replacement::Discarded(_) => RuleKinds::DISCARDS,
        Replacement::EntersTapped { what, .. }
        | Replacement::EntersUntapped(what)
        | Replacement::EntersAs(what, _)
        | Replacement::EntersWithCounters { what, .. }
            if !what.tests.contains(&Test::Source) =>
        {
            RuleKinds::ENTERING
        }
        Replacement::EntersTapped { .. }
        | Replacement::EntersPrepared
        | Replacement::EntersUntapped(_)
        | Replacement::EntersAs(..)
        | Replacement::EntersWithCounters { .. }
        | Replacement::AsEnters(_) => RuleKinds::ENTERS_ITSELF,
        Replacement::AsTurnedUp(_) => RuleKinds::OWN,
        Replacement::EntersUnderYours(_) => RuleKinds::ENTERS_UNDER,
        Replacement::Moves { .. } => RuleKinds::MOVES,
        Replacement::Damage { .. } | Replacement::PreventAnd { .. } | Replacement::Redirect { .. } => RuleKinds::DAMAGE,
        Replacement::LifeGain { .. } => RuleKinds::LIFE_GAIN,
        Replacement::Numbered { .. } => RuleKinds::NUMBERED,
        Replacement::Draw { .. } | Replacement::Draws { .. } => RuleKinds::DRAWS,
        Replacement::Tokens { .. } | Replacement::TokensPlus { .. } => RuleKinds::TOKENS,
        Replacement::Counters { .. } => RuleKinds::COUNTERS,
        Replacement::Mana { .. } => RuleKinds::MANA,
    }
}

#[cfg(test)]
mod tests {
    use crate::ability::RuleKinds;
    use crate::card::Pool;
    use crate::mana_ability::{COMPLEX, CONVERTER};
    use crate::text::CardBase;

    const CARDS: &str = "\
name Gate
type Land
text ~ enters tapped.
text {T}: Add {U} or {B}.

name Warden
cost {1}
type Artifact
text Creatures your opponents control enter tapped.

name Lens
cost {1}
type Artifact
text {1}, {T}: Add {U}{B}.
text {T}, Sacrifice ~: Add one mana of any color.
";

    /// CR 614.12: how a permanent itself enters is asked as it does, not of those that are there; and what mana its abilities make is
    /// known of the card.
    #[test]
    fn what_is_known_of_a_card_is_what_its_text_says() {
        let mut base = CardBase::new();
        assert!(base.add_text("cards", CARDS).is_empty());
        let mut pool = Pool::new();
        let mut derived = |name: &str| {
            let id = base.compile(name, &mut pool).expect("it compiles");
            let derived = &pool.card(id).derived;
            (derived.rules, derived.mana_mask)
        };
        assert_eq!(derived("Gate"), (RuleKinds::ENTERS_ITSELF, 0b00110));
        assert_eq!(derived("Warden"), (RuleKinds::ENTERING, 0));
        assert_eq!(derived("Lens"), (RuleKinds::empty(), CONVERTER | COMPLEX));
    }
}
