//! [`Held`]: why a pass or a query cannot go on: something else has borrowed what it would visit next.

use crate::ids::Entity;

use super::borrower::Conflict;

/// What a visit has before it, and something else has borrowed.
pub(crate) struct Held {
    pub(crate) component: &'static str,
    pub(crate) entity: Entity,
    pub(crate) conflict: Conflict,
}
