//! Asks a component when it was added whose type does not say that its changes are tracked.

use ecs_core::{Component, Entity, Tick};

#[derive(Component, Default)]
struct Plane;

fn main() {
    let plane = Entity::spawn().add::<Plane>();
    plane.added_since(Tick::default()); //~ ERROR the changes of `Plane` are not tracked
}
