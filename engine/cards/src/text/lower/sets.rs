//! Sets that are fixed when they are first meant: "tap all creatures target player controls. Those creatures don't untap ..." means
//! the creatures that were tapped, not whatever fits later (CR 608.2c, 608.2h).

use super::decline::{Lowered, decline};
use super::frame::{Frame, Item, Mention, Referent};
use crate::effect::Instr;
use crate::filter::{Amount, Objects, Players, Zone};

/// Returns whether a reference means the same objects whenever it is asked for.
fn is_settled(objects: &Objects) -> bool {
    match objects {
        Objects::Source
        | Objects::SourceNow
        | Objects::Target(_)
        | Objects::Event
        | Objects::EventOther
        | Objects::Host
        | Objects::Register(_)
        | Objects::Current
        | Objects::Encoded(_)
        | Objects::ExiledWithSource
        | Objects::PutWithSource => true,
        Objects::Moved(objects) | Objects::Left(objects, _) => is_settled(objects),
        Objects::Union(parts) => parts.iter().all(is_settled),
        Objects::Each(..)
        | Objects::DamageSources(_)
        | Objects::Those(..)
        | Objects::AttachedTo(_)
        | Objects::PermanentsOf(_)
        | Objects::PartnersOf(_) => false,
    }
}

impl Frame {
    /// Returns whether these are targets that may be several: "any number of target players".
    pub(super) fn targets_several(&self, players: &Players) -> bool {
        let spec = |place: u8| self.code.targets.get(usize::from(place));
        matches!(players, Players::Target(place) if spec(*place).is_some_and(|spec| spec.max != Amount::Const(1)))
    }

    /// The objects that a mention is now.
    pub(super) fn resolve(&mut self, mention: &Mention) -> Lowered<Objects> {
        match &mention.after {
            Referent::Known(objects) => self.settled(objects, mention.since),
            Referent::Pending(number) => {
                // CR 400.7: nothing finds it there.
                if self.hides(*number) {
                    return decline("what went to a hand or library isn't found there");
                }
                Ok(Objects::Register(self.register_of(*number)?))
            }
            // What has moved is no longer there, and the register is empty if nothing has.
            Referent::Perhaps(objects, number) => {
                let before = self.settled(objects, mention.since)?;
                let moved = Objects::Register(self.register_of(*number)?);
                Ok(Objects::Union(vec![before, moved]))
            }
        }
    }

    /// The objects that a mention was.
    pub(super) fn read(&mut self, mention: &Mention) -> Lowered<Objects> {
        match &mention.before {
            Some(objects) => self.settled(objects, mention.since),
            None => self.resolve(mention),
        }
    }

    /// The objects of "that card": of what has left the battlefield or the stack, the card in the zone that it went to. It isn't the
    /// permanent or the spell that it was, and what changed that doesn't change it (CR 400.7, 109.2a).
    pub(super) fn read_card(&mut self, mention: &Mention) -> Lowered<Objects> {
        match mention.after {
            Referent::Pending(number) if self.is_laid_open(number) => self.resolve(mention),
            _ => self.read(mention),
        }
    }

    /// Returns whether an instruction has moved objects to where they are cards that everybody sees.
    pub(super) fn is_laid_open(&self, number: usize) -> bool {
        self.code.items.iter().any(|item| match item {
            Item::Instr(own, Instr::Move(_, to, _)) => {
                *own == number && matches!(to.zone, Zone::Graveyard | Zone::Exile | Zone::Command)
            }
            _ => false,
        })
    }

    /// What a description means now, for several instructions that follow: the second would ask again, when the first has changed it.
    pub(super) fn fixed(&mut self, objects: Objects) -> Lowered<Objects> {
        if is_settled(&objects) {
            return Ok(objects);
        }
        let register = self.register()?;
        self.emit(Instr::SetObjects(register, objects));
        Ok(Objects::Register(register))
    }

    /// The objects that an instruction has moved, as they were before it, for an ability that triggers at once.
    pub(super) fn kept_before(&mut self, number: usize, objects: &Objects) -> Lowered<Option<Objects>> {
        match objects {
            Objects::Source | Objects::Event | Objects::EventOther | Objects::Register(_) => Ok(Some(objects.clone())),
            Objects::Target(_) | Objects::Host | Objects::Current => {
                let mover = |item: &Item| matches!(item, Item::Instr(own, _) if *own == number);
                let Some(place) = self.code.items.iter().position(mover) else { return Ok(None) };
                let register = self.register()?;
                self.insert(place, Instr::SetObjects(register, objects.clone()));
                Ok(Some(Objects::Register(register)))
            }
            _ => Ok(None),
        }
    }

    /// Returns whether an instruction has moved objects to a hidden zone.
    pub(super) fn hides(&self, number: usize) -> bool {
        self.code.items.iter().any(|item| match item {
            Item::Instr(own, Instr::Move(_, to, _)) => *own == number && matches!(to.zone, Zone::Hand | Zone::Library),
            _ => false,
        })
    }

    /// What was meant by a description before instruction number `since`: if something was done in between, it is kept in a register
    /// from then on.
    fn settled(&mut self, objects: &Objects, since: usize) -> Lowered<Objects> {
        if is_settled(objects) {
            return Ok(objects.clone());
        }
        let later = |item: &Item| matches!(item, Item::Instr(number, _) if *number >= since && !self.code.inserted.contains(number));
        let Some(place) = self.code.items.iter().position(later) else { return Ok(objects.clone()) };
        let register = self.register()?;
        self.insert(place, Instr::SetObjects(register, objects.clone()));
        let kept = Objects::Register(register);
        for mention in self.discourse.mentions.iter_mut().filter(|mention| mention.since == since) {
            if mention.before.as_ref() == Some(objects) {
                mention.before = Some(kept.clone());
            }
            match &mut mention.after {
                Referent::Known(known) | Referent::Perhaps(known, _) if known == objects => *known = kept.clone(),
                _ => {}
            }
        }
        Ok(kept)
    }
}
