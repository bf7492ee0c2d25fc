//! [`Ring`]: the last snapshots of a world, and what saving and loading need besides.

use std::collections::VecDeque;
use std::rc::Rc;

use crate::base::Panic;
use crate::column::{Column, Restoring};
use crate::error::SnapshotError;
use crate::features::saved::{Image, clear_images};
use crate::world::{PreparedCore, WorldCore, raise_later};

use super::saved_world::{SavedWorld, Shelves};

/// The last snapshots of a world.
pub(in crate::features) struct Ring {
    most: usize,
    /// The number of the world; none before the first is saved.
    pub(super) world: Option<u64>,
    pub(in crate::features) saved: VecDeque<SavedWorld>,
    /// No snapshot is of a later frame.
    latest: u64,
    /// The place of the one that was saved or loaded last.
    pub(super) last: Option<usize>,
    /// Where the next one is made: what it replaces lasts until it is there.
    pub(in crate::features) spare: SavedWorld,
    /// Empty worlds, for further snapshots: at most [`UNUSED`].
    unused: Vec<SavedWorld>,
    pub(super) shelves: Shelves,
    /// Invariant 34: while it is filled by clones of the user nobody reaches the world, and from there until
    /// the world has gone back no user code runs.
    pub(super) prepared: PreparedWorld,
    serials: u64,
    /// Room for a list of columns. Nothing is in it between two calls: the world may move.
    columns: Vec<Rc<Column>>,
}

/// A frame of a history is saved twice, so two are forgotten for each that comes.
const UNUSED: usize = 2;

/// What a world is to become. It keeps its memory from one time to the next.
#[derive(Default)]
pub(super) struct PreparedWorld {
    pub(super) core: PreparedCore,
    /// Of those features that are to change.
    pub(super) parts: Vec<Rc<dyn Image>>,
    /// By the position of the column.
    pub(super) columns: Vec<Restoring>,
    /// Room for the numbers that types have.
    pub(super) numbered: Vec<u32>,
}

impl Ring {
    pub(in crate::features) fn new(most: usize) -> Self {
        Self {
            most: most.max(1),
            world: None,
            saved: VecDeque::new(),
            latest: 0,
            last: None,
            spare: SavedWorld::default(),
            unused: Vec::new(),
            shelves: Shelves::default(),
            prepared: PreparedWorld::default(),
            serials: 0,
            columns: Vec::new(),
        }
    }

    /// The columns of a world, by their positions.
    pub(super) fn take_columns(&mut self, core: &WorldCore) -> Vec<Rc<Column>> {
        let mut columns = std::mem::take(&mut self.columns);
        columns.extend(core.columns.all());
        columns
    }

    /// Keeps the room of such a list for the next.
    pub(super) fn give_columns_back(&mut self, mut columns: Vec<Rc<Column>>) {
        columns.clear();
        self.columns = columns;
    }

    /// Drops what was prepared, keeping the first panic.
    pub(super) fn drop_prepared(&mut self, first_panic: &mut Option<Panic>) {
        clear_images(self.prepared.parts.drain(..), first_panic);
        for (to, shelves) in self.prepared.columns.iter_mut().zip(&mut self.shelves.columns) {
            to.clear(shelves, first_panic);
        }
    }

    /// Refuses a world of which these are not snapshots.
    pub(super) fn check_world(&self, core: &WorldCore) -> Result<(), SnapshotError> {
        match self.world {
            Some(world) if world != core.ticker.number() => Err(SnapshotError::WrongWorld),
            _ => Ok(()),
        }
    }

    pub(super) fn place_of(&self, frame: u64) -> Option<usize> {
        if frame > self.latest {
            return None;
        }
        self.saved.iter().position(|saved| saved.frame == frame)
    }

    /// Finds the snapshot of a frame.
    pub(in crate::features) fn find(&self, frame: u64) -> Result<usize, SnapshotError> {
        self.place_of(frame).ok_or_else(|| {
            let mut kept: Vec<u64> = self.saved.iter().map(|saved| saved.frame).collect();
            kept.sort_unstable();
            SnapshotError::NoSuchFrame { frame, kept }
        })
    }

    /// A type of which a snapshot has values that may not go to another thread.
    pub(in crate::features) fn find_not_send(&self) -> Option<&'static str> {
        let mut columns = self.saved.iter().flat_map(|saved| saved.types.iter().zip(&saved.columns));
        columns.find(|(ty, column)| !ty.is_send && !column.has_no_values()).map(|(ty, _)| ty.name.get())
    }

    /// Forgets all that belongs to no snapshot.
    pub(in crate::features) fn forget_spare(&mut self) {
        let mut first_panic = None;
        self.drop_prepared(&mut first_panic);
        self.recycle_spare(&mut first_panic);
        first_panic.into_iter().for_each(raise_later);
        self.spare = SavedWorld::default();
        self.unused.clear();
        self.shelves = Shelves::default();
        self.prepared = PreparedWorld::default();
    }

    /// Drops what the spare still has, keeping the first panic.
    pub(super) fn recycle_spare(&mut self, first_panic: &mut Option<Panic>) {
        self.spare.recycle(&mut self.shelves, first_panic);
    }

    /// Puts the spare in the place of the snapshot of the same frame, or of that which was saved the longest
    /// time ago if there are too many.
    pub(super) fn keep_spare(&mut self, frame: u64) {
        self.serials += 1;
        (self.spare.frame, self.spare.serial) = (frame, self.serials);
        self.latest = self.latest.max(frame);
        let oldest = || {
            let places = self.saved.iter().enumerate();
            places.min_by_key(|(_, saved)| saved.serial).map(|(place, _)| place)
        };
        let is_full = self.saved.len() >= self.most;
        let place = self.place_of(frame).or_else(|| is_full.then(oldest).flatten());
        let place = place.unwrap_or_else(|| {
            self.saved.push_back(self.unused.pop().unwrap_or_default());
            self.saved.len() - 1
        });
        core::mem::swap(&mut self.saved[place], &mut self.spare);
        self.last = Some(place);
    }

    /// Forgets the snapshot that stands first, or that which stands last, keeping the first panic of a value
    /// that is dropped.
    pub(in crate::features) fn forget(&mut self, first: bool, first_panic: &mut Option<Panic>) {
        let forgotten = if first { self.saved.pop_front() } else { self.saved.pop_back() };
        let Some(mut forgotten) = forgotten else { return };
        let moved = self.last.and_then(|last| last.checked_sub(usize::from(first)));
        self.last = moved.filter(|&last| last < self.saved.len());
        self.recycle_spare(first_panic);
        forgotten.recycle(&mut self.shelves, first_panic);
        let unused = core::mem::replace(&mut self.spare, forgotten);
        if self.unused.len() < UNUSED {
            self.unused.push(unused);
        }
    }
}

impl Drop for Ring {
    fn drop(&mut self) {
        let mut first_panic = None;
        self.drop_prepared(&mut first_panic);
        let mut saved = std::mem::take(&mut self.saved);
        saved.iter_mut().for_each(|saved| saved.recycle(&mut self.shelves, &mut first_panic));
        self.recycle_spare(&mut first_panic);
        // It may be in a thread-local: a panic that leaves the destructor of one ends the process.
        first_panic.into_iter().for_each(raise_later);
    }
}
