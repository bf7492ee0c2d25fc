//! [`SharedVisit`]: a pass over the enabled rows of a store that several threads run.
#![expect(
    unsafe_code,
    reason = "each row is borrowed by its hook as `&mut`, on the thread that has claimed it"
)]

use core::any::TypeId;
use core::cell::Cell;
use core::ops::Range;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use crate::base::{CallSite, Panic};
use crate::borrow::{Borrower, HookName};
use crate::error::UpdateError;
use crate::ids::Entity;
use crate::outcomes::{Ended, IdleRows, Outcome};
use crate::world::{Frozen, Skipped};

use super::visit::Row;
use crate::column::Column;
use crate::store::{CursorOf, Layout, RcStore, Store, Stored};
use crate::terms::{ParTerms, PerTerm, Place, RowPlan, SegmentKind, Terms, assert_seen};
use crate::threads::Claims;
use crate::world::{CommandBuffer, Lane, OwnRows};

/// A pass over a store that is borrowed as a whole, with the terms that go with it. Visits what was live and
/// enabled when it began.
pub(crate) struct SharedVisit<T: Stored, C: Terms> {
    terms: C,
    plan: RowPlan<C::Rows>,
    claims: Claims,
    /// Rows are claimed by so many, which have a lane of ids each; 0: by any number, without ids.
    block: usize,
    /// The entities that lack something.
    skipped: RowCount,
    /// Those for which the hook had nothing to do.
    idle: RowCount,
    base: CursorOf<T>,
    store: RcStore<T>,
    site: CallSite,
    /// While it lives, what all threads read of the stores is not written to.
    frozen: Frozen,
}

// SAFETY: Threads share it only while it is run, and the world is detached meanwhile: nothing structural
// changes, and the stores are frozen, so that nothing that is read here is written to. Each row of the store
// is claimed by one thread, which alone writes to it and to what of the terms belongs to its entity: `T` is
// `Send`, and so much `ParTerms` says of the rest. Counts of `Rc`s change on the thread that has made it
// alone, where it is dropped: it is not `Send`.
unsafe impl<T: Stored + Send, C: ParTerms> Sync for SharedVisit<T, C> {}

impl<T: Stored + Send, C: ParTerms> SharedVisit<T, C> {
    /// Begins a pass with terms that were borrowed before. The store is flushed first and borrowed as a
    /// whole.
    pub(crate) fn begin(
        store: &Store<T>,
        terms: C,
        has_commands: bool,
        hook: HookName,
        site: CallSite,
    ) -> Result<Self, UpdateError> {
        store.close_holes();
        store.check_flushed()?;
        let borrowed = store.borrows.borrow_all_mut(store.rows() as u32, Borrower::own(hook), site);
        borrowed.map_err(|conflict| UpdateError::borrowed(store.name(), conflict))?;
        let plan = RowPlan::new(terms.rows(), store);
        let claims = Claims::new(store.enabled_rows());
        let frozen = Frozen::begin(&store.world);
        frozen.add(Column::rc(store));
        terms.rows().as_ref().iter().for_each(|rows| rows.freeze(&frozen));
        Ok(Self {
            terms,
            plan,
            claims,
            block: if has_commands { block_of(store.enabled_rows()) } else { 0 },
            skipped: RowCount::none(),
            idle: RowCount::none(),
            base: store.main_cursor(),
            store: store.rc(),
            site,
            frozen,
        })
    }

    /// How many rows nobody has claimed yet.
    pub(crate) fn left(&self) -> usize {
        self.claims.left()
    }

    /// Whom it has left out, by a function that says what a row lacks. When all is done, on the world's
    /// thread.
    pub(crate) fn skipped(
        &self,
        HookName { component, hook }: HookName,
        lacks: impl Fn(&C, &Row<'_>) -> Option<&'static str>,
    ) -> Option<Skipped> {
        let (count, row) = self.skipped.get();
        let first = self.store.entity_of(u32::try_from(row).ok()?)?;
        let missing =
            lacks(&self.terms, &Row { row, column: &self.store, commands: &CommandBuffer::default() })?;
        Some(Skipped { component, hook, count, first, missing })
    }

    /// The entities for which the hook had nothing to do. When all is done, on the world's thread.
    pub(crate) fn idle(&self) -> Option<IdleRows> {
        let (count, row) = self.idle.get();
        Some(IdleRows { count, first: self.store.entity_of(u32::try_from(row).ok()?)? })
    }

    /// Claims the next rows, so many at most, or a whole block; `None` if there are none.
    pub(crate) fn claim(&self, most: usize) -> Option<Claim<'_, T, C>> {
        let most = if self.block == 0 { most } else { self.block };
        Some(Claim { rows: self.claims.claim(most)?, visit: self })
    }

