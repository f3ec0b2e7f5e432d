//! What blocks, and what is made a creature to block.

use gauntlet_cards::card::AbilityId;
use gauntlet_cards::keyword::{Keywords, Restrictions};
use gauntlet_magic::decision::Action;
use gauntlet_magic::state::{Flags, Object, ObjectId};

use super::amount::Env;
use super::attack::{Plan, best_trick};
use super::block::{Battle, Defence, Field, MOST, NOBODY};
use super::fight::Fighter;
use super::value::Judge;

/// Buffers for blocks, and the plan of the blocks that are being declared.
#[derive(Default)]
pub(super) struct Blocks {
    field: Field,
    plan: Plan,
    attackers: Vec<ObjectId>,
    /// The creatures that could be tapped for a Vehicle, in the order in which they are.
    crew: Vec<(i32, ObjectId)>,
}

/// Something that is made a creature before blockers are declared, and the power of the creatures that are tapped for it.
struct Reserve {
    fighter: Fighter,
    crew: i32,
}

impl Blocks {
    /// Forgets the last game.
    pub(super) fn start(&mut self) {
        self.plan.clear();
    }

    /// Answers what a creature blocks.
    pub(super) fn choose(&mut self, judge: Judge<'_>, legal: &[Action]) -> usize {
        let creature = judge.see.decision().about.index() as u16;
        let planned = match self.plan.find(judge, creature) {
            Some(planned) => planned,
            None => {
                self.make_plan(judge, creature);
                self.plan.find(judge, creature).flatten()
            }
        };
        let done = |attacker: u16| judge.see.blocks().contains(&(creature, attacker));
        let wanted = match planned {
            Some(Action::Object(attacker)) if !done(attacker) => Action::Object(attacker),
            _ => Action::No,
        };
        let place = |wanted: Action| legal.iter().position(|action| *action == wanted);
        place(wanted).or_else(|| place(Action::No)).unwrap_or(0)
    }

    /// How much better the defence gets if the source of an ability, a land or a Vehicle, becomes a creature before blockers are declared.
    pub(super) fn awaken(&mut self, judge: Judge<'_>, ability: AbilityId, env: &Env<'_>) -> Option<i32> {
        let way = judge.facts.ability(ability);
        let change = way.own_change().filter(|change| change.animates)?;
        let source = judge.see.last_known(env.source)?;
        if source.is_creature() || source.is(Flags::TAPPED) {
            return None;
        }
        let mut fighter = judge.fighter(env.source, source);
        judge.change_fighter(&mut fighter, change, env);
        if fighter.restrictions.contains(Restrictions::CANT_BLOCK) {
            return None;
        }
        let before = self.defended(judge, None);
        let after = self.defended(judge, Some(Reserve { fighter, crew: way.cost.crew }));
        Some(after - before)
    }

    /// What comes of the attack that was declared, to the viewer's good, if it is met as well as possible.
    fn defended(&mut self, judge: Judge<'_>, reserve: Option<Reserve>) -> i32 {
        let crew = reserve.as_ref().map_or(0, |reserve| reserve.crew);
        let (attacking, free) = self.gather(judge, None, reserve.map(|reserve| reserve.fighter), crew);
        let battle = self.best_blocks(judge, attacking, free);
        let (w, life) = (judge.w, judge.see.player(judge.me).life);
        if battle.damage >= life {
            return -w.life.lethal;
        }
        let lost = w.life_value(life) - w.life_value(life - battle.damage);
        battle.attackers_lost * w.block.kill_percent / 100
            - battle.blockers_lost * w.block.loss_percent / 100
            - lost * w.block.damage_percent / 100
    }

