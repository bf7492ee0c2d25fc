//! Events that wait for the components of a column.

use crate::ids::Entity;

use super::column::Column;
use super::waiting::WaitingEvent;

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
        !self.waiting.borrow().events.is_empty()
    }

    /// Takes the event that waits longest, if it can be delivered now.
    pub(crate) fn take_event(&self, can_run: impl FnOnce(&WaitingEvent) -> bool) -> Option<WaitingEvent> {
        let kept = &mut *self.waiting.borrow_mut();
        let next = kept.events.pop_front_if(|next| can_run(next))?;
        if let Some(count) = kept.counts.get_mut(&next.entity) {
            *count -= 1;
            if *count == 0 {
                kept.counts.remove(&next.entity);
            }
        }
        Some(next)
    }
}
