//! What things are and have as long as the ability works (CR 611.3).

use std::sync::Arc;

use crate::ability::{AbilityKind, Affected, Static, StaticEffect};
use crate::effect::Modification;
use crate::filter::{Amount, Condition, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::keyword::{Keywords, Restrictions};
use crate::text::grammar::amount::WhereX;
use crate::text::grammar::keyword::{Grant, KeywordItem};
use crate::text::grammar::noun::{Np, Nps, Quant};
use crate::text::grammar::object::{ButMana, LastingItem, LastingVerb, Shape, StillTail};
use crate::text::grammar::player::Player;
use crate::text::grammar::said::says_any;
use crate::text::grammar::series::{Chain, Join, Series};
use crate::text::grammar::statics::{AlsoStatement, ContinuousStatic, Kept, PreventionStatic, WhileTail};
use crate::text::grammar::statics::{Statement, While};
use crate::text::keywords;
use crate::text::lower::context::Context;
use crate::text::lower::continuous::cards_elsewhere;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::depends::{On, depends};
use crate::text::lower::described::Described;
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::{Frame, all_of};
use crate::text::lower::lasting::cant_activate;
use crate::text::lower::statics::simple;
use crate::text::syntax::Agrees;
use crate::types::{CardTypes, Subtype};
use crate::walk::Walk;

impl Context<'_> {
    /// When a statement holds, as what follows it says.
    fn while_tail(&mut self, frame: &mut Frame, tail: &WhileTail) -> Lowered<Condition> {
        Ok(match tail {
            WhileTail::AsLongAs { condition } | WhileTail::If { condition } => self.conditions(frame, condition)?,
            WhileTail::Unless { condition } => Condition::Not(Box::new(self.conditions(frame, condition)?)),
            WhileTail::YourTurn => Condition::TurnOf(PlayerFilter::You),
            WhileTail::ExtraTurns => Condition::ExtraTurn,
        })
    }

    /// Returns whether an effect gives protection.
    fn gives_protection(&self, effect: &StaticEffect) -> bool {
        let StaticEffect::Continuous(_, changes) = effect else { return false };
        changes.iter().any(|change| match change {
            Modification::AddKeywords(given) => Keywords::PROTECTION.iter().any(|from| given.contains(*from)),
            Modification::AddAbility(id) => match &self.pool.ability(*id).kind {
                AbilityKind::Static(given) => {
                    matches!(given.effect, StaticEffect::Protection { hexproof_only: false, .. })
                }
                _ => false,
            },
            Modification::AddProtectionFromChosenColor => true,
            _ => false,
        })
    }

    /// What things are and have as long as the ability works.
    pub(super) fn continuous_static(&mut self, frame: &mut Frame, words: &ContinuousStatic) -> Lowered<Vec<Static>> {
        Ok(match words {
            ContinuousStatic::Continuous { before, first, more, after, x } => {
                self.continuous_effect(frame, before.as_ref(), first, more.as_ref(), after.as_ref(), x.as_ref())?
            }
            // "Otherwise, it ...": the same thing while the condition doesn't hold.
            ContinuousStatic::ContinuousOr { first, tail, other } => {
                let affected = self.affected(frame, &first.what)?;
                let ([Affected::Host | Affected::Source], false) = (affected.as_slice(), first.what.is_plural()) else {
                    return decline("it is unclear what `otherwise, it` refers to");
                };
                let effects = self.continuous(frame, &affected, &first.verbs)?;
                let others = self.continuous(frame, &affected, other)?;
                let condition = self.while_tail(frame, tail)?;
                let otherwise = Condition::Not(Box::new(condition.clone()));
                let part = |effects: Vec<StaticEffect>, condition: &Condition| -> Vec<Static> {
                    let one = |effect| Static { zone: Zone::Battlefield, condition: Some(condition.clone()), effect };
                    effects.into_iter().map(one).collect()
                };
                let mut all = part(effects, &condition);
                all.extend(part(others, &otherwise));
                all
            }
            ContinuousStatic::ContinuousOrPrevent { first, tail, kind, np } => {
                let prevented = PreventionStatic::PreventBy { kind: kind.clone(), np: np.clone() };
                let mut otherwise = self.prevention_static(frame, &prevented)?;
                let condition = self.while_tail(frame, tail)?;
                let affected = self.affected(frame, &first.what)?;
                let mut all: Vec<Static> =
                    self.continuous(frame, &affected, &first.verbs)?.into_iter().flat_map(simple).collect();
                all.iter_mut().for_each(|ability| ability.condition = Some(condition.clone()));
                let not = Condition::Not(Box::new(condition));
                otherwise.iter_mut().for_each(|ability| ability.condition = Some(not.clone()));
                all.extend(otherwise);
                all
            }
            // CR 702.16n.
            ContinuousStatic::ContinuousKeeping { first, kept } => {
                let affected = self.affected(frame, &first.what)?;
                let effects = self.continuous(frame, &affected, &first.verbs)?;
                if affected != [Affected::Host] || !effects.iter().any(|effect| self.gives_protection(effect)) {
                    return unsupported("what gives no protection removes nothing:", first);
                }
                let kept = match kept {
                    Kept::It => Test::Source,
                    Kept::Auras => Test::Subtype(Subtype::AURA),
                };
                let mut all: Vec<Static> = effects.into_iter().flat_map(simple).collect();
                all.extend(simple(StaticEffect::KeepsAttached(Filter::just(kept))));
                all
            }
            // "Enchanted land is a 3/3 creature. It's still a land."
            ContinuousStatic::ContinuousStill { first, .. } => {
                let mut first = (**first).clone();
                for item in
                    std::iter::once(&mut first.verbs.first).chain(first.verbs.rest.iter_mut().map(|link| &mut link.1))
                {
                    match &mut item.verb {
                        LastingVerb::IsA { tail: tail @ None, .. } | LastingVerb::AreMany { tail: tail @ None, .. } => {
                            *tail = Some(StillTail::StillLand);
                        }
                        LastingVerb::Gains { .. } | LastingVerb::Has { .. } => {}
                        verb => return unsupported("what stays a land:", verb),
                    }
                }
                let affected = self.affected(frame, &first.what)?;
                let effects = self.continuous(frame, &affected, &first.verbs)?;
                effects.into_iter().flat_map(simple).collect()
            }
            ContinuousStatic::ItsA { before, shape, tail, more } => {
                self.continuous_static(frame, &it_is_a(before, shape, Some(tail), more.as_ref()))?
            }
            ContinuousStatic::ItsOnlyA { before, shape } => {
                self.continuous_static(frame, &it_is_a(before, shape, None, None))?
            }
            ContinuousStatic::ItsAAnd { before, shape, verbs } => {
                let is = LastingVerb::IsA { shape: shape.clone(), tail: None };
                let mut all = Chain { first: LastingItem { verb: is, dur: None, each: None }, rest: Vec::new() };
                all.rest.push((Join::And, verbs.first.clone()));
                all.rest.extend(verbs.rest.iter().cloned());
                let first = Arc::new(Statement { what: Nps::One { np: Np::It }, each: None, verbs: all });
                let before = Some(before.clone());
                let said = ContinuousStatic::Continuous { before, first, more: None, after: None, x: None };
                self.continuous_static(frame, &said)?
            }
            ContinuousStatic::ContinuousThenIsA { first, shape, tail } => {
                let affected = self.affected(frame, &first.what)?;
                let mut effects = self.continuous(frame, &affected, &first.verbs)?;
                let verb = LastingVerb::IsA { shape: shape.clone(), tail: Some(tail.clone()) };
                let verbs = Chain { first: LastingItem { verb, dur: None, each: None }, rest: Vec::new() };
                effects.extend(self.continuous(frame, &affected, &verbs)?);
                effects.into_iter().flat_map(simple).collect()
            }
            // "Each creature you control has vigilance if it's white, hexproof if it's blue, and ..."
            ContinuousStatic::HasIf { what, grants } => {
                let Affected::Each(described) = self.affected_one(frame, what)? else {
                    return unsupported("the subject", what);
                };
                let mut all = Vec::new();
                for each in &grants.items {
                    let affected = Affected::Each(described.clone().and(Test::Colors(each.color.0)));
                    let one = Series { items: vec![each.grant.clone()], conjunction: grants.conjunction };
                    all.extend(simple(StaticEffect::Continuous(affected, self.grants(frame, &one)?)));
                }
                all
            }
            ContinuousStatic::ContinuousThenAbilities { first, but } => {
                let affected = self.affected(frame, &first.what)?;
                let mut effects = self.continuous(frame, &affected, &first.verbs)?;
                effects.push(its_abilities_stop(&affected, but.as_ref())?);
                effects.into_iter().flat_map(simple).collect()
            }
            ContinuousStatic::ContinuousSame { first, spells, cards } => {
                let mut affected = self.affected(frame, &first.what)?;
                for noun in [spells, cards] {
                    let np = Np::Quant { quant: Quant::Bare, noun: noun.clone() };
                    affected.extend(self.affected(frame, &Nps::One { np })?);
                }
                let effects = self.continuous(frame, &affected, &first.verbs)?;
                effects.into_iter().flat_map(simple).collect()
            }
            ContinuousStatic::Everything { verbs } => {
                let mut affected = cards_elsewhere(&Filter::ANY);
                affected.push(Affected::EachIn(Zone::Stack, Filter::just(Test::Spell)));
                affected.push(Affected::Each(Filter::ANY));
                let effects = self.continuous(frame, &affected, verbs)?;
                effects.into_iter().flat_map(simple).collect()
            }
            // CR 702.95b: the source and the creature that it is paired with.
            ContinuousStatic::Paired { verbs, .. } => {
                let partner = Filter::just(Test::PairedWith(Box::new(Objects::Source)));
                let both = Filter::just(Test::AnyOf(vec![Filter::just(Test::Source), partner]));
                frame.mention(Objects::Each(Zone::Battlefield, both.clone()), true, None);
                let effects = self.continuous(frame, &[Affected::Each(both)], verbs)?;
                let paired = Condition::ObjectIs(Objects::Source, Filter::just(Test::Paired));
                let zone = Zone::Battlefield;
                let one = |effect| Static { zone, condition: Some(paired.clone()), effect };
                effects.into_iter().map(one).collect()
            }
            ContinuousStatic::GetsXAndY { what, x, y } => {
                let affected = self.affected(frame, &Nps::One { np: what.clone() })?;
                let ([one], false) = (affected.as_slice(), what.is_plural()) else {
                    return unsupported("what gets that:", what);
                };
                let (x, y) = (self.amount(frame, x)?, self.amount(frame, y)?);
                simple(StaticEffect::Continuous(one.clone(), vec![Modification::AddPT(x, y)]))
            }
            ContinuousStatic::ControlHost { who, .. } => {
                let who = if *who == Player::You { Players::You } else { Players::Those(PlayerFilter::Monarch) };
                simple(StaticEffect::Continuous(Affected::Host, vec![Modification::Control(who)]))
            }
        })
    }

    /// "As long as ..., creatures you control get +1/+1 and have flying": one or two subjects, under one or two conditions.
    fn continuous_effect(
        &mut self,
        frame: &mut Frame,
        before: Option<&While>,
        first: &Statement,
        more: Option<&AlsoStatement>,
        after: Option<&WhileTail>,
        x: Option<&WhereX>,
    ) -> Lowered<Vec<Static>> {
        let mut conditions = Vec::new();
        if let Some(before) = before {
            conditions.push(self.before(frame, before)?);
        }
        let affected = self.affected(frame, &first.what)?;
        if let ([Affected::Each(_)], Nps::One { np: Np::Quant { quant, .. } }) = (affected.as_slice(), &first.what)
            && (*quant == Quant::Each || *quant == Quant::All && says_any(&first.verbs, &["other"]))
        {
            // "Each creature you control gets +1/+1 for each counter on it", "all Slivers get +1/+1 for each other Sliver": each by its own.
            let types = frame.discourse.mentions.last().map_or(CardTypes::empty(), |mention| mention.types);
            let described = Described { types, ..Default::default() };
            frame.mention(Objects::Current, false, Some(&described));
        }
        if let Some(x) = x {
            frame.discourse.x = Some(self.amount(frame, &x.amount)?);
        }
        // "... is a Vehicle artifact with crew 5 and it loses all other card types": said of the same thing.
        let (verbs, more) = match more {
            Some(AlsoStatement::And { statement } | AlsoStatement::CommaAnd { statement })
                if statement.what == (Nps::One { np: Np::It })
                    && matches!(affected.as_slice(), [Affected::Host | Affected::Source])
                    && matches!(statement.verbs.first.verb, LastingVerb::LosesOther { .. }) =>
            {
                let mut verbs = first.verbs.clone();
                verbs.rest.push((Join::And, statement.verbs.first.clone()));
                verbs.rest.extend(statement.verbs.rest.iter().cloned());
                (verbs, None)
            }
            // "Lands your opponents control lose all abilities, and they gain ...": one effect (CR 613.6).
            Some(AlsoStatement::And { statement } | AlsoStatement::CommaAnd { statement })
                if statement.what == (Nps::One { np: Np::They })
                    && matches!(affected.as_slice(), [Affected::Each(_)])
                    && statement.verbs.rest.is_empty()
                    && matches!(statement.verbs.first.verb, LastingVerb::Gains { .. }) =>
            {
                let mut verbs = first.verbs.clone();
                let mut last = statement.verbs.first.clone();
                if let LastingVerb::Gains { grants } = last.verb {
                    last.verb = LastingVerb::Has { grants };
                }
                verbs.rest.push((Join::And, last));
                (verbs, None)
            }
            more => (first.verbs.clone(), more),
        };
        let mut effects = match affected.as_slice() {
            [Affected::EachIn(Zone::Graveyard, cards)] if is_retrace(&verbs) => vec![self.retrace_rule(cards.clone())],
            _ => self.continuous(frame, &affected, &verbs)?,
        };
        match more {
            None => {}
            Some(AlsoStatement::AllBlockIt | AlsoStatement::AllBlockItComma) => {
                let [Affected::Source | Affected::Host] = affected.as_slice() else {
                    return decline("it is unclear what all creatures block");
                };
                let rule = vec![Modification::Restrict(Restrictions::LURE)];
                effects.push(StaticEffect::Continuous(affected[0].clone(), rule));
            }
            Some(AlsoStatement::ItsAbilities { but } | AlsoStatement::AndItsAbilities { but }) => {
                effects.push(its_abilities_stop(&affected, but.as_ref())?);
            }
            Some(AlsoStatement::And { statement } | AlsoStatement::CommaAnd { statement }) => {
                if x.is_some() {
                    return decline("it is unclear which of the two X belongs to");
                }
                let affected = match &statement.what {
                    Nps::One { np: Np::They | Np::Them } if matches!(affected.as_slice(), [Affected::Each(_)]) => {
                        affected
                    }
                    what => self.affected(frame, what)?,
                };
                effects.extend(self.continuous(frame, &affected, &statement.verbs)?);
            }
        }
        if let Some(after) = after {
            conditions.push(self.while_tail(frame, after)?);
        }
        // "Each Vehicle you control gets +1/+1 as long as it's a creature": those of them that are.
        let each_changes =
            effects.iter().all(|effect| matches!(effect, StaticEffect::Continuous(Affected::Each(_), _)));
        conditions.retain(|condition| {
            let (true, Condition::ObjectIs(Objects::Current, own)) = (each_changes, condition) else {
                return true;
            };
            for effect in &mut effects {
                if let StaticEffect::Continuous(Affected::Each(filter), _) = effect {
                    filter.tests.extend(own.tests.iter().cloned());
                }
            }
            false
        });
        if depends(&conditions, &[On::Current]) {
            return decline("a condition on each of several isn't supported");
        }
        // "Creatures get -1/-1 for each counter on them": each has its own (CR 611.3a).
        let counts_all = |effect: &StaticEffect| {
            match effect {
            StaticEffect::Continuous(Affected::Each(all), modifications) => modifications.has(|counted: &Amount| {
                matches!(counted, Amount::Counters(Objects::Each(Zone::Battlefield, of), _) if of == all)
            }),
            _ => false,
        }
        };
        if effects.iter().any(counts_all) {
            return decline("the counters on each of several aren't told apart");
        }
        let condition = all_of(conditions);
        // "As long as ~ is in your graveyard" (CR 113.6k).
        let own = || {
            effects
                .iter()
                .all(|effect| matches!(effect, StaticEffect::Continuous(Affected::Source, mods) if self.on_stack(mods)))
        };
        let usual = if own() { Zone::Stack } else { Zone::Battlefield };
        let zone = frame.setting.zone.take().unwrap_or(usual);
        Ok(effects.into_iter().map(|effect| Static { zone, condition: condition.clone(), effect }).collect())
    }
}

