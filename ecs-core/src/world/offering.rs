//! [`Offering`]: which types offer an interface, a trait by which others may call them.

use core::any::TypeId;
use core::cell::{Cell, RefCell};
use core::hash::BuildHasherDefault;
use std::collections::HashMap;
use std::rc::Rc;

use crate::base::TypeIdHasher;

use super::erased_calls::AnyCalls;

/// An interface that a type offers: the type of the trait object, and what calls a component through it.
#[derive(Clone, Copy)]
pub struct Interface {
    pub(crate) id: TypeId,
    pub(crate) calls: AnyCalls,
}

/// A type that offers an interface.
#[derive(Clone, Copy)]
pub(crate) struct OfferingType {
    pub(crate) number: u32,
    pub(crate) calls: AnyCalls,
}

/// For each interface, the types that offer it.
#[derive(Default)]
pub(crate) struct Offering {
    types: RefCell<HashMap<TypeId, Rc<[OfferingType]>, BuildHasherDefault<TypeIdHasher>>>,
    /// Nothing was listed since the types were put in order.
    is_in_order: Cell<bool>,
}

impl Offering {
    /// Lists a new type with the interfaces that it offers.
    pub(super) fn list(&self, number: u32, interfaces: &[Interface]) {
        let mut types = self.types.borrow_mut();
        for &Interface { id, calls } in interfaces {
            let list = types.entry(id).or_default();
            *list = list.iter().copied().chain([OfferingType { number, calls }]).collect();
        }
        // What a type says about others may move them too.
        self.is_in_order.set(types.is_empty());
    }

    /// Forgets the types with numbers from one on.
    #[cfg(feature = "snapshot")]
    pub(super) fn forget(&self, from: u32) {
        for types in self.types.borrow_mut().values_mut() {
            *types = types.iter().copied().filter(|offering| offering.number < from).collect();
        }
        self.is_in_order.set(false);
    }

    /// The types that offer an interface, in the order in which they were put.
    pub(crate) fn of(&self, interface: TypeId) -> Rc<[OfferingType]> {
        self.types.borrow().get(&interface).cloned().unwrap_or_default()
    }

    /// Says whether a type was added since the types were put in order.
    pub(crate) fn is_in_order(&self) -> bool {
        self.is_in_order.get()
    }

    /// Puts the types in the order of some numbers, of which each type has one.
    pub(crate) fn put_in_order(&self, order: &[usize]) {
        let mut places = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, &number)| places[number] = place);
        for types in self.types.borrow_mut().values_mut() {
            let mut sorted = types.to_vec();
            sorted.sort_by_key(|ty| places[ty.number as usize]);
            *types = sorted.into();
        }
        self.is_in_order.set(true);
    }
}
