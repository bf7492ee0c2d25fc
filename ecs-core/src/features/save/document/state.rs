//! [`WriteState`]: what is known while a world is written.

use core::cell::RefCell;
use std::rc::Rc;

use super::types::SavedTypes;
use crate::base::CallSite;
use crate::codec::{GLOBALS, SavingIds};
use crate::error::SaveError;
use crate::ids::Entity;
use crate::world::WorldCore;

/// What is written, and what is known of that.
pub struct WriteState {
    pub(super) core: Rc<WorldCore>,
    pub(super) types: SavedTypes,
    pub(super) site: CallSite,
    /// The numbers of the entities.
    pub(super) ids: Rc<SavingIds>,
    /// The whole world is written: with its clock and its singletons.
    pub(super) is_whole: bool,
    /// Why writing has failed, if the library knows.
    pub(super) cause: RefCell<Option<SaveError>>,
}

impl WriteState {
    /// The number of the entity of a row; `None` if it is not in the save.
    #[inline]
    pub(super) fn number_of_row(&self, entity: Entity) -> Option<u32> {
        let of_globals = || (self.is_whole && entity == self.core.globals.entity()).then_some(GLOBALS);
        self.ids.number(entity).or_else(of_globals)
    }

    /// The how many-th of the listed types it was that had a component first, of the type at a place.
    pub(super) fn order_of(&self, place: usize) -> Option<usize> {
        let number = |place: usize| self.core.columns.of(self.types.all[place].id)?.number.get();
        let own = number(place)?;
        Some((0..self.types.all.len()).filter_map(number).filter(|&number| number < own).count())
    }

    pub(super) fn fail(&self, error: SaveError) {
        self.cause.borrow_mut().get_or_insert(error);
    }
}
