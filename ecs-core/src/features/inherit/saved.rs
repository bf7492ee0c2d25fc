//! The types that inherit in a snapshot: the lineage of each, and the entities that have other parents since.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::column::Column;
use crate::world::WorldCore;

use super::super::saved::{Image, SavedPart};
use super::heritage::Heritage;
use super::part::InheritingTypes;

/// What the columns of the types that inherit know, by their positions.
#[derive(Clone)]
struct SavedHeritage(BTreeMap<u32, Heritage>);

impl SavedPart for InheritingTypes {
    fn image(&self, core: &WorldCore) -> Option<Rc<dyn Image>> {
        let columns = core.columns.list();
        let inheriting = columns.iter().filter(|column| column.info.has_own_order);
        let saved = inheriting.map(|column| (column.position, column.parts.inherit.clone()));
        Some(Rc::new(SavedHeritage(saved.collect())))
    }

    fn note_left_out(&self, column: &Column) {
        column.parts.inherit.lineage.take();
        column.parts.inherit.relinked.take();
    }
}

impl Image for SavedHeritage {
    fn is_as(&self, core: &WorldCore) -> bool {
        self.0.is_empty() && core.columns.list().iter().all(|column| !column.info.has_own_order)
    }

    fn copied(&self) -> Rc<dyn Image> {
        Rc::new(self.clone())
    }

    fn exchange(&mut self, core: &WorldCore, _: f64) {
        for column in core.columns.all().filter(|column| column.info.has_own_order) {
            let (now, then) = (&column.parts.inherit, self.0.entry(column.position).or_default());
            now.lineage.swap(&then.lineage);
            now.relinked.swap(&then.relinked);
        }
    }
}
