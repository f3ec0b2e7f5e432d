//! Searching and shuffling libraries (CR 701.23, 701.24).

use crate::text::grammar::noun::{Noun, Np, Nps};
use crate::text::grammar::player::{Own, Whose, ZoneRef};
use crate::text::syntax::syntax;

syntax! {
    /// What cards of one's own are shuffled into the library.
    #[derive(Copy)]
    enum OwnCards {
        Hand = ["hand"];
        Graveyard = ["graveyard"];
        HandAndGraveyard = ["hand and graveyard"];
    }

    /// Searching and shuffling libraries.
    enum LibraryVerb {
        Search { zone: ZoneRef, what: Np } = ["searches|search" zone "for" [what singular]];
        SearchPair { zone: ZoneRef, a: Noun, b: Noun } = ["searches|search" zone "for a" [a singular] "and a" [b singular]];
        SearchThree { zone: ZoneRef, a: Noun, b: Noun, c: Noun } =
            ["searches|search" zone "for a" [a singular] ", a" [b singular] ", and a" [c singular]];
        SearchAll { whose: Whose, what: Np } = ["searches|search" whose "graveyard, hand, and library for" [what singular]];
        SearchBoth { what: Np } = ["searches|search your library and graveyard for" [what singular]];
        SearchTwo { what: Np } = ["searches|search your library and/or graveyard for" [what singular]];
        Shuffle = ["shuffles|shuffle"];
        ShuffleLibrary { zone: ZoneRef } = ["shuffles|shuffle" zone];
        ShuffleSelfAndGraveyard = ["shuffles|shuffle ~ and your graveyard into their owner's library"];
        ShuffleInto { what: Nps, zone: ZoneRef } = ["shuffles|shuffle" [what singular] "into" zone];
        ShuffleOwn { whose: Own, what: OwnCards, into: Own } = ["shuffles|shuffle" whose what "into" into "library"]
            where |v| matches!(v, LibraryVerb::ShuffleOwn { whose, into, .. } if whose == into);
    }
}
