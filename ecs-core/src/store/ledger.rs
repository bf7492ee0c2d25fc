//! [`Ledger`]: every live borrow of a store, and where it began.
//!
//! It says in messages where the other borrow of a conflict began, and checks [`Lent`](super::lent::Lent), which keeps the same in
//! a few bytes: whatever is lent beside something that it overlaps, while one of the two may write, is a panic here. It is kept in debug
//! builds, and with the feature `ledger`; otherwise it is empty and does nothing.

use core::panic::Location;

use super::lender::Lender;
use super::site::Site;

/// Stands for all rows in the place of one.
pub(super) const ALL: u32 = u32::MAX;

#[cfg(any(debug_assertions, feature = "ledger"))]
pub(super) use kept::Ledger;
#[cfg(not(any(debug_assertions, feature = "ledger")))]
pub(super) use none::Ledger;

#[cfg(any(debug_assertions, feature = "ledger"))]
mod kept {
    use super::{ALL, Lender, Location, Site};
    use core::cell::{Cell, RefCell};
    use core::ops::Range;

    /// The live borrows of a store.
    pub(in crate::store) struct Ledger {
        open: RefCell<Vec<Loan>>,
        /// The rows of the pass that runs are lent one after the other: this is lent now.
        visited: Cell<Option<u32>>,
    }

    #[derive(Clone, Debug)]
    struct Loan {
        /// What was asked for, to be found by: a row or [`ALL`].
        key: u32,
        /// What is lent. Nothing, as long as it is a pass, which lends row after row.
        rows: Range<u32>,
        lender: Lender,
        site: Site,
    }

    impl Loan {
        fn is_shared(&self) -> bool {
            matches!(self.lender, Lender::Shared | Lender::View)
        }

        fn conflicts_with(&self, other: &Self) -> bool {
            let overlap = self.rows.start.max(other.rows.start) < self.rows.end.min(other.rows.end);
            overlap && !(self.is_shared() && other.is_shared())
        }
    }

    impl Ledger {
        pub(in crate::store) const fn new() -> Self {
            Self { open: RefCell::new(Vec::new()), visited: Cell::new(None) }
        }

        /// Makes room for one more borrow, so that noting it cannot fail.
        pub(in crate::store) fn make_room(&self) {
            self.open.borrow_mut().reserve(1);
        }

        /// Notes that a row is lent.
        pub(in crate::store) fn open(&self, row: u32, lender: Lender, site: Site) {
            self.add(Loan { key: row, rows: row..row + 1, lender, site });
        }

        /// Notes that the rows below `rows` are lent as a whole.
        pub(in crate::store) fn open_all(&self, rows: u32, lender: Lender, site: Site) {
            self.add(Loan { key: ALL, rows: 0..rows, lender, site });
        }

        /// Notes that a pass begins to lend row after row.
        pub(in crate::store) fn open_pass(&self, site: Site) {
            self.visited.set(None);
            self.add(Loan { key: ALL, rows: 0..0, lender: Lender::Hook, site });
        }

        /// Notes the row that a pass lends now.
        pub(in crate::store) fn visit(&self, row: u32) {
            self.visited.set(None);
            let open = self.open.borrow();
            let pass = open.iter().find(|loan| loan.key == ALL && loan.lender == Lender::Hook);
            if let Some(pass) = pass {
                check(&open, &Loan { rows: row..row + 1, ..pass.clone() });
                self.visited.set(Some(row));
            }
        }

        fn add(&self, loan: Loan) {
            let mut open = self.open.borrow_mut();
            check(&open, &loan);
            if let Some(row) = self.visited.get() {
                let visited = Loan { key: row, rows: row..row + 1, lender: Lender::Hook, site: loan.site };
                check(&[visited], &loan);
            }
            open.push(loan);
        }

        /// Notes that a borrow has ended.
        pub(in crate::store) fn close(&self, key: impl Fn() -> u32, site: Site) {
            let key = key();
            let mut open = self.open.borrow_mut();
            let found = open.iter().rposition(|loan| loan.key == key && loan.site == site);
            let found =
                found.unwrap_or_else(|| panic!("row {key} is given back, but was not lent at {site:?}"));
            let loan = open.remove(found);
            if loan.key == ALL && loan.lender == Lender::Hook {
                self.visited.set(None);
            }
        }

