//! The slice of a view outlives the view.

use ecs_core::Component;

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn all() -> &'static [Plane] {
    &Plane::view() //~ ERROR returns a reference to data owned by the current function
}

fn main() {
    all();
}
