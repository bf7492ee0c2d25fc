//! [`FutureTask`]: a future that belongs to a component or an entity, and what wakes it.

use core::future::Future;
use core::pin::Pin;
use core::sync::atomic::{AtomicBool, Ordering, fence};
use core::task::{Context, Poll, Waker};
use std::sync::Arc;
use std::task::Wake;

use crate::base::One;

/// A future, which returns whether its component is to be switched off, and how it is woken.
pub(super) struct FutureTask {
    future: One<Pin<Box<dyn Future<Output = bool> + Send>>>,
    waker: Waker,
    woken: Arc<Woken>,
}

/// Something has woken the task. Any thread may.
struct Woken(AtomicBool);

/// Who knows of it if nothing but the task itself does: the task, and its waker.
const OWN: usize = 2;

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.0.store(true, Ordering::Release);
    }
}

impl FutureTask {
    pub(super) fn new(future: impl Future<Output = bool> + Send + 'static) -> Self {
        let woken = Arc::new(Woken(AtomicBool::new(false)));
        Self { future: One::of(Box::pin(future)), waker: Waker::from(woken.clone()), woken }
    }

    /// Lets it go on until it waits for something again, or is over.
    pub(super) fn poll(&mut self) -> Poll<bool> {
        self.future.get_mut().as_mut().poll(&mut Context::from_waker(&self.waker))
    }

    /// Says whether it was woken since it was asked last.
    pub(super) fn takes_waking(&self) -> bool {
        self.woken.0.swap(false, Ordering::Acquire)
    }

    /// Says whether somebody else may wake it. To be asked before [`FutureTask::takes_waking`]: if nobody may
    /// any more, what he has done is seen then.
    pub(super) fn may_be_woken(&self) -> bool {
        let may_be = Arc::strong_count(&self.woken) > OWN;
        fence(Ordering::Acquire);
        may_be
    }
}

/// What the future that is polled and the world tell each other.
#[derive(Clone, Copy)]
pub(super) struct Polling {
    /// The time of the task, in seconds: it stands still while its component is disabled.
    pub(super) now: f64,
    /// When it wants to go on: never, if nothing has asked.
    pub(super) resume: f64,
}

impl Polling {
    /// Lets the task go on at this time of its own, if nothing lets it go on earlier.
    pub(super) fn resume_at(&mut self, time: f64) {
        self.resume = self.resume.min(time);
    }
}
