//! What was done before in the same resolution: "if you do", "this way", votes, clashes, coins.

use crate::cost::CostPart;
use crate::effect::{DiscardHow, Instr, LOST_FLIP, Modification, Recipients, Together};
use crate::filter::{Amount, Comparison, Condition, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::text::grammar::amount::AtLeast;
use crate::text::grammar::condition::{Doer, DoneCondition};
use crate::text::grammar::noun::{Noun, Participle};
use crate::text::grammar::player::{DidOrNot, Player};
use crate::text::grammar::tense::Doing;
use crate::text::lower::at_one_time::or_gone;
use crate::text::lower::condition::{compare, not};
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::described::Described;
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::{DoneThisWay, Frame, Item};
use crate::types::Colors;

impl Context<'_> {
    /// What was done before in the same resolution.
    pub(super) fn done_condition(&mut self, frame: &mut Frame, words: &DoneCondition) -> Lowered<Condition> {
        Ok(match words {
            DoneCondition::Do { who } => self.doer(frame, who)?,
            DoneCondition::Excess { to } => {
                let excess = self.excess(frame, to.as_ref())?;
                frame.says(excess.clone());
                compare(excess, Comparison::AtLeast, 1)
            }
            DoneCondition::ReturnedThisWay { n, noun }
            | DoneCondition::YouReturnThisWay { n, noun }
            | DoneCondition::YouPutInHandThisWay { n, noun } => {
                let described = self.noun(frame, noun)?;
                if !described.card || described.zone.is_some() || described.among.is_some() || described.random {
                    return unsupported("the description", noun);
                }
                let Some(moved) = frame.moved_to_hand() else { return decline("no earlier sentence returns a card") };
                let there = Objects::Left(Box::new(moved), Some(Zone::Hand));
                let those = Objects::Those(Box::new(there), described.filter);
                self.at_least(Amount::CountObjects(those), n)
            }
            DoneCondition::YouPutThisWay { n, noun } => {
                let described = self.noun(frame, noun)?;
                if described.zone.is_some_and(|zone| zone != Zone::Battlefield) || described.among.is_some() {
                    return unsupported("the description", noun);
                }
                let Some(number) = frame.last_move_to(Zone::Battlefield) else {
                    return decline("no earlier sentence puts anything onto the battlefield");
                };
                let put = Objects::Register(frame.register_of(number)?);
                let those = Objects::Those(Box::new(put), described.filter);
                self.at_least(Amount::CountObjects(those), n)
            }
            DoneCondition::PlayerDamaged => self.player_damaged(frame)?,
            // CR 400.7: a card that was cast isn't found where it was.
            DoneCondition::WasntCast => match frame.cast_before() {
                Some(it @ Objects::Register(_)) => Condition::Exists(Zone::Exile, Filter::just(Test::Is(Box::new(it)))),
                Some(_) => return unsupported("the condition", words),
                None => return decline("no earlier sentence casts a card"),
            },
            DoneCondition::Prevented => Condition::Compare(frame.prevented()?, Comparison::AtLeast, Amount::Const(1)),
            DoneCondition::LostLife => {
                let lost = frame.lost_in_exchange()?;
                frame.says(lost.clone());
                compare(lost, Comparison::AtLeast, 1)
            }
            DoneCondition::TypesAmong { n, of } => {
                let objects = self.back(frame, of)?;
                compare(Amount::CardTypesOf(objects), Comparison::AtLeast, n.0)
            }
            DoneCondition::PreventedFrom { noun } => {
                frame.prevented()?;
                let described = self.noun(frame, noun)?;
                if !described.source {
                    return unsupported("the source", noun);
                }
                Condition::ObjectIs(Objects::Event, described.filter)
            }
            DoneCondition::MoreVotes { word } | DoneCondition::MoreVotesOrTied { word } => {
                let own = frame.votes_for(&word.0)?;
                let Some(other) =
                    frame.discourse.votes.iter().find(|row| row.0 != word.0).map(|row| Amount::Register(row.1))
                else {
                    return unsupported("the vote", words);
                };
                let tied = matches!(words, DoneCondition::MoreVotesOrTied { .. });
                Condition::Compare(own, if tied { Comparison::AtLeast } else { Comparison::Greater }, other)
            }
            DoneCondition::ThisWay { n, noun, past, .. } => self.done_this_way(frame, n, noun, past)?,
            DoneCondition::YouRevealThisWay { n, noun } => self.done_this_way(frame, n, noun, &Participle::Revealed)?,
            // What each player does, one player did.
            DoneCondition::YouDiscardedThisWay { n, noun } => {
                let all = self.done_this_way(frame, n, noun, &Participle::Discarded)?;
                of_those(all, &Test::Owner(PlayerFilter::You), words)?
            }
            DoneCondition::YouSacrificedThisWay { n, noun } => {
                let all = self.done_this_way(frame, n, noun, &Participle::Sacrificed)?;
                of_those(all, &Test::Controller(PlayerFilter::You), words)?
            }
            DoneCondition::DiesThisWay { n, noun } => self.done_this_way(frame, n, noun, &Participle::Died)?,
            DoneCondition::ResolvedBefore { n } | DoneCondition::ResolvedBeforeToo { n } => {
                let times = self.times_resolved(frame, matches!(words, DoneCondition::ResolvedBeforeToo { .. }))?;
                compare(times, Comparison::Equal, i32::from(n.0))
            }
            DoneCondition::CountersRemoved { n } => {
                let removed = self.removed(frame, None)?;
                self.at_least(removed, n)
            }
            DoneCondition::ActivatedBefore { n } => {
                if !frame.setting.activated || frame.setting.apart {
                    return decline("it is unclear which ability has been activated");
                }
                let register = frame.number_register()?;
                frame.emit(Instr::CountActivations(register));
                self.at_least(Amount::Register(register), n)
            }
            DoneCondition::YouSearchLibrary => match frame.discourse.searched {
                Some(register) => compare(Amount::Register(register), Comparison::AtLeast, 1),
                None => return decline("it is unclear which search is meant"),
            },
            DoneCondition::YouWinClash => match frame.discourse.clash {
                Some((yours, theirs)) => {
                    Condition::Compare(Amount::Register(yours), Comparison::Greater, Amount::Register(theirs))
                }
                None => return decline("no earlier sentence clashes"),
            },
            DoneCondition::YouWonFlip | DoneCondition::YouLostFlip => match frame.discourse.flip {
                Some(register) => {
                    let fallen = if *words == DoneCondition::YouWonFlip { 1 } else { LOST_FLIP };
                    compare(Amount::Register(register), Comparison::Equal, fallen)
                }
                None => return decline("no earlier sentence flips a coin"),
            },
        })
    }

    /// That what stands before was done: it was asked or paid, or it counts what it does.
    pub(in crate::text::lower) fn done(&mut self, frame: &mut Frame) -> Lowered<Condition> {
        if frame.discourse.did {
            return Ok(Condition::Did);
        }
        match frame.discourse.done {
            Some(number) => Ok(compare(frame.count_of(number)?, Comparison::AtLeast, 1)),
            None => self.just_done(frame),
        }
    }

    /// Whether what the instruction right before says has been done (CR 603.12), if the text doesn't offer it: at least one counter was put,
    /// a permanent is under the control that it should be. What is rolled or surveilled always is.
    fn just_done(&mut self, frame: &mut Frame) -> Lowered<Condition> {
        let Some(Item::Instr(number, instr)) = frame.code.items.last() else {
            return decline("nothing before says what is done or not");
        };
        let number = *number;
        Ok(match instr {
            Instr::AddCounters(..) => compare(frame.count_of(number)?, Comparison::AtLeast, 1),
            Instr::RollDie(..) | Instr::Surveil(..) => compare(Amount::Const(1), Comparison::AtLeast, 1),
            Instr::Continuous(objects @ (Objects::Target(_) | Objects::Source), changes, _) => match changes.as_slice()
            {
                [Modification::Control(who)] => {
                    let theirs = Filter::just(Test::ControllerIn(Box::new(who.clone())));
                    Condition::ObjectIs(objects.clone(), theirs)
                }
                _ => return decline("nothing before says what is done or not"),
            },
            _ => return decline("nothing before says what is done or not"),
        })
    }

    /// "Each opponent who can't", "for each opponent who does": whether the one opponent did what the sentence before offers or makes
    /// them do.
    pub(in crate::text::lower) fn opponent_did(&mut self, frame: &mut Frame, deed: &DidOrNot) -> Lowered<Condition> {
        match deed {
            DidOrNot::Cant => {
                return self.couldnt(frame, &[Players::Opponents, Players::Each], &Players::Opponents);
            }
            DidOrNot::DidntDiscard { n, noun } => {
                return Ok(not(self.done_this_way(frame, n, noun, &Participle::Discarded)?));
            }
            DidOrNot::Does | DidOrNot::Doesnt => {}
        }
        match frame.discourse.opponent_did {
            Some(after) if after == frame.code.next_instr => {}
            _ => return decline("no earlier sentence offers each opponent something"),
        }
        Ok(if *deed == DidOrNot::Does { Condition::Did } else { not(Condition::Did) })
    }

    /// Who has no card to discard, or nothing to sacrifice, can't, and who can't be caused to (CR 101.2): whoever did none, couldn't. Of the
    /// players who were to do it, those are asked for.
    pub(in crate::text::lower) fn couldnt(
        &mut self,
        frame: &mut Frame,
        were_to: &[Players],
        asked: &Players,
    ) -> Lowered<Condition> {
        let one = Amount::Const(1);
        let free = frame.register()?;
        let last = frame.code.items.iter_mut().rev().find_map(|item| match item {
            Item::Instr(_, instr) => Some(instr),
            Item::Mark(_) => None,
        });
        let (into, whose) = match last {
            Some(Instr::Discard(who, DiscardHow::Choose(n, _), into)) if *n == one && were_to.contains(who) => {
                (into, Test::OwnerIn(Box::new(asked.clone())))
            }
            Some(Instr::SacrificeChosen(who, n, _, into)) if *n == one && were_to.contains(who) => {
                (into, Test::ControllerIn(Box::new(asked.clone())))
            }
            _ => return decline("no earlier sentence has each player do something"),
        };
        let done = or_gone(Objects::Register(*into.get_or_insert(free)));
        let theirs = Amount::CountObjects(Objects::Those(Box::new(done), Filter::just(whose)));
        Ok(compare(theirs, Comparison::Equal, 0))
    }

    /// "A creature card is exiled this way".
    pub(in crate::text::lower) fn done_this_way(
        &mut self,
        frame: &mut Frame,
        n: &AtLeast,
        noun: &Noun,
        past: &crate::text::grammar::noun::Participle,
    ) -> Lowered<Condition> {
        let described = self.noun_or_spell(frame, noun)?;
        let several = described.or_spell.is_some() || described.also.is_some() || described.opponent_chooses;
        if several || described.among.is_some() || described.random {
            return unsupported("the description", noun);
        }
        // "If another Desert was returned this way": than the source, if that is one.
        let mut described = described;
        if *n == AtLeast::Another {
            if !self.source_fits(&described) {
                return unsupported("the description", noun);
            }
            described.filter.tests.push(Test::NotSource);
        }
        // The hand was shown, and is what it was.
        if *past == crate::text::grammar::noun::Participle::Revealed
            && described.card
            && !described.together.is_asked()
            && let Some(players) = frame.hand_revealed()
        {
            let own = described.filter.and(Test::OwnerIn(Box::new(players)));
            return Ok(self.at_least(Amount::Count(Zone::Hand, own), n));
        }
        let all = match frame.discarded_instead(past)? {
            Some(discarded) => discarded,
            None => self.this_way(frame, past, described.card)?,
        };
        if described.together.is_asked() {
            return self.sharing(all, &described, n, noun);
        }
        let those = Objects::Those(Box::new(all), described.filter.clone());
        // "If a creature is dealt damage this way, it loses indestructible": what was dealt damage, not what was to be.
        if described.card || *past == Participle::DealtDamage && *n == AtLeast::A {
            frame.mention(those.clone(), false, Some(&described));
        }
        let count = Amount::CountObjects(those);
        // "When one or more nonland cards are exiled this way, put that many counters": as many as are such.
        if matches!(n, AtLeast::OrMore { .. }) {
            frame.says(count.clone());
        }
        Ok(self.at_least(count, n))
    }

    /// "Two cards that share a color were milled this way": at least that many are of one color, whichever it is (CR 105.2).
    fn sharing(&mut self, all: Objects, described: &Described, n: &AtLeast, noun: &Noun) -> Lowered<Condition> {
        if described.together != Together::SharedColor || !matches!(n, AtLeast::Numeral { n } if n.0 == 2) {
            return unsupported("the description", noun);
        }
        let of_one = |color: Colors| {
            let filter = described.filter.clone().and(Test::Colors(color));
            compare(Amount::CountObjects(Objects::Those(Box::new(all.clone()), filter)), Comparison::AtLeast, 2)
        };
        Ok(Condition::AnyOf(Colors::TABLE.iter().map(|row| of_one(row.0)).collect()))
    }

    /// "A player is dealt damage this way": players have been dealt more damage than before it, whoever it was redirected to. Who is spoken of
    /// from then on is the player at whom it was aimed.
    fn player_damaged(&mut self, frame: &mut Frame) -> Lowered<Condition> {
        let dealing = |item: &Item| {
            matches!(item, Item::Instr(_, Instr::Damage(..) | Instr::AndDamage(..) | Instr::DamageDivided(..)))
        };
        let places: Vec<usize> =
            (0..frame.code.items.len()).filter(|place| dealing(&frame.code.items[*place])).collect();
        let &[place] = places.as_slice() else {
            return decline("it is unclear which damage is meant by `dealt damage this way`");
        };
        let Item::Instr(_, Instr::Damage(_, _, Recipients::Target(target))) = frame.code.items[place] else {
            return decline("it is unclear who was dealt damage");
        };
        let taken = Amount::DamageTaken(Players::Each, false);
        let before = frame.number_register()?;
        frame.insert(place, Instr::SetNumber(before, taken.clone()));
        frame.discourse.players.push(Players::Target(target));
        Ok(Condition::Compare(taken, Comparison::Greater, Amount::Register(before)))
    }

    /// How often this ability has resolved this turn, this time included: counted as its resolution begins.
    fn times_resolved(&mut self, frame: &mut Frame, again: bool) -> Lowered<Amount> {
        if let Some(register) = frame.discourse.resolved {
            return Ok(Amount::Register(register));
        }
        if again || frame.setting.apart || frame.setting.spell {
            return decline("it is unclear which ability has resolved");
        }
        let register = frame.number_register()?;
        frame.discourse.resolved = Some(register);
        Ok(Amount::Register(register))
    }

    fn doer(&mut self, frame: &mut Frame, who: &Doer) -> Lowered<Condition> {
        let zone = match who {
            Doer::DontPutBattlefield | Doer::DidntPutBattlefield => Some(Zone::Battlefield),
            Doer::DontPutHand | Doer::DidntPutHand => Some(Zone::Hand),
            _ => None,
        };
        // What isn't put there isn't, whatever else was moved since.
        if let Some(number) = zone.and_then(|zone| frame.last_move_to(zone)) {
            return Ok(not(compare(frame.count_of(number)?, Comparison::AtLeast, 1)));
        }
        let done = self.done(frame)?;
        Ok(match who {
            // "A player does" is asked of what may be paid.
            Doer::Player { who: Player::APlayer, .. } if done != Condition::Did => {
                return unsupported("the condition", who);
            }
            Doer::Player { does: Doing::Does, .. } => done,
            Doer::Player { does: Doing::Doesnt, .. } => not(done),
            Doer::DontPutBattlefield
            | Doer::DontPutHand
            | Doer::DidntPutHand
            | Doer::DidntPutBattlefield
            | Doer::DontPutIt
            | Doer::DontCastIt
            | Doer::DontCastThat
            | Doer::DontCastTheCard => not(done),
            // What must be done is a payment, which says whether it was possible.
            Doer::CantDo { .. } => not(done),
            Doer::NoOne if done == Condition::Did => not(done),
            Doer::NoOne => return unsupported("the condition", who),
        })
    }
}

