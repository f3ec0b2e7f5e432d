//! What objects are or have for some time, or always → modifications.

use super::context::Context;
use super::decline::{Lowered, decline};
use super::filter::unsupported;
use super::frame::{Frame, Item};
use crate::ability::{Ability, AbilityKind, Affected, Static, StaticEffect};
use crate::card::AbilityId;
use crate::effect::{Duration as Span, Instr, Modification};
use crate::filter::{Amount, Comparison, Filter, Objects, Test, Zone};
use crate::keyword::{Keywords, Restrictions};
use crate::text::grammar::amount::{Amount as AmountWords, ForEach};
use crate::text::grammar::keyword::{Grant, KeywordItem, ProtectionFrom};
use crate::text::grammar::noun::{Np, Quant, Stat};
use crate::text::grammar::object::{
    BaseBoth, ButMana, Duration, LastingVerb, NoUntap, Restriction, Shape, ShapeColor, ShapeWith, StillTail, Targeters,
};
use crate::text::grammar::series::{Conjunction, Series};
use crate::text::grammar::words::{Color, Numeral, PtBox, PtChange};
use crate::text::syntax::print;
use crate::types::{CardTypes, Colors, Subtype, SubtypeKind, Supertypes};

/// That activated abilities can't be activated, or those that aren't mana abilities.
pub(super) fn cant_activate(but: Option<&ButMana>) -> Restrictions {
    match but {
        None => Restrictions::CANT_ACTIVATE,
        Some(ButMana::ButMana) => Restrictions::CANT_ACTIVATE_NONMANA,
    }
}

fn restrict(restrictions: Restrictions) -> Vec<Modification> {
    vec![Modification::Restrict(restrictions)]
}

