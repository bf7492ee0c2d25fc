//! In which order the types stand that offer an interface: that of their updates.

use core::any::TypeId;
use std::rc::Rc;

use crate::frame::update_order;
use crate::world::{OfferingType, WorldCore};

use super::implementor::{Implementor, implementor};

/// The types that offer an interface, in their order. Where what the types say about it is contradictory,
/// that of their first adds.
pub(super) fn offering<I: ?Sized + 'static>(core: &WorldCore) -> Rc<[OfferingType]> {
    if !core.offering.is_in_order() {
        put_in_order(core);
    }
    core.offering.of(TypeId::of::<I>())
}

#[cold]
fn put_in_order(core: &WorldCore) {
    let columns = core.columns.in_order();
    let order = update_order(&columns).unwrap_or_else(|_| (0..columns.len()).collect());
    core.offering.put_in_order(&order);
}

impl OfferingType {
    /// What calls components of the type through the interface by which it is listed.
    pub(super) fn implementor<I: ?Sized + 'static>(&self) -> &'static dyn Implementor<I> {
        implementor(self.calls)
    }
}
