//! [`SentClosures`]: what other threads have sent to a world. It runs between two frames, and is dropped with
//! the world.

use core::cell::OnceCell;
use std::sync::Arc;
use std::thread;

use crate::base::OnDrop;
use crate::world::{Timed, Work, WorldCore};

use super::super::part::{Moment, WorldPart};
use super::sender::{ClosureQueue, Remote};

/// The closures that other threads have sent to a world. The queue is made by the first call of
/// `World::remote`.
#[derive(Default)]
pub(crate) struct SentClosures(OnceCell<Arc<ClosureQueue>>);

impl WorldPart for SentClosures {
    fn may_be_sent(&self) -> Option<&dyn Send> {
        Some(self)
    }

    #[inline]
    fn act(&self, core: &WorldCore, moment: Moment) {
        match (moment, self.0.get()) {
            (Moment::FrameStart, Some(_)) => _ = run_sent(core),
            (Moment::Leaving, Some(queue)) => queue.move_to(None),
            (Moment::Arrived, Some(queue)) => queue.move_to(Some(thread::current().id())),
            (Moment::Ending, Some(queue)) => {
                queue.close().for_each(|job| core.sync.drop_later(Box::new(job)));
                // The world drops these before its components, each also where one has panicked.
                for job in queue.take_at_end() {
                    let mut job = Some(job);
                    core.sync
                        .drop_later(Box::new(OnDrop(move || job.take().into_iter().for_each(|job| job()))));
                }
            }
            _ => {}
        }
    }
}

impl super::super::saved::SavedPart for SentClosures {}

/// Makes a handle that sends to a world.
pub(super) fn remote(core: &WorldCore) -> Remote {
    Remote::new(core.parts.remote.0.get_or_init(|| Arc::new(ClosureQueue::new())))
}

/// Runs what was sent until now, in its order; returns how much that was. The callers have refused while the
/// thread unwinds.
pub(super) fn run_sent(core: &WorldCore) -> usize {
    let Some(queue) = core.parts.remote.0.get() else { return 0 };
    // No frame begins inside it.
    let _updating = core.frames.begin();
    // The count is taken first: what comes meanwhile stands behind these.
    let waiting = queue.len();
    let _timing = (waiting != 0).then(|| core.frames.timings().begin(waiting, || Timed::whole(Work::Remote)));
    (0..waiting).map_while(|_| queue.pop()).map(|job| job()).count()
}
