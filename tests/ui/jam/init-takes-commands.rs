//! Commands are a parameter of passes.
use ecs_core::{Commands, Component};

#[derive(Component)]
struct Plane { //~ ERROR a hook cannot take `ecs_core::Commands<'_>`
    altitude: f32,
}

impl Plane {
    fn init(&mut self, _: Commands) {}
}

fn main() {}
