//! Clauses → instructions: who does what, "may", each of several players in turn.

use super::context::Context;
use super::decline::{Lowered, decline};
use super::described::Described;
use super::filter::unsupported;
use super::frame::{Frame, Item, all_of};
use super::noun::Use;
use super::this_way::at_least_one;
use super::verb::discards_rest;
use crate::cost::Cost;
use crate::designation::Daytime;
use crate::effect::{Duration as Span, Instr, Label, Modification, Recipients, Register, SeenBy, SpentAs};
use crate::filter::{Amount, Comparison, Condition, Objects, PlayerFilter, Players, Step, Test, Zone};
use crate::keyword::Restrictions;
use crate::text::grammar::amount::Num;
use crate::text::grammar::effect::{AfterPhase, BlocksHow, Clause, Clauses, SpendAs};
use crate::text::grammar::noun::{HowMany, Np, Nps, Quant};
use crate::text::grammar::object::{
    Duration, LastingItem, LastingVerb, ObjectItem, ObjectVerb, Restriction, Shape, StillTail,
};
use crate::text::grammar::player::{Player, Possessor, Whose};
use crate::text::grammar::said::{refers_back, says, says_any};
use crate::text::grammar::series::{Chain, Join};
use crate::text::grammar::verb::{
    CastHow, ChangeVerb, ChooseVerb, KeywordVerb, LookVerb, ManaVerb, MoveVerb, PermanentVerb, PlayerItem, PlayerVerb,
    Recipient, Recipients as ToWhom, SpellVerb, TurnVerb,
};
use crate::text::syntax::print;
use crate::types::CardTypes;

