//! What the learned value of positions goes by: whole numbers of what one player sees.
//!
//! They are made of a view, so that they can't be of anything hidden, and by the same code where games are exported for training as where
//! they are played. What cards are worth in them is what the default weights say, whatever weights an agent has: the value was learned so.

use std::sync::Arc;

use gauntlet_cards::ability::{AbilityKind, ActivatableKind};
use gauntlet_cards::card::{Card, CardId, Pool};
use gauntlet_cards::filter::CounterKind;
use gauntlet_cards::keyword::{Keywords, Restrictions};
use gauntlet_cards::types::CardTypes;
use gauntlet_core::{Player, View};
use gauntlet_magic::state::{Flags, Object, ObjectId};
use gauntlet_magic::{Position, Visible};

use super::super::facts::Facts;
use super::super::memory::Memory;
use super::super::script::nominal_amount;
use super::super::value::Judge;
use super::super::weights::Weights;

/// The version of the features: it changes whenever one is added, moves, or is counted in another way. A model is of one version.
pub const VERSION: u16 = 1;

/// Names places in a row of numbers, from 0 on, and says what they are.
macro_rules! places {
    ($module:ident: $($name:ident $text:literal $meaning:literal)*) => {
        mod $module {
            #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "they are the names of constants")]
            enum Place { $($name),* }
            $(pub(super) const $name: usize = Place::$name as usize;)*
            /// Names and meanings.
            pub(super) const ALL: &[(&str, &str)] = &[$(($text, $meaning)),*];
        }
    };
}

places! { table:
    TURN "turn" "the turn; both players' turns count"
    OWN_TURN "own_turn" "1: it is the viewer's turn"
    STEP "step" "the step, from 0 (untap) to 12 (cleanup)"
    LAND_PLAYED "land_played" "lands that the active player played this turn"
    STANDING "standing" "by how much the viewer is ahead by the hand-made judge, in hundredths of a card"
    OWN_STACK "own_stack" "the viewer's spells and abilities on the stack"
    OPPOSING_STACK "opposing_stack" "the opponent's"
    STACKED "stacked" "what the viewer's spells on the stack are worth, less what the opponent's are"
    LIFE "life" "the viewer's life less the opponent's"
    CARDS "cards" "the viewer's cards in hand less the opponent's"
    BOARD "board" "what the viewer's permanents are worth, lands left out, less what the opponent's are"
    SOURCES "sources" "the viewer's permanents that make mana less the opponent's"
    POWER "power" "the power of the viewer's creatures less that of the opponent's"
    RACE "race" "the turns that the opponent needs to win by attacking, past blockers, less those that the viewer needs"
}

places! { side:
    LIFE "life" "life total"
    POISON "poison" "poison counters"
    HAND "hand" "cards in hand"
    LIBRARY "library" "cards in the library"
    GRAVEYARD "graveyard" "cards in the graveyard"
    SOURCES "sources" "permanents that make mana"
    OPEN_MANA "open_mana" "those of them that are untapped, and mana in the pool"
    CREATURES "creatures" "creatures"
    UNTAPPED "untapped" "untapped creatures that can block"
    READY "ready" "the power of untapped creatures that could attack now if it were their controller's turn"
    POWER "power" "the power of creatures that can attack"
    TOUGHNESS "toughness" "the toughness of untapped creatures that can block, less damage"
    LARGEST "largest" "the greatest power among creatures that can attack"
    EVASIVE "evasive" "the power of creatures that can attack and that few can block"
    LIFELINK "lifelink" "the power of creatures with lifelink"
    FIGHTERS "fighters" "creatures with deathtouch, first or double strike, or indestructible"
    CREATURE_VALUE "creature_value" "what the creatures are worth, in hundredths of a card"
    BEST "best" "what the best creature is worth"
    WALKERS "walkers" "loyalty of planeswalkers"
    OTHERS "others" "what other permanents are worth that aren't lands"
    ATTACKING "attacking" "the power of attackers that aren't blocked"
    BLOCKED "blocked" "the power of attackers that are blocked"
    BLOCKING "blocking" "what blocking creatures are worth"
    THROUGH "through" "the damage of an attack with all creatures of which each untapped blocker stops one, the strongest first"
    CLOCK "clock" "turns to win at that, at most 20"
    RAW_CLOCK "raw_clock" "turns to win if nothing is blocked, at most 20"
}

