//! [`TypeNumber`]: the number of a column's type in its world.

use core::cell::Cell;

/// The number of a type, once a component of it was added.
#[derive(Default)]
pub(crate) struct TypeNumber {
    number: Cell<Option<u32>>,
    /// The number again, for ways that ask no feature before they place a component; `None` while features
    /// are to be asked. Saves the fast ways a question.
    simple: Cell<Option<u32>>,
    is_guarded: Cell<bool>,
}

impl TypeNumber {
    #[inline]
    pub(crate) fn get(&self) -> Option<u32> {
        self.number.get()
    }

    /// The number, if any entity takes a component of the type.
    #[inline(always)]
    pub(super) fn simple(&self) -> Option<u32> {
        self.simple.get()
    }

    pub(crate) fn set(&self, number: Option<u32>) {
        self.number.set(number);
        self.simple.set(number.filter(|_| !self.is_guarded()));
    }

    /// From now on features are asked before an entity gets a component of the type.
    pub(crate) fn guard(&self) {
        self.is_guarded.set(true);
        self.set(self.get());
    }

    /// Says whether features are to be asked before an entity gets a component of the type.
    #[inline]
    pub(super) fn is_guarded(&self) -> bool {
        self.is_guarded.get()
    }
}
