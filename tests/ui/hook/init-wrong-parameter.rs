//! `init` takes something that is not there for hooks.

use ecs_core::Component;

#[derive(Component)]
struct Plane { //~ ERROR a hook cannot take `String`
    altitude: f32,
}

impl Plane {
    fn init(&mut self, _: String) {}
}

fn main() {}
