//! [`Rows`]: all components of one type, borrowed by a view, or opened by a pass or a query.
#![expect(unsafe_code, reason = "the rows of a flushed store are borrowed as one slice")]

use core::alloc;
use core::marker::PhantomData;
use core::mem::ManuallyDrop;
use core::ops::Range;
use core::ptr::{self, NonNull};
use core::slice;

use crate::error::{AddError, BorrowError, fail};
use crate::ids::Entity;
use crate::ticks::ChangeSpan;
use crate::world::peek;

use super::opening::Opening;
use super::tagged::Tagged;
use super::term_rows::TermRows;
use crate::base::{CallSite, prefetch};
use crate::borrow::{Borrower, Conflict};
use crate::column::{Entry, MayBeTracked, Window};
use crate::store::{CursorOf, Layout, RcStore, Store, Stored, address, find, start_of_slice};

/// The rows that a view has borrowed, for writing if `MUT`: those that were live when it began, all in the
/// main buffer.
///
/// It keeps where they and the look-up table lie, so that following a handle reads neither from the store.
/// The borrower may reborrow them for `'w`. A reborrow releases nothing when it drops.
pub struct Rows<'w, T: 'static, const MUT: bool> {
    kept: ManuallyDrop<KeptAlive<T>>,
    /// Whether they are released at the end.
    ///
    /// Invariant 27: what is reborrowed does not outlive what was borrowed, and releases nothing.
    is_owner: bool,
    /// Pinned while the view lives.
    window: Window,
    /// The first row; the main buffer does not move while the view lives.
    base: NonNull<T>,
    /// Invariant 9: rows below this are known here; later ones, which come to the spill, are not seen by a
    /// view, and found by a pass or query through the store.
    len: usize,
    enabled: usize,
    /// Whether a term sees the enabled rows only.
    enabled_only: bool,
    /// Whether the rows were in order: the enabled ones first, and no dead ones. Otherwise each is looked up.
    is_flushed: bool,
    /// How many of them are in the main buffer.
    main: usize,
    /// Since when they may be written to, if changes are tracked.
    span: Option<ChangeSpan>,
    site: CallSite,
    borrowed: PhantomData<&'w Store<T>>,
}

/// What lives as long as the rows are borrowed.
struct KeptAlive<T: 'static> {
    /// `None`: nothing of the type was ever added.
    store: Option<RcStore<T>>,
    /// If the components are tags: chosen when they are borrowed.
    tagged: Option<Tagged>,
    /// Whether a pass or a query borrows them row by row. If not, they are whole, or there are none.
    is_visited: bool,
}

/// So many handles are looked up before the first of them is followed.
pub(crate) const BATCH: usize = 16;

impl<T, const MUT: bool> Rows<'static, T, MUT> {
    /// Borrows the rows of a store that does not exist yet: none.
    pub(crate) fn none(site: CallSite) -> Self {
        let kept = KeptAlive { store: None, tagged: None, is_visited: false };
        Self::new(kept, Window::EMPTY, NonNull::dangling(), 0, 0, site)
    }

    /// Lets a pass or a query visit the rows of a store, in order or not.
    #[inline(always)]
    pub(crate) fn visit(store: RcStore<T>, opening: &Opening<'_>) -> Self {
        let is_flushed = store.is_flushed();
        let &Opening { visiting, isolated, hook, site, .. } = opening;
        let borrower = match isolated {
            true => Borrower::of_whole(hook, store.name(), MUT),
            false => Borrower::of_term(hook, store.name(), MUT),
        };
        let rows = store.column().clone().add_visitor(visiting, MUT, borrower, site);
        let mut rows = Self::of(store, rows, true, site);
        rows.is_flushed = is_flushed;
        rows
    }

    /// Borrows the rows of a flushed store.
    pub(crate) fn borrow(store: RcStore<T>, borrower: Borrower, site: CallSite) -> Result<Self, Conflict> {
        let covered = store.covered(store.rows());
        if MUT {
            store.borrows.borrow_all_mut(covered, borrower, site)
        } else {
            store.borrows.borrow_all(covered, borrower, site)
        }?;
        store.column().seal();
        let rows = store.rows_and_prefix();
        Ok(Self::of(store, rows, false, site))
    }

    /// The rows of a store that are borrowed: so many, of which so many are in the enabled prefix. Of tags
    /// the enabled ones are counted for views alone: see [`Rows::with_places`].
    #[inline(always)]
    fn of(store: RcStore<T>, (len, enabled): (usize, usize), is_visited: bool, site: CallSite) -> Self {
        let (pinned, base, main) = (store.row_store.pin(), store.base(), store.row_store.main_rows());
        // What comes where there was nothing comes to the main buffer all the same.
        let window = if len == 0 { Window::EMPTY } else { pinned };
        let tagged = if const { Store::<T>::MAY_BE_TAGS } { Tagged::of(&store) } else { None };
        let kept = KeptAlive { store: Some(store), tagged, is_visited };
        let mut rows = Self::new(kept, window, base, len, enabled, site);
        rows.main = main;
        rows
    }

    #[inline]
    fn new(
        kept: KeptAlive<T>,
        window: Window,
        base: NonNull<T>,
        len: usize,
        enabled: usize,
        site: CallSite,
    ) -> Self {
        let (kept, borrowed) = (ManuallyDrop::new(kept), PhantomData);
        let (is_owner, enabled_only, is_flushed, main, span) = (true, false, true, len, None);
        Self {
            kept,
            is_owner,
            window,
            base,
            len,
            enabled,
            enabled_only,
            is_flushed,
            main,
            span,
            site,
            borrowed,
        }
    }

    /// Gives tags an order, for a view, which shows them as a slice.
    pub(crate) fn with_places(mut self) -> Self {
        let KeptAlive { store, tagged, .. } = &mut *self.kept;
        if let (Some(tagged), Some(store)) = (tagged, store) {
            self.enabled = tagged.put_in_order(store);
        }
        self
    }
}

