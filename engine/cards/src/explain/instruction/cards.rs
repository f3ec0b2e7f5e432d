//! What is done to cards in hands and libraries, in words.

use crate::effect::{Instr, SeenBy};
use crate::explain::filter;
use crate::explain::teller::Teller;
use crate::explain::words::list_and;
use crate::filter::{Objects, Players};

impl Teller<'_> {
    /// Cards in hands and libraries.
    pub(super) fn cards_moved_or_seen(&self, instr: &Instr) -> String {
        let who = |players: &Players| self.players(players);
        let what = |objects: &Objects| self.objects(objects);
        match instr {
            Instr::Draw(p, n) => who(p).does(&format!("draw {}", self.cards(n))),
            Instr::Discard(p, how, _) => self.discard(&who(p), how),
            Instr::Mill(p, n, _) => who(p).does(&format!("mill {}", self.cards(n))),
            Instr::Scry(p, n) => who(p).does(&format!("scry {}", self.amount(n))),
            Instr::Surveil(p, n) => who(p).does(&format!("surveil {}", self.amount(n))),
            Instr::LookAtTop { player, amount, seen, into: _ } => {
                let how = match seen {
                    SeenBy::Nobody => "take",
                    SeenBy::Owner => "look at",
                    SeenBy::All => "reveal",
                };
                let player = who(player);
                let which = self.top(amount);
                player.does(&format!("{how} {which} of {} library", player.their()))
            }
            Instr::TakeBottom(player, _) => {
                let player = who(player);
                player.does(&format!("take the bottom card of {} library", player.their()))
            }
            Instr::LookAtLibrary { viewer, of, amount, into: _ } => {
                who(viewer).does(&format!("look at {} of {} library", self.top(amount), who(of).of()))
            }
            Instr::LookAtHand(Players::Each, of) => who(of).does(&format!("reveal {} hand", who(of).their())),
            Instr::LookAtHand(viewer, of) => who(viewer).does(&format!("look at {} hand", who(of).of())),
            Instr::Reveal(objects) => format!("reveal {}", what(objects).text),
            Instr::Search { player, of, zones, outside, filter, min, max, reveal, into: _ } => {
                let zones: Vec<String> = zones.iter().map(|zone| filter::zone_name(*zone).to_owned()).collect();
                let mut noun = self.noun(filter, None);
                noun.heads.retain(|head| head != "object");
                noun.kind = Some("card");
                let of = if player == of { who(player).their().to_owned() } else { who(of).of() };
                let found = self.range(min, max, &noun);
                if *outside {
                    let verb = if *reveal { "reveal" } else { "take" };
                    let or: Vec<String> = zones.iter().map(|zone| format!(" or from {zone}")).collect();
                    return who(player).does(&format!("{verb} {found} from outside the game{}", or.concat()));
                }
                let reveal = if *reveal { " and reveal it" } else { "" };
                who(player).does(&format!("search {of} {} for {found}{reveal}", list_and(&zones)))
            }
            Instr::Shuffle(p) => {
                let p = who(p);
                p.does(&format!("shuffle {} library", p.their()))
            }
            Instr::RevealUntil(p, filter, n, _, _) => {
                let mut noun = self.noun(filter, None);
                noun.heads.retain(|head| head != "object");
                noun.kind = Some("card");
                let p = who(p);
                let until = self.count(n, &noun);
                p.does(&format!("reveal cards from the top of {} library until {} reveal {until}", p.their(), p.text))
            }
            Instr::TakeFromHand(_) => format!("take {} from its owner's hand", self.source()),
            Instr::RevealDrawn(p, _) => who(p).does("reveal the cards just drawn"),
            _ => unreachable!("told elsewhere: {instr:?}"),
        }
    }
}
