//! Asks whether the components are free that a hook, a query or a system takes.

use crate::borrow::AccessSet;
use crate::error::UpdateError;
use crate::world::WorldCore;

impl WorldCore {
    /// Refuses if something of these types is borrowed.
    pub(crate) fn check_free(&self, taken: &AccessSet<'_>) -> Result<(), UpdateError> {
        taken.try_for_each(|access| {
            let column = self.columns.of(access.id);
            match column.and_then(|column| column.borrows().any_conflict()) {
                Some(conflict) => Err(UpdateError::borrowed(access.name.get(), conflict)),
                None => Ok(()),
            }
        })
    }
}
