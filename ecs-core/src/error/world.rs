//! What can go wrong with a world as a whole: [`WorldError`], [`SpawnError`], [`SendError`].

use core::fmt;

/// Why there is no world to work in.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum WorldError {
    /// Nothing was spawned on this thread yet.
    NoWorld,
    /// The world, or the thread, is coming to its end: its components are being dropped.
    Closing,
    /// The thread unwinds from a panic, and no hook, no system and no `Drop` of a component runs before its
    /// end: what needs one is not done.
    Unwinding,
}

impl fmt::Display for WorldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoWorld => {
                "this thread has no world yet: `Entity::spawn()` makes one, or `World::enter` brings one; \
                 what was spawned on another thread is reached by its `World::remote`"
            }
            Self::Unwinding => {
                "the thread unwinds from a panic: what runs hooks, systems or drops must wait for its end"
            }
            Self::Closing => "the world is closing: while its components are dropped it takes no calls",
        })
    }
}

impl core::error::Error for WorldError {}
