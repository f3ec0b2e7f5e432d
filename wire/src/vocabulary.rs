//! The closed lists of words (§6.2, §6.10, §7.4).

use serde::{Deserialize, Serialize};

/// Declares a closed list of words as an enum that is written as they are.
macro_rules! vocabulary {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub enum $name {
            $(
                #[doc = concat!("`", $word, "`.")]
                #[serde(rename = $word)]
                $variant,
            )*
        }

        impl $name {
            /// All of them, in the order of the specification.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// The word.
            pub const fn word(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)*
                }
            }
        }
    };
}
pub(crate) use vocabulary;

vocabulary! {
    /// The part of a turn, or before the first (§6.2).
    PhaseStep {
        Pregame = "pregame",
        Untap = "untap",
        Upkeep = "upkeep",
        Draw = "draw",
        PrecombatMain = "precombat_main",
        BeginningOfCombat = "beginning_of_combat",
        DeclareAttackers = "declare_attackers",
        DeclareBlockers = "declare_blockers",
        CombatDamage = "combat_damage",
        EndOfCombat = "end_of_combat",
        PostcombatMain = "postcombat_main",
        EndStep = "end_step",
        Cleanup = "cleanup",
    }
}

vocabulary! {
    /// What is on the stack (§6.5).
    StackKind {
        Spell = "spell",
        ActivatedAbility = "activated_ability",
        TriggeredAbility = "triggered_ability",
    }
}

vocabulary! {
    /// How a hidden card came to be known (§6.7).
    How {
        Revealed = "revealed",
        LookedAt = "looked_at",
        FromPublicZone = "from_public_zone",
        OwnPlacement = "own_placement",
        Searching = "searching",
        Tracked = "tracked",
    }
}

vocabulary! {
    /// Day or night (§6.2).
    DayNight {
        Day = "day",
        Night = "night",
        None = "none",
    }
}

vocabulary! {
    /// A supertype (§6.10).
    Supertype {
        Basic = "basic",
        Legendary = "legendary",
        Ongoing = "ongoing",
        Snow = "snow",
        World = "world",
    }
}

vocabulary! {
    /// A card type (§6.10).
    CardType {
        Artifact = "artifact",
        Battle = "battle",
        Conspiracy = "conspiracy",
        Creature = "creature",
        Dungeon = "dungeon",
        Enchantment = "enchantment",
        Instant = "instant",
        Kindred = "kindred",
        Land = "land",
        Phenomenon = "phenomenon",
        Plane = "plane",
        Planeswalker = "planeswalker",
        Scheme = "scheme",
        Sorcery = "sorcery",
        Vanguard = "vanguard",
    }
}

vocabulary! {
    /// A color (§6.10).
    Color {
        White = "white",
        Blue = "blue",
        Black = "black",
        Red = "red",
        Green = "green",
    }
}

vocabulary! {
    /// A type of mana (§6.10).
    Mana {
        White = "W",
        Blue = "U",
        Black = "B",
        Red = "R",
        Green = "G",
        Colorless = "C",
    }
}

vocabulary! {
    /// Of what kind a public value is that was chosen for a permanent (§6.10).
    ChosenKind {
        Color = "color",
        CardName = "card_name",
        CreatureType = "creature_type",
        CardType = "card_type",
        LandType = "land_type",
        Number = "number",
        Player = "player",
        Mode = "mode",
        Other = "other",
    }
}

vocabulary! {
    /// What objects are selected for.
    SelectPurpose {
        Discard = "discard",
        Sacrifice = "sacrifice",
        Exile = "exile",
        Destroy = "destroy",
        ReturnToHand = "return_to_hand",
        Search = "search",
        Reveal = "reveal",
        PutOntoBattlefield = "put_onto_battlefield",
        PutIntoHand = "put_into_hand",
        PutIntoGraveyard = "put_into_graveyard",
        LegendRule = "legend_rule",
        Tap = "tap",
        Untap = "untap",
        Delve = "delve",
        Convoke = "convoke",
        Attach = "attach",
        Keep = "keep",
        Vote = "vote",
        Modes = "modes",
        Other = "other",
    }
}

