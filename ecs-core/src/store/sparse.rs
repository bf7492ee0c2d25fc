//! [`Sparse`]: the table from an entity's index to the row of its component.
#![expect(unsafe_code, reason = "a look-up is one load through a raw pointer, which views keep")]

use core::cell::{Cell, RefCell};
use std::collections::BTreeMap;

/// What the table says of one entity index.
///
/// A stamp that equals the entity's says that the component lives in the main buffer at `row`. A zero stamp says that the index
/// has no component (`row` is zero, or says which hole the last one has left) or that it lives in the spill (any other `row`). So
/// the common question, "alive, and where?", is one load and one compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(8))]
pub(crate) struct Entry {
    pub(crate) stamp: u32,
    pub(crate) row: u32,
}

impl Entry {
    pub(crate) const VACANT: Self = Self { stamp: 0, row: 0 };

    const HOLE: u32 = 1 << 31;

    /// The most rows that a store can have, so that the number of each leaves room for a mark.
    pub(crate) const MOST_ROWS: usize = Self::HOLE as usize;

    /// No component, and the row that the last one has left.
    pub(crate) fn hole(row: u32) -> Self {
        Self { stamp: 0, row: row | Self::HOLE }
    }

    /// The row that the last component has left, where there is none.
    #[inline]
    pub(crate) fn as_hole(self) -> Option<u32> {
        (self.stamp == 0 && self.row & Self::HOLE != 0).then_some(self.row & !Self::HOLE)
    }

    /// The row of a component in the spill.
    #[inline]
    pub(crate) fn as_spilled(self) -> Option<u32> {
        (!self.is_vacant() && self.stamp == 0).then_some(self.row)
    }

    /// Says whether the index has no component.
    #[inline(always)]
    fn is_vacant(self) -> bool {
        self.stamp == 0 && self.row.wrapping_sub(1) >= Self::HOLE - 1
    }
}

/// The window grows by so many entries at least: 1 KiB.
const CHUNK: u32 = 128;
/// Entries that the window may span for each component when it grows: 512 bytes. It is fitted anew at twice as many.
const SPAN: usize = 64;

/// A window of entries side by side, where the indices lie close enough, and a tree for those far from it.
///
/// ```text
/// window     lo                        lo + len            far
///            ┌────┬────┬────┬────┬────┐                   ┌───────┐
///            │ e  │ ∅  │ e  │ e  │ ∅  │                   │ index │ → entry
///            └────┴────┴────┴────┴────┘                   └───────┘
/// ```
///
/// The window spans up to 64 entries for each component of the store, 128 at most, so that the table costs about 1 KiB a component
/// at most, however large the ids; a component outside is found in O(log n). (Pages of entries keep the same bound; measured,
/// their second load cost a quarter of an access through a view in cache, and half of one beyond, where the pages of several
/// stores lie mixed.)
///
/// While a view has pinned the window it stays where it is: what would have made it grow goes to the tree until the view ends.
pub(crate) struct Sparse {
    window: Cell<Window>,
    /// How many entries are not vacant.
    taken: Cell<usize>,
    table: RefCell<Table>,
    pins: Cell<u32>,
}

/// Where the window lies: entries from that of the index `lo`.
#[derive(Clone, Copy)]
pub(super) struct Window {
    entries: *const Cell<Entry>,
    len: u32,
    lo: u32,
}

/// What owns the entries.
struct Table {
    /// Written through shared references only, so that pinned copies of [`Window`] stay valid.
    near: Vec<Cell<Entry>>,
    lo: u32,
    far: BTreeMap<u32, Entry>,
    /// How many were far when the window was fitted last, or at the fewest since.
    fewest_far: usize,
}

impl Window {
    pub(super) const EMPTY: Self = Self { entries: core::ptr::null(), len: 0, lo: 0 };

