//! [`StoreCell`]: the thread-local pointer from a component type to its store in the current world.
#![expect(unsafe_code, reason = "the one place where the thread-local pointer is followed")]

use core::any::{TypeId, type_name};
use core::cell::Cell;
use core::ptr;
use std::rc::Rc;
use std::thread::LocalKey;

use crate::world::{Bound, WorldCore, current_for, with_current_for};

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

impl<T> Default for StoreCell<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// How the store of a component type is found.
pub enum Locator<T: 'static> {
    /// Through a thread-local of its own.
    Local(&'static LocalKey<StoreCell<T>>),
    /// By its `TypeId` in the current world: for generic types, which cannot have statics of their own.
    ByType,
}

/// Runs a function on the store of a type in the current world; `None` if there is no world or no store yet.
#[inline(always)]
#[track_caller]
pub(crate) fn with_store<T: 'static, R>(locator: Locator<T>, f: impl FnOnce(&Store<T>) -> R) -> Option<R> {
    match locator {
        Locator::Local(key) => {
            let mut store = key.with(|cell| cell.0.get());
            if store.is_null() {
                store = bind(key)?;
            }
            // SAFETY: a cell points to a store only between `bind` and `WorldCore::unbind` on its own thread.
            // A world is unbound when it closes, and before another is current or another thread gets it; the
            // current world, which lists the store, cannot be dropped during this call, because `enter` has
            // borrowed it or it is the thread's own. A key stands for one cell a thread, which has no
            // destructor, so it can be read even while the thread ends.
            Some(f(unsafe { &*store }))
        }
        Locator::ByType => Some(f(&*find(&*current_for(type_name::<T>()).ok()?)?)),
    }
}

/// Says whether [`with_store`] would find the store at once.
#[inline(always)]
#[track_caller]
pub(crate) fn is_found<T: 'static>(locator: Locator<T>) -> bool {
    match locator {
        Locator::Local(key) => key.with(|cell| !cell.0.get().is_null()),
        Locator::ByType => with_store(locator, |_| ()).is_some(),
    }
}

/// As [`with_store`], but only where the cell knows the store already: the fast way, which leaves all else to
/// a slow one.
#[inline(always)]
pub(crate) fn with_known_store<T: 'static, R>(cell: Locator<T>, f: impl FnOnce(&Store<T>) -> R) -> Option<R> {
    let Locator::Local(key) = cell else { return None };
    let store = key.with(|cell| cell.0.get());
    // SAFETY: as in `with_store`.
    unsafe { store.as_ref() }.map(f)
}

impl<T> Bound for LocalKey<StoreCell<T>> {
    fn forget(&'static self) {
        self.with(|cell| cell.0.set(ptr::null()));
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn bind<T>(key: &'static LocalKey<StoreCell<T>>) -> Option<*const Store<T>> {
    // A store is a column in memory, and this is the type's.
    let store = bound_column(TypeId::of::<T>(), type_name::<T>(), key)?.cast();
    key.with(|cell| cell.0.set(store));
    Some(store)
}

/// Finds the column of a type in the current world, which is to know before that the cell points there.
#[track_caller]
fn bound_column(id: TypeId, name: &'static str, cell: &'static dyn Bound) -> Option<*const Column> {
    let found = with_current_for(Some(name), |core| {
        let column = core.columns.of(id)?;
        core.columns.bind(cell);
        (column.info.id == id).then_some(Rc::as_ptr(&column))
    });
    found.ok().flatten()
}

/// Finds the store of a type in a world.
pub(crate) fn find<T: 'static>(world: &WorldCore) -> Option<RcStore<T>> {
    RcStore::of(world.columns.of(TypeId::of::<T>())?)
}
