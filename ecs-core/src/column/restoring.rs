//! Bringing a column back: first all is prepared that can fail, then the column changes, and what it had
//! before is dropped in the end.
#![expect(unsafe_code, reason = "values are copied and dropped without their type")]

use core::mem::swap;
use std::collections::VecDeque;
use std::rc::Rc;

use crate::base::{Panic, keep_panic_of};
use crate::borrow::PAGE;
use crate::ids::Entity;
use crate::world::Occasions;

use super::column::Column;
use super::copying::CopyRows;
use super::info::TypeInfo;
use super::lifecycle::{Fate, Transition};
use super::page::Page;
use super::rows::{Block, NoRoom, RowMoves, SavedRows};
use super::saved::{ColumnShelves, SavedColumn, SavedTags, SavedTicks};

/// What a column is to become. It keeps its memory from one time to the next.
#[derive(Default)]
pub(crate) struct Restoring {
    /// Clones of the values, where bytes are not as good.
    values: Vec<Rc<Page>>,
    /// Clones of those that are kept for later components.
    kept: Vec<Rc<Page>>,
    rows: SavedRows,
    ticks: SavedTicks,
    tags: SavedTags,
    unstarted: VecDeque<Entity>,
    /// Nothing but values is to change.
    has_same_rows: bool,
    /// What leaves the column, where it is to be dropped.
    trash: Option<Trash>,
}

/// Values that have left a column.
struct Trash {
    info: &'static TypeInfo,
    values: Block,
}

impl Trash {
    /// Drops all, keeping the first panic.
    fn clear(&mut self, first_panic: &mut Option<Panic>) {
        while let Some(row) = self.values.len().checked_sub(1) {
            let values = &mut self.values;
            let drop = || {
                let take = &mut |place| {
                    // SAFETY: each row has a value of the type, and is one no more when that has left it.
                    unsafe { values.take(row, place) };
                    values.truncate(row);
                };
                // SAFETY: it moves a value of the type there.
                unsafe { self.info.drop_moved(take) };
            };
            keep_panic_of(drop, first_panic);
        }
    }
}

impl Column {
    /// Notes which copies the column equals, after it has become what was saved, and what of it is observed
    /// now.
    pub(crate) fn note_restored(&self, saved: &SavedColumn, observed: Occasions) {
        self.values_mark.set(saved.values.as_ref().map_or(0, |values| values.copy));
        self.row_store.mark().set(saved.rows.as_ref().map_or(0, |rows| rows.copy));
        if let (Some(tags), Some(saved)) = (&self.tags, &saved.tags) {
            tags.note_equal(saved.copy);
        }
        self.set_observed(observed);
    }

    /// Brings the component of an entity that was switched meanwhile to its side. No hook runs.
    pub(crate) fn take_side_again(&self, entity: Entity) {
        if !self.has_rows() {
            return;
        }
        self.close_holes();
        self.change_side(entity);
        if let Some(row) = self.row_store.find(entity) {
            let enabled = self.is_enabled(row);
            self.transit(row, Transition::notify(enabled));
            if self.lifecycle.is_observed() {
                self.transit(row, Transition::report(enabled));
            }
        }
    }

    /// Ends the component of a dead entity. No hook runs, and its value is dropped at the next sync point.
    pub(crate) fn detach_without_entity(&self, entity: Entity) {
        if let Some(tags) = &self.tags {
            self.note_gone(entity);
            tags.remove(entity.index());
        } else if let Some(row) = self.row_store.find(entity) {
            self.mark_row_dead(row, None, Fate::Dropped);
        }
    }

    /// Makes the next passes of the type visit all rows again: the world has gone back, and the components
    /// have stayed.
    pub(crate) fn look_anew(&self) {
        self.world.ticker.forget_passes(self.info.id);
        let forget = |moves: &mut Option<RowMoves>| *moves = moves.take().map(|_| RowMoves::default());
        self.row_store.ticks_mut(|ticks| forget(&mut ticks.moves));
        self.world.parts.saved().iter().for_each(|part| part.note_left_out(self));
    }
}

impl Restoring {
    /// Makes room for all values that leave the column, where they are to be dropped.
    fn make_trash(&mut self, column: &Column) -> Result<(), NoRoom> {
        if !column.info.needs_drop() {
            return Ok(());
        }
        let new = || Trash { info: column.info, values: Block::new(column.info.layouts()) };
        self.trash
            .get_or_insert_with(new)
            .values
            .try_reserve(column.row_store.len() + column.lifecycle.remains().kept.count(), false)
    }

