//! Adding many: all values are placed, then `init` runs entity by entity.

use super::super::removal::undo;
use super::super::running::Refusal;
use super::admit::admit_depth;
use super::bundle::{Bundle, BundleParts};
use super::group::check_listed_once;
use crate::base::CallSite;
use crate::error::AddError;
use crate::ids::Entity;
use crate::world::{WorldCore, with_current_or_new};
use std::rc::Rc;

/// The values of this number of entities are made, then placed: they stay in the first cache meanwhile.
pub(super) const AT_ONCE: usize = 256;

/// Spawns entities with the components that `make` returns for each.
#[track_caller]
pub(crate) fn spawn_many<B: Bundle>(
    count: usize,
    mut make: impl FnMut(usize, Entity) -> B,
    site: CallSite,
) -> Result<Vec<Entity>, AddError> {
    check_listed_once::<B>()?;
    let core = &with_current_or_new(Rc::clone)?;
    let spawned = core.structural(|| {
        let stores = &mut B::Parts::stores_of_parts(core, count).map_err(|refusal| *refusal)?;
        let mut entities = Vec::new();
        if core.entities.borrow_mut().reserve(count).is_err() || entities.try_reserve_exact(count).is_err() {
            return Err(AddError::NoRoom { component: None, additional: count });
        }
        if let Some(component) = B::Parts::BIRTH {
            admit_depth(core, component.get(), Entity::NONE)?;
        }
        let mut spawned = Spawned::<B::Parts> { core, stores, entities, made: 0, placed: 0, done: 0, site };
        while spawned.made < count {
            for place in spawned.made..count.min(spawned.made + AT_ONCE) {
                let entity = core.entities.borrow_mut().spawn().map_err(|_| AddError::OutOfIds)?;
                spawned.entities.push(entity);
                make(place, entity).__into_parts().keep_each_part(spawned.stores);
                spawned.made += 1;
            }
            spawned.place().map_err(|refusal| *refusal)?;
        }
        if B::Parts::has_birth(spawned.stores) {
            while let Some(&entity) = spawned.entities.get(spawned.done) {
                spawned.done += 1;
                B::Parts::init_each_part(spawned.stores, entity, site).map_err(|refusal| *refusal)?;
            }
        }
        Ok(core::mem::take(&mut spawned.entities))
    });
    drop(make);
    spawned
}

/// What was spawned until now; its drop undoes it, without hooks.
struct Spawned<'w, B: BundleParts> {
    core: &'w WorldCore,
    stores: &'w mut B::Stores,
    entities: Vec<Entity>,
    /// For so many of them values were made.
    made: usize,
    /// Those whose values are placed.
    placed: usize,
    /// Those that are born; they stay.
    done: usize,
    site: CallSite,
}

impl<B: BundleParts> Spawned<'_, B> {
    /// Places what was made and is not placed: where `make` has left the entities alone, type by type.
    /// Refuses what is excluded by a component that `make` has added.
    fn place(&mut self) -> Result<(), Refusal> {
        let entities = &self.entities[self.placed..self.made];
        self.placed = self.made;
        let batch = self.core.entities.borrow().batch(entities);
        match batch.and_then(|batch| Some((batch, B::types_of_parts(self.stores)?))) {
            Some((batch, types)) => {
                self.core.members_mut().enlist_all(batch, types);
                B::place_enlisted(self.stores, batch);
                Ok(())
            }
            None => B::place_each_part(self.stores, entities),
        }
    }
}

impl<B: BundleParts> Drop for Spawned<'_, B> {
    fn drop(&mut self) {
        if self.placed < self.made {
            // So that it drops at the next sync point. The call fails already.
            let _ = self.place();
        }
        if let Some(&failed) = self.done.checked_sub(1).and_then(|last| self.entities.get(last)) {
            B::postpone_missed(self.stores, failed, self.site);
        }
        // None are left of a call that has not failed.
        undo(self.core, self.entities.get(self.done..).unwrap_or_default(), self.site);
    }
}
