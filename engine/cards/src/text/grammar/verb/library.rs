//! Searching and shuffling libraries (CR 701.23, 701.24).

use crate::text::grammar::noun::{Noun, Np, Nps};
use crate::text::grammar::player::{Own, Whose, ZoneRef};
use crate::text::grammar::words::Numeral;
use crate::text::syntax::syntax;

syntax! {
    /// What cards of one's own are shuffled into the library.
    #[derive(Copy)]
    enum OwnCards {
        Hand = ["hand"];
        Graveyard = ["graveyard"];
        HandAndGraveyard = ["hand and graveyard"];
    }

    /// One card of each of several kinds.
    enum Kinds {
        Two { a: Noun, b: Noun } = ["a" [a singular] "and a" [b singular]];
        Three { a: Noun, b: Noun, c: Noun } = ["a" [a singular] ", a" [b singular] ", and a" [c singular]];
        Four { a: Noun, b: Noun, c: Noun, d: Noun } =
            ["a" [a singular] ", a" [b singular] ", a" [c singular] ", and a" [d singular]];
        Five { a: Noun, b: Noun, c: Noun, d: Noun, e: Noun } =
            ["a" [a singular] ", a" [b singular] ", a" [c singular] ", a" [d singular] ", and a" [e singular]];
    }

    /// Searching and shuffling libraries.
    enum LibraryVerb {
        Search { zone: ZoneRef, what: Np } = ["searches|search" zone "for" [what singular]];
        SearchAndOr { zone: ZoneRef, n: Numeral, a: Noun, b: Noun } =
            ["searches|search" zone "for up to" n [a plural] "and/or" [b plural]]
            where |v| matches!(v, LibraryVerb::SearchAndOr { n, .. } if n.0 > 1);
        SearchKinds { zone: ZoneRef, kinds: Kinds } = ["searches|search" zone "for" kinds];
        SearchBothKinds { kinds: Kinds } = ["searches|search your library and graveyard for" kinds];
        SearchAll { whose: Whose, what: Np } = ["searches|search" whose "graveyard, hand, and library for" [what singular]];
        SearchBoth { what: Np } = ["searches|search your library and graveyard for" [what singular]];
        SearchTwo { what: Np } = ["searches|search your library and/or graveyard for" [what singular]];
        SearchTwoToo { what: Np } = ["searches|search your graveyard and/or library for" [what singular]];
        SearchThree { what: Np } = ["searches|search your graveyard, hand, and/or library for" [what singular]];
        Shuffle = ["shuffles|shuffle"];
        ShuffleLibrary { zone: ZoneRef } = ["shuffles|shuffle" zone];
        ShuffleSelfAndGraveyard = ["shuffles|shuffle ~ and your graveyard into their owner's library"];
        ShuffleInto { what: Nps, zone: ZoneRef } = ["shuffles|shuffle" [what singular] "into" zone];
        ShuffleOwn { whose: Own, what: OwnCards, into: Own } = ["shuffles|shuffle" whose what "into" into "library"]
            where |v| matches!(v, LibraryVerb::ShuffleOwn { whose, into, .. } if whose == into);
    }
}

impl Kinds {
    /// The kinds, in order.
    pub(crate) fn all(&self) -> Vec<&Noun> {
        match self {
            Kinds::Two { a, b } => vec![a, b],
            Kinds::Three { a, b, c } => vec![a, b, c],
            Kinds::Four { a, b, c, d } => vec![a, b, c, d],
            Kinds::Five { a, b, c, d, e } => vec![a, b, c, d, e],
        }
    }
}
