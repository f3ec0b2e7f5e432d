//! Conditions in words.

use super::filter::caster_place;
use super::teller::Teller;
use super::words::{list_and, list_or};
use crate::designation::Daytime;
use crate::designation::Designation;
use crate::face_down::FaceDown;
use crate::filter::{Amount, Comparison, Condition, Objects, PlayerFilter, Step, Test, Zone};
use crate::text::COLOR_REGISTER;
use crate::types::Colors;

impl Teller<'_> {
    /// What holds: "you control a creature".
    pub(super) fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::Compare(Amount::Register(COLOR_REGISTER), Comparison::Equal, Amount::Const(place)) => {
                let color = u8::try_from(*place).map_or("another", Colors::name_of_mana);
                format!("the chosen color is {color}")
            }
            Condition::Compare(a, how, b) => format!("{} is {}", self.amount(a), self.compared(*how, b)),
            Condition::TurnOf(PlayerFilter::You) => "it's your turn".to_owned(),
            Condition::TurnOf(who) => format!("it's {} turn", self.who_fits(*who).of()),
            Condition::ObjectIs(what, filter) => {
                let there = match what {
                    Objects::Each(..) => "there is one that is",
                    _ => "is",
                };
                let what = self.objects(what).text;
                match self.noun(filter, None) {
                    noun if filter.tests.is_empty() => {
                        drop(noun);
                        format!("{what} is there")
                    }
                    noun => format!("{what} {there} {}", noun.one()),
                }
            }
            Condition::CanBeAttached(a, b) => {
                format!("{} could be attached to {}", self.objects(a).text, self.objects(b).text)
            }
            Condition::IsTarget(a, b) => {
                format!("{} is a target of {}", self.objects(a).text, self.objects(b).text)
            }
            Condition::Exists(zone, filter) => {
                format!("there is {}", self.noun(filter, Some(*zone)).one())
            }
            Condition::TopOfLibrary(filter) => {
                let yours = filter.clone().and(Test::Owner(PlayerFilter::You));
                format!("on top there is {}", self.noun(&yours, Some(Zone::Library)).one())
            }
            Condition::Kicked(n) => {
                format!("it was kicked by its {} optional cost", super::words::ordinal((*n).into()))
            }
            Condition::WasCast => format!("{} was cast", self.source()),
            Condition::WasDiscarded => format!("{} was discarded this turn", self.source()),
            Condition::CastFrom(zone) => format!("it was cast from {}", caster_place(*zone)),
            Condition::Targets(filter) => format!("a target of it is {}", self.noun(filter, None).one()),
            Condition::PutAway(how) => format!("{} was {} in an earlier turn", self.source(), face_down(*how)),
            Condition::Daytime(Daytime::Day) => "it's day".to_owned(),
            Condition::Daytime(Daytime::Night) => "it's night".to_owned(),
            Condition::Daytime(Daytime::Neither) => "it's neither day nor night".to_owned(),
            Condition::InStep(step) => format!("it's the {}", step_name(*step)),
            Condition::BeforeAttackers => "no attackers have been declared this turn".to_owned(),
            Condition::CombatPhase(number) => format!("it's combat phase {number} of the turn"),
            Condition::MainPhase(number) => format!("it's main phase {number} of the turn"),
            Condition::ExtraTurn => "it's an extra turn".to_owned(),
            Condition::InCombat => "it's combat".to_owned(),
            Condition::CostPaid(n) if usize::from(*n) + 1 == crate::ability::OPTIONAL_COSTS => {
                "its special cost was paid".to_owned()
            }
            Condition::CostPaid(n) => {
                format!("its {} optional cost was paid", super::words::ordinal((*n).into()))
            }
            Condition::DealtCombatDamage { by, alike } => {
                let by = self.noun(by, None).one();
                let alike =
                    if *alike { format!(" that shared a creature type with {}", self.source()) } else { String::new() };
                format!("a player was dealt combat damage this turn by {by}{alike}")
            }
            Condition::Did => "that was done".to_owned(),
            Condition::ChosenWord(_, word) => format!("the chosen word is {word}"),
            Condition::Blessed => "you have the city's blessing".to_owned(),
            Condition::TributePaid => "tribute was paid".to_owned(),
            Condition::Designated(who, what) => {
                let who = self.who_fits(*who);
                match what {
                    Designation::Monarch => who.does("be the monarch"),
                    Designation::Initiative => who.does("have the initiative"),
                    Designation::Completed(None) => format!("{} completed a dungeon", who.does("have")),
                    Designation::Completed(Some(n)) => {
                        let name = self.pool.dungeons().get(usize::from(*n)).map_or("a dungeon", |it| &it.name);
                        format!("{} completed {name}", who.does("have"))
                    }
                }
            }
            Condition::PlayerAttackedThisTurn(who) => {
                format!("{} attacked with a creature this turn", self.players(who).text)
            }
            Condition::All(all) => {
                let all: Vec<String> = all.iter().map(|one| self.condition(one)).collect();
                list_and(&all)
            }
            never if *never == Condition::NEVER => "something is so that never is".to_owned(),
            Condition::AnyOf(all) => {
                let all: Vec<String> = all.iter().map(|one| self.condition(one)).collect();
                list_or(&all)
            }
            Condition::Not(condition) => self.negation(condition),
        }
    }

    /// What doesn't hold.
    pub(super) fn negation(&self, condition: &Condition) -> String {
        match condition {
            Condition::Not(condition) => self.condition(condition),
            Condition::Compare(a, how, b) => {
                let opposite = match how {
                    Comparison::Equal => Comparison::NotEqual,
                    Comparison::NotEqual => Comparison::Equal,
                    Comparison::Less => Comparison::AtLeast,
                    Comparison::AtMost => Comparison::Greater,
                    Comparison::Greater => Comparison::AtMost,
                    Comparison::AtLeast => Comparison::Less,
                };
                format!("{} is {}", self.amount(a), self.compared(opposite, b))
            }
            Condition::Exists(zone, filter) => format!("there is no {}", self.noun(filter, Some(*zone)).singular()),
            Condition::Did => "that wasn't done".to_owned(),
            condition => format!("it isn't true that {}", self.condition(condition)),
        }
    }
}

/// How a card is face down or was put away.
pub(super) fn face_down(how: FaceDown) -> &'static str {
    match how {
        FaceDown::Up => "face up",
        FaceDown::Morph => "face down (as with morph)",
        FaceDown::Disguise => "face down with ward {2} (as with disguise)",
        FaceDown::Manifest => "face down (manifested)",
        FaceDown::Cloak => "face down with ward {2} (cloaked)",
        FaceDown::Foretold => "foretold",
        FaceDown::Plotted => "plotted",
    }
}

/// The name of a step.
pub(super) fn step_name(step: Step) -> &'static str {
    match step {
        Step::Untap => "untap step",
        Step::Upkeep => "upkeep",
        Step::Draw => "draw step",
        Step::PrecombatMain => "precombat main phase",
        Step::BeginCombat => "beginning of combat step",
        Step::DeclareAttackers => "declare attackers step",
        Step::DeclareBlockers => "declare blockers step",
        Step::FirstStrikeDamage => "first strike damage step",
        Step::CombatDamage => "combat damage step",
        Step::EndCombat => "end of combat step",
        Step::PostcombatMain => "postcombat main phase",
        Step::End => "end step",
        Step::Cleanup => "cleanup step",
    }
}
