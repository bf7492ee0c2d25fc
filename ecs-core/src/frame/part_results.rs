//! [`PartResults`]: what the parts of shared work hand over: their results, put in order, and the first
//! panic.

use core::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::base::{Panic, discard};
use crate::sync::{AtomicUsize, Mutex, Ordering};

/// Where a part begins: its job, and the row.
type Start = (usize, usize);

/// Something that a part leaves behind; many parts leave nothing.
pub(super) trait Leaves: Default + Send {
    fn is_nothing(&self) -> bool;

    /// Puts what another part has left behind this.
    fn append(&mut self, other: Self);
}

/// The results of the parts that have run.
pub(super) struct PartResults<R> {
    done: Mutex<RanParts<R>>,
    /// The first job of which a part has panicked: of those before it all parts run, of the others no further
    /// one.
    stopped: AtomicUsize,
}

struct RanParts<R> {
    left: Vec<(Start, R)>,
    panic: Option<(Start, Panic)>,
}

impl<R> Default for PartResults<R> {
    fn default() -> Self {
        Self {
            done: Mutex::new(RanParts { left: Vec::new(), panic: None }),
            stopped: AtomicUsize::new(usize::MAX),
        }
    }
}

impl<R: Leaves> PartResults<R> {
    /// Runs a part of a job, which writes down where it begins; returns what it returns, or `false` if no
    /// more shall run.
    pub(super) fn run(&self, job: usize, part: impl FnOnce(&Cell<usize>, &R) -> bool) -> bool {
        if self.stopped.load(Ordering::Relaxed) <= job {
            return false;
        }
        let (first, result) = (Cell::new(0), R::default());
        let ran = catch_unwind(AssertUnwindSafe(|| part(&first, &result)));
        let start = (job, first.get());
        // Also that of a part that has panicked: its drop is not for this thread.
        if !result.is_nothing() {
            self.done.lock().expect("nothing panics while it is locked").left.push((start, result));
        }
        ran.unwrap_or_else(|panic| {
            self.stopped.fetch_min(job, Ordering::Relaxed);
            self.keep(start, panic);
            false
        })
    }

    /// Keeps a panic if none is known from an earlier part.
    fn keep(&self, start: Start, panic: Panic) {
        let other = {
            let mut done = self.done.lock().expect("nothing panics while it is locked");
            match &done.panic {
                Some((earlier, _)) if *earlier < start => Some(panic),
                _ => done.panic.replace((start, panic)).map(|(_, later)| later),
            }
        };
        other.into_iter().for_each(discard);
    }

    /// Returns what all parts have left, in their order, and the panic of the earliest that has panicked.
    pub(super) fn into_results(self) -> (R, Option<Panic>) {
        let RanParts { mut left, panic } = self.done.into_inner().expect("nothing panics while it is locked");
        left.sort_by_key(|(start, _)| *start);
        let mut all = R::default();
        left.into_iter().for_each(|(_, result)| all.append(result));
        (all, panic.map(|(_, panic)| panic))
    }
}
