//! [`Array`]: values side by side, of a type that is known by its layout alone; [`Block`]: the arrays of a
//! column's rows.
#![expect(unsafe_code, reason = "memory is asked for, and values are moved, by their layout")]

use core::alloc::Layout;
use core::iter;
use core::mem::MaybeUninit;
use core::num::NonZero;
use core::ptr::{self, NonNull};
use core::sync::atomic::{AtomicUsize, Ordering};
use std::alloc::{alloc, dealloc, realloc};
use std::collections::TryReserveError;

use super::entry::Entry;

/// There is no memory for more rows, or no number.
#[derive(Debug)]
pub(crate) struct NoRoom;

impl From<TryReserveError> for NoRoom {
    fn from(_: TryReserveError) -> Self {
        Self
    }
}

/// Room for values, whose layout is all that is known of them. Who moves a value in or out knows which places
/// have one; dropping the array drops none.
struct Array {
    /// Of values with bytes the start of an allocation of `capacity` of them, or dangling if that is none. Of
    /// values without bytes an address where no memory is: see [`nowhere`].
    base: NonNull<u8>,
    layout: Layout,
    capacity: usize,
    /// So many bytes of the allocation lie before `base`: see [`lead_of`].
    lead: usize,
}

/// The distance of two rows in bytes. Values without bytes are as far from each other as their alignment
/// says: see [`nowhere`].
#[inline(always)]
pub(crate) const fn stride_of(layout: Layout) -> usize {
    if layout.size() == 0 { layout.align() } else { layout.size() }
}

/// How many bytes of its allocation an array leaves free at its start, by its place among the arrays of a
/// column.
///
/// Long arrays begin at the same place of a page. Several that are read side by side would then come to the
/// same lines of the cache, which has room for few of them: sixteen arrays took ten times as long.
const fn lead_of(array: usize, layout: Layout) -> usize {
    const LINES: usize = 3 * 64;
    const PAGE: usize = 4096;
    if layout.size() == 0 { 0 } else { (array * LINES % PAGE).next_multiple_of(layout.align()) }
}

/// The first address of rows of zero-sized values.
const UPPER_HALF: usize = 1 << (usize::BITS - 1);
/// How far apart such rows of different arrays begin.
const APART: usize = 1 << (usize::BITS / 2 + 4);

/// How many such parts were taken.
static TAKEN: AtomicUsize = AtomicUsize::new(0);

/// Takes a part of the addresses where nothing is, for values without bytes: each lies at an address of its
/// own, so that it knows its entity by that. No memory is behind such an address, and none ever is: they are
/// in the upper half of the address space. After 2^26 arrays the parts are used again, on a 32-bit machine
/// after 1024: two arrays of one column must not have the same, see [`Block::is_where`].
fn nowhere(layout: Layout) -> NonNull<u8> {
    let part = TAKEN.fetch_add(1, Ordering::Relaxed) % (UPPER_HALF / 2 / APART);
    address((UPPER_HALF + part * APART).next_multiple_of(layout.align()))
}

fn address(address: usize) -> NonNull<u8> {
    NonNull::without_provenance(NonZero::new(address).expect("no value lies at null"))
}

/// The most rows: each needs a number, and values without bytes an address of their own.
fn most_rows(layout: Layout) -> usize {
    ((usize::MAX / 4 - layout.align()) / stride_of(layout)).min(Entry::MOST_ROWS)
}

impl Array {
    /// The array in this place among those of a column.
    fn new(array: usize, layout: Layout) -> Self {
        let lead = lead_of(array, layout);
        match layout.size() {
            0 => Self { base: nowhere(layout), layout, capacity: most_rows(layout), lead },
            _ => Self { base: address(layout.align()), layout, capacity: 0, lead },
        }
    }

    fn stride_of(&self) -> usize {
        stride_of(self.layout)
    }

    /// The place of a row. Only arithmetic: it may lie beyond the end.
    #[inline]
    fn place(&self, row: usize) -> *mut u8 {
        self.base.as_ptr().wrapping_add(row * self.stride_of())
    }

