//! [`Timed`]: what is timed on its own.

use core::any::TypeId;

use super::pass_stats::Work;

/// What is timed on its own: two types of the same name are two of them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Timed {
    pub(super) work: Work,
    /// The type of the component or system, and the name that was given to the system.
    id: Option<(TypeId, Option<&'static str>)>,
    pub(super) name: &'static str,
}

impl Timed {
    /// Work that belongs to no type.
    pub(crate) const fn whole(work: Work) -> Self {
        Self { work, id: None, name: "" }
    }

    pub(crate) const fn component(work: Work, component: TypeId, name: &'static str) -> Self {
        Self { work, id: Some((component, None)), name }
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
