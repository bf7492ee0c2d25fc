//! What the sentences of several errors say.

use core::fmt;
use core::panic::Location;

use crate::ids::Entity;

use super::ending::HOW_ENDED;

/// Writes where a borrow began, or a call stands, if that is known.
pub(crate) fn write_site(f: &mut fmt::Formatter<'_>, at: Option<&'static Location<'static>>) -> fmt::Result {
    match at {
        Some(at) => write!(f, " at {at}"),
        None => Ok(()),
    }
}

/// Writes how an entity of the current world ended, if that is known.
pub(crate) fn write_ending(f: &mut fmt::Formatter<'_>, entity: Entity) -> fmt::Result {
    match HOW_ENDED.get().and_then(|how_ended| how_ended(entity)) {
        Some(ending) => write!(f, ": {ending}"),
        None => Ok(()),
    }
}
