//! [`Split`]: each field of values lies in an array of its own.
#![expect(unsafe_code, reason = "values are read from rows, written to them and borrowed there")]

use core::alloc;

use crate::store::{Guards, Layout, Ref, RefMut, RowBorrow};

use super::places::{FieldPlaces, Split};
use super::row_guard::{RowMut, RowRef, places_of};
use super::soa::{FieldFns, Inside, Soa, ViaFields, check_fields};
use super::tuple::FieldTuple;

impl<T: Soa> Guards<T> for Split {
    type Ref = RowRef<'static, T>;
    type RefMut = RowMut<'static, T>;
}

impl<T: Soa> Layout<T> for Split {
    const IS_SPLIT: bool = true;
    const LAYOUTS: &'static [alloc::Layout] = T::__FIELDS.layouts;

    type Cursor = T::__Places;
    type Shared<'c> = RowRef<'c, T>;
    type Mutable<'c> = RowMut<'c, T>;

    #[inline(always)]
    fn at(_: impl FnOnce() -> *mut T, mut place: impl FnMut(usize, alloc::Layout) -> *mut u8) -> T::__Places {
        T::__Places::ask(|field| place(field, T::__FIELDS.layouts[field]))
    }

    #[inline(always)]
    unsafe fn read(cursor: T::__Places, step: usize) -> T {
        struct ReadFields<'p>(&'p [*mut u8], usize);

        impl<T: Soa> ViaFields<T> for ReadFields<'_> {
            type Out = T;

            #[inline(always)]
            fn via<F: FieldTuple>(self, _: impl Fn(T) -> F, join: impl Fn(F) -> T) -> T {
                check_fields::<T, F>();
                // SAFETY: these are the fields, as `Soa` promises, and the rest is required of the caller.
                join(unsafe { F::read(self.0, self.1) })
            }
        }

        T::__fields().give(Inside(ReadFields(cursor.get(), step)))
    }

    #[inline(always)]
    unsafe fn write(cursor: T::__Places, step: usize, value: &mut Option<T>) {
        struct WriteFields<'p, T>(&'p [*mut u8], usize, T);

        impl<T: Soa> ViaFields<T> for WriteFields<'_, T> {
            type Out = ();

            #[inline(always)]
            fn via<F: FieldTuple>(self, split: impl Fn(T) -> F, _: impl Fn(F) -> T) {
                check_fields::<T, F>();
                // SAFETY: as in `read`; `split` only moves the fields, so the row is still as the caller
                // says.
                unsafe { split(self.2).write(self.0, self.1) };
            }
        }

        let value = value.take().expect("a value is moved once");
        T::__fields().give(Inside(WriteFields(cursor.get(), step, value)));
    }

    #[inline(always)]
    unsafe fn shared<'c>(cursor: T::__Places, step: usize) -> RowRef<'c, T> {
        // SAFETY: as required of the caller; the fields are `Copy`.
        RowRef::over(unsafe { Self::read(cursor, step) })
    }

    #[inline(always)]
    unsafe fn mutable<'c>(cursor: T::__Places, step: usize) -> RowMut<'c, T> {
        // SAFETY: as required of the caller.
        unsafe { RowMut::over(cursor, step, None) }
    }

    fn lent<'c: 'c>(_: RowRef<'c, T>) -> &'c T {
        unreachable!("a copy is lent by `with`")
    }

    fn lent_mut<'c: 'c>(_: RowMut<'c, T>) -> &'c mut T {
        unreachable!("a copy is lent by `with`")
    }

    #[inline]
    fn with_row<R>(borrow: RowBorrow<T, true>, f: impl FnOnce(&mut T) -> R) -> R {
        // The borrow ends after the value was written back.
        let (places, _borrow) = places_of(borrow);
        // SAFETY: the row is borrowed by this alone, so it holds a value, and does not move.
        unsafe { Self::with_mut(places, 0, f) }
    }

    fn part<U: ?Sized, E>(
        _: impl FnOnce() -> Result<RowBorrow<T, false>, E>,
        _: impl FnOnce(&T) -> &U,
    ) -> Option<Result<Ref<U>, E>> {
        None
    }

    fn part_mut<U: ?Sized, E>(
        _: impl FnOnce() -> Result<RowBorrow<T, true>, E>,
        _: impl FnOnce(&mut T) -> &mut U,
    ) -> Option<Result<RefMut<U>, E>> {
        None
    }

    #[inline(always)]
    unsafe fn with<'c, R>(cursor: T::__Places, step: usize, f: impl FnOnce(&'c T) -> R) -> R {
        struct WithFields<'p, G>(&'p [*mut u8], usize, G);

        impl<T: Soa, R, G: FnOnce(&T) -> R> ViaFields<T> for WithFields<'_, G> {
            type Out = R;

            #[inline(always)]
            fn via<F: FieldTuple>(self, _: impl Fn(T) -> F, join: impl Fn(F) -> T) -> R {
                check_fields::<T, F>();
                // SAFETY: these are the fields, and the rest is required of the caller.
                unsafe { F::with(self.0, self.1, join, self.2) }
            }
        }

        let f = |value: &T| {
            let value: *const T = value;
            // SAFETY: the function does not keep it, as the caller sees to.
            f(unsafe { &*value })
        };
        T::__fields().give(Inside(WithFields(cursor.get(), step, f)))
    }

    #[inline(always)]
    unsafe fn with_mut<'c, R>(cursor: T::__Places, step: usize, f: impl FnOnce(&'c mut T) -> R) -> R {
        struct WithFieldsMut<'p, G>(&'p [*mut u8], usize, G);

        impl<T: Soa, R, G: FnOnce(&mut T) -> R> ViaFields<T> for WithFieldsMut<'_, G> {
            type Out = R;

            #[inline(always)]
            fn via<F: FieldTuple>(self, split: impl Fn(T) -> F, join: impl Fn(F) -> T) -> R {
                check_fields::<T, F>();
                // SAFETY: as in `read`; `split` and `join` only move the fields, so they use no row.
                unsafe { F::with_mut(self.0, self.1, split, join, self.2) }
            }
        }

        let f = |value: &mut T| {
            let value: *mut T = value;
            // SAFETY: the function does not keep it, as the caller sees to.
            f(unsafe { &mut *value })
        };
        T::__fields().give(Inside(WithFieldsMut(cursor.get(), step, f)))
    }

    fn guard(borrow: RowBorrow<T, false>) -> Ref<T, Self> {
        Ref { held: RowRef::on(borrow) }
    }

    fn guard_mut(borrow: RowBorrow<T, true>) -> RefMut<T, Self> {
        RefMut { held: RowMut::on(borrow) }
    }
}
