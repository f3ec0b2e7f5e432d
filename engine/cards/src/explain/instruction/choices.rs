//! What is chosen, remembered and counted, in words.

use crate::effect::Instr;
use crate::explain::modification::word_kind;
use crate::explain::registers::number_name;
use crate::explain::teller::Teller;
use crate::explain::words;
use crate::explain::words::{colors, list_or};
use crate::filter::{Objects, PlayerFilter, Players};

impl Teller<'_> {
    /// What is chosen, remembered and counted.
    pub(super) fn choice(&self, instr: &Instr) -> String {
        let who = |players: &Players| self.players(players);
        let what = |objects: &Objects| self.objects(objects);
        match instr {
            Instr::SetNumber(to, amount) => format!("let {} be {}", number_name(*to), self.amount(amount)),
            Instr::SetObjects(_, Objects::Union(none)) if none.is_empty() => "nothing is remembered yet".to_owned(),
            Instr::SetObjects(_, objects) => format!("remember {} (the set is taken now)", what(objects).text),
            Instr::AddObjects(_, objects) => format!("remember {} as well", what(objects).text),
            Instr::NotePlayer(_) => "remember that the player does so".to_owned(),
            Instr::CountResolution(to) => {
                format!("let {} be how many times this ability has resolved this turn", number_name(*to))
            }
            Instr::CountActivations(to) => {
                format!("let {} be how many times this ability has been activated this turn", number_name(*to))
            }
            Instr::Pick(pick, _) => self.pick(pick),
            Instr::ChooseColor(p, among) if among.is_all() => who(p).does("choose a color"),
            Instr::ChooseColor(p, among) => who(p).does(&format!("choose {}", list_or(&colors(*among)))),
            Instr::ChooseCreatureType(p, offered) => {
                who(p).does(&format!("choose {}", crate::explain::words::offered(offered)))
            }
            Instr::ChooseAnotherColor(p) => who(p).does("choose another color"),
            Instr::ChoosePlayer(p, PlayerFilter::Any) => who(p).does("choose a player"),
            Instr::ChoosePlayer(p, among) => who(p).does(&format!("choose {}", self.who_fits(*among).text)),
            Instr::ChooseLandType(p) => who(p).does("choose a basic land type"),
            Instr::ChooseName(p, filter) => {
                let noun = words::Noun { kind: Some("card"), ..self.noun(filter, None) };
                let noun =
                    words::Noun { heads: noun.heads.into_iter().filter(|head| head != "object").collect(), ..noun };
                who(p).does(&format!("choose the name of {}", noun.one()))
            }
            Instr::ChooseWord(p, words, _) => who(p).does(&format!("choose {}", list_or(words))),
            Instr::CopyCards(objects, _) => format!("copy {}", what(objects).text),
            Instr::EndCopies(objects) => format!("{} to exist unless it was cast", what(objects).does("cease")),
            Instr::ChooseWords { player, kinds, to, except, into: _ } => {
                let kinds: Vec<String> = kinds.iter().map(|kind| word_kind(*kind).to_owned()).collect();
                let to = to.map_or("another of its kind".to_owned(), |to| to.name().to_owned());
                let except = except.map_or(String::new(), |not| format!(" other than {}", not.name()));
                who(player).does(&format!("choose a {} and {to}{except}", list_or(&kinds)))
            }
            Instr::ChooseNumber(p, from, to, _) => {
                who(p).does(&format!("choose a number from {} to {}", self.amount(from), self.amount(to)))
            }
            Instr::FlipCoin(p, _, _) => who(p).does("flip a coin"),
            Instr::KeepNumber(n) => format!("note {} as the chosen number", self.amount(n)),
            Instr::RollDie(p, sides, _) => who(p).does(&format!("roll a {sides}-sided die")),
            Instr::Vote { words, into: _ } => format!("starting with you, each player votes for {}", list_or(words)),
            _ => unreachable!("told elsewhere: {instr:?}"),
        }
    }
}
