//! What a decision is for, in the words of the closed lists (§7.4): the most specific one that is known to apply.

use gauntlet_cards::ability::{AbilityKind, Activatable, PlayerRule, Replacement, StaticEffect, TriggerEvent};
use gauntlet_cards::card::{AbilityId, Pool};
use gauntlet_cards::cost::CostPart;
use gauntlet_cards::effect::{DiscardHow, Instr, ManaOutput, Modification, Script};
use gauntlet_cards::face_down::FaceDown;
use gauntlet_cards::filter::{Condition, CounterKind, Objects, Players, Test, Zone};
use gauntlet_cards::keyword::Keywords;
use gauntlet_cards::walk::{Then, Walk};
use gauntlet_magic::decision::DecisionKind;
use gauntlet_magic::state::{Ordered, ReplacedBy};
use gauntlet_magic::view::AskedBy;
use gauntlet_spellbench::vocabulary::{
    BooleanPurpose, ColorPurpose, CostKind, DistributePurpose, NumberPurpose, OptionPurpose, OptionalCostKind,
    ReplacedEvent, SelectPurpose, SpecialAction,
};

/// How many instructions after a choice are looked at for what is done with what was chosen.
const FOLLOWED: usize = 4;

/// What is done with an object that pays a cost.
pub(super) fn cost(asked: AskedBy<'_>) -> CostKind {
    let AskedBy::Cost(part) = asked else { return CostKind::Other };
    match part {
        CostPart::Sacrifice(..) | CostPart::SacrificeSource => CostKind::Sacrifice,
        CostPart::Discard(..) | CostPart::DiscardSource | CostPart::DiscardRandom(_) | CostPart::DiscardHand => {
            CostKind::Discard
        }
        CostPart::ExileSource
        | CostPart::ExileFromGraveyard(..)
        | CostPart::ExileTop(_)
        | CostPart::ExileFromHand(..)
        | CostPart::ExileMaterials(..)
        | CostPart::ExileSpell(..)
        | CostPart::ExilePermanent(..)
        | CostPart::Evidence(_)
        | CostPart::Behold { exile: true, .. } => CostKind::Exile,
        CostPart::Tap | CostPart::TapPermanents(..) | CostPart::TapPower(..) => CostKind::Tap,
        CostPart::Untap | CostPart::UntapPermanents(..) => CostKind::Untap,
        CostPart::ReturnSource | CostPart::Return(..) => CostKind::ReturnToHand,
        CostPart::RevealHand | CostPart::Reveal(..) | CostPart::Behold { exile: false, .. } => CostKind::Reveal,
        CostPart::RemoveCounters(..)
        | CostPart::RemoveAllCounters(_)
        | CostPart::RemoveCounterFrom(..)
        | CostPart::RemoveCountersAmong(..) => CostKind::RemoveCounter,
        CostPart::Life(_)
        | CostPart::OpponentGains(_)
        | CostPart::SourceToLibraryBottom
        | CostPart::Put(..)
        | CostPart::PutCountersOn(..)
        | CostPart::AddCounters(..)
        | CostPart::Loyalty(_)
        | CostPart::LoyaltyMinusX
        | CostPart::Exert
        | CostPart::Unattach
        | CostPart::UnattachFrom(_)
        | CostPart::Mill(_)
        | CostPart::Energy(_)
        | CostPart::Together(_)
        | CostPart::OneOf(_) => CostKind::Other,
    }
}

/// The same where it is selected, as where what asks has no name.
pub(super) fn paid_with(asked: AskedBy<'_>) -> SelectPurpose {
    match cost(asked) {
        CostKind::Sacrifice => SelectPurpose::Sacrifice,
        CostKind::Discard => SelectPurpose::Discard,
        CostKind::Exile => SelectPurpose::Exile,
        CostKind::Tap => SelectPurpose::Tap,
        CostKind::Untap => SelectPurpose::Untap,
        CostKind::ReturnToHand => SelectPurpose::ReturnToHand,
        CostKind::Reveal => SelectPurpose::Reveal,
        CostKind::RemoveCounter | CostKind::Other => SelectPurpose::Other,
    }
}

