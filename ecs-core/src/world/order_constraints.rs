//! [`TypeRef`] and [`HandleField`]: what a component type says about its place in the order of the passes.

use core::any::TypeId;

use crate::phase::Phase;

/// A component type, as `after` and `before` list it.
#[derive(Clone, Copy, Debug)]
pub struct TypeRef {
    pub(crate) id: TypeId,
    pub(crate) name: fn() -> &'static str,
    /// Where it counts, if not in all phases.
    phase: Option<Phase>,
}

impl TypeRef {
    pub(crate) const fn new<T: 'static>(name: fn() -> &'static str) -> Self {
        Self { id: TypeId::of::<T>(), name, phase: None }
    }

    /// Refers to the type in one phase.
    #[must_use]
    pub const fn within(self, phase: Phase) -> Self {
        Self { phase: Some(phase), ..self }
    }

    /// Says whether what is said about the type holds in a phase.
    pub(crate) fn counts_in(&self, phase: Phase) -> bool {
        self.phase.is_none_or(|only| only == phase)
    }
}

/// A field of a type, and the type to which it refers if it holds handles.
#[derive(Clone, Copy, Debug)]
pub struct HandleField {
    /// The name of the field, or its number.
    pub name: &'static str,
    /// The type of its handles.
    pub refers_to: Option<TypeRef>,
}
