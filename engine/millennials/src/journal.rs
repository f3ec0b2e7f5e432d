//! What happened, for people and for tests. A battle has a journal only if it was asked for.

use crate::options::{HERO, Mode, VILLAIN};
use crate::policy::Ongoing;
pub use crate::state::{Change, Delivery, Journal, LOCATIONS, Line};
use crate::state::{Context, INDENT, Lasts, Modifier, ORIGIN_LOCATION, OUTDENT, Op, Place, Position, Trace};
use crate::vocabulary::Hear;
use gauntlet_core::{Audience, Player};

impl Position {
    /// Begins to keep a journal; the players have these names, in the order of their seats. "You" is a name.
    pub fn keep_journal(&mut self, names: [&str; 2]) {
        self.journal = Some(Box::new(Journal { names: names.map(str::to_owned), ..Journal::default() }));
    }

    /// The journal, if one is kept.
    pub fn journal(&self) -> Option<&Journal> {
        self.journal.as_deref()
    }

    /// How many listeners are in a trace.
    pub(crate) fn depth(&self, trace: Trace) -> usize {
        self.links(trace).filter(|link| !matches!(*link, INDENT | OUTDENT)).count()
    }

    /// The links of a trace, the last one first.
    fn links(&self, mut trace: Trace) -> impl Iterator<Item = u16> + '_ {
        std::iter::from_fn(move || {
            let (link, before) = *self.scratch.traces.get((trace.0 as usize).checked_sub(1)?)?;
            trace = before;
            Some(link)
        })
    }

    /// How far the log is indented after a trace.
    fn indent(&self, trace: Trace) -> isize {
        self.links(trace).map(|link| if link == OUTDENT { -1 } else { 1 }).sum()
    }

    /// Those who know what a card is: nobody does that lies in a deck.
    pub(crate) fn knowing(&self, card: u16) -> Audience {
        let slot = self.slot(card);
        if self.journal.as_ref().is_some_and(|journal| journal.revealing.contains(&card)) {
            return Audience::Everyone;
        }
        Audience::of(|player| match slot.place {
            // What was only just made is seen by who will have it, and then it is known where it goes.
            Place::Nowhere | Place::Lost => slot.known >> player.index() & 1 == 1,
            _ => !self.hidden_from(card, player),
        })
    }

    /// Those who know what an object is; everyone knows a location.
    pub(crate) fn knowing_object(&self, origin: u16) -> Audience {
        if origin >= ORIGIN_LOCATION { Audience::Everyone } else { self.knowing(self.slot_of(origin)) }
    }

    /// Adds a line to the log for those who may read it, if one is kept.
    pub(crate) fn say(
        &mut self,
        audience: Audience,
        trace: Trace,
        extra: isize,
        text: impl FnOnce(&Position) -> String,
    ) {
        if self.journal.is_none() {
            return;
        }
        let indent = usize::try_from(self.indent(trace) + extra).unwrap_or_default();
        let line = Line { indent, audience, text: text(self) };
        if let Some(journal) = &mut self.journal {
            journal.lines.push(line);
        }
    }

    /// Adds what cards and locations say to the log: a text with names in braces, see [`Step`](crate::vocabulary::Step).
    pub(crate) fn tell(
        &mut self,
        text: &str,
        trace: Trace,
        extra: isize,
        context: &Context,
        it: Option<u16>,
        more: &[(&str, &str)],
    ) {
        if context.lasts == Lasts::WhileOngoing && self.options.policy.ongoing != Ongoing::Push {
            return;
        }
        if self.journal.is_none() {
            return;
        }
        let of_it = it.map_or(Audience::Everyone, |it| self.knowing_object(it));
        let audience = self.knowing_object(context.this).and(of_it);
        self.say(audience, trace, extra, |position| {
            let here = position.here(context).map_or("", |location| LOCATIONS[location]);
            let own = position.own(context).map_or("", |own| position.player_name(own));
            let player = match position.options.mode {
                Mode::Shipped => position.player_name(HERO),
                Mode::Symmetric => own,
            };
            let mut text = text
                .replace("{this}", position.origin_name(context.this))
                .replace("{it}", it.map_or("", |it| position.origin_name(it)))
                .replace("{here}", here)
                .replace("{own}", own)
                .replace("{player}", player)
                .replace("{last}", &position.last_turn.to_string());
            for (name, meaning) in more {
                text = text.replace(name, meaning);
            }
            text
        });
    }

    /// What a player is called in the log.
    pub(crate) fn player_name(&self, player: Player) -> &str {
        self.journal.as_ref().map_or("", |journal| &journal.names[player.index()])
    }

    /// Returns whether the log may tell which cards a player draws and plays.
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
        let audience = self.knowing(card).and(self.knowing_object(origin));
        self.say(audience, trace, 0, |position| {
            let (name, from) = (&position.object_def(object).name, position.whose_making(object, origin));
            let sign = if value > 0 { "+" } else { "" };
            match op {
                Op::AddPower => format!("{name} gains {sign}{value} power{from}"),
                Op::AddCost => format!("{name} gains {sign}{value} cost{from}"),
                Op::SetPower => format!("{name} has {value} power{from}"),
                Op::Switch => format!("{name} switches power and cost{from}"),
            }
        });
        let change = Change { card, origin, op, value, removed: false, copied: false };
        self.journal.as_mut().expect("a journal is kept").changes.push(change);
    }

    pub(crate) fn note_removed(&mut self, card: u16, modifier: &Modifier, told: bool, trace: Trace) {
        let Modifier { origin, op, value, .. } = *modifier;
        if told {
            let audience = self.knowing(card).and(self.knowing_object(origin));
            self.say(audience, trace, 0, |position| {
                let (name, from) = (position.name(card), position.whose_making(position.slot(card).object, origin));
                let sign = if value > 0 { "+" } else { "" };
                match op {
                    Op::AddPower | Op::SetPower => format!("{name} loses {sign}{value} power{from}"),
                    Op::AddCost => format!("{name} loses {sign}{value} cost{from}"),
                    Op::Switch => format!("{name} no longer switches power and cost{from}"),
                }
            });
        }
        let change = Change { card, origin, op, value, removed: true, copied: false };
        self.journal.as_mut().expect("a journal is kept").changes.push(change);
    }

    pub(crate) fn note_delivery(&mut self, hear: Hear, subject: u16, listener: u16, trace: Trace, sent: Option<Place>) {
        let stale = subject < ORIGIN_LOCATION && {
            let slot = self.slot(self.slot_of(subject));
            slot.object != subject || sent.is_some_and(|place| place != slot.place)
        };
        let sender = self.links(trace).find(|link| !matches!(*link, INDENT | OUTDENT));
        let delivery = Delivery { hear, subject, sender, listener, depth: self.depth(trace), stale };
        self.journal.as_mut().expect("a journal is kept").deliveries.push(delivery);
    }

    /// Unless they are carried out as in the shipped game, tells what has changed in what ongoing abilities do since the last time:
    /// the same, whether it is pulled or has come of modifiers that were given and taken meanwhile.
    pub(crate) fn tell_ongoing(&mut self) {
        if self.options.policy.ongoing == Ongoing::Push || !self.ongoing {
            return;
        }
        let Some(mut journal) = self.journal.take() else { return };
        let mut now = Vec::new();
        for card in 0..self.slots.len() as u16 {
            self.each_pulled(card, |source, op, value| now.push((card, self.slot(source).object, op, value)));
        }
        let before = std::mem::take(&mut journal.ongoing);
        self.journal = Some(journal);
        for (card, origin, op, value) in before.iter().filter(|entry| !now.contains(entry)) {
            let (origin, op, value) = (*origin, *op, *value);
            let modifier = Modifier { op, value, ..Modifier::ongoing_from(origin) };
            self.note_removed(*card, &modifier, true, Trace::EMPTY);
        }
        for (card, origin, op, value) in now.iter().filter(|entry| !before.contains(entry)) {
            self.note_modifier(self.slot(*card).object, *origin, *op, *value, Trace::EMPTY);
        }
        self.journal.as_mut().expect("a journal is kept").ongoing = now;
    }

    /// A delivery in words: the message, its sender and its listener, each with its number.
    pub fn describe_delivery(&self, delivery: &Delivery) -> String {
        let name = |object: u16| match object.checked_sub(ORIGIN_LOCATION) {
            Some(_) => self.origin_name(object).to_owned(),
            None => format!("{} #{object}", self.origin_name(object)),
        };
        let Delivery { hear, subject, sender, listener, stale, .. } = *delivery;
        let about = match hear {
            Hear::TurnStarts | Hear::TurnEnds => String::new(),
            _ => format!(" of {}", name(subject)),
        };
        let from = sender.map_or("the game".to_owned(), name);
        let stale = if stale { ", which has changed since" } else { "" };
        format!("{}{about}{stale}: from {from} to {}", hear.name(), name(listener))
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
