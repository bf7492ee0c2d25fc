//! [`Sent`]: an event on its way to those who hear it.

use core::any::Any;
use std::sync::Arc;

use super::one_by_one::One;

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

/// An event on its way, whose type is not known here.
pub trait AnySent {
    /// The event itself.
    fn event(&self) -> &dyn Any;

    /// Lets a component keep the event until its turn comes.
    fn share(&mut self) -> Arc<dyn Any>;
}

impl<E: 'static> AnySent for Sent<E> {
    fn event(&self) -> &dyn Any {
        match self {
            Self::Plain(event) => event.get(),
            Self::Shared(event) => &**event.get(),
        }
    }

    fn share(&mut self) -> Arc<dyn Any> {
        self.shared()
    }
}
