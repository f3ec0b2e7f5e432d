//! Trigger prefixes → events, and what the events leave to refer to.

mod battle;
mod players;
mod several;
mod spells;
mod states;
mod zones;

use crate::ability::{FirstOf, FirstTime, KeywordAction, TriggerEvent};
use crate::designation::Milestone;
use crate::filter::{Amount, Comparison, Condition, Filter, Objects, PlayerFilter, Players, Step, Test, Zone};
use crate::keyword::Marks;
use crate::text::grammar::amount::AtLeast;
use crate::text::grammar::noun::{HowMany, Np, Quant};
use crate::text::grammar::player::{Own, OwnZone, Whose, ZoneRef};
use crate::text::grammar::series::Conjunction;
use crate::text::grammar::trigger::{
    CombatEvent, DamageEvent, DamageKind, Event, ObjectEvent, PlayerEvent, SpellEvent, Subject, TargetedBy, Trigger,
};
use crate::text::grammar::when::StepOf;
use crate::text::lower::context::Context;
use crate::text::lower::decline::Lowered;
use crate::text::lower::depends::{On, depends};
use crate::text::lower::described::Described;
use crate::text::lower::filter::{any_of, exiled_source, unsupported};
use crate::text::lower::frame::{Frame, Mention, Referent, Side, all_of};
use crate::text::lower::when;
use crate::text::lower::when::Steps;
use crate::types::CardTypes;

/// What an event is about, for the words of the effect.
#[derive(Clone, Debug, Default)]
pub(super) struct About {
    described: Option<Described>,
    /// The subject is the source itself.
    source: bool,
    /// The source is a spell that was cast.
    cast: bool,
    host: bool,
    /// It is another than the source.
    another: bool,
    /// "one or more" announce a batch, of which no single object can be referred to.
    batched: bool,
    other: Option<Described>,
    /// The attackers that fit, all together.
    attackers: Option<Described>,
    /// The creatures that block it or are blocked by it, one or more of them.
    opposing: Option<Described>,
    player: bool,
    /// That player is the one who attacks, and not the one who is attacked.
    attacker: bool,
    /// Whose graveyard it is put into is said: its owner is "that player".
    owner: bool,
    /// What X is, of what was paid for the event.
    x: Option<Amount>,
    number: bool,
    /// What must be so as it happens.
    only_if: Option<Condition>,
}

/// What an event happens to.
struct Happens {
    what: Filter,
    /// One or more, whose events are one.
    batched: bool,
    permanent: bool,
    card: bool,
}

/// What deals damage or has an ability, where that is described as a permanent (CR 109.2).
fn of_permanents(what: Filter, about: &About) -> Filter {
    let known = |test: &Test| matches!(test, Test::Source | Test::Host | Test::Is(_) | Test::AnyOf(_));
    let permanent = about.described.as_ref().is_some_and(Described::is_permanent) && !about.source && !about.host;
    if permanent && !what.tests.iter().any(known) { what.and(Test::Permanent) } else { what }
}

/// Two states that are one, "when you control no permanents and have no cards in hand" (CR 603.8).
fn join_states(by: Conjunction, events: &mut Vec<TriggerEvent>) {
    let state = |event: &TriggerEvent| match event {
        TriggerEvent::State(condition) if by == Conjunction::And => Some(condition.clone()),
        _ => None,
    };
    let states: Option<Vec<Condition>> = events.iter().map(state).collect();
    if let Some(states) = states.filter(|states| states.len() > 1) {
        *events = vec![TriggerEvent::State(Condition::All(states))];
    }
}

/// Returns whether what is said behind the last of two things that a player does, "plays a land or casts a spell from anywhere other than
/// their hand", may be meant of both.
fn has_shared_rider(words: &[PlayerEvent]) -> bool {
    let quals = |word: &PlayerEvent| match word {
        PlayerEvent::PlaysLand { what: Np::Quant { noun, .. } }
        | PlayerEvent::Spell { event: SpellEvent::Casts { what: Np::Quant { noun, .. } } } => Some(noun.quals.len()),
        _ => None,
    };
    matches!(words, [first, last] if quals(first) == Some(0) && quals(last).is_some_and(|quals| quals > 0))
}

