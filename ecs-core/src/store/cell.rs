//! [`StoreCell`]: the thread-local pointer from a component type to its store in the current world.
#![expect(unsafe_code, reason = "the one place where the thread-local pointer is followed")]

use core::any::{TypeId, type_name};
use core::cell::Cell;
use core::ptr::{self, NonNull};
use std::thread::LocalKey;

use crate::world::{Bound, WorldCore, with_current_for};

use super::store::{RcStore, Store};
use crate::column::Column;

/// Where a component type keeps the pointer to its store. The derive declares one for each type that is not
/// generic.
///
/// Invariant 13: a cell points to a store only on its thread, while the store's world is current.
pub struct StoreCell<T: 'static>(Cell<*const Store<T>>);

impl<T> StoreCell<T> {
    /// Makes a cell that points nowhere.
    #[must_use]
    pub const fn new() -> Self {
        Self(Cell::new(ptr::null()))
    }
}

crate::base::default_by!([T] StoreCell<T>, Self::new());

/// How the store of a component type is found.
pub enum Locator<T: 'static> {
    /// Through a thread-local of its own.
    Local(&'static LocalKey<StoreCell<T>>),
    /// By its `TypeId` in the current world: for generic types, which cannot have statics of their own.
    ByType,
}

impl<T> Locator<T> {
    /// The store of the type in the current world, if its cell knows it already: the fast way, which leaves
    /// all else to a slow one.
    #[inline(always)]
    pub(crate) fn known(&self) -> Option<&Store<T>> {
        let Self::Local(key) = self else { return None };
        // SAFETY: a cell points to a store only between `bind` and `Columns::unbind` on its own thread. A
        // world is unbound when it closes, and before another is current or another thread gets it; the
        // current world, which lists the store, cannot be dropped while the function runs that has this
        // locator, because `enter` has borrowed it or it is the thread's own. A key stands for one cell a
        // thread, which has no destructor, so it can be read even while the thread ends.
        unsafe { (*cell_of(key)).0.get().as_ref() }
    }

    /// The store of the type in the current world; `None` if there is no world or no store yet.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    pub(crate) fn store(&self) -> Option<&Store<T>> {
        if let Some(store) = self.known() {
            return Some(store);
        }
        let store = match self {
            Self::Local(key) => bind(key)?,
            Self::ByType => column_of(TypeId::of::<T>(), type_name::<T>(), None)?.cast(),
        };
        // SAFETY: as in `known`: the current world lists the store.
        Some(unsafe { store.as_ref() })
    }

    /// Says whether [`Locator::store`] would find the store at once.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn is_found(&self) -> bool {
        match self {
            Self::Local(_) => self.known().is_some(),
            Self::ByType => self.store().is_some(),
        }
    }
}

/// Runs a function on the store of a type in the current world; `None` if there is no world or no store yet.
#[inline(always)]
#[track_caller]
pub(crate) fn with_store<T: 'static, R>(locator: Locator<T>, f: impl FnOnce(&Store<T>) -> R) -> Option<R> {
    locator.store().map(f)
}

/// The cell of this thread.
#[inline(always)]
fn cell_of<T>(key: &'static LocalKey<StoreCell<T>>) -> *const StoreCell<T> {
    key.with(ptr::from_ref)
}

/// Lets the cell of this thread point to a store, or nowhere.
fn point<T>(key: &'static LocalKey<StoreCell<T>>, store: *const Store<T>) {
    // SAFETY: as in `known`.
    unsafe { (*cell_of(key)).0.set(store) }
}

impl<T> Bound for LocalKey<StoreCell<T>> {
    fn forget(&'static self) {
        point(self, ptr::null());
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn bind<T>(key: &'static LocalKey<StoreCell<T>>) -> Option<NonNull<Store<T>>> {
    let store = column_of(TypeId::of::<T>(), type_name::<T>(), Some(key))?.cast();
    point(key, store.as_ptr());
    Some(store)
}

/// Finds the column of a type in the current world, which is to know before that the cell points there. A
/// store is a column in memory, and this is the type's.
#[track_caller]
fn column_of(id: TypeId, name: &'static str, cell: Option<&'static dyn Bound>) -> Option<NonNull<Column>> {
    let found = with_current_for(Some(name), |core| {
        let column = core.columns.of(id)?;
        cell.into_iter().for_each(|cell| core.columns.bind(cell));
        (column.info.id == id).then_some(NonNull::from(&*column))
    });
    found.ok().flatten()
}

/// Finds the store of a type in a world.
pub(crate) fn find<T: 'static>(world: &WorldCore) -> Option<RcStore<T>> {
    RcStore::of(world.columns.of(TypeId::of::<T>())?)
}
