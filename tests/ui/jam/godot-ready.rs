//! Godot's name for `start`.
#![deny(deprecated)]

use ecs_core::Component;

#[derive(Component)]
pub struct Plane { //~ ERROR name the method `start`
    pub altitude: f32,
}

impl Plane {
    pub fn _ready(&mut self) {}
}

fn main() {}
