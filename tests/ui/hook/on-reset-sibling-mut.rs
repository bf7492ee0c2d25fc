//! `on_reset` takes a mutable sibling that may be gone.

use ecs_core::Component;

#[derive(Component)]
struct Wind;

#[derive(Component)]
struct Plane { //~ ERROR cannot be a hook of `Plane`
    altitude: f32,
}

impl Plane {
    fn on_reset(&mut self, _: &mut Wind) {}
}

fn main() {}
