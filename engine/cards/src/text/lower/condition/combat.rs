//! Who attacked and what dealt damage this turn.

use crate::filter::{Amount, Comparison, Condition, Filter, Fought, Objects, PlayerFilter, Players, Step, Test, Zone};
use crate::text::grammar::condition::CombatCondition;
use crate::text::grammar::noun::{Fought as Words, Noun};
use crate::text::grammar::tense::SelfOrIt;
use crate::text::grammar::trigger::DamageKind;
use crate::text::lower::condition::{compare, not};
use crate::text::lower::context::Context;
use crate::text::lower::decline::Lowered;
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::Frame;

impl Context<'_> {
    /// Who attacked and what dealt damage this turn.
    pub(super) fn combat_condition(&mut self, frame: &mut Frame, words: &CombatCondition) -> Lowered<Condition> {
        Ok(match words {
            CombatCondition::FirstCombat => Condition::CombatPhase(1),
            CombatCondition::YourFirstCombat => on_your_turn(Condition::CombatPhase(1)),
            CombatCondition::YourCombat => on_your_turn(Condition::InCombat),
            CombatCondition::NotYourMain => not(self.combat_condition(frame, &CombatCondition::YourMain)?),
            CombatCondition::YourMain => {
                let main = [Step::PrecombatMain, Step::PostcombatMain].map(Condition::InStep);
                on_your_turn(Condition::AnyOf(main.to_vec()))
            }
            CombatCondition::YouveBeenAttacked => {
                // Whatever has become of the attackers since (CR 508.6).
                let attacked = Amount::OpponentsAttacked(Players::Opponents);
                Condition::All(vec![
                    Condition::InStep(Step::DeclareAttackers),
                    compare(attacked, Comparison::AtLeast, 1),
                ])
            }
            CombatCondition::PlayerDamaged { .. } | CombatCondition::YouveBeenDamaged => {
                let who = match words {
                    CombatCondition::PlayerDamaged { who } => self.single(frame, who)?,
                    _ => Players::You,
                };
                compare(Amount::DamageTaken(who, false), Comparison::AtLeast, 1)
            }
            CombatCondition::PlayerDamagedSo { who, n } => {
                compare(Amount::DamageTaken(self.single(frame, who)?, false), Comparison::AtLeast, n.0)
            }
            CombatCondition::FoughtPlayer { who } => {
                compare(Amount::DamageTaken(self.single(frame, who)?, true), Comparison::AtLeast, 1)
            }
            CombatCondition::YouAttacked => compare(Amount::AttackersDeclared(Players::You), Comparison::AtLeast, 1),
            CombatCondition::Attacked { it: SelfOrIt::It } => {
                let mention = self.it(frame)?;
                let objects = frame.read(&mention)?;
                Condition::ObjectIs(objects, Filter::just(Test::AttackedThisTurn))
            }
            CombatCondition::Attacked { it: SelfOrIt::Itself } => {
                Condition::ObjectIs(Objects::Source, Filter::just(Test::AttackedThisTurn))
            }
            CombatCondition::Fought { np, how } => {
                let objects = self.one(frame, np)?;
                Condition::ObjectIs(objects, Filter::just(self.fought(*how)))
            }
            CombatCondition::DamagedYou { n, noun } => {
                let described = self.dealer(frame, noun)?;
                self.at_least(Amount::DamageSources(Players::You, false, described), n)
            }
            CombatCondition::CombatDamaged { who, n, noun } => {
                let described = self.dealer(frame, noun)?;
                let mut counts = Vec::new();
                self.of_someone(frame, who, |who| {
                    counts.push(Amount::DamageSources(who, true, described.clone()));
                    Condition::AnyOf(Vec::new())
                })?;
                Condition::AnyOf(counts.into_iter().map(|count| self.at_least(count, n)).collect())
            }
            CombatCondition::AttackedWith { n } => self.at_least(Amount::AttackersDeclared(Players::You), n),
            CombatCondition::AttackedWithTotal { noun, cmp } if noun.is_plain_creature() => {
                let (comparison, n) = self.comparison(frame, cmp)?;
                Condition::Compare(Amount::AttackPower(Players::You), comparison, n)
            }
            CombatCondition::CombatDamagedBySelf { who } => {
                let who = self.single(frame, who)?;
                compare(Amount::DamageSources(who, true, Filter::just(Test::Source)), Comparison::AtLeast, 1)
            }
            CombatCondition::DealtDamage { it, kind: kind @ (DamageKind::Any | DamageKind::Combat), who } => {
                let by = match it {
                    SelfOrIt::Itself => {
                        frame.mention_source(self.types);
                        Test::Source
                    }
                    SelfOrIt::It => match self.it(frame)? {
                        mention if mention.source => Test::Source,
                        mention => Test::Is(Box::new(frame.read(&mention)?)),
                    },
                };
                let combat = *kind == DamageKind::Combat;
                let dealt = |who| {
                    let sources = Amount::DamageSources(who, combat, Filter::just(by.clone()));
                    compare(sources, Comparison::AtLeast, 1)
                };
                self.of_someone(frame, who, dealt)?
            }
            CombatCondition::DidntAttackWith => compare(Amount::AttackersDeclared(Players::You), Comparison::Equal, 0),
            CombatCondition::CreaturesAttacked { n } => self.at_least(Amount::AttackersDeclared(Players::Each), n),
            CombatCondition::NoneAttacked => compare(Amount::AttackersDeclared(Players::Each), Comparison::Equal, 0),
            CombatCondition::WasDamaged { np } => {
                let objects = self.one(frame, np)?;
                Condition::ObjectIs(objects, Filter::just(Test::DamagedThisTurn))
            }
            CombatCondition::DidntAttack { np } => {
                let objects = self.one(frame, np)?;
                not(Condition::ObjectIs(objects, Filter::just(Test::AttackedThisTurn)))
            }
            CombatCondition::AttackedWithTotal { .. } | CombatCondition::DealtDamage { .. } => {
                return unsupported("the condition", words);
            }
        })
    }

    /// What something did in combat.
    pub(in crate::text::lower) fn fought(&mut self, how: Words) -> Test {
        Test::Fought(match how {
            Words::BlockedThisTurn => Fought::BlockedThisTurn,
            Words::EitherThisTurn => Fought::ThisTurn,
            Words::EitherThisCombat => Fought::ThisCombat,
        })
    }

    /// What an object that dealt damage this turn was as it did.
    fn dealer(&mut self, frame: &mut Frame, noun: &Noun) -> Lowered<Filter> {
        let described = self.noun(frame, noun)?;
        let here = described.source || described.zone == Some(Zone::Battlefield);
        if !here || described.among.is_some() || described.random {
            return unsupported("the source", noun);
        }
        Ok(described.filter)
    }
}

/// That, on your turn.
fn on_your_turn(condition: Condition) -> Condition {
    Condition::All(vec![Condition::TurnOf(PlayerFilter::You), condition])
}
