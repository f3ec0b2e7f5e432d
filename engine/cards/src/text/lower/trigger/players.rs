//! Events that are about what players do.

use super::{About, combat, reaches};
use crate::ability::{KeywordAction, TriggerEvent};
use crate::designation::Milestone;
use crate::filter::{Amount, Comparison, Condition, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::text::grammar::noun::Np;
use crate::text::grammar::trigger::PlayerEvent;
use crate::text::lower::filter::unsupported;
use crate::text::lower::noun::Described;
use crate::text::lower::{Context, Frame, Lowered};

impl Context<'_> {
    pub(super) fn player_event(
        &mut self,
        frame: &mut Frame,
        player: PlayerFilter,
        word: &PlayerEvent,
    ) -> Lowered<(Vec<TriggerEvent>, About)> {
        let mut about = About::default();
        let event = match word {
            PlayerEvent::Casts { what: Np::Itself } => {
                about.source = true;
                about.cast = true;
                TriggerEvent::Cast { player, what: Filter::just(Test::Source), nth: None }
            }
            PlayerEvent::Casts { what } => {
                let (what, inner) = self.spell_of_event(frame, what, word)?;
                about = inner;
                about.x = what.tests.contains(&Test::XInCost).then_some(Amount::XOf(Objects::Event));
                TriggerEvent::Cast { player, what, nth: None }
            }
            PlayerEvent::CastsOrCopies { what } => {
                let (what, inner) = self.spell_of_event(frame, what, word)?;
                let cast = TriggerEvent::Cast { player, what: what.clone(), nth: None };
                return Ok((vec![cast, TriggerEvent::Copies { player, what }], inner));
            }
            PlayerEvent::CastsNthOnOthers { n } => {
                frame.only_if = Some(Condition::TurnOf(PlayerFilter::Opponent));
                about.described = Some(Described { spell: true, ..Described::default() });
                TriggerEvent::Cast { player, what: Filter::ANY, nth: Some(n.0) }
            }
            PlayerEvent::IsDealt { kind } => {
                about.number = true;
                TriggerEvent::PlayerDamaged { player, combat: combat(kind) }
            }
            PlayerEvent::BecomesTarget { by } => {
                about.player = true;
                about.other = Some(Described { spell: true, ..Described::default() });
                TriggerEvent::PlayerTargeted { player, by: self.aimer(frame, by)? }
            }
            PlayerEvent::IsAttacked => {
                // It happens to the player who is attacked, by the player whose turn it is.
                let what = Filter::just(Test::AttackingPlayer(player));
                TriggerEvent::AttackersDeclared { player: PlayerFilter::Any, what, at_least: 1, into: None }
            }
            PlayerEvent::AttacksWhile { condition } => {
                frame.only_if = Some(self.conditions(frame, condition)?);
                TriggerEvent::AttackersDeclared { player, what: Filter::ANY, at_least: 1, into: None }
            }
            PlayerEvent::CastsNthOf { n, noun } | PlayerEvent::CastsTheirNthOf { n, noun } => {
                let described = self.noun(frame, noun)?;
                if !described.spell || !matches!(player, PlayerFilter::You | PlayerFilter::Opponent) {
                    return unsupported("the event", word);
                }
                let mut what = described.filter.clone();
                what.tests.retain(|test| *test != Test::Spell);
                // The spell is among those that were cast when this is asked.
                self.pool.record(crate::happening::Happening::CAST);
                let cast =
                    Amount::Happened(crate::happening::Happening::CAST, what.clone().and(Test::Controller(player)));
                let nth = Amount::Const(i32::from(n.0));
                frame.only_if = Some(Condition::Compare(cast, Comparison::Equal, nth));
                about.x = what.tests.contains(&Test::XInCost).then_some(Amount::XOf(Objects::Event));
                about.described = Some(described);
                TriggerEvent::Cast { player, what, nth: None }
            }
            PlayerEvent::ActivatesNonmana | PlayerEvent::ActivatesCheck => {
                about.other = Some(Described { spell: true, ..Described::default() });
                TriggerEvent::Activates { player, what: Filter::ANY }
            }
            PlayerEvent::ActivatesNonmanaOf { what } | PlayerEvent::ActivatesCheckOf { what } => {
                let (what, inner) = self.subject(frame, what)?;
                about = inner;
                about.other = Some(Described { spell: true, ..Described::default() });
                TriggerEvent::Activates { player, what }
            }
            PlayerEvent::ControlsSome { n, noun } if player == PlayerFilter::You => {
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("the event", word);
                }
                let filter = described.filter.and(Test::Controller(PlayerFilter::You));
                TriggerEvent::State(self.at_least(Amount::Count(Zone::Battlefield, filter), n))
            }
            PlayerEvent::HasNoCards if player == PlayerFilter::You => {
                let hand = Amount::HandSize(Players::You);
                TriggerEvent::State(Condition::Compare(hand, Comparison::Equal, Amount::Const(0)))
            }
            PlayerEvent::CommitsCrime => TriggerEvent::Crime { player },
            PlayerEvent::CastsNth { n } | PlayerEvent::CastsTheirNth { n } => {
                about.described = Some(Described { spell: true, ..Described::default() });
                TriggerEvent::Cast { player, what: Filter::ANY, nth: Some(n.0) }
            }
            PlayerEvent::Draws => TriggerEvent::Draws { player, nth: None },
            PlayerEvent::DrawsNth { n } | PlayerEvent::DrawsTheirNth { n } => {
                TriggerEvent::Draws { player, nth: Some(n.0) }
            }
            // A card that is cycled is discarded (CR 702.29a).
            PlayerEvent::Discards { what } | PlayerEvent::CyclesOrDiscards { what } => {
                let (what, inner) = match what {
                    Np::Itself => (Filter::just(Test::Source), About { source: true, ..About::default() }),
                    what => self.subject(frame, what)?,
                };
                if inner.described.as_ref().is_some_and(|described| !described.card) {
                    return unsupported("the event", word);
                }
                let batched = inner.batched;
                about = About { number: batched, ..inner };
                TriggerEvent::Discards { player, what, batched, by: None }
            }
            PlayerEvent::GainsLife => {
                about.number = true;
                TriggerEvent::GainsLife { player }
            }
            PlayerEvent::LosesLife => {
                about.number = true;
                TriggerEvent::LosesLife { player }
            }
            PlayerEvent::Sacrifices { what } => {
                let (what, inner) = self.subject(frame, what)?;
                if inner.batched {
                    return unsupported("the event", word);
                }
                about = inner;
                TriggerEvent::Sacrifices { player, what }
            }
            PlayerEvent::Cycles { what } => {
                let (what, inner) = match what {
                    Np::Itself => (Filter::just(Test::Source), About { source: true, ..About::default() }),
                    what => self.subject(frame, what)?,
                };
                about = inner;
                // The X of the cycling cost.
                about.x = about.source.then_some(Amount::Event);
                TriggerEvent::Cycles { player, what }
            }
            PlayerEvent::Attacks => {
                TriggerEvent::AttackersDeclared { player, what: Filter::ANY, at_least: 1, into: None }
            }
            PlayerEvent::AttacksWith { n, noun } => {
                let described = self.noun(frame, noun)?;
                (about.number, about.attackers) = (true, Some(described.clone()));
                TriggerEvent::AttackersDeclared { player, what: described.filter, at_least: n.0 as u8, into: None }
            }
            PlayerEvent::Scries => TriggerEvent::Does { player, action: KeywordAction::Scry },
            PlayerEvent::Surveils => TriggerEvent::Does { player, action: KeywordAction::Surveil },
            PlayerEvent::Investigates => TriggerEvent::Does { player, action: KeywordAction::Investigate },
            PlayerEvent::Controls { noun } if player == PlayerFilter::You => {
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("the event", word);
                }
                let filter = described.filter.and(Test::Controller(PlayerFilter::You));
                TriggerEvent::State(Condition::Not(Box::new(Condition::Exists(Zone::Battlefield, filter))))
            }
            PlayerEvent::TapsForMana { what } => {
                let (what, inner) = self.subject(frame, what)?;
                about = inner;
                let what = if player == PlayerFilter::Any { what } else { what.and(Test::Controller(player)) };
                TriggerEvent::TappedForMana { what }
            }
            PlayerEvent::BecomesMonarch => reaches(player, Milestone::Monarch),
            PlayerEvent::TakesInitiative => {
                self.learn_of_dungeons()?;
                reaches(player, Milestone::Initiative)
            }
            PlayerEvent::CompletesDungeon => {
                self.learn_of_dungeons()?;
                reaches(player, Milestone::Dungeon)
            }
            PlayerEvent::ChoosesBearer => {
                let types = crate::types::CardTypes::CREATURE;
                about.described = Some(Described { types, ..Described::default() });
                TriggerEvent::Reaches { player, what: Milestone::Ring, object: Filter::just(Test::RingBearer) }
            }
            PlayerEvent::PlaysLand { what } => {
                let (object, inner) = self.subject(frame, what)?;
                let land = inner.described.as_ref().is_some_and(|described| {
                    described.types.contains(crate::types::CardTypes::LAND) && described.zone == Some(Zone::Battlefield)
                });
                if !land || inner.batched {
                    return unsupported("the event", word);
                }
                about = inner;
                TriggerEvent::Reaches { player, what: Milestone::Land, object }
            }
            _ => return unsupported("the event", word),
        };
        Ok((vec![event], about))
    }

    /// The spell that somebody casts, without saying that it is one, and what is known of it afterwards.
    fn spell_of_event(&mut self, frame: &mut Frame, what: &Np, word: &PlayerEvent) -> Lowered<(Filter, About)> {
        let (mut what, about) = self.subject(frame, what)?;
        if about.described.as_ref().is_none_or(|described| !described.spell) {
            return unsupported("the event", word);
        }
        what.tests.retain(|test| *test != Test::Spell);
        Ok((what, about))
    }
}
