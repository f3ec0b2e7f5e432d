//! A position of Magic as a board that people look at.

use gauntlet_cards::card::{CardId, Layout, Pool};
use gauntlet_cards::designation::Daytime;
use gauntlet_cards::filter::{CounterKind, Step};
use gauntlet_cards::keyword::Keywords;
use gauntlet_cards::types::{CardTypes, Colors, Subtype, Supertypes};
use gauntlet_core::{Game, Player};
use gauntlet_magic::Position;
use gauntlet_magic::decision::Action;
use gauntlet_magic::state::{Defender, Flags, Object, ObjectId, StackItem, Target};
use gauntlet_magic::view::Visible;

use super::story::named;
use crate::host::board::{Area, AreaKind, Board, Face, Thing, Waiting, mark_of};

/// What the numbers of a player are called.
pub(super) const NUMBERS: &[&str] = &["life", "hand", "library"];

/// The areas: the stack, then what each player has, then what is everybody's.
pub(super) const AREAS: &[Area] = &[
    area("stack", None, AreaKind::Stack),
    area("hand", Some(0), AreaKind::Hand),
    area("creatures", Some(0), AreaKind::Row),
    area("other permanents", Some(0), AreaKind::Row),
    area("lands", Some(0), AreaKind::Row),
    area("graveyard", Some(0), AreaKind::Pile),
    area("hand", Some(1), AreaKind::Hand),
    area("creatures", Some(1), AreaKind::Row),
    area("other permanents", Some(1), AreaKind::Row),
    area("lands", Some(1), AreaKind::Row),
    area("graveyard", Some(1), AreaKind::Pile),
    area("exile", None, AreaKind::Pile),
    area("command zone", None, AreaKind::Pile),
];

const STACK: usize = 0;
const EXILE: usize = 11;
const COMMAND: usize = 12;
/// The areas of the first player begin here, those of the second one [`PER_SEAT`] later: in this order.
const HAND: usize = 1;
const CREATURES: usize = 2;
const OTHERS: usize = 3;
const LANDS: usize = 4;
const GRAVEYARD: usize = 5;
const PER_SEAT: usize = 5;

/// The marks of cards in the first player's hand begin here, and those in the second one's as far beyond. Those of objects are less.
const IN_HAND: u32 = 1 << 16;

const fn area(name: &'static str, seat: Option<u8>, kind: AreaKind) -> Area {
    Area { name, seat, kind, lane: None }
}

/// See [`crate::host::parts::Boards::fill`].
pub(super) fn fill(game: &Position, names: [&str; 2], board: &mut Board) {
    let painter = Painter { views: Player::BOTH.map(|player| game.visible(player)), names };
    let seen = painter.views[0];
    if seen.turn() > 0 {
        board.moment = step_name(seen.step()).to_owned();
    }
    board.active = (seen.turn() > 0).then(|| seen.active());
    match seen.daytime() {
        Daytime::Neither => {}
        Daytime::Day => board.moment += ", day",
        Daytime::Night => board.moment += ", night",
    }
    board.areas = vec![Vec::new(); AREAS.len()];
    board.areas[STACK] = seen.stack().iter().map(|item| painter.on_stack(item)).collect();
    for player in Player::BOTH {
        let (seat, info) = (player.index(), seen.player(player));
        board.numbers[seat] = vec![info.life, seen.hand_size(player) as i32, seen.library_size(player) as i32];
        board.notes[seat] = painter.player_notes(player);
        board.areas[HAND + PER_SEAT * seat] = painter.hand(player);
        let graveyard = seen.graveyard_objects(player);
        board.areas[GRAVEYARD + PER_SEAT * seat] =
            graveyard.map(|(id, object)| marked(id.index() as u32, object.card)).collect();
    }
    let permanents: Vec<(ObjectId, &Object)> = seen.permanents().collect();
    for &(id, object) in &permanents {
        // What is attached to something lies with it.
        if !permanents.iter().any(|(host, _)| *host == object.attached_to) {
            let place = row_of(object) + PER_SEAT * object.controller.index();
            painter.put(id, object, None, &permanents, &mut board.areas[place]);
        }
    }
    let [one, other] = painter.views.map(Visible::exile);
    board.areas[EXILE] = one.zip(other).map(|both| painter.exiled(both)).collect();
    board.areas[COMMAND] = seen.command().map(|(id, object)| painter.of_owner(id, object)).collect();
}

