//! What stands in the place of methods whose feature is off: a call is a compile error that names the
//! feature. For types and functions rustc says that itself.

use crate::base::needs;

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
