//! [`aside`]: a call that is rare, out of the way of those that are not.

use core::mem::needs_drop;

use crate::base::Left;

/// Calls what is rarely called with a value. In optimised builds it moves there before: so the value has no
/// address where all is simple, and stays in registers.
#[inline(always)]
pub(super) fn aside<T, R>(value: &mut Option<T>, rare: impl FnOnce(&mut Option<T>) -> R) -> R {
    match cfg!(debug_assertions) {
        true if const { !needs_drop::<T>() } => rare(value),
        true => with_left(value, rare),
        false => with_left(&mut value.take(), rare),
    }
}

/// Calls a function with a value, and drops what it has left of that.
#[cfg_attr(not(debug_assertions), inline(always))]
fn with_left<T, R>(value: &mut Option<T>, f: impl FnOnce(&mut Option<T>) -> R) -> R {
    let left = Left(value);
    let done = f(&mut *left.0);
    drop(left);
    done
}
