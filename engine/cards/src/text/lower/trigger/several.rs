//! What triggers on several at one time, and what the ability is told of those.

use crate::ability::TriggerEvent;
use crate::filter::{Amount, Objects, Zone};
use crate::text::lower::context::Context;
use crate::text::lower::decline::Lowered;
use crate::text::lower::frame::{Frame, Referent};
use crate::text::lower::trigger::About;

impl Context<'_> {
    /// "Those creatures": the attackers that were declared together, which the ability is told in a register.
    pub(in crate::text::lower) fn remember_attackers(
        &mut self,
        frame: &mut Frame,
        events: &mut [TriggerEvent],
        abouts: &[About],
    ) -> Lowered<()> {
        if let ([TriggerEvent::AttackersDeclared { into, .. }], [About { attackers: Some(described), .. }]) =
            (events, abouts)
        {
            let register = frame.register()?;
            frame.code.given = register + 1;
            *into = Some(register);
            frame.mention(Objects::Register(register), true, Some(described));
        }
        Ok(())
    }

    /// "Whenever one or more creatures die, ... those creatures": all that the event is about, which the ability is told in a register.
    pub(super) fn remember_several(
        &mut self,
        frame: &mut Frame,
        events: &[TriggerEvent],
        abouts: &[About],
    ) -> Lowered<()> {
        let ([event], [About { batched: true, described: Some(described), .. }], true) =
            (events, abouts, frame.setting.speaks_of_several)
        else {
            return Ok(());
        };
        // What has moved is found where it is now, and what it was is asked of how it last was.
        let moved = match event {
            // What has left a graveyard may be in a hidden zone, where nothing finds it.
            TriggerEvent::ZoneChange { from: Some(Zone::Graveyard), .. } => return Ok(()),
            TriggerEvent::ZoneChange { to, batched: true, .. } => {
                // How many there are is said of nothing else.
                frame.discourse.number.get_or_insert(Amount::Event);
                *to != Some(Zone::Battlefield)
            }
            TriggerEvent::Discards { batched: true, .. } => true,
            TriggerEvent::DealsDamage { batched: true, .. } => false,
            _ => return Ok(()),
        };
        let register = frame.register()?;
        frame.code.given = register + 1;
        frame.setting.told = Some(register);
        let those = Objects::Register(register);
        frame.mention(those.clone(), true, Some(described));
        if let Some(mention) = frame.discourse.mentions.last_mut() {
            mention.card = true;
            if moved {
                mention.after = Referent::Known(Objects::Moved(Box::new(those)));
            }
        }
        Ok(())
    }
}
