//! What things are and have as long as the ability works (CR 611.3).

use std::sync::Arc;

use crate::text::grammar::amount::{Amount, WhereX};
use crate::text::grammar::condition::Conditions;
use crate::text::grammar::effect::StillIt;
use crate::text::grammar::keyword::Grant;
use crate::text::grammar::noun::{Head, Noun, Np, Nps, Qual};
use crate::text::grammar::object::{ButMana, LastingItem, LastingVerb, Restriction, Shape, StillTail};
use crate::text::grammar::player::Player;
use crate::text::grammar::series::{Chain, Conjunction, Series};
use crate::text::grammar::statics::While;
use crate::text::grammar::trigger::DamageKind;
use crate::text::grammar::words::Color;
use crate::text::syntax::{Agrees, syntax};

syntax! {
    /// The same after it.
    enum WhileTail {
        AsLongAs { condition: Conditions } = ["as long as" condition];
        If { condition: Conditions } = ["if" condition];
        Unless { condition: Conditions } = ["unless" condition];
        YourTurn = ["during your turn"];
        ExtraTurns = ["during extra turns"];
    }

    /// What is or has something as long as the ability works.
    struct Statement { what: Nps, each: Option<Each>, verbs: Chain<LastingItem> } = [[what singular] each [verbs by what]]
        where |v| v.verbs.items().all(|item| item.dur.is_none()) && (v.each.is_none() || v.what.is_plural());

    /// Said of several things of which the same is true.
    enum Each {
        Each = ["each"];
    }

    /// A second one with a subject of its own.
    enum AlsoStatement {
        ItsAbilities { but: Option<ButMana> } = [", and its activated abilities can't be activated" but];
        AndItsAbilities { but: Option<ButMana> } = ["and its activated abilities can't be activated" but];
        AllBlockIt = ["and all creatures able to block it do so"];
        AllBlockItComma = [", and all creatures able to block it do so"];
        And { statement: Arc<Statement> } = ["and" statement];
        CommaAnd { statement: Arc<Statement> } = [", and" statement];
    }

    /// A paired creature and its partner.
    enum Couple {
        Each = ["each of those creatures"];
        Both = ["both creatures"];
    }

    /// What something has if it is of a color.
    struct GrantIf { grant: Grant, color: Color } = [grant "if it's" color];

    /// What protection doesn't remove.
    enum Kept {
        It = ["~"];
        Auras = ["Auras"];
    }

    /// What things are and have as long as the ability works.
    enum ContinuousStatic {
        Continuous { before: Option<While>, first: Arc<Statement>, more: Option<AlsoStatement>, after: Option<WhileTail>, x: Option<WhereX> } =
            [before first more after x "."]
            where |v| matches!(v, ContinuousStatic::Continuous { before, first, .. } if before.is_some() || !is_card_rule(first));
        ContinuousOr { first: Arc<Statement>, tail: WhileTail, other: Chain<LastingItem> } =
            [first tail ". Otherwise, it" other "."]
            where |v| matches!(v, ContinuousStatic::ContinuousOr { other, .. } if other.items().all(|item| item.dur.is_none()));
        ContinuousOrPrevent { first: Arc<Statement>, tail: WhileTail, kind: DamageKind, np: Np } =
            [first tail ". Otherwise, prevent all" kind "that would be dealt by" [np singular] "."];
        ContinuousSame { first: Arc<Statement>, spells: Noun, cards: Noun } =
            [first ". The same is true for" [spells plural] "and" [cards plural] "."]
            where |v| matches!(v, ContinuousStatic::ContinuousSame { cards, .. } if cards.quals.contains(&Qual::NotOnBattlefield));
        Everything { verbs: Chain<LastingItem> } =
            ["all cards that aren't on the battlefield, spells, and permanents" [verbs plural] "."]
            where |v| matches!(v, ContinuousStatic::Everything { verbs } if verbs.items().all(|item| item.dur.is_none()));
        ContinuousKeeping { first: Arc<Statement>, kept: Kept } = [first ". This effect doesn't remove" kept "."];
        ContinuousStill { first: Arc<Statement>, still: StillIt } = [first "." still];
        Paired { who: Couple, verbs: Chain<LastingItem> } =
            ["as long as ~ is paired with another creature," who [verbs by who] "."]
            where |v| matches!(v, ContinuousStatic::Paired { verbs, .. } if verbs.items().all(|item| item.dur.is_none()));
        ItsA { before: While, shape: Shape, tail: StillTail, more: Option<AlsoStatement> } =
            [before "it's a" [shape singular] [tail singular] more "."];
        ItsOnlyA { before: While, shape: Shape } = [before "it's a" [shape singular] "."];
        ItsAAnd { before: While, shape: Shape, verbs: Chain<LastingItem> } =
            [before "it's a" [shape singular] "and" [verbs singular] "."]
            where |v| matches!(v, ContinuousStatic::ItsAAnd { verbs, .. } if verbs.items().all(|item| item.dur.is_none()));
        ContinuousThenIsA { first: Arc<Statement>, shape: Shape, tail: StillTail } =
            [first ". It's a" [shape singular] [tail singular] "."];
        ContinuousThenAbilities { first: Arc<Statement>, but: Option<ButMana> } =
            [first ". Its activated abilities can't be activated" but "."];
        GetsXAndY { what: Np, x: Amount, y: Amount } =
            [[what singular] "gets|get +X/+Y, where X is" x "and Y is" y "."];
        HasIf { what: Np, grants: Series<GrantIf> } = [[what singular] "has" grants "."]
            where |v| matches!(v, ContinuousStatic::HasIf { grants, .. } if grants.items.len() > 1 && grants.conjunction == Conjunction::And);
        ControlHost { who: Player, head: Head } = [who ["controls|control" by who] "enchanted" [head singular] "."]
            where |v| matches!(v, ContinuousStatic::ControlHost { who: Player::You | Player::Monarch, .. });
    }
}

/// "~ can't be countered" and "~ has flash" are statements about the spell.
fn is_card_rule(statement: &Statement) -> bool {
    use crate::text::grammar::keyword::{Grant, KeywordItem};
    let Statement { what, verbs, .. } = statement;
    let about_casting = match &verbs.first.verb {
        LastingVerb::Restrict { restriction: Restriction::CantBeCountered } => true,
        // CR 702.8a: flash works where the card can be cast from.
        LastingVerb::Has { grants } => matches!(
            grants.items.as_slice(),
            [Grant::Keyword { item: KeywordItem::Plain { keyword } }] if keyword.0 == crate::keyword::Keywords::FLASH
        ),
        _ => false,
    };
    *what == Nps::One { np: Np::Itself } && verbs.rest.is_empty() && about_casting
}

impl Agrees for Couple {
    fn is_plural(&self) -> bool {
        *self == Couple::Both
    }
}
