//! Instructions as a verb and named operands, for listings. Registers and targets go by their numbers, labels by those of lines.

use super::condition::{face_down, step_name};
use super::modification::word_kind;
use super::teller::Teller;
use super::words::{list_or, marks};
use crate::ability::KeywordAction;
use crate::card::AbilityId;
use crate::cost::Cost;
use crate::designation::Daytime;
use crate::effect::{
    DelayedUntil, Destination, DiscardHow, Instr, Label, LibraryPosition, Modification, NewTokens, Permitted, Pick,
    Recipients, Register, Shield, SpentAs,
};
use crate::face_down::FaceDown;
use crate::filter::{Amount, Filter, Objects, Players, Zone};

/// What an instruction does and with what.
pub(super) struct Operands {
    pub(super) verb: &'static str,
    pub(super) fields: Vec<(&'static str, String)>,
}

/// Operands being gathered.
struct Gather<'t, 'a> {
    teller: &'t Teller<'a>,
    it: Operands,
}

impl Gather<'_, '_> {
    fn say(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.it.fields.push((name, value.into()));
        self
    }

    fn flag(self, name: &'static str, value: bool) -> Self {
        if value { self.say(name, "yes") } else { self }
    }

    fn who(self, name: &'static str, players: &Players) -> Self {
        let text = self.teller.players(players).text;
        self.say(name, text)
    }

    fn what(self, name: &'static str, objects: &Objects) -> Self {
        let text = self.teller.objects(objects).text;
        self.say(name, text)
    }

    fn n(self, name: &'static str, amount: &Amount) -> Self {
        let text = self.teller.amount(amount);
        self.say(name, text)
    }

    fn cost(self, cost: &Cost) -> Self {
        let text = self.teller.cost(cost);
        self.say("cost", text)
    }

    fn to(self, recipients: &Recipients) -> Self {
        let text = self.teller.recipients(recipients);
        self.say("to", text)
    }

    fn fits(self, filter: &Filter, zone: Option<Zone>) -> Self {
        let text = self.teller.noun(filter, zone).one();
        self.say("fits", text)
    }

    fn into(self, register: Register) -> Self {
        self.say("into", format!("register {register}"))
    }

    fn maybe_into(self, register: Option<Register>) -> Self {
        match register {
            Some(register) => self.into(register),
            None => self,
        }
    }

    fn label(self, name: &'static str, label: Label) -> Self {
        self.say(name, format!("line {}", usize::from(label) + 1))
    }

    fn changes(self, name: &'static str, changes: &[Modification]) -> Self {
        if changes.is_empty() {
            return self;
        }
        let text = self.teller.changes(changes).join(", ");
        self.say(name, text)
    }

    fn ability(self, ability: AbilityId) -> Self {
        let text = self.teller.ability_below(ability);
        self.say("ability", text)
    }

    fn destination(self, to: &Destination) -> Self {
        let mut it = self.say("zone", super::filter::zone_name(to.zone));
        if to.zone == Zone::Library {
            let place = match to.position {
                LibraryPosition::Top => "top".to_owned(),
                LibraryPosition::Bottom => "bottom".to_owned(),
                LibraryPosition::BottomRandom => "bottom, in a random order".to_owned(),
                LibraryPosition::Shuffled => "shuffled into it".to_owned(),
                LibraryPosition::FromTop(n) => format!("number {n} from the top"),
            };
            it = it.say("position", place);
        }
        if let Some(who) = &to.controller {
            it = it.who("controller", who);
        }
        it = it.flag("tapped", to.tapped).flag("attacking", to.attacking).flag("face down", to.face_down);
        if to.down != FaceDown::Up {
            it = it.say("as", face_down(to.down));
        }
        it = it.flag("transformed", to.transformed);
        if let Some(host) = &to.attached {
            it = it.what("attached to", host);
        }
        for (kind, n) in &to.counters {
            let counters = it.teller.counters(n, Some(*kind));
            it = it.say("with", counters);
        }
        let it = it.flag("linked to the source", to.linked);
        let it = it.flag("until the source leaves the battlefield", to.until_source_leaves);
        it.flag("already what the next line says", to.as_said_next)
    }
}

impl<'a> Teller<'a> {
    fn verb<'t>(&'t self, verb: &'static str) -> Gather<'t, 'a> {
        Gather { teller: self, it: Operands { verb, fields: Vec::new() } }
    }

