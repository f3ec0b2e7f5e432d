//! What `gauntlet cards coverage` prints.

use std::fmt::Write as _;

use super::coverage::{By, Coverage, Part};
use crate::output::grid::{Cell, Grid, Tone, shorten};
use crate::output::screen::shown;

/// `75.2%`, or nothing of nothing.
fn percent(part: usize, total: usize) -> String {
    if total == 0 { "–".to_owned() } else { format!("{:.1}%", 100.0 * part as f64 / total as f64) }
}

/// The counts, and the first rows of the table.
pub(super) fn told(report: &Coverage, top: usize, width: usize, colour: bool) -> String {
    let mut out = String::new();
    let mut line = |what: &str, part: Part| {
        let _ = writeln!(out, "{} of {} {what} ({})", part.compiled, part.total, percent(part.compiled, part.total));
    };
    line("cards compile", report.cards);
    line("paragraphs compile", report.lines);
    if let Some(part) = report.top500 {
        line("most played cards compile", part);
    }
    if let Some(lists) = report.decks {
        line("lists can be played", Part { total: lists.total, compiled: lists.playable });
        line("lists can be played with their sideboards", Part { total: lists.total, compiled: lists.with_sideboard });
    }
    match report.passed_over {
        0 => {}
        1 => out.push_str("1 card of the data isn't counted: of another kind, or not legal in the format\n"),
        many => {
            let _ =
                writeln!(out, "{many} cards of the data aren't counted: of another kind, or not legal in the format");
        }
    }
    if report.rows.is_empty() {
        return out;
    }
    let mut grid = Grid::new(1);
    let with_lists = report.decks.is_some();
    let name = match report.by {
        By::Reason => "reason",
        By::Set => "set",
        By::Keyword => "keyword",
    };
    let mut headings = vec![name, "cards"];
    if report.by != By::Reason {
        headings.push("compile");
    }
    headings.push(if report.by == By::Reason { "unlocks" } else { "don't" });
    if with_lists {
        headings.extend(["lists", "unlocks"]);
        if report.by == By::Reason {
            headings.push("playable");
        }
    }
    grid.row(headings.into_iter().map(|heading| Cell::new(heading, Tone::Bold)).collect());
    for row in report.rows.iter().take(top) {
        let mut cells: Vec<Cell> =
            vec![shown(&shorten(&row.name, width.saturating_sub(45).max(20))).into(), row.cards.to_string().into()];
        if report.by == By::Reason {
            cells.push(row.unlocks.to_string().into());
        } else {
            cells.push(percent(row.compiled, row.cards).into());
            cells.push((row.cards - row.compiled).to_string().into());
        }
        if with_lists {
            cells.extend([row.lists.to_string().into(), row.unlocks_lists.to_string().into()]);
            if report.by == By::Reason {
                cells.push(row.playable.to_string().into());
            }
        }
        grid.row(cells);
    }
    out.push('\n');
    out.push_str(&grid.render_within(width, colour));
    if report.rows.len() > top {
        let _ = writeln!(out, "{} more rows: --top N shows more, --csv FILE has all", report.rows.len() - top);
    }
    out.push('\n');
    out.push_str(match report.by {
        By::Reason if with_lists => {
            "cards: kept by it; unlocks: kept by nothing else, of cards and of lists; playable: lists that can be played when it and all \
             above it are solved\n"
        }
        By::Reason => "cards: kept by it; unlocks: kept by nothing else\n",
        _ if with_lists => "lists: lack such a card; unlocks: lack only such cards\n",
        _ => "",
    });
    out
}
