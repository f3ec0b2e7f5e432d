//! Creating tokens and emblems (CR 111, 114) → instructions.

use crate::ability::KeywordAction;
use crate::effect::{Attacking, Duration, Instr, Modification, NewTokens};
use crate::filter::{Amount, Condition, CounterKind, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::text::grammar::amount::ForEach;
use crate::text::grammar::token::TokenSpec;
use crate::text::grammar::verb::{PlayerVerb, TokenVerb};
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::Frame;
use crate::text::lower::frame::several;
use crate::types::CardTypes;

impl Context<'_> {
    /// Creating tokens and emblems.
    pub(super) fn token_verb(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        verb: &TokenVerb,
        each: Option<&ForEach>,
    ) -> Lowered<()> {
        let you = *who == Players::You;
        let several = several(who);
        match verb {
            TokenVerb::Create { tokens } => self.create(frame, who, tokens, each)?,
            TokenVerb::CreateTwo { a, b } => {
                self.create_together(frame, who, &[a, b])?;
            }
            TokenVerb::CreateOr { a, b } if !several => self.create_one_of(frame, who, &[a, b])?,
            TokenVerb::CreateChoice { of } if you && each.is_none() => {
                let of: Vec<&TokenSpec> = of.items.iter().collect();
                self.create_one_of(frame, who, &of)?;
            }
            TokenVerb::CreateThree { a, b, c } => self.create_together(frame, who, &[a, b, c])?,
            TokenVerb::AmassSub { sub, n } if you => self.amass(frame, sub.0, n)?,
            TokenVerb::Amass { n } if you => match crate::types::Subtype::from_name("Zombie") {
                Some(zombie) => self.amass(frame, zombie, n)?,
                None => return unsupported("the verb", verb),
            },
            TokenVerb::Investigate | TokenVerb::InvestigateOnce if each.is_some() => {
                let Some(each) = each else { return unsupported("the verb", verb) };
                let times = self.for_each(frame, each)?;
                self.done_often(frame, who, times, &PlayerVerb::Tokens { verb: TokenVerb::Investigate })?;
            }
            TokenVerb::Investigate | TokenVerb::InvestigateAgain => {
                let token = self.predefined("Clue")?;
                let player = who.clone();
                let number = frame.emit(Instr::CreateToken(NewTokens::new(player, token, Amount::Const(1))));
                frame.emit(Instr::Done(KeywordAction::Investigate, who.clone()));
                self.mention_result(frame, number, false, CardTypes::ARTIFACT, Some(token), None);
            }
            // CR 701.53a.
            TokenVerb::Incubate { n } => {
                let counters = Some(self.number(frame, n)?);
                let token = self.incubator()?;
                let player = who.clone();
                let number = frame.emit(Instr::CreateToken(NewTokens {
                    counters,
                    ..NewTokens::new(player, token, Amount::Const(1))
                }));
                self.mention_result(frame, number, false, CardTypes::ARTIFACT, Some(token), None);
            }
            TokenVerb::Populate if you => {
                let tokens = Filter {
                    tests: vec![Test::Types(CardTypes::CREATURE), Test::Token, Test::Controller(PlayerFilter::You)],
                };
                let of =
                    self.pick(frame, Objects::Each(Zone::Battlefield, tokens), Amount::Const(1), Amount::Const(1))?;
                let instr = Instr::CreateCopy {
                    player: Players::You,
                    of,
                    amount: Amount::Const(1),
                    except: Vec::new(),
                    tapped: false,
                    attacking: Attacking::No,
                    into: None,
                };
                let number = frame.emit(instr);
                self.mention_result(frame, number, false, CardTypes::CREATURE, None, None);
            }
            TokenVerb::GetEmblem { grants } if !several => {
                let mut ids = Vec::new();
                for grant in &grants.items {
                    match grant {
                        crate::text::grammar::keyword::Grant::Quoted { ability } => ids.extend(self.quoted(ability)?),
                        _ => return unsupported("the emblem", verb),
                    }
                }
                let activated = |id: &crate::card::AbilityId| {
                    matches!(self.pool.ability(*id).kind, crate::ability::AbilityKind::Activatable(_))
                };
                if ids.iter().any(activated) {
                    return decline("an emblem with an activated ability isn't supported");
                }
                frame.emit(Instr::CreateEmblem(who.clone(), ids));
            }
            _ => return unsupported("the verb", verb),
        }
        Ok(())
    }

    /// One of several things is created: each is offered in turn, and the last is created if none before was (CR 608.2d).
    fn create_one_of(&mut self, frame: &mut Frame, who: &Players, of: &[&TokenSpec]) -> Lowered<()> {
        let (end, last) = (frame.label(), of.len() - 1);
        frame.setting.perhaps += 1;
        let result = of.iter().enumerate().try_for_each(|(place, tokens)| {
            let next = frame.label();
            if place < last {
                frame.emit(Instr::May(who.clone(), next));
            }
            self.create(frame, who, tokens, None)?;
            if place < last {
                frame.emit(Instr::Jump(end));
                frame.mark(next);
            }
            Ok(())
        });
        frame.setting.perhaps -= 1;
        frame.mark(end);
        result
    }

    /// CR 701.47: an Army gets counters, made first if there is none.
    fn amass(
        &mut self,
        frame: &mut Frame,
        kind: crate::types::Subtype,
        n: &crate::text::grammar::amount::Num,
    ) -> Lowered<()> {
        let n = self.number(frame, n)?;
        let Some(army) = crate::types::Subtype::from_name("Army") else { return decline("there is no subtype Army") };
        let armies = Filter {
            tests: vec![Test::Types(CardTypes::CREATURE), Test::Subtype(army), Test::Controller(PlayerFilter::You)],
        };
        let token = self.army_token(kind, army);
        let end = frame.label();
        let any = Condition::Exists(Zone::Battlefield, armies.clone());
        frame.emit(Instr::Unless(Condition::Not(Box::new(any)), end));
        frame.emit(Instr::CreateToken(NewTokens::new(Players::You, token, Amount::Const(1))));
        frame.mark(end);
        let one = || Amount::Const(1);
        let chosen = self.pick(frame, Objects::Each(Zone::Battlefield, armies), one(), one())?;
        frame.emit(Instr::AddCounters(chosen.clone(), CounterKind::PLUS_ONE, n));
        frame.emit(Instr::Continuous(
            chosen.clone(),
            vec![Modification::AddSubtypes(vec![kind])],
            Duration::Indefinite,
        ));
        frame.mention(chosen, false, None);
        if let Some(mention) = frame.discourse.mentions.last_mut() {
            mention.types = CardTypes::CREATURE;
        }
        Ok(())
    }
}
