//! What stands in the place of methods whose feature is off: a call is a compile error that names the
//! feature. For types and functions rustc says that itself.

/// A trait that nothing implements, and methods that ask for it.
macro_rules! needs {
    ($feature:literal, $trait:ident, $text:literal, $add:literal:
    $type:ty { $($method:ident($($arg:tt)*);)* }) => {
        #[cfg(not(feature = $feature))]
        #[diagnostic::on_unimplemented(message = $text, label = "this feature is off", note = $add)]
        pub trait $trait {}

        #[cfg(not(feature = $feature))]
        impl $type {
            $(
                #[doc(hidden)]
                pub fn $method<'a>($($arg)*)
                where
                    // rustc refuses a bound that never holds where it stands, unless that has a parameter.
                    &'a (): $trait,
                {
                }
            )*
        }
    };
}

pub(crate) use needs;

needs! {
    "inspect", NeedsInspect, "the inspector needs the feature `inspect` of `ecs-core`",
    "switch it on in `Cargo.toml`, or by `cargo add ecs-core --features inspect`":
    crate::World {
        inspect(_: impl Sized);
        try_inspect(_: impl Sized);
        inspect_from_network(_: impl Sized);
    }
}

needs! {
    "parallel", NeedsParallel, "`World::set_thread_pool` needs the feature `parallel` of `ecs-core`",
    "switch it on in `Cargo.toml`, or by `cargo add ecs-core --features parallel`":
    crate::World {
        set_thread_pool(_: impl Sized);
    }
}

needs! {
    "serde", NeedsSerde, "`World::dangling` needs the feature `serde` of `ecs-core`",
    "switch it on in `Cargo.toml`, or by `cargo add ecs-core --features serde`":
    crate::World {
        dangling();
    }
}

needs! {
    "serde", NeedsSerdeToCopy, "a copy of an entity needs the feature `serde` of `ecs-core`",
    "switch it on in `Cargo.toml`, or by `cargo add ecs-core --features serde`":
    crate::Entity {
        duplicate(self);
        try_duplicate(self);
    }
}
