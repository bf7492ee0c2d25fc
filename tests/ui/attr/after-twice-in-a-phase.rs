//! A type in `after` for all phases, and once more for one.

use ecs_core::Component;

#[derive(Component)]
struct Wind;

#[derive(Component)]
#[component(after(Wind, late_update(Wind)))] //~ ERROR names this type twice
struct Plane {
    altitude: f32,
}

fn main() {}
