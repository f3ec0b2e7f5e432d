//! From decisions of the game to those of the protocol and back: groups, substeps with nothing to choose, answers that are collected before
//! the game hears of them. Whoever has the position, or a player's view of it, asks in turns what to do next.

use std::collections::BTreeSet;
use std::sync::Arc;

use gauntlet_cards::card::CardId;
use gauntlet_core::Game as _;
use gauntlet_magic::Position;
use gauntlet_magic::annals::Fact;
use gauntlet_magic::decision::{Action, DecisionKind};
use gauntlet_magic::state::ObjectId;
use gauntlet_magic::view::Visible;
use gauntlet_spellbench::message::{Candidate, Context, ContextKind};
use gauntlet_spellbench::reference::Seat;
use gauntlet_spellbench::secret::Secret;
use gauntlet_spellbench::semantic::Semantic;
use gauntlet_spellbench::session::Posed;
use serde_json::Map;

use super::arrange::{Arranging, Bottoming, Ordering, Planned, Stacking};
use super::ids::Ids;
use super::offer::{Offer, offers, which};
use super::printed::Printed;
use super::scene::{Scene, Seating};

/// How many decisions of other kinds a declaration is followed through to see whether it goes on.
const MOST_BETWEEN: usize = 16;

/// A decision of the game, as its player sees it.
pub(super) struct Sight<'a> {
    /// What the player sees who decides.
    pub(super) visible: Visible<'a>,
    /// What they can do.
    pub(super) legal: &'a [Action],
    /// An action in words.
    pub(super) words: &'a dyn Fn(Action) -> String,
    /// What is asked, in words.
    pub(super) question: &'a dyn Fn() -> String,
    /// A position to try answers on, in which everything that the player sees is as it is.
    pub(super) world: &'a dyn Fn() -> Position,
    /// What has happened in the game, if it is written down.
    pub(super) facts: &'a [Fact],
    /// Whether the game also asks where there is a single answer.
    pub(super) forced: bool,
}

/// What comes next.
pub(super) enum Turn {
    /// The player is asked this.
    Ask(Box<Posed>),
    /// This is done without asking.
    Act(Action),
}

/// What stays the same all game long.
struct Fixed {
    seating: Seating,
    printed: Arc<Printed>,
    /// The names that can be named.
    domain: BTreeSet<String>,
    /// All hands are kept.
    keeps: bool,
}

/// The conduct of a game, or of one player's part in it.
pub(super) struct Conduct {
    fixed: Fixed,
    ids: Ids,
    /// The names as they were before the decision was shown, if it may be shown again of other worlds.
    before: Option<Ids>,
    probing: bool,
    stage: Stage,
    /// What can be answered now.
    offers: Vec<Offer>,
    planned: Option<Planned>,
    /// How many facts each seat has read, and mulligans taken.
    read: [(usize, u8); 2],
}

/// What is being asked.
enum Stage {
    /// Nothing that takes several decisions.
    Open,
    /// Which of several actions is meant that one candidate stood for.
    Which(Vec<Action>),
    Declaring(Declaring),
    Arranging(Arranging),
    Bottoming(Bottoming),
    Ordering(Ordering),
    Stacking(Stacking),
}

/// A declaration of attackers or blockers: the creatures that are asked about, one after the other.
struct Declaring {
    kind: DecisionKind,
    creatures: Vec<ObjectId>,
    next: usize,
    /// The last answer that the game asks for: it is given once the group is complete.
    held: Option<Action>,
}

impl Conduct {
    /// For a game that begins. `probing`: decisions may be shown again of other worlds.
    pub(super) fn new(
        seating: Seating,
        printed: Arc<Printed>,
        domain: BTreeSet<String>,
        keeps: bool,
        secret: Secret,
        probing: bool,
    ) -> Conduct {
        Conduct {
            fixed: Fixed { seating, printed, domain, keeps },
            ids: Ids::new(secret),
            before: None,
            probing,
            stage: Stage::Open,
            offers: Vec::new(),
            planned: None,
            read: [(0, 0); 2],
        }
    }

