//! [`OwnRows`]: how a component that a parallel pass visits finds its entity, on any thread.
#![expect(unsafe_code, reason = "what finds it gets a pointer without a type")]

use core::any::TypeId;

use crate::ids::Entity;

/// The rows of a parallel pass, as a component finds its entity by them. Used only while the pass runs.
#[derive(Clone, Copy)]
pub struct OwnRows {
    component: TypeId,
    rows: *const (),
    entity_at: fn(*const (), usize) -> Option<Entity>,
}

impl OwnRows {
    /// Rows of components of a type, and what finds the entity of an address among them.
    ///
    /// # Safety
    ///
    /// The function must be sound with that pointer, on any thread, as long as this and its copies are used.
    pub(crate) unsafe fn new(
        component: TypeId,
        rows: *const (),
        entity_at: fn(*const (), usize) -> Option<Entity>,
    ) -> Self {
        Self { component, rows, entity_at }
    }

    /// The entity of the component at an address, if it is of this type and one of the rows.
    pub(crate) fn entity_at(&self, component: TypeId, address: usize) -> Option<Entity> {
        if component == self.component { (self.entity_at)(self.rows, address) } else { None }
    }
}
