//! [`Entry`]: what the look-up table says of one entity index.

/// What the table says of one entity index.
///
/// ```text
///  63        32 31        0
/// ┌────────────┬───────────┐
/// │    row     │   stamp   │
/// └────────────┴───────────┘
/// ```
///
/// A stamp that equals the entity's says that the component lives in the main buffer at `row`. A zero stamp
/// says that the index has no component (`row` is zero, or says which hole the last one has left) or that it
/// lives in the spill (any other `row`). So the common question, "alive, and where?", is one load and one
/// compare: one word, because how many loads are under way at a time limits how many look-ups a processor
/// overlaps.
///
/// Invariant 18: the stamp that leads to a component is that of its entity now, in all columns or, where one
/// refuses the next generation, in none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub(crate) struct Entry(u64);

impl Entry {
    pub(crate) const VACANT: Self = Self::new(0, 0);

    const HOLE: u32 = 1 << 31;

    /// The most rows that a column can have, so that the number of each leaves room for a mark.
    pub(crate) const MOST_ROWS: usize = Self::HOLE as usize;

    #[inline(always)]
    pub(crate) const fn new(stamp: u32, row: u32) -> Self {
        Self((row as u64) << 32 | stamp as u64)
    }

    /// No component, and the row that the last one has left.
    pub(crate) const fn hole(row: u32) -> Self {
        Self::new(0, row | Self::HOLE)
    }

    #[inline(always)]
    pub(crate) const fn stamp(self) -> u32 {
        self.0 as u32
    }

    #[inline(always)]
    pub(crate) const fn row(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// The row that the last component has left, where there is none.
    #[inline]
    pub(crate) const fn as_hole(self) -> Option<u32> {
        if self.stamp() == 0 && self.row() & Self::HOLE != 0 { Some(self.row() & !Self::HOLE) } else { None }
    }

    /// The row of a component in the spill.
    #[inline]
    pub(crate) fn as_spilled(self) -> Option<u32> {
        (!self.is_vacant() && self.stamp() == 0).then_some(self.row())
    }

    /// Says whether the index has no component.
    #[inline(always)]
    pub(crate) const fn is_vacant(self) -> bool {
        self.stamp() == 0 && self.row().wrapping_sub(1) >= Self::HOLE - 1
    }
}
