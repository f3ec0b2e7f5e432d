//! Mana abilities, and what mana is added.

use super::context::Context;
use super::decline::{Lowered, decline};
use super::filter::unsupported;
use super::frame::Frame;
use super::keyword::print_in_sentence;
use super::noun::your_commander;
use crate::ability::{Ability, AbilityKind, Activatable, Named, SpecialAction};
use crate::card::AbilityId;
use crate::cost::CostPart;
use crate::effect::{Duration, Instr, ManaOutput, Modification, Script, SpendOnly, SpendRule, Spent};
use crate::filter::{Amount, Filter, Objects, Players, Test, Zone};
use crate::keyword::Restrictions;
use crate::mana::ManaSymbol;
use crate::text::grammar::amount::{Amount as AmountWords, Counted, ForEach, Num};
use crate::text::grammar::condition::Conditions;
use crate::text::grammar::effect::{
    Body, Clause, Clauses, Prefix, Sentence, SpendUse, SpendUses, SpentThen, SpentWhen, Suffix,
};
use crate::text::grammar::noun::{Np, Quant};
use crate::text::grammar::particular::{OnCommander, Particular};
use crate::text::grammar::series::Conjunction;
use crate::text::grammar::verb::{ChooseVerb, ManaAdded, ManaVerb, PlayerVerb};
use crate::text::grammar::words::{Mana, Numeral};
use crate::types::Colors;

