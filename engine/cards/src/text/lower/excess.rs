//! Excess damage (CR 120.4a, 120.10): how much there was, and to whom it is dealt instead.

use super::context::Context;
use super::decline::{Lowered, decline};
use super::filter::unsupported;
use super::frame::{Frame, Item};
use super::noun::Use;
use crate::effect::{Instr, Recipients};
use crate::filter::{Amount, Filter, Objects, Players, Test};
use crate::text::grammar::amount::ExcessTo;
use crate::text::grammar::player::{Player, Relation};

impl Context<'_> {
    /// How much excess damage this script has dealt, to what is said (CR 120.10).
    pub(super) fn excess(&mut self, frame: &mut Frame, to: Option<&ExcessTo>) -> Lowered<Amount> {
        let mut dealing = frame.code.items.iter().filter_map(|item| match item {
            Item::Instr(
                _,
                instr @ (Instr::Damage(..) | Instr::AndDamage(..) | Instr::DamageDivided(..) | Instr::Fight(..)),
            ) => Some(instr),
            _ => None,
        });
        let (Some(dealing), None) = (dealing.next().cloned(), dealing.next()) else {
            return decline("it is unclear which damage is meant by excess damage");
        };
        let dealt = match (&dealing, to) {
            (Instr::Damage(_, _, Recipients::Objects(objects @ Objects::Target(_))), _) => objects.clone(),
            (Instr::Damage(_, _, Recipients::Target(number)), _) => Objects::Target(*number),
            // Of two that fight, one.
            (Instr::Fight(a, b), Some(ExcessTo::The { one })) => {
                let one = self.objects(frame, one, Use::Read)?;
                if ![a, b].contains(&&one) || a == b {
                    return decline("it is unclear to what excess damage was dealt");
                }
                one
            }
            _ => return decline("it is unclear to what excess damage was dealt"),
        };
        let filter = match to {
            None => Filter::ANY,
            Some(ExcessTo::That { head }) => {
                if self.that(frame, head, false)?.before.as_ref() != Some(&dealt) {
                    return unsupported("to what excess damage was dealt:", head);
                }
                // Damage that was dealt to something else instead isn't counted (CR 614.9).
                Filter::just(Test::Is(Box::new(dealt)))
            }
            Some(ExcessTo::The { one }) => {
                if self.objects(frame, one, Use::Read)? != dealt {
                    return unsupported("to what excess damage was dealt:", one);
                }
                Filter::just(Test::Is(Box::new(dealt)))
            }
            Some(ExcessTo::A { noun }) => {
                let described = self.noun(frame, noun)?;
                if !described.describes_permanents() {
                    return unsupported("to what excess damage was dealt:", noun);
                }
                described.filter
            }
        };
        Ok(Amount::ExcessThisWay(filter))
    }

    /// "Excess damage is dealt to that creature's controller instead": the damage of the sentence before is divided before it is dealt
    /// (CR 120.4a).
    pub(super) fn excess_to(&mut self, frame: &mut Frame, who: &Player) -> Lowered<()> {
        let Player::That { head, relation: Relation::Controller } = who else {
            return unsupported("to whom excess damage is dealt:", who);
        };
        let creature = self.that(frame, head, false)?.before;
        let Some(Instr::Damage(by, n, Recipients::Objects(to @ Objects::Target(_)))) = frame.last_instr() else {
            return decline("it is unclear which damage is meant by excess damage");
        };
        if creature.as_ref() != Some(&*to) {
            return unsupported("to whom excess damage is dealt:", who);
        }
        let lethal = Amount::Lethal(to.clone(), by.clone());
        let rest = Amount::Difference(Box::new(n.clone()), Box::new(lethal.clone()));
        let rest = Amount::Greatest(Box::new(rest), Box::new(Amount::Const(0)));
        let controller = Recipients::Players(Players::ControllerOf(Box::new(to.clone())));
        let excess = Instr::AndDamage(by.clone(), rest, controller);
        *n = Amount::Least(Box::new(n.clone()), Box::new(lethal));
        frame.emit(excess);
        Ok(())
    }
}