impl<T> Rows<'_, T, false> {
    /// Reborrows the rows. O(1): nothing is counted.
    #[inline]
    pub(crate) fn again(&self) -> Rows<'_, T, false> {
        // SAFETY: they are for reading, and their borrow has not ended while these live.
        unsafe { self.copy() }
    }
}

impl<T> Rows<'_, T, true> {
    /// Reborrows the rows. O(1): nothing is counted.
    #[inline]
    pub(crate) fn again(&mut self) -> Rows<'_, T, true> {
        // SAFETY: nobody else uses them while these live, and their borrow has not ended.
        unsafe { self.copy() }
    }
}

impl<T: Stored, const MUT: bool> Rows<'_, T, MUT> {
    /// Where the rows from one on lie that are seen, or where the first would be.
    #[inline(always)]
    pub(crate) fn cursor(&self, row: usize) -> CursorOf<T> {
        debug_assert!(row < self.len || row == 0 || self.tagged().is_some());
        T::Layout::at(|| self.address(row), |array, layout| self.place(array, layout, row))
    }

    #[inline(always)]
    fn address(&self, row: usize) -> *mut T {
        match self.store() {
            Some(store) if row >= self.main && row < self.len => store.value(row as u32).as_ptr(),
            _ => address(self.base.as_ptr(), row),
        }
    }

    #[inline(always)]
    fn place(&self, array: usize, layout: alloc::Layout, row: usize) -> *mut u8 {
        match self.store() {
            Some(store) if row < self.len => store.row_store.place(array, layout, row as u32),
            _ => ptr::null_mut(),
        }
    }

    /// Where the values lie one behind the other.
    ///
    /// # Panics
    ///
    /// If each field is in an array of its own: the callers have refused that.
    #[inline(always)]
    fn whole_base(&self) -> *mut T {
        assert!(!T::Layout::IS_SPLIT, "values whose fields lie apart have no slice");
        self.base.as_ptr()
    }

    /// The rows, the enabled ones first.
    #[inline(always)]
    pub(crate) fn slice(&self) -> &[T] {
        // SAFETY: the first `len` rows are live and whole, in one allocation; this view has borrowed them.
        unsafe { slice::from_raw_parts(start_of_slice(self.whole_base()), self.len) }
    }

    /// The values, the enabled ones first.
    pub(crate) fn values(&self) -> Values<'_, T> {
        if const { !T::Layout::IS_SPLIT } {
            return Values::Here(self.slice());
        }
        // SAFETY: the first `len` rows are live and borrowed by this view. The fields of a type that is
        // stored by them are `Copy`.
        let copy = |row| unsafe { T::Layout::read(self.cursor(row), 0) };
        let mut copies = self.room_for_copies(self.len);
        copies.extend((0..self.len).map(copy));
        Values::Copies(copies)
    }

    /// Finds the component of an entity.
    #[inline(always)]
    pub(crate) fn get(&self, entity: Entity) -> Option<&T> {
        // SAFETY: the value lies whole, as `find` asserts, and this view has borrowed it.
        self.find(entity).map(|value| unsafe { value.as_ref() })
    }

    /// Finds the component of an entity, which must have one.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn expect(&self, component: &'static str, entity: Entity) -> &T {
        match self.find(entity) {
            // SAFETY: the value lies whole, as `find` asserts, and this view has borrowed it.
            Some(value) => unsafe { value.as_ref() },
            None => self.fail_dead(component, entity),
        }
    }

    #[inline(always)]
    fn find(&self, entity: Entity) -> Option<NonNull<T>> {
        assert!(!T::Layout::IS_SPLIT, "values whose fields lie apart are not borrowed where they are");
        if let Some(tagged) = self.tagged() {
            return self
                .store()?
                .find_main(entity)
                .filter(|_| tagged.contains(entity.index()))
                .map(|(_, value)| value);
        }
        self.find_near(entity).or_else(|| find_far(self.store(), self.len, entity))
    }

    /// Finds what has its entry in the window: nearly everything.
    #[inline(always)]
    fn find_near(&self, entity: Entity) -> Option<NonNull<T>> {
        // SAFETY: the row is one of the `len` from the base, as `row_near` says.
        self.row_near(entity).map(|row| unsafe { NonNull::new_unchecked(address(self.whole_base(), row)) })
    }

    /// The row of the component of an entity.
    #[inline(always)]
    pub(crate) fn row(&self, entity: Entity) -> Option<usize> {
        match self.tagged() {
            None => self.row_near(entity).or_else(|| row_far(self.store(), self.len, entity)),
            Some(tagged) => self.find(entity).and_then(|_| tagged.place(entity, self.enabled)),
        }
    }

    /// Finds the rows of some components, and asks the processor to bring them. What is dead has no such row.
    #[inline]
    pub(crate) fn fetch(&self, entities: impl Iterator<Item = Entity>) -> [usize; BATCH] {
        let mut rows = [usize::MAX; BATCH];
        for (place, entity) in rows.iter_mut().zip(entities) {
            if let Some(row) = self.row(entity) {
                *place = row;
                prefetch(&raw const self.slice()[row]);
            }
        }
        rows
    }
}