/// See [`crate::host::parts::Boards::waiting`].
pub(super) fn waiting(game: &Position, names: [&str; 2]) -> Vec<Waiting> {
    let painter = Painter { views: Player::BOTH.map(|player| game.visible(player)), names };
    let seen = painter.views[0];
    let asking = seen.asking().map(|item| item.object);
    let items = seen.whole_stack();
    items.iter().rev().map(|item| painter.waiting(item, asking == Some(item.object))).collect()
}

fn marked(mark: u32, card: CardId) -> Thing {
    Thing { mark: Some(mark), ..Thing::of(card.0.into()) }
}

fn in_hand(player: Player, card: CardId) -> u32 {
    IN_HAND * (1 + player.index() as u32) + u32::from(card.0)
}

/// The first player's area in which a permanent lies.
fn row_of(object: &Object) -> usize {
    let types = object.characteristics.types;
    if types.contains(CardTypes::CREATURE) {
        CREATURES
    } else if types.contains(CardTypes::LAND) {
        LANDS
    } else {
        OTHERS
    }
}

fn step_name(step: Step) -> &'static str {
    match step {
        Step::Untap => "untap step",
        Step::Upkeep => "upkeep",
        Step::Draw => "draw step",
        Step::PrecombatMain => "first main phase",
        Step::BeginCombat => "beginning of combat",
        Step::DeclareAttackers => "declare attackers",
        Step::DeclareBlockers => "declare blockers",
        Step::FirstStrikeDamage => "first-strike damage",
        Step::CombatDamage => "combat damage",
        Step::EndCombat => "end of combat",
        Step::PostcombatMain => "second main phase",
        Step::End => "end step",
        Step::Cleanup => "cleanup",
    }
}

