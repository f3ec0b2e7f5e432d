//! Scripts as the agent reads them: what is done to whom, without the instructions that only direct the flow.

use gauntlet_cards::ability::{AbilityKind, TriggerEvent};
use gauntlet_cards::card::{AbilityId, CardId, Pool};
use gauntlet_cards::effect::{
    Destination, DiscardHow, Duration, Instr, Label, ManaOutput, Modification, NewTokens, Part, Recipients,
};
use gauntlet_cards::filter::{Amount, Condition, CounterKind, Filter, Objects, Players, Test, Zone};
use gauntlet_cards::keyword::{Keywords, Restrictions};
use gauntlet_cards::mana::{ManaCost, ManaSymbol};
use gauntlet_cards::types::CardTypes;

use super::loops::{around, in_loop, with_objects};
use super::mentions::{asks_about, meant_by, mentions};
use super::numbers::{map_amounts, told};
use super::origin::{Origin, as_they_are, cast_free, moved, note_origin};

/// When an effect happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Guard {
    /// Always.
    Always,
    /// Only if the optional cost with a number was paid (`true`) or was not.
    Kicked(u8, bool),
    /// Only if the spell's controller wants it.
    Wanted,
    /// Only if the other player wants it.
    Granted,
    /// Only if the controller pays that much mana (for other costs, what they are worth).
    Bought(i32),
    /// Only if the other player doesn't pay that much mana.
    Unpaid(i32),
    /// Perhaps.
    Perhaps,
}

/// How an effect changes an object.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Change {
    pub(super) power: Amount,
    pub(super) toughness: Amount,
    /// Power and toughness that it gets instead of its own.
    pub(super) base: Option<(Amount, Amount)>,
    pub(super) add: Keywords,
    pub(super) remove: Keywords,
    pub(super) restrict: Restrictions,
    pub(super) control: bool,
    /// Whether it is a creature then.
    pub(super) animates: bool,
    pub(super) loses_abilities: bool,
    /// How many abilities it gets that are not keywords.
    pub(super) granted: i32,
    /// One of them puts it back onto the battlefield when it dies.
    pub(super) returns: bool,
}

impl Change {
    pub(super) fn of(pool: &Pool, modifications: &[Modification]) -> Change {
        let mut change = Change {
            power: Amount::Const(0),
            toughness: Amount::Const(0),
            base: None,
            add: Keywords::empty(),
            remove: Keywords::empty(),
            restrict: Restrictions::empty(),
            control: false,
            animates: false,
            loses_abilities: false,
            granted: 0,
            returns: false,
        };
        for modification in modifications {
            match modification {
                Modification::AddPT(power, toughness) => {
                    change.power = plus(&change.power, power);
                    change.toughness = plus(&change.toughness, toughness);
                }
                Modification::SetBasePT(power, toughness) | Modification::DefinePT(power, toughness) => {
                    let amount = |amount: &Option<Amount>| amount.clone().unwrap_or(Amount::Const(1));
                    change.base = Some((amount(power), amount(toughness)));
                }
                Modification::AddKeywords(keywords) => change.add |= *keywords,
                Modification::RemoveKeywords(keywords) | Modification::CantHaveKeywords(keywords) => {
                    change.remove |= *keywords;
                }
                Modification::Restrict(restrictions) => change.restrict |= *restrictions,
                Modification::Control(_) => change.control = true,
                Modification::AddTypes(types) | Modification::SetTypes(types) => {
                    change.animates |= types.contains(CardTypes::CREATURE);
                }
                Modification::LoseAllAbilities => change.loses_abilities = true,
                Modification::AddAbility(ability) => {
                    // One that can be activated is worth more than what a card counts for by itself.
                    let used = matches!(&pool.ability(*ability).kind, AbilityKind::Activatable(_));
                    change.granted += if used { 3 } else { 1 };
                    change.returns |= returns(&pool.ability(*ability).kind);
                }
                Modification::Quality(_)
                | Modification::QualityByControl(..)
                | Modification::AddProtectionFromChosenColor => change.granted += 1,
                _ => {}
            }
        }
        change
    }

