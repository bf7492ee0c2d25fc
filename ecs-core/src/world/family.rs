//! The parents and children of a world's entities.

use std::cell::Ref;

use crate::ids::Entity;
use crate::links::Forest;

use super::core::WorldCore;

impl WorldCore {
    /// Says whether the entity of an index has a parent or children.
    #[inline]
    pub(crate) fn is_linked(&self, index: u32) -> bool {
        let forest = self.forest.borrow();
        !forest.is_empty() && forest.is_linked(index)
    }

    /// The links, if an entity is alive and somebody has a parent: nobody else has relatives.
    pub(crate) fn forest_of(&self, entity: Entity) -> Option<Ref<'_, Forest>> {
        let forest = self.forest.borrow();
        (!forest.is_empty() && self.entities.borrow().is_alive(entity)).then_some(forest)
    }

    /// The parent of a live entity.
    pub(crate) fn parent(&self, entity: Entity) -> Option<Entity> {
        let parent = self.forest_of(entity)?.parent(entity.index())?;
        Some(self.entities.borrow().at(parent))
    }

    /// Says whether the entity of an index is parked in a pool, or one above it: to observers it is not
    /// there.
    pub(crate) fn is_parked(&self, index: u32) -> bool {
        let entities = self.entities.borrow();
        let is_above = |forest: &Forest| forest.ancestors(index).any(|above| entities.is_parked(above));
        entities.is_any_parked() && (entities.is_parked(index) || is_above(&self.forest.borrow()))
    }

    /// Takes its parent and its children from an entity that ends.
    pub(super) fn isolate(&self, entity: Entity) {
        let (mut forest, entities) = (self.forest.borrow_mut(), self.entities.borrow());
        forest.children(entity.index()).for_each(|child| self.note_relinked(entities.at(child)));
        forest.isolate(entity.index());
    }

    /// The children of a live entity, in their order.
    pub(crate) fn children(&self, entity: Entity) -> Vec<Entity> {
        let Some(forest) = self.forest_of(entity) else { return Vec::new() };
        let entities = self.entities.borrow();
        forest.children(entity.index()).map(|index| entities.at(index)).collect()
    }

    /// All below a live entity, each before its children.
    pub(crate) fn below(&self, entity: Entity) -> Vec<Entity> {
        self.first_below(entity, usize::MAX)
    }

    /// As [`WorldCore::below`], but no more than so many.
    pub(super) fn first_below(&self, entity: Entity, most: usize) -> Vec<Entity> {
        let Some(forest) = self.forest_of(entity) else { return Vec::new() };
        let entities = self.entities.borrow();
        forest.below(entity.index()).take(most).map(|index| entities.at(index)).collect()
    }
}
