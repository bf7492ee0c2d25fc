//! [`Dense`]: the values of one type side by side, their owners, and the spill for what came while something was lent.
#![expect(unsafe_code, reason = "a value is read out of its row while its neighbours may be lent")]

use core::mem::{self, MaybeUninit};
use core::ptr::{null_mut, without_provenance_mut};
use core::sync::atomic::{AtomicUsize, Ordering};
use std::collections::TryReserveError;

use super::entry::Entry;
use super::ticks::RowTicks;

/// Rows of values.
///
/// ```text
/// row       0   1   2   3   4   5 │ 6   7
/// values  [ A   B   C   D   E   F ]           one allocation, `enabled` rows first
/// spill                           [ G   H ]   chunks: the main buffer was full and may not move
/// owners  [ 3   0   9   4   1   7   8   2 ]   entity index of each row
/// ```
///
/// Which rows have a value is known by the store: the dead wait for a sync point, and holes are closed before anyone looks.
/// Dropping `Dense` drops no value: the store does, one by one.
pub(crate) struct Dense<T> {
    values: Vec<MaybeUninit<T>>,
    /// Where rows of zero-sized values lie: see [`place`].
    nowhere: *mut T,
    spill: Vec<Vec<MaybeUninit<T>>>,
    /// Where each chunk of the spill begins. It has its room from the start, so it stays there.
    spill_bases: Vec<*mut T>,
    owners: Vec<u32>,
    /// The stamps of the owners of the spilled rows, which the look-up table has no room for.
    spill_stamps: Vec<u32>,
    enabled: usize,
    /// One byte a row once any row was disabled, or from the start if new rows have flags; empty before.
    flags: Vec<u8>,
    /// The flags of a new row.
    new_flags: u8,
    /// Only of a tracked type.
    ticks: Option<Box<RowTicks>>,
    /// Whether rows may have flags or ticks.
    is_noted: bool,
    /// So many rows fit without growing anything; none while there is a spill.
    room: usize,
}

/// There is no memory for more rows, or no number.
#[derive(Debug)]
pub(crate) struct NoRoom;

impl From<TryReserveError> for NoRoom {
    fn from(_: TryReserveError) -> Self {
        Self
    }
}

/// The distance of two rows in bytes. Zero-sized values lie apart by their alignment: see [`place`].
#[inline(always)]
pub(crate) const fn stride<T>() -> usize {
    if size_of::<T>() == 0 { align_of::<T>() } else { size_of::<T>() }
}

/// The place of a row, where the first one is at `base`.
///
/// Zero-sized values lie apart too, so that each knows its entity by its address. No memory is behind such an address, and
/// none ever is: they are in the upper half of the address space, where each store has a part of its own. A slice of such
/// values has one address for all: it begins elsewhere, at [`start_of_slice`].
#[inline(always)]
pub(crate) fn place<T>(base: *mut T, row: usize) -> *mut T {
    base.wrapping_byte_add(row * stride::<T>())
}

/// The place of a row that lies so many behind another one.
///
/// # Safety
///
/// Both rows are of one allocation.
#[inline(always)]
pub(crate) unsafe fn behind<T>(first: *mut T, rows: usize) -> *mut T {
    if const { size_of::<T>() == 0 } {
        place(first, rows)
    } else {
        // SAFETY: as required of the caller.
        unsafe { first.add(rows) }
    }
}

/// Where a slice of rows begins, the first of which is at `base`: a slice gives all zero-sized values its own address, which
/// must be none of a row.
#[inline(always)]
pub(crate) const fn start_of_slice<T>(base: *mut T) -> *mut T {
    if size_of::<T>() == 0 { without_provenance_mut(align_of::<T>()) } else { base }
}

/// The first address of rows of zero-sized values.
const UPPER_HALF: usize = 1 << (usize::BITS - 1);
/// How far apart such rows of different stores begin.
const APART: usize = 1 << (usize::BITS / 2 + 4);