impl Context<'_> {
    /// A mana ability (CR 605.1a): the mana it adds, and what else it does.
    pub(super) fn mana_ability(&mut self, frame: &mut Frame, body: &Body) -> Lowered<Option<(ManaOutput, Script)>> {
        if let Some((mana, each)) = of_chosen_color(body) {
            let output = match (mana, each) {
                (ManaAdded::OfThatColor, Some(each)) => ManaOutput::AnyOneColor(self.for_each(frame, each)?),
                (ManaAdded::AmountOfThatColor { amount: AmountWords::DevotionThatColor }, None) => ManaOutput::Devotion,
                (ManaAdded::AmountOfThatColor { amount }, None) => ManaOutput::AnyOneColor(self.amount(frame, amount)?),
                _ => return unsupported("the mana", mana),
            };
            return Ok(Some((output, Script::default())));
        }
        let Body::Sentences { first: Sentence::Plain { prefix, clauses, suffix: None, x }, rest: rest_of_body } = body
        else {
            return Ok(None);
        };
        let Clause::Imperative { verbs } = &clauses.0.first else { return Ok(None) };
        let PlayerVerb::Mana { verb: ManaVerb::AddMana { mana } } = &verbs.first.verb else { return Ok(None) };
        if let Some(Prefix::ForEach { each: ForEach::Counted { counted: Counted::ColorsAmong { noun } }, .. }) = prefix
            && *mana == ManaAdded::OfThatColor
            && verbs.rest.is_empty()
            && verbs.first.each.is_none()
            && clauses.0.rest.is_empty()
            && x.is_none()
            && rest_of_body.is_empty()
        {
            // "For each color among permanents you control, add one mana of that color."
            let described = self.noun(frame, noun)?;
            if !described.describes_permanents() {
                return unsupported("the colors among", noun);
            }
            return Ok(Some((ManaOutput::EachColorAmong(described.filter), Script::default())));
        }
        if prefix.is_some() {
            return Ok(None);
        }
        if let ([(_, more)], [], []) = (verbs.rest.as_slice(), clauses.0.rest.as_slice(), rest_of_body.as_slice())
            && verbs.first.each.is_none()
            && let ManaAdded::Symbols { choices } = mana
            && let PlayerVerb::Mana { verb: ManaVerb::AddMana { mana: ManaAdded::Additional { mana: again } } } =
                &more.verb
            && choices.items.as_slice() == [again.clone()]
        {
            // "Add {B}, then add an additional {B} for each charge counter removed this way."
            let one = ManaAdded::Symbols { choices: choices.clone() };
            return match self.mana_output(frame, &one, more.each.as_ref())? {
                ManaOutput::Amount(n, color) => {
                    let all = Amount::Sum(Box::new(Amount::Const(1)), Box::new(n));
                    Ok(Some((ManaOutput::Amount(all, color), Script::default())))
                }
                _ => unsupported("the mana", mana),
            };
        }
        if let [
            Sentence::Plain {
                prefix: Some(Prefix::If { condition }),
                clauses: instead,
                suffix: Some(Suffix::Instead),
                x: None,
            },
        ] = rest_of_body.as_slice()
            && let (Clause::Imperative { verbs: other }, []) = (&instead.0.first, instead.0.rest.as_slice())
            && let (PlayerVerb::Mana { verb: ManaVerb::AddMana { mana: other } }, []) =
                (&other.first.verb, other.rest.as_slice())
            && verbs.rest.is_empty()
            && clauses.0.rest.is_empty()
        {
            let first = self.mana_output(frame, mana, verbs.first.each.as_ref())?;
            let other = self.mana_output(frame, other, None)?;
            let condition = self.conditions(frame, condition)?;
            let number = |a: Amount, b: Amount| Amount::If(Box::new(condition.clone()), Box::new(b), Box::new(a));
            let output = match (first, other) {
                (ManaOutput::AnyOneColor(a), ManaOutput::AnyOneColor(b)) => ManaOutput::AnyOneColor(number(a, b)),
                (ManaOutput::Fixed(a), ManaOutput::Fixed(b)) if a.iter().chain(&b).all(|color| *color == a[0]) => {
                    let count = |list: &[Colors]| Amount::Const(list.len() as i32);
                    ManaOutput::Amount(number(count(&a), count(&b)), a[0])
                }
                _ => return unsupported("the mana added instead of", mana),
            };
            return Ok(Some((output, Script::default())));
        }
        if !verbs.rest.is_empty() || !clauses.0.rest.is_empty() {
            return decline("a mana ability that does more in the same sentence isn't supported");
        }
        let mut own = frame.again();
        // Mana abilities don't use the stack, which remembers what was paid.
        own.discourse
            .mentions
            .retain(|mention| mention.before != Some(Objects::Register(crate::effect::PAID_REGISTER)));
        if let Some(x) = x {
            own.discourse.x = Some(self.amount(&mut own, &x.amount)?);
        }
        let output = self.mana_output(&mut own, mana, verbs.first.each.as_ref())?;
        let (mut rule, mut rest) = (None, &rest_of_body[..]);
        while let Some((first, more)) = rest.split_first()
            && let Some(next) = self.spend_rule(&mut own, first, rule)?
        {
            (rule, rest) = (Some(next), more);
        }
        let output = match rule {
            Some(rule) => ManaOutput::Restricted(Box::new(output), rule),
            None => output,
        };
        let Some((first, rest)) = rest.split_first() else { return Ok(Some((output, Script::default()))) };
        let after = Body::Sentences { first: first.clone(), rest: rest.to_vec() };
        let lowering = self.body(own, &after, false)?;
        if lowering.script.parts.iter().any(|part| !part.targets.is_empty()) {
            return Ok(None);
        }
        Ok(Some((output, lowering.script)))
    }

    /// What mana is added.
    pub(super) fn mana_output(
        &mut self,
        frame: &mut Frame,
        mana: &ManaAdded,
        each: Option<&ForEach>,
    ) -> Lowered<ManaOutput> {
        if let Some(each) = each {
            let n = self.for_each(frame, each)?;
            return match mana {
                ManaAdded::Symbols { choices } if choices.conjunction == Conjunction::None => {
                    let colors = plain_mana(&choices.items[0])?;
                    match colors.as_slice() {
                        [color] => Ok(ManaOutput::Amount(n, *color)),
                        [color, others @ ..] if others.iter().all(|other| other == color) => {
                            Ok(ManaOutput::Amount(Amount::Times(Box::new(n), colors.len() as i32), *color))
                        }
                        _ => unsupported("the mana", mana),
                    }
                }
                // "{B} or {G} for each": whichever for each of them.
                ManaAdded::Symbols { choices } if choices.conjunction == Conjunction::Or => {
                    let mut all = Colors::empty();
                    for choice in &choices.items {
                        match plain_mana(choice)?.as_slice() {
                            [color] if !color.is_empty() => all |= *color,
                            _ => return unsupported("the mana", mana),
                        }
                    }
                    Ok(ManaOutput::AnyCombination(n, all))
                }
                // Each of them is of a color of its own.
                ManaAdded::AnyColor { n: Numeral(1) } => Ok(ManaOutput::AnyCombination(n, Colors::all())),
                _ => unsupported("the mana", mana),
            };
        }
        Ok(match mana {
            ManaAdded::Symbols { choices } => {
                let mut lists = choices.items.iter().map(plain_mana).collect::<Lowered<Vec<_>>>()?;
                match (lists.len(), lists.pop()) {
                    (1, Some(only)) => ManaOutput::Fixed(only),
                    (_, Some(last)) => {
                        lists.push(last);
                        ManaOutput::OneOf(lists)
                    }
                    _ => return unsupported("the mana", mana),
                }
            }
            ManaAdded::AnyColor { n } | ManaAdded::AdditionalAny { n } => ManaOutput::AnyOneColor(Amount::Const(n.0)),
            ManaAdded::DifferentColors => {
                let colors: Vec<Colors> = Colors::all().iter().collect();
                let pairs = colors
                    .iter()
                    .enumerate()
                    .flat_map(|(place, one)| colors[place + 1..].iter().map(move |other| vec![*one, *other]));
                ManaOutput::OneOf(pairs.collect())
            }
            ManaAdded::AnyOneColor { n } => ManaOutput::AnyOneColor(self.count(frame, n)?),
            ManaAdded::AdditionalCombination { n } => ManaOutput::AnyCombination(Amount::Const(n.0), Colors::all()),
            ManaAdded::AnyCombination { n } => ManaOutput::AnyCombination(self.count(frame, n)?, Colors::all()),
            ManaAdded::Combination { n, colors } => {
                let n = self.count(frame, n)?;
                let mut all = Colors::empty();
                for mana in &colors.items {
                    match plain_mana(mana)?.as_slice() {
                        [color] if !color.is_empty() => all |= *color,
                        _ => return unsupported("the mana", mana),
                    }
                }
                ManaOutput::AnyCombination(n, all)
            }
            ManaAdded::AmountOf { mana, amount } => {
                let n = self.amount(frame, amount)?;
                match plain_mana(mana)?.as_slice() {
                    [color] => ManaOutput::Amount(n, *color),
                    _ => return unsupported("the mana", mana),
                }
            }
            ManaAdded::Many { mana: one, .. } | ManaAdded::ThatMuch { mana: one } => {
                let n = match mana {
                    ManaAdded::Many { n, .. } => Amount::Const(n.0),
                    _ => self.number(frame, &Num::ThatMuch)?,
                };
                match plain_mana(one)?.as_slice() {
                    [color] => ManaOutput::Amount(n, *color),
                    _ => return unsupported("the mana", mana),
                }
            }
            ManaAdded::ChosenColor { n } | ManaAdded::AdditionalChosen { n } => {
                ManaOutput::ChosenColor(Amount::Const(n.0))
            }
            ManaAdded::OrChosenColor { mana: one } => match plain_mana(one)?.as_slice() {
                [color] if !color.is_empty() => ManaOutput::ColorOrChosen(*color),
                _ => return unsupported("the mana", mana),
            },
            ManaAdded::OfItsColors { n, of } => {
                let of = self.possessor(frame, of)?;
                ManaOutput::AnyColorAmong(Amount::Const(n.0), of)
            }
            ManaAdded::OfColorsAmong { n, noun } => {
                let described = self.noun(frame, noun)?;
                if !described.describes_permanents() {
                    return unsupported("the colors among", noun);
                }
                ManaOutput::AnyColorAmong(Amount::Const(n.0), Objects::Each(Zone::Battlefield, described.filter))
            }
            ManaAdded::ColorProduced { n, by } | ManaAdded::TypeProduced { n, by } => {
                let described = self.noun(frame, by)?;
                if !described.describes_permanents() {
                    return unsupported("what could produce mana:", by);
                }
                let any_type = matches!(mana, ManaAdded::TypeProduced { .. });
                ManaOutput::CouldProduce { amount: Amount::Const(n.0), of: described.filter, any_type }
            }
            ManaAdded::X { mana } => {
                let n = self.x(frame)?;
                match plain_mana(mana)?.as_slice() {
                    [color] => ManaOutput::Amount(n, *color),
                    _ => return unsupported("the mana", mana),
                }
            }
            ManaAdded::Identity => ManaOutput::Identity,
            ManaAdded::SameType
            | ManaAdded::SameTypeMore
            | ManaAdded::OfThatColor
            | ManaAdded::AmountOfThatColor { .. } => {
                return unsupported("the mana", mana);
            }
            ManaAdded::Additional { mana } => ManaOutput::Fixed(plain_mana(mana)?),
        })
    }
}

