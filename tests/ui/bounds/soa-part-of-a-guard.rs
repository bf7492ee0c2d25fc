//! A guard on a copy that is written back has no part that is borrowed alone.

use ecs_core::{Component, Entity, Ref};

#[derive(Component)]
#[component(soa)]
struct Plane {
    fuel: f32,
}

fn main() {
    let plane = Entity::spawn().with(Plane { fuel: 1.0 });
    let fuel = Ref::map(plane.borrow::<Plane>(), |plane| &plane.fuel); //~ ERROR a guard on a `Plane` has a copy
    let _ = *fuel;
}
