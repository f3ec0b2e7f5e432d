//! The rows of `cards.csv`, `mulligans.csv`, `resources.csv` and `turns.csv`; those of `fit.csv` are made beside.

use std::collections::BTreeMap;

use gauntlet_core::Game;
use serde::Serialize;

use crate::host::Host;
use crate::plan::experiment::Experiment;
use crate::plan::schedule::Entrant;
use crate::show::fit;
use crate::show::tables::{Table, Value, named};
use crate::stats::details::{CardSums, Details, Score, Vocabulary, unlock};
use crate::stats::tally::{PerSide, Side};

/// The tables of a run whose games were followed.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tables {
    /// A row for each card of each list.
    pub cards: Table,
    /// A row for each kind of opening hand.
    pub mulligans: Table,
    /// A row for each deck.
    pub resources: Table,
    /// A row for each own turn.
    pub turns: Table,
    /// A row for each deck and agent: whether the agent can play the deck.
    pub fit: Table,
}

/// One entrant's games against one opponent or, without, against all others.
#[derive(Clone, PartialEq, Debug)]
pub struct Sheet {
    /// Whose cards, hands and turns.
    pub entrant: Entrant,
    /// Against whom.
    pub opponent: Option<Entrant>,
    /// The sums.
    pub details: Details,
}

/// The sheets in the order of decks: first against all opponents, as in `decks.csv` without games against itself, then against each. Of
/// games against itself side A's are told.
pub fn sheets<G: Game + 'static>(
    experiment: &Experiment<G>,
    details: &BTreeMap<usize, PerSide<Details>>,
) -> Vec<Sheet> {
    let mut sheets: BTreeMap<(Entrant, Option<Entrant>), Details> = BTreeMap::new();
    for (index, told) in details {
        let pairing = &experiment.pairings[*index];
        for side in Side::BOTH {
            let (own, other) = (pairing.entrant(side), pairing.entrant(side.other()));
            if own != other {
                sheets.entry((own, None)).or_default().merge(&told[side]);
            }
            if own != other || side == Side::A {
                sheets.entry((own, Some(other))).or_default().merge(&told[side]);
            }
        }
    }
    let sheet = |((entrant, opponent), details)| Sheet { entrant, opponent, details };
    sheets.into_iter().map(sheet).filter(|sheet| !sheet.details.is_empty()).collect()
}

/// The different cards of a list, with the number of their copies, in its order.
pub fn cards_of<H: Host>(host: &H, deck: usize) -> Vec<(String, u64)> {
    let mut cards: Vec<(String, u64)> = Vec::new();
    for name in H::PARTS.lists.list(host, deck) {
        match cards.iter_mut().find(|card| card.0 == name) {
            Some(card) => card.1 += 1,
            None => cards.push((name, 1)),
        }
    }
    cards
}

/// All of the tables.
pub fn tables<H: Host>(host: &H, experiment: &Experiment<H::Game>, sheets: &[Sheet], words: &Vocabulary) -> Tables {
    let mut tables = Tables {
        cards: Table::default(),
        mulligans: Table::default(),
        resources: Table::default(),
        turns: Table::default(),
        fit: fit::table(experiment, &fit::fits(host, experiment, sheets)),
    };
    for sheet in sheets {
        let whose = || whose(experiment, sheet);
        let all = sheet.details.games;
        for ((name, copies), sums) in cards_of(host, sheet.entrant.deck).into_iter().zip(&sheet.details.cards) {
            let mut row = whose();
            row.extend(named([("card", Value::Text(name)), ("copies", Value::Count(copies))]));
            row.extend(card(sums, all));
            tables.cards.push(row);
        }
        for (key, [kept, given_back]) in &sheet.details.hands {
            let (on_the_play, facts) = unlock(*key);
            let mut row = whose();
            let seat = if on_the_play { "play" } else { "draw" };
            row.push(("seat".to_owned(), Value::Text(seat.to_owned())));
            row.extend(
                words.hand.iter().zip(facts).map(|(name, fact)| ((*name).to_owned(), Value::Count(fact.into()))),
            );
            row.extend(scored("kept", *kept));
            row.extend(scored("mulligan", *given_back));
            tables.mulligans.push(row);
        }
        tables.resources.push(resources(whose(), &sheet.details, words));
        for (index, sums) in sheet.details.turns.iter().enumerate() {
            let mut row = whose();
            row.push(("turn".to_owned(), Value::Count(index as u64 + 1)));
            row.extend(scored("reached", sums.reached));
            row.push(("ended".to_owned(), Value::Count(sums.ended)));
            for (name, sum) in words.series.iter().zip(&sums.series) {
                row.push(((*name).to_owned(), mean(*sum, sums.ended)));
            }
            for (name, leads) in words.leads.iter().zip(&sums.leads) {
                for (how, score) in ["behind", "even", "ahead"].iter().zip(leads) {
                    row.extend(scored(&format!("{name}_{how}"), *score));
                }
            }
            tables.turns.push(row);
        }
    }
    tables
}

