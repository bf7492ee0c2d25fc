//! [`Outside`]: what belongs to a world and lies outside of its columns.

use core::any::Any;

/// A copy of something of which only its owner knows what it is.
pub(crate) type AnyCopy = Box<dyn Any>;

/// Something that belongs to a world, lies outside of its columns, and is saved with it: what waits for a
/// system to read it, the members of a pool.
pub(crate) trait Outside {
    /// Copies it.
    fn save(&self) -> AnyCopy;

    /// Makes what it is to become again: a copy of what was saved, or what it was before it began.
    fn prepare(&self, saved: Option<&AnyCopy>) -> AnyCopy;

    /// Swaps what it is with what was prepared. Nothing can fail, and nothing is dropped.
    fn swap(&self, prepared: &mut AnyCopy);
}
