//! What is known of every card and ability before a game: computed once for a pool, copied from then on.

use gauntlet_cards::ability::{AbilityKind, Activatable, ActivatableKind, Static, StaticEffect};
use gauntlet_cards::card::{AbilityId, Card, CardId, Characteristics, Pool};
use gauntlet_cards::cost::CostPart;
use gauntlet_cards::effect::{Instr, ManaOutput, Script};
use gauntlet_cards::filter::{Amount, Zone};
use gauntlet_cards::keyword::Keywords;
use gauntlet_cards::mana::ManaSymbol;
use gauntlet_cards::types::{CardTypes, Colors, Supertypes};
use gauntlet_cards::walk::{Then, Walk};

use crate::layout::{KEYWORDS, action, card, effect};

/// A card block.
pub(crate) type CardRow = [f32; card::WIDTH];

/// The types that have a number, in the order of [`card::TYPES`].
pub(crate) const TYPES: [CardTypes; 9] = [
    CardTypes::ARTIFACT,
    CardTypes::BATTLE,
    CardTypes::CREATURE,
    CardTypes::ENCHANTMENT,
    CardTypes::INSTANT,
    CardTypes::KINDRED,
    CardTypes::LAND,
    CardTypes::PLANESWALKER,
    CardTypes::SORCERY,
];

/// The keywords that say what can block and have no number of their own.
const EVASIVE: Keywords = Keywords::PLAINSWALK
    .union(Keywords::ISLANDWALK)
    .union(Keywords::SWAMPWALK)
    .union(Keywords::MOUNTAINWALK)
    .union(Keywords::FORESTWALK)
    .union(Keywords::FEAR)
    .union(Keywords::INTIMIDATE)
    .union(Keywords::SHADOW)
    .union(Keywords::SKULK)
    .union(Keywords::HORSEMANSHIP);

/// Protection from one colour.
const PROTECTION: Keywords = Keywords::PROTECTION_FROM_WHITE
    .union(Keywords::PROTECTION_FROM_BLUE)
    .union(Keywords::PROTECTION_FROM_BLACK)
    .union(Keywords::PROTECTION_FROM_RED)
    .union(Keywords::PROTECTION_FROM_GREEN);

/// What is known of an ability.
pub(crate) struct AbilityRow {
    /// What it does.
    pub(crate) effects: [f32; effect::WIDTH],
    /// What it is and costs: the numbers of the action block from [`action::WAY`] on.
    pub(crate) way: [f32; action::WIDTH - action::WAY],
}

/// What is known of every card and ability of a pool.
pub(crate) struct Catalog {
    cards: Vec<CardRow>,
    /// What is printed of each card, to see what has changed of an object.
    printed: Vec<Characteristics>,
    abilities: Vec<AbilityRow>,
    /// The id of the emblem that the Ring gives.
    ring: f32,
}

impl Catalog {
    pub(crate) fn new(pool: &Pool) -> Catalog {
        let abilities: Vec<AbilityRow> =
            pool.abilities().iter().map(|ability| describe_ability(&ability.kind)).collect();
        let cards = pool.cards().map(|(_, card)| describe_card(pool, card, &abilities)).collect();
        let printed = pool.cards().map(|(_, card)| card.characteristics).collect();
        Catalog { cards, printed, abilities, ring: id_of("The Ring") as f32 }
    }

    /// The id of the emblem that the Ring gives (CR 701.54a).
    pub(crate) fn ring(&self) -> f32 {
        self.ring
    }

    /// The block of a card as it is printed.
    pub(crate) fn card(&self, id: CardId) -> &CardRow {
        &self.cards[id.index()]
    }

    /// The characteristics that the block of a card has.
    pub(crate) fn printed(&self, id: CardId) -> &Characteristics {
        &self.printed[id.index()]
    }

    pub(crate) fn ability(&self, id: AbilityId) -> &AbilityRow {
        &self.abilities[id.index()]
    }
}

