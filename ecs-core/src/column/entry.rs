//! [`Entry`]: what the look-up table says of one entity index.

/// What the table says of one entity index.
///
/// A stamp that equals the entity's says that the component lives in the main buffer at `row`. A zero stamp
/// says that the index has no component (`row` is zero, or says which hole the last one has left) or that it
/// lives in the spill (any other `row`). So the common question, "alive, and where?", is one load and one
/// compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(8))]
pub(crate) struct Entry {
    /// Invariant 18: the stamp that leads to a component is that of its entity now, in all columns or, where
    /// one refuses the next generation, in none.
    pub(crate) stamp: u32,
    pub(crate) row: u32,
}

impl Entry {
    pub(crate) const VACANT: Self = Self { stamp: 0, row: 0 };

    const HOLE: u32 = 1 << 31;

    /// The most rows that a column can have, so that the number of each leaves room for a mark.
    pub(crate) const MOST_ROWS: usize = Self::HOLE as usize;

    /// No component, and the row that the last one has left.
    pub(crate) fn hole(row: u32) -> Self {
        Self { stamp: 0, row: row | Self::HOLE }
    }

    /// The row that the last component has left, where there is none.
    #[inline]
    pub(crate) fn as_hole(self) -> Option<u32> {
        (self.stamp == 0 && self.row & Self::HOLE != 0).then_some(self.row & !Self::HOLE)
    }

    /// The row of a component in the spill.
    #[inline]
    pub(crate) fn as_spilled(self) -> Option<u32> {
        (!self.is_vacant() && self.stamp == 0).then_some(self.row)
    }

    /// Says whether the index has no component.
    #[inline(always)]
    pub(crate) fn is_vacant(self) -> bool {
        self.stamp == 0 && self.row.wrapping_sub(1) >= Self::HOLE - 1
    }
}
