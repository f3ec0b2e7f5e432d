//! What is done to permanents where they are: tapping, attaching, turning over → instructions.

use crate::effect::{Destination, Duration, Instr, Modification, Pick};
use crate::face_down::FaceDown;
use crate::filter::{Amount, Filter, Objects, Players, Test, Zone};
use crate::keyword::{Keywords, Restrictions};
use crate::text::grammar::amount::ForEach;
use crate::text::grammar::noun::{Np, Nps, Quant};
use crate::text::grammar::player::Player;
use crate::text::grammar::verb::PermanentVerb;
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::{Frame, Mention, Referent};
use crate::text::lower::noun::Use;

impl Context<'_> {
    /// CR 701.60: what isn't suspected yet becomes suspected, and has menace and an ability that keeps it from blocking.
    fn suspect(&mut self, frame: &mut Frame, objects: Objects) -> Lowered<()> {
        let suspected = Filter::just(Test::Restricted(Restrictions::SUSPECTED));
        let not_yet = Objects::Those(Box::new(objects), Filter::just(Test::Not(Box::new(suspected))));
        let mut changes =
            vec![Modification::Restrict(Restrictions::SUSPECTED), Modification::AddKeywords(Keywords::MENACE)];
        changes.extend(self.definition("~ can't block.")?.into_iter().map(Modification::AddAbility));
        frame.emit(Instr::Continuous(not_yet, changes, Duration::Indefinite));
        Ok(())
    }

    /// What something is attached to: "put an Aura card onto the battlefield attached to it" doesn't mean the Aura.
    pub(in crate::text::lower) fn host_of(
        &mut self,
        frame: &mut Frame,
        attached: &Objects,
        host: &Np,
    ) -> Lowered<Objects> {
        let is_attached = |mention: &mut Mention| {
            let after = match &mention.after {
                Referent::Known(objects) => Some(objects),
                _ => None,
            };
            [mention.before.as_ref(), after].contains(&Some(attached))
        };
        let hidden = frame.discourse.mentions.pop_if(is_attached);
        let result = self.objects(frame, host, Use::Act);
        frame.discourse.mentions.extend(hidden);
        match result {
            Ok(same) if same == *attached => decline("it is unclear what `it` is attached to"),
            result => result,
        }
    }

    /// Onto the battlefield under a player's control, attached to something (CR 303.4f, 301.5).
    pub(in crate::text::lower) fn onto_thing(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        attached: &Objects,
        host: &Np,
    ) -> Lowered<Destination> {
        let attached = Some(self.host_of(frame, attached, host)?);
        Ok(Destination { controller: Some(who.clone()), attached, ..Destination::to(Zone::Battlefield) })
    }

    /// Onto the battlefield under a player's control, attached to a player (CR 303.4f).
    pub(in crate::text::lower) fn onto_player(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        enchanted: &Player,
        transformed: bool,
    ) -> Lowered<Destination> {
        Ok(Destination {
            controller: Some(who.clone()),
            enchanting: Some(self.players(frame, enchanted)?),
            transformed,
            ..Destination::to(Zone::Battlefield)
        })
    }

    /// What is done to permanents where they are.
    pub(super) fn permanent_verb(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        verb: &PermanentVerb,
        each: Option<&ForEach>,
    ) -> Lowered<()> {
        let you = *who == Players::You;
        match verb {
            // CR 701.3d.
            PermanentVerb::Unattach { what } => {
                let objects = self.objects(frame, what, Use::Act)?;
                frame.emit(Instr::Unattach(equipment(objects)?));
            }
            PermanentVerb::UnattachFrom { from } => {
                let hosts = self.objects(frame, from, Use::Act)?;
                frame.emit(Instr::Unattach(equipment(Objects::AttachedTo(Box::new(hosts)))?));
            }
            // "Tap an untapped creature you control for each counter on ~": that many, chosen together.
            PermanentVerb::Tap { what: Nps::One { np: Np::Quant { noun, .. } } }
            | PermanentVerb::Untap { what: Nps::One { np: Np::Quant { noun, .. } } }
                if each.is_some() =>
            {
                let n = self.times(frame, Amount::Const(1), each)?;
                let objects = self.that_many(frame, noun, n)?;
                frame.emit(match verb {
                    PermanentVerb::Tap { .. } => Instr::Tap(objects),
                    _ => Instr::Untap(objects),
                });
            }
            PermanentVerb::Tap { what } => {
                let objects = self.objects_of(frame, what, Use::Act)?;
                frame.emit(Instr::Tap(objects));
            }
            PermanentVerb::Untap { what } => {
                let objects = self.objects_of(frame, what, Use::Act)?;
                frame.emit(Instr::Untap(objects));
            }
            PermanentVerb::TapOrUntap { what } if you => {
                let objects = self.objects(frame, what, Use::Act)?;
                let (untap, end) = (frame.label(), frame.label());
                // Whether to tap it; if not, it is untapped.
                frame.emit(Instr::May(Players::You, untap));
                frame.emit(Instr::Tap(objects.clone()));
                frame.emit(Instr::Jump(end));
                frame.mark(untap);
                frame.emit(Instr::Untap(objects));
                frame.mark(end);
            }
            // "Attach an Equipment to it": not to the Equipment, even if that is the ability's source.
            PermanentVerb::Attach { what: what @ (Np::Quant { .. } | Np::Itself), to }
                if !matches!(to, Np::Quant { .. }) =>
            {
                let to = self.objects(frame, to, Use::Act)?;
                let what = self.objects(frame, what, Use::Act)?;
                frame.emit(Instr::Attach(what, to));
            }
            // "Attach target Aura attached to a creature to another creature": than that one, and one that it could be attached to (CR
            // 303.4j, 608.2d).
            PermanentVerb::Attach {
                what: what @ Np::Quant { quant: Quant::Target, .. },
                to: Np::Quant { quant: Quant::Another, noun },
            } => {
                let what = self.objects(frame, what, Use::Act)?;
                let host = Test::HasAttached(Box::new(Filter::just(Test::Is(Box::new(what.clone())))));
                let mut hosts = self.noun(frame, noun)?.filter;
                hosts.tests.push(Test::Not(Box::new(Filter::just(host))));
                hosts.tests.push(Test::CouldHost(Box::new(what.clone())));
                let (from, one) = (Objects::Each(Zone::Battlefield, hosts), || Amount::Const(1));
                let to = frame.register()?;
                frame
                    .emit(Instr::Pick(Pick { chooser: Players::You, from, min: one(), max: one(), random: false }, to));
                frame.emit(Instr::Attach(what, Objects::Register(to)));
            }
            PermanentVerb::Attach { what, to } => {
                let what = self.objects(frame, what, Use::Act)?;
                let to = self.host_of(frame, &what, to)?;
                frame.emit(Instr::Attach(what, to));
            }
            PermanentVerb::Regenerate { what } => {
                let objects = self.objects(frame, what, Use::Act)?;
                frame.emit(Instr::Regenerate(objects));
            }
            PermanentVerb::Transform { what } => {
                let objects = self.objects(frame, what, Use::Act)?;
                frame.emit(Instr::Transform(objects));
            }
            PermanentVerb::TurnFaceUp { what } => {
                let objects = self.objects(frame, what, Use::Act)?;
                frame.emit(Instr::TurnFaceUp(objects));
            }
            PermanentVerb::TurnFaceDown { what } => {
                self.allow_face_down(FaceDown::Morph)?;
                let objects = self.objects(frame, what, Use::Act)?;
                frame.emit(Instr::TurnFaceDown(objects));
            }
            PermanentVerb::Flip { what } => {
                let objects = self.objects(frame, what, Use::Act)?;
                frame.emit(Instr::Flip(objects));
            }
            PermanentVerb::Suspect { what } => {
                let objects = self.objects_of(frame, what, Use::Act)?;
                self.suspect(frame, objects)?;
            }
            PermanentVerb::Pair { a, b } if you => {
                let a = self.objects(frame, a, Use::Act)?;
                let b = self.objects(frame, b, Use::Act)?;
                frame.emit(Instr::Pair(a, b));
            }
            PermanentVerb::RemoveFromCombat { what } => {
                let objects = self.objects(frame, what, Use::Act)?;
                frame.emit(Instr::RemoveFromCombat(objects));
            }
            // CR 701.35a.
            PermanentVerb::Detain { what } => {
                let objects = self.objects(frame, what, Use::Act)?;
                let stopped = Restrictions::CANT_ATTACK | Restrictions::CANT_BLOCK | Restrictions::CANT_ACTIVATE;
                frame.emit(Instr::Continuous(objects, vec![Modification::Restrict(stopped)], Duration::YourNextTurn));
            }
            PermanentVerb::Goad { what } => {
                let objects = self.objects(frame, what, Use::Act)?;
                frame.emit(Instr::Goad(objects));
            }
            _ => return unsupported("the verb", verb),
        }
        Ok(())
    }
}

/// Those of them that are Equipment: only that can be unattached so.
fn equipment(objects: Objects) -> Lowered<Objects> {
    match crate::types::Subtype::from_name("Equipment") {
        Some(equipment) => Ok(Objects::Those(Box::new(objects), Filter::just(Test::Subtype(equipment)))),
        None => decline("there is no subtype Equipment"),
    }
}