    pub(super) fn seating(&self) -> Seating {
        self.fixed.seating
    }

    /// What comes next at a decision of the game.
    pub(super) fn next(&mut self, sight: &Sight<'_>) -> Turn {
        self.ids.note_game(sight.visible.subgames(), sight.visible.turn());
        if let Some(action) = self.planned(sight) {
            return Turn::Act(action);
        }
        let decision = sight.visible.decision();
        if decision.kind == DecisionKind::Mulligan && self.fixed.keeps {
            return Turn::Act(Action::Keep);
        }
        if matches!(self.stage, Stage::Open) {
            self.stage = begin(sight);
            let alone = sight.legal.len() == 1 && matches!(self.stage, Stage::Open);
            if alone && target_group(sight).is_none() {
                return Turn::Act(sight.legal[0]);
            }
        }
        self.note_hand(sight);
        let viewer = self.fixed.seating.seat(sight.visible.viewer());
        self.before = self.probing.then(|| self.ids.clone());
        let (posed, offers) = show(&self.fixed, &self.stage, sight, &mut self.ids, viewer);
        self.offers = offers;
        Turn::Ask(Box::new(posed))
    }

    /// The decision that was asked last as it is in another world.
    pub(super) fn show_again(&self, sight: &Sight<'_>) -> Posed {
        let viewer = self.fixed.seating.seat(sight.visible.viewer());
        let mut ids = self.before.as_ref().unwrap_or(&self.ids).clone();
        show(&self.fixed, &self.stage, sight, &mut ids, viewer).0
    }

    /// Takes the answer to what was asked last: what is done now, or nothing yet.
    pub(super) fn answer(&mut self, candidate: usize, sight: &Sight<'_>) -> Option<Action> {
        let actions = match self.offers.get_mut(candidate) {
            Some(offer) => std::mem::take(&mut offer.actions),
            None => Vec::new(),
        };
        match std::mem::replace(&mut self.stage, Stage::Open) {
            Stage::Open => match actions.as_slice() {
                [action] => Some(*action),
                _ => {
                    self.stage = Stage::Which(actions);
                    None
                }
            },
            Stage::Which(_) => actions.first().copied(),
            Stage::Declaring(mut declaring) => {
                let action = declaring.answer(actions.first().copied(), sight);
                if declaring.next < declaring.creatures.len() {
                    self.stage = Stage::Declaring(declaring);
                }
                action
            }
            Stage::Arranging(mut arranging) => {
                match arranging.answer(candidate, &actions) {
                    true => self.planned = Some(arranging.plan()),
                    false => self.stage = Stage::Arranging(arranging),
                }
                self.planned(sight)
            }
            Stage::Bottoming(mut bottoming) => {
                let hand: Vec<CardId> = sight.visible.hand().collect();
                match bottoming.answer(candidate, hand.len()) {
                    true => self.planned = Some(bottoming.plan(&hand)),
                    false => self.stage = Stage::Bottoming(bottoming),
                }
                self.planned(sight)
            }
            Stage::Ordering(mut ordering) => {
                match ordering.answer(&actions) {
                    true => self.planned = Some(ordering.plan()),
                    false => self.stage = Stage::Ordering(ordering),
                }
                self.planned(sight)
            }
            Stage::Stacking(mut stacking) => {
                match stacking.answer(&actions) {
                    true => self.planned = Some(stacking.plan()),
                    false => self.stage = Stage::Stacking(stacking),
                }
                self.planned(sight)
            }
        }
    }

    fn viewer(&self, sight: &Sight<'_>) -> Seat {
        self.fixed.seating.seat(sight.visible.viewer())
    }

    /// What was decided before it is asked, if that is what is asked now.
    fn planned(&mut self, sight: &Sight<'_>) -> Option<Action> {
        let planned = self.planned.as_mut()?;
        if planned.waits(sight.visible.decision()) {
            return None;
        }
        let action = planned.next(sight.visible, sight.legal);
        if action.is_none() {
            self.planned = None;
        }
        action
    }

