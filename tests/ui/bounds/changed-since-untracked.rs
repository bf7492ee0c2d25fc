//! Asks a component whether it has changed whose type does not say that its changes are tracked.

use ecs_core::{Component, Entity, Tick};

#[derive(Component, Default)]
struct Plane;

fn main() {
    let plane = Entity::spawn().add::<Plane>();
    plane.changed_since(Tick::default()); //~ ERROR the changes of `Plane` are not tracked
}
