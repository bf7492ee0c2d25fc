//! A hook as a list.

use ecs_core::Component;

#[derive(Component)]
#[component(update(step))] //~ ERROR wrong form of `update`
struct Plane {
    altitude: f32,
}

impl Plane {
    fn step(&mut self, dt: f32) {
        self.altitude += dt;
    }
}

fn main() {}
