//! [`Outside`]: something that belongs to a world and lies outside of its columns. Its copies have any type:
//! the events of the user that wait for a reader.

use core::any::Any;

/// A copy of something outside.
pub(crate) type AnyCopy = Box<dyn Any>;

/// The name of an [`Outside`] in the list of its world. A stay is the time between two moves of the world to
/// other threads; the name has the stay in which the `Outside` was added.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct OutsidePlace {
    /// The same for good. Zero is none.
    pub(crate) number: u64,
    pub(crate) stay: u64,
}

/// Something that belongs to a world, lies outside of its columns, and is saved with it: what waits for a
/// system to read it, the members of a pool.
pub(crate) trait Outside {
    type Copy: 'static;
    /// A copy that is ready to be swapped in.
    type Prepared: 'static;

    /// Says whether it is what was added at this place: another world may have it meanwhile.
    fn is_at(&self, _: OutsidePlace) -> bool {
        true
    }

    /// Copies it.
    fn save(&self) -> Self::Copy;

    /// Makes what it is to become again: a copy of what was saved, or what it was before it began.
    fn prepare(&self, saved: Option<&Self::Copy>) -> Self::Prepared;

    /// Swaps what it is with what was prepared. Nothing can fail, and nothing is dropped.
    fn swap(&self, prepared: &mut Self::Prepared);
}

/// An [`Outside`] in the list of a world.
pub(crate) trait AnyOutside {
    fn is_at(&self, place: OutsidePlace) -> bool;
    fn save(&self) -> AnyCopy;
    fn prepare(&self, saved: Option<&AnyCopy>) -> AnyCopy;
    fn swap(&self, prepared: &mut AnyCopy);
}

impl<O: Outside> AnyOutside for O {
    fn is_at(&self, place: OutsidePlace) -> bool {
        Outside::is_at(self, place)
    }

    fn save(&self) -> AnyCopy {
        Box::new(Outside::save(self))
    }

    fn prepare(&self, saved: Option<&AnyCopy>) -> AnyCopy {
        Box::new(Outside::prepare(self, saved.and_then(|saved| saved.downcast_ref())))
    }

    fn swap(&self, prepared: &mut AnyCopy) {
        if let Some(prepared) = prepared.downcast_mut() {
            Outside::swap(self, prepared);
        }
    }
}
