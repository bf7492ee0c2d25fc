//! [`System`]: a struct that is a system.

use super::config::SystemConfig;
use super::id::SystemId;
use super::system_param::{Item, SystemParam};
use crate::outcomes::Ended;

/// A system as a struct: it keeps values between its runs, and has `init` and `shutdown`. While a system runs
/// it has borrowed the types of its parameters as a whole.
///
/// Simpler systems are functions or closures: see [`Schedule`](crate::Schedule).
///
/// `init` runs once, before the schedule's first run in which the system is switched on; `shutdown` when the
/// system is [removed](crate::Schedule::remove) or the schedule [cleared](crate::Schedule::clear), if `init`
/// has run, also while the system is switched off. A system that was never switched on runs neither. New
/// systems run `init` in their order, unless [`init_after`](crate::IntoSystem::init_after) sets another one,
/// and `shutdown` in the reverse order of their `init`. Both may use the whole world, like the main program.
/// Dropping a schedule runs no `shutdown`.
///
/// ```
/// use ecs_core::systems::Item;
/// use ecs_core::{Component, Entity, Query, Schedule, System};
///
/// #[derive(Component)]
/// struct Velocity(f32);
///
/// struct Gravity {
///     pull: f32,
/// }
///
/// impl System for Gravity {
///     type Params = (Query<'static, &'static mut Velocity>, f32);
///
///     fn update(&mut self, (mut falling, dt): Item<'_, Self::Params>) {
///         for velocity in &mut falling {
///             velocity.0 -= self.pull * dt;
///         }
///     }
/// }
///
/// let stone = Entity::spawn().insert(Velocity(0.0));
/// let mut schedule = Schedule::new().add(Gravity { pull: 10.0 });
/// schedule.run(0.5);
/// assert_eq!(stone.borrow().0, -5.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a struct that is a system",
    label = "this does not implement `System`"
)]
pub trait System: Send + 'static {
    /// What `update` takes: a [parameter](SystemParam), or up to twelve of them as a tuple.
    type Params: SystemParam;

    /// Says where systems of this type have their place in a schedule. What is said where one is added comes
    /// to it.
    ///
    /// ```
    /// use ecs_core::systems::{Item, SystemConfig};
    /// use ecs_core::{IntoSystem, Schedule, System};
    ///
    /// fn read_keys() {}
    ///
    /// struct Steering;
    ///
    /// impl System for Steering {
    ///     type Params = ();
    ///
    ///     fn place(system: SystemConfig) -> SystemConfig {
    ///         system.after(read_keys).in_set("physics")
    ///     }
    ///
    ///     fn update(&mut self, (): Item<'_, ()>) {}
    /// }
    ///
    /// let mut schedule = Schedule::new().add(Steering).add(read_keys);
    /// let order: Vec<_> = schedule.explain().systems().map(|system| system.to_string()).collect();
    /// assert_eq!(order, ["read_keys", "Steering"]);
    /// ```
    #[must_use]
    fn place(system: SystemConfig) -> SystemConfig {
        system
    }

    /// Runs once, before the first update.
    fn init(&mut self) {}

    /// Runs in its turn.
    fn update(&mut self, params: Item<'_, Self::Params>);

    /// Runs in its turn. A function may return more than nothing.
    #[doc(hidden)]
    #[inline]
    fn __run(&mut self, params: Item<'_, Self::Params>) -> Ended {
        self.update(params);
        Ended::Done
    }

    /// Runs at the end.
    fn shutdown(&mut self) {}
}

impl SystemId {
    /// Names the system of a type.
    #[must_use]
    pub fn of<S: System>() -> Self {
        Self::of_type::<S>()
    }
}
