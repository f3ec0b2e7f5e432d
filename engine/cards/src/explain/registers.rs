//! What registers hold, in words, as instructions put it there.

use super::family::{Family, family};
use super::filter::zone_name;
use super::objects::simple;
use super::teller::Teller;
use super::words::{Noun, Who};
use crate::effect::{Instr, Register, SeenBy};
use crate::filter::{Amount, Objects, Zone};
use crate::text::COLOR_REGISTER;

impl Teller<'_> {
    /// From here on a register means what the instruction has put there.
    pub(super) fn learn(&self, instr: &Instr) {
        if let Some((register, text)) = numbers(instr) {
            self.meaning.numbers.borrow_mut().insert(register, text);
        }
        if let Instr::Vote { words, into } = instr {
            let mut numbers = self.meaning.numbers.borrow_mut();
            for (place, word) in words.iter().enumerate() {
                numbers.insert(*into + place as u8, format!("the number of votes for {word}"));
            }
        }
        for (register, who) in self.written(instr) {
            let mut registers = self.meaning.registers.borrow_mut();
            let taken = |text: &str| registers.iter().any(|(other, known)| *other != register && known.text == text);
            let mut text = who.text.clone();
            let mut place = 1;
            while taken(&text) {
                text = format!("{} ({})", who.text, super::words::ordinal(place));
                place += 1;
            }
            registers.insert(register, who.named(text));
        }
    }

    /// A noun for what objects are: "creatures you control".
    fn kind_of(&self, objects: &Objects) -> Noun {
        match objects {
            Objects::Each(_, filter) | Objects::Those(_, filter) if !filter.tests.is_empty() => {
                let zone = match objects {
                    Objects::Each(zone, _) => Some(*zone),
                    _ => None,
                };
                let mut noun = self.noun(filter, zone);
                noun.after.clear();
                noun.before.clear();
                noun
            }
            Objects::Each(Zone::Battlefield, _) => simple("permanent"),
            _ => simple("card"),
        }
    }

    /// What an instruction puts into registers. The other families put nothing there.
    fn written(&self, instr: &Instr) -> Vec<(Register, Who)> {
        match family(instr) {
            Family::Choices => self.chosen(instr),
            Family::Cards => cards_found(instr),
            Family::Objects => self.objects_moved(instr),
            Family::Counters => tokens_created(instr),
            Family::Game => cards_left(instr),
            Family::Flow => given(instr),
            Family::Life | Family::Spells => Vec::new(),
        }
    }

    /// The objects that are chosen or kept.
    fn chosen(&self, instr: &Instr) -> Vec<(Register, Who)> {
        match instr {
            Instr::SetObjects(to, what) => {
                let who = match what {
                    // What a loop adds to.
                    Objects::Union(none) if none.is_empty() => Who::many("all that was remembered"),
                    Objects::Each(..) | Objects::Those(..) => {
                        Who::many(format!("those {}", self.kind_of(what).plural()))
                    }
                    what => self.objects(what),
                };
                vec![(*to, who)]
            }
            Instr::AddObjects(to, what) => {
                if self.meaning.registers.borrow().contains_key(to) {
                    return Vec::new();
                }
                vec![(*to, Who::many(format!("those {}", self.kind_of(what).plural())))]
            }
            Instr::Pick(pick, to) => {
                let noun = self.kind_of(&pick.from);
                let who = match pick.max {
                    Amount::Const(1) => Who::one(format!("the chosen {}", noun.singular())),
                    _ => Who::many(format!("the chosen {}", noun.plural())),
                };
                vec![(*to, who)]
            }
            Instr::CopyCards(_, to) => vec![(*to, Who::one("the copy"))],
            _ => Vec::new(),
        }
    }

    /// The objects that are moved or sacrificed, and the creature that a card is encoded on.
    fn objects_moved(&self, instr: &Instr) -> Vec<(Register, Who)> {
        match instr {
            Instr::Move(what, to, into) => {
                let zone = match to.zone {
                    Zone::Battlefield => "the permanent put onto the battlefield",
                    Zone::Exile => "the exiled card",
                    Zone::Graveyard | Zone::Hand | Zone::Library | Zone::Stack | Zone::Command => "the moved card",
                };
                let mut who = self.objects(what).named(zone);
                if matches!(to.zone, Zone::Graveyard | Zone::Hand | Zone::Library | Zone::Stack | Zone::Command) {
                    who = who.named(format!("{zone} (in {})", zone_name(to.zone)));
                }
                kept(into, who)
            }
            Instr::SacrificeChosen(_, amount, _, to) => kept(to, one_or_many(amount, "the sacrificed permanent")),
            Instr::Encode(to) => vec![(*to, Who::one("the creature that it is encoded on"))],
            _ => Vec::new(),
        }
    }
}

