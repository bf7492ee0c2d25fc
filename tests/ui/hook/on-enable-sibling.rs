//! `on_enable` takes a sibling that may be gone.

use ecs_core::Component;

#[derive(Component)]
struct Wind;

#[derive(Component)]
struct Plane { //~ ERROR `on_enable` cannot take `&Wind`
    altitude: f32,
}

impl Plane {
    fn on_enable(&mut self, wind: &Wind) {}
}

fn main() {}
