//! Godot's name for `fixed_update`.
#![deny(deprecated)]

use ecs_core::Component;

#[derive(Component)]
pub struct Plane { //~ ERROR name it `fixed_update` or `late_update`
    pub altitude: f32,
}

impl Plane {
    pub fn _physics_process(&mut self) {}
}

fn main() {}
