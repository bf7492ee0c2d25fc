//! [`PanicPolicy`]: what a panic in a hook of a frame does; [`HookPanics`]: those after which the frame went
//! on.

use core::fmt;

use crate::borrow::HookName;
use crate::ids::Entity;

use crate::base::{print, write_list};

/// What a panic in a `start` or a pass of a frame does.
/// [`World::set_panic_policy`](crate::World::set_panic_policy) chooses.
///
/// Either way a line on stderr names the hook and the entity, below the message of the panic, and the world
/// stays usable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum PanicPolicy {
    /// The frame stops there, and the panic goes on to the caller of `update_all`.
    #[default]
    StopFrame,
    /// The component is switched off, as by `set_enabled(false)`, and counted in
    /// [`WorldStats::panics`](crate::stats::WorldStats::panics). The pass goes on with the next component.
    SwitchOff,
}

/// Panics in hooks after which the frame went on: part of [`WorldStats`](crate::stats::WorldStats).
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

/// Names, below the message of a panic, the hook in which it was.
pub(crate) fn name_panicking(name: HookName, entity: Entity) {
    print(format_args!("  in `{}::{}` of {entity:?}", name.component, name.hook));
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
