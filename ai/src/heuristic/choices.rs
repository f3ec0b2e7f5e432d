//! Choices while spells and abilities are announced and resolve.

use gauntlet_cards::ability::AbilityKind;
use gauntlet_cards::card::{AbilityId, CardId};
use gauntlet_cards::cost::CostPart;
use gauntlet_cards::effect::{DiscardHow, Instr, Label, ModeCost, Part};
use gauntlet_cards::filter::{Condition, Objects, Players, Zone};
use gauntlet_cards::types::Subtype;
use gauntlet_core::Player;
use gauntlet_magic::decision::{Action, DecisionKind, Particulars};
use gauntlet_magic::state::{Flags, Modes, Object, ObjectId, StackItem, Target};
use gauntlet_magic::view::AskedBy;

use super::amount::Env;
use super::effects::Only;
use super::melee::Melee;
use super::mentions::bit;
use super::script::{Act, Effect, PartFacts};
use super::value::Judge;

/// The most targets of one announcement that are looked at.
const MOST_TARGETS: usize = 8;

/// The place of the first action with the greatest value.
pub(super) fn best_of(legal: &[Action], mut value: impl FnMut(Action) -> i32) -> usize {
    let mut best = (i32::MIN, 0);
    for (place, action) in legal.iter().enumerate() {
        let value = value(*action);
        if value > best.0 {
            best = (value, place);
        }
    }
    best.1
}

fn place_of(legal: &[Action], wanted: Action) -> usize {
    legal.iter().position(|action| *action == wanted).unwrap_or(0)
}

/// The targets of an announcement in progress, as the judge takes them.
struct Targets {
    list: [(u8, Target); MOST_TARGETS],
    count: usize,
}

impl Targets {
    fn of(judge: Judge<'_>, item: &StackItem, mode: Option<u8>) -> Targets {
        let mut targets = Targets { list: [(0, Target::Player(Player::FIRST)); MOST_TARGETS], count: 0 };
        for chosen in judge.see.chosen_targets(item) {
            // One place stays free for the one that is thought of.
            if mode.is_none_or(|mode| chosen.mode == mode) && targets.count + 1 < MOST_TARGETS {
                targets.list[targets.count] = (chosen.spec, chosen.target);
                targets.count += 1;
            }
        }
        targets
    }

    fn with(&mut self, spec: u8, target: Target) -> &[(u8, Target)] {
        self.list[self.count] = (spec, target);
        &self.list[..=self.count]
    }

    fn all(&self) -> &[(u8, Target)] {
        &self.list[..self.count]
    }
}

