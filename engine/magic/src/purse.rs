//! What a player can pay mana with, and paying it (CR 106, 601.2g–h, 605).

use std::cell::OnceCell;

use gauntlet_cards::ability::{AbilityKind, Activatable, ActivatableKind, PaymentHelper, PlayerRule, StaticEffect};
use gauntlet_cards::card::AbilityId;
use gauntlet_cards::cost::{Cost, CostPart};
use gauntlet_cards::effect::{ManaOutput, SpendRule, SpentAs};
use gauntlet_cards::filter::{Amount, Filter, Zone};
use gauntlet_cards::keyword::Features;
use gauntlet_cards::types::{CardTypes, Colors, Supertypes};
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::converter::{CONVERTER, Conversions};
use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::layers::COMPLEX;
use crate::leaning::{Leanings, plan_gently};
use crate::legal::Attempt;
use crate::payment::{Bill, Mana, ManaSource, ManaTypes, Payment, Supply, Used, Wanted, Yield};
use crate::replacement::Putting;
use crate::state::{EventData, Flags, Object, ObjectId, PendingTrigger, Range, RestrictedMana, Target};
use crate::task::{Resolve, Scope, Task};

/// Sources of mana, floating mana among them.
pub(crate) type Sources = SmallVec<[ManaSource; 16]>;

/// The key of floating mana of type number 0 among sources; permanents have their places in the arena as keys.
pub(crate) const FLOATING: u16 = 0xFF00;

/// The key of the first restricted mana among sources.
pub(crate) const RESTRICTED: u16 = 0xFF10;

/// The key of the first kind of mana among sources that is spent already, while a cost is paid by hand; there are 16 of them.
pub(crate) const SPENT: u16 = 0xFFE0;

/// What mana is spent on (CR 106.6).
#[derive(Clone, Copy)]
pub(crate) enum Purpose<'a> {
    /// Neither a spell nor an ability: mana that is restricted to those doesn't pay for it.
    Other,
    /// The same, where the cost contains {X}.
    OtherWithX,
    /// Anything: for bounds.
    Anything,
    /// Casting a spell or activating an ability.
    For(Attempt<'a>),
}

impl Purpose<'_> {
    /// Paying a cost in the middle of a resolution.
    pub(crate) fn of_cost(cost: &Cost) -> Purpose<'static> {
        match &cost.mana {
            Some(mana) if mana.x_count() > 0 => Purpose::OtherWithX,
            _ => Purpose::Other,
        }
    }
}

/// What a player can spend, worked out when it is first asked for.
pub(crate) struct Purse<'p> {
    most: OnceCell<u32>,
    sources: &'p OnceCell<Sources>,
    supply: OnceCell<Supply<'p>>,
    eye: Eye<'p>,
    player: Player,
    purpose: Purpose<'p>,
}

impl<'p> Purse<'p> {
    /// The purse of a player. `sources` is where the sources are kept.
    pub(crate) fn new(eye: Eye<'p>, player: Player, sources: &'p OnceCell<Sources>) -> Purse<'p> {
        Purse { most: OnceCell::new(), sources, supply: OnceCell::new(), eye, player, purpose: Purpose::Other }
    }

    /// The purse of a player for one spell or ability, with what it alone can be paid with.
    pub(crate) fn for_attempt(eye: Eye<'p>, attempt: Attempt<'p>, sources: &'p OnceCell<Sources>) -> Purse<'p> {
        let purse = Purse { purpose: Purpose::For(attempt), ..Purse::new(eye, attempt.player, sources) };
        let all = sources.get_or_init(|| eye.sources_for(attempt.player, Purpose::For(attempt)));
        if eye.may_have_help(attempt) {
            let most = all.iter().map(|source| source.most_units().max(1)).sum();
            purse.most.get_or_init(|| most);
        }
        purse
    }

    /// The purse of a player for a cost in the middle of a resolution.
    pub(crate) fn for_cost(eye: Eye<'p>, player: Player, cost: &Cost, sources: &'p OnceCell<Sources>) -> Purse<'p> {
        let purpose = Purpose::of_cost(cost);
        if matches!(purpose, Purpose::OtherWithX) && eye.pool.has_spend_rules() {
            sources.get_or_init(|| eye.sources_for(player, purpose));
        }
        Purse { purpose, ..Purse::new(eye, player, sources) }
    }

    /// No less mana than the player could spend at most.
    pub(crate) fn most_mana(&self) -> u32 {
        *self.most.get_or_init(|| self.eye.most_mana(self.player))
    }

    /// Returns whether the bill can be paid without using some objects.
    pub(crate) fn can_pay(&self, bill: &Bill, life: i32, without: &[ObjectId]) -> bool {
        if bill.fewest_mana() > self.most_mana() {
            return false;
        }
        if self.supply_pays(bill, life, without) {
            return true;
        }
        let wanted = Conversions { player: self.player, bill, life, without, purpose: self.purpose };
        self.has_converters() && self.eye.can_convert(&wanted, self.sources())
    }

    /// Returns whether the player has permanents that turn mana into other mana.
    pub(crate) fn has_converters(&self) -> bool {
        let converts = |object: &Object| object.mana_mask & CONVERTER != 0 && object.controller == self.player;
        self.eye.s.permanents().any(|(_, object)| converts(object))
    }

    /// What mana can be spent or made.
    pub(crate) fn sources(&self) -> &'p Sources {
        self.sources.get_or_init(|| self.eye.sources_for(self.player, Purpose::Other))
    }

    fn supply_pays(&self, bill: &Bill, life: i32, without: &[ObjectId]) -> bool {
        match without {
            [] => self.supply().can_pay(bill, life),
            some => leave_out(*self.supply(), some).can_pay(bill, life),
        }
    }

    /// The mana as a supply.
    pub(crate) fn supply(&self) -> &Supply<'p> {
        self.supply.get_or_init(|| Supply::new(self.sources()))
    }
}

