//! [`Sent`]: an event on its way to those who hear it.

use core::any::Any;
use std::sync::Arc;

/// An event on its way. It is shared from when the first component has to wait for it: until then sending
/// allocates nothing.
pub(crate) enum Sent<E> {
    /// `None` only while it becomes shared.
    Plain(Option<E>),
    Shared(Arc<E>),
}

impl<E> Sent<E> {
    pub(crate) fn new(event: E) -> Self {
        Self::Plain(Some(event))
    }

    /// Lets others keep the event.
    pub(crate) fn shared(&mut self) -> Arc<E> {
        if let Self::Plain(event) = self
            && let Some(event) = event.take()
        {
            *self = Self::Shared(Arc::new(event));
        }
        match self {
            Self::Shared(event) => event.clone(),
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
            Self::Plain(event) => event.as_ref().expect("it is shared at once after it was taken"),
            Self::Shared(event) => &**event,
        }
    }

    fn share(&mut self) -> Arc<dyn Any> {
        self.shared()
    }
}