    /// This change and another one.
    pub(super) fn and(self, other: Change) -> Change {
        Change {
            power: plus(&self.power, &other.power),
            toughness: plus(&self.toughness, &other.toughness),
            base: other.base.or(self.base),
            add: self.add | other.add,
            remove: self.remove | other.remove,
            restrict: self.restrict | other.restrict,
            control: self.control | other.control,
            animates: self.animates | other.animates,
            loses_abilities: self.loses_abilities | other.loses_abilities,
            granted: self.granted + other.granted,
            returns: self.returns || other.returns,
        }
    }
}

/// Returns whether an ability puts its source back onto the battlefield when it dies.
fn returns(ability: &AbilityKind) -> bool {
    let AbilityKind::Triggered(triggered) = ability else { return false };
    let dies = |event: &TriggerEvent| {
        matches!(event, TriggerEvent::ZoneChange { what, from: Some(Zone::Battlefield), to: Some(Zone::Graveyard), .. }
            if what.tests.contains(&Test::Source))
    };
    let comes_back = |instr: &Instr| matches!(instr, Instr::Move(Objects::Source | Objects::Event, to, _) if to.zone == Zone::Battlefield);
    triggered.events.iter().any(dies) && triggered.script.parts.iter().flat_map(|part| &part.code).any(comes_back)
}

/// The sum, of numbers at once.
fn plus(left: &Amount, right: &Amount) -> Amount {
    match (left, right) {
        (Amount::Const(left), Amount::Const(right)) => Amount::Const(left + right),
        (Amount::Const(0), other) | (other, Amount::Const(0)) => other.clone(),
        _ => Amount::Sum(Box::new(left.clone()), Box::new(right.clone())),
    }
}

/// Who chooses what is discarded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Discards {
    /// The player, or chance.
    Own,
    /// The other player picks.
    Picked,
    /// All.
    Hand,
}

/// Something that is done.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Act {
    Damage {
        source: Objects,
        amount: Amount,
        to: Recipients,
    },
    /// Damage divided among the targets of a spec.
    Divided(u8, Amount),
    /// Two creatures fight; the first one with that much more power and toughness.
    Fight {
        first: Objects,
        second: Objects,
        power: i32,
        toughness: i32,
    },
    /// Destroys objects; whether they can't be regenerated.
    Destroy(Objects, bool),
    Move(Objects, Destination),
    Sacrifice(Objects),
    Tap(Objects),
    Untap(Objects),
    Counter(Objects),
    Counters(Objects, CounterKind, Amount),
    Change {
        objects: Objects,
        change: Box<Change>,
        lasting: bool,
    },
    Attach(Objects, Objects),
    Regenerate(Objects),
    GainLife(Players, Amount),
    LoseLife(Players, Amount),
    Draw(Players, Amount),
    Discard(Players, Amount, Discards),
    Mill(Players, Amount),
    /// Looks at that many cards of the library and chooses among them.
    Look(Players, Amount),
    SacrificeChosen(Players, Amount, Filter),
    /// That many tokens, perhaps with that much more power and toughness than they have by themselves.
    Tokens(Players, CardId, Amount, Option<Box<(Amount, Amount)>>),
    Copies(Players, Objects, Amount),
    /// Chooses that many cards that fit in a zone (the library is searched), and puts them into another.
    Find {
        players: Players,
        amount: Amount,
        filter: Box<Filter>,
        from: Zone,
        to: Zone,
        /// Where they are meanwhile.
        register: u8,
    },
    /// Puts that many of the cards that fit into a zone: of that many on top of the library, or the first ones there.
    Reveal {
        players: Players,
        amount: Amount,
        filter: Box<Filter>,
        looked: Option<Amount>,
        to: Zone,
        register: u8,
    },
    /// All combat damage is prevented.
    Fog,
    Prevent(Recipients, Option<Amount>),
    /// All damage is prevented that they would deal.
    Disarm(Objects),
    /// Counters are removed (of any kind, if `None`; all, if the amount is `None`).
    Uncounter(Objects, Option<CounterKind>, Option<Amount>),
    /// The first become copies of the second for good.
    Become(Objects, Objects),
    /// The first and the second change their controllers.
    Exchange(Objects, Objects),
    Mana(i32),
    ExtraTurn(Players),
    Win(Players),
    Lose(Players),
    /// That much mana is to be paid in the next turn, or the game is lost.
    Debt {
        mana: i32,
        /// Coloured symbols among it: W, U, B, R, G.
        pips: [u8; 5],
    },
    /// Something that nothing here describes, good for the players.
    Good(Players),
    /// Something good for the next spell of its controller in this turn.
    ForNextSpell,
    /// The players cast the first card of their libraries that fits for nothing.
    CastFound(Players, Box<Filter>),
    /// An ability triggers at once, and has targets of its own (CR 603.12).
    Triggers(AbilityId),
    /// The source's abilities trigger that do when it exploits a creature (CR 702.110b).
    Exploits,
    /// Aura tokens are created, one attached to each of the objects (CR 303.4f).
    Role(CardId, Objects),
    /// An Aura is attached to its target: what its abilities do there besides changing it.
    Hosted,
    /// The life totals of players become that number.
    SetLife(Players, Amount),
}

