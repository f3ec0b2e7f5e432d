//! Looking ahead through the rules: what can be done is carried out in a world that the player can't tell from the true one.
//!
//! Two things are asked. *Can I win this turn?* and, when it looks as if the game were about to be lost, *can I survive this?* The answer is a
//! line of choices that the rules have carried out, and it holds whatever the opponent chooses while it resolves: each of the other player's choices
//! is tried. But the opponent is taken to pass with priority: what may come from a hidden hand isn't known, and a plan that is answered is
//! dropped, and asked for anew.
//!
//! What is drawn, revealed or rolled isn't known either. Cards that come from the unknown part of the library aren't played in a line, and
//! a line must lead to the same in other worlds, dealt out anew.

use gauntlet_cards::card::CardId;
use gauntlet_cards::filter::Step;
use gauntlet_core::{Game, Player, Seed, View};
use gauntlet_magic::Position;
use gauntlet_magic::decision::{Action, DecisionKind};
use gauntlet_magic::state::Flags;
use gauntlet_magic::view::Visible;

use super::Mind;
use super::facts::Facts;
use super::memory::Memory;
use super::value::Judge;
use super::weights::Weights;

/// How many actions are carried out for one question.
const MOST_STEPS: u32 = 240;

/// How many questions are asked in a turn.
const MOST_QUESTIONS: usize = 4;

/// How many choices with alternatives are nested.
const MOST_DEPTH: usize = 24;

/// How many choices of the other player's are tried at once: with more, nothing is sure.
const MOST_ANSWERS: usize = 8;

/// In how many other worlds a line must lead to the same.
const MORE_WORLDS: u64 = 3;

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    /// To win in this turn.
    Win,
    /// Not to lose by what is on the stack, or in the combat that goes on.
    Survive,
}

/// A question, and who asks it.
#[derive(Clone, Copy)]
pub(super) struct Question<'a> {
    pub(super) goal: Goal,
    pub(super) me: Player,
    pub(super) facts: &'a Facts,
    pub(super) w: &'a Weights,
    turn: u32,
}

impl<'a> Question<'a> {
    /// One who judges a world for the player who asks.
    pub(super) fn judge(self, see: Visible<'a>, memory: &'a Memory) -> Judge<'a> {
        memory.forget_answers();
        Judge { see, me: self.me, facts: self.facts, w: self.w, reach: 0, doomed: None, depth: 0, memory }
    }

    /// Whether the goal is reached or missed in a position in which the game goes on; none if that isn't settled yet.
    fn settled(self, see: Visible<'_>) -> Option<bool> {
        match self.goal {
            Goal::Win if see.turn() != self.turn => Some(false),
            // Who has no library loses as they draw (CR 704.5b), if nothing is on its way any more.
            Goal::Win => {
                let done = see.decision().kind == DecisionKind::Priority && see.stack().is_empty();
                (done && see.library_size(!self.me) == 0).then_some(true)
            }
            Goal::Survive if see.turn() != self.turn => Some(true),
            Goal::Survive => {
                let fights = matches!(
                    see.step(),
                    Step::DeclareAttackers | Step::DeclareBlockers | Step::FirstStrikeDamage | Step::CombatDamage
                );
                (see.decision().kind == DecisionKind::Priority && see.stack().is_empty() && !fights).then_some(true)
            }
        }
    }
}

/// What was looked at, and the plan that came of it.
#[derive(Default)]
pub(super) struct Ahead {
    /// One world for each choice that is nested.
    worlds: Vec<Position>,
    legal: Vec<Action>,
    /// What is tried at each of the choices.
    tries: Vec<Vec<Action>>,
    /// Who makes the choices that aren't tried out.
    mind: Mind,
    steps: u32,
    /// The player's choices in the line that is tried.
    line: Vec<Action>,
    /// How many of them come before the first choice of the other player's.
    sure: Option<usize>,
    /// What positions looked like from which no line leads on.
    dead: Vec<u64>,
    /// The cards that the player knew when asking: those in hand, and those that lay in the open.
    known: Vec<CardId>,
    /// How many cards were in the player's library.
    library: usize,
    plan: Vec<Action>,
    next: usize,
    goal: Option<Goal>,
    /// The turn in which a win is sure, though not all of its choices are planned yet.
    promised: u32,
    turn: u32,
    /// What was asked in this turn in vain.
    asked: Vec<u64>,
}

