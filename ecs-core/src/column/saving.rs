//! Saving a column: its values, and all else that it has, as copies that share with the last ones what has
//! not changed since.
#![expect(unsafe_code, reason = "values are copied by who knows that they are there")]

use core::ops::Range;
use std::rc::Rc;

use crate::base::{CopyNumbers, Shelf};
use crate::borrow::PAGE;

use super::column::Column;
use super::copying::{CopyRows, Copying};
use super::live_rows::LiveRows;
use super::page::Page;
use super::rows::{Block, NoRoom, SavedRows};
use super::saved::{ColumnShelves, SavedColumn, SavedTicks, SavedValues};
use super::tags::TagSet;

/// A column that is being saved, and what it is saved with.
pub(crate) struct SavingColumn<'s> {
    pub(crate) column: &'s Column,
    /// Clones the values. Without it their bytes are as good as they are.
    pub(crate) copier: Option<&'static dyn CopyRows>,
    /// The column as it was saved or brought back last.
    pub(crate) last: Option<&'s SavedColumn>,
    pub(crate) copies: &'s CopyNumbers,
    pub(crate) shelves: &'s mut ColumnShelves,
}

/// Says whether snapshots leave a type out, as it declares or because its values cannot be copied.
pub(crate) fn is_left_out(column: &Column) -> bool {
    let cannot_be_copied = matches!(column.info.copying, Copying::Not) && column.has_rows();
    column.info.spec.no_snapshot || cannot_be_copied && column.world.snapshots.keep_the_rest()
}

impl Column {
    /// Says whether nothing of the column is under way: nothing waits for a sync point, no observer runs, no
    /// `init` is to run.
    pub(crate) fn is_at_rest(&self) -> bool {
        self.lifecycle.is_at_rest() && self.row_store.spilled() == 0
    }

    /// Says whether the values are those of the last copy, but for the rows that were noted as written to
    /// since.
    pub(super) fn has_values_of(&self, last: &SavedColumn) -> bool {
        let (Some(values), Some(rows)) = (&last.values, &last.rows) else { return false };
        self.values_mark.is(values.copy) && self.row_store.mark().is(rows.copy)
    }
}