/// Something that is done, and when.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Effect {
    /// The instruction.
    pub(super) at: Label,
    pub(super) guard: Guard,
    /// What can be told of a position beforehand and must hold, or must not, for it to happen.
    pub(super) tests: Vec<(Condition, bool)>,
    pub(super) act: Act,
    /// The specs whose targets it is about, a bit for each.
    pub(super) specs: u8,
    /// The registers that it is about.
    pub(super) registers: u8,
}

/// The effects of one part of a script.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct PartFacts {
    pub(super) effects: Vec<Effect>,
    /// Whether an effect is about the targets of two specs at once.
    pub(super) coupled: bool,
    /// The number that its controller chooses, if any.
    pub(super) chosen: Option<ChosenNumber>,
    /// The permanents that are picked first, if any.
    pub(super) picked: Option<Picked>,
}

/// Permanents that are picked as a script is followed.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Picked {
    /// Where they are kept.
    pub(super) register: u8,
    /// From these.
    pub(super) from: Objects,
    pub(super) least: Amount,
    pub(super) most: Amount,
    /// Whether it is the controller of the script who picks.
    pub(super) own: bool,
    /// The specs whose targets say from which, a bit for each.
    pub(super) specs: u8,
}

/// A number that the controller of a script chooses (CR 107.1c).
#[derive(Clone, PartialEq, Debug)]
pub(super) struct ChosenNumber {
    /// Where it is kept.
    pub(super) register: u8,
    pub(super) least: Amount,
    pub(super) most: Amount,
}

impl PartFacts {
    pub(super) fn new(effects: Vec<Effect>) -> PartFacts {
        let coupled = effects.iter().any(|effect| effect.specs.count_ones() > 1);
        PartFacts { effects, coupled, chosen: None, picked: None }
    }

    /// Returns whether all that it does to speak of is to change objects until end of turn, or to regenerate them: what else it does doesn't pay for
    /// doing it at another time.
    pub(super) fn is_trick(&self) -> bool {
        let trick = |effect: &Effect| match &effect.act {
            Act::Change { change, lasting, .. } => !lasting && !change.control,
            Act::Regenerate(_) => true,
            _ => false,
        };
        let beside = |effect: &Effect| {
            matches!(
                &effect.act,
                Act::Draw(..)
                    | Act::Look(..)
                    | Act::Untap(Objects::Target(_))
                    | Act::Good(Players::You)
                    | Act::Role(..)
            )
        };
        self.effects.iter().any(trick) && self.effects.iter().all(|effect| trick(effect) || beside(effect))
    }
}

/// Reads a part of a script.
pub(super) fn read(pool: &Pool, part: &Part) -> PartFacts {
    let mut effects = Vec::new();
    let mut origins: Vec<(u8, Origin)> = Vec::new();
    let mut numbers: Vec<(u8, Amount)> = Vec::new();
    for (at, instr) in part.code.iter().enumerate() {
        let at = at as Label;
        let (guard, tests) = guard(&part.code, at);
        let around = around(&part.code, at);
        note_origin(instr, &mut origins);
        if let Instr::SetNumber(register, amount) = instr {
            let amount = told(amount, &numbers);
            numbers.push((*register, amount));
        }
        for act in acts(pool, instr, &origins) {
            let act = around.iter().fold(act, |act, instr| in_loop(act, instr));
            let act = with_earlier_changes(act, &effects);
            let act = match origins.iter().any(|(_, origin)| matches!(origin, Origin::Are(_))) {
                true => with_objects(act, &|objects| as_they_are(objects, &origins)),
                false => act,
            };
            let act = if numbers.is_empty() { act } else { map_amounts(act, &|amount| told(amount, &numbers)) };
            if grow_tokens(&mut effects, &part.code, &act) {
                continue;
            }
            let (mut specs, registers) = mentions(&act);
            specs |= tests.iter().fold(0, |specs, (condition, _)| specs | asks_about(condition));
            effects.push(Effect { at, guard, tests: tests.clone(), act, specs, registers });
        }
    }
    PartFacts {
        chosen: part.code.iter().find_map(chosen_number),
        picked: part.code.iter().find_map(picked),
        ..PartFacts::new(effects)
    }
}