    /// Makes room for so many values in all, and at least twice as many as there were if it must grow, unless
    /// that is to be exact.
    fn try_reserve(&mut self, rows: usize, exact: bool) -> Result<(), NoRoom> {
        if rows <= self.capacity {
            return Ok(());
        }
        if rows > most_rows(self.layout) {
            return Err(NoRoom);
        }
        self.grow(if exact { rows } else { self.grown(self.capacity, rows) })
    }

    /// Returns the room of an array that has grown from a room of `capacity` to hold `rows` values.
    fn grown(&self, capacity: usize, rows: usize) -> usize {
        match self.layout.size() {
            0 => self.capacity,
            _ if rows <= capacity => capacity,
            1..=1024 => rows.max(2 * capacity).max(4),
            _ => rows.max(2 * capacity),
        }
    }

    fn grow(&mut self, capacity: usize) -> Result<(), NoRoom> {
        debug_assert!(self.layout.size() != 0 && capacity > self.capacity);
        let bytes = self.layout.size().checked_mul(capacity).ok_or(NoRoom)?;
        let bytes = bytes.checked_add(self.lead).ok_or(NoRoom)?;
        let wanted = Layout::from_size_align(bytes, self.layout.align()).map_err(|_| NoRoom)?;
        let grown = match self.allocation() {
            // SAFETY: that is the allocation, and it has that layout. The new size is not zero, and no more
            // than `isize::MAX` when rounded up: `wanted` is a layout.
            Some(allocation) => unsafe { realloc(self.start(), allocation, bytes) },
            // SAFETY: its size is not zero: neither is that of a value, nor their number.
            None => unsafe { alloc(wanted) },
        };
        let start = NonNull::new(grown).ok_or(NoRoom)?;
        // SAFETY: the allocation has so many bytes before the first value.
        self.base = unsafe { start.add(self.lead) };
        self.capacity = capacity;
        Ok(())
    }

    /// Where the allocation begins, if there is one.
    fn start(&self) -> *mut u8 {
        self.base.as_ptr().wrapping_sub(self.lead)
    }

    /// The layout of the allocation, if there is one.
    fn allocation(&self) -> Option<Layout> {
        let bytes = self.layout.size() * self.capacity;
        // The sum was no more than `isize::MAX` when the memory was asked for.
        let layout = || Layout::from_size_align(bytes + self.lead, self.layout.align());
        (bytes != 0).then(|| layout().expect("it was one before"))
    }

    fn bytes(&self) -> usize {
        self.allocation().map_or(0, |allocation| allocation.size())
    }

    /// Moves so many values here, in their order, from places of another array of the same type. None of them
    /// may be beyond an end. The places that they leave count as empty, those where they come as well before.
    ///
    /// # Safety
    ///
    /// The rows from `to` on must be below the capacity here, and those from `from` on there.
    unsafe fn append(&mut self, to: usize, other: &Self, from: usize, count: usize) {
        debug_assert!(self.layout == other.layout);
        // SAFETY: as required of the caller both are within their allocations, which are two; bytes need no
        // alignment.
        unsafe { ptr::copy_nonoverlapping(other.place(from), self.place(to), count * self.layout.size()) };
    }

    /// Copies the bytes of a row to another one.
    ///
    /// # Safety
    ///
    /// Both must be below the capacity.
    #[inline]
    unsafe fn copy(&mut self, from: usize, to: usize) {
        // SAFETY: as required of the caller both are within the allocation; they may be the same.
        unsafe { ptr::copy(self.place(from), self.place(to), self.layout.size()) };
    }

    /// Swaps the bytes of two rows.
    ///
    /// # Safety
    ///
    /// Both must be below the capacity, and not the same.
    unsafe fn swap(&mut self, a: usize, b: usize) {
        // SAFETY: as required of the caller both are within the allocation, and they do not overlap; bytes
        // need no alignment.
        unsafe { ptr::swap_nonoverlapping(self.place(a), self.place(b), self.layout.size()) };
    }

