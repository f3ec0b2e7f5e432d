//! The parts of the page about single decks: cards, opening hands, resources, turns. Which columns there are depends on the game.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;

use super::Rate;
use super::sheet::{Row, Sheet};
use crate::error::Error;
use crate::stats::interval;

/// Turns that fewer games than this share came to are not drawn: they jump about.
const LEAST_SHARE: f64 = 0.05;

/// Different cards of a usual deck: that many effects are looked at together.
const CARDS: usize = 24;

/// One deck.
#[derive(Serialize, Default)]
pub(super) struct DeckSection {
    deck: String,
    agent: String,
    games: u64,
    /// Whether the agent can play it; none in runs of versions that didn't look.
    fit: Option<FitLine>,
    cards: Vec<CardLine>,
    /// The names of what distinguishes hands in the table.
    hand_facts: Vec<String>,
    hands: Vec<HandLine>,
    conditions: Vec<Condition>,
    amounts: Vec<(String, f64)>,
    turns: Turns,
}

/// How well the agent plays the deck; shares in per cent.
#[derive(Serialize)]
struct FitLine {
    returned: Option<f64>,
    unplayed: Option<f64>,
    never: String,
    random: Option<f64>,
    poor: bool,
}

#[derive(Serialize)]
struct CardLine {
    card: String,
    copies: u64,
    opening: Scored,
    drawn: Scored,
    played: Scored,
    unseen: Scored,
    stranded: Scored,
    /// Of the games in which it came to hand, those in which it was in hand at the end.
    stranded_share: Option<f64>,
    effect: Option<Effect>,
}

/// Games, and the win rate in them.
#[derive(Serialize)]
struct Scored {
    games: u64,
    rate: Option<Rate>,
}

#[derive(Serialize)]
struct Effect {
    /// Percentage points.
    value: f64,
    text: String,
    span: String,
    low: f64,
    high: f64,
    verdict: &'static str,
}

#[derive(Serialize)]
struct HandLine {
    seat: String,
    facts: Vec<u64>,
    kept: Scored,
    given_back: Scored,
}

#[derive(Serialize)]
struct Condition {
    name: String,
    /// Per cent of all games.
    share: f64,
    with: Scored,
    /// Per cent won without.
    without: Option<f64>,
}

/// The curves by own turn.
#[derive(Serialize, Default)]
struct Turns {
    turn: Vec<u64>,
    reached: Vec<u64>,
    series: Vec<Curve>,
    leads: Vec<Lead>,
}

#[derive(Serialize)]
struct Curve {
    name: String,
    values: Vec<Option<f64>>,
}

#[derive(Serialize)]
struct Lead {
    name: String,
    /// Per cent of the games in which the deck was ahead, behind.
    ahead: Vec<Option<f64>>,
    behind: Vec<Option<f64>>,
    /// Per cent won of those.
    won_ahead: Vec<Option<f64>>,
    won_behind: Vec<Option<f64>>,
}

fn words(name: &str) -> String {
    name.replace('_', " ")
}

impl Scored {
    fn of(row: Row<'_>, name: &str) -> Result<Scored, Error> {
        let column = |what: &str| row.number(&format!("{name}_{what}"));
        let games = row.count(&format!("{name}_games"))?;
        let rate = match (column("win_rate")?, column("low")?, column("high")?) {
            (Some(value), Some(low), Some(high)) => Some(Rate::new(value, low, high, games, CARDS)),
            _ => None,
        };
        Ok(Scored { games, rate })
    }

    /// Of sums.
    fn sum((games, points): (u64, f64)) -> Scored {
        let interval = interval::wilson(points, games);
        let rate = (games > 0).then(|| Rate::new(points / games as f64, interval.low, interval.high, games, CARDS));
        Scored { games, rate }
    }
}

