//! Trigger events in words, and what they call the things and players that they are about.

use super::condition::step_name;
use super::filter::place;
use super::teller::{Meaning, Teller};
use super::words::{Who, marks, number};
use crate::ability::{KeywordAction, TriggerEvent};
use crate::designation::Milestone;
use crate::filter::{Filter, PlayerFilter, Test, Zone};

/// An event: the words for it, and for what it is about.
struct Told {
    said: String,
    event: Option<Who>,
    other: Option<Who>,
    player: Option<Who>,
    number: Option<String>,
}

impl Told {
    fn new(said: String) -> Told {
        Told { said, event: None, other: None, player: None, number: None }
    }

    fn event(mut self, words: &str) -> Told {
        self.event = Some(Who::one(words));
        self
    }

    fn other(mut self, words: &str) -> Told {
        self.other = Some(Who::one(words));
        self
    }

    fn player(mut self, words: &str) -> Told {
        self.player = Some(Who::one(words));
        self
    }

    fn number(mut self, words: &str) -> Told {
        self.number = Some(words.to_owned());
        self
    }
}

impl Teller<'_> {
    /// When something triggers: "whenever a creature dies"; and what its words mean in what follows.
    pub(super) fn events(&self, events: &[TriggerEvent]) -> (String, Meaning) {
        let told: Vec<Told> = events.iter().map(|event| self.event(event)).collect();
        // After the events: they say what is in their registers.
        let mut meaning = self.meaning.clone();
        let said: Vec<String> = told.iter().map(|told| told.said.clone()).collect();
        let several = told.len() > 1;
        if let Some(first) = told.into_iter().next() {
            let keep = |who: Option<Who>, words: &str| match (who, several) {
                (Some(who), false) => Some(who),
                (Some(_), true) => Some(Who::one(words)),
                (None, _) => None,
            };
            if let Some(who) = keep(first.event, "what the event was about") {
                meaning.event = who;
            }
            if let Some(who) = keep(first.other, "the other object of the event") {
                meaning.other = who;
            }
            if let Some(who) = keep(first.player, "that player") {
                meaning.player = who;
            }
            if let Some(number) = first.number {
                meaning.number = if several { "the number of the event".to_owned() } else { number };
            }
        }
        (said.join(", or "), meaning)
    }

    /// A thing that an event is about: "a creature you control", with the zone where it is known.
    fn thing(&self, filter: &Filter, zone: Option<Zone>) -> String {
        self.noun(filter, zone).one()
    }

    /// What is blocked or blocks, and how many of those it is once for.
    fn opposing(&self, filter: &Filter, at_least: Option<u8>) -> String {
        let noun = self.noun(filter, Some(Zone::Battlefield));
        match at_least {
            Some(least) => format!("{} or more {}", number(i32::from(least)), noun.plural()),
            None => format!("{} (once for each)", noun.one()),
        }
    }

    /// What an event's object is called later: the source by its name.
    fn later(&self, filter: &Filter, words: &str) -> String {
        if filter.tests.contains(&Test::Source) { self.source().to_owned() } else { words.to_owned() }
    }

    fn event(&self, event: &TriggerEvent) -> Told {
        let who = |filter: &PlayerFilter| self.who_fits(*filter);
        match event {
            TriggerEvent::ZoneChange { what, from, to, batched } => self.zone_change(what, *from, *to, *batched),
            TriggerEvent::Attacks { what, defender, alone, others, planeswalkers } => {
                let mut said = format!("whenever {} attacks", self.thing(what, Some(Zone::Battlefield)));
                if let Some(defender) = defender {
                    let or = if *planeswalkers { " or a planeswalker they control" } else { "" };
                    said += &format!(" {}{or}", who(defender).text);
                }
                if *alone {
                    said += " alone";
                }
                if let Some((filter, n)) = others {
                    let noun = self.noun(filter, Some(Zone::Battlefield));
                    said += &format!(" with at least {n} other {}", noun.plural());
                }
                Told::new(said)
                    .event(&self.later(what, "the attacking creature"))
                    .other("what it attacks")
                    .player("the defending player")
            }
            TriggerEvent::AttackersDeclared { player, what, at_least, into } => {
                if let Some(register) = into {
                    self.meaning.registers.borrow_mut().insert(*register, Who::many("those attackers"));
                }
                let noun = self.noun(what, Some(Zone::Battlefield));
                let attack = who(player).does(&format!("attack with {at_least} or more {}", noun.plural()));
                Told::new(format!("whenever {attack}")).player("the attacking player").number("the number of attackers")
            }
            TriggerEvent::Blocks { what, attacker, at_least } => {
                let blocks = match (attacker.tests.is_empty(), at_least) {
                    (true, Some(1)) => "blocks".to_owned(),
                    _ => format!("blocks {}", self.opposing(attacker, *at_least)),
                };
                Told::new(format!("whenever {} {blocks}", self.thing(what, Some(Zone::Battlefield))))
                    .event(&self.later(what, "the blocking creature"))
                    .other("the blocked creature")
            }
            TriggerEvent::BecomesBlocked { what, by, at_least } => {
                let by = match (by.tests.is_empty(), at_least) {
                    (true, Some(1)) => String::new(),
                    _ => format!(" by {}", self.opposing(by, *at_least)),
                };
                Told::new(format!("whenever {} becomes blocked{by}", self.thing(what, Some(Zone::Battlefield))))
                    .event(&self.later(what, "the blocked creature"))
                    .other("the blocking creature")
            }
            TriggerEvent::AttacksUnblocked { what } => {
                Told::new(format!("whenever {} attacks and isn't blocked", self.thing(what, Some(Zone::Battlefield))))
                    .event(&self.later(what, "the unblocked creature"))
                    .player("the defending player")
            }
            TriggerEvent::DealsDamage { source, to_players, to_objects, combat, batched } => {
                let mut to = Vec::new();
                to.extend(to_players.iter().map(|players| who(players).text));
                to.extend(to_objects.iter().map(|what| self.thing(what, Some(Zone::Battlefield))));
                let combat = kind_of_damage(*combat);
                let source_words = if *batched {
                    format!("one or more {} deal", self.noun(source, None).plural())
                } else {
                    format!("{} deals", self.thing(source, None))
                };
                Told::new(format!("whenever {source_words} {combat}damage to {}", super::words::list_or(&to)))
                    .event(&self.later(source, "the source of the damage"))
                    .other("what was dealt the damage")
                    .player("the player who was dealt the damage (or controls what was)")
                    .number("that much damage")
            }
            TriggerEvent::DealtDamage { what, combat } => {
                let combat = kind_of_damage(*combat);
                Told::new(format!("whenever {} is dealt {combat}damage", self.thing(what, Some(Zone::Battlefield))))
                    .event(&self.later(what, "what was dealt the damage"))
                    .other("the source of the damage")
                    .number("that much damage")
            }
            TriggerEvent::Cast { player, what, nth } => {
                let nth = nth.map_or(String::new(), |n| {
                    let place = super::words::ordinal(usize::from(n).saturating_sub(1));
                    format!(" as {} {place} spell this turn", who(player).their())
                });
                let cast = who(player).does(&format!("cast {}", self.thing(what, Some(Zone::Stack))));
                Told::new(format!("whenever {cast}{nth}"))
                    .event(&self.later(what, "that spell"))
                    .player("the player who cast it")
            }
            TriggerEvent::Copies { player, what } => {
                let copy = who(player).does(&format!("copy {}", self.thing(what, Some(Zone::Stack))));
                Told::new(format!("whenever {copy}")).event("that copy").player("the player who copied it")
            }
            TriggerEvent::First(first) => {
                let mut told = self.event(&first.event);
                told.said += " for the first time each turn";
                told
            }
            TriggerEvent::Reaches { player, what, object } => {
                let does = match what {
                    Milestone::Monarch => "become the monarch".to_owned(),
                    Milestone::Initiative => "take the initiative".to_owned(),
                    Milestone::Dungeon => "complete a dungeon".to_owned(),
                    Milestone::Ring => "be tempted by the Ring".to_owned(),
                    Milestone::Land => {
                        let mut noun = self.noun(object, None);
                        noun.heads.retain(|head| head != "object");
                        noun.heads.push("land".to_owned());
                        format!("play {}", noun.one())
                    }
                };
                Told::new(format!("whenever {}", who(player).does(&does)))
                    .event("what this was about")
                    .player("that player")
            }
            TriggerEvent::Crime { player } => {
                Told::new(format!("whenever {}", who(player).does("commit a crime"))).player("that player")
            }
            TriggerEvent::Marked { what, mark } => {
                Told::new(format!("when {} becomes {}", self.thing(what, Some(Zone::Battlefield)), marks(*mark)))
                    .event(&self.later(what, "that permanent"))
            }
            TriggerEvent::Enlists { what } => {
                Told::new(format!("whenever {} enlists a creature", self.thing(what, Some(Zone::Battlefield))))
                    .event(&self.later(what, "that creature"))
                    .other("the enlisted creature")
            }
            TriggerEvent::Exploits { what } => {
                Told::new(format!("when {} exploits a creature", self.thing(what, Some(Zone::Battlefield))))
                    .event(&self.later(what, "that creature"))
                    .other("the exploited creature")
            }
            TriggerEvent::CountersRemoved { what, kind, last, each } => {
                let kind = self.counter(*kind);
                let which = match (*last, *each) {
                    (true, _) => format!("the last {kind} counter is"),
                    (false, true) => format!("a {kind} counter is"),
                    (false, false) => format!("one or more {kind} counters are"),
                };
                Told::new(format!("whenever {which} removed from {}", self.thing(what, None)))
                    .event(&self.later(what, "that object"))
                    .number("how many were removed")
            }
            TriggerEvent::StepBegins { step, player } => {
                let whose = match player {
                    PlayerFilter::You => "your".to_owned(),
                    PlayerFilter::Any => "each player's".to_owned(),
                    PlayerFilter::Opponent => "each opponent's".to_owned(),
                    player => self.who_fits(*player).of(),
                };
                Told::new(format!("at the beginning of {whose} {}", step_name(*step)))
                    .player("the player whose turn it is")
            }
            TriggerEvent::Draws { player, nth } => {
                let nth = nth.map_or("a card".to_owned(), |n| {
                    let place = super::words::ordinal(usize::from(n).saturating_sub(1));
                    format!("{} {place} card each turn", who(player).their())
                });
                Told::new(format!("whenever {}", who(player).does(&format!("draw {nth}"))))
                    .player("the player who drew")
            }
            TriggerEvent::Discards { player, what, batched, by } => {
                let mut noun = self.noun(what, Some(Zone::Hand));
                noun.after.retain(|words| !words.ends_with("hand"));
                let cards = if *batched { format!("one or more {}", noun.plural()) } else { noun.one() };
                let by = by.map_or(String::new(), |by| {
                    format!(" because of a spell or ability that {}", self.who_fits(by).does("control"))
                });
                Told::new(format!("whenever {}{by}", who(player).does(&format!("discard {cards}"))))
                    .event(&self.later(what, "the discarded card"))
                    .player("the player who discarded")
            }
            TriggerEvent::PlayerDamaged { player, combat } => {
                let combat = kind_of_damage(*combat);
                Told::new(format!("whenever {}", who(player).does(&format!("be dealt {combat}damage"))))
                    .player("the player who was dealt the damage")
                    .number("that much damage")
            }
            TriggerEvent::PlayerTargeted { player, by } => {
                let by = self.targeting(by);
                Told::new(format!("whenever {}", who(player).does(&format!("become the target of {by}"))))
                    .other("that spell or ability")
                    .player("the controller of that spell or ability")
            }
            TriggerEvent::GainsLife { player } => Told::new(format!("whenever {}", who(player).does("gain life")))
                .player("the player who gained life")
                .number("that much life"),
            TriggerEvent::LosesLife { player } => Told::new(format!("whenever {}", who(player).does("lose life")))
                .player("the player who lost life")
                .number("that much life"),
            TriggerEvent::CountersAdded { what, kind, each } => {
                let kind = self.any_counter(*kind);
                let which = if *each { format!("a {kind} is put") } else { format!("one or more {kind}s are put") };
                Told::new(format!("whenever {which} on {}", self.thing(what, Some(Zone::Battlefield))))
                    .event(&self.later(what, "that permanent"))
                    .number("how many were put on it")
            }
            TriggerEvent::Sacrifices { player, what } => {
                let sacrifice = format!("sacrifice {}", self.thing(what, Some(Zone::Battlefield)));
                Told::new(format!("whenever {}", who(player).does(&sacrifice)))
                    .event(&self.later(what, "the sacrificed permanent"))
                    .player("the player who sacrificed it")
            }
            TriggerEvent::Targeted { what, by } => {
                let by = self.targeting(by);
                Told::new(format!("whenever {} becomes the target of {by}", self.thing(what, None)))
                    .event(&self.later(what, "the targeted object"))
                    .other("that spell or ability")
                    .player("the controller of that spell or ability")
            }
            TriggerEvent::BecomesTapped { what } => {
                Told::new(format!("whenever {} becomes tapped", self.thing(what, Some(Zone::Battlefield))))
                    .event(&self.later(what, "that permanent"))
                    .player("its controller")
            }
            TriggerEvent::BecomesUntapped { what } => {
                Told::new(format!("whenever {} becomes untapped", self.thing(what, Some(Zone::Battlefield))))
                    .event(&self.later(what, "that permanent"))
            }
            TriggerEvent::TappedForMana { what } => {
                Told::new(format!("whenever {} is tapped for mana", self.thing(what, Some(Zone::Battlefield))))
                    .event(&self.later(what, "that permanent"))
                    .player("its controller")
            }
            TriggerEvent::Cycles { player, what } => {
                let mut noun = self.noun(what, Some(Zone::Hand));
                noun.after.retain(|words| !words.ends_with("hand"));
                Told::new(format!("whenever {}", who(player).does(&format!("cycle {}", noun.one()))))
                    .event(&self.later(what, "the cycled card"))
                    .player("the player who cycled it")
            }
            TriggerEvent::Does { player, action } => {
                let action = match action {
                    KeywordAction::Scry => "scry",
                    KeywordAction::Surveil => "surveil",
                    KeywordAction::Investigate => "investigate",
                };
                Told::new(format!("whenever {}", who(player).does(action))).player("that player")
            }
            TriggerEvent::Transforms { what } => {
                Told::new(format!("whenever {} transforms", self.thing(what, Some(Zone::Battlefield))))
                    .event(&self.later(what, "that permanent"))
            }
            TriggerEvent::Activates { player, what } => {
                let of = self.thing(what, None);
                let activate = format!("activate an ability of {of} that isn't a mana ability");
                Told::new(format!("whenever {}", who(player).does(&activate)))
                    .event(&self.later(what, "that object"))
                    .other("that ability")
                    .player("the player who activated it")
            }
            TriggerEvent::TurnedFaceUp { what } => {
                Told::new(format!("when {} is turned face up", self.thing(what, Some(Zone::Battlefield))))
                    .event(&self.later(what, "that permanent"))
            }
            TriggerEvent::DaytimeChanges => Told::new("whenever day becomes night or night becomes day".to_owned()),
            TriggerEvent::Chapter(bits) => {
                let chapters: Vec<String> =
                    (0..16).filter(|bit| bits >> bit & 1 != 0).map(|bit: u32| bit.to_string()).collect();
                Told::new(format!("when {} comes to chapter {}", self.source(), super::words::list_or(&chapters)))
            }
            TriggerEvent::BecomesLevel(level) => Told::new(format!("when {} becomes level {level}", self.source())),
            TriggerEvent::State(condition) => Told::new(format!("when it is true that {}", self.condition(condition))),
        }
    }

    fn targeting(&self, by: &Filter) -> String {
        if by.tests.is_empty() {
            "a spell or ability".to_owned()
        } else {
            self.thing(by, None).replace("an object", "a spell or ability")
        }
    }

    fn zone_change(&self, what: &Filter, from: Option<Zone>, to: Option<Zone>, batched: bool) -> Told {
        let zone = match (from, to) {
            (Some(Zone::Battlefield), _) | (_, Some(Zone::Battlefield)) => Some(Zone::Battlefield),
            _ => None,
        };
        let mut noun = self.noun(what, zone);
        if zone.is_none() && noun.whole.is_none() {
            noun.heads.retain(|head| head != "object");
            noun.kind = Some("card");
        }
        let (which, are) = if batched { (format!("one or more {}", noun.plural()), "are") } else { (noun.one(), "is") };
        let leaves = if batched { "leave" } else { "leaves" };
        let enters = if batched { "enter" } else { "enters" };
        let moves = match (from, to) {
            (None, Some(Zone::Battlefield)) => enters.to_owned(),
            (Some(from), Some(Zone::Battlefield)) => format!("{enters} from {}", place(from)),
            (Some(Zone::Battlefield), Some(Zone::Graveyard)) => {
                format!("{are} put into a graveyard from the battlefield")
            }
            (Some(from), None) => format!("{leaves} {}", place(from)),
            (Some(from), Some(to)) => format!("{are} put into {} from {}", place(to), place(from)),
            (None, Some(to)) => format!("{are} put into {} from anywhere", place(to)),
            (None, None) => format!("{are} moved from any zone to any other"),
        };
        let later = match zone {
            Some(_) => "that permanent",
            None => "that card",
        };
        Told::new(format!("whenever {which} {moves}"))
            .event(&self.later(what, later))
            .player("its controller")
            .number("how many moved")
    }
}

fn kind_of_damage(combat: Option<bool>) -> &'static str {
    match combat {
        None => "",
        Some(true) => "combat ",
        Some(false) => "noncombat ",
    }
}