impl<'a> Judge<'a> {
    fn env_of_item(self, item: &StackItem) -> Env<'static> {
        let card = self.see.last_known(item.object).map(|object| object.card);
        let card = card.or_else(|| self.see.last_known(item.source).map(|object| object.card));
        let card = card.or_else(|| self.see.pool().cards().next().map(|(card, _)| card));
        Env {
            source: item.source,
            x: i32::from(item.x),
            paid: item.paid,
            event: item.event,
            ..Env::of_card(card.expect("a game has cards"), item.controller)
        }
    }

    /// Whether the combat that goes on is what an announcement is for.
    fn in_melee(self, melee: &mut Melee, ability: AbilityId) -> Option<&mut Melee> {
        let triggered = matches!(self.see.pool().ability(ability).kind, AbilityKind::Triggered(_));
        (!triggered && self.see.stack().is_empty() && melee.read(self)).then_some(melee)
    }

    /// Which target.
    pub(super) fn choose_target(self, melee: &mut Melee, legal: &[Action]) -> usize {
        let Some((item, mode)) = self.see.announcing() else { return 0 };
        let Particulars::Spec(spec) = self.see.decision().detail else { return 0 };
        let Some(&number) = item.modes.chosen().get(usize::from(mode)) else { return 0 };
        let (ability, number) = self.see.pool().written(item.ability, number);
        let env = self.env_of_item(item);
        let Some(read) = self.facts.way(env.card, ability).parts.get(usize::from(number)) else { return 0 };
        let specs = self.script(ability).and_then(|script| script.parts.get(usize::from(number)));
        let specs = specs.map_or(&[][..], |part| &part.targets);
        let mut targets = Targets::of(self, item, Some(mode));
        let judge = Judge { reach: self.reach_of(item), ..self };
        let mut melee = judge.in_melee(melee, item.ability);
        let coupled = read.coupled && specs.len() > usize::from(spec) + 1;
        // What is divided is divided once more for each further target.
        let divided = read.effects.iter().any(|effect| matches!(effect.act, Act::Divided(own, _) if own == spec));
        let so_far = match divided && targets.count > 0 {
            true => judge.effects(read, &Env { targets: targets.all(), ..env }, Only::Spec(spec)),
            false => 0,
        };
        best_of(legal, |action| {
            let target = match action {
                Action::Object(index) => Target::Object(judge.see.id(index)),
                Action::Player(player) => Target::Player(player),
                // To choose no more.
                _ if coupled => {
                    let env = Env { targets: targets.all(), ..env };
                    return judge.best_together(read, specs, spec + 1, &env).unwrap_or(0);
                }
                _ => return so_far + i32::from(divided),
            };
            let env = Env { targets: targets.with(spec, target), ..env };
            if coupled {
                return judge.best_together(read, specs, spec + 1, &env).unwrap_or(-1);
            }
            let only = if read.coupled { Only::All } else { Only::Spec(spec) };
            judge.announced_target(melee.as_deref_mut(), read, &env, only)
        })
    }

    /// The damage to the opponent that is possible this turn with what is being announced, if it is enough to win.
    fn reach_of(self, item: &StackItem) -> i32 {
        let way = self.facts.ability(item.ability);
        let Some(burn) = &way.burn else { return 0 };
        let damage = self.amount(&self.env_of_item(item), burn);
        self.reach_with(self.open_mana(self.me) - way.cost.mana, damage)
    }

    /// Which mode.
    pub(super) fn choose_mode(self, melee: &mut Melee, legal: &[Action]) -> usize {
        let Some((item, _)) = self.see.announcing() else { return 0 };
        let env = self.env_of_item(item);
        let mut melee = self.in_melee(melee, item.ability);
        best_of(legal, |action| {
            let Action::Mode(mode) = action else { return 0 };
            let mode = usize::from(mode);
            match melee.as_deref_mut() {
                Some(melee) => self.best_mode_in_melee(melee, item.ability, mode, &env),
                None => self.best_part(item.ability, mode, &env),
            }
            .unwrap_or(-1)
        })
    }

    fn best_mode_in_melee(self, melee: &mut Melee, ability: AbilityId, mode: usize, env: &Env<'_>) -> Option<i32> {
        let read = self.facts.way(env.card, ability).parts.get(mode)?;
        let part = self.script(ability)?.parts.get(mode)?;
        match part.targets.first() {
            None => Some(melee.gain(self, read, env, None)),
            Some(spec) => {
                self.best_target(spec, 0, env, &mut |env| melee.gain(self, read, env, None)).map(|(value, _)| value)
            }
        }
    }

    /// Which card to splice onto the spell: the one that does most for its mana, if it is worth it.
    pub(super) fn choose_splice(self, legal: &[Action]) -> usize {
        let Some((item, _)) = self.see.announcing() else { return legal.len() - 1 };
        let env = self.env_of_item(item);
        best_of(legal, |action| {
            let Action::Card(card) = action else { return 0 };
            let Some((text, cost)) = self.see.pool().spliced_text(card) else { return 0 };
            let mana = cost.mana.as_ref().map_or(0, |mana| i32::from(mana.mana_value()));
            self.best_part(text, 0, &env).unwrap_or(-1) - self.w.card.mana * mana / 2
        })
    }

    /// The value of X: the one that does most, smaller ones if they do as much.
    pub(super) fn choose_x(self, legal: &[Action]) -> usize {
        let Some((item, _)) = self.see.announcing() else { return legal.len() - 1 };
        let base = self.env_of_item(item);
        let permanent = self.facts.card(base.card).types.intersects(gauntlet_cards::types::CardTypes::PERMANENT)
            && item.source == item.object;
        best_of(legal, |action| {
            let Action::Number(x) = action else { return 0 };
            let env = Env { x: i32::from(x), ..base };
            let value = if permanent {
                self.entering(env.card, self.me, env.x, env.paid)
            } else {
                self.best_script(item.ability, &env).unwrap_or(0)
            };
            value - 2 * i32::from(x)
        })
    }

    /// Which number: the one with which what follows does most; of equals the least.
    pub(super) fn choose_number(self, legal: &[Action]) -> usize {
        let Some((item, part, read, at)) = self.resolving_part() else { return 0 };
        let Some(Instr::ChooseNumber(_, _, _, register)) = part.code.get(usize::from(at)) else { return 0 };
        let targets = Targets::of(self, item, None);
        let env = Env { targets: targets.all(), ..self.env_of_item(item) };
        best_of(legal, |action| match action {
            Action::Number(number) => {
                let env = Env { number: Some((*register, i32::from(number))), ..env };
                self.effects(read, &env, Only::Between(at + 1, part.code.len() as Label))
            }
            _ => 0,
        })
    }

    /// Whether to pay an optional cost: if it gains more than its mana.
    /// What an effect offers is paid if it is less mana, and what else it asks for can be spared: life that is needed isn't paid for mana that
    /// would be there, nor is a card discarded for little of it.
    pub(super) fn choose_price(self, legal: &[Action]) -> usize {
        let Some((item, _)) = self.see.announcing() else { return 0 };
        let own = self.facts.card(self.env_of_item(item).card).mana_value;
        let Particulars::Mana(offered) = self.see.decision().detail else { return 0 };
        let AskedBy::Price(price) = self.see.asked_by() else { return 0 };
        let parts = price.map_or(&[][..], |price| &price.parts);
        let spared = parts.iter().all(|part| match part {
            CostPart::Life(_) => self.see.player(self.me).life - own > 10,
            CostPart::Discard(..) | CostPart::Sacrifice(..) => own > 3,
            _ => true,
        });
        let own_too = price.is_some_and(|price| price.own);
        place_of(legal, if i32::from(offered) < own && spared && !own_too { Action::Yes } else { Action::No })
    }

    pub(super) fn choose_optional(self, legal: &[Action]) -> usize {
        let Some((item, _)) = self.see.announcing() else { return 0 };
        let way = self.facts.ability(item.ability);
        let env = self.env_of_item(item);
        if let Some(ModeCost::All(cost)) =
            self.script(item.ability).and_then(|script| script.modes.as_ref()).map(|modes| &modes.cost)
            && item.modes == Modes::default()
        {
            let all = self.best_script(item.ability, &Env { all_modes: true, ..env }).unwrap_or(0);
            let one = self.best_script(item.ability, &env).unwrap_or(0);
            let price = self.w.card.mana * cost.mana.as_ref().map_or(0, |mana| i32::from(mana.mana_value())) / 2;
            return place_of(legal, if all - one > price { Action::Yes } else { Action::No });
        }
        let mut paid = item.paid;
        let Particulars::OptionalCost(cost) = self.see.decision().detail else { return 0 };
        let cost = usize::from(cost).min(paid.len() - 1);
        paid[cost] += 1;
        let value = |paid: gauntlet_magic::state::Paid| {
            let env = Env { paid, ..env };
            let facts = self.facts.card(env.card);
            let mut value = self.best_script(item.ability, &env).unwrap_or(0);
            if facts.types.intersects(gauntlet_cards::types::CardTypes::PERMANENT) {
                value += self.entering(env.card, self.me, env.x, paid);
                for id in &facts.enters {
                    value += self.best_script(*id, &env).unwrap_or(0);
                }
            }
            value
        };
        let gain = value(paid) - value(item.paid);
        let price = self.w.card.mana * way.optional.get(cost).copied().unwrap_or(0) / 2;
        place_of(legal, if gain > price { Action::Yes } else { Action::No })
    }

    /// How much of a divided number the next target gets: what kills it, the rest for the others.
    pub(super) fn choose_share(self, legal: &[Action]) -> usize {
        let Some((item, _)) = self.see.announcing() else { return 0 };
        let open = self.see.chosen_targets(item).iter().find(|chosen| chosen.share == 0);
        let wanted = match open.map(|chosen| chosen.target) {
            Some(Target::Object(id)) => self
                .see
                .last_known(id)
                .map_or(1, |object| i32::from(object.characteristics.toughness) - i32::from(object.damage)),
            _ => i32::MAX,
        };
        best_of(legal, |action| match action {
            Action::Number(share) => -(i32::from(share) - wanted.min(1_000)).abs(),
            _ => 0,
        })
    }

    /// What to pay a cost with, or to sacrifice: what is worth least.
    pub(super) fn choose_least(self, melee: &mut Melee, legal: &[Action]) -> usize {
        let fighting = melee.read(self);
        let victim = self.see.stack().last().filter(|top| top.controller != self.me).and_then(|top| {
            let hit = self.see.chosen_targets(top).iter().find_map(|chosen| match chosen.target {
                Target::Object(id) => Some(id),
                Target::Player(_) => None,
            });
            hit.filter(|_| self.item(top) < -self.w.timing.least)
        });
        best_of(legal, |action| match action {
            Action::Object(index) => {
                let id = self.see.id(index);
                let Some(object) = self.see.object(index) else { return 0 };
                if object.zone != Zone::Battlefield {
                    return -self.facts.card(object.card).worth;
                }
                let doomed = Some(id) == victim || (fighting && melee.is_doomed(id));
                if doomed { 0 } else { -self.loss(id, object, true) - i32::from(!object.is(Flags::TAPPED)) }
            }
            Action::Card(card) => -self.discarded(card),
            // Nothing more has to be given.
            Action::Done => 1,
            _ => i32::MIN + 1,
        })
    }

    /// The instruction that a resolving script has come to, with its part and what is known of that.
    fn resolving_part(self) -> Option<(&'a StackItem, &'a Part, &'a PartFacts, Label)> {
        let (item, part, at) = self.see.resolving()?;
        let (ability, number) = self.see.pool().written(item.ability, part);
        Some((
            item,
            self.script(ability)?.parts.get(usize::from(number))?,
            self.facts.ability(ability).parts.get(usize::from(number))?,
            at,
        ))
    }

    /// Whether to do what may be done, or to pay for it.
    pub(super) fn choose_may(self, legal: &[Action]) -> usize {
        let tired = self.see.resolving().is_some_and(|(item, ..)| self.memory.is_tired_of(item.ability));
        if let (true, Some(no)) = (tired, legal.iter().position(|action| *action == Action::No)) {
            return no;
        }
        // A card that may be cast for free, or nothing.
        if legal.iter().any(|action| matches!(action, Action::Object(_))) {
            let dredges = self.see.resolving().is_none()
                && legal.iter().all(|action| match action {
                    Action::Object(index) => {
                        self.see.object(*index).is_some_and(|object| object.zone == Zone::Graveyard)
                    }
                    _ => true,
                });
            // What is milled for it (CR 702.52) is drawn no more.
            let left = self.see.library_size(self.me) as i32;
            let scarce = left < 20 || self.library_room(self.me, left) < 0;
            if let Some(no) = legal.iter().position(|action| *action == Action::Done).filter(|_| dredges && scarce) {
                return no;
            }
            return best_of(legal, |action| match action {
                Action::Object(index) => self.see.object(index).map_or(0, |object| self.facts.card(object.card).worth),
                _ => 0,
            });
        }
        if let Some((item, ..)) = self.see.resolving()
            && let Some(land) = self.see.last_known(item.source).or_else(|| self.see.last_known(item.object))
            && self.facts.card(land.card).land
            && self.as_it_enters(item.ability)
        {
            // For most, it is what lets them enter untapped. None asks for more than three life.
            let spare = self.see.player(self.me).life > 3;
            return place_of(legal, if spare && self.needs_untapped() { Action::Yes } else { Action::No });
        }
        let Some((item, part, read, at)) = self.resolving_part() else { return place_of(legal, Action::Yes) };
        let targets = Targets::of(self, item, None);
        let env = Env { targets: targets.all(), ..self.env_of_item(item) };
        let (label, price) = match part.code.get(usize::from(at)) {
            Some(Instr::May(_, label)) => (*label, 0),
            Some(
                Instr::MayPay(_, cost, label)
                | Instr::MayGive(_, cost, _, label)
                | Instr::MayPayX(_, cost, _, label)
                | Instr::Pay(_, cost, label),
            ) => (*label, self.price_of(&env, cost, 1)),
            Some(Instr::MayPayTimes(_, cost, times, label)) => {
                (*label, self.price_of(&env, cost, self.amount(&env, times).max(0)))
            }
            _ => return place_of(legal, Action::Yes),
        };
        if let Some(from) = again(part, at, label) {
            let more = self.once_more(read, &env, from, at);
            return place_of(legal, if more { Action::Yes } else { Action::No });
        }
        // "If you do" belongs to it.
        let mut end = label;
        if let Some(Instr::Unless(Condition::Did, further)) = part.code.get(usize::from(label)) {
            end = *further;
        }
        let otherwise = match part.code.get(usize::from(label).wrapping_sub(1)) {
            Some(Instr::Jump(further)) if *further > label => *further,
            Some(Instr::End) => part.code.len() as Label,
            _ => label,
        };
        let done = self.effects(read, &env, Only::Between(at + 1, end)) - price;
        let not_done = if otherwise > label { self.effects(read, &env, Only::Between(label, otherwise)) } else { 0 };
        place_of(legal, if done >= not_done { Action::Yes } else { Action::No })
    }

    /// Returns whether what was done should be done again, as it may be as often as one likes: not if it could kill.
    fn once_more(self, read: &PartFacts, env: &Env<'_>, from: Label, to: Label) -> bool {
        let loses = |effect: &&Effect| (from..to).contains(&effect.at) && matches!(effect.act, Act::LoseLife(..));
        if read.effects.iter().find(loses).is_some() {
            // A number that isn't known before could be the greatest there is.
            let mut worst = 1;
            self.each_in_library(&mut |card, _| worst = worst.max(self.facts.card(card).mana_value));
            if self.see.player(self.me).life <= worst {
                return false;
            }
        }
        self.effects(read, env, Only::Between(from, to)) >= 0
    }

    /// Returns whether an ability is about how its source enters.
    fn as_it_enters(self, ability: AbilityId) -> bool {
        use gauntlet_cards::ability::{Replacement, StaticEffect};
        match &self.see.pool().ability(ability).kind {
            AbilityKind::Static(ability) => {
                matches!(ability.effect, StaticEffect::Replacement(Replacement::AsEnters(_)))
            }
            _ => false,
        }
    }

    /// Returns whether one mana more could be spent this turn, on spells in hand that take all of it.
    fn needs_untapped(self) -> bool {
        if self.see.player(self.me).life <= 3 || self.see.active() != self.me {
            return false;
        }
        let wanted = self.open_mana(self.me) + 1;
        // Bit n: spells of n mana together can be cast.
        let mut sums = 1u64;
        for card in self.see.hand() {
            let facts = self.facts.card(card);
            if !facts.land && (1..=wanted).contains(&facts.mana_value) {
                sums |= sums << facts.mana_value;
            }
        }
        wanted < 64 && sums >> wanted & 1 != 0
    }

    /// Which card to discard: one's own worst, or the best of the opponent's.
    pub(super) fn choose_discard(self, legal: &[Action]) -> usize {
        let picked = self.resolving_part().is_some_and(|(item, part, _, at)| {
            matches!(part.code.get(usize::from(at)), Some(Instr::Discard(_, DiscardHow::YouChoose(..), _)))
                && item.controller == self.me
        });
        best_of(legal, |action| match action {
            Action::Card(card) if picked => self.facts.card(card).worth,
            Action::Card(card) => -self.discarded(card),
            _ => 0,
        })
    }

    /// Which object, for an effect that doesn't target.
    pub(super) fn choose_pick(self, legal: &[Action]) -> usize {
        if let Some((item, ..)) = self.see.resolving()
            && self.as_it_enters(item.ability)
        {
            return self.choose_copied(item, legal);
        }
        let Some((item, part, read, at)) = self.resolving_part() else { return 0 };
        let register = match part.code.get(usize::from(at)) {
            Some(Instr::Pick(_, register)) => *register,
            _ => return 0,
        };
        let wanted = keeps(part, register, at);
        let to = fate(part, register, at);
        let targets = Targets::of(self, item, None);
        let env = Env { targets: targets.all(), ..self.env_of_item(item) };
        best_of(legal, |action| match action {
            Action::Object(index) => {
                let id = self.see.id(index);
                let Some(object) = self.see.object(index) else { return 0 };
                if matches!(object.zone, Zone::Library | Zone::Hand) {
                    return self.sent(object.card, object.zone, to, wanted);
                }
                let env = Env { register: Some((register, id)), ..env };
                let value = self.effects(read, &env, Only::Register(register));
                if value == 0 { self.fallback(id, object) } else { value }
            }
            Action::Card(card) => self.sent(card, Zone::Hand, to, wanted),
            _ => 0,
        })
    }

    /// Of what something becomes a copy as it enters: of what would be worth most.
    fn choose_copied(self, item: &StackItem, legal: &[Action]) -> usize {
        let copies = [item.source, item.object].into_iter().filter_map(|id| self.see.last_known(id));
        if !copies.into_iter().any(|object| self.facts.card(object.card).copies.is_some()) {
            return 0;
        }
        best_of(legal, |action| match action {
            Action::Object(index) => self.see.object(index).map_or(0, |object| self.arrival(object.card, self.me)),
            _ => 0,
        })
    }

    /// What it is worth that a card goes from a hand or library into another zone; `wanted` says whether it is to be had where that isn't
    /// told.
    fn sent(self, card: CardId, from: Zone, to: Option<Zone>, wanted: i32) -> i32 {
        match to {
            Some(Zone::Battlefield) if !self.facts.card(card).land => {
                self.card_into(card, Zone::Battlefield) - if from == Zone::Hand { self.in_hand(card) / 4 } else { 0 }
            }
            // It is drawn again in place of another card.
            Some(Zone::Library) if from == Zone::Hand => -self.in_hand(card),
            Some(Zone::Graveyard) if from == Zone::Library => self.card_into(card, Zone::Graveyard),
            // What is lost is the card.
            Some(Zone::Graveyard) => -self.discarded(card),
            _ => self.found(card) * wanted,
        }
    }

    /// When it can't be told what will happen to something: nothing good.
    fn fallback(self, id: ObjectId, object: &Object) -> i32 {
        -self.signed(object.controller, self.permanent(id, object)) / 10
    }

    /// What a card is worth that may be taken to the hand or battlefield.
    fn found(self, card: CardId) -> i32 {
        let facts = self.facts.card(card);
        if !facts.land {
            return self.promise(card);
        }
        // The colour that is missing.
        let mut bonus = 0;
        let colors = self.colors();
        for other in self.see.hand() {
            for (place, pips) in self.facts.card(other).pips.iter().enumerate() {
                if *pips > 0 && colors[place] < i32::from(*pips) && facts.mana >> place & 1 != 0 {
                    bonus = bonus.max(20);
                }
            }
        }
        self.land_wanted() + bonus
    }

    /// Returns whether a card costs mana of a colour that the viewer has no source of, neither on the battlefield nor in hand.
    pub(super) fn lacks_colors(self, card: CardId) -> bool {
        let have = self.colors();
        let in_hand = self.see.hand().map(|card| self.facts.card(card)).filter(|facts| facts.land);
        let in_hand = in_hand.fold(0u8, |mask, facts| mask | facts.mana | facts.fetches);
        let pips = &self.facts.card(card).pips;
        !self.facts.card(card).land
            && pips.iter().enumerate().any(|(place, pips)| *pips > 0 && have[place] == 0 && in_hand >> place & 1 == 0)
    }

    /// Which creature type: that of most creatures that the chooser holds, has or may draw.
    pub(super) fn choose_creature_type(self, legal: &[Action]) -> usize {
        best_of(legal, |action| {
            let Action::Subtype(number) = action else { return 0 };
            let subtype = Subtype(number);
            let is = |card: CardId| {
                self.facts.card(card).creature && self.see.pool().card(card).characteristics.subtypes.contains(subtype)
            };
            let mut count = 4 * self.see.hand().filter(|card| is(*card)).count() as i32;
            let own = |object: &Object| {
                object.controller == self.me
                    && object.is_creature()
                    && object.characteristics.subtypes.contains(subtype)
            };
            count += 4 * self.see.permanents().filter(|(_, object)| own(object)).count() as i32;
            self.each_in_library(&mut |card, number| count += if is(card) { number } else { 0 });
            count
        })
    }

    /// How many sources of each colour the viewer has.
    pub(super) fn colors(self) -> [i32; 5] {
        let mut colors = [0; 5];
        for (_, object) in self.see.permanents().filter(|(_, object)| object.controller == self.me) {
            for (place, count) in colors.iter_mut().enumerate() {
                *count += i32::from(object.mana_mask >> place & 1);
            }
        }
        colors
    }

    /// Which card name: where the chooser's own library is looked through for it, the one that is there most often; else the best, cards that
    /// the other player has shown before others.
    pub(super) fn choose_name(self, legal: &[Action]) -> usize {
        let looks_through = |instr: &Instr| {
            matches!(instr, Instr::RevealUntil(Players::You, ..) | Instr::Search { player: Players::You, .. })
        };
        if self.resolving_part().is_some_and(|(_, part, ..)| part.code.iter().any(looks_through)) {
            return best_of(legal, |action| {
                let mut there = 0;
                self.each_in_library(&mut |card, count| there += if action == Action::Card(card) { count } else { 0 });
                there
            });
        }
        let shown = |card: CardId| {
            let theirs = self.see.permanents().filter(|(_, object)| object.owner != self.me);
            theirs.chain(self.see.graveyard_objects(!self.me)).filter(|(_, object)| object.card == card).count() as i32
        };
        best_of(legal, |action| match action {
            Action::Card(card) if !self.facts.card(card).land => {
                self.facts.card(card).worth.max(1) * (1 + 8 * shown(card))
            }
            _ => 0,
        })
    }

    /// Which card to find.
    pub(super) fn choose_search(self, legal: &[Action]) -> usize {
        let to = self.resolving_part().and_then(|(_, part, _, at)| match part.code.get(usize::from(at)) {
            Some(Instr::Search { into, .. }) => fate(part, *into, at),
            _ => None,
        });
        best_of(legal, |action| match action {
            Action::Card(card) => self.sent(card, Zone::Library, to, 1).max(1),
            Action::Object(index) => self.see.object(index).map_or(1, |object| self.found(object.card)),
            _ => 0,
        })
    }

    /// Whether a card on top of the library is put away.
    pub(super) fn choose_scry(self, legal: &[Action]) -> usize {
        let about = self.see.decision().about;
        let Some(object) = self.see.last_known(about) else { return place_of(legal, Action::No) };
        let facts = self.facts.card(object.card);
        let sources = self.mana_sources(self.me) + self.lands_in_hand();
        let keep = if facts.land {
            sources < 5
        } else {
            // Without lands, spells can wait.
            sources >= 3 && facts.mana_value <= sources + 2
        };
        place_of(legal, if keep { Action::No } else { Action::Yes })
    }

    /// Which card goes back next: the least wanted lies deepest.
    pub(super) fn choose_order(self, legal: &[Action]) -> usize {
        best_of(legal, |action| match action {
            Action::Object(index) => self.see.object(index).map_or(0, |object| -self.found(object.card)),
            _ => 0,
        })
    }

    /// What to keep, or to attach to: what is worth most.
    pub(super) fn choose_best(self, legal: &[Action]) -> usize {
        let decision = self.see.decision();
        let attached = (decision.kind == DecisionKind::AttachTo).then(|| self.see.last_known(decision.about)).flatten();
        best_of(legal, |action| {
            let Action::Object(index) = action else { return 0 };
            let id = self.see.id(index);
            let Some(object) = self.see.object(index) else { return 0 };
            match attached.and_then(|aura| self.facts.card(aura.card).host.as_ref().map(|host| (aura, host))) {
                Some((aura, host)) => self.lasting_change(id, object, host, &Env::of_card(aura.card, self.me)),
                None => {
                    // What waits for its last counter to go is the better the fewer it has.
                    let left =
                        self.facts.card(object.card).at_zero.map(|(kind, _)| i32::from(self.see.counters(index, kind)));
                    let near = left.map_or(0, |left| 100 / (1 + left));
                    self.permanent(id, object) + near + i32::from(!object.is(Flags::TAPPED))
                }
            }
        })
    }

    /// How much combat damage a creature gets: what kills it, if there is that much; the rest goes on.
    pub(super) fn assign_damage(self, legal: &[Action]) -> usize {
        let decision = self.see.decision();
        let index = decision.about.index() as u16;
        let Some(object) = self.see.object(index) else { return 0 };
        // Who deals it: the creature that blocks this one or that it blocks.
        let dealer = self.see.blocks().iter().find_map(|(blocker, attacker)| match () {
            () if *blocker == index => self.see.object(*attacker),
            () if *attacker == index => self.see.object(*blocker),
            () => None,
        });
        let deathtouch = dealer.is_some_and(|dealer| {
            dealer.characteristics.keywords.contains(gauntlet_cards::keyword::Keywords::DEATHTOUCH)
        });
        let left = i32::from(object.characteristics.toughness) - i32::from(object.damage);
        let lethal = if deathtouch { left.min(1) } else { left };
        let all = i32::from(decision.detail.left());
        let indestructible =
            object.characteristics.keywords.contains(gauntlet_cards::keyword::Keywords::INDESTRUCTIBLE);
        let wanted = if lethal <= all && !indestructible { lethal } else { 0 };
        best_of(legal, |action| match action {
            Action::Number(number) => -(i32::from(number) - wanted).abs(),
            _ => 0,
        })
    }

    /// Which word: over the creature that a spell merges with if that is no larger, under it otherwise (CR 702.140c). Other words are as good
    /// as each other.
    pub(super) fn choose_word(&self, legal: &[Action]) -> usize {
        let size = |id: ObjectId| {
            let printed = &self.see.pool().card(self.see.last_known(id)?.card).characteristics;
            Some(printed.power + printed.toughness)
        };
        let is_smaller = || {
            let Instr::Merge(..) = self.see.asked_by().instructions()?.1.first()? else { return None };
            let item = self.see.asking()?;
            let Target::Object(creature) = self.see.targets(&item).next()? else { return None };
            Some(size(item.object)? < size(creature)?)
        };
        usize::from(is_smaller() == Some(true) && legal.len() > 1)
    }

    /// Which colour: the one that the hand asks for most and the lands have least of.
    pub(super) fn choose_color(self, legal: &[Action]) -> usize {
        let have = self.colors();
        let mut need = [0i32; 5];
        for card in self.see.hand() {
            for (place, pips) in self.facts.card(card).pips.iter().enumerate() {
                need[place] += 3 * i32::from(*pips);
            }
        }
        best_of(legal, |action| match action {
            Action::Color(color) => need[usize::from(color).min(4)] - have[usize::from(color).min(4)],
            _ => 0,
        })
    }
}

