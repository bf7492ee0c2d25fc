//! Events of the user's own: what was sent, and who of a store waits to be told.

use core::any::Any;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use crate::ids::Entity;

use super::column::Column;

/// An event on its way. It is shared from when the first component has to wait for it: until then sending allocates nothing.
pub(crate) enum Sent<E> {
    /// `None` only while it becomes shared.
    Plain(Option<E>),
    Shared(Rc<E>),
}

impl<E> Sent<E> {
    pub(crate) fn new(event: E) -> Self {
        Self::Plain(Some(event))
    }
}

/// An event on its way, whose type is not known here.
pub(crate) trait AnySent {
    fn event(&self) -> &dyn Any;

    /// Lets a component keep the event until its turn comes.
    fn share(&mut self) -> Rc<dyn Any>;
}

impl<E: 'static> AnySent for Sent<E> {
    fn event(&self) -> &dyn Any {
        match self {
            Self::Plain(event) => event.as_ref().expect("it is shared at once after it was taken"),
            Self::Shared(event) => &**event,
        }
    }

    fn share(&mut self) -> Rc<dyn Any> {
        if let Self::Plain(event) = self
            && let Some(event) = event.take()
        {
            *self = Self::Shared(Rc::new(event));
        }
        match self {
            Self::Shared(event) => event.clone(),
            Self::Plain(_) => unreachable!("it was shared above"),
        }
    }
}

/// An event that waits for a component, which its entity and the place of the hook among the type's listeners tell.
pub(crate) struct WaitingEvent {
    pub(crate) entity: Entity,
    pub(crate) listener: usize,
    pub(crate) event: Rc<dyn Any>,
}

/// The events that wait for components of one store, in the order in which they were sent.
#[derive(Default)]
pub(super) struct WaitingEvents {
    events: VecDeque<WaitingEvent>,
    /// How many of them wait for the component of an entity.
    counts: BTreeMap<Entity, usize>,
}

impl WaitingEvents {
    pub(super) fn is_empty(&self) -> bool {
        self.events.is_empty()
    }
}

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

    /// Says whether any event waits for a component of the store.
    pub(crate) fn has_events(&self) -> bool {
        !self.waiting.borrow().is_empty()
    }

    /// The listener and the entity of the event that waits longest. Its component must know of `init` first.
    pub(crate) fn next_to_notify(&self) -> Option<(usize, Entity)> {
        if self.awaits_init() {
            return None;
        }
        self.waiting.borrow().events.front().map(|waiting| (waiting.listener, waiting.entity))
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
