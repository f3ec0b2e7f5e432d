//! What a player can make mana with (CR 106, 605): permanents that tap for it, abilities that cost more than that, floating mana.

use gauntlet_cards::ability::{Activatable, ActivatableKind, PaymentHelper, PlayerRule, RuleKinds, StaticEffect};
use gauntlet_cards::card::AbilityId;
use gauntlet_cards::cost::CostPart;
use gauntlet_cards::effect::{ManaOutput, SpendRule, SpentAs};
use gauntlet_cards::filter::{Amount, Filter, Zone};
use gauntlet_cards::keyword::Features;
use gauntlet_cards::mana::{ManaCost, ManaSymbol};
use gauntlet_cards::mana_ability::{COMPLEX, CONVERTER};
use gauntlet_cards::types::{CardTypes, Colors, Supertypes};
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::available_mana::{Counted, Purpose, Sources};
use crate::evaluate::Eye;
use crate::payment::{Mana, ManaSource, ManaTypes, PlainSource, SourceKey, Yield};
use crate::state::{Contained, Flags, Object, ObjectId, Target};
use crate::task::Scope;

impl Eye<'_> {
    /// Returns whether a permanent can be tapped for mana now.
    pub(super) fn can_tap_for_mana(self, object: &Object) -> bool {
        object.mana_mask != 0 && !object.is(Flags::TAPPED) && (!object.is(Flags::SICK) || self.not_sick(object))
    }

    /// No less than the most mana that the player could spend.
    pub(super) fn most_mana(self, player: Player) -> u32 {
        let mut most: u32 = self.s.players[player].mana.iter().map(|count| u32::from(*count)).sum();
        let own = self.s.restricted_mana.iter().filter(|mana| mana.player == player);
        most += own.map(|mana| u32::from(mana.count)).sum::<u32>();
        for (id, object) in self.s.mana_makers(player) {
            if !object.is(Flags::TAPPED) || object.mana_mask & (COMPLEX | CONVERTER) != 0 {
                if object.mana_mask & CONVERTER != 0 {
                    most += self.most_converted(id, object);
                }
                most += if object.mana_mask & COMPLEX == 0 && !self.mana_changes() {
                    1
                } else {
                    self.most_made(id, object)
                };
            }
        }
        self.each_other_tapped_for_mana(player, &mut |_, _, made| most += made.units());
        most + self.most_given_up(player)
    }

    /// No less than the most mana that using the mana abilities of a permanent makes, which aren't all a matter of tapping it for one.
    fn most_made(self, id: ObjectId, object: &Object) -> u32 {
        let mut most = 0;
        if self.mana_changes() {
            self.each_source(id, object, Purpose::Anything, &mut |source| most += source.most_units().max(1));
            return most;
        }
        // What it is used for once, and what besides.
        let mut once = u32::from(object.mana_mask & 63 != 0 && self.can_tap_for_mana(object));
        if object.mana_mask & COMPLEX != 0 {
            for ability in self.mana_abilities(object, id.index) {
                let way = self.pool.activatable(ability);
                if self.dislike_of(id, object, way, Purpose::Anything).is_none() {
                    continue;
                }
                let Some((output, _)) = way.mana.as_ref().map(ManaOutput::unrestricted) else { continue };
                let scope = Scope { ability: Some(ability), ..Scope::of(id, object.controller) };
                let made = self.most_units(&scope, output).max(1);
                match self.times_besides(id, object, way) {
                    Some(times) => most += made * u32::from(times),
                    None => once = once.max(made),
                }
            }
        }
        most + once
    }

    /// What the player can spend on anything, as far as it floats or is made one by one by tapping permanents.
    pub(super) fn counted_mana(self, player: Player) -> Option<Counted> {
        if self.mana_changes()
            || self.pool.has_spend_rules()
            || self.pool.features.contains(Features::TAPS_OTHERS_FOR_MANA)
        {
            return None;
        }
        let mut counted = Counted::NOTHING;
        for (kind, count) in ManaTypes::EACH.iter().zip(self.s.players[player].mana) {
            if count > 0 {
                counted.add(kind.bits(), count);
            }
        }
        for (_, object) in self.s.mana_makers(player) {
            if object.mana_mask & (COMPLEX | CONVERTER) != 0 {
                counted.is_all = false;
                continue;
            }
            if object.is(Flags::TAPPED) {
                continue;
            }
            // Snow mana is more than mana.
            counted.is_all &= !object.characteristics.supertypes.contains(Supertypes::SNOW);
            if self.can_tap_for_mana(object) {
                counted.add(object.mana_mask, 1);
            }
        }
        counted.is_all &= counted.total <= u32::from(u8::MAX);
        Some(counted)
    }

    /// What the player can pay mana for this with, if all of that is permanents which are tapped for one mana each, those of `without` apart.
    /// `rank_of` says what the rank of a permanent is that would be the one that it is given.
    pub(crate) fn plain_sources(
        self,
        player: Player,
        without: &[ObjectId],
        purpose: Purpose<'_>,
        rank_of: impl Fn(ObjectId, u8) -> u8,
    ) -> Option<SmallVec<[PlainSource; 32]>> {
        let helped = matches!(purpose, Purpose::For(attempt) if self.may_have_help(attempt));
        if helped
            || self.mana_changes()
            || self.pool.has_spend_rules()
            || self.pool.features.contains(Features::TAPS_OTHERS_FOR_MANA)
            || self.s.players[player].mana != [0; 6]
            || !self.s.restricted_mana.is_empty()
            || self.spent_as(player, purpose) != SpentAs::Itself
        {
            return None;
        }
        let mut plain = SmallVec::new();
        for (id, object) in self.s.mana_makers(player) {
            let types = object.mana_mask & 63;
            if object.mana_mask & COMPLEX != 0 || object.characteristics.supertypes.contains(Supertypes::SNOW) {
                return None;
            }
            if types != 0 && self.can_tap_for_mana(object) && !without.contains(&id) {
                plain.push(PlainSource { index: id.index, rank: rank_of(id, rank(object, types)), types });
            }
        }
        Some(plain)
    }

    /// All that the player can pay mana with.
    pub(crate) fn sources(self, player: Player, purpose: Purpose<'_>) -> Sources {
        let mut sources = Sources::new();
        for (place, count) in self.s.players[player].mana.iter().enumerate() {
            if *count > 0 {
                let mana = Mana::new(ManaTypes::EACH[place]);
                sources.push(ManaSource::floating(SourceKey::Pool(place as u16), mana, *count));
            }
        }
        for (place, mana) in self.s.restricted_mana.iter().enumerate() {
            if mana.player == player && self.may_spend(mana.source, mana.rule, purpose) {
                let kind = Mana::new(ManaTypes::EACH[usize::from(mana.place)]);
                let mut floating = ManaSource::floating(SourceKey::Restricted(place as u16), kind, mana.count);
                floating.narrow = !self.pool.spend_rule(mana.rule).anything;
                sources.push(floating);
            }
        }
        for (id, object) in self.s.mana_makers(player) {
            self.each_source(id, object, purpose, &mut |source| sources.push(source));
        }
        self.add_others_tapped_for_mana(player, &mut sources);
        sources
    }

    /// Returns whether mana that is restricted so may be spent on that (CR 106.6).
    pub(crate) fn may_spend(self, source: ObjectId, rule: SpendRule, purpose: Purpose<'_>) -> bool {
        let rule = self.pool.spend_rule(rule);
        let attempt = match purpose {
            Purpose::Other => return rule.anything || rule.others,
            Purpose::OtherWith(contained) => {
                let contains = match contained {
                    Contained::X => rule.costs_with_x,
                    Contained::Colorless => rule.costs_with_colorless,
                };
                return rule.anything || rule.others || contains;
            }
            Purpose::Anything => return true,
            Purpose::For(_) if rule.anything => return true,
            Purpose::For(attempt) => attempt,
        };
        let cost = self.mana_part(&attempt);
        // Of the optional costs, those that are paid count, too.
        let optional = attempt.activatable.optional_costs.iter().zip(attempt.object.paid);
        let has_x = |mana: &ManaCost| mana.x_count() > 0;
        let mut paid = optional.filter(|(_, times)| *times > 0).filter_map(|(cost, _)| cost.cost.mana.as_ref());
        if rule.costs_with_x && (cost.is_some_and(has_x) || paid.any(has_x))
            || rule.costs_with_colorless && cost.is_some_and(|cost| cost.symbols.contains(&ManaSymbol::Colorless))
        {
            return true;
        }
        let scope = Scope::of(source, attempt.player);
        let fits = |filter: &Filter| self.matches(&scope, filter, attempt.id, attempt.object);
        let here = |zone: &Option<Zone>| zone.is_none_or(|zone| zone == attempt.activatable.zone);
        match attempt.activatable.kind {
            ActivatableKind::Cast => rule.spells.iter().any(fits),
            ActivatableKind::Ability | ActivatableKind::Loyalty => {
                rule.abilities.iter().any(|(zone, filter)| here(zone) && fits(filter))
                    || attempt.activatable.named.is_some_and(|named| rule.named.contains(&named))
            }
            // It is neither a spell nor an ability (CR 116.2).
            ActivatableKind::Special => {
                let taken = || attempt.activatable.special_action();
                rule.others || rule.special.iter().any(|(action, filter)| taken() == Some(*action) && fits(filter))
            }
            ActivatableKind::PlayLand => false,
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
        if how == SpentAs::Itself && self.pool.has_spend_rules() {
            self.each_rule(RuleKinds::SPENT_AS, &mut |scope, ability| {
                if let StaticEffect::Player(who, PlayerRule::SpendAs(other, rule)) = &ability.effect
                    && self.player_fits(scope, *who, player)
                    && self.may_spend(scope.source, *rule, purpose)
                {
                    how = how.max(*other);
                }
            });
        }
        how
    }

    /// As what mana may be spent to cast a card as an effect permits, or the spell that it has become.
    pub(crate) fn permitted_mana(self, player: Player, id: ObjectId, way: &Activatable) -> SpentAs {
        let ruled = self.has_rules(RuleKinds::PLAYS_FROM);
        let none = self.s.permissions.is_empty() && !ruled;
        if none || id.is_none() || way.kind != ActivatableKind::Cast || way.zone != Zone::Hand {
            return SpentAs::Itself;
        }
        let own = self.s.permissions.iter().filter(|allowed| allowed.card == id && allowed.player == player);
        let mut mana = own.map(|allowed| allowed.mana).max().unwrap_or_default();
        if ruled && let Some(card) = self.s.get(id).filter(|card| card.zone == Zone::Exile) {
            let played = self.as_played(card, way);
            let played = played.as_ref().unwrap_or(card);
            self.each_rule(RuleKinds::PLAYS_FROM, &mut |scope, ability| {
                if let StaticEffect::Player(who, PlayerRule::PlayExiled(rule)) = &ability.effect
                    && rule.mana > mana
                    && self.player_fits(scope, *who, player)
                    && (!rule.linked || self.links_of(scope).any(|link| link.card == id))
                    && self.matches(scope, &rule.cards, id, played)
                {
                    mana = rule.mana;
                }
            });
        }
        mana
    }

    /// All that the player can pay the mana part of a spell with, what convoke, delve and improvise allow included.
    pub(crate) fn sources_for(self, player: Player, purpose: Purpose<'_>) -> Sources {
        let mut sources = self.sources(player, purpose);
        if let Some(origin) = self.only_from(purpose) {
            sources.retain(|source| self.origins_of_key(source.key) >> origin.0 & 1 != 0);
        }
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
                PaymentHelper::Convoke
                | PaymentHelper::Improvise
                | PaymentHelper::Waterbend
                | PaymentHelper::WaterbendCost { .. } => {
                    let convoke = *helper == PaymentHelper::Convoke;
                    let kinds = match helper {
                        PaymentHelper::Convoke => CardTypes::CREATURE,
                        PaymentHelper::Improvise => CardTypes::ARTIFACT,
                        _ => CardTypes::ARTIFACT | CardTypes::CREATURE,
                    };
                    for (id, object) in self.s.permanents() {
                        let usable = object.controller == player
                            && !object.is(Flags::TAPPED)
                            && object.characteristics.types.intersects(kinds);
                        if !usable {
                            continue;
                        }
                        // CR 702.51a: a colour of the creature or generic; CR 702.126a: generic only.
                        let types =
                            if convoke { ManaTypes::from(object.characteristics.colors) } else { ManaTypes::empty() };
                        let made = Yield::any(types, 1);
                        match sources.iter_mut().find(|source| source.key.is_object(id.index)) {
                            // A permanent that could also be tapped for mana is used once, one way or the other.
                            Some(source) if source.alternatives().len() < ManaSource::ALTERNATIVES => {
                                *source = source.or(made, 0);
                            }
                            Some(_) => {}
                            None => sources.push(ManaSource::new(SourceKey::Object(id.index), 15 + body(object), made)),
                        }
                    }
                }
                PaymentHelper::Delve => {
                    for &index in &self.s.graveyards[player] {
                        if index != spell.index {
                            // After lands, whose mana comes back each turn, and before creatures.
                            sources.push(ManaSource::new(
                                SourceKey::Object(index),
                                39,
                                Yield::any(ManaTypes::empty(), 1),
                            ));
                        }
                    }
                }
                PaymentHelper::Affinity(_)
                | PaymentHelper::Assist
                | PaymentHelper::AnyColor
                | PaymentHelper::OnlyOnX(_)
                | PaymentHelper::OnlyFrom(_) => {}
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
            source = Some(ManaSource::one(SourceKey::Object(id.index), rank(object, simple), types));
            if self.mana_changes() {
                let mut yields = self.simple_yields(id, object).into_iter();
                source =
                    yields.next().map(|made| ManaSource::new(SourceKey::Object(id.index), rank(object, simple), made));
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
        let abilities = self.mana_abilities(object, id.index);
        for (number, ability) in (1u8..).zip(abilities) {
            let Some((cost_rank, yields)) = self.complex_ability(id, object, ability, purpose) else { continue };
            let life = self.life_of(id, object, ability);
            if let Some(times) = self.times_besides(id, object, self.pool.activatable(ability)) {
                let own = rank(object, yields[0].types().bits()) - body(object);
                let first = ManaSource::new(SourceKey::Object(id.index), own, yields[0]).disliked(cost_rank);
                let others = yields[1..].iter().take(ManaSource::ALTERNATIVES - 1);
                let mut apart = others.fold(first, |source, made| source.or(*made, cost_rank)).for_life(life);
                apart.ability = number;
                besides.push((apart, times));
                continue;
            }
            for made in yields {
                source = Some(match source {
                    None => {
                        let rank = rank(object, made.types().bits());
                        ManaSource::new(SourceKey::Object(id.index), rank, made).disliked(cost_rank).for_life(life)
                    }
                    // A source has six alternatives at most; more than that no card in print has.
                    Some(source) if source.alternatives().len() < ManaSource::ALTERNATIVES => {
                        source.or(made, cost_rank).for_life(life)
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
    /// as often as there are counters or life for it, or as it says.
    pub(super) fn times_besides(self, id: ObjectId, object: &Object, way: &Activatable) -> Option<u8> {
        let once = |part: &CostPart| matches!(part, CostPart::Tap | CostPart::SacrificeSource);
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
        let life = self.life_of_parts(&scope, way.cost.parts.iter());
        if life > 0 {
            times = times.min((self.life_to_pay_with(object.controller) / life).clamp(0, 255) as u8);
        }
        Some(times)
    }

    /// What a permanent that taps for one mana really yields.
    pub(super) fn simple_yields(self, id: ObjectId, object: &Object) -> SmallVec<[Yield; 6]> {
        let types = ManaTypes::from_bits_truncate(object.mana_mask & !(COMPLEX | CONVERTER));
        let mut yields: SmallVec<[Yield; 6]> = smallvec::smallvec![Yield::any(types, 1)];
        self.with_mana_bonus(id, object, &mut yields);
        yields
    }

    /// No less than how much mana the output of a mana ability can be: of which types is more work to say.
    fn most_units(self, scope: &Scope, output: &ManaOutput) -> u32 {
        match output {
            ManaOutput::AnyColorAmong(amount, _) | ManaOutput::CouldProduce { amount, .. } => {
                self.amount(scope, amount).clamp(0, 255) as u32
            }
            output => {
                let yields = self.yields_of(scope, output);
                yields.iter().flatten().map(|made| made.units()).max().unwrap_or(0)
            }
        }
    }

    /// What the output of a mana ability can be.
    pub(crate) fn yields_of(self, scope: &Scope, output: &ManaOutput) -> Option<SmallVec<[Yield; 6]>> {
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
            ManaOutput::AnyColorAmong(..)
            | ManaOutput::CouldProduce { .. }
            | ManaOutput::Identity
            | ManaOutput::ColorOrChosen(_) => {
                let (types, amount) = match output {
                    ManaOutput::AnyColorAmong(amount, of) => (ManaTypes::from(self.colors_of(scope, of)), amount),
                    ManaOutput::CouldProduce { amount, of, any_type } => {
                        (self.could_produce(scope, of, *any_type), amount)
                    }
                    ManaOutput::ColorOrChosen(color) => {
                        let chosen = self.chosen_color(scope).unwrap_or_default();
                        (ManaTypes::from(*color | chosen), &Amount::Const(1))
                    }
                    _ => (ManaTypes::from(self.identity(scope.you).unwrap_or_default()), &Amount::Const(1)),
                };
                let count = self.amount(scope, amount).clamp(0, 255) as u8;
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
            ManaOutput::Devotion => {
                for kind in ManaTypes::COLORS.iter() {
                    let devotion = self.amount(scope, &Amount::Devotion(kind.colors()));
                    if devotion > 0 {
                        yields.push(Yield::any(kind, devotion.min(255) as u8));
                    }
                }
                if yields.is_empty() {
                    yields.push(Yield::NOTHING);
                }
            }
            ManaOutput::ChosenColor(amount) => {
                let color = self.chosen_color(scope)?;
                yields.push(Yield::any(ManaTypes::from(color), self.amount(scope, amount).clamp(0, 255) as u8));
            }
        }
        Some(yields)
    }

    /// What a mana ability that isn't a matter of tapping for one mana can add, if it can be activated now for nothing but
    /// tapping, sacrificing, life and counters; and how much one would rather keep it.
    pub(super) fn complex_ability(
        self,
        id: ObjectId,
        object: &Object,
        ability: AbilityId,
        purpose: Purpose<'_>,
    ) -> Option<(u8, SmallVec<[Yield; 6]>)> {
        let way = self.pool.activatable(ability);
        let dislike = self.dislike_of(id, object, way, purpose)?;
        let (output, _) = way.mana.as_ref()?.unrestricted();
        let mut yields =
            self.yields_of(&Scope { ability: Some(ability), ..Scope::of(id, object.controller) }, output)?;
        // CR 106.12a: what produces nothing isn't tapped for mana, and nothing is added to that.
        yields.retain(|made: &mut Yield| made.units() > 0);
        if self.mana_changes() && way.cost.parts.contains(&CostPart::Tap) {
            self.with_mana_bonus(id, object, &mut yields);
        }
        (!yields.is_empty()).then_some((dislike, yields))
    }

    /// The life that a mana ability costs.
    fn life_of(self, id: ObjectId, object: &Object, ability: AbilityId) -> u8 {
        let scope = Scope::of(id, object.controller);
        let parts = self.pool.activatable(ability).cost.parts.iter();
        self.life_of_parts(&scope, parts).min(255) as u8
    }

    /// How much one would rather keep a mana ability; none if it can't be activated now for nothing but tapping, sacrificing, life and counters.
    fn dislike_of(self, id: ObjectId, object: &Object, way: &Activatable, purpose: Purpose<'_>) -> Option<u8> {
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
        let (_, rule) = way.mana.as_ref()?.unrestricted();
        if rule.is_some_and(|rule| !self.may_spend(id, rule, purpose)) {
            return None;
        }
        let mut dislike = 0;
        for part in &way.cost.parts {
            dislike += match part {
                CostPart::Tap if !object.is(Flags::TAPPED) && self.not_sick(object) => 0,
                CostPart::SacrificeSource => 100,
                // CR 119.4, 119.8; whether there is life for all that is used at one time is asked where it is paid.
                CostPart::Life(amount) => {
                    let asked = self.amount(&scope, amount);
                    if asked > 0 && asked > self.life_to_pay_with(object.controller) {
                        return None;
                    }
                    60
                }
                // Without any counters, where their number is chosen.
                CostPart::RemoveCounters(Amount::X, _) if way.cost.parts.contains(&CostPart::Tap) => 0,
                CostPart::RemoveCounters(amount, kind)
                    if *amount != Amount::X
                        && i32::from(self.s.counters_on(id.index, *kind)) >= self.amount(&scope, amount) =>
                {
                    50
                }
                CostPart::AddCounters(_, kind)
                    if limit.is_some() && self.may_get_counters(Target::Object(id), *kind, false) =>
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
        Some(dislike)
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
