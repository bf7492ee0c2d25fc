//! A question for something that is not a component.

use ecs_core::Entity;

struct Plane {
    altitude: f32,
}

fn main() {
    Entity::NONE.has::<Plane>(); //~ ERROR not a component or a tuple of components
}