impl Ahead {
    /// Forgets the last game.
    pub(super) fn start(&mut self) {
        self.plan.clear();
        self.goal = None;
        self.promised = 0;
        self.turn = 0;
        self.asked.clear();
    }

    /// Returns whether the latest choice is part of a win that nothing but an answer of the other player's can prevent.
    pub(super) fn is_certain(&self) -> bool {
        self.goal == Some(Goal::Win)
    }

    /// The place of the next action of a plan, if there is one, or one is found now.
    pub(super) fn choose(&mut self, judge: Judge<'_>, view: View<'_, Position>, legal: &[Action]) -> Option<usize> {
        if legal.len() == 1 {
            return None;
        }
        if let Some(place) = self.planned(judge, legal) {
            return Some(place);
        }
        self.goal = None;
        let goal = self.wanted(judge)?;
        let question = Question { goal, me: judge.me, facts: judge.facts, w: judge.w, turn: judge.see.turn() };
        self.ask(question, view);
        let place = self.planned(judge, legal);
        // To pass on isn't a plan but for what comes then.
        let idle = goal == Goal::Survive && self.plan.iter().all(|action| *action == Action::Pass);
        if idle || place.is_none() {
            self.plan.clear();
            return None;
        }
        self.goal = Some(goal);
        place
    }

    /// The place of the next action of the plan; the plan is dropped where it can't be followed.
    fn planned(&mut self, judge: Judge<'_>, legal: &[Action]) -> Option<usize> {
        let action = *self.plan.get(self.next)?;
        let answered = judge.see.stack().last().is_some_and(|top| top.controller != judge.me)
            && self.goal == Some(Goal::Win)
            && judge.see.decision().kind == DecisionKind::Priority;
        let place = legal.iter().position(|legal| *legal == action).filter(|_| !answered);
        match place {
            Some(_) => self.next += 1,
            None => {
                self.plan.clear();
                self.asked.clear();
            }
        }
        place
    }

    /// What there is to ask in a position, if it looks as if the answer could be yes.
    fn wanted(&mut self, judge: Judge<'_>) -> Option<Goal> {
        let see = judge.see;
        if self.turn != see.turn() {
            self.turn = see.turn();
            self.asked.clear();
        }
        let own = see.active() == judge.me;
        let kept = own && std::mem::take(&mut self.promised) == see.turn();
        if !kept && (see.decision().kind != DecisionKind::Priority || self.asked.len() >= MOST_QUESTIONS) {
            return None;
        }
        let quiet = see.stack().is_empty();
        let goal = match see.step() {
            _ if kept => Goal::Win,
            Step::PrecombatMain | Step::PostcombatMain | Step::DeclareBlockers if own && quiet => {
                judge.could_win().then_some(Goal::Win)?
            }
            _ => judge.could_lose().then_some(Goal::Survive)?,
        };
        let looks = appearance(see, judge.me);
        if self.asked.contains(&looks) {
            return None;
        }
        self.asked.push(looks);
        Some(goal)
    }

    /// Looks for a plan.
    fn ask(&mut self, question: Question<'_>, view: View<'_, Position>) {
        let seed = Seed::from_u64(u64::from(question.turn));
        self.plan.clear();
        self.next = 0;
        self.steps = 0;
        self.line.clear();
        self.sure = None;
        self.dead.clear();
        self.mind.start();
        let see = view.visible();
        self.library = see.library_size(question.me);
        self.known.clear();
        self.known.extend(see.hand());
        self.known.extend(see.permanents().map(|(_, object)| object.card));
        for player in Player::BOTH {
            self.known.extend(see.graveyard_objects(player).map(|(_, object)| object.card));
            self.known.extend(see.exiled(player).map(|(_, object)| object.card));
        }
        self.deal(view, seed);
        if !self.solve(question, 0) {
            return;
        }
        let sure = self.sure.unwrap_or(self.line.len()).min(self.line.len());
        self.plan.extend_from_slice(&self.line[..sure]);
        let holds = (1..=MORE_WORLDS).all(|number| {
            self.deal(view, seed.derive("world", number));
            self.holds(question)
        });
        if !holds {
            self.plan.clear();
        } else if self.sure.is_some() && question.goal == Goal::Win {
            self.promised = question.turn;
        }
    }

