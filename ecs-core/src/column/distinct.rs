//! [`Distinct`]: a list of entities in which none comes twice.

use crate::ids::Entity;
use crate::world::WorldCore;

/// Entities of which none comes twice, so that a join may follow them (invariant 20). Only a column makes it,
/// of its owners, and a world, of all.
#[derive(Default)]
pub struct Distinct(Box<[Entity]>);

impl Distinct {
    /// Lists entities, none of which may come twice.
    pub(super) fn new(entities: impl Iterator<Item = Entity>) -> Self {
        Self(entities.collect())
    }

    /// Lists all entities of a world, also that of its singletons.
    pub(crate) fn all(world: &WorldCore) -> Self {
        Self::new(world.entities.borrow().iter())
    }

    /// Leaves the entity of the world's singletons out.
    pub(crate) fn without_singletons(self, world: &WorldCore) -> Self {
        match self.0.iter().position(|&entity| entity == world.globals.entity()) {
            Some(place) => {
                let mut entities = self.into_vec();
                entities.remove(place);
                Self(entities.into())
            }
            None => self,
        }
    }

    pub(crate) fn into_vec(self) -> Vec<Entity> {
        self.0.into_vec()
    }
}

crate::base::deref_by!([] Distinct => [Entity], |this| &this.0);
