//! A [`Frame`] builds one script: its targets, registers and instructions, and what the words that refer back ("it", "that creature",
//! "that player", "that many") mean at each point.

use super::decline::{Lowered, decline};
use super::described::{Described, Named};
use crate::effect::{Duration, Instr, Label, NewTokens, Register, TargetSpec};
use crate::filter::{Amount, Condition, CounterKind, Filter, Objects, Players, Zone};
use crate::text::grammar::amount::Rounding;
use crate::types::CardTypes;

/// How many registers a script can use as it likes; one more holds what a cost was paid with.
pub(super) const REGISTERS: Register = crate::effect::PAID_REGISTER;

/// The number register in which [`Instr::ChooseColor`] leaves the place of the colour in the order of colours.
pub(crate) const COLOR_REGISTER: Register = 3;

/// A reference that may still have to be remembered: the instruction at an index can put its result in a register.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Referent {
    Known(Objects),
    /// The instruction with this number can put its objects into a register.
    Pending(usize),
    /// The same, if it is carried out at all; else the objects are what they were.
    Perhaps(Objects, usize),
}

/// A side of an event that one object brings about with another: dealing damage, blocking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    One,
    Other,
}

/// Something that was mentioned and can be referred back to.
#[derive(Clone, Debug)]
pub(super) struct Mention {
    /// What it was when it was mentioned, for its power, controller and so on; `None` if an instruction makes it.
    pub(super) before: Option<Objects>,
    /// What it has become, for what is done to it next.
    pub(super) after: Referent,
    pub(super) plural: bool,
    pub(super) types: CardTypes,
    pub(super) card: bool,
    pub(super) spell: bool,
    pub(super) token: bool,
    /// It was described as a source of damage.
    pub(super) origin: bool,
    pub(super) past: Option<DoneThisWay>,
    /// Whether it is the source itself.
    pub(super) source: bool,
    /// The number of the instruction before which it was mentioned.
    pub(super) since: usize,
    /// Which of the two it is that an event is about.
    pub(super) side: Option<Side>,
}

/// What was done to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DoneThisWay {
    Exiled,
    Sacrificed,
    Discarded,
    Revealed,
    Chosen,
    Returned,
    Destroyed,
    Milled,
    Tapped,
}

/// An instruction or a mark that labels stand for.
#[derive(Clone, Debug)]
pub(super) enum Item {
    Instr(usize, Instr),
    Mark(Label),
}

/// A script under construction.
#[derive(Clone, Default)]
pub(super) struct Frame {
    pub(super) discourse: Discourse,
    pub(super) code: Code,
    pub(super) setting: Setting,
}

