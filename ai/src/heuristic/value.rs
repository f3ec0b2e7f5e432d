//! What permanents, cards and life totals are worth.

use gauntlet_cards::card::{Card, CardId, Characteristics};
use gauntlet_cards::filter::{Amount, CounterKind, Test, Zone};
use gauntlet_cards::keyword::{Keywords, Restrictions};
use gauntlet_cards::types::CardTypes;
use gauntlet_core::Player;
use gauntlet_magic::state::{Flags, Object, ObjectId};
use gauntlet_magic::view::Visible;

use super::amount::Env;
use super::facts::{CardFacts, Facts, crewed};
use super::memory::Memory;
use super::script::Change;
use super::weights::Weights;

/// One who looks at a position from a player's side: all values are good for that player if positive.
#[derive(Clone, Copy)]
pub(super) struct Judge<'a> {
    pub(super) see: Visible<'a>,
    pub(super) me: Player,
    pub(super) facts: &'a Facts,
    pub(super) w: &'a Weights,
    /// Damage that the viewer can deal to the opponent this turn, if that is enough to win; else 0.
    pub(super) reach: i32,
    /// A creature of the viewer's that is as good as dead.
    pub(super) doomed: Option<ObjectId>,
    /// How many things on the stack are being valued, each for what it does to the next ([`MOST_DEPTH`]).
    pub(super) depth: u8,
    /// What was done in this turn, and how much has been thought for this choice.
    pub(super) memory: &'a Memory,
}

/// What each ability counts for that something is given, unless more is known of it.
pub(super) const GRANTED: i32 = 12;

/// How deep valuing goes: what a counterspell is worth depends on what it counters, which may be a counterspell, and so on. A
/// spell may be about itself, and two about each other; what lies deeper is worth nothing.
const MOST_DEPTH: u8 = 4;

impl<'a> Judge<'a> {
    /// The same judge, who values something `levels` deeper; none where it gets too deep.
    pub(super) fn deeper(self, levels: u8) -> Option<Judge<'a>> {
        gauntlet_core::guard::check();
        let depth = self.depth.saturating_add(levels);
        (depth <= MOST_DEPTH && self.memory.may_think()).then_some(Judge { depth, ..self })
    }
}

