//! Cards separated into two piles, of which somebody chooses one (CR 700.3).

use crate::text::grammar::noun::{Np, Quant};
use crate::text::grammar::verb::Dest;
use crate::text::syntax::syntax;

syntax! {
    /// Separating cards and permanents into piles.
    enum PileVerb {
        SeparateAll { what: Np } = ["separates|separate" [what singular] "into two piles"]
            where |v| matches!(v, PileVerb::SeparateAll { what: Np::Quant { quant: Quant::All, .. } });
        Separate = ["separates|separate those cards into two piles"];
        SeparateThem = ["separates|separate them into two piles"];
        ChoosePile = ["chooses|choose one of those piles"];
        PutPiles { to: Dest, or: Dest } = ["puts|put one pile" to "and the other" or];
        PutThatPile { to: Dest, or: Dest } = ["puts|put that pile" to "and the other" or];
    }
}
