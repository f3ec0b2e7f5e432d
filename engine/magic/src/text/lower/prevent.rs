//! Prevention of damage (CR 615).

use super::filter::unsupported;
use super::noun::Use;
use super::sentence::refers_back;
use super::{Context, Frame, Item, Lowered, Mention, Referent, decline};
use crate::ability::Replacement;
use crate::effect::{AfterPrevention, Instr, Recipients, Script};
use crate::filter::{Amount, Filter, Objects, PlayerFilter, Test, Zone};
use crate::text::grammar::effect::Sentence;
use crate::text::grammar::noun::{Np, Quant};
use crate::text::grammar::player::Player;
use crate::text::grammar::statics::Static as Words;
use crate::text::grammar::verb::{Prevented, Recipient, Recipients as RecipientWords};
use crate::text::syntax::print;
use crate::types::CardTypes;

impl Context<'_> {
    pub(super) fn prevent(&mut self, frame: &mut Frame, what: &Prevented) -> Lowered<()> {
        match what {
            Prevented::AllCombat => {
                frame.emit(Instr::PreventCombatDamage(Filter::ANY));
            }
            Prevented::AllCombatBy { by } | Prevented::AllCombatByOld { by } => {
                match self.objects(frame, by, Use::Act)? {
                    // CR 611.2c: no characteristics change, so that what comes later is meant too.
                    Objects::Each(Zone::Battlefield, filter) => frame.emit(Instr::PreventCombatDamage(filter)),
                    objects => frame.emit(shield(None, Some(objects), true)),
                };
            }
            Prevented::AllCombatTo { to } => {
                let to = self.recipients(frame, to)?;
                frame.emit(shield(Some(to), None, true));
            }
            Prevented::AllBy { by } | Prevented::AllByWould { by } => {
                let objects = self.objects(frame, by, Use::Act)?;
                if matches!(objects, Objects::Each(..)) {
                    return unsupported("the prevention of", what);
                }
                frame.emit(shield(None, Some(objects), false));
            }
            Prevented::Next { n, to } | Prevented::NextOld { n, to } => {
                let n = self.number(frame, n)?;
                let to = self.recipients(frame, to)?;
                frame.emit(Instr::PreventDamage(to, Some(n)));
            }
            Prevented::AllTo { to } | Prevented::AllToOld { to } => {
                let to: Recipients = self.recipients(frame, to)?;
                frame.emit(Instr::PreventDamage(to, None));
            }
            Prevented::AllCombatToAndBy { by } => {
                let objects = self.objects(frame, by, Use::Act)?;
                if matches!(objects, Objects::Each(..)) {
                    return unsupported("the prevention of", what);
                }
                frame.emit(shield(Some(Recipients::Objects(objects.clone())), None, true));
                frame.emit(shield(None, Some(objects), true));
            }
        }
        Ok(())
    }
}

impl Context<'_> {
    /// What more a prevention effect says of the damage that it prevents (CR 615.5).
    pub(super) fn after_prevention(&mut self, frame: &mut Frame, sentence: &Sentence) -> Lowered<()> {
        let is_shield = |item: &Item| {
            matches!(item, Item::Instr(_, Instr::PreventDamage(..) | Instr::Shield { redirect: None, then: None, .. }))
        };
        if frame.items.iter().filter(|item| is_shield(item)).count() != 1 {
            return decline("it is unclear which prevention is meant by `this way`");
        }
        // What it refers to is remembered as the prevention begins.
        let place = frame.items.iter().position(is_shield).unwrap_or_default();
        let rest = frame.items.split_off(place);
        let text = print(sentence);
        let mut own = Context::kept(frame, refers_back(&text))?;
        frame.items.extend(rest);
        own.x = None;
        own.prevention = true;
        own.number = Some(Amount::Event);
        own.mention_damage_source();
        self.sentence(&mut own, sentence)?;
        if !own.targets.is_empty() {
            return decline("what happens after a prevention can't have targets of its own");
        }
        frame.next_register = own.next_register;
        // Whose damage it was matters: it happens for each source then.
        let apart = text.contains("source");
        let ability = self.made_now(own, text, Vec::new(), None)?;
        for item in &mut frame.items {
            let Item::Instr(_, instr) = item else { continue };
            if let Instr::PreventDamage(to, most) = instr {
                let (to, most) = (to.clone(), most.clone());
                *instr = shield(Some(to), None, false);
                if let Instr::Shield { amount, .. } = instr {
                    *amount = most;
                }
            }
            if let Instr::Shield { then, .. } = instr {
                *then = Some(AfterPrevention { ability, apart });
            }
        }
        Ok(())
    }

    /// The same for a static ability.
    pub(super) fn prevent_then(&mut self, words: &Words) -> Lowered<Replacement> {
        let (noun, kind, to, then) = match words {
            Words::PreventThen { kind, to, then } => (None, kind, to, then),
            Words::SourcePreventThen { noun, kind, to, then } => (Some(noun), kind, to, then),
            _ => return unsupported("the prevention", words),
        };
        let mut own = Frame::new();
        own.prevention = true;
        own.number = Some(Amount::Event);
        let source = match noun {
            None => Filter::ANY,
            Some(noun) => {
                let described = self.noun(&mut own, noun)?;
                if !described.source && !matches!(described.zone, Some(Zone::Battlefield | Zone::Stack)) {
                    return unsupported("the source", noun);
                }
                described.filter
            }
        };
        let RecipientWords::One { a } = to else { return unsupported("the recipients", to) };
        let (to_players, to_objects) = match a {
            Recipient::Player { who: Player::You } => (Some(PlayerFilter::You), None),
            Recipient::Player { who } if super::player::player_filter(who).is_some() => {
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
        own.mention_damage_source();
        self.sentence(&mut own, then)?;
        let text = print(&**then);
        let apart = text.contains("source") || text.contains("that creature") || text.contains("that permanent");
        let part = own.finish(text)?;
        if !part.targets.is_empty() {
            return decline("what happens after a prevention can't have targets");
        }
        let then = Script { parts: vec![part], modes: None };
        let combat = super::trigger::combat(kind);
        Ok(Replacement::PreventAnd { source, to_players, to_objects, combat, apart, then })
    }
}

impl Frame {
    /// The source of the damage that was prevented can be referred to as a source.
    fn mention_damage_source(&mut self) {
        self.mentions.push(Mention {
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
        });
    }

    /// How much damage was prevented.
    pub(super) fn prevented(&self) -> Lowered<Amount> {
        if self.prevention { Ok(Amount::Event) } else { decline("it is unclear which damage was prevented") }
    }
}

/// Prevents all such damage this turn.
pub(super) fn shield(to: Option<Recipients>, from: Option<Objects>, combat: bool) -> Instr {
    Instr::Shield {
        to,
        from,
        quality: None,
        combat,
        amount: None,
        once: false,
        redirect: None,
        group: None,
        then: None,
    }
}
