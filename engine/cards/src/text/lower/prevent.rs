//! Prevention of damage (CR 615).

use super::context::Context;
use super::decline::{Lowered, decline};
use super::filter::unsupported;
use super::frame::{Frame, Item, Mention, Referent};
use super::noun::Use;
use crate::ability::{NumberChange, Replacement, StaticEffect};
use crate::card::AbilityId;
use crate::effect::{AfterPrevention, DividedAmong, Duration, Instr, Modification, Pick, Recipients, Script, Shield};
use crate::filter::{Amount, Comparison, Condition, Filter, Objects, PlayerFilter, Players, Step, Test, Zone};
use crate::text::grammar::amount::Num;
use crate::text::grammar::condition::Conditions;
use crate::text::grammar::effect::{NextStep, NextTimeOutcome, Sentence};
use crate::text::grammar::noun::{Np, Quant};
use crate::text::grammar::player::Player;
use crate::text::grammar::said::{refers_back, says, says_any};
use crate::text::grammar::statics::PreventionStatic;
use crate::text::grammar::trigger::DamageKind;
use crate::text::grammar::verb::{DamageAt, Dealer, Prevented, Recipient, Recipients as RecipientWords};
use crate::text::syntax::{Syntax, has, print};
use crate::types::{CardTypes, Colors};

