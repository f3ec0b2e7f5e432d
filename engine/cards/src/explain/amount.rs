//! Numbers in words.

use super::teller::Teller;
use super::words::{colors, list_and, list_or};
use crate::designation::Alike;
use crate::filter::{Amount, Filter, Objects, Zone};
use crate::happening::Happening;

impl Teller<'_> {
    /// A number: "3", "X", "the number of creatures you control".
    pub(super) fn amount(&self, amount: &Amount) -> String {
        match amount {
            Amount::Const(n) => n.to_string(),
            Amount::X => "X".to_owned(),
            Amount::XOf(what) => format!("the X with which {} was cast", self.objects(what).text),
            Amount::Count(zone, filter) => format!("the number of {}", self.set(*zone, filter)),
            Amount::CountObjects(Objects::Each(zone, filter)) => format!("the number of {}", self.set(*zone, filter)),
            Amount::CountObjects(what) => format!("the number of {}", self.objects(what).text),
            Amount::CountPlayers(who) => format!("how many players there are among {}", self.players(who).text),
            Amount::Power(what) => self.measure("power", what),
            Amount::Toughness(what) => self.measure("toughness", what),
            Amount::ManaValue(what) => self.measure("mana value", what),
            Amount::GreatestPower(what) => format!("the greatest power among {}", self.objects(what).text),
            Amount::GreatestToughness(what) => format!("the greatest toughness among {}", self.objects(what).text),
            Amount::GreatestManaValue(what) => format!("the greatest mana value among {}", self.objects(what).text),
            Amount::LeastPower(what) => format!("the least power among {}", self.objects(what).text),
            Amount::LeastToughness(what) => format!("the least toughness among {}", self.objects(what).text),
            Amount::LeastManaValue(what) => format!("the least mana value among {}", self.objects(what).text),
            Amount::Counters(what, kind) => {
                format!("the number of {}s on {}", self.any_counter(*kind), self.objects(what).text)
            }
            Amount::PlayerCounters(who, kind) => {
                format!("the number of {} counters {}", self.counter(*kind), self.players(who).does("have"))
            }
            Amount::Life(who) => format!("{} life total", self.players(who).of()),
            Amount::LifeToPay(who) => format!("the life {}", self.players(who).does("can pay")),
            Amount::StartingLife => "the starting life total".to_owned(),
            Amount::HandSize(who) => format!("the number of cards in {} hand", self.players(who).of()),
            Amount::LibrarySize(who) => format!("the number of cards in {} library", self.players(who).of()),
            Amount::Event => self.meaning.number.clone(),
            Amount::Register(n) => self.number(*n),
            Amount::ChosenNumber => format!("the number chosen for {}", self.source()),
            Amount::TimesPaid(n) => {
                format!("how many times its {} optional cost was paid", super::words::ordinal((*n).into()))
            }
            Amount::Targets => "how many targets it has".to_owned(),
            Amount::TargetsThat(filter) => {
                format!("how many {} it targets", self.noun(filter, Some(Zone::Battlefield)).plural())
            }
            Amount::ColorsSpent => format!("the number of colors of mana spent to cast {}", self.source()),
            Amount::ManaSpentFrom(what, origin) => self.spent_from(what.as_ref(), *origin),
            Amount::ManaSpent(what, color) => self.spent(what, *color),
            Amount::Happened(what, filter) => {
                format!("how many times this turn {} {}", self.noun(filter, None).one(), happened(*what))
            }
            Amount::Deeds(what, who) => {
                format!("how many times this turn {} did this: {}", self.players(who).text, happened(*what))
            }
            Amount::DamageSources(who, combat, filter) => {
                let combat = if *combat { "combat " } else { "" };
                let noun = self.noun(filter, None).plural();
                format!("how many {noun} dealt {combat}damage to {} this turn", self.players(who).text)
            }
            Amount::LandsPlayed(who) => format!("how many lands {} played this turn", self.players(who).text),
            Amount::DamageTaken(who, combat) => {
                let combat = if *combat { "combat " } else { "" };
                format!("how much {combat}damage was dealt to {} this turn", self.players(who).text)
            }
            Amount::CommanderCasts => "how often you've cast your commander from the command zone this game".to_owned(),
            Amount::CastsOf(what) => self.often(what, "was cast from the command zone this game"),
            Amount::Party(who) => format!("the number of creatures in {} party", self.players(who).of()),
            Amount::ColorsSpentOn(what) => {
                format!("the number of colors of mana spent to cast {}", self.objects(what).text)
            }
            Amount::ManaSymbols(what, color) => {
                let colors = list_and(&colors(*color));
                format!("the number of {colors} mana symbols in the mana costs of {}", self.objects(what).text)
            }
            Amount::Devotion(color) => format!("your devotion to {}", list_and(&colors(*color))),
            Amount::Domain(who) => {
                let who = self.players(who);
                format!("the number of basic land types among lands {}", who.does("control"))
            }
            Amount::SpellsCast(who) => format!("how many spells {} cast this turn", self.players(who).text),
            Amount::CastOrdinal(what, filter) => {
                let spells = self.noun(filter, None).plural();
                format!("the place of {} among {spells} cast this turn", self.objects(what).text)
            }
            Amount::OtherSpellsCast => format!("how many other spells you cast this turn than {}", self.source()),
            Amount::SpellsCastLastTurn(who) => format!("how many spells {} cast last turn", self.players(who).text),
            Amount::TurnsBegun(who) => format!("how many turns {} have begun (at most four)", self.players(who).text),
            Amount::LifeLostLastTurn(who) => format!("how much life {} lost last turn", self.players(who).text),
            Amount::HappenedLastTurn(what, filter) => {
                format!("how many times last turn {} {}", self.noun(filter, None).one(), happened(*what))
            }
            Amount::ClassLevel => format!("the level of {}", self.source()),
            Amount::LifeGained(who) => format!("how much life {} gained this turn", self.players(who).text),
            Amount::LifeLost(who) => format!("how much life {} lost this turn", self.players(who).text),
            Amount::CardsDrawn(who) => format!("how many cards {} drew this turn", self.players(who).text),
            Amount::CreaturesDied => "how many creatures died this turn".to_owned(),
            Amount::TimesMutated(what) => format!("how often {} has mutated", self.objects(what).text),
            Amount::Devoured(what) => format!("how many permanents {} devoured", self.objects(what).text),
            Amount::DevouredOf(what, filter) => self.devoured(what, filter),
            Amount::TimesTempted(who) => format!("how many times the Ring has tempted {}", self.players(who).text),
            Amount::Speed(who) => format!("{} speed", self.players(who).of()),
            Amount::OpponentsAttacked(who) => {
                format!("the number of opponents that {} attacked with creatures this combat", self.players(who).text)
            }
            Amount::AttackPower(who) => {
                format!("the total power of the creatures {} attacked with this combat", self.players(who).text)
            }
            Amount::AttackersDeclared(who) => {
                format!("how many creatures {} attacked with this turn", self.players(who).text)
            }
            Amount::CardTypesIn(zone, filter) => {
                format!("the number of card types among {}", self.set(*zone, filter))
            }
            Amount::DifferentNames(zone, filter) => {
                format!("the number of different names among {}", self.set(*zone, filter))
            }
            Amount::DifferentPowers(zone, filter) => {
                format!("the number of different powers among {}", self.set(*zone, filter))
            }
            Amount::MostAlike(zone, all, by) => self.most_alike(*zone, all, *by),
            Amount::DifferentManaValues(zone, filter) => self.among("different mana values", *zone, filter),
            Amount::CounterKinds(zone, filter) => self.among("different kinds of counters", *zone, filter),
            Amount::ChosenColorsOf(what) => {
                format!("the number of the chosen colors of {}", self.objects(what).text)
            }
            Amount::CardTypesOf(what) => format!("the number of card types among {}", self.objects(what).text),
            Amount::ColorsOf(what) => format!("the number of colors of {}", self.objects(what).text),
            Amount::ColorsAmong(zone, filter) => format!("the number of colors among {}", self.set(*zone, filter)),
            Amount::Sum(a, b) => format!("{} plus {}", self.amount(a), self.amount(b)),
            Amount::Difference(a, b) => format!("{} minus {}", self.amount(a), self.amount(b)),
            Amount::Times(a, -1) => format!("minus {}", self.amount(a)),
            Amount::Times(a, 2) => format!("twice {}", self.amount(a)),
            Amount::Times(a, n) => format!("{n} times {}", self.amount(a)),
            Amount::Product(a, b) => format!("{} times {}", self.amount(a), self.amount(b)),
            Amount::HalfUp(a) => format!("half {}, rounded up", self.amount(a)),
            Amount::HalfDown(a) => format!("half {}, rounded down", self.amount(a)),
            Amount::Least(a, b) => format!("the lesser of {} and {}", self.amount(a), self.amount(b)),
            Amount::Quotient(a, b) => format!("{} divided by {}, rounded down", self.amount(a), self.amount(b)),
            Amount::CastBefore(objects, filter) => format!(
                "how many {} you cast this turn before {}",
                self.noun(filter, Some(Zone::Stack)).plural(),
                self.objects(objects).text
            ),
            Amount::Greatest(a, b) => format!("the greater of {} and {}", self.amount(a), self.amount(b)),
            Amount::If(condition, a, b) => {
                format!("{} if {}, otherwise {}", self.amount(a), self.condition(condition), self.amount(b))
            }
            Amount::Lethal(what, by) => {
                format!("how much damage by {} is lethal for {}", self.objects(by).text, self.objects(what).text)
            }
            Amount::ExcessThisWay(filter) => {
                format!("the excess damage dealt to {} this way", self.set(Zone::Battlefield, filter))
            }
            Amount::ThisWay => "the number counted this way".to_owned(),
        }
    }

    /// "the power of the target creature", "the total power of each creature you control".
    fn among(&self, what: &str, zone: Zone, filter: &Filter) -> String {
        format!("the number of {what} among {}", self.set(zone, filter))
    }

    fn measure(&self, what: &str, objects: &Objects) -> String {
        let who = self.objects(objects);
        let total = if who.is_many() || super::instruction::is_set(objects) { "total " } else { "" };
        format!("the {total}{what} of {}", who.text)
    }

    /// A change of power or toughness with its sign: "+3", "-X".
    pub(super) fn signed(&self, amount: &Amount) -> String {
        match amount {
            Amount::Const(n) if *n < 0 => n.to_string(),
            Amount::Times(inner, n) if *n < 0 => match (n, inner.as_ref()) {
                (-1, Amount::X) => "-X".to_owned(),
                (-1, inner) => format!("-({})", self.amount(inner)),
                (n, inner) => format!("-({} times {})", -n, self.amount(inner)),
            },
            Amount::Const(_) | Amount::X => format!("+{}", self.amount(amount)),
            amount => format!("+({})", self.amount(amount)),
        }
    }

    /// That much life, mana, damage: "3 life", "life equal to …".
    pub(super) fn much(&self, amount: &Amount, what: &str) -> String {
        match amount {
            Amount::Const(n) => format!("{n} {what}"),
            Amount::X => format!("X {what}"),
            amount => format!("{what} equal to {}", self.amount(amount)),
        }
    }
}

