//! What happened, for people and for tests. A battle has a journal only if it was asked for.

use crate::options::{HERO, Mode, VILLAIN};
use crate::policy::Ongoing;
use crate::state::{Lasts, Modifier, NONE, ORIGIN_LOCATION, Op, Place, Position, Trace};
use crate::vocabulary::Hear;
use gauntlet_core::Player;

/// A line of the battle log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// How far it is indented: one for each listener of the trace.
    pub indent: usize,
    /// The text.
    pub text: String,
}

/// A message that was delivered to a listener.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Delivery {
    /// Which.
    pub hear: Hear,
    /// The object that it is about.
    pub subject: u16,
    /// The object, or from [`ORIGIN_LOCATION`] on the location, that hears it.
    pub listener: u16,
    /// How long the trace is.
    pub depth: usize,
    /// The subject is no longer what and where it was when the message was sent.
    pub stale: bool,
}

/// A modifier that was given or taken away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    /// The card.
    pub card: u16,
    /// The object or location that made it.
    pub origin: u16,
    /// What it does.
    pub op: Op,
    /// How much.
    pub value: i32,
    /// Taken away, not given.
    pub removed: bool,
    /// A clone was made with it.
    pub copied: bool,
}

/// What happened in a battle.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Journal {
    /// The battle log.
    pub lines: Vec<Line>,
    /// Every delivery to a listener that does something.
    pub deliveries: Vec<Delivery>,
    /// Every change of a modifier.
    pub changes: Vec<Change>,
    /// How often an ongoing ability wanted to give a modifier.
    pub tried: usize,
    /// What was last told of pulled power: the card that gets it, the object it is from, and how much.
    pub(crate) pulled: Vec<(u16, u16, Op, i32)>,
    /// The names of the players: the first seat's, the second's.
    pub(crate) names: [String; 2],
}

/// The names of the three locations.
pub const LOCATIONS: [&str; 3] = ["Left Location", "Middle Location", "Right Location"];

impl Position {
    /// Begins to keep a journal; the players are called so, in the order of their seats. "You" is a name.
    pub fn keep_journal(&mut self, names: [&str; 2]) {
        self.journal = Some(Box::new(Journal { names: names.map(str::to_owned), ..Journal::default() }));
    }

    /// The journal, if one is kept.
    pub fn journal(&self) -> Option<&Journal> {
        self.journal.as_deref()
    }

    /// How many listeners are in a trace.
    pub(crate) fn depth(&self, mut trace: Trace) -> usize {
        let mut depth = 0;
        while trace != Trace::EMPTY {
            trace = self.scratch.traces[trace.0 as usize - 1].1;
            depth += 1;
        }
        depth
    }

    /// Adds a line to the log, if one is kept.
    pub(crate) fn say(&mut self, trace: Trace, extra: usize, text: impl FnOnce(&Position) -> String) {
        if self.journal.is_none() {
            return;
        }
        let line = Line { indent: self.depth(trace) + extra, text: text(self) };
        if let Some(journal) = &mut self.journal {
            journal.lines.push(line);
        }
    }

    /// What a player is called in the log.
    pub(crate) fn player_name(&self, player: Player) -> &str {
        self.journal.as_ref().map_or("", |journal| &journal.names[player.index()])
    }

    /// Whether the log may tell which cards a player draws and plays.
    pub(crate) fn open(&self, player: Player) -> bool {
        self.options.mode == Mode::Symmetric || player == HERO
    }

    pub(crate) fn origin_name(&self, origin: u16) -> &'static str {
        match origin.checked_sub(ORIGIN_LOCATION) {
            Some(location) => LOCATIONS[usize::from(location % 3)],
            None => &self.object_def(origin).name,
        }
    }

    fn whose_making(&self, object: u16, origin: u16) -> String {
        if object == origin { String::new() } else { format!(" from {}", self.origin_name(origin)) }
    }

    pub(crate) fn note_modifier(&mut self, object: u16, origin: u16, op: Op, value: i32, trace: Trace) {
        let card = self.slot_of(object);
        self.say(trace, 0, |position| {
            let (name, from) = (&position.object_def(object).name, position.whose_making(object, origin));
            let sign = if value > 0 { "+" } else { "" };
            match op {
                Op::AddPower => format!("{name} gains {sign}{value} power{from}"),
                Op::AddCost => format!("{name} gains {sign}{value} cost{from}"),
                Op::SetPower => format!("{name} has {value} power{from}"),
            }
        });
        let change = Change { card, origin, op, value, removed: false, copied: false };
        self.journal.as_mut().expect("a journal is kept").changes.push(change);
    }

    pub(crate) fn note_removed(&mut self, card: u16, modifier: &Modifier, told: bool, trace: Trace) {
        let Modifier { origin, op, value, .. } = *modifier;
        if told {
            self.say(trace, 0, |position| {
                let (name, from) = (position.name(card), position.whose_making(position.slot(card).object, origin));
                let sign = if value > 0 { "+" } else { "" };
                let what = if op == Op::AddCost { "cost" } else { "power" };
                format!("{name} loses {sign}{value} {what}{from}")
            });
        }
        let change = Change { card, origin, op, value, removed: true, copied: false };
        self.journal.as_mut().expect("a journal is kept").changes.push(change);
    }

    pub(crate) fn note_delivery(&mut self, hear: Hear, subject: u16, listener: u16, trace: Trace, sent: Option<Place>) {
        let slot = self.slot(self.slot_of(subject));
        let stale = slot.object != subject || sent.is_some_and(|place| place != slot.place);
        let delivery = Delivery { hear, subject, listener, depth: self.depth(trace), stale };
        self.journal.as_mut().expect("a journal is kept").deliveries.push(delivery);
    }

    /// Under [`Ongoing::Pull`], tells what has changed in pulled power since the last time.
    pub(crate) fn tell_pulled(&mut self) {
        if self.options.policy.ongoing != Ongoing::Pull || !self.ongoing {
            return;
        }
        let Some(mut journal) = self.journal.take() else { return };
        let mut now = Vec::new();
        for card in 0..self.slots.len() as u16 {
            self.each_pulled(card, |source, op, value| now.push((card, self.slot(source).object, op, value)));
        }
        let before = std::mem::take(&mut journal.pulled);
        self.journal = Some(journal);
        for (card, origin, op, value) in before.iter().filter(|entry| !now.contains(entry)) {
            let (origin, op, value) = (*origin, *op, *value);
            let modifier =
                Modifier { origin, op, lasts: Lasts::WhileOngoing, priority: 0, value, next: NONE, count: 1 };
            self.note_removed(*card, &modifier, true, Trace::EMPTY);
        }
        for (card, origin, op, value) in now.iter().filter(|entry| !before.contains(entry)) {
            self.note_modifier(self.slot(*card).object, *origin, *op, *value, Trace::EMPTY);
        }
        self.journal.as_mut().expect("a journal is kept").pulled = now;
    }

    /// The default names of the seats in a log.
    pub fn seat_names(mode: Mode) -> [&'static str; 2] {
        match mode {
            Mode::Symmetric => ["First", "Second"],
            Mode::Shipped => {
                let mut names = ["You"; 2];
                names[VILLAIN.index()] = "Villain";
                names
            }
        }
    }
}
