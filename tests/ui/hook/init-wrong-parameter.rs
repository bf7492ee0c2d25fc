//! `init` takes something that is not there for hooks.

use ecs_core::Component;

#[derive(Component)]
struct Plane { //~ ERROR `init` cannot take `String`
    altitude: f32,
}

impl Plane {
    fn init(&mut self, name: String) {}
}

fn main() {}
