//! Asks whether an entity takes a component, and says why not.

use crate::base::TypeName;
use crate::column::{At, Column};
use crate::error::{AddError, WorldError};
use crate::ids::Entity;
use crate::world::WorldCore;

use super::super::running::Refusal;

/// Refuses an entity or component that is being shut down, and an `init` that is nested too deep, if there is
/// one to come. Dead entities are refused where the value is placed.
#[inline]
pub(super) fn admit(at: At<'_>, has_birth: bool) -> Result<(), Refusal> {
    let too_deep = has_birth && at.column.world.nesting.is_init_too_deep();
    if too_deep || is_dying(at.column, at.entity) { Err(refusal(at.column, at.entity)) } else { Ok(()) }
}

/// Refuses a component whose `init` would be nested too deep.
pub(super) fn admit_depth(core: &WorldCore, component: &'static str, entity: Entity) -> Result<(), AddError> {
    if !core.nesting.is_init_too_deep() {
        return Ok(());
    }
    Err(AddError::TooDeep { component, entity, limit: core.nesting.limit() })
}

/// Says whether an entity or its component is being shut down.
#[inline]
pub(crate) fn is_dying(column: &Column, entity: Entity) -> bool {
    column.world.deaths.is_any() && column.world.is_dying(entity, column.number.get())
}

/// Says why an entity takes no component that this column refuses.
#[cold]
#[inline(never)]
pub(super) fn refusal(column: &Column, entity: Entity) -> Refusal {
    let core = &column.world;
    if let Err(error) = admit_to(core, column.info.name, entity) {
        return error;
    }
    let component = column.name();
    if is_dying(column, entity) {
        return Box::new(AddError::Dying { component, entity });
    }
    if let Some(other) = column.excluder(entity) {
        return Box::new(AddError::Excluded { component, entity, other });
    }
    Box::new(AddError::TooDeep { component, entity, limit: core.nesting.limit() })
}

/// Refuses an entity that is dead, or of another world.
#[cold]
#[inline(never)]
pub(super) fn admit_to(core: &WorldCore, component: TypeName, entity: Entity) -> Result<(), Refusal> {
    let entities = core.entities.borrow();
    if entities.is_alive(entity) {
        return Ok(());
    }
    let component = component.get();
    if entities.is_foreign(entity) {
        return Err(Box::new(AddError::WrongWorld { component, entity }));
    }
    Err(Box::new(AddError::DeadEntity { component, entity }))
}

/// Says that there is no world to add to.
pub(super) fn no_world(component: &'static str, error: WorldError) -> Refusal {
    Box::new(AddError::World { component: Some(component), error })
}
