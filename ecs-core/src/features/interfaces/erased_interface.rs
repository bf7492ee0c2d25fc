//! [`Interface`]: an interface that a type declares. The list of a type does not know the trait, which is one
//! of the user.

use core::any::{Any, TypeId};

/// An interface that a type offers: the type of the trait object, and what calls a component through it.
pub struct Interface {
    pub(crate) id: TypeId,
    calls: &'static (dyn Any + Send + Sync),
}

impl Interface {
    pub(crate) const fn new<I: ?Sized + 'static>(calls: &'static (impl Any + Send + Sync)) -> Self {
        Self { id: TypeId::of::<I>(), calls }
    }

    /// Returns the calls as the type of the interface by which they are listed.
    pub(crate) fn calls<C: 'static>(&self) -> &'static C {
        self.calls.downcast_ref().expect("it is listed by the interface")
    }
}
