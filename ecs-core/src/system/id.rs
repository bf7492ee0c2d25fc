//! [`SystemId`]: which system is meant; a function names itself.

use core::any::{TypeId, type_name};
use core::fmt;
use core::hash::{Hash, Hasher};

use crate::error::WithoutPaths;

use super::System;
use super::function::SystemFn;

/// Names a system: that of a type by [`of`](Self::of). A function is its own name.
///
/// ```
/// use ecs_core::{Item, Schedule, System, SystemId, IntoSystem};
///
/// struct Sound;
///
/// impl System for Sound {
///     type Params = ();
///     fn update(&mut self, (): Item<'_, ()>) {}
/// }
///
/// fn collide() {}
/// fn shake() {}
///
/// let mut schedule = Schedule::new()
///     .add(shake.after(collide).before(SystemId::of::<Sound>()))
///     .add(collide)
///     .add(Sound);
/// assert!(schedule.remove(SystemId::of::<Sound>()));
/// assert!(schedule.remove(collide));
/// assert!(!schedule.remove(collide));
/// ```
#[derive(Clone, Copy)]
pub struct SystemId {
    ty: TypeId,
    name: &'static str,
}

impl SystemId {
    /// Names the system of a type.
    #[must_use]
    pub fn of<S: System>() -> Self {
        Self::of_type::<S>()
    }

    pub(super) fn of_type<T: 'static>() -> Self {
        Self { ty: TypeId::of::<T>(), name: type_name::<T>() }
    }

    /// Returns the name of the function or type, with its path.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Names the same system otherwise in messages.
    pub(super) const fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }
}

impl PartialEq for SystemId {
    fn eq(&self, other: &Self) -> bool {
        self.ty == other.ty
    }
}

impl Eq for SystemId {}

impl Hash for SystemId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.ty.hash(state);
    }
}

impl fmt::Display for SystemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        WithoutPaths(self.name).fmt(f)
    }
}

impl fmt::Debug for SystemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SystemId").field(&self.name).finish()
    }
}

/// What names a system: a function or closure, or a [`SystemId`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name a system",
    label = "neither a function that is a system, nor a `SystemId`",
    note = "name a function by itself, and a type that implements `System` by `SystemId::of::<Gravity>()`"
)]
pub trait NamedSystem<M> {
    #[doc(hidden)]
    fn id(&self) -> SystemId;
}

impl<M, F: SystemFn<M> + 'static> NamedSystem<M> for F {
    fn id(&self) -> SystemId {
        SystemId::of_type::<F>()
    }
}

/// Marks a [`SystemId`].
#[doc(hidden)]
#[derive(Debug)]
pub struct ById;

impl NamedSystem<ById> for SystemId {
    fn id(&self) -> SystemId {
        *self
    }
}
