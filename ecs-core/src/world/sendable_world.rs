//! [`SendWorld`]: a world on its way to another thread.
#![expect(unsafe_code, reason = "a world is full of `Rc` and `Cell`; it is sent as a whole, or not at all")]

use super::public::World;

/// A world on its way to another thread: all its components are `Send`, and nothing of it is borrowed.
///
/// Comes from [`World::into_send`]. Dropping it drops the world, on the thread where it then is.
pub struct SendWorld(World);

// SAFETY: sending this sends everything that its `Rc`s and `Cell`s reach: `World` is not `Clone`, the `Rc`s
// of its core and columns are held by the world itself, by guards and views (none lives: `World::into_send`
// refuses while anything is borrowed), by queries (none lives: it counts the `Rc`s of the core) and by
// calls inside `World::enter` (none runs: it borrows the world). No thread-local cell points into it:
// `enter` has unbound them when it ended. The values are `Send`: `World::into_send` asks for `is_send`,
// which stands for a `SendProof`, which only a type that is `Send` can have. So is what features keep:
// `World::into_send` asks each part for a value that is `Send`. Names are shared with other threads by `Arc`,
// and are `Send` and `Sync` by their types; so are the ticks that were undone, which snapshots share.
unsafe impl Send for SendWorld {}

impl SendWorld {
    /// Packs a world that `World::into_send` has checked.
    pub(super) fn pack(world: World) -> Self {
        Self(world)
    }

    pub(super) fn unpack(self) -> World {
        self.0
    }
}
