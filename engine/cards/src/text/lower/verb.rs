//! What players do → instructions: a room for each family of verbs, named as in the grammar.

mod cards;
mod changes;
mod choices;
mod counters;
mod keyword_actions;
mod library;
mod life;
mod look;
mod mana;
mod moves;
mod permanents;
mod piles;
mod spells;
mod tokens;
mod turns;

use crate::filter::Players;
use crate::text::grammar::amount::ForEach;
use crate::text::grammar::noun::{Np, Nps, Quant};
use crate::text::grammar::verb::{
    CardVerb, CountersVerb, LifeVerb, ManaVerb, MoveVerb, PermanentVerb, PlayerVerb, SpellVerb, TokenVerb, TurnVerb,
};
use crate::text::lower::context::Context;
use crate::text::lower::decline::Lowered;
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::Frame;

pub(super) use self::cards::discards_rest;
pub(super) use self::choices::GREATEST_NUMBER;
pub(super) use self::library::from_top;

/// Returns whether "for each ..." can follow it.
fn takes_for_each(verb: &PlayerVerb) -> bool {
    matches!(
        verb,
        PlayerVerb::Cards {
            verb: CardVerb::Draw { .. }
                | CardVerb::Mill { .. }
                | CardVerb::PutTopIntoGraveyard { .. }
                | CardVerb::Discard { .. }
                | CardVerb::Scry { .. }
        } | PlayerVerb::Life { verb: LifeVerb::GainLife { .. } | LifeVerb::LoseLife { .. } }
            | PlayerVerb::Tokens {
                verb: TokenVerb::Create { .. } | TokenVerb::Investigate | TokenVerb::InvestigateOnce
            }
            | PlayerVerb::Move { verb: MoveVerb::Sacrifice { .. } }
            | PlayerVerb::Counters { verb: CountersVerb::PutCounters { .. } | CountersVerb::GetEnergy { .. } }
            | PlayerVerb::Move {
                verb: MoveVerb::Return { what: Nps::One { np: Np::Quant { quant: Quant::A, .. } }, .. }
            }
            | PlayerVerb::Permanent {
                verb: PermanentVerb::Tap { what: Nps::One { np: Np::Quant { quant: Quant::A, .. } } }
                    | PermanentVerb::Untap { what: Nps::One { np: Np::Quant { quant: Quant::A, .. } } }
            }
            | PlayerVerb::Mana { verb: ManaVerb::AddMana { .. } }
            | PlayerVerb::Turn { verb: TurnVerb::ExtraTurn }
            | PlayerVerb::Spell { verb: SpellVerb::CopySpell { .. } }
    )
}

impl Context<'_> {
    /// Players do something.
    pub(super) fn player_verb(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        verb: &PlayerVerb,
        each: Option<&ForEach>,
    ) -> Lowered<()> {
        let before = std::mem::replace(&mut frame.discourse.chooser, who.clone());
        let result = self.do_verb(frame, who, verb, each);
        frame.discourse.chooser = before;
        result
    }

    fn do_verb(&mut self, frame: &mut Frame, who: &Players, verb: &PlayerVerb, each: Option<&ForEach>) -> Lowered<()> {
        if each.is_some() && !takes_for_each(verb) {
            return unsupported("`for each` after", verb);
        }
        match verb {
            PlayerVerb::Cards { verb } => self.card_verb(frame, who, verb, each),
            PlayerVerb::Life { verb } => self.life_verb(frame, who, verb, each),
            PlayerVerb::Look { verb } => self.look_verb(frame, who, verb),
            PlayerVerb::Library { verb } => self.library_verb(frame, who, verb),
            PlayerVerb::Piles { verb } => self.pile_verb(frame, who, verb),
            PlayerVerb::Move { verb } => self.move_verb(frame, who, verb, each),
            PlayerVerb::Counters { verb } => self.counters_verb(frame, who, verb, each),
            PlayerVerb::Spell { verb } => self.spell_verb(frame, who, verb, each),
            PlayerVerb::Permanent { verb } => self.permanent_verb(frame, who, verb, each),
            PlayerVerb::Change { verb } => self.change_verb(frame, who, verb),
            PlayerVerb::Tokens { verb } => self.token_verb(frame, who, verb, each),
            PlayerVerb::Keyword { verb } => self.keyword_action(frame, who, verb),
            PlayerVerb::Mana { verb } => self.mana_verb(frame, who, verb, each),
            PlayerVerb::Turn { verb } => self.turn_verb(frame, who, verb, each),
            PlayerVerb::Choose { verb } => self.choose_verb(frame, who, verb),
            PlayerVerb::Prevent { what } => self.prevent(frame, what),
            PlayerVerb::HavePlayer { who: other, item }
                if (*who == Players::You) != (*other == crate::text::grammar::player::Player::You) =>
            {
                let other = self.players(frame, other)?;
                if super::frame::several(&other) {
                    return unsupported("the players of", verb);
                }
                self.player_verb(frame, &other, &item.verb, item.each.as_ref())
            }
            PlayerVerb::HavePlayer { .. } => unsupported("the verb", verb),
        }
    }
}
