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

needs! {
    "parallel", NeedsParallel, "`World::set_thread_pool` needs the feature `parallel` of `ecs-core`",
    "switch it on in `Cargo.toml`, or by `cargo add ecs-core --features parallel`":
    crate::World {
        set_thread_pool(_: impl Sized);
    }
}

needs! {
    "serde", NeedsSerde, "`World::dangling` and `World::by_name` need the feature `serde` of `ecs-core`",
    "switch it on in `Cargo.toml`, or by `cargo add ecs-core --features serde`":
    crate::World {
        dangling();
        by_name();
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

// ---- features::snapshot ----

#[cfg(feature = "snapshot")]
needs! {
    "serde", NeedsSerdeToCompare, "to hash and to compare snapshots needs the feature `serde` of `ecs-core`",
    "switch it on in `Cargo.toml`, or by `cargo add ecs-core --features serde`":
    crate::Snapshots {
        hash(self, _: u64);
        state(self, _: u64);
        diff(self, _: u64, _: impl Sized);
    }
}
