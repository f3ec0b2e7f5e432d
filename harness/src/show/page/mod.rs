//! What a run's directory has, as one HTML file that needs nothing else.
//!
//! It is made from the files that [`crate::commands::session`] wrote, so it can be made of any run, of whichever game. The text is in
//! `assets/report.html`, a template; here is only what is put into it.

mod decks;
mod sheet;

use std::fs;
use std::path::Path;

use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment};
use serde::{Deserialize, Serialize};

use self::decks::DeckSection;
use self::sheet::Sheet;
use crate::error::Error;
use crate::show::metagame::{self, Metagame};
use crate::stats::interval::{self, Interval};
use crate::store::results::Earlier;

const TEMPLATE: &str = include_str!("../../../assets/report.html");
const STYLE: &str = include_str!("../../../assets/report.css");
const SCRIPT: &str = include_str!("../../../assets/report.js");
const CHARTS: &str = include_str!("../../../assets/uPlot.iife.min.js");
const CHARTS_STYLE: &str = include_str!("../../../assets/uPlot.min.css");
/// How often games are drawn again for the intervals of the metagame.
const SAMPLES: u32 = 1000;

/// What is read of `run.json`.
#[derive(Deserialize)]
struct Manifest {
    run: String,
    partial: bool,
    reproduce: String,
    gauntlet: String,
    game: String,
    command: String,
    seed: u64,
    on_the_play: String,
    max_turns: u32,
    max_actions: u64,
    #[serde(default)]
    best_of: u64,
    agents: Vec<Agent>,
    decks: Vec<Deck>,
    #[serde(default)]
    lists: Vec<Vec<String>>,
    #[serde(default)]
    deck_files: Vec<String>,
    counts: Counts,
}

#[derive(Deserialize)]
struct Agent {
    spec: String,
}

#[derive(Deserialize)]
struct Deck {
    name: String,
}

#[derive(Deserialize)]
struct Counts {
    games_planned: u64,
    games: u64,
    endings: std::collections::BTreeMap<String, u64>,
}

