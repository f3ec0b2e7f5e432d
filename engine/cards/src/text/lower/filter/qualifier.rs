//! Qualifiers of nouns: whose, where, with what, chosen how.

use crate::effect::{Instr, Together};
use crate::filter::{Comparison, Filter, Objects, PlayerFilter, Players, Quality, Test, Zone};
use crate::keyword::Marks;
use crate::text::grammar::noun::{
    Bearing, ColorNumber, Extreme, HowMany, Noun, Np, OfCount, OtherPlace, Participle, Qual, Quant, Stat, Such, With,
    ZoneJoin,
};
use crate::text::grammar::player::{Attacked, OwnZone, Player, Whose, ZoneRef};
use crate::text::grammar::tense::SelfOrIt;
use crate::text::grammar::words::{Numeral, Sub};
use crate::text::lower::amount::{greatest, least};
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::described::Described;
use crate::text::lower::described::Named;
use crate::text::lower::filter::{among_all, stat_test, unsupported};
use crate::text::lower::frame::several;
use crate::text::lower::frame::{Frame, Item};
use crate::text::lower::noun::Use;
use crate::text::lower::noun::your_commander;
use crate::types::{CardTypes, Colors};

impl Context<'_> {
    /// "... an opponent controls": who that is can be spoken of afterwards.
    fn controlled_so(&mut self, frame: &mut Frame, who: &Player, described: &mut Described) -> Lowered<Test> {
        // "Target creature of an opponent's choice they control": that opponent controls it.
        if *who == Player::They && described.opponent_chooses {
            return Ok(Test::Controller(PlayerFilter::Opponent));
        }
        if matches!(who, Player::AnOpponent | Player::APlayer | Player::DefendingPlayer | Player::AnotherPlayer) {
            described.named = Some(Named::Controller);
        }
        self.controlled_by(frame, who)
    }

    /// What a qualifier of a noun adds to what it describes.
    pub(super) fn qualifier(&mut self, frame: &mut Frame, qual: &Qual, described: &mut Described) -> Lowered<()> {
        let test = match qual {
            Qual::Controls { who } => self.controlled_so(frame, who, described)?,
            Qual::WhoseController { what } | Qual::ControlledByOne { what } => self.controller_who(frame, what)?,
            Qual::ControlledByThem => self.controlled_by(frame, &Player::ThatPlayerOrController)?,
            Qual::DontControl => Test::Not(Box::new(Filter::just(Test::Controller(PlayerFilter::You)))),
            Qual::ControlNotOwn | Qual::CastNotOwn if described.spell || *qual == Qual::ControlNotOwn => {
                described.filter.tests.push(Test::Controller(PlayerFilter::You));
                Test::Not(Box::new(Filter::just(Test::Owner(PlayerFilter::You))))
            }
            Qual::FromSource { noun } => {
                let tests = &described.filter.tests;
                let abilities = [Test::Ability, Test::ActivatedAbility, Test::TriggeredAbility];
                if !abilities.iter().any(|test| tests.contains(test)) {
                    return unsupported("the description", qual);
                }
                Test::AbilityOf(Box::new(self.noun(frame, noun)?.filter))
            }
            Qual::Owns { who } => self.owned_by(frame, who)?,
            Qual::DontOwn => Test::Not(Box::new(Filter::just(Test::Owner(PlayerFilter::You)))),
            Qual::OwnOrControl | Qual::NeitherOwnNorControl | Qual::UnequalStats => one_of_two(qual),
            Qual::SamePlayer => return described.join(Together::SameController),
            Qual::DifferentControllers | Qual::WithDifferentControllers => {
                return described.join(Together::DifferentControllers);
            }
            Qual::Sharing { what } => return described.join(what.together()),
            Qual::ShareNoType => return described.join(Together::NoSharedCreatureType),
            Qual::DifferentPowers => return described.join(Together::DifferentPowers),
            Qual::DifferentManaValues => return described.join(Together::DifferentManaValues),
            Qual::EachWith { with } => return self.with(frame, with, &mut described.filter),
            Qual::EachDifferentManaValue { n } => {
                described.join(Together::DifferentManaValues)?;
                Test::ManaValue(Comparison::AtMost, self.number(frame, n)?)
            }
            Qual::With { with: With::Total { stat, cmp } } => {
                let (Comparison::AtMost, most) = self.comparison(frame, cmp)? else {
                    return unsupported("the description", qual);
                };
                return described.join(match stat {
                    Stat::Power => Together::TotalPower(most),
                    Stat::Toughness => Together::TotalToughness(most),
                    Stat::ManaValue => Together::TotalManaValue(most),
                });
            }
            Qual::With { with } => return self.with(frame, with, &mut described.filter),
            // Spells are on the stack, and have been cast from somewhere else.
            Qual::In { zone } | Qual::From { zone } => match self.in_zone(frame, qual, zone, described)? {
                Some(test) => test,
                None => return Ok(()),
            },
            Qual::FromTwo { whose, a, join, b } => {
                let of = |zone: &OwnZone| ZoneRef::Of { whose: whose.clone(), zone: zone.clone() };
                let owner = self.in_zone(frame, qual, &of(a), described)?;
                let (second, _) = self.zone(&mut frame.clone(), &of(b))?;
                described.also = Some((second, *join));
                match owner {
                    Some(test) => test,
                    None => return Ok(()),
                }
            }
            Qual::InTwo { a, b } => {
                // Whose they are is said of both, or goes without saying for what one owns.
                let first = self.in_zone(frame, qual, a, described)?;
                let (second, other) = self.zone(frame, b)?;
                let yours = Test::Owner(PlayerFilter::You);
                let own = |test: &Option<Test>| {
                    test.as_ref() == Some(&yours) || test.is_none() && described.filter.tests.contains(&yours)
                };
                if !described.card || !own(&first) || !own(&other) {
                    return unsupported("the description", qual);
                }
                described.also = Some((second, ZoneJoin::And));
                yours
            }
            Qual::InGraveyardsAndLibraries => {
                if !described.card || described.zone.is_some() {
                    return unsupported("the description", qual);
                }
                described.zone = Some(Zone::Graveyard);
                described.also = Some((Zone::Library, ZoneJoin::And));
                return Ok(());
            }
            Qual::FromGraveyardsOr { other } => {
                if !described.spell || !described.filter.tests.contains(&Test::Spell) {
                    return unsupported("the description", qual);
                }
                let other = match other {
                    OtherPlace::Libraries => Zone::Library,
                    OtherPlace::Exile => Zone::Exile,
                };
                Test::CastFrom(vec![Zone::Graveyard, other])
            }
            Qual::FromEverywhere => {
                described.zone = Some(Zone::Hand);
                described.also = Some((Zone::Graveyard, ZoneJoin::And));
                return Ok(());
            }
            Qual::DifferentNames | Qual::EachDifferentNames => {
                return described.join(Together::DifferentNames);
            }
            Qual::AreOrHaveAdventure { .. }
            | Qual::IsOfThree { .. }
            | Qual::IsHeadedByOne { .. }
            | Qual::IsHeadedBy { .. }
            | Qual::IsEither { .. }
            | Qual::IsOneOfKinds { .. }
            | Qual::IsTypeOrKind { .. } => of_kinds(qual)?,
            Qual::HasAdventure => Test::HasAdventure,
            Qual::Bearing { what } => return self.bearing(frame, what, described),
            Qual::OnBattlefield => {
                described.zone = Some(Zone::Battlefield);
                return Ok(());
            }
            Qual::CouldProduceColorless if described.zone == Some(Zone::Battlefield) => Test::CouldProduceColorless,
            // What affects cards in whatever zone says so itself.
            Qual::NotOnBattlefield | Qual::CouldProduceColorless => return unsupported("the description", qual),
            Qual::AttachedToPlayer { who } => Test::EnchantsPlayer(Box::new(self.players(frame, who)?)),
            Qual::AttachedTo { to } | Qual::IsAttachedTo { to } => self.attached_to(frame, to)?,
            Qual::ExceptFor { noun } => self.except_for(frame, noun)?,
            Qual::ExceptForTwo { a, b } => {
                let a = self.except_for(frame, a)?;
                described.filter.tests.push(a);
                self.except_for(frame, b)?
            }
            Qual::OtherThan { np } => match &**np {
                Np::Itself => Test::NotSource,
                // "Other than a basic land card": a description, of what is a card or permanent just as this is.
                Np::Quant { quant: Quant::A | Quant::Bare, noun } => {
                    let other = self.noun(frame, noun)?;
                    if other.zone.is_some() && other.zone != described.zone || other.among.is_some() || other.random {
                        return unsupported("the description", qual);
                    }
                    Test::Not(Box::new(other.filter))
                }
                np => {
                    let other = match np {
                        Np::Quant { quant, .. } if quant.targets() => self.objects(frame, np, Use::Read)?,
                        np => self.refer(frame, np)?,
                    };
                    Test::Not(Box::new(Filter::just(Test::Is(Box::new(other)))))
                }
            },
            Qual::ExiledWith | Qual::ExiledWithIt => {
                // What "it" is is said of the cards that the source has exiled only (CR 607.2a).
                if *qual == Qual::ExiledWithIt && self.refer(frame, &Np::It)? != Objects::Source {
                    return unsupported("the description", qual);
                }
                if !described.card || described.zone.is_some() {
                    return unsupported("the description", qual);
                }
                described.zone = Some(Zone::Exile);
                Test::Is(Box::new(Objects::ExiledWithSource))
            }
            Qual::AtRandom => {
                described.random = true;
                return Ok(());
            }
            Qual::HasNamed { keyword } => Test::HasKeywordNamed(keyword.0),
            Qual::Named { name } => Test::Named(name.0.clone()),
            Qual::NotNamedSelf => match &self.name {
                Some(name) => Test::Not(Box::new(Filter::just(Test::Named(name.clone())))),
                None => return unsupported("the name in", qual),
            },
            Qual::NamedSelf => match &self.name {
                Some(name) => Test::Named(name.clone()),
                None => return unsupported("the name in", qual),
            },
            // What a spell has dealt damage to, it has "this way".
            Qual::DamagedByIt => {
                if !frame.setting.spell {
                    return unsupported("the description", qual);
                }
                described.among = Some(self.this_way(frame, &Participle::DealtDamage, described.card)?);
                described.zone = None;
                return Ok(());
            }
            // The hand was shown, and is what it was.
            Qual::ThisWay { past: Participle::Revealed } if described.card && frame.hand_revealed().is_some() => {
                let players = frame.hand_revealed().unwrap_or(Players::You);
                described.zone = Some(Zone::Hand);
                Test::OwnerIn(Box::new(players))
            }
            Qual::ThisWay { past } => {
                described.among = Some(self.this_way(frame, past, described.card)?);
                described.zone = None;
                return Ok(());
            }
            // Said of players each of whom does all of it.
            Qual::TheyDid { past } => {
                if several(&frame.discourse.chooser) {
                    return unsupported("the description", qual);
                }
                if *past == Participle::Revealed && in_revealed_hand(frame, described) {
                    return Ok(());
                }
                let done = self.this_way(frame, past, described.card)?;
                if frame.was_repeated(&done) {
                    return unsupported("the description", qual);
                }
                described.among = Some(done);
                described.zone = None;
                return Ok(());
            }
            Qual::MostVotes => match frame.discourse.voted.clone() {
                Some(voted) => {
                    described.among = Some(voted);
                    described.zone = None;
                    return Ok(());
                }
                None => return unsupported("nobody voted for", qual),
            },
            Qual::MostThere { most, stat } => most_there(described, most, stat)?,
            Qual::HighestAmong { stat, noun } => {
                let among = self.set(frame, noun)?;
                among_all(&mut described.filter, &among);
                stat_test(stat, Comparison::AtLeast, greatest(stat, among))
            }
            Qual::LeastAmong { stat, noun } | Qual::LowestAmong { stat, noun } => {
                let among = self.set(frame, noun)?;
                among_all(&mut described.filter, &among);
                stat_test(stat, Comparison::AtMost, least(stat, among))
            }
            Qual::OfOpponentsChoice => {
                described.opponent_chooses = true;
                return Ok(());
            }
            Qual::SingleTarget => {
                if !described.spell {
                    return unsupported("the description", qual);
                }
                Test::SingleTarget
            }
            Qual::SameName { with } | Qual::HasSameName { with } => {
                Test::SharesName(Box::new(self.refer(frame, with)?))
            }
            Qual::HasOtherName { than } => self.has_other_name(frame, qual, than)?,
            Qual::CastFrom { zone } => {
                if !described.spell {
                    return unsupported("the description", qual);
                }
                let (zone, owner) = self.zone(frame, zone)?;
                described.filter.tests.extend(owner);
                Test::CastFrom(vec![zone])
            }
            Qual::FromAmongCards { .. } => return unsupported("the description", qual),
            Qual::FromAmong { back } => {
                if !described.card {
                    return unsupported("the description", qual);
                }
                described.among = Some(self.back(frame, back)?);
                return Ok(());
            }
            Qual::ChosenKind | Qual::ChosenType | Qual::ThatType if frame.discourse.kind.is_some() => {
                Test::AnyOf(frame.discourse.kind.iter().cloned().collect())
            }
            Qual::OfChosenQuality if frame.discourse.kind.is_some() => {
                Test::AnyOf(frame.discourse.kind.iter().cloned().collect())
            }
            Qual::OfChosenQuality | Qual::ChosenKind => return unsupported("the description", qual),
            Qual::TypeOfYourChoice
            | Qual::ColorOfYourChoice
            | Qual::ChosenColor
            | Qual::ChosenType
            | Qual::ChosenName
            | Qual::NotChosenType
            | Qual::ThatColor
            | Qual::ThatType
            | Qual::ThatName => self.of_choice(frame, qual)?,
            Qual::AttackedThisTurn => Test::AttackedThisTurn,
            Qual::Fought { how } => self.fought(*how),
            Qual::EnteredThisTurn => Test::EnteredThisTurn,
            Qual::DidntEnter => Test::Not(Box::new(Filter::just(Test::EnteredThisTurn))),
            Qual::DrawnThisTurn | Qual::YouDiscarded => got_this_turn(qual, described)?,
            Qual::DamagedThisTurn => Test::DamagedThisTurn,
            Qual::Is { adj } => self.adjective(frame, adj)?,
            Qual::Such { what } => such(what, described),
            Qual::IsNot { adj } => Test::Not(Box::new(Filter::just(self.adjective(frame, adj)?))),
            Qual::IsOneOf { a, b } => {
                let both = [self.adjective(frame, a)?, self.adjective(frame, b)?];
                Test::AnyOf(both.map(Filter::just).to_vec())
            }
            Qual::IsAnyOf { colors } => Test::Colors(colors.items.iter().map(|color| color.0).collect()),
            Qual::IsBoth { a, b } => {
                described.filter.tests.push(Test::Colors(a.0));
                Test::Colors(b.0)
            }
            Qual::SameController => same_controller(frame, described)?,
            Qual::Attacks { whom, .. } => match attacking(*whom, frame.discourse.players.last()) {
                Some(test) => test,
                None => return unsupported("the player in", qual),
            },
            Qual::FromElsewhere | Qual::FromElsewhereTheirs if described.spell => {
                Test::Not(Box::new(Filter::just(Test::CastFrom(vec![Zone::Hand]))))
            }
            Qual::FromElsewhere | Qual::FromElsewhereTheirs => return unsupported("the description", qual),
            Qual::CameOrCast { zone } => self.came_or_cast(frame, zone)?,
            Qual::IsOneOrMore => Test::Colors(Colors::all()),
            Qual::AreKinds { a, b } | Qual::IsKindOr { a, b } => self.either_kind(frame, [a, b])?,
            Qual::TargetsOnly { what } => self.targets_only(frame, qual, what)?,
            Qual::TargetsPlayer { who } => Test::TargetsPlayer(aimed_at(who)),
            Qual::TargetsYouOr { what } => {
                either([self.targets_only(frame, qual, what)?, Test::TargetsPlayer(PlayerFilter::You)])
            }
            Qual::TargetsSelfAlone => {
                described.filter.tests.push(Test::OneThingTargeted);
                Test::TargetsObject(Box::new(Filter::just(Test::Source)))
            }
            Qual::TargetsOne { noun } | Qual::TargetsOneOrPlayer { noun } => {
                self.targets_one(frame, qual, noun, described)?
            }
            Qual::DamagedBy { by } => self.damaged_by(frame, by)?,
            Qual::DamagedByYours => Test::DamagedBySourceOf(PlayerFilter::You),
            Qual::DidntAttack | Qual::DidntAttackOrEnter => didnt_attack(qual),
            Qual::OwnAndControl => owned_and_controlled(described),
            Qual::DealtDamage => Test::DealtDamageThisTurn,
            Qual::DealtYouDamage => Test::DealtDamageTo(PlayerFilter::You),
            Qual::IsCommander => Test::AnyOf(vec![your_commander()]),
            Qual::SharesColor { with } => Test::SharesColor(Box::new(self.refer(frame, with)?)),
            Qual::SharesPermanentType { .. } | Qual::SharesOneOfThose => self.shares_type(frame, qual)?,
            Qual::SharesCardType { with } => Test::SharesCardType(Box::new(self.refer(frame, with)?)),
            Qual::BlockingIt { what } | Qual::IsBlockingIt { what } => {
                Test::BlockingOne(Box::new(self.in_combat(frame, what)?))
            }
            Qual::WasBlockedBy { what } => {
                let by = match &**what {
                    // Any of them.
                    Np::OfThem { n: OfCount::Some { n: HowMany::Number { n: Numeral(1) } }, of, random: None } => {
                        self.back(frame, of)?
                    }
                    what => self.refer(frame, what)?,
                };
                Test::WasBlockedBy(Box::new(by))
            }
            Qual::Crewed { what } | Qual::Saddled { what } => self.crewed(frame, what, qual)?,
            Qual::BlockedBy { what } => Test::BlockedByOne(Box::new(self.in_combat(frame, what)?)),
            Qual::BlockingOrBlockedBy { what } => {
                let what = Box::new(self.in_combat(frame, what)?);
                let either = [Test::BlockingOne(what.clone()), Test::BlockedByOne(what)];
                Test::AnyOf(either.map(Filter::just).to_vec())
            }
            Qual::ItsBlocking => Test::BlockedByOne(Box::new(self.it_or_subject(frame)?)),
            Qual::SelfBlocking => Test::BlockedByOne(Box::new(Objects::Source)),
            // Of several at once that is known where they are looked for.
            Qual::ShareLandType => return unsupported("the description", qual),
            Qual::SharesType { with } | Qual::SharesOneType { with } => {
                Test::SharesCreatureType(Box::new(self.refer(frame, with)?))
            }
            Qual::Cast { who } if described.spell => self.controlled_by(frame, who)?,
            Qual::PutThereThisTurn
            | Qual::PutThereFromAnywhere
            | Qual::PutThereFromLibrary
            | Qual::PutThereFromLibraries
            | Qual::MilledThisTurn => self.put_there(qual, described)?,

            Qual::Cast { .. } | Qual::CastNotOwn | Qual::ControlNotOwn => return unsupported("the description", qual),
        };
        described.filter.tests.push(test);
        Ok(())
    }

    /// "That shares a permanent type with it"; "target artifact or creature and another target permanent that shares one of those types with
    /// it".
    fn shares_type(&mut self, frame: &mut Frame, qual: &Qual) -> Lowered<Test> {
        let (with, types) = match (qual, frame.discourse.mentions.last().map(|mention| mention.types)) {
            (Qual::SharesPermanentType { with }, _) => (&**with, CardTypes::PERMANENT),
            (Qual::SharesOneOfThose, Some(types)) if !types.is_empty() && CardTypes::PERMANENT.contains(types) => {
                (&Np::It, types)
            }
            _ => return unsupported("the description", qual),
        };
        Ok(Test::SharesTypeOf(Box::new(self.refer(frame, with)?), types))
    }

    /// What something is attached to: a thing that was mentioned, a target, or any permanent that fits.
    fn attached_to(&mut self, frame: &mut Frame, to: &Np) -> Lowered<Test> {
        let hosts = match to {
            Np::Quant { quant, .. } if quant.targets() => self.objects(frame, to, Use::Act)?,
            Np::Quant { quant: Quant::A | Quant::Bare, noun } => {
                let host = self.noun(frame, noun)?;
                if !host.describes_permanents() {
                    return unsupported("what it is attached to:", to);
                }
                Objects::Each(Zone::Battlefield, host.filter)
            }
            // "That player … attached to them": no things were told of.
            Np::Them => match self.refer(frame, to) {
                Ok(hosts) => hosts,
                Err(_) => {
                    let player = self.players(frame, &Player::ThatPlayer)?;
                    return Ok(Test::EnchantsPlayer(Box::new(player)));
                }
            },
            // "~ deals damage equal to the greatest mana value among Equipment attached to it": nothing else was mentioned.
            Np::It if frame.speaks_of_source_only() => Objects::Source,
            to => self.refer(frame, to)?,
        };
        Ok(Test::Is(Box::new(Objects::AttachedTo(Box::new(hosts)))))
    }

    /// "That doesn't have the same name as a token you control."
    fn has_other_name(&mut self, frame: &mut Frame, qual: &Qual, than: &Np) -> Lowered<Test> {
        let than = match than {
            Np::Quant { quant: Quant::A, noun } => {
                let one = self.noun(frame, noun)?;
                if !one.describes_permanents() {
                    return unsupported("the description", qual);
                }
                Objects::Each(Zone::Battlefield, one.filter)
            }
            than => self.refer(frame, than)?,
        };
        Ok(Test::Not(Box::new(Filter::just(Test::SharesName(Box::new(than))))))
    }

    /// "Except for lands."
    fn except_for(&mut self, frame: &mut Frame, noun: &Noun) -> Lowered<Test> {
        let described = self.noun(frame, noun)?;
        if !described.describes_permanents() {
            return unsupported("what is excepted:", noun);
        }
        Ok(Test::Not(Box::new(described.filter)))
    }

    /// Where an object is, or whence a spell was cast; what of it is left to test.
    fn in_zone(
        &mut self,
        frame: &mut Frame,
        qual: &Qual,
        zone: &ZoneRef,
        described: &mut Described,
    ) -> Lowered<Option<Test>> {
        if let ZoneRef::Of { whose: Whose::Of { player: Player::AnOpponent | Player::APlayer }, .. } = zone {
            described.named = Some(Named::Owner);
        }
        let single = *zone == ZoneRef::SingleGraveyard;
        let from = matches!(qual, Qual::From { .. });
        // "Creature spells you cast from your graveyard" (CR 601.2a).
        if described.spell && from && described.filter.tests.contains(&Test::Spell) {
            let (zone, owner) = match zone {
                // Whoever casts a card from a hand casts it from their own.
                ZoneRef::Of { zone: OwnZone::Hand, .. } => (Zone::Hand, None),
                zone => self.zone(frame, zone)?,
            };
            described.filter.tests.extend(owner);
            described.filter.tests.push(Test::CastFrom(vec![zone]));
            return Ok(None);
        }
        let (zone, owner) = if single { (Zone::Graveyard, None) } else { self.zone(frame, zone)? };
        if described.zone.is_some() && described.zone != Some(zone) && !described.card {
            return unsupported("the zone", qual);
        }
        described.zone = Some(zone);
        if single {
            described.join(Together::SameController)?;
        }
        Ok(owner)
    }

    /// What others block or are blocked by.
    fn in_combat(&mut self, frame: &mut Frame, what: &Np) -> Lowered<Objects> {
        match what {
            Np::It => self.it_or_subject(frame),
            Np::Quant { .. } => self.objects(frame, what, Use::Read),
            what => self.refer(frame, what),
        }
    }

    /// "That targets ~", "that targets a creature".
    fn targets_only(&mut self, frame: &mut Frame, qual: &Qual, what: &Np) -> Lowered<Test> {
        Ok(match what {
            Np::Itself => Test::TargetsObject(Box::new(Filter::just(Test::Source))),
            Np::Quant { quant: Quant::A | Quant::Some { n: HowMany::OneOrMore }, noun } => {
                let inner = self.noun(frame, noun)?;
                if inner.zone != Some(Zone::Battlefield) {
                    return unsupported("the description", qual);
                }
                Test::TargetsObject(Box::new(inner.filter))
            }
            _ => return unsupported("the description", qual),
        })
    }

    /// "With a single target" of a kind, a player included if so.
    fn targets_one(&mut self, frame: &mut Frame, qual: &Qual, noun: &Noun, described: &mut Described) -> Lowered<Test> {
        let inner = self.noun(frame, noun)?;
        if inner.zone != Some(Zone::Battlefield) || !described.spell {
            return unsupported("the description", qual);
        }
        described.filter.tests.push(Test::OneThingTargeted);
        let object = Test::TargetsObject(Box::new(inner.filter));
        Ok(match qual {
            Qual::TargetsOne { .. } => object,
            _ => Test::AnyOf([object, Test::TargetsPlayer(PlayerFilter::Any)].map(Filter::just).to_vec()),
        })
    }

    /// That a permanent entered from a zone, or was cast from it as a spell.
    fn came_or_cast(&mut self, frame: &mut Frame, zone: &ZoneRef) -> Lowered<Test> {
        let (zone, owner) = self.zone(frame, zone)?;
        let from = |test: Test| Filter { tests: [test].into_iter().chain(owner.clone()).collect() };
        Ok(Test::AnyOf([Test::CameFrom(zone), Test::CastFrom(vec![zone])].map(from).to_vec()))
    }

    /// How a card came to the graveyard this turn.
    fn put_there(&mut self, qual: &Qual, described: &mut Described) -> Lowered<Test> {
        if described.zone != Some(Zone::Graveyard) || !described.card {
            return unsupported("the description", qual);
        }
        if *qual == Qual::MilledThisTurn {
            described.filter.tests.push(Test::Marked(Marks::MILLED));
        }
        Ok(Test::PutThereThisTurn(match qual {
            Qual::PutThereThisTurn => Some(Zone::Battlefield),
            Qual::PutThereFromAnywhere => None,
            _ => Some(Zone::Library),
        }))
    }

    /// "Dealt damage by ~ this turn."
    fn damaged_by(&mut self, frame: &mut Frame, by: &Np) -> Lowered<Test> {
        let by = match by {
            Np::Itself => Objects::Source,
            Np::Host { .. } => Objects::Host,
            by => self.refer(frame, by)?,
        };
        Ok(Test::DamagedBy(Box::new(by)))
    }

    /// The color, type or name that was chosen, or that is chosen now (CR 608.2d).
    fn of_choice(&mut self, frame: &mut Frame, qual: &Qual) -> Lowered<Test> {
        // "Exile a card from a graveyard. Search its owner's library for cards with that name": no name was chosen.
        if *qual == Qual::ThatName
            && self.chosen_before(frame, qual, |instr| matches!(instr, Instr::ChooseName(..))).is_err()
        {
            let cards: Vec<_> =
                frame.discourse.mentions.iter().filter(|one| one.card && !one.source).cloned().collect();
            return match cards.as_slice() {
                [only] if !only.plural => Ok(Test::SharesName(Box::new(frame.read(only)?))),
                _ => unsupported("the choice in", qual),
            };
        }
        match qual {
            Qual::TypeOfYourChoice => {
                frame.emit(Instr::ChooseCreatureType(Players::You, crate::effect::OfferedTypes::All));
            }
            Qual::ColorOfYourChoice => {
                frame.emit(Instr::ChooseColor(Players::You, Colors::all()));
            }
            Qual::ThatColor => self.chosen_before(frame, qual, |instr| matches!(instr, Instr::ChooseColor(..)))?,
            Qual::ThatType => {
                self.chosen_before(frame, qual, |instr| matches!(instr, Instr::ChooseCreatureType(..)))?
            }
            Qual::ThatName => self.chosen_before(frame, qual, |instr| matches!(instr, Instr::ChooseName(..)))?,
            _ => {}
        }
        frame.setting.asks_chosen = true;
        Ok(match qual {
            Qual::ColorOfYourChoice | Qual::ThatColor | Qual::ChosenColor => Test::ChosenColor,
            Qual::TypeOfYourChoice | Qual::ThatType | Qual::ChosenType => Test::ChosenType,
            Qual::NotChosenType => Test::Not(Box::new(Filter::just(Test::ChosenType))),
            _ => Test::ChosenName,
        })
    }

    /// Declines a word for what was chosen, like "with that name", if nothing of the kind was chosen before.
    fn chosen_before(&self, frame: &Frame, qual: &Qual, chooses: fn(&Instr) -> bool) -> Lowered<()> {
        let chosen = |item: &Item| matches!(item, Item::Instr(_, instr) if chooses(instr));
        if !frame.code.items.iter().any(chosen) {
            return unsupported("the choice in", qual);
        }
        Ok(())
    }
}

