//! Costs whose parts and mana are paid with the same things (CR 118.3, 601.2g–h).
//!
//! A creature that is tapped for a cost makes no mana for it, and a card is discarded once. So it isn't enough that each part
//! could be paid by itself: whether all can be paid is a search for things to pay each part with such that the mana can be
//! made without them. What makes no mana and fits no other part is taken first and never given back, and things that are
//! alike are tried once, so that usual costs take no search at all.

use gauntlet_cards::ability::{PlayerRule, RuleKinds};
use gauntlet_cards::card::CardId;
use gauntlet_cards::cost::CostPart;
use gauntlet_cards::effect::Together;
use gauntlet_cards::filter::{Objects, Zone};
use gauntlet_cards::keyword::{Features, Restrictions};
use gauntlet_cards::mana_ability::{COMPLEX, CONVERTER};
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::available_mana::AvailableMana;
use crate::decision::Action;
use crate::evaluate::Eye;
use crate::legal::{Attempt, optional_paid};
use crate::payment::{Bill, Yield};
use crate::state::{Flags, Object, ObjectId, Target};
use crate::task::Scope;

/// Something that a part of a cost is paid with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Thing {
    /// A permanent, a card in a graveyard, or a card that was put aside out of a hand for it.
    Object(ObjectId),
    /// A card in hand, by its place.
    InHand(usize),
}

/// A cost that is to be paid, and what has been chosen to pay it with so far.
pub(crate) struct Due<'c> {
    pub(crate) scope: &'c Scope,
    pub(crate) player: Player,
    /// What the cost is of: "tap ~", "sacrifice ~".
    pub(crate) source: ObjectId,
    /// A card in hand that it is of, which is not put aside yet.
    pub(crate) from_hand: Option<CardId>,
    pub(crate) parts: SmallVec<[&'c CostPart; 4]>,
    /// What the first of the parts are paid with, in their order.
    pub(crate) chosen: SmallVec<[Thing; 8]>,
    pub(crate) bill: Option<Bill>,
}

impl<'c> Due<'c> {
    /// What is due for something that a player may be about to do.
    pub(crate) fn begun(scope: &'c Scope, attempt: Attempt<'c>, bill: Option<Bill>) -> Due<'c> {
        let way = attempt.activatable;
        let mut parts: SmallVec<_> = way.cost.parts.iter().collect();
        if !way.optional_costs.is_empty() {
            parts.extend(optional_paid(scope, way).flat_map(|cost| &cost.parts));
        }
        let in_hand = attempt.id.is_none() && attempt.object.zone == Zone::Hand;
        Due {
            scope,
            player: attempt.player,
            source: attempt.id,
            from_hand: in_hand.then_some(attempt.object.card),
            parts,
            chosen: SmallVec::new(),
            bill,
        }
    }
}

/// Returns whether things are chosen for a part of a cost.
pub(crate) fn is_chosen(part: &CostPart) -> bool {
    by_worth(part) || part.chosen().is_some()
}

/// Returns whether it isn't the number of things that counts, but what they are worth together.
pub(crate) fn by_worth(part: &CostPart) -> bool {
    matches!(part, CostPart::TapPower(..) | CostPart::Evidence(_))
}

/// Returns whether more may be given for a part than it asks for, whatever else is paid: any number of cards is exiled as evidence (CR
/// 701.59a). `later`: the parts after it; where things are chosen for those, too, nobody could tell what was chosen for which.
pub(crate) fn takes_more<'p>(part: &CostPart, later: impl IntoIterator<Item = &'p CostPart>) -> bool {
    matches!(part, CostPart::Evidence(_)) && !later.into_iter().any(is_chosen)
}

/// What becomes of what a cost is paid with, as far as it can be done to something once.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Turned,
    Gone,
    Nothing,
}

