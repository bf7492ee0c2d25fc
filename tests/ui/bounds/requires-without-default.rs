//! A required type without `Default`.

use ecs_core::Component;

#[derive(Component)]
struct Wind;

#[derive(Component)]
#[component(requires(Wind))] //~ ERROR `Wind` cannot be required
struct Plane {
    altitude: f32,
}

fn main() {}
