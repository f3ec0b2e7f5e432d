//! Descriptions of tokens: "two 1/1 white Soldier creature tokens with flying".

use super::amount::{Amount, Count};
use super::keyword::Grant;
use super::noun::Np;
use super::object::{Shape, StillTail};
use super::series::Series;
use super::words::{Color, PtBox, Sub, Supertype, TokenName, TypeWord};
use crate::text::syntax::syntax;

syntax! {
    /// The colours of a token.
    enum TokenColor {
        Colors { colors: Series<Color> } = [colors];
        Colorless = ["colorless"];
    }

    /// What a token has.
    struct TokenWith { grants: Series<Grant> } = ["with" grants];

    /// How a token enters.
    enum TokenHow {
        TappedAndAttacking = ["that's|that_are tapped and attacking"];
        Attacking = ["that's|that_are attacking"];
    }

    /// What follows the description of a copy.
    enum CopyExcept {
        NotLegendary = [", except it isn't legendary"];
        Grants { grants: Series<Grant> } = [", except it has" grants];
        ItsA { shape: Shape, tail: StillTail } = [", except it's a" [shape singular] [tail singular]];
        ItsAAndHas { shape: Shape, tail: StillTail, grants: Series<Grant> } = [", except it's a" [shape singular] [tail singular] "and it has" grants];
        Sized { pt: PtBox } = [", except it's" pt];
    }

    /// A word before the description.
    enum EnterTapped {
        Tapped = ["tapped"];
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

    /// The token or tokens.
    enum TokenSpec {
        Creature {
            n: Count, tapped: Option<EnterTapped>, sup: Option<Supertype>, pt: PtBox, color: TokenColor, subs: Vec<Sub>,
            types: Vec<TypeWord>, with: Option<TokenWith>, how: Option<TokenHow>,
        } = [n tapped sup pt color [subs singular] [types singular] ["token|tokens" by n] with [how by n]];
        CreatureEqual {
            pt: PtBox, color: TokenColor, subs: Vec<Sub>, types: Vec<TypeWord>, with: Option<TokenWith>, amount: Amount,
        } = ["a number of" pt color [subs singular] [types singular] "tokens" with "equal to" amount];
        Named {
            name: TokenName, sup: Option<Supertype>, pt: PtBox, color: TokenColor, subs: Vec<Sub>, types: Vec<TypeWord>,
            with: Option<TokenWith>,
        } = [name ", a" sup pt color [subs singular] [types singular] "token" with];
        Role { role: Role, to: Np } = ["a" role "Role token attached to" [to singular]];
        Predefined { n: Count, tapped: Option<EnterTapped>, sub: Sub } = [n tapped [sub singular] ["token|tokens" by n]];
        Copy { n: Count, tapped: Option<EnterTapped>, of: Np, except: Option<CopyExcept>, how: Option<TokenHow> } =
            [n tapped ["token|tokens" by n] ["that's_a_copy_of|that_are_copies_of" by n] [of singular] except [how by n]];
    }
}
