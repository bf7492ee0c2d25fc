//! A pass or a query becomes a visitor of a column.

use std::rc::Rc;

use crate::base::CallSite;
use crate::borrow::{Borrower, Visiting};
use crate::column::Column;

use super::opening::Opening;

impl Column {
    /// As [`Column::add_visitor`], for a term of a pass or a query: messages call it by that.
    pub(crate) fn add_visitor_of_term(
        self: &Rc<Self>,
        opening: &Opening<'_>,
        writes: bool,
    ) -> (usize, usize) {
        let &Opening { visiting, isolated, hook, site, .. } = opening;
        let borrower = match isolated {
            true => Borrower::of_whole(hook, self.name(), writes),
            false => Borrower::of_term(hook, self.name(), writes),
        };
        self.add_visitor(visiting, writes, borrower, site)
    }

    /// Lets a pass or a query visit the column, whose rows stay where they are from now on. Returns how
    /// many these are, and how many are in the enabled prefix.
    #[inline]
    pub(crate) fn add_visitor(
        self: &Rc<Self>,
        visiting: &Rc<Visiting>,
        writes: bool,
        borrower: Borrower,
        site: CallSite,
    ) -> (usize, usize) {
        let (rows, prefix) = self.rows_and_prefix();
        let column = (self.clone() as Rc<_>, self.position);
        let visitor = visiting.add_term(column, writes, self.covered(rows), borrower, site);
        if !self.is_flushed() {
            visiting.invalidate();
        }
        self.borrows.add_visitor(visitor);
        (rows, prefix)
    }
}