/// What players have chosen to pay with, all of them at one time.
fn given(instr: &Instr) -> Vec<(Register, Who)> {
    match instr {
        Instr::MayGive(_, _, into, _) => vec![(*into, Who::many("what was chosen for that"))],
        _ => Vec::new(),
    }
}

/// The cards that stay where they are as the game is restarted.
fn cards_left(instr: &Instr) -> Vec<(Register, Who)> {
    match instr {
        Instr::Restart(_, to) => vec![(*to, Who::many("the cards left in exile"))],
        _ => Vec::new(),
    }
}

/// The cards that are found, seen, discarded or milled.
fn cards_found(instr: &Instr) -> Vec<(Register, Who)> {
    match instr {
        Instr::Discard(_, _, to) => kept(to, Who::many("the discarded cards")),
        Instr::Mill(_, _, to) => kept(to, Who::many("the milled cards")),
        Instr::LookAtTop { amount, seen, into, .. } => {
            let card = match seen {
                SeenBy::Nobody => "the card taken",
                SeenBy::Owner => "the card looked at",
                SeenBy::All => "the revealed card",
            };
            vec![(*into, one_or_many(amount, card))]
        }
        Instr::LookAtLibrary { amount, into, .. } => vec![(*into, one_or_many(amount, "the card looked at"))],
        Instr::Search { max, into, .. } => vec![(*into, one_or_many(max, "the card found"))],
        Instr::RevealUntil(_, _, amount, found, others) => {
            vec![
                (*found, one_or_many(amount, "the card revealed that fits")),
                (*others, Who::many("the other revealed cards")),
            ]
        }
        Instr::TakeBottom(_, to) => vec![(*to, Who::one("that card"))],
        Instr::TakeFromHand(to) => vec![(*to, Who::one("the revealed card"))],
        Instr::RevealDrawn(_, to) => vec![(*to, Who::many("the drawn cards"))],
        _ => Vec::new(),
    }
}

/// The tokens that are created.
fn tokens_created(instr: &Instr) -> Vec<(Register, Who)> {
    match instr {
        Instr::CreateToken(tokens) => kept(&tokens.into, one_or_many(&tokens.amount, "the created token")),
        Instr::CreateCopy { amount, into, .. } => kept(into, one_or_many(amount, "the created token")),
        _ => Vec::new(),
    }
}

/// One thing in a register, if the instruction keeps it.
fn kept(register: &Option<Register>, who: Who) -> Vec<(Register, Who)> {
    register.iter().map(|to| (*to, who.clone())).collect()
}

/// The number that an instruction keeps, and what it is called from then on.
fn numbers(instr: &Instr) -> Option<(Register, String)> {
    match instr {
        Instr::SetNumber(to, _) | Instr::CountResolution(to) | Instr::CountActivations(to) => {
            Some((*to, number_name(*to)))
        }
        Instr::MayPayX(_, _, to, _) => Some((*to, "the X paid this way".to_owned())),
        Instr::ChooseWord(_, _, to) => Some((*to, "the place of the chosen word".to_owned())),
        Instr::ChooseNumber(_, _, _, to) => Some((*to, "the chosen number".to_owned())),
        Instr::FlipCoin(_, to, true) => Some((*to, "the result of the flip (1: won, 2: lost)".to_owned())),
        Instr::FlipCoin(_, to, false) => Some((*to, "the result of the flip (1: heads, 2: tails)".to_owned())),
        Instr::RollDie(_, _, to) => Some((*to, "the result of the roll".to_owned())),
        Instr::ChooseColor(..) | Instr::ChooseAnotherColor(_) => {
            Some((COLOR_REGISTER, "the place of the chosen color".to_owned()))
        }
        _ => None,
    }
}

/// The name of a number that is kept in a register.
pub(super) fn number_name(register: Register) -> String {
    const NAMES: [&str; 8] = ["N", "M", "K", "L", "P", "Q", "R", "S"];
    NAMES.get(usize::from(register)).map_or("the number kept".to_owned(), ToString::to_string)
}

fn one_or_many(amount: &Amount, one: &str) -> Who {
    match amount {
        Amount::Const(1) => Who::one(one),
        _ => Who::many(one.replacen("card", "cards", 1).replacen("token", "tokens", 1).replacen(
            "permanent",
            "permanents",
            1,
        )),
    }
}
