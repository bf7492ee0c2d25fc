//! [`Newcomers`]: what has come from a save, while observers are told of it: it does not hear of itself.

use core::cell::RefCell;

use crate::ids::Entity;

/// Components that have come together from a save. Those of them that observe have heard of the others when
/// these were there the last time: what they have counted is in the save.
#[derive(Default)]
pub(crate) struct Newcomers {
    /// The entities, by their indices.
    pub(crate) entities: Vec<Entity>,
    /// The types of singletons among them, by their numbers.
    pub(crate) singletons: Vec<u32>,
}

impl Newcomers {
    fn has(&self, entity: Entity) -> bool {
        let place = self.entities.binary_search_by_key(&entity.index(), |newcomer| newcomer.index());
        place.is_ok_and(|place| self.entities[place] == entity)
    }

    /// Says whether it has an entity, or a singleton if it is theirs.
    fn has_any(&self, entity: Entity, globals: Entity) -> bool {
        if entity == globals { !self.singletons.is_empty() } else { self.has(entity) }
    }
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

    /// Says whether a component, of a type number, has come together with an entity of which others are being
    /// told. `globals` is the entity of singletons.
    pub(crate) fn came_with(&self, entity: Entity, number: u32, subject: Entity, globals: Entity) -> bool {
        let came = |newcomers: &Newcomers| match entity == globals {
            true => newcomers.singletons.contains(&number),
            false => newcomers.has(entity),
        };
        self.0.borrow().iter().any(|newcomers| newcomers.has_any(subject, globals) && came(newcomers))
    }
}

/// Others are told of newcomers until this is dropped.
pub(crate) struct TellingOfNewcomers<'o>(&'o AllNewcomers);

impl Drop for TellingOfNewcomers<'_> {
    fn drop(&mut self) {
        self.0.0.borrow_mut().pop();
    }
}
