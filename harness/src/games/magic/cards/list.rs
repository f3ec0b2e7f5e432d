//! `gauntlet cards list`: cards by what they are, and where they are written; `gauntlet cards status`: what is others than an archive has.

use std::path::PathBuf;

use clap::Args;
use gauntlet_cards::mana::ManaCost;
use gauntlet_cards::text::{Archive, CardBase, CardSource, Diagnostic};
use gauntlet_cards::types::{CardTypes, Colors, Subtype, Supertypes};
use gauntlet_core::suggest;
use gauntlet_magic::deck::Formats;
use rayon::prelude::*;
use serde::Serialize;

use super::load::{load, load_all};
use crate::error::Error;
use crate::games::magic::library::{database, open_database};
use crate::host::options::from_zero;
use crate::output::file::write_whole;
use crate::output::screen::{Exit, Screen, shown};
use crate::play::threads;

/// `gauntlet cards list`.
#[derive(Args, Clone, Debug)]
pub(super) struct ListArgs {
    /// Card files, card data, archives or folders of them [default: all cards that are found].
    files: Vec<PathBuf>,
    /// Cards whose name contains this, ignoring case.
    #[arg(long, value_name = "TEXT")]
    name: Option<String>,
    /// The card with this identifier: Scryfall's `oracle_id`.
    #[arg(long)]
    id: Option<String>,
    /// Cards with this type, supertype or subtype; can be given many times.
    #[arg(long = "type", value_name = "WORD")]
    types: Vec<String>,
    /// Cards whose text contains this; can be given many times.
    #[arg(long, value_name = "TEXT")]
    text: Vec<String>,
    /// Cards of exactly these colours: letters of WUBRG, or C for none.
    #[arg(long, value_name = "LETTERS")]
    color: Option<String>,
    /// Cards with this mana cost.
    #[arg(long, value_name = "COST")]
    cost: Option<ManaCost>,
    /// Cards with this mana value.
    #[arg(long, value_name = "N", value_parser = from_zero::<u8>, allow_negative_numbers = true)]
    mana_value: Option<u8>,
    /// Cards that were printed in this set.
    #[arg(long, value_name = "CODE")]
    set: Option<String>,
    /// Cards that are legal in this format.
    #[arg(long)]
    format: Option<String>,
    /// Cards that compile.
    #[arg(long, conflicts_with = "refused")]
    compiled: bool,
    /// Cards that don't.
    #[arg(long)]
    refused: bool,
    /// Say where each card is written.
    #[arg(long)]
    paths: bool,
    /// Write the cards to a new card file.
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Write a JSON object to the standard output and nothing else.
    #[arg(long)]
    json: bool,
}

/// A card as `--json` has it.
#[derive(Serialize)]
struct Listed<'a> {
    name: &'a str,
    file: &'a str,
    line: u32,
    #[serde(skip_serializing_if = "str::is_empty")]
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    compiles: Option<bool>,
}

/// The card and its faces.
fn faces(card: &CardSource) -> impl Iterator<Item = &CardSource> {
    std::iter::once(card).chain(&card.faces)
}

/// What is asked of cards, with words looked up.
struct Query<'a> {
    args: &'a ListArgs,
    name: Option<String>,
    types: Vec<Kind>,
    colors: Option<Colors>,
}

/// What a word of a type line is.
enum Kind {
    Type(CardTypes),
    Super(Supertypes),
    Sub(Subtype),
}

