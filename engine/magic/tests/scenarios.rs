//! The project's own scenarios: every file in `scenarios/`.
#![allow(missing_docs)]

use std::path::{Path, PathBuf};

use gauntlet_magic::scenario::{Cards, Entry, RunOptions, Scenario, Verdict, check, read_jsonl, read_toml, run};
use gauntlet_magic::text::CardBase;

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

/// In an ability that an Equipment gives, the Equipment's name means the Equipment: a card that says so is refused rather than
/// played as if the creature were meant.
#[test]
fn who_gives_an_ability_is_not_who_has_it() {
    let mut base = CardBase::new();
    let equipment = |name: &str, who: &str| {
        format!(
            "name {name}\ncost {{1}}\ntype Artifact Equipment\n\
             text Equipped creature has \"{{T}}, Sacrifice {who}: You gain 2 life.\"\ntext Equip {{1}}\n\n"
        )
    };
    let problems = base.add_text("test", &(equipment("Oil Lamp", "Oil Lamp") + &equipment("Oil Pot", "this creature")));
    assert!(problems.is_empty(), "{problems:?}");
    assert!(check(&base, "Oil Lamp").is_err());
    assert_eq!(check(&base, "Oil Pot"), Ok(()));
}
