//! [`HeirVisit`]: the pass of `inherit` over a store that is borrowed as a whole, on one thread or on
//! several.
#![expect(unsafe_code, reason = "each row is borrowed as `&mut` beside that of its parent")]

use core::ops::Range;
use core::sync::atomic::{AtomicBool, Ordering};
use std::borrow::Cow;

use crate::base::{CallSite, prefetch};
use crate::borrow::{Borrower, HookName};
use crate::error::UpdateError;
use crate::ids::Entity;
use crate::iterate::own_rows;
use crate::outcomes::Ended;
use crate::store::{CursorOf, Layout, RcStore, Store, Stored};
use crate::threads::Claims;
use crate::world::OwnRows;

use super::heirs::Heir;
use super::lineage::Lineage;

/// A pass of `inherit`. Visits what was live and enabled when it began, and still is.
pub(crate) struct HeirVisit<'l, T: Stored> {
    lineage: &'l Lineage,
    base: CursorOf<T>,
    /// So many rows are borrowed, of which so many are enabled.
    len: usize,
    enabled: usize,
    /// All heirs of the level that runs have run, or were not visited yet.
    have_all_run: AtomicBool,
    store: RcStore<T>,
    site: CallSite,
}

// SAFETY: Threads share it only while the world is detached and the column frozen, so that nothing that is
// read here is written to. Of a level each heir is claimed by one thread, which alone writes to its row: by
// invariant 31 no row is there twice. The rows of parents lie in other levels, and are read by several
// threads: `T` is `Send` and `Sync`. Counts of `Rc`s change on the thread that has made it alone: it is not
// `Send`.
unsafe impl<T: Stored + Send + Sync> Sync for HeirVisit<'_, T> {}

impl<'l, T: Stored> HeirVisit<'l, T> {
    /// Begins a pass over a flushed store, which is borrowed as a whole.
    pub(crate) fn begin(
        store: &Store<T>,
        lineage: &'l Lineage,
        hook: HookName,
        site: CallSite,
    ) -> Result<Self, UpdateError> {
        let (len, enabled) = store.rows_and_prefix();
        let borrowed = store.borrows.borrow_all_mut(len as u32, Borrower::own(hook), site);
        borrowed.map_err(|conflict| UpdateError::borrowed(store.name(), conflict))?;
        let base = store.main_cursor();
        let (store, have_all_run) = (store.rc(), AtomicBool::new(false));
        Ok(Self { lineage, base, len, enabled, have_all_run, store, site })
    }

    pub(crate) fn store(&self) -> &Store<T> {
        &self.store
    }

    /// Begins a level, which ends before another one begins: all its heirs, or those in some places, each of
    /// which is listed once.
    pub(crate) fn level(&mut self, level: usize, listed: Option<&[u32]>) -> HeirLevel<'_, T> {
        let (heirs, is_shared) = self.lineage.level(level);
        let has_run_above = core::mem::replace(self.have_all_run.get_mut(), listed.is_none());
        let due = match listed {
            None if self.lineage.are_all_written() => DueHeirs::Written,
            None if has_run_above && is_shared => DueHeirs::All,
            _ => DueHeirs::Some,
        };
        let heirs = match listed {
            Some(places) => {
                let listed: Vec<_> = places.iter().map(|&place| heirs[place as usize]).collect();
                // They lie far apart: the processor fetches several at the same time.
                for row in listed.iter().flat_map(|heir| [heir.row(), heir.parent()]).flatten() {
                    prefetch(self.store.address(row as u32));
                }
                Cow::Owned(listed)
            }
            None => Cow::Borrowed(heirs),
        };
        HeirLevel { claims: Claims::new(heirs.len()), visit: self, heirs, is_shared, due }
    }
}

impl<T: Stored> Drop for HeirVisit<'_, T> {
    fn drop(&mut self) {
        self.store.borrows.release_all_mut(self.site);
    }
}

/// Which heirs of a level are due, as far as nobody need ask.
#[derive(Clone, Copy)]
enum DueHeirs {
    /// Each is asked.
    Some,
    /// All that they inherit from has run.
    All,
    /// All rows of the store were written to: they count as if they had run.
    Written,
}

/// A level of a pass of `inherit`.
pub(crate) struct HeirLevel<'v, T: Stored> {
    visit: &'v HeirVisit<'v, T>,
    /// Those that are visited, each once.
    heirs: Cow<'v, [Heir]>,
    /// None of them inherits from another one of the level.
    is_shared: bool,
    due: DueHeirs,
    claims: Claims,
}

