//! [`Store`]: the typed face of a column, where values go in and out by their type.
#![expect(unsafe_code, reason = "what is known of a column by its type is read as that type")]

use core::any::TypeId;
use core::marker::PhantomData;
use core::ops::Deref;
use core::ptr::NonNull;
use std::rc::Rc;

use crate::ids::Entity;

use crate::column::{Column, Entry, may_be_tags};

use super::layout::{CursorOf, Layout, Stored};

/// All components of one type in one world: a column whose values are known to be of type `T` (invariant 28).
#[repr(transparent)]
pub struct Store<T: 'static> {
    column: Column,
    /// Invariant in `T`, and so is all that leads to a store: what is written to it is of that very type, not
    /// of a subtype of it.
    values: PhantomData<fn(T) -> T>,
}

crate::base::deref_by!([T] Store<T> => Column, |this| &this.column);

impl<T> Store<T> {
    /// A column as that of a type; `None` if it is another's.
    #[inline]
    pub(crate) fn of(column: &Column) -> Option<&Self> {
        if column.info.id != TypeId::of::<T>() {
            return None;
        }
        // SAFETY: a store is a column in memory, and this one has values of the type.
        Some(unsafe { Self::of_unchecked(column) })
    }

    /// As [`Store::of`], of a column that is known to be the type's.
    ///
    /// # Safety
    ///
    /// It must be.
    #[inline(always)]
    unsafe fn of_unchecked(column: &Column) -> &Self {
        // SAFETY: a store is a column in memory; what it promises of its values is required of the caller.
        unsafe { &*core::ptr::from_ref(column).cast() }
    }

    /// Keeps the store alive.
    pub(crate) fn rc(&self) -> RcStore<T> {
        RcStore { column: self.column.rc(), values: PhantomData }
    }

    /// Whether values of the type may be tags.
    pub(crate) const MAY_BE_TAGS: bool = may_be_tags::<T>();

    // ---- look-up ----

    /// Finds the row of an entity's live component.
    #[inline(always)]
    pub(crate) fn find(&self, entity: Entity) -> Option<u32> {
        if const { Self::MAY_BE_TAGS } { self.column.find(entity) } else { self.row_store.find(entity) }
    }

    #[inline(always)]
    fn base_ptr(&self) -> *mut T {
        self.row_store.base().cast()
    }

    /// The first row of the main buffer.
    #[inline]
    pub(crate) fn base(&self) -> NonNull<T> {
        NonNull::new(self.base_ptr()).expect("a buffer is never at null")
    }
}

impl<T: Stored> Store<T> {
    /// Finds the row and the address of an entity's live component in the main buffer: the fast way of
    /// [`Store::find`].
    #[inline(always)]
    pub(crate) fn find_main(&self, entity: Entity) -> Option<(u32, NonNull<T>)> {
        if const { Self::MAY_BE_TAGS } {
            let row = self.find(entity).filter(|&row| (row as usize) < self.row_store.main_rows())?;
            return Some((row, self.value(row)));
        }
        self.lead(self.row_store.entry(entity.index()), entity)
    }

    /// As [`Store::find_main`], where the entry lies in the window of the look-up table: it calls nothing.
    #[inline(always)]
    pub(crate) fn find_near(&self, entity: Entity) -> Option<(u32, NonNull<T>)> {
        if const { Self::MAY_BE_TAGS } {
            return self.find_main(entity);
        }
        self.lead(self.row_store.entry_near(entity.index())?, entity)
    }

    /// Where an entry leads, if it is that of an entity's live component in the main buffer.
    #[inline(always)]
    fn lead(&self, entry: Entry, entity: Entity) -> Option<(u32, NonNull<T>)> {
        if entry.stamp() != entity.stamp().bits() {
            return None;
        }
        let address = self.main_address(entry.row() as usize);
        // SAFETY: by invariants 1 and 3 an entry with a stamp has a row of the allocation at `base`, which is
        // not null.
        Some((entry.row(), unsafe { NonNull::new_unchecked(address) }))
    }

    /// The address of a row of the main buffer.
    #[inline(always)]
    fn main_address(&self, row: usize) -> *mut T {
        self.base_ptr().wrapping_byte_add(row * T::Layout::STRIDE)
    }

    /// Where the rows of the main buffer lie.
    pub(crate) fn main_cursor(&self) -> CursorOf<T> {
        T::Layout::at(|| self.base().as_ptr(), |array, _| self.row_store.base_of(array))
    }

    /// Where the rows from one on lie, as far as they are in one block.
    #[inline(always)]
    pub(crate) fn cursor(&self, row: u32) -> CursorOf<T> {
        T::Layout::at(|| self.value(row).as_ptr(), |array, layout| self.row_store.place(array, layout, row))
    }

    /// The address of a row.
    #[inline]
    pub(crate) fn value(&self, row: u32) -> NonNull<T> {
        if (row as usize) < self.row_store.main_rows() {
            // SAFETY: by invariant 3 the row lies in the allocation at `base`, which is not null. Nor is the
            // address of a tag: see `Column::tags`.
            return unsafe { NonNull::new_unchecked(self.main_address(row as usize)) };
        }
        NonNull::new(self.address(row).cast()).expect("a buffer is never at null")
    }

    /// The entity of the component at an address, if that is in this store.
    #[inline]
    pub(crate) fn entity_at(&self, address: *const T) -> Option<Entity> {
        debug_assert!(!T::Layout::IS_SPLIT, "nobody has values in a row");
        let offset = address.addr().wrapping_sub(self.row_store.base().addr());
        let row = offset / T::Layout::STRIDE;
        // Of values without bytes, the address may be that of another type.
        if !const { Self::MAY_BE_TAGS }
            && row < self.row_store.main_rows()
            && let Some(entity) = self.entity_of_row(row as u32)
        {
            return Some(entity);
        }
        self.column.entity_at(address.addr())
    }
}

/// A store that is kept alive.
pub struct RcStore<T: 'static> {
    column: Rc<Column>,
    values: PhantomData<Rc<Store<T>>>,
}

impl<T> RcStore<T> {
    /// A column as that of a type; `None` if it is another's.
    pub(crate) fn of(column: Rc<Column>) -> Option<Self> {
        Store::<T>::of(&column)?;
        Some(Self { column, values: PhantomData })
    }

    pub(crate) fn column(&self) -> &Rc<Column> {
        &self.column
    }
}

impl<T> Clone for RcStore<T> {
    fn clone(&self) -> Self {
        Self { column: self.column.clone(), values: PhantomData }
    }
}

impl<T> Deref for RcStore<T> {
    type Target = Store<T>;

    #[inline(always)]
    fn deref(&self) -> &Store<T> {
        // SAFETY: `RcStore::of` has asked for the type, and `Store::rc` knows it.
        unsafe { Store::of_unchecked(&self.column) }
    }
}
