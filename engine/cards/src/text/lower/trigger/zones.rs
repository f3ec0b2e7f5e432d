//! Events that are changes of zones, and chapters.

use crate::ability::{KeywordAction, TriggerEvent};
use crate::filter::{Filter, PlayerFilter, Test, Zone};
use crate::keyword::Marks;
use crate::text::grammar::noun::{Noun, Np, Quant};
use crate::text::grammar::player::ZoneRef;
use crate::text::grammar::trigger::{ChapterDoes, Event, FromZone, ObjectEvent, ReturnedTo, ZoneEvent};
use crate::text::lower::context::Context;
use crate::text::lower::decline::Lowered;
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::Frame;
use crate::text::lower::trigger::{About, Happens, is_somebodys};

impl Context<'_> {
    /// "The final chapter ability of a Saga you control resolves" (CR 714.2e).
    pub(super) fn final_chapter(
        &mut self,
        frame: &mut Frame,
        noun: &Noun,
        does: ChapterDoes,
        abouts: &mut Vec<About>,
    ) -> Lowered<TriggerEvent> {
        let described = self.noun(frame, noun)?;
        if !described.describes_permanents() {
            return unsupported("whose final chapter it is:", noun);
        }
        let action = match does {
            ChapterDoes::Triggers => KeywordAction::FinalChapterTriggers,
            ChapterDoes::Resolves => KeywordAction::FinalChapterResolves,
        };
        let what = described.filter.clone();
        abouts.push(About { described: Some(described), ..About::default() });
        Ok(TriggerEvent::PermanentDoes { what, action })
    }

    /// Changes of zones (CR 603.6).
    pub(super) fn zone_event(
        &mut self,
        frame: &mut Frame,
        to: Happens,
        event: &ZoneEvent,
        about: &mut About,
    ) -> Lowered<Vec<TriggerEvent>> {
        let Happens { what, batched, permanent, card } = to;
        let change =
            |what: Filter, from: Option<Zone>, to: Option<Zone>| TriggerEvent::ZoneChange { what, from, to, batched };
        Ok(match event {
            ZoneEvent::Enters if permanent => vec![change(what, None, Some(Zone::Battlefield))],
            ZoneEvent::EntersTapped if permanent => {
                vec![change(what.and(Test::Tapped), None, Some(Zone::Battlefield))]
            }
            ZoneEvent::EntersUntapped if permanent => {
                vec![change(what.and(Test::Untapped), None, Some(Zone::Battlefield))]
            }
            ZoneEvent::EntersTappedUnderYours if permanent => {
                let what = what.and(Test::Tapped).and(Test::Controller(PlayerFilter::You));
                vec![change(what, None, Some(Zone::Battlefield))]
            }
            ZoneEvent::EntersUnderYours if permanent => {
                vec![change(what.and(Test::Controller(PlayerFilter::You)), None, Some(Zone::Battlefield))]
            }
            ZoneEvent::EntersUnderOpponents if permanent => {
                about.player = true;
                vec![change(what.and(Test::Controller(PlayerFilter::Opponent)), None, Some(Zone::Battlefield))]
            }
            ZoneEvent::EntersUntappedUnderOpponents if permanent => {
                about.player = true;
                let what = what.and(Test::Untapped).and(Test::Controller(PlayerFilter::Opponent));
                vec![change(what, None, Some(Zone::Battlefield))]
            }
            ZoneEvent::EntersUnderEnchanted if permanent => {
                about.player = true;
                vec![change(what.and(Test::Controller(PlayerFilter::Enchanted)), None, Some(Zone::Battlefield))]
            }
            ZoneEvent::EntersFrom { zone } if permanent => {
                let (zone, owner) = self.zone(frame, zone)?;
                let mut what = what;
                what.tests.extend(owner);
                vec![change(what, Some(zone), Some(Zone::Battlefield))]
            }
            ZoneEvent::Dies if permanent => vec![change(what, Some(Zone::Battlefield), Some(Zone::Graveyard))],
            ZoneEvent::LeavesAlive if permanent => vec![TriggerEvent::LeavesAlive(what, batched)],
            // What goes to a hand from the battlefield is returned there, to its owner's (CR 400.3).
            ZoneEvent::IsReturned { to } if permanent => {
                about.owner = !batched && *to == ReturnedTo::Players;
                let what = match to {
                    ReturnedTo::Yours | ReturnedTo::YoursFrom => what.and(Test::Owner(PlayerFilter::You)),
                    ReturnedTo::Players | ReturnedTo::Owners | ReturnedTo::Hand => what,
                };
                vec![change(what, Some(Zone::Battlefield), Some(Zone::Hand))]
            }
            ZoneEvent::IsExiled if permanent => vec![change(what, Some(Zone::Battlefield), Some(Zone::Exile))],
            ZoneEvent::Leaves if permanent => vec![change(what, Some(Zone::Battlefield), None)],
            ZoneEvent::IsPutInto { whose: ZoneRef::Exile, from } if permanent && from_battlefield(from, about) => {
                vec![change(what, Some(Zone::Battlefield), Some(Zone::Exile))]
            }
            ZoneEvent::IsPutInto { whose, from } if permanent && from_battlefield(from, about) => {
                about.owner = !batched && is_somebodys(whose);
                let what = self.graveyard(frame, what, whose)?;
                vec![change(what, Some(Zone::Battlefield), Some(Zone::Graveyard))]
            }
            ZoneEvent::IsPutInto { whose, from: Some(FromZone::Anywhere) } if card || about.source => {
                about.owner = !batched && is_somebodys(whose);
                let what = self.graveyard(frame, what, whose)?;
                vec![change(what, None, Some(Zone::Graveyard))]
            }
            // Each change is from one of them.
            ZoneEvent::IsPutInto { whose, from: Some(FromZone::Elsewhere) } if card => {
                about.owner = !batched && is_somebodys(whose);
                let what = self.graveyard(frame, what, whose)?;
                let zones = [Zone::Library, Zone::Hand, Zone::Stack, Zone::Exile, Zone::Command];
                zones.map(|zone| change(what.clone(), Some(zone), Some(Zone::Graveyard))).to_vec()
            }
            ZoneEvent::IsPutInto { whose, from: Some(FromZone::Zone { zone: ZoneRef::Of { .. } }) }
                if card || about.source =>
            {
                about.owner = !batched && is_somebodys(whose);
                let what = self.graveyard(frame, what, whose)?;
                vec![change(what, Some(Zone::Library), Some(Zone::Graveyard))]
            }
            // CR 701.17c: wherever it was put.
            ZoneEvent::IsMilled if card => {
                about.number = batched;
                vec![change(what.and(Test::Marked(Marks::MILLED)), Some(Zone::Library), None)]
            }
            ZoneEvent::LeavesGraveyard { whose } if card => {
                about.owner = !batched && is_somebodys(whose);
                let what = self.graveyard(frame, what, whose)?;
                vec![change(what, Some(Zone::Graveyard), None)]
            }
            _ => return unsupported("the event", event),
        })
    }

    /// "Whenever a spell or ability an opponent controls causes a land to be put into your graveyard from the battlefield."
    pub(super) fn caused_move(
        &mut self,
        frame: &mut Frame,
        words: &Event,
        events: &mut Vec<TriggerEvent>,
    ) -> Lowered<About> {
        let Event::CausedMove { noun: cause, what, to } = words else { return unsupported("the event", words) };
        let described = self.noun(frame, cause)?;
        let [Test::Controller(by)] = described.filter.tests.as_slice() else {
            return unsupported("what causes the move:", cause);
        };
        let from = Some(FromZone::Zone { zone: ZoneRef::Battlefield });
        let moves = ObjectEvent::Zone { event: ZoneEvent::IsPutInto { whose: to.clone(), from } };
        let np = Np::Quant { quant: Quant::A, noun: what.clone() };
        let (moves, about) = self.object_event(frame, &np, &moves)?;
        for mut event in moves {
            let TriggerEvent::ZoneChange { what: moving, .. } = &mut event else {
                return unsupported("the event of", what);
            };
            moving.tests.push(Test::MovedBy(*by));
            events.push(event);
        }
        Ok(about)
    }
}

/// Returns whether it is from the battlefield that a permanent is moved: "when enchanted Forest is put into a graveyard" means that too.
fn from_battlefield(from: &Option<FromZone>, about: &About) -> bool {
    match from {
        Some(FromZone::Zone { zone }) => *zone == ZoneRef::Battlefield,
        Some(FromZone::Anywhere | FromZone::Elsewhere) => false,
        None => !about.source,
    }
}