/// All that the page shows.
#[derive(Serialize)]
pub(crate) struct Page {
    title: String,
    run: String,
    gauntlet: String,
    reproduce: String,
    partial: bool,
    /// What was played, as terms and what they are.
    facts: Vec<(&'static str, String)>,
    /// What a reader must know before trusting a number.
    cautions: Vec<String>,
    heat: Option<Heat>,
    matchups: Vec<Line>,
    ranking: Vec<Line>,
    metagame: Option<Metagame>,
    decks: Vec<DeckSection>,
    lists: Vec<ListSection>,
    endings: Vec<(String, u64)>,
    /// Games that can be watched.
    pub(crate) games: Vec<WatchedMatchup>,
}

/// Some games of a matchup that can be watched.
#[derive(Serialize)]
pub(crate) struct WatchedMatchup {
    /// Who plays whom.
    pub(crate) title: String,
    /// The games in order.
    pub(crate) games: Vec<WatchedGame>,
}

/// A game that can be watched.
#[derive(Serialize)]
pub(crate) struct WatchedGame {
    /// The address of its page, from the report's folder.
    pub(crate) page: String,
    /// Who began, and how it ended.
    pub(crate) ended: String,
    /// Why it may not be the game that was counted.
    pub(crate) doubt: Option<String>,
}

/// What a deck was made of when it was played.
#[derive(Serialize)]
struct ListSection {
    deck: String,
    file: String,
    cards: Vec<String>,
}

/// A rate as it is shown: in words, and where it lies on a scale from 0 to 100.
#[derive(Clone, Serialize)]
struct Rate {
    /// Per cent.
    value: f64,
    text: String,
    low: f64,
    high: f64,
    span: String,
    /// "better" or "worse" than one half with 95%, all that are shown with it counted, or "open".
    verdict: &'static str,
}

impl Rate {
    /// A rate of this many games, shown among this many others.
    fn new(value: f64, low: f64, high: f64, games: u64, among: usize) -> Rate {
        let percent = |rate: f64| format!("{:.1}", 100.0 * rate);
        Rate {
            value: 100.0 * value,
            text: percent(value),
            low: 100.0 * low,
            high: 100.0 * high,
            span: format!("{}–{}", percent(low), percent(high)),
            verdict: match interval::stands_out(value, Interval { low, high }, games, among) {
                Some(true) => "better",
                Some(false) => "worse",
                None => "open",
            },
        }
    }
}

/// A matrix of win rates: the row's deck against the column's.
#[derive(Serialize)]
struct Heat {
    /// How closely the cells must stand: "", "dense" or "denser".
    room: &'static str,
    rows: Vec<HeatRow>,
}

#[derive(Serialize)]
struct HeatRow {
    deck: String,
    cells: Vec<Option<HeatCell>>,
}

#[derive(Serialize)]
struct HeatCell {
    rate: Rate,
    half: String,
    /// The rate without decimals, where there is little room.
    short: String,
    against: String,
    games: u64,
    mirror: bool,
    /// From −5 to 5: how far from one half.
    shade: i32,
}

/// A row of wins.
#[derive(Serialize)]
struct Line {
    deck: String,
    agent: String,
    against: Option<String>,
    against_agent: Option<String>,
    rate: Option<Rate>,
    games: u64,
    wins: u64,
    losses: u64,
    draws: u64,
    play: Option<f64>,
    draw: Option<f64>,
    turns: Option<f64>,
    /// The rate without the luck of the deal.
    luckless: Option<Rate>,
    /// The rate of first games, and of those after sideboarding.
    before: Option<f64>,
    after: Option<f64>,
    mirror: bool,
}

impl Page {
    /// Reads what the directory of a run has.
    ///
    /// # Errors
    /// If it has no run, or its files can't be read.
    pub(crate) fn read(dir: &Path) -> Result<Page, Error> {
        if Earlier::read(dir)?.is_none() {
            return Err(Error::input(Earlier::absent(dir)));
        }
        let path = dir.join("run.json");
        let bytes = fs::read(&path).map_err(|cause| Error::Read { path: path.clone(), cause })?;
        let manifest: Manifest = serde_json::from_slice(&bytes).map_err(|error| {
            Error::input(format!("{}: {error}; it may be of another version of gauntlet", path.display()))
        })?;
        let wins = Sheet::read(&dir.join("matchups.csv"))?.ok_or_else(|| {
            Error::input(format!(
                "{0} has no matchups.csv yet: finish the run with 'gauntlet resume {0}', or stop it with Ctrl-C",
                dir.display()
            ))
        })?;
        let totals = Sheet::read(&dir.join("decks.csv"))?.unwrap_or_default();
        let mut unfinished = 0.0_f64;
        for row in wins.rows() {
            if let (Some(won), Some(rate)) = (row.number("win_rate_if_won")?, row.number("win_rate")?) {
                unfinished = unfinished.max(won - rate);
            }
        }
        let matrix = manifest.command == "matrix" && manifest.decks.len() > 1;
        // What isn't whole, or has two agents, is no field; the page says nothing of it then.
        let metagame = if matrix { metagame::analyse(dir, None, SAMPLES).ok() } else { None };
        // What a reader looks at together: the more there is, the more of it seems to stand out by chance.
        let decks = manifest.decks.len();
        let pairings = match manifest.command.as_str() {
            "match" => 1,
            "field" => decks.saturating_sub(1),
            _ => decks * decks.saturating_sub(1) / 2,
        };
        let mut matchups: Vec<Line> =
            wins.rows().map(|row| Line::of_matchup(row, pairings)).collect::<Result<_, _>>()?;
        let mut ranking: Vec<Line> = totals.rows().map(|row| Line::of_deck(row, decks)).collect::<Result<_, _>>()?;
        ranking.retain(|line| line.games > 0);
        ranking.sort_by(|one, other| other.value().total_cmp(&one.value()));
        let heat = matrix.then(|| Heat::new(&manifest, &matchups));
        keep_telling(&manifest, &mut matchups);
        if manifest.command != "matrix" {
            ranking.clear();
        }
        let mut sections = decks::sections(dir)?;
        if manifest.command == "field" {
            sections.truncate(1);
        }
        let names = manifest.decks.iter().map(|deck| deck.name.clone());
        let files = manifest.deck_files.iter().cloned().chain(std::iter::repeat(String::new()));
        let lists = names.zip(files).zip(&manifest.lists);
        let lists = lists.filter(|(_, cards)| !cards.is_empty());
        let lists = lists.map(|((deck, file), cards)| ListSection { deck, file, cards: cards.clone() }).collect();
        Ok(Page {
            lists,
            title: title(&manifest),
            facts: facts(&manifest),
            cautions: cautions(&manifest, unfinished),
            endings: manifest
                .counts
                .endings
                .iter()
                .filter(|ending| *ending.1 > 0)
                .map(|(name, count)| (name.replace('_', " "), *count))
                .collect(),
            run: manifest.run,
            gauntlet: manifest.gauntlet,
            reproduce: manifest.reproduce,
            partial: manifest.partial,
            heat,
            matchups,
            ranking,
            metagame,
            decks: sections,
            games: Vec::new(),
        })
    }

    /// Returns whether its games were followed.
    pub(crate) fn has_details(&self) -> bool {
        !self.decks.is_empty()
    }

