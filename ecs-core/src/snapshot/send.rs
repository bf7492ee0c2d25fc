//! [`SendSnapshots`]: snapshots on their way to another thread.
#![expect(unsafe_code, reason = "snapshots are full of `Rc`; they are sent as a whole, or not at all")]

use core::fmt;

use crate::error::SendError;

use super::snapshots::Snapshots;

/// Snapshots on their way to another thread, where their world goes too.
///
/// Comes from [`Snapshots::into_send`]. Dropping it drops the snapshots, on the thread where it then is.
pub struct SendSnapshots(Snapshots);

// SAFETY: all that the snapshots reach is theirs alone: what several of them share is shared by nobody else,
// as the world has copies, and numbers where it must know which. `pack` asks for types whose values are `Send`.
// Closures of timers are `Send` by their types, and so is what waits for systems; the members of pools are
// ids.
unsafe impl Send for SendSnapshots {}

impl SendSnapshots {
    pub(super) fn pack(mut snapshots: Snapshots) -> Result<Self, (Snapshots, SendError)> {
        // Whatever was prepared for loading may have values too.
        snapshots.ring.forget_spare();
        let mut types = snapshots.ring.saved.iter().flat_map(|saved| saved.types.iter().zip(&saved.columns));
        let stays = types.find(|(ty, column)| !ty.is_send && !column.has_no_values());
        if let Some((ty, _)) = stays {
            let component = ty.name;
            return Err((snapshots, SendError::NotSend { component }));
        }
        Ok(Self(snapshots))
    }

    /// Takes the snapshots out, on the thread of their world.
    #[must_use]
    pub fn into_snapshots(self) -> Snapshots {
        self.0
    }
}

impl fmt::Debug for SendSnapshots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SendSnapshots").field(&self.0).finish()
    }
}
