//! A view is a parameter of passes.
use ecs_core::{Component, View};

#[derive(Component)]
struct Wind;

#[derive(Component)]
struct Plane { //~ ERROR a hook cannot take `ecs_core::View<'_, Wind>`
    altitude: f32,
}

impl Plane {
    fn init(&mut self, _: View<Wind>) {}
}

fn main() {}