fn fate(part: &CostPart) -> Fate {
    match part {
        CostPart::Tap
        | CostPart::Untap
        | CostPart::TapPermanents(..)
        | CostPart::TapPower(..)
        | CostPart::UntapPermanents(..) => Fate::Turned,
        CostPart::SacrificeSource
        | CostPart::Sacrifice(..)
        | CostPart::ExileSource
        | CostPart::ExilePermanent(..)
        | CostPart::ExileSpell(..)
        | CostPart::ExileMaterials(..)
        | CostPart::Behold { exile: true, .. }
        | CostPart::ExileFromGraveyard(..)
        | CostPart::Put(..)
        | CostPart::Evidence(_)
        | CostPart::ReturnSource
        | CostPart::Return(..)
        | CostPart::SourceToLibraryBottom => Fate::Gone,
        _ => Fate::Nothing,
    }
}

/// Returns whether what a part is paid with leaves.
pub(crate) fn leaves(part: &CostPart) -> bool {
    fate(part) == Fate::Gone
}

/// Returns whether a part is paid with what the cost is of.
pub(crate) fn is_own(part: &CostPart) -> bool {
    matches!(
        part,
        CostPart::Tap
            | CostPart::Untap
            | CostPart::SacrificeSource
            | CostPart::ExileSource
            | CostPart::ReturnSource
            | CostPart::SourceToLibraryBottom
            | CostPart::RemoveCounters(..)
            | CostPart::RemoveAllCounters(_)
    )
}

/// Returns whether a part is paid with counters that are chosen one by one, of the same thing or of several.
pub(crate) fn takes_counters(part: &CostPart) -> bool {
    matches!(part, CostPart::RemoveCountersAmong(..))
}

impl Due<'_> {
    /// Returns whether nothing is paid with things that are chosen or leave, so that anything can be given up for the mana.
    pub(crate) fn leaves_all_choices(&self) -> bool {
        let settled = |part: &&CostPart| !is_chosen(part) && !takes_counters(part) && !leaves(part);
        self.chosen.is_empty() && self.parts.iter().all(settled)
    }
}

