//! Subgames (CR 728), and games that are restarted (CR 726).

use crate::effect::{Destination, Instr};
use crate::filter::{Amount, Filter, Objects, Players, Zone};
use crate::text::grammar::effect::Sentence;
use crate::text::grammar::noun::{Np, Quant};
use crate::text::grammar::words::Numeral;
use crate::text::lower::context::Context;
use crate::text::lower::decline::Lowered;
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::Frame;

impl Context<'_> {
    /// The players play a game of their own, perhaps from another life total.
    pub(super) fn subgame(&mut self, frame: &mut Frame, sentence: &Sentence) -> Lowered<()> {
        let life = match sentence {
            Sentence::SubgameAt { n } | Sentence::SubgameTable { n } => match self.number(frame, n)? {
                Amount::Const(life) => Some(life),
                _ => return unsupported("the life", sentence),
            },
            _ => None,
        };
        frame.emit(Instr::Subgame(life));
        Ok(())
    }

    /// The game is restarted, but for some cards in exile (CR 726.5). What was chosen or found before is part of the game that has ended.
    pub(super) fn restart(&mut self, frame: &mut Frame, what: &Np) -> Lowered<()> {
        let Np::Quant { quant: Quant::All, noun } = what else { return unsupported("what stays in exile:", what) };
        let described = self.noun(frame, noun)?;
        let plain = described.among.is_none() && !described.random && described.also.is_none();
        if described.zone != Some(Zone::Exile) || !plain {
            return unsupported("what stays in exile:", what);
        }
        if !frame.code.items.is_empty() || !frame.code.targets.is_empty() {
            return unsupported("before the game is restarted, something is done besides leaving", what);
        }
        let into = frame.register()?;
        frame.emit(Instr::Restart(Objects::Each(Zone::Exile, described.filter.clone()), into));
        frame.mention(Objects::Register(into), true, Some(&described));
        frame.discourse.did = false;
        Ok(())
    }

    /// Who doesn't win the subgame loses half their life.
    pub(super) fn subgame_losers(&mut self, frame: &mut Frame) -> Lowered<()> {
        let end = frame.label();
        frame.emit(Instr::ForEachPlayer(Players::Subgame(false), end));
        let half = Amount::HalfUp(Box::new(Amount::Life(Players::Current)));
        frame.emit(Instr::LoseLife(Players::Current, half));
        frame.mark(end);
        Ok(())
    }

    /// The winner of the subgame searches their library for that many cards.
    pub(super) fn subgame_winner_searches(&mut self, frame: &mut Frame, n: &Numeral) -> Lowered<()> {
        let register = frame.code.next_register;
        frame.code.next_register += 1;
        let amount = || Amount::Const(n.0);
        let winner = Players::Subgame(true);
        frame.emit(Instr::Search {
            player: winner.clone(),
            of: winner.clone(),
            zones: vec![Zone::Library],
            outside: false,
            filter: Filter::ANY,
            min: amount(),
            max: amount(),
            reveal: false,
            into: register,
        });
        frame.emit(Instr::Move(Objects::Register(register), Destination::to(Zone::Hand), None));
        frame.emit(Instr::Shuffle(winner));
        Ok(())
    }
}
