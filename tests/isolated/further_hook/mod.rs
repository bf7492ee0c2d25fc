//! A further hook is one line in the table, and its call, with the question whether there is one: this adds
//! two to a copy of the crates, and runs a program that has them.
//!
//! The copy is compiled, which takes some seconds; the next time only what has changed since.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::support::root;

/// What is added, and in front of what.
const ADDED: [(&str, &str); 4] = [
    // A hook that visits all components is called without another word.
    ("shutdown: Life", "last_update: Pass(LastUpdate), \"once a frame, when all else is done\";"),
    // One of a component's life is called where it belongs.
    ("on_reset: Life", "on_land: Life, \"before `on_reset`\";"),
    (
        "if let Some(hook) = spec.on_reset {",
        "if let Some(hook) = spec.on_land { let _ = run_hook(hook, \"on_land\", column, row, entity, site); \
         }",
    ),
    // What has no hook there is passed over.
    ("self.siblings.is_some() || self.on_reset.is_some()", "self.on_land.is_some() ||"),
];

#[test]
fn a_further_hook_is_a_line_in_the_table_and_its_call() {
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("further_hook");
    let mut files = sources();
    ADDED.iter().for_each(|(place, line)| add(&mut files, place, line));
    write(&copy, &files);
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["run", "--quiet", "--offline", "--package", "program"]).current_dir(&copy);
    cargo.env("CARGO_TARGET_DIR", copy.join("target"));
    // It is built once: what a debugger and the next build would need is left out.
    cargo.env("CARGO_PROFILE_DEV_DEBUG", "0").env("CARGO_INCREMENTAL", "0");
    // Those of coverage and sanitizers are about this program.
    cargo.env_remove("RUSTFLAGS");
    let output = cargo.output().expect("cargo starts");
    assert!(output.status.success(), "{}\n{}", output.status, String::from_utf8_lossy(&output.stderr));
}

/// The files of a workspace that has the crates and a program.
fn sources() -> BTreeMap<PathBuf, String> {
    let root = root();
    let mut files = BTreeMap::new();
    for package in ["ecs-core", "ecs-derive"] {
        read(&root.join(package), Path::new(package), &mut files);
    }
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("the workspace has a manifest");
    let (_, shared) = manifest.split_once("resolver").expect("what the members share comes after them");
    let members = r#"members = ["ecs-core", "ecs-derive", "program"]"#;
    let package = "[package]\nname = \"program\"\nedition.workspace = true\n";
    let program = format!("{package}\n[dependencies]\necs-core = {{ path = \"../ecs-core\" }}\n");
    let lock = fs::read_to_string(root.join("Cargo.lock")).expect("the workspace is locked");
    files.insert("Cargo.toml".into(), format!("[workspace]\n{members}\nresolver{shared}"));
    files.insert("Cargo.lock".into(), lock);
    files.insert("program/Cargo.toml".into(), program);
    files.insert("program/src/main.rs".into(), include_str!("program.rs").into());
    files
}

/// Reads all files of a folder.
fn read(folder: &Path, name: &Path, files: &mut BTreeMap<PathBuf, String>) {
    for entry in fs::read_dir(folder).expect("a folder can be read") {
        let path = entry.expect("a folder can be read").path();
        let name = name.join(path.file_name().expect("an entry has a name"));
        if path.is_dir() {
            read(&path, &name, files);
        } else {
            files.insert(name, fs::read_to_string(path).expect("a source can be read"));
        }
    }
}

/// Adds a line in front of a place, of which there is one.
fn add(files: &mut BTreeMap<PathBuf, String>, place: &str, line: &str) {
    let mut found: Vec<_> = files.values_mut().filter(|text| text.contains(place)).collect();
    let [text] = &mut *found else { panic!("`{place}` stands in {} files", found.len()) };
    **text = text.replacen(place, &format!("{line}\n{place}"), 1);
}

/// Writes files that differ, and removes those that are gone.
fn write(copy: &Path, files: &BTreeMap<PathBuf, String>) {
    let mut old = BTreeMap::new();
    for package in
        fs::read_dir(copy).into_iter().flatten().flatten().filter(|entry| entry.file_name() != "target")
    {
        if package.path().is_dir() {
            read(&package.path(), Path::new(&package.file_name()), &mut old);
        }
    }
    for gone in old.keys().filter(|file| !files.contains_key(*file)) {
        fs::remove_file(copy.join(gone)).expect("a file of the copy can be removed");
    }
    for (file, text) in files.iter().filter(|(file, text)| old.get(*file) != Some(text)) {
        let path = copy.join(file);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("the copy can be written");
        fs::write(path, text).expect("the copy can be written");
    }
}
