//! Cards from outside the game (CR 400.11) → instructions.

use super::context::Context;
use super::decline::Lowered;
use super::filter::{subtype_test, unsupported};
use super::frame::{DoneThisWay, Frame};
use crate::cost::{Cost, CostPart};
use crate::effect::{Destination, Instr};
use crate::filter::{Amount, Condition, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::text::grammar::noun::Noun;

impl Context<'_> {
    /// The player brings a card that they own in from outside the game, or takes one out of exile instead if that is said: what is done with
    /// it follows.
    pub(super) fn bring_in(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        noun: &Noun,
        exiled: Option<&Noun>,
        reveal: bool,
    ) -> Lowered<Objects> {
        let described = self.noun(frame, noun)?;
        let yours = described.filter.tests.contains(&Test::Owner(PlayerFilter::You));
        let plain = described.zone.is_none() && described.among.is_none() && !described.random;
        if *who != Players::You || !yours || !described.card || !plain || described.opponent_chooses {
            return unsupported("what is outside the game:", noun);
        }
        let (mut zones, mut filter) = (Vec::new(), described.filter.clone());
        if let Some(exiled) = exiled {
            // The same of cards that are face up: those outside the game are that, too.
            let other = self.noun(frame, exiled)?;
            let face_up = Test::Not(Box::new(Filter::just(Test::FaceDown)));
            let alike = |filter: &Filter| {
                filter.tests.iter().all(|test| *test == face_up || described.filter.tests.contains(test))
            };
            let all = described.filter.tests.iter().all(|test| other.filter.tests.contains(test));
            if other.zone != Some(Zone::Exile)
                || !alike(&other.filter)
                || !all
                || !other.filter.tests.contains(&face_up)
                || other.among.is_some()
                || other.random
            {
                return unsupported("what is chosen in exile:", exiled);
            }
            zones.push(Zone::Exile);
            filter = other.filter;
        }
        let into = frame.register()?;
        let one = || Amount::Const(1);
        let (player, of) = (Players::You, Players::You);
        frame.emit(Instr::Search { player, of, zones, outside: true, filter, min: one(), max: one(), reveal, into });
        frame.mention(Objects::Register(into), false, Some(&described));
        if let Some(mention) = frame.discourse.mentions.last_mut().filter(|_| reveal && exiled.is_none()) {
            mention.past = Some(DoneThisWay::Revealed);
        }
        frame.discourse.looked = None;
        Ok(Objects::Register(into))
    }

    /// CR 701.48a: "You may discard a card. If you do, draw a card. If you didn't discard a card, you may reveal a Lesson card you own from
    /// outside the game and put it into your hand."
    pub(super) fn learn(&mut self, frame: &mut Frame) -> Lowered<()> {
        let one = || Amount::Const(1);
        let (offered, drawn, end) = (frame.label(), frame.label(), frame.label());
        let discard = Cost { mana: None, parts: vec![CostPart::Discard(one(), Filter::ANY)] };
        frame.emit(Instr::MayPay(Players::You, discard, offered));
        frame.mark(offered);
        frame.emit(Instr::Unless(Condition::Did, drawn));
        frame.emit(Instr::Draw(Players::You, one()));
        frame.mark(drawn);
        frame.emit(Instr::Unless(Condition::Not(Box::new(Condition::Did)), end));
        frame.emit(Instr::May(Players::You, end));
        let into = frame.register()?;
        frame.emit(Instr::Search {
            player: Players::You,
            of: Players::You,
            zones: Vec::new(),
            outside: true,
            filter: Filter { tests: vec![subtype_test("Lesson")?, Test::Owner(PlayerFilter::You)] },
            min: one(),
            max: one(),
            reveal: true,
            into,
        });
        frame.emit(Instr::Move(Objects::Register(into), Destination::to(Zone::Hand), None));
        frame.mark(end);
        frame.discourse.did = false;
        frame.discourse.counted = None;
        Ok(())
    }
}
