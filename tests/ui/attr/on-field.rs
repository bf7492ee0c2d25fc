//! The attribute on a field, where it would do nothing.

use ecs_core::Component;

#[derive(Component)]
struct Plane {
    #[component(update)] //~ ERROR belongs on the type
    altitude: f32,
}

impl Plane {
    fn update(&mut self, dt: f32) {
        self.altitude += dt;
    }
}

fn main() {}
