//! Casting spells, activating abilities, and putting triggered abilities on the stack (CR 601.2, 602.2, 603.3), one choice at a time.
//!
//! Only what can be completed is offered, so that nothing is ever taken back.

mod assist;
mod by_hand;
mod costs;
mod counters;
mod leanings;
mod modes;
mod offering;
mod price;
mod spent_well;
pub(crate) mod splice;
pub(crate) mod target_costs;

pub(crate) use costs::all_parts;
pub(crate) use modes::mode_costs;

use std::cell::OnceCell;

use gauntlet_cards::ability::{AbilityKind, Activatable, ActivatableKind, KeywordAction, Named, RuleKinds};
use gauntlet_cards::card::{AbilityId, CardId};
use gauntlet_cards::effect::{Destination, Part};
use gauntlet_cards::face_down::FaceDown;
use gauntlet_cards::filter::{Objects, Zone};
use gauntlet_cards::happening::Happening;
use gauntlet_cards::keyword::{EventKinds, Features, Marks};
use gauntlet_core::{Audience, Player};
use smallvec::SmallVec;

use crate::available_mana::AvailableMana;
use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::{Engine, Flow};
use crate::legal::Attempt;
use crate::state::{ChosenTarget, EventData, Flags, Object, ObjectId, Paid, PlayPermission, Range, StackItem, Target};
use crate::task::{Announce, Origin, Price, Scope, Stage, Task};
use crate::trigger::Moving;

impl<'a> Engine<'a> {
    /// A player casts or plays a card of the hand, or activates an ability of it.
    pub(crate) fn begin_from_hand(&mut self, player: Player, card: CardId, ability: AbilityId) {
        let limited = self.pool.activatable(ability).per_turn.is_some();
        let unused = self.s.unused_in_hand(player, card).filter(|_| limited);
        let place = unused.or_else(|| self.s.place_in_hand(player, card));
        let place = place.expect("a legal card is in hand");
        let id = self.set_aside(player, Zone::Hand, place);
        self.begin_from_object(player, id, ability);
    }

    /// A player casts or plays an object, or activates an ability of it.
    pub(crate) fn begin_from_object(&mut self, player: Player, id: ObjectId, ability: AbilityId) {
        // What the card can do where it is isn't what an effect allows to do with it.
        let way = self.pool.activatable(ability);
        let allowed = way.zone != self.s.objects[id.index()].zone;
        let permits = |other: &&PlayPermission| other.card == id && self.eye().permits_spell(other, ability);
        let mut prices = self.s.permissions.iter().filter(permits).map(PlayPermission::price);
        let price = prices.find(|price| *price != Price::Own).filter(|_| allowed).unwrap_or_default();
        self.count_permitted(player, id, ability, price);
        let eye = self.eye();
        // Only such a rule makes it late: what is played isn't looked at without one.
        let late = eye.has_rules(RuleKinds::OTHER_PRICES) && {
            let object = &self.s.objects[id.index()];
            let played = eye.as_played(object, way);
            let object = played.as_ref().unwrap_or(object);
            let attempt = Attempt { player, id, object, activatable: way, price };
            eye.is_late(attempt, eye.sorcery_time(player))
        };
        let tied = price == Price::Own && allowed && eye.has_rules(RuleKinds::OTHER_PRICES) && {
            let object = &self.s.objects[id.index()];
            let played = eye.as_played(object, way);
            eye.is_tied(player, id, played.as_ref().unwrap_or(object), way)
        };
        let price = if tied { Price::Tied } else { price };
        let exiled = price == Price::Own && allowed && eye.has_rules(RuleKinds::OTHER_PRICES);
        let from_exile = exiled.then(|| {
            let object = &self.s.objects[id.index()];
            let played = eye.as_played(object, way);
            eye.price_from_exile(player, id, played.as_ref().unwrap_or(object), way)
        });
        let price = from_exile.flatten().unwrap_or(price);
        self.begin(player, id, ability, price);
        if late && let Some(Task::Announce(task)) = self.s.tasks.last_mut() {
            task.price = Price::Late;
        }
    }

