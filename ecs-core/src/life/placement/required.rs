//! What `requires(...)` names: types that are added with their `Default`, or with a value that is given.

use core::marker::PhantomData;

use crate::base::CallSite;
use crate::component::PerEntity;
use crate::ids::Entity;
use crate::spec::{AddRequired, Info};

use super::super::running::Refusal;
use super::one::add_by_info;

/// A type with a `Default`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be required: it has no `Default`",
    label = "where it is missing it is added, with its `Default`",
    note = "derive or implement `Default` for `{Self}`, or add it before the type that would require it",
    note = "or say which value it begins with: `requires({Self} = expression)`"
)]
pub trait Required: Sized {
    /// Makes the value that a required component begins with.
    fn default_if_required() -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: Default> Required for T {
    fn default_if_required() -> Self {
        Self::default()
    }
}

/// Adds a type with its `Default`.
struct ByDefault<U>(PhantomData<fn() -> U>);

impl<U: PerEntity + Required> AddRequired for ByDefault<U> {
    fn add(&self, info: Info, entity: Entity, site: CallSite) -> Result<(), Refusal> {
        add_by_info::<U>(info, true, entity, U::default_if_required, site)
    }
}

/// Adds a type with the value that it returns.
impl<U: PerEntity, F: Fn() -> U> AddRequired for F {
    fn add(&self, info: Info, entity: Entity, site: CallSite) -> Result<(), Refusal> {
        add_by_info::<U>(info, false, entity, self, site)
    }
}

/// Says that a type is added with its `Default`.
pub const fn by_default<U: PerEntity + Required>() -> &'static dyn AddRequired {
    const { &ByDefault::<U>(PhantomData) }
}
