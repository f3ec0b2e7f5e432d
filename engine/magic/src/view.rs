//! What one player may know of a position.

mod asked;
mod board;

use std::sync::Arc;

use gauntlet_cards::card::{AbilityId, CardId, Pool};
use gauntlet_cards::effect::{Label, TargetSpec};
use gauntlet_cards::filter::{CounterKind, Filter, PlayerFilter, Step, Test, Zone};
use gauntlet_core::Player;

pub use self::asked::{AskedBy, Asker};
pub use self::board::{ModesAsked, PicksAsked, TargetsAsked};
use crate::available_mana::Purpose;
use crate::beliefs::{self, Assumed};
use crate::decision::Decision;
use crate::evaluate::Eye;
use crate::position::Position;
use crate::state::{
    ChosenTarget, Commander, Emblem, Flags, Learned, Modes, Object, ObjectId, PlayerInfo, StackItem, State, Target,
};
use crate::task::{Scope, Task};

/// The names that journals give the players. Whoever shows a journal puts others in their place.
pub const PLAYER_NAMES: [&str; 2] = ["Player A", "Player B"];

/// From where a filter is asked: on what it is written, and what numbers stand there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standpoint {
    /// The player whom it calls "you".
    pub you: Player,
    /// The object on which it is written; none for a card that isn't on the stack yet.
    pub source: ObjectId,
    /// X; 0 for the X of the source.
    pub x: u8,
    /// A number that was chosen, and the register in which it is.
    pub number: Option<(u8, i32)>,
    /// A target that was chosen, and the spec for which.
    pub target: Option<(u8, Target)>,
}

impl Standpoint {
    /// On an object of a player, where no numbers are known but those of the object.
    pub fn of(source: ObjectId, you: Player) -> Standpoint {
        Standpoint { you, source, x: 0, number: None, target: None }
    }

