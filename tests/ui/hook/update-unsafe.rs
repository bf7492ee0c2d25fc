//! `update` is an `unsafe` function.

use ecs_core::Component;

#[derive(Component)]
struct Plane { //~ ERROR cannot be a hook of `Plane`
    altitude: f32,
}

impl Plane {
    unsafe fn update(&mut self) {}
}

fn main() {}
