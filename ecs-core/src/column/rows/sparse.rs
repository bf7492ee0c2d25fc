//! [`Sparse`]: the table from an entity's index to the row of its component.
#![expect(unsafe_code, reason = "a look-up is one load through a raw pointer, which views keep")]

use core::cell::Cell;

use super::entry::Entry;
use super::table::{CHUNK, SPAN, Table};
use crate::base::prefetch;
use crate::ids::{Batch, Entity};
use crate::threads::FreezeCell;

/// A window of entries side by side, where the indices lie close enough, and a tree for those far from it.
///
/// ```text
/// window     lo                        lo + len            far
///            ┌────┬────┬────┬────┬────┐                   ┌───────┐
///            │ e  │ ∅  │ e  │ e  │ ∅  │                   │ index │ → entry
///            └────┴────┴────┴────┴────┘                   └───────┘
/// ```
///
/// The window spans up to 64 entries for each component of the column, 128 at most, so that the table costs
/// about 1 KiB a component at most, however large the ids; a component outside is found in O(log n). (Pages
/// of entries keep the same bound; measured, their second load cost a quarter of an access through a view in
/// cache, and half of one beyond, where the pages of several columns lie mixed.)
///
/// While a view has pinned the window it stays where it is: what would have made it grow goes to the tree
/// until the view ends.
pub(crate) struct Sparse {
    /// Invariant 8: the window is that of the table, and a pinned one does not move.
    window: Cell<Window>,
    /// How many entries are not vacant.
    taken: Cell<usize>,
    table: FreezeCell<Table>,
    pins: Cell<u64>,
}

/// Where the window lies: entries from that of the index `lo`.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    entries: *const Cell<Entry>,
    /// `lo`, and above it how many entries there are: one word, for the same reason as an [`Entry`].
    bounds: u64,
}

impl Window {
    pub(crate) const EMPTY: Self = Self::new(core::ptr::null(), 0, 0);

    const fn new(entries: *const Cell<Entry>, lo: u32, len: u32) -> Self {
        Self { entries, bounds: (len as u64) << 32 | lo as u64 }
    }

    #[inline(always)]
    const fn lo(self) -> u32 {
        self.bounds as u32
    }

    #[inline(always)]
    const fn len(self) -> u32 {
        (self.bounds >> 32) as u32
    }

    /// Reads the entry of an index; `None` if it lies outside.
    ///
    /// # Safety
    ///
    /// The window must be [`Window::EMPTY`], or the one that its table has now: it changes with the table
    /// unless it is pinned.
    #[inline(always)]
    pub(crate) unsafe fn get(self, index: u32) -> Option<Entry> {
        // SAFETY: as required of the caller.
        unsafe { self.cell(index).map(Cell::get) }
    }

    /// # Safety
    ///
    /// As for [`Window::get`].
    #[inline(always)]
    unsafe fn cell<'a>(self, index: u32) -> Option<&'a Cell<Entry>> {
        let place = index.wrapping_sub(self.lo());
        // SAFETY: the window of a table is its `Table::near`, `len` entries (`Sparse::publish`).
        (place < self.len()).then(|| unsafe { &*self.entries.add(place as usize) })
    }
}

/// The place of an entry, where there is none. The window must not change while there is one.
pub(crate) struct Vacant<'s> {
    cell: &'s Cell<Entry>,
    taken: &'s Cell<usize>,
}

impl Vacant<'_> {
    /// Writes the entry.
    #[inline(always)]
    pub(crate) fn fill(self, entry: Entry) {
        self.cell.set(entry);
        self.taken.set(self.taken.get() + 1);
    }
}

impl Sparse {
    pub(crate) const fn new() -> Self {
        Self {
            window: Cell::new(Window::EMPTY),
            taken: Cell::new(0),
            table: FreezeCell::new(Table::new()),
            pins: Cell::new(0),
        }
    }

    /// Reads the entry of an index. O(1) within the window.
    #[inline(always)]
    pub(crate) fn get(&self, index: u32) -> Entry {
        match self.get_near(index) {
            Some(entry) => entry,
            None => self.get_far(index),
        }
    }

    /// Reads the entry of an index within the window. O(1).
    #[inline(always)]
    pub(crate) fn get_near(&self, index: u32) -> Option<Entry> {
        // SAFETY: the window is this table's, now.
        unsafe { self.window.get().get(index) }
    }

    /// Asks the processor for the entry of an index.
    #[inline]
    pub(super) fn prefetch(&self, index: u32) {
        let window = self.window.get();
        prefetch(window.entries.wrapping_add(index.wrapping_sub(window.lo()) as usize));
    }

    #[cold]
    #[inline(never)]
    fn get_far(&self, index: u32) -> Entry {
        self.table.borrow().far.get(&index).copied().unwrap_or(Entry::VACANT)
    }

    /// Says whether the index lies in the window, so that an entry for it needs no room.
    #[inline(always)]
    pub(crate) fn has_room(&self, index: u32) -> bool {
        let window = self.window.get();
        index.wrapping_sub(window.lo()) < window.len()
    }

