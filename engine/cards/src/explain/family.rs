//! Families of instructions: each is told in a room of its own.

use crate::effect::Instr;

/// What an instruction is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Family {
    /// Jumps, conditions and loops.
    Flow,
    /// What is chosen, remembered and found out.
    Choices,
    /// Damage and its prevention, life, winning and losing.
    Life,
    /// Cards that are drawn, discarded, looked at, revealed and searched for.
    Cards,
    /// What is done to cards and permanents.
    Objects,
    /// Counters, tokens and emblems.
    Counters,
    /// What is done to spells, and casting as part of an effect.
    Spells,
    /// Mana, turns, designations, and what happens later.
    Game,
}

/// The family of an instruction.
pub(super) fn family(instr: &Instr) -> Family {
    use Instr::{
        DoneIf, End, ForEachObject, ForEachPlayer, Jump, May, MayGive, MayPay, MayPayTimes, MayPayX, Pay, Repeat,
        Unless,
    };
    match instr {
        Jump(..) | Unless(..) | May(..) | MayPay(..) | MayGive(..) | MayPayTimes(..) | MayPayX(..) | Pay(..)
        | ForEachPlayer(..) | ForEachObject(..) | Repeat(..) | DoneIf(..) | End => Family::Flow,
        Instr::SetNumber(..)
        | Instr::SetObjects(..)
        | Instr::AddObjects(..)
        | Instr::NotePlayer(..)
        | Instr::CountResolution(..)
        | Instr::CountActivations(..)
        | Instr::Pick(..)
        | Instr::ChooseColor(..)
        | Instr::ChooseAnotherColor(..)
        | Instr::ChooseCreatureType(..)
        | Instr::ChooseLandType(..)
        | Instr::ChoosePlayer(..)
        | Instr::ChooseName(..)
        | Instr::CopyCards(..)
        | Instr::EndCopies(..)
        | Instr::ChooseWords { .. }
        | Instr::ChooseWord(..)
        | Instr::ChooseNumber(..)
        | Instr::KeepNumber(..)
        | Instr::FlipCoin(..)
        | Instr::RollDie(..)
        | Instr::Vote { .. } => Family::Choices,
        Instr::Damage(..)
        | Instr::AndDamage(..)
        | Instr::DamageDivided(..)
        | Instr::DamageShared { .. }
        | Instr::Fight(..)
        | Instr::GainLife(..)
        | Instr::LoseLife(..)
        | Instr::SetLife(..)
        | Instr::ExchangeLife(..)
        | Instr::LifeFor(..)
        | Instr::PreventDamage(..)
        | Instr::PreventDivided(..)
        | Instr::Shield(..)
        | Instr::Preventable(..)
        | Instr::PreventCombatDamage(..)
        | Instr::Win(..)
        | Instr::Lose(..)
        | Instr::DrawGame => Family::Life,
        Instr::Draw(..)
        | Instr::Discard(..)
        | Instr::Mill(..)
        | Instr::Scry(..)
        | Instr::Surveil(..)
        | Instr::LookAtTop { .. }
        | Instr::LookAtLibrary { .. }
        | Instr::LookAtHand(..)
        | Instr::Reveal(..)
        | Instr::Search { .. }
        | Instr::Shuffle(..)
        | Instr::RevealUntil(..)
        | Instr::TakeFromHand(..)
        | Instr::TakeBottom(..)
        | Instr::RevealDrawn(..) => Family::Cards,
        Instr::Destroy(..)
        | Instr::Move(..)
        | Instr::Sacrifice(..)
        | Instr::SacrificeWhile(..)
        | Instr::Meld(..)
        | Instr::Merge(..)
        | Instr::SacrificeChosen(..)
        | Instr::Tap(..)
        | Instr::Untap(..)
        | Instr::Mark(..)
        | Instr::Exploit
        | Instr::Attach(..)
        | Instr::AttachAsToCreature(..)
        | Instr::Unattach(..)
        | Instr::ExchangeControl(..)
        | Instr::Continuous(..)
        | Instr::ContinuousOn(..)
        | Instr::EndThisEffect
        | Instr::ChooseBlocks(_)
        | Instr::Regenerate(..)
        | Instr::Transform(..)
        | Instr::Flip(..)
        | Instr::Prepare(..)
        | Instr::Plot(..)
        | Instr::Unprepare(..)
        | Instr::TurnFaceUp(..)
        | Instr::TurnFaceDown(..)
        | Instr::BecomeLevel(..)
        | Instr::Unlock(..)
        | Instr::MustBlock(..)
        | Instr::RemoveFromCombat(..)
        | Instr::BecomeBlocked(..)
        | Instr::PhaseOut(..)
        | Instr::Goad(..)
        | Instr::NoLongerSuspected(..)
        | Instr::CantBlock(..)
        | Instr::PayTribute
        | Instr::StayOut
        | Instr::Encode(..)
        | Instr::Pair(..)
        | Instr::Devour(..) => Family::Objects,
        Instr::AddCounters(..)
        | Instr::AndCounters(..)
        | Instr::AnotherCounter(..)
        | Instr::AddCountersDivided(..)
        | Instr::AddCountersShared { .. }
        | Instr::RemoveCounters(..)
        | Instr::MoveCounters(..)
        | Instr::MoveKinds(..)
        | Instr::AddPlayerCounters(..)
        | Instr::LosePlayerCounters(..)
        | Instr::EnterWith(..)
        | Instr::Proliferate(..)
        | Instr::CreateToken(..)
        | Instr::CreateCopy { .. }
        | Instr::PutSameCounters(..)
        | Instr::DoubleCounters(..)
        | Instr::CreateEmblem(..) => Family::Counters,
        Instr::Counter(..)
        | Instr::CastSpecial(..)
        | Instr::CopySpell { .. }
        | Instr::ChooseNewTargets(..)
        | Instr::CastFree(..)
        | Instr::CastNow(..)
        | Instr::CastFor(..)
        | Instr::PlayFree(..)
        | Instr::CastSome { .. }
        | Instr::ExileAfterwards(..)
        | Instr::AimAt(..)
        | Instr::ChangeTargets(..)
        | Instr::CastBack(..)
        | Instr::AllowPlay { .. }
        | Instr::NextSpell(..) => Family::Spells,
        Instr::Ascend(..)
        | Instr::SetDaytime(..)
        | Instr::AddMana(..)
        | Instr::AddSameMana(..)
        | Instr::MakeMana
        | Instr::LoseUnspentMana(..)
        | Instr::ExtraTurn(..)
        | Instr::Done(..)
        | Instr::DoneBy(..)
        | Instr::SkipTurn(..)
        | Instr::SkipNext(..)
        | Instr::ExtraCombat(..)
        | Instr::ControlTurn(..)
        | Instr::Subgame(..)
        | Instr::Restart(..)
        | Instr::EndTurn
        | Instr::ExtraLands(..)
        | Instr::Delayed(..)
        | Instr::Reflexive(..)
        | Instr::BecomeMonarch(..)
        | Instr::TakeInitiative(..)
        | Instr::Venture(..)
        | Instr::RingTempts(..)
        | Instr::GainSpeed(..)
        | Instr::PlayerEffect(..)
        | Instr::PlayerEffectOf(..) => Family::Game,
    }
}
