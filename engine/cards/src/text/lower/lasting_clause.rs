//! Clauses that change objects for a time: which verbs last how long.

use super::clause::no_alternatives;
use super::context::Context;
use super::decline::{Lowered, decline};
use super::filter::unsupported;
use super::frame::{DoneThisWay, Frame, Item, Mention, Referent};
use super::noun::Use;
use super::stored::keep_player;
use crate::ability::{Affected, StaticEffect};
use crate::effect::{Duration as Span, Instr, Modification, OfferedTypes, Register};
use crate::filter::{Amount, Comparison, Condition, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::text::grammar::effect::{Clause, Clauses, Suffix};
use crate::text::grammar::keyword::{Grant, KeywordItem};
use crate::text::grammar::noun::{Np, Nps, Quant};
use crate::text::grammar::object::{
    Duration as Words, LastingItem, LastingVerb, NoUntap, ObjectItem, ObjectVerb, Restriction, Targeters,
};
use crate::text::grammar::series::{Chain, Series};
use crate::text::syntax::print;
use crate::types::Colors;

impl Frame {
    /// Cards that were revealed and are where they were: "it gets +3/+3" isn't about them, as they aren't permanents (CR 110.1). They are taken
    /// out of what was mentioned.
    fn cards_it_cannot_be(&mut self, what: &Nps, verbs: &Chain<LastingItem>) -> Vec<Mention> {
        let gets = |item: &LastingItem| matches!(item.verb, LastingVerb::Gets { .. });
        if *what != (Nps::One { np: Np::It }) || !verbs.items().any(gets) {
            return Vec::new();
        }
        let is_card = |mention: &Mention| {
            mention.card && mention.past == Some(DoneThisWay::Revealed) && matches!(mention.after, Referent::Known(_))
        };
        let mentions = &mut self.discourse.mentions;
        let kept = mentions.iter().rposition(|mention| !is_card(mention)).map_or(0, |last| last + 1);
        mentions.split_off(kept)
    }

    /// Says something for good of what an instruction before puts onto the battlefield, so that it enters like that (CR 611.2e). Returns
    /// whether there is such an instruction, and nothing but whether it was carried out decides on what is said now.
    fn says_of_what_enters(&mut self, register: Register, modifications: &[Modification]) -> bool {
        let passes = |item: &Item| match item {
            Item::Mark(_) | Item::Instr(_, Instr::Unless(Condition::Did, _)) => true,
            // "Put a flying counter on it. It's a Spirit in addition to its other types."
            Item::Instr(_, Instr::AddCounters(Objects::Register(it), ..)) => *it == register,
            Item::Instr(..) => false,
        };
        let Some(place) = self.code.items.iter().rposition(|item| !passes(item)) else { return false };
        let Item::Instr(_, Instr::Move(_, to, Some(into))) = &mut self.code.items[place] else { return false };
        if *into != register || to.zone != Zone::Battlefield || to.attached.is_some() || to.enchanting.is_some() {
            return false;
        }
        to.as_said_next = true;
        let said = Instr::Continuous(Objects::Register(register), modifications.to_vec(), Span::Indefinite);
        if place + 1 == self.code.items.len() {
            self.emit(said);
        } else {
            self.insert(place + 1, said);
        }
        true
    }
}

impl Context<'_> {
    /// "gains protection from the color of your choice": a branch for each choice, as the choice is locked in.
    pub(super) fn chosen_change(
        &mut self,
        frame: &mut Frame,
        objects: &Objects,
        verbs: &Chain<LastingItem>,
    ) -> Lowered<()> {
        let mut own = frame.lasts();
        for item in verbs.items() {
            if let Some(dur) = &item.dur {
                own = Some(self.span(dur)?);
            }
        }
        // CR 611.2a: without a duration it lasts until the game ends.
        let becomes = |item: &LastingItem| {
            matches!(
                item.verb,
                LastingVerb::BecomesChosenColor
                    | LastingVerb::BecomesChosenColors
                    | LastingVerb::BecomesChosenCreatureType
                    | LastingVerb::BecomesChosenLandType
            )
        };
        if own.is_none() && verbs.items().all(becomes) {
            own = Some(Span::Indefinite);
        }
        let Some(span) = own else { return decline("what is chosen has no duration") };
        for item in verbs.items() {
            let branch = |frame: &mut Frame, modification: Modification| {
                frame.emit(Instr::Continuous(objects.clone(), vec![modification], span));
            };
            match &item.verb {
                LastingVerb::GainsChoice { of } | LastingVerb::LosesChoice { of } => {
                    let loses = matches!(item.verb, LastingVerb::LosesChoice { .. });
                    let change = |keywords| match loses {
                        true => Modification::RemoveKeywords(keywords),
                        false => Modification::AddKeywords(keywords),
                    };
                    let end = frame.label();
                    let Some((last, others)) = of.items.split_last() else { return decline("nothing to choose from") };
                    for one in others {
                        let other = frame.label();
                        frame.emit(Instr::May(Players::You, other));
                        branch(frame, change(one.0));
                        frame.emit(Instr::Jump(end));
                        frame.mark(other);
                    }
                    branch(frame, change(last.0));
                    frame.mark(end);
                }
                LastingVerb::GetsEither { a, b } => {
                    let (other, end) = (frame.label(), frame.label());
                    let (a, b) = (self.gets(frame, a, None, None)?, self.gets(frame, b, None, None)?);
                    frame.emit(Instr::May(Players::You, other));
                    frame.emit(Instr::Continuous(objects.clone(), a, span));
                    frame.emit(Instr::Jump(end));
                    frame.mark(other);
                    frame.emit(Instr::Continuous(objects.clone(), b, span));
                    frame.mark(end);
                }
                LastingVerb::GainsProtection => self.protection_from_chosen(frame, objects, span),
                LastingVerb::BecomesChosenColor | LastingVerb::BecomesChosenColors => {
                    frame.emit(Instr::ChooseColor(Players::You, Colors::all()));
                    let chosen = |how, index| {
                        Condition::Compare(
                            Amount::Register(super::frame::COLOR_REGISTER),
                            how,
                            Amount::Const(index as i32),
                        )
                    };
                    for (index, row) in Colors::TABLE.iter().enumerate() {
                        let label = frame.label();
                        frame.emit(Instr::Unless(chosen(Comparison::Equal, index), label));
                        branch(frame, Modification::SetColors(row.0));
                        frame.mark(label);
                    }
                    // And each of the others, or not (CR 105.3).
                    let more = item.verb == LastingVerb::BecomesChosenColors;
                    for (index, row) in Colors::TABLE.iter().enumerate().filter(|_| more) {
                        let label = frame.label();
                        frame.emit(Instr::Unless(chosen(Comparison::NotEqual, index), label));
                        frame.emit(Instr::May(Players::You, label));
                        branch(frame, Modification::AddColors(row.0));
                        frame.mark(label);
                    }
                }
                LastingVerb::GainsProtectionOr { from } => {
                    let item = KeywordItem::Protection { from: from.clone() };
                    let granted = self.grants(frame, &Series::one(Grant::Keyword { item }))?;
                    let (other, end) = (frame.label(), frame.label());
                    frame.emit(Instr::May(Players::You, other));
                    frame.emit(Instr::Continuous(objects.clone(), granted, span));
                    frame.emit(Instr::Jump(end));
                    frame.mark(other);
                    self.protection_from_chosen(frame, objects, span);
                    frame.mark(end);
                }
                LastingVerb::BecomesChosenCreatureType => {
                    frame.emit(Instr::ChooseCreatureType(Players::You, OfferedTypes::All));
                    branch(frame, Modification::SetChosenType);
                }
                LastingVerb::BecomesChosenLandType => {
                    frame.emit(Instr::ChooseLandType(Players::You));
                    branch(frame, Modification::SetChosenType);
                }
                LastingVerb::BecomesChosenLandTypeToo => {
                    frame.emit(Instr::ChooseLandType(Players::You));
                    branch(frame, Modification::AddChosenType);
                }
                verb => {
                    let modifications = self.lasting(frame, verb, item.each.as_ref())?;
                    frame.emit(Instr::Continuous(objects.clone(), modifications, span));
                }
            }
        }
        Ok(())
    }

    /// "You may return target creature card to the battlefield. It has base power and toughness 4/4": only if it was returned, as a permanent.
    fn it_has_entered(&mut self, frame: &mut Frame) {
        let Ok(it) = self.it(frame) else { return };
        let Referent::Perhaps(_, number) = it.after else { return };
        if frame.entered(&it) {
            let same = |mention: &&mut Mention| mention.before == it.before && mention.after == it.after;
            frame
                .discourse
                .mentions
                .iter_mut()
                .filter(same)
                .for_each(|mention| mention.after = Referent::Pending(number));
        }
    }

    /// Protection from a color that is chosen now.
    fn protection_from_chosen(&mut self, frame: &mut Frame, objects: &Objects, span: Span) {
        frame.emit(Instr::ChooseColor(Players::You, Colors::all()));
        for (index, protection) in crate::keyword::Keywords::PROTECTION.iter().enumerate() {
            let label = frame.label();
            let chosen = Amount::Register(super::frame::COLOR_REGISTER);
            let is = Condition::Compare(chosen, crate::filter::Comparison::Equal, Amount::Const(index as i32));
            frame.emit(Instr::Unless(is, label));
            frame.emit(Instr::Continuous(objects.clone(), vec![Modification::AddKeywords(*protection)], span));
            frame.mark(label);
        }
    }

    pub(super) fn lasting_clause(&mut self, frame: &mut Frame, what: &Nps, verbs: &Chain<LastingItem>) -> Lowered<()> {
        no_alternatives(verbs)?;
        // "Tap each creature ... and it doesn't untap ...": each of them.
        let stays = verbs.rest.is_empty() && matches!(verbs.first.verb, LastingVerb::DoesntUntap { .. });
        let each = stays && frame.discourse.mentions.last().is_some_and(|mention| mention.plural);
        let what = if each && *what == (Nps::One { np: Np::It }) { &Nps::One { np: Np::They } } else { what };
        let done_to = each_done_to(what);
        let what = done_to.as_ref().unwrap_or(what);
        let cards = frame.cards_it_cannot_be(what, verbs);
        if *what == (Nps::One { np: Np::It }) {
            self.it_has_entered(frame);
        }
        let objects = self.objects_of(frame, what, Use::Act)?;
        frame.discourse.mentions.extend(cards);
        if self.tokens_have(frame, &objects, verbs)? {
            return Ok(());
        }
        if verbs.items().any(|item| matches!(item.verb, LastingVerb::CantBeCounteredBy { .. })) {
            return self.uncounterable_by(frame, what, objects, verbs);
        }
        if verbs.items().any(|item| is_choice(&item.verb)) {
            return self.chosen_change(frame, &objects, verbs);
        }
        // What was done is over: which those are doesn't change any more.
        let described = matches!(what, Nps::One { np: Np::Quant { noun, .. } } if !noun.is_done_this_way());
        if verbs.items().any(|item| is_of_opponents(&item.verb)) {
            return self.kept_from_opponents(frame, &objects, described, verbs);
        }
        let before = frame.discourse.subject.replace(objects.clone());
        let items: Vec<&LastingItem> = verbs.items().collect();
        // A duration counts for the verbs before it that have none.
        let mut spans = Vec::new();
        let mut span_after = if items.iter().all(|item| implied(&item.verb).is_some()) { None } else { frame.lasts() };
        for item in items.iter().rev() {
            if let Some(own) = &item.dur {
                span_after = Some(self.span(own)?);
            }
            spans.push(implied(&item.verb).or(span_after));
        }
        spans.reverse();
        let mut groups: Vec<(Span, Vec<Modification>)> = Vec::new();
        for (item, span) in items.iter().zip(spans) {
            let modifications = self.lasting(frame, &item.verb, item.each.as_ref())?;
            let span = match span {
                Some(span) => span,
                None if endless(&item.verb) => Span::Indefinite,
                // "It has ...", of a token that was just made.
                None if matches!(item.verb, LastingVerb::Has { .. })
                    && frame.discourse.mentions.last().is_some_and(|it| it.token && !it.source) =>
                {
                    Span::Indefinite
                }
                None => return unsupported("no duration is said for", &item.verb),
            };
            match groups.last_mut() {
                Some((last, all)) if *last == span => all.extend(modifications),
                _ => groups.push((span, modifications)),
            }
        }
        frame.discourse.subject = before;
        // CR 611.2c: the set of each part of an effect is determined independently.
        if described && matches!(objects, Objects::Each(Zone::Battlefield, _)) {
            groups = groups.into_iter().flat_map(apart).collect();
        }
        let several = groups.len() > 1 && groups.iter().any(|(_, changes)| !rules_only(changes));
        let those = if several { frame.fixed(objects.clone())? } else { objects.clone() };
        // "It's a Zombie in addition": as it enters, if it is put onto the battlefield by the instruction before (CR 611.2e).
        let is_said = |item: &&LastingItem| {
            matches!(
                item.verb,
                LastingVerb::IsA { .. }
                    | LastingVerb::AreMany { .. }
                    | LastingVerb::IsColor { .. }
                    | LastingVerb::BasePt { .. }
            )
        };
        if items.iter().all(is_said)
            && let [(Span::Indefinite, modifications)] = groups.as_slice()
            && let Objects::Register(register) = objects
            && frame.says_of_what_enters(register, modifications)
        {
            return Ok(());
        }
        for (span, modifications) in groups {
            if span == Span::ControllersNextUntap {
                self.next_untap(frame, &objects, described, verbs, modifications)?;
                continue;
            }
            match &objects {
                // CR 611.2c: what changes no characteristics applies to objects that come later too.
                Objects::Each(Zone::Battlefield, filter) if rules_only(&modifications) && described => {
                    frame.emit_stored(filter.clone(), |filter| Instr::ContinuousOn(filter, modifications, span))?;
                }
                // The same of spells: a rule of yours for the time.
                Objects::Each(Zone::Stack, filter) if rules_only(&modifications) && described => {
                    if !super::player_gain::lasts_for_players(span) {
                        return unsupported("how long this is so of spells:", what);
                    }
                    let affected = crate::ability::Affected::EachIn(Zone::Stack, filter.clone());
                    let text = format!("{}.", crate::text::syntax::print(what));
                    let rule = crate::ability::StaticEffect::Continuous(affected, modifications);
                    let id = self.static_ability(text, rule)?;
                    frame.emit(Instr::PlayerEffect(id, span));
                }
                _ => {
                    frame.emit(Instr::Continuous(those.clone(), modifications, span));
                }
            }
        }
        Ok(())
    }

    /// "Creatures target player controls don't untap during that player's next untap step": whatever fits in that step, as no
    /// characteristics change (CR 611.2c); what was mentioned before, in its own controller's next one if no player is named.
    fn next_untap(
        &mut self,
        frame: &mut Frame,
        objects: &Objects,
        described: bool,
        verbs: &Chain<LastingItem>,
        changes: Vec<Modification>,
    ) -> Lowered<()> {
        let when = verbs.items().find_map(|item| match &item.verb {
            LastingVerb::DoesntUntap { when } => Some(when),
            _ => None,
        });
        let whose = match when {
            Some(NoUntap::YourNext) => Some(Players::You),
            Some(NoUntap::ThatPlayersNext | NoUntap::ThePlayersNext) => Some(self.that_player(frame)?),
            Some(NoUntap::TargetPlayersNext) => {
                Some(self.players(frame, &crate::text::grammar::player::Player::TargetPlayer)?)
            }
            _ => None,
        };
        // What is true of a creature in combat isn't in the untap step: the set is that of now.
        let passing = |test: &Test| {
            matches!(
                test,
                Test::Attacking
                    | Test::Blocking
                    | Test::Blocked
                    | Test::Unblocked
                    | Test::BlockingOne(_)
                    | Test::BlockedByOne(_)
                    | Test::WasBlockedBy(_)
                    | Test::Crewed(..)
                    | Test::AttackedThisTurn
                    | Test::Fought(_)
            )
        };
        match objects {
            Objects::Each(Zone::Battlefield, filter) if described && !filter.tests.iter().any(passing) => {
                let (mut filter, mut known) = (filter.clone(), None);
                keep_player(&mut filter, &mut known)?;
                let players = match (known, whose) {
                    (Some(known), Some(whose)) if known != whose => {
                        return decline("two players aren't remembered for later");
                    }
                    (Some(players), _) | (None, Some(players)) => players,
                    (None, None) => {
                        filter.tests.push(Test::ControllerIn(Box::new(Players::Current)));
                        Players::Each
                    }
                };
                frame.emit_for(players, Instr::ContinuousOn(filter, changes, Span::PlayersNextUntap));
            }
            objects => match whose {
                Some(players) => {
                    frame.emit_for(players, Instr::Continuous(objects.clone(), changes, Span::PlayersNextUntap));
                }
                None => {
                    frame.emit(Instr::Continuous(objects.clone(), changes, Span::ControllersNextUntap));
                }
            },
        }
        Ok(())
    }
}

