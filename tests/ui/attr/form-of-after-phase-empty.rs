//! A phase in `after` without a type.

use ecs_core::Component;

#[derive(Component)]
#[component(after(late_update()))] //~ ERROR wrong form of `after`
struct Plane {
    altitude: f32,
}

fn main() {}
