//! Instructions as a verb and named operands, for listings. Registers and targets go by their numbers, labels by those of lines.

mod cards;
mod choices;
mod counters;
mod flow;
mod game;
mod life;
mod objects;
mod spells;

use crate::card::AbilityId;
use crate::cost::Cost;
use crate::effect::{Attacking, Destination, Instr, Label, LibraryPosition, Modification, Recipients, Register};
use crate::explain::condition::face_down;
use crate::explain::family::{Family, family};
use crate::explain::teller::Teller;
use crate::face_down::FaceDown;
use crate::filter::{Amount, Filter, Objects, Players, Zone};

/// What an instruction does and with what.
pub(super) struct Operands {
    pub(super) verb: &'static str,
    pub(super) fields: Vec<(&'static str, String)>,
}

/// Operands being gathered.
struct Gather<'t, 'a> {
    teller: &'t Teller<'a>,
    it: Operands,
}

impl Gather<'_, '_> {
    fn say(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.it.fields.push((name, value.into()));
        self
    }

    fn flag(self, name: &'static str, value: bool) -> Self {
        if value { self.say(name, "yes") } else { self }
    }

    fn attacking(self, attacking: Attacking) -> Self {
        match attacking {
            Attacking::No => self,
            Attacking::Chosen => self.say("attacking", "yes"),
            Attacking::ThatPlayer => self.say("attacking", "that player"),
        }
    }

    fn who(self, name: &'static str, players: &Players) -> Self {
        let text = self.teller.players(players).text;
        self.say(name, text)
    }

    fn what(self, name: &'static str, objects: &Objects) -> Self {
        let text = self.teller.objects(objects).text;
        self.say(name, text)
    }

    fn n(self, name: &'static str, amount: &Amount) -> Self {
        let text = self.teller.amount(amount);
        self.say(name, text)
    }

    fn cost(self, cost: &Cost) -> Self {
        let text = self.teller.cost(cost);
        self.say("cost", text)
    }

    fn to(self, recipients: &Recipients) -> Self {
        let text = self.teller.recipients(recipients);
        self.say("to", text)
    }

    fn fits(self, filter: &Filter, zone: Option<Zone>) -> Self {
        let text = self.teller.noun(filter, zone).one();
        self.say("fits", text)
    }

    fn into(self, register: Register) -> Self {
        self.say("into", format!("register {register}"))
    }

    fn maybe_into(self, register: Option<Register>) -> Self {
        match register {
            Some(register) => self.into(register),
            None => self,
        }
    }

    fn label(self, name: &'static str, label: Label) -> Self {
        self.say(name, format!("line {}", usize::from(label) + 1))
    }

    fn changes(self, name: &'static str, changes: &[Modification]) -> Self {
        if changes.is_empty() {
            return self;
        }
        let text = self.teller.changes(changes).join(", ");
        self.say(name, text)
    }

    fn ability(self, ability: AbilityId) -> Self {
        let text = self.teller.ability_below(ability);
        self.say("ability", text)
    }

    fn destination(self, to: &Destination) -> Self {
        let mut it = self.say("zone", super::filter::zone_name(to.zone));
        if to.zone == Zone::Library {
            let place = match to.position {
                LibraryPosition::Top => "top".to_owned(),
                LibraryPosition::Bottom => "bottom".to_owned(),
                LibraryPosition::BottomRandom => "bottom, in a random order".to_owned(),
                LibraryPosition::Shuffled => "shuffled into it".to_owned(),
                LibraryPosition::FromTop(n) => format!("number {n} from the top"),
            };
            it = it.say("position", place);
            if let Some(number) = &to.beneath {
                it = it.n("beneath so many cards more", number);
            }
            if let Some(who) = &to.shuffles {
                it = it.who("of", who);
            }
        }
        if let Some(who) = &to.controller {
            it = it.who("controller", who);
        }
        it = it.flag("tapped", to.tapped).attacking(to.attacking).flag("face down", to.face_down);
        if to.down != FaceDown::Up {
            it = it.say("as", face_down(to.down));
        }
        it = it.flag("transformed", to.transformed);
        if let Some(host) = &to.attached {
            it = it.what("attached to", host);
        }
        if let Some(player) = &to.enchanting {
            it = it.who("attached to", player);
        }
        for (kind, n) in &to.counters {
            let counters = it.teller.counters(n, Some(*kind));
            it = it.say("with", counters);
        }
        if let Some(more) = &to.counters_if {
            let what = it.teller.noun(&more.what, Some(Zone::Battlefield)).one();
            let counters = it.teller.counters(&more.amount, Some(more.kind));
            it = it.say("with", format!("{counters} if it enters as {what}"));
        }
        let it = it.flag("linked to the source", to.linked);
        let it = it.flag("until the source leaves the battlefield", to.until_source_leaves);
        let it = it.flag("until an opponent becomes the monarch", to.until_monarch);
        it.flag("already what the next line says", to.as_said_next)
    }
}

impl<'a> Teller<'a> {
    fn verb<'t>(&'t self, verb: &'static str) -> Gather<'t, 'a> {
        Gather { teller: self, it: Operands { verb, fields: Vec::new() } }
    }

    /// The verb of an instruction and its operands.
    pub(super) fn operands(&self, instr: &Instr) -> Operands {
        let gathered = match family(instr) {
            Family::Flow => self.list_flow(instr),
            Family::Choices => self.list_choices(instr),
            Family::Life => self.list_life(instr),
            Family::Cards => self.list_cards(instr),
            Family::Objects => self.list_objects(instr),
            Family::Counters => self.list_counters(instr),
            Family::Spells => self.list_spells(instr),
            Family::Game => self.list_game(instr),
        };
        gathered.it
    }
}