impl Context<'_> {
    /// How long a phrase says.
    pub(super) fn span(&mut self, dur: &Duration) -> Lowered<Span> {
        Ok(match dur {
            Duration::RestOfGame => Span::Indefinite,
            Duration::EndOfTurn | Duration::ThisTurn => Span::EndOfTurn,
            Duration::YourNextTurn => Span::YourNextTurn,
            Duration::EndOfYourNextTurn => Span::EndOfYourNextTurn,
            Duration::YourNextEndStep => Span::YourNextEndStep,
            Duration::YourNextUpkeep => Span::YourNextUpkeep,
            Duration::EndOfCombat | Duration::ThisCombat => Span::EndOfCombat,
            Duration::WhileYouControlSource => Span::WhileYouControlSource,
            Duration::WhileSourceTapped => Span::WhileSourceTapped,
            Duration::WhileItHas { kind } => Span::WhileItHasCounter(self.counter(kind)?),
            Duration::WhileTheyHave { kind, head } => {
                self.head(&Frame::new(), head)?;
                Span::WhileItHasCounter(self.counter(kind)?)
            }
            Duration::WhileEnchanted { head } => {
                self.head(&Frame::new(), head)?;
                Span::WhileItIsEnchanted
            }
            Duration::WhileYouControlTapped => Span::WhileYouControlTappedSource,
            // Only a permission to play such a card is known to last so long.
            Duration::UntilAnotherExiled => return decline("until another card is exiled only cards can be played"),
            Duration::UntilCast => Span::UntilSourceCast,
            Duration::WhileOnBattlefield | Duration::UntilLeaves => Span::WhileSourceOnBattlefield,
        })
    }

    /// The modifications of a verb. `None` for the duration: the verb has its own end, or none.
    pub(super) fn lasting(
        &mut self,
        frame: &mut Frame,
        verb: &LastingVerb,
        each: Option<&ForEach>,
    ) -> Lowered<Vec<Modification>> {
        let mut changes = self.lasting_as_said(frame, verb, each)?;
        // What a copy effect gives is one of the copiable values (CR 707.9a).
        if !changes.iter().any(|change| matches!(change, Modification::CopyOf(_))) {
            for change in &mut changes {
                if let Modification::AddAbility(id) = change {
                    *id = self.defining_nothing(*id);
                }
            }
        }
        Ok(changes)
    }

    /// Blocking creatures that fly, or have shadow, as though that didn't matter.
    fn blocks_past(&mut self, frame: &mut Frame, verb: &LastingVerb) -> Lowered<Vec<Modification>> {
        let (attackers, shadow) = match verb {
            LastingVerb::ReachesThese { np } => (self.blockers(frame, np)?, false),
            _ => (Filter::ANY, true),
        };
        let effect = StaticEffect::ReachesThese { affected: Affected::Source, attackers, shadow };
        Ok(vec![Modification::Quality(self.static_ability(format!("~ {}.", print(verb)), effect)?)])
    }

    /// An ability as an effect gives it to an object that is there already: it isn't a characteristic-defining one then, but sets power and
    /// toughness in layer 7b (CR 604.3a, 613.4b).
    fn defining_nothing(&mut self, id: AbilityId) -> AbilityId {
        let Ability { text, kind: AbilityKind::Static(mut ability) } = self.pool.ability(id).clone() else { return id };
        let StaticEffect::Continuous(_, changes) = &mut ability.effect else { return id };
        set_instead_of_define(changes);
        self.add(text, AbilityKind::Static(ability))
    }

    fn lasting_as_said(
        &mut self,
        frame: &mut Frame,
        verb: &LastingVerb,
        each: Option<&ForEach>,
    ) -> Lowered<Vec<Modification>> {
        Ok(match verb {
            LastingVerb::Gets { pt, each: own } | LastingVerb::GetsAdditional { pt, each: own } => {
                self.gets(frame, pt, own.as_ref(), each)?
            }
            LastingVerb::GetsTwo { a, each: one, b, more } => {
                let mut both = self.gets(frame, a, Some(one), each)?;
                both.extend(self.gets(frame, b, Some(more), None)?);
                both
            }
            LastingVerb::GetsAlso { pt } => {
                let power = self.delta(frame, pt.0)?;
                vec![Modification::AddPT(power, self.delta(frame, pt.1)?)]
            }
            LastingVerb::Gains { grants } | LastingVerb::GainsAlso { grants } | LastingVerb::Has { grants } => {
                self.grants(frame, grants)?
            }
            LastingVerb::Loses { keywords } => {
                if keywords.conjunction == Conjunction::Or {
                    return unsupported("the loss", verb);
                }
                let all = keywords.items.iter().fold(Keywords::empty(), |all, keyword| all | keyword.0);
                vec![Modification::RemoveKeywords(all)]
            }
            LastingVerb::LosesOther { .. } => return unsupported("what is lost besides:", verb),
            // CR 702.5: what it can enchant is said by the ability that it gains, in place of its own.
            LastingVerb::SwapsEnchant { from, to } => {
                let (own, effect) = (self.enchant(from)?, self.enchant(to)?);
                let cards = matches!(own, StaticEffect::Enchant { zone: Zone::Graveyard, .. });
                if !cards || self.casting.enchant.as_ref() != Some(&own) {
                    return unsupported("the exchange", verb);
                }
                let id = self.static_ability(print(&KeywordItem::Enchant { what: to.clone() }), effect)?;
                vec![Modification::AddAbility(id)]
            }
            // CR 702.14a.
            LastingVerb::LosesLandwalk => {
                vec![Modification::RemoveKeywords(
                    Keywords::LANDWALK.into_iter().fold(Keywords::empty(), |all, one| all | one),
                )]
            }
            LastingVerb::LosesAll => vec![Modification::LoseAllAbilities],
            LastingVerb::LosesLandTypes => {
                vec![Modification::SetSubtypes(SubtypeKind::Land, Vec::new()), Modification::LoseAllAbilities]
            }
            LastingVerb::LosesCreatureTypes => vec![Modification::SetSubtypes(SubtypeKind::Creature, Vec::new())],
            LastingVerb::GainsCreatureTypes | LastingVerb::IsAllCreatureTypes => {
                vec![Modification::AddEveryCreatureType]
            }
            LastingVerb::LosesThis if frame.setting.activated => vec![Modification::LoseThisAbility],
            LastingVerb::LosesThis => {
                return decline("losing abilities in this way is supported for activated abilities only");
            }
            LastingVerb::BecomesSaddled => vec![Modification::Restrict(Restrictions::SADDLED)],
            LastingVerb::Restrict { restriction } => self.restriction(restriction)?,
            // CR 701.15b: with two players there is nobody else to attack.
            LastingVerb::IsGoaded => restrict(Restrictions::MUST_ATTACK | Restrictions::GOADED),
            LastingVerb::CantBeBlockedExceptBy { np } if three_creatures(np) => restrict(Restrictions::THREE_BLOCKERS),
            LastingVerb::CantBeBlockedBy { np }
            | LastingVerb::CantBeBlockedExceptBy { np }
            | LastingVerb::CantBeBlockedTurnExcept { np } => self.cant_be_blocked_by(frame, verb, np)?,
            LastingVerb::CantBlockOrBeBlockedBy { np } => {
                let mut both = self.cant_be_blocked_by(frame, &LastingVerb::CantBeBlockedBy { np: np.clone() }, np)?;
                let attackers = self.blockers(frame, np)?;
                let effect = StaticEffect::CantBlockThese { affected: Affected::Source, attackers };
                let text = format!("~ {}.", print(&LastingVerb::CantBlockWhat { np: np.clone() }));
                both.push(Modification::Quality(self.static_ability(text, effect)?));
                both
            }
            LastingVerb::CantBlockWhat { np } => {
                let attackers = self.blockers(frame, np)?;
                let effect = StaticEffect::CantBlockThese { affected: Affected::Source, attackers };
                vec![Modification::Quality(self.static_ability(format!("~ {}.", print(verb)), effect)?)]
            }
            LastingVerb::ReachesThese { .. } | LastingVerb::BlocksShadow => self.blocks_past(frame, verb)?,
            LastingVerb::BlocksMore { n } => self.blocks_more(n.0)?,
            LastingVerb::DoesntUntap { when } => match when {
                NoUntap::Its | NoUntap::Your | NoUntap::Their => restrict(Restrictions::DOESNT_UNTAP),
                _ => restrict(Restrictions::DOESNT_UNTAP),
            },
            LastingVerb::BasePt { pt } | LastingVerb::BecomesSized { pt } => {
                let (power, toughness) = self.sizes(frame, pt)?;
                vec![Modification::SetBasePT(Some(power), Some(toughness))]
            }
            LastingVerb::BaseEqual { amount } => self.base_equal(frame, amount)?,
            LastingVerb::BaseStat { stat, n } => vec![base_stat(stat, self.number(frame, n)?)],
            LastingVerb::BaseStatBecomes { stat, amount } => vec![base_stat(stat, self.amount(frame, amount)?)],
            LastingVerb::BaseBecome { to } => vec![self.base_both(frame, to)?],
            LastingVerb::BecomesIts { shape, tail } => self.becomes(frame, shape, Some(tail))?,
            // CR 205.1b: they keep what they were.
            LastingVerb::BecomeArtifactCreatures { base } => {
                let mut changes = vec![Modification::AddTypes(CardTypes::ARTIFACT | CardTypes::CREATURE)];
                if let Some(base) = base {
                    let (power, toughness) = self.sizes(frame, &base.pt)?;
                    changes.push(Modification::SetBasePT(Some(power), Some(toughness)));
                }
                changes
            }
            LastingVerb::Becomes { shape, tail }
            | LastingVerb::BecomesMany { shape, tail }
            | LastingVerb::IsA { shape, tail }
            | LastingVerb::AreMany { shape, tail } => self.becomes(frame, shape, tail.as_ref())?,
            LastingVerb::AreBoth { a, b, tail } => self.are_both(frame, a, b, tail)?,
            LastingVerb::BecomesColor { color } | LastingVerb::IsColor { color } => {
                vec![Modification::SetColors(shape_color(color)?)]
            }
            LastingVerb::BecomesCopy { of } => {
                let of = self.besides_subject(frame, of)?;
                vec![Modification::CopyOf(of)]
            }
            LastingVerb::GainsActivated { of } => vec![Modification::AddActivatedOf(self.besides_subject(frame, of)?)],
            LastingVerb::BecomesCopyExcept { of, except } => {
                let of = self.besides_subject(frame, of)?;
                let mut changes = vec![Modification::CopyOf(of)];
                changes.extend(self.except(frame, Some(except))?);
                changes
            }
            LastingVerb::BecomesThatType => {
                let chooses = |item: &Item| {
                    matches!(item, Item::Instr(_, Instr::ChooseCreatureType(..) | Instr::ChooseLandType(_)))
                };
                if !frame.code.items.iter().any(chooses) {
                    return unsupported("the choice in", verb);
                }
                vec![Modification::SetChosenType]
            }
            LastingVerb::BecomesChosenCreatureType
            | LastingVerb::BecomesChosenLandType
            | LastingVerb::BecomesChosenLandTypeToo => {
                return decline("a choice is made only by what resolves, alone in its sentence");
            }
            LastingVerb::BecomesColorToo { colors } => added_colors(colors)?,
            LastingVerb::IsSupertype { sup } | LastingVerb::BecomesSupertype { sup } => supertypes(sup.0, true),
            LastingVerb::IsNoLonger { sup } | LastingVerb::IsntSupertype { sup } => supertypes(sup.0, false),
            LastingVerb::IsAlso { subs } => {
                vec![Modification::AddSubtypes(subs.items.iter().map(|sub| sub.0).collect())]
            }
            LastingVerb::IsNot { word } => {
                if word.0 == CardTypes::PERMANENT {
                    return unsupported("the change", verb);
                }
                vec![Modification::RemoveTypes(word.0)]
            }
            // CR 305.7: in addition, so that nothing is lost.
            LastingVerb::IsEveryLandType => {
                let names = ["Plains", "Island", "Swamp", "Mountain", "Forest"];
                let types: Vec<_> = names.into_iter().filter_map(crate::types::Subtype::from_name).collect();
                vec![Modification::AddSubtypes(types)]
            }
            LastingVerb::IsEveryNonbasicLandType => vec![Modification::AddEveryNonbasicLandType],
            LastingVerb::CantBeCounteredBy { .. } => return unsupported("the change", verb),
            LastingVerb::CantBeTarget { by } => self.cant_be_target(frame, verb, by)?,
            LastingVerb::IsEveryCreatureType => vec![Modification::AddEveryCreatureType],
            LastingVerb::IsChosenColorToo => vec![Modification::AddChosenColor],
            LastingVerb::IsChosenColor => vec![Modification::SetChosenColor],
            LastingVerb::IsChosenType => vec![Modification::SetChosenType],
            LastingVerb::ChosenType => vec![Modification::AddChosenType],
            LastingVerb::StatsEqual { amount } => {
                let amount = self.amount(frame, amount)?;
                vec![Modification::DefinePT(Some(amount.clone()), Some(amount))]
            }
            LastingVerb::PowerAndMore { amount, n } => {
                let power = self.amount(frame, amount)?;
                let toughness = Amount::Sum(Box::new(power.clone()), Box::new(Amount::Const(n.0)));
                vec![Modification::DefinePT(Some(power), Some(toughness))]
            }
            LastingVerb::StatEqual { stat, amount } => {
                let amount = self.amount(frame, amount)?;
                match stat {
                    Stat::Power => vec![Modification::DefinePT(Some(amount), None)],
                    Stat::Toughness => vec![Modification::DefinePT(None, Some(amount))],
                    Stat::ManaValue => return unsupported("the change", verb),
                }
            }
            LastingVerb::AreLands { sub, tail } => self.are_lands(verb, sub.0, tail.as_ref())?,
            LastingVerb::GainsChoice { .. }
            | LastingVerb::LosesChoice { .. }
            | LastingVerb::GetsEither { .. }
            | LastingVerb::GainsProtection
            | LastingVerb::GainsProtectionOr { .. }
            | LastingVerb::BecomesChosenColor
            | LastingVerb::BecomesChosenColors => {
                return decline("a choice is made only by what resolves, alone in its sentence");
            }
            // Said by static abilities only.
            LastingVerb::HasActivated { .. } => return unsupported("the change", verb),
            LastingVerb::CantHave { keyword } => vec![Modification::CantHaveKeywords(keyword.0)],
            LastingVerb::CantHaveEither { a, b } => vec![Modification::CantHaveKeywords(a.0 | b.0)],
            LastingVerb::CantAttackYou { .. } | LastingVerb::AssignAsUnblocked | LastingVerb::LoneAura => {
                return unsupported("the change", verb);
            }
        })
    }

    /// "Are 1/1 green Saproling creatures and Forest lands in addition to their other types".
    fn are_both(&mut self, frame: &mut Frame, a: &Shape, b: &Shape, tail: &StillTail) -> Lowered<Vec<Modification>> {
        let mut changes = self.becomes(frame, a, Some(tail))?;
        changes.extend(self.becomes(frame, b, Some(tail))?);
        Ok(changes)
    }

    /// "Gets +1/+1", perhaps for each of something.
    pub(super) fn gets(
        &mut self,
        frame: &mut Frame,
        pt: &PtChange,
        own: Option<&ForEach>,
        each: Option<&ForEach>,
    ) -> Lowered<Vec<Modification>> {
        let each = match (own, each) {
            (None, each) => each,
            (own, None) => own,
            _ => return decline("the change is multiplied twice"),
        };
        let power = self.delta(frame, pt.0)?;
        let toughness = self.delta(frame, pt.1)?;
        Ok(if each.is_some() {
            let power = self.scaled(frame, power, each)?;
            let toughness = self.scaled(frame, toughness, each)?;
            vec![Modification::AddPT(power, toughness)]
        } else {
            vec![Modification::AddPT(power, toughness)]
        })
    }

    /// What can't block it, or what alone can (CR 509.1b).
    fn cant_be_blocked_by(&mut self, frame: &mut Frame, verb: &LastingVerb, np: &Np) -> Lowered<Vec<Modification>> {
        let except = !matches!(verb, LastingVerb::CantBeBlockedBy { .. });
        let blockers = self.blockers(frame, np)?;
        let effect = StaticEffect::CantBeBlockedBy { affected: Affected::Source, blockers, except };
        Ok(vec![Modification::Quality(self.static_ability(format!("~ {}.", print(verb)), effect)?)])
    }

    /// What can't target it (CR 702.11, 702.18).
    fn cant_be_target(&mut self, frame: &mut Frame, verb: &LastingVerb, by: &Targeters) -> Lowered<Vec<Modification>> {
        let by = match by {
            Targeters::Any => Filter::ANY,
            Targeters::Opponents => Filter::just(Test::Controller(crate::filter::PlayerFilter::Opponent)),
            Targeters::Spells { noun } => self.noun(frame, noun)?.filter,
            // The same of spells as of the sources of abilities, which are what targets (CR 113.7, 115.1).
            Targeters::SpellsOrFrom { noun, sources } => {
                let mut spells = self.noun(frame, noun)?.filter;
                spells.tests.retain(|test| *test != Test::Spell);
                let sources = self.noun(frame, sources)?.filter;
                if spells != sources {
                    return unsupported("the change", verb);
                }
                sources
            }
        };
        let effect = StaticEffect::CantBeTargeted { affected: Affected::Source, by };
        Ok(vec![Modification::Quality(self.static_ability(format!("~ {}.", print(verb)), effect)?)])
    }

    /// Base power and toughness that are equal to a number.
    fn base_equal(&mut self, frame: &mut Frame, amount: &AmountWords) -> Lowered<Vec<Modification>> {
        // "Each ... has base power and toughness each equal to its mana value": its own, for each of them.
        if frame.discourse.mentions.last().is_some_and(|mention| mention.plural) {
            frame.mention(Objects::Current, false, None);
        }
        let amount = self.amount(frame, amount)?;
        Ok(vec![Modification::SetBasePT(Some(amount.clone()), Some(amount))])
    }

    /// What base power and toughness become (CR 613.4b).
    pub(super) fn base_both(&mut self, frame: &mut Frame, to: &BaseBoth) -> Lowered<Modification> {
        let (power, toughness) = match to {
            BaseBoth::Pt { pt } => self.sizes(frame, pt)?,
            BaseBoth::Of { of } => {
                let of = self.possessor(frame, of)?;
                (Amount::Power(of.clone()), Amount::Toughness(of))
            }
        };
        Ok(Modification::SetBasePT(Some(power), Some(toughness)))
    }

    /// "Nonbasic lands are Mountains" (CR 305.7).
    fn are_lands(&self, verb: &LastingVerb, sub: Subtype, tail: Option<&StillTail>) -> Lowered<Vec<Modification>> {
        Ok(match (sub.kind(), tail) {
            (SubtypeKind::BasicLand, None) => vec![Modification::SetSubtypes(SubtypeKind::Land, vec![sub])],
            (_, Some(StillTail::InAddition | StillTail::CreatureTypes | StillTail::LandTypes)) => {
                vec![Modification::AddSubtypes(vec![sub])]
            }
            _ => return unsupported("the change", verb),
        })
    }

    /// A change of power or toughness for each of something.
    fn scaled(&mut self, frame: &mut Frame, n: Amount, each: Option<&ForEach>) -> Lowered<Amount> {
        match n {
            Amount::Const(0) => Ok(Amount::Const(0)),
            n => self.times(frame, n, each),
        }
    }

    fn sizes(&mut self, frame: &mut Frame, pt: &PtBox) -> Lowered<(Amount, Amount)> {
        let power = match pt.0 {
            Some(n) => Amount::Const(n),
            None => self.x(frame)?,
        };
        let toughness = match pt.1 {
            Some(n) => Amount::Const(n),
            None => self.x(frame)?,
        };
        Ok((power, toughness))
    }

    fn blockers(&mut self, frame: &mut Frame, np: &Np) -> Lowered<Filter> {
        use crate::text::grammar::noun::Quant;
        match np {
            Np::Quant { quant: Quant::Bare, noun } => {
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("the description", np);
                }
                Ok(described.filter)
            }
            _ => unsupported("the description", np),
        }
    }

    /// A static ability of the source on the battlefield, as something to be granted.
    pub(super) fn static_ability(&mut self, text: String, effect: StaticEffect) -> Lowered<crate::card::AbilityId> {
        super::stored::kept_ability(&effect)?;
        let ability = Static { zone: Zone::Battlefield, condition: None, effect };
        Ok(self.pool.add_ability(Ability { text, kind: AbilityKind::Static(Box::new(ability)) }))
    }

    /// Several of these add up.
    fn blocks_more(&mut self, n: i32) -> Lowered<Vec<Modification>> {
        let effect = StaticEffect::BlocksMore { affected: Affected::Source, n: n.clamp(0, 255) as u8 };
        let text = format!("~ can block {} each combat.", crate::text::keywords::count(n, "additional creature"));
        Ok(vec![Modification::Quality(self.static_ability(text, effect)?)])
    }

    fn restriction(&mut self, restriction: &Restriction) -> Lowered<Vec<Modification>> {
        Ok(restrict(match restriction {
            Restriction::CantAttack => Restrictions::CANT_ATTACK,
            Restriction::CantBlock => Restrictions::CANT_BLOCK,
            Restriction::CantAttackOrBlock => Restrictions::CANT_ATTACK | Restrictions::CANT_BLOCK,
            Restriction::CantAttackOrBlockAlone => Restrictions::CANT_ATTACK_ALONE | Restrictions::CANT_BLOCK_ALONE,
            Restriction::CantAttackAlone => Restrictions::CANT_ATTACK_ALONE,
            Restriction::CantBlockAlone => Restrictions::CANT_BLOCK_ALONE,
            Restriction::CantBeBlocked => Restrictions::CANT_BE_BLOCKED,
            Restriction::MustAttack | Restriction::MustAttackThisTurn | Restriction::MustAttackTurn => {
                Restrictions::MUST_ATTACK
            }
            // With two players, there is nobody else that it could attack.
            Restriction::MustAttackOpponent | Restriction::MustAttackThemCombat | Restriction::MustAttackYou => {
                Restrictions::MUST_ATTACK_PLAYER
            }
            // CR 508.1d: no such player is there to be attacked, so that nothing obeys it less than anything else.
            Restriction::MustAttackOthers => Restrictions::empty(),
            Restriction::MustBlock | Restriction::MustBlockThisTurn => Restrictions::MUST_BLOCK,
            Restriction::MustBeBlocked { .. } => Restrictions::MUST_BE_BLOCKED,
            Restriction::BlocksFlyersOnly => Restrictions::BLOCKS_FLYERS_ONLY,
            Restriction::BlocksOneMore | Restriction::BlocksOneMoreThisTurn => return self.blocks_more(1),
            Restriction::BlocksAnyNumber => Restrictions::BLOCKS_ANY_NUMBER,
            Restriction::CantBeEnchanted => Restrictions::CANT_BE_ENCHANTED,
            Restriction::CantBeSacrificed => Restrictions::CANT_BE_SACRIFICED,
            Restriction::CantBeRegenerated => Restrictions::CANT_BE_REGENERATED,
            Restriction::CantActivate { but } => cant_activate(but.as_ref()),
            Restriction::IgnoresDefender { .. } => Restrictions::IGNORES_DEFENDER,
            Restriction::AssignsNoDamage => Restrictions::NO_COMBAT_DAMAGE,
            Restriction::ToughnessAsDamage => Restrictions::TOUGHNESS_AS_DAMAGE,
            Restriction::Lure => Restrictions::LURE,
            Restriction::CantBeCountered => Restrictions::CANT_BE_COUNTERED,
            Restriction::OneBlocker => Restrictions::ONE_BLOCKER,
            Restriction::CantCrew => Restrictions::CANT_CREW,
            Restriction::CantAttackBlockOrCrew => {
                Restrictions::CANT_ATTACK | Restrictions::CANT_BLOCK | Restrictions::CANT_CREW
            }
            Restriction::CantBlockOrCrew => Restrictions::CANT_BLOCK | Restrictions::CANT_CREW,
            Restriction::MustAttackOrBlock | Restriction::MustAttackOrBlockThisTurn => {
                Restrictions::MUST_ATTACK | Restrictions::MUST_BLOCK
            }
        }))
    }

    /// What "has flying and trample" grants.
    pub(super) fn grants(&mut self, frame: &mut Frame, grants: &Series<Grant>) -> Lowered<Vec<Modification>> {
        if grants.conjunction == Conjunction::Or || grants.conjunction == Conjunction::AndOr {
            return decline("a choice of abilities can't be granted");
        }
        let mut keywords = Keywords::empty();
        let mut out = Vec::new();
        for grant in &grants.items {
            match grant {
                Grant::Keyword { item } => match self.simple_keywords(item) {
                    Some(simple) => {
                        keywords |= simple;
                        out.extend(self.companions(simple)?.into_iter().map(Modification::AddAbility));
                    }
                    None => match item {
                        KeywordItem::Protection { from: ProtectionFrom::ChosenColor } => {
                            out.push(Modification::AddProtectionFromChosenColor);
                        }
                        item => {
                            for id in self.keyword_abilities(item)? {
                                out.push(Modification::AddAbility(id));
                            }
                        }
                    },
                },
                Grant::Quoted { ability } => {
                    for id in self.quoted(ability)? {
                        out.push(Modification::AddAbility(id));
                    }
                }
            }
        }
        let _ = frame;
        if !keywords.is_empty() {
            out.insert(0, Modification::AddKeywords(keywords));
        }
        Ok(out)
    }

    /// "becomes a 3/3 Elemental creature with haste that's still a land".
    pub(super) fn becomes(
        &mut self,
        frame: &mut Frame,
        shape: &Shape,
        tail: Option<&StillTail>,
    ) -> Lowered<Vec<Modification>> {
        let mut out = Vec::new();
        let types = shape.types.iter().fold(CardTypes::empty(), |all, word| all | word.0);
        if types.contains(CardTypes::PERMANENT) {
            return unsupported("the description", shape);
        }
        if let Some(supertype) = &shape.sup {
            out.push(Modification::AddSupertypes(supertype.0));
        }
        let subtypes: Vec<_> = shape.subs.iter().map(|sub| sub.0).collect();
        let keeps_types = tail.is_some();
        if !types.is_empty() {
            if keeps_types {
                out.push(Modification::AddTypes(types));
            } else if types.contains(CardTypes::ARTIFACT | CardTypes::CREATURE) {
                // CR 205.1b: "becomes an artifact creature" keeps the other types; any other noun phrase replaces them.
                out.push(Modification::AddTypes(types));
            } else {
                out.push(Modification::SetTypes(types));
            }
        }
        if !subtypes.is_empty() {
            let kind = subtypes[0].kind();
            let land = |kind: SubtypeKind| if kind == SubtypeKind::BasicLand { SubtypeKind::Land } else { kind };
            // Added to the others they may be of several kinds.
            if tail.is_none() && subtypes.iter().any(|subtype| land(subtype.kind()) != land(kind)) {
                return unsupported("the description", shape);
            }
            match tail {
                Some(StillTail::StillLand | StillTail::ThatsStill) if land(kind) == SubtypeKind::Land => {
                    return unsupported("the description", shape);
                }
                Some(_) => out.push(Modification::AddSubtypes(subtypes)),
                None => out.push(Modification::SetSubtypes(land(kind), subtypes)),
            }
        }
        if let Some(color) = &shape.color {
            let colors = shape_color(color)?;
            out.push(match tail {
                Some(StillTail::ColorsAndTypes) => Modification::AddColors(colors),
                _ => Modification::SetColors(colors),
            });
        } else if matches!(tail, Some(StillTail::ColorsAndTypes)) {
            return unsupported("the description", shape);
        }
        let mut pt = shape.pt;
        match &shape.with {
            None => {}
            Some(ShapeWith::Grants { grants }) => out.extend(self.grants(frame, grants)?),
            Some(ShapeWith::Enchant { what }) => {
                let effect = self.enchant(what)?;
                let id = self.static_ability(print(&KeywordItem::Enchant { what: what.clone() }), effect)?;
                out.push(Modification::AddAbility(id));
            }
            Some(ShapeWith::AllTypes) => out.push(Modification::AddEveryCreatureType),
            Some(ShapeWith::GrantsAndAllTypes { grants }) => {
                out.extend(self.grants(frame, grants)?);
                out.push(Modification::AddEveryCreatureType);
            }
            Some(ShapeWith::Equal { amount } | ShapeWith::BaseEqual { amount }) => {
                let amount = self.amount(frame, amount)?;
                out.push(Modification::SetBasePT(Some(amount.clone()), Some(amount)));
            }
            Some(ShapeWith::Base { pt: base }) => pt = Some(*base),
            Some(ShapeWith::BaseTwo { pt: base, a, b }) => {
                pt = Some(*base);
                let both = Series { conjunction: Conjunction::And, items: vec![a.clone(), b.clone()] };
                out.extend(self.grants(frame, &both)?);
            }
            Some(ShapeWith::BaseAnd { pt: base, grants }) => {
                pt = Some(*base);
                out.extend(self.grants(frame, grants)?);
            }
        }
        if let Some(pt) = pt {
            let (power, toughness) = self.sizes(frame, &pt)?;
            out.push(Modification::SetBasePT(Some(power), Some(toughness)));
        }
        Ok(out)
    }
}

