//! [`Visit`]: goes over the enabled rows of a column, and borrows one after the other: quickly where all is
//! aligned and nothing else is borrowed, else row by row.
#![expect(unsafe_code, reason = "each row is borrowed by its hook as `&mut` or `&`")]

use core::ops::Range;
use std::borrow::Cow;

use crate::error::UpdateError;
use crate::ids::Entity;

use super::cursors::{Cursors, CursorsAt};
use crate::base::CallSite;
use crate::borrow::{Borrower, Held, Holding, NO_ROW, OngoingVisit, Visiting};
use crate::column::{Column, MayBeTracked, Writing};
use crate::store::{Receiver, Store, Stored};
use crate::terms::{Opened, Opening, Terms, Visited, entity_at};
use crate::world::CommandBuffer;

/// The row that a pass visits.
pub struct Row<'p> {
    pub(crate) row: usize,
    pub(crate) column: &'p Column,
    pub(crate) commands: &'p CommandBuffer,
}

impl Visited for Row<'_> {
    #[inline]
    fn visited_index(&self) -> u32 {
        self.column.owner(self.row as u32)
    }

    #[inline]
    fn visited_entity(&self) -> Entity {
        self.column.entity_of(self.row as u32).unwrap_or_default()
    }

    #[inline]
    fn deferred_commands(&self) -> Option<&CommandBuffer> {
        Some(self.commands)
    }
}

/// A pass that runs, or a visit that goes through a column in the same way. Visits what was live and enabled
/// when it began and still is when its turn comes.
///
/// Its own rows are borrowed one after the other, as what goes with them is: see [`Visiting`].
pub(crate) struct Visit<'s> {
    column: &'s Column,
    /// Invariant 23: rows do not move between two turns of a visit, or of a send to all: one is borrowed
    /// whenever user code runs.
    rows: usize,
    /// The rows to visit, if the column was not in order when it began: then the visit is invalidated.
    /// Otherwise they are the first ones.
    listed: Option<Cow<'s, [u32]>>,
    writes: bool,
    isolated: bool,
    /// It is a visit of a `for_each` or of a send to all, not a pass of the frame.
    alone: bool,
    visiting: &'s Visiting,
    _ongoing: Option<OngoingVisit<'s>>,
}

impl<'s> Visit<'s> {
    /// Begins a pass, which writes to its own rows or reads them, and whose turn has begun. What it takes was
    /// opened before.
    pub(crate) fn begin(column: &'s Column, writes: bool, opening: &Opening<'s>) -> Self {
        column.close_holes();
        let &Opening { visiting, isolated, hook, again, site, .. } = opening;
        let borrower =
            if isolated { Borrower::IsolatedPass } else { hook.map_or(Borrower::Hook, Borrower::own) };
        column.rc().add_visitor(visiting, writes, borrower, site);
        if column.lifecycle.starts.count() != 0 {
            // It was borrowed when its `start` was due, and may be free when its turn comes.
            visiting.invalidate();
        }
        if column.world.visits.are_several() {
            // Only by asking for each entity can what others visit now be distinguished from what is free.
            visiting.held_by_others(|_| visiting.count_other_borrows(1));
        }
        Self::over(column, writes, None, visiting, again)
    }

    /// Borrows all that there is of the types that the pass takes, if it is isolated. Refuses if anything of
    /// them is borrowed.
    #[inline]
    pub(crate) fn isolate(&mut self) -> Result<(), UpdateError> {
        if self.column.info.spec.passes.isolated { self.hold_whole() } else { Ok(()) }
    }

    fn hold_whole(&mut self) -> Result<(), UpdateError> {
        if let Some((component, conflict)) = self.visiting.conflict_as_a_whole() {
            return Err(UpdateError::borrowed(component, conflict));
        }
        self.visiting.hold(Holding::Whole, true);
        self.isolated = true;
        Ok(())
    }