/// A supply without what some objects could make.
pub(crate) fn leave_out<'a>(supply: Supply<'a>, objects: &[ObjectId]) -> Supply<'a> {
    let sources = supply.sources();
    let left_out = |source: &ManaSource| objects.iter().any(|id| id.index == source.key);
    let places = (0..sources.len()).filter(|place| left_out(&sources[*place]));
    places.fold(supply, Supply::without)
}

impl Eye<'_> {
    /// Returns whether a permanent can be tapped for mana now.
    fn can_tap_for_mana(self, object: &Object) -> bool {
        object.mana_mask != 0 && !object.is(Flags::TAPPED) && (!object.is(Flags::SICK) || self.not_sick(object))
    }

    /// No less than the most mana that the player could spend.
    fn most_mana(self, player: Player) -> u32 {
        let mut most: u32 = self.s.players[player].mana.iter().map(|count| u32::from(*count)).sum();
        let own = self.s.restricted_mana.iter().filter(|mana| mana.player == player);
        most += own.map(|mana| u32::from(mana.count)).sum::<u32>();
        for (id, object) in self.s.permanents() {
            if object.controller == player
                && object.mana_mask != 0
                && (!object.is(Flags::TAPPED) || object.mana_mask & (COMPLEX | CONVERTER) != 0)
            {
                if object.mana_mask & CONVERTER != 0 {
                    most += self.most_converted(id, object);
                }
                most += if object.mana_mask & COMPLEX == 0 && !self.mana_changes() {
                    1
                } else {
                    let mut own = 0;
                    self.each_source(id, object, Purpose::Anything, &mut |source| own += source.most_units().max(1));
                    own
                };
            }
        }
        self.each_lent(player, &mut |_, _, made| most += made.units());
        most
    }

    /// Returns whether mana that is restricted so may be spent on that (CR 106.6).
    pub(crate) fn may_spend(self, source: ObjectId, rule: SpendRule, purpose: Purpose<'_>) -> bool {
        let rule = self.pool.spend_rule(rule);
        let attempt = match purpose {
            Purpose::Other => return rule.anything || rule.others,
            Purpose::OtherWithX => return rule.anything || rule.others || rule.costs_with_x,
            Purpose::Anything => return true,
            Purpose::For(_) if rule.anything => return true,
            Purpose::For(attempt) => attempt,
        };
        let cost = self.mana_part(&attempt);
        if rule.costs_with_x && cost.is_some_and(|cost| cost.x_count() > 0) {
            return true;
        }
        let scope = Scope::of(source, attempt.player);
        let fits =
            |filters: &[Filter]| filters.iter().any(|filter| self.matches(&scope, filter, attempt.id, attempt.object));
        match attempt.activatable.kind {
            ActivatableKind::Cast => fits(&rule.spells),
            ActivatableKind::Ability | ActivatableKind::Loyalty => fits(&rule.abilities),
            ActivatableKind::PlayLand | ActivatableKind::Special => false,
        }
    }

    /// As what the player may spend mana on that (CR 609.4b).
    pub(crate) fn spent_as(self, player: Player, purpose: Purpose<'_>) -> SpentAs {
        let mut how = SpentAs::Itself;
        if let Purpose::For(attempt) = purpose {
            how = self.permitted_mana(player, attempt.id, attempt.activatable);
            if attempt.activatable.helpers.contains(&PaymentHelper::AnyColor) {
                how = how.max(SpentAs::AnyColor);
            }
        }
        if how == SpentAs::Itself && self.s.rules_used && self.pool.has_spend_rules() {
            self.each_rule(&mut |scope, ability| {
                if let StaticEffect::Player(who, PlayerRule::SpendAsAnyColor(rule)) = &ability.effect
                    && self.player_fits(scope, *who, player)
                    && self.may_spend(scope.source, *rule, purpose)
                {
                    how = SpentAs::AnyColor;
                }
            });
        }
        how
    }

    /// As what mana may be spent to cast a card as an effect permits, or the spell that it has become.
    pub(crate) fn permitted_mana(self, player: Player, id: ObjectId, way: &Activatable) -> SpentAs {
        if self.s.permissions.is_empty() || way.kind != ActivatableKind::Cast || way.zone != Zone::Hand {
            return SpentAs::Itself;
        }
        let own = self.s.permissions.iter().filter(|allowed| allowed.card == id && allowed.player == player);
        own.map(|allowed| allowed.mana).max().unwrap_or_default()
    }

    /// All that the player can pay mana with.
    pub(crate) fn sources(self, player: Player, purpose: Purpose<'_>) -> Sources {
        let mut sources = Sources::new();
        for (place, count) in self.s.players[player].mana.iter().enumerate() {
            if *count > 0 {
                let mana = Mana::new(ManaTypes::EACH[place]);
                sources.push(ManaSource::floating(FLOATING + place as u16, mana, *count));
            }
        }
        for (place, mana) in self.s.restricted_mana.iter().enumerate() {
            if mana.player == player && self.may_spend(mana.source, mana.rule, purpose) {
                let kind = Mana::new(ManaTypes::EACH[usize::from(mana.place)]);
                let mut floating = ManaSource::floating(RESTRICTED + place as u16, kind, mana.count);
                floating.narrow = !self.pool.spend_rule(mana.rule).anything;
                sources.push(floating);
            }
        }
        for (id, object) in self.s.permanents() {
            if object.controller == player && object.mana_mask != 0 {
                self.each_source(id, object, purpose, &mut |source| sources.push(source));
            }
        }
        self.add_lent(player, &mut sources);
        sources
    }

    /// All that the player can pay the mana part of a spell with, what convoke, delve and improvise allow included.
    pub(crate) fn sources_for(self, player: Player, purpose: Purpose<'_>) -> Sources {
        let mut sources = self.sources(player, purpose);
        let how = self.spent_as(player, purpose);
        if how != SpentAs::Itself {
            for source in &mut sources {
                *source = source.spent_as(how);
            }
        }
        let Purpose::For(attempt) = purpose else { return sources };
        let spell = attempt.id;
        for helper in self.helpers(attempt) {
            match helper {
                PaymentHelper::Convoke | PaymentHelper::Improvise => {
                    let convoke = *helper == PaymentHelper::Convoke;
                    for (id, object) in self.s.permanents() {
                        let kind = if convoke { CardTypes::CREATURE } else { CardTypes::ARTIFACT };
                        let usable = object.controller == player
                            && !object.is(Flags::TAPPED)
                            && object.characteristics.types.contains(kind);
                        if !usable {
                            continue;
                        }
                        // CR 702.51a: a colour of the creature or generic; CR 702.126a: generic only.
                        let types =
                            if convoke { ManaTypes::from(object.characteristics.colors) } else { ManaTypes::empty() };
                        let made = Yield::any(types, 1);
                        match sources.iter_mut().find(|source| source.key == id.index) {
                            // A permanent that could also be tapped for mana is used once, one way or the other.
                            Some(source) if source.alternatives().len() < ManaSource::ALTERNATIVES => {
                                *source = source.or(made, 0);
                            }
                            Some(_) => {}
                            None => sources.push(ManaSource::new(id.index, 15 + body(object), made)),
                        }
                    }
                }
                PaymentHelper::Delve => {
                    for &index in &self.s.graveyards[player] {
                        if index != spell.index {
                            // After lands, whose mana comes back each turn, and before creatures.
                            sources.push(ManaSource::new(index, 39, Yield::any(ManaTypes::empty(), 1)));
                        }
                    }
                }
                PaymentHelper::Affinity(_) | PaymentHelper::AnyColor | PaymentHelper::OnlyOnX(_) => {}
            }
        }
        sources
    }

    /// Calls `f` with each source of mana that a permanent is now: one for what tapping or sacrificing it gives, as that can be
    /// done once, and one for each use of an ability that can be used besides and again.
    fn each_source(self, id: ObjectId, object: &Object, purpose: Purpose<'_>, f: &mut dyn FnMut(ManaSource)) {
        let simple = object.mana_mask & !(COMPLEX | CONVERTER);
        let mut source = None;
        if simple != 0 && self.can_tap_for_mana(object) {
            let types = ManaTypes::from_bits_truncate(simple);
            source = Some(ManaSource::one(id.index, rank(object, simple), types));
            if self.mana_changes() {
                let mut yields = self.simple_yields(id, object).into_iter();
                source = yields.next().map(|made| ManaSource::new(id.index, rank(object, simple), made));
                source = yields.fold(source, |source, made| source.map(|source| source.or(made, 0)));
            }
        }
        let snow = object.characteristics.supertypes.contains(Supertypes::SNOW);
        let finished = |source: ManaSource| if snow { source.snowy() } else { source };
        if object.mana_mask & COMPLEX == 0 {
            if let Some(source) = source {
                f(finished(source));
            }
            return;
        }
        let mut besides: SmallVec<[(ManaSource, u8); 2]> = SmallVec::new();
        let is_mana = |kind: &AbilityKind| matches!(kind, AbilityKind::Activatable(way) if way.mana.is_some());
        let abilities = self.abilities(object, id.index, |derived| &derived.mana_abilities, is_mana);
        for (number, ability) in (1u8..).zip(abilities) {
            let Some((cost_rank, yields)) = self.complex_ability(id, object, ability, purpose) else { continue };
            if let Some(times) = self.times_besides(id, object, self.pool.activatable(ability)) {
                let own = rank(object, yields[0].types().bits()) - body(object);
                let first = ManaSource::new(id.index, own, yields[0]).disliked(cost_rank);
                let others = yields[1..].iter().take(ManaSource::ALTERNATIVES - 1);
                let mut apart = others.fold(first, |source, made| source.or(*made, cost_rank));
                apart.ability = number;
                besides.push((apart, times));
                continue;
            }
            for made in yields {
                source = Some(match source {
                    None => {
                        let rank = rank(object, made.types().bits());
                        ManaSource::new(id.index, rank, made).disliked(cost_rank)
                    }
                    // A source has six alternatives at most; more than that no card in print has.
                    Some(source) if source.alternatives().len() < ManaSource::ALTERNATIVES => {
                        source.or(made, cost_rank)
                    }
                    Some(source) => source,
                });
            }
        }
        if let Some(source) = source {
            f(finished(source));
        }
        for (source, times) in besides {
            (0..times).for_each(|_| f(finished(source)));
        }
    }

    /// How often an ability can be used besides whatever else is done with its permanent, as it neither taps nor sacrifices it:
    /// as often as there are counters, or as it says.
    fn times_besides(self, id: ObjectId, object: &Object, way: &Activatable) -> Option<u8> {
        let once = |part: &CostPart| matches!(part, CostPart::Tap | CostPart::SacrificeSource | CostPart::Life(_));
        if way.cost.parts.iter().any(once) {
            return None;
        }
        let scope = Scope::of(id, object.controller);
        let limit = if way.once { Some(1) } else { way.per_turn };
        let mut times = limit.map_or(Self::MOST_USES, |limit| limit.saturating_sub(self.uses_of(id, way)));
        for part in &way.cost.parts {
            if let CostPart::RemoveCounters(amount, kind) = part {
                let (there, each) = (self.s.counters_on(id.index, *kind), self.amount(&scope, amount).max(1) as u16);
                times = times.min((there / each).min(u16::from(Self::MOST_USES)) as u8);
            }
        }
        Some(times)
    }

    /// How often one ability can be used in a payment at most.
    const MOST_USES: u8 = 16;

    /// What a permanent that taps for one mana really yields.
    fn simple_yields(self, id: ObjectId, object: &Object) -> SmallVec<[Yield; 6]> {
        let types = ManaTypes::from_bits_truncate(object.mana_mask & !(COMPLEX | CONVERTER));
        let mut yields: SmallVec<[Yield; 6]> = smallvec::smallvec![Yield::any(types, 1)];
        self.with_mana_bonus(id, object, &mut yields);
        yields
    }

    /// What the output of a mana ability can be.
    pub(crate) fn yields_of(self, scope: &Scope, object: &Object, output: &ManaOutput) -> Option<SmallVec<[Yield; 6]>> {
        let mut yields = SmallVec::new();
        match output {
            ManaOutput::Restricted(..) => unreachable!("it was looked into"),
            ManaOutput::Fixed(list) => yields.push(exactly(list)),
            ManaOutput::OneOf(lists) => yields.extend(lists.iter().map(|list| exactly(list))),
            ManaOutput::AnyOneColor(amount) => {
                let count = self.amount(scope, amount).clamp(0, 255) as u8;
                if count <= 1 {
                    yields.push(Yield::any(ManaTypes::COLORS, count));
                } else {
                    yields.extend(ManaTypes::COLORS.iter().map(|kind| Yield::any(kind, count)));
                }
            }
            ManaOutput::AnyCombination(amount, colors) => {
                yields.push(Yield::any(ManaTypes::from(*colors), self.amount(scope, amount).clamp(0, 255) as u8));
            }
            ManaOutput::Amount(amount, color) => {
                let count = self.amount(scope, amount).clamp(0, 255) as u8;
                yields.push(Yield::any(ManaTypes::of_mana(*color), count));
            }
            ManaOutput::CouldProduce { amount, of, any_type } => {
                let count = self.amount(scope, amount).clamp(0, 255) as u8;
                let types = self.could_produce(scope, of, *any_type);
                if count <= 1 {
                    yields.push(Yield::any(types, if types.is_empty() { 0 } else { count }));
                } else {
                    yields.extend(types.iter().map(|kind| Yield::any(kind, count)));
                }
            }
            ManaOutput::EachColorAmong(of) => {
                let colors = self.colors_among(scope, Zone::Battlefield, of);
                yields.push(colors.iter().fold(Yield::NOTHING, |made, color| made.plus(ManaTypes::from(color), 1)));
            }
            ManaOutput::ChosenColor(amount) => {
                let kind = *ManaTypes::EACH.get(object.chosen as usize)?;
                yields.push(Yield::any(kind, self.amount(scope, amount).clamp(0, 255) as u8));
            }
        }
        Some(yields)
    }

    /// What a mana ability that isn't a matter of tapping for one mana can add, if it can be activated now for nothing but
    /// tapping, sacrificing, life and counters; and how much one would rather keep it.
    fn complex_ability(
        self,
        id: ObjectId,
        object: &Object,
        ability: AbilityId,
        purpose: Purpose<'_>,
    ) -> Option<(u8, SmallVec<[Yield; 6]>)> {
        let way = self.pool.activatable(ability);
        let scope = Scope::of(id, object.controller);
        if way.condition.as_ref().is_some_and(|condition| !self.holds(&scope, condition))
            || way.cost.mana.as_ref().is_some_and(|mana| !mana.symbols.is_empty() && !mana.is_zero())
        {
            return None;
        }
        let limit = if way.once { Some(1) } else { way.per_turn };
        if limit.is_some_and(|limit| self.uses_of(id, way) >= limit) {
            return None;
        }
        let (output, rule) = way.mana.as_ref()?.unrestricted();
        if rule.is_some_and(|rule| !self.may_spend(id, rule, purpose)) {
            return None;
        }
        let mut dislike = 0;
        for part in &way.cost.parts {
            dislike += match part {
                CostPart::Tap if !object.is(Flags::TAPPED) && self.not_sick(object) => 0,
                CostPart::SacrificeSource => 100,
                CostPart::Life(_) => 60,
                // Without any counters, where their number is chosen.
                CostPart::RemoveCounters(Amount::X, _) if way.cost.parts.contains(&CostPart::Tap) => 0,
                CostPart::RemoveCounters(amount, kind)
                    if *amount != Amount::X
                        && i32::from(self.s.counters_on(id.index, *kind)) >= self.amount(&scope, amount) =>
                {
                    50
                }
                CostPart::AddCounters(_, kind)
                    if limit.is_some() && self.may_get_counters(Target::Object(id), *kind) =>
                {
                    45
                }
                _ => return None,
            };
        }
        // An ability without a tap or other limit could be used again and again: payment by hand is the way for those.
        if way.cost.parts.is_empty() && limit.is_none() {
            return None;
        }
        if way.script.parts.iter().any(|part| !part.code.is_empty()) {
            dislike += 30;
        }
        let mut yields = self.yields_of(&scope, object, output)?;
        // CR 106.12a: what produces nothing isn't tapped for mana, and nothing is added to that.
        yields.retain(|made: &mut Yield| made.units() > 0);
        if self.mana_changes() && way.cost.parts.contains(&CostPart::Tap) {
            self.with_mana_bonus(id, object, &mut yields);
        }
        (!yields.is_empty()).then_some((dislike, yields))
    }
}

