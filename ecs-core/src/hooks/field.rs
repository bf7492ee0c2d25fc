//! Fields that are marked `sibling`: what the derive fills them with.

use crate::component::Component;
use crate::handle::Handle;
use crate::ids::Entity;

/// A type that a field which is marked `sibling` may have.
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` cannot be a `sibling`",
    label = "not a `Handle`",
    note = "a `sibling` field is a `Handle<U>`: it is filled with the handle of the `U` of the same entity"
)]
pub trait SiblingField {
    /// Refers to a component of the entity, without a look whether there is one.
    #[doc(hidden)]
    fn of(entity: Entity) -> Self;
}

impl<U: Component> SiblingField for Handle<U> {
    #[inline]
    fn of(entity: Entity) -> Self {
        Self::new(entity)
    }
}

/// Makes what a field of a component of this entity is filled with.
#[inline]
#[must_use]
pub fn sibling<F: SiblingField>(entity: Entity) -> F {
    F::of(entity)
}
