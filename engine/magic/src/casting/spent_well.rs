//! Mana for which a spell is better: which mana its generic costs are paid with counts for what it does (converge, sunburst, adamant, snow).

use gauntlet_cards::ability::ActivatableKind;
use gauntlet_cards::card::SpentOn;
use gauntlet_cards::mana::ManaSymbol;
use gauntlet_cards::types::{Colors, Supertypes};
use gauntlet_core::Player;

use crate::available_mana::{Purpose, Sources, leave_out};
use crate::engine::Engine;
use crate::mana_preference::Leanings;
use crate::payment::{Bill, Supply};
use crate::state::{Object, ObjectId};

impl Engine<'_> {
    /// The bill of a spell, so that it is paid for with the mana that counts for what the spell does, so far as that can be spent without what one
    /// wouldn't do otherwise: what is spent is up to the player (CR 601.2g), and this is what they would choose. What snow permanents make is leaned
    /// on, if the spell asks for it (CR 107.4h).
    ///
    /// Sets of colors of which each is paid by another mana form a matroid, so that taking them one after the other gives as many as there can be.
    pub(super) fn spent_well(
        &self,
        player: Player,
        bill: Bill,
        life: i32,
        without: &[ObjectId],
        purpose: Purpose<'_>,
        leanings: &mut Leanings,
    ) -> Bill {
        let Purpose::For(attempt) = purpose else { return bill };
        let way = attempt.activatable;
        let asked = self.pool.card(way.face.unwrap_or(attempt.object.card)).derived.spent_on;
        if asked == SpentOn::default() || way.kind != ActivatableKind::Cast {
            return bill;
        }
        if asked.snow {
            let snow = |object: &Object| object.characteristics.supertypes.contains(Supertypes::SNOW);
            let own = self.s.permanents().filter(|(_, object)| object.controller == player && snow(object));
            leanings.first.extend(own.map(|(id, _)| id));
        }
        let sources: Sources = self.eye().sources_for(player, purpose).iter().map(|source| source.liked(0)).collect();
        let supply = leave_out(Supply::new(&sources), without);
        let mut best = bill;
        for (color, most) in Colors::all().iter().zip(asked.of_color) {
            let most = most.max(u8::from(asked.colors));
            while best.count(ManaSymbol::Color(color)) < u32::from(most) && best.generic() > 0 {
                let with = best.of_colors(1, color);
                if !supply.can_pay(&with, life) {
                    break;
                }
                best = with;
            }
        }
        best
    }
}