    /// Begins to cast, play or activate.
    pub(crate) fn begin(&mut self, player: Player, id: ObjectId, ability: AbilityId, price: Price) {
        let activatable = self.pool.activatable(ability);
        if activatable.kind == ActivatableKind::PlayLand {
            if self.s.objects[id.index()].zone == Zone::Graveyard && self.eye().has_rules(RuleKinds::PLAYS_FROM) {
                self.use_graveyard_rule(player, id, activatable);
            }
            // CR 406.3: what lies face down is turned face up as it is played.
            if self.s.objects[id.index()].is_exiled_face_down() {
                let object = self.object(id.index);
                object.flags -= Flags::FACE_DOWN;
                object.flags |= Flags::SEEN_BY_ALL;
            }
            if let Some(face) = activatable.face {
                self.s.objects[id.index()] = self.eye().as_face(&self.s.objects[id.index()], face);
            }
            self.reveal_source(id, activatable);
            self.s.players[player].lands_played += 1;
            self.fact_of_play(player, id, true);
            self.tell(Audience::Everyone, |eye| format!("{} plays {}.", eye.player_name(player), eye.object_name(id)));
            self.s.tasks.push(Task::PlayLand(player, id));
            return;
        }
        self.reveal_source(id, activatable);
        let from = self.s.objects[id.index()].zone;
        // Otherwise that depends on the price that is chosen.
        if from == Zone::Graveyard
            && activatable.zone == Zone::Hand
            && activatable.offering.is_some()
            && self.eye().has_rules(RuleKinds::PLAYS_FROM)
        {
            self.use_graveyard_rule(player, id, activatable);
        }
        let (object, source) = if activatable.kind == ActivatableKind::Cast {
            let flashback = self.eye().flashes_back(player, id, activatable);
            let mana = self.eye().permitted_mana(player, id, activatable);
            let spell = self.put_on_stack(id, player, activatable);
            self.allow_mana_for(player, spell, mana);
            if flashback {
                self.object(spell.index).marks |= Marks::FLASHED_BACK;
            }
            (spell, spell)
        } else {
            let source = self.s.objects[id.index()];
            let mut stacked = self.eye().as_object(source.card, source.owner, Zone::Stack);
            stacked.controller = player;
            stacked.flags = Flags::ABILITY;
            stacked.turned = source.turned;
            let on_stack = self.allocate(stacked);
            self.inherit_text(id, on_stack, ability);
            (on_stack, id)
        };
        let mut paid = Paid::default();
        if let Some(named) = activatable.named_cost {
            paid[usize::from(named)] = 1;
        }
        let item = StackItem {
            object,
            ability,
            source,
            controller: player,
            x: 0,
            paid,
            modes: Default::default(),
            targets: self.empty_targets(),
            event: EventData::NONE,
            memory: None,
            from,
        };
        self.s.tasks.push(Task::Announce(Announce {
            item,
            origin: if from == Zone::Hand { Origin::Hand } else { Origin::Object },
            stage: if activatable.offering.is_some() { Stage::Offering } else { Stage::Price },
            cursor: 0,
            count: 0,
            mode: 0,
            life_symbols: 0,
            price,
            payment: Range { start: self.s.scratch.len() as u16, end: self.s.scratch.len() as u16 },
            offered: false,
        }));
    }

    /// A land that is played, and a card whose ability is activated where it was hidden, is revealed (CR 305.1, 602.2a).
    fn reveal_source(&mut self, id: ObjectId, activatable: &Activatable) {
        let shown = matches!(activatable.kind, ActivatableKind::PlayLand | ActivatableKind::Ability);
        if shown && self.s.objects[id.index()].is(Flags::ASIDE) {
            self.object(id.index).flags |= Flags::SEEN_BY_ALL;
        }
    }

