//! Sentences that make a rule, or a replacement of something, for a time (CR 611.2, 614).

use crate::ability::{AbilityKind, Static};
use crate::effect::{Destination, Duration as Span, Instr, Modification};
use crate::filter::{Condition, Filter, PlayerFilter, Players, Test, Zone};
use crate::text::grammar::condition::Conditions;
use crate::text::grammar::effect::Sentence;
use crate::text::grammar::noun::{Noun, Np, Quant};
use crate::text::grammar::object::Duration;
use crate::text::grammar::player::{Player, Whose};
use crate::text::grammar::statics::{CostBy, DamageStatic, DamageThisTurn, EnterCounters, PlayerRule, Stopped};
use crate::text::grammar::tax::Tax;
use crate::text::lower::context::Context;
use crate::text::lower::cost_change::cost_by;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::depends::{On, depends};
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::{Frame, Item};
use crate::text::lower::keyword::print_in_sentence;
use crate::text::lower::noun::Use;
use crate::text::lower::player::player_filter;
use crate::text::syntax::print;
use crate::types::CardTypes;
use crate::walk::Walk as _;

/// What a rule that holds for a time can't ask for any more.
const LATER: [On; 6] = [On::Registers, On::Target, On::Current, On::Event, On::ThisWay, On::Host];

