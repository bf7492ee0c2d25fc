//! Guesses what was meant by a misspelt name.

use super::without_paths::WithoutPaths;

/// The first of `names` with the fewest typing errors to `name`: at most two, and in a third of the letters.
/// Paths do not count.
pub(crate) fn nearest(name: &str, names: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let typed = WithoutPaths(name).to_string();
    let errors = |name| distance(&typed, &WithoutPaths(name).to_string());
    let (errors, name) = names.map(|name| (errors(name), name)).min_by_key(|(errors, _)| *errors)?;
    (errors <= 2 && 3 * errors <= typed.chars().count()).then_some(name)
}

/// How many characters must be inserted, deleted or replaced to turn `a` into `b`.
fn distance(a: &str, b: &str) -> usize {
    // `row[j]` is the distance between what was read of `a` and the first `j` characters of `b`.
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.chars().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.chars().count()]
}
