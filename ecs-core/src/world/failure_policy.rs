//! What a panic or an error of a hook does to the frame.

use crate::error::WorldError;

use super::current::with_current_or_new;
use super::public::World;
use crate::outcomes::FailurePolicy;

impl World {
    /// Chooses what a panic or an error of a hook of the current world does, from now on. Makes the thread's
    /// world if there is none.
    ///
    /// A game that is played is better off without one enemy than without all: [`FailurePolicy::SwitchOff`].
    /// While it is written, the first panic should stop it: [`FailurePolicy::Report`], which holds at first.
    /// A test may stop at the first error too: [`FailurePolicy::Stop`].
    ///
    /// Under `SwitchOff` a component is switched off after a failure of its `start`, of one of the three
    /// passes, parallel ones too, and of its [timers and tasks](crate::Component::after); a timer of an
    /// entity, which has no component to be switched off, ends if it panics. A panic in another hook, in a
    /// system, or between two components of a pass stops the frame under all policies. Costs one
    /// `catch_unwind` a pass, under all. Where the program is built with `panic = "abort"`, as always for
    /// WebAssembly, a panic ends it.
    ///
    /// # Errors
    ///
    /// [`WorldError`] if the world is closing.
    ///
    /// ```
    /// use ecs_core::{Component, Entity, FailurePolicy, World, update_all};
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
    /// World::set_failure_policy(FailurePolicy::SwitchOff)?;
    /// let lost = Entity::spawn().insert(Enemy { path: vec![], x: 0.0 });
    /// let other = Entity::spawn().insert(Enemy { path: vec![3.0], x: 0.0 });
    /// update_all(0.1);
    /// assert_eq!(other.borrow().x, 3.0);
    ///
    /// assert!(!lost.is_enabled());
    /// let failures = World::stats().failures;
    /// assert_eq!((failures.count, failures.last[0].entity), (1, lost.entity()));
    /// println!("{failures}");
    /// # Ok::<_, ecs_core::WorldError>(())
    /// ```
    #[track_caller]
    pub fn set_failure_policy(policy: FailurePolicy) -> Result<(), WorldError> {
        with_current_or_new(|core| core.log.set_policy(policy))
    }
}
