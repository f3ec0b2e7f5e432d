//! Payment by hand (CR 601.2g–h, 605.3a): with [`crate::Options::manual_payment`] each mana ability that is activated to pay a
//! cost, and each mana that is spent on it, is a choice of the player.
//!
//! Only that is offered after which the rest can still be paid: each choice is tried on a copy of the position. The total cost is
//! locked in (CR 601.2f), and which mana pays for which symbol stays open until all is there ([`PartPaid`]). Costs with {S}, and
//! those that mana from snow sources pays for as though it were of other types, are paid as without the option, since mana in a pool doesn't say whether a snow permanent has made it.

use gauntlet_cards::ability::PaymentHelper;
use gauntlet_cards::card::AbilityId;
use gauntlet_cards::cost::CostPart;
use gauntlet_cards::effect::SpentAs;
use gauntlet_cards::filter::Zone;
use gauntlet_cards::mana::ManaSymbol;
use gauntlet_cards::types::CardTypes;
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::available_mana::{Purpose, Sources};
use crate::decision::{Action, Decision, DecisionKind, Particulars};
use crate::engine::{Engine, Flow};
use crate::joint_costs::is_chosen;
use crate::mana_converters::Conversions;
use crate::mana_preference::Leanings;
use crate::payment::{Bill, Mana, ManaSource, ManaTypes, PartPaid, SourceKey, Supply};
use crate::state::{ByHand, Flags, Object, ObjectId, Ways};
use crate::task::{Announce, Price, Stage, Task};

impl ByHand {
    /// What is paid for, if it is neither a spell nor an ability.
    fn purpose(&self) -> Purpose<'static> {
        self.contained.map_or(Purpose::Other, Purpose::OtherWith)
    }
}

/// How many positions are looked at, at most, to see whether costs of mana abilities that are paid within one another work out.
const MOST_TRIALS: u32 = 4_000;

/// What comes after an answer.
enum Step {
    /// The next choice.
    Ask,
    /// A mana ability is activated first.
    Activate(ObjectId, AbilityId),
    /// All is paid.
    Paid,
}

impl<'a> Engine<'a> {
    /// Returns whether the player pays such a bill by hand. On a copy where it is only found out whether a payment can be completed, what
    /// mana abilities within it cost is paid without choices: otherwise all orders of all mana would be tried.
    pub(crate) fn pays_by_hand(&self, player: Player, bill: &Bill) -> bool {
        let tries = self.probing && !self.s.by_hand.is_empty();
        self.options.manual_payment[player] && bill.count(ManaSymbol::Snow) == 0 && !tries
    }

    /// Begins to pay a bill by hand. Phyrexian symbols for which there is no mana are paid with life (CR 107.4f).
    ///
    /// What is kept from a payment is kept from those within it too: a mana ability that is being paid for can't be activated for its
    /// own cost, nor for that of another which pays for it (CR 602.2b, 601.2h).
    pub(crate) fn begin_by_hand(
        &mut self,
        player: Player,
        bill: Bill,
        mut without: SmallVec<[ObjectId; 4]>,
        ways: Ways,
    ) {
        let Ways { contained, may_give_up, only_given_up, mut kept_life } = ways;
        if let Some(outer) = self.s.by_hand.last() {
            without.extend_from_slice(&outer.without);
            kept_life += outer.kept_life;
        }
        let (paid, delved) = (PartPaid::new(bill), SmallVec::new());
        let may_give_up = may_give_up && self.s.by_hand.is_empty();
        let hand = ByHand {
            player,
            paid,
            spent: 0,
            spent_from: SmallVec::new(),
            without,
            delved,
            helper: None,
            contained,
            may_give_up,
            only_given_up,
            kept_life,
        };
        self.s.by_hand.push(hand);
    }

    /// Nothing that is given up first leaves enough: what else makes mana is used before, by hand (CR 601.2g). Returns whether that is so.
    pub(crate) fn pays_all_by_hand(&mut self) -> bool {
        let asked = !self.probing && self.s.choices.is_empty() && self.s.decision.kind == DecisionKind::PayMana;
        let hand = self.s.by_hand.last_mut().filter(|_| asked);
        hand.is_some_and(|hand| std::mem::take(&mut hand.only_given_up))
    }

