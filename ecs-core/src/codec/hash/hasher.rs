//! [`StateHasher`]: a number for values, one after the other.

use serde::Serialize;

use super::words::{END, NUMBER, SEED, Words, fold};
use crate::codec::context::{Ids, IdsGuard};
use crate::codec::tape::TapeError;

/// Hashes values, one after the other.
///
/// Floats are hashed by their bits, variants by their index, structs with the names of their fields and in
/// the order of these, maps without the order of their entries. Entities and handles are hashed by index and
/// generation, of whichever world they are.
///
/// While it lives, entities are written so on this thread: of two hashers, the newer one is to be dropped
/// first.
pub struct StateHasher {
    state: u64,
    _inside: IdsGuard,
}

impl StateHasher {
    pub(crate) fn new() -> Self {
        Self { state: SEED, _inside: Ids::Hashing.enter() }
    }

    /// Adds a number.
    #[inline]
    pub(crate) fn write_u64(&mut self, number: u64) {
        self.state = fold(self.state ^ number, NUMBER);
    }

    /// Adds a value. If its type refuses, nothing is added.
    #[inline]
    pub(crate) fn hash<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), TapeError> {
        // Begins with an empty block, so that the compiler knows what is where in it.
        let mut words = Words::new(self.state);
        value.serialize(&mut words)?;
        self.state = words.state();
        Ok(())
    }

    /// The hash of all that was added so far.
    #[inline]
    pub(crate) fn finish(&self) -> u64 {
        fold(self.state, END)
    }
}
