//! A position as JSON and on the terminal: all of it, or what one player may know.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use gauntlet_core::{Game, Player, Reason};
use serde::Serialize;

use crate::VERSION;
use crate::host::Host;
use crate::host::board::{AreaKind, Board, Thing, Waiting, mark_of};
use crate::output::grid::Tone;

/// The version of the layout of [`Document`].
const FORMAT: u32 = 1;

/// What a card is called that the viewer doesn't know.
const UNKNOWN: &str = "unknown card";

/// A position. Players are seats, 0 for who takes the first turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Document {
    format: u32,
    gauntlet: &'static str,
    game: &'static str,
    /// Who sees it like this; none where everything is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    seen_by: Option<usize>,
    turn: u32,
    moment: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    active: Option<usize>,
    players: Vec<PlayerLine>,
    /// What waits to resolve, the next one first.
    stack: Vec<StackLine>,
    areas: Vec<AreaLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    asked: Option<Asked>,
    /// What can be chosen, in the order of the game; none where it isn't the viewer who chooses.
    legal_actions: Vec<Choice>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Ended>,
    /// The game went no further because an agent failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    forfeit: Option<Forfeit>,
    /// It depends on what is hidden, too: who sees a part of it isn't told.
    #[serde(skip_serializing_if = "Option::is_none")]
    fingerprint: Option<String>,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct PlayerLine {
    id: u32,
    seat: usize,
    name: String,
    numbers: BTreeMap<&'static str, i32>,
    notes: Vec<String>,
    legal_actions: Vec<usize>,
}

/// What lies somewhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct AreaLine {
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<u8>,
    objects: Vec<ObjectLine>,
}

/// A card, or something else that lies on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ObjectLine {
    /// By this, `legal_actions` and other objects mean it.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<u32>,
    name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    cost: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    types: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    text: Vec<String>,
    /// Power and toughness or the like, as it is now.
    #[serde(skip_serializing_if = "String::is_empty")]
    size: String,
    tapped: bool,
    /// Whether it is attached to the one before it, or to the one that that is attached to.
    attached: bool,
    notes: Vec<String>,
    /// The seats of those who don't know it.
    hidden_from: Vec<usize>,
    /// The numbers of the legal actions that are about it.
    legal_actions: Vec<usize>,
}

/// Something that waits to resolve: it knows its action, what it is from, and its game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct StackLine {
    #[serde(flatten)]
    object: ObjectLine,
    kind: &'static str,
    stage: &'static str,
    controller: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<ActionLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<Named>,
    targets: Vec<Named>,
    game: GameLine,
}

/// What something on the stack does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct ActionLine {
    /// The number of the ability among those of the game.
    ability: u32,
    text: String,
}

/// The game that something on the stack belongs to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct GameLine {
    name: &'static str,
    /// How many games it is played within.
    within: usize,
}

/// An object or player that is referred to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Named {
    id: u32,
    name: String,
}

/// What is asked, and of whom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Asked {
    player: usize,
    /// None where the viewer isn't the one who is asked: a question may name cards that only that one sees.
    #[serde(skip_serializing_if = "Option::is_none")]
    question: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    about: Option<u32>,
}

/// A legal action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Choice {
    number: usize,
    action: String,
    /// What it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    object: Option<u32>,
}

/// How the game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Ended {
    winner: Option<usize>,
    reason: Reason,
}

/// One object and what can be done with it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Alone<'d> {
    /// The object; none if it is a player.
    #[serde(skip_serializing_if = "Option::is_none")]
    object: Option<&'d ObjectLine>,
    /// The legal actions that are about it.
    legal_actions: Vec<&'d Choice>,
}

/// What a player knows of a thing.
struct Viewer<'g, H: Host> {
    game: &'g H::Game,
    viewer: Option<Player>,
    choices: Vec<Choice>,
}

