//! What players have as permanents do: hexproof, shroud, protection (CR 702.11c, 702.16j, 702.18a).

use super::context::Context;
use super::decline::{Lowered, decline};
use super::filter::unsupported;
use super::frame::Frame;
use super::lasting::protection_filter;
use crate::ability::{NumberChange, PlayerRule as Rule, Replacement, StaticEffect};
use crate::effect::{Duration as Span, Instr};
use crate::filter::{Amount, Comparison, Condition, Filter, PlayerFilter, Players, Test};
use crate::text::grammar::effect::PlayerGain;
use crate::text::grammar::keyword::{Grant, KeywordItem, ProtectionFrom};
use crate::text::grammar::noun::Nps;
use crate::text::grammar::object::{Duration, LastingItem, LastingVerb};
use crate::text::grammar::series::{Chain, Conjunction, Series};
use crate::text::grammar::words::{Color, Keyword};
use crate::text::syntax::print;
use crate::types::Colors;

/// Protection of a player: from being a target and enchanted, and from damage, which is prevented (CR 702.16b, c, e).
pub(super) fn protection(from: Filter) -> Vec<StaticEffect> {
    let prevented = Replacement::Damage {
        source: from.clone(),
        to_players: Some(PlayerFilter::You),
        to_objects: None,
        combat: None,
        change: NumberChange::Zero,
    };
    vec![StaticEffect::Player(PlayerFilter::You, Rule::Protection(from)), StaticEffect::Replacement(prevented)]
}

/// The keywords that permanents have in the same words.
fn keywords_of(gain: &PlayerGain) -> Vec<KeywordItem> {
    use crate::keyword::Keywords;
    vec![match gain {
        PlayerGain::HexproofFrom { a, b } => {
            let from = |color: &Color| KeywordItem::HexproofFrom { from: ProtectionFrom::Color { color: *color } };
            return vec![from(a), from(b)];
        }
        PlayerGain::Hexproof => KeywordItem::Plain { keyword: Keyword(Keywords::HEXPROOF) },
        PlayerGain::Shroud => KeywordItem::Plain { keyword: Keyword(Keywords::SHROUD) },
        PlayerGain::Protection { from } => KeywordItem::Protection { from: from.clone() },
        PlayerGain::ChosenColor => KeywordItem::Protection { from: ProtectionFrom::ChosenColor },
    }]
}

/// Those keywords, all of them.
fn grants_of(gain: &PlayerGain) -> Series<Grant> {
    let items = keywords_of(gain).into_iter().map(|item| Grant::Keyword { item }).collect();
    Series { items, conjunction: Conjunction::And }
}

impl Context<'_> {
    /// What you have then.
    pub(super) fn player_gain(&mut self, gain: &PlayerGain) -> Lowered<Vec<StaticEffect>> {
        Ok(match gain {
            PlayerGain::Hexproof => vec![StaticEffect::Player(PlayerFilter::You, Rule::Hexproof(true))],
            PlayerGain::HexproofFrom { a, b } => {
                let from = Filter::just(Test::Colors(a.0 | b.0));
                vec![StaticEffect::Player(PlayerFilter::You, Rule::HexproofFrom(from))]
            }
            PlayerGain::Shroud => vec![StaticEffect::Player(PlayerFilter::You, Rule::Hexproof(false))],
            PlayerGain::Protection { from } => match protection_filter(from) {
                Some(filter) => protection(filter),
                None => return unsupported("what a player is protected from:", from),
            },
            PlayerGain::ChosenColor => return decline("the choice is made by what resolves"),
        })
    }

    /// "Until your next turn, your life total can't change": it is neither gained nor lost (CR 119.7, 119.8).
    pub(super) fn life_fixed(&mut self, frame: &mut Frame) -> Lowered<()> {
        let Some(span) = frame.lasts().filter(|span| lasts_for_players(*span)) else {
            return decline("it isn't said for how long the life total can't change");
        };
        for rule in [Rule::CantGainLife, Rule::CantLoseLife] {
            let effect = StaticEffect::Player(PlayerFilter::You, rule);
            let id = self.static_ability("Your life total can't change.".to_owned(), effect)?;
            frame.emit(Instr::PlayerEffect(id, span));
        }
        Ok(())
    }

    /// What permanents have in the same words, as statements about them.
    pub(super) fn gained_alike(gain: &PlayerGain) -> LastingVerb {
        LastingVerb::Has { grants: grants_of(gain) }
    }

    /// "You and permanents you control gain hexproof until end of turn."
    pub(super) fn players_gain(
        &mut self,
        frame: &mut Frame,
        what: Option<&Nps>,
        gain: &PlayerGain,
        dur: Option<&Duration>,
    ) -> Lowered<()> {
        let lasts = frame.lasts();
        let span = match (dur, lasts) {
            (Some(dur), _) => self.span(dur)?,
            (None, Some(lasts)) => lasts,
            (None, None) => return decline("what is gained has no duration"),
        };
        if !lasts_for_players(span) {
            return decline("such a duration isn't supported for players");
        }
        let text = format!("You have {}.", print(gain));
        if *gain == PlayerGain::ChosenColor {
            frame.emit(Instr::ChooseColor(Players::You, Colors::all()));
            let objects = match what {
                Some(what) => Some(self.objects_of(frame, what, super::noun::Use::Act)?),
                None => None,
            };
            for (index, row) in Colors::TABLE.iter().enumerate() {
                let label = frame.label();
                let chosen = Amount::Register(super::frame::COLOR_REGISTER);
                let is = Condition::Compare(chosen, Comparison::Equal, Amount::Const(index as i32));
                frame.emit(Instr::Unless(is, label));
                for effect in protection(Filter::just(Test::Colors(row.0))) {
                    let id = self.static_ability(text.clone(), effect)?;
                    frame.emit(Instr::PlayerEffect(id, span));
                }
                if let Some(objects) = &objects {
                    let keywords = crate::keyword::Keywords::PROTECTION[index];
                    let change = crate::effect::Modification::AddKeywords(keywords);
                    frame.emit(Instr::Continuous(objects.clone(), vec![change], span));
                }
                frame.mark(label);
            }
            return Ok(());
        }
        for effect in self.player_gain(gain)? {
            let id = self.static_ability(text.clone(), effect)?;
            frame.emit(Instr::PlayerEffect(id, span));
        }
        let Some(what) = what else { return Ok(()) };
        let grants = grants_of(gain);
        let item = LastingItem { verb: LastingVerb::Gains { grants }, dur: dur.cloned(), each: None };
        self.lasting_clause(frame, what, &Chain { first: item, rest: Vec::new() })
    }
}

/// The durations that rules for players can have.
pub(super) fn lasts_for_players(span: Span) -> bool {
    matches!(span, Span::EndOfTurn | Span::YourNextTurn | Span::EndOfYourNextTurn)
}
