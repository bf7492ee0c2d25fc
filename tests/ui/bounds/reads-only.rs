//! What is borrowed for reading cannot be written to. A view that writes is not a mutable slice by itself.

use ecs_core::{Component, Handle, query};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

#[derive(Component)]
struct Wind {
    lift: f32,
}

#[derive(Component)]
#[component(soa)]
struct Cloud {
    height: f32,
}

fn main() {
    Handle::<Plane>::NULL.borrow().altitude = 1.0; //~ ERROR cannot assign to data in dereference of `ecs_core::Ref<Plane>`
    Plane::view()[0].altitude = 1.0; //~ ERROR cannot assign to data in an index of `ecs_core::View<Plane>`
    for plane in query::<&mut Plane>().iter() {
        plane.altitude += 1.0; //~ ERROR cannot assign to `plane.altitude`
    }
    for (plane, wind) in &query::<(&mut Plane, &Wind)>() {
        plane.altitude += wind.lift; //~ ERROR cannot assign to `plane.altitude`
    }
    // Values that were swapped would be those of other entities.
    Plane::view_mut().reverse(); //~ ERROR cannot borrow data in dereference of `ecs_core::ViewMut<Plane>` as mutable
    // It gives a guard, which is bound as `mut`.
    for cloud in &mut query::<&mut Cloud>() {
        cloud.height = 1.0; //~ ERROR cannot borrow `cloud` as mutable
    }
}
