//! The types that inherit in a snapshot: the lineage of each, and the entities that have other parents since.

use std::rc::Rc;

use crate::column::{Column, is_left_out};
use crate::world::WorldCore;

use super::super::saved::SavedPart;
use super::heritage::Heritage;
use super::part::InheritingTypes;

/// What the columns of the types that inherit know, by their positions. Types that snapshots leave out have
/// nothing here.
#[derive(Default)]
pub(crate) struct SavedHeritage(Vec<(u32, Heritage)>);

impl SavedHeritage {
    /// Saves what the types of a world know.
    pub(crate) fn save(&mut self, core: &WorldCore) {
        self.0.clear();
        self.0.extend(saved(core).map(|column| (column.position, column.parts.inherit.clone())));
    }

    /// Restores what the types of a world knew. A type that was added since knows nothing.
    pub(crate) fn restore(&self, core: &WorldCore) {
        for column in saved(core) {
            let then = self.0.iter().find(|(position, _)| *position == column.position);
            let then = then.map(|(_, then)| then.clone()).unwrap_or_default();
            column.parts.inherit.lineage.swap(&then.lineage);
            column.parts.inherit.relinked.swap(&then.relinked);
        }
    }
}

fn saved(core: &WorldCore) -> impl Iterator<Item = Rc<Column>> {
    core.columns.all().filter(|column| column.info.has_own_order && !is_left_out(column))
}

impl SavedPart for InheritingTypes {
    fn note_left_out(&self, column: &Column) {
        column.parts.inherit.lineage.take();
        column.parts.inherit.relinked.take();
    }
}
