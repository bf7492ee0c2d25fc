//! [`NearOfColumn`]: the points of a column, kept by what is written.

use core::cell::{Cell, RefCell, RefMut};
use std::sync::Arc;

use crate::base::OnDrop;
use crate::borrow::Conflict;
use crate::column::Column;
use crate::ids::Entity;
use crate::life::flush_for_view;

use super::super::part::ColumnPart;
use super::located::{NOWHERE, Point, ReadPlaces};
use super::points::Points;

/// The points of a column, from the first question on.
///
/// Each question brings the points up to date before. The column says what has changed: a guard or a hook the
/// row that it has written to, a pass, a query or a view that it may have written to all rows.
#[derive(Default)]
pub(crate) struct NearOfColumn {
    points: RefCell<Option<Arc<Points>>>,
    /// The memory for positions that are read.
    read: RefCell<(Vec<Entity>, Vec<Point>)>,
    /// All changes since the last question are noted here or in the column.
    is_followed: Cell<bool>,
    /// The entities whose component was written to, has ended or was switched since.
    touched: RefCell<Vec<Entity>>,
    /// The number of components when the points were up to date, less those that have ended since.
    count: Cell<usize>,
    /// How often the world had gone back to a snapshot.
    era: Cell<u64>,
    /// The column notifies this of components that end.
    is_watched: Cell<bool>,
    /// Positions are being read, which may run code of the user.
    is_reading: Cell<bool>,
}

impl ColumnPart for NearOfColumn {
    fn may_be_sent(&self) -> Option<&dyn Send> {
        Some(self)
    }

    fn end_all(&self) {
        self.forget();
    }

    #[inline]
    fn note_written(&self, column: &Column, row: u32) {
        let row = self.is_followed.get().then_some(row);
        row.and_then(|row| column.entity_of(row)).into_iter().for_each(|entity| self.touch(entity));
    }

    fn end_component(&self, _: &Column, entity: Entity) {
        self.count.set(self.count.get().saturating_sub(1));
        self.touch(entity);
    }

    fn note_recycled(&self, _: &Column, entity: Entity, successor: Entity) {
        self.touch(entity);
        self.touch(successor);
    }

    fn note_switched(&self, _: &Column, entity: Entity, _: bool) {
        self.touch(entity);
    }
}

impl NearOfColumn {
    fn touch(&self, entity: Entity) {
        if self.is_followed.get() {
            self.touched.borrow_mut().push(entity);
            // To read all costs less then. Perhaps nobody asks any more.
            if self.touched.borrow().len() > self.count.get().max(64) {
                self.forget();
            }
        }
    }

    /// Lets the next question begin anew.
    fn forget(&self) {
        self.is_followed.set(false);
        self.points.take();
        self.touched.take();
    }

    /// The points, as they were at the last question.
    pub(super) fn points(&self) -> RefMut<'_, Arc<Points>> {
        RefMut::map(self.points.borrow_mut(), Option::get_or_insert_default)
    }

    /// Says whether the points are up to date, or are being read.
    fn is_current(&self, column: &Column) -> bool {
        let has_changed =
            || self.are_all_written(column) || self.has_come(column) || !self.touched.borrow().is_empty();
        self.is_reading.get() || !has_changed()
    }

    fn are_all_written(&self, column: &Column) -> bool {
        let era = column.world.ticker.era();
        !self.is_followed.get() || column.borrows.may_all_be_written() || self.era.get() != era
    }

    fn has_come(&self, column: &Column) -> bool {
        column.count() != self.count.get()
    }

    /// Brings the points up to date. Refuses while a pass, a query or a view has components for writing. A
    /// component that a guard or its own hook has for writing stays where it was.
    ///
    /// O(1) if nothing has changed; O(changes), with a look at each entity if components were added; O(all)
    /// after what may have written to all.
    pub(super) fn refresh(&self, column: &Column, reader: &dyn ReadPlaces) -> Result<(), Conflict> {
        if self.is_current(column) {
            return Ok(());
        }
        column.borrows.writer().map_or(Ok(()), Err)?;
        if column.lifecycle.is_queued() {
            // The hooks that run here may ask too, and are answered.
            let _ = flush_for_view(column);
            if self.is_current(column) {
                return Ok(());
            }
        }
        let ticker = &column.world.ticker;
        let (are_all_written, has_come) = (self.are_all_written(column), self.has_come(column));
        if !self.is_watched.replace(true) {
            column.lifecycle.pending_inits.watch(1);
        }
        self.is_reading.set(true);
        let is_done = Cell::new(false);
        let _end = OnDrop(|| {
            self.is_reading.set(false);
            if !is_done.get() {
                self.forget();
            }
        });
        // Points that a pass shows are left to it. Ends are not noted by a world that goes back, nor while
        // nothing is followed.
        let own = self
            .points
            .take()
            .and_then(|points| Arc::try_unwrap(points).ok())
            .filter(|_| self.is_followed.get() && self.era.get() == ticker.era());
        let is_anew = own.is_none();
        let mut points = own.unwrap_or_default();
        let touched = self.touched.take();
        column.borrows.follow();
        self.era.set(ticker.era());
        self.count.set(column.count());
        self.is_followed.set(true);
        let place = |entity, points: &mut Points| match locate(column, reader, entity) {
            Some(point) => points.set(entity, point),
            None => self.touch(entity),
        };
        touched.into_iter().for_each(|entity| place(entity, &mut points));
        if are_all_written || is_anew {
            let (mut entities, mut read) = self.read.take();
            read.clear();
            if column.has_rows() && reader.read_places(&mut read) {
                entities.resize(read.len(), Entity::NONE);
                column.name_rows(0, &mut entities);
                points.set_all(&mut entities, &mut read);
                self.read.replace((entities, read));
            } else {
                column.live_entities(true).iter().for_each(|&entity| place(entity, &mut points));
            }
        } else if has_come {
            for &entity in &*column.live_entities(true) {
                if !points.has(entity) {
                    place(entity, &mut points);
                }
            }
        }
        points.tidy();
        self.points.replace(Some(Arc::new(points)));
        is_done.set(true);
        Ok(())
    }
}

/// Where an entity is found; nowhere if its component has ended or is disabled; `None` if nobody can read it.
fn locate(column: &Column, reader: &dyn ReadPlaces, entity: Entity) -> Option<Point> {
    let is_found = column.find(entity).is_some_and(|row| column.is_due(row));
    if is_found { reader.read_place(entity) } else { Some(NOWHERE) }
}
