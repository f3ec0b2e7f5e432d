//! Mana, turns, designations, and what happens later, in words.

use crate::designation::Daytime;
use crate::effect::Instr;
use crate::explain::condition::step_name;
use crate::explain::objects;
use crate::explain::teller::Teller;
use crate::explain::words;
use crate::filter::{Players, Step};

impl Teller<'_> {
    /// Mana, turns, designations, and what happens later.
    pub(super) fn turns_and_mana(&self, instr: &Instr) -> String {
        let who = |players: &Players| self.players(players);
        match instr {
            Instr::Ascend(p) => {
                format!(
                    "if {}, {}",
                    who(p).does("control ten or more permanents"),
                    who(p).does("get the city's blessing")
                )
            }
            Instr::SetDaytime(Daytime::Day) => "it becomes day".to_owned(),
            Instr::SetDaytime(Daytime::Night) => "it becomes night".to_owned(),
            Instr::SetDaytime(Daytime::Neither) => "it becomes neither day nor night".to_owned(),
            Instr::AddMana(p, mana) => who(p).does(&format!("add {}", self.mana(mana))),
            Instr::MakeMana => "the mana is added".to_owned(),
            Instr::LoseUnspentMana(p) => who(p).does("lose all unspent mana"),
            Instr::AddSameMana(p) => {
                who(p).does("add one mana of a type that was produced by what was tapped for mana")
            }
            Instr::ExtraTurn(p) => who(p).does("take an extra turn after this one"),
            Instr::Done(action, p) => format!("({} did this: {})", who(p).text, action.words()),
            Instr::DoneBy(action, objects) => {
                format!("({} did this: {})", self.objects(objects).text, action.words())
            }
            Instr::SkipTurn(p) => {
                let p = who(p);
                p.does(&format!("skip {} next turn", p.their()))
            }
            Instr::SkipNext(p, step) => {
                let p = who(p);
                let what = if *step == Step::BeginCombat { "combat phase" } else { step_name(*step) };
                p.does(&format!("skip {} next {what}", p.their()))
            }
            Instr::ExtraCombat(false) => "after this phase, there is an additional combat phase".to_owned(),
            Instr::ExtraCombat(true) => {
                "after this phase, there is an additional combat phase followed by an additional main phase".to_owned()
            }
            Instr::ControlTurn(p, another) => {
                let then = if *another { ", after which they take an extra turn" } else { "" };
                format!("you control {} during their next turn{then}", who(p).text)
            }
            Instr::Subgame(None) => "the players play a subgame".to_owned(),
            Instr::Subgame(Some(life)) => format!("the players play a subgame, starting at {life} life"),
            Instr::Restart(objects, _) => {
                format!("restart the game, leaving in exile {}", self.objects(objects).text)
            }
            Instr::EndTurn => "end the turn".to_owned(),
            Instr::ExtraLands(p, n) => {
                let noun = words::Noun { before: vec!["additional".to_owned()], ..objects::simple("land") };
                who(p).does(&format!("may play {} this turn", self.count(n, &noun)))
            }
            Instr::Delayed(ability, until, None) => self.delayed(until, *ability),
            Instr::Delayed(ability, until, Some(n)) => {
                format!("with the number {}, {}", self.amount(n), self.delayed(until, *ability))
            }
            Instr::Reflexive(ability, number) => {
                let number = number.as_ref().map_or(String::new(), |n| format!(" with the number {}", self.amount(n)));
                format!("when that is done{number}: {}", self.script_below(*ability))
            }
            Instr::BecomeMonarch(p) => who(p).does("become the monarch"),
            Instr::TakeInitiative(p) => who(p).does("take the initiative"),
            Instr::Venture(p, None) => who(p).does("venture into the dungeon"),
            Instr::Venture(p, Some(n)) => {
                let name = self.pool.dungeons().get(usize::from(*n)).map_or("the dungeon", |dungeon| &dungeon.name);
                who(p).does(&format!("venture into {name}"))
            }
            Instr::RingTempts(p) => format!("the Ring tempts {}", who(p).text),
            Instr::GainSpeed(p) => format!("{} speed increases by 1", who(p).of()),
            Instr::PlayerEffect(ability, duration) => {
                format!("{} this rule holds: {}", self.duration(*duration), self.ability_below(*ability))
            }
            Instr::PlayerEffectOf(p, ability, duration) => {
                let rule = self.ability_below(*ability);
                format!("{} this rule holds for {} as \"you\": {rule}", self.duration(*duration), who(p).text)
            }
            _ => unreachable!("told elsewhere: {instr:?}"),
        }
    }
}
