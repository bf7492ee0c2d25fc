//! [`Keeper`]: the last snapshots of a room, to which it is put back after a panic.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use ecs_core::{SendSnapshots, SnapshotError, Snapshots};

/// So often something that waits may panic before a world that is put back, and it still is.
const TRIES: usize = 1000;

/// Keeps the last snapshots of a world. As the world, it goes from thread to thread between two frames.
pub(crate) struct Keeper {
    /// `None` while one is saved or loaded.
    packed: Option<SendSnapshots>,
    /// The frames to which the world can be put back, the last at the end.
    frames: VecDeque<u64>,
    /// The last frame that has panicked. Until the world has come past it nothing is saved.
    panicked: Option<u64>,
    most: usize,
}

impl Keeper {
    /// Makes room for so many snapshots, at least one.
    pub(crate) fn new(most: usize) -> Self {
        Self { packed: None, frames: VecDeque::new(), panicked: None, most: most.max(1) }
    }

    /// Saves the current world as it is after a frame. If that fails, what was saved before is left.
    pub(crate) fn keep(&mut self, frame: u64) -> Result<(), SnapshotError> {
        if self.panicked.is_some_and(|panicked| frame <= panicked) {
            return Ok(());
        }
        self.with(|snapshots| snapshots.save(frame))?;
        self.frames.push_back(frame);
        if self.frames.len() > self.most {
            self.frames.pop_front();
        }
        Ok(())
    }

    /// Puts the current world back to the last snapshot before a frame that has panicked, and returns the
    /// frame to which that is. `None` if there is none left.
    ///
    /// What has panicked may be in the snapshot already. So each is used once: if the world does not come
    /// past that frame, it is put back to the one before.
    pub(crate) fn put_back(&mut self, panicked: u64) -> Option<u64> {
        self.panicked = self.panicked.max(Some(panicked));
        let frame = self.frames.pop_back()?;
        // What waited for the end of the pass has its turn first, and may panic too. The rest then waits on.
        let load = |snapshots: &mut Snapshots| {
            let mut tries = (0..TRIES).map(|_| catch_unwind(AssertUnwindSafe(|| snapshots.load(frame))));
            tries.find_map(Result::ok)
        };
        matches!(self.with(load), Some(Ok(()))).then_some(frame)
    }

    /// Unpacks the snapshots for a function, and packs them again, also if it panics.
    fn with<R>(&mut self, f: impl FnOnce(&mut Snapshots) -> R) -> R {
        let packed = self.packed.take();
        let mut snapshots = packed.map_or_else(|| Snapshots::new(self.most), SendSnapshots::into_snapshots);
        let done = catch_unwind(AssertUnwindSafe(|| f(&mut snapshots)));
        // What cannot be sent is in the world too, which then ends.
        self.packed = snapshots.into_send().ok();
        done.unwrap_or_else(|panic| resume_unwind(panic))
    }
}