vocabulary! {
    /// What a yes or no is about.
    BooleanPurpose {
        MayAbility = "may_ability",
        OptionalTrigger = "optional_trigger",
        MayCast = "may_cast",
        ChangeCopyTargets = "change_copy_targets",
        OptionalReplacement = "optional_replacement",
        Reveal = "reveal",
        Other = "other",
    }
}

vocabulary! {
    /// What a number is for.
    NumberPurpose {
        XValue = "x_value",
        Amount = "amount",
        LifePayment = "life_payment",
        CostRepetitions = "cost_repetitions",
        Vote = "vote",
        Other = "other",
    }
}

vocabulary! {
    /// What an option is of.
    OptionPurpose {
        EffectOption = "effect_option",
        TopOrBottom = "top_or_bottom",
        OddOrEven = "odd_or_even",
        Vote = "vote",
        Other = "other",
    }
}

vocabulary! {
    /// What a color is for.
    ColorPurpose {
        Mana = "mana",
        Protection = "protection",
        Effect = "effect",
        Other = "other",
    }
}

vocabulary! {
    /// Of what a name is.
    NamePurpose {
        CardName = "card_name",
        CreatureType = "creature_type",
        CardType = "card_type",
        LandType = "land_type",
        BasicLandType = "basic_land_type",
        Other = "other",
    }
}

vocabulary! {
    /// What is put in order.
    OrderPurpose {
        Triggers = "triggers",
        LibraryTop = "library_top",
        LibraryBottom = "library_bottom",
        MulliganBottom = "mulligan_bottom",
        Arrangement = "arrangement",
        Other = "other",
    }
}

vocabulary! {
    /// Why cards are arranged.
    ArrangePurpose {
        Scry = "scry",
        Surveil = "surveil",
        Dig = "dig",
        LookAtTop = "look_at_top",
        PileSplit = "pile_split",
        Other = "other",
    }
}

vocabulary! {
    /// Where an arranged card goes.
    Destination {
        Top = "top",
        Bottom = "bottom",
        Graveyard = "graveyard",
        Exile = "exile",
        Hand = "hand",
        Battlefield = "battlefield",
        Pile0 = "pile_0",
        Pile1 = "pile_1",
    }
}

vocabulary! {
    /// What is distributed.
    DistributePurpose {
        Damage = "damage",
        CombatDamage = "combat_damage",
        Counters = "counters",
        Mana = "mana",
        Life = "life",
        Other = "other",
    }
}

vocabulary! {
    /// Why a pile is chosen.
    PilePurpose {
        Effect = "effect",
        Other = "other",
    }
}

vocabulary! {
    /// How a card is cast.
    Method {
        Normal = "normal",
        Alternative = "alternative",
        Flashback = "flashback",
        Escape = "escape",
        Evoke = "evoke",
        Overload = "overload",
        Adventure = "adventure",
        Disturb = "disturb",
        Foretell = "foretell",
        Plot = "plot",
        MdfcBack = "mdfc_back",
        SplitLeft = "split_left",
        SplitRight = "split_right",
        Fuse = "fuse",
        Prototype = "prototype",
        Morph = "morph",
        Disguise = "disguise",
        Madness = "madness",
        Miracle = "miracle",
        Cascade = "cascade",
        Discover = "discover",
        Rebound = "rebound",
        Suspend = "suspend",
        Free = "free",
        Other = "other",
    }
}

vocabulary! {
    /// An optional cost.
    OptionalCostKind {
        Kicker = "kicker",
        Buyback = "buyback",
        Entwine = "entwine",
        Conspire = "conspire",
        Casualty = "casualty",
        Bargain = "bargain",
        Gift = "gift",
        Offspring = "offspring",
        Copy = "copy",
        UnlessPayment = "unless_payment",
        Additional = "additional",
        Other = "other",
    }
}

vocabulary! {
    /// A cost that is paid with an object.
    CostKind {
        Sacrifice = "sacrifice",
        Discard = "discard",
        Exile = "exile",
        Tap = "tap",
        Untap = "untap",
        ReturnToHand = "return_to_hand",
        Reveal = "reveal",
        RemoveCounter = "remove_counter",
        Other = "other",
    }
}

