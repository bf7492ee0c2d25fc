//! Guesses the word that was meant by a misspelt one.

/// The first of `words` with the fewest typing errors to `typed`, at most two.
pub fn nearest<'a>(typed: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let (errors, word) = words.map(|word| (distance(typed, word), word)).min_by_key(|(errors, _)| *errors)?;
    (errors <= 2).then_some(word)
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

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn distance_counts_single_character_changes() {
        assert_eq!(distance("update", "update"), 0);
        assert_eq!(distance("updat", "update"), 1);
        assert_eq!(distance("uptade", "update"), 2);
        assert_eq!(distance("", "init"), 4);
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn nearest_takes_the_best_within_two_changes() {
        let words = ["on_enable", "on_disable", "init"];
        assert_eq!(nearest("on_enabled", words.into_iter()), Some("on_enable"));
        assert_eq!(nearest("spawn", words.into_iter()), None);
    }
}
