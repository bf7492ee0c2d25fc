//! What a type says of its fields is for the library alone, which trusts no other path to itself.

use ecs_core::Component;
use ecs_core::hook::Inside;

mod elsewhere {
    pub use ecs_core::*;

    pub mod hook {
        pub use ecs_core::hook::*;

        /// Does not ask whether a field is `Copy`.
        pub type IsField<A> = Unchecked<A>;

        pub struct Unchecked<A>(std::marker::PhantomData<A>);

        impl<A> Unchecked<A> {
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

struct Forge;

// The functions that make a value of its fields, which may be private, take what the library alone makes.
fn forge() {
    let _ = Inside::<Forge> {}; //~ ERROR cannot construct `ecs_core::hook::Inside<Forge>`
}

fn main() {
    let plane = Plane { name: String::new() };
    let _ = plane.name;
    forge();
}
