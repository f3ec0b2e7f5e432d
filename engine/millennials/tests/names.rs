//! The engine knows no card and no location by name: they are data.
#![allow(missing_docs)]

use std::path::{Path, PathBuf};

use gauntlet_millennials::Pool;

/// The source files in a folder and in those below it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let found = entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] });
    found.collect()
}

#[test]
fn no_name_in_the_code() {
    let files = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!(files.iter().any(|path| path.ends_with("state/journal.rs")), "folders are looked into");
    for path in files {
        let text = std::fs::read_to_string(&path).expect("text");
        for name in Pool::shipped().names().filter(|name| name.len() > 4) {
            assert!(!text.contains(name), "{}: {name}", path.display());
        }
    }
}
