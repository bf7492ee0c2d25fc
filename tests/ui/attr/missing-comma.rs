//! Two keys without a comma.

use ecs_core::Component;

#[derive(Component)]
#[component(update isolated)] //~ ERROR expected `,`
struct Plane {
    altitude: f32,
}

impl Plane {
    fn update(&mut self, dt: f32) {
        self.altitude += dt;
    }
}

fn main() {}