/// What changes characteristics, and what doesn't.
fn apart((span, changes): (Span, Vec<Modification>)) -> Vec<(Span, Vec<Modification>)> {
    let is_rule = |change: &Modification| rules_only(std::slice::from_ref(change));
    let (rules, others): (Vec<_>, Vec<_>) = changes.into_iter().partition(is_rule);
    [others, rules].into_iter().filter(|changes| !changes.is_empty()).map(|changes| (span, changes)).collect()
}

/// Returns whether changes change no characteristics, but what the rules allow (CR 611.2c).
fn rules_only(changes: &[Modification]) -> bool {
    changes.iter().all(|change| {
        matches!(change, Modification::Restrict(_) | Modification::Quality(_) | Modification::QualityByControl(..))
    })
}

impl Context<'_> {
    /// "Until end of turn, ...": some verb must take the duration.
    pub(super) fn until_then(
        &mut self,
        frame: &mut Frame,
        dur: &Words,
        clauses: &Clauses,
        suffix: Option<&Suffix>,
    ) -> Lowered<()> {
        if let (
            Words::ThisTurn,
            Clause::Object { what: Nps::One { np: Np::Quant { quant: Quant::Each, noun } }, verbs },
            None,
        ) = (dur, &clauses.0.first, suffix)
            && let ObjectItem { verb: ObjectVerb::EntersWith { with }, each: None } = &verbs.first
            && verbs.rest.is_empty()
            && clauses.0.rest.is_empty()
        {
            return self.enter_with_this_turn(frame, noun, with, print(clauses));
        }
        frame.setting.until = Some(self.span(dur)?);
        let used = frame.setting.until_used;
        let result = self.with_suffix(frame, clauses, suffix);
        frame.setting.until = None;
        result?;
        if frame.setting.until_used == used {
            decline(format!("nothing takes the duration `{}`", print(dur)))
        } else {
            Ok(())
        }
    }

    /// "Target creature can't be the target of spells or abilities your opponents control this turn": the opponents of who controls
    /// this effect, while the ability that the creature is given speaks of the creature's controller (CR 109.5).
    fn kept_from_opponents(
        &mut self,
        frame: &mut Frame,
        objects: &Objects,
        described: bool,
        verbs: &Chain<LastingItem>,
    ) -> Lowered<()> {
        let LastingItem { verb, dur: own, each: None } = &verbs.first else { return unsupported("the change", verbs) };
        if !verbs.rest.is_empty() {
            return unsupported("the change", verbs);
        }
        let lasts = frame.lasts();
        let span = match (own, lasts) {
            (Some(own), _) => self.span(own)?,
            (None, Some(lasts)) => lasts,
            (None, None) => return unsupported("no duration is said for", verb),
        };
        let mut kept_from = |players: PlayerFilter| {
            let by = Filter::just(Test::Controller(players));
            let effect = StaticEffect::CantBeTargeted { affected: Affected::Source, by };
            self.static_ability(format!("~ {}.", print(verb)), effect)
        };
        // What the quality says of players it says of the object's controller, and that may change.
        let quality = Modification::QualityByControl(kept_from(PlayerFilter::Opponent)?, kept_from(PlayerFilter::You)?);
        // CR 611.2c: that changes no characteristics, so that it is so of what comes later too.
        match objects {
            Objects::Each(Zone::Battlefield, filter) if described => {
                frame.emit_stored(filter.clone(), |filter| Instr::ContinuousOn(filter, vec![quality], span))?;
            }
            objects => {
                frame.emit(Instr::Continuous(objects.clone(), vec![quality], span));
            }
        }
        Ok(())
    }
}