/// The number of a name: 24 bits of its hash, never 0.
pub(crate) fn id_of(name: &str) -> u32 {
    let hash = blake3::hash(name.as_bytes());
    let [a, b, c, ..] = *hash.as_bytes();
    u32::from_le_bytes([a, b, c, 0]).max(1)
}

pub(crate) fn flag(holds: bool) -> f32 {
    f32::from(u8::from(holds))
}

/// A number that is far below 2²⁴ in any real game.
pub(crate) fn count(number: usize) -> f32 {
    number as f32
}

fn describe_card(pool: &Pool, of: &Card, abilities: &[AbilityRow]) -> CardRow {
    let mut row = [0.0; card::WIDTH];
    row[card::PRESENT] = 1.0;
    row[card::ID] = id_of(&of.name) as f32;
    write_characteristics(&mut row, &of.characteristics);
    for symbol in of.mana_cost.iter().flat_map(|cost| &cost.symbols) {
        let (place, number) = place_of(*symbol);
        row[card::COST + place] += number;
    }
    row[card::STARTING] = of.loyalty.map_or(0.0, f32::from);
    write_mana(&mut row, mana_made(pool, of));
    row[card::INSTANT_SPEED] = flag(of.derived.instant_speed);
    let only_mana = |id: &&AbilityId| pool.activatable(**id).mana.is_none();
    row[card::ACTIVATED] = count(of.derived.on_battlefield.iter().filter(only_mana).count());
    row[card::TRIGGERED] = count(of.derived.triggers.len());
    row[card::STATIC] = count(of.derived.statics.len() + of.derived.statics_elsewhere.len());
    for id in &of.abilities {
        let effects = &abilities[id.index()].effects;
        for (all, one) in row[card::EFFECTS..].iter_mut().zip(effects) {
            *all = all.max(*one);
        }
    }
    row
}

/// Where a symbol of a mana cost is counted, and how much it counts.
fn place_of(symbol: ManaSymbol) -> (usize, f32) {
    const COLORLESS: usize = 5;
    const GENERIC: usize = 6;
    const X: usize = 7;
    const OTHERS: usize = 8;
    match symbol {
        ManaSymbol::Color(color) => (Colors::TABLE.iter().position(|row| row.0 == color).unwrap_or(OTHERS), 1.0),
        ManaSymbol::Colorless => (COLORLESS, 1.0),
        ManaSymbol::Generic(number) => (GENERIC, f32::from(number)),
        ManaSymbol::X => (X, 1.0),
        ManaSymbol::Hybrid(..)
        | ManaSymbol::TwoOr(_)
        | ManaSymbol::ColorlessOr(_)
        | ManaSymbol::Phyrexian(_)
        | ManaSymbol::HybridPhyrexian(..)
        | ManaSymbol::Snow => (OTHERS, 1.0),
    }
}

/// Writes what effects change of an object over what is printed.
pub(crate) fn write_characteristics(row: &mut [f32], of: &Characteristics) {
    for (place, kind) in TYPES.iter().enumerate() {
        row[card::TYPES + place] = flag(of.types.contains(*kind));
    }
    for (place, kind) in [Supertypes::BASIC, Supertypes::LEGENDARY, Supertypes::SNOW].into_iter().enumerate() {
        row[card::SUPERTYPES + place] = flag(of.supertypes.contains(kind));
    }
    for (place, (color, ..)) in Colors::TABLE.iter().enumerate() {
        row[card::COLORS + place] = flag(of.colors.contains(*color));
    }
    row[card::MANA_VALUE] = f32::from(of.mana_value);
    row[card::POWER] = f32::from(of.power);
    row[card::TOUGHNESS] = f32::from(of.toughness);
    for (place, keyword) in KEYWORDS.iter().enumerate() {
        row[card::KEYWORDS + place] = flag(of.keywords.contains(*keyword));
    }
    row[card::PROTECTED] = (of.keywords & PROTECTION).bits().count_ones() as f32;
    row[card::EVASIVE] = (of.keywords & EVASIVE).bits().count_ones() as f32;
}

/// Writes types of mana: W, U, B, R, G, colorless as bits 0 to 5.
pub(crate) fn write_mana(row: &mut [f32], types: u8) {
    for place in 0..6 {
        row[card::MANA_MADE + place] = flag(types & 1 << place != 0);
    }
}

