//! What to do with priority on an empty stack in one's own main phase: which of the things that can be done are worth it, which
//! of them the mana is for, and what comes first.

use gauntlet_cards::ability::{AbilityKind, ActivatableKind};
use gauntlet_cards::card::{AbilityId, CardId, Layout};
use gauntlet_cards::filter::{Amount, CounterKind, Objects, Step, Zone};
use gauntlet_cards::keyword::{Keywords, Restrictions};
use gauntlet_cards::types::CardTypes;
use gauntlet_magic::decision::Action;
use gauntlet_magic::state::{Flags, Object, ObjectId, Target};

use super::amount::Env;
use super::attack::{Attacks, has_attackers, may_attack};
use super::fight::Fighter;
use super::lands::best_land;
use super::mana::Burning;
use super::reach::MOST_MANA;
use super::reading::is_of_lands;
use super::script::{Act, Guard};
use super::value::Judge;

/// The greatest X that is tried by itself.
const MOST_X: i32 = 12;

/// When something that is worth doing should be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum When {
    /// Now.
    Now,
    /// After combat, if there may be one.
    Later,
    /// In the opponent's turn.
    Hold,
}

/// Something that the mana could be spent on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    /// Its place among the legal actions; none for what is held.
    pub(super) place: Option<usize>,
    pub(super) score: i32,
    pub(super) mana: usize,
    pub(super) when: When,
}

/// What an action is worth, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Worth {
    pub(super) score: i32,
    pub(super) when: When,
}

/// Buffers for main phases.
#[derive(Default)]
pub(super) struct Main {
    pub(super) items: Vec<Item>,
}

impl Main {
    /// The place of the best action in a main phase.
    pub(super) fn choose(&mut self, judge: Judge<'_>, attacks: &mut Attacks, legal: &[Action]) -> usize {
        if let Some(land) = best_land(judge, legal) {
            return land;
        }
        // As much as can really be made: by lands for two, by Treasures.
        let mana = (judge.open_mana(judge.me).max(judge.see.available_mana() as i32).max(0) as usize).min(MOST_MANA);
        let combat_to_come = judge.see.step() == Step::PrecombatMain && has_attackers(judge, judge.me);
        let judge = Judge { reach: judge.reach_with(mana as i32, 0), ..judge };
        if judge.facts.storms
            && let Some(place) = judge.next_of_chain(legal, mana as i32)
        {
            return place;
        }
        let burning = Burning::of(judge, mana);
        self.items.clear();
        for (place, action) in legal.iter().enumerate() {
            let Some(worth) = judge.action(*action, Some(attacks), mana as i32) else { continue };
            if worth.score < judge.w.timing.least {
                continue;
            }
            // What can be done can be paid: its cost may be less than is printed.
            let mana = (judge.mana_of(*action, mana as i32).max(0) as usize).min(mana);
            if worth.score - burning.price(mana) < judge.w.timing.least {
                continue;
            }
            self.items.push(Item { place: Some(place), score: worth.score, mana, when: worth.when });
        }
        self.hold_counterspells(judge, mana);
        self.stay_alive(judge, attacks, legal, mana);
        self.reducers_first(judge, legal, mana);
        let chosen = self.pack(mana, judge.w.timing.mana_used, burning);
        if judge.facts.rituals {
            let items = self.items.iter().enumerate().filter(|(number, _)| chosen & (1 << (*number).min(63)) != 0);
            let without = items.map(|(_, item)| item.score).sum();
            if let Some(place) = judge.mana_for_more(legal, mana as i32, without) {
                return place;
            }
        }
        if self.items.is_empty() {
            return 0;
        }
        let is_chosen = |number: usize| chosen & (1 << number.min(63)) != 0;
        // Creatures that make mana can attack only if their mana isn't needed.
        let needed: usize =
            (0..self.items.len()).filter(|number| is_chosen(*number)).map(|number| self.items[number].mana).sum();
        // Mana that was made by a spell is gone after the phase.
        let floats = judge.see.player(judge.me).mana.iter().any(|mana| *mana > 0);
        let waits = combat_to_come && needed <= judge.land_mana() && !floats;
        let crowded = judge.see.step() == Step::PostcombatMain && judge.see.hand_size(judge.me) > 7;
        let ready = |item: &Item| match item.when {
            When::Now => true,
            When::Later => !waits,
            When::Hold => crowded,
        };
        let mut best: Option<(i32, usize)> = None;
        for (number, item) in self.items.iter().enumerate() {
            let Some(place) = item.place else { continue };
            if is_chosen(number) && ready(item) && best.is_none_or(|best| item.score > best.0) {
                best = Some((item.score, place));
            }
        }
        best.map_or(0, |best| best.1)
    }

