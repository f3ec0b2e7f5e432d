//! What can be chosen, as typed candidates (§7).

use std::collections::BTreeSet;

use gauntlet_cards::ability::{AbilityKind, ActivatableKind};
use gauntlet_cards::card::{AbilityId, CardId, Layout};
use gauntlet_cards::effect::Instr;
use gauntlet_cards::face_down::FaceDown;
use gauntlet_cards::filter::{Condition, Zone};
use gauntlet_cards::types::{Subtype, SubtypeKind};
use gauntlet_magic::decision::{Action, Decision, DecisionKind};
use gauntlet_magic::view::{AskedBy, PicksAsked, TargetsAsked};
use gauntlet_spellbench::reference::{ObjectRef, TargetRef};
use gauntlet_spellbench::semantic::{Item, Semantic, TriggerItem};
use gauntlet_spellbench::vocabulary::{
    BooleanPurpose, Color, DistributePurpose, Mana, Method, NamePurpose, OptionPurpose, OrderPurpose, SelectPurpose,
};

use super::asking;
use super::scene::Scene;

/// One candidate: what it means, what it stands for and how it is told.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Offer {
    pub(super) semantic: Semantic,
    /// The actions that mean this; of several it is asked next which one.
    pub(super) actions: Vec<Action>,
    pub(super) text: String,
}

/// The legal actions of a decision as candidates. `words` tells an action.
pub(super) fn offers(
    scene: &Scene<'_>,
    decision: Decision,
    legal: &[Action],
    domain: &BTreeSet<String>,
    words: &dyn Fn(Action) -> String,
) -> Vec<Offer> {
    let mut offers: Vec<Offer> = Vec::with_capacity(legal.len());
    let (source, asked_by) = (scene.source(decision), scene.visible.asked_by());
    let asked = Asked { scene, decision, legal, domain, source, asked_by };
    for (place, action) in legal.iter().enumerate() {
        let text = told(scene, decision, *action, words);
        let semantic = asked.mean(*action).unwrap_or_else(|| Semantic::ChooseOption {
            source: asked.source.clone(),
            purpose: OptionPurpose::EffectOption,
            option_index: place as u32,
            option_count: legal.len() as u32,
            option_label: Some(text.clone()),
        });
        match offers.iter_mut().find(|other| other.semantic == semantic) {
            Some(other) => other.actions.push(*action),
            None => offers.push(Offer { semantic, actions: vec![*action], text }),
        }
    }
    // Whenever one can pass, that comes first.
    if let Some(place) = offers.iter().position(|offer| offer.semantic == Semantic::Pass {}) {
        offers[..=place].rotate_right(1);
    }
    // Names outside the domain of the benchmark are offered only where there are no others (§7.5).
    let in_domain =
        |offer: &Offer| matches!(offer.semantic, Semantic::ChooseName { purpose: NamePurpose::CardName, .. });
    if offers.iter().any(in_domain) {
        offers.retain(in_domain);
    }
    // In the order of the pool, one deck's would come before the other's.
    let value = |offer: &Offer| match &offer.semantic {
        Semantic::ChooseName { value, .. } => Some(value.clone()),
        _ => None,
    };
    if offers.iter().all(|offer| value(offer).is_some()) {
        offers.sort_by_key(value);
    }
    sort_hidden(scene, &mut offers);
    offers
}

/// Puts the candidates that are about cards in hidden zones in the order of names and ids, in the places that they have.
pub(super) fn sort_hidden(scene: &Scene<'_>, offers: &mut [Offer]) {
    let viewer = scene.seating.seat(scene.visible.viewer());
    let key = |offer: &Offer| offer.semantic.hidden_subject(viewer).map(|(name, id)| (name.clone(), id.to_owned()));
    let places: Vec<usize> = (0..offers.len()).filter(|place| key(&offers[*place]).is_some()).collect();
    let mut hidden: Vec<Offer> = places.iter().map(|place| offers[*place].clone()).collect();
    hidden.sort_by_key(key);
    for (place, offer) in places.into_iter().zip(hidden) {
        offers[place] = offer;
    }
}