impl Eye<'_> {
    /// Calls `f` with each thing that a part of a cost could be paid with by itself, and how much of the part that is: 1, or
    /// the power where power is what counts.
    pub(crate) fn each_to_pay_with(
        self,
        scope: &Scope,
        player: Player,
        part: &CostPart,
        f: &mut dyn FnMut(Thing, i32),
    ) {
        if let CostPart::TapPower(..) = part {
            return self.each_to_tap_for_power(scope, player, part, &[], &mut |id, power| f(Thing::Object(id), power));
        }
        if let CostPart::Evidence(_) = part {
            for &index in &self.s.graveyards[player] {
                let (id, object) = (self.s.id(index), &self.s.objects[index as usize]);
                let worth = self.mana_value(object);
                // What is worth nothing may be exiled once there is enough.
                if (id != scope.source || scope.stays) && worth > 0 {
                    f(Thing::Object(id), worth);
                }
            }
            return;
        }
        let Some((zone, _, filter)) = part.chosen() else { return };
        let in_graveyard = |f: &mut dyn FnMut(Thing, i32)| {
            for &index in &self.s.graveyards[player] {
                let id = self.s.id(index);
                let is_there = id != scope.source || scope.stays;
                if is_there && self.matches(scope, filter, id, &self.s.objects[index as usize]) {
                    f(Thing::Object(id), 1);
                }
            }
        };
        let in_hand = |f: &mut dyn FnMut(Thing, i32)| {
            for (place, hidden) in self.s.hands[player].iter().enumerate() {
                if self.card_matches(scope, filter, hidden.card, player, Zone::Hand) {
                    f(Thing::InHand(place), 1);
                }
            }
        };
        match zone {
            Zone::Hand => in_hand(f),
            Zone::Graveyard => in_graveyard(f),
            Zone::Exile => {
                let fits = Objects::Each(Zone::Exile, filter.clone());
                self.each_object(scope, &fits, &mut |id| f(Thing::Object(id), 1));
            }
            Zone::Stack => {
                for item in &self.s.stack {
                    let own =
                        |object: &&crate::state::Object| object.controller == player && item.object != scope.source;
                    if self
                        .s
                        .get(item.object)
                        .filter(own)
                        .is_some_and(|object| self.matches(scope, filter, item.object, object))
                    {
                        f(Thing::Object(item.object), 1);
                    }
                }
            }
            _ => {
                // CR 701.3d: what is unattached may be another player's.
                let anyones = matches!(part, CostPart::UnattachFrom(_));
                for (id, object) in self.s.permanents().filter(|(_, object)| anyones || object.controller == player) {
                    let usable = match part {
                        CostPart::TapPermanents(..) => !object.is(Flags::TAPPED),
                        CostPart::UntapPermanents(..) => object.is(Flags::TAPPED),
                        CostPart::Sacrifice(..) => !object.restrictions.contains(Restrictions::CANT_BE_SACRIFICED),
                        CostPart::PutCountersOn(_, kind, _) => self.may_get_counters(Target::Object(id), *kind, false),
                        _ => true,
                    };
                    if usable && self.matches(scope, filter, id, object) {
                        f(Thing::Object(id), 1);
                    }
                }
                match part {
                    CostPart::ExileMaterials(..) => in_graveyard(f),
                    CostPart::Behold { .. } => in_hand(f),
                    _ => {}
                }
            }
        }
    }

    /// How many things, or how much power, a part of a cost asks for.
    pub(crate) fn asked(self, scope: &Scope, part: &CostPart) -> i32 {
        match part {
            CostPart::TapPower(amount, ..) | CostPart::Evidence(amount) | CostPart::RemoveCountersAmong(amount, ..) => {
                self.amount(scope, amount).max(0)
            }
            _ => part.chosen().map_or(0, |(_, amount, _)| self.amount(scope, amount).max(0)),
        }
    }

    /// Returns whether what pays a part of a cost can't make mana for it as well. Mana is made before costs are paid (CR 601.2g), so
    /// that what is sacrificed can be tapped for mana before.
    fn keeps_from_mana(self, part: &CostPart, id: ObjectId) -> bool {
        if fate(part) == Fate::Turned
            || matches!(part, CostPart::ExileFromGraveyard(..) | CostPart::Put(..) | CostPart::Evidence(_))
        {
            return true;
        }
        let card = || self.s.get(id).is_some_and(|object| object.zone == Zone::Graveyard);
        if matches!(part, CostPart::ExileMaterials(..)) && card() {
            return true;
        }
        self.uses_itself_up(id) || part.removes_counters() && self.makes_mana_of_counters(id)
    }

    /// Returns whether counters are removed from a permanent, or put on it, as it makes mana: any number of them, too.
    fn makes_mana_of_counters(self, id: ObjectId) -> bool {
        let counters = |cost: &CostPart| matches!(cost, CostPart::RemoveCounters(..) | CostPart::AddCounters(..));
        self.mana_costs(id, u8::MAX, counters)
    }

    /// Returns whether making mana costs a permanent more than being tapped, than counters, and than life: after those it is still there,
    /// whatever its toughness is by then (CR 117.5, 601.2g).
    fn uses_itself_up(self, id: ObjectId) -> bool {
        let uses_up = |cost: &CostPart| {
            let stays = matches!(
                cost,
                CostPart::Tap | CostPart::AddCounters(..) | CostPart::RemoveCounters(..) | CostPart::Life(_)
            );
            !stays && !cost.has_x()
        };
        self.mana_costs(id, COMPLEX, uses_up)
    }

    /// Returns whether a mana ability of a permanent that makes mana in one of the ways of a mask costs something such.
    fn mana_costs(self, id: ObjectId, mask: u8, such: impl Fn(&CostPart) -> bool) -> bool {
        self.s.get(id).is_some_and(|object| {
            object.mana_mask & mask != 0
                && self
                    .mana_abilities(object, id.index)
                    .any(|ability| self.pool.activatable(ability).cost.parts.iter().any(&such))
        })
    }

    /// What makes no mana for a cost, as parts of it are paid with it.
    pub(crate) fn kept_from_mana(self, due: &Due<'_>) -> SmallVec<[ObjectId; 4]> {
        let mut kept = SmallVec::new();
        let mut chosen = due.chosen.iter();
        for part in &due.parts {
            if is_own(part) && !due.source.is_none() && self.keeps_from_mana(part, due.source) {
                kept.push(due.source);
            }
            let mut left = self.asked(due.scope, part);
            while left > 0
                && let Some(thing) = chosen.next()
            {
                left -= self.worth(part, *thing);
                if let Thing::Object(id) = thing
                    && self.keeps_from_mana(part, *id)
                {
                    kept.push(*id);
                }
            }
            // What still could give a counter keeps it.
            if left > 0 && takes_counters(part) {
                self.each_with_counters(due.scope, due.player, part, &mut |id, _| {
                    if self.keeps_from_mana(part, id) {
                        kept.push(id);
                    }
                });
            }
        }
        // What is given beyond what was asked for.
        kept.extend(chosen.filter_map(|thing| match thing {
            Thing::Object(id) => Some(*id),
            Thing::InHand(_) => None,
        }));
        kept
    }

    /// The cards in a graveyard that can be exiled as evidence besides those that are enough (CR 701.59a), such that all else can still be
    /// paid.
    pub(crate) fn more_evidence(
        self,
        mut due: Due<'_>,
        part: &CostPart,
        available: &AvailableMana<'_>,
    ) -> SmallVec<[Action; 16]> {
        let mut more = SmallVec::new();
        for &index in &self.s.graveyards[due.player] {
            let (id, thing) = (self.s.id(index), Thing::Object(self.s.id(index)));
            if id == due.scope.source || !self.is_free_for(&due, part, thing) {
                continue;
            }
            due.chosen.push(thing);
            if self.payable_jointly(&due, available) {
                more.push(Action::Object(index));
            }
            due.chosen.pop();
        }
        if !more.is_empty() {
            more.insert(0, Action::Done);
        }
        more
    }

    /// The permanents that leave as the cost is paid: their mana is made before or never (CR 601.2g).
    pub(crate) fn leaves_with(self, due: &Due<'_>) -> SmallVec<[ObjectId; 4]> {
        let mut leaving = SmallVec::new();
        let mut chosen = due.chosen.iter();
        for part in &due.parts {
            let gone = fate(part) == Fate::Gone;
            if gone && is_own(part) && !due.source.is_none() {
                leaving.push(due.source);
            }
            let mut left = self.asked(due.scope, part);
            while left > 0
                && let Some(thing) = chosen.next()
            {
                left -= self.worth(part, *thing);
                if let Thing::Object(id) = thing
                    && gone
                {
                    leaving.push(*id);
                }
            }
        }
        leaving
    }

    pub(crate) fn worth(self, part: &CostPart, thing: Thing) -> i32 {
        match (part, thing) {
            (CostPart::TapPower(_, _, what), Thing::Object(id)) => {
                self.s.get(id).map_or(0, |object| self.power_for(*what, id, object))
            }
            (CostPart::Evidence(_), Thing::Object(id)) => {
                self.s.last_known(id).map_or(0, |object| self.mana_value(object))
            }
            _ => 1,
        }
    }

    /// Returns whether a thing goes together with those that a part is paid with already, as the cost asks.
    fn joins(self, due: &Due<'_>, together: &Together, things: &[Thing], thing: Thing) -> bool {
        let as_it_is = |thing: &Thing| match thing {
            Thing::Object(id) => self.s.get(*id).map(|object| (*id, *object)),
            Thing::InHand(place) => {
                let hidden = self.s.hands[due.player].get(*place)?;
                Some((ObjectId::NONE, self.as_object(hidden.card, due.player, Zone::Hand)))
            }
        };
        let others: SmallVec<[(ObjectId, Object); 4]> = things.iter().filter_map(as_it_is).collect();
        let others: SmallVec<[(ObjectId, &Object); 4]> = others.iter().map(|(id, object)| (*id, object)).collect();
        as_it_is(&thing).is_some_and(|(id, object)| self.goes_with(due.scope, together, &others, (id, &object)))
    }

    /// Returns whether a thing may be chosen for a part, given what else is paid with it.
    fn is_free_for(self, due: &Due<'_>, part: &CostPart, thing: Thing) -> bool {
        let own =
            |id: ObjectId| id == due.source && due.parts.iter().any(|other| is_own(other) && fate(other) == fate(part));
        !due.chosen.contains(&thing)
            && match thing {
                Thing::Object(id) => !own(id),
                Thing::InHand(place) => !due.from_hand.is_some_and(|card| {
                    // Of several like it, it is the first.
                    self.s.hands[due.player].iter().position(|hidden| hidden.card == card) == Some(place)
                }),
            }
    }

    /// Returns whether the only part of a cost for which things are chosen can be paid with things that make no mana, the mana being payable
    /// by itself: then all of it can be paid, and nothing needs to be searched for. `free`: there is no mana to be paid.
    pub(crate) fn has_plenty(self, scope: &Scope, attempt: Attempt<'_>, part: &CostPart, free: bool) -> bool {
        let way = attempt.activatable;
        let taps_others = self.pool.features.contains(Features::TAPS_OTHERS_FOR_MANA);
        let all = way.cost.parts.iter().chain(optional_paid(scope, way).flat_map(|cost| &cost.parts));
        let together = all.chain(attempt.price.parts(self.pool)).any(|part| matches!(part, CostPart::Together(_)));
        if by_worth(part)
            || together
            || !self.offered.is_none()
            || !free && (taps_others || self.may_have_help(attempt))
        {
            return false;
        }
        let mut parts = way.cost.parts.iter().chain(optional_paid(scope, way).flat_map(|cost| &cost.parts));
        let used = !attempt.id.is_none() && parts.any(|other| is_own(other) && fate(other) == fate(part));
        let in_hand = attempt.id.is_none() && attempt.object.zone == Zone::Hand;
        let mut itself = in_hand;
        let mut left = self.asked(scope, part);
        self.each_to_pay_with(scope, attempt.player, part, &mut |thing, _| match thing {
            Thing::Object(id) => {
                let makes_none = || free || self.s.objects[id.index()].mana_mask == 0;
                left -= i32::from(!(used && id == attempt.id) && makes_none());
            }
            // Of several like it, it is the first.
            Thing::InHand(place) if itself && self.s.hands[attempt.player][place].card == attempt.object.card => {
                itself = false;
            }
            Thing::InHand(_) => left -= 1,
        });
        left <= 0
    }

    /// Returns whether all parts for which things are chosen, and the mana, can be paid at once.
    pub(crate) fn payable_jointly(self, due: &Due<'_>, available: &AvailableMana<'_>) -> bool {
        Search::new(self, due, available).fill(0, 0)
    }

    /// What a part of a cost can be paid with next, such that the rest can still be paid.
    pub(crate) fn to_pay_with(
        self,
        mut due: Due<'_>,
        part: &CostPart,
        available: &AvailableMana<'_>,
    ) -> SmallVec<[Action; 16]> {
        let mut things: SmallVec<[Thing; 16]> = SmallVec::new();
        self.each_to_pay_with(due.scope, due.player, part, &mut |thing, _| {
            if self.is_free_for(&due, part, thing) {
                things.push(thing);
            }
        });
        let mut candidates = Search::new(self, &due, available).candidates;
        candidates.sort_by_key(|candidate| candidate.thing);
        // There may be thousands, and few that differ in what matters.
        let mut tried: SmallVec<[(&Candidate, bool); 4]> = SmallVec::new();
        let alike_alone = due.parts.iter().any(|part| matches!(part, CostPart::Together(_)));
        let mut choices = SmallVec::new();
        for thing in things {
            let action = match thing {
                Thing::Object(id) => Action::Object(id.index),
                Thing::InHand(place) => Action::Card(self.s.hands[due.player][place].card),
            };
            if matches!(thing, Thing::InHand(_)) && choices.contains(&action) {
                continue;
            }
            let place = candidates.binary_search_by_key(&thing, |candidate| candidate.thing);
            let candidate = &candidates[place.expect("what a part can be paid with is a candidate")];
            let known = tried.iter().find(|(other, _)| !alike_alone && other.is_like(candidate));
            let possible = known.map_or_else(
                || {
                    due.chosen.push(thing);
                    let possible = self.payable_jointly(&due, available);
                    due.chosen.pop();
                    possible
                },
                |(_, possible)| *possible,
            );
            if known.is_none() {
                tried.push((candidate, possible));
            }
            if possible {
                choices.push(action);
            }
        }
        assert!(!choices.is_empty(), "costs were payable when this was begun: {part:?}");
        choices
    }

    /// The player's life that is left for mana when the parts that say so are paid with life (CR 119.4).
    pub(crate) fn life_for_mana(self, due: &Due<'_>) -> i32 {
        self.life_to_pay_with(due.player) - self.life_kept_from_mana(due)
    }

    /// The life that other parts of what is due are paid with.
    pub(crate) fn life_kept_from_mana(self, due: &Due<'_>) -> i32 {
        self.life_of_parts(due.scope, due.parts.iter().copied())
    }

    /// The life that parts of a cost are paid with.
    pub(crate) fn life_of_parts<'p>(self, scope: &Scope, parts: impl Iterator<Item = &'p CostPart>) -> i32 {
        let paid = parts.map(|part| match part {
            CostPart::Life(amount) => self.amount(scope, amount).max(0),
            _ => 0,
        });
        paid.sum()
    }

    /// The life that a player can pay: none, if they can't lose any (CR 119.8).
    pub(crate) fn life_to_pay_with(self, player: Player) -> i32 {
        let fixed = self.player_rule(RuleKinds::CANT_LOSE_LIFE, player, |rule| *rule == PlayerRule::CantLoseLife);
        if fixed { 0 } else { self.s.players[player].life }
    }
}