    /// Mana for counterspells in hand competes with the rest.
    fn hold_counterspells(&mut self, judge: Judge<'_>, mana: usize) {
        if judge.see.hand_size(!judge.me) == 0 {
            return;
        }
        for card in judge.see.hand() {
            let facts = judge.facts.card(card);
            if facts.counterspell && facts.mana_value as usize <= mana {
                self.items.push(Item {
                    place: None,
                    score: judge.w.timing.counter_hold,
                    mana: facts.mana_value as usize,
                    when: When::Hold,
                });
            }
        }
    }

    /// The items that together are worth most for the mana, as bits. Mana that is used is worth something in itself.
    fn pack(&self, mana: usize, used: i32, burning: Burning) -> u64 {
        let count = self.items.len().min(64);
        if self.items.iter().map(|item| item.mana).sum::<usize>() <= mana.min(burning.from) {
            return if count == 64 { u64::MAX } else { (1 << count) - 1 };
        }
        let mut best = [(0i32, 0u64); MOST_MANA + 1];
        for (number, item) in self.items.iter().take(count).enumerate() {
            for spent in (item.mana..=mana).rev() {
                let (value, set) = best[spent - item.mana];
                let value = value + item.score + used * item.mana as i32;
                if value > best[spent].0 {
                    best[spent] = (value, set | 1 << number);
                }
            }
        }
        if burning.from >= mana {
            return best[mana].1;
        }
        let spent = (burning.from..=mana).map(|spent| (best[spent].0 - burning.price(spent), best[spent].1));
        spent.max_by_key(|(value, _)| *value).map_or(0, |(_, set)| set)
    }
}

