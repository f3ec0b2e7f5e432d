//! What the continuous effects of a text read and change in each layer, for people.

use super::facts::{Facts, read_by_ability, read_by_affected, read_by_changes, read_by_filter, written};
use super::order::{LAST, layer_of};
use crate::ability::{AbilityKind, StaticEffect};
use crate::card::{AbilityId, Pool};
use crate::effect::{Instr, Modification, Script};

/// The names of the layers and sublayers (CR 613.1, 613.4), and of what comes after them (CR 613.11).
const NAMES: [&str; LAST as usize + 1] = ["1", "2", "3", "4", "5", "6", "7a", "7b", "7c", "7d", "rules"];

/// What one continuous effect does in one layer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LayerFacts {
    /// The layer or sublayer, as the rules number it; `rules` for what isn't a change of characteristics (CR 613.11).
    pub layer: &'static str,
    /// What decides whether it exists, what it applies to, and what it does there; what was locked in is not read
    /// (CR 611.2c). An effect can depend only on one that writes some of this (CR 613.8a).
    pub reads: Vec<String>,
    /// What it changes there.
    pub writes: Vec<String>,
}

/// What the continuous effects of an ability read and write: of a static ability its own (CR 604.2), of others those that
/// their resolution makes (CR 611.2). In the order of the text, and of the layers.
pub fn layer_facts(pool: &Pool, ability: AbilityId) -> Vec<LayerFacts> {
    let mut facts = Vec::new();
    match &pool.ability(ability).kind {
        AbilityKind::Static(it) => {
            if let StaticEffect::Continuous(affected, mods) = &it.effect {
                let always = read_by_ability(it) | read_by_affected(affected);
                each_layer(mods, &mut facts, |number| always | read_by_changes(mods, number));
            }
        }
        AbilityKind::Activatable(it) => of_script(&it.script, &mut facts),
        AbilityKind::Triggered(it) => of_script(&it.script, &mut facts),
    }
    facts
}

fn of_script(script: &Script, facts: &mut Vec<LayerFacts>) {
    for instr in script.parts.iter().flat_map(|part| &part.code) {
        match instr {
            Instr::Continuous(_, mods, _) => each_layer(mods, facts, |_| Facts::empty()),
            Instr::ContinuousOn(filter, mods, _) => each_layer(mods, facts, |_| read_by_filter(filter)),
            _ => {}
        }
    }
}

fn each_layer(mods: &[Modification], facts: &mut Vec<LayerFacts>, reads: impl Fn(u8) -> Facts) {
    for (number, name) in (0..).zip(NAMES) {
        if mods.iter().any(|change| layer_of(change) == number) {
            let writes = words(written(mods, number));
            facts.push(LayerFacts { layer: name, reads: words(reads(number)), writes });
        }
    }
}

fn words(facts: Facts) -> Vec<String> {
    let word = |(name, _): (&str, Facts)| name.to_lowercase().replace('_', " ");
    if facts.is_all() { vec!["everything".to_owned()] } else { facts.iter_names().map(word).collect() }
}

impl LayerFacts {
    /// In a line: `layer 7c: reads subtypes, controller; writes power and toughness`.
    pub fn line(&self) -> String {
        let list = |words: &[String]| if words.is_empty() { "nothing".to_owned() } else { words.join(", ") };
        format!("layer {}: reads {}; writes {}", self.layer, list(&self.reads), list(&self.writes))
    }
}
