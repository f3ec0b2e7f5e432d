//! Counters, tokens and emblems, in words.

use crate::effect::Instr;
use crate::explain::instruction::entering;
use crate::explain::objects;
use crate::explain::teller::Teller;
use crate::explain::words::{list_and, moved};
use crate::filter::{Amount, Objects, Players};

impl Teller<'_> {
    /// Counters, tokens and emblems.
    pub(super) fn counters_and_tokens(&self, instr: &Instr) -> String {
        let who = |players: &Players| self.players(players);
        let what = |objects: &Objects| self.objects(objects);
        match instr {
            Instr::AddCounters(objects, kind, n) => {
                format!("put {} on {}", self.counters(n, Some(*kind)), what(objects).text)
            }
            Instr::AndCounters(objects, kind, n) => {
                format!("at the same time, put {} on {}", self.counters(n, Some(*kind)), what(objects).text)
            }
            Instr::AddCountersDivided(kind, n) => {
                format!("distribute {} counters as chosen among {}", self.counter(*kind), self.target(n.0).text)
            }
            Instr::AddCountersShared { among, kind, amount, by } => who(by).does(&format!(
                "distribute {} among {} (as this resolves)",
                self.counters(amount, Some(*kind)),
                what(among).text
            )),
            Instr::RemoveCounters(objects, kind, None) => {
                format!("remove all {}s from {}", self.any_counter(*kind), what(objects).text)
            }
            Instr::RemoveCounters(objects, kind, Some(n)) => {
                format!("remove {} from {}", self.counters(n, *kind), what(objects).text)
            }
            Instr::MoveCounters(from, to, kind, n) => {
                let which = match n {
                    Some(n) => self.counters(n, *kind),
                    None => format!("all {}s", self.any_counter(*kind)),
                };
                format!("move {which} from {} onto {}", what(from).text, what(to).text)
            }
            Instr::MoveKinds(from, to, which) => {
                format!("move {} from {} onto {}", moved(*which), what(from).text, what(to).text)
            }
            Instr::AnotherCounter(to, each) => {
                let which = if *each { "each kind" } else { "a kind of your choice" };
                format!("put another counter on {}, of {which} that is there", self.recipients(to))
            }
            Instr::AddPlayerCounters(p, kind, n) => who(p).does(&format!("get {}", self.counters(n, Some(*kind)))),
            Instr::LosePlayerCounters(p, kind, n) => {
                let lost = match (kind, n) {
                    (_, Some(n)) => self.counters(n, *kind),
                    (Some(_), None) => format!("all {}s", self.any_counter(*kind)),
                    (None, None) => "all counters".to_owned(),
                };
                who(p).does(&format!("lose {lost}"))
            }
            Instr::EnterWith(kind, n) => {
                format!("{} enters with {} on it", self.source(), self.counters(n, Some(*kind)))
            }
            Instr::Proliferate(p) => who(p).does("proliferate"),
            Instr::CreateToken(tokens) => self.new_tokens(tokens),
            Instr::CreateCopy { player, of, amount, except, tapped, attacking, into: _ } => {
                let noun = objects::simple("token");
                let count = self.count(amount, &noun);
                let except = self.except(except, matches!(amount, Amount::Const(1)));
                let entering = entering(*tapped, *attacking);
                let copies = if matches!(amount, Amount::Const(1)) { "that's a copy" } else { "that are copies" };
                who(player).does(&format!("create {count} {copies} of {}{except}{entering}", what(of).text))
            }
            Instr::PutSameCounters(from, to) => {
                format!("put as many counters of each kind as {} has or had onto {}", what(from).text, what(to).text)
            }
            Instr::DoubleCounters(objects) => {
                format!("double the number of each kind of counter on {}", what(objects).text)
            }
            Instr::CreateEmblem(p, abilities) => {
                let abilities: Vec<String> = abilities.iter().map(|ability| self.ability_below(*ability)).collect();
                who(p).does(&format!("get an emblem with {}", list_and(&abilities)))
            }
            _ => unreachable!("told elsewhere: {instr:?}"),
        }
    }
}