/// What a cost is that may be paid or not.
pub(super) fn optional_cost(asked: AskedBy<'_>) -> OptionalCostKind {
    match asked {
        AskedBy::AllModes => OptionalCostKind::Entwine,
        AskedBy::Optional(cost) if cost.kicks => OptionalCostKind::Kicker,
        AskedBy::Optional(cost) => {
            // A keyword that is such a cost is what its text begins with (CR 702); gifts are promised (CR 702.174a).
            let first = cost.text.split([' ', '—']).next().unwrap_or_default().to_lowercase();
            let first = if first == "promise" { "gift" } else { first.as_str() };
            let named = OptionalCostKind::ALL.iter().copied().find(|kind| kind.word() == first);
            named.unwrap_or(OptionalCostKind::Additional)
        }
        AskedBy::Instruction(..) => match asked.instructions() {
            Some((instr @ (Instr::MayPay(..) | Instr::MayPayTimes(..) | Instr::MayPayX(..)), rest)) => {
                paid_for(instr, rest)
            }
            _ => OptionalCostKind::Other,
        },
        AskedBy::Cost(_) | AskedBy::Price(_) | AskedBy::Mana | AskedBy::Reveal | AskedBy::Other => {
            OptionalCostKind::Other
        }
    }
}

/// What a payment that an effect offers is for: that something doesn't happen (CR 118.12a), a copy, or something else.
fn paid_for(instr: &Instr, rest: &[Instr]) -> OptionalCostKind {
    let (Instr::MayPay(payer, ..) | Instr::MayPayTimes(payer, ..) | Instr::MayPayX(payer, ..)) = instr else {
        return OptionalCostKind::Other;
    };
    let if_not = |instr: &Instr| matches!(instr, Instr::Unless(Condition::Not(not), _) if **not == Condition::Did);
    // A player who pays goes on elsewhere: what comes next happens to one who doesn't.
    if *payer != Players::You
        || matches!(rest.first(), Some(Instr::Jump(_) | Instr::End))
        || rest.first().is_some_and(if_not)
    {
        return OptionalCostKind::UnlessPayment;
    }
    match rest.first() {
        Some(Instr::CopySpell { .. }) => OptionalCostKind::Copy,
        _ => OptionalCostKind::Other,
    }
}

/// What a yes or no is about.
pub(super) fn boolean(kind: DecisionKind, asked: AskedBy<'_>, triggered: bool) -> BooleanPurpose {
    match (kind, asked) {
        (DecisionKind::May, AskedBy::Reveal) => BooleanPurpose::Reveal,
        (DecisionKind::May, AskedBy::Instruction(_, place)) => match asked.instructions() {
            Some((Instr::ChooseNewTargets(..) | Instr::CopySpell { .. }, _)) => BooleanPurpose::ChangeCopyTargets,
            Some((
                Instr::CastFree(..)
                | Instr::CastNow(..)
                | Instr::CastFor(..)
                | Instr::PlayFree(..)
                | Instr::CastSome { .. },
                _,
            )) => BooleanPurpose::MayCast,
            Some((Instr::May(..), [Instr::Reveal(_), ..])) => BooleanPurpose::Reveal,
            // All that it does is optional.
            Some((Instr::May(..), _)) if triggered && place == 0 => BooleanPurpose::OptionalTrigger,
            _ => BooleanPurpose::MayAbility,
        },
        (DecisionKind::May, _) => BooleanPurpose::MayAbility,
        (DecisionKind::CommandZone, _) => BooleanPurpose::OptionalReplacement,
        _ => BooleanPurpose::Other,
    }
}

/// What a number is for.
pub(super) fn number(kind: DecisionKind, asked: AskedBy<'_>) -> NumberPurpose {
    match asked.instructions() {
        _ if kind == DecisionKind::X => NumberPurpose::XValue,
        Some((Instr::MayPayX(..), _)) => NumberPurpose::XValue,
        _ => NumberPurpose::Amount,
    }
}

