//! Noun phrases for players.

use super::at_one_time::or_gone;
use super::context::Context;
use super::decline::{Lowered, decline};
use super::depends::{On, depends};
use super::filter::unsupported;
use super::frame::{Frame, Item};
use super::noun::Use;
use crate::effect::{Instr, Modification, TargetSpec};
use crate::filter::{Amount, Comparison, Condition, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::text::grammar::amount::{AtLeast, HighestAmong};
use crate::text::grammar::condition::ConditionWords as Words;
use crate::text::grammar::noun::{Noun, Np, Participle, Quant};
use crate::text::grammar::player::{DidOrNot, Everyone, MostHad, MostOrFewest, Player, Relation, Those};
use crate::walk::Walk;

/// The players as a filter, where they don't depend on what happened before.
pub(super) fn player_filter(player: &Player) -> Option<PlayerFilter> {
    Some(match player {
        Player::You => PlayerFilter::You,
        Player::AnOpponent
        | Player::OneOfYourOpponents
        | Player::YourOpponents
        | Player::Opponents
        // With two players, another one than you (CR 102.2).
        | Player::AnotherPlayer
        | Player::EachOpponent => PlayerFilter::Opponent,
        Player::APlayer | Player::Players | Player::EachPlayer => PlayerFilter::Any,
        Player::DefendingPlayer => PlayerFilter::Defending,
        Player::AttackingPlayer => PlayerFilter::Active,
        Player::TheActivePlayer => PlayerFilter::Active,
        Player::EnchantedPlayer | Player::EnchantedOpponent => PlayerFilter::Enchanted,
        Player::ChosenPlayer => PlayerFilter::Chosen,
        Player::Monarch => PlayerFilter::Monarch,
        Player::Host { relation: Relation::Controller, .. } => PlayerFilter::HostController,
        _ => return None,
    })
}

/// Whose some objects are.
fn of(relation: &Relation, objects: Objects) -> Players {
    match relation {
        Relation::Controller => Players::ControllerOf(Box::new(objects)),
        Relation::Owner => Players::OwnerOf(Box::new(objects)),
    }
}

impl Context<'_> {
    /// The players of a noun phrase; targets are added to the frame, and the players are remembered.
    pub(super) fn players(&mut self, frame: &mut Frame, player: &Player) -> Lowered<Players> {
        // CR 702.96a: "target" becomes "each".
        if frame.setting.overload && matches!(player, Player::TargetPlayer | Player::TargetOpponent) {
            let all = if *player == Player::TargetPlayer { Players::Each } else { Players::Opponents };
            frame.discourse.players.push(all.clone());
            return Ok(all);
        }
        if frame.setting.overload && *player == Player::AnotherTargetPlayer {
            return unsupported("the overloaded", player);
        }
        let players = match player {
            Player::You => return Ok(Players::You),
            Player::TargetPlayer => target(frame, PlayerFilter::Any, false),
            Player::AnotherTargetPlayer if frame.code.targets.iter().any(|spec| spec.players.is_some()) => {
                target(frame, PlayerFilter::Any, true)
            }
            // Another than you, if nobody else was named.
            Player::AnotherTargetPlayer if frame.discourse.players.is_empty() => {
                target(frame, PlayerFilter::Opponent, false)
            }
            Player::AnotherTargetPlayer => return decline("it is unclear from whom another player differs"),
            Player::TwoTargetPlayers => {
                let players = target(frame, PlayerFilter::Any, false);
                if let Some(spec) = frame.code.targets.last_mut() {
                    (spec.min, spec.max) = (Amount::Const(2), Amount::Const(2));
                }
                players
            }
            Player::AnyTargetPlayers | Player::AnyTargetOpponents | Player::UpToOneTargetPlayer => {
                let (filter, most) = match player {
                    Player::AnyTargetPlayers => (PlayerFilter::Any, 2),
                    Player::AnyTargetOpponents => (PlayerFilter::Opponent, 1),
                    _ => (PlayerFilter::Any, 1),
                };
                let players = target(frame, filter, false);
                if let Some(spec) = frame.code.targets.last_mut() {
                    (spec.min, spec.max) = (Amount::Const(0), Amount::Const(most));
                }
                players
            }
            // Who has just copied a spell.
            Player::EachOfThem => match frame.last_instr() {
                Some(Instr::CopySpell { player, .. }) => player.clone(),
                _ => return decline("it is unclear who those players are"),
            },
            Player::ThatPlayersOpponents => Players::Others(Box::new(self.that_player(frame)?)),
            Player::TargetOpponent => target(frame, PlayerFilter::Opponent, false),
            Player::EachPlayer | Player::Players => Players::Each,
            Player::EachFriend | Player::EachFoe => {
                let Some(friends) = frame.discourse.friends else {
                    return decline("no earlier sentence chooses friend or foe");
                };
                let friends = Players::Noted(friends);
                if *player == Player::EachFriend { friends } else { Players::Others(Box::new(friends)) }
            }
            // With two players, there is one.
            Player::EachOpponent | Player::YourOpponents | Player::Opponents | Player::AnOpponent => Players::Opponents,
            // Others than the player who was mentioned, if there was one.
            Player::EachOtherPlayer => match frame.discourse.players.last() {
                Some(one @ (Players::Event | Players::Target(_))) => Players::Others(Box::new(one.clone())),
                _ => Players::Opponents,
            },
            // Other than the opponent who was mentioned: with two players, nobody.
            Player::EachOtherOpponent => match frame.discourse.players.last() {
                Some(one @ (Players::Event | Players::Target(_))) => Players::Others(Box::new(both(one.clone()))),
                _ => return unsupported("the players", player),
            },
            Player::ThatPlayer | Player::ThatOpponent | Player::ThePlayer => return self.that_player(frame),
            // Only both of them together are mentioned.
            Player::YouAnd { who } => {
                let mentioned = frame.discourse.players.len();
                let one = self.players(frame, who)?;
                frame.discourse.players.truncate(mentioned);
                both(one)
            }
            Player::ThatPlayerOrController | Player::ThatPlayerOrPermanents | Player::ThatPermanentsController => {
                match frame.discourse.players.last() {
                    Some(Players::Target(spec)) => Players::TargetOrController(*spec),
                    _ => return unsupported("the player", player),
                }
            }
            Player::They => return self.they(frame),
            Player::EachWho { those } => self.such(frame, those)?,
            Player::EachWhoDid { .. } => self.each_who_did(frame, player)?,
            Player::TargetWho { those } => {
                let filter = match self.such(frame, those)? {
                    Players::Such(all, asked) if *asked == fought_by_source() && *all == Players::Each => {
                        PlayerFilter::FoughtBySource
                    }
                    Players::Such(all, asked) if *asked == lost_life() && *all == Players::Each => {
                        PlayerFilter::LostLife
                    }
                    _ => return unsupported("the target", player),
                };
                target(frame, filter, false)
            }
            Player::EachOpponentWho { .. }
            | Player::EachPlayerWho { .. }
            | Player::EachPlayerWhoCant
            | Player::EachOtherThan { .. }
            | Player::EachWithMost { .. }
            | Player::Leading { .. } => self.some_of_all(frame, player)?,
            Player::Who | Player::WhoseController if frame.setting.asks_who => return Ok(Players::Current),
            Player::Who | Player::WhoseController => return decline("it is unclear who is meant by `who`"),
            Player::DefendingPlayer => Players::Defending,
            // CR 506.2.
            Player::AttackingPlayer | Player::ThatAttackingPlayer => Players::Active,
            Player::TheActivePlayer => Players::Active,
            Player::EnchantedPlayer | Player::EnchantedOpponent => Players::Those(PlayerFilter::Enchanted),
            Player::Its { relation } => of(relation, self.it_was(frame)?),
            Player::Source { relation } => {
                frame.mention_source(self.types);
                of(relation, Objects::Source)
            }
            Player::That { head, relation } | Player::The { head, relation } => {
                of(relation, self.that_was(frame, head)?)
            }
            Player::ThePast { past, head, relation } => {
                of(relation, self.objects(frame, &Np::The { past: past.clone(), head: head.clone() }, Use::Read)?)
            }
            Player::Target { noun, relation } | Player::OfTarget { relation, noun } => {
                let target = Np::Quant { quant: Quant::Target, noun: noun.clone() };
                of(relation, self.objects(frame, &target, Use::Act)?)
            }
            // "Enchanted creature's owner shuffles it into their library": the creature.
            Player::Host { relation, head, .. } => {
                let described = self.head(frame, head)?;
                frame.mention(Objects::Host, false, Some(&described));
                of(relation, Objects::Host)
            }
            // There is just one.
            Player::OneOfTheirOpponents => Players::Others(Box::new(self.they(frame)?)),
            Player::OneOfYourOpponents | Player::AnotherPlayer => Players::Those(PlayerFilter::Opponent),
            Player::Monarch => Players::Those(PlayerFilter::Monarch),
            // In the ability of what chooses a player as it enters.
            Player::ChosenPlayer if !frame.setting.spell && frame.code.targets.is_empty() => {
                Players::Those(PlayerFilter::Chosen)
            }
            Player::TheirController
            | Player::APlayer
            | Player::AnyPlayer
            | Player::AnyOpponent
            | Player::ChosenPlayer => {
                return unsupported("the player", player);
            }
        };
        frame.discourse.players.push(players.clone());
        Ok(players)
    }

    /// The players who did something or didn't, those other than some, and those who have the most or the fewest of something.
    fn some_of_all(&mut self, frame: &mut Frame, player: &Player) -> Lowered<Players> {
        Ok(match player {
            Player::EachPlayerWho { .. } => self.each_who_didnt(frame, player)?,
            Player::EachOpponentWho { deed } => {
                Players::Such(Box::new(Players::Opponents), Box::new(self.opponent_did(frame, deed)?))
            }
            Player::EachPlayerWhoCant => {
                let couldnt = self.couldnt(frame, &[Players::Each], &Players::Current)?;
                Players::Such(Box::new(Players::Each), Box::new(couldnt))
            }
            Player::EachOtherThan { who } => {
                let mentioned = frame.discourse.players.len();
                let one = self.players(frame, who)?;
                frame.discourse.players.truncate(mentioned);
                Players::Others(Box::new(one))
            }
            Player::EachWithMost { most, noun } => {
                let comparison = match most {
                    MostOrFewest::Most => Comparison::AtLeast,
                    MostOrFewest::Fewest => Comparison::AtMost,
                };
                let others = Players::Others(Box::new(Players::Current));
                let own = self.number_of(frame, noun, Players::Current)?;
                let such = Condition::Compare(own, comparison, self.number_of(frame, noun, others)?);
                Players::Such(Box::new(Players::Each), Box::new(such))
            }
            Player::Leading { most } => {
                let mut has = |who: Players| {
                    Ok(match most {
                        MostHad::Life => Amount::Life(who),
                        MostHad::Cards => Amount::HandSize(who),
                        MostHad::Permanents { noun } => self.number_of(frame, noun, who)?,
                    })
                };
                let others = Players::Others(Box::new(Players::Current));
                let more = Condition::Compare(has(Players::Current)?, Comparison::Greater, has(others)?);
                Players::Such(Box::new(Players::Each), Box::new(more))
            }
            _ => return unsupported("the players", player),
        })
    }

    /// "Each player who didn't discard a creature card this way": asked of each of them.
    fn each_who_didnt(&mut self, frame: &mut Frame, player: &Player) -> Lowered<Players> {
        let Player::EachPlayerWho { deed: DidOrNot::DidntDiscard { n: AtLeast::A, noun } } = player else {
            return unsupported("the players", player);
        };
        let (all, past) = (Everyone::Player, Participle::Discarded);
        match self.each_who_did(frame, &Player::EachWhoDid { all, past, noun: noun.clone() })? {
            Players::Such(all, did) => Ok(Players::Such(all, Box::new(Condition::Not(did)))),
            _ => unsupported("the players", player),
        }
    }

    /// How many permanents of a kind players control.
    fn number_of(&mut self, frame: &mut Frame, noun: &Noun, who: Players) -> Lowered<Amount> {
        let described = self.noun(frame, noun)?;
        if described.zone != Some(Zone::Battlefield) {
            return unsupported("what players control:", noun);
        }
        Ok(Amount::Count(Zone::Battlefield, described.filter.and(Test::ControllerIn(Box::new(who)))))
    }

    /// The players of whom something is true.
    pub(super) fn such(&mut self, frame: &mut Frame, those: &Those) -> Lowered<Players> {
        let all = match those.all {
            Everyone::Opponent => Players::Opponents,
            Everyone::Player => Players::Each,
        };
        self.of_whom(frame, all, &those.what)
    }

    /// "Each player who discarded a card this way": asked of each of them.
    fn each_who_did(&mut self, frame: &mut Frame, player: &Player) -> Lowered<Players> {
        let Player::EachWhoDid { all, past, noun } = player else { return unsupported("the players", player) };
        let described = self.noun(frame, noun)?;
        if !described.is_plain() {
            return unsupported("the players", player);
        }
        let done = self.this_way(frame, past, described.card)?;
        let whose = match past {
            Participle::Discarded => Test::OwnerIn(Box::new(Players::Current)),
            _ => Test::ControllerIn(Box::new(Players::Current)),
        };
        let theirs = Objects::Those(Box::new(or_gone(done)), described.filter.and(whose));
        let did = Condition::Compare(Amount::CountObjects(theirs), Comparison::AtLeast, Amount::Const(1));
        let all = if *all == Everyone::Opponent { Players::Opponents } else { Players::Each };
        Ok(Players::Such(Box::new(all), Box::new(did)))
    }

    /// Those of the players of whom something is true: it is asked of each of them as "who".
    pub(super) fn of_whom(&mut self, frame: &mut Frame, all: Players, what: &Words) -> Lowered<Players> {
        let (players, mentions) = (frame.discourse.players.len(), frame.discourse.mentions.len());
        let (targets, items) = (frame.code.targets.len(), frame.code.items.len());
        let before = std::mem::replace(&mut frame.setting.asks_who, true);
        frame.discourse.players.push(Players::Current);
        let condition = self.condition(frame, what);
        frame.setting.asks_who = before;
        frame.discourse.players.truncate(players);
        frame.discourse.mentions.truncate(mentions);
        let condition = condition?;
        if frame.code.targets.len() > targets || frame.code.items.len() > items {
            return decline("what is asked of each player needs a target or a choice");
        }
        // What was done this way was done by all of them.
        if depends(&condition, &[On::Registers, On::ThisWay]) || condition.has(|did: &Condition| *did == Condition::Did)
        {
            return decline("what each player has done isn't remembered");
        }
        Ok(Players::Such(Box::new(all), Box::new(condition)))
    }

    /// Whose "its controller" is: what was mentioned besides the subject, else the subject. It isn't what has the ability, if the clause
    /// has another subject: the controller of that would be called "you".
    fn it_was(&mut self, frame: &mut Frame) -> Lowered<Objects> {
        match (frame.discourse.subject.clone(), self.it(frame)) {
            (Some(subject), Ok(it)) if it.source && subject != Objects::Source => Ok(subject),
            _ => self.it_or_subject(frame),
        }
    }

    fn that_was(&mut self, frame: &mut Frame, head: &crate::text::grammar::noun::Head) -> Lowered<Objects> {
        let mention = self.that(frame, head, false)?;
        // "That creature's controller sacrifices it."
        frame.discourse.mentions.push(mention.clone());
        frame.read(&mention)
    }

    /// "that player": the last single player that was mentioned.
    pub(super) fn that_player(&mut self, frame: &mut Frame) -> Lowered<Players> {
        match frame.discourse.players.last() {
            Some(Players::Each | Players::Both(..) | Players::Such(..)) | None => {
                decline("it is unclear which player `that player` is")
            }
            Some(player) => frame.still(player.clone()),
        }
    }

    /// "they" for a player.
    pub(super) fn they(&mut self, frame: &mut Frame) -> Lowered<Players> {
        match frame.discourse.players.last() {
            Some(Players::Each | Players::Both(..) | Players::Such(..)) | None => {
                decline("it is unclear which player `they` or `their` means")
            }
            Some(player) => frame.still(player.clone()),
        }
    }

    /// The test that an object's controller is one of the players.
    pub(super) fn controlled_by(&mut self, frame: &mut Frame, who: &Player) -> Lowered<Test> {
        if let Some(filter) = player_filter(who) {
            return Ok(Test::Controller(filter));
        }
        // Of several players each controls their own, so that it is unclear before one of them is looked at.
        if *who == Player::They && frame.discourse.players.last() == Some(&Players::Opponents) {
            return Ok(Test::Controller(PlayerFilter::Opponent));
        }
        Ok(match self.players(frame, who)? {
            Players::Event => Test::Controller(PlayerFilter::Event),
            players => Test::ControllerIn(Box::new(players)),
        })
    }

    /// The test that an object's controller is a player of whom something is true.
    pub(super) fn controller_who(&mut self, frame: &mut Frame, what: &Words) -> Lowered<Test> {
        Ok(Test::ControllerIn(Box::new(self.of_whom(frame, Players::Each, what)?)))
    }

    /// The test that an object's owner is one of the players.
    pub(super) fn owned_by(&mut self, frame: &mut Frame, who: &Player) -> Lowered<Test> {
        if let Some(filter) = player_filter(who) {
            return Ok(Test::Owner(filter));
        }
        Ok(match self.players(frame, who)? {
            Players::Event => Test::Owner(PlayerFilter::Event),
            players => Test::OwnerIn(Box::new(players)),
        })
    }
}