/// An action in words, in which objects are called by their names.
fn told(scene: &Scene<'_>, decision: Decision, action: Action, words: &dyn Fn(Action) -> String) -> String {
    let text = scene.seating.words(&words(action));
    if !text.contains('~') {
        return text;
    }
    let name = match action {
        Action::Play { card, .. } | Action::PlayTop { card, .. } => scene.printed.name(card).map(str::to_owned),
        Action::Activate { object, .. } => scene.at(object).and_then(|object| object.card_name),
        Action::Number(number) if decision.kind == DecisionKind::OrderTriggers => {
            let trigger = scene.visible.trigger_to_order(number);
            trigger.and_then(|trigger| scene.source_of(trigger)?.1)
        }
        _ => scene.source(decision).and_then(|source| source.card_name),
    };
    text.replace('~', name.as_deref().unwrap_or("this object"))
}

/// Which of several actions is meant that one candidate stood for.
pub(super) fn which(scene: &Scene<'_>, actions: &[Action], words: &dyn Fn(Action) -> String) -> Vec<Offer> {
    let offer = |(place, action): (usize, &Action)| {
        let text = told(scene, scene.visible.decision(), *action, words);
        let semantic = Semantic::ChooseOption {
            source: None,
            purpose: OptionPurpose::Other,
            option_index: place as u32,
            option_count: actions.len() as u32,
            option_label: Some(text.clone()),
        };
        Offer { semantic, actions: vec![*action], text }
    };
    actions.iter().enumerate().map(offer).collect()
}

/// Which triggered ability is put on the stack as the one of `count` at `position` (CR 603.3b). Those that everything else is said of equally are told
/// apart by numbers.
fn next_trigger(scene: &Scene<'_>, number: u16, position: u32, count: u32) -> Option<Semantic> {
    let item = trigger_item(scene, number)?;
    let same = (0..number).filter(|other| trigger_item(scene, *other).as_ref() == Some(&item));
    let item = Item::Trigger(TriggerItem { instance: same.count() as u32, ..item });
    Some(Semantic::OrderPick { source: None, purpose: OrderPurpose::Triggers, item, position, count })
}

/// The candidate for it.
pub(super) fn trigger_to_order(
    scene: &Scene<'_>,
    number: u16,
    position: u32,
    count: u32,
    words: &dyn Fn(Action) -> String,
) -> Option<Offer> {
    let action = Action::Number(number);
    let text = told(scene, scene.visible.decision(), action, words);
    Some(Offer { semantic: next_trigger(scene, number, position, count)?, actions: vec![action], text })
}

/// A triggered ability, as far as it is told without the others.
fn trigger_item(scene: &Scene<'_>, number: u16) -> Option<TriggerItem> {
    let trigger = scene.visible.trigger_to_order(number)?;
    let (source, source_name) = scene.source_of(trigger).unwrap_or_default();
    let text = &scene.pool().ability(trigger.ability).text;
    let about = trigger.event.object;
    // Of what has changed zones, what it is now.
    let about = scene.object(about).or_else(|| scene.object(scene.visible.became(about)?));
    Some(TriggerItem {
        label: Some(text.replace('~', source_name.as_deref().unwrap_or("this object"))),
        source,
        source_name,
        ability_index: None,
        event_objects: about.into_iter().collect(),
        instance: 0,
    })
}

/// A decision, and what it is about.
struct Asked<'s, 'a> {
    scene: &'s Scene<'a>,
    decision: Decision,
    legal: &'s [Action],
    /// The names that can be named (§12.2).
    domain: &'s BTreeSet<String>,
    source: Option<ObjectRef>,
    asked_by: AskedBy<'a>,
}

/// The ways of casting that are no keywords, whose words texts have for other reasons.
const NO_KEYWORDS: [Method; 4] = [Method::Normal, Method::Alternative, Method::Free, Method::Other];

/// The keyword whose way of casting a text is called after: "Flashback", "Cast with overload".
fn called_after(text: &str) -> Option<Method> {
    let text = text.to_lowercase();
    let is = |method: &Method| !NO_KEYWORDS.contains(method) && text.split(' ').any(|word| word == method.word());
    Method::ALL.iter().copied().find(is)
}

/// The way of casting that a text begins with.
fn named(text: &str) -> Option<Method> {
    let text = text.to_lowercase();
    Method::ALL.iter().copied().find(|method| text.split([' ', '—']).next() == Some(method.word()))
}

