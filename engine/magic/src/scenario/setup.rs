//! From the setup of a scenario to a position before the first decision.

use std::collections::BTreeMap;
use std::sync::Arc;

use gauntlet_cards::ability::{AbilityKind, Replacement, StaticEffect};
use gauntlet_cards::card::{CardId, Pool};
use gauntlet_cards::effect::Instr;
use gauntlet_cards::filter::{Amount, CounterKind, Players};
use gauntlet_core::{PerPlayer, Player, Seed};
use rand::seq::SliceRandom as _;

use super::cards::{Cards, FILLER};
use super::model::{Answer, Scenario, Side, Zone, player};
use crate::arrange::{Arrangement, Placed};
use crate::options::{Leader, Leaders};
use crate::state::ObjectId;
use crate::{Options, Position, Setup};

/// How many cards a library has before cards are put on it.
const LIBRARY: usize = 71;

/// Decisions after which a scenario is taken not to end.
const MOST_ACTIONS: u32 = 5_000;

/// An object that a scenario has a name for.
#[derive(Clone, Debug)]
pub(super) struct Alias {
    /// Its place in the arena when it was put there; none for cards in hands and libraries.
    pub(super) object: ObjectId,
    /// The card.
    pub(super) card: CardId,
    /// Its owner.
    pub(super) owner: Player,
}

/// The position that a scenario begins with, at its first decision with more than one legal action.
///
/// # Errors
/// Why the scenario can't be run: a card that isn't known, a format that isn't supported.
pub fn position(scenario: &Scenario, cards: &Cards) -> Result<Position, String> {
    Ok(arrange_with(scenario, cards, Options::default())?.0)
}

/// A position to run the scenario in, and the aliases in it. The error is why the scenario can't be run. If it isn't `scripted`, somebody
/// plays in it who pays with what there is.
pub(super) fn arrange(
    scenario: &Scenario,
    cards: &Cards,
    journal: bool,
    scripted: bool,
) -> Result<(Position, BTreeMap<String, Alias>), String> {
    let options = options(journal, &scenario.options.manual_mana);
    arrange_with(scenario, cards, Options { mana_actions: scripted, ..options })
}

/// The options of the games that scenarios are run in.
pub(super) fn options(journal: bool, manual_mana: &[Side]) -> Options {
    Options {
        journal,
        ask_forced: true,
        ask_chance: true,
        mana_actions: true,
        pause_at_turns: true,
        max_actions: MOST_ACTIONS,
        max_turns: 100,
        manual_payment: PerPlayer([Side::A, Side::B].map(|side| manual_mana.contains(&side))),
        ..Options::default()
    }
}

/// The life that a format begins with, if it isn't the usual 20.
///
/// # Errors
/// Why games of the format can't be played.
fn starting_life(scenario: &Scenario) -> Result<Option<i32>, String> {
    let format = scenario.format.as_str();
    match format {
        "duel" => Ok(None),
        // CR 903.7: Commander games begin with 40 life.
        "commander_duel" => Ok(Some(40)),
        "commander3" | "oathbreaker3" => Err(format!("the format {format} is for three players; games here have two")),
        "commander4" | "ffa4" => Err(format!("the format {format} is for four players; games here have two")),
        _ => Err(format!("the format {format} isn't supported; formats are duel and commander_duel")),
    }
}

/// The counters that a permanent may enter with, if that is so: who is asked about what enters says yes if nothing is said.
fn offered_counters(pool: &Pool, card: CardId) -> Option<(CounterKind, u16)> {
    pool.card(card).abilities.iter().find_map(|ability| {
        let AbilityKind::Static(ability) = &pool.ability(*ability).kind else { return None };
        let StaticEffect::Replacement(Replacement::AsEnters(script)) = &ability.effect else { return None };
        match script.parts.first()?.code.as_slice() {
            [Instr::May(Players::You, _), Instr::EnterWith(kind, Amount::Const(amount)), ..] => {
                Some((*kind, u16::try_from(*amount).ok()?))
            }
            _ => None,
        }
    })
}

/// Returns whether a card name is chosen as a permanent enters.
fn chooses_name(pool: &Pool, card: CardId) -> bool {
    pool.card(card).abilities.iter().any(|ability| {
        let AbilityKind::Static(ability) = &pool.ability(*ability).kind else { return false };
        let StaticEffect::Replacement(Replacement::AsEnters(script)) = &ability.effect else { return false };
        script.parts.first().is_some_and(|part| matches!(part.code.first(), Some(Instr::ChooseName(Players::You, _))))
    })
}

