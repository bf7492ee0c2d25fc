//! [`SendSnapshots`]: snapshots on their way to another thread.
#![expect(unsafe_code, reason = "snapshots are full of `Rc`; they are sent as a whole, or not at all")]

use super::ring::Ring;

/// Snapshots on their way to another thread, where their world goes too.
///
/// Comes from [`Snapshots::into_send`](crate::Snapshots::into_send). Dropping it drops the snapshots, on the
/// thread where it then is.
pub struct SendSnapshots(Box<Ring>);

// SAFETY: all that the snapshots reach is theirs alone: what several of them share is shared by nobody else,
// as the world has values of its own, and numbers where it must know which copy it equals. Values are of
// types that are `Send`: `Snapshots::into_send` has asked each. Closures of timers are `Send` by their types,
// and so are the runs of schedules and what waits for systems; of pools there are ids. Names and undone ticks
// are shared by `Arc`.
unsafe impl Send for SendSnapshots {}

impl SendSnapshots {
    /// Packs snapshots that `Snapshots::into_send` has checked.
    pub(super) fn pack(ring: Box<Ring>) -> Self {
        Self(ring)
    }

    pub(super) fn unpack(self) -> Box<Ring> {
        self.0
    }
}

crate::base::debug_by!([] SendSnapshots, |_, f| f.debug_struct("SendSnapshots").finish_non_exhaustive());
