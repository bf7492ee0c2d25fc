//! [`SharedJoin`]: a join that several threads visit, each entity on one of them.
#![expect(unsafe_code, reason = "entities are borrowed on the thread that has claimed them")]

use core::ops::Range;

use crate::error::ViewError;
use crate::world::Frozen;

use super::join::{Filtered, JoinFilter};
use super::send_to_worker::{SendWhileFrozen, SyncWhileFrozen};
use crate::borrow::{Conflict, Holding};
use crate::terms::{ParTerms, Terms};
use crate::threads::Claims;

/// A join that is visited once, by all threads together.
pub(crate) struct SharedJoin<'j, C: Terms, S> {
    asked: &'j mut Filtered<C, S>,
    /// It has borrowed all for the threads, which had not been before.
    has_borrowed: bool,
    claims: Claims,
    /// While it lives, what all threads read is not written to. `None`: it was sent to this worker, frozen,
    /// or there is no world.
    _frozen: Option<Frozen>,
}

// SAFETY: What threads share of it is a counter and what `ParTerms` and `SyncWhileFrozen` let them, while it
// is frozen; the world is detached when they visit. Each row is claimed by one thread, so each entity is
// borrowed on one. It drops where it was made: it is not `Send`.
unsafe impl<C: ParTerms, S: SyncWhileFrozen> Sync for SharedJoin<'_, C, S> {}

impl<'j, C: ParTerms, S: SyncWhileFrozen> SharedJoin<'j, C, S> {
    /// Begins a visit. It alone borrows the join, and all that it visits is borrowed: refused if anything
    /// else has borrowed something.
    pub(crate) fn begin(asked: &'j mut Filtered<C, S>) -> Result<Self, ViewError> {
        let has_borrowed = !asked.join.is_for_threads;
        asked.join.state.hold_for_threads().map_err(|(component, Conflict { borrower: by, at })| {
            ViewError::Borrowed { component, by, at }
        })?;
        let frozen = asked.join.world().and_then(Frozen::begin_if_here);
        if let Some(frozen) = &frozen {
            asked.freeze(frozen);
        }
        let claims = Claims::new(asked.join.rows());
        Ok(Self { asked, has_borrowed, claims, _frozen: frozen })
    }

    /// How many rows nobody has claimed yet.
    pub(crate) fn left(&self) -> usize {
        self.claims.left()
    }

    /// Claims the next rows, so many at most; `None` if there are none.
    pub(crate) fn claim(&self, most: usize) -> Option<JoinClaim<'_, C, S>> {
        Some(JoinClaim { rows: self.claims.claim(most)?, asked: self.asked })
    }
}

impl<C: Terms, S> Drop for SharedJoin<'_, C, S> {
    fn drop(&mut self) {
        if self.has_borrowed {
            self.asked.join.state.is_for_threads = false;
            self.asked.join.hold(Holding::Idle);
        }
    }
}

/// Rows of a join that were claimed, and are visited once.
pub(crate) struct JoinClaim<'j, C: Terms, S> {
    asked: &'j Filtered<C, S>,
    rows: Range<usize>,
}

impl<'j, C: ParTerms, S: SyncWhileFrozen> JoinClaim<'j, C, S> {
    /// The first row.
    pub(crate) fn first(&self) -> usize {
        self.rows.start
    }

    /// How many there are.
    pub(crate) fn rows(&self) -> usize {
        self.rows.len()
    }

    /// Calls a function with the items of those whose entity a filter lets pass, which looks where the join
    /// says.
    pub(crate) fn each<F: JoinFilter>(self, filter: impl FnOnce(&'j S) -> F, f: impl FnMut(C::Lent<'_>)) {
        let Filtered { join, filter: columns } = self.asked;
        // SAFETY: the join is borrowed by this visit alone, and the rows were claimed.
        unsafe { join.each_of_rows(filter(columns), self.rows, f) }
    }
}
