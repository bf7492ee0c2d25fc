//! `init` as a constructor.

use ecs_core::Component;

#[derive(Component)]
struct Plane { //~ ERROR cannot be a hook of `Plane`
    altitude: f32,
}

impl Plane {
    fn init() -> Self {
        Plane { altitude: 1.0 }
    }
}

fn main() {}
