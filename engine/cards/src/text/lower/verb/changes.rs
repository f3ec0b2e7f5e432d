//! What objects become for a time, and who controls them (CR 611.2) → instructions.

use crate::effect::{Duration, Instr, Modification, WordKind};
use crate::filter::{Amount, Objects, Players};
use crate::text::grammar::noun::Nps;
use crate::text::grammar::object::BaseBoth;
use crate::text::grammar::player::Possessor;
use crate::text::grammar::series::{Chain, Join};
use crate::text::grammar::verb::{BaseOf, BaseTo, ChangeVerb, Rewording};
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::Frame;
use crate::text::lower::frame::several;
use crate::text::lower::lasting::base_stat;
use crate::text::lower::noun::Use;

impl Context<'_> {
    /// What objects become, or who controls them.
    pub(super) fn change_verb(&mut self, frame: &mut Frame, who: &Players, verb: &ChangeVerb) -> Lowered<()> {
        let you = *who == Players::You;
        let several = several(who);
        match verb {
            ChangeVerb::GainControl { what, dur } if !several => {
                let objects = self.objects_of(frame, what, Use::Act)?;
                let duration = match dur {
                    Some(dur) => self.span(dur)?,
                    None => frame.lasts().unwrap_or(Duration::Indefinite),
                };
                frame.emit(Instr::Continuous(objects, vec![Modification::Control(who.clone())], duration));
            }
            ChangeVerb::ChangeText { what, words, dur } => {
                let objects = self.objects(frame, what, Use::Act)?;
                let into = frame.number_register()?;
                if frame.number_register()? != into + 1 {
                    return decline("the two words of a text change need registers that are next to each other");
                }
                let creatures = vec![WordKind::CreatureType];
                let (kinds, to, except) = match words {
                    Rewording::Color => (vec![WordKind::Color], None, None),
                    Rewording::Land => (vec![WordKind::BasicLandType], None, None),
                    Rewording::ColorOrLand => (vec![WordKind::Color, WordKind::BasicLandType], None, None),
                    Rewording::Creature => (creatures, None, None),
                    Rewording::CreatureWith { sub } => (creatures, Some(sub.0), None),
                    Rewording::CreatureNot { sub } => (creatures, None, Some(sub.0)),
                };
                frame.emit(Instr::ChooseWords { player: who.clone(), kinds, to, except, into });
                let duration = match dur {
                    Some(dur) => self.span(dur)?,
                    None => frame.lasts().unwrap_or(Duration::Indefinite),
                };
                frame.emit(Instr::Continuous(objects, vec![Modification::ChangeText(into)], duration));
            }
            ChangeVerb::Have { what, verb } => {
                let objects = self.objects(frame, what, Use::Act)?;
                let before = frame.discourse.subject.replace(objects.clone());
                let result = self.object_verb(frame, &objects, verb, None);
                frame.discourse.subject = before;
                result?;
            }
            ChangeVerb::HaveLasting { what, item } if you => {
                let verbs = Chain { first: (**item).clone(), rest: Vec::new() };
                self.lasting_clause(frame, &Nps::One { np: what.clone() }, &verbs)?;
            }
            ChangeVerb::HaveLastingTwo { what, a, b } if you => {
                let verbs = Chain { first: (**a).clone(), rest: vec![(Join::And, (**b).clone())] };
                self.lasting_clause(frame, &Nps::One { np: what.clone() }, &verbs)?;
            }
            ChangeVerb::DoublePower { what, dur } | ChangeVerb::DoubleBoth { what, dur } if you => {
                let objects = self.objects(frame, what, Use::Act)?;
                let span = self.span(dur)?;
                self.double(frame, objects, matches!(verb, ChangeVerb::DoubleBoth { .. }), span);
            }
            ChangeVerb::DoubleIts { of, dur } | ChangeVerb::DoubleItsBoth { of, dur } if you => {
                let objects = self.possessor(frame, of)?;
                let span = self.span(dur)?;
                self.double(frame, objects, matches!(verb, ChangeVerb::DoubleItsBoth { .. }), span);
            }
            ChangeVerb::Switch { what, dur } | ChangeVerb::SwitchOf { what, dur } if you => {
                let objects = self.objects(frame, what, Use::Act)?;
                frame.emit(Instr::Continuous(objects, vec![Modification::SwitchPT], self.span(dur)?));
            }
            ChangeVerb::SwitchIts { dur } if you => {
                let objects = self.it_or_subject(frame)?;
                frame.emit(Instr::Continuous(objects, vec![Modification::SwitchPT], self.span(dur)?));
            }
            ChangeVerb::ChangeBase { of, base, to, dur } => {
                let objects = self.possessor(frame, of)?;
                self.change_base(frame, objects, base, to, dur.as_ref())?;
            }
            ChangeVerb::ChangeBaseOf { base, what, to, dur } => {
                let objects = self.objects(frame, what, Use::Act)?;
                self.change_base(frame, objects, base, to, dur.as_ref())?;
            }
            ChangeVerb::HaveBase { what, to, dur } => {
                let objects = self.objects(frame, what, Use::Act)?;
                let change = self.base_both(frame, to)?;
                frame.emit(Instr::Continuous(objects, vec![change], self.span(dur)?));
            }
            ChangeVerb::ExchangeControl { a, b } => {
                let a = self.objects(frame, a, Use::Act)?;
                let b = self.objects(frame, b, Use::Act)?;
                frame.emit(Instr::ExchangeControl(a, b));
            }
            ChangeVerb::ExchangeTwo { what } => {
                let both = self.objects(frame, what, Use::Act)?;
                frame.emit(Instr::ExchangeControl(both.clone(), both));
            }
            _ => return unsupported("the verb", verb),
        }
        Ok(())
    }

    /// Base power and toughness are set to a number that is found as this resolves (CR 613.4b, 608.2h). Without a duration it lasts until
    /// the game ends (CR 611.2a).
    fn change_base(
        &mut self,
        frame: &mut Frame,
        objects: Objects,
        base: &BaseOf,
        to: &BaseTo,
        dur: Option<&crate::text::grammar::object::Duration>,
    ) -> Lowered<()> {
        let change = match (base, to) {
            (BaseOf::Both, BaseTo::Pt { pt }) => self.base_both(frame, &BaseBoth::Pt { pt: *pt })?,
            (BaseOf::Both, BaseTo::Its { of }) => self.base_both(frame, &BaseBoth::Of { of: of.clone() })?,
            (BaseOf::Both, BaseTo::Those { of }) => {
                let of = Possessor::Of { np: Box::new(of.clone()) };
                self.base_both(frame, &BaseBoth::Of { of })?
            }
            (BaseOf::Stat { stat }, BaseTo::Number { amount }) => {
                let n = self.amount(frame, amount)?;
                base_stat(stat, n)
            }
            _ => return unsupported("the change", to),
        };
        let duration = match dur {
            Some(dur) => self.span(dur)?,
            None => frame.lasts().unwrap_or(Duration::Indefinite),
        };
        frame.emit(Instr::Continuous(objects, vec![change], duration));
        Ok(())
    }

    /// Doubles power, or power and toughness: each gets plus what it has (CR 701.10b).
    fn double(&mut self, frame: &mut Frame, objects: Objects, both: bool, span: Duration) {
        let power = Amount::Power(Objects::Current);
        let toughness = if both { Amount::Toughness(Objects::Current) } else { Amount::Const(0) };
        frame.emit(Instr::Continuous(objects, vec![Modification::AddPT(power, toughness)], span));
    }
}
