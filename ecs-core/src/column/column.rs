//! [`Column`]: all components of one type in one world, without the type: look-up, rows and borrows, and the
//! changes that wait for a sync point. Compiled once.
//!
//! No user code runs here while a `RefCell` is borrowed. Hooks are called in layers above; values are
//! dropped in `dying.rs`, one at a time, when `life` asks for it.

use std::rc::{Rc, Weak};

use crate::base::Mark;
use crate::ids::Entity;
use crate::world::WorldCore;
use crate::world::above::ColumnParts;

use super::info::TypeInfo;
use super::lifecycle::Lifecycle;
use super::rows::{RowMoves, RowStore, RowTicks};
use super::tags::TagSet;
use super::tracking::Tracking;
use super::type_number::TypeNumber;
use crate::borrow::Borrows;

/// All components of one type in one world, whatever the type is.
///
/// What must always hold stands at the field that it is about, here and in other types, as an invariant with
/// the number that it has in `docs/soundness.md`.
pub struct Column {
    /// Invariant 28: each row that is live, and each dead one that is listed with its value, holds a value of
    /// this type.
    pub(crate) info: &'static TypeInfo,
    name: &'static str,
    /// The components, if they are no tags: it stays empty if they are.
    pub(crate) row_store: RowStore,
    /// The components, if they are tags.
    pub(super) tags: Option<TagSet>,
    /// Invariant 5: while anything is borrowed, or a pass or a query is there, no row moves, and the main
    /// buffer does not either: rows are only appended, to it while it has room, then to the spill.
    pub(crate) borrows: Borrows,
    /// The stages of the components, and the changes that wait for a sync point.
    pub(crate) lifecycle: Lifecycle,
    /// The data of features about the components.
    pub(crate) parts: ColumnParts,
    /// Which copy the values equal, but for the rows that are noted as written to.
    ///
    /// Invariant 35: the column has these very values then.
    pub(super) values_mark: Mark,
    /// Of a tracked type.
    pub(super) tracking: Option<Tracking>,
    /// Of a type that inherits.
    /// The type number, if the type was added already.
    pub(crate) number: TypeNumber,
    /// The position among the columns of the world.
    pub(crate) position: u32,
    pub(crate) world: Rc<WorldCore>,
    this: Weak<Self>,
}

