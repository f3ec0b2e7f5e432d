//! Which choices are tried out when looking ahead, and in which order.

use gauntlet_cards::ability::ActivatableKind;
use gauntlet_cards::card::{AbilityId, CardId};
use gauntlet_cards::filter::{Objects, Step, Zone};
use gauntlet_cards::keyword::Keywords;
use gauntlet_cards::types::CardTypes;
use gauntlet_core::View;
use gauntlet_magic::Position;
use gauntlet_magic::decision::{Action, DecisionKind};
use gauntlet_magic::state::ObjectId;

use super::Mind;
use super::ahead::{Goal, Question};
use super::attack::has_attackers;
use super::script::{Act, Effect};
use super::value::Judge;

/// How many actions are tried at once with priority.
const MOST_ACTIONS: usize = 8;

/// How many answers to other questions are tried.
const MOST_OTHERS: usize = 5;

impl Question<'_> {
    /// Fills in what is tried of the legal actions in a world, the most hopeful first.
    pub(super) fn tries(
        self,
        view: View<'_, Position>,
        legal: &[Action],
        may: &dyn Fn(Action) -> bool,
        mind: &mut Mind,
        tries: &mut Vec<Action>,
    ) {
        let see = view.visible();
        let kind = see.decision().kind;
        if kind == DecisionKind::Priority {
            let judge = self.judge(see, mind.memory());
            match self.goal {
                Goal::Win => judge.tries_to_win(legal, may, tries),
                Goal::Survive => judge.tries_to_survive(legal, may, tries),
            }
            return;
        }
        let own = legal[mind.choose(self.facts, self.w, view, legal)];
        match kind {
            // Whoever wins in this turn needs no guards.
            DecisionKind::Attack if self.goal == Goal::Win => {
                let attack = Action::Player(!self.me);
                tries.push(if legal.contains(&attack) { attack } else { own });
            }
            DecisionKind::Target => {
                let player = Action::Player(if self.goal == Goal::Win { !self.me } else { self.me });
                tries.extend(legal.iter().find(|action| **action == player));
                tries.push(own);
                others(tries, legal, MOST_OTHERS + 1);
            }
            DecisionKind::X => {
                tries.extend(legal.iter().copied().max());
                tries.push(own);
            }
            DecisionKind::Share => {
                tries.extend(legal.iter().copied().max());
                tries.push(own);
                others(tries, legal, MOST_OTHERS);
            }
            DecisionKind::Mode
            | DecisionKind::OptionalCost
            | DecisionKind::OtherPrice
            | DecisionKind::Splice
            | DecisionKind::May
            | DecisionKind::MayPay
            | DecisionKind::Number
            | DecisionKind::CostChoice
            | DecisionKind::Sacrifice
            | DecisionKind::Pick
            | DecisionKind::Search => {
                tries.push(own);
                others(tries, legal, MOST_OTHERS);
            }
            _ => tries.push(own),
        }
        let mut place = 0;
        // The first of equals stays.
        tries.retain(|action| {
            place += 1;
            legal.contains(action) && may(*action) && place <= MOST_OTHERS + 1
        });
        let mut unique = 0;
        for number in 0..tries.len() {
            if !tries[..unique].contains(&tries[number]) {
                tries[unique] = tries[number];
                unique += 1;
            }
        }
        tries.truncate(unique);
    }
}

/// Adds further actions, as long as there are fewer than that many.
fn others(tries: &mut Vec<Action>, legal: &[Action], most: usize) {
    for action in legal {
        if tries.len() < most && !tries.contains(action) {
            tries.push(*action);
        }
    }
}

