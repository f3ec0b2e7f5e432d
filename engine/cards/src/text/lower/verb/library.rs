//! Searching and shuffling libraries (CR 701.23, 701.24) → instructions.

use crate::effect::{Destination, Instr, LibraryPosition};
use crate::filter::{Amount, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::text::grammar::amount::Num;
use crate::text::grammar::player::{Own, OwnZone, Whose, ZoneRef};
use crate::text::grammar::verb::{LibraryVerb, OwnCards};
use crate::text::lower::context::Context;
use crate::text::lower::decline::Lowered;
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::Frame;
use crate::text::lower::frame::several;
use crate::text::lower::noun::Use;

impl Context<'_> {
    /// Searching and shuffling libraries.
    pub(super) fn library_verb(&mut self, frame: &mut Frame, who: &Players, verb: &LibraryVerb) -> Lowered<()> {
        let you = *who == Players::You;
        match verb {
            LibraryVerb::Search { zone, what } => self.search(frame, who, zone, what)?,
            LibraryVerb::SearchAndOr { zone, n, a, b } if !several(who) => {
                let of = self.library_owner(frame, who, zone)?;
                self.search_and_or(frame, who, of, n.0, [a, b])?;
            }
            LibraryVerb::SearchKinds { zone, kinds } => {
                let of = self.library_owner(frame, who, zone)?;
                self.search_kinds(frame, who, &of, &[Zone::Library], &kinds.all())?;
            }
            LibraryVerb::SearchBothKinds { kinds } if you => {
                self.search_kinds(frame, who, who, &[Zone::Library, Zone::Graveyard], &kinds.all())?;
            }
            LibraryVerb::SearchAll { whose, what } => {
                let zones = vec![Zone::Graveyard, Zone::Hand, Zone::Library];
                self.search_all(frame, who, whose, what, zones)?;
            }
            LibraryVerb::SearchBoth { what } if you => {
                self.search_all(frame, who, &Whose::Your, what, vec![Zone::Library, Zone::Graveyard])?;
            }
            LibraryVerb::SearchTwo { what } | LibraryVerb::SearchTwoToo { what } if you => {
                self.search_either(frame, what, &[Zone::Graveyard])?
            }
            LibraryVerb::SearchThree { what } if you => {
                self.search_either(frame, what, &[Zone::Graveyard, Zone::Hand])?;
            }
            LibraryVerb::Shuffle => {
                frame.emit(Instr::Shuffle(who.clone()));
            }
            LibraryVerb::ShuffleLibrary { zone } => {
                let owner = self.library_owner(frame, who, zone)?;
                frame.emit(Instr::Shuffle(owner));
            }
            // Both are of one player: whose graveyard it is owns what goes with it.
            LibraryVerb::ShuffleSelfAndGraveyard if you => {
                let yours = Filter::just(Test::Owner(PlayerFilter::You));
                let both = vec![Objects::Source, Objects::Each(Zone::Graveyard, yours)];
                frame.emit(Instr::Move(Objects::Union(both), shuffled_into(Some(Players::You)), None));
            }
            LibraryVerb::ShuffleInto { what, zone } => {
                let objects = self.objects_of(frame, what, Use::Act)?;
                self.zone_word(zone, OwnZone::Library)?;
                // Of a card that is chosen from a hand: without one nothing is shuffled.
                let chosen = frame.setting.takes_chosen && frame.is_of_a_hand(&objects);
                let may_be_none = !chosen
                    && matches!(
                        objects,
                        Objects::Target(_) | Objects::Each(..) | Objects::Register(_) | Objects::Union(_)
                    );
                let whose = match zone {
                    ZoneRef::Of { whose: Whose::Your, .. } if you => Some(Players::You),
                    ZoneRef::Of { whose: Whose::Their, .. } if !matches!(who, Players::OwnerOf(_)) => Some(who.clone()),
                    _ => None,
                };
                self.moves(frame, objects, shuffled_into(whose.filter(|_| may_be_none)), None);
            }
            LibraryVerb::ShuffleOwn { whose, what: what @ (OwnCards::Hand | OwnCards::HandAndGraveyard), .. } => {
                if (*whose == Own::Your) != you {
                    return unsupported("whose cards are shuffled:", verb);
                }
                let own = |zone| Objects::Each(zone, Filter::just(Test::OwnerIn(Box::new(who.clone()))));
                let cards = match what {
                    OwnCards::HandAndGraveyard => Objects::Union(vec![own(Zone::Hand), own(Zone::Graveyard)]),
                    _ => own(Zone::Hand),
                };
                frame.discourse.number = None;
                frame.emit(Instr::Move(cards, shuffled_into(Some(who.clone())), None));
                if several(who) || *what == OwnCards::HandAndGraveyard {
                    frame.discourse.counted = None;
                }
            }
            LibraryVerb::ShuffleOwn { what: OwnCards::Graveyard, .. } => {
                let filter = Filter::just(Test::OwnerIn(Box::new(who.clone())));
                let cards = Objects::Each(Zone::Graveyard, filter);
                frame.emit(Instr::Move(cards, shuffled_into(Some(who.clone())), None));
            }
            _ => return unsupported("the verb", verb),
        }
        Ok(())
    }
}

/// Shuffled into libraries: into these players' even if there is nothing to be shuffled into them (CR 701.24d).
fn shuffled_into(shuffles: Option<Players>) -> Destination {
    Destination { position: LibraryPosition::Shuffled, shuffles, ..Destination::to(Zone::Library) }
}

/// That many from the top of a library.
pub(in crate::text::lower) fn from_top(number: u8) -> Destination {
    Destination { position: LibraryPosition::FromTop(number), ..Destination::to(Zone::Library) }
}

impl Context<'_> {
    /// "Into its owner's library just beneath the top X cards of that library": how many these are is determined before it is moved.
    pub(in crate::text::lower) fn beneath(
        &mut self,
        frame: &mut Frame,
        zone: &ZoneRef,
        n: &Num,
    ) -> Lowered<Destination> {
        self.zone_word(zone, OwnZone::Library)?;
        let number = self.number(frame, n)?;
        let register = frame.number_register()?;
        frame.emit(Instr::SetNumber(register, number));
        Ok(Destination { beneath: Some(Amount::Register(register)), ..from_top(1) })
    }
}
