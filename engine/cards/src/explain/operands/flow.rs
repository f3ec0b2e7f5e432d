//! Jumps, conditions and loops, as operands.

use crate::effect::Instr;
use crate::explain::operands::Gather;
use crate::explain::teller::Teller;

impl<'a> Teller<'a> {
    /// Jumps, conditions and loops.
    pub(super) fn list_flow(&self, instr: &Instr) -> Gather<'_, 'a> {
        let v = |verb| self.verb(verb);
        match instr {
            Instr::Jump(label) => v("go on").label("at", *label),
            Instr::Unless(condition, label) => {
                v("go on only if").say("condition", self.condition(condition)).label("else", *label)
            }
            Instr::May(p, label) => v("may").who("player", p).label("else", *label),
            Instr::MayGive(p, cost, into, label) => {
                v("may choose to pay").who("player", p).cost(cost).into(*into).label("else", *label)
            }
            Instr::MayPay(p, cost, label) => v("may pay").who("player", p).cost(cost).label("else", *label),
            Instr::MayPayTimes(p, cost, n, label) => {
                v("may pay").who("player", p).cost(cost).n("times", n).label("else", *label)
            }
            Instr::MayPayX(p, cost, to, label) => {
                v("may pay").who("player", p).cost(cost).say("X into", format!("register {to}")).label("else", *label)
            }
            Instr::Pay(p, cost, label) => v("pay if able").who("player", p).cost(cost).label("else", *label),
            Instr::DoneIf(condition) => v("counts as done only if").say("condition", self.condition(condition)),
            Instr::ForEachPlayer(p, label) => v("for each player").who("players", p).label("up to", *label),
            Instr::ForEachObject(o, label) => v("for each object").what("objects", o).label("up to", *label),
            Instr::Repeat(n, label) => v("repeat").n("times", n).label("up to", *label),
            Instr::End => v("stop"),
            _ => unreachable!("listed elsewhere: {instr:?}"),
        }
    }
}
