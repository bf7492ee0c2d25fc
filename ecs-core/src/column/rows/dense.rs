//! [`Dense`]: the rows of one type: the values side by side, their owners, and the spill for what came while
//! something was borrowed.

use core::alloc::Layout;
use core::mem;

use super::array::{Block, NoRoom};
use super::row_ticks::RowTicks;
use crate::ids::Batch;

/// Rows of values.
///
/// ```text
/// row       0   1   2   3   4   5 │ 6   7
/// values  [ A   B   C   D   E   F ]           one block, `enabled` rows first
/// spill                           [ G   H ]   blocks: the main one was full and may not move
/// owners  [ 3   0   9   4   1   7   8   2 ]   entity index of each row
/// ```
///
/// Which rows have a value is known by the column: the dead wait for a sync point, and holes are closed
/// before anyone looks. Dropping `Dense` drops no value: the column does, one by one.
pub(crate) struct Dense {
    pub(super) values: Block,
    spill: Vec<Block>,
    pub(super) owners: Vec<u32>,
    /// The stamps of the owners of the spilled rows, which the look-up table has no room for.
    spill_stamps: Vec<u32>,
    pub(super) enabled: usize,
    /// One byte a row once any row was disabled, or from the start if new rows have flags; empty before.
    pub(super) flags: Vec<u8>,
    /// The flags of a new row.
    pub(super) new_flags: u8,
    /// Only of a tracked type.
    pub(super) ticks: Option<Box<RowTicks>>,
    /// Whether rows may have flags or ticks.
    pub(super) is_noted: bool,
    /// Whether new rows come to the spill, whatever room there is elsewhere.
    ///
    /// Invariant 29: so it is while a view of rows lives. It has borrowed all of the main block, then, and
    /// each entry of the look-up table with a stamp leads to one of those.
    is_sealed: bool,
    /// The number of rows with which the main block counts as full. It may have room for more after the world
    /// has gone back. That must not change which rows come to the spill, as those wait for a sync point.
    limit: usize,
    /// So many rows fit without growing anything; none while there is a spill, or only room for that.
    room: usize,
}

impl Dense {
    /// No rows, of a type with these layouts.
    pub(crate) fn new(layouts: &'static [Layout]) -> Self {
        let values = Block::new(layouts);
        Self {
            limit: values.grown(0, 0),
            values,
            spill: Vec::new(),
            owners: Vec::new(),
            spill_stamps: Vec::new(),
            enabled: 0,
            flags: Vec::new(),
            new_flags: 0,
            ticks: None,
            is_noted: false,
            is_sealed: false,
            room: 0,
        }
    }

