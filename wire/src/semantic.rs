//! What a candidate means (§7).

use serde::{Deserialize, Serialize};

use crate::json::nullable;
use crate::reference::{ObjectRef, Seat, TargetRef, Zone};
use crate::vocabulary::{
    ArrangePurpose, BooleanPurpose, Color, ColorPurpose, CostKind, Destination, DistributePurpose, Kind, Mana, Method,
    NamePurpose, NumberPurpose, OptionPurpose, OptionalCostKind, OrderPurpose, PilePurpose, ReplacedEvent,
    SelectPurpose, SpecialAction, is_word,
};

/// What a candidate means.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(missing_docs, reason = "the fields are called as in the tables of §7.2 and §7.3")]
pub enum Semantic {
    /// Pass priority.
    Pass {},
    /// Play a land with this face up.
    PlayLand { source: ObjectRef, face: u32 },
    /// Cast a card; without a method, that is asked next.
    CastSpell {
        source: ObjectRef,
        #[serde(deserialize_with = "nullable")]
        method: Option<Method>,
    },
    /// Activate a mana ability.
    ActivateManaAbility {
        source: ObjectRef,
        ability_index: u32,
        #[serde(deserialize_with = "nullable")]
        mana_choice: Option<Mana>,
        #[serde(deserialize_with = "nullable")]
        cost_target: Option<TargetRef>,
    },
    /// Activate an ability that isn't a mana ability.
    ActivateAbility { source: ObjectRef, ability_index: u32 },
    /// Take a special action.
    SpecialAction { source: ObjectRef, action: SpecialAction },
    /// One more target.
    ChooseTarget { source: ObjectRef, slot: u32, target: TargetRef, selected_count: u32, minimum: u32, maximum: u32 },
    /// No more targets.
    FinishTargetSelection { source: ObjectRef, slot: u32, selected_count: u32 },
    /// Pay a cost with an object.
    ChooseCostTarget {
        source: ObjectRef,
        cost_kind: CostKind,
        candidate: ObjectRef,
        selected_count: u32,
        minimum: u32,
        maximum: u32,
    },
    /// How a card is cast.
    ChooseCastMethod { source: ObjectRef, method: Method },
    /// One more mode.
    ChooseSpellMode {
        source: ObjectRef,
        mode_index: u32,
        mode_count: u32,
        selected_count: u32,
        minimum: u32,
        maximum: u32,
    },
    /// One of an effect's options.
    ChooseOption {
        #[serde(deserialize_with = "nullable")]
        source: Option<ObjectRef>,
        purpose: OptionPurpose,
        option_index: u32,
        option_count: u32,
        #[serde(deserialize_with = "nullable")]
        option_label: Option<String>,
    },
    /// A color.
    ChooseColor {
        #[serde(deserialize_with = "nullable")]
        source: Option<ObjectRef>,
        purpose: ColorPurpose,
        color: Color,
    },
    /// A number.
    ChooseNumber {
        #[serde(deserialize_with = "nullable")]
        source: Option<ObjectRef>,
        purpose: NumberPurpose,
        value: i32,
        minimum: i32,
        maximum: i32,
    },
    /// Yes or no.
    ChooseBoolean {
        #[serde(deserialize_with = "nullable")]
        source: Option<ObjectRef>,
        purpose: BooleanPurpose,
        value: bool,
    },
    /// A name.
    ChooseName {
        #[serde(deserialize_with = "nullable")]
        source: Option<ObjectRef>,
        purpose: NamePurpose,
        value: String,
    },
    /// One more object or player, without targeting.
    SelectObject {
        #[serde(deserialize_with = "nullable")]
        source: Option<ObjectRef>,
        purpose: SelectPurpose,
        choice: TargetRef,
        selected_count: u32,
        minimum: u32,
        maximum: u32,
    },
    /// No more of them.
    FinishSelection {
        #[serde(deserialize_with = "nullable")]
        source: Option<ObjectRef>,
        purpose: SelectPurpose,
        selected_count: u32,
    },
    /// Pay an optional cost, or don't.
    OptionalCost { source: ObjectRef, cost: OptionalCostKind, pay: bool },
    /// One of several ways to pay a cost.
    ChooseCostOption { source: ObjectRef, choice: String },
    /// Cast a card that is offered, or don't.
    OptionalCast { card: ObjectRef, method: Method, cast_it: bool },
    /// Keep the hand, or don't.
    Mulligan { hand_size: u32, mulligans_taken: u32, keep: bool },
    /// What comes next in an order.
    OrderPick {
        #[serde(deserialize_with = "nullable")]
        source: Option<ObjectRef>,
        purpose: OrderPurpose,
        item: Item,
        position: u32,
        count: u32,
    },
    /// Where a card goes that is looked at.
    ArrangeCard {
        #[serde(deserialize_with = "nullable")]
        source: Option<ObjectRef>,
        purpose: ArrangePurpose,
        card: ObjectRef,
        card_index: u32,
        card_count: u32,
        destination: Destination,
    },
    /// Which replacement effect applies next.
    ChooseReplacement {
        affected: TargetRef,
        event: ReplacedEvent,
        #[serde(deserialize_with = "nullable")]
        replacement_source: Option<ObjectRef>,
        replacement_index: u32,
        replacement_count: u32,
    },
    /// Who begins.
    ChooseStartingPlayer { player: Seat },
    /// What a creature attacks, if it does.
    DeclareAttack {
        attacker: ObjectRef,
        #[serde(deserialize_with = "nullable")]
        defender: Option<TargetRef>,
    },
    /// What a creature blocks, if it does.
    DeclareBlock {
        blocker: ObjectRef,
        #[serde(deserialize_with = "nullable")]
        attacker: Option<ObjectRef>,
    },
    /// How much a recipient gets.
    Distribute {
        #[serde(deserialize_with = "nullable")]
        source: Option<ObjectRef>,
        purpose: DistributePurpose,
        recipient: TargetRef,
        amount: u32,
        remaining: u32,
    },
    /// One of two piles.
    ChoosePile {
        #[serde(deserialize_with = "nullable")]
        source: Option<ObjectRef>,
        purpose: PilePurpose,
        pile_index: u32,
        piles: [Vec<ObjectRef>; 2],
    },
}

