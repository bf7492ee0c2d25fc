//! `update` is an `async` function.

use ecs_core::Component;

#[derive(Component)]
struct Plane { //~ ERROR cannot be a hook of `Plane`
    altitude: f32,
}

impl Plane {
    async fn update(&mut self) {}
}

fn main() {}