    /// The rows, as a component finds its entity by them.
    pub(crate) fn own_rows(&self) -> OwnRows {
        // SAFETY: this visit keeps the column alive as long as threads ask, and it is frozen meanwhile.
        unsafe { own_rows(&self.store) }
    }
}

/// The rows of a store, as a component finds its entity by them on any thread.
///
/// # Safety
///
/// As long as threads ask, the store must live and be frozen.
pub(crate) unsafe fn own_rows<T>(store: &RcStore<T>) -> OwnRows {
    let entity_at = |column: *const (), address: usize| {
        // SAFETY: it is the column below, of which that is required of the caller.
        unsafe { &*column.cast::<Column>() }.entity_at(address)
    };
    // SAFETY: the function gets that pointer.
    unsafe { OwnRows::new(TypeId::of::<T>(), Rc::as_ptr(store.column()).cast(), entity_at) }
}

impl<T: Stored, C: Terms> Drop for SharedVisit<T, C> {
    fn drop(&mut self) {
        self.store.borrows.release_all_mut(self.site);
    }
}

/// Rows of a pass that were claimed, and are visited once.
pub(crate) struct Claim<'v, T: Stored, C: Terms> {
    visit: &'v SharedVisit<T, C>,
    rows: Range<usize>,
}

/// The rows of a block: few enough that threads share the work, of which each block is one part; and so many
/// that there are no more than 64, which may leave gaps between the ids that they give out.
fn block_of(rows: usize) -> usize {
    match rows.div_ceil(64) {
        few @ ..4 => few.max(4),
        block => block.next_multiple_of(16),
    }
}

impl<'v, T: Stored + Send, C: ParTerms> Claim<'v, T, C> {
    /// The first row.
    pub(crate) fn first(&self) -> usize {
        self.rows.start
    }

    /// How many there are.
    pub(crate) fn rows(&self) -> usize {
        self.rows.len()
    }

    /// The ids that hooks of these rows may give out, if they have commands.
    pub(crate) fn lane(&self) -> Option<Lane<'v>> {
        let SharedVisit { block, claims, frozen, .. } = self.visit;
        (*block != 0).then(|| frozen.lane(self.rows.start / block, claims.rows().div_ceil(*block)))
    }

    /// Calls a hook for each row, by a function that gets all that it takes as arguments: see
    /// [`Visit::quickly`](super::Visit::quickly) for why. If `is_noted`, each row has changed by that.
    ///
    /// If the hook panics, `on_panic` gets the entity and the panic, and decides whether it goes on with the
    /// next row, by returning. `on_error` gets the entity and the error of a hook that fails.
    #[inline(always)]
    pub(crate) fn each<H, O: Outcome>(
        self,
        commands: &CommandBuffer,
        is_noted: bool,
        hook: &H,
        call: impl for<'a> Fn(&'a H, &mut T, C::Lent<'a>) -> O + Copy,
        (on_panic, on_error): (impl Fn(Entity, Panic), impl Fn(Entity, O::Error)),
    ) {
        let Self { visit, mut rows } = self;
        let visited = Cell::new(rows.start);
        // The hook is called from one place: from two it would not be inlined.
        while let Err(panic) = catch_unwind(AssertUnwindSafe(|| {
            visit.each_of((rows.clone(), &visited), commands, is_noted, hook, call, &on_error);
        })) {
            let row = visited.get();
            on_panic(visit.store.entity_of(row as u32).unwrap_or_default(), panic);
            rows.start = row + 1;
        }
    }
}

/// The number of rows of some kind, and the first of them, which several threads count.
struct RowCount(AtomicUsize, AtomicUsize);

impl RowCount {
    const fn none() -> Self {
        Self(AtomicUsize::new(0), AtomicUsize::new(usize::MAX))
    }

    fn get(&self) -> (usize, usize) {
        (self.0.load(Ordering::Relaxed), self.1.load(Ordering::Relaxed))
    }
}

/// The same, as one thread counts them. They are written down when this is dropped, so that until then they
/// can be kept in registers, and no other thread waits for them.
struct OwnCount<'v> {
    count: usize,
    first: usize,
    all: &'v RowCount,
}

impl<'v> OwnCount<'v> {
    #[inline(always)]
    const fn of(all: &'v RowCount) -> Self {
        Self { count: 0, first: usize::MAX, all }
    }

