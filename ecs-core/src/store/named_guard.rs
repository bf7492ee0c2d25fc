//! [`NamedGuard`]: a guard that messages call by its hook and parameter.

use crate::borrow::{Borrower, Borrows};

/// A guard on one component.
pub trait Guard {
    /// Where it is noted what is borrowed.
    fn borrows(&self) -> &Borrows;

    /// The row that it has borrowed.
    fn row(&self) -> u32;
}

/// A guard that a hook took as a parameter: messages name the hook instead of the guard.
pub struct NamedGuard<G: Guard> {
    guard: G,
    row: u32,
}

impl<G: Guard> NamedGuard<G> {
    /// Lets messages name this borrower.
    #[inline]
    pub(crate) fn new(guard: G, borrower: Borrower) -> Self {
        let row = guard.row();
        guard.borrows().name(row, borrower);
        Self { guard, row }
    }

    #[inline]
    pub(crate) fn guard(&mut self) -> &mut G {
        &mut self.guard
    }
}

impl<G: Guard> Drop for NamedGuard<G> {
    #[inline]
    fn drop(&mut self) {
        self.guard.borrows().end_name(self.row);
    }
}