/// That a creature didn't attack this turn or, if that is said, enter.
fn didnt_attack(qual: &Qual) -> Test {
    let mut any = vec![Filter::just(Test::AttackedThisTurn)];
    any.extend((*qual == Qual::DidntAttackOrEnter).then(|| Filter::just(Test::EnteredThisTurn)));
    Test::Not(Box::new(Filter::just(Test::AnyOf(any))))
}

/// What you both own and control.
fn owned_and_controlled(described: &mut Described) -> Test {
    described.filter.tests.push(Test::Owner(PlayerFilter::You));
    Test::Controller(PlayerFilter::You)
}

impl Context<'_> {
    /// That a creature crewed, or saddled, the source or what was mentioned.
    fn crewed(&mut self, frame: &mut Frame, what: &SelfOrIt, qual: &Qual) -> Lowered<Test> {
        let what = match what {
            SelfOrIt::Itself => Objects::Source,
            SelfOrIt::It => self.refer(frame, &Np::It)?,
        };
        Ok(Test::Crewed(Box::new(what), matches!(qual, Qual::Saddled { .. })))
    }
}

impl Context<'_> {
    /// What is on it: Auras (CR 303.4b), counters.
    fn bearing(&mut self, frame: &mut Frame, what: &Bearing, described: &mut Described) -> Lowered<()> {
        let noun = match what {
            Bearing::Enchanted { noun } | Bearing::IsEnchanted { noun } | Bearing::AreEnchanted { noun } => noun,
            Bearing::HasCounter { count } => {
                return self.with(frame, &With::Counter { count: count.clone() }, &mut described.filter);
            }
            Bearing::LacksCounter { kind } => {
                return self.with(frame, &With::NoCounter { kind: kind.clone() }, &mut described.filter);
            }
        };
        let enchanting = self.noun(frame, noun)?;
        let aura = crate::text::lower::filter::subtype_test("Aura")?;
        if enchanting.zone != Some(Zone::Battlefield) || !enchanting.filter.tests.contains(&aura) {
            return unsupported("what enchants:", &**noun);
        }
        described.filter.tests.push(Test::HasAttached(Box::new(enchanting.filter)));
        Ok(())
    }
}

