//! The rooms of the harness: data flows one way between them. In no crate is a circle of imports larger than a handful of files.
#![allow(missing_docs)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The rooms from the lowest: each may use those before it.
const ROOMS: [&str; 11] =
    ["error", "output", "stats", "host", "plan", "play", "check", "store", "show", "commands", "games"];

/// The most files of a circle of imports.
const LARGEST: usize = 5;

/// The sources by their module's path, without comments and unit tests.
fn sources(folder: &Path, path: &str, found: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let file = entry.expect("an entry").path();
        let name = file.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
        let module = if path.is_empty() { name.clone() } else { format!("{path}::{name}") };
        if file.is_dir() {
            sources(&file, &module, found);
        } else if !(path.is_empty() && ["lib", "main"].contains(&name.as_str())) {
            let text = fs::read_to_string(&file).expect("text");
            let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
            let code: Vec<&str> = code.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
            found.insert(if name == "mod" { path.to_owned() } else { module }, code.join("\n"));
        }
    }
}

/// The paths in a tree of imports such as `a::{b, c::{d, e}}`, each behind `prefix`.
fn leaves(prefix: &str, tree: &str, found: &mut Vec<String>) {
    let (mut depth, mut start) = (0, 0);
    let ends = tree.char_indices().filter(|(at, letter)| {
        depth += i32::from(*letter == '{') - i32::from(*letter == '}');
        *letter == ',' && depth == 0 && *at > 0
    });
    let ends: Vec<usize> = ends.map(|(at, _)| at).chain([tree.len()]).collect();
    for end in ends {
        let part = tree[start..end].trim();
        start = (end + 1).min(tree.len());
        match part.split_once('{') {
            Some((before, inner)) => {
                leaves(&format!("{prefix}{before}"), inner.trim_end().trim_end_matches('}'), found);
            }
            None => found.push(format!("{prefix}{part}")),
        }
    }
}

/// What follows each `crate::` or `super::` of a source, up to where the path ends.
fn paths<'s>(code: &'s str, root: &'s str) -> impl Iterator<Item = String> + 's {
    code.match_indices(root).flat_map(move |(at, _)| {
        let (before, rest) = (&code[..at], &code[at + root.len()..]);
        let mut found = Vec::new();
        // It may be the end of another word or path, or say who can see something.
        if before.ends_with(|letter: char| letter.is_alphanumeric() || "_:\"`".contains(letter))
            || before.ends_with("(in ")
        {
            return found;
        }
        let is_import = before.trim_end().ends_with("use");
        let end = if is_import {
            rest.find(';').unwrap_or(rest.len())
        } else {
            rest.find(|letter: char| !(letter.is_alphanumeric() || "_:".contains(letter))).unwrap_or(rest.len())
        };
        leaves("", &rest[..end], &mut found);
        found
    })
}

/// The modules that each module uses.
fn uses(sources: &BTreeMap<String, String>) -> BTreeMap<&str, BTreeSet<&str>> {
    let find = |path: &str| {
        let mut path = path;
        loop {
            if let Some((module, _)) = sources.get_key_value(path) {
                return Some(module.as_str());
            }
            path = path.rsplit_once("::")?.0;
        }
    };
    sources
        .iter()
        .map(|(module, code)| {
            let above = |module: &str| module.rsplit_once("::").map_or(String::new(), |(above, _)| above.to_owned());
            let absolute = paths(code, "crate::");
            let beside = paths(code, "super::").map(|path| {
                let (mut folder, mut path) = (above(module), path.as_str());
                while let Some(rest) = path.strip_prefix("super::") {
                    (folder, path) = (above(&folder), rest);
                }
                if folder.is_empty() { path.to_owned() } else { format!("{folder}::{path}") }
            });
            let below = paths(code, "self::").map(|path| format!("{module}::{path}"));
            let mut used: BTreeSet<&str> = absolute.chain(beside).chain(below).filter_map(|path| find(&path)).collect();
            // What stands in files below is called by their bare names.
            let within = format!("{module}::");
            for child in sources.keys().filter_map(|other| other.strip_prefix(&within)) {
                let root = format!("{child}::");
                used.extend(paths(code, &root).filter_map(|path| find(&format!("{within}{root}{path}"))));
            }
            used.remove(module.as_str());
            (module.as_str(), used)
        })
        .collect()
}

/// All modules that can be reached from one.
fn reached<'s>(from: &'s str, uses: &BTreeMap<&'s str, BTreeSet<&'s str>>) -> BTreeSet<&'s str> {
    let (mut found, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(module) = open.pop() {
        open.extend(uses[module].iter().filter(|next| found.insert(**next)));
    }
    found
}

/// The sources of a crate in a folder of the workspace.
fn all_sources(folder: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder).join("src"), "", &mut found);
    assert!(found.len() > 3);
    found
}

