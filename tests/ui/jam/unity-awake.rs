//! Unity's name for `init`.
#![deny(deprecated)]

use ecs_core::Component;

#[derive(Component)]
pub struct Plane { //~ ERROR name it `init`
    pub altitude: f32,
}

impl Plane {
    pub fn awake(&mut self) {}
}

fn main() {}