    /// The verb of an instruction and its operands.
    pub(super) fn operands(&self, instr: &Instr) -> Operands {
        self.flow(instr).or_else(|| self.choices(instr)).unwrap_or_else(|| self.deeds(instr)).it
    }

    /// Jumps, conditions, loops.
    fn flow(&self, instr: &Instr) -> Option<Gather<'_, 'a>> {
        let v = |verb| self.verb(verb);
        Some(match instr {
            Instr::Jump(label) => v("go on").label("at", *label),
            Instr::Unless(condition, label) => {
                v("go on only if").say("condition", self.condition(condition)).label("else", *label)
            }
            Instr::May(p, label) => v("may").who("player", p).label("else", *label),
            Instr::MayPay(p, cost, label) => v("may pay").who("player", p).cost(cost).label("else", *label),
            Instr::MayPayTimes(p, cost, n, label) => {
                v("may pay").who("player", p).cost(cost).n("times", n).label("else", *label)
            }
            Instr::MayPayX(p, cost, to, label) => {
                v("may pay").who("player", p).cost(cost).say("X into", format!("register {to}")).label("else", *label)
            }
            Instr::Pay(p, cost, label) => v("pay if able").who("player", p).cost(cost).label("else", *label),
            Instr::DoneIf(condition) => v("counts as done only if").say("condition", self.condition(condition)),
            Instr::ForEachPlayer(p, label) => v("for each player").who("players", p).label("up to", *label),
            Instr::ForEachObject(o, label) => v("for each object").what("objects", o).label("up to", *label),
            Instr::Repeat(n, label) => v("repeat").n("times", n).label("up to", *label),
            Instr::End => v("stop"),
            _ => return None,
        })
    }

    /// What is chosen, remembered and found out.
    fn choices(&self, instr: &Instr) -> Option<Gather<'_, 'a>> {
        let v = |verb| self.verb(verb);
        Some(match instr {
            Instr::SetNumber(to, n) => v("set number").n("to", n).into(*to),
            Instr::SetObjects(to, o) => v("remember").what("objects", o).into(*to),
            Instr::AddObjects(to, o) => v("remember as well").what("objects", o).into(*to),
            Instr::CountResolution(to) => v("count resolutions this turn").into(*to),
            Instr::Pick(pick, to) => self.listed_pick(pick).into(*to),
            Instr::ChooseColor(p) => v("choose a color").who("player", p),
            Instr::ChooseCreatureType(p) => v("choose a creature type").who("player", p),
            Instr::ChooseLandType(p) => v("choose a basic land type").who("player", p),
            Instr::ChooseName(p, filter) => v("choose a card name").who("player", p).fits(filter, None),
            Instr::CopyCards(o, to) => v("copy cards").what("cards", o).into(*to),
            Instr::EndCopies(o) => v("end copies that weren't cast").what("copies", o),
            Instr::ChooseWords { player, kinds, to, except, into } => {
                let kinds: Vec<String> = kinds.iter().map(|kind| word_kind(*kind).to_owned()).collect();
                let mut it = v("choose words").who("player", player).say("kinds", list_or(&kinds));
                if let Some(to) = to {
                    it = it.say("becomes", to.name());
                }
                if let Some(except) = except {
                    it = it.say("except", except.name());
                }
                it.say("into", format!("registers {into} and {}", into + 1))
            }
            Instr::ChooseNumber(p, from, to, into) => {
                v("choose a number").who("player", p).n("from", from).n("to", to).into(*into)
            }
            Instr::FlipCoin(p, to) => v("flip a coin").who("player", p).into(*to),
            Instr::RollDie(p, sides, to) => v("roll a die").who("player", p).say("sides", sides.to_string()).into(*to),
            Instr::LookAtTop { player, amount, reveal, into } => {
                let it = v(if *reveal { "reveal top cards" } else { "look at top cards" });
                it.who("player", player).n("cards", amount).into(*into)
            }
            Instr::LookAtLibrary { viewer, of, amount, into } => {
                v("look at top cards").who("player", viewer).who("library of", of).n("cards", amount).into(*into)
            }
            Instr::LookAtHand(viewer, of) => v("look at a hand").who("player", viewer).who("hand of", of),
            Instr::Reveal(o) => v("reveal").what("cards", o),
            Instr::Search { player, of, zones, filter, min, max, reveal, into } => {
                let zones: Vec<&str> = zones.iter().map(|zone| super::filter::zone_name(*zone)).collect();
                let it = v("search").who("player", player).who("whose", of).say("zones", zones.join(", "));
                it.fits(filter, None).n("at least", min).n("at most", max).flag("reveal", *reveal).into(*into)
            }
            Instr::RevealUntil(p, filter, n, found, others) => {
                let it = v("reveal from the top until").who("player", p).n("cards", n).fits(filter, None);
                it.into(*found).say("others into", format!("register {others}"))
            }
            Instr::RevealDrawn(p, to) => v("reveal what was drawn").who("player", p).into(*to),
            Instr::Vote { words, into } => {
                v("vote").say("for", list_or(words)).say("into", format!("registers from {into} on"))
            }
            _ => return None,
        })
    }