impl Context<'_> {
    /// "If it's a creature, it can't be regenerated this turn, and if it would die this turn, exile it instead": maybe only if something
    /// is so.
    pub(super) fn doomed(&mut self, frame: &mut Frame, condition: Option<&Conditions>) -> Lowered<()> {
        let it = self.objects(frame, &Np::It, Use::Act)?;
        let label = frame.label();
        if let Some(condition) = condition {
            let condition = self.conditions(frame, condition)?;
            frame.emit(Instr::Unless(condition, label));
        }
        let creature = Filter::just(Test::Types(CardTypes::CREATURE));
        frame.emit(Instr::Unless(Condition::ObjectIs(it.clone(), creature), label));
        let firm = Modification::Restrict(crate::keyword::Restrictions::CANT_BE_REGENERATED);
        frame.emit(Instr::Continuous(it, vec![firm], Span::EndOfTurn));
        self.exile_instead_of_dying(frame, &Np::It)?;
        frame.mark(label);
        Ok(())
    }

    /// "If it would die this turn, exile it instead."
    pub(super) fn exile_instead_of_dying(&mut self, frame: &mut Frame, np: &Np) -> Lowered<()> {
        // "If a creature dealt damage this way would die": whichever of them.
        let objects = match np {
            // "If a creature would die this turn": one that enters later, too (CR 611.2c).
            Np::Quant { quant: Quant::A, noun } if self.is_told_by_kind(frame, noun)? => {
                let what = self.noun(frame, noun)?.filter;
                let text = format!("If {} would die this turn, exile it instead.", print_in_sentence(np));
                return self.exile_instead_of(frame, Some(Zone::Battlefield), Zone::Graveyard, what, text);
            }
            Np::Quant { quant: Quant::A, noun } => {
                let each = Np::Quant { quant: Quant::Each, noun: noun.clone() };
                self.objects(frame, &each, Use::Act)?
            }
            np => self.objects(frame, np, Use::Act)?,
        };
        let effect = crate::ability::StaticEffect::Replacement(crate::ability::Replacement::Moves {
            what: Filter::just(Test::Source),
            from: Some(Zone::Battlefield),
            to: Zone::Graveyard,
            instead: Destination::to(Zone::Exile),
            then: None,
        });
        let id = self.static_ability("If ~ would die, exile it instead.".to_owned(), effect)?;
        // It has no such ability (CR 113.12, 614.1): to lose all abilities doesn't help it.
        frame.emit(Instr::Continuous(objects, vec![Modification::Quality(id)], Span::EndOfTurn));
        Ok(())
    }

    /// "If it would leave the battlefield, exile it instead of putting it anywhere else."
    pub(super) fn exile_instead_of_leaving(&mut self, frame: &mut Frame, np: &Np) -> Lowered<()> {
        let objects = self.objects(frame, np, Use::Act)?;
        let mut changes = Vec::new();
        for to in [Zone::Graveyard, Zone::Hand, Zone::Library] {
            let effect = crate::ability::StaticEffect::Replacement(crate::ability::Replacement::Moves {
                what: Filter::just(Test::Source),
                from: Some(Zone::Battlefield),
                to,
                instead: Destination::to(Zone::Exile),
                then: None,
            });
            let id = self.static_ability(format!("If ~ would leave for {to:?}, exile it instead."), effect)?;
            changes.push(Modification::Quality(id));
        }
        frame.emit(Instr::Continuous(objects, changes, Span::Indefinite));
        Ok(())
    }

    /// Returns whether a noun means permanents by nothing but what they are and who controls them.
    fn is_told_by_kind(&mut self, frame: &Frame, noun: &Noun) -> Lowered<bool> {
        let described = self.noun(&mut frame.clone(), noun)?;
        let by_kind = |test: &Test| {
            matches!(test, Test::Types(_) | Test::NotTypes(_) | Test::Subtype(_) | Test::Controller(_) | Test::Nontoken)
        };
        Ok(described.among.is_none() && described.filter.tests.iter().all(by_kind))
    }

    /// "If a card would be put into your graveyard from anywhere this turn, exile that card instead."
    pub(super) fn goes_to_exile(
        &mut self,
        frame: &mut Frame,
        noun: &Noun,
        whose: &Whose,
        sentence: &Sentence,
    ) -> Lowered<()> {
        let described = self.noun(frame, noun)?;
        if !described.card || described.zone.is_some() || described.among.is_some() {
            return unsupported("what would be put there:", noun);
        }
        // Tokens aren't cards (CR 111.6).
        let mut what = described.filter.and(Test::Nontoken);
        if *whose == Whose::Your {
            what.tests.push(Test::Owner(PlayerFilter::You));
        }
        self.exile_instead_of(frame, None, Zone::Graveyard, what, print(sentence))
    }

    /// What would go to a zone this turn is exiled instead (CR 614.1a).
    fn exile_instead_of(
        &mut self,
        frame: &mut Frame,
        from: Option<Zone>,
        to: Zone,
        what: Filter,
        text: String,
    ) -> Lowered<()> {
        let effect = crate::ability::StaticEffect::Replacement(crate::ability::Replacement::Moves {
            what,
            from,
            to,
            instead: Destination::to(Zone::Exile),
            then: None,
        });
        let id = self.static_ability(text, effect)?;
        frame.emit(Instr::PlayerEffect(id, Span::EndOfTurn));
        Ok(())
    }

    /// "Until end of turn, if a creature would enter and it wasn't cast, exile it instead" (CR 614.1d, 614.12).
    /// "If a creature would enter under an opponent's control this turn, it enters under your control instead" (CR 616.1b).
    pub(super) fn enters(&mut self, frame: &mut Frame, noun: &Noun, sentence: &Sentence) -> Lowered<()> {
        let described = self.noun(frame, noun)?;
        if !described.describes_permanents() {
            return unsupported("what enters:", noun);
        }
        if depends(&described.filter, &LATER) || frame.setting.asks_chosen {
            return decline("what only this resolution knows isn't remembered for later");
        }
        if matches!(sentence, Sentence::EnterYours { .. }) {
            let yours = crate::ability::Replacement::EntersUnderYours(described.filter);
            let id = self.static_ability(print(sentence), crate::ability::StaticEffect::Replacement(yours))?;
            frame.emit(Instr::PlayerEffect(id, Span::EndOfTurn));
            return Ok(());
        }
        let what = described.filter.and(Test::Not(Box::new(Filter::just(Test::WasCast))));
        self.exile_instead_of(frame, None, Zone::Battlefield, what, print(sentence))
    }

    /// What attacking or blocking costs for a time (CR 508.1g, 509.1d).
    pub(super) fn tax_for_a_time(
        &mut self,
        frame: &mut Frame,
        dur: &Duration,
        tax: &Tax,
        sentence: &Sentence,
    ) -> Lowered<()> {
        let span = if *dur == Duration::YourNextTurn { Span::YourNextTurn } else { Span::EndOfTurn };
        let effect = self.tax(frame, tax)?;
        let id = self.static_ability(print(sentence), effect)?;
        frame.emit(Instr::PlayerEffect(id, span));
        Ok(())
    }

    /// "During target opponent's next turn, creatures that player controls attack ~ if able": whatever they control then (CR 611.2c).
    pub(super) fn attack_next_turn(&mut self, frame: &mut Frame, who: &Player, sentence: &Sentence) -> Lowered<()> {
        let who = self.players(frame, who)?;
        let creatures = Filter { tests: vec![Test::Types(CardTypes::CREATURE), Test::Controller(PlayerFilter::You)] };
        let effect = crate::ability::StaticEffect::MustAttackSource(creatures);
        let ability = Static { zone: Zone::Battlefield, condition: Some(Condition::TurnOf(PlayerFilter::You)), effect };
        let id = self.add(print(sentence), AbilityKind::Static(Box::new(ability)));
        frame.emit(Instr::PlayerEffectOf(who, id, Span::EndOfYourNextTurn));
        Ok(())
    }

    /// A rule for you until the turn ends.
    pub(super) fn your_rule_this_turn(
        &mut self,
        frame: &mut Frame,
        rule: crate::ability::PlayerRule,
        sentence: &Sentence,
    ) -> Lowered<()> {
        let effect = crate::ability::StaticEffect::Player(PlayerFilter::You, rule);
        let id = self.static_ability(print(sentence), effect)?;
        frame.emit(Instr::PlayerEffect(id, Span::EndOfTurn));
        Ok(())
    }

    /// "This turn, each creature you control enters with an additional +1/+1 counter on it" (CR 614.1c).
    pub(in crate::text::lower) fn enter_with_this_turn(
        &mut self,
        frame: &mut Frame,
        noun: &Noun,
        with: &EnterCounters,
        text: String,
    ) -> Lowered<()> {
        let replacement = self.others_enter_with(frame, noun, with)?;
        if depends(&replacement, &LATER) || frame.setting.asks_chosen {
            return decline("what only this resolution knows isn't remembered for later");
        }
        let effect = crate::ability::StaticEffect::Replacement(replacement);
        let id = self.static_ability(text, effect)?;
        frame.emit(Instr::PlayerEffect(id, Span::EndOfTurn));
        Ok(())
    }

    /// "If a source you control would deal damage this turn, it deals double that damage instead" (CR 614.1a).
    pub(super) fn damage_this_turn(
        &mut self,
        frame: &mut Frame,
        words: &DamageThisTurn,
        sentence: &Sentence,
    ) -> Lowered<()> {
        let (what, kind, to, by, change, again) = match words.clone() {
            DamageThisTurn::To { what, kind, to, by, change, again } => (what, kind, Some(to), by, change, again),
            DamageThisTurn::TurnTo { what, kind, to, by, change, again } => (what, kind, to, by, change, again),
        };
        let always = DamageStatic::Changed { before: None, what, kind, to, by, change, again };
        for Static { effect, .. } in self.damage_static(frame, &always)? {
            if depends(&effect, &LATER) || frame.setting.asks_chosen {
                return decline("what only this resolution knows isn't remembered for later");
            }
            let id = self.static_ability(print(sentence), effect)?;
            frame.emit(Instr::PlayerEffect(id, Span::EndOfTurn));
        }
        Ok(())
    }

    /// "If that player would gain life this turn, that player gains no life instead" (CR 614.1a).
    pub(super) fn no_life_gain_this_turn(
        &mut self,
        frame: &mut Frame,
        who: &Player,
        sentence: &Sentence,
    ) -> Lowered<()> {
        let who = match player_filter(who) {
            Some(PlayerFilter::Any) => Players::Each,
            _ => self.players(frame, who)?,
        };
        let change = crate::ability::NumberChange::Zero;
        let gain = crate::ability::Replacement::LifeGain { player: PlayerFilter::You, change };
        let id = self.static_ability(print(sentence), crate::ability::StaticEffect::Replacement(gain))?;
        frame.emit(Instr::PlayerEffectOf(who, id, Span::EndOfTurn));
        Ok(())
    }

    /// Spells that can be cast this turn as though they had flash.
    pub(super) fn flash_this_turn(&mut self, frame: &mut Frame, noun: &Noun, sentence: &Sentence) -> Lowered<()> {
        let rule = crate::ability::PlayerRule::Flash(self.spells(frame, noun, "what has flash:")?);
        let effect = crate::ability::StaticEffect::Player(PlayerFilter::You, rule);
        let id = self.static_ability(print(sentence), effect)?;
        frame.emit(Instr::PlayerEffect(id, Span::EndOfTurn));
        Ok(())
    }

    /// What spells cost that are cast this turn, or until your next turn.
    pub(super) fn spells_cost_for_a_time(
        &mut self,
        frame: &mut Frame,
        noun: &Noun,
        by: &CostBy,
        dur: &Duration,
        sentence: &Sentence,
    ) -> Lowered<()> {
        let (player, what) = self.spells_that_cost(frame, noun)?;
        if depends(&what, &LATER) || frame.setting.asks_chosen {
            return decline("what only this resolution knows isn't remembered for later");
        }
        let change = cost_by(by);
        let id =
            self.static_ability(print(sentence), crate::ability::StaticEffect::SpellCost { player, what, change })?;
        let span = if *dur == Duration::YourNextTurn { Span::YourNextTurn } else { Span::EndOfTurn };
        frame.emit(Instr::PlayerEffect(id, span));
        Ok(())
    }

    /// You have no maximum hand size for the rest of the game.
    pub(in crate::text::lower) fn no_maximum_hand(&mut self, frame: &mut Frame, text: String) -> Lowered<()> {
        let rule = crate::ability::PlayerRule::NoMaximumHandSize;
        let effect = crate::ability::StaticEffect::Player(PlayerFilter::You, rule);
        let id = self.static_ability(text, effect)?;
        frame.emit(Instr::PlayerEffect(id, Span::Indefinite));
        Ok(())
    }

    /// "Until your next turn, spells with the chosen name can't be cast and lands with the chosen name can't be played."
    pub(super) fn stopped_until(
        &mut self,
        frame: &mut Frame,
        dur: &Duration,
        what: [&Stopped; 2],
        sentence: &Sentence,
    ) -> Lowered<()> {
        let span = if *dur == Duration::YourNextTurn { Span::YourNextTurn } else { Span::EndOfTurn };
        for what in what {
            let mut rule = self.stopped(frame, what)?;
            if frame.setting.asks_chosen && frame.knows_chosen_name(&mut rule) {
                frame.setting.asks_chosen = false;
            }
            if depends(&rule, &LATER) || frame.setting.asks_chosen {
                return decline("what only this resolution knows isn't remembered for later");
            }
            let effect = crate::ability::StaticEffect::Player(PlayerFilter::Any, rule);
            let id = self.static_ability(print(sentence), effect)?;
            frame.emit(Instr::PlayerEffect(id, span));
        }
        Ok(())
    }

    /// What players can or can't do for a time.
    pub(super) fn rule_for_a_time(
        &mut self,
        frame: &mut Frame,
        who: &Player,
        rule: &PlayerRule,
        dur: &Duration,
        sentence: &Sentence,
    ) -> Lowered<()> {
        let span = match dur {
            Duration::YourNextTurn => Span::YourNextTurn,
            Duration::RestOfGame => Span::Indefinite,
            _ => Span::EndOfTurn,
        };
        let player = match player_filter(who) {
            Some(filter @ (PlayerFilter::Any | PlayerFilter::You | PlayerFilter::Opponent)) => filter,
            // "That player", "target player": which is known only now.
            _ => {
                let who = self.players(frame, who)?;
                if who != Players::Opponents {
                    return self.rule_of_players(frame, who, rule, span, sentence);
                }
                PlayerFilter::Opponent
            }
        };
        for mut rule in self.player_rule(frame, player, rule)? {
            if frame.setting.asks_chosen && frame.knows_chosen_name(&mut rule) {
                frame.setting.asks_chosen = false;
            }
            if depends(&rule, &LATER) || frame.setting.asks_chosen {
                return decline("what only this resolution knows isn't remembered for later");
            }
            let effect = crate::ability::StaticEffect::Player(player, rule);
            let id = self.static_ability(print(sentence), effect)?;
            frame.emit(Instr::PlayerEffect(id, span));
        }
        Ok(())
    }

    /// What certain players can or can't do for a time: of each of them the rule is that of "you".
    fn rule_of_players(
        &mut self,
        frame: &mut Frame,
        who: Players,
        rule: &PlayerRule,
        span: Span,
        sentence: &Sentence,
    ) -> Lowered<()> {
        if !matches!(span, Span::EndOfTurn | Span::YourNextTurn | Span::Indefinite) {
            return unsupported("how long a rule of certain players lasts:", sentence);
        }
        for rule in self.player_rule(frame, PlayerFilter::You, rule)? {
            let speaks = rule.has(|player: &PlayerFilter| *player != PlayerFilter::Any);
            if depends(&rule, &LATER) || frame.setting.asks_chosen || speaks {
                return decline("what only this resolution knows isn't remembered for later");
            }
            let effect = crate::ability::StaticEffect::Player(PlayerFilter::You, rule);
            let id = self.static_ability(print(sentence), effect)?;
            frame.emit(Instr::PlayerEffectOf(who.clone(), id, span));
        }
        Ok(())
    }

    /// "Damage can't be prevented this turn."
    pub(in crate::text::lower) fn nothing_prevented(&mut self, frame: &mut Frame) -> Lowered<()> {
        let rule = crate::ability::PlayerRule::DamageCantBePrevented(Filter::ANY, None);
        let effect = crate::ability::StaticEffect::Player(PlayerFilter::Any, rule);
        let id = self.static_ability("Damage can't be prevented.".to_owned(), effect)?;
        frame.emit(Instr::PlayerEffect(id, Span::EndOfTurn));
        Ok(())
    }
}

impl Frame {
    /// Makes a rule about the chosen name one about the name that was chosen by the time it is made. Returns whether it is one, and the
    /// name is chosen here.
    fn knows_chosen_name(&self, rule: &mut crate::ability::PlayerRule) -> bool {
        let chooses = |item: &Item| matches!(item, Item::Instr(_, Instr::ChooseName(..)));
        let (crate::ability::PlayerRule::CantCast(filter) | crate::ability::PlayerRule::CantPlayLands(filter, _)) =
            rule
        else {
            return false;
        };
        let Some(test) = filter.tests.iter_mut().find(|test| **test == Test::ChosenName) else { return false };
        *test = Test::NameChosenThen;
        self.code.items.iter().any(chooses)
    }
}