impl AvailableMana<'_> {
    /// Returns whether the bill of what is due can be paid, with what is given up for mana too where nothing else is chosen.
    pub(crate) fn can_pay_due(&self, due: &Due<'_>, bill: &Bill, life: i32, without: &[ObjectId]) -> bool {
        self.can_pay(bill, life, without) || due.leaves_all_choices() && self.can_give_up_for(bill, life, without)
    }
}

/// Something that one or several parts could be paid with.
struct Candidate {
    thing: Thing,
    /// The wants that it fits, a bit each.
    fits: u16,
    worth: i32,
    /// The mana that it could make instead; none either if it can't for what is chosen already.
    makes: Option<SmallVec<[Yield; 2]>>,
    /// Whether it could not make that and pay a part as well, whichever part that is.
    used_up: bool,
    used: bool,
}

impl Candidate {
    /// Returns whether it makes no difference which of two is taken.
    fn is_like(&self, other: &Candidate) -> bool {
        (self.fits, self.worth, &self.makes, self.used_up) == (other.fits, other.worth, &other.makes, other.used_up)
    }
}

/// What is asked of all that a part of a cost is paid with together, and what that is so far.
type Joined<'c> = (&'c Together, SmallVec<[Thing; 4]>);

struct Search<'s, 'c, 'p> {
    eye: Eye<'s>,
    due: &'s Due<'c>,
    available: &'s AvailableMana<'p>,
    wants: SmallVec<[&'c CostPart; 4]>,
    left: SmallVec<[i32; 4]>,
    /// For each want.
    joined: SmallVec<[Option<Joined<'c>>; 4]>,
    /// Whether what has been chosen already doesn't go together.
    failed: bool,
    candidates: SmallVec<[Candidate; 16]>,
    kept: SmallVec<[ObjectId; 4]>,
}

impl<'s, 'c, 'p> Search<'s, 'c, 'p> {
    /// What is still to be paid, and with what it could be.
    fn new(eye: Eye<'s>, due: &'s Due<'c>, available: &'s AvailableMana<'p>) -> Self {
        let mut search = Search {
            eye,
            due,
            available,
            wants: SmallVec::new(),
            left: SmallVec::new(),
            joined: SmallVec::new(),
            failed: false,
            candidates: SmallVec::new(),
            kept: eye.kept_from_mana(due),
        };
        let mut chosen = due.chosen.iter();
        for (place, part) in due.parts.iter().copied().enumerate() {
            let mut joined = match due.parts.get(place + 1) {
                Some(CostPart::Together(together)) => Some((together, SmallVec::new())),
                _ => None,
            };
            let mut left = eye.asked(due.scope, part);
            while left > 0
                && let Some(thing) = chosen.next()
            {
                left -= eye.worth(part, *thing);
                if let Some((together, things)) = &mut joined {
                    search.failed |= !eye.joins(due, together, things, *thing);
                    things.push(*thing);
                }
            }
            if left > 0 && is_chosen(part) {
                search.wants.push(part);
                search.left.push(left);
                search.joined.push(joined);
            }
        }
        search.collect();
        search
    }

    fn collect(&mut self) {
        let needs_mana = self.due.bill.as_ref().is_some_and(|bill| !bill.is_zero());
        let wants = self.wants.clone();
        for (number, part) in wants.into_iter().enumerate().take(16) {
            let before = self.candidates.len();
            self.eye.each_to_pay_with(self.due.scope, self.due.player, part, &mut |thing, worth| {
                if !self.eye.is_free_for(self.due, part, thing) {
                    return;
                }
                if let Some(known) = self.candidates[..before].iter_mut().find(|known| known.thing == thing) {
                    known.fits |= 1 << number;
                    return;
                }
                let makes = match thing {
                    Thing::Object(id) if needs_mana && !self.kept.contains(&id) => self.mana_of(id),
                    _ => None,
                };
                let used_up = match thing {
                    Thing::Object(id) if makes.is_some() => self.eye.uses_itself_up(id),
                    _ => false,
                };
                self.candidates.push(Candidate { thing, fits: 1 << number, worth, makes, used_up, used: false });
            });
        }
        // What is good for little else comes first, and what is alike lies together.
        self.candidates.sort_by(|a, b| {
            let key = |candidate: &Candidate| {
                (candidate.makes.is_some(), candidate.fits.count_ones(), candidate.fits, -candidate.worth)
            };
            key(a).cmp(&key(b)).then_with(|| a.makes.cmp(&b.makes)).then(a.used_up.cmp(&b.used_up))
        });
    }

    /// The mana that an object could make; nothing is known of what a converter makes but that.
    fn mana_of(&self, id: ObjectId) -> Option<SmallVec<[Yield; 2]>> {
        let source = self.available.sources().iter().find(|source| source.key.is_object(id.index));
        let converts = self.eye.s.objects[id.index()].mana_mask & CONVERTER != 0;
        match source {
            Some(source) => Some(source.alternatives().iter().copied().collect()),
            None => converts.then(SmallVec::new),
        }
    }

    /// Returns whether the wants from number `want` on can be paid, with candidates from number `from` on for the first of them.
    fn fill(&mut self, want: usize, from: usize) -> bool {
        if self.failed {
            return false;
        }
        if want == self.wants.len() {
            return self.mana_is_left();
        }
        if self.left[want] <= 0 {
            return self.fill(want + 1, 0);
        }
        let part = self.wants[want];
        let mut refused: Option<usize> = None;
        for place in from..self.candidates.len() {
            let candidate = &self.candidates[place];
            let (thing, worth) = (candidate.thing, candidate.worth);
            let alike = |other: usize| self.candidates[other].is_like(candidate);
            if candidate.used || candidate.fits >> want & 1 == 0 || refused.is_some_and(alike) {
                continue;
            }
            let joined = self.joined[want].is_some();
            if let Some((together, things)) = &self.joined[want]
                && !self.eye.joins(self.due, together, things, thing)
            {
                continue;
            }
            let kept = match thing {
                Thing::Object(id) if candidate.makes.is_some() && self.eye.keeps_from_mana(part, id) => Some(id),
                _ => None,
            };
            let harmless = kept.is_none() && candidate.fits >> (want + 1) == 0 && !joined;
            if let Some((_, things)) = &mut self.joined[want] {
                things.push(thing);
            }
            let before = self.kept.len();
            self.kept.extend(kept);
            self.candidates[place].used = true;
            self.left[want] -= worth;
            if self.fill(want, place + 1) {
                return true;
            }
            self.left[want] += worth;
            if let Some((_, things)) = &mut self.joined[want] {
                things.pop();
            }
            self.candidates[place].used = false;
            self.kept.truncate(before);
            if harmless {
                // Without it there would be only less.
                return false;
            }
            if !joined {
                refused = Some(place);
            }
        }
        false
    }

    fn mana_is_left(&self) -> bool {
        match &self.due.bill {
            Some(bill) if !bill.is_zero() => {
                self.available.can_pay_due(self.due, bill, self.eye.life_for_mana(self.due), &self.kept)
            }
            _ => true,
        }
    }
}
