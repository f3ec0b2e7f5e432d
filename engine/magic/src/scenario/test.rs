//! What scenarios assert, looked up in the position.

use gauntlet_cards::card::AbilityId;
use gauntlet_cards::filter::CounterKind;
use gauntlet_cards::keyword::Keywords;
use gauntlet_cards::text::keywords;
use gauntlet_cards::types::{CardTypes, Colors, Subtype, Supertypes};
use gauntlet_core::{Game as _, Player};

use super::answers::Play;
use super::cards::Cards;
use super::model::player;
use super::model::{Described, Reference, Side, Test, Zone};
use super::table::Probe;
use super::text::{FACE_DOWN, plain};
use crate::decision::{Action, DecisionKind};
use crate::state::{Flags, Object, ObjectId, PlayerInfo};

/// How an assertion came out.
pub(super) enum Found {
    /// As it should be.
    Right,
    /// Otherwise: what was expected and what was found.
    Wrong(String, String),
    /// This can't be looked up.
    Unknown(String),
}

pub(super) fn compare<T: PartialEq + std::fmt::Display>(what: &str, expected: T, found: T) -> Found {
    if expected == found { Found::Right } else { Found::Wrong(format!("{what} {expected}"), found.to_string()) }
}

/// The words for a reference in messages.
pub(super) fn words(reference: &Reference) -> String {
    match reference {
        Reference::Name(name) => name.clone(),
        Reference::Object(what) => {
            what.name.clone().or_else(|| what.alias.clone()).unwrap_or_else(|| format!("{what:?}"))
        }
    }
}

pub(super) fn description(reference: &Reference) -> Described {
    match reference {
        Reference::Name(name) => Described { name: Some(name.clone()), ..Described::default() },
        Reference::Object(what) => what.clone(),
    }
}