impl Asked<'_, '_> {
    /// What an action means; none if no kind fits.
    fn mean(&self, action: Action) -> Option<Semantic> {
        match (self.decision.kind, action) {
            (DecisionKind::Priority, _) => self.with_priority(action),
            (DecisionKind::Mulligan, _) => {
                let info = self.scene.visible.player(self.decision.player);
                let hand_size = self.scene.visible.hand_size(self.decision.player) as u32;
                let mulligans_taken = u32::from(info.mulligans);
                Some(Semantic::Mulligan { hand_size, mulligans_taken, keep: action == Action::Keep })
            }
            (DecisionKind::Target, _) => self.aim(action),
            (DecisionKind::Mode, _) => self.mode(action),
            (DecisionKind::Share | DecisionKind::AssignDamage, Action::Number(amount)) => self.share(amount),
            (DecisionKind::Attack, _) => {
                let attacker = self.scene.object(self.decision.about)?;
                let defender = if action == Action::No { None } else { Some(self.choice(action)?) };
                Some(Semantic::DeclareAttack { attacker, defender })
            }
            (DecisionKind::Block, _) => {
                let blocker = self.scene.object(self.decision.about)?;
                let attacker = match action {
                    Action::No => None,
                    Action::Object(index) => Some(self.scene.at(index)?),
                    _ => return None,
                };
                Some(Semantic::DeclareBlock { blocker, attacker })
            }
            (DecisionKind::OrderCards, Action::Object(index)) => {
                // The card that is chosen last ends nearest to the end of the library that they are put on.
                let (source, purpose) = (self.source.clone(), OrderPurpose::Other);
                let count = self.legal.len() as u32;
                Some(Semantic::OrderPick {
                    source,
                    purpose,
                    item: Item::Object(self.scene.at(index)?),
                    position: 0,
                    count,
                })
            }
            (DecisionKind::OrderTriggers, Action::Number(number)) => {
                next_trigger(self.scene, number, 0, self.legal.len() as u32)
            }
            (DecisionKind::OrderReplacements, Action::Number(number)) => self.replacement(number),
            (DecisionKind::CostChoice, _) => self.pay_with(action),
            (DecisionKind::OptionalCost | DecisionKind::MayPay, Action::Yes | Action::No) => self.optional(action),
            (DecisionKind::OtherPrice | DecisionKind::PhyrexianLife, Action::Yes | Action::No) => {
                self.in_place_of_mana(action)
            }
            (DecisionKind::Vote, Action::Number(place)) => Some(self.word(place)),
            (DecisionKind::May, _) if self.card_to_cast().is_some() => self.cast(action),
            (DecisionKind::X | DecisionKind::Number, Action::Number(value)) => self.number(value),
            (DecisionKind::Color, Action::Color(place)) => {
                let color = *Color::ALL.get(usize::from(place))?;
                Some(Semantic::ChooseColor {
                    source: self.source.clone(),
                    purpose: asking::color(self.scene.pool(), self.asked_by, self.scene.visible.beside_asking()),
                    color,
                })
            }
            (_, Action::Subtype(number)) => {
                let (value, source) =
                    (gauntlet_spellbench::vocabulary::normalized(Subtype(number).name()), self.source.clone());
                let purpose = match Subtype(number).kind() {
                    SubtypeKind::BasicLand => NamePurpose::BasicLandType,
                    SubtypeKind::Land => NamePurpose::LandType,
                    SubtypeKind::Creature => NamePurpose::CreatureType,
                    _ => NamePurpose::Other,
                };
                Some(Semantic::ChooseName { source, purpose, value })
            }
            (DecisionKind::CardName, Action::Card(card)) => {
                let value = self.scene.printed.name(card)?.to_owned();
                let purpose = if self.domain.contains(&value) { NamePurpose::CardName } else { NamePurpose::Other };
                Some(Semantic::ChooseName { source: self.source.clone(), purpose, value })
            }
            (_, Action::Yes | Action::No) => Some(Semantic::ChooseBoolean {
                source: self.source.clone(),
                purpose: asking::boolean(self.decision.kind, self.asked_by, self.is_triggered()),
                value: action == Action::Yes,
            }),
            (_, Action::Object(_) | Action::Player(_) | Action::Card(_)) => self.select(action),
            (_, Action::Done) => Some(self.finish()),
            _ => None,
        }
    }

