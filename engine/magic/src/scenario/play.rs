//! Playing a scenario: who does what when, until the stop.

use gauntlet_cards::types::Colors;
use gauntlet_core::{Game as _, Player, Reason};

use super::answers::{Announcing, Play, Queues, of_announcement};
use super::cards::Cards;
use super::model::player;
use super::model::{
    Action as Scripted, Answer, Deed, Defended, Moment, Reference, Scenario, Segment, Side, Step, Use, When,
};
use super::setup::arrange;
use super::tactic::{Choice, Notes};
use super::test::{Found, counter_kind};
use super::text::same_name;
use super::{Failure, RunOptions, Verdict};
use crate::decision::{Action, DecisionKind};
use crate::refusal::Refusal;

/// Why a segment ended before its end.
enum Stop {
    /// Something is not as it should be: what was expected, what was found.
    Wrong(String, String),
    /// An action was refused: what it is, the card if it is casting one, and why, if that is known.
    Refused(String, Option<String>, Option<Refusal>),
    /// A choice was open that a strict scenario has no answer to.
    Unanswered(String),
    /// The scenario asks what this runner can't tell.
    Unsupported(String),
}

/// What must be true of every position of a scenario.
pub type Check<'a> = &'a dyn Fn(&crate::Position) -> Result<(), String>;

/// Who is asked in place of what is scripted for a player: the choice by its number, or none to give up.
pub type Ask<'a> = &'a mut (dyn FnMut(&crate::Position, Player, &[Action]) -> Option<usize> + 'a);

/// What came of a scenario that was played by somebody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trial {
    /// Whether all is as it must be.
    pub verdict: Verdict,
    /// What was chosen, forced choices included.
    pub choices: Vec<Choice>,
}

/// Plays a scenario and says how it came out. That a position comes about which can't be is a failure like any other.
pub fn run(scenario: &Scenario, cards: &Cards, options: RunOptions) -> Verdict {
    run_with(scenario, cards, options, &sound)
}

/// The same with a check of the caller's own.
pub fn run_with(scenario: &Scenario, cards: &Cards, options: RunOptions, check: Check<'_>) -> Verdict {
    carry_out(scenario, cards, options, check, None).verdict
}

/// Plays a scenario that has a [`Tactic`](super::Tactic) with `ask` in place of what is scripted for its player. What is scripted for the other
/// one is done as far as it can be, and what isn't scripted is as the defaults say.
pub fn run_asking(scenario: &Scenario, cards: &Cards, options: RunOptions, ask: Ask<'_>) -> Trial {
    if scenario.tactic.is_none() {
        let why = "it has no `tactic`: it doesn't say whom an agent plays".to_owned();
        return Trial { verdict: Verdict::Unsupported(why), choices: Vec::new() };
    }
    carry_out(scenario, cards, options, &sound, Some(ask))
}

fn sound(position: &crate::Position) -> Result<(), String> {
    position.check_invariants().map_err(|broken| broken.to_string())
}

fn carry_out(scenario: &Scenario, cards: &Cards, options: RunOptions, check: Check<'_>, ask: Option<Ask<'_>>) -> Trial {
    let (position, aliases) = match arrange(scenario, cards, options.journal, ask.is_none()) {
        Ok(arranged) => arranged,
        Err(why) => return Trial { verdict: Verdict::Unsupported(why), choices: Vec::new() },
    };
    let mut play = Play::new(position, &aliases);
    play.notes = scenario.tactic.as_ref().map(Notes::new);
    let verdict = play_segments(scenario, cards, check, &mut play, ask);
    Trial { verdict, choices: play.notes.take().map_or(Vec::new(), |notes| notes.choices) }
}

