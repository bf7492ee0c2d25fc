//! `update` takes a reference to something that is not a component.

use ecs_core::Component;

struct Wind;

#[derive(Component)]
struct Plane { //~ ERROR `Wind` is not a component
    altitude: f32,
}

impl Plane {
    fn update(&mut self, _: &Wind) {}
}

fn main() {}