impl SavingColumn<'_> {
    /// Copies the values. Clones of the user run, so nothing of the column may be reached meanwhile.
    pub(crate) fn save_values(&mut self, saved: &mut SavedColumn) -> Result<(), NoRoom> {
        self.save_kept(saved)?;
        let &mut Self { column, copier, last, copies, ref mut shelves } = self;
        // What is cloned may change while it is only read: by a `Cell`, say.
        let last = last.filter(|last| copier.is_none() && column.has_values_of(last));
        if let Some(last) = last
            && column.borrows.is_nothing_written()
        {
            saved.values.clone_from(&last.values);
            return Ok(());
        }
        let rows = column.row_store.values();
        let ColumnShelves { pages, values, .. } = &mut **shelves;
        let last = last.and_then(|last| last.values.as_deref());
        let fill = |values: &mut SavedValues| {
            values.copy = copies.next();
            for first in (0..rows.len()).step_by(PAGE) {
                let page = first / PAGE;
                let shared = last.filter(|_| !column.borrows.is_page_written(page));
                values.pages.push(match shared {
                    Some(last) => last.pages[page].clone(),
                    None => copy_page(column, &rows, first..rows.len(), copier, pages)?,
                });
            }
            Ok::<_, NoRoom>(())
        };
        saved.values = Some(values.fill(|| Ok(SavedValues::default()), fill)?);
        Ok(())
    }

    /// Copies the values that are kept for later components.
    fn save_kept(&mut self, saved: &mut SavedColumn) -> Result<(), NoRoom> {
        let (column, copier) = (self.column, self.copier);
        let remains = column.lifecycle.remains();
        let kept = remains.kept.values();
        for first in (0..kept.len()).step_by(PAGE) {
            let count = (kept.len() - first).min(PAGE);
            let page = self.shelves.pages.fill(
                || Ok(Page::new(column.info)),
                // SAFETY: as in `copy_page`; each row of these has a value.
                |page| unsafe { page.fill(kept, first, LiveRows::first(count), count, copier) },
            )?;
            saved.kept.push(page);
        }
        Ok(())
    }

    /// Copies all that is not a value. From here on the column equals the copies.
    pub(crate) fn save_rest(&mut self, saved: &mut SavedColumn) {
        let (column, last) = (self.column, self.last);
        match &column.tags {
            Some(tags) => self.save_tags(tags, saved),
            None => self.save_rows(saved),
        }
        column.lifecycle.starts.save(&mut saved.unstarted);
        saved.observed = column.lifecycle.observed().get();
        let is_shared = |values: &Rc<SavedValues>| {
            last.and_then(|last| last.values.as_ref()).is_some_and(|last| Rc::ptr_eq(values, last))
        };
        if let Some(values) = &saved.values
            && !is_shared(values)
        {
            column.values_mark.set(values.copy);
            column.borrows.begin_noting_written(column.row_store.len());
        }
    }

    fn save_rows(&mut self, saved: &mut SavedColumn) {
        let (last, rows) = (self.last, &self.column.row_store);
        let last_rows = last.and_then(|last| last.rows.as_ref());
        let has_same_rows = last_rows.filter(|last| rows.mark().is(last.copy)).cloned();
        let has_same_values = last.is_some_and(|last| match (&last.values, &saved.values) {
            (Some(last), Some(saved)) => Rc::ptr_eq(last, saved),
            _ => false,
        });
        let are_same = has_same_rows.is_some() && has_same_values;
        saved.rows = has_same_rows.or_else(|| {
            let copy = self.copies.next();
            let fill = |saved: &mut SavedRows| {
                saved.copy = copy;
                saved.hash.set(None);
                rows.save(saved);
                Ok::<_, NoRoom>(())
            };
            let filled = self.shelves.rows.fill(|| Ok(SavedRows::default()), fill);
            rows.mark().set(copy);
            filled.ok()
        });
        saved.limit = rows.limit();
        rows.ticks(|ticks| {
            let fill = |saved: &mut SavedTicks| {
                saved.added.clone_from(&ticks.added);
                saved.changed.clone_from(&ticks.changed);
                saved.moves.clone_from(&ticks.moves);
                Ok::<_, NoRoom>(())
            };
            let last = last.and_then(|last| last.ticks.as_ref()).filter(|_| are_same).cloned();
            saved.ticks = last.or_else(|| self.shelves.ticks.fill(|| Ok(SavedTicks::default()), fill).ok());
        });
    }

    fn save_tags(&mut self, tags: &TagSet, saved: &mut SavedColumn) {
        let last = self.last.and_then(|last| last.tags.as_ref());
        saved.tags = last.filter(|last| tags.equal(last.copy)).cloned().or_else(|| {
            let copy = self.copies.next();
            let fill = |saved: &mut _| {
                tags.save(saved, copy);
                Ok::<_, NoRoom>(())
            };
            self.shelves.tags.fill(|| Ok(Default::default()), fill).ok()
        });
    }
}

/// Copies the values of the first of these rows, as many as there are in a page.
fn copy_page(
    column: &Column,
    values: &Block,
    rows: Range<usize>,
    copier: Option<&dyn CopyRows>,
    pages: &mut Shelf<Page>,
) -> Result<Rc<Page>, NoRoom> {
    let count = rows.len().min(PAGE);
    let live = live_among(column, rows.start, count);
    pages.fill(
        || Ok(Page::new(column.info)),
        // SAFETY: the live rows hold values by invariant 28. Nothing has borrowed them, and nobody
        // reaches the column meanwhile. Without a copier they are `Copy`, or their fields are.
        |page| unsafe { page.fill(values, rows.start, live, count, copier) },
    )
}

/// Which of some rows have a value.
fn live_among(column: &Column, first: usize, count: usize) -> LiveRows {
    let mut live = LiveRows::first(count);
    if column.row_store.holes() != 0 {
        let owners = column.row_store.owners();
        let lives_in = |row| column.row_store.lives_in(owners[row], row as u32);
        let is_hole = |row: &usize| !lives_in(first + row);
        (0..count).filter(is_hole).for_each(|row| live.remove(row));
    }
    live
}
