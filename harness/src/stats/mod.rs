//! Sums of games, and what they say: functions of integers.

pub mod details;
pub mod equilibrium;
pub mod interval;
pub mod luck;
pub mod ratings;
pub mod sequence;
pub mod sprt;
pub mod spsa;
pub mod tally;
