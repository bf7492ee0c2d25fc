//! [`Presence`]: where a filter looks whether an entity has a component.

use core::any::TypeId;
use core::cell::OnceCell;
use std::rc::Rc;

use crate::world::WorldCore;

use super::candidates::Candidates;
use crate::column::Column;

/// The column of a type, looked for again as long as there is none.
pub struct Presence {
    component: TypeId,
    pub(crate) world: Option<Rc<WorldCore>>,
    column: OnceCell<Rc<Column>>,
}

impl Presence {
    pub(crate) fn new(component: TypeId, world: Option<&Rc<WorldCore>>) -> Self {
        let presence = Self { component, world: world.cloned(), column: OnceCell::new() };
        presence.look();
        presence
    }

    /// The column, if there is one. While the world is frozen none is made.
    #[inline]
    pub(crate) fn column(&self) -> Option<&Column> {
        if self.column.get().is_none() && self.world.as_ref().is_some_and(|world| !world.entities.is_frozen())
        {
            self.look();
        }
        self.column.get().map(|column| &**column)
    }

    /// Says which candidates have a component of the type.
    pub(crate) fn present(&self, of: &mut Candidates<'_>) -> u64 {
        self.column().map_or(0, |column| of.present(column))
    }

    /// Looks for the column, where it is not known.
    pub(super) fn look(&self) -> Option<&Rc<Column>> {
        if self.column.get().is_none() {
            // Nobody else has set it meanwhile.
            let _ = self.column.set(self.world.as_ref()?.columns.of(self.component)?);
        }
        self.column.get()
    }
}
