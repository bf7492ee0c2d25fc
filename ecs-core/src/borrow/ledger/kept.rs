//! The ledger that is kept.

use crate::base::CallSite;
use crate::borrow::borrower::Borrower;
use core::cell::RefCell;
use core::hash::BuildHasherDefault;
use core::ops::Range;
use core::panic::Location;
use std::collections::HashMap;
use std::hash::DefaultHasher;

/// The live borrows of a column.
pub(in crate::borrow) struct Ledger {
    /// Rows that are borrowed one by one.
    rows: RefCell<HashMap<u32, BorrowedRow, BuildHasherDefault<DefaultHasher>>>,
    /// The borrows of rows, in places that are used again.
    open: RefCell<OpenBorrows>,
    /// The borrows of many rows.
    wholes: RefCell<Vec<Borrow>>,
}

/// A row that is borrowed.
struct BorrowedRow {
    count: u32,
    /// One of its borrows may write.
    writer: bool,
    /// The place of the last one, which leads to those before.
    last: usize,
}

/// Where borrows of rows began.
struct OpenBorrows {
    /// With the place of the borrow of the same row before, or of the next free place.
    all: Vec<(CallSite, usize)>,
    free: usize,
}

/// No place.
const NOWHERE: usize = usize::MAX;

impl OpenBorrows {
    fn add(&mut self, site: CallSite, before: usize) -> usize {
        if self.free == NOWHERE {
            self.all.push((site, before));
            return self.all.len() - 1;
        }
        let place = self.free;
        self.free = self.all[place].1;
        self.all[place] = (site, before);
        place
    }

