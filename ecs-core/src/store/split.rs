//! [`Split`]: each field of values lies in an array of its own.
#![expect(unsafe_code, reason = "values are read from rows, written to them and borrowed there")]

use core::alloc;

use crate::fields::{FieldPlaces, Soa};

use super::by_fields::{read, with, with_mut, write};
use super::guard::{Guards, Ref, RefMut};
use super::kinds::Split;
use super::layout::Layout;
use super::release::RowBorrow;
use super::row_guard::{RowMut, RowRef};

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
    fn at(
        _: impl FnOnce() -> *mut T,
        mut place_of: impl FnMut(usize, alloc::Layout) -> *mut u8,
    ) -> T::__Places {
        T::__Places::ask(|field| place_of(field, T::__FIELDS.layouts[field]))
    }

    #[inline(always)]
    unsafe fn read(cursor: T::__Places, step: usize) -> T {
        // SAFETY: as required of the caller.
        unsafe { read(cursor, step) }
    }

    #[inline(always)]
    unsafe fn write(cursor: T::__Places, step: usize, value: &mut Option<T>) {
        let value = value.take().expect("a value is moved once");
        // SAFETY: as required of the caller.
        unsafe { write(cursor, step, value) };
    }

    #[inline(always)]
    unsafe fn shared<'c>(cursor: T::__Places, step: usize) -> RowRef<'c, T> {
        // SAFETY: as required of the caller; the fields are `Copy`.
        RowRef::over(unsafe { read(cursor, step) })
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
        let (places, _borrow) = borrow.into_places();
        // SAFETY: the row is borrowed by this alone, so it holds a value, and does not move.
        unsafe { with_mut(places, 0, f) }
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
        // SAFETY: as required of the caller.
        unsafe { with(cursor, step, f) }
    }

    #[inline(always)]
    unsafe fn with_mut<'c, R>(cursor: T::__Places, step: usize, f: impl FnOnce(&'c mut T) -> R) -> R {
        // SAFETY: as required of the caller.
        unsafe { with_mut(cursor, step, f) }
    }

    fn guard(borrow: RowBorrow<T, false>) -> Ref<T, Self> {
        Ref { held: RowRef::on(borrow) }
    }

    fn guard_mut(borrow: RowBorrow<T, true>) -> RefMut<T, Self> {
        RefMut { held: RowMut::on(borrow) }
    }
}
