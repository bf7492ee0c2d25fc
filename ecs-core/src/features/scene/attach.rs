//! Attaching a child, and the reasons to refuse it.

use crate::base::CallSite;
use crate::ids::Entity;
use crate::life::relink;
use crate::world::{WorldCore, current};

use super::error::HierarchyError;

/// Makes an entity the last child of another one, or the one at a place among its children. One that has a
/// parent leaves it before.
#[track_caller]
pub(super) fn attach(
    child: Entity,
    parent: Entity,
    place: Option<usize>,
    site: CallSite,
) -> Result<(), HierarchyError> {
    let core = current().map_err(|error| HierarchyError::World { child, error })?;
    core.structural(|| {
        // Asked inside: what was pending may have changed it.
        [child, parent].into_iter().try_for_each(|entity| admit(&core, entity))?;
        refuse_cycle(&core, child, parent)?;
        let link = || core.link(child, parent, place);
        let before = core.parent(child);
        if before == Some(parent) {
            link();
        } else {
            relink(&core, child, before, Some(parent), link, site);
        }
        Ok(())
    })
}

/// Refuses an entity that can have no relatives.
pub(crate) fn admit(core: &WorldCore, entity: Entity) -> Result<(), HierarchyError> {
    let entities = core.entities.borrow();
    if !entities.is_alive(entity) {
        return Err(match entities.is_foreign(entity) {
            true => HierarchyError::WrongWorld { entity },
            false => HierarchyError::Dead { entity },
        });
    }
    if entity == core.globals.entity() {
        return Err(HierarchyError::Singleton { entity });
    }
    if core.is_entity_dying(entity) { Err(HierarchyError::Dying { entity }) } else { Ok(()) }
}

/// Refuses a child that is its parent, or above it.
fn refuse_cycle(core: &WorldCore, child: Entity, parent: Entity) -> Result<(), HierarchyError> {
    if child == parent {
        return Err(HierarchyError::Cycle { path: vec![child] });
    }
    let (forest, entities) = (core.forest.borrow(), core.entities.borrow());
    if !forest.is_above(child.index(), parent.index()) {
        return Ok(());
    }
    let between = forest.ancestors(parent.index()).take_while(|&above| above != child.index());
    let mut path = vec![parent];
    path.extend(between.map(|index| entities.at(index)));
    path.push(child);
    path.reverse();
    Err(HierarchyError::Cycle { path })
}
