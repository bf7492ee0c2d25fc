//! [`Interfaces`]: which component types offer an interface, a trait by which others call them.

use core::any::TypeId;
use core::cell::RefCell;
use core::hash::BuildHasherDefault;
use std::collections::HashMap;
use std::sync::Arc;

use crate::base::TypeIdHasher;
use crate::frame::update_order;
use crate::world::WorldCore;

use super::super::part::WorldPart;
use super::super::saved::SavedPart;
use super::erased_interface::Interface;

/// A component type that offers an interface.
#[derive(Clone, Copy)]
pub(super) struct OfferingType {
    pub(super) number: u32,
    pub(super) interface: &'static Interface,
}

/// For each interface, the types that offer it, in the order of their updates. Where they declare a
/// contradictory order, in that of their first adds.
type OfferingTypes = HashMap<TypeId, Arc<Vec<OfferingType>>, BuildHasherDefault<TypeIdHasher>>;

/// What a world knows of interfaces; nothing while nobody has asked since a type was added.
#[derive(Default)]
pub(crate) struct Interfaces(RefCell<Option<OfferingTypes>>);

impl WorldPart for Interfaces {
    fn may_be_sent(&self) -> Option<&dyn Send> {
        Some(self)
    }

    fn note_types(&self) {
        // The order that a new type declares may move other types too.
        self.0.take();
    }
}

impl SavedPart for Interfaces {}

/// The types that offer an interface, in their order.
pub(super) fn offering_types<I: ?Sized + 'static>(core: &WorldCore) -> Arc<Vec<OfferingType>> {
    let mut types = core.parts.interfaces.0.borrow_mut();
    let types = types.get_or_insert_with(|| list_types(core));
    types.get(&TypeId::of::<I>()).cloned().unwrap_or_default()
}

#[cold]
fn list_types(core: &WorldCore) -> OfferingTypes {
    let columns = core.columns.borrow_in_order();
    let order = update_order(&columns).unwrap_or_else(|_| (0..columns.len()).collect());
    let mut types = OfferingTypes::default();
    for place in order {
        for interface in columns[place].info.spec.extensions.interfaces {
            let offering = OfferingType { number: place as u32, interface };
            Arc::make_mut(types.entry(interface.id).or_default()).push(offering);
        }
    }
    types
}
