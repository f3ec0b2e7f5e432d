//! Actions that are taken on several players or objects at one time (CR 608.2f): "for each creature exiled this way, its controller
//! creates a token".

use gauntlet_cards::ability::RuleKinds;
use gauntlet_cards::card::CardId;
use gauntlet_cards::effect::{Instr, Recipients};
use gauntlet_cards::filter::{Amount, Objects, Players, Zone};
use gauntlet_core::Player;
use smallvec::SmallVec;

use super::Damage;
use crate::engine::Engine;
use crate::state::{Flags, ObjectId};
use crate::task::{Resolve, Scope};

/// What the body of a loop does that is one action for all that it goes over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Joint {
    /// Damage is dealt.
    Damage,
    /// Tokens are created.
    Tokens,
    /// Tokens are created that are copies.
    Copies,
    /// Life is gained and lost.
    Life,
}

/// Which joint action instructions are, if they are nothing else.
pub(crate) fn joint(body: &[Instr]) -> Option<Joint> {
    let life = |instr: &Instr| matches!(instr, Instr::GainLife(..) | Instr::LoseLife(..));
    match body {
        [Instr::Damage(..), ..] => (dealt_with_first(body) == body.len()).then_some(Joint::Damage),
        [Instr::CreateToken(_), ..] => (created_with_first(body) == body.len()).then_some(Joint::Tokens),
        [Instr::CreateCopy { .. }] => Some(Joint::Copies),
        // What each makes is added to all of it, which is the same at one time.
        [Instr::CreateCopy { into: Some(one), .. }, Instr::AddObjects(_, Objects::Register(other))] if one == other => {
            Some(Joint::Copies)
        }
        [Instr::GainLife(..) | Instr::LoseLife(..), ..] => body.iter().all(life).then_some(Joint::Life),
        _ => None,
    }
}

/// How many instructions, from the first on, deal damage at one time: none, if the first deals none.
pub(super) fn dealt_with_first(code: &[Instr]) -> usize {
    match code {
        [Instr::Damage(..), rest @ ..] => {
            1 + rest.iter().take_while(|instr| matches!(instr, Instr::AndDamage(..))).count()
        }
        _ => 0,
    }
}

/// How many instructions, from the first on, create tokens at one time: "a Food token and a Treasure token".
pub(super) fn created_with_first(code: &[Instr]) -> usize {
    let creates = |instr: &&Instr| matches!(instr, Instr::CreateToken(_));
    let goes_on = |instr: &&Instr| matches!(instr, Instr::CreateToken(tokens) if tokens.with_next);
    let created = code.iter().take_while(creates).count();
    created.min(1 + code.iter().take_while(goes_on).count())
}

