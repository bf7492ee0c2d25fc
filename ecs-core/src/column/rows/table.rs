//! [`Table`]: what owns the entries of a look-up, and where its window lies.

use core::cell::Cell;
use core::ops::Range;
use std::collections::BTreeMap;

use super::entry::Entry;

/// The window grows by so many entries at least: 1 KiB.
pub(super) const CHUNK: u32 = 128;
/// Entries that the window may span for each component when it grows: 512 bytes. It is fitted anew at twice
/// as many.
pub(super) const SPAN: usize = 64;

/// What owns the entries.
pub(super) struct Table {
    /// Written through shared references only, so that pinned copies of [`Window`] stay valid.
    pub(super) near: Vec<Cell<Entry>>,
    pub(super) lo: u32,
    pub(super) far: BTreeMap<u32, Entry>,
    /// How many were far when the window was fitted last, or at the fewest since.
    pub(super) fewest_far: usize,
}

crate::base::default_by!([] Table, Self::new());

crate::base::clone_fields!(Table { near, lo, far, fewest_far });

impl Table {
    pub(super) const fn new() -> Self {
        Self { near: Vec::new(), lo: 0, far: BTreeMap::new(), fewest_far: 0 }
    }

    /// Lets the window lie where the most are, as long as it may be. If this cannot grow, nothing has
    /// changed.
    pub(super) fn fit(&mut self) {
        let entry = |(&index, &entry): (&u32, &Entry)| (index, entry);
        let near = self.near.iter().enumerate().map(|(place, entry)| (self.lo + place as u32, entry.get()));
        let (below, above) = (self.far.range(..self.lo).map(entry), self.far.range(self.lo..).map(entry));
        let mut all = Vec::new();
        // Not `collect`, which asks at each entry in which of the three it is.
        let taken = |(_, entry): &(u32, Entry)| !entry.is_vacant();
        below.chain(near).chain(above).filter(taken).for_each(|entry| all.push(entry));
        let close = crowd(&all);
        let far: BTreeMap<_, _> = all[..close.start].iter().chain(&all[close.end..]).copied().collect();
        let lo = all.get(close.start).map_or(0, |&(first, _)| first / CHUNK * CHUNK);
        let len = all[close.clone()].last().map_or(0, |&(last, _)| (last - lo) as usize + 1);
        let near = vec![Cell::new(Entry::VACANT); len];
        for &(index, entry) in &all[close] {
            near[(index - lo) as usize].set(entry);
        }
        *self = Self { near, lo, fewest_far: far.len(), far };
    }

    /// Makes the window span `len` entries from `lo` on, among them all that it spans now. If this cannot
    /// grow, nothing has changed.
    pub(super) fn spread(&mut self, lo: u32, len: usize) {
        let inside: Vec<u32> = self.far.range(lo..=lo + (len - 1) as u32).map(|(&index, _)| index).collect();
        self.near.reserve(len - self.near.len());
        let below = if self.near.is_empty() { 0 } else { (self.lo - lo) as usize };
        self.near.resize(len, Cell::new(Entry::VACANT));
        self.near.rotate_right(below);
        self.lo = lo;
        for index in inside {
            let entry = self.far.remove(&index).expect("listed above");
            self.near[(index - lo) as usize].set(entry);
        }
    }

    /// The indices next to the window, above and below, that are not in it.
    pub(super) fn nearest_far(&self) -> [Option<u32>; 2] {
        let above = self.far.range(self.lo..).next();
        let below = self.far.range(..self.lo).next_back();
        [above, below].map(|near| near.map(|(&index, _)| index))
    }
}

/// The places of those indices that lie close together: as far off the middle one as four times the half
/// around it, so that what lies alone far off is left out.
fn crowd(all: &[(u32, Entry)]) -> Range<usize> {
    let at = |place: usize| all.get(place).map_or(0, |&(index, _)| index);
    let count = all.len();
    let (quarter, middle, three_quarters) = (at(count / 4), at(count / 2), at(count * 3 / 4));
    let spread = (three_quarters - quarter) as usize;
    let reach = (SPAN / 2).saturating_mul(count).min(spread.saturating_mul(4).saturating_add(CHUNK as usize));
    let reach = u32::try_from(reach).unwrap_or(u32::MAX);
    // From the start of a chunk, as the window.
    let first = middle.saturating_sub(reach) / CHUNK * CHUNK;
    let start = all.partition_point(|&(index, _)| index < first);
    start..all.partition_point(|&(index, _)| index <= middle.saturating_add(reach))
}