places! { hand:
    LANDS "lands" "lands"
    WORTH "worth" "what the other cards are worth, in hundredths of a card"
    CHEAP "cheap" "spells that cost no more than there are sources of mana"
    CHEAP_WORTH "cheap_worth" "what those are worth"
    NOW "now" "spells that cost no more than the mana that is open"
    DEAR "dear" "spells that cost two more than there are sources, or more"
    CREATURES "creatures" "creature cards"
    REMOVAL "removal" "cards that remove what they target"
    BURN "burn" "damage that cards can deal to a player or to anything"
    COUNTERS "counters" "counterspells"
    TRICKS "tricks" "combat tricks"
    KNOWN "known" "cards of the opponent's hand that the viewer knows"
    KNOWN_WORTH "known_worth" "what those are worth"
}

/// Where the numbers of the viewer, of the opponent and of the viewer's hand begin.
const OWN: usize = table::ALL.len();
const OPPOSING: usize = OWN + side::ALL.len();
const IN_HAND: usize = OPPOSING + side::ALL.len();

/// How many features there are.
pub const COUNT: usize = IN_HAND + hand::ALL.len();

/// The features of a position.
pub type Row = [i16; COUNT];

/// The names of the features in order, and what each of them is.
pub fn names() -> impl Iterator<Item = (String, &'static str)> {
    let parts = [("", table::ALL), ("own_", side::ALL), ("opposing_", side::ALL), ("hand_", hand::ALL)];
    parts.into_iter().flat_map(|(part, all)| all.iter().map(move |(name, meaning)| (format!("{part}{name}"), *meaning)))
}

/// The most turns that a clock shows.
const MOST_TURNS: i32 = 20;
/// Powers from here on are alike where the strongest attackers are looked for.
const MOST_POWER: usize = 15;

/// What a card is in a hand, worked out once.
#[derive(Clone, Copy, Default, Debug)]
struct InHand {
    land: bool,
    creature: bool,
    removal: bool,
    counter: bool,
    trick: bool,
    mana_value: i32,
    worth: i32,
    burn: i32,
}

impl InHand {
    fn new(facts: &Facts, id: CardId, card: &Card, pool: &Pool) -> InHand {
        let of = facts.card(id);
        let mut this = InHand {
            land: of.land,
            creature: of.creature,
            counter: of.counterspell,
            trick: of.trick,
            mana_value: of.mana_value,
            worth: of.worth,
            ..InHand::default()
        };
        for &ability in &card.abilities {
            let cast =
                |kind: &AbilityKind| matches!(kind, AbilityKind::Activatable(way) if way.kind == ActivatableKind::Cast);
            if cast(&pool.ability(ability).kind) {
                let way = facts.way(id, ability);
                this.removal |= way.removal;
                this.burn = this.burn.max(way.burn.as_ref().map_or(0, nominal_amount));
            }
        }
        this
    }
}

/// Counts the features of positions. It has the memory that it takes to do so.
#[derive(Default)]
pub struct Observer {
    weights: Arc<Weights>,
    /// Of the pool that the last position had.
    known: Option<Known>,
}

/// What is known of a pool.
struct Known {
    facts: Facts,
    cards: Vec<InHand>,
}

/// One player's side while it is being counted.
#[derive(Default)]
struct Side {
    row: [i32; side::ALL.len()],
    /// How many creatures that can attack, and that most can block, have each power.
    powers: [u8; MOST_POWER + 1],
    /// What all permanents are worth to the hand-made judge.
    standing: i32,
}

impl Side {
    fn creature(&mut self, object: &Object, worth: i32) {
        let row = &mut self.row;
        let (chars, restrictions) = (&object.characteristics, object.restrictions);
        let (power, tapped) = (i32::from(chars.power).max(0), object.is(Flags::TAPPED));
        row[side::CREATURES] += 1;
        row[side::CREATURE_VALUE] += worth;
        row[side::BEST] = row[side::BEST].max(worth);
        if !(tapped || restrictions.contains(Restrictions::CANT_BLOCK)) {
            row[side::UNTAPPED] += 1;
            row[side::TOUGHNESS] += i32::from(chars.toughness) - i32::from(object.damage);
        }
        let keywords = chars.keywords;
        if keywords.intersects(FIGHTING) {
            row[side::FIGHTERS] += 1;
        }
        if keywords.contains(Keywords::LIFELINK) {
            row[side::LIFELINK] += power;
        }
        if object.is(Flags::ATTACKING) {
            row[if object.is(Flags::BLOCKED) { side::BLOCKED } else { side::ATTACKING }] += power;
        }
        if object.is(Flags::BLOCKING) {
            row[side::BLOCKING] += worth;
        }
        if restrictions.intersects(Restrictions::CANT_ATTACK)
            || (keywords.contains(Keywords::DEFENDER) && !restrictions.contains(Restrictions::IGNORES_DEFENDER))
        {
            return;
        }
        let strikes = if keywords.contains(Keywords::DOUBLE_STRIKE) { 2 * power } else { power };
        row[side::POWER] += strikes;
        row[side::LARGEST] = row[side::LARGEST].max(strikes);
        if !tapped && (!object.is(Flags::SICK) || keywords.contains(Keywords::HASTE)) {
            row[side::READY] += strikes;
        }
        if keywords.intersects(EVADING) || restrictions.contains(Restrictions::CANT_BE_BLOCKED) {
            row[side::EVASIVE] += strikes;
        } else {
            self.powers[(strikes as usize).min(MOST_POWER)] += 1;
        }
    }