/// What is put in order (§7.3).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Item {
    /// An object.
    Object(ObjectRef),
    /// A triggered ability.
    Trigger(TriggerItem),
}

/// A triggered ability that is put in order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct TriggerItem {
    /// Of what.
    #[serde(deserialize_with = "nullable")]
    pub source: Option<ObjectRef>,
    /// What that is called.
    #[serde(deserialize_with = "nullable")]
    pub source_name: Option<String>,
    /// Which of its triggered abilities.
    #[serde(deserialize_with = "nullable")]
    pub ability_index: Option<u32>,
    /// What the event was about.
    pub event_objects: Vec<ObjectRef>,
    /// Which of several that are alike otherwise.
    pub instance: u32,
    /// Words for people.
    #[serde(deserialize_with = "nullable")]
    pub label: Option<String>,
}

impl Semantic {
    /// Of what kind it is.
    pub fn kind(&self) -> Kind {
        match self {
            Semantic::Pass {} => Kind::Pass,
            Semantic::PlayLand { .. } => Kind::PlayLand,
            Semantic::CastSpell { .. } => Kind::CastSpell,
            Semantic::ActivateManaAbility { .. } => Kind::ActivateManaAbility,
            Semantic::ActivateAbility { .. } => Kind::ActivateAbility,
            Semantic::SpecialAction { .. } => Kind::SpecialAction,
            Semantic::ChooseTarget { .. } => Kind::ChooseTarget,
            Semantic::FinishTargetSelection { .. } => Kind::FinishTargetSelection,
            Semantic::ChooseCostTarget { .. } => Kind::ChooseCostTarget,
            Semantic::ChooseCastMethod { .. } => Kind::ChooseCastMethod,
            Semantic::ChooseSpellMode { .. } => Kind::ChooseSpellMode,
            Semantic::ChooseOption { .. } => Kind::ChooseOption,
            Semantic::ChooseColor { .. } => Kind::ChooseColor,
            Semantic::ChooseNumber { .. } => Kind::ChooseNumber,
            Semantic::ChooseBoolean { .. } => Kind::ChooseBoolean,
            Semantic::ChooseName { .. } => Kind::ChooseName,
            Semantic::SelectObject { .. } => Kind::SelectObject,
            Semantic::FinishSelection { .. } => Kind::FinishSelection,
            Semantic::OptionalCost { .. } => Kind::OptionalCost,
            Semantic::ChooseCostOption { .. } => Kind::ChooseCostOption,
            Semantic::OptionalCast { .. } => Kind::OptionalCast,
            Semantic::Mulligan { .. } => Kind::Mulligan,
            Semantic::OrderPick { .. } => Kind::OrderPick,
            Semantic::ArrangeCard { .. } => Kind::ArrangeCard,
            Semantic::ChooseReplacement { .. } => Kind::ChooseReplacement,
            Semantic::ChooseStartingPlayer { .. } => Kind::ChooseStartingPlayer,
            Semantic::DeclareAttack { .. } => Kind::DeclareAttack,
            Semantic::DeclareBlock { .. } => Kind::DeclareBlock,
            Semantic::Distribute { .. } => Kind::Distribute,
            Semantic::ChoosePile { .. } => Kind::ChoosePile,
        }
    }

