//! Counters on objects and players (CR 122).

use crate::text::grammar::amount::{Amount, Count};
use crate::text::grammar::cost::Counters;
use crate::text::grammar::noun::{HowMany, Np, Nps, Quant};
use crate::text::grammar::object::Divided;
use crate::text::grammar::series::{Conjunction, Series};
use crate::text::grammar::words::{CounterWord, EnergySymbols, ListedCounter};
use crate::text::syntax::syntax;

syntax! {
    /// Putting counters on objects and players, moving and removing them.
    enum CountersVerb {
        PutCounters { counters: Counters, on: Nps } = ["puts|put" counters "on" [on singular]];
        PutCountersEqual { kind: CounterWord, amount: Amount, on: Nps } =
            ["puts|put a number of" kind "counters equal to" amount "on" [on singular]];
        PutCountersOnEqual { kind: CounterWord, on: Nps, amount: Amount } =
            ["puts|put a number of" kind "counters on" [on singular] "equal to" amount];
        RemoveCounters { counters: Counters, from: Nps } = ["removes|remove" counters "from" [from singular]];
        RemoveThose = ["removes|remove those counters"];
        RemoveAllOfThem { from: Np } = ["removes|remove all of them from" [from singular]];
        PutCountersTwo { counters: Counters, on: Np, more: Counters, also: Np } =
            ["puts|put" counters "on" [on singular] "and" more "on" [also singular]];
        PutCountersThree { counters: Counters, on: Np, more: Counters, also: Np, last: Counters, third: Np } =
            ["puts|put" counters "on" [on singular] "," more "on" [also singular] ", and" last "on" [third singular]];
        PutChoice { of: Series<Counters>, on: Np } = ["puts|put your choice of" of "on" [on singular]]
            where |v| matches!(v, CountersVerb::PutChoice { of, .. } if of.conjunction == Conjunction::Or);
        PutChoiceOfKind { of: Series<ListedCounter>, on: Np } = ["puts|put your choice of a" of "counter on" [on singular]]
            where |v| matches!(v, CountersVerb::PutChoiceOfKind { of, .. } if of.conjunction == Conjunction::Or);
        PutChoiceAmong { of: Series<ListedCounter>, on: Np } =
            ["puts|put your choice of a counter from among" of "on" [on singular]]
            where |v| matches!(v, CountersVerb::PutChoiceAmong { of, .. } if of.conjunction == Conjunction::And);
        PutTwoKinds { counters: Counters, more: Counters, on: Np } = ["puts|put" counters "and" more "on" [on singular]];
        PutTwoKindsEach { counters: Counters, more: Counters, each: Counters, on: Np } = ["puts|put" counters "," more ", and" each "on" [on singular]];
        Distribute { n: Count, kind: CounterWord, among: Divided } =
            ["distributes|distribute" n kind ["counter|counters" by n] "among" among];
        DistributeNow { n: Count, kind: CounterWord, among: Np } =
            ["distributes|distribute" n kind ["counter|counters" by n] "among" [among singular]] where |v| is_chosen_now(v);
        DistributeEqualNow { kind: CounterWord, amount: Amount, among: Np } =
            ["distributes|distribute a number of" kind "counters equal to" amount "among" [among singular]] where |v| is_chosen_now(v);
        PutUpToX { kind: CounterWord, on: Np } = ["puts|put up to X" kind "counters on" [on singular]];
        GetEnergyEqual { amount: Amount } = ["gets|get an amount of {E} equal to" amount];
        GetEnergy { n: EnergySymbols } = ["gets|get" n];
        GetXEnergy = ["gets|get X {E}"];
        GetThatMuchEnergy = ["gets|get that many {E}"];
        GetCounters { n: Count, kind: CounterWord } = ["gets|get" n kind ["counter|counters" by n]];
        GetCountersEqual { kind: CounterWord, amount: Amount } = ["gets|get a number of" kind "counters equal to" amount];
        LoseCounters { kind: Option<CounterWord> } = ["loses|lose all" kind "counters"];
        PutItsCounters { on: Np } = ["puts|put its counters on" [on singular]];
        PutThoseCounters { on: Np } = ["puts|put those counters on" [on singular]];
        MoveAny { kind: CounterWord, from: Np, onto: Np } =
            ["moves|move any number of" kind "counters from" [from singular] "onto" [onto singular]];
        MoveAnyKinds { from: Np, onto: Np } =
            ["moves|move any number of counters from" [from singular] "onto" [onto singular]];
        MoveAnyKindsTo { from: Np, to: Np } =
            ["moves|move any number of counters from" [from singular] "to" [to singular]];
        MoveSome { from: Np, onto: Np } = ["moves|move one or more counters from" [from singular] "onto" [onto singular]];
        MoveNewKinds { from: Np } = ["moves|move a counter of each kind not on ~ from" [from singular] "onto ~"];
        MoveCounter { kind: Option<CounterWord>, from: Np, onto: Np } = ["moves|move a" kind "counter from" [from singular] "onto" [onto singular]];
        MoveAll { kind: Option<CounterWord>, from: Np, onto: Np } =
            ["moves|move all" kind "counters from" [from singular] "onto" [onto singular]];
        DoubleEachCounter { on: Np } = ["doubles|double the number of each kind of counter on" [on singular]];
        DoubleCounters { kind: CounterWord, on: Np } = ["doubles|double the number of" kind "counters on" [on singular]];
    }
}

/// Returns whether what gets counters is chosen as they are put, and is no target.
fn is_chosen_now(verb: &CountersVerb) -> bool {
    let (CountersVerb::DistributeNow { among, .. } | CountersVerb::DistributeEqualNow { among, .. }) = verb else {
        return false;
    };
    let some = |n: &HowMany| matches!(n, HowMany::AnyNumber | HowMany::OneOrTwo | HowMany::OneTwoOrThree);
    matches!(among, Np::Quant { quant: Quant::Bare, .. })
        || matches!(among, Np::Quant { quant: Quant::Some { n }, .. } if some(n))
}
