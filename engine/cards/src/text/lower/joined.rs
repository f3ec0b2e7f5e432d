//! Kinds joined under one noun: what is said of all of them, and what of the last alone.

use super::context::Context;
use super::decline::Lowered;
use super::described::Described;
use super::filter::{types_of_subtype, unsupported};
use super::frame::Frame;
use super::noun::Use;
use crate::effect::TargetSpec;
use crate::filter::{Amount, Comparison, Filter, Objects, Players, Quality, Test, Zone};
use crate::text::grammar::noun::{
    Adj, AdjItem, Chooser, Head, HowMany, Noun, Np, OnStack, Qual, Quant, Stat, Term, With,
};
use crate::text::grammar::series::Series;
use crate::text::grammar::words::{Numeral, PtBox};
use crate::types::CardTypes;

/// The card type of "Ninja or Rogue creature": each of the subtypes is of that type, so the word stands for them all.
pub(super) fn type_of_all(terms: &Series<Term>) -> Option<CardTypes> {
    let Some(Term::Typed { subs, types, last, .. }) = terms.items.last() else { return None };
    let of_type = |term: &Term| match term {
        Term::Tribal { subs, last: sub, .. } => {
            subs.iter().chain([sub]).all(|sub| types_of_subtype(sub.0.kind()).intersects(last.0))
        }
        Term::Typed { .. } => true,
    };
    (!subs.is_empty() && types.is_empty() && terms.items.iter().all(of_type)).then_some(last.0)
}

/// The subtypes of "Lesson instant or sorcery", which are said of both.
pub(super) fn subtypes_of_all(terms: &Series<Term>) -> Vec<crate::types::Subtype> {
    let spells = CardTypes::INSTANT | CardTypes::SORCERY;
    let plain = |term: &Term, with_subs: bool| {
        matches!(term, Term::Typed { subs, types, last, .. }
            if subs.is_empty() != with_subs && types.is_empty() && spells.contains(last.0))
    };
    let [first @ Term::Typed { subs, .. }, others @ ..] = terms.items.as_slice() else { return Vec::new() };
    if others.is_empty() || !plain(first, true) || !others.iter().all(|term| plain(term, false)) {
        return Vec::new();
    }
    subs.iter().map(|sub| sub.0).collect()
}

impl With {
    /// How a number is compared with another one's: "with lesser power", "with the same mana value as".
    pub(super) fn comparison(&self) -> Comparison {
        match self {
            With::Lesser { .. } | With::LesserThan { .. } => Comparison::Less,
            With::Greater { .. } => Comparison::Greater,
            With::Same { .. } => Comparison::Equal,
            _ => Comparison::AtMost,
        }
    }

    /// Returns whether it is something that creatures have and most other permanents don't: power, toughness, keywords.
    pub(super) fn is_of_creatures(&self) -> bool {
        match self {
            With::Keyword { .. }
            | With::Without { .. }
            | With::PowerOrToughness { .. }
            | With::BaseSize { .. }
            | With::BaseStat { .. }
            | With::BaseEither { .. }
            | With::AboveBase
            | With::PowerOrToughnessMore { .. }
            | With::PowerAndToughness { .. } => true,
            With::Stat { stat, .. }
            | With::StatEither { stat, .. }
            | With::StatOneOf { stat, .. }
            | With::Total { stat, .. }
            | With::Greatest { stat, .. }
            | With::Lesser { stat }
            | With::Greater { stat }
            | With::Equals { stat, .. }
            | With::EqualOrLesser { stat }
            | With::AnEqualOrLesser { stat }
            | With::LesserThan { stat, .. }
            | With::EqualOrLesserThan { stat, .. }
            | With::Same { stat, .. } => *stat != Stat::ManaValue,
            With::NoCounter { .. }
            | With::XInCost
            | With::ManaCostOr { .. }
            | With::Counter { .. }
            | With::Attached { .. }
            | With::BasicLandType
            | With::OddManaValue
            | With::EvenManaValue
            | With::OddManaValues
            | With::EvenManaValues
            | With::Named { .. }
            | With::NamedOr { .. }
            | With::NamedAbility { .. }
            | With::NamedAbilities { .. }
            | With::ManaAbilities => false,
        }
    }
}

impl Noun {
    /// What is said of the last kind alone: "artifact, enchantment, or creature with flying" is no artifact with flying, while all
    /// of "creature or Vehicle with power 4 or greater" have power.
    pub(super) fn said_of_the_last(&self) -> Lowered<Vec<&With>> {
        let Head::Types { terms } = &self.head else { return Ok(Vec::new()) };
        let of_creatures = self.quals.iter().filter_map(|qual| match qual {
            Qual::With { with } if with.is_of_creatures() => Some(with),
            _ => None,
        });
        let of_creatures: Vec<&With> = of_creatures.collect();
        let is_creature = |term: &Term| match term {
            Term::Typed { last, .. } => last.0 == CardTypes::CREATURE,
            Term::Tribal { last, .. } => {
                types_of_subtype(last.0.kind()) == CardTypes::CREATURE
                    || crate::types::Subtype::from_name("Vehicle") == Some(last.0)
            }
        };
        let [firsts @ .., last] = terms.items.as_slice() else { return Ok(Vec::new()) };
        if of_creatures.is_empty() || firsts.is_empty() {
            return Ok(Vec::new());
        }
        // "Walls and creatures with flying": of the Walls nothing more is said, or they would be among the creatures.
        let among_the_last = matches!(last, Term::Typed { subs, types, last, .. }
            if subs.is_empty() && types.is_empty() && last.0 == CardTypes::CREATURE)
            && firsts.iter().all(|term| {
                matches!(term, Term::Tribal { last, .. }
                if types_of_subtype(last.0.kind()) == CardTypes::CREATURE)
            });
        if firsts.iter().all(is_creature) && is_creature(last) && !among_the_last {
            return Ok(Vec::new());
        }
        if !is_creature(last) {
            return unsupported("it is unclear of which kinds it is said:", self);
        }
        Ok(of_creatures)
    }
}

