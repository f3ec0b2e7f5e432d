//! Lowering: syntax tree → compiled form. A [`frame::Frame`] builds one script: its targets, registers and instructions, and what
//! the words that refer back ("it", "that creature", "that player", "that many") mean at each point.
//!
//! What the engine is expected to know:
//!
//! - **A thing that has moved** is `Target(n)`, `Event`, `Source` … for its power, controller and so on, as it last existed, and
//!   the register of the [`Instr::Move`](crate::effect::Instr::Move) for what is done to it next. If the move may not have happened, both are meant:
//!   `Union([what it was, Register(n)])`.
//! - **"If you do"** is [`Condition::Did`](crate::filter::Condition::Did) after `May`, `MayPay` or `Pay`; "you may sacrifice a creature" and the like are
//!   `MayPay`, so they are not offered if they can't be done; "sacrifice it. When you do" is `Pay`.
//! - **"Unless its controller pays"** is `MayPay` over a jump past the action.
//! - **"Instead"** replaces the code of the sentence before: `Unless(condition, other)`, new code, jump, old code.
//! - **"When you do"** and delayed triggers are abilities of the pool that share the registers; whatever else they refer to is
//!   put into a register before.
//! - **Kicked(n), CostPaid(n)**: optional costs are numbered from 0 in the order of `optional_costs`; the one alternative cost
//!   that is remembered (`named_cost`) is the last number that a spell keeps.
//! - **A mana ability** with more text has the rest as its script, after the mana.
//! - **ChooseColor** also leaves the colour's place (white 0 … green 4) in number register [`COLOR_REGISTER`](frame::COLOR_REGISTER).

mod ability;
mod amount;
mod at_one_time;
mod backup;
mod card;
mod casting;
mod casting_keyword;
mod clause;
mod clause_by_clause;
mod compared;
mod condition;
mod context;
mod continuous;
mod cost;
mod cost_change;
mod counters;
mod counts;
mod decline;
mod delayed;
mod depends;
mod described;
mod dungeon;
mod entering_keyword;
mod excess;
mod face_down;
mod faces;
mod filter;
mod finish;
mod flow;
mod frame;
mod graveyard;
mod instead;
mod joined;
mod keyword;
mod lasting;
mod lasting_clause;
mod limits;
mod mana;
mod mana_origin;
mod noun;
mod object;
mod opening;
mod outside;
mod play;
mod player;
mod player_gain;
mod player_rule;
mod prevent;
mod price;
mod program;
mod reflexive;
mod rider;
mod rule;
mod scripted_keyword;
mod sections;
mod sentence;
mod sets;
mod statics;
mod stored;
mod tax;
mod this_way;
mod together;
mod token;
mod trigger;
mod verb;
mod ways;
mod when;
mod where_x;
mod zones;

pub(crate) use self::card::{Face, Paragraph};
pub(crate) use self::faces::lower_card;
pub(crate) use self::filter::types_of_subtype;
pub(crate) use self::frame::COLOR_REGISTER;
pub(in crate::text) use self::program::lower_program;
pub(crate) use self::sections::Heading;