impl<T, const MUT: bool> Rows<'_, T, MUT> {
    /// Copies the rows, which are released once.
    ///
    /// # Safety
    ///
    /// The copy must not be used while these are, if they are for writing, nor after their borrow.
    #[inline]
    unsafe fn copy(&self) -> Self {
        // SAFETY: a copy that is no owner does not drop it, and as the caller sees to it, it is not used
        // after the owner does.
        let kept = unsafe { ptr::read(&self.kept) };
        Self { kept, is_owner: false, ..*self }
    }

    /// A list with room for copies of so many rows, or what is made of each. Where there is no memory for
    /// that, this panics: rows may be more than a list that aborts the process then.
    #[track_caller]
    pub(super) fn room_for_copies<V>(&self, rows: usize) -> Vec<V> {
        let mut copies = Vec::new();
        if copies.try_reserve_exact(rows).is_err() {
            let component = self.store().map_or("", |store| store.name());
            fail(&AddError::NoRoom { component: Some(component), additional: rows });
        }
        copies
    }

    /// Says whether they are borrowed as a whole, not visited one by one.
    pub(crate) fn is_whole(&self) -> bool {
        !self.kept.is_visited
    }

    /// How many rows there are.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// How many rows are enabled, for a view.
    #[inline(always)]
    pub(crate) fn enabled(&self) -> usize {
        self.enabled
    }

    /// Panics because a component is dead, with what is known of its entity.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn fail_dead(&self, component: &'static str, entity: Entity) -> ! {
        fail_dead(self.store(), component, entity)
    }

    /// Says why the component of an entity is not here.
    pub(crate) fn why_gone(&self, component: &'static str, entity: Entity) -> BorrowError {
        why_gone(self.store(), component, entity)
    }

    /// The row of what has its entry in the window, for a view.
    #[inline(always)]
    fn row_near(&self, entity: Entity) -> Option<usize> {
        // SAFETY: the window is pinned.
        let entry = unsafe { self.window.get(entity.index()) }?;
        debug_assert!(!self.kept.is_visited, "a pass or query looks for the index");
        // By invariant 29 the row is one that the view has borrowed.
        (entry.stamp() == entity.stamp().bits()).then_some(entry.row() as usize)
    }

    /// The entity of a row, also of one that has died since.
    #[inline]
    pub(crate) fn entity(&self, row: usize) -> Option<Entity> {
        match self.tagged() {
            Some(tagged) => tagged.entity(row),
            None if row < self.len => self.store()?.entity_of(row as u32),
            None => None,
        }
    }

    /// Calls a function with each row and its entity, when nothing has died since they were borrowed.
    pub(crate) fn each_entity(&self, mut f: impl FnMut(usize, Entity)) {
        let (Some(store), None) = (self.store(), self.tagged()) else {
            return (0..self.len).for_each(|row| f(row, self.entity(row).unwrap_or_default()));
        };
        let mut named = [Entity::NONE; 64 * BATCH];
        for first in (0..self.len).step_by(named.len()) {
            let named = &mut named[..(self.len - first).min(64 * BATCH)];
            store.name_rows(first, named);
            (first..).zip(&*named).for_each(|(row, &entity)| f(row, entity));
        }
    }

    /// Those that had the tag when the rows were borrowed, if the components are tags.
    #[inline(always)]
    fn tagged(&self) -> Option<&Tagged> {
        if const { Store::<T>::MAY_BE_TAGS } { self.kept.tagged.as_ref() } else { None }
    }

    // ---- as a term ----

    /// The rows as a term sees them, which an entity needs. Of tags it sees all, as they have no enabled
    /// prefix: each is asked when its turn comes.
    #[inline]
    pub(crate) fn as_term(&self, is_noted: bool) -> TermRows<'_> {
        TermRows {
            column: self.store().map(|store| &**store),
            reach: self.reach(),
            is_needed: true,
            is_flushed: self.is_flushed,
            are_tags: self.tagged().is_some(),
            is_noted,
        }
    }

    /// How many rows are seen.
    #[inline(always)]
    fn reach(&self) -> usize {
        if self.enabled_only && self.is_flushed && self.tagged().is_none() { self.enabled } else { self.len }
    }

    /// Sees the enabled rows only, or all.
    pub(super) fn see(&mut self, enabled_only: bool) {
        self.enabled_only = enabled_only;
    }

    /// The row of the component of the entity that has this index now, if it is seen.
    #[inline(always)]
    pub(crate) fn row_of_owner(&self, index: u32) -> Option<usize> {
        if let Some(tagged) = self.tagged() {
            let is_there = tagged.contains(index) && self.store()?.has(index, self.enabled_only);
            return is_there.then_some(index as usize);
        }
        // SAFETY: the window is pinned.
        let entry = match unsafe { self.window.get(index) } {
            Some(entry) => entry,
            None => self.store()?.row_store.entry(index),
        };
        if entry.stamp() != 0 && (entry.row() as usize) < self.reach() {
            return (!self.was_disabled(entry.row())).then_some(entry.row() as usize);
        }
        if entry == Entry::VACANT { None } else { self.row_out_of_order(index) }
    }

    /// As [`Rows::row_of_owner`], of a row that is not where most are: in the spill, or enabled since.
    #[cold]
    #[inline(never)]
    fn row_out_of_order(&self, index: u32) -> Option<usize> {
        let store = self.store()?;
        let row = store.row_of_index(index).filter(|&row| (row as usize) < self.len)?;
        (!self.enabled_only || store.is_enabled(row)).then_some(row as usize)
    }

    /// Says whether a row that was enabled when the rows were borrowed is not enabled any more, where only
    /// such rows are seen.
    #[inline(always)]
    fn was_disabled(&self, row: u32) -> bool {
        self.enabled_only
            && self.store().is_some_and(|store| store.lifecycle.is_queued() && !store.is_enabled(row))
    }

    /// Begins to note the changes of components of a tracked type.
    pub(crate) fn begin_span(&mut self) {
        self.span = self.store().and_then(|store| store.begin_span());
    }

    /// Notes the change of a component of a tracked type.
    #[inline]
    pub(crate) fn note_change(&self, row: usize) {
        if let Some(store) = self.store() {
            store.note_change(row as u32);
        }
    }

    /// Notes the changes of components of a tracked type.
    pub(crate) fn note_changes(&self, rows: Range<usize>) {
        if let Some(store) = self.store() {
            store.row_store.note_changes(rows);
        }
    }

    pub(crate) fn store(&self) -> Option<&Store<T>> {
        self.kept.store.as_deref()
    }
}

