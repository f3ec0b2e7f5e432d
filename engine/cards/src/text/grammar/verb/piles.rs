//! Cards separated into two piles, of which somebody chooses one (CR 700.3).

use crate::text::grammar::verb::Dest;
use crate::text::syntax::syntax;

syntax! {
    /// Separating cards into piles.
    enum PileVerb {
        Separate = ["separates|separate those cards into two piles"];
        SeparateThem = ["separates|separate them into two piles"];
        ChoosePile = ["chooses|choose one of those piles"];
        PutPiles { to: Dest, or: Dest } = ["puts|put one pile" to "and the other" or];
        PutThatPile { to: Dest, or: Dest } = ["puts|put that pile" to "and the other" or];
    }
}
