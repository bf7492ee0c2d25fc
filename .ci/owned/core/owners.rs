//! [`Owners`]: which entity owns which components. No row is kept, so a row that moves changes nothing.

use core::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use super::super::part::{ColumnPart, WorldPart};
use crate::column::Column;
use crate::ids::Entity;
use crate::world::WorldCore;

/// A component: its entity, and the position of its column.
type Owned = (Entity, u32);

/// The owner of each component that has one, and the components of each owner.
#[derive(Clone, Default, PartialEq)]
pub(super) struct Links(pub(super) BTreeMap<Owned, Entity>, BTreeSet<(Entity, Owned)>);

/// The owners of the components of a world.
#[derive(Clone, Default)]
pub(crate) struct Owners(pub(super) RefCell<Links>);

/// Whether the column notifies the feature of components that end.
#[derive(Default)]
pub(crate) struct OwnersOfColumn(Cell<bool>);

impl Links {
    fn set(&mut self, owned: Owned, owner: Option<Entity>) {
        let before = match owner {
            Some(owner) => self.0.insert(owned, owner),
            None => self.0.remove(&owned),
        };
        before.map(|before| self.1.remove(&(before, owned)));
        self.1.extend(owner.map(|owner| (owner, owned)));
    }

    pub(super) fn owned_by(&self, owner: Entity) -> Vec<Owned> {
        let all = self.1.range((owner, (first(0), 0))..).take_while(|(by, _)| *by == owner);
        all.map(|(_, owned)| *owned).collect()
    }
}

/// The least entity of an index.
fn first(index: u32) -> Entity {
    Entity::from_bits(u64::from(index) << 32 | 1 << 8)
}

impl Owners {
    /// Gives a component an owner, or none.
    pub(super) fn set(column: &Column, entity: Entity, owner: Option<Entity>) {
        if !column.parts.owned.0.replace(true) {
            column.lifecycle.pending_inits.watch(1);
        }
        column.world.parts.owned.0.borrow_mut().set((entity, column.position), owner);
    }

    pub(super) fn get(column: &Column, entity: Entity) -> Option<Entity> {
        column.world.parts.owned.0.borrow().0.get(&(entity, column.position)).copied()
    }
}

impl WorldPart for Owners {
    fn may_be_sent(&self) -> Option<&dyn Send> {
        Some(self)
    }

    fn has_any_of(&self, index: u32) -> bool {
        let links = self.0.borrow();
        let owned = links.0.range((first(index), 0)..).next().map(|((entity, _), _)| entity);
        let owner = links.1.range((first(index), (first(0), 0))..).next().map(|(owner, _)| owner);
        owned.into_iter().chain(owner).any(|entity| entity.index() == index)
    }

    fn end_entity(&self, _: &WorldCore, entity: Entity) {
        let links = &mut *self.0.borrow_mut();
        let mut ended = links.owned_by(entity);
        ended.extend(links.0.range((entity, 0)..=(entity, u32::MAX)).map(|(owned, _)| *owned));
        ended.into_iter().for_each(|owned| links.set(owned, None));
    }
}

impl ColumnPart for OwnersOfColumn {
    fn may_be_sent(&self) -> Option<&dyn Send> {
        Some(self)
    }

    fn has_any_of(&self, column: &Column, entity: Entity) -> bool {
        Owners::get(column, entity).is_some()
    }

    fn end_component(&self, column: &Column, entity: Entity) {
        Owners::set(column, entity, None);
    }
}