fn play_segments(
    scenario: &Scenario,
    cards: &Cards,
    check: Check<'_>,
    play: &mut Play<'_>,
    mut ask: Option<Ask<'_>>,
) -> Verdict {
    let is_asked = ask.is_some();
    for segment in &scenario.segments {
        let ask: Option<Ask<'_>> = match &mut ask {
            Some(ask) => Some(&mut **ask),
            None => None,
        };
        let mut director = Director::new(play, cards, segment, scenario, check, ask);
        let played = director.play();
        let verdict = match &segment.expect_illegal {
            Some(hint) => match director.illegal(played, hint) {
                Ok(()) => return Verdict::Pass,
                Err(stop) => Err(stop),
            },
            None => played.and_then(|()| director.asserts()),
        };
        if let Err(stop) = verdict {
            return failed(stop, play);
        }
    }
    let exact = if scenario.exact && !is_asked { exactly(scenario, play) } else { Ok(()) };
    let tactic = scenario.tactic.as_ref().zip(play.notes.as_ref());
    let missed = tactic.and_then(|(tactic, notes)| tactic.missed(&notes.choices));
    match (exact, missed) {
        (Ok(()), None) => Verdict::Pass,
        (Ok(()), Some((expected, found))) => failed(Stop::Wrong(expected, found), play),
        (Err(stop), _) => failed(stop, play),
    }
}

/// The verdict on a scenario that ended before its end.
fn failed(stop: Stop, play: &Play<'_>) -> Verdict {
    let (expected, found) = match stop {
        Stop::Wrong(expected, found) => (expected, found),
        Stop::Refused(what, _, None) => (what, "it is not legal".to_owned()),
        Stop::Refused(what, _, Some(why)) => (what, format!("it is not legal: {why}")),
        Stop::Unanswered(what) => ("an answer for every choice".to_owned(), what),
        Stop::Unsupported(why) => return Verdict::Unsupported(why),
    };
    let found = match &play.guessed {
        Some(other) => format!("{found} (no ability of that text can be activated; what can be is `{other}`)"),
        None => found,
    };
    Verdict::Fail(Failure {
        expected,
        found,
        journal: play.position.journal().iter().map(|line| line.text.clone()).collect(),
    })
}

/// What an exact scenario must be beyond its assertions: all its answers were asked for, and there is something that it proves.
fn exactly(scenario: &Scenario, play: &Play<'_>) -> Result<(), Stop> {
    if let Some(left) = play.left_over() {
        return Err(Stop::Wrong("every answer is asked for".to_owned(), format!("nobody asked for {left}")));
    }
    let proves = |segment: &Segment| {
        let checks = segment.actions.iter().any(|action| matches!(action.deed, Deed::Check { .. }));
        checks || !segment.asserts.is_empty() || segment.expect_illegal.is_some()
    };
    if scenario.tactic.is_none() && !scenario.segments.iter().any(proves) {
        return Err(Stop::Wrong("something is asserted".to_owned(), "no assertion and no check".to_owned()));
    }
    Ok(())
}

/// One segment being played.
struct Director<'r, 's> {
    play: &'r mut Play<'s>,
    cards: &'r Cards,
    segment: &'r Segment,
    strict: bool,
    /// Whether a block that can't be made is a failure, as it is in strict scenarios.
    exact: bool,
    check: Check<'r>,
    /// The actions that are left, in the order of the file.
    left: Vec<&'r Scripted>,
    /// Why actions of this or an earlier moment weren't taken when they were last looked at.
    reasons: Vec<(&'r Scripted, Refusal)>,
    /// Who is asked in place of what is scripted for the player of a tactic.
    ask: Option<Ask<'r>>,
}

impl<'r, 's> Director<'r, 's> {
    fn new(
        play: &'r mut Play<'s>,
        cards: &'r Cards,
        segment: &'r Segment,
        scenario: &Scenario,
        check: Check<'r>,
        ask: Option<Ask<'r>>,
    ) -> Director<'r, 's> {
        // What is scripted for the player whom somebody else plays isn't done; what just appears does appear.
        let played = scenario.tactic.as_ref().filter(|_| ask.is_some());
        let is_dropped = |action: &Scripted| {
            let own = play.notes.as_ref().is_some_and(|notes| notes.is_own(player(action.player), action.at));
            own && ask.is_some() && !matches!(action.deed, Deed::AddCounters { .. })
        };
        let left = segment.actions.iter().filter(|action| !is_dropped(action)).collect();
        for side in [Side::A, Side::B] {
            if let Some(answers) = segment.answers.get(&side).filter(|_| played.is_none_or(|one| one.plays != side)) {
                let queues: &mut Queues = &mut play.queues[player(side).index()];
                // "No more" of a choice that was over by itself isn't an answer to what is asked later.
                queues.choices.retain(|left| !matches!(left, Answer::Other(detail) if detail.skip));
                queues.choices.extend(answers.choices.iter().cloned());
                queues.targets.extend(answers.targets.iter().cloned());
                queues.modes.extend(answers.modes.iter().cloned());
            }
        }
        let Scenario { strict, exact, .. } = *scenario;
        Director { play, cards, segment, strict, exact, check, left, reasons: Vec::new(), ask }
    }

