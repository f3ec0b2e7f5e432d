//! A game that was played as a scenario: its hands and libraries, its actions, and an answer for each choice.
//!
//! The game is played again beside a scenario's position, in which more is asked (forced choices too), so that each choice gets
//! the entry that makes the runner choose it. Not all can be said in the format; whether the scenario comes out as the game
//! did is for whoever asked for it to try.

use std::collections::BTreeMap;
use std::sync::Arc;

use gauntlet_cards::ability::{AbilityKind, ActivatableKind};
use gauntlet_cards::card::CardId;
use gauntlet_cards::filter;
use gauntlet_cards::types::{Colors, Subtype};
use gauntlet_core::{Game as _, PerPlayer, Player, Seed};

use super::answers::Play;
use super::model::{
    Action as Scripted, Answer, Answers, Deed, Defended, Described, Detail, Moment, Put, Reference, Scenario, Segment,
    Side, Step, Use, Zone,
};
use super::setup::options;
use crate::arrange::{Arrangement, Placed};
use crate::decision::{Action, DecisionKind};
use crate::state::{HiddenCard, Object, ReplacedBy};
use crate::{Position, Setup};

/// The scenario's name for a player.
fn side(player: Player) -> Side {
    if player == Player::FIRST { Side::A } else { Side::B }
}

/// The game of this setup and seed with these choices as a scenario. The last choice isn't made, as it may be one that the engine
/// doesn't come back from.
///
/// # Errors
/// What of the game can't be said in a scenario.
pub fn of_game(id: &str, note: &str, setup: &Setup, seed: Seed, choices: &[Action]) -> Result<Scenario, String> {
    let mut game = Position::new(setup, seed);
    let mut rest = choices.iter().copied();
    let (mut begin, mut kept) = (game.clone(), false);
    while matches!(game.decision().kind, DecisionKind::Mulligan | DecisionKind::Bottom) {
        let Some(action) = rest.next().filter(|_| rest.len() > 0) else {
            return Err("it fails before the first turn begins".to_owned());
        };
        kept = action == Action::Keep;
        begin.clone_from(&game);
        game.apply(action);
    }
    if !kept {
        return Err("the last hand that was kept was not kept whole".to_owned());
    }
    let mut scenario = Scenario {
        id: id.to_owned(),
        area: "fuzz".to_owned(),
        note: note.to_owned(),
        format: "duel".to_owned(),
        no_shuffle: true,
        clear_library: vec![Side::A, Side::B],
        ..Scenario::default()
    };
    let mut arrangement = Arrangement::new();
    for player in Player::BOTH {
        let outside: Vec<CardId> = begin.state.outside.of(player).collect();
        arrangement.outside[player].clone_from(&outside);
        let there = |cards: &[HiddenCard]| cards.iter().map(|hidden| hidden.card).collect::<Vec<CardId>>();
        let (library, hand) = (there(&begin.state.libraries[player]), there(&begin.state.hands[player]));
        for (zone, cards) in [(Zone::Library, library), (Zone::Hand, hand), (Zone::Sideboard, outside)] {
            for id in cards {
                let card = begin.pool.card(id).name.clone();
                if let Some(zone) = zone.in_game() {
                    arrangement.cards.push(Placed { player, zone, card: id, tapped: false });
                }
                match scenario.setup.last_mut() {
                    Some(last) if (last.zone, last.player, &last.card) == (zone, side(player), &card) => {
                        last.count += 1
                    }
                    _ => {
                        let (alias, custom) = (None, None);
                        let player = side(player);
                        scenario.setup.push(Put { zone, player, card, count: 1, tapped: false, alias, custom });
                    }
                }
            }
        }
    }
    let none = Arc::new(Vec::new());
    let decks = PerPlayer([Arc::clone(&none), none]);
    let (twin, _) = Position::arranged(
        &Setup {
            pool: Arc::clone(&setup.pool),
            decks,
            outside: PerPlayer::default(),
            options: options(false, &[]),
            told: None,
        },
        &arrangement,
        seed,
    );
    let aliases = BTreeMap::new();
    let mut recorder = Recorder { play: Play::new(twin, &aliases), actions: Vec::new(), answers: BTreeMap::new() };
    while let Some(action) = rest.next() {
        recorder.catch_up(&game)?;
        recorder.note(action)?;
        if rest.len() > 0 {
            recorder.play.position.apply(action);
            game.apply(action);
        }
    }
    let stop = recorder.now();
    let (actions, answers) = recorder.script();
    scenario.segments = vec![Segment { actions, answers, stop, asserts: Vec::new(), expect_illegal: None }];
    Ok(scenario)
}

