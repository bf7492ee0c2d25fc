//! [`Sent`]: an event of the user on its way to its listeners, which are found without its type.

use core::any::Any;
use std::sync::Arc;

use super::one_by_one::One;

/// An event whose type only its listeners name.
pub type AnyEvent = dyn Any;

/// Returns an event as the type that its listener names.
#[inline]
pub(crate) fn event_as<E: 'static>(event: &AnyEvent) -> &E {
    as_type(event).expect("an event goes to those that listen to its type")
}

/// Returns a value as `T`, if that is its type.
#[inline]
pub(crate) fn as_type<T: 'static>(value: &AnyEvent) -> Option<&T> {
    value.downcast_ref()
}

/// An event on its way. It is shared from when the first component has to wait for it: until then sending
/// allocates nothing.
pub(crate) enum Sent<E> {
    /// `None` only while it becomes shared.
    Plain(One<E>),
    Shared(One<Arc<E>>),
}

impl<E> Sent<E> {
    pub(crate) fn new(event: E) -> Self {
        Self::Plain(One::of(event))
    }

    pub(crate) fn get(&self) -> &E {
        match self {
            Self::Plain(event) => event.get(),
            Self::Shared(event) => event.get(),
        }
    }

    /// Lets others keep the event.
    pub(crate) fn shared(&mut self) -> Arc<E> {
        if let Self::Plain(event) = self
            && let Some(event) = event.take()
        {
            *self = Self::Shared(One::of(Arc::new(event)));
        }
        match self {
            Self::Shared(event) => event.get().clone(),
            Self::Plain(_) => unreachable!("it was shared above"),
        }
    }
}

/// An event on its way, without its type.
pub trait AnySent {
    /// The event itself.
    fn event(&self) -> &AnyEvent;

    /// Lets a component keep the event until its turn comes.
    fn share(&mut self) -> Arc<AnyEvent>;
}

impl<E: 'static> AnySent for Sent<E> {
    fn event(&self) -> &AnyEvent {
        self.get()
    }

    fn share(&mut self) -> Arc<AnyEvent> {
        self.shared()
    }
}
