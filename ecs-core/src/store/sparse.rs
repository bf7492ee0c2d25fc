//! [`Sparse`]: the paged table from an entity's index to the row of its component.
#![expect(unsafe_code, reason = "a look-up is one load from a page reached through a raw pointer")]

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

const PAGE: usize = 128;
/// Pages that the window may span for each component: 128 bytes of window against 1 KiB of page.
const SPAN: usize = 16;

/// The entries of 128 indices, and how many of them are not vacant: a page without any is freed.
struct Page {
    entries: [Cell<Entry>; PAGE],
    taken: Cell<u32>,
}

impl Page {
    #[inline(always)]
    fn get(&self, index: u32) -> Entry {
        self.entries[index as usize % PAGE].get()
    }

    /// Writes an entry; says whether the page is vacant now.
    #[inline(always)]
    fn set(&self, index: u32, entry: Entry) -> bool {
        let old = self.entries[index as usize % PAGE].replace(entry);
        let taken = self.taken.get() + u32::from(entry != Entry::VACANT) - u32::from(old != Entry::VACANT);
        self.taken.set(taken);
        taken == 0
    }
}

/// A window of pages, each 1 KiB for 128 indices, and pages far from the window by number.
///
/// ```text
/// window     lo                        lo + len            far
///            ┌────┬────┬────┬────┬────┐                   ┌──────┐
///            │ p  │ ∅  │ p  │ p  │ ∅  │                   │ page │
///            └─┬──┴────┴────┴────┴────┘                   └──────┘
///              └→ 128 entries                 ∅ = the shared page of vacant entries
/// ```
///
/// The window spans at most 16 pages for each component of the store, so that the table costs about 1 KiB a component at
/// most, however large the ids; a component outside is found in a tree, some ns slower. While a view has pinned the window, pages
/// are made and freed in it but it stays where it is, and what would have made it grow goes to the tree until the view ends.
pub(crate) struct Sparse {
    window: Cell<Window>,
    pages: RefCell<Pages>,
    pins: Cell<u32>,
}

/// Where the window lies: pointers to pages, from page number `lo`.
#[derive(Clone, Copy)]
pub(super) struct Window {
    slots: *const Slot,
    len: u32,
    lo: u32,
}

/// The place of a page in the window. It is written through shared references, so that pinned copies of [`Window`] stay valid.
type Slot = Cell<*const Page>;

/// What owns the pages.
struct Pages {
    slots: Vec<Slot>,
    lo: u32,
    far: BTreeMap<u32, *const Page>,
    made: usize,
    /// Whether pages went to `far`, or an empty window was kept, because of a pin.
    untidy: bool,
}

/// Stands for each page that was never written.
struct Vacant(Page);

// SAFETY: the page is never written: `Sparse::set` replaces it by a page of its own before it writes.
unsafe impl Sync for Vacant {}

static VACANT: Vacant =
    Vacant(Page { entries: [const { Cell::new(Entry::VACANT) }; PAGE], taken: Cell::new(0) });

fn is_vacant(page: *const Page) -> bool {
    core::ptr::eq(page, &raw const VACANT.0)
}

impl Window {
    pub(super) const EMPTY: Self = Self { slots: core::ptr::null(), len: 0, lo: 0 };

    /// Reads the entry of an index; `None` if it lies outside.
    ///
    /// # Safety
    ///
    /// The window must be [`Window::EMPTY`], or the one that its table has now: it changes with the table unless it is pinned.
    #[inline(always)]
    pub(super) unsafe fn get(self, index: u32) -> Option<Entry> {
        // SAFETY: as for `slot`; a slot holds a live page.
        unsafe { self.slot(index).map(|slot| (*slot.get()).get(index)) }
    }

    /// # Safety
    ///
    /// As for [`Window::get`].
    #[inline(always)]
    unsafe fn slot<'a>(self, index: u32) -> Option<&'a Slot> {
        let slot = (index / PAGE as u32).wrapping_sub(self.lo);
        // SAFETY: the window of a table is its `Pages::slots`, `len` of them (the invariant of `Sparse::publish`).
        (slot < self.len).then(|| unsafe { &*self.slots.add(slot as usize) })
    }
}

