//! What continuous effects have made of permanents: these can't be seen, but what they do can. Effects that cards of the game could have made,
//! and that together make of an object what it is seen to be, are taken to be those that were made.

use gauntlet_cards::card::{AbilityId, CardId};
use gauntlet_cards::effect::{Duration, Instr, Modification};
use gauntlet_cards::keyword::Keywords;
use gauntlet_core::Player;

use super::{Seen, Shown};
use crate::position::Position;
use crate::state::{ActiveEffect, CopyPart, Object, ObjectId};

/// How many effects are looked for to explain what one object is.
const MOST: usize = 3;

/// Where an instruction is written that makes a continuous effect.
type Written = (AbilityId, u8, u16);

impl Position {
    /// Makes what is seen to be otherwise than its card and what else is there make it what it is seen to be.
    pub(super) fn explain_characteristics(&mut self, seen: &Seen) {
        let differs = |position: &Position| -> Vec<(ObjectId, Shown)> {
            let objects = seen.objects.iter().filter_map(|object| Some((object.id, object.shown?)));
            let there = |id: &ObjectId| position.state.battlefield.contains(&id.index);
            objects
                .filter(|(id, shown)| there(id) && distance(&position.state.objects[id.index()], shown) > 0)
                .collect()
        };
        let wrong = differs(self);
        if wrong.is_empty() {
            return;
        }
        // Effects of before that don't lead to what is seen are over.
        let kept = self.state.effects.len();
        self.state.effects.retain(|effect| !wrong.iter().any(|(id, _)| *id == effect.object));
        if self.state.effects.len() != kept {
            self.again();
        }
        let written = self.effects_of_pool();
        for (id, shown) in differs(self) {
            for _ in 0..MOST {
                if !self.add_nearest(id, &shown, &written) {
                    break;
                }
            }
        }
        // What nothing explains is so until it is worked out anew.
        for (id, shown) in differs(self) {
            let object = &mut self.state.objects[id.index()];
            let characteristics = &mut object.characteristics;
            (characteristics.types, characteristics.colors) = (shown.types, shown.colors);
            if let Some((power, toughness)) = shown.size {
                (characteristics.power, characteristics.toughness) = (power, toughness);
            }
            if let Some(keywords) = shown.keywords {
                characteristics.keywords = keywords | characteristics.keywords & TOLD.complement();
            }
        }
    }

    fn again(&mut self) {
        let mut engine = self.engine();
        engine.touch();
        engine.refresh();
    }

    /// The instructions of the pool that change objects for a time, and need no more than numbers for that.
    fn effects_of_pool(&self) -> Vec<Written> {
        let mut found = Vec::new();
        for (number, ability) in self.pool.abilities().iter().enumerate() {
            let Some(script) = ability.kind.script() else { continue };
            for (part, code) in script.parts.iter().enumerate() {
                for (place, instr) in code.code.iter().enumerate() {
                    let Instr::Continuous(_, changes, _) = instr else { continue };
                    if changes.iter().all(is_plain) {
                        found.push((AbilityId(number as u32), part as u8, place as u16));
                    }
                }
            }
        }
        found
    }

    /// Adds the effect that brings an object nearest to what it is seen to be; false if none brings it nearer.
    fn add_nearest(&mut self, id: ObjectId, shown: &Shown, written: &[Written]) -> bool {
        let now = self.state.objects[id.index()];
        let mut least = distance(&now, shown);
        let mut best = None;
        for written in written {
            if least == 0 {
                break;
            }
            let effect = self.effect_of(*written, id, &now, shown);
            self.state.effects.push(effect);
            self.again();
            let found = distance(&self.state.objects[id.index()], shown);
            if found < least {
                (least, best) = (found, Some(effect));
            }
            self.state.effects.pop();
        }
        self.state.effects.extend(best);
        self.again();
        best.is_some()
    }

    /// The effect of an instruction on an object, with the numbers that make it as large as it is seen.
    fn effect_of(&mut self, written: Written, id: ObjectId, now: &Object, shown: &Shown) -> ActiveEffect {
        let (ability, part, instr) = written;
        let code = &self.pool.ability(ability).kind.script().expect("it has a script").parts[usize::from(part)].code;
        let changes = match &code[usize::from(instr)] {
            Instr::Continuous(_, changes, _) => changes.as_slice(),
            _ => &[],
        };
        let (power, toughness) = shown.size.unwrap_or((now.characteristics.power, now.characteristics.toughness));
        let more = [power - now.characteristics.power, toughness - now.characteristics.toughness];
        let mut numbers = [0; 2 * Modification::MOST_NUMBERED];
        let mut next = 0;
        for change in changes {
            let pair = match change {
                Modification::AddPT(..) => more,
                Modification::SetBasePT(..) => [power, toughness],
                _ => continue,
            };
            for number in pair {
                if let Some(place) = numbers.get_mut(next) {
                    *place = number;
                }
                next += 1;
            }
        }
        ActiveEffect {
            ability,
            part,
            instr,
            object: id,
            source: id,
            controller: now.controller,
            timestamp: self.state.tick(),
            duration: Duration::EndOfTurn,
            turn: self.state.turn,
            numbers,
            copied: CardId(0),
            copy: CopyPart::Whole,
            player: Player::FIRST,
            of: ObjectId::NONE,
            withheld: Keywords::empty(),
        }
    }
}

/// Whether a change needs nothing that was chosen or remembered.
fn is_plain(change: &Modification) -> bool {
    matches!(
        change,
        Modification::AddTypes(_)
            | Modification::SetTypes(_)
            | Modification::RemoveTypes(_)
            | Modification::AddSubtypes(_)
            | Modification::SetSubtypes(..)
            | Modification::AddEveryCreatureType
            | Modification::AddEveryNonbasicLandType
            | Modification::SetColors(_)
            | Modification::AddColors(_)
            | Modification::AddKeywords(_)
            | Modification::RemoveKeywords(_)
            | Modification::LoseAllAbilities
            | Modification::SetBasePT(..)
            | Modification::AddPT(..)
    )
}

/// The keywords that are told by name alone: protections and landwalks aren't.
const TOLD: Keywords = Keywords::FLYING
    .union(Keywords::REACH)
    .union(Keywords::TRAMPLE)
    .union(Keywords::HASTE)
    .union(Keywords::VIGILANCE)
    .union(Keywords::LIFELINK)
    .union(Keywords::DEATHTOUCH)
    .union(Keywords::FIRST_STRIKE)
    .union(Keywords::DOUBLE_STRIKE)
    .union(Keywords::MENACE)
    .union(Keywords::HEXPROOF)
    .union(Keywords::INDESTRUCTIBLE)
    .union(Keywords::DEFENDER)
    .union(Keywords::FLASH)
    .union(Keywords::SHROUD)
    .union(Keywords::FEAR)
    .union(Keywords::INTIMIDATE)
    .union(Keywords::SKULK)
    .union(Keywords::SHADOW)
    .union(Keywords::HORSEMANSHIP);

/// How far an object is from what it is seen to be; 0 if it is that.
fn distance(object: &Object, shown: &Shown) -> u32 {
    let is = &object.characteristics;
    let types = (is.types ^ shown.types).bits().count_ones();
    let colors = (is.colors ^ shown.colors).bits().count_ones();
    let size = shown.size.map_or(0, |(power, toughness)| {
        u32::from(power.abs_diff(is.power)) + u32::from(toughness.abs_diff(is.toughness))
    });
    let keywords = shown.keywords.map_or(0, |keywords| ((is.keywords ^ keywords) & TOLD).bits().count_ones());
    types * 4 + colors + size.min(64) + keywords
}