impl Judge<'_> {
    /// The value, negated if it is the opponent's.
    #[inline]
    pub(super) fn signed(self, whose: Player, value: i32) -> i32 {
        if whose == self.me { value } else { -value }
    }

    /// What it changes that a player's life total changes by that much.
    pub(super) fn life_change(self, player: Player, change: i32) -> i32 {
        // So much life that more makes no difference, however it is reckoned with.
        let life = self.see.player(player).life.min(1_000_000);
        if player != self.me && change < 0 && (self.reach >= life || life + change <= 0) {
            return self.w.life.lethal - life - change;
        }
        let value = self.w.life_value(life + change) - self.w.life_value(life);
        if player == self.me { value * self.w.life.own_percent / 100 } else { -value }
    }

    /// A creature as it is now.
    #[inline]
    pub(super) fn creature(self, object: &Object) -> i32 {
        let mut value =
            creature_value(&object.characteristics, object.restrictions, self.facts.card(object.card), self.w);
        if object.is(Flags::LOST_ABILITIES) {
            value -= self.facts.card(object.card).abilities;
        }
        value
    }

    /// A permanent, to its controller.
    pub(super) fn permanent(self, id: ObjectId, object: &Object) -> i32 {
        let types = object.characteristics.types;
        if types.contains(CardTypes::CREATURE) {
            return self.creature(object).max(5);
        }
        self.other_permanent(id, object, || self.mana_sources(object.controller))
    }

    /// A permanent that isn't a creature, to its controller, who has that many sources of mana.
    pub(super) fn other_permanent(self, id: ObjectId, object: &Object, sources: impl FnOnce() -> i32) -> i32 {
        let types = object.characteristics.types;
        let facts = self.facts.card(object.card);
        let w = &self.w.permanent;
        if types.contains(CardTypes::LAND) {
            return if object.mana_mask == 0 { w.land / 3 } else { w.land };
        }
        if types.contains(CardTypes::PLANESWALKER) {
            let loyalty = i32::from(self.see.counters(id.index() as u16, CounterKind::LOYALTY));
            return w.planeswalker + w.loyalty * loyalty;
        }
        let mana = match object.mana_mask {
            0 => 0,
            // The more mana there is, the less one source of it matters.
            _ => (w.mana_source * (12 - sources()).clamp(1, 10) / 5) - w.base,
        };
        w.base + w.mana_value * facts.mana_value + facts.abilities / 2 + mana - self.bleeding(facts, object.controller)
    }

    /// What a permanent costs its controller in life for as long as the game may last, less what more mana than that of a land is worth.
    pub(super) fn bleeding(self, facts: &CardFacts, controller: Player) -> i32 {
        if facts.bleeds == 0 {
            return 0;
        }
        let life = self.see.player(controller).life;
        let lost = self.turns_left(controller) * facts.bleeds / 2;
        let lost = self.w.life_value(life) - self.w.life_value((life - lost).max(1));
        (lost - self.w.permanent.mana_source * (facts.makes - 1).max(0)).max(0)
    }

    /// In how many of their turns a player could win by attacking, about, with what is there and what the viewer holds.
    fn turns_left(self, player: Player) -> i32 {
        /// The fewest and the most turns that are reckoned with.
        const TURNS: (i32, i32) = (3, 8);
        let strength = |chars: &Characteristics| {
            if chars.types.contains(CardTypes::CREATURE) { i32::from(chars.power).max(0) } else { 0 }
        };
        let own = self.see.permanents().filter(|(_, object)| object.controller == player);
        let mut power: i32 = own.map(|(_, object)| strength(&object.characteristics)).sum();
        if player == self.me {
            power += self.see.hand().map(|card| strength(&self.see.pool().card(card).characteristics)).sum::<i32>();
        }
        match power {
            0 => TURNS.1,
            // More is drawn and played as the game goes on.
            _ => (self.see.player(!player).life / (power + 2)).clamp(TURNS.0, TURNS.1),
        }
    }

    /// What the controller of a permanent loses when it dies; in other ways of leaving, what is got on death is lost as well.
    pub(super) fn loss(self, id: ObjectId, object: &Object, dies: bool) -> i32 {
        let value = self.permanent(id, object);
        if !dies {
            return value;
        }
        let mut got = self.facts.card(object.card).on_death;
        if object.is(Flags::HAS_ATTACHMENTS) {
            for (_, attached) in self.see.permanents() {
                if attached.attached_to == id && attached.controller == object.controller {
                    got += self.facts.card(attached.card).on_death;
                }
            }
        }
        (value - got).max(3)
    }

    /// A card that becomes a permanent of a player: as a creature, with what it does to itself and to the others.
    pub(super) fn entering(self, card: CardId, player: Player, x: i32, paid: gauntlet_magic::state::Paid) -> i32 {
        let facts = self.facts.card(card);
        let printed = self.see.pool().card(card);
        let env = Env { x, paid, ..Env::of_card(card, player) };
        let mut value = 0;
        if facts.creature {
            let mut chars = printed.characteristics;
            for change in &facts.own {
                self.apply(&mut chars, &mut Restrictions::empty(), change, &env);
                // What counts permanents counts itself once it is there.
                let (mut power, mut toughness) = (counted(&change.power, &chars), counted(&change.toughness, &chars));
                if let Some(base) = &change.base {
                    (power, toughness) = (power + counted(&base.0, &chars), toughness + counted(&base.1, &chars));
                }
                chars.power = chars.power.saturating_add(power);
                chars.toughness = chars.toughness.saturating_add(toughness);
            }
            if let Some(amount) = &facts.counters {
                let counters = self.amount(&env, amount);
                chars.power = chars.power.saturating_add(counters as i16);
                chars.toughness = chars.toughness.saturating_add(counters as i16);
            }
            for (_, lord) in self.see.permanents().filter(|(_, lord)| lord.controller == player) {
                for (filter, change) in &self.facts.card(lord.card).others {
                    if accepts_card(filter, &chars) {
                        self.apply(&mut chars, &mut Restrictions::empty(), change, &env);
                    }
                }
            }
            if let Some(value) = facts.copies.as_ref().and_then(|copied| self.best_copied(copied, &env)) {
                return value;
            }
            if chars.toughness <= 0 && facts.sized_as_enters {
                (chars.power, chars.toughness) = (printed.characteristics.mana_value as i16 - 1, 2);
            }
            if chars.toughness <= 0 {
                return -20;
            }
            value += creature_value(&chars, Restrictions::empty(), facts, self.w);
        } else if facts.types.contains(CardTypes::PLANESWALKER) {
            value += self.w.permanent.planeswalker + self.w.permanent.loyalty * facts.loyalty;
        } else if facts.land {
            value += self.w.permanent.land;
        } else {
            // What needs another card first is worth what it does as it enters.
            let body = if facts.crew > 0 {
                let creature = creature_value(&printed.characteristics, Restrictions::empty(), facts, self.w);
                crewed(creature, self.crew(player) >= facts.crew)
            } else {
                self.w.permanent.base / 2 + facts.abilities.max(0) - self.bleeding(facts, player)
            };
            value += if facts.imprints { 0 } else { body };
            if facts.mana != 0 {
                value += self.w.permanent.mana_source;
            }
        }
        for (filter, change) in &facts.others {
            value += self.signed(player, self.change_all(filter, change, &env));
        }
        value
    }

    /// What a token is worth with that much more power and toughness than it has by itself; nothing if it dies at once (CR 704.5f).
    pub(super) fn of_size(self, token: CardId, power: i32, toughness: i32) -> i32 {
        let mut chars = self.see.pool().card(token).characteristics;
        let more = |own: i16, more: i32| own.saturating_add(more.clamp(0, i32::from(i16::MAX)) as i16);
        (chars.power, chars.toughness) = (more(chars.power, power), more(chars.toughness, toughness));
        if chars.toughness <= 0 {
            return 0;
        }
        creature_value(&chars, Restrictions::empty(), self.facts.card(token), self.w)
    }

    /// What something is worth that enters as a copy of the best of some objects; none if there are none.
    fn best_copied(self, copied: &gauntlet_cards::filter::Objects, env: &Env<'_>) -> Option<i32> {
        let judge = self.deeper(1)?;
        let mut best: Option<i32> = None;
        self.each(env, copied, &mut |id, object| {
            // A copy of a legend of one's own would only replace it.
            let own_legend = object.controller == env.you && self.is_legend(object.card);
            // What is on it doesn't come along, nor what copies itself once more.
            let value = if self.facts.card(object.card).copies.is_some() {
                self.permanent(id, object)
            } else {
                judge.arrival(object.card, env.you)
            };
            if !own_legend {
                best = best.max(Some(value));
            }
        });
        best
    }

    fn is_legend(self, card: CardId) -> bool {
        self.see.pool().card(card).has_supertype(gauntlet_cards::types::Supertypes::LEGENDARY)
    }

    /// What a lasting change on every permanent that fits is worth.
    pub(super) fn change_all(self, filter: &gauntlet_cards::filter::Filter, change: &Change, env: &Env<'_>) -> i32 {
        let mut sum = 0;
        for (id, object) in self.see.permanents_that_fit(filter, env.standpoint()) {
            if object.is_creature() {
                sum += self.lasting_change(id, object, change, env);
            }
        }
        sum
    }

    /// What a lasting change of a permanent is worth.
    pub(super) fn lasting_change(self, id: ObjectId, object: &Object, change: &Change, env: &Env<'_>) -> i32 {
        if change.control {
            if object.controller == env.you {
                return 0;
            }
            let value = self.permanent(id, object);
            return self.signed(env.you, value * 9 / 5);
        }
        // What is a creature already doesn't become one once more.
        let again = change.animates && object.is_creature() && id == env.source;
        if again {
            return 0;
        }
        if !(change.animates || object.is_creature()) {
            // A land that makes more mana.
            return self.signed(object.controller, if object.mana_mask != 0 { GRANTED * change.granted } else { 0 });
        }
        let (mut chars, mut restrictions) = (object.characteristics, object.restrictions);
        let env = Env { current: id, ..*env };
        self.apply(&mut chars, &mut restrictions, change, &env);
        if !object.is_creature() {
            // It is still what it was, but dies like a creature.
            let value = creature_value(&chars, restrictions, self.facts.card(object.card), self.w).max(0);
            return if chars.toughness > 0 { self.signed(object.controller, value * 3 / 4) } else { 0 };
        }
        let before = self.creature(object);
        if i32::from(chars.toughness) <= i32::from(object.damage) {
            return -self.signed(object.controller, self.loss(id, object, true));
        }
        let after = creature_value(&chars, restrictions, self.facts.card(object.card), self.w);
        let lost = if change.loses_abilities { self.facts.card(object.card).abilities } else { 0 };
        self.signed(object.controller, (after - lost).max(0) - before.max(0) + GRANTED * change.granted)
    }

    /// Changes characteristics as a change says.
    pub(super) fn apply(
        self,
        chars: &mut Characteristics,
        restrictions: &mut Restrictions,
        change: &Change,
        env: &Env<'_>,
    ) {
        if change.loses_abilities {
            chars.keywords = Keywords::empty();
        }
        if let Some((power, toughness)) = &change.base {
            chars.power = self.amount(env, power) as i16;
            chars.toughness = self.amount(env, toughness) as i16;
        }
        chars.power = chars.power.saturating_add(self.small(env, &change.power));
        chars.toughness = chars.toughness.saturating_add(self.small(env, &change.toughness));
        chars.keywords = (chars.keywords | change.add) - change.remove;
        *restrictions |= change.restrict;
    }

    #[inline]
    fn small(self, env: &Env<'_>, amount: &Amount) -> i16 {
        match amount {
            Amount::Const(number) => *number as i16,
            _ => self.amount(env, amount).clamp(-99, 99) as i16,
        }
    }

    /// What a card is worth in the viewer's hand now.
    pub(super) fn in_hand(self, card: CardId) -> i32 {
        let facts = self.facts.card(card);
        if facts.land {
            return self.land_wanted();
        }
        let lands = self.mana_sources(self.me);
        // What can't be cast soon is worth less.
        let late = (facts.mana_value - lands - 1).max(0);
        (facts.worth * 10 / (10 + 2 * late)).max(10)
    }

    /// What the viewer loses by discarding a card: nothing if it is better off in the graveyard, a creature that costs too much where another card
    /// could put it onto the battlefield from there.
    pub(super) fn discarded(self, card: CardId) -> i32 {
        if self.is_for_graveyard(card) {
            return -self.w.card.discard;
        }
        let facts = self.facts.card(card);
        match () {
            () if !facts.afterlife => self.in_hand(card),
            // What can't be cast for a while does more from there.
            () if facts.mana_value > self.mana_sources(self.me) + 1 => self.w.card.own_discard,
            () => self.in_hand(card) / 3,
        }
    }

    /// Returns whether a card in the viewer's hand is better off in the graveyard.
    pub(super) fn is_for_graveyard(self, card: CardId) -> bool {
        let facts = self.facts.card(card);
        facts.creature
            && facts.mana_value > self.mana_sources(self.me) + 2
            && !self.has_legend(card)
            && self.see.hand().any(|other| {
                let facts = self.facts.card(other);
                facts.reanimates || (facts.digs && self.may_dig_for_graveyard())
            })
    }

    /// Returns whether what casts something out of the viewer's library could find what puts cards from graveyards onto the battlefield.
    fn may_dig_for_graveyard(self) -> bool {
        let mut found = false;
        self.each_in_library(&mut |card, _| found |= self.facts.card(card).reanimates);
        found
    }

    /// What one more land in hand is worth.
    pub(super) fn land_wanted(self) -> i32 {
        let lands = self.mana_sources(self.me) + self.lands_in_hand();
        match lands {
            0..=2 => 140,
            3 => 110,
            4 => 80,
            5 => 55,
            6 => 35,
            _ => 15,
        }
    }

    /// How many lands the viewer holds.
    pub(super) fn lands_in_hand(self) -> i32 {
        let is_land = |card: &CardId| self.facts.card(*card).land || self.facts.card(*card).land_face.is_some();
        self.see.hand().filter(is_land).count() as i32
    }

    pub(super) fn controls_no_land(self) -> bool {
        let land = |object: &Object| object.characteristics.types.contains(CardTypes::LAND);
        !self.see.permanents().any(|(_, object)| object.controller == self.me && land(object))
    }

    /// How many permanents that make mana a player has.
    pub(super) fn mana_sources(self, player: Player) -> i32 {
        let source = |object: &Object| object.controller == player && object.mana_mask != 0;
        self.see.permanents().filter(|(_, object)| source(object)).count() as i32
    }

    /// How many mana the viewer has from other things than creatures.
    pub(super) fn land_mana(self) -> usize {
        let open = |object: &Object| {
            object.controller == self.me && object.mana_mask != 0 && !object.is(Flags::TAPPED) && !object.is_creature()
        };
        self.see.permanents().filter(|(_, object)| open(object)).count()
    }

    /// How much mana the viewer can spend without dying of the damage that its sources deal.
    pub(super) fn survivable_mana(self) -> i32 {
        let player = self.see.player(self.me);
        // No permanent is known whose mana hurts more than that, and few boards have several of them.
        if player.life > 8 {
            return i32::MAX;
        }
        let (mut left, mut hurts) = (player.life - 1, false);
        let mut mana: i32 = player.mana.iter().map(|mana| i32::from(*mana)).sum();
        for (_, object) in self.see.permanents() {
            if object.controller != self.me || object.mana_mask == 0 || object.is(Flags::TAPPED) {
                continue;
            }
            let facts = self.facts.card(object.card);
            hurts |= facts.pain > 0;
            if facts.pain > left {
                continue;
            }
            left -= facts.pain;
            mana += facts.makes.max(1);
        }
        // Where nothing hurts, whatever else helps to pay can be spent, too.
        if hurts { mana } else { i32::MAX }
    }

    /// How many mana a player could spend now, about.
    pub(super) fn open_mana(self, player: Player) -> i32 {
        let floating: i32 = self.see.player(player).mana.iter().map(|mana| i32::from(*mana)).sum();
        let open = |object: &Object| {
            object.controller == player
                && object.mana_mask != 0
                && !object.is(Flags::TAPPED)
                && !(object.is(Flags::SICK) && object.is_creature())
        };
        floating + self.see.permanents().filter(|(_, object)| open(object)).count() as i32
    }
}

