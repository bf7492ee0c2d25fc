//! [`Place`]: where the rows of a term are that go with those of a column.

/// Where the rows of a term are that go with a segment.
#[derive(Clone, Copy)]
pub enum Place<'r> {
    /// Side by side, from this one on.
    From(usize),
    /// For each row of the segment the row of the term. Those that are not below the limit are not seen, or
    /// not there.
    Mapped { rows: &'r [u32], limit: usize },
    /// Each is looked up.
    LookUp,
}

impl Place<'_> {
    /// How far behind the [first](Self::first) the row lies that goes with a step of the segment, if there is
    /// one. Nothing is looked up here.
    #[inline(always)]
    pub(super) fn step(self, step: usize) -> Option<usize> {
        match self {
            Self::From(_) => Some(step),
            Self::Mapped { rows, limit } => {
                rows.get(step).map(|&row| row as usize).filter(|&row| row < limit)
            }
            Self::LookUp => None,
        }
    }

    /// The row that steps are counted from.
    #[inline(always)]
    pub(crate) fn first(self) -> usize {
        if let Self::From(first) = self { first } else { 0 }
    }

    /// Says whether all that it leads to is below `reach`, in so many steps.
    pub(super) fn is_within(self, len: usize, reach: usize) -> bool {
        match self {
            Self::From(start) => start.checked_add(len).is_some_and(|end| end <= reach),
            Self::Mapped { limit, .. } => limit <= reach,
            Self::LookUp => false,
        }
    }
}
