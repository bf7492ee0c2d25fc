//! Fields of components: what the derive fills those with that are marked `sibling`, and which of them hold
//! handles.

use core::marker::PhantomData;

use crate::component::Component;
use crate::ids::Entity;
use crate::reach::Handle;
use crate::spec::FillSiblings;
use crate::store::{ByMut, Stored, UntypedOwn};
use crate::world::TypeRef;

use super::method::Method;

/// A type that a field which is marked `sibling` may have.
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` cannot be a `sibling`",
    label = "not a `Handle`",
    note = "a `sibling` field is a `Handle<U>`: it is filled with the handle of the `U` of the same entity"
)]
pub trait SiblingField {
    /// Refers to a component of the entity, without a look whether there is one.
    fn of(entity: Entity) -> Self;
}

impl<T: Stored, F: Fn(&mut T, Entity)> FillSiblings for Method<F, (T, ())> {
    fn fill(&self, own: UntypedOwn<'_>, entity: Entity) {
        own.with::<ByMut, T, _>(|own| (self.0)(own, entity));
    }
}

/// Takes what fills the `sibling` fields of a type.
#[must_use]
pub const fn siblings<T: Stored, F: Fn(&mut T, Entity)>(
    fill: &'static Method<F, (T, ())>,
) -> Option<&'static dyn FillSiblings> {
    Some(fill)
}

/// Asks whether the type of a field is a handle, or holds handles.
#[derive(Debug)]
pub struct FieldType<F: ?Sized>(PhantomData<F>);

/// Answers for the types that hold none.
pub trait NoHandle {
    /// No type.
    const REFERS_TO: Option<TypeRef> = None;
}

impl<F: ?Sized> NoHandle for FieldType<F> {}

macro_rules! holds_handles {
    ($([$($generics:tt)*] $field:ty;)*) => {$(
        impl<U: Component, $($generics)*> FieldType<$field> {
            /// The type that the handles refer to. For other fields the path names [`NoHandle::REFERS_TO`].
            pub const REFERS_TO: Option<TypeRef> = Some(TypeRef::of::<U>());
        }
    )*};
}

holds_handles! {
    [] Handle<U>;
    [] Option<Handle<U>>;
    [] Vec<Handle<U>>;
    [] Box<[Handle<U>]>;
    [const N: usize] [Handle<U>; N];
}
