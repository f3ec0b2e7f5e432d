//! Clauses that change objects for a time: which verbs last how long.

use super::clause::no_alternatives;
use super::depends::{On, depends};
use super::filter::unsupported;
use super::noun::Use;
use super::{Context, Frame, Lowered, decline};
use crate::effect::{Duration as Span, Instr, Modification};
use crate::filter::{Amount, Condition, Objects, Players, Zone};
use crate::text::grammar::noun::{Np, Nps};
use crate::text::grammar::object::{LastingItem, LastingVerb, NoUntap, Restriction};
use crate::text::grammar::series::Chain;

impl Context<'_> {
    /// "gains protection from the color of your choice": a branch for each choice, as the choice is locked in.
    pub(super) fn chosen_change(
        &mut self,
        frame: &mut Frame,
        objects: &Objects,
        verbs: &Chain<LastingItem>,
        dur: Option<Span>,
    ) -> Lowered<()> {
        let mut own = dur;
        for item in verbs.items() {
            if let Some(dur) = &item.dur {
                own = Some(self.span(dur)?);
            }
        }
        let Some(span) = own else { return decline("no duration is said for what is chosen") };
        for item in verbs.items() {
            let branch = |frame: &mut Frame, modification: Modification| {
                frame.emit(Instr::Continuous(objects.clone(), vec![modification], span));
            };
            match &item.verb {
                LastingVerb::GainsChoice { a, b } => {
                    let (other, end) = (frame.label(), frame.label());
                    frame.emit(Instr::May(Players::You, other));
                    branch(frame, Modification::AddKeywords(a.0));
                    frame.emit(Instr::Jump(end));
                    frame.mark(other);
                    branch(frame, Modification::AddKeywords(b.0));
                    frame.mark(end);
                }
                LastingVerb::GainsProtection | LastingVerb::BecomesChosenColor => {
                    frame.emit(Instr::ChooseColor(Players::You));
                    for (index, row) in crate::types::Colors::TABLE.iter().enumerate() {
                        let label = frame.label();
                        let chosen = Amount::Register(super::COLOR_REGISTER);
                        let is =
                            Condition::Compare(chosen, crate::filter::Comparison::Equal, Amount::Const(index as i32));
                        frame.emit(Instr::Unless(is, label));
                        branch(
                            frame,
                            match &item.verb {
                                LastingVerb::GainsProtection => {
                                    Modification::AddKeywords(crate::keyword::Keywords::PROTECTION[index])
                                }
                                _ => Modification::SetColors(row.0),
                            },
                        );
                        frame.mark(label);
                    }
                }
                LastingVerb::BecomesChosenCreatureType => {
                    frame.emit(Instr::ChooseCreatureType(Players::You));
                    branch(frame, Modification::SetChosenType);
                }
                LastingVerb::BecomesChosenLandType => {
                    frame.emit(Instr::ChooseLandType(Players::You));
                    branch(frame, Modification::SetChosenType);
                }
                LastingVerb::BecomesChosenLandTypeToo => {
                    frame.emit(Instr::ChooseLandType(Players::You));
                    branch(frame, Modification::AddChosenType);
                }
                verb => {
                    let modifications = self.lasting(frame, verb, item.each.as_ref())?;
                    frame.emit(Instr::Continuous(objects.clone(), modifications, span));
                }
            }
        }
        Ok(())
    }

    pub(super) fn lasting_clause(
        &mut self,
        frame: &mut Frame,
        what: &Nps,
        verbs: &Chain<LastingItem>,
        dur: Option<Span>,
    ) -> Lowered<()> {
        no_alternatives(verbs)?;
        let objects = self.objects_of(frame, what, Use::Act)?;
        if verbs.items().any(|item| is_choice(&item.verb)) {
            return self.chosen_change(frame, &objects, verbs, dur);
        }
        let before = frame.subject.replace(objects.clone());
        let items: Vec<&LastingItem> = verbs.items().collect();
        // A duration counts for the verbs before it that have none.
        let mut spans = Vec::new();
        let mut span_after = dur;
        for item in items.iter().rev() {
            if let Some(own) = &item.dur {
                span_after = Some(self.span(own)?);
            }
            spans.push(implied(&item.verb).or(span_after));
        }
        spans.reverse();
        let mut groups: Vec<(Span, Vec<Modification>)> = Vec::new();
        for (item, span) in items.iter().zip(spans) {
            let modifications = self.lasting(frame, &item.verb, item.each.as_ref())?;
            let span = match span {
                Some(span) => span,
                None if endless(&item.verb) => Span::Indefinite,
                // "It has ...", of a token that was just made.
                None if matches!(item.verb, LastingVerb::Has { .. })
                    && frame.mentions.last().is_some_and(|it| it.token && !it.source) =>
                {
                    Span::Indefinite
                }
                None => return unsupported("no duration is said for", &item.verb),
            };
            match groups.last_mut() {
                Some((last, all)) if *last == span => all.extend(modifications),
                _ => groups.push((span, modifications)),
            }
        }
        frame.subject = before;
        for (span, modifications) in groups {
            let rules_only = modifications.iter().all(|modification| matches!(modification, Modification::Restrict(_)))
                // What is said of one untap step of each doesn't go on for others.
                && span != Span::ControllersNextUntap;
            match &objects {
                // CR 611.2c: what changes no characteristics applies to objects that come later too.
                Objects::Each(Zone::Battlefield, filter)
                    if rules_only && matches!(what, Nps::One { np: Np::Quant { .. } }) =>
                {
                    if depends(filter, &[On::Registers, On::Target, On::Current]) {
                        return decline("what only this resolution knows is not remembered for what comes later");
                    }
                    frame.emit(Instr::ContinuousOn(filter.clone(), modifications, span));
                }
                objects => {
                    frame.emit(Instr::Continuous(objects.clone(), modifications, span));
                }
            }
        }
        Ok(())
    }
}

