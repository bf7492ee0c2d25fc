//! [`RowStore`]: the rows of one type, and the way from an entity to its row.
#![expect(unsafe_code, reason = "the owners of rows are read without a count")]

use core::alloc::Layout;
use core::cell::{Cell, RefCell};
use core::ops::Range;

use crate::ids::{Entity, Stamp};
use crate::threads::{FreezeCell, Read};
use crate::ticks::{Tick, TickCell};

use super::array::{Block, stride_of};
use super::dense::Dense;
use super::entry::Entry;
use super::holes::Holes;
use super::pairs::Pairs;
use super::row_ticks::RowTicks;
use super::sparse::{Sparse, Window};

/// Each number is a row of a tag.
const ROWS_OF_TAGS: usize = usize::MAX;

/// All rows of one type: their values by layout, their owners, the look-up, and the order. The head of the
/// folder has the states of a row, and who changes them.
///
/// It knows neither hooks nor tags, nor what is borrowed: a caller says whether rows may move.
pub(crate) struct RowStore {
    /// Invariant 1: the entry of a live component has its row, and the row its owner: the index of its
    /// entity.
    ///
    /// Invariant 11: an entity has at most one component of a type, so its index has one entry.
    pub(super) sparse: Sparse,
    /// Invariant 3: rows of the main buffer lie in one allocation, which starts here; or, if the type is kept
    /// by its fields, in one for each field, of which this is the first.
    base: Cell<*mut u8>,
    /// Where the others start.
    other_bases: Box<[Cell<*mut u8>]>,
    /// The number of rows in the main buffer. Of tags, which need no memory, it is the highest number.
    pub(super) main_rows: Cell<usize>,
    /// Invariant 16: what needs room gets it before anything changes, so that a row is whole or not there.
    pub(super) dense: FreezeCell<Dense>,
    /// Invariant 4: there are holes only while nothing is borrowed, nothing waits for a sync point, and all
    /// rows are enabled.
    pub(super) holes: Holes,
    /// Where [`RowTicks::changed`] lies, of a tracked type.
    ///
    /// Invariant 30: it is where that lies now, whenever a change is noted ([`RowStore::publish`]).
    changed: Cell<*const TickCell>,
    /// Invariant 10: runs of rows that are aligned with another column's, and maps from row to row, are cut
    /// where a row has moved.
    pub(super) pairs: RefCell<Pairs>,
}

impl RowStore {
    /// Makes a store without rows. A row of tags is any number, at an address without memory.
    pub(crate) fn new(
        layouts: &'static [Layout],
        is_of_tags: bool,
        new_flags: u8,
        ticks: Option<RowTicks>,
    ) -> Self {
        let mut dense = Dense::new(layouts);
        dense.begin_with(new_flags);
        ticks.into_iter().for_each(|ticks| dense.track(ticks));
        Self {
            sparse: Sparse::new(),
            base: Cell::new(dense.base()),
            other_bases: dense.other_bases().map(Cell::new).collect(),
            main_rows: Cell::new(if is_of_tags { ROWS_OF_TAGS } else { 0 }),
            dense: FreezeCell::new(dense),
            holes: Holes::default(),
            changed: Cell::new(core::ptr::null()),
            pairs: RefCell::default(),
        }
    }

    /// Makes the main buffer known, which may have grown or moved.
    #[inline]
    pub(super) fn publish(&self, dense: &Dense) {
        self.base.set(dense.base());
        self.other_bases.iter().zip(dense.other_bases()).for_each(|(base, new)| base.set(new));
        if self.main_rows.get() != ROWS_OF_TAGS {
            self.main_rows.set(dense.main_len());
        }
        self.changed.set(dense.ticks().map_or(core::ptr::null(), |ticks| ticks.changed.as_ptr()));
    }

    // ---- from an entity to its row ----

    /// Finds the row of an entity's live component.
    #[inline(always)]
    pub(crate) fn find(&self, entity: Entity) -> Option<u32> {
        let entry = self.sparse.get(entity.index());
        if entry.stamp() == entity.stamp().bits() {
            return Some(entry.row());
        }
        entry.as_spilled().and_then(|row| self.find_spilled(entity, row))
    }

    #[cold]
    #[inline(never)]
    fn find_spilled(&self, entity: Entity, row: u32) -> Option<u32> {
        let stamp = self.dense.borrow().spill_stamp(row as usize)?;
        (stamp == entity.stamp().bits()).then_some(row)
    }

    /// The row of the live component of the entity that has this index now.
    #[inline]
    pub(crate) fn row_of(&self, index: u32) -> Option<u32> {
        let entry = self.sparse.get(index);
        if entry.stamp() != 0 { Some(entry.row()) } else { entry.as_spilled() }
    }

    /// As [`RowStore::row_of`], if the row is in the main buffer.
    #[inline]
    pub(crate) fn main_row_of(&self, index: u32) -> Option<usize> {
        let entry = self.sparse.get(index);
        (entry.stamp() != 0).then_some(entry.row() as usize)
    }

