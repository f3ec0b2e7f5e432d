//! Which land is played.

use gauntlet_cards::ability::ActivatableKind;
use gauntlet_cards::card::CardId;
use gauntlet_magic::decision::Action;

use super::value::Judge;

/// The land to play, if one can be played and should be.
pub(super) fn best_land(judge: Judge<'_>, legal: &[Action]) -> Option<usize> {
    let is_land = |action: &Action| match action {
        Action::Play { ability, .. } | Action::Activate { ability, .. } => {
            judge.facts.ability(*ability).kind == Some(ActivatableKind::PlayLand)
        }
        _ => false,
    };
    legal.iter().any(is_land).then_some(())?;
    let mut have = [0i32; 5];
    let mut sources = 0;
    for (_, object) in judge.see.permanents() {
        if object.controller == judge.me && object.mana_mask != 0 {
            sources += 1;
            for (place, count) in have.iter_mut().enumerate() {
                *count += i32::from(object.mana_mask >> place & 1);
            }
        }
    }
    // What the hand asks for: colours, and whether a spell becomes castable with one more untapped land.
    let mut need = [0i32; 5];
    let mut castable_next = false;
    let open = judge.open_mana(judge.me);
    for card in judge.see.hand() {
        let facts = judge.facts.card(card);
        if facts.land {
            continue;
        }
        castable_next |= facts.mana_value == open + 1;
        for (place, pips) in facts.pips.iter().enumerate() {
            need[place] = need[place].max(i32::from(*pips));
        }
    }
    let mut best: Option<(i32, usize)> = None;
    for (place, action) in legal.iter().enumerate().filter(|(_, action)| is_land(action)) {
        let card = match action {
            Action::Play { card, .. } => *card,
            Action::Activate { object, .. } => match judge.see.object(*object) {
                Some(object) => object.card,
                None => continue,
            },
            _ => continue,
        };
        let whole = judge.facts.card(card);
        let facts = whole.land_face.map_or(whole, |face| judge.facts.card(face));
        // What could be cast instead is needed as a land only while there are few.
        if whole.land_face.is_some() && sources >= 5 {
            continue;
        }
        // Alone it would only return itself.
        if facts.returns_land && judge.controls_no_land() {
            continue;
        }
        // A land that can be cycled is kept for later when there are lands enough.
        if facts.cycling && sources >= 5 {
            continue;
        }
        // Of two that are the same legend one would go at once (CR 704.5j).
        if judge.has_legend(card) {
            continue;
        }
        let mut score = 20 * (facts.makes - 1).max(0) - if whole.land_face.is_some() { 25 } else { 0 };
        // Two at once may be enough for what one more isn't.
        if facts.makes > 1 && !facts.enters_tapped {
            let castable = |card: CardId| {
                let cost = judge.facts.card(card).mana_value;
                cost > open + 1 && cost <= open + facts.makes && !judge.facts.card(card).land
            };
            score += if judge.see.hand().any(castable) { 60 } else { 0 };
        }
        for color in 0..5 {
            if facts.mana >> color & 1 != 0 {
                score += 4
                    + 20 * (need[color] - have[color]).max(0)
                    + if have[color] == 0 && need[color] > 0 { 15 } else { 0 };
            }
        }
        if facts.enters_tapped {
            score += if castable_next { -60 } else { 18 };
        }
        if facts.mana == 0 {
            score += if castable_next { -30 } else { 12 };
        }
        if !facts.enters.is_empty() {
            score += 2;
        }
        if best.is_none_or(|best| score > best.0) {
            best = Some((score, place));
        }
    }
    best.map(|best| best.1)
}
