//! [`Times`]: when it is whose turn. A heap, and while turns are given, a list of those that are due.

use core::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::ids::Entity;

/// A time of the world, as a number that compares at once. It may lie before zero: a timer that is overdue
/// when the world goes back to an earlier time stays overdue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct TurnTime(u64);

const SIGN: u64 = 1 << 63;

impl TurnTime {
    #[inline]
    pub(super) fn of(seconds: f64) -> Self {
        debug_assert!(!seconds.is_nan(), "a time is a number");
        // Numbers that are not negative have the order of their bits, the others the reverse order. The sum
        // makes one zero of the two.
        let bits = (seconds + 0.0).to_bits();
        Self(if bits & SIGN == 0 { bits | SIGN } else { !bits })
    }

    /// The time a number of seconds later.
    pub(super) fn shifted(self, by: f64) -> Self {
        let bits = if self.0 & SIGN == 0 { !self.0 } else { self.0 & !SIGN };
        Self::of(f64::from_bits(bits) + by)
    }
}

/// The turn of a timer: by its time, then its entity, then the order of the calls that have made timers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct TurnOrder {
    pub(super) time: TurnTime,
    pub(super) entity: Entity,
    pub(super) call: u64,
    pub(super) slot: u32,
    /// It is valid while the timer has this call and this number.
    pub(super) turn: u32,
}

/// So many are taken from the heap one by one, however few there are.
const FEW: usize = 16;

/// At one due timer in this number, the due ones are sorted at once.
const MANY: usize = 16;

/// Prefetch distance, in timers.
const AHEAD: usize = 4;

/// All turns to come.
#[derive(Default, Clone)]
pub(super) struct Times {
    heap: BinaryHeap<Reverse<TurnOrder>>,
    /// Those that are due in the run of this frame, the first at the end.
    sorted: Vec<Reverse<TurnOrder>>,
}

impl Times {
    #[inline]
    pub(super) fn push(&mut self, due: TurnOrder) {
        self.heap.push(Reverse(due));
    }

    /// Says whether anything is due until a time.
    #[inline]
    pub(super) fn is_any_due(&self, until: TurnTime) -> bool {
        self.heap.peek().is_some_and(|Reverse(first)| first.time <= until)
    }

    /// Takes what is due until a time, the first at the end of a list.
    pub(super) fn begin_run(&mut self, until: TurnTime) {
        let enough = FEW.max(self.heap.len() / MANY);
        if count_due(self.heap.as_slice(), 0, until, enough) < enough {
            while self.is_any_due(until) {
                self.sorted.extend(self.heap.pop());
            }
            self.sorted.reverse();
            return;
        }
        let mut all = core::mem::take(&mut self.heap).into_vec();
        self.sorted.extend(all.extract_if(.., |Reverse(due)| due.time <= until));
        self.heap = BinaryHeap::from(all);
        // Often they stand in the heap in their order, which is found in one go.
        self.sorted.sort_unstable();
    }

    /// Takes the next one that is due until a time.
    #[inline]
    pub(super) fn pop(&mut self, until: TurnTime) -> Option<TurnOrder> {
        let next = match (self.sorted.last(), self.heap.peek()) {
            (Some(sorted), first) if first.is_none_or(|first| first < sorted) => self.sorted.pop(),
            (_, Some(Reverse(first))) if first.time <= until => self.heap.pop(),
            _ => None,
        };
        next.map(|Reverse(due)| due)
    }

    /// The slot of a timer that has its turn soon.
    #[inline]
    pub(super) fn soon(&self) -> Option<u32> {
        let Reverse(due) = self.sorted.get(self.sorted.len().checked_sub(AHEAD)?)?;
        Some(due.slot)
    }

    /// Ends a run: takes what it has noted for later, and puts those back that had no turn.
    pub(super) fn end_run(&mut self, noted: &mut Vec<TurnOrder>) {
        self.heap.extend(noted.drain(..).map(Reverse));
        self.heap.extend(self.sorted.drain(..));
    }

    /// Lets all turns come so much later.
    pub(super) fn shift(&mut self, by: f64) {
        let mut all = core::mem::take(&mut self.heap).into_vec();
        all.iter_mut().chain(&mut self.sorted).for_each(|Reverse(due)| due.time = due.time.shifted(by));
        self.heap = BinaryHeap::from(all);
    }

    /// Forgets those that are no longer valid.
    pub(super) fn retain(&mut self, mut is_valid: impl FnMut(&TurnOrder) -> bool) {
        self.sorted.retain(|Reverse(due)| is_valid(due));
        self.heap.retain(|Reverse(due)| is_valid(due));
    }
}

/// Counts what is due in a heap below a place, up to enough. Below what is not due nothing is.
fn count_due(heap: &[Reverse<TurnOrder>], place: usize, until: TurnTime, enough: usize) -> usize {
    if heap.get(place).is_none_or(|Reverse(due)| due.time > until) {
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