        /// Finds where the borrow of a row began; a pass is entered as a whole.
        pub(in crate::store) fn find(&self, row: u32) -> Option<&'static Location<'static>> {
            let open = self.open.borrow();
            let exact = open.iter().rev().find(|loan| loan.key == row);
            exact.or_else(|| open.iter().rev().find(|loan| loan.key == ALL))?.site.location()
        }
    }

    fn check(open: &[Loan], loan: &Loan) {
        if let Some(other) = open.iter().find(|other| other.conflicts_with(loan)) {
            panic!("{loan:?} was lent beside {other:?}: a defect of this library");
        }
    }

    #[cfg(test)]
    mod tests {
        use super::{ALL, Ledger, Lender, Site};
        use std::panic::{AssertUnwindSafe, catch_unwind};

        fn is_refused(f: impl FnOnce()) -> bool {
            catch_unwind(AssertUnwindSafe(f)).is_err()
        }

        #[test]
        fn what_overlaps_must_be_for_reading() {
            let (ledger, site) = (Ledger::new(), Site::here());
            ledger.open(3, Lender::Shared, site);
            ledger.open(3, Lender::Shared, site);
            ledger.open_all(5, Lender::View, site);
            ledger.open(5, Lender::Exclusive, site);
            assert!(is_refused(|| ledger.open(3, Lender::Exclusive, site)));
            assert!(is_refused(|| ledger.open(4, Lender::Hook, site)), "of the view");
            assert!(is_refused(|| ledger.open(5, Lender::Shared, site)));
            assert!(is_refused(|| ledger.open_all(6, Lender::View, site)));
            assert!(is_refused(|| ledger.open_all(4, Lender::ViewMut, site)));
            ledger.close(|| 5, site);
            ledger.open_all(6, Lender::View, site);
        }

        #[test]
        fn a_pass_lends_the_row_that_it_visits() {
            let (ledger, site) = (Ledger::new(), Site::here());
            ledger.open_pass(site);
            ledger.visit(0);
            assert!(is_refused(|| ledger.open(0, Lender::Shared, site)));
            ledger.open(1, Lender::Shared, site);
            assert!(is_refused(|| ledger.visit(1)));
            ledger.visit(2);
            ledger.open(0, Lender::Exclusive, site);
            ledger.close(|| ALL, site);
            ledger.open(2, Lender::Exclusive, site);
        }

        #[test]
        fn what_was_not_lent_is_not_given_back() {
            let (ledger, site) = (Ledger::new(), Site::here());
            ledger.open(3, Lender::Shared, site);
            ledger.close(|| 3, site);
            assert!(is_refused(|| ledger.close(|| 3, site)));
        }
    }
}

#[cfg(not(any(debug_assertions, feature = "ledger")))]
#[expect(clippy::unused_self, reason = "the twin of the ledger that is kept")]
mod none {
    use super::{Lender, Location, Site};

    /// Keeps nothing.
    pub(in crate::store) struct Ledger {}

    impl Ledger {
        pub(in crate::store) const fn new() -> Self {
            Self {}
        }

        #[inline(always)]
        pub(in crate::store) fn make_room(&self) {}

        #[inline(always)]
        pub(in crate::store) fn open(&self, _: u32, _: Lender, _: Site) {}

        #[inline(always)]
        pub(in crate::store) fn open_all(&self, _: u32, _: Lender, _: Site) {}

        #[inline(always)]
        pub(in crate::store) fn open_pass(&self, _: Site) {}

        #[inline(always)]
        pub(in crate::store) fn visit(&self, _: u32) {}

        #[inline(always)]
        pub(in crate::store) fn close(&self, _: impl Fn() -> u32, _: Site) {}

        pub(in crate::store) fn find(&self, _: u32) -> Option<&'static Location<'static>> {
            None
        }
    }
}