impl Context<'_> {
    /// One of two kinds of permanents: "creatures and/or Vehicles", "a token or a Rabbit".
    fn either_kind(&mut self, frame: &mut Frame, kinds: [&Noun; 2]) -> Lowered<Test> {
        let mut filters = Vec::new();
        for noun in kinds {
            let described = self.noun(frame, noun)?;
            if described.zone.is_some_and(|zone| zone != Zone::Battlefield) || described.together.is_asked() {
                return unsupported("the description", noun);
            }
            filters.push(described.filter);
        }
        Ok(Test::AnyOf(filters))
    }
}

/// "A creature they control with the greatest power": of all that are so described.
fn most_there(described: &Described, most: &Extreme, stat: &Stat) -> Lowered<Test> {
    if described.zone != Some(Zone::Battlefield) || described.random {
        return unsupported("the description", most);
    }
    let among = Objects::Each(Zone::Battlefield, described.filter.clone());
    Ok(match most {
        Extreme::Greatest | Extreme::Highest => stat_test(stat, Comparison::AtLeast, greatest(stat, among)),
        Extreme::Least | Extreme::Lowest => stat_test(stat, Comparison::AtMost, least(stat, among)),
    })
}

impl ColorNumber {
    /// That something is so many colors (CR 105.2).
    pub(in crate::text::lower) fn test(self) -> Test {
        match self {
            ColorNumber::Exactly { n } => Test::Quality(Quality::ColorCount(n.0 as u8)),
            ColorNumber::All => Test::Quality(Quality::ColorCount(Colors::all().bits().count_ones() as u8)),
        }
    }
}