impl Context<'_> {
    pub(super) fn prevent(&mut self, frame: &mut Frame, what: &Prevented) -> Lowered<()> {
        match what {
            Prevented::AllCombat => {
                frame.emit(Instr::PreventCombatDamage(Filter::ANY));
            }
            Prevented::AllCombatBy { by } | Prevented::AllBy { kind: DamageKind::Combat, by } => {
                let from = self.objects(frame, by, Use::Act)?;
                frame.prevent_by(from, true)?;
            }
            Prevented::AllTo { kind: DamageKind::Combat, to } => {
                let to = self.recipients(frame, to)?;
                frame.prevent_to(to, true)?;
            }
            Prevented::AllByWould { kind, by, at } | Prevented::AllThatWould { kind, by, at } => {
                let mut shield = self.shield_from(frame, by, at.as_ref())?;
                shield.combat = match kind {
                    DamageKind::Any => false,
                    DamageKind::Combat => true,
                    DamageKind::Noncombat => return unsupported("what is prevented:", what),
                };
                frame.emit_shield(shield);
            }
            Prevented::AllByTurn { kind: DamageKind::Noncombat, .. }
            | Prevented::AllToBy { kind: DamageKind::Noncombat, .. } => {
                return unsupported("what is prevented:", what);
            }
            Prevented::AllByTurn { kind, by } => {
                let shield = self.shield_from(frame, by, None)?;
                frame.emit_shield(Shield { combat: *kind == DamageKind::Combat, ..shield });
            }
            Prevented::AllToBy { kind, to, by } => {
                let mut shield = match to {
                    // Yours by then.
                    RecipientWords::Both {
                        a: Recipient::Player { who: Player::You },
                        b: Recipient::Object { np: Np::Quant { quant: Quant::Bare, noun } },
                    } => self.shield_from(frame, by, Some(&DamageAt::Group { noun: noun.clone() }))?,
                    RecipientWords::Both { .. } => return unsupported("what is prevented:", what),
                    to => self.shield_from(frame, by, Some(&DamageAt::To { to: to.clone() }))?,
                };
                shield.combat = *kind == DamageKind::Combat;
                frame.emit_shield(shield);
            }
            Prevented::AllTurnToBy { kind: DamageKind::Noncombat, .. }
            | Prevented::AllToByTurn { kind: DamageKind::Noncombat, .. } => {
                return unsupported("what is prevented:", what);
            }
            Prevented::AllTurnToBy { kind, to, by } | Prevented::AllToByTurn { kind, to, by } => {
                let to = Prevented::AllToBy { kind: kind.clone(), to: to.clone(), by: by.clone() };
                self.prevent(frame, &to)?;
            }
            Prevented::NextBy { n, by, at } => {
                let amount = Some(self.number(frame, n)?);
                let shield = self.shield_from(frame, by, Some(at))?;
                frame.emit_shield(Shield { amount, ..shield });
            }
            Prevented::AllBy { kind: DamageKind::Any, by } => {
                let from = self.objects(frame, by, Use::Act)?;
                frame.prevent_by(from, false)?;
            }
            Prevented::Next { n, to } | Prevented::NextTurnFirst { n, to } => {
                let n = self.number(frame, n)?;
                let to = self.recipients(frame, to)?;
                frame.emit(Instr::PreventDamage(to, Some(n)));
            }
            Prevented::NextDivided { n, among } => {
                let n = self.number(frame, n)?;
                let spec = self.divide(frame, n, among)?;
                frame.emit(Instr::PreventDivided(DividedAmong(spec)));
            }
            Prevented::AllTo { kind: DamageKind::Any, to } | Prevented::AllToTurnFirst { to } => {
                let to = self.recipients(frame, to)?;
                frame.prevent_to(to, false)?;
            }
            Prevented::AllBy { kind: DamageKind::Noncombat, .. }
            | Prevented::AllTo { kind: DamageKind::Noncombat, .. } => {
                return unsupported("what is prevented:", what);
            }
            Prevented::AllToAndBy { kind: DamageKind::Noncombat, .. } => {
                return unsupported("what is prevented:", what);
            }
            Prevented::AllToAndBy { kind, by, turn: Some(_) } => {
                let combat = *kind == DamageKind::Combat;
                let objects = self.objects(frame, by, Use::Act)?;
                frame.prevent_to(Recipients::Objects(objects.clone()), combat)?;
                frame.prevent_by(objects, combat)?;
            }
            Prevented::AllWould { kind, by } => {
                let Some(span) = frame.lasts() else { return unsupported("for how long damage is prevented by", what) };
                let objects = self.objects(frame, by, Use::Act)?;
                let [by, _] = to_and_by(Filter::just(Test::Source), super::trigger::combat(kind));
                self.prevented_for(frame, objects, [by], span, what)?;
            }
            Prevented::AllToFor { kind, to } => self.prevent_to_for(frame, kind, to, what)?,
            Prevented::AllToAndBy { kind, by, turn: None } => {
                let Some(span) = frame.lasts() else { return unsupported("for how long damage is prevented by", what) };
                let objects = self.objects(frame, by, Use::Act)?;
                let both = to_and_by(Filter::just(Test::Source), super::trigger::combat(kind));
                self.prevented_for(frame, objects, both, span, what)?;
            }
        }
        Ok(())
    }

    /// "If ~ was kicked, prevent the next 6 damage this way instead": what is divided is known as it is (CR 601.2d).
    pub(super) fn prevent_instead_if(&mut self, frame: &mut Frame, condition: &Conditions, n: &Num) -> Lowered<()> {
        let condition = self.conditions(frame, condition)?;
        if !matches!(condition, Condition::Kicked(_)) {
            return unsupported("whether something else is prevented:", n);
        }
        let more = self.number(frame, n)?;
        let Some(Instr::PreventDivided(DividedAmong(spec))) = frame.last_instr().cloned() else {
            return decline("no earlier sentence divides what is prevented");
        };
        let spec = &mut frame.code.targets[usize::from(spec)];
        for usual in [Some(&mut spec.max), spec.divided.as_mut()].into_iter().flatten() {
            *usual = Amount::If(Box::new(condition.clone()), Box::new(more.clone()), Box::new(usual.clone()));
        }
        Ok(())
    }

    /// "The next 2 damage that would be dealt to target creature this turn is dealt to you instead."
    pub(super) fn redirect_next(
        &mut self,
        frame: &mut Frame,
        n: &Num,
        from: &RecipientWords,
        to: &RecipientWords,
    ) -> Lowered<()> {
        let amount = Some(self.number(frame, n)?);
        let (from, to) = (self.recipients(frame, from)?, self.recipients(frame, to)?);
        let shield = Shield { to: Some(from), amount, redirect: Some(to), ..Shield::default() };
        frame.emit(Instr::Shield(Box::new(shield)));
        Ok(())
    }

    /// "The next time damage would be dealt to ~ this turn, that damage is dealt to any target instead."
    pub(super) fn redirect_next_time(
        &mut self,
        frame: &mut Frame,
        from: &RecipientWords,
        to: &RecipientWords,
    ) -> Lowered<()> {
        let RecipientWords::One { .. } = from else { return unsupported("what would be dealt damage:", from) };
        let (from, to) = (self.recipients(frame, from)?, self.recipients(frame, to)?);
        if matches!(from, Recipients::Objects(Objects::Each(..))) {
            return decline("the next damage to one of several things isn't supported");
        }
        let shield = Shield { to: Some(from), once: true, redirect: Some(to), ..Shield::default() };
        frame.emit(Instr::Shield(Box::new(shield)));
        Ok(())
    }

    /// CR 614.9: all damage that is described as where it is prevented is dealt to somebody or something else instead.
    pub(super) fn redirect_all(&mut self, frame: &mut Frame, what: &Prevented, to: &RecipientWords) -> Lowered<()> {
        let RecipientWords::One { .. } = to else { return unsupported("to what the damage is dealt:", to) };
        let place = frame.code.items.len();
        self.prevent(frame, what)?;
        // Who is dealt it is known before the effect begins.
        let made = frame.code.items.split_off(place);
        let to = self.recipients(frame, to)?;
        if matches!(to, Recipients::Objects(Objects::Each(..))) {
            return decline("damage is dealt instead to one player or permanent only");
        }
        let mut redirected = false;
        for mut item in made {
            if let Item::Instr(_, instr) = &mut item {
                let shield = match instr {
                    Instr::PreventDamage(from, amount) => {
                        Some(Shield { to: Some(from.clone()), amount: amount.clone(), ..Shield::default() })
                    }
                    Instr::PreventCombatDamage(filter) => {
                        let quality = (*filter != Filter::ANY).then(|| filter.clone());
                        Some(Shield { quality, combat: true, ..Shield::default() })
                    }
                    Instr::Shield(shield) => Some((**shield).clone()),
                    Instr::Continuous(..) | Instr::PlayerEffect(..) => {
                        return decline("damage is dealt to another for a turn only");
                    }
                    _ => None,
                };
                if let Some(shield) = shield {
                    redirected = true;
                    *instr = Instr::Shield(Box::new(Shield { redirect: Some(to.clone()), ..shield }));
                }
            }
            frame.code.items.push(item);
        }
        if redirected { Ok(()) } else { unsupported("which damage is dealt to another:", what) }
    }

    /// Damage to or by objects is prevented for longer than this turn.
    fn prevented_for<const N: usize>(
        &mut self,
        frame: &mut Frame,
        objects: Objects,
        damage: [Replacement; N],
        span: Duration,
        what: &Prevented,
    ) -> Lowered<()> {
        let mut changes = Vec::new();
        for damage in damage {
            let text = format!("Prevent {}.", print(what));
            changes.push(Modification::Quality(self.static_ability(text, StaticEffect::Replacement(damage))?));
        }
        // It has no such ability (CR 113.12): to lose all abilities doesn't matter.
        frame.emit(Instr::Continuous(objects, changes, span));
        Ok(())
    }

    /// The same of damage to a player or to objects.
    fn prevent_to_for(
        &mut self,
        frame: &mut Frame,
        kind: &DamageKind,
        to: &RecipientWords,
        what: &Prevented,
    ) -> Lowered<()> {
        let Some(span) = frame.lasts() else { return unsupported("for how long damage is prevented:", what) };
        let combat = super::trigger::combat(kind);
        let [_, to_source] = to_and_by(Filter::just(Test::Source), combat);
        match to {
            RecipientWords::One { a: Recipient::Player { who: Player::You } }
                if super::player_gain::lasts_for_players(span) =>
            {
                let damage = Replacement::Damage {
                    source: Filter::ANY,
                    to_players: Some(PlayerFilter::You),
                    to_objects: None,
                    combat,
                    change: NumberChange::Zero,
                };
                let text = format!("Prevent {}.", print(what));
                let ability = self.static_ability(text, StaticEffect::Replacement(damage))?;
                frame.emit(Instr::PlayerEffect(ability, span));
                Ok(())
            }
            RecipientWords::One { a: Recipient::Object { np } } => {
                let objects = self.objects(frame, np, Use::Act)?;
                self.prevented_for(frame, objects, [to_source], span, what)
            }
            _ => unsupported("to whom damage is prevented:", what),
        }
    }

    /// The next time something would deal damage, that is prevented or dealt to another.
    pub(super) fn next_time(
        &mut self,
        frame: &mut Frame,
        by: &Dealer,
        kind: &DamageKind,
        at: Option<&DamageAt>,
        then: &NextTimeOutcome,
    ) -> Lowered<()> {
        let mut shield = self.shield_from(frame, by, at)?;
        shield.once = true;
        shield.combat = match kind {
            DamageKind::Any => false,
            DamageKind::Combat => true,
            DamageKind::Noncombat => return unsupported("the damage", kind),
        };
        shield.redirect = match then {
            NextTimeOutcome::Prevent => None,
            NextTimeOutcome::Redirect { to } => Some(self.recipients(frame, to)?),
            NextTimeOutcome::DealsTo { head, to } => {
                // What it says of the source is what was said of it before.
                if !self.head(frame, head)?.source {
                    return unsupported("the source", head);
                }
                Some(self.recipients(frame, to)?)
            }
        };
        frame.emit_shield(shield);
        Ok(())
    }

    /// A shield against what would deal the damage. A source "of your choice" is chosen as the effect is created (CR 609.7a): a
    /// permanent or a spell on the stack; whether it fits is asked again when it would deal damage (CR 609.7b, 615.9).
    pub(super) fn shield_from(&mut self, frame: &mut Frame, by: &Dealer, at: Option<&DamageAt>) -> Lowered<Shield> {
        let mut shield = Shield::default();
        match by {
            // "Sources of the color of your choice": whatever they are by then (CR 609.7b).
            Dealer::Np { np: Np::Quant { quant: Quant::Bare, noun } } if noun.is_about_sources() => {
                let described = self.noun(frame, noun)?;
                if described.zone.is_some() || described.among.is_some() || described.random {
                    return unsupported("the source", noun);
                }
                shield.quality = Some(described.filter);
            }
            Dealer::Np { np } => {
                match self.objects(frame, np, Use::Act)? {
                    // Whatever fits by then: no characteristics change (CR 611.2c).
                    Objects::Each(Zone::Battlefield, filter) => shield.quality = Some(filter.and(Test::Permanent)),
                    Objects::Each(..) => return unsupported("the source", np),
                    from => shield.from = Some(from),
                }
            }
            Dealer::Any { noun } => {
                let described = self.noun(frame, noun)?;
                let here = described.source || matches!(described.zone, Some(Zone::Battlefield | Zone::Stack));
                if !here || described.among.is_some() || described.random {
                    return unsupported("the source", noun);
                }
                shield.quality = Some(described.as_source());
            }
            Dealer::Chosen { noun, quals } => {
                let mut noun = noun.clone();
                noun.quals.extend(quals.iter().cloned());
                let described = self.noun(frame, &noun)?;
                if described.among.is_some() || described.random {
                    return unsupported("the source", by);
                }
                let quality = described.filter.clone();
                shield.quality = (!quality.tests.is_empty()).then_some(quality.clone());
                let from = match described.zone {
                    _ if described.source => Objects::DamageSources(quality),
                    Some(Zone::Battlefield) => Objects::Each(Zone::Battlefield, quality),
                    _ => return unsupported("the source", by),
                };
                let one = || Amount::Const(1);
                let pick = Pick { chooser: Players::You, from, min: one(), max: one(), random: false };
                let register = frame.code.next_register;
                frame.code.next_register += 1;
                frame.emit(Instr::Pick(pick, register));
                shield.from = Some(Objects::Register(register));
                frame.mention(Objects::Register(register), false, Some(&described));
            }
        }
        match at {
            None => {}
            Some(DamageAt::To { to }) => match self.recipients(frame, to)? {
                // Whatever fits by then (CR 611.2c).
                Recipients::Objects(Objects::Each(Zone::Battlefield, filter)) => {
                    shield.group = Some((None, Some(filter)));
                }
                to => shield.to = Some(to),
            },
            Some(DamageAt::Group { noun }) => {
                let group = self.noun(frame, noun)?;
                if group.zone != Some(Zone::Battlefield) {
                    return unsupported("what is protected:", noun);
                }
                shield.group = Some((Some(PlayerFilter::You), Some(group.filter)));
            }
        }
        Ok(shield)
    }

    /// What more a prevention effect says of the damage that it prevents (CR 615.5).
    pub(super) fn after_prevention(&mut self, frame: &mut Frame, sentence: &Sentence) -> Lowered<()> {
        let is_shield = |item: &Item| match item {
            Item::Instr(_, Instr::Shield(shield)) => shield.redirect.is_none() && shield.then.is_none(),
            item => matches!(item, Item::Instr(_, Instr::PreventDamage(..))),
        };
        if frame.code.items.iter().filter(|item| is_shield(item)).count() != 1 {
            return decline("it is unclear which prevention is meant by `this way`");
        }
        // What it refers to is remembered as the prevention begins.
        let place = frame.code.items.iter().position(is_shield).unwrap_or_default();
        let rest = frame.code.items.split_off(place);
        let mut own = Context::kept(frame, refers_back(sentence), false)?;
        frame.code.items.extend(rest);
        own.discourse.x = None;
        own.discourse.prevented = Some(Amount::Event);
        own.discourse.number = Some(Amount::Event);
        own.mention_damage_source();
        let at_end = has(sentence, |when: &NextStep| *when == NextStep::NextEnd);
        // Of what begins in an end step the next one is another turn's (CR 513.2).
        let in_end_step = if at_end { Some(self.what_follows(frame, own.clone(), sentence, false)?) } else { None };
        let ability = self.what_follows(frame, own, sentence, at_end)?;
        // Whose damage it was matters: it happens for each source then.
        let apart = says_any(sentence, &["source"]);
        for item in &mut frame.code.items {
            let Item::Instr(_, instr) = item else { continue };
            if let Instr::PreventDamage(to, most) = instr {
                let (to, amount) = (Some(to.clone()), most.clone());
                *instr = Instr::Shield(Box::new(Shield { to, amount, ..Shield::default() }));
            }
            if let Instr::Shield(shield) = instr {
                shield.then = Some(AfterPrevention { ability, apart });
            }
        }
        let made = frame.code.items.iter().enumerate().find_map(|(place, item)| match item {
            Item::Instr(_, Instr::Shield(shield)) if shield.then.is_some() => Some((place, shield.clone())),
            _ => None,
        });
        if let (Some(ability), Some((place, shield))) = (in_end_step, made) {
            let late = Shield { then: Some(AfterPrevention { ability, apart }), ..*shield };
            let (other, end) = (frame.label(), frame.label());
            let rest = frame.code.items.split_off(place);
            frame.emit(Instr::Unless(Condition::Not(Box::new(Condition::InStep(Step::End))), other));
            let mut rest = rest.into_iter();
            frame.code.items.extend(rest.next());
            frame.emit(Instr::Jump(end));
            frame.mark(other);
            frame.emit(Instr::Shield(Box::new(late)));
            frame.mark(end);
            frame.code.items.extend(rest);
        }
        Ok(())
    }

    /// The ability that a shield makes of what follows the prevention: in time for the next end step only before that, if so.
    fn what_follows(
        &mut self,
        frame: &mut Frame,
        mut own: Frame,
        sentence: &Sentence,
        in_time: bool,
    ) -> Lowered<AbilityId> {
        let end = own.label();
        if in_time {
            // What is prevented in the end step itself is prevented too late for that.
            own.emit(Instr::Unless(Condition::Not(Box::new(Condition::InStep(Step::End))), end));
        }
        self.sentence(&mut own, sentence)?;
        own.mark(end);
        if !own.code.targets.is_empty() {
            return decline("what happens after a prevention can't have targets of its own");
        }
        frame.code.next_register = frame.code.next_register.max(own.code.next_register);
        self.made_now(frame, own, print(sentence), Vec::new(), None)
    }

    /// The same for a static ability.
    pub(super) fn prevent_then(&mut self, words: &PreventionStatic) -> Lowered<Replacement> {
        let (noun, kind, to, then, instead) = match words {
            PreventionStatic::PreventThen { kind, to, then } => (None, kind, to, Some(&**then), None),
            PreventionStatic::SourcePreventThen { noun, kind, to, then } => (Some(noun), kind, to, Some(&**then), None),
            PreventionStatic::PreventAnd { kind, to, and } => (None, kind, to, None, Some(and)),
            PreventionStatic::SourcePreventAnd { noun, kind, to, and } => (Some(noun), kind, to, None, Some(and)),
            PreventionStatic::DamageInstead { kind, to, then } => (None, kind, to, None, Some(then)),
            PreventionStatic::SourceDamageInstead { noun, kind, to, then } => (Some(noun), kind, to, None, Some(then)),
            PreventionStatic::SourceInstead { np: Np::Quant { noun, .. }, kind, to, then } => {
                (Some(noun), kind, to, None, Some(then))
            }
            PreventionStatic::SourceInstead { kind, to, then, .. } => (None, kind, to, None, Some(then)),
            PreventionStatic::DamageInsteadDone { kind, to, then } => (None, kind, to, None, Some(then)),
            _ => return unsupported("the prevention", words),
        };
        let mut own = Frame::new();
        own.discourse.number = Some(Amount::Event);
        let text = print(words);
        // CR 615.12: what is prevented this way is nothing if it can't be, while "that much" is the damage all the same.
        own.discourse.prevented = then.map(|_| Amount::Event);
        if then.is_some_and(Sentence::is_about_prevention) {
            let register = own.number_register()?;
            own.emit(Instr::SetNumber(register, Amount::ThisWay));
            own.discourse.prevented = Some(Amount::Register(register));
        }
        let source = match noun {
            None if matches!(words, PreventionStatic::SourceInstead { .. }) => Filter::just(Test::Source),
            None => Filter::ANY,
            Some(noun) => {
                let described = self.noun(&mut own, noun)?;
                if !described.source && !matches!(described.zone, Some(Zone::Battlefield | Zone::Stack)) {
                    return unsupported("the source", noun);
                }
                described.as_source()
            }
        };
        let RecipientWords::One { a } = to else { return unsupported("the recipients", to) };
        let (to_players, to_objects) = match a {
            Recipient::Player { who: Player::You } => (Some(PlayerFilter::You), None),
            Recipient::Player { who } if super::player::player_filter(who).is_some() => {
                if instead_of(words) {
                    own.discourse.players.push(Players::Event);
                }
                (super::player::player_filter(who), None)
            }
            Recipient::Object { np: Np::Itself } => {
                own.mention_source(self.types);
                (None, Some(Filter::just(Test::Source)))
            }
            Recipient::Object { np: np @ Np::Quant { quant: Quant::A | Quant::Another, .. } } => {
                (None, Some(self.event_subject(&mut own, np)?))
            }
            _ => return unsupported("the recipients", to),
        };
        if let (Some(_), Recipient::Object { np: Np::Quant { noun, .. } }) = (&to_objects, a) {
            let described = self.noun(&mut own, noun)?;
            self.mention_event(&mut own, Objects::EventOther, &described);
        }
        if then.is_some() {
            own.mention_damage_source();
        }
        match (then, instead) {
            (Some(then), _) => self.sentence(&mut own, then)?,
            (None, Some(instead)) => self.clauses(&mut own, instead)?,
            (None, None) => return unsupported("the prevention", words),
        }
        // "If a source would deal damage": what each of several would deal is prevented by itself.
        let each = matches!(words, PreventionStatic::SourcePreventAnd { .. });
        // Of several players who would be dealt damage each is "that player".
        let apart = each
            || instead_of(words) && to_players == Some(PlayerFilter::Any)
            || match (then, instead) {
                (Some(then), _) => is_apart(then),
                (None, instead) => instead.is_some_and(is_apart),
            };
        let prevents = !instead_of(words);
        let part = own.finish(text)?;
        if !part.targets.is_empty() {
            return decline("what happens after a prevention can't have targets");
        }
        let then = Script { parts: vec![part], modes: None };
        let combat = super::trigger::combat(kind);
        Ok(Replacement::PreventAnd { source, to_players, to_objects, combat, prevents, apart, then })
    }
}

