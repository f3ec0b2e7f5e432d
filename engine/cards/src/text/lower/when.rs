//! Times: which steps of whose turns are meant, and when or how often something can be done.

use super::context::Context;
use super::decline::Lowered;
use super::filter::unsupported;
use super::frame::Frame;
use crate::ability::Timing;
use crate::filter::{Condition, PlayerFilter, Step};
use crate::text::grammar::player::{Player, Whose};
use crate::text::grammar::when::{BeforeStep, Frequency, Only, Speed, StepName, StepOf, Window};

/// When something can be done, and how often.
#[derive(Default)]
pub(super) struct Limits {
    pub(super) timing: Option<Timing>,
    pub(super) conditions: Vec<Condition>,
    pub(super) per_turn: Option<u8>,
    /// Once in the game (for as long as the object is the same one).
    pub(super) once: bool,
}

/// The steps that begin when "at the beginning of" a step is said.
pub(super) struct Steps {
    pub(super) steps: Vec<Step>,
    /// Whose turn it is.
    pub(super) player: PlayerFilter,
    /// Whether "that player" is the one whose turn it is.
    pub(super) tells_player: bool,
    /// What must hold besides.
    pub(super) only_if: Option<Condition>,
}

/// The steps that are meant.
pub(super) fn steps(step: &StepOf) -> Lowered<Steps> {
    let (name, player, tells_player) = match step {
        StepOf::Whose { whose, step } => {
            let player = turn_of(whose)?;
            (*step, player, player != PlayerFilter::You)
        }
        StepOf::Each { step } => (*step, PlayerFilter::Any, true),
        StepOf::EachOfYours { step } => (*step, PlayerFilter::You, false),
        StepOf::TheEnd => (StepName::End, PlayerFilter::Any, true),
        StepOf::OfHost { step, .. } => (*step, PlayerFilter::HostController, true),
        StepOf::CombatOn { whose } => {
            let player = turn_of(whose)?;
            let steps = vec![Step::BeginCombat];
            return Ok(Steps { steps, player, tells_player: player != PlayerFilter::You, only_if: None });
        }
        StepOf::EachCombat => {
            let steps = vec![Step::BeginCombat];
            return Ok(Steps { steps, player: PlayerFilter::Any, tells_player: true, only_if: None });
        }
    };
    let steps = match name {
        StepName::Upkeep => vec![Step::Upkeep],
        StepName::Draw => vec![Step::Draw],
        StepName::End => vec![Step::End],
        StepName::Main => vec![Step::PrecombatMain, Step::PostcombatMain],
        StepName::FirstMain | StepName::PrecombatMain => vec![Step::PrecombatMain],
        StepName::SecondMain | StepName::PostcombatMain => vec![Step::PostcombatMain],
    };
    // All but the first are postcombat main phases (CR 505.1a), and this is one of them.
    let only_if = (name == StepName::SecondMain).then_some(Condition::MainPhase(2));
    Ok(Steps { steps, player, tells_player, only_if })
}

/// Whose turns are meant.
fn turn_of(whose: &Whose) -> Lowered<PlayerFilter> {
    Ok(match whose {
        Whose::Your => PlayerFilter::You,
        Whose::YourOpponents => PlayerFilter::Opponent,
        Whose::Of { player } => match player {
            Player::EachPlayer => PlayerFilter::Any,
            Player::EachOpponent | Player::EachOtherPlayer | Player::AnOpponent => PlayerFilter::Opponent,
            Player::EnchantedPlayer | Player::EnchantedOpponent => PlayerFilter::Enchanted,
            Player::ChosenPlayer => PlayerFilter::Chosen,
            Player::Monarch => PlayerFilter::Monarch,
            _ => return unsupported("whose turn it is", player),
        },
        _ => return unsupported("whose turn it is", whose),
    })
}

