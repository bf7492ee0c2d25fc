//! The order of the types that implement an interface: that of their updates.

use core::any::TypeId;
use std::rc::Rc;

use crate::frame::update_order;
use crate::world::{ImplementingType, WorldCore};

/// The types that implement an interface, in the order of their updates. Where they declare a contradictory
/// order, in that of their first adds.
pub(super) fn implementing_types<I: ?Sized + 'static>(core: &WorldCore) -> Rc<[ImplementingType]> {
    if !core.columns.implementors().is_sorted() {
        sort(core);
    }
    core.columns.implementors().of(TypeId::of::<I>())
}

#[cold]
fn sort(core: &WorldCore) {
    let columns = core.columns.in_order();
    let order = update_order(&columns).unwrap_or_else(|_| (0..columns.len()).collect());
    core.columns.implementors().sort(&order);
}
