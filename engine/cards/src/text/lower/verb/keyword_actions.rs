//! Keyword actions (CR 701) that have no other room, and designations of players → instructions.

use crate::ability::{AbilityKind, OtherPrice, PlayerRule, Static, StaticEffect, TriggerEvent};
use crate::effect::{
    DelayedUntil, Destination, Duration, Instr, LibraryPosition, Modification, Permitted, Pick, SeenBy, SpentAs,
};
use crate::filter::{Amount, Comparison, Condition, CounterKind, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::keyword::{Keywords, Marks};
use crate::mana::{ManaCost, ManaSymbol};
use crate::text::grammar::noun::Nps;
use crate::text::grammar::player::Player;
use crate::text::grammar::verb::{KeywordVerb, OftenDone, PlayerVerb, Repeated, Times, TokenVerb};
use crate::text::lower::context::Context;
use crate::text::lower::decline::Lowered;
use crate::text::lower::filter::{suspended, unsupported};
use crate::text::lower::frame::{DoneThisWay, Frame, several};
use crate::text::lower::noun::Use;
use crate::types::CardTypes;

impl Context<'_> {
    /// "Proliferate twice", "investigate X times": one after the other (CR 608.2c).
    fn often(&mut self, frame: &mut Frame, who: &Players, what: Repeated, times: &OftenDone) -> Lowered<()> {
        let times = match times {
            OftenDone::Again => Amount::Const(1),
            OftenDone::ThatMany => self.that_much(frame)?,
            OftenDone::Times { times: Times::Twice } => Amount::Const(2),
            OftenDone::Times { times: Times::Number { n } } => Amount::Const(n.0),
            OftenDone::Times { times: Times::X } => self.x(frame)?,
        };
        let verb = match what {
            Repeated::Proliferate => PlayerVerb::Keyword { verb: KeywordVerb::Proliferate },
            Repeated::ManifestDread => PlayerVerb::Keyword { verb: KeywordVerb::ManifestDread },
            Repeated::TimeTravel => PlayerVerb::Keyword { verb: KeywordVerb::TimeTravel },
            Repeated::Investigate => PlayerVerb::Tokens { verb: TokenVerb::Investigate },
            Repeated::Populate => PlayerVerb::Tokens { verb: TokenVerb::Populate },
        };
        if times == Amount::Const(1) {
            return self.player_verb(frame, who, &verb, None);
        }
        self.done_often(frame, who, times, &verb)
    }

    /// The same that many times.
    pub(super) fn done_often(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        times: Amount,
        verb: &PlayerVerb,
    ) -> Lowered<()> {
        let mentions = frame.discourse.mentions.len();
        let label = frame.label();
        frame.emit(Instr::Repeat(times, label));
        self.player_verb(frame, who, verb, None)?;
        frame.mark(label);
        // What was made or put there is several things, of which the register has the last.
        frame.discourse.mentions.truncate(mentions);
        frame.discourse.counted = None;
        Ok(())
    }
}