impl Column {
    /// Makes a column without components.
    pub(crate) fn new(info: &'static TypeInfo, position: u32, world: Rc<WorldCore>) -> Rc<Self> {
        let ticker = info.is_tracked.then(|| world.ticker.clone());
        let moves = || info.has_own_order.then(RowMoves::default);
        let ticks = ticker.clone().map(|ticker| RowTicks::new(ticker, moves()));
        let lifecycle = Lifecycle::new(info);
        let row_store = RowStore::new(info.layouts(), info.is_tag, lifecycle.new_stage().bits(), ticks);
        let column = Rc::new_cyclic(|this| Self {
            info,
            name: info.name.get(),
            row_store,
            tags: info.is_tag.then(TagSet::default),
            borrows: Borrows::new(info.is_tracked),
            lifecycle,
            parts: ColumnParts::default(),
            values_mark: Mark::new(),
            tracking: ticker.map(Tracking::new),
            number: TypeNumber::default(),
            position,
            world,
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

    pub(crate) fn rc(&self) -> Rc<Self> {
        self.this.upgrade().expect("a column is used while it is alive")
    }

    /// The type number, given at the first call.
    #[inline]
    pub(crate) fn number(&self) -> u32 {
        self.number.get().unwrap_or_else(|| self.take_number())
    }

    #[cold]
    fn take_number(&self) -> u32 {
        let number = self.world.number(self.rc());
        self.number.set(Some(number));
        number
    }

    // ---- look-up ----

    /// Says whether the component of a row is live.
    #[inline]
    pub(crate) fn is_live(&self, row: u32) -> bool {
        let index = self.owner(row);
        self.row_store.lives_in(index, row) || self.tags.as_ref().is_some_and(|tags| tags.contains(index))
    }

    /// Says whether the entity that has this index now has a component, and an enabled one if it must be.
    #[inline]
    pub(crate) fn has(&self, index: u32, enabled_only: bool) -> bool {
        let is_enabled = |row| {
            // Saves two look-ups where nothing is pending.
            let in_order = !self.lifecycle.is_queued() && self.row_store.is_in_prefix(row);
            in_order || self.is_enabled(row)
        };
        self.row_of_index(index).is_some_and(|row| !enabled_only || is_enabled(row))
    }

    /// Writes down the entities of rows from one on, of which none is dead: of one that is, the entity that
    /// has its index now.
    pub(crate) fn name_rows(&self, first: usize, entities: &mut [Entity]) {
        let (world, owners) = (self.world.entities.borrow(), self.row_store.owners());
        for (entity, &owner) in entities.iter_mut().zip(&owners[first..]) {
            *entity = world.at(owner);
        }
    }

    /// Says whether the rows are in order: the enabled ones first, all in the main buffer, and no dead ones.
    pub(crate) fn is_flushed(&self) -> bool {
        self.check_flushed().is_ok()
    }

    /// The address of a row: in the first array.
    #[inline]
    pub(crate) fn address(&self, row: u32) -> *mut u8 {
        self.row_store.place(0, self.info.layouts()[0], row)
    }

    /// The row of a value that is borrowed, at an address.
    #[inline]
    pub(crate) fn row_of_borrowed(&self, address: usize) -> u32 {
        let row = self.borrows.only_row().or_else(|| self.row_at(address));
        row.expect("a borrowed value does not move")
    }

    /// The entity of a row, live or dead, where components have rows.
    #[inline(always)]
    pub(crate) fn entity_of_row(&self, row: u32) -> Option<Entity> {
        self.row_store.entity_near(row).or_else(|| self.entity_of_row_otherwise(row))
    }

    /// The entity of a row whose entry is not in the window, or not its own.
    #[cold]
    #[inline(never)]
    fn entity_of_row_otherwise(&self, row: u32) -> Option<Entity> {
        self.row_store.entity_of(row).or_else(|| self.lifecycle.ends().entity_of(row))
    }

    /// The entity of the component at an address, if that is in this column, also in the spill and in a dead
    /// row.
    pub(crate) fn entity_at(&self, address: usize) -> Option<Entity> {
        self.entity_of(self.row_at(address)?)
    }

    /// The row at an address, if that is in this column.
    #[cold]
    #[inline(never)]
    fn row_at(&self, address: usize) -> Option<u32> {
        self.row_store.row_at(address, self.info.layouts()[0])
    }

    /// The number of rows, holes and dead ones that were not closed yet included.
    #[inline]
    pub(crate) fn rows(&self) -> usize {
        self.rows_and_prefix().0
    }

    /// The number of enabled rows at the last flush, holes included.
    #[inline]
    pub(crate) fn enabled_rows(&self) -> usize {
        if self.has_rows() { self.row_store.len_and_prefix().1 } else { self.enabled_tags() }
    }

    #[cold]
    fn enabled_tags(&self) -> usize {
        let are_all_enabled = !self.may_be_off() && self.world.entities.borrow().are_all_enabled();
        if are_all_enabled { self.rows() } else { self.rows_to_visit().len() }
    }

    /// The upper bound of the row numbers that a view of `len` components borrows. The row number of a tag
    /// is an entity index, so a view of tags borrows all numbers.
    #[inline]
    pub(crate) fn covered(&self, len: usize) -> u32 {
        if self.has_rows() { len as u32 } else { u32::MAX }
    }

    /// The number of live components.
    pub(crate) fn count(&self) -> usize {
        self.rows() - self.row_store.holes() - self.lifecycle.ends().dead()
    }

    /// Says whether values are left: in rows, waiting to be dropped, or kept for later.
    pub(crate) fn has_values(&self) -> bool {
        let remains = self.lifecycle.remains();
        self.rows() != self.row_store.holes() || !remains.dropped.is_empty() || remains.kept.count() != 0
    }

    /// Counts the bytes of the values, with those of the kept ones, of the owners and flags, and of the
    /// look-up table; and the components that there is room for.
    pub(crate) fn memory(&self) -> (usize, usize, usize, usize) {
        let (mut values, mut rows, mut lookup, capacity) = self.row_store.memory();
        values += self.lifecycle.remains().kept.bytes();
        rows += self.borrows.bytes() + self.parts.all().map(|part| part.bytes()).into_iter().sum::<usize>();
        lookup += self.tags.as_ref().map_or(0, TagSet::bytes);
        (values, rows, lookup, capacity)
    }

    pub(crate) fn freeze(&self) {
        self.row_store.freeze();
        self.lifecycle.freeze();
        self.tags.iter().for_each(TagSet::freeze);
    }

    pub(crate) fn unfreeze(&self) {
        self.row_store.unfreeze();
        self.lifecycle.unfreeze();
        self.tags.iter().for_each(TagSet::unfreeze);
    }
}
