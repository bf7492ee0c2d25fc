//! Groups: several components as one unit for one entity. All values are placed first, then `init` runs on
//! each.

use std::rc::Rc;

use crate::base::{CallSite, OnDrop};
use crate::error::AddError;
use crate::ids::{Entities, Entity, OutOfIds};
use crate::world::{WorldCore, current, with_current_or_new};

use super::super::removal::despawn;
use super::super::running::Refusal;
use super::admit::{admit_to, no_world};
use super::bundle::{AddingOf, Bundle, BundleParts, Unplaced};

/// Spawns an entity with these values. If that fails, the entity is despawned.
#[track_caller]
pub(crate) fn spawn_one<B: Bundle>(values: B, enabled: bool, site: CallSite) -> Result<Entity, AddError> {
    spawn_with(values, |entities| entities.spawn(), enabled, site)
}

/// Makes an entity alive that was promised.
#[track_caller]
pub(crate) fn keep_promise(entity: Entity) -> Result<(), AddError> {
    let kept = with_current_or_new(|core| core.entities.borrow_mut().keep_promise(entity));
    if kept? { Ok(()) } else { Err(AddError::OutOfIds) }
}

/// Makes an entity alive that was promised, with these values. If that fails, it is despawned.
#[track_caller]
pub(crate) fn spawn_promised<B: Bundle>(entity: Entity, values: B, site: CallSite) -> Result<(), AddError> {
    let keep =
        |entities: &mut Entities| if entities.keep_promise(entity) { Ok(entity) } else { Err(OutOfIds) };
    spawn_with(values, keep, true, site).map(drop)
}

#[track_caller]
fn spawn_with<B: Bundle>(
    values: B,
    spawn: impl FnOnce(&mut Entities) -> Result<Entity, OutOfIds>,
    enabled: bool,
    site: CallSite,
) -> Result<Entity, AddError> {
    let values = Unplaced::new(values);
    check_listed_once::<B>()?;
    let core = &with_current_or_new(Rc::clone)?;
    core.structural(|| {
        let entity = spawn(&mut core.entities.borrow_mut()).map_err(|_| AddError::OutOfIds)?;
        let undo = OnDrop(|| _ = despawn(entity, site));
        if !enabled {
            // It waits in a pool.
            core.set_parked(entity, true);
            core.members_mut().set_on(entity.index(), false);
            core.members_mut().set_enabled(entity.index(), false);
        }
        add_missing::<B>(core, entity, |adding| values.into_inner().__into_parts().supply(adding), site)
            .map_err(|refusal| *refusal)?;
        core::mem::forget(undo);
        Ok(entity)
    })
}

/// Adds the components that the entity has not got, with these values.
#[track_caller]
pub(crate) fn apply_with<B: Bundle>(entity: Entity, values: B, site: CallSite) -> Result<(), Refusal> {
    let values = Unplaced::new(values);
    apply::<B>(entity, |adding| values.into_inner().__into_parts().supply(adding), site)
}

/// Adds the components that the entity has not got.
#[track_caller]
pub(crate) fn apply<B: Bundle>(
    entity: Entity,
    fill: impl FnOnce(&mut AddingOf<B>),
    site: CallSite,
) -> Result<(), Refusal> {
    check_listed_once::<B>()?;
    let core = current().map_err(|error| no_world(B::Parts::NAME.get(), error))?;
    core.structural(|| {
        admit_to(&core, B::Parts::NAME, entity)?;
        add_missing::<B>(&core, entity, fill, site)
    })
}

fn add_missing<B: Bundle>(
    core: &Rc<WorldCore>,
    entity: Entity,
    fill: impl FnOnce(&mut AddingOf<B>),
    site: CallSite,
) -> Result<(), Refusal> {
    let mut adding = B::Parts::admit(core, entity, site)?;
    if core.columns.is_any_guarded() {
        B::Parts::refuse_excluded(&adding)?;
    }
    fill(&mut adding);
    B::Parts::place_missing(&mut adding)?;
    B::Parts::begin_placed(&mut adding)
}

/// Refuses a list that no entity can have, at compile time: with a type twice, or with two that exclude each
/// other. Of a generic type that is not known then. The calls of users ask for it themselves: so the error
/// names their line.
pub(crate) const fn refuse_twice<B: Bundle>() {
    assert!(
        !B::Parts::PLACES.has_twice(),
        "a type is listed twice, but an entity has at most one component of a type: list it once"
    );
    assert!(
        !B::Parts::PLACES.has_excluded(),
        "two of these types exclude each other by `#[component(excludes(..))]`, so no entity has both: give \
         them to two entities"
    );
}

/// Refuses a list that has a type twice, or two that exclude each other. Costs nothing where the compiler
/// sees the types.
#[inline]
pub(crate) fn check_listed_once<B: Bundle>() -> Result<(), AddError> {
    if let Some(component) = B::Parts::twice_in::<B::Parts>() {
        return Err(AddError::ListedTwice { component });
    }
    match B::Parts::excluded_in::<B::Parts>() {
        Some([component, other]) => Err(AddError::Excluded { component, entity: Entity::NONE, other }),
        None => Ok(()),
    }
}

/// Lists the entities that have all of these types, in the order of the smallest column.
#[track_caller]
pub(crate) fn find_all<B: Bundle>() -> Vec<Entity> {
    let Ok(core) = current() else { return Vec::new() };
    let (_, list) = B::Parts::smallest(&core);
    let mut entities = list(&core);
    entities.retain(|&entity| B::Parts::has_each_part(entity));
    entities
}
