//! Mana for which a spell is better: which mana its generic costs are paid with counts for what it does (converge, sunburst, adamant, snow).

use gauntlet_cards::card::SpentOn;
use gauntlet_cards::mana::ManaSymbol;
use gauntlet_cards::types::{Colors, Supertypes};
use gauntlet_core::Player;

use crate::available_mana::{Purpose, Sources, leave_out};
use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::mana_preference::Leanings;
use crate::payment::{Bill, Supply};
use crate::state::ObjectId;

impl Eye<'_> {
    /// A bill of which as much of the generic mana is to be paid with colors as the spell asks for, so far as that can be paid without what one
    /// wouldn't do otherwise (CR 601.2g, 702.44): what is spent is up to the player, and this is what they would choose.
    ///
    /// Sets of colors of which each is paid by another mana form a matroid, so that taking them one after the other gives as many as there can be.
    pub(super) fn spent_well(
        self,
        player: Player,
        bill: Bill,
        asked: SpentOn,
        life: i32,
        without: &[ObjectId],
        purpose: Purpose<'_>,
    ) -> Bill {
        if !asked.colors && asked.of_color == [0; 5] {
            return bill;
        }
        let sources: Sources = self.sources_for(player, purpose).iter().map(|source| source.liked(0)).collect();
        let supply = leave_out(Supply::new(&sources), without);
        let mut best = bill;
        for (color, most) in Colors::all().iter().zip(asked.of_color) {
            let most = most.max(u8::from(asked.colors));
            let mut has = best.count(ManaSymbol::Color(color));
            while has < u32::from(most) && best.generic() > 0 {
                let with = best.of_colors(1, color);
                if !supply.can_pay(&with, life) {
                    break;
                }
                (best, has) = (with, has + 1);
            }
        }
        best
    }
}

impl Engine<'_> {
    /// What snow permanents make is spent first, if the spell asks for it (CR 107.4h).
    pub(super) fn lean_on_snow(&self, player: Player, asked: SpentOn, leanings: &mut Leanings) {
        if asked.snow {
            let snow = self.s.permanents().filter(|(_, object)| {
                object.controller == player && object.characteristics.supertypes.contains(Supertypes::SNOW)
            });
            leanings.first.extend(snow.map(|(id, _)| id));
        }
    }
}
