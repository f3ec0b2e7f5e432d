//! A game as one HTML file in which it can be watched step by step.
//!
//! A [`Film`] follows a game as it is played: [`Film::before`] at each choice, [`Film::stopped`] where it ends. What it has seen becomes one
//! JSON document, in which everything that recurs (cards, things as they lie on the table, words) is written once, and a step says only
//! what is other than before. The page is `assets/game.html`; the document is drawn by `assets/game.js`.

mod document;

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

use gauntlet_core::{Audience, Game, Player, StoryLine};
use minijinja::{AutoEscape, Environment};

use self::document::{Asked, Document, NOBODY, Seen, Step, ThingLine, Told};
use crate::error::Error;
use crate::host::Host;
use crate::host::board::{Board, Face, Thing};
use crate::output::file::write_whole;

const TEMPLATE: &str = include_str!("../../../assets/game.html");
const STYLE: &str = include_str!("../../../assets/game.css");
const SCRIPT: &str = include_str!("../../../assets/game.js");

/// What a page says of its game beside what happened in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Caption {
    /// The page's title.
    pub title: String,
    /// Terms and what they are.
    pub facts: Vec<(&'static str, String)>,
    /// How the game ended, as a sentence.
    pub result: String,
    /// Whether it ended as it should.
    pub is_failure: bool,
    /// The command that shows the game on a terminal; empty if there is none.
    pub command: String,
}

/// What was seen of a game.
pub struct Film<H: Host> {
    names: [String; 2],
    legal: Vec<<H::Game as Game>::Action>,
    board: Board,
    turn: Option<u32>,
    cards: BTreeMap<u32, usize>,
    faces: Vec<(Face, Vec<usize>)>,
    things: BTreeMap<Thing, usize>,
    lines: Vec<ThingLine>,
    places: BTreeMap<String, usize>,
    words: Vec<String>,
    steps: Vec<Step>,
    story: Vec<Told>,
}

impl<H: Host> Film<H> {
    /// Nothing yet, of a game between players of these names, by seat.
    pub fn new(names: [&str; 2]) -> Film<H> {
        Film {
            names: names.map(str::to_owned),
            legal: Vec::new(),
            board: Board::default(),
            turn: None,
            cards: BTreeMap::new(),
            faces: Vec::new(),
            things: BTreeMap::new(),
            lines: Vec::new(),
            places: BTreeMap::new(),
            words: Vec::new(),
            steps: Vec::new(),
            story: Vec::new(),
        }
    }

    /// To be called with each choice before it is carried out. `told` are the lines of [`Host::tell`] since the last call.
    pub fn before(&mut self, game: &H::Game, player: Player, action: <H::Game as Game>::Action, told: &[StoryLine]) {
        self.step(game, Some((player, action)), told);
    }

    /// To be called where the game is over, or is followed no further.
    pub fn stopped(&mut self, game: &H::Game, told: &[StoryLine]) {
        self.step(game, None, told);
    }

    fn step(&mut self, game: &H::Game, taken: Option<(Player, <H::Game as Game>::Action)>, told: &[StoryLine]) {
        self.tell(told);
        let names = self.names.clone();
        let names = [names[0].as_str(), names[1].as_str()];
        let mut board = Board::default();
        H::PARTS.boards.fill(game, names, None, &mut board);
        let old = std::mem::take(&mut self.board);
        let is_first = self.steps.is_empty();
        let mut step = Step::default();
        if self.turn != Some(game.turn()) {
            self.turn = Some(game.turn());
            step.turn = self.turn;
        }
        if is_first || board.moment != old.moment {
            step.moment = Some(self.word(&board.moment));
        }
        if is_first || board.active != old.active {
            step.active = Some(board.active.map_or(-1, |player| player.index() as i32));
        }
        if is_first || board.numbers != old.numbers {
            step.numbers = Some(board.numbers.clone());
        }
        if is_first || board.notes != old.notes {
            step.notes = Some([0, 1].map(|seat: usize| board.notes[seat].iter().map(|note| self.word(note)).collect()));
        }
        for (number, things) in board.areas.iter().enumerate() {
            let before = old.areas.get(number).map_or(&[][..], Vec::as_slice);
            if before != things {
                let things = things.iter().map(|thing| self.thing(game, thing)).collect();
                step.areas.insert(number, things);
            }
        }
        for viewer in Player::BOTH {
            let mut seen = Board::default();
            H::PARTS.boards.fill(game, names, Some(viewer), &mut seen);
            if let Some(seen) = self.otherwise(game, &board, &seen) {
                step.seen.insert(viewer.index(), seen);
            }
        }
        step.asked = game.to_act().map(|player| self.asked(game, player, taken.map(|(_, action)| action), names));
        self.board = board;
        self.steps.push(step);
    }

