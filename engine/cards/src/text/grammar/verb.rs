//! What players do: verbs whose subject is a player, in the imperative or with the subject named.

mod cards;
mod changes;
mod choices;
mod counters;
mod keyword_actions;
mod library;
mod life;
mod look;
mod mana;
mod moves;
mod permanents;
mod piles;
mod spells;
mod tokens;
mod turns;

use crate::text::grammar::amount::{Amount, ForEach, Num};
use crate::text::grammar::cost::CostPart;
use crate::text::grammar::noun::{HowMany, Noun, Np, Qual, Quant};
use crate::text::grammar::object::{Divided, InThisTurn};
use crate::text::grammar::player::Player;
use crate::text::grammar::tense::SelfOrIt;
use crate::text::grammar::trigger::DamageKind;
use crate::text::grammar::words::{Digits, Mana};
use crate::text::syntax::syntax;

pub(crate) use self::cards::{CardVerb, Cards, Discard};
pub(crate) use self::changes::{BaseOf, BaseTo, ChangeVerb, Rewording};
pub(crate) use self::choices::{ChooseVerb, ColorBut, KindWord, NameOf, NumberBetween, TypeBut};
pub(crate) use self::counters::CountersVerb;
pub(crate) use self::keyword_actions::{KeywordVerb, OftenDone, Repeated};
pub(crate) use self::library::{LibraryVerb, OwnCards};
pub(crate) use self::life::{Life, LifeVerb};
pub(crate) use self::look::LookVerb;
pub(crate) use self::mana::{ManaAdded, ManaVerb};
pub(crate) use self::moves::{Choice, Dest, ExileHow, MoveVerb, Order, ReturnDest, Side, Tapped, WithCounters};
pub(crate) use self::permanents::PermanentVerb;
pub(crate) use self::piles::PileVerb;
pub(crate) use self::spells::{CastHow, CopyNp, SpellVerb, Times};
pub(crate) use self::tokens::TokenVerb;
pub(crate) use self::turns::TurnVerb;