    /// What it is for: the spell, ability or object that asks.
    pub fn source(&self) -> Option<&ObjectRef> {
        match self {
            Semantic::ChooseTarget { source, .. }
            | Semantic::FinishTargetSelection { source, .. }
            | Semantic::ChooseCostTarget { source, .. }
            | Semantic::ChooseCastMethod { source, .. }
            | Semantic::ChooseSpellMode { source, .. }
            | Semantic::OptionalCost { source, .. }
            | Semantic::ChooseCostOption { source, .. } => Some(source),
            Semantic::ChooseOption { source, .. }
            | Semantic::ChooseColor { source, .. }
            | Semantic::ChooseNumber { source, .. }
            | Semantic::ChooseBoolean { source, .. }
            | Semantic::ChooseName { source, .. }
            | Semantic::SelectObject { source, .. }
            | Semantic::FinishSelection { source, .. }
            | Semantic::OrderPick { source, .. }
            | Semantic::ArrangeCard { source, .. }
            | Semantic::Distribute { source, .. }
            | Semantic::ChoosePile { source, .. } => source.as_ref(),
            Semantic::Pass {}
            | Semantic::PlayLand { .. }
            | Semantic::CastSpell { .. }
            | Semantic::ActivateManaAbility { .. }
            | Semantic::ActivateAbility { .. }
            | Semantic::SpecialAction { .. }
            | Semantic::OptionalCast { .. }
            | Semantic::Mulligan { .. }
            | Semantic::ChooseReplacement { .. }
            | Semantic::ChooseStartingPlayer { .. }
            | Semantic::DeclareAttack { .. }
            | Semantic::DeclareBlock { .. } => None,
        }
    }

