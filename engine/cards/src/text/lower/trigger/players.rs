//! Events that are about what players do.

use crate::ability::{KeywordAction, TriggerEvent};
use crate::designation::Milestone;
use crate::filter::{Amount, Comparison, Condition, Filter, PlayerFilter, Test, Zone};
use crate::keyword::Marks;
use crate::text::grammar::noun::Np;
use crate::text::grammar::player::Own;
use crate::text::grammar::trigger::{Attacked, PlayedFrom, PlayerEvent, YouOrPlaneswalkers};
use crate::text::lower::context::Context;
use crate::text::lower::decline::Lowered;
use crate::text::lower::described::Described;
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::Frame;
use crate::text::lower::trigger::states::of_someone;
use crate::text::lower::trigger::{About, combat, of_permanents, reaches};

impl Context<'_> {
    /// What one or more players do: of what triggers once each turn it doesn't matter how many do it together.
    pub(super) fn some_players(
        &mut self,
        frame: &mut Frame,
        word: &PlayerEvent,
        events: &mut Vec<TriggerEvent>,
        abouts: &mut Vec<About>,
    ) -> Lowered<()> {
        if !frame.setting.once_each_turn {
            return unsupported("what several players do:", word);
        }
        let (event, about) = self.player_event(frame, PlayerFilter::Any, word)?;
        events.extend(event);
        abouts.push(About { player: false, number: false, ..about });
        Ok(())
    }

    pub(super) fn player_event(
        &mut self,
        frame: &mut Frame,
        player: PlayerFilter,
        word: &PlayerEvent,
    ) -> Lowered<(Vec<TriggerEvent>, About)> {
        let mut about = About::default();
        let event = match word {
            PlayerEvent::Spell { event } => {
                let events = self.spell_event(frame, player, event, &mut about)?;
                return Ok((events, about));
            }
            PlayerEvent::PlaysLandOrCasts { from, .. } => return Ok((plays(player, *from, false), about)),
            PlayerEvent::PlaysCard { from } => return Ok((plays(player, *from, true), about)),
            PlayerEvent::Cards { event } => self.card_event(frame, player, event, &mut about)?,
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
                frame.setting.only_if = Some(self.conditions(frame, condition)?);
                TriggerEvent::AttackersDeclared { player, what: Filter::ANY, at_least: 1, into: None }
            }
            PlayerEvent::ControlsSome { .. }
            | PlayerEvent::ControlsA { .. }
            | PlayerEvent::Controls { .. }
            | PlayerEvent::HasNoCards => TriggerEvent::State(self.player_state(frame, player, word)?),
            PlayerEvent::CommitsCrime => TriggerEvent::Crime { player },
            PlayerEvent::GainsLife => {
                about.number = true;
                TriggerEvent::GainsLife { player }
            }
            PlayerEvent::LosesLife => {
                about.number = true;
                TriggerEvent::LosesLife { player }
            }
            PlayerEvent::LosesGame => TriggerEvent::Does { player, action: KeywordAction::LoseGame },
            PlayerEvent::LosesControl { what } if player == PlayerFilter::You => {
                TriggerEvent::LosesControl { what: self.subject_of(frame, what, &mut about)? }
            }
            PlayerEvent::Sacrifices { what } => {
                let (what, inner) = self.subject(frame, what)?;
                if inner.batched && !frame.setting.once_each_turn {
                    return unsupported("the event", word);
                }
                about = inner;
                TriggerEvent::Sacrifices { player, what }
            }
            PlayerEvent::Attacks => {
                TriggerEvent::AttackersDeclared { player, what: Filter::ANY, at_least: 1, into: None }
            }
            // CR 508.6: with two players there is one whom one can attack.
            PlayerEvent::AttacksPlayer | PlayerEvent::AttacksWhom { .. } => {
                about.player = !matches!(word, PlayerEvent::AttacksWhom { whom: Attacked::You, .. });
                let what = Filter::just(Test::AttackingPlayer(attacked(word)));
                TriggerEvent::AttackersDeclared { player, what, at_least: 1, into: None }
            }
            // Once for each of the planeswalkers.
            PlayerEvent::AttacksYouOrPlaneswalkers { also: YouOrPlaneswalkers::APlaneswalker } => {
                return unsupported("the event", word);
            }
            PlayerEvent::AttacksYouOrPlaneswalkers { also } => {
                about.player = true;
                TriggerEvent::AttackersDeclared { player, what: attacking_yours(*also), at_least: 1, into: None }
            }
            PlayerEvent::AttacksPlayerWith { n, noun } | PlayerEvent::AttacksYouWith { n, noun } => {
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("the event", word);
                }
                about.player = matches!(word, PlayerEvent::AttacksPlayerWith { .. });
                (about.number, about.attackers) = (true, Some(described.clone()));
                let what = described.filter.and(Test::AttackingPlayer(attacked(word)));
                TriggerEvent::AttackersDeclared { player, what, at_least: n.0 as u8, into: None }
            }
            PlayerEvent::AttacksWith { n, noun } | PlayerEvent::AttacksWithExactly { n, noun } => {
                let described = self.noun(frame, noun)?;
                (about.number, about.attackers, about.only_if) = (true, Some(described.clone()), exactly(word));
                TriggerEvent::AttackersDeclared { player, what: described.filter, at_least: n.0 as u8, into: None }
            }
            PlayerEvent::PutsCounters { kind, on } | PlayerEvent::PutsCounter { kind, on } => {
                let kind = kind.as_ref().map(|kind| self.counter(kind)).transpose()?;
                let (what, inner) = self.subject(frame, on)?;
                if inner.batched {
                    return unsupported("the event", word);
                }
                let what = of_permanents(what, &inner);
                about = inner;
                about.number = true;
                let each = matches!(word, PlayerEvent::PutsCounter { .. });
                TriggerEvent::CountersAdded { what, kind, each, by: Some(player) }
            }
            // The number of cards that were looked at.
            PlayerEvent::Scries => {
                about.number = true;
                TriggerEvent::Does { player, action: KeywordAction::Scry }
            }
            PlayerEvent::Surveils => TriggerEvent::Does { player, action: KeywordAction::Surveil },
            PlayerEvent::Investigates => TriggerEvent::Does { player, action: KeywordAction::Investigate },
            PlayerEvent::Proliferates => TriggerEvent::Does { player, action: KeywordAction::Proliferate },
            PlayerEvent::CollectsEvidence => TriggerEvent::Does { player, action: KeywordAction::CollectEvidence },
            PlayerEvent::WinsFlip => TriggerEvent::Does { player, action: KeywordAction::WinFlip },
            PlayerEvent::LosesFlip => TriggerEvent::Does { player, action: KeywordAction::LoseFlip },
            // CR 706.1: as all that is rolled is one die, which is one or more.
            PlayerEvent::RollsDice | PlayerEvent::RollsDie => {
                about.number = true;
                TriggerEvent::Does { player, action: KeywordAction::RollDice }
            }
            PlayerEvent::GetsEnergy => {
                about.number = true;
                TriggerEvent::Does { player, action: KeywordAction::GetEnergy }
            }
            PlayerEvent::Searches { whose } if is_own(player, *whose) => {
                TriggerEvent::Does { player, action: KeywordAction::Search }
            }
            PlayerEvent::Shuffles { whose } if whose.as_ref().is_none_or(|own| is_own(player, own.whose)) => {
                TriggerEvent::Does { player, action: KeywordAction::Shuffle }
            }
            PlayerEvent::Expends { n } => match u8::try_from(n.0) {
                Ok(n) if n > 0 => TriggerEvent::Does { player, action: KeywordAction::Expend(n) },
                _ => return unsupported("the event", word),
            },
            // CR 701.43: only one's own permanents can be exerted so far.
            PlayerEvent::Exerts { what } if player == PlayerFilter::You => {
                let (what, inner) = self.subject(frame, what)?;
                if inner.batched {
                    return unsupported("the event", word);
                }
                about = inner;
                let what = what.and(Test::Controller(PlayerFilter::You));
                TriggerEvent::Marked { what, mark: Marks::EXERTED }
            }
            PlayerEvent::Taps { what } | PlayerEvent::TapsForMana { what } => {
                let (what, inner) = self.subject(frame, what)?;
                about = inner;
                tapped_by(player, word, what, &about)?
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
            // CR 709.5h: the half that has the ability.
            PlayerEvent::UnlocksThis => match self.half {
                Some(door) => {
                    let (what, object) = (Milestone::Unlocks(door), Filter::just(Test::Source));
                    TriggerEvent::Reaches { player, what, object }
                }
                None => return unsupported("the event", word),
            },
            PlayerEvent::FullyUnlocks { noun } => {
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) || described.random {
                    return unsupported("the event", word);
                }
                about.described = Some(described.clone());
                TriggerEvent::Reaches { player, what: Milestone::FullyUnlocks, object: described.filter }
            }
            PlayerEvent::ChoosesBearer => {
                let types = crate::types::CardTypes::CREATURE;
                about.described = Some(Described { types, ..Described::default() });
                TriggerEvent::Reaches { player, what: Milestone::Ring, object: Filter::just(Test::RingBearer) }
            }
            PlayerEvent::PlaysLand { what } => self.land_played(frame, player, (what, word), &mut about)?,
            _ => return unsupported("the event", word),
        };
        Ok((vec![event], about))
    }

    /// What a player has or controls as a state trigger triggers (CR 603.8).
    fn player_state(&mut self, frame: &mut Frame, player: PlayerFilter, word: &PlayerEvent) -> Lowered<Condition> {
        if *word == PlayerEvent::HasNoCards {
            let none = |who| Condition::Compare(Amount::HandSize(who), Comparison::Equal, Amount::Const(0));
            return match of_someone(player, none) {
                Some(condition) => Ok(condition),
                None => unsupported("the event", word),
            };
        }
        let (PlayerEvent::ControlsSome { noun, .. } | PlayerEvent::ControlsA { noun } | PlayerEvent::Controls { noun }) =
            word
        else {
            return unsupported("the event", word);
        };
        let described = self.noun(frame, noun)?;
        if described.zone != Some(Zone::Battlefield) {
            return unsupported("the event", word);
        }
        let filter = described.filter.and(Test::Controller(player));
        let there = Condition::Exists(Zone::Battlefield, filter.clone());
        Ok(match (word, player) {
            (PlayerEvent::ControlsSome { n, .. }, PlayerFilter::You) => {
                self.at_least(Amount::Count(Zone::Battlefield, filter), n)
            }
            (PlayerEvent::ControlsA { .. }, PlayerFilter::You | PlayerFilter::Opponent | PlayerFilter::Any) => there,
            (PlayerEvent::Controls { .. }, PlayerFilter::You) => Condition::Not(Box::new(there)),
            _ => return unsupported("the event", word),
        })
    }

    /// A player plays a land.
    fn land_played(
        &mut self,
        frame: &mut Frame,
        player: PlayerFilter,
        (what, word): (&Np, &PlayerEvent),
        about: &mut About,
    ) -> Lowered<TriggerEvent> {
        let (object, inner) = self.subject(frame, what)?;
        let land = inner.described.as_ref().is_some_and(|described| {
            described.types.contains(crate::types::CardTypes::LAND) && described.zone == Some(Zone::Battlefield)
        });
        if !land || inner.batched {
            return unsupported("the event", word);
        }
        *about = inner;
        Ok(TriggerEvent::Reaches { player, what: Milestone::Land, object })
    }
}

