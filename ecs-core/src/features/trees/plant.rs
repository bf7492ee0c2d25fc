//! How a tree comes: its entities are spawned, all is placed, then the components begin to live, parents
//! first.

use std::rc::Rc;

use crate::base::{CallSite, keep_panic_of, pass_on};
use crate::error::AddError;
use crate::ids::Entity;
use crate::life::{self, tell_of_child};
use crate::world::{Occasion, WorldCore};

use super::part::{TreePart, Unplanted};
use super::planting::Planting;

/// Spawns the entities of a part, and plants it. If that fails, none of them is left.
pub(super) fn spawn<P: TreePart>(
    core: &Rc<WorldCore>,
    part: Unplanted<P>,
    parent: Option<Entity>,
    site: CallSite,
) -> Result<P::Spawned, AddError> {
    let mut sprouts = Sprouts { core, site, entities: Vec::new() };
    for _ in 0..part.get().__count() {
        let entity = core.entities.borrow_mut().spawn().map_err(|_| AddError::OutOfIds)?;
        sprouts.entities.push((entity, None));
    }
    let mut all = sprouts.entities.iter();
    let spawned = part.get().__nest(&mut || all.next().expect("each was counted").0);
    sprouts.plant(part, parent)?;
    Ok(spawned)
}

/// Plants a part in entities that are alive already and have nothing. If that fails, none of them is left.
pub(super) fn fill<P: TreePart>(
    core: &Rc<WorldCore>,
    part: Unplanted<P>,
    entities: &[Entity],
    parent: Option<Entity>,
    site: CallSite,
) -> Result<(), AddError> {
    let entities = entities.iter().map(|&entity| (entity, None)).collect();
    Sprouts { core, site, entities }.plant(part, parent)
}

/// Ends entities that were spawned for a tree, as their call has failed.
pub(super) fn end_all(core: &Rc<WorldCore>, entities: &[Entity], site: CallSite) {
    drop(Sprouts { core, site, entities: entities.iter().map(|&entity| (entity, None)).collect() });
}

/// The entities of a tree that is not planted yet. The drop ends them.
struct Sprouts<'w> {
    core: &'w Rc<WorldCore>,
    site: CallSite,
    entities: Vec<(Entity, Option<Entity>)>,
}

impl Sprouts<'_> {
    fn plant<P: TreePart>(mut self, part: Unplanted<P>, parent: Option<Entity>) -> Result<(), AddError> {
        let Self { core, site, entities } = &mut self;
        let mut planting = Planting::new(core, *site, entities);
        let mut placed = part.into_inner().__place(&mut planting, parent).map_err(|refusal| *refusal)?;
        let begun = P::__begin(&mut placed);
        // What is not born dies without hooks, before those end that are.
        drop(placed);
        begun.map_err(|refusal| *refusal)?;
        let (core, site, entities) = (self.core, self.site, core::mem::take(&mut self.entities));
        for (child, parent) in entities {
            // User code may have given the child another parent, of which observers were notified then.
            if let Some(parent) = parent.filter(|_| core.parent(child) == parent) {
                pass_on(tell_of_child(core, Occasion::Attach, child, parent, site));
            }
        }
        Ok(())
    }
}

impl Drop for Sprouts<'_> {
    fn drop(&mut self) {
        let mut first_panic = None;
        for &(entity, parent) in self.entities.iter().rev() {
            if parent.is_some() && self.core.parent(entity) == parent {
                // Observers were not notified of the link.
                self.core.unlink(entity);
            }
            keep_panic_of(|| life::despawn(entity, self.site), &mut first_panic);
        }
        pass_on(first_panic);
    }
}