    /// What is done to players, objects and the game.
    fn deeds(&self, instr: &Instr) -> Gather<'_, 'a> {
        let v = |verb| self.verb(verb);
        match instr {
            Instr::Damage(o, n, to) => v("deal damage").what("source", o).n("amount", n).to(to),
            Instr::AndDamage(o, n, to) => v("deal damage at the same time").what("source", o).n("amount", n).to(to),
            Instr::DamageDivided(o, t) => v("deal divided damage").what("source", o).say("among", self.target(*t).text),
            Instr::Fight(a, b) => v("fight").what("one", a).what("other", b),
            Instr::GainLife(p, n) => v("gain life").who("player", p).n("amount", n),
            Instr::LoseLife(p, n) => v("lose life").who("player", p).n("amount", n),
            Instr::SetLife(p, n) => v("set life total").who("player", p).n("to", n),
            Instr::ExchangeLife(p) => v("exchange life totals").who("players", p),
            Instr::PreventDamage(to, None) => v("prevent all damage this turn").to(to),
            Instr::PreventDamage(to, Some(n)) => v("prevent the next damage this turn").n("amount", n).to(to),
            Instr::Shield(shield) => self.listed_shield(shield),
            Instr::Preventable(yes) => {
                v("damage from here on can be prevented").say("value", if *yes { "yes" } else { "no" })
            }
            Instr::PreventCombatDamage(filter) => {
                v("prevent combat damage this turn").say("by", self.noun(filter, Some(Zone::Battlefield)).plural())
            }
            Instr::Draw(p, n) => v("draw").who("player", p).n("cards", n),
            Instr::Discard(p, how, to) => self.listed_discard(p, how).maybe_into(*to),
            Instr::Mill(p, n, to) => v("mill").who("player", p).n("cards", n).maybe_into(*to),
            Instr::Scry(p, n) => v("scry").who("player", p).n("cards", n),
            Instr::Surveil(p, n) => v("surveil").who("player", p).n("cards", n),
            Instr::Shuffle(p) => v("shuffle library").who("player", p),
            Instr::Destroy(o, no) => v("destroy").what("objects", o).flag("can't be regenerated", *no),
            Instr::Move(o, to, into) => v("move").what("objects", o).destination(to).maybe_into(*into),
            Instr::Sacrifice(p, o) => v("sacrifice").who("player", p).what("objects", o),
            Instr::SacrificeChosen(p, n, filter, to) => {
                let it = v("sacrifice by choice").who("player", p).n("permanents", n);
                it.fits(filter, Some(Zone::Battlefield)).maybe_into(*to)
            }
            Instr::Tap(o) => v("tap").what("objects", o),
            Instr::Untap(o) => v("untap").what("objects", o),
            Instr::Counter(o, None) => v("counter").what("objects", o),
            Instr::Counter(o, Some(to)) => v("counter").what("objects", o).destination(to),
            Instr::AddCounters(o, kind, n) => {
                v("put counters").what("on", o).say("kind", self.counter(*kind)).n("amount", n)
            }
            Instr::AddCountersDivided(kind, t) => {
                v("distribute counters").say("kind", self.counter(*kind)).say("among", self.target(*t).text)
            }
            Instr::RemoveCounters(o, kind, n) => {
                let it = v("remove counters").what("from", o).say("kind", self.any_counter(*kind));
                it.say("amount", n.as_ref().map_or("all".to_owned(), |n| self.amount(n)))
            }
            Instr::MoveCounters(a, b, kind, n) => {
                let it = v("move counters").what("from", a).what("onto", b).say("kind", self.any_counter(*kind));
                it.say("amount", n.as_ref().map_or("all".to_owned(), |n| self.amount(n)))
            }
            Instr::AddPlayerCounters(p, kind, n) => {
                v("get counters").who("player", p).say("kind", self.counter(*kind)).n("amount", n)
            }
            Instr::EnterWith(kind, n) => v("enter with counters").say("kind", self.counter(*kind)).n("amount", n),
            Instr::Mark(o, mark) => v("designate").what("objects", o).say("as", marks(*mark)),
            Instr::Exploit => v("exploit"),
            Instr::Ascend(p) => v("ascend").who("player", p),
            Instr::TakeFromHand(to) => v("take the source from its owner's hand").into(*to),
            Instr::CastSpecial(p, o) => v("may cast for the named cost").who("player", p).what("card", o),
            Instr::Proliferate(p) => v("proliferate").who("player", p),
            Instr::CreateToken(tokens) => self.listed_tokens(tokens),
            Instr::CreateCopy { player, of, amount, except, tapped, attacking, into } => {
                let it = v("create copies").who("player", player).what("of", of).n("amount", amount);
                it.changes("except", except).flag("tapped", *tapped).flag("attacking", *attacking).maybe_into(*into)
            }
            Instr::Attach(a, b) => v("attach").what("objects", a).what("to", b),
            Instr::Unattach(o) => v("unattach").what("objects", o),
            Instr::ExchangeControl(a, b) => v("exchange control").what("one", a).what("other", b),
            Instr::Continuous(o, changes, duration) => {
                v("change").what("objects", o).changes("to", changes).say("duration", self.duration(*duration))
            }
            Instr::ContinuousOn(filter, changes, duration) => {
                let it = v("change whatever fits").fits(filter, Some(Zone::Battlefield)).changes("to", changes);
                it.say("duration", self.duration(*duration))
            }
            Instr::EndThisEffect => v("end the effect that this ability belongs to"),
            Instr::Regenerate(o) => v("regenerate").what("objects", o),
            Instr::Transform(o) => v("transform").what("objects", o),
            Instr::Flip(o) => v("flip").what("objects", o),
            Instr::TurnFaceUp(o) => v("turn face up").what("objects", o),
            Instr::SetDaytime(time) => v("set daytime").say("to", daytime(*time)),
            Instr::BecomeLevel(o, level) => v("become level").what("object", o).say("level", level.to_string()),
            Instr::MustBlock(a, b, combat) => {
                let it = v("must block").what("blockers", a).what("attackers", b);
                it.say("duration", if *combat { "this combat" } else { "this turn" })
            }
            Instr::RemoveFromCombat(o) => v("remove from combat").what("objects", o),
            Instr::CopySpell { of, player, new_targets, except, at } => {
                let it = v("copy on the stack").what("of", of).who("player", player);
                let it = it.flag("new targets", *new_targets).changes("except", except);
                match at {
                    Some(at) => it.what("one for each it could target of", at),
                    None => it,
                }
            }
            Instr::ChooseNewTargets(o, p) => v("may choose new targets").who("player", p).what("for", o),
            Instr::CastFree(p, o, only) => {
                let it = v("may cast free").who("player", p).what("cards", o);
                match only {
                    Some(only) => it.fits(only, Some(Zone::Stack)),
                    None => it,
                }
            }
            Instr::PlayFree(p, o) => v("may play free").who("player", p).what("cards", o),
            Instr::CastOneFree(p, o) => v("may cast one free").who("player", p).what("cards", o),
            Instr::ExileAfterwards(o) => v("exile instead of into a graveyard").what("spells", o),
            Instr::ChangeTargets(o, p) => v("change targets").who("player", p).what("of", o),
            Instr::CastBack(p, o) => v("may cast transformed, free").who("player", p).what("cards", o),
            Instr::AllowPlay { player, cards, duration, lands, free, how, mana } => {
                let it = v(if *lands { "allow to play" } else { "allow to cast" }).who("player", player);
                let it = it.what("cards", cards).say("duration", self.duration(*duration)).flag("free", *free);
                let it = match how {
                    Permitted::Usual => it,
                    Permitted::Later => it.say("way", "not in this turn"),
                    Permitted::Flashback => it.say("way", "with flashback for its mana cost"),
                };
                match mana {
                    SpentAs::Itself => it,
                    SpentAs::AnyColor => it.say("mana", "as though of any color"),
                    SpentAs::AnyType => it.say("mana", "as though of any type"),
                }
            }
            Instr::PhaseOut(o) => v("phase out").what("objects", o),
            Instr::Goad(o) => v("goad").what("objects", o),
            Instr::AddMana(p, mana) => v("add mana").who("player", p).say("mana", self.mana(mana)),
            Instr::AddSameMana(p) => v("add mana of the type produced").who("player", p),
            Instr::ExtraTurn(p) => v("take an extra turn").who("player", p),
            Instr::PutSameCounters(a, b) => v("put the same counters").what("as on", a).what("on", b),
            Instr::Done(action, p) => v("count as done").say("action", keyword_action(*action)).who("player", p),
            Instr::CantBlock(a, b) => v("can't block this turn").what("blockers", a).what("attackers", b),
            Instr::DoubleCounters(o) => v("double counters").what("on", o),
            Instr::SkipTurn(p) => v("skip next turn").who("player", p),
            Instr::SkipNext(p, step) => v("skip next").say("step", step_name(*step)).who("player", p),
            Instr::ExtraCombat(main) => v("additional combat phase").flag("and a main phase", *main),
            Instr::ControlTurn(p) => v("control next turn").who("of", p),
            Instr::Subgame(life) => {
                let it = v("play a subgame");
                if let Some(life) = life { it.say("life", life.to_string()) } else { it }
            }
            Instr::EndTurn => v("end the turn"),
            Instr::ExtraLands(p, n) => v("allow additional lands this turn").who("player", p).n("lands", n),
            Instr::Win(p) => v("win").who("player", p),
            Instr::Lose(p) => v("lose").who("player", p),
            Instr::DrawGame => v("the game is a draw"),
            Instr::Delayed(ability, until) => {
                let it = v("trigger later").ability(*ability);
                it.say("when", self.later_when(until))
            }
            Instr::Reflexive(ability, n) => {
                let it = v("trigger now").ability(*ability);
                if let Some(n) = n { it.n("number", n) } else { it }
            }
            Instr::BecomeMonarch(p) => v("become the monarch").who("player", p),
            Instr::TakeInitiative(p) => v("take the initiative").who("player", p),
            Instr::Venture(p, dungeon) => {
                let it = v("venture").who("player", p);
                match dungeon.and_then(|n| self.pool.dungeons().get(usize::from(n))) {
                    Some(dungeon) => it.say("into", dungeon.name.clone()),
                    None => it,
                }
            }
            Instr::RingTempts(p) => v("the Ring tempts").who("player", p),
            Instr::PayTribute => v("tribute was paid"),
            Instr::Encode(to) => v("may encode the source on a creature you control").into(*to),
            Instr::GainSpeed(p) => v("increase speed by 1").who("player", p),
            Instr::Pair(a, b) => v("pair").what("one", a).what("other", b),
            Instr::Devour(n) => v("has devoured").n("permanents", n),
            Instr::CreateEmblem(p, abilities) => {
                abilities.iter().fold(v("get an emblem").who("player", p), |it, ability| it.ability(*ability))
            }
            Instr::PlayerEffect(ability, duration) => {
                v("a rule for players").ability(*ability).say("duration", self.duration(*duration))
            }
            Instr::NextSpell(ability, filter) => {
                v("for the next spell this turn").fits(filter, Some(Zone::Stack)).ability(*ability)
            }
            // Told by `flow` and `choices`.
            Instr::Jump(_)
            | Instr::Unless(..)
            | Instr::May(..)
            | Instr::MayPay(..)
            | Instr::MayPayTimes(..)
            | Instr::MayPayX(..)
            | Instr::Pay(..)
            | Instr::DoneIf(_)
            | Instr::ForEachPlayer(..)
            | Instr::ForEachObject(..)
            | Instr::Repeat(..)
            | Instr::End
            | Instr::SetNumber(..)
            | Instr::SetObjects(..)
            | Instr::AddObjects(..)
            | Instr::CountResolution(_)
            | Instr::Pick(..)
            | Instr::ChooseColor(_)
            | Instr::ChooseCreatureType(_)
            | Instr::ChooseLandType(_)
            | Instr::ChooseName(..)
            | Instr::CopyCards(..)
            | Instr::EndCopies(_)
            | Instr::ChooseWords { .. }
            | Instr::ChooseNumber(..)
            | Instr::FlipCoin(..)
            | Instr::RollDie(..)
            | Instr::LookAtTop { .. }
            | Instr::LookAtLibrary { .. }
            | Instr::LookAtHand(..)
            | Instr::Reveal(_)
            | Instr::Search { .. }
            | Instr::RevealUntil(..)
            | Instr::RevealDrawn(..)
            | Instr::Vote { .. } => unreachable!("not a deed: {instr:?}"),
        }
    }

