//! [`AllRows`]: all components of a type that is borrowed as a whole, each to write to: in their rows, or as
//! copies that are written back.
#![expect(unsafe_code, reason = "copies of rows live beside what has borrowed the rows")]

use crate::store::{Layout, Stored};

use super::rows::Rows;

/// The rows of a type, which are borrowed for writing, with copies of them where there is no slice of values.
pub(crate) struct AllRows<T: Stored> {
    /// Before the rows: they are written back first.
    copies: Vec<<T::Layout as Layout<T>>::Mutable<'static>>,
    rows: Rows<'static, T, true>,
}

impl<T: Stored> AllRows<T> {
    pub(crate) fn new(rows: Rows<'static, T, true>) -> Self {
        Self { copies: Vec::new(), rows }
    }

    pub(crate) fn rows(&self) -> &Rows<'static, T, true> {
        &self.rows
    }

    /// The enabled components.
    pub(crate) fn enabled_mut(&mut self) -> impl Iterator<Item = &mut T> {
        let Self { copies, rows } = self;
        // Those of another call are written back before they are read again.
        copies.clear();
        let enabled = rows.enabled();
        let values = if const { T::Layout::IS_SPLIT } {
            // SAFETY: the rows are live, and borrowed by this alone for longer than the copies live. Each is
            // copied once, and nobody else is shown it meanwhile.
            let copy = |row| unsafe { T::Layout::mutable(rows.cursor(row), 0) };
            if copies.capacity() < enabled {
                *copies = rows.room_for_copies(enabled);
            }
            copies.extend((0..enabled).map(copy));
            &mut []
        } else {
            &mut rows.slice_mut()[..enabled]
        };
        values.iter_mut().chain(copies.iter_mut().map(|copy| &mut **copy))
    }
}
