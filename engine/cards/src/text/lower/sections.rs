//! Cards whose text has parts under headings: levelers (CR 711) and Classes (CR 716).

use super::card::Paragraph;
use super::context::Context;
use super::decline::{Lowered, Refusal, decline};
use super::frame::all_of;
use super::statics::as_enters;
use crate::ability::{Ability, AbilityKind, Activatable, ActivatableKind, Affected, Static, StaticEffect, Timing};
use crate::card::AbilityId;
use crate::cost::Cost;
use crate::effect::{Instr, Modification, Part, Script};
use crate::filter::{Amount, Comparison, Condition, Objects, Players, Zone};
use crate::keyword::Keywords;
use crate::mana::ManaCost;
use crate::text::normal::anchor_words;
use crate::types::CardTypes;

/// A line that says when what follows applies.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Heading {
    /// A level symbol: from one number of level counters to another, or more (CR 711.2).
    Levels(u8, Option<u8>),
    /// The power and toughness box that belongs to a level symbol.
    Box(i16, i16),
    /// A prototype's mana cost, power and toughness (CR 718.2); nothing stands under it.
    Prototype(ManaCost, i16, i16),
    /// A class level bar (CR 716.2): what it costs to gain the level.
    Class(ManaCost, u8),
    /// A station symbol (CR 721.2): from how many charge counters on.
    Station(u8),
    /// The words of which one is chosen as the permanent enters (CR 614.12b).
    Words([String; 2]),
    /// One of them: under it stands the ability that the permanent has if that was chosen.
    Word(String),
}

impl Heading {
    /// Reads a paragraph that is a heading. `before`: the heading that the card had last.
    pub(crate) fn read(text: &str, before: Option<&Heading>) -> Option<Heading> {
        if let Some(rest) = text.strip_prefix("Prototype ") {
            let (cost, stats) = rest.split_once(" — ")?;
            let (power, toughness) = stats.split_once('/')?;
            let heading = Heading::Prototype(cost.parse().ok()?, power.parse().ok()?, toughness.parse().ok()?);
            return (heading.text() == text).then_some(heading);
        }
        if let Some(number) = text.strip_prefix("STATION ").and_then(|rest| rest.strip_suffix('+')) {
            return number.parse().ok().map(Heading::Station).filter(|heading| heading.text() == text);
        }
        if let Some(word) = text.strip_prefix("• ").and_then(|rest| rest.strip_suffix(" —")) {
            return Some(Heading::Word(word.to_owned()));
        }
        // Two subtypes are chosen as they are, without anything under them (CR 205.3).
        let is_type = |word: &str| crate::types::Subtype::from_name(word).is_some();
        if let Some(words) = anchor_words(text).filter(|words| !words.iter().all(|word| is_type(word))) {
            return Some(Heading::Words(words.map(str::to_owned)));
        }
        let heading = match text.strip_prefix("LEVEL ") {
            Some(range) => match range.split_once('-') {
                Some((from, to)) => Heading::Levels(from.parse().ok()?, Some(to.parse().ok()?)),
                None => Heading::Levels(range.strip_suffix('+')?.parse().ok()?, None),
            },
            None => match (text.split_once('/'), text.split_once(": Level "), before) {
                (Some((power, toughness)), _, Some(Heading::Levels(..) | Heading::Station(_))) => {
                    Heading::Box(power.parse().ok()?, toughness.parse().ok()?)
                }
                (_, Some((cost, level)), _) => Heading::Class(cost.parse().ok()?, level.parse().ok()?),
                _ => return None,
            },
        };
        (heading.text() == text).then_some(heading)
    }

    /// The heading as text.
    pub(crate) fn text(&self) -> String {
        match self {
            Heading::Levels(from, Some(to)) => format!("LEVEL {from}-{to}"),
            Heading::Levels(from, None) => format!("LEVEL {from}+"),
            Heading::Box(power, toughness) => format!("{power}/{toughness}"),
            Heading::Class(cost, level) => format!("{cost}: Level {level}"),
            Heading::Prototype(cost, power, toughness) => format!("Prototype {cost} — {power}/{toughness}"),
            Heading::Words([one, other]) => format!("As ~ enters, choose {one} or {other}."),
            Heading::Word(word) => format!("• {word} —"),
            Heading::Station(number) => format!("STATION {number}+"),
        }
    }
}

