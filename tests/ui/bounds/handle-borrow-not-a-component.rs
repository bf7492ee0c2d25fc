//! A handle to something that is not a component may be named, and borrows nothing.

use ecs_core::Handle;

struct Plane {
    altitude: f32,
}

fn main() {
    let plane = Handle::<Plane>::NULL;
    plane.borrow(); //~ ERROR `Plane` is not a component
}
