//! An agent that plays Magic by rules of thumb.
//!
//! Everything it does comes down to what things are worth ([`weights`]): permanents and cards in hand, what effects do to them,
//! exchanges in combat, and life totals, which count more the lower they are. What a card is (removal, burn, pump, a
//! counterspell, an Aura that helps or harms) is read off its compiled script, once for a pool of cards.
//!
//! It sees what its player sees, draws no random numbers, and allocates nothing once its buffers are warm. Where it looks as if the turn
//! could be won, or the game were lost now, it asks the rules (`ahead`).

mod ahead;
mod amount;
mod attack;
mod block;
mod choices;
mod costs;
mod could;
mod dungeon;
mod effects;
mod facts;
mod fight;
mod foreseen;
mod guard;
mod hosted;
mod lands;
mod later;
pub mod learned;
mod library;
mod loops;
mod mana;
mod melee;
mod memory;
mod mentions;
mod milling;
mod nominal;
mod numbers;
mod opening;
mod origin;
mod position;
mod precedence;
mod prices;
mod priority;
mod reach;
mod reading;
mod respond;
mod script;
mod targets;
mod threats;
mod tries;
mod value;
pub mod weights;

use std::sync::Arc;

use gauntlet_cards::filter::Step;
use gauntlet_core::{Rng, Stops, View};
use gauntlet_magic::Position;
use gauntlet_magic::decision::{Action, DecisionKind};

use crate::Agent;
use ahead::Ahead;
use attack::Attacks;
use facts::Facts;
use guard::Blocks;
pub use learned::LearnedValue;
use melee::Melee;
use memory::Memory;
use opening::Openings;
pub use position::PositionValue;
use priority::Main;
use value::Judge;
pub use weights::Weights;

/// The most pools whose facts are kept.
const MOST_POOLS: usize = 4;

/// The heuristic agent.
pub struct Heuristic {
    weights: Arc<Weights>,
    /// Of the pools that games were played with of late: the decks of a match have other cards after sideboarding.
    facts: Vec<Facts>,
    mind: Mind,
    /// What it tries out before it chooses; none if it doesn't.
    ahead: Option<Box<Ahead>>,
}

/// What makes the choices: buffers, and what is remembered of a game.
#[derive(Default)]
struct Mind {
    main: Main,
    attacks: Attacks,
    blocks: Blocks,
    melee: Melee,
    memory: Memory,
    openings: Openings,
}

impl Heuristic {
    /// An agent that thinks so of what things are worth.
    pub fn new(weights: Arc<Weights>) -> Heuristic {
        Heuristic { weights, facts: Vec::new(), mind: Mind::default(), ahead: None }
    }

    /// The same, which also looks ahead through the rules for a win in this turn and for ways to survive: up to eight times as dear, and not for
    /// rollouts, which do that already.
    pub fn looking_ahead(weights: Arc<Weights>) -> Heuristic {
        Heuristic { ahead: Some(Box::default()), ..Heuristic::new(weights) }
    }
}

impl Default for Heuristic {
    fn default() -> Self {
        Heuristic::new(Arc::new(Weights::default()))
    }
}

impl Agent<Position> for Heuristic {
    fn start(&mut self) {
        self.mind.start();
        if let Some(ahead) = &mut self.ahead {
            ahead.start();
        }
    }

    fn stops(&self) -> Stops {
        // A plan is followed in whatever windows it has choices in.
        if self.ahead.is_some() { Stops::ALL } else { respond::STOPS }
    }

    fn choose(&mut self, view: View<'_, Position>, legal: &[Action], _: &mut Rng) -> usize {
        let see = view.visible();
        let pool = see.shared_pool();
        let place = self.facts.iter().position(|facts| facts.is_of(pool)).unwrap_or_else(|| {
            self.facts.truncate(MOST_POOLS - 1);
            self.facts.insert(0, Facts::new(pool, &self.weights));
            0
        });
        let facts = &self.facts[place];
        if let Some(ahead) = &mut self.ahead {
            self.mind.memory.begin(see.turn());
            let judge = self.mind.judge(facts, &self.weights, view);
            if let Some(place) = ahead.choose(judge, view, legal) {
                return place;
            }
        }
        self.mind.choose(facts, &self.weights, view, legal)
    }

    fn is_certain(&self) -> bool {
        self.ahead.as_ref().is_some_and(|ahead| ahead.is_certain())
    }
}

