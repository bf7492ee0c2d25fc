//! What can go wrong when a component is borrowed by an interface: [`InterfaceError`].

use ecs_derive::Sentence;

use crate::base::WithoutPaths;
use crate::error::BorrowError;
use crate::ids::Entity;

/// Why no component was borrowed by an interface that it offers.
#[derive(Clone, Copy, PartialEq, Eq, Sentence)]
#[non_exhaustive]
pub enum InterfaceError {
    /// The entity is alive, but none of its components offers the interface.
    #[says(
        "cannot borrow {} of {entity:?}: none of its components offers it; write `as({})` into the \
         `#[component(..)]` of one, or use `get_as()`, which is `None` where there is none",
        WithoutPaths(interface),
        WithoutPaths(interface)
    )]
    NotOffered {
        /// The type of the trait object.
        interface: &'static str,
        /// The entity.
        entity: Entity,
    },
    /// The entity cannot be reached, or something else has borrowed the component.
    #[says("{error}")]
    #[from]
    Borrow(BorrowError),
}