    /// The entry of an index in the look-up.
    #[inline(always)]
    pub(crate) fn entry(&self, index: u32) -> Entry {
        self.sparse.get(index)
    }

    /// The entry of an index, if it is in the window of the look-up: nearly each is.
    #[inline(always)]
    pub(crate) fn entry_near(&self, index: u32) -> Option<Entry> {
        self.sparse.get_near(index)
    }

    /// Asks the processor for the entry of an index.
    #[inline]
    pub(crate) fn prefetch(&self, index: u32) {
        self.sparse.prefetch(index);
    }

    /// Keeps the window of the look-up where it is until [`RowStore::unpin`].
    #[inline]
    pub(crate) fn pin(&self) -> Window {
        self.sparse.pin()
    }

    #[inline]
    pub(crate) fn unpin(&self) {
        self.sparse.unpin();
    }

    /// Lets the look-up shrink if it is too long for its entries. It may fail.
    #[inline]
    pub(crate) fn fit_look_up(&self) {
        self.sparse.fit_if_due();
    }

    // ---- from a row to its entity ----

    /// Says whether the component of an index lives in this row: if it is its owner, and does not, the row is
    /// dead or a hole.
    #[inline]
    pub(crate) fn lives_in(&self, index: u32, row: u32) -> bool {
        let entry = self.sparse.get(index);
        // The hint of a hole is no row number.
        entry != Entry::VACANT && entry.row() == row
    }

    /// The index of the entity of a row.
    #[inline]
    pub(crate) fn owner(&self, row: u32) -> u32 {
        self.owner_if_any(row).expect("the row is there")
    }

    /// The index of the entity of a row, if there is such a row.
    #[inline(always)]
    pub(super) fn owner_if_any(&self, row: u32) -> Option<u32> {
        // SAFETY: the owners are a list of numbers, of which it reads one.
        unsafe { self.dense.peek(|dense| dense.owners().get(row as usize).copied()) }
    }

    /// The entity of a live row, if its entry is in the window of the look-up: nearly each is.
    #[inline(always)]
    pub(crate) fn entity_near(&self, row: u32) -> Option<Entity> {
        let index = self.owner_if_any(row)?;
        let entry = self.sparse.get_near(index).filter(|entry| entry.row() == row)?;
        Some(Entity::from_parts(index, Stamp::from_bits(entry.stamp())?))
    }

    /// The entity of a live row.
    pub(crate) fn entity_of(&self, row: u32) -> Option<Entity> {
        let index = self.owner_if_any(row).filter(|&index| self.lives_in(index, row))?;
        let stamp = match self.sparse.get(index).stamp() {
            0 => self.dense.borrow().spill_stamp(row as usize)?,
            stamp => stamp,
        };
        Some(Entity::from_parts(index, Stamp::from_bits(stamp)?))
    }

