//! The layers of `ecs-core`: each folder uses only those before it in the list of `lib.rs`, and no file of a
//! folder goes round.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::root;

fn source() -> PathBuf {
    root().join("ecs-core/src")
}

/// The folders and files that `lib.rs` lists as layers, from the bottom.
fn layers(lib: &str) -> Vec<String> {
    let listed = lib.lines().filter_map(|line| line.strip_prefix("// - `")?.split_once('`'));
    listed.map(|(path, _)| path.trim_end_matches('/').trim_end_matches(".rs").to_owned()).collect()
}

/// Says whether a layer may use those above it: `lib.rs` says so, and the file itself says why.
fn goes_up(lib: &str, layer: &str) -> bool {
    lib.contains(&format!("// - `{layer}.rs` goes up: "))
}

/// What the code of a file names, without its comments and its unit tests.
fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// The first segments of all paths that begin so, in imports, macros and elsewhere: `a` and `b` of
/// `crate::{a::X, b}`.
fn roots(code: &str, begin: &str) -> BTreeSet<String> {
    let mut roots = BTreeSet::new();
    for (at, _) in code.match_indices(begin) {
        if code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':') {
            continue;
        }
        let rest = &code[at + begin.len()..];
        let Some(list) = rest.strip_prefix('{') else {
            roots.extend(first_word(rest));
            continue;
        };
        let mut depth = 0;
        let mut expects = true;
        for (place, c) in list.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => expects = true,
                c if expects && (c.is_alphanumeric() || c == '_') => {
                    roots.extend(first_word(&list[place..]));
                    expects = false;
                }
                _ => {}
            }
        }
    }
    roots
}

fn first_word(text: &str) -> Option<String> {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    (end != 0).then(|| text[..end].to_owned())
}

/// The files of a layer, by name, with their text.
fn files_of(folder: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    if let Ok(text) = fs::read_to_string(folder.with_extension("rs")) {
        files.insert(String::new(), text);
    }
    if !folder.is_dir() {
        return files;
    }
    for entry in fs::read_dir(folder).expect("a layer is a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() {
            let parts = files_of(&path).into_values().collect::<Vec<_>>();
            files.insert(name, parts.join("\n"));
        } else if name != "mod" {
            files.insert(name, fs::read_to_string(&path).expect("a source is text"));
        }
    }
    files
}

/// Imports that go up, or to what is no layer: a line each.
fn upwards(
    layers: &[String],
    uses: &BTreeMap<String, BTreeSet<String>>,
    all: &BTreeSet<String>,
) -> Vec<String> {
    let rank = |name: &String| layers.iter().position(|layer| layer == name);
    let mut lines = Vec::new();
    for (layer, used) in uses {
        for other in used.iter().filter(|other| *other != layer && all.contains(*other)) {
            if rank(other).is_none_or(|other| Some(other) > rank(layer)) {
                lines.push(format!("`{layer}` uses `{other}`, which is not below it"));
            }
        }
    }
    lines
}

/// A way round among files, if there is one.
fn round(uses: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    let mut left: BTreeSet<&String> = uses.keys().collect();
    loop {
        let uses_none =
            |file: &&String| !uses[*file].iter().any(|other| other != *file && left.contains(other));
        let done: Vec<_> = left.iter().copied().filter(|file| uses_none(file)).collect();
        if done.is_empty() {
            return (!left.is_empty()).then(|| left.into_iter().cloned().collect());
        }
        left.retain(|file| !done.contains(file));
    }
}

#[test]
fn each_layer_uses_only_those_below_it() {
    let source = source();
    let lib = fs::read_to_string(source.join("lib.rs")).expect("the library has a root");
    let layers = layers(&lib);
    let modules = fs::read_dir(&source).expect("a folder").map(|entry| entry.expect("an entry").path());
    let all: BTreeSet<_> =
        modules.map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned()).collect();
    let listed: BTreeSet<_> = layers.iter().cloned().chain(["lib".to_owned()]).collect();
    assert_eq!(listed, all, "`lib.rs` lists all layers");
    let uses = layers.iter().filter(|layer| !goes_up(&lib, layer)).map(|layer| {
        let files = files_of(&source.join(layer));
        (layer.clone(), files.values().flat_map(|text| roots(&code(text), "crate::")).collect())
    });
    assert_eq!(upwards(&layers, &uses.collect(), &all), [""; 0]);
}

