//! A kind of cards that is chosen, of which what follows is said (CR 205.2a).

use crate::filter::{Filter, Test};
use crate::text::grammar::effect::{Clause, Clauses, Sentence};
use crate::text::grammar::player::Player;
use crate::text::grammar::series::{Chain, Join};
use crate::text::grammar::verb::{ChooseVerb, KindWord, PlayerItem, PlayerVerb};
use crate::text::grammar::words::TypeWord;
use crate::text::syntax::print;
use crate::types::CardTypes;

/// "Choose a card type, then reveal the top two cards of your library": the choice, and what is done then.
pub(super) fn begins_with_choice(sentence: &Sentence) -> Option<(Sentence, Sentence)> {
    let Sentence::Plain { prefix: None, clauses, suffix: None, x: None } = sentence else { return None };
    let Clause::Imperative { verbs } = &clauses.0.first else { return None };
    let PlayerVerb::Choose { .. } = &verbs.first.verb else { return None };
    let ((_, next), after) = verbs.rest.split_first()?;
    let part = |verbs: Chain<PlayerItem>, rest: Vec<(Join, Clause)>| {
        let clauses = Clauses(Chain { first: Clause::Imperative { verbs }, rest });
        Sentence::Plain { prefix: None, clauses: clauses.into(), suffix: None, x: None }
    };
    let chooses = part(Chain { first: verbs.first.clone(), rest: Vec::new() }, Vec::new());
    let then = part(Chain { first: next.clone(), rest: after.to_vec() }, clauses.0.rest.clone());
    Some((chooses, then))
}

/// The kinds of cards of which you choose one, by their names, if that is all that a sentence says; and whether you may.
pub(super) fn chooses_kind(sentence: &Sentence) -> Option<(Vec<(String, Filter)>, bool)> {
    let Sentence::Plain { prefix: None, clauses, suffix: None, x: None } = sentence else { return None };
    let (verbs, may) = match (&clauses.0.first, clauses.0.rest.as_slice()) {
        (Clause::Imperative { verbs }, []) => (verbs, false),
        (Clause::May { who: Player::You, verbs }, []) => (verbs, true),
        _ => return None,
    };
    if !verbs.rest.is_empty() || verbs.first.each.is_some() {
        return None;
    }
    let PlayerVerb::Choose { verb } = &verbs.first.verb else { return None };
    let kinds = match verb {
        ChooseVerb::ChooseKind { kinds } => {
            let kind = |kind: &KindWord| {
                let test = match kind {
                    KindWord::Type { word } => Test::Types(word.0),
                    KindWord::Nonland => Test::NotTypes(CardTypes::LAND),
                };
                (print(kind).to_lowercase(), Filter::just(test))
            };
            kinds.items.iter().map(kind).collect()
        }
        ChooseVerb::ChooseOddOrEven => [("odd", true), ("even", false)]
            .map(|(word, odd)| (word.to_owned(), Filter::just(Test::ManaValueIsOdd(odd))))
            .to_vec(),
        // CR 205.2a, 110.4.
        ChooseVerb::ChooseCardType => card_types(CardTypes::all() - CardTypes::DUNGEON),
        ChooseVerb::ChoosePermanentType => card_types(CardTypes::PERMANENT),
        _ => return None,
    };
    Some((kinds, may))
}

/// Card types by their names.
fn card_types(types: CardTypes) -> Vec<(String, Filter)> {
    types.iter().map(|one| (print(&TypeWord(one)), Filter::just(Test::Types(one)))).collect()
}
