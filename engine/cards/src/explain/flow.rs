//! The flow of a script: jumps and loops told as sentences with what belongs to them indented below.

use super::teller::{Below, Teller};
use super::words::{Who, ordinal, sentence};
use crate::ability::AbilityKind;
use crate::effect::{Instr, Part, TargetSpec, Together};
use crate::filter::{Amount, Filter, Players, Test, Zone};

/// Lines that are told, each with how far it is indented.
#[derive(Default)]
pub(super) struct Page {
    lines: Vec<String>,
}

impl Page {
    pub(super) fn line(&mut self, indent: usize, words: &str) {
        self.lines.push(format!("{}{words}", "  ".repeat(indent)));
    }

    pub(super) fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
    }
}

/// A stretch of code.
#[derive(Clone, Copy)]
pub(super) struct Stretch<'c> {
    pub(super) code: &'c [Instr],
    /// The first instruction.
    pub(super) start: usize,
    /// After the last one.
    pub(super) end: usize,
    /// Where the program goes on after it.
    pub(super) after: usize,
}

/// Returns whether abilities on the stack fit as well as spells: they have no types, no colours, and no mana value.
fn takes_abilities(filter: &Filter) -> bool {
    filter.tests.iter().all(|test| matches!(test, Test::Controller(_) | Test::SingleTarget | Test::OneThingTargeted))
}

impl<'a> Teller<'a> {
    /// What a part of a script does, its targets first.
    pub(super) fn part(&self, page: &mut Page, part: &Part, indent: usize) {
        let mut meaning = self.meaning.clone();
        meaning.targets = self.name_targets(&part.targets);
        let inner = self.with(meaning);
        for (place, spec) in part.targets.iter().enumerate() {
            page.line(indent, &sentence(&inner.target_line(place, spec)));
            inner.tell_below(page, indent + 1);
        }
        let end = part.code.len();
        inner.stretch(page, Stretch { code: &part.code, start: 0, end, after: end }, indent);
    }

    /// What targets are called by the instructions.
    pub(super) fn name_targets(&self, specs: &[TargetSpec]) -> Vec<Who> {
        let name = |(place, spec): (usize, &TargetSpec)| {
            let kind = self.target_kind(spec);
            let kind = if specs.len() > 1 {
                format!("the {} target {kind}", ordinal(place))
            } else {
                format!("the target {kind}")
            };
            let kind = kind.trim_end().to_owned();
            match spec.max {
                Amount::Const(1) => Who::one(kind),
                _ => Who::many(format!("{kind}s").replace("spell or abilitys", "spells or abilities")),
            }
        };
        specs.iter().enumerate().map(name).collect()
    }

    /// A word for what can be a target.
    fn target_kind(&self, spec: &TargetSpec) -> String {
        match (spec.objects.as_slice(), spec.players) {
            ([], Some(crate::filter::PlayerFilter::Opponent)) => "opponent".to_owned(),
            ([], _) => "player".to_owned(),
            ([(zone, filter)], None) => {
                let mut noun = self.noun(filter, Some(*zone));
                noun.after.clear();
                noun.before.clear();
                noun.whole = None;
                if noun.heads.is_empty() && noun.kind.is_none() {
                    noun.heads.push("permanent".to_owned());
                }
                noun.singular()
            }
            _ => String::new(),
        }
    }

    pub(super) fn target_line(&self, place: usize, spec: &TargetSpec) -> String {
        let mut kinds = Vec::new();
        for (zone, filter) in &spec.objects {
            let mut noun = self.noun(filter, Some(*zone));
            if *zone == Zone::Stack && takes_abilities(filter) {
                noun.kind = Some("spell or ability");
            }
            if *zone == Zone::Battlefield {
                noun.after.push("on the battlefield".to_owned());
            }
            kinds.push(self.range(&spec.min, &spec.max, &noun));
        }
        if let Some(players) = spec.players {
            let who = self.who_fits(players);
            kinds.push(if who.text == "a player" { "any player".to_owned() } else { who.text });
        }
        let mut said =
            format!("{}: {}", self.target(place as u8).text.replacen("the ", "", 1), super::words::list_or(&kinds));
        if spec.objects.is_empty() && (&spec.min, &spec.max) != (&Amount::Const(1), &Amount::Const(1)) {
            said += &format!(" ({})", self.range(&spec.min, &spec.max, &super::objects::simple("of them")));
        }
        for other in &spec.different_from {
            said += &format!(", other than {}", self.target(*other).text);
        }
        if let Some(n) = &spec.divided {
            said += &format!(", with {} divided among them", self.amount(n));
        }
        said += &self.together(&spec.together);
        if spec.chooser != Players::You {
            said += &format!(", chosen by {}", self.players(&spec.chooser).text);
        }
        said
    }

