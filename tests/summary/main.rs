//! The last line of `cargo test`: how many tests have run. Cargo stops at a program that fails, so if this
//! one runs, none has, unless cargo was told to go on.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;
use std::{env, fs, io};

/// The programs that the manifest of the tests does not name.
const OTHERS: [&str; 4] = ["ecs_core", "ecs_derive", "renamed", "ui"];

fn main() -> io::Result<()> {
    if env::args().len() > 1 {
        return Ok(()); // somebody has chosen some tests
    }
    let this = env::current_exe()?;
    let programs = newest(this.parent().expect("a program lies in a folder"))?;
    let tests: usize = programs.values().map(|(_, program)| count(program)).sum::<io::Result<usize>>()?;
    println!(
        "\n{tests} tests of {} programs have run. Unless cargo was told `--no-fail-fast`, all have passed. \
         The code of the documentation follows.",
        programs.len()
    );
    Ok(())
}

/// The programs with tests in a folder, by their names: of each the one that was built last.
fn newest(folder: &Path) -> io::Result<BTreeMap<String, (SystemTime, PathBuf)>> {
    let lines = include_str!("../Cargo.toml").lines();
    let named = lines.filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
    let names: Vec<_> = named.chain(OTHERS).collect();
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let program = file.strip_suffix(env::consts::EXE_SUFFIX).and_then(|program| program.rsplit_once('-'));
        let Some((name, hash)) = program else { continue };
        if names.contains(&name) && !hash.contains('.') {
            let program = (path.metadata()?.modified()?, path);
            let newest = found.entry(name.to_owned()).or_insert_with(|| program.clone());
            *newest = program.max(newest.clone());
        }
    }
    Ok(found)
}

/// How many tests a program has that are not ignored.
fn count(program: &Path) -> io::Result<usize> {
    let list = |arguments: &[&str]| {
        let output = Command::new(program).args(["--list", "--format", "terse"]).args(arguments).output()?;
        Ok::<_, io::Error>(
            String::from_utf8_lossy(&output.stdout).lines().filter(|line| line.ends_with(": test")).count(),
        )
    };
    Ok(list(&[])? - list(&["--ignored"])?)
}
