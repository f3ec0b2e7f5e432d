//! The engine at work on a position: the loop from one decision to the next.

mod procedure;

pub(crate) use self::procedure::{AtOnce, Before};

use gauntlet_cards::card::Pool;
use gauntlet_cards::filter::{CounterKind, Objects};
use gauntlet_cards::keyword::EventKinds;
use gauntlet_core::{Audience, Outcome, Player, Reason};
use smallvec::SmallVec;

use crate::decision::{Action, Decision, DecisionKind, Particulars};
use crate::evaluate::Eye;
use crate::legal::KeptLists;
use crate::options::Options;
use crate::payment::Payment;
use crate::state::{Learned, Object, ObjectId, Range, StackItem, State};
use crate::task::{Resolve, Scope, Task};
use crate::windows::Asking;

/// A position, the cards that it refers to, and the options of the game.
pub(crate) struct Engine<'a> {
    pub(crate) s: &'a mut State,
    pub(crate) pool: &'a Pool,
    pub(crate) options: &'a Options,
    /// A buffer for payments, so that they allocate nothing once warm.
    pub(crate) payment: &'a mut Payment,
    /// What players could do when that was last asked.
    pub(crate) kept: &'a mut KeptLists,
    /// This is a copy on which something is tried: nothing is tried on copies of it.
    pub(crate) probing: bool,
    /// While damage is dealt at one time: what it adds up to so far.
    pub(crate) at_once: Option<AtOnce>,
    /// While counters are put at one time: those that were put so far, and who put them.
    pub(crate) counting: Option<SmallVec<[PutCounters; 8]>>,
    /// While permanents enter at one time: what the others mustn't see yet.
    pub(crate) arrivals: Arrivals,
    /// In which windows the players want to be asked.
    pub(crate) asking: Asking,
    /// The position before the procedure at work, where replacement effects could meet in it.
    pub(crate) before: &'a mut Before,
}

/// Counters that were put on an object: of which kind, how many, and by whom.
pub(crate) type PutCounters = (ObjectId, CounterKind, u16, Player);

/// What has been put onto the battlefield, but is still to be announced together with what enters at the same time.
#[derive(Default)]
pub(crate) struct Arrivals {
    /// How many permanents, the last ones of the battlefield, have entered so far.
    pub(crate) permanents: usize,
    /// The counters that they entered with, and who put them.
    pub(crate) counters: SmallVec<[PutCounters; 4]>,
}

/// How many procedures may follow each other without a choice before the game is taken to be in a loop of mandatory actions. A
/// game in which nobody ever has a choice is over after a few thousand.
const FORCED_LIMIT: u32 = 25_000;

/// Whether a procedure waits for an answer or the loop goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    /// `decision` and `choices` say what is asked.
    Ask,
    /// Go on.
    Go,
}

