//! A number for the compiler: what is compiled by one is compiled the same by every other with the same number.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut hasher = blake3::Hasher::new();
    for folder in ["src", "derive/src"] {
        println!("cargo::rerun-if-changed={folder}");
        add(&root.join(folder), &mut hasher)?;
    }
    println!("cargo::rustc-env=GAUNTLET_COMPILER={}", hasher.finalize().to_hex());
    Ok(())
}

/// Adds the sources in a folder, in the order of their names.
fn add(folder: &Path, hasher: &mut blake3::Hasher) -> io::Result<()> {
    let mut entries =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            add(&entry, hasher)?;
        } else {
            hasher.update(entry.file_name().unwrap_or_default().as_encoded_bytes());
            hasher.update(&fs::read(&entry)?);
        }
    }
    Ok(())
}