impl Context<'_> {
    /// "Spells you control can't be countered by blue spells this turn": a rule of yours for the time, as no characteristics change
    /// (CR 611.2c).
    fn uncounterable_by(
        &mut self,
        frame: &mut Frame,
        what: &Nps,
        objects: Objects,
        verbs: &Chain<LastingItem>,
    ) -> Lowered<()> {
        let LastingItem { verb: LastingVerb::CantBeCounteredBy { by }, dur: Some(dur), each: None } = &verbs.first
        else {
            return unsupported("the change", verbs);
        };
        let Objects::Each(Zone::Stack, spells) = objects else { return unsupported("the spells", what) };
        let span = self.span(dur)?;
        if !verbs.rest.is_empty() || !super::player_gain::lasts_for_players(span) {
            return unsupported("how long this is so of spells:", what);
        }
        let by = self.noun(frame, by)?.filter;
        let rule = crate::ability::PlayerRule::SpellsUncounterableBy(spells, by);
        let text = format!("{} {}.", print(what), print(&verbs.first.verb));
        let id = self.static_ability(text, StaticEffect::Player(PlayerFilter::You, rule))?;
        frame.emit(Instr::PlayerEffect(id, span));
        Ok(())
    }
}

/// "A creature dealt damage this way can't be regenerated": nobody chooses one, it is said of each of them (CR 608.2c).
fn each_done_to(what: &Nps) -> Option<Nps> {
    match what {
        Nps::One { np: Np::Quant { quant: Quant::A, noun } } if noun.is_done_this_way() => {
            Some(Nps::One { np: Np::Quant { quant: Quant::Each, noun: noun.clone() } })
        }
        _ => None,
    }
}

