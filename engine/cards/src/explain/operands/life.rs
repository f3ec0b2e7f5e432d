//! Damage and its prevention, life, winning and losing, as operands.

use crate::effect::{Instr, Shield};
use crate::explain::operands::Gather;
use crate::explain::teller::Teller;
use crate::filter::Zone;

impl<'a> Teller<'a> {
    /// Damage and its prevention, life, winning and losing.
    pub(super) fn list_life(&self, instr: &Instr) -> Gather<'_, 'a> {
        let v = |verb| self.verb(verb);
        match instr {
            Instr::Damage(o, n, to) => v("deal damage").what("source", o).n("amount", n).to(to),
            Instr::AndDamage(o, n, to) => v("deal damage at the same time").what("source", o).n("amount", n).to(to),
            Instr::DamageShared { source, amount, among, by } => {
                let it = v("deal damage divided now").what("source", source).n("amount", amount);
                it.what("among", among).who("divided by", by)
            }
            Instr::DamageDivided(o, t) => {
                v("deal divided damage").what("source", o).say("among", self.target(t.0).text)
            }
            Instr::Fight(a, b) => v("fight").what("one", a).what("other", b),
            Instr::GainLife(p, n) => v("gain life").who("player", p).n("amount", n),
            Instr::LoseLife(p, n) => v("lose life").who("player", p).n("amount", n),
            Instr::SetLife(p, n) => v("set life total").who("player", p).n("to", n),
            Instr::ExchangeLife(p) => v("exchange life totals").who("players", p),
            Instr::LifeFor(p, n) => v("exchange life total").who("player", p).n("for", n),
            Instr::PreventDivided(t) => {
                v("prevent the next damage this turn, divided").say("among", self.target(t.0).text)
            }
            Instr::PreventDamage(to, None) => v("prevent all damage this turn").to(to),
            Instr::PreventDamage(to, Some(n)) => v("prevent the next damage this turn").n("amount", n).to(to),
            Instr::Shield(shield) => self.listed_shield(shield),
            Instr::Preventable(yes) => {
                v("damage from here on can be prevented").say("value", if *yes { "yes" } else { "no" })
            }
            Instr::PreventCombatDamage(filter) => {
                v("prevent combat damage this turn").say("by", self.noun(filter, Some(Zone::Battlefield)).plural())
            }
            Instr::Win(p) => v("win").who("player", p),
            Instr::Lose(p) => v("lose").who("player", p),
            Instr::DrawGame => v("the game is a draw"),
            _ => unreachable!("listed elsewhere: {instr:?}"),
        }
    }

    fn listed_shield(&self, shield: &Shield) -> Gather<'_, 'a> {
        let mut it =
            self.verb(if shield.redirect.is_some() { "redirect damage this turn" } else { "prevent damage this turn" });
        if let Some(to) = &shield.to {
            it = it.to(to);
        }
        if let Some(from) = &shield.from {
            it = it.what("from", from);
        }
        if let Some(quality) = &shield.quality {
            it = it.say("from sources that fit, asked anew", self.noun(quality, None).one());
        }
        it = it.flag("combat damage only", shield.combat).flag("the next time only", shield.once);
        if let Some(n) = &shield.amount {
            it = it.n("amount", n);
        }
        if let Some(to) = &shield.redirect {
            it = it.say("dealt instead to", self.recipients(to));
        }
        if let Some((players, objects)) = &shield.group {
            let mut group: Vec<String> = players.iter().map(|players| self.all_who_fit(*players).text).collect();
            group.extend(objects.iter().map(|filter| self.noun(filter, Some(Zone::Battlefield)).each()));
            it = it.say("to whoever fits", group.join(" and "));
        }
        if let Some(then) = &shield.then {
            it = it.ability(then.ability).flag("for each source or recipient", then.apart);
        }
        it
    }
}
