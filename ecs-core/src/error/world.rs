//! What can go wrong with a world as a whole: [`WorldError`].

use ecs_derive::Sentence;

/// Why there is no world to work in.
#[derive(Clone, Copy, PartialEq, Eq, Sentence)]
#[non_exhaustive]
pub enum WorldError {
    /// Nothing was spawned on this thread yet.
    #[says(
        "this thread has no world yet: `Entity::spawn()` makes one, or `World::enter` brings one; what was \
         spawned on another thread is reached by its `World::remote`"
    )]
    NoWorld,
    /// The world, or the thread, is coming to its end: its components are being dropped.
    #[says("the world is closing: while its components are dropped it takes no calls")]
    Closing,
    /// The thread unwinds from a panic. Until its end no hook, no system and no `Drop` of a component runs,
    /// and calls that need one are refused.
    #[says("the thread unwinds from a panic: what runs hooks, systems or drops must wait for its end")]
    Unwinding,
}