    /// Moves what is in the row `order[place]` here to `place` there, for each place.
    ///
    /// # Safety
    ///
    /// All rows of the order must be below the capacity here, and there must be room for as many there.
    unsafe fn permute_to(&self, other: &mut Self, order: &[u32]) {
        // SAFETY: as required of the caller.
        unsafe {
            // With a size that is known the bytes of a row move through registers, without a call.
            match self.layout.size() {
                4 => self.permute_sized::<4>(other, order),
                8 => self.permute_sized::<8>(other, order),
                12 => self.permute_sized::<12>(other, order),
                16 => self.permute_sized::<16>(other, order),
                24 => self.permute_sized::<24>(other, order),
                32 => self.permute_sized::<32>(other, order),
                48 => self.permute_sized::<48>(other, order),
                64 => self.permute_sized::<64>(other, order),
                size => {
                    for (place, &row) in order.iter().enumerate() {
                        ptr::copy_nonoverlapping(self.place(row as usize), other.place(place), size);
                    }
                }
            }
        }
    }

    /// As [`Array::permute_to`], of values with so many bytes.
    ///
    /// # Safety
    ///
    /// As for [`Array::permute_to`].
    unsafe fn permute_sized<const SIZE: usize>(&self, other: &mut Self, order: &[u32]) {
        debug_assert_eq!(self.layout.size(), SIZE);
        let (from, to) = (self.base.as_ptr(), other.base.as_ptr());
        for (place, &row) in order.iter().enumerate() {
            // SAFETY: as required of the caller both places are within their allocations; those are two.
            unsafe {
                let from = from.add(row as usize * SIZE).cast::<[MaybeUninit<u8>; SIZE]>();
                ptr::copy_nonoverlapping(from, to.add(place * SIZE).cast(), 1);
            }
        }
    }
}

impl Drop for Array {
    fn drop(&mut self) {
        if let Some(allocation) = self.allocation() {
            // SAFETY: that is the allocation, and it has that layout.
            unsafe { dealloc(self.start(), allocation) };
        }
    }
}

/// Rows of values: for each of the type's layouts an array, all as long. Of most types there is one.
///
/// Rows are bytes here: which of them have a value is known by those who own the block. Dropping it drops no
/// value.
pub(crate) struct Block {
    layouts: &'static [Layout],
    first: Array,
    /// The arrays of the layouts after the first.
    others: Box<[Array]>,
    len: usize,
}

impl Block {
    pub(crate) fn new(layouts: &'static [Layout]) -> Self {
        let others = (1..).zip(&layouts[1..]).map(|(array, &layout)| Array::new(array, layout)).collect();
        Self { layouts, first: Array::new(0, layouts[0]), others, len: 0 }
    }

    fn arrays(&self) -> impl Iterator<Item = &Array> {
        iter::once(&self.first).chain(&self.others)
    }

    fn arrays_mut(&mut self) -> impl Iterator<Item = &mut Array> {
        iter::once(&mut self.first).chain(&mut self.others)
    }