impl Context<'_> {
    /// Whose life total it is.
    fn whose_life(&mut self, frame: &mut Frame, whose: &Whose) -> Lowered<Players> {
        match whose {
            Whose::Of { player } => self.players(frame, player),
            _ => Ok(Players::You),
        }
    }

    pub(super) fn clauses(&mut self, frame: &mut Frame, clauses: &Clauses) -> Lowered<()> {
        for clause in clauses.0.items() {
            let used = frame.setting.until_used;
            self.clause(frame, clause)?;
            // As what mana may be spent goes with the permission before.
            let takes_none = matches!(clause, Clause::SpendAs { .. });
            if frame.setting.until.is_some() && frame.setting.until_used == used && !takes_none {
                return decline(format!("the duration before the sentence isn't taken by `{}`", print(clause)));
            }
        }
        Ok(())
    }

    fn clause(&mut self, frame: &mut Frame, clause: &Clause) -> Lowered<()> {
        match clause {
            Clause::ChooseBlocks { how } => {
                // All that could block must, so that how is all there is to choose.
                let all_must = |instr: &mut Instr| {
                    let theirs = [Test::Types(CardTypes::CREATURE), Test::Controller(PlayerFilter::Opponent)];
                    matches!(instr, Instr::ContinuousOn(filter, changes, Span::EndOfTurn)
                        if filter.tests == theirs && *changes == [Modification::Restrict(Restrictions::MUST_BLOCK)])
                };
                if *how == BlocksHow::Those && !frame.last_instr().is_some_and(all_must) {
                    return unsupported("whose blocks are chosen:", how);
                }
                frame.emit(Instr::ChooseBlocks(*how == BlocksHow::Combat));
                Ok(())
            }
            Clause::Imperative { verbs } => self.player_verbs(frame, &Players::You, verbs),
            // Who they are is asked once, whatever they do first.
            Clause::Player {
                who: who @ (Player::EachWho { .. } | Player::EachWhoDid { .. } | Player::EachOpponentWho { .. }),
                verbs,
            } if !verbs.rest.is_empty() => {
                let who = self.players(frame, who)?;
                self.each_player(frame, &who, |context, frame| context.player_verbs(frame, &Players::Current, verbs))
            }
            Clause::Player { who, verbs } => {
                let who = self.players(frame, who)?;
                self.players_do(frame, &who, verbs)
            }
            Clause::SpendAs { how, .. } => {
                // The spells are those that the same text lets the player cast.
                match frame.last_instr() {
                    Some(Instr::AllowPlay { mana, .. }) => {
                        *mana = spent_as(how);
                        Ok(())
                    }
                    _ => decline("no earlier sentence casts a spell"),
                }
            }
            // Whose cards they are that were put into libraries.
            Clause::ThoseShuffle => {
                let put = frame.put_into_libraries()?;
                let Some(put) = put else { return decline("nothing was put into a library before") };
                frame.emit(Instr::Shuffle(Players::OwnerOf(Box::new(put))));
                Ok(())
            }
            Clause::BecomesDay | Clause::BecomesNight => {
                let day = *clause == Clause::BecomesDay;
                frame.emit(Instr::SetDaytime(if day { Daytime::Day } else { Daytime::Night }));
                Ok(())
            }
            Clause::ExtraCombat { after, main } => {
                let label = frame.label();
                // "After this main phase": if it isn't a main phase, nothing follows it (CR 500.8).
                let here = match after {
                    AfterPhase::Phase => None,
                    AfterPhase::Combat => Some(Condition::InCombat),
                    AfterPhase::Main => Some(Condition::AnyOf(vec![
                        Condition::InStep(Step::PrecombatMain),
                        Condition::InStep(Step::PostcombatMain),
                    ])),
                };
                here.into_iter().for_each(|here| {
                    frame.emit(Instr::Unless(here, label));
                });
                frame.emit(Instr::ExtraCombat(main.is_some()));
                frame.mark(label);
                Ok(())
            }
            // CR 119.5.
            Clause::LifeBecomes { whose, n } => {
                let who = self.whose_life(frame, whose)?;
                let amount = self.number(frame, n)?;
                frame.emit(Instr::SetLife(who, amount));
                Ok(())
            }
            Clause::EachLifeBecomes { amount } => self.each_life_becomes(frame, amount),
            Clause::LifeBecomesEqual { whose, amount } => {
                let who = self.whose_life(frame, whose)?;
                let amount = self.amount(frame, amount)?;
                frame.emit(Instr::SetLife(who, amount));
                Ok(())
            }
            Clause::DamageUnpreventable => frame.damage_before_unpreventable(),
            Clause::NoMaximumHand => self.no_maximum_hand(frame, print(clause)),
            Clause::NothingPrevented => self.nothing_prevented(frame),
            Clause::RingTempts => {
                self.learn_of_the_ring()?;
                frame.emit(Instr::RingTempts(Players::You));
                Ok(())
            }
            Clause::LifeFixed => self.life_fixed(frame),
            Clause::YouGain { gain, dur } => self.players_gain(frame, None, gain, dur.as_ref()),
            Clause::YouAndGain { what, gain, dur } => self.players_gain(frame, Some(what), gain, dur.as_ref()),
            Clause::May { who, verbs } => self.may(frame, who, verbs),
            Clause::PlayerEach { who, verbs } => {
                let several = matches!(who, Player::AnyTargetPlayers | Player::TwoTargetPlayers);
                let who = self.players(frame, who)?;
                // "Any number of target players each mill half their library": each their own.
                if several && says_any(verbs, &["their", "they"]) {
                    return self.each_player(frame, &who, |context, frame| {
                        context.player_verbs(frame, &Players::Current, verbs)
                    });
                }
                self.players_do(frame, &who, verbs)
            }
            Clause::MayEach { who, verbs } => self.may(frame, who, verbs),
            Clause::ItsA { shape, tail, dur } => self.is_a(frame, Np::It, shape, Some(tail), dur.as_ref()),
            Clause::ItsOnly { shape } => self.is_a(frame, Np::It, shape, None, None),
            Clause::TheyAreOfType { color, sub, tail } => {
                let (subs, types) = (vec![*sub], Vec::new());
                let shape = Shape { sup: None, pt: None, color: color.clone(), subs, types, with: None };
                self.is_a(frame, Np::They, &shape, Some(tail), None)
            }
            Clause::TheyAre { shape, tail, dur } => self.is_a(frame, Np::They, shape, Some(tail), dur.as_ref()),
            Clause::LastingEach { what, verbs } => self.lasting_clause(frame, what, verbs),
            Clause::LastingThen { what, first, then } => {
                let verbs = Chain { first: (**first).clone(), rest: Vec::new() };
                self.lasting_clause(frame, what, &verbs)?;
                let objects = match what {
                    Nps::One { np } if !matches!(np, Np::Quant { .. }) => self.objects_of(frame, what, Use::Act)?,
                    _ => {
                        let Some(mention) = frame.discourse.mentions.last().filter(|mention| !mention.plural).cloned()
                        else {
                            return decline("it is unclear what does this");
                        };
                        frame.resolve(&mention)?
                    }
                };
                let before = frame.discourse.subject.replace(objects.clone());
                let result = self.object_verb(frame, &objects, &then.verb, then.each.as_ref());
                frame.discourse.subject = before;
                result
            }
            Clause::ObjectEach { what, verbs } => self.each_does(frame, what, verbs),
            Clause::Object { what, verbs } if each_for_itself(what, verbs) => self.each_does(frame, what, verbs),
            Clause::Object { what, verbs } if to_each_player(what, verbs) => {
                self.each_player(frame, &Players::Each, |context, frame| {
                    let objects = context.objects_of(frame, what, Use::Act)?;
                    let (ObjectVerb::DamageToEqual { amount, .. } | ObjectVerb::DamageEqual { amount, .. }) =
                        &verbs.first.verb
                    else {
                        return decline("it is unclear what is done to each player");
                    };
                    let n = context.amount(frame, amount)?;
                    frame.emit(Instr::Damage(objects, n, Recipients::Players(Players::Current)));
                    Ok(())
                })
            }
            Clause::Object { what, verbs } => {
                let objects = match self.objects_of(frame, what, Use::Act) {
                    // What deals damage is what the text is on, if nothing else is there that "it" could be.
                    Err(_)
                        if *what == (Nps::One { np: Np::It })
                            && frame.setting.spell
                            && verbs.items().all(|item| matches!(item.verb, ObjectVerb::Damage { .. })) =>
                    {
                        self.objects(frame, &Np::Itself, Use::Act)?
                    }
                    objects => objects?,
                };
                let before = frame.discourse.subject.replace(objects.clone());
                let result = verbs
                    .items()
                    .try_for_each(|item| self.object_verb(frame, &objects, &item.verb, item.each.as_ref()));
                frame.discourse.subject = before;
                no_alternatives(verbs)?;
                result
            }
            Clause::Lasting { what, verbs } => self.lasting_clause(frame, what, verbs),
            Clause::AbilitiesOfStop { what, dur } => {
                let verb = LastingVerb::Restrict { restriction: Restriction::CantActivate { but: None } };
                let first = LastingItem { verb, dur: Some(dur.clone()), each: None };
                self.lasting_clause(frame, &Nps::One { np: what.clone() }, &Chain { first, rest: Vec::new() })
            }
            Clause::AbilitiesStop { of, but, dur } => {
                let np = if *of == Possessor::Their { Np::They } else { Np::It };
                let verb = LastingVerb::Restrict { restriction: Restriction::CantActivate { but: but.clone() } };
                let first = LastingItem { verb, dur: dur.clone(), each: None };
                self.lasting_clause(frame, &Nps::One { np }, &Chain { first, rest: Vec::new() })
            }
        }
    }

    /// Each of several objects does something that is said in words of its own: "deals damage equal to its power".
    fn each_does(&mut self, frame: &mut Frame, what: &Nps, verbs: &Chain<ObjectItem>) -> Lowered<()> {
        no_alternatives(verbs)?;
        let objects = self.objects_of(frame, what, Use::Act)?;
        // "It" is each of them, but "that creature" is another one.
        self.each_of(frame, objects, &Described::default(), |context, frame| {
            let before = frame.discourse.subject.replace(Objects::Current);
            let result = verbs
                .items()
                .try_for_each(|item| context.object_verb(frame, &Objects::Current, &item.verb, item.each.as_ref()));
            frame.discourse.subject = before;
            result
        })
    }

    /// Players do something; if several must choose, one after the other.
    fn players_do(&mut self, frame: &mut Frame, who: &Players, verbs: &Chain<PlayerItem>) -> Lowered<()> {
        if !super::frame::several(who) {
            return self.player_verbs(frame, who, verbs);
        }
        // "Each player chooses two creatures they control, then sacrifices the rest": all at once, after the last has chosen (CR 101.4).
        if let [
            (
                Join::CommaAnd | Join::And | Join::Then,
                PlayerItem { verb: PlayerVerb::Move { verb: MoveVerb::Sacrifice { what, .. } }, each: None },
            ),
        ] = verbs.rest.as_slice()
            && *what == (Nps::One { np: Np::TheRest })
            && matches!(
                verbs.first.verb,
                PlayerVerb::Choose {
                    verb: ChooseVerb::Choose { .. }
                        | ChooseVerb::ChooseOfKinds { .. }
                        | ChooseVerb::ChooseAmongOfKinds { .. }
                        | ChooseVerb::ChooseOfEachType { .. }
                }
            )
        {
            let first = Chain { first: verbs.first.clone(), rest: Vec::new() };
            self.players_do(frame, who, &first)?;
            let rest = self.objects(frame, &Np::TheRest, Use::Act)?;
            frame.emit(Instr::Sacrifice(who.clone(), rest));
            return Ok(());
        }
        let before = frame.clone();
        let Err(error) = self.player_verbs(frame, who, verbs) else { return Ok(()) };
        *frame = before;
        self.each_player(frame, who, |context, frame| context.player_verbs(frame, &Players::Current, verbs))
            .map_err(|_| error)
    }

    /// "It's a Spirit in addition to its other types."
    fn is_a(
        &mut self,
        frame: &mut Frame,
        np: Np,
        shape: &Shape,
        tail: Option<&StillTail>,
        dur: Option<&Duration>,
    ) -> Lowered<()> {
        let verb = LastingVerb::IsA { shape: shape.clone(), tail: tail.cloned() };
        let first = LastingItem { verb, dur: dur.cloned(), each: None };
        self.lasting_clause(frame, &Nps::One { np }, &Chain { first, rest: Vec::new() })
    }

    /// The same for each of several players in turn order.
    pub(super) fn each_player(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        lower: impl FnOnce(&mut Self, &mut Frame) -> Lowered<()>,
    ) -> Lowered<()> {
        let (targets, players, mentions) =
            (frame.code.targets.len(), frame.discourse.players.len(), frame.discourse.mentions.len());
        let label = frame.label();
        let turns = frame.emit(Instr::ForEachPlayer(who.clone(), label));
        frame.discourse.players.push(Players::Current);
        let begin = frame.code.items.len();
        lower(self, frame)?;
        frame.choices_of_each()?;
        if let Some(begin) = frame.clause_by_clause(who, label, begin) {
            let together = frame.chosen_together(begin)?;
            frame.mark(label);
            frame.code.items.extend(together);
        }
        frame.discourse.players.truncate(players);
        frame.discourse.mentions.truncate(mentions);
        let mut revealed = frame.code.items[begin.min(frame.code.items.len())..].iter().filter_map(|item| match item {
            Item::Instr(number, Instr::LookAtTop { player: Players::Current, seen: SeenBy::All, .. }) => Some(*number),
            _ => None,
        });
        if let (Some(number), None) = (revealed.next(), revealed.next()) {
            frame.discourse.revealed_by_all = Some(number);
            self.mention_result(
                frame,
                number,
                true,
                CardTypes::empty(),
                None,
                Some(super::frame::DoneThisWay::Revealed),
            );
        }
        let mut exiled = frame.code.items[begin.min(frame.code.items.len())..].iter().filter_map(|item| match item {
            Item::Instr(number, Instr::Move(_, to, _)) if to.zone == Zone::Exile => Some(*number),
            _ => None,
        });
        frame.discourse.each_exiled = match (exiled.next(), exiled.next()) {
            (Some(number), None) => Some((turns, number)),
            _ => None,
        };
        if let Some((all, described)) = frame.discourse.each_chose.take() {
            let last = frame.code.items.iter().rev().find_map(|item| match item {
                Item::Instr(_, instr) => Some(instr),
                Item::Mark(_) => None,
            });
            if !matches!(last, Some(Instr::AddObjects(register, _)) if *register == all) {
                return decline("what is done with what each player chose is done to all of it together");
            }
            frame.mention(Objects::Register(all), true, Some(&described));
        }
        // Each player has done it or not: later words can't mean one of them.
        frame.discourse.did = false;
        if frame.code.targets.len() > targets { decline("a target for each player isn't supported") } else { Ok(()) }
    }

    pub(super) fn player_verbs(&mut self, frame: &mut Frame, who: &Players, verbs: &Chain<PlayerItem>) -> Lowered<()> {
        // "Reveal an artifact card you own from outside the game or choose a face-up artifact card you own in exile": one of all these.
        if let PlayerItem { verb: PlayerVerb::Look { verb: LookVerb::RevealOutside { noun } }, each: None } =
            &verbs.first
            && let [(Join::Or, PlayerItem { verb: PlayerVerb::Choose { verb }, each: None })] = verbs.rest.as_slice()
            && let ChooseVerb::Choose { what: Np::Quant { quant: Quant::A, noun: exiled } } = verb
        {
            self.bring_in(frame, who, noun, Some(exiled), true)?;
            return Ok(());
        }
        // "Pay 4 life or put that card on top of your library": who can't or won't pay does the other thing (CR 608.2d).
        let pays = matches!(
            &verbs.first,
            PlayerItem {
                verb: PlayerVerb::Mana {
                    verb: ManaVerb::PayMana { .. } | ManaVerb::PayManaAndLife { .. } | ManaVerb::PayLife { .. }
                },
                each: None
            }
        );
        if let (true, [(Join::Or, other)]) = (pays && !super::frame::several(who), verbs.rest.as_slice())
            && let Some(cost) = self.verb_as_cost(frame, &verbs.first.verb)?
        {
            let (not_paid, end) = (frame.label(), frame.label());
            frame.emit(Instr::MayPay(who.clone(), cost, not_paid));
            frame.emit(Instr::Jump(end));
            frame.mark(not_paid);
            frame.setting.perhaps += 1;
            let result = self.player_verb(frame, who, &other.verb, other.each.as_ref());
            frame.setting.perhaps -= 1;
            frame.mark(end);
            return result;
        }
        no_alternatives(verbs)?;
        let mut items = verbs.items().peekable();
        while let Some(item) = items.next() {
            if items.peek().is_some_and(|next| discards_rest(next)) && self.keep_cards(frame, who, item)? {
                items.next();
                continue;
            }
            self.player_verb(frame, who, &item.verb, item.each.as_ref())?;
        }
        Ok(())
    }

    /// "you may".
    fn may(&mut self, frame: &mut Frame, who: &Player, verbs: &Chain<PlayerItem>) -> Lowered<()> {
        match who {
            Player::AnyPlayer => return self.any_may(frame, super::rider::in_turn().to_vec(), verbs),
            Player::AnyOpponent => return self.any_may(frame, vec![Players::Opponents], verbs),
            _ => {}
        }
        let who = self.players(frame, who)?;
        if super::frame::several(&who) || frame.targets_several(&who) {
            return self.each_player(frame, &who, |context, frame| context.one_may(frame, Players::Current, verbs));
        }
        self.one_may(frame, who.clone(), verbs)?;
        frame.discourse.opponent_did = (who == Players::Opponents).then_some(frame.code.next_instr);
        Ok(())
    }

    /// "Any player may sacrifice a land": each in turn may, whatever the others did (CR 101.4).
    fn any_may(&mut self, frame: &mut Frame, players: Vec<Players>, verbs: &Chain<PlayerItem>) -> Lowered<()> {
        let (PlayerItem { verb, each: None }, true) = (&verbs.first, verbs.rest.is_empty()) else {
            return decline("several things that any player may do aren't supported");
        };
        if let PlayerVerb::Change {
            verb: ChangeVerb::Have { what, verb: ObjectVerb::Damage { n, to: ToWhom::One { a: to } } },
        } = verb
            && matches!(to, Recipient::Object { np: Np::Them })
        {
            return self.any_takes_damage(frame, players, what, n);
        }
        let mentions = frame.discourse.mentions.len();
        let Some(cost) = self.verb_as_cost(frame, verb)? else {
            return decline("what any player may do isn't a cost");
        };
        frame.discourse.mentions.truncate(mentions);
        frame.offer_each(players, |frame, who, next| {
            frame.emit(Instr::MayPay(who, cost.clone(), next));
        })
    }

    /// "Any player may have ~ deal 4 damage to them": each in turn may.
    fn any_takes_damage(&mut self, frame: &mut Frame, players: Vec<Players>, what: &Np, n: &Num) -> Lowered<()> {
        let source = self.objects(frame, what, Use::Act)?;
        let n = self.number(frame, n)?;
        frame.offer_each(players, |frame, who, next| {
            frame.emit(Instr::May(who.clone(), next));
            frame.emit(Instr::Damage(source.clone(), n.clone(), Recipients::Players(who)));
        })
    }

    fn one_may(&mut self, frame: &mut Frame, who: Players, verbs: &Chain<PlayerItem>) -> Lowered<()> {
        if verbs.rest.is_empty() && verbs.first.each.is_none() {
            let verb = &verbs.first.verb;
            // These give a permission or ask on their own.
            let permission = match verb {
                PlayerVerb::Turn { verb: TurnVerb::ExtraLand { .. } | TurnVerb::ExtraLandsUpTo { .. } }
                | PlayerVerb::Spell { verb: SpellVerb::NewTargets { .. } }
                | PlayerVerb::Spell { verb: SpellVerb::NewTarget { .. } }
                | PlayerVerb::Mana { verb: ManaVerb::PayAnyEnergy }
                | PlayerVerb::Mana { verb: ManaVerb::PayAnyLife } => true,
                PlayerVerb::Spell { verb: SpellVerb::Cast { how: None, .. } | SpellVerb::LookAndPlay { .. } } => true,
                PlayerVerb::Spell { verb: SpellVerb::Play { how: None, .. } } => frame.setting.until.is_some(),
                PlayerVerb::Spell {
                    verb:
                        SpellVerb::Cast {
                            what: Np::Quant { .. } | Np::Them | Np::Those { .. } | Np::TheCopies,
                            how: Some(_),
                        },
                } => true,
                PlayerVerb::Spell { verb: SpellVerb::Cast { how, .. } }
                | PlayerVerb::Spell { verb: SpellVerb::Play { how, .. } } => {
                    !matches!(how, Some(CastHow::FreeMany)) || frame.setting.until.is_some()
                }
                _ => false,
            };
            if permission {
                return self.player_verb(frame, &who, verb, None);
            }
            if let PlayerVerb::Mana { verb: ManaVerb::PayMana { mana } } = verb
                && mana.0.x_count() > 0
            {
                return self.may_pay_x(frame, who, &mana.0);
            }
            if let PlayerVerb::Mana { verb: ManaVerb::PayManaOften { mana } } = verb {
                return frame.may_pay_often(who, &mana.0);
            }
            if self.may_tap_x(frame, &who, verb)? {
                return Ok(());
            }
            if let PlayerVerb::Keyword { verb: KeywordVerb::Forage } = verb {
                frame.may_pay_either(who, super::cost::forage()?);
                return Ok(());
            }
            if let Some(cost) = self.verb_as_cost(frame, verb)? {
                let label = frame.label();
                frame.emit(Instr::MayPay(who, cost, label));
                frame.mark(label);
                frame.discourse.did = true;
                return Ok(());
            }
        }
        // "You may sacrifice an artifact or discard a card": the one, or else the other.
        if let [(Join::Or, other)] = verbs.rest.as_slice()
            && verbs.first.each.is_none()
            && other.each.is_none()
            && let Some(first) = self.verb_as_cost(frame, &verbs.first.verb)?
            && let Some(second) = self.verb_as_cost(frame, &other.verb)?
        {
            frame.may_pay_either(who, [first, second]);
            return Ok(());
        }
        if let Some(cost) = self.costs_together(frame, verbs)? {
            let label = frame.label();
            frame.emit(Instr::MayPay(who, cost, label));
            frame.mark(label);
            frame.discourse.did = true;
            return Ok(());
        }
        let label = frame.label();
        frame.emit(Instr::May(who.clone(), label));
        let begin = frame.code.items.len();
        frame.setting.perhaps += 1;
        self.player_verbs(frame, &who, verbs)?;
        frame.setting.perhaps -= 1;
        if frame.discourse.asked {
            frame.done_only_if_possible(begin, label);
        }
        frame.mark(label);
        frame.discourse.did = true;
        Ok(())
    }
}

