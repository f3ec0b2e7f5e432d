//! Plans over mana: what spells and artifacts that make mana at once are good for, which is what can be cast with it.

use gauntlet_cards::ability::ActivatableKind;
use gauntlet_cards::card::{AbilityId, CardId};
use gauntlet_core::Player;
use gauntlet_magic::decision::Action;
use gauntlet_magic::state::Flags;

use super::amount::Env;
use super::script::{Act, Guard};
use super::value::Judge;

/// The most cards that make mana that are thought of at once.
const MOST: usize = 8;

/// The most spells that are thought of before one that is copied for each.
const MOST_LINKS: usize = 16;

/// How often a spell that is copied for each one before it is to happen at least, unless it wins.
const LEAST_COPIES: i32 = 3;

/// Something in hand that makes more mana at once than it costs.
#[derive(Clone, Copy)]
struct Source {
    place: usize,
    cost: i32,
    made: i32,
    /// What is lost with the card.
    lost: i32,
}

/// Mana that takes what makes it.
#[derive(Clone, Copy)]
pub(super) struct Burning {
    /// So much mana is to be had without it.
    pub(super) from: usize,
    /// What each mana more costs.
    each: i32,
}

impl Burning {
    /// Of all the mana that the viewer can make.
    pub(super) fn of(judge: Judge<'_>, mana: usize) -> Burning {
        if !judge.facts.burn_up {
            return Burning { from: mana, each: 0 };
        }
        let (burning, each) = judge.burning_mana();
        Burning { from: mana.saturating_sub(burning.max(0) as usize), each }
    }

    /// What is lost by spending that much mana.
    pub(super) fn price(self, mana: usize) -> i32 {
        self.each * mana.saturating_sub(self.from) as i32
    }
}

impl Judge<'_> {
    /// How much of the mana that the viewer can make takes permanents that are sacrificed for it, and what each such mana costs.
    pub(super) fn burning_mana(self) -> (i32, i32) {
        let (mut mana, mut price) = (0, 0);
        for (id, object) in self.see.permanents() {
            let facts = self.facts.card(object.card);
            if object.controller == self.me && facts.burns_up && object.mana_mask != 0 && !object.is(Flags::TAPPED) {
                let each = facts.makes_at_once.max(1);
                let lost = if object.is_creature() { self.permanent(id, object) / 2 } else { 2 * self.w.card.mana };
                mana += each;
                price = price.max(lost / each);
            } else if object.controller == self.me && facts.pain > 0 && !object.is(Flags::TAPPED) {
                let each = facts.makes.max(1);
                mana += each;
                price = price.max(-self.life_change(self.me, -facts.pain) / each);
            }
        }
        (mana, price)
    }

    /// Returns whether spells are to be kept for the turn in which as many as possible are cast before one that is copied for each of them.
    pub(super) fn waits_for_chain(self) -> bool {
        self.see.hand().any(|card| self.facts.card(card).storm)
    }

    /// The place of the next of the spells that are cast one after the other before one that is copied for each of them (CR 702.40), if with
    /// all that the mana suffices for it wins, or does a multiple of what it says.
    pub(super) fn next_of_chain(self, legal: &[Action], mana: i32) -> Option<usize> {
        let storm = self.see.hand().find(|card| self.facts.card(*card).storm)?;
        let last = self.facts.card(storm).mana_value;
        let mut links = [Source { place: legal.len(), cost: 0, made: 0, lost: 0 }; MOST_LINKS];
        let mut count = 0;
        // One of them comes last.
        let mut kept = false;
        for card in self.see.hand() {
            let facts = self.facts.card(card);
            let comes_last = card == storm && !kept;
            kept |= comes_last;
            if comes_last || facts.land || facts.counterspell || count == MOST_LINKS {
                continue;
            }
            let made = |ability: &AbilityId| {
                let cast = self.facts.ability(*ability).kind == Some(ActivatableKind::Cast);
                if cast { self.makes_at_once(card, *ability) } else { 0 }
            };
            let ways = &self.see.pool().card(card).derived.from_hand;
            let made = ways.iter().map(made).max().unwrap_or(0);
            let place = legal.iter().position(|action| {
                matches!(action, Action::Play { card: other, ability }
                    if *other == card && self.facts.ability(*ability).kind == Some(ActivatableKind::Cast))
            });
            // What can't be cast with the mana there is may be castable with more.
            if place.is_none() && facts.mana_value <= mana {
                continue;
            }
            links[count] = Source { place: place.unwrap_or(legal.len()), cost: facts.mana_value, made, lost: 0 };
            count += 1;
        }
        let links = &mut links[..count];
        links.sort_unstable_by_key(|link| (link.cost - link.made, link.cost, link.place));
        let (mut have, mut cast, mut first) = (mana, 0, None);
        let mut used = 0u32;
        while let Some(next) = (0..links.len()).find(|next| {
            let link = &links[*next];
            used >> next & 1 == 0 && link.cost <= have && have - link.cost + link.made >= last
        }) {
            used |= 1 << next;
            have += links[next].made - links[next].cost;
            cast += 1;
            first = first.or(Some(links[next].place));
        }
        let before: i32 = Player::BOTH.iter().map(|player| i32::from(self.see.player(*player).spells_cast)).sum();
        let times = before + cast + 1;
        let env = Env::of_card(storm, self.me);
        let burns = self
            .see
            .pool()
            .card(storm)
            .derived
            .from_hand
            .iter()
            .filter_map(|way| self.facts.ability(*way).burn.as_ref().map(|burn| self.amount(&env, burn)));
        let enough = match burns.max() {
            Some(damage) => damage * times >= self.see.player(!self.me).life,
            None => times >= LEAST_COPIES,
        };
        first.filter(|place| enough && have >= last && *place < legal.len())
    }

    /// The mana that a way to cast a card makes at once.
    pub(super) fn makes_at_once(self, card: CardId, ability: AbilityId) -> i32 {
        let facts = self.facts.card(card);
        let way = self.facts.ability(ability);
        if way.mana > 0 {
            return way.mana;
        }
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
            let makes = way.kind == Some(ActivatableKind::Cast) || way.mana > 0;
            if count == MOST || !makes || self.memory.is_tired_of(ability) {
                continue;
            }
            let made = self.makes_at_once(card, ability);
            if made > way.cost.mana {
                // Most of it goes; a permanent that stays is hardly lost.
                let lost = match self.facts.card(card) {
                    facts if facts.makes_at_once > 0 && facts.mana != 0 => 10 + self.bleeding(facts, self.me),
                    // It is a card that could be cast instead.
                    _ if way.mana > 0 => 30.max(self.in_hand(card) / 2),
                    _ => 30,
                };
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
