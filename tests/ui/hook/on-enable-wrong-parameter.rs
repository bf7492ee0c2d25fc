//! `on_enable` takes something that is not there for hooks.

use ecs_core::Component;

#[derive(Component)]
struct Plane { //~ ERROR `on_enable` cannot take `String`
    altitude: f32,
}

impl Plane {
    fn on_enable(&mut self, name: String) {}
}

fn main() {}
