//! Cards that are drawn, discarded, looked at, revealed and searched for, as operands.

use crate::effect::{DiscardHow, Instr, SeenBy};
use crate::explain::filter::zone_name;
use crate::explain::operands::Gather;
use crate::explain::teller::Teller;
use crate::filter::Players;

impl<'a> Teller<'a> {
    /// Cards that are drawn, discarded, looked at, revealed and searched for.
    pub(super) fn list_cards(&self, instr: &Instr) -> Gather<'_, 'a> {
        let v = |verb| self.verb(verb);
        match instr {
            Instr::LookAtTop { player, amount, seen, into } => {
                let it = v(match seen {
                    SeenBy::Nobody => "take top cards",
                    SeenBy::Owner => "look at top cards",
                    SeenBy::All => "reveal top cards",
                });
                it.who("player", player).n("cards", amount).into(*into)
            }
            Instr::LookAtLibrary { viewer, of, amount, into } => {
                v("look at top cards").who("player", viewer).who("library of", of).n("cards", amount).into(*into)
            }
            Instr::LookAtHand(viewer, of) => v("look at a hand").who("player", viewer).who("hand of", of),
            Instr::Reveal(o) => v("reveal").what("cards", o),
            Instr::Search { player, of, zones, outside, filter, min, max, reveal, into } => {
                let outside = outside.then_some("outside the game");
                let zones: Vec<&str> = zones.iter().map(|zone| zone_name(*zone)).chain(outside).collect();
                let it = v("search").who("player", player).who("whose", of).say("zones", zones.join(", "));
                it.fits(filter, None).n("at least", min).n("at most", max).flag("reveal", *reveal).into(*into)
            }
            Instr::RevealUntil(p, filter, n, found, others) => {
                let it = v("reveal from the top until").who("player", p).n("cards", n).fits(filter, None);
                it.into(*found).say("others into", format!("register {others}"))
            }
            Instr::RevealDrawn(p, to) => v("reveal what was drawn").who("player", p).into(*to),
            Instr::Draw(p, n) => v("draw").who("player", p).n("cards", n),
            Instr::Discard(p, how, to) => self.listed_discard(p, how).maybe_into(*to),
            Instr::Mill(p, n, to) => v("mill").who("player", p).n("cards", n).maybe_into(*to),
            Instr::Scry(p, n) => v("scry").who("player", p).n("cards", n),
            Instr::Surveil(p, n) => v("surveil").who("player", p).n("cards", n),
            Instr::Shuffle(p) => v("shuffle library").who("player", p),
            Instr::TakeBottom(player, to) => v("take the bottom card of a library").who("player", player).into(*to),
            Instr::TakeFromHand(to) => v("take the source from its owner's hand").into(*to),
            _ => unreachable!("listed elsewhere: {instr:?}"),
        }
    }

    fn listed_discard(&self, p: &Players, how: &DiscardHow) -> Gather<'_, 'a> {
        let it = self.verb("discard").who("player", p);
        match how {
            DiscardHow::Choose(n, filter) => it.n("cards", n).fits(filter, None),
            DiscardHow::UpTo(n, filter) => it.n("at most", n).fits(filter, None),
            DiscardHow::Random(n) => it.n("cards", n).flag("at random", true),
            DiscardHow::Hand => it.say("cards", "the hand"),
            DiscardHow::These(objects) => it.what("cards", objects),
            DiscardHow::YouChoose(n, filter) => it.n("cards", n).fits(filter, None).say("chosen by", "you"),
        }
    }
}