/// The types of mana that a card's mana abilities make on the battlefield, as far as the card alone says.
fn mana_made(pool: &Pool, of: &Card) -> u8 {
    let own = of.derived.mana_abilities.iter().filter_map(|id| pool.activatable(*id).mana.as_ref());
    own.fold(of.characteristics.subtypes.basic_lands_mana(), |types, output| types | types_of(output))
}

fn types_of(output: &ManaOutput) -> u8 {
    /// Every colour.
    const COLORS: u8 = 31;
    let bit = |color: &Colors| if color.is_empty() { 1 << 5 } else { color.bits() };
    match output {
        ManaOutput::Fixed(list) => list.iter().fold(0, |types, color| types | bit(color)),
        ManaOutput::OneOf(lists) => lists.iter().flatten().fold(0, |types, color| types | bit(color)),
        ManaOutput::AnyOneColor(_) => COLORS,
        ManaOutput::AnyCombination(_, colors) | ManaOutput::Amount(_, colors) => bit(colors),
        ManaOutput::Restricted(inner, _) => types_of(inner),
        // What these make depends on what else is there.
        ManaOutput::CouldProduce { .. }
        | ManaOutput::EachColorAmong(_)
        | ManaOutput::AnyColorAmong(..)
        | ManaOutput::Devotion
        | ManaOutput::Identity
        | ManaOutput::ColorOrChosen(_)
        | ManaOutput::ChosenColor(_) => 0,
    }
}

fn describe_ability(kind: &AbilityKind) -> AbilityRow {
    let mut row = AbilityRow { effects: [0.0; effect::WIDTH], way: [0.0; action::WIDTH - action::WAY] };
    match kind {
        AbilityKind::Activatable(ability) => {
            note_script(&ability.script, &mut row.effects);
            row.effects[effect::MANA] = row.effects[effect::MANA].max(flag(ability.mana.is_some()));
            note_way(ability, &mut row.way);
        }
        AbilityKind::Triggered(ability) => note_script(&ability.script, &mut row.effects),
        AbilityKind::Static(ability) => note_static(ability, &mut row.effects),
    }
    row
}

fn note_way(ability: &Activatable, way: &mut [f32]) {
    let place = match ability.kind {
        ActivatableKind::Cast => 0,
        ActivatableKind::PlayLand => 1,
        ActivatableKind::Ability => 2,
        ActivatableKind::Loyalty => 3,
        ActivatableKind::Special => 4,
    };
    way[place] = 1.0;
    way[action::MANA - action::WAY] = ability.cost.mana.as_ref().map_or(0.0, |mana| f32::from(mana.mana_value()));
    for part in &ability.cost.parts {
        let place = match part {
            CostPart::Loyalty(number) => {
                way[action::LOYALTY - action::WAY] = *number as f32;
                continue;
            }
            CostPart::Tap => 0,
            CostPart::SacrificeSource | CostPart::Sacrifice(..) => 1,
            CostPart::DiscardSource | CostPart::Discard(..) | CostPart::DiscardRandom(_) | CostPart::DiscardHand => 2,
            CostPart::Life(_) => 3,
            _ => 4,
        };
        way[action::COSTS - action::WAY + place] = 1.0;
    }
}

fn note_static(ability: &Static, effects: &mut [f32]) {
    let place = match &ability.effect {
        StaticEffect::Continuous(..) => effect::CHANGES,
        _ => effect::OTHER,
    };
    effects[place] = 1.0;
}

fn note_script(script: &Script, effects: &mut [f32]) {
    for part in &script.parts {
        effects[effect::TARGETS] = effects[effect::TARGETS].max(count(part.targets.len()));
        part.code.walk(&mut |node| {
            if let Some(instr) = node.downcast_ref::<Instr>() {
                note_instruction(instr, effects);
            }
            Then::Inside
        });
    }
}

