//! A sibling is borrowed.
use ecs_core::Component;

#[derive(Component)]
struct Wind;

#[derive(Component)]
struct Plane { //~ ERROR a hook cannot take `Wind`
    altitude: f32,
}

impl Plane {
    fn update(&mut self, _: Wind) {}
}

fn main() {}
