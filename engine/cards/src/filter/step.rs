//! The steps of a turn (CR 500.1).

use crate::walk::Walk;

/// A step or phase (CR 500.1). Main phases count as steps here, as they have none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum Step {
    /// CR 502.
    Untap,
    /// CR 503.
    Upkeep,
    /// CR 504.
    Draw,
    /// CR 505, before combat.
    PrecombatMain,
    /// CR 507.
    BeginCombat,
    /// CR 508.
    DeclareAttackers,
    /// CR 509.
    DeclareBlockers,
    /// CR 510, the first of two (CR 510.4).
    FirstStrikeDamage,
    /// CR 510.
    CombatDamage,
    /// CR 511.
    EndCombat,
    /// CR 505, after combat.
    PostcombatMain,
    /// CR 513.
    End,
    /// CR 514.
    Cleanup,
}

impl Step {
    /// Every step in the order of a turn.
    pub const ALL: [Step; 13] = [
        Step::Untap,
        Step::Upkeep,
        Step::Draw,
        Step::PrecombatMain,
        Step::BeginCombat,
        Step::DeclareAttackers,
        Step::DeclareBlockers,
        Step::FirstStrikeDamage,
        Step::CombatDamage,
        Step::EndCombat,
        Step::PostcombatMain,
        Step::End,
        Step::Cleanup,
    ];
}
