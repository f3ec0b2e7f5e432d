//! Keywords that are additional costs (CR 601.2b).

use crate::card::AbilityId;
use crate::cost::{Cost, CostPart, OptionalCost};
use crate::filter::{Amount, Comparison, Filter, Objects, Test};
use crate::text::grammar::keyword::KeywordItem;
use crate::text::keywords::CastingKeyword;
use crate::text::lower::context::Context;
use crate::text::lower::decline::Lowered;
use crate::text::lower::filter::unsupported;
use crate::types::CardTypes;

impl Context<'_> {
    /// CR 702.33: kicker and multikicker.
    pub(super) fn kicker(&mut self, casting: CastingKeyword, cost: Cost, text: String) -> Lowered<Vec<AbilityId>> {
        let repeat = casting == CastingKeyword::Multikicker;
        // CR 107.3m: X is what was chosen for it, and 0 if it wasn't paid.
        self.has_x |= cost.mana.as_ref().is_some_and(|mana| mana.x_count() > 0);
        self.casting.optional.push(OptionalCost { cost, repeat, kicks: true, text });
        Ok(Vec::new())
    }

    /// CR 702.78a.
    pub(super) fn conspire(&mut self, text: String) -> Lowered<Vec<AbilityId>> {
        let alike = Test::SharesColor(Box::new(Objects::Source));
        let creature = Filter { tests: vec![Test::Types(CardTypes::CREATURE), alike] };
        let place = self.casting.optional.len() as u8;
        let cost = Cost { mana: None, parts: vec![CostPart::TapPermanents(Amount::Const(2), creature)] };
        self.casting.optional.push(OptionalCost { cost, repeat: false, kicks: false, text });
        self.if_paid(place, "When you cast ~, copy it. You may choose new targets for the copy.")
    }

    /// CR 702.27a, 601.2b: an additional cost, whatever else the spell is cast for.
    pub(super) fn buyback(&mut self, cost: Cost, text: String) -> Lowered<Vec<AbilityId>> {
        self.casting.buyback = Some(self.casting.optional.len() as u8);
        self.casting.optional.push(OptionalCost { cost, repeat: false, kicks: false, text });
        Ok(Vec::new())
    }

    /// CR 702.166a.
    pub(super) fn bargain(&mut self, text: String) -> Lowered<Vec<AbilityId>> {
        let artifact = Filter::just(Test::Types(CardTypes::ARTIFACT | CardTypes::ENCHANTMENT));
        let fodder = Filter::just(Test::AnyOf(vec![artifact, Filter::just(Test::Token)]));
        let part = CostPart::Sacrifice(Amount::Const(1), fodder);
        self.casting.bargain = Some(self.casting.optional.len() as u8);
        let cost = Cost { mana: None, parts: vec![part] };
        self.casting.optional.push(OptionalCost { cost, repeat: false, kicks: false, text });
        Ok(Vec::new())
    }

    /// CR 702.175a.
    pub(super) fn offspring(&mut self, cost: Cost, text: String) -> Lowered<Vec<AbilityId>> {
        let place = self.casting.optional.len() as u8;
        self.casting.optional.push(OptionalCost { cost, repeat: false, kicks: false, text });
        self.if_paid(place, "When ~ enters, create a token that's a copy of it, except it's 1/1.")
    }

    /// CR 702.153a.
    pub(super) fn casualty(&mut self, item: &KeywordItem, text: String) -> Lowered<Vec<AbilityId>> {
        let KeywordItem::Number { n, .. } = item else { return unsupported("the keyword", item) };
        let power = Test::Power(Comparison::AtLeast, Amount::Const(n.0));
        let creature = Filter { tests: vec![Test::Types(CardTypes::CREATURE), power] };
        let place = self.casting.optional.len() as u8;
        let cost = Cost { mana: None, parts: vec![CostPart::Sacrifice(Amount::Const(1), creature)] };
        self.casting.optional.push(OptionalCost { cost, repeat: false, kicks: false, text });
        self.if_paid(place, "When you cast ~, copy it. You may choose new targets for the copy.")
    }

    /// CR 702.56a, 702.157a: replicate and squad.
    pub(super) fn paid_any_number_of_times(
        &mut self,
        casting: CastingKeyword,
        cost: Cost,
        text: String,
    ) -> Lowered<Vec<AbilityId>> {
        let place = self.casting.optional.len() as u8;
        self.casting.optional.push(OptionalCost { cost, repeat: true, kicks: false, text });
        let definition = if casting == CastingKeyword::Squad {
            "When ~ enters, create a token that's a copy of it for each time its squad cost was paid."
        } else {
            "When you cast ~, copy it for each time its replicate cost was paid. You may choose new targets for the copies."
        };
        self.if_paid(place, definition)
    }
}
