//! [`SavedCore`]: what a world has besides its columns, as it was when it was saved.

use core::mem::{swap, take};
use std::rc::Rc;

use crate::base::{CopyNumbers, Panic, Prepared, SavedCopy, Shelf, copied, drop_each};
use crate::ids::{Entities, Entity};
use crate::links::Forest;
use crate::ticks::SavedTicker;

use super::clock::Clock;
use super::core::WorldCore;
use super::outsides::{PreparedOutsides, SavedOutsides};

/// What a world has besides its columns, its timers and its schedules.
#[derive(Default)]
pub(crate) struct SavedCore {
    entities: Option<Rc<SavedCopy<Entities>>>,
    forest: Option<Rc<SavedCopy<Forest>>>,
    pub(crate) clock: Clock,
    ticker: SavedTicker,
    globals: Entity,
    globals_made: u64,
    outsides: SavedOutsides,
}

/// Unused parts of such copies, for the next copy.
#[derive(Default)]
pub(crate) struct CoreShelves {
    entities: Shelf<SavedCopy<Entities>>,
    forest: Shelf<SavedCopy<Forest>>,
}

/// What a world is to become again, besides its columns, its timers and its schedules.
#[derive(Default)]
pub(crate) struct PreparedCore {
    entities: Prepared<Entities>,
    forest: Prepared<Forest>,
    ticker: SavedTicker,
    outsides: PreparedOutsides,
}

impl SavedCore {
    /// Drops what it has of what lies outside, where user code may run, keeping the first panic.
    pub(crate) fn drop_outsides(&mut self, first_panic: &mut Option<Panic>) {
        drop_each(self.outsides.drain(..), first_panic);
    }

    /// The bytes of all that no other copy has too.
    pub(crate) fn own_bytes(&self) -> usize {
        let own = |count: Option<usize>| count == Some(1);
        let entities = self.entities().filter(|_| own(self.entities.as_ref().map(Rc::strong_count)));
        let forest = self.forest().filter(|_| own(self.forest.as_ref().map(Rc::strong_count)));
        entities.map_or(0, Entities::bytes) + forest.map_or(0, Forest::bytes)
    }

    pub(crate) fn entities(&self) -> Option<&Entities> {
        self.entities.as_deref().map(SavedCopy::value)
    }

    pub(crate) fn forest(&self) -> Option<&Forest> {
        self.forest.as_deref().map(SavedCopy::value)
    }
}

impl CoreShelves {
    /// Takes the parts of a copy that is not needed any more; what it has of users is to be dropped.
    pub(crate) fn give_back(&mut self, saved: &mut SavedCore) {
        saved.entities.take().into_iter().for_each(|part| self.entities.give_back(part));
        saved.forest.take().into_iter().for_each(|part| self.forest.give_back(part));
    }
}

impl WorldCore {
    /// Copies all this; shares with the last copy what has not changed since.
    pub(crate) fn save(
        &self,
        to: &mut SavedCore,
        last: Option<&SavedCore>,
        copies: &CopyNumbers,
        shelves: &mut CoreShelves,
    ) {
        let last_entities = last.and_then(|last| last.entities.as_ref());
        let last_forest = last.and_then(|last| last.forest.as_ref());
        let (entities, mark) = (self.entities.borrow(), self.entities.mark());
        to.entities = Some(copied(&*entities, mark, last_entities, copies, &mut shelves.entities));
        let (forest, mark) = (self.forest.borrow(), self.forest.mark());
        to.forest = Some(copied(&*forest, mark, last_forest, copies, &mut shelves.forest));
        to.clock = *self.frames.clock();
        self.ticker.save(&mut to.ticker);
        (to.globals, to.globals_made) = (self.globals.entity(), self.globals.made());
        let kept = self.snapshots.outsides().save(&mut to.outsides);
        if !kept.is_empty() {
            self.sync.drop_later(Box::new(kept));
        }
    }

    /// Prepares to become again as it was saved.
    pub(crate) fn prepare_to_restore(&self, from: &SavedCore, to: &mut PreparedCore) {
        let PreparedCore { entities, forest, ticker, outsides } = to;
        from.entities.iter().for_each(|from| entities.prepare(from, self.entities.mark()));
        from.forest.iter().for_each(|from| forest.prepare(from, self.forest.mark()));
        ticker.prepare(&from.ticker);
        *outsides = self.snapshots.outsides().prepare(&from.outsides);
    }

    /// Becomes what was prepared. Nothing can fail, and nothing of the user is dropped before the next sync
    /// point.
    pub(crate) fn restore(&self, from: &SavedCore, prepared: &mut PreparedCore) {
        let PreparedCore { entities, forest, ticker, outsides } = prepared;
        // Also where the entities stay the same: components may be switched.
        self.visits.ask_again();
        entities.due().into_iter().for_each(|due| swap(&mut *self.entities.borrow_mut(), due));
        forest.due().into_iter().for_each(|due| swap(&mut *self.forest.borrow_mut(), due));
        self.ticker.restore(ticker);
        let frame = self.frames.clock().frame;
        self.log.removals().renumber_frames(frame, from.clock.frame);
        *self.frames.clock_mut() = from.clock;
        self.globals.restore(from.globals, from.globals_made);
        outsides.iter_mut().for_each(|(outside, prepared)| outside.swap(prepared));
        if !outsides.is_empty() {
            self.sync.drop_later(Box::new(take(outsides)));
        }
    }

    /// Notes that the world equals the copies now.
    pub(crate) fn note_restored(&self, prepared: &mut PreparedCore) {
        prepared.entities.mark(self.entities.mark());
        prepared.forest.mark(self.forest.mark());
    }

    /// Says whether something waits for a sync point that belongs to no column, or something is held.
    pub(crate) fn is_anything_waiting(&self) -> bool {
        self.sync.has_others()
            || self.observers.is_any_waiting()
            || self.deaths.is_any()
            || !self.deaths.holds_none()
    }

    /// Forgets the types with numbers from one on. Their columns are to be given other numbers, or none.
    pub(crate) fn forget_numbers(&self, from: u32) {
        self.columns.forget_numbers(from);
        self.forget_listening_types(from);
        self.note_types();
    }
}
