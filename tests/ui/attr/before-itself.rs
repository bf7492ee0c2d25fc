//! A type that is to run before itself, under the name `Self`.

use ecs_core::Component;

#[derive(Component)]
#[component(before(Self))] //~ ERROR cannot run before itself
struct Plane {
    altitude: f32,
}

fn main() {}
