//! Abilities in words: when, what for, what happens, how often.

use super::condition::face_down;
use super::cost::named;
use super::filter::whose;
use super::flow::Page;
use super::teller::Teller;
use super::words::{Who, number, sentence};
use crate::ability::{AbilityKind, Activatable, ActivatableKind, Timing, Triggered};
use crate::card::AbilityId;
use crate::cost::{Cost, Offering, OptionalCost};
use crate::effect::{Destination, Instr, ManaOutput, ModeChoice, ModeCost, Script, Unchosen};
use crate::face_down::FaceDown;
use crate::filter::{Condition, PlayerFilter, Players, Zone};
use crate::mana_ability::within_script;

impl Teller<'_> {
    /// An ability; with a letter if a sentence above spoke of it so.
    pub(super) fn ability(&self, page: &mut Page, id: AbilityId, indent: usize, letter: Option<char>) {
        let mark = letter.map_or("- ".to_owned(), |letter| format!("{letter}: "));
        match &self.pool.ability(id).kind {
            AbilityKind::Activatable(it) => self.activatable(page, it, indent, &mark),
            AbilityKind::Triggered(it) => self.triggered(page, it, indent, &mark),
            AbilityKind::Static(it) => {
                page.line(indent, &format!("{mark}Static:"));
                self.static_ability(page, it, indent + 1);
            }
        }
    }

    fn triggered(&self, page: &mut Page, it: &Triggered, indent: usize, mark: &str) {
        let (when, meaning) = self.heard(it);
        let inner = self.with(meaning);
        let mut said = if it.events.is_empty() { "when it is told to".to_owned() } else { when };
        if let Some(condition) = &it.only_if {
            said += &format!(", if as that happens {}", inner.condition(condition));
        }
        if let Some(condition) = &it.condition {
            said += &format!(", if {} (asked as it triggers and again as it resolves)", inner.condition(condition));
        }
        if it.zone != Zone::Battlefield {
            said += &format!(" (works while {} is in {})", self.source(), whose(it.zone));
        }
        if let Some(n) = it.per_turn {
            said += &format!(" (at most {} each turn)", times(n));
        }
        if it.once {
            said += " (only once)";
        }
        if it.do_once {
            said += " (what it offers is done only once each turn)";
        }
        page.line(indent, &format!("{mark}{}", sentence(&format!("{said}:"))));
        inner.tell_below(page, indent + 2);
        inner.script(page, &it.script, indent + 1);
    }

    fn activatable(&self, page: &mut Page, it: &Activatable, indent: usize, mark: &str) {
        let name = it.face.map_or(self.source(), |face| &self.pool.card(face).name).to_owned();
        let cost = self.cost(&it.cost);
        let mut said = match it.kind {
            ActivatableKind::Cast => format!("cast {name} from {}: {cost}", whose(it.zone)),
            ActivatableKind::PlayLand => format!("play {name} as a land from {}", whose(it.zone)),
            ActivatableKind::Ability | ActivatableKind::Loyalty => {
                let which = it.named.map_or(String::new(), |it| format!(" ({})", named(it)));
                format!("activate{which}: {cost}")
            }
            ActivatableKind::Special => format!("you may, as a special action (without the stack), {cost}"),
        };
        if it.for_mana_cost {
            said += " and its mana cost";
        }
        if it.down != FaceDown::Up {
            said += &format!("; {}", face_down(it.down));
        }
        page.line(indent, &format!("{mark}{}", sentence(&said)));
        self.tell_below(page, indent + 2);
        for line in self.limits(it) {
            page.line(indent + 1, &sentence(&line));
            self.tell_below(page, indent + 2);
        }
        match &it.mana {
            Some(mana) if within_script(it) => {
                page.line(indent + 1, "This is a mana ability.");
                self.script(page, &with_mana(&it.script, mana), indent + 1);
            }
            Some(mana) => {
                let mana = Who::you().does(&format!("add {} (a mana ability)", self.mana(mana)));
                page.line(indent + 1, &sentence(&mana));
                self.tell_below(page, indent + 2);
                self.script(page, &it.script, indent + 1);
            }
            None => self.script(page, &it.script, indent + 1),
        }
        if let Some(to) = &it.afterwards {
            let goes = self.moved(&Who::one(&name), to);
            page.line(indent + 1, &sentence(&format!("as it leaves the stack, {goes} instead")));
        }
        if it.buyback.is_some() {
            let goes = self.moved(&Who::one(&name), &Destination::to(Zone::Hand));
            page.line(indent + 1, &sentence(&format!("if its buyback cost was paid, as it resolves {goes} instead")));
        }
        if let Some((number, place)) = &it.noted {
            let noted = format!("as it is cast, cost {place} counts as paid this many times: {}", self.amount(number));
            page.line(indent + 1, &sentence(&noted));
        }
        if let Some(ability) = it.rebound {
            let rebound =
                format!("if it was cast from hand, it's exiled as it resolves: {}", self.ability_below(ability));
            page.line(indent + 1, &sentence(&rebound));
            self.tell_below(page, indent + 2);
        }
    }

    /// When and how often something can be done, and what else can be paid for it.
    fn limits(&self, it: &Activatable) -> Vec<String> {
        let mut lines = Vec::new();
        let unusual_zone =
            matches!(it.kind, ActivatableKind::Ability | ActivatableKind::Special) && it.zone != Zone::Battlefield;
        if unusual_zone {
            lines.push(format!("only while {} is in {}", self.source(), whose(it.zone)));
        }
        match it.timing {
            Timing::Instant => {}
            Timing::Sorcery | Timing::MainPhase => {
                lines.push("only in your main phase while the stack is empty".to_owned())
            }
            Timing::Castable => lines.push("only while you could begin to cast it from your hand".to_owned()),
        }
        match it.player {
            PlayerFilter::You => {}
            PlayerFilter::Any => lines.push("any player may do this".to_owned()),
            player => lines.push(format!("only {} may do this", self.who_fits(player).text)),
        }
        match &it.condition {
            Some(never) if *never == Condition::NEVER => lines.push("only when an effect says so".to_owned()),
            Some(condition) => lines.push(format!("only if {}", self.condition(condition))),
            None => {}
        }
        if let Some(n) = it.per_turn {
            lines.push(format!("at most {} each turn", times(n)));
        }
        if it.once {
            lines.push("only once".to_owned());
        }
        lines.extend(it.optional_costs.iter().map(|cost| self.optional_cost(cost)));
        lines.extend(it.offering.iter().map(|offering| self.offering(offering)));
        for change in &it.cost_changes {
            let when = change.condition.as_ref().map_or(String::new(), |when| format!(" if {}", self.condition(when)));
            lines.push(format!("it {}{when}", Who::one("").form(&self.cost_change(&change.change)).trim_start()));
        }
        lines.extend(it.helpers.iter().map(|helper| self.helper(helper)));
        if it.warp {
            lines.push("this is casting it for its warp cost".to_owned());
        }
        if it.named_cost.is_some() {
            lines.push("this counts as paying its special cost".to_owned());
        }
        lines
    }

    pub(super) fn optional_cost(&self, it: &OptionalCost) -> String {
        let often = if it.repeat { ", any number of times" } else { "" };
        let kicks = if it.kicks { " (then it's kicked)" } else { "" };
        let what = if it.cost == Cost::default() { format!("choose '{}'", it.text) } else { self.cost(&it.cost) };
        format!("you may additionally {what}{often}{kicks}")
    }

    pub(super) fn offering(&self, it: &Offering) -> String {
        let part = self.cost(&Cost { mana: None, parts: vec![it.part.clone()] });
        if it.optional {
            format!("as an additional cost you may {part}")
        } else {
            format!("as an additional cost {part}")
        }
    }

    /// What a script does, its modes one after the other.
    pub(super) fn script(&self, page: &mut Page, script: &Script, indent: usize) {
        let Some(modes) = &script.modes else {
            for part in &script.parts {
                self.part(page, part, indent);
            }
            return;
        };
        page.line(indent, &sentence(&format!("{}:", self.modes(modes, script.parts.len()))));
        for (place, part) in script.parts.iter().enumerate() {
            let cost = match &modes.cost {
                ModeCost::Each(costs) => {
                    costs.get(place).map_or(String::new(), |cost| format!(" ({})", self.cost(cost)))
                }
                ModeCost::Worth { each, .. } => {
                    each.get(place).map_or(String::new(), |worth| format!(" (worth {})", number(i32::from(*worth))))
                }
                ModeCost::None | ModeCost::All(_) | ModeCost::More(_) => String::new(),
            };
            page.line(indent + 1, &format!("Mode {}{cost}:", place + 1));
            self.part(page, part, indent + 2);
        }
    }

    pub(super) fn modes(&self, choice: &ModeChoice, all: usize) -> String {
        let mut said = how_many(choice.min, choice.max, all);
        if let Some((condition, min, max)) = &choice.instead {
            let may = if *min < *max { "you may " } else { "" };
            let more = how_many(*min, *max, all);
            said += &format!("; if {} as modes are chosen, {may}{more} instead", self.condition(condition));
        }
        if choice.apart {
            said += ", each with a different player as its target";
        }
        if choice.repeat {
            said += ", the same mode more than once if you like";
        }
        match choice.unchosen {
            Some(Unchosen::ThisTurn) => said += " that wasn't chosen this turn",
            Some(Unchosen::Ever) => said += " that wasn't chosen before",
            None => {}
        }
        match &choice.cost {
            ModeCost::None | ModeCost::Each(_) => {}
            ModeCost::Worth { most, .. } => {
                said += &format!(", worth at most {} together", number(i32::from(*most)));
            }
            ModeCost::All(cost) => said += &format!(", or all of them if you additionally {}", self.cost(cost)),
            ModeCost::More(cost) => said += &format!("; for each beyond the first additionally {}", self.cost(cost)),
        }
        said
    }
}

fn how_many(min: u8, max: u8, all: usize) -> String {
    match (i32::from(min), i32::from(max)) {
        (min, max) if min == max => format!("choose {}", number(min)),
        (1, 2) if all == 2 => "choose one or both".to_owned(),
        (1, max) if max as usize >= all => "choose one or more".to_owned(),
        (0, max) => format!("choose up to {}", number(max)),
        (min, max) => format!("choose {} to {}", number(min), number(max)),
    }
}

fn times(n: u8) -> String {
    match n {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{n} times"),
    }
}

/// A mana ability's script that says where its mana is made, with that mana there.
fn with_mana(script: &Script, mana: &ManaOutput) -> Script {
    let mut script = script.clone();
    for instr in script.parts.iter_mut().flat_map(|part| &mut part.code) {
        if *instr == Instr::MakeMana {
            *instr = Instr::AddMana(Players::You, mana.clone());
        }
    }
    script
}
