//! What the effects of spells and abilities are worth, given their targets.

use gauntlet_cards::card::{AbilityId, CardId};
use gauntlet_cards::effect::{Destination, Label};
use gauntlet_cards::filter::{Amount, CounterKind, Filter, Objects, Players, Step, Zone};
use gauntlet_cards::keyword::{Keywords, Restrictions};
use gauntlet_cards::types::CardTypes;
use gauntlet_core::Player;
use gauntlet_magic::state::{Flags, Object, ObjectId, StackItem, Target};
use gauntlet_magic::view::Standpoint;

use super::amount::{Env, Who};
use super::script::{Act, Change, Discards, Effect, Guard, PartFacts, Picked};
use super::value::Judge;

/// Which effects of a part are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Only {
    /// All.
    All,
    /// Those about targets of this spec.
    Spec(u8),
    /// Those about no target.
    Untargeted,
    /// Those about this register.
    Register(u8),
    /// Those of instructions from the first to before the second.
    Between(Label, Label),
}

impl Only {
    fn takes_pick(self, picked: &Picked) -> bool {
        match self {
            Only::All | Only::Between(..) => true,
            Only::Spec(spec) => picked.specs & (1 << spec) != 0,
            Only::Untargeted => picked.specs == 0,
            Only::Register(_) => false,
        }
    }

    fn takes(self, effect: &Effect) -> bool {
        match self {
            Only::All => true,
            Only::Spec(spec) => effect.specs & (1 << spec) != 0,
            Only::Untargeted => effect.specs == 0,
            Only::Register(register) => effect.registers & (1 << register) != 0,
            Only::Between(from, to) => (from..to).contains(&effect.at),
        }
    }
}

