//! Cards with several faces or halves: each is compiled as a card, then they are linked, with all ways to cast or play them on
//! the card as it is in a hand.

use super::card::{Face, LoweredFace, lower_face};
use super::context::Context;
use super::decline::{Decline, Lowered, decline};
use crate::ability::{Ability, AbilityKind, Activatable, ActivatableKind, Timing, TriggerEvent, Triggered};
use crate::card::{AbilityId, Card, CardId, Characteristics, Layout, Pool};
use crate::cost::Cost;
use crate::designation::Door;
use crate::effect::{Destination, Duration, Instr, ModeChoice, Modification, Part, Script};
use crate::filter::{
    Amount, Comparison, Condition, CounterKind, Filter, Objects, PlayerFilter, Players, Step, Test, Zone,
};
use crate::keyword::Keywords;
use crate::mana::ManaCost;
use crate::text::grammar::ability::PermanentParagraph;
use crate::text::lexer::lex;
use crate::text::syntax::read;
use crate::types::{CardTypes, Colors, Subtype, Subtypes};

/// Why a card isn't compiled, with the places of the face and of the paragraph that it is about, if it is about one.
type Refused = (Option<usize>, Option<usize>, Decline);

/// Compiles a card with its other faces. An error has the number of the face that it is about (`None`: the card itself) and of
/// the paragraph.
pub(crate) fn lower_card(
    pool: &mut Pool,
    layout: Layout,
    card: &Face<'_>,
    others: &[Face<'_>],
) -> Result<CardId, Refused> {
    let of_card = |(index, error)| (None, index, error);
    let prototype = card.paragraphs.iter().find_map(|paragraph| match paragraph {
        super::card::Paragraph::Heading(super::sections::Heading::Prototype(cost, power, toughness)) => {
            Some((cost.clone(), (Some(*power), Some(*toughness))))
        }
        _ => None,
    });
    if let Some((cost, pt)) = prototype {
        // CR 718.3b: the spell and the permanent have that cost, its colours, and that power and toughness.
        let small = Face { cost: Some(cost), pt: Some(pt), colors: None, ..card.clone() };
        let face = lower_face(pool, &small, Layout::Prototype).map_err(of_card)?;
        let whole = lower_face(pool, card, Layout::Single).map_err(of_card)?;
        let ways = face_ways(pool, &face, "Prototype");
        pool.link_faces(whole.id, Layout::Prototype, &[face.id], &ways, None);
        return Ok(whole.id);
    }
    if others.is_empty() {
        let whole = lower_face(pool, card, Layout::Single).map_err(of_card)?;
        let Some(cost) = whole.casting.bestow else { return Ok(whole.id) };
        let (aura, way) = bestowed(pool, card, cost)?;
        pool.link_faces(whole.id, Layout::Bestow, &[aura], &[way], None);
        return Ok(whole.id);
    }
    let mut faces = Vec::new();
    for (number, other) in others.iter().enumerate() {
        let other = match layout {
            Layout::Room => Face { half: Door::BOTH.get(number).copied(), ..other.clone() },
            // CR 710.1c: flipping changes neither colour nor mana cost.
            Layout::Flip => Face { cost: card.cost.clone(), colors: card.colors, ..other.clone() },
            _ => other.clone(),
        };
        faces.push(lower_face(pool, &other, layout).map_err(|(index, error)| (Some(number), index, error))?);
    }
    let ids: Vec<CardId> = faces.iter().map(|face| face.id).collect();
    if layout == Layout::Room {
        return Ok(room(pool, card, others, &faces));
    }
    if layout == Layout::Split {
        let whole = pool.add_card(split_card(card, others));
        let mut ways: Vec<AbilityId> = faces.iter().flat_map(|half| face_ways(pool, half, "")).collect();
        if faces.iter().any(|half| half.casting.fuse) {
            let fused = fuse(&faces, others).map_err(|error| (None, None, error))?;
            ways.push(pool.add_ability(fused));
        }
        pool.link_faces(whole, layout, &ids, &ways, None);
        return Ok(whole);
    }
    let melds_into = others.first().filter(|_| layout == Layout::Meld).map(|other| other.name);
    let front = lower_face(pool, &Face { melds_into, ..card.clone() }, Layout::Single).map_err(of_card)?;
    let back = &faces[0];
    let mut ways = Vec::new();
    let mut cast_back = None;
    match layout {
        Layout::Modal => ways.extend(face_ways(pool, back, "")),
        Layout::Adventure | Layout::Omen => {
            ways.extend(face_ways(pool, back, ""));
        }
        Layout::Transforming => {
            let transformed = back.casting.base.as_ref().map(|base| Activatable {
                face: Some(back.id),
                cost: Cost::mana(ManaCost::default()),
                ..base.clone()
            });
            if let Some(cost) = &front.casting.disturb {
                // CR 702.146a: the card is cast transformed from the graveyard.
                let Some(transformed) = &transformed else {
                    return Err((None, None, Decline("the back face can't be cast".to_owned())));
                };
                let way = Activatable { zone: Zone::Graveyard, cost: cost.clone(), ..transformed.clone() };
                ways.push(add(pool, "Disturb", way));
            }
            if let Some(cost) = &front.casting.converted {
                // CR 702.162a: the card is cast with its back face up, from where it could be cast anyway.
                let Some(transformed) = &transformed else {
                    return Err((None, None, Decline("the back face can't be cast".to_owned())));
                };
                let way = Activatable { cost: cost.clone(), ..transformed.clone() };
                ways.push(add(pool, "More Than Meets the Eye", way));
            }
            cast_back = transformed.map(|way| add(pool, "Cast transformed", way));
        }
        // Only the card itself can be cast; its prepare spell is copied.
        Layout::Prepare => {}
        Layout::Meld
        | Layout::Flip
        | Layout::Single
        | Layout::Split
        | Layout::Room
        | Layout::Prototype
        | Layout::Bestow => {}
    }
    pool.link_faces(front.id, layout, &ids, &ways, cast_back);
    Ok(front.id)
}

/// CR 702.103b: bestowed, the card is an Aura enchantment with enchant creature and no creature.
fn bestowed(pool: &mut Pool, card: &Face<'_>, cost: Cost) -> Result<(CardId, AbilityId), Refused> {
    let failed = |error: &str| (None, None, Decline(error.to_owned()));
    let Ok(mut enchant) = read::<PermanentParagraph>(&lex("Enchant creature")) else {
        return Err(failed("there is nothing to enchant"));
    };
    let mut paragraphs = card.paragraphs.to_vec();
    paragraphs.extend(enchant.pop().map(super::card::Paragraph::Permanent));
    let mut subtypes = Subtypes::NONE;
    subtypes.insert(Subtype::AURA);
    let types = (card.types - CardTypes::CREATURE) | CardTypes::ENCHANTMENT;
    let aura = Face { types, subtypes, pt: None, paragraphs: &paragraphs, ..card.clone() };
    let aura = lower_face(pool, &aura, Layout::Bestow).map_err(|(index, error)| (None, index, error))?;
    let Some(base) = aura.casting.base else { return Err(failed("the Aura can't be cast")) };
    let way = Activatable { face: Some(aura.id), cost, ..base };
    Ok((aura.id, add(pool, "Bestow", way)))
}

fn add(pool: &mut Pool, text: &str, way: Activatable) -> AbilityId {
    pool.add_ability(Ability { text: text.to_owned(), kind: AbilityKind::Activatable(Box::new(way)) })
}

/// The ways to cast or play a face, as ways of its card.
fn face_ways(pool: &mut Pool, face: &LoweredFace, word: &str) -> Vec<AbilityId> {
    let ways = &pool.card(face.id).derived.ways;
    let ids = pool.card(face.id).abilities[..*ways].to_vec();
    ids.into_iter()
        .map(|id| {
            let ability = pool.ability(id);
            let text = if word.is_empty() { ability.text.clone() } else { word.to_owned() };
            let way = Activatable { face: Some(face.id), ..pool.activatable(id).clone() };
            add(pool, &text, way)
        })
        .collect()
}

/// The whole of a split card (CR 709.4): nothing of it can be cast but its halves.
fn split_card(card: &Face<'_>, halves: &[Face<'_>]) -> Card {
    let mut text = Vec::new();
    for half in halves {
        text.extend(half.paragraphs.iter().map(super::card::Paragraph::text));
    }
    Card {
        name: card.name.to_owned(),
        mana_cost: card.cost.clone(),
        characteristics: Characteristics {
            subtypes: card.subtypes,
            types: card.types,
            supertypes: card.supertypes,
            colors: card.colors.unwrap_or(Colors::empty()),
            mana_value: card.cost.as_ref().map_or(0, ManaCost::mana_value),
            ..Characteristics::default()
        },
        text,
        ..Card::default()
    }
}

