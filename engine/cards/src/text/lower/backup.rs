//! Backup (CR 702.165): a trigger that gives what is printed below it.

use super::card::Paragraph;
use super::context::Context;
use super::decline::{Lowered, Refusal, decline};
use crate::ability::{Ability, AbilityKind};
use crate::card::AbilityId;
use crate::effect::{Duration, Instr, Modification};
use crate::filter::{Condition, Filter, Objects, Test};
use crate::keyword::Keywords;
use crate::text::grammar::ability::Common;
use crate::text::grammar::keyword::KeywordItem;
use crate::text::keywords::{self, CastingKeyword, Meaning};

impl Context<'_> {
    /// Makes the triggers of backup from the abilities of the paragraphs below them.
    pub(super) fn backup(&mut self, paragraphs: &[Paragraph], abilities: &mut [Vec<AbilityId>]) -> Result<(), Refusal> {
        for place in (0..paragraphs.len()).rev() {
            let Some(n) = counters_of(&paragraphs[place]).map_err(|error| (Some(place), error))? else { continue };
            let below = place + 1..paragraphs.len();
            // CR 702.165a: the abilities that aren't backup.
            let below = below.filter(|other| !matches!(counters_of(&paragraphs[*other]), Ok(Some(_))));
            let mut keywords = Keywords::empty();
            let mut given = Vec::new();
            for other in below {
                for item in items(&paragraphs[other]) {
                    keywords |= self.simple_keywords(item).unwrap_or_default();
                }
                given.extend(abilities[other].iter().copied());
            }
            abilities[place] = vec![self.backs_up(n, keywords, given).map_err(|error| (Some(place), error))?];
        }
        Ok(())
    }

    fn backs_up(&mut self, n: i32, keywords: Keywords, given: Vec<AbilityId>) -> Lowered<AbilityId> {
        let counters = keywords::count(n, "+1/+1 counter");
        let ids = self.definition(&format!("When ~ enters, put {counters} on target creature."))?;
        let [id] = ids.as_slice() else { return decline("backup that isn't one triggered ability isn't supported") };
        let Ability { text, kind: AbilityKind::Triggered(mut trigger) } = self.pool.ability(*id).clone() else {
            return decline("backup that isn't one triggered ability isn't supported");
        };
        let target = Objects::Target(0);
        let another = Condition::ObjectIs(target.clone(), Filter::just(Test::NotSource));
        let mut changes = Vec::new();
        if !keywords.is_empty() {
            changes.push(Modification::AddKeywords(keywords));
        }
        changes.extend(given.into_iter().map(Modification::AddAbility));
        let Some(part) = trigger.script.parts.first_mut() else {
            return decline("backup that isn't one triggered ability isn't supported");
        };
        let end = part.code.len() as u16 + 2;
        part.code.push(Instr::Unless(another, end));
        part.code.push(Instr::Continuous(target, changes, Duration::EndOfTurn));
        Ok(self.add(text, AbilityKind::Triggered(trigger)))
    }
}

fn items(paragraph: &Paragraph) -> &[KeywordItem] {
    match paragraph.common() {
        Some(Common::Keywords { line, .. }) => &line.items.0,
        _ => &[],
    }
}

/// How many counters the backup of a paragraph puts, if it is one.
fn counters_of(paragraph: &Paragraph) -> Lowered<Option<i32>> {
    let backup = |item: &KeywordItem| match item {
        KeywordItem::Number { name, n } => {
            matches!(keywords::TABLE[name.0].meaning, Meaning::Casting(CastingKeyword::Backup)).then_some(n.0)
        }
        _ => None,
    };
    match items(paragraph) {
        [item] => Ok(backup(item)),
        items if items.iter().any(|item| backup(item).is_some()) => {
            decline("backup beside other keywords isn't supported")
        }
        _ => Ok(None),
    }
}
