//! [`Receiver`]: how a hook takes its component, as `&mut self` or `&self`.
#![expect(unsafe_code, reason = "a component becomes a reference")]

/// How a hook takes its component: [`ByMut`] or [`ByRef`].
pub trait Receiver {
    /// What it gets.
    type Own<'a, T: 'static>;

    /// Whether it may change it.
    const WRITES: bool;

    /// Borrows the component at an address.
    ///
    /// # Safety
    ///
    /// It must be live, and stay where it is for `'a`. For `'a` nothing else may use it, or, if the hook does
    /// not [write](Self::WRITES), nothing may write to it.
    #[doc(hidden)]
    unsafe fn own<'a, T: 'static>(address: *mut T) -> Self::Own<'a, T>;
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
    unsafe fn own<'a, T: 'static>(address: *mut T) -> &'a mut T {
        // SAFETY: as required of the caller.
        unsafe { &mut *address }
    }
}

impl Receiver for ByRef {
    type Own<'a, T: 'static> = &'a T;

    const WRITES: bool = false;

    #[inline(always)]
    unsafe fn own<'a, T: 'static>(address: *mut T) -> &'a T {
        // SAFETY: as required of the caller.
        unsafe { &*address }
    }
}
