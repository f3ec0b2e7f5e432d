//! Programs as listings: every instruction with its number and its operands by name. What a listing speaks of (granted abilities,
//! delayed triggers, what tokens have) has a letter and is listed below the line.

use super::card::faces;
use super::flow::Page;
use super::operands::Operands;
use super::teller::{Below, Meaning, Teller};
use crate::ability::{AbilityKind, Activatable, ActivatableKind, StaticEffect, Timing, TriggerEvent, Triggered};
use crate::card::{AbilityId, CardId, Pool};
use crate::effect::{Part, Script};
use crate::face_down::FaceDown;
use crate::filter::{PlayerFilter, Zone};
use crate::layers::layer_facts;

/// Below this many levels, abilities are named and not listed again.
const DEEPEST: usize = 12;

/// The instructions that a card was compiled to, with those of its other faces.
pub fn listing(pool: &Pool, id: CardId) -> String {
    faces(pool, id, Meaning::by_number, |teller, page, id| {
        let card = pool.card(id);
        for text in card.text.iter().flat_map(|text| text.lines()) {
            page.line(1, &text.replace('~', &card.name));
        }
        for (place, ability) in card.abilities.iter().enumerate() {
            page.line(0, "");
            teller.listed(page, *ability, 0, &format!("ability {}", place + 1));
        }
        if let Some(splice) = teller.splice(id) {
            page.line(0, "");
            page.line(0, &format!("splice: {splice}"));
        }
    })
}

