//! `Time` is a value.
use ecs_core::{Component, Time};

#[derive(Component)]
struct Plane { //~ ERROR `Time` is not a component
    altitude: f32,
}

impl Plane {
    fn update(&mut self, _: &Time) {}
}

fn main() {}
