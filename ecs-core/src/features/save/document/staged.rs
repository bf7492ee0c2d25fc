//! [`StagedColumn`]: values that were read, before they are in the world.

use std::rc::Rc;

use crate::base::{CallSite, OneByOne, Panic, drop_each, for_each_moved};
use crate::codec::GLOBALS;
use crate::column::{At, Column};
use crate::component::Component;
use crate::error::AddError;
use crate::ids::{Entity, IndexSet};
use crate::life::{end_later, store_or_new};
use crate::store::Store;
use crate::world::{Removal, WorldCore, raise_later};

/// Values of one type that were read.
pub trait StagedColumn {
    /// Makes the column and room in it.
    fn make_room(&self, core: &Rc<WorldCore>) -> Result<Rc<Column>, AddError>;

    /// Places the values, one for each of these numbers. Those of entities that are dead are left.
    fn place(&mut self, column: &Column, numbers: &[u32], target: &LoadTarget<'_>);

    /// Drops the values that are left, keeping the first panic.
    fn drop_left(&mut self, first_panic: &mut Option<Panic>);
}

/// The entities that the numbers of a save stand for.
#[derive(Clone, Copy)]
pub struct Numbered<'l> {
    /// From the number 1 on.
    pub(super) entities: &'l [Entity],
    pub(super) globals: Entity,
}

impl Numbered<'_> {
    /// The entity of a number, which must have one.
    #[inline]
    pub(super) fn at(self, number: u32) -> Entity {
        if number == GLOBALS { self.globals } else { self.entities[number as usize - 1] }
    }
}

/// Which components a load places, and the user's call that loads.
pub struct LoadTarget<'l> {
    pub(super) entities: Numbered<'l>,
    pub(super) marks: Marks,
    pub(super) site: CallSite,
}

/// What is said of some components of a column, by the indices of their entities.
#[derive(Default)]
pub struct Marks {
    /// The component itself is switched off.
    pub(super) off: IndexSet,
    /// It has its `start` still before it.
    pub(super) unstarted: IndexSet,
}

/// Values that were read. What a load that fails has read drops one by one; a panic meanwhile is passed on at
/// the next flush or frame, so that the load returns its error.
pub(super) struct Staged<T> {
    pub(super) values: Vec<T>,
}

impl<T> Drop for Staged<T> {
    fn drop(&mut self) {
        let mut first_panic = None;
        drop_each(self.values.drain(..), &mut first_panic);
        first_panic.into_iter().for_each(raise_later);
    }
}

impl<T: Component> StagedColumn for Staged<T> {
    fn make_room(&self, core: &Rc<WorldCore>) -> Result<Rc<Column>, AddError> {
        let store = store_or_new::<T>(core).map_err(|refusal| *refusal)?;
        store.close_holes();
        store.reserve(self.values.len())?;
        Ok(store.column().clone())
    }

    fn place(&mut self, column: &Column, numbers: &[u32], target: &LoadTarget<'_>) {
        let LoadTarget { entities, marks, site } = target;
        let store = Store::<T>::of(column).expect("made as this type");
        let mut left = OneByOne::<Vec<T>>::default();
        for_each_moved(&mut self.values, numbers, |value, &number| {
            let entity = entities.at(number);
            place(store, store.at(entity, *site), value, marks.off.contains(entity.index()));
            left.extend(value.take());
        });
        if store.lifecycle.has_stages() {
            for entity in numbers.iter().map(|&number| entities.at(number)) {
                note_arrived(store, entity, marks.unstarted.contains(entity.index()));
            }
        }
        self.values = left.take();
    }

    fn drop_left(&mut self, first_panic: &mut Option<Panic>) {
        drop_each(self.values.drain(..), first_panic);
    }
}

/// Places a value; it stays in its option if its entity is dead. In the place of a singleton there may be one
/// again: what has ended the old one, or another, has asked for it. That one ends at the next sync point.
fn place<T: Component>(store: &Store<T>, at: At<'_>, value: &mut Option<T>, is_off: bool) {
    if is_off || store.push_simply(at.entity, value).is_none() {
        end_later(at, Removal::Replaced);
        store.push_as(at.entity, value, is_off);
    }
}

/// Notes that a component has come that was born elsewhere; it may still have its `start` before it.
fn note_arrived(column: &Column, entity: Entity, awaits_start: bool) {
    if let Some(row) = column.find(entity) {
        column.note_born_elsewhere(row, awaits_start);
        if awaits_start {
            column.await_start(row, entity);
        }
    }
}
