//! What players may do before the first turn with cards of their hands (CR 103.5b, 103.6).

use gauntlet_cards::ability::{AbilityKind, StaticEffect};
use gauntlet_cards::card::CardId;
use gauntlet_cards::effect::Destination;
use gauntlet_cards::filter::Zone;
use gauntlet_core::{Audience, Player};

use crate::choosing::YES_OR_NO;
use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::{Engine, Flow};
use crate::evaluate::Eye;
use crate::state::{DelayedTrigger, Flags, Learned, ObjectId};
use crate::task::Task;

impl Eye<'_> {
    /// Returns whether a card of an opening hand may be revealed; if not, it may begin the game on the battlefield (CR 103.6).
    pub(crate) fn reveals_at_opening(self, player: Player, place: u16) -> bool {
        let Some(hidden) = self.s.hands[player].get(usize::from(place)) else { return false };
        self.pool.card(hidden.card).abilities.iter().any(|id| match &self.pool.ability(*id).kind {
            AbilityKind::Static(ability) => matches!(ability.effect, StaticEffect::MayReveal(..)),
            _ => false,
        })
    }
}

impl Engine<'_> {
    /// The first turn begins, after what may be done with opening hands.
    pub(crate) fn begin_first_turn(&mut self) {
        if Player::BOTH.iter().any(|player| self.opening_permission(*player, 0).is_some()) {
            self.s.tasks.push(Task::OpeningHands(self.s.starting, 0));
            return;
        }
        self.hands_are_ready();
    }

    /// The first turn begins, unless something stands before it (CR 726.4).
    fn hands_are_ready(&mut self) {
        if self.s.tasks.is_empty() {
            self.first_turn();
        }
    }

    /// What a card may be used for in an opening hand, or any time its owner could mulligan.
    fn permission(&self, card: CardId, wanted: impl Fn(&StaticEffect) -> bool) -> Option<&StaticEffect> {
        let abilities = self.pool.card(card).abilities.iter();
        let mut effects = abilities.filter_map(|id| match &self.pool.ability(*id).kind {
            AbilityKind::Static(ability) => Some(&ability.effect),
            _ => None,
        });
        effects.find(|effect| wanted(effect))
    }

    /// The first card of a player's opening hand, from a place on, that may begin the game on the battlefield or be revealed, and which of
    /// them (CR 103.6).
    fn opening_permission(&self, player: Player, from: u16) -> Option<(u16, &StaticEffect)> {
        let asks =
            |effect: &StaticEffect| matches!(effect, StaticEffect::MayBeginOnBattlefield | StaticEffect::MayReveal(..));
        let hand = &self.s.hands[player];
        (from..hand.len() as u16).find_map(|place| Some((place, self.permission(hand[usize::from(place)].card, asks)?)))
    }

    /// CR 103.6: beginning with the player who goes first, each may do so with any such cards.
    pub(crate) fn opening_hands(&mut self, player: Player, from: u16) -> Flow {
        let mut from = from;
        match self.s.answer.take() {
            Some(Action::Yes) => match self.use_opening_card(player, from) {
                Some(next) => from = next,
                None => return Flow::Go,
            },
            Some(_) => from += 1,
            None => {}
        }
        let Some((place, _)) = self.opening_permission(player, from) else {
            if player == self.s.starting {
                return self.opening_hands(!player, 0);
            }
            // CR 103.6a: nothing has entered during the game.
            self.s.pending.clear();
            self.hands_are_ready();
            return Flow::Go;
        };
        self.offer_these(YES_OR_NO);
        self.ask(
            Task::OpeningHands(player, place),
            player,
            DecisionKind::May,
            ObjectId::NONE,
            Particulars::Progress(place),
        )
    }

    /// A card of an opening hand is put onto the battlefield or revealed. From where in the hand to go on; `None`: that is a task now.
    fn use_opening_card(&mut self, player: Player, place: u16) -> Option<u16> {
        let effect = self.opening_permission(player, place).map(|(_, effect)| effect.clone());
        let id = self.set_aside(player, Zone::Hand, usize::from(place));
        let Some(StaticEffect::MayReveal(ability, until)) = effect else {
            self.s.tasks.push(Task::OpeningHands(player, place));
            self.s.tasks.push(Task::BeginOnBattlefield(player, id));
            return None;
        };
        // CR 103.6b: what it does then it does as the card that all have seen.
        self.object(id.index).flags |= Flags::SEEN_BY_ALL;
        self.tell(Audience::Everyone, |eye| format!("{} reveals {}.", eye.player_name(player), eye.object_name(id)));
        self.s.delayed.push(DelayedTrigger::new(ability, until, id, player, self.s.turn));
        self.move_object(id, &Destination::to(Zone::Hand));
        if let Some(mut hidden) = self.s.hands[player].pop() {
            hidden.show(!player, Learned::Revealed);
            self.s.hands[player].insert(usize::from(place), hidden);
        }
        Some(place + 1)
    }

    /// A card that was put aside begins the game on the battlefield: first what is chosen as it enters (CR 614.12a).
    pub(crate) fn begin_on_battlefield(&mut self, player: Player, id: ObjectId) -> Flow {
        self.s.tasks.push(Task::BeginOnBattlefield(player, id));
        if !self.choose_how_to_enter(id, player) {
            self.s.tasks.pop();
            self.move_object(id, &Destination::to(Zone::Battlefield));
        }
        Flow::Go
    }

    /// Returns whether a player who could mulligan may draw their hand again instead (CR 103.5b).
    pub(crate) fn may_redraw(&self, player: Player) -> bool {
        let redraws = |effect: &StaticEffect| *effect == StaticEffect::MayRedraw;
        self.s.hands[player].iter().any(|hidden| self.permission(hidden.card, redraws).is_some())
    }

    /// The player exiles all the cards from their hand and draws as many.
    pub(crate) fn redraw(&mut self, player: Player) {
        let count = self.s.hands[player].len();
        self.tell(Audience::Everyone, |eye| {
            format!("{} exiles {count} cards and draws as many.", eye.player_name(player))
        });
        for _ in 0..count {
            let id = self.set_aside(player, Zone::Hand, 0);
            self.move_object(id, &Destination::to(Zone::Exile));
        }
        // The game hasn't begun.
        self.s.pending.clear();
        self.draw_opening(player, count);
    }
}
