//! Conditions: a room for each family, named as in the grammar.

mod board;
mod cast;
mod combat;
mod deeds;
mod done;
mod moved;
mod objects;
mod players;
mod spells;
mod times;

pub(super) use self::times::early_turn;
use crate::filter::{Amount, Comparison, Condition, Objects, Players};
use crate::text::grammar::amount::{AtLeast, Num};
use crate::text::grammar::condition::{ConditionWords as Words, Conditions, LifeCmp};
use crate::text::grammar::noun::Np;
use crate::text::grammar::player::Player;
use crate::text::grammar::said::begins_with;
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::Frame;
use crate::text::lower::noun::Use;

pub(super) fn compare(a: Amount, comparison: Comparison, n: i32) -> Condition {
    Condition::Compare(a, comparison, Amount::Const(n))
}

/// "the difference" between two numbers of which one is said to be greater.
fn difference(condition: &Condition) -> Option<Amount> {
    let (more, less) = match condition {
        Condition::Compare(more, Comparison::Greater, less) | Condition::Compare(less, Comparison::Less, more) => {
            (more, less)
        }
        _ => return None,
    };
    Some(Amount::Difference(Box::new(more.clone()), Box::new(less.clone())))
}

pub(super) fn not(condition: Condition) -> Condition {
    Condition::Not(Box::new(condition))
}

pub(super) fn life_cmp(cmp: &LifeCmp) -> (Comparison, &Num) {
    match cmp {
        LifeCmp::OrLess { n } => (Comparison::AtMost, n),
        LifeCmp::OrMore { n } => (Comparison::AtLeast, n),
        LifeCmp::Exactly { n } => (Comparison::Equal, n),
    }
}

impl Context<'_> {
    /// One or two conditions.
    pub(super) fn conditions(&mut self, frame: &mut Frame, words: &Conditions) -> Lowered<Condition> {
        let condition = self.conditions_alone(frame, words)?;
        // "If ~ wasn't kicked, sacrifice it": what the condition is about, where nothing else is.
        let several = frame.discourse.mentions.last().is_some_and(|last| last.plural);
        if begins_with(words, "~") && !several && self.it(frame).is_err() {
            frame.mention_source(self.types);
        }
        Ok(condition)
    }

    fn conditions_alone(&mut self, frame: &mut Frame, words: &Conditions) -> Lowered<Condition> {
        Ok(match words {
            Conditions::One { a } => {
                let condition = self.condition(frame, a)?;
                frame.discourse.difference = difference(&condition);
                condition
            }
            Conditions::And { a, b } | Conditions::AndIf { a, b } => {
                Condition::All(vec![self.condition(frame, a)?, self.condition(frame, b)?])
            }
            Conditions::Or { a, b } | Conditions::OrIf { a, b } => {
                let both = [self.condition(frame, a)?, self.condition(frame, b)?];
                // "If its power is greater than ~'s power or its toughness than ~'s": "its" isn't what was named last.
                let of_itself = |one: &Condition| matches!(one, Condition::Compare(more, _, less) if more == less);
                if both.iter().any(of_itself) {
                    return decline("it is unclear what `its` refers to");
                }
                Condition::AnyOf(both.into())
            }
        })
    }

    /// One condition.
    pub(super) fn condition(&mut self, frame: &mut Frame, words: &Words) -> Lowered<Condition> {
        match words {
            Words::Board { what } => self.board_condition(frame, what),
            Words::Object { what } => self.object_condition(frame, what),
            Words::Cast { what } => self.cast_condition(frame, what),
            Words::Player { what } => self.player_condition(frame, what),
            Words::Time { what } => self.time_condition(frame, what),
            Words::Done { what } => self.done_condition(frame, what),
            Words::Moved { what } => self.moved_condition(frame, what),
            Words::Spells { what } => self.spells_condition(frame, what),
            Words::Combat { what } => self.combat_condition(frame, what),
            Words::Deed { what } => self.deed_condition(frame, what),
            Words::XIsOrMore { n } => {
                let x = self.x(frame)?;
                Ok(Condition::Compare(x, Comparison::AtLeast, self.number(frame, n)?))
            }
            Words::XIs { cmp } => {
                let x = self.x(frame)?;
                let (comparison, n) = self.comparison(frame, cmp)?;
                Ok(Condition::Compare(x, comparison, n))
            }
            Words::Amount { a, cmp } => {
                let a = self.amount(frame, a)?;
                let (comparison, n) = self.comparison(frame, cmp)?;
                Ok(Condition::Compare(a, comparison, n))
            }
        }
    }

    /// A count compared as the quantifier says.
    pub(super) fn at_least(&mut self, amount: Amount, n: &AtLeast) -> Condition {
        match n {
            AtLeast::OrMore { n } | AtLeast::AtLeast { n } => compare(amount, Comparison::AtLeast, n.0),
            AtLeast::OrFewer { n } => compare(amount, Comparison::AtMost, n.0),
            AtLeast::Exactly { n } => compare(amount, Comparison::Equal, n.0),
            AtLeast::Numeral { n } => compare(amount, Comparison::AtLeast, n.0),
            AtLeast::FewerThan { n } => compare(amount, Comparison::Less, n.0),
            AtLeast::DigitsOrMore { n } => compare(amount, Comparison::AtLeast, n.0),
            AtLeast::A | AtLeast::Another => compare(amount, Comparison::AtLeast, 1),
            AtLeast::No => compare(amount, Comparison::Equal, 0),
        }
    }

    /// A player phrase that means one player and announces no target.
    pub(super) fn single(&mut self, frame: &mut Frame, who: &Player) -> Lowered<Players> {
        let targets = frame.code.targets.len();
        let players = match who {
            // With two players, "an opponent" is the opponent.
            Player::AnOpponent => Players::Opponents,
            who => self.players(frame, who)?,
        };
        if frame.code.targets.len() > targets || players == Players::Each {
            return unsupported("the condition on", who);
        }
        Ok(players)
    }

    /// An object that is mentioned, "it" included.
    pub(super) fn one(&mut self, frame: &mut Frame, np: &Np) -> Lowered<Objects> {
        match np {
            Np::It => self.it_or_subject(frame),
            np => self.objects(frame, np, Use::Read),
        }
    }

    /// What holds of one player, or, of "a player", of one or the other.
    fn of_someone(
        &mut self,
        frame: &mut Frame,
        who: &Player,
        mut holds: impl FnMut(Players) -> Condition,
    ) -> Lowered<Condition> {
        if *who == Player::APlayer {
            return Ok(Condition::AnyOf([Players::You, Players::Opponents].map(&mut holds).to_vec()));
        }
        Ok(holds(self.single(frame, who)?))
    }
}
