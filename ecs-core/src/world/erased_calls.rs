//! [`AnyCalls`]: functions that call the components of a type through an interface, a trait of the user.

use core::any::Any;

/// The functions that call components through an interface. The list of a world does not know the trait.
#[derive(Clone, Copy)]
pub struct AnyCalls(&'static (dyn Any + Send + Sync));

impl AnyCalls {
    pub(crate) const fn of<C: Send + Sync + 'static>(calls: &'static C) -> Self {
        Self(calls)
    }

    /// Returns the value as the type of the interface by which it is listed.
    pub(crate) fn get<C: 'static>(self) -> &'static C {
        self.0.downcast_ref().expect("it is listed by the interface")
    }
}
