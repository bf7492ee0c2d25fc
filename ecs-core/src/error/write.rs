//! What the sentences of several errors say.

use core::fmt;
use core::panic::Location;

use crate::borrow::Borrower;
use crate::ids::Entity;

use super::ending::HOW_ENDED;

/// A text before a value; nothing, where there is no value.
pub(crate) fn if_any<T: fmt::Display>(before: &'static str, value: &Option<T>) -> impl fmt::Display {
    fmt::from_fn(move |f| value.as_ref().map_or(Ok(()), |value| write!(f, "{before}{value}")))
}

/// What has borrowed a component, and where that borrow began, if that is known.
pub(super) fn borrowed_by(by: &Borrower, at: &Option<&'static Location<'static>>) -> impl fmt::Display {
    fmt::from_fn(move |f| write!(f, "{by}{}", if_any(" at ", at)))
}

/// How an entity of the current world ended, if that is known.
pub(crate) fn end_of(entity: Entity) -> impl fmt::Display {
    let ending = HOW_ENDED.get().and_then(|how_ended| how_ended(entity));
    fmt::from_fn(move |f| write!(f, "{}", if_any(": ", &ending)))
}