    fn listed_pick(&self, pick: &Pick) -> Gather<'_, 'a> {
        let it = self.verb("choose").who("player", &pick.chooser).what("among", &pick.from);
        it.n("at least", &pick.min).n("at most", &pick.max).flag("at random", pick.random)
    }

    fn listed_discard(&self, p: &Players, how: &DiscardHow) -> Gather<'_, 'a> {
        let it = self.verb("discard").who("player", p);
        match how {
            DiscardHow::Choose(n, filter) => it.n("cards", n).fits(filter, None),
            DiscardHow::UpTo(n, filter) => it.n("at most", n).fits(filter, None),
            DiscardHow::Random(n) => it.n("cards", n).flag("at random", true),
            DiscardHow::Hand => it.say("cards", "the hand"),
            DiscardHow::YouChoose(n, filter) => it.n("cards", n).fits(filter, None).say("chosen by", "you"),
        }
    }

    fn listed_tokens(&self, tokens: &NewTokens) -> Gather<'_, 'a> {
        let described = self.token(tokens.token, tokens.pt.is_some()).one();
        let mut it = self
            .verb("create tokens")
            .who("player", &tokens.player)
            .say("token", described)
            .n("amount", &tokens.amount);
        if let Some((power, toughness)) = &tokens.pt {
            it = it.n("power", power).n("toughness", toughness);
        }
        it = it.flag("tapped", tokens.tapped).flag("attacking", tokens.attacking);
        if let Some(host) = &tokens.attached {
            it = it.what("attached to", host);
        }
        if let Some(n) = &tokens.counters {
            it = it.n("+1/+1 counters on each", n);
        }
        it.maybe_into(tokens.into).flag("at the same time as the next", tokens.with_next)
    }