/// What the words that refer back mean at this point: "it", "that player", "that many", "the rest".
#[derive(Clone, Default)]
pub(super) struct Discourse {
    pub(super) mentions: Vec<Mention>,
    pub(super) players: Vec<Players>,
    /// What was counted last, for "those creatures" where nothing else is meant.
    pub(super) counted_set: Option<Mention>,
    /// "that much", "that many".
    pub(super) number: Option<Amount>,
    /// The event has a number, whatever was said since.
    pub(super) event_has_number: bool,
    /// "the difference": between what the condition before compares.
    pub(super) difference: Option<Amount>,
    /// The number of the instruction that says it, or the one after which it is said.
    pub(super) number_since: usize,
    /// What X is, if the text or the cost says so.
    pub(super) x: Option<Amount>,
    /// What X was as it was first asked for, and the number of the instruction that does.
    pub(super) x_since: Option<(Amount, usize)>,
    /// Whether the sentence itself says what X is.
    pub(super) where_x: bool,
    /// How many mentions there were when something was found only in one case, which "it" could mean as well as what was mentioned before.
    pub(super) unclear: Option<usize>,
    /// The targets that are named where something was done only if a condition holds, and that: what is said of them next is said there.
    pub(super) only_there: Option<(std::ops::Range<u8>, Condition)>,
    /// The card that was found only in that case, which "that card" could mean.
    pub(super) found_card: Option<Mention>,
    /// How many mentions there were before an "if" whose case the next sentence asks about: "if you do" goes on in that case.
    pub(super) case: Option<usize>,
    /// The subject of the clause: "it" does not mean it inside the clause.
    pub(super) subject: Option<Objects>,
    /// What an event that one object brings about with another calls the one and the other.
    pub(super) sides: Option<(Filter, Filter)>,
    /// The kind of cards that was chosen, where what follows is lowered for each.
    pub(super) kind: Option<Filter>,
    /// Whether a "may" or payment stands before, for "if you do".
    pub(super) did: bool,
    /// After which instruction [`Condition::Did`] says whether the opponent did what was offered to each opponent.
    pub(super) opponent_did: Option<usize>,
    /// Whether the next sentence begins with "if you do".
    pub(super) asked: bool,
    /// Whether the next sentence is about the case in which what this one says was done: "when you do", "if you do".
    pub(super) goes_on: bool,
    /// The instruction that counts what it does, where the text says "if you do" of something that isn't asked.
    pub(super) done: Option<usize>,
    /// The last instruction that counts what it does, for "that many".
    pub(super) counted: Option<usize>,
    /// The number of a spell that is kept as the event's number.
    pub(super) kept_value: Option<Amount>,
    /// The number register in which the players are noted that were chosen as friends.
    pub(super) friends: Option<Register>,
    /// The two piles that cards were separated into.
    pub(super) piles: Option<(Objects, Objects)>,
    /// The number register that says whether the first pile was chosen.
    pub(super) pile: Option<Register>,
    /// The register of the copies of cards.
    pub(super) copy: Option<Register>,
    /// The registers of the mana values of a clash: yours, and the opponent's.
    pub(super) clash: Option<(Register, Register)>,
    /// "The rest": all that the last search, exile and so on was about, and what of it was found or taken.
    pub(super) rest: Option<(Objects, Objects)>,
    pub(super) looked: Option<Objects>,
    /// Several cards that were revealed or exiled until there were that many: "those cards" could be all that were.
    pub(super) found_several: Option<Objects>,
    /// The number register that says how often the ability has resolved this turn.
    pub(super) resolved: Option<Register>,
    /// The number register that says whether a library was searched besides a graveyard.
    pub(super) searched: Option<Register>,
    /// The instruction with which each player revealed the top card of their library, which is still there.
    pub(super) revealed_by_all: Option<usize>,
    /// The loop for each player before, and the only instruction in it that exiles.
    pub(super) each_exiled: Option<(usize, usize)>,
    /// What all players chose, each their own, and of which types.
    pub(super) each_chose: Option<(Register, Described)>,
    /// Whose hand was revealed, and what was chosen from it, until it is discarded.
    pub(super) revealed: Option<(Players, Option<Filter>)>,
    /// Who does what the sentence says, if not "you".
    pub(super) chooser: Players,
    /// The register that says whether the coin flip was won.
    pub(super) flip: Option<Register>,
    /// The number register that counts how many of several coin flips were won, and how many there were.
    pub(super) flips: Option<(Register, Amount)>,
    /// Whether something has connived before.
    pub(super) connived: bool,
    /// Whether "that much" is excess damage of which the ability was told.
    pub(super) told_excess: bool,
    /// The number register of the result of a roll.
    pub(super) rolled: Option<Register>,
    /// What the cost is paid with, as something to refer to.
    pub(super) paid: Vec<Mention>,
    /// How many parts of the cost are paid with chosen objects.
    pub(super) paid_parts: u8,
    /// What was done to things that the cost is paid with where there are several kinds: nothing can mean one of them.
    pub(super) paid_apart: Vec<DoneThisWay>,
    /// The counters that the cost removes.
    pub(super) removed: Option<(CounterKind, Amount)>,
    /// The counters that a condition before counts, and on what: "those counters".
    pub(super) counters: Option<(Objects, CounterKind)>,
    /// What was voted for, and the registers that count the votes.
    pub(super) votes: Vec<(String, Register)>,
    /// The objects that got the most votes.
    pub(super) voted: Option<Objects>,
    /// The number register that says how much mana all players paid.
    pub(super) paid_by_all: Option<Register>,
    /// The number register that counts how often a cost was paid that may be paid any number of times.
    pub(super) paid_often: Option<Register>,
    /// How much energy was paid.
    pub(super) paid_energy: Option<Amount>,
    /// How much damage was prevented, if the script is carried out right after that: the event's number.
    pub(super) prevented: Option<Amount>,
}