/// What happened to an object or was done by a player.
fn happened(what: Happening) -> String {
    const NAMES: [(Happening, &str); 15] = [
        (Happening::ENTERED, "entered"),
        (Happening::LEFT, "left the battlefield"),
        (Happening::DIED, "was put into a graveyard from the battlefield"),
        (Happening::TO_GRAVEYARD, "was put into a graveyard from anywhere"),
        (Happening::LEFT_GRAVEYARD, "left a graveyard"),
        (Happening::DISCARDED, "was discarded"),
        (Happening::SACRIFICED, "was sacrificed"),
        (Happening::CAST, "was cast"),
        (Happening::DAMAGE, "was dealt damage"),
        (Happening::SEARCHED, "searched a library"),
        (Happening::CRIME, "committed a crime"),
        (Happening::WARPED, "was cast for its warp cost"),
        (Happening::EXCESS, "was dealt excess damage"),
        (Happening::FOUGHT, "attacked or blocked"),
        (Happening::DEVOURED, "was devoured"),
    ];
    let names: Vec<String> = NAMES.iter().filter(|row| what.contains(row.0)).map(|row| row.1.to_owned()).collect();
    list_or(&names)
}

impl Teller<'_> {
    fn often(&self, what: &Objects, happened: &str) -> String {
        format!("how often {} {happened}", self.objects(what).text)
    }

    fn devoured(&self, by: &Objects, which: &Filter) -> String {
        format!("how many {} {} devoured this turn", self.noun(which, None).plural(), self.objects(by).text)
    }

    fn most_alike(&self, zone: Zone, all: &Filter, by: Alike) -> String {
        format!("the greatest number of {} {}", self.set(zone, all), by.words())
    }
}