    /// Reads the entry of an index; `None` if it lies outside.
    ///
    /// # Safety
    ///
    /// The window must be [`Window::EMPTY`], or the one that its table has now: it changes with the table unless it is pinned.
    #[inline(always)]
    pub(super) unsafe fn get(self, index: u32) -> Option<Entry> {
        // SAFETY: as required of the caller.
        unsafe { self.cell(index).map(Cell::get) }
    }

    /// # Safety
    ///
    /// As for [`Window::get`].
    #[inline(always)]
    unsafe fn cell<'a>(self, index: u32) -> Option<&'a Cell<Entry>> {
        let place = index.wrapping_sub(self.lo);
        // SAFETY: the window of a table is its `Table::near`, `len` entries (`Sparse::publish`).
        (place < self.len).then(|| unsafe { &*self.entries.add(place as usize) })
    }
}

impl Sparse {
    pub(crate) const fn new() -> Self {
        Self {
            window: Cell::new(Window::EMPTY),
            taken: Cell::new(0),
            table: RefCell::new(Table::new()),
            pins: Cell::new(0),
        }
    }

    /// Reads the entry of an index. O(1) within the window.
    #[inline(always)]
    pub(crate) fn get(&self, index: u32) -> Entry {
        // SAFETY: the window is this table's, now.
        match unsafe { self.window.get().get(index) } {
            Some(entry) => entry,
            None => self.get_far(index),
        }
    }

    #[cold]
    #[inline(never)]
    fn get_far(&self, index: u32) -> Entry {
        self.table.borrow().far.get(&index).copied().unwrap_or(Entry::VACANT)
    }

    /// Writes the entry of an index. O(1) on average within the window.
    #[inline]
    pub(crate) fn set(&self, index: u32, entry: Entry) {
        // SAFETY: the window is this table's, now.
        match unsafe { self.window.get().cell(index) } {
            Some(cell) => self.write(cell, entry),
            None => self.set_far(index, entry),
        }
    }

    /// Writes the entry of an index that has a component from now on, where it had none.
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