impl Context<'_> {
    /// What the mana that was just added may be spent on (CR 106.6), or what happens then, if the sentence says that. `before`: what was
    /// said of it already.
    pub(super) fn spend_rule(
        &mut self,
        frame: &mut Frame,
        sentence: &Sentence,
        before: Option<SpendRule>,
    ) -> Lowered<Option<SpendRule>> {
        let said = before.map(|rule| self.pool.spend_rule(rule));
        let forgets = !matches!(
            sentence,
            Sentence::ManaSpent { .. }
                | Sentence::Particular { what: Particular::OnCommander { .. } }
                | Sentence::LastsThroughCombat
                | Sentence::StaysThroughCombat
                | Sentence::StaysThroughTurn
        );
        if said.is_some_and(|said| {
            said.then.is_some() && !matches!(sentence, Sentence::StaysThroughTurn | Sentence::StaysThroughCombat)
        }) || (forgets && said.is_some())
        {
            return decline("several such sentences about the same mana, in this order, aren't supported");
        }
        let only = match sentence {
            Sentence::SpendFirmly { uses } => {
                let only = self.spend_uses(frame, uses)?;
                let then = Spent { on: Filter::ANY, ability: self.uncounterable(), at_once: true };
                SpendOnly { then: Some(then), ..only }
            }
            Sentence::ManaSpent { when, noun, then } => {
                let said = before.map(|rule| self.pool.spend_rule(rule).clone());
                let only = said.unwrap_or(SpendOnly { anything: true, ..SpendOnly::default() });
                let on = self.cast_filter(frame, noun)?;
                let ability = match then {
                    SpentThen::CantBeCountered | SpentThen::ItCantBeCountered => self.uncounterable(),
                    SpentThen::Sentence { then } => {
                        let spell = Np::Quant { quant: Quant::A, noun: noun.clone() };
                        self.as_it_is_cast(&print_in_sentence(&spell), then)?
                    }
                };
                let at_once = !matches!(when, SpentWhen::WhenThat | SpentWhen::WhenYou);
                SpendOnly { then: Some(Spent { on, ability, at_once }), ..only }
            }
            Sentence::Particular { what: Particular::OnCommander { when, then } } => {
                let said = before.map(|rule| self.pool.spend_rule(rule).clone());
                let only = said.unwrap_or(SpendOnly { anything: true, ..SpendOnly::default() });
                let ability = self.as_it_is_cast("a spell that's your commander", then)?;
                let at_once = matches!(when, OnCommander::If);
                SpendOnly { then: Some(Spent { on: your_commander(), ability, at_once }), ..only }
            }
            Sentence::SpendOnly { uses } => self.spend_uses(frame, uses)?,
            // CR 500.5: what is said of the mana before still holds.
            Sentence::LastsThroughCombat | Sentence::StaysThroughCombat | Sentence::StaysThroughTurn => {
                let said = before.map(|rule| self.pool.spend_rule(rule).clone());
                let only = said.unwrap_or(SpendOnly { anything: true, ..SpendOnly::default() });
                match sentence {
                    Sentence::StaysThroughTurn => SpendOnly { through_turn: true, ..only },
                    _ => SpendOnly { through_combat: true, ..only },
                }
            }
            // Everything else may be paid with it.
            Sentence::NoNonartifact | Sentence::NoNonartifacts => SpendOnly {
                spells: vec![Filter::just(crate::filter::Test::Types(crate::types::CardTypes::ARTIFACT))],
                abilities: vec![(None, Filter::ANY)],
                others: true,
                ..SpendOnly::default()
            },
            Sentence::SpendOnX => SpendOnly { costs_with_x: true, ..SpendOnly::default() },
            _ => return Ok(None),
        };
        Ok(Some(self.pool.add_spend_rule(only)))
    }

    /// The spell that mana was spent on can't be countered.
    fn uncounterable(&mut self) -> AbilityId {
        let firm = vec![Modification::Restrict(Restrictions::CANT_BE_COUNTERED)];
        let code = vec![Instr::Continuous(Objects::Event, firm, Duration::Indefinite)];
        self.scripted("That spell can't be countered.", Zone::Stack, Vec::new(), code)
    }

    /// What a sentence says about a spell, as an ability that nothing triggers by itself.
    fn as_it_is_cast(&mut self, spell: &str, then: &Sentence) -> Lowered<AbilityId> {
        let text = format!("Whenever you cast {spell}, {}", print_in_sentence(then));
        let ids = self.definition(&text)?;
        let [id] = ids.as_slice() else {
            return decline("what happens to such a spell is supported as one triggered ability only");
        };
        let Ability { text, kind: AbilityKind::Triggered(mut triggered) } = self.pool.ability(*id).clone() else {
            return decline("what happens to such a spell is supported as one triggered ability only");
        };
        triggered.events.clear();
        Ok(self.add(text, AbilityKind::Triggered(triggered)))
    }

    /// What mana is spent on.
    pub(super) fn spend_uses(&mut self, frame: &mut Frame, uses: &SpendUses) -> Lowered<SpendOnly> {
        let mut only = SpendOnly::default();
        let (a, b, c) = match uses {
            SpendUses::One { a } => (a, None, None),
            SpendUses::Or { a, b } | SpendUses::OrTo { a, b } | SpendUses::And { a, b } => (a, Some(b), None),
            SpendUses::Three { a, b, c } => (a, Some(b), Some(c)),
        };
        for one in std::iter::once(a).chain(b).chain(c) {
            match one {
                SpendUse::CastOne { noun } | SpendUse::Cast { noun } => {
                    only.spells.push(self.cast_filter(frame, noun)?)
                }
                SpendUse::CastEither { a, b } | SpendUse::CastBoth { a, b } => {
                    only.spells.push(self.cast_filter(frame, a)?);
                    only.spells.push(self.cast_filter(frame, b)?);
                }
                SpendUse::Ability | SpendUse::Abilities => only.abilities.push((None, Filter::ANY)),
                SpendUse::OwnAbilities => {
                    only.abilities.push((Some(Zone::Battlefield), Filter::just(Test::Source)));
                }
                SpendUse::AbilityOf { noun } | SpendUse::AbilitiesOf { noun } => {
                    let described = self.noun(frame, noun)?;
                    if described.spell || described.card || described.token {
                        return unsupported("what the mana may be spent on:", noun);
                    }
                    only.abilities.push((described.zone, described.filter));
                }
                SpendUse::Equip | SpendUse::Equips => only.named.push(Named::Equip),
                SpendUse::Foretell | SpendUse::Foretells => only.special.push((SpecialAction::Foretell, Filter::ANY)),
                SpendUse::Unlock | SpendUse::Unlocks => only.special.push((SpecialAction::Unlock, Filter::ANY)),
                SpendUse::TurnUp { noun } | SpendUse::TurnAllUp { noun } => {
                    let described = self.noun(frame, noun)?;
                    if !described.describes_permanents() {
                        return unsupported("what the mana may be spent on:", noun);
                    }
                    only.special.push((SpecialAction::TurnFaceUp, described.filter));
                }
                SpendUse::WithColorless => only.costs_with_colorless = true,
            }
        }
        Ok(only)
    }
}

