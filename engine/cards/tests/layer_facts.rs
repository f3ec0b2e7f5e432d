//! What the continuous effects of the shipped cards and of the layers' scenarios read and write in each layer, as it is derived
//! from their texts: `layer-facts.txt` is that table. `UPDATE_LAYER_FACTS=1` rewrites it.
#![allow(missing_docs)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use gauntlet_cards::card::Pool;
use gauntlet_cards::layers::{LayerFacts, layer_facts};
use gauntlet_cards::text::CardBase;

/// The files of a folder with this ending, sorted.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = entries.filter(|path| path.extension().is_some_and(|own| own == ending)).collect();
    files.sort();
    files
}

/// The cards that are written in a text.
fn base(texts: impl IntoIterator<Item = String>) -> CardBase {
    let mut base = CardBase::new();
    for text in texts {
        assert!(base.add_text("cards", &text).is_empty());
    }
    base
}

/// CR 604.2, 613.8a: what one effect reads and another writes is what dependency is looked for in.
#[test]
fn the_table_is_as_it_was() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |file: &PathBuf| std::fs::read_to_string(file).expect("a readable file");
    let layers: toml::Table = read(&home.join("../magic/scenarios/copies-and-layers.toml")).parse().expect("TOML");
    let layers = layers.get("cards").and_then(toml::Value::as_str).expect("cards of its own").to_owned();
    let bases = [
        ("decks", base(files(&home.join("../../decks/cards"), "txt").iter().map(read))),
        ("scenarios", base([read(&home.join("../magic/scenarios/cards.txt")), layers])),
    ];
    let mut found = String::new();
    for (name, base) in &bases {
        let _ = writeln!(found, "# {name}\n");
        for card in base.names() {
            let mut pool = Pool::new();
            // Cards that are there to be refused are none.
            let Ok(id) = base.compile(card, &mut pool) else { continue };
            let abilities = pool.card(id).abilities.iter();
            let facts: Vec<_> = abilities.flat_map(|ability| layer_facts(&pool, *ability)).collect();
            if !facts.is_empty() {
                let lines: Vec<String> = facts.iter().map(LayerFacts::line).collect();
                let _ = writeln!(found, "{card}\n  {}\n", lines.join("\n  "));
            }
        }
    }
    let file = home.join("tests/layer-facts.txt");
    if std::env::var_os("UPDATE_LAYER_FACTS").is_some() {
        std::fs::write(&file, &found).expect("written");
    }
    let kept = std::fs::read_to_string(&file).expect("the table");
    let differs = kept.lines().zip(found.lines()).find(|(kept, found)| kept != found);
    assert!(kept == found, "the table differs, first at {differs:?}; UPDATE_LAYER_FACTS=1 rewrites it");
}
