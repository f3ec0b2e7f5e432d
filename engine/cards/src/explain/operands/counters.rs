//! Counters, tokens and emblems, as operands.

use crate::effect::{Instr, NewTokens};
use crate::explain::operands::Gather;
use crate::explain::teller::Teller;
use crate::explain::words::moved;

impl<'a> Teller<'a> {
    /// Counters, tokens and emblems.
    pub(super) fn list_counters(&self, instr: &Instr) -> Gather<'_, 'a> {
        let v = |verb| self.verb(verb);
        match instr {
            Instr::AddCounters(o, kind, n) => {
                v("put counters").what("on", o).say("kind", self.counter(*kind)).n("amount", n)
            }
            Instr::AndCounters(o, kind, n) => {
                v("put counters at the same time").what("on", o).say("kind", self.counter(*kind)).n("amount", n)
            }
            Instr::AddCountersDivided(kind, t) => {
                v("distribute counters").say("kind", self.counter(*kind)).say("among", self.target(t.0).text)
            }
            Instr::AddCountersShared { among, kind, amount, by } => {
                let it = v("distribute counters now").what("among", among).say("kind", self.counter(*kind));
                it.n("amount", amount).who("divided by", by)
            }
            Instr::RemoveCounters(o, kind, n) => {
                let it = v("remove counters").what("from", o).say("kind", self.any_counter(*kind));
                it.say("amount", n.as_ref().map_or("all".to_owned(), |n| self.amount(n)))
            }
            Instr::MoveCounters(a, b, kind, n) => {
                let it = v("move counters").what("from", a).what("onto", b).say("kind", self.any_counter(*kind));
                it.say("amount", n.as_ref().map_or("all".to_owned(), |n| self.amount(n)))
            }
            Instr::MoveKinds(a, b, which) => {
                v("move kinds of counters").what("from", a).what("onto", b).say("which", moved(*which))
            }
            Instr::AddPlayerCounters(p, kind, n) => {
                v("get counters").who("player", p).say("kind", self.counter(*kind)).n("amount", n)
            }
            Instr::LosePlayerCounters(p, kind, n) => {
                let it = v("lose counters").who("player", p).say("kind", self.any_counter(*kind));
                it.say("amount", n.as_ref().map_or("all".to_owned(), |n| self.amount(n)))
            }
            Instr::EnterWith(kind, n) => v("enter with counters").say("kind", self.counter(*kind)).n("amount", n),
            Instr::AnotherCounter(to, each) => {
                let which = if *each { "of each kind" } else { "of a kind" };
                v("put another counter").say("on", self.recipients(to)).say("which", which)
            }
            Instr::Proliferate(p) => v("proliferate").who("player", p),
            Instr::CreateToken(tokens) => self.listed_tokens(tokens),
            Instr::CreateCopy { player, of, amount, except, tapped, attacking, into } => {
                let it = v("create copies").who("player", player).what("of", of).n("amount", amount);
                it.changes("except", except).flag("tapped", *tapped).attacking(*attacking).maybe_into(*into)
            }
            Instr::PutSameCounters(a, b) => v("put the same counters").what("as on", a).what("on", b),
            Instr::DoubleCounters(o) => v("double counters").what("on", o),
            Instr::CreateEmblem(p, abilities) => {
                abilities.iter().fold(v("get an emblem").who("player", p), |it, ability| it.ability(*ability))
            }
            _ => unreachable!("listed elsewhere: {instr:?}"),
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
        it = it.flag("tapped", tokens.tapped).attacking(tokens.attacking);
        if let Some(attacker) = &tokens.blocking {
            it = it.what("blocking", attacker);
        }
        if let Some(host) = &tokens.attached {
            it = it.what("attached to", host);
        }
        if let Some(n) = &tokens.counters {
            it = it.n("+1/+1 counters on each", n);
        }
        it.maybe_into(tokens.into).flag("at the same time as the next", tokens.with_next)
    }
}
