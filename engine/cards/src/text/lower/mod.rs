//! Lowering: syntax tree → compiled form. A [`Frame`] builds one script: its targets, registers and instructions, and what
//! the words that refer back ("it", "that creature", "that player", "that many") mean at each point.
//!
//! What the engine is expected to know:
//!
//! - **A thing that has moved** is `Target(n)`, `Event`, `Source` … for its power, controller and so on, as it last existed, and
//!   the register of the [`Instr::Move`] for what is done to it next. If the move may not have happened, both are meant:
//!   `Union([what it was, Register(n)])`.
//! - **"If you do"** is [`Condition::Did`] after `May`, `MayPay` or `Pay`; "you may sacrifice a creature" and the like are
//!   `MayPay`, so they are not offered if they can't be done; "sacrifice it. When you do" is `Pay`.
//! - **"Unless its controller pays"** is `MayPay` over a jump past the action.
//! - **"Instead"** replaces the code of the sentence before: `Unless(condition, other)`, new code, jump, old code.
//! - **"When you do"** and delayed triggers are abilities of the pool that share the registers; whatever else they refer to is
//!   put into a register before.
//! - **Kicked(n), CostPaid(n)**: optional costs are numbered from 0 in the order of `optional_costs`; the one alternative cost
//!   that is remembered (`named_cost`) is the last number that a spell keeps.
//! - **A mana ability** with more text has the rest as its script, after the mana.
//! - **ChooseColor** also leaves the colour's place (white 0 … green 4) in number register [`COLOR_REGISTER`].

mod ability;
mod amount;
mod at_one_time;
mod backup;
mod card;
mod casting;
mod casting_keyword;
mod clause;
mod clause_by_clause;
mod condition;
mod continuous;
mod cost;
mod cost_change;
mod counters;
mod delayed;
mod depends;
mod dungeon;
mod entering_keyword;
mod excess;
mod face_down;
mod faces;
mod filter;
mod flow;
mod instead;
mod joined;
mod keyword;
mod lasting;
mod lasting_clause;
mod limits;
mod mana;
mod noun;
mod object;
mod opening;
mod outside;
mod play;
mod player;
mod player_gain;
mod player_rule;
mod prevent;
mod program;
mod reflexive;
mod rider;
mod rule;
mod scripted_keyword;
mod sections;
mod sentence;
mod sets;
mod statics;
mod stored;
mod tax;
mod this_way;
mod together;
mod token;
mod trigger;
mod verb;
mod ways;
mod when;
mod where_x;
mod zones;

use self::depends::{On, depends};
use crate::card::Pool;
use crate::effect::{Instr, Label, NewTokens, Part, Register, TargetSpec};
use crate::filter::{Amount, Condition, Filter, Objects, Players};
use crate::types::CardTypes;

pub(crate) use card::{Face, Paragraph};
pub(crate) use dungeon::DUNGEONS;
pub(crate) use faces::lower_card;
pub(crate) use filter::types_of_subtype;
pub(in crate::text) use program::lower_program;
pub(crate) use sections::Heading;

/// How many registers a script can use as it likes; one more holds what a cost was paid with.
const REGISTERS: Register = crate::effect::PAID_REGISTER;

/// The number register in which [`Instr::ChooseColor`] leaves the place of the colour in the order of colours.
pub(crate) const COLOR_REGISTER: Register = 3;

/// Why a text that was read can't be compiled: a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decline(pub(crate) String);

pub(crate) type Lowered<T> = Result<T, Decline>;

/// Declines with a message.
pub(crate) fn decline<T>(message: impl Into<String>) -> Lowered<T> {
    Err(Decline(message.into()))
}

