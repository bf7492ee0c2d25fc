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

        /// Stands where a key names a hook that is not there.
        ///
        /// Implemented for `&T` only. So rustc has nothing else to propose for a missing `Plane::update`, and
        /// fails at `Plane: HasTheMethod`, with the message below.
        #[doc(hidden)]
        #[diagnostic::on_unimplemented(
            message = "`{Self}` has no method for this hook",
            label = "no method of this name is visible where `{Self}` is declared",
            note = "is it misspelt, in a narrower `impl` (with more bounds than `{Self}` has, or for fewer \
                    types), private to another module, or in the `impl` of a trait that is not in scope? \
                    `parallel` alone means `parallel(update)`: for another hook write \
                    `parallel(fixed_update)`"
        )]
        pub trait HasTheMethod {
            $(#[doc(hidden)] const $name: Absent = Absent;)*
        }
    };
}

ecs_derive::hooks!(declare);

impl<T> SayWhichByAComponentKey for T {}

#[diagnostic::do_not_recommend]
impl<T> HasTheMethod for &T {}
