//! [`Ref`] and [`RefMut`]: what borrows one component, or a part of one.
#![expect(
    unsafe_code,
    reason = "a guard holds a pointer instead of a lifetime, so that it can outlive the borrow of a handle"
)]

use core::fmt;
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};
use core::ptr::NonNull;

use super::named_guard::Guard;
use super::release::BorrowOnOneThread;
use super::store::Store;
use crate::base::CallSite;
use crate::borrow::{Borrows, Conflict};
use crate::column::Column;

/// Borrows a component for reading until it is dropped.
///
/// Comes from [`Handle::borrow`](crate::Handle::borrow) and its kin. It has no lifetime, so it can be kept;
/// while it lives the component stays where it is, and borrowing it mutably is an error. A forgotten guard
/// borrows its component for ever. [`Ref::map`] makes a guard on a part of the component.
#[must_use = "a guard ends its borrow as soon as it is dropped"]
pub struct Ref<T: ?Sized + 'static> {
    value: NonNull<T>,
    borrow: BorrowOnOneThread<false>,
}

/// Borrows a component for reading and writing until it is dropped.
///
/// Comes from [`Handle::borrow_mut`](crate::Handle::borrow_mut) and its kin. It has no lifetime, so
/// `let mut t = self.t.borrow_mut(); t.y += self.climb();` compiles; while it lives, borrowing the component
/// again is an error. [`RefMut::map`] makes a guard on a part of the component.
#[must_use = "a guard ends its borrow as soon as it is dropped"]
pub struct RefMut<T: ?Sized + 'static> {
    value: NonNull<T>,
    borrow: BorrowOnOneThread<true>,
    /// Invariant in `T`: what is written through a guard is of that very type, not of a subtype of it.
    written: PhantomData<fn(T) -> T>,
}

/// A guard on a whole component, on its way through two registers: a function that returns a guard itself
/// writes it to memory.
pub(crate) struct Packed<T: 'static, const MUT: bool> {
    value: NonNull<T>,
    column: NonNull<Column>,
}

impl<T> Ref<T> {
    /// The guard on the value of a row that is borrowed.
    #[inline(always)]
    fn on(store: &Store<T>, value: NonNull<T>, site: CallSite) -> Self {
        Self::over(NonNull::from(&**store), value, site)
    }

    #[inline(always)]
    fn over(column: NonNull<Column>, value: NonNull<T>, site: CallSite) -> Self {
        Self { value, borrow: BorrowOnOneThread::new(column, value.addr(), site) }
    }

    /// Borrows a row, which must be the live one at `value`, if nothing of the store is borrowed.
    #[inline(always)]
    pub(crate) fn borrow_fast(store: &Store<T>, row: u32, value: NonNull<T>, site: CallSite) -> Option<Self> {
        store.borrows().borrow_fast(row, site).then(|| Self::on(store, value, site))
    }

    /// Borrows a row, which must be the live one at `value`, if only passes and queries have borrowed of the
    /// store, and not this one.
    #[inline]
    pub(crate) fn borrow_while_visited(
        store: &Store<T>,
        row: u32,
        value: NonNull<T>,
        site: CallSite,
    ) -> Option<Self> {
        let is_borrowed = store.borrows().borrow_while_visited(row, false, &**store, site);
        is_borrowed.then(|| Self::on(store, value, site))
    }

    /// The guard as what fits into two registers; until it is [one again](Self::unpack), the borrow goes on.
    #[inline]
    pub(crate) fn pack(self) -> Packed<T, false> {
        Packed { value: self.value, column: self.borrow.forget() }
    }

    /// The guard as what it was, with the place where its borrow began.
    #[inline(always)]
    pub(crate) fn unpack(packed: Packed<T, false>, site: CallSite) -> Self {
        Self::over(packed.column, packed.value, site)
    }

    /// Borrows a live row, if nothing has borrowed it mutably.
    pub(crate) fn borrow_row(store: &Store<T>, row: u32, site: CallSite) -> Result<Self, Conflict> {
        store.borrows().borrow_row(row, &**store, site)?;
        Ok(Self::on(store, store.value(row), site))
    }
}

impl<T> RefMut<T> {
    /// The guard on the value of a row that is borrowed.
    #[inline(always)]
    fn on(store: &Store<T>, value: NonNull<T>, site: CallSite) -> Self {
        Self::over(NonNull::from(&**store), value, site)
    }

    #[inline(always)]
    fn over(column: NonNull<Column>, value: NonNull<T>, site: CallSite) -> Self {
        Self { value, borrow: BorrowOnOneThread::new(column, value.addr(), site), written: PhantomData }
    }

    /// Borrows a row, which must be the live one at `value`, if nothing of the store is borrowed.
    #[inline(always)]
    pub(crate) fn borrow_fast(store: &Store<T>, row: u32, value: NonNull<T>, site: CallSite) -> Option<Self> {
        store.borrows().borrow_fast_mut(row, site).then(|| Self::on(store, value, site))
    }

    /// Borrows a row, which must be the live one at `value`, if only passes and queries have borrowed of the
    /// store, and not this one.
    #[inline]
    pub(crate) fn borrow_while_visited(
        store: &Store<T>,
        row: u32,
        value: NonNull<T>,
        site: CallSite,
    ) -> Option<Self> {
        let is_borrowed = store.borrows().borrow_while_visited(row, true, &**store, site);
        is_borrowed.then(|| Self::on(store, value, site))
    }

