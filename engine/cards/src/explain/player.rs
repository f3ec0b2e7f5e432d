//! Players in words.

use super::teller::Teller;
use super::words::Who;
use crate::filter::{PlayerFilter, Players};

impl Teller<'_> {
    /// Players that do something.
    pub(super) fn players(&self, players: &Players) -> Who {
        match players {
            Players::You => Who::you(),
            Players::Opponents => Who::one("each opponent"),
            Players::Each => Who::one("each player"),
            Players::Target(n) => self.target(*n),
            Players::ControllerOf(objects) => match objects.as_ref() {
                crate::filter::Objects::Source => Who::one(format!("{}'s controller", self.source())),
                objects => Who::one(format!("the controller of {}", self.objects(objects).text)),
            },
            Players::OwnerOf(objects) => Who::one(format!("the owner of {}", self.objects(objects).text)),
            Players::CasterOf(objects) => Who::one(format!("the player who cast {}", self.objects(objects).text)),
            Players::Active => Who::one("the player whose turn it is"),
            Players::Event => self.meaning.player.clone(),
            Players::Defending => Who::one("the defending player"),
            Players::Current => Who::one("that player"),
            Players::TargetOrController(n) => {
                let target = self.target(*n).text;
                Who::one(format!("{target} (its controller, if it's a permanent)"))
            }
            Players::Both(a, b) => Who::many(format!("{} and {}", self.players(a).text, self.players(b).text)),
            Players::Subgame(true) => Who::one("each player who won the subgame"),
            Players::Subgame(false) => Who::one("each player who didn't win the subgame"),
            Players::Those(filter) => match filter {
                PlayerFilter::Any => Who::one("each player"),
                PlayerFilter::Opponent => Who::one("each opponent"),
                filter => self.who_fits(*filter),
            },
            Players::Such(players, condition) => {
                Who::one(format!("{} of whom this is true: {}", self.players(players).text, self.condition(condition)))
            }
            Players::Noted(_) => Who::one("each player who did so"),
            Players::Others(players) => Who::one(format!("each player other than {}", self.players(players).text)),
        }
    }

    /// A player who fits: "a player", "an opponent".
    pub(super) fn who_fits(&self, filter: PlayerFilter) -> Who {
        match filter {
            PlayerFilter::Any => Who::one("a player"),
            PlayerFilter::You => Who::you(),
            PlayerFilter::Opponent => Who::one("an opponent"),
            PlayerFilter::Active => Who::one("the player whose turn it is"),
            PlayerFilter::Event => self.meaning.player.clone(),
            PlayerFilter::HostController => {
                Who::one(format!("the controller of the permanent that {} is attached to", self.source()))
            }
            PlayerFilter::Enchanted => Who::one("the enchanted player"),
            PlayerFilter::Chosen => Who::one("the chosen player"),
            PlayerFilter::Defending => Who::one("the defending player"),
            PlayerFilter::MostLife => Who::one("a player with the most life"),
            PlayerFilter::FoughtBySource => {
                Who::one(format!("a player who was dealt combat damage by {} this turn", self.source()))
            }
            PlayerFilter::LostLife => Who::one("a player who lost life this turn"),
            PlayerFilter::Monarch => Who::one("the monarch"),
        }
    }

    /// All players who fit, for rules: "you", "each opponent".
    pub(super) fn all_who_fit(&self, filter: PlayerFilter) -> Who {
        match filter {
            PlayerFilter::Any => Who::one("each player"),
            PlayerFilter::Opponent => Who::one("each opponent"),
            PlayerFilter::You
            | PlayerFilter::Active
            | PlayerFilter::Event
            | PlayerFilter::HostController
            | PlayerFilter::Enchanted
            | PlayerFilter::Chosen
            | PlayerFilter::Defending
            | PlayerFilter::MostLife
            | PlayerFilter::LostLife
            | PlayerFilter::Monarch
            | PlayerFilter::FoughtBySource => self.who_fits(filter),
        }
    }
}