fn is_of_opponents(verb: &LastingVerb) -> bool {
    matches!(verb, LastingVerb::CantBeTarget { by: Targeters::Opponents })
}

/// Returns whether a choice is made as the verb is carried out.
fn is_choice(verb: &LastingVerb) -> bool {
    matches!(
        verb,
        LastingVerb::GainsChoice { .. }
            | LastingVerb::LosesChoice { .. }
            | LastingVerb::GetsEither { .. }
            | LastingVerb::GainsProtection
            | LastingVerb::GainsProtectionOr { .. }
            | LastingVerb::BecomesChosenColor
            | LastingVerb::BecomesChosenColors
            | LastingVerb::BecomesChosenCreatureType
            | LastingVerb::BecomesChosenLandType
            | LastingVerb::BecomesChosenLandTypeToo
    )
}

/// Durations that a verb has in itself.
fn implied(verb: &LastingVerb) -> Option<Span> {
    match verb {
        LastingVerb::DoesntUntap { when } => match when {
            NoUntap::ItsNext
            | NoUntap::TheirNext
            | NoUntap::TheirsNext
            | NoUntap::ThatPlayersNext
            | NoUntap::ThePlayersNext
            | NoUntap::TargetPlayersNext
            | NoUntap::YourNext
            | NoUntap::TheirOwnNext => Some(Span::ControllersNextUntap),
            NoUntap::Its | NoUntap::Your | NoUntap::Their => None,
        },
        LastingVerb::Restrict {
            restriction:
                Restriction::MustAttackThisTurn
                | Restriction::MustAttackOpponent
                | Restriction::MustAttackYou
                | Restriction::MustBlockThisTurn
                | Restriction::BlocksOneMoreThisTurn
                | Restriction::MustBeBlocked { turn: Some(_) }
                | Restriction::IgnoresDefender { turn: Some(_) },
        } => Some(Span::EndOfTurn),
        LastingVerb::Restrict { restriction: Restriction::MustAttackThemCombat } => Some(Span::EndOfCombat),
        LastingVerb::CantBeBlockedTurnExcept { .. } => Some(Span::EndOfTurn),
        _ => None,
    }
}

