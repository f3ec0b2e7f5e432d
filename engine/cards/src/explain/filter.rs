//! Filters in words: a noun with what stands before and after it.

use super::teller::Teller;
use super::words::{Noun, an, colors, keywords, list_and, list_or, marks, restrictions, types};
use crate::filter::{Comparison, Filter, Fought, PlayerFilter, Quality, Test, Zone};
use crate::keyword::{KeywordName, Marks};
use crate::types::{CardTypes, Supertypes};

/// What somebody does as a relative clause: "that you own"; after "that" none is needed.
fn relative(does: &str) -> String {
    if does.starts_with("that ") { does.to_owned() } else { format!("that {does}") }
}

impl Teller<'_> {
    /// "attacking a planeswalker that you control".
    fn attacking_planeswalker(&self, whose: PlayerFilter) -> String {
        format!("attacking a planeswalker that {}", self.who_fits(whose).does("control"))
    }

    /// What fits, in a zone if one is known: "creature you control", "creature card in your graveyard".
    pub(super) fn noun(&self, filter: &Filter, zone: Option<Zone>) -> Noun {
        let mut noun = Noun::default();
        for test in &filter.tests {
            self.add_test(&mut noun, test, zone);
        }
        match zone {
            Some(Zone::Battlefield) => {
                if noun.heads.is_empty() && noun.whole.is_none() {
                    noun.heads.push("permanent".to_owned());
                }
            }
            Some(Zone::Stack) => {
                if noun.kind.is_none() {
                    noun.kind = Some("spell");
                }
            }
            Some(Zone::Hand | Zone::Library | Zone::Graveyard | Zone::Exile | Zone::Command) => {
                noun.kind = Some("card")
            }
            None => {
                if noun.heads.is_empty() && noun.kind.is_none() && noun.whole.is_none() {
                    noun.heads.push("object".to_owned());
                }
            }
        }
        if let Some(zone) = zone.filter(|zone| !matches!(zone, Zone::Battlefield | Zone::Stack)) {
            noun.after.insert(0, self.place(zone, filter));
        }
        noun
    }

    /// "in your graveyard", "in a hand".
    fn place(&self, zone: Zone, filter: &Filter) -> String {
        let whose = filter.tests.iter().find_map(|test| match test {
            Test::Owner(who) | Test::Controller(who) => Some(self.who_fits(*who)),
            Test::OwnerIn(who) | Test::ControllerIn(who) => Some(self.players(who)),
            _ => None,
        });
        match (zone, whose) {
            (Zone::Exile | Zone::Command, _) => format!("in {}", zone_name(zone)),
            (zone, Some(who)) => format!("in {} {}", who.of(), zone_name(zone)),
            (zone, None) => format!("in any {}", zone_name(zone)),
        }
    }

    /// Returns whether the owner is said by the zone already.
    fn in_owned_zone(zone: Option<Zone>) -> bool {
        matches!(zone, Some(Zone::Hand | Zone::Library | Zone::Graveyard))
    }

    fn moved_by(&self, who: PlayerFilter) -> String {
        format!("that is moved by a spell or ability that {} controls", self.who_fits(who).text)
    }

    fn add_test(&self, noun: &mut Noun, test: &Test, zone: Option<Zone>) {
        let source = self.source().to_owned();
        match test {
            Test::Source => noun.whole = Some(source),
            Test::NotSource => noun.before.insert(0, "other".to_owned()),
            Test::Host => noun.whole = Some(format!("the permanent that {source} is attached to")),
            Test::Types(some) if *some == CardTypes::PERMANENT => noun.add_heads(&["permanent".to_owned()]),
            Test::Types(some) => noun.add_heads(&types(*some)),
            Test::AllTypes(all) => noun.add_heads(&[types(*all).join(" ")]),
            Test::NotTypes(none) => noun.before.extend(types(*none).iter().map(|name| format!("non{name}"))),
            Test::Supertype(what) => noun.before.push(supertype(*what)),
            Test::NotSupertype(what) => noun.before.push(format!("non{}", supertype(*what))),
            // "Elf creature", "Elf artifact or Elf creature": all tests hold.
            Test::Subtype(subtype) if noun.heads.is_empty() => noun.heads.push(subtype.name().to_owned()),
            Test::Subtype(subtype) => {
                noun.heads = noun.heads.iter().map(|head| format!("{} {head}", subtype.name())).collect();
            }
            Test::Colors(some) => noun.before.push(list_or(&colors(*some))),
            Test::NotColors(none) => noun.before.extend(colors(*none).iter().map(|name| format!("non{name}"))),
            Test::Colorless => noun.before.push("colorless".to_owned()),
            Test::Monocolored => noun.before.push("monocolored".to_owned()),
            Test::Multicolored => noun.before.push("multicolored".to_owned()),
            Test::Keyword(all) => noun.after.push(format!("with {}", list_and(&keywords(*all)))),
            Test::NotKeyword(none) => noun.after.push(format!("without {}", list_or(&keywords(*none)))),
            Test::Controller(PlayerFilter::Any) | Test::Owner(PlayerFilter::Any) => {}
            Test::Controller(who) if !Self::in_owned_zone(zone) => {
                let who = self.who_fits(*who);
                noun.after.push(who.does("control"));
            }
            Test::Owner(who) if !Self::in_owned_zone(zone) => noun.after.push(self.who_fits(*who).does("own")),
            Test::ControllerIn(who) if !Self::in_owned_zone(zone) => {
                noun.after.push(relative(&self.players(who).does("control")));
            }
            Test::OwnerIn(who) if !Self::in_owned_zone(zone) => {
                noun.after.push(relative(&self.players(who).does("own")));
            }
            Test::Controller(_) | Test::Owner(_) | Test::ControllerIn(_) | Test::OwnerIn(_) | Test::Permanent => {}
            Test::Power(how, amount) => noun.after.push(format!("with power {}", self.compared(*how, amount))),
            Test::Toughness(how, amount) => noun.after.push(format!("with toughness {}", self.compared(*how, amount))),
            Test::ManaValue(how, amount) => noun.after.push(format!("with mana value {}", self.compared(*how, amount))),
            Test::PowerAndToughness(how, amount) => {
                noun.after.push(format!("with total power and toughness {}", self.compared(*how, amount)));
            }
            Test::PowerExceedsToughness => noun.after.push("with power greater than its toughness".to_owned()),
            Test::ToughnessExceedsPower => noun.after.push("with toughness greater than its power".to_owned()),
            Test::Restricted(what) => {
                noun.after.push(format!("of which it is true: {}", list_or(&restrictions(*what))))
            }
            Test::Tapped | Test::Untapped => noun.before.push(tapped_or_not(test).to_owned()),
            Test::Quality(quality) => self.add_quality(noun, quality),
            Test::Attacking => noun.before.push("attacking".to_owned()),
            Test::AttackingPlayer(who) => noun.after.push(format!("attacking {}", self.who_fits(*who).text)),
            Test::AttackingPlaneswalkerOf(who) => noun.after.push(self.attacking_planeswalker(*who)),
            Test::Blocking => noun.before.push("blocking".to_owned()),
            Test::Blocked => noun.before.push("blocked".to_owned()),
            Test::Unblocked => noun.before.push("unblocked".to_owned()),
            Test::Token => noun.before.push("token".to_owned()),
            Test::Nontoken => noun.before.push("nontoken".to_owned()),
            Test::HasCounter(kind) => noun.after.push(format!("with {} on it", an(&self.any_counter(*kind)))),
            Test::Named(name) => noun.after.push(format!("named {name}")),
            Test::DamagedThisTurn => noun.after.push("that was dealt damage this turn".to_owned()),
            Test::MovedBy(who) => noun.after.push(self.moved_by(*who)),
            Test::EnteredThisTurn => noun.after.push("that entered this turn".to_owned()),
            Test::DiscardedThisTurn => noun.after.push("discarded this turn".to_owned()),
            Test::PutAway(how) => noun.before.push(super::condition::face_down(*how).to_owned()),
            Test::DrawnThisTurn => noun.after.push("drawn this turn".to_owned()),
            Test::Fought(how) => noun.after.push(match how {
                Fought::BlockedThisTurn => "that blocked this turn".to_owned(),
                Fought::ThisTurn => "that attacked or blocked this turn".to_owned(),
                Fought::ThisCombat => "that attacked or blocked this combat".to_owned(),
            }),
            Test::AttackedThisTurn => noun.after.push("that attacked this turn".to_owned()),
            Test::Marked(Marks::EXERTED) => noun.after.push("that was exerted this turn".to_owned()),
            Test::Marked(what) => noun.after.push(format!("that is {}", marks(*what))),
            Test::Paired => noun.before.push("paired".to_owned()),
            Test::PairedWith(what) => noun.after.push(format!("paired with {}", self.objects(what).text)),
            Test::Commander => noun.after.push("that is a commander".to_owned()),
            Test::RingBearer => noun.after.push("that is its controller's Ring-bearer".to_owned()),
            Test::NewSinceUpkeep => {
                noun.after.push("that came under its controller's control since their last upkeep began".to_owned());
            }
            Test::DamagedBy(what) => {
                noun.after.push(format!("that was dealt damage this turn by {}", self.objects(what).text));
            }
            Test::DamagedThisWay(what) => {
                noun.after.push(format!("that was dealt damage this way by {}", self.objects(what).text));
            }
            Test::ManaValueIsOdd(odd) => {
                noun.after.push(format!("with an {} mana value", if *odd { "odd" } else { "even" }));
            }
            Test::CouldHost(objects) => {
                noun.after.push(format!("to which {} could be attached", self.objects(objects).text));
            }
            Test::HasKeywordNamed(keyword) => noun.after.push(with_named(*keyword)),
            Test::BeingCycled => noun.after.push("that is being cycled".to_owned()),
            Test::HasManaAbility => noun.after.push("with a mana ability".to_owned()),
            Test::CouldProduceColorless => noun.after.push("that could produce {C}".to_owned()),
            Test::EnchantsPlayer(players) => {
                noun.after.push(format!("attached to {}", self.players(players).text));
            }
            Test::DamagedBySourceOf(players) => {
                let who = self.who_fits(*players);
                noun.after
                    .push(format!("that was dealt damage this turn by a source that was controlled by {}", who.text));
            }
            Test::DealtDamageTo(players) => {
                noun.after.push(format!("that dealt damage to {} this turn", self.who_fits(*players).text));
            }
            Test::DealtDamageThisTurn => noun.after.push("that dealt damage this turn".to_owned()),
            Test::HasAdventure => noun.after.push("that has an Adventure".to_owned()),
            Test::TopOfGraveyard(filter) => noun.after.push(self.on_top(filter)),
            Test::AboveSource(directly) => {
                let how = if *directly { "directly above" } else { "above" };
                noun.after.push(format!("{how} {}", self.source()));
            }
            Test::PutThereThisTurn(None) => noun.after.push("that was put there this turn".to_owned()),
            Test::PutThereThisTurn(Some(from)) => {
                noun.after.push(format!("that was put there from {} this turn", place(*from)));
            }
            Test::Spell => noun.kind = Some("spell"),
            Test::Ability => noun.kind = Some("ability"),
            Test::ActivatedAbility => noun.kind = Some("activated ability"),
            Test::TriggeredAbility => noun.kind = Some("triggered ability"),
            Test::AbilityOf(filter) => {
                noun.after.push(format!("of {}", self.noun(filter, None).one()));
            }
            Test::HasAttached(filter) => {
                noun.after.push(format!("with {} attached to it", self.noun(filter, Some(Zone::Battlefield)).one()));
            }
            Test::Is(what) => noun.after.push(format!("that is {}", self.objects(what).text)),
            Test::AnyOf(filters) => self.add_any_of(noun, filters, zone),
            Test::Not(filter) => noun.after.push(format!("that isn't {}", self.kind(filter, zone))),
            Test::Card(filter) => noun.after.push(format!("whose card is {}", self.kind(filter, None))),
            Test::SharesColor(what) => noun.after.push(format!("that shares a color with {}", self.objects(what).text)),
            Test::SharesCardType(what) => {
                noun.after.push(format!("that shares a card type with {}", self.objects(what).text));
            }
            Test::SharesTypeOf(what, CardTypes::PERMANENT) => {
                noun.after.push(format!("that shares a permanent type with {}", self.objects(what).text));
            }
            Test::SharesTypeOf(what, of) => {
                let of = types(*of).join(" or ");
                noun.after.push(format!("that shares a type with {} ({of})", self.objects(what).text));
            }
            Test::BlockedByOne(what) => noun.after.push(format!("blocked by {}", self.objects(what).text)),
            Test::BlockingOne(what) => noun.after.push(format!("blocking {}", self.objects(what).text)),
            Test::SharesCreatureType(what) => {
                noun.after.push(format!("that shares a creature type with {}", self.objects(what).text));
            }
            Test::SharesLandType(what) => {
                noun.after.push(format!("that shares a land type with {}", self.objects(what).text));
            }
            Test::SharesPower(what) => {
                noun.after.push(format!("with the same power as {}", self.objects(what).text));
            }
            Test::SharesManaValue(what) => {
                noun.after.push(format!("with the same mana value as {}", self.objects(what).text));
            }
            Test::SharesName(what) => noun.after.push(format!("with the same name as {}", self.objects(what).text)),
            Test::ChosenColor => noun.after.push("of the chosen color".to_owned()),
            Test::ChosenType => noun.after.push("of the chosen type".to_owned()),
            Test::CastFrom(zones) => {
                let zones: Vec<String> = zones.iter().map(|zone| caster_place(*zone)).collect();
                noun.after.push(format!("cast from {}", list_or(&zones)));
            }
            Test::CameFrom(zone) => noun.after.push(format!("that came from {}", place(*zone))),
            Test::ChosenName | Test::NameChosenThen => noun.after.push("with the chosen name".to_owned()),
            Test::TargetsObject(filter) => {
                noun.after.push(format!("that targets {}", self.noun(filter, Some(Zone::Battlefield)).one()));
            }
            Test::TargetsPlayer(who) => noun.after.push(format!("that targets {}", self.who_fits(*who).text)),
            Test::SingleTarget => noun.after.push("with a single target".to_owned()),
            Test::OneThingTargeted => noun.after.push("that targets only one object or player".to_owned()),
            Test::Kicked => noun.before.push("kicked".to_owned()),
            Test::Warped => noun.after.push("that was cast for its warp cost".to_owned()),
            Test::WasBlockedBy(objects) => {
                noun.after.push(format!("that {} blocked this turn", self.objects(objects).text));
            }
            Test::Crewed(objects, saddled) => {
                let did = if *saddled { "saddled" } else { "crewed" };
                noun.after.push(format!("that {did} {} this turn", self.objects(objects).text));
            }
            Test::TargetOf(objects) => noun.after.push(format!("that {} targets", self.objects(objects).text)),
            Test::HasManaCost(costs) => {
                let costs: Vec<String> = costs.iter().map(ToString::to_string).collect();
                noun.after.push(format!("with mana cost {}", crate::explain::words::list_or(&costs)));
            }
            Test::XInCost => noun.after.push("with {X} in its mana cost".to_owned()),
            Test::WasCast => noun.after.push("that was cast".to_owned()),
            Test::IsCopy => noun.after.push("that is a copy".to_owned()),
            Test::CastBy(who) => noun.after.push(format!("that {} cast", self.who_fits(*who).text)),
            Test::CountersAtLeast(kind, n) => {
                noun.after.push(format!("with {n} or more {} counters on it", self.counter(*kind)));
            }
            Test::Prepared => noun.before.push("prepared".to_owned()),
            Test::Modified => noun.before.push("modified".to_owned()),
            Test::FaceDown => noun.before.push("face-down".to_owned()),
            Test::Historic => noun.before.push("historic".to_owned()),
        }
    }

    /// Alternatives: "or" between nouns where they are only that, a clause where they say more.
    fn add_any_of(&self, noun: &mut Noun, filters: &[Filter], zone: Option<Zone>) {
        if filters.is_empty() {
            noun.after.push("(there is never one)".to_owned());
            return;
        }
        let plain = filters.iter().all(|filter| {
            !filter.tests.is_empty()
                && filter.tests.iter().all(|test| matches!(test, Test::Types(_) | Test::AllTypes(_) | Test::Subtype(_)))
        });
        if plain && noun.heads.is_empty() {
            for filter in filters {
                noun.heads.extend(self.noun(filter, None).heads);
            }
            return;
        }
        let kinds: Vec<String> = filters.iter().map(|filter| self.kind(filter, zone)).collect();
        noun.after.push(format!("that is either {}", list_or(&kinds)));
    }

    /// What kind of thing fits, where the place is said already.
    fn kind(&self, filter: &Filter, zone: Option<Zone>) -> String {
        let mut noun = self.noun(filter, None);
        if noun.heads == ["object"] {
            noun.heads = match zone {
                Some(Zone::Battlefield) => vec!["permanent".to_owned()],
                Some(Zone::Stack) => vec!["spell".to_owned()],
                Some(Zone::Hand | Zone::Library | Zone::Graveyard | Zone::Exile | Zone::Command) => {
                    vec!["card".to_owned()]
                }
                None => vec!["object".to_owned()],
            };
        }
        noun.one()
    }

    /// "3 or greater", "equal to the number of lands you control".
    pub(super) fn compared(&self, how: Comparison, amount: &crate::filter::Amount) -> String {
        let amount = self.amount(amount);
        match how {
            Comparison::Equal => format!("equal to {amount}"),
            Comparison::NotEqual => format!("other than {amount}"),
            Comparison::Less => format!("less than {amount}"),
            Comparison::AtMost => format!("{amount} or less"),
            Comparison::Greater => format!("greater than {amount}"),
            Comparison::AtLeast => format!("{amount} or greater"),
        }
    }
}

