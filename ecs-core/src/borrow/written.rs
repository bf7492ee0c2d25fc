//! [`Written`]: which rows of a column may have been written to since its values were saved.

use core::cell::{Cell, RefCell};

use crate::base::WRITES_ARE_NOTED;

/// The number of rows that are saved together: few, so that little is copied where little was written to;
/// and enough, so that a page costs little besides its bytes.
pub(crate) const PAGE: usize = 256;

/// Which pages of rows may have been written to since the values of the column were saved: noted when the
/// borrow of a row for writing ends, or when all rows are borrowed for writing. Values are saved only while
/// nothing is borrowed.
#[derive(Default)]
pub(super) struct Written {
    /// All rows may have been written to since [`Borrows::follow`](super::Borrows::follow).
    pub(super) are_all: Cell<bool>,
    /// A bit a page.
    pages: RefCell<Vec<u64>>,
    /// Pages are noted. Otherwise all count as written to.
    is_noted: Cell<bool>,
}

impl Written {
    pub(super) const fn new() -> Self {
        Self { are_all: Cell::new(true), pages: RefCell::new(Vec::new()), is_noted: Cell::new(false) }
    }

    /// Notes that a row may be written to.
    #[inline(always)]
    pub(super) fn note_row(&self, row: u32) {
        if WRITES_ARE_NOTED && self.is_noted.get() {
            self.note_page(row as usize / PAGE);
        }
    }

    #[inline(never)]
    fn note_page(&self, page: usize) {
        match self.pages.borrow_mut().get_mut(page / 64) {
            Some(word) => *word |= 1 << (page % 64),
            // It came later.
            None => self.is_noted.set(false),
        }
    }

    /// Notes that all may be written to.
    #[inline(always)]
    pub(super) fn note_all(&self) {
        self.are_all.set(true);
        if WRITES_ARE_NOTED {
            self.is_noted.set(false);
        }
    }

    /// Begins anew with this number of rows, of which none was written to.
    pub(super) fn begin(&self, rows: usize) {
        let pages = &mut *self.pages.borrow_mut();
        let words = rows.div_ceil(PAGE * 64);
        pages.clear();
        let has_room = pages.try_reserve(words).is_ok();
        if has_room {
            pages.resize(words, 0);
        }
        self.is_noted.set(has_room);
    }

    /// Says whether no row was written to.
    pub(super) fn is_none(&self) -> bool {
        self.is_noted.get() && self.pages.borrow().iter().all(|&word| word == 0)
    }

    /// Says whether any row of a page may have been written to.
    #[inline]
    pub(super) fn has(&self, page: usize) -> bool {
        !self.is_noted.get()
            || self.pages.borrow().get(page / 64).is_none_or(|word| word >> (page % 64) & 1 != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::{PAGE, WRITES_ARE_NOTED, Written};

    #[test]
    fn a_page_is_written_to_once_a_row_of_it_is() {
        if !WRITES_ARE_NOTED {
            return; // no snapshot asks
        }
        let written = Written::new();
        assert!(written.has(0) && !written.is_none(), "all, as long as nothing is noted");
        written.begin(70 * PAGE);
        assert!(written.is_none());
        written.note_row(PAGE as u32 * 65 + 7);
        assert_eq!((0..70).filter(|&page| written.has(page)).collect::<Vec<_>>(), [65]);
        written.note_row(PAGE as u32 * 200);
        assert!((0..70).all(|page| written.has(page)), "there were not so many");
        written.begin(5);
        written.note_all();
        assert!(written.has(0) && !written.is_none());
    }
}