impl<H: Host> Viewer<'_, H> {
    /// Returns whether the viewer doesn't know a thing; who sees everything still doesn't know what neither player does.
    fn is_unknown(&self, thing: &Thing) -> bool {
        match self.viewer {
            Some(viewer) => thing.unknown_to & 1 << viewer.index() != 0,
            None => thing.unknown_to == 3,
        }
    }

    fn about(&self, mark: Option<u32>) -> Vec<usize> {
        let about = self.choices.iter().filter(|choice| mark.is_some() && choice.object == mark);
        about.map(|choice| choice.number).collect()
    }

    fn object(&self, thing: &Thing) -> ObjectLine {
        let hidden_from = (0..2).filter(|seat| thing.unknown_to & 1 << seat != 0).collect();
        let card = if self.is_unknown(thing) { thing.seen_as } else { Some(thing.card) };
        let Some(card) = card else {
            // A mark may say which card it is, as may what has changed about it.
            let notes = if thing.mark.is_none() { thing.notes.clone() } else { Vec::new() };
            return ObjectLine {
                id: None,
                name: UNKNOWN.to_owned(),
                cost: String::new(),
                types: String::new(),
                text: Vec::new(),
                size: String::new(),
                tapped: thing.tapped,
                attached: thing.attached,
                notes,
                hidden_from,
                legal_actions: Vec::new(),
            };
        };
        let face = H::PARTS.boards.face(self.game, card);
        ObjectLine {
            id: thing.mark,
            name: face.name,
            cost: face.cost,
            types: face.types,
            text: face.text,
            size: if thing.size.is_empty() { face.size } else { thing.size.clone() },
            tapped: thing.tapped,
            attached: thing.attached,
            notes: thing.notes.clone(),
            hidden_from,
            legal_actions: self.about(thing.mark),
        }
    }

    fn on_stack(&self, waiting: &Waiting, names: &BTreeMap<u32, String>) -> StackLine {
        let object = self.object(&waiting.thing);
        let named = |id: u32| Named { id, name: names.get(&id).cloned().unwrap_or_else(|| "something".to_owned()) };
        let action = ActionLine { ability: waiting.action, text: waiting.does.clone() };
        StackLine {
            kind: waiting.kind,
            stage: waiting.stage,
            controller: waiting.controller.index(),
            // A way of casting tells the card.
            action: (!self.is_unknown(&waiting.thing)).then_some(action),
            // What a spell is from is itself.
            source: waiting.source.map(|id| match waiting.thing.mark == Some(id) {
                true => Named { id, name: object.name.clone() },
                false => named(id),
            }),
            targets: waiting.targets.iter().map(|id| named(*id)).collect(),
            game: GameLine { name: H::NAME, within: waiting.within },
            object,
        }
    }
}

/// What is known of a position by a player, or everything.
pub fn document<H: Host>(game: &H::Game, names: [&str; 2], viewer: Option<Player>) -> Document {
    let boards = H::PARTS.boards;
    let mut board = Board::default();
    boards.fill(game, names, viewer, &mut board);
    let waiting = boards.waiting(game, names);
    let to_act = game.to_act();
    let own = |player: Player| viewer.is_none_or(|viewer| viewer == player);
    let mut legal = Vec::new();
    if to_act.is_some_and(own) {
        game.legal_actions(&mut legal);
    }
    let choice = |(number, action): (usize, &<H::Game as Game>::Action)| Choice {
        number,
        action: boards.choice(game, *action, names),
        object: boards.pointed_at(game, *action),
    };
    let see = Viewer::<H> { game, viewer, choices: legal.iter().enumerate().map(choice).collect() };
    let areas: Vec<AreaLine> = boards
        .areas()
        .iter()
        .zip(&board.areas)
        .filter(|(area, _)| area.kind != AreaKind::Stack)
        .map(|(area, things)| {
            let mut objects: Vec<ObjectLine> = things.iter().map(|thing| see.object(thing)).collect();
            if area.kind == AreaKind::Hand {
                // Where one lies among others tells nothing.
                objects.sort_by_key(|object| object.name == UNKNOWN);
            }
            AreaLine { name: area.name, seat: area.seat, objects }
        })
        .collect();
    let mut called: BTreeMap<u32, String> = BTreeMap::new();
    let on_stack = waiting.iter().map(|waiting| see.object(&waiting.thing));
    for object in areas.iter().flat_map(|area| area.objects.iter().cloned()).chain(on_stack) {
        called.extend(object.id.map(|id| (id, object.name)));
    }
    called.extend(Player::BOTH.map(|player| (mark_of(player), names[player.index()].to_owned())));
    let player = |player: Player| {
        let (seat, id) = (player.index(), mark_of(player));
        let numbers = boards.numbers().iter().copied().zip(board.numbers[seat].iter().copied()).collect();
        let (name, notes) = (names[seat].to_owned(), board.notes[seat].clone());
        PlayerLine { id, seat, name, numbers, notes, legal_actions: see.about(Some(id)) }
    };
    Document {
        format: FORMAT,
        gauntlet: VERSION,
        game: H::NAME,
        seen_by: viewer.map(Player::index),
        turn: game.turn(),
        moment: board.moment.clone(),
        active: board.active.map(Player::index),
        players: Player::BOTH.map(player).to_vec(),
        stack: waiting.iter().map(|waiting| see.on_stack(waiting, &called)).collect(),
        areas,
        asked: to_act.map(|player| Asked {
            player: player.index(),
            question: own(player).then(|| boards.question(game, names)),
            about: if own(player) { boards.asked_for(game) } else { None },
        }),
        outcome: game
            .outcome()
            .map(|outcome| Ended { winner: outcome.winner.map(Player::index), reason: outcome.reason }),
        fingerprint: viewer.is_none().then(|| crate::host::recording::hex(game.fingerprint())),
        legal_actions: see.choices,
        forfeit: None,
    }
}

