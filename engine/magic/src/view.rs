//! What one player may know of a position, and positions that this player can't tell from the true one.

use std::sync::Arc;

use gauntlet_core::{Player, Rng, Seed};
use rand::RngExt;

use crate::card::{AbilityId, CardId, Pool};
use crate::decision::Decision;
use crate::effect::{Label, TargetSpec};
use crate::evaluate::Eye;
use crate::face_down::FaceDown;
use crate::filter::{Amount, CounterKind, Filter, Objects, Step, Test, Zone};
use crate::position::Position;
use crate::purse::Purpose;
use crate::state::{ChosenTarget, Flags, Modes, Object, ObjectId, PlayerInfo, StackItem, State, Target};
use crate::task::{Scope, Task};

/// The names that journals give the players. Whoever shows a journal puts others in their place.
pub const PLAYER_NAMES: [&str; 2] = ["Player A", "Player B"];

/// What one player sees.
#[derive(Clone, Copy)]
pub struct Visible<'a> {
    position: &'a Position,
    viewer: Player,
}

/// All that the viewer sees, and nothing else: two positions that look the same to a player are written the same.
impl std::fmt::Debug for Visible<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut all = f.debug_list();
        all.entry(&(self.turn(), self.active(), self.step(), self.decision()));
        all.entries(self.hand()).entries(self.known_opposing_hand());
        for player in Player::BOTH {
            all.entry(self.player(player)).entry(&(self.hand_size(player), self.library_size(player)));
            all.entries(self.graveyard(player));
        }
        all.entries(self.permanents().map(|(id, object)| (id, self.as_seen(object))));
        for item in self.stack() {
            all.entry(item).entries(self.targets(item));
        }
        all.entries(self.blocks()).finish()
    }
}

impl<'a> Visible<'a> {
    pub(crate) fn new(position: &'a Position, viewer: Player) -> Visible<'a> {
        Visible { position, viewer }
    }

    fn state(self) -> &'a State {
        &self.position.state
    }

