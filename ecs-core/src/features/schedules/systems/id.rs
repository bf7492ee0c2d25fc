//! [`SystemId`]: which system it is; [`NamedSystem`]: which systems are meant.

use crate::base::WithoutPaths;
use crate::world::Timed;
use core::any::{TypeId, type_name};
use core::fmt;
use core::hash::{Hash, Hasher};

/// Names a system: that of a type by [`of`](Self::of). A function is its own name, and one that was
/// [given](crate::IntoSystem::named) is a text.
///
/// ```
/// use ecs_core::systems::Item;
/// use ecs_core::{Schedule, System, SystemId, IntoSystem};
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
    type_name: &'static str,
    given: Option<&'static str>,
}

impl SystemId {
    pub(super) fn of_type<T: 'static>() -> Self {
        Self { ty: TypeId::of::<T>(), type_name: type_name::<T>(), given: None }
    }

    /// Returns the name that was given to the system, or else that of its function or type, with its path.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self.given {
            Some(given) => given,
            None => self.type_name,
        }
    }

    /// The name that was given to the system.
    pub(crate) const fn given(&self) -> Option<&'static str> {
        self.given
    }

    /// A run of the system, as something that is timed.
    pub(crate) const fn timed(&self) -> Timed {
        Timed::system(self.ty, self.given, self.name())
    }

    /// Gives the system a name of its own.
    pub(super) const fn named(self, name: &'static str) -> Self {
        Self { given: Some(name), ..self }
    }
}

impl PartialEq for SystemId {
    fn eq(&self, other: &Self) -> bool {
        (self.ty, self.given) == (other.ty, other.given)
    }
}

impl Eq for SystemId {}

impl Hash for SystemId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.ty, self.given).hash(state);
    }
}

impl fmt::Display for SystemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        WithoutPaths(self.name()).fmt(f)
    }
}

impl fmt::Debug for SystemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SystemId").field(&self.name()).finish()
    }
}

/// What names systems: a function or closure, the text that [`named`](crate::IntoSystem::named) gave, a
/// [`SystemId`], or a [`set`](crate::set) for all that are in it; [`optional`] around it if they may be
/// absent.
///
/// A function or type means all systems of it, also those that have names of their own. Where one of them
/// names its own function, it means the others.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name a system",
    label = "neither a function that is a system, nor a `SystemId`, nor a name, nor a set",
    note = "name a function by itself, a type that implements `System` by `SystemId::of::<Gravity>()`, \
            what was added with `.named(\"gravity\")` by that text, and the systems of a set by \
            `set(\"physics\")`"
)]
pub trait NamedSystem<M> {
    #[doc(hidden)]
    fn meant(&self) -> Meant;
}

/// Which systems are meant.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Meant {
    by: By,
    pub(crate) name: &'static str,
    /// Whether it is no mistake if there are none.
    pub(crate) is_optional: bool,
}

/// By what systems are named.
#[derive(Clone, Copy, Debug)]
enum By {
    Id { ty: TypeId, given: Option<&'static str> },
    Name,
    Set,
}

impl Meant {
    pub(super) const fn of_set(name: &'static str) -> Self {
        Self { by: By::Set, name, is_optional: false }
    }

    /// The name of the set whose systems are meant.
    pub(crate) const fn set(&self) -> Option<&'static str> {
        match self.by {
            By::Set => Some(self.name),
            By::Id { .. } | By::Name => None,
        }
    }

    /// Says whether a system is one of them, which is in some sets.
    pub(crate) fn is(&self, id: SystemId, is_in: impl FnOnce(&'static str) -> bool) -> bool {
        match self.by {
            By::Id { ty, given } => ty == id.ty && (given.is_none() || given == id.given),
            By::Name => id.given == Some(self.name),
            By::Set => is_in(self.name),
        }
    }
}

/// Marks a [`SystemId`].
#[doc(hidden)]
#[derive(Debug)]
pub struct ById;

#[diagnostic::do_not_recommend]
impl NamedSystem<ById> for SystemId {
    fn meant(&self) -> Meant {
        Meant { by: By::Id { ty: self.ty, given: self.given }, name: self.name(), is_optional: false }
    }
}

/// Marks a name that was given.
#[doc(hidden)]
#[derive(Debug)]
pub struct ByGivenName;

#[diagnostic::do_not_recommend]
impl NamedSystem<ByGivenName> for &'static str {
    fn meant(&self) -> Meant {
        Meant { by: By::Name, name: self, is_optional: false }
    }
}

/// Systems that may be absent. Comes from [`optional`].
#[derive(Clone, Copy, Debug)]
pub struct OptionalSystem(Meant);

/// Marks an [`OptionalSystem`].
#[doc(hidden)]
#[derive(Debug)]
pub struct ByOptional;

#[diagnostic::do_not_recommend]
impl NamedSystem<ByOptional> for OptionalSystem {
    fn meant(&self) -> Meant {
        self.0
    }
}

/// Names systems that may be absent: then an `after` or `before` waits for nothing. Without this it is an
/// error to name a system that is not in the schedule.
///
/// ```
/// use ecs_core::{IntoSystem, Schedule, optional};
///
/// fn collide() {}
/// fn replay() {}
///
/// let mut schedule = Schedule::new().add(collide.after(optional(replay)));
/// schedule.run(0.1);
///
/// let mut schedule = Schedule::new().add(collide.after(replay));
/// assert!(schedule.try_run(0.1).is_err());
/// ```
pub fn optional<M>(system: impl NamedSystem<M>) -> OptionalSystem {
    OptionalSystem(Meant { is_optional: true, ..system.meant() })
}