impl Engine<'_> {
    /// Takes an action for all of a loop at one time. Returns whether it has; if not, choices for what enters come first.
    pub(crate) fn act_jointly(&mut self, task: &mut Resolve, action: Joint, scopes: &[Scope], body: &[Instr]) -> bool {
        // Effects that last find their words at the instruction at work.
        task.pc += 1;
        match (action, body) {
            (Joint::Damage, _) => self.each_deals(task, scopes, body),
            (Joint::Tokens, _) => self.create_tokens_together(task, scopes, body),
            (Joint::Life, _) => self.each_changes_life(task, scopes, body),
            (Joint::Copies, _) => {
                let done = self.create_copies_in(task, scopes, &body[0]);
                if let (true, [_, Instr::AddObjects(all, made)]) = (done, body) {
                    self.add_objects(task, *all, made);
                }
                if !done {
                    task.pc -= 1;
                }
                return done;
            }
        }
        true
    }

    /// What each of several deals, of whom the instructions speak one by one, is dealt at one time.
    pub(super) fn each_deals(&mut self, task: &mut Resolve, scopes: &[Scope], dealing: &[Instr]) {
        let mut damage = Damage::new();
        for scope in scopes {
            for instr in dealing {
                let (Instr::Damage(source, amount, to) | Instr::AndDamage(source, amount, to)) = instr else {
                    unreachable!("called for damage only")
                };
                self.damage(scope, source, amount, to, &mut damage);
            }
        }
        task.scope.this_way = self.deal_together(&damage, false) as i32;
    }

    /// The damage that an instruction says.
    fn damage(&self, scope: &Scope, source: &Objects, amount: &Amount, to: &Recipients, damage: &mut Damage) {
        let amount = self.number(scope, amount);
        let targets = self.recipients(scope, to);
        for dealer in self.known(scope, source) {
            damage.extend(targets.iter().map(|target| (dealer, *target, amount)));
        }
    }

    /// What a player gains or loses for several things is gained or lost at one time.
    fn each_changes_life(&mut self, task: &mut Resolve, scopes: &[Scope], body: &[Instr]) {
        for instr in body {
            let (Instr::GainLife(players, amount) | Instr::LoseLife(players, amount)) = instr else {
                unreachable!("called for life only")
            };
            let mut lost = 0;
            for (player, change) in self.shares(scopes, players, amount) {
                match instr {
                    Instr::GainLife(..) => self.gain_life(player, change),
                    _ => lost += self.lose_life(player, change),
                }
            }
            task.scope.this_way = lost;
        }
    }

    /// How much there is for each player in all.
    fn shares(&self, scopes: &[Scope], players: &Players, amount: &Amount) -> SmallVec<[(Player, i32); 2]> {
        let mut shares: SmallVec<[(Player, i32); 2]> = SmallVec::new();
        for scope in scopes {
            let amount = self.number(scope, amount);
            for player in self.who(scope, players).in_order(self.s.active) {
                match shares.iter_mut().find(|share| share.0 == player) {
                    Some(share) => share.1 += amount,
                    None => shares.push((player, amount)),
                }
            }
        }
        shares
    }

    /// How many tokens each player creates in each of the scopes: what a player creates at one time is one event for what replaces
    /// it (CR 614.1, 701.7), and what that adds is created with the first of them. `tokens`: what is created in each scope.
    pub(super) fn created(
        &mut self,
        scopes: &[Scope],
        players: &Players,
        amount: &Amount,
        tokens: &dyn Fn(&Engine<'_>, usize) -> Option<CardId>,
    ) -> SmallVec<[(Player, i32, usize); 4]> {
        let mut created: SmallVec<[(Player, i32, usize); 4]> = SmallVec::new();
        for (place, scope) in scopes.iter().enumerate() {
            let amount = self.number(scope, amount);
            created.extend(self.who(scope, players).in_order(self.s.active).map(|player| (player, amount, place)));
        }
        let first = (0..scopes.len()).find_map(|place| tokens(self, place));
        for (player, before) in self.shares(scopes, players, amount) {
            let Some(token) = first.filter(|_| self.eye().has_rules(RuleKinds::TOKENS)) else { continue };
            let after = self.tokens_like(player, before, token);
            if before < 1 || after == before {
                continue;
            }
            let mut more = after % before;
            for share in created.iter_mut().filter(|share| share.0 == player) {
                share.1 = share.1 * (after / before) + more;
                more = 0;
            }
        }
        if self.eye().sends_arrivals_elsewhere() {
            for share in &mut created {
                if tokens(self, share.2).is_some_and(|token| self.is_sent_elsewhere(token, share.0)) {
                    share.1 = 0;
                }
            }
        }
        created
    }

    /// Returns whether a token of a card would be exiled as it would enter: it ceases to exist there, and isn't anything on the battlefield
    /// (CR 111.7, 614.6).
    fn is_sent_elsewhere(&self, token: CardId, player: Player) -> bool {
        let mut object = self.eye().as_object(token, player, Zone::Battlefield);
        object.flags |= Flags::TOKEN;
        object.came_from = Zone::Command;
        !self.replacing_moves(ObjectId::NONE, &object, Zone::Battlefield, &[]).1.is_empty()
    }
}
