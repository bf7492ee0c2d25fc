//! [`WaitingEvents`]: events and turns that wait for components of a column.

use core::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use crate::base::{AnyEvent, CallSite, One};
use crate::ids::Entity;
use crate::world::WorldCore;

/// An event that waits for a component, which is given by its entity.
pub(crate) struct WaitingEvent {
    pub(crate) entity: Entity,
    pub(crate) what: Waiting,
    /// The call that has sent it.
    pub(crate) site: CallSite,
}

/// Runs after a listener which had to wait, unless that has handled its event. Gets the number of the type,
/// the place of the listener in the type, the entity, the event, and the call that has sent the event.
pub(crate) type Then = fn(&WorldCore, (u32, usize), Entity, Arc<AnyEvent>, CallSite);

/// An event that waits for a component, or a turn of a feature.
pub(crate) enum Waiting {
    /// An event, with the place of the hook among the type's listeners.
    Event { listener: usize, event: One<Arc<AnyEvent>>, then: Option<Then> },
    /// A function of a feature, called with the entity and with the number that the feature has given.
    Turn(fn(&WorldCore, Entity, u64), u64),
}

/// The events that wait for the components of a column, in the order in which they were sent.
#[derive(Default)]
pub(crate) struct WaitingEvents(RefCell<EventList>);

#[derive(Default)]
struct EventList {
    events: VecDeque<WaitingEvent>,
    /// The number of these events for each entity.
    counts: BTreeMap<Entity, usize>,
}

impl WaitingEvents {
    /// Adds an event to the list.
    pub(crate) fn push(&self, event: WaitingEvent) {
        let EventList { events, counts } = &mut *self.0.borrow_mut();
        // First: what is counted must be in the list.
        events.reserve(1);
        *counts.entry(event.entity).or_default() += 1;
        events.push_back(event);
    }

    /// Says whether an event waits for the component of an entity: a later one must not overtake it.
    pub(crate) fn has_any_for(&self, entity: Entity) -> bool {
        self.0.borrow().counts.contains_key(&entity)
    }

    /// Says whether no event waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.borrow().events.is_empty()
    }

    /// Takes the event that waits longest, if it can be delivered now.
    pub(crate) fn take(&self, can_run: impl FnOnce(&WaitingEvent) -> bool) -> Option<WaitingEvent> {
        let EventList { events, counts } = &mut *self.0.borrow_mut();
        let next = events.pop_front_if(|next| can_run(next))?;
        if let Some(count) = counts.get_mut(&next.entity) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&next.entity);
            }
        }
        Some(next)
    }
}
