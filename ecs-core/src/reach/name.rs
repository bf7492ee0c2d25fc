//! How messages show an entity.

use core::fmt;

use crate::ids::Entity;
use crate::world::peek;

impl fmt::Debug for Entity {
    /// Writes index and generation, and the name if the current world knows it: `3v1 "boss"`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::NONE {
            return f.write_str("NONE");
        }
        // A copy: what it is written to is user code, which may call the library.
        let name = peek(|core| core.known_name(*self)).flatten();
        write!(f, "{}v{}", self.index(), self.generation())?;
        match name {
            Some(name) => write!(f, " {name:?}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Entity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}
