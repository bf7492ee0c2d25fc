//! What a panic in a hook does to the frame.

use crate::error::WorldError;

use super::current::with_current_or_new;
use super::failures::PanicPolicy;
use super::public::World;

impl World {
    /// Chooses what a panic in a `start` or a pass of the current world does, from now on. Makes the thread's
    /// world if there is none.
    ///
    /// A game that is played is better off without one enemy than without all: [`PanicPolicy::SwitchOff`].
    /// While it is written, the first panic should stop it: [`PanicPolicy::StopFrame`], which holds at first.
    ///
    /// It is about `start`, the three passes, parallel ones too, and [timers and
    /// tasks](crate::Component::after); a timer of an entity, which has no component to be switched off,
    /// ends. A panic in another hook, in a system, or between two components of a pass stops the frame under
    /// both. Costs one `catch_unwind` a pass, under both. Where the program is built with `panic = "abort"`,
    /// as always for WebAssembly, a panic ends it.
    ///
    /// # Errors
    ///
    /// [`WorldError`] if the world is closing.
    ///
    /// ```
    /// use ecs_core::{Component, Entity, PanicPolicy, World, update_all};
    ///
    /// #[derive(Component)]
    /// struct Enemy { path: Vec<f32>, x: f32 }
    ///
    /// impl Enemy {
    ///     fn update(&mut self) {
    ///         self.x = self.path[0]; // one of them has no path
    ///     }
    /// }
    ///
    /// World::set_panic_policy(PanicPolicy::SwitchOff)?;
    /// let lost = Entity::spawn().insert(Enemy { path: vec![], x: 0.0 });
    /// let other = Entity::spawn().insert(Enemy { path: vec![3.0], x: 0.0 });
    /// update_all(0.1);
    /// assert_eq!(other.borrow().x, 3.0);
    ///
    /// assert!(!lost.is_enabled());
    /// let panics = World::stats().panics;
    /// assert_eq!((panics.count, panics.last[0].entity), (1, lost.entity()));
    /// println!("{panics}");
    /// # Ok::<_, ecs_core::WorldError>(())
    /// ```
    #[track_caller]
    pub fn set_panic_policy(policy: PanicPolicy) -> Result<(), WorldError> {
        with_current_or_new(|core| core.log.set_policy(policy))
    }
}
