//! The attribute as a name with a value.

use ecs_core::Component;

#[derive(Component)]
#[component = "update"] //~ ERROR expected a list of keys
struct Plane {
    altitude: f32,
}

impl Plane {
    fn update(&mut self, dt: f32) {
        self.altitude += dt;
    }
}

fn main() {}