    /// Takes note of what has come to the viewer's hand and gone from it since the last decision.
    fn note_hand(&mut self, sight: &Sight<'_>) {
        let (visible, seat) = (sight.visible, self.viewer(sight));
        let player = visible.viewer();
        let (read, taken) = &mut self.read[seat.index()];
        let mulligans = visible.player(player).mulligans;
        if *taken != mulligans {
            *taken = mulligans;
            self.ids.forget_hand(seat);
        }
        let drawn = sight.facts[(*read).min(sight.facts.len())..].iter().filter_map(|fact| match fact {
            Fact::Draw { player: who, card } | Fact::Find { player: who, card } if *who == player => Some(*card),
            _ => None,
        });
        let (drawn, hand): (Vec<_>, Vec<_>) = (drawn.collect(), visible.hand().collect());
        self.ids.note_hand(seat, &hand, &drawn);
        *read = sight.facts.len();
    }
}

/// What a decision begins.
fn begin(sight: &Sight<'_>) -> Stage {
    match sight.visible.decision().kind {
        DecisionKind::Attack | DecisionKind::Block => match Declaring::new(sight) {
            Some(declaring) => Stage::Declaring(declaring),
            None => Stage::Open,
        },
        DecisionKind::Scry | DecisionKind::Surveil => match Arranging::new(sight.visible) {
            Some(arranging) => Stage::Arranging(arranging),
            None => Stage::Open,
        },
        DecisionKind::Bottom => Stage::Bottoming(Bottoming::new(sight.visible)),
        DecisionKind::OrderCards => match Ordering::new(sight.visible, sight.legal) {
            Some(ordering) => Stage::Ordering(ordering),
            None => Stage::Open,
        },
        DecisionKind::OrderTriggers if sight.legal.len() > 1 => Stage::Stacking(Stacking::new(sight.visible)),
        _ => Stage::Open,
    }
}

/// The place in its group and the group's size, if the decision is one of a fixed number of targets (§7.5).
fn target_group(sight: &Sight<'_>) -> Option<(u32, u32)> {
    if !sight.forced || sight.visible.decision().kind != DecisionKind::Target {
        return None;
    }
    let asked = sight.visible.targets_asked()?;
    (asked.least == asked.most && asked.most > 1 && asked.selected < asked.most).then_some((asked.selected, asked.most))
}

/// The decision as its player gets it, and what its candidates stand for.
fn show(fixed: &Fixed, stage: &Stage, sight: &Sight<'_>, ids: &mut Ids, viewer: Seat) -> (Posed, Vec<Offer>) {
    let decision = sight.visible.decision();
    ids.next_decision(viewer);
    let scene = Scene::new(sight.visible, fixed.seating, &fixed.printed, ids, sight.legal);
    let usual = || offers(&scene, decision, sight.legal, &fixed.domain, sight.words);
    let ((index, count), offers) = match stage {
        Stage::Open => (target_group(sight).unwrap_or((0, 1)), usual()),
        Stage::Which(actions) => ((0, 1), which(&scene, actions, sight.words)),
        Stage::Declaring(declaring) => {
            let asked = declaring.is_asked(sight);
            (declaring.place(), if asked { usual() } else { declaring.nothing(&scene) })
        }
        Stage::Arranging(arranging) => (arranging.place(), arranging.offers(&scene)),
        Stage::Bottoming(bottoming) => (bottoming.place(), bottoming.offers(&scene)),
        Stage::Ordering(ordering) => (ordering.place(), ordering.offers(&scene)),
        Stage::Stacking(stacking) => (stacking.place(), stacking.offers(&scene, sight.words)),
    };
    let priority = offers.iter().all(|offer| offer.semantic.kind().is_priority());
    let candidate = |(place, offer): (usize, &Offer)| Candidate {
        candidate_id: place as u32,
        semantic: offer.semantic.clone(),
        display_text: Some(offer.text.clone()),
    };
    let context = Context {
        kind: if priority { ContextKind::Priority } else { ContextKind::Choice },
        source: shared(&offers, Semantic::source).cloned(),
        purpose: shared(&offers, Semantic::purpose).map(str::to_owned),
        text: Some(match priority {
            true => decision.kind.name().to_owned(),
            false => scene.seating.words(&(sight.question)()),
        }),
        rewind: false,
    };
    let posed = Posed {
        seat: viewer,
        substep_index: index,
        substep_count: count,
        context,
        candidates: offers.iter().enumerate().map(candidate).collect(),
        observation: scene.observe(),
        extensions: Map::new(),
    };
    (posed, offers)
}