fn picked(instr: &Instr) -> Option<Picked> {
    match instr {
        Instr::Pick(pick, register) if !pick.random && matches!(pick.from, Objects::Each(Zone::Battlefield, _)) => {
            Some(Picked {
                register: *register,
                from: pick.from.clone(),
                least: pick.min.clone(),
                most: pick.max.clone(),
                own: pick.chooser == Players::You,
                specs: meant_by(&pick.from),
            })
        }
        _ => None,
    }
}

fn chosen_number(instr: &Instr) -> Option<ChosenNumber> {
    match instr {
        Instr::ChooseNumber(Players::You, least, most, register) => {
            Some(ChosenNumber { register: *register, least: least.clone(), most: most.clone() })
        }
        _ => None,
    }
}

fn acts(pool: &Pool, instr: &Instr, origins: &[(u8, Origin)]) -> Vec<Act> {
    let one = |act: Act| vec![act];
    match instr {
        Instr::Damage(source, amount, to) | Instr::AndDamage(source, amount, to) => {
            one(Act::Damage { source: source.clone(), amount: amount.clone(), to: to.clone() })
        }
        Instr::DamageDivided(_, spec) => one(Act::Divided(spec.0, Amount::Const(1))),
        Instr::Fight(first, second) => {
            one(Act::Fight { first: first.clone(), second: second.clone(), power: 0, toughness: 0 })
        }
        Instr::GainLife(players, amount) => one(Act::GainLife(players.clone(), amount.clone())),
        Instr::LoseLife(players, amount) => one(Act::LoseLife(players.clone(), amount.clone())),
        Instr::PreventDivided(spec) => one(Act::Prevent(Recipients::Target(spec.0), Some(Amount::Const(1)))),
        Instr::PreventDamage(to, amount) => one(Act::Prevent(to.clone(), amount.clone())),
        Instr::PreventCombatDamage(_) => one(Act::Fog),
        Instr::Shield(shield) if shield.redirect.is_none() && !shield.once && shield.amount.is_none() => {
            match (&shield.from, &shield.to) {
                (Some(from), _) => one(Act::Disarm(from.clone())),
                (None, Some(to)) => one(Act::Prevent(to.clone(), None)),
                (None, None) => one(Act::Good(Players::You)),
            }
        }
        Instr::Draw(players, amount) => one(Act::Draw(players.clone(), amount.clone())),
        Instr::Discard(players, how, _) => one(match how {
            DiscardHow::Choose(amount, _) | DiscardHow::UpTo(amount, _) | DiscardHow::Random(amount) => {
                Act::Discard(players.clone(), amount.clone(), Discards::Own)
            }
            DiscardHow::These(_) => Act::Discard(players.clone(), Amount::Const(1), Discards::Picked),
            DiscardHow::Hand => Act::Discard(players.clone(), Amount::Const(7), Discards::Hand),
            DiscardHow::YouChoose(amount, _) => Act::Discard(players.clone(), amount.clone(), Discards::Picked),
        }),
        Instr::Mill(players, amount, _) => one(Act::Mill(players.clone(), amount.clone())),
        Instr::Scry(players, amount) | Instr::Surveil(players, amount) => {
            one(Act::Look(players.clone(), amount.clone()))
        }
        Instr::Destroy(objects, buries) => one(Act::Destroy(objects.clone(), *buries)),
        Instr::Move(objects, destination, _) => one(moved(objects, destination, origins)),
        Instr::Sacrifice(_, objects) => one(Act::Sacrifice(objects.clone())),
        Instr::SacrificeChosen(players, amount, filter, _) => {
            one(Act::SacrificeChosen(players.clone(), amount.clone(), filter.clone()))
        }
        Instr::Tap(objects) => one(Act::Tap(objects.clone())),
        Instr::Untap(objects) => one(Act::Untap(objects.clone())),
        Instr::Counter(objects, _) => one(Act::Counter(objects.clone())),
        Instr::AddCounters(objects, kind, amount) | Instr::AndCounters(objects, kind, amount) => {
            one(Act::Counters(objects.clone(), *kind, amount.clone()))
        }
        Instr::CreateToken(new) => one(match &new.attached {
            Some(hosts) if pool.card(new.token).derived.enchant.is_some() => Act::Role(new.token, hosts.clone()),
            _ => Act::Tokens(new.player.clone(), new.token, new.amount.clone(), size_of(new).map(Box::new)),
        }),
        Instr::CreateCopy { player, of, amount, .. } => one(Act::Copies(player.clone(), of.clone(), amount.clone())),
        Instr::Attach(what, host) | Instr::AttachAsToCreature(what, host) => {
            one(Act::Attach(what.clone(), host.clone()))
        }
        Instr::RemoveCounters(objects, kind, amount) => one(Act::Uncounter(objects.clone(), *kind, amount.clone())),
        Instr::Continuous(objects, modifications, duration)
            if lasts(*duration) && modifications.iter().any(|change| matches!(change, Modification::CopyOf(_))) =>
        {
            let of = modifications.iter().find_map(|change| match change {
                Modification::CopyOf(of) => Some(of.clone()),
                _ => None,
            });
            of.map(|of| Act::Become(objects.clone(), of)).into_iter().collect()
        }
        Instr::Continuous(objects, modifications, duration) => one(Act::Change {
            objects: objects.clone(),
            change: Box::new(Change::of(pool, modifications)),
            lasting: lasts(*duration),
        }),
        Instr::ContinuousOn(filter, modifications, duration) => one(Act::Change {
            objects: Objects::Each(Zone::Battlefield, filter.clone()),
            change: Box::new(Change::of(pool, modifications)),
            lasting: lasts(*duration),
        }),
        Instr::ExchangeControl(first, second) => one(Act::Exchange(first.clone(), second.clone())),
        Instr::Regenerate(objects) => one(Act::Regenerate(objects.clone())),
        Instr::AddMana(_, output) => one(Act::Mana(mana_of(output))),
        Instr::ExtraTurn(players) => one(Act::ExtraTurn(players.clone())),
        Instr::Win(players) => one(Act::Win(players.clone())),
        Instr::Lose(players) => one(Act::Lose(players.clone())),
        // It takes something away from them.
        Instr::PlayerEffectOf(players, ..) => one(Act::Good(Players::Others(Box::new(players.clone())))),
        Instr::ExtraLands(players, _) => one(Act::Good(players.clone())),
        Instr::BecomeMonarch(players)
        | Instr::TakeInitiative(players)
        | Instr::Venture(players, _)
        | Instr::RingTempts(players)
        | Instr::GainSpeed(players)
        | Instr::Ascend(players) => one(Act::Good(players.clone())),
        Instr::SkipTurn(players) | Instr::SkipNext(players, _) => {
            one(Act::Good(Players::Others(Box::new(players.clone()))))
        }
        Instr::AddPlayerCounters(players, kind, _) if matches!(*kind, CounterKind::POISON | CounterKind::RAD) => {
            one(Act::Good(Players::Others(Box::new(players.clone()))))
        }
        Instr::AddPlayerCounters(players, ..) => one(Act::Good(players.clone())),
        Instr::LosePlayerCounters(players, Some(CounterKind::POISON | CounterKind::RAD), _) => {
            one(Act::Good(players.clone()))
        }
        Instr::LosePlayerCounters(players, ..) => one(Act::Good(Players::Others(Box::new(players.clone())))),
        Instr::AddCountersShared { among, kind, .. } => one(Act::Counters(among.clone(), *kind, Amount::Const(1))),
        Instr::AddCountersDivided(kind, spec) => one(Act::Counters(Objects::Target(spec.0), *kind, Amount::Const(1))),
        Instr::ExtraCombat(_)
        | Instr::Transform(_)
        | Instr::Shield(_)
        | Instr::ControlTurn(..)
        | Instr::PlayFree(..)
        | Instr::CastBack(..)
        | Instr::ChooseNewTargets(..)
        | Instr::ChangeTargets(..)
        | Instr::DoubleCounters(_)
        | Instr::BecomeLevel(..)
        | Instr::PutSameCounters(..)
        | Instr::MoveCounters(..)
        | Instr::MoveKinds(..)
        | Instr::Encode(_)
        | Instr::Merge(..)
        | Instr::CreateEmblem(..)
        | Instr::PlayerEffect(..)
        | Instr::Proliferate(_)
        | Instr::CastNow(..)
        | Instr::CastFor(..)
        | Instr::AllowPlay { .. }
        | Instr::CopySpell { .. } => one(Act::Good(Players::You)),
        Instr::NextSpell(..) => one(Act::ForNextSpell),
        Instr::CastSome { free: false, .. } => one(Act::Good(Players::You)),
        Instr::CastFree(players, objects, _) | Instr::CastSome { player: players, cards: objects, .. } => {
            one(cast_free(players, objects, origins))
        }
        // What happens later happens as if now: a delayed or reflexive trigger's own script.
        Instr::Reflexive(ability, _) if has_targets(pool, *ability) => one(Act::Triggers(*ability)),
        Instr::Delayed(ability, ..) | Instr::Reflexive(ability, _) => later(pool, *ability, origins),
        Instr::Exploit => one(Act::Exploits),
        Instr::SetLife(players, amount) => one(Act::SetLife(players.clone(), amount.clone())),
        _ => Vec::new(),
    }
}

