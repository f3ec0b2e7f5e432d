//! What is chosen, remembered and found out, as operands.

use crate::effect::{Instr, OfferedTypes, Pick};
use crate::explain::modification::word_kind;
use crate::explain::operands::Gather;
use crate::explain::teller::Teller;
use crate::explain::words::list_or;
use crate::filter::Players;

impl<'a> Teller<'a> {
    /// What is chosen, remembered and found out.
    pub(super) fn list_choices(&self, instr: &Instr) -> Gather<'_, 'a> {
        let v = |verb| self.verb(verb);
        match instr {
            Instr::SetNumber(to, n) => v("set number").n("to", n).into(*to),
            Instr::SetObjects(to, o) => v("remember").what("objects", o).into(*to),
            Instr::AddObjects(to, o) => v("remember as well").what("objects", o).into(*to),
            Instr::NotePlayer(to) => v("remember that player as well").into(*to),
            Instr::CountResolution(to) => v("count resolutions this turn").into(*to),
            Instr::CountActivations(to) => v("count activations this turn").into(*to),
            Instr::Pick(pick, to) => self.listed_pick(pick).into(*to),
            Instr::ChooseColor(p, among) => {
                v("choose a color").who("player", p).say("among", list_or(&crate::explain::words::colors(*among)))
            }
            Instr::ChooseCreatureType(p, OfferedTypes::All) => v("choose a creature type").who("player", p),
            Instr::ChooseCreatureType(p, offered) => {
                v("choose a creature type").who("player", p).say("of", crate::explain::words::offered(offered))
            }
            Instr::ChooseAnotherColor(p) => v("choose another color").who("player", p),
            Instr::ChoosePlayer(p, among) => {
                v("choose a player").who("player", p).who("among", &Players::Those(*among))
            }
            Instr::ChooseLandType(p) => v("choose a basic land type").who("player", p),
            Instr::ChooseName(p, filter) => v("choose a card name").who("player", p).fits(filter, None),
            Instr::KeepNumber(n) => v("note the chosen number").n("number", n),
            Instr::ChooseWord(p, words, to) => {
                v("choose a word").who("player", p).say("words", list_or(words)).into(*to)
            }
            Instr::CopyCards(o, to) => v("copy cards").what("cards", o).into(*to),
            Instr::EndCopies(o) => v("end copies that weren't cast").what("copies", o),
            Instr::ChooseWords { player, kinds, to, except, into } => {
                let kinds: Vec<String> = kinds.iter().map(|kind| word_kind(*kind).to_owned()).collect();
                let mut it = v("choose words").who("player", player).say("kinds", list_or(&kinds));
                if let Some(to) = to {
                    it = it.say("becomes", to.name());
                }
                if let Some(except) = except {
                    it = it.say("except", except.name());
                }
                it.say("into", format!("registers {into} and {}", into + 1))
            }
            Instr::ChooseNumber(p, from, to, into) => {
                v("choose a number").who("player", p).n("from", from).n("to", to).into(*into)
            }
            Instr::FlipCoin(p, to, called) => {
                let what = if *called { "flip a coin" } else { "flip a coin that nobody calls" };
                v(what).who("player", p).into(*to)
            }
            Instr::RollDie(p, sides, to) => v("roll a die").who("player", p).say("sides", sides.to_string()).into(*to),
            Instr::Vote { words, into } => {
                v("vote").say("for", list_or(words)).say("into", format!("registers from {into} on"))
            }
            _ => unreachable!("listed elsewhere: {instr:?}"),
        }
    }

    fn listed_pick(&self, pick: &Pick) -> Gather<'_, 'a> {
        let it = self.verb("choose").who("player", &pick.chooser).what("among", &pick.from);
        it.n("at least", &pick.min).n("at most", &pick.max).flag("at random", pick.random)
    }
}
