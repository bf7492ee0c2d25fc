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

    /// The links, if an entity is alive and any entity has a parent.
    pub(crate) fn forest_of(&self, entity: Entity) -> Option<Ref<'_, Forest>> {
        let forest = self.forest.borrow();
        (!forest.is_empty() && self.entities.borrow().is_alive(entity)).then_some(forest)
    }

    /// The parent of a live entity.
    pub(crate) fn parent(&self, entity: Entity) -> Option<Entity> {
        let parent = self.forest_of(entity)?.parent(entity.index())?;
        Some(self.entities.borrow().at(parent))
    }

    /// Makes a live entity the last child of another one, or the one at a place among its children. It leaves
    /// its parent before, if it has one; the other one must not be below it.
    pub(crate) fn link(&self, child: Entity, parent: Entity, place: Option<usize>) {
        self.forest.borrow_mut().attach(child.index(), parent.index(), place);
        self.settle_away(child.index());
    }

    /// Takes its parent from a live entity, if it has one.
    pub(crate) fn unlink(&self, child: Entity) {
        self.forest.borrow_mut().detach(child.index());
        self.settle_away(child.index());
    }

    /// Takes its parent and its children from an entity that ends.
    pub(super) fn isolate(&self, entity: Entity) {
        let children = self.children(entity);
        children.iter().for_each(|&child| self.parts.note_relinked(self, child));
        self.forest.borrow_mut().isolate(entity.index());
        children.into_iter().for_each(|child| self.settle_away(child.index()));
    }

    /// Says that a live entity is parked in a pool, or that it is not.
    pub(crate) fn set_parked(&self, entity: Entity, parked: bool) {
        self.members_mut().set_parked(entity.index(), parked);
        self.settle_away(entity.index());
    }

    /// Says whether the entity of an index is parked in a pool, or one above it: to observers it is not
    /// there.
    pub(crate) fn is_away(&self, index: u32) -> bool {
        self.entities.borrow().is_away(index)
    }

    /// Notes whether the entity of an index is away, which has another parent or was parked or taken, and
    /// those below it, as far as that has changed.
    fn settle_away(&self, index: u32) {
        let mut entities = self.members_mut();
        if !(entities.is_any_away() || entities.is_parked(index)) {
            return;
        }
        let forest = self.forest.borrow();
        let (mut walk, mut next) = (forest.walk_below(index), Some(index));
        while let Some(index) = next {
            let is_above = forest.parent(index).is_some_and(|parent| entities.is_away(parent));
            let is_away = is_above || entities.is_parked(index);
            let has_changed = entities.set_away(index, is_away);
            next = walk.next(&forest, has_changed);
        }
    }

    /// The children of a live entity, in their order.
    pub(crate) fn children(&self, entity: Entity) -> Vec<Entity> {
        let Some(forest) = self.forest_of(entity) else { return Vec::new() };
        let entities = self.entities.borrow();
        forest.children(entity.index()).map(|index| entities.at(index)).collect()
    }

    /// A live entity and those below it, each before its children; without those that are not to be entered,
    /// and what is below them.
    pub(crate) fn entered(&self, top: Entity, mut enters: impl FnMut(Entity) -> bool) -> Vec<Entity> {
        let (forest, entities) = (self.forest.borrow(), self.entities.borrow());
        let mut all = vec![top];
        let (mut walk, mut is_entered) = (forest.walk_below(top.index()), true);
        while let Some(index) = walk.next(&forest, is_entered) {
            let below = entities.at(index);
            is_entered = enters(below);
            all.extend(is_entered.then_some(below));
        }
        all
    }

    /// All below a live entity, each before its children.
    pub(crate) fn below(&self, entity: Entity) -> Vec<Entity> {
        self.first_below(entity, usize::MAX)
    }

    /// The first ones below a live entity, `most` at most.
    pub(super) fn first_below(&self, entity: Entity, most: usize) -> Vec<Entity> {
        let Some(forest) = self.forest_of(entity) else { return Vec::new() };
        let entities = self.entities.borrow();
        forest.below(entity.index()).take(most).map(|index| entities.at(index)).collect()
    }
}
