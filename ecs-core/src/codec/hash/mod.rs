//! [`StateHasher`]: a number for a value, the same on every machine, by the `Serialize` of its type.
//!
//! A value is taken apart as it is for a save, and its parts go into blocks of 128 bits. A block is folded into
//! the state by one long multiplication whose halves are combined: the step that wyhash
//! (<https://github.com/wangyi-fudan/wyhash>) and foldhash (<https://github.com/orlp/foldhash>) are made of.
//! It is not done by such a crate, as these may give other numbers in their next version.
//!
//! It finds peers whose states went apart by mistake. It does not stop who looks for two states with one hash.

mod serialize;
mod words;

#[cfg(test)]
mod mixing;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use serde::Serialize;

use super::context::{Ids, Inside};
use super::tape::TapeError;
use words::{END, Words, fold};

thread_local! {
    /// The context of all hashers of this thread, so that a hasher allocates nothing.
    static HASHING: Rc<Ids> = Rc::new(Ids::Hashing);
}

/// Hashes values, one after the other.
///
/// Floats are hashed by their bits, variants by their index, structs with the names of their fields and in the
/// order of these, maps without the order of their entries. Entities and handles are hashed by index and
/// generation, of whichever world they are.
///
/// While it lives, entities are written so on this thread: of two hashers, the newer one is to be dropped
/// first.
pub struct StateHasher {
    state: u64,
    _inside: Inside,
}

impl StateHasher {
    pub(crate) fn new() -> Self {
        let context = HASHING.try_with(Rc::clone).unwrap_or_else(|_| Rc::new(Ids::Hashing));
        Self { state: words::SEED, _inside: context.enter() }
    }

    /// Adds a number.
    #[inline]
    pub(crate) fn write_u64(&mut self, number: u64) {
        self.state = fold(self.state ^ number, words::NUMBER);
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
