//! Manifesting and cloaking (CR 701.40, 701.58, 701.62).

use super::context::Context;
use super::decline::Lowered;
use super::filter::unsupported;
use super::frame::{DoneThisWay, Frame};
use super::noun::Use;
use crate::effect::{Destination, Instr, Pick, SeenBy};
use crate::face_down::FaceDown;
use crate::filter::{Amount, Objects, Players, Zone};
use crate::text::grammar::noun::Np;
use crate::text::grammar::player::Under;
use crate::text::grammar::verb::Side;
use crate::types::CardTypes;

impl Context<'_> {
    /// The top cards of a library are put onto the battlefield face down, one at a time (CR 701.40e, 701.58e).
    pub(super) fn put_top_face_down(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        amount: Amount,
        cloak: bool,
    ) -> Lowered<()> {
        let one = frame.register()?;
        let top = Amount::Const(1);
        let look = Instr::LookAtTop { player: who.clone(), amount: top.clone(), seen: SeenBy::Nobody, into: one };
        if amount == top {
            frame.emit(look);
            return self.enter_face_down(frame, Objects::Register(one), who, false, cloak);
        }
        let (all, end) = (frame.register()?, frame.label());
        let to = self.face_down_there(who, cloak)?;
        frame.emit(Instr::SetObjects(all, Objects::Union(Vec::new())));
        frame.emit(Instr::Repeat(amount, end));
        frame.emit(look);
        frame.emit(Instr::Move(Objects::Register(one), to, Some(one)));
        frame.emit(Instr::AddObjects(all, Objects::Register(one)));
        frame.mark(end);
        frame.mention(Objects::Register(all), true, None);
        if let Some(mention) = frame.discourse.mentions.last_mut() {
            mention.types = CardTypes::CREATURE;
        }
        Ok(())
    }

    /// Manifests a card that its player chooses, from their hand (CR 701.40a).
    pub(super) fn manifest_card(&mut self, frame: &mut Frame, who: &Players, what: &Np) -> Lowered<()> {
        let Np::Quant { noun, .. } = what else { return unsupported("what is manifested:", what) };
        if self.noun(frame, noun)?.zone != Some(Zone::Hand) {
            return unsupported("what is manifested:", what);
        }
        let card = self.objects(frame, what, Use::Act)?;
        self.enter_face_down(frame, card, who, false, false)
    }

    /// Onto the battlefield, manifested or cloaked.
    fn face_down_there(&mut self, who: &Players, cloak: bool) -> Lowered<Destination> {
        let how = if cloak { FaceDown::Cloak } else { FaceDown::Manifest };
        self.allow_face_down(how)?;
        Ok(Destination { down: how, controller: Some(who.clone()), ..Destination::to(Zone::Battlefield) })
    }

    fn enter_face_down(
        &mut self,
        frame: &mut Frame,
        cards: Objects,
        who: &Players,
        plural: bool,
        cloak: bool,
    ) -> Lowered<()> {
        let to = self.face_down_there(who, cloak)?;
        frame.mention(cards.clone(), plural, None);
        self.moves(frame, cards, to, None);
        if let Some(mention) = frame.discourse.mentions.last_mut() {
            mention.types = CardTypes::CREATURE;
        }
        Ok(())
    }

    /// Returns something face down (CR 708.2a), or as the player likes. It can be turned face up only as its own text says.
    pub(super) fn put_back_facing(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        objects: Objects,
        side: &Side,
        under: Option<&Under>,
    ) -> Lowered<()> {
        self.allow_face_down(FaceDown::Morph)?;
        let mut up = self.onto_battlefield(frame, who, None, under, None)?;
        if under.is_none() {
            up.controller = Some(who.clone());
        }
        let down = Destination { down: FaceDown::Morph, ..up.clone() };
        if *side == Side::Down {
            self.moves(frame, objects, down, Some(DoneThisWay::Returned));
            return Ok(());
        }
        let (other, end) = (frame.label(), frame.label());
        frame.emit(Instr::May(who.clone(), other));
        frame.emit(Instr::Move(objects.clone(), up, None));
        frame.emit(Instr::Jump(end));
        frame.mark(other);
        frame.emit(Instr::Move(objects, down, None));
        frame.mark(end);
        frame.discourse.did = false;
        Ok(())
    }

    /// Looks at the top two cards, manifests one and puts into the graveyard what was not manifested, be it both (CR 701.62a).
    pub(super) fn manifest_dread(&mut self, frame: &mut Frame, who: &Players) -> Lowered<()> {
        let (seen, one) = (frame.register()?, frame.register()?);
        let two = Amount::Const(2);
        frame.emit(Instr::LookAtTop { player: who.clone(), amount: two, seen: SeenBy::Owner, into: seen });
        let pick = Pick {
            chooser: who.clone(),
            from: Objects::Register(seen),
            min: Amount::Const(1),
            max: Amount::Const(1),
            random: false,
        };
        frame.emit(Instr::Pick(pick, one));
        self.enter_face_down(frame, Objects::Register(one), who, false, false)?;
        // What has become a permanent isn't the card that was seen any more (CR 400.7).
        frame.emit(Instr::Move(Objects::Register(seen), Destination::to(Zone::Graveyard), None));
        Ok(())
    }
}
