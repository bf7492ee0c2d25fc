//! Owners in snapshots.

use std::rc::Rc;

use super::super::saved::{Image, SavedPart};
use super::owners::Owners;
use crate::world::WorldCore;

impl SavedPart for Owners {
    fn image(&self, _: &WorldCore) -> Option<Rc<dyn Image>> {
        Some(Rc::new(self.clone()))
    }
}

impl Image for Owners {
    fn is_as(&self, core: &WorldCore) -> bool {
        self.0 == core.parts.owned.0
    }

    fn copied(&self) -> Rc<dyn Image> {
        Rc::new(self.clone())
    }

    fn exchange(&mut self, core: &WorldCore, _: f64) {
        self.0.swap(&core.parts.owned.0);
    }
}
