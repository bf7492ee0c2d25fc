//! The slice of a view outlives the view.

use ecs_core::Component;

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn all() -> &'static [Plane] {
    &Plane::view() //~ ERROR cannot return reference to temporary value
}

fn main() {
    all();
}
