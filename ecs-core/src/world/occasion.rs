//! [`Occasion`]: what can be observed.

use core::any::TypeId;

use crate::base::AnySent;

use super::news::News;

/// What can be observed of a component or of a child.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Occasion {
    /// A component is there, after its `init`.
    Add,
    /// A component ends, before its `shutdown`.
    Remove,
    /// A component is enabled.
    Enable,
    /// A component is disabled.
    Disable,
    /// An entity has a parent.
    Attach,
    /// An entity has its parent no more.
    Detach,
    /// An event of a feature has come, of which the type stands in the place of a component's.
    Event,
}

impl Occasion {
    /// How many there are.
    pub(super) const COUNT: usize = Self::Event as usize + 1;

    /// Says whether it ends what another began: then the observers run in reverse order of registration.
    pub(crate) fn is_end(self) -> bool {
        matches!(self, Self::Remove | Self::Disable | Self::Detach)
    }
}

/// Some of the occasions of a type.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Occasions(u8);

impl Occasions {
    pub(crate) fn with(self, occasion: Occasion) -> Self {
        Self(self.0 | 1 << occasion as u8)
    }

    #[inline]
    pub(crate) fn has(self, occasion: Occasion) -> bool {
        self.0 & 1 << occasion as u8 != 0
    }

    /// Says whether the end of a component is one of them.
    #[inline]
    pub(crate) fn has_end(self) -> bool {
        self.has(Occasion::Remove) || self.has(Occasion::Disable)
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// An occasion of a component type; those of children are of none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Observed {
    pub(crate) occasion: Occasion,
    pub(crate) component: Option<TypeId>,
}

/// Gives an event to its receivers.
pub(crate) type Tell<'t> = &'t mut dyn FnMut(&mut dyn AnySent);

/// How an occasion becomes an event of the type that observers name.
#[derive(Clone, Copy)]
pub struct Observing {
    pub(crate) observed: Observed,
    /// The type of the event, with its path.
    pub(crate) name: fn() -> &'static str,
    /// Makes the event, lets a function tell it, and lets nobody read what ends after that.
    pub(crate) announce: fn(News, Tell<'_>),
}
