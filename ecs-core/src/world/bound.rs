//! [`Bound`]: a thread-local cell that points into the current world.

/// A thread-local cell, whatever type it is of.
pub(crate) trait Bound {
    /// Lets it point nowhere, on this thread.
    fn forget(&'static self);
}