/// Several permanents, how a number of each is shown.
fn shown<T: std::fmt::Display>(values: &[T]) -> String {
    if values.is_empty() {
        return "no such permanent".to_owned();
    }
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

impl Play<'_> {
    /// The permanents that a reference means, of a player or of all.
    pub(super) fn permanents(&self, card: &Reference, side: Option<Side>) -> Vec<(ObjectId, Object)> {
        let what = description(card);
        let all = self.position.state.permanents();
        let of = |object: &Object| side.is_none_or(|side| object.controller == player(side));
        let fit = all.filter(|(id, object)| of(object) && self.fits(&what, *id)).map(|(id, object)| (id, *object));
        let fit: Vec<_> = fit.collect();
        match what.nth {
            Some(nth) => fit.into_iter().skip(nth).take(1).collect(),
            None => fit,
        }
    }

    /// The cards in a zone by name, with their places where they have one.
    fn in_zone(&self, zone: Zone, side: Option<Side>) -> Vec<(String, ObjectId)> {
        let s = &self.position.state;
        let own = |owner: Player| side.is_none_or(|side| player(side) == owner);
        let named = |index: u16| (self.zone_name(&s.objects[usize::from(index)]), s.id(index));
        let mut found = Vec::new();
        match zone {
            Zone::Battlefield => {
                let all = s.permanents().filter(|(_, object)| own(object.controller));
                found.extend(all.map(|(id, object)| (self.name(object), id)));
            }
            Zone::Hand | Zone::Library => {
                let lists = if zone == Zone::Hand { &s.hands } else { &s.libraries };
                for owner in Player::BOTH.into_iter().filter(|owner| own(*owner)) {
                    let cards = lists[owner].iter();
                    found.extend(cards.map(|hidden| (self.card_name(hidden.card).to_owned(), ObjectId::NONE)));
                }
            }
            Zone::Graveyard => {
                for owner in Player::BOTH.into_iter().filter(|owner| own(*owner)) {
                    found.extend(s.graveyards[owner].iter().map(|index| named(*index)));
                }
            }
            Zone::Exile | Zone::Command => {
                let list = if zone == Zone::Exile { &s.exile } else { &s.command };
                let all = list.iter().filter(|index| own(s.objects[usize::from(**index)].owner));
                found.extend(all.map(|index| named(*index)));
            }
            Zone::Sideboard => {
                let all = s.outside.iter().filter(|other| own(other.owner));
                found.extend(all.map(|other| (self.card_name(other.card).to_owned(), ObjectId::NONE)));
            }
            Zone::Stack => {
                let all = s.stack.iter().filter(|item| own(item.controller));
                found.extend(all.filter_map(|item| Some((self.name(s.get(item.object)?), item.object))));
            }
        }
        found
    }

    /// Cards in exile keep their names for those who count them, face down or not; counted as what is face down they are that too.
    fn zone_name(&self, object: &Object) -> String {
        self.card_name(object.card).to_owned()
    }

    /// Returns whether an object in a zone is face down and is meant as such.
    fn meant_face_down(&self, wanted: &str, id: ObjectId) -> bool {
        wanted == FACE_DOWN && self.position.state.get(id).is_some_and(|object| object.is(Flags::FACE_DOWN))
    }

    fn count_in(&self, zone: Zone, side: Option<Side>, card: Option<&Reference>) -> i64 {
        let all = self.in_zone(zone, side);
        let Some(card) = card else { return all.len() as i64 };
        let what = description(card);
        let fits = |(name, id): &&(String, ObjectId)| {
            let by_name = what
                .name
                .as_ref()
                .is_none_or(|wanted| super::text::same_name(wanted, name) || self.meant_face_down(wanted, *id))
                || what.name.as_ref().is_some_and(|wanted| self.is_alias(wanted, *id));
            by_name && (what.alias.is_none() || self.fits(&what, *id))
        };
        all.iter().filter(fits).count() as i64
    }

    /// Whether a permanent has an ability with these words, by name or text.
    fn has_ability(&self, id: ObjectId, object: &Object, text: &str) -> usize {
        let wanted = text.trim().trim_end_matches('.').to_lowercase();
        if let Some(keyword) = Keywords::named(&wanted) {
            return usize::from(object.characteristics.keywords.contains(keyword));
        }
        let name = self.card_name(object.card);
        let wanted = plain(text, name);
        let all = self.abilities_of(id, object);
        let texts = all.iter().filter(|ability| {
            let raw = &self.position.pool.ability(**ability).text;
            let own = plain(raw, name);
            own == wanted || (!wanted.is_empty() && own.starts_with(&wanted)) || keywords::stands_for(text, raw)
        });
        match texts.count() {
            0 => usize::from(!object.is(Flags::LOST_ABILITIES) && self.has_printed(object, &wanted)),
            count => count,
        }
    }

    /// Returns whether a keyword is printed on a permanent that stands for something else than an ability with its text.
    fn has_printed(&self, object: &Object, keyword: &str) -> bool {
        let all = self.position.pool.card(object.card).text.iter().flat_map(|line| line.split([',', ';']));
        let mut said =
            all.filter_map(|item| item.trim().get(..keyword.len()).map(|start| (start, &item.trim()[keyword.len()..])));
        let ends = |rest: &str| {
            rest.is_empty()
                || rest.trim_start().starts_with(['{', '\u{2014}', 'X'])
                || rest.trim().parse::<u8>().is_ok()
        };
        keywords::is_keyword(keyword) && said.any(|(start, rest)| start.eq_ignore_ascii_case(keyword) && ends(rest))
    }

    /// All abilities of a permanent: its card's, unless it lost them, those it was given, and those of its basic land types.
    pub(super) fn abilities_of(&self, id: ObjectId, object: &Object) -> Vec<AbilityId> {
        let s = &self.position.state;
        let pool = &self.position.pool;
        let own: &[AbilityId] = if object.is(Flags::LOST_ABILITIES) { &[] } else { &pool.card(object.card).abilities };
        let granted = s.granted_to(id.index).iter().filter(|_| object.is(Flags::HAS_GRANTED));
        let lands = object.characteristics.subtypes.basic_lands();
        let basic = (0..5).filter(|bit| lands & (1 << bit) != 0).map(|bit| pool.basic_mana_ability(bit));
        own.iter().copied().chain(granted.map(|entry| entry.1)).chain(basic).collect()
    }

    fn pt(&self, side: Option<Side>, card: &Reference, wanted: (i64, i64), scope: Option<&str>, base: bool) -> Found {
        let all = self.permanents(card, side);
        let mut copy = base.then(|| self.position.clone());
        if let Some(copy) = &mut copy {
            copy.engine().refresh_to_base();
        }
        let values: Vec<(i64, i64)> = all
            .iter()
            .map(|(id, object)| {
                let object = copy.as_ref().and_then(|copy| copy.state.get(*id)).unwrap_or(object);
                (i64::from(object.characteristics.power), i64::from(object.characteristics.toughness))
            })
            .collect();
        let right = match scope {
            Some("all") => !values.is_empty() && values.iter().all(|value| *value == wanted),
            _ => values.contains(&wanted),
        };
        if right {
            return Found::Right;
        }
        let texts: Vec<String> = values.iter().map(|(power, toughness)| format!("{power}/{toughness}")).collect();
        Found::Wrong(format!("{} {}/{}", words(card), wanted.0, wanted.1), shown(&texts))
    }

    /// One of the permanents that a reference means has this value.
    fn some<T: PartialEq + std::fmt::Display>(
        &self,
        what: &str,
        card: &Reference,
        side: Option<Side>,
        wanted: T,
        value: impl Fn(ObjectId, &Object) -> T,
    ) -> Found {
        let values: Vec<T> = self.permanents(card, side).iter().map(|(id, object)| value(*id, object)).collect();
        if values.contains(&wanted) {
            Found::Right
        } else {
            Found::Wrong(format!("{} {what} {wanted}", words(card)), shown(&values))
        }
    }

    /// The characteristics of the card that is meant, the first unless it says which, on the battlefield or elsewhere.
    fn object_in(&self, zone: Option<Zone>, card: &Reference, side: Option<Side>) -> Option<Object> {
        let zone = zone.unwrap_or(Zone::Battlefield);
        let what = description(card);
        let mut fit = self.in_zone(zone, side).into_iter().filter(|(_, id)| !id.is_none() && self.fits(&what, *id));
        let found = fit.nth(what.nth.unwrap_or(0));
        found.and_then(|(_, id)| self.position.state.get(id).copied())
    }

    fn has(
        &self,
        zone: Option<Zone>,
        card: &Reference,
        side: Option<Side>,
        what: &str,
        has: bool,
        test: impl Fn(&Object) -> bool,
    ) -> Found {
        let Some(object) = self.object_in(zone, card, side) else {
            return Found::Wrong(format!("{} {} {what}", words(card), verb(has)), "no such object".to_owned());
        };
        if test(&object) == has {
            Found::Right
        } else {
            Found::Wrong(format!("{} {} {what}", words(card), verb(has)), format!("it {} it", verb(!has)))
        }
    }

    fn counters(&self, cards: &Cards, id: ObjectId, counter: &str) -> i64 {
        let kind = cards.counter(counter);
        kind.map_or(0, |kind| i64::from(self.position.state.counters_on(id.index, kind)))
    }

    /// Checks whether something is true.
    pub(super) fn test(&self, cards: &Cards, side: Option<Side>, test: &Test) -> Found {
        let s = &self.position.state;
        let who = side.map(player).unwrap_or(Player::FIRST);
        let info = &s.players[who];
        match test {
            Test::Life { value } => compare(&format!("life of {}", letter(who)), *value, i64::from(info.life)),
            Test::PermanentCount { card, count } => {
                let found = match card {
                    Some(card) => self.permanents(card, side).len() as i64,
                    None => self.in_zone(Zone::Battlefield, side).len() as i64,
                };
                let name = card.as_ref().map_or("permanents".to_owned(), words);
                compare(&format!("{name} on the battlefield:"), *count, found)
            }
            Test::ZoneCount { zone, card, count } => {
                let name = card.as_ref().map_or("cards".to_owned(), words);
                compare(&format!("{name} in {zone:?}:"), *count, self.count_in(*zone, side, card.as_ref()))
            }
            Test::Pt { card, power, toughness, scope } => {
                self.pt(side, card, (*power, *toughness), scope.as_deref(), false)
            }
            Test::BasePt { card, power, toughness, scope } => {
                self.pt(side, card, (*power, *toughness), scope.as_deref(), true)
            }
            Test::Ability { card, ability, has, .. } => self.test_ability(side, card, ability, *has),
            Test::AbilityCount { card, ability, count } => self.test_ability_count(side, card, ability, *count),
            Test::Counters { card, counter, count } => {
                self.some(&format!("{counter} counters:"), card, side, *count, |id, _| {
                    self.counters(cards, id, counter)
                })
            }
            Test::CardCounters { zone, card, counter, count } => {
                let what = description(card);
                let all = self.in_zone(*zone, side);
                let fit = all.iter().filter(|(_, id)| !id.is_none() && self.fits(&what, *id));
                let values: Vec<i64> = fit.map(|(_, id)| self.counters(cards, *id, counter)).collect();
                if values.contains(count) {
                    return Found::Right;
                }
                Found::Wrong(format!("{} {counter} counters: {count}", words(card)), shown(&values))
            }
            Test::PlayerCounters { counter, count } => test_player_counters(who, info, counter, *count),
            Test::Tapped { card, value } => self.test_tapped(side, card, *value),
            Test::TappedCount { card, tapped, count } => {
                let all = self.permanents(card, side);
                let found = all.iter().filter(|(_, object)| object.is(Flags::TAPPED) == *tapped).count() as i64;
                let state = if *tapped { "tapped" } else { "untapped" };
                compare(&format!("{state} {}:", words(card)), *count, found)
            }
            Test::Attacking { card, value } => {
                self.some("attacking:", card, side, *value, |_, object| object.is(Flags::ATTACKING))
            }
            Test::Damage { card, value } => {
                self.some("damage:", card, side, *value, |_, object| i64::from(object.damage))
            }
            Test::Attached { attachment, to, value } => self.test_attached(side, attachment, to, *value),
            Test::Type { card, card_type, has, zone } => self.test_type(side, *zone, card, card_type, *has),
            Test::Subtype { card, subtype, has, zone } => match Subtype::from_name(subtype) {
                Some(wanted) => self
                    .has(*zone, card, side, subtype, *has, |object| object.characteristics.subtypes.contains(wanted)),
                None => Found::Unknown(format!("{subtype} isn't a subtype")),
            },
            Test::Color { card, colors, has } => self.test_color(side, card, colors, *has),
            Test::TokenCount { card, count } => {
                let tokens = s.permanents().filter(|(id, object)| {
                    object.is(Flags::TOKEN)
                        && side.is_none_or(|side| object.controller == player(side))
                        && card.as_ref().is_none_or(|card| self.fits(&description(card), *id))
                });
                let name = card.as_ref().map_or("tokens".to_owned(), words);
                compare(&format!("{name}:"), *count, tokens.count() as i64)
            }
            Test::EmblemCount { count } => compare("emblems:", *count, self.emblems(side.map(player)) as i64),
            Test::ManaPool { color, count } => self.test_mana_pool(who, color, *count),
            Test::StackSize { count } => compare("spells and abilities on the stack:", *count, s.stack.len() as i64),
            Test::StackObject { text, count } => {
                compare(&format!("{text} on the stack:"), *count, self.on_stack(text, false) as i64)
            }
            Test::Won { value } => {
                let won = self.position.outcome().is_some_and(|outcome| outcome.winner == Some(who));
                compare(&format!("{} won:", letter(who)), *value, won)
            }
            Test::Lost { value } => {
                let lost = self.position.outcome().is_some_and(|outcome| outcome.winner == Some(!who));
                compare(&format!("{} lost:", letter(who)), *value, lost)
            }
            Test::Result { fields } => self.result(who, fields),
            Test::ActivePlayer { value } => compare(&format!("{} is active:", letter(who)), *value, s.active == who),
            Test::Turn { value } => compare("turn", *value, i64::from(s.turn)),
            Test::ZoneOf { alias, zone, value } => self.test_zone_of(alias, *zone, *value),
            Test::Monarch { value } => {
                compare(&format!("{} is the monarch:", letter(who)), *value, s.monarch == Some(who))
            }
            Test::CanDo { verb, card, ability, source, via, value } => {
                let found = match verb.as_str() {
                    "cast" => card
                        .as_ref()
                        .is_some_and(|card| self.can_after_mana(*value, &|play| play.can_cast(card, via.as_deref()))),
                    "play_land" => card.as_ref().is_some_and(|card| !self.land_plays(card).is_empty()),
                    "activate" if ability.is_none() => {
                        return Found::Unknown("`ability` is missing, which says what is activated".to_owned());
                    }
                    "activate" => ability.as_ref().is_some_and(|text| {
                        self.can_after_mana(*value, &|play| play.can_activate(text, source.as_deref()))
                    }),
                    _ => return Found::Unknown(format!("whether one can {verb} isn't supported")),
                };
                let what = card.as_ref().or(ability.as_ref()).cloned().unwrap_or_default();
                compare(&format!("can {verb} {what}:"), *value, found)
            }
            Test::CanAttack { card, value } => {
                let what = description(card);
                let eye = self.position.eye();
                let found = s.permanents().any(|(id, object)| self.fits(&what, id) && eye.can_attack(object));
                compare(&format!("{} can attack:", words(card)), *value, found)
            }
            Test::Attackers { fields } => self.attackers(side, fields),
            Test::Blockers { fields } => self.blockers(side, fields),
            Test::Probe { what, card, op, value, supertype } => {
                let probe = Probe { what, card: card.as_ref(), op, value, supertype: supertype.as_deref() };
                self.probe(side, &probe)
            }
        }
    }

    fn test_ability(&self, side: Option<Side>, card: &Reference, ability: &str, has: bool) -> Found {
        let all = self.permanents(card, side);
        if all.iter().any(|(id, object)| (self.has_ability(*id, object, ability) > 0) == has) {
            return Found::Right;
        }
        let found = if all.is_empty() { "no such permanent".to_owned() } else { format!("it {} it", verb(!has)) };
        Found::Wrong(format!("{} {} {ability}", words(card), verb(has)), found)
    }

    fn test_ability_count(&self, side: Option<Side>, card: &Reference, ability: &str, count: i64) -> Found {
        if count > 1 && Keywords::named(&ability.trim_end_matches('.').to_lowercase()).is_some() {
            return Found::Unknown(format!("instances of {ability} are not counted: more than one is redundant"));
        }
        let what = format!("instances of {ability}:");
        self.some(&what, card, side, count, |id, object| self.has_ability(id, object, ability) as i64)
    }

    fn test_tapped(&self, side: Option<Side>, card: &Reference, value: bool) -> Found {
        let all = self.permanents(card, side);
        if !all.is_empty() && all.iter().all(|(_, object)| object.is(Flags::TAPPED) == value) {
            return Found::Right;
        }
        let states: Vec<bool> = all.iter().map(|(_, object)| object.is(Flags::TAPPED)).collect();
        Found::Wrong(format!("{} tapped: {value}", words(card)), shown(&states))
    }

    fn test_attached(&self, side: Option<Side>, attachment: &Reference, to: &Reference, value: bool) -> Found {
        let to_what = description(to);
        let all = self.permanents(attachment, None);
        let found = all.iter().any(|(_, object)| {
            self.position.state.get(object.attached_to).is_some_and(|host| {
                self.fits(&to_what, object.attached_to)
                    && side.is_none_or(|side| host.controller == player(side) || object.controller == player(side))
            })
        });
        compare(&format!("{} attached to {}:", words(attachment), words(to)), value, found)
    }

    fn test_type(&self, side: Option<Side>, zone: Option<Zone>, card: &Reference, card_type: &str, has: bool) -> Found {
        let name = capital(card_type);
        if let Some(wanted) = CardTypes::named(&name) {
            self.has(zone, card, side, &name, has, |object| object.characteristics.types.contains(wanted))
        } else if let Some(wanted) = Supertypes::named(&name) {
            self.has(zone, card, side, &name, has, |object| object.characteristics.supertypes.contains(wanted))
        } else {
            Found::Unknown(format!("{card_type} isn't a card type"))
        }
    }

    fn test_color(&self, side: Option<Side>, card: &Reference, colors: &str, has: bool) -> Found {
        let Some(wanted) = colors_of(colors) else { return Found::Unknown(format!("{colors} isn't a colour")) };
        self.has(None, card, side, colors, has, |object| {
            let own = object.characteristics.colors;
            match (wanted.is_empty(), has) {
                (true, _) => own.is_empty(),
                (false, true) => own.contains(wanted),
                // None of them.
                (false, false) => own.intersects(wanted),
            }
        })
    }

    fn test_mana_pool(&self, who: Player, color: &str, count: i64) -> Found {
        let s = &self.position.state;
        let Some(place) = mana_place(color) else { return Found::Unknown(format!("{color} isn't a kind of mana")) };
        let own = s.restricted_mana.iter().filter(|mana| (mana.player, mana.place as usize) == (who, place));
        let restricted: i64 = own.map(|mana| i64::from(mana.count)).sum();
        compare(&format!("{color} mana:"), count, i64::from(s.players[who].mana[place]) + restricted)
    }

    fn test_zone_of(&self, alias: &str, zone: Zone, value: bool) -> Found {
        let what = Described { alias: Some(alias.to_owned()), ..Described::default() };
        let all = self.in_zone(zone, None);
        let card = self.aliases.get(alias).map(|alias| self.card_name(alias.card).to_owned());
        let found =
            all.iter().any(|(name, id)| if id.is_none() { card.as_ref() == Some(name) } else { self.fits(&what, *id) });
        compare(&format!("{alias} in {zone:?}:"), value, found)
    }

    /// Returns whether there is a legal way to cast a card whose name begins with this. Flashback is activated, in the words of scenarios.
    fn can_cast(&self, card: &str, via: Option<&str>) -> bool {
        let flashback = |action: &Action| {
            let way = self.way(*action);
            way.is_some_and(|(ability, ..)| self.position.pool.ability(ability).text.starts_with("Flashback"))
        };
        self.casts(card, via, true).iter().any(|action| via.is_some() || !flashback(action))
    }

    /// Returns whether something is possible; if it is said to be, also after mana abilities that no payment uses by itself.
    fn can_after_mana(&self, said: bool, can: &dyn Fn(&Self) -> bool) -> bool {
        let decision = self.position.decision();
        let asked = decision.kind == DecisionKind::Priority;
        can(self) || said && asked && self.after_mana_abilities(decision.player, can).is_some()
    }

    /// Returns whether an ability whose text begins so can be activated, or a keyword's. Both halves of a card are cast together in these words.
    fn can_activate(&self, text: &str, source: Option<&str>) -> bool {
        let fused = text.starts_with("fused ") && !self.casts(text, None, false).is_empty();
        fused || !self.activations(text, source, None, false).is_empty()
    }

    /// How many emblems a player has, or all have (CR 114.1).
    fn emblems(&self, who: Option<Player>) -> usize {
        let emblems = self.position.state.all_emblems();
        emblems.filter(|emblem| who.is_none_or(|who| who == emblem.owner)).count()
    }

    /// How many things on the stack have this text: `Cast NAME` for spells, names, or the beginning of an ability's text.
    pub(super) fn on_stack(&self, text: &str, copies: bool) -> usize {
        let s = &self.position.state;
        let matching = s.stack.iter().filter(|item| self.stack_item_says(item, text, copies));
        matching.count()
    }

    pub(super) fn stack_item_says(&self, item: &crate::state::StackItem, text: &str, copies: bool) -> bool {
        let Some(object) = self.position.state.get(item.object) else { return false };
        if copies && !object.is(Flags::COPY) {
            return false;
        }
        let name = self.name(object);
        if object.is(Flags::ABILITY) {
            // The name alone is that of a spell: an ability's text says it of its source, and is more than that.
            if super::text::same_name(text, &name) {
                return false;
            }
            let raw = &self.position.pool.ability(item.ability).text;
            let (own, wanted) = (plain(raw, &name), plain(text, &name));
            return !wanted.is_empty() && own.contains(&wanted) || keywords::stands_for(text, raw);
        }
        let wanted = text.strip_prefix("Cast ").unwrap_or(text);
        // "Cast NAME using Morph", "Cast NAME with Blitz": a way that the card's text tells, not its name.
        let wanted = [" using ", " with "]
            .iter()
            .find_map(|word| wanted.split_once(word))
            .map_or(wanted, |(card, _)| if super::text::same_name(card, &name) { card } else { wanted });
        super::text::same_name(wanted, &name) || name.contains(wanted)
    }
}

