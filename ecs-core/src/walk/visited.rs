//! What a pass or a query asks of a column that it visits.

use std::rc::Rc;

use crate::borrow::{Borrower, CallSite, NO_ROW, Visiting, Visitor};
use crate::column::Column;

impl Column {
    /// Lets a pass or a query visit the store, whose rows stay where they are from now on.
    pub(crate) fn welcome(
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
        self.borrows().welcome(Visitor {
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
