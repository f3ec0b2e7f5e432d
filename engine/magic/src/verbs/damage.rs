//! Damage (CR 120): dealing it, dividing it, fighting; and preventing it (CR 615).

use gauntlet_cards::ability::KeywordAction;
use gauntlet_cards::effect::{Instr, Recipients, Shield};
use gauntlet_cards::filter::{Amount, Objects, Players, Zone};
use smallvec::SmallVec;

use super::Damage;
use super::joint::dealt_with_first;
use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::Engine;
use crate::resolve::After;
use crate::state::{DamageShield, ObjectId, Prevents, Redirected, Target};
use crate::task::{Resolve, Scope};

impl Engine<'_> {
    /// Deals the damage of the instruction at work and of those right after it that deal theirs with it (CR 120.1, 608.2e).
    pub(super) fn deal_damage(&mut self, task: &mut Resolve) {
        let scope = task.scope;
        let code = &self.item_part(&task.item, scope.mode).code[usize::from(task.pc)..];
        self.each_deals(task, &[scope], &code[..dealt_with_first(code)]);
    }

    /// Deals damage to the targets of a spec, divided as it was announced (CR 601.2d).
    pub(super) fn deal_divided(&mut self, scope: &Scope, source: &Objects, spec: u8) {
        let Some(dealer) = self.known(scope, source).first().copied() else { return };
        let mut damage = Damage::new();
        for (target, share) in self.divided(scope, spec) {
            if target != Target::Object(ObjectId::NONE) {
                damage.push((dealer, target, i32::from(share)));
            }
        }
        self.deal_together(&damage, false);
    }

    /// Deals damage that a player divides now among any number of objects: of each but the last they say how much it is dealt, and what is
    /// left is the last one's. That gathers where combat damage does, which nothing deals meanwhile.
    pub(super) fn deal_shared(
        &mut self,
        task: &mut Resolve,
        source: &Objects,
        amount: &Amount,
        among: &Objects,
        by: &Players,
    ) -> After {
        let scope = task.scope;
        if !task.begun {
            self.s.assigned.clear();
        }
        let Some(dealer) = self.known(&scope, source).first().copied() else { return After::Next };
        let Some(player) = self.who(&scope, by).first(scope.you) else { return After::Next };
        let there = |id: &ObjectId| self.s.get(*id).is_some_and(|object| object.zone == Zone::Battlefield);
        let all: SmallVec<[ObjectId; 8]> = self.list(&scope, among).into_iter().filter(there).collect();
        let total = self.times(&scope, amount).min(u32::from(u16::MAX)) as u16;
        let mut answer = self.s.answer.take();
        while let Some(id) = all.get(self.s.assigned.len()).copied() {
            let left = total - self.s.assigned.iter().map(|entry| entry.2).sum::<u16>();
            let last = self.s.assigned.len() + 1 == all.len();
            let share = match answer.take() {
                _ if last || left == 0 => left,
                Some(Action::Number(share)) => share,
                _ => {
                    self.offer_these((0..=left).map(Action::Number));
                    return After::Ask(player, DecisionKind::Number, id, Particulars::Left(left));
                }
            };
            self.s.assigned.push((dealer.index, Target::Object(id), share));
        }
        let shares = self.s.assigned.drain(..);
        let damage: Damage = shares.map(|(_, to, share)| (dealer, to, i32::from(share))).collect();
        self.deal_together(&damage, false);
        After::Next
    }

    /// Prevents all or the next of the damage to each of the recipients (CR 615.1, 615.7), or of the next as much to each target as was
    /// divided among them (CR 601.2d).
    pub(super) fn prevent(&mut self, task: &Resolve, instr: &Instr) {
        let scope = &task.scope;
        match instr {
            Instr::PreventDamage(recipients, amount) => {
                let next = |amount| Prevents::Next(self.times(scope, amount).min(65_534) as u16);
                let amount = amount.as_ref().map_or(Prevents::All, next);
                for target in self.recipients(scope, recipients) {
                    self.add_shield(task, Some(target), amount);
                }
            }
            Instr::PreventDivided(spec) => {
                for (target, share) in self.divided(scope, spec.0) {
                    self.add_shield(task, Some(target), Prevents::Next(share));
                }
            }
            _ => unreachable!("prevents nothing: {instr:?}"),
        }
    }

    /// CR 701.14: both deal damage only if both are still creatures on the battlefield.
    pub(super) fn fight(&mut self, scope: &Scope, first: &Objects, second: &Objects) {
        let (first, second) = (self.list(scope, first), self.list(scope, second));
        // Both of the same two fight each other.
        let other = if first.len() > 1 && first == second { second.get(1) } else { second.first() };
        let (Some(&a), Some(&b)) = (first.first(), other) else { return };
        let fights =
            |id: ObjectId| self.s.get(id).filter(|object| object.zone == Zone::Battlefield && object.is_creature());
        let (Some(one), Some(other)) = (fights(a), fights(b)) else { return };
        let (one, other) = (i32::from(one.characteristics.power), i32::from(other.characteristics.power));
        self.deal_together(&[(a, Target::Object(b), one), (b, Target::Object(a), other)], false);
        self.trigger_permanent_action(a, KeywordAction::Fight, Some(b));
        if a != b {
            self.trigger_permanent_action(b, KeywordAction::Fight, Some(a));
        }
    }

    /// What prevents that much damage to what it protects, or to anything (CR 615.1).
    pub(super) fn add_shield(&mut self, task: &Resolve, protects: Option<Target>, amount: Prevents) {
        let (ability, part) = self.at_work(task);
        let timestamp = self.s.tick();
        self.s.shields.push(DamageShield {
            protects,
            amount,
            ability,
            part,
            instr: task.pc,
            controller: task.scope.you,
            source: task.scope.source,
            from: ObjectId::NONE,
            combat: false,
            once: false,
            redirect: None,
            spent: false,
            memory: None,
            player: task.scope.current_player,
            of: task.scope.current_object,
            timestamp,
        });
    }

    /// A shield for each of those that are protected from each of the sources.
    pub(super) fn add_shields(&mut self, task: &Resolve, shield: &Shield) {
        let Shield { to, from, combat, amount, once, redirect, then, .. } = shield;
        let scope = task.scope;
        let number = |amount| Prevents::Next(self.number(&scope, amount).clamp(0, 65_534) as u16);
        let amount = amount.as_ref().map_or(Prevents::All, number);
        let protected: SmallVec<[Option<Target>; 8]> = match to {
            Some(to) => self.recipients(&scope, to).into_iter().map(Some).collect(),
            None => smallvec::smallvec![None],
        };
        let sources: SmallVec<[ObjectId; 8]> = match from {
            Some(from) => self.list(&scope, from),
            None => smallvec::smallvec![ObjectId::NONE],
        };
        let redirect = match redirect {
            // Whoever controls it as the damage would be dealt (CR 614.9).
            Some(Recipients::Players(Players::ControllerOf(objects))) => match self.known(&scope, objects).first() {
                Some(id) => Some(Redirected::ControllerOf(*id)),
                None => return,
            },
            Some(redirect) => match self.recipients(&scope, redirect).first() {
                Some(target) => Some(Redirected::To(*target)),
                None => return,
            },
            None => None,
        };
        let memory = if then.is_some() { self.remember(&scope) } else { None };
        for protects in protected {
            for from in &sources {
                self.add_shield(task, protects, amount);
                if let Some(shield) = self.s.shields.last_mut() {
                    shield.from = *from;
                    shield.combat = *combat;
                    shield.once = *once;
                    shield.redirect = redirect;
                    shield.memory = memory;
                }
            }
        }
    }
}