    /// Deals out a world to begin with.
    fn deal(&mut self, view: View<'_, Position>, seed: Seed) {
        let mut rng = seed.rng();
        match self.worlds.first_mut() {
            Some(world) => view.sample_into(world, &mut rng),
            None => self.worlds.push(view.sample(&mut rng)),
        }
    }

    /// Returns whether the plan leads to the same in the first world, as far as it goes.
    fn holds(&mut self, question: Question<'_>) -> bool {
        let Ahead { worlds, legal, plan, sure, .. } = self;
        let (world, partly) = (&mut worlds[0], sure.is_some());
        let mut next = 0;
        // Of each action of the plan both players may pass on some times.
        for _ in 0..MOST_STEPS {
            if let Some(outcome) = world.outcome() {
                return outcome.winner != Some(!question.me)
                    && (question.goal == Goal::Survive || outcome.winner.is_some());
            }
            let Some(player) = world.to_act() else { return false };
            if let Some(settled) = question.settled(world.visible(question.me)) {
                return settled;
            }
            world.legal_actions(legal);
            let action = match () {
                () if legal.len() == 1 => legal[0],
                () if player == question.me => match plan.get(next) {
                    Some(action) if legal.contains(action) => {
                        next += 1;
                        *action
                    }
                    // The rest depends on the other player's choices.
                    None => return partly,
                    Some(_) => return false,
                },
                () if world.decision().kind == DecisionKind::Priority => legal[0],
                () => return partly,
            };
            world.apply(action);
        }
        false
    }

    /// Returns whether the goal can be reached from the world of a depth. If so, the line says how.
    fn solve(&mut self, question: Question<'_>, depth: usize) -> bool {
        let (length, sure) = (self.line.len(), self.sure);
        let solved = self.go_on(question, depth);
        if !solved {
            self.line.truncate(length);
            self.sure = sure;
        }
        solved
    }

    /// Carries out what there is no choice about, as far as the next choice, and tries that.
    fn go_on(&mut self, question: Question<'_>, depth: usize) -> bool {
        loop {
            let world = &self.worlds[depth];
            if let Some(outcome) = world.outcome() {
                return match question.goal {
                    Goal::Win => outcome.winner == Some(question.me),
                    Goal::Survive => outcome.winner != Some(!question.me),
                };
            }
            let Some(player) = world.to_act() else { return false };
            if let Some(settled) = question.settled(world.visible(question.me)) {
                return settled;
            }
            if self.steps >= MOST_STEPS {
                return false;
            }
            world.legal_actions(&mut self.legal);
            if self.legal.len() > 1 && player == question.me {
                self.gather(question, depth);
                let tries = &self.tries[depth];
                match tries.len() {
                    0 => return false,
                    1 => {
                        let action = tries[0];
                        self.line.push(action);
                        self.carry_out(depth, action);
                    }
                    _ => return self.any(question, depth),
                }
            } else if self.legal.len() > 1 && world.decision().kind != DecisionKind::Priority {
                return self.all(question, depth);
            } else {
                self.carry_out(depth, self.legal[0]);
            }
        }
    }

    /// Fills in what is tried at the choice that the world of a depth has come to.
    fn gather(&mut self, question: Question<'_>, depth: usize) {
        if self.tries.len() <= depth {
            self.tries.resize_with(depth + 1, Vec::new);
        }
        let mut tries = std::mem::take(&mut self.tries[depth]);
        tries.clear();
        let Ahead { worlds, legal, mind, line, known, library, .. } = self;
        let world = &worlds[depth];
        let view = View::new(world, question.me);
        let see = view.visible();
        // Cards that were unknown have come from the library, or may have.
        let blind = see.library_size(question.me) < *library;
        let may = |action: Action| match action {
            Action::PlayTop { .. } => false,
            Action::Play { card, .. } if blind => {
                let played =
                    line.iter().filter(|action| matches!(action, Action::Play { card: other, .. } if *other == card));
                let found = line.iter().filter(|action| **action == Action::Card(card));
                let had = known.iter().filter(|known| **known == card).count();
                played.count() < had + found.count()
            }
            Action::Activate { object, .. } if blind => {
                see.object(object).is_some_and(|object| known.contains(&object.card))
            }
            _ => true,
        };
        question.tries(view, legal, &may, mind, &mut tries);
        self.tries[depth] = tries;
    }

