//! [`Exclusions`]: in each column those that it excludes, and those that exclude it.

use core::any::TypeId;
use core::cell::RefCell;

use super::super::part::{ColumnPart, WorldPart};
use super::super::saved::SavedPart;
use crate::column::Column;
use crate::ids::Entity;
use crate::world::WorldCore;

/// Types that are excluded and have no column yet, each with the position of the column that excludes it.
#[derive(Default)]
pub(crate) struct ExcludedTypes(RefCell<Vec<(TypeId, u32)>>);

/// The positions of the columns of which no entity has a component beside one of this column.
#[derive(Default)]
pub(crate) struct Exclusions(RefCell<Vec<u32>>);

impl Exclusions {
    /// Notes for both columns that they exclude each other. A column that was noted for another one too
    /// stays.
    fn note_both(one: &Column, other: &Column) {
        for (column, other) in [(one, other), (other, one)] {
            column.world.columns.guard(column);
            let others = &mut *column.parts.excludes.0.borrow_mut();
            if !others.contains(&other.position) {
                others.push(other.position);
            }
        }
    }
}

impl WorldPart for ExcludedTypes {
    fn may_be_sent(&self) -> Option<&dyn Send> {
        Some(self)
    }

    fn note_column(&self, core: &WorldCore, column: &Column) {
        for excluded in column.info.excludes {
            match core.columns.of(excluded.of.id) {
                Some(other) => Exclusions::note_both(column, &other),
                None => self.0.borrow_mut().push((excluded.of.id, column.position)),
            }
        }
        let excluding = self.0.borrow();
        for &(_, position) in excluding.iter().filter(|(excluded, _)| *excluded == column.info.id) {
            if let Some(other) = core.columns.at(position) {
                Exclusions::note_both(column, &other);
            }
        }
    }
}

impl SavedPart for ExcludedTypes {}

impl ColumnPart for Exclusions {
    fn may_be_sent(&self) -> Option<&dyn Send> {
        Some(self)
    }

    fn excluder(&self, column: &Column, entity: Entity) -> Option<&'static str> {
        let others = self.0.borrow();
        let mut others = others.iter().filter_map(|&position| column.world.columns.at(position));
        others.find(|other| other.find(entity).is_some()).map(|other| other.name())
    }
}
