//! A text where a key is expected.

use ecs_core::Component;

#[derive(Component)]
#[component("update")] //~ ERROR expected a key
struct Plane {
    altitude: f32,
}

impl Plane {
    fn update(&mut self, dt: f32) {
        self.altitude += dt;
    }
}

fn main() {}
