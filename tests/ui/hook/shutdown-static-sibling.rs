//! `shutdown` wants to keep a sibling for ever.

use ecs_core::Component;

#[derive(Component)]
struct Wind;

#[derive(Component)]
struct Plane { //~ ERROR hook cannot borrow for ever
    altitude: f32,
}

impl Plane {
    fn shutdown(&mut self, wind: Option<&'static Wind>) {}
}

fn main() {}
