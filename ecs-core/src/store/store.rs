//! [`Store`]: look-up, values and borrows of one component type, and the changes that wait for a quiet point.
//!
//! No user code runs here while a `RefCell` is borrowed: hooks and `Drop` are called by the layer above, one at a time.
#![expect(unsafe_code, reason = "rows are reached through raw pointers, values are moved out of rows")]

use core::cell::{Cell, RefCell};
use core::cmp::Reverse;
use core::mem::MaybeUninit;
use core::ptr::NonNull;
use std::collections::VecDeque;
use std::rc::{Rc, Weak};
use std::thread::LocalKey;

use crate::error::ViewError;
use crate::ids::{Entity, Stamp};
use crate::world::WorldCore;

use super::cell::StoreCell;
use super::dense::{Dense, OFF, TOLD_OFF, place, stride};
use super::lent::Lent;
use super::sparse::{Entry, Sparse};

/// All components of one type in one world.
///
/// # Invariants
///
/// 1. The entry of a live component has its row; `owners` of that row has the index of its entity.
/// 2. A row without a live component is listed in `Changes::dead`, until it is closed.
/// 3. Rows below `Dense::main_len` lie in one allocation that starts at `base`.
/// 4. While `Lent::any`, no row moves and that allocation does not either: rows are only appended, to it while it has room, then to
///    the spill.
pub struct Store<T: 'static> {
    sparse: Sparse,
    lent: Lent,
    base: Cell<*mut T>,
    /// The number of rows in the main buffer.
    main_rows: Cell<usize>,
    dense: RefCell<Dense<T>>,
    changes: RefCell<Changes<T>>,
    queued: Cell<bool>,
    number: Cell<Option<u32>>,
    position: u32,
    name: &'static str,
    world: Rc<WorldCore>,
    pairs: RefCell<Vec<(u32, Rc<Cell<usize>>)>>,
    bound: RefCell<Vec<&'static LocalKey<StoreCell<T>>>>,
    this: Weak<Self>,
}

/// What waits for a quiet point.
struct Changes<T> {
    /// Rows whose component is dead, in the order of the kills.
    dead: Vec<Dead>,
    /// Entities whose row may stand on the wrong side of the enabled prefix.
    switched: Vec<Entity>,
    /// Entities whose component was not told yet that it is enabled or disabled.
    untold: Vec<Entity>,
    /// Values that left the store, in the order of the kills.
    dropped: VecDeque<T>,
}

struct Dead {
    row: u32,
    entity: Entity,
    owes_shutdown: bool,
    has_value: bool,
    /// The row was lent when it died, so that the index of the entity is held.
    held: bool,
}

impl<T> Store<T> {
    pub(crate) fn new(name: &'static str, capacity: usize, position: u32, world: Rc<WorldCore>) -> Rc<Self> {
        let mut dense = Dense::new();
        dense.reserve(capacity);
        Rc::new_cyclic(|this| Self {
            sparse: Sparse::new(),
            lent: Lent::new(),
            base: Cell::new(dense.base()),
            main_rows: Cell::new(0),
            dense: RefCell::new(dense),
            changes: RefCell::new(Changes {
                dead: Vec::new(),
                switched: Vec::new(),
                untold: Vec::new(),
                dropped: VecDeque::new(),
            }),
            queued: Cell::new(false),
            number: Cell::new(None),
            position,
            name,
            world,
            pairs: RefCell::default(),
            bound: RefCell::default(),
            this: this.clone(),
        })
    }

    /// The component's type, as messages name it.
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    #[inline]
    pub(crate) fn world(&self) -> &Rc<WorldCore> {
        &self.world
    }

    #[inline(always)]
    pub(crate) fn lent(&self) -> &Lent {
        &self.lent
    }

    pub(crate) fn rc(&self) -> Rc<Self> {
        self.this.upgrade().expect("a store is used while it is alive")
    }

    /// The type number, given at the first call.
    #[inline]
    pub(crate) fn number(&self) -> u32 {
        self.number.get().unwrap_or_else(|| self.take_number())
    }