/// What has been built of the script.
#[derive(Clone, Default)]
pub(super) struct Code {
    pub(super) targets: Vec<TargetSpec>,
    pub(super) items: Vec<Item>,
    pub(super) next_instr: usize,
    /// The numbers of instructions that were put between others.
    pub(super) inserted: Vec<usize>,
    pub(super) next_label: Label,
    pub(super) next_register: Register,
    /// Where the code of the last sentence begins, for "instead".
    pub(super) sentence: usize,
    /// The label after the last "if", for "otherwise".
    pub(super) otherwise: Option<Label>,
    pub(super) next_number: Register,
    /// How many registers hold something from the beginning, if so.
    pub(super) given: Register,
    /// The registers in which the frame that makes this ability keeps things as they last were.
    pub(super) as_it_was: Vec<Register>,
}

/// Where the script stands, and what is said of all of it or of the sentence that is lowered.
#[derive(Clone, Default)]
pub(super) struct Setting {
    /// Whether the script is one of a spell that is cast, so that "~" is the spell.
    pub(super) spell: bool,
    /// Whether the script is one of an activated ability, which may be lost.
    pub(super) activated: bool,
    /// Whether a card that is chosen from a hand is taken out of it for what follows.
    pub(super) takes_chosen: bool,
    /// Whether the sentence that is lowered is the last, so that all before it may be repeated.
    pub(super) repeats: bool,
    /// How many conditions and choices decide whether what is lowered now is carried out.
    pub(super) perhaps: u8,
    /// "Until end of turn, ..." before the sentence.
    pub(super) until: Option<Duration>,
    /// How often a verb has taken that duration: one that none takes would be lost.
    pub(super) until_used: u16,
    /// The text says "each" where it says "target" (CR 702.96a).
    pub(super) overload: bool,
    /// A description asks for the name, type or color that was chosen for the source.
    pub(super) asks_chosen: bool,
    /// The zone in which the ability works, if it is not the battlefield.
    pub(super) zone: Option<Zone>,
    /// What must hold as the event happens.
    pub(super) only_if: Option<Condition>,
    /// Whether this is the script of an ability that another one makes for later.
    pub(super) apart: bool,
    /// Whether the ability works in another zone than a graveyard, whatever it moves from there.
    pub(super) elsewhere: bool,
    /// Whether "who" is each of several players of whom something is asked.
    pub(super) asks_who: bool,
    /// The register in which the ability is told those.
    pub(super) told: Option<Register>,
    /// Whether what the ability does speaks of one or more things that the event is about.
    pub(super) speaks_of_several: bool,
    /// Whether the ability triggers only once each turn.
    pub(super) once_each_turn: bool,
    /// How all halves are rounded of which nothing is said.
    pub(super) rounding: Option<Rounding>,
}

/// Returns whether a number is the same whenever it is asked for in a resolution.
pub(super) fn is_fixed_number(number: &Amount) -> bool {
    match number {
        Amount::Const(_)
        | Amount::X
        | Amount::Event
        | Amount::Register(_)
        | Amount::TimesPaid(_)
        | Amount::Targets
        | Amount::ColorsSpent
        | Amount::StartingLife => true,
        Amount::Sum(one, other) | Amount::Difference(one, other) | Amount::Product(one, other) => {
            is_fixed_number(one) && is_fixed_number(other)
        }
        Amount::Times(one, _) | Amount::HalfUp(one) | Amount::HalfDown(one) => is_fixed_number(one),
        _ => false,
    }
}

