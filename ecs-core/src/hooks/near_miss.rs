//! Near misses: methods that look as if the library should call them, and that it does not call.
//!
//! The derive asks for these names as it asks for hooks: `Names((Plane::awake, Plane::Awake)).init()`. Where
//! the type has no such method, each is [`Absent`], and the call is an inherent one that does nothing.
//! Otherwise it is that of a trait, which is deprecated: its note is the warning. One call for several names
//! costs the compiler half of what one for each would.
//!
//! The derive asks in a module of its own, where no trait of the user's is in scope: a trait's `awake` must
//! not be ambiguous. There [`Reached`] brings the type.
//!
//! A name belongs in `ecs-derive/src/hooks.rs` if it is a hook elsewhere, or a misspelt one; if it is hardly
//! a method that a game calls itself; and if it is never generic, because rustc would ask for the types. So
//! `tick`, `step`, `ready`, `physics_process` and `on_remove` do not belong there.

use super::method::Absent;

/// Brings a type into a module that cannot name it.
pub trait Reached {
    /// The type.
    type Type;
}

/// Names of methods that no key mentions, on a generic type.
pub trait Unnamed {
    /// Asks for them; never called.
    #[doc(hidden)]
    fn look();
}

/// What names stand for: methods of a type, or [`Absent`].
#[derive(Debug)]
pub struct Names<F>(pub F);

/// The type of what is not there, once for each name.
macro_rules! absent {
    ($name:ident) => {
        Absent
    };
}

/// What names are asked for by a method: nothing if the type has none of them, otherwise a warning.
macro_rules! warnings {
    ($trait:ident: $($absent:ty => $ask:ident $note:expr;)*) => {
        $(
            impl Names<$absent> {
                #[doc(hidden)]
                pub const fn $ask(self) {}
            }
        )*

        /// Warns.
        pub trait $trait: Sized {
            $(
                #[doc(hidden)]
                #[deprecated = $note]
                fn $ask(self) {}
            )*
        }

        impl<F> $trait for Names<F> {}
    };
}

macro_rules! declare_near_misses {
    ($($ask:ident, $meant:literal: $first:ident $(, $name:ident)* or $last:ident;)*) => {
        /// Gives every type a constant for each name, which an inherent method hides.
        #[doc(hidden)]
        pub trait NoNearMiss {
            $(
                #[doc(hidden)] const $first: Absent = Absent;
                $(#[doc(hidden)] const $name: Absent = Absent;)*
                #[doc(hidden)] const $last: Absent = Absent;
            )*
        }

        impl<T> NoNearMiss for T {}

        warnings! { NotAHook: $((absent!($first), $(absent!($name),)* absent!($last)) => $ask concat!(
            "name it ", $meant, ": a method of the name `", stringify!($first), "`",
            $(", `", stringify!($name), "`",)* " or `", stringify!($last),
            "` is not a hook, and nothing calls it; or, if you call it yourself, write `#[component(<name> = \
             none)]` with its name above the type"
        );)* }
    };
}

ecs_derive::near_misses!(declare_near_misses);

macro_rules! declare_unnamed {
    ($($hook:ident: $kind:ident $(($phase:ident))?, $when:literal;)*) => {
        warnings! { NeedsAKey: $(Absent => $hook concat!(
            "a generic type has only the hooks that it names: write `#[component(", stringify!($hook),
            ")]` above the type; or, if you call the method yourself, `#[component(", stringify!($hook),
            " = none)]`"
        );)* }
    };
}

ecs_derive::hooks!(declare_unnamed);
