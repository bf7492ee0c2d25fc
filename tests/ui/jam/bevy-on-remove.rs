//! Bevy's name for `shutdown`.
#![deny(deprecated)]

use ecs_core::Component;

#[derive(Component)]
pub struct Plane { //~ ERROR name the method `shutdown`
    pub altitude: f32,
}

impl Plane {
    pub fn on_remove(&mut self) {}
}

fn main() {}