    /// A block of the same type without rows.
    pub(crate) fn empty(&self) -> Self {
        Self::new(self.layouts)
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// How many rows fit without growing.
    pub(crate) fn capacity(&self) -> usize {
        self.others.iter().fold(self.first.capacity, |least, array| least.min(array.capacity))
    }

    /// Returns the room of a block that has grown from a room of `capacity` to hold `rows` rows.
    pub(crate) fn grown(&self, capacity: usize, rows: usize) -> usize {
        self.arrays().map(|array| array.grown(capacity, rows)).min().unwrap_or(capacity)
    }

    /// The most rows that there can be.
    pub(crate) fn most_rows(&self) -> usize {
        self.layouts.iter().map(|&layout| most_rows(layout)).min().unwrap_or(0)
    }

    /// The first row of the first array.
    #[inline]
    pub(crate) fn base(&self) -> *mut u8 {
        self.first.base.as_ptr()
    }

    /// The first row of each array after the first.
    pub(crate) fn other_bases(&self) -> impl Iterator<Item = *mut u8> {
        self.others.iter().map(|array| array.base.as_ptr())
    }

    /// The place of a row in one of the arrays.
    #[inline]
    pub(crate) fn place(&self, array: usize, row: usize) -> *mut u8 {
        debug_assert!(row < self.len);
        match array.checked_sub(1) {
            None => self.first.place(row),
            Some(other) => self.others[other].place(row),
        }
    }

    /// Says whether rows of this block and of another one have the same addresses, as values without bytes
    /// may.
    pub(crate) fn is_where(&self, other: &Self) -> bool {
        self.first.layout.size() == 0 && self.first.base == other.first.base
    }

    /// Finds the row at an address. Looks at no value: those may be borrowed.
    pub(crate) fn row_at(&self, address: usize) -> Option<usize> {
        let row = address.checked_sub(self.first.base.addr().get())? / self.first.stride_of();
        (row < self.len).then_some(row)
    }

    /// Makes room for `additional` rows; moves the others. If this cannot grow, no row has changed, but of
    /// several arrays some may have moved: who knows where they lie must ask again.
    pub(crate) fn try_reserve(&mut self, additional: usize, exact: bool) -> Result<(), NoRoom> {
        let rows = self.len.checked_add(additional).ok_or(NoRoom)?;
        // What has grown before another could not keeps its room.
        self.arrays_mut().try_for_each(|array| array.try_reserve(rows, exact))
    }

    /// Appends a row without a value, for which there is room.
    #[inline]
    pub(crate) fn push(&mut self) {
        debug_assert!(self.len < self.capacity());
        self.len += 1;
    }

    /// Appends rows without values, for which there is room.
    pub(crate) fn push_all(&mut self, rows: usize) {
        assert!(rows <= self.capacity() - self.len);
        self.len += rows;
    }

    /// Removes the rows from one on.
    pub(crate) fn truncate(&mut self, rows: usize) {
        self.len = self.len.min(rows);
    }

    /// Appends all rows of another block of the same type, for which there is room.
    pub(crate) fn append(&mut self, mut other: Self) {
        assert!(ptr::eq(self.layouts, other.layouts) && other.len <= self.capacity() - self.len);
        let len = self.len;
        for (array, other_array) in self.arrays_mut().zip(other.arrays()) {
            // SAFETY: there is room, as was asserted; and the rows there are as many as it has.
            unsafe { array.append(len, other_array, 0, other.len) };
        }
        self.len += other.len;
        other.len = 0;
    }

    /// Copies what is in a row to another one.
    #[inline]
    pub(crate) fn copy(&mut self, from: usize, to: usize) {
        assert!(from < self.len && to < self.len);
        // SAFETY: both are rows, so both are below the capacity.
        self.arrays_mut().for_each(|array| unsafe { array.copy(from, to) });
    }

    /// Appends what is in a row of another block of the same type, and has room here.
    pub(crate) fn push_from(&mut self, other: &Self, row: usize) {
        assert!(self.len < self.capacity());
        self.len += 1;
        self.copy_from(self.len - 1, other, row);
    }

    /// Copies what is in a row of another block of the same type to a row here.
    pub(crate) fn copy_from(&mut self, to: usize, other: &Self, row: usize) {
        assert!(ptr::eq(self.layouts, other.layouts) && row < other.len && to < self.len);
        for (array, other) in self.arrays_mut().zip(other.arrays()) {
            // SAFETY: both are rows, so both are below the capacity.
            unsafe { array.append(to, other, row, 1) };
        }
    }

    /// Appends what is in so many rows of another block of the same type, from one on, for which there is
    /// room.
    pub(crate) fn append_rows(&mut self, other: &Self, from: usize, count: usize) {
        assert!(ptr::eq(self.layouts, other.layouts) && count <= other.len.saturating_sub(from));
        assert!(count <= self.capacity() - self.len);
        let len = self.len;
        for (array, other) in self.arrays_mut().zip(other.arrays()) {
            // SAFETY: there is room, as was asserted; and there are as many rows from that one on.
            unsafe { array.append(len, other, from, count) };
        }
        self.len += count;
    }

    /// Copies what is in all rows of another block of the same type over those here, from one on.
    pub(crate) fn overwrite(&mut self, to: usize, other: &Self) {
        assert!(ptr::eq(self.layouts, other.layouts) && other.len <= self.len.saturating_sub(to));
        for (array, other_array) in self.arrays_mut().zip(other.arrays()) {
            // SAFETY: as many rows from that one on are here, as was asserted, so both are below the
            // capacities.
            unsafe { array.append(to, other_array, 0, other.len) };
        }
    }

    pub(crate) fn swap(&mut self, a: usize, b: usize) {
        assert!(a < self.len && b < self.len);
        if a != b {
            // SAFETY: both are rows, so both are below the capacity.
            self.arrays_mut().for_each(|array| unsafe { array.swap(a, b) });
        }
    }

    /// The rows in another order; those beyond it stay. `Err` if there is no memory for them: then nothing
    /// has changed.
    pub(crate) fn permuted(&self, order: &[u32]) -> Result<Self, NoRoom> {
        assert!(order.len() <= self.len && order.iter().all(|&row| (row as usize) < self.len));
        let mut permuted = self.empty();
        permuted.try_reserve(self.capacity(), true)?;
        for (array, new) in self.arrays().zip(permuted.arrays_mut()) {
            // SAFETY: all rows of the order are rows here, as was asserted, and there is room for as many
            // there.
            unsafe { array.permute_to(new, order) };
            // SAFETY: the others are rows here, and have the same numbers there.
            unsafe { new.append(order.len(), array, order.len(), self.len - order.len()) };
        }
        permuted.len = self.len;
        Ok(permuted)
    }

    /// Moves the value of a row to a place elsewhere. The row counts as empty from then on.
    ///
    /// # Safety
    ///
    /// The place must be valid for writes of a value of the type, which lies in one array.
    pub(crate) unsafe fn take(&mut self, row: usize, to: *mut u8) {
        assert!(self.others.is_empty(), "what lies in several arrays needs no drop");
        let size = self.first.layout.size();
        // SAFETY: as required of the caller; the row is one of this block.
        unsafe { ptr::copy_nonoverlapping(self.place(0, row), to, size) };
    }

    pub(crate) fn bytes(&self) -> usize {
        self.arrays().map(Array::bytes).sum()
    }
}

#[cfg(test)]
mod tests {
    use core::alloc::Layout;

