//! A union as a component, with a key that it cannot have either.

use ecs_core::Component;

#[derive(Component)]
#[component(soa)]
union Plane { //~ ERROR components cannot be unions
    altitude: f32,
    bits: u32,
}

fn main() {}