fn supertype(what: Supertypes) -> String {
    let names: Vec<String> =
        Supertypes::TABLE.iter().filter(|row| what.contains(row.0)).map(|row| row.1.to_lowercase()).collect();
    names.join(" ")
}

/// The zone with its article.
pub(super) fn place(zone: Zone) -> String {
    match zone {
        Zone::Library | Zone::Hand | Zone::Graveyard => format!("a {}", zone_name(zone)),
        Zone::Battlefield | Zone::Stack | Zone::Command => format!("the {}", zone_name(zone)),
        Zone::Exile => zone_name(zone).to_owned(),
    }
}

/// The zone that something was cast from: of hands its caster's.
pub(super) fn caster_place(zone: Zone) -> String {
    if zone == Zone::Hand { "its caster's hand".to_owned() } else { place(zone) }
}

/// The zone where a card's own ability works: the hand, library or graveyard is its owner's.
pub(super) fn whose(zone: Zone) -> String {
    match zone {
        Zone::Library | Zone::Hand | Zone::Graveyard => format!("your {}", zone_name(zone)),
        Zone::Battlefield | Zone::Stack | Zone::Command | Zone::Exile => place(zone),
    }
}

/// The name of a zone.
pub(super) fn zone_name(zone: Zone) -> &'static str {
    match zone {
        Zone::Library => "library",
        Zone::Hand => "hand",
        Zone::Battlefield => "battlefield",
        Zone::Graveyard => "graveyard",
        Zone::Stack => "stack",
        Zone::Exile => "exile",
        Zone::Command => "command zone",
    }
}

