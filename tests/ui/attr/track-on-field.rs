//! `track` stands on a field: all of a component is tracked, or nothing.

use ecs_core::Component;

#[derive(Component, Default)]
struct Plane {
    #[component(track)] //~ ERROR `track` belongs on the type
    altitude: f32,
}

fn main() {
    println!("{}", Plane::default().altitude);
}