/// The values of rows that are borrowed: a slice, or copies where there is none.
pub(crate) enum Values<'r, T> {
    Here(&'r [T]),
    Copies(Vec<T>),
}

crate::base::deref_by!([T] Values<'_, T> => [T], |this| match this {
    Self::Here(values) => values,
    Self::Copies(values) => values,
});

/// Finds the component of an entity if its row is below `len`, wherever its entry lies.
///
/// It cannot panic, and says so by its ABI, under which a panic would abort: a call that may unwind counts as
/// a hot one, and spilled the registers of the loop around it.
#[cold]
#[inline(never)]
extern "C" fn find_far<T: Stored>(
    store: Option<&Store<T>>,
    len: usize,
    entity: Entity,
) -> Option<NonNull<T>> {
    store?.find_main(entity).filter(|&(row, _)| (row as usize) < len).map(|(_, value)| value)
}

/// As [`find_far`], the row.
#[cold]
#[inline(never)]
fn row_far<T: Stored>(store: Option<&Store<T>>, len: usize, entity: Entity) -> Option<usize> {
    store?.find_main(entity).map(|(row, _)| row as usize).filter(|&row| row < len)
}

/// As [`Rows::fail_dead`]. It is not shown the rows: so these stay in registers, with all that a loop over
/// them asks at each step.
#[cold]
#[inline(never)]
#[track_caller]
fn fail_dead<T>(store: Option<&Store<T>>, component: &'static str, entity: Entity) -> ! {
    fail(&why_gone(store, component, entity))
}

