//! A union as a component.

use ecs_core::Component;

#[derive(Component)]
union Plane { //~ ERROR components cannot be unions
    altitude: f32,
    bits: u32,
}

fn main() {}