impl Judge<'_> {
    /// The mana that an action takes, X included.
    pub(super) fn mana_of(self, action: Action, open: i32) -> i32 {
        match action {
            Action::Play { ability, .. } | Action::Activate { ability, .. } => {
                let cost = &self.facts.ability(ability).cost;
                if cost.x > 0 { open } else { cost.mana }
            }
            _ => 0,
        }
    }

    /// What an action is worth; none for what makes no sense. `attacks` helps to judge what is meant for the attack to come.
    pub(super) fn action(self, action: Action, attacks: Option<&mut Attacks>, open: i32) -> Option<Worth> {
        if let Action::Play { ability, .. } | Action::Activate { ability, .. } = action
            // What is enough to win isn't done in vain.
            && self.reach == 0
            && self.memory.is_tired_of(ability)
        {
            return None;
        }
        if self.reach == 0 && self.mana_of(action, 0) > self.survivable_mana() {
            return None;
        }
        match action {
            Action::Play { card, ability } => {
                let facts = self.facts.ability(ability);
                match facts.kind? {
                    ActivatableKind::Cast => self.cast(card, ability, &Env::of_card(card, self.me), attacks, open),
                    ActivatableKind::PlayLand => None,
                    // It will be cast later, without paying or for less.
                    ActivatableKind::Special => {
                        let now = self.facts.card(card).mana_value.max(1) <= open
                            && !self.facts.card(card).types.is_empty()
                            && facts.cost.mana >= self.facts.card(card).mana_value;
                        let worth = (self.facts.card(card).worth / 2).clamp(20, 60);
                        (!now).then_some(Worth { score: worth, when: When::Now })
                    }
                    _ => {
                        // An ability of a card in hand: cycling and the like.
                        let value = self.best_script(ability, &Env::of_card(card, self.me))?;
                        let lost = match () {
                            () if !facts.cost.discard_self => 0,
                            // What can't be cast with the colours there are is worth less, and in a full hand something goes anyway.
                            () if self.lacks_colors(card) || self.see.hand_size(self.me) >= 7 => {
                                self.discarded(card) / 3
                            }
                            // So is what can't be cast for a long time.
                            () => {
                                let late = self.facts.card(card).mana_value - self.mana_sources(self.me) - 1;
                                self.discarded(card) * 4 / (4 + late.max(0))
                            }
                        };
                        Some(Worth { score: value - lost, when: When::Hold })
                    }
                }
            }
            Action::Activate { object, ability } => {
                let id = self.see.id(object);
                let source = self.see.object(object)?;
                match self.facts.ability(ability).kind? {
                    ActivatableKind::Cast => {
                        let env = Env { source: id, ..Env::of_card(source.card, self.me) };
                        self.cast(source.card, ability, &env, attacks, open)
                    }
                    ActivatableKind::PlayLand => None,
                    _ => self.activate(id, source, ability, attacks, open),
                }
            }
            _ => None,
        }
    }

    /// What casting a card in some way is worth.
    pub(super) fn cast(
        self,
        card: CardId,
        ability: AbilityId,
        env: &Env<'_>,
        attacks: Option<&mut Attacks>,
        open: i32,
    ) -> Option<Worth> {
        let (whole, card) = (card, self.face(card, ability));
        let env = &Env { card, ..*env };
        let facts = self.facts.card(card);
        if self.facts.storms && facts.mana_value == 0 && facts.burns_up && self.waits_for_chain() {
            return None;
        }
        let way = self.facts.ability(ability);
        let x = way.cost.most_x(open);
        if way.cost.x > 0 && x == 0 {
            return None;
        }
        // A second copy of a legend would only replace the first one.
        if facts.types.intersects(CardTypes::PERMANENT) && self.has_legend(card) {
            return None;
        }
        let mut paid = self.affordable_kicker(ability, open);
        if let Some(times) = way.named_cost.and_then(|cost| paid.get_mut(usize::from(cost))) {
            *times = 1;
        }
        let env = Env { x, paid, register: self.paid_with(ability, env), ..*env };
        let casting: i32 = facts.casts.iter().filter_map(|id| self.best_script(*id, &env)).sum();
        let price = self.extra_cost(ability, &env)? - casting;
        if facts.aura {
            let entering: i32 = facts.enters.iter().filter_map(|id| self.best_script(*id, &env)).sum();
            let lasting = self.best_script(ability, &env)? + entering - price;
            return (lasting >= self.w.timing.aura_least).then_some(Worth { score: lasting, when: When::Now });
        }
        if facts.types.intersects(CardTypes::PERMANENT) {
            let price = price + if whole == card { self.adventure_forgone(card, &env, open) } else { 0 };
            return self.cast_permanent(card, ability, &env, price);
        }
        let comes_back = whole != card && self.see.pool().card(whole).layout == Layout::Adventure;
        let env = if way.cost.x > 0 { Env { x: self.best_x(ability, &env), ..env } } else { env };
        self.cast_spell(card, ability, &env, (price, comes_back), attacks, open)
    }

    /// The value of X, at most that of `env`, with which a script does most: which is not the greatest where it says what is destroyed.
    fn best_x(self, ability: AbilityId, env: &Env<'_>) -> i32 {
        let value = |x: i32| self.best_script(ability, &Env { x, ..*env }).map(|value| value - 2 * x);
        (1..=env.x.min(MOST_X))
            .rev()
            .max_by_key(|x| value(*x))
            .map_or(env.x, |best| if env.x > MOST_X && value(env.x) >= value(best) { env.x } else { best })
    }

    /// The face of a card that is cast in some way.
    pub(super) fn face(self, card: CardId, ability: AbilityId) -> CardId {
        match &self.see.pool().ability(ability).kind {
            AbilityKind::Activatable(way) => way.face.unwrap_or(card),
            _ => card,
        }
    }

    /// What is lost by casting the creature that an adventurer card in hand is, before its Adventure (CR 715.3d).
    fn adventure_forgone(self, card: CardId, env: &Env<'_>, open: i32) -> i32 {
        /// For an Adventure that is no use now.
        const LATER: i32 = 8;
        /// No Adventure is worth waiting for longer than that.
        const MOST: i32 = 50;
        let printed = self.see.pool().card(card);
        if printed.layout != Layout::Adventure || !env.source.is_none() {
            return 0;
        }
        let adventures = printed.derived.from_hand.iter().filter(|way| self.face(card, **way) != card);
        let useful = adventures
            .filter(|way| self.facts.ability(**way).cost.mana <= open)
            .filter_map(|way| self.cast(card, *way, &Env::of_card(card, self.me), None, open));
        useful.map(|worth| worth.score / 2).max().unwrap_or(0).clamp(LATER, MOST)
    }

    /// Returns whether a permanent goes away as soon as it enters if it is cast in this way (evoke, CR 702.74a).
    pub(super) fn leaves_at_once(self, card: CardId, ability: AbilityId) -> bool {
        let Some(cost) = self.facts.ability(ability).named_cost else { return false };
        let enters = &self.facts.card(card).enters;
        enters
            .iter()
            .map(|id| self.facts.ability(*id))
            .any(|trigger| trigger.if_paid == Some(cost) && trigger.gives_up_source)
    }

    pub(super) fn has_legend(self, card: CardId) -> bool {
        let printed = self.see.pool().card(card);
        printed.has_supertype(gauntlet_cards::types::Supertypes::LEGENDARY)
            && self.see.permanents().any(|(_, object)| object.controller == self.me && object.card == card)
    }

    fn cast_permanent(self, card: CardId, ability: AbilityId, env: &Env<'_>, price: i32) -> Option<Worth> {
        let facts = self.facts.card(card);
        let printed = self.see.pool().card(card);
        let mut entering = 0;
        let hits = |id: &AbilityId| self.facts.ability(*id).removal || self.facts.ability(*id).burn.is_some();
        let mut early = facts.casts.iter().any(hits);
        for id in &facts.enters {
            let trigger = self.facts.ability(*id);
            if trigger.if_paid.is_some_and(|cost| !env.has_paid(cost)) {
                continue;
            }
            if let Some(value) = self.best_script(*id, env) {
                entering += value;
                early |= value > 15 && hits(id);
            }
        }
        if self.leaves_at_once(card, ability) {
            // What it does as it enters is all that is got for the card (evoke, CR 702.74a).
            let worth = Worth { score: entering - price - self.in_hand(card) / 2, when: When::Now };
            return (worth.score > 0).then_some(worth);
        }
        let mut value = self.entering(card, self.me, env.x, env.paid) + entering - price;
        if facts.equipment {
            let host = facts.host.as_ref();
            let best = self.see.permanents().filter(|(_, object)| object.controller == self.me && object.is_creature());
            let best =
                best.filter_map(|(id, object)| host.map(|host| self.lasting_change(id, object, host, env))).max();
            value += best.map_or(15, |best| best * 2 / 3);
        }
        let keywords = printed.characteristics.keywords;
        let haste = facts.creature && (keywords.contains(Keywords::HASTE) || self.grants_haste(card));
        early |= haste || !facts.others.is_empty() || !facts.creature;
        if facts.fleeting {
            // Its attack is all that it does.
            let power = i32::from(printed.characteristics.power);
            let hit = self.life_change(!self.me, -power) * 3 / 4;
            let now = self.see.step() == Step::PrecombatMain;
            return (now && hit > 0).then_some(Worth { score: hit + 20, when: When::Now });
        }
        let flash = self.facts.way(card, ability).instant && facts.creature && facts.others.is_empty();
        let when = if flash && !haste {
            When::Hold
        } else if early {
            When::Now
        } else {
            When::Later
        };
        Some(Worth { score: value, when })
    }

    /// Returns whether a permanent of the viewer gives creatures such as this haste.
    pub(super) fn grants_haste(self, card: CardId) -> bool {
        let chars = &self.see.pool().card(card).characteristics;
        self.see.permanents().any(|(_, lord)| {
            lord.controller == self.me
                && self.facts.card(lord.card).others.iter().any(|(filter, change)| {
                    change.add.contains(Keywords::HASTE) && super::value::accepts_card(filter, chars)
                })
        })
    }

    fn cast_spell(
        self,
        card: CardId,
        ability: AbilityId,
        env: &Env<'_>,
        (price, comes_back): (i32, bool),
        attacks: Option<&mut Attacks>,
        open: i32,
    ) -> Option<Worth> {
        let way = self.facts.way(card, ability);
        if way.counter || way.fog {
            return None;
        }
        let sorcery = !way.instant;
        // What goes on an adventure is still there for another use.
        let free = comes_back || !env.source.is_none();
        if way.trick && !(sorcery && shrinks(way)) {
            // An instant is for combat, unless it makes an attack or leaves something behind.
            let roles = |effect: &super::script::Effect| matches!(effect.act, Act::Role(..));
            let roles = way.parts.iter().flat_map(|part| &part.effects).any(roles);
            let (leaves, now) = (sorcery || roles, sorcery || evades(way));
            if !leaves && !now {
                return None;
            }
            let beside = if leaves { self.beside_trick(ability, env) } else { 0 };
            let pump = if now { self.pump(ability, env, attacks?) } else { None };
            let gain = if beside > 0 { pump.unwrap_or(0) + beside } else { pump? } - price;
            let least = if roles { self.w.timing.aura_least } else { self.w.timing.trick_least };
            return (gain >= least).then_some(Worth { score: gain, when: When::Now });
        }
        let mut value = self.best_script(ability, env)? - price;
        if let Some(attacks) = attacks
            && self.helps_attack(ability)
        {
            value += self.pump(ability, env, attacks).unwrap_or(0);
        }
        if self.facts.card(card).storm {
            value = self.with_copies(ability, env, value);
        }
        let lethal = value >= self.w.life.lethal / 4;
        let least = self.least_gain(card, ability, env, free);
        if value < least && !lethal {
            return None;
        }
        // What is put into the graveyard is wanted there in one's own turn.
        let buries = |effect: &super::script::Effect| matches!(effect.act, Act::Find { to: Zone::Graveyard, .. });
        let first = way.parts.iter().flat_map(|part| &part.effects).any(buries);
        let when = if sorcery || lethal || first || (way.removal && self.clears_the_way(ability, env)) {
            When::Now
        } else {
            When::Hold
        };
        let when = if sorcery && self.only_cards(ability) { When::Later } else { when };
        let _ = open;
        Some(Worth { score: value, when })
    }

    /// What a trick does besides changing creatures until end of turn, with the best targets.
    fn beside_trick(self, ability: AbilityId, env: &Env<'_>) -> i32 {
        let Some(script) = self.script(ability) else { return 0 };
        let value = |read: &super::script::PartFacts, env: &Env<'_>| -> i32 {
            let lasting =
                read.effects.iter().filter(|effect| !matches!(effect.act, Act::Change { lasting: false, .. }));
            lasting.map(|effect| self.act(&effect.act, env)).sum()
        };
        let of = |(part, read): (&gauntlet_cards::effect::Part, _)| match part.targets.first() {
            Some(spec) => self.best_target(spec, 0, env, &mut |env| value(read, env)).map_or(0, |(value, _)| value),
            None => value(read, env),
        };
        script.parts.iter().zip(&self.facts.way(env.card, ability).parts).map(of).max().unwrap_or(0)
    }

    /// What a spell is worth that is copied for each spell that was cast before it this turn (CR 702.40).
    fn with_copies(self, ability: AbilityId, env: &Env<'_>, value: i32) -> i32 {
        let copies: i32 =
            gauntlet_core::Player::BOTH.iter().map(|player| i32::from(self.see.player(*player).spells_cast)).sum();
        let damage = self.facts.ability(ability).burn.as_ref().map_or(0, |burn| self.amount(env, burn));
        let life = self.see.player(!self.me).life;
        if damage * (copies + 1) >= life {
            return self.w.life.lethal;
        }
        // Damage that doesn't bring them near their end waits for more copies.
        if damage > 0 && 2 * damage * (copies + 1) < life {
            return value;
        }
        value.saturating_mul(copies + 1)
    }

    /// What a spell must gain at least.
    fn least_gain(self, card: CardId, ability: AbilityId, env: &Env<'_>, free: bool) -> i32 {
        let way = self.facts.ability(ability);
        let t = &self.w.timing;
        if way.burn.is_some() && self.aims_at_face(ability, env) {
            let burn = self.see.hand().filter(|card| self.burn_of(*card) > 0).count() as i32;
            let hold = t.burn_hold - t.burn_more * (burn - 1).max(0);
            return if free { hold / 3 } else { hold.max(12) };
        }
        if way.removal {
            let full = (self.facts.card(card).worth.min(150) * t.removal_percent / 100).max(t.removal_least);
            // Lands are best destroyed early.
            let full = if self.is_for_lands(ability) { full / 2 } else { full };
            // A full hand needs room.
            let crowded = self.see.hand_size(self.me) >= 7;
            return if free || crowded { full / 2 } else { full };
        }
        if self.is_sweeper(ability) {
            return t.sweeper_least;
        }
        t.least
    }

    /// Returns whether all that a spell can have as its first target are lands.
    fn is_for_lands(self, ability: AbilityId) -> bool {
        let spec = self.script(ability).and_then(|script| script.parts.first()).and_then(|part| part.targets.first());
        spec.is_some_and(|spec| !spec.objects.is_empty() && spec.objects.iter().all(|(_, filter)| is_of_lands(filter)))
    }

    /// Returns whether the best target of a spell that deals damage is the opponent.
    fn aims_at_face(self, ability: AbilityId, env: &Env<'_>) -> bool {
        let facts = self.facts.ability(ability);
        let Some(script) = self.script(ability) else { return false };
        let (Some(part), Some(read)) = (script.parts.first(), facts.parts.first()) else { return false };
        let Some(spec) = part.targets.first() else { return true };
        let best = self.best_target(spec, 0, env, &mut |env| self.effects(read, env, super::effects::Only::Spec(0)));
        matches!(best, Some((_, Target::Player(player))) if player != self.me)
    }

    /// Returns whether removal makes an attack better: its best target could block one of the viewer's attackers.
    fn clears_the_way(self, ability: AbilityId, env: &Env<'_>) -> bool {
        if self.see.step() != Step::PrecombatMain || self.see.active() != self.me {
            return false;
        }
        let facts = self.facts.ability(ability);
        let Some(script) = self.script(ability) else { return false };
        let (Some(part), Some(read)) = (script.parts.first(), facts.parts.first()) else { return false };
        let Some(spec) = part.targets.first() else { return false };
        let best = self.best_target(spec, 0, env, &mut |env| self.effects(read, env, super::effects::Only::Spec(0)));
        let Some((_, Target::Object(target))) = best else { return false };
        self.see.permanents().any(|(id, object)| {
            object.controller == self.me && object.is_creature() && may_attack(object) && self.see.can_block(target, id)
        })
    }

    fn is_sweeper(self, ability: AbilityId) -> bool {
        let sweeps = |act: &Act| match act {
            Act::Destroy(Objects::Each(Zone::Battlefield, _), _) => true,
            Act::Damage { to: gauntlet_cards::effect::Recipients::Objects(Objects::Each(..)), .. } => true,
            Act::Change { objects: Objects::Each(Zone::Battlefield, _), change, .. } => {
                !matches!(change.toughness, gauntlet_cards::filter::Amount::Const(n) if n >= 0)
            }
            Act::Move(Objects::Each(Zone::Battlefield, _), _) => true,
            _ => false,
        };
        self.facts.ability(ability).parts.iter().flat_map(|part| &part.effects).any(|effect| sweeps(&effect.act))
    }

    /// Returns whether a spell only gets cards or tokens, so that it can wait until combat is over.
    fn only_cards(self, ability: AbilityId) -> bool {
        let quiet = |act: &Act| {
            matches!(
                act,
                Act::Draw(..)
                    | Act::Look(..)
                    | Act::Discard(..)
                    | Act::Find { .. }
                    | Act::LoseLife(..)
                    | Act::Mill(..)
                    | Act::Tokens(..)
            )
        };
        self.facts.ability(ability).parts.iter().flat_map(|part| &part.effects).all(|effect| quiet(&effect.act))
    }

    /// Returns whether a spell takes away blockers or makes attackers stronger for a turn.
    fn helps_attack(self, ability: AbilityId) -> bool {
        if self.see.step() != Step::PrecombatMain || self.see.active() != self.me {
            return false;
        }
        let helps = |act: &Act| match act {
            Act::Tap(objects) => matches!(objects, Objects::Each(..)),
            Act::Change { change, lasting: false, .. } => !change.control,
            _ => false,
        };
        self.facts.ability(ability).parts.iter().flat_map(|part| &part.effects).any(|effect| helps(&effect.act))
    }

    /// How much better the attack to come gets by changes until end of turn.
    fn pump(self, ability: AbilityId, env: &Env<'_>, attacks: &mut Attacks) -> Option<i32> {
        if self.see.step() != Step::PrecombatMain || self.see.active() != self.me {
            return None;
        }
        let script = self.script(ability)?;
        let (mut before, mut best): (Option<i32>, Option<i32>) = (None, None);
        for (number, read) in self.facts.ability(ability).parts.iter().enumerate() {
            let specs = script.parts.get(number).map_or(&[][..], |part| &part.targets);
            let mut with = |env: &Env<'_>| {
                let before = *before.get_or_insert_with(|| attacks.best_score(self, &mut |_| {}));
                let mut change = |fighter: &mut Fighter| self.change_by(read, env, fighter);
                attacks.best_score(self, &mut change) - before
            };
            let value = match specs.first() {
                None => Some(with(env)),
                Some(spec) => {
                    // Only what can attack and is one's own gets anything out of it.
                    let mut value: Option<i32> = None;
                    for (id, object) in self.see.permanents() {
                        let target = Target::Object(id);
                        if object.controller == self.me
                            && object.is_creature()
                            && self.see.legal_target(spec, env.standpoint(), env.card, target)
                        {
                            let gain = with(&Env { targets: &[(0, target)], ..*env });
                            value = Some(value.map_or(gain, |value| value.max(gain)));
                        }
                    }
                    value
                }
            };
            best = best.max(value);
        }
        best
    }

    /// What the effects of a part do to a creature before the attack.
    fn change_by(self, read: &super::script::PartFacts, env: &Env<'_>, fighter: &mut Fighter) {
        for effect in &read.effects {
            match &effect.act {
                Act::Change { objects, change, lasting: false } => {
                    let id = fighter.id;
                    if self.is_meant(env, objects, id) {
                        self.change_fighter(fighter, change, &Env { current: id, ..*env });
                    }
                }
                Act::Tap(objects) if self.is_meant(env, objects, fighter.id) => fighter.flags |= Flags::TAPPED,
                _ => {}
            }
        }
    }

    /// What activating an ability of a permanent is worth.
    fn activate(
        self,
        id: ObjectId,
        source: &Object,
        ability: AbilityId,
        attacks: Option<&mut Attacks>,
        open: i32,
    ) -> Option<Worth> {
        let way = self.facts.ability(ability);
        let x = match way.cost.loyalty {
            _ if way.cost.x == 0 => 0,
            None => ((open - way.cost.mana) / way.cost.x).max(0),
            Some(_) => i32::from(self.see.counters(id.index() as u16, CounterKind::LOYALTY)),
        };
        let env = Env { x, ..Env::of_object(id, source, self.me) };
        if way.cost.x > 0 && way.cost.loyalty.is_none() && !self.needs_x(ability, &env) {
            return None;
        }
        let price = self.extra_cost(ability, &env)? + self.source_cost(id, source, ability);
        if way.equip {
            let value = self.best_script(ability, &env)? - 2 * way.cost.mana;
            let useful = self.see.step() == Step::PrecombatMain || source.attached_to.is_none();
            return (useful && value >= self.w.timing.equip_least).then_some(Worth { score: value, when: When::Now });
        }
        if way.trick && way.cost.loyalty.is_none() {
            // In combat, when it is seen what for; but what isn't a creature yet can't attack then.
            let gain = self.animation(id, source, ability, &env, attacks?)? - price;
            return Some(Worth { score: gain, when: When::Now });
        }
        let mut value = self.best_script(ability, &env)? - price;
        if let Some(loyalty) = way.cost.loyalty {
            let left = i32::from(self.see.counters(id.index() as u16, CounterKind::LOYALTY)) + loyalty;
            value += loyalty * self.w.timing.loyalty_point;
            if left <= 0 {
                value -= self.w.permanent.planeswalker;
            }
            if let Some(attacks) = attacks
                && self.helps_attack(ability)
            {
                value += self.pump(ability, &env, attacks).unwrap_or(0);
            }
            // What does nothing now still makes the planeswalker stronger; what does harm isn't done for that.
            let harmless = value >= 0 && loyalty > 0;
            return Some(Worth { score: value.max(if harmless { 6 } else { value }), when: When::Now });
        }
        if value < self.w.timing.least {
            return None;
        }
        let land = source.characteristics.types.contains(CardTypes::LAND);
        let lethal = value >= self.w.life.lethal / 4;
        let untaps = self.facts.card(source.card).untaps && way.cost.tap && self.holds_spell();
        let kills = way.removal && value >= 40;
        let when = if !way.instant || lethal || land || untaps || kills { When::Now } else { When::Hold };
        Some(Worth { score: value, when })
    }

    /// How much better the attack to come gets if the source of an ability, a land or a Vehicle, becomes a creature for this turn.
    fn animation(
        self,
        id: ObjectId,
        source: &Object,
        ability: AbilityId,
        env: &Env<'_>,
        attacks: &mut Attacks,
    ) -> Option<i32> {
        let now = self.see.step() == Step::PrecombatMain && self.see.active() == self.me;
        if !now || source.is_creature() || source.flags.intersects(Flags::TAPPED | Flags::SICK) {
            return None;
        }
        let way = self.facts.ability(ability);
        let change = way.parts.iter().flat_map(|part| &part.effects).find_map(|effect| match &effect.act {
            Act::Change { objects: Objects::Source, change, lasting: false } => change.animates.then_some(change),
            _ => None,
        })?;
        let mut fighter = self.attacking_fighter(id, source);
        self.change_fighter(&mut fighter, change, env);
        let before = attacks.best_score(self, &mut |_| {});
        Some(attacks.best_score_with(self, fighter, way.cost.crew) - before)
    }

    /// Returns whether X makes an ability do more than it would for nothing: then X isn't announced as 0 again and again.
    fn needs_x(self, ability: AbilityId, env: &Env<'_>) -> bool {
        let value = |x: i32| self.best_script(ability, &Env { x, ..*env }).map_or(0, |value| value - 2 * x);
        env.x > 0 && (1..=env.x).any(|x| value(x) > value(0))
    }

    /// Returns whether there is an instant or sorcery in hand that could be cast with the mana.
    fn holds_spell(self) -> bool {
        let open = self.open_mana(self.me);
        self.see.hand().any(|card| {
            let facts = self.facts.card(card);
            facts.types.intersects(CardTypes::INSTANT | CardTypes::SORCERY) && facts.mana_value <= open
        })
    }

    /// The optional costs that the mana suffices for.
    pub(super) fn affordable_kicker(self, ability: AbilityId, open: i32) -> gauntlet_magic::state::Paid {
        let way = self.facts.ability(ability);
        let mut paid = gauntlet_magic::state::Paid::default();
        let mut mana = way.cost.mana;
        for (times, cost) in paid.iter_mut().zip(&way.optional) {
            if mana + cost <= open {
                mana += cost;
                *times = 1;
            }
        }
        paid
    }
}

