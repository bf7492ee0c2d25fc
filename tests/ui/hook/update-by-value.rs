//! `update` takes `self` by value.

use ecs_core::Component;

#[derive(Component)]
struct Plane { //~ ERROR cannot be a hook of `Plane`
    altitude: f32,
}

impl Plane {
    fn update(self) {}
}

fn main() {}