/// As [`Rows::why_gone`].
#[cold]
fn why_gone<T>(store: Option<&Store<T>>, component: &'static str, entity: Entity) -> BorrowError {
    match store {
        Some(store) if store.find(entity).is_some() => BorrowError::AddedLater { component, entity },
        Some(store) => store.world.why_gone(component, entity, store.number.get()),
        // There was none of the type when the view was taken.
        None => peek(|core| match find::<T>(core) {
            Some(store) if store.find(entity).is_some() => BorrowError::AddedLater { component, entity },
            store => {
                let number = store.and_then(|store| store.number.get());
                core.why_gone(component, entity, number)
            }
        })
        .unwrap_or(BorrowError::Dead { component, entity, ending: None }),
    }
}

impl<T: Stored> Rows<'_, T, true> {
    /// The rows for writing, the enabled ones first.
    #[inline(always)]
    pub(crate) fn slice_mut(&mut self) -> &mut [T] {
        self.parts_mut().0
    }

    /// The rows for writing, and what knows the entity of a row.
    #[inline(always)]
    pub(crate) fn parts_mut(&mut self) -> (&mut [T], impl Fn(usize) -> Option<Entity>) {
        let start = start_of_slice(self.whole_base());
        // SAFETY: the first `len` rows are live and whole, in one allocation; this view alone has borrowed
        // them. The other part reads none of them.
        (unsafe { slice::from_raw_parts_mut(start, self.len) }, |row| self.entity(row))
    }
}

impl<T: MayBeTracked + Stored> Rows<'_, T, true> {
    /// Finds the component of an entity for writing.
    #[inline(always)]
    pub(crate) fn get_mut(&mut self, entity: Entity) -> Option<&mut T> {
        // SAFETY: the value lies whole, as `find_to_write` asserts, and this view alone has borrowed it.
        self.find_to_write(entity).map(|mut value| unsafe { value.as_mut() })
    }

    /// Finds the component of an entity, which must have one, for writing.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn expect_mut(&mut self, component: &'static str, entity: Entity) -> &mut T {
        match self.find_to_write(entity) {
            // SAFETY: the value lies whole, as `find_to_write` asserts, and this view alone has borrowed it.
            Some(mut value) => unsafe { value.as_mut() },
            None => self.fail_dead(component, entity),
        }
    }

    /// Finds the component of an entity, and notes its change if the type is tracked.
    #[inline(always)]
    fn find_to_write(&self, entity: Entity) -> Option<NonNull<T>> {
        if const { !T::TRACKED } {
            return self.find(entity);
        }
        let row = self.row(entity)?;
        self.note_change(row);
        // SAFETY: the row is one of the `len` from the base.
        Some(unsafe { NonNull::new_unchecked(address(self.whole_base(), row)) })
    }
}

impl<T: 'static> KeptAlive<T> {
    /// Gives so many rows back.
    #[inline(never)]
    fn end<const MUT: bool>(self, len: usize, span: Option<ChangeSpan>, site: CallSite) {
        let Self { store: Some(store), tagged: _, is_visited } = self else { return };
        if MUT {
            store.end_span(len, span);
        }
        match (is_visited, MUT) {
            (true, _) => {}
            (false, true) => store.borrows.release_all_mut(site),
            (false, false) => store.borrows.release_all(store.covered(len), site),
        }
        store.row_store.unpin();
    }
}

impl<T, const MUT: bool> Drop for Rows<'_, T, MUT> {
    /// Inlined, and the rows are not shown to what is called: see [`fail_dead`].
    #[inline(always)]
    fn drop(&mut self) {
        if self.is_owner {
            // SAFETY: this is the owner, and ends once.
            let kept = unsafe { ManuallyDrop::take(&mut self.kept) };
            kept.end::<MUT>(self.len, self.span, self.site);
        }
    }
}
