//! Plans over mana: what spells and artifacts that make mana at once are good for, which is what can be cast with it.

use gauntlet_cards::ability::ActivatableKind;
use gauntlet_cards::card::{AbilityId, CardId};
use gauntlet_magic::decision::Action;

use super::amount::Env;
use super::script::{Act, Guard};
use super::value::Judge;

/// The most cards that make mana that are thought of at once.
const MOST: usize = 8;

/// Something in hand that makes more mana at once than it costs.
#[derive(Clone, Copy)]
struct Source {
    place: usize,
    cost: i32,
    made: i32,
    /// What is lost with the card.
    lost: i32,
}

impl Judge<'_> {
    /// The mana that a way to cast a card makes at once.
    pub(super) fn makes_at_once(self, card: CardId, ability: AbilityId) -> i32 {
        let facts = self.facts.card(card);
        if facts.creature {
            return 0;
        }
        if facts.makes_at_once > 0 {
            return facts.makes_at_once;
        }
        let effects = self.facts.way(card, ability).parts.iter().flat_map(|part| &part.effects);
        let sure = effects.filter(|effect| matches!(effect.guard, Guard::Always) && effect.tests.is_empty());
        sure.map(|effect| if let Act::Mana(mana) = effect.act { mana } else { 0 }).sum()
    }

    /// The place of a spell that only makes mana, if with it something can be cast that is worth more than all that the mana there is
    /// would be spent on, and than the cards that go.
    pub(super) fn mana_for_more(self, legal: &[Action], mana: i32, without: i32) -> Option<usize> {
        let mut sources = [Source { place: 0, cost: 0, made: 0, lost: 0 }; MOST];
        let mut count = 0;
        for (place, action) in legal.iter().enumerate() {
            let Action::Play { card, ability } = *action else { continue };
            let way = self.facts.ability(ability);
            if count == MOST || way.kind != Some(ActivatableKind::Cast) || self.memory.is_tired_of(ability) {
                continue;
            }
            let made = self.makes_at_once(card, ability);
            if made > way.cost.mana {
                // Most of it goes; a permanent that stays is hardly lost.
                let lost =
                    if self.facts.card(card).makes_at_once > 0 && self.facts.card(card).mana != 0 { 10 } else { 30 };
                sources[count] = Source { place, cost: way.cost.mana, made, lost };
                count += 1;
            }
        }
        if count == 0 {
            return None;
        }
        let sources = &mut sources[..count];
        sources.sort_unstable_by_key(|source| (source.cost, source.cost - source.made, source.place));
        let (mut have, mut lost) = (mana, 0);
        let mut best: Option<i32> = None;
        for source in &*sources {
            if source.cost > have {
                break;
            }
            have += source.made - source.cost;
            lost += source.lost;
            if let Some(value) = self.best_with(have, mana)
                && value - lost > best.unwrap_or(without)
            {
                best = Some(value - lost);
            }
        }
        best.map(|_| sources[0].place)
    }

    /// The best single thing in hand that can be had with that much mana, and not with what there is.
    fn best_with(self, have: i32, mana: i32) -> Option<i32> {
        let mut best: Option<i32> = None;
        for card in self.see.hand() {
            let facts = self.facts.card(card);
            for &ability in &self.see.pool().card(card).derived.from_hand {
                let way = self.facts.ability(ability);
                let more = way.cost.x > 0 && way.cost.mana < have;
                if way.kind != Some(ActivatableKind::Cast)
                    || facts.land
                    || way.cost.mana > have
                    || (way.cost.mana <= mana && !more)
                {
                    continue;
                }
                // More X is worth what it gains.
                let value = |open: i32| {
                    self.cast(card, ability, &Env::of_card(card, self.me), None, open).map(|worth| worth.score)
                };
                let now = if more && way.cost.mana < mana { value(mana).unwrap_or(0) } else { 0 };
                best = best.max(value(have).map(|value| value - now));
            }
        }
        best
    }
}
