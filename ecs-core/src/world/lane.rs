//! [`Lane`]: which ids a part of shared work may give out to what it asks for, on any thread.
#![expect(unsafe_code, reason = "the free ids of a frozen world are read by other threads")]

use core::ptr::NonNull;

use crate::ids::{Entities, Entity, FreeCursor, OutOfIds};
use crate::threads::FreezeCell;

/// The ids of a frozen world, which several threads may read.
#[derive(Clone, Copy)]
pub(crate) struct FrozenIds<'f>(&'f FreezeCell<Entities>);

// SAFETY: the cell is frozen as long as the lifetime lasts, as `FrozenIds::of` requires: reading it writes
// nothing, and nobody else writes to it.
unsafe impl Send for FrozenIds<'_> {}
// SAFETY: as above.
unsafe impl Sync for FrozenIds<'_> {}

impl<'f> FrozenIds<'f> {
    /// The ids of entities that are frozen.
    ///
    /// # Safety
    ///
    /// The cell stays frozen as long as the lifetime lasts.
    pub(super) unsafe fn of(entities: &'f FreezeCell<Entities>) -> Self {
        Self(entities)
    }

    /// The ids that one of several lanes may give out: every `lanes`-th of those that are free, from its
    /// place on. So no two lanes give out the same, and what one gives out does not depend on the others.
    pub(crate) fn lane(self, place: usize, lanes: usize) -> Lane<'f> {
        Lane { ids: self, next: place, lanes, cursor: FreeCursor::default() }
    }
}

/// See [`FrozenIds::lane`].
#[derive(Clone, Copy)]
pub(crate) struct Lane<'f> {
    ids: FrozenIds<'f>,
    next: usize,
    lanes: usize,
    cursor: FreeCursor,
}

/// A lane that is lent to a command buffer while a function runs.
pub(super) struct LentLane {
    entities: NonNull<FreezeCell<Entities>>,
    next: usize,
    lanes: usize,
    cursor: FreeCursor,
}

// SAFETY: a `Lane` is `Send`, and this is nothing else.
unsafe impl Send for LentLane {}

impl Lane<'_> {
    /// Lends it.
    ///
    /// # Safety
    ///
    /// Nobody asks for an id once the lifetime is over.
    pub(super) unsafe fn lend(self) -> LentLane {
        let Self { ids, next, lanes, cursor } = self;
        LentLane { entities: NonNull::from(ids.0), next, lanes, cursor }
    }
}

impl LentLane {
    /// Gives out the next id.
    pub(super) fn next(&mut self) -> Result<Entity, OutOfIds> {
        // SAFETY: the lifetime of the lane is not over, as its lender sees to; so the cell is there, and
        // frozen.
        let entities = unsafe { self.entities.as_ref() }.borrow();
        let place = self.next;
        self.next += self.lanes;
        entities.nth_free(place, &mut self.cursor)
    }
}
