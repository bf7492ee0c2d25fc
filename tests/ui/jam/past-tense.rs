//! `on_enabled` for `on_enable`.
#![deny(deprecated)]

use ecs_core::Component;

#[derive(Component)]
pub struct Plane { //~ ERROR name it `on_enable` or `on_disable`
    pub altitude: f32,
}

impl Plane {
    pub fn on_enabled(&mut self) {}
}

fn main() {}
