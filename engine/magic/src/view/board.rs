//! What a player sees, for those who write all of it down: zones with their references, what is put aside, what is being done.

use gauntlet_cards::ability::AbilityKind;
use gauntlet_cards::card::{AbilityId, CardId};
use gauntlet_cards::effect::{Instr, Part, Script};
use gauntlet_cards::filter::{CounterKind, Zone};
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::decision::{Action, DecisionKind};
use crate::joint_costs::by_worth;
use crate::state::{Flags, Object, ObjectId, Ordered, PendingTrigger, StackItem, Target};
use crate::task::{Scope, Task};
use crate::view::{AskedBy, Visible};

/// How many targets are asked for (CR 601.2c).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TargetsAsked {
    /// The number of the spec among those of all chosen modes.
    pub slot: u32,
    /// How many were chosen for it before.
    pub selected: u32,
    /// At least that many.
    pub least: u32,
    /// At most that many.
    pub most: u32,
}

/// How many modes are asked for (CR 601.2b).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ModesAsked {
    /// How many there are.
    pub count: u32,
    /// How many were chosen before.
    pub selected: u32,
}

/// How many objects or cards are asked for, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PicksAsked {
    /// How many were chosen before.
    pub selected: u32,
    /// At least that many.
    pub least: u32,
    /// At most that many.
    pub most: u32,
}

impl<'a> Visible<'a> {
    /// Who must choose now; nobody when the game is over.
    pub fn to_act(self) -> Option<Player> {
        let state = self.state();
        state.outcome.is_none().then_some(state.decision.player)
    }

    /// Who has priority (CR 117); nobody while something else is decided.
    pub fn priority(self) -> Option<Player> {
        (self.state().decision.kind == DecisionKind::Priority).then_some(self.state().priority)
    }

    /// Who has passed in succession (CR 117.4) while the other one has priority.
    pub fn passed(self) -> Option<Player> {
        (self.state().passes > 0).then_some(!self.state().priority)
    }

    /// A player's cards in exile, the oldest first; without what it is where it is hidden from the viewer.
    pub fn exiled(self, owner: Player) -> impl Iterator<Item = (ObjectId, &'a Object)> + 'a {
        self.in_list(&self.state().exile).filter(move |(_, object)| object.owner == owner)
    }

    /// The permanents that are phased out, as they are on the battlefield: they haven't changed zones (CR 702.26d).
    pub fn phased_out(self) -> impl Iterator<Item = (ObjectId, Object)> + 'a {
        let state = self.state();
        state.phased.iter().map(move |phased| {
            let object = state.objects[usize::from(phased.index)];
            (state.id(phased.index), Object { zone: Zone::Battlefield, ..object })
        })
    }