    #[cold]
    fn take_number(&self) -> u32 {
        let number = self.world.number(self.position);
        self.number.set(Some(number));
        number
    }

    // ---- look-up ----

    /// Finds the row of an entity's live component.
    #[inline(always)]
    pub(crate) fn find(&self, entity: Entity) -> Option<u32> {
        let entry = self.sparse.get(entity.index());
        if entry.stamp == entity.stamp().bits() { Some(entry.row) } else { self.find_spilled(entity, entry) }
    }

    #[inline]
    fn find_spilled(&self, entity: Entity, entry: Entry) -> Option<u32> {
        if entry.stamp != 0 || entry.row == 0 {
            return None;
        }
        let stamp = self.dense.borrow().spill_stamp(entry.row as usize)?;
        (stamp == entity.stamp().bits()).then_some(entry.row)
    }

    /// Finds the row and the place of an entity's live component in the main buffer: the fast way of [`Store::find`].
    #[inline(always)]
    pub(crate) fn find_main(&self, entity: Entity) -> Option<(u32, NonNull<T>)> {
        let entry = self.sparse.get(entity.index());
        if entry.stamp != entity.stamp().bits() {
            return None;
        }
        // SAFETY: by invariants 1 and 3 an entry with a stamp has a row of the allocation at `base`, which is not null.
        Some((entry.row, unsafe { NonNull::new_unchecked(place(self.base.get(), entry.row as usize)) }))
    }

    /// Finds the row, in the main buffer, of the component of whatever entity has this index now.
    #[inline(always)]
    pub(crate) fn row_of_owner(&self, index: u32) -> Option<usize> {
        let entry = self.sparse.get(index);
        (entry.stamp != 0).then_some(entry.row as usize)
    }

    /// Says whether the component of a row is live.
    pub(crate) fn is_live(&self, row: u32) -> bool {
        let entry = self.sparse.get(self.owner(row));
        entry != Entry::VACANT && entry.row == row
    }

    /// The index of the entity of a row.
    #[inline]
    pub(crate) fn owner(&self, row: u32) -> u32 {
        self.dense.borrow().owners()[row as usize]
    }

    /// The place of a row.
    #[inline]
    pub(crate) fn value(&self, row: u32) -> NonNull<T> {
        if (row as usize) < self.main_rows.get() {
            // SAFETY: by invariant 3 the row lies in the allocation at `base`, which is not null.
            return unsafe { NonNull::new_unchecked(place(self.base.get(), row as usize)) };
        }
        NonNull::new(self.dense.borrow_mut().value(row as usize)).expect("a buffer is never at null")
    }

    /// The row of a value that [`Store::value`] or [`Store::find_main`] has given.
    #[cold]
    #[inline(never)]
    pub(crate) fn row_of(&self, value: NonNull<T>) -> u32 {
        self.dense.borrow().row_at(value.as_ptr()).expect("a lent value does not move") as u32
    }

    /// The first row of the main buffer.
    #[inline]
    pub(crate) fn base(&self) -> NonNull<T> {
        NonNull::new(self.base.get()).expect("a buffer is never at null")
    }

    /// The entity of a row, live or dead.
    pub(crate) fn entity_of(&self, row: u32) -> Option<Entity> {
        let dense = self.dense.borrow();
        let index = *dense.owners().get(row as usize)?;
        let entry = self.sparse.get(index);
        if entry != Entry::VACANT && entry.row == row {
            let stamp = if entry.stamp == 0 { dense.spill_stamp(row as usize)? } else { entry.stamp };
            return Some(Entity::new(index, Stamp::from_bits(stamp)?));
        }
        let changes = self.changes.borrow();
        changes.dead.iter().rev().find(|dead| dead.row == row).map(|dead| dead.entity)
    }

