//! A hook's name in Unity's case.
#![deny(deprecated)]

use ecs_core::Component;

#[derive(Component)]
pub struct Plane { //~ ERROR name it `update`
    pub altitude: f32,
}

impl Plane {
    #[allow(non_snake_case)]
    pub fn Update(&mut self) {}
}

fn main() {}