/// What is said in a few words of colors, kinds and whose it is.
fn such(what: &Such, described: &mut Described) -> Test {
    let not = |test| Test::Not(Box::new(Filter::just(test)));
    match what {
        Such::IsntColors { n } => not(n.test()),
        Such::IsColors { n } => n.test(),
        Such::NoneOfKinds { of } => not(any_subtype(&of.items.iter().collect::<Vec<_>>())),
        Such::OwnNotControl => {
            described.filter.tests.push(Test::Owner(PlayerFilter::You));
            not(Test::Controller(PlayerFilter::You))
        }
        Such::AttackingAlone => Test::Quality(Quality::AttackingAlone),
    }
}

/// It is of any of these subtypes.
fn any_subtype(subs: &[&Sub]) -> Test {
    Test::AnyOf(subs.iter().map(|sub| Filter::just(Test::Subtype(sub.0))).collect())
}

/// How a card came to a hand, or left yours, this turn: what is cycled is discarded (CR 702.29a), by its owner.
fn got_this_turn(qual: &Qual, described: &mut Described) -> Lowered<Test> {
    match qual {
        Qual::DrawnThisTurn if described.zone == Some(Zone::Hand) => Ok(Test::DrawnThisTurn),
        Qual::YouDiscarded if described.card => {
            described.filter.tests.push(Test::Owner(PlayerFilter::You));
            Ok(Test::DiscardedThisTurn)
        }
        _ => unsupported("the description", qual),
    }
}

