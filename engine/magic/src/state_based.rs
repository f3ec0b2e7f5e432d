//! State-based actions (CR 704).

use gauntlet_cards::ability::{PlayerRule, RuleKinds, StaticEffect};
use gauntlet_cards::filter::{CounterKind, Filter, Step, Zone};
use gauntlet_cards::keyword::{Features, Keywords, Restrictions};
use gauntlet_cards::types::{CardTypes, Subtype, Supertypes};
use gauntlet_core::suggest::list;
use gauntlet_core::{Audience, Player, Reason};
use smallvec::SmallVec;

use crate::decision::{Action, DecisionKind, Particulars};
use crate::destroy::Destruction;
use crate::engine::{Engine, Flow};
use crate::evaluate::Eye;
use crate::journal::counted;
use crate::state::{Board, Flags, Object, ObjectId, Range, may_end};
use crate::task::{Scope, Task};

impl Engine<'_> {
    /// Writes into the journal what is put into graveyards; places of those that survive are empty.
    fn tell_deaths(&mut self, range: Range) {
        let gone = (range.start..range.end).any(|place| !self.s.scratch[place as usize].is_none());
        if !gone {
            return;
        }
        self.tell(Audience::Everyone, |eye| {
            let ids = (range.start..range.end).map(|place| eye.s.scratch[place as usize]).filter(|id| !id.is_none());
            let (dead, rest): (Vec<_>, Vec<_>) =
                ids.partition(|id| eye.s.last_known(*id).is_some_and(Object::is_creature));
            let lines = [(dead, ["dies", "die"]), (rest, ["goes to the graveyard", "go to the graveyard"])];
            let lines = lines.into_iter().filter(|(ids, _)| !ids.is_empty()).map(|(ids, verbs)| {
                let names = counted(ids.iter().map(|id| eye.object_name(*id)));
                format!("{} {}", list(&names), verbs[usize::from(ids.len() > 1)])
            });
            format!("{}.", lines.collect::<Vec<_>>().join("; "))
        });
    }

    /// Performs state-based actions until none applies (CR 704.3). Returns whether a player must choose something first, or the game is over.
    pub(crate) fn state_based_actions(&mut self) -> bool {
        if self.s.layers_volatile && self.s.volatile_dirty {
            self.s.volatile_dirty = false;
            self.s.layers_needed = true;
        }
        let waiting = self.s.tasks.len();
        while self.s.check_needed || self.s.layers_needed {
            self.s.check_needed = false;
            self.settle();
            if !self.s.pairs.is_empty() {
                self.end_pairs();
            }
            if self.pool.features.contains(Features::RING) {
                self.end_bearing();
            }
            if self.pool.features.contains(Features::DUNGEONS) {
                self.s.check_needed |= self.check_dungeons();
            }
            if self.pool.speed.is_some() {
                self.start_engines();
            }
            if !self.s.permissions.is_empty() {
                self.permit_what_came();
            }
            if self.check_players() {
                return true;
            }
            // CR 704.3: what is chosen is chosen before anything happens.
            if self.offer_command_zone() {
                return true;
            }
            // What returns because something left comes first (CR 610.3).
            if self.check_permanents() || self.s.tasks.len() > waiting {
                return true;
            }
        }
        false
    }

    /// Brings what is so at any time up to date, be it in the middle of a resolution: characteristics (CR 613), what lasts for as long as
    /// something is so (CR 611.2b), and the city's blessing (CR 702.131b, d).
    pub(crate) fn settle(&mut self) {
        self.refresh();
        // Whether it is still so is told from how things are now; what ends changes them again.
        self.end_conditional_effects();
        self.refresh();
        if self.pool.features.contains(Features::ASCEND) {
            self.check_ascend();
        }
    }

    /// CR 704.5a–c. Returns whether the game is over.
    fn check_players(&mut self) -> bool {
        let mut reasons = [None; 2];
        // CR 704.6c, 903.12h.
        let by_commander = |player| !self.options.brawl && self.eye().dealt_by_commander(player);
        let dealt = Player::BOTH.map(by_commander);
        for player in Player::BOTH {
            let lives_on = |rule: &PlayerRule| *rule == PlayerRule::LivesWithoutLife;
            let alive =
                self.s.players[player].life > 0 || self.eye().player_rule(RuleKinds::CANT_LOSE_GAME, player, lives_on);
            let info = &mut self.s.players[player];
            let reason = if !alive {
                Some(Reason::Life)
            } else if info.drew_from_empty {
                Some(Reason::Decked)
            } else if info.poison >= 10 {
                Some(Reason::Poison)
            } else if dealt[player.index()] {
                Some(Reason::Effect)
            } else {
                None
            };
            info.drew_from_empty = false;
            reasons[player.index()] = reason;
        }
        self.lose_game(reasons)
    }

    /// Players lose for a reason, but for those who can't lose (CR 101.2); if both do, the game is a draw (CR 104.4a). Returns whether the game
    /// is over.
    pub(crate) fn lose_game(&mut self, reasons: [Option<Reason>; 2]) -> bool {
        let losers = Player::BOTH.map(|player| reasons[player.index()].filter(|_| !self.eye().cant_lose(player)));
        match losers {
            [None, None] => return false,
            [Some(_), Some(_)] => self.finish(None, Reason::DrawByRule),
            [Some(reason), None] => self.finish(Some(Player::SECOND), reason),
            [None, Some(reason)] => self.finish(Some(Player::FIRST), reason),
        }
        true
    }

    /// Moves permanents to graveyards together (CR 704.3): the first of them, `put`, are simply put there, of these `sacrificed` by their
    /// controllers; the others are destroyed, which may be survived. Returns whether that changed anything.
    fn put_into_graveyards(&mut self, all: Range, sacrificed: Range, put: Range) -> bool {
        for place in all.start..all.end {
            let id = self.s.scratch[place as usize];
            self.object(id.index).flags -= Flags::DEATHTOUCHED;
        }
        let how = Destruction { no_regeneration: false, by_effect: false };
        let instead = self.spare_survivors(Range { start: put.end, end: all.end }, how);
        let survivors = (put.end..all.end).all(|place| self.s.scratch[place as usize].is_none());
        self.announce_sacrifice(sacrificed);
        self.tell_deaths(Range { start: sacrificed.end, end: all.end });
        self.put_into_graveyards_with(all, &instead);
        // Were it a change that indestructible creatures stay, this would go on forever.
        put.start < put.end || !survivors || !instead.is_empty()
    }

    /// CR 704.5d–z, as one event. Returns whether a player must choose something first.
    fn check_permanents(&mut self) -> bool {
        if self.pool.features.contains(Features::BESTOW) && self.end_bestow(false) {
            return true;
        }
        let start = self.s.scratch.len() as u16;
        let board = self.s.found.board;
        if cfg!(debug_assertions) {
            let mut there = Board::default();
            self.s.permanents().for_each(|(_, object)| there.look_at(object));
            assert!(board.has_all_of(there), "the board wasn't looked at again: {board:?}, {there:?}");
        }
        let Board { hurt, attached, legends, mortal } = board;
        // First those that are put into the graveyard, then those that are destroyed: all that happens together.
        self.gather_ended_sagas();
        let sacrificed = Range { start, end: self.s.scratch.len() as u16 };
        for place in 0..if mortal { self.s.battlefield.len() } else { 0 } {
            let index = self.s.battlefield[place];
            let object = &self.s.objects[index as usize];
            if !may_end(object) {
                continue;
            }
            let types = object.characteristics.types;
            let supertypes = object.characteristics.supertypes;
            let dies = (types.contains(CardTypes::CREATURE) && object.characteristics.toughness <= 0)
                || (types.contains(CardTypes::PLANESWALKER) && self.s.counters_on(index, CounterKind::LOYALTY) == 0)
                // CR 310.7.
                || (types.contains(CardTypes::BATTLE)
                    && self.s.counters_on(index, CounterKind::DEFENSE) == 0
                    && !self.trigger_waits(self.s.id(index), |_| true))
                || (supertypes.contains(Supertypes::WORLD) && self.world_is_over(index))
                || (types.contains(CardTypes::ENCHANTMENT)
                    && (self.aura_falls_off(index)
                        || object.characteristics.subtypes.contains(Subtype::ROLE) && self.role_is_replaced(index)));
            if dies {
                let id = self.s.id(index);
                self.s.scratch.push(id);
            }
        }
        if legends > 1
            && let Some((player, id)) = self.legend_to_choose()
        {
            self.s.scratch.truncate(usize::from(start));
            self.s.check_needed = true;
            self.s.tasks.push(Task::LegendRule(player, id));
            return true;
        }
        for place in 0..self.s.unkept_legends.len() {
            let id = self.s.unkept_legends[place];
            if !self.s.scratch[usize::from(start)..].contains(&id) {
                self.s.scratch.push(id);
            }
        }
        self.s.unkept_legends.clear();
        let put = Range { start, end: self.s.scratch.len() as u16 };
        for place in 0..if hurt { self.s.battlefield.len() } else { 0 } {
            let index = self.s.battlefield[place];
            let object = &self.s.objects[index as usize];
            let lethal = object.is_creature()
                && object.characteristics.toughness > 0
                && (object.damage > 0 && i32::from(object.damage) >= self.eye().withstood(object)
                    || object.is(Flags::DEATHTOUCHED));
            if lethal {
                let id = self.s.id(index);
                if !self.s.scratch[put.start as usize..put.end as usize].contains(&id) {
                    self.s.scratch.push(id);
                }
            }
        }
        let end = self.s.scratch.len() as u16;
        // What watches deaths sees what stays without these counters, and who sees them go is there after all of it (CR 704.3, 603.10):
        // they go first, and that is told last.
        let surplus = self.surplus_counters(usize::from(start));
        for &(index, kind, amount) in &surplus {
            self.remove_counters_untold(index, kind, amount);
        }
        let mut changed = end > start && self.put_into_graveyards(Range { start, end }, sacrificed, put);
        self.s.scratch.truncate(start as usize);
        changed |= attached && self.check_attachments();
        for &(index, kind, amount) in &surplus {
            self.tell_counters_removed(index, kind, amount);
        }
        changed |= !surplus.is_empty();
        // Those of what would have died and is still there.
        if end > start {
            for (index, kind, amount) in self.surplus_counters(usize::from(start)) {
                self.take_counters(index, kind, amount);
                changed = true;
            }
        }
        self.s.check_needed |= changed;
        if changed && self.s.step == Step::Cleanup {
            self.give_priority_in_cleanup();
        }
        false
    }

    /// CR 704.5k: of several world permanents, only the one that has been one for the shortest time stays, if it is one.
    fn world_is_over(&self, index: u16) -> bool {
        let own = self.s.objects[index as usize].timestamp;
        self.s.permanents().any(|(id, other)| {
            id.index != index && other.characteristics.supertypes.contains(Supertypes::WORLD) && other.timestamp >= own
        })
    }

    /// CR 704.5y: of the Roles that a player controls on one permanent, only the newest stays.
    fn role_is_replaced(&self, index: u16) -> bool {
        let own = self.s.objects[index as usize];
        self.s.permanents().any(|(id, other)| {
            id.index != index
                && other.characteristics.subtypes.contains(Subtype::ROLE)
                && other.attached_to == own.attached_to
                && other.controller == own.controller
                && other.timestamp > own.timestamp
        })
    }

    /// CR 704.5m: an Aura that is attached to nothing or to something that it can't enchant.
    pub(crate) fn aura_falls_off(&self, index: u16) -> bool {
        let object = &self.s.objects[index as usize];
        if !object.characteristics.types.contains(CardTypes::ENCHANTMENT) || !object.is_aura() {
            return false;
        }
        let id = self.s.id(index);
        if object.attached_to.is_none()
            && let Some(player) = self.eye().enchanted_player(object)
        {
            return !self.eye().can_enchant_player(id, object.controller, player);
        }
        !self.eye().can_attach(id, object.attached_to) && !self.is_kept_attached(id, object.attached_to)
    }

    /// Returns whether something is attached to what it could be attached to but for the protection that Auras give which say that this
    /// effect doesn't remove it. Other instances of protection remove it as always (CR 702.16n).
    fn is_kept_attached(&self, id: ObjectId, host: ObjectId) -> bool {
        if !self.eye().has_rules(RuleKinds::KEEPS_ATTACHED) {
            return false;
        }
        let mut keepers: SmallVec<[u16; 2]> = SmallVec::new();
        self.eye().each_rule(RuleKinds::KEEPS_ATTACHED, &mut |scope, ability| {
            if let StaticEffect::KeepsAttached(kept) = &ability.effect
                && self.s.get(scope.source).is_some_and(|source| source.attached_to == host)
                && self.eye().matches(scope, kept, id, &self.s.objects[id.index()])
            {
                keepers.push(scope.source.index);
            }
        });
        !keepers.is_empty()
            && self.on_a_copy(|there| {
                for keeper in keepers {
                    there.object(keeper).attached_to = ObjectId::NONE;
                }
                there.touch();
                there.refresh();
                there.eye().can_attach(id, host)
            })
    }

    /// CR 704.5n–p: Equipment attached to what it can't be attached to becomes unattached.
    fn check_attachments(&mut self) -> bool {
        let mut changed = false;
        for place in 0..self.s.battlefield.len() {
            let index = self.s.battlefield[place];
            let object = &self.s.objects[index as usize];
            if object.attached_to.is_none() || object.is_aura() {
                continue;
            }
            let id = self.s.id(index);
            let host = object.attached_to;
            // A creature doesn't stay attached, not even one that reconfigure would let attach itself (CR 704.5p, 702.151b).
            let legal = !object.is_creature()
                && self.s.get(host).is_some_and(|host| host.zone == Zone::Battlefield)
                && self.eye().can_attach(id, host);
            if !legal {
                self.object(index).attached_to = ObjectId::NONE;
                self.touch();
                self.trigger_attachment(id, host, false);
                changed = true;
            }
        }
        changed
    }

    /// CR 704.5q: pairs of +1/+1 and -1/-1 counters; CR 704.5r: counters beyond a stated number. `dying`: from where on what is leaving is
    /// listed, which takes its counters with it.
    fn surplus_counters(&self, dying: usize) -> SmallVec<[(u16, CounterKind, u16); 4]> {
        let mut surplus = SmallVec::new();
        if self.s.counters.is_empty() {
            return surplus;
        }
        let stays = |index: u16| !self.s.scratch[dying..].iter().any(|id| id.index == index && !id.is_none());
        for &(index, kind, count, _) in &self.s.counters {
            if kind == CounterKind::PLUS_ONE {
                let pairs = count.min(self.s.counters_on(index, CounterKind::MINUS_ONE));
                if pairs > 0 && stays(index) {
                    surplus.extend([(index, CounterKind::PLUS_ONE, pairs), (index, CounterKind::MINUS_ONE, pairs)]);
                }
            }
        }
        if self.eye().has_rules(RuleKinds::COUNTER_CAP) {
            self.eye().each_rule(RuleKinds::COUNTER_CAP, &mut |scope, ability| {
                if let StaticEffect::CounterCap(kind, cap) = &ability.effect {
                    let cap = self.eye().amount(scope, cap).max(0) as u16;
                    let index = scope.source.index;
                    let count = self.s.counters_on(index, *kind);
                    if count > cap && stays(index) {
                        surplus.push((index, *kind, count - cap));
                    }
                }
            });
        }
        surplus
    }

    /// CR 704.5j: a player who controls two or more legendary permanents with the same name, and the first of them; the active player
    /// chooses first (CR 101.4).
    fn legend_to_choose(&self) -> Option<(Player, ObjectId)> {
        let legends = self.bound_by_legend_rule();
        let to_choose = |player: Player| {
            legends.iter().enumerate().find_map(|(place, &id)| {
                let object = &self.s.objects[id.index()];
                let namesake = |other: &&ObjectId| self.are_namesakes(object, &self.s.objects[other.index()]);
                let chooses = object.controller == player && legends[place + 1..].iter().any(|other| namesake(&other));
                chooses.then_some((player, id))
            })
        };
        [self.s.active, !self.s.active].into_iter().find_map(to_choose)
    }

    /// The legendary permanents but those that an effect excepts from the legend rule, and those that weren't kept.
    ///
    /// The effects are gathered once: a board of many legends is usually one whose legends are excepted.
    fn bound_by_legend_rule(&self) -> SmallVec<[ObjectId; 8]> {
        let mut excepted: SmallVec<[(Scope, &Filter); 2]> = SmallVec::new();
        self.eye().each_rule(RuleKinds::LEGENDS, &mut |scope, ability| {
            if let StaticEffect::NoLegendRule(filter) = &ability.effect {
                excepted.push((*scope, filter));
            }
        });
        let legendary = |object: &Object| object.characteristics.supertypes.contains(Supertypes::LEGENDARY);
        let bound = |(id, object): &(ObjectId, &Object)| {
            legendary(object)
                && !self.s.unkept_legends.contains(id)
                && !excepted.iter().any(|(scope, filter)| self.eye().matches(scope, filter, *id, object))
        };
        self.s.permanents().filter(bound).map(|(id, _)| id).collect()
    }

    /// Returns whether one player controls both permanents, and they have a name in common.
    fn are_namesakes(&self, one: &Object, other: &Object) -> bool {
        one.controller == other.controller && self.pool.same_name(one.named_as(), other.named_as())
    }

    /// Asks which legendary permanent of a name to keep; the others go to the graveyard with whatever else state-based actions put there
    /// (CR 704.3).
    pub(crate) fn legend_rule(&mut self, player: Player, one: ObjectId) -> Flow {
        let named = &self.s.objects[one.index()];
        let mut same = self.bound_by_legend_rule();
        same.retain(|id| self.are_namesakes(named, &self.s.objects[id.index()]));
        if let Some(answer) = self.s.answer.take() {
            let Action::Object(kept) = answer else { unreachable!("not an answer to the legend rule: {answer:?}") };
            self.s.unkept_legends.extend(same.into_iter().filter(|id| id.index != kept));
            self.s.check_needed = true;
            return Flow::Go;
        }
        self.offer_these(same.into_iter().map(|id| Action::Object(id.index)));
        self.ask(Task::LegendRule(player, one), player, DecisionKind::LegendRule, one, Particulars::Nothing)
    }
}

