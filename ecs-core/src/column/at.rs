//! [`At`]: a component, and the call that acts on it; [`FirmRow`]: the row of one, which nothing moves.

use crate::base::CallSite;
use crate::ids::Entity;

use super::column::Column;

/// A component of an entity, live or not, and the user's call that acts on it.
#[derive(Clone, Copy)]
pub(crate) struct At<'c> {
    pub(crate) column: &'c Column,
    pub(crate) entity: Entity,
    pub(crate) site: CallSite,
}

impl Column {
    /// Names a component of this column, and the call that acts on it.
    #[inline]
    pub(crate) fn at(&self, entity: Entity, site: CallSite) -> At<'_> {
        At { column: self, entity, site }
    }
}

impl<'c> At<'c> {
    /// Closes the holes of the column, which may move the row that is given.
    #[inline]
    pub(crate) fn firm(self, row: u32) -> FirmRow<'c> {
        FirmRow { at: self, row: self.column.firm_row(row, self.entity) }
    }
}

/// The row of a component. Its column had no holes when this was made, so the row can be borrowed.
#[derive(Clone, Copy)]
pub(crate) struct FirmRow<'c> {
    at: At<'c>,
    pub(crate) row: u32,
}

crate::base::deref_by!(['c] FirmRow<'c> => At<'c>, |this| &this.at);
