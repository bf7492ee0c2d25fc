//! `late_update` returns something.

use ecs_core::Component;

#[derive(Component)]
struct Plane { //~ ERROR cannot be a hook of `Plane`
    altitude: f32,
}

impl Plane {
    fn late_update(&mut self) -> bool {
        true
    }
}

fn main() {}