    use super::super::dense::Dense;
    use super::{Block, Ordering, TAKEN, lead_of};

    #[test]
    fn a1_arrays_begin_at_different_lines_of_a_page() {
        let layout = Layout::new::<u64>();
        let leads: Vec<_> = (0..24).map(|array| lead_of(array, layout)).collect();
        for (array, &lead) in leads.iter().enumerate() {
            assert!(lead < 4096 && lead.is_multiple_of(64) && !leads[..array].contains(&lead), "{leads:?}");
        }
        assert_eq!(lead_of(0, layout), 0, "a type that is stored whole wastes nothing");
        assert_eq!(lead_of(3, Layout::new::<()>()), 0);
        let pages = Layout::new::<u8>().align_to(8192).expect("a layout").pad_to_align();
        assert!((0..24).all(|array| lead_of(array, pages).is_multiple_of(8192)), "aligned still");
    }

    #[test]
    fn s5_rows_of_no_size_in_the_spill_have_other_addresses_than_those_of_the_main_buffer() {
        const LAYOUTS: &[Layout] = &[Layout::new::<()>()];
        let mut dense = Dense::new(LAYOUTS);
        for row in 0..2 {
            dense.make_room(true).expect("they need no memory");
            dense.append(row, 1);
            // As after so many arrays that the addresses are used again.
            TAKEN.fetch_sub(1, Ordering::Relaxed);
            dense.seal(true);
        }
        assert!(dense.has_spill());
        assert_eq!([0, 1].map(|row| dense.row_at(dense.place(0, row).addr())), [Some(0), Some(1)]);
    }

    #[test]
    fn a1_a_block_has_room_for_as_many_rows_as_the_shortest_of_its_arrays() {
        const LAYOUTS: &[Layout] = &[Layout::new::<u8>(), Layout::new::<[u64; 3]>(), Layout::new::<()>()];
        let mut block = Block::new(LAYOUTS);
        block.try_reserve(5, true).expect("there is memory");
        assert_eq!(block.capacity(), 5);
        block.push_all(5);
        // There are no numbers for so many.
        assert!(block.try_reserve(usize::MAX >> 5, true).is_err());
        assert_eq!((block.len(), block.capacity()), (5, 5));
    }
}
