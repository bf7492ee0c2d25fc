//! [`Column`]: all components of one type in one world, without the type: look-up, rows and borrows, and the
//! changes that wait for a sync point. Compiled once.
//!
//! No user code runs here while a `RefCell` is borrowed. Hooks are called in layers above; values are
//! dropped in `dying.rs`, one at a time, when `life` asks for it.
#![expect(unsafe_code, reason = "the owners of rows are read without a count")]

use core::alloc::Layout;
use core::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

#[cfg(feature = "snapshot")]
use crate::base::Mark;
use crate::ids::{Entity, Stamp};
use crate::world::{Freeze, Occasions, StoreStats, WorldCore};

use super::array::stride_of;
use super::births::Unstarted;
use super::changes::Changes;
use super::dense::Dense;
use super::entry::Entry;
use super::heritage::Heritage;
use super::holes::Holes;
use super::info::TypeInfo;
use super::pairs::Pairs;
use super::pending_inits::PendingInits;
use super::row_moves::RowMoves;
use super::row_ticks::{RowTicks, Tracking};
use super::sparse::Sparse;
use super::tags::TagSet;
use super::waiting::WaitingEvents;
use crate::borrow::{Borrows, Conflict, VisitedRows, Visiting};
use crate::threads::{FreezeCell, Read};

/// All components of one type in one world, whatever the type is.
///
/// What must always hold stands at the field that it is about, here and in other types, as an invariant with
/// the number that it has in `docs/soundness.md`.
pub struct Column {
    /// Invariant 28: each row that is live, and each dead one that is listed with its value, holds a value of
    /// this type.
    pub(crate) info: &'static TypeInfo,
    name: &'static str,
    /// Invariant 1: the entry of a live component has its row, and the row its owner: the index of its
    /// entity.
    ///
    /// Invariant 11: an entity has at most one component of a type, so its index has one entry.
    pub(crate) sparse: Sparse,
    /// Invariant 5: while anything is borrowed, or a pass or a query is there, no row moves, and the main
    /// buffer does not either: rows are only appended, to it while it has room, then to the spill.
    pub(crate) borrows: Borrows,
    /// Invariant 3: rows of the main buffer lie in one allocation, which starts here; or, if the type is kept
    /// by its fields, in one for each field, of which this is the first.
    pub(crate) base: Cell<*mut u8>,
    /// Where the others start.
    other_bases: Box<[Cell<*mut u8>]>,
    /// The number of rows in the main buffer. Of tags, which need no memory, it is the highest number.
    pub(crate) main_rows: Cell<usize>,
    /// Invariant 16: what needs room gets it before anything changes, so that a row is whole or not there.
    pub(super) dense: FreezeCell<Dense>,
    /// Invariant 2: a row without a live component is listed as dead, until it is closed, or is a hole; no
    /// entry leads to it.
    ///
    /// Invariant 12: a value is dropped by who took it out of its row, and a row is taken from once.
    pub(super) changes: FreezeCell<Changes>,
    /// Invariant 4: there are holes only while nothing is borrowed, nothing waits for a sync point, and all
    /// rows are enabled.
    pub(super) holes: Holes,
    pub(super) pending_inits: PendingInits,
    pub(super) unstarted: Unstarted,
    /// Invariant 24: an event that waits does not leave its thread. It may be of any type.
    pub(super) waiting: RefCell<WaitingEvents>,
    /// The components, if they are tags. Then `dense`, `sparse` and `holes` stay empty, and at `base` begin
    /// addresses where no memory is, one for each entity index: see `Array`.
    pub(super) tags: Option<TagSet>,
    /// Which copy the values equal, but for the rows that are noted as written to.
    ///
    /// Invariant 35: the column has these very values then.
    #[cfg(feature = "snapshot")]
    pub(super) values_mark: Mark,
    /// Of a tracked type.
    pub(super) tracking: Option<Tracking>,
    /// Of a type that inherits.
    pub(super) heritage: Option<Box<Heritage>>,
    /// What of the type is observed.
    pub(super) observed: Cell<Occasions>,
    /// The entities of whose components observers are being told.
    pub(super) told_now: RefCell<Vec<Entity>>,
    pub(super) queued: Cell<bool>,
    pub(super) flushing: Cell<bool>,
    pub(super) number: Cell<Option<u32>>,
    pub(super) position: u32,
    pub(super) world: Rc<WorldCore>,
    /// Invariant 10: runs of rows that are aligned with another column's, and maps from row to row, are cut
    /// where a row has moved.
    pub(super) pairs: RefCell<Pairs>,
    pub(super) this: Weak<Self>,
}