impl Frame {
    /// One of two costs may be paid: the one, or else the other.
    fn may_pay_either(&mut self, who: Players, [first, second]: [Cost; 2]) {
        let (not_first, end) = (self.label(), self.label());
        self.emit(Instr::MayPay(who.clone(), first, not_first));
        self.emit(Instr::Jump(end));
        self.mark(not_first);
        self.emit(Instr::MayPay(who, second, end));
        self.mark(end);
        // Which of the two was paid with is not known here.
        self.discourse
            .mentions
            .retain(|mention| mention.before != Some(Objects::Register(crate::effect::PAID_REGISTER)));
        self.discourse.did = true;
    }

    /// Offers something to each of some players, by instructions that go on at a label for who declines: it was done if one of them did it.
    fn offer_each(&mut self, players: Vec<Players>, offer: impl Fn(&mut Frame, Players, Label)) -> Lowered<()> {
        let several = if players.len() > 1 { Some(self.number_register()?) } else { None };
        let (mut did, one) = (Amount::Const(0), || Box::new(Amount::Const(1)));
        for who in players {
            let next = self.label();
            offer(self, who, next);
            self.mark(next);
            if let Some(count) = several {
                let without = Box::new(did);
                self.emit(Instr::SetNumber(count, Amount::If(Box::new(Condition::Did), one(), without)));
                did = Amount::Register(count);
            }
        }
        if let Some(count) = several {
            let some = Condition::Compare(Amount::Register(count), Comparison::AtLeast, Amount::Const(1));
            self.emit(Instr::DoneIf(some));
        }
        self.discourse.did = true;
        Ok(())
    }

