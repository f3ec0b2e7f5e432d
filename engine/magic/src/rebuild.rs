//! Positions put together from what one player sees of a game, wherever that is played: an agent of ours can so be asked about a game of
//! another engine.
//!
//! What can't be seen isn't there: the effects of what resolved before (but what they make of objects is, see `effects.rs`), delayed triggers,
//! what happened earlier in the turn. Where the position that was put together before is given, all of that is taken from it as far as it still
//! holds.

mod effects;
mod objects;

use std::sync::Arc;

use gauntlet_cards::card::{AbilityId, CardId, Layout};
use gauntlet_cards::designation::Daytime;
use gauntlet_cards::effect::{DelayedUntil, Duration};
use gauntlet_cards::filter::{CounterKind, Step, Zone};
use gauntlet_cards::keyword::Marks;
use gauntlet_cards::types::{CardTypes, Colors};
use gauntlet_core::{PerPlayer, Player, Seed};

use crate::decision::Decision;
use crate::engine::Engine;
use crate::legal::KeptLists;
use crate::payment::Payment;
use crate::position::Position;
use crate::setup::Setup;
use crate::state::{
    Chosen, EventData, Flags, HiddenCard, Learned, ObjectId, Outside, PendingTrigger, PlayPermission, PlayerInfo,
    State, Target,
};
use crate::task::{CombatDamage, Mulligans, Resolve, Round, Task};

/// What a player sees of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Seen {
    /// Who sees it.
    pub viewer: Player,
    /// The number of the turn; 0 before the first.
    pub turn: u32,
    /// Whose turn it is.
    pub active: Player,
    /// The step.
    pub step: Step,
    /// Day or night.
    pub daytime: Daytime,
    /// Who is the monarch.
    pub monarch: Option<Player>,
    /// Who has the initiative.
    pub initiative: Option<Player>,
    /// Both players.
    pub players: PerPlayer<SeenPlayer>,
    /// What lies on the battlefield, in graveyards, in exile and in the command zone, in the order of each zone.
    pub objects: Vec<SeenObject>,
    /// The stack, its bottom first.
    pub stack: Vec<SeenItem>,
}

/// What is seen of a player.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SeenPlayer {
    /// Life.
    pub life: i32,
    /// Poison counters.
    pub poison: u8,
    /// Energy counters.
    pub energy: u16,
    /// Experience counters.
    pub experience: u16,
    /// Rad counters.
    pub rad: u16,
    /// Floating mana: W, U, B, R, G, colourless.
    pub mana: [u8; 6],
    /// Lands played this turn.
    pub lands_played: u8,
    /// Mulligans taken.
    pub mulligans: u8,
    /// The city's blessing.
    pub blessed: bool,
    /// How often the Ring has tempted them.
    pub tempted: u8,
    /// Their speed.
    pub speed: u8,
    /// The hand, cards that aren't known dealt as they could be.
    pub hand: Vec<SeenCard>,
    /// The library, the bottom first, in the same way.
    pub library: Vec<SeenCard>,
}

/// A card of a hand or library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeenCard {
    /// Which card it is, or could be.
    pub card: CardId,
    /// From what the viewer knows that it is there.
    pub learned: Option<Learned>,
}

/// An object outside hands, libraries and the stack.
#[derive(Clone, PartialEq, Debug)]
pub struct SeenObject {
    /// What it is called: the caller gives the same object the same id in all positions of a game, and no two of one position the same place.
    pub id: ObjectId,
    /// The card or face that is up.
    pub card: CardId,
    /// Where it is.
    pub zone: Zone,
    /// Whose it is.
    pub owner: Player,
    /// Who controls it.
    pub controller: Player,
    /// Whether it is tapped, a token, sick, attacking, blocking, blocked, phased out.
    pub flags: Flags,
    /// Designations.
    pub marks: Marks,
    /// Marked damage.
    pub damage: u16,
    /// Its counters.
    pub counters: Vec<(CounterKind, u16)>,
    /// What it is attached to.
    pub attached_to: Option<ObjectId>,
    /// What it attacks.
    pub attacks: Option<Target>,
    /// What it blocks.
    pub blocks: Vec<ObjectId>,
    /// What was chosen for it.
    pub chosen: Option<Chosen>,
    /// The level of a Class.
    pub level: Option<u8>,
    /// What exiled it and may return it.
    pub exiled_by: Option<ObjectId>,
    /// What it is after continuous effects.
    pub shown: Option<Shown>,
}