/// Who forfeited a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Forfeit {
    player: usize,
    /// What the agent did wrong; none for the other player, as it may tell what only the agent knew.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

impl Document {
    /// The same where the agent that is asked did something wrong, and the game went no further.
    pub fn with_fault(mut self, message: &str) -> Document {
        if let Some(Asked { player, .. }) = self.asked {
            let may_know = self.seen_by.is_none_or(|viewer| viewer == player);
            self.forfeit = Some(Forfeit { player, message: may_know.then(|| message.to_owned()) });
        }
        self
    }

    /// The object or player of this number by itself; `None` if there is none of it that the viewer knows.
    pub fn alone(&self, id: u32) -> Option<Alone<'_>> {
        let in_areas = self.areas.iter().flat_map(|area| &area.objects);
        let on_stack = self.stack.iter().map(|line| &line.object);
        let object = in_areas.chain(on_stack).find(|object| object.id == Some(id));
        let is_player = self.players.iter().any(|player| player.id == id);
        let legal_actions = self.legal_actions.iter().filter(|choice| choice.object == Some(id)).collect();
        (object.is_some() || is_player).then_some(Alone { object, legal_actions })
    }

    fn name(&self, seat: usize) -> &str {
        &self.players[seat].name
    }

    /// The legal actions in words, in the order of their numbers.
    pub fn choices(&self) -> impl Iterator<Item = &str> {
        self.legal_actions.iter().map(|choice| choice.action.as_str())
    }

    /// The turn, and whose it is.
    pub fn turn_told(&self) -> String {
        let whose = self.active.map_or(String::new(), |seat| format!(", {}", self.name(seat)));
        if self.turn == 0 { "Before the first turn".to_owned() } else { format!("Turn {}{whose}", self.turn) }
    }

    /// The turn, whose it is, and when in it.
    pub fn moment_told(&self) -> String {
        match self.moment.is_empty() {
            true => self.turn_told(),
            false => format!("{}: {}", self.turn_told(), self.moment),
        }
    }

    /// The different cards that the viewer sees whose names begin like this, each with what is printed on it.
    pub fn cards_told(&self, name: &str) -> Vec<String> {
        let begins = |object: &&ObjectLine| object.name.to_lowercase().starts_with(&name.to_lowercase());
        let in_areas = self.areas.iter().flat_map(|area| &area.objects);
        let seen = in_areas.chain(self.stack.iter().map(|line| &line.object));
        let mut cards: Vec<String> = Vec::new();
        for object in seen.filter(|object| object.name != UNKNOWN).filter(begins) {
            let lines = std::iter::once(&object.types).chain(&object.text).filter(|line| !line.is_empty());
            let text: String = lines.map(|line| format!("  {line}\n")).collect();
            let size = if object.size.is_empty() { String::new() } else { format!(" {}", object.size) };
            let cost = if object.cost.is_empty() { String::new() } else { format!(" {}", object.cost) };
            let told = format!("{}{cost}{size}\n{text}", object.name);
            if !cards.contains(&told) {
                cards.push(told);
            }
        }
        cards
    }

    /// What is asked, and the numbered choices.
    pub fn question_told(&self, colour: bool) -> String {
        let mut out = String::new();
        let heading = |line: &str| format!("{}\n", Tone::Bold.paint(line, colour));
        match (&self.asked, &self.outcome) {
            (Some(Asked { player, question, .. }), _) => {
                let question = question.as_ref().map_or(String::new(), |question| format!(": {question}"));
                out += &heading(&format!("{} chooses{question}", self.name(*player)));
                for Choice { number, action, .. } in &self.legal_actions {
                    let _ = writeln!(out, "  {number:>3}  {action}");
                }
            }
            (None, Some(Ended { winner, reason })) => {
                let who = winner.map_or("a draw".to_owned(), |seat| format!("{} has won", self.name(seat)));
                out += &heading(&format!("The game is over: {who} ({})", reason.name().replace('_', " ")));
            }
            (None, None) => {}
        }
        out
    }

    /// The position as people read it.
    pub fn told(&self, colour: bool) -> String {
        let mut out = String::new();
        let heading = |out: &mut String, line: &str| *out += &format!("{}\n", Tone::Bold.paint(line, colour));
        let seen = self.seen_by.map_or(String::new(), |seat| format!(" (as {} sees it)", self.name(seat)));
        heading(&mut out, &format!("{}{seen}", self.moment_told()));
        if let Some(Forfeit { player, message }) = &self.forfeit {
            let why = message.as_ref().map_or(".".to_owned(), |message| format!(": {message}"));
            let _ = writeln!(out, "Here {} forfeited the game{why}", self.name(*player));
        }
        for player in &self.players {
            let numbers: Vec<String> = player.numbers.iter().map(|(name, number)| format!("{name} {number}")).collect();
            out.push('\n');
            heading(&mut out, &format!("{}: {}", player.name, [numbers, player.notes.clone()].concat().join(", ")));
            self.tell_areas(&mut out, Some(player.seat));
        }
        if self.areas.iter().any(|area| area.seat.is_none() && !area.objects.is_empty()) {
            out.push('\n');
            self.tell_areas(&mut out, None);
        }
        if !self.stack.is_empty() {
            out.push('\n');
            heading(&mut out, "stack, the next one first");
            for line in &self.stack {
                let _ = writeln!(out, "  {} ({})", line.object.told(), line.stage);
            }
        }
        out.push('\n');
        out + &self.question_told(colour)
    }

    fn tell_areas(&self, out: &mut String, seat: Option<usize>) {
        let own = |area: &&AreaLine| area.seat.map(usize::from) == seat && !area.objects.is_empty();
        for area in self.areas.iter().filter(own) {
            let mut counted: Vec<(String, usize)> = Vec::new();
            for told in area.objects.iter().map(ObjectLine::told) {
                match counted.iter_mut().find(|(other, _)| *other == told) {
                    Some((_, count)) => *count += 1,
                    None => counted.push((told, 1)),
                }
            }
            let many = |(told, count): (String, usize)| if count == 1 { told } else { format!("{count} × {told}") };
            let line: Vec<String> = counted.into_iter().map(many).collect();
            let _ = writeln!(out, "  {:<18}{}", area.name, line.join("; "));
        }
    }
}