/// That those of whom it is asked how many there are also pass a test.
fn of_those(all: Condition, test: &Test, words: &DoneCondition) -> Lowered<Condition> {
    match all {
        Condition::Compare(Amount::CountObjects(Objects::Those(those, filter)), comparison, n) => {
            let own = Objects::Those(those, filter.and(test.clone()));
            Ok(Condition::Compare(Amount::CountObjects(own), comparison, n))
        }
        _ => unsupported("the condition", words),
    }
}

impl Frame {
    /// How much life you have lost since the exchange of life totals that may be made began (CR 119.7).
    fn lost_in_exchange(&mut self) -> Lowered<Amount> {
        let exchange = |item: &Item| matches!(item, Item::Instr(_, Instr::ExchangeLife(_)));
        let other = |item: &Item| !exchange(item) && !matches!(item, Item::Mark(_) | Item::Instr(_, Instr::May(..)));
        let items = &self.code.items;
        if items.iter().filter(|item| exchange(item)).count() != 1 || items.iter().any(other) {
            return decline("it is unclear in what way life was lost");
        }
        let before = self.number_register()?;
        let lost = Amount::LifeLost(Players::You);
        self.insert(0, Instr::SetNumber(before, lost.clone()));
        Ok(Amount::Difference(Box::new(lost), Box::new(Amount::Register(before))))
    }