    /// Ends a borrow that began at a site, the last of those of a row that end in a place; returns the last
    /// place then. `None` if there is none.
    fn end(&mut self, last: usize, site: CallSite) -> Option<usize> {
        let (mut after, mut place) = (NOWHERE, last);
        while place != NOWHERE {
            let (began, before) = self.all[place];
            if began == site {
                self.all[place].1 = self.free;
                self.free = place;
                if after == NOWHERE {
                    return Some(before);
                }
                self.all[after].1 = before;
                return Some(last);
            }
            (after, place) = (place, before);
        }
        None
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Borrow {
    rows: Range<u32>,
    borrower: Borrower,
    site: CallSite,
}

const fn writes(borrower: Borrower) -> bool {
    !matches!(borrower, Borrower::Shared | Borrower::View | Borrower::Columns | Borrower::QueryShared)
}

impl Ledger {
    pub(in crate::borrow) const fn new() -> Self {
        Self {
            rows: RefCell::new(HashMap::with_hasher(BuildHasherDefault::new())),
            open: RefCell::new(OpenBorrows { all: Vec::new(), free: NOWHERE }),
            wholes: RefCell::new(Vec::new()),
        }
    }

    /// Makes room for one more borrow, so that noting it cannot fail.
    pub(in crate::borrow) fn make_room(&self) {
        self.rows.borrow_mut().reserve(1);
        self.open.borrow_mut().all.reserve(1);
        self.wholes.borrow_mut().reserve(1);
    }

    /// Notes that a row is borrowed.
    pub(in crate::borrow) fn open(&self, row: u32, borrower: Borrower, site: CallSite) {
        self.make_room();
        self.check(row, borrower);
        let mut rows = self.rows.borrow_mut();
        let row = rows.entry(row).or_insert(BorrowedRow { count: 0, writer: false, last: NOWHERE });
        row.count += 1;
        row.writer = writes(borrower);
        row.last = self.open.borrow_mut().add(site, row.last);
    }

    /// Notes that a borrow of a row has ended.
    pub(in crate::borrow) fn close(&self, row: impl Fn() -> u32, site: CallSite) {
        let (row, mut rows) = (row(), self.rows.borrow_mut());
        let ended = rows.get_mut(&row).and_then(|borrowed| {
            borrowed.last = self.open.borrow_mut().end(borrowed.last, site)?;
            (borrowed.count, borrowed.writer) = (borrowed.count - 1, false);
            Some(borrowed.count)
        });
        match ended {
            Some(0) => drop(rows.remove(&row)),
            Some(_) => {}
            None => panic!("row {row} is released, but was not borrowed at {site:?}"),
        }
    }

    /// Notes that the rows below `rows` are borrowed as a whole.
    pub(in crate::borrow) fn open_all(&self, rows: u32, borrower: Borrower, site: CallSite) {
        self.make_room();
        let overlaps =
            self.rows.borrow().iter().any(|(&row, own)| row < rows && (own.writer || writes(borrower)));
        let wholes = self.wholes.borrow().iter().any(|whole| writes(whole.borrower) || writes(borrower));
        assert!(
            !overlaps && !wholes,
            "rows below {rows} were borrowed by {borrower:?} during another borrow: a defect"
        );
        self.wholes.borrow_mut().push(Borrow { rows: 0..rows, borrower, site });
    }

    /// Asserts that nothing else has borrowed a row that a pass visits.
    pub(in crate::borrow) fn check_visited(&self, row: u32, writes: bool) {
        self.check(row, if writes { Borrower::Hook } else { Borrower::Shared });
    }

    /// Notes that the borrow of the rows below `rows` has ended.
    pub(in crate::borrow) fn close_all(&self, rows: u32, site: CallSite) {
        let mut wholes = self.wholes.borrow_mut();
        let found = wholes.iter().rposition(|whole| whole.rows == (0..rows) && whole.site == site);
        wholes.remove(found.unwrap_or_else(|| panic!("rows below {rows} were not borrowed at {site:?}")));
    }

    /// Finds where the borrow of a row began, or of many.
    pub(in crate::borrow) fn find(&self, row: u32) -> Option<&'static Location<'static>> {
        let (open, wholes) = (self.open.borrow(), self.wholes.borrow());
        let exact = self.rows.borrow().get(&row).map(|borrowed| open.all[borrowed.last].0);
        exact.or_else(|| Some(wholes.last()?.site))?.location()
    }

    /// Looks for a borrow that overlaps a new one of a row, where one of the two may write.
    fn check(&self, row: u32, borrower: Borrower) {
        let conflicts = |other| writes(other) || writes(borrower);
        let overlaps = self.rows.borrow().get(&row).is_some_and(|own| own.writer || writes(borrower));
        let wholes = self.wholes.borrow();
        let whole = wholes.iter().any(|whole| whole.rows.contains(&row) && conflicts(whole.borrower));
        assert!(
            !overlaps && !whole,
            "row {row} was borrowed by {borrower:?} during another borrow: a defect"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::{Borrower, CallSite, Ledger};
    use std::panic::{AssertUnwindSafe, catch_unwind};

    fn is_refused(f: impl FnOnce()) -> bool {
        catch_unwind(AssertUnwindSafe(f)).is_err()
    }

    #[test]
    fn what_overlaps_must_be_for_reading() {
        let (ledger, site) = (Ledger::new(), CallSite::here());
        ledger.open(3, Borrower::Shared, site);
        ledger.open(3, Borrower::Shared, site);
        ledger.open_all(5, Borrower::View, site);
        ledger.open(5, Borrower::Exclusive, site);
        assert!(is_refused(|| ledger.open(3, Borrower::Exclusive, site)));
        assert!(is_refused(|| ledger.open(4, Borrower::Hook, site)), "of the view");
        assert!(is_refused(|| ledger.open(5, Borrower::Shared, site)));
        assert!(is_refused(|| ledger.open_all(6, Borrower::View, site)));
        assert!(is_refused(|| ledger.open_all(4, Borrower::ViewMut, site)));
        ledger.close(|| 5, site);
        ledger.open_all(6, Borrower::View, site);
        ledger.close_all(5, site);
        assert!(is_refused(|| ledger.open(5, Borrower::Hook, site)), "of the other view");
    }

    #[test]
    fn what_a_pass_visits_is_borrowed_by_nobody_else() {
        let (ledger, site) = (Ledger::new(), CallSite::here());
        ledger.open(1, Borrower::Shared, site);
        ledger.check_visited(0, true);
        ledger.check_visited(1, false);
        assert!(is_refused(|| ledger.check_visited(1, true)));
        ledger.open_all(1, Borrower::View, site);
        assert!(is_refused(|| ledger.check_visited(0, true)), "of the view");
        ledger.check_visited(2, true);
    }

    #[test]
    fn what_was_not_borrowed_is_not_released() {
        let (ledger, site) = (Ledger::new(), CallSite::here());
        ledger.open(3, Borrower::Shared, site);
        ledger.close(|| 3, site);
        assert!(is_refused(|| ledger.close(|| 3, site)));
    }
}
