//! Unity's name for `shutdown`.
#![deny(deprecated)]

use ecs_core::Component;

#[derive(Component)]
pub struct Plane { //~ ERROR name it `shutdown`
    pub altitude: f32,
}

impl Plane {
    pub fn on_destroy(&mut self) {}
}

fn main() {}