    /// The word for what is chosen for, in kinds that have one.
    pub fn purpose(&self) -> Option<&'static str> {
        match self {
            Semantic::ChooseOption { purpose, .. } => Some(purpose.word()),
            Semantic::ChooseColor { purpose, .. } => Some(purpose.word()),
            Semantic::ChooseNumber { purpose, .. } => Some(purpose.word()),
            Semantic::ChooseBoolean { purpose, .. } => Some(purpose.word()),
            Semantic::ChooseName { purpose, .. } => Some(purpose.word()),
            Semantic::SelectObject { purpose, .. } | Semantic::FinishSelection { purpose, .. } => Some(purpose.word()),
            Semantic::OrderPick { purpose, .. } => Some(purpose.word()),
            Semantic::ArrangeCard { purpose, .. } => Some(purpose.word()),
            Semantic::Distribute { purpose, .. } => Some(purpose.word()),
            Semantic::ChoosePile { purpose, .. } => Some(purpose.word()),
            _ => None,
        }
    }

    /// The objects that it is about, what asks not among them.
    pub fn subjects(&self) -> Vec<&ObjectRef> {
        match self {
            Semantic::PlayLand { source, .. }
            | Semantic::CastSpell { source, .. }
            | Semantic::ActivateAbility { source, .. }
            | Semantic::SpecialAction { source, .. } => vec![source],
            Semantic::ActivateManaAbility { source, cost_target, .. } => {
                [Some(source), cost_target.as_ref().and_then(TargetRef::object)].into_iter().flatten().collect()
            }
            Semantic::ChooseTarget { target: choice, .. }
            | Semantic::SelectObject { choice, .. }
            | Semantic::Distribute { recipient: choice, .. } => choice.object().into_iter().collect(),
            Semantic::ChooseCostTarget { candidate: card, .. }
            | Semantic::OptionalCast { card, .. }
            | Semantic::ArrangeCard { card, .. } => vec![card],
            Semantic::OrderPick { item: Item::Object(object), .. } => vec![object],
            Semantic::OrderPick { item: Item::Trigger(trigger), .. } => {
                trigger.source.iter().chain(&trigger.event_objects).collect()
            }
            Semantic::ChooseReplacement { affected, replacement_source, .. } => {
                affected.object().into_iter().chain(replacement_source).collect()
            }
            Semantic::DeclareAttack { attacker, defender } => {
                [Some(attacker), defender.as_ref().and_then(TargetRef::object)].into_iter().flatten().collect()
            }
            Semantic::DeclareBlock { blocker, attacker } => {
                [Some(blocker), attacker.as_ref()].into_iter().flatten().collect()
            }
            Semantic::ChoosePile { piles, .. } => piles.iter().flatten().collect(),
            Semantic::Pass {}
            | Semantic::FinishTargetSelection { .. }
            | Semantic::ChooseCastMethod { .. }
            | Semantic::ChooseSpellMode { .. }
            | Semantic::ChooseOption { .. }
            | Semantic::ChooseColor { .. }
            | Semantic::ChooseNumber { .. }
            | Semantic::ChooseBoolean { .. }
            | Semantic::ChooseName { .. }
            | Semantic::FinishSelection { .. }
            | Semantic::OptionalCost { .. }
            | Semantic::ChooseCostOption { .. }
            | Semantic::Mulligan { .. }
            | Semantic::ChooseStartingPlayer { .. } => Vec::new(),
        }
    }

    /// The card of a zone hidden from the viewer that it is about, if it is about one: what such candidates are sorted by (§7.1).
    pub fn hidden_subject(&self, viewer: Seat) -> Option<(&Option<String>, &str)> {
        let hidden = |object: &&ObjectRef| {
            object.zone == Zone::Library || (object.zone == Zone::Hand && object.owner_seat != viewer)
        };
        let object = self.subjects().into_iter().find(hidden)?;
        Some((&object.card_name, &object.object_id))
    }

    /// Checks what its fields must be to each other (§7.3).
    ///
    /// # Errors
    /// What is wrong.
    pub fn check(&self) -> Result<(), String> {
        let holds = match self {
            Semantic::ChooseTarget { selected_count, minimum, maximum, .. }
            | Semantic::ChooseCostTarget { selected_count, minimum, maximum, .. }
            | Semantic::SelectObject { selected_count, minimum, maximum, .. } => {
                minimum <= maximum && selected_count < maximum
            }
            Semantic::ChooseSpellMode { mode_index, mode_count, selected_count, minimum, maximum, .. } => {
                mode_index < mode_count && minimum <= maximum && maximum <= mode_count && selected_count < maximum
            }
            Semantic::ChooseOption { option_index, option_count, .. } => option_index < option_count,
            Semantic::ChooseNumber { value, minimum, maximum, .. } => minimum <= value && value <= maximum,
            Semantic::OrderPick { position, count, .. } => position < count,
            Semantic::ArrangeCard { card_index, card_count, .. } => card_index < card_count,
            Semantic::ChooseReplacement { replacement_index, replacement_count, .. } => {
                *replacement_count >= 2 && replacement_index < replacement_count
            }
            Semantic::Distribute { amount, remaining, .. } => amount <= remaining,
            Semantic::ChoosePile { pile_index, .. } => *pile_index < 2,
            Semantic::ChooseCostOption { choice, .. } => is_word(choice),
            _ => true,
        };
        if holds { Ok(()) } else { Err(format!("the numbers or words of {} don't fit each other", self.kind().word())) }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(value: serde_json::Value) -> Result<Semantic, String> {
        crate::json::exactly(&value)
    }

    #[test]
    fn fields_are_these_and_no_others() {
        assert_eq!(read(json!({"kind": "pass"})), Ok(Semantic::Pass {}));
        for wrong in [
            json!({"kind": "pass", "more": 1}),
            json!({"kind": "concede"}),
            json!({"kind": "pay_mana"}),
            json!({}),
            json!({"kind": "mulligan", "hand_size": 7, "mulligans_taken": 0}),
            json!({"kind": "mulligan", "hand_size": -1, "mulligans_taken": 0, "keep": true}),
            json!({"kind": "choose_boolean", "purpose": "may_ability", "value": true}),
            json!({"kind": "choose_boolean", "source": null, "purpose": "because", "value": true}),
        ] {
            assert!(read(wrong.clone()).is_err(), "{wrong}");
        }
        let may = json!({"kind": "choose_boolean", "source": null, "purpose": "may_ability", "value": true});
        let read = read(may.clone()).expect("a semantic");
        assert_eq!(serde_json::to_value(&read).expect("JSON"), may);
    }

    #[test]
    fn targets_are_one_thing_exactly() {
        let with = |target: serde_json::Value| {
            read(json!({"kind": "declare_attack", "attacker": {
                "object_id": "o-1", "card_name": null, "owner_seat": "p0", "controller_seat": "p0", "zone": "battlefield",
            }, "defender": target}))
        };
        assert!(with(json!({"player": "p1"})).is_ok());
        assert!(with(json!(null)).is_ok());
        assert!(with(json!({})).is_err());
        assert!(with(json!({"player": "p2"})).is_err());
        assert!(with(json!({"player": "p1", "object": null})).is_err());
    }

    #[test]
    fn numbers_fit_each_other() {
        let number = |value, minimum, maximum| Semantic::ChooseNumber {
            source: None,
            purpose: NumberPurpose::XValue,
            value,
            minimum,
            maximum,
        };
        assert!(number(2, 0, 2).check().is_ok());
        assert!(number(3, 0, 2).check().is_err());
        let share = |amount| Semantic::Distribute {
            source: None,
            purpose: DistributePurpose::Damage,
            recipient: TargetRef::Player(Seat::P0),
            amount,
            remaining: 3,
        };
        assert!(share(3).check().is_ok() && share(4).check().is_err());
    }
}
