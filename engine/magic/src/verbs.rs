//! What instructions do: the keyword actions (CR 701) and other effects of resolving scripts. Each family of instructions has a room
//! below; [`Engine::perform`] says which instruction is carried out where.

mod cards;
mod choices;
mod combat;
mod copied_tokens;
mod counters;
mod damage;
mod joint;
mod lasting;
mod later;
mod life;
mod look;
mod mana;
mod moving;
mod permanents;
mod play;
mod sacrifice;
mod search;
mod stack;
mod tokens;
mod turns;
mod vote;

pub(crate) use self::joint::joint;
use gauntlet_cards::effect::{Instr, Recipients};
use gauntlet_cards::filter::{Amount, Objects, Players};
use gauntlet_cards::types::CardTypes;
use gauntlet_core::Player;
use smallvec::SmallVec;

use self::play::Freely;
use crate::engine::Engine;
use crate::evaluate::PlayerSet;
use crate::resolve::After;
use crate::state::{ObjectId, Prevents, Range, Target};
use crate::task::{Resolve, Scope};

/// Damage that is dealt at one time: by whom, to whom, how much.
type Damage = SmallVec<[(ObjectId, Target, i32); 8]>;

impl Engine<'_> {
    /// Carries out one instruction that does something.
    pub(crate) fn perform(&mut self, instr: &Instr, task: &mut Resolve) -> After {
        let scope = &task.scope;
        match instr {
            // Damage (CR 120) and life (CR 119).
            Instr::Damage(..) => self.deal_damage(task),
            // Done with the damage or the counters before it.
            Instr::AndDamage(..) | Instr::AndCounters(..) => {}
            Instr::DamageDivided(source, spec) => self.deal_divided(scope, source, spec.0),
            Instr::DamageShared { source, amount, among, by } => {
                return self.deal_shared(task, source, amount, among, by);
            }
            Instr::Fight(first, second) => self.fight(scope, first, second),
            Instr::PreventDivided(..) | Instr::PreventDamage(..) => self.prevent(task, instr),
            Instr::Shield(shield) => self.add_shields(task, shield),
            Instr::Preventable(can) => self.s.unpreventable = !can,
            Instr::PreventCombatDamage(_) => self.add_shield(task, None, Prevents::All),
            Instr::GainLife(players, amount) => self.players_gain_life(scope, players, amount),
            Instr::LoseLife(players, amount) => self.players_lose_life(task, players, amount),
            Instr::SetLife(players, amount) => self.set_life(scope, players, amount),
            Instr::LifeFor(player, amount) => self.life_for(task, player, amount),
            Instr::ExchangeLife(players) => self.exchange_life(scope, players),

            // Cards of hands and libraries (CR 401, 402).
            Instr::Draw(players, amount) => self.players_draw(task, players, amount),
            Instr::Discard(players, how, register) => return self.discard_cards(task, players, how, *register),
            Instr::Mill(players, amount, register) => self.players_mill(task, players, amount, *register),
            Instr::Shuffle(players) => self.players_shuffle(task, players),
            Instr::Scry(players, amount) => return self.look_and_sort(task, players, amount, true),
            Instr::Surveil(players, amount) => return self.look_and_sort(task, players, amount, false),
            Instr::LookAtTop { player, amount, seen, into } => {
                self.take_own_top(task, player, amount, *seen, *into);
            }
            Instr::LookAtLibrary { viewer, of, amount, into } => self.look_at_library(task, viewer, of, amount, *into),
            Instr::TakeBottom(player, into) => self.take_bottom(task, player, *into),
            Instr::LookAtHand(viewers, players) => self.look_at_hands(scope, viewers, players),
            Instr::Reveal(objects) => self.each_listed(scope, objects, Self::reveal),
            Instr::RevealUntil(players, filter, amount, found, rest) => {
                self.reveal_until(task, players, filter, amount, [*found, *rest]);
            }
            Instr::RevealDrawn(players, register) => self.reveal_drawn(task, players, *register),
            Instr::Search { .. } => return self.search(task, instr),

            // Zone changes (CR 400).
            Instr::Move(objects, destination, register) => {
                return self.move_some(task, objects, destination, *register);
            }
            Instr::TakeFromHand(register) => self.take_source_from_hand(task, *register),
            Instr::Destroy(objects, no_regeneration) => self.destroy_those(task, objects, *no_regeneration),
            Instr::Sacrifice(players, objects) => self.sacrifice_those(task, players, objects),
            Instr::Meld(objects, name) => self.meld(scope, objects, name),
            Instr::Merge(with, under) => self.merge(task, with, under),
            Instr::SacrificeWhile(..) => return self.sacrifice_while(task, instr),
            Instr::SacrificeChosen(players, amount, filter, register) => {
                return self.sacrifice_chosen(task, players, amount, filter, *register);
            }
            Instr::Exploit => self.exploit(task),

            // Counters (CR 122).
            Instr::AddCounters(..) => self.put_counters_on(task),
            Instr::AddCountersDivided(kind, spec) => self.put_counters_divided(task, *kind, spec.0),
            Instr::AddCountersShared { .. } => return self.put_counters_shared(task, instr),
            Instr::PutSameCounters(from, to) => self.put_same_counters(scope, from, to),
            Instr::DoubleCounters(objects) => self.double_counters(scope, objects),
            Instr::RemoveCounters(objects, None, Some(amount)) => {
                return self.remove_chosen_counters(task, objects, amount);
            }
            Instr::RemoveCounters(objects, kind, amount) => {
                self.remove_counters_from(task, objects, *kind, amount.as_ref());
            }
            Instr::MoveCounters(from, to, None, Some(_)) => return self.move_chosen_counter(task, (from, to)),
            Instr::MoveCounters(from, to, kind, n) => self.move_counters_between(task, (from, to), *kind, n.as_ref()),
            Instr::MoveKinds(from, to, which) => return self.move_kinds(task, (from, to), *which),
            Instr::AddPlayerCounters(..) | Instr::LosePlayerCounters(..) => self.change_player_counters(scope, instr),
            Instr::AnotherCounter(to, each) => return self.another_counter(task, to, *each),
            Instr::Proliferate(players) => return self.proliferate(task, players),
            Instr::EnterWith(kind, amount) => self.enter_with_counters(scope, *kind, amount),
            Instr::PayTribute => self.pay_tribute(scope),
            Instr::StayOut => self.stay_out(scope),

            // Tokens (CR 111) and copies (CR 707).
            Instr::CreateToken(_) => self.create_tokens_at_work(task),
            Instr::CreateCopy { .. } => return self.create_copies(instr, task),
            Instr::CopyCards(objects, register) => self.copy_cards(task, objects, *register),
            Instr::EndCopies(objects) => self.each_listed(scope, objects, Self::end_copied_card),

            // Permanents: what they do and become (CR 701).
            Instr::Tap(objects) => self.tap_those(task, objects),
            Instr::Untap(objects) => self.untap_those(task, objects),
            Instr::Attach(what, host) => self.attach_those(scope, what, host),
            Instr::AttachAsToCreature(what, host) => self.attach_as_to_creature(scope, what, host),
            Instr::Unattach(objects) => self.each_listed(scope, objects, Self::unattach),
            Instr::Transform(objects) => {
                self.each_listed(scope, objects, |engine, id| engine.transform(id, task.item.object));
            }
            Instr::TurnFaceUp(objects) => self.each_listed(scope, objects, Self::turn_face_up),
            Instr::TurnFaceDown(objects) => self.each_listed(scope, objects, Self::turn_face_down),
            Instr::Flip(objects) => self.each_listed(scope, objects, Self::flip),
            Instr::Plot(objects) => self.each_listed(scope, objects, Self::plot),
            Instr::Prepare(objects) => self.each_listed(scope, objects, Self::prepare),
            Instr::Unprepare(objects) => self.each_listed(scope, objects, Self::unprepare),
            Instr::BecomeLevel(objects, level) => {
                self.each_listed(scope, objects, |engine, id| engine.become_level(id, *level));
            }
            Instr::Unlock(objects, door) => {
                self.each_listed(scope, objects, |engine, id| engine.unlock(id, *door, scope.you));
            }
            Instr::Regenerate(objects) => self.each_listed(scope, objects, Self::add_regeneration_shield),
            Instr::Mark(objects, marks) => self.mark(scope, objects, *marks),
            Instr::PhaseOut(objects) => self.each_listed(scope, objects, |engine, id| engine.phase_out(id, None)),
            Instr::Pair(first, second) => self.pair(scope, first, second),
            Instr::Devour(objects) => self.devour(scope, objects),
            Instr::Encode(register) => return self.encode(task, *register),

            // Combat (CR 506).
            Instr::MustBlock(blockers, attackers, combat) => {
                self.require_blocks(scope, blockers, attackers, *combat);
            }
            Instr::CantBlock(blockers, attackers) => self.forbid_blocks(scope, blockers, attackers),
            Instr::RemoveFromCombat(objects) => self.each_listed(scope, objects, Self::remove_from_combat),
            Instr::BecomeBlocked(objects) => self.each_listed(scope, objects, Self::become_blocked),
            Instr::Goad(objects) => self.goad(task, objects),
            Instr::NoLongerSuspected(objects) => self.each_listed(scope, objects, Self::end_suspicion),

            // Effects that last (CR 611), abilities that come later (CR 603.7), emblems (CR 114).
            Instr::Continuous(objects, modifications, duration) => {
                self.change_objects(task, objects, modifications, *duration);
            }
            Instr::ContinuousOn(_, modifications, duration) => {
                self.add_effect(task, ObjectId::NONE, modifications, *duration);
            }
            Instr::ExchangeControl(first, second) => self.exchange_control(task, first, second),
            Instr::ChooseBlocks(combat) => self.s.blocks_chosen_by = Some((scope.you, *combat)),
            Instr::EndThisEffect => self.end_this_effect(scope, task.item.ability),
            Instr::PlayerEffect(ability, duration) => {
                self.add_player_effect(task, task.scope.you, *ability, *duration);
            }
            Instr::PlayerEffectOf(players, ability, duration) => {
                for player in self.who(&task.scope, players).in_order(self.s.active) {
                    self.add_player_effect(task, player, *ability, *duration);
                }
            }
            Instr::NextSpell(ability, filter) => self.add_effect_on_next_spell(task, *ability, filter),
            Instr::Delayed(ability, until, number) => self.delay(task, *ability, until, number.as_ref()),
            Instr::Reflexive(ability, number) => self.trigger_at_once(task, *ability, number.as_ref()),
            Instr::CreateEmblem(players, abilities) => self.create_emblems(task, players, abilities),

            // Spells, and cards that are played (CR 601, 701.6, 707.10).
            Instr::Counter(objects, destination) => return self.counter(task, objects, destination.as_ref()),
            Instr::CopySpell { .. } => self.copy_spells(instr, task),
            Instr::ChooseNewTargets(objects, players) => {
                return self.choose_new_targets(task, objects, players, false);
            }
            Instr::AimAt(objects, to) => return self.aim_at(task, objects, to),
            Instr::ChangeTargets(objects, players) => return self.choose_new_targets(task, objects, players, true),
            Instr::AllowPlay { .. } => self.allow_play(task, instr),
            Instr::CastFree(players, cards, limit) => {
                return self.cast_free(task, players, cards, limit.as_ref(), Freely::Cast);
            }
            Instr::CastNow(players, cards) => {
                return self.cast_free(task, players, cards, None, Freely::ForItsCost);
            }
            Instr::CastFor(players, cards, price) => {
                return self.cast_free(task, players, cards, None, Freely::For(*price));
            }
            Instr::PlayFree(players, cards) => return self.cast_free(task, players, cards, None, Freely::Play),
            Instr::CastBack(players, cards) => return self.cast_free(task, players, cards, None, Freely::CastBack),
            Instr::CastSome { .. } => return self.cast_some(task, instr),
            Instr::CastSpecial(players, cards) => return self.cast_special(task, players, cards),
            Instr::ExileAfterwards(cards) => self.each_listed(scope, cards, Self::exile_afterwards),

            // Mana (CR 106).
            Instr::AddMana(players, output) => return self.add_mana_output(task, players, output),
            Instr::MakeMana => return self.make_own_mana(task),
            Instr::LoseUnspentMana(players) => {
                self.each_player(scope, players, |engine, player| engine.lose_mana(player, [false; 6], |_| false));
            }
            Instr::AddSameMana(players) => self.add_same_mana(scope, players),

            // Turns (CR 500).
            Instr::ExtraTurn(players) => {
                self.each_player(scope, players, |engine, player| engine.s.extra_turns.push(player));
            }
            Instr::SkipTurn(players) => self.each_player(scope, players, Self::skip_turn),
            Instr::SkipNext(players, step) => {
                self.each_player(scope, players, |engine, player| engine.skip_step(player, *step));
            }
            Instr::ExtraCombat(main) => self.add_combat(*main),
            Instr::ExtraLands(players, amount) => self.allow_lands(scope, players, amount),
            Instr::ControlTurn(players, another) => self.control_turn(scope, players, *another),
            Instr::EndTurn => return self.end_the_turn(),
            Instr::SetDaytime(daytime) => self.set_daytime(*daytime),

            // The game, and designations of players (CR 104, 702.131, 724, 725).
            Instr::Win(players) => return self.win(scope, players),
            Instr::Lose(players) => return self.lose(scope, players),
            Instr::DrawGame => return self.draw_game(),
            Instr::BecomeMonarch(players) => self.one_player(scope, players, Self::become_monarch),
            Instr::TakeInitiative(players) => self.one_player(scope, players, Self::take_initiative),
            Instr::Venture(players, into) => return self.venture(task, players, *into),
            Instr::RingTempts(players) => return self.ring_tempts(task, players),
            Instr::GainSpeed(players) => self.each_player(scope, players, Self::gain_speed),
            Instr::Ascend(players) => self.each_player(scope, players, Self::ascend),
            Instr::Done(action, players) => {
                self.each_player(scope, players, |engine, player| engine.trigger_keyword_action(player, *action));
            }

            Instr::DoneBy(action, objects) => {
                // Also by what has left meanwhile (CR 701.44c).
                for id in self.known(scope, objects) {
                    self.trigger_permanent_action(id, *action, None);
                }
            }

            // Choices (CR 608.2d) and chance (CR 705, 706).
            Instr::Pick(pick, register) => return self.pick(task, pick, *register),
            Instr::ChooseAnotherColor(players) => return self.choose_another_color(task, players),
            Instr::ChooseColor(players, among) => return self.choose_color(task, players, *among),
            Instr::ChooseCreatureType(players, offered) => {
                return self.choose_creature_type(task, players, offered);
            }
            Instr::ChoosePlayer(players, among) => return self.choose_player(task, players, *among),
            Instr::ChooseLandType(players) => return self.choose_land_type(task, players),
            Instr::ChooseName(players, filter) => return self.choose_name(task, players, filter),
            Instr::ChooseWords { player, kinds, to, except, into } => {
                return self.choose_words(task, player, kinds, (*to, *except), *into);
            }
            Instr::ChooseWord(players, words, register) => {
                return self.choose_word(task, players, words, *register);
            }
            Instr::ChooseNumber(players, least, most, register) => {
                return self.choose_number(task, players, (least, most), *register);
            }
            Instr::Vote { words, into } => return self.vote(task, words, *into),
            Instr::FlipCoin(players, register, called) => {
                return self.flip_coin(task, players, *register, *called);
            }
            Instr::KeepNumber(amount) => {
                let number = self.times(scope, amount).min(u32::from(u16::MAX)) as u16;
                self.keep_for_source(scope, crate::state::Chosen::Number(number));
            }
            Instr::RollDie(players, sides, register) => return self.roll_die(task, players, *sides, *register),
            Instr::CountResolution(register) => self.count_resolution(task, *register),
            Instr::CountActivations(register) => {
                let times = self.eye().used(task.item.source, task.item.ability);
                task.scope.numbers[usize::from(*register)] = i32::from(times);
            }

            Instr::Jump(_)
            | Instr::Unless(..)
            | Instr::DoneIf(_)
            | Instr::May(..)
            | Instr::MayPay(..)
            | Instr::MayGive(..)
            | Instr::MayPayTimes(..)
            | Instr::MayPayX(..)
            | Instr::Pay(..)
            | Instr::ForEachPlayer(..)
            | Instr::ForEachObject(..)
            | Instr::Repeat(..)
            | Instr::End
            | Instr::SetNumber(..)
            | Instr::SetObjects(..)
            | Instr::AddObjects(..)
            | Instr::NotePlayer(..)
            | Instr::Restart(..)
            | Instr::Subgame(_) => unreachable!("carried out where the script is directed"),
        }
        After::Next
    }

    fn number(&self, scope: &Scope, amount: &Amount) -> i32 {
        self.eye().amount(scope, amount)
    }

    /// A number of things to do, at least none.
    fn times(&self, scope: &Scope, amount: &Amount) -> u32 {
        self.number(scope, amount).max(0) as u32
    }

    fn who(&self, scope: &Scope, players: &Players) -> PlayerSet {
        self.eye().players(scope, players)
    }

    /// Does something with each of the players, the active one first (CR 101.4).
    fn each_player(&mut self, scope: &Scope, players: &Players, mut act: impl FnMut(&mut Self, Player)) {
        for player in self.who(scope, players).in_order(self.s.active) {
            act(self, player);
        }
    }

    /// Does something with the one player who is meant, if anybody is.
    fn one_player(&mut self, scope: &Scope, players: &Players, act: impl FnOnce(&mut Self, Player)) {
        if let Some(player) = self.who(scope, players).first(scope.you) {
            act(self, player);
        }
    }

    /// Does something with each of the objects that are there.
    fn each_listed(&mut self, scope: &Scope, objects: &Objects, mut act: impl FnMut(&mut Self, ObjectId)) {
        for id in self.list(scope, objects) {
            act(self, id);
        }
    }

    /// The targets of a spec, each with its share of what was divided among them as it was announced (CR 601.2d).
    fn divided(&self, scope: &Scope, spec: u8) -> SmallVec<[(Target, u16); 8]> {
        let mut shares = SmallVec::new();
        self.eye().each_target(scope, spec, |target, share| shares.push((target, share)));
        shares
    }

    /// The objects that are meant, gone ones included, for last known information.
    fn known(&self, scope: &Scope, objects: &Objects) -> SmallVec<[ObjectId; 8]> {
        let mut list = SmallVec::new();
        self.eye().each_object_or_last_known(scope, objects, &mut |id| list.push(id));
        list
    }

    /// Puts what is in the scratch list from `start` on into a register.
    fn keep(&mut self, task: &mut Resolve, register: Option<u8>, start: u16) {
        let range = Range { start, end: self.s.scratch.len() as u16 };
        task.scope.this_way = i32::from(range.end - range.start);
        if let Some(register) = register {
            task.scope.registers[register as usize] = range;
        }
    }

    /// The objects of a range, as they are now.
    pub(crate) fn ids(&self, range: Range) -> SmallVec<[ObjectId; 32]> {
        self.s.scratch[range.start as usize..range.end as usize].iter().copied().collect()
    }

    /// How many objects are no longer what they were, tokens included.
    pub(crate) fn gone(&self, before: &[ObjectId]) -> i32 {
        before.iter().filter(|id| !id.is_none() && self.s.get(**id).is_none()).count() as i32
    }

    pub(crate) fn recipients(&self, scope: &Scope, recipients: &Recipients) -> SmallVec<[Target; 8]> {
        let mut targets = SmallVec::new();
        self.add_recipients(scope, recipients, &mut targets);
        targets
    }

    fn add_recipients(&self, scope: &Scope, recipients: &Recipients, out: &mut SmallVec<[Target; 8]>) {
        match recipients {
            Recipients::Objects(objects) => out.extend(self.list(scope, objects).into_iter().map(Target::Object)),
            Recipients::Players(players) => {
                out.extend(self.who(scope, players).in_order(self.s.active).map(Target::Player));
            }
            Recipients::Target(spec) => self.eye().each_target(scope, *spec, |target, _| {
                if target != Target::Object(ObjectId::NONE) {
                    out.push(target);
                }
            }),
            // What is both is meant once (CR 608.2f): "each creature and each planeswalker".
            Recipients::Both(parts) => {
                for target in parts.iter().flat_map(|part| self.recipients(scope, part)) {
                    if !out.contains(&target) {
                        out.push(target);
                    }
                }
            }
            // "The player or planeswalker it's attacking": not a battle (CR 508.1b).
            Recipients::Event => out.extend(scope.event.other.filter(|target| match target {
                Target::Object(id) => {
                    self.s.get(*id).is_some_and(|it| it.characteristics.types.contains(CardTypes::PLANESWALKER))
                }
                Target::Player(_) => true,
            })),
        }
    }
}
