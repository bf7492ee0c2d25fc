//! Counts what the crates of the repository in the current folder weigh, and compares the figures with their
//! limits.
//!
//! The arguments are a file with `ecs-core` after the expansion of its macros, all features on; a file with
//! limits, a name and a number in a line; and `--lower`, if the limits are to be lowered to the figures.

mod crate_items;
mod files;
mod limits;
mod structs;
mod visible;

use std::{env, fs, process::ExitCode};

use syn::{Ident, Item, ItemMod, ItemUse, UseTree};

use crate::{crate_items::CrateItems, files::Sources, limits::Limits, structs::Structs};

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let (expanded, limits, lower) = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [expanded, limits] => (expanded, limits, false),
        [expanded, limits, "--lower"] => (expanded, limits, true),
        _ => {
            eprintln!("usage: figures <expansion of ecs-core> <limits> [--lower]");
            return ExitCode::FAILURE;
        }
    };
    let figures = count(expanded);
    let mut limits = Limits::read(limits);
    if lower {
        limits.lower(&figures);
    }
    if limits.hold(&figures) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn count(expanded: &str) -> Vec<Figure> {
    let text = fs::read_to_string(expanded).expect("the expansion can be read");
    let mut expanded = syn::parse_file(&text).expect("the expansion is Rust");
    without_new_features(&mut expanded.items, false);
    let items = CrateItems::of(&expanded);
    let mut figures = Vec::from(Structs::of(&items).figures());
    figures.extend(visible::figures(&items));
    figures.extend(Sources::read().figures());
    figures
}

/// Features that are newer than the limits. Each is left out of all figures but one of its own: its folder,
/// and what the figure is called.
const NEW_FEATURES: [(&str, &str); 11] = [
    ("near", "new-feature-lines"),
    ("by_name", "feature-by-name-lines"),
    ("outcomes", "feature-outcomes-lines"),
    ("states", "feature-states-lines"),
    ("send_up", "feature-send-up-lines"),
    ("trees", "feature-trees-lines"),
    ("excludes", "feature-excludes-lines"),
    ("shuffle", "feature-shuffle-lines"),
    ("history", "feature-history-lines"),
    ("headless", "feature-headless-lines"),
    ("recording", "feature-recording-lines"),
];

/// Removes the modules of new features, and what shows their names to users.
fn without_new_features(items: &mut Vec<Item>, is_in_features: bool) {
    items.retain_mut(|item| match item {
        Item::Mod(ItemMod { ident, content: Some((_, items)), .. }) => {
            without_new_features(items, ident == "features");
            !is_new_feature(ident) || !is_in_features && !AT_THE_ROOT.iter().any(|name| ident == name)
        }
        Item::Use(ItemUse { tree, .. }) => !is_of_new_feature(tree),
        _ => true,
    });
}

/// The new features whose folders are layers of the kernel.
const AT_THE_ROOT: [&str; 1] = ["outcomes"];

fn is_new_feature(name: &Ident) -> bool {
    NEW_FEATURES.iter().any(|(feature, _)| name == feature)
}

/// Says whether an import names something of a new feature.
fn is_of_new_feature(tree: &UseTree) -> bool {
    match tree {
        UseTree::Path(path) => is_new_feature(&path.ident) || is_of_new_feature(&path.tree),
        _ => false,
    }
}

/// A number with a name, and the largest parts of the number.
struct Figure {
    name: &'static str,
    number: usize,
    note: String,
}

impl Figure {
    fn new(name: &'static str, number: usize) -> Self {
        Self { name, number, note: String::new() }
    }

    fn with_note(self, note: impl Into<String>) -> Self {
        Self { note: note.into(), ..self }
    }
}