/// What attacks you, your planeswalkers or either.
fn attacking_yours(what: YouOrPlaneswalkers) -> Filter {
    let walkers = Test::AttackingPlaneswalkerOf(PlayerFilter::You);
    match what {
        YouOrPlaneswalkers::Either => {
            let both = [Test::AttackingPlayer(PlayerFilter::You), walkers];
            Filter::just(Test::AnyOf(both.map(Filter::just).to_vec()))
        }
        YouOrPlaneswalkers::Planeswalkers | YouOrPlaneswalkers::APlaneswalker => Filter::just(walkers),
    }
}

/// Whom a player attacks.
fn attacked(word: &PlayerEvent) -> PlayerFilter {
    match word {
        PlayerEvent::AttacksWhom { whom: Attacked::EnchantedPlayer, .. } => PlayerFilter::Enchanted,
        PlayerEvent::AttacksWhom { whom: Attacked::AnOpponent | Attacked::Opponents, .. } => PlayerFilter::Opponent,
        PlayerEvent::AttacksWhom { whom: Attacked::You, .. } | PlayerEvent::AttacksYouWith { .. } => PlayerFilter::You,
        _ => PlayerFilter::Any,
    }
}

/// Returns whether it is another player than you who attacks, and that player is meant by what follows: an opponent, or whoever attacks you.
pub(super) fn attacks(player: PlayerFilter, word: &PlayerEvent) -> bool {
    let attacks_you =
        attacked(word) == PlayerFilter::You || matches!(word, PlayerEvent::AttacksYouOrPlaneswalkers { .. });
    let attacks = matches!(
        word,
        PlayerEvent::Attacks
            | PlayerEvent::AttacksWhile { .. }
            | PlayerEvent::AttacksPlayer
            | PlayerEvent::AttacksWhom { .. }
            | PlayerEvent::AttacksPlayerWith { .. }
            | PlayerEvent::AttacksWith { .. }
            | PlayerEvent::AttacksWithExactly { .. }
    );
    attacks_you && player != PlayerFilter::You || attacks && player == PlayerFilter::Opponent
}

