//! [`Heritage`]: what a column of a type that inherits knows besides.

use core::cell::RefCell;

use super::super::part::ColumnPart;
use super::lineage::Lineage;

/// What a column of a type that inherits knows besides.
#[derive(Clone, Default)]
pub(crate) struct Heritage {
    /// As of the last pass. None while a pass runs.
    pub(super) lineage: RefCell<Option<Box<Lineage>>>,
    /// Entities that have another parent since.
    pub(super) relinked: RefCell<Relinked>,
}

impl ColumnPart for Heritage {
    fn may_be_sent(&self) -> Option<&dyn Send> {
        Some(self)
    }

    fn bytes(&self) -> usize {
        self.lineage.borrow().as_ref().map_or(0, |lineage| lineage.bytes())
    }
}

/// The indices of entities that have another parent. Where no frame runs, the list does not grow beyond a few
/// times their number.
#[derive(Clone, Default)]
pub(super) struct Relinked(Vec<u32>);

impl Relinked {
    pub(super) fn note(&mut self, index: u32) {
        if self.0.len() == self.0.capacity() {
            self.0.sort_unstable();
            self.0.dedup();
            // Where that frees little, the next time is far away all the same.
            if self.0.len() * 2 > self.0.capacity() {
                self.0.reserve(self.0.capacity().max(8));
            }
        }
        self.0.push(index);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The indices, each at least once.
    pub(super) fn into_indices(self) -> Vec<u32> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::Relinked;

    #[test]
    fn the_list_has_a_few_times_as_many_as_there_are() {
        for many in [1, 7, 8].into_iter().chain(if cfg!(miri) { 31..33 } else { 1_023..1_025 }) {
            let mut relinked = Relinked::default();
            (0..20 * many).for_each(|n| relinked.note(n % many));
            assert!(relinked.0.capacity() <= 4 * many as usize + 16, "{many}: {}", relinked.0.capacity());
            let mut indices = relinked.into_indices();
            indices.sort_unstable();
            indices.dedup();
            assert!(indices.into_iter().eq(0..many));
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "is about many, in safe code")]
    fn where_a_list_is_nearly_full_it_is_not_sorted_for_each() {
        let mut relinked = Relinked::default();
        (0..1_023).for_each(|n| relinked.note(n));
        // It is sorted where it was full: what comes behind stands as it came.
        let mut disorders = 0;
        for n in (0..1_000).rev() {
            relinked.note(n);
            disorders += usize::from(!relinked.0.is_sorted());
        }
        assert!(disorders > 900, "{disorders}");
    }
}