/// What both players see of a position.
struct Painter<'a> {
    views: [Visible<'a>; 2],
    names: [&'a str; 2],
}

impl Painter<'_> {
    fn pool(&self) -> &Pool {
        self.views[0].pool()
    }

    fn name(&self, player: Player) -> &str {
        self.names[player.index()]
    }

    /// A hand. Which of several alike the other player has seen can't be told, and doesn't matter.
    fn hand(&self, player: Player) -> Vec<Thing> {
        let mut seen: Vec<CardId> = self.views[player.opponent().index()].known_opposing_hand().collect();
        let mut cards: Vec<CardId> = self.views[player.index()].hand().collect();
        let pool = self.pool();
        let rank = |card: &CardId| {
            let it = pool.card(*card);
            (it.characteristics.types.contains(CardTypes::LAND), it.characteristics.mana_value, it.name.as_str())
        };
        cards.sort_by(|one, other| rank(one).cmp(&rank(other)));
        let thing = |card: CardId| {
            let place = seen.iter().position(|other| *other == card);
            let known = place.map(|place| seen.swap_remove(place)).is_some();
            let unknown_to = if known { 0 } else { 1 << player.opponent().index() };
            Thing { unknown_to, ..marked(in_hand(player, card), card) }
        };
        cards.into_iter().map(thing).collect()
    }

    /// Adds a permanent to a row, and behind it what is attached to it.
    fn put(
        &self,
        id: ObjectId,
        object: &Object,
        host: Option<&Object>,
        all: &[(ObjectId, &Object)],
        row: &mut Vec<Thing>,
    ) {
        // Chains of attachments are as short as the battlefield; a circle can't be (CR 301.5c, 303.4d).
        if row.len() > all.len() {
            return;
        }
        row.push(self.permanent(id, object, host));
        for &(other, attached) in all.iter().filter(|(_, other)| other.attached_to == id) {
            self.put(other, attached, Some(object), all, row);
        }
    }

    fn permanent(&self, id: ObjectId, object: &Object, host: Option<&Object>) -> Thing {
        let mut thing = marked(id.index() as u32, object.card);
        // Which card is face down its controller knows (CR 708.5).
        let cards = self.views.map(|view| view.face_down_card(id.index() as u16));
        if let Some(card) = cards[0].or(cards[1]) {
            thing.unknown_to = (0..2).filter(|seat| cards[*seat].is_none()).map(|seat| 1 << seat).sum();
            thing.seen_as = Some(object.card.0.into());
            thing.card = card.0.into();
            thing.notes.push("face down".to_owned());
        }
        thing.tapped = object.is(Flags::TAPPED);
        thing.attached = host.is_some();
        let printed = self.pool().card(object.card);
        thing.size = size_now(self.views[0], id, object);
        if thing.size == printed_size(self.pool(), object.card) && thing.seen_as.is_none() {
            thing.size.clear();
        }
        thing.notes.extend(self.combat_notes(id, object));
        thing.notes.extend(self.changes(object, printed.characteristics.keywords, printed.characteristics.types));
        // Loyalty and defense are its size already.
        let others =
            (0..).zip(self.pool().counter_names()).filter(|(_, name)| !matches!(name.as_str(), "loyalty" | "defense"));
        for (kind, name) in others {
            match self.views[0].counters(id.index() as u16, CounterKind(kind)) {
                0 => {}
                1 => thing.notes.push(format!("a {name} counter")),
                many => thing.notes.push(format!("{many} {name} counters")),
            }
        }
        if object.damage > 0 {
            thing.notes.push(format!("{} damage", object.damage));
        }
        let sick = object.is_creature() && object.is(Flags::SICK) && object.controller == self.views[0].active();
        if sick && !object.characteristics.keywords.contains(Keywords::HASTE) {
            thing.notes.push("summoning sick".to_owned());
        }
        if object.shields > 0 {
            thing.notes.push("will regenerate".to_owned());
        }
        if object.owner != object.controller {
            thing.notes.push(format!("owned by {}", self.name(object.owner)));
        }
        if let Some(host) = host {
            thing.notes.push(format!("on {}", self.card_name(host.card)));
            if host.controller != object.controller {
                thing.notes.push(format!("controlled by {}", self.name(object.controller)));
            }
        }
        thing
    }

    fn combat_notes(&self, id: ObjectId, object: &Object) -> Vec<String> {
        let mut notes = Vec::new();
        if object.is(Flags::ATTACKING) {
            let whom = match object.defender {
                Defender::Player(player) => self.name(player).to_owned(),
                Defender::Permanent(id) => self.object_name(id),
            };
            notes.push(format!("attacks {whom}"));
            if object.is(Flags::BLOCKED) {
                notes.push("blocked".to_owned());
            }
        }
        let own = id.index() as u16;
        for &(_, attacker) in self.views[0].blocks().iter().filter(|(blocker, _)| *blocker == own) {
            notes.push(format!("blocks {}", self.object_name(self.views[0].id(attacker))));
        }
        notes
    }

    /// Keywords and types that an object has or lacks other than its card says.
    fn changes(&self, object: &Object, keywords: Keywords, types: CardTypes) -> Vec<String> {
        let now = object.characteristics;
        let words = |set: Keywords| Keywords::TABLE.iter().filter(move |row| set.contains(row.0)).map(|row| row.1);
        let gained = words(now.keywords - keywords).map(|word| format!("has {word}"));
        let lost = words(keywords - now.keywords).map(|word| format!("has lost {word}"));
        let mut notes: Vec<String> = gained.chain(lost).collect();
        if now.types != types {
            notes.push(format!("now {}", type_words(Supertypes::empty(), now.types, now.subtypes.iter())));
        }
        notes
    }

    fn on_stack(&self, item: &StackItem) -> Thing {
        let seen = self.views[0];
        let object = seen.last_known(item.object).or_else(|| seen.last_known(item.source));
        let mut thing = Thing { mark: Some(item.object.index() as u32), ..Thing::default() };
        if let Some(object) = object {
            thing.card = object.card.0.into();
        }
        let cards = self.views.map(|view| view.face_down_card(item.object.index() as u16));
        if let Some(card) = cards[0].or(cards[1]) {
            thing.unknown_to = (0..2).filter(|seat| cards[*seat].is_none()).map(|seat| 1 << seat).sum();
            thing.seen_as = object.map(|object| object.card.0.into());
            thing.card = card.0.into();
        }
        let is_ability = seen.last_known(item.object).is_some_and(|object| object.is(Flags::ABILITY));
        let kind = if is_ability { "ability" } else { "spell" };
        thing.notes.push(format!("{kind} of {}", self.name(item.controller)));
        if is_ability {
            let name = object.map_or("this".to_owned(), |object| self.card_name(object.card));
            thing.notes.push(seen.ability_text(item.ability).replace('~', &name));
        }
        if item.x > 0 {
            thing.notes.push(format!("X = {}", item.x));
        }
        thing.notes.extend(seen.targets(item).map(|target| match target {
            Target::Player(player) => format!("→ {}", self.name(player)),
            Target::Object(id) => format!("→ {}", self.object_name(id)),
        }));
        thing
    }

    fn waiting(&self, item: &StackItem, asks: bool) -> Waiting {
        let seen = self.views[0];
        let is_ability = seen.last_known(item.object).is_some_and(|object| object.is(Flags::ABILITY));
        let is_there = seen.stack().iter().any(|other| other.object == item.object);
        let known = seen.last_known(item.source).or_else(|| seen.last_known(item.object));
        let name = known.map_or("this".to_owned(), |object| self.card_name(object.card));
        let at = |target| match target {
            Target::Player(player) => mark_of(player),
            Target::Object(id) => id.index() as u32,
        };
        Waiting {
            thing: self.on_stack(item),
            kind: if is_ability { "ability" } else { "spell" },
            stage: match (is_there, asks) {
                (false, _) => "being announced",
                (true, true) => "resolving",
                (true, false) => "waiting",
            },
            controller: item.controller,
            action: item.ability.0,
            does: seen.ability_text(item.ability).replace('~', &name),
            source: seen.last_known(item.source).map(|_| item.source.index() as u32),
            targets: seen.targets(item).map(at).collect(),
            within: seen.subgames(),
        }
    }

    fn exiled(&self, both: (Option<&Object>, Option<&Object>)) -> Thing {
        let unknown_to = u8::from(both.0.is_none()) | u8::from(both.1.is_none()) << 1;
        let Some(object) = both.0.or(both.1) else { return Thing { unknown_to, ..Thing::default() } };
        Thing { unknown_to, notes: vec![format!("{}'s", self.name(object.owner))], ..Thing::of(object.card.0.into()) }
    }

    fn of_owner(&self, id: ObjectId, object: &Object) -> Thing {
        let owner = format!("{}'s", self.name(object.owner));
        Thing { notes: vec![owner], ..marked(id.index() as u32, object.card) }
    }

    fn player_notes(&self, player: Player) -> Vec<String> {
        let (seen, info) = (self.views[0], self.views[0].player(player));
        let mut notes = Vec::new();
        let mana: String = info
            .mana
            .iter()
            .zip("WUBRGC".chars())
            .flat_map(|(count, letter)| std::iter::repeat_n(format!("{{{letter}}}"), usize::from(*count)))
            .collect();
        if !mana.is_empty() {
            notes.push(format!("mana {mana}"));
        }
        let counted = [
            (u32::from(info.poison), "poison"),
            (u32::from(info.energy), "energy"),
            (u32::from(info.experience), "experience"),
            (u32::from(info.rad), "rad"),
        ];
        notes.extend(counted.iter().filter(|row| row.0 > 0).map(|(count, what)| format!("{count} {what}")));
        if info.speed > 0 {
            notes.push(format!("speed {}", info.speed));
        }
        if info.tempted > 0 {
            notes.push(format!("tempted by the Ring: {}", info.tempted));
        }
        let titles = [
            (info.blessed, "the city's blessing"),
            (seen.monarch() == Some(player), "the monarch"),
            (seen.initiative() == Some(player), "the initiative"),
        ];
        notes.extend(titles.iter().filter(|row| row.0).map(|row| row.1.to_owned()));
        notes
    }

    fn card_name(&self, card: CardId) -> String {
        match self.pool().card(card).name.as_str() {
            "" => "face-down creature".to_owned(),
            name => name.to_owned(),
        }
    }

    fn object_name(&self, id: ObjectId) -> String {
        let object = self.views[0].last_known(id).or_else(|| self.views[1].last_known(id));
        object.map_or("something".to_owned(), |object| self.card_name(object.card))
    }
}

