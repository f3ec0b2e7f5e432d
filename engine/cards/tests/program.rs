//! Cards whose programs are written in code: they come with what their type line says, need what they need, and are refused where a text
//! would have been.

use gauntlet_cards::ability::{Ability, AbilityKind, TriggerEvent, Triggered};
use gauntlet_cards::effect::{Destination, DividedAmong, Instr, Modification, Part, Recipients, Script, TargetSpec};
use gauntlet_cards::filter::{
    Amount, Comparison, Condition, CounterKind, Filter, Objects, PlayerFilter, Players, Test, Zone,
};
use gauntlet_cards::happening::Happening;
use gauntlet_cards::keyword::{Features, Keywords};
use gauntlet_cards::text::check;
use gauntlet_cards::types::CardTypes;
use gauntlet_cards::{AbilityId, CardBase, CardSource, Pool, Program, Written, explain};

fn script(targets: Vec<TargetSpec>, code: Vec<Instr>) -> Script {
    Script { parts: vec![Part { text: String::new(), targets, code }], modes: None }
}

fn source(name: &str, types: CardTypes, write: impl Fn(&mut Pool) -> Written + Send + Sync + 'static) -> CardSource {
    CardSource {
        name: name.to_owned(),
        cost: Some("{1}{G}".parse().expect("a cost")),
        types,
        pt: types.contains(CardTypes::CREATURE).then_some((Some(2), Some(2))),
        program: Some(Program::new(write)),
        ..CardSource::default()
    }
}

/// Compiles one card; what is wrong with it, if it is refused.
fn compiled(card: CardSource) -> Result<(Pool, String), String> {
    let name = card.name.clone();
    let mut base = CardBase::new();
    assert!(base.add(card).is_none());
    let mut pool = Pool::new();
    match base.compile(&name, &mut pool) {
        Ok(id) => {
            let told = explain(&pool, id);
            Ok((pool, told))
        }
        Err(problems) => Err(problems[0].message.clone()),
    }
}

fn spell(targets: Vec<TargetSpec>, code: Vec<Instr>) -> CardSource {
    source("Trial", CardTypes::INSTANT, move |_| Written {
        spell: script(targets.clone(), code.clone()),
        ..Written::default()
    })
}

/// A creature that returns as it dies, if another has died this turn.
fn bramble() -> CardSource {
    source("Bramble Twin", CardTypes::CREATURE, |_| {
        let others = Filter { tests: vec![Test::Types(CardTypes::CREATURE), Test::NotSource] };
        let died = Amount::Happened(Happening::DIED, others);
        let script = script(Vec::new(), vec![Instr::Move(Objects::SourceNow, Destination::to(Zone::Hand), None)]);
        let dies = TriggerEvent::ZoneChange {
            what: Filter::just(Test::Source),
            from: Some(Zone::Battlefield),
            to: Some(Zone::Graveyard),
            batched: false,
        };
        let returns = Triggered {
            condition: Some(Condition::Compare(died, Comparison::AtLeast, Amount::Const(1))),
            ..Triggered::new(vec![dies], Zone::Battlefield, script)
        };
        let text = "When ~ dies, if another creature died this turn, return it to its owner's hand.".to_owned();
        Written {
            keywords: Keywords::TRAMPLE,
            abilities: vec![Ability { text, kind: AbilityKind::Triggered(Box::new(returns)) }],
            ..Written::default()
        }
    })
}

#[test]
fn it_can_be_cast_and_brings_what_it_needs() {
    let (pool, told) = compiled(bramble()).expect("it compiles");
    assert!(told.contains("trample"), "{told}");
    assert_eq!(pool.recorded, Happening::DIED);
    let card = pool.card(pool.find("Bramble Twin").expect("it is there"));
    assert_eq!(card.derived.ways, 1, "it can be cast for its mana cost");
    assert!(card.fixed_pt && card.characteristics.power == 2);
}

#[test]
fn what_it_speaks_of_is_in_the_pool() {
    let regenerates = spell(vec![TargetSpec::permanent(Filter::ANY)], vec![Instr::Regenerate(Objects::Target(0))]);
    assert!(compiled(regenerates).expect("it compiles").0.features.contains(Features::REGENERATION));
    let (pool, _) = compiled(spell(Vec::new(), vec![Instr::Venture(Players::You, None)])).expect("it compiles");
    assert!(!pool.dungeons().is_empty());
    let (pool, _) = compiled(spell(Vec::new(), vec![Instr::RingTempts(Players::You)])).expect("it compiles");
    assert!(!pool.ring_abilities().is_empty());
}