    fn now(&self) -> Moment {
        let s = &self.play.position.state;
        Moment { turn: s.turn, step: Step::from(s.step) }
    }

    /// Plays until the stop.
    fn play(&mut self) -> Result<(), Stop> {
        loop {
            if let Err(broken) = (self.check)(&self.play.position) {
                return Err(Stop::Wrong("only positions that can be".to_owned(), broken));
            }
            if let Some(outcome) = self.play.position.outcome() {
                return match outcome.reason {
                    Reason::ActionLimit => {
                        Err(Stop::Wrong("the game goes on".to_owned(), "it does not end".to_owned()))
                    }
                    _ => Ok(()),
                };
            }
            let now = self.now();
            if now > self.segment.stop || (now == self.segment.stop && now.step == Step::Untap) {
                return self.all_done(|_| true);
            }
            // A step may come again in a turn with more than one combat or main phase (CR 500.8).
            self.all_done(|at| at.turn < now.turn)?;
            if let Some(action) = self.asked(now)? {
                self.play.take(action);
                continue;
            }
            let decision = self.play.position.decision();
            if matches!(decision.kind, DecisionKind::Attack | DecisionKind::Block | DecisionKind::Priority) {
                self.look_at_declarations(now);
            }
            match decision.kind {
                DecisionKind::Priority => {
                    if self.with_priority(decision.player)? {
                        return self.all_done(|_| true);
                    }
                }
                DecisionKind::Attack => {
                    let action = self.attack(decision.player);
                    self.play.take(action);
                }
                DecisionKind::Block => {
                    let action = self.block(decision.player);
                    self.play.take(action);
                }
                _ => {
                    let action = self.play.decide();
                    self.play.take(action);
                }
            }
            // What is scripted may not fit what somebody has chosen.
            if self.ask.is_some() {
                continue;
            }
            if let Some(what) = self.play.illegal.take() {
                return Err(Stop::Refused(what, None, None));
            }
            if self.strict
                && let Some(what) = self.play.unanswered.take()
            {
                return Err(Stop::Unanswered(what));
            }
        }
    }

    /// What is chosen by somebody who is asked instead of the script, if this is a decision for that.
    fn asked(&mut self, now: Moment) -> Result<Option<Action>, Stop> {
        let position = &self.play.position;
        let Some(ask) = self.ask.as_mut().filter(|_| self.play.notes.as_ref().is_some_and(|it| it.is_due(position)))
        else {
            return Ok(None);
        };
        let decision = position.decision();
        let appears = |action: &&Scripted| action.at == now && player(action.player) == decision.player;
        let waits = decision.kind == DecisionKind::Priority && self.left.iter().any(appears);
        if position.state.choices.len() < 2 || waits {
            return Ok(None);
        }
        let seen = position.as_played();
        let wrong = |found: String| Stop::Wrong("a choice of what is legal".to_owned(), found);
        match ask(&seen, decision.player, &seen.state.choices) {
            None => Err(wrong("the agent gives up".to_owned())),
            Some(place) => match seen.state.choices.get(place) {
                Some(action) => Ok(Some(*action)),
                None => Err(wrong(format!("number {place} of {}", seen.state.choices.len()))),
            },
        }
    }

    /// An action of a moment that has passed, and was not done, was not legal.
    fn all_done(&mut self, passed: impl Fn(Moment) -> bool) -> Result<(), Stop> {
        if self.ask.is_some() {
            self.left.retain(|action| !passed(action.at));
            return Ok(());
        }
        // A block that can't be made is not made; strict and exact scenarios and tests of just that are about it.
        let lenient = !self.exact && !self.strict && self.segment.expect_illegal.is_none();
        let waits = |deed: &Deed| match deed {
            Deed::ResolveStack | Deed::ResolveOne | Deed::NoAttack | Deed::NoBlock => true,
            Deed::Block { .. } => lenient,
            _ => false,
        };
        self.left.retain(|action| !(passed(action.at) && waits(&action.deed)));
        match self.left.iter().find(|action| passed(action.at)) {
            Some(action) => Err(self.refused(action)),
            None => Ok(()),
        }
    }

