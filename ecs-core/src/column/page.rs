//! [`Page`]: copies of the values of some rows.
#![expect(unsafe_code, reason = "values are copied and dropped without their type")]

use core::cell::Cell;

use crate::base::{Panic, discard, keep_panic_of};
use crate::borrow::PAGE;

use super::copying::CopyRows;
use super::info::TypeInfo;
use super::live_rows::LiveRows;
use super::rows::{Block, NoRoom};

/// Copies of the values of up to [`PAGE`] rows that lie side by side. They belong to it.
pub struct Page {
    info: &'static TypeInfo,
    values: Block,
    /// The rows that have a value. Those without were holes.
    ///
    /// Invariant 33: each of these holds a value of the type, which belongs to the page.
    live: LiveRows,
    /// The hash of the values, once somebody has asked.
    hash: Cell<Option<u64>>,
}

impl Page {
    pub(super) fn new(info: &'static TypeInfo) -> Self {
        Self { info, values: Block::new(info.layouts()), live: LiveRows::default(), hash: Cell::new(None) }
    }

    pub(crate) fn info(&self) -> &'static TypeInfo {
        self.info
    }

    /// The rows that have a value.
    pub(crate) fn rows(&self) -> impl Iterator<Item = usize> + use<> {
        self.live.iter()
    }

    /// The hash of the values, made now or before.
    pub(crate) fn hash<E>(&self, make: impl FnOnce() -> Result<u64, E>) -> Result<u64, E> {
        if let Some(hash) = self.hash.get() {
            return Ok(hash);
        }
        let hash = make()?;
        self.hash.set(Some(hash));
        Ok(hash)
    }

    /// Says whether a row has a value.
    pub(crate) fn has(&self, row: usize) -> bool {
        self.live.has(row)
    }

    /// The address of a row in one of the arrays.
    pub(crate) fn place(&self, array: usize, row: usize) -> *mut u8 {
        assert!(self.has(row), "the row has a value");
        self.values.place(array, row)
    }

    /// Fills an empty page with copies of rows of a block, of those that have a value: by their bytes, or by
    /// what clones them.
    ///
    /// # Safety
    ///
    /// These rows must have a value of the type, to which nobody writes meanwhile. Without a `copier` the
    /// bytes of such a value must be as good as the value: the type is `Copy`, or its fields are.
    pub(super) unsafe fn fill(
        &mut self,
        from: &Block,
        first: usize,
        live: LiveRows,
        count: usize,
        copier: Option<&dyn CopyRows>,
    ) -> Result<(), NoRoom> {
        debug_assert!(self.live.is_empty() && count <= PAGE);
        self.hash.set(None);
        self.values.truncate(0);
        self.values.try_reserve(count, true)?;
        let Some(copier) = copier else {
            self.values.append_rows(from, first, count);
            self.live = live;
            return Ok(());
        };
        self.values.push_all(count);
        let mut next = 0;
        while let Some(run) = live.run_from(next) {
            next = run.end;
            let mut cloning = Cloning { page: self, first: run.start, made: 0 };
            let (from, to) = (from.place(0, first + run.start), cloning.page.values.place(0, run.start));
            // SAFETY: as required of the caller; a page has as many rows, with room for their values.
            unsafe { copier.clone_rows(from, to, run.len(), &mut cloning.made) };
        }
        Ok(())
    }

    /// Fills an empty page with copies of the values of another one.
    ///
    /// # Safety
    ///
    /// As for [`Page::fill`], about the `copier`.
    pub(super) unsafe fn fill_from(
        &mut self,
        other: &Self,
        copier: Option<&dyn CopyRows>,
    ) -> Result<(), NoRoom> {
        // SAFETY: the live rows of a page have values, which nobody writes to while it is borrowed.
        unsafe { self.fill(&other.values, 0, other.live, other.values.len(), copier) }
    }

    /// The block of a page whose values are given away: they count as moved from here on.
    pub(super) fn give_away(&mut self) -> &Block {
        self.live = LiveRows::default();
        &self.values
    }

    pub(super) fn values(&self) -> &Block {
        &self.values
    }

    pub(super) fn live(&self) -> LiveRows {
        self.live
    }

    /// Drops all values, keeping the first panic.
    pub(crate) fn clear(&mut self, first_panic: &mut Option<Panic>) {
        if !self.info.needs_drop() {
            self.live = LiveRows::default();
            return;
        }
        for row in self.rows() {
            self.live.remove(row);
            let values = &mut self.values;
            let drop = || {
                // SAFETY: the row had a value of the type, which has left it: its bit is cleared.
                unsafe { self.info.drop_moved(&mut |place| values.take(row, place)) };
            };
            keep_panic_of(drop, first_panic);
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>() + self.values.bytes()
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let mut first_panic = None;
        self.clear(&mut first_panic);
        // Only of a page that was not cleared before: its first clone, or the thread, has panicked.
        first_panic.into_iter().for_each(discard);
    }
}

/// Counts the values of a page that were cloned, also if one of them panics.
struct Cloning<'p> {
    page: &'p mut Page,
    first: usize,
    made: usize,
}

impl Drop for Cloning<'_> {
    fn drop(&mut self) {
        self.page.live.insert(self.first..self.first + self.made);
    }
}