    fn with_priority(&self, action: Action) -> Option<Semantic> {
        let (source, ability, card) = match action {
            Action::Pass => return Some(Semantic::Pass {}),
            Action::Play { card, ability } | Action::PlayTop { card, ability } => {
                (self.scene.card(card)?, ability, Some(card))
            }
            Action::Activate { object, ability } => {
                let seen = self.scene.visible.object(object)?;
                (self.scene.at(object)?, ability, Some(seen.card))
            }
            _ => return None,
        };
        let pool = self.scene.pool();
        let way = pool.activatable(ability);
        Some(match way.kind {
            ActivatableKind::PlayLand => {
                let back = way.face.is_some_and(|face| pool.card(face).face_of.is_some());
                Semantic::PlayLand { source, face: u32::from(back) }
            }
            ActivatableKind::Cast => Semantic::CastSpell { source, method: Some(self.method(card?, ability)) },
            ActivatableKind::Special => Semantic::SpecialAction { source, action: asking::special(way) },
            ActivatableKind::Ability | ActivatableKind::Loyalty => {
                let mana = way.mana.is_some();
                let ability_index = self.index(action, card?, ability, mana);
                match mana {
                    true => Semantic::ActivateManaAbility {
                        source,
                        ability_index,
                        mana_choice: None::<Mana>,
                        cost_target: None,
                    },
                    false => Semantic::ActivateAbility { source, ability_index },
                }
            }
        })
    }

    /// The place of an activated ability among those of its class: those of the card, and then those that effects give.
    fn index(&self, action: Action, card: CardId, ability: AbilityId, mana: bool) -> u32 {
        let pool = self.scene.pool();
        let granted: Vec<AbilityId> = match action {
            Action::Activate { object, .. } => self.scene.visible.granted(object).collect(),
            _ => Vec::new(),
        };
        let is_such = |id: &AbilityId| match &pool.ability(*id).kind {
            gauntlet_cards::ability::AbilityKind::Activatable(way) => {
                matches!(way.kind, ActivatableKind::Ability | ActivatableKind::Loyalty) && way.mana.is_some() == mana
            }
            _ => false,
        };
        let all: Vec<AbilityId> =
            pool.card(card).abilities.iter().copied().chain(granted).filter(|id| is_such(id)).collect();
        all.iter().position(|other| *other == ability).unwrap_or(all.len()) as u32
    }

    fn method(&self, card: CardId, ability: AbilityId) -> Method {
        let pool = self.scene.pool();
        let way = pool.activatable(ability);
        match way.down {
            FaceDown::Morph => return Method::Morph,
            FaceDown::Disguise => return Method::Disguise,
            _ => {}
        }
        match way.condition {
            Some(Condition::PutAway(FaceDown::Plotted)) => return Method::Plot,
            Some(Condition::PutAway(FaceDown::Foretold)) => return Method::Foretell,
            _ => {}
        }
        if let Some(face) = way.face {
            let whole = pool.card(pool.whole(face));
            match whole.layout {
                Layout::Adventure => return Method::Adventure,
                Layout::Modal => return Method::MdfcBack,
                Layout::Prototype => return Method::Prototype,
                layout if layout.has_halves() => {
                    let left = whole.faces.first() == Some(&face);
                    return if left { Method::SplitLeft } else { Method::SplitRight };
                }
                _ => {}
            }
        }
        let ways = &pool.card(card).derived.from_hand;
        match called_after(&pool.ability(ability).text) {
            Some(method) => method,
            None if ways.first() == Some(&ability) => Method::Normal,
            // Which of several it is that have no names of their own isn't known.
            None if way.zone == Zone::Hand && ways.len() == 2 && self.says(card, Method::Evoke) => Method::Evoke,
            None if way.zone == Zone::Hand => Method::Alternative,
            None if way.zone == Zone::Graveyard && self.says(card, Method::Escape) => Method::Escape,
            None => Method::Other,
        }
    }

    /// Returns whether a line of a card's text begins with a keyword.
    fn says(&self, card: CardId, keyword: Method) -> bool {
        let mut lines = self.scene.pool().card(card).text.iter().flat_map(|text| text.lines());
        lines.any(|line| named(line) == Some(keyword))
    }

    fn aim(&self, action: Action) -> Option<Semantic> {
        let TargetsAsked { slot, selected, least, most } = self.scene.visible.targets_asked()?;
        let source = self.source.clone()?;
        if action == Action::Done {
            return Some(Semantic::FinishTargetSelection { source, slot, selected_count: selected });
        }
        let maximum = most.max(least).max(1);
        let selected_count = selected.min(maximum - 1);
        Some(Semantic::ChooseTarget {
            source,
            slot,
            target: self.choice(action)?,
            selected_count,
            minimum: least,
            maximum,
        })
    }

