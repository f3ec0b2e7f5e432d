//! Drawing, discarding and milling → instructions.

use crate::effect::{Destination, DiscardHow, Instr};
use crate::filter::{Amount, Filter, Objects, Players, Zone};
use crate::text::grammar::amount::{Count, ForEach, Num, Rounding};
use crate::text::grammar::noun::{HowMany, Noun, Np, Qual, Quant};
use crate::text::grammar::player::{OwnZone, Whose, ZoneRef};
use crate::text::grammar::verb::{CardVerb, Cards, ChooseVerb, Discard, PlayerItem, PlayerVerb};
use crate::text::lower::context::Context;
use crate::text::lower::decline::Lowered;
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::several;
use crate::text::lower::frame::{DoneThisWay, Frame};
use crate::types::CardTypes;

impl Context<'_> {
    /// Drawing, discarding and milling cards; scry and surveil.
    pub(super) fn card_verb(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        verb: &CardVerb,
        each: Option<&ForEach>,
    ) -> Lowered<()> {
        let you = *who == Players::You;
        let several = several(who);
        match verb {
            // How many is chosen as they draw (CR 608.2d).
            CardVerb::Draw { cards: Cards::Number { n: Count::UpTo { n } } } if each.is_none() => {
                let most = Amount::Const(n.0);
                let draw = |frame: &mut Frame, player: Players| {
                    let register = frame.number_register()?;
                    frame.emit(Instr::ChooseNumber(player.clone(), Amount::Const(0), most, register));
                    frame.emit(Instr::Draw(player, Amount::Register(register)));
                    Ok(())
                };
                match several {
                    true => self.each_player(frame, who, |_, frame| draw(frame, Players::Current))?,
                    false => draw(frame, who.clone())?,
                }
            }
            CardVerb::Draw { cards } => {
                let n = self.cards(frame, cards, each)?;
                // What all players revealed is still on top of their libraries.
                if let Some(number) = frame.discourse.revealed_by_all.take() {
                    let cards = Objects::Register(frame.register_of(number)?);
                    frame.emit(Instr::Move(cards, Destination::to(Zone::Library), None));
                }
                frame.says(n.clone());
                frame.emit(Instr::Draw(who.clone(), n));
            }
            CardVerb::Discard { what } => self.discard(frame, who, what, each)?,
            CardVerb::Mill { cards } => {
                let n = self.cards(frame, cards, each)?;
                self.mill(frame, who, n);
            }
            CardVerb::MillHalf { rounding } if !several => {
                let cards = Box::new(Amount::LibrarySize(who.clone()));
                let half = match rounding {
                    Rounding::Up => Amount::HalfUp(cards),
                    Rounding::Down => Amount::HalfDown(cards),
                };
                self.mill(frame, who, half);
            }
            CardVerb::PutTopIntoGraveyard { n } if you => {
                let n = self.count(frame, n)?;
                let n = self.times(frame, n, each)?;
                self.mill(frame, who, n);
            }
            CardVerb::Scry { n } => {
                let n = self.number(frame, n)?;
                let n = self.times(frame, n, each)?;
                frame.emit(Instr::Scry(who.clone(), n));
            }
            CardVerb::Surveil { n } => {
                let n = self.number(frame, n)?;
                frame.emit(Instr::Surveil(who.clone(), n));
            }
            _ => return unsupported("the verb", verb),
        }
        Ok(())
    }

    fn mill(&mut self, frame: &mut Frame, who: &Players, n: Amount) {
        let plural = n != Amount::Const(1);
        let number = frame.emit(Instr::Mill(who.clone(), n, None));
        self.mention_result(frame, number, plural, CardTypes::all(), None, Some(DoneThisWay::Milled));
    }
}

/// Returns whether the rest is discarded.
pub(in crate::text::lower) fn discards_rest(item: &PlayerItem) -> bool {
    let rest = CardVerb::Discard { what: Discard::What { np: Np::TheRest } };
    item.each.is_none() && matches!(&item.verb, PlayerVerb::Cards { verb } if *verb == rest)
}

impl Context<'_> {
    /// "Choose X cards in your hand and discard the rest": as many are chosen to be discarded as there are more. Returns whether the first of
    /// the two says that.
    pub(in crate::text::lower) fn keep_cards(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        item: &PlayerItem,
    ) -> Lowered<bool> {
        let PlayerItem { verb: PlayerVerb::Choose { verb }, each: None } = item else { return Ok(false) };
        let ChooseVerb::Choose { what: Np::Quant { quant, noun } } = verb else { return Ok(false) };
        let own = |qual: &Qual| {
            let Qual::In { zone: ZoneRef::Of { whose, zone: OwnZone::Hand } } = qual else { return false };
            match whose {
                Whose::Your => *who == Players::You,
                Whose::Their => *who != Players::You && !several(who),
                _ => false,
            }
        };
        let [qual] = noun.quals.as_slice() else { return Ok(false) };
        if !own(qual) || !noun.is_about_cards() || !(Noun { quals: Vec::new(), ..noun.clone() }).is_bare_card() {
            return Ok(false);
        }
        let kept = match quant {
            Quant::A => Amount::Const(1),
            Quant::Some { n: HowMany::Number { n } } => Amount::Const(n.0),
            Quant::Some { n: HowMany::X } => self.number(frame, &Num::X)?,
            _ => return Ok(false),
        };
        let more = Amount::Difference(Box::new(Amount::HandSize(who.clone())), Box::new(kept));
        let more = Amount::Greatest(Box::new(more), Box::new(Amount::Const(0)));
        frame.emit(Instr::Discard(who.clone(), DiscardHow::Choose(more, Filter::ANY), None));
        Ok(true)
    }
}
