//! What a candidate comes down to, whatever words an engine has for what it is for: by that candidates and our own legal actions are paired.

use gauntlet_spellbench::reference::{ObjectRef, TargetRef, Zone};
use gauntlet_spellbench::semantic::{Item, Semantic};
use gauntlet_spellbench::vocabulary::{Destination, OrderPurpose};

/// How an object is called in essences.
pub(super) type Naming<'n> = dyn Fn(&ObjectRef) -> String + 'n;

/// The object's name where it lies: what is said of one whose identity isn't known, as of all cards in hands and libraries.
pub(super) fn by_name(object: &ObjectRef) -> String {
    let name = object.card_name.as_deref().unwrap_or("?");
    format!("{}/{}/{name}", object.zone.word(), object.owner_seat.word())
}

/// Whether what an object is called says no more than its name and zone.
pub(super) fn is_hidden(object: &ObjectRef) -> bool {
    matches!(object.zone, Zone::Hand | Zone::Library)
}

/// What a candidate means, the most exact form first. Two that are alike in a form mean the same as far as that says.
pub(super) fn essence(semantic: &Semantic, name: &Naming<'_>) -> Vec<String> {
    let target = |target: &TargetRef| match target {
        TargetRef::Player(seat) => seat.word().to_owned(),
        TargetRef::Object(object) => name(object),
    };
    let maybe = |object: Option<&ObjectRef>| object.map_or_else(|| "nothing".to_owned(), name);
    match semantic {
        Semantic::Pass {} => vec!["pass".to_owned()],
        Semantic::PlayLand { source, face } => {
            let source = name(source);
            vec![format!("land {source} {face}"), format!("land {source}")]
        }
        Semantic::CastSpell { source, method } => {
            let source = name(source);
            let exact = method.map(|method| format!("cast {source} {}", method.word()));
            exact.into_iter().chain([format!("cast {source}")]).collect()
        }
        Semantic::ActivateManaAbility { source, ability_index, .. } => {
            let source = name(source);
            vec![format!("mana {source} {ability_index}"), format!("mana {source}")]
        }
        Semantic::ActivateAbility { source, ability_index } => {
            let source = name(source);
            vec![format!("activate {source} {ability_index}"), format!("activate {source}")]
        }
        Semantic::SpecialAction { source, action } => vec![format!("special {} {}", name(source), action.word())],
        Semantic::ChooseTarget { target: choice, .. } | Semantic::SelectObject { choice, .. } => {
            vec![format!("pick {}", target(choice))]
        }
        Semantic::ChooseCostTarget { candidate, .. } => vec![format!("pick {}", name(candidate))],
        Semantic::OrderPick { item: Item::Object(object), .. } => vec![format!("pick {}", name(object))],
        Semantic::OrderPick { item: Item::Trigger(trigger), .. } => {
            let source = maybe(trigger.source.as_ref());
            let called = trigger.source_name.as_deref().unwrap_or_default();
            let label = trigger.label.as_deref().unwrap_or_default();
            let instance = trigger.instance;
            vec![format!("trigger {source} {called} {label} {instance}"), format!("trigger {source} {called}")]
        }
        Semantic::FinishTargetSelection { .. } | Semantic::FinishSelection { .. } => vec!["finish".to_owned()],
        Semantic::ChooseCastMethod { method, .. } => vec![format!("method {}", method.word())],
        Semantic::ChooseSpellMode { mode_index, .. } => vec![format!("mode {mode_index}")],
        Semantic::ChooseOption { option_index, option_count, option_label, .. } => {
            let label = option_label.as_deref().unwrap_or_default();
            vec![
                format!("option {option_index} {option_count} {label}"),
                format!("option {option_index} {option_count}"),
            ]
        }
        Semantic::ChooseColor { color, .. } => vec![format!("color {}", color.word())],
        Semantic::ChooseNumber { value, .. } => vec![format!("number {value}")],
        Semantic::ChooseBoolean { value: yes, .. }
        | Semantic::OptionalCost { pay: yes, .. }
        | Semantic::OptionalCast { cast_it: yes, .. } => vec![format!("does {yes}")],
        Semantic::ChooseName { value, .. } => vec![format!("name {value}")],
        Semantic::ChooseCostOption { choice, .. } => {
            let mana = if choice == "mana" { "mana" } else { "other" };
            vec![format!("cost {choice}"), format!("cost {mana}")]
        }
        Semantic::Mulligan { keep, .. } => vec![format!("keep {keep}")],
        // Scry and surveil ask whether the card goes away.
        Semantic::ArrangeCard { card, destination, .. } => {
            vec![format!("does {} {}", *destination != Destination::Top, by_name(card))]
        }
        Semantic::ChooseReplacement { replacement_source, replacement_index, replacement_count, .. } => {
            let source = maybe(replacement_source.as_ref());
            vec![format!("replacement {source}"), format!("replacement {replacement_index} {replacement_count}")]
        }
        Semantic::ChooseStartingPlayer { player } => vec![format!("begins {}", player.word())],
        Semantic::DeclareAttack { attacker, defender } => {
            let defender = defender.as_ref().map_or_else(|| "nothing".to_owned(), target);
            vec![format!("attack {} {defender}", name(attacker))]
        }
        Semantic::DeclareBlock { blocker, attacker } => {
            vec![format!("block {} {}", name(blocker), maybe(attacker.as_ref()))]
        }
        Semantic::Distribute { recipient, amount, .. } => {
            vec![format!("share {} {amount}", target(recipient)), format!("share {amount}")]
        }
        Semantic::ChoosePile { pile_index, .. } => vec![format!("pile {pile_index}")],
    }
}

