//! `update` wants to keep itself for ever.

use ecs_core::Component;

#[derive(Component)]
struct Plane { //~ ERROR cannot be a hook of `Plane`
    altitude: f32,
}

impl Plane {
    fn update(&'static mut self) {}
}

fn main() {}
