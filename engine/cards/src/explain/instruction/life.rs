//! Damage, life, winning and losing, in words.

use crate::effect::Instr;
use crate::explain::teller::Teller;
use crate::filter::{Objects, Players, Zone};

impl Teller<'_> {
    /// Damage and its prevention, life, winning and losing.
    pub(super) fn damage_and_life(&self, instr: &Instr) -> String {
        let who = |players: &Players| self.players(players);
        let what = |objects: &Objects| self.objects(objects);
        match instr {
            Instr::Damage(source, amount, to) => {
                let deal = format!("deal {} to {}", self.much(amount, "damage"), self.recipients(to));
                what(source).does(&deal)
            }
            Instr::AndDamage(source, amount, to) => {
                let deal = format!("deal {} to {}", self.much(amount, "damage"), self.recipients(to));
                format!("at the same time, {}", what(source).does(&deal))
            }
            Instr::DamageShared { source, amount, among, by } => what(source).does(&format!(
                "deal {} divided as {} among any number of {}",
                self.much(amount, "damage"),
                self.players(by).does("choose"),
                what(among).text
            )),
            Instr::DamageDivided(source, n) => {
                what(source).does(&format!("deal damage divided as chosen among {}", self.target(n.0).text))
            }
            Instr::Fight(a, b) => format!("{} and {} fight each other", what(a).text, what(b).text),
            Instr::GainLife(p, n) => who(p).does(&format!("gain {}", self.much(n, "life"))),
            Instr::LoseLife(p, n) => who(p).does(&format!("lose {}", self.much(n, "life"))),
            Instr::SetLife(p, n) => format!("{} life total becomes {}", who(p).of(), self.amount(n)),
            Instr::ExchangeLife(p) => format!("exchange life totals: {}", who(p).text),
            Instr::LifeFor(p, n) => format!("if it can, {} life total becomes {}", who(p).of(), self.amount(n)),
            Instr::PreventDivided(n) => format!(
                "prevent the next damage that would be dealt this turn to {}, divided as chosen",
                self.target(n.0).text
            ),
            Instr::PreventDamage(to, None) => {
                format!("prevent all damage that would be dealt to {} this turn", self.recipients(to))
            }
            Instr::PreventDamage(to, Some(n)) => {
                let n = self.much(n, "damage");
                format!("prevent the next {n} that would be dealt to {} this turn", self.recipients(to))
            }
            Instr::Shield(shield) => self.shield(shield),
            Instr::Preventable(false) => "damage dealt by what follows can't be prevented".to_owned(),
            Instr::Preventable(true) => "damage dealt by what follows can be prevented again".to_owned(),
            Instr::PreventCombatDamage(from) => format!(
                "prevent all combat damage that would be dealt this turn by {} (asked anew each time)",
                self.set(Zone::Battlefield, from)
            ),
            Instr::Win(p) => who(p).does("win the game"),
            Instr::Lose(p) => who(p).does("lose the game"),
            Instr::DrawGame => "the game is a draw".to_owned(),
            _ => unreachable!("told elsewhere: {instr:?}"),
        }
    }
}
