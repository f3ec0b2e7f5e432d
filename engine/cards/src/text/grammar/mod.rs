//! The grammar of card text. One room for each idea: noun phrases, amounts, verbs, triggers, conditions, costs, sentences.

pub(crate) mod ability;
pub(crate) mod amount;
pub(crate) mod condition;
pub(crate) mod cost;
pub(crate) mod draft;
pub(crate) mod effect;
pub(crate) mod keyword;
pub(crate) mod later;
pub(crate) mod noun;
mod noun_asked;
pub(crate) mod object;
pub(crate) mod particular;
pub(crate) mod player;
pub(crate) mod said;
pub(crate) mod series;
pub(crate) mod statics;
pub(crate) mod tax;
pub(crate) mod tense;
pub(crate) mod token;
pub(crate) mod trigger;
pub(crate) mod verb;
pub(crate) mod when;
pub(crate) mod words;
