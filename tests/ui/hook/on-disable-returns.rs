//! `on_disable` returns something.

use ecs_core::Component;

#[derive(Component)]
struct Plane { //~ ERROR cannot be a hook of `Plane`
    altitude: f32,
}

impl Plane {
    fn on_disable(&mut self) -> bool {
        true
    }
}

fn main() {}