/// What is known of the card while its text is lowered.
pub(crate) struct Context<'a> {
    pub(crate) pool: &'a mut Pool,
    pub(crate) types: CardTypes,
    /// The subtypes that are printed on the card; none inside granted abilities, whose sources can have any.
    pub(crate) subtypes: Option<crate::types::Subtypes>,
    /// The card's name, for "named ~"; none inside granted abilities.
    pub(crate) name: Option<String>,
    /// Whether the mana cost has X.
    pub(crate) has_x: bool,
    /// The mana cost; none inside granted abilities, whose sources can have any.
    pub(crate) mana_cost: Option<crate::mana::ManaCost>,
    /// Which half of a card with a shared type line the text is (CR 709.5); none inside granted abilities.
    pub(crate) half: Option<crate::designation::Door>,
    /// Whether another ability speaks of "the exiled card", so that exiling is linked to the source (CR 607).
    pub(crate) links_exile: bool,
    /// The same of what is put onto the battlefield.
    pub(crate) links_put: bool,
    /// How deep in quoted abilities and definitions.
    pub(crate) depth: u8,
    /// What casting the card is, changed by its keywords.
    pub(crate) casting: casting::Casting,
}

/// A reference that may still have to be remembered: the instruction at an index can put its result in a register.
#[derive(Clone, Debug, PartialEq)]
enum Referent {
    Known(Objects),
    /// The instruction with this number can put its objects into a register.
    Pending(usize),
    /// The same, if it is carried out at all; else the objects are what they were.
    Perhaps(Objects, usize),
}

/// A side of an event that one object brings about with another: dealing damage, blocking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    One,
    Other,
}

/// Something that was mentioned and can be referred back to.
#[derive(Clone, Debug)]
struct Mention {
    /// What it was when it was mentioned, for its power, controller and so on; `None` if an instruction makes it.
    before: Option<Objects>,
    /// What it has become, for what is done to it next.
    after: Referent,
    plural: bool,
    types: CardTypes,
    card: bool,
    spell: bool,
    token: bool,
    /// It was described as a source of damage.
    origin: bool,
    past: Option<DoneThisWay>,
    /// Whether it is the source itself.
    source: bool,
    /// The number of the instruction before which it was mentioned.
    since: usize,
    /// Which of the two it is that an event is about.
    side: Option<Side>,
}

/// What was done to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum DoneThisWay {
    Exiled,
    Sacrificed,
    Discarded,
    Revealed,
    Chosen,
    Returned,
    Destroyed,
    Milled,
}

/// An instruction or a mark that labels stand for.
#[derive(Clone, Debug)]
enum Item {
    Instr(usize, Instr),
    Mark(Label),
}

/// A script under construction.
#[derive(Clone)]
struct Frame {
    discourse: Discourse,
    code: Code,
    setting: Setting,
}