/// "Add {U}. If you played a land this turn, add {B} instead": what is added otherwise, when not, and what then.
pub(super) fn other_mana_if(body: &Body) -> Option<(Body, Conditions, Body)> {
    let Body::Sentences { first, rest } = body else { return None };
    let [Sentence::Plain { prefix: Some(Prefix::If { condition }), clauses, suffix: Some(Suffix::Instead), x: None }] =
        rest.as_slice()
    else {
        return None;
    };
    let adds = |clauses: &Clauses| match &clauses.0.first {
        Clause::Imperative { verbs } => {
            clauses.0.rest.is_empty()
                && verbs.rest.is_empty()
                && matches!(verbs.first.verb, PlayerVerb::Mana { verb: ManaVerb::AddMana { .. } })
        }
        _ => false,
    };
    let Sentence::Plain { prefix: None, clauses: usual, suffix: None, x: None } = first else { return None };
    let only = |first: Sentence| Body::Sentences { first, rest: Vec::new() };
    let other = Sentence::Plain { prefix: None, clauses: clauses.clone(), suffix: None, x: None };
    (adds(usual) && adds(clauses)).then(|| (only(first.clone()), condition.clone(), only(other)))
}

/// "Choose a color. Add one mana of that color for each charge counter on ~": what is added, and for each of what.
fn of_chosen_color(body: &Body) -> Option<(&ManaAdded, Option<&ForEach>)> {
    let Body::Sentences { first, rest } = body else { return None };
    let [then] = rest.as_slice() else { return None };
    let only = |sentence: &'_ Sentence| match sentence {
        Sentence::Plain { prefix: None, clauses, suffix: None, x: None } => match &clauses.0.first {
            Clause::Imperative { verbs } if clauses.0.rest.is_empty() && verbs.rest.is_empty() => {
                Some(verbs.first.clone())
            }
            _ => None,
        },
        _ => None,
    };
    let chooses = only(first)?;
    if chooses.verb != (PlayerVerb::Choose { verb: ChooseVerb::ChooseColor { but: None } }) || chooses.each.is_some() {
        return None;
    }
    only(then)?;
    let Sentence::Plain { clauses, .. } = then else { return None };
    let Clause::Imperative { verbs } = &clauses.0.first else { return None };
    let PlayerVerb::Mana { verb: ManaVerb::AddMana { mana } } = &verbs.first.verb else { return None };
    matches!(mana, ManaAdded::OfThatColor | ManaAdded::AmountOfThatColor { .. })
        .then_some((mana, verbs.first.each.as_ref()))
}

