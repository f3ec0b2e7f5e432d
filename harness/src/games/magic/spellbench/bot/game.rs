//! One of our agents in a game of a host: a position is put together from what is seen, the candidates are paired with what is legal in it, and
//! the agent chooses.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use gauntlet_ai::{Agent, GIVES_UP, Meeting};
use gauntlet_cards::card::{CardId, Pool};
use gauntlet_cards::filter::{Step, Zone};
use gauntlet_core::{Game as _, PerPlayer, Player, Seed, View};
use gauntlet_magic::decision::{Action, DecisionKind};
use gauntlet_magic::rebuild::{Moment, Seen, SeenObject};
use gauntlet_magic::state::Flags;
use gauntlet_magic::view::Visible;
use gauntlet_magic::{Options, Position, Setup};
use gauntlet_spellbench::observation::Observation;
use gauntlet_spellbench::reference::{self, ObjectRef, Seat};
use gauntlet_spellbench::secret::Secret;
use gauntlet_spellbench::semantic::{Item, Semantic};
use gauntlet_spellbench::vocabulary::{DistributePurpose, How, Method, OrderPurpose, PhaseStep, StackKind};

use super::counts::Answered;
use super::essence::{by_name, essence, is_hidden, pairs, placed};
use super::hear::{Heard, Start};
use super::places::Places;
use super::seen::{self, Names, Reader};
use crate::games::magic::spellbench::ids::Ids;
use crate::games::magic::spellbench::offer::offers;
use crate::games::magic::spellbench::printed::Printed;
use crate::games::magic::spellbench::scene::{Scene, Seating};
use crate::play::panics;

/// How many decisions are gone through on the way to the one that is asked.
const MOST_BETWEEN: usize = 32;

/// A game that is being played.
pub(super) struct Game {
    start: Start,
    setup: Setup,
    printed: Arc<Printed>,
    names: Names,
    /// The cards of our deck and the other one's.
    lists: [Vec<CardId>; 2],
    domain: BTreeSet<String>,
    seed: Seed,
    agent: Box<dyn Agent<Position>>,
    /// Who took or takes the first turn, once that is known.
    seating: Option<Seating>,
    places: Places,
    /// The position after our latest choice: as far as nothing else happens the next decision is in it.
    expected: Option<Position>,
    plan: Plan,
    /// The position that the agent was asked in last.
    #[cfg(test)]
    pub(super) asked: Option<Position>,
}

/// What is decided before it is asked.
#[derive(Default)]
struct Plan {
    /// What creatures attack or block, in essences.
    declared: Vec<String>,
    /// The cards that are put in order, as they will be asked for.
    order: Vec<String>,
}

/// The two decks in one pool.
pub(super) struct Dealt {
    pub(super) pool: Arc<Pool>,
    /// Our own, and the other one.
    pub(super) lists: [Vec<CardId>; 2],
}

/// A position that a decision was found in.
struct Found {
    position: Position,
    /// The legal actions that are offered, with the places of their candidates.
    offered: Vec<(Action, usize)>,
    /// Whether all candidates are among them.
    whole: bool,
}

/// What is answered: the place of a candidate, and how it came about.
pub(super) struct Answer {
    pub(super) place: usize,
    pub(super) answered: Answered,
    /// What failed on the way.
    pub(super) failures: Vec<String>,
}

impl Game {
    pub(super) fn new(start: Start, dealt: Dealt, agent: Box<dyn Agent<Position>>, seed: Seed) -> Game {
        let printed = Arc::new(Printed::new(&dealt.pool));
        let setup = Setup {
            pool: Arc::clone(&dealt.pool),
            decks: PerPlayer::default(),
            outside: PerPlayer::default(),
            options: Options { max_turns: u32::MAX, max_actions: u32::MAX, ..Options::default() },
            told: None,
        };
        let mut game = Game {
            names: Names::new(&dealt.pool, &printed),
            seating: start.rules.starting_seat.map(Seating),
            domain: start.rules.card_name_domain.names.iter().cloned().collect(),
            start,
            setup,
            printed,
            lists: dealt.lists,
            seed,
            agent,
            places: Places::default(),
            expected: None,
            plan: Plan::default(),
            #[cfg(test)]
            asked: None,
        };
        let other = game.start.opponent_deck.as_ref().map_or("", |deck| &deck.name);
        game.agent.meet(Meeting { decks: [&game.start.own_deck.name, other], place: None });
        game.agent.start();
        game
    }

