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

            impl $section {
                fn place(&mut self, name: &str) -> Option<&mut i32> {
                    match name {
                        $(stringify!($field) => Some(&mut self.$field),)*
                        _ => None,
                    }
                }
            }
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
        let fits = |value: &toml::Value| value.as_integer().is_some_and(|number| i32::try_from(number).is_ok());
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
                    Some(place) if place.is_integer() && !fits(&value) => {
                        return Err(WeightsError::Syntax(format!(
                            "`{section}.{key}` is a whole number from {} to {}, not {value}",
                            i32::MIN,
                            i32::MAX
                        )));
                    }
                    Some(place) => *place = value,
                    None => return Err(WeightsError::UnknownKey { section, key, known: keys }),
                }
            }
        }
        let mut weights: Weights = table.try_into().map_err(syntax)?;
        weights.life_table = life_table(&weights.life);
        Ok(weights)
    }

    fn place(&mut self, section: &str, name: &str) -> Option<&mut i32> {
        match section {
            "creature" => self.creature.place(name),
            "permanent" => self.permanent.place(name),
            "card" => self.card.place(name),
            "life" => self.life.place(name),
            "timing" => self.timing.place(name),
            "attack" => self.attack.place(name),
            "block" => self.block.place(name),
            "mulligan" => self.mulligan.place(name),
            "position" => self.position.place(name),
            _ => None,
        }
    }

    /// All weights by their keys (`section.name`), in the order of the default file.
    pub fn listed(&self) -> Vec<(String, i32)> {
        let mut own = self.clone();
        entries()
            .filter_map(|(_, section, name)| Some((format!("{section}.{name}"), *own.place(section, name)?)))
            .collect()
    }

    /// The same with the weight of this key (`section.name`) set.
    ///
    /// # Errors
    /// If there is no such weight.
    pub fn with(mut self, key: &str, value: i32) -> Result<Weights, WeightsError> {
        let (section, name) = key.split_once('.').unwrap_or((key, ""));
        match self.place(section, name) {
            Some(place) => *place = value,
            None => return Err(unknown(section, name)),
        }
        self.life_table = life_table(&self.life);
        Ok(self)
    }

    /// The weights as a file that says what each of them is: the default file with these numbers.
    pub fn to_text(&self) -> String {
        let mut own = self.clone();
        let mut lines: Vec<String> = DEFAULT.lines().map(str::to_owned).collect();
        for (number, section, name) in entries() {
            let (Some(value), Some((_, rest))) = (own.place(section, name), lines[number].split_once('=')) else {
                continue;
            };
            let comment = rest.find('#').map_or("", |place| &rest[place..]);
            let set = format!("{name} = {value}");
            // Comments stay where they are, if there is room.
            let column = lines[number].find('#').unwrap_or_default().max(set.len() + 1);
            lines[number] = if comment.is_empty() { set } else { format!("{set:column$}{comment}") };
        }
        lines.join("\n") + "\n"
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

/// The weights of the default file: the number of the line, from 0, the section and the name.
fn entries() -> impl Iterator<Item = (usize, &'static str, &'static str)> {
    let mut section = "";
    DEFAULT.lines().enumerate().filter_map(move |(number, line)| {
        if let Some(name) = line.strip_prefix('[') {
            section = name.split(']').next().unwrap_or_default();
            return None;
        }
        let (name, _) = line.split_once('=').filter(|_| !line.starts_with('#'))?;
        Some((number, section, name.trim()))
    })
}

/// What is wrong with a key of which there is no weight.
fn unknown(section: &str, name: &str) -> WeightsError {
    let keys = || entries().filter(|(_, other, _)| *other == section).map(|(_, _, name)| name);
    if keys().next().is_some() {
        let known = keys().collect::<Vec<_>>().join(", ");
        return WeightsError::UnknownKey { section: section.to_owned(), key: name.to_owned(), known };
    }
    let mut sections: Vec<&str> = entries().map(|(_, section, _)| section).collect();
    sections.dedup();
    WeightsError::UnknownSection { section: section.to_owned(), known: sections.join(", ") }
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
    fn a_table_is_written_as_the_default_file_is() {
        let weights = Weights::default();
        assert_eq!(weights.to_text(), DEFAULT);
        let table: toml::Table = DEFAULT.parse().unwrap();
        let all: usize = table.values().map(|section| section.as_table().unwrap().len()).sum();
        assert_eq!(weights.listed().len(), all);
        let mut other = weights.clone();
        for (key, value) in weights.listed() {
            other = other.with(&key, 3 - 7 * value).unwrap();
        }
        assert_eq!(Weights::parse(&other.to_text()).unwrap(), other);
        assert!(other.to_text().contains("flying = -60          # for each point of power"), "{}", other.to_text());
        assert_ne!(other.life_value(20), weights.life_value(20));
    }

    #[test]
    fn a_weight_is_set_by_its_key() {
        let weights = Weights::default().with("card.draw", 77).unwrap();
        assert_eq!(weights, Weights::parse("[card]\ndraw = 77\n").unwrap());
        let refusal = |key: &str| Weights::default().with(key, 1).unwrap_err().to_string();
        assert!(refusal("card.drow").starts_with("there is no weight 'drow' in [card]; [card] has draw, "));
        assert!(refusal("cards.draw").contains("no section [cards]; there are creature, permanent, card, "));
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
