//! [`SystemSet`]: several systems under one name, and what is said about all of them.

use super::condition::{ConditionShape, SystemCondition};
use super::config::SystemPlace;
use super::id::{Meant, NamedSystem};

/// A set of systems, by its name, with order and conditions for all of them. [`set`] returns it.
#[must_use = "what is said about a set counts when it is given to `Schedule::configure`"]
pub struct SystemSet {
    pub(crate) name: &'static str,
    pub(crate) place: SystemPlace,
}

/// Names a set of systems: those with [`in_set`](crate::IntoSystem::in_set), and those in a set with it.
///
/// Use it like the name of a system: in `after` and `before`, in
/// [`set_enabled`](crate::Schedule::set_enabled) and [`remove`](crate::Schedule::remove). To order or
/// condition all systems of the set, call its methods, and give the result to
/// [`Schedule::configure`](crate::Schedule::configure).
///
/// ```
/// use ecs_core::{IntoSystem, Schedule, Singleton, set};
///
/// #[derive(Singleton, Default)]
/// struct Game { is_paused: bool }
///
/// fn draw() {}
/// fn fall() {}
/// fn collide() {}
/// fn read_keys() {}
///
/// let mut schedule = Schedule::new()
///     .configure(set("physics").after(read_keys).before(draw).run_if(|game: &Game| !game.is_paused))
///     .add(draw)
///     .add((fall, collide).chain().in_set("physics"))
///     .add(read_keys);
/// let order: Vec<_> = schedule.explain().systems().map(|system| system.to_string()).collect();
/// assert_eq!(order, ["read_keys", "fall", "collide", "draw"]);
///
/// assert!(schedule.set_enabled(set("physics"), false));
/// ```
pub const fn set(name: &'static str) -> SystemSet {
    SystemSet { name, place: SystemPlace::new() }
}

impl SystemSet {
    /// Runs all systems of the set after another system, or after all of another set.
    pub fn after<N>(mut self, system: impl NamedSystem<N>) -> Self {
        self.place.after.push(system.meant());
        self
    }

    /// Runs all systems of the set before another system, or before all of another set.
    pub fn before<N>(mut self, system: impl NamedSystem<N>) -> Self {
        self.place.before.push(system.meant());
        self
    }

    /// Runs the systems of the set only if a condition holds. The condition is checked once in each run of
    /// the schedule, before the first system of the set, also if that one is switched off. If all systems are
    /// switched off, the condition is not checked.
    pub fn run_if<N, C: ConditionShape<N> + SystemCondition<N>>(mut self, condition: C) -> Self {
        self.place.conditions.push(condition.into_condition());
        self
    }

    /// Puts all systems of the set into another set too.
    pub fn in_set(mut self, set: &'static str) -> Self {
        self.place.sets.push(set);
        self
    }

    /// Takes the pairs of one that is in it and another system out of
    /// [`Schedule::ambiguities`](crate::Schedule::ambiguities). A set may name itself.
    pub fn ambiguous_with<N>(mut self, system: impl NamedSystem<N>) -> Self {
        self.place.ambiguous_with.push(system.meant());
        self
    }

    /// Switches the set off: see [`Schedule::set_enabled`](crate::Schedule::set_enabled).
    pub fn disabled(mut self) -> Self {
        self.place.is_enabled = false;
        self
    }
}

/// Marks a [`SystemSet`].
#[doc(hidden)]
#[derive(Debug)]
pub struct BySet;

#[diagnostic::do_not_recommend]
impl NamedSystem<BySet> for SystemSet {
    fn meant(&self) -> Meant {
        Meant::of_set(self.name)
    }
}