/// Where the instructions of what may be done, up to a label, go back to, if they do.
fn again(part: &Part, at: Label, label: Label) -> Option<Label> {
    let inside = part.code.get(usize::from(at) + 1..usize::from(label))?;
    inside.iter().find_map(|instr| match instr {
        Instr::Jump(back) if *back <= at => Some(*back),
        _ => None,
    })
}

/// Into which zone what is in a register goes after an instruction.
fn fate(part: &Part, register: u8, at: Label) -> Option<Zone> {
    fn has(objects: &Objects, registers: u8, each: bool) -> bool {
        match objects {
            Objects::Register(register) => *register < 8 && registers >> register & 1 != 0,
            Objects::Current => each,
            Objects::Those(inner, _) | Objects::Left(inner, _) | Objects::Moved(inner) => has(inner, registers, each),
            Objects::Union(parts) => parts.iter().any(|part| has(part, registers, each)),
            _ => false,
        }
    }
    let mut registers = bit(register);
    // Whether what is gone through one by one is what was picked.
    let mut each = false;
    // What someone else picks from it, and takes away.
    let mut theirs = 0u8;
    part.code.iter().skip(usize::from(at) + 1).find_map(|instr| match instr {
        Instr::ForEachObject(objects, _) => {
            each = has(objects, registers, each);
            None
        }
        Instr::SetObjects(into, objects) | Instr::AddObjects(into, objects) if has(objects, registers, each) => {
            registers |= bit(*into);
            None
        }
        Instr::Pick(pick, into) if has(&pick.from, registers, each) => {
            if pick.chooser != Players::You {
                theirs |= bit(*into);
            }
            registers |= bit(*into);
            None
        }
        // The rest stays.
        Instr::Move(objects, destination, _) if destination.zone != Zone::Hand && has(objects, theirs, false) => None,
        Instr::Move(objects, destination, _) if has(objects, registers, each) => Some(destination.zone),
        _ => None,
    })
}

/// Whether what is picked into a register is to be had (1) or to be lost (−1).
fn keeps(part: &Part, register: u8, at: Label) -> i32 {
    let is_register = |objects: &Objects| *objects == Objects::Register(register);
    for instr in part.code.iter().skip(usize::from(at) + 1) {
        if let Instr::Move(objects, destination, _) = instr
            && is_register(objects)
        {
            return if matches!(destination.zone, Zone::Hand | Zone::Battlefield) { 1 } else { -1 };
        }
        if let Instr::Sacrifice(_, objects) | Instr::Destroy(objects, _) = instr
            && is_register(objects)
        {
            return -1;
        }
    }
    1
}