/// What a permanent is after continuous effects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shown {
    /// Card types.
    pub types: CardTypes,
    /// Colours.
    pub colors: Colors,
    /// Power and toughness, of a creature.
    pub size: Option<(i16, i16)>,
    /// The keywords without parameters, if they are told.
    pub keywords: Option<gauntlet_cards::keyword::Keywords>,
}

/// A spell or ability on the stack.
#[derive(Clone, PartialEq, Debug)]
pub struct SeenItem {
    /// What it is called.
    pub id: ObjectId,
    /// The card that it is, or whose ability it is.
    pub card: CardId,
    /// The ability whose script it follows.
    pub ability: AbilityId,
    /// Whether it is an ability.
    pub is_ability: bool,
    /// Whether it is a copy of a spell.
    pub copy: bool,
    /// Whose it is.
    pub owner: Player,
    /// Who controls it.
    pub controller: Player,
    /// The source of an ability.
    pub source: Option<ObjectId>,
    /// Its targets; none where one is gone.
    pub targets: Vec<Option<Target>>,
    /// What each gets of what is divided; nothing if nothing is.
    pub shares: Vec<u16>,
    /// The modes.
    pub modes: Vec<u8>,
    /// The value of X.
    pub x: u8,
}

/// What the game is at.
#[derive(Clone, PartialEq, Debug)]
pub enum Moment {
    /// The viewer has priority; the other player may have passed.
    Priority {
        /// Whether they have.
        passed: bool,
    },
    /// Attackers are declared.
    Attackers,
    /// Blockers are declared.
    Blockers,
    /// Combat damage is assigned.
    CombatDamage,
    /// Opening hands are kept or not.
    Mulligan,
    /// That many cards go to the bottom after mulligans.
    Bottom(u8),
    /// Cards are discarded to the maximum hand size.
    Cleanup,
    /// The untap step begins.
    Untap,
    /// What is on top of the stack resolves.
    Resolution,
    /// These triggered abilities are put on the stack.
    Triggers(Vec<SeenTrigger>),
}

/// A triggered ability that waits to be put on the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeenTrigger {
    /// The ability.
    pub ability: AbilityId,
    /// Of what.
    pub source: ObjectId,
    /// Who controls it.
    pub controller: Player,
    /// What its event was about, if that is told.
    pub about: Option<ObjectId>,
}

impl Position {
    /// The position that a player sees, at the next decision after a moment. What can't be seen is as it was in the
    /// position `before`, an earlier one of the same game, as far as it may still be so.
    ///
    /// Choices with a single answer are asked too, until [`Position::ask_forced`] says otherwise.
    ///
    /// # Panics
    /// Where no such position can be, or the engine can't go on with it.
    pub fn rebuilt(setup: &Setup, seen: &Seen, moment: &Moment, before: Option<&Position>, seed: Seed) -> Position {
        let before = before.filter(|before| Arc::ptr_eq(&before.pool, &setup.pool));
        let mut state = before.map_or_else(|| State::empty(&setup.options, seed), |before| before.state.clone());
        keep_what_lasts(&mut state, seen);
        let mut position = Position {
            state,
            pool: Arc::clone(&setup.pool),
            options: setup.options,
            told: setup.told.clone(),
            payment: Payment::default(),
            kept: KeptLists::default(),
            before: Default::default(),
        };
        position.options.ask_forced = true;
        position.state.renew_streams(seed);
        position.take_over(seen);
        position.put_objects(seen, before.map(|before| &before.state));
        position.put_stack(seen, before.map(|before| &before.state));
        position.settle(seen);
        position.explain_characteristics(seen);
        position.put_into_combat(seen);
        position.begin(seen, moment);
        position
    }