/// Returns whether something happens instead of the damage (CR 614.1a).
fn instead_of(words: &PreventionStatic) -> bool {
    matches!(
        words,
        PreventionStatic::DamageInstead { .. }
            | PreventionStatic::SourceDamageInstead { .. }
            | PreventionStatic::SourceInstead { .. }
            | PreventionStatic::DamageInsteadDone { .. }
    )
}

/// Returns whether what happens is said of the source of the damage, or of what it would be dealt to: for each then.
fn is_apart(then: &impl Syntax) -> bool {
    says_any(then, &["source"])
        || has(then, |np| matches!(np, Np::That { .. }))
        || says(then, "that permanent")
        || has(then, |player| matches!(player, Player::That { .. }))
}

impl Frame {
    /// The source of the damage that was prevented can be referred to as a source. "It" is rather what has been mentioned before.
    fn mention_damage_source(&mut self) {
        self.discourse.unclear = self.discourse.unclear.map(|known| known + 1);
        let source = Mention {
            before: Some(Objects::Event),
            after: Referent::Known(Objects::Event),
            plural: false,
            types: CardTypes::empty(),
            card: false,
            spell: false,
            token: false,
            origin: true,
            past: None,
            source: false,
            since: self.code.next_instr,
            side: None,
        };
        self.discourse.mentions.insert(0, source);
    }