impl<'a> Query<'a> {
    fn new(args: &'a ListArgs) -> Result<Query<'a>, Error> {
        let kind = |word: &String| {
            let mut letters = word.chars();
            let capital: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
            let known =
                CardTypes::named(&capital).map(Kind::Type).or_else(|| Supertypes::named(&capital).map(Kind::Super));
            known
                .or_else(|| Subtype::from_name(&capital).map(Kind::Sub))
                .ok_or_else(|| Error::input(format!("--type: '{word}' isn't a type")))
        };
        let colors = args.color.as_deref().map(|letters| {
            let mut colors = Colors::empty();
            for letter in letters.to_uppercase().chars().filter(|letter| *letter != 'C') {
                colors |= Colors::from_letter(letter).ok_or_else(|| {
                    Error::input(format!("--color: '{letter}' isn't a colour: colours are W, U, B, R and G"))
                })?;
            }
            Ok::<Colors, Error>(colors)
        });
        Ok(Query {
            args,
            name: args.name.as_deref().map(str::to_lowercase),
            types: args.types.iter().map(kind).collect::<Result<Vec<_>, _>>()?,
            colors: colors.transpose()?,
        })
    }

    fn fits(&self, card: &CardSource) -> bool {
        let args = self.args;
        let colors = card.colors.unwrap_or_else(|| card.cost.as_ref().map_or(Colors::empty(), ManaCost::colors));
        let has_type = |kind: &Kind| match kind {
            Kind::Type(wanted) => faces(card).any(|face| face.types.contains(*wanted)),
            Kind::Super(wanted) => faces(card).any(|face| face.supertypes.contains(*wanted)),
            Kind::Sub(wanted) => faces(card).any(|face| face.subtypes.contains(*wanted)),
        };
        let says = |text: &String| faces(card).any(|face| face.lines.iter().any(|line| line.2.contains(text.as_str())));
        self.name.as_ref().is_none_or(|name| card.names().any(|own| own.to_lowercase().contains(name.as_str())))
            && args.id.as_ref().is_none_or(|id| card.facts.id.eq_ignore_ascii_case(id))
            && self.types.iter().all(has_type)
            && args.text.iter().all(says)
            && self.colors.is_none_or(|wanted| wanted == colors)
            && args.cost.as_ref().is_none_or(|cost| card.cost.as_ref() == Some(cost))
            && args.mana_value.is_none_or(|value| card.cost.as_ref().map_or(0, ManaCost::mana_value) == value)
            && args.set.as_ref().is_none_or(|set| card.facts.sets.iter().any(|own| own.eq_ignore_ascii_case(set)))
            && args.format.as_ref().is_none_or(|format| card.facts.is_legal(&format.to_lowercase()) == Some(true))
    }
}

pub(super) fn list(args: &ListArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let query = Query::new(args)?;
    if let Some(format) = args.format.as_ref().map(|format| format.to_lowercase())
        && Formats::table().find(&format).is_none()
        && let Some(near) = suggest::nearest(&format, Formats::table().names())
    {
        return Err(Error::input(format!("--format: there is no format '{format}'; did you mean '{near}'?")));
    }
    let (base, broken) = if args.files.is_empty() { load_all(&[])? } else { load(&args.files)? };
    let names: Vec<&str> = base.names().collect();
    let found: Vec<&CardSource> = threads::on_all(|| {
        names.par_iter().filter_map(|name| base.source(name)).filter(|card| query.fits(card)).collect()
    });
    let asked = args.compiled || args.refused;
    let compiles: Vec<Option<bool>> =
        threads::on_all(|| found.par_iter().map(|card| asked.then(|| base.check_card(&card.name).is_ok())).collect());
    let found: Vec<(&CardSource, Option<bool>)> =
        found.into_iter().zip(compiles).filter(|row| row.1.is_none_or(|compiles| compiles == args.compiled)).collect();
    if let Some(file) = &args.write {
        write_cards(file, &found, screen)?;
    }
    if found.is_empty() {
        screen.remark(&format!("none of {} cards is like that", names.len()));
    }
    let left_out = broken.iter().filter(|diagnostic| diagnostic.card.is_none()).count();
    if left_out > 0 {
        screen.remark(&format!("{left_out} entries aren't cards: `gauntlet cards check` says why"));
    }
    if args.json {
        let cards = found.iter().map(|(card, compiles)| Listed {
            name: &card.name,
            file: &card.file,
            line: card.line,
            id: &card.facts.id,
            compiles: *compiles,
        });
        screen.print_json(&cards.collect::<Vec<_>>())?;
        return Ok(Exit::Ok);
    }
    let line = |(card, _): &(&CardSource, Option<bool>)| match args.paths {
        true => format!("{}:{}: {}\n", card.file, card.line, card.name),
        false => format!("{}\n", card.name),
    };
    screen.print(&shown(&found.iter().map(line).collect::<String>()))?;
    Ok(Exit::Ok)
}

/// Writes cards to a file that isn't there yet.
fn write_cards(
    file: &std::path::Path,
    cards: &[(&CardSource, Option<bool>)],
    screen: &mut Screen<'_>,
) -> Result<(), Error> {
    if file.exists() {
        return Err(Error::input(format!("{} already exists: name another file with --write", file.display())));
    }
    let mut texts = Vec::new();
    for (card, _) in cards {
        match card.to_lines() {
            Some(text) => texts.push(text),
            None => screen.remark(&format!("{} isn't written: a card file can't say all that it is", card.name)),
        }
    }
    write_whole(file, texts.join("\n").as_bytes())
}

/// `gauntlet cards status`.
#[derive(Args, Clone, Debug)]
pub(super) struct StatusArgs {
    /// Card files, card data or folders of them that are compared with the archive.
    files: Vec<PathBuf>,
    /// An archive [default: the user's card database].
    #[arg(long, value_name = "FILE")]
    archive: Option<PathBuf>,
    /// Write a JSON object to the standard output and nothing else.
    #[arg(long)]
    json: bool,
}

/// What `cards status --json` says.
#[derive(Serialize)]
struct Status {
    /// The archive.
    file: PathBuf,
    cards: usize,
    /// It was compiled by this very compiler.
    current: bool,
    hash: String,
    /// Cards of the files that the archive has in another way, and those that it doesn't have.
    modified: Vec<String>,
    new: Vec<String>,
}

/// Says what archive there is, checks all of it, and compares files with it. The exit code is 1 if something in them is others.
pub(super) fn status(args: &StatusArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let wrong = |error: gauntlet_cards::text::ArchiveError| Error::cards(error.to_string());
    let archive = match &args.archive {
        Some(file) => std::sync::Arc::new(Archive::open(file).map_err(wrong)?),
        None => open_database()?.ok_or_else(|| {
            let file = database().map_or(String::new(), |file| format!(" at {}", file.display()));
            Error::cards(format!("there is no card database{file}: `gauntlet cards update` makes it"))
        })?,
    };
    archive.verify().map_err(wrong)?;
    let mut kept = CardBase::new();
    kept.add_archive(std::sync::Arc::clone(&archive));
    let mut status = Status {
        file: archive.path().to_owned(),
        cards: archive.len(),
        current: archive.is_current(),
        hash: archive.hash(),
        modified: Vec::new(),
        new: Vec::new(),
    };
    if !args.files.is_empty() {
        let (base, broken) = load(&args.files)?;
        for name in base.names() {
            match kept.source(name).filter(|card| card.name == name) {
                None => status.new.push(name.to_owned()),
                Some(_) if kept.fingerprint(name) != base.fingerprint(name) => status.modified.push(name.to_owned()),
                Some(_) => {}
            }
        }
        status.modified.extend(
            broken
                .iter()
                .filter_map(|diagnostic: &Diagnostic| diagnostic.card.clone())
                .filter(|name| base.source(name).is_none()),
        );
        status.modified.sort();
        status.modified.dedup();
    }
    let is_clean = status.modified.is_empty() && status.new.is_empty();
    if args.json {
        screen.print_json(&status)?;
    } else {
        let by = if status.current {
            "compiled by this version"
        } else {
            "compiled by another version: cards are compiled again when they are asked for, and `gauntlet cards update` renews it"
        };
        let mut out = format!("{}: {} cards, {by}\n", status.file.display(), status.cards);
        out.extend(status.modified.iter().map(|name| format!("modified: {name}\n")));
        out.extend(status.new.iter().map(|name| format!("new: {name}\n")));
        screen.print(&shown(&out))?;
    }
    Ok(if is_clean { Exit::Ok } else { Exit::Problems })
}