    /// The number of rows.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.owners.len()
    }

    /// The number of rows in the main buffer.
    #[inline]
    pub(crate) fn main_len(&self) -> usize {
        self.values.len()
    }

    /// The number of rows of the enabled prefix.
    #[inline]
    pub(crate) fn enabled(&self) -> usize {
        self.enabled
    }

    #[inline]
    pub(crate) fn set_enabled(&mut self, rows: usize) {
        if self.is_noted
            && rows > self.enabled
            && let Some(ticks) = &mut self.ticks
        {
            ticks.note_moves(self.enabled..rows);
        }
        self.enabled = rows;
    }

    /// Lets the last row be the last one of the enabled prefix, if that ends before it; says whether.
    #[inline]
    pub(crate) fn extend_prefix(&mut self) -> bool {
        let ends_before = self.len() == self.enabled + 1;
        if ends_before {
            self.set_enabled(self.len());
        }
        ends_before
    }

    #[inline]
    pub(crate) fn owners(&self) -> &[u32] {
        &self.owners
    }

    /// The first value of the main block.
    #[inline]
    pub(crate) fn base(&self) -> *mut u8 {
        self.values.base()
    }

    /// The first value in each array of the main block after the first.
    pub(super) fn other_bases(&self) -> impl Iterator<Item = *mut u8> {
        self.values.other_bases()
    }

    /// Makes room for `additional` rows; moves the main buffer, also if it cannot grow: see
    /// [`Block::try_reserve`].
    pub(crate) fn reserve(&mut self, additional: usize) -> Result<(), NoRoom> {
        // The values last: if what goes with them cannot grow, they have not moved.
        self.reserve_row_data(additional)?;
        self.grow_values(additional)?;
        self.measure_room();
        Ok(())
    }

    /// Makes room for `additional` rows in the main block.
    fn grow_values(&mut self, additional: usize) -> Result<(), NoRoom> {
        let rows = self.values.len() + additional;
        let limit = self.values.grown(self.limit, rows).min(self.values.most_rows());
        self.values.try_reserve(limit - self.values.len(), false)?;
        self.limit = limit;
        Ok(())
    }

    /// Returns the number of rows with which the main block counts as full.
    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    /// Lets the main block count as full with `limit` rows, for which it has room.
    pub(super) fn set_limit(&mut self, limit: usize) {
        self.limit = self.values.grown(limit, 0);
        self.measure_room();
    }

    fn reserve_row_data(&mut self, additional: usize) -> Result<(), NoRoom> {
        if additional > self.values.most_rows() - self.owners.len() {
            return Err(NoRoom);
        }
        self.owners.try_reserve(additional)?;
        if self.has_flags() {
            self.flags.try_reserve(additional)?;
        }
        if let Some(ticks) = &mut self.ticks {
            ticks.try_reserve(additional)?;
        }
        Ok(())
    }

    /// Says whether the main buffer has room for the next row.
    #[inline]
    pub(crate) fn has_room(&self) -> bool {
        self.owners.len() < self.room
    }

    /// Says whether the main buffer has room for the next row, all rows are enabled, and a row has nothing
    /// but a value and an owner.
    #[inline]
    pub(super) fn grows_simply(&self) -> bool {
        self.has_room() && self.owners.len() == self.enabled && !self.is_noted
    }

    /// As [`Dense::grows_simply`], where a row has flags too.
    pub(super) fn grows_simply_with_flags(&self) -> bool {
        self.has_room() && self.owners.len() == self.enabled && self.ticks.is_none()
    }

    /// Appends an enabled row, where [`Dense::grows_simply`]. Its value is to be written to its place.
    #[inline(always)]
    pub(super) fn append_simply(&mut self, owner: u32) {
        debug_assert!(self.grows_simply_with_flags());
        // So that the compiler sees that nothing grows: then the caller saves no registers.
        assert!(self.owners.len() < self.owners.capacity());
        self.owners.push(owner);
        self.values.push();
        self.enabled = self.owners.len();
    }

    /// As [`Dense::append_simply`], where [`Dense::grows_simply_with_flags`].
    pub(super) fn append_enabled(&mut self, owner: u32) {
        if self.has_flags() {
            assert!(self.flags.len() < self.flags.capacity());
            self.flags.push(self.new_flags);
        }
        self.append_simply(owner);
    }

    /// Says whether the main buffer has room for the next rows.
    pub(crate) fn has_room_for(&self, rows: usize) -> bool {
        rows <= self.room.saturating_sub(self.owners.len())
    }

    fn measure_room(&mut self) {
        let flags = if self.has_flags() { self.flags.capacity() } else { usize::MAX };
        let ticks = self.ticks.as_ref().map_or(usize::MAX, |ticks| ticks.capacity());
        let row_data = self.owners.capacity().min(flags).min(ticks);
        let room = self.limit.min(row_data).min(self.values.most_rows());
        self.room = if self.has_spill() || self.is_sealed { 0 } else { room };
    }

    /// Says whether the next row comes to the spill: where there is one, where the main buffer is full and
    /// may not move, or if it is sealed.
    pub(crate) fn will_spill(&self, may_move: bool) -> bool {
        self.has_spill() || self.is_sealed || !may_move && self.values.len() == self.limit
    }

    /// Lets new rows come to the spill from now on, or not any more.
    #[inline]
    pub(super) fn seal(&mut self, is_sealed: bool) {
        if self.is_sealed != is_sealed {
            self.is_sealed = is_sealed;
            self.measure_room();
        }
    }

    /// Makes room for the next row. If this cannot grow, nothing has changed but the place of the main
    /// buffer: see [`Block::try_reserve`].
    pub(crate) fn make_room(&mut self, may_move: bool) -> Result<(), NoRoom> {
        self.reserve_row_data(1)?;
        if !self.will_spill(may_move) {
            self.grow_values(1)?;
        } else {
            self.spill_stamps.try_reserve(1)?;
            if self.spill.last().is_none_or(|block| block.len() == block.capacity()) {
                let mut block = self.values.empty();
                if block.is_where(&self.values) {
                    block = self.values.empty();
                }
                block.try_reserve((self.len() / 8).max(16), true)?;
                self.spill.try_reserve(1)?;
                self.spill.push(block);
            }
        }
        self.measure_room();
        Ok(())
    }

    /// Appends a row, for which there is room. Its value is to be written to its place.
    #[inline]
    pub(crate) fn append(&mut self, owner: u32, stamp: u32) {
        self.owners.push(owner);
        if self.is_noted {
            self.append_notes();
        }
        if self.has_spill() {
            self.spill_stamps.push(stamp);
        }
        self.spill.last_mut().unwrap_or(&mut self.values).push();
    }

    #[inline(never)]
    fn append_notes(&mut self) {
        let rows = self.owners.len();
        if self.has_flags() {
            self.flags.resize(rows, self.new_flags);
        }
        if let Some(ticks) = &mut self.ticks {
            ticks.append_to(rows);
        }
    }

    /// Appends rows to the main buffer, where there is room for them. Their values are to be written.
    pub(crate) fn append_all(&mut self, batch: Batch<'_>) {
        let rows = batch.entities.len();
        debug_assert!(self.has_room_for(rows));
        self.owners.extend(batch.entities.iter().map(|entity| entity.index()));
        if self.is_noted {
            self.append_notes();
        }
        self.values.push_all(rows);
    }

    #[inline]
    pub(crate) fn has_spill(&self) -> bool {
        !self.spill.is_empty()
    }

    /// The stamp of the owner of a spilled row.
    pub(crate) fn spill_stamp(&self, row: usize) -> Option<u32> {
        self.spill_stamps.get(row.checked_sub(self.values.len())?).copied()
    }

    /// Sets the stamp of the owner of a spilled row.
    pub(crate) fn set_spill_stamp(&mut self, row: usize, stamp: u32) {
        let place = row - self.values.len();
        self.spill_stamps[place] = stamp;
    }

    /// The place of a row in one of the arrays.
    pub(crate) fn place(&self, array: usize, row: usize) -> *mut u8 {
        let (block, place) = self.block_of(row);
        block.place(array, place)
    }

    /// The block in which a row is, and its place there.
    fn block_of(&self, row: usize) -> (&Block, usize) {
        let mut place = row;
        for block in core::iter::once(&self.values).chain(&self.spill) {
            if place < block.len() {
                return (block, place);
            }
            place -= block.len();
        }
        unreachable!("row {row} is in no block")
    }

    /// Moves the last value of a block of the same type to a row, which has none.
    pub(crate) fn take_last(&mut self, row: usize, block: &mut Block) {
        let mut place = row;
        for to in core::iter::once(&mut self.values).chain(&mut self.spill) {
            if place < to.len() {
                to.copy_from(place, block, block.len() - 1);
                return block.truncate(block.len() - 1);
            }
            place -= to.len();
        }
        unreachable!("row {row} is in no block")
    }

    /// Finds the row at an address. Looks at no value: those may be borrowed.
    pub(crate) fn row_at(&self, address: usize) -> Option<usize> {
        if let Some(row) = self.values.row_at(address) {
            return Some(row);
        }
        let mut first = self.values.len();
        for block in &self.spill {
            if let Some(row) = block.row_at(address) {
                return Some(first + row);
            }
            first += block.len();
        }
        None
    }

    /// Moves the value of a row to the end of a block, which has room for it. The row becomes a hole; no
    /// other is touched: those may be borrowed.
    pub(crate) fn move_to(&self, row: usize, block: &mut Block) {
        let (from, place) = self.block_of(row);
        block.push_from(from, place);
    }

    /// Takes all values of the main block out, with it; no rows are left.
    pub(crate) fn take_all(&mut self) -> Block {
        debug_assert!(!self.has_spill());
        let without_rows = self.values.empty();
        self.owners = Vec::new();
        self.flags = Vec::new();
        self.ticks = None;
        (self.enabled, self.new_flags, self.is_noted) = (0, 0, false);
        self.limit = without_rows.grown(0, 0);
        let values = mem::replace(&mut self.values, without_rows);
        self.measure_room();
        values
    }

    /// Brings the spilled rows into the main block, and returns the stamps of their owners. If it cannot
    /// grow, nothing has changed but its place: see [`Block::try_reserve`].
    pub(crate) fn merge(&mut self) -> Result<Vec<u32>, NoRoom> {
        self.grow_values(self.owners.len() - self.values.len())?;
        for block in self.spill.drain(..) {
            self.values.append(block);
        }
        self.measure_room();
        Ok(mem::take(&mut self.spill_stamps))
    }

    /// Moves what is in one row to a hole.
    #[inline]
    pub(crate) fn fill(&mut self, hole: usize, from: usize) {
        self.values.copy(from, hole);
        self.owners[hole] = self.owners[from];
        if self.is_noted {
            self.fill_notes(hole, from);
        }
    }

    fn fill_notes(&mut self, hole: usize, from: usize) {
        if !self.flags.is_empty() {
            self.flags[hole] = self.flags[from];
        }
        if let Some(ticks) = &mut self.ticks {
            ticks.fill(hole, from);
        }
    }

    /// Says whether all rows are in the main buffer, and enabled.
    #[inline]
    pub(crate) fn is_enabled_as_a_whole(&self) -> bool {
        self.enabled == self.values.len() && !self.has_spill()
    }

    /// Makes a row of a hole of the main block again, for the owner that has left it. Its value is to be
    /// written to its place.
    #[inline]
    pub(crate) fn refill(&mut self, row: usize) {
        debug_assert!(row < self.values.len());
        if self.is_noted {
            self.reset_row_data(row);
        }
    }

    #[inline(never)]
    fn reset_row_data(&mut self, row: usize) {
        if self.has_flags() {
            self.flags[row] = self.new_flags;
        }
        if let Some(ticks) = &mut self.ticks {
            ticks.note_added(row);
        }
    }

    /// Moves the live rows down over the holes, in order, and passes on the owner and the new row of each
    /// that has moved. Returns the lowest row that was a hole.
    pub(crate) fn close_in_order(
        &mut self,
        is_live: impl Fn(u32, usize) -> bool,
        mut moved: impl FnMut(u32, usize),
    ) -> usize {
        debug_assert!(self.is_enabled_as_a_whole());
        let rows = self.owners.len();
        let lowest = (0..rows).find(|&row| !is_live(self.owners[row], row)).unwrap_or(rows);
        let mut to = lowest;
        for from in lowest..rows {
            let owner = self.owners[from];
            if is_live(owner, from) {
                self.fill_from_above(to, from);
                moved(owner, to);
                to += 1;
            }
        }
        self.enabled = to;
        self.values.truncate(to);
        self.owners.truncate(to);
        self.truncate_notes(to);
        lowest
    }

    /// As [`Dense::fill`]. Not a part of the loop over rows most of which are holes.
    #[inline(never)]
    fn fill_from_above(&mut self, hole: usize, from: usize) {
        self.fill(hole, from);
    }

    /// Removes the last row, a hole.
    #[inline]
    pub(crate) fn close(&mut self) {
        self.owners.pop();
        self.values.truncate(self.owners.len());
        if self.is_noted {
            self.truncate_notes(self.owners.len());
        }
    }

    fn truncate_notes(&mut self, rows: usize) {
        self.flags.truncate(rows);
        if let Some(ticks) = &mut self.ticks {
            ticks.truncate(rows);
        }
    }

    pub(crate) fn swap(&mut self, a: usize, b: usize) {
        self.values.swap(a, b);
        self.owners.swap(a, b);
        if !self.flags.is_empty() {
            self.flags.swap(a, b);
        }
        if let Some(ticks) = &mut self.ticks {
            ticks.swap(a, b);
        }
    }

    /// Moves what is in the row `order[place]` to `place`, for each place; rows beyond the order stay. It
    /// must be a permutation. The main buffer moves: filling a second one lets the reads overlap, where
    /// following each cycle in place waits for one after the other.
    pub(crate) fn permute(&mut self, order: &[u32]) -> Result<(), NoRoom> {
        debug_assert!(is_permutation(order) && order.len() <= self.values.len());
        // All room first: if something cannot grow, nothing has changed.
        let values = self.values.permuted(order)?;
        let mut owners = Vec::with_capacity(self.owners.capacity());
        let mut flags = Vec::with_capacity(self.flags.capacity());
        let ticks = self.ticks.as_ref().map(|ticks| Box::new(ticks.permuted(order)));
        owners.extend(order.iter().map(|&row| self.owners[row as usize]));
        owners.extend_from_slice(&self.owners[order.len()..]);
        if !self.flags.is_empty() {
            flags.extend(order.iter().map(|&row| self.flags[row as usize]));
            flags.extend_from_slice(&self.flags[order.len()..]);
        }
        (self.values, self.owners, self.flags, self.ticks) = (values, owners, flags, ticks);
        self.measure_room();
        Ok(())
    }

    /// Gives each new row these flags from now on.
    pub(super) fn begin_with(&mut self, flags: u8) {
        if flags == 0 && self.flags.iter().all(|&flags| flags == 0) {
            self.flags = Vec::new();
        } else if self.len() != 0 {
            self.make_flags();
        }
        self.new_flags = flags;
        self.is_noted = self.has_flags() || self.ticks.is_some();
        self.measure_room();
    }

    /// Gives each row other flags than it has: a function gets the row, its owner and the flags.
    pub(super) fn change_flags(&mut self, change: impl Fn(usize, u32, u8) -> u8) {
        for (row, (flags, &owner)) in self.flags.iter_mut().zip(&self.owners).enumerate() {
            *flags = change(row, owner, *flags);
        }
    }

    /// Adds the flags of a new row to those of a row that gets another value.
    pub(super) fn begin_anew(&mut self, row: usize) {
        if self.has_flags() {
            self.flags[row] |= self.new_flags;
        }
    }

    #[inline]
    pub(super) fn has_flags(&self) -> bool {
        self.new_flags != 0 || !self.flags.is_empty()
    }

    /// All flags of a row.
    #[inline]
    pub(super) fn flags(&self, row: usize) -> u8 {
        self.flags.get(row).copied().unwrap_or_default()
    }

    /// Replaces those flags of a row that are in `mask`, and returns all as they were.
    #[inline]
    pub(super) fn set_flags(&mut self, row: usize, mask: u8, flags: u8) -> u8 {
        let Some(place) = self.flags.get_mut(row) else {
            if flags != 0 {
                self.set_first_flags(row, flags);
            }
            return 0;
        };
        let before = *place;
        *place = before & !mask | flags;
        before
    }

    #[cold]
    #[inline(never)]
    fn set_first_flags(&mut self, row: usize, flags: u8) {
        self.make_flags();
        self.flags[row] = flags;
    }

    /// Makes a byte of flags for each row, with room for the next one.
    pub(crate) fn make_flags(&mut self) {
        if !self.has_flags() {
            self.flags.reserve((self.owners.len() + 1).max(self.room));
            self.flags.resize(self.owners.len(), 0);
            self.is_noted = true;
            self.measure_room();
        }
    }

    /// Keeps ticks for each row. There is none yet.
    pub(super) fn track(&mut self, ticks: RowTicks) {
        debug_assert_eq!(self.len(), 0);
        self.ticks = Some(Box::new(ticks));
        self.is_noted = true;
        self.measure_room();
    }

    /// The ticks of a tracked type.
    #[inline]
    pub(super) fn ticks(&self) -> Option<&RowTicks> {
        self.ticks.as_deref()
    }

    /// The ticks of a tracked type, while its rows change.
    pub(super) fn ticks_mut(&mut self) -> Option<&mut RowTicks> {
        self.ticks.as_deref_mut()
    }

    pub(crate) fn capacity(&self) -> usize {
        self.values.capacity()
    }

    /// Bytes of memory in use for values (with the spill), and for owners, flags and ticks.
    pub(crate) fn bytes(&self) -> (usize, usize) {
        let ticks = self.ticks.as_ref().map_or(0, |ticks| ticks.bytes());
        let spilled: usize = self.spill.iter().map(Block::bytes).sum();
        (self.values.bytes() + spilled, self.owners.capacity() * 4 + self.flags.capacity() + ticks)
    }
}

/// Says whether each number below the length is there once.
fn is_permutation(order: &[u32]) -> bool {
    let mut seen = vec![false; order.len()];
    order.iter().all(|&row| seen.get_mut(row as usize).is_some_and(|seen| !mem::replace(seen, true)))
}
