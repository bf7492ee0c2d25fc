//! Stand-ins for hooks that a key names and a type lacks.
//!
//! Each hook has a trait, whose message names the hook. The traits are implemented for `&T` only. So rustc
//! has nothing else to propose for a missing `Plane::update`, and fails at `Plane: HasUpdate`.

use super::method::Absent;

macro_rules! declare {
    ($($hook:ident: $name:ident, $message:tt, $label:tt;)*) => {$(
        #[doc(hidden)]
        #[diagnostic::on_unimplemented(
            message = $message,
            label = $label,
            note = "is it misspelt, in a narrower `impl` (with more bounds than `{Self}` has, or for fewer \
                    types), private to another module, or in the `impl` of a trait that is not in scope?"
        )]
        pub trait $name {
            #[doc(hidden)]
            const $hook: Absent = Absent;
        }

        #[diagnostic::do_not_recommend]
        impl<T> $name for &T {}
    )*};
}

ecs_derive::missing_hooks!(declare);