    /// That damage was prevented at all.
    pub(super) fn was_prevented(&self) -> Lowered<Condition> {
        Ok(Condition::Compare(self.prevented()?, Comparison::AtLeast, Amount::Const(1)))
    }

    /// How much damage was prevented.
    pub(super) fn prevented(&self) -> Lowered<Amount> {
        match &self.discourse.prevented {
            Some(amount) => Ok(amount.clone()),
            None => decline("it is unclear which damage was prevented"),
        }
    }
}

impl Frame {
    /// A shield; against sources of a color that is chosen now, one for each color that can be, as the choice isn't remembered.
    fn emit_shield(&mut self, shield: Shield) {
        let chosen = |item: &Item| matches!(item, Item::Instr(_, Instr::ChooseColor(..)));
        let place =
            shield.quality.iter().flat_map(|quality| &quality.tests).position(|test| *test == Test::ChosenColor);
        let (Some(place), true) = (place, self.code.items.iter().any(chosen)) else {
            self.emit(Instr::Shield(Box::new(shield)));
            return;
        };
        for (index, row) in Colors::TABLE.iter().enumerate() {
            let label = self.label();
            let color = Amount::Register(super::frame::COLOR_REGISTER);
            let is = Condition::Compare(color, Comparison::Equal, Amount::Const(index as i32));
            self.emit(Instr::Unless(is, label));
            let mut own = shield.clone();
            if let Some(quality) = &mut own.quality {
                quality.tests[place] = Test::Colors(row.0);
            }
            self.emit(Instr::Shield(Box::new(own)));
            self.mark(label);
        }
    }

