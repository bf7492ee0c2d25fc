//! [`PanicPolicy`]: what a panic in a hook of a frame does; [`HookPanics`]: those after which the frame went on.

use core::fmt;

use crate::base::warn;
use crate::borrow::HookName;
use crate::error::WorldError;
use crate::ids::Entity;

use super::core::WorldCore;
use super::current::with_current_or_new;
use super::public::World;
use crate::base::{Panic, discard};
use crate::base::{Remembered, write_list};

/// What a panic in a `start` or a pass of a frame does. [`World::set_panic_policy`] chooses.
///
/// Either way a line on stderr names the hook and the entity, below the message of the panic, and the world stays usable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum PanicPolicy {
    /// The frame stops there, and the panic goes on to the caller of `update_all`.
    #[default]
    StopFrame,
    /// The component is switched off, as by `set_enabled(false)`, and counted in
    /// [`WorldStats::panics`](crate::WorldStats::panics). The pass goes on with the next component.
    SwitchOff,
}

/// Panics in hooks after which the frame went on: part of [`WorldStats`](crate::WorldStats).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct HookPanics {
    /// How many there were since the world was made.
    pub count: u64,
    /// The last 16, oldest first.
    pub last: Vec<HookPanic>,
}

/// A panic in a hook after which the frame went on.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct HookPanic {
    /// The component's type.
    pub component: &'static str,
    /// The hook.
    pub hook: &'static str,
    /// The entity, whose component is switched off.
    pub entity: Entity,
    /// What the panic said, if that is a text.
    pub message: String,
}

impl World {
    /// Chooses what a panic in a `start` or a pass of the current world does, from now on. Makes the thread's world if there
    /// is none.
    ///
    /// A game that is played is better off without one enemy than without all: [`PanicPolicy::SwitchOff`]. While it is
    /// written, the first panic should stop it: [`PanicPolicy::StopFrame`], which holds at first.
    ///
    /// It is about `start` and the three passes, parallel ones too. A panic in another hook, in a system, or between two
    /// components of a pass stops the frame under both. Costs one `catch_unwind` a pass, under both. Where the program is
    /// built with `panic = "abort"`, a panic ends it.
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
    pub fn set_panic_policy(policy: PanicPolicy) -> Result<(), WorldError> {
        with_current_or_new(|core| core.panic_policy.set(policy))
    }
}

impl WorldCore {
    /// Says whether a pass goes on after a panic.
    pub(crate) fn goes_on(&self) -> bool {
        self.panic_policy.get() == PanicPolicy::SwitchOff
    }

    /// Counts a panic after which a pass goes on, and drops it.
    pub(crate) fn count_panic(&self, name: HookName, entity: Entity, message: String) {
        let HookName { component, hook } = name;
        self.panics.borrow_mut().note(HookPanic { component, hook, entity, message });
    }
}

impl Remembered<HookPanic> {
    /// What the world shows of them.
    pub(super) fn panics(&self) -> HookPanics {
        HookPanics { count: self.count(), last: self.in_order() }
    }
}

/// What a panic said, which is dropped.
pub(crate) fn message_of(panic: Panic) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    discard(panic);
    text.unwrap_or_default()
}

/// Names, below the message of a panic, the hook in which it was.
pub(crate) fn name_panicking(name: HookName, entity: Entity) {
    warn(format_args!("  in `{}::{}` of {entity:?}", name.component, name.hook));
}

impl fmt::Display for HookPanic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { component, hook, entity, message } = self;
        write!(f, "`{component}::{hook}` of {entity:?}: {message}")
    }
}

impl fmt::Display for HookPanics {
    /// Writes one line, and one more for each that is remembered.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(f, (self.count, &self.last), "panic in a hook", "panics in hooks")
    }
}