    /// Makes room for the entry of an index, which may move the window. If this cannot grow, nothing has
    /// changed.
    #[cold]
    #[inline(never)]
    pub(crate) fn make_room(&self, index: u32) {
        self.fit_if_due();
        let table = &mut *self.table.borrow_mut();
        if self.taken.get() == 0 && !table.near.is_empty() && !self.is_pinned() {
            // What comes first may lie anywhere.
            *table = Table::new();
            self.publish(table);
        }
        if !self.has_room(index) && !self.cover(table, index, index, 1) {
            table.far.entry(index).or_insert(Entry::VACANT);
        }
    }

    /// Makes room in the window for the entries of a batch; `false` if they lie too far from it or from each
    /// other, or if it is pinned.
    fn make_room_for_all(&self, batch: Batch<'_>) -> bool {
        if self.has_room(batch.first) && self.has_room(batch.last) {
            return true;
        }
        self.make_room(batch.first);
        let table = &mut *self.table.borrow_mut();
        self.has_room(batch.first) && self.cover(table, batch.first, batch.last, batch.entities.len())
    }

    /// Writes the entries of a batch that has components from now on, where it had none, in rows that follow
    /// each other. `false`, and none is written, if there is no room for all of them in the window.
    pub(crate) fn insert_all(&self, batch: Batch<'_>, row: u32) -> bool {
        if !self.make_room_for_all(batch) {
            return false;
        }
        let table = self.table.borrow();
        let cells = &table.near[(batch.first - table.lo) as usize..=(batch.last - table.lo) as usize];
        debug_assert!(batch.places().all(|place| cells[place].get().is_vacant()));
        let write = |cell: &Cell<Entry>, number: usize, entity: &Entity| {
            cell.set(Entry::new(entity.stamp().bits(), row + number as u32));
        };
        let entities = batch.entities.iter().enumerate();
        if batch.is_run {
            cells.iter().zip(entities).for_each(|(cell, (number, entity))| write(cell, number, entity));
        } else {
            let places = batch.places().zip(entities);
            places.for_each(|(place, (number, entity))| write(&cells[place], number, entity));
        }
        self.taken.set(self.taken.get() + batch.entities.len());
        true
    }

    /// Makes room for so many entries, if they lie side by side: a hint.
    pub(crate) fn reserve(&self, additional: usize) {
        if additional != 0 && !self.is_pinned() {
            let table = &mut *self.table.borrow_mut();
            let _ = table.near.try_reserve(additional.saturating_add(CHUNK as usize));
            self.publish(table);
        }
    }