impl Context<'_> {
    /// The events of a prefix; the frame learns what can be referred to.
    pub(super) fn trigger(&mut self, frame: &mut Frame, trigger: &Trigger) -> Lowered<Vec<TriggerEvent>> {
        match trigger {
            Trigger::Daytime => Ok(vec![TriggerEvent::DaytimeChanges]),
            Trigger::Step { step } => {
                if let StepOf::OfHost { head, .. } = step {
                    // CR 608.2k: what was enchanted as it triggered, wherever the Aura is by the time this resolves.
                    let described = self.head(frame, head)?;
                    frame.mention(Objects::Event, false, Some(&described));
                }
                let Steps { steps, player, tells_player, only_if } = when::steps(step)?;
                if tells_player {
                    frame.discourse.players.push(Players::Event);
                }
                frame.setting.only_if = only_if;
                Ok(steps.into_iter().map(|step| TriggerEvent::StepBegins { step, player }).collect())
            }
            Trigger::EndOfCombat => {
                frame.discourse.players.push(Players::Event);
                Ok(vec![TriggerEvent::StepBegins { step: Step::EndCombat, player: PlayerFilter::Any }])
            }
            Trigger::EndOfYourCombat => {
                Ok(vec![TriggerEvent::StepBegins { step: Step::EndCombat, player: PlayerFilter::You }])
            }
            // The step and the event have nothing in common that could be referred to.
            Trigger::StepOr { step, event, .. }
            | Trigger::StepAnd { step, event, .. }
            | Trigger::EventOrStep { step, event, .. } => {
                let Steps { steps, player, only_if: None, .. } = when::steps(step)? else {
                    return unsupported("besides an event, the step", step);
                };
                let mut events: Vec<_> =
                    steps.into_iter().map(|step| TriggerEvent::StepBegins { step, player }).collect();
                let (more, abouts) = self.event(frame, event)?;
                if asks_of_one(&abouts) || frame.setting.only_if.is_some() {
                    return unsupported("besides a step, the event", event);
                }
                events.extend(more);
                Ok(events)
            }
            Trigger::While { event, condition, .. } => {
                let (events, abouts) = self.event(frame, event)?;
                self.remember(frame, &abouts)?;
                let condition = self.conditions(frame, condition)?;
                if asks_of_one(&abouts) || depends(&condition, &[On::Registers, On::Target, On::Current, On::ThisWay]) {
                    return unsupported("the trigger condition", trigger);
                }
                frame.setting.only_if = Some(condition);
                Ok(events)
            }
            Trigger::During { event, during, .. } => {
                let (events, abouts) = self.event(frame, event)?;
                self.remember(frame, &abouts)?;
                let own = frame.setting.only_if.take().filter(|_| asks_of_one(&abouts));
                frame.setting.only_if = all_of(own.into_iter().chain(when::during(during)?).collect());
                Ok(events)
            }
            Trigger::DuringOr { .. } => unsupported("the trigger condition", trigger),
            // The first time in a turn that is theirs.
            Trigger::FirstTimeOwn { when, event, whose } => {
                let events = self.trigger(frame, &Trigger::FirstTime { when: when.clone(), event: event.clone() })?;
                let turn = match whose {
                    Own::Your => PlayerFilter::You,
                    Own::Their => PlayerFilter::Event,
                };
                if frame.setting.only_if.replace(Condition::TurnOf(turn)).is_some() {
                    return unsupported("for the first time, the event", event);
                }
                Ok(events)
            }
            Trigger::FirstTime { event, .. } => {
                let (events, abouts) = self.event(frame, event)?;
                self.remember(frame, &abouts)?;
                let of = match abouts.as_slice() {
                    [about] if about.only_if.is_some() => return unsupported("for the first time, the event", event),
                    [about] if about.source || about.host => FirstOf::Own,
                    [about] if about.another => FirstOf::Others,
                    [about] if about.described.is_some() && !about.batched && !by_player(event) => FirstOf::Object,
                    [_] => FirstOf::All,
                    _ => return unsupported("for the first time, the event", event),
                };
                let first = |event| TriggerEvent::First(Box::new(FirstTime { event, of }));
                let events: Vec<_> = events.into_iter().map(first).collect();
                Ok(events)
            }
            // As it is put: there are that many now, and weren't before.
            Trigger::Event { event: Event::NthCounter { n, kind }, .. } => {
                let kind = self.counter(kind)?;
                let n = Amount::Const(i32::from(n.0));
                let now = Amount::Counters(Objects::Source, Some(kind));
                let before = Amount::Difference(Box::new(now.clone()), Box::new(Amount::Event));
                frame.mention_source(self.types);
                frame.setting.only_if = Some(Condition::All(vec![
                    Condition::Compare(now, Comparison::AtLeast, n.clone()),
                    Condition::Compare(before, Comparison::Less, n),
                ]));
                let what = Filter::just(Test::Source);
                Ok(vec![TriggerEvent::CountersAdded { what, kind: Some(kind), each: false, by: None }])
            }
            Trigger::Event { event, .. } => {
                let (mut events, abouts) = self.event(frame, event)?;
                self.remember(frame, &abouts)?;
                self.remember_attackers(frame, &mut events, &abouts)?;
                self.remember_several(frame, &events, &abouts)?;
                Ok(events)
            }
            Trigger::OneOfThree { a, b, c, .. } => {
                let (mut events, mut abouts) = (Vec::new(), Vec::new());
                for event in [a, b, c] {
                    let (more, others) = self.event(frame, event)?;
                    events.extend(more);
                    abouts.extend(others);
                }
                if asks_of_one(&abouts) || frame.setting.only_if.is_some() {
                    return unsupported("besides other events, what is asked of one in", trigger);
                }
                self.remember(frame, &abouts)?;
                Ok(events)
            }
            Trigger::Or { a, b, .. } | Trigger::And { a, b, .. } => {
                let (mut events, mut abouts) = self.event(frame, a)?;
                // "When ~ dies or when you discard it": what the first event is about is meant.
                let own = abouts.iter().all(|about| about.source);
                if own {
                    frame.mention_source(self.types);
                }
                let (more, others) = self.event(frame, b)?;
                events.extend(more);
                abouts.extend(others);
                if asks_of_one(&abouts) || frame.setting.only_if.is_some() {
                    return unsupported("besides another event, what is asked of one in", trigger);
                }
                self.remember(frame, &abouts)?;
                Ok(events)
            }
        }
    }

    /// What all the events have in common can be referred to.
    pub(super) fn remember(&mut self, frame: &mut Frame, abouts: &[About]) -> Lowered<()> {
        let attackers = abouts.iter().filter(|about| about.attacker).count();
        if abouts.iter().all(|about| about.player) && (attackers == 0 || attackers == abouts.len()) {
            // CR 508.1: who attacks is the active player.
            frame.discourse.players.push(if attackers > 0 { Players::Active } else { Players::Event });
        }
        if abouts.iter().all(|about| about.owner) {
            frame.discourse.players.push(Players::OwnerOf(Box::new(Objects::Event)));
        }
        if abouts.iter().all(|about| about.number) {
            frame.discourse.number = Some(Amount::Event);
            frame.discourse.event_has_number = true;
        }
        if let ([About { x: Some(x), .. }], None) = (abouts, &frame.discourse.x) {
            frame.discourse.x = Some(x.clone());
        }
        let Some(first) = abouts.first() else { return Ok(()) };
        if let Some(opposing) = &first.opposing
            && abouts.iter().all(|about| about.opposing.is_some())
        {
            frame.mention_opposing(opposing);
        }
        if let Some(other) = &first.other
            && abouts.iter().all(|about| about.other.is_some())
        {
            frame.mention(Objects::EventOther, false, Some(other));
            frame.discourse.sides = first.described.as_ref().map(|one| (one.filter.clone(), other.filter.clone()));
        }
        if abouts.iter().all(|about| about.source) {
            frame.mention_source(self.types);
            if let Some(mention) = frame.discourse.mentions.last_mut()
                && abouts.iter().all(|about| about.cast)
            {
                mention.spell = true;
            }
        } else if abouts.iter().all(|about| about.host) {
            if let Some(described) = &first.described {
                self.mention_event(frame, Objects::Event, described);
            }
        } else if abouts.iter().all(|about| about.described.is_some() && !about.batched && !about.host)
            && let Some(described) = &first.described
        {
            self.mention_event(frame, Objects::Event, described);
            // "Whenever you cast a spell that targets ~, put a +1/+1 counter on it": what was named last is meant, and the spell is
            // "that spell".
            let names_source = |about: &About| about.described.as_ref().is_some_and(targets_source);
            if abouts.iter().all(names_source) {
                frame.mention_source(self.types);
            }
        }
        Ok(())
    }

    pub(super) fn mention_event(&mut self, frame: &mut Frame, objects: Objects, described: &Described) {
        frame.discourse.mentions.push(Mention {
            before: Some(objects.clone()),
            after: Referent::Known(objects.clone()),
            plural: false,
            types: described.types,
            card: true,
            spell: described.spell,
            token: described.token,
            origin: described.source,
            past: None,
            source: false,
            since: frame.code.next_instr,
            side: (objects == Objects::Event).then_some(Side::One),
        });
        frame.mention_controller(&objects, false, described);
    }

    pub(super) fn event(&mut self, frame: &mut Frame, event: &Event) -> Lowered<(Vec<TriggerEvent>, Vec<About>)> {
        let mut events = Vec::new();
        let mut abouts = Vec::new();
        match event {
            Event::Object { subject: Subject::Np { np }, events: words } => {
                // "blocks or becomes blocked by a creature": the creature is meant with both verbs.
                let by = words.items.iter().find_map(|word| match word {
                    ObjectEvent::Combat { event: CombatEvent::BecomesBlockedBy { np } } => Some(np.clone()),
                    _ => None,
                });
                for word in &words.items {
                    let both = match (word, &by) {
                        (ObjectEvent::Combat { event: CombatEvent::Blocks }, Some(np)) => {
                            Some(ObjectEvent::Combat { event: CombatEvent::BlocksWhat { np: np.clone() } })
                        }
                        _ => None,
                    };
                    let (event, about) = self.object_event(frame, np, both.as_ref().unwrap_or(word))?;
                    events.extend(event);
                    abouts.push(about);
                }
            }
            Event::Player { who, events: words } => {
                let Some(player) = super::player::player_filter(who) else { return unsupported("the player", who) };
                if has_shared_rider(&words.items) {
                    return unsupported("it is unclear of what it is said:", event);
                }
                for word in &words.items {
                    let (event, mut about) = self.player_event(frame, player, word)?;
                    about.player = player != PlayerFilter::You || about.player;
                    about.attacker = players::attacks(player, word);
                    events.extend(event);
                    abouts.push(about);
                }
                join_states(words.conjunction, &mut events);
            }
            // CR 102.2: with two players there is one.
            Event::SomeOpponents { event: word } => {
                let (event, about) = self.player_event(frame, PlayerFilter::Opponent, word)?;
                events.extend(event);
                abouts.push(about);
            }
            Event::SomePlayers { event: word } => self.some_players(frame, word, &mut events, &mut abouts)?,
            Event::CounterPut { n, kind, np } => {
                let kind = kind.as_ref().map(|kind| self.counter(kind)).transpose()?;
                let (what, about) = self.subject(frame, np)?;
                let each = *n == AtLeast::A;
                let what = of_permanents(what, &about);
                events.push(TriggerEvent::CountersAdded { what, kind, each, by: None });
                abouts.push(About { number: true, ..about });
            }
            Event::NthCounter { .. } => return unsupported("the event", event),
            Event::AbilityActivated { np } => {
                let (what, about) = self.subject(frame, np)?;
                events.push(TriggerEvent::Activates {
                    player: PlayerFilter::Any,
                    what: of_permanents(what, &about),
                    which: crate::ability::WhichAbilities::NotMana,
                });
                abouts.push(About { other: Some(Described { spell: true, ..Described::default() }), ..about });
            }
            // CR 702.72a, c: what it champions is of the type that its champion ability names.
            Event::Championed { .. } => {
                let (what, action) = (Filter::just(Test::Source), KeywordAction::Champion);
                events.push(TriggerEvent::PermanentDoes { what, action });
                abouts.push(About::default());
            }
            Event::HauntedDies => {
                let (from, to) = (Some(Zone::Battlefield), Some(Zone::Graveyard));
                events.push(TriggerEvent::ZoneChange { what: super::ability::haunted(), from, to, batched: false });
                abouts.push(About::default());
            }
            Event::CountersSpell => {
                let (player, action) = (PlayerFilter::You, KeywordAction::CounterSpell);
                events.push(TriggerEvent::Does { player, action });
                abouts.push(About::default());
            }
            Event::RingTempts => {
                let (player, what) = (PlayerFilter::You, Milestone::Ring);
                events.push(TriggerEvent::Reaches { player, what, object: Filter::ANY });
                abouts.push(About::default());
            }
            Event::CounterRemoved { n, kind, np } => {
                let kind = self.counter(kind)?;
                let (what, about) = self.subject(frame, np)?;
                let each = *n == AtLeast::A;
                events.push(TriggerEvent::CountersRemoved { what, kind, last: false, each });
                abouts.push(About { number: true, ..about });
            }
            Event::DealtBy { who, kind, by, or } => {
                let Some(player) = super::player::player_filter(who) else { return unsupported("the player", who) };
                let mut sources = Vec::new();
                for np in [by].into_iter().chain(or.as_ref().map(|or| &or.np)) {
                    let (source, about) = self.subject(frame, np)?;
                    if about.batched {
                        return unsupported("the event", event);
                    }
                    sources.push(of_permanents(source, &about));
                }
                events.push(TriggerEvent::DealsDamage {
                    source: any_of(sources),
                    to_players: Some(player),
                    to_objects: None,
                    combat: combat(kind),
                    batched: false,
                });
                abouts.push(About { number: true, player: true, ..About::default() });
            }
            Event::YoureDealt { kind } => abouts.push(self.damage_to_you_or(frame, kind, None, &mut events)?),
            Event::DamageToYouOr { kind, np } => {
                abouts.push(self.damage_to_you_or(frame, kind, Some(np), &mut events)?)
            }
            Event::DamageIsDealt { kind, who } => {
                let Some(player) = super::player::player_filter(who) else { return unsupported("the player", who) };
                events.push(TriggerEvent::PlayerDamaged { player, combat: combat(kind) });
                abouts.push(About { number: true, player: true, ..About::default() });
            }
            Event::PlayerOrObjectTargeted { who, np, by } => {
                let (first, _) = match super::player::player_filter(who) {
                    Some(player) => (TriggerEvent::PlayerTargeted { player, by: self.aimer(frame, by)? }, ()),
                    None => return unsupported("the player", who),
                };
                let by = ObjectEvent::BecomesTarget { by: by.clone() };
                let (more, _) = self.object_event(frame, np, &by)?;
                events.push(first);
                events.extend(more);
                let other = Some(Described { spell: true, ..Described::default() });
                abouts.push(About { player: true, other, ..About::default() });
            }
            Event::CausedMove { .. } => abouts.push(self.caused_move(frame, event, &mut events)?),
            Event::CausedDiscard { noun } | Event::CausedDiscardAny { noun } => {
                let described = self.noun(frame, noun)?;
                let [Test::Controller(by)] = described.filter.tests.as_slice() else {
                    return unsupported("what causes the discarding:", noun);
                };
                let by = Some(*by);
                // "That player" is the one whose spell or ability it was: with two players, the opponent.
                if by == Some(PlayerFilter::Opponent) {
                    frame.discourse.players.push(Players::Opponents);
                }
                let own = matches!(event, Event::CausedDiscard { .. });
                let what = if own { Filter::just(Test::Source) } else { Filter::ANY };
                events.push(TriggerEvent::Discards { player: PlayerFilter::You, what, batched: false, by });
                abouts.push(About { source: own, ..About::default() });
            }
            Event::HasCounters { .. }
            | Event::AreCountersOn { .. }
            | Event::ThereAreNo { .. }
            | Event::NoneThere { .. }
            | Event::SelfHas { .. }
            | Event::TheirLife { .. }
            | Event::LifeState { .. }
            | Event::StatState { .. } => {
                let (condition, source) = self.state_of_game(frame, event)?;
                events.push(TriggerEvent::State(condition));
                abouts.push(About { source, ..About::default() });
            }
            Event::CounterRemovedInExile { kind, .. } | Event::LastCounterInExile { kind } => {
                let last = matches!(event, Event::LastCounterInExile { .. });
                let (what, kind) = (exiled_source(), self.counter(kind)?);
                events.push(TriggerEvent::CountersRemoved { what, kind, last, each: !last });
                abouts.push(About { source: true, ..About::default() });
            }
            Event::LastCounter { kind } => {
                let what = Filter::just(Test::Source);
                events.push(TriggerEvent::CountersRemoved { what, kind: self.counter(kind)?, last: true, each: false });
                abouts.push(About { source: true, ..About::default() });
            }
            Event::FinalChapter { noun, does } => events.push(self.final_chapter(frame, noun, *does, &mut abouts)?),
            Event::Besides { with } => events.push(self.attacks_besides(frame, with, &mut abouts)?),
        }
        match abouts.as_slice() {
            [about] if frame.setting.only_if.is_none() => frame.setting.only_if.clone_from(&about.only_if),
            abouts if abouts.iter().all(|about| about.only_if.is_none()) => {}
            _ => return unsupported("besides another event, the event", event),
        }
        Ok((events, abouts))
    }

    /// What an event is about, of which one is enough: a permanent that a noun describes.
    pub(super) fn event_subject(&mut self, frame: &mut Frame, np: &Np) -> Lowered<Filter> {
        let (filter, about) = self.subject(frame, np)?;
        let permanent = about.described.as_ref().is_some_and(|described| described.zone == Some(Zone::Battlefield));
        if !permanent || about.batched {
            return unsupported("the subject", np);
        }
        Ok(filter)
    }

    /// The subject of an event as a filter.
    fn subject(&mut self, frame: &mut Frame, np: &Np) -> Lowered<(Filter, About)> {
        Ok(match np {
            Np::Itself => (Filter::just(Test::Source), About { source: true, ..About::default() }),
            Np::YourRingBearer => {
                let filter = super::noun::ring_bearer();
                let types = crate::types::CardTypes::CREATURE;
                let zone = Some(Zone::Battlefield);
                let described = Described { filter: filter.clone(), zone, types, ..Described::default() };
                (filter, About { described: Some(described), ..About::default() })
            }
            Np::That { .. } | Np::Those { .. } | Np::EitherOf { .. } | Np::TheToken => {
                let objects = match np {
                    Np::EitherOf { of } => self.back(frame, of)?,
                    np => self.objects(frame, np, super::noun::Use::Act)?,
                };
                let mention = frame.discourse.mentions.iter().rev().find(|mention| match &mention.after {
                    Referent::Known(known) => *known == objects,
                    Referent::Pending(_) | Referent::Perhaps(..) => false,
                });
                let described = mention.map(super::delayed::described);
                let Some(described) = described else { return unsupported("the subject", np) };
                let what = Filter::just(Test::Is(Box::new(objects)));
                (what, About { described: Some(described), ..About::default() })
            }
            Np::Host { head, .. } => {
                let described = self.head(frame, head)?;
                let about = About { described: Some(described), host: true, ..About::default() };
                (Filter::just(Test::Host), about)
            }
            Np::SelfOrHost { .. } => {
                let both = any_of(vec![Filter::just(Test::Source), Filter::just(Test::Host)]);
                (both, About { described: Some(Described::default()), ..About::default() })
            }
            Np::It if frame.discourse.mentions.last().is_some_and(|mention| mention.source) => {
                (Filter::just(Test::Source), About { source: true, ..About::default() })
            }
            Np::YourCommander => {
                let (types, zone) = (crate::types::CardTypes::CREATURE, Some(Zone::Battlefield));
                let described = Described { types, zone, ..Described::default() };
                (super::noun::your_commander(), About { described: Some(described), ..About::default() })
            }
            Np::SelfOrAnother { noun } => {
                let described = self.noun(frame, noun)?;
                let other = described.filter.clone().and(Test::NotSource);
                let both = any_of(vec![Filter::just(Test::Source), other]);
                (both, About { described: Some(described), ..About::default() })
            }
            Np::Either { a, b } => self.either_subject(frame, np, a, b)?,
            Np::Quant { quant, noun } => {
                let described = self.noun(frame, noun)?;
                let mut filter = described.filter.clone();
                let batched = *quant == Quant::Some { n: HowMany::OneOrMore };
                match quant {
                    Quant::A | Quant::Some { n: HowMany::OneOrMore } => {}
                    Quant::Another => filter.tests.push(Test::NotSource),
                    _ => return unsupported("the subject", np),
                }
                let another = *quant == Quant::Another;
                (filter, About { described: Some(described), batched, another, ..About::default() })
            }
            _ => return unsupported("the subject", np),
        })
    }

    /// What a creature blocks or is blocked by, and how many of those it is once for (CR 509.3e): a single one can be referred to.
    fn other_side(&mut self, frame: &mut Frame, np: &Np, about: &mut About) -> Lowered<(Filter, Option<u8>)> {
        if let Np::Quant { quant: Quant::OrMore { n }, noun } = np {
            return Ok((self.noun(frame, noun)?.filter, Some(n.0 as u8)));
        }
        let (filter, other) = self.subject(frame, np)?;
        if other.batched {
            about.opposing = other.described;
            return Ok((filter, Some(1)));
        }
        about.other = other.described;
        Ok((filter, None))
    }

    fn object_event(&mut self, frame: &mut Frame, np: &Np, word: &ObjectEvent) -> Lowered<(Vec<TriggerEvent>, About)> {
        // "Whenever two or more creatures you control attack" is about the declaration.
        if let (Np::Quant { quant: Quant::OrMore { n }, noun }, ObjectEvent::Combat { event: CombatEvent::Attacks }) =
            (np, word)
        {
            let described = self.noun(frame, noun)?;
            let player = take_controller(&described.filter).unwrap_or(PlayerFilter::Any);
            let about = About {
                batched: true,
                number: true,
                described: Some(described.clone()),
                attackers: Some(described.clone()),
                ..About::default()
            };
            let what = described.filter;
            let at_least = n.0 as u8;
            return Ok((vec![TriggerEvent::AttackersDeclared { player, what, at_least, into: None }], about));
        }
        let (what, mut about) = self.subject(frame, np)?;
        let batched = about.batched;
        let zone = about.described.as_ref().and_then(|described| described.zone);
        let card = about.described.as_ref().is_some_and(|described| described.card);

        // A noun without a zone ("card") is of the zone that the event says.
        if zone.is_some_and(|zone| zone != Zone::Battlefield && zone != Zone::Stack) {
            return unsupported("the subject", np);
        }
        let permanent = zone == Some(Zone::Battlefield) || about.source || about.host || np_is_self_or(np);
        if let ObjectEvent::Combat { event: CombatEvent::AttacksWhile { condition } } = word {
            frame.setting.only_if = Some(self.conditions(frame, condition)?);
            return self.object_event(frame, np, &ObjectEvent::Combat { event: CombatEvent::Attacks });
        }
        let to = Happens { what, batched, permanent, card };
        let events = match word {
            ObjectEvent::Zone { event } => self.zone_event(frame, to, event, &mut about)?,
            ObjectEvent::Combat { event } => self.combat_event(frame, to, event, &mut about)?,
            ObjectEvent::Damage { event } => self.damage_event(frame, to, event, &mut about)?,
            ObjectEvent::BecomesMonstrous if to.permanent && !batched => {
                // CR 701.37c: the X of the monstrosity.
                about.x = about.source.then_some(Amount::Event);
                vec![TriggerEvent::Marked { what: to.what, mark: Marks::MONSTROUS }]
            }
            ObjectEvent::BecomesRenowned if to.permanent && !batched => {
                vec![TriggerEvent::Marked { what: to.what, mark: Marks::RENOWNED }]
            }
            ObjectEvent::Explores if to.permanent && !batched => {
                vec![TriggerEvent::PermanentDoes { what: to.what, action: KeywordAction::Explore }]
            }
            ObjectEvent::BecomesCrewed if to.permanent && !batched => {
                vec![TriggerEvent::PermanentDoes { what: to.what, action: KeywordAction::BecomeCrewed }]
            }
            ObjectEvent::Mutates if to.permanent && !batched => {
                vec![TriggerEvent::PermanentDoes { what: to.what, action: KeywordAction::Mutate }]
            }
            ObjectEvent::Evolves if to.permanent && !batched => {
                vec![TriggerEvent::PermanentDoes { what: to.what, action: KeywordAction::Evolve }]
            }
            ObjectEvent::Fights if to.permanent && !batched => {
                about.other = Some(Described { types: CardTypes::PERMANENT, ..Described::default() });
                vec![TriggerEvent::PermanentDoes { what: to.what, action: KeywordAction::Fight }]
            }
            ObjectEvent::Crews | ObjectEvent::SaddlesOrCrews if to.permanent && !batched => {
                about.other = Some(Described { types: CardTypes::PERMANENT, ..Described::default() });
                let does = |action| TriggerEvent::PermanentDoes { what: to.what.clone(), action };
                match word {
                    ObjectEvent::Crews => vec![does(KeywordAction::Crew)],
                    _ => vec![does(KeywordAction::Saddle), does(KeywordAction::Crew)],
                }
            }
            ObjectEvent::Enlists if to.permanent && !batched => vec![TriggerEvent::Enlists { what: to.what }],
            ObjectEvent::Exploits if to.permanent && !batched => vec![TriggerEvent::Exploits { what: to.what }],
            ObjectEvent::BecomesAttached { to: host } | ObjectEvent::BecomesUnattached { from: host }
                if to.permanent && !batched =>
            {
                let (filter, other) = self.subject(frame, host)?;
                let permanent = other.source
                    || other.described.as_ref().is_some_and(|described| described.zone == Some(Zone::Battlefield));
                if !permanent || other.batched || other.host {
                    return unsupported("the event", word);
                }
                about.other = other.described;
                let on = matches!(word, ObjectEvent::BecomesAttached { .. });
                vec![TriggerEvent::Attachment { what: to.what, host: filter, on }]
            }
            ObjectEvent::BecomesTapped if to.permanent && !batched => {
                vec![TriggerEvent::BecomesTapped { what: to.what, by: None }]
            }
            ObjectEvent::BecomesUntapped if to.permanent && !batched => {
                vec![TriggerEvent::BecomesUntapped { what: to.what }]
            }
            ObjectEvent::IsTappedForMana if to.permanent && !batched => {
                vec![TriggerEvent::TappedForMana { what: to.what }]
            }
            ObjectEvent::BecomesTarget { by } if to.permanent && !batched => {
                about.player = true;
                about.other = Some(Described { spell: true, ..Described::default() });
                vec![TriggerEvent::Targeted { what: to.what, by: self.aimer(frame, by)? }]
            }
            ObjectEvent::IsTurnedFaceUp if to.permanent && !batched => {
                // CR 107.3d: the X that was paid to turn it face up.
                about.x = about.source.then_some(Amount::X);
                vec![TriggerEvent::TurnedFaceUp { what: to.what }]
            }
            ObjectEvent::BecomesPlotted if *np == Np::Itself => vec![TriggerEvent::BecomesPlotted],
            ObjectEvent::BecomesLevel { n } if *np == Np::Itself => vec![TriggerEvent::BecomesLevel(n.0 as u8)],
            // Said by the face that it transforms into: no other face has the ability.
            ObjectEvent::Transforms | ObjectEvent::TransformsInto if to.permanent && !batched => {
                vec![TriggerEvent::Transforms { what: to.what }]
            }
            _ => return unsupported("the event", word),
        };
        Ok((events, about))
    }

    /// "Whenever combat damage is dealt to you", maybe "or a planeswalker you control".
    fn damage_to_you_or(
        &mut self,
        frame: &mut Frame,
        kind: &DamageKind,
        or: Option<&Np>,
        events: &mut Vec<TriggerEvent>,
    ) -> Lowered<About> {
        events.push(TriggerEvent::PlayerDamaged { player: PlayerFilter::You, combat: combat(kind) });
        if let Some(np) = or {
            let dealt = ObjectEvent::Damage { event: DamageEvent::IsDealtDamage { kind: kind.clone() } };
            events.extend(self.object_event(frame, np, &dealt)?.0);
        }
        Ok(About { number: true, ..About::default() })
    }

    /// What does the targeting.
    fn aimer(&mut self, frame: &mut Frame, by: &TargetedBy) -> Lowered<Filter> {
        match by {
            TargetedBy::Ability => Ok(Filter::just(Test::Ability)),
            TargetedBy::Noun { noun } => {
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Stack) {
                    return unsupported("what does the targeting:", noun);
                }
                Ok(described.filter)
            }
        }
    }

    fn graveyard(&mut self, frame: &mut Frame, what: Filter, whose: &ZoneRef) -> Lowered<Filter> {
        match whose {
            ZoneRef::Of { whose: Whose::A, zone: OwnZone::Graveyard } => Ok(what),
            ZoneRef::Of { zone: OwnZone::Graveyard, .. } => {
                let (_, owner) = self.zone(frame, whose)?;
                let mut what = what;
                what.tests.extend(owner);
                Ok(what)
            }
            _ => unsupported("the zone", whose),
        }
    }
}

