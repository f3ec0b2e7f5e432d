//! Where a spell goes as the last part of its resolution (CR 608.2n), which it may say itself: rebound, buyback, Adventures, Omens.
//!
//! Those are replacement effects like others ("instead of putting it into its owner's graveyard as it resolves"), not parts of the
//! spell's own effect: where another one applies as well, the spell's controller chooses (CR 614.15, 616.1).

use gauntlet_cards::ability::{AbilityKind, OfNextSpell, StaticEffect};
use gauntlet_cards::card::{AbilityId, Layout};
use gauntlet_cards::effect::{DelayedUntil, Destination, LibraryPosition};
use gauntlet_cards::filter::{Amount, Objects, PlayerFilter, Step, Zone};
use gauntlet_cards::keyword::{Features, Marks};
use smallvec::SmallVec;

use crate::engine::Engine;
use crate::evaluate::is_from_another_hand;
use crate::state::{DelayedTrigger, Flags, ObjectId, Ordered, ReplacedBy, StackItem};
use crate::task::Scope;

impl Engine<'_> {
    /// Takes a spell or ability that has resolved off the stack (CR 608.2n). A spell goes where it says itself, or else where it
    /// would go from the stack into a graveyard.
    pub(crate) fn put_away(&mut self, item: &StackItem) {
        let Some(spell) = self.s.get(item.object).copied() else { return };
        let own = self.own_ways_out(item);
        let ordered = |what: &ReplacedBy| Ordered { source: item.object, what: *what, moves: Some(item.object) };
        let mut options: SmallVec<[Ordered; 4]> = own.iter().map(ordered).collect();
        if options.is_empty() {
            return self.remove_from_stack(item, None);
        }
        if self.is_exiled_from_stack(item.object) {
            options.push(ordered(&ReplacedBy::ExileAfterwards));
        } else {
            options.extend(self.replacing_moves(item.object, &spell, Zone::Graveyard, &[]).0);
        }
        let place = self.choose_order(spell.controller, &options);
        match own.get(place) {
            Some(what) => self.put_away_by(item, *what),
            None => self.remove_from_stack(item, None),
        }
    }

    /// What a spell itself says of where it goes as it resolves. Copies cease to exist wherever they go (CR 707.10a), and what is
    /// exiled from wherever it would go is so from a hand and a library too (CR 702.34a).
    fn own_ways_out(&self, item: &StackItem) -> SmallVec<[ReplacedBy; 4]> {
        let mut own = SmallVec::new();
        if !self.pool.features.contains(Features::PUTS_ITSELF_AWAY) {
            return own;
        }
        let (Some(spell), AbilityKind::Activatable(way)) =
            (self.s.get(item.object), &self.pool.ability(item.ability).kind)
        else {
            return own;
        };
        if spell.flags.intersects(Flags::COPY | Flags::ABILITY) {
            return own;
        }
        let exiled = self.is_exiled_from_stack(item.object);
        // CR 702.88a, 109.5: from the hand of whoever controls it, and cast by them.
        let own_hand = !is_from_another_hand(spell, item.from) && item.controller == spell.owner;
        if item.from == Zone::Hand && way.zone == Zone::Hand && own_hand && self.rebound_of(item).is_some() {
            own.push(ReplacedBy::Rebound);
        }
        if way.buyback.is_some_and(|number| item.paid[usize::from(number)] > 0) && !exiled {
            own.push(ReplacedBy::Buyback);
        }
        if !exiled && self.is_next_spell(item, OfNextSpell::ToHand) {
            own.push(ReplacedBy::ToHand);
        }
        if spell.card != spell.printed {
            match self.pool.card(spell.card).layout {
                Layout::Adventure => own.push(ReplacedBy::Adventure),
                Layout::Omen if !exiled => own.push(ReplacedBy::Omen),
                _ => {}
            }
        }
        // Instead of "your graveyard": what another owns goes to its owner's.
        if !exiled && item.controller == spell.owner && self.exiled_by_effect(item.object).is_some() {
            own.push(ReplacedBy::ExiledAsItResolves);
        }
        own
    }

    /// Returns whether it may be asked which of several effects says where a spell on the stack goes. `others`: there are effects in play
    /// that may send things elsewhere.
    pub(crate) fn puts_itself_away(&self, others: bool) -> bool {
        self.pool.features.contains(Features::PUTS_ITSELF_AWAY)
            && self.s.stack.iter().any(|item| {
                let own = self.own_ways_out(item).len();
                let spell = &self.s.objects[item.object.index()];
                let exiled = spell.is(Flags::EXILED_AFTERWARDS) || spell.marks.contains(Marks::FLASHED_BACK);
                own > 1 || own == 1 && (others || exiled || item.from == Zone::Graveyard)
            })
    }

    /// Returns whether it is the next spell of which an effect says this: its place among those that fit is what the effect was told.
    pub(crate) fn is_next_spell(&self, item: &StackItem, says: OfNextSpell) -> bool {
        self.s.player_effects.iter().any(|effect| {
            let AbilityKind::Static(ability) = &self.pool.ability(effect.ability).kind else { return false };
            let StaticEffect::OfNextSpell(said, what) = &ability.effect else { return false };
            let mut scope = Scope::of(effect.source, effect.controller);
            scope.event.object = item.object;
            let place = Amount::CastOrdinal(Objects::Event, what.clone());
            *said == says
                && effect.controller == item.controller
                && self.eye().amount(&scope, &place) == i32::from(effect.numbers[0])
        })
    }

    /// What triggers later of the rebound that a spell has, by itself or by an effect (CR 702.88a).
    fn rebound_of(&self, item: &StackItem) -> Option<AbilityId> {
        let AbilityKind::Activatable(way) = &self.pool.ability(item.ability).kind else { return None };
        way.rebound.or_else(|| {
            self.granted_to_spell(item.object, |effect| match effect {
                StaticEffect::Rebound(trigger) => Some(*trigger),
                _ => None,
            })
        })
    }

    /// What triggers at the next end step of a spell that an effect exiles as it resolves.
    fn exiled_by_effect(&self, spell: ObjectId) -> Option<AbilityId> {
        self.granted_to_spell(spell, |effect| match effect {
            StaticEffect::ExiledAsItResolves(returns) => Some(*returns),
            _ => None,
        })
    }

    /// What a static ability says that an effect gives to a spell.
    fn granted_to_spell<T>(&self, spell: ObjectId, says: fn(&StaticEffect) -> Option<T>) -> Option<T> {
        let object = self.s.get(spell).filter(|object| object.is(Flags::HAS_GRANTED))?;
        let is_static = |kind: &AbilityKind| matches!(kind, AbilityKind::Static(_));
        let mut own = self.eye().abilities(object, spell.index, |derived| &derived.statics, is_static);
        own.find_map(|ability| says(&self.pool.static_ability(ability).effect))
    }

    /// A spell goes where one of its own ways out says.
    fn put_away_by(&mut self, item: &StackItem, what: ReplacedBy) {
        match what {
            ReplacedBy::Rebound => self.exile_with_rebound(item),
            ReplacedBy::ExiledAsItResolves => {
                let Some(returns) = self.exiled_by_effect(item.object) else { return };
                self.exile_until_later(item, returns, DelayedUntil::NextStep(Step::End, None));
            }
            ReplacedBy::Adventure => {
                let card = self.move_object(item.object, &Destination::to(Zone::Exile));
                let exiled = card.filter(|card| self.s.get(*card).is_some_and(|card| card.zone == Zone::Exile));
                if let Some(card) = exiled {
                    self.allow_whole(card, item.controller);
                }
            }
            ReplacedBy::Omen => {
                let library = Destination { position: LibraryPosition::Shuffled, ..Destination::to(Zone::Library) };
                self.remove_from_stack(item, Some(&library));
            }
            ReplacedBy::Buyback | ReplacedBy::ToHand => {
                self.remove_from_stack(item, Some(&Destination::to(Zone::Hand)))
            }
            other => unreachable!("no spell says so itself: {other:?}"),
        }
    }

    /// CR 702.88a: the spell is exiled, and its controller may cast it in their next upkeep.
    fn exile_with_rebound(&mut self, item: &StackItem) {
        let Some(ability) = self.rebound_of(item) else { return };
        self.exile_until_later(item, ability, DelayedUntil::NextStep(Step::Upkeep, Some(PlayerFilter::You)));
    }

    /// Exiles the spell's card, of which something triggers later.
    fn exile_until_later(&mut self, item: &StackItem, ability: AbilityId, until: DelayedUntil) {
        let Some(source) = self.move_object(item.object, &Destination::to(Zone::Exile)) else { return };
        self.s.delayed.push(DelayedTrigger::new(ability, until, source, item.controller, self.s.turn));
    }
}
