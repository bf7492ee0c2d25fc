//! [`Implementors`]: which component types implement an interface, a trait by which others call them.

use core::any::TypeId;
use core::cell::{Cell, RefCell};
use core::hash::BuildHasherDefault;
use std::collections::HashMap;
use std::rc::Rc;

use crate::base::TypeIdHasher;

use super::erased_calls::AnyCalls;

/// An interface that a type implements: the type of the trait object, and what calls a component through it.
#[derive(Clone, Copy)]
pub struct Interface {
    pub(crate) id: TypeId,
    pub(crate) calls: AnyCalls,
}

/// A type that implements an interface.
#[derive(Clone, Copy)]
pub(crate) struct ImplementingType {
    pub(crate) number: u32,
    pub(crate) calls: AnyCalls,
}

/// For each interface, the types that implement it.
#[derive(Default)]
pub(crate) struct Implementors {
    types: RefCell<HashMap<TypeId, Rc<[ImplementingType]>, BuildHasherDefault<TypeIdHasher>>>,
    /// No type was listed since the types were sorted.
    is_sorted: Cell<bool>,
}

impl Implementors {
    /// Lists a new type with the interfaces that it implements.
    pub(super) fn list(&self, number: u32, interfaces: &[Interface]) {
        let mut types = self.types.borrow_mut();
        for &Interface { id, calls } in interfaces {
            let list = types.entry(id).or_default();
            *list = list.iter().copied().chain([ImplementingType { number, calls }]).collect();
        }
        // The order that a new type declares may move other types too.
        self.is_sorted.set(types.is_empty());
    }

    /// Forgets the types with numbers from one on.
    #[cfg(feature = "snapshot")]
    pub(super) fn forget(&self, from: u32) {
        for types in self.types.borrow_mut().values_mut() {
            *types = types.iter().copied().filter(|ty| ty.number < from).collect();
        }
        self.is_sorted.set(false);
    }

    /// The types that implement an interface, in their order.
    pub(crate) fn of(&self, interface: TypeId) -> Rc<[ImplementingType]> {
        self.types.borrow().get(&interface).cloned().unwrap_or_default()
    }

    /// Says whether the types are sorted, and none was listed since.
    pub(crate) fn is_sorted(&self) -> bool {
        self.is_sorted.get()
    }

    /// Sorts the types by a list of all type numbers.
    pub(crate) fn sort(&self, order: &[usize]) {
        let mut places = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, &number)| places[number] = place);
        for types in self.types.borrow_mut().values_mut() {
            let mut sorted = types.to_vec();
            sorted.sort_by_key(|ty| places[ty.number as usize]);
            *types = sorted.into();
        }
        self.is_sorted.set(true);
    }
}