impl Frame {
    /// A frame for one of several modes, which all begin from the same.
    pub(super) fn again(&self) -> Frame {
        let mut frame = Frame::new();
        frame.discourse.mentions = self.discourse.mentions.clone();
        frame.discourse.players = self.discourse.players.clone();
        frame.discourse.number = self.discourse.number.clone();
        frame.discourse.x = self.discourse.x.clone();
        frame.setting.spell = self.setting.spell;
        frame.setting.overload = self.setting.overload;
        frame.code.next_register = self.code.next_register;
        frame.discourse.removed = self.discourse.removed.clone();
        frame
    }

    pub(super) fn new() -> Frame {
        Frame::default()
    }

    /// The duration that stands before the sentence, taken by a verb.
    pub(super) fn lasts(&mut self) -> Option<Duration> {
        self.setting.until_used += u16::from(self.setting.until.is_some());
        self.setting.until
    }

    /// A register for a number. The last is for the colour that is chosen.
    pub(super) fn number_register(&mut self) -> Lowered<Register> {
        if self.code.next_number >= COLOR_REGISTER {
            return decline("the script needs more numbers than there are registers");
        }
        self.code.next_number += 1;
        Ok(self.code.next_number - 1)
    }

    /// A number register holds one more.
    pub(super) fn count_one_more(&mut self, register: Register) {
        let more = Amount::Sum(Box::new(Amount::Register(register)), Box::new(Amount::Const(1)));
        self.emit(Instr::SetNumber(register, more));
    }

    /// How many votes something got.
    pub(super) fn votes_for(&self, word: &str) -> Lowered<Amount> {
        match self.discourse.votes.iter().find(|row| row.0 == word) {
            Some(row) => Ok(Amount::Register(row.1)),
            None => decline(format!("nobody votes for `{word}`")),
        }
    }

    /// Adds an instruction and returns its number.
    pub(super) fn emit(&mut self, instr: Instr) -> usize {
        let number = self.code.next_instr;
        self.code.next_instr += 1;
        if counts(&instr) {
            self.discourse.counted = Some(number);
        }
        self.code.items.push(Item::Instr(number, instr));
        number
    }

    /// The next instruction says a number, which "that many" means afterwards.
    pub(super) fn says(&mut self, number: Amount) {
        self.discourse.number = Some(number);
        self.discourse.number_since = self.code.next_instr;
    }

    /// The number that was said, as it was then: "draws cards equal to the number of cards in their hand, then discards that many".
    pub(super) fn fixed_number(&mut self) -> Lowered<Amount> {
        let Some(number) = self.discourse.number.clone() else { return decline("no earlier sentence has a number") };
        let fixed = self.fixed_since(number, self.discourse.number_since)?;
        self.discourse.number = Some(fixed.clone());
        Ok(fixed)
    }

    /// A number as it was for the instruction with a number, as it is determined only once (CR 608.2h): in a register from before that.
    pub(super) fn fixed_since(&mut self, number: Amount, since: usize) -> Lowered<Amount> {
        let later = |item: &Item| matches!(item, Item::Instr(number, _) if *number >= since && !self.code.inserted.contains(number));
        let Some(mut place) = self.code.items.iter().position(later).filter(|_| !is_fixed_number(&number)) else {
            return Ok(number);
        };
        // Otherwise what says it isn't carried out, and nothing has changed since.
        let open = |end: &Label| !self.code.items.iter().any(|item| matches!(item, Item::Mark(label) if label == end));
        if self.code.items[place..].iter().any(|item| matches!(item, Item::Instr(_, Instr::Jump(end)) if open(end))) {
            return Ok(number);
        }
        // Nothing comes between what happens at one time.
        while place > 0 && self.goes_with_next(place - 1) {
            place -= 1;
        }
        let register = self.number_register()?;
        self.insert(place, Instr::SetNumber(register, number));
        Ok(Amount::Register(register))
    }