/// Notes what an instruction does; those that only say what others are about do nothing.
fn note_instruction(instr: &Instr, effects: &mut [f32]) {
    let number = |amount: &Amount| if let Amount::Const(number) = amount { (*number).max(0) as f32 } else { 1.0 };
    let (place, number) = match instr {
        Instr::Damage(_, amount, _) | Instr::AndDamage(_, amount, _) => (effect::DAMAGE, number(amount)),
        Instr::DamageDivided(..) => (effect::DAMAGE, 1.0),
        Instr::GainLife(_, amount) => (effect::LIFE_GAIN, number(amount)),
        Instr::LoseLife(_, amount) => (effect::LIFE_LOSS, number(amount)),
        Instr::Draw(_, amount) => (effect::DRAW, number(amount)),
        Instr::AddCounters(_, _, amount) | Instr::EnterWith(_, amount) => (effect::COUNTERS, number(amount)),
        other => match place_of_instruction(other) {
            Some(place) => (place, 1.0),
            None => return,
        },
    };
    effects[place] = effects[place].max(number);
}

fn place_of_instruction(instr: &Instr) -> Option<usize> {
    Some(match instr {
        Instr::Jump(..)
        | Instr::Unless(..)
        | Instr::May(..)
        | Instr::MayPay(..)
        | Instr::MayPayTimes(..)
        | Instr::MayPayX(..)
        | Instr::Pay(..)
        | Instr::DoneIf(..)
        | Instr::ForEachPlayer(..)
        | Instr::ForEachObject(..)
        | Instr::Repeat(..)
        | Instr::End
        | Instr::SetNumber(..)
        | Instr::SetObjects(..)
        | Instr::AddObjects(..)
        | Instr::NotePlayer(..)
        | Instr::CountResolution(..)
        | Instr::Pick(..)
        | Instr::Done(..) => return None,
        Instr::Discard(..) => effect::DISCARD,
        Instr::Mill(..)
        | Instr::Scry(..)
        | Instr::Surveil(..)
        | Instr::LookAtTop { .. }
        | Instr::LookAtLibrary { .. }
        | Instr::LookAtHand(..)
        | Instr::Reveal(..)
        | Instr::RevealUntil(..) => effect::SELECT,
        Instr::Search { .. } => effect::SEARCH,
        Instr::Destroy(..) => effect::DESTROY,
        Instr::Move(_, destination, _) => match destination.zone {
            Zone::Exile => effect::EXILE,
            Zone::Hand => effect::TO_HAND,
            Zone::Battlefield => effect::TO_BATTLEFIELD,
            Zone::Library | Zone::Graveyard | Zone::Stack | Zone::Command => effect::OTHER,
        },
        Instr::Sacrifice(..) | Instr::SacrificeWhile(..) | Instr::SacrificeChosen(..) => effect::SACRIFICE,
        Instr::Tap(..) | Instr::Untap(..) => effect::TAP,
        Instr::Counter(..) => effect::COUNTER_SPELL,
        Instr::AddCountersDivided(..)
        | Instr::AddCountersShared { .. }
        | Instr::Proliferate(..)
        | Instr::PutSameCounters(..) => effect::COUNTERS,
        Instr::CreateToken(..) => effect::TOKENS,
        Instr::Continuous(..) | Instr::ContinuousOn(..) => effect::CHANGES,
        Instr::Fight(..) => effect::FIGHT,
        Instr::PreventDamage(..)
        | Instr::PreventDivided(..)
        | Instr::Shield(..)
        | Instr::PreventCombatDamage(..)
        | Instr::Regenerate(..) => effect::PREVENT,
        Instr::CreateCopy { .. } | Instr::CopySpell { .. } | Instr::CopyCards(..) => effect::COPY,
        Instr::AddMana(..) | Instr::MakeMana | Instr::AddSameMana(..) => effect::MANA,
        Instr::ExtraTurn(..) | Instr::SkipTurn(..) | Instr::SkipNext(..) | Instr::ExtraCombat(..) | Instr::EndTurn => {
            effect::TURNS
        }
        Instr::Attach(..) => effect::ATTACH,
        _ => effect::OTHER,
    })
}