    /// Fills in attackers and blockers. The sets of all attackers, and of the blockers that still have a choice, are returned.
    ///
    /// `asked`: the creature that the declaration has come to. `reserve`: what isn't a creature yet, for which creatures with that much power are tapped.
    fn gather(
        &mut self,
        judge: Judge<'_>,
        asked: Option<u16>,
        reserve: Option<Fighter>,
        mut crew_power: i32,
    ) -> (u64, u64) {
        let Blocks { field, attackers, crew, .. } = self;
        field.clear();
        field.blocks.clear();
        attackers.clear();
        crew.clear();
        let mut attacking = 0u64;
        for (id, object) in judge.see.permanents() {
            if object.is(Flags::ATTACKING) && field.attackers.len() < MOST {
                attacking |= 1 << field.attackers.len();
                field.attackers.push(judge.fighter(id, object));
                attackers.push(id);
            } else if crew_power > 0 && can_crew(judge, object) {
                crew.push((judge.creature(object), id));
            }
        }
        crew.sort_unstable();
        let mut tapped = 0;
        while crew_power > 0 && tapped < crew.len() {
            let power = judge.see.last_known(crew[tapped].1).map_or(0, |object| object.characteristics.power);
            crew_power -= i32::from(power);
            tapped += 1;
        }
        let mut reached = asked.is_none();
        let mut free = 0u64;
        for (id, object) in judge.see.permanents() {
            reached |= Some(id.index() as u16) == asked;
            if object.controller != judge.me || !object.is_creature() || field.blockers.len() >= MOST {
                continue;
            }
            let already = judge.see.blocks().iter().find(|pair| pair.0 == id.index() as u16).map(|pair| pair.1);
            let open = reached
                && !object.is(Flags::TAPPED)
                && !object.restrictions.contains(Restrictions::CANT_BLOCK)
                && !crew[..tapped].iter().any(|(_, other)| *other == id);
            if already.is_none() && !open {
                continue;
            }
            let attacker =
                already.and_then(|index| field.attackers.iter().position(|one| one.id.index() as u16 == index));
            field.blocks.push(attacker.map_or(NOBODY, |place| place as u8));
            if already.is_none() {
                free |= 1 << field.blockers.len();
            }
            let mut fighter = judge.fighter(id, object);
            // What dies anyway may as well do something first.
            if judge.facts.card(object.card).sacrifices_itself {
                fighter.loss = (fighter.loss - 40).max(5);
            }
            field.blockers.push(fighter);
        }
        if let Some(fighter) = reserve.filter(|_| field.blockers.len() < MOST) {
            free |= 1 << field.blockers.len();
            field.blocks.push(NOBODY);
            field.blockers.push(fighter);
        }
        for place in 0..field.attackers.len() {
            let attacker = field.attackers[place];
            let mut mask = 0u64;
            for (number, blocker) in field.blockers.iter().enumerate() {
                let can_block = if reserve.is_some_and(|reserve| reserve.id == blocker.id) {
                    reaches(blocker, &attacker)
                } else {
                    judge.see.can_block(blocker.id, attacker.id)
                };
                if can_block {
                    mask |= 1 << number;
                }
            }
            field.can_block.push(mask);
        }
        field.prepare();
        (attacking, free)
    }

    fn best_blocks(&mut self, judge: Judge<'_>, attacking: u64, free: u64) -> Battle {
        let life = judge.see.player(judge.me).life;
        let defence = Defence { life, gang: 3, danger: judge.w.block.danger.min(life - 1).max(0) };
        self.field.choose_blocks(attacking, free, defence, judge.w)
    }

    fn make_plan(&mut self, judge: Judge<'_>, asked: u16) {
        let (attacking, free) = self.gather(judge, Some(asked), None, 0);
        self.best_blocks(judge, attacking, free);
        if let Some(trick) = best_trick(judge) {
            self.field.block_for_trick(judge, attacking, free, trick);
        }
        self.plan.begin(judge);
        for (blocker, block) in self.field.blockers.iter().zip(&self.field.blocks) {
            let attacker = self.attackers.get(*block as usize).map(|id| Action::Object(id.index() as u16));
            self.plan.choices.push((blocker.id.index() as u16, attacker));
        }
    }
}

/// Returns whether a creature can be tapped for a Vehicle (CR 702.122a).
fn can_crew(judge: Judge<'_>, object: &Object) -> bool {
    object.controller == judge.me
        && object.is_creature()
        && !object.is(Flags::TAPPED)
        && object.characteristics.power > 0
}

/// Returns whether something that isn't a creature yet could block an attacker, as far as what both are like says.
fn reaches(blocker: &Fighter, attacker: &Fighter) -> bool {
    let evasion = Keywords::FEAR | Keywords::INTIMIDATE | Keywords::SHADOW | Keywords::HORSEMANSHIP;
    !attacker.restrictions.contains(Restrictions::CANT_BE_BLOCKED)
        && !attacker.keywords.intersects(evasion)
        && (!attacker.has(Keywords::FLYING) || blocker.keywords.intersects(Keywords::FLYING | Keywords::REACH))
}
