//! [`Held`]: why a query cannot give the component of an entity: something else has borrowed it.

use crate::ids::Entity;

use super::borrower::Conflict;

/// What a join cannot visit, because something else has borrowed it.
pub(crate) struct Held {
    pub(crate) component: &'static str,
    pub(crate) entity: Entity,
    pub(crate) conflict: Conflict,
}
