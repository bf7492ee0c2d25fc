//! Events of the user's own: what was sent, and who of a column waits to be notified.

use core::any::Any;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use crate::ids::Entity;
use crate::later::Timer;

/// An event on its way. It is shared from when the first component has to wait for it: until then sending
/// allocates nothing.
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

/// An event that waits for a component, which is given by its entity.
pub(crate) struct WaitingEvent {
    pub(crate) entity: Entity,
    pub(crate) what: Waiting,
}

/// What waits for a component.
pub(crate) enum Waiting {
    /// An event, with the place of the hook among the type's listeners.
    Event { listener: usize, event: Rc<dyn Any> },
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

impl WaitingEvents {
    pub(super) fn is_empty(&self) -> bool {
        self.events.is_empty()
    }
}