impl Mind {
    /// Forgets the last game.
    fn start(&mut self) {
        self.attacks.start();
        self.blocks.start();
        self.memory.start();
    }

    /// What is remembered of the turn.
    fn memory(&self) -> &Memory {
        &self.memory
    }

    fn judge<'a>(&'a self, facts: &'a Facts, w: &'a Weights, view: View<'a, Position>) -> Judge<'a> {
        let (see, me, memory) = (view.visible(), view.viewer(), &self.memory);
        Judge { see, me, facts, w, reach: 0, doomed: None, depth: 0, memory }
    }

    /// The place of the action that is worth most.
    fn choose(&mut self, facts: &Facts, w: &Weights, view: View<'_, Position>, legal: &[Action]) -> usize {
        let see = view.visible();
        self.memory.begin(see.turn());
        let memory = &self.memory;
        let judge = Judge { see, me: view.viewer(), facts, w, reach: 0, doomed: None, depth: 0, memory };
        let (melee, blocks, decision) = (&mut self.melee, &mut self.blocks, see.decision());
        match decision.kind {
            DecisionKind::Priority => {
                let choice = if see.stack().is_empty()
                    && see.active() == judge.me
                    && matches!(see.step(), Step::PrecombatMain | Step::PostcombatMain)
                {
                    self.main.choose(judge, &mut self.attacks, legal)
                } else {
                    judge.respond(melee, blocks, legal)
                };
                if let Some((ability, standing)) = judge.effort(legal[choice]) {
                    self.memory.note(ability, standing);
                }
                choice
            }
            DecisionKind::Attack => self.attacks.choose(judge, legal),
            DecisionKind::Attacked => judge.choose_attacked(legal),
            DecisionKind::Block => blocks.choose(judge, legal),
            DecisionKind::Target => judge.choose_target(melee, legal),
            DecisionKind::Mulligan => self.openings.choose_mulligan(judge, legal),
            DecisionKind::Bottom => self.openings.choose_bottom(judge, legal),
            DecisionKind::Mode => judge.choose_mode(melee, legal),
            DecisionKind::Splice => judge.choose_splice(legal),
            DecisionKind::X => judge.choose_x(legal),
            DecisionKind::Number => judge.choose_number(legal),
            DecisionKind::OtherPrice => judge.choose_price(legal),
            DecisionKind::OptionalCost => judge.choose_optional(legal),
            DecisionKind::Share => judge.choose_share(legal),
            DecisionKind::CostChoice | DecisionKind::Sacrifice => judge.choose_least(melee, legal),
            DecisionKind::May if see.is_opening() => self.openings.choose_redraw(judge, legal),
            DecisionKind::May | DecisionKind::MayPay => {
                let choice = judge.choose_may(legal);
                if let Some((ability, standing)) = judge.consent(legal[choice]) {
                    self.memory.note(ability, standing);
                }
                choice
            }
            DecisionKind::AssignDamage => judge.assign_damage(legal),
            DecisionKind::Discard => judge.choose_discard(legal),
            DecisionKind::Pick => judge.choose_pick(legal),
            DecisionKind::Search => judge.choose_search(legal),
            DecisionKind::Scry | DecisionKind::Surveil => judge.choose_scry(legal),
            DecisionKind::OrderCards => judge.choose_order(legal),
            DecisionKind::LegendRule | DecisionKind::AttachTo => judge.choose_best(legal),
            // From there it can be cast again.
            DecisionKind::CommandZone => legal.iter().position(|action| *action == Action::Yes).unwrap_or(0),
            DecisionKind::Vote => judge.choose_word(legal),
            DecisionKind::Color => judge.choose_color(legal),
            DecisionKind::Dungeon => judge.choose_dungeon(legal),
            DecisionKind::Room => judge.choose_room(legal),
            DecisionKind::CreatureType => judge.choose_creature_type(legal),
            DecisionKind::CardName => judge.choose_name(legal),
            // Life is rather kept; what else there is to order or to number is as good in one way as in another.
            DecisionKind::PhyrexianLife
            | DecisionKind::PayMana
            | DecisionKind::OrderTriggers
            | DecisionKind::OrderReplacements
            | DecisionKind::CounterKind
            | DecisionKind::Word
            | DecisionKind::Band
            | DecisionKind::Chance
            | DecisionKind::TurnBegins
            | DecisionKind::None => 0,
        }
    }
}
