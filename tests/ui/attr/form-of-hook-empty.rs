//! A hook without what follows the `=`.

use ecs_core::Component;

#[derive(Component)]
#[component(update =)] //~ ERROR wrong form of `update`
struct Plane {
    altitude: f32,
}

impl Plane {
    fn update(&mut self, dt: f32) {
        self.altitude += dt;
    }
}

fn main() {}
