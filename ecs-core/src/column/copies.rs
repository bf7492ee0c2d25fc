//! [`Copies`]: where the rows are that a hook has as a copy, of a type that is stored by its fields.

use core::cell::{Cell, RefCell};
use core::ptr;

/// The copies that hooks have of rows of a column, one within the other: their addresses and rows.
///
/// The copies of passes are not here: each pass notes its own.
#[derive(Default)]
pub(crate) struct Copies(RefCell<Vec<(usize, u32)>>);

impl Copies {
    /// Notes that the copy of a row lies at an address; or, at zero, that the last one is gone.
    pub(super) fn note(&self, address: usize, row: u32) {
        let mut copies = self.0.borrow_mut();
        if address == 0 {
            copies.pop();
        } else {
            copies.push((address, row));
        }
    }

    /// The row of which the copy at an address is.
    pub(super) fn row_at(&self, address: usize) -> Option<u32> {
        self.0.borrow().iter().rev().find(|(at, _)| *at == address).map(|&(_, row)| row)
    }

    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.0.borrow().len()
    }
}

/// The copy of a row that a claim of a pass has on this thread.
#[derive(Clone, Copy)]
pub(super) struct Claimed {
    /// The column, which is only compared.
    pub(super) column: *const (),
    pub(super) address: usize,
    pub(super) row: u32,
}

impl Claimed {
    const NONE: Self = Self { column: ptr::null(), address: 0, row: 0 };

    /// The one that was noted last.
    pub(super) fn here() -> Self {
        CLAIMED.get()
    }

    /// Notes this one, in the place of the last.
    #[inline(always)]
    pub(super) fn note(self) {
        CLAIMED.set(self);
    }
}

thread_local! {
    static CLAIMED: Cell<Claimed> = const { Cell::new(Claimed::NONE) };
}

/// What this thread has noted of a claim before another one, which it may have taken on in the midst of a
/// hook of the first. It is noted again when this is dropped.
pub(crate) struct OuterClaim(Claimed);

impl OuterClaim {
    pub(crate) fn keep() -> Self {
        Self(Claimed::here())
    }
}

impl Drop for OuterClaim {
    fn drop(&mut self) {
        self.0.note();
    }
}
