//! Formats of constructed play: which sets their cards come from, which are banned or restricted (100.6b leaves that to tournament rules).
//!
//! The table is data with its date (`data/formats.toml`): what came out or was banned later isn't in it.

use std::sync::LazyLock;

use serde::Deserialize;

use super::name::key;

/// The table of formats.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Formats {
    /// The day as of which this is true, as `2025-09-26`.
    pub date: String,
    /// The sets of Standard of their time, in the order in which they came out.
    series: Vec<String>,
    /// Cards that no format has.
    never: Vec<String>,
    /// The formats.
    #[serde(rename = "format")]
    all: Vec<Format>,
}

/// A format of constructed play.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Format {
    /// What it is called, in lower case.
    pub name: String,
    /// The oldest set of the series; formats without one have cards of all sets.
    first: Option<String>,
    /// Sets beside the series.
    #[serde(default)]
    also: Vec<String>,
    /// Whether only cards are allowed that were printed as commons.
    #[serde(default)]
    pub commons: bool,
    /// Whether decks are of a hundred different cards with a commander (CR 903.5).
    #[serde(default)]
    pub commander: bool,
    #[serde(default)]
    banned: Vec<String>,
    /// Cards of which a deck may have one.
    #[serde(default)]
    restricted: Vec<String>,
}

/// How a format stands to a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// As many as of any card.
    Allowed,
    /// One in each deck.
    Restricted,
    /// None.
    Banned,
}

impl Formats {
    /// The table.
    pub fn table() -> &'static Formats {
        static TABLE: LazyLock<Formats> = LazyLock::new(|| {
            toml::from_str(include_str!("../../data/formats.toml")).expect("the table of formats is TOML")
        });
        &TABLE
    }

    /// The names of all formats.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(|format| format.name.as_str())
    }

    /// The format of this name, in whatever case.
    pub fn find(&self, name: &str) -> Option<&Format> {
        self.all.iter().find(|format| format.name.eq_ignore_ascii_case(name))
    }

    /// How a format stands to the card of this name.
    pub fn standing(&self, format: &Format, name: &str) -> Standing {
        let name = key(name);
        let among = |names: &[String]| names.iter().any(|other| key(other) == name);
        match () {
            () if among(&self.never) || among(&format.banned) => Standing::Banned,
            () if among(&format.restricted) => Standing::Restricted,
            () => Standing::Allowed,
        }
    }

    /// The sets from which a format takes its cards; `None` if from all.
    pub fn sets<'a>(&'a self, format: &'a Format) -> Option<impl Iterator<Item = &'a str>> {
        let first = format.first.as_ref()?;
        let series = self.series.iter().skip_while(move |set| *set != first);
        Some(series.chain(&format.also).map(String::as_str))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_whole() {
        let table = Formats::table();
        assert_eq!(
            table.names().collect::<Vec<_>>(),
            ["standard", "pioneer", "modern", "legacy", "vintage", "pauper", "commander"]
        );
        let size = |name: &str| table.sets(table.find(name).expect("a format")).map(Iterator::count);
        assert_eq!((size("standard"), size("legacy")), (Some(13), None));
        assert!(size("modern") > size("Pioneer") && size("pioneer") > size("standard"));
        let standing = |format: &str, card| table.standing(table.find(format).expect("a format"), card);
        assert_eq!(standing("modern", "Uro, Titan of Nature’s Wrath"), Standing::Banned);
        assert_eq!(standing("vintage", "sol ring"), Standing::Restricted);
        assert_eq!(standing("vintage", "Chaos Orb"), Standing::Banned);
        assert_eq!(standing("legacy", "Counterbalance"), Standing::Allowed);
        for format in &table.all {
            for names in [&format.banned, &format.restricted] {
                assert!(names.is_sorted(), "the names of {} are in alphabetical order", format.name);
            }
        }
    }
}
