//! A pass or a query becomes a visitor of a column.

use std::rc::Rc;

use crate::base::CallSite;
use crate::borrow::{Borrower, NO_ROW, Visiting, Visitor};
use crate::column::Column;

impl Column {
    /// Lets a pass or a query visit the column, whose rows stay where they are from now on.
    pub(crate) fn add_visitor(
        self: &Rc<Self>,
        visiting: &Rc<Visiting>,
        writes: bool,
        borrower: Borrower,
        site: CallSite,
    ) {
        let (limit, fixed) = (self.covered(self.rows()), NO_ROW);
        let term = visiting.add_term(self.clone(), self.position(), writes, limit);
        if self.check_flushed().is_err() {
            visiting.invalidate();
        }
        self.borrows().add_visitor(Visitor {
            visiting: visiting.clone(),
            term,
            writes,
            limit,
            fixed,
            borrower,
            site,
        });
    }

    /// The rows that a pass has before it which begins now, as far as they are enabled when their turn comes.
    /// `None` if that is the enabled prefix.
    pub(crate) fn rows_of_pass(&self) -> Option<Vec<u32>> {
        self.check_flushed().is_err().then(|| self.rows_to_visit())
    }
}
