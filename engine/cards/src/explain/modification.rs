//! Changes of characteristics, and how long they last, in words.

use super::teller::Teller;
use super::words::{Who, an, colors, keywords, list_and, restrictions, types};
use crate::effect::{Duration, Modification, WordKind};
use crate::filter::{Amount, Objects};
use crate::types::{Subtype, SubtypeKind, Supertypes};

impl Teller<'_> {
    /// What changes, each as something that the changed object does: "get +1/+1".
    pub(super) fn changes(&self, changes: &[Modification]) -> Vec<String> {
        changes.iter().flat_map(|change| self.change(change)).collect()
    }

    /// "it gets +1/+1 and gains flying".
    pub(super) fn changed(&self, who: &Who, changes: &[Modification]) -> String {
        if changes.is_empty() {
            // What is about the building of decks (CR 702.124).
            return who.does("gain what means nothing in a game of two players");
        }
        let changes: Vec<String> = self.changes(changes).iter().map(|change| who.form(change)).collect();
        format!("{} {}", who.text, list_and(&changes))
    }

    fn change(&self, change: &Modification) -> Vec<String> {
        let one = |words: String| vec![words];
        match change {
            Modification::CopyOf(what) => one(format!("become a copy of {}", self.objects(what).text)),
            Modification::Control(who) => {
                let who = self.players(who);
                one(if who.is_you() {
                    "come under your control".to_owned()
                } else {
                    format!("come under {} control", who.of())
                })
            }
            Modification::ChangeText(_) => {
                one("have every instance of the first chosen word in its text replaced by the second".to_owned())
            }
            Modification::AddTypes(some) => {
                one(format!("become {} in addition to its other types", an(&types(*some).join(" "))))
            }
            Modification::SetTypes(some) => {
                vec![format!("become {}", an(&types(*some).join(" "))), "lose its other card types".to_owned()]
            }
            Modification::RemoveTypes(some) => one(format!("stop being {}", an(&types(*some).join(" ")))),
            Modification::SetName(name) => one(format!("be named {name}")),
            Modification::AddSupertypes(some) => one(format!("become {} in addition", supertypes(*some))),
            Modification::RemoveSupertypes(some) => one(format!("stop being {}", supertypes(*some))),
            Modification::AddSubtypes(some) => one(format!("become {} in addition to its other types", names(some))),
            Modification::SetSubtypes(kind, some) if some.is_empty() => {
                one(format!("lose all {} types", kind_name(*kind)))
            }
            Modification::SetSubtypes(kind, some) => {
                vec![format!("become {}", names(some)), format!("lose its other {} types", kind_name(*kind))]
            }
            Modification::AddEveryCreatureType => one("become every creature type".to_owned()),
            Modification::AddEveryNonbasicLandType => one("become every nonbasic land type".to_owned()),
            Modification::AddChosenType => one("become the chosen type in addition to its other types".to_owned()),
            Modification::SetChosenType => {
                vec!["become the chosen type".to_owned(), "lose its other types of that kind".to_owned()]
            }
            Modification::SetColors(some) if some.is_empty() => one("become colorless".to_owned()),
            Modification::SetColors(some) => one(format!("become {} (and no other color)", list_and(&colors(*some)))),
            Modification::AddChosenColor => one("become the chosen color in addition".to_owned()),
            Modification::SetChosenColor => one("become the chosen color (and no other)".to_owned()),
            Modification::AddColors(some) => {
                one(format!("become {} in addition to its other colors", list_and(&colors(*some))))
            }
            Modification::AddKeywords(some) => one(format!("gain {}", list_and(&keywords(*some)))),
            Modification::RemoveKeywords(some) => one(format!("lose {}", list_and(&keywords(*some)))),
            Modification::AddAbility(ability) => one(format!("gain {}", self.given_below(*ability))),
            Modification::AddThisAbility => one("gain this ability".to_owned()),
            Modification::AddActivatedOf(Objects::Each(zone, filter)) => {
                one(format!("gain all activated abilities of {}", self.noun(filter, Some(*zone)).plural()))
            }
            Modification::AddActivatedOf(of) => {
                one(format!("gain all activated abilities of {}", self.objects(of).text))
            }
            Modification::LoseAllAbilities => one("lose all abilities".to_owned()),
            Modification::LoseThisAbility => one("lose this ability".to_owned()),
            Modification::CantHaveKeywords(some) => one(format!("can't have or gain {}", list_and(&keywords(*some)))),
            Modification::AddProtectionFromChosenColor => one("gain protection from the chosen color".to_owned()),
            Modification::Restrict(some) => restrictions(*some),
            Modification::Quality(ability) => one(self.quality(*ability)),
            Modification::QualityByControl(own, other) => {
                one(format!("{} while you control it and {} while you don't", self.quality(*own), self.quality(*other)))
            }
            Modification::DefinePT(power, toughness) => {
                one(format!("have {} (a characteristic-defining ability, in every zone)", self.pt(power, toughness)))
            }
            Modification::SetBasePT(power, toughness) => one(format!("have base {}", self.pt(power, toughness))),
            Modification::AddPT(power, toughness) => {
                one(format!("get {}/{}", self.signed(power), self.signed(toughness)))
            }
            Modification::SwitchPT => one("have its power and toughness switched".to_owned()),
        }
    }

    fn pt(&self, power: &Option<Amount>, toughness: &Option<Amount>) -> String {
        match (power, toughness) {
            (Some(Amount::Const(p)), Some(Amount::Const(t))) => format!("power and toughness {p}/{t}"),
            (Some(p), Some(t)) if p == t => format!("power and toughness each equal to {}", self.amount(p)),
            (Some(p), Some(t)) => format!("power {} and toughness {}", self.amount(p), self.amount(t)),
            (Some(p), None) => format!("power {}", self.amount(p)),
            (None, Some(t)) => format!("toughness {}", self.amount(t)),
            (None, None) => "power and toughness as they are".to_owned(),
        }
    }

    /// How long an effect on something lasts.
    pub(super) fn duration(&self, duration: Duration) -> String {
        let source = self.source();
        match duration {
            Duration::EndOfTurn => "until end of turn".to_owned(),
            Duration::EndOfCombat => "until end of combat".to_owned(),
            Duration::YourNextTurn => "until your next turn".to_owned(),
            Duration::YourNextEndStep => "until your next end step".to_owned(),
            Duration::YourNextUpkeep => "until the beginning of your next upkeep".to_owned(),
            Duration::EndOfYourNextTurn => "until the end of your next turn".to_owned(),
            Duration::ControllersNextUntap => "until its controller's next untap step has ended".to_owned(),
            Duration::PlayersNextUntap => "until that player's next untap step has ended".to_owned(),
            Duration::WhileSourceOnBattlefield => format!("for as long as {source} remains on the battlefield"),
            Duration::WhileYouControlSource => format!("for as long as you control {source}"),
            Duration::WhileYouControlIt => "for as long as you control it".to_owned(),
            Duration::WhileSourceTapped => format!("for as long as {source} remains tapped"),
            Duration::WhileYouControlTappedSource => {
                format!("for as long as you control {source} and it remains tapped")
            }
            Duration::WhileItHasCounter(kind) => {
                format!("for as long as it has {} on it", an(&self.any_counter(Some(kind))))
            }
            Duration::WhileItIsEnchanted => "for as long as it's enchanted".to_owned(),
            Duration::WhilePrepared => format!("for as long as {source} is prepared"),
            Duration::WhileEncoded => format!("for as long as {source} is encoded on it"),
            Duration::UntilAnotherExiled => format!("until you exile another card with {source}"),
            Duration::UntilSourceCast => format!("until {source} is cast from exile"),
            Duration::UntilEnded(ability) => {
                format!("until its controller ends it with {}", self.ability_below(ability))
            }
            Duration::Indefinite => "for good".to_owned(),
        }
    }
}

fn supertypes(some: Supertypes) -> String {
    let names = Supertypes::TABLE.iter().filter(|row| some.contains(row.0)).map(|row| row.1.to_lowercase());
    list_and(&names.collect::<Vec<_>>())
}

fn names(subtypes: &[Subtype]) -> String {
    subtypes.iter().map(|subtype| subtype.name()).collect::<Vec<_>>().join(" ")
}

fn kind_name(kind: SubtypeKind) -> &'static str {
    match kind {
        SubtypeKind::BasicLand | SubtypeKind::Land => "land",
        SubtypeKind::Creature => "creature",
        SubtypeKind::Artifact => "artifact",
        SubtypeKind::Enchantment => "enchantment",
        SubtypeKind::Planeswalker => "planeswalker",
        SubtypeKind::Spell => "spell",
        SubtypeKind::Battle => "battle",
    }
}

/// A kind of word that is chosen.
pub(super) fn word_kind(kind: WordKind) -> &'static str {
    match kind {
        WordKind::Color => "color word",
        WordKind::BasicLandType => "basic land type",
        WordKind::CreatureType => "creature type",
    }
}
