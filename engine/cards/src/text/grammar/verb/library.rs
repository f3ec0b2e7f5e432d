//! Searching and shuffling libraries (CR 701.23, 701.24).

use crate::text::grammar::noun::{Np, Nps};
use crate::text::grammar::player::{Whose, ZoneRef};
use crate::text::syntax::syntax;

syntax! {
    /// Whose graveyard and library.
    enum TheirOrYour {
        Their = ["their graveyard into their library"];
        Your = ["your graveyard into your library"];
    }

    /// Searching and shuffling libraries.
    enum LibraryVerb {
        Search { zone: ZoneRef, what: Np } = ["searches|search" zone "for" [what singular]];
        SearchAll { whose: Whose, what: Np } = ["searches|search" whose "graveyard, hand, and library for" [what singular]];
        SearchBoth { what: Np } = ["searches|search your library and graveyard for" [what singular]];
        SearchTwo { what: Np } = ["searches|search your library and/or graveyard for" [what singular]];
        Shuffle = ["shuffles|shuffle"];
        ShuffleLibrary { zone: ZoneRef } = ["shuffles|shuffle" zone];
        ShuffleInto { what: Nps, zone: ZoneRef } = ["shuffles|shuffle" [what singular] "into" zone];
        ShuffleGraveyardIn { whose: TheirOrYour } = ["shuffles|shuffle" whose];
        ShuffleHand = ["shuffles|shuffle their hand into their library"];
        ShuffleYourHand = ["shuffles|shuffle your hand into your library"];
        ShuffleHandAndGraveyard = ["shuffles|shuffle their hand and graveyard into their library"];
        ShuffleYourHandAndGraveyard = ["shuffles|shuffle your hand and graveyard into your library"];
    }
}
