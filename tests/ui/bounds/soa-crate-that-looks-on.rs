//! Another path to the crate leads to another trait, which does not say what the functions of a type do.

use ecs_core::Component;

mod elsewhere {
    pub use ecs_core::*;

    pub mod hook {
        pub use ecs_core::hook::*;

        pub trait FieldFns<T> {}

        impl<T, Fns: ecs_core::hook::FieldFns<T>> FieldFns<T> for Fns {}
    }
}

#[derive(Component)]
#[component(soa, crate = crate::elsewhere)] //~ ERROR the trait bound
struct Plane {
    height: f32,
}

fn main() {
    let plane = Plane { height: 0.0 };
    let _ = plane.height;
}