    /// What a player sees that is other than what there is.
    fn otherwise(&mut self, game: &H::Game, board: &Board, seen: &Board) -> Option<Seen> {
        if board == seen {
            return None;
        }
        let mut other =
            Seen { numbers: (board.numbers != seen.numbers).then(|| seen.numbers.clone()), ..Seen::default() };
        for (number, things) in seen.areas.iter().enumerate() {
            if board.areas.get(number) != Some(things) {
                other.areas.insert(number, things.iter().map(|thing| self.thing(game, thing)).collect());
            }
        }
        Some(other)
    }

    fn asked(
        &mut self,
        game: &H::Game,
        player: Player,
        taken: Option<<H::Game as Game>::Action>,
        names: [&str; 2],
    ) -> Asked {
        let boards = H::PARTS.boards;
        let mut legal = std::mem::take(&mut self.legal);
        game.legal_actions(&mut legal);
        let marks: Vec<Option<u32>> = legal.iter().map(|action| boards.pointed_at(game, *action)).collect();
        let asked = Asked {
            player: player.index(),
            question: self.word(&boards.question(game, names)),
            about: boards.asked_for(game),
            choices: legal.iter().map(|action| self.word(&boards.choice(game, *action, names))).collect(),
            marks: if marks.iter().all(Option::is_none) { Vec::new() } else { marks },
            taken: taken.and_then(|taken| legal.iter().position(|action| *action == taken)),
        };
        self.legal = legal;
        asked
    }

    fn tell(&mut self, told: &[StoryLine]) {
        let step = self.steps.len();
        self.story.extend(told.iter().filter(|line| !line.text.trim().is_empty()).map(|line| {
            let text = line.text.trim_start_matches(' ');
            let secret_of = match line.audience {
                Audience::Everyone => None,
                Audience::Only(player) => Some(player.index()),
                Audience::Nobody => Some(NOBODY),
            };
            Told { step, level: (line.text.len() - text.len()) / 2, text: text.to_owned(), secret_of }
        }));
    }

    /// The number of a text that may come again.
    fn word(&mut self, word: &str) -> usize {
        if let Some(place) = self.places.get(word) {
            return *place;
        }
        self.places.insert(word.to_owned(), self.words.len());
        self.words.push(word.to_owned());
        self.words.len() - 1
    }

    fn face(&mut self, game: &H::Game, card: u32) -> usize {
        if let Some(place) = self.cards.get(&card) {
            return *place;
        }
        let place = self.faces.len();
        self.cards.insert(card, place);
        let face = H::PARTS.boards.face(game, card);
        let others = face.others.clone();
        self.faces.push((face, Vec::new()));
        self.faces[place].1 = others.into_iter().map(|other| self.face(game, other)).collect();
        place
    }

    fn thing(&mut self, game: &H::Game, thing: &Thing) -> usize {
        if let Some(place) = self.things.get(thing) {
            return *place;
        }
        let line = ThingLine {
            face: self.face(game, thing.card),
            mark: thing.mark,
            size: thing.size.clone(),
            notes: thing.notes.iter().map(|note| self.word(note)).collect(),
            tapped: thing.tapped,
            attached: thing.attached,
            unknown_to: thing.unknown_to,
            seen_as: thing.seen_as.map(|card| self.face(game, card)),
        };
        self.things.insert(thing.clone(), self.lines.len());
        self.lines.push(line);
        self.lines.len() - 1
    }

    /// The page.
    ///
    /// # Errors
    /// None in practice: the template is ours, and there is only text and numbers.
    pub fn html(&self, caption: &Caption) -> Result<String, Error> {
        let document = Document {
            format: 2,
            gauntlet: crate::VERSION,
            game: H::NAME,
            title: &caption.title,
            players: &self.names,
            facts: &caption.facts,
            result: &caption.result,
            failed: caption.is_failure,
            command: &caption.command,
            areas: H::PARTS.boards.areas(),
            numbers: H::PARTS.boards.numbers(),
            faces: self.faces.iter().map(|(face, others)| document::FaceLine { face, others }).collect(),
            things: &self.lines,
            words: &self.words,
            steps: &self.steps,
            story: &self.story,
        };
        // Only in texts can there be a "<", and without it none ends the element that the document is in.
        let document = serde_json::to_string(&document).map_err(io::Error::from)?.replace('<', "\\u003c");
        let broken = |error: minijinja::Error| Error::input(format!("the page can't be made: {error:#}"));
        let mut templates = Environment::new();
        templates.set_auto_escape_callback(|_| AutoEscape::Html);
        templates.add_template("game.html", TEMPLATE).map_err(broken)?;
        let Caption { title, result, .. } = caption;
        let page = minijinja::context! { title, result, document, style => STYLE, script => SCRIPT };
        templates.get_template("game.html").and_then(|template| template.render(page)).map_err(broken)
    }

    /// Writes the page to a file, and makes the folders that lead to it.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn write(&self, caption: &Caption, path: &Path) -> Result<(), Error> {
        let html = self.html(caption)?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let made = folder.map_or(Ok(()), fs::create_dir_all);
        let made = made.map_err(|cause| Error::Write { path: path.to_owned(), cause });
        made.and_then(|()| write_whole(path, html.as_bytes()))
    }
}
