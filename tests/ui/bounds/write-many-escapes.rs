//! What a view gives for many handles does not leave the closure.

use ecs_core::Component;

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    let mut planes = Vec::new();
    Plane::view_mut().write_many(&[], |plane| planes.push(plane)); //~ ERROR borrowed data escapes outside of closure
}