    /// Makes the page.
    ///
    /// # Errors
    /// None in practice: the template is ours.
    pub(crate) fn html(&self) -> Result<String, minijinja::Error> {
        let mut templates = Environment::new();
        templates.set_auto_escape_callback(|_| AutoEscape::Html);
        templates.set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?);
        templates.add_filter("one", |value: f64| format!("{value:.1}"));
        templates.add_filter("percent", |value: f64| format!("{:.1}", 100.0 * value));
        templates.add_template("report.html", TEMPLATE)?;
        let page = templates.get_template("report.html")?;
        let fixed =
            minijinja::context! { style => STYLE, script => SCRIPT, charts => CHARTS, charts_style => CHARTS_STYLE };
        let own = minijinja::Value::from(minijinja::value::Serde(self));
        page.render(minijinja::context! { ..own, ..fixed })
    }
}

/// Keeps of all matchups those that say something that isn't said elsewhere on the page, in the order in which they are shown.
fn keep_telling(manifest: &Manifest, matchups: &mut Vec<Line>) {
    match manifest.command.as_str() {
        // One side tells it all.
        "match" => matchups.truncate(1),
        "field" => {
            let hero = manifest.decks.first().map(|deck| deck.name.clone()).unwrap_or_default();
            matchups.retain(|line| line.deck == hero && !line.mirror);
            matchups.sort_by(|one, other| other.value().total_cmp(&one.value()));
        }
        // The matrix says it all, but for what has no room there.
        _ => {
            let more = |line: &Line| line.luckless.is_some() || line.before.is_some() || line.after.is_some();
            let name = |line: &Line| manifest.decks.iter().position(|deck| deck.name == line.deck);
            let other = |line: &Line| {
                manifest.decks.iter().position(|deck| Some(deck.name.as_str()) == line.against.as_deref())
            };
            matchups.retain(|line| more(line) && name(line) < other(line));
            for line in matchups {
                line.against = line.against.take().map(|other| format!("{} against {other}", line.deck));
            }
        }
    }
}

fn title(manifest: &Manifest) -> String {
    let decks: Vec<&str> = manifest.decks.iter().map(|deck| deck.name.as_str()).collect();
    match (manifest.command.as_str(), decks.as_slice()) {
        ("match", [one]) => format!("{one} against itself"),
        ("match", [one, other]) => format!("{one} against {other}"),
        ("field", [one, others @ ..]) => format!("{one} against {} decks", others.len()),
        _ => format!("{} decks against each other", decks.len()),
    }
}

fn facts(manifest: &Manifest) -> Vec<(&'static str, String)> {
    let agents: Vec<&str> = manifest.agents.iter().map(|agent| agent.spec.as_str()).collect();
    let seats = match manifest.on_the_play.as_str() {
        "swap" => "each seed twice, with seats swapped".to_owned(),
        side => format!("side {} always takes the first turn", side.to_uppercase()),
    };
    let mut facts = vec![
        ("Game", manifest.game.clone()),
        ("Games", grouped(manifest.counts.games)),
        ("Agents", agents.join(" against ")),
        (
            "Matches",
            if manifest.best_of > 1 {
                format!("best of {}: rates are of matches", manifest.best_of)
            } else {
                String::new()
            },
        ),
        ("Seats", seats),
        ("Seed", manifest.seed.to_string()),
        ("Limits", format!("{} turns, {} choices", manifest.max_turns, grouped(manifest.max_actions))),
    ];
    facts.retain(|fact| !fact.1.is_empty());
    facts
}

/// A number with thin spaces between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let first = (digits.len() - 1) % 3 + 1;
    let rest = (first..digits.len()).step_by(3).map(|place| format!("\u{202f}{}", &digits[place..place + 3]));
    digits[..first].to_owned() + &rest.collect::<String>()
}

/// `unfinished` is by how much a rate could be higher if the games that nobody finished were won.
fn cautions(manifest: &Manifest, unfinished: f64) -> Vec<String> {
    let mut lines = Vec::new();
    let ended = |reason: &str| manifest.counts.endings.get(reason).copied().unwrap_or(0);
    let share = |count: u64| format!("{} of {} games", grouped(count), grouped(manifest.counts.games));
    if manifest.partial {
        lines.push(format!(
            "The run is not finished: {} of {} games were played.",
            grouped(manifest.counts.games),
            grouped(manifest.counts.games_planned)
        ));
    }
    let limited = ended("turn_limit") + ended("action_limit");
    if limited > 0 {
        lines.push(format!(
            "{} reached a limit of turns or choices; they count as draws. Were they all won or all lost, a rate could move by up to {:.1} points.",
            share(limited),
            100.0 * unfinished
        ));
    }
    if ended("engine_error") > 0 {
        lines.push(format!(
            "{} failed in the engine and count as draws: see errors.jsonl.",
            share(ended("engine_error"))
        ));
    }
    lines
}

