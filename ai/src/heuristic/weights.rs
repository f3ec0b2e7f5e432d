//! What the heuristic agent thinks things are worth: a table of whole numbers.

use serde::Deserialize;
use thiserror::Error;

/// The text of the default weights, with a comment for each of them.
pub const DEFAULT: &str = include_str!("../../weights/default.toml");

/// Declares the sections of the table: each is a struct of whole numbers.
macro_rules! sections {
    ($($(#[$doc:meta])* $section:ident { $($field:ident),* $(,)? })*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
            #[serde(deny_unknown_fields)]
            #[expect(missing_docs, reason = "each is explained in weights/default.toml")]
            pub struct $section { $(pub $field: i32),* }
        )*
    };
}

sections! {
    /// A creature on the battlefield.
    Creature {
        base, power, toughness, flying, unblockable, menace, trample, lifelink, double_strike, first_strike, vigilance, haste,
        deathtouch, reach, defender, hexproof, indestructible, protection, cant_attack, cant_block, doesnt_untap, mana, fleeting,
    }
    /// Other permanents.
    Permanent { land, mana_source, loyalty, planeswalker, base, mana_value }
    /// Cards.
    Card {
        draw, discard, own_discard, pick_discard, scry, mill, land_found, land_drawn, found, mana, return_base, return_mana,
        extra_turn, ability,
    }
    /// Life totals.
    Life { point, low, own_percent, lethal }
    /// When cards are used.
    Timing {
        least, removal_percent, removal_least, mana_used, aura_percent, aura_least, burn_hold, burn_more, counter_least, counter_hold, trick_least,
        protect_least, equip_least, fog_least, sweeper_least, temporary_percent, loyalty_point,
    }
    /// Attacks.
    Attack {
        damage_percent, crackback_percent, loss_percent, kill_percent, trick_percent, own_trick_percent, gang, planeswalker_percent,
    }
    /// Blocks.
    Block { damage_percent, loss_percent, kill_percent, gang_least, danger }
    /// Opening hands.
    Mulligan { keep_percent, stop }
    /// The value of a position.
    PositionWeights { scale, hand, land, initiative, creature_percent }
}

/// All weights.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "each is explained in weights/default.toml")]
pub struct Weights {
    pub creature: Creature,
    pub permanent: Permanent,
    pub card: Card,
    pub life: Life,
    pub timing: Timing,
    pub attack: Attack,
    pub block: Block,
    pub mulligan: Mulligan,
    pub position: PositionWeights,
    /// What life totals from 0 on are worth; made from `life`.
    #[serde(skip)]
    life_table: Vec<i32>,
}

/// A table of weights that can't be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WeightsError {
    /// The text is not TOML, or a value is not a whole number.
    #[error("{0}")]
    Syntax(String),
    /// There is no such weight.
    #[error("there is no weight '{key}' in [{section}]; [{section}] has {known}")]
    UnknownKey {
        /// Its section.
        section: String,
        /// Its name.
        key: String,
        /// What there is.
        known: String,
    },
    /// There is no such section.
    #[error("there is no section [{section}]; there are {known}")]
    UnknownSection {
        /// Its name.
        section: String,
        /// What there is.
        known: String,
    },
}

impl Default for Weights {
    fn default() -> Self {
        Weights::parse("").expect("the default weights are in order: a test reads them")
    }
}

impl Weights {
    /// Life totals above this count as this.
    const MOST_LIFE: i32 = 100;

    /// Reads a table that sets some weights; the others have their defaults.
    ///
    /// # Errors
    /// If the text is not such a table, or names a weight that there is none.
    pub fn parse(text: &str) -> Result<Weights, WeightsError> {
        let syntax = |error: toml::de::Error| WeightsError::Syntax(error.to_string().trim_end().to_owned());
        let mut table: toml::Table = DEFAULT.parse().map_err(syntax)?;
        let given: toml::Table = text.parse().map_err(syntax)?;
        for (section, values) in given {
            let sections = names(&table);
            let Some(toml::Value::Table(known)) = table.get_mut(&section) else {
                return Err(WeightsError::UnknownSection { section, known: sections });
            };
            let toml::Value::Table(values) = values else {
                return Err(WeightsError::Syntax(format!("[{section}] must be a section of weights")));
            };
            for (key, value) in values {
                let keys = names(known);
                match known.get_mut(&key) {
                    Some(place) => *place = value,
                    None => return Err(WeightsError::UnknownKey { section, key, known: keys }),
                }
            }
        }
        let mut weights: Weights = table.try_into().map_err(syntax)?;
        weights.life_table = life_table(&weights.life);
        Ok(weights)
    }

    /// What a life total is worth to its player.
    #[inline]
    pub fn life_value(&self, life: i32) -> i32 {
        match usize::try_from(life) {
            Ok(life) if life > 0 => self.life_table[life.min(self.life_table.len() - 1)],
            // The lower the worse, so that a search for the least damage has something to go by.
            _ => life.max(-Self::MOST_LIFE) - self.life.lethal,
        }
    }
}

fn life_table(life: &Life) -> Vec<i32> {
    let mut value = 0;
    let mut table = vec![0];
    for total in 1..=Weights::MOST_LIFE {
        value += life.point + life.low / (total + 1);
        table.push(value);
    }
    table
}

fn names(table: &toml::Table) -> String {
    let names: Vec<&str> = table.keys().map(String::as_str).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_table_is_in_order() {
        let weights = Weights::default();
        assert!(weights.life_value(20) > weights.life_value(19));
        assert!(weights.life_value(2) - weights.life_value(1) > weights.life_value(20) - weights.life_value(19));
        assert!(weights.life_value(0) < -1000);
        assert_eq!(weights.life_value(500), weights.life_value(100));
    }

    #[test]
    fn some_weights_can_be_set() {
        let weights = Weights::parse("[card]\ndraw = 99\n").unwrap();
        assert_eq!(weights.card.draw, 99);
        assert_eq!(weights.card.mill, Weights::default().card.mill);
    }

    #[test]
    fn what_there_is_not_is_refused() {
        let unknown = Weights::parse("[card]\ndrow = 99\n").unwrap_err();
        assert!(
            unknown.to_string().starts_with("there is no weight 'drow' in [card]; [card] has ability, discard, draw"),
            "{unknown}"
        );
        let section = Weights::parse("[cards]\ndraw = 9\n").unwrap_err();
        assert!(section.to_string().contains("there is no section [cards]; there are attack, "), "{section}");
        assert!(matches!(Weights::parse("[card]\ndraw = 1.5\n"), Err(WeightsError::Syntax(_))));
        assert!(matches!(Weights::parse("[card\n"), Err(WeightsError::Syntax(_))));
        assert!(matches!(Weights::parse("card = 3\n"), Err(WeightsError::Syntax(_))));
    }
}
