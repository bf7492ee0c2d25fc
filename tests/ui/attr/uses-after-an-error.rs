//! A wrong key is one error: the uses of the type do not add theirs.

use ecs_core::{Component, Entity, Handle};

#[derive(Component, Default)]
#[component(colour)] //~ ERROR unknown key
struct Plane {
    altitude: f32,
}

fn main() {
    let plane: Handle<Plane> = Entity::spawn().add::<Plane>();
    plane.borrow_mut().altitude += Plane::count() as f32;
}