impl<'a> Engine<'a> {
    /// The position, for reading.
    #[inline]
    pub(crate) fn eye(&self) -> Eye<'_> {
        Eye::of(self.s, self.pool)
    }

    /// What is found on a copy of the position, for questions about what would be; the game isn't touched.
    pub(crate) fn on_a_copy<T>(&self, find: impl FnOnce(&mut Engine<'_>) -> T) -> T {
        Engine::on_a_copy_of(self.s, self.pool, self.options, find)
    }

    /// The same of any position.
    pub(crate) fn on_a_copy_of<T>(
        s: &State,
        pool: &Pool,
        options: &Options,
        find: impl FnOnce(&mut Engine<'_>) -> T,
    ) -> T {
        find(&mut Engine {
            s: &mut s.clone(),
            pool,
            options,
            payment: &mut Payment::default(),
            kept: &mut KeptLists::default(),
            before: &mut Before::default(),
            asking: Asking::default(),
            probing: true,
            at_once: None,
            counting: None,
            arrivals: Arrivals::default(),
        })
    }

    /// Takes the answer to the decision and goes on to the next one.
    pub(crate) fn answer(&mut self, action: Action) {
        self.count_answer(action);
        self.s.answer = Some(action);
        self.run();
    }

    /// An answer to the decision is given.
    pub(crate) fn count_answer(&mut self, action: Action) {
        self.s.actions += 1;
        if self.s.actions >= self.options.max_actions {
            self.finish(None, Reason::ActionLimit);
        }
        if self.s.decision.kind == DecisionKind::Priority {
            self.look_for_a_loop(action);
        } else if !matches!(self.s.decision.kind, DecisionKind::OrderTriggers | DecisionKind::Target) {
            // Other choices could be what goes round in the loop: nobody must make them so (CR 104.4b).
            self.s.idle = 0;
        }
    }

    /// Goes on until a player must choose or the game is over. Forced choices are made here (one legal action).
    pub(crate) fn run(&mut self) {
        self.asking.forced = 0;
        loop {
            // CR 104.4b: nobody has a choice in what goes on, and it goes on forever.
            self.asking.forced += 1;
            if self.asking.forced > FORCED_LIMIT {
                self.finish(None, Reason::DrawByRule);
            }
            if self.s.outcome.is_some() && !self.s.outer.is_empty() && self.s.actions < self.options.max_actions {
                self.note_change();
                self.end_subgame();
                continue;
            }
            if self.s.outcome.is_some() {
                self.s.decision = Decision::NONE;
                self.s.choices.clear();
                return;
            }
            self.keep_before();
            // Where nothing attacks or blocks, to declare so changes nothing; where something does, that is said there.
            if !matches!(self.s.tasks.last(), None | Some(Task::Attackers(_) | Task::Blockers(_))) {
                self.note_change();
            }
            let flow = match self.s.tasks.pop() {
                None => self.priority(),
                Some(Task::Mulligans(task)) => self.mulligans(task),
                Some(Task::Announce(task)) => self.announce(task),
                Some(Task::Resolve(task)) => self.resolve(task),
                Some(Task::ChooseHost(player, id, face)) => self.host_chosen(player, id, face),
                Some(Task::MakeMana(task)) => self.make_mana(task),
                Some(Task::TurnBegins) => self.turn_begins(),
                Some(Task::ResolvePermanent) => self.resolve_permanent(),
                Some(Task::PlayLand(player, id)) => self.play_land(player, id),
                Some(Task::Attackers(next)) => self.declare_attackers(next),
                Some(Task::Attacked(id)) => self.choose_attacked(id),
                Some(Task::TakeShieldCounter(id)) => {
                    if self.s.get(id).is_some() {
                        self.take_counters(id.index, CounterKind::SHIELD, 1);
                    }
                    Flow::Go
                }
                Some(Task::Exert(next)) => self.exert_attackers(next),
                Some(Task::Bands(next)) => self.declare_bands(next),
                Some(Task::Enlist(next, ability)) => self.enlist_for_attackers(next, ability),
                Some(Task::CombatTax(blocking, chosen)) => self.pay_declaration(blocking, chosen),
                Some(Task::Blockers(next)) => self.declare_blockers(next),
                Some(Task::CombatDamage(task)) => self.combat_damage(task),
                Some(Task::ReturnExiled) => self.return_exiled(),
                Some(Task::Draws(task)) => self.draws(task),
                Some(Task::Miracle(player, card)) => self.miracle(player, card),
                Some(Task::Untap(next)) => self.choose_untaps(next),
                Some(Task::SkipTurn(player, extra, from)) => self.choose_skip(player, extra, from),
                Some(Task::UntapSome(chosen)) => self.choose_limited_untaps(chosen),
                Some(Task::FirstTurn) => {
                    self.first_turn();
                    Flow::Go
                }
                Some(Task::OpeningHands(player, from)) => self.opening_hands(player, from),
                Some(Task::BeginOnBattlefield(player, id)) => self.begin_on_battlefield(player, id),
                Some(Task::Cleanup) => self.discard_to_hand_size(),
                Some(Task::LegendRule(player, one)) => self.legend_rule(player, one),
                Some(Task::CommandZone(id)) => self.return_to_command_zone(id),
                Some(Task::OrderTriggers(player)) => self.order_triggers(player),
                Some(Task::Order(held, decision)) => {
                    self.order_chosen(held, decision);
                    continue;
                }
            };
            let flow = self.ask_for_order(flow);
            if flow == Flow::Ask {
                assert!(!self.s.choices.is_empty(), "a decision without a legal action: {:?}", self.s.decision);
                if self.s.choices.len() > 1 || self.options.ask_forced {
                    self.remember_decks();
                    return;
                }
                self.s.answer = Some(self.s.choices[0]);
            }
        }
    }

    /// Notes what players see of each other's decks, if they aren't told the lists: later it may be hidden again.
    #[inline]
    pub(crate) fn remember_decks(&mut self) {
        if self.options.remembers {
            self.s.remember_decks(self.pool);
        }
    }

    /// Who makes the choices of a player: whoever controls their turn (CR 722.5), and sees what they see (CR 722.4).
    pub(crate) fn decider(&mut self, player: Player) -> Player {
        if self.s.controlled & (1 << player.index()) == 0 {
            return player;
        }
        self.note_change();
        for hidden in &mut self.s.hands[player] {
            hidden.show(!player, Learned::LookedAt);
        }
        !player
    }

    /// Puts a procedure back to wait for the answer to what is in `choices`.
    pub(crate) fn ask(
        &mut self,
        task: Task,
        player: Player,
        kind: DecisionKind,
        about: ObjectId,
        detail: Particulars,
    ) -> Flow {
        let player = self.decider(player);
        self.s.decision = Decision { player, kind, about, detail };
        self.s.tasks.push(task);
        // What is chosen while a cost is being paid by hand must leave it payable.
        if !self.s.by_hand.is_empty() {
            self.keep_what_can_be_completed();
            if self.pays_all_by_hand() {
                self.s.decision = Decision::NONE;
                return Flow::Go;
            }
        }
        Flow::Ask
    }

    /// Ends the game.
    pub(crate) fn finish(&mut self, winner: Option<Player>, reason: Reason) {
        if self.s.outcome.is_none() {
            self.s.outcome = Some(Outcome { winner, reason });
        }
    }

    /// Adds objects to those of a register.
    pub(crate) fn add_objects(&mut self, task: &mut Resolve, register: u8, objects: &Objects) {
        let before = task.scope.registers[usize::from(register)];
        let start = self.s.scratch.len() as u16;
        self.s.scratch.extend_from_within(usize::from(before.start)..usize::from(before.end));
        let scope = task.scope;
        self.gather(&scope, objects);
        task.scope.registers[usize::from(register)] = Range { start, end: self.s.scratch.len() as u16 };
    }

    /// Puts the objects that are meant at the end of the scratch list.
    pub(crate) fn gather(&mut self, scope: &Scope, objects: &Objects) -> Range {
        let list = self.list(scope, objects);
        let start = self.s.scratch.len() as u16;
        self.s.scratch.extend(list);
        Range { start, end: self.s.scratch.len() as u16 }
    }

    /// The object at a place, to change it.
    #[inline]
    pub(crate) fn object(&mut self, index: u16) -> &mut Object {
        &mut self.s.objects[index as usize]
    }

    /// The object, if it is still the same, to change it.
    #[inline]
    pub(crate) fn get_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        self.s.objects.get_mut(id.index()).filter(|object| object.generation == id.generation)
    }

    /// Returns whether anything may trigger on such events.
    #[inline]
    pub(crate) fn watches(&self, kinds: EventKinds) -> bool {
        self.s.watched.intersects(kinds)
            || self.watched_elsewhere(kinds)
            || !self.s.delayed.is_empty()
            || self.pool.firsts.1.intersects(kinds)
    }

    /// Returns whether abilities that work in graveyards, exile or hands may trigger on such events.
    #[inline]
    pub(crate) fn watched_elsewhere(&self, kinds: EventKinds) -> bool {
        self.s.elsewhere && self.pool.watched_elsewhere.intersects(kinds)
    }

    /// Something has changed that lists of legal actions may look at.
    #[inline]
    pub(crate) fn note_change(&mut self) {
        self.kept.note_change();
    }

    /// Something changed that characteristics or state-based actions may depend on.
    pub(crate) fn touch(&mut self) {
        self.note_change();
        self.s.check_needed = true;
        self.s.layers_needed = true;
        self.s.arrived_from = None;
    }

    /// Creatures have been declared as attackers or blockers: characteristics depend on that only if something says so.
    pub(crate) fn touch_combat(&mut self) {
        self.note_change();
        self.s.check_needed = true;
        self.s.layers_needed |= self.s.layers_volatile;
    }

    /// Writes that a spell or ability resolves, unless its announcement was the last thing written: then that goes without
    /// saying.
    pub(crate) fn tell_resolution(&mut self, item: &StackItem, how: &str) {
        if let Some(journal) = &self.s.journal {
            let eye = self.eye();
            if journal.lines().last().is_none_or(|last| last.text != eye.announcement(item)) {
                let line = format!("{} {how}.", eye.item_name(item));
                self.tell(Audience::Everyone, |_| line);
            }
        }
    }

    /// Writes a line of the journal, if there is one, for those who may read it. [`Eye::object_name`] names what they all know.
    pub(crate) fn tell(&mut self, audience: Audience, line: impl FnOnce(Eye<'_>) -> String) {
        if self.s.journal.is_some() {
            let line = line(self.eye());
            if let Some(journal) = &mut self.s.journal {
                journal.push(audience, line);
            }
        }
    }
}