    /// Begins a visit for the closure of a `for_each`, or for a hook of the type, that borrows nothing else:
    /// it may run inside a pass. `None` if rows cannot be visited quickly now: something is borrowed,
    /// something waits, or there are none, as of tags.
    pub(crate) fn alone(
        column: &'s Column,
        writes: bool,
        borrower: Borrower,
        opened: &'s Opened,
        site: CallSite,
    ) -> Option<Self> {
        column.close_holes();
        if !column.has_rows() || column.borrows.is_in_use() || column.check_flushed().is_err() {
            return None;
        }
        column.rc().add_visitor(&opened.visiting, writes, borrower, site);
        let ongoing = opened.visiting.begin();
        Some(Self::over(column, writes, Some(ongoing), &opened.visiting, None))
    }

    #[inline]
    fn over(
        column: &'s Column,
        writes: bool,
        ongoing: Option<OngoingVisit<'s>>,
        visiting: &'s Visiting,
        again: Option<&'s [u32]>,
    ) -> Self {
        visiting.follow(column.position);
        let (listed, rows) = match again {
            None if column.is_flushed() => (None, column.enabled_rows()),
            _ => {
                visiting.invalidate();
                let listed = again.map_or_else(|| column.rows_to_visit().into(), Cow::Borrowed);
                let rows = listed.len();
                (Some(listed), rows)
            }
        };
        let alone = ongoing.is_some();
        Self { column, rows, listed, writes, isolated: false, alone, visiting, _ongoing: ongoing }
    }

    /// The number of rows to visit.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// The entity of a row that is being visited.
    pub(crate) fn entity(&self, row: usize) -> Entity {
        self.column.entity_of(row as u32).unwrap_or_default()
    }