    /// Phyrexian symbols that can't be paid with mana are settled for life, the last of them first.
    fn settle_life(&mut self, purpose: Purpose<'_>) {
        let place = self.s.by_hand.len() - 1;
        while !self.hand_provable(&self.s.by_hand[place], purpose, None) {
            let bill = *self.s.by_hand[place].paid.bill();
            let phyrexian = |symbol: &ManaSymbol| super::costs::is_phyrexian(*symbol);
            let open: SmallVec<[ManaSymbol; 4]> = bill.open_choices().map(|row| row.0).filter(phyrexian).collect();
            let settled = |symbol: &ManaSymbol| bill.with_life_for(*symbol);
            let with = |bill| ByHand { paid: PartPaid::new(bill), ..self.s.by_hand[place].clone() };
            let best = open.iter().filter_map(settled).find(|bill| self.hand_provable(&with(*bill), purpose, None));
            let Some(next) = best.or_else(|| open.first().and_then(settled)) else { return };
            self.s.by_hand[place].paid = PartPaid::new(next);
        }
    }

    /// Goes on with the payment for what is being announced.
    pub(super) fn go_on_by_hand(&mut self, task: &mut Announce) -> Option<Flow> {
        let way = self.way(&task.item).expect("triggered abilities have no costs");
        let object = self.source_object(task);
        let attempt = self.attempt(task, way, &object);
        match self.step_by_hand(Purpose::For(attempt), Some(task)) {
            Step::Paid => {
                task.stage = Stage::Rest;
                Some(Flow::Go)
            }
            Step::Ask => Some(self.ask_by_hand(Task::Announce(*task), task.item.controller, task.item.object)),
            Step::Activate(id, ability) => {
                self.s.tasks.push(Task::Announce(*task));
                self.begin(task.item.controller, id, ability, Price::Own);
                None
            }
        }
    }

    /// Goes on with a payment in the middle of a resolution: what to do, or nothing if all is paid. The resolution has been put
    /// back by the caller if a mana ability is activated.
    pub(crate) fn go_on_paying(&mut self) -> Option<Option<(ObjectId, AbilityId)>> {
        let purpose = self.s.by_hand.last().map_or(Purpose::Other, ByHand::purpose);
        match self.step_by_hand(purpose, None) {
            Step::Paid => None,
            Step::Ask => Some(None),
            Step::Activate(id, ability) => Some(Some((id, ability))),
        }
    }

    /// How much mana is still to be paid of what is paid by hand.
    pub(crate) fn left_by_hand(&self) -> u16 {
        self.s.by_hand.last().map_or(0, |hand| hand.paid.remaining().least_mana() as u16)
    }

    /// Asks for the next mana.
    fn ask_by_hand(&mut self, task: Task, player: Player, about: ObjectId) -> Flow {
        let left = self.left_by_hand();
        let flow = self.ask(task, player, DecisionKind::PayMana, about, Particulars::Left(left));
        if flow == Flow::Go {
            // Nothing is asked after all, and the announcement goes on at once.
            self.s.tasks.pop();
        }
        flow
    }

    /// Of the choices of a decision that has just been made up while a payment goes on, those after which it can be completed.
    pub(crate) fn keep_what_can_be_completed(&mut self) {
        if self.probing {
            return;
        }
        let mut choices = std::mem::take(&mut self.s.choices);
        let mut budget = MOST_TRIALS;
        choices.retain(|choice| self.trial(*choice, &mut budget));
        self.s.choices = choices;
    }

    /// Returns whether the payment can be completed after this answer.
    fn trial(&self, action: Action, budget: &mut u32) -> bool {
        *budget = budget.saturating_sub(1);
        if *budget == 0 {
            return false;
        }
        self.on_a_copy(|copy| {
            copy.answer(action);
            copy.completes(budget)
        })
    }

    /// On a copy: whether the payment can be completed from here.
    fn completes(&self, budget: &mut u32) -> bool {
        if self.s.by_hand.is_empty() {
            return true;
        }
        let asked = self.s.decision.kind == DecisionKind::PayMana;
        if asked && self.s.by_hand.len() == 1 && self.s.by_hand[0].helper.is_none() {
            return self.provable();
        }
        self.s.decision != Decision::NONE
            && self.s.choices.iter().any(|choice| *choice != Action::Done && self.trial(*choice, budget))
    }

    /// Returns whether the payment that is being asked about can be completed, mana abilities used as payments use them by themselves.
    fn provable(&self) -> bool {
        let Some(hand) = self.s.by_hand.last() else { return true };
        match self.s.tasks.last() {
            Some(Task::Announce(task)) => {
                let way = self.way(&task.item).expect("triggered abilities have no costs");
                let object = self.source_object(task);
                self.hand_provable(hand, Purpose::For(self.attempt(task, way, &object)), None)
            }
            _ => self.hand_provable(hand, hand.purpose(), None),
        }
    }

