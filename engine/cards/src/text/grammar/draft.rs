//! What cards say of the draft in which they are chosen (CR 905.2): nothing of it is left once a game begins.

use crate::text::syntax::syntax;

syntax! {
    /// A sentence about the draft.
    #[derive(Copy)]
    enum DraftRule {
        FaceUp = ["draft ~ face up."];
        Reveal = ["reveal ~ as you draft it."];
        EachCard = ["instead of drafting a card from a booster pack, you may draft each card in that booster pack, one at a time."];
        NoMoreThisRound = ["if you do, turn ~ face down and you can't draft cards for the rest of this draft round."];
        LastCards = ["each player passes the last card from each booster pack to a player who drafted a card named ~."];
        OneMore = ["as you draft a card, you may draft an additional card from that booster pack."];
        PutInto = ["if you do, put ~ into that booster pack."];
        PassNext = ["if you do, turn ~ face down, then pass the next booster pack without drafting a card from it."];
        LookAtNext = ["you may look at the next card drafted from this booster pack."];
        RevealAfter = ["immediately after the draft, you may reveal a card in your card pool."];
        Offer = ["each other player may offer you one card in their card pool in exchange."];
        Accept = ["you may accept any one offer."];
        AddPack = ["after you draft ~, you may add a booster pack to the draft."];
        TurnDown = ["during the draft, you may turn ~ face down."];
        LookAtPack = ["if you do, look at any unopened booster pack in the draft or any booster pack not being looked at by another player."];
        LookAtDrafted = ["if you do, look at the next card drafted by a player of your choice."];
        AtRandom = ["as long as ~ is face up during the draft, you can't look at booster packs and must draft cards at random."];
        AfterThree = ["after you draft three cards this way, turn ~ face down."];
    }
}