impl Line {
    /// The rate in per cent; 0 without games.
    fn value(&self) -> f64 {
        self.rate.as_ref().map_or(0.0, |rate| rate.value)
    }

    fn of_matchup(row: sheet::Row<'_>, among: usize) -> Result<Line, Error> {
        let line = Line::of(row, "deck_a", "agent_a", among)?;
        let (against, agent) = (row.text("deck_b")?.to_owned(), row.text("agent_b")?.to_owned());
        let mirror = against == line.deck && agent == line.agent;
        // The interval from pairs, where there is one, is the better one; a mirror's has no width.
        let paired = row.number("paired_low")?.zip(row.number("paired_high")?).filter(|_| !mirror);
        let rate = match (line.rate.as_ref(), paired) {
            (Some(rate), Some((low, high))) if line.games >= 60 => {
                Some(Rate::new(rate.value / 100.0, low, high, line.games, among))
            }
            (rate, _) => rate.cloned(),
        };
        Ok(Line { against: Some(against), against_agent: Some(agent), mirror, rate, ..line })
    }

    fn of_deck(row: sheet::Row<'_>, among: usize) -> Result<Line, Error> {
        Line::of(row, "deck", "agent", among)
    }

    fn of(row: sheet::Row<'_>, deck: &str, agent: &str, among: usize) -> Result<Line, Error> {
        // With --best-of it is matches that are counted.
        let of = |name: &str| if row.has("match_win_rate") { format!("match_{name}") } else { name.to_owned() };
        let interval = row.number(&of("wilson_low"))?.zip(row.number(&of("wilson_high"))?);
        let games = row.count(if row.has("matches") { "matches" } else { "games" })?;
        let rate = row.number(&of("win_rate"))?.zip(interval);
        let rate = rate.map(|(value, (low, high))| Rate::new(value, low, high, games, among));
        let percent = |value: Option<f64>| value.map(|value| 100.0 * value);
        let optional = |name: &str| if row.has(name) { row.number(name) } else { Ok(None) };
        let luck = optional("luck_adjusted_low")?.zip(optional("luck_adjusted_high")?);
        // Where the variance is larger the plain rate is the surer one.
        let surer = optional("luck_variance_ratio")?.is_some_and(|ratio| ratio > 1.0);
        let luck = optional("luck_adjusted_win_rate")?.zip(luck).filter(|_| surer);
        Ok(Line {
            deck: row.text(deck)?.to_owned(),
            agent: row.text(agent)?.to_owned(),
            against: None,
            against_agent: None,
            rate,
            games,
            wins: row.count(&of("wins"))?,
            losses: row.count(&of("losses"))?,
            draws: row.count(&of("draws"))?,
            play: percent(row.number("win_rate_on_the_play")?),
            draw: percent(row.number("win_rate_on_the_draw")?),
            turns: row.number("mean_turns")?,
            luckless: luck.map(|(value, (low, high))| Rate::new(value, low, high, games, among)),
            before: percent(optional("win_rate_before_sideboarding")?),
            after: percent(optional("win_rate_after_sideboarding")?),
            mirror: false,
        })
    }
}

impl Heat {
    /// Of agent A's deck against agent B's. Where seats are fixed, rows of either seating are there; the first is side A's.
    fn new(manifest: &Manifest, matchups: &[Line]) -> Heat {
        let agents: Vec<&str> = manifest.agents.iter().map(|agent| agent.spec.as_str()).collect();
        let (first, last) = (agents.first().copied().unwrap_or_default(), agents.last().copied().unwrap_or_default());
        let find = |a: &str, b: &str| {
            matchups.iter().find(|line| {
                line.deck == a
                    && line.against.as_deref() == Some(b)
                    && line.agent == first
                    && line.against_agent.as_deref() == Some(last)
            })
        };
        let cell = |line: &Line| {
            let rate = line.rate.clone()?;
            Some(HeatCell {
                short: format!("{:.0}", rate.value),
                half: format!("{:.1}", (rate.high - rate.low) / 2.0),
                against: line.against.clone().unwrap_or_default(),
                games: line.games,
                mirror: line.mirror,
                shade: if line.mirror { 0 } else { ((rate.value - 50.0) / 6.0).round().clamp(-5.0, 5.0) as i32 },
                rate,
            })
        };
        let decks = || manifest.decks.iter().map(|deck| deck.name.as_str());
        let row = |a: &str| HeatRow { deck: a.to_owned(), cells: decks().map(|b| find(a, b).and_then(cell)).collect() };
        let room = match manifest.decks.len() {
            0..=10 => "",
            11..=24 => "dense",
            _ => "denser",
        };
        Heat { room, rows: decks().map(row).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn thousands_are_apart() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1\u{202f}000", "1\u{202f}234\u{202f}567"]);
    }
}