pub(crate) fn exactly(list: &[Colors]) -> Yield {
    list.iter().fold(Yield::NOTHING, |made, color| made.plus(ManaTypes::of_mana(*color), 1))
}

/// How useful a source is unused: many colours more than few, and what its body adds.
fn rank(object: &Object, types: u8) -> u8 {
    let colors = (types & 63).count_ones() as u8;
    10 + 4 * colors + body(object) - if types == 32 { 5 } else { 0 }
}

/// What an untapped creature is worth more than another permanent: it could attack or block, the better the more power it has.
pub(crate) fn body(object: &Object) -> u8 {
    if object.is_creature() { 40 + object.characteristics.power.clamp(0, 3) as u8 } else { 0 }
}

impl Engine<'_> {
    /// Pays a bill with the mana that is least useful otherwise; returns whether it could be paid. `without`: objects that are not
    /// used.
    pub(crate) fn pay_bill(
        &mut self,
        player: Player,
        bill: &Bill,
        life: i32,
        without: &[ObjectId],
        purpose: Purpose<'_>,
        leanings: &Leanings,
    ) -> bool {
        let mut sources = self.eye().sources_for(player, purpose);
        leanings.apply(&mut sources);
        if self.plan_and_pay(player, &sources, bill, life, without, purpose) {
            return true;
        }
        // Converters first; their mana floats then.
        if !self.convert(&Conversions { player, bill, life, without, purpose }, &sources) {
            return false;
        }
        let mut sources = self.eye().sources_for(player, purpose);
        leanings.apply(&mut sources);
        self.plan_and_pay(player, &sources, bill, life, without, purpose)
    }

    /// Pays a bill from these sources alone; whether it could be paid.
    pub(crate) fn pay_from(&mut self, player: Player, sources: &Sources, bill: &Bill) -> bool {
        self.plan_and_pay(player, sources, bill, 0, &[], Purpose::Other)
    }

    fn plan_and_pay(
        &mut self,
        player: Player,
        sources: &Sources,
        bill: &Bill,
        life: i32,
        without: &[ObjectId],
        purpose: Purpose<'_>,
    ) -> bool {
        let wanted = self.wanted(player);
        let mut payment = std::mem::take(self.payment);
        let paid = plan_gently(sources, without, bill, life, &wanted, &mut payment)
            || leave_out(Supply::new(sources), without).plan(bill, life, &wanted, &mut payment);
        if paid {
            self.carry_out(player, sources, &payment, purpose);
        }
        *self.payment = payment;
        paid
    }

    /// What the player would like to have left: the colours of the other cards in hand.
    fn wanted(&self, player: Player) -> Wanted {
        let mut wanted = Wanted::NOTHING;
        for hidden in &self.s.hands[player] {
            let colors = self.pool.card(hidden.card).characteristics.colors;
            for (place, count) in wanted.0.iter_mut().take(5).enumerate() {
                *count += u16::from(colors.bits() >> place & 1);
            }
        }
        wanted
    }

    fn carry_out(&mut self, player: Player, sources: &[ManaSource], payment: &Payment, purpose: Purpose<'_>) {
        self.s.spent_mana = 0;
        self.fact_of_mana(player, payment.spent.len());
        // What is spent as though it were of another type is still what it is (CR 609.4b).
        let as_other = self.eye().spent_as(player, purpose) != SpentAs::Itself;
        let real = as_other.then(|| self.eye().sources(player, purpose));
        let real_kind = |source: u16, kind: ManaTypes| {
            let key = sources[usize::from(source)].key;
            let made = real.as_ref().and_then(|real| real.iter().find(|other| other.key == key));
            let types = made.map_or(kind, ManaSource::types);
            if types.contains(kind) { kind } else { types.iter().next().unwrap_or(kind) }
        };
        for spent in &payment.spent {
            let key = sources[spent.source as usize].key;
            // CR 702.51a: what is tapped rather than mana paid is no mana. It makes none, unless another permanent taps it for some.
            let convokes = || self.s.objects[key as usize].mana_mask == 0;
            if key < FLOATING && convokes() && !self.pool.features.contains(Features::LENT_MANA) {
                continue;
            }
            let kind = real_kind(spent.source, spent.mana.kind).bits().trailing_zeros();
            crate::state::spend_one(&mut self.s.spent_mana, kind as usize);
            if key >= RESTRICTED {
                self.s.restricted_mana[(key - RESTRICTED) as usize].count -= 1;
            } else if key >= FLOATING {
                self.s.players[player].mana[(key - FLOATING) as usize] -= 1;
            }
        }
        if self.pool.has_spend_rules() {
            self.mana_was_spent(player, sources, payment, purpose);
        }
        for left in &payment.left {
            let place = real_kind(left.source, left.mana.kind).bits().trailing_zeros() as usize;
            let key = sources[left.source as usize].key;
            if key >= FLOATING || place >= 6 {
                continue;
            }
            let used = payment.used.iter().find(|used| used.source == left.source).expect("its source was used");
            let id = self.s.id(key);
            let ability = self.used_ability(id, used, sources, purpose);
            let output = ability.and_then(|ability| self.pool.activatable(ability).mana.as_ref());
            if let Some((_, Some(rule))) = output.map(ManaOutput::unrestricted) {
                self.add_restricted_mana(player, place as u8, 1, rule, id);
            } else {
                let pool = &mut self.s.players[player].mana[place];
                *pool = pool.saturating_add(1);
            }
        }
        let mut delved: SmallVec<[ObjectId; 8]> = SmallVec::new();
        for used in &payment.used {
            if used.key < FLOATING {
                let id = self.s.id(used.key);
                match self.s.objects[id.index()].zone {
                    Zone::Graveyard => delved.push(id),
                    _ => self.use_source(player, id, used, sources, purpose),
                }
            }
        }
        self.delve(player, &delved);
        if !self.s.restricted_mana.is_empty() {
            self.s.restricted_mana.retain(|mana| mana.count > 0);
        }
        if payment.life > 0 {
            self.lose_life(player, payment.life as i32);
        }
    }

    /// What happens because some mana was spent on this.
    fn mana_was_spent(&mut self, player: Player, sources: &[ManaSource], payment: &Payment, purpose: Purpose<'_>) {
        let mut rules: SmallVec<[(ObjectId, SpendRule); 4]> = SmallVec::new();
        for spent in &payment.spent {
            let key = sources[usize::from(spent.source)].key;
            let made = if key >= RESTRICTED {
                let mana = self.s.restricted_mana[usize::from(key - RESTRICTED)];
                Some((mana.source, mana.rule))
            } else if key >= FLOATING {
                None
            } else {
                let id = self.s.id(key);
                let used = payment.used.iter().find(|used| used.source == spent.source);
                let ability = used.and_then(|used| self.used_ability(id, used, sources, purpose));
                let output = ability.and_then(|ability| self.pool.activatable(ability).mana.as_ref());
                output.and_then(|output| output.unrestricted().1).map(|rule| (id, rule))
            };
            // What triggers does so for each such mana (CR 603.2c); what is said of the spell itself is said once.
            let again = |rule: SpendRule| self.pool.spend_rule(rule).then.as_ref().is_some_and(|then| !then.at_once);
            if let Some(made) = made.filter(|made| !rules.contains(made) || again(made.1)) {
                rules.push(made);
            }
        }
        for (source, rule) in rules {
            self.spent_on(player, source, rule, purpose);
        }
    }

    /// Mana that was made under a rule is spent on this: what the rule says of that happens (CR 106.6).
    pub(crate) fn spent_on(&mut self, player: Player, source: ObjectId, rule: SpendRule, purpose: Purpose<'_>) {
        let (Some(then), Purpose::For(attempt)) = (&self.pool.spend_rule(rule).then, purpose) else { return };
        let scope = Scope::of(source, player);
        let spell = attempt.activatable.kind == ActivatableKind::Cast;
        if !spell || !self.eye().matches(&scope, &then.on, attempt.id, attempt.object) {
            return;
        }
        let event = EventData { object: attempt.id, player: Some(player), ..EventData::NONE };
        if then.at_once {
            let mut task = Resolve::of_static(then.ability, source, player, self.s.scratch.len() as u16);
            task.item.event = event;
            task.scope.event = event;
            self.s.tasks.push(Task::Resolve(task));
        } else {
            let trigger =
                PendingTrigger { ability: then.ability, source, controller: player, event, memory: 0, x: None };
            self.s.pending.push(trigger);
        }
    }

    /// Returns whether a payment taps a permanent for its one mana.
    fn taps_for_one(&self, id: ObjectId, alternative: usize) -> bool {
        alternative < self.simple_ways(id)
    }

    /// How many of the alternatives of a permanent are to tap it for its one mana.
    fn simple_ways(&self, id: ObjectId) -> usize {
        let object = self.s.objects[id.index()];
        let simple = object.mana_mask & !(COMPLEX | CONVERTER) != 0 && self.eye().can_tap_for_mana(&object);
        match simple {
            true if self.eye().mana_changes() => self.eye().simple_yields(id, &object).len(),
            simple => usize::from(simple),
        }
    }

    /// The mana ability that a payment uses a permanent with; none if it is only tapped, for its one mana, for an ability of
    /// another permanent, or for convoke or improvise.
    fn used_ability(
        &self,
        id: ObjectId,
        used: &Used,
        sources: &[ManaSource],
        purpose: Purpose<'_>,
    ) -> Option<AbilityId> {
        let object = self.s.objects[id.index()];
        let apart = sources[usize::from(used.source)].ability;
        if apart > 0 {
            return self.mana_abilities(id.index).get(usize::from(apart) - 1).copied();
        }
        let (alternative, ways) = (usize::from(used.alternative), self.simple_ways(id));
        if object.zone != Zone::Battlefield || alternative < ways {
            return None;
        }
        // The alternatives are in the order in which they were listed: the simple one first, then each ability's yields, then
        // those of other permanents' abilities, then convoke or improvise.
        let mut place = ways;
        for ability in self.mana_abilities(id.index) {
            let Some((_, yields)) = self.eye().complex_ability(id, &object, ability, purpose) else { continue };
            if self.eye().times_besides(id, &object, self.pool.activatable(ability)).is_some() {
                continue;
            }
            place += yields.len();
            if alternative < place {
                return Some(ability);
            }
        }
        None
    }

    /// Activates the mana ability of a permanent that a payment uses; its mana is already accounted for.
    fn use_source(&mut self, player: Player, id: ObjectId, used: &Used, sources: &[ManaSource], purpose: Purpose<'_>) {
        let apart = sources[usize::from(used.source)].ability > 0;
        let for_one = !apart && self.taps_for_one(id, usize::from(used.alternative));
        let Some(ability) = self.used_ability(id, used, sources, purpose) else {
            self.tap(id);
            if for_one && self.eye().mana_changes() {
                self.tapped_for_mana(id);
            }
            return;
        };
        let way = self.pool.activatable(ability);
        if way.once || way.per_turn.is_some() {
            self.note_use(id, ability);
        }
        let has_script = way.script.parts.iter().any(|part| !part.code.is_empty());
        if has_script {
            let task = Resolve::of_static(ability, id, player, self.s.scratch.len() as u16);
            self.s.tasks.push(Task::Resolve(task));
        }
        for part in &way.cost.parts {
            match part {
                CostPart::Tap => {
                    self.tap(id);
                    if self.eye().mana_changes() {
                        self.tapped_for_mana(id);
                    }
                }
                CostPart::SacrificeSource => {
                    let start = self.s.scratch.len() as u16;
                    self.s.scratch.push(id);
                    self.sacrifice(Range { start, end: start + 1 });
                    self.s.scratch.truncate(start as usize);
                }
                CostPart::Life(amount) => {
                    let amount = self.eye().amount(&Scope::of(id, player), amount);
                    self.lose_life(player, amount);
                }
                CostPart::RemoveCounters(amount, kind) => {
                    let amount = self.eye().amount(&Scope::of(id, player), amount).max(0) as u16;
                    self.take_counters(id.index, *kind, amount);
                }
                CostPart::AddCounters(amount, kind) => {
                    let amount = self.eye().amount(&Scope::of(id, player), amount).max(0);
                    self.add_counters(id, *kind, amount, Putting::rule(player));
                }
                _ => unreachable!("not part of an ability that pays by itself"),
            }
        }
    }

    /// Adds mana to a pool that may be spent on some things only (CR 106.6).
    pub(crate) fn add_restricted_mana(
        &mut self,
        player: Player,
        place: u8,
        count: u8,
        rule: SpendRule,
        source: ObjectId,
    ) {
        let alike = |mana: &&mut RestrictedMana| {
            (mana.player, mana.place, mana.rule, mana.source) == (player, place, rule, source)
        };
        match self.s.restricted_mana.iter_mut().find(alike) {
            Some(mana) => mana.count = mana.count.saturating_add(count),
            None => self.s.restricted_mana.push(RestrictedMana { player, place, count, rule, source }),
        }
    }

    /// Adds mana to a pool (CR 106.4).
    pub(crate) fn add_mana(&mut self, player: Player, color: Colors, count: u8) {
        let place = if color.is_empty() { 5 } else { color.bits().trailing_zeros() as usize };
        let pool = &mut self.s.players[player].mana[place];
        *pool = pool.saturating_add(count);
    }
}
