//! Searching libraries and other zones (CR 701.23).

use gauntlet_cards::ability::PlayerRule;
use gauntlet_cards::card::CardId;
use gauntlet_cards::effect::Instr;
use gauntlet_cards::filter::{Filter, Zone};
use gauntlet_cards::happening::Happening;
use gauntlet_core::Player;

use crate::decision::{Action, DecisionKind};
use crate::engine::Engine;
use crate::resolve::After;
use crate::state::{Flags, ObjectId, Range};
use crate::task::{Resolve, Scope};

impl Engine<'_> {
    /// Searches a library, and other zones if said (CR 701.23), finding one card after the other.
    pub(super) fn search(&mut self, task: &mut Resolve, instr: &Instr) -> After {
        let Instr::Search { player, of, zones, filter, min, max, reveal, into } = instr else {
            unreachable!("called for searches only")
        };
        let scope = task.scope;
        let (Some(searcher), Some(owner)) =
            (self.who(&scope, player).first(scope.you), self.who(&scope, of).first(scope.you))
        else {
            return After::Next;
        };
        if !task.begun {
            self.begin_search(task, searcher, owner, zones);
        }
        let closed = task.progress.left != 0;
        let mut done = false;
        match self.s.answer.take() {
            Some(Action::Card(card)) => {
                let library = zones.contains(&Zone::Library) && !closed;
                let id = self.take_found(searcher, owner, card, library);
                let seen = if *reveal {
                    Flags::SEEN_BY_FIRST | Flags::SEEN_BY_SECOND
                } else if searcher == Player::FIRST {
                    Flags::SEEN_BY_FIRST
                } else {
                    Flags::SEEN_BY_SECOND
                };
                self.object(id.index).flags |= seen;
                self.s.scratch.push(id);
                task.progress.objects.end += 1;
                self.tell(|eye| format!("{} finds {}.", eye.player_name(searcher), eye.object_name(id)));
            }
            Some(Action::Object(index)) => {
                let id = self.s.id(index);
                self.s.scratch.push(id);
                task.progress.objects.end += 1;
            }
            Some(Action::Done) => done = true,
            _ => {}
        }
        let range = task.progress.objects;
        let count = u32::from(range.end - range.start);
        self.offer_what_is_searched(
            &scope,
            owner,
            zones.iter().filter(|zone| !(closed && **zone == Zone::Library)),
            filter,
            range,
        );
        if done || self.s.choices.is_empty() || count >= self.times(&scope, max) {
            task.scope.registers[usize::from(*into)] = range;
            task.scope.this_way = count as i32;
            return After::Next;
        }
        // CR 701.23b: a card with a stated quality in a hidden zone need not be found.
        if count >= self.times(&scope, min) || !filter.tests.is_empty() {
            self.s.choices.push(Action::Done);
        }
        After::Ask(searcher, DecisionKind::Search, task.item.object, 0)
    }

    /// A search begins: where a rule forbids searching libraries, other zones can still be searched (CR 101.3). `left` of the progress
    /// says whether libraries are closed.
    fn begin_search(&mut self, task: &mut Resolve, searcher: Player, owner: Player, zones: &[Zone]) {
        let end = self.s.scratch.len() as u16;
        task.progress.objects = Range { start: end, end };
        let forbidden = |rule: &PlayerRule| match rule {
            PlayerRule::CantSearch => true,
            PlayerRule::CantSearchOnItsOwn => searcher == task.scope.you,
            _ => false,
        };
        let library = zones.contains(&Zone::Library);
        let closed = library && self.eye().player_rule(searcher, forbidden);
        task.progress.left = u16::from(closed);
        if searcher == owner && library && !closed {
            self.note_deed(Happening::SEARCHED, searcher, task.item.object);
        }
    }

    /// Takes a card that was found out of the library, if that is searched and has it, or out of the hand.
    fn take_found(&mut self, searcher: Player, owner: Player, card: CardId, library: bool) -> ObjectId {
        let in_library = || self.s.libraries[owner].iter().rposition(|hidden| hidden.card == card);
        match library.then(in_library).flatten() {
            Some(place) => self.set_aside(owner, Zone::Library, place),
            None => self.take_from_hand(owner, card, searcher).expect("a legal card is there"),
        }
    }

    /// Offers what can be found in the zones of a player and hasn't been yet.
    fn offer_what_is_searched<'z>(
        &mut self,
        scope: &Scope,
        owner: Player,
        zones: impl Iterator<Item = &'z Zone>,
        filter: &Filter,
        found: Range,
    ) {
        let mut choices = std::mem::take(&mut self.s.choices);
        choices.clear();
        let eye = self.eye();
        for zone in zones {
            match zone {
                Zone::Library | Zone::Hand => {
                    let list = if *zone == Zone::Library { &self.s.libraries } else { &self.s.hands };
                    for hidden in &list[owner] {
                        let action = Action::Card(hidden.card);
                        if !choices.contains(&action) && eye.card_matches(scope, filter, hidden.card, owner, *zone) {
                            choices.push(action);
                        }
                    }
                }
                _ => eye.each_in_zone(*zone, &mut |id, object| {
                    let chosen = &self.s.scratch[found.start as usize..found.end as usize];
                    if object.owner == owner && !chosen.contains(&id) && eye.matches(scope, filter, id, object) {
                        choices.push(Action::Object(id.index));
                    }
                }),
            }
        }
        choices.sort_unstable();
        self.s.choices = choices;
    }
}
