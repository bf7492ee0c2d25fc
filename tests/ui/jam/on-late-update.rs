//! A hook's name with `on_` before it.
#![deny(deprecated)]

use ecs_core::Component;

#[derive(Component)]
pub struct Plane { //~ ERROR name it `fixed_update` or `late_update`
    pub altitude: f32,
}

impl Plane {
    pub fn on_late_update(&mut self) {}
}

fn main() {}
