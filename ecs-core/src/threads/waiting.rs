//! [`WaitingThread`]: which threads wait until this one has done what it helps them with.
//!
//! A helper must not wait for such a thread, which would wait for itself: see
//! [`Remote::send`](crate::Remote::send).

use core::cell::RefCell;
use std::sync::Arc;
use std::thread::{self, ThreadId};

use crate::base::OnDrop;

thread_local! {
    /// For whom the thread works now, one inside the other.
    static HELPED: RefCell<Vec<WaitingThread>> = const { RefCell::new(Vec::new()) };
}

/// A thread that waits for its helpers, and those that wait for it.
#[derive(Clone)]
pub(crate) struct WaitingThread(Arc<Waits>);

struct Waits {
    thread: ThreadId,
    /// Whom it helps itself meanwhile.
    helped: Vec<WaitingThread>,
}

impl WaitingThread {
    /// This thread, which is about to wait.
    pub(crate) fn here() -> Self {
        let helped = HELPED.try_with(|helped| helped.borrow().clone()).unwrap_or_default();
        Self(Arc::new(Waits { thread: thread::current().id(), helped }))
    }

    /// Helps the thread while a function runs, also if it panics.
    pub(crate) fn help(self, f: impl FnOnce()) {
        let known = HELPED.try_with(|helped| helped.borrow_mut().push(self));
        let _until_here = OnDrop(|| {
            if known.is_ok() {
                // Dropped outside of the borrow.
                let _done = HELPED.try_with(|helped| helped.borrow_mut().pop());
            }
        });
        f();
    }

    fn is(&self, thread: ThreadId) -> bool {
        self.0.thread == thread || self.0.helped.iter().any(|waiting| waiting.is(thread))
    }
}

/// Says whether a thread waits until this one has done what it does.
pub(crate) fn is_awaited_by(thread: ThreadId) -> bool {
    let is_one =
        |helped: &RefCell<Vec<WaitingThread>>| helped.borrow().iter().any(|waiting| waiting.is(thread));
    HELPED.try_with(is_one).unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::{WaitingThread, is_awaited_by};
    use std::panic::catch_unwind;
    use std::thread;

    #[test]
    fn whoever_helps_is_awaited_by_all_that_wait_for_each_other() {
        let first = thread::current().id();
        let waiting = WaitingThread::here();
        let helper = thread::spawn(move || {
            let second = thread::current().id();
            assert!(!is_awaited_by(first));
            waiting.help(|| {
                assert!(is_awaited_by(first) && !is_awaited_by(second));
                let waiting = WaitingThread::here();
                let all = move || waiting.help(|| assert!(is_awaited_by(first) && is_awaited_by(second)));
                thread::spawn(all).join().unwrap();
            });
            assert!(!is_awaited_by(first), "it is done");
            let waiting = WaitingThread::here();
            assert!(catch_unwind(|| waiting.help(|| panic!("on purpose"))).is_err());
            assert!(!is_awaited_by(second), "it is done");
        });
        helper.join().unwrap();
    }
}