    fn empty_targets(&self) -> Range {
        let end = self.s.targets.len() as u16;
        Range { start: end, end }
    }

    /// CR 601.2a: the card moves to the stack and becomes a spell.
    fn put_on_stack(&mut self, id: ObjectId, player: Player, way: &Activatable) -> ObjectId {
        let card = self.s.objects[id.index()];
        if self.watches(EventKinds::MOVES) {
            self.trigger_zone_change(Moving { id, from: card.zone, to: Zone::Stack }, &[]);
        }
        if card.zone == Zone::Graveyard {
            self.note(Happening::LEFT_GRAVEYARD, id);
        }
        if card.zone == Zone::Hand {
            self.left_hand(card.owner, card.printed);
        }
        match card.zone {
            Zone::Graveyard => self.quit_graveyard(card.owner, id.index),
            Zone::Exile => {
                self.s.exile.retain(|other| *other != id.index);
                self.s.links.retain(|link| link.card != id);
                self.s.permissions.retain(|permission| permission.card != id);
                if card.is(Flags::HAS_COUNTERS) {
                    self.s.counters.retain(|entry| entry.0 != id.index);
                }
            }
            Zone::Command => self.s.command.retain(|other| *other != id.index),
            _ => {}
        }
        // A copy may be one of a face alone.
        let whole = if card.is(Flags::COPY) { card.card } else { card.printed };
        let mut spell = self.eye().as_object(way.face.unwrap_or(whole), card.owner, Zone::Stack);
        if way.down.is_creature() {
            self.eye().put_face_down(&mut spell, way.down);
            if card.zone == Zone::Hand {
                self.left_hand_unseen(card.owner, card.printed);
            }
        }
        spell.controller = player;
        spell.base_controller = player;
        spell.cast_by = player;
        spell.generation = card.generation.wrapping_add(1);
        spell.timestamp = self.s.tick();
        spell.came_from = card.zone;
        // CR 702.143c: for whatever cost it is cast.
        if card.zone == Zone::Exile && card.down == FaceDown::Foretold {
            spell.marks |= Marks::FORETOLD;
        }
        // What an effect says of the spell that it lets a player cast isn't said of one that is cast by an ability of the card's own.
        let carried = if way.zone == Zone::Graveyard { Flags::COPY } else { Flags::EXILED_AFTERWARDS | Flags::COPY };
        spell.flags |= card.flags & carried;
        self.s.objects[id.index()] = spell;
        // From now on it is what effects make of spells (CR 611.3a): as its targets are chosen, its costs counted and paid.
        if self.s.other_zones {
            self.touch();
            self.refresh();
        }
        self.s.id(id.index)
    }

    /// Playing a land is a special action (CR 305.1).
    pub(crate) fn play_land(&mut self, player: Player, id: ObjectId) -> Flow {
        self.s.tasks.push(Task::PlayLand(player, id));
        if self.choose_how_to_enter(id, player) {
            return Flow::Go;
        }
        self.s.tasks.pop();
        let destination = Destination {
            controller: Some(gauntlet_cards::filter::Players::You),
            ..Destination::to(Zone::Battlefield)
        };
        let start = self.s.scratch.len() as u16;
        self.s.scratch.push(id);
        self.move_objects(&Scope::of(id, player), Range { start, end: start + 1 }, &destination);
        let land = self.s.scratch[start as usize];
        self.s.scratch.truncate(start as usize);
        self.reached(player, gauntlet_cards::designation::Milestone::Land, land);
        Flow::Go
    }

