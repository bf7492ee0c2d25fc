//! What a hook is before its parameters are looked at: a function of `self` and up to five others, or of an
//! event between them.
//!
//! The bounds on a hook come in two steps, so that rustc says in one sentence what is wrong. The shape infers
//! the types of the parameters; each of them is then asked for itself.

use crate::store::{ByMut, ByRef};

use super::Absent;
use super::event::for_each_arity;

/// A function that is a hook of `T` if its parameters are right.
pub trait HookShape<T, M> {}

impl<T> HookShape<T, Absent> for Absent {}

/// A function that listens to `E` for `T` if its parameters are right.
pub trait ListenShape<T, E, M> {}

macro_rules! shapes {
    ($receiver:ty, $marker:ident, $($param:ident),*) => {
        impl<T, F: Fn($receiver, $($param),*), $($param),*> HookShape<T, fn($marker, $($param),*)> for F {}

        impl<T, Event, F: Fn($receiver, &Event, $($param),*), $($param),*> ListenShape<T, Event, fn($marker, $($param),*)> for F {}
    };
}

for_each_arity!(shapes);
