//! Damage that is prevented (CR 615).

use std::sync::Arc;

use crate::text::grammar::effect::{Clauses, Sentence};
use crate::text::grammar::noun::{Noun, Np, Quant};
use crate::text::grammar::statics::{DealtBy, While};
use crate::text::grammar::trigger::DamageKind;
use crate::text::grammar::verb::Recipients;
use crate::text::grammar::words::CounterWord;
use crate::text::syntax::syntax;

syntax! {
    /// Damage that is prevented.
    enum PreventionStatic {
        PreventBy { kind: DamageKind, np: Np } = ["prevent all" kind "that would be dealt by" [np singular] "."];
        PreventOwn = ["if damage would be dealt to ~, prevent that damage."];
        PreventAnd { kind: DamageKind, to: Recipients, and: Arc<Clauses> } =
            ["if" kind "would be dealt to" to ", prevent that damage and" and "."]
            where |v| matches!(v, PreventionStatic::PreventAnd { and, .. } if and.is_done());
        SourcePreventAnd { noun: Noun, kind: DamageKind, to: Recipients, and: Arc<Clauses> } =
            ["if a" [noun singular] "would deal" kind "to" to ", prevent that damage and" and "."]
            where |v| matches!(v, PreventionStatic::SourcePreventAnd { and, .. } if and.is_done());
        PreventAndRemoveOne { has: CounterWord, kind: CounterWord } =
            ["if damage would be dealt to ~ while it has a" has "counter on it, prevent that damage and remove a" kind "counter from it."];
        PreventAndRemoveWould { kind: CounterWord } =
            ["if ~ would be dealt damage, prevent that damage and remove a" kind "counter from it."];
        PreventAndRemoveThen { kind: CounterWord } =
            ["if damage would be dealt to ~, prevent that damage. Remove a" kind "counter from ~."];
        PreventAndRemoveMany { has: CounterWord, kind: CounterWord } =
            ["if damage would be dealt to ~ while it has a" has "counter on it, prevent that damage and remove that many" kind "counters from it."];
        PreventAndRemoveWhen { has: CounterWord, kind: CounterWord, then: Arc<Clauses> } =
            ["if damage would be dealt to ~ while it has a" has "counter on it, prevent that damage and remove that many" kind
             "counters from it. When one or more counters are removed from ~ this way," then "."];
        PreventAndRemoveSelf { has: CounterWord, kind: CounterWord } =
            ["if damage would be dealt to ~ while it has a" has "counter on it, prevent that damage and remove a" kind "counter from ~."];
        PreventThen { kind: DamageKind, to: Recipients, then: Arc<Sentence> } =
            ["if" kind "would be dealt to" to ", prevent that damage." then]
            where |v| matches!(v, PreventionStatic::PreventThen { then, .. } if then.is_about_prevention());
        SourcePreventThen { noun: Noun, kind: DamageKind, to: Recipients, then: Arc<Sentence> } =
            ["if a" [noun singular] "would deal" kind "to" to ", prevent that damage." then]
            where |v| matches!(v, PreventionStatic::SourcePreventThen { then, .. } if then.is_about_prevention());
        DamageInstead { kind: DamageKind, to: Recipients, then: Arc<Clauses> } =
            ["if" kind "would be dealt to" to "," then "instead."]
            where |v| matches!(v, PreventionStatic::DamageInstead { then, .. } if then.puts_counters());
        SourceDamageInstead { noun: Noun, kind: DamageKind, to: Recipients, then: Arc<Clauses> } =
            ["if a" [noun singular] "would deal" kind "to" to "," then "instead."]
            where |v| matches!(v, PreventionStatic::SourceDamageInstead { then, .. } if then.puts_counters());
        PreventFromTo { kind: DamageKind, np: Np, to: Recipients } =
            ["prevent all" kind "that" [np singular] "would deal to" to "."];
        SourceInstead { np: Np, kind: DamageKind, to: Recipients, then: Arc<Clauses> } =
            ["if" [np singular] "would deal" kind "to" to ", instead" then "."]
            where |v| matches!(v, PreventionStatic::SourceInstead { np: Np::Itself | Np::Quant { quant: Quant::A, .. }, then, .. } if then.is_done());
        DamageInsteadDone { kind: DamageKind, to: Recipients, then: Arc<Clauses> } =
            ["if" kind "would be dealt to" to "," then "instead."]
            where |v| matches!(v, PreventionStatic::DamageInsteadDone { then, .. } if then.is_done() && !then.puts_counters());
        PreventTo { before: Option<While>, kind: DamageKind, to: Recipients, by: Option<DealtBy> } =
            [before "prevent all" kind "that would be dealt to" to by "."];
        PreventToYourTurn { kind: DamageKind, to: Recipients } =
            ["prevent all" kind "that would be dealt to" to "during your turn."];
        PreventToAndBy { kind: DamageKind, np: Np } =
            ["prevent all" kind "that would be dealt to and dealt by" [np singular] "."];
    }
}