/// Changes that have no end if none is said (CR 611.2a).
fn endless(verb: &LastingVerb) -> bool {
    matches!(
        verb,
        LastingVerb::Gains { .. }
            | LastingVerb::GainsAlso { .. }
            | LastingVerb::Loses { .. }
            | LastingVerb::LosesAll
            | LastingVerb::LosesLandTypes
            | LastingVerb::LosesLandwalk
            | LastingVerb::SwapsEnchant { .. }
            | LastingVerb::LosesCreatureTypes
            | LastingVerb::GainsCreatureTypes
            | LastingVerb::LosesThis
            | LastingVerb::Becomes { .. }
            | LastingVerb::BecomesIts { .. }
            | LastingVerb::BecomesMany { .. }
            | LastingVerb::BecomeArtifactCreatures { .. }
            | LastingVerb::IsA { .. }
            | LastingVerb::AreMany { .. }
            | LastingVerb::BasePt { .. }
            | LastingVerb::BaseEqual { .. }
            | LastingVerb::IsColor { .. }
            | LastingVerb::BecomesColor { .. }
            | LastingVerb::BecomesCopy { .. }
            | LastingVerb::BecomesCopyExcept { .. }
            | LastingVerb::Restrict { restriction: Restriction::CantActivate { .. } | Restriction::CantBeCountered }
    )
}