    /// Prepares a column to become as it was saved, or empty: clones its values, and makes room. Clones of
    /// the user run, so nothing of the column may be reached meanwhile. If it fails, nothing has changed but
    /// where the rows lie.
    pub(crate) fn prepare(
        &mut self,
        column: &Column,
        saved: &SavedColumn,
        copier: Option<&'static dyn CopyRows>,
        shelves: &mut ColumnShelves,
    ) -> Result<(), NoRoom> {
        self.clear(shelves, &mut None);
        if let Some(tags) = &column.tags {
            match saved.tags.as_deref() {
                Some(tags) => self.tags.clone_from(tags),
                None => self.tags = SavedTags::default(),
            }
            tags.make_own();
            return Ok(());
        }
        if copier.is_some() {
            clone_pages(saved.pages(), copier, shelves, &mut self.values)?;
            clone_pages(&saved.kept, copier, shelves, &mut self.kept)?;
        } else {
            self.kept.extend(saved.kept.iter().cloned());
        }
        self.unstarted.clone_from(&saved.unstarted);
        if let Some(ticks) = &saved.ticks {
            self.ticks.clone_from(ticks);
        } else {
            self.ticks.moves = column.info.has_own_order.then(RowMoves::default);
        }
        self.has_same_rows = saved.rows.as_ref().is_some_and(|rows| column.row_store.mark().is(rows.copy));
        if !self.has_same_rows {
            self.prepare_rows(column, saved)?;
        }
        self.make_trash(column)?;
        column.lifecycle.remains_mut().kept.reserve(saved.kept.len() * PAGE)
    }

    fn prepare_rows(&mut self, column: &Column, saved: &SavedColumn) -> Result<(), NoRoom> {
        match saved.rows.as_deref() {
            Some(rows) => self.rows.clone_from(rows),
            None => self.rows = SavedRows::none(column.row_store.new_flags()),
        }
        column.row_store.make_room_to_restore(self.rows.owners.len())
    }

    /// Lets the column become what was prepared. Nothing of it is borrowed, nothing waits for a sync point,
    /// and nothing can fail. `last` is how it was saved or brought back last.
    pub(crate) fn restore(
        &mut self,
        column: &Column,
        saved: &SavedColumn,
        last: Option<&SavedColumn>,
        is_bitwise: bool,
    ) {
        if saved.rows.is_some() || saved.tags.is_some() {
            column.lifecycle.observed().set(saved.observed);
        }
        if let Some(tags) = &column.tags {
            return tags.restore(&mut self.tags);
        }
        // What was not written to since is as it was.
        let base = last.filter(|last| is_bitwise && column.has_values_of(last));
        let kept = &mut column.lifecycle.remains_mut().kept;
        if let Some(trash) = &mut self.trash {
            column.row_store.for_each_live(|row, _| column.row_store.copy_to(row, &mut trash.values));
            kept.give_away_to(&mut trash.values);
        }
        if !self.has_same_rows {
            column.row_store.restore(&mut self.rows);
            column.note_holes();
        }
        if is_bitwise {
            for (page, values) in saved.pages().iter().enumerate() {
                let is_same = base.is_some_and(|base| {
                    let base = base.pages().get(page);
                    !column.borrows.is_page_written(page) && base.is_some_and(|base| Rc::ptr_eq(base, values))
                });
                if !is_same {
                    column.row_store.overwrite(page * PAGE, values.values());
                }
            }
        } else {
            for (page, values) in self.values.iter_mut().enumerate() {
                let values = Rc::get_mut(values).expect("it was cloned for this");
                column.row_store.overwrite(page * PAGE, values.give_away());
            }
        }
        kept.clear_moved();
        for page in &mut self.kept {
            let values = match Rc::get_mut(page) {
                Some(own) => own.give_away(),
                // Of a type for which bytes are as good.
                None => page.values(),
            };
            kept.append(values);
        }
        column.row_store.ticks_mut(|ticks| {
            swap(&mut ticks.added, &mut self.ticks.added);
            swap(&mut ticks.changed, &mut self.ticks.changed);
            swap(&mut ticks.moves, &mut self.ticks.moves);
        });
        column.lifecycle.starts.restore(&mut self.unstarted);
        column.row_store.end_restoring(saved.limit);
        column.borrows.begin_noting_written(column.row_store.len());
    }

    /// Drops what has left the column, keeping the first panic.
    pub(crate) fn drop_trash(&mut self, first_panic: &mut Option<Panic>) {
        self.trash.iter_mut().for_each(|trash| trash.clear(first_panic));
    }

    /// Forgets what was prepared, and keeps the memory.
    pub(crate) fn clear(&mut self, shelves: &mut ColumnShelves, first_panic: &mut Option<Panic>) {
        // They were moved to the column, or belong to a snapshot.
        self.values
            .drain(..)
            .chain(self.kept.drain(..))
            .for_each(|page| shelves.give_page_back(page, first_panic));
        self.unstarted.clear();
        self.has_same_rows = false;
        self.ticks.added.clear();
        self.ticks.changed.clear();
        self.ticks.moves = None;
    }
}

fn clone_pages(
    from: &[Rc<Page>],
    copier: Option<&dyn CopyRows>,
    shelves: &mut ColumnShelves,
    to: &mut Vec<Rc<Page>>,
) -> Result<(), NoRoom> {
    to.try_reserve(from.len())?;
    for page in from {
        // SAFETY: where there is no copier, bytes are as good as values: who saves asks for both alike.
        let fill = |new: &mut Page| unsafe { new.fill_from(page, copier) };
        to.push(shelves.pages.fill(|| Ok(Page::new(page.info())), fill)?);
    }
    Ok(())
}
