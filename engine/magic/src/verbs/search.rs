//! Searching libraries and other zones (CR 701.23).

use gauntlet_cards::ability::{KeywordAction, PlayerRule, RuleKinds, StaticEffect};
use gauntlet_cards::card::CardId;
use gauntlet_cards::effect::Instr;
use gauntlet_cards::filter::{Filter, Zone};
use gauntlet_cards::happening::Happening;
use gauntlet_cards::keyword::EventKinds;
use gauntlet_core::{Audience, Player};
use smallvec::SmallVec;

use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::resolve::After;
use crate::state::{Flags, Learned, ObjectId, Range};
use crate::task::{Resolve, Scope};

impl Engine<'_> {
    /// Searches a library, and other zones if said (CR 701.23), finding one card after the other.
    pub(super) fn search(&mut self, task: &mut Resolve, instr: &Instr) -> After {
        let Instr::Search { player, of, zones, outside, filter, min, max, reveal, into } = instr else {
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
        let closed = task.progress.closed;
        let depth = self.eye().searches_down_to(searcher, owner, task.searched[owner.index()]);
        let done = self.take_chosen(&mut task.progress.objects, |engine, card| {
            let library = zones.contains(&Zone::Library) && !closed;
            let id = match outside {
                true => engine.take_from_outside(owner, card, *reveal),
                false => engine.take_found(searcher, owner, card, library.then_some(depth)),
            };
            let seen = if *reveal { Flags::SEEN_BY_ALL } else { Flags::seen_by(searcher) };
            engine.object(id.index).flags |= seen;
            let audience = if *reveal { Audience::Everyone } else { Audience::Only(searcher) };
            engine.tell(audience, |eye| format!("{} finds {}.", eye.player_name(searcher), eye.true_name(id)));
            Some(id)
        });
        let range = task.progress.objects;
        let least = self.times(&scope, min);
        let most = self.times(&scope, max);
        // "Cards with different names": than those that were found before.
        task.scope.registers[usize::from(*into)] = range;
        let scope = task.scope;
        // CR 701.23b: a card with a stated quality in a hidden zone need not be found, one in a graveyard must.
        let least = if filter.tests.is_empty() {
            least
        } else {
            let found = u32::from(range.end - range.start);
            let outside = if *outside { self.eye().outside(&scope, owner, filter).count() as u32 } else { 0 };
            (found + outside + self.seen_and_left(&scope, owner, zones, filter, range)).min(least)
        };
        let open = zones.iter().filter(|zone| !(closed && **zone == Zone::Library));
        let more = !done
            && self.offer_more(range, (least, most), |engine, found, choices| {
                for card in engine.eye().outside(&scope, owner, filter).filter(|_| *outside) {
                    let action = Action::Card(card);
                    if !choices.contains(&action) {
                        choices.push(action);
                    }
                }
                engine.eye().each_to_find(&scope, (owner, depth), open, filter, found, choices);
            });
        if !more {
            task.scope.this_way = i32::from(range.end - range.start);
            return After::Next;
        }
        After::Ask(searcher, DecisionKind::Search, task.item.object, Particulars::Nothing)
    }

    /// Returns whether a rule forbids a player to search an owner's library for what an effect says. That what a player controls can't make them
    /// search their library is said of their own alone.
    pub(crate) fn cannot_search(&self, scope: &Scope, searcher: Player, owner: Player) -> bool {
        let eye = self.eye();
        let mut stopped: SmallVec<[ObjectId; 4]> = SmallVec::new();
        let mut ignored: SmallVec<[ObjectId; 4]> = SmallVec::new();
        eye.each_rule(RuleKinds::SEARCHES, &mut |maker, ability| {
            let StaticEffect::Player(who, rule) = &ability.effect else { return };
            if !eye.player_fits(maker, *who, searcher) {
                return;
            }
            match rule {
                PlayerRule::CantSearch => stopped.push(maker.source),
                PlayerRule::CantSearchOnItsOwn if searcher == scope.you && owner == searcher => {
                    stopped.push(ObjectId::NONE);
                }
                PlayerRule::IgnoresNoSearch => ignored.push(maker.source),
                _ => {}
            }
        });
        stopped.iter().any(|source| !ignored.contains(source))
    }

    /// A search begins: where a rule forbids searching libraries, other zones can still be searched (CR 101.3).
    fn begin_search(&mut self, task: &mut Resolve, searcher: Player, owner: Player, zones: &[Zone]) {
        task.progress.objects = self.nothing_chosen();
        let library = zones.contains(&Zone::Library);
        let closed = library && self.cannot_search(&task.scope, searcher, owner);
        task.progress.closed = closed;
        // CR 701.23h: all that is searched for before the library is shuffled is searched for at one time.
        let first = library && !closed && task.searched[owner.index()].is_none();
        if first {
            task.searched[owner.index()] = Some(self.s.libraries[owner].len() as u16);
        }
        // A player who searches only that many of the top cards knows which those are.
        let depth = self.eye().searches_down_to(searcher, owner, task.searched[owner.index()]);
        if library && !closed && depth > 0 {
            for hidden in &mut self.s.libraries[owner][depth..] {
                hidden.show(searcher, Learned::LookedAt);
            }
        }
        if first && searcher == owner {
            self.note_deed(Happening::SEARCHED, searcher, task.item.object);
            if self.watches(EventKinds::LIBRARY) {
                self.trigger_keyword_action(searcher, KeywordAction::Search);
            }
        }
    }

    /// How many cards that fit are in public zones that are searched and haven't been found yet.
    fn seen_and_left(&self, scope: &Scope, owner: Player, zones: &[Zone], filter: &Filter, found: Range) -> u32 {
        let mut left = 0;
        for zone in zones.iter().filter(|zone| !matches!(zone, Zone::Library | Zone::Hand)) {
            self.eye().each_in_zone(*zone, &mut |id, object| {
                let fits = object.owner == owner && self.eye().matches(scope, filter, id, object);
                left += u32::from(fits && !self.chosen(found).contains(&id));
            });
        }
        left
    }

    /// Brings in a card from outside the game (CR 400.11b): it is put aside on its way to where it is put.
    fn take_from_outside(&mut self, owner: Player, card: CardId, shown: bool) -> ObjectId {
        let card = self.s.outside.take(owner, card, shown).expect("a legal card is there");
        // It comes from no zone; where a hidden one is taken for it, nothing looks at cards that leave that.
        let mut object = self.eye().as_object(card, owner, Zone::Library);
        object.flags = Flags::ASIDE;
        self.allocate(object)
    }

    /// Takes a card that was found out of the library, if that is searched and has it, or out of the hand.
    fn take_found(&mut self, searcher: Player, owner: Player, card: CardId, library: Option<usize>) -> ObjectId {
        let in_library = |depth: usize| {
            let place = self.s.libraries[owner].iter().rposition(|hidden| hidden.card == card);
            place.filter(|place| *place >= depth)
        };
        match library.and_then(in_library) {
            Some(place) => {
                let found = self.set_aside(owner, Zone::Library, place);
                // From where it is taken isn't shown to the other player, who doesn't know any more what lies where.
                self.object(found.index).flags -= Flags::seen_by(!searcher);
                self.s.libraries[owner].iter_mut().for_each(|hidden| hidden.hide_from(!searcher));
                found
            }
            None => self.take_from_hand(owner, card, searcher).expect("a legal card is there"),
        }
    }
}

