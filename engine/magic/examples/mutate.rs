//! Switches rules of `tests/mutations.toml` off, one at a time, and checks that the test that is named there fails.
//!
//!     cargo run -p gauntlet-magic --example mutate [-- WORDS OF THE RULE OR OF WHAT IS CHANGED]
//!
//! Works on a copy of the workspace's tracked files in `target/mutants`, which keeps what it built. Ends with 1 if a rule can be
//! switched off without its test noticing.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use serde::Deserialize;

#[derive(Deserialize)]
struct Table {
    mutation: Vec<Mutation>,
}

#[derive(Deserialize)]
struct Mutation {
    rule: String,
    what: String,
    file: PathBuf,
    find: String,
    replace: String,
    proof: String,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = home.join("../..").canonicalize()?;
    let tree = root.join("target/mutants/tree");
    copy(&root, &tree)?;
    let table: Table = toml::from_str(&std::fs::read_to_string(home.join("tests/mutations.toml"))?)?;
    let chosen = |mutation: &&Mutation| mutation.rule.contains(&wanted) || mutation.what.contains(&wanted);
    let mut survived = 0;
    for mutation in table.mutation.iter().filter(chosen) {
        let place = tree.join("engine/magic").join(&mutation.file);
        let source = std::fs::read_to_string(&place)?;
        if !source.contains(&mutation.find) {
            return Err(format!("{}: there is no `{}`", mutation.file.display(), mutation.find).into());
        }
        std::fs::write(&place, source.replacen(&mutation.find, &mutation.replace, 1))?;
        let failures = failures(&tree, &root.join("target/mutants/build"));
        std::fs::write(&place, source)?;
        let failures = failures?;
        let noticed = failures.contains(&mutation.proof);
        survived += usize::from(!noticed);
        let verdict = match (noticed, failures.is_empty()) {
            (true, _) => format!("{} fails, and {} others", mutation.proof, failures.len() - 1),
            (false, true) => "NO TEST FAILS".to_owned(),
            (false, false) => format!("{} PASSES; these fail: {}", mutation.proof, failures.join(" ")),
        };
        println!("{} if {}: {verdict}", mutation.rule, mutation.what);
    }
    println!("{survived} not noticed");
    Ok(if survived == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Copies the tracked files, those that differ.
fn copy(root: &Path, tree: &Path) -> Result<(), Box<dyn Error>> {
    let listed = Command::new("git").arg("-C").arg(root).args(["ls-files", "-z"]).output()?;
    if !listed.status.success() {
        return Err("git can't list the files of the workspace".into());
    }
    for name in String::from_utf8(listed.stdout)?.split_terminator('\0') {
        let (from, to) = (root.join(name), tree.join(name));
        let Ok(contents) = std::fs::read(&from) else { continue };
        if std::fs::read(&to).ok().as_ref() != Some(&contents) {
            std::fs::create_dir_all(to.parent().expect("a folder of the copy"))?;
            std::fs::write(&to, contents)?;
        }
    }
    Ok(())
}

/// The names of the tests and the ids of the scenarios that fail.
fn failures(tree: &Path, build: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let run = Command::new(env!("CARGO"))
        .current_dir(tree)
        .env("CARGO_TARGET_DIR", build)
        .args(["test", "-q", "-p", "gauntlet-magic", "--test", "rules", "--test", "scenarios", "--no-fail-fast"])
        .stdin(Stdio::null())
        .output()?;
    let (out, err) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    if !out.contains("test result") {
        return Err(format!("the changed engine can't be built or tested:\n{err}").into());
    }
    Ok(names(&out))
}

/// The names in the last list of failures of each test binary, and the ids of scenarios, which begin their lines.
fn names(out: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut listing = false;
    for line in out.lines() {
        match line {
            "failures:" => listing = true,
            "" => {}
            _ if listing && line.starts_with("    ") => names.push(line.trim().to_owned()),
            _ => {
                listing = false;
                if let Some((id, _)) = line.split_once(": ").filter(|(id, _)| id.contains('.') && !id.contains(' ')) {
                    names.push(id.to_owned());
                }
            }
        }
    }
    names.sort();
    names.dedup();
    names
}