/// What would define power and toughness sets them instead.
pub(super) fn set_instead_of_define(changes: &mut [Modification]) {
    for change in changes {
        if let Modification::DefinePT(power, toughness) = change {
            *change = Modification::SetBasePT(power.take(), toughness.take());
        }
    }
}

fn shape_color(color: &ShapeColor) -> Lowered<Colors> {
    match color {
        ShapeColor::Colorless => Ok(Colors::empty()),
        ShapeColor::All => Ok(Colors::all()),
        ShapeColor::Colors { colors } if colors.conjunction == Conjunction::Or => {
            decline("a choice of colours isn't supported")
        }
        ShapeColor::Colors { colors } => Ok(colors.items.iter().fold(Colors::empty(), |all, color| all | color.0)),
    }
}

/// Protection from one colour is a bit.
pub(super) fn protection_filter(from: &ProtectionFrom) -> Option<Filter> {
    Some(match from {
        ProtectionFrom::Color { color } => Filter::just(Test::Colors(color.0)),
        ProtectionFrom::EachColor | ProtectionFrom::AllColors => Filter::just(Test::Colors(Colors::all())),
        ProtectionFrom::Everything => Filter::ANY,
        // What was cast in an earlier turn entered in that turn.
        ProtectionFrom::CastThisTurn => Filter { tests: vec![Test::WasCast, Test::EnteredThisTurn] },
        ProtectionFrom::ManaValueAtLeast { n } => {
            Filter::just(Test::ManaValue(Comparison::AtLeast, Amount::Const(n.0)))
        }
        ProtectionFrom::ManaValueAtMost { n } => Filter::just(Test::ManaValue(Comparison::AtMost, Amount::Const(n.0))),
        ProtectionFrom::Arcane => Filter::just(super::filter::subtype_test("Arcane").ok()?),
        ProtectionFrom::Snow => Filter::just(Test::Supertype(Supertypes::SNOW)),
        ProtectionFrom::Multicolored => Filter::just(Test::Multicolored),
        ProtectionFrom::Monocolored => Filter::just(Test::Monocolored),
        ProtectionFrom::Colorless => Filter::just(Test::Colorless),
        ProtectionFrom::ChosenColor => Filter::just(Test::ChosenColor),
        ProtectionFrom::ChosenName => Filter::just(Test::ChosenName),
        ProtectionFrom::EachOpponent => Filter::just(Test::Controller(crate::filter::PlayerFilter::Opponent)),
        ProtectionFrom::ChosenPlayer => Filter::just(Test::Controller(crate::filter::PlayerFilter::Chosen)),
        ProtectionFrom::CardTypesOf { .. } => Filter::just(Test::SharesCardType(Box::new(Objects::ExiledWithSource))),
        ProtectionFrom::Noun { .. } => return None,
    })
}

/// "three or more creatures".
pub(super) fn three_creatures(np: &Np) -> bool {
    matches!(np, Np::Quant { quant: Quant::OrMore { n: Numeral(3) }, noun } if noun.is_plain_creature())
}

/// Base power or base toughness is a number (CR 613.4b). The grammar reads nothing else there.
pub(super) fn base_stat(stat: &Stat, n: Amount) -> Modification {
    match stat {
        Stat::Toughness => Modification::SetBasePT(None, Some(n)),
        Stat::Power | Stat::ManaValue => Modification::SetBasePT(Some(n), None),
    }
}

/// Is these colors besides.
fn added_colors(colors: &Series<Color>) -> Lowered<Vec<Modification>> {
    if colors.conjunction == Conjunction::Or {
        return unsupported("the colors", colors);
    }
    let all = colors.items.iter().fold(Colors::empty(), |all, color| all | color.0);
    Ok(vec![Modification::AddColors(all)])
}

/// Is, or is no longer, legendary or snow.
fn supertypes(which: Supertypes, is: bool) -> Vec<Modification> {
    vec![if is { Modification::AddSupertypes(which) } else { Modification::RemoveSupertypes(which) }]
}