/// What a color is for. `beside` are the abilities of the card whose ability asks.
pub(super) fn color(pool: &Pool, asked: AskedBy<'_>, beside: &[AbilityId]) -> ColorPurpose {
    match asked.instructions() {
        _ if asked == AskedBy::Mana => ColorPurpose::Mana,
        Some((Instr::AddMana(..) | Instr::MakeMana | Instr::AddSameMana(_), _)) => ColorPurpose::Mana,
        Some((Instr::ChooseColor(..) | Instr::ChooseAnotherColor(_), rest)) => {
            // What is chosen is used by what follows, or by the abilities that are linked to the choice (CR 607.2d).
            let mut purposes: Vec<ColorPurpose> = Vec::new();
            rest.iter().for_each(|instr| uses_of_color(pool, instr, &mut purposes));
            if purposes.is_empty() {
                beside.iter().for_each(|id| uses_of_color(pool, &pool.ability(*id).kind, &mut purposes));
            }
            let telling = [ColorPurpose::Protection, ColorPurpose::Mana];
            telling.into_iter().find(|purpose| purposes.contains(purpose)).unwrap_or(ColorPurpose::Effect)
        }
        _ => ColorPurpose::Effect,
    }
}

/// What is done with a chosen color somewhere in a description, and in the abilities that it gives.
fn uses_of_color(pool: &Pool, what: &impl Walk, purposes: &mut Vec<ColorPurpose>) {
    let is_chosen = |test: &Test| *test == Test::ChosenColor;
    what.walk(&mut |node| {
        let protects = match (node.downcast_ref(), node.downcast_ref(), node.downcast_ref()) {
            (Some(Modification::AddProtectionFromChosenColor), ..) => true,
            // One of the five is given, by the number of the color.
            (Some(Modification::AddKeywords(keywords)), ..) => {
                Keywords::PROTECTION.iter().any(|protection| keywords.contains(*protection))
            }
            (_, Some(StaticEffect::Protection { from, hexproof_only: false, .. }), _) => from.has(is_chosen),
            (.., Some(PlayerRule::Protection(from))) => from.has(is_chosen),
            _ => false,
        };
        if protects {
            purposes.push(ColorPurpose::Protection);
        } else if let Some(ManaOutput::ChosenColor(_) | ManaOutput::ColorOrChosen(_)) = node.downcast_ref() {
            purposes.push(ColorPurpose::Mana);
        } else if node.downcast_ref().is_some_and(is_chosen)
            || matches!(node.downcast_ref(), Some(Modification::SetChosenColor))
        {
            purposes.push(ColorPurpose::Effect);
        } else if let Some(Modification::AddAbility(id)) = node.downcast_ref() {
            uses_of_color(pool, &pool.ability(*id).kind, purposes);
        }
        Then::Inside
    });
}

/// What a special action does with its card (CR 116.2).
pub(super) fn special(way: &Activatable) -> SpecialAction {
    let mut code = way.script.parts.iter().flat_map(|part| &part.code);
    match code.next() {
        Some(Instr::Move(Objects::Source, destination, _)) => match (destination.down, code.next()) {
            (FaceDown::Foretold, _) => SpecialAction::Foretell,
            (FaceDown::Plotted, _) => SpecialAction::Plot,
            // CR 702.62a.
            (_, Some(Instr::AddCounters(_, CounterKind::TIME, _))) => SpecialAction::Suspend,
            _ => SpecialAction::Other,
        },
        _ if way.zone == Zone::Battlefield => SpecialAction::TurnFaceUp,
        _ => SpecialAction::Other,
    }
}

/// Returns whether an ability is the one that plays a card as its last time counter is removed (CR 702.62a).
pub(super) fn is_last_of_suspend(kind: &AbilityKind) -> bool {
    let AbilityKind::Triggered(triggered) = kind else { return false };
    let last = |event: &TriggerEvent| {
        matches!(event, TriggerEvent::CountersRemoved { kind: CounterKind::TIME, last: true, .. })
    };
    triggered.zone == Zone::Exile && triggered.events.iter().any(last)
}

