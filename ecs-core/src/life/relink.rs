//! Entities get another parent, or none. What that enables or disables is notified.

use crate::base::{CallSite, OnDrop, keep_first, pass_on};
use crate::ids::Entity;
use crate::world::{Occasion, WorldCore, current};

use super::enable::{enable_below, is_enabled_below, switch_below};
use super::observe::tell_of_child;
use super::park::follow_all;

/// Takes its parent from an entity; `false` if it has none, is dead or is being despawned.
#[track_caller]
pub(crate) fn detach(child: Entity, site: CallSite) -> bool {
    let Ok(core) = current() else { return false };
    core.is_linked(child.index())
        && core.structural(|| {
            let before = core.parent(child).filter(|_| !core.is_entity_dying(child));
            if before.is_some() {
                relink(&core, child, before, None, || core.unlink(child), site);
            }
            before.is_some()
        })
}

/// Takes their parent from all children of an entity, and says how many there were: none if it is dead or
/// being despawned.
#[track_caller]
pub(crate) fn detach_children(parent: Entity, site: CallSite) -> usize {
    let Ok(core) = current() else { return 0 };
    core.structural(|| {
        if !core.is_linked(parent.index()) || core.is_entity_dying(parent) {
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
pub(crate) fn relink(
    core: &WorldCore,
    child: Entity,
    from: Option<Entity>,
    to: Option<Entity>,
    link: impl FnOnce(),
    site: CallSite,
) {
    let enabled = core.entities.borrow().is_on(child.index()) && is_enabled_below(core, to);
    let change = || switch_below(core, child, enabled, link, site);
    move_children(core, &[child], [from, to], change, site);
}

/// Makes a change by which children leave a parent or get another one, and calls observers. If a hook panics,
/// observers run at the next sync point.
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
    children.iter().for_each(|&child| core.parts.note_relinked(core, child));
    match cross_pool {
        // Below what is parked a child is not there to observers, nor is what is below it.
        true => follow_all(core, children, change, site),
        false => change(),
    }
    core::mem::forget(rest);
    pass_on(tell());
}