#[test]
fn every_way_of_naming_a_file_is_an_arrow() {
    let code = [
        ("head", "pub(in crate::leaf) use arm::Hand;\nuse self::leg::{Foot, knee::Cap};"),
        ("head::arm", "fn hand(wide: super::leg::Foot) -> crate::other::Ring { shoulder::nothing() }"),
        ("head::leg", "my_knee::bend();"),
        ("head::leg::knee", "use super::super::arm;\nuse super::super::super::leaf;"),
        ("leaf", ""),
        ("other", "use crate::{\n    head::{self, leg::Foot},\n    leaf,\n};"),
    ];
    let sources = code.map(|(module, code)| (module.to_owned(), code.to_owned())).into();
    let arrows: Vec<(&str, Vec<&str>)> =
        uses(&sources).into_iter().map(|(module, used)| (module, used.into_iter().collect())).collect();
    let expected = [
        ("head", vec!["head::arm", "head::leg", "head::leg::knee"]),
        ("head::arm", vec!["head::leg", "other"]),
        ("head::leg", vec![]),
        ("head::leg::knee", vec!["head::arm", "leaf"]),
        ("leaf", vec![]),
        ("other", vec!["head", "head::leg", "leaf"]),
    ];
    assert_eq!(arrows, expected);
}

#[test]
fn data_flows_one_way_between_rooms() {
    let sources = all_sources("harness");
    let level = |module: &str| {
        let room = module.split("::").next().unwrap_or_default();
        ROOMS.iter().position(|name| *name == room).unwrap_or_else(|| panic!("{room} is none of the rooms"))
    };
    let mut arrows = 0;
    for (module, used) in uses(&sources) {
        for other in used {
            assert!(level(other) <= level(module), "{module} uses {other}, which is in a higher room");
            arrows += usize::from(level(other) < level(module));
        }
    }
    assert!(arrows > 200, "{arrows} arrows: imports aren't read as they are written");
}

/// The sections of `ARCHITECTURE.md` whose tables say where everything is in a crate.
const TABLES: [(&str, &str); 5] = [
    ("engine/cards", "## Cards (`engine/cards`)"),
    ("engine/magic", "## The Magic rules (`engine/magic`)"),
    ("ai", "## Agents (`ai`)"),
    ("harness", "## Harness (`harness`)"),
    ("encode", "## Python (`encode`, `vector`, `python`)"),
];

#[test]
fn each_file_has_a_row_and_each_row_its_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let page = fs::read_to_string(root.join("ARCHITECTURE.md")).expect("text");
    for (folder, heading) in TABLES {
        let section = page.split(heading).nth(1).and_then(|rest| rest.split("\n## ").next()).expect(heading);
        let (mut named, mut gone) = (Vec::new(), Vec::new());
        for row in section.lines().filter(|line| line.starts_with("| `")) {
            let cells: Vec<&str> = row.split(" | ").collect();
            let names = |cell: &str| -> Vec<String> { cell.split('`').skip(1).step_by(2).map(str::to_owned).collect() };
            // What is in the first column is looked for in this crate alone.
            let exists =
                |name: &String| ["src", ""].iter().any(|within| root.join(folder).join(within).join(name).exists());
            let first = names(cells[0]);
            gone.extend(first.iter().filter(|name| !exists(name)).cloned());
            named.extend(first);
        }
        assert!(gone.is_empty(), "ARCHITECTURE.md has rows for {gone:?}, which aren't in {folder}");
        let mut missing = Vec::new();
        for (module, _) in all_sources(folder) {
            let path = module.replace("::", "/");
            let is_named = |name: &String| match name.strip_suffix('/') {
                Some(folder) => path == folder || path.starts_with(name.as_str()),
                None => name.strip_suffix(".rs").is_some_and(|file| path == file.trim_end_matches("/mod")),
            };
            if !named.iter().any(is_named) {
                missing.push(path);
            }
        }
        assert!(missing.is_empty(), "no row of ARCHITECTURE.md says what is in {missing:?} of {folder}");
    }
}

/// The folders of all crates with sources of their own.
const CRATES: [&str; 10] = [
    "engine/core",
    "engine/cards",
    "engine/magic",
    "engine/millennials",
    "ai",
    "wire",
    "harness",
    "encode",
    "vector",
    "python",
];

/// Circles of more files than this are listed in `ARCHITECTURE.md`.
const LISTED: usize = 3;

