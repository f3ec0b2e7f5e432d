//! Card files as they are written: new cards, cards copied and moved, cards from a template and a table.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use gauntlet_cards::text::{CardBase, CardSource, Diagnostic};
use gauntlet_cards::types::Supertypes;

use super::load::{find_card, load, load_all};
use crate::error::Error;
use crate::output::file::write_whole;
use crate::output::screen::{Exit, Screen, shown};

/// `gauntlet cards new`.
#[derive(Args, Clone, Debug)]
pub(super) struct NewArgs {
    /// What the new card is called.
    name: String,
    /// Take everything else from this card.
    #[arg(long, value_name = "NAME")]
    from: Option<String>,
    /// Its type line, without a dash: 'Creature Bear', 'Legendary Creature Bear'. Give it again for more types [default: Sorcery].
    #[arg(long = "type", value_name = "TYPE", conflicts_with = "from")]
    types: Vec<String>,
    /// Its mana cost, as {1}{G}.
    #[arg(long, conflicts_with = "from")]
    cost: Option<String>,
    /// Its power and toughness, as 2/2.
    #[arg(long, conflicts_with = "from")]
    pt: Option<String>,
    /// A paragraph of its text, with ~ for its name; can be given many times.
    #[arg(long, value_name = "TEXT", conflicts_with = "from")]
    text: Vec<String>,
    /// Card files, card data or folders in which the other card is [default: all cards that are found].
    #[arg(long, value_name = "PATH")]
    cards: Vec<PathBuf>,
    /// Add it to the end of this card file, which is created if it doesn't exist [default: print it].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// `gauntlet cards copy` and `gauntlet cards move`.
#[derive(Args, Clone, Debug)]
pub(super) struct MoveArgs {
    /// The card.
    name: String,
    /// The card file that it goes to, which is created if it doesn't exist.
    to: PathBuf,
    /// Card files or folders in which it is [default: decks/cards].
    #[arg(long, value_name = "PATH")]
    cards: Vec<PathBuf>,
}

/// `gauntlet cards generate`.
#[derive(Args, Clone, Debug)]
pub(super) struct GenerateArgs {
    /// A card file in which <heading> stands for what a column of the table says.
    template: PathBuf,
    /// A table as CSV, with headings: each row makes the cards of the template.
    table: PathBuf,
    /// A new card file [default: print the cards].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Makes a card, from another or from what is said of it.
pub(super) fn new(args: &NewArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let text = match &args.from {
        Some(from) => {
            let (base, broken) = if args.cards.is_empty() { load_all(&[])? } else { load(&args.cards)? };
            let other = find_card(&base, &broken, from)?;
            renamed(other, &args.name)?
        }
        None => described(args),
    };
    let diagnostics = check(&text, args.out.as_deref().unwrap_or(Path::new("the new card")));
    // A text that isn't understood can be worked on; a line that isn't one can't be there.
    if let Some(wrong) = diagnostics.iter().find(|diagnostic| !is_about_text(diagnostic)) {
        return Err(Error::cards(shown(&wrong.to_string())));
    }
    match &args.out {
        None => screen.print(&text)?,
        Some(file) => append(file, &args.name, &text)?,
    }
    for diagnostic in &diagnostics {
        screen.remark(&shown(&diagnostic.to_string()));
    }
    Ok(if diagnostics.is_empty() { Exit::Ok } else { Exit::Problems })
}

fn is_about_text(diagnostic: &Diagnostic) -> bool {
    use gauntlet_cards::text::DiagnosticKind::{Ambiguous, Unread, Unsupported};
    matches!(diagnostic.kind, Unread | Unsupported | Ambiguous)
}

/// What is wrong with the cards of a text.
fn check(text: &str, file: &Path) -> Vec<Diagnostic> {
    let mut base = CardBase::new();
    let mut found = base.add_text(&file.display().to_string(), text);
    found.extend(base.names().filter_map(|name| base.check_card(name).err()).flatten());
    found
}

/// The lines of a card under another name. Where the text says its name, it says the new one.
fn renamed(card: &CardSource, name: &str) -> Result<String, Error> {
    let mut card = card.clone();
    if card.names().any(|own| own == name) {
        return Err(Error::input(format!("the new card has the name of the other, {name}")));
    }
    if !card.faces.is_empty() {
        let faces: Vec<&str> = card.names().collect();
        return Err(Error::input(format!(
            "{} has several faces ({}), which need names of their own: `gauntlet cards list --name NAME --write FILE` writes it to a file to work on",
            card.name,
            faces.join(", ")
        )));
    }
    for line in &mut card.lines {
        line.2 = line.2.replace(&card.name, "~");
    }
    name.clone_into(&mut card.name);
    card.to_lines().ok_or_else(|| Error::cards(format!("a card file can't say all that {name} would be")))
}

/// A card as it is said on the command line, or one that does as little as a card can.
fn described(args: &NewArgs) -> String {
    let mut text = format!("name {}\n", args.name);
    let sorcery = ["Sorcery".to_owned()];
    let types = if args.types.is_empty() { sorcery.as_slice() } else { args.types.as_slice() };
    let is_stub = args.types.is_empty() && args.text.is_empty() && args.pt.is_none();
    if let Some(cost) = args.cost.as_deref().or(is_stub.then_some("{2}")) {
        text += &format!("cost {cost}\n");
    }
    let mut types: Vec<&str> = types.iter().map(String::as_str).collect();
    for card_type in &mut types {
        // Supertypes have lines of their own.
        while let Some((word, rest)) = card_type.split_once(' ').filter(|(word, _)| Supertypes::named(word).is_some()) {
            text += &format!("super {word}\n");
            *card_type = rest.trim_start();
        }
    }
    for card_type in &types {
        text += &format!("type {card_type}\n");
    }
    let is_creature = types.iter().any(|card_type| card_type.split(' ').next() == Some("Creature"));
    if let Some(pt) = args.pt.as_deref().or(is_creature.then_some("1/1")) {
        text += &format!("pt {pt}\n");
    }
    let stub = ["Draw a card.".to_owned()];
    let lines = if is_stub { stub.as_slice() } else { args.text.as_slice() };
    for line in lines {
        text += &format!("text {line}\n");
    }
    text
}

/// Adds a card to a card file, if there is none of its name.
fn append(file: &Path, name: &str, text: &str) -> Result<(), Error> {
    let before = match fs::read_to_string(file) {
        Ok(before) => before,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(cause) => return Err(Error::Read { path: file.to_owned(), cause }),
    };
    let mut base = CardBase::new();
    // Others in the file may have mistakes.
    base.add_text(&file.display().to_string(), &before);
    if let Some(card) = base.own(name) {
        return Err(Error::input(format!(
            "{}:{}: {name} already exists and won't be overwritten",
            file.display(),
            card.line
        )));
    }
    let gap = match before.as_str() {
        "" => "",
        before if before.ends_with("\n\n") => "",
        before if before.ends_with('\n') => "\n",
        _ => "\n\n",
    };
    write_whole(file, format!("{before}{gap}{text}").as_bytes())
}

/// Copies a card to another file as it is written; `and_remove` takes it from its own.
pub(super) fn relocate(args: &MoveArgs, and_remove: bool, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let (base, broken) = load(&args.cards)?;
    let card = find_card(&base, &broken, &args.name)?;
    let from = PathBuf::from(&card.file);
    let text = fs::read_to_string(&from).map_err(|cause| match crate::host::shipped::is_shipped(&from) {
        true => Error::input(format!(
            "{} is one of the shipped cards: 'gauntlet deck export' writes them to a directory",
            card.name
        )),
        false => Error::Read { path: from.clone(), cause },
    })?;
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let start = (card.line as usize).saturating_sub(1);
    if lines.get(start).is_none_or(|line| !line.starts_with("name ")) {
        return Err(Error::input(format!(
            "{} isn't a card file: `gauntlet cards list --name NAME --write FILE` writes cards of data",
            from.display()
        )));
    }
    let is_end = |line: &&&str| line.trim().is_empty() || line.starts_with("name ");
    let end = lines[start + 1..].iter().position(|line| is_end(&line)).map_or(lines.len(), |at| start + 1 + at);
    let mut own = lines[start..end].concat();
    if !own.ends_with('\n') {
        own.push('\n');
    }
    append(&args.to, &card.name, &own)?;
    if and_remove {
        // With the blank line behind it.
        let after = end + usize::from(lines.get(end).is_some_and(|line| line.trim().is_empty()));
        write_whole(&from, [lines[..start].concat(), lines[after..].concat()].concat().as_bytes())?;
    }
    let done = if and_remove { "moved" } else { "copied" };
    screen.remark(&format!("{} is {done} from {} to {}", card.name, from.display(), args.to.display()));
    Ok(Exit::Ok)
}

/// Makes cards of a template and a table.
pub(super) fn generate(args: &GenerateArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let template =
        fs::read_to_string(&args.template).map_err(|cause| Error::Read { path: args.template.clone(), cause })?;
    let bytes = fs::read(&args.table).map_err(|cause| Error::Read { path: args.table.clone(), cause })?;
    let wrong = |what: String| Error::input(format!("{}: {what}", args.table.display()));
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(bytes.as_slice());
    let headings: Vec<String> =
        reader.headers().map_err(|error| wrong(error.to_string()))?.iter().map(str::to_owned).collect();
    if let Some(unused) = headings.iter().find(|heading| !template.contains(&format!("<{heading}>"))) {
        return Err(wrong(format!(
            "the column '{unused}' isn't in {}: there would be <{unused}>",
            args.template.display()
        )));
    }
    let mut cards = Vec::new();
    for row in reader.records() {
        let row = row.map_err(|error| wrong(error.to_string()))?;
        let mut card = template.trim_end().to_owned();
        for (heading, value) in headings.iter().zip(&row) {
            card = card.replace(&format!("<{heading}>"), value);
        }
        if let Some((_, rest)) = card.split_once('<')
            && let Some((unknown, _)) = rest.split_once('>')
        {
            return Err(wrong(format!("there is no column '{unknown}', which {} asks for", args.template.display())));
        }
        cards.push(card + "\n");
    }
    if cards.is_empty() {
        return Err(wrong("the table has no rows, so there are no cards to make".to_owned()));
    }
    let text = cards.join("\n");
    let diagnostics = check(&text, args.out.as_deref().unwrap_or(&args.template));
    if let Some(wrong) = diagnostics.iter().find(|diagnostic| !is_about_text(diagnostic)) {
        return Err(Error::cards(shown(&wrong.to_string())));
    }
    match &args.out {
        None => screen.print(&text)?,
        Some(file) if file.exists() => {
            return Err(Error::input(format!("{} already exists and won't be overwritten", file.display())));
        }
        Some(file) => write_whole(file, text.as_bytes())?,
    }
    for diagnostic in &diagnostics {
        screen.remark(&shown(&diagnostic.to_string()));
    }
    Ok(if diagnostics.is_empty() { Exit::Ok } else { Exit::Problems })
}
