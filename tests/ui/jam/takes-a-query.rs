//! Bevy's way: a query is opened in the hook, by `query`.
use ecs_core::{Component, Query};

#[derive(Component)]
struct Wind;

#[derive(Component)]
struct Plane { //~ ERROR a hook cannot take `Query<'_, &Wind>`
    altitude: f32,
}

impl Plane {
    fn update(&mut self, _: Query<&Wind>) {}
}

fn main() {}