/// What the words that refer back mean at this point: "it", "that player", "that many", "the rest".
#[derive(Clone)]
struct Discourse {
    mentions: Vec<Mention>,
    players: Vec<Players>,
    /// What was counted last, for "those creatures" where nothing else is meant.
    counted_set: Option<Mention>,
    /// "that much", "that many".
    number: Option<Amount>,
    /// "the difference": between what the condition before compares.
    difference: Option<Amount>,
    /// The number of the instruction that says it, or the one after which it is said.
    number_since: usize,
    /// What X is, if the text or the cost says so.
    x: Option<Amount>,
    /// What X was as it was first asked for, and the number of the instruction that does.
    x_since: Option<(Amount, usize)>,
    /// Whether the sentence itself says what X is.
    where_x: bool,
    /// How many mentions there were when something was found only in one case, which "it" could mean as well as what was mentioned before.
    unclear: Option<usize>,
    /// How many mentions there were before an "if" whose case the next sentence asks about: "if you do" goes on in that case.
    case: Option<usize>,
    /// The subject of the clause: "it" does not mean it inside the clause.
    subject: Option<Objects>,
    /// What an event that one object brings about with another calls the one and the other.
    sides: Option<(Filter, Filter)>,
    /// The kind of cards that was chosen, where what follows is lowered for each.
    kind: Option<Filter>,
    /// Whether a "may" or payment stands before, for "if you do".
    did: bool,
    /// After which instruction [`Condition::Did`] says whether the opponent did what was offered to each opponent.
    opponent_did: Option<usize>,
    /// Whether the next sentence begins with "if you do".
    asked: bool,
    /// Whether the next sentence is about the case in which what this one says was done: "when you do", "if you do".
    goes_on: bool,
    /// The instruction that counts what it does, where the text says "if you do" of something that isn't asked.
    done: Option<usize>,
    /// The last instruction that counts what it does, for "that many".
    counted: Option<usize>,
    /// The number of a spell that is kept as the event's number.
    kept_value: Option<Amount>,
    /// The two piles that cards were separated into.
    piles: Option<(Objects, Objects)>,
    /// The number register that says whether the first pile was chosen.
    pile: Option<Register>,
    /// The register of the copies of cards.
    copy: Option<Register>,
    /// The registers of the mana values of a clash: yours, and the opponent's.
    clash: Option<(Register, Register)>,
    /// Whether the last search, exile and so on left cards in a register ("the rest").
    rest: Option<(Objects, Objects)>,
    looked: Option<Objects>,
    /// Several cards that were revealed or exiled until there were that many: "those cards" could be all that were.
    found_several: Option<Objects>,
    /// The number register that says how often the ability has resolved this turn.
    resolved: Option<Register>,
    /// The number register that says whether a library was searched besides a graveyard.
    searched: Option<Register>,
    /// The instruction with which each player revealed the top card of their library, which is still there.
    revealed_by_all: Option<usize>,
    /// The loop for each player before, and the only instruction in it that exiles.
    each_exiled: Option<(usize, usize)>,
    /// What all players chose, each their own, and of which types.
    each_chose: Option<(Register, noun::Described)>,
    /// Whose hand was revealed, and what was chosen from it, until it is discarded.
    revealed: Option<(Players, Option<Filter>)>,
    /// Who does what the sentence says, if not "you".
    chooser: Players,
    /// The register that says whether the coin flip was won.
    flip: Option<Register>,
    /// The number register that counts how many of several coin flips were won, and how many there were.
    flips: Option<(Register, Amount)>,
    /// The number register of the result of a roll.
    rolled: Option<Register>,
    /// What the cost is paid with, as something to refer to.
    paid: Vec<Mention>,
    /// How many parts of the cost are paid with chosen objects.
    paid_parts: u8,
    /// What was done to things that the cost is paid with where there are several kinds: nothing can mean one of them.
    paid_apart: Vec<DoneThisWay>,
    /// The counters that the cost removes.
    removed: Option<(crate::filter::CounterKind, Amount)>,
    /// The counters that a condition before counts, and on what: "those counters".
    counters: Option<(Objects, crate::filter::CounterKind)>,
    /// What was voted for, and the registers that count the votes.
    votes: Vec<(String, Register)>,
    /// The objects that got the most votes.
    voted: Option<Objects>,
    /// The number register that says how much mana all players paid.
    paid_by_all: Option<Register>,
    /// How much energy was paid.
    paid_energy: Option<Amount>,
    /// Whether the script is carried out right after damage was prevented, which is the event's number.
    prevented: Option<Amount>,
}

/// What has been built of the script.
#[derive(Clone)]
struct Code {
    targets: Vec<TargetSpec>,
    items: Vec<Item>,
    next_instr: usize,
    /// The numbers of instructions that were put between others.
    inserted: Vec<usize>,
    next_label: Label,
    next_register: Register,
    /// Where the code of the last sentence begins, for "instead".
    sentence: usize,
    /// The label after the last "if", for "otherwise".
    otherwise: Option<Label>,
    next_number: Register,
    /// How many registers hold something from the beginning, if so.
    given: Register,
    /// The registers in which the frame that makes this ability keeps things as they last were.
    as_it_was: Vec<Register>,
}

