//! Names in snapshots, which share them with the world until a name changes.

use std::rc::Rc;
use std::sync::Arc;

use crate::ids::Entity;
use crate::world::WorldCore;

use super::super::part::WorldPart;
use super::super::saved::{Image, SavedPart};
use super::state::NamedEntities;

impl SavedPart for NamedEntities {
    fn image(&self, _: &WorldCore) -> Option<Rc<dyn Image>> {
        Some(self.copied())
    }
}

impl Image for NamedEntities {
    fn is_as(&self, core: &WorldCore) -> bool {
        let place = |Self(names): &Self| names.borrow().as_ref().map(Arc::as_ptr);
        place(self) == place(&core.parts.names)
    }

    fn copied(&self) -> Rc<dyn Image> {
        Rc::new(self.clone())
    }

    fn exchange(&mut self, core: &WorldCore, _: f64) {
        self.0.swap(&core.parts.names.0);
    }

    fn name(&self, entity: Entity) -> Option<Arc<str>> {
        WorldPart::name(self, entity)
    }
}