impl<'e> Eye<'e> {
    /// The cards that a player owns from outside the game and that fit (CR 400.11), in order. Nothing affects them there but what they say
    /// of themselves (CR 400.11c).
    fn outside<'f>(
        self,
        scope: &'f Scope,
        owner: Player,
        filter: &'f Filter,
    ) -> impl Iterator<Item = CardId> + use<'e, 'f> {
        let cards = self.s.outside.of(owner);
        cards.filter(move |card| self.card_matches(scope, filter, *card, owner, Zone::Library))
    }

    /// The place in a library from which on it is searched, the top being the end: the first, unless a rule says that only so many of the top
    /// cards are searched. Those that were found already are some of these; `before` is how many cards the library had.
    fn searches_down_to(self, searcher: Player, owner: Player, before: Option<u16>) -> usize {
        let mut depth: Option<u8> = None;
        self.each_rule(RuleKinds::SEARCHES, &mut |scope, ability| {
            if let StaticEffect::Player(who, PlayerRule::SearchesTop(n)) = &ability.effect
                && self.player_fits(scope, *who, searcher)
            {
                depth = Some(depth.map_or(*n, |other| other.min(*n)));
            }
        });
        let Some(n) = depth else { return 0 };
        let left = self.s.libraries[owner].len();
        let taken = before.map_or(0, |before| usize::from(before).saturating_sub(left));
        left.saturating_sub(usize::from(n).saturating_sub(taken))
    }

    /// Puts into `choices` what can be found in the zones of a player and hasn't been yet.
    fn each_to_find<'z>(
        self,
        scope: &Scope,
        (owner, depth): (Player, usize),
        zones: impl Iterator<Item = &'z Zone>,
        filter: &Filter,
        found: &[ObjectId],
        choices: &mut Vec<Action>,
    ) {
        for zone in zones {
            match zone {
                Zone::Library | Zone::Hand => {
                    let list = if *zone == Zone::Library { &self.s.libraries } else { &self.s.hands };
                    let depth = if *zone == Zone::Library { depth } else { 0 };
                    for hidden in &list[owner][depth..] {
                        let action = Action::Card(hidden.card);
                        if !choices.contains(&action) && self.card_matches(scope, filter, hidden.card, owner, *zone) {
                            choices.push(action);
                        }
                    }
                }
                _ => self.each_in_zone(*zone, &mut |id, object| {
                    if object.owner == owner && !found.contains(&id) && self.matches(scope, filter, id, object) {
                        choices.push(Action::Object(id.index));
                    }
                }),
            }
        }
        choices.sort_unstable();
    }
}
