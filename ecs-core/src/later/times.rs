//! [`Times`]: when it is whose turn. A heap; where much is due at once, a sorted list besides.

use core::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::ids::Entity;

/// The turn of a timer: by its time, then its entity, then the order of the calls that have made timers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Due {
    pub(super) time: f64,
    pub(super) entity: Entity,
    pub(super) call: u64,
    pub(super) slot: u32,
    /// It is valid while the timer has this number.
    pub(super) turn: u32,
}

impl Ord for Due {
    /// The one that comes first is the greatest, as a heap shows that.
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        (other.time.total_cmp(&self.time))
            .then_with(|| other.entity.cmp(&self.entity))
            .then_with(|| other.call.cmp(&self.call))
    }
}

impl PartialOrd for Due {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Due {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Due {}

/// So many are taken from the heap one by one, however few there are.
const FEW: usize = 16;

/// If one of so many is due, those that are due are sorted at once.
const MANY: usize = 16;

/// All turns to come.
#[derive(Default)]
pub(super) struct Times {
    heap: BinaryHeap<Due>,
    /// Those that are due in the run of this frame, the first at the end.
    sorted: Vec<Due>,
}

impl Times {
    #[inline]
    pub(super) fn push(&mut self, due: Due) {
        self.heap.push(due);
    }

    /// Says whether anything is due until a time.
    #[inline]
    pub(super) fn is_any_due(&self, until: f64) -> bool {
        self.heap.peek().is_some_and(|first| first.time <= until)
    }

    /// Sorts what is due until a time, if that is much.
    pub(super) fn sort_due(&mut self, until: f64) {
        let enough = FEW.max(self.heap.len() / MANY);
        if count_due(self.heap.as_slice(), 0, until, enough) < enough {
            return;
        }
        let mut all = core::mem::take(&mut self.heap).into_vec();
        let sorted = &mut self.sorted;
        all.retain(|due| {
            let is_due = due.time <= until;
            sorted.extend(is_due.then_some(*due));
            !is_due
        });
        self.heap = BinaryHeap::from(all);
        // Often they stand in the heap in their order, which is found in one go.
        self.sorted.sort_unstable();
    }

    /// Takes the next one that is due until a time.
    #[inline]
    pub(super) fn pop(&mut self, until: f64) -> Option<Due> {
        match (self.sorted.last(), self.heap.peek()) {
            (Some(sorted), first) if first.is_none_or(|first| first < sorted) => self.sorted.pop(),
            (_, Some(first)) if first.time <= until => self.heap.pop(),
            _ => None,
        }
    }

    /// Puts those back that had no turn in the run which ends.
    pub(super) fn end_run(&mut self) {
        self.heap.extend(self.sorted.drain(..));
    }

    /// Forgets those that are no longer valid.
    pub(super) fn retain(&mut self, mut is_valid: impl FnMut(&Due) -> bool) {
        self.sorted.retain(|due| is_valid(due));
        self.heap.retain(is_valid);
    }
}

/// Counts what is due in a heap below a place, up to enough. Below what is not due nothing is.
fn count_due(heap: &[Due], place: usize, until: f64, enough: usize) -> usize {
    if heap.get(place).is_none_or(|due| due.time > until) {
        return 0;
    }
    let mut count = 1;
    for below in [2 * place + 1, 2 * place + 2] {
        if count < enough {
            count += count_due(heap, below, until, enough - count);
        }
    }
    count
}
