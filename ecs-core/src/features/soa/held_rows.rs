//! The fields of rows that are borrowed as a whole.
#![expect(unsafe_code, reason = "it says of rows what is asked of those whose fields are shown as slices")]

use core::any::TypeId;

use crate::ids::Entity;
use crate::store::{Layout, Stored};
use crate::terms::Rows;

use super::slices::HeldRows;
use super::soa::Soa;

// SAFETY: the rows are borrowed as a whole, as is asserted, as long as they live, for writing if `MUT`. So
// there are so many, which are live, in the main buffer, as nothing is borrowed so that is not flushed, and
// that does not move meanwhile. They lie field by field, as is asserted, so each field of that tuple in the
// array of its number.
unsafe impl<T: Soa + Stored, const MUT: bool> HeldRows<MUT> for Rows<'static, T, MUT> {
    fn tuple(&self) -> TypeId {
        T::__FIELDS.tuple
    }

    fn base(&self, field: usize) -> *mut u8 {
        self.store().map_or(core::ptr::null_mut(), |store| store.row_store.base_of(field))
    }

    fn rows_and_enabled(&self) -> (usize, usize) {
        assert!(T::Layout::IS_SPLIT, "their type says so");
        assert!(self.is_whole(), "a visit has borrowed them one by one");
        (self.len(), self.enabled())
    }

    fn entity(&self, row: usize) -> Option<Entity> {
        Self::entity(self, row)
    }
}
