//! A pass or a query becomes a visitor of a column.

use std::rc::Rc;

use crate::base::CallSite;
use crate::borrow::{Borrower, NO_ROW, Visiting};
use crate::column::Column;

impl Column {
    /// Lets a pass or a query visit the column, whose rows stay where they are from now on. Returns how
    /// many these are, and how many are in the enabled prefix.
    #[inline]
    pub(crate) fn add_visitor(
        self: Rc<Self>,
        visiting: &Rc<Visiting>,
        writes: bool,
        borrower: Borrower,
        site: CallSite,
    ) -> (usize, usize) {
        let (rows, prefix) = self.rows_and_prefix();
        let covered = self.covered(rows);
        if !self.is_flushed() {
            visiting.invalidate();
        }
        visiting.add_term(self, writes, (covered, NO_ROW), borrower, site);
        (rows, prefix)
    }
}
