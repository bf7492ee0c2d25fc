//! [`Newcomers`]: what has come from a save, while observers are told of it: it does not hear of itself.

use core::cell::RefCell;

use crate::ids::{Entity, IndexSet};

/// Components that have come together from a save. Those of them that observe have heard of the others when
/// these were there the last time: what they have counted is in the save.
#[derive(Default)]
pub(crate) struct Newcomers {
    pub(crate) entities: IndexSet,
    /// The types of singletons among them, by their numbers.
    pub(crate) singletons: Vec<u32>,
}

/// Those that others are being told of, the last ones at the end.
#[derive(Default)]
pub(crate) struct AllNewcomers(RefCell<Vec<Newcomers>>);

impl AllNewcomers {
    /// Lets what has come hear nothing until the result is dropped.
    pub(crate) fn begin_telling(&self, newcomers: Newcomers) -> TellingOfNewcomers<'_> {
        self.0.borrow_mut().push(newcomers);
        TellingOfNewcomers(self)
    }

    /// Says whether a component, of a type number, has come with what others are being told of. `globals` is
    /// the entity of singletons.
    pub(crate) fn has(&self, entity: Entity, number: u32, globals: Entity) -> bool {
        let is_one = |newcomers: &Newcomers| match entity == globals {
            true => newcomers.singletons.contains(&number),
            false => newcomers.entities.contains(entity.index()),
        };
        self.0.borrow().iter().any(is_one)
    }
}

/// Others are told of newcomers until this is dropped.
pub(crate) struct TellingOfNewcomers<'o>(&'o AllNewcomers);

impl Drop for TellingOfNewcomers<'_> {
    fn drop(&mut self) {
        self.0.0.borrow_mut().pop();
    }
}