    pub(crate) fn eye(self) -> Eye<'a> {
        self.position.eye()
    }

    /// Whose view it is.
    pub fn viewer(self) -> Player {
        self.viewer
    }

    /// The cards and abilities that the game refers to.
    pub fn pool(self) -> &'a Pool {
        &self.position.pool
    }

    /// What is asked of whom.
    pub fn decision(self) -> Decision {
        self.state().decision
    }

    /// Life, mana and what was done this turn.
    pub fn player(self, player: Player) -> &'a PlayerInfo {
        &self.state().players[player]
    }

    /// Whose turn it is.
    pub fn active(self) -> Player {
        self.state().active
    }

    /// The number of the turn.
    pub fn turn(self) -> u32 {
        self.state().turn
    }

    /// The step.
    pub fn step(self) -> Step {
        self.state().step
    }

    /// The viewer's hand.
    pub fn hand(self) -> impl Iterator<Item = CardId> + 'a {
        self.state().hands[self.viewer].iter().map(|hidden| hidden.card)
    }

    /// How many cards a player has in hand.
    pub fn hand_size(self, player: Player) -> usize {
        self.state().hands[player].len()
    }

    /// How many cards a player has in the library.
    pub fn library_size(self, player: Player) -> usize {
        self.state().libraries[player].len()
    }

    /// The cards of the opponent's hand that the viewer has seen.
    pub fn known_opposing_hand(self) -> impl Iterator<Item = CardId> + 'a {
        let bit = 1 << self.viewer.index();
        self.state().hands[!self.viewer].iter().filter(move |hidden| hidden.seen & bit != 0).map(|hidden| hidden.card)
    }

    /// The permanents in the order in which they entered.
    pub fn permanents(self) -> impl DoubleEndedIterator<Item = (ObjectId, &'a Object)> + 'a {
        self.state().permanents()
    }

    /// An object as it looks to the viewer: what a face-down permanent is printed as is known to its controller (CR 708.5).
    pub fn as_seen(self, object: &Object) -> Object {
        let hidden = object.down.is_creature() && object.controller != self.viewer;
        Object { printed: if hidden { object.card } else { object.printed }, ..*object }
    }

    /// The object at a place of the arena: an object that an action names. Cards that were put aside out of hands and libraries
    /// have their true name only if the viewer may see them.
    pub fn object(self, index: u16) -> Option<&'a Object> {
        let object = self.state().objects.get(index as usize)?;
        let bit = if self.viewer == Player::FIRST { Flags::SEEN_BY_FIRST } else { Flags::SEEN_BY_SECOND };
        let hidden = object.is(Flags::ASIDE) && object.owner != self.viewer && !object.is(bit);
        (!hidden).then_some(object)
    }

    /// Which card a face-down object is, if the viewer may look at it (CR 708.5).
    pub fn face_down_card(self, index: u16) -> Option<CardId> {
        let object = self.object(index)?;
        let bit = if self.viewer == Player::FIRST { Flags::SEEN_BY_FIRST } else { Flags::SEEN_BY_SECOND };
        let looked = object.zone == Zone::Exile && object.is(bit);
        (object.is(Flags::FACE_DOWN) && (object.controller == self.viewer || looked)).then_some(object.printed)
    }

    /// Whether it is day or night.
    pub fn daytime(self) -> crate::daytime::Daytime {
        self.state().daytime
    }

    /// The reference to the object at a place.
    pub fn id(self, index: u16) -> ObjectId {
        self.state().id(index)
    }

    /// The object as it is or last was.
    pub fn last_known(self, id: ObjectId) -> Option<&'a Object> {
        self.state().last_known(id).filter(|_| self.object(id.index).is_some())
    }

    /// The spells and abilities on the stack, the top last.
    pub fn stack(self) -> &'a [StackItem] {
        &self.state().stack
    }

    /// The targets of something on the stack.
    pub fn targets(self, item: &StackItem) -> impl Iterator<Item = Target> + 'a {
        self.state().targets[item.targets.start as usize..item.targets.end as usize].iter().map(|chosen| chosen.target)
    }

    /// The cards in a player's graveyard.
    pub fn graveyard(self, player: Player) -> impl Iterator<Item = &'a Object> + 'a {
        self.state().graveyards[player].iter().map(move |index| &self.state().objects[*index as usize])
    }

    /// The blocks of this combat: blocker and attacker, by their places in the arena.
    pub fn blocks(self) -> &'a [(u16, u16)] {
        &self.state().blocks
    }

    /// How many counters of a kind are on a permanent.
    pub fn counters(self, index: u16, kind: CounterKind) -> u16 {
        self.state().counters_on(index, kind)
    }

    /// Whether a creature could block another.
    pub fn can_block(self, blocker: ObjectId, attacker: ObjectId) -> bool {
        match (self.state().get(blocker), self.state().get(attacker)) {
            (Some(b), Some(a)) => {
                b.is_creature()
                    && !b.is(Flags::TAPPED)
                    && !b.restrictions.contains(crate::keyword::Restrictions::CANT_BLOCK)
                    && self.eye().can_block(blocker, b, attacker, a)
            }
            _ => false,
        }
    }

    /// The greatest number of mana that the viewer could spend now.
    pub fn available_mana(self) -> u32 {
        let sources = self.eye().sources(self.viewer, Purpose::Other);
        sources.iter().map(|source| source.most_units()).sum()
    }

    /// The text of an ability.
    pub fn ability_text(self, ability: AbilityId) -> &'a str {
        &self.position.pool.ability(ability).text
    }

    /// The cards and abilities that the game refers to, to hold on to.
    pub fn shared_pool(self) -> &'a Arc<Pool> {
        &self.position.pool
    }

    /// The spell or ability that the viewer is announcing, as far as it is chosen, and which of its modes (in the order in
    /// which they were chosen) the decision is about.
    pub fn announcing(self) -> Option<(&'a StackItem, u8)> {
        match self.state().tasks.last() {
            Some(Task::Announce(task)) if task.item.controller == self.viewer => Some((&task.item, task.mode)),
            _ => None,
        }
    }

    /// The spell or ability that resolves, and the part and the instruction of its script that the decision is about.
    pub fn resolving(self) -> Option<(&'a StackItem, u8, Label)> {
        match self.state().tasks.last() {
            Some(Task::Resolve(task)) => {
                let part = task.item.modes.parts[task.scope.mode as usize];
                Some((&task.item, part, task.pc))
            }
            _ => None,
        }
    }

    /// The targets of something on the stack or being announced, with the specs that they were chosen for.
    pub fn chosen_targets(self, item: &StackItem) -> &'a [ChosenTarget] {
        &self.state().targets[item.targets.start as usize..item.targets.end as usize]
    }

    /// The cards in a player's graveyard with their references.
    pub fn graveyard_objects(self, player: Player) -> impl DoubleEndedIterator<Item = (ObjectId, &'a Object)> + 'a {
        let state = self.state();
        state.graveyards[player].iter().map(move |index| (state.id(*index), &state.objects[*index as usize]))
    }

    /// Whether an object fits a filter that is written on `source`, an object of `you`.
    ///
    /// False for filters that count hidden cards.
    pub fn fits(self, filter: &Filter, you: Player, source: ObjectId, id: ObjectId) -> bool {
        let Some(object) = self.object(id.index) else { return false };
        filter.is_public() && self.eye().matches(&Scope::of(source, you), filter, id, object)
    }

    /// Whether `you` could choose a target for a spec of a spell or ability that `card` is or has. `source` is the object
    /// whose ability it is, or none for a spell that is not cast yet.
    pub fn legal_target(self, spec: &TargetSpec, you: Player, card: CardId, source: ObjectId, target: Target) -> bool {
        if !spec.objects.iter().all(|(_, filter)| filter.is_public()) {
            return false;
        }
        let scope = Scope::of(source, you);
        match self.state().get(source) {
            Some(object) => self.eye().still_legal(&scope, spec, target, object),
            None => self.eye().still_legal(&scope, spec, target, &self.eye().as_object(card, you, Zone::Stack)),
        }
    }
}

