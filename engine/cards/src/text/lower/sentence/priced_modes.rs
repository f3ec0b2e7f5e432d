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
            let mut own = frame.again();
            self.sentences(&mut own, &mode.first, &mode.rest)?;
            let text = print(mode);
            parts.push(own.finish(text.trim_start_matches("\n• ").to_owned())?);
            costs.push(Cost::mana(mode.mana.0.clone()));
        }
        let choice = ModeChoice {
            min: 1,
            max,
            repeat: false,
            unchosen: None,
            apart: false,
            cost: ModeCost::Each(costs),
            instead: None,
        };
        Ok(Lowering { script: Script { parts, modes: Some(choice) }, condition: None, zone: None })
    }

    /// Modes that are worth something each, of which any are chosen that are worth at most so much together (CR 700.2i).
    pub(super) fn worth_modes(&mut self, frame: &Frame, most: u8, modes: &[WorthMode]) -> Lowered<Lowering> {
        let mut parts = Vec::new();
        for mode in modes {
            let mut own = frame.again();
            self.sentences(&mut own, &mode.first, &mode.rest)?;
            let text = print(mode);
            parts.push(own.finish(text.trim_start_matches("\n• ").to_owned())?);
        }
        let cost = ModeCost::Worth { each: modes.iter().map(|mode| mode.worth.0).collect(), most };
        let choice = ModeChoice { min: 0, max: most, repeat: true, unchosen: None, apart: false, cost, instead: None };
        Ok(Lowering { script: Script { parts, modes: Some(choice) }, condition: None, zone: None })
    }
}