    /// Returns whether what is left of a cost can be paid. `spending`: the source, by its key, of a floating mana that was given for it and
    /// is in the pool still, where it doesn't count again.
    fn hand_provable(&self, hand: &ByHand, purpose: Purpose<'_>, spending: Option<SourceKey>) -> bool {
        if hand.paid.is_paid() {
            return true;
        }
        let eye = self.eye();
        let mut sources: Sources = eye.sources_for(hand.player, purpose);
        sources.retain(|source: &mut ManaSource| !hand.without.iter().any(|id| source.key.is_object(id.index)));
        if let Some(source) = sources.iter_mut().find(|source| Some(source.key) == spending) {
            *source = source.one_less();
        }
        for (place, (mana, count)) in hand.paid.units().enumerate() {
            sources.push(ManaSource::floating(SourceKey::Spent(place as u16), mana, count));
        }
        // What is open of symbols is paid with mana: those for life have been settled.
        let bill = &hand.paid.bill().without_life();
        let life = eye.life_to_pay_with(hand.player) - hand.kept_life;
        let wanted = Conversions { player: hand.player, bill, life, without: &hand.without, purpose };
        Supply::new(&sources).can_pay(bill, life)
            || eye.can_convert(&wanted, &sources)
            || hand.may_give_up && eye.pays_by_giving_up(&wanted, &sources)
    }

    /// Takes an answer, and builds the next list of choices.
    fn step_by_hand(&mut self, purpose: Purpose<'_>, task: Option<&Announce>) -> Step {
        if self.s.by_hand.last().is_some_and(|hand| hand.paid.given() == 0) && self.s.answer.is_none() {
            self.settle_life(purpose);
        }
        if let Some(step) = self.step_by_giving_up(purpose, task) {
            return step;
        }
        if let Some(answer) = self.s.answer.take()
            && let Some(step) = self.answer_by_hand(answer, purpose)
        {
            return step;
        }
        let hand = self.s.by_hand.last().expect("a payment is going on").clone();
        if hand.paid.is_paid() {
            self.s.by_hand.pop();
            self.s.spent_mana = hand.spent;
            self.begin_spending();
            for (origin, count) in &hand.spent_from {
                self.note_spent_from(1 << origin, *count);
            }
            let spent: u32 = (0..6).map(|kind| crate::state::spent_of(hand.spent, kind)).sum();
            self.fact_of_mana(hand.player, spent as usize);
            let life = hand.paid.bill().life();
            if life > 0 {
                self.lose_life(hand.player, life as i32);
            }
            self.delve(hand.player, purpose, &hand.delved);
            return Step::Paid;
        }
        self.offer(|engine, choices| match hand.helper {
            Some(index) => engine.offer_helper_colors(&hand, index, choices),
            None => {
                engine.offer_floating(&hand, purpose, choices);
                engine.offer_helpers(&hand, purpose, choices);
            }
        });
        if hand.helper.is_none() {
            self.offer_sources(&hand, task);
        }
        if self.probing && self.s.choices.is_empty() {
            // A dead end, which a copy says by a choice that leads nowhere.
            self.s.choices.extend([Action::Done, Action::Done]);
        }
        Step::Ask
    }

    /// The same where the player is asked only what is given up for mana.
    fn step_by_giving_up(&mut self, purpose: Purpose<'_>, task: Option<&Announce>) -> Option<Step> {
        let hand = self.s.by_hand.last()?.clone();
        if !hand.only_given_up {
            return None;
        }
        let life = self.eye().life_to_pay_with(hand.player) - hand.kept_life;
        if let Some(Action::Activate { object, ability }) = self.s.answer.take() {
            return Some(Step::Activate(self.s.id(object), ability));
        }
        if self.pay_bill(hand.player, hand.paid.bill(), life, &hand.without, purpose, &Leanings::default()) {
            self.s.by_hand.pop();
            return Some(Step::Paid);
        }
        self.s.choices.clear();
        self.offer_sources(&hand, task);
        self.keep_giving_up();
        if self.probing && self.s.choices.is_empty() {
            self.s.choices.extend([Action::Done, Action::Done]);
        }
        Some(Step::Ask)
    }

