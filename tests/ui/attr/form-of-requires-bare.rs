//! `requires` without its list.

use ecs_core::Component;

#[derive(Component)]
#[component(requires)] //~ ERROR wrong form of `requires`
struct Plane {
    altitude: f32,
}

fn main() {}
