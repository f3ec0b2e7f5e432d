//! Damage that is multiplied, redirected or can't be prevented (CR 614).

use crate::ability::{NumberChange, PlayerRule as Rule, Replacement, Static, StaticEffect};
use crate::filter::{Amount, Condition, Filter, Objects, PlayerFilter, Test, Zone};
use crate::text::grammar::amount::Rounding;
use crate::text::grammar::noun::{Noun, Np, Quant};
use crate::text::grammar::player::Player;
use crate::text::grammar::statics::{AgainTo, DamageChange, DamageStatic, DealtBy, PartOfDamage, WouldTo};
use crate::text::grammar::trigger::DamageKind;
use crate::text::lower::context::Context;
use crate::text::lower::decline::Lowered;
use crate::text::lower::filter::{any_of, unsupported};
use crate::text::lower::frame::Frame;
use crate::text::lower::player::player_filter;
use crate::text::lower::statics::{replacement, simple};
use crate::text::lower::trigger::combat;
use crate::types::CardTypes;

impl Context<'_> {
    /// Damage that is multiplied, redirected or can't be prevented.
    pub(in crate::text::lower) fn damage_static(
        &mut self,
        frame: &mut Frame,
        words: &DamageStatic,
    ) -> Lowered<Vec<Static>> {
        Ok(match words {
            DamageStatic::Changed { before, what, kind, to, change, again, .. } => {
                let condition = before.as_ref().map(|before| self.before(frame, before)).transpose()?;
                if let Some(again) = again
                    && !self.is_dealt_again(frame, to.as_ref(), again)?
                {
                    return unsupported("to whom the damage is dealt:", again);
                }
                let source = self.damage_source(frame, what)?;
                let (to_players, to_objects) = self.would_be_dealt_to(frame, to.as_ref())?;
                let change = match change {
                    DamageChange::Double | DamageChange::Twice => NumberChange::Times(2),
                    DamageChange::Triple => NumberChange::Times(3),
                    DamageChange::Plus { n } => NumberChange::Plus(Amount::Const(n.0)),
                    // Less damage is dealt, and none is prevented.
                    DamageChange::Minus { n } => NumberChange::Lower(Amount::Const(n.0)),
                    DamageChange::Half { rounding } => NumberChange::Half(*rounding == Rounding::Up),
                };
                damage_changed(condition, source, to_players, to_objects, kind, change)
            }
            DamageStatic::AtMost { what, kind, to, m, again, .. } => {
                if !self.is_dealt_again(frame, Some(to), again)? {
                    return unsupported("to whom the damage is dealt:", again);
                }
                let source = self.damage_source(frame, what)?;
                let (to_players, to_objects) = self.would_be_dealt_to(frame, Some(to))?;
                let change = NumberChange::AtMost(Amount::Const(m.0));
                damage_changed(None, source, to_players, to_objects, kind, change)
            }
            DamageStatic::Doubled { noun } => {
                let described = self.noun(frame, noun)?;
                if !described.source {
                    return unsupported("the source", noun);
                }
                let (players, objects) = (Some(PlayerFilter::Any), Some(Filter::ANY));
                damage_changed(None, described.filter, players, objects, &DamageKind::Any, NumberChange::Times(2))
            }
            DamageStatic::PartPrevented { before, what, kind, to, part } => {
                let condition = before.as_ref().map(|before| self.before(frame, before)).transpose()?;
                let source = self.damage_source(frame, what)?;
                let (to_players, to_objects) = self.would_be_dealt_to(frame, Some(to))?;
                let change = match part {
                    PartOfDamage::All => NumberChange::Zero,
                    PartOfDamage::Some { n } => NumberChange::Minus(Amount::Const(n.0)),
                    PartOfDamage::X { x } => NumberChange::Minus(self.amount(frame, &x.amount)?),
                    PartOfDamage::AllBut { .. } | PartOfDamage::Half { .. } => {
                        NumberChange::Prevents(Box::new(match part {
                            PartOfDamage::AllBut { n } => NumberChange::AtMost(Amount::Const(n.0)),
                            // What isn't prevented is the other half.
                            PartOfDamage::Half { rounding } => NumberChange::Half(*rounding == Rounding::Down),
                            _ => return unsupported("the part", part),
                        }))
                    }
                };
                damage_changed(condition, source, to_players, to_objects, kind, change)
            }
            DamageStatic::Unpreventable { kind } => unpreventable(Filter::ANY, kind),
            DamageStatic::UnpreventableBy { kind, np } => {
                let source = match np {
                    Np::Itself => Filter::just(Test::Source),
                    np => self.set_filter(frame, np)?,
                };
                unpreventable(source, kind)
            }
            DamageStatic::RedirectToHost { head, .. } => {
                self.head(frame, head)?;
                replacement(Replacement::Redirect {
                    source: Filter::ANY,
                    to_players: Some(PlayerFilter::You),
                    to_objects: None,
                    combat: None,
                    to: crate::effect::Recipients::Objects(Objects::Host),
                })
            }
            DamageStatic::RedirectAll => replacement(Replacement::Redirect {
                source: Filter::ANY,
                to_players: Some(PlayerFilter::You),
                to_objects: Some(Filter { tests: vec![Test::Controller(PlayerFilter::You), Test::NotSource] }),
                combat: None,
                to: crate::effect::Recipients::Objects(Objects::Source),
            }),
            DamageStatic::RedirectToSelf { before, kind, by } => {
                let condition = before.as_ref().map(|before| self.before(frame, before)).transpose()?;
                let source = match by {
                    None => Filter::ANY,
                    Some(by) => self.dealt_by(frame, by)?,
                };
                let effect = StaticEffect::Replacement(Replacement::Redirect {
                    source,
                    to_players: Some(PlayerFilter::You),
                    to_objects: None,
                    combat: combat(kind),
                    to: crate::effect::Recipients::Objects(Objects::Source),
                });
                vec![Static { zone: Zone::Battlefield, condition, effect }]
            }
        })
    }

    /// What deals the damage.
    pub(super) fn dealt_by(&mut self, frame: &mut Frame, by: &DealtBy) -> Lowered<Filter> {
        let described = self.noun(frame, &by.noun)?;
        let here = described.source || described.zone == Some(Zone::Battlefield);
        if !here || described.among.is_some() || described.random {
            return unsupported("the source", &by.noun);
        }
        Ok(described.as_source())
    }

    /// From what the damage would be.
    fn damage_source(&mut self, frame: &mut Frame, what: &Np) -> Lowered<Filter> {
        Ok(match what {
            Np::Itself => Filter::just(Test::Source),
            Np::Host { .. } => Filter::just(Test::Host),
            Np::Quant { quant: quant @ (Quant::A | Quant::Another), noun } => {
                let described = self.noun(frame, noun)?;
                let here = matches!(described.zone, Some(Zone::Battlefield | Zone::Stack));
                if !described.source && !here || described.among.is_some() || described.random {
                    return unsupported("the source", noun);
                }
                let mut filter = described.as_source();
                if *quant == Quant::Another {
                    filter.tests.push(Test::NotSource);
                }
                filter
            }
            Np::Either { a, b } => {
                let one = |noun: &Noun| Np::Quant { quant: Quant::A, noun: noun.clone() };
                any_of(vec![self.damage_source(frame, &one(a))?, self.damage_source(frame, &one(b))?])
            }
            what => return unsupported("the source", what),
        })
    }

    /// To which players and permanents it would be dealt; to any, if nothing is said.
    fn would_be_dealt_to(
        &mut self,
        frame: &mut Frame,
        to: Option<&WouldTo>,
    ) -> Lowered<(Option<PlayerFilter>, Option<Filter>)> {
        let player = |who: &Player| match player_filter(who) {
            Some(player) => Ok(player),
            None => unsupported("the player", who),
        };
        Ok(match to {
            None | Some(WouldTo::Anything) => (Some(PlayerFilter::Any), Some(Filter::ANY)),
            Some(WouldTo::Opponents | WouldTo::OpponentsOrTheirs) => {
                (Some(PlayerFilter::Opponent), Some(Filter::just(Test::Controller(PlayerFilter::Opponent))))
            }
            Some(WouldTo::Player { who }) => (Some(player(who)?), None),
            Some(WouldTo::Object { np }) => (None, Some(self.permanent_dealt_to(frame, np)?)),
            Some(WouldTo::Own { np }) => (Some(PlayerFilter::You), Some(self.permanent_dealt_to(frame, np)?)),
        })
    }

    /// The permanents that damage would be dealt to.
    fn permanent_dealt_to(&mut self, frame: &mut Frame, np: &Np) -> Lowered<Filter> {
        match np {
            Np::Quant { quant: quant @ (Quant::A | Quant::Another), noun } => {
                let described = self.noun(frame, noun)?;
                if !described.describes_permanents() {
                    return unsupported("to what the damage is dealt:", noun);
                }
                let other = (*quant == Quant::Another).then_some(Test::NotSource);
                Ok(other.into_iter().fold(described.filter, Filter::and))
            }
            Np::Itself | Np::Host { .. } => self.protected(frame, np),
            np => unsupported("to what the damage is dealt:", np),
        }
    }

    /// Returns whether the changed damage is dealt to what it would have been dealt to.
    fn is_dealt_again(&mut self, frame: &mut Frame, to: Option<&WouldTo>, again: &AgainTo) -> Lowered<bool> {
        Ok(match (to, again) {
            (
                None | Some(WouldTo::Anything | WouldTo::Opponents | WouldTo::OpponentsOrTheirs | WouldTo::Own { .. }),
                again,
            ) => {
                matches!(again, AgainTo::Either | AgainTo::PlayerOrPermanent)
            }
            (Some(WouldTo::Player { who: Player::You }), AgainTo::You) => true,
            (Some(WouldTo::Object { np: Np::Itself }), AgainTo::Itself) => true,
            (
                Some(WouldTo::Object { np: Np::Host { attached, head } }),
                AgainTo::Host { attached: again, head: same },
            ) => attached == again && head == same,
            (Some(WouldTo::Player { .. }), again) => *again == AgainTo::Player,
            (Some(WouldTo::Object { np }), AgainTo::Permanent | AgainTo::Creature) => {
                let creature = Test::Types(CardTypes::CREATURE);
                *again == AgainTo::Permanent || self.permanent_dealt_to(frame, np)?.tests.contains(&creature)
            }
            (Some(WouldTo::Object { .. }), _) => false,
        })
    }
}

/// Damage is changed as long as something holds.
fn damage_changed(
    condition: Option<Condition>,
    source: Filter,
    to_players: Option<PlayerFilter>,
    to_objects: Option<Filter>,
    kind: &DamageKind,
    change: NumberChange,
) -> Vec<Static> {
    let combat = combat(kind);
    let damage = Replacement::Damage { source, to_players, to_objects, combat, change };
    vec![Static { zone: Zone::Battlefield, condition, effect: StaticEffect::Replacement(damage) }]
}

/// Such damage can't be prevented.
fn unpreventable(source: Filter, kind: &DamageKind) -> Vec<Static> {
    let rule = Rule::DamageCantBePrevented(source, combat(kind));
    simple(StaticEffect::Player(PlayerFilter::Any, rule))
}
