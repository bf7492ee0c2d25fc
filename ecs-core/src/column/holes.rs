//! Holes: rows that a component has left, until the next component of the same entity index fills them, or
//! until they are closed.
//!
//! Leaving a hole is O(1) and moves nothing. What is despawned and spawned again in between keeps its row,
//! and so all columns keep the order that they share. Whatever looks at the rows as a whole, or borrows one,
//! closes the holes first: a few by moving the last rows there, many by moving all rows down in order, so
//! that the ids stay in order too.

use core::cell::{Cell, RefCell};

/// Which rows of a column are holes.
#[derive(Default)]
pub(super) struct Holes {
    pub(super) count: Cell<usize>,
    /// Rows that became holes since holes were closed last; some were filled again.
    pub(super) rows: RefCell<Vec<u32>>,
    /// They became too many to be closed one by one, and are not listed any more.
    pub(super) many: Cell<bool>,
}

/// So many holes stay open, and three quarters of the rows: closing them costs a move for three that were
/// left.
pub(super) const FREE_OF_CHARGE: usize = 1024;