/// "A creature card they revealed this way", of a hand: it is still there. Returns whether it is so.
fn in_revealed_hand(frame: &Frame, described: &mut Described) -> bool {
    let revealed = frame.hand_revealed().filter(|_| described.card && described.zone.is_none());
    let Some(players) = revealed else { return false };
    described.zone = Some(Zone::Hand);
    described.filter.tests.push(Test::OwnerIn(Box::new(players)));
    true
}

/// That something attacks whom the words say, if that is known.
fn attacking(whom: Attacked, last: Option<&Players>) -> Option<Test> {
    Some(match (whom, last) {
        (Attacked::You, _) => Test::AttackingPlayer(PlayerFilter::You),
        (Attacked::Yours, _) => Test::AnyOf(vec![
            Filter::just(Test::AttackingPlayer(PlayerFilter::You)),
            Filter::just(Test::AttackingPlaneswalkerOf(PlayerFilter::You)),
        ]),
        (Attacked::Enchanted, _) => Test::AttackingPlayer(PlayerFilter::Enchanted),
        (Attacked::AnOpponent | Attacked::Opponents, _) => Test::AttackingPlayer(PlayerFilter::Opponent),
        (Attacked::ThatPlayer, Some(Players::Event)) => Test::AttackingPlayer(PlayerFilter::Event),
        (Attacked::ThatPlayer, _) => return None,
    })
}

