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
use super::release::{BorrowOnOneThread, RowBorrow};
use crate::borrow::Borrows;

/// Lays values one behind the other.
#[derive(Debug)]
pub enum Whole {}

/// How guards hold what they have borrowed: see [`Layout`](super::Layout).
pub trait Guards<T: ?Sized>: 'static {
    /// Holds it for reading.
    type Ref: Guard + Deref<Target = T>;
    /// Holds it for reading and writing.
    type RefMut: Guard + DerefMut<Target = T>;
}

impl<T: ?Sized + 'static> Guards<T> for Whole {
    type Ref = InPlace<T, false>;
    type RefMut = InPlace<T, true>;
}

/// A guard that holds a value where it lies, and so can hold a part of it instead.
#[diagnostic::on_unimplemented(
    message = "a guard on a `{T}` has a copy, of which no part is borrowed alone",
    label = "the fields of `{T}` lie apart: it is `#[component(soa)]`",
    note = "keep the guard, and use its field; `handle.with(|it| ..)` touches that field alone"
)]
pub trait HasParts<T: ?Sized + 'static>:
    Guards<T, Ref = InPlace<T, false>, RefMut = InPlace<T, true>>
{
}

impl<T: ?Sized + 'static> HasParts<T> for Whole {}

/// Borrows a component for reading until it is dropped.
///
/// [`Handle::borrow`](crate::Handle::borrow) and similar calls return it. A `Ref` has no lifetime, so you can
/// keep it. While it lives, the component does not move, and borrowing the component mutably is an error. A
/// forgotten guard borrows its component for ever. [`Ref::map`] makes a guard on a part of the component.
///
/// `L` is how the type is stored. A guard on a [`Soa`](crate::Soa) type has a copy of the component.
#[must_use = "a guard ends its borrow as soon as it is dropped"]
pub struct Ref<T: ?Sized + 'static, L: Guards<T> = Whole> {
    pub(crate) held: L::Ref,
}

/// Borrows a component for reading and writing until it is dropped.
///
/// [`Handle::borrow_mut`](crate::Handle::borrow_mut) and similar calls return it. A `RefMut` has no lifetime,
/// so `let mut t = self.t.borrow_mut(); t.y += self.climb();` compiles. While it lives, borrowing the
/// component again is an error. [`RefMut::map`] makes a guard on a part of the component.
///
/// `L` is how the type is stored. A guard on a [`Soa`](crate::Soa) type has a copy of the component, and
/// writes the copy back when the guard is dropped. If the guard is forgotten, the written values are lost.
#[must_use = "a guard ends its borrow as soon as it is dropped"]
pub struct RefMut<T: ?Sized + 'static, L: Guards<T> = Whole> {
    pub(crate) held: L::RefMut,
}

/// A value that is borrowed where it lies, for writing if `MUT`.
///
/// Invariant in `T`: what is written through a guard is of that very type, not of a subtype of it.
pub struct InPlace<T: ?Sized + 'static, const MUT: bool> {
    value: NonNull<T>,
    borrow: BorrowOnOneThread<MUT>,
    written: PhantomData<fn(T) -> T>,
}

impl<T, const MUT: bool> InPlace<T, MUT> {
    /// Holds the value of a row that is borrowed.
    #[inline(always)]
    pub(super) fn on(borrow: RowBorrow<T, MUT>) -> Self {
        let (value, borrow) = borrow.into_parts();
        Self { value, borrow, written: PhantomData }
    }
}

impl<T: ?Sized, const MUT: bool> InPlace<T, MUT> {
    /// Holds a part of it, in the place of all.
    #[inline(always)]
    fn part<U: ?Sized>(self, value: NonNull<U>) -> InPlace<U, MUT> {
        InPlace { value, borrow: self.borrow, written: PhantomData }
    }
}

impl<T: ?Sized, L: Guards<T>> Ref<T, L> {
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
    pub fn map<U: ?Sized>(guard: Self, part: impl FnOnce(&T) -> &U) -> Ref<U>
    where
        L: HasParts<T>,
    {
        let value = NonNull::from(part(&guard));
        Ref { held: guard.held.part(value) }
    }

    /// Makes a guard on a part of what this one has borrowed, if there is that part. O(1).
    ///
    /// # Errors
    ///
    /// Gives the guard back if there is no such part.
    #[inline]
    pub fn filter_map<U: ?Sized>(guard: Self, part: impl FnOnce(&T) -> Option<&U>) -> Result<Ref<U>, Self>
    where
        L: HasParts<T>,
    {
        match part(&guard).map(NonNull::from) {
            Some(value) => Ok(Ref { held: guard.held.part(value) }),
            None => Err(guard),
        }
    }
}

impl<T: ?Sized, L: Guards<T>> RefMut<T, L> {
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
    pub fn map<U: ?Sized>(mut guard: Self, part: impl FnOnce(&mut T) -> &mut U) -> RefMut<U>
    where
        L: HasParts<T>,
    {
        let value = NonNull::from(part(&mut guard));
        RefMut { held: guard.held.part(value) }
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
    ) -> Result<RefMut<U>, Self>
    where
        L: HasParts<T>,
    {
        match part(&mut guard).map(NonNull::from) {
            Some(value) => Ok(RefMut { held: guard.held.part(value) }),
            None => Err(guard),
        }
    }
}

impl<T: ?Sized, const MUT: bool> Guard for InPlace<T, MUT> {
    #[inline]
    fn borrows(&self) -> &Borrows {
        &self.borrow.column().borrows
    }

    #[inline]
    fn row(&self) -> u32 {
        self.borrow.row()
    }
}

impl<T: ?Sized, const MUT: bool> Deref for InPlace<T, MUT> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: the row is borrowed for reading, so nothing writes it, or by this guard alone. It does not
        // move while the guard lives. A part of it, which a closure found for any lifetime, lives as long,
        // and is not used in another way.
        unsafe { self.value.as_ref() }
    }
}

impl<T: ?Sized> DerefMut for InPlace<T, true> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as in `deref`.
        unsafe { self.value.as_mut() }
    }
}

crate::base::deref_mut_by!([T: ?Sized, L: Guards<T>] RefMut<T, L>, |this| &mut this.held);

macro_rules! guards {
    ($Guard:ident) => {
        impl<T: ?Sized, L: Guards<T>> Guard for $Guard<T, L> {
            #[inline]
            fn borrows(&self) -> &Borrows {
                self.held.borrows()
            }

            #[inline]
            fn row(&self) -> u32 {
                self.held.row()
            }
        }

        crate::base::deref_by!([T: ?Sized, L: Guards<T>] $Guard<T, L> => T, |this| &this.held);

        crate::base::debug_by! {
            [T: ?Sized + fmt::Debug, L: Guards<T>] $Guard<T, L>, |this, f| T::fmt(this, f)
        }

        crate::base::display_by! {
            [T: ?Sized + fmt::Display, L: Guards<T>] $Guard<T, L>, |this, f| T::fmt(this, f)
        }
    };
}

guards!(Ref);
guards!(RefMut);
