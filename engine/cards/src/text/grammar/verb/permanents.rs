//! What is done to permanents where they are: tapping, attaching, turning over.

use crate::text::grammar::noun::{Np, Nps};
use crate::text::syntax::syntax;

syntax! {
    /// What is done to permanents where they are.
    enum PermanentVerb {
        Tap { what: Nps } = ["taps|tap" [what singular]];
        Untap { what: Nps } = ["untaps|untap" [what singular]];
        TapOrUntap { what: Np } = ["taps|tap or untap" [what singular]];
        Attach { what: Np, to: Np } = ["attaches|attach" [what singular] "to" [to singular]];
        Unattach { what: Np } = ["unattaches|unattach" [what singular]] where |v| matches!(v, PermanentVerb::Unattach { what: Np::It | Np::Itself | Np::Host { .. } });
        UnattachFrom { from: Np } = ["unattaches|unattach all Equipment from" [from singular]];
        Regenerate { what: Np } = ["regenerates|regenerate" [what singular]];
        Transform { what: Np } = ["transforms|transform" [what singular]];
        TurnFaceUp { what: Np } = ["turns|turn" [what singular] "face up"];
        TurnFaceDown { what: Np } = ["turns|turn" [what singular] "face down"];
        Flip { what: Np } = ["flips|flip" [what singular]];
        Detain { what: Np } = ["detains|detain" [what singular]];
        Pair { a: Np, b: Np } = ["pairs|pair" [a singular] "with" [b singular]];
        Suspect { what: Nps } = ["suspects|suspect" [what singular]];
        Goad { what: Np } = ["goads|goad" [what singular]];
        RemoveFromCombat { what: Np } = ["removes|remove" [what singular] "from combat"];
    }
}
