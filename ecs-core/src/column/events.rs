//! Events that wait for the components of a column.

use crate::ids::Entity;

use super::column::Column;
use super::waiting::{Waiting, WaitingEvent};

impl Column {
    /// Leaves an event to the next sync point.
    #[cold]
    #[inline(never)]
    pub(crate) fn keep_event(&self, waiting: WaitingEvent) {
        self.queue();
        let kept = &mut *self.waiting.borrow_mut();
        // First: what is counted must be there.
        kept.events.reserve(1);
        *kept.counts.entry(waiting.entity).or_default() += 1;
        kept.events.push_back(waiting);
    }

    /// Says whether an event waits for the component of an entity: a later one must not overtake it.
    pub(crate) fn awaits_event(&self, entity: Entity) -> bool {
        self.waiting.borrow().counts.contains_key(&entity)
    }

    /// Says whether any event waits for a component of the column.
    pub(crate) fn has_events(&self) -> bool {
        !self.waiting.borrow().is_empty()
    }

    /// The entity of the event that waits longest, and the listener, unless it is a timer. Its component must
    /// know of `init` first.
    pub(crate) fn next_to_notify(&self) -> Option<(Option<usize>, Entity)> {
        if self.awaits_init() {
            return None;
        }
        self.waiting.borrow().events.front().map(|waiting| {
            let listener = match waiting.what {
                Waiting::Event { listener, .. } => Some(listener),
                Waiting::Timer(_) => None,
            };
            (listener, waiting.entity)
        })
    }

    /// Takes the event that waits longest.
    pub(crate) fn take_event(&self) -> Option<WaitingEvent> {
        let kept = &mut *self.waiting.borrow_mut();
        let next = kept.events.pop_front()?;
        if let Some(count) = kept.counts.get_mut(&next.entity) {
            *count -= 1;
            if *count == 0 {
                kept.counts.remove(&next.entity);
            }
        }
        Some(next)
    }
}