/// What all candidates have in common.
fn shared<'o, T: PartialEq>(offers: &'o [Offer], of: impl Fn(&'o Semantic) -> Option<T>) -> Option<T> {
    let first = offers.first().and_then(|offer| of(&offer.semantic))?;
    offers.iter().all(|offer| of(&offer.semantic).as_ref() == Some(&first)).then_some(first)
}

impl Declaring {
    /// The creatures that a declaration asks about. It depends on the answers; here are those that some answers lead to. `None` if something
    /// else is asked in the middle: then each creature is a decision of its own.
    fn new(sight: &Sight<'_>) -> Option<Declaring> {
        let kind = sight.visible.decision().kind;
        let asked = |declares: bool| {
            let mut world = (sight.world)();
            let (mut found, mut legal) = (Vec::new(), Vec::new());
            let mut between = 0;
            while world.outcome().is_none() && between < MOST_BETWEEN {
                let decision = world.decision();
                if decision.kind != kind {
                    if decision.kind == DecisionKind::Priority || decision.player != sight.visible.viewer() {
                        break;
                    }
                    between += 1;
                } else if between > 0 {
                    return None;
                } else {
                    found.push(decision.about);
                }
                world.legal_actions(&mut legal);
                let fits = |action: &&Action| (**action != Action::No) == declares;
                let action = *legal.iter().find(fits).or(legal.first())?;
                world.apply(action);
            }
            Some(found)
        };
        let (mut creatures, other) = (asked(true)?, asked(false)?);
        for creature in other {
            if !creatures.contains(&creature) {
                creatures.push(creature);
            }
        }
        Some(Declaring { kind, creatures, next: 0, held: None })
    }

    fn place(&self) -> (u32, u32) {
        (self.next as u32, self.creatures.len() as u32)
    }

    /// Returns whether the game asks about the creature whose turn it is.
    fn is_asked(&self, sight: &Sight<'_>) -> bool {
        let decision = sight.visible.decision();
        self.held.is_none() && decision.kind == self.kind && decision.about == self.creatures[self.next]
    }

    /// The one candidate for a creature that can't be declared any more.
    fn nothing(&self, scene: &Scene<'_>) -> Vec<Offer> {
        let Some(creature) = scene.object(self.creatures[self.next]) else { return Vec::new() };
        let semantic = match self.kind {
            DecisionKind::Attack => Semantic::DeclareAttack { attacker: creature, defender: None },
            _ => Semantic::DeclareBlock { blocker: creature, attacker: None },
        };
        vec![Offer { semantic, actions: Vec::new(), text: "nothing".to_owned() }]
    }

    /// Goes on to the next creature. An answer after which the declaration is over waits until all were asked about.
    fn answer(&mut self, action: Option<Action>, sight: &Sight<'_>) -> Option<Action> {
        self.next += 1;
        let last = self.next == self.creatures.len();
        let Some(action) = action else { return if last { self.held.take() } else { None } };
        if last || self.goes_on(action, sight) {
            return Some(action);
        }
        self.held = Some(action);
        None
    }

    fn goes_on(&self, action: Action, sight: &Sight<'_>) -> bool {
        let mut world = (sight.world)();
        world.apply(action);
        world.outcome().is_none() && world.decision().kind == self.kind
    }
}
