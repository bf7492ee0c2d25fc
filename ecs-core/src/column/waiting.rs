//! Events that wait for components of a column.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use crate::base::{AnyEvent, CallSite, One};
use crate::ids::Entity;
use crate::later::Timer;

/// An event that waits for a component, which is given by its entity.
pub(crate) struct WaitingEvent {
    pub(crate) entity: Entity,
    pub(crate) what: Waiting,
    /// The call that has sent it.
    pub(crate) site: CallSite,
}

/// What waits for a component.
pub(crate) enum Waiting {
    /// An event, with the place of the hook among the type's listeners.
    Event { listener: usize, event: One<Arc<AnyEvent>> },
    /// A timer, whose time has come.
    Timer(Timer),
}

/// The events that wait for components of one column, in the order in which they were sent.
#[derive(Default)]
pub(super) struct WaitingEvents {
    pub(super) events: VecDeque<WaitingEvent>,
    /// How many of them wait for the component of an entity.
    pub(super) counts: BTreeMap<Entity, usize>,
}