/// How many coloured symbols a cost has: W, U, B, R, G. Hybrid symbols ask for no colour in particular.
pub(super) fn pips_of(cost: &ManaCost) -> [u8; 5] {
    let mut counts = [0; 5];
    for symbol in &cost.symbols {
        if matches!(symbol, ManaSymbol::Color(_) | ManaSymbol::Phyrexian(_)) {
            for (place, pips) in counts.iter_mut().enumerate() {
                *pips += symbol.colors().bits() >> place & 1;
            }
        }
    }
    counts
}

/// The power and toughness that tokens get as they are created, if any: computed, or by counters.
fn size_of(new: &NewTokens) -> Option<(Amount, Amount)> {
    let counters = new.counters.as_ref();
    match &new.pt {
        Some((power, toughness)) => {
            let more = |amount: &Amount| counters.map_or_else(|| amount.clone(), |counters| plus(amount, counters));
            Some((more(power), more(toughness)))
        }
        None => counters.map(|counters| (counters.clone(), counters.clone())),
    }
}

/// Returns whether +1/+1 counters are put on tokens that were created before: these are as large as that.
fn grow_tokens(effects: &mut [Effect], code: &[Instr], act: &Act) -> bool {
    let Act::Counters(Objects::Register(register), CounterKind::PLUS_ONE, counters) = act else { return false };
    let made = effects.iter_mut().rev().find(|effect| {
        matches!(code.get(usize::from(effect.at)), Some(Instr::CreateToken(new)) if new.into == Some(*register))
    });
    let Some(effect) = made else { return false };
    let Act::Tokens(_, _, _, size @ None) = &mut effect.act else { return false };
    *size = Some(Box::new((counters.clone(), counters.clone())));
    true
}

