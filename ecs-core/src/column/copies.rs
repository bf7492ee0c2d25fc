//! [`Copies`]: where the rows are that a hook has as a copy, of a type that is stored by its fields: so a
//! component finds its entity.

use core::cell::{Cell, RefCell};
use core::ptr;

use crate::ids::Entity;

use super::column::Column;

/// The copies that hooks have of rows of a column, one within the other: their addresses and rows.
///
/// The copies of passes are not here: each pass notes its own.
#[derive(Default)]
pub(crate) struct Copies(RefCell<Vec<(usize, u32)>>);

/// The copy of a row that a claim of a pass has on this thread.
#[derive(Clone, Copy)]
pub(crate) struct Claimed {
    column: *const Column,
    address: usize,
    row: u32,
}

thread_local! {
    static CLAIMED: Cell<Claimed> = const { Cell::new(Claimed::NONE) };
}

impl Claimed {
    const NONE: Self = Self { column: ptr::null(), address: 0, row: 0 };

    /// The copy that this thread has now: while another claim runs inside its hook, it is the one outside.
    #[inline(always)]
    pub(crate) fn here() -> Self {
        CLAIMED.get()
    }
}

impl Column {
    /// Notes that the copy of a row lies at an address; or, at zero, that the last one is gone.
    pub(crate) fn note_copy(&self, address: usize, row: u32) {
        let mut copies = self.copies.0.borrow_mut();
        if address == 0 {
            copies.pop();
        } else {
            copies.push((address, row));
        }
    }

    /// As [`Column::note_copy`], of a row that was claimed, on any thread. When its copy is gone, the one
    /// outside counts again: a hook may wait for its pool, or enter another world, and other rows are claimed
    /// on this thread meanwhile.
    #[inline(always)]
    pub(crate) fn note_claimed(&self, address: usize, row: u32, outside: Claimed) {
        let here = Claimed { column: self, address, row };
        CLAIMED.set(if address == 0 { outside } else { here });
    }

    /// The entity of which a hook has a copy at an address.
    #[cold]
    #[inline(never)]
    pub(super) fn entity_of_copy(&self, address: usize) -> Option<Entity> {
        let claimed = CLAIMED.get();
        if claimed.address == address && ptr::eq(claimed.column, self) {
            return self.entity_of(claimed.row);
        }
        if self.dense.is_frozen() {
            return None;
        }
        let copies = self.copies.0.borrow();
        let noted = copies.iter().rev().find(|(at, _)| *at == address).map(|&(_, row)| row);
        self.entity_of(noted.or_else(|| self.borrows.copied_row(address))?)
    }
}
