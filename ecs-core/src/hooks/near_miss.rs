//! Near misses: methods that look as if the library should call them, and that it does not call.
//!
//! The derive asks for these names as it asks for hooks: `Names((Plane::awake, Plane::Awake)).init()`. Where the type has no such method, each is
//! [`Absent`], and the call is an inherent one that does nothing. Otherwise it is that of a trait, which is deprecated: its note is the warning.
//! One call for several names costs the compiler half of what one for each would.
//!
//! The derive asks in a module of its own, where no trait of the user's is in scope: a trait's `awake` must not be ambiguous. There
//! [`Reached`] brings the type.
//!
//! A name belongs here if it is a hook elsewhere, or a misspelt one; if it is hardly a method that a game calls itself; and if it is never
//! generic, because rustc would ask for the types. So `tick`, `step`, `process` and `setup` do not belong here.

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

macro_rules! near_misses {
    ($($meant:ident($($name:ident),*) $note:literal;)*) => {
        /// Gives every type a constant for each name, which an inherent method hides.
        #[doc(hidden)]
        #[expect(non_upper_case_globals, reason = "named as the methods that hide them")]
        pub trait NoNearMiss {
            $($(#[doc(hidden)] const $name: Absent = Absent;)*)*
        }

        impl<T> NoNearMiss for T {}

        $(
            impl Names<($(absent!($name),)*)> {
                #[doc(hidden)]
                pub const fn $meant(self) {}
            }
        )*

        /// Warns.
        pub trait NotAHook: Sized {
            $(
                #[doc(hidden)]
                #[deprecated(note = $note)]
                fn $meant(self) {}
            )*
        }

        impl<F> NotAHook for Names<F> {}
    };
}

near_misses! {
    init(awake, Awake, Start, ready, _ready, on_start)
        "`awake`, `Awake`, `Start`, `ready`, `_ready` and `on_start` are not hooks, nothing calls them: name the method `init`, which runs at once, or `start`, which runs before the first pass; or, if you call it yourself, write `#[component(awake = none)]`, with its name, above the type";
    update(Update, on_update, _process, updat)
        "`Update`, `on_update`, `_process` and `updat` are not hooks, nothing calls them: name the method `update`; or, if you call it yourself, write `#[component(Update = none)]`, with its name, above the type";
    fixed_update(FixedUpdate, LateUpdate, physics_process, _physics_process)
        "`FixedUpdate`, `LateUpdate`, `physics_process` and `_physics_process` are not hooks, nothing calls them: name the method `fixed_update` or `late_update`; or, if you call it yourself, write `#[component(FixedUpdate = none)]`, with its name, above the type";
    shutdown(on_destroy, OnDestroy, on_remove)
        "`on_destroy`, `OnDestroy` and `on_remove` are not hooks, nothing calls them: name the method `shutdown`; or, if you call it yourself, write `#[component(on_destroy = none)]`, with its name, above the type";
    on_enable(OnEnable, OnDisable, on_enabled, on_disabled)
        "`OnEnable`, `OnDisable`, `on_enabled` and `on_disabled` are not hooks, nothing calls them: name the method `on_enable` or `on_disable`; or, if you call it yourself, write `#[component(OnEnable = none)]`, with its name, above the type";
}

macro_rules! unnamed {
    ($($name:ident $note:literal;)*) => {
        impl Names<Absent> {
            $(
                #[doc(hidden)]
                pub const fn $name(self) {}
            )*
        }

        /// Warns.
        pub trait NeedsAKey: Sized {
            $(
                #[doc(hidden)]
                #[deprecated(note = $note)]
                fn $name(self) {}
            )*
        }

        impl<F> NeedsAKey for Names<F> {}
    };
}

unnamed! {
    init "a generic type has only the hooks that it names: write `#[component(init)]` above the type; or, if you call the method yourself, `#[component(init = none)]`";
    start "a generic type has only the hooks that it names: write `#[component(start)]` above the type; or, if you call the method yourself, `#[component(start = none)]`";
    fixed_update "a generic type has only the hooks that it names: write `#[component(fixed_update)]` above the type; or, if you call the method yourself, `#[component(fixed_update = none)]`";
    update "a generic type has only the hooks that it names: write `#[component(update)]` above the type; or, if you call the method yourself, `#[component(update = none)]`";
    late_update "a generic type has only the hooks that it names: write `#[component(late_update)]` above the type; or, if you call the method yourself, `#[component(late_update = none)]`";
    shutdown "a generic type has only the hooks that it names: write `#[component(shutdown)]` above the type; or, if you call the method yourself, `#[component(shutdown = none)]`";
    on_enable "a generic type has only the hooks that it names: write `#[component(on_enable)]` above the type; or, if you call the method yourself, `#[component(on_enable = none)]`";
    on_disable "a generic type has only the hooks that it names: write `#[component(on_disable)]` above the type; or, if you call the method yourself, `#[component(on_disable = none)]`";
    on_reset "a generic type has only the hooks that it names: write `#[component(on_reset)]` above the type; or, if you call the method yourself, `#[component(on_reset = none)]`";
}
