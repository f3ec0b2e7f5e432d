//! Single instructions in words.

mod cards;
mod choices;
mod counters;
mod game;
mod life;
mod objects;
mod spells;

use crate::card::AbilityId;
use crate::effect::{
    Attacking, DelayedUntil, Destination, DiscardHow, Instr, LibraryPosition, NewTokens, Pick, Shield,
};
use crate::explain::condition::{face_down, step_name};
use crate::explain::family::{Family, family};
use crate::explain::teller::Teller;
use crate::explain::words::{Who, list_and};
use crate::filter::{Amount, Filter, Objects, PlayerFilter, Players, Zone};

impl Teller<'_> {
    /// What an instruction does. Jumps and loops are told by `flow.rs`.
    pub(super) fn instruction(&self, instr: &Instr) -> String {
        match family(instr) {
            Family::Flow => match instr {
                Instr::DoneIf(condition) => format!("that counts as done only if {}", self.condition(condition)),
                Instr::End => "nothing more happens".to_owned(),
                _ => String::new(),
            },
            Family::Choices => self.choice(instr),
            Family::Life => self.damage_and_life(instr),
            Family::Cards => self.cards_moved_or_seen(instr),
            Family::Objects => self.done_to_objects(instr),
            Family::Counters => self.counters_and_tokens(instr),
            Family::Spells => self.done_to_spells(instr),
            Family::Game => self.turns_and_mana(instr),
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
            DiscardHow::These(objects) => who.does(&format!("discard {}", self.objects(objects).text)),
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
                LibraryPosition::Shuffled => {
                    let whose = to.shuffles.as_ref().map_or("its owner's".to_owned(), |who| self.players(who).of());
                    format!("shuffle {} into {whose} library", what.text)
                }
                LibraryPosition::FromTop(_) if let Some(number) = &to.beneath => {
                    format!(
                        "put {} into its owner's library beneath this many cards: {}",
                        what.text,
                        self.amount(number)
                    )
                }
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
            let how = if to.zone == Zone::Exile { "haunting" } else { "attached to" };
            said += &format!(" {how} {}", self.objects(host).text);
        }
        if let Some(player) = &to.enchanting {
            said += &format!(" attached to {}", self.players(player).text);
        }
        for (kind, n) in &to.counters {
            said += &format!(" with {} on it", self.counters(n, Some(*kind)));
        }
        if let Some(more) = &to.counters_if {
            let what = self.noun(&more.what, Some(Zone::Battlefield)).one();
            said += &format!(" with {} on it if it enters as {what}", self.counters(&more.amount, Some(more.kind)));
        }
        if to.as_said_next {
            said += " (being, as it enters, what the next step says)";
        }
        if to.until_monarch {
            said += " until an opponent becomes the monarch";
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
        if let Some(attacker) = &tokens.blocking {
            said += &format!(" blocking {}", self.objects(attacker).text);
        }
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

    pub(super) fn delayed(&self, until: &DelayedUntil, ability: AbilityId) -> String {
        let ability = match until {
            DelayedUntil::NextStep(..) | DelayedUntil::NextTurns(..) | DelayedUntil::ExtraTurns(_) => {
                self.script_below(ability)
            }
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
            DelayedUntil::NextTurns(step, false) => {
                format!("at the beginning of the next turn's {}: {ability}", step_name(*step))
            }
            DelayedUntil::NextTurns(step, true) => {
                format!("at the beginning of your next turn's {}: {ability}", step_name(*step))
            }
            DelayedUntil::ExtraTurns(step) => {
                format!("at the beginning of that extra turn's {}: {ability}", step_name(*step))
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
        Objects::Each(..)
        | Objects::AttachedTo(_)
        | Objects::ExiledWithSource
        | Objects::PutWithSource
        | Objects::DamageSources(_) => true,
        Objects::Those(of, _) | Objects::Left(of, _) | Objects::Moved(of) => is_set(of),
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
        | Objects::PermanentsOf(_)
        | Objects::PartnersOf(_) => false,
    }
}

fn entering(tapped: bool, attacking: Attacking) -> String {
    let attacking = match attacking {
        Attacking::No => "",
        Attacking::Chosen => "attacking",
        Attacking::ThatPlayer => "attacking that player",
    };
    match (tapped, attacking) {
        (false, "") => String::new(),
        (true, "") => " tapped".to_owned(),
        (false, attacking) => format!(" {attacking}"),
        (true, attacking) => format!(" tapped and {attacking}"),
    }
}