/// Takes a part of the addresses where nothing is, for a store of zero-sized values.
fn take_nowhere<T>() -> *mut T {
    static TAKEN: AtomicUsize = AtomicUsize::new(0);
    if const { size_of::<T>() != 0 } {
        return null_mut();
    }
    // After some millions of stores the parts are used again, of stores that are gone.
    let part = TAKEN.fetch_add(1, Ordering::Relaxed) % (UPPER_HALF / 2 / APART);
    without_provenance_mut((UPPER_HALF + part * APART).next_multiple_of(align_of::<T>()))
}

/// The component itself is switched off.
pub(crate) const OFF: u8 = 1;
/// The component was told last (by `on_disable`, or when it was added) that it is disabled.
pub(crate) const NOTIFIED_OFF: u8 = 2;
/// The component had no `start` yet.
pub(crate) const UNSTARTED: u8 = 4;
/// The component had no `init` yet, nor what stands for it. Only of a type for which it matters.
pub(crate) const UNBORN: u8 = 8;

impl<T> Default for Dense<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Dense<T> {
    pub(crate) fn new() -> Self {
        Self {
            values: Vec::new(),
            nowhere: take_nowhere(),
            spill: Vec::new(),
            spill_bases: Vec::new(),
            owners: Vec::new(),
            spill_stamps: Vec::new(),
            enabled: 0,
            flags: Vec::new(),
            new_flags: 0,
            ticks: None,
            is_noted: false,
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
        self.enabled = rows;
    }

    #[inline]
    pub(crate) fn owners(&self) -> &[u32] {
        &self.owners
    }

    /// The first value of the main buffer.
    #[inline]
    pub(crate) fn base(&mut self) -> *mut T {
        if const { size_of::<T>() == 0 } { self.nowhere } else { self.values.as_mut_ptr().cast() }
    }

    /// The most rows: each needs a number, and zero-sized values an address of their own.
    const MOST_ROWS: usize = {
        let addresses = (usize::MAX / 4 - align_of::<T>()) / stride::<T>();
        if addresses < Entry::MOST_ROWS { addresses } else { Entry::MOST_ROWS }
    };

    /// Makes room for `additional` rows; moves the main buffer.
    pub(crate) fn reserve(&mut self, additional: usize) -> Result<(), NoRoom> {
        // The values last: if this cannot grow, they have not moved.
        self.reserve_row_data(additional)?;
        self.values.try_reserve(additional)?;
        self.measure_room();
        Ok(())
    }

    fn reserve_row_data(&mut self, additional: usize) -> Result<(), NoRoom> {
        if additional > Self::MOST_ROWS - self.owners.len() {
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

    fn measure_room(&mut self) {
        let flags = if self.has_flags() { self.flags.capacity() } else { usize::MAX };
        let ticks = self.ticks.as_ref().map_or(usize::MAX, |ticks| ticks.capacity());
        let row_data = self.owners.capacity().min(flags).min(ticks);
        let room = self.values.capacity().min(row_data).min(Self::MOST_ROWS);
        self.room = if self.has_spill() { 0 } else { room };
    }

    /// Says whether the next row comes to the spill: where there is one, or where the main buffer is full and may not move.
    pub(crate) fn will_spill(&self, may_move: bool) -> bool {
        self.has_spill() || !may_move && self.values.len() == self.values.capacity()
    }

    /// Makes room for the next row. If this cannot grow, nothing has changed.
    pub(crate) fn make_room(&mut self, may_move: bool) -> Result<(), NoRoom> {
        self.reserve_row_data(1)?;
        if !self.will_spill(may_move) {
            self.values.try_reserve(1)?;
        } else {
            self.spill_stamps.try_reserve(1)?;
            if self.spill.last().is_none_or(|chunk| chunk.len() == chunk.capacity()) {
                let mut chunk = Vec::<MaybeUninit<T>>::new();
                chunk.try_reserve_exact(self.len().max(16))?;
                self.spill.try_reserve(1)?;
                self.spill_bases.try_reserve(1)?;
                self.spill_bases.push(chunk.as_mut_ptr().cast());
                self.spill.push(chunk);
            }
        }
        self.measure_room();
        Ok(())
    }

    /// Appends a row, for which there is room. The value has one way to its place: a second one would let it wait on the stack.
    #[inline]
    pub(crate) fn append(&mut self, value: T, owner: u32, stamp: u32) {
        self.owners.push(owner);
        if self.is_noted {
            self.append_notes();
        }
        if self.has_spill() {
            self.spill_stamps.push(stamp);
        }
        let end = self.spill.last_mut().unwrap_or(&mut self.values);
        debug_assert!(end.len() < end.capacity());
        end.push(MaybeUninit::new(value));
    }

    #[inline(never)]
    fn append_notes(&mut self) {
        if self.has_flags() {
            self.flags.push(self.new_flags);
        }
        if let Some(ticks) = &mut self.ticks {
            ticks.push();
        }
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

    /// The place of a row.
    pub(crate) fn value(&mut self, row: usize) -> *mut T {
        if row < self.values.len() { place(self.base(), row) } else { self.spilled(row) }
    }

    /// The place of a row of the spill.
    pub(crate) fn spilled(&self, row: usize) -> *mut T {
        let mut place = row - self.values.len();
        for (chunk, &base) in self.spill.iter().zip(&self.spill_bases) {
            if place < chunk.len() {
                return self::place(base, place);
            }
            place -= chunk.len();
        }
        unreachable!("row {row} is in no chunk")
    }

    /// Finds the row at an address. Looks at no value: those may be lent.
    pub(crate) fn row_at(&self, address: *const T) -> Option<usize> {
        let within = |values: &Vec<MaybeUninit<T>>| {
            let base =
                if const { size_of::<T>() == 0 } { self.nowhere.addr() } else { values.as_ptr().addr() };
            let row = address.addr().checked_sub(base)? / stride::<T>();
            (row < values.len()).then_some(row)
        };
        if let Some(row) = within(&self.values) {
            return Some(row);
        }
        let mut first = self.values.len();
        for chunk in &self.spill {
            if let Some(row) = within(chunk) {
                return Some(first + row);
            }
            first += chunk.len();
        }
        None
    }

    /// Takes the value out of a row, which becomes a hole. Touches no other row: those may be lent.
    #[inline]
    pub(crate) fn take(&mut self, row: usize) -> MaybeUninit<T> {
        let place = self.value(row).cast::<MaybeUninit<T>>();
        // SAFETY: the place of a row is valid for reads, and any bytes are a `MaybeUninit<T>`.
        unsafe { place.read() }
    }

    /// Takes all values of the main buffer out.
    pub(crate) fn take_all(&mut self) -> Vec<MaybeUninit<T>> {
        debug_assert!(!self.has_spill());
        mem::take(self).values
    }

    /// Brings the spilled rows into the main buffer, and returns the stamps of their owners.
    pub(crate) fn merge(&mut self) -> Vec<u32> {
        self.values.reserve(self.owners.len() - self.values.len());
        for chunk in &mut self.spill {
            self.values.append(chunk);
        }
        self.spill.clear();
        self.spill_bases.clear();
        self.measure_room();
        mem::take(&mut self.spill_stamps)
    }

    /// Moves what is in one row to a hole.
    #[inline]
    pub(crate) fn fill(&mut self, hole: usize, from: usize) {
        self.values.swap(hole, from);
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

    /// Puts a value in a hole of the main buffer, for the owner that has left it.
    #[inline]
    pub(crate) fn refill(&mut self, row: usize, value: T) {
        self.values[row] = MaybeUninit::new(value);
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

    /// Moves the live rows down over the holes, in order, and tells the owner and the new row of each that has moved. Returns the lowest
    /// row that was a hole.
    pub(crate) fn close_in_order(
        &mut self,
        is_live: impl Fn(u32, usize) -> bool,
        mut moved: impl FnMut(u32, usize),
    ) -> usize {
        debug_assert!(self.is_enabled_as_a_whole());
        let mut to = 0;
        let mut lowest = self.owners.len();
        for from in 0..self.owners.len() {
            let owner = self.owners[from];
            if !is_live(owner, from) {
                lowest = lowest.min(from);
                continue;
            }
            if to != from {
                self.values.swap(to, from);
                self.owners[to] = owner;
                if self.is_noted {
                    self.fill_notes(to, from);
                }
                moved(owner, to);
            }
            to += 1;
        }
        self.enabled = to;
        self.values.truncate(to);
        self.owners.truncate(to);
        self.truncate_notes(to);
        lowest
    }

    /// Removes the last row, a hole.
    #[inline]
    pub(crate) fn close(&mut self) {
        self.values.pop();
        self.owners.pop();
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

    /// Moves what is in the row `order[place]` to `place`, for each place; rows beyond the order stay. It must be a permutation. The
    /// main buffer moves: filling a second one lets the reads overlap, where following each cycle in place waits for one after the
    /// other.
    pub(crate) fn permute(&mut self, order: &[u32]) {
        debug_assert!(is_permutation(order) && order.len() <= self.values.len());
        // All room first: if something cannot grow, nothing has changed.
        let mut values = Vec::with_capacity(self.values.capacity());
        let mut owners = Vec::with_capacity(self.owners.capacity());
        let mut flags = Vec::with_capacity(self.flags.capacity());
        let ticks = self.ticks.as_ref().map(|ticks| Box::new(ticks.permuted(order)));
        let take = |row: &u32| mem::replace(&mut self.values[*row as usize], MaybeUninit::uninit());
        values.extend(order.iter().map(take));
        values.extend(self.values.drain(order.len()..));
        owners.extend(order.iter().map(|&row| self.owners[row as usize]));
        owners.extend_from_slice(&self.owners[order.len()..]);
        if !self.flags.is_empty() {
            flags.extend(order.iter().map(|&row| self.flags[row as usize]));
            flags.extend_from_slice(&self.flags[order.len()..]);
        }
        (self.values, self.owners, self.flags, self.ticks) = (values, owners, flags, ticks);
        self.measure_room();
    }

    /// Gives each new row these flags. There is none yet.
    pub(super) fn begin_with(&mut self, flags: u8) {
        debug_assert_eq!(self.len(), 0);
        self.new_flags = flags;
        self.is_noted |= flags != 0;
        self.measure_room();
    }

    /// Adds the flags of a new row to those of a row that gets another value.
    pub(super) fn begin_anew(&mut self, row: usize) {
        if self.has_flags() {
            self.flags[row] |= self.new_flags;
        }
    }

    #[inline]
    fn has_flags(&self) -> bool {
        self.new_flags != 0 || !self.flags.is_empty()
    }

    #[inline]
    pub(crate) fn flag(&self, row: usize, flag: u8) -> bool {
        self.flags.get(row).is_some_and(|flags| flags & flag != 0)
    }

    /// Says whether a row has any of the flags yet with which it began.
    pub(super) fn is_as_new(&self, row: usize) -> bool {
        self.flag(row, self.new_flags)
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

    pub(crate) fn set_flag(&mut self, row: usize, flag: u8, on: bool) {
        if !self.has_flags() {
            if !on {
                return;
            }
            self.make_flags();
        }
        self.flags[row] = if on { self.flags[row] | flag } else { self.flags[row] & !flag };
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
        let spilled: usize = self.spill.iter().map(Vec::capacity).sum();
        (
            (self.values.capacity() + spilled) * size_of::<T>(),
            self.owners.capacity() * 4 + self.flags.capacity() + ticks,
        )
    }
}

/// Says whether each number below the length is there once.
fn is_permutation(order: &[u32]) -> bool {
    let mut seen = vec![false; order.len()];
    order.iter().all(|&row| seen.get_mut(row as usize).is_some_and(|seen| !mem::replace(seen, true)))
}