    /// Whether choices with a single answer are asked too.
    pub fn ask_forced(&mut self, asks: bool) {
        self.options.ask_forced = asks;
    }

    /// Asks the same again, of a hand or library that has been settled or with more that may be played: what can be chosen is worked out anew.
    ///
    /// # Panics
    /// Where the engine can't ask again.
    pub fn ask_again(&mut self) {
        self.state.choices.clear();
        self.engine().run();
    }

    /// Lets a player play a card that they are seen to be allowed to play, though nothing in the position says why: this turn, and a card with an
    /// Adventure in exile of which only the `whole` is offered for as long as it stays there (CR 715.3d). What can be chosen is so once it is asked
    /// again.
    pub fn allow_play(&mut self, card: ObjectId, player: Player, whole: bool) {
        let Some(object) = self.state.get(card) else { return };
        let usual = PlayPermission { lands: true, ..PlayPermission::plain(card, player, self.state.turn) };
        let adventure = self.pool.card(self.pool.whole(object.card)).layout == Layout::Adventure;
        self.state.permissions.push(match whole && adventure && object.zone == Zone::Exile {
            true => PlayPermission { whole: true, ..usual },
            false => PlayPermission { duration: Duration::EndOfTurn, ..usual },
        });
        self.kept.forget();
    }

    /// Takes over hands and libraries as they are seen, what is put aside out of them left out, and what is seen of the players.
    pub fn settle(&mut self, seen: &Seen) {
        self.kept.forget();
        let viewer = seen.viewer;
        for player in Player::BOTH {
            let see = &seen.players[player];
            let aside = |zone: Zone| {
                let objects = self.state.objects.iter();
                objects.filter(move |object| object.is(Flags::ASIDE) && object.zone == zone && object.owner == player)
            };
            let mut hand: Vec<HiddenCard> = see.hand.iter().map(|card| hidden(card, viewer, Some(player))).collect();
            for object in aside(Zone::Hand) {
                if let Some(place) = hand.iter().position(|hidden| hidden.card == object.printed) {
                    hand.remove(place);
                }
            }
            let mut library: Vec<HiddenCard> = see.library.iter().map(|card| hidden(card, viewer, None)).collect();
            library.truncate(library.len().saturating_sub(aside(Zone::Library).count()));
            (self.state.hands[player], self.state.libraries[player]) = (hand, library);
            let info = &mut self.state.players[player];
            (info.life, info.poison, info.energy, info.experience) = (see.life, see.poison, see.energy, see.experience);
            (info.rad, info.mulligans) = (see.rad, see.mulligans);
            (info.mana, info.lands_played) = (see.mana, see.lands_played);
        }
    }

    /// Takes over what concerns the turn and the players.
    fn take_over(&mut self, seen: &Seen) {
        let s = &mut self.state;
        s.outcome = None;
        (s.turn, s.active, s.step, s.priority) = (seen.turn, seen.active, seen.step, seen.viewer);
        (s.daytime, s.monarch, s.initiative) = (seen.daytime, seen.monarch, seen.initiative);
        s.main_phases = match seen.step {
            Step::Untap | Step::Upkeep | Step::Draw => 0,
            Step::PostcombatMain | Step::End | Step::Cleanup => s.main_phases.max(2),
            _ => s.main_phases.max(1),
        };
        let fought = !matches!(seen.step, Step::Untap | Step::Upkeep | Step::Draw | Step::PrecombatMain);
        s.combat_phases = if fought { s.combat_phases.max(1) } else { 0 };
        s.attackers_declared = fought && seen.step != Step::BeginCombat;
        for player in Player::BOTH {
            let (see, info) = (&seen.players[player], &mut s.players[player]);
            (info.blessed, info.tempted, info.speed) = (see.blessed, see.tempted, see.speed);
            let turns = (seen.turn + u32::from(player == Player::FIRST)) / 2;
            info.turns_begun = turns.min(u32::from(PlayerInfo::MOST_TURNS)) as u8;
        }
        let mut cards = seen.objects.iter().map(|object| object.card);
        let hidden = seen.players.0.iter().flat_map(|player| player.hand.iter().chain(&player.library));
        let all: Vec<CardId> = cards.by_ref().chain(hidden.map(|card| card.card)).collect();
        s.elsewhere = all.iter().any(|card| self.pool.works_elsewhere(self.pool.whole(*card)));
        s.elsewhere_layers = all.iter().any(|card| self.pool.card(self.pool.whole(*card)).derived.continuous_elsewhere);
    }