/// Returns whether a triggered ability has targets.
fn has_targets(pool: &Pool, ability: AbilityId) -> bool {
    match &pool.ability(ability).kind {
        AbilityKind::Triggered(triggered) => triggered.script.parts.iter().any(|part| !part.targets.is_empty()),
        _ => false,
    }
}

/// The effects of a delayed or reflexive trigger, as far as they are about what this script knows.
fn later(pool: &Pool, ability: AbilityId, origins: &[(u8, Origin)]) -> Vec<Act> {
    let AbilityKind::Triggered(triggered) = &pool.ability(ability).kind else {
        return Vec::new();
    };
    let parts = triggered.script.parts.iter().filter(|part| part.targets.is_empty());
    let code = || triggered.script.parts.iter().flat_map(|part| &part.code);
    let price = code().find_map(|instr| match instr {
        Instr::MayPay(Players::You, cost, _) | Instr::Pay(Players::You, cost, _) => cost.mana.as_ref(),
        _ => None,
    });
    if let Some(price) = price
        && code().any(|instr| matches!(instr, Instr::Lose(_)))
    {
        return vec![Act::Debt { mana: i32::from(price.mana_value()), pips: pips_of(price) }];
    }
    parts
        .flat_map(|part| {
            part.code.iter().flat_map(|instr| match instr {
                // A game that is lost unless something is paid isn't lost.
                Instr::Delayed(..) | Instr::Reflexive(..) | Instr::Lose(_) => Vec::new(),
                _ => acts(pool, instr, origins),
            })
        })
        .collect()
}