    /// Returns whether one of the choices leads to the goal.
    fn any(&mut self, question: Question<'_>, depth: usize) -> bool {
        let see = self.worlds[depth].visible(question.me);
        let looks = (see.decision().kind == DecisionKind::Priority).then(|| appearance(see, question.me));
        if looks.is_some_and(|looks| self.dead.contains(&looks)) {
            return false;
        }
        for number in 0..self.tries[depth].len() {
            let action = self.tries[depth][number];
            if !self.branch(depth, action) {
                return false;
            }
            self.line.push(action);
            if self.solve(question, depth + 1) {
                return true;
            }
            self.line.pop();
        }
        self.dead.extend(looks);
        false
    }

    /// Returns whether all choices of the other player's lead to the goal.
    fn all(&mut self, question: Question<'_>, depth: usize) -> bool {
        if self.legal.len() > MOST_ANSWERS {
            return false;
        }
        if self.tries.len() <= depth {
            self.tries.resize_with(depth + 1, Vec::new);
        }
        self.tries[depth].clear();
        // Not to do anything comes first, and is seldom best.
        self.tries[depth].extend(self.legal.iter().rev());
        let length = self.line.len();
        self.sure.get_or_insert(length);
        for number in 0..self.tries[depth].len() {
            let action = self.tries[depth][number];
            if !self.branch(depth, action) || !self.solve(question, depth + 1) {
                return false;
            }
            self.line.truncate(length);
        }
        true
    }

    /// Carries out an action in the world of the next depth; returns whether it can be.
    fn branch(&mut self, depth: usize, action: Action) -> bool {
        if depth + 1 >= MOST_DEPTH || self.steps >= MOST_STEPS {
            return false;
        }
        let (known, rest) = self.worlds.split_at_mut(depth + 1);
        match rest.first_mut() {
            Some(world) => world.clone_from(&known[depth]),
            None => {
                let world = known[depth].clone();
                self.worlds.push(world);
            }
        }
        self.carry_out(depth + 1, action);
        true
    }

    fn carry_out(&mut self, depth: usize, action: Action) {
        self.steps += 1;
        self.worlds[depth].apply(action);
    }
}

/// A number for how a position looks, as far as winning and losing in this turn go: another order of the same things looks the same.
fn appearance(see: Visible<'_>, me: Player) -> u64 {
    // The steps of FNV-1a.
    let mix = |hash: u64, number: u64| (hash ^ number).wrapping_mul(0x0100_0000_01b3);
    let mut hash = mix(0xcbf2_9ce4_8422_2325, u64::from(see.turn()));
    hash = mix(hash, see.step() as u64);
    hash = mix(hash, see.stack().len() as u64);
    for player in Player::BOTH {
        let info = see.player(player);
        hash = mix(hash, info.life as u64);
        hash = mix(hash, see.hand_size(player) as u64);
        hash = mix(hash, see.library_size(player) as u64);
        hash = info.mana.iter().fold(hash, |hash, mana| mix(hash, u64::from(*mana)));
    }
    // Sums don't depend on the order.
    let hand = see.hand().map(|card| mix(17, card.index() as u64)).fold(0, u64::wrapping_add);
    hash = mix(hash, hand);
    let flags = Flags::TAPPED | Flags::SICK | Flags::ATTACKING | Flags::BLOCKED;
    let permanents = see.permanents().map(|(id, object)| {
        let chars = &object.characteristics;
        let mut number = mix(23, object.card.index() as u64);
        number = mix(number, u64::from((object.flags & flags).bits()));
        number = mix(number, chars.power as u64);
        number = mix(number, chars.toughness as u64);
        number = mix(number, chars.keywords.bits());
        number = mix(number, u64::from(object.restrictions.bits()));
        number = mix(number, u64::from(object.damage));
        number = mix(number, u64::from(see.counters(id.index() as u16, gauntlet_cards::filter::CounterKind::PLUS_ONE)));
        mix(number, u64::from(object.controller == me))
    });
    mix(hash, permanents.fold(0, u64::wrapping_add))
}