/// Power and toughness, loyalty or defense, as they are now.
fn size_now(seen: Visible<'_>, id: ObjectId, object: &Object) -> String {
    let it = &object.characteristics;
    if it.types.contains(CardTypes::CREATURE) {
        return format!("{}/{}", it.power, it.toughness);
    }
    let names = seen.pool().counter_names();
    let kind = match it.types {
        types if types.contains(CardTypes::PLANESWALKER) => "loyalty",
        types if types.contains(CardTypes::BATTLE) => "defense",
        _ => return String::new(),
    };
    let kind = (0..).zip(names).find(|(_, name)| *name == kind).map(|(kind, _)| CounterKind(kind));
    kind.map_or(String::new(), |kind| seen.counters(id.index() as u16, kind).to_string())
}

fn printed_size(pool: &Pool, card: CardId) -> String {
    let card = pool.card(card);
    let it = &card.characteristics;
    match card.loyalty {
        Some(loyalty) => loyalty.to_string(),
        None if !it.types.contains(CardTypes::CREATURE) => String::new(),
        None if card.fixed_pt => format!("{}/{}", it.power, it.toughness),
        None => "*/*".to_owned(),
    }
}

fn type_words(supertypes: Supertypes, types: CardTypes, subtypes: impl Iterator<Item = Subtype>) -> String {
    let supertypes = Supertypes::TABLE.iter().filter(|row| supertypes.contains(row.0)).map(|row| row.1);
    let types = CardTypes::TABLE.iter().filter(|row| types.contains(row.0)).map(|row| row.1);
    let mut line = supertypes.chain(types).collect::<Vec<_>>().join(" ");
    let subtypes: Vec<&str> = subtypes.map(Subtype::name).collect();
    if !subtypes.is_empty() {
        line += " — ";
        line += &subtypes.join(" ");
    }
    line
}