    /// That an action was never legal, and why, as far as that can be told: as it was when it was last looked at, or else now.
    fn refused(&self, action: &Scripted) -> Stop {
        let card = match &action.deed {
            Deed::Cast(what) => what.card.clone(),
            _ => None,
        };
        let known = self.reasons.iter().find(|(other, _)| std::ptr::eq(*other, action)).map(|(_, why)| *why);
        // Nobody may have been asked anything then. What was so all turn can be told later.
        let lasts = |why: &Refusal| self.now().turn == action.at.turn || matches!(why.rule, "302.6" | "702.3b");
        let now = || self.play.why_not(player(action.player), &action.deed).filter(lasts);
        Stop::Refused(describe(action), card, known.or_else(now))
    }

    /// Remembers why attacks and blocks that are said for this moment aren't made.
    fn look_at_declarations(&mut self, now: Moment) {
        for place in 0..self.left.len() {
            let action = self.left[place];
            if action.at == now && matches!(action.deed, Deed::Attack { .. } | Deed::Block { .. }) {
                self.look_at(action);
            }
        }
    }

    /// Remembers why an action isn't taken now.
    fn look_at(&mut self, action: &'r Scripted) {
        let Some(why) = self.play.why_not(player(action.player), &action.deed) else { return };
        match self.reasons.iter_mut().find(|(other, _)| std::ptr::eq(*other, action)) {
            Some(entry) => entry.1 = why,
            None => self.reasons.push((action, why)),
        }
    }

    /// Whether a segment that is about something illegal came to that: the action that the hint names was refused, or else what was
    /// said was never asked for, or what was asked for was not among what was said.
    fn illegal(&self, played: Result<(), Stop>, hint: &serde_json::Value) -> Result<(), Stop> {
        let hint = hint.get("hint").and_then(serde_json::Value::as_str).unwrap_or_default();
        let of_segment = |card: &str| {
            self.segment.actions.iter().any(|action| match &action.deed {
                Deed::Cast(what) => what.card.as_deref().is_some_and(|other| same_name(card, other)),
                _ => false,
            })
        };
        let named = hint.strip_prefix("Cast ").or_else(|| hint.strip_prefix("cast "));
        let named = named.map(|rest| rest.split('$').next().unwrap_or(rest)).filter(|card| of_segment(card));
        match played {
            Err(Stop::Refused(what, card, _)) => match (named, card) {
                (Some(named), Some(card)) if !same_name(named, &card) => {
                    Err(Stop::Wrong(format!("{named} is refused"), format!("so was {what}")))
                }
                _ => Ok(()),
            },
            Err(Stop::Unanswered(_)) => Ok(()),
            Err(other) => Err(other),
            Ok(()) if self.play.strayed || self.play.left_over().is_some() => Ok(()),
            Ok(()) => Err(Stop::Wrong(format!("an action is refused: {hint}"), "all are legal".to_owned())),
        }
    }

