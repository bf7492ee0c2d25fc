//! [`Lane`]: which ids a part of shared work may give out to what it asks for, on any thread; [`LentIds`]:
//! what a command buffer takes ids from.

use crate::ids::{Entities, Entity, FreeCursor, OutOfIds};
use crate::threads::{FreezeCell, Lent};

/// The ids that one of several lanes may give out: every `lanes`-th of those that are free in a frozen world,
/// from its place on. So no two lanes give out the same, and what one gives out does not depend on the
/// others.
#[derive(Clone, Copy)]
pub(crate) struct Lane<'f> {
    entities: &'f Entities,
    next: Next,
}

impl<'f> Lane<'f> {
    /// The lane at a place among `lanes` lanes.
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

/// What a command buffer takes ids from while a function runs: a lane, or the world itself.
#[derive(Default)]
pub(super) struct LentIds {
    lane: Lent<Entities, Next>,
    all: Lent<FreezeCell<Entities>, ()>,
}

impl LentIds {
    /// Lends a lane while a function runs.
    #[inline(always)]
    pub(super) fn lend_lane<R>(&self, lane: Lane<'_>, f: impl FnOnce() -> R) -> R {
        self.lane.lend(lane.entities, lane.next, f)
    }

    /// Lends all ids of a world while a function runs, on its own thread.
    #[inline(always)]
    pub(super) fn lend_all<R>(&self, entities: &FreezeCell<Entities>, f: impl FnOnce() -> R) -> R {
        self.all.lend(entities, (), f)
    }

    /// Gives out the next id; `None` if the lane has no ids.
    pub(super) fn next(&self) -> Option<Result<Entity, OutOfIds>> {
        let of_lane = self.lane.with(|entities, next| {
            let id = entities.nth_free(next.place, &mut next.cursor);
            next.place += next.lanes;
            id
        });
        of_lane.or_else(|| self.all.with(|entities, ()| entities.borrow_mut().promise_next()))
    }
}