impl Sparse {
    pub(crate) const fn new() -> Self {
        Self { window: Cell::new(Window::EMPTY), pages: RefCell::new(Pages::new()), pins: Cell::new(0) }
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

    /// Reads an entry outside the window.
    #[cold]
    pub(super) fn get_far(&self, index: u32) -> Entry {
        match self.pages.borrow().far.get(&(index / PAGE as u32)) {
            // SAFETY: a page in `far` lives until the table is dropped.
            Some(&page) => unsafe { &*page }.get(index),
            None => Entry::VACANT,
        }
    }

    /// Writes the entry of an index; `components` is how many the store holds, by which the window may grow.
    #[inline]
    pub(crate) fn set(&self, index: u32, entry: Entry, components: usize) {
        // SAFETY: the window is this table's, now.
        if let Some(slot) = unsafe { self.window.get().slot(index) } {
            let page = slot.get();
            if !is_vacant(page) {
                // SAFETY: a page in the window is live.
                if unsafe { &*page }.set(index, entry) {
                    self.free_page(index / PAGE as u32);
                }
                return;
            }
        }
        self.set_slow(index, entry, components);
    }

    #[cold]
    #[inline(never)]
    fn set_slow(&self, index: u32, entry: Entry, components: usize) {
        let number = index / PAGE as u32;
        let is_vacant = {
            let pages = &mut *self.pages.borrow_mut();
            if entry == Entry::VACANT && !pages.has(number) {
                return;
            }
            let page =
                pages.page(number, if self.is_pinned() { None } else { Some(SPAN * (components + 1)) });
            self.publish(pages);
            // SAFETY: `Pages::page` returns a live page that is not the shared vacant one.
            unsafe { &*page }.set(index, entry)
        };
        if is_vacant {
            self.free_page(number);
        }
    }

    /// Frees a page whose entries are all vacant; with the last page of the window, the window.
    #[cold]
    #[inline(never)]
    fn free_page(&self, number: u32) {
        let pages = &mut *self.pages.borrow_mut();
        let page = match pages.slot(number) {
            Some(slot) => slot.replace(&raw const VACANT.0),
            None => pages.far.remove(&number).expect("the page was written just now"),
        };
        pages.made -= 1;
        pages.free_window(self.is_pinned());
        self.publish(pages);
        // SAFETY: the page came from `Box::into_raw` in `new_page`, and no place holds it any more.
        drop(unsafe { Box::from_raw(page.cast_mut()) });
    }

    /// Keeps the window where it is until [`Sparse::unpin`], so that the returned copy of it stays valid.
    pub(super) fn pin(&self) -> Window {
        self.pins.set(self.pins.get() + 1);
        self.window.get()
    }

    /// Ends a [`Sparse::pin`]; after the last one the window takes in what the pins kept out.
    pub(super) fn unpin(&self, components: usize) {
        self.pins.set(self.pins.get() - 1);
        if !self.is_pinned() {
            let pages = &mut *self.pages.borrow_mut();
            if pages.untidy {
                pages.tidy(SPAN * (components + 1));
                self.publish(pages);
            }
        }
    }

    fn is_pinned(&self) -> bool {
        self.pins.get() != 0
    }

    /// Lets the window be what the pages say, after each change of them.
    fn publish(&self, pages: &Pages) {
        self.window.set(Window { slots: pages.slots.as_ptr(), len: pages.slots.len() as u32, lo: pages.lo });
    }

    /// Bytes of memory in use.
    pub(crate) fn bytes(&self) -> usize {
        let pages = self.pages.borrow();
        pages.made * size_of::<Page>() + pages.slots.capacity() * size_of::<Slot>() + pages.far.len() * 24
    }
}

impl Pages {
    const fn new() -> Self {
        Self { slots: Vec::new(), lo: 0, far: BTreeMap::new(), made: 0, untidy: false }
    }

    /// Returns the place of a page number in the window.
    fn slot(&self, number: u32) -> Option<&Slot> {
        self.slots.get(number.wrapping_sub(self.lo) as usize)
    }

    fn has(&self, number: u32) -> bool {
        self.slot(number).is_some_and(|slot| !is_vacant(slot.get())) || self.far.contains_key(&number)
    }

    /// Returns the page of a number, made if need be, inside the window if that may grow so far; `None`: it may not move.
    fn page(&mut self, number: u32, most: Option<usize>) -> *const Page {
        if most.is_some_and(|most| self.cover(number, most)) || self.slot(number).is_some() {
            let slot = self.slot(number).expect("the window covers the number");
            if is_vacant(slot.get()) {
                slot.set(new_page());
                self.made += 1;
            }
            return self.slot(number).expect("the window covers the number").get();
        }
        self.untidy |= most.is_none();
        *self.far.entry(number).or_insert_with(|| {
            self.made += 1;
            new_page()
        })
    }