    /// Prevents all damage that such sources would deal this turn. A description means whatever fits by then: no characteristics
    /// change (CR 611.2c).
    fn prevent_by(&mut self, from: Objects, combat: bool) -> Lowered<()> {
        match from {
            Objects::Each(Zone::Battlefield, filter) if combat => self.emit_stored(filter, Instr::PreventCombatDamage),
            Objects::Each(Zone::Battlefield, filter) => self.emit_stored(filter.and(Test::Permanent), |filter| {
                Instr::Shield(Box::new(Shield { quality: Some(filter), ..Shield::default() }))
            }),
            Objects::Each(..) => decline("damage is prevented only of what is on the battlefield"),
            from => {
                self.emit(shield(None, Some(from), combat));
                Ok(())
            }
        }
    }

    /// Prevents all damage that would be dealt to these this turn. A description means whatever fits by then (CR 611.2c).
    fn prevent_to(&mut self, to: Recipients, combat: bool) -> Lowered<()> {
        let (players, filter) = match to {
            Recipients::Objects(Objects::Each(Zone::Battlefield, filter)) => (None, filter),
            Recipients::Both(parts) => match <[Recipients; 2]>::try_from(parts) {
                Ok(
                    [
                        Recipients::Players(players @ (Players::You | Players::Opponents | Players::Each)),
                        Recipients::Objects(Objects::Each(Zone::Battlefield, filter)),
                    ],
                ) => (Some(players), filter),
                Ok(both) => return self.prevent_to_these(Recipients::Both(both.into()), combat),
                Err(parts) => return self.prevent_to_these(Recipients::Both(parts), combat),
            },
            to => return self.prevent_to_these(to, combat),
        };
        let players = players.map(|players| match players {
            Players::You => PlayerFilter::You,
            Players::Opponents => PlayerFilter::Opponent,
            _ => PlayerFilter::Any,
        });
        self.emit_stored(filter, |filter| {
            Instr::Shield(Box::new(Shield { group: Some((players, Some(filter))), combat, ..Shield::default() }))
        })
    }

