//! Static abilities: a room for each family of sentences, named as in the grammar.

mod abilities;
mod as_enters;
mod continuous;
mod damage;
mod draws;
mod entering;
mod instead;
mod numbered;
mod permanents;
mod players;
mod prevention;

use crate::ability::{Affected, Replacement, Static, StaticEffect};
use crate::effect::{Instr, Modification, Part, Script};
use crate::filter::{Amount, Objects, Zone};
use crate::keyword::Restrictions;
use crate::text::grammar::condition::{ConditionWords, Conditions, ObjectCondition, State};
use crate::text::grammar::noun::{Np, Nps};
use crate::text::grammar::statics::{ContinuousStatic, CostStatic, Static as Words, While};
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::frame::Frame;

/// A static ability that works on the battlefield.
pub(super) fn simple(effect: StaticEffect) -> Vec<Static> {
    vec![Static { zone: Zone::Battlefield, condition: None, effect }]
}

pub(super) fn replacement(replacement: Replacement) -> Vec<Static> {
    simple(StaticEffect::Replacement(replacement))
}

/// As the source enters, a script runs.
pub(super) fn as_enters(text: String, code: Vec<Instr>) -> Vec<Static> {
    let part = Part { text, targets: Vec::new(), code };
    replacement(Replacement::AsEnters(Script { parts: vec![part], modes: None }))
}

/// As the source is turned face up, a script runs.
pub(super) fn as_turned_up(text: String, code: Vec<Instr>) -> Vec<Static> {
    let part = Part { text, targets: Vec::new(), code };
    replacement(Replacement::AsTurnedUp(Script { parts: vec![part], modes: None }))
}

fn restrict(affected: Affected, restrictions: Restrictions) -> Vec<Static> {
    simple(StaticEffect::Continuous(affected, vec![Modification::Restrict(restrictions)]))
}

impl Context<'_> {
    /// The static abilities of one sentence. What it is attached to can be called "it", if the first sentence of its paragraph is about
    /// that.
    pub(super) fn statics(&mut self, words: &Words, first: Option<&Words>) -> Lowered<Vec<Static>> {
        let mut frame = Frame::new();
        frame.discourse.x = self.has_x.then_some(Amount::X);
        if let Some(Words::Continuous { what: ContinuousStatic::Continuous { first, .. } }) = first
            && let Nps::One { np: Np::Host { head, .. } } = &first.what
        {
            let described = self.head(&frame, head)?;
            frame.mention(Objects::Host, false, Some(&described));
        }
        let statics = self.static_sentence(&mut frame, words)?;
        if !frame.code.targets.is_empty() || !frame.code.items.is_empty() {
            return decline("a static ability can't choose anything");
        }
        Ok(statics)
    }

    fn static_sentence(&mut self, frame: &mut Frame, words: &Words) -> Lowered<Vec<Static>> {
        if let Words::Cost { what: CostStatic::SpellsCost { before: Some(before), noun, by, each } } = words
            && let Some(zones) = there_and_here(before)
        {
            let mut all = Vec::new();
            for before in zones {
                let before = Some(before);
                let what = CostStatic::SpellsCost { before, noun: noun.clone(), by: by.clone(), each: each.clone() };
                all.extend(self.cost_change(frame, &what)?);
            }
            return Ok(all);
        }
        match words {
            Words::Continuous { what } => self.continuous_static(frame, what),
            Words::Entering { what } => self.entering_static(frame, what),
            Words::AsEnters { what } => self.as_enters_static(frame, what),
            Words::Cost { what } => self.cost_change(frame, what),
            Words::Abilities { what } => self.ability_static(frame, what),
            Words::Players { what } => self.player_static(frame, what),
            Words::Permanents { what } => self.permanent_static(frame, what),
            Words::Damage { what } => self.damage_static(frame, what),
            Words::Prevention { what } => self.prevention_static(frame, what),
            Words::Instead { what } => self.instead_static(frame, what),
            Words::Tax { before, tax } => {
                let condition = before.as_ref().map(|before| self.before(frame, before)).transpose()?;
                let zone = frame.setting.zone.take().unwrap_or(Zone::Battlefield);
                Ok(vec![Static { zone, condition, effect: self.tax(frame, tax)? }])
            }
        }
    }
}

/// "As long as ~ is in the command zone or on the battlefield": an ability that works in either zone is one in each of them (CR 113.6b).
fn there_and_here(before: &While) -> Option<[While; 2]> {
    let While::AsLongAs { condition: Conditions::One { a: ConditionWords::Object { what } } } = before else {
        return None;
    };
    let ObjectCondition::Is { np, be, state: State::InCommandOrBattlefield } = what else { return None };
    Some([State::InCommand, State::OnBattlefield].map(|state| {
        let what = ObjectCondition::Is { np: np.clone(), be: *be, state };
        While::AsLongAs { condition: Conditions::One { a: ConditionWords::Object { what } } }
    }))
}
