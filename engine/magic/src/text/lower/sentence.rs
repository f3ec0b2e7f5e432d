//! Sentences → instructions: conditions, choices, durations, "instead", what happens later.

use super::filter::unsupported;
use super::lasting::span;
use super::noun::Use;
use super::{Context, Frame, Item, Lowered, Referent, decline};
use crate::ability::{Ability, AbilityKind, TriggerEvent, Triggered};
use crate::card::AbilityId;
use crate::cost::{Cost, CostPart};
use crate::daytime::Daytime;
use crate::effect::{
    DelayedUntil, Destination, Duration as Span, Instr, ManaOutput, ModeChoice, Modification, Part, Pick, Script,
};
use crate::filter::{Amount, Condition, Filter, Objects, PlayerFilter, Players, Step, Test, Zone};
use crate::text::grammar::amount::Num;
use crate::text::grammar::effect::{Body, Choose, Clause, Clauses, Mode, NextStep, Prefix, Sentence, Suffix};
use crate::text::grammar::noun::{Np, Nps};
use crate::text::grammar::object::{ObjectItem, ObjectVerb};
use crate::text::grammar::player::Player;
use crate::text::grammar::series::{Chain, Join};
use crate::text::grammar::verb::{CastHow, Discard, PlayerItem, PlayerVerb, Unless};
use crate::text::syntax::print;

/// What comes of an intervening "if", apart from the script.
pub(super) struct Lowering {
    pub(super) script: Script,
    pub(super) condition: Option<Condition>,
    /// The zone in which an ability works that moves its own card from there (CR 113.6).
    pub(super) zone: Option<Zone>,
}

/// The words that refer back to something.
fn refers_back(text: &str) -> bool {
    let pronouns = ["it", "its", "that", "them", "those", "they", "their"];
    let articles = [
        "the exiled",
        "the token",
        "the rest",
        "the other",
        "the copy",
        "the sacrificed",
        "the revealed",
        "the chosen",
        "the discarded",
    ];
    let text = text.to_lowercase();
    articles.iter().any(|words| text.contains(words))
        || text.split([' ', ',', '.', '\'']).any(|word| pronouns.contains(&word))
}