    /// Does the player's next action, or passes. Returns whether the segment has come to its end instead.
    fn with_priority(&mut self, who: Player) -> Result<bool, Stop> {
        let now = self.now();
        self.play.division = None;
        if !self.play.divides_as_said() {
            return Err(Stop::Refused("a number is divided among targets as it is said".to_owned(), None, None));
        }
        let mut place = 0;
        while place < self.left.len() {
            let action = self.left[place];
            if action.at != now || player(action.player) != who {
                place += 1;
                continue;
            }
            match &action.deed {
                // Declaring isn't an action: what is left here may be for another combat of the turn.
                Deed::Attack { .. } | Deed::Block { .. } => place += 1,
                Deed::NoAttack | Deed::NoBlock => {
                    self.left.remove(place);
                    continue;
                }
                Deed::Check { of, test } => {
                    let side = of.unwrap_or(action.player);
                    if side != action.player && matches!(test, super::model::Test::CanDo { .. }) {
                        let why = "`can_do` is about the player who has priority; `of` names another";
                        return Err(Stop::Unsupported(why.to_owned()));
                    }
                    let needs_no_player = of.is_none() && !concerns_player(test);
                    match self.play.test(self.cards, (!needs_no_player).then_some(side), test) {
                        Found::Right => {}
                        Found::Wrong(expected, found) => {
                            let at = format!("{now}: {expected}");
                            return Err(Stop::Wrong(at, found));
                        }
                        Found::Unknown(why) => return Err(Stop::Unsupported(why)),
                    }
                    self.left.remove(place);
                    continue;
                }
                Deed::AddCounters { card, counter, count } => {
                    let s = &self.play.position.state;
                    let meant = s.permanents().find(|(id, _)| self.play.means(card, Action::Object(id.index)));
                    let Some(((id, _), kind)) = meant.zip(counter_kind(self.cards, counter)) else {
                        return Err(self.refused(action));
                    };
                    self.left.remove(place);
                    self.play.position.cheat_counters(id, kind, *count as u16);
                    return Ok(false);
                }
                Deed::Concede => {
                    self.left.remove(place);
                    self.play.position.concede(who);
                    return Ok(false);
                }
                Deed::ResolveStack => {
                    if self.play.position.state.stack.is_empty() {
                        self.left.remove(place);
                        continue;
                    }
                    self.play.take(Action::Pass);
                    return Ok(false);
                }
                Deed::ResolveOne => {
                    self.left.remove(place);
                    if self.play.position.state.stack.is_empty() {
                        continue;
                    }
                    self.play.take(Action::Pass);
                    return Ok(false);
                }
                Deed::Cast(what) | Deed::PlayLand(what) | Deed::Activate(what) | Deed::ActivateMana(what) => {
                    if self.perform(who, &action.deed, what) || self.perform_after_mana(who, &action.deed, what) {
                        self.left.retain(|other| !std::ptr::eq(*other, action));
                        return Ok(false);
                    }
                    self.look_at(action);
                    // Not yet: something must resolve first. With an empty stack, what comes later may be possible.
                    if !self.play.position.state.stack.is_empty() {
                        break;
                    }
                    place += 1;
                }
            }
        }
        let s = &self.play.position.state;
        if now == self.segment.stop && s.stack.is_empty() && s.passes == 1 {
            return Ok(true);
        }
        self.play.take(Action::Pass);
        Ok(false)
    }

    /// The same after mana abilities that no payment uses by itself, if the action waits for nothing else.
    fn perform_after_mana(&mut self, who: Player, deed: &Deed, what: &Use) -> bool {
        let waits = !self.play.position.state.stack.is_empty()
            && what.when.as_ref().is_none_or(|when| when.on_stack.is_none() || !self.holds(who, when));
        let costs_mana = matches!(deed, Deed::Cast(_) | Deed::Activate(_));
        let possible = |play: &Play<'s>| !play.options(deed, what).is_empty();
        if waits || self.segment.expect_illegal.is_some() || !costs_mana || possible(self.play) {
            return false;
        }
        let Some(play) = self.play.after_mana_abilities(who, &possible) else { return false };
        *self.play = play;
        self.perform(who, deed, what)
    }

    /// Casts, plays or activates, if that is legal with what the action says about it.
    fn perform(&mut self, who: Player, deed: &Deed, what: &Use) -> bool {
        if !what.when.as_ref().is_none_or(|when| self.holds(who, when)) {
            return false;
        }
        let mut options = self.play.options(deed, what);
        if matches!(deed, Deed::Cast(_)) {
            options = self.preferred(who, options, what.via.is_some());
        }
        if let Some(alias) = &what.alias {
            options.retain(|action| self.play.is_of_alias(*action, alias));
        }
        if !matches!(deed, Deed::Cast(_)) {
            self.aiming_first(who, what, &mut options);
        }
        for action in options {
            let text = what.ability.as_deref().unwrap_or_default();
            let other = match deed {
                Deed::Cast(_) | Deed::PlayLand(_) => None,
                _ => self.play.said_otherwise(action, text, what.oracle.as_deref()).map(str::to_owned),
            };
            // A scenario in TOML means what it says.
            if other.is_some() && self.exact {
                self.play.guessed = other;
                continue;
            }
            let mut trial = self.play.clone();
            if announce(&mut trial, who, action, what) {
                announce(self.play, who, action, what);
                self.play.cost_was_asked_for(who, action);
                self.play.guessed = other;
                return true;
            }
        }
        false
    }