impl Context<'_> {
    /// Puts the abilities of paragraphs under headings under the conditions that these stand for. `keywords` are those of each
    /// paragraph.
    pub(super) fn sections(
        &mut self,
        paragraphs: &[Paragraph],
        abilities: &mut [Vec<AbilityId>],
        keywords: &[Keywords],
    ) -> Result<(), Refusal> {
        let mut place = 0;
        while place < paragraphs.len() {
            let Paragraph::Heading(
                heading @ (Heading::Levels(..)
                | Heading::Box(..)
                | Heading::Class(..)
                | Heading::Words(_)
                | Heading::Word(_)
                | Heading::Station(_)),
            ) = &paragraphs[place]
            else {
                place += 1;
                continue;
            };
            let rest = paragraphs[place + 1..].iter();
            let is_end = |other: &Paragraph| {
                matches!(
                    other,
                    Paragraph::Heading(
                        Heading::Levels(..) | Heading::Class(..) | Heading::Words(_) | Heading::Station(_)
                    )
                )
            };
            let end = match heading {
                Heading::Words(_) => place + 1,
                // One paragraph stands under it.
                Heading::Word(_) => paragraphs.len().min(place + 2),
                _ => place + 1 + rest.take_while(|other| !is_end(other)).count(),
            };
            let own: Vec<AbilityId> = abilities[place + 1..end].iter_mut().flat_map(std::mem::take).collect();
            let keywords = keywords[place + 1..end].iter().fold(Keywords::empty(), |all, one| all | *one);
            let stats = paragraphs[place + 1..end].iter().find_map(|other| match other {
                Paragraph::Heading(Heading::Box(power, toughness)) => Some((*power, *toughness)),
                _ => None,
            });
            let made = match heading {
                Heading::Levels(from, to) => self.level_symbol((*from, *to), stats, keywords, own),
                Heading::Station(number) => self.station_symbol(*number, stats, keywords, own),
                Heading::Class(cost, level) => self.class_level(cost, *level, keywords, own),
                Heading::Words(words) => self.words_to_choose(paragraphs, words),
                Heading::Word(word) => self.under_word(paragraphs, word, keywords, own),
                Heading::Box(..) | Heading::Prototype(..) => decline("a power and toughness box needs a level symbol"),
            };
            abilities[place] = made.map_err(|error| (Some(place), error))?;
            place = end;
        }
        Ok(())
    }

    fn add_with(&mut self, text: String, kind: AbilityKind) -> AbilityId {
        self.pool.add_ability(Ability { text, kind })
    }

    /// CR 614.12b: one of the words is chosen as the permanent enters; each has something under it.
    fn words_to_choose(&mut self, paragraphs: &[Paragraph], words: &[String; 2]) -> Lowered<Vec<AbilityId>> {
        let under = |word: &String| paragraphs.contains(&Paragraph::Heading(Heading::Word(word.clone())));
        if !words.iter().all(under) {
            return decline("nothing stands under a word that can be chosen");
        }
        let choose = Instr::ChooseWord(Players::You, words.to_vec(), 0);
        let text = Heading::Words(words.clone()).text();
        let mut ids = Vec::new();
        for ability in as_enters(text.clone(), vec![choose]) {
            ids.push(self.add_with(text.clone(), AbilityKind::Static(Box::new(ability))));
        }
        Ok(ids)
    }

    /// CR 607.2n: as long as the word was chosen, the permanent has what stands under it.
    fn under_word(
        &mut self,
        paragraphs: &[Paragraph],
        word: &String,
        keywords: Keywords,
        own: Vec<AbilityId>,
    ) -> Lowered<Vec<AbilityId>> {
        let place = paragraphs.iter().find_map(|paragraph| match paragraph {
            Paragraph::Heading(Heading::Words(words)) => words.iter().position(|other| other == word),
            _ => None,
        });
        let Some(place) = place else { return decline(format!("no other words are there besides `{word}`")) };
        let chosen = Condition::ChosenWord(place as u8, word.clone());
        Ok(self.under_symbol(&Heading::Word(word.clone()), Some(chosen), Vec::new(), keywords, own))
    }

    /// CR 711.2a–b: as long as it has that many level counters, it has base power and toughness and abilities.
    fn level_symbol(
        &mut self,
        (from, to): (u8, Option<u8>),
        stats: Option<(i16, i16)>,
        keywords: Keywords,
        own: Vec<AbilityId>,
    ) -> Lowered<Vec<AbilityId>> {
        let Some((power, toughness)) = stats else { return decline("a level symbol needs power and toughness") };
        let counters = Amount::Counters(Objects::Source, Some(self.pool.counter_kind("level")));
        let compare = |how, number: u8| Condition::Compare(counters.clone(), how, Amount::Const(i32::from(number)));
        let mut conditions = vec![compare(Comparison::AtLeast, from)];
        conditions.extend(to.map(|to| compare(Comparison::AtMost, to)));
        let number = |n: i16| Some(Amount::Const(i32::from(n)));
        let changes = vec![Modification::SetBasePT(number(power), number(toughness))];
        Ok(self.under_symbol(&Heading::Levels(from, to), all_of(conditions), changes, keywords, own))
    }

    /// CR 721.2a–b: as long as it has that many charge counters, it has abilities, and is a creature if there is a box.
    fn station_symbol(
        &mut self,
        from: u8,
        stats: Option<(i16, i16)>,
        keywords: Keywords,
        own: Vec<AbilityId>,
    ) -> Lowered<Vec<AbilityId>> {
        let counters = Amount::Counters(Objects::Source, Some(self.pool.counter_kind("charge")));
        let enough = Condition::Compare(counters, Comparison::AtLeast, Amount::Const(i32::from(from)));
        let number = |n: i16| Some(Amount::Const(i32::from(n)));
        let mut changes = Vec::new();
        if let Some((power, toughness)) = stats {
            changes.push(Modification::AddTypes(CardTypes::CREATURE));
            changes.push(Modification::SetBasePT(number(power), number(toughness)));
        }
        Ok(self.under_symbol(&Heading::Station(from), Some(enough), changes, keywords, own))
    }

    /// The ability that a symbol or a word stands for: while the condition holds, the permanent changes like this, and has what stands under it.
    fn under_symbol(
        &mut self,
        symbol: &Heading,
        condition: Option<Condition>,
        mut changes: Vec<Modification>,
        keywords: Keywords,
        own: Vec<AbilityId>,
    ) -> Vec<AbilityId> {
        if !keywords.is_empty() {
            changes.push(Modification::AddKeywords(keywords));
        }
        changes.extend(own.into_iter().map(Modification::AddAbility));
        let effect = StaticEffect::Continuous(Affected::Source, changes);
        let ability = Static { zone: Zone::Battlefield, condition, effect };
        vec![self.add_with(symbol.text(), AbilityKind::Static(Box::new(ability)))]
    }

    /// CR 716.2a: the ability that gains the level, and the abilities that the Class has from it on.
    fn class_level(
        &mut self,
        cost: &ManaCost,
        level: u8,
        keywords: Keywords,
        own: Vec<AbilityId>,
    ) -> Lowered<Vec<AbilityId>> {
        if !keywords.is_empty() {
            return decline("keywords of a class level aren't supported");
        }
        let at = |how, number: u8| Condition::Compare(Amount::ClassLevel, how, Amount::Const(i32::from(number)));
        let text = Heading::Class(cost.clone(), level).text();
        let code = vec![Instr::BecomeLevel(Objects::Source, level)];
        let part = Part { text: text.clone(), targets: Vec::new(), code };
        let gain = Activatable {
            timing: Timing::Sorcery,
            condition: Some(at(Comparison::Equal, level.saturating_sub(1))),
            cost: Cost::mana(cost.clone()),
            script: Script { parts: vec![part], modes: None },
            ..Activatable::new(ActivatableKind::Ability, Zone::Battlefield)
        };
        let mut ids = vec![self.add_with(text, AbilityKind::Activatable(Box::new(gain)))];
        for id in own {
            let mut ability = self.pool.ability(id).clone();
            let condition = match &mut ability.kind {
                AbilityKind::Activatable(ability) => &mut ability.condition,
                AbilityKind::Triggered(ability) => &mut ability.condition,
                AbilityKind::Static(ability) => &mut ability.condition,
            };
            let both = condition.take().into_iter().chain([at(Comparison::AtLeast, level)]).collect();
            *condition = all_of(both);
            ids.push(self.pool.add_ability(ability));
        }
        Ok(ids)
    }
}