    /// What is asked of all targets of a spec, or of all that a part of a cost is paid with, together.
    pub(super) fn together(&self, together: &Together) -> String {
        match together {
            Together::Anything => String::new(),
            Together::SameController => ", all with the same controller".to_owned(),
            Together::DifferentControllers => ", all with different controllers".to_owned(),
            Together::SharedCardType => ", all with a card type in common".to_owned(),
            Together::SharedPermanentType => ", all with a permanent type in common".to_owned(),
            Together::SharedColor => ", all with a color in common".to_owned(),
            Together::NoSharedCreatureType => ", no two with a creature type in common".to_owned(),
            Together::SharedCreatureType => ", all with a creature type in common".to_owned(),
            Together::DifferentNames => ", all with different names".to_owned(),
            Together::DifferentPowers => ", all with different powers".to_owned(),
            Together::DifferentManaValues => ", all with different mana values".to_owned(),
            Together::TotalPower(most) => format!(", with total power {} or less", self.amount(most)),
            Together::TotalToughness(most) => format!(", with total toughness {} or less", self.amount(most)),
            Together::TotalManaValue(most) => format!(", with total mana value {} or less", self.amount(most)),
        }
    }

    /// Tells the abilities that the line before spoke of.
    pub(super) fn tell_below(&self, page: &mut Page, indent: usize) {
        let below = self.below.take();
        for (place, (ability, how)) in below.into_iter().enumerate() {
            let name = super::teller::letter(place);
            if indent > 8 {
                page.line(indent, &format!("{name}: as told above"));
                continue;
            }
            let mut meaning = self.meaning.clone();
            meaning.targets.clear();
            if how == Below::Given {
                meaning = super::teller::Meaning::of("the permanent that has this ability");
            }
            let inner = self.with(meaning);
            match &self.pool.ability(ability).kind {
                AbilityKind::Triggered(it) if how == Below::Script => {
                    page.line(indent, &format!("{name}:"));
                    inner.script(page, &it.script, indent + 1);
                }
                _ => inner.ability(page, ability, indent, Some(name)),
            }
        }
    }

    /// Where the program really is at a label: jumps are followed.
    fn followed(stretch: Stretch<'_>, mut label: usize) -> usize {
        for _ in 0..stretch.code.len() {
            match stretch.code.get(label) {
                Some(Instr::Jump(next)) if usize::from(*next) > label => label = usize::from(*next),
                _ => break,
            }
        }
        label
    }

    /// Returns whether a label is the end of the stretch, or where the program goes on after it.
    fn leaves(stretch: Stretch<'_>, label: usize) -> bool {
        let label = Self::followed(stretch, label);
        label == stretch.end || label == Self::followed(stretch, stretch.after)
    }

    pub(super) fn stretch(&self, page: &mut Page, stretch: Stretch<'_>, indent: usize) {
        let mut at = stretch.start;
        while at < stretch.end {
            let instr = &stretch.code[at];
            let guard = match instr {
                Instr::Unless(condition, label) => {
                    Some((format!("if {}", self.condition(condition)), "", "otherwise", label))
                }
                Instr::May(who, label) => {
                    Some((self.players(who).does("may do this"), "", "if that wasn't done", label))
                }
                Instr::MayPay(who, cost, label) => Some((
                    self.may_pay(who, &self.cost_for(who, cost)),
                    "; if that was done",
                    "if that wasn't done",
                    label,
                )),
                Instr::MayPayTimes(who, cost, times, label) => {
                    let cost = format!("{}, {} times", self.cost_for(who, cost), self.amount(times));
                    Some((self.may_pay(who, &cost), "; if that was done", "if that wasn't done", label))
                }
                Instr::MayGive(who, cost, _, label) => {
                    let cost = format!("choose to {} (which all do together afterwards)", self.cost_for(who, cost));
                    Some((self.may_pay(who, &cost), "; if that was done", "if that wasn't done", label))
                }
                Instr::MayPayX(who, cost, _, label) => {
                    let cost = format!("{} with an X of their choice", self.cost_for(who, cost));
                    Some((self.may_pay(who, &cost), "; if that was done", "if that wasn't done", label))
                }
                Instr::Pay(who, cost, label) => {
                    let pay = format!("{} if able", self.players(who).does(&self.cost_for(who, cost)));
                    Some((pay, "; if that was done", "if that wasn't done", label))
                }
                _ => None,
            };
            if let Some((said, then, otherwise, label)) = guard {
                at = self.guarded(page, stretch, at, (&said, then, otherwise), usize::from(*label), indent);
                continue;
            }
            let repeated = match instr {
                Instr::ForEachPlayer(who, label) => {
                    Some((format!("for {}, one after the other", self.players(who).text), label))
                }
                Instr::ForEachObject(what, label) => {
                    let what = self.objects(what);
                    let each = if what.text.starts_with("each ") { "" } else { "each of " };
                    Some((format!("for {each}{}, one after the other", what.text), label))
                }
                Instr::Repeat(times, label) => Some((format!("this many times: {}", self.amount(times)), label)),
                _ => None,
            };
            if let Some((said, label)) = repeated {
                page.line(indent, &sentence(&format!("{said}:")));
                self.tell_below(page, indent + 1);
                self.learn(instr);
                let end = usize::from(*label).min(stretch.end);
                self.stretch(page, Stretch { start: at + 1, end, after: end, ..stretch }, indent + 1);
                at = end.max(at + 1);
                continue;
            }
            self.plain(page, stretch, at, indent);
            at += 1;
        }
    }