    /// Returns whether the item at a place and the next are carried out at one time.
    pub(super) fn goes_with_next(&self, place: usize) -> bool {
        match (&self.code.items[place], self.code.items.get(place + 1)) {
            (Item::Instr(_, Instr::CreateToken(tokens)), _) => tokens.with_next,
            (_, Some(Item::Instr(_, Instr::AndDamage(..) | Instr::AndCounters(..)))) => true,
            _ => false,
        }
    }

    /// How much the instruction with this number has done, kept in a register right after it.
    pub(super) fn count_of(&mut self, number: usize) -> Lowered<Amount> {
        let is_it = |item: &Item| matches!(item, Item::Instr(other, _) if *other == number);
        let Some(place) = self.code.items.iter().position(is_it) else {
            return decline("how often this was done isn't counted");
        };
        if let Some(Item::Instr(_, Instr::SetNumber(register, Amount::ThisWay))) = self.code.items.get(place + 1) {
            return Ok(Amount::Register(*register));
        }
        let register = self.number_register()?;
        self.insert(place + 1, Instr::SetNumber(register, Amount::ThisWay));
        Ok(Amount::Register(register))
    }

    /// The instruction that was added last, if nothing came after it.
    pub(super) fn last_instr(&mut self) -> Option<&mut Instr> {
        match self.code.items.last_mut() {
            Some(Item::Instr(_, instr)) => Some(instr),
            _ => None,
        }
    }

    /// Puts an instruction before the item at a place.
    pub(super) fn insert(&mut self, place: usize, instr: Instr) {
        let number = self.code.next_instr;
        self.code.next_instr += 1;
        self.code.inserted.push(number);
        self.code.items.insert(place, Item::Instr(number, instr));
        if place < self.code.sentence {
            self.code.sentence += 1;
        }
    }

    pub(super) fn label(&mut self) -> Label {
        self.code.next_label += 1;
        self.code.next_label - 1
    }

    pub(super) fn mark(&mut self, label: Label) {
        self.code.items.push(Item::Mark(label));
    }

    /// The place right after a mark.
    pub(super) fn place_after(&self, label: Label) -> usize {
        let is_it = |item: &Item| matches!(item, Item::Mark(mark) if *mark == label);
        self.code.items.iter().position(is_it).map_or(0, |place| place + 1)
    }

    pub(super) fn register(&mut self) -> Lowered<Register> {
        if self.code.next_register >= REGISTERS {
            return decline("the script needs more registers than there are");
        }
        self.code.next_register += 1;
        Ok(self.code.next_register - 1)
    }

    /// Remembers what the cost is paid with, if there is just one thing of the kind.
    pub(super) fn mention_paid(&mut self) {
        let paid = std::mem::take(&mut self.discourse.paid);
        if self.discourse.paid_parts == 1 {
            self.discourse.mentions.extend(paid);
        } else {
            self.discourse.paid_apart.extend(paid.iter().filter_map(|paid| paid.past));
        }
        self.discourse.paid_parts = 0;
    }

    /// What is done with permanents that are chosen from a place on in the code says which can be chosen for that (CR 608.2d).
    pub(super) fn narrow_choices(&mut self, from: usize, narrow: impl Fn(Filter) -> Filter) {
        for item in &mut self.code.items[from..] {
            if let Item::Instr(_, Instr::Pick(pick, _)) = item
                && let Objects::Each(Zone::Battlefield, filter) = &mut pick.from
            {
                *filter = narrow(std::mem::take(filter));
            }
        }
    }

    /// "The sacrificed creature's toughness, then discard cards equal to its power": what was paid with is what "its" means then.
    pub(super) fn mention_paid_again(&mut self, of: &Objects) {
        if *of == Objects::Register(crate::effect::PAID_REGISTER) {
            let mentions = &mut self.discourse.mentions;
            let paid = mentions.iter().rfind(|mention| mention.before.as_ref() == Some(of)).cloned();
            mentions.extend(paid);
        }
    }

