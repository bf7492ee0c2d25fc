//! [`Lane`]: which ids a part of shared work may give out to what it asks for, on any thread; [`LentLane`]:
//! the lane that a command buffer has while that runs.

use core::cell::Cell;

use crate::ids::{Entities, Entity, FreeCursor, OutOfIds};
use crate::threads::Lent;

/// The ids that one of several lanes may give out: every so-many-th of those that are free in a frozen world,
/// from its place on. So no two lanes give out the same, and what one gives out does not depend on the
/// others.
#[derive(Clone, Copy)]
pub(crate) struct Lane<'f> {
    entities: &'f Entities,
    next: Next,
}

impl<'f> Lane<'f> {
    /// The lane at a place, of so many.
    pub(super) fn new(entities: &'f Entities, place: usize, lanes: usize) -> Self {
        Self { entities, next: Next { place, lanes, cursor: FreeCursor::default() } }
    }
}

/// Which id of a lane comes next.
#[derive(Clone, Copy, Default)]
struct Next {
    place: usize,
    lanes: usize,
    cursor: FreeCursor,
}

/// A lane that is lent while a function runs.
#[derive(Default)]
pub(super) struct LentLane {
    entities: Lent<Entities>,
    next: Cell<Next>,
}

impl LentLane {
    /// Lends a lane while a function runs.
    #[inline(always)]
    pub(super) fn lend<R>(&self, lane: Lane<'_>, f: impl FnOnce() -> R) -> R {
        self.next.set(lane.next);
        self.entities.lend(lane.entities, f)
    }

    /// Gives out the next id; `None` if no lane is lent.
    pub(super) fn next(&self) -> Option<Result<Entity, OutOfIds>> {
        self.entities.with(|entities| {
            let Next { place, lanes, mut cursor } = self.next.get();
            let next = entities.nth_free(place, &mut cursor);
            self.next.set(Next { place: place + lanes, lanes, cursor });
            next
        })
    }
}