    fn answer_by_hand(&mut self, answer: Action, purpose: Purpose<'_>) -> Option<Step> {
        let mut hand = self.s.by_hand.last()?.clone();
        let player = hand.player;
        match answer {
            Action::Color(place) if hand.helper.is_some() => {
                let index = hand.helper.take()?;
                hand.paid = hand.paid.pay_one(Mana::new(ManaTypes::EACH[usize::from(place)])).ok()?;
                let id = self.s.id(index);
                hand.without.push(id);
                self.tap(id);
            }
            Action::Color(place) => {
                let key = SourceKey::Pool(u16::from(place));
                let paid = self.used_as(&hand, usize::from(place), key, purpose)?;
                hand.paid = paid;
                self.s.players[player].mana[usize::from(place)] -= 1;
                crate::state::spend_one(&mut hand.spent, usize::from(place));
            }
            Action::Number(number) => {
                let place = usize::from(self.s.restricted_mana[usize::from(number)].place);
                hand.paid = self.used_as(&hand, place, SourceKey::Restricted(number), purpose)?;
                crate::state::spend_one(&mut hand.spent, place);
                let mana = &mut self.s.restricted_mana[usize::from(number)];
                mana.count -= 1;
                let (source, rule) = (mana.source, mana.rule);
                let origins = mana.origins;
                for origin in (0..16u8).filter(|origin| origins >> origin & 1 != 0) {
                    match hand.spent_from.iter_mut().find(|entry| entry.0 == origin) {
                        Some(entry) => entry.1 = entry.1.saturating_add(1),
                        None => hand.spent_from.push((origin, 1)),
                    }
                }
                self.spent_on(player, source, rule, purpose);
                self.s.restricted_mana.retain(|mana| mana.count > 0);
            }
            Action::Object(index) => {
                let id = self.s.id(index);
                let object = self.s.objects[usize::from(index)];
                if object.zone == Zone::Graveyard {
                    // Delve (CR 702.66a): all cards are exiled together, once everything is paid for.
                    hand.paid = hand.paid.pay_one(Mana::new(ManaTypes::empty())).ok()?;
                    hand.without.push(id);
                    hand.delved.push(id);
                    *self.s.by_hand.last_mut()? = hand;
                    return None;
                }
                let kinds = self.helper_kinds(&object, purpose);
                let fits = |kind: &ManaTypes| hand.paid.needs(Mana::new(*kind));
                let fitting: SmallVec<[ManaTypes; 5]> = kinds.into_iter().filter(fits).collect();
                match fitting.as_slice() {
                    [kind] => {
                        hand.paid = hand.paid.pay_one(Mana::new(*kind)).ok()?;
                        // It isn't given up for mana besides, as mana is made before anything is tapped (CR 601.2g–h).
                        hand.without.push(id);
                        self.tap(id);
                    }
                    _ => hand.helper = Some(index),
                }
            }
            Action::Activate { object, ability } => return Some(Step::Activate(self.s.id(object), ability)),
            _ => return None,
        }
        *self.s.by_hand.last_mut()? = hand;
        None
    }

    /// What is paid after one mana of this type, which may count as another where a rule says so (CR 609.4b).
    /// `key`: of the source that the mana is of, as it is floating.
    fn used_as(&self, hand: &ByHand, place: usize, key: SourceKey, purpose: Purpose<'_>) -> Option<PartPaid> {
        let own = ManaTypes::EACH[place];
        let how = self.eye().spent_as(hand.player, purpose);
        let any = !matches!(how, SpentAs::Itself | SpentAs::SnowAnyColor);
        let colorless = how == SpentAs::AnyType;
        let others = ManaTypes::EACH.into_iter().filter(|kind| any && (colorless || *kind != ManaTypes::COLORLESS));
        std::iter::once(own).chain(others).find_map(|kind| {
            let paid = hand.paid.pay_one(Mana::new(kind)).ok()?;
            let next = ByHand { paid, ..hand.clone() };
            // Where it is that one type, nothing else is to be found out here.
            (!any || self.hand_provable(&next, purpose, Some(key))).then_some(paid)
        })
    }

    fn offer_floating(&self, hand: &ByHand, purpose: Purpose<'_>, choices: &mut Vec<Action>) {
        let only = self.eye().only_from(purpose);
        for (place, count) in self.s.players[hand.player].mana.iter().enumerate() {
            if *count > 0
                && only.is_none()
                && self.used_as(hand, place, SourceKey::Pool(place as u16), purpose).is_some()
            {
                choices.push(Action::Color(place as u8));
            }
        }
        for (number, mana) in self.s.restricted_mana.iter().enumerate() {
            if mana.player == hand.player
                && self.eye().may_spend(mana.source, mana.rule, purpose)
                && only.is_none_or(|origin| mana.origins >> origin.0 & 1 != 0)
                && self.used_as(hand, usize::from(mana.place), SourceKey::Restricted(number as u16), purpose).is_some()
            {
                choices.push(Action::Number(number as u16));
            }
        }
    }