/// That the player who is asked about has lost life this turn.
fn lost_life() -> Condition {
    Condition::Compare(Amount::LifeLost(Players::Current), Comparison::AtLeast, Amount::Const(1))
}

/// That the player who is asked about was dealt combat damage by the source this turn.
fn fought_by_source() -> Condition {
    let sources = Amount::DamageSources(Players::Current, true, Filter::just(Test::Source));
    Condition::Compare(sources, Comparison::AtLeast, Amount::Const(1))
}

/// You and another.
fn both(other: Players) -> Players {
    Players::Both(Box::new(Players::You), Box::new(other))
}

/// Adds a target player.
fn target(frame: &mut Frame, filter: PlayerFilter, another: bool) -> Players {
    let mut spec = TargetSpec::one(Vec::new(), Some(filter));
    if another {
        spec.different_from = (0..frame.code.targets.len() as u8).collect();
    }
    frame.code.targets.push(spec);
    Players::Target(frame.code.targets.len() as u8 - 1)
}

impl Frame {
    /// A player who was meant before as the controller of something: who that is is asked again, so that it must not have changed
    /// (CR 608.2c).
    fn still(&self, players: Players) -> Lowered<Players> {
        let changes = |item: &Item| match item {
            Item::Instr(_, Instr::ExchangeControl(..)) => true,
            Item::Instr(_, Instr::Continuous(_, changes, _)) => {
                changes.iter().any(|change| matches!(change, Modification::Control(_)))
            }
            _ => false,
        };
        if matches!(players, Players::ControllerOf(_)) && self.code.items.iter().any(changes) {
            return decline("who controlled it before isn't remembered");
        }
        Ok(players)
    }
}

/// The lowest life total among some players (CR 102.2: with two players there is one opponent).
pub(super) fn lowest_life(among: &HighestAmong) -> Amount {
    let theirs = Amount::Life(Players::Opponents);
    match among {
        HighestAmong::Opponents => theirs,
        HighestAmong::Players | HighestAmong::All => {
            Amount::Least(Box::new(Amount::Life(Players::You)), Box::new(theirs))
        }
    }
}

/// The highest life total among some players (CR 102.2: with two players there is one opponent).
pub(super) fn highest_life(among: &HighestAmong) -> Amount {
    let theirs = Amount::Life(Players::Opponents);
    match among {
        HighestAmong::Opponents => theirs,
        HighestAmong::Players | HighestAmong::All => {
            Amount::Greatest(Box::new(Amount::Life(Players::You)), Box::new(theirs))
        }
    }
}
