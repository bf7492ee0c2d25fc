//! [`AllLoaded`]: the components of each load, which are not notified of each other.

use core::cell::RefCell;

use crate::base::OnDrop;
use crate::ids::Entity;

/// Components that were loaded together from a save. Those of them that observe were notified of the others
/// before the save was written, so what they have counted is in the save.
struct LoadedTogether {
    /// The entities, by their indices.
    entities: Vec<Entity>,
    /// The types of singletons among them, by their numbers.
    singletons: Vec<u32>,
}

impl LoadedTogether {
    fn has(&self, entity: Entity) -> bool {
        let place = self.entities.binary_search_by_key(&entity.index(), |loaded| loaded.index());
        place.is_ok_and(|place| self.entities[place] == entity)
    }

    /// Says whether it has an entity, or a singleton if it is theirs.
    fn has_any(&self, entity: Entity, globals: Entity) -> bool {
        if entity == globals { !self.singletons.is_empty() } else { self.has(entity) }
    }
}

/// The loads of which observers are being notified, the innermost one last.
#[derive(Default)]
pub(crate) struct AllLoaded(RefCell<Vec<LoadedTogether>>);

impl AllLoaded {
    /// Keeps the components of a load from being notified of each other until the result is dropped. The
    /// entities have the order of their indices; of singletons there are the numbers of the types.
    pub(crate) fn begin_notifying(
        &self,
        entities: Vec<Entity>,
        singletons: Vec<u32>,
    ) -> OnDrop<impl FnMut()> {
        self.0.borrow_mut().push(LoadedTogether { entities, singletons });
        OnDrop(|| _ = self.0.borrow_mut().pop())
    }

    /// Says whether a component, of a type number, was loaded together with an entity of which observers are
    /// being notified. `globals` is the entity of singletons.
    pub(crate) fn came_with(&self, entity: Entity, number: u32, subject: Entity, globals: Entity) -> bool {
        let came = |loaded: &LoadedTogether| match entity == globals {
            true => loaded.singletons.contains(&number),
            false => loaded.has(entity),
        };
        self.0.borrow().iter().any(|loaded| loaded.has_any(subject, globals) && came(loaded))
    }
}
