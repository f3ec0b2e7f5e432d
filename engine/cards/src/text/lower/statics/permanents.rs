//! Rules for permanents: untapping, blocking, assigning damage, the legend rule, counters that can't be put.

use crate::ability::{Affected, Declared, PlayerRule as Rule, Static, StaticEffect};
use crate::filter::{Amount, Comparison, Condition, Filter, Objects, PlayerFilter, Test, Zone};
use crate::keyword::Restrictions;
use crate::text::grammar::noun::Np;
use crate::text::grammar::statics::{CounterKinds, DeclaredAs, PermanentStatic, PowerThan};
use crate::text::lower::context::Context;
use crate::text::lower::decline::Lowered;
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::Frame;
use crate::text::lower::player::player_filter;
use crate::text::lower::statics::restrict;
use crate::text::lower::statics::simple;

impl Context<'_> {
    /// Rules for permanents: untapping, blocking, assigning damage, the legend rule, counters that can't be put.
    pub(super) fn permanent_static(&mut self, frame: &mut Frame, words: &PermanentStatic) -> Lowered<Vec<Static>> {
        Ok(match words {
            PermanentStatic::UntapOnOthers { before, what } => {
                let condition = before.as_ref().map(|before| self.before(frame, before)).transpose()?;
                let mut all = Vec::new();
                for affected in self.affected(frame, what)? {
                    let filter = match affected {
                        Affected::Source => Filter::just(Test::Source),
                        Affected::Each(filter) => filter,
                        _ => return unsupported("what untaps:", what),
                    };
                    let effect = StaticEffect::UntapsOnOthersTurns(filter);
                    all.push(Static { zone: Zone::Battlefield, condition: condition.clone(), effect });
                }
                all
            }
            PermanentStatic::CombatLimit { before, n, what } => {
                let condition = before.as_ref().map(|before| self.before(frame, before)).transpose()?;
                let Ok(most) = u8::try_from(n.0) else { return unsupported("the number", n) };
                let declared = match what {
                    DeclaredAs::Attack => Declared::Attackers,
                    DeclaredAs::AttackYou => Declared::AttackersOfYou,
                    DeclaredAs::AttackSelf => Declared::AttackersOfSource,
                    DeclaredAs::Block => Declared::Blockers,
                };
                let effect = StaticEffect::CombatLimit(most, declared);
                vec![Static { zone: Zone::Battlefield, condition, effect }]
            }
            PermanentStatic::LookAtExiled => simple(StaticEffect::LookAtExiled),
            PermanentStatic::NoLegendRule => simple(StaticEffect::NoLegendRule(Filter::ANY)),
            PermanentStatic::NoLegendRuleTo { noun } => {
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("the permanents", noun);
                }
                simple(StaticEffect::NoLegendRule(described.filter))
            }
            PermanentStatic::CounterCap { n, kind } => {
                simple(StaticEffect::CounterCap(self.counter(kind)?, Amount::Const(n.0)))
            }
            PermanentStatic::MayNotUntap => simple(StaticEffect::MayNotUntap),
            PermanentStatic::MayAssign { np } => match self.affected_one(frame, np)? {
                affected @ (Affected::Source | Affected::Host) => restrict(affected, Restrictions::AS_UNBLOCKED),
                _ => return unsupported("the subject", np),
            },
            PermanentStatic::HostMayAssign { .. } => restrict(Affected::Host, Restrictions::AS_UNBLOCKED),
            PermanentStatic::CantTransform { noun } => {
                let described = self.noun(frame, noun)?;
                if !described.describes_permanents() {
                    return unsupported("the permanents", noun);
                }
                simple(StaticEffect::Player(PlayerFilter::Any, Rule::CantTransform(described.filter)))
            }
            PermanentStatic::HostCantTransform { .. } => {
                let rule = Rule::CantTransform(Filter::just(Test::Host));
                let mut all = restrict(Affected::Host, Restrictions::CANT_ATTACK | Restrictions::CANT_BLOCK);
                all.extend(simple(StaticEffect::Player(PlayerFilter::Any, rule)));
                all
            }
            PermanentStatic::HostStaysDown => {
                simple(StaticEffect::Player(PlayerFilter::Any, Rule::StayFaceDown(Filter::just(Test::Host))))
            }
            PermanentStatic::StayDown { noun, when } => {
                let described = self.noun(frame, noun)?;
                if !described.describes_permanents() {
                    return unsupported("the permanents", noun);
                }
                let condition = when.map(|_| Condition::TurnOf(PlayerFilter::You));
                let effect = StaticEffect::Player(PlayerFilter::Any, Rule::StayFaceDown(described.filter));
                vec![Static { zone: Zone::Battlefield, condition, effect }]
            }
            PermanentStatic::AllBlock { before, np } => {
                let condition = before.as_ref().map(|before| self.before(frame, before)).transpose()?;
                let mut all = match np {
                    Np::SelfOrHost { .. } => {
                        let [one, other] =
                            [Affected::Source, Affected::Host].map(|it| restrict(it, Restrictions::LURE));
                        [one, other].concat()
                    }
                    np => match self.affected_one(frame, np)? {
                        affected @ (Affected::Source | Affected::Host) => restrict(affected, Restrictions::LURE),
                        _ => return unsupported("the subject", np),
                    },
                };
                all.iter_mut().for_each(|ability| ability.condition.clone_from(&condition));
                all
            }
            PermanentStatic::BoastsTwice { noun } => {
                let described = self.noun(frame, noun)?;
                if !described.describes_permanents() {
                    return unsupported("what boasts:", noun);
                }
                let effect = StaticEffect::Player(PlayerFilter::You, Rule::BoastsTwice(described.filter));
                let condition = Some(Condition::TurnOf(PlayerFilter::You));
                vec![Static { zone: Zone::Battlefield, condition, effect }]
            }
            PermanentStatic::LethalByPower => simple(StaticEffect::Player(PlayerFilter::You, Rule::LethalByPower)),
            PermanentStatic::WalkIgnored { keyword, .. } => {
                simple(StaticEffect::Player(PlayerFilter::Any, Rule::WalkIgnored(keyword.0)))
            }
            PermanentStatic::CreaturesWithPower { than } => {
                let than = match than {
                    PowerThan::Less => Comparison::Less,
                    PowerThan::Greater => Comparison::Greater,
                };
                simple(StaticEffect::CantBeBlockedBy {
                    affected: Affected::Source,
                    blockers: Filter::just(Test::Power(than, Amount::Power(Objects::Source))),
                    except: false,
                })
            }
            PermanentStatic::CantHaveCounters { what, kinds } => {
                let what = self.one_filter(frame, what)?;
                self.no_counters(Some(what), None, kinds)?
            }
            PermanentStatic::ManyCantHaveCounters { noun, kinds }
            | PermanentStatic::CountersCantBePut { kinds, noun } => {
                let described = self.noun(frame, noun)?;
                if !described.describes_permanents() {
                    return unsupported("what counters can't be put on:", noun);
                }
                self.no_counters(Some(described.filter), None, kinds)?
            }
            PermanentStatic::CantGetCounters { who, kinds } => match player_filter(who) {
                Some(players) => self.no_counters(None, Some(players), kinds)?,
                None => return unsupported("the player", who),
            },
        })
    }

    /// On what, and to whom, no counters are put (CR 614.17).
    fn no_counters(
        &mut self,
        what: Option<Filter>,
        players: Option<PlayerFilter>,
        kinds: &CounterKinds,
    ) -> Lowered<Vec<Static>> {
        let kind = kinds.kind.as_ref().map(|kind| self.counter(kind)).transpose()?;
        Ok(simple(StaticEffect::NoCounters { what, players, kind }))
    }
}