    /// "For each player, choose a creature card in that player's graveyard. Put those cards ...": all that was chosen is meant later, if nothing
    /// is done with each choice at once.
    fn choices_of_each(&mut self) -> Lowered<()> {
        let Some(Item::Instr(_, Instr::Pick(_, into))) = self.code.items.last() else { return Ok(()) };
        let chosen = Objects::Register(*into);
        let Some(mention) = self.discourse.mentions.last().filter(|last| last.before.as_ref() == Some(&chosen)) else {
            return decline("what is chosen for each player isn't remembered");
        };
        let described = Described { types: mention.types, card: mention.card, ..Described::default() };
        let all = self.register()?;
        self.emit(Instr::AddObjects(all, chosen));
        self.discourse.each_chose = Some((all, described));
        Ok(())
    }

    /// Returns whether a register holds what a search for any number of cards has found.
    fn is_any_number_found(&self, begin: usize, register: Register) -> bool {
        self.code.items[begin..].iter().any(|item| match item {
            Item::Instr(_, Instr::Search { into, max, .. }) => {
                *into == register && matches!(max, Amount::LibrarySize(_))
            }
            _ => false,
        })
    }

    /// Who may do something and can't hasn't done it when "if you do" asks: there is nothing, or less than is said, to be chosen, or
    /// nothing was moved. What can't be done whole isn't begun either (CR 118.12, 608.2d).
    fn done_only_if_possible(&mut self, begin: usize, label: Label) {
        let enough = |done, needed| Condition::Compare(done, Comparison::AtLeast, Amount::Const(needed));
        let mut first = None;
        for (place, item) in self.code.items.iter().enumerate().skip(begin) {
            let Item::Instr(_, instr) = item else { continue };
            let (at, done, whole) = match instr {
                Instr::ForEachPlayer(..) | Instr::ForEachObject(..) | Instr::Repeat(..) => return,
                Instr::Pick(pick, _) if pick.min != Amount::Const(0) => {
                    // "You may exile a Human you control and an artifact you control": both.
                    let picks = self.code.items[place..].iter().map_while(|item| match item {
                        Item::Instr(_, Instr::Pick(pick, into)) if pick.min != Amount::Const(0) => {
                            Some((at_least_one(&pick.min), Amount::CountObjects(Objects::Register(*into))))
                        }
                        _ => None,
                    });
                    let picks: Vec<_> = picks.collect();
                    let whole = picks.iter().map(|(needed, _)| needed).sum::<i32>() > 1;
                    let at = place + picks.len();
                    let done = all_of(picks.into_iter().map(|(needed, there)| enough(there, needed)).collect());
                    let Some(done) = done else { continue };
                    (at, done, whole)
                }
                Instr::SacrificeChosen(_, n, ..) => (place + 1, enough(Amount::ThisWay, at_least_one(n)), false),
                Instr::Tap(_) | Instr::Untap(_) | Instr::Sacrifice(..) => {
                    (place + 1, enough(Amount::ThisWay, 1), false)
                }
                Instr::AddCounters(..) => {
                    let joined = |item: &&Item| matches!(item, Item::Instr(_, Instr::AndCounters(..)));
                    let place = place + self.code.items[place + 1..].iter().take_while(joined).count();
                    (place + 1, enough(Amount::ThisWay, 1), false)
                }
                // Who finds any number of cards may find none.
                Instr::Move(Objects::Register(found), ..) if self.is_any_number_found(begin, *found) => continue,
                Instr::Move(objects, ..) if !matches!(objects, Objects::Each(..)) => {
                    (place + 1, enough(Amount::ThisWay, 1), false)
                }
                // Of what is gone none is removed, whatever it last had (CR 400.7).
                Instr::RemoveCounters(_, None, Some(Amount::Const(1))) => {
                    (place + 1, enough(Amount::ThisWay, 1), false)
                }
                // Counters that aren't there can't be removed, and none are unless all can be (CR 118.12, 122.1).
                Instr::RemoveCounters(from, kind, Some(n)) => {
                    let there =
                        Condition::Compare(Amount::Counters(from.clone(), *kind), Comparison::AtLeast, n.clone());
                    (place, there, *n != Amount::Const(1))
                }
                Instr::RemoveCounters(_, _, None) | Instr::MoveCounters(..) | Instr::MoveKinds(..) => {
                    (place + 1, enough(Amount::ThisWay, 1), false)
                }
                // What can't be destroyed or countered was tried all the same, if it is there.
                Instr::Destroy(objects, _) | Instr::Counter(objects, _) => {
                    (place, enough(Amount::CountObjects(objects.clone()), 1), false)
                }
                Instr::Attach(what, to) => (place, Condition::CanBeAttached(what.clone(), to.clone()), false),
                _ => continue,
            };
            first = Some((at, done, whole));
            break;
        }
        if let Some((at, done, whole)) = first {
            // What was chosen is attached only if it can be (CR 701.3b).
            if let Some(Item::Instr(_, Instr::Attach(what @ Objects::Register(_), to))) = self.code.items.get(at) {
                let attached = Instr::DoneIf(Condition::CanBeAttached(what.clone(), to.clone()));
                self.insert(at + usize::from(whole), attached);
            }
            self.insert(at, Instr::DoneIf(done.clone()));
            if whole {
                self.insert(at + 1, Instr::Unless(done, label));
            }
        }
    }
}