impl Judge<'_> {
    /// What could help to win this turn; to pass comes last, and only where something may come of it.
    fn tries_to_win(self, legal: &[Action], may: &dyn Fn(Action) -> bool, tries: &mut Vec<Action>) {
        let see = self.see;
        let step = see.step();
        let acts = matches!(step, Step::PrecombatMain | Step::PostcombatMain | Step::DeclareBlockers);
        if !see.stack().is_empty() || !acts {
            tries.push(legal[0]);
            return;
        }
        let mut ranked = [(u8::MAX, 0usize); MOST_ACTIONS];
        let mut count = 0;
        for (place, action) in legal.iter().enumerate() {
            let Some(rank) = self.rank(*action).filter(|_| may(*action)) else { continue };
            if count == MOST_ACTIONS && ranked[MOST_ACTIONS - 1].0 <= rank {
                continue;
            }
            let at = ranked[..count].partition_point(|(other, _)| *other <= rank);
            count = (count + 1).min(MOST_ACTIONS);
            ranked[at..count].rotate_right(1);
            ranked[at] = (rank, place);
        }
        tries.extend(ranked[..count].iter().map(|(_, place)| legal[*place]));
        let fights = match step {
            Step::PrecombatMain => has_attackers(self, self.me),
            Step::DeclareBlockers => true,
            _ => false,
        };
        if fights {
            tries.push(legal[0]);
        }
    }

    /// What could help not to lose now. To pass comes first: perhaps there is no danger.
    fn tries_to_survive(self, legal: &[Action], may: &dyn Fn(Action) -> bool, tries: &mut Vec<Action>) {
        tries.push(legal[0]);
        if self.see.stack().last().is_some_and(|top| top.controller == self.me) {
            return;
        }
        for action in legal.iter().skip(1) {
            if tries.len() <= MOST_ACTIONS && may(*action) {
                tries.push(*action);
            }
        }
    }

    /// How directly an action could help to win in this turn, 0 being most; none if it doesn't look so.
    fn rank(self, action: Action) -> Option<u8> {
        match action {
            Action::Play { card, ability } => self.rank_of(card, ability, None),
            Action::Activate { object, ability } => {
                let source = self.see.object(object)?;
                self.rank_of(source.card, ability, Some(self.see.id(object)))
            }
            _ => None,
        }
    }

    fn rank_of(self, card: CardId, ability: AbilityId, source: Option<ObjectId>) -> Option<u8> {
        let (facts, way) = (self.facts.card(card), self.facts.way(card, ability));
        let before = self.see.step() == Step::PrecombatMain;
        match way.kind? {
            ActivatableKind::PlayLand => return (!facts.enters_tapped && facts.mana != 0).then_some(3),
            ActivatableKind::Special => return None,
            _ => {}
        }
        if way.burn.is_some() || facts.storm {
            return Some(0);
        }
        if way.mill.is_some() {
            return Some(1);
        }
        let effects = || way.parts.iter().flat_map(|part| &part.effects);
        let best = effects().filter_map(|effect| self.rank_of_act(effect, before)).min();
        let cast = way.kind == Some(ActivatableKind::Cast) && !facts.types.is_empty();
        let permanent = cast && facts.types.intersects(CardTypes::PERMANENT);
        let entering = permanent.then(|| self.rank_of_entering(card, before)).flatten();
        let animates = source.is_some() && (way.equip || way.cost.crew > 0) && before;
        best.into_iter().chain(entering).chain(animates.then_some(1)).min()
    }

    /// The same of what a permanent brings as it enters.
    fn rank_of_entering(self, card: CardId, before: bool) -> Option<u8> {
        let facts = self.facts.card(card);
        let keywords = self.see.pool().card(card).characteristics.keywords;
        if facts.creature && before && (keywords.contains(Keywords::HASTE) || self.grants_haste(card)) {
            return Some(1);
        }
        let ends = |effect: &Effect| matches!(effect.act, Act::Win(_) | Act::Lose(_));
        let direct = |id: &AbilityId| {
            let enters = self.facts.ability(*id);
            enters.burn.is_some() || enters.parts.iter().flat_map(|part| &part.effects).any(ends)
        };
        if facts.enters.iter().any(direct) {
            return Some(0);
        }
        let lasting = before && (!facts.others.is_empty() || facts.host.is_some());
        if lasting || facts.makes_at_once > 0 {
            return Some(2);
        }
        (facts.deals || !facts.enters.is_empty() || facts.reduces.is_some()).then_some(4)
    }

    fn rank_of_act(self, effect: &Effect, before: bool) -> Option<u8> {
        let fights = before || self.see.step() == Step::DeclareBlockers;
        match &effect.act {
            Act::Win(_) | Act::Lose(_) | Act::LoseLife(..) | Act::Damage { .. } | Act::Divided(..) => Some(0),
            Act::Change { change, lasting, .. } => {
                (fights || *lasting && before).then_some(if change.control { 2 } else { 1 })
            }
            Act::Counters(..) | Act::Attach(..) => fights.then_some(1),
            Act::Destroy(..) | Act::Tap(_) | Act::SacrificeChosen(..) | Act::Fight { .. } => before.then_some(2),
            Act::Move(objects, _) if *objects != Objects::Source => before.then_some(2),
            Act::Untap(_) => Some(3),
            Act::Mana(_) => Some(2),
            Act::Find { to: Zone::Hand | Zone::Battlefield, .. } => Some(3),
            Act::Tokens(..) | Act::Copies(..) => Some(4),
            Act::Good(_) | Act::ForNextSpell => Some(5),
            _ => None,
        }
    }
}
