//! Parents and children: attaching and detaching. What that enables or disables is notified.

use crate::base::{CallSite, OnDrop, keep_first, pass_on};
use crate::ids::Entity;
use crate::life::{enable_below, follow_all, is_enabled_below, switch_below, tell_of_child};
use crate::world::{Occasion, WorldCore, current};

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

/// Takes its parent from an entity; `false` if it has none, is dead or is being despawned.
#[track_caller]
pub(crate) fn detach(child: Entity, site: CallSite) -> bool {
    let Ok(core) = current() else { return false };
    if !core.is_linked(child.index()) {
        return false;
    }
    core.structural(|| {
        let before = if admit(&core, child).is_ok() { core.parent(child) } else { None };
        if before.is_some() {
            relink(&core, child, before, None, || core.unlink(child), site);
        }
        before.is_some()
    })
}

/// Takes their parent from all children of an entity, and says how many there were: none if it is dead or
/// being despawned.
#[track_caller]
pub(super) fn detach_children(parent: Entity, site: CallSite) -> usize {
    let Ok(core) = current() else { return 0 };
    core.structural(|| {
        if admit(&core, parent).is_err() {
            return 0;
        }
        let children = core.children(parent);
        // All at once, as a hook may panic. Nothing is disabled by that.
        let unlink_all = || children.iter().for_each(|&child| core.unlink(child));
        let change = || enable_below(&core, &children, unlink_all, site);
        move_children(&core, &children, [Some(parent), None], change, site);
        children.len()
    })
}

/// Gives an entity another parent, or none, and lets it be enabled or disabled as that says.
fn relink(
    core: &WorldCore,
    child: Entity,
    from: Option<Entity>,
    to: Option<Entity>,
    link: impl FnOnce(),
    site: CallSite,
) {
    let is_on = core.entities.borrow().is_on(child.index());
    let enabled = is_on && is_enabled_below(core, to);
    let change = || switch_below(core, child, enabled, link, site);
    move_children(core, &[child], [from, to], change, site);
}

/// Makes a change by which children leave a parent or get another one, and tells observers of that. If a hook
/// panics, these hear of it at the next sync point.
fn move_children(
    core: &WorldCore,
    children: &[Entity],
    [from, to]: [Option<Entity>; 2],
    change: impl FnOnce(),
    site: CallSite,
) {
    let tell = || {
        let mut first_panic = None;
        // Saves two calls a child.
        for &child in children.iter().filter(|_| core.observers.are_children_observed.get()) {
            for (occasion, parent) in [(Occasion::Detach, from), (Occasion::Attach, to)] {
                if let Some(parent) = parent {
                    keep_first(&mut first_panic, tell_of_child(core, occasion, child, parent, site));
                }
            }
        }
        first_panic
    };
    let is_away = |parent: Option<Entity>| parent.is_some_and(|parent| core.is_away(parent.index()));
    let cross_pool = is_away(from) != is_away(to);
    let rest = OnDrop(|| _ = tell());
    // The children inherit from another parent now.
    children.iter().for_each(|&child| core.columns.note_relinked(child));
    change();
    if cross_pool {
        // Below what is parked a child is not there to observers, nor is what is below it.
        children.iter().for_each(|&child| follow_all(core, child, || (), site));
    }
    core::mem::forget(rest);
    pass_on(tell());
}

/// Refuses an entity that can have no relatives.
fn admit(core: &WorldCore, entity: Entity) -> Result<(), HierarchyError> {
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
