//! The engine knows no card and no location by name: they are data.
#![allow(missing_docs)]

use std::path::Path;

use gauntlet_millennials::Pool;

#[test]
fn no_name_in_the_code() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in std::fs::read_dir(source).expect("a folder") {
        let path = file.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("text");
        for name in Pool::shipped().names().filter(|name| name.len() > 4) {
            assert!(!text.contains(name), "{}: {name}", path.display());
        }
    }
}
