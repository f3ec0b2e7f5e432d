//! Dungeons, the initiative and the Ring: what a pool learns once a card of it speaks of them.

use super::context::Context;
use super::decline::{Lowered, decline};
use crate::ability::{Ability, AbilityKind, Affected, Static, StaticEffect, TriggerEvent, Triggered};
use crate::card::AbilityId;
use crate::dungeon::{Dungeon, Room};
use crate::effect::{DelayedUntil, Instr, Modification};
use crate::filter::{Filter, Objects, PlayerFilter, Players, Step, Test, Zone};
use crate::keyword::{Features, Restrictions};
use crate::text::dungeons::{DUNGEONS, RoomText};
use crate::text::grammar::effect::Body;
use crate::text::lexer::lex;
use crate::text::syntax::{print, read};
use crate::types::{CardTypes, Supertypes};

/// A triggered ability without targets.
fn trigger(context: &mut Context<'_>, text: &str, events: Vec<TriggerEvent>, instr: Instr) -> AbilityId {
    context.scripted(text, Zone::Battlefield, events, vec![instr])
}

impl Context<'_> {
    /// CR 309, 725.2: compiles the dungeons and what having the initiative means.
    pub(super) fn learn_of_dungeons(&mut self) -> Lowered<()> {
        if !self.pool.dungeons.is_empty() {
            return Ok(());
        }
        let mut dungeons = Vec::new();
        for (name, by_name_only, texts) in DUNGEONS.iter() {
            let mut rooms = Vec::new();
            for text in texts {
                let place = |exit: &&str| texts.iter().position(|other| other.name == *exit).map(|place| place as u8);
                let exits: Option<Vec<u8>> = text.exits.iter().map(place).collect();
                let Some(exits) = exits else { return decline(format!("`{}` leads nowhere", text.name)) };
                let ability = self.nested(|context| context.room(text))?;
                rooms.push(Room { name: text.name.to_owned(), ability, exits });
            }
            dungeons.push(Dungeon { name: (*name).to_owned(), by_name_only: *by_name_only, rooms });
        }
        // CR 725.2 names the one dungeon that is entered by its name.
        let into = dungeons.iter().position(|dungeon| dungeon.by_name_only).map(|place| place as u8);
        let upkeep = TriggerEvent::StepBegins { step: Step::Upkeep, player: PlayerFilter::You };
        let damage = TriggerEvent::DealsDamage {
            source: Filter::just(Test::Types(CardTypes::CREATURE)),
            to_players: Some(PlayerFilter::You),
            to_objects: None,
            combat: Some(true),
            batched: true,
        };
        let attacker = Players::ControllerOf(Box::new(Objects::Event));
        self.pool.initiative = vec![
            trigger(
                self,
                "At the beginning of the upkeep of the player who has the initiative, that player ventures into Undercity.",
                vec![upkeep],
                Instr::Venture(Players::You, into),
            ),
            trigger(
                self,
                "Whenever one or more creatures a player controls deal combat damage to the player who has the initiative, the controller of those creatures takes the initiative.",
                vec![damage],
                Instr::TakeInitiative(attacker),
            ),
            trigger(
                self,
                "Whenever a player takes the initiative, that player ventures into Undercity.",
                Vec::new(),
                Instr::Venture(Players::You, into),
            ),
        ];
        self.pool.dungeons = dungeons;
        self.pool.uses(Features::DUNGEONS);
        Ok(())
    }

    /// CR 309.4c: "When you move your venture marker into this room, [effect]."
    fn room(&mut self, text: &RoomText) -> Lowered<AbilityId> {
        let tokens = lex(text.effect);
        let trees = read::<Body>(&tokens).unwrap_or_default();
        let [body] = trees.as_slice() else {
            return decline(format!("`{}` of {} can be read in {} ways", text.effect, text.name, trees.len()));
        };
        if print(body) != text.effect {
            return decline(format!("`{}` is not what `{}` says", print(body), text.effect));
        }
        let lowering = self.body(self.frame(), body, true)?;
        let triggered =
            Triggered { condition: lowering.condition, ..Triggered::new(Vec::new(), Zone::Command, lowering.script) };
        let text = format!("{} — {}", text.name, text.effect);
        Ok(self.pool.add_ability(Ability { text, kind: AbilityKind::Triggered(Box::new(triggered)) }))
    }

    /// CR 701.54c: compiles the abilities of the Ring.
    pub(super) fn learn_of_the_ring(&mut self) -> Lowered<()> {
        if !self.pool.ring.is_empty() {
            return Ok(());
        }
        let bearer = super::noun::ring_bearer();
        let changes = vec![
            Modification::AddSupertypes(Supertypes::LEGENDARY),
            Modification::Restrict(Restrictions::NO_GREATER_BLOCKER),
        ];
        let legendary = Static {
            zone: Zone::Battlefield,
            condition: None,
            effect: StaticEffect::Continuous(Affected::Each(bearer.clone()), changes),
        };
        let text = "Your Ring-bearer is legendary and can't be blocked by creatures with greater power.".to_owned();
        let first = self.pool.add_ability(Ability { text, kind: AbilityKind::Static(Box::new(legendary)) });
        let second = self.definition("Whenever your Ring-bearer attacks, draw a card, then discard a card.")?;
        let blocker = Objects::Register(0);
        let sacrifice = Instr::Sacrifice(Players::ControllerOf(Box::new(blocker.clone())), blocker);
        let later = trigger(self, "The blocking creature's controller sacrifices it.", Vec::new(), sacrifice);
        let by = Filter::just(Test::Types(CardTypes::CREATURE));
        let blocked = TriggerEvent::BecomesBlocked { what: bearer, by, at_least: None };
        let third = self.scripted(
            "Whenever your Ring-bearer becomes blocked by a creature, the blocking creature's controller sacrifices it at end of combat.",
            Zone::Battlefield,
            vec![blocked],
            vec![
                Instr::SetObjects(0, Objects::EventOther),
                Instr::Delayed(later, DelayedUntil::NextStep(Step::EndCombat, None), None),
            ],
        );
        let fourth =
            self.definition("Whenever your Ring-bearer deals combat damage to a player, each opponent loses 3 life.")?;
        self.pool.ring = vec![vec![first], second, vec![third], fourth];
        self.pool.uses(Features::RING);
        self.pool.make_emblem(true);
        Ok(())
    }
}