impl ObjectLine {
    /// The object in a line.
    pub fn told(&self) -> String {
        let mut told = self.name.clone();
        for part in [&self.cost, &self.size] {
            if !part.is_empty() {
                told += &format!(" {part}");
            }
        }
        // By its number more can be asked about it.
        if let (Some(id), false) = (self.id, self.legal_actions.is_empty()) {
            told += &format!(" [{id}]");
        }
        let tapped = self.tapped.then(|| "tapped".to_owned());
        let notes: Vec<String> = tapped.into_iter().chain(self.notes.iter().cloned()).collect();
        if notes.is_empty() { told } else { format!("{told} ({})", notes.join(", ")) }
    }
}

impl Alone<'_> {
    /// The object, its text, and what can be done with it.
    pub fn told(&self) -> String {
        let mut out = String::new();
        if let Some(object) = self.object {
            let _ = writeln!(out, "{}", object.told());
            for line in std::iter::once(&object.types).chain(&object.text).filter(|line| !line.is_empty()) {
                let _ = writeln!(out, "  {line}");
            }
        }
        for Choice { number, action, .. } in &self.legal_actions {
            let _ = writeln!(out, "  {number:>3}  {action}");
        }
        if self.legal_actions.is_empty() {
            out += "Nothing that can be chosen now is about it.\n";
        }
        out
    }
}
