//! Rules for players.

use super::clause::spent_as;
use super::context::Context;
use super::decline::Lowered;
use super::filter::unsupported;
use super::frame::Frame;
use crate::ability::{FromExile, FromGraveyard, OtherPrice, PlayerRule as Rule};
use crate::effect::SpendOnly;
use crate::effect::SpentAs;
use crate::filter::{Amount, Filter, PlayerFilter, Test, Zone};
use crate::text::grammar::noun::{Noun, Np, Qual, Quant};
use crate::text::grammar::player::{OwnZone, Whose, ZoneRef};
use crate::text::grammar::statics::{Exiled, PlayerRule, Spending, UntapSteps};
use crate::types::CardTypes;

impl Context<'_> {
    pub(super) fn player_rule(
        &mut self,
        frame: &mut Frame,
        player: PlayerFilter,
        rule: &PlayerRule,
    ) -> Lowered<Vec<Rule>> {
        let you = player == PlayerFilter::You;
        let one = |rule: Rule| Ok(vec![rule]);
        match rule {
            PlayerRule::NoMaximum => one(Rule::NoMaximumHandSize),
            PlayerRule::ExtraLand if you => one(Rule::ExtraLands(1)),
            PlayerRule::ExtraLands { n } if you => one(Rule::ExtraLands(n.0 as u8)),
            PlayerRule::CantGainLife => one(Rule::CantGainLife),
            PlayerRule::CantLoseLife => one(Rule::CantLoseLife),
            PlayerRule::Hexproof => one(Rule::Hexproof(true)),
            PlayerRule::Shroud => one(Rule::Hexproof(false)),
            PlayerRule::ExtraLandDuring | PlayerRule::ExtraLandOnTheirs if !you => one(Rule::ExtraLands(1)),
            PlayerRule::HandSizeIs { n } => one(Rule::HandSize(Amount::Const(n.0))),
            PlayerRule::HandSizeReduced { n } => one(Rule::HandSizeChange(Amount::Const(-n.0))),
            PlayerRule::ManaStays => one(Rule::ManaDoesntEmpty(None)),
            PlayerRule::ManaColorStays { color } => one(Rule::ManaDoesntEmpty(Some(color.0))),
            PlayerRule::CantCast { noun }
            | PlayerRule::CantCastYourTurn { noun }
            | PlayerRule::CantCastInCombat { noun } => {
                one(Rule::CantCast(self.spells(frame, noun, "what can't be cast:")?))
            }
            PlayerRule::CantCastMore { noun } => one(self.spells_per_turn(frame, 1, noun)?),
            PlayerRule::CantCastMany { n, noun } => one(self.spells_per_turn(frame, n.0 as u8, noun)?),
            PlayerRule::OwnTurnsOnly | PlayerRule::YourTurnOnly => one(Rule::CantCast(Filter::ANY)),
            PlayerRule::SorceryTimeOnly if !you => one(Rule::SorceryTimeOnly),
            PlayerRule::CantPlayLands => one(Rule::CantPlayLands(Filter::ANY, None)),
            PlayerRule::CantPlayLandsNamed { noun } => one(self.cant_play_lands(frame, noun)?),
            PlayerRule::CantPlayOrCastFrom { zone: ZoneRef::Of { whose: Whose::Your, zone: OwnZone::Hand } } if you => {
                let spells = Filter::just(Test::CastFrom(vec![Zone::Hand]));
                Ok(vec![Rule::CantPlayLands(Filter::ANY, Some(Zone::Hand)), Rule::CantCast(spells)])
            }
            PlayerRule::CantCastOrActivateAny { noun } => Ok(vec![
                Rule::CantCast(self.spells(frame, noun, "what can't be cast:")?),
                Rule::CantActivate(Filter::ANY, None),
            ]),
            PlayerRule::CantCastOrLoyalty { noun } => {
                let spells = self.spells(frame, noun, "what can't be cast:")?;
                Ok(vec![Rule::CantCast(spells), Rule::CantActivateLoyalty])
            }
            PlayerRule::CantActivateLoyalty => one(Rule::CantActivateLoyalty),
            PlayerRule::CantActivate => one(Rule::CantActivate(Filter::ANY, None)),
            PlayerRule::AnyColor => one(Rule::SpendAs(
                SpentAs::AnyColor,
                self.pool.add_spend_rule(SpendOnly { anything: true, ..SpendOnly::default() }),
            )),
            PlayerRule::AnyColorTo { uses } | PlayerRule::AnyTypeTo { uses } => {
                let any_type = matches!(rule, PlayerRule::AnyTypeTo { .. });
                let only = self.spend_uses(frame, uses)?;
                let how = if any_type { SpentAs::AnyType } else { SpentAs::AnyColor };
                one(Rule::SpendAs(how, self.pool.add_spend_rule(only)))
            }
            PlayerRule::LivesOn => one(Rule::LivesWithoutLife),
            PlayerRule::CantLose if you => one(Rule::CantLoseGame),
            PlayerRule::LoyaltyAnyTime if you => one(Rule::LoyaltyAnyTime(Filter::just(Test::Source))),
            PlayerRule::LoyaltyAnyTurn { np: Np::Itself } if you => {
                one(Rule::LoyaltyAnyTime(Filter::just(Test::Source)))
            }
            PlayerRule::LoyaltyTwice { np: Np::Itself } if you => one(Rule::LoyaltyTwice(Filter::just(Test::Source))),
            PlayerRule::LoyaltyAnyTurn { np: Np::Quant { quant: Quant::Bare, noun } }
            | PlayerRule::LoyaltyTwice { np: Np::Quant { quant: Quant::Bare, noun } }
                if you =>
            {
                let described = self.noun(frame, noun)?;
                if !described.describes_permanents() {
                    return unsupported("whose abilities are activated:", noun);
                }
                one(match rule {
                    PlayerRule::LoyaltyTwice { .. } => Rule::LoyaltyTwice(described.filter),
                    _ => Rule::LoyaltyAnyTime(described.filter),
                })
            }
            PlayerRule::Flash { noun } if you => one(Rule::Flash(self.spells(frame, noun, "what has flash:")?)),
            PlayerRule::CastFree { noun } if you => {
                let spells = self.cast_filter(frame, noun)?;
                one(Rule::OtherPrice(OtherPrice::mana(spells, None)))
            }
            PlayerRule::RevealHand if you => one(Rule::HandRevealed),
            PlayerRule::RevealTheirHand | PlayerRule::RevealHands if !you => one(Rule::HandRevealed),
            PlayerRule::RevealTop if you => one(Rule::TopCardRevealed),
            PlayerRule::RevealTops => one(Rule::TopCardRevealed),
            PlayerRule::PlayFromTop if you => one(Rule::PlayFromTop(Filter::just(Test::Types(CardTypes::LAND)))),
            PlayerRule::PlayLandsFromGraveyard if you => {
                one(Rule::PlayFromGraveyard(FromGraveyard::all(Filter::just(Test::Types(CardTypes::LAND)))))
            }
            PlayerRule::CastFromGraveyard { noun } if you => {
                one(Rule::PlayFromGraveyard(FromGraveyard::all(self.cast_filter(frame, noun)?)))
            }
            PlayerRule::PlayAllFromGraveyard { noun } if you => {
                let spells = self.cast_filter(frame, noun)?;
                let lands = Filter::just(Test::Types(CardTypes::LAND));
                one(Rule::PlayFromGraveyard(FromGraveyard::all(Filter::just(Test::AnyOf(vec![lands, spells])))))
            }
            PlayerRule::CastFromTop { noun } if you => one(Rule::PlayFromTop(self.cast_filter(frame, noun)?)),
            PlayerRule::CastTwoFromTop { a, b } if you => {
                let kinds = vec![self.cast_filter(frame, a)?, self.cast_filter(frame, b)?];
                one(Rule::PlayFromTop(Filter::just(Test::AnyOf(kinds))))
            }
            PlayerRule::PlayAllFromTop { noun } if you => {
                let spells = self.cast_filter(frame, noun)?;
                let lands = Filter::just(Test::Types(CardTypes::LAND));
                one(Rule::PlayFromTop(Filter::just(Test::AnyOf(vec![lands, spells]))))
            }
            PlayerRule::LookAtTop if you => one(Rule::LookAtTop),
            PlayerRule::DrawOne => one(Rule::DrawLimit(1)),
            PlayerRule::DrawNone => one(Rule::DrawLimit(0)),
            PlayerRule::DrawAndGainNothing => Ok(vec![Rule::DrawLimit(0), Rule::CantGainLife]),
            PlayerRule::CantUntapMore { n, noun, when } if you == (*when == UntapSteps::Your) => {
                let described = self.noun(frame, noun)?;
                if !described.describes_permanents() {
                    return unsupported("what untaps:", noun);
                }
                one(Rule::UntapLimit(n.0 as u8, described.filter))
            }
            PlayerRule::DrawsFromBottom if you => one(Rule::DrawsFromBottom),
            PlayerRule::CantSearch => one(Rule::CantSearch),
            _ => unsupported("the rule", rule),
        }
    }

    /// Cards in exile that you may play.
    pub(super) fn exiled_rule(
        &mut self,
        frame: &mut Frame,
        what: &Exiled,
        spending: Option<&Spending>,
    ) -> Lowered<Rule> {
        let lands = || Filter::just(Test::Types(CardTypes::LAND));
        let mana = spending.map_or(SpentAs::Itself, |spending| spent_as(&spending.how));
        let (cards, linked) = match what {
            Exiled::Cards => (Filter::ANY, true),
            Exiled::All { noun } => (Filter::just(Test::AnyOf(vec![lands(), self.cast_filter(frame, noun)?])), true),
            Exiled::Spells { noun } => (self.cast_filter(frame, noun)?, true),
            Exiled::Lands => (lands(), true),
            Exiled::InExile { noun } => {
                let (spells, cards) = from_among(noun)?;
                let mut fit = self.cast_filter(frame, &spells)?;
                let described = self.noun(frame, cards)?;
                if described.zone != Some(Zone::Exile) || described.among.is_some() || described.random {
                    return unsupported("what can be cast:", noun);
                }
                fit.tests.extend(described.filter.tests);
                (fit, false)
            }
        };
        Ok(Rule::PlayExiled(FromExile { cards, linked, mana }))
    }

    /// How many spells of a kind can be cast each turn.
    pub(super) fn spells_per_turn(&mut self, frame: &mut Frame, most: u8, noun: &Noun) -> Lowered<Rule> {
        let spells = self.spells(frame, noun, "what can't be cast:")?;
        Ok(Rule::SpellsPerTurn(most, spells))
    }

    /// The lands that a noun describes can't be played: as cards, wherever they would be played from, or only from the zone that it says.
    pub(super) fn cant_play_lands(&mut self, frame: &mut Frame, noun: &Noun) -> Lowered<Rule> {
        let described = self.noun(frame, noun)?;
        let from = described.zone.filter(|zone| *zone != Zone::Battlefield);
        let known = matches!(from, None | Some(Zone::Graveyard | Zone::Hand)) && described.also.is_none();
        if described.types != CardTypes::LAND || !known || described.among.is_some() || described.random {
            return unsupported("what can't be played:", noun);
        }
        Ok(Rule::CantPlayLands(described.filter, from))
    }

    /// Cards that can be cast as spells that a noun describes: no lands.
    pub(super) fn cast_filter(&mut self, frame: &mut Frame, noun: &Noun) -> Lowered<Filter> {
        let spells = self.spells(frame, noun, "what can be cast:")?;
        Ok(spells.and(Test::NotTypes(CardTypes::LAND)))
    }

    /// The spells that a noun describes, without saying that they are spells. `what`: for the message if they are none.
    pub(super) fn spells(&mut self, frame: &mut Frame, noun: &Noun, what: &str) -> Lowered<Filter> {
        let described = self.noun(frame, noun)?;
        if !described.spell {
            return unsupported(what, noun);
        }
        let mut filter = described.filter;
        filter.tests.retain(|test| *test != Test::Spell);
        Ok(filter)
    }
}

/// "Spells from among cards in exile": the spells, and the cards that they are among.
fn from_among(noun: &Noun) -> Lowered<(Noun, &Noun)> {
    let mut spells = noun.clone();
    spells.quals.retain(|qual| !matches!(qual, Qual::FromAmongCards { .. }));
    let among = noun.quals.iter().find_map(|qual| match qual {
        Qual::FromAmongCards { noun } => Some(&**noun),
        _ => None,
    });
    match among {
        Some(cards) => Ok((spells, cards)),
        None => unsupported("what can be cast:", noun),
    }
}
