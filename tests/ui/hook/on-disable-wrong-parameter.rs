//! `on_disable` takes something that is not there for hooks.

use ecs_core::Component;

#[derive(Component)]
struct Plane { //~ ERROR `on_disable` cannot take `String`
    altitude: f32,
}

impl Plane {
    fn on_disable(&mut self, name: String) {}
}

fn main() {}
