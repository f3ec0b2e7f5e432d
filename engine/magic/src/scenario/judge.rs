//! For choices that a scenario leaves open: whether what a script does is good for what it is done to, and which choices its source engine has.

use gauntlet_cards::ability::{AbilityKind, Affected, StaticEffect};
use gauntlet_cards::card::{AbilityId, CardId, Pool};
use gauntlet_cards::effect::{Instr, Modification, Part, Recipients};
use gauntlet_cards::filter::{Amount, CounterKind, Objects, Players, Zone};
use gauntlet_cards::keyword::Restrictions;

use crate::decision::DecisionKind;

/// What something is done to.
#[derive(Clone, Copy)]
pub(super) enum Thing {
    /// Target number *n* of the part.
    Target(u8),
    /// The objects in a register.
    Register(u8),
}

impl Thing {
    fn is(self, objects: &Objects) -> bool {
        match objects {
            Objects::Target(n) => matches!(self, Thing::Target(m) if m == *n),
            Objects::Register(n) => matches!(self, Thing::Register(m) if m == *n),
            Objects::Union(all) => all.iter().any(|objects| self.is(objects)),
            Objects::Those(objects, _) => self.is(objects),
            _ => false,
        }
    }

    fn among(self, players: &Players) -> bool {
        matches!((self, players), (Thing::Target(m), Players::Target(n)) if m == *n)
    }

    fn receives(self, recipients: &Recipients) -> bool {
        match recipients {
            Recipients::Objects(objects) => self.is(objects),
            Recipients::Players(players) => self.among(players),
            Recipients::Target(n) => matches!(self, Thing::Target(m) if m == *n),
            Recipients::Both(all) => all.iter().any(|recipients| self.receives(recipients)),
            Recipients::Event => false,
        }
    }
}

/// Whether a part of a script is good for the thing; `None` if it doesn't say.
pub(super) fn good(part: &Part, thing: Thing) -> Option<bool> {
    let in_graveyard = match thing {
        Thing::Target(n) => part.targets.get(usize::from(n)).is_some_and(|spec| {
            spec.objects.iter().all(|(zone, _)| *zone == Zone::Graveyard) && spec.players.is_none()
        }),
        Thing::Register(_) => false,
    };
    part.code.iter().find_map(|instr| verb(instr, thing, in_graveyard))
}

fn verb(instr: &Instr, thing: Thing, in_graveyard: bool) -> Option<bool> {
    let object = |objects: &Objects, good: bool| thing.is(objects).then_some(good);
    let player = |players: &Players, good: bool| thing.among(players).then_some(good);
    match instr {
        Instr::Damage(_, _, to) | Instr::AndDamage(_, _, to) => thing.receives(to).then_some(false),
        Instr::DamageDivided(_, n) => matches!(thing, Thing::Target(m) if m == n.0).then_some(false),
        Instr::Fight(one, other) => object(one, true).or_else(|| object(other, false)),
        Instr::PreventDivided(n) => matches!(thing, Thing::Target(m) if m == n.0).then_some(true),
        Instr::PreventDamage(to, _) => thing.receives(to).then_some(true),
        Instr::Destroy(objects, _)
        | Instr::Sacrifice(_, objects)
        | Instr::Tap(objects)
        | Instr::Counter(objects, _)
        | Instr::RemoveCounters(objects, ..)
        | Instr::PhaseOut(objects)
        | Instr::Goad(objects)
        | Instr::RemoveFromCombat(objects)
        | Instr::BecomeBlocked(objects)
        | Instr::Unattach(objects) => object(objects, false),
        Instr::Untap(objects)
        | Instr::NoLongerSuspected(objects)
        | Instr::Regenerate(objects)
        | Instr::Transform(objects)
        | Instr::CopySpell { of: objects, .. }
        | Instr::CastSome { cards: objects, .. }
        | Instr::PlayFree(_, objects)
        | Instr::CastNow(_, objects)
        | Instr::CastFor(_, objects, _)
        | Instr::CastFree(_, objects, _) => object(objects, true),
        Instr::AllowPlay { cards, .. } => object(cards, true),
        Instr::CreateCopy { of, player: who, .. } => object(of, true).or_else(|| player(who, true)),
        Instr::Move(objects, to, _) => object(
            objects,
            match to.zone {
                Zone::Battlefield => true,
                Zone::Hand | Zone::Library => in_graveyard,
                _ => false,
            },
        ),
        Instr::AddCounters(objects, kind, _) | Instr::AndCounters(objects, kind, _) => {
            object(objects, !matches!(*kind, CounterKind::MINUS_ONE | CounterKind::STUN))
        }
        Instr::AddCountersDivided(kind, n) => matches!(thing, Thing::Target(m) if m == n.0)
            .then_some(!matches!(*kind, CounterKind::MINUS_ONE | CounterKind::STUN)),
        Instr::MoveCounters(from, to, ..) | Instr::MoveKinds(from, to, _) => {
            object(from, false).or_else(|| object(to, true))
        }
        Instr::Attach(what, to) | Instr::AttachAsToCreature(what, to) => {
            object(to, true).or_else(|| object(what, true))
        }
        Instr::ExchangeControl(one, other) => object(one, true).or_else(|| object(other, false)),
        Instr::Continuous(objects, changes, _) => object(objects, changes.iter().all(kind)),
        Instr::GainLife(who, _)
        | Instr::Draw(who, _)
        | Instr::Scry(who, _)
        | Instr::Surveil(who, _)
        | Instr::ExtraTurn(who)
        | Instr::Win(who)
        | Instr::AddMana(who, _)
        | Instr::ExtraLands(who, _)
        | Instr::BecomeMonarch(who)
        | Instr::CreateEmblem(who, _)
        | Instr::Proliferate(who) => player(who, true),
        Instr::CreateToken(tokens) => player(&tokens.player, true),
        Instr::LoseLife(who, _)
        | Instr::Discard(who, ..)
        | Instr::Mill(who, ..)
        | Instr::SacrificeChosen(who, ..)
        | Instr::SkipNext(who, _)
        | Instr::Lose(who) => player(who, false),
        Instr::LookAtHand(_, whose) => player(whose, false),
        Instr::AddPlayerCounters(who, kind, _) => player(who, !matches!(*kind, CounterKind::POISON | CounterKind::RAD)),
        _ => None,
    }
}