    pub(super) fn id(&self) -> &str {
        &self.start.game_id
    }

    /// What is answered to a decision.
    pub(super) fn choose(&mut self, heard: &Heard) -> Answer {
        let mut failures = Vec::new();
        let fallback = |answered| (heard.fallback(), answered);
        let (place, answered) = match &heard.observation {
            _ if heard.candidates.len() < 2 => (0, Answered::Alone),
            None => fallback(Answered::Fallback),
            Some(observation) => {
                self.follow(heard, observation, &mut failures);
                self.note(observation, &mut failures);
                let asked = match self.planned(heard) {
                    Some(place) => Some((place, Answered::Mapped)),
                    None => self.ask(heard, observation, &mut failures),
                };
                asked.unwrap_or_else(|| fallback(Answered::Fallback))
            }
        };
        Answer { place, answered, failures }
    }

    /// Takes note of what is where.
    fn note(&mut self, observation: &Observation, failures: &mut Vec<String>) {
        if self.seating.is_none() {
            // Nobody begins with the second turn.
            let active = observation.active_seat.unwrap_or(Seat::P0);
            self.seating = Some(Seating(if observation.turn.is_multiple_of(2) && observation.turn > 0 {
                active.other()
            } else {
                active
            }));
        }
        let seat = self.start.seat;
        let Game { places, expected, .. } = self;
        let mut places = std::mem::take(places);
        let expected = expected.take();
        let noted = panics::catch(|| {
            let reader = self.reader();
            places.note(&reader.named(observation), expected.as_ref(), reader.seating.player(seat));
            places
        });
        self.expected = expected;
        match noted {
            Ok(noted) => self.places = noted,
            Err(failure) => failures.push(failure),
        }
    }

    /// If the other player has done nothing since our latest choice, what has happened is what our rules say: the position in which we have
    /// priority again, with all that lasts and isn't seen.
    fn follow(&mut self, heard: &Heard, observation: &Observation, failures: &mut Vec<String>) {
        let Some(expected) = self.expected.as_ref().filter(|_| heard.priority) else { return };
        let viewer = self.viewer();
        let (turn, step) = (u32::try_from(observation.turn).unwrap_or(u32::MAX), seen::step(observation.phase_step));
        let there = |position: &Position| {
            let see = position.visible(viewer);
            let when = see.turn() == turn
                && (see.step() == step || see.step() == Step::FirstStrikeDamage && step == Step::CombatDamage);
            when && see.whole_stack().len() == observation.stack.len()
        };
        let followed = panics::catch(|| {
            let mut position = expected.clone();
            let mut legal = Vec::new();
            for _ in 0..MOST_BETWEEN {
                let player = position.to_act()?;
                let ours = player == viewer;
                if ours && position.decision().kind == DecisionKind::Priority && there(&position) {
                    return Some(position);
                }
                position.legal_actions(&mut legal);
                if ours && legal.len() > 1 {
                    return None;
                }
                position.apply(least(&legal));
            }
            None
        });
        match followed {
            Ok(Some(position)) => self.expected = Some(position),
            Ok(None) => {}
            Err(failure) => failures.push(failure),
        }
    }

    fn seating(&self) -> Seating {
        self.seating.unwrap_or(Seating(Seat::P0))
    }

    fn viewer(&self) -> Player {
        self.seating().player(self.start.seat)
    }