impl Eye<'_> {
    /// Returns whether one permanent (or a permanent spell that becomes one) can be attached to another (CR 303.4, 301.5).
    pub(crate) fn can_attach(self, id: ObjectId, host: ObjectId) -> bool {
        self.s.get(id).is_some_and(|object| self.could_attach(id, object, host))
    }

    /// Returns whether a token that a player would create can be attached to a permanent (CR 303.4i).
    pub(crate) fn can_attach_token(self, token: gauntlet_cards::card::CardId, player: Player, host: ObjectId) -> bool {
        let mut object = self.as_object(token, player, Zone::Battlefield);
        object.flags = Flags::TOKEN;
        self.could_attach(ObjectId::NONE, &object, host)
    }

    /// Returns whether an effect says that a player can't lose the game (CR 101.2).
    pub(crate) fn cant_lose(self, player: Player) -> bool {
        self.player_rule(RuleKinds::CANT_LOSE_GAME, player, |rule| *rule == PlayerRule::CantLoseGame)
    }

    /// Returns whether something is attached to a permanent beside which no other Aura can be.
    fn has_lone_aura(self, id: ObjectId, host: ObjectId) -> bool {
        let mut lone = false;
        if self.has_rules(RuleKinds::KEEPS_ATTACHED) {
            self.each_rule(RuleKinds::KEEPS_ATTACHED, &mut |scope, ability| {
                let there = || self.s.get(scope.source).is_some_and(|source| source.attached_to == host);
                lone |= ability.effect == StaticEffect::LoneAura && scope.source != id && there();
            });
        }
        lone
    }

    /// The same for an object as it would be.
    pub(crate) fn could_attach(self, id: ObjectId, object: &Object, host: ObjectId) -> bool {
        let Some(target) = self.s.get(host) else { return false };
        if id == host {
            return false;
        }
        // Protection and the like work on the battlefield only (CR 113.6).
        if self.enchants_cards(id, object) {
            let Some((Some(filter), _)) = &self.pool.card(object.card).derived.enchant else { return false };
            return target.zone == Zone::Graveyard
                && object.is_aura()
                && !object.is_creature()
                && self.matches(&Scope::of(id, object.controller), filter, host, target);
        }
        if target.zone != Zone::Battlefield {
            return false;
        }
        if self.protected_from(host, id, object, false) {
            return false;
        }
        let chars = &object.characteristics;
        if object.is_aura() {
            if target.restrictions.contains(Restrictions::CANT_BE_ENCHANTED) || self.has_lone_aura(id, host) {
                return false;
            }
            let scope = Scope::of(id, object.controller);
            // CR 303.4d: an Aura that is a creature too can't enchant anything.
            if object.is_creature() {
                return false;
            }
            let derived = &self.pool.card(object.card).derived;
            // CR 303.4c, 702.5a: what has lost its enchant ability can't enchant anything.
            let lost = object.is(Flags::LOST_ABILITIES);
            return match &derived.enchant {
                Some((Some(filter), _)) if !derived.enchants_cards && !lost => {
                    self.matches(&scope, filter, host, target)
                }
                Some(_) if !derived.enchants_cards && !lost => false,
                _ => self.granted_enchant(id, object).is_some_and(|filter| self.matches(&scope, filter, host, target)),
            };
        }
        // A creature that is an Equipment can't equip (CR 301.5c); Equipment goes on creatures only.
        if chars.subtypes.contains(Subtype::FORTIFICATION) {
            // CR 301.6: Fortifications go on lands.
            return target.characteristics.types.contains(CardTypes::LAND) && !object.is_creature();
        }
        if chars.subtypes.contains(Subtype::EQUIPMENT) {
            // CR 702.151b: reconfigure lets it, and then it isn't a creature.
            let may_equip = chars.keywords.contains(Keywords::RECONFIGURE);
            return target.is_creature() && (may_equip || !object.is_creature());
        }
        false
    }

    /// Returns whether a permanent can't be the target of a spell or ability (CR 702.11, 702.16b, 702.18).
    pub(crate) fn untargetable(
        self,
        id: ObjectId,
        object: &Object,
        by: Player,
        source: ObjectId,
        from: &Object,
    ) -> bool {
        let keywords = object.characteristics.keywords;
        if keywords.contains(Keywords::SHROUD) {
            return true;
        }
        if keywords.contains(Keywords::HEXPROOF) && object.controller != by {
            return true;
        }
        if object.zone != Zone::Battlefield {
            return false;
        }
        if from.controller == by {
            return self.protected_from(id, source, from, true);
        }
        // Who controls an ability is asked, whoever controls its source by now (CR 113.8).
        let own = Object { controller: by, ..*from };
        self.protected_from(id, source, &own, true)
    }
}