/// The decks whose games were followed, in the order of the files.
pub(super) fn sections(dir: &Path) -> Result<Vec<DeckSection>, Error> {
    let file = |name: &str| Sheet::read(&dir.join(name));
    let (Some(cards), Some(hands), Some(resources), Some(turns)) =
        (file("cards.csv")?, file("mulligans.csv")?, file("resources.csv")?, file("turns.csv")?)
    else {
        return Ok(Vec::new());
    };
    let fits = file("fit.csv")?;
    let mut sections: Vec<DeckSection> = Vec::new();
    for own in resources.rows() {
        // The first row of a deck is that against all others; one that has met only itself has no such row.
        let whose = Whose { deck: own.text("deck")?, agent: own.text("agent")?, opponent: own.text("opponent")? };
        if sections.iter().any(|section| section.deck == whose.deck && section.agent == whose.agent) {
            continue;
        }
        let (hand_facts, hand_lines) = opening_hands(&hands, &whose)?;
        let (conditions, amounts) = resources_of(&resources, own)?;
        sections.push(DeckSection {
            deck: whose.deck.to_owned(),
            agent: whose.agent.to_owned(),
            games: own.count("games")?,
            fit: fits.as_ref().map(|fits| fit(fits, &whose)).transpose()?.flatten(),
            cards: whose.rows(&cards)?.into_iter().map(card).collect::<Result<_, _>>()?,
            hand_facts,
            hands: hand_lines,
            conditions,
            amounts,
            turns: curves(&turns, &whose)?,
        });
    }
    Ok(sections)
}

fn fit(fits: &Sheet, whose: &Whose<'_>) -> Result<Option<FitLine>, Error> {
    for row in fits.rows() {
        if row.text("deck")? == whose.deck && row.text("agent")? == whose.agent {
            let percent = |name| Ok::<_, Error>(row.number(name)?.map(|share| 100.0 * share));
            return Ok(Some(FitLine {
                returned: percent("hands_returned_share")?,
                unplayed: percent("not_played_share")?,
                never: row.text("never_played")?.replace("; ", ", "),
                random: percent("against_random_win_rate")?,
                poor: row.text("mark")? == "poor",
            }));
        }
    }
    Ok(None)
}

/// Whose rows, against whom.
struct Whose<'a> {
    deck: &'a str,
    agent: &'a str,
    opponent: &'a str,
}

impl Whose<'_> {
    fn rows<'s>(&self, sheet: &'s Sheet) -> Result<Vec<Row<'s>>, Error> {
        let mut rows = Vec::new();
        for row in sheet.rows() {
            let same = row.text("deck")? == self.deck && row.text("agent")? == self.agent;
            if same && row.text("opponent")? == self.opponent {
                rows.push(row);
            }
        }
        Ok(rows)
    }
}

/// A difference in percentage points, with its sign.
fn points(difference: f64) -> String {
    let text = format!("{:+.1}", 100.0 * difference);
    if matches!(text.as_str(), "+0.0" | "-0.0") { "0.0".to_owned() } else { text.replace('-', "−") }
}

fn card(row: Row<'_>) -> Result<CardLine, Error> {
    let held = row.count("held_games")?;
    let stranded = Scored::of(row, "stranded")?;
    let effect = match (row.number("draw_effect")?, row.number("draw_effect_low")?, row.number("draw_effect_high")?) {
        (Some(value), Some(low), Some(high)) => Some(Effect {
            value: 100.0 * value,
            text: points(value),
            span: format!("{} to {}", points(low), points(high)),
            low: 100.0 * low,
            high: 100.0 * high,
            verdict: Rate::new(0.5 + value / 2.0, 0.5 + low / 2.0, 0.5 + high / 2.0, held, CARDS).verdict,
        }),
        _ => None,
    };
    Ok(CardLine {
        card: row.text("card")?.to_owned(),
        copies: row.count("copies")?,
        opening: Scored::of(row, "opening")?,
        drawn: Scored::of(row, "drawn")?,
        played: Scored::of(row, "played")?,
        unseen: Scored::of(row, "unseen")?,
        stranded_share: (held > 0).then(|| 100.0 * stranded.games as f64 / held as f64),
        stranded,
        effect,
    })
}

/// The facts of a hand, and on the play before on the draw.
type Kind<'a> = (Vec<u64>, std::cmp::Reverse<&'a str>);

