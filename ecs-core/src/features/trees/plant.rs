//! Planting: all entities of a tree are spawned and linked, then all values are placed; then the components
//! begin to live, parents first.

use std::borrow::Cow;
use std::rc::Rc;

use crate::base::{CallSite, pass_on};
use crate::error::AddError;
use crate::ids::Entity;
use crate::life::{self, AddingOf, Bundle, BundleParts, Unplaced, tell_of_child};
use crate::world::{Occasion, WorldCore};

use super::part::TreePart;

/// A tree whose entities are alive and whose values are being placed.
pub struct Planting<'t> {
    core: &'t Rc<WorldCore>,
    site: CallSite,
    /// The entities, in the order in which they are written, each with its parent, once it has got one.
    entities: &'t mut [(Entity, Option<Entity>)],
    /// So many have got their values.
    placed: usize,
}

impl Planting<'_> {
    /// Gives the next entity its parent, its name and its values, and returns it.
    pub(super) fn place<B: Bundle>(
        &mut self,
        bundle: B,
        name: Option<Cow<'static, str>>,
        parent: Option<Entity>,
    ) -> Result<(Entity, AddingOf<B>), Box<AddError>> {
        let values = Unplaced::new(bundle);
        life::check_listed_once::<B>()?;
        let (entity, its_parent) = &mut self.entities[self.placed];
        (*its_parent, self.placed) = (parent, self.placed + 1);
        let entity = *entity;
        parent.into_iter().for_each(|parent| link(self.core, entity, parent));
        name.into_iter().for_each(|name| _ = self.core.set_name(entity, &name));
        let mut adding = B::Parts::admit(self.core, entity, self.site)?;
        values.into_inner().__into_parts().supply(&mut adding);
        B::Parts::place_missing(&mut adding)?;
        Ok((entity, adding))
    }
}

/// Makes a new entity, which has nothing yet, the last child of another one. Observers are notified later.
fn link(core: &WorldCore, child: Entity, parent: Entity) {
    core.parts.note_relinked(core, child);
    if !core.entities.borrow().is_enabled(parent.index()) {
        core.members_mut().set_enabled(child.index(), false);
    }
    core.link(child, parent, None);
}

/// Spawns the entities of a part, and plants it. If that fails, none of them is left.
pub(super) fn spawn<P: TreePart>(
    core: &Rc<WorldCore>,
    part: P,
    parent: Option<Entity>,
    site: CallSite,
) -> Result<P::Spawned, AddError> {
    let mut sprouts = Sprouts { core, site, entities: Vec::new() };
    for _ in 0..part.__count() {
        let entity = core.entities.borrow_mut().spawn().map_err(|_| AddError::OutOfIds)?;
        sprouts.entities.push((entity, None));
    }
    let mut all = sprouts.entities.iter();
    let spawned = part.__nest(&mut || all.next().expect("each was counted").0);
    sprouts.plant(part, parent)?;
    Ok(spawned)
}

/// Plants a part in entities that are alive already and have nothing. If that fails, none of them is left.
pub(super) fn fill<P: TreePart>(
    core: &Rc<WorldCore>,
    part: P,
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
    fn plant<P: TreePart>(mut self, part: P, parent: Option<Entity>) -> Result<(), AddError> {
        let Self { core, site, entities } = &mut self;
        let mut planting = Planting { core, site: *site, entities, placed: 0 };
        let mut placed = part.__place(&mut planting, parent).map_err(|refusal| *refusal)?;
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
        for &(entity, parent) in self.entities.iter().rev() {
            if parent.is_some() && self.core.parent(entity) == parent {
                // Observers were not notified of the link.
                self.core.unlink(entity);
            }
            life::despawn(entity, self.site);
        }
    }
}
