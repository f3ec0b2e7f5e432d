//! A card whose program is written in code: what comes with its type line and cost, and the checks that keep it from being wrong where a
//! text would have been refused.

use std::any::Any;

use super::card::Face;
use super::context::Context;
use super::decline::{Lowered, decline};
use super::{flow, stored};
use crate::ability::{Ability, AbilityKind, StaticEffect};
use crate::card::{AbilityId, CardId, Layout, Pool};
use crate::effect::{Instr, NewTokens, Part, Register};
use crate::face_down::FaceDown;
use crate::filter::CounterKind;
use crate::mention::{Mention, Mentions};
use crate::support::CANT_DO;
use crate::text::lower::decline::Decline;
use crate::text::program::{Program, Written};
use crate::types::CardTypes;
use crate::walk::{Then, Walk};

/// Puts a card that is written in code into a pool.
pub(in crate::text) fn lower_program(pool: &mut Pool, face: &Face<'_>, program: &Program) -> Lowered<CardId> {
    let before = pool.abilities().len();
    let written = program.write(pool);
    check(pool, before, face, &written)?;
    let texts = texts(&written);
    let made = pool.abilities()[before..].to_vec();
    let Written { spell, keywords, abilities } = written;
    let mut context = Context::of_face(pool, face);
    context.casting.enchant = abilities.iter().find_map(|ability| match &ability.kind {
        AbilityKind::Static(ability) => {
            matches!(ability.effect, StaticEffect::Enchant { .. }).then(|| ability.effect.clone())
        }
        AbilityKind::Activatable(_) | AbilityKind::Triggered(_) => None,
    });
    context.learn_of(&spell)?;
    abilities.iter().chain(&made).try_for_each(|ability| context.learn_of(ability))?;
    let mut ids = context.ways(face, Layout::Single, spell)?;
    ids.extend(abilities.into_iter().map(|ability| context.pool.add_ability(ability)));
    ids.extend(context.printed_numbers(face).into_iter().flatten());
    if let Some(what) = ids.iter().find_map(|id| context.pool.unsupported_ability(*id)) {
        return decline(format!("{CANT_DO} {what}"));
    }
    Ok(pool.add_card(face.card(keywords, false, ids, texts)))
}

/// A line for the spell and for each ability that has a text.
fn texts(written: &Written) -> Vec<String> {
    let spell = written.spell.parts.iter().map(|part| &part.text);
    let all = spell.chain(written.abilities.iter().map(|ability| &ability.text));
    all.filter(|text| !text.is_empty()).cloned().collect()
}

/// Declines what a text could never have been compiled to. The pool's abilities from number `before` on are the program's, too.
fn check(pool: &Pool, before: usize, face: &Face<'_>, written: &Written) -> Lowered<()> {
    if !written.spell.parts.is_empty() && !face.types.intersects(CardTypes::INSTANT | CardTypes::SORCERY) {
        return decline("only an instant or sorcery does something as it resolves by its own script");
    }
    there_is(pool, &written.spell)?;
    check_parts(&written.spell.parts, Some(0))?;
    for ability in &written.abilities {
        there_is(pool, ability)?;
        check_ability(ability, Some(0))?;
    }
    for ability in &pool.abilities()[before..] {
        there_is(pool, ability)?;
        // It may be one that waits, and is given registers by what makes it.
        check_ability(ability, None)?;
    }
    Ok(())
}

/// Declines a value that speaks of abilities, cards or kinds of counters that aren't in the pool.
fn there_is(pool: &Pool, value: &impl Walk) -> Lowered<()> {
    let cards = pool.cards().count();
    let mut problem = None;
    value.walk(&mut |node: &dyn Any| {
        let missing = if let Some(AbilityId(number)) = node.downcast_ref() {
            (*number as usize >= pool.abilities().len())
                .then(|| format!("there is no ability number {number} in the pool"))
        } else if let Some(CardId(number)) = node.downcast_ref() {
            (usize::from(*number) >= cards).then(|| format!("there is no card number {number} in the pool"))
        } else if let Some(NewTokens { token, .. }) = node.downcast_ref() {
            let token = pool.cards().nth(token.index());
            token.is_some_and(|(_, card)| !card.token).then(|| "what is created isn't a token".to_owned())
        } else if let Some(CounterKind(number)) = node.downcast_ref() {
            let known = pool.counter_names().len();
            (usize::from(*number) >= known).then(|| format!("there is no kind of counter number {number} in the pool"))
        } else {
            None
        };
        problem = problem.take().or(missing);
        if problem.is_some() { Then::Past } else { Then::Inside }
    });
    problem.map_or(Ok(()), decline)
}

fn check_ability(ability: &Ability, given: Option<Register>) -> Lowered<()> {
    match &ability.kind {
        AbilityKind::Activatable(way) => check_parts(&way.script.parts, given),
        AbilityKind::Triggered(triggered) => check_parts(&triggered.script.parts, given),
        AbilityKind::Static(ability) => stored::kept_ability(&ability.effect),
    }
    .map_err(|Decline(problem)| Decline(format!("`{}`: {problem}", ability.text)))
}

/// Declines parts that ask for targets that they don't have, jump to where nothing is, or read what nothing has written: with `given`
/// registers that hold objects from the beginning, if that is known.
fn check_parts(parts: &[Part], given: Option<Register>) -> Lowered<()> {
    for part in parts {
        let targets = part.targets.len();
        let mut missing = None;
        part.each_mention(&mut |mention| {
            if let Mention::Target(number) = mention
                && usize::from(number) >= targets
            {
                missing = Some(number);
            }
        });
        if let Some(number) = missing {
            return decline(format!("target number {number} is asked for, and there are {targets}"));
        }
        if part.code.iter().filter_map(Instr::label).any(|label| usize::from(label) > part.code.len()) {
            return decline("an instruction jumps beyond the end");
        }
        stored::check(part)?;
        if let Some(given) = given {
            flow::check(part, given)?;
        }
    }
    Ok(())
}

impl Context<'_> {
    /// Puts into the pool what a program speaks of without making it: dungeons (CR 309), the Ring (CR 701.54), what is face down (CR 708).
    fn learn_of(&mut self, value: &impl Walk) -> Lowered<()> {
        let (mut dungeons, mut ring, mut down) = (false, false, Vec::new());
        value.walk(&mut |node| {
            if let Some(instr) = node.downcast_ref() {
                dungeons |= matches!(instr, Instr::Venture(..) | Instr::TakeInitiative(..));
                ring |= matches!(instr, Instr::RingTempts(..));
            } else if let Some(how) = node.downcast_ref::<FaceDown>() {
                down.extend(how.is_creature().then_some(*how));
            }
            Then::Inside
        });
        if dungeons {
            self.learn_of_dungeons()?;
        }
        if ring {
            self.learn_of_the_ring()?;
        }
        down.into_iter().try_for_each(|how| self.allow_face_down(how))
    }
}
