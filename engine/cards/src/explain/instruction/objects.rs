//! What is done to permanents, in words.

use crate::designation::Door;
use crate::effect::Instr;
use crate::explain::instruction::is_set;
use crate::explain::teller::Teller;
use crate::explain::words::{Who, marks};
use crate::filter::{Objects, Players, Zone};

impl Teller<'_> {
    /// Permanents: where they go, what they become.
    pub(super) fn done_to_objects(&self, instr: &Instr) -> String {
        let who = |players: &Players| self.players(players);
        let what = |objects: &Objects| self.objects(objects);
        match instr {
            Instr::Destroy(objects, false) => format!("destroy {}", what(objects).text),
            Instr::Destroy(objects, true) => format!("destroy {}, which can't be regenerated", what(objects).text),
            Instr::Move(objects, to, _) => self.moved(&what(objects), to),
            Instr::Sacrifice(p, objects) => who(p).does(&format!("sacrifice {}", what(objects).text)),
            Instr::Merge(objects, _) => {
                format!("{} merges with {}, over or under it as was chosen", self.source(), what(objects).text)
            }
            Instr::Meld(objects, name) => format!("meld {} into {name}", what(objects).text),
            Instr::SacrificeWhile(p, objects, others, to) => {
                let sacrifice = who(p).does(&format!("sacrifice {}", what(objects).text));
                format!("{sacrifice} and, at the same time, {}", self.moved(&what(others), to))
            }
            Instr::SacrificeChosen(p, n, filter, _) => {
                let noun = self.noun(filter, Some(Zone::Battlefield));
                let p = who(p);
                p.does(&format!("sacrifice {} of {} choice", self.count(n, &noun), p.their()))
            }
            Instr::Tap(objects) => format!("tap {}", what(objects).text),
            Instr::Untap(objects) => format!("untap {}", what(objects).text),
            Instr::Mark(objects, mark) => what(objects).does(&format!("become {}", marks(*mark))),
            Instr::Exploit => format!("{} exploits the sacrificed creature", self.source()),
            Instr::Attach(a, b) => format!("attach {} to {}", what(a).text, what(b).text),
            Instr::AttachAsToCreature(a, b) => {
                format!("attach {} to {} as though that were a creature", what(a).text, what(b).text)
            }
            Instr::Unattach(objects) => format!("unattach {}", what(objects).text),
            Instr::ExchangeControl(a, b) => {
                format!("exchange control of {} and {} for good", what(a).text, what(b).text)
            }
            Instr::Continuous(objects, changes, duration) => {
                let set = if is_set(objects) { " (the set is taken now)" } else { "" };
                format!("{} {}{set}", self.changed(&what(objects), changes), self.duration(*duration))
            }
            Instr::ContinuousOn(filter, changes, duration) => {
                let who = Who::one(self.noun(filter, Some(Zone::Battlefield)).each());
                format!("{} {} (whatever fits at any time)", self.changed(&who, changes), self.duration(*duration))
            }
            Instr::ChooseBlocks(combat) => {
                let how_long = if *combat { "this combat" } else { "this turn" };
                format!("you choose which creatures block {how_long} and how those creatures block")
            }
            Instr::EndThisEffect => "end the effect that this ability belongs to".to_owned(),
            Instr::Regenerate(objects) => format!("regenerate {} (a shield for this turn)", what(objects).text),
            Instr::Transform(objects) => format!("transform {}", what(objects).text),
            Instr::Flip(objects) => format!("flip {}", what(objects).text),
            Instr::Plot(objects) => what(objects).does("become plotted"),
            Instr::Prepare(objects) => what(objects).does("become prepared"),
            Instr::Unprepare(objects) => what(objects).does("become unprepared"),
            Instr::TurnFaceUp(objects) => format!("turn {} face up", what(objects).text),
            Instr::TurnFaceDown(objects) => format!("turn {} face down", what(objects).text),
            Instr::BecomeLevel(objects, level) => what(objects).does(&format!("become level {level}")),
            Instr::Unlock(objects, door) => {
                let which = if *door == Door::Left { "left" } else { "right" };
                format!("unlock the {which} half of {}", what(objects).text)
            }
            Instr::MustBlock(a, b, combat) => {
                let when = if *combat { "this combat" } else { "this turn" };
                format!("{} {when} if able", what(a).does(&format!("block {}", what(b).text)))
            }
            Instr::BecomeBlocked(objects) => format!("{} becomes blocked", what(objects).text),
            Instr::RemoveFromCombat(objects) => format!("remove {} from combat", what(objects).text),
            Instr::PhaseOut(objects) => what(objects).does("phase out"),
            Instr::NoLongerSuspected(objects) => what(objects).does("stop being suspected"),
            Instr::Goad(objects) => format!("goad {} (until your next turn)", what(objects).text),
            Instr::CantBlock(a, b) => what(a).does(&format!("can't block {} this turn", what(b).text)),
            Instr::StayOut => format!("{} is put into its owner's graveyard instead of entering", self.source()),
            Instr::PayTribute => format!("tribute was paid for {}", self.source()),
            Instr::Encode(_) => format!("{} may be exiled encoded on a creature you control", self.source()),
            Instr::Pair(a, b) => format!("{} and {} become paired", what(a).text, what(b).text),
            Instr::Devour(objects) => format!("{} has devoured {}", self.source(), what(objects).text),
            _ => unreachable!("told elsewhere: {instr:?}"),
        }
    }
}