    #[inline(always)]
    fn write(&self, cell: &Cell<Entry>, entry: Entry) {
        let old = cell.replace(entry);
        if old.is_vacant() {
            self.taken.set(self.taken.get() + usize::from(!entry.is_vacant()));
        } else if entry.is_vacant() {
            self.taken.set(self.taken.get() - 1);
            if self.is_wasteful(self.window.get().len as usize) {
                self.fit_if_due(&mut self.table.borrow_mut());
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn set_far(&self, index: u32, entry: Entry) {
        let table = &mut *self.table.borrow_mut();
        if entry.is_vacant() {
            if table.far.remove(&index).is_some() {
                self.taken.set(self.taken.get() - 1);
                table.fewest_far = table.fewest_far.min(table.far.len());
            }
        } else if self.cover(table, index) {
            self.write(&table.near[(index - table.lo) as usize], entry);
            return;
        } else if table.far.insert(index, entry).is_none() {
            self.taken.set(self.taken.get() + 1);
        }
        self.fit_if_due(table);
    }

    /// Makes the window span an index outside it, unless it would then be too long, or more than twice as long.
    fn cover(&self, table: &mut Table, index: u32) -> bool {
        let len = table.near.len() as u64;
        let chunk = u64::from(index / CHUNK * CHUNK);
        let lo = if len == 0 { chunk } else { u64::from(table.lo) };
        let (first, end) = (lo.min(chunk), (lo + len).max(chunk + u64::from(CHUNK)));
        let most = (SPAN as u64 * (self.taken.get() as u64 + 1)).clamp(u64::from(CHUNK), u64::from(u32::MAX));
        if self.is_pinned() || end - first > most.min(2 * len + u64::from(CHUNK)) {
            return false;
        }
        // Below, where growing moves all entries, room in proportion: so the cost of a descending row of indices is O(1) each on
        // average. At most half as much as there may be, so that what is removed next does not make the window too long.
        let room = if first < lo { first.min(len).min(most / 2) } else { 0 };
        let first = first - room;
        table.near.splice(0..0, (first..lo).map(|_| Cell::new(Entry::VACANT)));
        table.near.resize_with((end - first) as usize, || Cell::new(Entry::VACANT));
        table.lo = first as u32;
        table.take_in();
        self.publish(table);
        true
    }

    /// Says whether a window of this length is too long for what is there.
    #[inline]
    fn is_wasteful(&self, len: usize) -> bool {
        len > (2 * SPAN * self.taken.get()).max(CHUNK as usize)
    }

    /// Lets the window lie anew if it is too long, or if most lies outside of it; not sooner than after as many changes again.
    #[cold]
    #[inline(never)]
    fn fit_if_due(&self, table: &mut Table) {
        let far = table.far.len();
        let is_elsewhere = far > 2 * table.fewest_far && far > self.taken.get() / 2;
        if !self.is_pinned() && (is_elsewhere || self.is_wasteful(table.near.len())) {
            // If it cannot grow, it must not be looked up where it was.
            self.window.set(Window::EMPTY);
            table.fit();
            self.publish(table);
        }
    }

    /// Keeps the window where it is until [`Sparse::unpin`], so that the returned copy of it stays valid.
    pub(super) fn pin(&self) -> Window {
        self.pins.set(self.pins.get() + 1);
        self.window.get()
    }

    /// Ends a [`Sparse::pin`]; after the last one the window takes in what the pins kept out.
    pub(super) fn unpin(&self) {
        self.pins.set(self.pins.get() - 1);
        if !self.is_pinned() {
            let table = &mut *self.table.borrow_mut();
            while table.nearest_far().into_iter().flatten().any(|index| self.cover(table, index)) {}
            self.fit_if_due(table);
        }
    }

    fn is_pinned(&self) -> bool {
        self.pins.get() != 0
    }

    /// Lets the window be what the table says, after each change of where it lies.
    fn publish(&self, table: &Table) {
        let (entries, len) = (table.near.as_ptr(), table.near.len() as u32);
        self.window.set(Window { entries, len, lo: table.lo });
    }

    /// Bytes of memory in use.
    pub(crate) fn bytes(&self) -> usize {
        let table = self.table.borrow();
        table.near.capacity() * size_of::<Entry>() + table.far.len() * 24
    }
}

impl Table {
    const fn new() -> Self {
        Self { near: Vec::new(), lo: 0, far: BTreeMap::new(), fewest_far: 0 }
    }

    /// Lets the window lie where the most are, as long as it may be.
    fn fit(&mut self) {
        let places = self.near.iter().map(Cell::get).enumerate();
        let taken = places.filter(|(_, entry)| !entry.is_vacant());
        self.far.extend(taken.map(|(place, entry)| (self.lo + place as u32, entry)));
        self.near = Vec::new();
        let count = self.far.len();
        if count != 0 {
            let at = |place| self.far.keys().nth(place).copied().unwrap_or_default();
            let (quarter, middle, three_quarters) = (at(count / 4), at(count / 2), at(count * 3 / 4));
            // As far as four times the half in the middle: what lies alone far off is left out.
            let spread = (three_quarters - quarter) as usize;
            let reach = (SPAN * count / 2).min(4 * spread + CHUNK as usize);
            let reach = u32::try_from(reach).unwrap_or(u32::MAX);
            let mut close = self.far.range(middle.saturating_sub(reach)..=middle.saturating_add(reach));
            let first = close.next().map_or(middle, |(&index, _)| index);
            let last = close.next_back().map_or(first, |(&index, _)| index);
            self.lo = first / CHUNK * CHUNK;
            self.near.resize_with((last - self.lo) as usize + 1, || Cell::new(Entry::VACANT));
            self.take_in();
        }
        self.fewest_far = self.far.len();
    }

    /// The indices next to the window, above and below, that are not in it.
    fn nearest_far(&self) -> [Option<u32>; 2] {
        let above = self.far.range(self.lo..).next();
        let below = self.far.range(..self.lo).next_back();
        [above, below].map(|near| near.map(|(&index, _)| index))
    }

    /// Moves what lies in the window from the tree to it.
    fn take_in(&mut self) {
        let last = self.lo + (self.near.len() - 1) as u32;
        let inside: Vec<u32> = self.far.range(self.lo..=last).map(|(&index, _)| index).collect();
        for index in inside {
            let entry = self.far.remove(&index).expect("listed above");
            self.near[(index - self.lo) as usize].set(entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CHUNK, Entry, Sparse};
    use std::collections::HashMap;

    #[test]
    fn behaves_like_a_map_wherever_the_ids_lie() {
        for (spread, bases) in
            [(300, vec![0]), (50_000, vec![0]), (400, vec![0, 5_000_000, u32::MAX - 401, 70_000])]
        {
            let sparse = Sparse::new();
            let mut model: HashMap<u32, Entry> = HashMap::new();
            let mut seed = 11_u64;
            for _ in 0..if cfg!(miri) { 300 } else { 20_000 } {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let index = bases[(seed >> 20) as usize % bases.len()] + (seed >> 33) as u32 % spread;
                if seed >> 62 == 0 {
                    model.remove(&index);
                    sparse.set(index, Entry::VACANT);
                } else {
                    let entry = Entry { stamp: (seed >> 10) as u32 | 1, row: model.len() as u32 };
                    model.insert(index, entry);
                    sparse.set(index, entry);
                }
                assert_eq!(sparse.get(index), model.get(&index).copied().unwrap_or(Entry::VACANT));
            }
            for (&index, &entry) in &model {
                assert_eq!(sparse.get(index), entry);
                let near = index ^ 1;
                assert_eq!(sparse.get(near), model.get(&near).copied().unwrap_or(Entry::VACANT));
            }
        }
    }

    #[test]
    fn a_pinned_window_stays_and_tells_the_truth() {
        let sparse = Sparse::new();
        let mut model: HashMap<u32, Entry> = HashMap::new();
        let mut pinned = None;
        let mut seed = 5_u64;
        for step in 0..if cfg!(miri) { 400 } else { 40_000 } {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let index = (seed >> 33) as u32 % (10 + step / 4);
            if seed >> 63 == 0 {
                model.remove(&index);
                sparse.set(index, Entry::VACANT);
            } else {
                let entry = Entry { stamp: (seed >> 10) as u32 | 1, row: step };
                model.insert(index, entry);
                sparse.set(index, entry);
            }
            if step % 16 == 0 {
                pinned = match pinned {
                    None => Some(sparse.pin()),
                    Some(_) => {
                        sparse.unpin();
                        None
                    }
                };
            }
            let expected = model.get(&index).copied().unwrap_or(Entry::VACANT);
            assert_eq!(sparse.get(index), expected);
            // SAFETY: the window is pinned.
            if let Some(entry) = pinned.and_then(|window| unsafe { window.get(index) }) {
                assert_eq!(entry, expected);
            }
        }
    }

    #[test]
    fn the_window_moves_to_where_most_are() {
        let sparse = Sparse::new();
        sparse.set(0, Entry { stamp: 1, row: 0 });
        let ids = 3_000_000..if cfg!(miri) { 3_000_300 } else { 3_010_000 };
        for index in ids.clone() {
            sparse.set(index, Entry { stamp: 1, row: index });
        }
        assert_eq!(sparse.table.borrow().far.keys().copied().collect::<Vec<_>>(), [0]);
        for index in ids {
            sparse.set(index, Entry::VACANT);
        }
        assert_eq!(sparse.get(0).stamp, 1);
        assert!(sparse.bytes() <= 1_300, "{} bytes for one", sparse.bytes());
    }

    #[test]
    fn costs_about_a_kibibyte_a_component_at_most() {
        let sparse = Sparse::new();
        for (count, index) in [4_000_000_000_u32, 7, 2_000_000_000, 1_000, 3_000_000].into_iter().enumerate()
        {
            sparse.set(index, Entry { stamp: 1, row: 0 });
            assert!(sparse.bytes() <= 1_300 * (count + 1), "{} bytes for {}", sparse.bytes(), count + 1);
        }
    }

    #[test]
    fn what_is_empty_costs_no_more_than_a_chunk() {
        let sparse = Sparse::new();
        for index in (0..1_000_000).step_by(if cfg!(miri) { 100_000 } else { 500 }) {
            sparse.set(index, Entry { stamp: 1, row: 0 });
            assert_eq!(sparse.get(index).stamp, 1);
            sparse.set(index, Entry::VACANT);
            assert_eq!(sparse.get(index), Entry::VACANT);
            assert!(sparse.bytes() <= CHUNK as usize * size_of::<Entry>());
        }
    }

    const ENTRY: Entry = Entry { stamp: 1, row: 7 };

    fn far(sparse: &Sparse) -> usize {
        sparse.table.borrow().far.len()
    }

    #[test]
    fn descending_ids_seldom_move_the_window() {
        for stride in [1, 48, 63, 64] {
            let sparse = Sparse::new();
            let mut moves = 0;
            for index in (0..if cfg!(miri) { 200 } else { 10_000 }).rev().map(|n| n * stride) {
                let lo = sparse.window.get().lo;
                sparse.set(index, ENTRY);
                moves += u32::from(sparse.window.get().lo != lo);
            }
            assert!(moves < 60, "{moves} moves at stride {stride}");
            assert!(far(&sparse) < 5, "{} far at stride {stride}", far(&sparse));
        }
    }

    #[test]
    fn one_far_off_does_not_stretch_the_window() {
        let sparse = Sparse::new();
        let dense = if cfg!(miri) { 500 } else { 50_000 };
        (0..dense).for_each(|index| sparse.set(index, ENTRY));
        let before = sparse.bytes();
        sparse.set(dense * 40, ENTRY);
        assert!(sparse.bytes() < before + 100);
        // Nor does it when the window is fitted anew.
        (0..dense - 300).for_each(|index| sparse.set(index, Entry::VACANT));
        assert_eq!((far(&sparse), sparse.get(dense * 40)), (1, ENTRY));
    }

    #[test]
    fn when_the_far_ones_go_the_window_follows() {
        let sparse = Sparse::new();
        (0..300).for_each(|n| sparse.set(3_000_000 + n * 1_000, ENTRY));
        (0..300).for_each(|n| sparse.set(n * 60, ENTRY));
        let left = [0, 60, 3_000_000];
        (0..300).map(|n| 3_000_000 + n * 1_000).chain((0..300).map(|n| n * 60)).for_each(|index| {
            if !left.contains(&index) {
                sparse.set(index, Entry::VACANT);
            }
        });
        assert!(left.iter().all(|&index| sparse.get(index) == ENTRY));
        assert!(sparse.bytes() <= 3 * 1_300, "{} bytes for three", sparse.bytes());
    }

    #[test]
    fn an_unpinned_window_takes_in_what_is_still_there() {
        let sparse = Sparse::new();
        (0..1_000).for_each(|index| sparse.set(index, ENTRY));
        sparse.pin();
        sparse.set(100_000_000, ENTRY);
        sparse.set(40_000, ENTRY);
        sparse.set(40_000, Entry::VACANT);
        (1_000..3_000).for_each(|index| sparse.set(index, ENTRY));
        assert!(far(&sparse) > 1_900);
        sparse.unpin();
        assert_eq!(far(&sparse), 1);
        assert!(sparse.bytes() < 64 * 1_024, "{} bytes", sparse.bytes());
    }

    #[test]
    fn the_last_ids_work() {
        let sparse = Sparse::new();
        let last = u32::MAX - 1;
        [last, 0, last - 1, last - 200].into_iter().for_each(|index| sparse.set(index, ENTRY));
        [0, last - 1, last].into_iter().for_each(|index| {
            assert_eq!(sparse.get(index), ENTRY);
            sparse.set(index, Entry::VACANT);
            assert_eq!(sparse.get(index), Entry::VACANT);
        });
        assert_eq!(sparse.get(last - 200), ENTRY);
    }
}
