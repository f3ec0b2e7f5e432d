//! What stands in results of what agents were told of the other's deck.

use gauntlet_core::suggest;
use serde::Serialize;

use crate::host::Host;
use crate::host::knows::{Assumed, Told};
use crate::host::lists::runs;

/// What stands in a run's record of what agents were told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Knows {
    told: Told,
    /// The lists of the field.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    field: Vec<Listed>,
    /// The decks that play and are none of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    not_in_field: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Listed {
    name: String,
    /// A hash of the cards, whatever their order.
    fingerprint: String,
}

fn fingerprint(cards: &[String]) -> String {
    let mut cards: Vec<&str> = cards.iter().map(String::as_str).collect();
    cards.sort_unstable();
    blake3::hash(cards.join("\n").as_bytes()).to_hex()[..16].to_owned()
}

impl Knows {
    /// What is told to the agents that play with a host's decks; `None` if it is the other's list.
    pub fn of<H: Host>(host: &H) -> Option<Knows> {
        let Assumed { told, field, .. } = host.assumed()?;
        let field: Vec<Listed> =
            (field.into_iter()).map(|list| Listed { fingerprint: fingerprint(&list.cards), name: list.name }).collect();
        let stranger = |deck: &usize| {
            let own = fingerprint(&runs(&H::PARTS.lists.list(host, *deck)));
            told == Told::Field && field.iter().all(|list| list.fingerprint != own)
        };
        let strangers = (0..host.decks().len()).filter(stranger).map(|deck| host.decks()[deck].name.clone());
        Some(Knows { told, not_in_field: strangers.collect(), field })
    }

    /// It in words, for those who read results.
    pub fn sentence(&self) -> String {
        match (self.told, self.not_in_field.as_slice()) {
            (Told::List, _) => "Agents are told the other's list.".to_owned(),
            (Told::Nothing, _) => {
                "Agents are told nothing of the other's deck: what they don't see of it are blank cards to them \
                 (--knows nothing)."
                    .to_owned()
            }
            (Told::Field, strangers) => {
                let one = match self.field.len() {
                    1 => "the one list of the field".to_owned(),
                    lists => format!("one of the {lists} lists of the field"),
                };
                let strangers = match strangers {
                    [] => String::new(),
                    [one] => format!(" {one} is none of them: where no list has what was seen, the nearest is taken."),
                    several => format!(
                        " {} are none of them: where no list has what was seen, the nearest is taken.",
                        suggest::list(several)
                    ),
                };
                format!("Agents aren't told the other's list: they take it for {one} (--knows field).{strangers}")
            }
        }
    }
}
