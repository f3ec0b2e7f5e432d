//! Clauses → instructions: who does what, "may", each of several players in turn.

use super::noun::Use;
use super::{Context, Frame, Lowered, decline};
use crate::daytime::Daytime;
use crate::effect::{Duration as Span, Instr};
use crate::filter::Players;
use crate::text::grammar::effect::{Clause, Clauses};
use crate::text::grammar::player::Player;
use crate::text::grammar::series::{Chain, Join};
use crate::text::grammar::verb::{CastHow, PlayerItem, PlayerVerb};

impl Context<'_> {
    pub(super) fn clauses(&mut self, frame: &mut Frame, clauses: &Clauses, dur: Option<Span>) -> Lowered<()> {
        for clause in clauses.0.items() {
            self.clause(frame, clause, dur)?;
        }
        Ok(())
    }

    fn clause(&mut self, frame: &mut Frame, clause: &Clause, dur: Option<Span>) -> Lowered<()> {
        match clause {
            Clause::Imperative { verbs } => self.player_verbs(frame, &Players::You, verbs),
            Clause::Player { who, verbs } => {
                let who = self.players(frame, who)?;
                self.players_do(frame, &who, verbs)
            }
            Clause::BecomesDay | Clause::BecomesNight => {
                let day = *clause == Clause::BecomesDay;
                frame.emit(Instr::SetDaytime(if day { Daytime::Day } else { Daytime::Night }));
                Ok(())
            }
            Clause::ExtraCombat { main, .. } => {
                frame.emit(Instr::ExtraCombat(main.is_some()));
                Ok(())
            }
            Clause::RingTempts => {
                self.learn_of_the_ring()?;
                frame.emit(Instr::RingTempts(Players::You));
                Ok(())
            }
            Clause::May { who, verbs } => self.may(frame, who, verbs),
            Clause::Object { what, verbs } => {
                let objects = self.objects_of(frame, what, Use::Act)?;
                let before = frame.subject.replace(objects.clone());
                let result = verbs
                    .items()
                    .try_for_each(|item| self.object_verb(frame, &objects, &item.verb, item.each.as_ref()));
                frame.subject = before;
                no_alternatives(verbs)?;
                result
            }
            Clause::Lasting { what, verbs } => self.lasting_clause(frame, what, verbs, dur),
        }
    }

    /// Players do something; if several must choose, one after the other.
    fn players_do(&mut self, frame: &mut Frame, who: &Players, verbs: &Chain<PlayerItem>) -> Lowered<()> {
        if !matches!(who, Players::Each | Players::Opponents) {
            return self.player_verbs(frame, who, verbs);
        }
        let before = frame.clone();
        let Err(error) = self.player_verbs(frame, who, verbs) else { return Ok(()) };
        *frame = before;
        self.each_player(frame, who, |context, frame| context.player_verbs(frame, &Players::Current, verbs))
            .map_err(|_| error)
    }

    /// The same for each of several players in turn order.
    pub(super) fn each_player(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        lower: impl FnOnce(&mut Self, &mut Frame) -> Lowered<()>,
    ) -> Lowered<()> {
        let (targets, players, mentions) = (frame.targets.len(), frame.players.len(), frame.mentions.len());
        let label = frame.label();
        frame.emit(Instr::ForEachPlayer(who.clone(), label));
        frame.players.push(Players::Current);
        lower(self, frame)?;
        frame.mark(label);
        frame.players.truncate(players);
        frame.mentions.truncate(mentions);
        // Each player has done it or not: later words can't mean one of them.
        frame.did = false;
        if frame.targets.len() > targets { decline("a target for each player is not known") } else { Ok(()) }
    }

    fn player_verbs(&mut self, frame: &mut Frame, who: &Players, verbs: &Chain<PlayerItem>) -> Lowered<()> {
        no_alternatives(verbs)?;
        for item in verbs.items() {
            self.player_verb(frame, who, &item.verb, item.each.as_ref())?;
        }
        Ok(())
    }

    /// "you may".
    fn may(&mut self, frame: &mut Frame, who: &Player, verbs: &Chain<PlayerItem>) -> Lowered<()> {
        let who = self.players(frame, who)?;
        if matches!(who, Players::Each | Players::Opponents) {
            return self.each_player(frame, &who, |context, frame| context.one_may(frame, Players::Current, verbs));
        }
        self.one_may(frame, who, verbs)
    }

    fn one_may(&mut self, frame: &mut Frame, who: Players, verbs: &Chain<PlayerItem>) -> Lowered<()> {
        if verbs.rest.is_empty() && verbs.first.each.is_none() {
            let verb = &verbs.first.verb;
            // These give a permission or ask on their own.
            let permission = match verb {
                PlayerVerb::ExtraLand { .. } | PlayerVerb::NewTargets { .. } => true,
                PlayerVerb::Cast { how: None, .. } | PlayerVerb::Play { how: None, .. } => frame.until.is_some(),
                PlayerVerb::Cast { how, .. } | PlayerVerb::Play { how, .. } => !matches!(how, Some(CastHow::FreeMany)),
                _ => false,
            };
            if permission {
                return self.player_verb(frame, &who, verb, None);
            }
            if let Some(cost) = self.verb_as_cost(frame, verb)? {
                let label = frame.label();
                frame.emit(Instr::MayPay(who, cost, label));
                frame.mark(label);
                frame.did = true;
                return Ok(());
            }
        }
        let label = frame.label();
        frame.emit(Instr::May(who.clone(), label));
        frame.perhaps += 1;
        self.player_verbs(frame, &who, verbs)?;
        frame.perhaps -= 1;
        frame.mark(label);
        frame.did = true;
        Ok(())
    }
}

/// Declines verbs joined by "or".
pub(super) fn no_alternatives<T>(chain: &Chain<T>) -> Lowered<()> {
    if chain.rest.iter().any(|link| link.0 == Join::Or) {
        decline("a choice between verbs is not known")
    } else {
        Ok(())
    }
}