#[test]
fn what_could_not_be_carried_out_is_refused() {
    let hit = |number| vec![Instr::Damage(Objects::Source, Amount::Const(1), Recipients::Target(number))];
    let any = || vec![TargetSpec::one(Vec::new(), Some(PlayerFilter::Any))];
    assert!(compiled(spell(any(), hit(0))).is_ok());
    assert_eq!(compiled(spell(any(), hit(1))).unwrap_err(), "target number 1 is asked for, and there are 1");
    // However it is named.
    let thing = || Objects::Target(1);
    let ways = [
        Instr::Destroy(thing(), true),
        Instr::GainLife(Players::Target(1), Amount::Const(1)),
        Instr::GainLife(Players::TargetOrController(1), Amount::Const(1)),
        Instr::GainLife(Players::You, Amount::Power(thing())),
        Instr::DamageDivided(Objects::Source, DividedAmong(1)),
        Instr::AddCountersDivided(CounterKind(0), DividedAmong(1)),
        Instr::Unless(Condition::ObjectIs(thing(), Filter::ANY), 0),
        Instr::ContinuousOn(
            Filter::just(Test::Is(Box::new(thing()))),
            vec![Modification::AddKeywords(Keywords::FLYING)],
            gauntlet_cards::effect::Duration::EndOfTurn,
        ),
    ];
    for way in ways {
        let refused = compiled(spell(any(), vec![way.clone()])).expect_err("there is one target");
        assert_eq!(refused, "target number 1 is asked for, and there are 1", "{way:?}");
    }
    let of_another = TargetSpec { asks_of: Some(1), ..TargetSpec::permanent(Filter::ANY) };
    let refused = compiled(spell(vec![of_another], Vec::new())).expect_err("there is one target");
    assert_eq!(refused, "target number 1 is asked for, and there are 1");
    let jumps = vec![Instr::Jump(2)];
    assert_eq!(compiled(spell(Vec::new(), jumps)).unwrap_err(), "an instruction jumps beyond the end");
    let unwritten = vec![Instr::Destroy(Objects::Register(1), true)];
    assert!(compiled(spell(Vec::new(), unwritten)).is_err());
    let stored = vec![Instr::ContinuousOn(
        Filter::just(Test::Is(Box::new(Objects::Register(0)))),
        vec![Modification::AddKeywords(Keywords::FLYING)],
        gauntlet_cards::effect::Duration::EndOfTurn,
    )];
    assert!(compiled(spell(Vec::new(), stored)).is_err());
    let given = vec![Modification::AddAbility(AbilityId(4_000))];
    let gives = vec![Instr::Continuous(Objects::Source, given, gauntlet_cards::effect::Duration::EndOfTurn)];
    assert_eq!(compiled(spell(Vec::new(), gives)).unwrap_err(), "there is no ability number 4000 in the pool");
    let creature = source("Trial", CardTypes::CREATURE, move |_| Written {
        spell: script(Vec::new(), vec![Instr::Destroy(Objects::Source, true)]),
        ..Written::default()
    });
    assert!(compiled(creature).unwrap_err().starts_with("only an instant or sorcery"));
    let lines = vec![(1, 1, "Flying".to_owned())];
    let both = CardSource { lines, ..bramble() };
    assert_eq!(compiled(both).unwrap_err(), "a card that is written in code has no text and no other faces");
}

#[test]
fn they_are_counted_apart_and_are_in_no_archive() {
    let mut base = CardBase::new();
    base.add_text("mine.txt", "name Mossling\ncost {G}\ntype Creature Plant\npt 1/1\n");
    assert!(base.add(bramble()).is_none());
    let report = check(&base);
    assert_eq!((report.cards, report.supported, report.in_code), (2, 2, 1));
    let bytes = base.to_archive(|name| base.check_card(name));
    let folder = std::env::temp_dir().join(format!("gauntlet-in-code-{}", std::process::id()));
    std::fs::write(&folder, bytes).expect("a file");
    let archive = gauntlet_cards::text::Archive::open(&folder).expect("an archive");
    assert_eq!(archive.names().collect::<Vec<_>>(), ["Mossling"]);
    std::fs::remove_file(&folder).expect("it is there");
}

/// What it does is part of what a run is made of, and the same each time.
#[test]
fn its_fingerprint_is_of_what_it_does() {
    let of = |card: CardSource| {
        let mut base = CardBase::new();
        let name = card.name.clone();
        assert!(base.add(card).is_none());
        base.fingerprint(&name).expect("it is there")
    };
    assert_eq!(of(bramble()), of(bramble()));
    let hits = |n| spell(Vec::new(), vec![Instr::GainLife(Players::You, Amount::Const(n))]);
    assert_eq!(of(hits(1)), of(hits(1)));
    assert_ne!(of(hits(1)), of(hits(2)));
}
