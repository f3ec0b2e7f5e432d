//! Compiled cards for people.

use std::fmt::Write;

use crate::ability::AbilityKind;
use crate::card::{CardId, Pool};
use crate::effect::{Part, Script};
use crate::layers::layer_facts;

/// The card's text, printed from its syntax tree, a line for each paragraph; modes are lines of their own.
pub fn render(pool: &Pool, card: CardId) -> Vec<String> {
    pool.card(card).text.iter().flat_map(|text| text.lines().map(str::to_owned)).collect()
}

/// The card's compiled form, readable: its characteristics, then each ability with its targets and instructions.
pub fn dump(pool: &Pool, id: CardId) -> String {
    let card = pool.card(id);
    let mut out = String::new();
    let _ = write!(out, "{}", card.name);
    if let Some(cost) = &card.mana_cost {
        let _ = write!(out, "  {cost}");
    }
    let it = &card.characteristics;
    let types: Vec<String> = it
        .supertypes
        .iter_names()
        .chain(it.types.iter_names().map(|row| (row.0, Default::default())))
        .map(|row| row.0.to_lowercase())
        .collect();
    let subtypes: Vec<&str> = it.subtypes.iter().map(crate::types::Subtype::name).collect();
    let _ =
        writeln!(out, "\n  {}{}{}", types.join(" "), if subtypes.is_empty() { "" } else { " — " }, subtypes.join(" "));
    if it.types.contains(crate::types::CardTypes::CREATURE) {
        let _ = writeln!(out, "  {}/{}{}", it.power, it.toughness, if card.fixed_pt { "" } else { " (computed)" });
    }
    if let Some(loyalty) = card.loyalty {
        let _ = writeln!(out, "  loyalty {loyalty}");
    }
    let keywords: Vec<&str> =
        crate::keyword::Keywords::TABLE.iter().filter(|row| it.keywords.contains(row.0)).map(|row| row.1).collect();
    if !keywords.is_empty() {
        let _ = writeln!(out, "  {}", keywords.join(", "));
    }
    for &id in &card.abilities {
        let ability = pool.ability(id);
        let _ = writeln!(out, "- {}", ability.text.replace('\n', "\n  "));
        match &ability.kind {
            AbilityKind::Activatable(it) => {
                let _ = writeln!(out, "    {:?} in {:?}, {:?}, cost {:?}", it.kind, it.zone, it.timing, it.cost);
                for cost in &it.optional_costs {
                    let _ = writeln!(out, "    optional {cost:?}");
                }
                for change in &it.cost_changes {
                    let _ = writeln!(out, "    cost change {change:?}");
                }
                if let Some(condition) = &it.condition {
                    let _ = writeln!(out, "    if {condition:?}");
                }
                if let Some(mana) = &it.mana {
                    let _ = writeln!(out, "    adds {mana:?}");
                }
                script(&mut out, &it.script);
            }
            AbilityKind::Triggered(it) => {
                let _ = writeln!(out, "    when {:?} in {:?}", it.events, it.zone);
                if let Some(condition) = &it.condition {
                    let _ = writeln!(out, "    if {condition:?}");
                }
                script(&mut out, &it.script);
            }
            AbilityKind::Static(it) => {
                if let Some(condition) = &it.condition {
                    let _ = writeln!(out, "    while {condition:?}");
                }
                let _ = writeln!(out, "    {:?}", it.effect);
            }
        }
        for facts in layer_facts(pool, id) {
            let _ = writeln!(out, "    {}", facts.line());
        }
    }
    out
}

fn script(out: &mut String, script: &Script) {
    if let Some(modes) = &script.modes {
        let _ = writeln!(out, "    modes {modes:?}");
    }
    for (index, part) in script.parts.iter().enumerate() {
        if script.modes.is_some() {
            let _ = writeln!(out, "    mode {index}: {}", part.text);
        }
        code(out, part);
    }
}

fn code(out: &mut String, part: &Part) {
    for (index, target) in part.targets.iter().enumerate() {
        let _ = writeln!(
            out,
            "    target {index}: {:?} {:?} × {:?}–{:?}",
            target.objects, target.players, target.min, target.max
        );
    }
    for (index, instr) in part.code.iter().enumerate() {
        let _ = writeln!(out, "    {index:3} {instr:?}");
    }
}