    /// The entity of the component at an address, if that is in this store.
    #[inline]
    pub(crate) fn entity_at(&self, address: *const T) -> Option<Entity> {
        let offset = address.addr().wrapping_sub(self.base.get().addr());
        let row = offset / stride::<T>();
        if row < self.main_rows.get() {
            let index = self.owner(row as u32);
            let entry = self.sparse.get(index);
            if entry.stamp != 0 && entry.row == row as u32 {
                return Some(Entity::new(index, Stamp::from_bits(entry.stamp)?));
            }
        }
        self.entity_at_slow(address)
    }

    /// As [`Store::entity_at`], also for the spill and for dead rows.
    #[cold]
    #[inline(never)]
    fn entity_at_slow(&self, address: *const T) -> Option<Entity> {
        let row = self.dense.borrow().row_at(address)?;
        self.entity_of(row as u32)
    }

    /// The number of rows, dead ones that were not closed yet included.
    #[inline]
    pub(crate) fn rows(&self) -> usize {
        self.dense.borrow().len()
    }

    /// The number of rows in the enabled prefix, as last settled.
    #[inline]
    pub(crate) fn enabled_rows(&self) -> usize {
        self.dense.borrow().enabled()
    }

    /// The number of live components.
    pub(crate) fn count(&self) -> usize {
        self.rows() - self.changes.borrow().dead.len()
    }

    /// Says whether values are left, in rows or waiting to be dropped.
    pub(crate) fn has_values(&self) -> bool {
        self.rows() != 0 || !self.changes.borrow().dropped.is_empty()
    }

    // ---- adding ----

    /// Makes room for `additional` components, now or, while something is lent, never: a hint.
    pub(crate) fn reserve(&self, additional: usize) {
        if !self.lent.any() {
            let mut dense = self.dense.borrow_mut();
            dense.reserve(additional);
            self.publish(&mut dense);
        }
    }

    /// Appends the component of an entity that has none; gives the value back if the entity is dead. Nothing that is lent moves.
    #[inline]
    pub(crate) fn push(&self, entity: Entity, value: T) -> Result<u32, T> {
        let Some(enabled) = self.world.enlist(entity, self.number()) else { return Err(value) };
        let (index, stamp) = (entity.index(), entity.stamp().bits());
        let mut dense = self.dense.borrow_mut();
        let row = dense.len();
        assert!(row < u32::MAX as usize, "a store holds fewer than 2^32 - 1 components");
        let in_main = dense.push(value, index, stamp, !self.lent.any());
        if in_main {
            self.publish(&mut dense);
        } else {
            self.queue();
        }
        self.sparse.set(index, Entry { stamp: if in_main { stamp } else { 0 }, row: row as u32 }, row + 1);
        if enabled && row == dense.enabled() {
            dense.set_enabled(row + 1);
            return Ok(row as u32);
        }
        Ok(self.place_beside(&mut dense, entity, row, enabled))
    }

    /// Makes the main buffer known, which may have grown or moved.
    #[inline]
    fn publish(&self, dense: &mut Dense<T>) {
        self.base.set(dense.base());
        self.main_rows.set(dense.main_len());
    }

    /// Puts a new row on its side of the enabled prefix, where that is not simply its end.
    #[cold]
    fn place_beside(&self, dense: &mut Dense<T>, entity: Entity, row: usize, enabled: bool) -> u32 {
        if !enabled {
            dense.set_flag(row, TOLD_OFF, true);
        } else if self.lent.any() {
            self.changes.borrow_mut().switched.push(entity);
            self.queue();
        } else {
            let place = dense.enabled();
            self.swap_rows(dense, row, place);
            dense.set_enabled(place + 1);
            return place as u32;
        }
        row as u32
    }

    /// Puts another value in a row that is not lent, and lets the old one drop at the next quiet point.
    pub(crate) fn replace(&self, row: u32, value: T) {
        debug_assert!(!self.lent.is_row_lent(row));
        let mut place = self.value(row);
        // SAFETY: the row holds a live value, which nothing has borrowed.
        let old = core::mem::replace(unsafe { place.as_mut() }, value);
        self.changes.borrow_mut().dropped.push_back(old);
        self.queue();
    }

