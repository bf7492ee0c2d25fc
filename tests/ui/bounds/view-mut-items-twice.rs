//! The items of a mutable view are borrowed once at a time.

use ecs_core::Component;

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    let mut view = Plane::view_mut();
    let first = view.iter_mut().next();
    let again = view.iter_mut().next(); //~ ERROR cannot borrow `view` as mutable more than once
    drop((first, again));
}
