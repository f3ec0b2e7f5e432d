//! What instructions do: the keyword actions (CR 701) and other effects of resolving scripts.

mod cards;
mod choices;
mod copied_tokens;
mod joint;
mod objects;
mod table;
mod vote;

use self::choices::Freely;
pub(crate) use self::joint::joint;
use self::joint::{created_with_first, dealt_with_first};

use gauntlet_cards::ability::Caused;
use gauntlet_cards::effect::PAID_REGISTER;
use gauntlet_cards::effect::{DelayedUntil, Destination, Duration, Instr, LOST_FLIP, Recipients};
use gauntlet_cards::filter::{Amount, Objects, Players, Step, Zone};
use gauntlet_cards::happening::Happening;
use gauntlet_cards::types::Colors;
use gauntlet_core::Reason;

use crate::decision::{Action, DecisionKind};
use crate::destroy::Destruction;
use crate::engine::Engine;
use crate::evaluate::PlayerSet;
use crate::replacement::Putting;
use crate::resolve::After;
use crate::state::{ActiveEffect, DelayedTrigger, Flags, ObjectId, PendingTrigger, PlayPermission, Range, Target};
use crate::task::{Resolve, Scope};

/// Damage that is dealt at one time: by whom, to whom, how much.
type Damage = smallvec::SmallVec<[(ObjectId, Target, i32); 8]>;