/// The card that is placed, and whether the first place is the one nearest to the top, if a candidate is part of putting cards of a library
/// in order.
pub(super) fn placed(semantic: &Semantic) -> Option<(&ObjectRef, bool)> {
    match semantic {
        Semantic::OrderPick { item: Item::Object(object), purpose, .. } => match purpose {
            OrderPurpose::Arrangement | OrderPurpose::LibraryTop => Some((object, true)),
            OrderPurpose::LibraryBottom | OrderPurpose::Other => Some((object, false)),
            OrderPurpose::MulliganBottom | OrderPurpose::Triggers => None,
        },
        _ => None,
    }
}

/// Pairs two lists of essences: for each of the first the place in the second of what means the same, in the most exact form in which
/// there is one. Each is paired once.
pub(super) fn pairs(own: &[Vec<String>], others: &[Vec<String>]) -> Vec<Option<usize>> {
    let mut found = vec![None; own.len()];
    let mut taken = vec![false; others.len()];
    let forms = own.iter().chain(others).map(Vec::len).max().unwrap_or(0);
    for form in 0..forms {
        for (place, one) in own.iter().enumerate().filter(|(_, one)| !one.is_empty()) {
            if found[place].is_some() {
                continue;
            }
            let alike = |other: &Vec<String>| {
                // What is less exact on one side is compared in its most exact form.
                one.get(form).is_some_and(|form| other.contains(form))
                    || other.get(form).is_some_and(|form| one.contains(form))
            };
            let other = (0..others.len()).find(|other| !taken[*other] && alike(&others[*other]));
            if let Some(other) = other {
                (found[place], taken[other]) = (Some(other), true);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use gauntlet_spellbench::reference::Seat;
    use gauntlet_spellbench::vocabulary::Method;

    use super::*;

    fn spell(name: &str, method: Option<Method>) -> Semantic {
        let source = ObjectRef {
            card_name: Some(name.to_owned()),
            controller_seat: Seat::P0,
            object_id: format!("o-{name}"),
            owner_seat: Seat::P0,
            zone: Zone::Hand,
        };
        Semantic::CastSpell { source, method }
    }

    #[test]
    fn what_is_less_exact_is_paired_last() {
        let all = |list: &[Semantic]| list.iter().map(|one| essence(one, &by_name)).collect::<Vec<_>>();
        let own =
            all(&[spell("Ember", Some(Method::Alternative)), spell("Ember", Some(Method::Normal)), Semantic::Pass {}]);
        let other = all(&[Semantic::Pass {}, spell("Ember", Some(Method::Normal)), spell("Peak", None)]);
        assert_eq!(pairs(&own, &other), [None, Some(1), Some(0)]);
        let one = all(&[spell("Ember", None)]);
        assert_eq!(pairs(&own, &one), [Some(0), None, None], "an engine that asks for the method later");
    }
}