fn test_player_counters(who: Player, info: &PlayerInfo, counter: &str, count: i64) -> Found {
    let found = match counter {
        "poison" => i64::from(info.poison),
        "energy" => i64::from(info.energy),
        "experience" => i64::from(info.experience),
        "rad" => i64::from(info.rad),
        _ => return Found::Unknown(format!("{counter} counters on players aren't supported")),
    };
    compare(&format!("{counter} counters of {}:", letter(who)), count, found)
}

fn verb(has: bool) -> &'static str {
    if has { "has" } else { "lacks" }
}

fn capital(word: &str) -> String {
    let lower = word.to_lowercase();
    let mut letters = lower.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

/// Colours by letters or names; the empty set for "colorless".
fn colors_of(text: &str) -> Option<Colors> {
    if text.eq_ignore_ascii_case("colorless") || text == "C" {
        return Some(Colors::empty());
    }
    if let Some(color) = Colors::named(&text.to_lowercase()) {
        return Some(color);
    }
    text.chars().map(Colors::from_letter).try_fold(Colors::empty(), |all, color| Some(all | color?))
}

fn mana_place(color: &str) -> Option<usize> {
    if color.eq_ignore_ascii_case("colorless") || color == "C" {
        return Some(5);
    }
    let colors = colors_of(color)?;
    Colors::TABLE.iter().position(|row| row.0 == colors)
}

/// The kinds of counters that cheats put on permanents.
pub(super) fn counter_kind(cards: &Cards, name: &str) -> Option<CounterKind> {
    cards.counter(name)
}

/// A player as scenarios name them.
fn letter(player: Player) -> &'static str {
    if player == Player::FIRST { "A" } else { "B" }
}