    /// The entity index of each row.
    pub(crate) fn owners(&self) -> Read<'_, [u32]> {
        self.dense.borrow().map(Dense::owners)
    }

    /// Calls a function with each live row, in their order, and its owner.
    pub(crate) fn for_each_live(&self, mut visit: impl FnMut(u32, u32)) {
        for (row, &owner) in (0..).zip(self.dense.borrow().owners()) {
            if self.lives_in(owner, row) {
                visit(row, owner);
            }
        }
    }

    // ---- numbers and places ----

    /// The number of rows, holes and dead ones included.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.dense.borrow().len()
    }

    /// The number of rows, and of those in the enabled prefix.
    #[inline]
    pub(crate) fn len_and_prefix(&self) -> (usize, usize) {
        let dense = self.dense.borrow();
        (dense.len(), dense.enabled())
    }

    /// Says whether a row is in the enabled prefix.
    #[inline]
    pub(crate) fn is_in_prefix(&self, row: u32) -> bool {
        // SAFETY: it reads one number.
        unsafe { self.dense.peek(|dense| (row as usize) < dense.enabled()) }
    }

    /// The number of rows in the main buffer.
    #[inline(always)]
    pub(crate) fn main_rows(&self) -> usize {
        self.main_rows.get()
    }

    /// How many rows are holes.
    #[inline]
    pub(crate) fn holes(&self) -> usize {
        self.holes.count()
    }

    /// The first row of the main buffer.
    #[inline(always)]
    pub(crate) fn base(&self) -> *mut u8 {
        self.base.get()
    }

    /// The first row of the main buffer in one of the arrays.
    #[inline(always)]
    pub(crate) fn base_of(&self, array: usize) -> *mut u8 {
        array.checked_sub(1).map_or(&self.base, |other| &self.other_bases[other]).get()
    }

    /// The address of a row in one of the arrays, which is that of values of a layout.
    #[inline(always)]
    pub(crate) fn place(&self, array: usize, layout: Layout, row: u32) -> *mut u8 {
        if (row as usize) < self.main_rows.get() {
            return self.base_of(array).wrapping_add(row as usize * stride_of(layout));
        }
        self.place_in_spill(array, row)
    }

    #[cold]
    #[inline(never)]
    fn place_in_spill(&self, array: usize, row: u32) -> *mut u8 {
        self.dense.borrow().place(array, row as usize)
    }

    /// The row at an address in the first array, which is that of values of a layout.
    pub(crate) fn row_at(&self, address: usize, layout: Layout) -> Option<u32> {
        let in_main = address.checked_sub(self.base.get().addr()).map(|offset| offset / stride_of(layout));
        let in_main = in_main.filter(|&row| row < self.main_rows.get());
        in_main.or_else(|| self.dense.borrow().row_at(address)).and_then(|row| u32::try_from(row).ok())
    }

    /// Bytes of the values, of what else rows have, and of the look-up; and how many rows there is room for.
    pub(crate) fn memory(&self) -> (usize, usize, usize, usize) {
        let dense = self.dense.borrow();
        let (values, rows) = dense.bytes();
        let pairs = self.pairs.borrow();
        let pairs = pairs.iter().filter(|(_, is_ours, _)| *is_ours).map(|(_, _, pair)| pair.borrow().bytes());
        (values, rows, self.sparse.bytes() + pairs.sum::<usize>(), dense.capacity())
    }

    // ---- what goes with a row ----

    /// All flags of a row.
    #[inline]
    pub(crate) fn flags(&self, row: u32) -> u8 {
        self.dense.borrow().flags(row as usize)
    }

    /// Replaces those flags of a row that are in `mask`, and returns all as they were.
    #[inline]
    pub(crate) fn set_flags(&self, row: u32, mask: u8, flags: u8) -> u8 {
        self.dense.borrow_mut().set_flags(row as usize, mask, flags)
    }

    /// Says whether rows may have flags.
    pub(crate) fn has_flags(&self) -> bool {
        self.dense.borrow().has_flags()
    }

    /// Makes flags for each row, and for the next one.
    pub(crate) fn make_flags(&self) {
        self.dense.borrow_mut().make_flags();
    }

    /// Gives each new row these flags from now on, and each row other ones than it has: a function gets the
    /// owner, whether its component lives in the row, and the flags.
    pub(crate) fn begin_with(&self, new: u8, change: impl Fn(u32, bool, u8) -> u8) {
        let dense = &mut *self.dense.borrow_mut();
        dense.make_flags();
        dense.change_flags(|row, owner, flags| change(owner, self.lives_in(owner, row as u32), flags));
        dense.begin_with(new);
        self.publish(dense);
    }

    /// Adds the flags of a new row to those of a row that gets another value.
    pub(crate) fn begin_anew(&self, row: u32) {
        self.dense.borrow_mut().begin_anew(row as usize);
    }

    /// Reads the ticks of a tracked type.
    pub(crate) fn ticks<R>(&self, read: impl FnOnce(&RowTicks) -> R) -> Option<R> {
        self.dense.borrow().ticks().map(read)
    }

    /// Changes the ticks of a tracked type.
    pub(crate) fn ticks_mut<R>(&self, change: impl FnOnce(&mut RowTicks) -> R) -> Option<R> {
        self.dense.borrow_mut().ticks_mut().map(change)
    }

    /// Lets a row of the main buffer be changed at a tick.
    ///
    /// # Safety
    ///
    /// There must be such a row, of a tracked type.
    #[inline(always)]
    pub(crate) unsafe fn note_change(&self, row: u32, now: Tick) {
        // SAFETY: by invariant 30 the ticks of all rows lie there, and it is required of the caller that this
        // is one.
        unsafe { (*self.changed.get().add(row as usize)).set(now) }
    }

    /// Sets the ticks of rows that have changed. Also while the store is frozen, on any thread.
    #[inline(never)]
    pub(crate) fn note_changes(&self, rows: Range<usize>) {
        self.ticks(|ticks| ticks.change(rows));
    }

    /// When the component of a row was added.
    pub(crate) fn added_at(&self, row: u32) -> Option<Tick> {
        self.ticks(|ticks| ticks.added[row as usize])
    }

    /// What is known of rows of this store and of others.
    pub(crate) fn pairs(&self) -> &RefCell<Pairs> {
        &self.pairs
    }

    /// Copies the value of a row to the end of a block, which has room for it. Other rows are not touched:
    /// those may be borrowed.
    pub(crate) fn copy_to(&self, row: u32, block: &mut Block) {
        self.dense.borrow().move_to(row as usize, block);
    }

    /// Moves the last value of a block to a row, which has none.
    pub(crate) fn take_last(&self, row: u32, block: &mut Block) {
        self.dense.borrow_mut().take_last(row as usize, block);
    }

    // ---- reading on several threads ----

    pub(crate) fn is_frozen(&self) -> bool {
        self.dense.is_frozen()
    }

    /// Lets nothing change until [`RowStore::unfreeze`].
    pub(crate) fn freeze(&self) {
        self.dense.freeze();
        self.sparse.freeze();
    }

    pub(crate) fn unfreeze(&self) {
        self.dense.unfreeze();
        self.sparse.unfreeze();
    }
}
