//! What can go wrong when a component is borrowed by an interface: [`InterfaceError`].

use core::fmt;

use super::borrow::BorrowError;
use crate::base::WithoutPaths;
use crate::ids::Entity;

/// Why no component was borrowed by an interface that it offers.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum InterfaceError {
    /// The entity is alive, but none of its components offers the interface.
    NotOffered {
        /// The type of the trait object.
        interface: &'static str,
        /// The entity.
        entity: Entity,
    },
    /// The entity cannot be reached, or something else has borrowed the component.
    Borrow(BorrowError),
}

impl fmt::Display for InterfaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NotOffered { interface, entity } => {
                let interface = WithoutPaths(interface);
                write!(
                    f,
                    "cannot borrow {interface} of {entity:?}: none of its components offers it; write \
                     `as({interface})` into the `#[component(..)]` of one, or use `get_as()`, which is \
                     `None` where there is none"
                )
            }
            Self::Borrow(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for InterfaceError {}

impl From<BorrowError> for InterfaceError {
    fn from(error: BorrowError) -> Self {
        Self::Borrow(error)
    }
}
