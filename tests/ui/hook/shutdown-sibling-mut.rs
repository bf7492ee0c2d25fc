//! `shutdown` takes a mutable sibling that may be gone.

use ecs_core::Component;

#[derive(Component)]
struct Wind;

#[derive(Component)]
struct Plane { //~ ERROR `shutdown` cannot take `&mut Wind`
    altitude: f32,
}

impl Plane {
    fn shutdown(&mut self, wind: &mut Wind) {}
}

fn main() {}