impl Context<'_> {
    /// "You may pay {X}": the number is computed, or chosen by who pays (CR 107.3f).
    fn may_pay_x(&mut self, frame: &mut Frame, who: Players, mana: &crate::mana::ManaCost) -> Lowered<()> {
        let label = frame.label();
        match frame.discourse.x.clone() {
            // In a triggered ability the X that is paid is meant (CR 107.3f).
            Some(Amount::X) if frame.setting.spell || frame.setting.activated => {
                return decline("a second X, beside that of the cost, isn't supported");
            }
            _ if !frame.discourse.where_x => {
                let register = frame.number_register()?;
                frame.discourse.x = Some(Amount::Register(register));
                frame.emit(Instr::MayPayX(who, Cost::mana(mana.clone()), register, label));
            }
            Some(x) if mana.symbols == [crate::mana::ManaSymbol::X] => {
                frame.emit(Instr::MayPayTimes(who, super::cost::one_generic(), x, label));
            }
            _ => return decline("a cost of computed mana isn't supported here"),
        }
        frame.mark(label);
        frame.discourse.did = true;
        Ok(())
    }

    /// "You may tap X untapped Myr you control": any number of them, which X is from now on (CR 107.3f).
    fn may_tap_x(&mut self, frame: &mut Frame, who: &Players, verb: &PlayerVerb) -> Lowered<bool> {
        let PlayerVerb::Permanent { verb: PermanentVerb::Tap { what: Nps::One { np: Np::Quant { quant, noun } } } } =
            verb
        else {
            return Ok(false);
        };
        let free = frame.discourse.x.is_none() && !frame.discourse.where_x;
        if *quant != (Quant::Some { n: HowMany::X }) || !free || *who != Players::You {
            return Ok(false);
        }
        let described = self.noun(frame, noun)?;
        if !described.describes_permanents() {
            return Ok(false);
        }
        let those = Objects::Each(Zone::Battlefield, described.filter);
        let label = frame.label();
        frame.emit(Instr::May(who.clone(), label));
        let picked = self.pick(frame, those.clone(), Amount::Const(0), Amount::CountObjects(those))?;
        let x = frame.number_register()?;
        frame.emit(Instr::SetNumber(x, Amount::CountObjects(picked.clone())));
        frame.emit(Instr::Tap(picked));
        let some = Condition::Compare(Amount::Register(x), Comparison::AtLeast, Amount::Const(1));
        frame.emit(Instr::DoneIf(some));
        frame.mark(label);
        frame.discourse.x = Some(Amount::Register(x));
        frame.discourse.did = true;
        Ok(true)
    }

    /// "You may pay {1} and sacrifice an artifact": one cost of several parts, paid together or not at all (CR 118.12).
    fn costs_together(&mut self, frame: &mut Frame, verbs: &Chain<PlayerItem>) -> Lowered<Option<Cost>> {
        let pays = |verb: &PlayerVerb| {
            matches!(
                verb,
                PlayerVerb::Mana { verb: ManaVerb::PayMana { .. } }
                    | PlayerVerb::Mana { verb: ManaVerb::PayLife { .. } | ManaVerb::PayManaAndLife { .. } }
                    | PlayerVerb::Mana { verb: ManaVerb::PayEnergy { .. } }
            )
        };
        let joined = verbs.rest.iter().all(|link| link.0 == Join::And) && verbs.rest.len() == 1;
        if !joined || !verbs.items().any(|item| pays(&item.verb)) || verbs.items().any(|item| item.each.is_some()) {
            return Ok(None);
        }
        let mut all = Cost::default();
        for item in verbs.items() {
            let Some(cost) = self.verb_as_cost(frame, &item.verb)? else { return Ok(None) };
            if all.mana.is_some() && cost.mana.is_some() {
                return Ok(None);
            }
            all.mana = all.mana.or(cost.mana);
            all.parts.extend(cost.parts);
        }
        Ok(Some(all))
    }
}