    // ---- removing ----

    /// Makes the component of a row dead. Its value stays until the next quiet point.
    pub(crate) fn detach(&self, row: u32, owes_shutdown: bool) {
        self.bury(row, owes_shutdown, true);
    }

    /// Takes the value of a live component that is not lent.
    pub(crate) fn take(&self, row: u32) -> T {
        debug_assert!(!self.lent.is_row_lent(row));
        let value = self.dense.borrow_mut().take(row as usize);
        self.bury(row, false, false);
        // SAFETY: the row held a live value; it is a hole now and listed as such.
        unsafe { value.assume_init() }
    }

    fn bury(&self, row: u32, owes_shutdown: bool, has_value: bool) {
        let entity = self.entity_of(row).expect("the row is live");
        let held = self.lent.is_row_lent(row);
        if held {
            self.world.hold(entity.index());
        }
        self.sparse.set(entity.index(), Entry::VACANT, 0);
        self.world.entities.borrow_mut().remove_type(entity.index(), self.number());
        self.changes.borrow_mut().dead.push(Dead { row, entity, owes_shutdown, has_value, held });
        self.queue();
    }

    // ---- enabling ----

    /// Says whether the component and its entity are switched on.
    pub(crate) fn is_enabled(&self, row: u32) -> bool {
        let dense = self.dense.borrow();
        let owner = dense.owners()[row as usize];
        !dense.flag(row as usize, OFF) && self.world.entities.borrow().is_enabled(owner)
    }

    /// Switches the component itself.
    pub(crate) fn set_own_switch(&self, row: u32, enabled: bool) {
        self.dense.borrow_mut().set_flag(row as usize, OFF, !enabled);
    }

    /// Says whether the component does not know yet that it is enabled or disabled, and if not makes it known.
    pub(crate) fn tell(&self, row: u32) -> Option<bool> {
        let enabled = self.is_enabled(row);
        let mut dense = self.dense.borrow_mut();
        if dense.flag(row as usize, TOLD_OFF) != enabled {
            return None;
        }
        dense.set_flag(row as usize, TOLD_OFF, !enabled);
        Some(enabled)
    }

    /// Notes that the row may have to change sides.
    pub(crate) fn note_switched(&self, entity: Entity) {
        self.changes.borrow_mut().switched.push(entity);
        self.queue();
    }

    // ---- quiet points ----

    /// Says whether changes are pending.
    #[inline]
    pub(crate) fn is_pending(&self) -> bool {
        self.queued.get()
    }

    fn queue(&self) {
        if !self.queued.replace(true) {
            self.lent.set_pending(true);
            self.world.queue(self.position);
        }
    }

    /// Forgets that changes are pending, if there are none any more.
    pub(crate) fn unqueue_if_done(&self) {
        let changes = self.changes.borrow();
        let done = changes.dead.is_empty()
            && changes.switched.is_empty()
            && changes.untold.is_empty()
            && changes.dropped.is_empty()
            && !self.dense.borrow().has_spill();
        if done && self.queued.replace(false) {
            self.lent.set_pending(false);
            self.world.unqueue(self.position);
        }
    }

    /// The next dead component whose `shutdown` must still run; it counts as run from now on.
    pub(crate) fn next_owed_shutdown(&self) -> Option<u32> {
        let mut changes = self.changes.borrow_mut();
        let dead = changes.dead.iter_mut().find(|dead| dead.owes_shutdown)?;
        dead.owes_shutdown = false;
        Some(dead.row)
    }

    /// Merges the spill, closes the rows of the dead, and moves switched rows to their side. Nothing may be lent.
    pub(crate) fn tidy(&self) {
        debug_assert!(!self.lent.any());
        let dense = &mut *self.dense.borrow_mut();
        let changes = &mut *self.changes.borrow_mut();
        if dense.has_spill() {
            self.merge(dense);
        }
        if !changes.dead.is_empty() {
            self.close_dead(dense, changes);
        }
        let mut switched = core::mem::take(&mut changes.switched);
        for entity in switched.drain(..) {
            self.place_switched(dense, changes, entity);
        }
        changes.switched = switched;
    }

