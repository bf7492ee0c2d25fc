//! `on_disable` takes a mutable sibling that may be gone.

use ecs_core::Component;

#[derive(Component)]
struct Wind;

#[derive(Component)]
struct Plane { //~ ERROR it may be gone
    altitude: f32,
}

impl Plane {
    fn on_disable(&mut self, _: &mut Wind) {}
}

fn main() {}
