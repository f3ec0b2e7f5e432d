//! What effects are worth in an ordinary position.

use gauntlet_cards::effect::Recipients;
use gauntlet_cards::filter::{Amount, CounterKind, Filter, Objects, Players, Test, Zone};

use super::facts::Facts;
use super::reading::{AbilityFacts, is_of_lands};
use super::script::{Act, Discards, Guard, PartFacts, nominal_amount, nominal_change};
use super::weights::Weights;

impl Facts {
    /// What a script does for its controller in an ordinary position.
    pub(super) fn nominal(&self, ability: &AbilityFacts, w: &Weights, tokens_known: bool) -> i32 {
        let part = |part: &PartFacts| -> i32 {
            part.effects
                .iter()
                .map(|effect| {
                    let full = self.nominal_act(&effect.act, w, tokens_known);
                    match effect.guard {
                        Guard::Always if !effect.tests.is_empty() => full / 2,
                        Guard::Always => full,
                        Guard::Kicked(_, true) | Guard::Perhaps | Guard::Bought(_) => full / 2,
                        Guard::Wanted => full.max(0),
                        Guard::Granted => full / 2,
                        Guard::Kicked(_, false) | Guard::Unpaid(_) => full * 3 / 4,
                    }
                })
                .sum()
        };
        ability.parts.iter().map(part).max().unwrap_or(0)
    }

    fn nominal_act(&self, act: &Act, w: &Weights, tokens_known: bool) -> i32 {
        const CREATURE: i32 = 130;
        let number = |amount: &Amount| nominal_amount(amount);
        let own = |players: &Players| match players {
            Players::You => 1,
            Players::Opponents
            | Players::Target(_)
            | Players::ControllerOf(_)
            | Players::Defending
            | Players::Event => -1,
            _ => 0,
        };
        let on = |objects: &Objects| match objects {
            Objects::Target(_) | Objects::Event | Objects::EventOther | Objects::Register(_) => 1,
            Objects::Each(Zone::Battlefield, filter) if is_yours(filter) => -2,
            Objects::Each(Zone::Battlefield, _) => 1,
            Objects::Host => 1,
            _ => 0,
        };
        match act {
            Act::Damage { amount, to, .. } => match to {
                Recipients::Target(_) => number(amount) * 25,
                Recipients::Players(players) => -own(players) * number(amount) * 14,
                Recipients::Objects(objects) => on(objects) * number(amount) * 25,
                Recipients::Both(_) => number(amount) * 25,
                Recipients::Event => number(amount) * 14,
            },
            Act::Divided(_, amount) => number(amount) * 25,
            Act::Fight { .. } => CREATURE * 3 / 4,
            Act::Destroy(objects, _) => on(objects) * CREATURE,
            Act::Move(objects, destination) => match (objects, destination.zone) {
                (_, Zone::Exile) => on(objects) * CREATURE,
                (Objects::Source, _) => 20,
                (_, Zone::Hand | Zone::Library) => on(objects) * 50,
                (_, Zone::Battlefield) => CREATURE * 3 / 4,
                _ => 0,
            },
            Act::Sacrifice(objects) => on(objects) * CREATURE,
            Act::SacrificeChosen(players, ..) => -own(players) * 95,
            Act::Tap(objects) => on(objects) * 20,
            Act::Untap(_) => 10,
            Act::Counter(_) => 110,
            Act::Counters(objects, CounterKind::PLUS_ONE, amount) => {
                number(amount) * if matches!(objects, Objects::Each(..)) { 50 } else { 28 }
            }
            Act::Counters(..) => 10,
            Act::Change { change, lasting, objects } => {
                let size = nominal_change(change);
                if change.control {
                    if *lasting { 2 * CREATURE } else { 60 }
                } else if *lasting {
                    size.abs()
                } else if *objects == Objects::Source || *objects == Objects::Event {
                    size / 3
                } else {
                    size.abs() * 2 / 3
                }
            }
            Act::Attach(..) => 10,
            Act::Regenerate(_) | Act::Prevent(..) | Act::Disarm(_) => 30,
            Act::Uncounter(..) | Act::Become(..) => w.card.ability,
            Act::Exchange(..) => CREATURE * 3 / 4,
            Act::Fog => 40,
            Act::GainLife(players, amount) => own(players).max(0) * number(amount) * 9,
            Act::LoseLife(players, amount) => -own(players) * number(amount) * 14,
            Act::Draw(players, amount) => match players {
                Players::Target(_) => w.card.draw * number(amount),
                _ => own(players) * w.card.draw * number(amount),
            },
            Act::Discard(players, amount, how) => {
                let each = if *how == Discards::Picked { w.card.pick_discard } else { w.card.discard };
                match players {
                    Players::You => w.card.own_discard * number(amount),
                    _ => -own(players) * each * number(amount).min(3),
                }
            }
            Act::Mill(..) => 3,
            Act::Look(_, amount) => w.card.scry * number(amount).clamp(0, 3),
            Act::Tokens(players, token, amount, size) => {
                let each = match size {
                    Some(_) => CREATURE,
                    None if tokens_known => self.card(*token).worth,
                    None => 80,
                };
                own(players).max(0) * each * number(amount).min(4)
            }
            Act::Role(token, _) => {
                let host = if tokens_known { self.card(*token).host.as_ref() } else { None };
                host.map_or(w.card.ability, |host| nominal_change(host).abs())
            }
            Act::Copies(..) => CREATURE,
            Act::Find { players, amount, filter, from, to, .. } => {
                let each = match (from, to) {
                    (Zone::Hand, to) if *to != Zone::Battlefield => w.card.own_discard,
                    (_, Zone::Battlefield) if !is_of_lands(filter) => CREATURE,
                    (_, Zone::Battlefield) => w.card.land_found,
                    (_, Zone::Graveyard | Zone::Exile) => w.card.ability,
                    _ => w.card.found,
                };
                // What each player does is begun by the one whose deck is made for it.
                let whole = own(players) * number(amount).min(3) * each;
                if matches!(players, Players::Each | Players::Current) { each * 3 / 4 } else { whole }
            }
            Act::Reveal { players, amount, to, .. } => {
                let each = if *to == Zone::Battlefield { CREATURE } else { 0 };
                own(players) * number(amount).min(2) * each
            }
            Act::Mana(count) => w.card.mana * count,
            Act::Debt { mana, .. } => -w.card.mana * mana,
            Act::ExtraTurn(_) => w.card.extra_turn,
            Act::Win(_) | Act::Lose(_) => 500,
            Act::Good(_) | Act::ForNextSpell => w.card.ability,
            Act::CastFound(..) => w.card.found,
            Act::Triggers(ability) => self.nominal(self.ability(*ability), w, tokens_known),
            // What else it has triggers then, and counts by itself.
            Act::Exploits | Act::Hosted => 0,
            Act::SetLife(..) => w.card.ability,
        }
    }
}

/// Returns whether a filter accepts only what its controller has.
fn is_yours(filter: &Filter) -> bool {
    filter.tests.contains(&Test::Controller(gauntlet_cards::filter::PlayerFilter::You))
}