#[test]
fn a_file_that_goes_up_says_why() {
    let source = source();
    let lib = fs::read_to_string(source.join("lib.rs")).expect("the library has a root");
    let up: Vec<_> = layers(&lib).into_iter().filter(|layer| goes_up(&lib, layer)).collect();
    assert_eq!(up, ["component"], "one is enough");
    let file = fs::read_to_string(source.join("component.rs")).expect("a layer is a file or a folder");
    let top = file.lines().take_while(|line| line.starts_with("//!")).collect::<Vec<_>>().join("\n");
    assert!(top.contains("This file goes up: "), "{top}");
}

#[test]
fn no_file_of_a_layer_goes_round() {
    let source = source();
    let lib = fs::read_to_string(source.join("lib.rs")).expect("the library has a root");
    let mut folders = layers(&lib);
    folders.retain(|layer| source.join(layer).is_dir());
    while let Some(folder) = folders.pop() {
        let files = files_of(&source.join(&folder));
        let names: BTreeSet<_> = files.keys().cloned().collect();
        folders.extend(
            names.iter().map(|name| format!("{folder}/{name}")).filter(|name| source.join(name).is_dir()),
        );
        let from_the_root = format!("crate::{}::", folder.replace('/', "::"));
        // Without a look at what `mod.rs` passes on: a file names the file that has it.
        let used = |name: &String, text: &String| {
            let in_a_folder = source.join(&folder).join(name).is_dir();
            let near = if in_a_folder { BTreeSet::new() } else { roots(&code(text), "super::") };
            let far = roots(&code(text), &from_the_root);
            let used: BTreeSet<_> = near.union(&far).filter(|name| *name != "super").cloned().collect();
            assert!(used.is_subset(&names), "`{folder}/{name}` names no file: {:?}", used.difference(&names));
            used
        };
        let uses = files.iter().map(|(name, text)| (name.clone(), used(name, text))).collect();
        assert_eq!(round(&uses), None, "in `{folder}`");
    }
}

#[test]
fn no_file_of_the_derive_goes_round() {
    let files = files_of(&root().join("ecs-derive/src"));
    let names: BTreeSet<_> = files.keys().cloned().collect();
    let used = |text: &String| roots(&code(text), "crate::").intersection(&names).cloned().collect();
    let uses = files.iter().filter(|(name, _)| *name != "lib").map(|(name, text)| (name.clone(), used(text)));
    assert_eq!(round(&uses.collect()), None);
}

#[test]
fn what_stands_in_a_folder_s_mod_is_declared_elsewhere() {
    let mut folders = vec![source()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        folders.extend(entries.filter(|path| path.is_dir()));
        let Ok(text) = fs::read_to_string(folder.join("mod.rs")) else { continue };
        let items =
            ["fn ", "struct ", "enum ", "trait ", "impl", "macro_rules!", "static ", "const ", "type "];
        let begins = |line: &str| {
            let line = line.trim_start_matches("pub ").trim_start_matches("pub(crate) ");
            items.iter().any(|item| line.starts_with(item))
        };
        let found: Vec<_> = text.lines().filter(|line| begins(line)).collect();
        assert!(found.is_empty(), "`mod.rs` of {folder:?} only names its files: {found:?}");
    }
}

#[test]
fn a_way_up_and_a_way_round_are_found() {
    let name = |name: &str| name.to_owned();
    let layers = ["low", "high"].map(str::to_owned);
    let all = ["low", "high", "top"].map(str::to_owned).into();
    let uses = |of: &str, text: &str| BTreeMap::from([(name(of), roots(&code(text), "crate::"))]);
    assert!(upwards(&layers, &uses("high", "use crate::low::X; // crate::top"), &all).is_empty());
    assert_eq!(upwards(&layers, &uses("low", "use crate::{low::X, high::{Y, Z}};"), &all).len(), 1);
    assert_eq!(upwards(&layers, &uses("low", "macro_rules! m { () => { crate::top::f() } }"), &all).len(), 1);
    let files = |a: &str, b: &str| {
        let of = |text: &str| roots(&code(text), "super::");
        BTreeMap::from([(name("a"), of(a)), (name("b"), of(b))])
    };
    assert_eq!(round(&files("use super::b::X;", "use super::c;")), None);
    assert_eq!(round(&files("use super::b::X;", "use super::{a::Y, c};")), Some(vec![name("a"), name("b")]));
}