    /// Makes the window span a page number, unless it would then be longer than `most`.
    fn cover(&mut self, number: u32, most: usize) -> bool {
        let len = self.slots.len() as u32;
        if len == 0 {
            self.lo = number;
        }
        let (first, end) = (self.lo, self.lo + len);
        if (first..end).contains(&number) {
            return true;
        }
        let span = (end.max(number + 1) - first.min(number)) as usize;
        if span > most {
            return false;
        }
        let vacant = || Slot::new(&raw const VACANT.0);
        if number < first {
            // Room below in proportion, so that indices that come in descending order cost O(1) each on average.
            let room = (most - span).min(self.slots.len()).min(number as usize) as u32;
            let added = first - number + room;
            self.slots.splice(0..0, (0..added).map(|_| vacant()));
            self.lo = first - added;
        } else {
            self.slots.resize_with((number - self.lo + 1) as usize, vacant);
        }
        let (first, end) = (self.lo, self.lo + self.slots.len() as u32);
        let absorbed: Vec<u32> = self.far.range(first..end).map(|(&number, _)| number).collect();
        for number in absorbed {
            let page = self.far.remove(&number).expect("listed above");
            self.slots[(number - first) as usize].set(page);
        }
        true
    }

    /// Frees the window if it has no page any more, unless it is pinned.
    fn free_window(&mut self, pinned: bool) {
        if self.made == self.far.len() {
            if pinned {
                self.untidy = true;
            } else {
                self.slots = Vec::new();
            }
        }
    }

    /// Does what a pin has put off.
    fn tidy(&mut self, most: usize) {
        self.untidy = false;
        self.free_window(false);
        let far: Vec<u32> = self.far.keys().copied().collect();
        for number in far {
            self.cover(number, most);
        }
    }
}

fn new_page() -> *const Page {
    // SAFETY: a page of zero bytes is a page of `Entry::VACANT`, of which none is taken.
    let page: Box<Page> = unsafe { Box::new_zeroed().assume_init() };
    Box::into_raw(page)
}

impl Drop for Pages {
    fn drop(&mut self) {
        for page in self.slots.iter().map(Cell::get).chain(self.far.values().copied()) {
            if !is_vacant(page) {
                // SAFETY: the page came from `Box::into_raw` in `new_page` and stands in exactly one place.
                drop(unsafe { Box::from_raw(page.cast_mut()) });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Entry, Sparse};
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
                    sparse.set(index, Entry::VACANT, model.len());
                } else {
                    let entry = Entry { stamp: (seed >> 10) as u32 | 1, row: model.len() as u32 };
                    model.insert(index, entry);
                    sparse.set(index, entry, model.len());
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
    fn costs_about_a_kibibyte_a_component_at_most() {
        let sparse = Sparse::new();
        for (count, index) in [4_000_000_000_u32, 7, 2_000_000_000, 1_000, 3_000_000].into_iter().enumerate()
        {
            sparse.set(index, Entry { stamp: 1, row: 0 }, count + 1);
            assert!(sparse.bytes() <= 1_300 * (count + 1), "{} bytes for {}", sparse.bytes(), count + 1);
        }
    }

    #[test]
    fn what_is_empty_costs_nothing() {
        let sparse = Sparse::new();
        for index in (0..1_000_000).step_by(if cfg!(miri) { 100_000 } else { 500 }) {
            sparse.set(index, Entry { stamp: 1, row: 0 }, 1);
            assert_eq!(sparse.get(index).stamp, 1);
            sparse.set(index, Entry::VACANT, 0);
            assert_eq!(sparse.get(index), Entry::VACANT);
            assert_eq!(sparse.bytes(), 0);
        }
    }

    #[test]
    fn descending_ids_fill_one_window() {
        let sparse = Sparse::new();
        let ids = if cfg!(miri) { 2_000 } else { 200_000 };
        for index in (0..ids).rev() {
            sparse.set(index, Entry { stamp: 1, row: index }, (ids - index) as usize);
        }
        assert!(sparse.pages.borrow().far.is_empty());
        assert!((0..ids).all(|index| sparse.get(index).row == index));
    }
}