    #[inline(always)]
    fn add(&mut self, row: usize) {
        self.count += 1;
        self.first = self.first.min(row);
    }
}

impl Drop for OwnCount<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        if self.count != 0 {
            self.all.0.fetch_add(self.count, Ordering::Relaxed);
            self.all.1.fetch_min(self.first, Ordering::Relaxed);
        }
    }
}

/// The row that is visited. It is written down as the counts are.
struct Progress<'v> {
    row: usize,
    visited: &'v Cell<usize>,
}

impl Drop for Progress<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        self.visited.set(self.row);
    }
}

impl<T: Stored + Send, C: ParTerms> SharedVisit<T, C> {
    /// Calls a hook for each of these rows, which were claimed and not visited yet.
    #[inline(always)]
    fn each_of<H, O: Outcome>(
        &self,
        (rows, visited): (Range<usize>, &Cell<usize>),
        commands: &CommandBuffer,
        is_noted: bool,
        hook: &H,
        call: impl for<'a> Fn(&'a H, &mut T, C::Lent<'a>) -> O + Copy,
        on_error: &impl Fn(Entity, O::Error),
    ) {
        let Self { terms, plan, base, store, .. } = self;
        // Not through the visit, of which the counter of the claims is a part: it would be read again for
        // each row.
        let (base, column) = (*base, &***store);
        let mut at = Progress { row: rows.start, visited };
        let (mut skipped, mut idle) = (OwnCount::of(&self.skipped), OwnCount::of(&self.idle));
        let mut note = |row: usize, outcome: O| match outcome.__ended() {
            Ended::Done => {}
            Ended::Nothing => idle.add(row),
            Ended::Failed(error) => on_error(column.entity_of(row as u32).unwrap_or_default(), error),
        };
        let mut first = rows.start;
        let mut places = C::Rows::same(Place::LookUp);
        while first < rows.end {
            let (len, kind) = plan.segment(first, rows.end, &mut places);
            let end = first + len;
            if kind == SegmentKind::Zipped {
                assert_seen(terms.rows().as_ref(), places.as_ref(), len);
                if is_noted {
                    column.row_store.note_changes(first..end);
                }
                let cursors = terms.cursors(C::Rows::first(places), true);
                for step in 0..len {
                    at.row = first + step;
                    let visited = Row { row: at.row, column, commands };
                    // SAFETY: the row was enabled when the pass began, so it is one of the main buffer; it
                    // was claimed, and is visited once. So are those of the terms, which are seen and belong
                    // to the same entity; items are not kept.
                    let outcome = unsafe {
                        C::with(cursors, C::Rows::abreast(step), &visited, |lent| {
                            T::Layout::with_mut(base, at.row, |own| call(hook, own, lent))
                        })
                    };
                    note(at.row, outcome);
                }
            } else {
                for row in first..end {
                    let visited = Row { row, column, commands };
                    let Some(found) = terms.find(places, row - first, &visited) else {
                        skipped.add(row);
                        continue;
                    };
                    at.row = row;
                    if is_noted {
                        column.note_change(row as u32);
                    }
                    // SAFETY: as above; the rows of the terms were found for the entity of this one.
                    let outcome = unsafe {
                        C::with(terms.cursors(found, true), C::Rows::abreast(0), &visited, |lent| {
                            T::Layout::with_mut(base, row, |own| call(hook, own, lent))
                        })
                    };
                    note(row, outcome);
                }
            }
            first = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SharedVisit;
    use crate::base::CallSite;
    use crate::borrow::HookName;
    use crate::store::{Store, with_store};
    use crate::{Component, Entity, World};

    #[derive(Component)]
    struct Boid(u32);

    #[test]
    fn what_a_parallel_pass_has_borrowed_is_named_by_its_hook() {
        let (boid, site) = (Entity::spawn().insert(Boid(7)), CallSite::here());
        let store = with_store(Boid::__cell(), Store::rc).expect("it was added");
        let hook = HookName { component: "Boid", hook: "update" };
        let visit = SharedVisit::begin(&store, (), false, hook, site).expect("nothing is borrowed");
        let refused = store.borrows.any_conflict().expect("all is borrowed").borrower;
        assert_eq!(refused.to_string(), "borrowed by its own hook `Boid::update`, as `self`");
        let again = SharedVisit::begin(&store, (), false, hook, site).map(drop);
        assert!(again.is_err_and(|error| error.to_string().contains("`Boid::update`")));
        drop(visit);
        assert_eq!(boid.borrow().0, 7);
        World::clear();
    }
}