/// Returns whether a modification is good for what it changes.
fn kind(change: &Modification) -> bool {
    const GOOD: Restrictions = Restrictions::CANT_BE_BLOCKED
        .union(Restrictions::IGNORES_DEFENDER)
        .union(Restrictions::CANT_BE_COUNTERED)
        .union(Restrictions::BLOCKS_ANY_NUMBER)
        .union(Restrictions::CANT_BE_SACRIFICED);
    let least = |amount: &Amount| match amount {
        Amount::Const(number) => *number,
        Amount::Difference(from, _) if **from == Amount::Const(0) => -1,
        Amount::Times(_, times) => *times,
        _ => 1,
    };
    match change {
        Modification::AddPT(power, toughness) => least(power) >= 0 && least(toughness) >= 0,
        Modification::Control(_)
        | Modification::LoseAllAbilities
        | Modification::RemoveKeywords(_)
        | Modification::CantHaveKeywords(_)
        | Modification::RemoveTypes(_) => false,
        Modification::Restrict(restrictions) => GOOD.contains(*restrictions),
        _ => true,
    }
}

/// Returns whether an Aura is good for what it enchants.
pub(super) fn good_aura(pool: &Pool, card: CardId) -> bool {
    let on_host = |ability: &AbilityId| match &pool.ability(*ability).kind {
        AbilityKind::Static(ability) => match &ability.effect {
            StaticEffect::Continuous(Affected::Host, changes) => Some(changes.iter().all(kind)),
            _ => None,
        },
        _ => None,
    };
    pool.card(card).abilities.iter().filter_map(on_host).all(|good| good)
}

/// Returns whether it is asked what comes first.
pub(super) fn orders(kind: DecisionKind) -> bool {
    matches!(kind, DecisionKind::OrderTriggers | DecisionKind::OrderReplacements)
}

/// Returns whether the scenarios' source engine doesn't ask for such a choice, or asks in another way.
pub(super) fn lenient(kind: DecisionKind) -> bool {
    matches!(
        kind,
        DecisionKind::OrderTriggers
            | DecisionKind::OrderReplacements
            | DecisionKind::OrderCards
            | DecisionKind::AssignDamage
            | DecisionKind::Attack
            | DecisionKind::Block
            | DecisionKind::PhyrexianLife
            | DecisionKind::PayMana
            | DecisionKind::Scry
            | DecisionKind::Surveil
            | DecisionKind::Mulligan
            | DecisionKind::Bottom
    )
}
