//! Mana abilities for which their player chooses what is given up: "Sacrifice a creature: Add {C}{C}." (CR 605.1a, 605.3a).
//!
//! Such an ability may be activated whenever a payment is asked for, as for a tax on attacking or "unless its controller pays" (CR 508.1i,
//! 601.2g, 608.2g). Payments don't do that by themselves, as what is given up is gone: what else makes mana is tried first, and where that isn't
//! enough, the payer is asked which ability is activated and what for ([`crate::state::ByHand::only_given_up`]).
//!
//! To know whether that is enough, each thing that could be given up counts as a source, or as another way to use the source that it is: what could
//! be tapped for mana and given up besides counts once here. Where other parts of a cost are paid with chosen things too, or with what leaves, such an
//! ability can be activated with priority before, but not for that payment.
//!
//! Left to priority besides: abilities that ask for several things, for cards of a hand or graveyard, or for more mana than a converter's
//! ([`crate::mana_converters`]). X isn't offered larger for what could be given up.

use std::cell::OnceCell;

use gauntlet_cards::ability::AbilityKind;
use gauntlet_cards::card::AbilityId;
use gauntlet_cards::effect::ManaOutput;
use gauntlet_cards::keyword::{Features, Restrictions};
use gauntlet_cards::mana::ManaSymbol;
use gauntlet_cards::mana_ability::gives_up;
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::available_mana::{AvailableMana, Purpose, Sources, body, leave_out};
use crate::decision::Action;
use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::joint_costs::{Due, Thing};
use crate::legal::Attempt;
use crate::mana_converters::Conversions;
use crate::payment::{Bill, ManaSource, SourceKey, Supply, Yield};
use crate::state::{Flags, Object, ObjectId};
use crate::task::{Price, Scope};

/// What is done with an ability for which something is given up: of which permanent, and what it makes.
type OnGivingUp<'a> = &'a mut dyn FnMut(ObjectId, &Object, AbilityId, &[Yield]);

/// How little one likes to give something up for mana.
const DISLIKE: u8 = 100;