impl Context<'_> {
    /// Returns whether what an object gives itself works on the stack only, as cascade and storm do: then so does what gives it
    /// (CR 113.6e, 702.85a).
    fn on_stack(&self, modifications: &[Modification]) -> bool {
        let there = |modification: &Modification| match modification {
            Modification::AddAbility(ability) => match &self.pool.ability(*ability).kind {
                AbilityKind::Triggered(triggered) => triggered.zone == Zone::Stack,
                AbilityKind::Static(ability) => ability.zone == Zone::Stack,
                _ => false,
            },
            _ => false,
        };
        modifications.iter().all(there)
    }
}

/// Returns whether something has retrace and nothing else.
fn is_retrace(verbs: &Chain<LastingItem>) -> bool {
    let LastingVerb::Has { grants } = &verbs.first.verb else { return false };
    verbs.rest.is_empty()
        && verbs.first.dur.is_none()
        && verbs.first.each.is_none()
        && matches!(grants.items.as_slice(), [Grant::Keyword { item: KeywordItem::Simple { name } }]
            if keywords::TABLE[name.0].name == "retrace")
}

/// "Its activated abilities can't be activated."
fn its_abilities_stop(affected: &[Affected], but: Option<&ButMana>) -> Lowered<StaticEffect> {
    let [one @ (Affected::Source | Affected::Host)] = affected else {
        return decline("it is unclear whose abilities are meant");
    };
    let rule = Modification::Restrict(cant_activate(but));
    Ok(StaticEffect::Continuous(one.clone(), vec![rule]))
}

/// "As long as ..., it's a land", as a statement about "it".
fn it_is_a(before: &While, shape: &Shape, tail: Option<&StillTail>, more: Option<&AlsoStatement>) -> ContinuousStatic {
    let verb = LastingVerb::IsA { shape: shape.clone(), tail: tail.cloned() };
    let verbs = Chain { first: LastingItem { verb, dur: None, each: None }, rest: Vec::new() };
    let first = Arc::new(Statement { what: Nps::One { np: Np::It }, each: None, verbs });
    ContinuousStatic::Continuous { before: Some(before.clone()), first, more: more.cloned(), after: None, x: None }
}
