//! [`StagedColumn`]: values that were read, before they are in the world.

use std::rc::Rc;

use crate::column::Column;
use crate::component::Component;
use crate::error::AddError;
use crate::ids::Entity;
use crate::life::store_or_new;
use crate::store::Store;
use crate::world::WorldCore;

/// Values of one type that were read.
pub trait StagedColumn {
    /// Makes the column and room in it.
    #[doc(hidden)]
    fn make_room(&self, core: &Rc<WorldCore>) -> Result<Rc<Column>, AddError>;

    /// Places a value for each of these entities, of which those have it that are alive. Those of the others
    /// are left.
    #[doc(hidden)]
    fn place(&mut self, column: &Column, entities: &[Placed]);
}

/// Whose a value is.
pub struct Placed {
    pub(super) entity: Entity,
    /// The component itself is switched off.
    pub(super) is_off: bool,
    /// It has its `start` still before it.
    pub(super) awaits_start: bool,
}

pub(super) struct Staged<T> {
    pub(super) values: Vec<T>,
}

impl<T: Component> StagedColumn for Staged<T> {
    fn make_room(&self, core: &Rc<WorldCore>) -> Result<Rc<Column>, AddError> {
        let store = store_or_new::<T>(core).map_err(|refusal| *refusal)?;
        store.close_holes();
        store.reserve(self.values.len())?;
        Ok(store.column().clone())
    }

    fn place(&mut self, column: &Column, entities: &[Placed]) {
        let store = Store::<T>::of(column).expect("made as this type");
        let mut left = Vec::new();
        for (value, placed) in self.values.drain(..).zip(entities) {
            match place(store, placed, value) {
                None => store.note_arrived(placed.entity, placed.awaits_start),
                Some(value) => left.push(value),
            }
        }
        self.values = left;
    }
}

/// Places a value, or gives it back if its entity is dead. In the place of a singleton there may be one again:
/// what has ended the old one, or another, has asked for it.
fn place<T: Component>(store: &Store<T>, placed: &Placed, value: T) -> Option<T> {
    match store.find(placed.entity) {
        None => store.push_as(placed.entity, value, placed.is_off).err(),
        Some(row) if store.borrows().is_row_borrowed(row, &**store) => {
            store.supersede(row, None, value);
            None
        }
        Some(row) => {
            store.replace(row, placed.entity, value);
            None
        }
    }
}