/// Returns whether a filter on permanents would accept a creature with these characteristics, as far as they decide it.
pub(super) fn accepts_card(filter: &gauntlet_cards::filter::Filter, chars: &Characteristics) -> bool {
    use gauntlet_cards::filter::PlayerFilter;
    filter.tests.iter().all(|test| match test {
        Test::Types(types) => chars.types.intersects(*types),
        Test::Subtype(subtype) => chars.subtypes.contains(*subtype),
        Test::Colors(colors) => chars.colors.intersects(*colors),
        Test::Keyword(keywords) => chars.keywords.contains(*keywords),
        Test::Controller(player) => *player == PlayerFilter::You,
        Test::NotSource => true,
        _ => false,
    })
}

/// By how much an amount is greater once a permanent with these characteristics is there.
fn counted(amount: &Amount, chars: &Characteristics) -> i16 {
    match amount {
        Amount::Count(Zone::Battlefield, filter) => {
            i16::from(!filter.tests.contains(&Test::NotSource) && accepts_card(filter, chars))
        }
        Amount::Times(one, times) => counted(one, chars).saturating_mul(*times as i16),
        Amount::Sum(left, right) => counted(left, chars).saturating_add(counted(right, chars)),
        _ => 0,
    }
}

/// A creature with these characteristics.
pub(super) fn creature_value(
    chars: &Characteristics,
    restrictions: Restrictions,
    facts: &CardFacts,
    weights: &Weights,
) -> i32 {
    let w = &weights.creature;
    let (power, toughness) = (i32::from(chars.power).max(0), i32::from(chars.toughness).max(0));
    let keywords = chars.keywords;
    // Power that can't attack only guards.
    let passive = keywords.contains(Keywords::DEFENDER) || restrictions.contains(Restrictions::CANT_ATTACK);
    let stuck = restrictions.contains(Restrictions::DOESNT_UNTAP);
    let blocks = !restrictions.contains(Restrictions::CANT_BLOCK);
    let active = if passive || stuck { power / 3 } else { power };
    let guard = if stuck || (passive && !blocks) { 0 } else { toughness };
    let mut value = w.base + w.power * active + w.toughness * guard;
    if stuck || (passive && !blocks) {
        value = value / 2 + w.cant_attack + w.cant_block + if stuck { w.doesnt_untap } else { 0 };
    } else {
        if passive {
            value += if keywords.contains(Keywords::DEFENDER) { w.defender } else { w.cant_attack };
        }
        if !blocks {
            value += w.cant_block;
        }
    }
    // Most creatures have none of the rest.
    if !keywords.is_empty() {
        value += keyword_value(keywords, active, weights);
    }
    if restrictions.contains(Restrictions::CANT_BE_BLOCKED) {
        value += w.unblockable * active;
    }
    if facts.mana != 0 {
        value += w.mana;
    }
    if facts.fleeting {
        value += w.fleeting;
    }
    value + facts.abilities
}

