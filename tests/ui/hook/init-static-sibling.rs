//! `init` wants to keep a sibling for ever.

use ecs_core::Component;

#[derive(Component)]
struct Wind;

#[derive(Component)]
struct Plane { //~ ERROR is not general enough
    altitude: f32,
}

impl Plane {
    fn init(&mut self, _: &'static mut Wind) {}
}

fn main() {}
