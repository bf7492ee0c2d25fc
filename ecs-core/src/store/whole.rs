//! [`Whole`]: values lie one behind the other.
#![expect(unsafe_code, reason = "values are read from rows, written to them and borrowed there")]

use core::alloc;
use core::ptr;

use super::guard::{InPlace, Ref, RefMut, Whole};
use super::layout::Layout;
use super::moving::move_to;
use super::place::behind;
use super::release::RowBorrow;

impl<T: 'static> Layout<T> for Whole {
    const IS_SPLIT: bool = false;
    const LAYOUTS: &'static [alloc::Layout] = &[alloc::Layout::new::<T>()];

    type Cursor = *mut T;
    type Shared<'c> = &'c T;
    type Mutable<'c> = &'c mut T;

    #[inline(always)]
    fn at(first: impl FnOnce() -> *mut T, _: impl FnMut(usize, alloc::Layout) -> *mut u8) -> *mut T {
        first()
    }

    #[inline(always)]
    unsafe fn read(cursor: *mut T, step: usize) -> T {
        // SAFETY: as required of the caller.
        unsafe { behind(cursor, step).read() }
    }

    #[inline(always)]
    unsafe fn write(cursor: *mut T, step: usize, value: &mut Option<T>) {
        // SAFETY: as required of the caller; a value without bytes needs no memory.
        unsafe { move_to(value, behind(cursor, step)) };
    }

    unsafe fn write_all(cursor: *mut T, values: &mut Vec<T>) {
        // SAFETY: as required of the caller; the values lie in memory of the list.
        unsafe { ptr::copy_nonoverlapping(values.as_ptr(), cursor, values.len()) };
        // SAFETY: none is as many as there can be, and they were moved out.
        unsafe { values.set_len(0) };
    }

    #[inline(always)]
    unsafe fn shared<'c>(cursor: *mut T, step: usize) -> &'c T {
        // SAFETY: as required of the caller.
        unsafe { &*behind(cursor, step) }
    }

    #[inline(always)]
    unsafe fn mutable<'c>(cursor: *mut T, step: usize) -> &'c mut T {
        // SAFETY: as required of the caller.
        unsafe { &mut *behind(cursor, step) }
    }

    #[inline(always)]
    fn lent<'c: 'c>(shared: &'c T) -> &'c T {
        shared
    }

    #[inline(always)]
    fn lent_mut<'c: 'c>(mutable: &'c mut T) -> &'c mut T {
        mutable
    }

    #[inline(always)]
    fn with_row<R>(borrow: RowBorrow<T, true>, f: impl FnOnce(&mut T) -> R) -> R {
        f(&mut Self::guard_mut(borrow))
    }

    #[inline]
    fn part<U: ?Sized, E>(
        borrow: impl FnOnce() -> Result<RowBorrow<T, false>, E>,
        part: impl FnOnce(&T) -> &U,
    ) -> Option<Result<Ref<U>, E>> {
        Some(borrow().map(|borrow| Ref::map(Self::guard(borrow), part)))
    }

    #[inline]
    fn part_mut<U: ?Sized, E>(
        borrow: impl FnOnce() -> Result<RowBorrow<T, true>, E>,
        part: impl FnOnce(&mut T) -> &mut U,
    ) -> Option<Result<RefMut<U>, E>> {
        Some(borrow().map(|borrow| RefMut::map(Self::guard_mut(borrow), part)))
    }

    #[inline(always)]
    unsafe fn with<'c, R>(cursor: *mut T, step: usize, f: impl FnOnce(&'c T) -> R) -> R {
        // SAFETY: as required of the caller.
        f(unsafe { Self::shared(cursor, step) })
    }

    #[inline(always)]
    unsafe fn with_mut<'c, R>(cursor: *mut T, step: usize, f: impl FnOnce(&'c mut T) -> R) -> R {
        // SAFETY: as required of the caller.
        f(unsafe { Self::mutable(cursor, step) })
    }

    #[inline(always)]
    fn guard(borrow: RowBorrow<T, false>) -> Ref<T> {
        Ref { held: InPlace::on(borrow) }
    }

    #[inline(always)]
    fn guard_mut(borrow: RowBorrow<T, true>) -> RefMut<T> {
        RefMut { held: InPlace::on(borrow) }
    }
}