    /// Begins to write to a row that is being visited, if its type is tracked. A pass notes its rows itself.
    #[inline]
    pub(crate) fn write<T: MayBeTracked>(&self, row: usize) -> Option<Writing<'_>> {
        self.column.write::<T>(row as u32)
    }

    /// Visits `len` rows from `first` on, or until there is something to look for. Returns how many it has
    /// visited. `visit` gets the number of a row among them, its step; it is made here, by a function of
    /// `len`: where its slices are cut to that very number, no step needs to be checked against their ends.
    ///
    /// `visit` does three things: it says which row it visits ([`Visiting::visit`]), calls
    /// the hook, and returns [`Visiting::needs_slow_path`]. All three stand in one function that gets the
    /// visiting, the value and what else the hook takes as arguments, and is called through a type parameter:
    /// so the
    /// `&mut`s among them promise the optimiser that the hook's own writes do not touch the visiting. A
    /// promise that is inlined before its types are known is lost. For a hook that touches only what it
    /// takes, the visiting then leaves the loop, which is vectorised. `visit` comes by value: what another
    /// function has borrowed cannot be kept in registers.
    #[inline(never)]
    pub(crate) fn quickly<T: Stored, R: Receiver + 'static, V>(
        &self,
        first: usize,
        len: usize,
        visit: impl FnOnce(usize) -> V,
    ) -> usize
    where
        V: FnMut(R::Own<'_, T>, &Visiting, usize) -> bool,
    {
        let mut visit = visit(len);
        debug_assert!(first + len <= self.rows && (!R::WRITES || self.writes));
        debug_assert!(self.listed.is_none() || self.visiting.is_invalidated());
        let visiting = self.visiting;
        let mut step = 0;
        if len == 0 {
            return step;
        }
        // Before it is asked whether there is something to look for: so the optimiser knows in the loop that
        // there was not.
        let cursor = self.store_of::<T>().cursor(first as u32);
        if !visiting.needs_slow_path() {
            while step < len {
                self.check_visited(first + step);
                // SAFETY: the row was enabled when the pass began, so it is in the main buffer, which does
                // not move while the pass visits it. With nothing to look for it is live still, and nothing
                // else has borrowed it. Before anything of the user runs, the visitor says which row it
                // visits; from there on the visiting refuses every other borrow of it, or every borrow that
                // writes if the hook only reads. The visitor cannot keep it. A copy is written back after
                // `visit`: the row is the visited one until the next turn.
                let look = unsafe { R::with::<T, _>(cursor, step, |own| visit(own, visiting, step)) };
                step += 1;
                if look {
                    break;
                }
            }
        }
        step
    }

    /// As [`Visit::quickly`], with the rows of terms that lie side by side. `visit` gets the cursors too,
    /// which are made of the number of rows, at the row that is visited.
    pub(crate) fn quickly_beside<'c, T: Stored, R: Receiver + 'static, C: Terms>(
        &self,
        first: usize,
        len: usize,
        cursors: impl FnOnce(usize) -> Cursors<'c, C>,
        mut visit: impl FnMut(R::Own<'_, T>, &Visiting, usize, CursorsAt<'_, 'c, C>) -> bool,
    ) -> usize {
        self.quickly::<T, R, _>(first, len, |len| {
            let mut cursors = cursors(len);
            assert!(len <= cursors.len());
            move |own: R::Own<'_, T>, visiting: &Visiting, step: usize| {
                // SAFETY: `quickly` visits rows below `len`, of which the cursors have as many.
                visit(own, visiting, step, unsafe { cursors.at(step) })
            }
        })
    }

    /// Visits rows one by one: where something may be dead, disabled or borrowed, or where siblings must be
    /// looked up. `visit` gets the component of each, the visiting, and the row.
    #[inline(always)]
    pub(crate) fn carefully<T: Stored, R: Receiver + 'static>(
        &self,
        range: Range<usize>,
        mut visit: impl FnMut(R::Own<'_, T>, &Visiting, usize),
    ) {
        debug_assert!(!R::WRITES || self.writes);
        let store = self.store_of::<T>();
        self.each_due(range, &mut |row| {
            // SAFETY: as in `quickly`; the row is due, so it is live, and nothing else has borrowed it in a
            // way that conflicts.
            unsafe {
                R::with::<T, _>(store.cursor(row as u32), 0, |own| visit(own, self.visiting, row));
            }
        });
    }

    /// Calls a function with each row that is due, which is being visited then: the part of
    /// [`Visit::carefully`] that needs no type.
    #[cold]
    #[inline(never)]
    fn each_due(&self, range: Range<usize>, visit: &mut dyn FnMut(usize)) {
        debug_assert!(range.end <= self.rows);
        if self.visiting.is_refused() {
            return;
        }
        for number in range {
            let row = self.listed.as_ref().map_or(number, |rows| rows[number] as usize);
            if self.visiting.needs_slow_path() && !self.is_due(row as u32) {
                if self.visiting.is_refused() {
                    return;
                }
                continue;
            }
            self.check_visited(row);
            // Before anything is found that goes with it: if that panics, a panic hook may look at the
            // column.
            self.visiting.visit(row as u32);
            visit(row);
        }
    }

    /// The column, as the store of the type that is visited.
    fn store_of<T>(&self) -> &Store<T> {
        Store::of(self.column).expect("a visit is over the type of its hook")
    }

    /// Says whether a row is still live and enabled. Refuses to go further if something else has borrowed it,
    /// or what its hook takes.
    #[cold]
    #[inline(never)]
    fn is_due(&self, row: u32) -> bool {
        // A pass leaves out what was put in the place of another meanwhile, and has a `start` before it; and
        // what is enabled, but was not notified yet.
        if !self.column.is_due(row) || !self.alone && !self.column.is_ready(row) {
            return false;
        }
        // What was visited last is borrowed no more.
        self.visiting.visit(NO_ROW);
        let (column, owner) = (self.column, self.column.owner(row));
        if self.visiting.has_other_borrows()
            && let Some((component, conflict)) = self.visiting.conflict(owner)
        {
            let entity = entity_at(&column.world, owner);
            self.visiting.refuse(Held { component, entity, conflict });
            return false;
        }
        true
    }

    /// Asserts that nobody else has borrowed a row, where a ledger is kept.
    #[inline(always)]
    fn check_visited(&self, row: usize) {
        self.column.borrows.check_visited(row as u32, self.writes);
    }
}

impl Drop for Visit<'_> {
    fn drop(&mut self) {
        if self.isolated {
            self.visiting.hold(Holding::Visits, true);
        }
    }
}
