//! [`Method`]: a method that may be a hook, found by its name, or [`Absent`].

use core::marker::PhantomData;

/// Stands where a type has no method of a hook's name.
#[derive(Debug)]
pub struct Absent;

/// A hook, with the marker of its parameters.
#[derive(Debug)]
pub struct Method<F, M>(pub F, pub PhantomData<fn() -> M>);

/// Declares what there is once for each hook.
macro_rules! declare {
    ($($name:ident: $kind:ident $(($phase:ident))?, $when:literal;)*) => {
        /// Gives every type a constant for each hook, which an inherent method of that name hides.
        ///
        /// rustc prints this name where another trait gives a method of a hook's name, too.
        #[doc(hidden)]
        pub trait SayWhichByAComponentKey {
            $(#[doc(hidden)] const $name: Absent = Absent;)*
        }
    };
}

ecs_derive::hooks!(declare);

impl<T> SayWhichByAComponentKey for T {}
