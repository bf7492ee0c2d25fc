//! [`Sparse`]: the table from an entity's index to the row of its component.
#![expect(unsafe_code, reason = "a look-up is one load through a raw pointer, which views keep")]

use core::cell::{Cell, RefCell};
use std::collections::BTreeMap;

/// What the table says of one entity index.
///
/// A stamp that equals the entity's says that the component lives in the main buffer at `row`. A zero stamp says that the index
/// has no component (`row` is zero) or that it lives in the spill (`row` is not zero). So the common question, "alive, and
/// where?", is one load and one compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(8))]
pub(crate) struct Entry {
    pub(crate) stamp: u32,
    pub(crate) row: u32,
}

impl Entry {
    pub(crate) const VACANT: Self = Self { stamp: 0, row: 0 };
}

/// The window grows by so many entries: 1 KiB.
const CHUNK: u32 = 128;
/// Entries that the window may span for each component: 512 bytes.
const SPAN: usize = 64;
/// The window is fitted anew when it spans so many times more than it may.
const SLACK: usize = 2;

/// A window of entries side by side, where the indices lie close enough, and a tree for those far from it.
///
/// ```text
/// window     lo                        lo + len            far
///            ┌────┬────┬────┬────┬────┐                   ┌───────┐
///            │ e  │ ∅  │ e  │ e  │ ∅  │                   │ index │ → entry
///            └────┴────┴────┴────┴────┘                   └───────┘
/// ```
///
/// The window spans 64 entries for each component of the store when it grows, so that the table costs at most about 1 KiB a
/// component, however large the ids; a component outside is found in O(log n). (Pages of entries keep the same bound;
/// measured, their second load cost a quarter of an access through a view in cache, and half of one beyond, where the pages of
/// several stores lie mixed.)
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
    /// The lowest and the highest index that a pin kept out of the window.
    kept_out: Option<(u32, u32)>,
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
            table: RefCell::new(Table {
                near: Vec::new(),
                lo: 0,
                far: BTreeMap::new(),
                fewest_far: 0,
                kept_out: None,
            }),
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

    /// Writes the entry of an index that has none. O(1) on average within the window.
    #[inline]
    pub(crate) fn fill(&self, index: u32, entry: Entry) {
        debug_assert!(self.get(index) == Entry::VACANT && entry != Entry::VACANT);
        // SAFETY: the window is this table's, now.
        match unsafe { self.window.get().cell(index) } {
            Some(cell) => {
                cell.set(entry);
                self.taken.set(self.taken.get() + 1);
            }
            None => self.set_far(index, entry),
        }
    }

    #[inline(always)]
    fn write(&self, cell: &Cell<Entry>, entry: Entry) {
        let old = cell.replace(entry);
        if old == Entry::VACANT {
            self.taken.set(self.taken.get() + usize::from(entry != Entry::VACANT));
        } else if entry == Entry::VACANT {
            self.taken.set(self.taken.get() - 1);
            if self.is_wasteful(self.window.get().len as usize) {
                self.fit();
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn set_far(&self, index: u32, entry: Entry) {
        let table = &mut *self.table.borrow_mut();
        if entry == Entry::VACANT {
            if table.far.remove(&index).is_some() {
                self.taken.set(self.taken.get() - 1);
                table.fewest_far = table.fewest_far.min(table.far.len());
            }
            return;
        }
        if self.pins.get() != 0 {
            let (low, high) = table.kept_out.unwrap_or((index, index));
            table.kept_out = Some((low.min(index), high.max(index)));
        } else if self.cover(table, index) {
            self.write(&table.near[(index - table.lo) as usize], entry);
            return;
        }
        if table.far.insert(index, entry).is_none() {
            self.taken.set(self.taken.get() + 1);
            let far = table.far.len();
            if far > 2 * table.fewest_far && far > self.taken.get() / 2 {
                self.fit_table(table);
            }
        }
    }

    /// Says whether a window of this length is too long for what is there.
    #[inline]
    fn is_wasteful(&self, len: usize) -> bool {
        len > (SLACK * SPAN * self.taken.get()).max(CHUNK as usize)
    }

    /// Makes the window span an index outside it, unless it would then span too many.
    fn cover(&self, table: &mut Table, index: u32) -> bool {
        let len = table.near.len() as u64;
        let chunk = u64::from(index / CHUNK * CHUNK);
        let lo = if len == 0 { chunk } else { u64::from(table.lo) };
        let (first, end) = (lo.min(chunk), (lo + len).max(chunk + u64::from(CHUNK)));
        let span = end - first;
        let most = (SPAN as u64 * (self.taken.get() as u64 + 1)).max(u64::from(CHUNK));
        if span > most {
            return false;
        }
        // Room in proportion, where growing costs more than its own entries, so that the cost is O(1) each on average.
        let room = |free: u64| (most - span).min(len).min(free) / u64::from(CHUNK) * u64::from(CHUNK);
        let first = if first < lo { first - room(first) } else { first };
        let end = if table.far.is_empty() || end == lo + len { end } else { end + room((1 << 32) - end) };
        table.near.splice(0..0, (first..lo).map(|_| Cell::new(Entry::VACANT)));
        table.near.resize_with((end - first) as usize, || Cell::new(Entry::VACANT));
        table.lo = first as u32;
        table.take_in();
        self.publish(table);
        true
    }

    /// Lets the window lie anew where it serves most.
    #[cold]
    #[inline(never)]
    fn fit(&self) {
        if self.pins.get() == 0 {
            self.fit_table(&mut self.table.borrow_mut());
        }
    }

    fn fit_table(&self, table: &mut Table) {
        if self.pins.get() != 0 {
            return;
        }
        table.empty_window();
        let count = table.far.len();
        // Around the entry in the middle: where half of all lie close enough, it is among them.
        if let Some(&middle) = table.far.keys().nth(count / 2) {
            let reach = u32::try_from(SPAN * count / 2).unwrap_or(u32::MAX);
            let around = middle.saturating_sub(reach)..=middle.saturating_add(reach);
            let (first, last) = {
                let mut close = table.far.range(around).map(|(&index, _)| index);
                let first = close.next().unwrap_or(middle);
                (first, close.next_back().unwrap_or(first))
            };
            table.lo = first / CHUNK * CHUNK;
            table.near.resize_with((last - table.lo) as usize + 1, || Cell::new(Entry::VACANT));
        }
        table.take_in();
        table.fewest_far = table.far.len();
        self.publish(table);
    }

    /// Keeps the window where it is until [`Sparse::unpin`], so that the returned copy of it stays valid.
    pub(super) fn pin(&self) -> Window {
        self.pins.set(self.pins.get() + 1);
        self.window.get()
    }

    /// Ends a [`Sparse::pin`]; after the last one the window takes in what the pins kept out.
    pub(super) fn unpin(&self) {
        self.pins.set(self.pins.get() - 1);
        if self.pins.get() == 0 {
            let table = &mut *self.table.borrow_mut();
            if let Some((low, high)) = table.kept_out.take() {
                self.cover(table, low);
                self.cover(table, high);
            }
            if self.is_wasteful(table.near.len()) {
                self.fit_table(table);
            }
        }
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
    /// Moves what lies in the window from the tree to it.
    fn take_in(&mut self) {
        let end = self.lo.saturating_add(self.near.len() as u32);
        let inside: Vec<u32> = self.far.range(self.lo..end).map(|(&index, _)| index).collect();
        for index in inside {
            let entry = self.far.remove(&index).expect("listed above");
            self.near[(index - self.lo) as usize].set(entry);
        }
    }

    /// Moves everything from the window to the tree, and frees the window.
    fn empty_window(&mut self) {
        let taken =
            (self.lo..).zip(self.near.iter().map(Cell::get)).filter(|(_, entry)| *entry != Entry::VACANT);
        self.far.extend(taken);
        self.near = Vec::new();
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

    #[test]
    fn descending_ids_fill_one_window() {
        let sparse = Sparse::new();
        let ids = if cfg!(miri) { 2_000 } else { 200_000 };
        for index in (0..ids).rev() {
            sparse.set(index, Entry { stamp: 1, row: index });
        }
        assert!(sparse.table.borrow().far.is_empty());
        assert!((0..ids).all(|index| sparse.get(index).row == index));
    }
}
