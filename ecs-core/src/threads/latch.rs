//! [`Latch`]: lets other threads take part in work that lives on the stack of the thread that waits for them.
#![expect(unsafe_code, reason = "the work is borrowed for no longer than its owner waits")]

use crate::sync::{Arc, AtomicUsize, Ordering, SPINS, Thread, current, wait};

/// The way to work that is being done. Who comes too late finds it closed, and touches nothing: so nobody
/// waits for a thread that sleeps.
pub(crate) struct Latch {
    /// How many are inside, and [`CLOSED`].
    state: AtomicUsize,
    /// The thread that waits for them.
    owner: Thread,
    work: *const (dyn Fn() + Sync),
}

const CLOSED: usize = 1 << (usize::BITS - 1);

// SAFETY: of what is no number and no thread there is the work, which several threads may run, and which
// nobody else drops.
unsafe impl Send for Latch {}
// SAFETY: as above.
unsafe impl Sync for Latch {}

impl Latch {
    /// Runs work here, and at the same time on those threads that `invite` lets [help](Latch::help). Returns
    /// when it has returned here and on all that have come.
    pub(crate) fn open(work: &(dyn Fn() + Sync), invite: impl FnOnce(&Arc<Self>)) {
        // SAFETY: it is the same pointer, which forgets for how long it is valid: as long as this function
        // runs.
        let work_for_all =
            unsafe { core::mem::transmute::<*const (dyn Fn() + Sync + '_), *const (dyn Fn() + Sync)>(work) };
        let latch = Arc::new(Self { state: AtomicUsize::new(0), owner: current(), work: work_for_all });
        let _closing = Closing(&latch);
        invite(&latch);
        work();
    }

    /// Takes part in the work, unless it is too late.
    pub(crate) fn help(&self) {
        let enter = |state: usize| (state & CLOSED == 0).then_some(state + 1);
        if self.state.fetch_update(Ordering::Acquire, Ordering::Relaxed, enter).is_ok() {
            let _inside = LatchGuard(self);
            // SAFETY: `open` runs still, so the work is valid: it waits for who is inside.
            unsafe { (*self.work)() }
        }
    }

    /// Lets nobody in any more, and waits for those who are.
    fn close(&self) {
        self.state.fetch_or(CLOSED, Ordering::Relaxed);
        for _ in 0..SPINS {
            if self.is_left() {
                return;
            }
            core::hint::spin_loop();
        }
        while !self.is_left() {
            wait();
        }
    }

    /// Says whether it is closed and empty. The caller then sees all work that was done inside.
    fn is_left(&self) -> bool {
        self.state.load(Ordering::Acquire) == CLOSED
    }
}

/// Closes the latch when it is dropped, by a panic too.
struct Closing<'g>(&'g Latch);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Leaves the latch when it is dropped, by a panic too.
struct LatchGuard<'g>(&'g Latch);

impl Drop for LatchGuard<'_> {
    fn drop(&mut self) {
        // The last one to leave a closed latch wakes its owner.
        if self.0.state.fetch_sub(1, Ordering::Release) == CLOSED | 1 {
            self.0.owner.unpark();
        }
    }
}