    /// Of several abilities that are meant, those with targets come first if targets are said, and otherwise those without.
    fn aiming_first(&self, who: Player, what: &Use, options: &mut [Action]) {
        let said = !what.targets.is_empty() || !self.play.queues[who.index()].targets.is_empty();
        let pool = &self.play.position.pool;
        options.sort_by_key(|action| {
            let way = self.play.way(*action).map(|(ability, ..)| pool.activatable(ability));
            said != way.is_some_and(|way| way.script.parts.iter().any(|part| !part.targets.is_empty()))
        });
    }

    /// The ways to cast a card in the order in which they are tried: an answer may name one.
    fn preferred(&mut self, who: Player, mut ways: Vec<Action>, said: bool) -> Vec<Action> {
        if said || ways.len() < 2 {
            return ways;
        }
        self.settle_offering(who, &mut ways);
        let choices = &self.play.queues[who.index()].choices;
        let named = choices.iter().enumerate().find_map(|(place, answer)| match answer {
            super::Answer::Other(detail) => Some((place, detail.cost.clone()?)),
            _ => None,
        });
        let Some((place, cost)) = named else { return ways };
        let wanted = cost.split("(source").next().unwrap_or_default();
        let wanted = wanted.split_once("cost:").map_or(wanted, |(_, cost)| cost);
        let wanted = wanted.replace(", ", " ").to_lowercase();
        if wanted.trim() != "normal" {
            // The source engine lists the parts of a cost; the card's own words are between them.
            let words: Vec<&str> = wanted.split_whitespace().collect();
            let unlike = |action: &Action| {
                self.play.way(*action).map(|(ability, ..)| {
                    let own = self.play.position.pool.ability(ability).text.to_lowercase();
                    let missing = words.iter().filter(|word| !own.contains(**word)).count();
                    (self.play.is_for_mana_cost(ability), missing)
                })
            };
            ways.sort_by_cached_key(unlike);
        }
        self.play.queues[who.index()].choices.remove(place);
        ways
    }

    /// "Yes" or "no" to a permanent that may be offered for a spell (CR 702.48a): with one or without one is a way to cast it of its own.
    fn settle_offering(&mut self, who: Player, ways: &mut [Action]) {
        let offers = |play: &super::answers::Play<'_>, action: &Action| {
            play.way(*action)
                .is_some_and(|(ability, ..)| play.position.pool.ability(ability).text == "Cast with an offering")
        };
        if !ways.iter().any(|action| offers(self.play, action)) {
            return;
        }
        let choices = &mut self.play.queues[who.index()].choices;
        if let Some(super::Answer::Bool(with)) = choices.front() {
            let with = *with;
            choices.pop_front();
            ways.sort_by_key(|action| offers(self.play, action) != with);
        }
    }

    fn holds(&self, who: Player, when: &When) -> bool {
        let s = &self.play.position.state;
        let top = |text: &String| s.stack.last().is_some_and(|item| self.play.stack_item_says(item, text, false));
        when.on_stack.as_ref().is_none_or(|text| text.is_empty() || self.play.on_stack(text, false) > 0)
            && when.not_on_stack.as_ref().is_none_or(|text| self.play.on_stack(text, false) == 0)
            && when.copy_on_stack.as_ref().is_none_or(|text| self.play.on_stack(text, true) > 0)
            && when.top_of_stack.as_ref().is_none_or(top)
            && when.mana_in_pool.is_none_or(|least| s.unspent_mana(who) >= least)
    }

