//! `update` takes something that is not there for hooks.

use ecs_core::Component;

#[derive(Component)]
struct Plane { //~ ERROR `update` cannot take `String`
    altitude: f32,
}

impl Plane {
    fn update(&mut self, name: String) {}
}

fn main() {}