    /// The guard as what fits into two registers; until it is [one again](Self::unpack), the borrow goes on.
    #[inline]
    pub(crate) fn pack(self) -> Packed<T, true> {
        Packed { value: self.value, column: self.borrow.forget() }
    }

    /// The guard as what it was, with the place where its borrow began.
    #[inline(always)]
    pub(crate) fn unpack(packed: Packed<T, true>, site: CallSite) -> Self {
        Self::over(packed.column, packed.value, site)
    }

    /// Borrows a live row, if nothing has borrowed it.
    pub(crate) fn borrow_row(store: &Store<T>, row: u32, site: CallSite) -> Result<Self, Conflict> {
        store.borrows().borrow_row_mut(row, &**store, site)?;
        Ok(Self::on(store, store.value(row), site))
    }
}

impl<T: ?Sized> Ref<T> {
    /// Makes a guard on a part of what this one has borrowed. The component stays borrowed as a whole. O(1).
    ///
    /// An associated function, as of `std::cell::Ref`, so that it hides no method of the component.
    ///
    /// ```
    /// use ecs_core::{Component, Entity, Handle, Ref};
    ///
    /// #[derive(Component)]
    /// struct Hero { name: String }
    ///
    /// fn name(hero: Handle<Hero>) -> Ref<str> {
    ///     Ref::map(hero.borrow(), |hero| &*hero.name)
    /// }
    ///
    /// let hero = Entity::spawn().insert(Hero { name: "Ada".into() });
    /// assert_eq!(&*name(hero), "Ada");
    /// ```
    #[inline]
    pub fn map<U: ?Sized>(guard: Self, part: impl FnOnce(&T) -> &U) -> Ref<U> {
        Ref { value: NonNull::from(part(&guard)), borrow: guard.borrow }
    }

    /// Makes a guard on a part of what this one has borrowed, if there is that part. O(1).
    ///
    /// # Errors
    ///
    /// Gives the guard back if there is no such part.
    #[inline]
    pub fn filter_map<U: ?Sized>(guard: Self, part: impl FnOnce(&T) -> Option<&U>) -> Result<Ref<U>, Self> {
        match part(&guard).map(NonNull::from) {
            Some(value) => Ok(Ref { value, borrow: guard.borrow }),
            None => Err(guard),
        }
    }
}

impl<T: ?Sized> RefMut<T> {
    /// Makes a guard on a part of what this one has borrowed. The component stays borrowed as a whole, and
    /// counts as written to. O(1).
    ///
    /// An associated function, as of `std::cell::RefMut`, so that it hides no method of the component.
    ///
    /// ```
    /// use ecs_core::{Component, Entity, RefMut};
    ///
    /// #[derive(Component)]
    /// struct Bag { slots: Vec<u32> }
    ///
    /// let bag = Entity::spawn().insert(Bag { slots: vec![1, 2] });
    /// let mut last = RefMut::map(bag.borrow_mut(), |bag| bag.slots.last_mut().unwrap());
    /// *last += 5;
    /// drop(last);
    /// assert_eq!(bag.borrow().slots, [1, 7]);
    /// ```
    #[inline]
    pub fn map<U: ?Sized>(mut guard: Self, part: impl FnOnce(&mut T) -> &mut U) -> RefMut<U> {
        RefMut { value: NonNull::from(part(&mut guard)), borrow: guard.borrow, written: PhantomData }
    }

    /// Makes a guard on a part of what this one has borrowed, if there is that part. O(1).
    ///
    /// # Errors
    ///
    /// Gives the guard back if there is no such part.
    #[inline]
    pub fn filter_map<U: ?Sized>(
        mut guard: Self,
        part: impl FnOnce(&mut T) -> Option<&mut U>,
    ) -> Result<RefMut<U>, Self> {
        match part(&mut guard).map(NonNull::from) {
            Some(value) => Ok(RefMut { value, borrow: guard.borrow, written: PhantomData }),
            None => Err(guard),
        }
    }
}

impl<T: ?Sized> Guard for Ref<T> {
    #[inline]
    fn borrows(&self) -> &Borrows {
        self.borrow.column().borrows()
    }

    #[inline]
    fn row(&self) -> u32 {
        self.borrow.row()
    }
}

impl<T: ?Sized> Guard for RefMut<T> {
    #[inline]
    fn borrows(&self) -> &Borrows {
        self.borrow.column().borrows()
    }

    #[inline]
    fn row(&self) -> u32 {
        self.borrow.row()
    }
}

impl<T: ?Sized> Deref for Ref<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: the row is borrowed for reading, so nothing writes it or moves it while the guard lives. A
        // part of it, which a closure found for any lifetime, lives as long.
        unsafe { self.value.as_ref() }
    }
}

impl<T: ?Sized> Deref for RefMut<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: the row is borrowed by this guard alone, and does not move while the guard lives; nor is a
        // part of it used in another way.
        unsafe { self.value.as_ref() }
    }
}

impl<T: ?Sized> DerefMut for RefMut<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as in `deref`.
        unsafe { self.value.as_mut() }
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for Ref<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        T::fmt(self, f)
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for RefMut<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        T::fmt(self, f)
    }
}

impl<T: ?Sized + fmt::Display> fmt::Display for Ref<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        T::fmt(self, f)
    }
}

impl<T: ?Sized + fmt::Display> fmt::Display for RefMut<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        T::fmt(self, f)
    }
}
