//! [`Planting`]: the entities of a tree get their parents, names and values.

use std::borrow::Cow;
use std::rc::Rc;

use crate::base::CallSite;
use crate::error::AddError;
use crate::ids::Entity;
use crate::life::{self, AddingOf, Bundle, BundleParts, Unplaced};
use crate::world::WorldCore;

/// A tree whose entities are alive and whose values are being placed.
pub struct Planting<'t> {
    core: &'t Rc<WorldCore>,
    site: CallSite,
    /// The entities, in the order in which they are written, each with its parent, once it has got one.
    entities: &'t mut [(Entity, Option<Entity>)],
    /// So many have got their values.
    placed: usize,
}

impl<'t> Planting<'t> {
    pub(super) fn new(
        core: &'t Rc<WorldCore>,
        site: CallSite,
        entities: &'t mut [(Entity, Option<Entity>)],
    ) -> Self {
        Self { core, site, entities, placed: 0 }
    }

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
        if !self.core.entities.borrow().is_alive(entity) {
            // It was promised to a command, and something has ended it before that has run.
            let component = B::Parts::NAME.get();
            return Err(Box::new(AddError::DeadEntity { component, entity }));
        }
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
