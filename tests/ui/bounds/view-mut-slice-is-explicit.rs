//! A mutable view is not a mutable slice unless it is asked: swapping values moves them between entities.

use ecs_core::Component;

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    Plane::view_mut().reverse(); //~ ERROR cannot borrow data in dereference of `ecs_core::ViewMut<Plane>` as mutable
}