/// Where the script stands, and what is said of all of it or of the sentence that is lowered.
#[derive(Clone)]
struct Setting {
    /// Whether the script is one of a spell that is cast, so that "~" is the spell.
    spell: bool,
    /// Whether the script is one of an activated ability, which may be lost.
    activated: bool,
    /// Whether the sentence that is lowered is the last, so that all before it may be repeated.
    repeats: bool,
    /// How many conditions and choices decide whether what is lowered now is carried out.
    perhaps: u8,
    /// "Until end of turn, ..." before the sentence.
    until: Option<crate::effect::Duration>,
    /// How often a verb has taken that duration: one that none takes would be lost.
    until_used: u16,
    /// The text says "each" where it says "target" (CR 702.96a).
    overload: bool,
    /// A description asks for the name, type or color that was chosen for the source.
    asks_chosen: bool,
    /// The zone in which the ability works, if it is not the battlefield.
    zone: Option<crate::filter::Zone>,
    /// What must hold as the event happens.
    only_if: Option<Condition>,
    /// Whether this is the script of an ability that another one makes for later.
    apart: bool,
    /// Whether the ability works in another zone than a graveyard, whatever it moves from there.
    elsewhere: bool,
    /// Whether "who" is each of several players of whom something is asked.
    asks_who: bool,
    /// How all halves are rounded of which nothing is said.
    rounding: Option<amount::Rounding>,
}

