//! [`Receiver`]: how a hook takes its component, as `&mut self` or `&self`.
#![expect(unsafe_code, reason = "a component becomes a reference")]

use super::layout::{CursorOf, Layout, Stored};

/// How a hook takes its component: [`ByMut`] or [`ByRef`].
pub trait Receiver {
    /// What it gets.
    type Own<'a, T: 'static>;

    /// Whether it may change it.
    const WRITES: bool;

    /// Calls a function with the component that lies so many steps behind a cursor.
    ///
    /// # Safety
    ///
    /// The cursor must be of a column of the type, and the row be in its block and live, and stay where it
    /// is. While the function runs nothing else may use it, or, if the hook does not [write](Self::WRITES),
    /// nothing may write to it. The function must not keep what it gets.
    unsafe fn with<'a, T: Stored, R>(
        cursor: CursorOf<T>,
        step: usize,
        f: impl FnOnce(Self::Own<'a, T>) -> R,
    ) -> R;
}

/// Marks a hook that takes `&mut self`.
#[derive(Debug)]
pub struct ByMut;

/// Marks a hook that takes `&self`.
#[derive(Debug)]
pub struct ByRef;

impl Receiver for ByMut {
    type Own<'a, T: 'static> = &'a mut T;

    const WRITES: bool = true;

    #[inline(always)]
    unsafe fn with<'a, T: Stored, R>(cursor: CursorOf<T>, step: usize, f: impl FnOnce(&'a mut T) -> R) -> R {
        // SAFETY: as required of the caller.
        unsafe { T::Layout::with_mut(cursor, step, f) }
    }
}

impl Receiver for ByRef {
    type Own<'a, T: 'static> = &'a T;

    const WRITES: bool = false;

    #[inline(always)]
    unsafe fn with<'a, T: Stored, R>(cursor: CursorOf<T>, step: usize, f: impl FnOnce(&'a T) -> R) -> R {
        // SAFETY: as required of the caller.
        unsafe { T::Layout::with(cursor, step, f) }
    }
}