impl<T: Stored> HeirLevel<'_, T> {
    /// How many heirs nobody has claimed yet.
    pub(crate) fn left(&self) -> usize {
        self.claims.left()
    }

    /// Claims the next heirs, so many at most, or all if some inherit from others; `None` if there are none.
    pub(crate) fn claim(&self, most: usize) -> Option<HeirClaim<'_, T>> {
        let places = self.claims.claim(if self.is_shared { most } else { usize::MAX })?;
        Some(HeirClaim { level: self, places })
    }

    pub(crate) fn store(&self) -> &Store<T> {
        &self.visit.store
    }

    /// The rows, as a component finds its entity by them.
    pub(crate) fn own_rows(&self) -> OwnRows {
        // SAFETY: the visit keeps the column alive as long as threads ask, and it is frozen meanwhile.
        unsafe { own_rows(&self.visit.store) }
    }
}

/// Heirs of a level that were claimed, and are visited once.
pub(crate) struct HeirClaim<'v, T: Stored> {
    level: &'v HeirLevel<'v, T>,
    /// The places of those that are not visited yet.
    places: Range<usize>,
}

impl<T: Stored> HeirClaim<'_, T> {
    /// The first place.
    pub(crate) fn first(&self) -> usize {
        self.places.start
    }

    /// How many there are.
    pub(crate) fn rows(&self) -> usize {
        self.places.len()
    }

    /// Runs a function on those that are due; each gets its parent too. `note` gets the entity and how the
    /// function has ended. If it panics, the rest can be visited by another call.
    #[inline(always)]
    pub(crate) fn each(
        &mut self,
        inherit: impl Fn(&mut T, Option<&T>) -> Ended + Copy,
        note: impl Fn(Entity, Ended) + Copy,
    ) {
        match self.level.due {
            DueHeirs::Some => self.each_if::<false, false>(inherit, note),
            DueHeirs::All => self.each_if::<true, false>(inherit, note),
            DueHeirs::Written => self.each_if::<true, true>(inherit, note),
        }
    }

    /// As [`HeirClaim::each`], where `ALL` are due, or each is asked.
    #[inline(always)]
    fn each_if<const ALL: bool, const ALL_WRITTEN: bool>(
        &mut self,
        inherit: impl Fn(&mut T, Option<&T>) -> Ended,
        note: impl Fn(Entity, Ended),
    ) {
        // As locals: what is written to a component could be in anything that is behind a reference.
        let HeirVisit { lineage, base, len, enabled, ref store, .. } = *self.level.visit;
        let (states, has_changes) = (lineage.states(), store.lifecycle.queued());
        let heirs = &self.level.heirs[..self.places.end];
        let mut have_all_run = true;
        for place in self.places.clone() {
            let heir = heirs[place];
            if !ALL && !states.is_due(heir) {
                have_all_run = false;
                continue;
            }
            let (Some(row), parent) = (heir.row(), heir.parent()) else { continue };
            if row >= enabled || has_changes.get() && !store.is_due(row as u32) {
                have_all_run = false;
                states.postpone(heir);
                if row < enabled {
                    lineage.note_lost_turn();
                }
                continue;
            }
            self.places.start = place + 1;
            debug_assert!(parent.is_none_or(|parent| parent < len && parent != row));
            // SAFETY: by invariant 31 both are rows that were live when the pass began, and they are two;
            // they do not move while they are borrowed. The heir was claimed, so nobody else uses its row,
            // which is in no other place. Nor does anybody write to that of its parent: that is in a level
            // above, or this thread has claimed both.
            let ended = unsafe {
                let parent = parent.map(|parent| T::Layout::shared(base, parent));
                T::Layout::with_mut(base, row, |own| inherit(own, parent.as_deref()))
            };
            if !matches!(ended, Ended::Done) {
                note(store.entity_of(row as u32).unwrap_or_default(), ended);
            }
            if !ALL_WRITTEN {
                states.end_turn(heir);
            }
        }
        self.places.start = self.places.end;
        if !have_all_run {
            self.level.visit.have_all_run.store(false, Ordering::Relaxed);
        }
    }

    /// The row that was visited last, by a call that has panicked. It is due again in the next pass.
    #[cold]
    pub(crate) fn give_up(&self) -> u32 {
        let heir = self.level.heirs[self.places.start - 1];
        self.level.visit.lineage.states().postpone(heir);
        self.level.visit.lineage.note_lost_turn();
        self.level.visit.have_all_run.store(false, Ordering::Relaxed);
        heir.row().expect("it was visited") as u32
    }
}
