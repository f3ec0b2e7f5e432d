//! Costs to attack and to block: what a whole declaration costs, whether it can be paid, and paying it (CR 508.1d–j, 509.1c–f).

use gauntlet_cards::ability::{Affected, Attacked, CombatTax, RuleKinds, StaticEffect};
use gauntlet_cards::cost::{Cost, CostPart};
use gauntlet_cards::filter::{Amount, Zone};
use gauntlet_cards::keyword::Keywords;
use gauntlet_cards::types::CardTypes;
use gauntlet_core::{Audience, Player};
use smallvec::SmallVec;

use crate::decision::{DecisionKind, Particulars};
use crate::engine::{Engine, Flow};
use crate::state::{Defender, Flags, Object, ObjectId, Range};
use crate::task::{Price, Scope, Task};

/// The taxes that are in effect, each with what its text refers to.
type Taxes<'a> = SmallVec<[(Scope, &'a CombatTax); 2]>;

/// A cost that grows creature by creature.
#[derive(Default)]
struct Total(Cost);

impl Total {
    fn add(&mut self, cost: Cost) {
        if let Some(mana) = cost.mana {
            self.0.mana.get_or_insert_default().symbols.extend(mana.symbols);
        }
        for part in cost.parts {
            // Life is paid at once: what each takes isn't enough to know.
            let paid = self.0.parts.iter_mut().find_map(|other| match (other, &part) {
                (CostPart::Life(Amount::Const(sum)), CostPart::Life(Amount::Const(more))) => Some((sum, *more)),
                _ => None,
            });
            match paid {
                Some((sum, more)) => *sum += more,
                None => self.0.parts.push(part),
            }
        }
    }
}

impl<'a> Engine<'a> {
    /// Returns whether attacking or blocking may cost something.
    pub(super) fn combat_is_taxed(&self) -> bool {
        self.eye().has_rules(RuleKinds::COMBAT_TAX)
    }