/// Mana symbols that stand for mana of one kind each.
fn plain_mana(mana: &Mana) -> Lowered<Vec<Colors>> {
    mana.0
        .symbols
        .iter()
        .map(|symbol| match symbol {
            ManaSymbol::Color(color) => Ok(*color),
            ManaSymbol::Colorless => Ok(Colors::empty()),
            _ => decline(format!("`{symbol}` can't be added")),
        })
        .collect()
}

/// Returns whether something without a target adds mana: it is a mana ability then (CR 605.1a).
pub(super) fn adds_mana(script: &Script) -> bool {
    let adds = |instr: &Instr| matches!(instr, Instr::AddMana(..));
    script.parts.iter().any(|part| part.targets.is_empty() && part.code.iter().any(adds))
}

/// A mana ability that does other things before it adds mana: its script says when its mana is made.
pub(super) fn make_within_script(way: &mut Activatable) -> Lowered<()> {
    if way.cost.mana.is_some() || way.cost.parts.iter().any(|part| *part != CostPart::Tap) {
        return decline("a mana ability that does other things first and costs more than tapping isn't supported");
    }
    let [part] = way.script.parts.as_mut_slice() else { return decline("a mana ability with modes isn't supported") };
    make_at_once(&mut part.code);
    let places = part.code.iter().enumerate().filter(|(_, instr)| matches!(instr, Instr::AddMana(..)));
    let places: Vec<usize> = places.map(|(place, _)| place).collect();
    let loops = |(from, instr): (usize, &Instr)| match instr {
        Instr::ForEachPlayer(_, to) | Instr::ForEachObject(_, to) | Instr::Repeat(_, to) => {
            places.iter().any(|place| (from..usize::from(*to)).contains(place))
        }
        _ => false,
    };
    let ([place], false) = (places.as_slice(), part.code.iter().enumerate().any(loops)) else {
        return decline("a mana ability that adds mana several times isn't supported");
    };
    match std::mem::replace(&mut part.code[*place], Instr::MakeMana) {
        Instr::AddMana(Players::You, output) => way.mana = Some(output),
        _ => return decline("a mana ability that adds mana for others isn't supported"),
    }
    Ok(())
}

/// "For each nonland card revealed this way, add {G} and you gain 1 life": all of the mana is made at once, and then the rest is done for each.
/// Nothing can happen between these, as a mana ability has resolved before any player gets priority (CR 605.3b).
fn make_at_once(code: &mut [Instr]) {
    for place in 1..code.len() {
        if let Instr::AddMana(who, ManaOutput::Fixed(list)) = &code[place]
            && let ([color], Instr::Repeat(times, _)) = (list.as_slice(), &code[place - 1])
        {
            code[place] = Instr::AddMana(who.clone(), ManaOutput::Amount(times.clone(), *color));
            code.swap(place - 1, place);
        }
    }
}
