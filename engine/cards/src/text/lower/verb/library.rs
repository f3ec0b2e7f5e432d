//! Searching and shuffling libraries (CR 701.23, 701.24) → instructions.

use crate::effect::{Destination, Instr, LibraryPosition};
use crate::filter::{Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::text::grammar::player::{Own, OwnZone, Whose, ZoneRef};
use crate::text::grammar::verb::{LibraryVerb, OwnCards};
use crate::text::lower;
use crate::text::lower::filter::unsupported;
use crate::text::lower::noun::Use;
use crate::text::lower::{Context, Frame, Lowered};

impl Context<'_> {
    /// Searching and shuffling libraries.
    pub(super) fn library_verb(&mut self, frame: &mut Frame, who: &Players, verb: &LibraryVerb) -> Lowered<()> {
        let you = *who == Players::You;
        match verb {
            LibraryVerb::Search { zone, what } => self.search(frame, who, zone, what)?,
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
            LibraryVerb::SearchTwo { what } if you => self.search_either(frame, what)?,
            LibraryVerb::Shuffle => {
                frame.emit(Instr::Shuffle(who.clone()));
            }
            LibraryVerb::ShuffleLibrary { zone } => {
                let owner = self.library_owner(frame, who, zone)?;
                frame.emit(Instr::Shuffle(owner));
            }
            // Both are of one player: whose graveyard it is owns what goes with it.
            LibraryVerb::ShuffleSelfAndGraveyard if you => {
                let to = || Destination { position: LibraryPosition::Shuffled, ..Destination::to(Zone::Library) };
                let yours = Filter::just(Test::Owner(PlayerFilter::You));
                let both = vec![Objects::Source, Objects::Each(Zone::Graveyard, yours)];
                frame.emit(Instr::Move(Objects::Union(both), to(), None));
                frame.emit(Instr::Shuffle(Players::You));
            }
            LibraryVerb::ShuffleInto { what, zone } => {
                let objects = self.objects_of(frame, what, Use::Act)?;
                self.zone_word(zone, OwnZone::Library)?;
                let to = Destination { position: LibraryPosition::Shuffled, ..Destination::to(Zone::Library) };
                // CR 701.24d: the library is shuffled even if there is nothing to be shuffled into it.
                let may_be_none = matches!(objects, Objects::Target(_) | Objects::Each(..) | Objects::Register(_));
                let whose = match zone {
                    ZoneRef::Of { whose: Whose::Your, .. } if you => Some(Players::You),
                    ZoneRef::Of { whose: Whose::Their, .. } if !matches!(who, Players::OwnerOf(_)) => Some(who.clone()),
                    _ => None,
                };
                self.moves(frame, objects, to, None);
                if let Some(player) = whose.filter(|_| may_be_none) {
                    frame.emit(Instr::Shuffle(player));
                }
            }
            LibraryVerb::ShuffleOwn { whose, what: what @ (OwnCards::Hand | OwnCards::HandAndGraveyard), .. } => {
                if (*whose == Own::Your) != you {
                    return unsupported("whose cards are shuffled:", verb);
                }
                let own = || Filter::just(Test::OwnerIn(Box::new(who.clone())));
                let to = || Destination { position: LibraryPosition::Shuffled, ..Destination::to(Zone::Library) };
                if *what == OwnCards::HandAndGraveyard {
                    frame.emit(Instr::Move(Objects::Each(Zone::Graveyard, own()), to(), None));
                }
                frame.discourse.number = None;
                frame.emit(Instr::Move(Objects::Each(Zone::Hand, own()), to(), None));
                frame.emit(Instr::Shuffle(who.clone()));
                if lower::several(who) || *what == OwnCards::HandAndGraveyard {
                    frame.discourse.counted = None;
                }
            }
            LibraryVerb::ShuffleOwn { what: OwnCards::Graveyard, .. } => {
                let filter = Filter::just(Test::OwnerIn(Box::new(who.clone())));
                let to = Destination { position: LibraryPosition::Shuffled, ..Destination::to(Zone::Library) };
                frame.emit(Instr::Move(Objects::Each(Zone::Graveyard, filter), to, None));
                frame.emit(Instr::Shuffle(who.clone()));
            }
            _ => return unsupported("the verb", verb),
        }
        Ok(())
    }
}