    /// What the creature that is asked about attacks.
    fn attack(&mut self, who: Player) -> Action {
        let (now, about) = (self.now(), self.play.position.decision().about);
        let choices = self.play.position.state.choices.clone();
        for place in 0..self.left.len() {
            let action = self.left[place];
            let Deed::Attack { attacker, defender } = &action.deed else { continue };
            if action.at != now
                || player(action.player) != who
                || !self.play.means_of(attacker, Action::Object(about.index), who)
            {
                continue;
            }
            let target = match defender {
                None => choices.iter().copied().find(|choice| matches!(choice, Action::Player(_))),
                Some(Defended::Player(side)) => Some(Action::Player(player(*side))),
                Some(Defended::Permanent(reference)) => {
                    choices.iter().copied().find(|choice| self.play.means(reference, *choice))
                }
            };
            if let Some(target) = target.filter(|target| choices.contains(target)) {
                self.left.remove(place);
                if self.declines_to_pay(who, about, target) && choices.contains(&Action::No) {
                    return Action::No;
                }
                return target;
            }
        }
        if choices.contains(&Action::No) { Action::No } else { choices[0] }
    }

    /// Returns whether the attack costs something and the player's answer is not to pay for it.
    fn declines_to_pay(&mut self, who: Player, attacker: crate::state::ObjectId, what: Action) -> bool {
        if !self.play.position.engine().attack_is_taxed(attacker, what) {
            return false;
        }
        let choices = &mut self.play.queues[who.index()].choices;
        match choices.iter().position(|answer| matches!(answer, super::Answer::Bool(_))) {
            Some(place) => choices.remove(place) == Some(super::Answer::Bool(false)),
            None => false,
        }
    }

    /// What the creature that is asked about blocks.
    fn block(&mut self, who: Player) -> Action {
        let (now, about) = (self.now(), self.play.position.decision().about);
        let choices = self.play.position.state.choices.clone();
        for place in 0..self.left.len() {
            let action = self.left[place];
            let Deed::Block { blocker, attacker } = &action.deed else { continue };
            if action.at != now
                || player(action.player) != who
                || !self.play.means_of(blocker, Action::Object(about.index), who)
            {
                continue;
            }
            let meant = |choice: &Action| self.play.means_of(attacker, *choice, !who);
            if let Some(target) = choices.iter().copied().find(meant) {
                self.left.remove(place);
                if let Action::Object(blocked) = target {
                    let said = self.segment.actions.iter().position(|other| std::ptr::eq(other, action));
                    self.play.blocks.push((said.unwrap_or(usize::MAX), about.index, blocked));
                }
                return target;
            }
        }
        if choices.contains(&Action::No) { Action::No } else { choices[0] }
    }

    fn asserts(&self) -> Result<(), Stop> {
        for assertion in &self.segment.asserts {
            match self.play.test(self.cards, assertion.player, &assertion.test) {
                Found::Right => {}
                Found::Wrong(expected, found) => return Err(Stop::Wrong(expected, found)),
                Found::Unknown(why) => return Err(Stop::Unsupported(why)),
            }
        }
        Ok(())
    }
}

/// Returns whether a check speaks of the player who makes it if it names none.
fn concerns_player(test: &super::Test) -> bool {
    use super::Test;
    !matches!(
        test,
        Test::ZoneCount { zone: super::Zone::Exile, .. }
            | Test::Tapped { .. }
            | Test::TappedCount { .. }
            | Test::Counters { .. }
            | Test::Type { .. }
            | Test::Subtype { .. }
            | Test::Attacking { .. }
    )
}

