//! [`Bound`]: a thread-local cell that points to a column.

/// A thread-local cell, whatever type it is of.
pub(crate) trait Bound {
    /// Lets it point nowhere, if it points to this column.
    fn forget(&'static self, column: *const ());
}