    /// The game goes on from a moment to the next decision.
    fn begin(&mut self, seen: &Seen, moment: &Moment) {
        let mut engine = self.engine();
        // What was done to put the position together is no event of the game.
        engine.s.pending.clear();
        (engine.s.passes, engine.s.check_needed) = (0, true);
        match moment {
            Moment::Priority { passed } => engine.s.passes = u8::from(*passed),
            Moment::Attackers => {
                engine.s.priority = seen.active;
                engine.s.tasks.push(Task::Attackers(0));
            }
            Moment::Blockers => {
                engine.s.priority = seen.active;
                engine.s.tasks.push(Task::Blockers(0));
            }
            Moment::CombatDamage => {
                engine.s.priority = seen.active;
                engine.s.assigned.clear();
                engine.s.tasks.push(Task::CombatDamage(CombatDamage::of(Round::Attackers, 0)));
            }
            Moment::Mulligan => {
                engine.s.tasks.push(Task::Mulligans(Mulligans { again: 0, ..Mulligans::begin(seen.viewer) }));
            }
            Moment::Bottom(count) => {
                let kept = 1 << seen.viewer.index();
                let task = Mulligans { kept, again: 0, to_bottom: *count, ..Mulligans::begin(seen.viewer) };
                engine.s.tasks.push(Task::Mulligans(task));
            }
            Moment::Cleanup => {
                engine.s.priority = seen.active;
                engine.s.tasks.push(Task::Cleanup);
            }
            Moment::Untap => {
                engine.s.priority = seen.active;
                engine.s.tasks.push(Task::Untap(0));
            }
            Moment::Resolution => {
                engine.s.priority = seen.active;
                engine.resolve_again();
            }
            Moment::Triggers(triggers) => {
                engine.s.priority = seen.active;
                let pending = triggers.iter().map(|trigger| PendingTrigger {
                    ability: trigger.ability,
                    source: trigger.source,
                    controller: trigger.controller,
                    event: EventData { object: trigger.about.unwrap_or(trigger.source), ..EventData::NONE },
                    memory: None,
                    x: None,
                    turned: None,
                });
                engine.s.pending.extend(pending);
            }
        }
        engine.run();
    }
}

impl Engine<'_> {
    /// What is on top of the stack resolves from its beginning on. It did begin to: whether its targets are legal was seen to then, and some may
    /// be gone by what it has done since.
    fn resolve_again(&mut self) {
        let Some(item) = self.s.stack.last().copied() else {
            self.s.passes = 2;
            return;
        };
        let object = &self.s.objects[item.object.index()];
        if !object.is(Flags::ABILITY) && self.pool.card(object.card).is_permanent() {
            self.s.tasks.push(Task::ResolvePermanent);
            return;
        }
        let mut task = Resolve::of(item, self.s.scratch.len() as u16);
        task.began = self.s.clock;
        task.scope.history = self.s.history.len() as u32;
        self.recall(&mut task);
        self.s.tasks.push(Task::Resolve(task));
    }
}

/// A card of a hand or library as it is known to the viewer, and to who holds it.
fn hidden(card: &SeenCard, viewer: Player, holder: Option<Player>) -> HiddenCard {
    let mut hidden = HiddenCard::unknown(card.card);
    if let Some(holder) = holder {
        hidden.show(holder, Learned::LookedAt);
    }
    if let Some(learned) = card.learned.filter(|_| holder != Some(viewer)) {
        hidden.show(viewer, learned);
    }
    hidden
}

