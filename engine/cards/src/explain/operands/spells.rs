//! What is done to spells, and casting as part of an effect, as operands.

use crate::effect::{Instr, Permitted, SpentAs};
use crate::explain::operands::Gather;
use crate::explain::teller::Teller;
use crate::filter::Zone;

impl<'a> Teller<'a> {
    /// What is done to spells, and casting as part of an effect.
    pub(super) fn list_spells(&self, instr: &Instr) -> Gather<'_, 'a> {
        let v = |verb| self.verb(verb);
        match instr {
            Instr::Counter(o, None) => v("counter").what("objects", o),
            Instr::Counter(o, Some(to)) => v("counter").what("objects", o).destination(to),
            Instr::CastSpecial(p, o) => v("may cast for the named cost").who("player", p).what("card", o),
            Instr::CopySpell { of, player, new_targets, except, at } => {
                let it = v("copy on the stack").what("of", of).who("player", player);
                let it = it.flag("new targets", *new_targets).changes("except", except);
                match at {
                    Some(at) => it.what("one for each it could target of", at),
                    None => it,
                }
            }
            Instr::ChooseNewTargets(o, p) => v("may choose new targets").who("player", p).what("for", o),
            Instr::CastFree(p, o, only) => {
                let it = v("may cast free").who("player", p).what("cards", o);
                match only {
                    Some(only) => it.fits(only, Some(Zone::Stack)),
                    None => it,
                }
            }
            Instr::CastNow(p, o) => v("may cast").who("player", p).what("cards", o),
            Instr::CastFor(p, o, price) => v("may cast").who("player", p).what("cards", o).ability(*price),
            Instr::PlayFree(p, o) => v("may play free").who("player", p).what("cards", o),
            Instr::CastSome { player, cards, spells, most, free } => {
                let it = v(if *free { "may cast some free" } else { "may cast some" });
                let it = it.who("player", player).what("cards", cards);
                let it = match most {
                    Some(most) => it.n("at most", most),
                    None => it,
                };
                match spells {
                    Some(only) => it.fits(only, Some(Zone::Stack)),
                    None => it,
                }
            }
            Instr::ExileAfterwards(o) => v("exile instead of into a graveyard").what("spells", o),
            Instr::AimAt(o, to) => v("change a target").what("of", o).what("to", to),
            Instr::ChangeTargets(o, p) => v("change targets").who("player", p).what("of", o),
            Instr::CastBack(p, o) => v("may cast transformed, free").who("player", p).what("cards", o),
            Instr::AllowPlay { player, cards, most, spells, duration, lands, free, how, mana } => {
                let it = v(if *lands { "allow to play" } else { "allow to cast" }).who("player", player);
                let it = it.what("cards", cards);
                let it = match most {
                    Some(most) => it.n("at most", most),
                    None => it,
                };
                let it = match spells {
                    Some(only) => it.fits(only, Some(Zone::Stack)),
                    None => it,
                };
                let it = it.say("duration", self.duration(*duration)).flag("free", *free);
                let it = match how {
                    Permitted::Usual => it,
                    Permitted::Plotted => it.say("way", "plotted"),
                    Permitted::Later => it.say("way", "not in this turn"),
                    Permitted::Flashback => it.say("way", "with flashback for its mana cost"),
                    Permitted::While(ability) => it.say("only if", self.permitted_while(*ability)),
                    Permitted::For(ability) => {
                        it.say("way", format!("for {} rather than its mana cost", self.price(*ability)))
                    }
                };
                match mana {
                    SpentAs::Itself => it,
                    SpentAs::SnowAnyColor => it.say("mana", "of snow sources as though of any color"),
                    SpentAs::AnyColor => it.say("mana", "as though of any color"),
                    SpentAs::AnyType => it.say("mana", "as though of any type"),
                }
            }
            Instr::NextSpell(ability, filter) => {
                v("for the next spell this turn").fits(filter, Some(Zone::Stack)).ability(*ability)
            }
            _ => unreachable!("listed elsewhere: {instr:?}"),
        }
    }
}
