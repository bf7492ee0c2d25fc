//! [`Keeper`]: the last snapshots of a room, to which it is put back after a panic.

/// Keeps the last snapshots of the current world.
pub(crate) struct Keeper;

impl Keeper {
    pub(crate) fn new(_snapshots: usize) -> Self {
        Self
    }

    /// Saves the world as it is after a frame.
    pub(crate) fn keep(&mut self, _frame: u64) {}

    /// Puts the world back to the last snapshot, and returns its frame. `None` if there is none left.
    ///
    /// A snapshot is used once: if the room panics again before it was saved anew, what has panicked may be
    /// in the snapshot, and it goes one further back.
    pub(crate) fn put_back(&mut self) -> Option<u64> {
        None
    }
}
