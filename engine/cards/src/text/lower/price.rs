//! What is paid for spells in place of their mana costs, or beside them, because an effect says so (CR 118.9).

use super::context::Context;
use super::decline::{Lowered, decline};
use super::filter::unsupported;
use super::frame::{Frame, Item};
use crate::ability::{AbilityKind, FromExile, OtherPrice, PlayerRule as Rule, Static, StaticEffect};
use crate::card::AbilityId;
use crate::cost::{Cost, CostPart};
use crate::effect::{Duration, Instr, Modification, Permitted};
use crate::filter::{Amount, Condition, Filter, Objects, PlayerFilter, Test, Zone};
use crate::text::grammar::cost::{CostPart as Part, PriceWords};
use crate::text::grammar::noun::Noun;
use crate::text::grammar::statics::{PriceStatic, While};
use crate::types::CardTypes;

/// What is paid that counts the mana value of the spell: [`Amount::Event`] is that.
const VALUE: Amount = Amount::Event;

impl Context<'_> {
    /// What is paid in place of a mana cost.
    fn spell_price(&mut self, frame: &mut Frame, spells: Filter, words: &PriceWords) -> Lowered<OtherPrice> {
        let mut price = OtherPrice::mana(spells, None);
        match words {
            PriceWords::Mana { mana } if mana.0.x_count() == 0 => price.mana = Some(mana.0.clone()),
            PriceWords::Mana { .. } => return unsupported("the price", words),
            PriceWords::Energy { n } => price.parts.push(CostPart::Energy(Amount::Const(n.0))),
            PriceWords::LifeValue { .. } => price.parts.push(CostPart::Life(VALUE)),
            PriceWords::EnergyValue { .. } => price.parts.push(CostPart::Energy(VALUE)),
            PriceWords::Discard { what } => {
                price.parts = self.parts(frame, &[Part::Discard { what: what.clone() }])?;
            }
        }
        Ok(price)
    }

    /// Parts of a cost that aren't mana and stand for the same whatever is paid for.
    fn parts(&mut self, frame: &mut Frame, words: &[Part]) -> Lowered<Vec<CostPart>> {
        let mut cost = Cost::default();
        for part in words {
            self.cost_part(frame, part, &mut cost)?;
            let general = cost.parts.last().is_some_and(|part| {
                matches!(
                    part,
                    CostPart::Energy(_)
                        | CostPart::Life(Amount::Const(_))
                        | CostPart::Evidence(_)
                        | CostPart::Discard(..)
                        | CostPart::Sacrifice(..)
                        | CostPart::ExileFromGraveyard(..)
                ) && !part.uses_x()
            });
            if cost.mana.is_some() || !general {
                return unsupported("the price", part);
            }
        }
        // What a part is paid with isn't told from what it is paid for.
        for part in &mut cost.parts {
            if let CostPart::ExileFromGraveyard(_, filter) = part {
                filter.tests.retain(|test| *test != Test::NotSource);
            }
        }
        Ok(cost.parts)
    }

    /// A price as the static ability of no object.
    pub(super) fn price_ability(&mut self, frame: &mut Frame, words: &PriceWords) -> Lowered<AbilityId> {
        let price = self.spell_price(frame, Filter::ANY, words)?;
        Ok(self.as_ability(price))
    }

    fn as_ability(&mut self, price: OtherPrice) -> AbilityId {
        let effect = StaticEffect::Player(PlayerFilter::You, Rule::OtherPrice(price));
        let ability = Static { zone: Zone::Battlefield, condition: None, effect };
        let words = "You may cast it for this rather than its mana cost.".to_owned();
        self.add(words, AbilityKind::Static(Box::new(ability)))
    }

    /// "If you cast a spell this way, pay life equal to its mana value rather than pay its mana cost": said of the cards that the sentence
    /// before lets you play.
    pub(super) fn life_for_them(&mut self, frame: &mut Frame) -> Lowered<()> {
        let price = self.price_of_life();
        match frame.code.items.last_mut() {
            Some(Item::Instr(_, Instr::AllowPlay { how: how @ Permitted::Usual, free: false, .. })) => {
                *how = Permitted::For(price);
                Ok(())
            }
            _ => decline("no earlier sentence casts a spell"),
        }
    }

    fn price_of_life(&mut self) -> AbilityId {
        let parts = vec![CostPart::Life(VALUE)];
        self.as_ability(OtherPrice { parts, ..OtherPrice::default() })
    }

    /// Static abilities that offer another price for spells.
    pub(super) fn price_static(&mut self, frame: &mut Frame, words: &PriceStatic) -> Lowered<Vec<Static>> {
        let rule = |condition, rule| Static {
            zone: Zone::Battlefield,
            condition,
            effect: StaticEffect::Player(PlayerFilter::You, rule),
        };
        Ok(match words {
            PriceStatic::By { cost, noun } => {
                let spells = self.cast_filter(frame, noun)?;
                let parts = self.parts(frame, std::slice::from_ref(cost))?;
                vec![rule(None, Rule::OtherPrice(OtherPrice { spells, parts, ..OtherPrice::default() }))]
            }
            PriceStatic::Once { noun, by } => {
                let spells = self.cast_filter(frame, noun)?;
                let price = OtherPrice { once: true, ..self.spell_price(frame, spells, by)? };
                vec![rule(Some(Condition::TurnOf(PlayerFilter::You)), Rule::OtherPrice(price))]
            }
            PriceStatic::Flash { noun, by } => {
                let spells = self.cast_filter(frame, noun)?;
                let price = OtherPrice { flash: true, ..self.spell_price(frame, spells, by)? };
                vec![rule(None, Rule::OtherPrice(price))]
            }
            // CR 702.74a: what is cast for that cost is sacrificed as it has entered; what it has printed itself is another cost.
            PriceStatic::Evoked { noun, mana } => {
                let spells = self.cast_filter(frame, noun)?;
                let ids = self.definition("When ~ enters, sacrifice it.")?;
                let gained = ids.into_iter().map(Modification::AddAbility).collect();
                let code = vec![Instr::Continuous(Objects::Event, gained, Duration::Indefinite)];
                let gains = Some(self.scripted("It is sacrificed when it enters.", Zone::Stack, Vec::new(), code));
                let price = OtherPrice { gains, ..OtherPrice::mana(spells, Some(mana.0.clone())) };
                vec![rule(None, Rule::OtherPrice(price))]
            }
            PriceStatic::FromTopWithFlash { noun } => {
                let spells = self.cast_filter(frame, noun)?;
                let there = spells.clone().and(Test::CastFrom(vec![Zone::Library]));
                vec![rule(None, Rule::PlayFromTop(spells)), rule(None, Rule::Flash(there))]
            }
            PriceStatic::FromTop { noun, .. } => {
                let spells = self.cast_filter(frame, noun)?;
                let (parts, from) = (vec![CostPart::Life(VALUE)], Some(Zone::Library));
                let lands = Filter::just(Test::Types(CardTypes::LAND));
                let price = OtherPrice { spells, parts, from, ..OtherPrice::default() };
                vec![rule(None, Rule::PlayFromTop(lands)), rule(None, Rule::OtherPrice(price))]
            }
            PriceStatic::Exiled { before, .. } => {
                let condition = before.as_ref().map(|before| self.before(frame, before)).transpose()?;
                let (parts, from) = (vec![CostPart::Life(VALUE)], Some(Zone::Exile));
                let spells = Filter::just(Test::NotTypes(CardTypes::LAND));
                let lands = FromExile::linked(Filter::just(Test::Types(CardTypes::LAND)));
                let price = OtherPrice { spells, parts, from, ..OtherPrice::default() };
                vec![rule(condition.clone(), Rule::PlayExiled(lands)), rule(condition, Rule::OtherPrice(price))]
            }
            PriceStatic::OnceFromGraveyard { noun, by, goes } => {
                let spells = self.cast_filter(frame, noun)?;
                let mut ability = self.graveyard_price(frame, None, spells, &by.parts())?;
                ability.condition = Some(Condition::TurnOf(PlayerFilter::You));
                if let StaticEffect::Player(_, Rule::OtherPrice(price)) = &mut ability.effect {
                    price.once = true;
                    price.exiled = goes.is_some();
                }
                vec![ability]
            }
            PriceStatic::FromGraveyard { before, noun, by } | PriceStatic::FromGraveyardPaying { before, noun, by } => {
                let spells = self.cast_filter(frame, noun)?;
                vec![self.graveyard_price(frame, before.as_ref(), spells, &by.parts())?]
            }
        })
    }

    /// "Each nonland card in your graveyard has escape. The escape cost is equal to the card's mana cost plus ..." (CR 702.138a).
    pub(super) fn escape_static(
        &mut self,
        frame: &mut Frame,
        before: Option<&While>,
        noun: &Noun,
        more: &Part,
    ) -> Lowered<Static> {
        let described = self.noun(frame, noun)?;
        if described.zone != Some(Zone::Graveyard) || described.among.is_some() || described.random {
            return unsupported("what has escape:", noun);
        }
        let mut ability = self.graveyard_price(frame, before, described.filter, std::slice::from_ref(more))?;
        if let StaticEffect::Player(_, Rule::OtherPrice(price)) = &mut ability.effect {
            (price.escape, price.keyword) = (true, true);
        }
        Ok(ability)
    }

    /// CR 702.81a: cards in your graveyard have retrace.
    pub(super) fn retrace_rule(&mut self, cards: Filter) -> StaticEffect {
        let land = Filter::just(Test::Types(CardTypes::LAND));
        let parts = vec![CostPart::Discard(Amount::Const(1), land)];
        let price = OtherPrice { parts, keyword: true, ..from_graveyard(cards) };
        StaticEffect::Player(PlayerFilter::You, Rule::OtherPrice(price))
    }

    /// Cards of your graveyard may be cast for their mana costs and something else.
    fn graveyard_price(
        &mut self,
        frame: &mut Frame,
        before: Option<&While>,
        spells: Filter,
        more: &[Part],
    ) -> Lowered<Static> {
        let condition = before.map(|before| self.before(frame, before)).transpose()?;
        let parts = self.parts(frame, more)?;
        let price = OtherPrice { parts, ..from_graveyard(spells) };
        let effect = StaticEffect::Player(PlayerFilter::You, Rule::OtherPrice(price));
        Ok(Static { zone: Zone::Battlefield, condition, effect })
    }
}

fn from_graveyard(spells: Filter) -> OtherPrice {
    OtherPrice { spells, own: true, from: Some(Zone::Graveyard), ..OtherPrice::default() }
}