    /// The place of the entry of an index, if it lies in the window and the index has no component.
    #[inline(always)]
    pub(crate) fn vacant(&self, index: u32) -> Option<Vacant<'_>> {
        // SAFETY: the window is this table's, now.
        let cell = unsafe { self.window.get().cell(index) }?;
        cell.get().is_vacant().then_some(Vacant { cell, taken: &self.taken })
    }

    /// Writes the entry of an index that has a component from now on, where it had none, and for which there
    /// is room.
    #[inline]
    pub(crate) fn insert(&self, index: u32, entry: Entry) {
        // SAFETY: the window is this table's, now.
        match unsafe { self.window.get().cell(index) } {
            Some(cell) => {
                debug_assert!(cell.get().is_vacant() && !entry.is_vacant());
                cell.set(entry);
                self.taken.set(self.taken.get() + 1);
            }
            None => self.set_far(index, entry),
        }
    }

    /// Lets the component of an index and a stamp leave a hole, and returns its row; `None`, and nothing has
    /// changed, if the window shows no such component.
    #[inline(always)]
    pub(super) fn leave(&self, index: u32, stamp: u32) -> Option<u32> {
        // SAFETY: the window is this table's, now.
        let cell = unsafe { self.window.get().cell(index) }?;
        let entry = cell.get();
        (entry.stamp() == stamp).then(|| {
            cell.set(Entry::hole(entry.row()));
            self.taken.set(self.taken.get() - 1);
            entry.row()
        })
    }

    /// Writes the entry of an index, for which there is room if it is not vacant. O(1) within the window.
    #[inline]
    pub(crate) fn set(&self, index: u32, entry: Entry) {
        // SAFETY: the window is this table's, now.
        match unsafe { self.window.get().cell(index) } {
            Some(cell) => self.count(cell.replace(entry), entry),
            None => self.set_far(index, entry),
        }
    }

    /// Counts the entries that are not vacant, after a change of one.
    #[inline(always)]
    fn count(&self, old: Entry, new: Entry) {
        self.taken.set(self.taken.get() + usize::from(!new.is_vacant()) - usize::from(!old.is_vacant()));
    }

    #[cold]
    #[inline(never)]
    fn set_far(&self, index: u32, entry: Entry) {
        let table = &mut *self.table.borrow_mut();
        if !entry.is_vacant() {
            let place = table.far.get_mut(&index);
            debug_assert!(place.is_some(), "there is room");
            if let Some(place) = place {
                self.count(core::mem::replace(place, entry), entry);
            }
        } else if let Some(old) = table.far.remove(&index) {
            self.count(old, entry);
            table.fewest_far = table.fewest_far.min(table.far.len());
        }
    }

    /// Extends the window to `index..=last`, for `count` further entries. Refuses where the window would
    /// exceed `SPAN` indices an entry, or about twice its length.
    fn cover(&self, table: &mut Table, index: u32, last: u32, count: usize) -> bool {
        let (len, count, chunk) = (table.near.len() as u64, count as u64, u64::from(CHUNK));
        let start_of = |index: u32| u64::from(index / CHUNK * CHUNK);
        let lo = if len == 0 { start_of(index) } else { u64::from(table.lo) };
        let (first, end) = (lo.min(start_of(index)), (lo + len).max(start_of(last) + chunk));
        let most = (SPAN as u64 * (self.taken.get() as u64 + count)).clamp(chunk, u64::from(u32::MAX));
        if self.is_pinned() || end - first > most.min(2 * len + chunk * count.min(3) + count - 1) {
            return false;
        }
        // Below, where growing moves all entries, room in proportion: so the cost of a descending row of
        // indices is O(1) each on average. At most half as much as there may be, so that what is removed next
        // does not make the window too long.
        let room = if first < lo { first.min(len).min(most / 2) } else { 0 };
        table.spread((first - room) as u32, (end - first + room) as usize);
        self.publish(table);
        true
    }

    /// Says whether a window of this length is too long for what is there.
    #[inline]
    fn is_wasteful(&self, len: usize) -> bool {
        len > (2 * SPAN).saturating_mul(self.taken.get()).max(CHUNK as usize)
    }

    /// Lets the window lie anew if it is too long, or if most lies outside of it; not sooner than after as
    /// many changes again.
    #[inline]
    pub(crate) fn fit_if_due(&self) {
        let table = self.table.borrow();
        let far = table.far.len();
        let is_elsewhere = far > 2 * table.fewest_far && far > self.taken.get() / 2;
        if (is_elsewhere || self.is_wasteful(table.near.len())) && !self.is_pinned() {
            drop(table);
            self.fit();
        }
    }

    #[cold]
    #[inline(never)]
    fn fit(&self) {
        let table = &mut *self.table.borrow_mut();
        if self.taken.get() == 0 {
            *table = Table::new()
        } else {
            table.fit()
        }
        self.publish(table);
    }

    /// Forgets all entries, while nothing is pinned.
    pub(super) fn clear(&self) {
        debug_assert!(!self.is_pinned());
        let table = &mut *self.table.borrow_mut();
        *table = Table::new();
        self.taken.set(0);
        self.publish(table);
    }

    /// Copies the table, and says how many entries are not vacant.
    pub(super) fn save(&self, to: &mut Table) -> usize {
        to.clone_from(&self.table.borrow());
        self.taken.get()
    }

    /// Lets the table be another one, while nothing is pinned.
    pub(super) fn restore(&self, from: &mut Table, taken: usize) {
        debug_assert!(!self.is_pinned());
        let table = &mut *self.table.borrow_mut();
        core::mem::swap(table, from);
        self.taken.set(taken);
        self.publish(table);
    }

    /// Keeps the window where it is until [`Sparse::unpin`], so that the returned copy of it stays valid.
    #[inline]
    pub(crate) fn pin(&self) -> Window {
        self.pins.set(self.pins.get() + 1);
        self.window.get()
    }

    /// Ends a [`Sparse::pin`]; after the last one the window takes in what the pins kept out.
    #[inline]
    pub(crate) fn unpin(&self) {
        self.pins.set(self.pins.get() - 1);
        if !self.is_pinned() && !self.fits() {
            self.fit_again();
        }
    }

    /// Says whether all lies in the window, and that is not too long.
    #[inline]
    fn fits(&self) -> bool {
        self.table.borrow().far.is_empty() && !self.is_wasteful(self.window.get().len() as usize)
    }

    #[cold]
    #[inline(never)]
    fn fit_again(&self) {
        self.take_in();
        self.fit_if_due();
    }

    /// Lets the table change no more, and the window stay, until [`Sparse::unfreeze`].
    pub(super) fn freeze(&self) {
        self.pin();
        self.table.freeze();
    }

    pub(super) fn unfreeze(&self) {
        self.table.unfreeze();
        self.unpin();
    }

    fn take_in(&self) {
        let table = &mut *self.table.borrow_mut();
        while table.nearest_far().into_iter().flatten().any(|index| self.cover(table, index, index, 1)) {}
    }

    #[inline]
    fn is_pinned(&self) -> bool {
        self.pins.get() != 0
    }

    /// Lets the window be what the table says, after each change of where it lies.
    fn publish(&self, table: &Table) {
        self.window.set(Window::new(table.near.as_ptr(), table.lo, table.near.len() as u32));
    }

    /// Bytes of memory in use.
    pub(crate) fn bytes(&self) -> usize {
        let table = self.table.borrow();
        table.near.capacity() * size_of::<Entry>() + table.far.len() * 24
    }
}

#[cfg(test)]
mod tests;