impl Context<'_> {
    /// What a spell or ability does. `make` gives a fresh frame that knows the trigger or cost.
    pub(super) fn body(&mut self, frame: Frame, body: &Body, triggered: bool) -> Lowered<Lowering> {
        match body {
            Body::Sentences { first, rest } => {
                let mut frame = frame;
                let (condition, first) =
                    if triggered { self.intervening(&mut frame, first)? } else { (None, first.clone()) };
                self.sentences(&mut frame, &first, rest)?;
                let zone = frame.zone;
                let part = frame.finish(print(body))?;
                Ok(Lowering { script: Script { parts: vec![part], modes: None }, condition, zone })
            }
            Body::Modal { choose, modes } => {
                let script = self.modes(frame, choose, modes)?;
                Ok(Lowering { script, condition: None, zone: None })
            }
            Body::IfModal { condition, choose, modes } => {
                let mut frame = frame;
                if !triggered {
                    return unsupported("the condition", body);
                }
                let condition = self.conditions(&mut frame, condition)?;
                let script = self.modes(frame, choose, modes)?;
                Ok(Lowering { script, condition: Some(condition), zone: None })
            }
        }
    }

    fn modes(&mut self, frame: Frame, choose: &Choose, modes: &[Mode]) -> Lowered<Script> {
        let count = modes.len() as u8;
        let (min, max, repeat) = match choose {
            Choose::N { n } => (n.0 as u8, n.0 as u8, false),
            Choose::OneOrBoth if count == 2 => (1, 2, false),
            Choose::OneOrMore => (1, count, false),
            Choose::UpTo { n } => (0, n.0 as u8, false),
            Choose::AnyNumber => (0, count, false),
            Choose::NSame { n } => (n.0 as u8, n.0 as u8, true),
            Choose::UpToNSame { n } => (0, n.0 as u8, true),
            Choose::YouMayOne => (0, 1, false),
            Choose::OneOrBoth | Choose::OpponentOne => return unsupported("the choice of modes", choose),
        };
        if min > count && !repeat {
            return unsupported("the choice of modes", choose);
        }
        let mut parts = Vec::new();
        for mode in modes {
            let mut own = frame.again();
            self.sentences(&mut own, &mode.first, &mode.rest)?;
            let text = print(mode);
            parts.push(own.finish(text.trim_start_matches("\n• ").to_owned())?);
        }
        let all_if_paid = self.casting.entwine.filter(|_| frame.spell);
        Ok(Script { parts, modes: Some(ModeChoice { min, max, repeat, all_if_paid }) })
    }

    /// The "if" right after a trigger (CR 603.4), and the sentence without it.
    fn intervening(&mut self, frame: &mut Frame, sentence: &Sentence) -> Lowered<(Option<Condition>, Sentence)> {
        if let Sentence::Plain { prefix: Some(Prefix::If { condition }), clauses, suffix, x } = sentence
            && *suffix != Some(Suffix::Instead)
        {
            let condition = self.conditions(frame, condition)?;
            let rest = Sentence::Plain { prefix: None, clauses: clauses.clone(), suffix: suffix.clone(), x: x.clone() };
            return Ok((Some(condition), rest));
        }
        Ok((None, sentence.clone()))
    }

    fn sentences(&mut self, frame: &mut Frame, first: &Sentence, rest: &[Sentence]) -> Lowered<()> {
        for (index, sentence) in [first].into_iter().chain(rest).enumerate() {
            let asked = rest.get(index).is_some_and(asks_if_done);
            if !(asked && self.must_pay(frame, sentence)?) {
                self.sentence(frame, sentence)?;
            }
        }
        Ok(())
    }

    /// "Sacrifice it. When you do, ...": what must be done if possible, as a payment, which says whether it was.
    fn must_pay(&mut self, frame: &mut Frame, sentence: &Sentence) -> Lowered<bool> {
        let Sentence::Plain { prefix: None | Some(Prefix::Then), clauses, suffix: None, x: None } = sentence else {
            return Ok(false);
        };
        let (who, verbs) = match &clauses.0.first {
            Clause::Imperative { verbs } => (&Player::You, verbs),
            Clause::Player { who: who @ (Player::You | Player::ThatPlayer), verbs } => (who, verbs),
            _ => return Ok(false),
        };
        if !clauses.0.rest.is_empty() || !verbs.rest.is_empty() || verbs.first.each.is_some() {
            return Ok(false);
        }
        if *who == Player::You && matches!(verbs.first.verb, PlayerVerb::Create { .. }) {
            // Nothing keeps a player from creating tokens: paying nothing says that it was done.
            self.sentence(frame, sentence)?;
            let label = frame.label();
            frame.emit(Instr::Pay(Players::You, Cost::default(), label));
            frame.mark(label);
            frame.did = true;
            return Ok(true);
        }
        let Some(cost) = self.verb_as_cost(frame, &verbs.first.verb)? else { return Ok(false) };
        let who = self.players(frame, who)?;
        if who != Players::You && cost.parts.contains(&CostPart::SacrificeSource) {
            return Ok(false);
        }
        let label = frame.label();
        frame.emit(Instr::Pay(who, cost, label));
        frame.mark(label);
        frame.did = true;
        Ok(true)
    }

    fn sentence(&mut self, frame: &mut Frame, sentence: &Sentence) -> Lowered<()> {
        match sentence {
            Sentence::Plain { prefix, clauses, suffix, x } => {
                if let Some(x) = x {
                    let targets = frame.targets.len();
                    let outer = frame.x.take();
                    let mentioned = frame.mentions.len();
                    let amount = self.amount(frame, &x.amount)?;
                    // It is said after the clauses, in which "it" doesn't mean what it mentions.
                    let told = frame.mentions.len().saturating_sub(mentioned);
                    frame.mentions.rotate_right(told);
                    if frame.targets.len() > targets {
                        return unsupported("the target inside", x);
                    }
                    frame.x = Some(amount);
                    self.plain(frame, prefix.as_ref(), clauses, suffix.as_ref())?;
                    if refers_back(&print(&x.amount)) && frame.targets.len() > targets {
                        return decline("it is unclear what the amount after `where X is` refers to");
                    }
                    // X keeps its meaning in later sentences, unless the cost has one too.
                    if outer.is_some() {
                        frame.x = outer;
                    }
                    return Ok(());
                }
                self.plain(frame, prefix.as_ref(), clauses, suffix.as_ref())
            }
            Sentence::NoRegeneration { np } => {
                if !matches!(np, Np::It | Np::They | Np::That { .. } | Np::Those { .. }) {
                    return unsupported("the sentence", sentence);
                }
                for item in frame.items.iter_mut().rev() {
                    if let Item::Instr(_, Instr::Destroy(_, no_regeneration)) = item {
                        *no_regeneration = true;
                        return Ok(());
                    }
                }
                decline("nothing before is destroyed")
            }
            Sentence::ExileInstead { np } => {
                let objects = self.objects(frame, np, Use::Act)?;
                let effect = crate::ability::StaticEffect::Replacement(crate::ability::Replacement::Moves {
                    what: Filter::just(Test::Source),
                    from: Some(Zone::Battlefield),
                    to: Zone::Graveyard,
                    instead: Destination::to(Zone::Exile),
                });
                let id = self.static_ability("If ~ would die, exile it instead.".to_owned(), effect);
                frame.emit(Instr::Continuous(objects, vec![Modification::AddAbility(id)], Span::EndOfTurn));
                Ok(())
            }
            Sentence::LeaveExile { np } => {
                let objects = self.objects(frame, np, Use::Act)?;
                let mut changes = Vec::new();
                for to in [Zone::Graveyard, Zone::Hand, Zone::Library] {
                    let effect = crate::ability::StaticEffect::Replacement(crate::ability::Replacement::Moves {
                        what: Filter::just(Test::Source),
                        from: Some(Zone::Battlefield),
                        to,
                        instead: Destination::to(Zone::Exile),
                    });
                    let id = self.static_ability(format!("If ~ would leave for {to:?}, exile it instead."), effect);
                    changes.push(Modification::AddAbility(id));
                }
                frame.emit(Instr::Continuous(objects, changes, Span::Indefinite));
                Ok(())
            }
            Sentence::CounteredToExile | Sentence::CounteredToTop | Sentence::CounteredToHand => {
                let zone = match sentence {
                    Sentence::CounteredToExile => Zone::Exile,
                    Sentence::CounteredToTop => Zone::Library,
                    _ => Zone::Hand,
                };
                for item in frame.items.iter_mut().rev() {
                    if let Item::Instr(_, Instr::Counter(_, to)) = item {
                        *to = Some(Destination::to(zone));
                        return Ok(());
                    }
                }
                decline("nothing before is countered")
            }
            Sentence::Lured { np } => {
                let objects = self.objects(frame, np, Use::Act)?;
                let lure = Modification::Restrict(crate::keyword::Restrictions::LURE);
                frame.emit(Instr::Continuous(objects, vec![lure], Span::EndOfTurn));
                Ok(())
            }
            Sentence::SpendOnly { .. } | Sentence::SpendOnX => {
                let Some(rule) = self.spend_rule(frame, sentence)? else {
                    return unsupported("the sentence", sentence);
                };
                match frame.last_instr() {
                    Some(Instr::AddMana(_, output)) => {
                        *output = ManaOutput::Restricted(Box::new(output.clone()), rule);
                        Ok(())
                    }
                    _ => unsupported("the sentence", sentence),
                }
            }
            Sentence::NextTime { noun, .. } | Sentence::NextTimeAny { noun } => {
                let described = self.noun(frame, noun)?;
                if !described.source {
                    return unsupported("the source", noun);
                }
                let to = match sentence {
                    Sentence::NextTime { to, .. } => Some(self.recipients(frame, to)?),
                    _ => None,
                };
                // CR 609.7: a source is a permanent or a spell on the stack.
                let from = Objects::Union(vec![
                    Objects::Each(Zone::Battlefield, described.filter.clone()),
                    Objects::Each(Zone::Stack, described.filter),
                ]);
                let one = || Amount::Const(1);
                let pick = Pick { chooser: Players::You, from, min: one(), max: one(), random: false };
                let register = frame.next_register;
                frame.next_register += 1;
                frame.emit(Instr::Pick(pick, register));
                frame.emit(Instr::Shield {
                    to,
                    from: Some(Objects::Register(register)),
                    combat: false,
                    amount: None,
                    once: true,
                    redirect: None,
                });
                Ok(())
            }
            Sentence::Redirected { n, from, to } => {
                let amount = Some(self.number(frame, n)?);
                let from = self.recipients(frame, from)?;
                let to = self.recipients(frame, to)?;
                frame.emit(Instr::Shield {
                    to: Some(from),
                    from: None,
                    combat: false,
                    amount,
                    once: false,
                    redirect: Some(to),
                });
                Ok(())
            }
            Sentence::DamageUnpreventable => {
                let is_damage = |item: &Item| {
                    matches!(item, Item::Instr(_, Instr::Damage(..) | Instr::DamageDivided(..) | Instr::Fight(..)))
                };
                let Some(place) = frame.items.iter().rposition(is_damage) else {
                    return decline("nothing before deals damage");
                };
                frame.insert(place, Instr::Preventable(false));
                frame.emit(Instr::Preventable(true));
                Ok(())
            }
            Sentence::ControlTurn { who } => {
                let who = self.players(frame, who)?;
                frame.emit(Instr::ControlTurn(who));
                Ok(())
            }
            Sentence::Subgame | Sentence::SubgameAt { .. } | Sentence::SubgameTable { .. } => {
                let life = match sentence {
                    Sentence::SubgameAt { n } | Sentence::SubgameTable { n } => match self.number(frame, n)? {
                        Amount::Const(life) => Some(life),
                        _ => return unsupported("the life", sentence),
                    },
                    _ => None,
                };
                frame.emit(Instr::Subgame(life));
                Ok(())
            }
            Sentence::SubgameLosers => {
                let end = frame.label();
                frame.emit(Instr::ForEachPlayer(Players::Subgame(false), end));
                let half = Amount::HalfUp(Box::new(Amount::Life(Players::Current)));
                frame.emit(Instr::LoseLife(Players::Current, half));
                frame.mark(end);
                Ok(())
            }
            Sentence::SubgameSearch { n } => {
                let register = frame.next_register;
                frame.next_register += 1;
                let amount = || Amount::Const(n.0);
                let winner = Players::Subgame(true);
                frame.emit(Instr::Search {
                    player: winner.clone(),
                    of: winner.clone(),
                    zones: vec![Zone::Library],
                    filter: Filter::ANY,
                    min: amount(),
                    max: amount(),
                    reveal: false,
                    into: register,
                });
                frame.emit(Instr::Move(Objects::Register(register), Destination::to(Zone::Hand), None));
                frame.emit(Instr::Shuffle(winner));
                Ok(())
            }
            Sentence::NothingPrevented => {
                let rule = crate::ability::PlayerRule::DamageCantBePrevented;
                let effect = crate::ability::StaticEffect::Player(PlayerFilter::Any, rule);
                let id = self.static_ability("Damage can't be prevented.".to_owned(), effect);
                frame.emit(Instr::PlayerEffect(id, Span::EndOfTurn));
                Ok(())
            }
            Sentence::StillLand { .. } => {
                for item in frame.items.iter_mut().rev() {
                    if let Item::Instr(_, Instr::Continuous(_, modifications, _)) = item {
                        for modification in modifications.iter_mut() {
                            if let Modification::SetTypes(types) = modification {
                                *modification = Modification::AddTypes(*types);
                                return Ok(());
                            }
                        }
                    }
                }
                decline("nothing before becomes anything")
            }
        }
    }

    fn plain(
        &mut self,
        frame: &mut Frame,
        prefix: Option<&Prefix>,
        clauses: &Clauses,
        suffix: Option<&Suffix>,
    ) -> Lowered<()> {
        match (prefix, suffix) {
            (Some(Prefix::If { condition }), Some(Suffix::Instead)) => self.instead(frame, condition, clauses),
            (None, Some(Suffix::InsteadIf { condition })) => self.instead(frame, condition, clauses),
            (_, Some(Suffix::Instead | Suffix::InsteadIf { .. })) => {
                decline("`instead` without a condition is not known")
            }
            (Some(Prefix::If { condition } | Prefix::ThenIf { condition }), suffix) => {
                let condition = self.conditions(frame, condition)?;
                let start = frame.items.len();
                let label = frame.label();
                let mentions = frame.mentions.len();
                // "If you do, create a token. Sacrifice it ...": there, what was made is what is meant.
                let done = condition == Condition::Did;
                frame.emit(Instr::Unless(condition, label));
                frame.perhaps += 1;
                self.with_suffix(frame, clauses, suffix, None)?;
                frame.perhaps -= 1;
                frame.mark(label);
                if !done {
                    // What is mentioned only in one case is not what later sentences mean.
                    frame.mentions.truncate(mentions);
                }
                frame.otherwise = Some(label);
                frame.sentence = start;
                Ok(())
            }
            (Some(Prefix::Otherwise), suffix) => {
                // The code so far ends with the label of the "if": jump over what follows from before it.
                let Some(label) = frame.otherwise.take() else { return decline("`otherwise` without an `if` before") };
                let Some(at) = frame.items.iter().rposition(|item| matches!(item, Item::Mark(mark) if *mark == label))
                else {
                    return decline("`otherwise` without an `if` before");
                };
                if at + 1 != frame.items.len() {
                    return decline("`otherwise` is too far from its `if`");
                }
                frame.items.pop();
                let end = frame.label();
                frame.emit(Instr::Jump(end));
                frame.mark(label);
                self.with_suffix(frame, clauses, suffix, None)?;
                frame.mark(end);
                Ok(())
            }
            (Some(Prefix::ForEach { each }), suffix) => {
                if refers_back(&print(clauses)) {
                    return decline("what `for each` refers to inside the sentence is not known");
                }
                let targets = frame.targets.len();
                let n = self.for_each(frame, each)?;
                let label = frame.label();
                frame.emit(Instr::Repeat(n, label));
                self.with_suffix(frame, clauses, suffix, None)?;
                frame.mark(label);
                if frame.targets.len() > targets { decline("a target for each is not known") } else { Ok(()) }
            }
            (Some(Prefix::Until { dur }), suffix) => {
                let span = span(dur)?;
                frame.until = Some(span);
                let result = self.with_suffix(frame, clauses, suffix, Some(span));
                frame.until = None;
                result
            }
            (Some(Prefix::Next { when }), None) => self.delayed(frame, when, clauses),
            (Some(Prefix::WhenYouDo), None) => {
                if !frame.did {
                    return decline("nothing before says what is done or not");
                }
                let label = frame.label();
                frame.emit(Instr::Unless(Condition::Did, label));
                let id = self.later(frame, clauses, Vec::new(), "When you do, ")?;
                frame.emit(Instr::Reflexive(id));
                frame.mark(label);
                Ok(())
            }
            (Some(Prefix::IfNext { condition, when }), None) => {
                let condition = self.conditions(frame, condition)?;
                let label = frame.label();
                frame.emit(Instr::Unless(condition, label));
                self.delayed(frame, when, clauses)?;
                frame.mark(label);
                Ok(())
            }
            (Some(Prefix::Next { .. } | Prefix::WhenYouDo | Prefix::IfNext { .. }), Some(_)) => {
                decline("two riders on one sentence")
            }
            (None | Some(Prefix::Then), suffix) => {
                let start = frame.items.len();
                self.with_suffix(frame, clauses, suffix, None)?;
                frame.sentence = start;
                Ok(())
            }
        }
    }

    /// Clauses with what stands after them.
    fn with_suffix(
        &mut self,
        frame: &mut Frame,
        clauses: &Clauses,
        suffix: Option<&Suffix>,
        dur: Option<Span>,
    ) -> Lowered<()> {
        let start = frame.items.len();
        match suffix {
            None => self.clauses(frame, clauses, dur),
            Some(Suffix::If { .. } | Suffix::UnlessIf { .. } | Suffix::Unless { .. }) => {
                frame.perhaps += 1;
                let result = self.guarded(frame, clauses, suffix, dur, start);
                frame.perhaps -= 1;
                result
            }
            Some(Suffix::Next { when }) => self.delayed(frame, when, clauses),
            Some(Suffix::Instead | Suffix::InsteadIf { .. }) => decline("`instead` is not known here"),
        }
    }

    /// Clauses that are carried out only under a condition or if a price is not paid.
    fn guarded(
        &mut self,
        frame: &mut Frame,
        clauses: &Clauses,
        suffix: Option<&Suffix>,
        dur: Option<Span>,
        start: usize,
    ) -> Lowered<()> {
        match suffix {
            Some(Suffix::If { condition }) => {
                self.clauses(frame, clauses, dur)?;
                let condition = self.conditions(frame, condition)?;
                self.guard(frame, start, condition)
            }
            Some(Suffix::UnlessIf { condition }) => {
                self.clauses(frame, clauses, dur)?;
                let condition = self.conditions(frame, condition)?;
                self.guard(frame, start, Condition::Not(Box::new(condition)))
            }
            Some(Suffix::Unless { unless }) => {
                self.clauses(frame, clauses, dur)?;
                let body = frame.items.split_off(start);
                let (done, end) = (frame.label(), frame.label());
                let (each, unless) = match unless.clone() {
                    Unless::PaysEach { who, mana, each } => (Some(each), Unless::Pays { who, mana }),
                    Unless::PaysLifeEach { who, n, each } => (Some(each), Unless::PaysLife { who, n }),
                    Unless::SacrificesEach { who, what, each } => (Some(each), Unless::Sacrifices { who, what }),
                    Unless::DiscardsEach { who, what, each } => (Some(each), Unless::Discards { who, what }),
                    unless => (None, unless),
                };
                let (who, cost) = self.price(frame, &unless)?;
                let times = match each {
                    None => None,
                    Some(each) if cost.can_be_multiplied() => Some(self.for_each(frame, &each)?),
                    Some(_) => return unsupported("the price", &unless),
                };
                if frame.items.len() != start {
                    return decline("the price asks for a choice");
                }
                frame.emit(match times {
                    None => Instr::MayPay(who, cost, done),
                    Some(times) => Instr::MayPayTimes(who, cost, times, done),
                });
                frame.emit(Instr::Jump(end));
                frame.mark(done);
                frame.items.extend(body);
                frame.mark(end);
                frame.did = true;
                Ok(())
            }
            _ => self.clauses(frame, clauses, dur),
        }
    }

    /// Puts a condition before what was lowered since `start`.
    fn guard(&mut self, frame: &mut Frame, start: usize, condition: Condition) -> Lowered<()> {
        let body = frame.items.split_off(start);
        let label = frame.label();
        frame.emit(Instr::Unless(condition, label));
        frame.items.extend(body);
        frame.mark(label);
        frame.otherwise = Some(label);
        Ok(())
    }

    /// "If ..., ... instead.": the sentence before is done only if the condition does not hold.
    fn instead(
        &mut self,
        frame: &mut Frame,
        condition: &crate::text::grammar::condition::Conditions,
        clauses: &Clauses,
    ) -> Lowered<()> {
        let targets = frame.targets.len();
        if frame.items.is_empty() {
            return decline("there is nothing before that could be replaced");
        }
        let condition = self.conditions(frame, condition)?;
        let replacement = self.bare_damage(frame, clauses)?;
        let before = frame.items.split_off(frame.sentence);
        let (other, end) = (frame.label(), frame.label());
        frame.emit(Instr::Unless(condition, other));
        match replacement {
            Some(instr) => {
                frame.emit(instr);
            }
            None => self.clauses(frame, clauses, None)?,
        }
        frame.emit(Instr::Jump(end));
        frame.mark(other);
        frame.items.extend(before);
        frame.mark(end);
        if frame.targets.len() > targets {
            return decline("what is done instead has targets of its own");
        }
        Ok(())
    }

    /// "it deals 4 damage" without saying to whom, as after "if ~ was kicked".
    fn bare_damage(&mut self, frame: &mut Frame, clauses: &Clauses) -> Lowered<Option<Instr>> {
        if let Clause::Imperative { verbs } = &clauses.0.first
            && let PlayerItem { verb: PlayerVerb::CreateMore { n }, each: None } = &verbs.first
            && verbs.rest.is_empty()
            && clauses.0.rest.is_empty()
        {
            // "create ten of those tokens instead"
            let mut made = frame.items[frame.sentence..].iter().filter_map(|item| match item {
                Item::Instr(_, instr @ Instr::CreateToken { .. }) => Some(instr.clone()),
                _ => None,
            });
            return match (made.next(), made.next()) {
                (Some(Instr::CreateToken { player, token, pt, tapped, attacking, into, .. }), None) => {
                    let amount = Amount::Const(n.0);
                    Ok(Some(Instr::CreateToken { player, token, amount, pt, tapped, attacking, into }))
                }
                _ => decline("it is unclear which tokens are meant"),
            };
        }
        let Clause::Object { what: Nps::One { np: Np::It | Np::Itself }, verbs } = &clauses.0.first else {
            return Ok(None);
        };
        let ObjectItem { verb: ObjectVerb::DamageBare { n }, each: None } = &verbs.first else { return Ok(None) };
        if !verbs.rest.is_empty() || !clauses.0.rest.is_empty() || *n == Num::ThatMuch {
            return Ok(None);
        }
        let n = self.number(frame, n)?;
        self.damage_instead(frame, n).map(Some)
    }

    /// "unless ... pays": who may pay what.
    fn price(&mut self, frame: &mut Frame, unless: &Unless) -> Lowered<(Players, Cost)> {
        let part = |part: CostPart| Cost { mana: None, parts: vec![part] };
        let (who, cost) = match unless {
            Unless::Pays { who, mana } => {
                if mana.0.x_count() > 0 {
                    let x = self.x(frame)?;
                    if x != Amount::X {
                        return decline("a price of computed mana is not known");
                    }
                }
                (who, Cost::mana(mana.0.clone()))
            }
            Unless::PaysLife { who, n } => {
                let n = self.number(frame, n)?;
                (who, part(CostPart::Life(n)))
            }
            Unless::Discards { who, what: Discard::Number { n } } => {
                let n = self.count(frame, n)?;
                (who, part(CostPart::Discard(n, Filter::ANY)))
            }
            Unless::Sacrifices { who, what } | Unless::Returns { who, what } => {
                let verb = PlayerVerb::Sacrifice { what: Nps::One { np: what.clone() }, choice: None };
                let returns = matches!(unless, Unless::Returns { .. });
                match self.verb_as_cost(frame, &verb)? {
                    Some(cost) if !returns => (who, cost),
                    Some(Cost { mana: None, parts }) => match parts.as_slice() {
                        [CostPart::Sacrifice(n, filter)] => (who, part(CostPart::Return(n.clone(), filter.clone()))),
                        _ => return unsupported("the price", unless),
                    },
                    _ => return unsupported("the price", unless),
                }
            }
            Unless::PaysEach { .. }
            | Unless::PaysLifeEach { .. }
            | Unless::SacrificesEach { .. }
            | Unless::DiscardsEach { .. }
            | Unless::Discards { .. } => return unsupported("the price", unless),
        };
        let who = match who {
            Player::You => Players::You,
            Player::ItsController if frame.mentions.last().is_some_and(|mention| mention.source) => {
                // "Counter it unless its controller pays": the spell, not the permanent that was its target.
                match frame.mentions.iter().rev().find(|mention| mention.spell && !mention.source).cloned() {
                    Some(mention) => Players::ControllerOf(Box::new(frame.read(&mention)?)),
                    None => self.players(frame, who)?,
                }
            }
            who => self.players(frame, who)?,
        };
        if matches!(who, Players::Each | Players::Opponents) {
            return decline("several players could pay");
        }
        Ok((who, cost))
    }

    /// What happens at a later step (CR 603.7).
    fn delayed(&mut self, frame: &mut Frame, when: &NextStep, clauses: &Clauses) -> Lowered<()> {
        let (step, player) = match when {
            NextStep::NextEnd => (Step::End, None),
            NextStep::YourNextEnd => (Step::End, Some(PlayerFilter::You)),
            NextStep::NextUpkeep => (Step::Upkeep, None),
            NextStep::YourNextUpkeep => (Step::Upkeep, Some(PlayerFilter::You)),
            NextStep::EndOfCombat => (Step::EndCombat, None),
            NextStep::NextCleanup => return unsupported("the time", when),
        };
        let event = TriggerEvent::StepBegins { step, player: player.unwrap_or(PlayerFilter::Any) };
        let id = self.later(frame, clauses, vec![event], "")?;
        frame.emit(Instr::Delayed(id, DelayedUntil::NextStep(step, player)));
        // A later sentence that refers back could mean what is only done then.
        frame.mentions.retain(|mention| mention.source);
        Ok(())
    }

    /// An ability that is made now for later: what it refers to is put into registers, which it shares.
    fn later(
        &mut self,
        frame: &mut Frame,
        clauses: &Clauses,
        events: Vec<TriggerEvent>,
        opening: &str,
    ) -> Lowered<AbilityId> {
        let text = print(clauses);
        let mut own = Frame::new();
        own.spell = frame.spell;
        own.x = frame.x.clone();
        if refers_back(&text) {
            for mention in frame.mentions.clone() {
                let mut kept = mention.clone();
                match &mention.after {
                    Referent::Known(Objects::Source | Objects::Register(_)) => {}
                    Referent::Known(objects) => {
                        let register = frame.register()?;
                        frame.emit(Instr::SetObjects(register, objects.clone()));
                        kept.after = Referent::Known(Objects::Register(register));
                    }
                    Referent::Pending(number) => {
                        let register = frame.register_of(*number)?;
                        kept.after = Referent::Known(Objects::Register(register));
                    }
                    Referent::Perhaps(..) => {
                        let objects = frame.resolve(&mention)?;
                        let register = frame.register()?;
                        frame.emit(Instr::SetObjects(register, objects));
                        kept.after = Referent::Known(Objects::Register(register));
                    }
                }
                if let Referent::Known(objects) = &kept.after {
                    kept.before = Some(objects.clone());
                }
                own.mentions.push(kept);
            }
        }
        if own.x.as_ref().is_some_and(|x| *x != Amount::X) {
            own.x = None;
        }
        own.next_register = frame.next_register;
        self.clauses(&mut own, clauses, None)?;
        frame.next_register = own.next_register;
        let text = format!("{opening}{text}.");
        let part: Part = own.finish(text.clone())?;
        let script = Script { parts: vec![part], modes: None };
        let triggered =
            Triggered { events, zone: Zone::Battlefield, condition: None, only_if: None, per_turn: None, script };
        Ok(self.pool.add_ability(Ability { text, kind: AbilityKind::Triggered(Box::new(triggered)) }))
    }

    fn clauses(&mut self, frame: &mut Frame, clauses: &Clauses, dur: Option<Span>) -> Lowered<()> {
        for clause in clauses.0.items() {
            self.clause(frame, clause, dur)?;
        }
        Ok(())
    }

    fn clause(&mut self, frame: &mut Frame, clause: &Clause, dur: Option<Span>) -> Lowered<()> {
        match clause {
            Clause::Imperative { verbs } => self.player_verbs(frame, &Players::You, verbs),
            Clause::Player { who, verbs } => {
                let who = self.players(frame, who)?;
                self.players_do(frame, &who, verbs)
            }
            Clause::BecomesDay | Clause::BecomesNight => {
                let day = *clause == Clause::BecomesDay;
                frame.emit(Instr::SetDaytime(if day { Daytime::Day } else { Daytime::Night }));
                Ok(())
            }
            Clause::May { who, verbs } => self.may(frame, who, verbs),
            Clause::Object { what, verbs } => {
                let objects = self.objects_of(frame, what, Use::Act)?;
                let before = frame.subject.replace(objects.clone());
                let result = verbs
                    .items()
                    .try_for_each(|item| self.object_verb(frame, &objects, &item.verb, item.each.as_ref()));
                frame.subject = before;
                no_alternatives(verbs)?;
                result
            }
            Clause::Lasting { what, verbs } => self.lasting_clause(frame, what, verbs, dur),
        }
    }

    /// Players do something; if several must choose, one after the other.
    fn players_do(&mut self, frame: &mut Frame, who: &Players, verbs: &Chain<PlayerItem>) -> Lowered<()> {
        if !matches!(who, Players::Each | Players::Opponents) {
            return self.player_verbs(frame, who, verbs);
        }
        let before = frame.clone();
        let Err(error) = self.player_verbs(frame, who, verbs) else { return Ok(()) };
        *frame = before;
        self.each_player(frame, who, |context, frame| context.player_verbs(frame, &Players::Current, verbs))
            .map_err(|_| error)
    }

    /// The same for each of several players in turn order.
    fn each_player(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        lower: impl FnOnce(&mut Self, &mut Frame) -> Lowered<()>,
    ) -> Lowered<()> {
        let (targets, players, mentions) = (frame.targets.len(), frame.players.len(), frame.mentions.len());
        let label = frame.label();
        frame.emit(Instr::ForEachPlayer(who.clone(), label));
        frame.players.push(Players::Current);
        lower(self, frame)?;
        frame.mark(label);
        frame.players.truncate(players);
        frame.mentions.truncate(mentions);
        // Each player has done it or not: later words can't mean one of them.
        frame.did = false;
        if frame.targets.len() > targets { decline("a target for each player is not known") } else { Ok(()) }
    }

    fn player_verbs(&mut self, frame: &mut Frame, who: &Players, verbs: &Chain<PlayerItem>) -> Lowered<()> {
        no_alternatives(verbs)?;
        for item in verbs.items() {
            self.player_verb(frame, who, &item.verb, item.each.as_ref())?;
        }
        Ok(())
    }

    /// "you may".
    fn may(&mut self, frame: &mut Frame, who: &Player, verbs: &Chain<PlayerItem>) -> Lowered<()> {
        let who = self.players(frame, who)?;
        if matches!(who, Players::Each | Players::Opponents) {
            return self.each_player(frame, &who, |context, frame| context.one_may(frame, Players::Current, verbs));
        }
        self.one_may(frame, who, verbs)
    }

    fn one_may(&mut self, frame: &mut Frame, who: Players, verbs: &Chain<PlayerItem>) -> Lowered<()> {
        if verbs.rest.is_empty() && verbs.first.each.is_none() {
            let verb = &verbs.first.verb;
            // These give a permission or ask on their own.
            let permission = match verb {
                PlayerVerb::ExtraLand { .. } | PlayerVerb::NewTargets { .. } => true,
                PlayerVerb::Cast { how: None, .. } | PlayerVerb::Play { how: None, .. } => frame.until.is_some(),
                PlayerVerb::Cast { how, .. } | PlayerVerb::Play { how, .. } => !matches!(how, Some(CastHow::FreeMany)),
                _ => false,
            };
            if permission {
                return self.player_verb(frame, &who, verb, None);
            }
            if let Some(cost) = self.verb_as_cost(frame, verb)? {
                let label = frame.label();
                frame.emit(Instr::MayPay(who, cost, label));
                frame.mark(label);
                frame.did = true;
                return Ok(());
            }
        }
        let label = frame.label();
        frame.emit(Instr::May(who.clone(), label));
        frame.perhaps += 1;
        self.player_verbs(frame, &who, verbs)?;
        frame.perhaps -= 1;
        frame.mark(label);
        frame.did = true;
        Ok(())
    }
}

/// Whether a sentence begins with "if you do" or the like.
fn asks_if_done(sentence: &Sentence) -> bool {
    use crate::text::grammar::condition::{Condition as Words, Conditions};
    let Sentence::Plain { prefix: Some(prefix), .. } = sentence else { return false };
    let done = |condition: &Conditions| matches!(condition, Conditions::One { a: Words::Do { .. } });
    match prefix {
        Prefix::WhenYouDo => true,
        Prefix::If { condition } | Prefix::IfNext { condition, .. } => done(condition),
        _ => false,
    }
}

/// Declines verbs joined by "or".
pub(super) fn no_alternatives<T>(chain: &Chain<T>) -> Lowered<()> {
    if chain.rest.iter().any(|link| link.0 == Join::Or) {
        decline("a choice between verbs is not known")
    } else {
        Ok(())
    }
}