/// "~ deals damage to each player equal to the number of lands that player controls": to all at the same time, each their own.
fn to_each_player(what: &Nps, verbs: &Chain<ObjectItem>) -> bool {
    let ObjectItem {
        verb: ObjectVerb::DamageToEqual { to, amount } | ObjectVerb::DamageEqual { to, amount },
        each: None,
    } = &verbs.first
    else {
        return false;
    };
    verbs.rest.is_empty()
        && matches!(what, Nps::One { np: Np::Itself | Np::It })
        && *to == ToWhom::One { a: Recipient::Player { who: Player::EachPlayer } }
        && (says(amount, "that player") || says_any(amount, &["they", "their"]))
}

/// "Each creature deals damage to itself equal to its power".
fn each_for_itself(what: &Nps, verbs: &Chain<ObjectItem>) -> bool {
    let each = match what {
        Nps::One { np: Np::Quant { quant, .. } } => matches!(quant, Quant::Each | Quant::EachOfTargets { .. }),
        Nps::One { np: Np::EachOf { .. } } => true,
        _ => false,
    };
    let itself =
        |verb: &ObjectVerb| matches!(verb, ObjectVerb::DamageItself { .. } | ObjectVerb::DamageItselfEqual { .. });
    each && (verbs.items().any(|item| itself(&item.verb)) || refers_back(verbs))
}

/// Declines verbs joined by "or".
pub(super) fn no_alternatives<T>(chain: &Chain<T>) -> Lowered<()> {
    if chain.rest.iter().any(|link| link.0 == Join::Or) {
        decline("a choice between verbs isn't supported")
    } else {
        Ok(())
    }
}

/// As what mana may be spent, in the words of the sentence.
pub(super) fn spent_as(how: &SpendAs) -> SpentAs {
    match how {
        SpendAs::SnowAnyColor => SpentAs::SnowAnyColor,
        SpendAs::AnyColor => SpentAs::AnyColor,
        SpendAs::CanBe | SpendAs::AnyType => SpentAs::AnyType,
    }
}
