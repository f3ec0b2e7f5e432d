//! What is done to cards and permanents, as operands.

use crate::designation::Door;
use crate::effect::Instr;
use crate::explain::operands::Gather;
use crate::explain::teller::Teller;
use crate::explain::words::marks;
use crate::filter::Zone;

impl<'a> Teller<'a> {
    /// What is done to cards and permanents.
    pub(super) fn list_objects(&self, instr: &Instr) -> Gather<'_, 'a> {
        let v = |verb| self.verb(verb);
        match instr {
            Instr::Destroy(o, no) => v("destroy").what("objects", o).flag("can't be regenerated", *no),
            Instr::Move(o, to, into) => v("move").what("objects", o).destination(to).maybe_into(*into),
            Instr::Sacrifice(p, o) => v("sacrifice").who("player", p).what("objects", o),
            Instr::Merge(o, n) => v("merge").what("with", o).n("under", n),
            Instr::Meld(o, name) => v("meld").what("objects", o).say("into", name.clone()),
            Instr::SacrificeWhile(p, o, others, to) => v("sacrifice while others move")
                .who("player", p)
                .what("objects", o)
                .what("others", others)
                .destination(to),
            Instr::SacrificeChosen(p, n, filter, to) => {
                let it = v("sacrifice by choice").who("player", p).n("permanents", n);
                it.fits(filter, Some(Zone::Battlefield)).maybe_into(*to)
            }
            Instr::Tap(o) => v("tap").what("objects", o),
            Instr::Untap(o) => v("untap").what("objects", o),
            Instr::Mark(o, mark) => v("designate").what("objects", o).say("as", marks(*mark)),
            Instr::Exploit => v("exploit"),
            Instr::Attach(a, b) => v("attach").what("objects", a).what("to", b),
            Instr::AttachAsToCreature(a, b) => v("attach as to a creature").what("objects", a).what("to", b),
            Instr::Unattach(o) => v("unattach").what("objects", o),
            Instr::ExchangeControl(a, b) => v("exchange control").what("one", a).what("other", b),
            Instr::Continuous(o, changes, duration) => {
                v("change").what("objects", o).changes("to", changes).say("duration", self.duration(*duration))
            }
            Instr::ContinuousOn(filter, changes, duration) => {
                let it = v("change whatever fits").fits(filter, Some(Zone::Battlefield)).changes("to", changes);
                it.say("duration", self.duration(*duration))
            }
            Instr::ChooseBlocks(combat) => {
                v("choose how creatures block").say("for", if *combat { "this combat" } else { "this turn" })
            }
            Instr::EndThisEffect => v("end the effect that this ability belongs to"),
            Instr::Regenerate(o) => v("regenerate").what("objects", o),
            Instr::Transform(o) => v("transform").what("objects", o),
            Instr::Flip(o) => v("flip").what("objects", o),
            Instr::Plot(o) => v("plot").what("objects", o),
            Instr::Prepare(o) => v("prepare").what("objects", o),
            Instr::Unprepare(o) => v("unprepare").what("objects", o),
            Instr::TurnFaceUp(o) => v("turn face up").what("objects", o),
            Instr::TurnFaceDown(o) => v("turn face down").what("objects", o),
            Instr::BecomeLevel(o, level) => v("become level").what("object", o).say("level", level.to_string()),
            Instr::Unlock(o, door) => {
                v("unlock").what("objects", o).say("half", if *door == Door::Left { "left" } else { "right" })
            }
            Instr::MustBlock(a, b, combat) => {
                let it = v("must block").what("blockers", a).what("attackers", b);
                it.say("duration", if *combat { "this combat" } else { "this turn" })
            }
            Instr::BecomeBlocked(o) => v("become blocked").what("objects", o),
            Instr::RemoveFromCombat(o) => v("remove from combat").what("objects", o),
            Instr::PhaseOut(o) => v("phase out").what("objects", o),
            Instr::Goad(o) => v("goad").what("objects", o),
            Instr::NoLongerSuspected(o) => v("end being suspected").what("objects", o),
            Instr::CantBlock(a, b) => v("can't block this turn").what("blockers", a).what("attackers", b),
            Instr::PayTribute => v("tribute was paid"),
            Instr::StayOut => v("put into the graveyard instead"),
            Instr::Encode(to) => v("may encode the source on a creature you control").into(*to),
            Instr::Pair(a, b) => v("pair").what("one", a).what("other", b),
            Instr::Devour(o) => v("has devoured").what("permanents", o),
            _ => unreachable!("listed elsewhere: {instr:?}"),
        }
    }
}