    fn listed_shield(&self, shield: &Shield) -> Gather<'_, 'a> {
        let mut it =
            self.verb(if shield.redirect.is_some() { "redirect damage this turn" } else { "prevent damage this turn" });
        if let Some(to) = &shield.to {
            it = it.to(to);
        }
        if let Some(from) = &shield.from {
            it = it.what("from", from);
        }
        if let Some(quality) = &shield.quality {
            it = it.say("from sources that fit, asked anew", self.noun(quality, None).one());
        }
        it = it.flag("combat damage only", shield.combat).flag("the next time only", shield.once);
        if let Some(n) = &shield.amount {
            it = it.n("amount", n);
        }
        if let Some(to) = &shield.redirect {
            it = it.say("dealt instead to", self.recipients(to));
        }
        if let Some((players, objects)) = &shield.group {
            let mut group: Vec<String> = players.iter().map(|players| self.all_who_fit(*players).text).collect();
            group.extend(objects.iter().map(|filter| self.noun(filter, Some(Zone::Battlefield)).each()));
            it = it.say("to whoever fits", group.join(" and "));
        }
        if let Some(then) = &shield.then {
            it = it.ability(then.ability).flag("for each source or recipient", then.apart);
        }
        it
    }

    /// When a delayed trigger triggers.
    fn later_when(&self, until: &DelayedUntil) -> String {
        match until {
            DelayedUntil::NextStep(step, None) => format!("the next {} begins", step_name(*step)),
            DelayedUntil::NextStep(step, Some(who)) => {
                format!("the next {} of {} begins", step_name(*step), self.who_fits(*who).text)
            }
            DelayedUntil::EventThisTurn => "whenever its event happens this turn".to_owned(),
            DelayedUntil::NextEventThisTurn => "the next time its event happens this turn".to_owned(),
            DelayedUntil::NextEvent => "the next time its event happens".to_owned(),
            DelayedUntil::EventUntilYourNextTurn => "whenever its event happens until your next turn".to_owned(),
            DelayedUntil::EveryEvent => "whenever its event happens, for the rest of the game".to_owned(),
        }
    }
}

fn daytime(time: Daytime) -> &'static str {
    match time {
        Daytime::Day => "day",
        Daytime::Night => "night",
        Daytime::Neither => "neither day nor night",
    }
}

fn keyword_action(action: KeywordAction) -> &'static str {
    match action {
        KeywordAction::Scry => "scry",
        KeywordAction::Surveil => "surveil",
        KeywordAction::Investigate => "investigate",
    }
}
