//! [`SpecOf`]: what a component type declares, found by the type.

use core::any::TypeId;

use crate::base::TypeName;
use crate::borrow::{Access, AccessSet, HookName};
use crate::column::{At, Column, MayBeTracked, TypeInfo, TypeKeys};
use crate::component::{Component, refuse_read_only};
use crate::store::{Layout, Stored};

use super::call::LifeCall;
use super::copies::{CloneProof, CopyProof, CopyProofs};
use super::declared::Spec;
use super::number::Number;
use super::place::TypePlace;
use super::probe::{SendProof, Show};

/// What the derive says about a component type.
pub struct SpecOf<T: 'static> {
    spec: Spec,
    /// Makes the value of a singleton that was not set, if its type has a default.
    pub(crate) default: Option<fn() -> T>,
    /// Swaps the fields of two values that serde leaves out.
    pub(crate) left_out: Option<fn(&mut T, &mut T)>,
    send: Option<SendProof<T>>,
    copies: CopyProofs<T>,
}

impl<T> SpecOf<T> {
    /// Describes a type, with the proof that it is `Send`, if it is.
    #[must_use]
    pub const fn new(spec: Spec, send: Option<SendProof<T>>) -> Self {
        Self { spec, default: None, left_out: None, send, copies: CopyProofs::NONE }
    }

    /// Where the type is written, if it is not generic.
    pub(crate) const fn place(&self) -> Option<TypePlace> {
        self.spec.place
    }

    /// Says how a value is printed, if the type has a `Debug`.
    #[must_use]
    pub const fn shown(mut self, shown: Option<&'static dyn Show>) -> Self {
        self.spec.shown = shown;
        self
    }

    /// Says how a snapshot copies values, with the proof that it may.
    #[must_use]
    pub const fn copied(self, clone: Option<CloneProof<T>>, copy: Option<CopyProof<T>>) -> Self {
        Self { copies: CopyProofs { clone, copy }, ..self }
    }

    /// Says how two values swap the fields that serde leaves out.
    #[must_use]
    pub const fn left_out(self, swap: fn(&mut T, &mut T)) -> Self {
        Self { left_out: Some(swap), ..self }
    }

    /// Says how the default value of a singleton is made, if its type has one.
    #[must_use]
    pub const fn or_default(self, default: Option<fn() -> T>) -> Self {
        Self { default, ..self }
    }
}

/// What a type declares, for constants. Whatever keeps the reference until run time leads rustc to all hooks
/// of the type, and from there to those of each type that they mention: only adding may do so (see
/// [`name_of`]).
#[inline(always)]
pub(crate) const fn spec<T: Component>() -> &'static Spec {
    const { &T::__SPEC.spec }
}

/// The name of a type in messages.
///
/// rustc compiles whatever a function that it compiles can reach, one inside the other, and gives up at a
/// depth of 128. A handle, a view or a query of a type needs its name, and must not lead to its hooks: types
/// that mention each other in a long chain would not build.
#[inline(always)]
pub(crate) fn name_of<T: Component>() -> &'static str {
    type_name_of::<T>().get()
}

/// The name of a type, for constants: see [`name_of`].
#[inline(always)]
pub(crate) const fn type_name_of<T: Component>() -> TypeName {
    const { T::__SPEC.spec.name }
}

/// What a type is to its column.
#[must_use]
pub const fn info<T: Component>() -> &'static TypeInfo {
    const {
        let keys = TypeKeys {
            layouts: <T::__Layout as Layout<T>>::LAYOUTS,
            is_split: <T::__Layout as Layout<T>>::IS_SPLIT,
            is_send: T::__SPEC.send.is_some(),
            excludes: T::__EXCLUDES,
            access: AccessSet::of::<T>(true),
            copying: T::__SPEC.copies.copying(<T::__Layout as Layout<T>>::IS_SPLIT),
        };
        &TypeInfo::of::<T>(&T::__SPEC.spec, keys)
    }
}

impl Column {
    /// Returns the name of a hook in messages, of a type that declares this.
    #[inline]
    pub(crate) fn hook_name(&self, spec: &Spec, hook: &'static str) -> HookName {
        HookName { component: self.name(), hook: spec.method(hook) }
    }

    /// Says whether a new component has a birth: something is to be done once its value is placed.
    #[inline]
    pub(crate) fn has_birth(&self) -> bool {
        self.lifecycle.is_observed() || self.info.spec.has_birth()
    }
}

impl At<'_> {
    /// The call of a hook on this component, of a type that declares this.
    #[inline]
    pub(crate) fn life_call(self, spec: &Spec, hook: &'static str) -> LifeCall {
        LifeCall { entity: self.entity, hook: self.column.hook_name(spec, hook), site: self.site }
    }
}

impl AccessSet<'static> {
    /// Takes one type.
    pub(crate) const fn of<T: Component>(mutable: bool) -> Self {
        let (id, name) = (TypeId::of::<T>(), type_name_of::<T>());
        Self::One(Access { id, name, mutable, is_singleton: T::__Number::IS_ONE })
    }
}

impl AccessSet<'static> {
    /// Takes one type, which must not be read only if it is taken for writing.
    pub(crate) const fn taken<T: Component>(mutable: bool) -> Self {
        if mutable {
            refuse_read_only::<T>();
        }
        Self::of::<T>(mutable)
    }
}

impl<T: Component> Stored for T {
    type Layout = T::__Layout;
}

impl<T: Component> MayBeTracked for T {
    const TRACKED: bool = spec::<T>().tracked;
}
