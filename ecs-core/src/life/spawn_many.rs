//! Adding many: all values are placed, then `init` runs entity by entity.

use super::bundle::Bundle;
use super::group::check_listed_once;
use crate::base::CallSite;
use crate::error::{AddError, SpawnError};
use crate::ids::Entity;
use crate::world::{WorldCore, with_current_or_new};
use std::rc::Rc;

/// Spawns entities with the components that `make` returns for each.
#[track_caller]
pub(crate) fn spawn_many<B: Bundle>(
    count: usize,
    mut make: impl FnMut(usize, Entity) -> B,
    site: CallSite,
) -> Result<Vec<Entity>, SpawnError> {
    check_listed_once::<B>().map_err(SpawnError::Add)?;
    let core = &with_current_or_new(Rc::clone).map_err(SpawnError::World)?;
    core.structural(|| {
        let stores = B::__stores(core, count).map_err(|refusal| SpawnError::Add(*refusal))?;
        let mut entities = Vec::new();
        let room = entities.try_reserve_exact(count).and_then(|()| core.reserve(count));
        room.map_err(|_| SpawnError::NoRoom { additional: count })?;
        if let Some(component) = B::__BIRTH
            && core.is_too_deep(core.init_depth())
        {
            let limit = core.init_limit().get();
            return Err(SpawnError::Add(AddError::TooDeep { component, entity: Entity::NONE, limit }));
        }
        let mut spawned = Spawned::<B> { core, stores: &stores, entities, done: 0 };
        let mut types = None;
        for place in 0..count {
            let entity = core.entities.borrow_mut().spawn().map_err(|_| SpawnError::OutOfIds)?;
            spawned.entities.push(entity);
            let bundle = make(place, entity);
            match types.and_then(|types| core.entities.borrow_mut().enlist_all(entity, types)) {
                Some(enabled) => bundle.__place_enlisted(&stores, entity, enabled),
                None => {
                    bundle.__place(&stores, entity);
                    types = B::__types(&stores);
                }
            }
        }
        if B::__BIRTH.is_some() {
            while let Some(&entity) = spawned.entities.get(spawned.done) {
                spawned.done += 1;
                B::__init(&stores, entity, site).map_err(|refusal| SpawnError::Add(*refusal))?;
            }
        }
        Ok(core::mem::take(&mut spawned.entities))
    })
}

/// What was spawned until now; its drop undoes it, without hooks.
struct Spawned<'w, B: Bundle> {
    core: &'w WorldCore,
    stores: &'w B::Stores,
    entities: Vec<Entity>,
    /// Those that are born; they stay.
    done: usize,
}

impl<B: Bundle> Drop for Spawned<'_, B> {
    fn drop(&mut self) {
        if let Some(&failed) = self.done.checked_sub(1).and_then(|last| self.entities.get(last)) {
            B::__postpone_missed(self.stores, failed);
        }
        for &entity in self.entities.iter().skip(self.done).rev() {
            if self.core.entities.borrow().is_alive(entity) {
                for number in self.core.types(entity).iter_rev() {
                    self.core.column(number).detach_of(entity, false);
                }
                self.core.end(entity);
            }
        }
    }
}