    fn reader(&self) -> Reader<'_> {
        let seating = self.seating();
        let viewer = seating.player(self.start.seat);
        Reader {
            pool: &self.setup.pool,
            printed: &self.printed,
            names: &self.names,
            seating,
            viewer,
            decks: &self.lists,
            seed: self.seed,
        }
    }

    /// The place of what was decided before.
    fn planned(&mut self, heard: &Heard) -> Option<usize> {
        if heard.semantics().all(|one| placed(one).is_some()) {
            let card = |one: &Semantic| placed(one).map(|(object, _)| by_name(object));
            let next =
                self.plan.order.iter().position(|next| heard.semantics().any(|one| card(one).as_ref() == Some(next)));
            let next = self.plan.order.remove(next?);
            return heard.candidates.iter().position(|(_, one)| one.as_ref().and_then(card).as_ref() == Some(&next));
        }
        self.plan.order.clear();
        if !heard.declares() {
            self.plan.declared.clear();
        }
        self.declared(heard)
    }

    /// The place of what was decided before on the creature that is asked about.
    fn declared(&self, heard: &Heard) -> Option<usize> {
        let name = |object: &ObjectRef| self.call(object);
        let declared = |one: &Semantic| {
            matches!(one, Semantic::DeclareAttack { .. } | Semantic::DeclareBlock { .. })
                && essence(one, &name).iter().any(|form| self.plan.declared.contains(form))
        };
        heard.candidates.iter().position(|(_, one)| one.as_ref().is_some_and(declared))
    }

    /// What an object is called in essences: by the host's id if we know where it is.
    fn call(&self, object: &ObjectRef) -> String {
        if !is_hidden(object) && self.places.of(&object.object_id).is_some() {
            return object.object_id.clone();
        }
        by_name(object)
    }

    /// Asks the agent.
    fn ask(
        &mut self,
        heard: &Heard,
        observation: &Observation,
        failures: &mut Vec<String>,
    ) -> Option<(usize, Answered)> {
        let found = self.find(heard, observation, failures)?;
        let answered = if found.whole { Answered::Mapped } else { Answered::Partly };
        let chosen = self.decide(heard, found);
        chosen
            .unwrap_or_else(|failure| {
                failures.push(failure);
                None
            })
            .map(|place| (place, answered))
    }

    /// The position of a decision, and what can be chosen there.
    fn find(&self, heard: &Heard, observation: &Observation, failures: &mut Vec<String>) -> Option<Found> {
        let seen = match panics::catch(|| self.reader().read(observation, &self.places)) {
            Ok(seen) => seen,
            Err(failure) => {
                failures.push(failure);
                return None;
            }
        };
        let mut best: Option<Found> = None;
        let mut failed = Vec::new();
        let expected = self.expected.as_ref();
        if let Some(expected) = expected {
            match panics::catch(|| self.go_on(expected.clone(), heard, observation, &seen)) {
                Ok(found) => best = found,
                Err(failure) => failed.push(failure),
            }
        }
        for (moment, stack) in self.moments(heard, observation, &seen) {
            if best.as_ref().is_some_and(|best| best.whole) {
                break;
            }
            let seen = Seen { stack: seen.stack[..stack].to_vec(), ..seen.clone() };
            let seed = self.seed.derive("world", heard.seat_step.unwrap_or_default());
            let rebuilt = panics::catch(|| {
                let position = Position::rebuilt(&self.setup, &seen, &moment, expected, seed);
                self.reach(position, heard, &seen, false, false)
            });
            match rebuilt {
                Ok(Some(found)) if best.as_ref().is_none_or(|best| found.is_better(best)) => best = Some(found),
                Ok(_) => {}
                Err(failure) => failed.push(failure),
            }
        }
        if let Some(found) = best.as_mut().filter(|found| heard.priority && !found.whole) {
            match panics::catch(|| self.permit_what_is_offered(found, heard)) {
                Ok(Some(more)) => *found = more,
                Ok(None) => {}
                Err(failure) => failed.push(failure),
            }
        }
        // What failed matters if nothing else was found.
        if best.as_ref().is_none_or(|best| !best.whole) {
            failures.append(&mut failed);
        }
        best
    }

    /// What is offered of cards outside the hand may be played, also where it isn't known why.
    fn permit_what_is_offered(&self, found: &Found, heard: &Heard) -> Option<Found> {
        let places: BTreeSet<usize> = found.offered.iter().map(|(_, place)| *place).collect();
        let others = heard.candidates.iter().enumerate().filter(|(place, _)| !places.contains(place));
        let mut parts = BTreeMap::new();
        for one in others.filter_map(|(_, (_, one))| one.as_ref()) {
            let (source, part) = match one {
                Semantic::CastSpell { source, method } => (source, *method == Some(Method::Adventure)),
                Semantic::PlayLand { source, .. } => (source, false),
                _ => continue,
            };
            if let Some(card) = self.places.of(&source.object_id).filter(|_| !is_hidden(source)) {
                *parts.entry(card).or_insert(false) |= part;
            }
        }
        if parts.is_empty() {
            return None;
        }
        let mut position = found.position.clone();
        parts.iter().for_each(|(card, part)| position.allow_play(*card, self.viewer(), !part));
        position.ask_again();
        let mut legal = Vec::new();
        position.legal_actions(&mut legal);
        Some(self.pair(&position, &legal, heard)).filter(|more| more.is_better(found))
    }

    /// The decision in the position after our latest choice, if that is what it was expected to be.
    fn go_on(&self, position: Position, heard: &Heard, observation: &Observation, seen: &Seen) -> Option<Found> {
        let within = heard.group.substep_index > 0;
        let found = self.reach(position, heard, seen, !heard.priority, within)?;
        let fits = within || found.whole && self.is_like(&found.position, observation, seen, !heard.priority);
        fits.then_some(found)
    }

    /// Whether a position has the same on the battlefield and on the stack as is seen.
    fn is_like(&self, position: &Position, observation: &Observation, seen: &Seen, midway: bool) -> bool {
        let see = position.visible(self.viewer());
        let objects = seen.objects.iter().filter(|object| object.zone == Zone::Battlefield);
        let same = objects.clone().all(|object| {
            let there = see.object(object.id.index() as u16).filter(|_| see.id(object.id.index() as u16) == object.id);
            there.is_some_and(|there| {
                let size = object.shown.and_then(|shown| shown.size);
                let is = (there.characteristics.power, there.characteristics.toughness);
                there.zone == object.zone && there.controller == object.controller && size.is_none_or(|size| size == is)
            })
        });
        let permanents = see.permanents().count() + see.phased_out().count();
        let life =
            Player::BOTH.map(|player| see.player(player).life) == Player::BOTH.map(|player| seen.players[player].life);
        let stack = see.whole_stack().len() == observation.stack.len();
        let when = (see.turn(), see.active()) == (seen.turn, seen.active);
        // Cards that are looked at are those that are seen.
        let looked_at = observation.known.iter().filter(|known| {
            known.object_id.is_some() && known.zone == reference::Zone::Library && known.how != How::Searching
        });
        let mut looked_at: Vec<&str> = looked_at.map(|known| known.card_name.as_str()).collect();
        let aside = Player::BOTH.into_iter().flat_map(|owner| see.seen_aside(owner, Zone::Library));
        let mut aside: Vec<&str> = aside.filter_map(|(_, object)| self.printed.name(object.card)).collect();
        looked_at.sort_unstable();
        aside.sort_unstable();
        // Of a library that is searched all cards are, those that were found too.
        let searched = observation.known.iter().any(|known| known.how == How::Searching);
        if midway && !searched && !aside.is_empty() && aside != looked_at {
            return false;
        }
        let step = see.step() == seen.step || (midway && see.step() == Step::FirstStrikeDamage);
        if !midway && !self.is_just_like(&see, seen) {
            return false;
        }
        when && step && same && life && stack && permanents == objects.count()
    }

    /// Whether what is seen of the other zones, and of each permanent, is the same too.
    fn is_just_like(&self, see: &Visible<'_>, seen: &Seen) -> bool {
        let same = |object: &SeenObject| {
            let index = object.id.index() as u16;
            let Some(there) = see.object(index).filter(|_| see.id(index) == object.id) else { return false };
            let shown = Flags::TAPPED | Flags::ATTACKING | Flags::BLOCKING;
            let flags = there.flags & shown == object.flags & shown;
            let blocks = see.blocks().iter().filter(|(blocker, _)| *blocker == index).count() == object.blocks.len();
            let counters = object.counters.iter().all(|(kind, count)| see.counters(index, *kind) == *count);
            there.zone == object.zone && flags && blocks && there.damage == object.damage && counters
        };
        let zones = |player: Player| {
            let of = &seen.players[player];
            let count =
                |zone: Zone| seen.objects.iter().filter(|object| (object.zone, object.owner) == (zone, player)).count();
            see.hand_size(player) == of.hand.len()
                && see.library_size(player) == of.library.len()
                && see.graveyard(player).count() == count(Zone::Graveyard)
                && see.exiled(player).count() == count(Zone::Exile)
        };
        Player::BOTH.into_iter().all(zones) && seen.objects.iter().all(same)
    }

    /// Goes on in a position to our decision that has these candidates.
    /// `responds`: the other player may pass meanwhile; `within`: the host shows what it did before our earlier choices of the group.
    fn reach(&self, mut position: Position, heard: &Heard, seen: &Seen, responds: bool, within: bool) -> Option<Found> {
        let viewer = self.viewer();
        let mut best: Option<Found> = None;
        let mut legal = Vec::new();
        for _ in 0..MOST_BETWEEN {
            let player = position.to_act()?;
            position.legal_actions(&mut legal);
            let kind = position.decision().kind;
            let priority = kind == DecisionKind::Priority;
            if player == viewer && heard.declares() && matches!(kind, DecisionKind::Attack | DecisionKind::Block) {
                // Creatures may be asked about in another order.
                best = Some(Found { position, offered: Vec::new(), whole: true });
                break;
            }
            if player == viewer && priority == heard.priority {
                let found = self.pair(&position, &legal, heard);
                if found.whole || best.as_ref().is_none_or(|best| found.is_better(best)) {
                    let whole = found.whole;
                    best = Some(found);
                    if whole {
                        break;
                    }
                }
                if legal.len() > 1 {
                    break;
                }
            } else if player == viewer && legal.len() > 1 || priority && (player == viewer || !responds) {
                break;
            }
            position.apply(least(&legal));
        }
        let mut found = best?;
        if !within {
            found.position.settle(seen);
            let asked = found.position.decision();
            if !found.whole && asked.kind == DecisionKind::Discard {
                // Cards that were drawn meanwhile weren't known.
                let mut again = found.position.clone();
                again.ask_again();
                if again.decision() == asked {
                    again.legal_actions(&mut legal);
                    found = self.pair(&again, &legal, heard);
                }
            }
        }
        Some(found).filter(|found| found.whole || !found.offered.is_empty())
    }

    /// Pairs what is legal with the candidates.
    fn pair(&self, position: &Position, legal: &[Action], heard: &Heard) -> Found {
        let viewer = self.viewer();
        let visible = position.visible(viewer);
        let seat = self.seating().seat(viewer);
        let mut ids = Ids::new(Secret([0; 32]));
        let hand: Vec<CardId> = visible.hand().collect();
        ids.note_hand(seat, &hand, &hand);
        let scene = Scene::new(visible, self.seating(), &self.printed, &mut ids, legal);
        let words = |action: Action| position.describe(action);
        let own = offers(&scene, position.decision(), legal, &self.domain, &words);
        // Ours are called as theirs where we know what they call them.
        let name = |object: &ObjectRef| {
            let named = || self.places.name(scene.place(object)?);
            match is_hidden(object) {
                true => by_name(object),
                false => named().map_or_else(|| by_name(object), str::to_owned),
            }
        };
        let theirs = |object: &ObjectRef| self.call(object);
        let decision = position.decision();
        let about = scene.object(decision.about).map(|card| by_name(&card)).unwrap_or_default();
        let forms = own.iter().map(|offer| match (decision.kind, &offer.semantic) {
            // Which card it is about is part of the question here, and of the answers there.
            (DecisionKind::Scry | DecisionKind::Surveil, Semantic::ChooseBoolean { value, .. }) => {
                vec![format!("does {value} {about}")]
            }
            _ => essence(&offer.semantic, &name),
        });
        let forms: Vec<Vec<String>> = forms.collect();
        let others = heard.candidates.iter();
        let others: Vec<Vec<String>> =
            others.map(|(_, one)| one.as_ref().map_or_else(Vec::new, |one| essence(one, &theirs))).collect();
        let paired = pairs(&forms, &others);
        let mut offered = Vec::new();
        for action in legal {
            let offer = own.iter().position(|offer| offer.actions.contains(action));
            if let Some(place) = offer.and_then(|offer| paired[offer]) {
                offered.push((*action, place));
            }
        }
        // Cards of one name are one choice of ours, and may be several candidates.
        let covered = |other: &Vec<String>| offered.iter().any(|(_, place)| others[*place] == *other);
        let whole = !offered.is_empty() && others.iter().all(covered);
        drop(scene);
        Found { position: position.clone(), offered, whole }
    }

    /// What the game may be at, and how much of the stack is there then.
    fn moments(&self, heard: &Heard, observation: &Observation, seen: &Seen) -> Vec<(Moment, usize)> {
        let all = seen.stack.len();
        if heard.priority {
            let other = self.start.seat.other();
            let passed = observation.passed_seats.as_ref().is_some_and(|passed| passed.contains(&other));
            return vec![(Moment::Priority { passed }, all)];
        }
        let first = heard.semantics().next();
        match first {
            Some(Semantic::DeclareAttack { .. }) => return vec![(Moment::Attackers, all)],
            Some(Semantic::DeclareBlock { .. }) => return vec![(Moment::Blockers, all)],
            Some(Semantic::Mulligan { .. }) => return vec![(Moment::Mulligan, all)],
            Some(Semantic::OrderPick { purpose: OrderPurpose::MulliganBottom, position, count, .. }) => {
                let left = u8::try_from(count.saturating_sub(*position)).unwrap_or(1);
                return vec![(Moment::Bottom(left), all)];
            }
            Some(Semantic::Distribute { purpose: DistributePurpose::CombatDamage, .. }) => {
                return vec![(Moment::CombatDamage, all)];
            }
            _ => {}
        }
        let mut moments = Vec::new();
        let reader = self.reader();
        let items = heard.semantics().filter_map(|one| match one {
            Semantic::OrderPick { item: Item::Trigger(trigger), .. } => Some(trigger),
            _ => None,
        });
        let waiting: Vec<_> = items
            .filter_map(|trigger| {
                let about = trigger.event_objects.first();
                let (name, label) = (trigger.source_name.as_deref(), trigger.label.as_deref());
                reader.trigger(trigger.source.as_ref(), name, label, about, &self.places)
            })
            .collect();
        if !waiting.is_empty() {
            return vec![(Moment::Triggers(waiting), all)];
        }
        // A triggered ability that is being put on the stack asks for its targets; one that resolves for everything else.
        if let Some(entry) = observation.stack.last().filter(|_| all == observation.stack.len() && all > 0) {
            let resolves = (Moment::Resolution, all);
            if entry.stack_kind == StackKind::TriggeredAbility {
                let name = entry.card_name.as_deref();
                let trigger = reader.trigger(entry.source.as_ref(), name, entry.text.as_deref(), None, &self.places);
                let trigger = trigger.map(|trigger| (Moment::Triggers(vec![trigger]), all - 1));
                let aims = matches!(first, Some(Semantic::ChooseTarget { .. } | Semantic::ChooseSpellMode { .. }));
                match aims {
                    true => moments.extend(trigger.into_iter().chain([resolves])),
                    false => moments.extend([resolves].into_iter().chain(trigger)),
                }
            } else {
                moments.push(resolves);
            }
        }
        moments.push(match observation.phase_step {
            PhaseStep::Cleanup => (Moment::Cleanup, all),
            PhaseStep::Untap => (Moment::Untap, all),
            PhaseStep::CombatDamage => (Moment::CombatDamage, all),
            _ => (Moment::Priority { passed: false }, all),
        });
        moments
    }

    /// What the agent chooses: the place of the candidate.
    fn decide(&mut self, heard: &Heard, found: Found) -> Result<Option<usize>, String> {
        let Found { mut position, offered, .. } = found;
        position.ask_forced(false);
        let kind = position.decision().kind;
        let seed = self.seed.derive("choice", heard.seat_step.unwrap_or_default());
        let ordering = kind == DecisionKind::OrderCards && heard.semantics().all(|one| placed(one).is_some());
        if ordering {
            return self.arrange(heard, position, seed);
        }
        if heard.declares() {
            return self.declare(heard, position, seed);
        }
        let legal: Vec<Action> = offered.iter().map(|(action, _)| *action).collect();
        let Some(choice) = self.consult(&position, &legal, seed)? else { return Ok(None) };
        let (action, place) = offered[choice];
        self.remember(position, action)?;
        Ok(Some(place))
    }

    /// What the agent chooses of what is legal.
    fn consult(&mut self, position: &Position, legal: &[Action], seed: Seed) -> Result<Option<usize>, String> {
        let viewer = self.viewer();
        #[cfg(test)]
        self.asked.get_or_insert_with(|| position.clone());
        let agent = &mut self.agent;
        let choice = panics::catch(|| agent.choose(View::new(position, viewer), legal, &mut seed.rng()))?;
        Ok(Some(choice).filter(|choice| *choice != GIVES_UP && *choice < legal.len()))
    }

    /// The position after our choice.
    fn remember(&mut self, mut position: Position, action: Action) -> Result<(), String> {
        position.ask_forced(true);
        self.expected = Some(panics::catch(|| {
            position.apply(action);
            position
        })?);
        Ok(())
    }

    /// Declares all attackers or blockers: what isn't asked now is answered later from what was decided here.
    fn declare(&mut self, heard: &Heard, mut position: Position, seed: Seed) -> Result<Option<usize>, String> {
        let viewer = self.viewer();
        let kind = position.decision().kind;
        let mut legal = Vec::new();
        self.plan.declared.clear();
        position.ask_forced(true);
        for number in 0.. {
            let decision = position.decision();
            if position.outcome().is_some() || decision.kind != kind || decision.player != viewer {
                break;
            }
            position.legal_actions(&mut legal);
            position.ask_forced(false);
            let Some(choice) = self.consult(&position, &legal, seed.derive("creature", number))? else { break };
            position.ask_forced(true);
            let forms = self.pair_names(&position, &legal)?;
            self.plan.declared.extend(forms[choice].clone());
            let action = legal[choice];
            position = panics::catch(|| {
                position.apply(action);
                position
            })?;
        }
        self.expected = Some(position);
        Ok(self.declared(heard))
    }

    /// The essences of what is legal, as the host calls things.
    fn pair_names(&self, position: &Position, legal: &[Action]) -> Result<Vec<Vec<String>>, String> {
        panics::catch(|| {
            let viewer = self.viewer();
            let visible = position.visible(viewer);
            let mut ids = Ids::new(Secret([0; 32]));
            let hand: Vec<CardId> = visible.hand().collect();
            ids.note_hand(self.start.seat, &hand, &hand);
            let scene = Scene::new(visible, self.seating(), &self.printed, &mut ids, legal);
            let words = |action: Action| position.describe(action);
            let own = offers(&scene, position.decision(), legal, &self.domain, &words);
            let name = |object: &ObjectRef| {
                let named = scene.place(object).and_then(|place| self.places.name(place));
                named.map_or_else(|| by_name(object), str::to_owned)
            };
            let of = |action: &Action| own.iter().find(|offer| offer.actions.contains(action));
            legal
                .iter()
                .map(|action| of(action).map_or_else(Vec::new, |offer| essence(&offer.semantic, &name)))
                .collect()
        })
    }

    /// Puts cards of a library in order: our engine asks for the one that goes deepest first.
    fn arrange(&mut self, heard: &Heard, mut position: Position, seed: Seed) -> Result<Option<usize>, String> {
        let viewer = self.viewer();
        let mut legal = Vec::new();
        let mut order: Vec<String> = Vec::new();
        position.ask_forced(true);
        for number in 0.. {
            let decision = position.decision();
            if position.outcome().is_some() || decision.kind != DecisionKind::OrderCards || decision.player != viewer {
                break;
            }
            position.legal_actions(&mut legal);
            position.ask_forced(false);
            let Some(choice) = self.consult(&position, &legal, seed.derive("card", number))? else { break };
            position.ask_forced(true);
            let action = legal[choice];
            let Action::Object(index) = action else { break };
            let card = position.visible(viewer).object(index).and_then(|object| self.printed.name(object.card));
            order.push(card.unwrap_or_default().to_owned());
            // The last one goes without saying.
            if let [one, other] = legal.as_slice() {
                let last = if *one == action { *other } else { *one };
                let Action::Object(index) = last else { break };
                let card = position.visible(viewer).object(index).and_then(|object| self.printed.name(object.card));
                order.push(card.unwrap_or_default().to_owned());
            }
            position = panics::catch(|| {
                position.apply(action);
                position
            })?;
        }
        let top = heard.semantics().filter_map(placed).any(|(_, top)| top);
        if top {
            order.reverse();
        }
        let cards: Vec<&ObjectRef> = heard.semantics().filter_map(placed).map(|(object, _)| object).collect();
        self.plan.order = order
            .iter()
            .filter_map(|card| cards.iter().find(|object| object.card_name.as_deref() == Some(card)))
            .map(|object| by_name(object))
            .collect();
        self.expected = Some(position);
        Ok(self.planned(heard))
    }
}

/// What the other player is taken to choose where that isn't known: what changes least.
fn least(legal: &[Action]) -> Action {
    let nothing = legal.iter().rev().find(|action| matches!(action, Action::No | Action::Done | Action::Pass));
    *nothing.unwrap_or(&legal[0])
}

impl Found {
    fn is_better(&self, other: &Found) -> bool {
        (self.whole, self.offered.len()) > (other.whole, other.offered.len())
    }
}
