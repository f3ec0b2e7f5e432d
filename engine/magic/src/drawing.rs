//! Drawing (CR 121) where effects replace draws (CR 614.11): cards are drawn one by one, and what happens instead of one is over
//! before the next (CR 614.11a); dredge (CR 702.52).

use gauntlet_cards::ability::{Drawn, NumberChange, PlayerRule, Replacement, RuleKinds, StaticEffect};
use gauntlet_cards::card::AbilityId;
use gauntlet_cards::effect::{Destination, Instr};
use gauntlet_cards::filter::{Amount, Step, Zone};
use gauntlet_cards::keyword::Features;
use gauntlet_core::{Audience, Player};
use smallvec::SmallVec;

use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::{Engine, Flow};
use crate::evaluate::Eye;
use crate::state::{ActiveEffect, DrawnBy, Flags, HiddenCard, ObjectId, Ordered, ReplacedBy};
use crate::task::{Drawing, Resolve, Scope, Task};

/// An effect that replaces a draw.
#[derive(Clone, Copy)]
struct Instead {
    source: ObjectId,
    ability: AbilityId,
    /// Who controls it.
    you: Player,
}

impl Eye<'_> {
    /// The effects that could replace a draw now: those that look at how many cards are drawn before that is settled (CR 121.2a), those
    /// that look at each card after (CR 616.1g). Each has one opportunity (CR 614.5).
    fn instead_of_drawing(self, task: &Drawing, optional: bool) -> SmallVec<[Instead; 4]> {
        let player = task.player;
        let mut found = SmallVec::new();
        let first_of_step =
            self.s.step == Step::Draw && self.s.active == player && !self.s.players[player].drawn_in_draw_step;
        self.each_rule_with_id(RuleKinds::DRAWS, &mut |scope, number, ability| {
            let (who, fits) = match &ability.effect {
                StaticEffect::Replacement(Replacement::Draws { player: who, at_once, but_first, .. }) => {
                    let fits = match at_once {
                        Some(least) => !task.counted && task.left >= u32::from(*least),
                        None => task.counted && !(*but_first && first_of_step),
                    };
                    (*who, fits && !optional)
                }
                StaticEffect::Replacement(Replacement::Draw { player: who, but_first, optional: asked, .. }) => {
                    (*who, task.counted && *asked == optional && !(*but_first && first_of_step))
                }
                _ => return,
            };
            let this = Instead { source: scope.source, ability: number, you: scope.you };
            if fits && self.player_fits(scope, who, player) && !self.has_replaced(task, this) {
                found.push(this);
            }
        });
        found
    }

    /// Returns whether an effect has had its opportunity to replace a draw (CR 614.5).
    fn has_replaced(self, task: &Drawing, this: Instead) -> bool {
        let mut place = task.instead_of;
        while let Some(by) = place.checked_sub(1).map(|place| self.s.drawn_by[usize::from(place)]) {
            if (by.source, by.ability) == (this.source, this.ability) {
                return true;
            }
            place = by.before;
        }
        false
    }
}

