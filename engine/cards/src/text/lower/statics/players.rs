//! Rules for players: what they may or can't do, other prices, steps that are skipped.

use crate::ability::{Affected, Caused, FromGraveyard, OtherPrice, PlayerRule as Rule, Static, StaticEffect};
use crate::effect::{Instr, Modification};
use crate::filter::{Amount, Condition, Filter, Objects, PlayerFilter, Players, Step, Test, Zone};
use crate::keyword::Restrictions;
use crate::mana::ManaSymbol;
use crate::text::grammar::effect::PlayerGain;
use crate::text::grammar::noun::{Noun, Nps};
use crate::text::grammar::object::LastingItem;
use crate::text::grammar::player::Player;
use crate::text::grammar::series::Chain;
use crate::text::grammar::statics::{
    MayCast, NotCaused, PlayerRule, PlayerStatic, SkipRule, Stopped, UnspentAs, While,
};
use crate::text::lower::context::Context;
use crate::text::lower::decline::Lowered;
use crate::text::lower::filter::any_of;
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::{Frame, all_of};
use crate::text::lower::player::player_filter;
use crate::text::lower::statics::simple;
use crate::types::{CardTypes, Colors};

impl Context<'_> {
    /// A rule for you, as long as something holds.
    fn of_yours(&mut self, frame: &mut Frame, before: Option<&While>, rule: Rule) -> Lowered<Vec<Static>> {
        let condition = before.map(|before| self.before(frame, before)).transpose()?;
        let effect = StaticEffect::Player(PlayerFilter::You, rule);
        Ok(vec![Static { zone: Zone::Battlefield, condition, effect }])
    }

    /// Rules for players: what they may or can't do, other prices, steps that are skipped.
    pub(super) fn player_static(&mut self, frame: &mut Frame, words: &PlayerStatic) -> Lowered<Vec<Static>> {
        let hand = |rule| simple(StaticEffect::Player(PlayerFilter::You, rule));
        Ok(match words {
            PlayerStatic::NotCaused { what } => {
                let all: &[Caused] = match what {
                    NotCaused::Sacrifice => &[Caused::Sacrifice],
                    NotCaused::Discard => &[Caused::Discard],
                    NotCaused::Either => &[Caused::Discard, Caused::Sacrifice],
                };
                let rule =
                    |caused: &Caused| simple(StaticEffect::Player(PlayerFilter::You, Rule::CannotBeCaused(*caused)));
                all.iter().flat_map(rule).collect()
            }
            PlayerStatic::NoSearchCaused => {
                simple(StaticEffect::Player(PlayerFilter::Opponent, Rule::CantSearchOnItsOwn))
            }
            PlayerStatic::SearchTop { n } => {
                let n = n.0.clamp(0, 255) as u8;
                simple(StaticEffect::Player(PlayerFilter::Opponent, Rule::SearchesTop(n)))
            }
            PlayerStatic::HandIs { n } => hand(Rule::HandSize(Amount::Const(n.0))),
            PlayerStatic::HandReduced { n } => hand(Rule::HandSizeChange(Amount::Const(-n.0))),
            PlayerStatic::HandIncreased { n } => hand(Rule::HandSizeChange(Amount::Const(n.0))),
            PlayerStatic::AnyFlash { noun } => {
                let rule = Rule::Flash(self.spells(frame, noun, "what has flash:")?);
                simple(StaticEffect::Player(PlayerFilter::Any, rule))
            }
            PlayerStatic::FreeWithFlash { who, noun } => {
                let players = match who {
                    MayCast::AnyPlayer => PlayerFilter::Any,
                    MayCast::You => PlayerFilter::You,
                };
                let spells = self.cast_filter(frame, noun)?;
                let price = OtherPrice { flash: true, ..OtherPrice::mana(spells, None) };
                simple(StaticEffect::Player(players, Rule::OtherPrice(price)))
            }
            PlayerStatic::TwoFlash { a, b } => {
                let what = "what has flash:";
                let both = vec![self.spells(frame, a, what)?, self.spells(frame, b, what)?];
                simple(StaticEffect::Player(PlayerFilter::You, Rule::Flash(any_of(both))))
            }
            PlayerStatic::Player { before, who, rule } => {
                let condition = before.as_ref().map(|before| self.before(frame, before)).transpose()?;
                let Some(player) = player_filter(who) else { return unsupported("the player", who) };
                if *who == Player::AnOpponent || *who == Player::APlayer {
                    return unsupported("the player", who);
                }
                let mut rules = Vec::new();
                let turn_of = |who| Condition::TurnOf(who);
                let more = match rule {
                    PlayerRule::CantCastYourTurn { .. } => Some(turn_of(PlayerFilter::You)),
                    PlayerRule::YourTurnOnly => Some(Condition::Not(Box::new(turn_of(PlayerFilter::You)))),
                    PlayerRule::CantCastInCombat { .. } => Some(Condition::InCombat),
                    // Each in the turns of the others: with two players, a rule for either.
                    PlayerRule::OwnTurnsOnly if player == PlayerFilter::Any => {
                        for (one, others) in
                            [(PlayerFilter::You, PlayerFilter::Opponent), (PlayerFilter::Opponent, PlayerFilter::You)]
                        {
                            let effect = StaticEffect::Player(one, Rule::CantCast(Filter::ANY));
                            let condition = all_of(condition.iter().cloned().chain([turn_of(others)]).collect());
                            rules.push(Static { zone: Zone::Battlefield, condition, effect });
                        }
                        return Ok(rules);
                    }
                    PlayerRule::OwnTurnsOnly => return unsupported("the rule", rule),
                    PlayerRule::CantCastOrActivate { noun, of } => {
                        return self.cast_or_activate(frame, player, condition, noun, of);
                    }
                    _ => None,
                };
                let condition = all_of(condition.into_iter().chain(more).collect());
                if let (PlayerFilter::You, PlayerRule::Protection { from }) = (player, rule) {
                    let gain = PlayerGain::Protection { from: from.clone() };
                    let part = |effect| Static { zone: Zone::Battlefield, condition: condition.clone(), effect };
                    return Ok(self.player_gain(&gain)?.into_iter().map(part).collect());
                }
                // "That player" is the one opponent.
                frame.discourse.players.extend((*who == Player::EachOpponent).then_some(Players::Opponents));
                for rule in self.player_rule(frame, player, rule)? {
                    rules.push(Static {
                        zone: Zone::Battlefield,
                        condition: condition.clone(),
                        effect: StaticEffect::Player(player, rule),
                    });
                }
                rules
            }
            PlayerStatic::DamageLeaves { before, floor } => {
                self.of_yours(frame, before.as_ref(), Rule::DamageLeaves(floor.n.0))?
            }
            PlayerStatic::DamageTakesNoLife { before } => {
                self.of_yours(frame, before.as_ref(), Rule::DamageTakesNoLife)?
            }
            PlayerStatic::DamagedAsByInfect { before } => {
                self.of_yours(frame, before.as_ref(), Rule::DamagedAsByInfect)?
            }
            PlayerStatic::YouAnd { before, what, gain } => self.you_and(frame, before.as_ref(), what, gain)?,
            PlayerStatic::YouAndTwo { before, a, b, gain } => {
                let both = Nps::Two { a: a.clone(), b: b.clone() };
                self.you_and(frame, before.as_ref(), &both, gain)?
            }
            PlayerStatic::Stopped { what } => {
                simple(StaticEffect::Player(PlayerFilter::Any, self.stopped(frame, what)?))
            }
            PlayerStatic::BothStopped { a, b } => {
                let both = [self.stopped(frame, a)?, self.stopped(frame, b)?];
                both.into_iter().flat_map(|rule| simple(StaticEffect::Player(PlayerFilter::Any, rule))).collect()
            }
            PlayerStatic::NoMoreSpells { noun, .. } => {
                let rule = self.spells_per_turn(frame, 1, noun)?;
                simple(StaticEffect::Player(PlayerFilter::Any, rule))
            }
            PlayerStatic::OtherPrice { mana, noun }
            | PlayerStatic::OtherPriceThat { mana, noun }
            | PlayerStatic::OtherPriceOnce { mana, noun, .. } => {
                if let PlayerStatic::OtherPriceOnce { x: Some(x), .. } = words {
                    frame.discourse.x = Some(self.amount(frame, &x.amount)?);
                }
                let spells = self.cast_filter(frame, noun)?;
                let (mana, once) = (Some(mana.0.clone()), matches!(words, PlayerStatic::OtherPriceOnce { .. }));
                simple(StaticEffect::Player(
                    PlayerFilter::You,
                    Rule::OtherPrice(OtherPrice { once, ..OtherPrice::mana(spells, mana) }),
                ))
            }
            PlayerStatic::Price { price } => self.price_static(frame, price)?,
            PlayerStatic::Exiled { .. }
            | PlayerStatic::FromGraveyardExiled { .. }
            | PlayerStatic::LandAndSpellFromAmong { .. }
            | PlayerStatic::OnceFromGraveyard { .. } => self.played_from_elsewhere(frame, words)?,
            PlayerStatic::SkipIf { rule, condition } => skips(rule, Some(self.condition(frame, condition)?)),
            PlayerStatic::Skip { rule } => skips(rule, None),
            // CR 614.10.
            PlayerStatic::SkipExtraTurns { who } => {
                let Some(who) = player_filter(who) else { return unsupported("the rule", words) };
                simple(StaticEffect::Player(who, Rule::SkipExtraTurns))
            }
            PlayerStatic::MaySkipTurn { condition, clauses } => {
                let condition = Some(self.condition(frame, condition)?);
                let mut then = self.frame();
                self.clauses(&mut then, clauses)?;
                let part = then.finish(String::new())?;
                let ([Instr::Untap(Objects::Source)] | [Instr::Untap(Objects::Source), Instr::End]) = part.code[..]
                else {
                    return unsupported("what is done for the skipped turn:", clauses);
                };
                vec![Static { zone: Zone::Battlefield, condition, effect: StaticEffect::MaySkipTurn }]
            }
            PlayerStatic::LifeForMana { mana, .. } => match mana.0.symbols[..] {
                [ManaSymbol::Color(color)] => simple(StaticEffect::Player(PlayerFilter::You, Rule::LifeForMana(color))),
                _ => return unsupported("the mana", mana),
            },
            PlayerStatic::PlayWithHand => simple(StaticEffect::Player(PlayerFilter::You, Rule::HandRevealed)),
            PlayerStatic::PlayWithTop => simple(StaticEffect::Player(PlayerFilter::You, Rule::TopCardRevealed)),
            // CR 602.5a.
            PlayerStatic::ActAtOnce => simple(StaticEffect::Player(PlayerFilter::You, Rule::AbilitiesIgnoreSickness)),
            PlayerStatic::ManaBecomes { kind } => hand(Rule::UnspentManaBecomes(color_of(*kind))),
            PlayerStatic::CantWin => simple(StaticEffect::Player(PlayerFilter::Opponent, Rule::CantLoseGame)),
            PlayerStatic::LifeFixed => [Rule::CantGainLife, Rule::CantLoseLife].into_iter().flat_map(hand).collect(),
        })
    }

    /// What may be played from exile or the graveyard.
    fn played_from_elsewhere(&mut self, frame: &mut Frame, words: &PlayerStatic) -> Lowered<Vec<Static>> {
        Ok(match words {
            PlayerStatic::Exiled { before, what, spending } => {
                let rule = self.exiled_rule(frame, what, spending.as_ref())?;
                self.of_yours(frame, before.as_ref(), rule)?
            }
            PlayerStatic::FromGraveyardExiled { before, noun, .. } => {
                let cards = self.cast_filter(frame, noun)?;
                let rule = Rule::PlayFromGraveyard(FromGraveyard { exiled: true, ..FromGraveyard::all(cards) });
                self.of_yours(frame, before.as_ref(), rule)?
            }
            PlayerStatic::OnceFromGraveyard { noun, goes } => {
                let cards = self.cast_filter(frame, noun)?;
                let rule = Rule::PlayFromGraveyard(FromGraveyard {
                    once: true,
                    exiled: goes.is_some(),
                    ..FromGraveyard::all(cards)
                });
                let effect = StaticEffect::Player(PlayerFilter::You, rule);
                let condition = Some(Condition::TurnOf(PlayerFilter::You));
                vec![Static { zone: Zone::Battlefield, condition, effect }]
            }
            PlayerStatic::LandAndSpellFromAmong { noun, cards } => {
                let there = self.noun(frame, cards)?;
                if there.zone != Some(Zone::Graveyard) || !there.card || there.random || there.among.is_some() {
                    return unsupported("the cards", cards);
                }
                let lands = Filter::just(Test::Types(CardTypes::LAND));
                let each_turn = |kind: Filter| {
                    let cards = there.filter.tests.iter().fold(kind, |filter, test| filter.and(test.clone()));
                    let rule = FromGraveyard { once: true, anyones: true, ..FromGraveyard::all(cards) };
                    let effect = StaticEffect::Player(PlayerFilter::You, Rule::PlayFromGraveyard(rule));
                    let condition = Some(Condition::TurnOf(PlayerFilter::You));
                    Static { zone: Zone::Battlefield, condition, effect }
                };
                vec![each_turn(lands), each_turn(self.cast_filter(frame, noun)?)]
            }
            _ => return unsupported("the rule", words),
        })
    }

    /// "You and Humans you control have hexproof."
    fn you_and(
        &mut self,
        frame: &mut Frame,
        before: Option<&While>,
        what: &Nps,
        gain: &PlayerGain,
    ) -> Lowered<Vec<Static>> {
        let condition = before.map(|before| self.before(frame, before)).transpose()?;
        let mut effects = self.player_gain(gain)?;
        let affected = self.affected(frame, what)?;
        let verb = Context::gained_alike(gain);
        let verbs = Chain { first: LastingItem { verb, dur: None, each: None }, rest: Vec::new() };
        effects.extend(self.continuous(frame, &affected, &verbs)?);
        let part = |effect| Static { zone: Zone::Battlefield, condition: condition.clone(), effect };
        Ok(effects.into_iter().map(part).collect())
    }

    /// What no player can cast or play.
    pub(in crate::text::lower) fn stopped(&mut self, frame: &mut Frame, what: &Stopped) -> Lowered<Rule> {
        Ok(match what {
            Stopped::Cast { noun } => Rule::CantCast(self.spells(frame, noun, "what can't be cast:")?),
            Stopped::Play { noun } => self.cant_play_lands(frame, noun)?,
        })
    }

    /// "Your opponents can't cast spells or activate abilities of artifacts or creatures": those of permanents, whoever controls them, and
    /// mana abilities among them, which are activated by who controls the permanents (CR 602.2).
    fn cast_or_activate(
        &mut self,
        frame: &mut Frame,
        player: PlayerFilter,
        condition: Option<Condition>,
        noun: &Noun,
        of: &Noun,
    ) -> Lowered<Vec<Static>> {
        let spells = self.spells(frame, noun, "what can't be cast:")?;
        let described = self.noun(frame, of)?;
        if described.zone != Some(Zone::Battlefield) || described.card {
            return unsupported("what can't be activated:", of);
        }
        let theirs = described.filter.clone().and(Test::Controller(player));
        let rule = StaticEffect::Player(player, Rule::CantCast(spells));
        let abilities = StaticEffect::Player(player, Rule::CantActivate(described.filter, Some(Zone::Battlefield)));
        let stop = Modification::Restrict(Restrictions::CANT_ACTIVATE_MANA);
        let mana = StaticEffect::Continuous(Affected::Each(theirs), vec![stop]);
        let one = |effect| Static { zone: Zone::Battlefield, condition: condition.clone(), effect };
        Ok([rule, abilities, mana].map(one).to_vec())
    }
}

/// What unspent mana becomes: of no color, if it becomes colorless.
fn color_of(kind: UnspentAs) -> Colors {
    match kind {
        UnspentAs::Color { color } => color.0,
        UnspentAs::Colorless => Colors::empty(),
    }
}

/// A step is skipped, as long as a condition holds.
fn skips(rule: &SkipRule, condition: Option<Condition>) -> Vec<Static> {
    let (player, step) = match rule {
        SkipRule::YourDraw => (PlayerFilter::You, Step::Draw),
        SkipRule::YourUntap => (PlayerFilter::You, Step::Untap),
        SkipRule::YourUpkeep => (PlayerFilter::You, Step::Upkeep),
        SkipRule::PlayersUntap => (PlayerFilter::Any, Step::Untap),
        SkipRule::PlayersUpkeep => (PlayerFilter::Any, Step::Upkeep),
    };
    vec![Static { zone: Zone::Battlefield, condition, effect: StaticEffect::Player(player, Rule::SkipStep(step)) }]
}