    fn taxes(&self) -> Taxes<'a> {
        let mut taxes: Taxes<'a> = Taxes::new();
        let pool: &'a gauntlet_cards::card::Pool = self.pool;
        self.eye().each_rule_with_id(RuleKinds::COMBAT_TAX, &mut |scope, number, _| {
            if let StaticEffect::CombatTax(tax) = &pool.static_ability(number).effect {
                taxes.push((*scope, tax));
            }
        });
        taxes
    }

    fn tax_is_for(&self, scope: &Scope, tax: &CombatTax, id: ObjectId, object: &Object) -> bool {
        match &tax.who {
            Affected::Source => scope.source == id,
            Affected::Host => self.s.get(scope.source).is_some_and(|source| source.attached_to == id),
            Affected::Each(filter) | Affected::EachIn(Zone::Battlefield, filter) => {
                self.eye().matches(scope, filter, id, object)
            }
            Affected::EachIn(..) => false,
        }
    }

    fn known_tax(&self, scope: &Scope, tax: &CombatTax, id: ObjectId) -> Cost {
        let scope = Scope { current_object: id, ..*scope };
        tax.known(&|amount| self.eye().amount(&scope, amount))
    }

    /// Returns whether a tax is due for attacking something.
    fn taxes_attack(&self, scope: &Scope, what: Attacked, defender: Defender) -> bool {
        let planeswalker = |id: ObjectId| {
            let is_one = |object: &Object| {
                object.characteristics.types.contains(CardTypes::PLANESWALKER) && object.controller == scope.you
            };
            self.s.get(id).is_some_and(is_one)
        };
        let you = defender == Defender::Player(scope.you);
        match (what, defender) {
            (Attacked::Anything, _) => true,
            (Attacked::You, _) => you,
            (Attacked::YouOrPlaneswalker, Defender::Permanent(id)) => planeswalker(id),
            (Attacked::YouOrPlaneswalker, Defender::Player(_)) => you,
            (Attacked::Planeswalker, Defender::Permanent(id)) => planeswalker(id),
            (Attacked::Planeswalker, Defender::Player(_)) => false,
        }
    }

    /// What it costs that a creature attacks something; `None`: nothing.
    fn attack_cost(&self, taxes: &Taxes<'_>, id: ObjectId, defender: Defender) -> Option<Cost> {
        let object = &self.s.objects[id.index()];
        let mut total: Option<Total> = None;
        for (scope, tax) in taxes {
            if tax.attacks.is_some_and(|what| self.taxes_attack(scope, what, defender))
                && self.tax_is_for(scope, tax, id, object)
            {
                total.get_or_insert_default().add(self.known_tax(scope, tax, id));
            }
        }
        total.map(|total| total.0)
    }

    /// What it costs that a creature blocks these attackers; `None`: nothing.
    fn block_cost(&self, taxes: &Taxes<'_>, id: ObjectId, attackers: &[u16]) -> Option<Cost> {
        let object = &self.s.objects[id.index()];
        let mut total: Option<Total> = None;
        for (scope, tax) in taxes {
            let Some(filter) = &tax.blocks else { continue };
            let fits = |attacker: &u16| {
                self.eye().matches(scope, filter, self.s.id(*attacker), &self.s.objects[usize::from(*attacker)])
            };
            if attackers.iter().any(fits) && self.tax_is_for(scope, tax, id, object) {
                total.get_or_insert_default().add(self.known_tax(scope, tax, id));
            }
        }
        total.map(|total| total.0)
    }

    /// What the attackers declared so far, and maybe one more, cost together (CR 508.1h).
    fn cost_of_attackers(&self, taxes: &Taxes<'_>, more: Option<(ObjectId, Defender)>) -> Cost {
        let mut total = Total::default();
        for (id, object) in self.s.permanents() {
            if object.is(Flags::DECLARED) && object.controller == self.s.active {
                self.attack_cost(taxes, id, object.defender).into_iter().for_each(|cost| total.add(cost));
            }
        }
        if let Some((id, defender)) = more {
            self.attack_cost(taxes, id, defender).into_iter().for_each(|cost| total.add(cost));
        }
        total.0
    }

    /// What blocks cost together (CR 509.1d).
    fn cost_of_blocks(&self, taxes: &Taxes<'_>, blocks: &[(u16, u16)]) -> Cost {
        let mut total = Total::default();
        for (place, (blocker, _)) in blocks.iter().enumerate() {
            if blocks[..place].iter().any(|pair| pair.0 == *blocker) {
                continue;
            }
            let attackers: SmallVec<[u16; 4]> =
                blocks.iter().filter(|pair| pair.0 == *blocker).map(|pair| pair.1).collect();
            let cost = self.block_cost(taxes, self.s.id(*blocker), &attackers);
            cost.into_iter().for_each(|cost| total.add(cost));
        }
        total.0
    }

    fn can_pay_tax(&self, player: Player, cost: &Cost) -> bool {
        if cost.mana.is_none() && cost.parts.is_empty() {
            return true;
        }
        let scope = self.tax_scope(player);
        self.can_pay_now(&scope, player, cost)
    }

    /// What the parts of a tax refer to: "you" is who pays. There is always a permanent, or there were no creatures.
    fn tax_scope(&self, player: Player) -> Scope {
        let any = self.s.battlefield.first().map_or(ObjectId::NONE, |index| self.s.id(*index));
        Scope::of(any, player)
    }

    /// Whether attacking this costs something, and whether the whole attack can be paid for then, the attackers without vigilance
    /// being tapped before (CR 508.1f): one that costs nothing could still make mana for the others if it didn't attack.
    pub(super) fn tax_on_attack(&mut self, id: ObjectId, defender: Defender) -> (bool, bool) {
        let taxes = self.taxes();
        if taxes.is_empty() {
            return (false, true);
        }
        let taxed = self.attack_cost(&taxes, id, defender).is_some();
        let cost = self.cost_of_attackers(&taxes, Some((id, defender)));
        if cost.mana.is_none() && cost.parts.is_empty() {
            return (taxed, true);
        }
        let mut turned: SmallVec<[u16; 16]> = SmallVec::new();
        for (other, object) in self.s.permanents() {
            let attacks = other == id || object.is(Flags::DECLARED);
            let taps = !object.characteristics.keywords.contains(Keywords::VIGILANCE);
            if attacks && taps && !object.is(Flags::TAPPED) {
                turned.push(other.index);
            }
        }
        for &index in &turned {
            self.object(index).flags |= Flags::TAPPED;
        }
        let payable = self.can_pay_tax(self.s.active, &cost);
        for &index in &turned {
            self.object(index).flags -= Flags::TAPPED;
        }
        (taxed, payable)
    }

    /// Returns whether the attack can be paid for if this permanent is tapped before.
    pub(crate) fn attack_is_payable_without(&mut self, index: u16) -> bool {
        if !self.combat_is_taxed() {
            return true;
        }
        self.object(index).flags |= Flags::TAPPED;
        let cost = self.cost_of_attackers(&self.taxes(), None);
        let payable = self.can_pay_tax(self.s.active, &cost);
        self.object(index).flags -= Flags::TAPPED;
        payable
    }

    /// Returns whether to attack this costs something.
    #[cfg(feature = "scenario")]
    pub(crate) fn attack_is_taxed(&self, id: ObjectId, what: crate::decision::Action) -> bool {
        use crate::decision::Action;

        let defender = match what {
            Action::Player(player) => Defender::Player(player),
            Action::Object(index) => Defender::Permanent(self.s.id(index)),
            _ => return false,
        };
        self.attack_cost(&self.taxes(), id, defender).is_some()
    }

    /// Returns whether a block costs something.
    pub(super) fn block_is_taxed(&self, blocker: ObjectId, attacker: u16) -> bool {
        self.combat_is_taxed() && self.block_cost(&self.taxes(), blocker, &[attacker]).is_some()
    }

    /// Returns whether the creatures from a place on can give each needy attacker one more blocker such that what all the blocks cost can
    /// be paid: a search that stops where the blocks so far can't be paid for, the cheap ones first.
    pub(super) fn can_satisfy_and_pay(&mut self, needy: &[u16], from: u16) -> bool {
        if !self.can_satisfy(needy, from) {
            return false;
        }
        if !self.combat_is_taxed() {
            return true;
        }
        let taxes = self.taxes();
        if taxes.iter().all(|(_, tax)| tax.blocks.is_none()) {
            return true;
        }
        let mut blocks: SmallVec<[(u16, u16); 16]> = self.s.blocks.iter().copied().collect();
        self.pay_for_rest(&taxes, needy, from, &mut blocks)
    }

    fn pay_for_rest(
        &self,
        taxes: &Taxes<'_>,
        needy: &[u16],
        from: u16,
        blocks: &mut SmallVec<[(u16, u16); 16]>,
    ) -> bool {
        if !self.can_pay_tax(!self.s.active, &self.cost_of_blocks(taxes, blocks)) {
            return false;
        }
        let Some((&attacker, needy)) = needy.split_first() else { return true };
        let rest = &self.s.battlefield[usize::from(from).min(self.s.battlefield.len())..];
        let attacker_id = self.s.id(attacker);
        let eye = self.eye();
        let free = |index: &u16| {
            let object = &self.s.objects[usize::from(*index)];
            eye.can_block_at_all(object)
                && eye.can_block(self.s.id(*index), object, attacker_id, &self.s.objects[attacker_id.index()])
        };
        let mut able: SmallVec<[(bool, u16); 16]> = SmallVec::new();
        for &index in rest.iter().filter(|index| free(index)) {
            if !blocks.iter().any(|pair| pair.0 == index) {
                able.push((self.block_cost(taxes, self.s.id(index), &[attacker]).is_some(), index));
            }
        }
        able.sort_unstable();
        able.into_iter().any(|(_, index)| {
            blocks.push((index, attacker));
            let found = self.pay_for_rest(taxes, needy, from, blocks);
            blocks.pop();
            found
        })
    }

    /// The declaration is complete: pays what it costs (CR 508.1i–j, 509.1e–f).
    pub(crate) fn pay_for_attackers(&mut self) -> Flow {
        self.begin_to_pay(false)
    }

    /// The same for blockers.
    pub(super) fn pay_for_blockers(&mut self) -> Flow {
        self.begin_to_pay(true)
    }

    fn begin_to_pay(&mut self, blocking: bool) -> Flow {
        if !self.combat_is_taxed() {
            return self.declaration_is_paid(blocking);
        }
        self.pay_declaration(blocking, self.nothing_chosen())
    }

    /// Asks what the cost of a declaration is paid with, and pays it.
    pub(crate) fn pay_declaration(&mut self, blocking: bool, mut chosen: Range) -> Flow {
        // The total cost is locked in (CR 508.1h, 509.1d).
        if !self.s.by_hand.is_empty() {
            return self.pay_declaration_by_hand(blocking, chosen);
        }
        let taxes = self.taxes();
        let (player, cost) = if blocking {
            (!self.s.active, self.cost_of_blocks(&taxes, &self.s.blocks))
        } else {
            (self.s.active, self.cost_of_attackers(&taxes, None))
        };
        if cost.mana.is_some() || !cost.parts.is_empty() {
            let scope = self.tax_scope(player);
            if let Some(left) = self.choose_cost_objects(&scope, player, &cost, &mut chosen) {
                let (task, about) = (Task::CombatTax(blocking, chosen), scope.source);
                return self.ask(task, player, DecisionKind::CostChoice, about, Particulars::Left(left));
            }
            if cost.parts.is_empty() && self.begins_by_hand(&scope, player, &cost, chosen) {
                return self.pay_declaration_by_hand(blocking, chosen);
            }
            self.take_payment(&scope, player, &cost, chosen);
        }
        self.s.scratch.truncate(usize::from(chosen.start));
        self.declaration_is_paid(blocking)
    }

    /// Pays the mana of a declaration with what mana abilities the player chooses (CR 508.1i, 509.1e).
    fn pay_declaration_by_hand(&mut self, blocking: bool, chosen: Range) -> Flow {
        let player = if blocking { !self.s.active } else { self.s.active };
        match self.go_on_paying() {
            None => {
                self.tell(Audience::Everyone, |eye| format!("{} pays.", eye.player_name(player)));
                self.s.scratch.truncate(usize::from(chosen.start));
                self.declaration_is_paid(blocking)
            }
            Some(None) => {
                let (about, left) = (self.tax_scope(player).source, self.left_by_hand());
                self.ask(
                    Task::CombatTax(blocking, chosen),
                    player,
                    DecisionKind::PayMana,
                    about,
                    Particulars::Left(left),
                )
            }
            Some(Some((id, ability))) => {
                self.s.tasks.push(Task::CombatTax(blocking, chosen));
                self.begin(player, id, ability, Price::Own);
                Flow::Go
            }
        }
    }

    fn declaration_is_paid(&mut self, blocking: bool) -> Flow {
        if blocking {
            self.blockers_declared();
        } else {
            self.attackers_declared();
        }
        Flow::Go
    }
}