syntax! {
    /// The price of preventing something.
    enum Unless {
        Pays { who: Player, mana: Mana, each: Option<ForEach> } = ["unless" who ["pays|pay" by who] mana each];
        PaysBoth { who: Player, mana: Mana, n: Num } = ["unless" who ["pays|pay" by who] mana "and" n "life"];
        PaysPlus { who: Player, mana: Mana, more: Mana, each: ForEach } =
            ["unless" who ["pays|pay" by who] mana "plus an additional" more each];
        PaysLife { who: Player, n: Num, each: Option<ForEach> } = ["unless" who ["pays|pay" by who] n "life" each];
        PaysLifeEqual { who: Player, amount: Amount } = ["unless" who ["pays|pay" by who] "life equal to" amount];
        Sacrifices { who: Player, what: Np, choice: Option<Choice>, each: Option<ForEach> } =
            ["unless" who ["sacrifices|sacrifice" by who] [what singular] choice each];
        SacrificesOrDiscards { who: Player, what: Np, choice: Option<Choice>, discard: Discard } =
            ["unless" who ["sacrifices|sacrifice" by who] [what singular] choice "or" ["discards|discard" by who] [discard singular]];
        SacrificesOrPays { who: Player, what: Np, choice: Option<Choice>, n: Num } =
            ["unless" who ["sacrifices|sacrifice" by who] [what singular] choice "or" ["pays|pay" by who] n "life"];
        Discards { who: Player, what: Discard, each: Option<ForEach> } =
            ["unless" who ["discards|discard" by who] [what singular] each];
        CollectsEvidence { who: Player, n: Digits } = ["unless" who ["collects|collect evidence" by who] n];
        Exiles { who: Player, what: Np } = ["unless" who ["exiles|exile" by who] [what singular]];
        Part { part: CostPart } = ["unless you" [part lower]]
            where |v| matches!(v, Unless::Part { part: CostPart::TapOther { .. } | CostPart::Mill { .. } | CostPart::Remove { .. } | CostPart::Energy { .. } | CostPart::EnergyEqual { .. } | CostPart::UnderLibrary { .. } });
        Returns { who: Player, what: Np } = ["unless" who ["returns|return" by who] [what singular] "to its owner's hand"];
        ReturnsMany { who: Player, what: Np } = ["unless" who ["returns|return" by who] [what singular] "to their owner's hand"]
            where |v| matches!(v, Unless::ReturnsMany { what: Np::Quant { quant: Quant::Some { .. }, .. }, .. });
        HasDamage { who: Player, it: SelfOrIt, n: Num } = ["unless" who ["has|have" by who] it "deal" n "damage to them"];
    }

    /// What would deal damage: a source that is chosen as it resolves (CR 609.7a), or what was mentioned.
    enum Dealer {
        Chosen { noun: Noun, quals: Vec<Qual> } = ["a" [noun singular] "of your choice" [quals singular]];
        Any { noun: Noun } = ["a" [noun singular]];
        Np { np: Np } = [[np singular]] where |v| !matches!(v, Dealer::Np { np: Np::Quant { quant: Quant::A, .. } });
    }

    /// What it would deal damage to.
    enum DamageAt {
        To { to: Recipients } = ["to" to];
        Group { noun: Noun } = ["to you and/or" [noun plural]];
    }

    /// Which damage is prevented.
    enum Prevented {
        AllCombat = ["all combat damage that would be dealt this turn"];
        AllCombatBy { by: Np } = ["all combat damage that would be dealt by" [by singular] "this turn"];
        AllToAndBy { kind: DamageKind, by: Np, turn: Option<InThisTurn> } =
            ["all" kind "that would be dealt to and dealt by" [by singular] turn];
        AllBy { kind: DamageKind, by: Np } = ["all" kind "that would be dealt this turn by" [by singular]];
        AllByTurn { kind: DamageKind, by: Dealer } = ["all" kind "that would be dealt by" by "this turn"]
            where |v| !matches!(v, Prevented::AllByTurn { kind: DamageKind::Combat, by: Dealer::Np { .. } });
        AllToBy { kind: DamageKind, to: Recipients, by: Dealer } = ["all" kind "that would be dealt to" to "this turn by" by];
        AllByWould { kind: DamageKind, by: Dealer, at: Option<DamageAt> } = ["all" kind by "would deal" at "this turn"];
        AllThatWould { kind: DamageKind, by: Dealer, at: Option<DamageAt> } = ["all" kind "that" by "would deal" at "this turn"];
        NextBy { n: Num, by: Dealer, at: DamageAt } = ["the next" n "damage that" by "would deal" at "this turn"];
        Next { n: Num, to: Recipients } = ["the next" n "damage that would be dealt to" to "this turn"];
        NextDivided { n: Num, among: Divided } =
            ["the next" n "damage that would be dealt this turn to" among ", divided as you choose"];
        NextTurnFirst { n: Num, to: Recipients } = ["the next" n "damage that would be dealt this turn to" to];
        AllTo { kind: DamageKind, to: Recipients } = ["all" kind "that would be dealt to" to "this turn"];
        AllWould { kind: DamageKind, by: Np } = ["all" kind [by singular] "would deal"];
        AllToFor { kind: DamageKind, to: Recipients } = ["all" kind "that would be dealt to" to];
        AllToTurnFirst { to: Recipients } = ["all damage that would be dealt this turn to" to];
        AllTurnToBy { kind: DamageKind, to: Recipients, by: Dealer } = ["all" kind "that would be dealt this turn to" to "by" by];
        AllToByTurn { kind: DamageKind, to: Recipients, by: Dealer } = ["all" kind "that would be dealt to" to "by" by "this turn"];
    }

    /// Whom or what damage is dealt to.
    enum Recipient {
        AnyTarget = ["any target"];
        AnyTargetBut { noun: Noun } = ["any target that isn't a" [noun singular]];
        AnyTargetOfTheirs = ["any target of an opponent's choice"];
        AnyOtherTarget = ["any other target"];
        AnotherTarget = ["another target"];
        ThirdTarget = ["a third target"];
        ThatPermanentOrPlayer = ["that permanent or player"];
        ThatCreatureOrPlayer = ["that creature or player"];
        ThatPlayerOrTheirPlaneswalker = ["that player or a planeswalker that player controls"];
        ThatPlayerOrPlaneswalker = ["that player or planeswalker"];
        TargetPlayerOrPlaneswalker = ["target player or planeswalker"];
        TargetOpponentOrPlaneswalker = ["target opponent or planeswalker"];
        TargetCreatureOrPlayer = ["target creature or player"];
        TargetCreaturePlayerPlaneswalker = ["target creature, player, or planeswalker"];
        UpToOneAny = ["up to one target"];
        EachOfOtherTargets { n: HowMany } = ["each of" n "other" ["target|targets" by n]];
        EachOfTargets { n: HowMany } = ["each of" n ["target|targets" by n]];
        Player { who: Player } = [who];
        Object { np: Np } = [[np singular]];
        Itself = ["itself"];
        PlayerOrPlaneswalkerAttacked = ["the player or planeswalker it's attacking"];
    }

    /// One recipient or several.
    enum Recipients {
        One { a: Recipient } = [a];
        Both { a: Recipient, b: Recipient } = [a "and" b];
    }

    /// Everything a player does, by what it is about.
    enum PlayerVerb {
        Cards { verb: CardVerb } = [verb];
        Life { verb: LifeVerb } = [verb];
        Look { verb: LookVerb } = [verb];
        Library { verb: LibraryVerb } = [verb];
        Piles { verb: PileVerb } = [verb];
        Move { verb: MoveVerb } = [verb];
        Counters { verb: CountersVerb } = [verb];
        Spell { verb: SpellVerb } = [verb];
        Permanent { verb: PermanentVerb } = [verb];
        Change { verb: ChangeVerb } = [verb];
        Tokens { verb: TokenVerb } = [verb];
        Keyword { verb: KeywordVerb } = [verb];
        Mana { verb: ManaVerb } = [verb];
        Turn { verb: TurnVerb } = [verb];
        Choose { verb: ChooseVerb } = [verb];
        Prevent { what: Prevented } = ["prevents|prevent" [what singular]];
        HavePlayer { who: Player, item: Box<PlayerItem> } = ["has|have" who [item plural]];
    }

    /// A verb with "for each ...".
    struct PlayerItem { verb: PlayerVerb, each: Option<ForEach> } = [verb each];
}
