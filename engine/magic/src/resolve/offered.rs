//! What a player can't choose because it is illegal or impossible (CR 608.2d).

use gauntlet_cards::ability::{PlayerRule, RuleKinds};
use gauntlet_cards::effect::{DiscardHow, Instr, Label, Pick};
use gauntlet_cards::filter::{Amount, Condition, Objects, Players, Zone};
use gauntlet_cards::keyword::{Keywords, Restrictions};
use gauntlet_core::Player;

use crate::engine::Engine;
use crate::evaluate::PlayerSet;
use crate::state::{Flags, Object, Target};
use crate::task::Resolve;

impl Engine<'_> {
    /// Returns whether what is offered can't be done, so that the player who is asked can't choose it (CR 608.2d).
    pub(super) fn offers_the_impossible(&self, task: &Resolve, label: Label, asked: Player) -> bool {
        let code = &self.item_part(&task.item, task.scope.mode).code;
        let offered = &code[usize::from(task.pc) + 1..usize::from(label)];
        // Of several things that are done together, one may be possible.
        let flow = |instr: &&Instr| matches!(instr, Instr::DoneIf(_) | Instr::Jump(_) | Instr::Unless(..));
        let alone = offered.iter().skip(1).all(|instr| flow(&instr));
        (alone || !may_be_part(offered)) && self.begins_with_the_impossible(task, offered, asked)
    }

    /// Returns whether a player who does the one thing or else the other ("tap or untap it", "your choice of a flying counter or a reach
    /// counter") has no choice, as the other is impossible (CR 608.2d).
    pub(super) fn only_this_is_possible(&self, task: &Resolve, label: Label, asked: Player) -> bool {
        let code = &self.item_part(&task.item, task.scope.mode).code;
        let (this, others) = (usize::from(task.pc) + 1, &code[usize::from(label)..]);
        match &code[this..usize::from(label)] {
            [one, Instr::Jump(_) | Instr::End] => match (one, others.first()) {
                (Instr::EnterWith(..), Some(Instr::EnterWith(..))) => {
                    self.begins_with_the_impossible(task, others, asked)
                }
                (Instr::Tap(it), Some(Instr::Untap(same)))
                | (Instr::AddCounters(it, ..), Some(Instr::AddCounters(same, ..))) => {
                    it == same && self.begins_with_the_impossible(task, others, asked)
                }
                _ => false,
            },
            _ => false,
        }
    }

    fn begins_with_the_impossible(&self, task: &Resolve, offered: &[Instr], asked: Player) -> bool {
        let scope = &task.scope;
        match offered {
            // Who is made to mill by another's choice mills as many as possible (CR 701.17b).
            [Instr::Mill(players, amount, _), ..] => {
                self.eye().players(scope, players) == PlayerSet::one(asked)
                    && self.eye().amount(scope, amount) > self.s.libraries[asked].len() as i32
            }
            [Instr::Discard(players, DiscardHow::Random(_), _), ..] => {
                self.all_of(task, players, |player| self.s.hands[player].is_empty())
            }
            [Instr::Pick(pick, _), others @ ..] => {
                let more = matches!(others, [Instr::Pick(..), ..]);
                self.lacks_what_is_picked(task, pick, asked)
                    || more && self.begins_with_the_impossible(task, others, asked)
            }
            // What only doesn't count as done is possible.
            [Instr::DoneIf(condition), others @ ..] => {
                let destroys = matches!(others, [Instr::Destroy(..), ..]);
                *condition != Condition::AnyOf(Vec::new()) && !self.eye().holds(scope, condition)
                    || destroys && self.begins_with_the_impossible(task, others, asked)
            }
            // CR 701.26a–b: only what is untapped can be tapped, and only what is tapped can be untapped.
            [Instr::Tap(it), ..] => self.none_is(task, it, |object| !object.is(Flags::TAPPED)),
            [Instr::Untap(it), ..] => self.none_is(task, it, |object| object.is(Flags::TAPPED)),
            [Instr::Transform(it), ..] => {
                !self.eye().any_object(scope, it, |id| self.can_be_transformed(id, task.item.object))
            }
            // Nothing becomes something or changes hands that isn't there any more.
            [Instr::Continuous(it, ..), ..] if is_named(it) => {
                let mut any = false;
                self.eye().each_object(scope, it, &mut |_| any = true);
                !any
            }
            [Instr::ExchangeControl(one, other), ..] => {
                [one, other].into_iter().any(|it| self.none_is(task, it, |_| true))
            }
            [Instr::Sacrifice(_, it), ..] => {
                self.none_is(task, it, |object| !object.restrictions.contains(Restrictions::CANT_BE_SACRIFICED))
            }
            [Instr::AddCounters(on, kind, _), ..] => {
                let mut any = false;
                self.eye().each_object(scope, on, &mut |id| {
                    any |= self.eye().may_get_counters(Target::Object(id), *kind, false);
                });
                !any
            }
            // What can't enter with counters (CR 614.17d): riot gives haste (CR 702.136a).
            [Instr::EnterWith(kind, _), ..] => !self.may_enter_with(scope.source, scope.you, *kind),
            // CR 119.7, 119.8.
            [Instr::GainLife(players, _), ..] => {
                let cannot = |rule: &PlayerRule| *rule == PlayerRule::CantGainLife;
                self.all_of(task, players, |player| self.eye().player_rule(RuleKinds::LIFE_GAIN, player, cannot))
            }
            [Instr::LoseLife(players, _), ..] => {
                let cannot = |rule: &PlayerRule| *rule == PlayerRule::CantLoseLife;
                self.all_of(task, players, |player| self.eye().player_rule(RuleKinds::CANT_LOSE_LIFE, player, cannot))
            }
            // CR 702.12b.
            [Instr::Destroy(it, _), ..] => {
                self.none_is(task, it, |object| !object.characteristics.keywords.contains(Keywords::INDESTRUCTIBLE))
            }
            // CR 121.3, 121.3a.
            [Instr::Draw(players, _), ..] => {
                self.eye().has_rules(RuleKinds::DRAWS)
                    && self.all_of(task, players, |player| self.eye().cannot_draw(player))
            }
            // "Your library and/or graveyard": whether the library is searched too, of which a register is told.
            [Instr::Search { player, of, zones, .. }, ..]
            | [Instr::SetNumber(..), Instr::Search { player, of, zones, .. }, ..]
                if self.eye().has_rules(RuleKinds::SEARCHES) =>
            {
                let searched = match offered {
                    [Instr::Search { .. }, ..] => zones == &[Zone::Library],
                    _ => zones.contains(&Zone::Library),
                };
                let of = self.eye().players(scope, of).first(scope.you);
                searched && self.all_of(task, player, |player| self.cannot_search(scope, player, of.unwrap_or(player)))
            }
            _ => false,
        }
    }

    /// Returns whether there are some of these players, and something is so of each.
    fn all_of(&self, task: &Resolve, players: &Players, cannot: impl Fn(Player) -> bool) -> bool {
        let who = self.eye().players(&task.scope, players);
        let mut who = who.in_order(self.s.active).peekable();
        who.peek().is_some() && who.all(cannot)
    }

    /// Returns whether no permanent that is meant and still there is such.
    fn none_is(&self, task: &Resolve, objects: &Objects, such: impl Fn(&Object) -> bool) -> bool {
        let mut any = false;
        self.eye().each_object(&task.scope, objects, &mut |id| {
            any |= self.s.get(id).is_some_and(|object| object.zone == Zone::Battlefield && such(object));
        });
        !any
    }

    /// Returns whether there is nothing of what the player who is asked would have to choose some of, or less than is said.
    fn lacks_what_is_picked(&self, task: &Resolve, pick: &Pick, asked: Player) -> bool {
        let scope = &task.scope;
        let least = match pick.min {
            Amount::Const(least) => least.max(0) as usize,
            _ => 1,
        };
        if least == 0 || self.eye().players(scope, &pick.chooser) != PlayerSet::one(asked) {
            return false;
        }
        let mut there = 0;
        self.eye().each_object(scope, &pick.from, &mut |_| there += 1);
        there + self.count_picks_from_hands(scope, pick) < least
    }
}

/// Returns whether it is a thing that was told of, not whatever fits, of which there may be none.
fn is_named(objects: &Objects) -> bool {
    match objects {
        Objects::Source | Objects::Target(_) | Objects::Event | Objects::EventOther | Objects::Host => true,
        Objects::Union(parts) => parts.iter().all(is_named),
        _ => false,
    }
}

/// Returns whether what is done first may be one of several things, each of which is done as far as it is possible.
fn may_be_part(offered: &[Instr]) -> bool {
    let first = offered.first();
    matches!(
        first,
        Some(
            Instr::Tap(_)
                | Instr::Untap(_)
                | Instr::Sacrifice(..)
                | Instr::AddCounters(..)
                | Instr::GainLife(..)
                | Instr::Continuous(..)
        )
    )
}
