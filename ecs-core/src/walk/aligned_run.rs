//! [`AlignedRun`]: rows of a column that can be visited in one loop, because where all that goes with them is
//! known.

use std::rc::Rc;

use super::matching::{Matching, matching};
use crate::column::{Column, PairRun, RowMap};

/// Where the rows of a term lie that go with the rows of a column.
pub enum Alignment {
    /// Each term has its item for each row, or has none.
    Everywhere,
    /// In runs, and perhaps in a map of all rows.
    Matched { runs: Rc<Vec<PairRun>>, map: Option<Rc<RowMap>> },
}

impl Alignment {
    /// It is known of none of them.
    pub(super) fn nowhere() -> Self {
        Self::Matched { runs: Rc::default(), map: None }
    }

    /// Where the rows of another column, if there is one, lie beside those of the driver.
    pub(super) fn find(other: Option<&Column>, driver: &Column) -> Self {
        match other {
            Some(other) if other.position == driver.position => Self::Everywhere,
            Some(other) => {
                let Matching { runs, map } = matching(driver, other);
                Self::Matched { runs, map }
            }
            None => Self::nowhere(),
        }
    }
}

/// Where the rows of a term are that go with a run of rows of a column.
#[derive(Clone, Copy)]
pub enum RunPlace<'r> {
    /// Side by side, from this one on.
    From(usize),
    /// For each row of the run the row of the term. Those that are not below the limit are not seen, or not
    /// there.
    Mapped { rows: &'r [u32], limit: usize },
    /// Each is looked up.
    LookUp,
}

impl RunPlace<'_> {
    /// How far behind the [first](Self::first) the row lies that goes with a step of the run, if there is
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

/// Rows from one on that are alike: where a term lies is known in one way of all of them.
pub struct AlignedRun<Places> {
    pub(crate) len: usize,
    /// Where the rows of each term are.
    pub(crate) places: Places,
    pub(crate) kind: RunKind,
}

/// How the rows of a run are visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunKind {
    /// All terms lie side by side.
    Zipped,
    /// What does not is mapped.
    Mapped,
    /// Something must be looked up for each row.
    LookedUp,
}

impl<'r, const N: usize> AlignedRun<[RunPlace<'r>; N]> {
    /// Finds the run that begins at a row and ends before `rows`, with terms of which only as many rows are
    /// seen as `reaches` says.
    pub(super) fn find(
        alignments: &'r [Alignment; N],
        reaches: &[usize; N],
        row: usize,
        rows: usize,
    ) -> Self {
        let mut places = [RunPlace::From(row); N];
        let (len, kind) = find(alignments, reaches, row, rows, &mut places);
        Self { len, places, kind }
    }
}

/// As [`AlignedRun::find`]: writes down where each term lies, and returns the length and the kind. O(log n)
/// in the number of runs.
fn find<'r>(
    alignments: &'r [Alignment],
    reaches: &[usize],
    row: usize,
    rows: usize,
    places: &mut [RunPlace<'r>],
) -> (usize, RunKind) {
    let (mut end, mut kind) = (rows, RunKind::Zipped);
    for ((place, alignment), &reach) in places.iter_mut().zip(alignments).zip(reaches) {
        let Alignment::Matched { runs, map } = alignment else { continue };
        let run = runs.get(runs.partition_point(|run| run.end() <= row));
        let seen = run.and_then(|run| {
            let start = run.other + row.checked_sub(run.row)?;
            (start < reach).then(|| (start, run.end().min(row + (reach - start))))
        });
        end = end.min(match (seen, run) {
            (Some((_, end)), _) => end,
            (None, Some(run)) if run.row > row => run.row,
            (None, Some(run)) => run.end(),
            (None, None) => rows,
        });
        *place = match (seen, map) {
            (Some((start, _)), _) => RunPlace::From(start),
            (None, Some(map)) if map.rows().len() >= rows => {
                RunPlace::Mapped { rows: &map.rows()[row..], limit: reach }
            }
            (None, _) => RunPlace::LookUp,
        };
        kind = match (*place, kind) {
            (RunPlace::From(_), kind) => kind,
            (RunPlace::LookUp, _) | (_, RunKind::LookedUp) => RunKind::LookedUp,
            (RunPlace::Mapped { .. }, _) => RunKind::Mapped,
        };
    }
    (end - row, kind)
}
