//! Moving objects to other zones: put, return, exile, sacrifice, destroy.

use crate::text::grammar::amount::{Amount, Count, Num, Rounding};
use crate::text::grammar::cost::Counters;
use crate::text::grammar::noun::{Noun, Np, Nps, Qual, Quant};
use crate::text::grammar::player::{LibraryEnd, Own, OwnZone, Player, Under, Whose, ZoneRef};
use crate::text::grammar::words::{CounterWord, Numeral, Ordinal};
use crate::text::syntax::syntax;

syntax! {
    /// In what order cards are put.
    enum Order {
        Any = ["in any order"];
        Random = ["in a random order"];
    }

    /// With what something enters.
    enum WithCounters {
        One { counters: Counters } = ["with" counters "on it|them"];
        Two { a: Counters, b: Counters } = ["with" a "and" b "on it|them"];
        Equal { kind: CounterWord, amount: Amount } = ["with a number of" kind "counters on it equal to" amount];
    }

    /// Where cards and permanents are put.
    enum Dest {
        Battlefield { tapped: Option<Tapped>, under: Option<Under>, with: Option<WithCounters> } =
            ["onto the battlefield" tapped under with];
        AttachedTo { tapped: Option<Tapped>, to: Np } = ["onto the battlefield" tapped "attached to" [to singular]]
            where |v| matches!(v, Dest::AttachedTo { tapped: None | Some(Tapped::Tapped), .. });
        YoursAttachedTo { to: Np } = ["onto the battlefield under your control attached to" [to singular]];
        Enchanting { who: Player } = ["onto the battlefield attached to" who]
            where |v| matches!(v, Dest::Enchanting { who: Player::ThatPlayer | Player::TargetPlayer | Player::TargetOpponent });
        BattlefieldFirst { under: Under, tapped: TappedThen } = ["onto the battlefield" under tapped];
        Zone { zone: ZoneRef } = ["into" zone];
        Library { end: LibraryEnd, zone: ZoneRef, order: Option<Order> } = [end zone order];
        Back = ["back in any order"];
        BackAlone = ["back"];
        BackOnTop = ["back on top in any order"];
        OnTop = ["on top"];
        OnTheBottom { order: Option<Order> } = ["on the bottom" order];
        FromTop { zone: ZoneRef, n: Ordinal } = ["into" zone n "from the top"];
        Beneath { zone: ZoneRef, n: Num } = ["into" zone "just beneath the top" n "cards of that library"];
        TopOrBottom { zone: ZoneRef } = ["on the top or bottom of" zone];
        TheirTopOrBottom { zone: ZoneRef } = ["on their choice of the top or bottom of" zone];
        YourTopOrBottom { zone: ZoneRef } = ["on your choice of the top or bottom of" zone];
        EitherTopOrBottom { zone: ZoneRef } = ["on either the top or bottom of" zone];
        SecondOrBottom { zone: ZoneRef } = ["into" zone "second from the top or on the bottom"];
        BackOnLibrary { zone: ZoneRef, order: Option<Order> } = ["back on top of" zone order];
    }

    /// How something enters.
    enum Tapped {
        Tapped = ["tapped"];
        TappedAndAttacking = ["tapped and attacking"];
        AttackingThem = ["tapped and attacking that player"];
        AttackingThatOpponent = ["tapped and attacking that opponent"];
        Transformed = ["transformed"];
        TappedAndTransformed = ["tapped and transformed"];
    }

    /// The same, said after under whose control it is.
    #[derive(Copy)]
    enum TappedThen {
        Tapped = ["tapped"];
        TappedAndAttacking = ["tapped and attacking"];
    }

    /// Which side of what is returned is up.
    enum Side {
        Down = ["face down"];
        Either = ["face up or face down"];
    }

    /// Where something is returned to.
    enum ReturnDest {
        Zone { zone: ZoneRef } = ["to" zone] where |v| !matches!(v, ReturnDest::Zone { zone: ZoneRef::Battlefield });
        Battlefield { tapped: Option<Tapped>, under: Option<Under>, with: Option<WithCounters> } =
            ["to the battlefield" tapped under with];
        Facing { side: Side, under: Option<Under> } = ["to the battlefield" side under];
        BattlefieldFirst { under: Under, tapped: TappedThen } = ["to the battlefield" under tapped];
        AttachedTo { to: Np } = ["to the battlefield attached to" [to singular]];
        TransformedEnchanting { who: Player } = ["to the battlefield transformed under your control attached to" who]
            where |v| matches!(v, ReturnDest::TransformedEnchanting { who: Player::TargetPlayer | Player::TargetOpponent });
    }

    /// How long a card is exiled.
    enum ExileHow {
        Until = ["until ~ leaves the battlefield"];
        UntilMonarch = ["until an opponent becomes the monarch"];
        FaceDown = ["face down"];
        Haunting { what: Np } = ["haunting" [what singular]];
        WithCounters { counters: Counters } = ["with" counters "on it"];
    }

    /// "of their choice".
    enum Choice {
        Theirs = ["of their choice"];
        Yours = ["of your choice"];
    }

    /// Moving objects to other zones.
    enum MoveVerb {
        Sacrifice { what: Nps, choice: Option<Choice> } = ["sacrifices|sacrifice" [what singular] choice];
        SacrificeOtherOr { a: Noun, b: Noun } = ["sacrifices|sacrifice another" [a singular] "or a" [b singular]];
        SacrificeHalf { noun: Noun, choice: Option<Choice>, rounding: Rounding } =
            ["sacrifices|sacrifice half the" [noun plural] choice "," rounding];
        Put { what: Nps, to: Dest } = ["puts|put" [what singular] [to by what]];
        PutOutside { noun: Noun, to: Dest } = ["puts|put a" [noun singular] "from outside the game" to];
        PutSplit { a: Np, to: Dest, b: Np, or: Dest } = ["puts|put" [a singular] [to by a] "and" [b singular] [or by b]];
        PutThree { a: Np, to: Dest, b: Np, or: Dest, c: Np, then: Dest } =
            ["puts|put" [a singular] [to by a] "," [b singular] [or by b] ", and" [c singular] [then by c]];
        DestroyEither { a: Noun, b: Noun } = ["destroys|destroy all" [a plural] "or all" [b plural]];
        Destroy { what: Nps } = ["destroys|destroy" [what singular]];
        Exile { what: Nps, how: Option<ExileHow> } = ["exiles|exile" [what singular] how];
        ExileTheTop = ["exiles|exile the top card"];
        ExileTheTopMany { n: Count } = ["exiles|exile the top" n "cards"]
            where |v| matches!(v, MoveVerb::ExileTheTopMany { n } if n.is_certain_plural());
        ExileAllButBottom { n: Numeral, whose: Own, how: Option<ExileHow> } =
            ["exiles|exile all but the bottom" n "cards of" whose "library" how]
            where |v| matches!(v, MoveVerb::ExileAllButBottom { n, how: None | Some(ExileHow::FaceDown), .. } if n.0 > 1);
        ExileWithGraveyard { what: Np, zone: ZoneRef } = ["exiles|exile" [what singular] "and" zone]
            where |v| matches!(v, MoveVerb::ExileWithGraveyard { what: Np::Quant { .. }, zone: ZoneRef::Of { whose: Whose::Your | Whose::Their | Whose::Of { .. }, zone: OwnZone::Graveyard } });
        Return { what: Nps, to: ReturnDest } = ["returns|return" [what singular] [to by what]];
        ReturnExcept { what: Np, to: ReturnDest, except: Noun } =
            ["returns|return" [what singular] [to by what] "except for" [except plural]];
        ReturnTo { to: ReturnDest, what: Nps } = ["returns|return" [to singular] [what singular]]
            where |v| matches!(v, MoveVerb::ReturnTo { what: Nps::One { np: Np::Quant { .. } | Np::TheExtreme { .. } }, to: ReturnDest::Zone { .. } | ReturnDest::Battlefield { .. } });
        PutAllFromIt { noun: Noun, to: Dest } = ["puts|put all" [noun plural] "from it" [to plural]]
            where |v| matches!(v, MoveVerb::PutAllFromIt { noun, to: Dest::Battlefield { .. } } if noun.is_about_cards() && noun.quals.is_empty());
        PutOnto { to: Dest, what: Nps } = ["puts|put" [to singular] [what singular]]
            where |v| matches!(v, MoveVerb::PutOnto { what: Nps::One { np: Np::Quant { .. } }, to: Dest::Battlefield { .. } });
        PutThence { what: Np, from: Qual, with: Option<WithCounters> } =
            ["puts|put" [what singular] "onto the battlefield" from [with by what]]
            where |v| matches!(v, MoveVerb::PutThence { what: Np::Quant { quant: Quant::A, noun }, from: Qual::FromTwo { .. } | Qual::From { .. }, .. } if noun.is_about_cards());
        ExileFromGraveyard { what: Np } = ["exiles|exile" [what singular] "from your graveyard"]
            where |v| !matches!(v, MoveVerb::ExileFromGraveyard { what: Np::Quant { .. } | Np::Either { .. } | Np::AndOr { .. } | Np::TargetEither { .. } });
        PutFrom { what: Np, to: Dest, from: ZoneRef } = ["puts|put" [what singular] [to by what] "from" from]
            where |v| matches!(v, MoveVerb::PutFrom { what: Np::Itself, .. });
        PutOutOf { what: Np, from: ZoneRef, to: Dest } = ["puts|put" [what singular] "from" from [to by what]]
            where |v| matches!(v, MoveVerb::PutOutOf { what: Np::Itself, to: Dest::Battlefield { .. } | Dest::Library { .. } | Dest::FromTop { .. }, .. });
        ReturnThence { from: ZoneRef, to: ReturnDest, what: Np } = ["returns|return from" from to [what singular]]
            where |v| matches!(v, MoveVerb::ReturnThence { what: Np::Quant { noun, .. }, .. } if noun.is_about_cards());
        ReturnFrom { what: Np, from: ZoneRef, to: ReturnDest } = ["returns|return" [what singular] "from" from [to singular]]
            where |v| !matches!(v, MoveVerb::ReturnFrom { what: Np::Quant { .. } | Np::Either { .. } | Np::AndOr { .. } | Np::TargetEither { .. }, .. });
        ExileGraveyard { zone: ZoneRef } = ["exiles|exile" zone] where |v| matches!(v, MoveVerb::ExileGraveyard { zone } if zone.is_graveyard());
    }
}

impl TappedThen {
    /// The same words where they are usually said.
    pub(crate) fn said(self) -> Tapped {
        match self {
            TappedThen::Tapped => Tapped::Tapped,
            TappedThen::TappedAndAttacking => Tapped::TappedAndAttacking,
        }
    }
}