/// The event that a replacement or prevention effect changes.
pub(super) fn replaced(pool: &Pool, what: Ordered) -> ReplacedEvent {
    let replacement = match what.what {
        ReplacedBy::Ability(ability) => match &pool.ability(ability).kind {
            AbilityKind::Static(ability) => match &ability.effect {
                StaticEffect::Replacement(replacement) => replacement,
                _ => return ReplacedEvent::Other,
            },
            // CR 615.1: what spells and abilities make is a shield.
            _ => return ReplacedEvent::Damage,
        },
        ReplacedBy::Protection | ReplacedBy::Shielded => return ReplacedEvent::Damage,
        // A shield counter also keeps off destruction, which moves nothing yet.
        ReplacedBy::ShieldCounter | ReplacedBy::Regeneration | ReplacedBy::UmbraArmor => {
            return if what.moves.is_some() { ReplacedEvent::Other } else { ReplacedEvent::Damage };
        }
        _ => return ReplacedEvent::ZoneChange,
    };
    match replacement {
        Replacement::EntersTapped { .. }
        | Replacement::EntersPrepared
        | Replacement::EntersUnderYours(_)
        | Replacement::EntersUntapped(_)
        | Replacement::EntersAs(..)
        | Replacement::EntersWithCounters { .. }
        | Replacement::AsEnters(_) => ReplacedEvent::EnterBattlefield,
        Replacement::Discarded(_) | Replacement::Moves { .. } => ReplacedEvent::ZoneChange,
        Replacement::Damage { .. } | Replacement::PreventAnd { .. } | Replacement::Redirect { .. } => {
            ReplacedEvent::Damage
        }
        Replacement::LifeGain { .. } => ReplacedEvent::Life,
        Replacement::Draw { .. } | Replacement::Draws { .. } => ReplacedEvent::Draw,
        Replacement::Counters { .. } => ReplacedEvent::Counters,
        Replacement::Tokens { .. }
        | Replacement::TokensPlus { .. }
        | Replacement::Numbered { .. }
        | Replacement::AsTurnedUp(_)
        | Replacement::Mana { .. } => ReplacedEvent::Other,
    }
}

/// What words are the choice of.
pub(super) fn option(asked: AskedBy<'_>, words: &[&str]) -> OptionPurpose {
    let are = |pair: [&str; 2]| {
        words.len() == 2 && pair.iter().all(|one| words.iter().any(|word| word.eq_ignore_ascii_case(one)))
    };
    match asked.instructions() {
        Some((Instr::Vote { .. }, _)) => OptionPurpose::Vote,
        _ if are(["odd", "even"]) => OptionPurpose::OddOrEven,
        _ if are(["top", "bottom"]) => OptionPurpose::TopOrBottom,
        _ => OptionPurpose::EffectOption,
    }
}

/// What is divided among targets as it is announced (CR 601.2d).
pub(super) fn divided(script: Option<&Script>) -> DistributePurpose {
    let mut code = script.into_iter().flat_map(|script| &script.parts).flat_map(|part| &part.code);
    let found = code.find_map(|instr| match instr {
        Instr::DamageDivided(..) => Some(DistributePurpose::Damage),
        Instr::AddCountersDivided(..) => Some(DistributePurpose::Counters),
        _ => None,
    });
    found.unwrap_or(DistributePurpose::Other)
}

/// What is done with what is picked, as the instructions after it say.
pub(super) fn picked_for(asked: AskedBy<'_>) -> SelectPurpose {
    let Some((Instr::Pick(pick, register), rest)) = asked.instructions() else { return SelectPurpose::Other };
    let chosen = Objects::Register(*register);
    let on_battlefield = matches!(&pick.from, Objects::Each(Zone::Battlefield, _));
    let purpose = |instr: &Instr| match instr {
        Instr::Sacrifice(_, objects) if *objects == chosen => Some(SelectPurpose::Sacrifice),
        Instr::Destroy(objects, _) if *objects == chosen => Some(SelectPurpose::Destroy),
        Instr::Tap(objects) if *objects == chosen => Some(SelectPurpose::Tap),
        Instr::Untap(objects) if *objects == chosen => Some(SelectPurpose::Untap),
        Instr::Reveal(objects) if *objects == chosen => Some(SelectPurpose::Reveal),
        Instr::Attach(what, host) if *what == chosen || *host == chosen => Some(SelectPurpose::Attach),
        Instr::Discard(_, DiscardHow::These(objects), _) if *objects == chosen => Some(SelectPurpose::Discard),
        Instr::Move(objects, destination, _) if *objects == chosen => match destination.zone {
            Zone::Exile => Some(SelectPurpose::Exile),
            Zone::Hand if on_battlefield => Some(SelectPurpose::ReturnToHand),
            Zone::Hand => Some(SelectPurpose::PutIntoHand),
            Zone::Battlefield => Some(SelectPurpose::PutOntoBattlefield),
            Zone::Graveyard => Some(SelectPurpose::PutIntoGraveyard),
            Zone::Library | Zone::Stack | Zone::Command => None,
        },
        _ => None,
    };
    rest.iter().take(FOLLOWED).find_map(purpose).unwrap_or(SelectPurpose::Other)
}