/// Which turn it is among regular and extra ones (CR 500.7), and who controls it (CR 722.1), where the earlier position was in another turn:
/// what waited in it may be what has come. Of a turn of which nothing else is known it is taken that it is a regular one.
fn follow_turns(s: &mut State, seen: &Seen) {
    let next = s.turn + 1 == seen.turn && s.turn > 0;
    s.extra_turn = next && s.extra_turns.pop() == Some(seen.active);
    if !s.extra_turn {
        s.extra_turns.clear();
        s.regular = seen.active;
    }
    let waiting = if next { s.controlled_next } else { 0 };
    s.controlled = waiting & 1 << seen.active.index();
    s.controlled_next = waiting & !s.controlled;
    let mut after = if next { s.extra_after_next } else { PerPlayer([0; 2]) };
    for _ in 0..std::mem::take(&mut after[seen.active]) {
        s.extra_turns.push(seen.active);
    }
    s.extra_after_next = after;
}

/// Of an earlier position what may still be so: what is seen now will be put in its place, and what ends with a turn has ended in another one.
fn keep_what_lasts(s: &mut State, seen: &Seen) {
    let new_turn = s.turn != seen.turn;
    for player in Player::BOTH {
        s.libraries[player].clear();
        s.hands[player].clear();
        s.graveyards[player].clear();
        s.found.graveyard_uses[player] = 0;
    }
    s.exile.clear();
    s.command.clear();
    s.battlefield.clear();
    s.phased.clear();
    s.stack.clear();
    s.targets.clear();
    s.tasks.clear();
    s.scratch.clear();
    s.pending.clear();
    s.counters.clear();
    s.granted.clear();
    s.forbidden.clear();
    s.blocks.clear();
    s.bands.clear();
    s.last_known.clear();
    s.last_sizes.clear();
    s.left_stack.clear();
    s.lapses.clear();
    s.last_counters.clear();
    s.last_blocks.clear();
    s.last_attached.clear();
    s.entering.clear();
    s.links.clear();
    s.ordered.clear();
    s.orders.clear();
    s.drawn_by.clear();
    s.by_hand.clear();
    s.restricted_mana.clear();
    s.emblems.clear();
    s.returning.clear();
    s.unkept_legends.clear();
    s.outer.clear();
    s.choices.clear();
    s.assigned.clear();
    s.texts.clear();
    s.pairs.clear();
    s.outside = Outside::default();
    (s.answer, s.decision, s.actions, s.idle, s.idle_mark) = (None, Decision::NONE, 0, 0, 0);
    (s.entering_host, s.arriving, s.turn_ends, s.unpreventable) = (None, None, false, false);
    s.cause = None;
    (s.first_strike_step, s.cleanup_again, s.resume, s.blocks_chosen_by) = (false, false, None, None);
    s.extra_phases.clear();
    if !new_turn {
        return;
    }
    follow_turns(s, seen);
    s.history.clear();
    s.history_last_turn.clear();
    s.firsts.clear();
    s.uses.clear();
    s.done.clear();
    s.shields.clear();
    s.must_block.clear();
    s.cant_block.clear();
    (s.main_phases, s.combat_phases, s.creatures_died) = (0, 0, 0);
    let lasts = |duration: Duration| !matches!(duration, Duration::EndOfTurn | Duration::EndOfCombat);
    s.effects.retain(|effect| lasts(effect.duration));
    s.player_effects.retain(|effect| lasts(effect.duration));
    s.permissions.retain(|permission| lasts(permission.duration));
    s.delayed.retain(|delayed| !matches!(delayed.until, DelayedUntil::EventThisTurn | DelayedUntil::NextEventThisTurn));
    for player in Player::BOTH {
        let info = &mut s.players[player];
        info.spells_last_turn = if s.turn + 1 == seen.turn { info.spells_cast } else { 0 };
        info.life_lost_last_turn = if s.turn + 1 == seen.turn { info.life_lost } else { 0 };
        (info.extra_lands, info.cards_drawn, info.drawn_in_draw_step) = (0, 0, false);
        (info.expended, info.spells_cast, info.life_gained, info.life_lost) = (0, 0, 0, 0);
        (info.attackers_declared, info.sped_up) = (0, false);
    }
}
