//! A type listed twice.

use ecs_core::Component;

#[derive(Component)]
struct Wind;

#[derive(Component)]
#[component(after(Wind), after(Wind))] //~ ERROR names this type twice
struct Plane {
    altitude: f32,
}

fn main() {}
