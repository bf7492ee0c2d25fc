//! [`Ledger`]: where each live borrow of a store began, for the messages of debug builds.

#[cfg(debug_assertions)]
use core::cell::RefCell;
use core::panic::Location;

use super::lender::Lender;
use super::site::Site;

/// Stands for all rows.
pub(super) const ALL: u32 = u32::MAX;

/// In debug builds, the live borrows of a store and where each began; nothing in release builds.
pub(super) struct Ledger {
    #[cfg(debug_assertions)]
    open: RefCell<Vec<(u32, Lender, Site)>>,
}

#[cfg(debug_assertions)]
impl Ledger {
    pub(super) const fn new() -> Self {
        Self { open: RefCell::new(Vec::new()) }
    }

    pub(super) fn open(&self, row: u32, lender: Lender, site: Site) {
        self.open.borrow_mut().push((row, lender, site));
    }

    pub(super) fn close(&self, row: impl Fn() -> u32, site: Site) {
        let row = row();
        let mut open = self.open.borrow_mut();
        let found = open.iter().rposition(|entry| entry.0 == row && entry.2 == site);
        debug_assert!(found.is_some(), "row {row} was not lent at {site:?}");
        if let Some(found) = found {
            open.remove(found);
        }
    }

    /// Finds the borrow of a row; a pass is entered as a whole.
    pub(super) fn find(&self, row: u32) -> Option<&'static Location<'static>> {
        let open = self.open.borrow();
        let exact = open.iter().rev().find(|entry| entry.0 == row);
        exact.or_else(|| open.iter().rev().find(|entry| entry.0 == ALL))?.2.location()
    }
}

#[cfg(not(debug_assertions))]
#[expect(clippy::unused_self, reason = "the twin of the recording ledger")]
impl Ledger {
    pub(super) const fn new() -> Self {
        Self {}
    }

    #[inline(always)]
    pub(super) fn open(&self, _: u32, _: Lender, _: Site) {}

    #[inline(always)]
    pub(super) fn close(&self, _: impl Fn() -> u32, _: Site) {}

    pub(super) fn find(&self, _: u32) -> Option<&'static Location<'static>> {
        None
    }
}
