//! A hook keeps handles in its fields, and takes the component itself.
use ecs_core::{Component, Handle};

#[derive(Component)]
struct Wind;

#[derive(Component)]
struct Plane { //~ ERROR a hook cannot take `ecs_core::Handle<Wind>`
    altitude: f32,
}

impl Plane {
    fn late_update(&mut self, _: f32, _: Handle<Wind>) {}
}

fn main() {}
