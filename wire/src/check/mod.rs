//! Conformance: what an engine or an agent that claims to speak the protocol does wrong, in words.

pub mod bot;
pub mod engine;

use serde::Serialize;

use crate::message::{CardNameDomain, Rules, RulesSupported, StartingRule, Visibility};
use crate::reference::Seat;
use crate::secret::{Secret, domain_id};

/// How a check went.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// As it should be.
    Good,
    /// Not as it should be.
    Wrong(String),
    /// Allowed, but better otherwise.
    Advice(String),
    /// It couldn't be checked, for this reason.
    LeftOut(String),
}

/// One thing that was checked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Check {
    /// What should be.
    pub name: String,
    /// Whether it is.
    pub verdict: Verdict,
}

/// All that was checked.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Report {
    /// What was checked, in order.
    pub checks: Vec<Check>,
    /// Games that were played.
    pub games: u64,
    /// Decisions that were checked in them.
    pub decisions: u64,
}

impl Report {
    /// Returns whether nothing is wrong.
    pub fn conforms(&self) -> bool {
        self.checks.iter().all(|check| !matches!(check.verdict, Verdict::Wrong(_)))
    }

    fn add(&mut self, name: impl Into<String>, problem: Option<String>) {
        let verdict = problem.map_or(Verdict::Good, Verdict::Wrong);
        self.checks.push(Check { name: name.into(), verdict });
    }

    fn leave_out(&mut self, name: impl Into<String>, reason: impl Into<String>) {
        self.checks.push(Check { name: name.into(), verdict: Verdict::LeftOut(reason.into()) });
    }

    fn advise(&mut self, name: impl Into<String>, problem: Option<String>) {
        let verdict = problem.map_or(Verdict::Good, Verdict::Advice);
        self.checks.push(Check { name: name.into(), verdict });
    }
}

/// Choices by chance, the same for the same secret.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// The chance of a game.
    pub fn new(secret: &Secret) -> Chance {
        let [a, b, c, d, e, f, g, h, ..] = secret.stream(None, "choices", 0);
        Chance(u64::from_le_bytes([a, b, c, d, e, f, g, h]))
    }

    /// A number below `count`, which isn't 0 (SplitMix64).
    pub fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % count.max(1) as u64) as usize
    }
}

/// Rules that an engine supports, for a game in which these names can be named.
pub fn usual_rules(supported: &RulesSupported, names: Vec<String>, probe: bool) -> Option<Rules> {
    let starting_player = *supported.starting_player.first()?;
    Some(Rules {
        opponent_decklist: Visibility::Visible,
        mulligan: *supported.mulligan.first()?,
        starting_player,
        starting_seat: (starting_player == StartingRule::HostAssigned).then_some(Seat::P0),
        card_name_domain: CardNameDomain { domain_id: domain_id(&names), names },
        extensions: Vec::new(),
        probe,
    })
}