    fn mode(&self, action: Action) -> Option<Semantic> {
        let asked = self.scene.visible.modes_asked()?;
        let source = self.source.clone()?;
        let Action::Mode(mode) = action else { return Some(self.finish()) };
        let selected_count = asked.selected.min(asked.count.checked_sub(1)?);
        let may_stop = self.legal.contains(&Action::Done);
        Some(Semantic::ChooseSpellMode {
            source,
            mode_index: u32::from(mode),
            mode_count: asked.count,
            selected_count,
            minimum: if may_stop { selected_count } else { selected_count + 1 },
            maximum: if may_stop { asked.count } else { selected_count + 1 },
        })
    }

    fn share(&self, amount: u16) -> Option<Semantic> {
        let combat = self.decision.kind == DecisionKind::AssignDamage;
        let recipient = match self.scene.visible.share_for() {
            Some(target) => self.scene.target(target)?,
            None => TargetRef::Object(self.scene.object(self.decision.about)?),
        };
        let (amount, remaining) = (u32::from(amount), u32::from(self.decision.detail.left().max(amount)));
        let script = self.scene.visible.asking().and_then(|item| self.scene.pool().ability(item.ability).kind.script());
        let purpose = if combat { DistributePurpose::CombatDamage } else { asking::divided(script) };
        let source = self.source.clone();
        Some(Semantic::Distribute { source, purpose, recipient, amount, remaining })
    }

    /// Which of several replacement effects applies next to an object, or else to the player who is asked (CR 616.1).
    fn replacement(&self, number: u16) -> Option<Semantic> {
        let replacement = self.scene.visible.replacement_to_order(number)?;
        let affected = self.scene.object(self.decision.about).map(TargetRef::Object);
        Some(Semantic::ChooseReplacement {
            affected: affected.unwrap_or(TargetRef::Player(self.scene.seating.seat(self.decision.player))),
            event: asking::replaced(self.scene.pool(), replacement),
            replacement_source: self.scene.object(replacement.source),
            replacement_index: u32::from(number),
            replacement_count: self.legal.len() as u32,
        })
    }

    fn pay_with(&self, action: Action) -> Option<Semantic> {
        if action == Action::Done {
            return Some(self.finish());
        }
        let (Some(source), TargetRef::Object(candidate)) = (self.source.clone(), self.choice(action)?) else {
            return self.select(action);
        };
        let PicksAsked { selected: selected_count, least: minimum, most: maximum } = self.picks();
        let cost_kind = asking::cost(self.asked_by);
        Some(Semantic::ChooseCostTarget { source, cost_kind, candidate, selected_count, minimum, maximum })
    }

    fn optional(&self, action: Action) -> Option<Semantic> {
        let pay = action == Action::Yes;
        let Some(source) = self.source.clone() else {
            return Some(Semantic::ChooseBoolean { source: None, purpose: BooleanPurpose::Other, value: pay });
        };
        Some(Semantic::OptionalCost { source, cost: asking::optional_cost(self.asked_by), pay })
    }

    /// Whether something is paid in place of the mana cost, or life in place of a symbol of it (CR 118.9, 107.4f).
    fn in_place_of_mana(&self, action: Action) -> Option<Semantic> {
        let other = if self.decision.kind == DecisionKind::PhyrexianLife { "life" } else { "alternative_cost" };
        let choice = if action == Action::Yes { other } else { "mana" };
        Some(Semantic::ChooseCostOption { source: self.source.clone()?, choice: choice.to_owned() })
    }

    /// A word that is voted for or chosen (CR 701.38).
    fn word(&self, place: u16) -> Semantic {
        let count = self.legal.len() as u32;
        let words: Vec<&str> = (0..count as u16).filter_map(|place| self.scene.visible.word_of(place)).collect();
        Semantic::ChooseOption {
            source: self.source.clone(),
            purpose: asking::option(self.asked_by, &words),
            option_index: u32::from(place),
            option_count: count,
            option_label: words.get(usize::from(place)).map(|word| (*word).to_owned()),
        }
    }

    fn is_triggered(&self) -> bool {
        let item = self.scene.visible.asking();
        item.is_some_and(|item| matches!(self.scene.pool().ability(item.ability).kind, AbilityKind::Triggered(_)))
    }

