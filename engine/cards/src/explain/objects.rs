//! Objects, recipients and counted objects in words.

use super::filter::zone_name;
use super::teller::Teller;
use super::words::{Noun, Who, list_and, number};
use crate::effect::Recipients;
use crate::filter::{Amount, Objects, Zone};

impl Teller<'_> {
    /// What something is done to.
    pub(super) fn objects(&self, objects: &Objects) -> Who {
        match objects {
            Objects::Source => Who::one(self.source()),
            Objects::SourceNow => Who::one(format!("{} (also where it went, if it has moved once)", self.source())),
            Objects::Target(n) => self.target(*n),
            Objects::Event => self.meaning.event.clone(),
            Objects::EventOther => self.meaning.other.clone(),
            Objects::Host => Who::one(format!("the permanent that {} is attached to", self.source())),
            Objects::Register(n) => self.register(*n),
            Objects::Each(zone, filter) => {
                let noun = self.noun(filter, Some(*zone));
                Who::one(noun.each())
            }
            Objects::DamageSources(filter) => {
                let noun = self.noun(filter, None);
                Who::one(format!("each possible source of damage that is {}", noun.one()))
            }
            Objects::Current => Who::one("that one"),
            Objects::Encoded(name) => Who::one(format!("the card {name} that is encoded on {}", self.source())),
            Objects::AttachedTo(what) => Who::one(format!("each permanent attached to {}", self.objects(what).text)),
            Objects::PermanentsOf(what) => {
                Who::one(format!("the permanent whose ability {} is", self.objects(what).text))
            }
            Objects::PartnersOf(what) => {
                Who::one(format!("the creature that {} is paired with", self.objects(what).text))
            }
            Objects::Union(all) if matches!(all.as_slice(), [one, Objects::Left(gone, None)] if one == &**gone) => {
                let what = self.objects(&all[0]);
                what.named(format!("{} (as it last was)", what.text))
            }
            Objects::Union(all) => {
                let all: Vec<String> = all.iter().map(|what| self.objects(what).text).collect();
                Who::many(list_and(&all))
            }
            Objects::Those(what, filter) if filter.tests.is_empty() => self.objects(what),
            Objects::Those(what, filter) => {
                let what = self.objects(what);
                let noun = self.noun(filter, None);
                what.named(format!("{} (only {})", what.text, noun.one()))
            }
            Objects::PutWithSource => Who::one(format!("what was put onto the battlefield with {}", self.source())),
            Objects::ExiledWithSource => Who::one(format!("each card exiled with {}", self.source())),
            Objects::Moved(what) => {
                let what = self.objects(what);
                let it = if what.is_many() { "they" } else { "it" };
                what.named(format!("{} (where {it} went)", what.text))
            }
            Objects::Left(what, to) => {
                let what = self.objects(what);
                let to = to.map_or(String::new(), |zone| format!(" for {}", zone_name(zone)));
                Who::many(format!("those of {} that left{to} this way", what.text))
            }
        }
    }

    /// Who or what is dealt damage and the like.
    pub(super) fn recipients(&self, recipients: &Recipients) -> String {
        match recipients {
            Recipients::Objects(objects) => self.objects(objects).text,
            Recipients::Players(players) => self.players(players).text,
            Recipients::Target(n) => self.target(*n).text,
            Recipients::Both(all) => {
                let all: Vec<String> = all.iter().map(|one| self.recipients(one)).collect();
                list_and(&all)
            }
            Recipients::Event => "the player or planeswalker that is attacked, or what was dealt the damage".to_owned(),
        }
    }

    /// That many of something: "a creature", "three cards", "as many cards as the number of …".
    pub(super) fn count(&self, amount: &Amount, noun: &Noun) -> String {
        match amount {
            Amount::Const(1) => noun.one(),
            Amount::Const(255) => format!("any number of {}", noun.plural()),
            Amount::Const(EVERY_CARD) => format!("all {}", noun.plural()),
            Amount::Const(n) => format!("{} {}", number(*n), noun.plural()),
            Amount::X => format!("X {}", noun.plural()),
            amount => format!("as many {} as {}", noun.plural(), self.amount(amount)),
        }
    }

    /// From one number to another of something: "up to two creatures".
    pub(super) fn range(&self, min: &Amount, max: &Amount, noun: &Noun) -> String {
        if min == max {
            return self.count(min, noun);
        }
        match (min, max) {
            (Amount::Const(0), Amount::Const(255)) => format!("any number of {}", noun.plural()),
            (Amount::Const(0), Amount::Const(1)) => format!("up to one {}", noun.singular()),
            (Amount::Const(0), max) => format!("up to {}", self.count(max, noun)),
            (Amount::Const(1), Amount::Const(255)) => format!("one or more {}", noun.plural()),
            (min, Amount::Const(255)) => format!("{} or more {}", self.amount(min), noun.plural()),
            (min, max) => format!("{} to {} {}", self.amount(min), self.amount(max), noun.plural()),
        }
    }

    /// That many cards.
    pub(super) fn cards(&self, amount: &Amount) -> String {
        self.count(amount, &simple("card"))
    }

    /// Objects in a zone that fit, as a set to be counted: "creatures you control".
    pub(super) fn set(&self, zone: Zone, filter: &crate::filter::Filter) -> String {
        self.noun(filter, Some(zone)).plural()
    }
}

/// A search for this many cards is one for all that there are.
const EVERY_CARD: i32 = 1_000;

/// A noun that is just a word.
pub(super) fn simple(word: &str) -> Noun {
    Noun { heads: vec![word.to_owned()], ..Noun::default() }
}
