//! A key that comes again in another attribute.

use ecs_core::Component;

#[derive(Component)]
#[component(update)]
#[component(update)] //~ ERROR duplicate key
struct Plane {
    altitude: f32,
}

impl Plane {
    fn update(&mut self, dt: f32) {
        self.altitude += dt;
    }
}

fn main() {}