impl Engine<'_> {
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

    /// Carries out one instruction that does something.
    pub(crate) fn perform(&mut self, instr: &Instr, task: &mut Resolve) -> After {
        let scope = task.scope;
        match instr {
            Instr::Damage(..) => {
                let code = &self.item_part(&task.item, scope.mode).code[usize::from(task.pc)..];
                self.each_deals(task, &[scope], &code[..dealt_with_first(code)]);
            }
            // Dealt with the damage before it.
            Instr::AndDamage(..) => {}
            Instr::DamageDivided(source, spec) => {
                let dealers = self.known(&scope, source);
                let mut shares: smallvec::SmallVec<[(Target, u16); 8]> = smallvec::SmallVec::new();
                self.eye().each_target(&scope, *spec, |target, share| shares.push((target, share)));
                let Some(dealer) = dealers.first() else { return After::Next };
                shares.retain(|share| share.0 != Target::Object(ObjectId::NONE));
                let damage: Damage = shares.iter().map(|share| (*dealer, share.0, i32::from(share.1))).collect();
                self.deal_together(&damage, false);
            }
            Instr::Fight(first, second) => self.fight(&scope, first, second),
            Instr::GainLife(players, amount) => {
                let amount = self.number(&scope, amount);
                for player in self.who(&scope, players).in_order(self.s.active) {
                    self.gain_life(player, amount);
                }
            }
            Instr::LoseLife(players, amount) => {
                let amount = self.number(&scope, amount);
                let players = self.who(&scope, players);
                task.scope.this_way =
                    players.in_order(self.s.active).map(|player| self.lose_life(player, amount)).sum();
            }
            Instr::SetLife(players, amount) => {
                let amount = self.number(&scope, amount);
                for player in self.who(&scope, players).in_order(self.s.active) {
                    // CR 119.5: the player gains or loses the difference.
                    let change = amount - self.s.players[player].life;
                    self.gain_life(player, change);
                    self.lose_life(player, -change);
                }
            }
            Instr::ExchangeLife(players) => self.exchange_life(&scope, players),
            Instr::PreventDamage(recipients, amount) => {
                let amount = amount.as_ref().map_or(u16::MAX, |amount| self.times(&scope, amount).min(65_534) as u16);
                for target in self.recipients(&scope, recipients) {
                    self.shield(task, Some(target), amount);
                }
            }
            Instr::Shield(shield) => self.shields(task, shield),
            Instr::Preventable(can) => self.s.unpreventable = !can,
            Instr::PreventCombatDamage(_) => self.shield(task, None, u16::MAX),
            Instr::Draw(players, amount) => {
                let amount = self.times(&scope, amount);
                let mut drawn = 0;
                for player in self.who(&scope, players).in_order(self.s.active) {
                    self.return_unmoved(task, Some(player));
                    let before = self.s.players[player].cards_drawn;
                    self.draw(player, amount);
                    drawn += i32::from(self.s.players[player].cards_drawn) - i32::from(before);
                }
                // Only what asks for it next: what was counted before may be asked for later.
                let next = self.item_part(&task.item, scope.mode).code.get(usize::from(task.pc) + 1);
                if matches!(next, Some(Instr::RevealDrawn(..))) {
                    task.scope.this_way = drawn;
                }
            }
            Instr::Discard(players, how, register) => return self.discard_cards(task, players, how, *register),
            Instr::Mill(players, amount, register) => {
                let amount = self.times(&scope, amount);
                let start = self.s.scratch.len() as u16;
                // All at the same time (CR 608.2e): what each player mills is one event.
                for player in self.who(&scope, players).in_order(self.s.active) {
                    self.return_unmoved(task, Some(player));
                    self.take_from_top(player, amount);
                    self.tell(|eye| format!("{} mills {amount}.", eye.player_name(player)));
                }
                let range = Range { start, end: self.s.scratch.len() as u16 };
                self.move_objects(&scope, range, &Destination::to(Zone::Graveyard));
                self.keep(task, *register, start);
            }
            Instr::Scry(players, amount) => return self.look_and_sort(task, players, amount, true),
            Instr::Surveil(players, amount) => return self.look_and_sort(task, players, amount, false),
            Instr::LookAtTop { player, amount, reveal, into } => {
                let amount = self.times(&scope, amount);
                let start = self.s.scratch.len() as u16;
                if let Some(player) = self.who(&scope, player).first(scope.you) {
                    self.look_at_top(player, amount, *reveal);
                }
                self.keep(task, Some(*into), start);
            }
            Instr::LookAtLibrary { viewer, of, amount, into } => {
                let amount = self.times(&scope, amount);
                let start = self.s.scratch.len() as u16;
                let viewer = self.who(&scope, viewer).first(scope.you);
                if let (Some(viewer), Some(owner)) = (viewer, self.who(&scope, of).first(scope.you)) {
                    self.look_at_top_of(viewer, owner, amount, false);
                }
                self.keep(task, Some(*into), start);
            }
            Instr::LookAtHand(viewers, players) => {
                let viewers = self.who(&scope, viewers).0;
                for player in self.who(&scope, players).in_order(self.s.active) {
                    for hidden in &mut self.s.hands[player] {
                        hidden.seen |= viewers;
                    }
                }
            }
            Instr::Reveal(objects) => {
                for id in self.list(&scope, objects) {
                    self.object(id.index).flags |= Flags::SEEN_BY_FIRST | Flags::SEEN_BY_SECOND;
                    self.tell(|eye| format!("{} is revealed.", eye.object_name(id)));
                }
            }
            Instr::Search { player, of, zones, filter, min, max, reveal, into } => {
                return self.search(task, player, of, zones, filter, min, max, *reveal, *into);
            }
            Instr::Shuffle(players) => {
                for player in self.who(&scope, players).in_order(self.s.active) {
                    self.shuffle(player);
                }
            }
            Instr::RevealUntil(players, filter, amount, found, rest) => {
                self.reveal_until(task, players, filter, amount, [*found, *rest]);
            }
            Instr::Destroy(objects, no_regeneration) => {
                let range = self.gather(&scope, objects);
                self.tell(|eye| eye.names_of(range, "destroyed"));
                let before = self.ids(range);
                self.destroy(range, Destruction { no_regeneration: *no_regeneration, by_effect: true });
                task.scope.this_way = self.gone(&before);
            }
            Instr::Move(objects, destination, register) => {
                return self.move_some(task, objects, destination, *register);
            }
            Instr::Sacrifice(players, objects) => {
                let players = self.who(&scope, players);
                let range = self.gather(&scope, objects);
                for place in range.start..range.end {
                    let controller = self.s.get(self.s.scratch[place as usize]).map(|object| object.controller);
                    let spared = |player| {
                        !players.contains(player) || self.eye().cannot_be_caused(Caused::Sacrifice, player, scope.you)
                    };
                    if controller.is_some_and(spared) {
                        self.s.scratch[place as usize] = ObjectId::NONE;
                    }
                }
                let before = self.ids(range);
                self.sacrifice(range);
                task.scope.this_way = self.gone(&before);
            }
            Instr::SacrificeChosen(players, amount, filter, register) => {
                return self.sacrifice_chosen(task, players, amount, filter, *register);
            }
            Instr::Tap(objects) => {
                let mut tapped = 0;
                for id in self.list(&scope, objects) {
                    tapped += i32::from(self.s.get(id).is_some_and(|object| !object.is(Flags::TAPPED)));
                    self.tap(id);
                }
                task.scope.this_way = tapped;
            }
            Instr::Untap(objects) => {
                let mut untapped = 0;
                for id in self.list(&scope, objects) {
                    untapped += i32::from(self.s.get(id).is_some_and(|object| object.is(Flags::TAPPED)));
                    self.untap(id);
                }
                task.scope.this_way = untapped;
            }
            Instr::Counter(objects, destination) => self.counter(&scope, objects, destination.as_ref()),
            Instr::AddCounters(objects, kind, amount) => {
                let amount = self.number(&scope, amount);
                let mut total = 0;
                for id in self.list(&scope, objects) {
                    total += self.add_counters(id, *kind, amount, Putting::effect(scope.you));
                }
                task.scope.this_way = total;
            }
            Instr::PutSameCounters(from, to) => {
                let kinds = self.known(&scope, from).first().map(|from| self.s.kinds_last_known(*from));
                for id in self.list(&scope, to) {
                    for (kind, count) in kinds.iter().flatten() {
                        self.add_counters(id, *kind, i32::from(*count), Putting::effect(scope.you));
                    }
                }
            }
            Instr::Done(action, players) => {
                for player in self.who(&scope, players).in_order(self.s.active) {
                    self.trigger_keyword_action(player, *action);
                }
            }
            Instr::DoubleCounters(objects) => {
                for id in self.list(&scope, objects) {
                    for (kind, count) in self.s.all_counters_on(id.index) {
                        self.add_counters(id, kind, i32::from(count), Putting::effect(scope.you));
                    }
                }
            }
            Instr::AddCountersDivided(kind, spec) => {
                let mut shares: smallvec::SmallVec<[(Target, u16); 8]> = smallvec::SmallVec::new();
                self.eye().each_target(&scope, *spec, |target, share| shares.push((target, share)));
                let mut total = 0;
                for (target, share) in shares {
                    if let Target::Object(id) = target {
                        total += self.add_counters(id, *kind, i32::from(share), Putting::effect(scope.you));
                    }
                }
                task.scope.this_way = total;
            }
            Instr::RemoveCounters(objects, None, Some(amount)) => {
                return self.remove_chosen_counters(task, objects, amount);
            }
            Instr::RemoveCounters(objects, kind, amount) => {
                let amount = amount.as_ref().map_or(u16::MAX, |amount| self.times(&scope, amount).min(65_535) as u16);
                let mut removed = 0;
                for id in self.list(&scope, objects) {
                    removed += self.remove_counters(id, *kind, amount);
                }
                task.scope.this_way = removed;
            }
            Instr::MoveCounters(from, to, kind, amount) => {
                let amount = amount.as_ref().map_or(u16::MAX, |amount| self.times(&scope, amount).min(65_535) as u16);
                let (from, to) = (self.list(&scope, from), self.list(&scope, to));
                task.scope.this_way = match (from.first(), to.first()) {
                    (Some(from), Some(to)) => self.move_counters((*from, *to), *kind, amount, scope.you),
                    _ => 0,
                };
            }
            Instr::AddPlayerCounters(players, kind, amount) => {
                let amount = self.times(&scope, amount);
                for player in self.who(&scope, players).in_order(self.s.active) {
                    self.add_player_counters(player, *kind, amount as i32, Putting::effect(scope.you));
                }
            }
            Instr::Proliferate(players) => return self.proliferate(task, players),
            Instr::CreateToken(_) => {
                let code = &self.item_part(&task.item, scope.mode).code[usize::from(task.pc)..];
                self.create_tokens_together(task, &[scope], &code[..created_with_first(code)]);
            }
            Instr::CreateCopy { .. } => return self.create_copies(instr, task),
            Instr::Attach(what, host) => {
                let (what, host) = (self.list(&scope, what), self.list(&scope, host));
                if let (Some(what), Some(host)) = (what.first(), host.first()) {
                    let (what, host) = (*what, *host);
                    if self.attach(what, host) {
                        self.tell(|eye| format!("{} is attached to {}.", eye.object_name(what), eye.object_name(host)));
                    }
                }
            }
            Instr::Unattach(objects) => {
                for id in self.list(&scope, objects) {
                    self.object(id.index).attached_to = ObjectId::NONE;
                    self.touch();
                }
            }
            Instr::Continuous(objects, modifications, duration) => {
                for id in self.list(&scope, objects) {
                    self.add_effect(task, id, modifications, *duration);
                }
            }
            Instr::ContinuousOn(_, modifications, duration) => {
                self.add_effect(task, ObjectId::NONE, modifications, *duration);
            }
            Instr::Transform(objects) => {
                for id in self.list(&scope, objects) {
                    self.transform(id, task.item.object);
                }
            }
            Instr::TurnFaceUp(objects) => {
                for id in self.list(&scope, objects) {
                    self.turn_face_up(id);
                }
            }
            Instr::SetDaytime(daytime) => self.set_daytime(*daytime),
            Instr::BecomeLevel(objects, level) => {
                for id in self.list(&scope, objects) {
                    self.become_level(id, *level);
                }
            }
            Instr::Flip(objects) => {
                for id in self.list(&scope, objects) {
                    self.flip(id);
                }
            }
            Instr::Regenerate(objects) => {
                for id in self.list(&scope, objects) {
                    let object = self.object(id.index);
                    object.shields = object.shields.saturating_add(1);
                }
            }
            Instr::EndThisEffect => self.end_this_effect(&scope, task.item.ability),
            Instr::RemoveFromCombat(objects) => {
                for id in self.list(&scope, objects) {
                    self.remove_from_combat(id);
                }
            }
            Instr::AddMana(players, output) => return self.add_mana_output(task, players, output),
            Instr::AddSameMana(players) => {
                let color = Colors::TABLE.get(scope.event.amount as usize).map_or(Colors::empty(), |row| row.0);
                if let Some(player) = self.who(&scope, players).first(scope.you) {
                    self.add_mana(player, color, 1);
                }
            }
            Instr::ExtraTurn(players) => {
                for player in self.who(&scope, players).in_order(self.s.active) {
                    self.s.extra_turns.push(player);
                }
            }
            Instr::SkipTurn(players) => {
                for player in self.who(&scope, players).in_order(self.s.active) {
                    let turns = &mut self.s.players[player].skip_turns;
                    *turns = turns.saturating_add(1);
                }
            }
            Instr::SkipNext(players, step) => {
                for player in self.who(&scope, players).in_order(self.s.active) {
                    self.s.players[player].skip_steps |= 1 << *step as u16;
                }
            }
            Instr::ExtraCombat(main) => {
                if *main {
                    self.s.extra_phases.push(Step::PostcombatMain);
                }
                self.s.extra_phases.push(Step::BeginCombat);
            }
            Instr::ExtraLands(players, amount) => {
                let amount = self.times(&scope, amount).min(255) as u8;
                for player in self.who(&scope, players).in_order(self.s.active) {
                    let info = &mut self.s.players[player];
                    info.extra_lands = info.extra_lands.saturating_add(amount);
                }
            }
            Instr::Win(players) => {
                if let Some(player) = self.who(&scope, players).first(scope.you) {
                    self.finish(Some(player), Reason::Effect);
                    return After::End;
                }
            }
            Instr::Lose(players) => {
                for player in self.who(&scope, players).in_order(self.s.active) {
                    self.s.players[player].lost = true;
                    self.s.check_needed = true;
                }
            }
            Instr::DrawGame => {
                self.finish(None, Reason::DrawByRule);
                return After::End;
            }
            Instr::Delayed(ability, DelayedUntil::NextStep(..)) if self.is_about_nothing(&scope, *ability) => {}
            Instr::Delayed(ability, until) => {
                let memory = self.remember(&scope);
                let source = self.source_for_later(task, *ability);
                self.s.delayed.push(DelayedTrigger {
                    ability: *ability,
                    until: until.clone(),
                    source,
                    controller: scope.you,
                    turn: self.s.turn,
                    memory,
                    x: Some(scope.x),
                });
            }
            Instr::Reflexive(ability, number) => {
                let memory = self.remember(&scope);
                let mut event = scope.event;
                if let Some(number) = number {
                    event.amount = self.eye().amount(&scope, number);
                }
                let source = self.source_for_later(task, *ability);
                let (ability, controller, x) = (*ability, scope.you, Some(scope.x));
                self.s.pending.push(PendingTrigger { ability, source, controller, event, memory, x });
                self.s.check_needed = true;
            }
            Instr::PlayerEffect(ability, duration) => {
                let effect = self.effect(task, ObjectId::NONE, *duration);
                let numbers = [i16::from(scope.x), 0, 0, 0];
                self.s.player_effects.push(ActiveEffect { ability: *ability, numbers, ..effect });
                self.touch();
            }
            Instr::NextSpell(ability, filter) => {
                let effect = self.effect(task, ObjectId::NONE, Duration::EndOfTurn);
                // One more, as no X at all would be that of the source.
                let cast = self.eye().happened(&scope, Happening::CAST, filter).min(254) + 1;
                let numbers = [cast as i16, 0, 0, 0];
                self.s.player_effects.push(ActiveEffect { ability: *ability, numbers, ..effect });
                self.touch();
            }
            Instr::CreateEmblem(players, abilities) => {
                for player in self.who(&scope, players).in_order(self.s.active) {
                    self.create_emblem(task, player, abilities);
                }
            }
            Instr::AllowPlay { player, cards, duration, lands, free, how, mana } => {
                if let Some(player) = self.who(&scope, player).first(scope.you) {
                    for card in self.list(&scope, cards) {
                        let (duration, turn) = (*duration, self.s.turn);
                        let (lands, free, how, mana) = (*lands, *free, *how, *mana);
                        // Who may play a card in exile may look at it (CR 406.3b).
                        if let Some(object) = self.get_mut(card).filter(|object| object.is_exiled_face_down()) {
                            object.flags |= Flags::seen_by(player);
                        }
                        let since = self.s.tick();
                        self.s.permissions.push(PlayPermission {
                            card,
                            player,
                            lands,
                            free,
                            whole: false,
                            how,
                            mana,
                            duration,
                            turn,
                            since,
                        });
                    }
                }
            }
            Instr::CastFree(players, cards, limit) => {
                return self.cast_free(task, players, cards, limit.as_ref(), Freely::Cast);
            }
            Instr::PlayFree(players, cards) => return self.cast_free(task, players, cards, None, Freely::Play),
            Instr::CastOneFree(players, cards) => return self.cast_one_free(task, players, cards),
            Instr::ExileAfterwards(cards) => {
                for id in self.list(&scope, cards) {
                    self.object(id.index).flags |= Flags::EXILED_AFTERWARDS;
                }
            }
            Instr::CastBack(players, cards) => return self.cast_free(task, players, cards, None, Freely::CastBack),
            Instr::EnterWith(kind, amount) => {
                let amount = self.times(&scope, amount).min(u32::from(u16::MAX)) as u16;
                if amount > 0 {
                    self.s.entering.push((scope.source.index, *kind, amount, scope.you));
                }
            }
            Instr::Mark(objects, marks) => {
                for id in self.list(&scope, objects) {
                    if self.s.get(id).is_some_and(|object| object.zone == Zone::Battlefield) {
                        self.object(id.index).marks |= *marks;
                        self.touch();
                        self.trigger_marked(id, *marks, i32::from(scope.x));
                    }
                }
            }
            Instr::MustBlock(blockers, attackers, combat) => {
                for blocker in self.list(&scope, blockers) {
                    for attacker in self.list(&scope, attackers) {
                        self.s.must_block.push((blocker, attacker, *combat));
                    }
                }
            }
            Instr::CantBlock(blockers, attackers) => {
                for blocker in self.list(&scope, blockers) {
                    for attacker in self.list(&scope, attackers) {
                        self.s.cant_block.push((blocker, attacker));
                    }
                }
            }
            Instr::Exploit => {
                // It was there as this began to resolve: it may have been sacrificed itself.
                let paid = scope.registers[usize::from(PAID_REGISTER)];
                let itself = self.s.scratch[usize::from(paid.start)..usize::from(paid.end)].contains(&scope.source);
                if itself || self.s.get(scope.source).is_some() || self.moved_to(task, scope.source, true).is_some() {
                    self.trigger_exploit(scope.source);
                }
            }
            Instr::Ascend(players) => {
                for player in self.who(&scope, players).in_order(self.s.active) {
                    self.ascend(player);
                }
            }
            Instr::TakeFromHand(register) => {
                let start = self.s.scratch.len() as u16;
                // The card went back to the hand; the ability on the stack knows which it is.
                let card = self.s.last_known(scope.item).map(|ability| (ability.owner, ability.card));
                if let Some((owner, card)) = card
                    && let Some(place) = self.s.place_in_hand(owner, card)
                {
                    let id = self.set_aside(owner, Zone::Hand, place);
                    self.s.scratch.push(id);
                }
                self.keep(task, Some(*register), start);
            }
            Instr::CastSpecial(players, cards) => return self.cast_special(task, players, cards),
            Instr::CopySpell { .. } => self.copy_spells(instr, task),
            Instr::Pick(pick, register) => return self.pick(task, pick, *register),
            Instr::ChooseColor(players) => return self.choose_color(task, players),
            Instr::ChooseCreatureType(players) => return self.choose_creature_type(task, players),
            Instr::ChooseName(players, filter) => return self.choose_name(task, players, filter),
            Instr::CopyCards(objects, register) => {
                let start = self.s.scratch.len() as u16;
                for id in self.list(&scope, objects) {
                    let copied = self.s.objects[id.index()];
                    let mut copy = self.eye().as_object(copied.card, scope.you, copied.zone);
                    copy.flags = Flags::COPY;
                    let copy = self.allocate(copy);
                    match copied.zone {
                        Zone::Graveyard => self.join_graveyard(scope.you, copy.index),
                        _ => {
                            self.s.objects[copy.index()].zone = Zone::Exile;
                            self.s.exile.push(copy.index);
                        }
                    }
                    self.s.scratch.push(copy);
                }
                self.keep(task, Some(*register), start);
            }
            Instr::EndCopies(objects) => {
                for id in self.list(&scope, objects) {
                    let object = self.s.objects[id.index()];
                    if object.is(Flags::COPY) && matches!(object.zone, Zone::Graveyard | Zone::Exile) {
                        self.cease(id);
                    }
                }
            }
            Instr::CountResolution(register) => {
                let (source, ability) = (task.item.source, task.item.ability);
                self.note_use(source, ability);
                task.scope.numbers[*register as usize] = i32::from(self.eye().used(source, ability));
            }
            Instr::ChooseLandType(players) => return self.choose_land_type(task, players),
            Instr::ChooseWords { player, kinds, to, except, into } => {
                let Some(player) = self.who(&scope, player).first(scope.you) else { return After::Next };
                return self.choose_words(task, player, kinds, (*to, *except), *into);
            }
            Instr::ChooseNumber(players, least, most, register) => {
                let Some(player) = self.who(&scope, players).first(scope.you) else { return After::Next };
                if let Some(Action::Number(number)) = self.s.answer.take() {
                    task.scope.numbers[*register as usize] = i32::from(number);
                    return After::Next;
                }
                let (least, most) = (self.times(&scope, least) as u16, self.times(&scope, most) as u16);
                self.s.choices.clear();
                self.s.choices.extend((least..=most.max(least)).map(Action::Number));
                return After::Ask(player, DecisionKind::Number, task.item.object, most);
            }
            Instr::FlipCoin(players, register) => {
                let after = self.chance(task, players, 0..=1, *register);
                let fallen = &mut task.scope.numbers[*register as usize];
                if matches!(after, After::Next) && *fallen == 0 {
                    *fallen = LOST_FLIP;
                }
                return after;
            }
            Instr::RollDie(players, sides, register) => {
                return self.chance(task, players, 1..=u16::from(*sides), *register);
            }
            Instr::Jump(_)
            | Instr::Unless(..)
            | Instr::DoneIf(_)
            | Instr::May(..)
            | Instr::MayPay(..)
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
            | Instr::Subgame(_) => unreachable!("carried out where the script is directed"),
            Instr::ExchangeControl(first, second) => self.exchange_control(task, first, second),
            Instr::ChooseNewTargets(objects, players) => {
                return self.choose_new_targets(task, objects, players, false);
            }
            Instr::ChangeTargets(objects, players) => {
                return self.choose_new_targets(task, objects, players, true);
            }
            Instr::PhaseOut(objects) => {
                for id in self.list(&scope, objects) {
                    self.phase_out(id, ObjectId::NONE);
                }
            }
            Instr::Goad(objects) => self.goad(task, objects),
            Instr::ControlTurn(players) => {
                for player in self.who(&scope, players).in_order(self.s.active) {
                    if player != scope.you {
                        self.s.controlled_next |= 1 << player.index();
                    }
                }
            }
            Instr::TakeInitiative(players) => {
                if let Some(player) = self.who(&scope, players).first(scope.you) {
                    self.take_initiative(player);
                }
            }
            Instr::Venture(players, into) => return self.venture(task, players, *into),
            Instr::PayTribute => {
                let entering = scope.source;
                // Who pays tribute puts the counters on it that were said right before (CR 702.104a).
                if let Some(counters) = self.s.entering.last_mut().filter(|entry| entry.0 == entering.index) {
                    counters.3 = !scope.you;
                }
                let permanent = ObjectId { generation: entering.generation.wrapping_add(1), ..entering };
                self.s.tributes.push(permanent);
            }
            Instr::Encode(register) => return self.encode(task, *register),
            Instr::GainSpeed(players) => {
                for player in self.who(&scope, players).in_order(self.s.active) {
                    self.gain_speed(player);
                }
            }
            Instr::RingTempts(players) => return self.ring_tempts(task, players),
            Instr::Vote { words, into } => return self.vote(task, words, *into),
            Instr::Pair(first, second) => self.pair(&scope, first, second),
            Instr::Devour(amount) => {
                let count = self.times(&scope, amount).min(u32::from(u16::MAX)) as u16;
                self.note_devoured(scope.source, count);
            }
            Instr::RevealDrawn(players, register) => {
                let start = self.s.scratch.len() as u16;
                if let Some(player) = self.who(&scope, players).first(scope.you) {
                    let count = (scope.this_way.max(0) as usize).min(self.s.hands[player].len());
                    for _ in 0..count {
                        let last = self.s.hands[player].len() - 1;
                        let id = self.set_aside(player, Zone::Hand, last);
                        self.object(id.index).flags |= Flags::SEEN_BY_FIRST | Flags::SEEN_BY_SECOND;
                        self.tell(|eye| format!("{} is revealed.", eye.object_name(id)));
                        self.s.scratch.push(id);
                    }
                }
                self.keep(task, Some(*register), start);
            }
            Instr::EndTurn => return self.end_the_turn(),
            Instr::BecomeMonarch(players) => {
                if let Some(player) = self.who(&scope, players).first(scope.you) {
                    self.become_monarch(player);
                }
            } // A card with one of these is refused when it is compiled: see `support.rs`.
        }
        After::Next
    }

    /// The objects that are meant, gone ones included, for last known information.
    fn known(&self, scope: &Scope, objects: &Objects) -> smallvec::SmallVec<[ObjectId; 8]> {
        let mut list = smallvec::SmallVec::new();
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
    pub(crate) fn ids(&self, range: Range) -> smallvec::SmallVec<[ObjectId; 32]> {
        self.s.scratch[range.start as usize..range.end as usize].iter().copied().collect()
    }

    /// How many objects are no longer what they were, tokens included.
    pub(crate) fn gone(&self, before: &[ObjectId]) -> i32 {
        before.iter().filter(|id| !id.is_none() && self.s.get(**id).is_none()).count() as i32
    }

    pub(crate) fn recipients(&self, scope: &Scope, recipients: &Recipients) -> smallvec::SmallVec<[Target; 8]> {
        let mut targets = smallvec::SmallVec::new();
        self.add_recipients(scope, recipients, &mut targets);
        targets
    }

    fn add_recipients(&self, scope: &Scope, recipients: &Recipients, out: &mut smallvec::SmallVec<[Target; 8]>) {
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
            Recipients::Both(parts) => parts.iter().for_each(|part| self.add_recipients(scope, part, out)),
            Recipients::Event => out.extend(scope.event.other),
        }
    }
}