    /// The damage of all that can attack when the strongest of those that can be blocked are.
    fn through(&self, blockers: i32) -> i32 {
        let (mut blockers, mut damage) = (blockers, self.row[side::EVASIVE]);
        for (power, &count) in self.powers.iter().enumerate().rev() {
            let stopped = blockers.min(i32::from(count));
            blockers -= stopped;
            damage += (i32::from(count) - stopped) * power as i32;
        }
        damage
    }
}

const EVADING: Keywords = Keywords::FLYING
    .union(Keywords::FEAR)
    .union(Keywords::INTIMIDATE)
    .union(Keywords::SHADOW)
    .union(Keywords::HORSEMANSHIP)
    .union(Keywords::SKULK);
const FIGHTING: Keywords =
    Keywords::DEATHTOUCH.union(Keywords::FIRST_STRIKE).union(Keywords::DOUBLE_STRIKE).union(Keywords::INDESTRUCTIBLE);

fn clock(life: i32, damage: i32) -> i32 {
    if damage <= 0 { MOST_TURNS } else { ((life.max(1) + damage - 1) / damage).min(MOST_TURNS) }
}

impl Observer {
    /// Counts what the viewer sees.
    pub fn count(&mut self, view: View<'_, Position>) -> Row {
        let see = view.visible();
        let pool = see.shared_pool();
        if !self.known.as_ref().is_some_and(|known| known.facts.is_of(pool)) {
            let facts = Facts::new(pool, &self.weights);
            let cards = pool.cards().map(|(id, card)| InHand::new(&facts, id, card, pool)).collect();
            self.known = Some(Known { facts, cards });
        }
        let Some(Known { facts, cards }) = &self.known else { unreachable!("they were made above") };
        let memory = &Memory::default();
        let me = view.viewer();
        let judge = Judge { see, me, facts, w: &self.weights, reach: 0, doomed: None, depth: 0, memory };
        let mut row = [0; COUNT];
        let [own, opposing] = sides(judge);
        write_table(judge, cards, &own, &opposing, &mut row);
        for (at, side) in [(OWN, &own), (OPPOSING, &opposing)] {
            for (place, value) in side.row.iter().enumerate() {
                row[at + place] = small(*value);
            }
        }
        write_hand(see, cards, &own, &mut row[IN_HAND..]);
        row
    }
}

fn small(value: i32) -> i16 {
    value.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
}

/// Both sides in one look at the battlefield: the viewer's and the opponent's.
fn sides(judge: Judge<'_>) -> [Side; 2] {
    let see = judge.see;
    let mut sides = [Side::default(), Side::default()];
    // What a source of mana is worth depends on how many there are.
    for (_, object) in see.permanents().filter(|(_, object)| object.mana_mask != 0) {
        let row = &mut sides[usize::from(object.controller != judge.me)].row;
        row[side::SOURCES] += 1;
        if !(object.is(Flags::TAPPED) || (object.is(Flags::SICK) && object.is_creature())) {
            row[side::OPEN_MANA] += 1;
        }
    }
    for (id, object) in see.permanents() {
        add_permanent(judge, id, object, &mut sides[usize::from(object.controller != judge.me)]);
    }
    for (of, side) in [judge.me, !judge.me].into_iter().zip(&mut sides) {
        add_player(judge, of, side);
    }
    let blockers = [&sides[1], &sides[0]].map(|other| other.row[side::UNTAPPED]);
    let lives = [&sides[1], &sides[0]].map(|other| other.row[side::LIFE]);
    for ((side, blockers), life) in sides.iter_mut().zip(blockers).zip(lives) {
        let through = side.through(blockers);
        side.row[side::THROUGH] = through;
        side.row[side::CLOCK] = clock(life, through);
        side.row[side::RAW_CLOCK] = clock(life, side.row[side::POWER]);
    }
    sides
}

