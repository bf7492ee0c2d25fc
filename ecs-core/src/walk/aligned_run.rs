//! [`AlignedRun`]: the rows of a column that can be visited in one loop, because all that goes with them is
//! aligned with them.

use std::rc::Rc;

use crate::column::{Column, PairRun, aligned_runs};

/// Which rows of a column the rows of a term are aligned with.
pub enum Alignment {
    Everywhere,
    Runs(Rc<Vec<PairRun>>),
}

impl Alignment {
    /// It is aligned with none of them.
    pub(super) fn nowhere() -> Self {
        Self::Runs(Rc::default())
    }

    /// Where the rows of another column, if there is one, are aligned with those of the driver.
    pub(super) fn find(other: Option<&Column>, driver: &Column) -> Self {
        match other {
            Some(other) if other.position() == driver.position() => Self::Everywhere,
            other => Self::Runs(other.map_or_else(Rc::default, |other| aligned_runs(driver, other))),
        }
    }
}

/// Rows from one on that are alike: a term is aligned with all of them, or with none.
pub struct AlignedRun<Starts> {
    pub(crate) len: usize,
    /// Where each term begins, or [`LOOK_UP`].
    pub(crate) starts: Starts,
    /// Whether all terms are aligned with these rows.
    pub(crate) is_zipped: bool,
}

/// Stands for the start of a term that is not aligned with the rows: each is looked up.
pub(super) const LOOK_UP: usize = usize::MAX;

impl<const N: usize> AlignedRun<[usize; N]> {
    /// Finds the run that begins at a row and ends before `rows`, with terms of which only as many rows are
    /// seen as `reaches` says.
    pub(super) fn find(alignments: &[Alignment; N], reaches: &[usize; N], row: usize, rows: usize) -> Self {
        let mut starts = [row; N];
        let len = find(alignments, reaches, row, rows, &mut starts);
        Self { len, starts, is_zipped: !starts.contains(&LOOK_UP) }
    }
}

/// As [`AlignedRun::find`]: writes down where each term begins, and returns the length. O(log n) in the
/// number of runs.
fn find(alignments: &[Alignment], reaches: &[usize], row: usize, rows: usize, starts: &mut [usize]) -> usize {
    let mut end = rows;
    for ((start, alignment), &reach) in starts.iter_mut().zip(alignments).zip(reaches) {
        let Alignment::Runs(runs) = alignment else { continue };
        let run = runs.get(runs.partition_point(|run| run.end() <= row));
        let seen = run.and_then(|run| {
            let start = run.other + row.checked_sub(run.row)?;
            (start < reach).then(|| (start, run.end().min(row + (reach - start))))
        });
        *start = seen.map_or(LOOK_UP, |(start, _)| start);
        end = end.min(match (seen, run) {
            (Some((_, end)), _) => end,
            (None, Some(run)) if run.row > row => run.row,
            (None, Some(run)) => run.end(),
            (None, None) => rows,
        });
    }
    end - row
}