    /// What the last instruction that puts something into a hand has moved.
    fn moved_to_hand(&self) -> Option<Objects> {
        self.code.items.iter().rev().find_map(|item| match item {
            Item::Instr(_, Instr::Move(objects @ (Objects::Register(_) | Objects::Target(_)), to, _))
                if to.zone == Zone::Hand =>
            {
                Some(objects.clone())
            }
            _ => None,
        })
    }

    /// The one card that an instruction before may have cast.
    fn cast_before(&self) -> Option<Objects> {
        self.code.items.iter().rev().find_map(|item| match item {
            Item::Instr(_, Instr::CastFree(_, cards, _) | Instr::CastNow(_, cards) | Instr::CastFor(_, cards, _)) => {
                Some(cards.clone())
            }
            _ => None,
        })
    }

    /// The number of the last instruction that moves something to a zone.
    fn last_move_to(&self, zone: Zone) -> Option<usize> {
        self.code.items.iter().rev().find_map(|item| match item {
            Item::Instr(number, Instr::Move(_, to, _)) if to.zone == zone => Some(*number),
            _ => None,
        })
    }
}

impl Frame {
    /// "Sacrifice ~ unless you discard a card. When you discard a card this way, ...": what was discarded to pay for it, if it was paid.
    fn discarded_instead(&mut self, past: &Participle) -> Lowered<Option<Objects>> {
        let discards = |item: &&Item| matches!(item, Item::Instr(_, Instr::Discard(..)));
        let paid = |item: &&Item| matches!(item, Item::Instr(_, Instr::MayPay(Players::You, cost, _)) if matches!(cost.parts.as_slice(), [CostPart::Discard(..)]));
        let known = self.discourse.mentions.iter().any(|mention| mention.past == Some(DoneThisWay::Discarded));
        let items = &self.code.items;
        if known
            || *past != Participle::Discarded
            || items.iter().any(|item| discards(&item))
            || items.iter().filter(paid).count() != 1
        {
            return Ok(None);
        }
        let (register, label) = (self.register()?, self.label());
        self.emit(Instr::SetObjects(register, Objects::Union(Vec::new())));
        self.emit(Instr::Unless(Condition::Did, label));
        self.emit(Instr::SetObjects(register, Objects::Register(crate::effect::PAID_REGISTER)));
        self.mark(label);
        let card = Described { card: true, ..Described::default() };
        self.mention(Objects::Register(register), false, Some(&card));
        if let Some(mention) = self.discourse.mentions.last_mut() {
            mention.past = Some(DoneThisWay::Discarded);
        }
        Ok(Some(Objects::Register(register)))
    }
}