/// Returns whether all that a way to cast a spell does for creatures in this turn is to make them harder to block: that is done before
/// blockers are declared. What makes them larger as well surprises whoever has blocked.
fn evades(way: &super::reading::AbilityFacts) -> bool {
    let evasion = Keywords::FLYING | Keywords::MENACE | Keywords::SHADOW | Keywords::FEAR | Keywords::INTIMIDATE;
    let alone = |effect: &super::script::Effect| match &effect.act {
        Act::Change { change, lasting: false, .. } => {
            let as_large =
                change.power == Amount::Const(0) && change.toughness == Amount::Const(0) && change.base.is_none();
            as_large && (change.restrict.contains(Restrictions::CANT_BE_BLOCKED) || change.add.intersects(evasion))
        }
        _ => true,
    };
    let changes =
        |effect: &super::script::Effect| matches!(effect.act, Act::Change { .. }) && effect.guard == Guard::Always;
    let effects = || way.parts.iter().flat_map(|part| &part.effects);
    effects().any(changes) && effects().all(alone)
}

/// Returns whether a way to cast a spell takes toughness away: that kills whatever combat there is.
fn shrinks(way: &super::reading::AbilityFacts) -> bool {
    way.parts.iter().flat_map(|part| &part.effects).any(|effect| match &effect.act {
        Act::Change { change, lasting: false, .. } => match &change.toughness {
            Amount::Const(toughness) => *toughness < 0,
            Amount::Times(_, times) => *times < 0,
            _ => false,
        },
        _ => false,
    })
}
