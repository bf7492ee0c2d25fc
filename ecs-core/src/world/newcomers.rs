//! [`Newcomers`]: what has come from a save, while observers are told of it: it does not hear of itself.

use core::cell::RefCell;

use crate::ids::{Entity, IndexSet};

use super::observers::Observers;

/// Components that have come together from a save. Those of them that observe have heard of the others when
/// these were there the last time: what they have counted is in the save.
#[derive(Default)]
pub(crate) struct Newcomers {
    pub(crate) entities: IndexSet,
    /// The types of singletons among them, by their numbers.
    pub(crate) singletons: Vec<u32>,
}

/// Those that others are being told of, the last ones at the end.
pub(super) type AllNewcomers = RefCell<Vec<Newcomers>>;

impl Observers {
    /// Lets what has come hear nothing until the result is dropped.
    pub(crate) fn begin_telling_of_newcomers(&self, newcomers: Newcomers) -> TellingOfNewcomers<'_> {
        self.newcomers.borrow_mut().push(newcomers);
        TellingOfNewcomers(self)
    }

    /// Says whether a component, of a type number, has come with what others are being told of. `globals` is
    /// the entity of singletons.
    pub(crate) fn is_newcomer(&self, entity: Entity, number: u32, globals: Entity) -> bool {
        let is_one = |newcomers: &Newcomers| match entity == globals {
            true => newcomers.singletons.contains(&number),
            false => newcomers.entities.contains(entity.index()),
        };
        self.newcomers.borrow().iter().any(is_one)
    }
}

/// Others are told of newcomers until this is dropped.
pub(crate) struct TellingOfNewcomers<'o>(&'o Observers);

impl Drop for TellingOfNewcomers<'_> {
    fn drop(&mut self) {
        self.0.newcomers.borrow_mut().pop();
    }
}