vocabulary! {
    /// A special action.
    SpecialAction {
        TurnFaceUp = "turn_face_up",
        Plot = "plot",
        Foretell = "foretell",
        Suspend = "suspend",
        UnlockDoor = "unlock_door",
        Other = "other",
    }
}

vocabulary! {
    /// An event that is replaced.
    ReplacedEvent {
        ZoneChange = "zone_change",
        Damage = "damage",
        Draw = "draw",
        EnterBattlefield = "enter_battlefield",
        Counters = "counters",
        Life = "life",
        Other = "other",
    }
}

vocabulary! {
    /// The kinds of candidates, those of priority first (§7.2, §7.3). The reserved ones aren't among them: an engine that sends one is wrong.
    Kind {
        Pass = "pass",
        PlayLand = "play_land",
        CastSpell = "cast_spell",
        ActivateManaAbility = "activate_mana_ability",
        ActivateAbility = "activate_ability",
        SpecialAction = "special_action",
        ChooseTarget = "choose_target",
        FinishTargetSelection = "finish_target_selection",
        ChooseCostTarget = "choose_cost_target",
        ChooseCastMethod = "choose_cast_method",
        ChooseSpellMode = "choose_spell_mode",
        ChooseOption = "choose_option",
        ChooseColor = "choose_color",
        ChooseNumber = "choose_number",
        ChooseBoolean = "choose_boolean",
        ChooseName = "choose_name",
        SelectObject = "select_object",
        FinishSelection = "finish_selection",
        OptionalCost = "optional_cost",
        ChooseCostOption = "choose_cost_option",
        OptionalCast = "optional_cast",
        Mulligan = "mulligan",
        OrderPick = "order_pick",
        ArrangeCard = "arrange_card",
        ChooseReplacement = "choose_replacement",
        ChooseStartingPlayer = "choose_starting_player",
        DeclareAttack = "declare_attack",
        DeclareBlock = "declare_block",
        Distribute = "distribute",
        ChoosePile = "choose_pile",
    }
}

impl Kind {
    /// The kinds that every engine has (§9.1).
    pub const NEEDED: [Kind; 5] =
        [Kind::Pass, Kind::PlayLand, Kind::CastSpell, Kind::DeclareAttack, Kind::DeclareBlock];

    /// Returns whether candidates of this kind are offered to a player who has priority (§7.2).
    pub fn is_priority(self) -> bool {
        self <= Kind::SpecialAction
    }
}

/// A word in the form that open lists have: lowercase, without apostrophes, `_` for spaces and hyphens (§6.10).
pub fn normalized(name: &str) -> String {
    let joined = |letter| if matches!(letter, ' ' | '-') { '_' } else { letter };
    let letters = name.chars().filter(|letter| !matches!(letter, '\'' | '’')).map(joined);
    // Nearly all names are ASCII, and every object of every observation has some.
    if name.is_ascii() {
        return letters.map(|letter| letter.to_ascii_lowercase()).collect();
    }
    letters.flat_map(char::to_lowercase).collect()
}

/// Returns whether a word has the form that words of open lists have (§4.4).
pub fn is_word(word: &str) -> bool {
    let mut letters = word.bytes();
    letters.next().is_some_and(|first| first.is_ascii_lowercase())
        && letters.all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_written_as_they_are_called() {
        for kind in Kind::ALL {
            assert_eq!(serde_json::to_string(kind).expect("a word"), format!("{:?}", kind.word()));
            assert!(is_word(kind.word()));
        }
        assert_eq!(Kind::ALL.len(), 30);
        assert_eq!(serde_json::to_string(&Mana::Colorless).expect("a word"), "\"C\"");
    }

    #[test]
    fn names_are_normalized() {
        assert_eq!(normalized("Urza's"), "urzas");
        assert_eq!(normalized("Time Lord"), "time_lord");
        assert_eq!(normalized("Power-Plant"), "power_plant");
        assert!(!is_word("") && !is_word("1a") && !is_word("A") && !is_word("a-b") && is_word("p1p1"));
    }
}