    fn scope(self) -> Scope {
        let mut scope = Scope { x: self.x, tried: self.target, ..Scope::of(self.source, self.you) };
        if let Some((register, number)) = self.number
            && let Some(place) = scope.numbers.get_mut(usize::from(register))
        {
            *place = number;
        }
        scope
    }
}

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
        all.entries(self.hand()).entries(self.known_in_hand());
        Player::BOTH.iter().for_each(|owner| _ = all.entries(self.known_in_library(*owner)));
        if !self.state().outside.is_empty() {
            all.entries(self.outside()).entries(Player::BOTH.map(|player| self.outside_size(player)));
        }
        all.entries(self.state().remembered.of(self.viewer));
        for player in Player::BOTH {
            all.entry(self.player(player)).entry(&(self.hand_size(player), self.library_size(player)));
            all.entries(self.graveyard(player));
        }
        all.entries(self.exile()).entries(self.command()).entries(self.commanders());
        all.entries(self.permanents().map(|(id, object)| (id, self.as_seen(object), self.face_down_card(id.index))));
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
        self.known_in_hand().map(|(card, _)| card)
    }

    /// The cards of the opponent's hand that the viewer knows, and how they came to.
    pub fn known_in_hand(self) -> impl Iterator<Item = (CardId, Learned)> + 'a {
        let hand = self.state().hands[!self.viewer].iter();
        hand.filter_map(move |hidden| Some((hidden.card, hidden.learned(self.viewer)?)))
    }

    /// The cards of a library that the viewer knows, how many cards of the library lie above each, and how they came to know it. What is put
    /// aside while something resolves isn't among them.
    pub fn known_in_library(self, owner: Player) -> impl Iterator<Item = (CardId, usize, Learned)> + 'a {
        let library = self.state().libraries[owner].iter().rev().enumerate();
        library.filter_map(move |(above, hidden)| Some((hidden.card, above, hidden.learned(self.viewer)?)))
    }

    /// Returns whether players decide on their opening hands (CR 103.5): keep, mulligan, or what else may be done then.
    pub fn is_opening(self) -> bool {
        matches!(self.state().tasks.last(), Some(Task::Mulligans(_)))
    }

    /// What the viewer owns from outside the game (CR 400.11).
    pub fn outside(self) -> impl Iterator<Item = CardId> + 'a {
        self.state().outside.of(self.viewer)
    }

    /// How many cards a player owns from outside the game.
    pub fn outside_size(self, player: Player) -> usize {
        self.state().outside.of(player).count()
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

    /// The object at a place of the arena: an object that an action names. None for cards that were put aside out of hands and
    /// libraries or exiled face down and that the viewer hasn't seen, and for places that nothing is at any more: what was there
    /// may have gone where nobody sees it.
    pub fn object(self, index: u16) -> Option<&'a Object> {
        let object = self.state().objects.get(index as usize)?;
        let gone = object.zone == Zone::Command && !self.state().command.contains(&index);
        (!gone && !object.is_hidden_from(self.viewer)).then_some(object)
    }

    /// Which card a face-down object is, if the viewer may look at it: spells and permanents that they control (CR 708.5), and cards
    /// in exile that they have seen (CR 406.3).
    pub fn face_down_card(self, index: u16) -> Option<CardId> {
        let object = self.object(index).filter(|object| object.is(Flags::FACE_DOWN))?;
        (object.is_exiled_face_down() || object.controller == self.viewer).then_some(object.printed)
    }

    /// The cards in exile, in the order in which they came there; those that lie face down and that the viewer hasn't seen are none.
    pub fn exile(self) -> impl Iterator<Item = Option<&'a Object>> + 'a {
        self.state().exile.iter().map(move |index| self.object(*index))
    }

    /// The cards in the command zone: commanders, and emblems of an arranged position. Emblems that were made in the game are
    /// [`Visible::emblems`].
    pub fn command(self) -> impl Iterator<Item = (ObjectId, &'a Object)> + 'a {
        let state = self.state();
        let objects = state.command.iter().map(move |index| (state.id(*index), &state.objects[*index as usize]));
        objects.filter(move |(_, object)| !self.pool().is_emblem(object.card))
    }

    /// The emblems that were made in the game, in that order (CR 114).
    pub fn emblems(self) -> impl Iterator<Item = Emblem> + 'a {
        self.state().all_emblems()
    }

    /// The card whose name people call an object by: of an emblem and its abilities the one that made it, as most have no name (CR 114.3).
    pub fn called(self, object: &Object) -> CardId {
        self.eye().called(object)
    }

    /// The cards that lead decks, and what is remembered of them: all of it is public (CR 903.3).
    pub fn commanders(self) -> &'a [Commander] {
        &self.state().commanders
    }

    /// Returns whether an object is a commander.
    pub fn is_commander(self, object: &Object) -> bool {
        self.eye().commander(object).is_some()
    }

    /// Who is the monarch (CR 724).
    pub fn monarch(self) -> Option<Player> {
        self.state().monarch
    }

    /// Who has the initiative (CR 725).
    pub fn initiative(self) -> Option<Player> {
        self.state().initiative
    }

    /// Whether it is day or night.
    pub fn daytime(self) -> gauntlet_cards::designation::Daytime {
        self.state().daytime
    }

    /// The reference to the object at a place.
    pub fn id(self, index: u16) -> ObjectId {
        self.state().id(index)
    }

    /// The object as it is or last was, on the battlefield or the stack: what leaves these has been seen by all (CR 708.9).
    pub fn last_known(self, id: ObjectId) -> Option<&'a Object> {
        if self.state().get(id).is_some() { self.object(id.index) } else { self.state().last_known(id) }
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

    /// Returns whether a creature could block another.
    pub fn can_block(self, blocker: ObjectId, attacker: ObjectId) -> bool {
        match (self.state().get(blocker), self.state().get(attacker)) {
            (Some(b), Some(a)) => {
                b.is_creature()
                    && !b.is(Flags::TAPPED)
                    && !b.restrictions.contains(gauntlet_cards::keyword::Restrictions::CANT_BLOCK)
                    && self.eye().can_block(blocker, b, attacker, a)
            }
            _ => false,
        }
    }

    /// The greatest number of mana that the viewer could spend now.
    pub fn available_mana(self) -> u32 {
        let plain = self.eye().plain_sources(self.viewer, &[], Purpose::Other, |_, rank| rank);
        if let Some(plain) = plain {
            return plain.len() as u32;
        }
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

    /// What the viewer is told of the other's deck before the game.
    pub fn assumed(self) -> &'a Assumed {
        beliefs::assumed(&self.position.told, self.viewer)
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

    /// Returns whether an object fits a filter.
    ///
    /// False for filters that count hidden cards.
    pub fn fits(self, filter: &Filter, from: Standpoint, id: ObjectId) -> bool {
        let Some(object) = self.object(id.index) else { return false };
        filter.is_public() && self.eye().matches(&from.scope(), filter, id, object)
    }

    /// The permanents that fit a filter: [`Visible::fits`] of each.
    pub fn permanents_that_fit(
        self,
        filter: &Filter,
        from: Standpoint,
    ) -> impl Iterator<Item = (ObjectId, &'a Object)> {
        let (eye, scope) = (self.eye(), from.scope());
        let permanents = filter.is_public().then(|| self.permanents()).into_iter().flatten();
        permanents.filter(move |(id, object)| eye.matches(&scope, filter, *id, object))
    }

    /// Returns whether a filter that is written on something of `you` may be fitted by an object: what is quick to ask doesn't say that it
    /// isn't.
    pub fn may_fit(self, filter: &Filter, you: Player, object: &Object) -> bool {
        let types = object.characteristics.types;
        filter.tests.iter().all(|test| match test {
            Test::Types(wanted) => types.intersects(*wanted),
            Test::AllTypes(wanted) => types.contains(*wanted),
            Test::NotTypes(unwanted) => !types.intersects(*unwanted),
            Test::Controller(PlayerFilter::You) => object.controller == you,
            Test::Controller(PlayerFilter::Opponent) => object.controller != you,
            Test::AnyOf(filters) => filters.iter().any(|filter| self.may_fit(filter, you, object)),
            _ => true,
        })
    }

    /// Returns whether a target could be chosen for a spec of a spell or ability that `card` is or has. The source of `from` is the
    /// object whose ability it is, or none for a spell that is not cast yet.
    pub fn legal_target(self, spec: &TargetSpec, from: Standpoint, card: CardId, target: Target) -> bool {
        if !spec.objects.iter().all(|(_, filter)| filter.is_public()) {
            return false;
        }
        let scope = from.scope();
        match self.state().get(from.source) {
            Some(object) => self.eye().still_legal(&scope, spec, target, object),
            None => self.eye().still_legal(&scope, spec, target, &self.eye().as_object(card, from.you, Zone::Stack)),
        }
    }
}

impl Modes {
    /// The parts of the script that were chosen, in order.
    pub fn chosen(&self) -> &[u8] {
        &self.parts[..self.count as usize]
    }
}
