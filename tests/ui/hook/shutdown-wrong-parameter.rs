//! `shutdown` takes something that is not there for hooks.

use ecs_core::Component;

#[derive(Component)]
struct Plane { //~ ERROR `shutdown` cannot take `String`
    altitude: f32,
}

impl Plane {
    fn shutdown(&mut self, name: String) {}
}

fn main() {}