/// See [`crate::host::parts::Boards::face`].
pub(super) fn face(game: &Position, card: u32) -> Face {
    let id = CardId(u16::try_from(card).expect("the number of a card of the pool"));
    let (pool, card) = (game.pool(), game.pool().card(id));
    let it = &card.characteristics;
    let mut types = type_words(it.supertypes, it.types, it.subtypes.iter());
    if card.token {
        types.insert_str(0, "Token ");
    }
    let mut colours: String = Colors::TABLE.iter().filter(|row| it.colors.contains(row.0)).map(|row| row.1).collect();
    if colours.is_empty() && it.types.contains(CardTypes::LAND) {
        colours.push('L');
    }
    let is_whole = card.face_of.is_none() && !matches!(card.layout, Layout::Prototype | Layout::Bestow);
    let others = if is_whole { card.faces.as_slice() } else { &[] };
    let name = if card.name.is_empty() { "Face-down creature" } else { card.name.as_str() };
    Face {
        name: name.to_owned(),
        cost: card.mana_cost.as_ref().map_or(String::new(), ToString::to_string),
        types,
        text: card.text.iter().flat_map(|text| text.lines()).map(|line| line.replace('~', name)).collect(),
        size: printed_size(pool, id),
        colours,
        others: others.iter().map(|other| other.0.into()).collect(),
    }
}

/// See [`crate::host::parts::Boards::choice`].
pub(super) fn choice(game: &Position, action: Action, names: [&str; 2]) -> String {
    let pool = game.pool();
    let own = match action {
        Action::Play { card, .. } | Action::PlayTop { card, .. } => pool.card(card).name.clone(),
        Action::Activate { object, .. } => {
            let object = game.visible(game.decision().player).object(object);
            object.map_or("this".to_owned(), |object| pool.card(object.card).name.clone())
        }
        _ => "this".to_owned(),
    };
    named(&game.describe(action), names).replace('~', &own)
}

/// See [`crate::host::parts::Boards::pointed_at`].
pub(super) fn pointed_at(game: &Position, action: Action) -> Option<u32> {
    let decision = game.decision();
    match action {
        Action::Play { card, .. } | Action::Card(card) => Some(in_hand(decision.player, card)),
        Action::Activate { object, .. } | Action::Object(object) => Some(object.into()),
        Action::Player(player) => Some(mark_of(player)),
        Action::Pass
        | Action::Keep
        | Action::Mulligan
        | Action::Yes
        | Action::No
        | Action::Done
        | Action::PlayTop { .. }
        | Action::Mode(_)
        | Action::Number(_)
        | Action::Color(_)
        | Action::Subtype(_) => None,
    }
}

/// See [`crate::host::parts::Boards::asked_for`].
pub(super) fn asked_for(game: &Position) -> Option<u32> {
    let about = game.decision().about;
    (game.to_act().is_some() && !about.is_none()).then(|| about.index() as u32)
}
