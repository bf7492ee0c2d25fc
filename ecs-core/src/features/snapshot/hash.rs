//! [`StateHash`]: what two machines compare.

use core::fmt;

/// A hash of a whole world, and of each type in it. Comes from [`Snapshots::hash`](super::Snapshots::hash).
///
/// It is the same on every machine on which the same has happened: floats count by their bits, ids by index
/// and generation; no address is in it. The order of rows counts, as passes go by it; that of the entries of
/// a map does not.
#[derive(Clone, PartialEq, Eq)]
pub struct StateHash {
    pub(super) total: u64,
    pub(super) entities: u64,
    pub(super) types: Vec<TypeHash>,
    pub(super) unhashed: Vec<&'static str>,
}

/// The hash of all components of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TypeHash {
    /// The component's type.
    pub name: &'static str,
    /// The hash of its components, in the order of their rows.
    pub hash: u64,
}

impl StateHash {
    /// Returns the hash of all. Where two are equal, all the rest is.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Returns the hash of everything but components: living entities, the next ids, names, links, switches,
    /// timers, the clock.
    #[must_use]
    pub fn entities(&self) -> u64 {
        self.entities
    }

    /// Returns the hash of each type, in the order in which they were added first.
    #[must_use]
    pub fn types(&self) -> &[TypeHash] {
        &self.types
    }

    /// Returns the types that are not `Serialize`. The hash contains which entities have such a component,
    /// and their order, but not its value.
    #[must_use]
    pub fn unhashed(&self) -> &[&'static str] {
        &self.unhashed
    }
}

impl fmt::Debug for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.total)?;
        if f.alternate() {
            write!(f, "\n  {:016x} entities", self.entities)?;
            for TypeHash { name, hash } in &self.types {
                let note = if self.unhashed.contains(name) { " (not `Serialize`)" } else { "" };
                write!(f, "\n  {hash:016x} {name}{note}")?;
            }
        }
        Ok(())
    }
}