    /// The one card that may be cast while something resolves, and how, if that is what is asked.
    fn card_to_cast(&self) -> Option<(ObjectRef, Method)> {
        let (instr, _) = self.asked_by.instructions()?;
        let mut cards = self.legal.iter().filter(|action| **action != Action::Done);
        let (Some(action), None) = (cards.next(), cards.next()) else { return None };
        let card = match *action {
            Action::Object(index) | Action::Activate { object: index, .. } => self.scene.at(index)?,
            Action::Card(card) | Action::Play { card, .. } => self.scene.card(card)?,
            _ => return None,
        };
        let method = match (instr, *action) {
            // CR 702.35a, 702.94a: where the card is says which of the two it is.
            (Instr::CastSpecial(..), Action::Object(index)) => match self.scene.visible.object(index)?.zone {
                Zone::Exile => Method::Madness,
                _ => Method::Miracle,
            },
            (Instr::CastFree(..) | Instr::CastSome { free: true, .. }, _) => {
                let item = self.scene.visible.asking()?;
                let ability = self.scene.pool().ability(item.ability);
                match named(&ability.text) {
                    Some(method) => method,
                    None if asking::is_last_of_suspend(&ability.kind) => Method::Suspend,
                    None => Method::Free,
                }
            }
            (Instr::CastNow(..) | Instr::CastFor(..) | Instr::CastSome { .. }, _) => Method::Normal,
            (Instr::CastBack(..), _) => Method::Other,
            _ => return None,
        };
        Some((card, method))
    }

    /// Whether that card is cast.
    fn cast(&self, action: Action) -> Option<Semantic> {
        let (card, method) = self.card_to_cast()?;
        Some(Semantic::OptionalCast { card, method, cast_it: action != Action::Done })
    }

    fn number(&self, value: u16) -> Option<Semantic> {
        let numbers = self.legal.iter().filter_map(|action| match action {
            Action::Number(number) => Some(i32::from(*number)),
            _ => None,
        });
        let (minimum, maximum) = (numbers.clone().min()?, numbers.max()?);
        let purpose = asking::number(self.decision.kind, self.asked_by);
        Some(Semantic::ChooseNumber { source: self.source.clone(), purpose, value: i32::from(value), minimum, maximum })
    }

    /// What an action names: a player, an object, or a card by what it is.
    fn choice(&self, action: Action) -> Option<TargetRef> {
        match action {
            Action::Player(player) => Some(TargetRef::Player(self.scene.seating.seat(player))),
            Action::Object(index) => self.scene.at(index).map(TargetRef::Object),
            Action::Card(card) => self.scene.card(card).map(TargetRef::Object),
            _ => None,
        }
    }

    fn select_purpose(&self) -> SelectPurpose {
        match self.decision.kind {
            DecisionKind::Discard => SelectPurpose::Discard,
            DecisionKind::Sacrifice => SelectPurpose::Sacrifice,
            DecisionKind::Search => SelectPurpose::Search,
            DecisionKind::LegendRule => SelectPurpose::LegendRule,
            DecisionKind::AttachTo => SelectPurpose::Attach,
            DecisionKind::Mode => SelectPurpose::Modes,
            DecisionKind::Vote => SelectPurpose::Vote,
            DecisionKind::Pick => asking::picked_for(self.asked_by),
            DecisionKind::CostChoice => asking::paid_with(self.asked_by),
            _ => SelectPurpose::Other,
        }
    }

    fn select(&self, action: Action) -> Option<Semantic> {
        let PicksAsked { selected: selected_count, least: minimum, most: maximum } = self.picks();
        Some(Semantic::SelectObject {
            source: self.source.clone(),
            purpose: self.select_purpose(),
            choice: self.choice(action)?,
            selected_count,
            minimum,
            maximum,
        })
    }

    /// How many objects are asked for; where that isn't known it is one.
    fn picks(&self) -> PicksAsked {
        let may_stop = self.legal.contains(&Action::Done) || self.decision.kind == DecisionKind::Search;
        let one = PicksAsked { selected: 0, least: u32::from(!may_stop), most: 1 };
        let known = self.scene.visible.picks_asked().filter(|asked| asked.selected < asked.most);
        known.unwrap_or(one)
    }

    fn finish(&self) -> Semantic {
        let visible = self.scene.visible;
        let picked = visible.picks_asked().map(|asked| asked.selected);
        let modes = || visible.modes_asked().filter(|_| self.decision.kind == DecisionKind::Mode);
        let selected_count = picked.or_else(|| modes().map(|asked| asked.selected)).unwrap_or(0);
        Semantic::FinishSelection { source: self.source.clone(), purpose: self.select_purpose(), selected_count }
    }
}
