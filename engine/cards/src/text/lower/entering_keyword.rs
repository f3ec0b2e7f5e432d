//! Keywords for which something is chosen as a creature enters or attacks, or as a spell resolves: tribute, amplify, enlist, myriad, cipher.

use super::context::Context;
use super::decline::{Lowered, decline};
use crate::ability::{StaticEffect, TriggerEvent};
use crate::card::AbilityId;
use crate::effect::{Destination, Duration, Instr, Modification, Pick, Script};
use crate::filter::{Amount, CounterKind, Filter, Objects, PlayerFilter, Players, Test, Zone};

/// CR 702.104a: an opponent may have it enter with more counters.
pub(super) fn tribute(n: i32) -> Vec<Instr> {
    vec![
        Instr::May(Players::Opponents, 3),
        Instr::EnterWith(CounterKind::PLUS_ONE, Amount::Const(n)),
        Instr::PayTribute,
    ]
}

/// CR 702.38a: any number of cards in hand that share a creature type with it are revealed.
pub(super) fn amplify(n: i32) -> Vec<Instr> {
    let alike = Test::SharesCreatureType(Box::new(Objects::Source));
    let hand = Filter { tests: vec![Test::Owner(PlayerFilter::You), Test::NotSource, alike] };
    let pick = Pick {
        chooser: Players::You,
        from: Objects::Each(Zone::Hand, hand),
        min: Amount::Const(0),
        max: Amount::Const(255),
        random: false,
    };
    let revealed = Objects::Register(0);
    vec![
        Instr::Pick(pick, 0),
        Instr::SetNumber(0, Amount::CountObjects(revealed.clone())),
        Instr::Reveal(revealed.clone()),
        Instr::Move(revealed, Destination::to(Zone::Hand), None),
        Instr::EnterWith(CounterKind::PLUS_ONE, Amount::Times(Box::new(Amount::Register(0)), n)),
    ]
}

impl Context<'_> {
    /// CR 702.116a: in a game of two the defending player is the only opponent, so that it triggers and makes no tokens.
    pub(super) fn myriad(&mut self) -> AbilityId {
        let what = Filter::just(Test::Source);
        let attacks = TriggerEvent::Attacks { what, defender: None, alone: false, others: None, planeswalkers: false };
        let words = "Whenever ~ attacks, for each opponent other than defending player, you may create a token that's a copy of ~ that's tapped and attacking that player or a planeswalker they control. If one or more tokens are created this way, exile the tokens at end of combat.";
        self.scripted(words, Zone::Battlefield, vec![attacks], Vec::new())
    }

    /// CR 702.154a: the optional cost to attack, and what triggers when it is paid. The event's other object is what was tapped.
    pub(super) fn enlist(&mut self, text: String) -> AbilityId {
        let power = Amount::Power(Objects::EventOther);
        // CR 107.1b: X is at least 0.
        let x = Amount::Greatest(Box::new(power), Box::new(Amount::Const(0)));
        let more = Modification::AddPT(x, Amount::Const(0));
        let code = vec![Instr::Continuous(Objects::Source, vec![more], Duration::EndOfTurn)];
        let words = "When you do, ~ gets +X/+0 until end of turn, where X is the tapped creature's power.";
        let trigger = self.scripted(words, Zone::Battlefield, Vec::new(), code);
        self.add_static(text, StaticEffect::MayEnlist(trigger))
    }

    /// CR 702.99a: what a spell with cipher does last, and what the creature has for as long as the card is encoded on it.
    pub(super) fn cipher(&mut self, name: &str, script: &mut Script) -> Lowered<()> {
        let [part] = script.parts.as_mut_slice() else { return decline("cipher beside modes isn't supported") };
        let end = part.code.len() as u16;
        for instr in &mut part.code {
            if *instr == Instr::End {
                *instr = Instr::Jump(end);
            }
        }
        let damage = TriggerEvent::DealsDamage {
            source: Filter::just(Test::Source),
            to_players: Some(PlayerFilter::Any),
            to_objects: None,
            combat: Some(true),
            batched: false,
        };
        let copy = Objects::Register(0);
        let code = vec![
            Instr::CopyCards(Objects::Encoded(name.to_owned()), 0),
            Instr::CastFree(Players::You, copy.clone(), None),
            Instr::EndCopies(copy),
        ];
        let words = format!(
            "Whenever ~ deals combat damage to a player, you may cast a copy of the encoded {name} without paying its mana cost."
        );
        let trigger = self.scripted(&words, Zone::Battlefield, vec![damage], code);
        let grant = vec![Modification::AddAbility(trigger)];
        part.code.push(Instr::Encode(0));
        part.code.push(Instr::Continuous(Objects::Register(0), grant, Duration::WhileEncoded));
        Ok(())
    }
}