/// The card that a player names first, in what is answered at the beginning.
fn first_name(scenario: &Scenario, cards: &Cards, owner: Player) -> Option<CardId> {
    let answers = &scenario.segments.first()?.answers;
    let (_, answers) = answers.iter().find(|(side, _)| player(**side) == owner)?;
    answers.choices.iter().find_map(|answer| match answer {
        Answer::Text(text) => cards.find(text).ok(),
        _ => None,
    })
}

/// The commanders of a Commander game: what is put into the command zone (CR 903.6).
fn commanders(scenario: &Scenario, cards: &Cards) -> Result<PerPlayer<Leaders>, String> {
    let mut all = PerPlayer([[None; 2]; 2]);
    if scenario.format != "commander_duel" {
        return Ok(all);
    }
    for put in scenario.setup.iter().filter(|put| put.zone == Zone::Command) {
        let card = cards.of(&scenario.id, &put.card, put.custom.is_some())?;
        let card = cards.pool().whole(card);
        let place = all[player(put.player)].iter_mut().find(|place| place.is_none()).filter(|_| put.count == 1);
        let Some(place) = place else {
            return Err(format!(
                "{} is one commander too many: a deck has one, or two that have partner (CR 903.3)",
                put.card
            ));
        };
        *place = Some(Leader { card, identity: cards.identity(card) });
    }
    Ok(all)
}

fn arrange_with(
    scenario: &Scenario,
    cards: &Cards,
    options: Options,
) -> Result<(Position, BTreeMap<String, Alias>), String> {
    let life = starting_life(scenario)?;
    if scenario.speaks_of_others() {
        return Err("games of more than two players are not supported: there are A and B".to_owned());
    }
    let seed = Seed::from_u64(1).derive(&scenario.id, 0);
    let filler = cards.find(FILLER)?;
    let mut arrangement = Arrangement::new();
    let mut names: Vec<(usize, String)> = Vec::new();
    for side in [Side::A, Side::B] {
        let owner = player(side);
        let mut library = Vec::new();
        if !scenario.clear_library.contains(&side) {
            library.extend(std::iter::repeat_n(filler, LIBRARY));
        }
        for put in scenario.setup.iter().filter(|put| put.player == side && put.zone == Zone::Library) {
            let card = cards.of(&scenario.id, &put.card, put.custom.is_some())?;
            library.extend(std::iter::repeat_n(card, put.count as usize));
        }
        if !scenario.no_shuffle {
            library.shuffle(&mut seed.derive("library", owner.index() as u64).rng());
        }
        let put = |card| Placed { player: owner, zone: gauntlet_cards::filter::Zone::Library, card, tapped: false };
        arrangement.cards.extend(library.into_iter().map(put));
        arrangement.life[owner] = scenario.life.get(&side).copied().or(life);
    }
    let mut aliases = BTreeMap::new();
    for put in &scenario.setup {
        let card = cards.of(&scenario.id, &put.card, put.custom.is_some())?;
        let owner = player(put.player);
        for number in 1..=put.count {
            if let Some(alias) = &put.alias {
                let alias = if put.count > 1 { format!("{alias}.{number}") } else { alias.clone() };
                if !matches!(put.zone, Zone::Library | Zone::Sideboard) {
                    names.push((arrangement.cards.len(), alias.clone()));
                }
                aliases.insert(alias, Alias { object: ObjectId::NONE, card, owner });
            }
            match put.zone.in_game() {
                None => arrangement.outside[owner].push(card),
                Some(gauntlet_cards::filter::Zone::Library) => {}
                Some(zone) => arrangement.cards.push(Placed { player: owner, zone, card, tapped: put.tapped }),
            }
        }
    }
    let options = Options { commanders: commanders(scenario, cards)?, ..options };
    let none = Arc::new(Vec::new());
    let setup = Setup {
        pool: Arc::clone(cards.pool()),
        decks: PerPlayer([Arc::clone(&none), none]),
        outside: PerPlayer::default(),
        options,
        told: None,
    };
    let (mut position, ids) = Position::arranged(&setup, &arrangement, seed);
    for (placed, id) in arrangement.cards.iter().zip(&ids) {
        if placed.zone == gauntlet_cards::filter::Zone::Battlefield
            && let Some((kind, amount)) = offered_counters(cards.pool(), placed.card)
        {
            position.cheat_counters(*id, kind, amount);
        }
        // A record doesn't say that it was asked for the name as the permanent entered, only what was chosen.
        if !scenario.exact
            && placed.zone == gauntlet_cards::filter::Zone::Battlefield
            && chooses_name(cards.pool(), placed.card)
            && let Some(name) = first_name(scenario, cards, placed.player)
        {
            position.cheat_chosen_name(*id, name);
        }
    }
    for (place, alias) in names {
        if let (Some(alias), Some(id)) = (aliases.get_mut(&alias), ids.get(place)) {
            alias.object = *id;
        }
    }
    Ok((position, aliases))
}
