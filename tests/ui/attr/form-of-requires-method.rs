//! `requires` with a call that does not say the type.

use ecs_core::Component;

#[derive(Component)]
struct Health(u32);

impl Health {
    fn full() -> Self {
        Self(100)
    }
}

#[derive(Component)]
#[component(requires(Health::full()))] //~ ERROR wrong form of `requires`
struct Ship;

fn main() {
    let _ = Health::full;
}
