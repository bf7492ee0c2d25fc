//! A view of something that is not a component.

use ecs_core::Component;

struct Plane {
    altitude: f32,
}

fn main() {
    Plane::view().len(); //~ ERROR no function or associated item named `view`
}
