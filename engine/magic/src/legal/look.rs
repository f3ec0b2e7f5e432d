//! Cards that a player may look at any time, though they are hidden.

use gauntlet_cards::ability::{PlayerRule, RuleKinds, StaticEffect};
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::engine::Engine;
use crate::state::{Flags, Learned, ObjectId};

impl Engine<'_> {
    /// Who may look at the top card of a library at any time has seen it (CR 401.5); so have all, if it is revealed. The same for
    /// cards in exile (CR 702.75a).
    pub(super) fn look_at_top_cards(&mut self) {
        let mut seen = [0u8; 2];
        let mut shown: SmallVec<[Player; 4]> = SmallVec::new();
        let mut looked: SmallVec<[(Player, ObjectId); 4]> = SmallVec::new();
        self.eye().each_rule(RuleKinds::LOOKS, &mut |scope, ability| {
            if ability.effect == StaticEffect::LookAtExiled {
                let links = self.eye().links_of(scope);
                looked.extend(links.map(|link| (scope.you, link.card)));
            }
            let StaticEffect::Player(who, rule) = &ability.effect else { return };
            if *rule == PlayerRule::HandRevealed {
                shown.extend(Player::BOTH.into_iter().filter(|player| self.eye().player_fits(scope, *who, *player)));
            }
            let mask = match rule {
                PlayerRule::TopCardRevealed => 3,
                PlayerRule::PlayFromTop(_) | PlayerRule::LookAtTop => 0,
                _ => return,
            };
            for player in Player::BOTH {
                if self.eye().player_fits(scope, *who, player) {
                    seen[player.index()] |= mask | 1 << player.index();
                }
            }
        });
        for player in shown {
            self.s.hands[player].iter_mut().for_each(|hidden| hidden.show_all_of(3, Learned::Revealed));
        }
        for (player, card) in looked {
            if let Some(card) = self.get_mut(card) {
                card.flags |= if player == Player::FIRST { Flags::SEEN_BY_FIRST } else { Flags::SEEN_BY_SECOND };
            }
        }
        for player in Player::BOTH {
            if let Some(top) = self.s.libraries[player].last_mut() {
                let seen = seen[player.index()];
                top.show_all_of(seen, if seen == 3 { Learned::Revealed } else { Learned::LookedAt });
            }
        }
    }
}
