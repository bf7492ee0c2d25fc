//! A type that is to run after itself.

use ecs_core::Component;

#[derive(Component)]
#[component(after(Plane))] //~ ERROR cannot run after itself
struct Plane {
    altitude: f32,
}

fn main() {}
