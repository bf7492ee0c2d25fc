//! `on_enable` takes a sibling that may be gone.

use ecs_core::Component;

#[derive(Component)]
struct Wind;

#[derive(Component)]
struct Plane { //~ ERROR it may be gone
    altitude: f32,
}

impl Plane {
    fn on_enable(&mut self, _: &Wind) {}
}

fn main() {}
