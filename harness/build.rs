//! What the program brings along and knows of itself: the shipped decks, cards and tactics, and what it was built from.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    let home = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by Cargo"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by Cargo"));
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../decks");
    println!("cargo::rerun-if-changed=../ai/tactics");
    for (name, folder) in [("shipped.rs", "../decks"), ("tactics.rs", "../ai/tactics")] {
        fs::write(out.join(name), shipped(&home.join(folder))).expect("the folder for what is built is there");
    }
    println!("cargo::rerun-if-env-changed=GAUNTLET_COMMIT");
    println!("cargo::rustc-env=GAUNTLET_BUILT_FROM={}", built_from(&home));
    println!("cargo::rustc-env=GAUNTLET_BUILT_WITH={}", built_with());
}

/// The files of a folder and those below it as Rust: pairs of path and contents, by path.
fn shipped(folder: &Path) -> String {
    let mut files = Vec::new();
    find(folder, "", &mut files);
    files.sort();
    let line = |(name, path): &(String, PathBuf)| format!("    ({name:?}, include_str!({path:?})),\n");
    format!("&[\n{}]\n", files.iter().map(line).collect::<String>())
}

fn find(folder: &Path, below: &str, files: &mut Vec<(String, PathBuf)>) {
    for entry in fs::read_dir(folder).expect("decks and tactics are beside the crate") {
        let path = entry.expect("an entry").path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        let name = format!("{below}{name}");
        if path.is_dir() {
            find(&path, &format!("{name}/"), files);
        } else if path.extension().is_some_and(|kind| kind == "txt" || kind == "toml") {
            files.push((name, path));
        }
    }
}

/// The commit, if this is a clone and git is there, or what `GAUNTLET_COMMIT` says it is.
fn built_from(home: &Path) -> String {
    if let Some(given) = env::var("GAUNTLET_COMMIT").ok().filter(|given| !given.is_empty()) {
        return given;
    }
    commit(home).unwrap_or_else(|| "unknown".to_owned())
}

fn commit(home: &Path) -> Option<String> {
    let git = |words: &[&str]| {
        let output = Command::new("git").arg("-C").arg(home).args(words).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    // As a part of some other repository, its commits say nothing of this one.
    let top = fs::canonicalize(git(&["rev-parse", "--show-toplevel"])?).ok()?;
    if Some(top) != fs::canonicalize(home.join("..")).ok() {
        return None;
    }
    let hash = git(&["rev-parse", "--short=12", "HEAD"])?;
    if env::var("PROFILE").is_ok_and(|profile| profile == "debug") {
        // To rebuild after each commit costs developers more than the number tells them.
        return Some(format!("{hash} or later (a development build)"));
    }
    let log = home.join(git(&["rev-parse", "--git-path", "logs/HEAD"])?);
    if log.exists() {
        println!("cargo::rerun-if-changed={}", log.display());
    }
    let changed = git(&["status", "--porcelain", "--untracked-files=no"])?;
    Some(if changed.is_empty() { hash } else { format!("{hash}, with changes") })
}

/// The features of the package that were chosen.
fn built_with() -> String {
    let name = |(key, _): (std::ffi::OsString, _)| {
        let name = key.into_string().ok()?.strip_prefix("CARGO_FEATURE_")?.to_lowercase().replace('_', "-");
        Some(name).filter(|name| name != "default")
    };
    let mut names: Vec<String> = env::vars_os().filter_map(name).collect();
    names.sort();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