impl Eye<'_> {
    /// Returns whether a permanent may be given up for mana: whether a card of the game says so.
    pub(crate) fn may_give_up_for_mana(self) -> bool {
        self.pool.features.contains(Features::GIVES_UP_FOR_MANA)
    }

    /// Adds to sources what could be given up for mana. What is in `without` isn't.
    pub(crate) fn add_given_up(
        self,
        player: Player,
        purpose: Purpose<'_>,
        without: &[ObjectId],
        sources: &mut Sources,
    ) {
        let mut taken: SmallVec<[ObjectId; 4]> = SmallVec::new();
        // An ability that taps its source gives up one thing, once: something that has no such ability itself, if there is any.
        let mut tapped: SmallVec<[ObjectId; 4]> = SmallVec::new();
        self.each_giving_up(player, purpose, &mut |id, _, ability, _| {
            if matches!(gives_up(self.pool.activatable(ability)), Some((_, true))) {
                tapped.push(id);
            }
        });
        self.each_giving_up(player, purpose, &mut |id, object, ability, yields| {
            let Some((part, true)) = gives_up(self.pool.activatable(ability)) else { return };
            let gone = taken.contains(&id) || without.contains(&id);
            if gone || object.is(Flags::TAPPED) || !self.not_sick(object) {
                return;
            }
            let mut found = None;
            self.each_to_pay_with(&Scope::of(id, player), player, part, &mut |thing, _| {
                if let Thing::Object(other) = thing
                    && found.is_none_or(|found| tapped.contains(&found) && !tapped.contains(&other))
                    && other != id
                    && !without.contains(&other)
                    && !taken.contains(&other)
                    && !sources.iter().any(|source| source.key.is_object(other.index))
                {
                    found = Some(other);
                }
            });
            if let Some(other) = found {
                taken.push(other);
                self.add_way(id, yields, sources);
            }
        });
        self.each_giving_up(player, purpose, &mut |id, _, ability, yields| {
            let Some((part, false)) = gives_up(self.pool.activatable(ability)) else { return };
            self.each_to_pay_with(&Scope::of(id, player), player, part, &mut |thing, _| {
                if let Thing::Object(other) = thing
                    && !without.contains(&other)
                    && !taken.contains(&other)
                {
                    self.add_way(other, yields, sources);
                }
            });
        });
    }

    /// Calls `f` with each mana ability of a player's permanents for which something is given up, as far as it may be activated now, and what it
    /// makes.
    fn each_giving_up(self, player: Player, purpose: Purpose<'_>, f: OnGivingUp<'_>) {
        let is_mana = |kind: &AbilityKind| matches!(kind, AbilityKind::Activatable(way) if way.mana.is_some());
        for (id, object) in self.s.permanents() {
            if object.controller != player || object.restrictions.contains(Restrictions::CANT_ACTIVATE_MANA) {
                continue;
            }
            for ability in self.abilities(object, id.index, |derived| &derived.on_battlefield, is_mana) {
                let way = self.pool.activatable(ability);
                let scope = Scope { ability: Some(ability), ..Scope::of(id, player) };
                if gives_up(way).is_none()
                    || way.condition.as_ref().is_some_and(|condition| !self.holds(&scope, condition))
                {
                    continue;
                }
                let Some((output, rule)) = way.mana.as_ref().map(ManaOutput::unrestricted) else { continue };
                if rule.is_some_and(|rule| !self.may_spend(id, rule, purpose)) {
                    continue;
                }
                let mut yields = self.yields_of(&scope, output).unwrap_or_default();
                yields.retain(|made: &mut Yield| made.units() > 0);
                f(id, object, ability, &yields);
            }
        }
    }

    /// Adds ways to use something as a source of mana.
    fn add_way(self, id: ObjectId, yields: &[Yield], sources: &mut Sources) {
        for &made in yields {
            match sources.iter_mut().find(|source| source.key.is_object(id.index)) {
                Some(source) if source.alternatives().len() < ManaSource::ALTERNATIVES => {
                    *source = source.or(made, DISLIKE);
                }
                Some(_) => {}
                None => {
                    let rank = DISLIKE + body(&self.s.objects[id.index()]);
                    sources.push(ManaSource::new(SourceKey::Object(id.index), rank, made));
                }
            }
        }
    }

    /// No less than the most mana that a player could make by giving something up.
    pub(crate) fn most_given_up(self, player: Player) -> u32 {
        if !self.may_give_up_for_mana() {
            return 0;
        }
        let mut sources = Sources::new();
        self.add_given_up(player, Purpose::Anything, &[], &mut sources);
        sources.iter().map(ManaSource::most_units).sum()
    }

    /// Returns whether something can be paid from these sources and with what is given up for mana.
    pub(crate) fn pays_by_giving_up(self, wanted: &Conversions<'_>, sources: &Sources) -> bool {
        // Mana in a pool doesn't say whether a snow permanent has made it.
        if !self.may_give_up_for_mana() || wanted.bill.count(ManaSymbol::Snow) > 0 {
            return false;
        }
        let without = wanted.without;
        let mut all = sources.clone();
        all.retain(|source: &mut ManaSource| !without.iter().any(|id| source.key.is_object(id.index)));
        self.add_given_up(wanted.player, wanted.purpose, without, &mut all);
        Supply::new(&all).can_pay(wanted.bill, wanted.life)
    }
}

impl Engine<'_> {
    /// Returns whether a bill can be paid only if something is given up for mana.
    pub(crate) fn must_give_up(&self, due: &Due<'_>, bill: &Bill, without: &[ObjectId], purpose: Purpose<'_>) -> bool {
        let eye = self.eye();
        if !eye.may_give_up_for_mana() || !self.s.by_hand.is_empty() || !due.leaves_all_choices() {
            return false;
        }
        let (player, life) = (due.player, eye.life_for_mana(due));
        let sources = eye.sources_for(player, purpose);
        !leave_out(Supply::new(&sources), without).can_pay(bill, life)
            && !eye.can_convert(&Conversions { player, bill, life, without, purpose }, &sources)
    }

    /// Adds to `choices` the mana abilities of a player for which something is given up, as far as they can be activated.
    pub(crate) fn offer_giving_up(&mut self, player: Player) {
        if !self.eye().may_give_up_for_mana() {
            return;
        }
        let mut choices = std::mem::take(&mut self.s.choices);
        let sources = OnceCell::new();
        let eye = self.eye();
        let available = AvailableMana::new(eye, player, &sources);
        eye.each_giving_up(player, Purpose::Anything, &mut |id, object, ability, _| {
            let action = Action::Activate { object: id.index, ability };
            let activatable = eye.pool.activatable(ability);
            let attempt = Attempt { player, id, object, activatable, price: Price::Own };
            if !choices.contains(&action) && eye.can_begin(attempt, eye.sorcery_time(player), &available) {
                choices.push(action);
            }
        });
        self.s.choices = choices;
    }

    /// Of the choices keeps the mana abilities for which something is given up.
    pub(crate) fn keep_giving_up(&mut self) {
        let pool = self.pool;
        self.s.choices.retain(|choice| match choice {
            Action::Activate { ability, .. } => gives_up(pool.activatable(*ability)).is_some(),
            _ => false,
        });
    }
}
