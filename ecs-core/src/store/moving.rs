//! Moving values by their addresses: in a debug build a function that takes a value needs room for it on the
//! stack, and so does each function that it hands the value on to. So calls hand on a reference to the option
//! in which the first of them has the value.
#![expect(unsafe_code, reason = "values are moved by their addresses")]

use core::ptr;

/// Moves a value out of its option.
///
/// # Safety
///
/// There must be memory for it at the address, which nobody else uses. What is there counts as no value.
#[inline(always)]
pub(super) unsafe fn move_to<T>(value: &mut Option<T>, to: *mut T) {
    let from: *const T = value.as_ref().expect("a value is moved once");
    // SAFETY: the option has the value, and has it no more before anyone asks. There is room for it, as the
    // caller says: in a row or a list, of which the option is no part.
    unsafe { ptr::copy_nonoverlapping(from, to, 1) };
    forget(value);
}

/// Appends a value to a list.
#[inline]
pub(crate) fn push_from<T>(value: &mut Option<T>, list: &mut Vec<T>) {
    list.reserve(1);
    let length = list.len();
    // SAFETY: there is room for one more behind the values of the list, which nobody else uses.
    unsafe { move_to(value, list.as_mut_ptr().add(length)) };
    // SAFETY: there is room for so many, and the last one was moved there.
    unsafe { list.set_len(length + 1) };
}

/// Empties an option whose value was moved. A function of its own where nothing is inlined: what replaces the
/// value takes as much stack, and hooks run after it has returned.
#[cfg_attr(not(debug_assertions), inline(always))]
fn forget<T>(moved: &mut Option<T>) {
    // SAFETY: it is a reference; its value was moved, and is not to be dropped.
    unsafe { ptr::write(moved, None) };
}
