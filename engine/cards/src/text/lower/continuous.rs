//! Continuous effects of static abilities: what they apply to, when, and what they do.

use super::context::Context;
use super::decline::{Lowered, decline};
use super::filter::unsupported;
use super::frame::Frame;
use super::lasting::three_creatures;
use crate::ability::{Affected, PlayerRule as Rule, StaticEffect};
use crate::effect::Modification;
use crate::filter::{Condition, Filter, Objects, PlayerFilter, Test, Zone};
use crate::text::grammar::amount::AtLeast;
use crate::text::grammar::condition::{BoardCondition, ConditionWords, Conditions, ObjectCondition, State};
use crate::text::grammar::noun::{Np, Nps, Qual, Quant};
use crate::text::grammar::object::{LastingItem, LastingVerb, OtherThings, Restriction};
use crate::text::grammar::player::Player;
use crate::text::grammar::said::means_exiled;
use crate::text::grammar::series::{Chain, Join};
use crate::text::grammar::statics::While;
use crate::text::grammar::tense::Be;
use crate::types::SubtypeKind;

impl Context<'_> {
    pub(super) fn before(&mut self, frame: &mut Frame, before: &While) -> Lowered<Condition> {
        Ok(match before {
            While::AsLongAs { condition } | While::If { condition } => {
                if let Some(asked) = self.top_of_library_is(frame, condition)? {
                    return Ok(asked);
                }
                let asked = self.conditions(frame, condition)?;
                self.mention_the_only_one(frame, condition)?;
                asked
            }
            While::YourTurn => Condition::TurnOf(PlayerFilter::You),
            While::YourTurnWhile { condition } | While::YourTurnIf { condition } => {
                Condition::All(vec![Condition::TurnOf(PlayerFilter::You), self.conditions(frame, condition)?])
            }
            While::NotYourTurn => Condition::Not(Box::new(Condition::TurnOf(PlayerFilter::You))),
        })
    }

    /// "As long as the top card of your library is a creature card": asked at all times, of a card that is no object there.
    fn top_of_library_is(&mut self, frame: &mut Frame, condition: &Conditions) -> Lowered<Option<Condition>> {
        let Conditions::One {
            a: ConditionWords::Object { what: ObjectCondition::Is { np: Np::TopCard { zone }, be: Be::Is, state } },
        } = condition
        else {
            return Ok(None);
        };
        if !super::cost::is_your_library(zone) {
            return unsupported("the zone", zone);
        }
        Ok(Some(Condition::TopOfLibrary(self.state(frame, state, true)?)))
    }

    /// "As long as you control exactly one creature, that creature ...": the one that there is.
    fn mention_the_only_one(&mut self, frame: &mut Frame, condition: &Conditions) -> Lowered<()> {
        // "As long as ~ is on the battlefield, it has ..."
        if let Conditions::One { a: ConditionWords::Object { what } } = condition
            && *what == (ObjectCondition::Is { np: Np::Itself, be: Be::Is, state: State::OnBattlefield })
        {
            frame.mention_source(self.types);
        }
        let Conditions::One {
            a:
                ConditionWords::Board {
                    what: BoardCondition::Controls { who: Player::You, n: AtLeast::Exactly { n }, noun },
                },
        } = condition
        else {
            return Ok(());
        };
        if n.0 == 1 {
            let described = self.noun(frame, noun)?;
            if described.zone == Some(Zone::Battlefield) {
                let yours = described.filter.clone().and(Test::Controller(PlayerFilter::You));
                frame.mention(Objects::Each(Zone::Battlefield, yours), false, Some(&described));
            }
        }
        Ok(())
    }

    /// What a continuous effect applies to; it is what "it" means from then on.
    pub(super) fn affected(&mut self, frame: &mut Frame, what: &Nps) -> Lowered<Vec<Affected>> {
        let nps: Vec<&Np> = match what {
            Nps::One { np } => vec![np],
            Nps::Two { a, b } => vec![a, b],
            Nps::Three { a, b, c } => vec![a, b, c],
            Nps::Four { a, b, c, d } => vec![a, b, c, d],
            Nps::Five { a, b, c, d, e } => vec![a, b, c, d, e],
        };
        let several = nps.len() > 1;
        let mut all = Vec::new();
        let before = frame.discourse.mentions.len();
        for np in nps {
            // "Skeletons you control and other Zombies you control" on a Zombie: other than the source, not than the Skeletons.
            let parts = frame.discourse.mentions.split_off(before);
            let known = all.len();
            match self.affected_part(frame, np, &mut all) {
                Ok(()) => {
                    frame.discourse.mentions.splice(before..before, parts);
                }
                Err(_) if !parts.is_empty() => {
                    all.truncate(known);
                    frame.discourse.mentions.splice(before.., parts);
                    self.affected_part(frame, np, &mut all)?;
                }
                Err(error) => return Err(error),
            }
        }
        one_of_each(&mut all);
        if let ([Affected::Each(filter)], true) = (all.as_slice(), several) {
            frame.mention(Objects::Each(Zone::Battlefield, filter.clone()), true, None);
        }
        if all.len() > 1 {
            // "It" would mean each of several.
            frame.mention(Objects::Source, true, None);
        }
        Ok(all)
    }

    /// One of several things that a continuous effect applies to.
    fn affected_part(&mut self, frame: &mut Frame, np: &Np, all: &mut Vec<Affected>) -> Lowered<()> {
        match np {
            Np::SelfAndOthers { noun } => {
                let described = self.noun(frame, noun)?;
                frame.mention(Objects::Source, true, Some(&described));
                all.push(Affected::Source);
                all.push(Affected::Each(described.filter.and(Test::NotSource)));
            }
            // What is both is affected once.
            Np::SelfAnd { noun } => {
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("the subject", np);
                }
                frame.mention(Objects::Source, true, Some(&described));
                all.push(Affected::Source);
                all.push(Affected::Each(described.filter.and(Test::NotSource)));
            }
            // "Creature cards you own that aren't on the battlefield": in every other zone.
            Np::Quant { quant: Quant::Bare, noun } if noun.quals.last() == Some(&Qual::NotOnBattlefield) => {
                let mut noun = noun.clone();
                noun.quals.pop();
                let described = self.noun(frame, &noun)?;
                if !described.card || described.zone.is_some() || described.random || described.among.is_some() {
                    return unsupported("the subject", np);
                }
                all.extend(cards_elsewhere(&described.filter));
                all.push(Affected::EachIn(Zone::Stack, described.filter.and(Test::Spell)));
            }
            np => all.push(self.affected_one(frame, np)?),
        }
        Ok(())
    }

    pub(super) fn affected_one(&mut self, frame: &mut Frame, np: &Np) -> Lowered<Affected> {
        Ok(match np {
            Np::Itself => {
                frame.mention_source(self.types);
                Affected::Source
            }
            Np::It => match frame.discourse.mentions.last().and_then(|mention| mention.before.clone()) {
                Some(Objects::Source) => Affected::Source,
                Some(Objects::Host) => Affected::Host,
                // "As long as you control an artifact, it ..." would be that artifact.
                _ => return decline("it is unclear what `it` refers to"),
            },
            Np::That { .. } => match self.refer(frame, np)? {
                Objects::Host => Affected::Host,
                Objects::Each(Zone::Battlefield, only) => Affected::Each(only),
                _ => return unsupported("the subject", np),
            },
            Np::Host { head, .. } => {
                let described = self.head(frame, head)?;
                frame.mention(Objects::Host, false, Some(&described));
                Affected::Host
            }
            Np::Quant { quant: Quant::Bare | Quant::Each | Quant::All, noun } => {
                let described = self.noun(frame, noun)?;
                let Some(zone) = described.zone else { return unsupported("the zone is not said in", noun) };
                frame.mention(Objects::Each(zone, described.filter.clone()), true, Some(&described));
                if zone == Zone::Battlefield {
                    Affected::Each(described.filter)
                } else {
                    Affected::EachIn(zone, described.filter)
                }
            }
            _ => return unsupported("the subject", np),
        })
    }

    /// A phrase of which every object that fits is meant.
    pub(super) fn set_filter(&mut self, frame: &mut Frame, np: &Np) -> Lowered<Filter> {
        match self.affected_one(frame, np)? {
            Affected::Each(filter) => Ok(filter),
            _ => unsupported("the description", np),
        }
    }

    pub(super) fn one_filter(&mut self, frame: &mut Frame, np: &Np) -> Lowered<Filter> {
        Ok(match self.affected_one(frame, np)? {
            Affected::Source => Filter::just(Test::Source),
            Affected::Host => Filter::just(Test::Host),
            Affected::Each(filter) => filter,
            Affected::EachIn(..) => return unsupported("the description", np),
        })
    }

    /// "All activated abilities of all creature cards in your graveyard": of the cards of a zone, or of other permanents.
    fn activated_of(&mut self, frame: &mut Frame, of: &Np) -> Lowered<Modification> {
        let Np::Quant { noun, .. } = of else {
            return match means_exiled(of) {
                true => Ok(Modification::AddActivatedOf(Objects::ExiledWithSource)),
                false => unsupported("the abilities of", of),
            };
        };
        let described = self.noun(frame, noun)?;
        let plain = !described.random && described.among.is_none() && described.also.is_none();
        match (described.zone, described.card) {
            (Some(zone @ (Zone::Graveyard | Zone::Exile)), true) | (Some(zone @ Zone::Battlefield), false) if plain => {
                Ok(Modification::AddActivatedOf(Objects::Each(zone, described.filter)))
            }
            _ => unsupported("the abilities of", of),
        }
    }

    pub(super) fn continuous(
        &mut self,
        frame: &mut Frame,
        affected: &[Affected],
        verbs: &Chain<LastingItem>,
    ) -> Lowered<Vec<StaticEffect>> {
        if verbs.rest.iter().any(|link| link.0 == Join::Or) {
            return decline("a choice between verbs isn't supported");
        }
        let mut effects = Vec::new();
        let mut modifications = Vec::new();
        for item in verbs.items() {
            match &item.verb {
                LastingVerb::CantBeBlockedExceptBy { np } if three_creatures(np) => {
                    modifications.extend(self.lasting(frame, &item.verb, None)?);
                }
                LastingVerb::CantBeBlockedBy { .. }
                | LastingVerb::CantBeBlockedExceptBy { .. }
                | LastingVerb::CantBeTarget { .. }
                | LastingVerb::CantBlockWhat { .. }
                | LastingVerb::ReachesThese { .. }
                | LastingVerb::BlocksShadow
                | LastingVerb::BlocksMore { .. }
                | LastingVerb::Restrict { restriction: Restriction::BlocksOneMore } => {
                    let granted = self.lasting(frame, &item.verb, None)?;
                    for effect in self.granted_statics(&granted) {
                        effects.extend(affected.iter().map(|affected| match &effect {
                            StaticEffect::CantBeBlockedBy { blockers, except, .. } => StaticEffect::CantBeBlockedBy {
                                affected: affected.clone(),
                                blockers: blockers.clone(),
                                except: *except,
                            },
                            StaticEffect::CantBeTargeted { by, .. } => {
                                StaticEffect::CantBeTargeted { affected: affected.clone(), by: by.clone() }
                            }
                            StaticEffect::CantBlockThese { attackers, .. } => StaticEffect::CantBlockThese {
                                affected: affected.clone(),
                                attackers: attackers.clone(),
                            },
                            StaticEffect::ReachesThese { attackers, shadow, .. } => StaticEffect::ReachesThese {
                                affected: affected.clone(),
                                attackers: attackers.clone(),
                                shadow: *shadow,
                            },
                            StaticEffect::BlocksMore { n, .. } => {
                                StaticEffect::BlocksMore { affected: affected.clone(), n: *n }
                            }
                            other => other.clone(),
                        }));
                    }
                }
                // Said of what can be attacked, so that declaring attackers looks at one list of rules.
                LastingVerb::CantAttackYou { planeswalkers } => {
                    for affected in affected {
                        let attackers = match affected {
                            Affected::Source => Filter::just(Test::Source),
                            Affected::Host => Filter::just(Test::Host),
                            Affected::Each(filter) => filter.clone(),
                            Affected::EachIn(..) => return unsupported("the description", &item.verb),
                        };
                        let rule = Rule::CantBeAttackedBy(attackers, planeswalkers.is_some());
                        effects.push(StaticEffect::Player(PlayerFilter::You, rule));
                    }
                }
                LastingVerb::LoneAura if *affected == [Affected::Host] => effects.push(StaticEffect::LoneAura),
                LastingVerb::HasActivated { of } => modifications.push(self.activated_of(frame, of)?),
                LastingVerb::LosesOther { what } => lose_others(&mut modifications, what, &item.verb)?,
                LastingVerb::StatsEqual { .. } | LastingVerb::StatEqual { .. } | LastingVerb::PowerAndMore { .. }
                    if *affected != [Affected::Source] =>
                {
                    return unsupported("the change", &item.verb);
                }
                LastingVerb::Gains { .. }
                | LastingVerb::GainsAlso { .. }
                | LastingVerb::Becomes { .. }
                | LastingVerb::BecomesIts { .. }
                | LastingVerb::BecomeArtifactCreatures { .. }
                | LastingVerb::BecomesMany { .. } => {
                    return unsupported("a static ability with", &item.verb);
                }
                verb => modifications.extend(self.lasting(frame, verb, item.each.as_ref())?),
            }
        }
        if !modifications.is_empty() {
            effects.extend(
                affected.iter().map(|affected| StaticEffect::Continuous(affected.clone(), modifications.clone())),
            );
        }
        Ok(effects)
    }

    /// The static effects of qualities that were made to be stated.
    pub(super) fn granted_statics(&self, modifications: &[Modification]) -> Vec<StaticEffect> {
        let mut effects = Vec::new();
        for modification in modifications {
            if let Modification::Quality(id) = modification
                && let crate::ability::AbilityKind::Static(ability) = &self.pool.ability(*id).kind
            {
                effects.push(ability.effect.clone());
            }
        }
        effects
    }
}