impl Teller<'_> {
    /// An ability with all that it has, under a name.
    fn listed(&self, page: &mut Page, id: AbilityId, indent: usize, name: &str) {
        let ability = self.pool.ability(id);
        let kind = match &ability.kind {
            AbilityKind::Activatable(it) => match it.kind {
                ActivatableKind::Cast => "a way to cast",
                ActivatableKind::PlayLand => "a way to play",
                ActivatableKind::Ability => "activated",
                ActivatableKind::Loyalty => "activated (loyalty)",
                ActivatableKind::Special => "a special action",
            },
            AbilityKind::Triggered(_) => "triggered",
            AbilityKind::Static(_) => "static",
        };
        page.line(indent, &format!("{name}, {kind}: {}", ability.text.lines().next().unwrap_or_default()));
        let inner = indent + 1;
        match &ability.kind {
            AbilityKind::Activatable(it) => self.listed_activatable(page, it, inner),
            AbilityKind::Triggered(it) => self.listed_trigger(page, it, inner),
            AbilityKind::Static(it) => {
                self.field(page, inner, "works in", &super::filter::whose(it.zone));
                if let Some(condition) = &it.condition {
                    self.field(page, inner, "while", &self.condition(condition));
                }
                if let StaticEffect::Replacement(replacement) = &it.effect {
                    let (said, script) = self.replaced(replacement);
                    self.field(page, inner, "replaces", &said);
                    if let Some(script) = script {
                        self.listed_script(page, script, inner);
                    }
                } else {
                    self.field(page, inner, "effect", &self.static_effect(&it.effect));
                }
            }
        }
        for facts in layer_facts(self.pool, id) {
            page.line(inner, &facts.line());
        }
    }

    fn listed_activatable(&self, page: &mut Page, it: &Activatable, indent: usize) {
        self.field(page, indent, "from", &super::filter::whose(it.zone));
        if let Some(face) = it.face {
            self.field(page, indent, "face", &self.pool.card(face).name);
        }
        let timing = match it.timing {
            Timing::Instant => "whenever you have priority",
            Timing::Sorcery | Timing::MainPhase => "in your main phase while the stack is empty",
            Timing::Castable => "while it could begin to be cast from hand",
        };
        self.field(page, indent, "timing", timing);
        if it.player != PlayerFilter::You {
            self.field(page, indent, "by", &self.who_fits(it.player).text);
        }
        if let Some(condition) = &it.condition {
            self.field(page, indent, "only if", &self.condition(condition));
        }
        let cost = self.cost(&it.cost);
        self.field(page, indent, "cost", &if it.for_mana_cost { format!("{cost} and its mana cost") } else { cost });
        for cost in &it.optional_costs {
            self.field(page, indent, "optional cost", &self.optional_cost(cost));
        }
        if let Some(offering) = &it.offering {
            self.field(page, indent, "offering", &self.offering(offering));
        }
        for change in &it.cost_changes {
            let when = change.condition.as_ref().map_or(String::new(), |when| format!(" if {}", self.condition(when)));
            self.field(page, indent, "cost change", &format!("{}{when}", self.cost_change(&change.change)));
        }
        for helper in &it.helpers {
            self.field(page, indent, "payment", &self.helper(helper));
        }
        if it.least_x > 0 {
            self.field(page, indent, "least X", &it.least_x.to_string());
        }
        if it.most_x < u8::MAX {
            self.field(page, indent, "most X", &it.most_x.to_string());
        }
        if let Some(n) = it.per_turn {
            self.field(page, indent, "times each turn", &n.to_string());
        }
        if let Some(named) = it.named {
            self.field(page, indent, "keyword", super::cost::named(named));
        }
        if it.named_cost.is_some() {
            self.field(page, indent, "counts as", "paying its special cost");
        }
        let flags = [
            (it.once, "only once"),
            (it.warp, "this is casting it for its warp cost"),
            (it.from_hand_only, "only with the card in hand"),
        ];
        for (_, said) in flags.iter().filter(|flag| flag.0) {
            self.field(page, indent, "limit", said);
        }
        if it.down != FaceDown::Up {
            self.field(page, indent, "as", super::condition::face_down(it.down));
        }
        if let Some(mana) = &it.mana {
            self.field(page, indent, "adds mana", &self.mana(mana));
        }
        self.listed_script(page, &it.script, indent);
        if let Some(to) = &it.afterwards {
            let goes = self.moved(&super::words::Who::one("it"), to);
            self.field(page, indent, "as it leaves the stack", &goes);
        }
        if let Some(ability) = it.rebound {
            self.field(page, indent, "rebound", &self.ability_below(ability));
        }
    }

    fn listed_trigger(&self, page: &mut Page, it: &Triggered, indent: usize) {
        let (when, _) = self.events(&it.events);
        self.field(page, indent, "event", if it.events.is_empty() { "none of its own" } else { &when });
        for event in &it.events {
            if let TriggerEvent::AttackersDeclared { into: Some(register), .. } = event {
                self.field(page, indent, "attackers go into", &format!("register {register}"));
            }
        }
        if let Some(register) = it.told {
            self.field(page, indent, "all of those go into", &format!("register {register}"));
        }
        if it.zone != Zone::Battlefield {
            self.field(page, indent, "works in", &super::filter::whose(it.zone));
        }
        if let Some(condition) = &it.only_if {
            self.field(page, indent, "if, as it happens", &self.condition(condition));
        }
        if let Some(condition) = &it.condition {
            self.field(page, indent, "if, also as it resolves", &self.condition(condition));
        }
        if let Some(n) = it.per_turn {
            self.field(page, indent, "times each turn", &n.to_string());
        }
        if it.once {
            self.field(page, indent, "limit", "triggers only once");
        }
        if it.do_once {
            self.field(page, indent, "limit", "what it offers is done only once each turn");
        }
        self.listed_script(page, &it.script, indent);
    }

    fn listed_script(&self, page: &mut Page, script: &Script, indent: usize) {
        let Some(modes) = &script.modes else {
            for part in &script.parts {
                self.listed_part(page, part, indent);
            }
            return;
        };
        self.field(page, indent, "modes", &self.modes(modes, script.parts.len()));
        for (place, part) in script.parts.iter().enumerate() {
            page.line(indent, &format!("mode {}: {}", place + 1, part.text));
            self.listed_part(page, part, indent + 1);
        }
    }

    fn listed_part(&self, page: &mut Page, part: &Part, indent: usize) {
        for (place, spec) in part.targets.iter().enumerate() {
            page.line(indent, &self.target_line(place, spec));
            self.list_below(page, indent + 2);
        }
        for (place, instr) in part.code.iter().enumerate() {
            let Operands { verb, fields } = self.operands(instr);
            let fields: Vec<String> = fields.iter().map(|(name, value)| format!("{name}: {value}")).collect();
            let dash = if fields.is_empty() { "" } else { " | " };
            page.line(indent, &format!("{:>3} {verb}{dash}{}", place + 1, fields.join("; ")));
            self.list_below(page, indent + 3);
        }
        if !part.code.is_empty() {
            page.line(indent, &format!("{:>3} end", part.code.len() + 1));
        }
    }

    fn field(&self, page: &mut Page, indent: usize, name: &str, value: &str) {
        page.line(indent, &format!("{name}: {value}"));
        self.list_below(page, indent + 2);
    }

    /// Lists what the line before spoke of.
    fn list_below(&self, page: &mut Page, indent: usize) {
        let below = self.below.take();
        for (place, (ability, how)) in below.into_iter().enumerate() {
            let name = format!("{}", super::teller::letter(place));
            if indent > DEEPEST {
                page.line(indent, &format!("{name}: {}", self.pool.ability(ability).text));
                continue;
            }
            let source = match how {
                Below::Given => "the permanent that has this ability",
                Below::Own | Below::Script => self.source(),
            };
            self.with(Meaning::by_number(source)).listed(page, ability, indent, &name);
        }
    }
}
