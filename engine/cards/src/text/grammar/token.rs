//! Descriptions of tokens: "two 1/1 white Soldier creature tokens with flying".

use super::amount::{Amount, Count};
use super::keyword::Grant;
use super::noun::{Noun, Np};
use super::object::{Shape, StillTail};
use super::series::Series;
use super::statics::EnterCounters;
use super::words::{Color, Name, PtBox, Sub, Supertype, TokenName, TypeWord};
use crate::text::syntax::syntax;

syntax! {
    /// The colours of a token.
    enum TokenColor {
        Colors { colors: Series<Color> } = [colors];
        Colorless = ["colorless"];
    }

    /// A name of its own.
    struct TokenNamed { name: Name } = ["named" name];

    /// The colours, after the type.
    enum ColorTail {
        All = ["that's|that_are all colors"];
        Colors { colors: Series<Color> } = ["that's|that_are" colors];
    }

    /// What a token has.
    struct TokenWith { grants: Series<Grant> } = ["with" grants];

    /// How a token enters.
    enum TokenHow {
        TappedAndAttacking = ["that's|that_are tapped and attacking"];
        AndTappedAndAttacking = ["and that's tapped and attacking"];
        ThatPlayer = ["that's|that_are tapped and attacking that player"];
        ThatOpponent = ["that's|that_are tapped and attacking that opponent"];
        ThatPlayerOrPlaneswalker = ["that's|that_are tapped and attacking that player or a planeswalker they control"];
        Attacking = ["that's|that_are attacking"];
        AttackingThatOpponent = ["that's|that_are attacking that opponent"];
        Blocking { np: Np } = ["that's|that_are blocking" [np singular]] where |v| matches!(v, TokenHow::Blocking { np: Np::That { .. } });
    }

    /// What is copied, where it is asked whether that is legendary.
    enum Copied {
        TheSpell = ["the spell"];
        ThatSpell = ["that spell"];
        ThatCreature = ["that creature"];
        ThatPermanent = ["that permanent"];
        Equipped = ["equipped creature"];
    }

    /// One way in which a copy differs from what it copies (CR 707.9).
    enum Exception {
        NotLegendary = ["it|they isn't|aren't legendary"];
        NotLegendaryToo = ["isn't legendary"];
        TokenNotLegendary = ["the token isn't legendary"];
        CopyNotLegendary = ["the copy isn't legendary"];
        NotLegendaryIf { what: Copied } = ["it isn't legendary if" what "is legendary"];
        NotLegendaryTooIf { what: Copied } = ["isn't legendary if" what "is legendary"];
        TokenNotLegendaryIf { what: Copied } = ["the token isn't legendary if" what "is legendary"];
        Legendary = ["it's|they're legendary"];
        LegendaryToo = ["it's|they're legendary in addition to its|their other types"];
        Has { grants: Series<Grant> } = ["it|they has|have" grants];
        HasToo { grants: Series<Grant> } = ["has|have" grants];
        TokenHas { grants: Series<Grant> } = ["the token has" grants];
        HasThis = ["it has this ability"];
        HasThisToo { grants: Series<Grant> } = ["it has" grants "and this ability"];
        ItsA { shape: Shape, tail: Option<StillTail> } = ["it's a" [shape singular] [tail singular]];
        IsA { shape: Shape, tail: Option<StillTail> } = ["is a" [shape singular] [tail singular]];
        TheyAre { shape: Shape, tail: Option<StillTail> } = ["they're" [shape plural] [tail plural]];
        CopyIsA { shape: Shape, tail: Option<StillTail> } = ["the copy is a" [shape singular] [tail singular]];
        Sized { pt: PtBox } = ["it's|they're" pt];
        TokenSized { pt: PtBox } = ["the token is" pt];
        LosesOtherTypes = ["it|they loses|lose all other card types"];
        LosesOtherTypesToo = ["loses|lose all other card types"];
        CopyColored { color: Color } = ["the copy is" color];
        EntersWith { with: EnterCounters } = ["it enters with" with];
        EntersWithIf { with: EnterCounters, noun: Noun } = ["it enters with" with "if it's a" [noun singular]];
        NamedSelf = ["its name is ~"];
        NamedSelfToo = ["~'s name is ~"];
    }

    /// What follows the description of a copy.
    enum CopyExcept {
        Comma { exceptions: Series<Exception> } = [", except" exceptions] where |v| matches!(v, CopyExcept::Comma { exceptions } if exceptions.is_plain());
        CommaThat { exceptions: Series<Exception> } = [", except that" exceptions] where |v| matches!(v, CopyExcept::CommaThat { exceptions } if exceptions.is_plain());
        Bare { exceptions: Series<Exception> } = ["except" exceptions] where |v| matches!(v, CopyExcept::Bare { exceptions } if exceptions.is_plain());
    }

    /// A word before the description.
    #[derive(Copy)]
    enum EnterTapped {
        Tapped = ["tapped"];
        TappedAndAttacking = ["tapped and attacking"];
    }

    /// The Roles (CR 111.10j–r).
    enum Role {
        Cursed = ["Cursed"];
        Monster = ["Monster"];
        Royal = ["Royal"];
        Sorcerer = ["Sorcerer"];
        Virtuous = ["Virtuous"];
        Wicked = ["Wicked"];
        YoungHero = ["Young Hero"];
    }

    /// How a token with a name of its own enters, said of it by that name (CR 508.4).
    struct NamedEnters { name: Name } = ["." name "enters tapped and attacking"];

    /// The token or tokens.
    enum TokenSpec {
        Creature {
            n: Count, tapped: Option<EnterTapped>, sup: Option<Supertype>, pt: Option<PtBox>, color: Option<TokenColor>,
            subs: Vec<Sub>, types: Vec<TypeWord>, named: Option<TokenNamed>, all: Option<ColorTail>,
            with: Option<TokenWith>, late: Option<TokenNamed>, how: Option<TokenHow>,
        } = [n tapped sup pt color [subs singular] [types singular] ["token|tokens" by n] named [all by n] with late [how by n]]
            where |v| matches!(v, TokenSpec::Creature { color, all, named, with, late, .. } if color.is_some() != all.is_some() && !(late.is_some() && (named.is_some() || with.is_none())));
        CreatureEqual {
            tapped: Option<EnterTapped>, pt: PtBox, color: TokenColor, subs: Vec<Sub>, types: Vec<TypeWord>,
            with: Option<TokenWith>, amount: Amount,
        } = ["a number of" tapped pt color [subs singular] [types singular] "tokens" with "equal to" amount];
        Named {
            name: TokenName, sup: Option<Supertype>, pt: Option<PtBox>, color: TokenColor, subs: Vec<Sub>, types: Vec<TypeWord>,
            with: Option<TokenWith>, enters: Option<NamedEnters>,
        } = [name ", a" sup pt color [subs singular] [types singular] "token" with enters]
            where |v| !matches!(v, TokenSpec::Named { name, enters: Some(enters), .. } if enters.name.0 != name.0);
        Role { role: Role, to: Np } = ["a" role "Role token attached to" [to singular]];
        Predefined { n: Count, tapped: Option<EnterTapped>, sub: Sub } = [n tapped [sub singular] ["token|tokens" by n]];
        Walker { n: Count, tapped: Option<EnterTapped> } = [n tapped "Walker" ["token|tokens" by n]];
        PredefinedEqual { tapped: Option<EnterTapped>, sub: Sub, amount: Amount } =
            ["a number of" tapped [sub singular] "tokens equal to" amount];
        Copy { n: Count, tapped: Option<EnterTapped>, of: Np, except: Option<CopyExcept>, how: Option<TokenHow> } =
            [n tapped ["token|tokens" by n] ["that's_a_copy_of|that_are_copies_of" by n] [of singular] [except by n] [how by n]];
    }
}