/// A card with a shared type line (CR 709.5): what it is with none of its halves locked, with one of them, and with both. A locked half
/// can be unlocked for its mana cost (CR 709.5e).
fn room(pool: &mut Pool, card: &Face<'_>, others: &[Face<'_>], halves: &[LoweredFace]) -> CardId {
    let mut ways = Vec::new();
    let mut own = Vec::new();
    let mut keywords = Keywords::empty();
    for half in halves {
        ways.extend(face_ways(pool, half, ""));
        let lowered = pool.card(half.id);
        own.extend_from_slice(&lowered.abilities[lowered.derived.ways..]);
        keywords |= lowered.characteristics.keywords;
    }
    let unlocks: Vec<AbilityId> = Door::BOTH.iter().zip(others).map(|(door, half)| unlock(pool, *door, half)).collect();
    for (half, other) in halves.iter().zip(unlocks.iter().rev()) {
        pool.add_abilities(half.id, &[*other]);
    }
    let whole = split_card(card, others);
    let mut locked = Card {
        characteristics: Characteristics { colors: Colors::empty(), mana_value: 0, ..whole.characteristics },
        abilities: unlocks,
        layout: Layout::Room,
        ..Card::default()
    };
    locked.characteristics.keywords = Keywords::empty();
    let locked = pool.add_card(locked);
    let mut whole = Card { abilities: own, ..whole };
    whole.characteristics.keywords = keywords;
    let whole = pool.add_card(whole);
    let mut faces: Vec<CardId> = halves.iter().map(|half| half.id).collect();
    faces.push(locked);
    pool.link_faces(whole, Layout::Room, &faces, &ways, None);
    whole
}

