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
//! A name belongs here if it is a hook elsewhere, or a misspelt one; if it is hardly a method that a game
//! calls itself; and if it is never generic, because rustc would ask for the types. So `tick`, `step`,
//! `ready`, `physics_process` and `on_remove` do not belong here.

use super::Absent;

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
    ($trait:ident: $($absent:ty => $ask:ident $note:literal;)*) => {
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
                #[deprecated(note = $note)]
                fn $ask(self) {}
            )*
        }

        impl<F> $trait for Names<F> {}
    };
}

macro_rules! near_misses {
    ($($meant:ident($($name:ident),*) $note:literal;)*) => {
        /// Gives every type a constant for each name, which an inherent method hides.
        #[doc(hidden)]
        #[expect(non_upper_case_globals, reason = "named as the methods that hide them")]
        pub trait NoNearMiss {
            $($(#[doc(hidden)] const $name: Absent = Absent;)*)*
        }

        impl<T> NoNearMiss for T {}

        warnings! { NotAHook: $(($(absent!($name),)*) => $meant $note;)* }
    };
}

near_misses! {
    init(awake, Awake, Start, _ready, on_start, on_init)
        "name it `init`, which runs at once, or `start`, which runs before the first pass: a method of the name `awake`, `Awake`, `Start`, `_ready`, `on_start` or `on_init` is not a hook, and nothing calls it; or, if you call it yourself, write `#[component(<name> = none)]` with its name above the type";
    update(Update, on_update, _process, updat)
        "name it `update`: a method of the name `Update`, `on_update`, `_process` or `updat` is not a hook, and nothing calls it; or, if you call it yourself, write `#[component(<name> = none)]` with its name above the type";
    fixed_update(FixedUpdate, LateUpdate, _physics_process, on_fixed_update, on_late_update)
        "name it `fixed_update` or `late_update`: a method of the name `FixedUpdate`, `LateUpdate`, `_physics_process`, `on_fixed_update` or `on_late_update` is not a hook, and nothing calls it; or, if you call it yourself, write `#[component(<name> = none)]` with its name above the type";
    shutdown(on_destroy, OnDestroy, on_shutdown)
        "name it `shutdown`: a method of the name `on_destroy`, `OnDestroy` or `on_shutdown` is not a hook, and nothing calls it; or, if you call it yourself, write `#[component(<name> = none)]` with its name above the type";
    on_enable(OnEnable, OnDisable, on_enabled, on_disabled)
        "name it `on_enable` or `on_disable`: a method of the name `OnEnable`, `OnDisable`, `on_enabled` or `on_disabled` is not a hook, and nothing calls it; or, if you call it yourself, write `#[component(<name> = none)]` with its name above the type";
}

warnings! { NeedsAKey:
    Absent => init "a generic type has only the hooks that it names: write `#[component(init)]` above the type; or, if you call the method yourself, `#[component(init = none)]`";
    Absent => start "a generic type has only the hooks that it names: write `#[component(start)]` above the type; or, if you call the method yourself, `#[component(start = none)]`";
    Absent => fixed_update "a generic type has only the hooks that it names: write `#[component(fixed_update)]` above the type; or, if you call the method yourself, `#[component(fixed_update = none)]`";
    Absent => update "a generic type has only the hooks that it names: write `#[component(update)]` above the type; or, if you call the method yourself, `#[component(update = none)]`";
    Absent => late_update "a generic type has only the hooks that it names: write `#[component(late_update)]` above the type; or, if you call the method yourself, `#[component(late_update = none)]`";
    Absent => shutdown "a generic type has only the hooks that it names: write `#[component(shutdown)]` above the type; or, if you call the method yourself, `#[component(shutdown = none)]`";
    Absent => on_enable "a generic type has only the hooks that it names: write `#[component(on_enable)]` above the type; or, if you call the method yourself, `#[component(on_enable = none)]`";
    Absent => on_disable "a generic type has only the hooks that it names: write `#[component(on_disable)]` above the type; or, if you call the method yourself, `#[component(on_disable = none)]`";
    Absent => on_reset "a generic type has only the hooks that it names: write `#[component(on_reset)]` above the type; or, if you call the method yourself, `#[component(on_reset = none)]`";
}
