//! Modes with a cost each, or that are worth something each (CR 700.2h–i).

use crate::cost::Cost;
use crate::effect::{ModeChoice, ModeCost, Script};
use crate::text::grammar::effect::{PricedMode, WorthMode};
use crate::text::lower::context::Context;
use crate::text::lower::decline::Lowered;
use crate::text::lower::frame::Frame;
use crate::text::lower::sentence::Lowering;
use crate::text::syntax::print;

impl Context<'_> {
    /// Modes with a cost each, of which at least one and at most `max` are chosen (CR 702.172a, 702.183a).
    pub(super) fn priced_modes(&mut self, frame: &Frame, modes: &[PricedMode], max: u8) -> Lowered<Lowering> {
        let mut parts = Vec::new();
        let mut costs = Vec::new();
        for mode in modes {
            parts.push(self.mode(frame, &mode.first, &mode.rest, &print(mode))?);
            costs.push(Cost::mana(mode.mana.0.clone()));
        }
        let choice = ModeChoice { cost: ModeCost::Each(costs), ..ModeChoice::of(1, max) };
        Ok(Lowering { script: Script { parts, modes: Some(choice) }, condition: None, zone: None })
    }

    /// Modes that are worth something each, of which any are chosen that are worth at most so much together (CR 700.2i).
    pub(super) fn worth_modes(&mut self, frame: &Frame, most: u8, modes: &[WorthMode]) -> Lowered<Lowering> {
        let mut parts = Vec::new();
        for mode in modes {
            parts.push(self.mode(frame, &mode.first, &mode.rest, &print(mode))?);
        }
        let cost = ModeCost::Worth { each: modes.iter().map(|mode| mode.worth.0).collect(), most };
        let choice = ModeChoice { repeat: true, cost, ..ModeChoice::of(0, most) };
        Ok(Lowering { script: Script { parts, modes: Some(choice) }, condition: None, zone: None })
    }
}
