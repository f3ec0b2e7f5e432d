//! How a spell was cast and what was paid for it, and whence a permanent entered.

use crate::cost::{Cost, CostPart, OptionalCost};
use crate::filter::{Amount, Comparison, Condition, Filter, Objects, PlayerFilter, Step, Test, Zone};
use crate::keyword::Marks;
use crate::text::grammar::condition::{CastCondition, KickerCost};
use crate::text::grammar::keyword::CostName;
use crate::text::grammar::noun::{Noun, Np};
use crate::text::grammar::player::{OwnZone, ZoneRef};
use crate::text::grammar::tense::{Be, SelfOrIt};
use crate::text::keywords::{CastingKeyword, Meaning};
use crate::text::lower::casting::Alternative;
use crate::text::lower::casting::Casting;
use crate::text::lower::condition::{compare, not};
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::depends::{On, depends};
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::Frame;
use crate::text::lower::frame::all_of;
use crate::text::lower::noun::Use;

impl Context<'_> {
    /// That the spell, or the permanent that it became, was cast by escaping (CR 702.138b).
    fn escaped(&mut self, frame: &mut Frame, it: SelfOrIt) -> Lowered<Condition> {
        if it == SelfOrIt::It {
            self.only_source(frame)?;
        }
        if !self.casting.alternatives.iter().any(|other| matches!(other, Alternative::Escape(_))) {
            return decline("the card has no escape cost");
        }
        Ok(Condition::CostPaid(Casting::NAMED))
    }

    /// How a spell was cast and what was paid for it, and whence a permanent entered.
    pub(super) fn cast_condition(&mut self, frame: &mut Frame, words: &CastCondition) -> Lowered<Condition> {
        Ok(match words {
            CastCondition::Kicked { with: None, .. } => {
                let mut kicked: Vec<Condition> = self.casting.kickers().map(Condition::Kicked).collect();
                match kicked.len() {
                    0 => return decline("the card has no kicker"),
                    1 => kicked.remove(0),
                    _ => Condition::AnyOf(kicked),
                }
            }
            CastCondition::NotKicked { it } => {
                not(self.cast_condition(frame, &CastCondition::Kicked { it: *it, with: None })?)
            }
            CastCondition::YouCastSelf => {
                self.only_source(frame)?;
                Condition::ObjectIs(Objects::Source, Filter::just(Test::CastBy(PlayerFilter::You)))
            }
            CastCondition::WasCast { .. } | CastCondition::YouCastIt | CastCondition::DidntCastIt => {
                let negative = matches!(words, CastCondition::WasCast { be: Be::Wasnt } | CastCondition::DidntCastIt);
                let of = match frame.discourse.mentions.last() {
                    None => Objects::Source,
                    Some(mention) if mention.before == Some(Objects::Source) => Objects::Source,
                    Some(mention) if mention.before == Some(Objects::Event) => Objects::Event,
                    _ => return unsupported("the condition", words),
                };
                // Who cast it need not control it: that can change while it is a spell, and afterwards (CR 109.5).
                let cast = match (words, of) {
                    (CastCondition::WasCast { .. }, Objects::Source) => Condition::WasCast,
                    (CastCondition::WasCast { .. }, of) => Condition::ObjectIs(of, Filter::just(Test::WasCast)),
                    (_, of) => Condition::ObjectIs(of, Filter::just(Test::CastBy(PlayerFilter::You))),
                };
                if negative { not(cast) } else { cast }
            }
            CastCondition::YouCastFrom { zone } => self.cast_from(frame, zone, true)?,
            CastCondition::WasCastFrom { it: SelfOrIt::It, zone } => self.cast_from(frame, zone, false)?,
            CastCondition::DidntCastFrom { zone } => not(self.cast_from(frame, zone, true)?),
            CastCondition::YouCastElsewhere { zone } => {
                let cast = self.cast_condition(frame, &CastCondition::YouCastIt)?;
                Condition::All(vec![cast, not(self.cast_from(frame, zone, true)?)])
            }
            CastCondition::EnteredFrom { np, zone } => {
                let it = self.one(frame, np)?;
                self.entered_from(frame, it, zone)?
            }
            // A copy wasn't cast (CR 707.10).
            CastCondition::WasCastElsewhere { zone } if frame.setting.spell => match self.zone(frame, zone)? {
                (Zone::Hand, whose) => Condition::All(vec![Condition::WasCast, not(cast_from(Zone::Hand, whose))]),
                _ => return unsupported("the condition", words),
            },
            CastCondition::WasCastElsewhere { .. } => return unsupported("the condition", words),
            CastCondition::WasCastFrom { it: SelfOrIt::Itself, zone } => {
                let (zone, whose) = self.zone(frame, zone)?;
                cast_from(zone, whose.filter(|_| frame.setting.spell))
            }
            CastCondition::EvidenceCollected | CastCondition::AdditionalCostPaid => match self.casting.extra {
                Some(place) => Condition::CostPaid(place),
                None => return decline("the card has no such additional cost"),
            },
            CastCondition::NamedCostPaid { name, .. } => {
                let Meaning::Casting(casting) = crate::text::keywords::TABLE[name.0].meaning else {
                    return decline("the card has no such cost");
                };
                let asked = |other: &Alternative| match casting {
                    CastingKeyword::Prowl
                    | CastingKeyword::Freerunning
                    | CastingKeyword::Surge
                    | CastingKeyword::Spectacle
                    | CastingKeyword::Evoke
                    | CastingKeyword::Dash
                    | CastingKeyword::Blitz => matches!(other, Alternative::Named(..)),
                    CastingKeyword::Sneak => matches!(other, Alternative::Sneak(_)),
                    CastingKeyword::Madness => matches!(other, Alternative::Special(_)),
                    CastingKeyword::Mayhem => {
                        matches!(other, Alternative::FromGraveyard(Some(_), Some(Condition::WasDiscarded)))
                    }
                    _ => false,
                };
                let remembers = |other: &&Alternative| {
                    matches!(
                        other,
                        Alternative::Named(..)
                            | Alternative::Sneak(_)
                            | Alternative::Special(_)
                            | Alternative::Warp(_)
                            | Alternative::Escape(_)
                            | Alternative::FromGraveyard(Some(_), Some(Condition::WasDiscarded))
                    )
                };
                // One such cost is remembered.
                let mut remembered = self.casting.alternatives.iter().filter(remembers);
                match (remembered.next(), remembered.next()) {
                    (Some(only), None) if asked(only) => {}
                    _ => return decline("the card has no such cost"),
                }
                Condition::CostPaid(Casting::NAMED)
            }
            // CR 702.138b.
            CastCondition::Escaped { it } => self.escaped(frame, *it)?,
            CastCondition::Foretold => {
                Condition::ObjectIs(Objects::Source, Filter::just(Test::Marked(Marks::FORETOLD)))
            }
            CastCondition::CastForNamed { np, name } => self.cast_for_named(frame, np, *name)?,
            CastCondition::GiftNotPromised => not(self.cast_condition(frame, &CastCondition::GiftPromised)?),
            CastCondition::SpentLess { np } => {
                let spell = self.objects(frame, np, Use::Read)?;
                Condition::Compare(Amount::ManaSpent(spell.clone(), None), Comparison::Less, Amount::ManaValue(spell))
            }
            CastCondition::GiftPromised => match &self.casting.gift {
                Some((place, _)) => Condition::CostPaid(*place),
                None => return decline("the card promises no gift"),
            },
            CastCondition::Bargained { .. } => match self.casting.bargain {
                Some(place) => Condition::CostPaid(place),
                None => return decline("the card can't be bargained"),
            },
            CastCondition::ManaWasSpent { n, color, np } => {
                let cast = self.objects(frame, np, Use::Read)?;
                let spent = Amount::ManaSpent(cast, color.as_ref().map(|color| color.0));
                // "If eight or more mana was spent to cast that spell, ~ deals that much damage."
                frame.says(spent.clone());
                self.at_least(spent, n)
            }
            CastCondition::SpentFrom { from, np } => {
                let spent = self.spent_from(frame, from, Some(np))?;
                compare(spent, Comparison::AtLeast, 1)
            }
            CastCondition::SpentFromHere { from } if frame.setting.activated => {
                compare(self.spent_from(frame, from, None)?, Comparison::AtLeast, 1)
            }
            CastCondition::SpentFromHere { .. } => return unsupported("the condition", words),
            CastCondition::MuchSpentFrom { n, from, np } => {
                let spent = self.spent_from(frame, from, Some(np))?;
                self.at_least(spent, n)
            }
            CastCondition::SpentOverSize { np } => {
                let spent = Amount::ManaSpent(self.objects(frame, np, Use::Read)?, None);
                let over = |size| Condition::Compare(spent.clone(), Comparison::Greater, size);
                Condition::AnyOf(vec![over(Amount::Power(Objects::Source)), over(Amount::Toughness(Objects::Source))])
            }
            CastCondition::NoColoredSpent { np } => {
                let cast = self.objects(frame, np, Use::Read)?;
                compare(Amount::ColorsSpentOn(cast), Comparison::Equal, 0)
            }
            CastCondition::ColorsWereSpent { n, np } => {
                let cast = self.objects(frame, np, Use::Read)?;
                self.at_least(Amount::ColorsSpentOn(cast), n)
            }
            CastCondition::Beheld { noun } => {
                let what = self.noun(frame, noun)?.filter;
                let of_it = |cost: &OptionalCost| matches!(cost.cost.parts.as_slice(), [CostPart::Behold { what: asked, .. }] if *asked == what);
                match self.casting.extra {
                    Some(place) if of_it(&self.casting.optional[usize::from(place)]) => Condition::CostPaid(place),
                    _ => return decline("the card has no such additional cost"),
                }
            }
            CastCondition::ControlledAsCast { noun } => Condition::CostPaid(self.noted(frame, noun)?),
            // Whether a card was revealed is whether the cost to do that was paid (CR 607.2i).
            CastCondition::RevealedOrControlled { card, noun } => {
                let what = self.noun(frame, card)?.filter;
                let of_it = |cost: &OptionalCost| matches!(cost.cost.parts.as_slice(), [CostPart::Reveal(_, asked)] if *asked == what);
                match self.casting.extra {
                    Some(place) if of_it(&self.casting.optional[usize::from(place)]) => {
                        let controlled = Condition::CostPaid(self.noted(frame, noun)?);
                        Condition::AnyOf(vec![Condition::CostPaid(place), controlled])
                    }
                    _ => return decline("the card has no such additional cost"),
                }
            }
            // "If the {1}{B} cost was paid": the alternative cost of the card, remembered from now on.
            CastCondition::ManaCostPaid { mana } => {
                let asked = Cost::mana(mana.0.clone());
                let named = |other: &Alternative| matches!(other, Alternative::Named(..));
                if self.casting.alternatives.iter().any(|other| named(other) && !matches!(other, Alternative::Named(cost, number, _) if *cost == asked && *number == Casting::NAMED)) {
                    return decline("the card remembers another cost");
                }
                let own = self.casting.alternatives.iter_mut().find(|other| {
                    matches!(other, Alternative::Instead(cost, _) | Alternative::Named(cost, ..) if *cost == asked)
                });
                match own {
                    Some(other @ Alternative::Instead(..)) => {
                        let Alternative::Instead(cost, condition) = other.clone() else {
                            return decline("the card has no such cost");
                        };
                        *other = Alternative::Named(cost, Casting::NAMED, condition);
                    }
                    Some(_) => {}
                    None => return decline("the card has no such cost"),
                }
                Condition::CostPaid(Casting::NAMED)
            }
            CastCondition::SameColorSpent { n, np } => {
                let cast = self.objects(frame, np, Use::Read)?;
                let each = crate::types::Colors::TABLE.iter();
                let of = |color| Amount::ManaSpent(cast.clone(), Some(color));
                Condition::AnyOf(each.map(|row| self.at_least(of(row.0), n)).collect())
            }
            // The spell resolves in the phase in which it is cast (CR 500.2), and a copy of it there isn't cast (CR 707.10). Who has gained control
            // of it hasn't cast it.
            CastCondition::CastInMain if frame.setting.spell => {
                let main = [Step::PrecombatMain, Step::PostcombatMain].map(Condition::InStep).to_vec();
                let your_main = [Condition::TurnOf(PlayerFilter::You), Condition::AnyOf(main)];
                let cast = Condition::ObjectIs(Objects::Source, Filter::just(Test::CastBy(PlayerFilter::You)));
                Condition::All([cast].into_iter().chain(your_main).collect())
            }
            CastCondition::CastInMain => return unsupported("the condition", words),
            CastCondition::WasSpent { mana, np } => {
                let symbols = &mana.0.symbols;
                let cast = self.objects(frame, np, Use::Read)?;
                // "{W}{U}": both of them.
                let mut all = Vec::new();
                if let Some(asked) = self.one_kind_spent(symbols, &cast)? {
                    return Ok(asked);
                }
                for (place, symbol) in symbols.iter().enumerate() {
                    let crate::mana::ManaSymbol::Color(color) = symbol else {
                        return unsupported("the condition", words);
                    };
                    if !symbols[..place].contains(symbol) {
                        let n = symbols.iter().filter(|other| *other == symbol).count() as i32;
                        all.push(compare(Amount::ManaSpent(cast.clone(), Some(*color)), Comparison::AtLeast, n));
                    }
                }
                match all_of(all) {
                    Some(all) => all,
                    None => return unsupported("the condition", words),
                }
            }
            CastCondition::Kicked { with: Some(KickerCost { mana }), .. } => {
                let place = self
                    .casting
                    .optional
                    .iter()
                    .position(|cost| cost.kicks && cost.cost.mana.as_ref() == Some(&mana.0));
                match place {
                    Some(place) => Condition::Kicked(place as u8),
                    None => return unsupported("the condition", words),
                }
            }
        })
    }

    /// The number of an optional cost that says how many permanents of a kind the player controls as they cast the spell.
    pub(in crate::text::lower) fn noted(&mut self, frame: &mut Frame, noun: &Noun) -> Lowered<u8> {
        let described = self.noun(frame, noun)?;
        if !described.describes_permanents() {
            return unsupported("what is controlled as the spell is cast:", noun);
        }
        let yours = described.filter.and(Test::Controller(PlayerFilter::You));
        if depends(&yours, &[On::Registers, On::Target, On::Current, On::Event, On::ThisWay, On::Host]) {
            return unsupported("what is controlled as the spell is cast:", noun);
        }
        let number = Amount::Count(Zone::Battlefield, yours);
        match &self.casting.noted {
            Some(other) if *other != number => decline("the card asks for several numbers as it is cast"),
            _ => {
                self.casting.noted = Some(number);
                Ok(Casting::NOTED)
            }
        }
    }

    /// That a permanent was cast for a cost with a name, whatever its own abilities are (CR 702.185a).
    fn cast_for_named(&mut self, frame: &mut Frame, np: &Np, name: CostName) -> Lowered<Condition> {
        let cast = match crate::text::keywords::TABLE[name.0].meaning {
            Meaning::Casting(CastingKeyword::Warp) => Test::Warped,
            _ => return decline("for what other permanents were cast isn't known"),
        };
        Ok(Condition::ObjectIs(self.one(frame, np)?, Filter::just(cast)))
    }

    /// That a permanent was cast from a zone, by you if so.
    fn cast_from(&mut self, frame: &mut Frame, zone: &ZoneRef, you: bool) -> Lowered<Condition> {
        let cast = if you { CastCondition::YouCastIt } else { CastCondition::WasCast { be: Be::Was } };
        let of = match self.cast_condition(frame, &cast)? {
            Condition::ObjectIs(of, _) => of,
            _ => Objects::Source,
        };
        let (zone, owner) = match zone {
            ZoneRef::Of { zone: OwnZone::Hand, .. } => (Zone::Hand, you.then_some(Test::Owner(PlayerFilter::You))),
            zone => self.zone(frame, zone)?,
        };
        let mut filter = Filter::just(Test::CastFrom(vec![zone]));
        filter.tests.extend(owner);
        if you {
            filter.tests.push(Test::CastBy(PlayerFilter::You));
        }
        Ok(Condition::ObjectIs(of, filter))
    }

    /// That a permanent entered from a zone.
    fn entered_from(&mut self, frame: &mut Frame, it: Objects, zone: &ZoneRef) -> Lowered<Condition> {
        let (zone, owner) = self.zone(frame, zone)?;
        let mut filter = Filter::just(Test::CameFrom(zone));
        filter.tests.extend(owner);
        Ok(Condition::ObjectIs(it, filter))
    }

    /// Declines "it was cast" about anything but the source.
    fn only_source(&mut self, frame: &mut Frame) -> Lowered<()> {
        let it = frame.discourse.mentions.last();
        match it {
            None => Ok(()),
            Some(mention) if mention.before == Some(Objects::Source) => Ok(()),
            _ => decline("only how the source itself was cast is known"),
        }
    }
}

/// That a spell was cast from a zone. One that is said to be yours is that of whoever controls the spell by now, who needn't have cast it (CR
/// 109.5).
fn cast_from(zone: Zone, whose: Option<Test>) -> Condition {
    let cast_from = Condition::CastFrom(zone);
    if whose != Some(Test::Owner(PlayerFilter::You)) {
        return cast_from;
    }
    let you_cast = Condition::ObjectIs(Objects::Source, Filter::just(Test::CastBy(PlayerFilter::You)));
    Condition::All(vec![cast_from, you_cast])
}