    /// What a permanent that is tapped for convoke or improvise pays for (CR 702.51a, 702.126a).
    fn helper_kinds(&self, object: &Object, purpose: Purpose<'_>) -> SmallVec<[ManaTypes; 5]> {
        let Purpose::For(attempt) = purpose else { return SmallVec::new() };
        let helpers = self.eye().helpers(attempt);
        let helps = |helper: &PaymentHelper| helpers.contains(&helper);
        let bends =
            |helper: &&PaymentHelper| matches!(helper, PaymentHelper::Waterbend | PaymentHelper::WaterbendCost { .. });
        let types = object.characteristics.types;
        let mut kinds: SmallVec<[ManaTypes; 5]> = SmallVec::new();
        if helps(&PaymentHelper::Convoke) && types.contains(CardTypes::CREATURE) {
            kinds.extend(ManaTypes::from(object.characteristics.colors).iter());
        }
        let generic = (helps(&PaymentHelper::Convoke) && types.contains(CardTypes::CREATURE))
            || (helps(&PaymentHelper::Improvise) && types.contains(CardTypes::ARTIFACT))
            || (helpers.iter().any(bends) && types.intersects(CardTypes::ARTIFACT | CardTypes::CREATURE));
        if generic && kinds.is_empty() {
            kinds.push(ManaTypes::empty());
        }
        kinds
    }

    fn offer_helpers(&self, hand: &ByHand, purpose: Purpose<'_>, choices: &mut Vec<Action>) {
        let Purpose::For(attempt) = purpose else { return };
        let (helpers, spell) = (self.eye().helpers(attempt), attempt.id);
        if helpers.is_empty() {
            return;
        }
        for (id, object) in self.s.permanents() {
            let usable = object.controller == hand.player && !object.is(Flags::TAPPED) && !hand.without.contains(&id);
            let kinds = self.helper_kinds(object, purpose);
            if usable && kinds.iter().any(|kind| hand.paid.needs(Mana::new(*kind))) {
                choices.push(Action::Object(id.index));
            }
        }
        if helpers.contains(&&PaymentHelper::Delve) && hand.paid.needs(Mana::new(ManaTypes::empty())) {
            let open = |index: &&u16| **index != spell.index && hand.without.iter().all(|id| id.index != **index);
            choices.extend(self.s.graveyards[hand.player].iter().filter(open).map(|index| Action::Object(*index)));
        }
    }

    fn offer_helper_colors(&self, hand: &ByHand, index: u16, choices: &mut Vec<Action>) {
        let colors = self.s.objects[usize::from(index)].characteristics.colors;
        for (place, kind) in ManaTypes::EACH.into_iter().enumerate() {
            if ManaTypes::from(colors).contains(kind) && hand.paid.needs(Mana::new(kind)) {
                choices.push(Action::Color(place as u8));
            }
        }
    }

    /// Adds the mana abilities that can be activated now, those left out that would use what the cost is paid with.
    fn offer_sources(&mut self, hand: &ByHand, task: Option<&Announce>) {
        let before = self.s.choices.len();
        self.offer_mana_abilities(hand.player);
        if hand.may_give_up {
            self.offer_giving_up(hand.player);
        }
        let mut reserved: SmallVec<[ObjectId; 8]> = SmallVec::new();
        if let Some(task) = task {
            reserved.extend_from_slice(&self.s.scratch[task.payment.start as usize..task.payment.end as usize]);
        }
        let mut choices = std::mem::take(&mut self.s.choices);
        let mut place = 0;
        choices.retain(|choice| {
            place += 1;
            let Action::Activate { object, ability } = choice else { return true };
            if place <= before {
                return true;
            }
            let id = self.s.id(*object);
            // What is sacrificed for the cost later can be tapped for mana before (CR 601.2g).
            let parts = &self.pool.activatable(*ability).cost.parts;
            let own = !reserved.contains(&id) || parts.iter().all(|part| *part == CostPart::Tap);
            !hand.without.contains(&id) && own && (reserved.is_empty() || parts.iter().all(|part| !is_chosen(part)))
        });
        self.s.choices = choices;
    }
}