fn keyword_value(keywords: Keywords, power: i32, weights: &Weights) -> i32 {
    let w = &weights.creature;
    let mut value = 0;
    let mut add = |keyword: Keywords, worth: i32| {
        if keywords.contains(keyword) {
            value += worth;
        }
    };
    add(Keywords::FLYING, w.flying * power);
    add(Keywords::MENACE, w.menace * power);
    add(Keywords::TRAMPLE, w.trample * power);
    add(Keywords::LIFELINK, w.lifelink * power);
    add(Keywords::DOUBLE_STRIKE, w.double_strike * power);
    add(Keywords::FIRST_STRIKE, w.first_strike * power);
    add(Keywords::VIGILANCE, w.vigilance * power);
    add(Keywords::HASTE, w.haste);
    add(Keywords::DEATHTOUCH, w.deathtouch);
    add(Keywords::REACH, w.reach);
    add(Keywords::HEXPROOF, w.hexproof);
    add(Keywords::SHROUD, w.hexproof / 2);
    add(Keywords::INDESTRUCTIBLE, w.indestructible);
    let evasion = Keywords::FEAR | Keywords::INTIMIDATE | Keywords::SHADOW | Keywords::HORSEMANSHIP;
    if keywords.intersects(evasion) {
        value += w.flying * power;
    }
    if keywords.intersects(Keywords::INFECT | Keywords::WITHER) {
        value += 6 * power;
    }
    for protection in Keywords::PROTECTION {
        if keywords.contains(protection) {
            value += w.protection;
        }
    }
    value
}

/// A creature card as it is printed, numbers that are computed taken as 3.
pub(super) fn printed_creature(card: &Card, facts: &CardFacts, weights: &Weights) -> i32 {
    let mut chars = card.characteristics;
    for change in &facts.own {
        let number = |amount: &Amount| if let Amount::Const(number) = amount { *number as i16 } else { 3 };
        if let Some((power, toughness)) = &change.base {
            chars.power = number(power);
            chars.toughness = number(toughness);
        }
        chars.power += number(&change.power);
        chars.toughness += number(&change.toughness);
        chars.keywords |= change.add;
    }
    if let Some(amount) = &facts.counters
        && !matches!(amount, Amount::If(..))
    {
        chars.power += 3;
        chars.toughness += 3;
    }
    creature_value(&chars, Restrictions::empty(), facts, weights)
}