    fn may_pay(&self, who: &Players, cost: &str) -> String {
        self.players(who).does(&format!("may {cost}"))
    }

    /// An instruction that is neither a condition nor a loop.
    fn plain(&self, page: &mut Page, stretch: Stretch<'_>, at: usize, indent: usize) {
        match &stretch.code[at] {
            Instr::Jump(label) => self.jump(page, stretch, at, usize::from(*label), indent),
            instr => {
                page.line(indent, &sentence(&self.instruction(instr)));
                self.tell_below(page, indent + 1);
                self.learn(instr);
            }
        }
    }

    /// A jump that isn't an end of a branch.
    fn jump(&self, page: &mut Page, stretch: Stretch<'_>, at: usize, label: usize, indent: usize) {
        if Self::leaves(stretch, label) && at + 1 == stretch.end {
            return;
        }
        let place = label.min(stretch.code.len());
        match stretch.code.get(place) {
            None => page.line(indent, "Nothing more happens."),
            Some(next) if place <= at => {
                let again = format!("do all this again, from here on: {}", self.heading(next));
                page.line(indent, &sentence(&again));
            }
            Some(next) => page.line(indent, &sentence(&format!("go on with this: {}", self.heading(next)))),
        }
        self.below.take();
    }

    /// Words by which an instruction is recognised.
    fn heading(&self, instr: &Instr) -> String {
        match instr {
            Instr::Unless(condition, _) => format!("if {}", self.condition(condition)),
            Instr::May(who, _) => self.players(who).does("may"),
            Instr::MayPay(who, cost, _)
            | Instr::MayPayX(who, cost, _, _)
            | Instr::MayGive(who, cost, _, _)
            | Instr::MayPayTimes(who, cost, _, _) => {
                self.players(who).does(&format!("may {}", self.cost_for(who, cost)))
            }
            Instr::Pay(who, cost, _) => self.players(who).does(&self.cost_for(who, cost)),
            Instr::ForEachPlayer(who, _) => format!("for {}", self.players(who).text),
            Instr::ForEachObject(what, _) => format!("for {}", self.objects(what).text),
            Instr::Repeat(times, _) => format!("this many times: {}", self.amount(times)),
            instr => self.instruction(instr),
        }
    }

    /// What follows only under a condition, and what happens otherwise; where the program goes on.
    fn guarded(
        &self,
        page: &mut Page,
        stretch: Stretch<'_>,
        at: usize,
        (said, then, otherwise): (&str, &str, &str),
        label: usize,
        indent: usize,
    ) -> usize {
        let instr = &stretch.code[at];
        let end = if label > at && label <= stretch.end {
            label
        } else if label > at {
            stretch.end
        } else {
            at + 1
        };
        let branch = match stretch.code.get(end - 1) {
            Some(Instr::Jump(past)) if end > at + 1 && end == label && usize::from(*past) > end => {
                Some(usize::from(*past))
            }
            _ => None,
        };
        let (body_end, after) = match branch {
            Some(past) => (end - 1, past),
            None => (end, end),
        };
        if body_end > at + 1 {
            page.line(indent, &sentence(&format!("{said}{then}:")));
            self.tell_below(page, indent + 1);
            self.learn(instr);
            self.stretch(page, Stretch { start: at + 1, end: body_end, after, ..stretch }, indent + 1);
        } else {
            let nothing = if then.is_empty() { ": nothing" } else { "" };
            page.line(indent, &sentence(&format!("{said}{nothing}")));
            self.tell_below(page, indent + 1);
            self.learn(instr);
        }
        if label > stretch.end && !Self::leaves(stretch, label) {
            let on = match stretch.code.get(label) {
                Some(next) => format!("go on with this: {}", self.heading(next)),
                None => "nothing more happens".to_owned(),
            };
            page.line(indent, &sentence(&format!("{otherwise}, {on}")));
            self.below.take();
        } else if label <= at {
            page.line(indent, &sentence(&format!("{otherwise}, do it again: {}", self.heading(&stretch.code[label]))));
            self.below.take();
        }
        let Some(past) = branch else { return end };
        let other_end = past.min(stretch.end);
        if other_end > end {
            page.line(indent, &sentence(&format!("{otherwise}:")));
            let after = if past <= stretch.end { past } else { stretch.after };
            self.stretch(page, Stretch { start: end, end: other_end, after, ..stretch }, indent + 1);
        }
        other_end.max(end)
    }
}
