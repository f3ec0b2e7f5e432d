//! What changes the order of things in a main phase: not to lose by the opponent's next attack comes first, and what makes others cheaper
//! comes before them.

use gauntlet_magic::decision::Action;
use gauntlet_magic::state::{Object, ObjectId, Target};

use super::amount::Env;
use super::attack::Attacks;
use super::could::strength;
use super::effects::Only;
use super::priority::{Item, Main, When};
use super::value::Judge;

impl Main {
    /// What keeps the opponent's next attack from being lethal comes before all else: a guard, a removal, or mana for what can be done then.
    pub(super) fn stay_alive(&mut self, judge: Judge<'_>, attacks: &mut Attacks, legal: &[Action], mana: usize) {
        let life = judge.see.player(judge.me).life;
        if life > judge.looming() || attacks.danger(judge, None, None) < life {
            return;
        }
        let saved = judge.w.life.lethal / 16;
        for item in &mut self.items {
            let Some(action) = item.place.map(|place| legal[place]) else { continue };
            let saves = match action {
                Action::Play { card, .. } if judge.facts.card(card).creature => {
                    let guard = &judge.see.pool().card(card).characteristics;
                    attacks.danger(judge, Some(guard), None) < life
                }
                _ => judge.removed_by(action).is_some_and(|gone| attacks.danger(judge, None, Some(gone)) < life),
            };
            item.score += if saves { saved } else { 0 };
        }
        for card in judge.see.hand() {
            let fogs = judge.see.pool().card(card).derived.from_hand.iter().map(|way| judge.facts.way(card, *way));
            let fog = fogs
                .filter(|way| way.fog && way.instant && way.cost.mana as usize <= mana)
                .map(|way| way.cost.mana)
                .min();
            if let Some(cost) = fog {
                self.items.push(Item { place: None, score: saved, mana: cost.max(0) as usize, when: When::Hold });
            }
        }
    }

    /// What makes other spells cheaper is worth what it lets be cast in this turn besides.
    pub(super) fn reducers_first(&mut self, judge: Judge<'_>, legal: &[Action], mana: usize) {
        for number in 0..self.items.len() {
            let Some(Action::Play { card, .. }) = self.items[number].place.map(|place| legal[place]) else { continue };
            let Some((what, less)) = &judge.facts.card(card).reduces else { continue };
            let left = mana.saturating_sub(self.items[number].mana) as i32;
            let env = Env::of_card(card, judge.me);
            let with = self.items.iter().enumerate().filter(|(other, item)| {
                *other != number
                    && item.mana as i32 > left
                    && item.place.is_some_and(|place| match legal[place] {
                        Action::Play { card, .. } => {
                            let generic = judge.facts.card(card).mana_value
                                - judge.facts.card(card).pips.iter().map(|pips| i32::from(*pips)).sum::<i32>();
                            judge.fits_printed(&env, what, card) && item.mana as i32 - (*less).min(generic) <= left
                        }
                        _ => false,
                    })
            });
            let most = with.map(|(_, item)| item.score).max().unwrap_or(0);
            self.items[number].score += most;
        }
    }
}

impl Judge<'_> {
    /// The power of all of the opponent's creatures, and of what could become one: no attack of its next turn deals more, about.
    fn looming(self) -> i32 {
        let power = |(_, object): (ObjectId, &Object)| {
            let facts = self.facts.card(object.card);
            let larger = if facts.rises || facts.attacking.is_some() || facts.equipment { 10 } else { 0 };
            larger + if object.is_creature() { strength(object) } else { 0 }
        };
        self.see.permanents().filter(|(_, object)| object.controller != self.me).map(power).sum()
    }

    /// The creature of the opponent's that a removal spell or ability would best be used on.
    fn removed_by(self, action: Action) -> Option<ObjectId> {
        let (ability, env) = match action {
            Action::Play { card, ability } => (ability, Env::of_card(card, self.me)),
            Action::Activate { object, ability } => {
                (ability, Env::of_object(self.see.id(object), self.see.object(object)?, self.me))
            }
            _ => return None,
        };
        let way = self.facts.way(env.card, ability);
        let spec = self.script(ability)?.parts.first()?.targets.first().filter(|_| way.removal)?;
        let read = way.parts.first()?;
        let best = self.best_target(spec, 0, &env, &mut |env| self.effects(read, env, Only::Spec(0)));
        best.and_then(|(_, target)| match target {
            Target::Object(id) => Some(id),
            Target::Player(_) => None,
        })
    }
}
