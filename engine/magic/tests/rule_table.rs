//! Which rules the engine cites, and which tests and scenarios name them: what is cited and never tested is listed in
//! `rule-gaps.txt`, so that a new rule comes with a test or with a line there.
#![allow(missing_docs)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The files below a folder with one of these endings, sorted.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path, endings));
        } else if path.extension().is_some_and(|ending| endings.iter().any(|one| ending == *one)) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// What implements the rules: the compiled form with its compiler, and the engine.
fn sources(home: &Path) -> Vec<PathBuf> {
    let mut sources = files(&home.join("../cards/src"), &["rs"]);
    sources.extend(files(&home.join("src"), &["rs"]));
    sources
}

/// The rules that a text names: numbers such as 613.8 or 702.19, without the letters of their parts.
fn rules(text: &str) -> BTreeSet<(u16, u16)> {
    let mut found = BTreeSet::new();
    let bytes = text.as_bytes();
    let number = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut at = 0;
    while at < bytes.len() {
        let digits = number(at);
        let alone = at == 0 || !(bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'.');
        if digits == 3 && alone && bytes.get(at + 3) == Some(&b'.') && (b'1'..=b'9').contains(&bytes[at]) {
            let part = number(at + 4);
            if let (Ok(section), Ok(part)) = (text[at..at + 3].parse(), text[at + 4..at + 4 + part].parse()) {
                found.insert((section, part));
            }
        }
        at += digits.max(1);
    }
    found
}

/// The rules named in lines that say "CR" or are a scenario's `rule`.
fn named(files: &[PathBuf]) -> BTreeSet<(u16, u16)> {
    let mut named = BTreeSet::new();
    for file in files {
        let text = std::fs::read_to_string(file).expect("a readable file");
        let lines = text.lines().filter(|line| line.contains("CR ") || line.trim_start().starts_with("rule"));
        named.extend(lines.flat_map(rules));
    }
    named
}

#[test]
fn every_cited_rule_is_tested_or_listed() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cited = named(&sources(home));
    let mut proofs = files(&home.join("tests"), &["rs"]);
    proofs.extend(files(&home.join("../cards/tests"), &["rs"]));
    proofs.extend(files(&home.join("scenarios"), &["toml"]));
    let tested = named(&proofs);
    let gaps: Vec<String> = cited.difference(&tested).map(|(section, part)| format!("{section}.{part}")).collect();
    assert!(cited.len() > 200, "the sources cite rules: {}", cited.len());
    let place = home.join("tests/rule-gaps.txt");
    if std::env::var_os("UPDATE_RULE_GAPS").is_some() {
        std::fs::write(&place, gaps.join("\n") + "\n").expect("a writable file");
    }
    let listed = std::fs::read_to_string(&place).expect("the list of gaps");
    let listed: Vec<&str> = listed.lines().collect();
    let untested: Vec<&String> = gaps.iter().filter(|gap| !listed.contains(&gap.as_str())).collect();
    let filled: Vec<&&str> = listed.iter().filter(|gap| !gaps.iter().any(|other| other == *gap)).collect();
    assert!(
        untested.is_empty() && filled.is_empty(),
        "{} of {} cited rules are tested.\nCited without a test or scenario that names them: {untested:#?}\nNot gaps any \
         more: {filled:#?}\nName the rule in its test (a comment with CR, or `rule` in a scenario), or run this again with \
         UPDATE_RULE_GAPS=1 and say why in the commit.",
        cited.len() - gaps.len(),
        cited.len()
    );
}

/// The other side of the table: rules of sections 1 to 7 that neither the sources nor a test name, by their numbers, a line for each
/// section. A rule that was named and isn't any more fails; `GAUNTLET_DATA` names the folder that has the rules.
#[test]
fn rules_that_nothing_names_are_listed() {
    let Some(data) = std::env::var_os("GAUNTLET_DATA") else {
        eprintln!("skipped: GAUNTLET_DATA is not set");
        return;
    };
    let text = std::fs::read_to_string(Path::new(&data).join("comprules.txt")).expect("the comprehensive rules");
    let heading = |line: &str| rules(line.get(..line.find(". ")? + 1)?).into_iter().next();
    let all: BTreeSet<(u16, u16)> =
        text.lines().filter_map(heading).filter(|(section, part)| *section < 800 && *part > 0).collect();
    assert!(all.len() > 900, "there are rules: {}", all.len());
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut naming = sources(home);
    naming.extend(files(&home.join("tests"), &["rs"]));
    naming.extend(files(&home.join("../cards/tests"), &["rs"]));
    naming.extend(files(&home.join("scenarios"), &["toml"]));
    let named = named(&naming);
    let unnamed: Vec<&(u16, u16)> = all.difference(&named).collect();
    let place = home.join("tests/rules-unnamed.txt");
    if std::env::var_os("UPDATE_RULE_GAPS").is_some() {
        let sections: BTreeSet<u16> = unnamed.iter().map(|rule| rule.0).collect();
        let line = |section: &u16| {
            let own = unnamed.iter().filter(|rule| rule.0 == *section).map(|rule| rule.1.to_string());
            format!("{section}: {}\n", own.collect::<Vec<_>>().join(" "))
        };
        std::fs::write(&place, sections.iter().map(line).collect::<String>()).expect("a writable file");
    }
    let listed = std::fs::read_to_string(&place).expect("the list");
    let listed: BTreeSet<(u16, u16)> = listed
        .lines()
        .filter_map(|line| line.split_once(':'))
        .flat_map(|(section, parts)| {
            let section = section.parse().expect("a section");
            parts.split_whitespace().map(move |part| (section, part.parse().expect("a rule"))).collect::<Vec<_>>()
        })
        .collect();
    let lost: Vec<_> = unnamed.iter().filter(|rule| !listed.contains(rule)).collect();
    assert!(lost.is_empty(), "named before, and not any more: {lost:?}");
}

/// `mutations.toml` is of lines that are there, once, and of tests that there are. Whether these fail when a rule is switched off
/// takes long to see: `cargo run -p gauntlet-magic --example mutate`.
#[test]
fn rules_can_be_switched_off() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |file: &Path| std::fs::read_to_string(file).expect("a readable file");
    let table: toml::Table = read(&home.join("tests/mutations.toml")).parse().expect("TOML");
    let proofs: String = files(&home.join("tests/rules"), &["rs"])
        .iter()
        .chain(&files(&home.join("src/layers"), &["rs"]))
        .chain(&files(&home.join("scenarios"), &["toml"]))
        .map(|file| read(file))
        .collect();
    for mutation in table["mutation"].as_array().expect("a list") {
        let field = |name: &str| mutation[name].as_str().expect("words");
        let source = read(&home.join(field("file")));
        let (rule, found) = (field("rule"), source.matches(field("find")).count());
        assert_eq!(found, 1, "{rule}: {} has `{}` {found} times", field("file"), field("find"));
        let name = field("proof").rsplit("::").next().expect("a name");
        let known = proofs.contains(&format!("fn {name}(")) || proofs.contains(&format!("id = \"{name}\""));
        assert!(known, "{rule}: there is no test or scenario {name}");
    }
}
