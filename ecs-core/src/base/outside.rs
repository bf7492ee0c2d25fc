//! [`Outside`]: what belongs to a world and lies outside of its columns.

use core::any::Any;

/// A copy of something of which only its owner knows what it is.
pub(crate) type AnyCopy = Box<dyn Any>;

/// What something outside is called, and the stay of its world in which it was added: between two moves to
/// other threads.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct OutsidePlace {
    /// The same for good. Zero is none.
    pub(crate) number: u64,
    pub(crate) stay: u64,
}

/// Something that belongs to a world, lies outside of its columns, and is saved with it: what waits for a
/// system to read it, the members of a pool.
pub(crate) trait Outside {
    /// Says whether it is what was added at this place: another world may have it meanwhile.
    fn is_at(&self, _: OutsidePlace) -> bool {
        true
    }

    /// Copies it.
    fn save(&self) -> AnyCopy;

    /// Makes what it is to become again: a copy of what was saved, or what it was before it began.
    fn prepare(&self, saved: Option<&AnyCopy>) -> AnyCopy;

    /// Swaps what it is with what was prepared. Nothing can fail, and nothing is dropped.
    fn swap(&self, prepared: &mut AnyCopy);
}