impl Modes {
    /// The parts of the script that were chosen, in order.
    pub fn chosen(&self) -> &[u8] {
        &self.parts[..self.count as usize]
    }
}

impl Filter {
    /// Whether what fits is for all to see: no number in it counts cards of hands or libraries by what they are.
    pub fn is_public(&self) -> bool {
        self.tests.iter().all(|test| match test {
            Test::Power(_, amount) | Test::Toughness(_, amount) | Test::ManaValue(_, amount) => {
                matches!(amount, Amount::Const(_) | Amount::X)
            }
            Test::HasAttached(filter) | Test::Not(filter) | Test::TargetsObject(filter) => filter.is_public(),
            Test::AnyOf(filters) => filters.iter().all(Filter::is_public),
            Test::Is(objects) | Test::SharesCreatureType(objects) => {
                matches!(**objects, Objects::Source | Objects::Event | Objects::EventOther | Objects::Host)
            }
            _ => true,
        })
    }
}

impl Position {
    /// Resamples all that the viewer can't know: the cards of hands and libraries, those put aside or face down that they
    /// haven't seen, and the random stream. The decklists are taken as known, so that what is unseen is dealt out anew.
    pub(crate) fn resample(&mut self, viewer: Player, rng: &mut Rng) {
        let state = &mut self.state;
        let bit = 1u8 << viewer.index();
        let flag = if viewer == Player::FIRST { Flags::SEEN_BY_FIRST } else { Flags::SEEN_BY_SECOND };
        for owner in Player::BOTH {
            let mut pool: smallvec::SmallVec<[CardId; 128]> = smallvec::SmallVec::new();
            let own_hand = owner == viewer;
            let hidden_objects = |object: &Object| {
                object.owner == owner
                    && !object.is(flag)
                    && ((object.is(Flags::ASIDE) && (object.zone == Zone::Library || owner != viewer))
                        || (object.is(Flags::FACE_DOWN) && object.zone == Zone::Exile && owner != viewer))
            };
            // CR 708.5: only its controller may look at a face-down spell or permanent.
            let hidden_permanents =
                |object: &Object| object.owner == owner && object.controller != viewer && object.down.is_creature();
            let unseen = |seen: u8| seen & bit == 0;
            pool.extend(state.libraries[owner].iter().filter(|hidden| unseen(hidden.seen)).map(|hidden| hidden.card));
            if !own_hand {
                pool.extend(state.hands[owner].iter().filter(|hidden| unseen(hidden.seen)).map(|hidden| hidden.card));
            }
            pool.extend(state.objects.iter().filter(|object| hidden_objects(object)).map(|object| object.printed));
            pool.extend(state.objects.iter().filter(|object| hidden_permanents(object)).map(|object| object.printed));
            // What is dealt out must not depend on how it lay: equal views and generators give equal worlds.
            pool.sort_unstable();
            for last in (1..pool.len() as u32).rev() {
                let other = rng.random_range(0..=last);
                pool.swap(last as usize, other as usize);
            }
            // What was cast face down has morph or disguise: such cards are dealt out first.
            for object in state.objects.iter_mut().filter(|object| hidden_permanents(object)) {
                let cast = matches!(object.down, FaceDown::Morph | FaceDown::Disguise);
                let fits = |card: &CardId| {
                    let ways = &self.pool.card(*card).derived.from_hand;
                    !cast || ways.iter().any(|way| self.pool.activatable(*way).down == object.down)
                };
                if let Some(place) = pool.iter().position(fits) {
                    object.printed = pool.remove(place);
                }
            }
            let mut cards = pool.into_iter();
            let mut next = |place: &mut CardId| {
                if let Some(card) = cards.next() {
                    *place = card;
                }
            };
            for hidden in &mut state.libraries[owner] {
                if unseen(hidden.seen) {
                    next(&mut hidden.card);
                }
            }
            if !own_hand {
                for hidden in &mut state.hands[owner] {
                    if unseen(hidden.seen) {
                        next(&mut hidden.card);
                    }
                }
            }
            for object in &mut state.objects {
                if hidden_objects(object) {
                    next(&mut object.card);
                    object.printed = object.card;
                    object.characteristics = self.pool.card(object.card).characteristics;
                }
            }
        }
        state.rng = Seed::random(rng).stream();
    }
}
