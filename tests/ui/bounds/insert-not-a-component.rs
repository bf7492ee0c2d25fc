//! A value that is not a component is inserted.

use ecs_core::Entity;

struct Plane {
    altitude: f32,
}

fn main() {
    Entity::spawn().insert(Plane { altitude: 1.0 }); //~ ERROR `Plane` is not a component
}
