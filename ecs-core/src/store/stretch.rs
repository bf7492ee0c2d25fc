//! [`Stretch`]: the rows of a store that can be visited in one loop, because all that goes with them lies beside them.

use std::rc::Rc;

use super::align::{Run, runs_beside};
use super::order::Order;

/// For which rows of a store a column lies beside them.
pub enum Beside {
    Everywhere,
    Runs(Rc<Vec<Run>>),
}

impl Beside {
    /// Where the rows of another store, if there is one, lie beside those of a store.
    pub(super) fn find(other: Option<&dyn Order>, order: &dyn Order) -> Self {
        match other {
            Some(other) if other.position() == order.position() => Self::Everywhere,
            other => Self::Runs(other.map_or_else(Rc::default, |other| runs_beside(order, other))),
        }
    }
}

/// Rows from one on that are alike.
pub struct Stretch<Starts> {
    pub(crate) len: usize,
    /// Where each column begins; `None` if one does not lie beside these rows.
    pub(crate) starts: Option<Starts>,
}

impl<const N: usize> Stretch<[usize; N]> {
    /// Finds the stretch that begins at a row and ends before `rows`, beside columns of which only as many rows are seen as `reaches`
    /// says. O(log n) in the number of runs.
    pub(super) fn find(besides: &[Beside; N], reaches: &[usize; N], row: usize, rows: usize) -> Self {
        let (mut end, mut next) = (rows, row);
        let mut starts = [row; N];
        for ((start, beside), &reach) in starts.iter_mut().zip(besides).zip(reaches) {
            let Beside::Runs(runs) = beside else { continue };
            let Some(run) = runs.get(runs.partition_point(|run| run.end() <= row)) else {
                next = rows;
                continue;
            };
            if run.row > row {
                next = next.max(run.row.min(rows));
                continue;
            }
            *start = run.other + (row - run.row);
            if *start < reach {
                end = end.min(run.end()).min(row + (reach - *start));
            } else {
                next = next.max(run.end().min(rows));
            }
        }
        if next == row {
            Self { len: end - row, starts: Some(starts) }
        } else {
            Self { len: next - row, starts: None }
        }
    }
}
