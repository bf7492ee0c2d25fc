//! The ledger that is not kept: its twin does nothing.
#![expect(clippy::unused_self, reason = "the twin of the ledger that is kept")]

use crate::base::CallSite;
use crate::borrow::borrower::Borrower;
use core::panic::Location;

/// Keeps nothing.
pub(in crate::borrow) struct NoLedger {}

impl NoLedger {
    pub(in crate::borrow) const fn new() -> Self {
        Self {}
    }

    #[inline(always)]
    pub(in crate::borrow) fn make_room(&self) {}

    #[inline(always)]
    pub(in crate::borrow) fn open(&self, _: u32, _: Borrower, _: CallSite) {}

    #[inline(always)]
    pub(in crate::borrow) fn open_all(&self, _: u32, _: Borrower, _: CallSite) {}

    #[inline(always)]
    pub(in crate::borrow) fn check_visited(&self, _: u32, _: bool) {}

    #[inline(always)]
    pub(in crate::borrow) fn close(&self, _: impl Fn() -> u32, _: CallSite) {}

    #[inline(always)]
    pub(in crate::borrow) fn close_all(&self, _: u32, _: CallSite) {}

    pub(in crate::borrow) fn find(&self, _: u32) -> Option<&'static Location<'static>> {
        None
    }
}
