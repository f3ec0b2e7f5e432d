//! Single instructions in words.

use super::condition::{face_down, step_name};
use super::modification::word_kind;
use super::registers::number_name;
use super::teller::Teller;
use super::words::{Who, list_and, list_or, marks};
use crate::ability::KeywordAction;
use crate::card::AbilityId;
use crate::designation::Daytime;
use crate::effect::{
    DelayedUntil, Destination, DiscardHow, Duration, Instr, LibraryPosition, NewTokens, Permitted, Pick, Shield,
    SpentAs,
};
use crate::filter::{Amount, Filter, Objects, PlayerFilter, Players, Zone};

impl Teller<'_> {
    /// What an instruction does. Jumps and loops are told by `flow`.
    pub(super) fn instruction(&self, instr: &Instr) -> String {
        let who = |players: &Players| self.players(players);
        let what = |objects: &Objects| self.objects(objects);
        match instr {
            Instr::Jump(_)
            | Instr::Unless(..)
            | Instr::May(..)
            | Instr::MayPay(..)
            | Instr::MayPayTimes(..)
            | Instr::MayPayX(..)
            | Instr::Pay(..)
            | Instr::ForEachPlayer(..)
            | Instr::ForEachObject(..)
            | Instr::Repeat(..) => String::new(),
            Instr::DoneIf(condition) => format!("that counts as done only if {}", self.condition(condition)),
            Instr::End => "nothing more happens".to_owned(),
            Instr::SetNumber(to, amount) => format!("let {} be {}", number_name(*to), self.amount(amount)),
            Instr::SetObjects(_, Objects::Union(none)) if none.is_empty() => "nothing is remembered yet".to_owned(),
            Instr::SetObjects(_, objects) => format!("remember {} (the set is taken now)", what(objects).text),
            Instr::AddObjects(_, objects) => format!("remember {} as well", what(objects).text),
            Instr::CountResolution(to) => {
                format!("let {} be how many times this ability has resolved this turn", number_name(*to))
            }
            Instr::Pick(pick, _) => self.pick(pick),
            Instr::ChooseColor(p) => who(p).does("choose a color"),
            Instr::ChooseCreatureType(p) => who(p).does("choose a creature type"),
            Instr::ChooseLandType(p) => who(p).does("choose a basic land type"),
            Instr::ChooseName(p, filter) => {
                let noun = super::words::Noun { kind: Some("card"), ..self.noun(filter, None) };
                let noun = super::words::Noun {
                    heads: noun.heads.into_iter().filter(|head| head != "object").collect(),
                    ..noun
                };
                who(p).does(&format!("choose the name of {}", noun.one()))
            }
            Instr::CopyCards(objects, _) => format!("copy {}", what(objects).text),
            Instr::EndCopies(objects) => format!("{} to exist unless it was cast", what(objects).does("cease")),
            Instr::ChooseWords { player, kinds, to, except, into: _ } => {
                let kinds: Vec<String> = kinds.iter().map(|kind| word_kind(*kind).to_owned()).collect();
                let to = to.map_or("another of its kind".to_owned(), |to| to.name().to_owned());
                let except = except.map_or(String::new(), |not| format!(" other than {}", not.name()));
                who(player).does(&format!("choose a {} and {to}{except}", list_or(&kinds)))
            }
            Instr::ChooseNumber(p, from, to, _) => {
                who(p).does(&format!("choose a number from {} to {}", self.amount(from), self.amount(to)))
            }
            Instr::FlipCoin(p, _) => who(p).does("flip a coin"),
            Instr::RollDie(p, sides, _) => who(p).does(&format!("roll a {sides}-sided die")),

            Instr::Damage(source, amount, to) => {
                let deal = format!("deal {} to {}", self.much(amount, "damage"), self.recipients(to));
                what(source).does(&deal)
            }
            Instr::AndDamage(source, amount, to) => {
                let deal = format!("deal {} to {}", self.much(amount, "damage"), self.recipients(to));
                format!("at the same time, {}", what(source).does(&deal))
            }
            Instr::DamageDivided(source, n) => {
                what(source).does(&format!("deal damage divided as chosen among {}", self.target(*n).text))
            }
            Instr::Fight(a, b) => format!("{} and {} fight each other", what(a).text, what(b).text),
            Instr::GainLife(p, n) => who(p).does(&format!("gain {}", self.much(n, "life"))),
            Instr::LoseLife(p, n) => who(p).does(&format!("lose {}", self.much(n, "life"))),
            Instr::SetLife(p, n) => format!("{} life total becomes {}", who(p).of(), self.amount(n)),
            Instr::ExchangeLife(p) => format!("exchange life totals: {}", who(p).text),
            Instr::PreventDamage(to, None) => {
                format!("prevent all damage that would be dealt to {} this turn", self.recipients(to))
            }
            Instr::PreventDamage(to, Some(n)) => {
                let n = self.much(n, "damage");
                format!("prevent the next {n} that would be dealt to {} this turn", self.recipients(to))
            }
            Instr::Shield(shield) => self.shield(shield),
            Instr::Preventable(false) => "damage dealt by what follows can't be prevented".to_owned(),
            Instr::Preventable(true) => "damage dealt by what follows can be prevented again".to_owned(),
            Instr::PreventCombatDamage(from) => format!(
                "prevent all combat damage that would be dealt this turn by {} (asked anew each time)",
                self.set(Zone::Battlefield, from)
            ),

            Instr::Draw(p, n) => who(p).does(&format!("draw {}", self.cards(n))),
            Instr::Discard(p, how, _) => self.discard(&who(p), how),
            Instr::Mill(p, n, _) => who(p).does(&format!("mill {}", self.cards(n))),
            Instr::Scry(p, n) => who(p).does(&format!("scry {}", self.amount(n))),
            Instr::Surveil(p, n) => who(p).does(&format!("surveil {}", self.amount(n))),
            Instr::LookAtTop { player, amount, reveal, into: _ } => {
                let how = if *reveal { "reveal" } else { "look at" };
                let player = who(player);
                let which = self.top(amount);
                player.does(&format!("{how} {which} of {} library", player.their()))
            }
            Instr::LookAtLibrary { viewer, of, amount, into: _ } => {
                who(viewer).does(&format!("look at {} of {} library", self.top(amount), who(of).of()))
            }
            Instr::LookAtHand(viewer, of) => who(viewer).does(&format!("look at {} hand", who(of).of())),
            Instr::Reveal(objects) => format!("reveal {}", what(objects).text),
            Instr::Search { player, of, zones, filter, min, max, reveal, into: _ } => {
                let zones: Vec<String> = zones.iter().map(|zone| super::filter::zone_name(*zone).to_owned()).collect();
                let mut noun = self.noun(filter, None);
                noun.heads.retain(|head| head != "object");
                noun.kind = Some("card");
                let of = if player == of { who(player).their().to_owned() } else { who(of).of() };
                let reveal = if *reveal { " and reveal it" } else { "" };
                let found = self.range(min, max, &noun);
                who(player).does(&format!("search {of} {} for {found}{reveal}", list_and(&zones)))
            }
            Instr::Shuffle(p) => {
                let p = who(p);
                p.does(&format!("shuffle {} library", p.their()))
            }
            Instr::RevealUntil(p, filter, n, _, _) => {
                let mut noun = self.noun(filter, None);
                noun.heads.retain(|head| head != "object");
                noun.kind = Some("card");
                let p = who(p);
                let until = self.count(n, &noun);
                p.does(&format!("reveal cards from the top of {} library until {} reveal {until}", p.their(), p.text))
            }

            Instr::Destroy(objects, false) => format!("destroy {}", what(objects).text),
            Instr::Destroy(objects, true) => format!("destroy {}, which can't be regenerated", what(objects).text),
            Instr::Move(objects, to, _) => self.moved(&what(objects), to),
            Instr::Sacrifice(p, objects) => who(p).does(&format!("sacrifice {}", what(objects).text)),
            Instr::SacrificeChosen(p, n, filter, _) => {
                let noun = self.noun(filter, Some(Zone::Battlefield));
                let p = who(p);
                p.does(&format!("sacrifice {} of {} choice", self.count(n, &noun), p.their()))
            }
            Instr::Tap(objects) => format!("tap {}", what(objects).text),
            Instr::Untap(objects) => format!("untap {}", what(objects).text),
            Instr::Counter(objects, None) => format!("counter {}", what(objects).text),
            Instr::Counter(objects, Some(to)) => {
                let objects = what(objects);
                let goes = self.moved(&objects.named("it"), to);
                format!("counter {}; instead of into the graveyard: {goes}", objects.text)
            }
            Instr::AddCounters(objects, kind, n) => {
                format!("put {} on {}", self.counters(n, Some(*kind)), what(objects).text)
            }
            Instr::AddCountersDivided(kind, n) => {
                format!("distribute {} counters as chosen among {}", self.counter(*kind), self.target(*n).text)
            }
            Instr::RemoveCounters(objects, kind, None) => {
                format!("remove all {}s from {}", self.any_counter(*kind), what(objects).text)
            }
            Instr::RemoveCounters(objects, kind, Some(n)) => {
                format!("remove {} from {}", self.counters(n, *kind), what(objects).text)
            }
            Instr::MoveCounters(from, to, kind, n) => {
                let which = match n {
                    Some(n) => self.counters(n, *kind),
                    None => format!("all {}s", self.any_counter(*kind)),
                };
                format!("move {which} from {} onto {}", what(from).text, what(to).text)
            }
            Instr::AddPlayerCounters(p, kind, n) => who(p).does(&format!("get {}", self.counters(n, Some(*kind)))),
            Instr::EnterWith(kind, n) => {
                format!("{} enters with {} on it", self.source(), self.counters(n, Some(*kind)))
            }
            Instr::Mark(objects, mark) => what(objects).does(&format!("become {}", marks(*mark))),
            Instr::Exploit => format!("{} exploits the sacrificed creature", self.source()),
            Instr::Ascend(p) => {
                format!(
                    "if {}, {}",
                    who(p).does("control ten or more permanents"),
                    who(p).does("get the city's blessing")
                )
            }
            Instr::TakeFromHand(_) => format!("take {} from its owner's hand", self.source()),
            Instr::CastSpecial(p, objects) => {
                who(p).does(&format!("may cast {} for the cost that this ability names", what(objects).text))
            }
            Instr::Proliferate(p) => who(p).does("proliferate"),
            Instr::CreateToken(tokens) => self.new_tokens(tokens),
            Instr::CreateCopy { player, of, amount, except, tapped, attacking, into: _ } => {
                let noun = super::objects::simple("token");
                let count = self.count(amount, &noun);
                let except = self.except(except, matches!(amount, Amount::Const(1)));
                let entering = entering(*tapped, *attacking);
                let copies = if matches!(amount, Amount::Const(1)) { "that's a copy" } else { "that are copies" };
                who(player).does(&format!("create {count} {copies} of {}{except}{entering}", what(of).text))
            }
            Instr::Attach(a, b) => format!("attach {} to {}", what(a).text, what(b).text),
            Instr::Unattach(objects) => format!("unattach {}", what(objects).text),
            Instr::ExchangeControl(a, b) => {
                format!("exchange control of {} and {} for good", what(a).text, what(b).text)
            }
            Instr::Continuous(objects, changes, duration) => {
                let set = if is_set(objects) { " (the set is taken now)" } else { "" };
                format!("{} {}{set}", self.changed(&what(objects), changes), self.duration(*duration))
            }
            Instr::ContinuousOn(filter, changes, duration) => {
                let who = Who::one(self.noun(filter, Some(Zone::Battlefield)).each());
                format!("{} {} (whatever fits at any time)", self.changed(&who, changes), self.duration(*duration))
            }
            Instr::EndThisEffect => "end the effect that this ability belongs to".to_owned(),
            Instr::Regenerate(objects) => format!("regenerate {} (a shield for this turn)", what(objects).text),
            Instr::Transform(objects) => format!("transform {}", what(objects).text),
            Instr::Flip(objects) => format!("flip {}", what(objects).text),
            Instr::TurnFaceUp(objects) => format!("turn {} face up", what(objects).text),
            Instr::SetDaytime(Daytime::Day) => "it becomes day".to_owned(),
            Instr::SetDaytime(Daytime::Night) => "it becomes night".to_owned(),
            Instr::SetDaytime(Daytime::Neither) => "it becomes neither day nor night".to_owned(),
            Instr::BecomeLevel(objects, level) => what(objects).does(&format!("become level {level}")),
            Instr::MustBlock(a, b, combat) => {
                let when = if *combat { "this combat" } else { "this turn" };
                format!("{} {when} if able", what(a).does(&format!("block {}", what(b).text)))
            }
            Instr::RemoveFromCombat(objects) => format!("remove {} from combat", what(objects).text),
            Instr::CopySpell { of, player, new_targets, except, at } => {
                let except = self.except(except, true);
                let chooser = if who(player).is_you() { "you" } else { "they" };
                let aims = if *new_targets {
                    format!("; {chooser} may choose new targets for the copy")
                } else {
                    String::new()
                };
                let at = at.as_ref().map_or(String::new(), |at| {
                    format!(", once for each other of {} that it could target, with that as its target", what(at).text)
                });
                format!("{}{at}{aims}", who(player).does(&format!("copy {}{except}", what(of).text)))
            }
            Instr::ChooseNewTargets(objects, p) => {
                who(p).does(&format!("may choose new targets for {}", what(objects).text))
            }
            Instr::CastFree(p, objects, only) => {
                let objects = what(objects).text;
                let only = only.as_ref().map_or(String::new(), |only| {
                    format!(" if the spell that it becomes is {}", self.noun(only, Some(Zone::Stack)).one())
                });
                who(p).does(&format!("may cast {objects} without paying its mana cost (as this resolves){only}"))
            }
            Instr::PlayFree(p, objects) => {
                let objects = what(objects).text;
                who(p).does(&format!("may play {objects} without paying its mana cost (as this resolves)"))
            }
            Instr::CastOneFree(p, objects) => {
                let objects = what(objects).text;
                who(p).does(&format!("may cast one of {objects} without paying its mana cost (as this resolves)"))
            }
            Instr::ExileAfterwards(objects) => {
                format!("if {} would be put into a graveyard as a spell, exile it instead", what(objects).text)
            }
            Instr::ChangeTargets(objects, p) => who(p).does(&format!("change the target of {}", what(objects).text)),
            Instr::CastBack(p, objects) => {
                let objects = what(objects).text;
                who(p).does(&format!("may cast {objects} transformed without paying its mana cost (as this resolves)"))
            }
            Instr::AllowPlay { player, cards, duration, lands, free, how, mana } => {
                let verb = if *lands { "play" } else { "cast" };
                let free = if *free { " without paying its mana cost" } else { "" };
                let how = match how {
                    Permitted::Usual => "",
                    Permitted::Later => " (not in this turn)",
                    Permitted::Flashback => " with flashback for its mana cost",
                };
                let mana = match mana {
                    SpentAs::Itself => "",
                    SpentAs::AnyColor => ", and mana of any color may be spent on it",
                    SpentAs::AnyType => ", and mana of any type may be spent on it",
                };
                let cards = what(cards).text;
                let may = who(player).does(&format!("may {verb} {cards} from where it is{free}{how}"));
                let while_there = match duration {
                    Duration::Indefinite => "for as long as it remains there".to_owned(),
                    duration => self.duration(*duration),
                };
                format!("{may} {while_there}{mana}")
            }
            Instr::PhaseOut(objects) => what(objects).does("phase out"),
            Instr::Goad(objects) => format!("goad {} (until your next turn)", what(objects).text),

            Instr::AddMana(p, mana) => who(p).does(&format!("add {}", self.mana(mana))),
            Instr::AddSameMana(p) => {
                who(p).does("add one mana of a type that was produced by what was tapped for mana")
            }
            Instr::ExtraTurn(p) => who(p).does("take an extra turn after this one"),
            Instr::PutSameCounters(from, to) => {
                format!("put as many counters of each kind as {} has or had onto {}", what(from).text, what(to).text)
            }
            Instr::Done(action, p) => match action {
                KeywordAction::Scry => format!("({} scried)", who(p).text),
                KeywordAction::Surveil => format!("({} surveiled)", who(p).text),
                KeywordAction::Investigate => format!("({} investigated)", who(p).text),
            },
            Instr::CantBlock(a, b) => what(a).does(&format!("can't block {} this turn", what(b).text)),
            Instr::DoubleCounters(objects) => {
                format!("double the number of each kind of counter on {}", what(objects).text)
            }
            Instr::SkipTurn(p) => {
                let p = who(p);
                p.does(&format!("skip {} next turn", p.their()))
            }
            Instr::SkipNext(p, step) => {
                let p = who(p);
                p.does(&format!("skip {} next {}", p.their(), step_name(*step)))
            }
            Instr::ExtraCombat(false) => "after this phase, there is an additional combat phase".to_owned(),
            Instr::ExtraCombat(true) => {
                "after this phase, there is an additional combat phase followed by an additional main phase".to_owned()
            }
            Instr::ControlTurn(p) => format!("you control {} during their next turn", who(p).text),
            Instr::Subgame(None) => "the players play a subgame".to_owned(),
            Instr::Subgame(Some(life)) => format!("the players play a subgame, starting at {life} life"),
            Instr::EndTurn => "end the turn".to_owned(),
            Instr::ExtraLands(p, n) => {
                let noun =
                    super::words::Noun { before: vec!["additional".to_owned()], ..super::objects::simple("land") };
                who(p).does(&format!("may play {} this turn", self.count(n, &noun)))
            }
            Instr::Win(p) => who(p).does("win the game"),
            Instr::Lose(p) => who(p).does("lose the game"),
            Instr::DrawGame => "the game is a draw".to_owned(),
            Instr::Delayed(ability, until) => self.delayed(until, *ability),
            Instr::Reflexive(ability, number) => {
                let number = number.as_ref().map_or(String::new(), |n| format!(" with the number {}", self.amount(n)));
                format!("when that is done{number}: {}", self.script_below(*ability))
            }
            Instr::BecomeMonarch(p) => who(p).does("become the monarch"),
            Instr::TakeInitiative(p) => who(p).does("take the initiative"),
            Instr::Venture(p, None) => who(p).does("venture into the dungeon"),
            Instr::Venture(p, Some(n)) => {
                let name = self.pool.dungeons().get(usize::from(*n)).map_or("the dungeon", |dungeon| &dungeon.name);
                who(p).does(&format!("venture into {name}"))
            }
            Instr::RingTempts(p) => format!("the Ring tempts {}", who(p).text),
            Instr::PayTribute => format!("tribute was paid for {}", self.source()),
            Instr::Encode(_) => format!("{} may be exiled encoded on a creature you control", self.source()),
            Instr::GainSpeed(p) => format!("{} speed increases by 1", who(p).of()),
            Instr::Vote { words, into: _ } => format!("starting with you, each player votes for {}", list_or(words)),
            Instr::Pair(a, b) => format!("{} and {} become paired", what(a).text, what(b).text),
            Instr::Devour(n) => format!("{} has devoured this many: {}", self.source(), self.amount(n)),
            Instr::RevealDrawn(p, _) => who(p).does("reveal the cards just drawn"),
            Instr::CreateEmblem(p, abilities) => {
                let abilities: Vec<String> = abilities.iter().map(|ability| self.ability_below(*ability)).collect();
                who(p).does(&format!("get an emblem with {}", list_and(&abilities)))
            }
            Instr::PlayerEffect(ability, duration) => {
                format!("{} this rule holds: {}", self.duration(*duration), self.ability_below(*ability))
            }
            Instr::NextSpell(ability, filter) => format!(
                "for the next {} you cast this turn: {}",
                self.noun(filter, Some(Zone::Stack)).singular(),
                self.ability_below(*ability)
            ),
        }
    }

    fn top(&self, amount: &Amount) -> String {
        match amount {
            Amount::Const(1) => "the top card".to_owned(),
            Amount::Const(n) => format!("the top {} cards", super::words::number(*n)),
            Amount::X => "the top X cards".to_owned(),
            amount => format!("as many top cards as {}", self.amount(amount)),
        }
    }

    fn pick(&self, pick: &Pick) -> String {
        let from = match &pick.from {
            Objects::Each(zone, filter) => self.range(&pick.min, &pick.max, &self.noun(filter, Some(*zone))),
            Objects::Those(of, filter) => {
                let mut noun = self.noun(filter, None);
                noun.after.push(format!("among {}", self.objects(of).text));
                self.range(&pick.min, &pick.max, &noun)
            }
            from => {
                let from = self.objects(from).text;
                match (&pick.min, &pick.max) {
                    (Amount::Const(1), Amount::Const(1)) => format!("one of {from}"),
                    (min, max) if min == max => format!("{} of {from}", self.amount(max)),
                    (Amount::Const(0), Amount::Const(255)) => format!("any number of {from}"),
                    (Amount::Const(0), max) => format!("up to {} of {from}", self.amount(max)),
                    (min, max) => format!("{} to {} of {from}", self.amount(min), self.amount(max)),
                }
            }
        };
        let random = if pick.random { " at random" } else { "" };
        self.players(&pick.chooser).does(&format!("choose {from}{random}"))
    }

    fn discard(&self, who: &Who, how: &DiscardHow) -> String {
        let cards = |filter: &Filter| {
            let mut noun = self.noun(filter, None);
            noun.heads.retain(|head| head != "object");
            noun.kind = Some("card");
            noun
        };
        match how {
            DiscardHow::Choose(n, filter) => who.does(&format!("discard {}", self.count(n, &cards(filter)))),
            DiscardHow::UpTo(n, filter) => who.does(&format!("discard up to {}", self.count(n, &cards(filter)))),
            DiscardHow::Random(n) => who.does(&format!("discard {} at random", self.cards(n))),
            DiscardHow::Hand => who.does(&format!("discard {} hand", who.their())),
            DiscardHow::YouChoose(n, filter) => {
                let reveals = who.does(&format!("reveal {} hand", who.their()));
                format!("{reveals}; you choose {} from it, which they discard", self.count(n, &cards(filter)))
            }
        }
    }

    /// Where something is put, and how.
    pub(super) fn moved(&self, what: &Who, to: &Destination) -> String {
        let mut said = match to.zone {
            Zone::Exile => format!("exile {}", what.text),
            Zone::Hand => format!("put {} into its owner's hand", what.text),
            Zone::Graveyard => format!("put {} into its owner's graveyard", what.text),
            Zone::Battlefield => format!("put {} onto the battlefield", what.text),
            Zone::Stack => format!("put {} onto the stack", what.text),
            Zone::Command => format!("put {} into the command zone", what.text),
            Zone::Library => match to.position {
                LibraryPosition::Top => format!("put {} on top of its owner's library", what.text),
                LibraryPosition::Bottom => format!("put {} on the bottom of its owner's library", what.text),
                LibraryPosition::BottomRandom => {
                    format!("put {} on the bottom of its owner's library in a random order", what.text)
                }
                LibraryPosition::Shuffled => format!("shuffle {} into its owner's library", what.text),
                LibraryPosition::FromTop(n) => {
                    let place = super::words::ordinal(usize::from(n).saturating_sub(1));
                    format!("put {} into its owner's library {place} from the top", what.text)
                }
            },
        };
        if to.zone == Zone::Battlefield {
            said += &match &to.controller {
                Some(Players::You) => " under your control".to_owned(),
                Some(who) => format!(" under {} control", self.players(who).of()),
                None => " under its owner's control".to_owned(),
            };
        }
        said += &entering(to.tapped, to.attacking);
        if to.face_down {
            said += " face down";
        }
        if to.down != crate::face_down::FaceDown::Up {
            said += &format!(" {}", face_down(to.down));
        }
        if to.transformed {
            said += " transformed";
        }
        if let Some(host) = &to.attached {
            said += &format!(" attached to {}", self.objects(host).text);
        }
        for (kind, n) in &to.counters {
            said += &format!(" with {} on it", self.counters(n, Some(*kind)));
        }
        if to.as_said_next {
            said += " (being, as it enters, what the next step says)";
        }
        if to.until_source_leaves {
            said += &format!(" until {} leaves the battlefield", self.source());
        }
        said
    }

    /// What copies are that the original isn't.
    fn except(&self, changes: &[crate::effect::Modification], one: bool) -> String {
        if changes.is_empty() {
            return String::new();
        }
        let it = if one { Who::one("it") } else { Who::many("they") };
        format!(", except {}", self.changed(&it, changes))
    }

    fn new_tokens(&self, tokens: &NewTokens) -> String {
        let described = self.token(tokens.token, tokens.pt.is_some());
        let mut said = self.count(&tokens.amount, &described);
        if let Some((power, toughness)) = &tokens.pt {
            said += &format!(" with power {} and toughness {}", self.amount(power), self.amount(toughness));
        }
        said += &entering(tokens.tapped, tokens.attacking);
        if let Some(host) = &tokens.attached {
            said += &format!(" attached to {}", self.objects(host).text);
        }
        if let Some(n) = &tokens.counters {
            said += &format!(" with {} on each", self.counters(n, Some(crate::filter::CounterKind::PLUS_ONE)));
        }
        if tokens.with_next {
            said += " at the same time as the next";
        }
        self.players(&tokens.player).does(&format!("create {said}"))
    }

    fn shield(&self, shield: &Shield) -> String {
        let combat = if shield.combat { "combat " } else { "" };
        let amount = match &shield.amount {
            Some(n) => format!("the next {}", self.much(n, &format!("{combat}damage"))),
            None => format!("all {combat}damage"),
        };
        let mut said = format!("{amount} that would be dealt this turn");
        if shield.once {
            said += " (the next time only)";
        }
        if let Some(from) = &shield.from {
            said += &format!(" by {} (the set is taken now)", self.objects(from).text);
        }
        if let Some(quality) = &shield.quality {
            said += &format!(" by {} (asked anew each time)", self.noun(quality, None).one());
        }
        if let Some(to) = &shield.to {
            said += &format!(" to {}", self.recipients(to));
        }
        if let Some((players, objects)) = &shield.group {
            let mut group = Vec::new();
            group.extend(players.iter().map(|players| self.all_who_fit(*players).text));
            group.extend(objects.iter().map(|filter| self.noun(filter, Some(Zone::Battlefield)).each()));
            said += &format!(" to {} (asked anew each time)", list_and(&group));
        }
        let mut said = match &shield.redirect {
            Some(to) => format!("{said} is dealt to {} instead", self.recipients(to)),
            None => format!("prevent {said}"),
        };
        if let Some(then) = &shield.then {
            let apart = if then.apart { ", for each source or recipient" } else { "" };
            said += &format!("; when it was prevented{apart}: {}", self.ability_below(then.ability));
        }
        said
    }

    fn delayed(&self, until: &DelayedUntil, ability: AbilityId) -> String {
        let ability = match until {
            DelayedUntil::NextStep(..) => self.script_below(ability),
            DelayedUntil::EventThisTurn
            | DelayedUntil::NextEventThisTurn
            | DelayedUntil::NextEvent
            | DelayedUntil::EventUntilYourNextTurn
            | DelayedUntil::EveryEvent => self.ability_below(ability),
        };
        match until {
            DelayedUntil::NextStep(step, None) => {
                format!("at the beginning of the next {}: {ability}", step_name(*step))
            }
            DelayedUntil::NextStep(step, Some(PlayerFilter::You)) => {
                format!("at the beginning of your next {}: {ability}", step_name(*step))
            }
            DelayedUntil::NextStep(step, Some(who)) => {
                format!("at the beginning of the next {} of {}: {ability}", step_name(*step), self.who_fits(*who).text)
            }
            DelayedUntil::EventThisTurn => format!("whenever its event happens this turn: {ability}"),
            DelayedUntil::NextEventThisTurn => format!("the next time its event happens this turn: {ability}"),
            DelayedUntil::NextEvent => format!("the next time its event happens: {ability}"),
            DelayedUntil::EventUntilYourNextTurn => {
                format!("whenever its event happens until your next turn: {ability}")
            }
            DelayedUntil::EveryEvent => format!("whenever its event happens, for the rest of the game: {ability}"),
        }
    }
}

/// Returns whether what is changed may be several objects that are found as it happens.
pub(super) fn is_set(objects: &Objects) -> bool {
    match objects {
        Objects::Each(..) | Objects::AttachedTo(_) | Objects::ExiledWithSource | Objects::DamageSources(_) => true,
        Objects::Those(of, _) | Objects::Left(of) | Objects::Moved(of) => is_set(of),
        Objects::Union(all) => all.iter().any(is_set),
        Objects::Source
        | Objects::SourceNow
        | Objects::Target(_)
        | Objects::Event
        | Objects::EventOther
        | Objects::Host
        | Objects::Register(_)
        | Objects::Current
        | Objects::Encoded(_)
        | Objects::PartnersOf(_) => false,
    }
}

fn entering(tapped: bool, attacking: bool) -> String {
    match (tapped, attacking) {
        (false, false) => "",
        (true, false) => " tapped",
        (false, true) => " attacking",
        (true, true) => " tapped and attacking",
    }
    .to_owned()
}
