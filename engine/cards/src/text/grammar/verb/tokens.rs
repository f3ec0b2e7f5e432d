//! Creating tokens and emblems (CR 111, 114).

use crate::text::grammar::amount::{Count, Num};
use crate::text::grammar::keyword::Grant;
use crate::text::grammar::series::{Conjunction, Series};
use crate::text::grammar::token::TokenSpec;
use crate::text::grammar::words::Sub;
use crate::text::syntax::syntax;

syntax! {
    /// Creating tokens and emblems.
    enum TokenVerb {
        Create { tokens: TokenSpec } = ["creates|create" tokens];
        CreateTwo { a: TokenSpec, b: TokenSpec } = ["creates|create" a "and" b];
        CreateOr { a: TokenSpec, b: TokenSpec } = ["creates|create" a "or" b];
        CreateChoice { of: Series<TokenSpec> } = ["creates|create your choice of" of]
            where |v| matches!(v, TokenVerb::CreateChoice { of } if of.conjunction == Conjunction::Or);
        CreateThree { a: TokenSpec, b: TokenSpec, c: TokenSpec } = ["creates|create" a "," b ", and" c];
        Populate = ["populates|populate"];
        GetEmblem { grants: Series<Grant> } = ["gets|get an emblem with" grants];
        CreateMore { n: Count } = ["creates|create" n "of those tokens"];
        Investigate = ["investigates|investigate"];
        InvestigateOnce = ["investigates|investigate once"];
        InvestigateAgain = ["investigates|investigate an additional time"];
        Incubate { n: Num } = ["incubates|incubate" n];
        AmassSub { sub: Sub, n: Num } = ["amass" [sub plural] n];
        Amass { n: Num } = ["amass" n];
    }
}