/// How much mana an output is.
pub(super) fn mana_of(output: &ManaOutput) -> i32 {
    let number = |amount: &Amount| if let Amount::Const(number) = amount { *number } else { 2 };
    match output.unrestricted().0 {
        ManaOutput::Restricted(..) => 0,
        ManaOutput::EachColorAmong(_) | ManaOutput::Devotion => 2,
        ManaOutput::Identity | ManaOutput::ColorOrChosen(_) => 1,
        ManaOutput::Fixed(list) => list.len() as i32,
        ManaOutput::OneOf(lists) => lists.first().map_or(0, |list| list.len() as i32),
        ManaOutput::AnyOneColor(amount)
        | ManaOutput::AnyCombination(amount, _)
        | ManaOutput::Amount(amount, _)
        | ManaOutput::CouldProduce { amount, .. }
        | ManaOutput::AnyColorAmong(amount, _)
        | ManaOutput::ChosenColor(amount) => number(amount),
    }
}

fn lasts(duration: Duration) -> bool {
    matches!(
        duration,
        Duration::WhileSourceOnBattlefield
            | Duration::WhileYouControlSource
            | Duration::WhileSourceTapped
            | Duration::Indefinite
            | Duration::ControllersNextUntap
            | Duration::PlayersNextUntap
    )
}

/// Under which condition the instruction at a place is carried out: that of the innermost jump around it of which nothing can be told
/// beforehand, and what can be told of the others.
fn guard(code: &[Instr], at: Label) -> (Guard, Vec<(Condition, bool)>) {
    let mut guard = Guard::Always;
    let mut tests = Vec::new();
    for (place, instr) in code.iter().enumerate().take(at as usize) {
        let mut told = None;
        let (label, taken, skipped) = match instr {
            Instr::Unless(condition, label) => {
                let (then, otherwise) = branches(condition);
                told = Some(condition).filter(|condition| can_be_told(condition) && !acts_before(code, place));
                (*label, then, otherwise)
            }
            Instr::May(players, label) => {
                (*label, if *players == Players::You { Guard::Wanted } else { Guard::Granted }, Guard::Perhaps)
            }
            Instr::MayPay(players, cost, label)
            | Instr::MayGive(players, cost, _, label)
            | Instr::MayPayX(players, cost, _, label)
            | Instr::MayPayTimes(players, cost, _, label)
            | Instr::Pay(players, cost, label) => {
                let mana = cost.mana.as_ref().map_or(0, |mana| i32::from(mana.mana_value()));
                let price = mana + 3 * cost.parts.len() as i32;
                let own = *players == Players::You;
                let taken = if own { Guard::Bought(price) } else { Guard::Perhaps };
                (*label, taken, if own { Guard::Perhaps } else { Guard::Unpaid(price) })
            }
            _ => continue,
        };
        let inside = (place as Label + 1..label).contains(&at);
        // "Otherwise" is what the end of the first branch jumps over.
        let end = match code.get((label as usize).wrapping_sub(1)) {
            Some(Instr::Jump(end)) if *end > label => *end,
            Some(Instr::End) => code.len() as Label,
            _ => label,
        };
        match told {
            Some(condition) if inside => tests.push((condition.clone(), true)),
            Some(condition) if (label..end).contains(&at) => tests.push((condition.clone(), false)),
            Some(_) => {}
            None if inside => guard = taken,
            None if (label..end).contains(&at) => guard = skipped,
            None => {}
        }
    }
    (guard, tests)
}

/// Returns whether something happens on the way to an instruction, so that it finds another position than there was beforehand.
fn acts_before(code: &[Instr], place: usize) -> bool {
    let elsewhere = |at: usize| {
        code[..at].iter().enumerate().any(|(jump, instr)| match instr {
            Instr::Unless(_, label) => {
                let label = *label as usize;
                let leaves = match code.get(label.wrapping_sub(1)) {
                    Some(Instr::Jump(end)) => *end as usize > place,
                    Some(Instr::End) => true,
                    _ => false,
                };
                (jump + 1..label).contains(&at) && label <= place && leaves
            }
            _ => false,
        })
    };
    code[..place].iter().enumerate().any(|(at, instr)| {
        !matches!(instr, Instr::Unless(..) | Instr::Jump(_) | Instr::End | Instr::SetNumber(..)) && !elsewhere(at)
    })
}

