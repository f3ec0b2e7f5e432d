//! Keyword actions (CR 701) and rarer verbs of players → instructions.

use super::filter::unsupported;
use super::noun::Use;
use super::{Context, Frame, Lowered, decline};
use crate::ability::{KeywordAction, TriggerEvent};
use crate::effect::{DelayedUntil, Destination, Duration, Instr, LibraryPosition, Modification, NewTokens};
use crate::filter::{Amount, Comparison, Condition, CounterKind, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::keyword::{Keywords, Marks, Restrictions};
use crate::text::grammar::amount::ForEach;
use crate::text::grammar::noun::Np;
use crate::text::grammar::object::Divided;
use crate::text::grammar::verb::PlayerVerb;
use crate::types::CardTypes;

impl Context<'_> {
    /// Players do something that is rare, or a keyword action.
    pub(super) fn rare_verb(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        verb: &PlayerVerb,
        each: Option<&ForEach>,
    ) -> Lowered<()> {
        let you = *who == Players::You;
        let several = super::several(who);
        match verb {
            PlayerVerb::Distribute { n, kind, among } if you => {
                let kind = self.counter(kind)?;
                let n = self.count(frame, n)?;
                if matches!(among, Divided::AnyNumber | Divided::OneOrTwo | Divided::OneTwoOrThree) {
                    return unsupported("the targets of", verb);
                }
                let spec = self.divide(frame, n, among)?;
                frame.emit(Instr::AddCountersDivided(kind, spec));
            }
            // CR 701.41a.
            PlayerVerb::Support { n } if you => {
                let n = self.number(frame, n)?;
                let mut filter = Filter::just(Test::Types(CardTypes::CREATURE));
                if !frame.spell {
                    filter.tests.push(Test::NotSource);
                }
                let mut spec = crate::effect::TargetSpec::permanent(filter);
                (spec.min, spec.max) = (Amount::Const(0), n);
                frame.targets.push(spec);
                let supported = Objects::Target(frame.targets.len() as u8 - 1);
                frame.emit(Instr::AddCounters(supported, CounterKind::PLUS_ONE, Amount::Const(1)));
            }
            // CR 701.39a.
            PlayerVerb::Bolster { n } if you => {
                let n = self.number(frame, n)?;
                let yours =
                    Filter { tests: vec![Test::Types(CardTypes::CREATURE), Test::Controller(PlayerFilter::You)] };
                let least = Amount::LeastToughness(Objects::Each(Zone::Battlefield, yours.clone()));
                let weakest = yours.and(Test::Toughness(Comparison::AtMost, least));
                let one = || Amount::Const(1);
                let chosen = self.pick(frame, Objects::Each(Zone::Battlefield, weakest), one(), one())?;
                frame.emit(Instr::AddCounters(chosen, CounterKind::PLUS_ONE, n));
            }
            PlayerVerb::Clash if you => self.clash(frame, Players::Opponents)?,
            PlayerVerb::ClashTarget if you => {
                let opponent = self.players(frame, &crate::text::grammar::player::Player::TargetOpponent)?;
                self.clash(frame, opponent)?;
            }
            PlayerVerb::ClashDefending if you => self.clash(frame, Players::Defending)?,
            PlayerVerb::DoublePower { what, dur } | PlayerVerb::DoubleBoth { what, dur } if you => {
                let objects = self.objects(frame, what, Use::Act)?;
                let span = self.span(dur)?;
                self.double(frame, objects, matches!(verb, PlayerVerb::DoubleBoth { .. }), span);
            }
            PlayerVerb::DoubleIts { of, dur } | PlayerVerb::DoubleItsBoth { of, dur } if you => {
                let objects = self.possessor(frame, of)?;
                let span = self.span(dur)?;
                self.double(frame, objects, matches!(verb, PlayerVerb::DoubleItsBoth { .. }), span);
            }
            PlayerVerb::DoubleLife if you => {
                frame.emit(Instr::GainLife(Players::You, Amount::Life(Players::You)));
            }
            PlayerVerb::ManifestTop | PlayerVerb::CloakTop if you => {
                self.put_top_face_down(frame, who, Amount::Const(1), *verb == PlayerVerb::CloakTop)?;
            }
            PlayerVerb::ManifestTheirTop if !you && !several => {
                self.put_top_face_down(frame, who, Amount::Const(1), false)?;
            }
            PlayerVerb::ManifestTopMany { n } | PlayerVerb::CloakTopMany { n } if you => {
                let amount = self.count(frame, n)?;
                self.put_top_face_down(frame, who, amount, matches!(verb, PlayerVerb::CloakTopMany { .. }))?;
            }
            PlayerVerb::ManifestDread if you => self.manifest_dread(frame)?,
            PlayerVerb::Monstrosity { n } if you && !frame.spell => {
                let n = self.number(frame, n)?;
                let end = frame.label();
                let monstrous = Filter::just(Test::Marked(Marks::MONSTROUS));
                let not_yet = Condition::Not(Box::new(Condition::ObjectIs(Objects::Source, monstrous)));
                frame.emit(Instr::Unless(not_yet, end));
                frame.emit(Instr::AddCounters(Objects::Source, CounterKind::PLUS_ONE, n));
                frame.emit(Instr::Mark(Objects::Source, Marks::MONSTROUS));
                frame.mark(end);
            }
            PlayerVerb::AmassSub { sub, n } if you => self.amass(frame, sub.0, n)?,
            PlayerVerb::Amass { n } if you => match crate::types::Subtype::from_name("Zombie") {
                Some(zombie) => self.amass(frame, zombie, n)?,
                None => return unsupported("the verb", verb),
            },
            // CR 701.48a: a Lesson card from outside the game is one of the sideboard.
            PlayerVerb::Learn if you => return decline("cards from outside the game aren't supported"),
            PlayerVerb::Discover { n } if you => {
                let n = self.number(frame, n)?;
                self.dig(frame, Test::ManaValue(Comparison::AtMost, n), true)?;
            }
            PlayerVerb::Proliferate => {
                frame.emit(Instr::Proliferate(who.clone()));
            }
            PlayerVerb::Investigate | PlayerVerb::InvestigateAgain => {
                let token = self.predefined("Clue")?;
                let player = who.clone();
                let number = frame.emit(Instr::CreateToken(NewTokens::new(player, token, Amount::Const(1))));
                frame.emit(Instr::Done(KeywordAction::Investigate, who.clone()));
                self.mention_result(frame, number, false, CardTypes::ARTIFACT, Some(token), None);
            }
            // CR 701.53a.
            PlayerVerb::Incubate { n } => {
                let counters = Some(self.number(frame, n)?);
                let token = self.incubator()?;
                let player = who.clone();
                let number = frame.emit(Instr::CreateToken(NewTokens {
                    counters,
                    ..NewTokens::new(player, token, Amount::Const(1))
                }));
                self.mention_result(frame, number, false, CardTypes::ARTIFACT, Some(token), None);
            }
            PlayerVerb::Earthbend { n } if you => self.earthbend(frame, n)?,
            // CR 701.35a.
            PlayerVerb::Detain { what } => {
                let objects = self.objects(frame, what, Use::Act)?;
                let stopped = Restrictions::CANT_ATTACK | Restrictions::CANT_BLOCK | Restrictions::CANT_ACTIVATE;
                frame.emit(Instr::Continuous(objects, vec![Modification::Restrict(stopped)], Duration::YourNextTurn));
            }
            PlayerVerb::Goad { what } => {
                let objects = self.objects(frame, what, Use::Act)?;
                frame.emit(Instr::Goad(objects));
            }
            PlayerVerb::Populate if you => {
                let tokens = Filter {
                    tests: vec![Test::Types(CardTypes::CREATURE), Test::Token, Test::Controller(PlayerFilter::You)],
                };
                let of =
                    self.pick(frame, Objects::Each(Zone::Battlefield, tokens), Amount::Const(1), Amount::Const(1))?;
                let instr = Instr::CreateCopy {
                    player: Players::You,
                    of,
                    amount: Amount::Const(1),
                    except: Vec::new(),
                    tapped: false,
                    attacking: false,
                    into: None,
                };
                let number = frame.emit(instr);
                self.mention_result(frame, number, false, CardTypes::CREATURE, None, None);
            }
            PlayerVerb::ShuffleHand
            | PlayerVerb::ShuffleYourHand
            | PlayerVerb::ShuffleHandAndGraveyard
            | PlayerVerb::ShuffleYourHandAndGraveyard => {
                let yours = matches!(verb, PlayerVerb::ShuffleYourHand | PlayerVerb::ShuffleYourHandAndGraveyard);
                if yours != you {
                    return unsupported("whose cards are shuffled:", verb);
                }
                let own = || Filter::just(Test::OwnerIn(Box::new(who.clone())));
                let to = || Destination { position: LibraryPosition::Shuffled, ..Destination::to(Zone::Library) };
                if matches!(verb, PlayerVerb::ShuffleHandAndGraveyard | PlayerVerb::ShuffleYourHandAndGraveyard) {
                    frame.emit(Instr::Move(Objects::Each(Zone::Graveyard, own()), to(), None));
                }
                frame.number = None;
                frame.emit(Instr::Move(Objects::Each(Zone::Hand, own()), to(), None));
                if super::several(who) || !matches!(verb, PlayerVerb::ShuffleHand | PlayerVerb::ShuffleYourHand) {
                    frame.counted = None;
                }
            }
            PlayerVerb::ExchangeLife { who: other } if you => {
                let other = self.players(frame, other)?;
                frame.emit(Instr::ExchangeLife(Players::Both(Box::new(Players::You), Box::new(other))));
            }
            PlayerVerb::ExchangeTheirLife if matches!(who, Players::Target(_)) => {
                frame.emit(Instr::ExchangeLife(who.clone()));
            }
            PlayerVerb::PayAnyEnergy | PlayerVerb::PayAnyLife if you => {
                let register = frame.number_register()?;
                let paid = Amount::Register(register);
                let (most, part) = match verb {
                    PlayerVerb::PayAnyEnergy => (
                        Amount::PlayerCounters(Players::You, CounterKind::ENERGY),
                        crate::cost::CostPart::Energy(paid.clone()),
                    ),
                    _ => (Amount::Life(Players::You), crate::cost::CostPart::Life(paid.clone())),
                };
                let end = frame.label();
                frame.emit(Instr::ChooseNumber(Players::You, Amount::Const(0), most, register));
                frame.emit(Instr::Pay(Players::You, crate::cost::Cost { mana: None, parts: vec![part] }, end));
                frame.mark(end);
                frame.number = Some(paid);
            }
            PlayerVerb::GetEnergyEqual { amount } => {
                let n = self.amount(frame, amount)?;
                frame.emit(Instr::AddPlayerCounters(who.clone(), CounterKind::ENERGY, n));
            }
            // CR 701.68a: that many -1/-1 counters on a creature that the player controls.
            PlayerVerb::Blight { n } if !several => {
                let n = self.number(frame, n)?;
                let tests = vec![Test::Types(CardTypes::CREATURE), Test::ControllerIn(Box::new(who.clone()))];
                let one = || Amount::Const(1);
                let chosen = self.pick(frame, Objects::Each(Zone::Battlefield, Filter { tests }), one(), one())?;
                frame.emit(Instr::AddCounters(chosen, CounterKind::MINUS_ONE, n));
            }
            PlayerVerb::SkipTurn | PlayerVerb::SkipTheirTurn => {
                frame.emit(Instr::SkipTurn(who.clone()));
            }
            PlayerVerb::SkipUntap => {
                frame.emit(Instr::SkipNext(who.clone(), crate::filter::Step::Untap));
            }
            PlayerVerb::SkipDraw => {
                frame.emit(Instr::SkipNext(who.clone(), crate::filter::Step::Draw));
            }
            PlayerVerb::GetEmblem { grants } if !several => {
                let mut ids = Vec::new();
                for grant in &grants.items {
                    match grant {
                        crate::text::grammar::keyword::Grant::Quoted { ability } => ids.extend(self.quoted(ability)?),
                        _ => return unsupported("the emblem", verb),
                    }
                }
                let activated = |id: &crate::card::AbilityId| {
                    matches!(self.pool.ability(*id).kind, crate::ability::AbilityKind::Activatable(_))
                };
                if ids.iter().any(activated) {
                    return decline("an emblem with an activated ability isn't supported");
                }
                frame.emit(Instr::CreateEmblem(who.clone(), ids));
            }
            PlayerVerb::Switch { what, dur } if you => {
                let objects = self.objects(frame, what, Use::Act)?;
                frame.emit(Instr::Continuous(objects, vec![Modification::SwitchPT], self.span(dur)?));
            }
            PlayerVerb::FlipCoin if you => {
                let register = frame.number_register()?;
                frame.flip = Some(register);
                frame.emit(Instr::FlipCoin(Players::You, register));
            }
            PlayerVerb::ShuffleGraveyardIn { .. } => {
                let filter = Filter::just(Test::OwnerIn(Box::new(who.clone())));
                let to = Destination { position: LibraryPosition::Shuffled, ..Destination::to(Zone::Library) };
                frame.emit(Instr::Move(Objects::Each(Zone::Graveyard, filter), to, None));
                frame.emit(Instr::Shuffle(who.clone()));
            }
            PlayerVerb::ExileGraveyard { zone } => {
                let (zone_kind, owner) = self.zone(frame, zone)?;
                if zone_kind != Zone::Graveyard {
                    return unsupported("the zone", zone);
                }
                let filter = owner.map_or(Filter::ANY, Filter::just);
                frame.emit(Instr::Move(Objects::Each(Zone::Graveyard, filter), Destination::to(Zone::Exile), None));
            }
            PlayerVerb::Adapt { n } if you && !frame.spell => {
                let end = frame.label();
                let counters = Amount::Counters(Objects::Source, Some(CounterKind::PLUS_ONE));
                let none = Condition::Compare(counters, Comparison::Equal, Amount::Const(0));
                frame.emit(Instr::Unless(none, end));
                frame.emit(Instr::AddCounters(Objects::Source, CounterKind::PLUS_ONE, Amount::Const(n.0)));
                frame.mark(end);
            }
            PlayerVerb::ExchangeControl { a, b } => {
                let a = self.objects(frame, a, Use::Act)?;
                let b = self.objects(frame, b, Use::Act)?;
                frame.emit(Instr::ExchangeControl(a, b));
            }
            PlayerVerb::ExchangeTwo { what } => {
                let both = self.objects(frame, what, Use::Act)?;
                frame.emit(Instr::ExchangeControl(both.clone(), both));
            }
            PlayerVerb::DoubleEachCounter { on } if each.is_none() => {
                let on = self.objects(frame, on, Use::Act)?;
                frame.emit(Instr::DoubleCounters(on));
            }
            PlayerVerb::DoubleCounters { kind, on } if each.is_none() => {
                let kind = self.counter(kind)?;
                let on = self.objects(frame, on, Use::Act)?;
                if frame.mentions.last().is_none_or(|mention| mention.plural) {
                    return unsupported("the doubling", verb);
                }
                let more = Amount::Counters(on.clone(), Some(kind));
                frame.emit(Instr::AddCounters(on, kind, more));
            }
            PlayerVerb::PutItsCounters { on } | PlayerVerb::PutThoseCounters { on } if you && !frame.spell => {
                let from = self.objects(frame, &Np::It, Use::Read)?;
                let on = self.objects(frame, on, Use::Act)?;
                frame.emit(Instr::PutSameCounters(from, on));
            }
            PlayerVerb::MoveCounter { kind, from, onto } => {
                let kind = Some(self.counter(kind)?);
                self.moving(frame, from, onto, kind, Some(Amount::Const(1)))?;
            }
            PlayerVerb::MoveAllOfKind { kind, from, onto } => {
                let kind = Some(self.counter(kind)?);
                self.moving(frame, from, onto, kind, None)?;
            }
            PlayerVerb::MoveAll { from, onto } => self.moving(frame, from, onto, None, None)?,
            _ => return unsupported("the verb", verb),
        }
        Ok(())
    }

    /// CR 122.5: that many counters, or all, are moved from one object onto another.
    fn moving(
        &mut self,
        frame: &mut Frame,
        from: &Np,
        onto: &Np,
        kind: Option<CounterKind>,
        n: Option<Amount>,
    ) -> Lowered<()> {
        let from = self.objects(frame, from, Use::Act)?;
        frame.choose_with_counters(&from, kind, n.as_ref())?;
        let onto = self.objects(frame, onto, Use::Act)?;
        frame.emit(Instr::MoveCounters(from, onto, kind, n));
        Ok(())
    }

    /// CR 701.47: an Army gets counters, made first if there is none.
    fn amass(
        &mut self,
        frame: &mut Frame,
        kind: crate::types::Subtype,
        n: &crate::text::grammar::amount::Num,
    ) -> Lowered<()> {
        let n = self.number(frame, n)?;
        let Some(army) = crate::types::Subtype::from_name("Army") else { return decline("there are no Armies") };
        let armies = Filter {
            tests: vec![Test::Types(CardTypes::CREATURE), Test::Subtype(army), Test::Controller(PlayerFilter::You)],
        };
        let token = self.army_token(kind, army);
        let end = frame.label();
        let any = Condition::Exists(Zone::Battlefield, armies.clone());
        frame.emit(Instr::Unless(Condition::Not(Box::new(any)), end));
        frame.emit(Instr::CreateToken(NewTokens::new(Players::You, token, Amount::Const(1))));
        frame.mark(end);
        let one = || Amount::Const(1);
        let chosen = self.pick(frame, Objects::Each(Zone::Battlefield, armies), one(), one())?;
        frame.emit(Instr::AddCounters(chosen.clone(), CounterKind::PLUS_ONE, n));
        frame.emit(Instr::Continuous(
            chosen.clone(),
            vec![Modification::AddSubtypes(vec![kind])],
            Duration::Indefinite,
        ));
        frame.mention(chosen, false, None);
        if let Some(mention) = frame.mentions.last_mut() {
            mention.types = CardTypes::CREATURE;
        }
        Ok(())
    }

    /// A land of yours becomes a 0/0 creature with haste and gets +1/+1 counters; when it dies or is exiled, it comes back tapped.
    fn earthbend(&mut self, frame: &mut Frame, n: &crate::text::grammar::amount::Num) -> Lowered<()> {
        let n = self.number(frame, n)?;
        let land = Filter { tests: vec![Test::Types(CardTypes::LAND), Test::Controller(PlayerFilter::You)] };
        frame.targets.push(crate::effect::TargetSpec::permanent(land));
        let bent = Objects::Target(frame.targets.len() as u8 - 1);
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
        frame.emit(Instr::Delayed(later, DelayedUntil::NextEvent));
        frame.did = false;
        frame.mention(bent, false, None);
        if let Some(mention) = frame.mentions.last_mut() {
            mention.types = CardTypes::CREATURE | CardTypes::LAND;
        }
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
            frame.emit(Instr::LookAtTop { player: player.clone(), amount: one, reveal: true, into });
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
        frame.clash = Some((values[0], values[1]));
        frame.did = false;
        frame.counted = None;
        Ok(())
    }

    /// Doubles power, or power and toughness: each gets plus what it has (CR 701.10b).
    fn double(&mut self, frame: &mut Frame, objects: Objects, both: bool, span: Duration) {
        let power = Amount::Power(Objects::Current);
        let toughness = if both { Amount::Toughness(Objects::Current) } else { Amount::Const(0) };
        frame.emit(Instr::Continuous(objects, vec![Modification::AddPT(power, toughness)], span));
    }
}