    /// The register that the instruction puts its objects into, made if it has none yet.
    pub(super) fn register_of(&mut self, number: usize) -> Lowered<Register> {
        // What each player looks at is added to a register right after it.
        let at = |item: &Item| matches!(item, Item::Instr(n, Instr::LookAtTop { .. }) if *n == number);
        if let Some(place) = self.code.items.iter().position(at)
            && let Some(Item::Instr(_, Instr::AddObjects(register, _))) = self.code.items.get(place + 1)
        {
            return Ok(*register);
        }
        let register = self.register()?;
        for item in &mut self.code.items {
            let Item::Instr(n, instr) = item else { continue };
            if *n != number {
                continue;
            }
            if let Instr::LookAtTop { into, .. } = instr {
                // Each player's in turn: all of it together.
                let into = *into;
                let place = self.code.items.iter().position(|item| matches!(item, Item::Instr(n, _) if *n == number));
                if let Some(place) = place {
                    self.insert(place + 1, Instr::AddObjects(register, Objects::Register(into)));
                }
                return Ok(register);
            }
            let slot = match instr {
                Instr::Move(_, _, into)
                | Instr::Discard(_, _, into)
                | Instr::Mill(_, _, into)
                | Instr::SacrificeChosen(_, _, _, into)
                | Instr::CreateToken(NewTokens { into, .. })
                | Instr::CreateCopy { into, .. } => into,
                _ => return decline("what it refers to isn't tracked"),
            };
            if let Some(register) = slot {
                self.code.next_register -= 1;
                return Ok(*register);
            }
            *slot = Some(register);
            return Ok(register);
        }
        decline("what it refers to isn't tracked")
    }

    /// The objects that a mention is at this point, for what they are: what was put onto the battlefield is a new object there
    /// (CR 400.7), and what was put anywhere else is known as it last was.
    pub(super) fn as_it_is(&mut self, mention: &Mention) -> Lowered<Objects> {
        if self.entered(mention) { self.resolve(mention) } else { self.read(mention) }
    }

    /// Returns whether what was mentioned was put onto the battlefield since.
    pub(super) fn entered(&self, mention: &Mention) -> bool {
        let (Referent::Pending(number) | Referent::Perhaps(_, number)) = mention.after else { return false };
        self.code.items.iter().any(|item| {
            matches!(item, Item::Instr(other, Instr::Move(_, to, _))
                if *other == number && to.zone == Zone::Battlefield)
        })
    }

    /// The mana value of objects. That of a card that was put onto the battlefield since is its own as a card, whatever it is there:
    /// a copy, or face down (CR 608.2h).
    pub(super) fn mana_value(&mut self, of: Objects) -> Lowered<Amount> {
        let as_card =
            |mention: &&Mention| mention.card && mention.before.as_ref() == Some(&of) && self.entered(mention);
        let since = self.discourse.mentions.iter().rev().find(as_card).map(|mention| mention.since);
        match since {
            Some(since) => self.fixed_since(Amount::ManaValue(of), since),
            None => Ok(self.or_kept(Amount::ManaValue(of))),
        }
    }

    /// The number, or that of the event, if it is kept there.
    pub(super) fn or_kept(&self, amount: Amount) -> Amount {
        if self.discourse.kept_value.as_ref() == Some(&amount) { Amount::Event } else { amount }
    }

    /// Remembers objects that were mentioned.
    pub(super) fn mention(&mut self, objects: Objects, plural: bool, filter: Option<&Described>) {
        let described = filter.cloned().unwrap_or_default();
        self.discourse.mentions.push(Mention {
            before: Some(objects.clone()),
            after: Referent::Known(objects.clone()),
            plural,
            types: described.types,
            card: described.card,
            spell: described.spell,
            token: described.token,
            origin: described.source,
            past: None,
            source: false,
            since: self.code.next_instr,
            side: (objects == Objects::EventOther).then_some(Side::Other),
        });
        self.mention_controller(&objects, plural, &described);
    }

