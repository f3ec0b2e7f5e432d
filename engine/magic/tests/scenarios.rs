//! The project's own scenarios: every file in `scenarios/`.
#![allow(missing_docs)]

use std::path::{Path, PathBuf};

use gauntlet_cards::ability::{AbilityKind, Replacement, StaticEffect};
use gauntlet_cards::text::CardBase;
use gauntlet_magic::scenario::{Cards, Entry, RunOptions, Scenario, Verdict, check, read_jsonl, read_toml, run};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios")
}

fn files() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder()).expect("the folder");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "toml"));
    files.sort();
    files
}

/// The scenarios of a file and their cards.
fn read(file: &Path) -> (Vec<Scenario>, CardBase) {
    let text = std::fs::read_to_string(file).expect("a readable file");
    let book = read_toml(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let (mut base, mut problems) = CardBase::load(&[folder().join("cards.txt")]);
    problems.extend(base.add_text(&file.display().to_string(), &book.cards));
    let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    let known = book.entries.into_iter().map(|entry| match entry {
        Entry::Known(scenario) => *scenario,
        Entry::Unknown { id, why, .. } => panic!("{id}: {why}"),
    });
    (known.collect(), base)
}

#[test]
fn all_pass() {
    let mut problems = Vec::new();
    let mut ids = Vec::new();
    for file in files() {
        let (scenarios, base) = read(&file);
        let cards = Cards::compile(&base, &scenarios, |name| check(&base, name));
        for scenario in &scenarios {
            assert!(!scenario.rule.is_empty(), "{} names no rule", scenario.id);
            ids.push(scenario.id.clone());
            match run(scenario, &cards, RunOptions { journal: true }) {
                Verdict::Pass => {}
                Verdict::Fail(failure) => problems.push(format!(
                    "{}: expected {}; found {}\n{}",
                    scenario.id,
                    failure.expected,
                    failure.found,
                    failure.journal.join("\n")
                )),
                Verdict::Unsupported(why) => problems.push(format!("{}: {why}", scenario.id)),
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
    let all = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), all, "two scenarios have the same id");
}

/// Scenarios by others, for the cards that compile: none fails but those that `scenario-disputes.md` names. `GAUNTLET_DATA` names the folder
/// that has them.
#[test]
fn of_others_scenarios_only_the_disputed_fail() {
    let Some(data) = std::env::var_os("GAUNTLET_DATA") else {
        eprintln!("skipped: GAUNTLET_DATA is not set");
        return;
    };
    let data = Path::new(&data);
    let disputed = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenario-disputes.md"));
    let disputed = disputed.expect("the list of disputes");
    let lines =
        std::fs::read_to_string(data.join("scenarios/dev.jsonl")).expect("GAUNTLET_DATA has scenarios/dev.jsonl");
    let known = read_jsonl(&lines).expect("lines of JSON").into_iter().filter_map(|entry| match entry {
        Entry::Known(scenario) => Some(*scenario),
        Entry::Unknown { .. } => None,
    });
    let known: Vec<Scenario> = known.collect();
    let (base, _) = CardBase::load(&[data.join("cards.jsonl")]);
    let cards = Cards::compile(&base, &known, |name| check(&base, name));
    let (mut passed, mut problems) = (0, Vec::new());
    for scenario in &known {
        match run(scenario, &cards, RunOptions::default()) {
            Verdict::Pass => passed += 1,
            Verdict::Fail(failure) if !disputed.contains(&format!("`{}`", scenario.id)) => {
                problems.push(format!("{}: expected {}; found {}", scenario.id, failure.expected, failure.found));
            }
            Verdict::Fail(_) | Verdict::Unsupported(_) => {}
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(passed >= 1648, "only {passed} pass");
}

#[test]
fn scenarios_are_written_as_they_are_read() {
    for file in files() {
        for scenario in read(&file).0 {
            let line = serde_json::to_string(&scenario).expect("it can be written");
            let again = read_jsonl(&line).expect("it can be read");
            assert_eq!(again, [Entry::Known(Box::new(scenario))]);
        }
    }
}

#[test]
fn wrong_assertions_and_unknown_words_are_told_apart() {
    let (base, _) = CardBase::load(&[folder().join("cards.txt")]);
    let lines = r#"
{"id": "wrong", "setup": [], "segments": [{"stop": {"turn": 1, "step": "main1"}, "asserts": [{"kind": "life", "player": "A", "value": 3}]}]}
{"id": "no card", "setup": [{"zone": "hand", "player": "A", "card": "Nobody"}], "segments": []}
{"id": "no kind", "area": "x", "setup": [], "segments": [{"stop": {"turn": 1, "step": "main1"}, "asserts": [{"kind": "luck"}]}]}
{"id": "four", "format": "ffa4", "setup": [], "segments": []}
{"id": "custom", "setup": [{"zone": "battlefield", "player": "A", "card": "Odd Bear", "custom": {"type": "Creature — Bear", "power": 4, "toughness": 4, "text": "Flying"}}], "segments": [{"stop": {"turn": 1, "step": "main1"}, "asserts": [{"kind": "ability", "player": "A", "card": "Odd Bear", "ability": "flying"}]}]}
"#;
    let entries = read_jsonl(lines).expect("lines of JSON");
    let known: Vec<&Scenario> = entries
        .iter()
        .filter_map(|entry| if let Entry::Known(scenario) = entry { Some(scenario.as_ref()) } else { None })
        .collect();
    let cards = Cards::compile(&base, known.iter().copied(), |name| check(&base, name));
    let verdicts: Vec<Verdict> = known.iter().map(|scenario| run(scenario, &cards, RunOptions::default())).collect();
    assert!(matches!(&verdicts[0], Verdict::Fail(failure) if failure.found == "20"), "{:?}", verdicts[0]);
    assert!(matches!(&verdicts[1], Verdict::Unsupported(why) if why.contains("Nobody")), "{:?}", verdicts[1]);
    assert!(matches!(&verdicts[2], Verdict::Unsupported(why) if why.contains("ffa4")), "{:?}", verdicts[2]);
    assert_eq!(verdicts[3], Verdict::Pass);
    assert!(matches!(&entries[2], Entry::Unknown { why, .. } if why.contains("luck")), "{:?}", entries[2]);
}

/// In an ability that an Equipment gives, the Equipment's name means the Equipment: what says so of anything but giving it up is refused
/// rather than played as if the creature were meant.
#[test]
fn who_gives_an_ability_is_not_who_has_it() {
    let mut base = CardBase::new();
    let equipment = |name: &str, who: &str| {
        format!(
            "name {name}\ncost {{1}}\ntype Artifact Equipment\n\
             text Equipped creature has \"{{T}}: Put a charge counter on {who}.\"\ntext Equip {{1}}\n\n"
        )
    };
    let problems = base.add_text("test", &(equipment("Oil Lamp", "Oil Lamp") + &equipment("Oil Pot", "this creature")));
    assert!(problems.is_empty(), "{problems:?}");
    assert!(check(&base, "Oil Lamp").is_err());
    assert_eq!(check(&base, "Oil Pot"), Ok(()));
}

/// A scenario of A with two Mountains and a Bolt at B, with more fields.
fn bolt(id: &str, more: &str) -> String {
    format!(
        "[[scenario]]\nid = \"{id}\"\nA.battlefield = [\"2 Mountain\", \"Ogre\"]\nA.hand = [\"Bolt\"]\nB.battlefield = [\"Bear\"]\n\
         stop = \"1 main2\"\n{more}\n"
    )
}

/// What a scenario of a TOML file says is used to the last word, or the scenario fails.
#[test]
fn what_is_said_and_not_used_is_a_failure() {
    const CAST: &str = "{ at = \"1 main1\", A = \"cast\", card = \"Bolt\", targets = [{ player = \"B\" }] }";
    const GREEN: &str = "{ at = \"1 main1\", A = \"activate\", source = \"Mountain\", ability = \"{T}: Add {G}\" }";
    const HURT: &str = "asserts = [{ kind = \"life\", player = \"B\", value = 17 }]";
    let blocked = "{ at = \"1 declare_attackers\", A = \"attack\", attacker = \"Ogre\" }, \
                   { at = \"1 declare_blockers\", B = \"block\", blocker = \"Bear\", attacker = \"Ogre\" }, \
                   { B = \"block\", blocker = \"Bear\", attacker = \"Ogre\" }";
    let asserted = "asserts = [{ kind = \"life\", player = \"B\", value = 20 }]";
    let text = [
        bolt("used", &format!("actions = [{CAST}]\n{HURT}")),
        bolt("left over", &format!("actions = [{CAST}]\n{HURT}\nanswers.A.choices = [true]")),
        bolt("said to be loose", &format!("exact = false\nactions = [{CAST}]\n{HURT}\nanswers.A.choices = [true]")),
        bolt("a block too many", &format!("actions = [{blocked}]\n{asserted}")),
        bolt("nothing asserted", &format!("actions = [{CAST}]")),
        bolt("another ability", &format!("actions = [{GREEN}]\n{asserted}")),
    ];
    let book = read_toml(&text.concat()).expect("scenarios");
    let (base, _) = CardBase::load(&[folder().join("cards.txt")]);
    let known: Vec<&Scenario> = book
        .entries
        .iter()
        .filter_map(|entry| if let Entry::Known(scenario) = entry { Some(scenario.as_ref()) } else { None })
        .collect();
    let cards = Cards::compile(&base, known.iter().copied(), |name| check(&base, name));
    let found: Vec<Option<String>> = known
        .iter()
        .map(|scenario| match run(scenario, &cards, RunOptions::default()) {
            Verdict::Pass => None,
            Verdict::Fail(failure) => Some(failure.found),
            Verdict::Unsupported(why) => panic!("{why}"),
        })
        .collect();
    assert_eq!(found[0], None);
    assert!(found[1].as_ref().is_some_and(|found| found.contains("nobody asked for A's Bool(true)")), "{found:?}");
    assert_eq!(found[2], None);
    let twice =
        found[3].as_ref().is_some_and(|found| found.contains("blocks another creature") && found.contains("509.1a"));
    assert!(twice, "{found:?}");
    assert_eq!(found[4].as_deref(), Some("no assertion and no check"));
    assert!(found[5].as_ref().is_some_and(|found| found.contains("what can be is `{T}: Add {R}.`")), "{found:?}");
}

/// What is refused is refused by a rule, and the failure names it: each scenario's name is that of the rule.
#[test]
fn refusals_name_their_rules() {
    const CARDS: &str = "name Wall\ncost {1}\ntype Creature Wall\npt 0/4\ntext Defender\n\n\
        name Veiled Cat\ncost {1}\ntype Creature Cat\npt 1/1\ntext Hexproof\n\n\
        name Small Slay\ncost {R}\ntype Instant\ntext Destroy target creature with power 1 or less.\n";
    const REFUSED: &str = r#"
[[scenario]]
id = "702.3b"
A.battlefield = ["Wall"]
stop = "1 end"
actions = [{ at = "1 declare_attackers", A = "attack", attacker = "Wall" }]

[[scenario]]
id = "508.1a"
A.battlefield = ["Forest", "Ogre"]
stop = "1 end"
actions = [{ at = "1 declare_attackers", A = "attack", attacker = "Forest" }]

[[scenario]]
id = "302.6"
A.battlefield = ["2 Forest"]
A.hand = ["Bear"]
stop = "1 end"
actions = [
  { at = "1 main1", A = "cast", card = "Bear" },
  { at = "1 declare_attackers", A = "attack", attacker = "Bear" },
]

[[scenario]]
id = "702.9b"
A.battlefield = ["Bird"]
B.battlefield = ["Bear", "Bird"]
stop = "1 end"
actions = [
  { at = "1 declare_attackers", A = "attack", attacker = "Bird" },
  { at = "1 declare_blockers", B = "block", blocker = "Bear", attacker = "Bird" },
]

[[scenario]]
id = "509.1a"
A.battlefield = ["Bear"]
B.battlefield = ["Forest", "Ogre"]
stop = "1 end"
actions = [
  { at = "1 declare_attackers", A = "attack", attacker = "Bear" },
  { at = "1 declare_blockers", B = "block", blocker = "Forest", attacker = "Bear" },
]

[[scenario]]
id = "307.1"
A.battlefield = ["2 Island", "Mountain"]
A.hand = ["Study", "Bolt"]
stop = "1 end"
actions = [{ at = "1 upkeep", A = "cast", card = "Study" }]

[[scenario]]
id = "601.2h"
A.battlefield = ["Forest", "Mountain", "Bear"]
A.hand = ["2 Bolt", "Growth"]
stop = "1 end"
actions = [
  { at = "1 main1", A = "cast", card = "Bolt", targets = ["B"] },
  { at = "1 main1", A = "cast", card = "Bolt", targets = ["B"] },
]

[[scenario]]
id = "601.2c"
A.battlefield = ["2 Mountain"]
A.hand = ["Small Slay", "Bolt"]
B.battlefield = ["Bear"]
stop = "1 end"
actions = [{ at = "1 main1", A = "cast", card = "Small Slay" }]

[[scenario]]
id = "702.11b"
A.battlefield = ["Mountain", "Bird"]
A.hand = ["Small Slay"]
B.battlefield = ["Veiled Cat"]
stop = "1 end"
actions = [{ at = "1 main1", A = "cast", card = "Small Slay", targets = ["Veiled Cat"] }]

[[scenario]]
id = "305.2"
A.battlefield = ["Mountain"]
A.hand = ["2 Forest", "Bolt"]
stop = "1 end"
actions = [{ at = "1 main1", A = "play_land", card = "Forest" }, { A = "play_land", card = "Forest" }]
"#;
    let book = read_toml(REFUSED).expect("scenarios");
    let (mut base, _) = CardBase::load(&[folder().join("cards.txt")]);
    let problems = base.add_text("test", CARDS);
    assert!(problems.is_empty(), "{problems:?}");
    let mut problems = Vec::new();
    for entry in &book.entries {
        let Entry::Known(scenario) = entry else { panic!("{entry:?}") };
        let cards = Cards::compile(&base, [scenario.as_ref()], |name| check(&base, name));
        match run(scenario, &cards, RunOptions::default()) {
            Verdict::Fail(failure) if failure.found.contains(&format!("(CR {})", scenario.id)) => {}
            verdict => problems.push(format!("{}: {verdict:?}", scenario.id)),
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// What a table says and nobody reads is an error, whatever the table: it names the scenario, the field and those that there are.
#[test]
fn a_field_that_there_is_not_is_an_error() {
    let with = |line: &str| format!("[[scenario]]\nid = \"odd\"\nstop = \"1 end\"\n{line}\n");
    let stranger = [
        ("foo = 1", "a scenario has no field `foo`; its fields are A, B, id, area"),
        ("A.foo = 1", "`A` has no field `foo`; its fields are life, battlefield"),
        ("options.foo = 1", "`options` has no field `foo`; its fields are manual_mana"),
        (
            "A.hand = [{ card = \"Bear\", counters = 1 }]",
            "a card of `A.hand` has no field `counters`; its fields are card,",
        ),
        ("A.hand = [{ card = \"X\", custom = { foo = 1 } }]", "a card's text has no field `foo`; its fields are name,"),
        ("A.hand = [{ card = \"X\", custom = { faces = [{ foo = 1 }] } }]", "a card's text has no field `foo`"),
        ("answers.A.foo = [1]", "`answers.A` has no field `foo`; its fields are choices, targets and modes"),
        ("answers.A.choices = [{ foo = 1 }]", "an answer has no field `foo`; its fields are name,"),
        ("answers.A.choices = [{ all = [{ foo = 1 }] }]", "an answer has no field `foo`"),
        (
            "asserts = [{ kind = \"life\", value = 1, foo = 1 }]",
            "`life` has no field `foo`; its fields are kind, player and value",
        ),
        (
            "asserts = [{ kind = \"tapped\", card = { foo = 1 }, value = true }]",
            "what means an object has no field `foo`",
        ),
        ("actions = [{ A = \"cast\", nth = 1 }]", "`cast` has no field `nth`; its fields are at,"),
        ("actions = [{ A = \"cast\", targets = [{ foo = 1 }] }]", "what means an object has no field `foo`"),
        ("actions = [{ A = \"cast\", when = { foo = 1 } }]", "`when` has no field `foo`; its fields are on_stack,"),
        (
            "actions = [{ A = \"attack\", defender = { foo = 1 } }]",
            "`defender` has no field `foo`; its fields are player",
        ),
        ("actions = [{ A = \"check\", kind = \"life\", when = 1 }]", "`life` has no field `when`"),
        ("segments = [{ foo = 1 }]", "has either segments or one segment's fields"),
    ];
    for (line, expected) in stranger {
        let error = read_toml(&with(line)).map(|_| ()).expect_err(line).to_string();
        assert!(error.starts_with("odd: ") && error.contains(expected), "{line}: {error}");
    }
    let segment = "[[scenario]]\nid = \"odd\"\nsegments = [{ stop = { turn = 1, step = \"end\", foo = 1 } }]\n";
    let error = read_toml(segment).expect_err("a moment").to_string();
    assert_eq!(error, "odd: `stop` has no field `foo`; its fields are turn and step");
    let error = read_toml("foo = 1").expect_err("a file").to_string();
    assert_eq!(error, "the file: there is no field `foo`; its fields are cards, area and scenario");
}

/// The names of an enum's variants, from its source.
fn variants(source: &str, name: &str) -> Vec<String> {
    let body = source.split_once(&format!("pub enum {name} {{\n")).expect("the enum").1;
    let body = body.split_once("\n}\n").expect("its end").0;
    let of_variant = |line: &str| {
        let line =
            line.strip_prefix("    ").filter(|line| line.starts_with(|letter: char| letter.is_ascii_uppercase()))?;
        Some(line.chars().take_while(|letter| letter.is_ascii_alphanumeric()).collect())
    };
    body.lines().filter_map(of_variant).collect()
}

/// Each instruction of the compiled form is in the text of a card that some scenario puts somewhere. Those that none does are listed.
#[test]
fn every_instruction_is_in_a_scenario() {
    let mut used = std::collections::BTreeSet::new();
    for file in files() {
        let (scenarios, base) = read(&file);
        let cards = Cards::compile(&base, &scenarios, |name| check(&base, name));
        for ability in cards.pool().abilities() {
            let script = match &ability.kind {
                AbilityKind::Activatable(way) => &way.script,
                AbilityKind::Triggered(triggered) => &triggered.script,
                AbilityKind::Static(fixed) => match &fixed.effect {
                    StaticEffect::Replacement(Replacement::AsEnters(script)) => script,
                    _ => continue,
                },
            };
            for instr in script.parts.iter().flat_map(|part| &part.code) {
                let told = format!("{instr:?}");
                used.insert(told.chars().take_while(|letter| letter.is_ascii_alphanumeric()).collect::<String>());
            }
        }
    }
    let all = variants(include_str!("../../cards/src/effect.rs"), "Instr");
    assert!(all.len() > 100 && used.iter().all(|name| all.contains(name)), "{all:?}\n{used:?}");
    let unused: Vec<&String> =
        all.iter().filter(|name| !used.contains(*name) && !RARE.contains(&name.as_str())).collect();
    assert!(unused.is_empty(), "instructions that no scenario's card has: {unused:?}");
}

/// Instructions that may be missing: those that no text is read as yet (dice, a drawn game, `End`), and those of rare texts that
/// tests in Rust are about.
const RARE: [&str; 15] = [
    "Ascend",
    "CastBack",
    "ChooseColor",
    "ChooseNumber",
    "ContinuousOn",
    "Devour",
    "DrawGame",
    "End",
    "EndThisEffect",
    "EnterWith",
    "Exploit",
    "GainSpeed",
    "MustBlock",
    "PayTribute",
    "RevealDrawn",
];