    fn merge(&self, dense: &mut Dense<T>) {
        for row in dense.main_len()..dense.len() {
            let index = dense.owners()[row];
            if self.sparse.get(index) == (Entry { stamp: 0, row: row as u32 }) {
                let stamp = dense.spill_stamp(row).expect("the row is spilled");
                self.sparse.set(index, Entry { stamp, row: row as u32 }, row + 1);
            }
        }
        dense.merge();
        self.publish(dense);
    }

    fn close_dead(&self, dense: &mut Dense<T>, changes: &mut Changes<T>) {
        for dead in &changes.dead {
            if dead.has_value {
                let value = dense.take(dead.row as usize);
                // SAFETY: a dead row that has a value was live and is taken from once: it is closed below.
                changes.dropped.push_back(unsafe { value.assume_init() });
            }
        }
        // From the highest row to the lowest: what fills a hole is never itself dead.
        changes.dead.sort_unstable_by_key(|dead| Reverse(dead.row));
        for dead in changes.dead.drain(..) {
            self.close_row(dense, dead.row as usize);
            if dead.held {
                self.world.let_go(dead.entity.index());
            }
        }
    }

    /// Closes a hole, keeping the enabled rows first.
    fn close_row(&self, dense: &mut Dense<T>, row: usize) {
        let last = dense.len() - 1;
        let mut hole = row;
        if hole < dense.enabled() {
            let last_enabled = dense.enabled() - 1;
            self.fill(dense, hole, last_enabled);
            dense.set_enabled(last_enabled);
            hole = last_enabled;
        }
        self.fill(dense, hole, last);
        dense.close();
        self.main_rows.set(dense.main_len());
        self.cap_pairs(row);
    }

    fn fill(&self, dense: &mut Dense<T>, hole: usize, from: usize) {
        if hole != from {
            dense.fill(hole, from);
            self.point_to(dense, hole);
        }
    }

    fn swap_rows(&self, dense: &mut Dense<T>, a: usize, b: usize) {
        if a != b {
            dense.swap(a, b);
            self.point_to(dense, a);
            self.point_to(dense, b);
            self.cap_pairs(a.min(b));
        }
    }

    /// Corrects the look-up after a live component has moved to a row of the main buffer.
    fn point_to(&self, dense: &Dense<T>, row: usize) {
        let index = dense.owners()[row];
        let stamp = self.sparse.get(index).stamp;
        self.sparse.set(index, Entry { stamp, row: row as u32 }, dense.len());
    }

    fn place_switched(&self, dense: &mut Dense<T>, changes: &mut Changes<T>, entity: Entity) {
        // All rows are in the main buffer now.
        let entry = self.sparse.get(entity.index());
        if entry.stamp != entity.stamp().bits() {
            return;
        }
        let row = entry.row as usize;
        let on = !dense.flag(row, OFF) && self.world.entities.borrow().is_enabled(entity.index());
        if dense.flag(row, TOLD_OFF) == on {
            changes.untold.push(entity);
        }
        let enabled = dense.enabled();
        if on && row >= enabled {
            self.swap_rows(dense, row, enabled);
            dense.set_enabled(enabled + 1);
        } else if !on && row < enabled {
            self.swap_rows(dense, row, enabled - 1);
            dense.set_enabled(enabled - 1);
        }
    }

    /// The next component that was not told yet that it is enabled or disabled.
    pub(crate) fn next_untold(&self) -> Option<Entity> {
        self.changes.borrow_mut().untold.pop()
    }

    /// The next value that has left the store, to be dropped by the caller.
    pub(crate) fn next_dropped(&self) -> Option<T> {
        self.changes.borrow_mut().dropped.pop_front()
    }