/// The hands by seat and the first two of their facts; the rows of the file say more.
fn opening_hands(sheet: &Sheet, whose: &Whose<'_>) -> Result<(Vec<String>, Vec<HandLine>), Error> {
    const SHOWN: usize = 2;
    let facts: Vec<&String> = sheet
        .columns()
        .iter()
        .skip_while(|name| *name != "seat")
        .skip(1)
        .take_while(|name| *name != "kept_games")
        .take(SHOWN)
        .collect();
    let mut sums: BTreeMap<Kind<'_>, [(u64, f64); 2]> = BTreeMap::new();
    for row in whose.rows(sheet)? {
        let values = facts.iter().map(|fact| row.count(fact)).collect::<Result<Vec<_>, _>>()?;
        let sum = sums.entry((values, std::cmp::Reverse(row.text("seat")?))).or_default();
        for ((games, points), name) in sum.iter_mut().zip(["kept", "mulligan"]) {
            let more = row.count(&format!("{name}_games"))?;
            *games += more;
            // Rates are rounded: halves of points are not.
            let rate = row.number(&format!("{name}_win_rate"))?.unwrap_or(0.0);
            *points += (2.0 * rate * more as f64).round() / 2.0;
        }
    }
    let line = |((facts, std::cmp::Reverse(seat)), [kept, given_back]): (Kind<'_>, [_; 2])| HandLine {
        seat: seat.to_owned(),
        facts,
        kept: Scored::sum(kept),
        given_back: Scored::sum(given_back),
    };
    Ok((facts.into_iter().map(|name| words(name)).collect(), sums.into_iter().map(line).collect()))
}

/// What was true and what was counted: columns that end in `_share` and in `_per_game`.
#[expect(clippy::type_complexity, reason = "a pair of lists")]
fn resources_of(sheet: &Sheet, row: Row<'_>) -> Result<(Vec<Condition>, Vec<(String, f64)>), Error> {
    let (mut conditions, mut amounts) = (Vec::new(), Vec::new());
    for column in sheet.columns() {
        if let Some(name) = column.strip_suffix("_share") {
            conditions.push(Condition {
                name: words(name),
                share: 100.0 * row.number(column)?.unwrap_or(0.0),
                with: Scored::of(row, name)?,
                without: row.number(&format!("no_{name}_win_rate"))?.map(|rate| 100.0 * rate),
            });
        } else if let Some(name) = column.strip_suffix("_per_game") {
            amounts.push((words(name), row.number(column)?.unwrap_or(0.0)));
        }
    }
    Ok((conditions, amounts))
}

/// The turns that enough games came to. The series are the columns from `ended` to the first of the measures of who is ahead.
fn curves(sheet: &Sheet, whose: &Whose<'_>) -> Result<Turns, Error> {
    let mut rows = whose.rows(sheet)?;
    let all = rows.first().map_or(Ok(0), |row| row.count("reached_games"))?;
    let mut enough = 0;
    for row in &rows {
        if row.count("reached_games")? as f64 >= LEAST_SHARE * all as f64 && row.count("ended")? > 0 {
            enough += 1;
        }
    }
    rows.truncate(enough);
    let behind = "_behind_games";
    let series =
        sheet.columns().iter().skip_while(|name| *name != "ended").skip(1).take_while(|name| !name.ends_with(behind));
    let column = |name: &str| rows.iter().map(|row| row.number(name)).collect::<Result<Vec<_>, _>>();
    let per_cent = |name: &str| -> Result<Vec<Option<f64>>, Error> {
        Ok(column(name)?.into_iter().map(|rate| rate.map(|rate| 100.0 * rate)).collect())
    };
    let share = |name: &str| -> Result<Vec<Option<f64>>, Error> {
        let (some, all) = (column(name)?, column("reached_games")?);
        let of = |(some, all): (Option<f64>, Option<f64>)| Some(100.0 * some? / all.filter(|all| *all > 0.0)?);
        Ok(some.into_iter().zip(all).map(of).collect())
    };
    let counts = |name: &str| rows.iter().map(|row| row.count(name)).collect::<Result<Vec<_>, _>>();
    let leads = sheet.columns().iter().filter_map(|name| name.strip_suffix(behind));
    Ok(Turns {
        turn: counts("turn")?,
        reached: counts("reached_games")?,
        series: series
            .map(|name| Ok(Curve { name: words(name), values: column(name)? }))
            .collect::<Result<_, Error>>()?,
        leads: leads
            .map(|name| {
                Ok(Lead {
                    name: words(name),
                    ahead: share(&format!("{name}_ahead_games"))?,
                    behind: share(&format!("{name}_behind_games"))?,
                    won_ahead: per_cent(&format!("{name}_ahead_win_rate"))?,
                    won_behind: per_cent(&format!("{name}_behind_win_rate"))?,
                })
            })
            .collect::<Result<_, Error>>()?,
    })
}
