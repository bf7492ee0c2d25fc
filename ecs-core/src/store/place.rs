//! Where rows lie that are one behind the other: addresses by row number.
#![expect(unsafe_code, reason = "an address is counted on from another one")]

use core::alloc::Layout;
use core::ptr::NonNull;

use crate::column::stride_of;

/// The address of a row, where the first one is at `base`.
#[inline(always)]
pub(crate) fn address<T>(base: *mut T, row: usize) -> *mut T {
    base.wrapping_byte_add(row * stride_of(Layout::new::<T>()))
}

/// The address of a row that lies so many behind another one.
///
/// # Safety
///
/// Both rows are of one allocation.
#[inline(always)]
pub(crate) unsafe fn behind<T>(first: *mut T, rows: usize) -> *mut T {
    if const { size_of::<T>() == 0 } {
        address(first, rows)
    } else {
        // SAFETY: as required of the caller.
        unsafe { first.add(rows) }
    }
}

/// Where a slice of rows begins, the first of which is at `base`: a slice gives all zero-sized values its own
/// address, which must be none of a row.
#[inline(always)]
pub(crate) const fn start_of_slice<T>(base: *mut T) -> *mut T {
    if size_of::<T>() == 0 { NonNull::dangling().as_ptr() } else { base }
}