impl Teller<'_> {
    /// That a card is the topmost of those in its graveyard that fit.
    fn on_top(&self, filter: &Filter) -> String {
        format!("on top of all {} there", self.noun(filter, None).plural())
    }
}

/// "With flashback"; there are several abilities that are cycling (CR 702.29f).
fn with_named(keyword: KeywordName) -> String {
    match keyword {
        KeywordName::Cycling => "with a cycling ability".to_owned(),
        _ => format!("with {}", keyword.name()),
    }
}

impl Teller<'_> {
    /// What is said of permanents' base sizes, colors and faces.
    fn add_quality(&self, noun: &mut Noun, quality: &Quality) {
        match quality {
            Quality::BasePower(how, amount) => {
                noun.after.push(format!("with base power {}", self.compared(*how, amount)));
            }
            Quality::BaseToughness(how, amount) => {
                noun.after.push(format!("with base toughness {}", self.compared(*how, amount)));
            }
            Quality::PowerExceedsBase => noun.after.push("with power greater than its base power".to_owned()),
            Quality::ColorCount(n) => noun.after.push(format!("that is exactly {n} colors")),
            Quality::AttackingAlone => noun.after.push("attacking alone".to_owned()),
            Quality::DoubleFaced => noun.before.push("double-faced".to_owned()),
            Quality::Transformed => noun.before.push("transformed".to_owned()),
        }
    }
}

fn tapped_or_not(test: &Test) -> &'static str {
    if *test == Test::Tapped { "tapped" } else { "untapped" }
}