fn add_permanent(judge: Judge<'_>, id: ObjectId, object: &Object, side: &mut Side) {
    let (types, w) = (object.characteristics.types, &judge.w.position);
    if object.is_creature() {
        let worth = judge.creature(object).max(5);
        side.standing += worth * w.creature_percent / 100;
        side.creature(object, worth);
        return;
    }
    let sources = side.row[side::SOURCES];
    let worth = judge.other_permanent(id, object, || sources);
    side.standing += if object.mana_mask != 0 { w.land } else { worth * w.creature_percent / 100 };
    if types.contains(CardTypes::PLANESWALKER) {
        side.row[side::WALKERS] += i32::from(judge.see.counters(id.index() as u16, CounterKind::LOYALTY));
    } else if !types.contains(CardTypes::LAND) {
        side.row[side::OTHERS] += worth;
    }
}

fn add_player(judge: Judge<'_>, of: Player, side: &mut Side) {
    let (see, w) = (judge.see, &judge.w.position);
    let info = see.player(of);
    let hand = see.hand_size(of) as i32;
    side.standing += judge.w.life_value(info.life) + w.hand * hand;
    if see.active() == of {
        side.standing += w.initiative;
    }
    let row = &mut side.row;
    row[side::LIFE] = info.life;
    row[side::POISON] = i32::from(info.poison);
    row[side::HAND] = hand;
    row[side::LIBRARY] = see.library_size(of) as i32;
    row[side::GRAVEYARD] = see.graveyard(of).count() as i32;
    row[side::OPEN_MANA] += info.mana.iter().map(|mana| i32::from(*mana)).sum::<i32>();
}

fn write_table(judge: Judge<'_>, cards: &[InHand], own: &Side, opposing: &Side, row: &mut Row) {
    let (see, me) = (judge.see, judge.me);
    let mut put = |place: usize, value: i32| row[place] = small(value);
    put(table::TURN, see.turn().min(1000) as i32);
    put(table::OWN_TURN, i32::from(see.active() == me));
    put(table::STEP, see.step() as i32);
    put(table::LAND_PLAYED, i32::from(see.player(see.active()).lands_played));
    put(table::STANDING, own.standing - opposing.standing);
    let (mut stacked, mut worth) = ([0, 0], 0);
    for item in see.stack() {
        stacked[usize::from(item.controller != me)] += 1;
        let spell = see.object(item.object.index() as u16).filter(|object| !object.is(Flags::ABILITY));
        if let Some(object) = spell {
            worth += judge.signed(item.controller, cards[object.card.index()].worth);
        }
    }
    put(table::OWN_STACK, stacked[0]);
    put(table::OPPOSING_STACK, stacked[1]);
    put(table::STACKED, worth);
    let mut difference = |place: usize, of: &dyn Fn(&Side) -> i32| put(place, of(own) - of(opposing));
    difference(table::LIFE, &|side| side.row[side::LIFE]);
    difference(table::CARDS, &|side| side.row[side::HAND]);
    difference(table::BOARD, &|side| side.row[side::CREATURE_VALUE] + side.row[side::OTHERS]);
    difference(table::SOURCES, &|side| side.row[side::SOURCES]);
    difference(table::POWER, &|side| side.row[side::POWER]);
    difference(table::RACE, &|side| -side.row[side::CLOCK]);
}

/// The viewer's hand, and what the viewer knows of the opponent's.
fn write_hand(see: Visible<'_>, cards: &[InHand], own: &Side, row: &mut [i16]) {
    let mut sums = [0; hand::ALL.len()];
    let (sources, open) = (own.row[side::SOURCES], own.row[side::OPEN_MANA]);
    for id in see.hand() {
        let card = &cards[id.index()];
        if card.land {
            sums[hand::LANDS] += 1;
            continue;
        }
        sums[hand::WORTH] += card.worth;
        if card.mana_value <= sources {
            sums[hand::CHEAP] += 1;
            sums[hand::CHEAP_WORTH] += card.worth;
        }
        sums[hand::NOW] += i32::from(card.mana_value <= open);
        sums[hand::DEAR] += i32::from(card.mana_value >= sources + 2);
        sums[hand::CREATURES] += i32::from(card.creature);
        sums[hand::REMOVAL] += i32::from(card.removal);
        sums[hand::BURN] += card.burn;
        sums[hand::COUNTERS] += i32::from(card.counter);
        sums[hand::TRICKS] += i32::from(card.trick);
    }
    for id in see.known_opposing_hand() {
        sums[hand::KNOWN] += 1;
        sums[hand::KNOWN_WORTH] += cards[id.index()].worth;
    }
    for (place, value) in row.iter_mut().zip(sums) {
        *place = small(value);
    }
}