impl Judge<'_> {
    /// What effects of a part are worth to the viewer, of a number that is still to be chosen nothing being known.
    pub(super) fn effects_as_known(self, part: &PartFacts, env: &Env<'_>, only: Only) -> i32 {
        let (mut sum, mut wanted, mut granted) = (0, 0, 0);
        for effect in &part.effects {
            if !only.takes(effect) {
                continue;
            }
            // Within a region that is asked about, what is inside is what happens.
            let guard = if matches!(only, Only::Between(..)) { Guard::Always } else { effect.guard };
            if matches!(guard, Guard::Kicked(cost, kicked) if kicked != env.has_paid(cost)) {
                continue;
            }
            if !self.passes_tests(effect, env) {
                continue;
            }
            let value = self.act(&effect.act, env);
            match guard {
                Guard::Always | Guard::Kicked(..) => sum += value,
                Guard::Wanted => wanted += value,
                Guard::Granted => granted += value,
                Guard::Bought(price) => wanted += value - self.signed(env.you, self.w.card.mana * price),
                Guard::Unpaid(price) => sum += value * self.chance_unpaid(env, price) / 100,
                Guard::Perhaps => sum += value / 2,
            }
        }
        // Who is asked takes what is good for them.
        let best_for = |player: Player, value: i32| if player == self.me { value.max(0) } else { value.min(0) };
        let picked = part.picked.as_ref().filter(|picked| env.register.is_none() && only.takes_pick(picked));
        let picked = picked.map_or(0, |picked| self.picks(part, picked, env));
        sum + best_for(env.you, wanted) + best_for(!env.you, granted) + picked
    }

    /// Returns whether all holds that can be told beforehand of the conditions for an effect.
    pub(super) fn passes_tests(self, effect: &Effect, env: &Env<'_>) -> bool {
        effect.tests.iter().all(|(condition, wanted)| self.holds(env, condition) == *wanted)
    }

    /// How likely it is that the other player can't or won't pay, in percent.
    fn chance_unpaid(self, env: &Env<'_>, price: i32) -> i32 {
        if self.open_mana(!env.you) >= price { 15 } else { 100 }
    }

    /// What one effect is worth.
    pub(super) fn act(self, act: &Act, env: &Env<'_>) -> i32 {
        match act {
            Act::Damage { source, amount, to } => {
                let amount = self.amount(env, amount);
                let deathtouch = self.dealer_keywords(env, source).contains(Keywords::DEATHTOUCH);
                let mut sum = 0;
                self.recipients(env, to, &mut |target| sum += self.damage(target, amount, deathtouch));
                sum
            }
            Act::Divided(spec, amount) => self.divided(env, *spec, self.amount(env, amount)),
            Act::Fight { first, second, power, toughness } => self.fight(env, first, second, *power, *toughness),
            Act::Destroy(objects, _) => self.over(env, objects, |judge, id, object| {
                if object.characteristics.keywords.contains(Keywords::INDESTRUCTIBLE) || object.shields > 0 {
                    return 0;
                }
                -judge.signed(object.controller, judge.loss(id, object, true))
            }),
            Act::Sacrifice(objects) => self.over(env, objects, |judge, id, object| {
                // The end of a creature that is sacrificed anyway is part of what it is worth.
                if judge.facts.card(object.card).fleeting && id == env.source {
                    return 0;
                }
                -judge.signed(object.controller, judge.loss(id, object, true))
            }),
            Act::Move(objects, destination) => {
                self.over(env, objects, |judge, id, object| judge.moved(env, id, object, destination))
            }
            Act::Tap(objects) => self.over(env, objects, Judge::tapped),
            Act::Untap(objects) => self.over(env, objects, |judge, _, object| {
                if !object.is(Flags::TAPPED) {
                    return 0;
                }
                judge.signed(object.controller, if object.mana_mask != 0 { judge.w.card.mana } else { 12 })
            }),
            Act::Counter(objects) => self.over(env, objects, |judge, id, _| {
                let item = judge.see.stack().iter().find(|item| item.object == id);
                item.map_or(0, |item| -judge.item(item))
            }),
            Act::Counters(objects, kind, amount) => self.counters(env, objects, *kind, self.amount(env, amount)),
            Act::Change { objects, change, lasting } => self.over(env, objects, |judge, id, object| {
                if *lasting {
                    judge.aura_change(id, object, change, env)
                } else {
                    judge.brief_change(id, object, change, env)
                }
            }),
            Act::Attach(what, host) => self.attach(env, what, host),
            Act::Regenerate(_) | Act::Prevent(..) | Act::Disarm(_) | Act::Fog => 0,
            Act::Uncounter(objects, kind, amount) => {
                let amount = amount.as_ref().map_or(i32::MAX, |amount| self.amount(env, amount).max(0));
                self.over(env, objects, |judge, id, object| judge.uncountered(id, object, *kind, amount))
            }
            Act::Become(objects, of) => {
                let mut model: Option<Object> = None;
                self.each(env, of, &mut |_, object| model = model.or(Some(*object)));
                let Some(model) = model else { return 0 };
                self.over(env, objects, |judge, id, object| judge.becoming(id, object, &model))
            }
            Act::Exchange(first, second) => self.exchanged(env, first, second),
            Act::GainLife(players, amount) => {
                let amount = self.amount(env, amount);
                self.for_each(self.who(env, players), |judge, player| judge.life_change(player, amount))
            }
            Act::LoseLife(players, amount) => {
                let amount = self.amount(env, amount);
                self.for_each(self.who(env, players), |judge, player| judge.life_change(player, -amount))
            }
            Act::Draw(players, amount) => {
                let amount = self.amount(env, amount);
                self.for_each(self.who(env, players), |judge, player| judge.signed(player, judge.draws(player, amount)))
            }
            Act::Discard(players, amount, how) => {
                let amount = self.amount(env, amount);
                self.for_each(self.who(env, players), |judge, player| judge.discards(player, amount, *how))
            }
            Act::Mill(players, amount) => {
                let amount = self.amount(env, amount);
                self.for_each(self.who(env, players), |judge, player| judge.mills(player, amount))
            }
            Act::Look(players, amount) => {
                let amount = self.amount(env, amount).clamp(0, 4);
                self.for_each(self.who(env, players), |judge, player| judge.signed(player, judge.looks(player, amount)))
            }
            Act::SacrificeChosen(players, amount, filter) => {
                let amount = self.amount(env, amount);
                self.for_each(self.who(env, players), |judge, player| judge.given_up(player, amount, filter, env))
            }
            Act::Tokens(players, token, amount, size) => {
                let each = self.token(env, *token, size.as_deref());
                let amount = self.amount(env, amount).clamp(0, 30);
                self.for_each(self.who(env, players), |judge, player| judge.signed(player, each(player) * amount))
            }
            Act::Role(token, hosts) => self.over(env, hosts, |judge, id, object| judge.role(*token, id, object, env)),
            Act::Copies(players, of, amount) => {
                let amount = self.amount(env, amount).clamp(0, 8);
                self.for_each(self.who(env, players), |judge, player| {
                    let mut value = 0;
                    judge.each(env, of, &mut |_, object| value = judge.arrival(object.card, player));
                    judge.signed(player, value * amount)
                })
            }
            Act::Find { register, to, .. } | Act::Reveal { register, to, .. }
                if env.register.is_some_and(|(known, _)| known == *register) =>
            {
                // It is thought of what in particular is chosen.
                let known = env.register.and_then(|(_, id)| self.see.last_known(id));
                known.map_or(0, |object| self.signed(object.owner, self.card_into(object.card, *to)))
            }
            Act::Find { players, amount, filter, from, to, .. } => {
                let amount = self.amount(env, amount);
                self.for_each(self.who(env, players), |judge, player| {
                    judge.signed(player, judge.finds(env, player, amount, filter, (*from, *to)))
                })
            }
            Act::Reveal { players, amount, filter, looked, to, .. } => {
                let amount = self.amount(env, amount);
                let looked = looked.as_ref().map(|looked| self.amount(env, looked));
                self.for_each(self.who(env, players), |judge, player| {
                    judge.signed(player, judge.reveals(env, player, amount, filter, (looked, *to)))
                })
            }
            Act::Mana(_) => 0,
            Act::Debt { mana, pips } => self.debt(env.you, *mana, pips),
            Act::ExtraTurn(players) => self.for_players(env, players, self.w.card.extra_turn),
            Act::Win(players) => self.for_players(env, players, self.w.life.lethal),
            Act::Lose(players) => self.for_players(env, players, -self.w.life.lethal),
            Act::Good(players) => self.for_players(env, players, self.w.card.ability),
            Act::ForNextSpell => self.for_next_spell(env),
            Act::Triggers(ability) => {
                let best = self.deeper(1).and_then(|judge| judge.best_script(*ability, &Env { targets: &[], ..*env }));
                best.unwrap_or(0)
            }
            Act::Exploits => self.exploits(env),
            Act::Hosted => self.hosted(env),
            Act::SetLife(players, amount) => {
                let amount = self.amount(env, amount);
                self.for_each(self.who(env, players), |judge, player| {
                    judge.life_change(player, amount - judge.see.player(player).life)
                })
            }
            Act::CastFound(players, filter) => self.for_each(self.who(env, players), |judge, player| {
                judge.signed(player, judge.casts_found(env, player, filter))
            }),
        }
    }

    /// What it is worth that a player sacrifices that many permanents of their choice.
    fn given_up(self, player: Player, amount: i32, filter: &Filter, env: &Env<'_>) -> i32 {
        let (mut least, mut all, mut count) = (i32::MAX, 0, 0);
        for (id, object) in self.see.permanents_that_fit(filter, Standpoint { you: player, ..env.standpoint() }) {
            if object.controller == player && id != env.source {
                let lost = self.loss(id, object, true);
                least = least.min(lost);
                all += lost;
                count += 1;
            }
        }
        let lost = if amount >= count { all } else { least * amount.min(2) };
        -self.signed(player, lost)
    }

    /// What a token is worth to whoever creates it, perhaps of a size that is computed.
    fn token(self, env: &Env<'_>, token: CardId, size: Option<&(Amount, Amount)>) -> impl Fn(Player) -> i32 {
        let size = size.map(|(power, toughness)| (self.amount(env, power), self.amount(env, toughness)));
        move |player| match size {
            Some((power, toughness)) => self.of_size(token, power, toughness),
            None => self.entering(token, player, 0, Default::default()),
        }
    }

    /// What it is worth that two permanents change their controllers.
    fn exchanged(self, env: &Env<'_>, first: &Objects, second: &Objects) -> i32 {
        self.over(env, first, |judge, id, object| {
            let mut value = 0;
            judge.each(env, second, &mut |other_id, other| {
                // Nothing happens between what one player controls (CR 701.12b).
                if other.controller != object.controller {
                    let gained = judge.permanent(other_id, other) - judge.permanent(id, object);
                    value = judge.signed(object.controller, 2 * gained);
                }
            });
            value
        })
    }

    /// What it is worth to owe mana in the next turn, or else lose the game.
    fn debt(self, you: Player, mana: i32, pips: &[u8; 5]) -> i32 {
        // All that is to be paid, with what was promised earlier in this turn. It is due before the next turn's land.
        let own = you == self.me;
        let drop = self.see.active() == self.me && self.see.player(self.me).lands_played == 0;
        let land = own && drop && self.lands_in_hand() > 0;
        let sources = self.mana_sources(you) + i32::from(land);
        let lacks = own && self.colors().iter().zip(pips).any(|(have, pips)| *have < i32::from(*pips));
        let value = if lacks || self.memory.debt(self.facts) + mana > sources {
            self.w.life.lethal
        } else {
            self.w.card.mana * mana
        };
        -self.signed(you, value)
    }

    /// What it is worth that something good happens to the next spell of a turn.
    fn for_next_spell(self, env: &Env<'_>) -> i32 {
        // Only where there is a spell to follow it, and about the mana for both.
        let main = matches!(self.see.step(), Step::PrecombatMain | Step::PostcombatMain);
        let open = self.open_mana(self.me) - 2;
        let follows = |card: CardId| {
            let facts = self.facts.card(card);
            !facts.land && facts.mana_value <= open
        };
        let useful = env.you == self.me
            && self.see.active() == self.me
            && main
            && self.see.hand().filter(|card| follows(*card)).nth(usize::from(env.source.is_none())).is_some();
        if useful { self.w.card.ability } else { 0 }
    }

    fn for_players(self, env: &Env<'_>, players: &Players, value: i32) -> i32 {
        self.for_each(self.who(env, players), |judge, player| judge.signed(player, value))
    }

    fn for_each(self, who: Who, value: impl Fn(Self, Player) -> i32) -> i32 {
        (if who.mine() { value(self, self.me) } else { 0 }) + if who.theirs() { value(self, !self.me) } else { 0 }
    }

    fn over(self, env: &Env<'_>, objects: &Objects, value: impl Fn(Self, ObjectId, &Object) -> i32) -> i32 {
        let mut sum = 0;
        self.each(env, objects, &mut |id, object| sum += value(self, id, object));
        sum
    }

    fn dealer_keywords(self, env: &Env<'_>, source: &Objects) -> Keywords {
        let mut keywords = Keywords::empty();
        if env.source.is_none() && *source == Objects::Source {
            return self.see.pool().card(env.card).characteristics.keywords;
        }
        self.each(env, source, &mut |_, object| keywords |= object.characteristics.keywords);
        keywords
    }

    /// What damage to something is worth.
    pub(super) fn damage(self, target: Target, amount: i32, deathtouch: bool) -> i32 {
        if amount <= 0 {
            return 0;
        }
        match target {
            Target::Player(player) => self.life_change(player, -amount),
            Target::Object(id) => {
                let Some(object) = self.see.last_known(id) else { return 0 };
                let chars = &object.characteristics;
                if chars.types.contains(CardTypes::PLANESWALKER) {
                    let loyalty = i32::from(self.see.counters(id.index() as u16, CounterKind::LOYALTY));
                    let lost =
                        if amount >= loyalty { self.permanent(id, object) } else { self.w.permanent.loyalty * amount };
                    return -self.signed(object.controller, lost);
                }
                if !object.is_creature() {
                    return 0;
                }
                let left = i32::from(chars.toughness) - i32::from(object.damage);
                let dies = (amount >= left || deathtouch)
                    && !chars.keywords.contains(Keywords::INDESTRUCTIBLE)
                    && object.shields == 0;
                if dies { -self.signed(object.controller, self.loss(id, object, true)) } else { 0 }
            }
        }
    }

    /// What damage that is divided among the targets of a spec is worth: each has at least one, those that die of least come first, and what is
    /// left goes to a player among them, or to nobody.
    fn divided(self, env: &Env<'_>, spec: u8, amount: i32) -> i32 {
        const MOST: usize = 8;
        let mut needs = [(0i32, Target::Player(self.me)); MOST];
        let mut count = 0;
        for (_, target) in env.targets.iter().filter(|(other, _)| *other == spec).take(MOST) {
            let need = match target {
                Target::Player(_) => i32::MAX,
                Target::Object(id) => self.see.last_known(*id).map_or(i32::MAX - 1, |object| {
                    (i32::from(object.characteristics.toughness) - i32::from(object.damage)).max(1)
                }),
            };
            needs[count] = (need, *target);
            count += 1;
        }
        let needs = &mut needs[..count];
        needs.sort_unstable_by_key(|(need, _)| *need);
        let mut left = amount;
        let mut sum = 0;
        for (place, (need, target)) in needs.iter().enumerate() {
            let after = (count - 1 - place) as i32;
            let share = match target {
                Target::Player(_) => left - after,
                Target::Object(_) if *need <= left - after => *need,
                Target::Object(_) => 1,
            };
            sum += self.damage(*target, share, false);
            left -= share;
        }
        sum
    }

    fn fight(self, env: &Env<'_>, first: &Objects, second: &Objects, power: i32, toughness: i32) -> i32 {
        let (mut a, mut b) = (None, None);
        self.each(env, first, &mut |id, object| a = a.or(Some((id, *object))));
        self.each(env, second, &mut |id, object| b = b.or(Some((id, *object))));
        let (Some((a_id, a)), Some((b_id, b))) = (a, b) else { return 0 };
        let a_power = i32::from(a.characteristics.power) + power;
        let b_power = i32::from(b.characteristics.power);
        let touch = |object: &Object| object.characteristics.keywords.contains(Keywords::DEATHTOUCH);
        self.damage(Target::Object(b_id), a_power, touch(&a))
            // A creature that grew by that much has that much less to fear.
            + if b_power > toughness || touch(&b) { self.damage(Target::Object(a_id), b_power - toughness, touch(&b) && b_power > 0) } else { 0 }
    }

    fn moved(self, env: &Env<'_>, id: ObjectId, object: &Object, to: &Destination) -> i32 {
        let w = &self.w.card;
        match (object.zone, to.zone) {
            // It has left before, and comes back as another object (CR 400.7); a token doesn't (CR 111.7).
            (Zone::Battlefield, Zone::Battlefield) if object.is(Flags::TOKEN) => 0,
            (Zone::Battlefield, Zone::Battlefield) => {
                let whose = self.whose(env, object, to);
                self.signed(whose, self.arrival(object.card, whose))
            }
            (Zone::Battlefield, Zone::Hand) => {
                let value = self.permanent(id, object);
                if object.is(Flags::TOKEN) {
                    return -self.signed(object.controller, value);
                }
                let facts = self.facts.card(object.card);
                // What it cost is lost, and what was attached to it; what happens when it enters happens again.
                let again: i32 = if facts.enters.is_empty() || facts.returns_land { 0 } else { 25 };
                let more_mana = if facts.land { 10 * (facts.makes - 1).max(0) } else { 0 };
                let on_it = if object.is(Flags::HAS_ATTACHMENTS) { (value - facts.worth).clamp(0, 120) } else { 0 };
                let mana = w.return_mana * facts.mana_value + more_mana;
                let loss = (w.return_base + mana + on_it - again).min(value + more_mana);
                -self.signed(object.owner, loss.max(5))
            }
            (Zone::Battlefield, to_zone) => {
                let part = if to.until_source_leaves { 90 } else { 100 };
                -self.signed(object.controller, self.loss(id, object, to_zone == Zone::Graveyard) * part / 100)
            }
            (Zone::Graveyard, Zone::Library) if object.owner == self.me => self.card_into(object.card, Zone::Library),
            (Zone::Graveyard | Zone::Exile, Zone::Hand) => {
                self.signed(object.owner, self.facts.card(object.card).worth.min(150) * 8 / 10)
            }
            (Zone::Graveyard | Zone::Exile, Zone::Battlefield) => {
                let whose = self.whose(env, object, to);
                self.signed(whose, self.arrival(object.card, whose))
            }
            // A spell that puts itself somewhere has resolved by then.
            (Zone::Stack, _) if id == env.source => 0,
            (Zone::Stack, _) => {
                let item = self.see.stack().iter().find(|item| item.object == id);
                item.map_or(0, |item| -self.item(item))
            }
            (Zone::Hand, Zone::Graveyard | Zone::Exile | Zone::Library) => -self.signed(object.owner, 40),
            _ => 0,
        }
    }

    /// Under whose control something comes onto the battlefield.
    fn whose(self, env: &Env<'_>, object: &Object, to: &Destination) -> Player {
        match &to.controller {
            Some(players) if self.who(env, players).mine() => self.me,
            Some(_) => !self.me,
            None => object.owner,
        }
    }

    /// A permanent that becomes tapped: a creature that can't attack or block for a while.
    fn tapped(self, _: ObjectId, object: &Object) -> i32 {
        if object.is(Flags::TAPPED) {
            return 0;
        }
        let value = if object.is_creature() {
            let matters = if object.controller == self.see.active() {
                self.see.step() < Step::DeclareAttackers && !object.is(Flags::SICK)
            } else {
                self.see.step() < Step::DeclareBlockers
            };
            if matters { 12 + 5 * i32::from(object.characteristics.power.max(0)) } else { 1 }
        } else if object.mana_mask != 0 {
            self.w.card.mana
        } else {
            3
        };
        -self.signed(object.controller, value)
    }

    fn counters(self, env: &Env<'_>, objects: &Objects, kind: CounterKind, amount: i32) -> i32 {
        let sign = match kind {
            CounterKind::PLUS_ONE => 1,
            CounterKind::MINUS_ONE => -1,
            CounterKind::LOYALTY => {
                return self.over(env, objects, |judge, _, object| {
                    judge.signed(object.controller, judge.w.timing.loyalty_point * amount)
                });
            }
            CounterKind::STUN => return self.over(env, objects, |judge, id, object| 2 * judge.tapped(id, object)),
            _ => {
                return self.over(env, objects, |judge, id, object| {
                    if judge.facts.card(object.card).burdens == Some(kind) {
                        return judge.burdened(id, object, kind, amount);
                    }
                    judge.signed(object.controller, 5 * amount)
                });
            }
        };
        let more = gauntlet_cards::filter::Amount::Const(sign * amount);
        let change = Change { power: more.clone(), toughness: more, ..Change::of(self.see.pool(), &[]) };
        // A permanent spell that says "it enters with" counts for itself.
        if *objects == Objects::Source && env.source.is_none() {
            return self.signed(env.you, 28 * sign * amount);
        }
        self.over(env, objects, |judge, id, object| judge.lasting_change(id, object, &change, env))
    }

    /// What it costs that something gets more of the counters for each of which its controller loses life every turn: in some turns to come,
    /// and the game where that is all the life there is.
    fn burdened(self, id: ObjectId, object: &Object, kind: CounterKind, amount: i32) -> i32 {
        const TURNS: i32 = 3;
        let before = i32::from(self.see.counters(id.index() as u16, kind));
        let lost = |counters: i32| self.life_change(object.controller, -counters);
        let next = lost(before + amount) - lost(before);
        next + (TURNS - 1) * lost(amount)
    }

    /// What it is worth that something loses that many counters of a kind, or of each.
    fn uncountered(self, id: ObjectId, object: &Object, kind: Option<CounterKind>, amount: i32) -> i32 {
        let there = |of: CounterKind| match kind {
            Some(kind) if kind != of => 0,
            _ => i32::from(self.see.counters(id.index() as u16, of)),
        };
        let mut value = 0;
        if let Some((waits, _)) = self.facts.card(object.card).at_zero
            && there(waits) > 0
        {
            let all = there(waits);
            let whole = self.at_zero(id, object);
            // A part of the way is worth less than a part of what is at the end of it.
            value +=
                if amount >= all { whole } else { self.signed(object.controller, whole.abs() * amount / (2 * all)) };
        }
        let loyalty = there(CounterKind::LOYALTY);
        if loyalty > 0 && object.characteristics.types.contains(CardTypes::PLANESWALKER) {
            value += self.damage(Target::Object(id), amount, false);
        }
        let grown = there(CounterKind::PLUS_ONE).min(amount);
        if grown > 0 {
            let less = gauntlet_cards::filter::Amount::Const(-grown);
            let change = Change { power: less.clone(), toughness: less, ..Change::of(self.see.pool(), &[]) };
            value += self.lasting_change(id, object, &change, &Env::of_object(id, object, object.controller));
        }
        let stunned = there(CounterKind::STUN).min(amount);
        value + self.signed(object.controller, 12 * stunned)
    }

    /// What happens once something has no counters of a kind any more.
    fn at_zero(self, id: ObjectId, object: &Object) -> i32 {
        let (Some((_, trigger)), Some(judge)) = (self.facts.card(object.card).at_zero, self.deeper(1)) else {
            return 0;
        };
        judge.best_script(trigger, &Env::of_object(id, object, object.controller)).unwrap_or(0)
    }

    /// What it is worth that something becomes a copy of another: counters aren't copied (CR 707.2).
    fn becoming(self, id: ObjectId, object: &Object, model: &Object) -> i32 {
        let facts = self.facts.card(model.card);
        if facts.at_zero.is_some() {
            let mut copy = *object;
            copy.card = model.card;
            return self.at_zero(id, &copy);
        }
        let after = if facts.creature { self.creature(model).max(5) } else { self.permanent(id, model) };
        self.signed(object.controller, after - self.permanent(id, object))
    }

    /// A lasting change by an Aura or another effect. What an Aura gives is lost with its host, unless that is hard to kill.
    pub(super) fn aura_change(self, id: ObjectId, object: &Object, change: &Change, env: &Env<'_>) -> i32 {
        let value = self.lasting_change(id, object, change, env);
        let safe = Keywords::HEXPROOF | Keywords::SHROUD | Keywords::INDESTRUCTIBLE;
        let risky = self.facts.card(env.card).aura && !object.characteristics.keywords.intersects(safe);
        if value > 0 && risky && object.controller == self.me {
            value * self.w.timing.aura_percent / 100
        } else {
            value
        }
    }

    /// A change until end of turn, outside of combat.
    fn brief_change(self, id: ObjectId, object: &Object, change: &Change, env: &Env<'_>) -> i32 {
        let lasting = self.lasting_change(id, object, change, env);
        if change.control {
            // Worth an attack and a blocker less.
            let ready =
                object.is_creature() && env.you == self.see.active() && self.see.step() < Step::DeclareAttackers;
            let power = i32::from(object.characteristics.power.max(0));
            let hit = self.life_change(!env.you, -power).abs() * if env.you == self.me { 1 } else { -1 };
            return if ready && object.controller != env.you { hit + self.signed(env.you, 6 * power) } else { 0 };
        }
        let toughness = self.amount(env, &change.toughness);
        let left = i32::from(object.characteristics.toughness) - i32::from(object.damage);
        if object.is_creature() && toughness < 0 && left + toughness <= 0 {
            return lasting;
        }
        let stops = Restrictions::CANT_BLOCK | Restrictions::CANT_ATTACK;
        if change.restrict.intersects(stops) {
            return self.tapped(id, object) / 2;
        }
        lasting * self.w.timing.temporary_percent / 100
    }

    /// Moving an Equipment: what the new host gains less what the old one loses. A creature that can use it at once counts more.
    fn attach(self, env: &Env<'_>, what: &Objects, host: &Objects) -> i32 {
        let mut equipment = None;
        self.each(env, what, &mut |id, object| equipment = equipment.or(Some((id, *object))));
        let Some((_, equipment)) = equipment else { return 0 };
        let Some(change) = &self.facts.card(equipment.card).host else { return 0 };
        let old = self.see.last_known(equipment.attached_to).filter(|old| old.zone == Zone::Battlefield);
        let gain = |judge: Self, id: ObjectId, object: &Object, on: bool| {
            let (mut chars, mut restrictions) = (object.characteristics, object.restrictions);
            let facts = judge.facts.card(object.card);
            let env = Env { current: id, ..*env };
            let now = super::value::creature_value(&chars, restrictions, facts, judge.w);
            if on {
                chars.power = chars.power.saturating_sub(judge.amount(&env, &change.power) as i16);
                chars.toughness = chars.toughness.saturating_sub(judge.amount(&env, &change.toughness) as i16);
                let printed = judge.see.pool().card(object.card).characteristics.keywords;
                chars.keywords -= change.add - printed;
                now - super::value::creature_value(&chars, restrictions, facts, judge.w) + judge.readiness(object)
            } else {
                judge.apply(&mut chars, &mut restrictions, change, &env);
                super::value::creature_value(&chars, restrictions, facts, judge.w) - now + judge.readiness(object)
            }
        };
        let before = old.map_or(0, |old| gain(self, equipment.attached_to, old, true));
        let mut after = 0;
        self.each(env, host, &mut |id, object| {
            if id != equipment.attached_to {
                after = self.signed(object.controller, gain(self, id, object, false));
            } else {
                after = before;
            }
        });
        after - before
    }

    /// How much better a creature uses an Equipment because it can attack soon.
    fn readiness(self, object: &Object) -> i32 {
        let chars = &object.characteristics;
        let stuck = object.restrictions.intersects(Restrictions::CANT_ATTACK | Restrictions::DOESNT_UNTAP);
        if stuck || chars.keywords.contains(Keywords::DEFENDER) {
            return -40;
        }
        let ready = !object.is(Flags::TAPPED) && (!object.is(Flags::SICK) || chars.keywords.contains(Keywords::HASTE));
        let strikes = chars.keywords.intersects(Keywords::DOUBLE_STRIKE | Keywords::FLYING | Keywords::FIRST_STRIKE);
        (if ready { 14 } else { 0 }) + if strikes { 8 } else { 0 }
    }

    /// What it is worth that a player discards that many cards.
    fn discards(self, player: Player, amount: i32, how: Discards) -> i32 {
        let count = amount.min(self.see.hand_size(player) as i32);
        let w = &self.w.card;
        match (player == self.me, how) {
            (true, Discards::Own) => {
                let buried = self.see.hand().filter(|card| self.is_for_graveyard(*card)).count() as i32;
                let gained = if count > 0 { self.gained_by_discarding() } else { 0 };
                w.discard * buried.min(count) - self.least_discarded((count - buried).max(0)) + gained
            }
            (true, _) => -self.least_discarded(count),
            (false, Discards::Picked) => w.pick_discard * count,
            (false, _) => w.discard * count,
        }
    }

    /// What the cards are worth in the viewer's hand, together, that it can best do without. None of them is thought to be worth more than what is
    /// drawn for it.
    fn least_discarded(self, count: i32) -> i32 {
        const MOST: usize = 12;
        let mut values = [0; MOST];
        let mut held = 0;
        for card in self.see.hand().take(MOST) {
            values[held] = self.discarded(card).clamp(0, self.w.card.draw);
            held += 1;
        }
        let values = &mut values[..held];
        values.sort_unstable();
        values.iter().take(count.max(0) as usize).sum()
    }

    /// What happens to the viewer's good when a card is discarded, at most.
    pub(super) fn gained_by_discarding(self) -> i32 {
        let Some(judge) = self.deeper(1).filter(|_| self.facts.on_discard) else { return 0 };
        let mut most = 0;
        for (id, object) in self.see.permanents().filter(|(_, object)| object.controller == self.me) {
            if let Some(ability) = self.facts.card(object.card).on_discard {
                let value = judge.best_script(ability, &Env::of_object(id, object, self.me)).unwrap_or(0);
                most = most.max(value.clamp(0, 60));
            }
        }
        most
    }

    fn draws(self, player: Player, amount: i32) -> i32 {
        let left = self.see.library_size(player) as i32;
        if amount >= left {
            return -self.w.life.lethal / 2;
        }
        let spare = left - amount;
        let full = self.see.hand_size(player) as i32 + amount - 7;
        let wasted = if player == self.see.active() && full > 0 { full.min(amount) } else { 0 };
        if spare < 5 {
            return -100;
        }
        let room = self.library_room(player, spare);
        // Who has the smaller library can least afford to draw what is discarded.
        let each = if spare < self.see.library_size(!player) as i32 && room < 20 { 90 } else { 45 };
        self.w.card.draw * amount * room.clamp(-10, 10) / 10 - each * wasted
    }

    /// How many cards a player can do without in a library of that size. One that is nearly empty is a clock, and whose is emptier loses by it
    /// first (CR 704.5b): from some fifteen cards on, and earlier the more the other one has, a card drawn is worth less and less.
    pub(super) fn library_room(self, player: Player, spare: i32) -> i32 {
        let behind = (self.see.library_size(!player) as i32 - spare).max(0);
        spare - 4 - if player == self.me && self.may_win_otherwise() { 0 } else { behind }
    }

    /// Returns whether a card in the viewer's hand or library says that they win, for which they may have to go through their library.
    fn may_win_otherwise(self) -> bool {
        if !self.facts.wins {
            return false;
        }
        let mut wins = self.see.hand().any(|card| self.facts.card(card).wins);
        self.each_in_library(&mut |card, _| wins |= self.facts.card(card).wins);
        wins
    }

    /// What a player gets of looking at that many cards on top of their library: of those that aren't known.
    fn looks(self, player: Player, amount: i32) -> i32 {
        let known = self.see.known_in_library(player).filter(|(_, above, _)| (*above as i32) < amount).count() as i32;
        self.w.card.scry * (amount - known)
    }

    pub(super) fn mills(self, player: Player, amount: i32) -> i32 {
        let left = self.see.library_size(player) as i32;
        if amount >= left {
            return -self.signed(player, self.w.life.lethal / 20);
        }
        let near = if left - amount < 10 { 8 } else { 0 };
        -self.signed(player, (self.w.card.mill + near) * amount)
    }

    /// What it means for the viewer that something on the stack resolves.
    pub(super) fn item(self, item: &StackItem) -> i32 {
        let (Some(judge), Some(object)) = (self.deeper(1), self.see.last_known(item.object)) else { return 0 };
        let mut targets = [(0u8, Target::Player(Player::FIRST)); 8];
        let mut count = 0;
        for chosen in self.see.chosen_targets(item) {
            if count < targets.len() {
                targets[count] = (chosen.spec, chosen.target);
                count += 1;
            }
        }
        let env = Env {
            you: item.controller,
            source: item.source,
            card: object.card,
            x: i32::from(item.x),
            paid: item.paid,
            all_modes: false,
            targets: &targets[..count],
            register: None,
            number: None,
            event: item.event,
            current: ObjectId::NONE,
        };
        let facts = self.facts.card(object.card);
        let spell = !object.is(Flags::ABILITY);
        let mut value = judge.chosen_parts(item.ability, item.modes.chosen(), &env);
        if spell && facts.types.intersects(CardTypes::PERMANENT) && !facts.aura {
            value += self.signed(item.controller, self.entering(object.card, item.controller, env.x, item.paid));
            for id in &facts.enters {
                // Its targets are not known yet: all that are possible are thought of, so it goes less deep.
                let best = judge.deeper(1).and_then(|judge| judge.best_script(*id, &Env { targets: &[], ..env }));
                value += if item.controller == self.me { best.unwrap_or(0) } else { -best.unwrap_or(0).abs() };
            }
        }
        value
    }

    /// What the chosen parts of a script are worth.
    pub(super) fn chosen_parts(self, ability: AbilityId, modes: &[u8], env: &Env<'_>) -> i32 {
        let written = |mode: &u8| self.see.pool().written(ability, *mode);
        let parts = modes
            .iter()
            .map(written)
            .filter_map(|(ability, part)| self.facts.way(env.card, ability).parts.get(usize::from(part)));
        parts.map(|part| self.effects(part, env, Only::All)).sum()
    }
}
