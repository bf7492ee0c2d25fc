//! What the sentences of several errors say.

use core::fmt;
use core::panic::Location;

use crate::borrow::Borrower;
use crate::ids::Entity;

use super::ending::HOW_ENDED;

/// A text before a value; nothing, where there is no value.
pub(crate) struct IfAny<'e, T>(pub(crate) &'static str, pub(crate) &'e Option<T>);

impl<T: fmt::Display> fmt::Display for IfAny<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.1.as_ref().map_or(Ok(()), |value| write!(f, "{}{value}", self.0))
    }
}

/// What has borrowed a component, and where that borrow began, if that is known.
pub(super) struct BorrowedBy<'e>(pub(super) &'e Borrower, pub(super) &'e Option<&'static Location<'static>>);

impl fmt::Display for BorrowedBy<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0, IfAny(" at ", self.1))
    }
}

/// How an entity of the current world ended, if that is known.
pub(crate) struct EndOf(pub(crate) Entity);

impl fmt::Display for EndOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ending = HOW_ENDED.get().and_then(|how_ended| how_ended(self.0));
        IfAny(": ", &ending).fmt(f)
    }
}