/// Returns whether something is asked of an event as it happens.
fn asks_of_one(abouts: &[About]) -> bool {
    abouts.iter().any(|about| about.only_if.is_some())
}

/// Returns whether an event is about what a player does.
fn by_player(event: &Event) -> bool {
    matches!(event, Event::Player { .. })
}

/// Returns whether a spell is described as one that targets the source.
fn targets_source(described: &Described) -> bool {
    let source = Test::TargetsObject(Box::new(Filter::just(Test::Source)));
    described.spell && described.filter.tests.contains(&source)
}

/// "An opponent's graveyard", "a player's graveyard".
fn is_somebodys(zone: &ZoneRef) -> bool {
    use crate::text::grammar::player::Player;
    matches!(zone, ZoneRef::Of { whose: Whose::Of { player: Player::AnOpponent | Player::APlayer }, .. })
}

fn reaches(player: PlayerFilter, what: Milestone) -> TriggerEvent {
    TriggerEvent::Reaches { player, what, object: Filter::ANY }
}

fn np_is_self_or(np: &Np) -> bool {
    matches!(np, Np::SelfOrAnother { .. } | Np::SelfOrHost { .. })
}

fn take_controller(filter: &Filter) -> Option<PlayerFilter> {
    filter.tests.iter().find_map(|test| match test {
        Test::Controller(player) => Some(*player),
        _ => None,
    })
}

pub(super) fn combat(kind: &DamageKind) -> Option<bool> {
    match kind {
        DamageKind::Any => None,
        DamageKind::Combat => Some(true),
        DamageKind::Noncombat => Some(false),
    }
}

impl Frame {
    /// "Those creatures": those that block what the event is about, or that it blocks (CR 509.1g).
    fn mention_opposing(&mut self, opposing: &Described) {
        let one = || Box::new(Objects::Event);
        let either = vec![Filter::just(Test::BlockingOne(one())), Filter::just(Test::BlockedByOne(one()))];
        let fits = opposing.filter.clone().and(Test::AnyOf(either));
        self.mention(Objects::Each(Zone::Battlefield, fits), true, Some(opposing));
    }
}