/// "Another target creature with the same controller": as the target before it, another such thing. Of what is attached, it is somebody else whose
/// permanents are meant.
fn same_controller(frame: &Frame, described: &Described) -> Lowered<Test> {
    let last = frame.discourse.mentions.iter().rev().find(|mention| !mention.source);
    match last.map(|mention| (&mention.before, mention.types)) {
        Some((Some(target @ Objects::Target(_)), types)) if types == described.types => {
            Ok(Test::ControllerIn(Box::new(Players::ControllerOf(Box::new(target.clone())))))
        }
        _ => decline("it is unclear whose controller is the same"),
    }
}

/// "That's a Cat or Beast", "that's an artifact or Human": of one of the kinds.
fn of_kinds(qual: &Qual) -> Lowered<Test> {
    Ok(match qual {
        Qual::AreOrHaveAdventure { a, b } => {
            Test::AnyOf([Test::Types(a.0 | b.0), Test::HasAdventure].map(Filter::just).to_vec())
        }
        Qual::IsOfThree { a, b, c } => any_subtype(&[a, b, c]),
        Qual::IsHeadedByOne { of } => Test::Types(of.items.iter().map(|word| word.0).collect()),
        Qual::IsHeadedBy { a, b } => Test::Types(a.0 | b.0),
        Qual::IsEither { a, b } => any_subtype(&[a, b]),
        Qual::IsOneOfKinds { of } => any_subtype(&of.items.iter().collect::<Vec<_>>()),
        Qual::IsTypeOrKind { a, b } => Test::AnyOf([Test::Types(a.0), Test::Subtype(b.0)].map(Filter::just).to_vec()),
        _ => return unsupported("the description", qual),
    })
}

/// That one of two tests holds.
fn either(tests: [Test; 2]) -> Test {
    Test::AnyOf(tests.map(Filter::just).to_vec())
}

/// That it is owned or controlled, or neither, and that its power isn't its toughness.
fn one_of_two(qual: &Qual) -> Test {
    let yours = either([Test::Owner(PlayerFilter::You), Test::Controller(PlayerFilter::You)]);
    match qual {
        Qual::UnequalStats => either([Test::PowerExceedsToughness, Test::ToughnessExceedsPower]),
        Qual::OwnOrControl => yours,
        _ => Test::Not(Box::new(Filter::just(yours))),
    }
}

/// Which player a spell targets.
fn aimed_at(who: &Player) -> PlayerFilter {
    let other = if *who == Player::APlayer { PlayerFilter::Any } else { PlayerFilter::Enchanted };
    if *who == Player::You { PlayerFilter::You } else { other }
}