    /// The activatable of an announcement; none for triggered abilities.
    fn way(&self, item: &StackItem) -> Option<&'a Activatable> {
        match &self.pool.ability(item.ability).kind {
            AbilityKind::Activatable(activatable) => Some(activatable),
            _ => None,
        }
    }

    /// Goes on with an announcement: chooses what has no alternative, asks for the rest.
    pub(crate) fn announce(&mut self, mut task: Announce) -> Flow {
        loop {
            let flow = match task.stage {
                Stage::Price => self.choose_price(&mut task),
                Stage::Offering => self.choose_offering(&mut task),
                Stage::Modes => self.choose_modes(&mut task),
                Stage::Splice => self.choose_splices(&mut task),
                Stage::OptionalCosts => self.choose_optional_costs(&mut task),
                Stage::X => self.choose_x(&mut task),
                Stage::Phyrexian => self.choose_phyrexian(&mut task),
                Stage::Targets if task.origin == Origin::Copy => self.choose_copied_targets(&mut task),
                Stage::Targets => self.choose_targets(&mut task),
                Stage::Shares => self.choose_shares(&mut task),
                Stage::Parts => self.choose_payment(&mut task),
                Stage::Mana | Stage::ByHand => self.pay_mana(&mut task),
                Stage::Rest => match self.choose_kinds_of_counters(&mut task) {
                    Some(asked) => Some(asked),
                    None => {
                        self.pay_rest(&mut task);
                        Some(Flow::Go)
                    }
                },
                Stage::Done => {
                    self.announced(task);
                    return Flow::Go;
                }
            };
            match flow {
                Some(Flow::Ask) => return Flow::Ask,
                Some(Flow::Go) => {
                    task.cursor = 0;
                    task.count = 0;
                    task.mode = 0;
                }
                None => return Flow::Go,
            }
        }
    }

    fn ask_announce(&mut self, task: Announce, kind: DecisionKind, detail: Particulars) -> Flow {
        self.ask(Task::Announce(task), task.item.controller, kind, task.item.object, detail)
    }

    /// A triggered ability that can't be put on the stack legally is removed (CR 603.3d). State-based actions are looked at again before a
    /// player gets priority (CR 117.5): a Saga may have waited for its last chapter ability (CR 714.4).
    fn abandon(&mut self, task: &Announce) -> Option<Flow> {
        assert!(task.origin == Origin::Trigger, "only what can be completed is begun: {:?}", task.item);
        self.s.check_needed = true;
        self.release(task.item.object.index);
        None
    }

    /// What a trigger was told as it was made is known while its targets are chosen, too (CR 603.12).
    fn announce_scope(&self, task: &Announce) -> Scope {
        let memory = task.item.memory.filter(|_| task.origin == Origin::Trigger);
        Scope { memory, ..Scope::of_item(&task.item) }
    }

    /// Asks about the mana that there is for a spell or ability with this X.
    fn with_mana_for<T>(
        &self,
        task: &Announce,
        way: &Activatable,
        x: u8,
        ask: impl FnOnce(&AvailableMana<'_>) -> T,
    ) -> T {
        let (sources, object) = (OnceCell::new(), Object { x, ..self.source_object(task) });
        ask(&AvailableMana::for_attempt(self.eye(), self.attempt(task, way, &object), &sources))
    }

    /// What is announced, with the X and the optional costs that have been chosen for it: a spell's mana value is that with this X (CR
    /// 202.3e), and it is kicked from then on (CR 702.33d).
    fn source_object(&self, task: &Announce) -> Object {
        let mut object = *self.item_source(&task.item);
        if task.item.object == task.item.source {
            (object.x, object.paid) = (task.item.x, task.item.paid);
        }
        object
    }

    /// The spell, or the source of the ability as it is or last was.
    pub(crate) fn item_source(&self, item: &StackItem) -> &Object {
        self.s.last_known(item.source).unwrap_or(&self.s.objects[item.object.index()])
    }

    fn attempt<'t>(&self, task: &'t Announce, way: &'t Activatable, object: &'t Object) -> Attempt<'t> {
        Attempt { player: task.item.controller, id: task.item.source, object, activatable: way, price: task.price }
    }

    /// The targets chosen so far for one mode.
    fn chosen_targets(&self, task: &Announce, mode: u8) -> SmallVec<[(u8, Target); 8]> {
        let range = task.item.targets.start as usize..task.item.targets.end as usize;
        let chosen = self.s.targets[range].iter().filter(|chosen| chosen.mode == mode);
        chosen.map(|chosen| (chosen.spec, chosen.target)).collect()
    }

    fn choose_targets(&mut self, task: &mut Announce) -> Option<Flow> {
        if task.item.targets.start == task.item.targets.end && task.mode == 0 && task.cursor == 0 {
            task.item.targets = self.empty_targets();
        }
        if let Some(answer) = self.s.answer.take() {
            let target = match answer {
                Action::Object(index) => Some(Target::Object(self.s.id(index))),
                Action::Player(player) => Some(Target::Player(player)),
                Action::Done => None,
                _ => unreachable!("not a target: {answer:?}"),
            };
            match target {
                Some(target) => {
                    let chosen = ChosenTarget { mode: task.mode, spec: task.cursor, share: 0, target };
                    self.s.targets.push(chosen);
                    task.item.targets.end += 1;
                    task.count += 1;
                }
                None => {
                    task.cursor += 1;
                    task.count = 0;
                }
            }
        }
        while task.mode < task.item.modes.count {
            let part = self.item_part(&task.item, task.mode);
            let Some(spec) = part.targets.get(task.cursor as usize) else {
                task.mode += 1;
                task.cursor = 0;
                task.count = 0;
                continue;
            };
            let mut scope = self.announce_scope(task);
            scope.mode = task.mode;
            let most = self.eye().amount(&scope, &spec.max).max(0) as u32;
            let least = self.eye().amount(&scope, &spec.min).max(0) as u32;
            let divided = spec.divided.as_ref().map(|amount| self.eye().amount(&scope, amount).max(0) as u32);
            // Each target of a divided effect gets at least 1 (CR 601.2d).
            let most = divided.map_or(most, |number| most.min(number));
            if u32::from(task.count) >= most {
                task.cursor += 1;
                task.count = 0;
                continue;
            }
            self.offer_targets(task, &scope, part);
            if self.s.choices.is_empty() {
                assert!(u32::from(task.count) >= least, "targets were possible when this was begun: {:?}", task.item);
                task.cursor += 1;
                task.count = 0;
                continue;
            }
            if u32::from(task.count) >= least && self.may_stop_aiming(task) {
                self.s.choices.push(Action::Done);
            }
            // CR 601.2c: some texts tell another player to choose.
            let chooser = self.eye().players(&scope, &spec.chooser).first(scope.you).unwrap_or(scope.you);
            let (detail, about) = (Particulars::Spec(task.cursor), task.item.object);
            return Some(self.ask(Task::Announce(*task), chooser, DecisionKind::Target, about, detail));
        }
        task.stage = Stage::Shares;
        Some(Flow::Go)
    }

    /// Returns whether it can be paid for without another target for this spec.
    fn may_stop_aiming(&self, task: &Announce) -> bool {
        let way = self.way(&task.item).filter(|_| matches!(task.origin, Origin::Hand | Origin::Object));
        let from = self.source_object(task);
        way.is_none_or(|way| {
            !self.eye().targets_change_cost(&self.attempt(task, way, &from))
                || self.can_still_pay(task, way, None, task.cursor + 1)
        })
    }

    /// CR 707.10c: each target of a copy is another one or stays as it was, which it may even if it is illegal by now.
    fn choose_copied_targets(&mut self, task: &mut Announce) -> Option<Flow> {
        let place = |task: &Announce| usize::from(task.item.targets.start) + usize::from(task.count);
        if let Some(answer) = self.s.answer.take() {
            match answer {
                Action::Object(index) => self.s.targets[place(task)].target = Target::Object(self.s.id(index)),
                Action::Player(player) => self.s.targets[place(task)].target = Target::Player(player),
                _ => {}
            }
            task.count += 1;
        }
        while place(task) < usize::from(task.item.targets.end) {
            let this = self.s.targets[place(task)];
            let stays = self.offer_targets_instead(&task.item, place(task), true);
            if !self.s.choices.is_empty() {
                if stays && !self.s.choices.contains(&this.target.into()) {
                    self.s.choices.push(Action::Done);
                }
                (task.mode, task.cursor) = (this.mode, this.spec);
                return Some(self.ask_announce(*task, DecisionKind::Target, Particulars::Spec(this.spec)));
            }
            task.count += 1;
        }
        task.stage = Stage::Done;
        Some(Flow::Go)
    }

    fn offer_targets(&mut self, task: &Announce, scope: &Scope, part: &Part) {
        let chosen = self.chosen_targets(task, task.mode);
        let from = self.source_object(task);
        let cursor = task.cursor;
        let later =
            part.targets.len() > usize::from(cursor) + 1 || part.targets[usize::from(cursor)].together.is_asked();
        self.offer(|engine, choices| {
            engine.eye().each_candidate(scope, part, cursor, &chosen, &from, &mut |target| {
                let mut possible = true;
                if later {
                    let mut more = chosen.clone();
                    more.push((cursor, target));
                    possible = engine.eye().specs_possible(scope, part, usize::from(cursor), &more, &from);
                }
                if possible {
                    choices.push(target.into());
                }
                true
            });
            engine.keep_players_apart(task, choices);
            if matches!(task.origin, Origin::Hand | Origin::Object)
                && let Some(way) = engine.way(&task.item)
                && engine.eye().targets_change_cost(&engine.attempt(task, way, &from))
            {
                choices.retain(|choice| {
                    let target = match choice {
                        Action::Object(index) => Target::Object(engine.s.id(*index)),
                        Action::Player(player) => Target::Player(*player),
                        _ => return true,
                    };
                    engine.can_still_pay(task, way, Some(target), task.cursor)
                });
            }
        });
    }

    /// Returns whether it can be paid for with the targets chosen so far, this one more, and others from a spec on.
    fn can_still_pay(&self, task: &Announce, way: &Activatable, target: Option<Target>, spec: u8) -> bool {
        let from = self.source_object(task);
        let scope = self.announce_scope(task);
        let mut chosen = self.chosen_targets(task, task.mode);
        let range = task.item.targets.start as usize..task.item.targets.end as usize;
        let mut aims: SmallVec<[Target; 8]> = self.s.targets[range].iter().map(|chosen| chosen.target).collect();
        if let Some(target) = target {
            chosen.push((task.cursor, target));
            aims.push(target);
        }
        let script = &way.script;
        let payable = |aims: &[Target]| self.affordable_with(task, way, aims);
        let modes = task.item.modes.chosen();
        let aiming = target_costs::Aiming { scope: &scope, script, modes, from: &from, payable: &payable };
        self.eye().can_aim(&aiming, usize::from(task.mode), usize::from(spec), &chosen, &aims)
    }

    /// CR 601.2d: divides a number among targets, at least 1 each.
    fn choose_shares(&mut self, task: &mut Announce) -> Option<Flow> {
        let range = task.item.targets.start as usize..task.item.targets.end as usize;
        if let Some(Action::Number(share)) = self.s.answer.take() {
            self.s.targets[range.start + task.cursor as usize].share = share;
            task.cursor += 1;
        }
        while usize::from(task.cursor) < range.len() {
            let chosen = self.s.targets[range.start + task.cursor as usize];
            let part = self.item_part(&task.item, chosen.mode);
            let Some(number) = &part.targets[chosen.spec as usize].divided else {
                task.cursor += 1;
                continue;
            };
            let scope = self.announce_scope(task);
            let number = self.eye().amount(&scope, number).max(0) as u16;
            let same = |other: &&ChosenTarget| other.mode == chosen.mode && other.spec == chosen.spec;
            let given: u16 = self.s.targets[range.clone()].iter().filter(same).map(|other| other.share).sum();
            let open =
                self.s.targets[range.clone()].iter().filter(same).filter(|other| other.share == 0).count() as u16;
            let left = number.saturating_sub(given);
            if open == 1 {
                self.s.targets[range.start + task.cursor as usize].share = left;
                task.cursor += 1;
                continue;
            }
            self.offer_these((1..=left.saturating_sub(open - 1).max(1)).map(Action::Number));
            return Some(self.ask_announce(*task, DecisionKind::Share, Particulars::Left(left)));
        }
        task.stage = if task.origin == Origin::Trigger { Stage::Done } else { Stage::Parts };
        self.aimed(&task.item);
        Some(Flow::Go)
    }

    /// CR 601.2c: what was chosen becomes a target now, before costs are paid; what triggers then waits.
    fn aimed(&mut self, item: &StackItem) {
        if !self.watches(EventKinds::TARGET) {
            return;
        }
        for place in item.targets.start..item.targets.end {
            // Once, however often it is chosen.
            let target = self.s.targets[place as usize].target;
            let before = &self.s.targets[item.targets.start as usize..place as usize];
            if !before.iter().any(|chosen| chosen.target == target) {
                self.trigger_aimed(target, item.object);
            }
        }
    }

    /// Mana was spent to cast a spell: the player may have come to a number of it that something waits for (CR 700.14).
    fn expend(&mut self, player: Player) {
        let spent = (0..6).map(|kind| crate::state::spent_of(self.s.spent_mana, kind)).sum::<u32>() as u8;
        let before = self.s.players[player].expended;
        let now = before.saturating_add(spent);
        self.s.players[player].expended = now;
        if self.watches(EventKinds::LIBRARY) {
            for n in before..now {
                self.trigger_keyword_action(player, KeywordAction::Expend(n + 1));
            }
        }
    }

    /// CR 601.2i: the spell is cast, the ability activated or put on the stack.
    fn announced(&mut self, task: Announce) {
        let mut item = task.item;
        let player = item.controller;
        if let Some((number, place)) = self.way(&item).and_then(|way| way.noted.as_ref()) {
            let number = match task.origin {
                Origin::Copy => 0,
                _ => self.eye().amount(&self.announce_scope(&task), number).clamp(0, 255),
            };
            item.paid[usize::from(*place)] = number as u8;
        }
        let way = self.way(&item).filter(|_| task.origin != Origin::Copy);
        let spell = way.is_some_and(|way| way.kind == ActivatableKind::Cast);
        let object = self.object(item.object.index);
        object.x = item.x;
        object.paid = item.paid;
        if spell {
            self.object(item.object.index).spent_mana = self.s.spent_mana;
        }
        if way.is_some() {
            self.settle_spending(item.object);
        }
        if way.is_some_and(|way| way.mana.is_some()) {
            self.tell(Audience::Everyone, |eye| eye.announcement(&item));
            self.count_use(&item, way.is_some_and(|way| self.counts_uses(way)));
            self.resolve_mana_ability(item);
            return;
        }
        if way.is_some_and(|way| way.kind == ActivatableKind::Special) {
            return self.take_special_action(item);
        }
        item.from = if task.origin == Origin::Trigger { Zone::Battlefield } else { item.from };
        self.s.stack.push(item);
        if self.s.other_zones {
            // Effects on spells find it there.
            self.touch();
        }
        self.s.passes = 0;
        self.s.check_needed = true;
        if let Some(way) = way {
            if !spell {
                self.count_use(&item, self.counts_uses(way));
            }
            self.s.priority = player;
        }
        self.tell(Audience::Everyone, |eye| eye.announcement(&item));
        if spell {
            self.expend(player);
            let info = &mut self.s.players[player];
            info.spells_cast = info.spells_cast.saturating_add(1);
            if item.from == Zone::Command {
                self.note_commander_cast(item.object);
            }
            if item.from == Zone::Exile {
                self.end_until_cast(item.object);
            }
            self.fact_of_play(player, item.object, false);
            self.note(Happening::CAST, item.object);
            if way.is_some_and(|way| way.warp) {
                self.note(Happening::WARPED, item.object);
            }
            if self.s.elsewhere_layers {
                self.touch();
            }
            // What effects and its own abilities give to it as a spell can trigger, and what has gone to pay for it can't (CR 601.2i).
            if self.s.other_zones || self.s.elsewhere_layers || self.watches(EventKinds::CAST) {
                self.refresh();
            }
            self.trigger_cast(item.object, player);
        } else if let Some(way) = way.filter(|_| self.watches(EventKinds::ACTIVATE)) {
            self.refresh();
            self.trigger_activated(item.source, Some(item.object), player, way);
        }
        // Other abilities for which the card is discarded aren't cycling abilities (CR 702.29c).
        if way.is_some_and(|way| way.named == Some(Named::Cycling)) {
            self.trigger_cycle(player, item.source, item.x);
        }
        if task.origin == Origin::Copy {
            self.aimed(&item);
            let object = self.s.objects[item.object.index()];
            if self.watches(EventKinds::CAST) && object.is(Flags::COPY) && !object.is(Flags::ABILITY) {
                self.trigger_copied(item.object, player);
            }
        }
        if self.watches(EventKinds::TARGET) || self.records(Happening::CRIME) {
            let criminal =
                (item.targets.start..item.targets.end).any(|place| match self.s.targets[place as usize].target {
                    Target::Player(target) => target != player,
                    Target::Object(id) => self.s.get(id).is_some_and(|object| match object.zone {
                        Zone::Graveyard => object.owner != player,
                        Zone::Battlefield | Zone::Stack => object.controller != player,
                        _ => false,
                    }),
                });
            if criminal && task.origin != Origin::Copy {
                self.note_deed(Happening::CRIME, player, item.object);
                self.trigger_crime(player);
            }
        }
    }

    /// Returns whether it matters how often an ability has been activated.
    pub(crate) fn counts_uses(&self, way: &Activatable) -> bool {
        way.counts_uses(self.pool.features.contains(Features::COUNTS_ACTIVATIONS))
    }

    /// An ability was activated: for those that can be only so often.
    fn count_use(&mut self, item: &StackItem, limited: bool) {
        // An ability of a card in hand that didn't cost the card: it goes back.
        let in_hand = |source: &&crate::state::Object| source.is(Flags::ASIDE) && source.zone == Zone::Hand;
        if let Some(owner) = self.s.get(item.source).filter(in_hand).map(|source| source.owner) {
            self.move_object(item.source, &Destination::to(Zone::Hand));
            if limited && let Some(hidden) = self.s.hands[owner].last_mut() {
                hidden.used = true;
            }
        } else if limited {
            self.note_use(item.source, item.ability);
        }
    }

    /// Puts a copy of a spell or ability on the stack, its targets chosen again if so (CR 707.10c).
    pub(crate) fn announce_copy(&mut self, item: StackItem, choose: bool) {
        let stage = if choose { Stage::Targets } else { Stage::Done };
        let end = self.s.scratch.len() as u16;
        self.s.tasks.push(Task::Announce(Announce {
            item,
            origin: Origin::Copy,
            stage,
            cursor: 0,
            count: 0,
            mode: 0,
            life_symbols: 0,
            price: Price::Own,
            payment: Range { start: end, end },
            offered: false,
        }));
    }

    /// The objects that a reference means now, in a list of their own. What is phased out isn't affected by anything (CR 702.26b).
    pub(crate) fn list(&self, scope: &Scope, objects: &Objects) -> SmallVec<[ObjectId; 8]> {
        let mut list: SmallVec<[ObjectId; 8]> = SmallVec::new();
        self.eye().each_object(scope, objects, &mut |id| list.push(id));
        if !self.s.phased.is_empty() {
            list.retain(|id| self.s.get(*id).is_none_or(|object| !object.is(Flags::PHASED_OUT)));
        }
        list
    }
}