/// Returns whether a number is the same whenever it is asked for in a resolution.
fn is_fixed_number(number: &Amount) -> bool {
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
    fn again(&self) -> Frame {
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

    fn new() -> Frame {
        Frame {
            discourse: Discourse {
                mentions: Vec::new(),
                sides: None,
                players: Vec::new(),
                counted_set: None,
                number: None,
                difference: None,
                number_since: 0,
                x: None,
                x_since: None,
                where_x: false,
                unclear: None,
                case: None,
                subject: None,
                kind: None,
                did: false,
                opponent_did: None,
                asked: false,
                goes_on: false,
                done: None,
                counted: None,
                kept_value: None,
                piles: None,
                pile: None,
                copy: None,
                clash: None,
                rest: None,
                looked: None,
                found_several: None,
                resolved: None,
                searched: None,
                revealed_by_all: None,
                each_exiled: None,
                each_chose: None,
                revealed: None,
                chooser: Players::You,
                flip: None,
                flips: None,
                counters: None,
                rolled: None,
                paid: Vec::new(),
                paid_parts: 0,
                paid_apart: Vec::new(),
                removed: None,
                votes: Vec::new(),
                voted: None,
                paid_by_all: None,
                paid_energy: None,
                prevented: None,
            },
            code: Code {
                targets: Vec::new(),
                items: Vec::new(),
                next_instr: 0,
                inserted: Vec::new(),
                next_label: 0,
                next_register: 0,
                sentence: 0,
                otherwise: None,
                next_number: 0,
                given: 0,
                as_it_was: Vec::new(),
            },
            setting: Setting {
                spell: false,
                activated: false,
                repeats: false,
                perhaps: 0,
                until: None,
                until_used: 0,
                overload: false,
                asks_chosen: false,
                zone: None,
                only_if: None,
                apart: false,
                elsewhere: false,
                asks_who: false,
                rounding: None,
            },
        }
    }

    /// The duration that stands before the sentence, taken by a verb.
    fn lasts(&mut self) -> Option<crate::effect::Duration> {
        self.setting.until_used += u16::from(self.setting.until.is_some());
        self.setting.until
    }

    /// A register for a number. The last is for the colour that is chosen.
    fn number_register(&mut self) -> Lowered<Register> {
        if self.code.next_number >= COLOR_REGISTER {
            return decline("the script needs more numbers than there are registers");
        }
        self.code.next_number += 1;
        Ok(self.code.next_number - 1)
    }

    /// How many votes something got.
    fn votes_for(&self, word: &str) -> Lowered<Amount> {
        match self.discourse.votes.iter().find(|row| row.0 == word) {
            Some(row) => Ok(Amount::Register(row.1)),
            None => decline(format!("nobody votes for `{word}`")),
        }
    }

    /// Adds an instruction and returns its number.
    fn emit(&mut self, instr: Instr) -> usize {
        let number = self.code.next_instr;
        self.code.next_instr += 1;
        if counts(&instr) {
            self.discourse.counted = Some(number);
        }
        self.code.items.push(Item::Instr(number, instr));
        number
    }

    /// The next instruction says a number, which "that many" means afterwards.
    fn says(&mut self, number: Amount) {
        self.discourse.number = Some(number);
        self.discourse.number_since = self.code.next_instr;
    }

    /// The number that was said, as it was then: "draws cards equal to the number of cards in their hand, then discards that many".
    fn fixed_number(&mut self) -> Lowered<Amount> {
        let Some(number) = self.discourse.number.clone() else { return decline("no earlier sentence has a number") };
        let fixed = self.fixed_since(number, self.discourse.number_since)?;
        self.discourse.number = Some(fixed.clone());
        Ok(fixed)
    }

    /// A number as it was for the instruction with a number, as it is determined only once (CR 608.2h): in a register from before that.
    fn fixed_since(&mut self, number: Amount, since: usize) -> Lowered<Amount> {
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
    fn goes_with_next(&self, place: usize) -> bool {
        match (&self.code.items[place], self.code.items.get(place + 1)) {
            (Item::Instr(_, Instr::CreateToken(tokens)), _) => tokens.with_next,
            (_, Some(Item::Instr(_, Instr::AndDamage(..) | Instr::AndCounters(..)))) => true,
            _ => false,
        }
    }

    /// How much the instruction with this number has done, kept in a register right after it.
    fn count_of(&mut self, number: usize) -> Lowered<Amount> {
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
    fn last_instr(&mut self) -> Option<&mut Instr> {
        match self.code.items.last_mut() {
            Some(Item::Instr(_, instr)) => Some(instr),
            _ => None,
        }
    }

    /// Puts an instruction before the item at a place.
    fn insert(&mut self, place: usize, instr: Instr) {
        let number = self.code.next_instr;
        self.code.next_instr += 1;
        self.code.inserted.push(number);
        self.code.items.insert(place, Item::Instr(number, instr));
        if place < self.code.sentence {
            self.code.sentence += 1;
        }
    }

    fn label(&mut self) -> Label {
        self.code.next_label += 1;
        self.code.next_label - 1
    }

    fn mark(&mut self, label: Label) {
        self.code.items.push(Item::Mark(label));
    }

    /// The place right after a mark.
    fn place_after(&self, label: Label) -> usize {
        let is_it = |item: &Item| matches!(item, Item::Mark(mark) if *mark == label);
        self.code.items.iter().position(is_it).map_or(0, |place| place + 1)
    }

    fn register(&mut self) -> Lowered<Register> {
        if self.code.next_register >= REGISTERS {
            return decline("the script needs more registers than there are");
        }
        self.code.next_register += 1;
        Ok(self.code.next_register - 1)
    }

    /// Remembers what the cost is paid with, if there is just one thing of the kind.
    fn mention_paid(&mut self) {
        let paid = std::mem::take(&mut self.discourse.paid);
        if self.discourse.paid_parts == 1 {
            self.discourse.mentions.extend(paid);
        } else {
            self.discourse.paid_apart.extend(paid.iter().filter_map(|paid| paid.past));
        }
        self.discourse.paid_parts = 0;
    }

    /// The register that the instruction puts its objects into, made if it has none yet.
    fn register_of(&mut self, number: usize) -> Lowered<Register> {
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
    fn as_it_is(&mut self, mention: &Mention) -> Lowered<Objects> {
        if self.entered(mention) { self.resolve(mention) } else { self.read(mention) }
    }

    /// Returns whether what was mentioned was put onto the battlefield since.
    fn entered(&self, mention: &Mention) -> bool {
        let (Referent::Pending(number) | Referent::Perhaps(_, number)) = mention.after else { return false };
        self.code.items.iter().any(|item| {
            matches!(item, Item::Instr(other, Instr::Move(_, to, _))
                if *other == number && to.zone == crate::filter::Zone::Battlefield)
        })
    }

    /// The mana value of objects. That of a card that was put onto the battlefield since is its own as a card, whatever it is there:
    /// a copy, or face down (CR 608.2h).
    fn mana_value(&mut self, of: Objects) -> Lowered<Amount> {
        let as_card =
            |mention: &&Mention| mention.card && mention.before.as_ref() == Some(&of) && self.entered(mention);
        let since = self.discourse.mentions.iter().rev().find(as_card).map(|mention| mention.since);
        match since {
            Some(since) => self.fixed_since(Amount::ManaValue(of), since),
            None => Ok(self.or_kept(Amount::ManaValue(of))),
        }
    }

    /// The number, or that of the event, if it is kept there.
    fn or_kept(&self, amount: Amount) -> Amount {
        if self.discourse.kept_value.as_ref() == Some(&amount) { Amount::Event } else { amount }
    }

    /// Remembers objects that were mentioned.
    fn mention(&mut self, objects: Objects, plural: bool, filter: Option<&noun::Described>) {
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
    fn mention_controller(&mut self, objects: &Objects, plural: bool, described: &noun::Described) {
        if plural {
            return;
        }
        match described.named {
            Some(noun::Named::Controller) => {
                self.discourse.players.push(Players::ControllerOf(Box::new(objects.clone())))
            }
            Some(noun::Named::Owner) => self.discourse.players.push(Players::OwnerOf(Box::new(objects.clone()))),
            None => {}
        }
    }

    /// Remembers the source as mentioned.
    fn mention_source(&mut self, types: CardTypes) {
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

    /// Resolves the labels and makes a part of a script.
    fn finish(mut self, text: String) -> Lowered<Part> {
        if let Some(register) = self.discourse.resolved {
            // Whatever is asked first, this resolution counts.
            self.code.items.insert(0, Item::Instr(self.code.next_instr, Instr::CountResolution(register)));
        }
        if matches!(self.discourse.revealed, Some((_, Some(_)))) {
            return decline("what becomes of the card chosen from the hand isn't supported");
        }
        // Targets are chosen before costs are paid (CR 601.2c, h).
        if depends(&self.code.targets, &[On::Register(crate::effect::PAID_REGISTER)]) {
            return decline("a target can't depend on what the cost is paid with");
        }
        for place in 0..self.code.targets.len() {
            let asked = |earlier: &u8| depends(&self.code.targets[place], &[On::TargetNumber(*earlier)]);
            let mut earlier = (0..place as u8).filter(asked);
            let (first, second) = (earlier.next(), earlier.next());
            if second.is_some() {
                return decline("a target that depends on several others isn't supported");
            }
            self.code.targets[place].asks_of = first;
        }
        let paying = |item: &Item| matches!(item, Item::Instr(_, Instr::MayPayX(..)));
        if self.code.items.iter().any(paying) && depends(&self.code.targets, &[On::Registers]) {
            return decline("a target can't depend on an X that is chosen later");
        }
        let mut places = vec![0; usize::from(self.code.next_label)];
        let mut place: Label = 0;
        for item in &self.code.items {
            match item {
                Item::Instr(..) => place += 1,
                Item::Mark(label) => places[usize::from(*label)] = place,
            }
        }
        let mut code: Vec<Instr> = self
            .code
            .items
            .into_iter()
            .filter_map(|item| match item {
                Item::Instr(_, instr) => Some(instr),
                Item::Mark(_) => None,
            })
            .collect();
        for instr in &mut code {
            if let Some(label) = instr.label_mut() {
                *label = places[usize::from(*label)];
            }
        }
        let part = Part { text, targets: self.code.targets, code };
        stored::check(&part)?;
        flow::check(&part, self.code.given)?;
        Ok(part)
    }
}

/// Returns whether an instruction leaves how much it has done in [`Amount::ThisWay`].
fn counts(instr: &Instr) -> bool {
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
    )
}

/// Returns whether several players may be meant, each of whom would choose.
fn several(players: &Players) -> bool {
    matches!(players, Players::Each | Players::Both(..) | Players::Such(..) | Players::Noted(_))
}

/// A filter that accepts what either accepts.
fn either(filters: Vec<Filter>) -> Filter {
    match <[Filter; 1]>::try_from(filters) {
        Ok([only]) => only,
        Err(filters) => Filter::just(crate::filter::Test::AnyOf(filters)),
    }
}

/// A condition that holds if all do.
fn all_of(mut conditions: Vec<Condition>) -> Option<Condition> {
    match conditions.len() {
        0 | 1 => conditions.pop(),
        _ => Some(Condition::All(conditions)),
    }
}