impl Column {
    /// Makes a column without components.
    pub(crate) fn new(info: &'static TypeInfo, position: u32, world: Rc<WorldCore>) -> Rc<Self> {
        let mut dense = Dense::new(info.layouts());
        dense.begin_with(info.births.flags());
        let ticker = info.is_tracked.then(|| world.ticker().clone());
        if let Some(ticker) = &ticker {
            dense.track(RowTicks::new(ticker.clone(), info.inherits.then(RowMoves::default)));
        }
        let column = Rc::new_cyclic(|this| Self {
            info,
            name: info.name.get(),
            sparse: Sparse::new(),
            borrows: Borrows::new(info.is_tracked),
            base: Cell::new(dense.base()),
            other_bases: dense.other_bases().map(Cell::new).collect(),
            main_rows: Cell::new(if info.is_tag { usize::MAX } else { 0 }),
            changes: FreezeCell::new(Changes::new(info.layouts(), info.most_kept)),
            dense: FreezeCell::new(dense),
            holes: Holes::default(),
            pending_inits: PendingInits::default(),
            unstarted: Unstarted::default(),
            waiting: RefCell::default(),
            tags: info.is_tag.then(TagSet::default),
            #[cfg(feature = "snapshot")]
            values_mark: Mark::new(),
            tracking: ticker.map(Tracking::new),
            heritage: info.inherits.then(Box::default),
            observed: Cell::default(),
            told_now: RefCell::default(),
            queued: Cell::new(false),
            flushing: Cell::new(false),
            number: Cell::new(None),
            position,
            world,
            pairs: RefCell::default(),
            this: this.clone(),
        });
        if info.capacity != 0 {
            // Only a hint: what is added asks for room again.
            let _ = column.reserve(info.capacity);
        }
        column
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
    pub(crate) fn borrows(&self) -> &Borrows {
        &self.borrows
    }

    pub(crate) fn rc(&self) -> Rc<Self> {
        self.this.upgrade().expect("a column is used while it is alive")
    }

    /// The type number, if the type was added already.
    pub(crate) fn known_number(&self) -> Option<u32> {
        self.number.get()
    }

    /// The position among the columns of the world.
    pub(crate) fn position(&self) -> u32 {
        self.position
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

    /// Finds the row of an entity's live component, which is no tag.
    #[inline(always)]
    pub(crate) fn find_row(&self, entity: Entity) -> Option<u32> {
        let entry = self.sparse.get(entity.index());
        if entry.stamp() == entity.stamp().bits() {
            return Some(entry.row());
        }
        entry.as_spilled().and_then(|row| self.find_spilled(entity, row))
    }

    #[cold]
    #[inline(never)]
    fn find_spilled(&self, entity: Entity, row: u32) -> Option<u32> {
        let stamp = self.dense.borrow().spill_stamp(row as usize)?;
        (stamp == entity.stamp().bits()).then_some(row)
    }

    /// The row of the live component of the entity that has this index now, in the main buffer. Tags have
    /// none.
    pub(crate) fn live_row(&self, index: u32) -> Option<usize> {
        let entry = self.sparse.get(index);
        (entry.stamp() != 0).then_some(entry.row() as usize)
    }

    /// The row of the live component of the entity that has this index now, also in the spill. Tags have
    /// none.
    #[inline]
    pub(super) fn row_of_owner(&self, index: u32) -> Option<u32> {
        let entry = self.sparse.get(index);
        if entry.stamp() != 0 { Some(entry.row()) } else { entry.as_spilled() }
    }

    /// Says whether the component of a row is live.
    #[inline]
    pub(crate) fn is_live(&self, row: u32) -> bool {
        self.row_of_index(self.owner(row)) == Some(row)
    }

    /// Says whether the entity that has this index now has a component, and an enabled one if it must be.
    #[inline]
    pub(crate) fn has(&self, index: u32, enabled_only: bool) -> bool {
        let is_enabled = |row| {
            // Saves two look-ups where nothing is pending.
            let in_order = !self.is_pending() && (row as usize) < self.dense.borrow().enabled();
            in_order || self.is_enabled(row)
        };
        self.row_of_index(index).is_some_and(|row| !enabled_only || is_enabled(row))
    }

    /// The entity index of each row.
    pub(crate) fn owners(&self) -> Read<'_, [u32]> {
        self.dense.borrow().map(Dense::owners)
    }

    /// Writes down the entities of rows from one on, of which none is dead: of one that is, the entity that
    /// has its index now.
    pub(crate) fn name_rows(&self, first: usize, entities: &mut [Entity]) {
        let (world, owners) = (self.world.entities.borrow(), self.owners());
        for (entity, &owner) in entities.iter_mut().zip(&owners[first..]) {
            *entity = world.at(owner);
        }
    }

    /// Says whether the rows are in order: the enabled ones first, all in the main buffer, and no dead ones.
    pub(crate) fn is_flushed(&self) -> bool {
        self.check_flushed().is_ok()
    }

    /// The index of the entity of a row, where components have rows.
    #[inline]
    pub(crate) fn owner_of_row(&self, row: u32) -> u32 {
        self.owner_if_any(row).expect("the row is there")
    }

    /// The index of the entity of a row, if there is such a row.
    #[inline(always)]
    fn owner_if_any(&self, row: u32) -> Option<u32> {
        // SAFETY: the owners are a list of numbers, of which it reads one.
        unsafe { self.dense.peek(|dense| dense.owners().get(row as usize).copied()) }
    }

    /// The address of a row: in the first array.
    #[inline]
    pub(crate) fn address(&self, row: u32) -> *mut u8 {
        self.place(0, self.info.layouts()[0], row)
    }

    /// The address of a row in one of the arrays, which is that of values of a layout.
    #[inline(always)]
    pub(crate) fn place(&self, array: usize, layout: Layout, row: u32) -> *mut u8 {
        debug_assert_eq!(self.info.layouts()[array], layout);
        if (row as usize) < self.main_rows.get() {
            return self.base_of(array).wrapping_add(row as usize * stride_of(layout));
        }
        self.place_in_spill(array, row)
    }

    /// The first row of the main buffer in one of the arrays.
    #[inline(always)]
    pub(crate) fn base_of(&self, array: usize) -> *mut u8 {
        array.checked_sub(1).map_or(&self.base, |other| &self.other_bases[other]).get()
    }

    #[cold]
    #[inline(never)]
    fn place_in_spill(&self, array: usize, row: u32) -> *mut u8 {
        self.dense.borrow().place(array, row as usize)
    }

    /// The row of a value that is borrowed, at an address.
    #[inline]
    pub(crate) fn row_of_borrowed(&self, address: usize) -> u32 {
        self.borrows.only_row().unwrap_or_else(|| self.row_of(address))
    }

    /// The row of a value that lies at an address in the column.
    #[cold]
    #[inline(never)]
    fn row_of(&self, address: usize) -> u32 {
        self.row_at(address).expect("a borrowed value does not move")
    }

    /// The entity of a row, live or dead, where components have rows.
    #[inline(always)]
    pub(crate) fn entity_of_row(&self, row: u32) -> Option<Entity> {
        if let Some(index) = self.owner_if_any(row)
            && let Some(entry) = self.sparse.get_near(index).filter(|entry| entry.row() == row)
            && let Some(stamp) = Stamp::from_bits(entry.stamp())
        {
            return Some(Entity::from_parts(index, stamp));
        }
        self.entity_of_row_otherwise(row)
    }

    /// The entity of a row whose entry is not in the window, or not its own.
    #[cold]
    #[inline(never)]
    fn entity_of_row_otherwise(&self, row: u32) -> Option<Entity> {
        let dense = self.dense.borrow();
        let index = *dense.owners().get(row as usize)?;
        let entry = self.sparse.get(index);
        if entry != Entry::VACANT && entry.row() == row {
            let stamp = if entry.stamp() == 0 { dense.spill_stamp(row as usize)? } else { entry.stamp() };
            return Some(Entity::from_parts(index, Stamp::from_bits(stamp)?));
        }
        let changes = self.changes.borrow();
        changes.place_of_dead(row).map(|place| changes.dead[place].entity)
    }

    /// The entity of the component at an address, if that is in this column, also in the spill and in a dead
    /// row.
    #[cold]
    #[inline(never)]
    pub(crate) fn entity_at(&self, address: usize) -> Option<Entity> {
        self.entity_of(self.row_at(address)?)
    }

    /// The row at an address, if that is in this column.
    fn row_at(&self, address: usize) -> Option<u32> {
        let row = |offset| offset / stride_of(self.info.layouts()[0]);
        let in_main = address.checked_sub(self.base.get().addr()).map(row);
        let in_main = in_main.filter(|&row| row < self.main_rows.get());
        in_main.or_else(|| self.dense.borrow().row_at(address)).and_then(|row| u32::try_from(row).ok())
    }

    /// The number of rows, holes and dead ones that were not closed yet included.
    #[inline]
    pub(crate) fn rows(&self) -> usize {
        self.rows_and_prefix().0
    }

    /// How many components are enabled, as last flushed, holes included.
    #[inline]
    pub(crate) fn enabled_rows(&self) -> usize {
        let (rows, prefix) = self.rows_and_prefix();
        let are_some_disabled = || self.may_be_off() || !self.world.entities.borrow().are_all_enabled();
        match self.has_rows() {
            true => prefix,
            false if are_some_disabled() => self.rows_to_visit().len(),
            false => rows,
        }
    }

    /// Which rows a view of so many components borrows: tags have rows with any number.
    #[inline]
    pub(crate) fn covered(&self, len: usize) -> u32 {
        if self.has_rows() { len as u32 } else { u32::MAX }
    }

    /// The number of live components.
    pub(crate) fn count(&self) -> usize {
        self.rows() - self.holes() - self.changes.borrow().dead.len()
    }

    /// Says whether values are left: in rows, waiting to be dropped, or kept for later.
    pub(crate) fn has_values(&self) -> bool {
        let changes = self.changes.borrow();
        self.rows() != self.holes() || !changes.dropped.is_empty() || changes.kept.count() != 0
    }

    /// Makes the main buffer known, which may have grown or moved.
    #[inline]
    pub(super) fn publish(&self, dense: &Dense) {
        self.base.set(dense.base());
        self.other_bases.iter().zip(dense.other_bases()).for_each(|(base, new)| base.set(new));
        self.main_rows.set(dense.main_len());
        if let Some(tracking) = &self.tracking {
            tracking.publish(dense.ticks());
        }
    }

    /// Says whether the column may move to another thread: its type is `Send`, or no values are left.
    pub(crate) fn may_be_sent(&self) -> bool {
        self.info.is_send || !self.has_values()
    }

    /// Counts components and bytes.
    pub(crate) fn stats(&self) -> StoreStats {
        let dense = self.dense.borrow();
        let (value_bytes, row_bytes) = dense.bytes();
        StoreStats {
            component: self.name(),
            count: self.count(),
            enabled: self.enabled_rows() - self.holes(),
            capacity: dense.capacity(),
            value_bytes: value_bytes + self.changes.borrow().kept.bytes(),
            row_bytes: row_bytes + self.borrows.bytes() + self.bytes_of_heritage(),
            lookup_bytes: self.sparse.bytes()
                + self.tags.as_ref().map_or(0, TagSet::bytes)
                + self.bytes_of_pairs(),
            kept: self.kept(),
        }
    }
}

impl VisitedRows for Column {
    fn name(&self) -> &'static str {
        self.name()
    }