/// Whether a choice is made as the verb is carried out.
fn is_choice(verb: &LastingVerb) -> bool {
    matches!(
        verb,
        LastingVerb::GainsChoice { .. }
            | LastingVerb::GainsProtection
            | LastingVerb::BecomesChosenColor
            | LastingVerb::BecomesChosenCreatureType
            | LastingVerb::BecomesChosenLandType
            | LastingVerb::BecomesChosenLandTypeToo
    )
}

/// Durations that a verb has in itself.
fn implied(verb: &LastingVerb) -> Option<Span> {
    match verb {
        LastingVerb::DoesntUntap { when } => match when {
            NoUntap::ItsNext
            | NoUntap::TheirNext
            | NoUntap::TheirsNext
            | NoUntap::ThatPlayersNext
            | NoUntap::YourNext => Some(Span::ControllersNextUntap),
            NoUntap::Its | NoUntap::Your | NoUntap::Their => None,
        },
        LastingVerb::Restrict {
            restriction:
                Restriction::MustAttackThisTurn
                | Restriction::MustBlockThisTurn
                | Restriction::BlocksOneMoreThisTurn
                | Restriction::MustBeBlockedThisTurn
                | Restriction::IgnoresDefenderTurn,
        } => Some(Span::EndOfTurn),
        LastingVerb::CantBeBlockedTurnExcept { .. } => Some(Span::EndOfTurn),
        _ => None,
    }
}

/// Changes that have no end if none is said (CR 611.2a).
fn endless(verb: &LastingVerb) -> bool {
    matches!(
        verb,
        LastingVerb::Gains { .. }
            | LastingVerb::Loses { .. }
            | LastingVerb::LosesAll
            | LastingVerb::LosesThis
            | LastingVerb::Becomes { .. }
            | LastingVerb::BecomesMany { .. }
            | LastingVerb::IsA { .. }
            | LastingVerb::BecomesColor { .. }
            | LastingVerb::BecomesCopy { .. }
            | LastingVerb::BecomesCopyExcept { .. }
    )
}