/// Returns whether it can be told of a position whether a condition holds, the targets being known.
fn can_be_told(condition: &Condition) -> bool {
    match condition {
        Condition::Compare(left, _, right) => is_plain(left) && is_plain(right),
        Condition::ObjectIs(Objects::Target(_), _)
        | Condition::Exists(Zone::Battlefield | Zone::Graveyard, _)
        | Condition::TurnOf(_) => true,
        Condition::All(list) | Condition::AnyOf(list) => list.iter().all(can_be_told),
        Condition::Not(inner) => can_be_told(inner),
        _ => false,
    }
}

/// Returns whether a number is one of a position, the targets being known.
fn is_plain(amount: &Amount) -> bool {
    let known = |players: &Players| matches!(players, Players::You | Players::Opponents | Players::Target(_));
    match amount {
        Amount::Const(_) | Amount::Count(Zone::Battlefield | Zone::Graveyard, _) => true,
        Amount::Power(objects) | Amount::Toughness(objects) | Amount::ManaValue(objects) => {
            matches!(objects, Objects::Target(_))
        }
        Amount::Counters(objects, kind) => matches!(objects, Objects::Target(_)) && kind.is_some(),
        Amount::Life(players) | Amount::HandSize(players) => known(players),
        Amount::Sum(left, right) | Amount::Difference(left, right) => is_plain(left) && is_plain(right),
        _ => false,
    }
}

fn branches(condition: &Condition) -> (Guard, Guard) {
    match condition {
        Condition::Kicked(cost) | Condition::CostPaid(cost) => {
            (Guard::Kicked(*cost, true), Guard::Kicked(*cost, false))
        }
        Condition::Not(inner) => {
            let (then, otherwise) = branches(inner);
            (otherwise, then)
        }
        // "If you do": those who wanted the first part get the second.
        Condition::Did => (Guard::Wanted, Guard::Perhaps),
        Condition::All(list) => list.first().map_or((Guard::Perhaps, Guard::Perhaps), branches),
        _ => (Guard::Perhaps, Guard::Perhaps),
    }
}

/// A creature that was made larger before it fights.
fn with_earlier_changes(act: Act, earlier: &[Effect]) -> Act {
    let Act::Fight { first, second, .. } = act else { return act };
    let (mut power, mut toughness) = (0, 0);
    for effect in earlier {
        if let Act::Change { objects, change, .. } = &effect.act
            && *objects == first
            && let (Amount::Const(more_power), Amount::Const(more_toughness)) = (&change.power, &change.toughness)
        {
            power += more_power;
            toughness += more_toughness;
        }
    }
    Act::Fight { first, second, power, toughness }
}

/// A number in an ordinary position.
pub(super) fn nominal_amount(amount: &Amount) -> i32 {
    match amount {
        Amount::Const(number) => *number,
        Amount::If(_, _, otherwise) => nominal_amount(otherwise),
        Amount::Times(inner, times) => nominal_amount(inner) * times,
        Amount::Event => 2,
        _ => 3,
    }
}

/// What a change is worth on an ordinary creature.
pub(super) fn nominal_change(change: &Change) -> i32 {
    let pt = nominal_amount(&change.power) * 17 + nominal_amount(&change.toughness) * 11;
    let stops =
        change.restrict.intersects(Restrictions::CANT_ATTACK | Restrictions::CANT_BLOCK | Restrictions::DOESNT_UNTAP)
            || change.restrict.contains(Restrictions::CANT_ACTIVATE);
    let evades = change.restrict.contains(Restrictions::CANT_BE_BLOCKED);
    let control = if change.control { 260 } else { 0 };
    let keywords = 12 * (change.add.bits().count_ones() as i32) + 15 * change.granted;
    let lost = if change.loses_abilities || change.base.is_some() { -60 } else { 0 };
    if control > 0 {
        return control;
    }
    pt + keywords + lost + if stops { -100 } else { 0 } + if evades { 30 } else { 0 }
}
