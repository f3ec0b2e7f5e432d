//! Damage that is multiplied, redirected or can't be prevented (CR 614).

use crate::ability::{NumberChange, PlayerRule as Rule, Replacement, Static, StaticEffect};
use crate::filter::{Amount, Filter, Objects, PlayerFilter, Test};
use crate::text::grammar::noun::{Np, Quant};
use crate::text::grammar::statics::{DamageChange, DamageStatic};
use crate::text::grammar::trigger::DamageKind;
use crate::text::lower;
use crate::text::lower::filter::unsupported;
use crate::text::lower::statics::{replacement, simple};
use crate::text::lower::{Context, Frame, Lowered};

impl Context<'_> {
    /// Damage that is multiplied, redirected or can't be prevented.
    pub(super) fn damage_static(&mut self, frame: &mut Frame, words: &DamageStatic) -> Lowered<Vec<Static>> {
        Ok(match words {
            DamageStatic::DamageDoubled { what, kind, change }
            | DamageStatic::DamageDoubledTo { what, kind, change }
            | DamageStatic::DamageDoubledPlayer { what, kind, change, .. } => {
                let source = match what {
                    Np::Itself => Filter::just(Test::Source),
                    Np::Host { .. } => Filter::just(Test::Host),
                    Np::Quant { quant: quant @ (Quant::A | Quant::Another), noun } => {
                        let mut filter = self.noun(frame, noun)?.filter;
                        if *quant == Quant::Another {
                            filter.tests.push(Test::NotSource);
                        }
                        filter
                    }
                    what => return unsupported("the source", what),
                };
                let change = match change {
                    DamageChange::Double | DamageChange::DoubleOld | DamageChange::DoublePlayer => {
                        NumberChange::Times(2)
                    }
                    DamageChange::Triple => NumberChange::Times(3),
                    DamageChange::Plus { n } | DamageChange::PlusTo { n } | DamageChange::PlusPlayer { n } => {
                        NumberChange::Plus(Amount::Const(n.0))
                    }
                    DamageChange::DoubleTo { .. } => return unsupported("the change", change),
                };
                let (to_players, to_objects) = match words {
                    DamageStatic::DamageDoubledTo { .. } => {
                        (PlayerFilter::Opponent, Some(Filter::just(Test::Controller(PlayerFilter::Opponent))))
                    }
                    DamageStatic::DamageDoubledPlayer { who, .. } => match lower::player::player_filter(who) {
                        Some(player) => (player, None),
                        None => return unsupported("the player", who),
                    },
                    _ => (PlayerFilter::Any, Some(Filter::ANY)),
                };
                let combat = lower::trigger::combat(kind);
                replacement(Replacement::Damage { source, to_players: Some(to_players), to_objects, combat, change })
            }
            DamageStatic::Unpreventable { kind } => unpreventable(Filter::ANY, kind),
            DamageStatic::UnpreventableBy { kind, np } => {
                let source = match np {
                    Np::Itself => Filter::just(Test::Source),
                    np => self.set_filter(frame, np)?,
                };
                unpreventable(source, kind)
            }
            DamageStatic::RedirectToSelf => replacement(Replacement::Redirect {
                source: Filter::ANY,
                to_players: Some(PlayerFilter::You),
                to_objects: None,
                combat: None,
                to: crate::effect::Recipients::Objects(Objects::Source),
            }),
        })
    }
}

/// Such damage can't be prevented.
fn unpreventable(source: Filter, kind: &DamageKind) -> Vec<Static> {
    let rule = Rule::DamageCantBePrevented(source, lower::trigger::combat(kind));
    simple(StaticEffect::Player(PlayerFilter::Any, rule))
}