#[test]
fn circles_are_small_and_the_larger_ones_listed() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../ARCHITECTURE.md")).expect("text");
    let mut listed = BTreeSet::new();
    for folder in CRATES {
        let sources = all_sources(folder);
        let uses = uses(&sources);
        let reached: BTreeMap<&str, BTreeSet<&str>> =
            uses.keys().map(|module| (*module, reached(module, &uses))).collect();
        for (module, others) in &reached {
            let circle: Vec<&&str> = others.iter().filter(|other| reached[**other].contains(module)).collect();
            // Sentences have keywords in them, keywords quoted abilities, and those are sentences.
            let is_grammar =
                folder == "engine/cards" && circle.iter().all(|module| module.starts_with("text::grammar"));
            assert!(circle.len() <= LARGEST || is_grammar, "a circle of imports in {folder}: {circle:?}");
            if circle.len() > LISTED && !is_grammar {
                // As rows have it: the files in alphabetical order, and where they are.
                let inside = circle.iter().all(|module| module.starts_with("text::lower::"));
                let within = if inside { "text::lower::" } else { "" };
                let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder).join("src");
                let file = |module: &&&str| {
                    let own = module.replace("::", "/");
                    let is_folder = source.join(&own).join("mod.rs").is_file();
                    let own = own.trim_start_matches(&within.replace("::", "/")).to_owned();
                    if is_folder { format!("`{own}/mod.rs`") } else { format!("`{own}.rs`") }
                };
                let files: Vec<String> = circle.iter().map(file).collect();
                let row = format!("| {} in `{folder}/src/{}` |", files.join(" "), within.replace("::", "/"));
                assert!(page.contains(&row), "ARCHITECTURE.md lacks the circle {row}");
                listed.insert(row);
            }
        }
    }
    let section = page.split("### Circles of imports").nth(1).and_then(|rest| rest.split("\n## ").next());
    let rows = section.expect("a section").lines().filter(|line| line.starts_with("| `")).count();
    assert_eq!(rows, listed.len(), "ARCHITECTURE.md lists circles that are none any more; there are {listed:?}");
}

/// Functions of more lines than this and files of more than that are listed in `harness/tests/lengths.txt`.
const LONG: (usize, usize) = (150, 800);

/// The functions of a source with how many lines they have, as rustfmt leaves them.
fn functions(code: &str) -> Vec<(&str, usize)> {
    let lines: Vec<&str> = code.lines().collect();
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let indent = &line[..line.len() - line.trim_start().len()];
        let Some((before, rest)) = line.trim_start().split_once("fn ") else { continue };
        if !before
            .split_whitespace()
            .all(|word| word.starts_with("pub") || ["const", "unsafe", "crate)"].contains(&word))
        {
            continue;
        }
        let name = rest.split(|letter: char| !(letter.is_alphanumeric() || letter == '_')).next().unwrap_or_default();
        let outer = |line: &&&str| line.strip_prefix(indent).is_some_and(|rest| rest.starts_with([')', '{', '}']));
        let opens =
            line.ends_with('{') || lines[start + 1..].iter().find(outer).is_some_and(|line| line.ends_with('{'));
        let end = lines[start..].iter().position(|line| line.strip_prefix(indent) == Some("}"));
        if let (true, Some(end)) = (opens, end) {
            found.push((name, end + 1));
        }
    }
    found
}

/// House rule: what is long may become shorter, and nothing else becomes long.
#[test]
fn long_functions_and_files_are_listed_and_become_no_longer() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let list = fs::read_to_string(root.join("harness/tests/lengths.txt")).expect("text");
    let rows = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut most: BTreeMap<&str, usize> = rows
        .map(|row| {
            let (most, what) = row.split_once(' ').expect("a number and what has that many lines");
            (what, most.parse().expect("a number"))
        })
        .collect();
    let mut wrong = Vec::new();
    for folder in CRATES {
        for module in all_sources(folder).keys() {
            let path = format!("{folder}/src/{}", module.replace("::", "/"));
            let file =
                [format!("{path}.rs"), format!("{path}/mod.rs")].into_iter().find(|file| root.join(file).is_file());
            let file = file.expect("a source");
            let text = fs::read_to_string(root.join(&file)).expect("text");
            let mut lengths: BTreeMap<String, usize> = BTreeMap::new();
            for (name, length) in functions(&text).into_iter().filter(|function| function.1 > LONG.0) {
                let longest = lengths.entry(format!("{file} {name}")).or_default();
                *longest = length.max(*longest);
            }
            let whole = text.lines().count();
            lengths.extend((whole > LONG.1).then_some((file, whole)));
            for (what, length) in lengths {
                match most.remove(what.as_str()) {
                    None => wrong.push(format!("{what} has {length} lines: make it shorter")),
                    Some(most) if length > most => wrong.push(format!("{what} has {length} lines, more than {most}")),
                    Some(most) if length + 25 < most => {
                        wrong.push(format!("{what} has only {length} lines: list that"))
                    }
                    Some(_) => {}
                }
            }
        }
    }
    wrong.extend(most.keys().map(|what| format!("{what} is long no more: take it off the list")));
    assert!(wrong.is_empty(), "harness/tests/lengths.txt isn't kept:\n{}", wrong.join("\n"));
}
