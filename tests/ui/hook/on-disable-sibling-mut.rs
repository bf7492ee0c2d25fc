//! `on_disable` takes a mutable sibling that may be gone.

use ecs_core::Component;

#[derive(Component)]
struct Wind;

#[derive(Component)]
struct Plane { //~ ERROR `on_disable` cannot take `&mut Wind`
    altitude: f32,
}

impl Plane {
    fn on_disable(&mut self, wind: &mut Wind) {}
}

fn main() {}
