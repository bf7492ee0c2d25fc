//! [`Timed`]: a part of a frame that is timed on its own; [`Work`]: the kinds of such parts.

use core::any::TypeId;
use core::fmt;

/// A part of a frame that takes time. Its `Display` is a word or two: "sync point".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Work {
    /// The whole frame, all below included.
    Frame,
    /// Closures that other threads have sent through [`World::remote`](crate::World::remote).
    Remote,
    /// The `start` of the components of a type, with its sync points.
    Start,
    /// The `fixed_update`, `update` or `late_update` of a type, over all its components.
    Pass,
    /// A system of a [`Schedule`](crate::Schedule).
    System,
    /// [Timers and tasks](crate::Component::after) whose time has come, with the sync point after each.
    Later,
    /// The `inherit` of a type: see [`Inherits`](crate::Inherits).
    Inherit,
    /// Work that had to wait for the end of the named pass, system or remote call: its
    /// [`Commands`](crate::Commands), drops of values, and events of borrowed components. Not timed where
    /// nothing has waited.
    SyncPoint,
    /// Entities that end with the frame, by [`Entity::despawn_after`](crate::Entity::despawn_after).
    FrameEnd,
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Frame => "frame",
            Self::Remote => "remote",
            Self::Start => "start",
            Self::Pass => "pass",
            Self::System => "system",
            Self::Later => "later",
            Self::Inherit => "inherit",
            Self::SyncPoint => "sync point",
            Self::FrameEnd => "frame end",
        })
    }
}

/// What is timed on its own: two types of the same name are two of them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Timed {
    pub(crate) work: Work,
    /// The type of the component or system, and the name that was given to the system, or the method that has
    /// made a timer.
    id: Option<(TypeId, Option<&'static str>)>,
    pub(crate) name: &'static str,
}

impl Timed {
    /// Work that belongs to no type.
    pub(crate) const fn whole(work: Work) -> Self {
        Self { work, id: None, name: "" }
    }

    pub(crate) const fn component(work: Work, component: TypeId, name: &'static str) -> Self {
        Self { work, id: Some((component, None)), name }
    }

    /// A turn of a timer or task of a component, which a method has made.
    pub(crate) const fn turn(component: TypeId, method: &'static str, name: &'static str) -> Self {
        Self { work: Work::Later, id: Some((component, Some(method))), name }
    }

    /// The method that has made a timer or task, if this is a turn of one.
    pub(crate) fn method(&self) -> Option<&'static str> {
        self.id.filter(|_| self.work == Work::Later)?.1
    }

    /// The type of the components, if this is a pass.
    pub(crate) fn pass(&self) -> Option<TypeId> {
        Some(self.id.filter(|_| self.work == Work::Pass)?.0)
    }

    /// A system, by its type, the name that it was given, and its name in messages.
    pub(crate) const fn system(system: TypeId, given: Option<&'static str>, name: &'static str) -> Self {
        Self { work: Work::System, id: Some((system, given)), name }
    }

    /// The sync point after it.
    pub(crate) const fn sync_point(self) -> Self {
        Self { work: Work::SyncPoint, ..self }
    }
}