/// Returns whether a player's own thing is meant.
fn is_own(player: PlayerFilter, whose: Own) -> bool {
    (player == PlayerFilter::You) == (whose == Own::Your)
}

/// A player plays a card (CR 701.18): a land or, casting it, another (CR 305.1, 601.1a).
fn plays(player: PlayerFilter, from: PlayedFrom, cards: bool) -> Vec<TriggerEvent> {
    let only = |zone, test: fn(Zone) -> Test| Filter::just(test(zone));
    let (land, mut spell) = match from {
        PlayedFrom::Anywhere => (Filter::ANY, Filter::ANY),
        PlayedFrom::Exile => (only(Zone::Exile, Test::CameFrom), only(Zone::Exile, |zone| Test::CastFrom(vec![zone]))),
        PlayedFrom::NotHand => {
            let not = |filter| Filter::just(Test::Not(Box::new(filter)));
            (not(only(Zone::Hand, Test::CameFrom)), not(only(Zone::Hand, |zone| Test::CastFrom(vec![zone]))))
        }
    };
    // A copy of a card that is cast isn't a card (CR 707.12).
    if cards {
        spell.tests.push(Test::Not(Box::new(Filter::just(Test::IsCopy))));
    }
    vec![
        TriggerEvent::Reaches { player, what: Milestone::Land, object: land },
        TriggerEvent::Cast { player, what: spell, nth: None },
    ]
}

