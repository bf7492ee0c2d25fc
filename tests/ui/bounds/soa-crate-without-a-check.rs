//! Another path to the crate leads to another check whether a field is `Copy`.

use ecs_core::Component;

mod elsewhere {
    pub use ecs_core::*;

    pub mod hook {
        pub use ecs_core::hook::*;

        pub struct IsField<A>(std::marker::PhantomData<A>);

        impl<A> IsField<A> {
            pub const fn new() -> Self {
                Self(std::marker::PhantomData)
            }
        }
    }
}

#[derive(Component)]
#[component(soa, crate = crate::elsewhere)]
struct Plane {
    name: String, //~ ERROR mismatched types
}

fn main() {
    let plane = Plane { name: String::new() };
    let _ = plane.name;
}