/// "Loses all other card types": what the sentence says of them replaces the old ones. Abilities go before those are there that it gives.
fn lose_others(changes: &mut Vec<Modification>, what: &OtherThings, verb: &LastingVerb) -> Lowered<()> {
    if *what != OtherThings::Abilities {
        let mut said = false;
        for change in changes.iter_mut() {
            match change {
                Modification::AddTypes(types) => (*change, said) = (Modification::SetTypes(*types), true),
                Modification::SetTypes(_) => said = true,
                _ => {}
            }
        }
        if !said {
            return unsupported("what is lost besides:", verb);
        }
    }
    if *what == OtherThings::Everything {
        for change in changes.iter_mut() {
            if let Modification::AddSubtypes(subtypes) = change
                && subtypes.iter().all(|subtype| subtype.kind() == SubtypeKind::Creature)
            {
                *change = Modification::SetSubtypes(SubtypeKind::Creature, std::mem::take(subtypes));
            }
        }
    }
    if *what != OtherThings::CardTypes {
        changes.insert(0, Modification::LoseAllAbilities);
    }
    Ok(())
}

/// What is both of two descriptions is affected once.
fn one_of_each(all: &mut Vec<Affected>) {
    let filters: Vec<Filter> = all
        .iter()
        .filter_map(|affected| match affected {
            Affected::Each(filter) => Some(filter.clone()),
            _ => None,
        })
        .collect();
    if filters.len() > 1 && filters.len() == all.len() {
        *all = vec![Affected::Each(Filter::just(Test::AnyOf(filters)))];
    }
}

/// The cards that fit and are neither on the battlefield nor on the stack; in the command zone those that are a deck's.
pub(super) fn cards_elsewhere(filter: &Filter) -> Vec<Affected> {
    let in_zone = |zone| match zone {
        Zone::Command => Affected::EachIn(zone, filter.clone().and(Test::Commander)),
        zone => Affected::EachIn(zone, filter.clone()),
    };
    [Zone::Library, Zone::Hand, Zone::Graveyard, Zone::Exile, Zone::Command].map(in_zone).to_vec()
}