    /// "a creature an opponent controls" mentions that opponent too.
    pub(super) fn mention_controller(&mut self, objects: &Objects, plural: bool, described: &Described) {
        if plural {
            return;
        }
        match described.named {
            Some(Named::Controller) => self.discourse.players.push(Players::ControllerOf(Box::new(objects.clone()))),
            Some(Named::Owner) => self.discourse.players.push(Players::OwnerOf(Box::new(objects.clone()))),
            None => {}
        }
    }

    /// Remembers the source as mentioned.
    /// Returns whether the source is the subject of the sentence and nothing else was mentioned.
    pub(super) fn speaks_of_source_only(&self) -> bool {
        self.discourse.subject == Some(Objects::Source) && self.discourse.mentions.iter().all(|mention| mention.source)
    }

    pub(super) fn mention_source(&mut self, types: CardTypes) {
        self.discourse.mentions.push(Mention {
            before: Some(Objects::Source),
            after: Referent::Known(Objects::Source),
            plural: false,
            types,
            card: true,
            spell: self.setting.spell,
            token: true,
            origin: false,
            past: None,
            source: true,
            since: self.code.next_instr,
            side: None,
        });
    }

    /// Notes that an instruction has put objects elsewhere: from now on a reference to them means what they have become.
    pub(super) fn moved(&mut self, objects: &Objects, number: usize, past: Option<DoneThisWay>) {
        // What an instruction before has moved is in its register: "exile it, then return it".
        let mover = self.code.items.iter().rev().find_map(|item| match item {
            Item::Instr(mover, Instr::Move(_, _, Some(register))) if *objects == Objects::Register(*register) => {
                Some(*mover)
            }
            _ => None,
        });
        let found = self.discourse.mentions.iter().rposition(|mention| match &mention.after {
            Referent::Known(known) => known == objects,
            Referent::Pending(pending) => mover == Some(*pending) && *pending != number,
            Referent::Perhaps(..) => false,
        });
        let Some(place) = found else { return };
        let perhaps = self.setting.perhaps > 0;
        let mention = &mut self.discourse.mentions[place];
        let moved = Mention { after: Referent::Pending(number), past, card: true, ..mention.clone() };
        if !perhaps {
            *mention = moved;
            return;
        }
        mention.after = Referent::Perhaps(objects.clone(), number);
        if mention.card {
            mention.past = past;
        } else {
            // What was a permanent is "that card" or "the exiled card" only if it was moved.
            self.discourse.mentions.insert(place, moved);
        }
    }
}

/// Returns whether an instruction leaves how much it has done in [`Amount::ThisWay`].
pub(super) fn counts(instr: &Instr) -> bool {
    matches!(
        instr,
        Instr::Move(..)
            | Instr::Discard(..)
            | Instr::Mill(..)
            | Instr::Sacrifice(..)
            | Instr::SacrificeChosen(..)
            | Instr::Destroy(..)
            | Instr::Tap(_)
            | Instr::Untap(_)
            | Instr::RemoveCounters(..)
            | Instr::Surveil(..)
    )
}

/// Returns whether several players may be meant, each of whom would choose.
pub(super) fn several(players: &Players) -> bool {
    match players {
        Players::Each | Players::Both(..) | Players::Such(..) | Players::Noted(_) => true,
        // Others than one player are one player.
        Players::Others(noted) => matches!(**noted, Players::Noted(_)),
        _ => false,
    }
}

/// A filter that accepts what either accepts.
pub(super) fn either(filters: Vec<Filter>) -> Filter {
    match <[Filter; 1]>::try_from(filters) {
        Ok([only]) => only,
        Err(filters) => Filter::just(crate::filter::Test::AnyOf(filters)),
    }
}

/// A condition that holds if all do.
pub(super) fn all_of(mut conditions: Vec<Condition>) -> Option<Condition> {
    match conditions.len() {
        0 | 1 => conditions.pop(),
        _ => Some(Condition::All(conditions)),
    }
}