    fn prevent_to_these(&mut self, to: Recipients, combat: bool) -> Lowered<()> {
        self.emit(if combat { shield(Some(to), None, true) } else { Instr::PreventDamage(to, None) });
        Ok(())
    }
}

/// Damage that these would deal or be dealt is prevented.
pub(super) fn to_and_by(these: Filter, combat: Option<bool>) -> [Replacement; 2] {
    let change = || NumberChange::Zero;
    let by = Replacement::Damage {
        source: these.clone(),
        to_players: Some(PlayerFilter::Any),
        to_objects: Some(Filter::ANY),
        combat,
        change: change(),
    };
    let to = Replacement::Damage {
        source: Filter::ANY,
        to_players: None,
        to_objects: Some(these),
        combat,
        change: change(),
    };
    [by, to]
}

/// Prevents all such damage this turn.
pub(super) fn shield(to: Option<Recipients>, from: Option<Objects>, combat: bool) -> Instr {
    Instr::Shield(Box::new(Shield { to, from, combat, ..Shield::default() }))
}

impl Frame {
    /// "The damage can't be prevented": that of the sentence before.
    pub(super) fn damage_before_unpreventable(&mut self) -> Lowered<()> {
        let is_damage = |item: &Item| {
            matches!(item, Item::Instr(_, Instr::Damage(..) | Instr::DamageDivided(..) | Instr::Fight(..)))
        };
        let Some(place) = self.code.items.iter().rposition(is_damage) else {
            return decline("no earlier sentence deals damage");
        };
        self.insert(place, Instr::Preventable(false));
        self.emit(Instr::Preventable(true));
        Ok(())
    }
}