/// Carries out an action with the choices of announcing it. Returns whether all targets that were said for it are legal.
fn announce(play: &mut Play<'_>, who: Player, action: Action, what: &Use) -> bool {
    play.announcing = Some(Announcing {
        player: who,
        about: None,
        targets: what.targets.iter().cloned().collect(),
        said: !what.targets.is_empty(),
        missed: false,
    });
    play.shares.clear();
    play.given.clear();
    // "{T}: Add {R}" of a land that makes {R} or {W} says which.
    let symbol = what.ability.as_ref().and_then(|text| text.split_once("Add {")?.1.chars().next());
    play.mana = symbol.map(|letter| Colors::from_letter(letter).unwrap_or(Colors::empty()));
    let optional = play.way(action).map_or(0, |(ability, ..)| {
        let costs = &play.position.pool.activatable(ability).optional_costs;
        costs.iter().map(|cost| 1 + usize::from(cost.repeat)).sum()
    });
    let (mut asked, mut declined) = (0, false);
    play.take(action);
    loop {
        let decision = play.position.decision();
        let about = play.announcing.as_ref().and_then(|announcing| announcing.about);
        let own = about.is_none_or(|about| about == decision.about) && decision.player == who;
        if play.position.outcome().is_some() || !of_announcement(decision.kind) || !own {
            break;
        }
        let choice = play.decide();
        if play.announcing.as_ref().is_some_and(|announcing| announcing.missed) {
            return false;
        }
        if decision.kind == DecisionKind::OptionalCost {
            asked += 1;
            declined = choice == Action::No;
        }
        play.take(choice);
    }
    // What can't be paid is not offered; that it is not paid may be said all the same.
    let choices = &mut play.queues[who.index()].choices;
    if asked < optional && !declined && choices.front() == Some(&super::Answer::Bool(false)) {
        choices.pop_front();
    }
    if !play.divides_as_said() {
        return false;
    }
    // What was said and has not been asked for is for what the spell or ability asks later.
    let rest = play.announcing.take().map(|announcing| announcing.targets).unwrap_or_default();
    for reference in rest.into_iter().rev() {
        let answer = match reference {
            super::Reference::Name(name) => super::Answer::Text(name),
            super::Reference::Object(what) => {
                super::Answer::Other(Box::new(super::Detail { what, ..Default::default() }))
            }
        };
        play.queues[who.index()].targets.push_front(answer);
    }
    true
}

/// An action in words.
fn describe(action: &Scripted) -> String {
    let at = format!("{}, {:?}", action.at, action.player);
    let targets = |what: &Use| match what.targets.as_slice() {
        [] => String::new(),
        targets => format!(" at {}", targets.iter().map(Reference::to_string).collect::<Vec<_>>().join(", ")),
    };
    let what = match &action.deed {
        Deed::Cast(what) => {
            let via = what.via.as_ref().map_or(String::new(), |via| format!(" via {via}"));
            format!("casts {}{via}{}", what.card.as_deref().unwrap_or_default(), targets(what))
        }
        Deed::PlayLand(what) => format!("plays {}", what.card.as_deref().unwrap_or_default()),
        Deed::Activate(what) | Deed::ActivateMana(what) => {
            let source = what.source.as_deref().unwrap_or("something");
            format!("activates {} of {source}{}", what.ability.as_deref().unwrap_or_default(), targets(what))
        }
        Deed::Attack { attacker, .. } => format!("attacks with {attacker}"),
        Deed::Block { blocker, attacker } => format!("blocks {attacker} with {blocker}"),
        Deed::NoAttack => "declares no attackers".to_owned(),
        Deed::NoBlock => "declares no blockers".to_owned(),
        Deed::Concede => "concedes".to_owned(),
        Deed::AddCounters { card, counter, count } => format!("puts {count} {counter} counters on {card}"),
        Deed::ResolveStack => "passes until the stack is empty".to_owned(),
        Deed::ResolveOne => "passes once".to_owned(),
        Deed::Check { .. } => "checks something".to_owned(),
    };
    format!("{at} {what}")
}

impl crate::Position {
    /// Puts counters on a permanent as if by a judge. For a position in which a player has priority.
    pub(crate) fn cheat_counters(
        &mut self,
        id: crate::state::ObjectId,
        kind: gauntlet_cards::filter::CounterKind,
        amount: u16,
    ) {
        let mut engine = self.engine();
        engine.put_counters(id.index, kind, amount);
        engine.touch();
        engine.run();
    }

    /// A card name has been chosen for a permanent.
    pub(crate) fn cheat_chosen_name(&mut self, id: crate::state::ObjectId, name: gauntlet_cards::card::CardId) {
        let mut engine = self.engine();
        let Some(controller) = engine.s.get(id).map(|object| object.controller) else { return };
        engine.keep_for_source(&crate::task::Scope::of(id, controller), crate::state::Chosen::Name(name));
        engine.touch();
        engine.run();
    }

    /// A player concedes (CR 104.3a).
    pub(crate) fn concede(&mut self, player: Player) {
        let mut engine = self.engine();
        engine.finish(Some(!player), Reason::Concession);
        engine.run();
    }
}