impl Context<'_> {
    /// What the event is about, which is what it is told of.
    fn subject_of(&mut self, frame: &mut Frame, np: &Np, about: &mut About) -> Lowered<Filter> {
        let (what, inner) = self.subject(frame, np)?;
        *about = inner;
        Ok(what)
    }
}

/// What a player taps for mana, or with a spell or ability: "whenever you tap an untapped creature".
fn tapped_by(player: PlayerFilter, word: &PlayerEvent, mut what: Filter, about: &About) -> Lowered<TriggerEvent> {
    if matches!(word, PlayerEvent::TapsForMana { .. }) {
        let what = if player == PlayerFilter::Any { what } else { what.and(Test::Controller(player)) };
        return Ok(TriggerEvent::TappedForMana { what });
    }
    let untapped = what.tests.iter().position(|test| *test == Test::Untapped);
    let permanent = about.described.as_ref().is_some_and(|described| described.is_permanent());
    let Some(untapped) = untapped.filter(|_| permanent) else { return unsupported("the event", word) };
    // It is tapped by then.
    what.tests.remove(untapped);
    Ok(TriggerEvent::BecomesTapped { what, by: Some(player) })
}

/// With how many creatures a player attacks, if that is said exactly: asked as they attack (CR 603.2).
fn exactly(word: &PlayerEvent) -> Option<Condition> {
    let PlayerEvent::AttacksWithExactly { n, .. } = word else { return None };
    Some(Condition::Compare(Amount::Event, Comparison::Equal, Amount::Const(n.0)))
}