/// What holds during a part of a turn.
pub(super) fn during(window: &Window) -> Lowered<Vec<Condition>> {
    let turn = |whose: &Whose| turn_of(whose).map(|player| (player != PlayerFilter::Any).then_some(player));
    let any = |steps: &[Step]| Condition::AnyOf(steps.iter().copied().map(Condition::InStep).collect());
    Ok(match window {
        Window::Turn { whose } => turn(whose)?.map(Condition::TurnOf).into_iter().collect(),
        Window::BeforeAttackers { whose } => {
            turn(whose)?.map(Condition::TurnOf).into_iter().chain([Condition::BeforeAttackers]).collect()
        }
        Window::BeforeEnd { whose } => {
            let past = Condition::Not(Box::new(any(&[Step::End, Step::Cleanup])));
            turn(whose)?.map(Condition::TurnOf).into_iter().chain([past]).collect()
        }
        // The combat phase, not the step with which it begins (CR 506.1).
        Window::Step { step: StepOf::CombatOn { whose } } => {
            turn(whose)?.map(Condition::TurnOf).into_iter().chain([Condition::InCombat]).collect()
        }
        Window::Step { step: StepOf::EachCombat } => vec![Condition::InCombat],
        Window::Step { step } => {
            let Steps { steps, player, only_if, .. } = self::steps(step)?;
            let turn = (player != PlayerFilter::Any).then_some(Condition::TurnOf(player));
            let step = match steps.as_slice() {
                [step] => Condition::InStep(*step),
                several => any(several),
            };
            turn.into_iter().chain([step]).chain(only_if).collect()
        }
        Window::AnyUpkeep => vec![Condition::InStep(Step::Upkeep)],
        Window::Combat => vec![Condition::InCombat],
        Window::CombatBeforeBlockers => vec![any(&[Step::BeginCombat, Step::DeclareAttackers])],
        Window::CombatAfterBlockers => {
            vec![any(&[Step::DeclareBlockers, Step::FirstStrikeDamage, Step::CombatDamage, Step::EndCombat])]
        }
        Window::DeclareAttackers => vec![Condition::InStep(Step::DeclareAttackers)],
        Window::EndOfCombat => vec![Condition::InStep(Step::EndCombat)],
        Window::DeclareBlockers => vec![Condition::InStep(Step::DeclareBlockers)],
    })
}

impl Context<'_> {
    /// When something can be done, or how often (CR 601.3, 602.5b).
    pub(super) fn only<'a>(&mut self, frame: &mut Frame, all: impl IntoIterator<Item = &'a Only>) -> Lowered<Limits> {
        let mut limits = Limits::default();
        for only in all {
            match only {
                Only::As { speed: Speed::Sorcery } => limits.timing = Some(Timing::Sorcery),
                Only::As { speed: Speed::Instant } => limits.timing = Some(Timing::Instant),
                // CR 510.4: with first strike there are two such steps, and it is done before both.
                Only::Before { step } => {
                    let mut steps = vec![
                        Step::Untap,
                        Step::Upkeep,
                        Step::Draw,
                        Step::PrecombatMain,
                        Step::BeginCombat,
                        Step::DeclareAttackers,
                        Step::DeclareBlockers,
                    ];
                    if *step == BeforeStep::EndOfCombat {
                        steps.extend([Step::FirstStrikeDamage, Step::CombatDamage]);
                    }
                    let steps = steps.into_iter().map(Condition::InStep).collect();
                    limits.conditions.push(Condition::AnyOf(steps));
                }
                Only::During { window } => limits.conditions.extend(during(window)?),
                Only::If { condition } => match self.conditions(frame, condition)? {
                    Condition::All(all) => {
                        let more: Vec<_> = all.into_iter().filter(|one| !limits.conditions.contains(one)).collect();
                        limits.conditions.extend(more);
                    }
                    condition => limits.conditions.push(condition),
                },
                Only::Once => limits.once = true,
                Only::OncePerTurn => limits.per_turn = Some(1),
                Only::PerTurn { n: Frequency::Twice } => limits.per_turn = Some(2),
                Only::PerTurn { n: Frequency::Thrice } => limits.per_turn = Some(3),
            }
        }
        Ok(limits)
    }
}
