//! Godot's name for `start`.
#![deny(deprecated)]

use ecs_core::Component;

#[derive(Component)]
pub struct Plane { //~ ERROR name it `init`, which runs at once, or `start`
    pub altitude: f32,
}

impl Plane {
    pub fn _ready(&mut self) {}
}

fn main() {}