    fn owner(&self, row: u32) -> u32 {
        self.owner(row)
    }

    fn row_of_index(&self, index: u32) -> Option<u32> {
        self.row_of_index(index)
    }

    fn is_enabled(&self, row: u32) -> bool {
        self.is_enabled(row)
    }

    fn conflict(&self, row: u32, writes: bool, but: &Visiting) -> Option<Conflict> {
        self.borrows.conflict(row, writes, self, Some(but))
    }

    fn whole_conflict(&self, writes: bool, but: &Visiting) -> Option<Conflict> {
        self.borrows.whole_conflict(writes, Some(but))
    }

    fn held_by_others(&self, but: &Visiting, writes: bool, held: &mut dyn FnMut(u32)) {
        self.borrows.held_by_others(but, writes, self, held);
    }

    fn count_other_borrows(&self, more: i64, but: &Visiting) {
        self.borrows.count_other_borrows(more, Some(but));
    }
}

impl Freeze for Column {
    fn is_frozen(&self) -> bool {
        self.dense.is_frozen()
    }

    fn freeze(&self) {
        self.dense.freeze();
        self.changes.freeze();
        self.sparse.freeze();
        self.tags.iter().for_each(TagSet::freeze);
    }

    fn unfreeze(&self) {
        self.dense.unfreeze();
        self.changes.unfreeze();
        self.sparse.unfreeze();
        self.tags.iter().for_each(TagSet::unfreeze);
    }
}