impl Engine<'_> {
    /// Draws cards one by one (CR 121.2). Where effects may replace draws, they are drawn once what is being carried out gives way.
    pub(crate) fn draw(&mut self, player: Player, count: u32) {
        if self.draws_are_watched(player) {
            self.draw_later(player, count);
        } else {
            for _ in 0..count {
                self.draw_one(player);
            }
        }
    }

    /// Takes the card that a player draws out of the library: the top one, unless a rule says that it is the bottom one (CR 121.1).
    pub(crate) fn take_drawn(&mut self, player: Player) -> Option<HiddenCard> {
        let eye = self.eye();
        let bottom = eye.has_rules(RuleKinds::DRAWS)
            && eye.player_rule(RuleKinds::DRAWS, player, |rule| *rule == PlayerRule::DrawsFromBottom);
        let library = &mut self.s.libraries[player];
        if bottom && !library.is_empty() { Some(library.remove(0)) } else { library.pop() }
    }

    /// Draws cards as soon as what is being carried out gives way: what is to be drawn first is said last.
    pub(crate) fn draw_later(&mut self, player: Player, count: u32) {
        self.s.tasks.push(Task::Draws(Drawing { player, left: count, counted: false, instead_of: 0 }));
    }

    /// Returns whether effects may replace a player's draws.
    pub(crate) fn draws_are_watched(&self, player: Player) -> bool {
        self.eye().has_rules(RuleKinds::DRAWS)
            || self.pool.features.contains(Features::DREDGE) && self.can_dredge(player)
    }

    /// The next of several draws.
    pub(crate) fn draws(&mut self, mut task: Drawing) -> Flow {
        loop {
            // What can't happen can't be replaced (CR 614.17c).
            if task.left == 0 || self.eye().cannot_draw(task.player) {
                if !self.s.tasks.iter().any(|task| matches!(task, Task::Draws(_))) {
                    self.s.drawn_by.clear();
                }
                return Flow::Go;
            }
            if !task.counted {
                let effects = self.eye().instead_of_drawing(&task, false);
                if !effects.is_empty() {
                    self.draw_instead(task, effects);
                    return Flow::Go;
                }
                task.counted = true;
            }
            // CR 702.52a: the player may dredge instead of each.
            match self.s.answer.take() {
                None => {
                    let may: SmallVec<[u16; 4]> =
                        self.eye().instead_of_drawing(&task, true).iter().map(|this| this.source.index).collect();
                    self.offer(|engine, choices| {
                        choices.extend(engine.dredgeable(task.player).map(Action::Object));
                        choices.extend(may.iter().map(|source| Action::Object(*source)));
                    });
                    if !self.s.choices.is_empty() {
                        self.s.choices.push(Action::Done);
                        let left = task.left as u16;
                        return self.ask(
                            Task::Draws(task),
                            task.player,
                            DecisionKind::May,
                            ObjectId::NONE,
                            Particulars::Left(left),
                        );
                    }
                }
                Some(Action::Object(index)) => {
                    self.s.tasks.push(Task::Draws(task.next()));
                    let chosen = self.eye().instead_of_drawing(&task, true);
                    match chosen.into_iter().find(|this| this.source.index == index) {
                        Some(this) => self.draw_instead(Drawing { left: 1, ..task }, smallvec::smallvec![this]),
                        None => self.dredge(task.player, index),
                    }
                    return Flow::Go;
                }
                Some(_) => {}
            }
            let effects = self.eye().instead_of_drawing(&task, false);
            if !effects.is_empty() {
                self.s.tasks.push(Task::Draws(task.next()));
                self.draw_instead(Drawing { left: 1, ..task }, effects);
                return Flow::Go;
            }
            let waiting = self.s.tasks.len();
            self.draw_one(task.player);
            self.count_drawn(task.instead_of != 0);
            task = task.next();
            // What the draw has begun comes first; and a procedure in which effects could meet is a short one.
            if self.s.tasks.len() > waiting || self.keeps() {
                self.s.tasks.insert(waiting, Task::Draws(task));
                return Flow::Go;
            }
        }
    }

    /// One of the effects that replace a draw does so: the player who would draw chooses (CR 616.1).
    fn draw_instead(&mut self, task: Drawing, mut effects: SmallVec<[Instead; 4]>) {
        let pool = self.pool;
        let drawn = |this: &Instead| match &pool.static_ability(this.ability).effect {
            StaticEffect::Replacement(Replacement::Draws { instead, .. }) => Some(instead),
            _ => None,
        };
        // Any two that multiply come to the same in either order.
        let multiplies = |this: &Instead| matches!(drawn(this), Some(Drawn::Number(NumberChange::Times(_))));
        let mut chosen = 0;
        if !effects.iter().all(multiplies) {
            // The same ability of two objects of one player's is as good from either.
            let mut alike: SmallVec<[(AbilityId, Player); 4]> = SmallVec::new();
            effects.retain(|this| {
                let new = !alike.contains(&(this.ability, this.you));
                alike.push((this.ability, this.you));
                new
            });
            let ordered =
                |this: &Instead| Ordered { source: this.source, what: ReplacedBy::Ability(this.ability), moves: None };
            let options: SmallVec<[Ordered; 4]> = effects.iter().map(ordered).collect();
            chosen = self.choose_order(task.player, &options);
        }
        let this = effects[chosen];
        // An effect that replaces the next draw alone is over.
        if let StaticEffect::Replacement(Replacement::Draw { once: true, .. }) =
            &pool.static_ability(this.ability).effect
        {
            let effects = &mut self.s.player_effects;
            let is_it = |effect: &ActiveEffect| {
                (effect.source, effect.ability, effect.controller) == (this.source, this.ability, this.you)
            };
            if let Some(place) = effects.iter().position(is_it) {
                effects.remove(place);
            }
        }
        self.s.drawn_by.push(DrawnBy { source: this.source, ability: this.ability, before: task.instead_of });
        let instead_of = self.s.drawn_by.len() as u16;
        let again = |player, left| Task::Draws(Drawing { player, left, counted: false, instead_of });
        // What happens after the draws is over before the next.
        if let StaticEffect::Replacement(Replacement::Draws { then: Some(_), .. }) =
            &pool.static_ability(this.ability).effect
        {
            self.carry_out_instead(this, task.player);
        }
        match drawn(&this) {
            Some(Drawn::Number(change)) => {
                let step = self.eye().step(&Scope::of(this.source, this.you), change);
                let left = step.apply(task.left as i32).max(0) as u32;
                self.s.tasks.push(again(task.player, left));
            }
            Some(Drawn::Yours) => self.s.tasks.push(again(this.you, 1)),
            Some(Drawn::Each) => {
                // CR 121.2c: the active player first.
                let mut both = [this.you, task.player];
                both.sort_by_key(|player| *player == self.s.active);
                self.s.tasks.extend(both.map(|player| again(player, 1)));
            }
            None => self.carry_out_instead(this, task.player),
        }
    }

    /// Carries out what an effect says besides how many cards are drawn.
    fn carry_out_instead(&mut self, this: Instead, player: Player) {
        let start = self.s.scratch.len() as u16;
        let mut script = Resolve::of_static(this.ability, this.source, this.you, start);
        script.scope.current_player = player;
        self.s.tasks.push(Task::Resolve(script));
    }

    /// A card was drawn, perhaps instead of another: it is counted for what the instruction that is being carried out says next. What reveals the
    /// cards means those that it has drawn itself (CR 121.6c, 614.11b); what counts them means all that were drawn.
    fn count_drawn(&mut self, instead: bool) {
        let mut innermost = true;
        for place in (0..self.s.tasks.len()).rev() {
            let Task::Resolve(task) = self.s.tasks[place] else { continue };
            let first = std::mem::replace(&mut innermost, false);
            if task.scope.mode >= task.item.modes.count {
                continue;
            }
            let code = &self.item_part(&task.item, task.scope.mode).code;
            let pc = usize::from(task.pc);
            let drew = pc.checked_sub(1).and_then(|before| code.get(before));
            let counts = match code.get(pc) {
                Some(Instr::RevealDrawn(..)) => first && !instead,
                Some(Instr::SetNumber(_, Amount::ThisWay)) => matches!(drew, Some(Instr::Draw(..))),
                _ => false,
            };
            if counts && let Task::Resolve(task) = &mut self.s.tasks[place] {
                task.scope.this_way += 1;
            }
        }
    }

    /// How many cards are milled to dredge a card of a graveyard, if the card has lost no abilities there (CR 613.1f) and the library has that
    /// many (CR 702.52b).
    fn dredge_of(&self, player: Player, index: u16) -> Option<u32> {
        let object = &self.s.objects[index as usize];
        if object.is(Flags::LOST_ABILITIES) {
            return None;
        }
        let statics = &self.pool.card(object.card).derived.statics_elsewhere;
        let count = statics.iter().find_map(|id| match self.pool.static_ability(*id).effect {
            StaticEffect::Dredge(count) => Some(u32::from(count)),
            _ => None,
        })?;
        (self.s.libraries[player].len() >= count as usize).then_some(count)
    }

    /// The cards that could be dredged instead of a draw.
    fn dredgeable(&self, player: Player) -> impl Iterator<Item = u16> + '_ {
        let graveyard =
            if self.pool.features.contains(Features::DREDGE) { &self.s.graveyards[player][..] } else { &[] };
        graveyard.iter().copied().filter(move |index| self.dredge_of(player, *index).is_some())
    }

    /// Returns whether the player has a card that could be dredged.
    fn can_dredge(&self, player: Player) -> bool {
        self.dredgeable(player).next().is_some()
    }

    /// CR 702.52a: cards are milled, and the one with dredge goes to the hand.
    fn dredge(&mut self, player: Player, index: u16) {
        let id = self.s.id(index);
        let count = self.dredge_of(player, index).unwrap_or_default();
        self.tell(Audience::Everyone, |eye| format!("{} dredges {}.", eye.player_name(player), eye.object_name(id)));
        let start = self.s.scratch.len();
        self.mill(player, count);
        self.s.scratch.truncate(start);
        self.move_object(id, &Destination::to(Zone::Hand));
    }
}
