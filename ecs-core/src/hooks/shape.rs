//! What a hook is before its parameters are looked at: a function of `self` and up to eight others, or of an
//! event between them.
//!
//! The bounds on a hook come in two steps, so that rustc says in one sentence what is wrong. The shape infers
//! the types of the parameters; each of them is then asked for itself.

use crate::store::{ByMut, ByRef};

use super::method::Absent;

/// A function that is a hook of `T` if its parameters are right.
pub trait HookShape<T, M> {
    /// Whether the type has the hook.
    const PRESENT: bool = true;
}

impl<T> HookShape<T, Absent> for Absent {
    const PRESENT: bool = false;
}

/// A function that listens to `E` for `T` if its parameters are right.
pub trait ListenShape<T, E, M> {}

/// Calls a macro for each form of a hook: how it takes `self`, the marker of that, and its parameters.
macro_rules! for_each_arity {
    ($macro:ident) => {
        $macro!(&mut T, ByMut,);
        $macro!(&mut T, ByMut, A);
        $macro!(&mut T, ByMut, A, B);
        $macro!(&mut T, ByMut, A, B, C);
        $macro!(&mut T, ByMut, A, B, C, D);
        $macro!(&mut T, ByMut, A, B, C, D, E);
        $macro!(&mut T, ByMut, A, B, C, D, E, F);
        $macro!(&mut T, ByMut, A, B, C, D, E, F, G);
        $macro!(&mut T, ByMut, A, B, C, D, E, F, G, H);
        $macro!(&T, ByRef,);
        $macro!(&T, ByRef, A);
        $macro!(&T, ByRef, A, B);
        $macro!(&T, ByRef, A, B, C);
        $macro!(&T, ByRef, A, B, C, D);
        $macro!(&T, ByRef, A, B, C, D, E);
        $macro!(&T, ByRef, A, B, C, D, E, F);
        $macro!(&T, ByRef, A, B, C, D, E, F, G);
        $macro!(&T, ByRef, A, B, C, D, E, F, G, H);
    };
}
pub(super) use for_each_arity;

macro_rules! shapes {
    ($receiver:ty, $marker:ident, $($param:ident),*) => {
        impl<T, Hook: Fn($receiver, $($param),*) -> Out, Out, $($param),*>
            HookShape<T, fn($marker, $($param),*)> for Hook {}

        impl<T, Event, Hook: Fn($receiver, &Event, $($param),*) -> Out, Out, $($param),*>
            ListenShape<T, Event, fn($marker, $($param),*)> for Hook {}
    };
}

for_each_arity!(shapes);
