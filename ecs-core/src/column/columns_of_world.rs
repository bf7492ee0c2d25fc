//! The columns of a world, as what they are.

use crate::world::{AnyColumn, WorldCore};
use core::any::{Any, TypeId};
use std::rc::Rc;

use super::column::Column;

impl WorldCore {
    /// Finds the column of a type.
    pub(crate) fn column_of(&self, component: TypeId) -> Option<Rc<Column>> {
        self.any_column_of(component).map(as_column)
    }

    /// Runs a function on the column of a type, if there is one.
    pub(crate) fn with_column_of<R>(&self, component: TypeId, f: impl FnOnce(&Column) -> R) -> Option<R> {
        self.with_any_column_of(component, |column| {
            let column: &dyn Any = column;
            f(column.downcast_ref().expect(ONLY_COLUMNS))
        })
    }

    /// The column of a type number.
    pub(crate) fn column(&self, number: u32) -> Rc<Column> {
        as_column(self.numbered(number))
    }

    /// The column at a position in the list of all.
    pub(crate) fn column_at(&self, position: u32) -> Option<Rc<Column>> {
        self.any_column_at(position).map(as_column)
    }

    /// Yields all columns, by their positions.
    #[cfg(feature = "snapshot")]
    pub(crate) fn columns_by_position(&self) -> impl Iterator<Item = Rc<Column>> {
        (0..).map_while(|position| self.column_at(position))
    }

    /// All columns whose type was added, in the order of the first add.
    pub(crate) fn columns(&self) -> Vec<Rc<Column>> {
        self.numbered_columns().into_iter().map(as_column).collect()
    }
}

fn as_column(column: Rc<dyn AnyColumn>) -> Rc<Column> {
    column.into_any().downcast().expect(ONLY_COLUMNS)
}

const ONLY_COLUMNS: &str = "a world has no other columns";
