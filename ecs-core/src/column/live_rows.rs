//! [`LiveRows`]: which rows of a page have a value.

use core::ops::Range;

use crate::borrow::PAGE;

/// Which rows of a page have a value: the others are holes.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct LiveRows([u64; PAGE / 64]);

impl LiveRows {
    /// The first rows, so many.
    pub(super) fn first(count: usize) -> Self {
        let mut rows = Self::default();
        rows.insert(0..count);
        rows
    }

    pub(super) fn insert(&mut self, rows: Range<usize>) {
        for (word, first) in self.0.iter_mut().zip((0..PAGE).step_by(64)) {
            let (start, end) = (rows.start.max(first), rows.end.min(first + 64));
            if start < end {
                *word |= (u64::MAX >> (64 - (end - start))) << (start - first);
            }
        }
    }

    pub(super) fn remove(&mut self, row: usize) {
        self.0[row / 64] &= !(1 << (row % 64));
    }

    pub(super) fn has(&self, row: usize) -> bool {
        self.0.get(row / 64).is_some_and(|word| word >> (row % 64) & 1 != 0)
    }

    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The rows, lowest first.
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        (0..PAGE).filter(move |&row| self.has(row))
    }

    /// The first run of rows, from one on.
    pub(super) fn run_from(&self, row: usize) -> Option<Range<usize>> {
        let start = (row..PAGE).find(|&row| self.has(row))?;
        let end = (start..PAGE).find(|&row| !self.has(row)).unwrap_or(PAGE);
        Some(start..end)
    }

    /// Numbers that say which they are.
    pub(super) fn words(&self) -> [u64; PAGE / 64] {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::{LiveRows, PAGE};

    #[test]
    fn behaves_like_a_list_of_flags() {
        let (mut rows, mut model) = (LiveRows::default(), [false; PAGE]);
        let mut seed = 3_u64;
        for _ in 0..if cfg!(miri) { 5 } else { 500 } {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let (start, len) = ((seed >> 33) as usize % PAGE, (seed >> 50) as usize % 100);
            let end = (start + len).min(PAGE);
            rows.insert(start..end);
            model[start..end].fill(true);
            let gone = (seed >> 20) as usize % PAGE;
            rows.remove(gone);
            model[gone] = false;
            assert!((0..PAGE).all(|row| rows.has(row) == model[row]));
            assert!(rows.iter().eq((0..PAGE).filter(|&row| model[row])));
            let (mut runs, mut from) = (Vec::new(), 0);
            while let Some(run) = rows.run_from(from) {
                from = run.end;
                runs.extend(run);
            }
            assert!(runs.into_iter().eq(rows.iter()));
        }
        assert!((0..=PAGE).all(|count| LiveRows::first(count).iter().eq(0..count)));
        assert!(LiveRows::first(0).is_empty() && !rows.has(PAGE));
    }
}
