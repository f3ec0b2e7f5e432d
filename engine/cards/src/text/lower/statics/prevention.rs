//! Damage that is prevented (CR 615).

use crate::ability::{NumberChange, Replacement, Static, StaticEffect};
use crate::effect::{Instr, Part, Script};
use crate::filter::{Amount, Comparison, Condition, Filter, Objects, PlayerFilter, Test, Zone};
use crate::text::grammar::effect::Prefix;
use crate::text::grammar::noun::{Np, Quant};
use crate::text::grammar::statics::PreventionStatic;
use crate::text::grammar::trigger::DamageKind;
use crate::text::grammar::verb::{Recipient, Recipients};
use crate::text::lower::context::Context;
use crate::text::lower::decline::Lowered;
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::Frame;
use crate::text::lower::player::player_filter;
use crate::text::lower::prevent::to_and_by;
use crate::text::lower::statics::replacement;
use crate::text::lower::trigger::combat;
use crate::text::syntax::print;

impl Context<'_> {
    /// Damage that is prevented.
    pub(super) fn prevention_static(&mut self, frame: &mut Frame, words: &PreventionStatic) -> Lowered<Vec<Static>> {
        Ok(match words {
            PreventionStatic::PreventTo { before, kind, to, by } => {
                let condition = before.as_ref().map(|before| self.before(frame, before)).transpose()?;
                let (to_players, to_objects) = self.always_protected(frame, to)?;
                let (combat, change) = (combat(kind), NumberChange::Zero);
                // "By creatures blocking it".
                if to_objects == Some(Filter::just(Test::Source)) {
                    frame.mention_source(self.types);
                }
                let source = match by {
                    Some(by) => self.dealt_by(frame, by)?,
                    None => Filter::ANY,
                };
                let damage = Replacement::Damage { source, to_players, to_objects, combat, change };
                vec![Static { zone: Zone::Battlefield, condition, effect: StaticEffect::Replacement(damage) }]
            }
            PreventionStatic::PreventToYourTurn { kind, to } => {
                let (to_players, to_objects) = self.always_protected(frame, to)?;
                let (combat, change) = (combat(kind), NumberChange::Zero);
                let damage = Replacement::Damage { source: Filter::ANY, to_players, to_objects, combat, change };
                let condition = Some(Condition::TurnOf(PlayerFilter::You));
                vec![Static { zone: Zone::Battlefield, condition, effect: StaticEffect::Replacement(damage) }]
            }
            PreventionStatic::PreventBy { kind: DamageKind::Combat, np } => {
                let source = self.one_filter(frame, np)?;
                replacement(prevented_from(source))
            }
            PreventionStatic::PreventFromTo { kind, np, to } => {
                let source = self.one_filter(frame, np)?;
                let (to_players, to_objects) = self.always_protected(frame, to)?;
                let (combat, change) = (combat(kind), NumberChange::Zero);
                replacement(Replacement::Damage { source, to_players, to_objects, combat, change })
            }
            PreventionStatic::PreventBy { kind, np } => {
                let source = match np {
                    Np::Quant { quant: Quant::Bare, noun } if noun.is_about_spells() => {
                        let described = self.noun(frame, noun)?;
                        if described.among.is_some() || described.random {
                            return unsupported("the source", noun);
                        }
                        described.as_source()
                    }
                    np => self.one_filter(frame, np)?,
                };
                replacement(Replacement::Damage {
                    source,
                    to_players: Some(PlayerFilter::Any),
                    to_objects: Some(Filter::ANY),
                    combat: combat(kind),
                    change: NumberChange::Zero,
                })
            }
            PreventionStatic::PreventOwn => replacement(Replacement::Damage {
                source: Filter::ANY,
                to_players: None,
                to_objects: Some(Filter::just(Test::Source)),
                combat: None,
                change: NumberChange::Zero,
            }),
            PreventionStatic::PreventThen { .. }
            | PreventionStatic::SourcePreventThen { .. }
            | PreventionStatic::PreventAnd { .. }
            | PreventionStatic::SourcePreventAnd { .. }
            | PreventionStatic::DamageInstead { .. }
            | PreventionStatic::SourceInstead { .. }
            | PreventionStatic::DamageInsteadDone { .. }
            | PreventionStatic::SourceDamageInstead { .. } => replacement(self.prevent_then(words)?),
            PreventionStatic::PreventAndRemoveWould { kind } | PreventionStatic::PreventAndRemoveThen { kind } => {
                let kind = self.counter(kind)?;
                let one = Some(Amount::Const(1));
                prevent_and(print(words), Instr::RemoveCounters(Objects::Source, Some(kind), one))
            }
            PreventionStatic::PreventAndRemoveOne { has, kind }
            | PreventionStatic::PreventAndRemoveSelf { has, kind }
            | PreventionStatic::PreventAndRemoveMany { has, kind } => {
                let (has, kind) = (self.counter(has)?, self.counter(kind)?);
                let many = matches!(words, PreventionStatic::PreventAndRemoveMany { .. });
                let n = if many { Amount::Event } else { Amount::Const(1) };
                let remove = Instr::RemoveCounters(Objects::Source, Some(kind), Some(n));
                let mut all = prevent_and(print(words), remove);
                for ability in &mut all {
                    let has = Filter::just(Test::HasCounter(Some(has)));
                    ability.condition = Some(Condition::ObjectIs(Objects::Source, has));
                }
                all
            }
            // CR 603.12: what is done then is an ability that triggers.
            PreventionStatic::PreventAndRemoveWhen { has, kind, then } => {
                let (has, kind) = (self.counter(has)?, self.counter(kind)?);
                let mut own = self.frame();
                own.mention_source(self.types);
                own.emit(Instr::RemoveCounters(Objects::Source, Some(kind), Some(Amount::Event)));
                let register = own.number_register()?;
                own.emit(Instr::SetNumber(register, Amount::ThisWay));
                own.discourse.number = Some(Amount::Register(register));
                let removed = Condition::Compare(Amount::Register(register), Comparison::AtLeast, Amount::Const(1));
                self.reflexive_clauses(&mut own, removed, &Prefix::WhenYouDo, then)?;
                let part = own.finish(print(words))?;
                let has = Filter::just(Test::HasCounter(Some(has)));
                let mut all = prevent_by(part);
                all.iter_mut().for_each(|ability| {
                    ability.condition = Some(Condition::ObjectIs(Objects::Source, has.clone()));
                });
                all
            }
            PreventionStatic::PreventToAndBy { kind, np } => {
                let what = self.one_filter(frame, np)?;
                let both = to_and_by(what, combat(kind));
                both.into_iter().flat_map(replacement).collect()
            }
        })
    }

    /// What damage isn't dealt to.
    pub(super) fn protected(&mut self, frame: &mut Frame, np: &Np) -> Lowered<Filter> {
        match np {
            Np::Itself => Ok(Filter::just(Test::Source)),
            Np::Host { .. } => Ok(Filter::just(Test::Host)),
            np => self.set_filter(frame, np),
        }
    }

    /// To which players and permanents all damage is prevented.
    fn always_protected(
        &mut self,
        frame: &mut Frame,
        to: &Recipients,
    ) -> Lowered<(Option<PlayerFilter>, Option<Filter>)> {
        let all = match to {
            Recipients::One { a } => vec![a],
            Recipients::Both { a, b } => vec![a, b],
        };
        let (mut players, mut objects) = (None, None);
        for one in all {
            match one {
                Recipient::Player { who } if players.is_none() => match player_filter(who) {
                    Some(filter) => players = Some(filter),
                    None => return unsupported("the player", who),
                },
                Recipient::Object { np } if objects.is_none() => {
                    objects = Some(self.protected(frame, np)?);
                }
                _ => return unsupported("the recipients", to),
            }
        }
        Ok((players, objects))
    }
}

/// Damage to the source is prevented, and something else is done instead.
fn prevent_and(text: String, instr: Instr) -> Vec<Static> {
    prevent_by(Part { text, targets: Vec::new(), code: vec![instr] })
}

/// The same, of all that is done instead.
fn prevent_by(part: Part) -> Vec<Static> {
    replacement(Replacement::PreventAnd {
        source: Filter::ANY,
        to_players: None,
        to_objects: Some(Filter::just(Test::Source)),
        combat: None,
        prevents: true,
        apart: false,
        then: Script { parts: vec![part], modes: None },
    })
}

/// Combat damage dealt by these is prevented.
fn prevented_from(source: Filter) -> Replacement {
    Replacement::Damage {
        source,
        to_players: Some(PlayerFilter::Any),
        to_objects: Some(Filter::ANY),
        combat: Some(true),
        change: NumberChange::Zero,
    }
}