impl Context<'_> {
    /// Keyword actions that have no other room.
    pub(super) fn keyword_action(&mut self, frame: &mut Frame, who: &Players, verb: &KeywordVerb) -> Lowered<()> {
        let you = *who == Players::You;
        let several = several(who);
        match verb {
            KeywordVerb::BecomeMonarch if !several => {
                frame.emit(Instr::BecomeMonarch(who.clone()));
            }
            KeywordVerb::TakeInitiative if !several => {
                self.learn_of_dungeons()?;
                frame.emit(Instr::TakeInitiative(who.clone()));
            }
            KeywordVerb::Venture if !several => {
                self.learn_of_dungeons()?;
                frame.emit(Instr::Venture(who.clone(), None));
            }
            KeywordVerb::VentureInto { name } if !several => {
                self.learn_of_dungeons()?;
                frame.emit(Instr::Venture(who.clone(), Some(name.0)));
            }
            // CR 701.41a.
            KeywordVerb::Support { n } if you => {
                let n = self.number(frame, n)?;
                let mut filter = Filter::just(Test::Types(CardTypes::CREATURE));
                if !frame.setting.spell {
                    filter.tests.push(Test::NotSource);
                }
                let mut spec = crate::effect::TargetSpec::permanent(filter);
                (spec.min, spec.max) = (Amount::Const(0), n);
                frame.code.targets.push(spec);
                let supported = Objects::Target(frame.code.targets.len() as u8 - 1);
                frame.emit(Instr::AddCounters(supported, CounterKind::PLUS_ONE, Amount::Const(1)));
            }
            // CR 701.39a.
            KeywordVerb::Bolster { n } if you => {
                let n = self.number(frame, n)?;
                let yours =
                    Filter { tests: vec![Test::Types(CardTypes::CREATURE), Test::Controller(PlayerFilter::You)] };
                let least = Amount::LeastToughness(Objects::Each(Zone::Battlefield, yours.clone()));
                let weakest = yours.and(Test::Toughness(Comparison::AtMost, least));
                let one = || Amount::Const(1);
                let chosen = self.pick(frame, Objects::Each(Zone::Battlefield, weakest), one(), one())?;
                frame.emit(Instr::AddCounters(chosen, CounterKind::PLUS_ONE, n));
            }
            KeywordVerb::Clash { with } if you => {
                let opponent = match with {
                    // With two players, "an opponent" is the opponent.
                    Player::AnOpponent => {
                        frame.discourse.players.push(Players::Opponents);
                        Players::Opponents
                    }
                    Player::DefendingPlayer => Players::Defending,
                    with => self.players(frame, with)?,
                };
                self.clash(frame, opponent)?;
            }
            KeywordVerb::ManifestTop | KeywordVerb::CloakTop if you => {
                self.put_top_face_down(frame, who, Amount::Const(1), *verb == KeywordVerb::CloakTop)?;
            }
            KeywordVerb::ManifestTheirTop if !you && !several => {
                self.put_top_face_down(frame, who, Amount::Const(1), false)?;
            }
            KeywordVerb::ManifestTopMany { n } | KeywordVerb::CloakTopMany { n } if you => {
                let amount = self.count(frame, n)?;
                self.put_top_face_down(frame, who, amount, matches!(verb, KeywordVerb::CloakTopMany { .. }))?;
            }
            KeywordVerb::ManifestCard { what } if you => self.manifest_card(frame, who, what)?,
            KeywordVerb::ManifestDread if !several => self.manifest_dread(frame, who)?,
            KeywordVerb::Harness if you && !frame.setting.spell => {
                frame.emit(Instr::Mark(Objects::Source, Marks::HARNESSED));
            }
            KeywordVerb::Monstrosity { n } if you && !frame.setting.spell => {
                let n = self.number(frame, n)?;
                let end = frame.label();
                let monstrous = Filter::just(Test::Marked(Marks::MONSTROUS));
                let not_yet = Condition::Not(Box::new(Condition::ObjectIs(Objects::Source, monstrous)));
                frame.emit(Instr::Unless(not_yet, end));
                frame.emit(Instr::AddCounters(Objects::Source, CounterKind::PLUS_ONE, n));
                frame.emit(Instr::Mark(Objects::Source, Marks::MONSTROUS));
                frame.mark(end);
            }
            KeywordVerb::Learn if you => self.learn(frame)?,
            KeywordVerb::Discover { n } if you => {
                let n = self.number(frame, n)?;
                self.dig(frame, Test::ManaValue(Comparison::AtMost, n), true)?;
            }
            KeywordVerb::Often { what, times } => self.often(frame, who, *what, times)?,
            KeywordVerb::Proliferate => {
                frame.emit(Instr::Proliferate(who.clone()));
            }
            KeywordVerb::TimeTravel if you => self.time_travel(frame)?,
            KeywordVerb::Earthbend { n } if you => self.earthbend(frame, n)?,
            KeywordVerb::Airbend { what } if you => self.airbend(frame, what)?,
            // CR 701.68a: that many -1/-1 counters on a creature that the player controls.
            KeywordVerb::Blight { n } if !several => {
                let n = self.number(frame, n)?;
                let tests = vec![Test::Types(CardTypes::CREATURE), Test::ControllerIn(Box::new(who.clone()))];
                let one = || Amount::Const(1);
                let from = Objects::Each(Zone::Battlefield, Filter { tests });
                let chosen = frame.register()?;
                frame.emit(Instr::Pick(
                    Pick { chooser: who.clone(), from, min: one(), max: one(), random: false },
                    chosen,
                ));
                frame.emit(Instr::AddCounters(Objects::Register(chosen), CounterKind::MINUS_ONE, n));
            }
            KeywordVerb::Adapt { n } if you && !frame.setting.spell => {
                let end = frame.label();
                let counters = Amount::Counters(Objects::Source, Some(CounterKind::PLUS_ONE));
                let none = Condition::Compare(counters, Comparison::Equal, Amount::Const(0));
                frame.emit(Instr::Unless(none, end));
                frame.emit(Instr::AddCounters(Objects::Source, CounterKind::PLUS_ONE, Amount::Const(n.0)));
                frame.mark(end);
            }
            _ => return unsupported("the verb", verb),
        }
        Ok(())
    }

    /// CR 701.56a: of the permanents with time counters that you control and the suspended cards that you own some get one more, and of
    /// the others some lose one.
    fn time_travel(&mut self, frame: &mut Frame) -> Lowered<()> {
        let timed = Test::CountersAtLeast(CounterKind::TIME, 1);
        let here = Filter { tests: vec![timed, Test::Controller(PlayerFilter::You)] };
        let there = Filter { tests: vec![suspended(), Test::Owner(PlayerFilter::You)] };
        let all = Objects::Union(vec![Objects::Each(Zone::Battlefield, here), Objects::Each(Zone::Exile, there)]);
        let most = || Amount::CountObjects(all.clone());
        let more = self.pick(frame, all.clone(), Amount::Const(0), most())?;
        let others = Test::Not(Box::new(Filter::just(Test::Is(Box::new(more.clone())))));
        let others = Objects::Those(Box::new(all.clone()), Filter::just(others));
        let fewer = self.pick(frame, others, Amount::Const(0), most())?;
        frame.emit(Instr::AddCounters(more, CounterKind::TIME, Amount::Const(1)));
        frame.emit(Instr::RemoveCounters(fewer, Some(CounterKind::TIME), Some(Amount::Const(1))));
        frame.discourse.did = false;
        frame.discourse.counted = None;
        Ok(())
    }

    /// A land of yours becomes a 0/0 creature with haste and gets +1/+1 counters; when it dies or is exiled, it comes back tapped.
    fn earthbend(&mut self, frame: &mut Frame, n: &crate::text::grammar::amount::Num) -> Lowered<()> {
        let n = self.number(frame, n)?;
        let land = Filter { tests: vec![Test::Types(CardTypes::LAND), Test::Controller(PlayerFilter::You)] };
        frame.code.targets.push(crate::effect::TargetSpec::permanent(land));
        let bent = Objects::Target(frame.code.targets.len() as u8 - 1);
        let zero = || Some(Amount::Const(0));
        let changes = vec![
            Modification::AddTypes(CardTypes::CREATURE),
            Modification::AddKeywords(Keywords::HASTE),
            Modification::SetBasePT(zero(), zero()),
        ];
        frame.emit(Instr::Continuous(bent.clone(), changes, Duration::Indefinite));
        frame.emit(Instr::AddCounters(bent.clone(), CounterKind::PLUS_ONE, n));
        let kept = frame.register()?;
        frame.emit(Instr::SetObjects(kept, bent.clone()));
        let later = self.comes_back(kept);
        frame.emit(Instr::Delayed(later, DelayedUntil::NextEvent, None));
        frame.discourse.did = false;
        frame.mention(bent, false, None);
        if let Some(mention) = frame.discourse.mentions.last_mut() {
            mention.types = CardTypes::CREATURE | CardTypes::LAND;
        }
        Ok(())
    }

    /// Exiles things; while each is exiled, its owner may cast it for {2} rather than its mana cost.
    fn airbend(&mut self, frame: &mut Frame, what: &Nps) -> Lowered<()> {
        let objects = self.objects_of(frame, what, Use::Act)?;
        let exiled = frame.register()?;
        let number = frame.emit(Instr::Move(objects.clone(), Destination::to(Zone::Exile), Some(exiled)));
        frame.moved(&objects, number, Some(DoneThisWay::Exiled));
        let two = ManaCost { symbols: vec![ManaSymbol::Generic(2)] };
        let price = OtherPrice::mana(Filter::ANY, Some(two));
        let effect = StaticEffect::Player(PlayerFilter::You, PlayerRule::OtherPrice(price));
        let ability = Static { zone: Zone::Battlefield, condition: None, effect };
        let words = "You may cast it for {2} rather than its mana cost.".to_owned();
        let price = self.add(words, AbilityKind::Static(Box::new(ability)));
        // Each owner theirs.
        for player in [Players::You, Players::Opponents] {
            let own = Filter::just(Test::OwnerIn(Box::new(player.clone())));
            frame.emit(Instr::AllowPlay {
                player,
                cards: Objects::Those(Box::new(Objects::Register(exiled)), own),
                most: None,
                duration: Duration::Indefinite,
                spells: None,
                lands: false,
                free: false,
                how: Permitted::For(price),
                mana: SpentAs::Itself,
            });
        }
        frame.discourse.did = false;
        Ok(())
    }

    /// "When it dies or is exiled, return it to the battlefield tapped under your control."
    fn comes_back(&mut self, kept: crate::effect::Register) -> crate::card::AbilityId {
        let it = Test::Is(Box::new(Objects::Register(kept)));
        let event = |to| TriggerEvent::ZoneChange {
            what: Filter::just(it.clone()),
            from: Some(Zone::Battlefield),
            to: Some(to),
            batched: false,
        };
        let events = vec![event(Zone::Graveyard), event(Zone::Exile)];
        let tapped = Destination { tapped: true, controller: Some(Players::You), ..Destination::to(Zone::Battlefield) };
        let code = vec![Instr::Move(Objects::Event, tapped, None)];
        let text = "When it dies or is exiled, return it to the battlefield tapped under your control.";
        self.scripted(text, Zone::Battlefield, events, code)
    }

    /// CR 701.30: both reveal their top cards and decide in turn order whether these go to the bottom, and then the cards move. Who has
    /// the greater mana value wins: the number of a player who revealed a card is one more than that, so that it beats that of one who
    /// has none to reveal.
    fn clash(&mut self, frame: &mut Frame, opponent: Players) -> Lowered<()> {
        let players = [Players::You, opponent];
        let mut cards = Vec::new();
        let mut values = Vec::new();
        for player in &players {
            let (into, value) = (frame.register()?, frame.number_register()?);
            let card = Objects::Register(into);
            let one = Amount::Const(1);
            frame.emit(Instr::LookAtTop { player: player.clone(), amount: one, seen: SeenBy::All, into });
            let mana_value = Box::new(Amount::ManaValue(card.clone()));
            let number = Amount::Sum(mana_value, Box::new(Amount::CountObjects(card.clone())));
            frame.emit(Instr::SetNumber(value, number));
            cards.push(card);
            values.push(value);
        }
        let lowered = frame.register()?;
        let owned = |player: Players| Filter::just(Test::OwnerIn(Box::new(player)));
        let [you, other] = players;
        let (end, skip) = (frame.label(), frame.label());
        frame.emit(Instr::ForEachPlayer(Players::Both(Box::new(you.clone()), Box::new(other.clone())), end));
        let revealed = Objects::Union(cards.clone());
        frame.emit(Instr::Unless(Condition::ObjectIs(revealed.clone(), owned(Players::Current)), skip));
        frame.emit(Instr::May(Players::Current, skip));
        let own = Objects::Those(Box::new(revealed), owned(Players::Current));
        frame.emit(Instr::AddObjects(lowered, own));
        frame.mark(skip);
        frame.mark(end);
        let lowered = Objects::Register(lowered);
        for (player, card) in [you, other].into_iter().zip(cards) {
            let at = |position| Destination { position, ..Destination::to(Zone::Library) };
            let stays = Test::Not(Box::new(Filter::just(Test::Is(Box::new(lowered.clone())))));
            let top = Objects::Those(Box::new(card), Filter::just(stays));
            let bottom = Objects::Those(Box::new(lowered.clone()), owned(player));
            frame.emit(Instr::Move(top, at(LibraryPosition::Top), None));
            frame.emit(Instr::Move(bottom, at(LibraryPosition::Bottom), None));
        }
        frame.discourse.clash = Some((values[0], values[1]));
        frame.discourse.did = false;
        frame.discourse.counted = None;
        Ok(())
    }
}
