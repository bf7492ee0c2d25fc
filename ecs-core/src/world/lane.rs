//! [`Lane`]: which ids a part of shared work may give out to what it asks for, on any thread; [`LentLane`]:
//! the lane that a command buffer has while that runs.

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
#[derive(Clone, Copy)]
struct Next {
    place: usize,
    lanes: usize,
    cursor: FreeCursor,
}

/// A lane that is lent while a function runs.
#[derive(Default)]
pub(super) struct LentLane(Lent<Entities, Next>);

impl LentLane {
    /// Lends a lane while a function runs.
    #[inline(always)]
    pub(super) fn lend<R>(&self, lane: Lane<'_>, f: impl FnOnce() -> R) -> R {
        self.0.lend(lane.entities, lane.next, f)
    }

    /// Gives out the next id; `None` if no lane is lent.
    pub(super) fn next(&self) -> Option<Result<Entity, OutOfIds>> {
        self.0.with(|entities, next| {
            let id = entities.nth_free(next.place, &mut next.cursor);
            next.place += next.lanes;
            id
        })
    }
}
