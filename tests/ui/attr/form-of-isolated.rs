//! `isolated` with a value.

use ecs_core::Component;

#[derive(Component)]
#[component(isolated = true)] //~ ERROR wrong form of `isolated`
struct Plane {
    altitude: f32,
}

impl Plane {
    fn update(&mut self, dt: f32) {
        self.altitude += dt;
    }
}

fn main() {}
