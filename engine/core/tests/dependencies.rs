//! What the engines may depend on: nothing that knows a terminal, a window, a network or a clock, so that any program can use it.
#![allow(missing_docs)]

use std::path::Path;

/// The crates that the contract and the rules engines build on. `csv` and `roxmltree` read decklists from texts: deck editors write them
/// as tables and XML; `aho-corasick` looks for all older wordings of a card text at once.
const ALLOWED: [&str; 16] = [
    "gauntlet-cards",
    "gauntlet-cards-derive",
    "gauntlet-core",
    "aho-corasick",
    "bitflags",
    "blake3",
    "csv",
    "rand",
    "rand_chacha",
    "roxmltree",
    "serde",
    "serde_json",
    "smallvec",
    "thiserror",
    "toml",
    "xxhash-rust",
];

/// The names under `[dependencies]` of a manifest.
fn dependencies(manifest: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(manifest).expect("a manifest");
    for heading in ["\n[dependencies.", "\n[target."] {
        assert!(!text.contains(heading), "{}: dependencies are all under [dependencies]", manifest.display());
    }
    let section = text.split("[dependencies]").nth(1).expect("dependencies");
    let lines = section.lines().skip(1).take_while(|line| !line.starts_with('['));
    let name = |line: &str| line.split(['.', ' ', '=']).next().unwrap_or_default().to_owned();
    lines.map(name).filter(|name| !name.is_empty()).collect()
}

#[test]
fn only_allowed_crates() {
    let core = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifests = ["Cargo.toml", "../cards/Cargo.toml", "../magic/Cargo.toml", "../millennials/Cargo.toml"];
    for manifest in manifests.map(|file| core.join(file)) {
        let names = dependencies(&manifest);
        assert!(!names.is_empty());
        for name in names {
            assert!(ALLOWED.contains(&name.as_str()), "{}: {name} is not allowed", manifest.display());
        }
    }
}

/// The layers: the contract knows no game, cards know no game either, and the second game knows nothing of the first.
#[test]
fn arrows_run_one_way() {
    let core = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (manifest, own) in [
        ("Cargo.toml", &[][..]),
        ("../cards/Cargo.toml", &["gauntlet-cards-derive"]),
        ("../millennials/Cargo.toml", &["gauntlet-core"]),
        ("../../wire/Cargo.toml", &[]),
        ("../magic/Cargo.toml", &["gauntlet-cards", "gauntlet-core"]),
        ("../../encode/Cargo.toml", &["gauntlet-cards", "gauntlet-core", "gauntlet-magic", "gauntlet-millennials"]),
        ("../../ai/Cargo.toml", &["gauntlet-cards", "gauntlet-core", "gauntlet-magic", "gauntlet-millennials"]),
        (
            "../../harness/Cargo.toml",
            &[
                "gauntlet-ai",
                "gauntlet-cards",
                "gauntlet-core",
                "gauntlet-encoding",
                "gauntlet-magic",
                "gauntlet-millennials",
                "gauntlet-spellbench",
            ],
        ),
        ("../../vector/Cargo.toml", &["gauntlet", "gauntlet-ai", "gauntlet-core", "gauntlet-encoding"]),
    ] {
        let mut names = dependencies(&core.join(manifest));
        names.retain(|name| name.starts_with("gauntlet"));
        assert_eq!(names, own, "{manifest}");
    }
}
