//! [`Stretch`]: the rows of a pass that can be visited in one loop, because all that the hook takes lies beside them.

use std::rc::Rc;

use crate::store::{Run, Store};

/// For which rows of a pass a parameter lies beside them.
pub enum Beside {
    Everywhere,
    Runs(Rc<Vec<Run>>),
}

impl Beside {
    /// The components of another store, if there is one.
    pub(super) fn runs<T, U>(other: Option<&Store<U>>, store: &Store<T>) -> Self {
        Self::Runs(other.map_or_else(Rc::default, |other| store.runs_beside(other)))
    }
}

/// Rows from one on that are alike.
pub(super) struct Stretch<const N: usize> {
    pub(super) len: usize,
    /// Where each parameter begins; `None` if one does not lie beside these rows.
    pub(super) starts: Option<[usize; N]>,
}

impl<const N: usize> Stretch<N> {
    /// Finds the stretch that begins at a row and ends before `rows`. O(log n) in the number of runs.
    pub(super) fn find(params: &[Beside; N], row: usize, rows: usize) -> Self {
        let (mut end, mut next) = (rows, row);
        let starts = params.each_ref().map(|beside| {
            let Beside::Runs(runs) = beside else { return row };
            match runs.get(runs.partition_point(|run| run.end() <= row)) {
                Some(run) if run.row <= row => {
                    end = end.min(run.end());
                    run.other + (row - run.row)
                }
                run => {
                    next = next.max(run.map_or(rows, |run| run.row.min(rows)));
                    0
                }
            }
        });
        if next == row {
            Self { len: end - row, starts: Some(starts) }
        } else {
            Self { len: next - row, starts: None }
        }
    }
}
