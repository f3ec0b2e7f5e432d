//! Mana, turns, designations, and what happens later, as operands.

use crate::designation::Daytime;
use crate::effect::{DelayedUntil, Instr};
use crate::explain::condition::step_name;
use crate::explain::operands::Gather;
use crate::explain::teller::Teller;

impl<'a> Teller<'a> {
    /// Mana, turns, designations, and what happens later.
    pub(super) fn list_game(&self, instr: &Instr) -> Gather<'_, 'a> {
        let v = |verb| self.verb(verb);
        match instr {
            Instr::Ascend(p) => v("ascend").who("player", p),
            Instr::SetDaytime(time) => v("set daytime").say("to", daytime(*time)),
            Instr::AddMana(p, mana) => v("add mana").who("player", p).say("mana", self.mana(mana)),
            Instr::MakeMana => v("make the mana"),
            Instr::LoseUnspentMana(p) => v("lose all unspent mana").who("player", p),
            Instr::AddSameMana(p) => v("add mana of the type produced").who("player", p),
            Instr::ExtraTurn(p) => v("take an extra turn").who("player", p),
            Instr::DoneBy(action, o) => v("count as done by").say("action", action.words()).what("objects", o),
            Instr::Done(action, p) => v("count as done").say("action", action.words()).who("player", p),
            Instr::SkipTurn(p) => v("skip next turn").who("player", p),
            Instr::SkipNext(p, step) => v("skip next").say("step", step_name(*step)).who("player", p),
            Instr::ExtraCombat(main) => v("additional combat phase").flag("and a main phase", *main),
            Instr::ControlTurn(p, another) => {
                v("control next turn").who("of", p).flag("and an extra turn after it", *another)
            }
            Instr::Subgame(life) => {
                let it = v("play a subgame");
                if let Some(life) = life { it.say("life", life.to_string()) } else { it }
            }
            Instr::Restart(objects, to) => v("restart the game").what("leaving", objects).into(*to),
            Instr::EndTurn => v("end the turn"),
            Instr::ExtraLands(p, n) => v("allow additional lands this turn").who("player", p).n("lands", n),
            Instr::Delayed(ability, until, n) => {
                let it = v("trigger later").ability(*ability).say("when", self.later_when(until));
                if let Some(n) = n { it.n("number", n) } else { it }
            }
            Instr::Reflexive(ability, n) => {
                let it = v("trigger now").ability(*ability);
                if let Some(n) = n { it.n("number", n) } else { it }
            }
            Instr::BecomeMonarch(p) => v("become the monarch").who("player", p),
            Instr::TakeInitiative(p) => v("take the initiative").who("player", p),
            Instr::Venture(p, dungeon) => {
                let it = v("venture").who("player", p);
                match dungeon.and_then(|n| self.pool.dungeons().get(usize::from(n))) {
                    Some(dungeon) => it.say("into", dungeon.name.clone()),
                    None => it,
                }
            }
            Instr::RingTempts(p) => v("the Ring tempts").who("player", p),
            Instr::GainSpeed(p) => v("increase speed by 1").who("player", p),
            Instr::PlayerEffect(ability, duration) => {
                v("a rule for players").ability(*ability).say("duration", self.duration(*duration))
            }
            Instr::PlayerEffectOf(p, ability, duration) => {
                let duration = self.duration(*duration);
                v("a rule for players").who("player", p).ability(*ability).say("duration", duration)
            }
            _ => unreachable!("listed elsewhere: {instr:?}"),
        }
    }

    /// When a delayed trigger triggers.
    fn later_when(&self, until: &DelayedUntil) -> String {
        match until {
            DelayedUntil::NextStep(step, None) => format!("the next {} begins", step_name(*step)),
            DelayedUntil::NextStep(step, Some(who)) => {
                format!("the next {} of {} begins", step_name(*step), self.who_fits(*who).text)
            }
            DelayedUntil::NextTurns(step, false) => format!("the next turn's {} begins", step_name(*step)),
            DelayedUntil::NextTurns(step, true) => format!("your next turn's {} begins", step_name(*step)),
            DelayedUntil::ExtraTurns(step) => format!("that extra turn's {} begins", step_name(*step)),
            DelayedUntil::EventThisTurn => "whenever its event happens this turn".to_owned(),
            DelayedUntil::NextEventThisTurn => "the next time its event happens this turn".to_owned(),
            DelayedUntil::NextEvent => "the next time its event happens".to_owned(),
            DelayedUntil::EventUntilYourNextTurn => "whenever its event happens until your next turn".to_owned(),
            DelayedUntil::EveryEvent => "whenever its event happens, for the rest of the game".to_owned(),
        }
    }
}

fn daytime(time: Daytime) -> &'static str {
    match time {
        Daytime::Day => "day",
        Daytime::Night => "night",
        Daytime::Neither => "neither day nor night",
    }
}
