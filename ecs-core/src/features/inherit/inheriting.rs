//! [`Inheriting`]: the pass of `inherit`, without the type: which rows are due, and what has run.

use super::lineage::{DEEPEST, Lineage};
use super::settling::{Settling, Way};
use crate::column::Column;
use crate::ticks::Tick;

/// A pass of `inherit`, until this is dropped.
pub(crate) struct Inheriting<'c> {
    column: &'c Column,
    lineage: Box<Lineage>,
    /// What `inherit` writes has this tick: so what else is written meanwhile has a later one.
    now: Tick,
    /// The rows that have run, if they are few.
    ran: Option<Vec<u32>>,
    /// All rows had their turn.
    is_whole: bool,
}

impl<'c> Inheriting<'c> {
    /// Begins a pass of `inherit`, on a column that is flushed and of which nothing is borrowed. `None` if no
    /// row is due.
    pub(crate) fn begin(column: &'c Column) -> Option<(Self, DuePlaces)> {
        let heritage = &column.parts.inherit;
        let mut lineage = heritage.lineage.take().unwrap_or_default();
        Settling::settle(column, &mut lineage, heritage.relinked.take().into_indices());
        Settling::wake_below_written(column, &mut lineage);
        let is_any_due = column.row_store.ticks_mut(|ticks| lineage.note_written(&mut ticks.changed));
        if !is_any_due.unwrap_or(false) {
            heritage.lineage.replace(Some(lineage));
            return None;
        }
        Settling::sort_if_scattered(column, &mut lineage);
        let due = DuePlaces { levels: lineage.take_due(), count: 0, ran: Vec::new() };
        let now = column.world.tick();
        Some((Self { column, lineage, now, ran: None, is_whole: false }, due))
    }

    /// Says whether an entity has another parent, or a component came or went, since the lineage was settled.
    fn has_new_heirs(&self) -> bool {
        let Column { parts, lifecycle, .. } = self.column;
        let is_relinked = !parts.inherit.relinked.borrow().is_empty();
        is_relinked || lifecycle.is_queued() || self.column.rows() != self.lineage.len()
    }

    /// The rows, level by level.
    pub(crate) fn lineage(&self) -> &Lineage {
        &self.lineage
    }

    /// Ends a pass in which all rows had their turn.
    pub(crate) fn finish(mut self, due: DuePlaces) {
        self.ran = due.levels.is_some().then_some(due.ran);
        self.is_whole = true;
    }
}

/// Where those heirs stand that are due, level by level, as long as they are few: then nobody asks the
/// others.
pub(crate) struct DuePlaces {
    levels: Option<Vec<Vec<u32>>>,
    /// How many were due or passed until now.
    count: usize,
    /// The rows that have run.
    ran: Vec<u32>,
}

impl DuePlaces {
    /// The places of those that are due in a level, in their order; `None` if all are to be asked. So it is
    /// in the deepest level, where one may become due when its turn is near.
    pub(crate) fn places(&mut self, level: usize) -> Option<Vec<u32>> {
        if level == DEEPEST {
            self.levels = None;
        }
        let mut places = core::mem::take(&mut self.levels.as_mut()?[level]);
        places.sort_unstable();
        places.dedup();
        Some(places)
    }

    /// Lets those be due that inherit from what has run in a level.
    pub(crate) fn pass_on(&mut self, inheriting: &Inheriting<'_>, level: usize, listed: Option<Vec<u32>>) {
        let (column, lineage) = (inheriting.column, &inheriting.lineage);
        if inheriting.has_new_heirs() {
            // All are asked then: whom they inherit from in this pass is known of each.
            self.levels = None;
        }
        let (Some(levels), Some(listed)) = (&mut self.levels, listed) else { return };
        self.count += listed.len();
        let (heirs, _) = lineage.level(level);
        let forest = column.world.forest.borrow();
        let parents = listed.into_iter().filter_map(|place| heirs[place as usize].row());
        parents.clone().for_each(|parent| forest.prefetch(lineage.owner(parent)));
        for parent in parents.filter(|&parent| lineage.has_run(parent)) {
            self.ran.push(parent as u32);
            Settling::walk_to_heirs(column, &forest, lineage.owner(parent), &mut |_, row| {
                if let Some((level, place)) = row.and_then(|row| lineage.pass_on(row, parent)) {
                    levels[level].push(place);
                }
                // What has no row takes as long to pass.
                self.count += 1;
                if lineage.are_many(self.count) { Way::Nowhere } else { Way::Down }
            });
            if lineage.are_many(self.count) {
                self.levels = None;
                return;
            }
        }
    }
}

impl Drop for Inheriting<'_> {
    fn drop(&mut self) {
        if !self.is_whole {
            self.lineage.note_all_due(self.now);
        } else {
            let (now, ran) = (self.now, self.ran.as_deref());
            self.column.row_store.ticks_mut(|ticks| self.lineage.note_run(&mut ticks.changed, now, ran));
        }
        self.column.parts.inherit.lineage.replace(Some(core::mem::take(&mut self.lineage)));
    }
}
