//! [`Remains`]: values of components that have ended: to be dropped at a sync point, or kept for later
//! components.
#![expect(unsafe_code, reason = "values are moved out of rows")]

use core::alloc::Layout;

use super::super::rows::{Block, NoRoom, RowStore};

/// Values of components that have ended.
pub(crate) struct Remains {
    pub(crate) dropped: Dropped,
    /// Of a pooled type.
    pub(crate) kept: KeptValues,
}

impl Remains {
    pub(super) fn new(layouts: &'static [Layout], most_kept: usize) -> Self {
        let kept = KeptValues { values: Block::new(layouts), most: most_kept };
        Self { dropped: Dropped::new(layouts), kept }
    }

    /// Drops all values later that are kept, if they need it.
    pub(crate) fn drop_kept(&mut self, needs_drop: bool) {
        let kept = self.kept.take_all();
        if needs_drop && kept.len() != 0 {
            self.dropped.follow_up(kept);
        }
    }
}

/// Values that have left the column and need to be dropped, in the order of the kills.
pub(crate) struct Dropped {
    values: Block,
    /// Those before are dropped.
    first: usize,
}

impl Dropped {
    fn new(layouts: &'static [Layout]) -> Self {
        Self { values: Block::new(layouts), first: 0 }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.first == self.values.len()
    }

    /// Makes room for `additional` values. If this cannot grow, nothing has changed.
    pub(crate) fn reserve(&mut self, additional: usize) -> Result<(), NoRoom> {
        if self.first != 0 && self.values.len() + additional > self.values.capacity() {
            self.close_up();
        }
        self.values.try_reserve(additional, false)
    }

    /// Moves the values to the beginning.
    fn close_up(&mut self) {
        let rows = self.first..self.values.len();
        for (to, from) in rows.clone().enumerate() {
            self.values.copy(from, to);
        }
        self.values.truncate(rows.len());
        self.first = 0;
    }

    /// Moves the value of a row to the end, where there is room.
    pub(crate) fn push(&mut self, rows: &RowStore, row: u32) {
        rows.copy_to(row, &mut self.values);
    }

    /// Lists values behind those that are there.
    pub(crate) fn follow_up(&mut self, rows: Block) {
        if self.is_empty() {
            (self.values, self.first) = (rows, 0);
            return;
        }
        // At the end of the world: what finds no memory is leaked.
        if self.values.try_reserve(rows.len(), false).is_ok() {
            self.values.append(rows);
        }
    }

    /// Moves the first value to a place.
    ///
    /// # Safety
    ///
    /// There must be one, and the place be valid for writes of a value of the type.
    pub(crate) unsafe fn take_first(&mut self, place: *mut u8) {
        // SAFETY: as required of the caller; what is before `first` counts as empty.
        unsafe { self.values.take(self.first, place) };
        self.first += 1;
        if self.is_empty() {
            self.values.truncate(0);
            self.first = 0;
        }
    }
}

/// Values of components of a pooled type that have ended, for later ones.
pub(crate) struct KeptValues {
    values: Block,
    /// The most values that are kept.
    most: usize,
}

impl KeptValues {
    pub(crate) fn count(&self) -> usize {
        self.values.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.values.bytes()
    }

    /// Moves the value of a row here, and says whether there was room.
    pub(crate) fn keep(&mut self, rows: &RowStore, row: u32) -> bool {
        let has_room = self.count() < self.most && self.values.try_reserve(1, false).is_ok();
        if has_room {
            rows.copy_to(row, &mut self.values);
        }
        has_room
    }

    /// Moves the value that came last to a row, which has none. There must be one.
    pub(crate) fn take_last(&mut self, rows: &RowStore, row: u32) {
        rows.take_last(row, &mut self.values);
    }

    pub(crate) fn values(&self) -> &Block {
        &self.values
    }

    /// Makes room for so many values in all.
    pub(crate) fn reserve(&mut self, values: usize) -> Result<(), NoRoom> {
        self.values.try_reserve(values.saturating_sub(self.count()), false)
    }

    /// Moves all values to another block, where there is room for them.
    pub(crate) fn give_away_to(&mut self, block: &mut Block) {
        block.append_rows(&self.values, 0, self.values.len());
        self.values.truncate(0);
    }

    /// Forgets all values, which were moved elsewhere.
    pub(crate) fn clear_moved(&mut self) {
        self.values.truncate(0);
    }

    /// Keeps the values of a block, for which there is room, and which count as moved: or copies, where bytes
    /// are as good as values.
    pub(crate) fn append(&mut self, values: &Block) {
        self.values.append_rows(values, 0, values.len());
    }

    /// Gives all away.
    fn take_all(&mut self) -> Block {
        let none = self.values.empty();
        core::mem::replace(&mut self.values, none)
    }
}
