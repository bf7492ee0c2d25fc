//! A key with a typing error: the nearest one is named.

use ecs_core::Component;

#[derive(Component)]
#[component(uptade)] //~ ERROR did you mean `update`?
struct Plane {
    altitude: f32,
}

impl Plane {
    fn update(&mut self, dt: f32) {
        self.altitude += dt;
    }
}

fn main() {}