struct Recorder<'a> {
    play: Play<'a>,
    actions: Vec<Scripted>,
    answers: BTreeMap<Side, Answers>,
}

impl Recorder<'_> {
    fn now(&self) -> Moment {
        let s = &self.play.position.state;
        Moment { turn: s.turn, step: Step::from(s.step) }
    }

    /// Makes the choices that the game wasn't asked for, until both are at the same one.
    fn catch_up(&mut self, game: &Position) -> Result<(), String> {
        // More than any turn has steps and things that are put on the stack with nobody asked.
        for _ in 0..10_000 {
            let (now, then) = (self.play.position.decision(), game.decision());
            let (s, other) = (&self.play.position.state, &game.state);
            let same = (now.kind, now.player, now.about) == (then.kind, then.player, then.about)
                && (s.turn, s.step, s.stack.len()) == (other.turn, other.step, other.stack.len());
            if same && (now.kind == DecisionKind::Priority || s.choices == other.choices) {
                return Ok(());
            }
            let action = match (now.kind, s.choices.as_slice()) {
                (DecisionKind::Chance, _) => return Err("a coin is flipped or a die is rolled".to_owned()),
                (_, [only]) => *only,
                (DecisionKind::Priority, _) => Action::Pass,
                (kind, _) => {
                    return Err(format!("the scenario asks for {kind:?} where the game asks for {:?}", then.kind));
                }
            };
            self.note(action)?;
            self.play.position.apply(action);
            if self.play.position.outcome().is_some() {
                break;
            }
        }
        Err("the scenario doesn't come to where the game is".to_owned())
    }

    /// Writes down what makes the runner choose this.
    fn note(&mut self, action: Action) -> Result<(), String> {
        let decision = self.play.position.decision();
        let about = Action::Object(decision.about.index);
        let deed = match decision.kind {
            DecisionKind::TurnBegins => return Ok(()),
            DecisionKind::Priority => match action {
                Action::Pass if self.play.position.state.stack.is_empty() => return Ok(()),
                Action::Pass => Deed::ResolveOne,
                action => self.deed(action)?,
            },
            DecisionKind::Attack | DecisionKind::Block if action == Action::No => return Ok(()),
            DecisionKind::Attack => {
                let defender = match action {
                    Action::Player(player) => Some(Defended::Player(side(player))),
                    action => Some(Defended::Permanent(self.reference(action)?)),
                };
                Deed::Attack { attacker: self.reference(about)?, defender }
            }
            DecisionKind::Block if matches!(action, Action::Object(_)) => {
                Deed::Block { blocker: self.reference(about)?, attacker: self.reference(action)? }
            }
            kind => {
                let answer = self.answer(kind, action)?;
                let answers = self.answers.entry(side(decision.player)).or_default();
                let queue = match kind {
                    DecisionKind::Target | DecisionKind::Search => &mut answers.targets,
                    DecisionKind::Mode => &mut answers.modes,
                    _ => &mut answers.choices,
                };
                queue.push(answer);
                return Ok(());
            }
        };
        self.actions.push(Scripted { at: self.now(), player: side(decision.player), deed });
        Ok(())
    }

    /// Casting, playing or activating.
    fn deed(&self, action: Action) -> Result<Deed, String> {
        let Some((ability, card, zone)) = self.play.way(action) else {
            return Err(format!("'{}' can't be said", self.play.position.describe(action)));
        };
        let text = self.play.position.pool.ability(ability).text.clone();
        let AbilityKind::Activatable(way) = &self.play.position.pool.ability(ability).kind else {
            return Err(format!("{text} isn't a way to do something"));
        };
        Ok(match way.kind {
            ActivatableKind::PlayLand => Deed::PlayLand(Use { card: Some(card), ..Use::default() }),
            ActivatableKind::Cast => {
                let via = (!self.play.is_usual(ability, zone)).then_some(text);
                Deed::Cast(Use { card: Some(card), via, ..Use::default() })
            }
            _ => Deed::Activate(Use { ability: Some(text), source: Some(card), ..Use::default() }),
        })
    }

    /// An object or player by name, the *n*th of its name if it is a permanent.
    fn described(&self, action: Action) -> Result<Described, String> {
        let s = &self.play.position.state;
        match action {
            Action::Player(player) => Ok(Described { player: Some(side(player)), ..Described::default() }),
            Action::Object(index) => {
                let (id, object) = (s.id(index), &s.objects[usize::from(index)]);
                let what = Described { name: Some(self.play.name(object)), ..Described::default() };
                if object.zone != filter::Zone::Battlefield {
                    return Ok(what);
                }
                // Those who attack and block are counted among their controller's own.
                let kind = s.decision.kind;
                let fights = matches!(kind, DecisionKind::Attack | DecisionKind::Block);
                let own = |other: &Object| !fights || other.controller == object.controller;
                let mut alike = s.permanents().filter(|(other, of)| own(of) && self.play.fits(&what, *other));
                let nth = alike.position(|(other, _)| other == id);
                Ok(Described { nth, ..what })
            }
            other => Err(format!("'{}' can't be said", self.play.position.describe(other))),
        }
    }

    fn reference(&self, action: Action) -> Result<Reference, String> {
        self.described(action).map(Reference::Object)
    }

    fn answer(&self, kind: DecisionKind, action: Action) -> Result<Answer, String> {
        let card_name = |card: CardId| self.play.card_name(card).to_owned();
        Ok(match action {
            Action::Yes => Answer::Bool(true),
            Action::No => Answer::Bool(false),
            Action::Done => Answer::Other(Box::new(Detail { skip: true, ..Detail::default() })),
            Action::Number(number) if kind == DecisionKind::OrderTriggers => Answer::Text(self.trigger(number)?),
            Action::Number(number) if kind == DecisionKind::OrderReplacements => Answer::Text(self.order(number)?),
            Action::Number(number) => Answer::Number(i64::from(number)),
            Action::Mode(mode) => Answer::Number(i64::from(mode) + 1),
            Action::Color(place) => Answer::Text(Colors::name_of_mana(place).to_owned()),
            Action::Subtype(number) => Answer::Text(Subtype(number).name().to_owned()),
            Action::Card(card) => Answer::Text(card_name(card)),
            action => Answer::Other(Box::new(Detail { what: self.described(action)?, ..Detail::default() })),
        })
    }

    /// The text of a triggered ability that waits to be put on the stack.
    fn trigger(&self, number: u16) -> Result<String, String> {
        let s = &self.play.position.state;
        let mut own = s.pending.iter().filter(|trigger| trigger.controller == s.decision.player);
        let trigger = own.nth(usize::from(number)).ok_or("there is no such trigger")?;
        Ok(self.play.position.pool.ability(trigger.ability).text.clone())
    }

    /// The text of an effect that would apply first, or the name of what it is of.
    fn order(&self, number: u16) -> Result<String, String> {
        let s = &self.play.position.state;
        let order = s.ordered.get(usize::from(number)).ok_or("there is no such effect")?;
        Ok(match order.what {
            ReplacedBy::Ability(ability) => self.play.position.pool.ability(ability).text.clone(),
            // One of several Auras, each of which has it, or of several sources of damage.
            ReplacedBy::UmbraArmor | ReplacedBy::Shielded => {
                s.last_known(order.source).map_or_else(String::new, |object| self.play.name(object))
            }
            other => other.words().to_owned(),
        })
    }

    /// What was written down. Who passes for the last time in a step does so without being told.
    fn script(self) -> (Vec<Scripted>, BTreeMap<Side, Answers>) {
        let acts = |action: &Scripted| !matches!(action.deed, Deed::ResolveOne);
        let later = |place: usize, one: &Scripted| {
            self.actions[place..].iter().any(|other| acts(other) && (other.at, other.player) == (one.at, one.player))
        };
        let needed: Vec<bool> =
            self.actions.iter().enumerate().map(|(place, action)| acts(action) || later(place, action)).collect();
        let actions = self.actions.into_iter().zip(needed).filter(|(_, needed)| *needed).map(|(action, _)| action);
        (actions.collect(), self.answers)
    }
}
