//! Events of combat, and damage.

use crate::ability::TriggerEvent;
use crate::filter::{Amount, Comparison, Condition, Filter, Objects, PlayerFilter, Test, Zone};
use crate::text::grammar::noun::{Noun, Np};
use crate::text::grammar::trigger::{CombatEvent, DamageEvent, DamageTo, OthersAttacking};
use crate::text::lower::context::Context;
use crate::text::lower::decline::Lowered;
use crate::text::lower::described::Described;
use crate::text::lower::filter::{any_of, unsupported};
use crate::text::lower::frame::Frame;
use crate::text::lower::player::player_filter;
use crate::text::lower::trigger::{About, Happens, combat, of_permanents, take_controller};
use crate::text::syntax::print;
use crate::types::CardTypes;

impl Context<'_> {
    /// "An attacking creature you control or a blocking creature an opponent controls": what both are can be referred to.
    pub(super) fn either_subject(
        &mut self,
        frame: &mut Frame,
        np: &Np,
        a: &Noun,
        b: &Noun,
    ) -> Lowered<(Filter, About)> {
        let (a, b) = (self.noun(frame, a)?, self.noun(frame, b)?);
        let alike = (a.zone, a.card, a.spell, a.token) == (b.zone, b.card, b.spell, b.token);
        // What is cast or discarded may be of any type.
        let here = a.zone == Some(Zone::Battlefield);
        let types = match a.types == b.types {
            true => a.types,
            false if here && !a.types.is_empty() && !b.types.is_empty() => a.types | b.types,
            false => CardTypes::empty(),
        };
        let typed = a.types == b.types || a.spell || a.card || here && !types.is_empty();
        if !alike || !typed || [&a, &b].iter().any(|one| one.random || one.among.is_some()) {
            return unsupported("the subject", np);
        }
        let filter = any_of(vec![a.filter.clone(), b.filter]);
        let described = Described { filter: filter.clone(), types, ..a };
        Ok((filter, About { described: Some(described), ..About::default() }))
    }

    /// "~ and at least one other creature attack", "~ and at least two Zombies attack", where the source is no Zombie.
    pub(super) fn attacks_besides(
        &mut self,
        frame: &mut Frame,
        with: &OthersAttacking,
        abouts: &mut Vec<About>,
    ) -> Lowered<TriggerEvent> {
        let (n, noun) = match with {
            OthersAttacking::One { noun } => (1, noun),
            OthersAttacking::Others { n, noun } => (n.0, noun),
            OthersAttacking::Such { n, noun } => {
                let described = self.noun(frame, noun)?;
                if self.source_fits(&described) {
                    return unsupported("what attacks besides:", noun);
                }
                (n.0, noun)
            }
        };
        self.attacks_with_others(frame, n, noun, abouts)
    }

    /// "~ and at least two other creatures attack".
    fn attacks_with_others(
        &mut self,
        frame: &mut Frame,
        n: i32,
        noun: &Noun,
        abouts: &mut Vec<About>,
    ) -> Lowered<TriggerEvent> {
        let described = self.noun(frame, noun)?;
        if described.zone != Some(Zone::Battlefield) {
            return unsupported("what attacks besides:", noun);
        }
        let (what, others) = (Filter::just(Test::Source), Some((described.filter, n as u8)));
        abouts.push(About { source: true, ..About::default() });
        Ok(TriggerEvent::Attacks { what, defender: None, alone: false, others, planeswalkers: false })
    }

    /// Attacks and blocks (CR 508.1, 509.3d).
    pub(super) fn combat_event(
        &mut self,
        frame: &mut Frame,
        to: Happens,
        event: &CombatEvent,
        about: &mut About,
    ) -> Lowered<Vec<TriggerEvent>> {
        let Happens { what, batched, .. } = to;
        Ok(match event {
            CombatEvent::Attacks if batched => {
                // "Whenever one or more creatures you control attack" is about the declaration.
                let player = take_controller(&what).unwrap_or(PlayerFilter::Any);
                (about.number, about.attackers) = (true, about.described.clone());
                vec![TriggerEvent::AttackersDeclared { player, what, at_least: 1, into: None }]
            }
            CombatEvent::Attacks => {
                // The defending player has words of their own; "that player" is not said of them.
                vec![TriggerEvent::Attacks { what, defender: None, alone: false, others: None, planeswalkers: false }]
            }
            CombatEvent::AttacksPlayer { who } if batched => {
                let Some(defender) = player_filter(who) else { return unsupported("the player", who) };
                about.player = true;
                let player = take_controller(&what).unwrap_or(PlayerFilter::Any);
                (about.number, about.attackers) = (true, about.described.clone());
                vec![TriggerEvent::AttackersDeclared {
                    player,
                    what: what.and(Test::AttackingPlayer(defender)),
                    at_least: 1,
                    into: None,
                }]
            }
            CombatEvent::AttacksPlayer { who } if !batched => {
                let Some(defender) = player_filter(who) else { return unsupported("the player", who) };
                about.player = true;
                vec![TriggerEvent::Attacks {
                    what,
                    defender: Some(defender),
                    alone: false,
                    others: None,
                    planeswalkers: false,
                }]
            }
            CombatEvent::AttacksMostLife if !batched => {
                about.player = true;
                let defender = Some(PlayerFilter::MostLife);
                vec![TriggerEvent::Attacks { what, defender, alone: false, others: None, planeswalkers: false }]
            }
            CombatEvent::AttacksYouOrPw if !batched => {
                about.player = true;
                let defender = Some(PlayerFilter::You);
                vec![TriggerEvent::Attacks { what, defender, alone: false, others: None, planeswalkers: true }]
            }
            CombatEvent::AttacksOpponentOrPw if !batched => {
                about.player = true;
                let defender = Some(PlayerFilter::Opponent);
                vec![TriggerEvent::Attacks { what, defender, alone: false, others: None, planeswalkers: true }]
            }
            CombatEvent::AttacksAlone if !batched => {
                vec![TriggerEvent::Attacks { what, defender: None, alone: true, others: None, planeswalkers: false }]
            }
            CombatEvent::AttacksSaddled if !batched => {
                let what = what.and(Test::Restricted(crate::keyword::Restrictions::SADDLED));
                vec![TriggerEvent::Attacks { what, defender: None, alone: false, others: None, planeswalkers: false }]
            }
            // CR 509.3g, once for all of them: a player attacks, and that player is meant by what follows.
            CombatEvent::AttacksYouUnblocked if batched => {
                about.player = true;
                vec![TriggerEvent::AttackersUnblocked { what: what.and(Test::AttackingPlayer(PlayerFilter::You)) }]
            }
            CombatEvent::AttacksUnblocked if !batched => vec![TriggerEvent::AttacksUnblocked { what }],
            CombatEvent::Blocks if !batched => {
                vec![TriggerEvent::Blocks { what, attacker: Filter::ANY, at_least: Some(1) }]
            }
            CombatEvent::BlocksWhat { np } if !batched => {
                let (attacker, at_least) = self.other_side(frame, np, about)?;
                vec![TriggerEvent::Blocks { what, attacker, at_least }]
            }
            CombatEvent::BecomesBlocked if !batched => {
                vec![TriggerEvent::BecomesBlocked { what, by: Filter::ANY, at_least: Some(1) }]
            }
            CombatEvent::BecomesBlockedBy { np } if !batched => {
                let (by, at_least) = self.other_side(frame, np, about)?;
                vec![TriggerEvent::BecomesBlocked { what, by, at_least }]
            }
            _ => return unsupported("the event", event),
        })
    }

    /// Damage (CR 120).
    pub(super) fn damage_event(
        &mut self,
        frame: &mut Frame,
        to: Happens,
        event: &DamageEvent,
        about: &mut About,
    ) -> Lowered<Vec<TriggerEvent>> {
        let Happens { what, batched, permanent, .. } = to;
        Ok(match event {
            DamageEvent::DealsDamage { kind } => {
                about.number = true;
                let (combat, source) = (combat(kind), of_permanents(what, about));
                vec![TriggerEvent::DealsDamage {
                    source,
                    to_players: Some(PlayerFilter::Any),
                    to_objects: Some(Filter::ANY),
                    combat,
                    batched,
                }]
            }
            // That much at one time, of which it is asked as it happens (CR 603.2).
            DamageEvent::DealsSo { n, kind, to: aim } if !batched => {
                let plain = DamageEvent::DealsDamageTo { kind: kind.clone(), to: aim.clone() };
                about.only_if = Some(Condition::Compare(Amount::Event, Comparison::AtLeast, Amount::Const(n.0)));
                return self.damage_event(frame, Happens { what, batched, permanent, ..to }, &plain, about);
            }
            DamageEvent::IsDealtSo { n, kind } if !batched => {
                let plain = DamageEvent::IsDealtDamage { kind: kind.clone() };
                about.only_if = Some(Condition::Compare(Amount::Event, Comparison::AtLeast, Amount::Const(n.0)));
                return self.damage_event(frame, Happens { what, batched, permanent, ..to }, &plain, about);
            }
            DamageEvent::DealsDamageTo { kind, to } => {
                about.number = true;
                let combat = combat(kind);
                let (to_players, to_objects) = match to {
                    DamageTo::Player { who } => {
                        about.player = true;
                        match player_filter(who) {
                            Some(filter) => (Some(filter), None),
                            None => return unsupported("the player", who),
                        }
                    }
                    // What the spell targets, whatever it is that it deals damage to besides.
                    DamageTo::Object { np: Np::That { head } }
                        if what.tests.contains(&Test::OneThingTargeted)
                            && print(head).eq_ignore_ascii_case("creature") =>
                    {
                        about.only_if = Some(Condition::IsTarget(Objects::EventOther, Objects::Event));
                        (None, Some(Filter::just(Test::Types(CardTypes::CREATURE))))
                    }
                    DamageTo::Object { np } => {
                        let (filter, other) = self.subject(frame, np)?;
                        if other.batched {
                            return unsupported("the event", event);
                        }
                        about.other = other.described;
                        (None, Some(filter))
                    }
                    DamageTo::PlayerOrObject { who, np } => {
                        let (filter, _) = self.subject(frame, np)?;
                        match player_filter(who) {
                            Some(player) => (Some(player), Some(filter)),
                            None => return unsupported("the player", who),
                        }
                    }
                    DamageTo::PlayerOrKind { who, kind } => match player_filter(who) {
                        Some(player) => (Some(player), Some(Filter::just(Test::Types(kind.0)))),
                        None => return unsupported("the player", who),
                    },
                    DamageTo::OneOrMorePlayers => (Some(PlayerFilter::Any), None),
                    DamageTo::Anything => (Some(PlayerFilter::Any), Some(Filter::ANY)),
                };
                let source = of_permanents(what, about);
                vec![TriggerEvent::DealsDamage { source, to_players, to_objects, combat, batched }]
            }
            DamageEvent::IsDealtDamage { kind } if permanent && !batched => {
                about.number = true;
                vec![TriggerEvent::DealtDamage { what, combat: combat(kind) }]
            }
            _ => return unsupported("the event", event),
        })
    }
}