    /// Takes all values, in order, at the end of the world. Nothing may be lent.
    pub(crate) fn take_values(&self) -> impl Iterator<Item = T> + use<T> {
        self.tidy();
        let rows = self.dense.borrow_mut().take_all();
        self.base.set(NonNull::dangling().as_ptr());
        self.main_rows.set(0);
        // SAFETY: `tidy` has closed all holes, so each row holds a value; the rows were taken, so nothing else takes them.
        rows.into_iter().map(|value: MaybeUninit<T>| unsafe { value.assume_init() })
    }

    /// Refuses if the values cannot be brought in order now.
    pub(crate) fn check_settled(&self) -> Result<(), ViewError> {
        match self.lent.any_conflict() {
            Some(conflict) if self.is_pending() && self.has_structural_changes() => {
                Err(ViewError::Unsettled { component: self.name, by: conflict.lender, at: conflict.at })
            }
            _ => Ok(()),
        }
    }

    fn has_structural_changes(&self) -> bool {
        let changes = self.changes.borrow();
        !changes.dead.is_empty() || !changes.switched.is_empty() || self.dense.borrow().has_spill()
    }

    // ---- alignment with another store ----

    /// Says for how many rows from the first this store and another have the same owners.
    ///
    /// The answer is remembered for the pair and extended from where it ended; closing or moving a row cuts it there.
    pub(crate) fn aligned_rows<U>(&self, other: &Store<U>) -> usize {
        let known = self.pair_with(other.position, &other.pairs);
        let (ours, theirs) = (self.dense.borrow(), other.dense.borrow());
        let (ours, theirs) = (ours.owners(), theirs.owners());
        let mut aligned = known.get();
        let shorter = ours.len().min(theirs.len());
        aligned += common_prefix(&ours[aligned..shorter], &theirs[aligned..shorter]);
        known.set(aligned);
        aligned
    }

    fn pair_with(&self, other: u32, others: &RefCell<Vec<(u32, Rc<Cell<usize>>)>>) -> Rc<Cell<usize>> {
        let mut pairs = self.pairs.borrow_mut();
        if let Some((_, known)) = pairs.iter().find(|(position, _)| *position == other) {
            return known.clone();
        }
        let known = Rc::new(Cell::new(0));
        pairs.push((other, known.clone()));
        others.borrow_mut().push((self.position, known.clone()));
        known
    }

    fn cap_pairs(&self, row: usize) {
        for (_, known) in self.pairs.borrow().iter() {
            known.set(known.get().min(row));
        }
    }

    // ---- the thread-local cell ----

    /// Lets a thread-local cell point here, until the store is dropped or another world is current.
    pub(crate) fn bind(&self, key: &'static LocalKey<StoreCell<T>>) {
        let mut bound = self.bound.borrow_mut();
        if !bound.iter().any(|known| core::ptr::eq(*known, key)) {
            bound.push(key);
        }
        key.with(|cell| cell.set(self.this.as_ptr()));
    }

    /// Makes the cells that point here forget the store.
    pub(crate) fn unbind(&self) {
        for key in self.bound.take() {
            key.with(|cell| cell.forget(self.this.as_ptr()));
        }
    }

    /// Bytes of values, rows and look-up, and the capacity.
    pub(crate) fn memory(&self) -> (usize, usize, usize, usize) {
        let dense = self.dense.borrow();
        let (values, rows) = dense.bytes();
        (values, rows + self.lent.bytes(), self.sparse.bytes(), dense.capacity())
    }
}

impl<T> Drop for Store<T> {
    fn drop(&mut self) {
        self.unbind();
    }
}

fn common_prefix(a: &[u32], b: &[u32]) -> usize {
    const CHUNK: usize = 64;
    let equal = a.chunks(CHUNK).zip(b.chunks(CHUNK)).take_while(|(a, b)| a == b).count();
    let start = (equal * CHUNK).min(a.len().min(b.len()));
    start + a[start..].iter().zip(&b[start..]).take_while(|(a, b)| a == b).count()
}