impl Context<'_> {
    /// "Target creature of their choice": whoever that is, known before the target.
    pub(super) fn target_chosen_by(
        &mut self,
        frame: &mut Frame,
        noun: &Noun,
        by: Chooser,
        purpose: Use,
    ) -> Lowered<Objects> {
        let chooser = match by {
            Chooser::They => self.they(frame)?,
            Chooser::Defender => Players::Defending,
        };
        let np = Np::Quant { quant: Quant::Target, noun: noun.clone() };
        let target = self.objects(frame, &np, purpose)?;
        match frame.code.targets.last_mut() {
            Some(spec) => spec.chooser = chooser,
            None => return unsupported("the target", noun),
        }
        Ok(target)
    }

    /// "Target activated ability, triggered ability, or legendary spell".
    pub(super) fn target_on_stack(&mut self, frame: &mut Frame, kinds: &[&OnStack]) -> Lowered<Objects> {
        let mut any = Vec::new();
        for kind in kinds {
            any.push(match kind {
                OnStack::Activated => Filter::just(Test::ActivatedAbility),
                OnStack::Triggered => Filter::just(Test::TriggeredAbility),
                OnStack::Spell { noun } => {
                    let described = self.noun(frame, noun)?;
                    if described.zone != Some(Zone::Stack) || described.random {
                        return unsupported("what is on the stack:", &**noun);
                    }
                    described.filter
                }
            });
        }
        let filter = super::filter::any_of(any);
        frame.code.targets.push(TargetSpec::one(vec![(Zone::Stack, filter)], None));
        let target = Objects::Target(frame.code.targets.len() as u8 - 1);
        let spell = Described { spell: true, zone: Some(Zone::Stack), ..Described::default() };
        frame.mention(target.clone(), false, Some(&spell));
        Ok(target)
    }
}

impl Context<'_> {
    /// "Target permanent or suspended card": each where it is (CR 702.62b).
    pub(super) fn or_suspended(&mut self, frame: &mut Frame, up_to: bool, a: &Noun, b: &Noun) -> Lowered<Objects> {
        let (one, other) = (self.noun(frame, a)?, self.noun(frame, b)?);
        if one.zone != Some(Zone::Battlefield) || one.among.is_some() || one.random || other.random {
            return unsupported("the target", b);
        }
        let one_at_most = Quant::Targets { n: HowMany::UpTo { n: Numeral(1) } };
        let quant = if up_to { &one_at_most } else { &Quant::Target };
        let place = frame.code.targets.len();
        let objects = self.target(frame, quant, &Described { card: true, ..one })?;
        frame.code.targets[place].objects.push((Zone::Exile, other.filter));
        Ok(objects)
    }
}

impl Context<'_> {
    /// "A creature or token", "artifacts, enchantments, and/or tokens": any of them.
    pub(super) fn kinds_or_tokens(&mut self, frame: &Frame, head: &Head) -> Lowered<Described> {
        let terms: &[&Term] = match head {
            Head::OrToken { a } => &[a],
            Head::OrTokenToo { a, b } | Head::AndOrTokens { a, b } => &[a, b],
            _ => &[],
        };
        let mut any = vec![Filter::just(Test::Token)];
        let (mut other, mut alone) = (None, terms.len() == 1);
        for term in terms {
            // "Another creature or token" is neither the source.
            let adjs = match term {
                Term::Typed { adjs, .. } | Term::Tribal { adjs, .. } => adjs.as_slice(),
            };
            alone &= matches!(adjs, [AdjItem::Plain { adj: Adj::Other }]);
            if !adjs.is_empty() && !alone {
                return unsupported("the description", head);
            }
            other = alone.then_some(Test::NotSource);
            let (tests, _) = self.term(frame, term, true)?;
            any.push(Filter { tests });
        }
        let tests = other.into_iter().chain([Test::AnyOf(any)]).collect();
        let zone = Some(Zone::Battlefield);
        Ok(Described { filter: Filter { tests }, types: CardTypes::PERMANENT, zone, ..Described::default() })
    }

    /// What is said of base power and toughness (CR 208.4b).
    pub(super) fn with_base(&mut self, frame: &mut Frame, with: &With, filter: &mut Filter) -> Lowered<()> {
        match with {
            With::BaseSize { pt: PtBox(Some(power), Some(toughness)) } => {
                filter.tests.push(Test::Quality(Quality::BasePower(Comparison::Equal, Amount::Const(*power))));
                filter.tests.push(Test::Quality(Quality::BaseToughness(Comparison::Equal, Amount::Const(*toughness))));
            }
            With::BaseStat { stat, cmp } => {
                let (comparison, amount) = self.comparison(frame, cmp)?;
                filter.tests.push(match stat {
                    Stat::Power => Test::Quality(Quality::BasePower(comparison, amount)),
                    _ => Test::Quality(Quality::BaseToughness(comparison, amount)),
                });
            }
            With::BaseEither { cmp } => {
                let (comparison, amount) = self.comparison(frame, cmp)?;
                let either = [
                    Test::Quality(Quality::BasePower(comparison, amount.clone())),
                    Test::Quality(Quality::BaseToughness(comparison, amount)),
                ];
                filter.tests.push(Test::AnyOf(either.map(Filter::just).to_vec()));
            }
            With::AboveBase => filter.tests.push(Test::Quality(Quality::PowerExceedsBase)),
            _ => return unsupported("the description", with),
        }
        Ok(())
    }
}
