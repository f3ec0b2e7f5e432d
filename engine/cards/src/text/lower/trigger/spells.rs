//! Events that are about spells, abilities and cards in hand.

use crate::ability::{TriggerEvent, WhichAbilities};
use crate::filter::{Amount, Comparison, Condition, Filter, Objects, PlayerFilter, Test, Zone};
use crate::keyword::Marks;
use crate::text::grammar::noun::Np;
use crate::text::grammar::player::Own;
use crate::text::grammar::trigger::{CardEvent, OwnSubject, SpellEvent};
use crate::text::lower::context::Context;
use crate::text::lower::decline::Lowered;
use crate::text::lower::described::Described;
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::{Frame, Mention, Referent};
use crate::text::lower::trigger::{About, of_permanents};
use crate::types::CardTypes;

impl Context<'_> {
    /// Spells that are cast and abilities that are activated (CR 601.2i, 602.2b).
    pub(super) fn spell_event(
        &mut self,
        frame: &mut Frame,
        player: PlayerFilter,
        event: &SpellEvent,
        about: &mut About,
    ) -> Lowered<Vec<TriggerEvent>> {
        let found = match event {
            SpellEvent::Casts { what: Np::Itself } => {
                about.source = true;
                about.cast = true;
                TriggerEvent::Cast { player, what: Filter::just(Test::Source), nth: None }
            }
            // "You may cast target card this turn. When you cast it this turn, …": as the spell that the card becomes (CR 400.7g).
            SpellEvent::Casts { what: it @ Np::It } if frame.setting.apart => {
                let card = self.refer(frame, it)?;
                if !matches!(card, Objects::Register(_)) {
                    return unsupported("the event", event);
                }
                about.described = Some(Described { spell: true, ..Described::default() });
                let spell = Objects::Union(vec![card.clone(), Objects::Moved(Box::new(card))]);
                TriggerEvent::Cast { player, what: Filter::just(Test::Is(Box::new(spell))), nth: None }
            }
            SpellEvent::Casts { what } => {
                let (what, inner) = self.spell_of_event(frame, what, event)?;
                *about = inner;
                about.x = what.tests.contains(&Test::XInCost).then_some(Amount::XOf(Objects::Event));
                TriggerEvent::Cast { player, what, nth: None }
            }
            SpellEvent::CastsOrCopies { what } => {
                let (what, inner) = self.spell_of_event(frame, what, event)?;
                let cast = TriggerEvent::Cast { player, what: what.clone(), nth: None };
                *about = inner;
                return Ok(vec![cast, TriggerEvent::Copies { player, what }]);
            }
            SpellEvent::CastsNthOnOthers { n } => {
                frame.setting.only_if = Some(Condition::TurnOf(PlayerFilter::Opponent));
                about.described = Some(Described { spell: true, ..Described::default() });
                TriggerEvent::Cast { player, what: Filter::ANY, nth: Some(n.0) }
            }
            SpellEvent::CastsNth { n, noun, .. } if noun.is_plain_spell() => {
                about.described = Some(Described { spell: true, ..Described::default() });
                TriggerEvent::Cast { player, what: Filter::ANY, nth: Some(n.0) }
            }
            SpellEvent::CastsNth { n, noun, .. } => {
                let described = self.noun(frame, noun)?;
                if !described.spell || !matches!(player, PlayerFilter::You | PlayerFilter::Opponent) {
                    return unsupported("the event", event);
                }
                let mut what = described.filter.clone();
                what.tests.retain(|test| *test != Test::Spell);
                // The spell is among those that were cast when this is asked.
                let cast =
                    Amount::Happened(crate::happening::Happening::CAST, what.clone().and(Test::Controller(player)));
                let nth = Amount::Const(i32::from(n.0));
                frame.setting.only_if = Some(Condition::Compare(cast, Comparison::Equal, nth));
                about.x = what.tests.contains(&Test::XInCost).then_some(Amount::XOf(Objects::Event));
                about.described = Some(described);
                TriggerEvent::Cast { player, what, nth: None }
            }
            SpellEvent::ActivatesNonmana | SpellEvent::ActivatesCheck => {
                about.other = Some(Described { spell: true, ..Described::default() });
                TriggerEvent::Activates { player, what: Filter::ANY, which: WhichAbilities::NotMana }
            }
            SpellEvent::ActivatesNonmanaOf { what } | SpellEvent::ActivatesCheckOf { what } => {
                let (what, inner) = self.subject(frame, what)?;
                let what = of_permanents(what, &inner);
                *about = inner;
                about.other = Some(Described { spell: true, ..Described::default() });
                TriggerEvent::Activates { player, what, which: WhichAbilities::NotMana }
            }
            // Of whatever object: these abilities are no mana abilities (CR 605.1a, 606.3).
            SpellEvent::ActivatesKind { kind } => {
                about.other = Some(Described { spell: true, ..Described::default() });
                TriggerEvent::Activates { player, what: Filter::ANY, which: kind.which() }
            }
            SpellEvent::ActivatesKindOf { kind, what } => {
                let (what, inner) = self.subject(frame, what)?;
                let what = of_permanents(what, &inner);
                *about = inner;
                about.other = Some(Described { spell: true, ..Described::default() });
                TriggerEvent::Activates { player, what, which: kind.which() }
            }
            SpellEvent::ActivatesOwn { kind } => {
                about.other = Some(Described { spell: true, ..Described::default() });
                TriggerEvent::Activates { player, what: Filter::just(Test::Source), which: kind.which() }
            }
            SpellEvent::Activates { .. } => return unsupported("the event", event),
        };
        Ok(vec![found])
    }

    /// Cards that are drawn, discarded and cycled.
    pub(super) fn card_event(
        &mut self,
        frame: &mut Frame,
        player: PlayerFilter,
        event: &CardEvent,
        about: &mut About,
    ) -> Lowered<TriggerEvent> {
        Ok(match event {
            CardEvent::Draws => TriggerEvent::Draws { player, nth: None, but_first: false },
            CardEvent::DrawsButFirst { they, whose }
                if (*they == OwnSubject::You, *whose == Own::Your)
                    == (player == PlayerFilter::You, player == PlayerFilter::You) =>
            {
                TriggerEvent::Draws { player, nth: None, but_first: true }
            }
            CardEvent::DrawsButFirst { .. } => return unsupported("the event", event),
            CardEvent::DrawsNth { n, .. } | CardEvent::DrawsNthInTurn { n, .. } => {
                TriggerEvent::Draws { player, nth: Some(n.0), but_first: false }
            }
            // A card that is cycled is discarded (CR 702.29a).
            CardEvent::Discards { what } | CardEvent::CyclesOrDiscards { what } => {
                let (what, inner) = match what {
                    Np::Itself => (Filter::just(Test::Source), About { source: true, ..About::default() }),
                    what => self.subject(frame, what)?,
                };
                if inner.described.as_ref().is_some_and(|described| !described.card) {
                    return unsupported("the event", event);
                }
                let batched = inner.batched;
                *about = About { number: batched, ..inner };
                TriggerEvent::Discards { player, what, batched, by: None }
            }
            CardEvent::Mills { what } => {
                let (what, inner) = self.subject(frame, what)?;
                let several = inner.batched && !matches!(player, PlayerFilter::You | PlayerFilter::Opponent);
                if several || inner.described.as_ref().is_none_or(|described| !described.card) {
                    return unsupported("the event", event);
                }
                let batched = inner.batched;
                *about = About { number: batched, ..inner };
                let what = what.and(Test::Marked(Marks::MILLED)).and(Test::Owner(player));
                TriggerEvent::ZoneChange { what, from: Some(Zone::Library), to: None, batched }
            }
            CardEvent::Cycles { what } => {
                let (what, inner) = match what {
                    Np::Itself => (Filter::just(Test::Source), About { source: true, ..About::default() }),
                    what => self.subject(frame, what)?,
                };
                *about = inner;
                // The X of the cycling cost.
                about.x = about.source.then_some(Amount::Event);
                TriggerEvent::Cycles { player, what }
            }
        })
    }

    /// The spell that somebody casts, without saying that it is one, and what is known of it afterwards.
    fn spell_of_event(&mut self, frame: &mut Frame, what: &Np, event: &SpellEvent) -> Lowered<(Filter, About)> {
        let (mut what, about) = self.subject(frame, what)?;
        if about.described.as_ref().is_none_or(|described| !described.spell) {
            return unsupported("the event", event);
        }
        what.tests.retain(|test| *test != Test::Spell);
        // "That targets one or more permanents": those can be meant afterwards.
        if let [filter] = targeted(&what).as_slice() {
            let those = (*filter).clone().and(Test::TargetOf(Box::new(Objects::Event)));
            let all = Objects::Each(Zone::Battlefield, those);
            frame.discourse.counted_set = Some(Mention {
                before: Some(all.clone()),
                after: Referent::Known(all),
                plural: true,
                types: CardTypes::PERMANENT,
                card: false,
                spell: false,
                token: false,
                origin: false,
                past: None,
                source: false,
                since: 0,
                side: None,
            });
        }
        Ok((what, about))
    }
}

/// What permanents the spell is described as targeting.
fn targeted(what: &Filter) -> Vec<&Filter> {
    let mut found = Vec::new();
    for test in &what.tests {
        if let Test::TargetsObject(filter) = test {
            found.push(&**filter);
        }
    }
    found
}