    fn in_list(self, list: &'a [u16]) -> impl Iterator<Item = (ObjectId, &'a Object)> + 'a {
        list.iter().map(move |index| (self.state().id(*index), &self.state().objects[usize::from(*index)]))
    }

    /// Returns whether the viewer can't know which card an object is.
    pub fn is_hidden(self, object: &Object) -> bool {
        object.is_hidden_from(self.viewer())
    }

    /// Returns whether both players have seen which card an object is that is put aside.
    pub fn all_have_seen(self, object: &Object) -> bool {
        object.flags.contains(Flags::SEEN_BY_ALL)
    }

    /// The counters on a permanent, by kind.
    pub fn all_counters(self, index: u16) -> SmallVec<[(CounterKind, u16); 4]> {
        self.state().all_counters_on(index)
    }

    /// The abilities that effects give to an object, in the order in which it got them.
    pub fn granted(self, index: u16) -> impl Iterator<Item = AbilityId> + 'a {
        self.state().granted.iter().filter(move |entry| entry.0 == index).map(|entry| entry.1)
    }

    /// How many cards of a player's hand or library are put aside while something resolves.
    pub fn count_aside(self, owner: Player, zone: Zone) -> usize {
        let aside = |object: &&Object| object.is(Flags::ASIDE) && object.owner == owner && object.zone == zone;
        self.state().objects.iter().filter(aside).count()
    }

    /// The cards of the viewer's own hand that are put aside: whatever they are aside for, their owner knows them.
    pub fn own_hand_aside(self) -> impl Iterator<Item = (ObjectId, &'a Object)> + 'a {
        let (state, own) = (self.state(), self.viewer());
        let aside = move |object: &Object| object.is(Flags::ASIDE) && object.owner == own && object.zone == Zone::Hand;
        let objects = (0..).zip(&state.objects).filter(move |(_, object)| aside(object));
        objects.map(move |(index, object)| (state.id(index), object))
    }

    /// The cards of a player's hand or library that are put aside and that the viewer sees, in the order in which they were put there.
    pub fn seen_aside(self, owner: Player, zone: Zone) -> impl Iterator<Item = (ObjectId, &'a Object)> + 'a {
        let state = self.state();
        let mut found: SmallVec<[ObjectId; 8]> = SmallVec::new();
        for id in &state.scratch {
            if !id.is_none() && !found.contains(id) {
                found.push(*id);
            }
        }
        let objects = found.into_iter().filter_map(move |id| Some((id, state.get(id)?)));
        objects.filter(move |(_, object)| {
            object.is(Flags::ASIDE) && object.owner == owner && object.zone == zone && !self.is_hidden(object)
        })
    }

    /// Whose hidden zone a card is in that is a choice of the viewer's, and which: the own library or hand first, then the other
    /// player's.
    pub fn hidden_place(self, card: CardId) -> Option<(Player, Zone)> {
        let state = self.state();
        let own = self.viewer();
        let searches = state.decision.kind == DecisionKind::Search;
        let zones = if searches { [Zone::Library, Zone::Hand] } else { [Zone::Hand, Zone::Library] };
        let owners = [own, !own];
        owners.into_iter().flat_map(|owner| zones.map(|zone| (owner, zone))).find(|(owner, zone)| {
            let list = if *zone == Zone::Hand { &state.hands[*owner] } else { &state.libraries[*owner] };
            list.iter().any(|hidden| hidden.card == card)
        })
    }

    /// The same of a card that is chosen where it lies. One that is named isn't (CR 201.4), nor is one from outside the game (CR 400.11): whether
    /// there is another one in a hand or library isn't for the viewer to know.
    pub fn chosen_place(self, card: CardId) -> Option<(Player, Zone)> {
        if self.decision().kind == DecisionKind::CardName {
            return None;
        }
        let searched = self.asked_by().instructions().and_then(|instructions| match instructions.0 {
            Instr::Search { zones, outside: true, .. } => Some(zones),
            _ => None,
        });
        let own = self.viewer();
        self.hidden_place(card).filter(|(owner, zone)| {
            *zone == Zone::Hand && *owner == own || searched.is_none_or(|zones| *owner == own && zones.contains(zone))
        })
    }

    /// The triggered abilities of the player who is asked, in the order in which choices of the next of them are numbered.
    pub fn triggers_to_order(self) -> impl Iterator<Item = &'a PendingTrigger> {
        let player = self.state().decision.player;
        self.state().pending.iter().filter(move |trigger| trigger.controller == player)
    }

    /// The triggered ability that a choice of their order means.
    pub fn trigger_to_order(self, number: u16) -> Option<&'a PendingTrigger> {
        self.triggers_to_order().nth(usize::from(number))
    }

    /// The places of those among triggered abilities that are different choices of the next.
    pub fn different_triggers(triggers: &[PendingTrigger]) -> Vec<u16> {
        let mut places = Vec::with_capacity(triggers.len());
        crate::trigger::different(triggers.iter(), |place| places.push(place));
        places
    }

    /// The object that another one became as it left the battlefield or the stack, if that is where everybody sees it and it hasn't changed
    /// zones again (CR 400.7): of what died, the card in the graveyard. Tokens become nothing (CR 111.7).
    pub fn became(self, id: ObjectId) -> Option<ObjectId> {
        let (before, now) = (self.state().last_known(id)?, self.state().get(id.moved())?);
        let pool = self.pool();
        let same = before.owner == now.owner && pool.whole(before.card) == pool.whole(now.card);
        let token = before.flags.intersects(Flags::TOKEN) || now.flags.intersects(Flags::TOKEN | Flags::ABILITY);
        let seen = matches!(now.zone, Zone::Graveyard | Zone::Exile | Zone::Command);
        (same && !token && seen && !self.is_hidden(now)).then(|| id.moved())
    }

    /// The triggered abilities that wait to be put on the stack, in the order in which they triggered (CR 603.3).
    pub fn waiting(self) -> impl Iterator<Item = &'a PendingTrigger> + 'a {
        self.state().pending.iter()
    }

    /// The cards of a player's hand and library, and of those that lie face down in exile the ones that the viewer hasn't seen, as any
    /// of them may be in the library instead: in no order that tells anything, and before the first turn, the deck.
    pub fn deck(self, owner: Player) -> Vec<CardId> {
        let mut cards = Vec::new();
        self.deck_into(owner, &mut cards);
        cards
    }

    /// The same, in the memory of a list that is there.
    pub fn deck_into(self, owner: Player, cards: &mut Vec<CardId>) {
        let state = self.state();
        cards.clear();
        cards.extend(state.hands[owner].iter().chain(&state.libraries[owner]).map(|hidden| hidden.card));
        let unseen =
            self.in_list(&state.exile).filter(|(_, card)| card.owner == owner && card.is_hidden_from(self.viewer));
        cards.extend(unseen.map(|(_, card)| card.printed));
        cards.sort_unstable();
    }

    /// What exiled a card and will return it (CR 610.3).
    pub fn exiled_by(self, card: ObjectId) -> Option<ObjectId> {
        let links = &self.state().links;
        links.iter().find(|link| link.card == card && link.returns).map(|link| link.source)
    }

    /// How many objects or cards the decision asks for, if that is known.
    pub fn picks_asked(self) -> Option<PicksAsked> {
        let (state, decision) = (self.state(), self.decision());
        let offered = state.choices.iter().filter(|action| **action != Action::Done).count() as u32;
        let may_stop = state.choices.contains(&Action::Done);
        let left = u32::from(decision.detail.left());
        let fixed = |selected: u32| {
            let most = selected + left;
            PicksAsked { selected, least: if may_stop { selected } else { most }, most }
        };
        // Of what must add up to something nobody says how many are chosen.
        let paying = |part: AskedBy<'_>, selected: u32| match part {
            AskedBy::Cost(part) if by_worth(part) => {
                let least = selected + u32::from(!may_stop);
                Some(PicksAsked { selected, least, most: selected + offered })
            }
            AskedBy::Cost(_) => Some(fixed(selected)),
            _ => None,
        };
        match state.tasks.last()? {
            Task::Cleanup if decision.kind == DecisionKind::Discard => Some(fixed(state.scratch.len() as u32)),
            Task::Announce(task) if decision.kind == DecisionKind::CostChoice => {
                paying(self.asked_by(), u32::from(task.count))
            }
            Task::Resolve(task) => {
                let selected = u32::from(task.progress.objects.end - task.progress.objects.start);
                match (decision.kind, self.asked_by().instructions()) {
                    (DecisionKind::CostChoice, _) => paying(self.asked_by(), selected),
                    (DecisionKind::Pick, Some((Instr::Pick(pick, _), _))) => {
                        let most = selected + left;
                        let least = self.eye().amount(&task.scope, &pick.min).max(0) as u32;
                        Some(PicksAsked { selected, least: least.min(most), most })
                    }
                    (DecisionKind::Search, Some((Instr::Search { .. }, _))) => {
                        Some(PicksAsked { selected, least: 0, most: selected + 1 })
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// One of the replacement effects of which one is to apply first (CR 616.1), by its number.
    pub fn replacement_to_order(self, number: u16) -> Option<Ordered> {
        self.state().ordered.get(usize::from(number)).copied()
    }

    /// How many games this one is played within: 0 but for subgames (CR 728.1).
    pub fn subgames(self) -> usize {
        self.state().outer.len()
    }

    /// What is on the stack, its bottom first, with what is being announced (CR 601.2a) and what resolves (CR 608.2m).
    pub fn whole_stack(self) -> SmallVec<[StackItem; 8]> {
        let state = self.state();
        let mut items: SmallVec<[StackItem; 8]> = state.stack.iter().copied().collect();
        for task in &state.tasks {
            let item = match task {
                Task::Announce(task) => task.item,
                Task::Resolve(task) => task.item,
                _ => continue,
            };
            let there = state.get(item.object).is_some_and(|object| object.zone == Zone::Stack);
            match items.iter_mut().find(|other| other.object == item.object) {
                Some(other) => *other = item,
                None if there => items.push(item),
                None => {}
            }
        }
        items
    }

    /// The spell or ability that asks, if the decision is part of announcing or resolving one.
    pub fn asking(self) -> Option<StackItem> {
        match self.state().tasks.last() {
            Some(Task::Announce(task)) => Some(task.item),
            Some(Task::Resolve(task)) => Some(task.item),
            _ => None,
        }
    }

    fn script_of(self, item: &StackItem) -> Option<&'a Script> {
        match &self.pool().ability(item.ability).kind {
            AbilityKind::Activatable(way) => Some(&way.script),
            AbilityKind::Triggered(triggered) => Some(&triggered.script),
            AbilityKind::Static(_) => None,
        }
    }

    /// How many targets the decision asks for, if it asks for targets.
    pub fn targets_asked(self) -> Option<TargetsAsked> {
        let Some(Task::Announce(task)) = self.state().tasks.last() else { return None };
        let script = self.script_of(&task.item)?;
        let (mode, spec) = (usize::from(task.mode), usize::from(task.cursor));
        let chosen = task.item.modes.chosen();
        let part = |mode: usize| -> Option<&Part> { script.parts.get(usize::from(*chosen.get(mode)?)) };
        let asked = part(mode)?.targets.get(spec)?;
        let before: usize = (0..mode).filter_map(part).map(|part| part.targets.len()).sum();
        let scope = Scope { mode: task.mode, ..Scope::of_item(&task.item) };
        let number = |amount| self.eye().amount(&scope, amount).max(0) as u32;
        let same = self.chosen_targets(&task.item).iter();
        let selected = same.filter(|one| usize::from(one.mode) == mode && usize::from(one.spec) == spec).count();
        let (least, most) = (number(&asked.min), number(&asked.max));
        Some(TargetsAsked { slot: (before + spec) as u32, selected: selected as u32, least, most })
    }

    /// The target that a share of what is divided is asked for (CR 601.2d).
    pub fn share_for(self) -> Option<Target> {
        match self.state().tasks.last() {
            Some(Task::Announce(task)) if self.state().decision.kind == DecisionKind::Share => {
                self.chosen_targets(&task.item).get(usize::from(task.cursor)).map(|chosen| chosen.target)
            }
            _ => None,
        }
    }

    /// How many modes the decision asks for, if it asks for modes.
    pub fn modes_asked(self) -> Option<ModesAsked> {
        let Some(Task::Announce(task)) = self.state().tasks.last() else { return None };
        let count = self.script_of(&task.item)?.parts.len() as u32;
        Some(ModesAsked { count, selected: u32::from(task.item.modes.count) })
    }
}
