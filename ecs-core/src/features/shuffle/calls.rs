//! [`World::shuffle_order`].

use crate::error::or_fail;
use crate::world::{World, with_current, with_current_or_new};

/// The order of the current world, in tests.
impl World {
    /// Lets types and systems run in a random order, of those that they allow by what they declare about each
    /// other. Each frame has another one. For tests: a program that depends on an order which nobody has
    /// declared fails in one of the frames.
    ///
    /// It shuffles the passes of all types in each phase, their `start`, and the systems of each stage of a
    /// [`Schedule`](crate::Schedule), also of one that runs alone. `after`, `before`, handles, chains, sets
    /// and stages hold as they do without it. So does the order of the phases, of `init` of systems, and of
    /// observers.
    ///
    /// The order follows from the seed, the number of the frame, and what there is: the same program has the
    /// same orders in each run, on each machine, and after going back to a snapshot.
    /// [`explain_order`](crate::explain_order) shows the seed, and the order of the last frame. Call it again
    /// to go on by another seed, and [`unshuffle_order`](Self::unshuffle_order) to end it. Inside of a frame
    /// it is for the next one. Makes the thread's world if there is none. A world that is not shuffled pays
    /// nothing.
    ///
    /// ```
    /// use ecs_core::{Component, Entity, World, update_all};
    ///
    /// #[derive(Component, Default)]
    /// struct Keys { right: bool }
    /// impl Keys {
    ///     fn update(&mut self) { self.right = true }
    /// }
    ///
    /// #[derive(Component, Default)]
    /// // Without this it works only because `Keys` was added first: frames of the loop would fail.
    /// #[component(after(Keys))]
    /// struct Ship { x: f32 }
    /// impl Ship {
    ///     fn update(&mut self, keys: &Keys, dt: f32) {
    ///         if keys.right { self.x += dt }
    ///     }
    /// }
    ///
    /// for seed in 0..10 {
    ///     World::shuffle_order(seed);
    ///     let ship = Entity::spawn().with(Keys::default()).insert(Ship::default());
    ///     update_all(0.5);
    ///     assert_eq!(ship.borrow().x, 0.5, "seed {seed}");
    /// }
    /// ```
    ///
    /// # Panics
    ///
    /// While the world is closing.
    #[track_caller]
    pub fn shuffle_order(seed: u64) {
        or_fail(with_current_or_new(|core| core.parts.shuffle.set(core, Some(seed))));
    }

    /// Restores the usual order of types and systems, after [`shuffle_order`](Self::shuffle_order).
    #[track_caller]
    pub fn unshuffle_order() {
        _ = with_current(|core| core.parts.shuffle.set(core, None));
    }
}