/// The special action that unlocks a half (CR 116.2m).
fn unlock(pool: &mut Pool, door: Door, half: &Face<'_>) -> AbilityId {
    let mut action = Activatable::new(ActivatableKind::Special, Zone::Battlefield);
    action.timing = Timing::MainPhase;
    action.cost = Cost::mana(half.cost.clone().unwrap_or_default());
    let text = format!("Unlock {}", half.name);
    let part = Part { text: text.clone(), targets: Vec::new(), code: vec![Instr::Unlock(Objects::Source, door)] };
    action.script = Script { parts: vec![part], modes: None };
    add(pool, &text, action)
}

/// Both halves cast as one spell from the hand (CR 702.102): its costs are those of both, and the left half is carried out first.
fn fuse(halves: &[LoweredFace], faces: &[Face<'_>]) -> Lowered<Ability> {
    let mut cost = ManaCost::default();
    let mut fused: Option<Activatable> = None;
    for (half, face) in halves.iter().zip(faces) {
        let (Some(base), Some(mana)) = (&half.casting.base, &face.cost) else {
            return decline("a half that can't be cast can't be fused");
        };
        let plain = base.script.modes.is_none()
            && base.optional_costs.is_empty()
            && half.casting.additional.parts.is_empty()
            && base.cost_changes.is_empty()
            && base.helpers.is_empty();
        if !plain {
            return decline("halves with modes or costs of their own can't be fused yet");
        }
        cost.symbols.extend(mana.symbols.iter().copied());
        fused = Some(match fused {
            None => base.clone(),
            Some(mut left) => {
                left.script.parts.extend(base.script.parts.iter().cloned());
                // CR 709.3: an instant half lets the spell be cast at instant speed only if both are instants.
                if base.timing == Timing::Sorcery {
                    left.timing = Timing::Sorcery;
                }
                left
            }
        });
    }
    let Some(mut fused) = fused else { return decline("the card has no halves") };
    let count = fused.script.parts.len() as u8;
    fused.script = Script { modes: Some(ModeChoice::of(count, count)), ..fused.script };
    fused.cost = Cost::mana(cost);
    fused.from_hand_only = true;
    Ok(Ability { text: "Fuse".to_owned(), kind: AbilityKind::Activatable(Box::new(fused)) })
}

impl Context<'_> {
    /// The intrinsic ability of Sieges (CR 310.11b).
    pub(super) fn siege(&mut self) -> AbilityId {
        let text = "When the last defense counter is removed from ~, exile it, then you may cast it transformed without paying its mana cost.";
        let what = Filter::just(Test::Source);
        let code = vec![
            Instr::Move(Objects::Source, Destination::to(Zone::Exile), Some(0)),
            Instr::CastBack(Players::You, Objects::Register(0)),
        ];
        let event = TriggerEvent::CountersRemoved { what, kind: CounterKind::DEFENSE, last: true, each: false };
        self.add_trigger(text, event, Zone::Battlefield, None, code)
    }

    fn add_trigger(
        &mut self,
        text: &str,
        event: TriggerEvent,
        zone: Zone,
        condition: Option<Condition>,
        code: Vec<Instr>,
    ) -> AbilityId {
        let part = Part { text: text.to_owned(), targets: Vec::new(), code };
        let script = Script { parts: vec![part], modes: None };
        let triggered = Triggered { condition, ..Triggered::new(vec![event], zone, script) };
        self.pool.add_ability(Ability { text: text.to_owned(), kind: AbilityKind::Triggered(Box::new(triggered)) })
    }

    /// CR 702.62a: the special action that suspends the card, and what happens to it in exile.
    pub(super) fn suspend(&mut self, n: Amount, cost: ManaCost) -> Vec<AbilityId> {
        let number = if let Amount::Const(n) = n { n.to_string() } else { "X".to_owned() };
        let text = format!("Suspend {number}—{cost}");
        let mut action = Activatable::new(ActivatableKind::Special, Zone::Hand);
        action.timing = Timing::Castable;
        action.cost = Cost::mana(cost);
        // "X can't be 0."
        action.least_x = u8::from(n == Amount::X);
        let code = vec![
            Instr::Move(Objects::Source, Destination::to(Zone::Exile), Some(0)),
            Instr::AddCounters(Objects::Register(0), CounterKind::TIME, n),
        ];
        let part = Part { text: text.clone(), targets: Vec::new(), code };
        action.script = Script { parts: vec![part], modes: None };
        let action = self.pool.add_ability(Ability { text, kind: AbilityKind::Activatable(Box::new(action)) });
        std::iter::once(action).chain(self.suspended()).collect()
    }

    /// CR 702.62a: what a card with suspend does in exile.
    pub(super) fn suspended(&mut self) -> Vec<AbilityId> {
        let counters = Amount::Counters(Objects::Source, Some(CounterKind::TIME));
        let suspended = Condition::Compare(counters, Comparison::AtLeast, Amount::Const(1));
        let upkeep = TriggerEvent::StepBegins { step: Step::Upkeep, player: PlayerFilter::You };
        let text = "At the beginning of your upkeep, if ~ is suspended, remove a time counter from it.";
        let one = Some(Amount::Const(1));
        let code = vec![Instr::RemoveCounters(Objects::Source, Some(CounterKind::TIME), one)];
        let tick = self.add_trigger(text, upkeep, Zone::Exile, Some(suspended), code);
        let what = Filter::just(Test::Source);
        let last = TriggerEvent::CountersRemoved { what, kind: CounterKind::TIME, last: true, each: false };
        let text = "When the last time counter is removed from ~, you may play it without paying its mana cost.";
        let creature = Filter::just(Test::Types(CardTypes::CREATURE));
        let code = vec![
            Instr::CastFree(Players::You, Objects::Source, None),
            Instr::Unless(Condition::ObjectIs(Objects::SourceNow, creature), 3),
            Instr::Continuous(
                Objects::SourceNow,
                vec![Modification::AddKeywords(Keywords::HASTE)],
                Duration::WhileYouControlIt,
            ),
        ];
        let play = self.add_trigger(text, last, Zone::Exile, None, code);
        vec![tick, play]
    }
}