fn whose<G: Game + 'static>(experiment: &Experiment<G>, sheet: &Sheet) -> Vec<(String, Value)> {
    let deck = |entrant| Value::Text(experiment.label(entrant).to_owned());
    let agent = |entrant| Value::Text(experiment.pilot(entrant).spec.clone());
    named([
        ("deck", deck(sheet.entrant)),
        ("agent", agent(sheet.entrant)),
        ("opponent", sheet.opponent.map_or(Value::Empty, deck)),
        ("opponent_agent", sheet.opponent.map_or(Value::Empty, agent)),
        ("games", Value::Count(sheet.details.games.0)),
    ])
}

fn mean(sum: u64, count: u64) -> Value {
    Value::rate((count > 0).then(|| sum as f64 / count as f64))
}

/// Games, the win rate in them, and its interval.
fn scored(name: &str, score: Score) -> [(String, Value); 4] {
    let rate = score.rate();
    let interval = score.wilson();
    [
        (format!("{name}_games"), Value::Count(score.0)),
        (format!("{name}_win_rate"), Value::rate(rate)),
        (format!("{name}_low"), Value::rate(rate.map(|_| interval.low))),
        (format!("{name}_high"), Value::rate(rate.map(|_| interval.high))),
    ]
}

fn card(sums: &CardSums, all: Score) -> Vec<(String, Value)> {
    let mut row = Vec::new();
    let [opening, drawn, held, played, stranded] = sums.scores;
    let kinds = [("opening", opening), ("drawn", drawn), ("held", held), ("played", played), ("stranded", stranded)];
    for (name, score) in kinds {
        row.extend(scored(name, score));
    }
    row.extend(scored("unseen", all.without(held)));
    for (name, copies) in ["opening", "drawn", "played", "stranded"].iter().zip(sums.copies) {
        row.push((format!("{name}_copies"), Value::Count(copies)));
    }
    let effect = sums.effect();
    row.extend(named([
        ("draw_effect", Value::rate(effect.map(|effect| effect.value))),
        ("draw_effect_low", Value::rate(effect.map(|effect| effect.low))),
        ("draw_effect_high", Value::rate(effect.map(|effect| effect.high))),
        ("draw_effect_games", Value::Count(effect.map_or(0, |effect| effect.games))),
    ]));
    row
}

fn resources(mut row: Vec<(String, Value)>, details: &Details, words: &Vocabulary) -> Vec<(String, Value)> {
    row.push(("win_rate".to_owned(), Value::rate(details.games.rate())));
    for (name, score) in words.conditions.iter().zip(&details.conditions) {
        row.push((format!("{name}_share"), mean(score.0, details.games.0)));
        row.extend(scored(name, *score));
        row.push((format!("no_{name}_win_rate"), Value::rate(details.games.without(*score).rate())));
    }
    for (name, sum) in words.amounts.iter().zip(&details.amounts) {
        row.push(((*name).to_owned(), Value::Count(*sum)));
        row.push((format!("{name}_per_game"), mean(*sum, details.games.0)));
    }
    row
}
