//! A misspelt hook of a public type, which rustc does not report as unused.
#![deny(deprecated)]

use ecs_core::Component;

#[derive(Component)]
pub struct Plane { //~ ERROR name it `update`
    pub altitude: f32,
}

impl Plane {
    pub fn updat(&mut self) {}
}

fn main() {}
